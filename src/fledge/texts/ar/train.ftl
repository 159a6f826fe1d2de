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
train-fewer_threads = الحاسوب مشغول، threads={ NUMBER($threads) } من الآن، وكانت { NUMBER($before) }: { SEPARATED($reasons) }
train-more_threads = الأنوية متاحة من جديد: threads={ NUMBER($threads) } من الآن، وكانت { NUMBER($before) }
train-threads_undone = threads={ NUMBER($threads) } من جديد: مع { NUMBER($fewer) } يستغرق التكرار { MILLISECONDS($now) }، وكان يستغرق { MILLISECONDS($before) }
train-neighbour = تشغيل آخر يتدرب على هذا الحاسوب: { $run } (العملية { $pid })

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

## what else several processes say

processes-already_some = الخيار --devices يشغل عمليات، وقد شغل torchrun بعضها بالفعل. احذف أحدهما.
processes-torchrun = ابدأ بالأمر `torchrun --nproc_per_node=N -m fledge train ...`، أو ألغ المتغيرات RANK وLOCAL_RANK وWORLD_SIZE.
processes-not_a_number = القيمة { $name }={ QUOTED($value) } في متغيرات البيئة ليست عددًا.
processes-cant_join = لا يمكن الانضمام إلى عمليات WORLD_SIZE وعددها { $number }: { $error }.

## the first lines of a run

train-note = ملاحظة: { $note }
train-plan = الخطة: { $plan }
train-loss_as_planned = خسارة التحقق المخططة { FIXED($planned, digits: 4) } (من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) })، والفعلية { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }، داخل النطاق
train-loss_not_as_planned = خسارة التحقق المخططة { FIXED($planned, digits: 4) } (من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) })، والفعلية { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }، خارج النطاق
train-data =
    عدد tokens للتدريب: { NUMBER($tokens) }، تُقرأ { SIGNIFICANT($epochs, digits: 3) } مرة في { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكرارين
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    }
train-data_part = {"  "}{ $name }: العدد { NUMBER($tokens) }، والحصة من المتتاليات { SIGNIFICANT($share, digits: 3) }، وتُقرأ { SIGNIFICANT($epochs, digits: 3) } مرة
train-vocabulary = vocab_size = { $size }، وفي { $dataset } العدد { $has }
train-weights_from = الأوزان من { $label }
train-shorter_context = block_size = { $value } من مواضع { $label } وعددها { NUMBER($positions) }
train-setting_changed = قيمة { $key } الآن { $value }، وكانت { $old }
train-shape_unused = لا يُستخدم { $key }={ $value } من { $origin }: قيمته في الأوزان { $has }
train-other_processes =
    حُفظ بعمليات عددها { $before }، واستؤنف باستخدام { $processes ->
        [zero] { NUMBER($processes) } عملية
        [one] عملية واحدة
        [two] عمليتين
        [few] { NUMBER($processes) } عمليات
        [many] { NUMBER($processes) } عملية
       *[other] { NUMBER($processes) } عملية
    }
train-other_device = حُفظ على { $before }، واستؤنف على { $device }
train-resumed = استؤنف { $path } عند التكرار { NUMBER($it) }
train-resumed_nanogpt = استؤنف { $path } الذي كتبه nanoGPT عند التكرار { NUMBER($it) }
train-nothing_left = لم يبق شيء للتدريب: أتم التشغيل كل تكراراته، وعددها { NUMBER($it) }. للمتابعة: { $command }

## while it goes

train-starting = يبدأ
train-compiling = يصرّف
train-evaluating = يقيّم
train-saving = يحفظ
train-sampling = يكتب عينة
train-progress = { COUNT($rate) } tokens/s · بقي { DURATION($left) }
train-progress_val = { COUNT($rate) } tokens/s · بقي { DURATION($left) } · خسارة التحقق { FIXED($val, digits: 4) }
train-progress_remark = { $progress } · { $remark }
train-remark_threads = الحاسوب مشغول، threads: { NUMBER($threads) } من { NUMBER($usual) }
train-remark_slowed = يبطئه عمل آخر
train-compiled = اكتمل التصريف في { FIXED($seconds, digits: 1) } ث
train-sample = عينة عند { FIXED($it, digits: 0) }: { QUOTED($text) }
train-val_losses = {"  "}خسارة التحقق لكل مجموعة بيانات: { $parts }
train-profiling = تُسجَّل أزمنة التكرارات من { FIXED($first, digits: 0) } إلى { FIXED($last, digits: 0) }: تستغرق وقتًا أطول
train-warning = تحذير: { $problem }

