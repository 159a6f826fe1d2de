## What `fledge demo` says.

demo-needs = ما سيحتاجه هذا التشغيل (`fledge plan`):
demo-training =
    يبدأ الآن تدريب GPT فيه { COUNT($parameters) } معلمة (منها { COUNT($ngrams) } في جدول n-grams)
    على نص tiny Shakespeare حرفًا حرفًا: عدد التكرارات { NUMBER($iterations) }، وعدد الحروف في كل تكرار { NUMBER($letters) }.
    يبدأ وهو لا يعرف شيئًا: الخسارة { NUMBER(4.17) } تخمين أعمى بين { NUMBER(65) } حرفًا.
demo-happened = ما حدث (`fledge explain`):
demo-writes = ما يكتبه الآن:
demo-ended = خسارة التحقق { FIXED($val, digits: 4) } بعد { DURATION($seconds) } من التدريب.
demo-ended_beside = خسارة التحقق { FIXED($val, digits: 4) } بعد { DURATION($seconds) } من التدريب (مثال nanoGPT على CPU: { NUMBER(1.88) }).
demo-next = كل شيء في { $run }. التالي:
