## Findings: titles, evidence and advice, by finding.CODE.part. `shared` holds sentences that several findings use.
## A template names its numbers; texts/message.py lists the formats.

## used by several findings

finding-shared-line = السطر { $line }: { $text }
finding-shared-run_says_so = سجل التشغيل نفسه يذكر ذلك.
finding-shared-last = آخر ما وصل إليه: { $at }.
finding-shared-last_of = آخر تكرار: { NUMBER($it) } من { NUMBER($goal) }.
finding-shared-no_iteration = لا يوجد في هذا السجل أي تكرار يستطيع fledge قراءته.
finding-shared-losses_elsewhere = إن كان قد تدرب فعلًا، فقيم الخسارة في ملف آخر.
finding-shared-lower_rate = --learning_rate={ CODE($rate, format: ".2g") }
finding-shared-lower_unknown_rate = ثلث معدل التعلم
finding-shared-resume_directory = تابعه: fledge train --init_from=resume --out_dir={ $run }.
finding-shared-nothing_saved = لم يحفظ أي checkpoint، فلا يمكن متابعته: ابدأه من جديد مع قيمة أقصر للخيار --eval_interval.
finding-shared-resume_checkpoint = استأنف من checkpoint التكرار { NUMBER($it) } (في nanoGPT: --init_from=resume).
finding-shared-resume_mentioned = استأنف من آخر checkpoint، وهو مذكور في السطر { NUMBER($line) }.
finding-shared-saved_before_start = استأنف من آخر checkpoint إن وجد واحد بعد البداية: الأسطر لا تذكر إلا ما حُفظ قبل أول تكرار.
finding-shared-resume_if_saved = استأنف من آخر checkpoint إن وجد (في nanoGPT: --init_from=resume)؛ لا يذكره أي سطر.
finding-shared-at_iteration = التكرار { NUMBER($it) }
finding-shared-at_epoch = epoch رقم { NUMBER($it) }
finding-shared-at_sample = العينة { NUMBER($it) }
finding-shared-at_row = الصف { NUMBER($it) } من السجل
finding-shared-gap = عند { $at } خسارة التدريب { FIXED($train, digits: 4) } وخسارة التحقق { FIXED($val, digits: 4) }: الفجوة { $gap }.
finding-shared-gap_to_batches = عند { $at } خسارة batches التدريب نحو { FIXED($train, digits: 4) } وخسارة التحقق { FIXED($val, digits: 4) }: الفجوة { $gap }.
finding-shared-nats = { FIXED($number, digits: 2) } nats
finding-shared-number = { FIXED($number, digits: 2) }
finding-shared-gap_in_perplexity = أي perplexity قدرها { NUMBER($train, digits: 2) } مقابل { NUMBER($val, digits: 2) }.
finding-shared-name_gpu = اذكر اسم GPU لترى نسبتها الحقيقية: fledge explain { $run } --gpu="RTX 4070".

## nothing is wrong

finding-healthy-title = يتعلم، ولا يبدو أن هناك خطأ
finding-healthy-val = انتقلت خسارة التحقق من { FIXED($first, digits: 4) } إلى { FIXED($last, digits: 4) }.
finding-healthy-at_best = آخر تقييم هو الأفضل.
finding-healthy-within_noise = أفضل قيمة { FIXED($best, digits: 4) }، عند { $at }؛ والفرق ضمن الضجيج.
finding-healthy-batches = انتقلت خسارة التدريب من { FIXED($first, digits: 4) } إلى { FIXED($last, digits: 4) }.
finding-healthy-one_val = يوجد تقييم واحد فقط، فلن يظهر فرط التخصيص (overfitting) إن حدث.
finding-healthy-no_val = لا توجد خسارة تحقق، فلن يظهر فرط التخصيص (overfitting) إن حدث.
finding-healthy-step = تستغرق الخطوة { MILLISECONDS($step) }.
finding-healthy-published_best = يذكر { $source } أن أفضل ما تبلغه هذه الإعدادات { FIXED($loss, digits: 2) }.
finding-healthy-published_end =
    يذكر { $source } أن هذه الإعدادات تبلغ { FIXED($loss, digits: 2) } بعد { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكرارين
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    }.
finding-nanogpt_readme = ملف README في nanoGPT
finding-healthy-report = يرسمه الأمر `fledge report { $run }`.
finding-healthy-forecast = الأمر `fledge forecast { $run }{ $to }` يتوقع كيف سيستمر، أو يذكر لماذا لا يمكن التوقع.
finding-inconclusive-title = لم تظهر مشكلة، لكن لا دليل على السلامة أيضًا
finding-inconclusive-few = عدد قيم خسارة التدريب { NUMBER($losses) }، وعدد التقييمات { NUMBER($evaluations) }. هذا أقل مما يكفي للحكم.
finding-inconclusive-rewards = يتدرب على مكافآت أو تفضيلات: خسارته لا تدل على تحسن النموذج.
finding-inconclusive-advice_rewards = انظر إلى مكافآته على prompts أخرى، وإلى عينات منه.
finding-inconclusive-no_start = يبدأ السجل عند { $at }: ما سبق ذلك ليس فيه.
finding-inconclusive-gaps = تنقص أسطر في وسطه، ولا توجد تقييمات تبين ما حدث هناك.
finding-inconclusive-no_later_val = آخر تقييم عند { $at }، أي في البداية.
finding-inconclusive-leak = خسارة التحقق منخفضة على نحو مريب.
finding-inconclusive-predictable = تنتهي خسارة التدريب عند { FIXED($last, digits: 4) }، ومن دون خسارة تحقق لا يمكن لأحد أن يعرف هل هذا حفظ عن ظهر قلب.
finding-inconclusive-warms_up = ما زال معدل التعلم يرتفع: التشغيل في مرحلة الإحماء (warm-up).
finding-inconclusive-unread = عدد الأسطر التي فيها الكلمة `loss` وتعذرت قراءتها { NUMBER($number) }؛ والتي قُرئت { NUMBER($rows) }.
finding-inconclusive-unread_val = في أسطره قيم خسارة تحقق لعدة مجموعات بيانات أو بأسماء غير معروفة، ولا يعرف fledge على أيها يحكم.
finding-inconclusive-advice_val_name = اطبع القيمة المعتمدة باسم val_loss، أو احكم عليها بنفسك.
finding-inconclusive-above_best = آخر خسارة تحقق { FIXED($val, digits: 4) } أعلى من الأفضل { FIXED($best, digits: 4) } عند { $at }؛ وعدد التقييمات بعدها ({ NUMBER($after) }) أقل من أن يميز الارتفاع من الضجيج.
finding-inconclusive-both_rose = آخر خسارة تحقق { FIXED($val, digits: 4) } أعلى من الأفضل { FIXED($best, digits: 4) } عند { $at }؛ وقد ارتفعت خسارة التدريب أيضًا.
finding-inconclusive-wide_gap = خسارة التدريب أدنى من خسارة التحقق بمقدار { FIXED($gap, digits: 2) }.
finding-inconclusive-flat_val = لم تنخفض خسارة التحقق بأكثر من الضجيج.
finding-inconclusive-val_stands = لم تنخفض خسارة التحقق منذ { $since }، بينما واصلت خسارة التدريب انخفاضها.
finding-inconclusive-skipped =
    في النصف الثاني تم تخطي { $number ->
        [zero] { NUMBER($number) } خطوة
        [one] خطوة واحدة
        [two] خطوتين
        [few] { NUMBER($number) } خطوات
        [many] { NUMBER($number) } خطوة
       *[other] { NUMBER($number) } خطوة
    }: فاضت تدرجاتها (overflow) فلم تُحدَّث الأوزان.
