## Models and tokenizers of other programs.

interop-torn_gguf = { $path } ناقص أو ليس ملف GGUF.
interop-incomplete_one =
    { $folder } غير مكتمل: ينقص { $first } من { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    }.
interop-incomplete_more =
    { $folder } غير مكتمل: ينقص { $first } و{ $more } غيره من { $files ->
        [zero] { NUMBER($files) } ملف
        [one] ملف واحد
        [two] ملفين
        [few] { NUMBER($files) } ملفات
        [many] { NUMBER($files) } ملفًا
       *[other] { NUMBER($files) } ملف
    }.
interop-other_setting = في { $source } الإعداد { $name }={ $found }، ولا يقبل { $kind } في fledge إلا { EITHER($allowed) }.
interop-another_model = استخدم نموذجًا آخر.

## interop/chat_template.py

interop-copy_again = انسخه من جديد.

## interop/gguf_export.py

interop-another_vocabulary = درب على مفردات أخرى: fledge prepare TEXT --tokenizer=bpe:4096 (أو gpt2 أو byte).
interop-needs_gguf = يحتاج { $what } إلى حزمة gguf.
interop-no_modern = ليس في llama.cpp arch=modern.
interop-no_modern_fix = صدّره باستخدام --to=hf، أو درب مع --arch=qwen3 الذي يشغله llama.cpp وOllama.
interop-q8_widths = يحتاج q8_0 إلى عرض من مضاعفات { $block }، والعرض هنا { $widths }.
interop-use_float16 = استخدم --dtype=float16.
interop-beyond_ascii = ليس في llama.cpp مفردات من أحرف خارج ASCII، مثل { QUOTED($other) }.
interop-old_words = تعلم هذه المفردات إصدار أقدم من fledge: لا يستطيع llama.cpp تقطيع النص إلى كلمات كما تفعل.
interop-old_words_fix = صدّره باستخدام --to=hf، أو تعلم مفردات جديدة ودرب عليها: fledge prepare TEXT --tokenizer=bpe:{ $vocab_size }.
interop-other_words = لا يستطيع llama.cpp تقطيع النص إلى كلمات كما تفعل هذه المفردات، لذا تختلف ids فيه.

## interop/gguf_file.py

interop-download_again = انسخه أو نزّله من جديد.
interop-unreadable_kind = { $path }: نوع { $tensor } هو { $kind }، ولا يمكن قراءته.
interop-another_file = استخدم ملفًا آخر.
interop-gguf_type = في { $path } نموذج من النوع { QUOTED($type) }؛ ويقرأ fledge الأنواع { $model_types }.
interop-one_of_these_files = استخدم ملفًا من أحد هذه الأنواع.
interop-scaled_rope = يغير { $path } مقياس المواضع الدورانية (rotary) ({ $scaling }).
interop-unscaled = استخدم نموذجًا لا يفعل ذلك.
interop-no_such_model = لا يصف { $path } نموذج { $arch } ({ $reason }).
interop-gguf_setting = في { $path } الإعداد { $name }={ $found }، ولا تقبل نماذج fledge إلا { $wanted }.
interop-gguf_tokenizer = في { $path } tokenizer من النوع { $kind } { $pre }؛ ويقرأ fledge أزواج البايتات من الأنواع { $known }.
interop-unusable_tokenizer = { $path }: لا يمكن استخدام tokenizer الذي فيه: { $why }.
interop-damaged_tokenizer = { $path }: tokenizer الذي فيه تالف ({ $reason }).

## interop/hf_config.py

interop-one_of_these_folders = استخدم مجلدًا من أحد هذه الأنواع.
interop-hf_type = يصف { $source } نموذجًا من النوع { QUOTED($type) }؛ ويقرأ fledge الأنواع { $model_types }.
interop-check_folder = تحقق من المجلد.

## interop/hf_export.py

interop-no_room = يحتاج { $out } إلى { NUMBER($needed, digits: 2) } GB، والمتاح على القرص { NUMBER($free, digits: 2) } GB.
interop-no_room_fix = أفرغ بعض المساحة، أو اكتب في مكان آخر باستخدام --out، أو قلل البايتات باستخدام --dtype.

## interop/hf_folder.py

interop-vocabulary_size =
    في { $label } مفردات حجمها { NUMBER($vocab_size) }، وفي tokenizer الخاص به { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }.
interop-own_tokenizer = استخدم tokenizer الذي يخصه.

## interop/hf_tokenizer.py

interop-no_byte_pairs = ليس في { $name } tokenizer أزواج بايتات.
interop-half_surrogate = في مفردات الأحرف نصف surrogate pair، ولا يمكن لملف tokenizer.json أن يحمله.
interop-prepare_again = جهز النص من جديد باستخدام --tokenizer=byte أو gpt2.

## interop/hf_weights.py

interop-weight_kind = { $path }: نوع { $name } هو { $kind }، ويقرأ fledge الأنواع { $kinds }.
interop-no_weights = ليس في { $folder } لا { $whole } ولا { $index }.
interop-safetensors_only = لا يقرأ fledge إلا safetensors: الملفات الأخرى يمكنها تنفيذ كود.
interop-no_weight_map = ليس في { $index } weight_map.
interop-outside_folder = يذكر { $index } الاسم { QUOTED($name) }، وهو ليس في مجلده.
interop-torn_safetensors = { $path } ناقص أو ليس ملف safetensors ({ $reason }).
