## A plan in a notebook, and in one line before a run starts

plan_card-fits = تتسع له الذاكرة
plan_card-does_not_fit = لا تتسع له الذاكرة
plan_card-compiled = مصرّف
plan_card-eager = eager
plan_card-computed = محسوب
plan_card-traced = متتبع
plan_card-measured = مقيس
plan_card-table = جدول
plan_card-assumed = مفترض
plan_card-memory = الذاكرة
plan_card-energy = الطاقة
plan_card-cost = التكلفة
plan_card-parameters = المعلمات
plan_card-tokens_read = tokens
plan_card-iteration = التكرار
plan_card-training = التدريب
plan_card-val_loss = خسارة التحقق
plan_card-headline_tokens = { COUNT($tokens) } token
plan_card-headline_time = نحو { $span } من التدريب، وينتهي { $finish }
plan_card-headline_memory_of = حتى { FIXED($gb, digits: 1) } من { SIGNIFICANT($has, digits: 3) } GB
plan_card-headline_memory = حتى { FIXED($gb, digits: 1) } GB
plan_card-memory_not_known = ذاكرة الجهاز غير معروفة
plan_card-needs = حجم tensors هو { GIBIBYTES($tensors) }، والمجموع حتى { GIBIBYTES($total) }: { $verdict }
plan_card-needs_of = حجم tensors هو { GIBIBYTES($tensors) }، والمجموع حتى { GIBIBYTES($total) } من { GIBIBYTES($has) }: { $verdict }
plan_card-learning_rate = معدل التعلم
plan_card-iterations = التكرارات
plan_card-schedule = معدل التعلم من { SIGNIFICANT($first, digits: 3) } إلى { SIGNIFICANT($last, digits: 3) } خلال { $iterations ->
    [zero] { NUMBER($iterations) } تكرار
    [one] تكرار واحد
    [two] تكرارين
    [few] { NUMBER($iterations) } تكرارات
    [many] { NUMBER($iterations) } تكرارًا
   *[other] { NUMBER($iterations) } تكرار
}.
plan_card-with_the_rest = مع ما بقي
plan_card-speed = السرعة
plan_card-tokens = { COUNT($tokens) } خلال { $iterations ->
    [zero] { NUMBER($iterations) } تكرار
    [one] تكرار واحد
    [two] تكرارين
    [few] { NUMBER($iterations) } تكرارات
    [many] { NUMBER($iterations) } تكرارًا
   *[other] { NUMBER($iterations) } تكرار
}
plan_card-checkpoints = checkpoints
plan_card-on_disk = { GIBIBYTES($gib) } على القرص
plan_card-advice = نصيحة
plan_card-note = ملاحظة
plan_card-time = { DURATION($value) } (من { DURATION($low) } إلى { DURATION($high) }؛ { $basis })
plan_card-range = { $value } (من { $low } إلى { $high }) ({ $basis })
plan_card-range_in = { $value } (من { $low } إلى { $high }) { $unit } ({ $basis })
plan_card-nats = من { FIXED($low, digits: 2) } إلى { FIXED($high, digits: 2) } nats لكل token ({ $basis })