finding-inconclusive-flat = لم تنخفض خسارة التدريب بأكثر من الضجيج.
finding-inconclusive-ends_high = تنتهي خسارة التدريب فوق أدنى مستوى بلغته.
finding-inconclusive-norms = من أصل { NUMBER($total) } من قيم معيار التدرج (gradient norm)، { NUMBER($number) } غير منتهية.
finding-inconclusive-norms_grow = ينتهي معيار التدرج عند { SIGNIFICANT($last, digits: 3) }، وكان المعتاد { SIGNIFICANT($usual, digits: 3) }.
finding-inconclusive-advice_unread = الأمر `fledge explain { $run } --verbose` يعرض الأسطر التي تعذرت قراءتها.
finding-inconclusive-advice_whole = أعط السجل كاملًا من أول تكرار فيه.
finding-inconclusive-advice_val = قيم خسارة التحقق على طول التشغيل تبين أكثر.
finding-inconclusive-advice_skipped = الخطوات التي تفيض مرة بعد مرة تعني تدرجات غير منتهية: استخدم bfloat16، أو ابحث عن batch أو الطبقة التي تسببها.
finding-inconclusive-advice_flat = إن كان ينبغي أن يتعلم بعد: تحقق من معدل التعلم، ومن البيانات، ومن أن التدرجات تصل إلى الأوزان.
finding-inconclusive-advice_norms = القيم غير المنتهية سببها float16 أو batches فاسدة: bfloat16 يجنبك السبب الأول.
finding-inconclusive-advice_rate = إن استمر الارتفاع: خفض معدل التعلم.
finding-inconclusive-advice_val_stands = لن تفيد تكرارات إضافية إلا قليلًا: إن أردت أن تنخفض خسارة التحقق أكثر فالذي يفيد بيانات أكثر أو regularization (--dropout=0.1).
finding-inconclusive-advice_finding = انظر النتيجة الخاصة بذلك.
finding-inconclusive-early = أنجز { NUMBER($it) } من { NUMBER($goal) } تكرار: الوقت مبكر للحكم.
finding-inconclusive-advice_later = انظر مرة أخرى عندما يتقدم أكثر.

## the loss is not stable

finding-diverged-title = تباعد التدريب
finding-diverged-loss = الخسارة { $value } بدءًا من { $at } ({ NUMBER($number) } من { NUMBER($total) } من القيم المطبوعة).
finding-diverged-val = خسارة التحقق { $value } بدءًا من { $at } ({ NUMBER($number) } من { NUMBER($total) } من القيم المطبوعة).
finding-diverged-stopped = يذكر سجل التشغيل أنه تباعد، بعد { $at }.
finding-diverged-last_finite = آخر خسارة منتهية { FIXED($loss, digits: 4) }، عند { $at }.
finding-diverged-none_finite = لم تسبقها أي خسارة منتهية.
finding-diverged-rose = ارتفعت الخسارة قبل ذلك: { FIXED($loss, digits: 2) } وكان المعتاد { FIXED($usual, digits: 2) }.
finding-diverged-grad_norm = كان معيار التدرج { SIGNIFICANT($norm, digits: 3) } (والمعتاد { SIGNIFICANT($usual, digits: 3) }).
finding-diverged-rate = كان معدل التعلم { SCIENTIFIC($rate, digits: 2) }.
finding-diverged-float16 = نوع الأعداد (dtype) هو float16.
finding-diverged-faster = التكرار الذي خسارته NaN يستغرق { NUMBER($nan, digits: 1) } ms، وكان التكرار ذو الخسارة المنتهية يستغرق { NUMBER($finite, digits: 1) } ms: أسرع بنسبة { PERCENT($share) }، وليس هذا مكسبًا.
finding-diverged-continue = تابع من آخر checkpoint قبله، مع { $rate }.
finding-diverged-restart = ابدأ من جديد، مع { $rate }.
finding-diverged-use_bfloat16 = أو استخدم --dtype=bfloat16: النوع float16 يفيض عند { NUMBER(65504) }.
finding-diverged-clip = أو استخدم قص التدرجات (gradient clipping): --grad_clip=1.0.
finding-dead_loss-title = لا يتعلم شيئًا: الخسارة أو تدرجاتها متوقفة
finding-dead_loss-zeros = قيم الخسارة الأخيرة وعددها { NUMBER($number) } تساوي { NUMBER(0) } تمامًا، بدءًا من { $at }.
finding-dead_loss-still =
    الخسارة ثابتة في مكانها: { FIXED($first, digits: 4) } و{ FIXED($last, digits: 4) } في طرفي آخر { $number ->
        [zero] { NUMBER($number) } صف
        [one] صف واحد
        [two] صفين
        [few] { NUMBER($number) } صفوف
        [many] { NUMBER($number) } صفًا
       *[other] { NUMBER($number) } صف
    }.
