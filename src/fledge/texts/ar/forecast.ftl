## Forecasts.
## A template names its numbers; texts/message.py lists the formats.

forecast-basis-fits =
    { $fits ->
        [zero] { NUMBER($fits) } ملاءمة
        [one] ملاءمة واحدة
        [two] ملاءمتان
        [few] { NUMBER($fits) } ملاءمات
        [many] { NUMBER($fits) } ملاءمة
       *[other] { NUMBER($fits) } ملاءمة
    } على { $points } حتى التكرار { NUMBER($iteration) }.
forecast-basis-no_fit = لا توجد ملاءمة على { $points } حتى التكرار { NUMBER($iteration) }.
forecast-basis-evaluations =
    { $points ->
        [zero] { NUMBER($points) } تقييم
        [one] تقييم واحد
        [two] تقييمين
        [few] { NUMBER($points) } تقييمات
        [many] { NUMBER($points) } تقييمًا
       *[other] { NUMBER($points) } تقييم
    }
forecast-basis-batch_losses =
    { $points ->
        [zero] { NUMBER($points) } متوسط
        [one] متوسط واحد
        [two] متوسطين
        [few] { NUMBER($points) } متوسطات
        [many] { NUMBER($points) } متوسطًا
       *[other] { NUMBER($points) } متوسط
    } لخسائر batches

## the loss now

forecast-now-logged = كما في السجل
forecast-now-evaluations =
    وسيط آخر { $points ->
        [zero] { NUMBER($points) } تقييم
        [one] تقييم واحد
        [two] تقييمين
        [few] { NUMBER($points) } تقييمات
        [many] { NUMBER($points) } تقييمًا
       *[other] { NUMBER($points) } تقييم
    }
forecast-now-mean_evaluations =
    وسيط آخر { $points ->
        [zero] { NUMBER($points) } متوسط
        [one] متوسط واحد
        [two] متوسطين
        [few] { NUMBER($points) } متوسطات
        [many] { NUMBER($points) } متوسطًا
       *[other] { NUMBER($points) } متوسط
    }، كل منها على { $evaluations ->
        [zero] { FIXED($evaluations, digits: 0) } تقييم
        [one] تقييم واحد
        [two] تقييمين
        [few] { FIXED($evaluations, digits: 0) } تقييمات
        [many] { FIXED($evaluations, digits: 0) } تقييمًا
       *[other] { FIXED($evaluations, digits: 0) } تقييم
    }
forecast-now-batch_losses =
    وسيط آخر { $points ->
        [zero] { NUMBER($points) } متوسط
        [one] متوسط واحد
        [two] متوسطين
        [few] { NUMBER($points) } متوسطات
        [many] { NUMBER($points) } متوسطًا
       *[other] { NUMBER($points) } متوسط
    }، كل منها على { FIXED($losses, digits: 0) } من خسائر batches
forecast-now-line = { FIXED($logged, digits: 4) } عند التكرار { NUMBER($iteration) }؛ وبعد التنعيم { FIXED($value, digits: 4) }، وهو { $smoothing }
forecast-now-none = لا توجد قيمة منتهية
forecast-now-unsmoothed = { FIXED($value, digits: 4) } عند التكرار { NUMBER($iteration) }

## the learning rate

forecast-rate-unknown = معدل التعلم غير معروف.
forecast-rate-constant = معدل التعلم ثابت عند { SIGNIFICANT($rate) }، بحسب الإعدادات.
forecast-rate-wsd = معدل التعلم ثابت ثم ينخفض خطيًا من { SIGNIFICANT($first) } إلى { SIGNIFICANT($last) } عند { NUMBER($end) }، بحسب الإعدادات.
forecast-rate-decay = جدول معدل التعلم { $schedule } من { SIGNIFICANT($first) } إلى { SIGNIFICANT($last) } عند { NUMBER($end) }، بحسب الإعدادات.
forecast-rate-inferred =
    معدل التعلم: { $decay }، وهذا مستنتج من { $points ->
        [zero] { NUMBER($points) } قيمة
        [one] قيمة واحدة
        [two] قيمتين
        [few] { NUMBER($points) } قيم
        [many] { NUMBER($points) } قيمة
       *[other] { NUMBER($points) } قيمة
    } مطبوعة.
