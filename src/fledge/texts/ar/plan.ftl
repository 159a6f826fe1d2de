## Plans and tuning: notes, reasons and advice.
## A template names its numbers; texts/message.py lists the formats.

plan-tokens_per_parameter = نحو { NUMBER(20) } هو الأمثل من حيث الحوسبة؛ والأكثر من ذلك طبيعي لنموذج ستستخدمه.
plan-note-long_text = تجعل tokens في GPT-2 النص { $dataset } أطول { FIXED($ratio, digits: 1) } مرة مما تجعله مفردات متعلمة منه عدد tokens فيها { NUMBER($size, digits: 0) }، بالقياس على عينة من { NUMBER($sample, digits: 0) } بايت: وتزيد خطوات epoch بالمقدار نفسه. جهّز النص بالخيار --tokenizer=bpe:8192.
plan-note-gpu_taken = فُهم { QUOTED($typed) } على أنه { $taken }. بطاقات أخرى بهذا الاسم: { LIST($others) }؛ اكتب الاسم كاملًا لاختيار إحداها
plan-note-desktop_taken = { LIST($gpus) }: بطاقة الحاسوب المكتبي لا المحمول؛ أضف Laptop إلى الاسم لاختيار بطاقة المحمول
plan-note-memory_unknown = تُباع { $gpu } بأحجام ذاكرة مختلفة: أضف حجم ذاكرتك إلى الاسم، مثل --gpu='{ $gpu } 16GB'
plan-note-laptop = تعمل GPU الحاسوب المحمول بالقدرة التي يسمح بها صانعه: هذه الأرقام محسوبة عند { FIXED($watts, digits: 0) } W وهي الحد الأقصى؛ ومع قدرة أقل تكون أبطأ
plan-note-no_bfloat16 = لا تدعم { $gpu } النوع bfloat16: الخطة بالنوع float16 مع loss scaling، كما يفعل fledge عند التدريب عليها
plan-note-no_tensor_cores = لا تدعم { $gpu } النوع bfloat16 وليس فيها tensor cores: الخطة بالنوع float32، كما يفعل fledge عند التدريب عليها
plan-note-xpu = لا يدرب fledge على بطاقات Intel (xpu في torch): هذه الخطة تبين فقط ما يحتاجه تشغيل كهذا على { $gpu }
plan-note-measured_slower = القيمة { $source } تساوي { $ratio } من { $planned } المخططة لتلك الخطوة، وتقع خارج نطاقها من { $low } إلى { $high }: حاسوب مشغول، أو GPU تقيدها الحرارة أو القدرة، أو بيانات بطيئة؟ الأرقام تتبع قياسك
plan-note-measured_faster = القيمة { $source } أسرع { $ratio } من { $planned } المخططة لتلك الخطوة، وتقع خارج نطاقها من { $low } إلى { $high }: تأكد من أن الإعدادات هي إعدادات التشغيل المقيس. الأرقام تتبع قياسك
plan-note-measured_slower_far = يصعب أن تكون القيمة { $source } صحيحة لتلك الخطوة هنا: هي { $ratio } من { $planned } المخططة (من { $low } إلى { $high }). تحقق من الوحدة (ms أو s)، ومن اسم GPU، ومن إعدادات الخطوة المقيسة، ومن أن شيئًا آخر لم يستخدم الجهاز. الأرقام تتبع قياسك مع ذلك؛ احذفه إن شككت فيه
plan-note-measured_faster_far = يصعب أن تكون القيمة { $source } صحيحة لتلك الخطوة هنا: هي أسرع { $ratio } من { $planned } المخططة (من { $low } إلى { $high }). تحقق من الوحدة (ms أو s)، ومن اسم GPU، ومن إعدادات الخطوة المقيسة، وخصوصًا عدد tokens في التكرار. الأرقام تتبع قياسك مع ذلك؛ احذفه إن شككت فيه
plan-note-plain = { $note }
plan-busy_now = { $line }، إن كان الحاسوب غير مشغول؛ أما الآن: { SEPARATED($reasons) }
plan-note-compile = compile={ $compiled }: { $why }
plan-note-bound_untested = ذاكرة الخطوة المصرّفة: حدها الأعلى ذاكرة الخطوة eager، لأن fledge لا يعرف كيف يصرّف torch { $version }
plan-note-bound_recomputed = ذاكرة الخطوة المصرّفة: حدها الأعلى ذاكرة الخطوة eager، لأن التنشيطات التي يُعاد حسابها (activation checkpointing) لا تمر بمرحلة lowering
plan-note-bound_failed = ذاكرة الخطوة المصرّفة: حدها الأعلى ذاكرة الخطوة eager، لأن مرحلة lowering فشلت ({ $error })
plan-note-loading = يجهز { $program } كل batch داخل حلقة التدريب، بكلفة { FIXED($per_token, digits: 1) } us من المضيف لكل token بحسب سجلات نسخة مشتقة منه: { NUMBER($loading, digits: 0) } ms لكل micro-batch، تنتظر GPU منها { NUMBER($waiting, digits: 0) } ms
plan-note-communication = تتبادل بطاقات GPU التدرجات عبر { $link }
plan-note-sharded = النموذج مقسم بين البطاقات (sharded): تجمع كل GPU الأوزان مرتين لكل micro-batch وتختزل التدرجات، عبر { $link }
plan-note-nodes = عدد الحواسيب { $nodes }: الزمن بينها مفترض من --network_gbit، ولا توجد قيمة منشورة تتحقق منه
plan-advice-smaller_batch = جرب --batch_size={ $batch } --gradient_accumulation_steps={ $steps } (العدد نفسه { NUMBER($tokens) } من tokens في التكرار): { FIXED($gb, digits: 1) } GB.
plan-advice-compile = جرب --compile=True: { FIXED($gb, digits: 1) } GB.
plan-advice-nothing_fits = لا يتسع الجهاز لأي micro-batch: جرب نموذجًا أصغر، أو قيمة أصغر للخيار --block_size، أو جهازًا ذاكرته أكبر.
tune-basis-roofline = من التتبع (trace) ونموذج roofline، غير مقيس
tune-basis-measured = مقيس على هذا الحاسوب، torch { $version }
tune-basis-busy = مقيس على هذا الحاسوب وهو مشغول بعمل آخر، torch { $version }
tune-refused-does_not_fit = لا تسعه الذاكرة
tune-refused-free_memory = المتاح { FIXED($gb, digits: 1) } GB
tune-refused-out_of_memory = نفدت الذاكرة
tune-sure-data_sheet = بقدر ما تدل عليه ورقة المواصفات: أصغر micro-batch تقع سرعتها ضمن { PERCENT($share) } من أفضل سرعة
tune-sure-budget_ended = لا: انتهت المهلة قبل micro-batch بحجم { LIST($sizes) }، وقد تكون أسرع؛ جرب --budget={ CODE($budget, format: ".0f") }
tune-sure-busy = لا: كان الحاسوب مشغولًا ({ SEPARATED($reasons) })؛ { $outcome }. أعد القياس حين لا يكون مشغولًا
tune-sure-disturbed = ليس تمامًا: عمل آخر شوش { PERCENT($share) } من القياسات ({ SEPARATED($reasons) })؛ أعد القياس حين لا يكون الحاسوب مشغولًا
tune-sure-few_rounds =
    لا: كفت المهلة لإتمام { $rounds } من { $needed ->
        [zero] { NUMBER($needed) } جولة
        [one] جولة واحدة
        [two] جولتين
        [few] { NUMBER($needed) } جولات
        [many] { NUMBER($needed) } جولة
       *[other] { NUMBER($needed) } جولة
    } من القياس؛ { $outcome }. جرب --budget={ CODE($budget, format: ".0f") }
