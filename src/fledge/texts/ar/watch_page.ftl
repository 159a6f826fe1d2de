## The words of the page that `fledge watch` serves. Its script fills in the numbers.

watch-state-running = يعمل
watch-state-waiting = ينتظر
watch-state-finished = اكتمل
watch-state-stopped = متوقف
watch-state-diverged = متباعد
watch-state-crashed = منهار
watch-state-quiet = صامت
watch-state-reading = قيد القراءة
watch-state-unreadable = لا يُقرأ
watch-overview-title = التشغيلات
watch-overview-column_compare = مقارنة
watch-overview-column_name = التشغيل
watch-overview-column_state = الحالة
watch-overview-column_progress = التقدم
watch-overview-column_left = الوقت المتبقي
watch-overview-column_val = خسارة التحقق
watch-overview-column_speed = tokens/s
watch-overview-column_curve = الخسارة
watch-overview-column_finding = أسوأ نتيجة
watch-overview-checking = جار الفحص…
watch-overview-no_finding = لا نتائج
watch-overview-select = اختر { $name } للمقارنة
watch-overview-curve_of = خسارة { $name }: من { $first } إلى { $last }
watch-overview-compare =
    قارن { $count ->
        [zero] { NUMBER($count) } تشغيل
        [one] تشغيل واحد
        [two] تشغيلين
        [few] { NUMBER($count) } تشغيلات
        [many] { NUMBER($count) } تشغيلًا
       *[other] { NUMBER($count) } تشغيل
    }