finding-dead_loss-constant = كل قيم الخسارة، وعددها { NUMBER($number) }، هي { FIXED($loss, digits: 4) } دون أي تغير.
finding-dead_loss-norms_broken = معيار التدرج { $norm } حتى النهاية.
finding-dead_loss-norms_zero = معيار التدرج { NUMBER(0) } حتى النهاية.
finding-dead_loss-advice = تطبع بعض برامج التدريب { NUMBER(0) } مكان NaN (في HF Trainer: logging_nan_inf_filter). استخدم bfloat16 أو float32 بدلًا من float16، وجرب معدل تعلم أقل، وتأكد من أن بعض labels ليست محجوبة (-100).
finding-dead_loss-advice_zero = لا يصل أي تدرج إلى الأوزان: تحقق من requires_grad، والطبقات المجمدة، وlabels المحجوبة (-100)، ومعدل التعلم.
finding-not_finite-title = بعض قيم الخسارة غير منتهية
finding-not_finite-loss =
    الخسارة { $value } عند { $at }، وفي { NUMBER($number) } من { $total ->
        [zero] { NUMBER($total) } سطر
        [one] سطر واحد
        [two] سطرين
        [few] { NUMBER($total) } أسطر
        [many] { NUMBER($total) } سطرًا
       *[other] { NUMBER($total) } سطر
    } إجمالًا.
finding-not_finite-val =
    خسارة التحقق { $value } عند { $at }، وفي { NUMBER($number) } من { $total ->
        [zero] { NUMBER($total) } سطر
        [one] سطر واحد
        [two] سطرين
        [few] { NUMBER($total) } أسطر
        [many] { NUMBER($total) } سطرًا
       *[other] { NUMBER($total) } سطر
    } إجمالًا.
finding-not_finite-recovered = عادت منتهية: { FIXED($loss, digits: 4) } عند { $at }.
finding-not_finite-batches_finite = خسارة batches التدريب منتهية.
finding-not_finite-advice = افحص batches هناك. إن تكرر ذلك: --grad_clip=1.0، أو { $rate }.
finding-not_finite-advice_val = افحص قسم التحقق: batch فارغة، أو فيض (overflow) في float16 (--dtype=bfloat16).
finding-diverging-title = خسارة التدريب ترتفع
finding-diverging-rise = كانت الخسارة نحو { FIXED($low, digits: 3) } قرب { $at }، وهي نحو { FIXED($now, digits: 3) } في النهاية.
finding-diverging-val = خسارة التحقق ترتفع أيضًا: { FIXED($loss, digits: 4) } عند { $at }.
finding-diverging-advice = أوقفه. تابع من checkpoint الذي قبل { $at }، مع { $rate }.
finding-loss_spike-title = ارتفعت الخسارة فجأة
finding-loss_spike-worst = عند { $at } الخسارة { FIXED($loss, digits: 4) } وكان المعتاد { FIXED($usual, digits: 4) }.
finding-loss_spike-several = عدد هذه الارتفاعات المفاجئة إجمالًا { NUMBER($number) }.
finding-loss_spike-came_back = عادت الخسارة وحدها.
finding-loss_spike-stayed = لم تعد الخسارة إلى مستواها.
finding-loss_spike-unknown = ينتهي السجل قبل أن يتبين هل تعود.
finding-loss_spike-advice = الارتفاع المفاجئ الذي يزول لا يحتاج إلى شيء. إن كبرت هذه الارتفاعات أو طالت: --grad_clip=1.0، أو { $rate }.

## what it learns

finding-plateau-title = الخسارة عالقة
finding-plateau-flat = الخسارة نحو { FIXED($loss, digits: 2) } منذ التكرار { NUMBER($since) }؛ وقد بدأت عند { FIXED($first, digits: 2) }.
finding-plateau-guessing = هذا تخمين: لم يتعلم شيئًا.
finding-plateau-frequencies_gpt2 = نحو { NUMBER(7.5) } هي خسارة نموذج لا يعرف إلا كم مرة يرد كل token، ولا يعرف شيئًا عن ترتيبها.
finding-plateau-frequencies = هذه قريبة من خسارة نموذج لا يعرف إلا كم مرة يرد كل token.
finding-plateau-check_gradients = تأكد من أن التدرجات تصل إلى الأوزان، ومن أن معدل التعلم ليس { NUMBER(0) }.
finding-plateau-check_targets = تأكد من أن y هي x مزاحة بموضع واحد؛ ثم جرب { $rate }، أو قيمة أطول للخيار --warmup_iters.
finding-overfitting-title = فرط تخصيص
finding-overfitting-title_strong = فرط تخصيص شديد
finding-overfitting-title_no_train = ارتفعت خسارة التحقق عن أفضل قيمة لها
finding-overfitting-best = أفضل خسارة تحقق { FIXED($best, digits: 4) } عند { $at }؛ والأخيرة أعلى منها بمقدار { FIXED($rise, digits: 3) }.
finding-overfitting-each_higher = التقييمات التي تلتها، وعددها { NUMBER($number) }، كل منها أعلى من سابقه: من دون اتجاه حقيقي لا يحدث ذلك إلا مرة من { NUMBER($odds, digits: 0) }.
finding-overfitting-order = التقييمات التي تلتها، وعددها { NUMBER($number) }، مرتبة صعودًا على نحو لا يحدث مثله إلا مرة من { NUMBER($odds, digits: 0) } إن لم يكن هناك اتجاه حقيقي.
finding-overfitting-published = أفضل خسارة تحقق لهذه الإعدادات نحو { FIXED($loss, digits: 2) } ({ $source })، ويبلغها التدريب قبل ذلك بكثير، قرب التكرار { NUMBER($it) }.
finding-overfitting-epochs = عدد مرات مروره على النص (وفيه { COUNT($tokens) } token): { SIGNIFICANT($epochs, digits: 3) }.
finding-overfitting-advice = احتفظ بأفضل checkpoint، أو توقف أبكر (قيمة أقل للخيار --max_iters)، أو استخدم regularization: --dropout={ CODE($dropout, format: ".1g") }، أو نموذجًا أصغر، أو نصًا أكثر.
finding-overfitting-advice_stop = احتفظ بأفضل checkpoint، أو توقف أبكر (--max_iters={ $stop })، أو استخدم regularization: --dropout={ CODE($dropout, format: ".1g") }، أو نموذجًا أصغر، أو نصًا أكثر.
finding-overfitting-advice_other = احتفظ بأفضل checkpoint، أو توقف أبكر، أو استخدم regularization: بيانات أكثر، أو augmentation، أو dropout، أو weight decay، أو نموذجًا أصغر.
finding-wide_gap-title = خسارة التدريب أدنى بكثير من خسارة التحقق، وخسارة التحقق لم ترتفع
finding-wide_gap-title_flat = خسارة التدريب تواصل انخفاضها وخسارة التحقق لا تنخفض: بدأ يحفظ النص
finding-wide_gap-best = أفضل خسارة تحقق { FIXED($best, digits: 4) }، عند { $at }: لم ترتفع بعد.
finding-wide_gap-flat =
    أفضل خسارة تحقق { FIXED($best, digits: 4) }، عند { $at }؛ وفي { $after ->
        [zero] { NUMBER($after) } تقييم
        [one] تقييم واحد
        [two] تقييمين
        [few] { NUMBER($after) } تقييمات
        [many] { NUMBER($after) } تقييمًا
       *[other] { NUMBER($after) } تقييم
    } بعدها لم تنخفض، بينما انتقلت خسارة التدريب من { FIXED($train, digits: 4) } إلى { FIXED($now, digits: 4) }.
