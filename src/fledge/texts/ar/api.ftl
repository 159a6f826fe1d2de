## api/asked_gpus.py

api-no_gpu = القيمة --gpu={ QUOTED($gpu) } لا تسمي GPU.
api-devices_lists = الأمر `fledge devices` يعرضها.
api-describes_one = الخيار --gpu_tflops وأمثاله تصف GPU واحدة.
api-name_one_gpu = سم GPU واحدة في --gpu، أو احذفها.
api-gpu_needs = بطاقة GPU ليست في الجدول تحتاج إلى { $needed } أيضًا.
api-gpu_example = مثلًا --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700.
api-your_gpu = بطاقة GPU لديك
api-your_description = وصفك

## api/call.py

api-platforms = يعمل fledge على Linux وmacOS.
api-use_wsl = على Windows استخدمه داخل WSL: `wsl --install`

## api/comparing.py

api-run_or_log = تشغيل أو سجل
api-mixed = لا يمكن خلط تشغيلات مقروءة بأسماء تشغيلات.
api-read_each = اقرأ كلًا منها باستخدام fledge.read.
api-for_named = الخيار { $option } لسجلات تُذكر بأسمائها.
api-give_to_read = أعطه للدالة fledge.read.
api-piped_once = الرمز - يعني ما يصل عبر الأنبوب (pipe)، مرة واحدة.
api-save_one = احفظ أحدها في ملف.
api-two_runs = يأخذ `compare` تشغيلين أو أكثر، لا { $number }.
api-try_compare = جرب `fledge compare A B`؛ أو `fledge compare A A --pick=1,2` لتشغيلين في ملف واحد.
api-pick_each = القيمة --pick={ $pick } ليست رقمًا لكل منها.
api-try_pick = جرب --pick=1,2.
api-values_each = عدد القيم في --{ $name } هو { $values }، وعدد التشغيلات { $runs }.
api-one_for_each = أعط قيمة واحدة للكل، أو قيمة لكل منها.
api-contradicts = أعطيت --{ $key }={ $value }، لكن { $name } يذكر { $key }={ $said } ({ $origin }).
api-give_each = أعط قيمة لكل منها: --{ $key }=FIRST,SECOND؛ والقيمة الفارغة تتركه كما هو.

## api/frames.py

api-no_table_library = ليست { QUOTED($library) } مكتبة جداول يعرفها fledge.
api-try_pandas = جرب pandas أو polars.
api-frame_needs = تحتاج to_frame إلى { $libraries }.

## api/models.py

api-load_takes = تأخذ `load` اسم تشغيل أو ملف، لا { QUOTED($source) }.
api-load_example = مثلًا fledge.load("runs/demo").
api-nothing_to_score = لا شيء لحسابه: النص فارغ.
api-longer_text = أعط نصًا فيه token واحد أو أكثر.
api-not_text = نوع { $name } هو { $kind }، وليس نصًا.
api-give_str = أعط `str`.
api-half_character = في { $name } نصف حرف لا يمكن كتابته في UTF-8.
api-leave_out = احذفه.

## api/names.py

api-no_name = ليس { $written } اسم { $what }.
api-give_path = أعط مسارًا، نصًا أو `Path`.
api-not_a_name = القيمة من النوع { $kind } ليست اسم { $what }.
api-settings_by_name = أعط الإعدادات بأسمائها: `f(**settings)`.

## api/open_runs.py

api-config_each = يسمي --config ملفات عددها { $files } لسجلات عددها { $names }.
api-name_for_each = سم ملفًا واحدًا للكل، أو ملفًا لكل منها.
api-holds_runs =
    في { $name } { $runs ->
        [zero] { NUMBER($runs) } تشغيل
        [one] تشغيل واحد
        [two] تشغيلان
        [few] { NUMBER($runs) } تشغيلات
        [many] { NUMBER($runs) } تشغيلًا
       *[other] { NUMBER($runs) } تشغيل
    }.
