## data/dataset.py

data-none = لا توجد مجموعة بيانات في { $path }.
data-newer = إصدار { $file } هو { $version }؛ وهذا fledge يقرأ حتى الإصدار { $known }.
data-update = حدّث fledge.
data-unusable = لا يمكن استعمال { $file }: { $problem }.
data-problem-version = لا يذكر الإصدار 1 أو { $version }
data-problem-dtype = قيمة dtype هي { $dtype }، لا uint16 ولا uint32
data-problem-counts = ليس في { $key } عددان صحيحان للقسمين `train` و`val`
data-problem-vocab_size =
    قيمة vocab_size هي { $said }، وفي tokenizer الخاص به { $vocab_size ->
        [zero] { NUMBER($vocab_size) } token
        [one] token واحد
        [two] { NUMBER($vocab_size) } tokens
        [few] { NUMBER($vocab_size) } tokens
        [many] { NUMBER($vocab_size) } token
       *[other] { NUMBER($vocab_size) } token
    }
data-problem-no_lists = ليس في shards قائمتان للقسمين `train` و`val`
data-problem-no_shards = ليس في shards شيء لقسم { $name }
data-problem-entry = في shards القيمة { QUOTED($entry) } ضمن ما يخص { $name }
data-problem-totals = في shards قسم { $name } من tokens { NUMBER($total) }، وهو يذكر { NUMBER($said) }
data-odd_bytes = عدد بايتات { $path } فردي ({ NUMBER($size) }): هو مبتور.
data-missing_file = ليس في { $path } ملف { $file }.
data-wrong_size =
    في { $path } { $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    }، ويذكر dataset.json العدد { NUMBER($expected) }: هو تالف.
data-empty_file = { $path } فارغ.
data-not_uint16 = كل token ثانٍ في { $path } هو 0: لم يُكتب بصيغة uint16، وهي صيغة nanoGPT.
data-write_uint16 = اكتبه بصيغة uint16، أو اصنعه من نصه مرة أخرى: { $command }
data-make = اصنعها: { $command }
data-make_again = اصنعها من نصها مرة أخرى: { $command }

## data/meta_pickle.py

data-meta-again = جهز النص من جديد: `fledge prepare PATH`
data-meta-asks = يطلب { $name }، ولا يُقرأ إلا النص والأعداد
data-meta-cant_read = لا يمكن قراءة { $path }: { $reason }.
data-meta-unreadable = { $path } ليس `meta.pkl` تمكن قراءته: { $reason }.
data-meta-not_nanogpt = { $path } ليس `meta.pkl` من nanoGPT: { $problem }.
data-meta-too_large =
    أكثر من { $most ->
        [zero] { NUMBER($most) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($most) } بايتات
        [many] { NUMBER($most) } بايتًا
       *[other] { NUMBER($most) } بايت
    } أكبر من جدول أحرف
data-meta-memo =
    يتذكر القيمة رقم { NUMBER($index) } بعد { $remembered ->
        [zero] { NUMBER($remembered) } قيمة
        [one] قيمة واحدة
        [two] قيمتين
        [few] { NUMBER($remembered) } قيم
        [many] { NUMBER($remembered) } قيمة
       *[other] { NUMBER($remembered) } قيمة
    }
data-meta-no_dict = ليس فيه dict
data-meta-missing = { QUOTED($key) } ناقص أو ليس من النوع { $type }
data-meta-sizes = قيمة vocab_size هي { $size }، وعدد مدخلات `itos` هو { $itos } و`stoi` هو { $stoi }
data-meta-no_character = ليس في `itos` حرف واحد من أجل token رقم { $token }
data-meta-disagree = يختلف `stoi` و`itos` في token رقم { $token }

## data/loader.py

data-outside_vocabulary = token رقم { $token } في الموضع { NUMBER($position) } من قسم { $split } خارج مفردات النموذج، وعددها { NUMBER($vocab_size) }.
data-again_or_vocab_size = جهز مجموعة البيانات من جديد، أو اضبط --vocab_size.
data-block_too_long =
    block_size={ $block_size } أطول من اللازم: في قسم { $split } { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }.
data-try_block_size = جرب --block_size={ $block_size }.
data-more_text = جهز نصًا أكثر.

## data/inspect.py

data-without_text = تُعرض tokens أرقامًا دون نصها: { $problem }
data-ends_differ =
    في { $name } يرد <|endoftext|> { $ends ->
        [zero] { NUMBER($ends) } مرة
        [one] مرة واحدة
        [two] مرتين
        [few] { NUMBER($ends) } مرات
        [many] { NUMBER($ends) } مرة
       *[other] { NUMBER($ends) } مرة
    }، ويذكر dataset.json من المستندات { NUMBER($documents) }.

## data/shard_checks.py

data-shard-missing = { $file } ناقص.
data-shard-wrong_size =
    في { $file } { $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    }، والواجب { NUMBER($expected) }.

## data/mixture.py

data-one_normalize = جهزهما بخيار --normalize واحد.
data-one_tokenizer = جهزهما بخيار --tokenizer واحد: gpt2 أو byte أو مفردات متعلمة.

## data/shards.py

data-cant_read = لا يمكن قراءة { $path }: { $reason }.
data-prepare_again = جهز مجموعة البيانات من جديد.
data-shrunk = هو أقصر مما كان

## What else is wrong with a dataset