finding-wide_gap-continue = تابع ما دامت خسارة التحقق تنخفض، واحتفظ بأفضل checkpoint. بيانات أكثر أو dropout أعلى يضيق الفجوة.
finding-wide_gap-stop = احتفظ بأفضل checkpoint وتوقف، أو استخدم regularization: بيانات أكثر، أو dropout أعلى، أو نموذجًا أصغر.
finding-memorised-title = حفظ نص التدريب عن ظهر قلب
finding-memorised-evidence = هبطت خسارة batches التدريب من { FIXED($first, digits: 2) } إلى { FIXED($last, digits: 4) }: لا يوجد نص كتبه بشر يمكن توقعه إلى هذا الحد.
finding-memorised-advice = استخدم نصًا أكثر، وخصص جزءًا منه للتحقق: الأمر `fledge prepare` يفعل ذلك.
finding-leak-title = خسارة التحقق منخفضة على نحو مريب
finding-leak-below_train =
    عند { $at } خسارة التحقق { FIXED($val, digits: 4) } وخسارة التدريب { FIXED($train, digits: 4) }، وقد قُيمتا بالطريقة نفسها؛ خسارة التحقق أدنى بهذا القدر في { NUMBER($number) } من { $total ->
        [zero] { NUMBER($total) } تقييم
        [one] تقييم واحد
        [two] تقييمين
        [few] { NUMBER($total) } تقييمات
        [many] { NUMBER($total) } تقييمًا
       *[other] { NUMBER($total) } تقييم
    }.
finding-leak-implausible = خسارة التحقق { FIXED($val, digits: 4) } عند { $at }: من دون تسرب لا ينزل أي نموذج على { $dataset } تحت { SIGNIFICANT($limit) }.
finding-leak-predictable = خسارة التحقق { FIXED($val, digits: 4) } عند { $at }: لا يوجد نص كتبه بشر يمكن توقعه إلى هذا الحد.
finding-leak-check_splits = ابحث عن مستندات مكررة في القسمين، أو عن نص أسهل في قسم التحقق.
finding-leak-maybe_normal = هذا طبيعي في الجداول والسجلات والنصوص المولدة. وإلا فابحث عن مستندات مكررة في القسمين.
finding-dropout_gap-title = خسارة batches أعلى من الخسارة المقيمة: السبب dropout
finding-dropout_gap-evidence = عند التكرار { NUMBER($it) } خسارة التدريب في التقييم { FIXED($train, digits: 4) }، أدنى من خسارة batches البالغة { FIXED($batch, digits: 4) }، لأن dropout بقيمة { SIGNIFICANT($dropout) } يعمل في التدريب ويتوقف في التقييم.
finding-dropout_gap-evidence_likely = عند التكرار { NUMBER($it) } خسارة التدريب في التقييم { FIXED($train, digits: 4) }، أدنى من خسارة batches البالغة { FIXED($batch, digits: 4) }، والأرجح أن السبب dropout الذي يعمل في التدريب ويتوقف في التقييم.
finding-dropout_gap-advice = لا شيء مطلوب. قارن قيم التقييم بعضها ببعض.
finding-not_converged-title = كان ما زال يتعلم حين توقف
finding-not_converged-val = في العشر الأخير من التشغيل ظلت خسارة التحقق تنخفض: بمقدار { FIXED($fall, digits: 3) }، إلى { FIXED($last, digits: 3) }.
finding-not_converged-batches = في العشر الأخير من التشغيل ظلت خسارة batches تنخفض: بمقدار { FIXED($fall, digits: 3) }، إلى { FIXED($last, digits: 3) }.
finding-not_converged-rate = ما زال معدل التعلم { PERCENT($share) } من أعلى قيمة له.
finding-not_converged-longer_other = درب مدة أطول، مع جدول لمعدل التعلم ينتهي لاحقًا.
finding-not_converged-longer = درب مدة أطول: --max_iters={ $goal } --lr_decay_iters={ $goal }.
finding-not_converged-forecast = الأمر `fledge forecast { $run } --to={ $goal }` يبين ما يُتوقع.

## settings that do not fit

finding-decay_mismatch-title = تناقص معدل التعلم لا ينتهي مع نهاية التشغيل
finding-decay_mismatch-too_late = قيمة lr_decay_iters هي { NUMBER($decay, digits: 0) } وقيمة max_iters هي { NUMBER($goal, digits: 0) }: ينتهي التشغيل قبل أن يتناقص معدل التعلم، فيفوته مكسب الجزء الأخير.
finding-decay_mismatch-too_early =
    قيمة lr_decay_iters هي { NUMBER($decay, digits: 0) } وقيمة max_iters هي { NUMBER($goal, digits: 0) }: يجري { $rest ->
        [zero] { NUMBER($rest, digits: 0) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($rest, digits: 0) } تكرارات
        [many] { NUMBER($rest, digits: 0) } تكرارًا
       *[other] { NUMBER($rest, digits: 0) } تكرار
    } بأدنى معدل تعلم، ولا يُتعلم فيها إلا القليل.
