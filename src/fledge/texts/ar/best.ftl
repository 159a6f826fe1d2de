## fledge plan --hours: أفضل نموذج للوقت المتاح

best-climbing = تشغيلات صغيرة على نصك
best-rung = التشغيل { NUMBER($number) } من { NUMBER($total) }، العمق { NUMBER($depth) }
best-step_of_rung = التشغيل الصغير ذو العمق { NUMBER($depth) }

## ما طُلب

best-several_limits = الخياران { $first } و{ $second } كلاهما يحد الوقت. أعط واحدًا منهما.
best-no_clock = القيمة --until={ $clock } ليست وقتًا من اليوم.
best-past = القيمة --until={ $clock } في الماضي.
best-clock_example = جرب --until=07:00 للساعة السابعة القادمة، أو --until='2030-01-31 07:00'.
best-no_price = الخيار --budget={ CODE($budget, format: "g") } يحتاج إلى سعر.
best-give_price = أضف --price_per_hour=0.40 لبطاقة GPU مستأجرة، أو --price_per_kwh=0.30 للكهرباء.
best-no_watts = الخيار { $option } يحتاج إلى قدرة الجهاز، وهي غير معروفة.
best-give_watts = أضف --watts=65، قدرته المقننة بوحدة W.
best-too_short = المدة { DURATION($seconds) } أقصر من أن يُخطط لها: لن تدل التشغيلات الصغيرة على نصك على شيء.
best-longer = أعط { NUMBER($minutes, digits: 1) } دقيقة على الأقل، أو أضف --no-measure للتخطيط بأرقام منشورة.
best-small_text = في نص التدريب من tokens ما عدده { NUMBER($tokens) }: أقل من أن يُتعلم من تشغيلات صغيرة عليه. يلزم { NUMBER($needed) } لهذه القيمة من block_size.
best-more_text = حضّر نصًا أكثر، أو جرب قيمة أصغر للخيار --block_size.
best-few_rungs = لم ينته في الوقت إلا { NUMBER($rungs) } من التشغيلات الصغيرة، ويلزم { NUMBER($needed) }.
best-more_time = أعط وقتًا أكثر، أو أعده حين يكون الحاسوب أقل انشغالًا (يُحتفظ بما انتهى)، أو أضف --no-measure.
best-no_run_fits = لا يتسع { DURATION($seconds) } لأي تشغيل.
best-least_time = أعط { DURATION($seconds) } على الأقل: هذه مدة أقصر تشغيل لأصغر نموذج هنا.
best-nothing_fits = لا يتسع لأي عمق في ذاكرة { $device }.
best-smaller_block = جرب قيمة أصغر للخيار --block_size.
best-chosen = الخيار --{ $name } هو ما يُختار هنا.
best-leave_out = احذف --{ $name }.
best-scratch = القيمة init_from={ $init_from } تتابع أوزانًا مدربة: الخطة لنموذج جديد.
best-one_device = يُبحث عن أفضل نموذج لجهاز واحد.
best-name_one = سم بطاقة GPU واحدة، دون --gpus و--nodes.
best-no_speed = سرعة { $device } غير معروفة.
best-give_step = أضف زمن تكرار واحد قسته هناك: --measured='n_embd=768,batch_size=8:340ms'.
best-exists = الملف { $out } موجود، ولم يكتبه هذا الأمر.
best-is_directory = القيمة --out={ $out } مجلد.
best-name_file = سم ملفًا: --out={ $name }.

## ملاحظات