forecast-rate-inferred_until =
    معدل التعلم { $shape } حتى التكرار { NUMBER($to) }: مستنتج من { $points ->
        [zero] { NUMBER($points) } قيمة
        [one] قيمة واحدة
        [two] قيمتين
        [few] { NUMBER($points) } قيم
        [many] { NUMBER($points) } قيمة
       *[other] { NUMBER($points) } قيمة
    } مطبوعة، ولا تدل بعد على نهايته.
forecast-rate-ambiguous = القيم المطبوعة لمعدل التعلم، وعددها { NUMBER($points) }، توافق عدة جداول، من { $first } إلى { $second }؛ والمجال يشملها.
forecast-rate-name = { $shape } إلى { PERCENT($final) } من الذروة عند { NUMBER($end, digits: 0) }
forecast-rate-inverse_sqrt = ينخفض مع الجذر التربيعي لرقم التكرار منذ { NUMBER($start, digits: 0) }
forecast-rate-printed_constant = معدل التعلم المطبوع ثابت حتى الآن عند { SIGNIFICANT($rate) }؛ ولا يُعرف هل سيتناقص.
forecast-rate-printed_only = معدل التعلم مطبوع حتى الآن، ولا يتبع أي جدول يعرفه fledge.

## why there is none

forecast-diverged-reason = تباعد التدريب: آخر خسارة { $loss }.
forecast-diverged-advice = الأمر `fledge explain` يبين أين بدأ ذلك وماذا تجرب.
forecast-no_language_model-advice = الأمر `fledge explain` يبين كيف يسير، و`fledge report` يرسمه.
forecast-no_language_model-reason = ليس هذا سجل نموذج لغوي: لم تُختبر التوقعات إلا على سجلات النماذج اللغوية.
forecast-epoch_means-reason = قيم خسارته متوسطات على epochs كاملة يتغير فيها النموذج، والتقييمات قليلة جدًا.
forecast-epoch_means-advice = سجل خسارة تحقق، أو قيم الخسارة لكل تكرار.
forecast-jumped-reason = قفزت خسارة batches: قيمها الأخيرة نحو { FIXED($now, digits: 4) }، والتي قبلها نحو { FIXED($before, digits: 4) }.
forecast-zero-reason = الخسارة { SIGNIFICANT($loss) } عند التكرار { NUMBER($iteration) }: لا يحدث هذا في أي نموذج لغوي.
forecast-last_jumped-reason = آخر تقييم، { FIXED($last, digits: 4) } عند التكرار { NUMBER($iteration) }، أعلى بكثير من أدنى قيمة قبله، { FIXED($lowest, digits: 4) }: إما ارتفاع مفاجئ (spike) أو بداية صعود.
forecast-flat-reason = لا تنخفض الخسارة بأكثر من ضجيجها: تبقى نحو { FIXED($level, digits: 4) } (خط من التكرار { NUMBER($first, digits: 0) } إلى { NUMBER($last, digits: 0) } ينخفض بمقدار { FIXED($fall, digits: 4) }).
forecast-at_lowest-reason = الخسارة قريبة من أدنى مستوى لها، { FIXED($level, digits: 4) }: لا توجد ملاءمة تقول إنها ستنخفض أكثر.
forecast-too_few-evaluations = التقييمات أقل مما يلزم: عددها { $count }، والمطلوب { $least } على الأقل.
forecast-too_few-losses = قيم الخسارة أقل مما يلزم: عددها { $count }، والمطلوب { $least } على الأقل.
forecast-too_few-late_evaluations =
    التقييمات بعد العشر الأول من التشغيل أقل مما يلزم: تعطي { $points ->
        [zero] { NUMBER($points) } نقطة
        [one] نقطة واحدة
        [two] نقطتان
        [few] { NUMBER($points) } نقاط
        [many] { NUMBER($points) } نقطة
       *[other] { NUMBER($points) } نقطة
    }، والمطلوب { $least } على الأقل.