finding-decay_mismatch-advice = اضبط --lr_decay_iters={ CODE($goal, format: ".0f") }.
finding-lr_too_high-title = يبدو معدل التعلم أعلى مما ينبغي
finding-lr_too_high-lost = الخسارة { $value } بدءًا من التكرار { NUMBER($it) }.
finding-lr_too_high-rises = الخسارة ترتفع بدءًا من التكرار { NUMBER($it) }.
finding-lr_too_high-spikes =
    ارتفعت الخسارة فجأة { $number ->
        [zero] { NUMBER($number) } مرة
        [one] مرة واحدة
        [two] مرتين
        [few] { NUMBER($number) } مرات
        [many] { NUMBER($number) } مرة
       *[other] { NUMBER($number) } مرة
    }، وكل مرة على امتداد { $lines } أو أكثر من الأسطر المطبوعة.
finding-lr_too_high-rate = يبلغ معدل التعلم { SCIENTIFIC($rate, digits: 1) }؛ والمعتاد نحو { SCIENTIFIC($usual, digits: 1) } لنموذج فيه { COUNT($params) } معلمة.
finding-lr_too_high-rate_gpt2 = يبلغ معدل التعلم { SCIENTIFIC($rate, digits: 1) }؛ والمعتاد نحو { SCIENTIFIC($usual, digits: 1) } لنموذج GPT-2 وفيه 124M معلمة.
finding-lr_too_high-advice = جرب { $rate }، أو قيمة أطول للخيار --warmup_iters.
finding-lr_too_low-title = يبدو معدل التعلم أقل مما ينبغي
finding-lr_too_low-loss =
    بعد { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكرارين
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    } الخسارة { FIXED($loss, digits: 2) }، وكانت { FIXED($first, digits: 2) }، وتنخفض بالوتيرة نفسها التي بدأت بها.
finding-lr_too_low-rate = معدل التعلم لا يتجاوز { SCIENTIFIC($rate, digits: 1) }؛ والمعتاد نحو { SCIENTIFIC($usual, digits: 1) }.
finding-lr_too_low-advice = جرب --learning_rate={ CODE($usual, format: ".1e") }.
finding-few_tokens-title = النص قليل على هذا القدر من التدريب
finding-few_tokens-passes =
    { COUNT($tokens) } token من التدريب تعني المرور { SIGNIFICANT($epochs, digits: 3) } مرة على نص فيه { COUNT($dataset) } token؛ وبعد نحو { $limit ->
        [zero] { FIXED($limit, digits: 0) } مرة
        [one] مرة واحدة
        [two] مرتين
        [few] { FIXED($limit, digits: 0) } مرات
        [many] { FIXED($limit, digits: 0) } مرة
       *[other] { FIXED($limit, digits: 0) } مرة
    } تقل فائدة كل مرة إضافية.
finding-few_tokens-per_parameter = في النص { SIGNIFICANT($ratio, digits: 2) } token لكل معلمة (نحو { NUMBER(20) } هو الأمثل من حيث الحوسبة؛ والأكثر من ذلك طبيعي لنموذج ستستخدمه).
finding-few_tokens-advice = استخدم نصًا أكثر، أو قيمة أقل للخيار --max_iters، أو نموذجًا أصغر، أو قيمة أعلى للخيار --dropout.

## how it ended

finding-running-title = يعمل الآن، pid { $pid }، التكرار { NUMBER($it) }
finding-running-title_of = يعمل الآن، pid { $pid }، التكرار { NUMBER($it) } من { NUMBER($goal) }
finding-running-waits = ينتظر في الذاكرة، pid { $pid }، التكرار { NUMBER($it) }: الأمر `fledge sweep` يشغّل محاولات أخرى أولًا
finding-running-evidence = مجلده مقفل من { $writer }.
finding-running-advice = الأمر `fledge explain { $run } --follow` يعيد النظر كل بضع ثوان.
finding-out_of_memory-title = نفدت الذاكرة
finding-out_of_memory-title_recovered = ضاقت به الذاكرة، ثم تابع
finding-out_of_memory-after = حدث ذلك بعد { $at }.
finding-out_of_memory-first = حدث ذلك في أول تكرار.
finding-out_of_memory-forward = نفدت الذاكرة في المرور الأمامي (forward).
finding-out_of_memory-in_logits = نفدت الذاكرة في logits.
finding-out_of_memory-backward = نفدت الذاكرة في المرور الخلفي (backward).
finding-out_of_memory-optimizer = نفدت الذاكرة في خطوة المحسّن (optimizer).
finding-out_of_memory-logits =
    هذا حجم logits: الأعداد batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) }، كل منها { $width ->
        [zero] { NUMBER($width) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($width) } بايتات
        [many] { NUMBER($width) } بايتًا
       *[other] { NUMBER($width) } بايت
    }، أي { FIXED($gib, digits: 2) } GiB.
finding-out_of_memory-scores =
    هذا حجم مصفوفات الانتباه (attention): الأعداد batch_size { NUMBER($batch, digits: 0) } x n_head { NUMBER($heads, digits: 0) } x مربع block_size { NUMBER($block, digits: 0) }، كل منها { $width ->
        [zero] { NUMBER($width) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($width) } بايتات
        [many] { NUMBER($width) } بايتًا
       *[other] { NUMBER($width) } بايت
    }، أي { FIXED($gib, digits: 2) } GiB؛ وflash attention لا ينشئها.