tune-outcome-own = ويبقى إعدادك { $choice }
tune-outcome-guess = لا تتسع الذاكرة لإعدادك، وبدا { $choice } الأفضل
tune-sure-hardly_measured = ليس تمامًا: لم يُقس { $other } مرات كافية؛ جرب --budget={ CODE($budget, format: ".0f") }
tune-sure-within_noise = الفرق ضمن الضجيج مع { LIST($others) } ({ $measured })؛ { $reason }
tune-more_others = { $number } غيرها
tune-reason-own = لذا يبقى إعدادك
tune-reason-less_memory = والأصغر من micro-batch يحتاج إلى ذاكرة أقل
tune-sure-doubtful = ليس تمامًا: يستغرق { $other } وقتًا أطول من { PERCENT($low, sign: "always") } إلى { PERCENT($high, sign: "always") } ({ $measured })؛ قد يميز --budget={ CODE($budget, format: ".0f") } بينهما
tune-sure-nothing_else = نعم: لا تتسع الذاكرة لغيره
tune-sure-own = نعم: إعدادك هو الأسرع، والتالي { $other } له { PERCENT($share) } من سرعته ({ $measured })
tune-sure-clear = نعم: التالي { $other } له { PERCENT($share) } من سرعته ({ $measured })
tune-sure-clear_of_own = نعم: إعدادك { $own } له { PERCENT($own_share) } من سرعته، والتالي { $other } له { PERCENT($share) } ({ $measured })
tune-measured-rounds = عدد الجولات المتناوبة { $rounds }
tune-note-no_room = كانت المهلة أقصر من أن تكفي micro-batch بحجم { LIST($sizes) }: جرب --budget={ CODE($budget, format: ".0f") }
tune-note-busy =
    عمل آخر شوش { $count } من { $all ->
        [zero] { NUMBER($all) } قياس
        [one] قياس واحد
        [two] قياسين
        [few] { NUMBER($all) } قياسات
        [many] { NUMBER($all) } قياسًا
       *[other] { NUMBER($all) } قياس
    }، وهذه لا تحسم شيئًا ({ SEPARATED($reasons) })