forecast-too_few-late_losses =
    قيم الخسارة بعد العشر الأول من التشغيل أقل مما يلزم: تعطي { $points ->
        [zero] { NUMBER($points) } نقطة
        [one] نقطة واحدة
        [two] نقطتان
        [few] { NUMBER($points) } نقاط
        [many] { NUMBER($points) } نقطة
       *[other] { NUMBER($points) } نقطة
    }، والمطلوب { $least } على الأقل.
forecast-too_far-reason = هدف بعيد جدًا: التكرار { NUMBER($to) } يبعد { FIXED($times, digits: 1) } مرة قدر ما بلغه التشغيل، وماضيه لا يصلح لاختبار توقع أبعد من { FIXED($most, digits: 0) } مرة.
forecast-too_far-advice = جرب --to={ $nearer }، أو اسأل مرة أخرى عند { NUMBER($later, digits: 0) }.
forecast-warming_up-reason = معدل التعلم ما زال في مرحلة الإحماء (warm-up): مسار المنحنى لا يظهر إلا بعدها.
forecast-rate_raised-reason = رُفع معدل التعلم مرة أخرى عند التكرار { NUMBER($iteration) }: قيم الخسارة قبل ذلك لا تدل الآن إلا على القليل.
forecast-rate_raised-advice = توقع من سجل يبدأ من هناك، بعد أن يطول بما يكفي.
forecast-rising-overfitting = تجاوزت خسارة التحقق أدنى مستوى لها: ارتفعت من { FIXED($best, digits: 4) } عند التكرار { NUMBER($iteration, digits: 0) } إلى { FIXED($level, digits: 4) } بينما انخفضت خسارة التدريب: فرط تخصيص (overfitting).
forecast-rising-reason = تجاوزت الخسارة أدنى مستوى لها: ارتفعت من { FIXED($best, digits: 4) } عند التكرار { NUMBER($iteration, digits: 0) } إلى { FIXED($level, digits: 4) }.
forecast-rising-advice = الأمر `fledge explain` يبحث عما حدث من خطأ.
forecast-no_fit-reason = لا توجد ملاءمة تصف هذا المنحنى: فهو لا ينخفض.
forecast-growing_gap-reason = خسارة التحقق قريبة من أدنى مستوى لها: الفجوة بينها وبين خسارة التدريب زادت من { FIXED($first, digits: 3) } إلى { FIXED($last, digits: 3) }، وإن ظلت تزيد فسيرفع فرط التخصيص خسارة التحقق.
forecast-backtest-reason = فشل الاختبار على الماضي: توقعات ماضي التشغيل نفسه أخطأت بمقدار { FIXED($error, digits: 4) }، وهذا كثير على توقع قدره { FIXED($value, digits: 4) }.
forecast-below_zero-reason = تنزل الملاءمات هناك تحت الصفر، ولا تفعل ذلك أي خسارة.
forecast-uncertain-reason = غير مؤكد إلى حد كبير: مجال { PERCENT($coverage) } سيكون { FIXED($value, digits: 3) } ± { FIXED($half_interval, digits: 3) }.
forecast-advice-wait = اسأل مرة أخرى حين يتقدم التشغيل أكثر.
forecast-advice-log_more_often = استخدم قيمة أصغر للخيار --eval_interval أو --log_interval.
forecast-advice-nearer = استخدم قيمة أقرب للخيار --to.
forecast-advice-regularise = توقف عند أفضل خطوة، أو استخدم نصًا أكثر، أو --dropout، أو نموذجًا أصغر.
forecast-counts = لا يرقم هذا السجل التكرارات: العد هنا بوحدة { $counts }، وكذلك الخيار --to.

## what would change it

forecast-changes-unknown_rate = معدل التعلم في المستقبل غير معروف؛ يُفترض أنه سيبقى كما هو، والمجال أوسع لهذا السبب. أعط --learning_rate و--lr_decay_iters و--min_lr، أو --config=FILE.
forecast-changes-unknown_rate_at_end = معدل التعلم في المستقبل غير معروف؛ في القيمة نصف ما كان سيكسبه تناقص حتى النهاية، وفي المجال مثله. أعط --learning_rate و--lr_decay_iters و--min_lr، أو --config=FILE.
forecast-changes-ambiguous_rate = أي جدول يتبعه معدل التعلم: القيم المطبوعة لا تدل عليه بعد. أعط --lr_decay_iters و--min_lr، أو --config=FILE.
forecast-changes-rate = معدل التعلم: لو بقي كما هو الآن لكان التوقع { FIXED($value, digits: 4) }.
forecast-changes-beyond_end = بعد max_iters={ CODE($iterations, format: ",") } يكون الجدول قد انتهى: تشغيل جديد بجدول أطول يعطي نتيجة أفضل.
forecast-changes-overfitting = فرط تخصيص لم يبدأ بعد: لا يظهر في الماضي. انتبه إلى ارتفاع خسارة التحقق بينما تنخفض خسارة التدريب.
forecast-changes-settings = تغيير حجم batch أو dropout أو مجموعة البيانات من الآن فصاعدًا: يُفترض أنها كلها ستبقى كما هي.