finding-out_of_memory-one_buffer = هناك tensor واحد أكبر مما يسمح به الجهاز. في نموذج لغوي يكون هذا عادة logits: الأعداد batch_size x block_size x vocab_size، كل منها { NUMBER(4) } بايت.
finding-out_of_memory-one_buffer_of = هناك tensor واحد أكبر مما يسمح به الجهاز. حجم logits وحدها: الأعداد batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) }، كل منها { NUMBER(4) } بايت، أي { FIXED($gib, digits: 2) } GiB.
finding-out_of_memory-host = الذاكرة التي نفدت هي ذاكرة الحاسوب، لا ذاكرة GPU.
finding-out_of_memory-after_evaluation = اتسعت الذاكرة لتقييم، فالذي فشل هو أول مرور خلفي أو أول خطوة للمحسّن، وكلاهما يحتاج إلى أكثر.
finding-out_of_memory-continued = تابع التدريب حتى التكرار { NUMBER($it) }.
finding-out_of_memory-advice = جرب نصف --batch_size وضعف --gradient_accumulation_steps؛ ويبين `fledge plan` ما تتسع له الذاكرة.
finding-out_of_memory-advice_one = جرب قيمة أقصر للخيار --block_size أو أقل للخيار --n_layer: في batch تسلسل واحد فقط. ويبين `fledge plan` ما تتسع له الذاكرة.
finding-out_of_memory-advice_half = جرب --batch_size={ $batch }؛ ويبين `fledge plan` مسبقًا ما تتسع له الذاكرة.
finding-out_of_memory-advice_accumulate = جرب --batch_size={ $batch } --gradient_accumulation_steps={ $steps } (عدد tokens نفسه في كل خطوة)؛ ويبين `fledge plan` مسبقًا ما تتسع له الذاكرة.
finding-out_of_memory-advice_host = يفيد أيضًا عدد أقل من عمليات تحميل البيانات (data loader workers)، أو بيانات memory-mapped بدل تحميلها كلها، أو ذاكرة أكبر للمهمة (في SLURM: --mem).
finding-interrupted-title = قوطع التشغيل
finding-killed-title = أُنهي التشغيل قسرًا
finding-killed-advice = في الغالب تفعل النواة (kernel) ذلك حين تمتلئ ذاكرة الحاسوب: يبينه الأمر `dmesg | grep -i oom`.
finding-killed-title_time_limit = أنهاه الحد الزمني للمهمة
finding-killed-advice_time_limit = اطلب وقتًا أطول (في SLURM: --time)، أو درب في عدة مهام يستأنف كل منها ما قبله، واحفظ على فترات أقصر من مدة المهمة.
finding-killed-title_preempted = أُخلي مكانه: أخذت مهمة أخرى موضعه (preempted)
finding-killed-advice_preempted = أرسله بحيث يعود إلى الطابور ويستأنف (في SLURM: --requeue)، واحفظ كثيرًا.
finding-killed-title_node = تعطلت العقدة (node) التي كان يعمل عليها
finding-killed-advice_node = ليس الخطأ من التدريب: أرسله مرة أخرى، وعلى عقدة أخرى إن تكرر ذلك (في SLURM: --exclude).
finding-killed-title_cancelled = أُلغي التشغيل
finding-killed-advice_cancelled = ألغى المهمة شخص ما أو المجدول: يبين الأمر `sacct -j JOB --format=State,ExitCode,Elapsed` أيهما.
finding-killed-title_hangup = أُنهي قسرًا حين أُغلقت نافذة الطرفية (terminal)
finding-killed-advice_hangup = شغله داخل tmux أو باستخدام nohup، فيستمر بعد انقطاع الاتصال.
finding-killed-title_terminated = طُلب منه أن يتوقف (SIGTERM)
finding-killed-advice_terminated = يرسل هذا مجدول، أو حاوية نُقلت، أو spot instance، أو شخص؛ وسجل المجدول نفسه يبين أيها.
finding-crashed-title = انهار التشغيل
finding-crashed-title_done = انهار بعد آخر تكرار
finding-crashed-advice_done = كان التدريب قد اكتمل؛ تأكد من أن آخر checkpoint قد حُفظ.
finding-truncated-title = ينتهي السجل قبل نهاية التشغيل
finding-truncated-title_empty = لا يوجد أي تكرار في هذا السجل
finding-truncated-empty =
    في السجل { $lines ->
        [zero] { NUMBER($lines) } سطر
        [one] سطر واحد
        [two] سطران
        [few] { NUMBER($lines) } أسطر
        [many] { NUMBER($lines) } سطرًا
       *[other] { NUMBER($lines) } سطر
    }، ليس بينها تكرار يستطيع fledge قراءته، ولا خطأ.
finding-truncated-advice_empty = إما أنه بدأ للتو، أو انتهى هناك دون رسالة، أو أن قيم خسارته في ملف آخر: ابحث عن مخرجات برنامج التدريب نفسه، وانظر إلى exit code.
finding-truncated-last = آخر تكرار { NUMBER($it) } من { NUMBER($goal) }.
finding-truncated-reasons = إما أنه ما زال يعمل، أو توقف دون رسالة، أو أن السجل مبتور.
finding-resumed-title = استؤنف التشغيل
finding-resumed-title_clean = استؤنف التشغيل دون قفزة
finding-resumed-at = عند السطر { $line } يتابع من التكرار { NUMBER($it) }.
finding-resumed-back = عند السطر { $line } يتابع من التكرار { NUMBER($it) }، بعد أن كان قد بلغ { NUMBER($reached) }.
finding-resumed-several =
    استؤنف { $number ->
        [zero] { NUMBER($number) } مرة
        [one] مرة واحدة
        [two] مرتين
        [few] { NUMBER($number) } مرات
        [many] { NUMBER($number) } مرة
       *[other] { NUMBER($number) } مرة
    } إجمالًا.
finding-resumed-clean = تابعت الخسارة من حيث كانت: { FIXED($before, digits: 3) }، ثم { FIXED($now, digits: 3) }.
finding-resumed-nothing_to_do = لا شيء مطلوب.
finding-resumed-too_few = قيم الخسارة حوله أقل من أن تظهر فيها قفزة.
finding-resume_jump-title = قفزت الخسارة عند تحميل checkpoint
finding-resume_jump-jump = قفزت الخسارة بمقدار { FIXED($jump, digits: 3) }، إلى { FIXED($now, digits: 3) }.
finding-resume_jump-back = وعادت إلى { FIXED($later, digits: 3) } بعد ذلك بقليل.
finding-resume_jump-stays = وما زالت { FIXED($later, digits: 3) } بعد بضعة أسطر.
finding-resume_jump-advice = هناك شيء لم يُستعد: حالة المحسّن، أو معدل التعلم، أو الموضع في البيانات.
finding-never_saved-title = لم يُحفظ أي checkpoint
finding-never_saved-evidence =
    في السجل { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    } و{ $evaluations ->
        [zero] { NUMBER($evaluations) } تقييم
        [one] تقييم واحد
        [two] تقييمان
        [few] { NUMBER($evaluations) } تقييمات
        [many] { NUMBER($evaluations) } تقييمًا
       *[other] { NUMBER($evaluations) } تقييم
    }، وليس فيه سطر عن حفظ checkpoint.
finding-never_saved-advice = اجعل --eval_interval أصغر من --max_iters، واستخدم --always_save_checkpoint=True، وإلا ضاع كل شيء حين ينتهي التشغيل.