tune-note-slow_host = كل micro-batch تضيف عملًا على المضيف، مخططًا عند { FIXED($usual, digits: 1) } ms؛ والتشغيلات المنشورة تبين من { NUMBER(1) } إلى { NUMBER(23) } ms. مع { FIXED($slow, digits: 0) } ms تكون سرعة micro-batch بحجم { $choice } نسبة { PERCENT($choice_share) } من سرعة { $largest }: إن كان المضيف لديك بطيئًا فقس الاثنين
tune-legend-measured = النطاق: نطاق الإعادات.
tune-legend-planned = tokens/s: { $range }. مضيف بطيء: النسبة من الأفضل، حين تكلف كل micro-batch المضيف { FIXED($ms, digits: 0) } ms.
tune-note-left = الملف { $file } من تشغيل سابق لأمر `fledge tune`، وتُرك كما هو
tune-note-kept = لم يُكتب شيء: إعداداتك باقية كما هي
tune-note-compile_failed = { $problem }
tune-trial-not_a_setting = هذا ليس إعدادًا: يختاره `fledge train` باختبار خاص به
tune-trial-busy = كان الحاسوب مشغولًا
tune-trial-compile_too_long = في تشغيل قصير كهذا يستغرق التصريف (compile) وقتًا أطول مما يوفره

## The page of `fledge plan`

plan-page-fits = تتسع
plan-page-no_fit = لا تتسع
plan-page-memory_not_known = الذاكرة غير معروفة
plan-page-yes = نعم
plan-page-no = لا
plan-page-compiled = مصرّف
plan-page-eager = eager
plan-page-in_program = في { $program }
plan-page-no_flash = دون flash attention
plan-page-nanogpt = الشيء نفسه في nanoGPT، الذي ينشئ كل logits معًا: { SEPARATED($needs) }.
plan-page-needs = { $how } { $memory } ({ $fits })
plan-page-needs_step = { $how } { $memory } ({ $fits })، { $step } لكل تكرار
plan-page-note = ملاحظة: { $note }
plan-page-measure_one = قياس تكرار واحد يزيد الدقة: --measured="SETTINGS:TIME".
plan-page-next = التالي:
plan-page-range = { $value } (من { $low } إلى { $high })

## its rows