## shapes of schedules, and fits

forecast-shape-cosine = جيب التمام (cosine)
forecast-shape-linear = خطي
forecast-shape-one_minus_sqrt = 1 - sqrt
forecast-fit-power_law = قانون قوة
forecast-fit-logarithm = لوغاريتم
forecast-fit-exponential = أسي
forecast-fit-recent_slope = الميل الأخير
forecast-fit-train_and_gap = التدريب والفجوة

## the page

forecast-page-head_val = { $name }: خسارة التحقق عند التكرار { NUMBER($to) }
forecast-page-head_bpb = { $name }: بت لكل بايت في التحقق عند التكرار { NUMBER($to) }
forecast-page-head_batch = { $name }: خسارة batches عند التكرار { NUMBER($to) }
forecast-page-forecast = التوقع
forecast-page-now = الآن
forecast-page-basis = الأساس
forecast-page-note = ملاحظة
forecast-page-curve = المنحنى
forecast-page-refused = لا توقع.
forecast-page-answer = { FIXED($value, digits: 4) }؛ ومجال { PERCENT($coverage) } من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) }
forecast-page-answer_and_perplexity = { FIXED($value, digits: 4) }؛ ومجال { PERCENT($coverage) } من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) } (perplexity قدرها { NUMBER($perplexity, digits: 2) })
forecast-page-few_evaluations = التقييمات في السجل أقل مما يلزم (عددها { NUMBER($evaluations) }): هذا متوسط خسارة batches التدريب، لا خسارة التحقق.
forecast-page-no_evaluations = لا تقييمات في السجل: هذا متوسط خسارة batches التدريب، لا خسارة التحقق.
forecast-page-changes = ما الذي يغيره
forecast-page-backtest = الاختبار على الماضي
forecast-page-backtest_of = { $title }: ما كان سيتوقعه من قبل، وما حدث فعلًا
forecast-page-from = من
forecast-page-to = إلى
forecast-page-predicted = التوقع
forecast-page-came = ما حدث
forecast-page-off = الخطأ
forecast-page-fit = الملاءمة
forecast-page-says = تقول
forecast-page-weight = الوزن
forecast-page-off_in_tests = الخطأ في الاختبارات

## what can't be forecast

forecast-no_losses = لا توجد قيم خسارة في { $run }.
forecast-name_begun = اذكر اسم تشغيل بدأ فعلًا.
forecast-already_there = --to={ $to }: التشغيل الآن عند التكرار { NUMBER($last) }.
forecast-try_later = جرب --to={ $to }؛ والأمر `fledge explain` يبين ما كان.
forecast-nothing_left =
    أنجز التشغيل { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكراره الوحيد
        [two] تكراريه
        [few] تكراراته، وعددها { NUMBER($iterations) }
        [many] تكراراته، وعددها { NUMBER($iterations) }
       *[other] تكراراته، وعددها { NUMBER($iterations) }
    }: لم يبق ما يُتوقع.
forecast-try_longer = جرب --to={ $to } لتشغيل أطول، أو `fledge explain`.
forecast-unknown_end = لا يذكر السجل أين ينتهي التشغيل.
forecast-counted_in = العد فيه بوحدة { $counts }؛ جرب --to={ $to }.
forecast-try_to = جرب --to={ $to } أو --max_iters={ $to }.
forecast-by_rates = بحسب معدلات التعلم فيه ينتهي بين { NUMBER($first) } و{ NUMBER($last) }: جرب --to={ $to }.