api-try_pick_number = جرب --pick={ $runs }.

## api/preparing.py

api-text_file = ملف نصي
api-stopped = توقف؛ وما أُنجز محفوظ.
api-goes_on = الاستدعاء نفسه يتابع من هناك.
api-name_below = القيمة --name={ $name } ليست اسمًا داخل data_dir.
api-try_data_dir = جرب --data_dir=FOLDER --name=NAME.
api-name_colon = في --name={ $name } نقطتان أو فاصلة، وهما لخلط مجموعات البيانات (a:0.7,b:0.3).
api-subset = الخيار --subset لمجموعة fineweb_edu، fineweb2، sangraha.
api-name_files = سم الملفات نفسها: hf://datasets/OWNER/NAME/PATH
api-own_dataset = { $name } مجموعة بيانات قائمة بذاتها ولا يمكن ضمها إلى { $other }.
api-one_at_a_time = واحدة في كل مرة؛ وملف أو مجلد بهذا الاسم يُكتب ./{ $name }
api-is_utf8 = { $name } من UTF-8: الخيار --encoding لملفاتك أنت.
api-if_yours = إن كان لك فاكتب ./{ $name }
api-stands_for = الاسم { $name } يعني tokenizer من نوع { $usual }.
api-another_tokenizer = سمه باسم آخر: --tokenizer={ $tokenizer } --name={ $name }

## api/run_page.py

api-page_did_not_start = لم تبدأ.

## api/run_settings.py

api-name_settings_file = اذكر ملف .py الذي بدأ به التشغيل.

## api/runs.py

api-no_iteration = القيمة to={ QUOTED($to) } ليست تكرارًا.
api-whole_number = أعط عددًا صحيحًا، أو احذفه.
api-not_piped = الرمز - للأمر الذي يقرأ ما يصل عبر الأنبوب (pipe).
api-name_a_file = سم ملفًا.

## api/planning.py

api-for_command = الخيار { $name } للأمر.
api-plan_returns = تعيد fledge.plan كائن `Plan`؛ ودالته to_json() تعطي `dict`.
api-not_one_gpu = القيمة gpu={ QUOTED($gpu) } ليست GPU واحدة.
api-call_for_each = استدع fledge.plan مرة لكل منها.
api-settings_file = ملف إعدادات
api-looking_at_data = يجري النظر في البيانات
api-not_opened = لم يُفتح init_from={ $init_from }: الخطة للحجم الذي تذكره الإعدادات
api-gpus_need_name = لعدد { $processes } من GPUs يلزم اسم GPU.
api-try_two_gpus = جرب --gpu="RTX 4090" --gpus=2.
api-interconnect = الخيار --interconnect لعدة بطاقات GPU.
api-how_many = اذكر كم: --gpus=2.
api-gpu_not_here = الخيار --{ $name } لبطاقة GPU ليست هنا.
api-name_gpu = سمها: --gpu="RTX 4090".
api-planned_for_cpu = الخطة على CPU: { $reason }
api-both_times = الخياران --measured و--from كلاهما يعطي زمن تكرار.
api-leave_one = احذف أحدهما.

## api/planned_data.py

api-no_dataset = لا توجد مجموعة بيانات في { $path }: تُفترض vocab_size={ $size }

## api/measured_step.py

api-not_measured = القيمة --measured={ QUOTED($text) } ليست من الشكل SETTINGS:TIME.
api-measured_example = مثلًا --measured="n_embd=768,batch_size=8:9340ms".
api-from_missing = --from={ $path }: لا يوجد تشغيل أو سجل كهذا.
api-name_run_or_log = اذكر مجلد تشغيل أو ملف سجل.
api-from_no_times = --from={ $path }: ليس فيه أزمنة تكرارات.
api-needs_lines = يحتاج إلى أسطر مثل `iter 10: ..., time 33.2ms`.
api-name_another = اذكر تشغيلًا أو سجلًا آخر.
