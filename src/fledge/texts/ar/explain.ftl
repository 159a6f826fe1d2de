## `fledge explain`: a run in numbers, and terms. The findings have a file of their own.

explain-severity-error = خطأ
explain-severity-warning = تحذير
explain-severity-note = ملاحظة
explain-severity-good = جيد

## the page of a run

explain-page-head = { $name }، { $format }
explain-page-head_of_several = { $name }، { $format }، التشغيل { NUMBER($number) } من { NUMBER($total) } فيه (--pick)
explain-page-progress = التقدم
explain-page-val_loss = خسارة التحقق
explain-page-planned = المخطط
explain-page-planned_inside = خسارة التحقق { FIXED($planned, digits: 4) } (من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) })؛ تختلف عنها الفعلية بمقدار { PERCENT($off, digits: 1, sign: "always") }، داخل النطاق
explain-page-planned_outside = خسارة التحقق { FIXED($planned, digits: 4) } (من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) })؛ تختلف عنها الفعلية بمقدار { PERCENT($off, digits: 1, sign: "always") }، خارج النطاق
explain-page-test_loss = خسارة الاختبار
explain-page-val_bpb = التحقق
explain-page-loss = الخسارة
explain-page-train = التدريب
explain-page-speed = السرعة
explain-page-compute = الحوسبة
explain-page-memory = الذاكرة
explain-page-model = النموذج
explain-page-curve = المنحنى
explain-page-figures = { COMMAS($figures) }
explain-page-iteration = التكرار { NUMBER($it) }
explain-page-iteration_of = التكرار { NUMBER($it) } من { NUMBER($goal) }
explain-page-counted = العد بوحدة { $counts }: { NUMBER($it) }
explain-page-tokens = { COUNT($tokens) } token
explain-page-epochs = عدد epochs { SIGNIFICANT($epochs, digits: 3) }
explain-page-loss_at = { FIXED($loss, digits: 4) } عند { NUMBER($it) }
explain-page-loss_at_with = { FIXED($loss, digits: 4) } عند { NUMBER($it) } ({ COMMAS($also) })
explain-page-last_and_best = { $last }؛ والأفضل { FIXED($best, digits: 4) } عند { NUMBER($it) }
explain-page-perplexity = perplexity قدرها { NUMBER($perplexity, digits: 2) }
explain-page-bits_per_byte = { FIXED($bpb, digits: 4) } بت لكل بايت
explain-page-bits_per_byte_at = { FIXED($bpb, digits: 4) } بت لكل بايت عند { NUMBER($it) }
explain-page-batch_loss_at = { FIXED($loss, digits: 4) } عند { NUMBER($it) } (خسارة batches)
explain-page-epoch_loss_at = { FIXED($loss, digits: 4) } عند { NUMBER($it) } (المتوسط على epoch كامل)
explain-page-evaluated_loss_at = { FIXED($loss, digits: 4) } عند { NUMBER($it) } (في التقييم)
explain-page-step = { MILLISECONDS($step) } للخطوة
explain-page-step_and_mean = { MILLISECONDS($step) } للخطوة عند الوسيط، و{ MILLISECONDS($mean) } في المتوسط
explain-page-tokens_per_s = { NUMBER($rate, digits: 0) } tokens/s
explain-page-flops = { FLOPS($rate) }
explain-page-flops_of = { FLOPS($rate) }، أي { PERCENT($share, digits: 1) } من ذروة { $device }
explain-page-flops_of_the_device = { FLOPS($rate) }، أي { PERCENT($share, digits: 1) } من ذروة الجهاز
explain-page-megabytes = { NUMBER($mb, digits: 0) } MB على الأكثر
explain-page-gigabytes = { NUMBER($mb, digits: 0) } MB ({ NUMBER($gb, digits: 2) } GB) على الأكثر
explain-page-parameters = { NUMBER($millions, digits: 2) }M معلمة
explain-page-asked = ليست في السجل، وتلزم لحساب tokens وFLOPs وMFU: { $settings } أو --config=FILE.
explain-page-other_lines = لا علاقة بالتدريب في { NUMBER($other) } من أصل { NUMBER($lines) } من الأسطر (الخيار --verbose يعرض بعضها).
explain-page-read = عدد الأسطر { NUMBER($lines) }، وصفوف التدريب { NUMBER($rows) }، والأسطر غير المفهومة { NUMBER($other) }:
explain-page-repeated =
    { $rows ->
        [zero] { NUMBER($rows) } صف يكرر
        [one] صف واحد يكرر
        [two] صفان يكرران
        [few] { NUMBER($rows) } صفوف تكرر
        [many] { NUMBER($rows) } صفًا تكرر
       *[other] { NUMBER($rows) } صف تكرر
    } صفًا آخر، كما يحدث حين تطبع عدة عمليات.
explain-page-settings = الإعدادات:
explain-page-here = هنا: { $numbers }
explain-following = ينظر من جديد كل { FIXED($seconds, digits: 0) } ث؛ وينهيه Ctrl-C.

## terms

explain-setting = إعداد: { $comment }.
explain-setting_default = --{ $name }={ $value }، ما لم يُعط غيره

## what can't be explained

explain-no_term = { QUOTED($word) } ليس تشغيلًا ولا سجلًا ولا مصطلحًا.
explain-did_you_mean = هل تقصد { $name }؟
explain-lists_terms = الأمر `fledge explain --terms` يعرض المصطلحات.
explain-one_run = يأخذ الأمر `fledge explain` تشغيلًا واحدًا، لا { NUMBER($number) }.
explain-try_compare = جرب `fledge compare { $runs }`.
explain-one_at_a_time = تشغيل واحد في كل مرة، لا { NUMBER($number) }.
explain-try_term = جرب `fledge explain { $term } { $run }`.
explain-follow_pipe = يحتاج --follow إلى ملف أو تشغيل.
explain-piped_once = ما يصل عبر الأنبوب (pipe) يُقرأ مرة واحدة حتى نهايته.
explain-follow_json = الخيار --follow للناس، و--json للبرامج.
explain-leave_one = اترك أحدهما.
