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