## a loss or a gradient that is not finite; the first two are parts of a sentence

train-bad_loss = الخسارة { $loss }
train-bad_norm = معيار التدرج (gradient norm) يساوي { $norm }
train-stopped_at_once = التكرار { FIXED($it, digits: 0) }: { $what }؛ توقف التشغيل قبل أن يُكتب شيء فوق ما حُفظ.
train-too_many_skipped =
    التكرار { FIXED($it, digits: 0) }: { $what }، وذلك في { $most ->
        [zero] { NUMBER($most) } تكرار متتال
        [one] تكرار واحد
        [two] تكرارين متتاليين
        [few] { NUMBER($most) } تكرارات متتالية
        [many] { NUMBER($most) } تكرارًا متتاليًا
       *[other] { NUMBER($most) } تكرار متتال
    }.
train-skipped = التكرار { FIXED($it, digits: 0) }: { $what }؛ تُركت هذه الخطوة
train-spike = التكرار { FIXED($it, digits: 0) }: ارتفاع مفاجئ (spike) للخسارة إلى { FIXED($loss, digits: 4) } والمعتاد { FIXED($mean, digits: 4) } ± { FIXED($deviation, digits: 4) }
train-bad_val = الخطوة { FIXED($it, digits: 0) }: خسارة التحقق { $loss }.
train-try_lower_rate = جرب قيمة أقل للخيار --learning_rate.
train-float16_overflows = يتجاوز float16 مداه بسهولة: جرب --dtype=bfloat16 أو float32، أو --learning_rate={ CODE($rate, format: ".2g") }.
train-not_clipped = التدرجات غير مقصوصة: جرب --grad_clip=1.0، أو --learning_rate={ CODE($rate, format: ".2g") }.
train-lower_rate = جرب --learning_rate={ CODE($rate, format: ".2g") }، أو قيمة أكبر للخيار --warmup_iters، أو --dtype=float32؛ والخيار --on_nan=skip يترك batches السيئة المتفرقة.
train-out_of_memory = نفدت الذاكرة على { $device }.
train-compile_fails = يفشل torch.compile هنا: { $reason }
train-do_not_compile = جرب --compile=False.
train-not_compiled = يفشل torch.compile هنا، ويستمر التشغيل دونه: { $reason }

## how it ended

train-stopped_early = توقف قبل إتمام التكرار الأول: لا شيء لمتابعته.
train-stopped = توقف عند التكرار { NUMBER($it) } وحُفظ. للمتابعة:
train-finished =
    انتهى: { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    }، واستغرق التدريب { DURATION($seconds) }
train-val_loss = خسارة التحقق { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) })؛ والأفضل { FIXED($best, digits: 4) }
train-val_loss_bits = خسارة التحقق { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) }، و{ FIXED($bits, digits: 3) } بت لكل بايت)؛ والأفضل { FIXED($best, digits: 4) }
train-run = التشغيل: { $run }
train-no_profile = سجل الأزمنة: لا شيء، إذ لم يبق تكرار لتتبعه
train-profile = سجل الأزمنة: { $path }، ويُفتح في ui.perfetto.dev
train-profile_title = التكرارات { FIXED($first, digits: 0) } إلى { FIXED($last, digits: 0) }: العمليات الحسابية بزمنها الخاص
train-profile_calls = مرات
train-profile_share = الحصة
train-profile_others = عمليات حسابية أخرى وعددها { $number }
train-profile_python = زمن Python بين العمليات الحسابية

## what can't be trained

