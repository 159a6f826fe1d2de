## The page that `fledge report` writes, and its errors.

report-page_title = { $heading } – تقرير fledge
report-kicker = تقرير fledge
report-sections = الأقسام
report-section-findings = النتائج
report-section-numbers = الأرقام
report-section-curves = المنحنيات
report-section-plan = الخطة
report-section-samples = العينات
report-section-settings = الإعدادات
report-runs =
    { $runs ->
        [zero] { NUMBER($runs) } تشغيل
        [one] تشغيل واحد
        [two] تشغيلان
        [few] { NUMBER($runs) } تشغيلات
        [many] { NUMBER($runs) } تشغيلًا
       *[other] { NUMBER($runs) } تشغيل
    }
report-runs_legend = التشغيلات
report-x_axis = المحور الأفقي
report-no_script = تحتاج الرسوم إلى JavaScript، وهو معطل.
report-thinned = خُففت نقاط المنحنيات الطويلة في هذه الصفحة دون فقد القمم؛ والخيار `--csv=DIR` يكتب كل نقطة.
report-made = كُتب في { $time } UTC بواسطة fledge { $version }.
report-loads_nothing = لا تحمل هذه الصفحة شيئًا من الشبكة.

## what a run is

report-fledge_run = تشغيل fledge
report-log_of = سجل { $format }
report-ended = النهاية: { $ended }
report-source = { $run }: { $format }، الأسطر { NUMBER($lines) }، وفيها أرقام تدريب { NUMBER($rows) }، ولا علاقة لها بالتدريب { NUMBER($other) }
report-no_findings = لا نتائج
report-errors =
    { $number ->
        [zero] لا أخطاء
        [one] خطأ واحد
        [two] خطآن
        [few] { NUMBER($number) } أخطاء
        [many] { NUMBER($number) } خطأ
       *[other] { NUMBER($number) } خطأ
    }
report-warnings =
    { $number ->
        [zero] لا تحذيرات
        [one] تحذير واحد
        [two] تحذيران
        [few] { NUMBER($number) } تحذيرات
        [many] { NUMBER($number) } تحذيرًا
       *[other] { NUMBER($number) } تحذير
    }
report-notes =
    { $number ->
        [zero] لا ملاحظات
        [one] ملاحظة واحدة
        [two] ملاحظتان
        [few] { NUMBER($number) } ملاحظات
        [many] { NUMBER($number) } ملاحظة
       *[other] { NUMBER($number) } ملاحظة
    }

## numbers

report-which_is_better = أيها أفضل، وهل الفرق أكبر من الضجيج؟
report-not_known = غير معروف، لكنه يلزم للأرقام الناقصة:
report-not_known_for = غير معروف عن { $runs }، لكنه يلزم للأرقام الناقصة:
report-tile-iterations = التكرارات
report-tile-tokens = عدد tokens
report-tile-training = التدريب
report-tile-parameters = المعلمات
report-tile-best_val = أفضل خسارة تحقق
report-tile-last_val = آخر خسارة تحقق
report-tile-last_train = آخر خسارة تدريب
report-tile-last_batch = آخر خسارة batch
report-tile-step = الخطوة
report-tile-throughput = معدل المعالجة
report-tile-compute = الحوسبة
report-tile-mfu = MFU
report-tile-peak_memory = ذروة الذاكرة
report-tile-device = الجهاز
report-tile-of = من { NUMBER($goal) }
report-tile-epochs = عدد epochs { SIGNIFICANT($epochs, digits: 3) }
report-tile-millions = { NUMBER($n, digits: 2) }M
report-tile-evaluated = في التقييم
report-tile-finite = منتهية
report-tile-at = عند { NUMBER($it) }
report-tile-perplexity = perplexity قدرها { NUMBER($perplexity, digits: 2) }
report-tile-median = الوسيط، دون التقييمات
report-tile-tokens_per_s = tokens/s
report-tile-formula = بصيغة nanoGPT
report-tile-megabytes = { NUMBER($mb, digits: 0) } MB
report-tile-of_peak = من { FLOPS($peak) }
report-tile-printed = كما طُبعت
report-tile-printed_of_a100 = كما طُبعت، من ذروة A100
report-tile-ms = { NUMBER($ms, digits: 1) } ms
report-tile-s = { SIGNIFICANT($s, digits: 3) } ث

## curves

