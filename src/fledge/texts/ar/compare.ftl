## Comparisons: names, conclusions, the verdict and the next steps. A and B are the labels of two groups.
## A template names its numbers; texts/message.py lists the formats.

## names and numbers inside sentences

compare-metric-val_loss = خسارة التحقق
compare-metric-val_bpb = خسارة التحقق بوحدة بت لكل بايت
compare-metric-loss = خسارة batches (بعد التنعيم)
compare-axis-iterations = التكرارات
compare-axis-epochs = epochs
compare-axis-log_lines = أسطر السجل
compare-axis-samples = العينات
compare-axis-micro_batches = micro-batches
compare-axis-wandb_steps = خطوات wandb
compare-axis-steps_of_epochs = الخطوات
compare-axis-tokens = tokens
compare-axis-time = الزمن
compare-axis-flops = FLOPs
compare-position-iterations = { NUMBER($x, digits: 0) }
compare-position-tokens = { TOKENS($x) }
compare-position-time = { DURATION($x) }
compare-position-flops = { SIGNIFICANT($x, digits: 3) } FLOP
compare-ratio-times = بمقدار { TIMES($ratio) }
compare-ratio-share = بنسبة { PERCENT($share) }
compare-change = { $name } { $first } مقابل { $second }
compare-losses = { $metric } { $low } مقابل { $high }
compare-loss-measured = { FIXED($value, digits: 4) } ({ $label })
compare-loss-interpolated = نحو { FIXED($value, digits: 4) } ({ $label })
compare-loss-at_least = { FIXED($value, digits: 4) } على الأقل ({ $label })
compare-loss-final = { FIXED($value, digits: 4) } بعد { NUMBER($iteration, digits: 0) } من { $counts } ({ $label })
compare-between = { $a } و{ $b }: { $text }

## what was compared

