## `fledge demo`

demo_text-trains = يجري الآن تدريب GPT فيه { PARAMETERS($parameters) } معلمة ({ PARAMETERS($table) } منها جدول n-grams) على { $dataset }، وهو نص يأتي مع fledge: عدد التكرارات { NUMBER($iterations, digits: 0) }، وعدد tokens في كل منها { NUMBER($tokens, digits: 0) }.
demo_text-knows_nothing = يبدأ وهو لا يعرف شيئًا: خسارة { FIXED($loss, digits: 2) } تخمين أعمى بين { NUMBER($vocabulary, digits: 0) } token.
demo_text-arabic = arabic_small نص عربي من القرن 10 الميلادي: رسائل إخوان الصفاء في الطبيعيات. فيكتب النموذج بأسلوبها.
demo_text-hindi = hindi_small شعر من القرن 16: «رام تشاريت ماناس» لتولسيداس. وهو بالأودية لا بهندية اليوم، وكذلك ما يكتبه النموذج.
