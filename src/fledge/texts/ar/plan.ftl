## Plans and tuning: notes, reasons and advice.
## A template names its numbers; texts/message.py lists the formats.

plan-tokens_per_parameter = نحو 20 هو الأمثل من حيث الحوسبة؛ والأكثر من ذلك طبيعي لنموذج ستستخدمه.
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
plan-note-nodes =
    { $nodes ->
        [zero] { NUMBER($nodes) } حاسوب
        [one] حاسوب واحد
        [two] حاسوبان
        [few] { NUMBER($nodes) } حواسيب
        [many] { NUMBER($nodes) } حاسوبًا
       *[other] { NUMBER($nodes) } حاسوب
    }: الزمن بينها مفترض من --network_gbit، ولا توجد قيمة منشورة تتحقق منه
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
    لا: كفت المهلة { $rounds } من { $needed ->
        [zero] { NUMBER($needed) } جولة
        [one] جولة واحدة
        [two] جولتين
        [few] { NUMBER($needed) } جولات
        [many] { NUMBER($needed) } جولة
       *[other] { NUMBER($needed) } جولة
    } قياس؛ { $outcome }. جرب --budget={ CODE($budget, format: ".0f") }
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
tune-measured-rounds =
    { $rounds ->
        [zero] { NUMBER($rounds) } جولة
        [one] جولة واحدة
        [two] جولتان
        [few] { NUMBER($rounds) } جولات
        [many] { NUMBER($rounds) } جولة
       *[other] { NUMBER($rounds) } جولة
    } متناوبة
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
tune-note-slow_host = كل micro-batch تضيف عملًا على المضيف، مخططًا عند { FIXED($usual, digits: 1) } ms؛ والتشغيلات المنشورة تبين من 1 إلى 23 ms. مع { FIXED($slow, digits: 0) } ms تكون سرعة micro-batch بحجم { $choice } نسبة { PERCENT($choice_share) } من سرعة { $largest }: إن كان المضيف لديك بطيئًا فقس الاثنين
tune-legend-measured = النطاق: نطاق الإعادات.
tune-legend-planned = tokens/s: { $range }. مضيف بطيء: النسبة من الأفضل، حين تكلف كل micro-batch المضيف { FIXED($ms, digits: 0) } ms.
tune-note-left = الملف { $file } من تشغيل سابق لأمر `fledge tune`، وتُرك كما هو
tune-note-kept = لم يُكتب شيء: إعداداتك باقية كما هي
tune-note-compile_failed = { $problem }
tune-trial-not_a_setting = هذا ليس إعدادًا: يختاره `fledge train` باختبار خاص به
tune-trial-busy = كان الحاسوب مشغولًا
tune-trial-compile_too_long = في تشغيل قصير كهذا يستغرق التصريف (compile) وقتًا أطول مما يوفره

## Verdicts, ranges and bases

plan-fits = تتسع له الذاكرة
plan-does_not_fit = لا تتسع له الذاكرة
plan-memory_not_known = الذاكرة غير معروفة
plan-compiled = مصرّف
plan-eager = eager
plan-range = { $value } (من { $low } إلى { $high })
plan-nats = من { FIXED($low, digits: 2) } إلى { FIXED($high, digits: 2) } nats لكل token
plan-basis-computed = محسوب
plan-basis-traced = متتبع
plan-basis-measured = مقيس
plan-basis-table = جدول
plan-basis-assumed = مفترض

## The page of `fledge plan`: names of rows, then what stands in them

