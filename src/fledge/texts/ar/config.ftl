## Settings: what is wrong with them, and what to type instead.

config-not_shared_by_processes =
    لا يمكن قسمة gradient_accumulation_steps={ $steps } بالتساوي على { $number ->
        [zero] { NUMBER($number) } عملية
        [one] عملية واحدة
        [two] عمليتين
        [few] { NUMBER($number) } عمليات
        [many] { NUMBER($number) } عملية
       *[other] { NUMBER($number) } عملية
    }.
config-not_shared_by_gpus =
    لا يمكن قسمة gradient_accumulation_steps={ $steps } بالتساوي على { $number ->
        [zero] { NUMBER($number) } GPU
        [one] GPU واحدة
        [two] { NUMBER($number) } GPUs
        [few] { NUMBER($number) } GPUs
        [many] { NUMBER($number) } GPU
       *[other] { NUMBER($number) } GPU
    }.
config-share_by_processes =
    جرب { EITHER($choices) }، أو { $fewer ->
        [zero] { NUMBER($fewer) } عملية
        [one] عملية واحدة
        [two] عمليتين
        [few] { NUMBER($fewer) } عمليات
        [many] { NUMBER($fewer) } عملية
       *[other] { NUMBER($fewer) } عملية
    }.
config-share_by_gpus =
    جرب { EITHER($choices) }، أو { $fewer ->
        [zero] { NUMBER($fewer) } GPU
        [one] GPU واحدة
        [two] { NUMBER($fewer) } GPUs
        [few] { NUMBER($fewer) } GPUs
        [many] { NUMBER($fewer) } GPU
       *[other] { NUMBER($fewer) } GPU
    }.

## config/fields.py: kinds of values, as parts of a sentence

config-kind-whole = عددًا صحيحًا
config-kind-number = عددًا
config-kind-switch = True أو False
config-kind-text = نصًا
config-huge_number = عدد من مئات الأرقام

## config/checks.py

config-odd_width = قيمة head_width={ $head_width } فردية. جرب --head_width={ $even }.
config-heads_divide = قيمة n_head={ $n_head } لا تقسم n_embd={ $n_embd }.
config-heads_divide_evenly = قيمة n_head={ $n_head } لا تقسم n_embd={ $n_embd } إلى أجزاء زوجية.
config-try_heads = جرب --n_head={ $near }.
config-try_even = جرب قيمة زوجية للخيار --n_embd.
config-kv_heads = قيمة n_kv_head={ $n_kv_head } لا تقسم n_head={ $n_head }. جرب --n_kv_head={ $near }.
config-no_bias = لا يصلح bias=True مع arch={ $arch }، فليس فيه bias. جرب --bias=False أو --arch=gpt2.
config-gelu = الإعداد gelu={ $gelu } لنموذج arch=gpt2. جرب --arch=gpt2، أو احذفه.
config-ngrams = الإعداد ngram_rows={ $ngram_rows } لنموذج arch=modern. جرب --arch=modern، أو --ngram_rows=0.
config-ngram_counts = الإعداد ngram_counts={ $ngram_counts } لنموذج arch=modern. جرب --arch=modern، أو --ngram_counts=0.
config-llama_only = الإعداد { $key }={ $value } للنموذجين arch=llama وqwen3. جرب --arch=qwen3، أو احذفه.
config-muon = لا يصلح optimizer=muon مع arch=gpt2. جرب --arch=modern، أو --optimizer=adamw.
config-min_lr = قيمة min_lr={ CODE($min_lr, format: "g") } أعلى من learning_rate={ CODE($learning_rate, format: "g") }. جرب --min_lr={ CODE($tenth, format: "g") }.
config-tracker = القيمة track={ QUOTED($tracker) } غير معروفة: { $trackers }.{ $near }
config-no_out_dir = الإعداد out_dir فارغ. جرب --out_dir=runs/NAME، أو احذفه.
config-planned_loss = القيمة planned_loss={ QUOTED($written) } ليست ثلاثة أعداد: الخسارة، والحد الأدنى والأعلى لنطاقها. احذفها.
config-device = القيمة device={ QUOTED($device) } غير معروفة. جرب auto أو cpu أو cuda أو cuda:0 أو mps.
config-decay_far = قيمة lr_decay_iters={ CODE($lr_decay_iters, format: ",") } بعيدة عن max_iters={ CODE($max_iters, format: ",") }: لن ينتهي معدل التعلم عند min_lr. المعتاد --lr_decay_iters={ $max_iters }.
config-long_warmup = قيمة warmup_iters={ CODE($warmup_iters, format: ",") } أطول من التشغيل: لن يبلغ معدل التعلم ذروته. المعتاد --warmup_iters={ $usual }.
config-high_rate = قيمة learning_rate={ CODE($learning_rate, format: "g") } عالية جدًا على AdamW: المعتاد من 1e-4 إلى 1e-3.

## config/fields.py

