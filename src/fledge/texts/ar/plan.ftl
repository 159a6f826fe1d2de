## Plans and tuning: notes, reasons and advice.
## A template names its numbers; texts/message.py lists the formats.

plan-tokens_per_parameter = نحو 20 هو الأمثل من حيث الحوسبة؛ والأكثر من ذلك طبيعي لنموذج ستستخدمه.
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
tune-note-slow_host = كل micro-batch تضيف عملًا على المضيف، مخططًا عند { FIXED($usual, digits: 1) } ms؛ والتشغيلات المنشورة تبين من 1 إلى 23 ms. مع { FIXED($slow, digits: 0) } ms تكون سرعة micro-batch بحجم { $choice } نسبة { PERCENT($choice_share) } من سرعة { $largest }: إن كان المضيف لديك بطيئًا فقس الاثنين
tune-legend-measured = النطاق: نطاق الإعادات.
tune-legend-planned = tokens/s: { $range }. مضيف بطيء: النسبة من الأفضل، حين تكلف كل micro-batch المضيف { FIXED($ms, digits: 0) } ms.
tune-note-left = الملف { $file } من تشغيل سابق لأمر `fledge tune`، وتُرك كما هو
tune-note-kept = لم يُكتب شيء: إعداداتك باقية كما هي
tune-note-compile_failed = { $problem }
tune-trial-not_a_setting = هذا ليس إعدادًا: يختاره `fledge train` باختبار خاص به
tune-trial-busy = كان الحاسوب مشغولًا
tune-trial-compile_too_long = في تشغيل قصير كهذا يستغرق التصريف (compile) وقتًا أطول مما يوفره