best-note-text = النص أقصر من الوقت: بعد قراءته { NUMBER($passes, digits: 1) } مرة لا يُتوقع أن يفيد تدريب أكثر. نص أكثر يفيد أكثر من وقت أكثر
best-note-unseen = قرأت التشغيلات الصغيرة لنموذج بهذا الحجم النص { NUMBER($seen, digits: 1) } مرة على الأكثر، فلا يقرؤه هذا الاختيار أكثر من { NUMBER($passes, digits: 1) } مرة: النماذج الأكبر تحفظ النص عن ظهر قلب أسرع. نص أكثر يفيد أكثر من وقت أكثر
best-note-unread = لم يقرأ أي تشغيل صغير لنموذج بهذا الحجم النص كله، فلا يقرؤه هذا الاختيار أكثر من { NUMBER($passes, digits: 1) } مرة: النماذج الأكبر تحفظ النص عن ظهر قلب أسرع. نص أكثر يفيد أكثر من وقت أكثر
best-note-left = يبقى من الوقت { DURATION($seconds) }
best-note-other_kind = جزء التحقق من نوع غير نوع نص التدريب: خسائر التشغيلات الصغيرة عليه أعلى بمقدار { PERCENT($off) } منها على قطع محجوزة من نص التدريب. يصعب أن يُعرف ما تعطيه قراءة نص كهذا مرات أكثر: أخطأ توقع مثله بمقدار 10%. جزء تحقق مأخوذ من النص كله أدل
best-note-short_runs = أطول تشغيل صغير له { NUMBER($iters) } تكرارًا: قد تختلف الخسارة المتوقعة من عدد قليل كهذا بأكثر من 10%. كلما زاد الوقت طالت التشغيلات الصغيرة ودلّت على أكثر
best-note-without_table = تُرك جدول n-grams (ngram_rows=0): يكفي الوقت لقراءة النص عدة مرات، ومع الجدول يُحفظ النص عن ظهر قلب
best-note-compiled = سيُترجَم التدريب (compile)، ويجعله ذلك على المعالج في العادة أسرع { TIMES($gain) }. لا تعتمد الخطة على ذلك: قد ينتهي التشغيل قبل موعده
best-note-published = لم يُجر أي تشغيل صغير: يُختار الحجم حسب Hoffmann et al. 2022، وهي ملاءمة لنصوص الويب ولنماذج من 70M معلمة فأكثر
best-note-no_level = لا تُعرف الخسارة المتوقعة دون تشغيلات صغيرة على نصك: الملاءمات المنشورة لنصوص الويب ولمفردات حجمها { NUMBER(32000) }

## الصفحة

best-page-time = { $hours } للتدريب
best-page-model = النموذج
best-page-model_size = العمق { NUMBER($depth) }، العرض { NUMBER($width) }، عدد المعلمات { COUNT($params) }
best-page-model_table = العمق { NUMBER($depth) }، العرض { NUMBER($width) }، عدد المعلمات { COUNT($params) } إضافة إلى { COUNT($table) } في جدول n-grams
best-page-training = التدريب
best-page-batch = عدد التكرارات { NUMBER($iterations) }، في كل منها { NUMBER($batch) } x { NUMBER($block) } token
best-page-accumulated = عدد التكرارات { NUMBER($iterations) }، في كل منها { NUMBER($steps) } x { NUMBER($batch) } x { NUMBER($block) } token
best-page-text = النص
best-page-tokens = { COUNT($tokens) } token، يُقرأ نصك { NUMBER($passes, digits: 2) } مرة
best-page-rate = معدل التعلم
best-page-loss = خسارة التحقق
best-page-loss_range = المتوقع { FIXED($value, digits: 3) }، وبين { FIXED($low, digits: 3) } و{ FIXED($high, digits: 3) } في تسع حالات من عشر
best-page-unknown_loss = غير معروفة دون تشغيلات صغيرة على نصك
best-page-takes = المدة
best-page-cost = التكلفة
best-page-column-depth = العمق
best-page-column-parameters = المعلمات
best-page-column-tokens = tokens
best-page-column-hours = المدة
best-page-column-loss = خسارة التحقق
best-page-column-range = النطاق
best-page-basis = { $runs ->
    [zero] من لا تشغيل على نصك.
    [one] من تشغيل واحد على نصك.
    [two] من تشغيلين على نصك.
    [few] من { NUMBER($runs) } تشغيلات على نصك.
    [many] من { NUMBER($runs) } تشغيلًا على نصك.
   *[other] من { NUMBER($runs) } تشغيل على نصك.
}
best-page-basis_new = أُجري منها الآن { NUMBER($new) } في { DURATION($seconds) }؛ ويُحتفظ بها كلها.
best-page-basis_remembered = كانت كلها محفوظة من قبل.
best-page-largest = انتهى أكبرها عند { FIXED($actual, digits: 3) }؛ ولكانت الأخرى وحدها توقعت { FIXED($value, digits: 3) } ({ PERCENT($off, digits: 1, sign: "always") }).
best-page-basis_published = من أرقام منشورة، لا من نصك.
best-page-written = كُتب: { $file }
best-page-picture = الخسارة مقابل الساعات لكل عمق: { $picture }
best-page-curve = العمق { NUMBER($depth) }
best-page-range = نطاق الاختيار
best-page-title = أفضل نموذج لمدة { $hours }
best-page-hours = ساعات
best-page-minutes = دقائق
best-page-days = أيام