## how fast it was

finding-cpu_fallback-title = عمل على CPU دون أن يذكر ذلك
finding-cpu_fallback-on_cpu = السطر { $line }: { $text }.
finding-cpu_fallback-advice = الأمران `nvidia-smi` و`fledge devices` يبينان ما يراه برنامج التشغيل (driver)؛ ومع --device=cuda يرفض التدريب أن يبدأ دون GPU.
finding-busy_machine-title = كان الحاسوب مشغولًا: الخطوات أبطأ مما يمكن
finding-busy_machine-planned = تستغرق الخطوة { MILLISECONDS($step) }، أي { TIMES($ratio) } من المخطط { MILLISECONDS($planned) }.
finding-busy_machine-fastest = نصف الخطوات يستغرق { MILLISECONDS($step) } أو أكثر، أي { TIMES($ratio) } من { MILLISECONDS($fastest) } وهو زمن أسرعها.
finding-busy_machine-reasons = أثناء عمله: { SEPARATED($reasons) }.
finding-busy_machine-no_reasons = لا يذكر السجل السبب: برنامج آخر على الجهاز نفسه، أو حرارة، أو حد للقدرة الكهربائية. وليس السبب النموذج: فهو نفسه في كل خطوة.
finding-busy_machine-advice = انظر في `top` أو `nvidia-smi` إن كانت هناك برامج أخرى، وأعد القياس بعد انتهائها: أزمنة هذا التشغيل لا تدل على الكثير عن النموذج.
finding-eval_in_step_time-title = التكرار البطيء سببه تقييم
finding-eval_in_step_time-contains = استغرق التكرار { NUMBER($it) } مدة { MILLISECONDS($whole) } لأنه يتضمن التقييم: الخطوة نفسها ما زالت { MILLISECONDS($step) }.
finding-eval_in_step_time-batches =
    { $number ->
        [zero] { FIXED($number, digits: 0) } batch
        [one] batch واحدة
        [two] { FIXED($number, digits: 0) } batches
        [few] { FIXED($number, digits: 0) } batches
        [many] { FIXED($number, digits: 0) } batch
       *[other] { FIXED($number, digits: 0) } batch
    } في { FIXED($seconds, digits: 2) } ث، أي { FIXED($each, digits: 1) } ms لكل منها، وهذا { PERCENT($share) } من خطوة تدريب على batch واحدة: لا مرور خلفي فيها.
finding-eval_in_step_time-slow_batches =
    { $number ->
        [zero] { FIXED($number, digits: 0) } batch
        [one] batch واحدة
        [two] { FIXED($number, digits: 0) } batches
        [few] { FIXED($number, digits: 0) } batches
        [many] { FIXED($number, digits: 0) } batch
       *[other] { FIXED($number, digits: 0) } batch
    } في { FIXED($seconds, digits: 2) } ث، أي { FIXED($each, digits: 1) } ms لكل منها، وهذا أطول من خطوة تدريب على batch واحدة: جزء منه تصريف (compile) أو حفظ.
finding-eval_in_step_time-mfu = قيمة mfu المطبوعة هناك تهبط للسبب نفسه: فهي متوسط متحرك.
finding-eval_in_step_time-advice = لم يتباطأ شيء. اعتمد زمن التكرارات الأخرى.
finding-eval_in_step_time-advice_slow = خطوات التدريب سريعة كما كانت. قلل عدد التقييمات، أو استخدم --compile=False.
finding-eval_dominates-title = التقييم يستغرق وقتًا أطول من التدريب
finding-eval_dominates-evidence = يستغرق التقييم { DURATION($evaluation) }، وتستغرق التكرارات حتى التقييم التالي (عددها { NUMBER($between, digits: 0) }) { DURATION($training) }: التقييم { PERCENT($share) } من الوقت.
finding-eval_dominates-advice = جرب --eval_interval={ CODE($interval, format: ".0f") } أو قيمة أقل للخيار --eval_iters.
finding-eval_dominates-advice_iters = جرب --eval_interval={ CODE($interval, format: ".0f") } أو --eval_iters={ CODE($batches, format: ".0f") }.
finding-warm_up-title = التكرار الأول بطيء، كما هو متوقع
finding-warm_up-times = استغرق التكرار الأول { DURATION($first) }، والمعتاد { MILLISECONDS($step) }.
finding-warm_up-compiled = فيه يعمل torch.compile.
finding-warm_up-not_compiled = فيه تُحجز الذاكرة لأول مرة، وتُحمَّل kernels لأول مرة.
finding-warm_up-maybe_compiled = فيه تُحجز الذاكرة لأول مرة، ويعمل torch.compile إن كان مستخدمًا.
finding-warm_up-evaluation = ويتضمن التقييم الأول.
finding-warm_up-advice = لا تحسبه في أي متوسط.
finding-throughput_drift-title_slower = صارت الخطوات أبطأ
finding-throughput_drift-title_faster = صارت الخطوات أسرع
finding-throughput_drift-slower = كانت الخطوة تستغرق { MILLISECONDS($early) } في الربع الأول من السجل، و{ MILLISECONDS($late) } في الربع الأخير: أبطأ بنسبة { PERCENT($change) }.
finding-throughput_drift-faster = كانت الخطوة تستغرق { MILLISECONDS($early) } في الربع الأول من السجل، و{ MILLISECONDS($late) } في الربع الأخير: أسرع بنسبة { PERCENT($change) }.
finding-throughput_drift-advice_slower = ما لم تكن كل خطوة تعمل أكثر عن قصد: حرارة، أو حد للقدرة الكهربائية، أو برنامج آخر. يبينه الأمر `nvidia-smi dmon`.
finding-throughput_drift-advice_faster = كان شيء آخر يستخدم الحاسوب في البداية، أو كان التصريف (compile) والتخزين المؤقت ما زالا جاريين.
finding-throughput_jitter-title = زمن الخطوة يتفاوت كثيرًا
finding-throughput_jitter-evidence = نصف الخطوات يستغرق { MILLISECONDS($median) } أو أقل، وواحدة من كل عشر تستغرق { MILLISECONDS($slow) } أو أكثر.
finding-throughput_jitter-advice = ابحث عما يظهر ويختفي: برامج أخرى، أو قرص بطيء عليه البيانات، أو حاسوب محمول يعمل على البطارية.
finding-low_mfu-title = لا يُستخدم من الجهاز إلا القليل
finding-low_mfu-share = المعدل { FLOPS($rate) } هو { PERCENT($mfu, digits: 1) } من { FLOPS($peak) }، ذروة { $device }.
finding-low_mfu-this_device = هذا الجهاز
finding-low_mfu-causes = الأسباب المرجحة: { SEPARATED($causes) }.
finding-low_mfu-fastest = أسرع خطواته تبلغ { PERCENT($mfu, digits: 1) }.
finding-low_mfu-rare = نادرًا ما يكون النموذج وحده سبب قلة كهذه: هل كان برنامج آخر يعمل، أو كان الجهاز مقيدًا (throttled)؟
finding-low_mfu-not_compiled = النموذج غير مصرّف (--compile=True)
finding-low_mfu-float32 = استخدام float32 (--dtype=bfloat16)
finding-low_mfu-narrow = المصفوفات عرضها { FIXED($width, digits: 0) } فقط
finding-low_mfu-few_tokens =
    لا يوجد إلا { $tokens ->
        [zero] { NUMBER($tokens, digits: 0) } token
        [one] token واحد
        [two] { NUMBER($tokens, digits: 0) } tokens
        [few] { NUMBER($tokens, digits: 0) } tokens
        [many] { NUMBER($tokens, digits: 0) } token
       *[other] { NUMBER($tokens, digits: 0) } token
    } في micro-batch