data-foreign = في { $path } token رقم { $token } في الموضع { NUMBER($position) }، وهو خارج المفردات، وعددها { NUMBER($vocab_size) }.
data-foreign_assumed = في { $path } token رقم { $token } في الموضع { NUMBER($position) }، وهو خارج المفردات، وعددها { NUMBER($vocab_size) } (تُفترض مفردات GPT-2: لا يوجد dataset.json ولا `meta.pkl`).
data-make_own = لصنعها من نصك: { $command }
data-strays = { COMMAS($files) }: ليست من مجموعة البيانات.
data-more_strays = { COMMAS($files) } ...: ليست من مجموعة البيانات.
data-shard-unreadable = لا يمكن قراءة { $file }: { $reason }.
data-shard-changed = تغير { $file } منذ كتابته: يختلف sha256 الخاص به.
data-shard-foreign =
    في { $file } { $number ->
        [zero] { NUMBER($number) } token
        [one] token واحد
        [two] { NUMBER($number) } tokens
        [few] { NUMBER($number) } tokens
        [many] { NUMBER($number) } token
       *[other] { NUMBER($number) } token
    } خارج المفردات، وعددها { NUMBER($vocab_size) }: token رقم { $token } في الموضع { NUMBER($position) }.
data-shard-foreign_at_least =
    في { $file } على الأقل { $number ->
        [zero] { NUMBER($number) } token
        [one] token واحد
        [two] { NUMBER($number) } tokens
        [few] { NUMBER($number) } tokens
        [many] { NUMBER($number) } token
       *[other] { NUMBER($number) } token
    } خارج المفردات، وعددها { NUMBER($vocab_size) }: token رقم { $token } في الموضع { NUMBER($position) }.
data-changed = تغيرت { $label } منذ حفظ checkpoint: { SEPARATED($changes) }
data-changed-counts = كان عدد tokens في { $split } هو { NUMBER($before) }، وصار { NUMBER($now) }
data-changed-others = في { $split } tokens أخرى
data-mixed_normalized = لا يمكن خلط { $a } و{ $b }: نصاهما موحدان بطريقتين، { $first } و{ $second }.
data-mixed_tokenizers = لا يمكن خلط { $a } و{ $b }: لكل منهما tokenizer مختلف، { $first } و{ $second }.
data-mixed_vocabularies = لا يمكن خلط { $a } و{ $b }: لكل منهما مفردات { $name } مختلفة.

## The page of `fledge data inspect`

data-reading = قراءة { $name }
data-problem_line = مشكلة: { $problem }
data-page-note = ملاحظة: { $note }
data-page-tokenizer = tokenizer
data-page-on_disk = على القرص
data-page-made_from = صُنعت من
data-page-normalized = التوحيد
data-page-left_out = المستبعد
data-page-vocabulary =
    { $name }، { $vocab_size ->
        [zero] { NUMBER($vocab_size) } token
        [one] token واحد
        [two] { NUMBER($vocab_size) } tokens
        [few] { NUMBER($vocab_size) } tokens
        [many] { NUMBER($vocab_size) } token
       *[other] { NUMBER($vocab_size) } token
    }، { $dtype }
data-page-change = { $name } { NUMBER($number) }
data-page-files =
    { $paths } ({ $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفان
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    })
data-page-tokens = عدد tokens
data-page-text = النص
data-page-bytes_per_token =
    بايت لكل
    token
data-page-documents = المستندات
data-page-shard = shard
data-page-more_shards =
    {"..."} و{ $number ->
        [zero] { NUMBER($number) } غيرها
        [one] واحد آخر
        [two] اثنان آخران
        [few] { NUMBER($number) } أخرى
        [many] { NUMBER($number) } غيرها
       *[other] { NUMBER($number) } غيرها
    }
data-page-as_written = كما كُتب
data-page-no_sha256 = قُرئ؛ ولا يُعرف sha256
data-page-not_compared = لم يُقارن
data-page-common_of_all = الأكثر ورودًا من كل tokens التدريب، وعددها { NUMBER($number) }:
data-page-common_of_some = الأكثر ورودًا من tokens تدريب متباعدة بالتساوي، وعددها { NUMBER($number) }:
data-page-sample = قسم { $split } ابتداء من token رقم { NUMBER($position) }:
data-page-problems =
    { $number ->
        [zero] { NUMBER($number) } مشكلة
        [one] مشكلة واحدة
        [two] مشكلتان
        [few] { NUMBER($number) } مشكلات
        [many] { NUMBER($number) } مشكلة
       *[other] { NUMBER($number) } مشكلة
    }
data-page-copy_again = انسخ الملفات من جديد، أو جهز مجموعة البيانات من جديد.
data-page-unchecked = لم تُفحص
data-page-sizes_right = الأحجام صحيحة؛ ودون --no-check يُقرأ كل شيء.
data-page-sound = سليمة
data-page-every_byte = كل بايت كما كُتب، وكل token في المفردات.
data-page-sound_known = سليمة بقدر ما يُعرف
data-page-every_token = كل token في المفردات؛ ولم يُحفظ sha256.
data-page-size = { NUMBER($n, digits: 1) } { $unit }
data-page-bytes = { NUMBER($n, digits: 0) } بايت
data-state-missing = ناقص
data-state-wrong_size = حجم خاطئ
data-state-unreadable = لا تمكن قراءته
data-state-changed = تغير
data-state-foreign = tokens غريبة