plan-page-row-memory = الذاكرة
plan-page-row-time = الوقت
plan-page-row-done = الانتهاء
plan-page-row-energy = الطاقة
plan-page-row-cost = التكلفة
plan-page-row-parameters = المعلمات
plan-page-row-tokens = tokens
plan-page-row-iteration = التكرار
plan-page-row-exchange = التبادل
plan-page-row-efficiency = الكفاءة
plan-page-row-first_step = أول خطوة
plan-page-row-disk = القرص
plan-page-row-loss = خسارة التحقق
plan-page-row-basis = الأساس
plan-page-row-data = البيانات
plan-page-memory = { $fits }: { $tensors } من tensors، وحتى { FIXED($most, digits: 1) } GB في المجموع
plan-page-memory_of = { $fits }: { $tensors } من tensors، وحتى { FIXED($most, digits: 1) } من { SIGNIFICANT($has, digits: 3) } GB في المجموع
plan-page-no_time = غير معروف: عرض نطاق الجهاز ليس في الجدول
plan-page-training = { $span } من التدريب
plan-page-done = { $finish } إن بدأ الآن، مع { $others }
plan-page-cheap = أقل من { NUMBER(0.01) }
plan-page-epochs = عدد epochs { FIXED($epochs, digits: 2) }؛ و{ $ratio } token لكل معلمة
plan-page-no_epochs = عدد epochs غير معروف (--dataset_tokens)؛ و{ $ratio } token لكل معلمة
plan-page-parameters = { NUMBER($own, digits: 2) }M ({ NUMBER($nanogpt, digits: 2) }M بعد nanoGPT)
plan-page-tokens = { NUMBER($each, digits: 0) } في التكرار، و{ NUMBER($total, digits: 0) } في المجموع
plan-page-flops = { SIGNIFICANT($total, digits: 3) } في المجموع بصيغة nanoGPT؛ 6ND { SIGNIFICANT($six, digits: 3) }، وcausal { SIGNIFICANT($causal, digits: 3) }
plan-page-speed = { $rate } tokens/s
plan-page-exchange = { $time } ms منه، عبر { $link }
plan-page-efficiency = { $share } من سرعة العدد نفسه من GPUs منفردة
plan-page-compiling = { $seconds } ث للتصريف (compile)
plan-page-evaluation = التقييم
plan-page-saving = الحفظ
plan-page-compilation = التصريف
plan-page-preparation = التجهيز
plan-page-more = { DURATION($seconds) } إضافية
plan-page-disk = checkpoints { GIBIBYTES($checkpoints) }
plan-page-disk_data = checkpoints { GIBIBYTES($checkpoints) }، والبيانات { GIBIBYTES($data) }
plan-page-loss = من { FIXED($low, digits: 2) } إلى { FIXED($high, digits: 2) } nats لكل token
plan-page-no_loss = غير معروفة لنص كهذا
plan-page-no_second = أقل من ثانية
plan-page-not_here = ليست هنا بعد: { $command }
plan-page-download = التنزيل { GIBIBYTES($gib) }
plan-page-download_to = التنزيل من { GIBIBYTES($gib) } إلى { GIBIBYTES($most) }
plan-page-prepare_disk = القرص { GIBIBYTES($most) } على الأكثر، و{ GIBIBYTES($low) } عند الانتهاء
plan-page-besides = { $took } إضافة إلى التنزيل
plan-page-prepare_memory = الذاكرة { NUMBER($usual, digits: 0) } MB، وحتى { NUMBER($most, digits: 0) }

## parts of the memory

plan-page-part-weights = الأوزان
plan-page-part-gradients = التدرجات
plan-page-part-optimizer = المحسّن
plan-page-part-activations = التنشيطات
plan-page-part-logits = logits
plan-page-part-update = التحديث
plan-page-part-buckets = التدرجات المتبادلة
plan-page-part-gathered = الكتل المجموعة
plan-page-part-around_gpu = سياق CUDA وهامش
plan-page-part-around_process = العملية وهامش

## how a figure is known

plan-page-basis-computed = محسوب
plan-page-basis-traced = متتبع
plan-page-basis-measured = مقيس
plan-page-basis-table = جدول
plan-page-basis-assumed = مفترض

## several GPUs, and a plan beside its run

plan-page-seconds = ثوان
plan-page-minutes = دقائق
plan-page-hours = ساعات
plan-page-column-of = من
plan-page-column-range = النطاق
plan-page-column-planned = المخطط
plan-page-column-actual = الفعلي
plan-page-column-off = الفرق
plan-page-size = { NUMBER($millions, digits: 2) }M معلمة، و{ NUMBER($tokens, digits: 0) } token، و{ SIGNIFICANT($flops, digits: 3) } FLOPs
plan-page-columns = GB: مع سياق CUDA وهامش. { $unit }: التدريب وحده، من ورقة المواصفات وتتبع الخطوة.
plan-page-checked-hours = التدريب
plan-page-checked-step = step_ms
plan-page-checked-memory = peak_memory_mb
plan-page-checked-val_loss = خسارة التحقق

## the plan of a run that starts