watch-overview-compare_hint = اختر تشغيلين أو أكثر لمقارنتها.
watch-overview-empty_title = لا توجد تشغيلات هنا بعد
watch-overview-empty_text = ابدأ واحدًا في نافذة طرفية أخرى، وسيظهر هنا وحده.
watch-overview-empty_demo = نموذج صغير في بضع دقائق:
watch-overview-empty_train = تشغيلك أنت:
watch-overview-empty_log = سجل من برنامج تدريب آخر:
watch-overview-folders = المجلدات التي بُحث فيها: { $folders }
watch-overview-filter = تصفية بالاسم
watch-overview-nothing_matches = لا يوجد تشغيل في اسمه هذا النص.
watch-run-loading = تجري قراءة التشغيل…
watch-run-gone_title = هذا التشغيل ليس هنا
watch-run-gone_text = إما نُقل أو حُذف، أو أن الخادم شُغل لمجلدات أخرى.
watch-run-unreadable = لا يمكن قراءة هذا التشغيل: { $why }
watch-run-back = كل التشغيلات
watch-run-save = احفظ الآن
watch-run-sample = عينة الآن
watch-run-stop = إيقاف
watch-run-stop_title = هل توقف هذا التشغيل؟
watch-run-stop_text = سيكمل خطوته ويحفظ checkpoint ثم ينتهي. يمكنك متابعته لاحقًا:
watch-run-stop_confirm = أوقفه
watch-run-cancel = إلغاء
watch-run-asked_save = طُلب checkpoint. سيظهر في الأسفل حين يُكتب.
watch-run-asked_sample = طُلبت عينة. ستظهر في الأسفل حين تُولد.
watch-run-asked_stop = طُلب الإيقاف. سينتهي بعد خطوته الحالية.
watch-run-failed = لم ينجح ذلك: { $why }
watch-run-progress = { $iter } من { $goal } تكرار
watch-run-progress_open = التكرار { $iter }
watch-run-left = المتبقي { $time }
watch-run-left_about = بمتوسط السرعة حتى الآن، بما في ذلك التقييم والحفظ
watch-run-tile_val = خسارة التحقق
watch-run-tile_loss = خسارة batches
watch-run-tile_speed = tokens/s
watch-run-tile_mfu = MFU
watch-run-tile_left = الوقت المتبقي
watch-run-tile_forecast = التوقع
watch-run-at_iteration = عند { $iter }
watch-run-median = الوسيط
watch-run-findings = النتائج
watch-run-checking = يجري فحص التشغيل…
watch-run-none = لم يُعثر على شيء.
watch-run-warnings = { $count ->
    [zero] { NUMBER($count) } تحذير من التشغيل
    [one] تحذير واحد من التشغيل
    [two] تحذيران من التشغيل
    [few] { NUMBER($count) } تحذيرات من التشغيل
    [many] { NUMBER($count) } تحذيرًا من التشغيل
   *[other] { NUMBER($count) } تحذير من التشغيل
}
watch-run-copy = نسخ
watch-run-copied = تم النسخ
watch-run-plan = المخطط مقابل الفعلي
watch-run-plan_what = ماذا
watch-run-plan_planned = المخطط
watch-run-plan_actual = الفعلي
watch-run-plan_ratio = الفعلي / المخطط
watch-run-no_plan = ليس لهذا التشغيل خطة للمقارنة بها.
watch-run-samples = العينات
watch-run-no_samples = لا عينات بعد. الخيار --sample_interval=N يولد عينة كل N تكرار.
watch-run-no_samples_log = لا عينات في السجل.
watch-run-sample_at = التكرار { $iter }
watch-run-checkpoints = checkpoints
watch-run-no_checkpoints = لا يوجد checkpoint بعد.
watch-run-no_checkpoints_log = تُعرض هنا checkpoints تشغيلات fledge وحدها.
watch-run-try = جربه
watch-run-try_named = جرب { $name } في ساحة التجربة
watch-run-settings = الإعدادات
watch-run-settings_chosen = المختارة
watch-run-settings_default = الافتراضية
watch-run-setting = الإعداد
watch-run-value = القيمة
watch-run-origin = المصدر
watch-run-tail = السجل
watch-run-forecast_line = التوقع للتكرار { $to }: { $value }، وفي تسع حالات من عشر بين { $low } و{ $high }.
watch-run-forecast_none = لا توقع: { $why }
watch-plot-loss = الخسارة
watch-plot-rate = معدل التعلم
watch-plot-norm = معيار التدرج
watch-plot-speed = tokens في الثانية
watch-plot-mfu = MFU (%)
watch-plot-memory = الذاكرة (MB)
watch-plot-batch = batch
watch-plot-batch_smooth = batch، بعد التنعيم
watch-plot-train = التدريب
watch-plot-val = التحقق
watch-plot-bpb = التحقق، بت لكل بايت
watch-plot-forecast = التوقع
watch-plot-low = الحد الأدنى
watch-plot-high = الحد الأعلى
watch-plot-along = بحسب
watch-plot-iterations = التكرارات
watch-plot-tokens = tokens
watch-plot-time = الزمن
watch-plot-log_scale = مقياس لوغاريتمي
watch-plot-smoothing = التنعيم
watch-plot-smoothed = منعم
watch-plot-reset = إعادة ضبط التكبير
watch-plot-zoom_hint = اسحب فوق الرسم للتكبير؛ وانقر مرتين للعودة.
watch-plot-empty = لا أرقام بعد.
watch-plot-hours = ساعات التدريب
watch-compare-title = المقارنة
watch-compare-loading = تجري المقارنة…
watch-compare-verdict = الحكم
watch-compare-conclusions = ما يمكن استنتاجه
watch-compare-next = الخطوة التالية
watch-compare-changed = ما تغير
watch-compare-nothing_changed = لا يختلف أي إعداد معروف.
watch-compare-val = خسارة التحقق
watch-compare-batch = خسارة batches بعد التنعيم
watch-compare-failed = لا يمكن مقارنة هذه التشغيلات: { $why }
watch-play-title = ساحة التجربة
watch-play-loading = يجري البحث عن checkpoints…
watch-play-prompt = النص الأول (prompt)
watch-play-prompt_hint = بداية نص. إن تُرك فارغًا بدأه النموذج بنفسه.
watch-play-checkpoint_a = checkpoint
watch-play-checkpoint_b = checkpoint ثان
watch-play-text_a = النص
watch-play-text_b = النص الثاني
watch-play-step = الخطوة { $step }
watch-play-mark_best = الأفضل
watch-play-mark_latest = الأحدث
watch-play-temperature = temperature
watch-play-length = عدد tokens الجديدة
watch-play-seed = البذرة العشوائية
watch-play-new_seed = بذرة جديدة
watch-play-pair = اثنان جنبًا إلى جنب
watch-play-write = اكتب
watch-play-stop = إيقاف
watch-play-about = يكتب Ctrl+Enter، ويوقف Esc. تُكتب النصوص على نواة واحدة من CPU وبأولوية منخفضة: التدريب أولًا.
watch-play-empty = لم يُكتب شيء بعد.
watch-play-starting = يجري تشغيل PyTorch. يستغرق ذلك بضع ثوان في المرة الأولى…
watch-play-loading_model = تجري قراءة checkpoint…
watch-play-writing = تجري قراءة النص الأول…
watch-play-so_far =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }…
watch-play-end_length =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }.
watch-play-end_stop =
    { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }. أنهى النموذج النص.
watch-play-stopped =
    توقف بعد { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }.
watch-play-nothing_title = لا يوجد checkpoint بعد
watch-play-nothing_runs = التشغيلات هنا لم تحفظ أيًا منها. يحفظ fledge عند كل تقييم أفضل مما قبله؛ وزر «احفظ الآن» في صفحة التشغيل يحفظ فورًا.
watch-play-nothing_logs = لا يوجد هنا إلا سجلات برامج تدريب أخرى: ليس فيها أوزان. تظهر checkpoints الخاصة بتشغيلات fledge وحدها.
watch-play-nothing_none = لا توجد تشغيلات هنا. ابدأ واحدًا في نافذة طرفية أخرى؛ وستظهر checkpoints وحدها.
watch-connection-live = مباشر
watch-connection-connecting = يجري الاتصال…
watch-connection-lost = انقطع الاتصال. تجري المحاولة من جديد…
watch-connection-ended = انتهى fledge watch، أو أن token مختلف. شغله من جديد وافتح العنوان الجديد.