report-no_tokens = عدد tokens غير معروف: { COMMAS($runs) }
report-no_times = الأزمنة غير معروفة: { COMMAS($runs) }
report-axis-tokens = tokens
report-axis-hours = ساعات
report-axis-minutes = دقائق
report-axis-seconds = ثوان
report-mfu_of_device = من ذروة { $device }، { FLOPS($peak) }
report-mfu_of_this_device = من ذروة هذا الجهاز، { FLOPS($peak) }
report-mfu_printed = كما طُبعت
report-mfu_printed_of_a100 = كما طُبعت، وهي نسبة من ذروة A100 على أي جهاز
report-plot-framed = يستبعد الإطار أعلى النقاط؛ ونقرة مزدوجة تظهرها.
report-plot-spoken = { $title }. { SEPARATED($lines) }
report-plot-spoken_line = { $name }: من { SIGNIFICANT($first, digits: 4) } عند { NUMBER($first_it) } إلى { SIGNIFICANT($last, digits: 4) } عند { NUMBER($last_it) }، الأدنى { SIGNIFICANT($lowest, digits: 4) }، والأعلى { SIGNIFICANT($highest, digits: 4) }
report-plot-evaluated_loss = الخسارة في التقييم
report-plot-batch_loss = خسارة batches
report-plot-val_bpb = التحقق، بت لكل بايت
report-plot-accuracy = الدقة
report-plot-throughput = معدل المعالجة
report-plot-step_time = زمن الخطوة
report-plot-mfu = MFU
report-plot-memory = الذاكرة
report-plot-learning_rate = معدل التعلم
report-plot-gradient_norm = معيار التدرج
report-plot-nats = nats لكل token
report-plot-share_correct = نسبة الصحيح
report-plot-share_of_peak = النسبة من الذروة
report-plot-tokens_per_s = tokens/s
report-plot-ms = ms
report-plot-megabytes = MB
report-plot-val = التحقق
report-plot-train = التدريب
report-plot-best_val = أفضل تحقق
report-plot-best_at = الأفضل { FIXED($loss, digits: 4) } عند { NUMBER($it) }
report-plot-batch = batch
report-plot-smoothed = بعد التنعيم
report-plot-not_finite = غير منتهية
report-plot-not_finite_from = غير منتهية من هنا
report-plot-solid_and_dashed = الخط المتصل: التحقق. الخط المتقطع: التدريب.
report-plot-ring = تشير الحلقة إلى أدنى خسارة تحقق.
report-plot-own_batch = خسارة كل تكرار على batch الخاصة به، مع dropout إن وُجد.
report-plot-bold = الخط العريض: المتوسط على { PERCENT($share) } من التكرارات.
report-plot-training_only = التدريب وحده: استُبعدت التكرارات التي فيها تقييم.
report-plot-mfu_caption = النسبة التي يستخدمها حساب النموذج من ذروة FLOP/s: { SEPARATED($peaks) }.
report-plot-peak_of = { $peak }، في { COMMAS($runs) }
report-plot-save = احفظ صورة PNG
report-plot-zoom = تكبير
report-plot-pan = تحريك
report-plot-autoscale = ملاءمة المحاور
report-plot-reset = إعادة ضبط المحاور
report-plot-zoomed = انقر مرتين للعودة

## tables

report-plan_title = المخطط مقابل الفعلي
report-settings_title = الإعدادات ومصادرها
report-none_of = { $what }: لا شيء.
report-number_of = { $what } ({ NUMBER($number) })
report-table-side_by_side = التشغيلات جنبًا إلى جنب
report-table-not_known = غير معروف
report-table-plan = القيم المخططة والفعلية
report-table-planned = المخطط
report-table-val_loss = خسارة التحقق
report-table-actual = الفعلي
report-table-actual_to_planned = الفعلي / المخطط
report-table-ratio = { FIXED($ratio, digits: 2) }×
report-table-of_run = { $run }: { $what }
report-table-quantity = { NUMBER($value, digits: 0) } { $unit }
report-table-differ = الإعدادات المختلفة
report-table-equal = الإعدادات المتساوية، أو المعروفة في تشغيل واحد فقط
report-table-chosen = الإعدادات المختارة
report-table-defaults = القيم الافتراضية
report-table-setting = الإعداد
report-table-value = القيمة
report-table-from = المصدر
report-table-empty = (فارغ)

## samples

report-samples_title = العينات مع تقدم التدريب
report-samples_shown = { NUMBER($shown) } من { NUMBER($total) }، على مسافات متساوية.
report-iteration = التكرار { NUMBER($it) }
report-no_iteration = دون رقم تكرار

## in a notebook

report-card-losses_of = قيم خسارة { $run }: { $curves }
report-card-metric_of_runs = { $metric } في التشغيلات: { $curves }
report-card-metric_of =
    { $metric } في { $runs ->
        [zero] { NUMBER($runs) } تشغيل
        [one] تشغيل واحد
        [two] تشغيلين
        [few] { NUMBER($runs) } تشغيلات
        [many] { NUMBER($runs) } تشغيلًا
       *[other] { NUMBER($runs) } تشغيل
    }
report-card-more = وغيرها { NUMBER($number) }: {"findings()"}
report-card-value_about = { $value } ({ $about })
report-card-comparison = المقارنة
report-card-curve = { $name } من { SIGNIFICANT($first, digits: 4) } عند { NUMBER($first_it) } إلى { SIGNIFICANT($last, digits: 4) } عند { NUMBER($last_it) }
report-card-none = لا شيء
report-card-loss = خسارة batches
report-card-smoothed = خسارة batches بعد التنعيم
report-card-val_loss = خسارة التحقق
report-card-train_loss = خسارة التدريب
report-card-val_bpb = التحقق، بت لكل بايت
report-card-run = { $name }، { $format }

## what can't be written

report-no_plotly = يحتاج التقرير إلى plotly، وهو غير مثبت.
report-directory = { $path } مجلد.
report-name_file = اذكر اسم ملف: { $path }.
report-not_regular = { $path } ليس ملفًا عاديًا.
report-not_ours = { $path } موجود ولم يكتبه هذا الأمر.
report-choose = اختر { $option } آخر.
report-choose_or_overwrite = اختر { $option } آخر، أو استبدله باستخدام --overwrite.