plan-headline = { COMMAS($parts) }
plan-rough = { COUNT($tokens) } token، بالتقريب { DURATION($seconds) }، والذاكرة { NUMBER($mb, digits: 0) } MB على الأقل
plan-too_large = يحتاج هذا التشغيل إلى ما يصل إلى { NUMBER($needed, digits: 1) } GB، وفي { $device } يوجد { NUMBER($has, digits: 1) } GB.
plan-force = الخيار --force يبدأه رغم ذلك.
plan-rough_short = { COUNT($tokens) } token، والذاكرة { NUMBER($mb, digits: 0) } MB على الأقل؛ والتكرارات أقصر من أن يُخطط لزمنها
plan-no_plan = ليس في { $run } خطة للتحقق منها.
plan-finished_have_one = لكل تشغيل ينهيه `fledge train` خطة، ما لم تكن تكراراته قصيرة جدًا.
plan-source-traced = خطوة واحدة متتبعة على fake tensors
plan-source-lowered = الخطوة المصرّفة بعد مرحلة lowering في inductor، على fake tensors
plan-source-bounded = حدها الأعلى الخطوة eager، متتبعة على fake tensors
plan-source-run = الخطوة منفذة بضع ثوان على هذا الحاسوب، على tokens عشوائية
plan-source-one_thread = كل kernels فيها مقيسة على thread واحد، لأن CPU مشغول بعمل آخر: خطط من جديد حين لا يكون مشغولًا
plan-source-kernels = كل kernel في الخطوة المتتبعة مقيس على هذا الحاسوب: الخطوة أطول من أن تُنفذ من أجل خطة
plan-source-with_gain = { $source }، مطروحًا منه ما يكسبه التصريف ({ FIXED($gain, digits: 2) }×، LOG.md)
plan-source-memory = { $traced }؛ والحد الأعلى: مع { $besides }
plan-source-update = متغيرات المحسّن المؤقتة
plan-source-cuda = سياق CUDA وكتل allocator
plan-source-process = Python ومكتبات torch والذاكرة التي تحتفظ بها مكتبة C
plan-source-buckets = نسخة ثانية من التدرجات لتبادلها
plan-source-gathered = ما هو خارج الكتل وكتلتان مجموعتان؛ وتدرجاتها قبل أن تُقسم
plan-source-matmuls_measured = ضرب المصفوفات مقيس عند { PERCENT($share) } من الذروة
plan-source-matmuls_assumed = ضرب المصفوفات مفترض عند { PERCENT($share) } من الذروة، كما على بطاقات مشابهة
plan-source-roofline = نموذج roofline: { $matmuls }، و{ PERCENT($share) } من عرض النطاق
tune-short_budget = مهلة { SIGNIFICANT($budget) } ث أقصر من اللازم: استغرقت micro-batch واحدة { FIXED($took, digits: 0) } ث.
tune-busy = الحاسوب مشغول: { $reasons }.
tune-longer_budget = جرب --budget={ CODE($budget, format: ".0f") }.
tune-longer_or_idle = جرب --budget={ CODE($budget, format: ".0f") }، أو حين لا يكون مشغولًا.
tune-nothing_fits = لا يتسع { $device } لأي micro-batch: ولا حتى batch_size={ $batch }.
tune-nothing_fits_in = لا يتسع { $device } لأي micro-batch: ولا حتى batch_size={ $batch } (حتى { NUMBER($most, digits: 1) } GB).
tune-smaller_model = جرب نموذجًا أصغر أو قيمة أصغر للخيار --block_size.
plan-source-gradients = كل التدرجات مرة في كل تكرار، مطروحًا منها ما يخفيه المرور الخلفي
plan-doing-lowering = تجري مرحلة lowering للخطوة المصرّفة
plan-doing-tracing = يجري تتبع خطوة
plan-no_dtype = لا يحسب { $device } بالنوع { $dtype }.
plan-has_dtypes = فيه: { $known }. جرب --dtype=auto.
plan-source-scaled = نموذج roofline، مضروبًا في { SIGNIFICANT($scale, digits: 3) } ليوافق { $source }
plan-source-your_time = قياسك { $time } { $unit }
plan-source-median_of = { $iterations ->
    [zero] وسيط { NUMBER($iterations) } تكرار في { $path }
    [one] التكرار الوحيد في { $path }
    [two] وسيط تكرارين في { $path }
    [few] وسيط { NUMBER($iterations) } تكرارات في { $path }
    [many] وسيط { NUMBER($iterations) } تكرارًا في { $path }
   *[other] وسيط { NUMBER($iterations) } تكرار في { $path }
}
plan-source-no_download = { $source }؛ دون التنزيل
plan-source-disk = { $bytes } بايت لكل token، و{ $files } من ملفات التنزيل في كل مرة
plan-source-published = الحجم المنشور لمجموعة النصوص
plan-source-measured_text = مقيس على { NUMBER(5.5) } GB من النص (LOG.md)
plan-source-per_core = { FIXED($rate, digits: 0) } MB/s لكل نواة
plan-source-encoding = { FIXED($rate, digits: 0) } MB/s على { $cores } من الأنوية هنا، بترميز صفحات المساعدة في Python نفسها
plan-source-counted = معدود من شكل النموذج
plan-source-no_positions = دون جدول المواضع
plan-source-chinchilla = دون صفوف n-gram؛ نحو { NUMBER(20) } هو الأمثل من حيث الحوسبة (Chinchilla)، والأكثر من ذلك طبيعي لنموذج سيُستخدم
plan-source-nanogpt_flops = 6 N + 12 L C T، صيغة nanoGPT
plan-source-nanogpt_flops_token = 6 N + 12 L C T لكل token، صيغة nanoGPT
plan-source-six_n_d = 6 N D، دون الانتباه (attention)
plan-source-causal = 6 N_matmul + 6 L C T لكل token، دون ما يخفيه causal mask
plan-source-mfu = عدد FLOPs بحسب nanoGPT مقسومًا على { SIGNIFICANT($peak, digits: 4) } TFLOP/s
plan-source-training = step_ms x max_iters: التدريب وحده
plan-source-compiling = التصريف (compile) في أول خطوة، كما ذكره آخرون
plan-source-evaluation = عدد المرات { NUMBER($number) }، وفي كل منها { NUMBER($tokens, digits: 0) } token، مرور أمامي فقط
plan-source-saving = نسخة في الذاكرة بعد كل تقييم، بسرعة { SIGNIFICANT($memory) } GB/s؛ وتُكتب أثناء ذلك بسرعة { FIXED($disk, digits: 0) } MB/s
plan-source-power = من { PERCENT($low) } إلى { PERCENT($high) } من { FIXED($watts, digits: 0) } W؛ بطاقة GPU وحدها
plan-source-per_hour = { SIGNIFICANT($price) } في الساعة
plan-source-per_kwh = { SIGNIFICANT($price) } لكل kWh
plan-source-checkpoint = الأوزان وحالة المحسّنات
plan-source-token_bytes = { $width } بايت لكل token
plan-source-hoffmann = ملاءمة Hoffmann et al. 2022 على نصوص الويب، ممدودة إلى ما دون 70M معلمة؛ والنصوص الأخرى تختلف
plan-source-machine_roofline = نموذج roofline مع ذروة ضرب المصفوفات المقيسة على هذا الحاسوب؛ لم تُقس الخطوة ولا kernels
tune-long_sequence = يستغرق تسلسل واحد في هذا النموذج نحو { DURATION($seconds) } هنا: مهلة { SIGNIFICANT($budget) } ث أقصر من اللازم.
tune-smaller_or_longer = جرب نموذجًا أصغر، أو قيمة أصغر للخيار --block_size، أو مهلة أطول في --budget.
tune-long_own = قياس قيمتك batch_size={ $batch_size } يستغرق نحو { DURATION($seconds) } هنا: مهلة { SIGNIFICANT($budget) } ث أقصر من اللازم.
tune-longer_or_smaller = جرب --budget={ CODE($budget, format: ".0f") }، أو قيمة أصغر للخيار --batch_size.
tune-no_bandwidth = عرض نطاق { $device } ليس في الجدول.
tune-add_bandwidth = أضف --gpu_bandwidth بوحدة GB/s.
tune-doing-micro_batch = { FIXED($seconds, digits: 0) } ث: micro-batch بحجم { $size }
tune-doing-round = { FIXED($seconds, digits: 0) } ث: الجولة { $number } من micro-batches { $names }
tune-doing-trial = { FIXED($seconds, digits: 0) } ث: { $what }، الجولة { $number }
plan-doing-building = يجري بناء النموذج
plan-doing-running = يجري تنفيذ الخطوة بضع ثوان
plan-doing-kernel = يجري قياس kernel { $number } من { $kernels }: { $name }
tune-new_model = يبني fledge tune نموذجًا جديدًا، لا init_from={ $init_from }.
tune-give_size = أعط حجم النموذج بدلًا منه: --init_from=scratch --n_layer=... --n_head=... --n_embd=...
tune-one_process = يقيس fledge tune عملية واحدة.
tune-no_torchrun = شغّله دون torchrun.
tune-one_gpu = يأخذ fledge tune بطاقة GPU واحدة في كل مرة.
tune-try_gpu = جرب --gpu='{ $name }'.
tune-another_out = سم ملفًا آخر في --out، أو أضف --overwrite.
plan-large_micro_batch = حجم micro-batch من { $tokens } token أكبر مما يمكن التخطيط له.
