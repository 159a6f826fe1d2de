## The page of `fledge tune`, and the comments of the file it writes

tune_page-shape = { $arch }، عدد الطبقات { $layers }، العرض { $width }، السياق { $context }: { NUMBER($tokens) } من tokens في التكرار
tune_page-rate_and_range = { $name }: { $rate } tokens/s ({ $range })
tune_page-sure = مؤكد؟
tune_page-tokens = { NUMBER($tokens) } من tokens في التكرار؛ { $basis }
tune_page-memory = عمود GB: متتبع، مع كل ما عدا ذلك مما تحتفظ به العملية.
tune_page-choice = الاختيار
tune_page-choice_as_configured = { $name }: { $rate } tokens/s، كما في إعداداتك
tune_page-choice_own = { $name }: { $rate } tokens/s، وهي micro-batch التي اخترتها
tune_page-choice_gains = { $name }: { $rate } tokens/s، أي { FIXED($gain, digits: 2) }x من سرعة إعدادك { $own }
tune_page-choice_alone = { $name }: { $rate } tokens/s
tune_page-knee = حد الفائدة
tune_page-smallest = { $name }: أصغر micro-batch لها { PERCENT(0.95) } من أفضل سرعة
tune_page-also_tried = جُرب أيضًا
tune_page-took = استغرق
tune_page-note = ملاحظة: { $note }
tune_page-compiled = مصرّف
tune_page-eager = eager
tune_page-threads = { $number ->
    [zero] { NUMBER($number) } thread
    [one] thread واحد
    [two] { NUMBER($number) } threads
    [few] { NUMBER($number) } threads
    [many] { NUMBER($number) } thread
   *[other] { NUMBER($number) } thread
}

## its table

tune_page-micro_batch = micro-batch
tune_page-accumulation = التجميع
tune_page-range = النطاق
tune_page-of_best = من الأفضل
tune_page-slow_host = مضيف بطيء
tune_page-does_not_fit = لا تسعه الذاكرة
tune_page-yours = إعدادك

## what else was tried

tune_page-not_measured = { $what }: { $note }
tune_page-kept = أُبقي
tune_page-not_kept = لم يُبق
tune_page-trial = { $what }: { FIXED($gain, digits: 2) }x من السرعة ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) })، { $verdict }
tune_page-trial_note = { $what }: { FIXED($gain, digits: 2) }x من السرعة ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) })، { $verdict }: { $note }
