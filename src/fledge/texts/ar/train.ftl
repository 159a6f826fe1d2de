## What a run says while it goes: a machine that is busy with other work.
## A template names its numbers; texts/message.py lists the formats.

## parts of a sentence: why it is slow

load-others = تستخدم عمليات أخرى { FIXED($others, digits: 1) } من { SIGNIFICANT($cores) } نواة
load-steal = يأخذ مضيف هذا الحاسوب الافتراضي { FIXED($steal, digits: 1) } من { SIGNIFICANT($cores) } نواة
load-throttled = حصة الحاوية، وهي { SIGNIFICANT($cores) } نواة، تؤخره بما يعادل زمن { FIXED($throttled, digits: 1) } نواة
load-slow_clock = تعمل الأنوية بتردد { NUMBER($mhz, digits: 0) } MHz، وكانت تعمل بتردد { NUMBER($usual, digits: 0) } MHz
load-other_work = أخذ عمل آخر جزءًا من الأنوية
load-unknown = لا شيء مما يستطيع fledge قراءته هنا يبين السبب
train-slower_than_before = يستغرق التكرار { MILLISECONDS($now) }، أي { TIMES($ratio) } من { MILLISECONDS($best) } وهو زمن الأسرع في هذا التشغيل: { SEPARATED($reasons) }
train-slower_than_planned = يستغرق التكرار { MILLISECONDS($now) }، أي { TIMES($ratio) } من المخطط { MILLISECONDS($planned) }: { SEPARATED($reasons) }
train-waiting = ينتظر هذا التشغيل نواة { PERCENT($lost) } من الوقت: { SEPARATED($reasons) }
train-planned = التدريب المخطط { DURATION($planned) }، واستغرق { DURATION($took) }
train-planned_but_busy = التدريب المخطط { DURATION($planned) }، واستغرق { DURATION($took) }: كان الحاسوب مشغولًا في { PERCENT($share) } منه ({ SEPARATED($reasons) })

## requests to a run that goes on

request-stop = سينتهي { $run } بعد خطوته الحالية ويحفظ ({ $writer }).
request-save = سيحفظ { $run } checkpoint بعد خطوته الحالية ({ $writer }).
train-no_page = ملاحظة: يستمر التدريب دون صفحة. { $why }

## several processes

processes-failed = rank { $rank }: { $why }
processes-killed = أُنهيت العملية rank { $rank } قسرًا ({ $signal }).
processes-ended = انتهت العملية rank { $rank } برمز { $code } دون أي رسالة.
processes-silent = لم تخبر أي عملية العمليات الأخرى بقيمة { $key } منذ { DURATION($seconds) }.
processes-restart = fledge: { $why } تُشغَّل كل العمليات من جديد، من آخر checkpoint ({ $number } من { $most }).
processes-one_gpu = الخيار --device={ $device } يعني GPU واحدة، و--devices={ $number } يطلب أكثر. احذف --device.
processes-mps = الجهاز mps هو GPU واحدة. احذف --devices، أو استخدم --device=cpu.
processes-too_few_gpus =
    الخيار --devices={ $number } يطلب { $number ->
        [zero] { NUMBER($number) } GPU
        [one] GPU واحدة
        [two] { NUMBER($number) } GPUs
        [few] { NUMBER($number) } GPUs
        [many] { NUMBER($number) } GPU
       *[other] { NUMBER($number) } GPU
    }، وفي هذا الحاسوب { $gpus }. جرب --devices=auto، أو --device=cpu.
processes-already =
    الخيار --devices يشغل عمليات، وقد شغل torchrun بالفعل { $number ->
        [zero] { NUMBER($number) } عملية
        [one] عملية واحدة
        [two] عمليتان
        [few] { NUMBER($number) } عمليات
        [many] { NUMBER($number) } عملية
       *[other] { NUMBER($number) } عملية
    }. احذف أحدهما.
processes-from_python = تدرب fledge.train داخل العملية التي تستدعيها. لعدة عمليات: fledge train --devices={ $devices } في الطرفية (terminal).
processes-differs = قيمة { $name } في rank { $rank } تختلف عنها في rank 0: { $value } لا { $first }.
processes-differ = قيمة { $name } في ranks { $ranks } تختلف عنها في rank 0: { $value } لا { $first }.
processes-differ_more = وعدد الأخرى المختلفة { $number }.
processes-differ_advice = شغّل كل العمليات بالأمر نفسه والكود نفسه والبيانات نفسها.
processes-no_nccl = الخيار --backend=nccl لبطاقات NVIDIA مع نسخة torch فيها NCCL، وهذا التشغيل على { $device }. احذف --backend.
processes-lost = اختفت عملية من هذا التشغيل: { $why }.
processes-restarted = شغله agent من جديد ({ $number })، ويتابع { $run }
processes-restarted_anew = شغله agent من جديد ({ $number }): لم يكن في { $run } أي checkpoint بعد
processes-auto_resume_where = يحتاج --auto_resume إلى --out_dir: الموضع الذي يبحث فيه عن التشغيل.

## the watchdog of several processes

watchdog-frozen = لم تصدر عن { $ranks } أي إشارة حياة منذ { DURATION($seconds) }: إما متجمدة أو أن حاسوبها اختفى. آخر ظهور عند التكرار { NUMBER($it) }، في { $where }.
watchdog-absent = لم يبدأ { $ranks } منذ { DURATION($seconds) }، وقد بدأت العمليات الأخرى.
watchdog-no_store = لم يتقدم rank { $rank } منذ { DURATION($seconds) } عند التكرار { NUMBER($it) }: الموضع { $where }. المخزن المشترك (store) عند { $address }، حيث تترك العمليات إشارات الحياة، لا يجيب: ذلك الحاسوب، أو العملية التي تديره، متجمد أو اختفى.
watchdog-stuck = لم يتقدم { $ranks } منذ { DURATION($seconds) } عند التكرار { NUMBER($it) }: الموضع { $where }.
watchdog-all_wait = لم تتقدم أي عملية منذ { DURATION($seconds) } عند التكرار { NUMBER($it) }: كلها تنتظر، في { $where }. هل تعمل الشبكة بينها؟
watchdog-others = العمليات الأخرى تنتظر في { $where }.