compare-bits_of_one_text-text = تختلف tokens بين التشغيلين ونص التحقق واحد: تُقارن الخسارة بوحدة بت لكل بايت، لا الخسارة لكل token.
compare-bits_of_one_text-evidence = بصمة نص التحقق واحدة في التشغيلين. وحدة بت لكل بايت تعد بايتات النص أيًا كانت tokens التي صار إليها. والسياق بالعدد نفسه من tokens يتسع لنص أكثر حيث تكون أطول.
compare-plot-same_text = نص التحقق واحد في جميع التشغيلات أيًا كانت tokens: يمكن مقارنة هذه المنحنيات.
compare-plot-other_text = نصوص التحقق مختلفة، فلا يمكن مقارنة هذه المنحنيات.
compare-plot-other_tokens = المفردات مختلفة: لا يمكن مقارنة الخسارة لكل token.
compare-other_data-val_text = بصمتا نص التحقق مختلفتان.
compare-other_data-text = قيم الخسارة مقيسة على نص مختلف أو على tokens مختلفة: لا يمكن مقارنتها.
compare-other_data-changes = الفروق بين التشغيلين: { LIST($changes) }.
compare-other_data-bases = تدل قيم perplexity بجانبها على أنها لوغاريتمات بأساسين مختلفين: { SIGNIFICANT($a_base, digits: 3) } ({ $a }) و{ SIGNIFICANT($b_base, digits: 3) } ({ $b }).
compare-other_data-first_losses = أول خسارة { FIXED($a, digits: 2) } و{ FIXED($b, digits: 2) } على الترتيب؛ وأول خسارة لنموذج جديد هي لوغاريتم حجم مفرداته.
compare-different_experiments-text = هاتان تجربتان مختلفتان.
compare-scale-evidence = تختلفان في الحجم: { LIST($differences) }.
compare-scale-tokens = { TOKENS($a) } مقابل { TOKENS($b) } token ({ TIMES($ratio) })
compare-scale-tokens_from_zero = { TOKENS($a) } مقابل { TOKENS($b) } token
compare-scale-parameters = { PARAMETERS($a) } مقابل { PARAMETERS($b) } معلمة
compare-scale-context = طول السياق { NUMBER($a, digits: 0) } مقابل { NUMBER($b, digits: 0) }
compare-unknown_text-text = لا يُعرف هل الخسارتان مقيستان على النص نفسه وعلى tokens نفسها.
compare-unknown_text-evidence = اذكر ذلك: --dataset=NAME، أو قيمة لكل تشغيل تفصل بينها فواصل.
compare-unknown_settings-text = التشغيلان مختلفان، والإعدادات التي سببت الاختلاف غير معروفة.
compare-no_setting-text = لا يوجد إعداد معروف مختلف: ما يختلف سببه الصدفة أو الحاسوب أو إعدادات لم تُسجل.
compare-no_setting-text_and_seed = لا يختلف سوى البذرة العشوائية (seed) بحسب المعروف: ما يختلف سببه الصدفة أو الحاسوب.
compare-no_setting-text_apart = لا يوجد إعداد معروف مختلف، لكن الخسارتين متباعدتان أكثر مما تسببه البذور العشوائية: هناك شيء آخر مختلف لا يذكره السجلان معًا.
compare-no_setting-stated_by_one = ما يذكره سجل واحد فقط: { SEPARATED($settings) }.
compare-no_setting-stated = { $setting }={ $value } ({ $label })
compare-printed_settings-text = لا يختلف أي إعداد يعرفه fledge، لكن إعدادات أخرى تختلف: سبب الفرق غير معروف.
compare-printed_settings-text_with = تغير { $setting }، وتختلف أيضًا قيم أخرى يذكرها السجلان: لا يمكن أن يُنسب الفرق إليه وحده.
compare-printed_changes = يذكر السجلان أيضًا قيمًا مختلفة: { SEPARATED($changes) }.
compare-more_printed_changes = وعدد الفروق الأخرى { NUMBER($number) }.
compare-repeat-text = لا يوجد إعداد معروف مختلف، وكل خسارة سجلها الاثنان متساوية: هذا تشغيل واحد أُعيد.
compare-repeat-evidence = التشغيلات ذات الإعدادات نفسها والبذرة نفسها تعطي الخسارة نفسها على الحاسوب نفسه.
compare-one_setting-micro_batch = حجم micro-batch
compare-one_setting-text = لم يتغير سوى { $setting }: الفروق التي تتجاوز الضجيج سببها هذا الإعداد.
compare-one_setting-text_and_seed = لم يتغير سوى { $setting } والبذرة العشوائية: الفروق التي تتجاوز ما تسببه البذور سببها { $setting }.
compare-one_setting-text_at_least = لا يُعرف أن شيئًا تغير سوى { $setting }: الفروق التي تتجاوز الضجيج سببها هذا الإعداد.
compare-several_settings-text =
    لا يمكن أن يُنسب الفرق إلى إعداد واحد: تغير { $number ->
        [zero] { WORD($number) } إعداد
        [one] إعداد واحد
        [two] إعدادان
        [few] { WORD($number) } إعدادات
        [many] { WORD($number) } إعدادًا
       *[other] { WORD($number) } إعداد
    } معًا.
compare-several_settings-text_at_least =
    لا يمكن أن يُنسب الفرق إلى إعداد واحد: تغير { $number ->
        [zero] { WORD($number) } إعداد
        [one] إعداد واحد
        [two] إعدادان
        [few] { WORD($number) } إعدادات
        [many] { WORD($number) } إعدادًا
       *[other] { WORD($number) } إعداد
    } على الأقل معًا.
compare-changes = ما تغير: { SEPARATED($changes) }.
compare-changed_with = تغير مع { $leader } أيضًا: { LIST($names) }.
compare-device-text = الجهاز لا يفسر الخسارة.
compare-device-names = عمل { $a } على { $device_a }، و{ $b } على { $device_b }.
compare-device-unnamed = جهاز غير مسمى
compare-device-same_config = الإعدادات نفسها تعطي الخسارة نفسها على كل جهاز، ما عدا أثر الصدفة: لمقارنة جهازين شغّل الإعدادات نفسها على كليهما.

## losses

