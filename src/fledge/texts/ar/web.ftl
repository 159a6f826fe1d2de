## what a server of ours says: `fledge watch`

web-refused-host = لا يُعرف هذا الخادم بذلك الاسم. افتح العنوان الذي طبعه حين بدأ.
web-refused-origin = هذا الطلب من موقع آخر.
web-refused-token = رمز الدخول (token) ناقص أو خاطئ. افتح العنوان الذي طبعه fledge حين بدأ: وفي آخره ?token=...
web-refused-body =
    الطلب كبير جدًا: الحد الأقصى { $limit ->
        [zero] { NUMBER($limit) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($limit) } بايتات
        [many] { NUMBER($limit) } بايتًا
       *[other] { NUMBER($limit) } بايت
    }.
web-refused-slow = وصل الطلب ببطء شديد.
web-refused-many =
    لدى هذا الخادم بالفعل { $most ->
        [zero] { NUMBER($most) } اتصال
        [one] اتصال واحد
        [two] اتصالان
        [few] { NUMBER($most) } اتصالات
        [many] { NUMBER($most) } اتصالًا
       *[other] { NUMBER($most) } اتصال
    }. أغلق بعض الصفحات أو البرامج، ثم حاول مرة أخرى.
web-failure = حدث خطأ داخل fledge. النافذة الطرفية (terminal) التي يعمل فيها تبين أكثر.
web-warning-open = تحذير: الخيار --host={ $host } يسمح لحواسيب أخرى بالاتصال، دون تشفير. من يملك token يستطيع قراءة تشغيلاتك والتحكم فيها. نفق ssh إلى 127.0.0.1 أكثر أمانًا.
web-ctrl_c = Ctrl-C ينهيه.
web-watch-no_run = لا يوجد تشغيل كهذا هنا.
web-watch-not_ours = لا يمكن التحكم إلا في تشغيلات fledge.
web-watch-compare = اختر من تشغيلين إلى { $most }.
web-watch-window = يجب أن يكون أول تكرار وآخر تكرار عددين صحيحين: ?from=0&to=1000.
web-watch-failed = تعذر تحليل هذا التشغيل. النافذة الطرفية (terminal) التي يعمل فيها fledge watch تبين السبب.
web-watch-unreadable = لا يُقرأ من هذه التشغيلات اثنان.

## the playground

web-play-no_checkpoint = ليس في { $run } مثل هذا checkpoint أو لا يُقرأ. ربما حل محله واحد أحدث: اختر غيره.
web-play-busy =
    يُكتب الآن { $most ->
        [zero] { NUMBER($most) } نص
        [one] نص واحد
        [two] نصان
        [few] { NUMBER($most) } نصوص
        [many] { NUMBER($most) } نصًا
       *[other] { NUMBER($most) } نص
    } بالفعل. أوقف أحدها، أو انتظر نهايته.
web-play-memory = يحتاج هذا checkpoint إلى { NUMBER($needed, digits: 1) } GB، والذاكرة المتاحة { NUMBER($free, digits: 1) } GB. التشغيلات على هذا الحاسوب أولى: حاول مرة أخرى حين ينتهي أحدها.
web-play-tokenizer = لا يذكر { $name } أي tokenizer دُرب به. جرب fledge sample، فهو يبحث عن مجموعة بياناته.
web-play-vocabulary = الملف { $name } تالف: في tokenizer من tokens أكثر مما في النموذج.
web-play-failed = لم يستطع النموذج كتابة هذا النص. النافذة الطرفية التي يعمل فيها fledge watch تبين السبب.
web-play-killed = أُنهيت قسرًا العملية التي كانت تكتب هذا النص، والأرجح أن الذاكرة نفدت. جرب checkpoint أصغر، أو انتظر حتى ينتهي أحد التشغيلات.
web-play-ended = انتهت العملية التي كانت تكتب هذا النص. النافذة الطرفية التي يعمل فيها fledge watch تبين السبب.
web-play-start = لا يمكن تشغيل العملية التي تكتب النصوص: { $why }.

## web/server.py

web-port_used = المنفذ { $port } مستخدم.
web-try_port = جرب --port={ $other }.
web-port_refused = لا يحق لك استخدام المنفذ { $port }.
web-try_high_port = جرب منفذًا من 1024 فصاعدًا، مثل --port=8080.
web-no_address = القيمة --host={ $host } ليست عنوانًا لهذا الحاسوب.
web-try_host = جرب --host={ $loopback }.
web-cant_listen = لا يمكن الاستماع على { $host }، المنفذ { $port }: { $reason }.
web-try_any = جرب --host={ $loopback } --port=0.
web-bad_token = يحتاج { $variable } إلى { $least } على الأقل من الأحرف الإنجليزية أو الأرقام أو الرموز - _ . ~.
web-unset_token = ألغ ضبطه: عندها يُصنع واحد عشوائي.

## web/watch/entry.py

web-watch-gone = لم يعد موجودًا، أو يقود إلى خارج المجلد.

## web/watch/places.py

web-watch-no_place = لا يوجد تشغيل أو سجل أو مجلد اسمه { $name }.
web-watch-without_name = من دون اسم يعرض fledge watch التشغيلات التي هنا.
web-watch-step = الخطوة
web-watch-skip = انتقل إلى المحتوى
# then a colon, and the address
web-watching = تجري المتابعة
