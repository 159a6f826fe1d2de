## what the OpenAI-compatible server says

## requests that it refuses

serve-bad-json = نص الطلب ليس JSON: { $reason }.
serve-bad-object = يجب أن يكون نص الطلب كائن JSON.
serve-bad-unknown = وسيط غير معروف { $name }.{ $near }
serve-bad-unsupported = هذا الخادم لا يدعم { $name }: احذفه.
serve-bad-type = يجب أن يكون { $name } من النوع: { $kind }.
serve-bad-range = يجب أن يكون { $name } بين { $least } و{ $most }.
serve-bad-missing = ينقص { $name }.
serve-bad-empty = يجب ألا يكون { $name } فارغًا.
serve-bad-many =
    في { $name } { $count ->
        [zero] { NUMBER($count) } عنصر
        [one] عنصر واحد
        [two] عنصران
        [few] { NUMBER($count) } عناصر
        [many] { NUMBER($count) } عنصرًا
       *[other] { NUMBER($count) } عنصر
    }؛ والحد الأقصى { NUMBER($most) }.
serve-bad-texts =
    يطلب هذا الطلب { $count ->
        [zero] { NUMBER($count) } نص
        [one] نص واحد
        [two] نصين
        [few] { NUMBER($count) } نصوص
        [many] { NUMBER($count) } نصًا
       *[other] { NUMBER($count) } نص
    } معًا؛ والحد الأقصى { NUMBER($most) }.
serve-bad-model = لا يوجد هنا نموذج اسمه { $name }: في هذا الخادم { $served }.
serve-bad-tokens = في prompt الرقم { $token }؛ وحجم المفردات { NUMBER($size) }، مرقمة من 0.
serve-bad-context =
    في prompt { $tokens ->
        [zero] { NUMBER($tokens) } token
        [one] token واحد
        [two] { NUMBER($tokens) } tokens
        [few] { NUMBER($tokens) } tokens
        [many] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } token
    }؛ وهذا النموذج يقرأ { NUMBER($context) } على الأكثر.
serve-bad-text = في { $name } نصف surrogate pair، وهذا ليس نصًا.
serve-bad-encoding = لا يستطيع النموذج قراءة هذا prompt: { $problem }
serve-bad-role = يجب أن يكون role الرسالة { $number } واحدًا من system أو developer أو user أو assistant.
serve-bad-content = يجب أن يكون محتوى الرسالة { $number } نصًا.
serve-busy = الخادم مشغول: عدد النصوص التي تُكتب { NUMBER($running) }، والتي تنتظر { NUMBER($waiting) }. حاول مرة أخرى بعد لحظة.
serve-rate =
    يقبل هذا الخادم { $most ->
        [zero] { NUMBER($most) } طلب
        [one] طلب واحد
        [two] طلبين
        [few] { NUMBER($most) } طلبات
        [many] { NUMBER($most) } طلبًا
       *[other] { NUMBER($most) } طلب
    } في الدقيقة. حاول مرة أخرى بعد { $seconds } ث.
serve-slow =
    يقرأ البرنامج العميل ببطء شديد: ينتظره بالفعل { $most ->
        [zero] { NUMBER($most) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($most) } بايتات
        [many] { NUMBER($most) } بايتًا
       *[other] { NUMBER($most) } بايت
    } من هذا النص. اقرأ أسرع، أو اطلب أقل.
serve-failed = لم يستطع النموذج كتابة هذا النص. نافذة الخادم الطرفية (terminal) تبين السبب.
serve-kind-text = نص
serve-kind-true = true أو false
serve-kind-whole = عدد صحيح
serve-kind-number = عدد
serve-kind-object = كائن (object)
serve-kind-list = قائمة
serve-kind-stop =
    نص، أو قائمة من { $most ->
        [zero] { NUMBER($most) } نص
        [one] نص واحد
        [two] نصين
        [few] { NUMBER($most) } نصوص
        [many] { NUMBER($most) } نصًا
       *[other] { NUMBER($most) } نص
    } على الأكثر غير فارغة
serve-kind-prompt = نص، أو قائمة نصوص، أو قائمة tokens، أو قائمة قوائم كهذه

## the terminal

serve-model = { $label }: { PARAMETERS($params) } معلمة، والأوزان { $dtype } ({ $why })
serve-limits =
    السياق { $context ->
        [zero] { NUMBER($context) } token
        [one] token واحد
        [two] { NUMBER($context) } tokens
        [few] { NUMBER($context) } tokens
        [many] { NUMBER($context) } token
       *[other] { NUMBER($context) } token
    }، وأقصى عدد جديد لكل طلب { $most ->
        [zero] { NUMBER($most) } token
        [one] token واحد
        [two] { NUMBER($most) } tokens
        [few] { NUMBER($most) } tokens
        [many] { NUMBER($most) } token
       *[other] { NUMBER($most) } token
    }، وعدد النصوص معًا { $slots }، وقد ينتظر { $waiting } غيرها.
serve-what = النموذج { $name } يجيب هنا
serve-key = مفتاح API: { $key }
serve-try-curl = جربه:
serve-try-client = باستخدام مكتبة openai:
serve-template = للنموذج قالب محادثة (chat template) لا يمكن استخدامه: { $problem }
serve-untrained = لم يُدرب هذا النموذج على المحادثة: إنه يكمل النص. تستخدم المحادثات قالبًا بسيطًا تبدأ أسطره بالكلمتين User: وAssistant:.

## the page

serve-page-title = fledge: { $name }
serve-page-continue = أكمل النص
serve-page-chat = محادثة
serve-page-mode = ماذا تريد أن تفعل بنصك
serve-page-prompt = نصك
serve-page-send = اكتب
serve-page-stop = إيقاف
serve-page-clear = ابدأ من جديد
serve-page-temperature = temperature
serve-page-length = عدد tokens الجديدة
serve-page-empty = اكتب بداية نص، وسيكمله النموذج.
serve-page-empty_chat = قل شيئًا للنموذج.
serve-page-waiting = في انتظار النموذج…
serve-page-gone = الخادم لا يجيب. هل ما زال يعمل؟
serve-page-you = أنت
serve-page-model = النموذج
serve-page-ended = بلغ النص الطول الذي طلبته.
serve-page-log = النص حتى الآن

## web/openai_fields.py

serve-bad-nested = متداخل أكثر من اللازم

## serving/model_template.py

serve-template-no_jinja = قالب المحادثة (chat template) ليس Jinja ({ $reason }).
serve-template-control = في إحدى الرسائل { $token }، وهو control token لهذا النموذج.
serve-template-leave_out = احذفه.
serve-template-refuses = يرفض قالب المحادثة (chat template) هذه الرسائل ({ $reason }).

## cli/commands/serve.py

serve-context_beyond =
    القيمة --context={ $context } أكثر من سياق { $label } وهو { $own ->
        [zero] { NUMBER($own) } token
        [one] token واحد
        [two] { NUMBER($own) } tokens
        [few] { NUMBER($own) } tokens
        [many] { NUMBER($own) } token
       *[other] { NUMBER($own) } token
    }.
serve-try_context = جرب --context={ $own }.
serve-fewer_streams = جرب قيمة أقل للخيار --streams، أو أقصر للخيار --context.