compare-batch_loss-text = ليس لكليهما خسارة تحقق، لذا تُقارن خسارة batches: وهي ترتفع مع dropout وتنخفض مع الحفظ عن ظهر قلب.
compare-batch_loss-evidence = القيم منعَّمة: متوسطات أجزاء متساوية من المنحنى.
compare-not_aligned-text = لا يُعرف أي الخسارتين أدنى عند تساوي التكرارات أو tokens أو الزمن.
compare-not_aligned-evidence = ليس في السجلين قيم خسارة عند النقطة نفسها.
compare-equal-not_evaluated = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }) لا يمكن الحكم: لم يُقيَّم { LIST($labels) } قرب هذا الموضع ({ $losses }).
compare-equal-unknown_noise = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، والفرق { FIXED($apart, digits: 4) }؛ ولا يُعرف كم منه سببه الصدفة.
compare-equal-within_seed_noise = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، والفرق ضمن ضجيج البذور العشوائية (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-equal-within_evaluation_noise = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، والفرق ضمن ضجيج التقييم (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-equal-other_schedule = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، ولا يمكن المقارنة: جدولا معدل التعلم مختلفان.
compare-equal-further_along = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، ولا يمكن المقارنة: { $label } أبعد في تناقص معدل التعلم.
compare-equal-unknown_schedule = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، ولا يمكن المقارنة: لا يُعرف هل بلغ الاثنان الموضع نفسه من تناقص معدل التعلم.
compare-equal-machine = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }، ولا يمكن المقارنة: قد يكون فرق السرعة من الحاسوب.
compare-equal-ahead = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }) يتقدم { $ahead }: { $losses } (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-equal-ahead_at_least = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }) يتقدم { $ahead }: { $losses } (الفرق { FIXED($apart, digits: 4) } على الأقل؛ { $noise }).
compare-equal-both_measured = الخسارتان كما طُبعتا.
compare-equal-measured = خسارة { $label } كما طُبعت.
compare-equal-interpolated = خسارة { $label } مستكملة (interpolated) بين تقييمين.
compare-equal-bounded = لم يُقيَّم { $label } هناك، وكانت خسارته أعلى منها في تقييمه التالي.
compare-equal-training_time = الزمن هو زمن التدريب، دون التقييم والتصريف (compile).
compare-equal-startup = استغرق التصريف (compile) في { $label } مدة { DURATION($seconds) }، وهي غير محسوبة.
compare-final-ahead = ينتهي { $ahead } بخسارة أدنى: { $losses } (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-final-within_seed_noise = عند نهايتيهما: { $losses }، والفرق ضمن ضجيج البذور العشوائية (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-final-within_evaluation_noise = عند نهايتيهما: { $losses }، والفرق ضمن ضجيج التقييم (الفرق { FIXED($apart, digits: 4) }؛ { $noise }).
compare-final-unknown_noise = عند نهايتيهما: { $losses }، والفرق { FIXED($apart, digits: 4) }؛ ولا يُعرف كم منه سببه الصدفة.
compare-final-longer = آخر الخسارتين، { $losses }، لا يمكن مقارنتهما: تدرب { $ahead } مدة أطول ({ $far })، ولا يُعرف هل انتهى كلاهما.
compare-final-length = تدرب { $label } مدة أطول ({ $far }).
compare-final-equal_time = تدرب الاثنان المدة نفسها.
compare-final-early_end = يذكر السجلان أنهما انتهيا، لكن لا يذكران أنهما أنجزا كل تكراراتهما.
compare-final-unknown_end = يُفترض أن كليهما انتهى: السجلان لا يذكران ذلك.
compare-schedules-settings = لا يمكن مقارنة النقاط في المنتصف: جدولا معدل التعلم مختلفان ({ SEPARATED($changes) })، فأحدهما أبعد في تناقصه.
compare-schedules-rates = لا يمكن مقارنة النقاط في المنتصف: معدلا التعلم يتناقصان على نحو مختلف.
compare-schedules-lengths = لا يمكن مقارنة النقاط في المنتصف: ينتهي التشغيلان عند موضعين مختلفين ({ NUMBER($a) } و{ NUMBER($b) } من { $counts })، ومعدل التعلم يتناقص عادة نحو النهاية.
compare-schedules-unknown = لا يُعرف هل يمكن مقارنة النقاط في المنتصف: أعط --max_iters و--lr_decay_iters.
compare-schedules-evidence = تنخفض الخسارة أثناء تناقص معدل التعلم: التشغيل الذي يتناقص معدله أبكر يبدو أفضل إلى أن يتناقص معدل الآخر.
compare-crossing-text = يتجاوز { $passes } { $passed } عند { $place }.
compare-crossing-place = { $position } ({ $axis })
compare-crossing-evidence = آخر تبدل في الترتيب يتجاوز الضجيج: { LIST($places) }.

## noise

compare-noise_size-none = لا يوجد ضجيج تقييم
compare-noise_size-seeds = ضجيج البذور { SIGNIFICANT($threshold, digits: 2) }
compare-noise_size-both = الضجيج { SIGNIFICANT($threshold, digits: 2) }
compare-noise_size-evaluation = ضجيج التقييم { SIGNIFICANT($threshold, digits: 2) }
compare-noise-text = لا يمكن التمييز بين خسارتين الفرق بينهما أقل من { SIGNIFICANT($threshold, digits: 2) }.
compare-noise-threshold = تشغيلان بالإعدادات نفسها يتباعدان أكثر من ذلك في نحو { PERCENT($share, digits: 1) } من المقارنات.
compare-noise-shared_windows = قُيِّم الاثنان على النوافذ نفسها، ويُفترض أن الارتباط بين خسائرها { $correlation }.
compare-noise-fixed_set = يقيّم { $format } النص نفسه كل مرة، فلا يضيف التقييم ضجيجًا.
compare-noise-two_groups = مصدره تشتت { $first } و{ $second } من البذور، وما هو معتاد في تشغيلات كهذه: انحراف معياري قدره { SIGNIFICANT($sd, digits: 2) }.
compare-noise-one_group = مصدره تشتت بذور { $label } وعددها { $seeds }، وما هو معتاد في تشغيلات كهذه: انحراف معياري قدره { SIGNIFICANT($sd, digits: 2) }.
compare-noise-other_groups =
    مصدره تشتت { $seeds ->
        [zero] { NUMBER($seeds) } بذرة
        [one] بذرة واحدة
        [two] بذرتين
        [few] { NUMBER($seeds) } بذور
        [many] { NUMBER($seeds) } بذرة
       *[other] { NUMBER($seeds) } بذرة
    } في مجموعات أخرى عددها { $groups }، وما هو معتاد في تشغيلات كهذه: انحراف معياري قدره { SIGNIFICANT($sd, digits: 2) }.
compare-noise-prior = يُفترض أن بذور الإعدادات نفسها تنحرف بنسبة { PERCENT($share, digits: 2) } من الخسارة، كما في تشغيلات فيها نحو { TOKENS($tokens) } token لكل خطوة (تشغيلات منشورة وتشغيلات fledge).
compare-noise-length = لم يصل التشغيلان إلى المدى نفسه: قد يكون ما يصل إلى { SIGNIFICANT($loss, digits: 2) } من الفرق بسبب حاسوب أسرع.
compare-noise-batch_losses =
    مقيس بتشتت خسائر batches حول اتجاهها، في متوسطات كل منها على { $batches ->
        [zero] { NUMBER($batches) } batch
        [one] batch واحدة
        [two] { NUMBER($batches) } batches
        [few] { NUMBER($batches) } batches
        [many] { NUMBER($batches) } batch
       *[other] { NUMBER($batches) } batch
    }.
compare-noise-curve = مقيس بالتشتت على طول منحنى التقييمات.
compare-noise-whole_split = قُيِّم قسم التحقق كله.
compare-noise-single_batches = لا يتجاوز تشتت خسائر batches المفردة المطبوعة، لأن التقييم يحسب متوسط عدة منها.
compare-noise-eval_iters = batches عشوائية عددها eval_iters={ CODE($number, format: ".0f") }
compare-noise-default_eval_iters = batches عشوائية عددها { $number }، كالمعتاد في nanoGPT
compare-noise-batches = مقيس بتشتت خسائر batches المطبوعة؛ والتقييم يحسب متوسط { $batches }.
compare-noise-evaluation_size = يحسب التقييم متوسط { $batches }، كل منها { FIXED($batch, digits: 0) } x { FIXED($block, digits: 0) } token؛ ويُفترض أن خسارة النافذة الواحدة تتفاوت بمقدار { FIXED($window, digits: 2) } nats.
compare-noise-unknown = ضجيج التقييم غير معروف.
compare-noise-no_language_model = مقدار الاختلاف بين البذور معروف للنماذج اللغوية فقط: قارن عدة بذور لكل منهما.
compare-noise-unknown_settings = ضجيج التقييم غير معروف: أعط { LIST($options) }.
compare-noise-no_loss = لا توجد خسارة مشتركة بين التشغيلين.
compare-unknown_noise-text = لا يُعرف كم من الفرق سببه الصدفة، لذا لا يوصف أي منهما بأنه أفضل.
compare-one_seed-text = لا يُعرف كم تغير بذرة أخرى الخسارة: لكل منهما بذرة واحدة.
compare-one_seed-evidence = يُفترض انحراف معياري قدره { SIGNIFICANT($sd, digits: 2) }.
compare-seeds-beyond_chance = على البذور كلها { $b } ناقص { $a } يساوي { FIXED($difference, digits: 4, sign: "always") } (من { FIXED($low, digits: 4, sign: "always") } إلى { FIXED($high, digits: 4, sign: "always") }): أكثر مما تفسره الصدفة.
compare-seeds-within_chance = على البذور كلها { $b } ناقص { $a } يساوي { FIXED($difference, digits: 4, sign: "always") } (من { FIXED($low, digits: 4, sign: "always") } إلى { FIXED($high, digits: 4, sign: "always") }): يمكن أن تفسره الصدفة.
compare-seeds-evidence = اختبار Welch: t = { FIXED($t, digits: 2) }، ودرجات الحرية { FIXED($df, digits: 1) }، وقيمة p = { SIGNIFICANT($p, digits: 2) }.
compare-seeds_apart-text = قد يتباعد تشغيلان مفردان كهذين بمقدار { SIGNIFICANT($apart, digits: 2) } بالصدفة.
compare-seeds_apart-evidence =
    { NUMBER(95) } من كل { NUMBER(100) } زوج كهذا أقرب من ذلك، بحسب توزيع Student t من { $seeds ->
        [zero] { NUMBER($seeds) } بذرة
        [one] بذرة واحدة
        [two] بذرتين
        [few] { NUMBER($seeds) } بذور
        [many] { NUMBER($seeds) } بذرة
       *[other] { NUMBER($seeds) } بذرة
    }.

## speed

compare-speed-equal = الاثنان بالسرعة نفسها: { NUMBER($a_rate, digits: 0) } و{ NUMBER($b_rate, digits: 0) } tokens/s.
compare-speed-slower = { $b } أبطأ { $far }: { NUMBER($b_rate, digits: 0) } مقابل { NUMBER($a_rate, digits: 0) } tokens/s.
compare-speed-faster = { $b } أسرع { $far }: { NUMBER($b_rate, digits: 0) } مقابل { NUMBER($a_rate, digits: 0) } tokens/s.
compare-speed-alike = لا يظهر فرق في السرعة: { NUMBER($b_rate, digits: 0) } مقابل { NUMBER($a_rate, digits: 0) } tokens/s. فرق أقل من { PERCENT($noise) } لا يظهر في أزمنة خطوات كهذه.
compare-speed-noise = لا يمكن معرفة أيهما أسرع: { NUMBER($b_rate, digits: 0) } مقابل { NUMBER($a_rate, digits: 0) } tokens/s، لكن السرعات التي يقل الفرق بينها عن { PERCENT($noise) } تقع ضمن ضجيج أزمنة هذه الخطوات.
compare-speed-machine = السرعة { NUMBER($b_rate, digits: 0) } مقابل { NUMBER($a_rate, digits: 0) } tokens/s، لكن لا شيء مما يُعرف اختلافه يغير زمن الخطوة: السبب هو الحاسوب.
compare-speed-rates = { $a }: { NUMBER($a_rate, digits: 0) } tokens/s، و{ $b }: { NUMBER($b_rate, digits: 0) }.
compare-speed-step_times = الخطوة المعتادة تستغرق { NUMBER($a_ms, digits: 0) } و{ NUMBER($b_ms, digits: 0) } ms، دون التقييم.
compare-speed-mean_steps = بعض الخطوات أطول: المتوسط { NUMBER($a_ms, digits: 0) } و{ NUMBER($b_ms, digits: 0) } ms.
compare-speed-steps_only = تستغرق الخطوة { NUMBER($a_ms, digits: 1) } ms ({ $a }) و{ NUMBER($b_ms, digits: 1) } ms ({ $b }).
compare-speed-unknown_tokens = عدد tokens في الخطوة غير معروف: أعط { LIST($options) }.
compare-compute-more = { $b } يحقق FLOP/s أكثر بنسبة { PERCENT($share) }: { FLOPS($b_rate) } مقابل { FLOPS($a_rate) }.
compare-compute-fewer = { $b } يحقق FLOP/s أقل بنسبة { PERCENT($share) }: { FLOPS($b_rate) } مقابل { FLOPS($a_rate) }.
compare-compute-times = معدل FLOP/s في { $b } يساوي { TIMES($ratio) } معدل الآخر: { FLOPS($b_rate) } مقابل { FLOPS($a_rate) }.
compare-compute-share_of_device = هذا { PERCENT($b) } و{ PERCENT($a) } من ذروة { $device } وهي { FLOPS($peak) }.
compare-compute-share_of_unnamed_device = هذا { PERCENT($b) } و{ PERCENT($a) } من ذروة الجهاز وهي { FLOPS($peak) }.
compare-compute-share_of_each_device = هذا { PERCENT($b) } و{ PERCENT($a) } من ذروة جهاز كل منهما.
compare-compute-token_cost = كلفة token الواحد من FLOPs في { $b } تساوي { TIMES($ratio) } كلفته في الآخر: { PARAMETERS($b_params) } مقابل { PARAMETERS($a_params) } معلمة.
compare-compute-token_cost_of_another_model = كلفة token الواحد من FLOPs في { $b } تساوي { TIMES($ratio) } كلفته في الآخر: هذا نموذج آخر.
compare-compute-printed_mfu = يطبع السجلان mfu بقيمة { PERCENT($b, digits: 1) } و{ PERCENT($a, digits: 1) }، نسبة إلى { NUMBER(312) } TFLOP/s وهي ذروة A100.
compare-memory-equal = ذروة الذاكرة متقاربة: { NUMBER($a_mb, digits: 0) } MB ({ $a }) و{ NUMBER($b_mb, digits: 0) } MB ({ $b }).
compare-memory-more = يحتاج { $b } إلى ذاكرة أكثر بنسبة { PERCENT($share) }: { NUMBER($b_mb, digits: 0) } MB عند الذروة، مقابل { NUMBER($a_mb, digits: 0) } MB ({ $a }).
compare-memory-less = يحتاج { $b } إلى ذاكرة أقل بنسبة { PERCENT($share) }: { NUMBER($b_mb, digits: 0) } MB عند الذروة، مقابل { NUMBER($a_mb, digits: 0) } MB ({ $a }).
compare-wider-text = المصفوفات الأعرض ({ NUMBER($wide, digits: 0) } مقابل { NUMBER($narrow, digits: 0) }) تفسر MFU.
compare-wider-evidence = مصفوفة بضعف العرض تنفذ ضعف عمليات FLOP لكل عدد تقرؤه، فيُستخدم من الجهاز قدر أكبر.
compare-micro_batch-text = لا يمكن أن تُنسب قيمة MFU إلى micro-batch: المصفوفات الأعرض ({ NUMBER($wide, digits: 0) } مقابل { NUMBER($narrow, digits: 0) }) تفسرها.
compare-micro_batch-text_both = قد ترفع micro-batch الأكبر والمصفوفات الأعرض ({ NUMBER($wide, digits: 0) } مقابل { NUMBER($narrow, digits: 0) }) كلتاهما قيمة MFU: هذان التشغيلان لا يميزان بينهما.
compare-micro_batch-equal_tokens = عدد tokens في الخطوة متساو ({ NUMBER($tokens, digits: 0) }): { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } مقابل { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }.
compare-micro_batch-batches = حجم micro-batch: { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } مقابل { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }.

## single runs

compare-finding-text = { $label }: { $title }.
compare-overfitted-own_best = عند أفضل خطوة ({ NUMBER($best_step) }) خسارة { $label } نحو { FIXED($best, digits: 2) }؛ وعند الخطوة { NUMBER($last_step) }، بخسارة تحقق { FIXED($last, digits: 4) }، فيه فرط تخصيص (overfitting).
compare-overfitted-own_best_evidence = عند تلك الخطوة خسارة التحقق { FIXED($best, digits: 4) }.
compare-overfitted-published_best = عند أفضل خطوة خسارة { $label } نحو { FIXED($best, digits: 2) }؛ وعند الخطوة { NUMBER($last_step) }، بخسارة تحقق { FIXED($last, digits: 4) }، فيه فرط تخصيص (overfitting).
compare-overfitted-published = يذكر { $source } القيمة { FIXED($best, digits: 4) } لهذه الإعدادات؛ ولا يبين هذا السجل تلك الخطوة.
compare-overfitted-text = في { $label } فرط تخصيص (overfitting) عند الخطوة { NUMBER($last_step) }، وخسارة التحقق { FIXED($last, digits: 4) }.

## the verdict

compare-verdict-seeds_without_loss = هذه بذور للإعدادات نفسها، دون خسارة عند تكرار مشترك.
compare-verdict-seeds =
    إعدادات واحدة، { $seeds ->
        [zero] { NUMBER($seeds) } بذرة
        [one] بذرة واحدة
        [two] بذرتان
        [few] { NUMBER($seeds) } بذور
        [many] { NUMBER($seeds) } بذرة
       *[other] { NUMBER($seeds) } بذرة
    }: { $metric } { FIXED($mean, digits: 4) } عند التكرار { NUMBER($iteration) } (مجال { PERCENT(0.95) } للمتوسط من { FIXED($low, digits: 4) } إلى { FIXED($high, digits: 4) }).
compare-verdict-seeds_sd = الانحراف المعياري بين البذور { FIXED($sd, digits: 4) }.
compare-verdict-other_data = لا يمكن مقارنة الخسارتين: قيستا على نص مختلف أو على tokens مختلفة.
compare-verdict-different_experiments = هذه تجارب مختلفة: { LIST($differences) }.
compare-verdict-not_aligned = لا يُعرف أي الخسارتين أدنى عند نقطة متساوية.
compare-verdict-one_run = { $a } و{ $b } هما التشغيل نفسه: لا شيء للمقارنة.
compare-verdict-repeat = { $b } يعيد { $a }: لا يوجد إعداد معروف مختلف، وكل قيم الخسارة التي سجلها الاثنان، وعددها { NUMBER($number) }، متساوية.
compare-verdict-repeat_of_one = { $b } يعيد أحد تشغيلات { $a }: لا يوجد إعداد معروف مختلف، وكل قيم الخسارة التي سجلها الاثنان، وعددها { NUMBER($number) }، متساوية.
compare-verdict-not_shown = لم يثبت أن { $label } أفضل أو أسوأ.
compare-verdict-better = { $ahead } أفضل عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses }.
compare-verdict-better_over_seeds = { $ahead } أفضل عند تساوي { LIST($axes) } ({ SEPARATED($positions) }): { $losses } (p = { SIGNIFICANT($p, digits: 2) }، وعدد البذور { $a } و{ $b }).
compare-verdict-ends_better = ينتهي { $ahead } أفضل: { $losses }.
compare-verdict-ends_better_over_seeds = ينتهي { $ahead } أفضل: { $losses } (p = { SIGNIFICANT($p, digits: 2) }، وعدد البذور { $a } و{ $b }).
compare-verdict-ahead = عند تساوي { LIST($axes) } ({ SEPARATED($positions) }) يتقدم { $ahead }: { $losses }.
compare-verdict-also_ahead = وعند تساوي { LIST($axes) } ({ SEPARATED($positions) }) يتقدم { $ahead } أيضًا: { $losses }.
compare-verdict-some_other_data = لا يمكن مقارنة كل قيم الخسارة: بعضها مقيس، أو قد يكون مقيسًا، على نص مختلف أو على tokens مختلفة.
compare-verdict-none_aligned = لا يُعرف أي خسارة هي الأدنى عند نقطة متساوية.
compare-verdict-at_equal = عند تساوي { $axis } ({ $position })
compare-verdict-at_the_ends = عند النهاية
compare-verdict-ranking = { $where } ترتيب { $metric } من الأفضل: { LIST($order) }.
compare-verdict-rank = { $label } { FIXED($value, digits: 4) }
compare-verdict-best_not_shown = لم يثبت أن { $best } أفضل من { LIST($others) }.
compare-verdict-best = يتقدم { $best } على الباقين بأكثر مما تفسره الصدفة.

## next steps

compare-next-same_text = درب إعدادات { $b } على نص { $a }
compare-next-same_config = لمقارنة الجهازين شغّل الإعدادات نفسها على كليهما
compare-next-tune = قس ما يفعله حجم micro-batch عند تساوي عدد tokens في الخطوة
compare-next-micro_batch = أو شغّل { $a } مع حجم micro-batch من { $b } وحده: { $options }
compare-next-one_setting = شغّل { $a } مع { $name } من { $b } وحده
compare-next-one_at_a_time = شغّل { $a } مع { $name } من { $b } وحده، ثم باقي التغييرات واحدًا واحدًا
compare-next-confirm = بذرة أخرى تبين هل يثبت الفرق ({ $label })
compare-next-another_seed = لترى كم تغير الصدفة، شغّل الشيء نفسه ببذرة أخرى
compare-next-more_seeds = بذور أكثر تحسم الأمر: شغّل الشيء نفسه ببذرة أخرى ({ $label })
compare-next-one_more_seed = بذرة إضافية تضيق المجال
compare-next-other_trainer = أمر { $run }، مع { LIST($options) }

## the page

compare-setting-block_size = السياق (block_size)
compare-setting-gradient_accumulation_steps = تجميع التدرجات
compare-setting-params = المعلمات
compare-setting-tokens_per_iter = عدد tokens في الخطوة
compare-setting-tokens = مجموع tokens
compare-setting-flops_per_token = عدد FLOPs لكل token
compare-setting-epochs = عدد epochs
compare-page-format = { $format }
compare-page-format_and_seed = { $format }، البذرة العشوائية { $seed }
compare-page-can = ما يمكن استنتاجه
compare-page-cannot = ما لا يمكن استنتاجه
compare-page-experiment = التجربة التي تحسم
compare-page-iterations = التكرارات
compare-page-tokens = عدد tokens
compare-page-best_val = أفضل تحقق
compare-page-last_val = آخر تحقق
compare-page-last_train = آخر تدريب
compare-page-batch_loss = خسارة batches
compare-page-val_bpb = التحقق، بت لكل بايت
compare-page-step = الخطوة
compare-page-mean_step = متوسط الخطوة
compare-page-tokens_per_s = tokens/s
compare-page-flops_per_s = FLOP/s
compare-page-peak_memory = ذروة الذاكرة
compare-page-mfu_printed = MFU المطبوعة
compare-page-mfu = MFU
compare-page-ended = النهاية
compare-page-megabytes = { NUMBER($mb, digits: 0) } MB
compare-page-done_of = { NUMBER($done) } من { NUMBER($goal) }
compare-page-done_counted = { NUMBER($done) } ({ $counts })
compare-page-loss_at = { FIXED($loss, digits: 4) } عند { NUMBER($it) }
compare-page-loss_mean = { FIXED($mean, digits: 4) } ± { SIGNIFICANT($half, digits: 2) }
compare-page-mfu_of_a100 = { PERCENT($share, digits: 1) } من ذروة A100
compare-page-mfu_of = { PERCENT($share) } من { FLOPS($peak) }
compare-page-differs = ما يختلف
compare-page-no_setting_differs = { $title }: لا إعداد معروف، لكن هذه الأرقام
compare-page-settings_differ =
    { $title }: { $settings ->
        [zero] { NUMBER($settings) } إعداد، وما يتبعه
        [one] إعداد واحد، وما يتبعه
        [two] إعدادان، وما يتبعهما
        [few] { WORD($settings) } إعدادات، وما يتبعها
        [many] { WORD($settings) } إعدادًا، وما يتبعها
       *[other] { WORD($settings) } إعداد، وما يتبعها
    }
compare-page-value_of = { $value } ({ $labels })
compare-page-follows = مع { $setting }
compare-page-same = متطابق:
compare-page-missing = غير معروف عن { LIST($groups) }: { $settings }. أعط --config=FILE أو --{ $first }=...، واحدًا لكل تشغيل وبينها فواصل.
