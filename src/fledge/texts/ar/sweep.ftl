## ما يقوله `fledge sweep`

# ما كُتب

sweep-nothing = لا شيء يُجرَّب. أعط إعدادًا قيمًا عدة: --learning_rate=0.001,0.002 أو --depth=2:6.
sweep-too_many = عدد المحاولات { NUMBER($number) } كبير: { NUMBER($most) } على الأكثر. جرب إعدادات أقل معًا.
sweep-not_swept = لا يمكن تجريب قيم عدة للخيار --{ $key }. أعطه قيمة واحدة.
sweep-seed = لا يمكن تجريب قيم عدة للخيار --seed: ما يختلف بين البذور ضجيج. أعطه قيمة واحدة، وكرر أفضل محاولة ببذور أخرى.
sweep-resume = يبدأ هذا الأمر تشغيلات جديدة. احذف --init_from=resume: الأمر نفسه يتابع من تلقاء نفسه.
sweep-thousands = الفواصل هنا تفصل بين القيم. اكتب { PLAIN($number) }
sweep-twice = فيه قيمة مكررة
sweep-range = يُكتب النطاق FIRST:LAST أو FIRST:LAST:STEP بأعداد صحيحة. افصل القيم الأخرى بفواصل
sweep-range_size = النطاق تصاعدي، وفيه { NUMBER($most) } قيمة على الأكثر

# المجلد

sweep-not_empty = المجلد { $path } ليس فارغًا، وليست فيه محاولات لهذا الأمر.
sweep-other = في المجلد { $path } محاولات بإعدادات أخرى.
sweep-damaged = لا يستطيع هذا الإصدار من fledge قراءة { $path }.
sweep-wait = انتظره، أو أوقفه، أو اذكر مجلدًا آخر: --out=DIR.
sweep-another_out = اذكر مجلدًا آخر: --out=DIR.
sweep-another_or_overwrite = اذكر مجلدًا آخر (--out=DIR)، أو أضف --overwrite لاستبداله.

# أثناء العمل

sweep-progress = حُسم { NUMBER($decided) } من { NUMBER($number) } من المحاولات؛ { LIST($trials) }
sweep-trial_at = { $trial }: التكرار { NUMBER($it) } من { NUMBER($max_iters) }
sweep-told-finished = { $trial }: انتهت، خسارة التحقق { FIXED($loss, digits: 4) }
sweep-told-dropped = { $trial }: تُركت: { $reason }
sweep-told-failed = { $trial }: فشلت: { $error }
sweep-lost_to = تنتهي في أفضل الأحوال عند { FIXED($low, digits: 4) }؛ وتنتهي { $winner } في أسوئها عند { FIXED($high, digits: 4) }
sweep-diverged = خسارتها NaN أو غير منتهية
sweep-no_progress = أُوقفت ولم تتقدم
sweep-killed = انتهت عمليتها بالرمز { PLAIN($code) }
sweep-side_by_side = تعمل محاولتان جنبًا إلى جنب لأنها صغيرة (يشغّل --jobs=1 واحدة تلو الأخرى)
sweep-evaluations = تُقيَّم المحاولات كل { $every ->
    [zero] { NUMBER($every) } تكرار
    [one] تكرار
    [two] تكرارين
    [few] { NUMBER($every) } تكرارات
    [many] { NUMBER($every) } تكرارًا
   *[other] { NUMBER($every) } تكرار
}، والعينة نفسها للجميع وعدد batches فيها { NUMBER($batches) }: يحتاج التوقع الذي يترك الخاسر إلى نحو { NUMBER(30) } تقييمًا في التشغيل

# الصفحة

sweep-column-val_loss = خسارة التحقق
sweep-column-end = عند النهاية
sweep-column-range = مجال { PERCENT(0.9) }
sweep-column-done = أُنجز
sweep-column-state = الحالة
sweep-closest = هذه الاستنتاجات عن أفضل { NUMBER($number) }؛ ويقبل `fledge compare` مجلدات المحاولات الأخرى.
sweep-state-waiting = لم تبدأ
sweep-state-stopped = متوقفة
sweep-state-finished = انتهت
sweep-state-dropped = تُركت
sweep-state-failed = فشلت
sweep-best = الأفضل: { $trial }، خسارة التحقق { FIXED($loss, digits: 4) }. المدة { $took }.
sweep-none_finished = لم تنته أي محاولة. المدة { $took }.
sweep-no_report = لم تُرسم صورة: { $error }
sweep-train = أفضل الإعدادات، للتدريب بها:
sweep-sample = النموذج الذي نتج عنها:
sweep-picture = منحنيات كل المحاولات:
sweep-continue = لم تُحسم كل المحاولات. للمتابعة:
sweep-file_title = الأفضل من { NUMBER($number) } من المحاولات: { $trial }
sweep-file_loss = خسارة التحقق { FIXED($loss, digits: 4) }
sweep-mark_dropped = تُركت
sweep-why_dropped = تُركت: لم تعد تستطيع بلوغ { $winner }