finding-low_mfu-unknown = لا يبين السجل السبب؛ ويبينه `fledge train --profile`.
finding-low_mfu-advice = الأمر `fledge tune` يقيس ما يمكن أن يكون أسرع.

## numbers the trainer prints

finding-mfu_units-title = قيمة MFU المطبوعة محسوبة بوحدات A100
finding-mfu_units-reached = قيمة mfu في nanoGPT، وهي { PERCENT($printed, digits: 2) }، محسوبة بوحدات A100 مهما كانت GPU: من { NUMBER(312) } TFLOP/s، فالمحقق فعلًا { FLOPS($reached) }.
finding-mfu_units-reached_tflops = قيمة mfu في nanoGPT، وهي { PERCENT($printed, digits: 2) }، محسوبة بوحدات A100 مهما كانت GPU: من { NUMBER(312) } TFLOP/s، فالمحقق فعلًا { FIXED($tflops, digits: 0) } TFLOP/s ({ FIXED($tflops, digits: 2) }).
finding-mfu_units-same = النموذج وعدد tokens فيه و{ NUMBER($step, digits: 1) } ms لكل خطوة تعطي القيمة نفسها.
finding-mfu_units-several_gpus = النموذج وعدد tokens فيه و{ NUMBER($step, digits: 1) } ms لكل خطوة تعطي ذلك مضروبًا في { FIXED($ratio, digits: 0) }: كأن عدد GPUs كان { FIXED($ratio, digits: 0) } وطُبعت قيمة واحدة منها.
finding-mfu_units-other = النموذج وعدد tokens فيه و{ NUMBER($step, digits: 1) } ms لكل خطوة تعطي { FLOPS($computed) }: أحد الإعدادات المعطاة هنا يختلف عن إعدادات التشغيل.
finding-mfu_units-device = على { $device }، وأقصاها { FLOPS($peak) }، هذا { PERCENT($share) }.
finding-mfu_units-advice = قارن بنسبة هذه GPU.
finding-mfu_impossible-title = قيمة MFU المطبوعة لا يمكن أن تكون صحيحة
finding-mfu_impossible-above = قيمة MFU المطبوعة { PERCENT($printed) }: أكثر من الذروة كلها.
finding-mfu_impossible-above_a100 = يقارن nanoGPT كل GPU بذروة A100 وهي { FLOPS($peak) }.
finding-mfu_impossible-above_other = إما أنها مقارنة بذروة GPU أخرى أو dtype آخر، أو أن عمليات FLOP معدودة مرتين.
finding-mfu_impossible-negative = قيمة MFU المطبوعة { PERCENT($printed) }: تطبع برامج التدريب ذلك لبطاقة GPU لا تعرفها، أو قبل أن تقيس.
finding-mfu_impossible-zero_a100 = قيمة MFU المطبوعة { PERCENT($printed) }: يقارن nanoGPT بذروة A100، وهذه نسبة منها أصغر من أن تظهر.
finding-mfu_impossible-zero = قيمة MFU المطبوعة { PERCENT($printed) }: برنامج التدريب لا يعرف ذروة هذه GPU.
finding-tokens_per_s_wrong-title = قيمة tokens/s المطبوعة خاطئة
finding-tokens_per_s_wrong-title_unexplained = قيمة tokens/s المطبوعة لا توافق زمن الخطوة
finding-tokens_per_s_wrong-printed = يطبع السجل { NUMBER($printed, digits: 0) } tokens/s.
finding-tokens_per_s_wrong-computed =
    { $tokens ->
        [zero] { NUMBER($tokens, digits: 0) } token
        [one] token واحد
        [two] { NUMBER($tokens, digits: 0) } tokens
        [few] { NUMBER($tokens, digits: 0) } tokens
        [many] { NUMBER($tokens, digits: 0) } token
       *[other] { NUMBER($tokens, digits: 0) } token
    } في { NUMBER($step, digits: 1) } ms هي { NUMBER($rate, digits: 0) } tokens/s: الفرق عامل قدره { SIGNIFICANT($factor, digits: 3, grouping: "always") }.
finding-tokens_per_s_wrong-left_out = هذا العامل هو { $what }، أي { FIXED($factor, digits: 0) }، ويسقطه برنامج التدريب من الحساب.
finding-tokens_per_s_wrong-twice = هذا العامل هو { $what }، أي { FIXED($factor, digits: 0) }، ويحسبه برنامج التدريب مرتين.
finding-tokens_per_s_wrong-accumulation = gradient_accumulation_steps
finding-tokens_per_s_wrong-processes = عدد العمليات
finding-tokens_per_s_wrong-micro_batches = عدد micro-batches في كل العمليات
finding-tokens_per_s_wrong-advice = اعتمد { NUMBER($rate, digits: 0) } tokens/s.
finding-tokens_per_s_wrong-advice_unexplained = أحد الإعدادات المعطاة هنا يختلف عن إعدادات التشغيل، أو أن برنامج التدريب يعد شيئًا آخر.