config-not_wanted = القيمة { $value } ليست { $wanted }
config-too_small = القيمة { $value } صغيرة جدًا: أقل قيمة { SIGNIFICANT($least, grouping: "always") }
config-not_above = القيمة { $value } صغيرة جدًا: يجب أن تكون أكبر من { SIGNIFICANT($above, grouping: "always") }
config-too_large = القيمة { $value } كبيرة جدًا: أكبر قيمة { SIGNIFICANT($most, digits: 10, grouping: "always") }

## config/mixture_spec.py

config-dataset_empty = في dataset={ QUOTED($dataset) } اسم فارغ. جرب --dataset=A:0.7,B:0.3.
config-dataset_below = القيمة dataset={ QUOTED($dataset) } ليست اسمًا داخل data_dir. جرب --data_dir=FOLDER --dataset=NAME.
config-dataset_twice = في dataset={ QUOTED($dataset) } يتكرر { $name } مرتين. اكتبه مرة واحدة، بمجموع وزنيه.
config-dataset_no_weight = ليس في dataset={ QUOTED($dataset) } وزن للاسم { $name }. جرب --dataset={ $example }.
config-dataset_weight = في dataset={ QUOTED($dataset) } وزن { $name } هو { QUOTED($weight) }، وليس عددًا أكبر من 0. جرب --dataset={ $example }.
config-dataset_word = في dataset={ QUOTED($dataset) } ليست { $weight } وزنًا للاسم { $name }. إن كانت لغة في مدونة نصوص فأنشئ منها مجموعة بيانات أولًا: fledge prepare { $dataset }
config-dataset_tiny = في dataset={ QUOTED($dataset) } نصيب { $name } أقل من تسلسل واحد من كل { NUMBER($most) }. احذفه، أو جرب --dataset={ $example }.

## config/arguments.py

config-needs_value = يحتاج { $name } إلى قيمة: { $name }={ $default }.
config-no_switch = { $name }: الإعداد { $key } ليس من نوع نعم أو لا. أعطه قيمة: --{ $key }={ $default }.
config-unknown = إعداد غير معروف { $name }.{ $near }
config-bad_option = --{ $key }={ $shown }: { $error }.

## config/file.py

config-not_plain = { $where }: السطر `{ $source }` ليس إعدادًا بسيطًا، وملفات الإعدادات لا تُنفذ. اكتب `key = value`، أو أضف --trust-config إن كنت تثق بالملف.
config-no_value = { $where }: { $name }: { $error }. اكتب قيمة بسيطة، أو أضف --trust-config لتنفيذ الملف.
config-too_deep = { $where }: { $name }: هذا التعبير متداخل أكثر من اللازم. اكتب قيمة بسيطة.
config-no_plain_value = { $where }: { $name }: { $error }. اكتب قيمة بسيطة.
config-file_value = { $where }: { $name }: { $error }.
config-file_unknown = { $path }:{ $line }: إعداد غير معروف { $name }.{ $near }
config-is_directory = { $path } مجلد، وليس ملف إعدادات.
config-name_a_file = اذكر ملفًا مثل config/demo.py.
config-too_large_file = الملف { $path } أكبر من أن يكون ملف إعدادات.
config-unreadable = لا يمكن قراءة { $path }: { $reason }.
config-shipped_ones = الأمر `ls config` يعرض الملفات المرفقة.
config-syntax = { $path }:{ $lineno }: { $msg }.
config-syntax_fix = في ملف الإعدادات أسطر مثل n_layer = 6.
config-no_settings_file = { $path } ليس ملف إعدادات: { $reason }.
config-python_text = هو نص Python: n_layer = 6.
config-file_failed = فشل { $path }: { $kind }: { $reason }.
config-correct_file = صحح الملف.

## config/load.py

config-damaged = { $source } تالف: ليس كائنًا (object).
config-new_run = ابدأ تشغيلًا جديدًا في out_dir آخر.
config-json_value = { $source }: { $key }: { $error }.
config-not_understood = لا تُفهم { QUOTED($name) } هنا.
config-written_so = تُكتب الإعدادات هكذا: --key=value.{ $near }
config-missing_file = لا يوجد ملف إعدادات { $name }.
config-shipped = المرفقة: { $shipped }.{ $near }

## config/expressions.py

config-round_digits = تقبل `round` { $most } من الأرقام على الأكثر
config-unknown_name = الاسم { $name } غير معروف هنا
config-no_time = لم يتم استيراد `time`
config-more_than_plain = التعبير `{ $source }` أكثر من قيم وحساب وأسماء سابقة
config-wide_format = هذا التنسيق عريض جدًا
config-elaborate = هذا f-string معقد جدًا
config-large_power = هذا الأس كبير جدًا
config-multiplied_text = لا يمكن ضرب النص هنا
config-percent_text = استخدم f-string بدل % على النص
config-long_text = هذا النص طويل جدًا
config-large_number = هذا العدد كبير جدًا
config-not_real = هذا ليس عددًا حقيقيًا