train-nothing_given = يحتاج fledge train إلى مجموعة بيانات وإعدادات، ولا شيء منها هنا.
train-first_steps = لترى تشغيلًا كاملًا أولًا: fledge demo. ولنصك أنت: fledge prepare YOUR_TEXT.txt
train-nothing_to_profile = لا يجد --profile شيئًا يتتبعه: الإعداد eval_only لا يدرب أي تكرار.
train-leave_one_out = احذف أحدهما.
train-use_its_dataset = استخدم مجموعة البيانات التي صُنع النموذج لها.
train-try_vocab_size = جرب --vocab_size={ $size }.
train-small_vocabulary = القيمة vocab_size={ $size } أصغر مما تحتاجه { $dataset }، وعدد tokens فيها { NUMBER($tokens) }.
train-no_documents = يحتاج mask_documents=True إلى <|endoftext|> بين المستندات، ولا يوجد في { $dataset }: مفرداتها من tokenizer اسمه { $tokenizer }.
train-no_documents_advice = احذفه، أو جهز النص باستخدام --tokenizer=gpt2 أو byte.
train-other_tokens = تدرب { $label } على tokens من { $name }، والبيانات من { $data_name }: لن يفهم { $dataset }.
train-other_characters = تدرب { $label } على حروف أخرى: لن يفهم { $dataset }.
train-other_vocabulary = تدرب { $label } على مفردات { $name } أخرى: لن يفهم { $dataset }.
train-make_its_tokens = حوّل النص إلى tokens من { $tokenizer }: { $commands }.
train-or_new = أو احذف init_from ودرب نموذجًا جديدًا.
train-leaked = { $change }، وصار { $found } من { $kept } من عينات النص الذي تدرب عليه في قسم التحقق: ستبدو خسارته أفضل مما هي عليه.
train-leaked_advice = جهز البيانات كما كانت، أو ابدأ تشغيلًا جديدًا، أو استأنف رغم ذلك باستخدام --force.
train-muon_for_gpt2 = النموذج { $label } من نوع gpt2، والإعداد optimizer=muon ليس لهذا النوع.
train-use_adamw = استخدم --optimizer=adamw.
train-shape_of_run = لا يمكن تغيير { $key }={ $value } عند الاستئناف: قيمته في checkpoint هي { $has }. احذف { $key }، أو ابدأ تشغيلًا جديدًا بخيار --out_dir آخر.
train-shape_of_weights = لا يناسب { $key }={ $value } النموذج { $label }، فقيمته فيه { $has }. احذف { $key }.
train-beyond_positions = القيمة block_size={ $block_size } أكبر من عدد مواضع { $label } وهو { $positions }.
train-try_block_size = جرب --block_size={ $block_size }.
train-no_such_weights = القيمة init_from={ $name } ليست تشغيلًا، ولا ملف ckpt.pt، ولا مجلدًا فيه config.json وmodel.safetensors.
train-also_possible = ويمكن أيضًا: { $names }.
train-needs_hub = يحتاج init_from={ $name } إلى huggingface_hub.
train-no_download = لا يمكن جلب { $name } من Hugging Face hub: { $error }.
train-download_elsewhere = على حاسوب متصل بالشبكة، نزّل config.json وmodel.safetensors من openai-community/{ $name } إلى مجلد، ثم اكتب --init_from=FOLDER.
train-tracker_fails = لا يبدأ { $library }: { $error }.
train-tracker_offline = سجل الدخول إليه، أو اضبط { $variable }=offline، أو احذف --track.
train-tracker_missing = يحتاج --track={ $library } إلى { $library }.

## names of facts that processes compare, and where a process is: parts of a sentence

processes-fact-iteration = التكرار الذي يستأنف عنده
processes-fact-processes = عدد عمليات WORLD_SIZE
processes-fact-device = نوع الجهاز
processes-fact-tokens = مجموعة البيانات
processes-fact-code = كود fledge
watchdog-rank = rank { $rank }
watchdog-ranks = ranks { $ranks }
watchdog-place = { $place } ({ $ranks })
watchdog-in_backward = تبادل التدرجات في المرور الخلفي
watchdog-in_call = { $call }، تستدعيها { $place }
watchdog-in_function = { $name } في { $place }
watchdog-its_start = بدايتها
watchdog-slow_work = { $work } ({ $where })