plan-page-memory = الذاكرة
plan-page-time = الزمن
plan-page-done = الانتهاء
plan-page-energy = الطاقة
plan-page-cost = التكلفة
plan-page-parameters = المعلمات
plan-page-tokens = tokens
plan-page-iteration = التكرار
plan-page-exchange = التبادل
plan-page-efficiency = الكفاءة
plan-page-first_step = أول خطوة
plan-page-evaluation = التقييم
plan-page-saving = الحفظ
plan-page-compiling = التصريف
plan-page-preparing = التجهيز
plan-page-training = التدريب
plan-page-disk = القرص
plan-page-val_loss = خسارة التحقق
plan-page-basis = الأساس
plan-page-the_data = البيانات
plan-page-in_program = في { $program }
plan-page-without_flash = بلا flash attention
plan-page-in_unit = { $range } { $unit }
plan-page-memory_of = { $verdict }: حجم tensors هو { $tensors }، والمجموع حتى { FIXED($total, digits: 1) } من { SIGNIFICANT($has, digits: 3) } GB
plan-page-memory_total = { $verdict }: حجم tensors هو { $tensors }، والمجموع حتى { FIXED($total, digits: 1) } GB
plan-page-no_bandwidth = غير معروف: عرض نطاق ذاكرة الجهاز ليس في الجدول
plan-page-of_training = { $span } من التدريب
plan-page-if_started_now = { $finish } إن بدأ الآن، مع { LIST($others) }
plan-page-little_money = أقل من 0.01
plan-page-at_price = { $money } ({ $price })
plan-page-sizes = { NUMBER($all, digits: 2) }M (وبعدّ nanoGPT هي { NUMBER($nanogpts, digits: 2) }M)
plan-page-tokens_read = { NUMBER($each, digits: 0) } في التكرار، { NUMBER($all, digits: 0) } في المجموع
plan-page-epochs = عدد epochs هو { FIXED($epochs, digits: 2) }؛ { $ratio } من tokens لكل معلمة
plan-page-epochs_not_known = عدد epochs غير معروف (--dataset_tokens)؛ { $ratio } من tokens لكل معلمة
plan-page-flops = { SIGNIFICANT($total, digits: 3) } في المجموع بصيغة nanoGPT؛ وبصيغة 6ND { SIGNIFICANT($simple, digits: 3) }، وسببيًا { SIGNIFICANT($causal, digits: 3) }
plan-page-exchanged = منه { $range } ms عبر { $link }
plan-page-of_gpus_alone = { $range } من أداء العدد نفسه من GPUs منفردة
plan-page-to_compile = { $range } s للتصريف
plan-page-more = { DURATION($seconds) } إضافية
plan-page-memory_part = { $size } MB { $what }
plan-page-weights = الأوزان
plan-page-gradients = التدرجات
plan-page-optimizer = المحسّن
plan-page-logits = logits
plan-page-activations = التنشيطات
plan-page-buckets = نسخة التدرجات للتبادل
plan-page-gathered = ما جُمع من shards
plan-page-update = التحديث
plan-page-context_and_slack = سياق GPU وهامش
plan-page-process_and_slack = العملية وهامش
plan-page-disk_checkpoints = checkpoints بحجم { GIBIBYTES($gib) }
plan-page-disk_both = checkpoints بحجم { GIBIBYTES($gib) }، والبيانات { GIBIBYTES($data) }
plan-page-loss_not_known = غير معروفة لنص كهذا
plan-page-not_here_yet = ليست هنا بعد: { $command }
plan-page-download = التنزيل { GIBIBYTES($gib) }
plan-page-download_up_to = التنزيل من { GIBIBYTES($gib) } إلى { GIBIBYTES($most) }
plan-page-disk_at_most = القرص { GIBIBYTES($most) } على الأكثر، و{ GIBIBYTES($least) } بعد الانتهاء
plan-page-besides_download = { $span } عدا التنزيل
plan-page-no_time_besides = أقل من ثانية عدا التنزيل
plan-page-memory_up_to = الذاكرة { NUMBER($mb, digits: 0) } MB، وحتى { NUMBER($most, digits: 0) }
plan-page-nanogpt = التشغيل نفسه في nanoGPT، الذي يحسب كل logits معًا: { SEPARATED($needs) }.
plan-page-needs = { $how } { $memory } ({ $verdict })، { $time } { $unit } لكل تكرار
plan-page-needs_memory = { $how } { $memory } ({ $verdict })
plan-page-note = ملاحظة: { $note }
plan-page-measure_one = تكرار واحد مقيس يجعلها أدق: `--measured="SETTINGS:TIME"`.
plan-page-next = التالي:

## The table of `fledge plan` for several GPUs, and --check

plan-page-of = من
plan-page-range = النطاق
plan-page-seconds = ثوان
plan-page-minutes = دقائق
plan-page-hours = ساعات
plan-page-yes = نعم
plan-page-no = لا
plan-page-run = { NUMBER($parameters, digits: 2) }M معلمة، { NUMBER($total_tokens, digits: 0) } من tokens، { SIGNIFICANT($flops_total, digits: 3) } FLOPs
plan-page-legend = عمود GB: مع سياق GPU وهامش. عمود { $unit }: التدريب وحده، من ورقة المواصفات والخطوة المتتبعة.
plan-page-planned = المخطط
plan-page-actual = الفعلي
plan-page-off_by = الفرق

## One line before a run starts: parts with commas between them

plan-headline-tokens = { COUNT($tokens) } token
plan-headline-time = نحو { $span } من التدريب، وينتهي { $finish }
plan-headline-memory_of = حتى { FIXED($gb, digits: 1) } من { SIGNIFICANT($has, digits: 3) } GB
plan-headline-memory = حتى { FIXED($gb, digits: 1) } GB
plan-headline-rough = { COUNT($tokens) } token، نحو { DURATION($seconds) } تقريبًا، { NUMBER($mb, digits: 0) } MB على الأقل
plan-refused = يحتاج هذا التشغيل إلى ما يصل إلى { NUMBER($needed, digits: 1) } GB وفي { $device } منها { NUMBER($has, digits: 1) } GB.
plan-force = يبدؤه --force مع ذلك.
plan-no_plan = ليس لدى { $run } خطة تُراجع.
plan-which_have_one = التشغيلات التي ينهيها `fledge train` لها خطة.

## A plan in a notebook

plan-card-memory_not_known = ذاكرة الجهاز غير معروفة
plan-card-needs = حجم tensors هو { GIBIBYTES($tensors) }، والمجموع حتى { GIBIBYTES($total) }: { $verdict }
plan-card-needs_of = حجم tensors هو { GIBIBYTES($tensors) }، والمجموع حتى { GIBIBYTES($total) } من { GIBIBYTES($has) }: { $verdict }
plan-card-learning_rate = معدل التعلم
plan-card-iterations = التكرارات
plan-card-schedule = معدل التعلم من { SIGNIFICANT($first, digits: 3) } إلى { SIGNIFICANT($last, digits: 3) } خلال { $iterations ->
    [zero] { NUMBER($iterations) } تكرار
    [one] تكرار واحد
    [two] تكرارين
    [few] { NUMBER($iterations) } تكرارات
    [many] { NUMBER($iterations) } تكرارًا
   *[other] { NUMBER($iterations) } تكرار
}.
plan-card-with_the_rest = مع ما بقي
plan-card-speed = السرعة
plan-card-tokens = { COUNT($tokens) } خلال { $iterations ->
    [zero] { NUMBER($iterations) } تكرار
    [one] تكرار واحد
    [two] تكرارين
    [few] { NUMBER($iterations) } تكرارات
    [many] { NUMBER($iterations) } تكرارًا
   *[other] { NUMBER($iterations) } تكرار
}
plan-card-checkpoints = checkpoints
plan-card-on_disk = { GIBIBYTES($gib) } على القرص
plan-card-advice = نصيحة
plan-card-note = ملاحظة
plan-card-time = { DURATION($value) } (من { DURATION($low) } إلى { DURATION($high) }؛ { $basis })
plan-card-range = { $value } (من { $low } إلى { $high }) ({ $basis })
plan-card-range_in = { $value } (من { $low } إلى { $high }) { $unit } ({ $basis })
plan-card-nats = من { FIXED($low, digits: 2) } إلى { FIXED($high, digits: 2) } nats لكل token ({ $basis })
