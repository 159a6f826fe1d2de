## What `fledge checkpoint` says. A template names its numbers; texts/message.py lists the formats.

checkpoint-intact =
    { $path }: كل البايتات كما كُتبت، وعددها { NUMBER($bytes) } في { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    }
checkpoint-complete =
    { $path }: كامل، وفيه { $bytes ->
        [zero] { NUMBER($bytes) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($bytes) } بايتات
        [many] { NUMBER($bytes) } بايتًا
       *[other] { NUMBER($bytes) } بايت
    } في { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    }؛ ليس له checksums، فلن يظهر تلف داخل ملف
checkpoint-damaged = الملف { $file } تالف: { $problem }.
checkpoint-unread = { $path } كما كُتب، لكن لا يمكن قراءته: { $problem }
checkpoint-use_another = استخدم checkpoint آخر، أو انسخه من جديد من حيث هو سليم.
checkpoint-wrote = كُتب { $out } من { $source }: كان عدد الملفات { $before } فصار { $after }
checkpoint-next = التالي: { $command }
checkpoint-problem = مشكلة: { $problem }
checkpoint-reading = تُقرأ ملفات checkpoints
checkpoint-where = ينقص --out: أين يُكتب.
checkpoint-for_example = مثلًا --out={ $name }-whole
checkpoint-exists = { $out } موجود بالفعل.
checkpoint-another_name = اختر اسمًا آخر باستخدام --out.
checkpoint-nanogpts = كتب nanoGPT الملف { $path }: ليس checkpoint من fledge.
checkpoint-name_a_run = سمّ تشغيلًا، أو مجلدًا checkpoints/step-N فيه.

## the page of `fledge checkpoint inspect`

checkpoint-page-file = الملف
checkpoint-page-size = الحجم
checkpoint-page-tensors = tensors
checkpoint-page-dtypes = dtypes
checkpoint-page-iteration = التكرار
checkpoint-page-model = النموذج
checkpoint-page-saved_by = حفظته
checkpoint-page-on_disk = على القرص
checkpoint-page-losses = الخسائر
checkpoint-page-settings = الإعدادات
checkpoint-page-progress = { NUMBER($it) }، وعدد tokens هو { NUMBER($tokens) }
checkpoint-page-progress_of = { NUMBER($it) }، وعدد tokens هو { NUMBER($tokens) }، وهو { LIST($pointers) } في تشغيله
checkpoint-page-model_is = { $arch }، { COUNT($parameters) } معلمة
checkpoint-page-processes =
    { $number ->
        [zero] { NUMBER($number) } عملية
        [one] عملية واحدة
        [two] عمليتان
        [few] { NUMBER($number) } عمليات
        [many] { NUMBER($number) } عملية
       *[other] { NUMBER($number) } عملية
    }؛ { $chosen }
checkpoint-page-disk = { $size }، الصيغة { $format }
checkpoint-page-train = التدريب { FIXED($loss, digits: 4) }
checkpoint-page-val = التحقق { FIXED($loss, digits: 4) }
checkpoint-page-at = عند التكرار { NUMBER($it) }
checkpoint-page-best = أفضل خسارة تحقق حتى الآن { FIXED($loss, digits: 4) }

## a checkpoint that can't be used

checkpoint-none = ليس في { $run } أي checkpoint لمتابعته.
checkpoint-start_one = ابدأ تشغيلًا: `fledge train` دون --init_from=resume.
checkpoint-newer_format = صيغة { $path } هي { $format }، ونسخة fledge هذه تقرأ { $known }.
checkpoint-update = حدّث fledge.
checkpoint-torn = الملف { $path } ناقص: { NUMBER($actual) } من { NUMBER($size) } بايت.
checkpoint-copy_again = انسخه من جديد، أو احذف { $path } للمتابعة من خطوة سابقة.
checkpoint-no_key = الملف { $path } تالف: المفتاح { $key } غير موجود أو ليس { $kind }.
checkpoint-damaged_because = الملف { $path } تالف ({ $reason }).
checkpoint-other_settings = الملف { $path } تالف: إعداداته إعدادات نموذج آخر.
checkpoint-no_file = لا يوجد ملف { $path }.
checkpoint-check_path = تحقق من المسار.
checkpoint-another_file = استخدم ملفًا آخر.
checkpoint-unsafe = لا يمكن قراءة { $path } بأمان: { $reason }.
checkpoint-holds = ليس { $path } ملف checkpoint: فيه { $kind }.
checkpoint-not_nanogpts = ليس { $path } ملف checkpoint من nanoGPT ({ $reason }).
checkpoint-not_in_nanogpt = ليس في nanoGPT نموذج arch={ $arch }.
checkpoint-gpt2_only = لا يُصدَّر إليه إلا تشغيل فيه arch=gpt2.
checkpoint-state_does_not_fit = حالة التدريب في { $path } لا تناسب هذا التشغيل ({ $reason }).
checkpoint-from_its_weights = ابدأ من أوزانه بدلًا من ذلك: --init_from={ $path } --out_dir=NEW.
checkpoint-optimizer_does_not_fit = حالة المحسّن في { $path } لا تناسب ({ $reason }).
checkpoint-use_weights = استخدم --init_from={ $path }.

## why, as parts of a sentence

checkpoint-no_object = قيمة { $key } ليست object
checkpoint-no_file_of_it = { QUOTED($name) } ليس من ملفات checkpoint
checkpoint-key_is = قيمة { $key } هي { QUOTED($value) }
checkpoint-no_value = ليس في الإعدادات قيمة { $key }
checkpoint-not_chosen = لم تُحدد قيمة { $key }
checkpoint-holds_more = فيه أكثر من tensors وقيم بسيطة
checkpoint-model_holds_more = في النموذج أكثر من tensors
checkpoint-not_torchs = تالف، أو ليس من ملفات torch
checkpoint-not_as_written = ليس كما كُتب
checkpoint-cant_be_read = لا يمكن قراءته ({ $error })
checkpoint-other_size = عدد البايتات فيه { NUMBER($size) } لا { NUMBER($wanted) }
checkpoint-other_bytes = البايتات فيه ليست التي كُتبت
checkpoint-piece_at = جزء موضعه { QUOTED($offsets) }
checkpoint-pieces_differ = أجزاء { $name } مختلفة الأبعاد
checkpoint-pieces_dont_fit = أجزاء { $name } لا تكوّن tensor واحدًا
checkpoint-another_optimizer = محسّن آخر
checkpoint-another_optimizer_with = محسّن آخر فيه { $name }
checkpoint-of_process = العملية { $rank }: { $cause }

## a checkpoint that can't be written

checkpoint-shared_disk = يجب أن ترى كل العمليات --out_dir نفسه: مع عدة حواسيب، استخدم قرصًا مشتركًا بينها.
checkpoint-vanished = اختفى { $run }: لم يُحفظ checkpoint التكرار { NUMBER($it) }.
checkpoint-bring_back = أعد المجلد واستأنف، أو ابدأ التشغيل من جديد.
checkpoint-not_saved = لا يمكن حفظ { $path }: { QUOTED($cause) }.
checkpoint-not_there = كُتب { $path } وهو غير موجود.
checkpoint-damaged_anew = تلف { $path } أثناء كتابته.
checkpoint-check_disk = تحقق من القرص، وحاول من جديد.
