## data/corpus/remote.py

remote-credentials = اضبط بيانات الدخول التي يحتاج إليها.
remote-local_file = { $word } ملف على هذا الحاسوب.
remote-by_path = سمِّه بمساره، دون file://
remote-no_glob = { $name }: خادم الوب لا يسرد ملفاته، فلا يمكن البحث هناك بعلامة *.
remote-each_file = سمِّ كل ملف.
remote-web_needs = القراءة من الوب تحتاج إلى fsspec وaiohttp، وهما غير مثبتتين.
remote-type_pip_data = اكتب: `pip install 'fledge[data]'`
remote-sent_compressed = خادم { $name } يرسله مضغوطًا ({ $packed }) مع أنه طُلب منه غير ذلك.
remote-by_other_means = نزله بطريقة أخرى ثم سمِّ الملف.
remote-no_address = { $name } ليس عنوان وب.
remote-address_form = شكله https://HOST/PATH.
remote-no_answer = لا جواب في الوقت المحدد
remote-not_found = لا يوجد { $name } (HTTP 404).
remote-check_address = تحقق من العنوان.
remote-server_says = يقول الخادم HTTP { $status }
remote-too_short = الملف أقصر مما وصل منه
remote-refused = يرفض الخادم { $name } (HTTP { $status }).
remote-login = هل يحتاج العنوان إلى تسجيل دخول، أم انتهت صلاحيته؟
remote-server_answers = يجيب الخادم عن { $name }: HTTP { $status }.
remote-no_file = لا يوجد ملف تمكن قراءته في { $word }.
remote-needs_fsspec = تحتاج { $scheme }:// إلى fsspec، وهي غير مثبتة.
remote-no_package = لا توجد هنا حزمة تفتح عناوين { $scheme }://.{ $near }
remote-known_schemes = المعروف: https، hf، s3، gs، az.
remote-type_pip = اكتب: `pip install { $package }`
remote-needs_package = تحتاج { $scheme }:// إلى حزمة غير مثبتة.
remote-missing = لا يوجد { $name }.
remote-store_refuses = يرفض المخزن { $name }: { $reason }.
remote-store_problem = { $name }: { $reason }.

## data/corpus/transfer.py

remote-check_connection = تحقق من الاتصال ونفذ الأمر نفسه مرة أخرى.
remote-part_unsaid = أرسل الخادم جزءًا ولم يقل أي جزء هو
remote-other_part = أرسل الخادم جزءًا غير المطلوب
remote-changed = تغير الملف في هذه الأثناء
remote-broke_off =
    انقطع الاتصال بعد { NUMBER($received) } من { $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    }
remote-sent_more =
    أرسل الخادم { $received ->
        [zero] { NUMBER($received) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($received) } بايتات
        [many] { NUMBER($received) } بايتًا
       *[other] { NUMBER($received) } بايت
    } من ملف حجمه { NUMBER($size) }
remote-kept = البايتات التي وصلت محفوظة: الأمر نفسه يتابع من هناك.
remote-wrong_checksum = وصل { $name } مرتين بمحتوى لا يطابق checksum الخاص به.
remote-proxy_or_damage = قد يغيره وسيط (proxy)، أو هو تالف في مصدره.
remote-unreachable = لا يمكن الوصول إلى { $name }
remote-cant_download = لا يمكن تنزيل { $name }
remote-failed = { $problem }: { $reason }.
remote-failed_in_a_row =
    { $problem }: { $reason }، { $times ->
        [zero] { NUMBER($times) } مرة متتالية
        [one] مرة واحدة
        [two] مرتين متتاليتين
        [few] { NUMBER($times) } مرات متتالية
        [many] { NUMBER($times) } مرة متتالية
       *[other] { NUMBER($times) } مرة متتالية
    }.
remote-asked_to_wait =
    { $problem }: { $reason }، ويطلب الخادم الانتظار { $minutes ->
        [zero] { FIXED($minutes, digits: 0) } دقيقة
        [one] دقيقة واحدة
        [two] دقيقتين
        [few] { FIXED($minutes, digits: 0) } دقائق
        [many] { FIXED($minutes, digits: 0) } دقيقة
       *[other] { FIXED($minutes, digits: 0) } دقيقة
    }.
remote-wait = انتظر هذه المدة.
remote-no_room = يحتاج { $name } إلى { FIXED($needed, digits: 2) } GB، وفي { $folder } مساحة حرة { FIXED($free, digits: 2) } GB.
