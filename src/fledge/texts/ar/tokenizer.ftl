## Tokenizers.

tokenizer-unusable = لا يمكن استخدام tokenizer: { $why }.
tokenizer-get_again = احصل على الملف من مصدره من جديد.
tokenizer-normalizations = يوجد `ar` ({ $arabic })، و`hi` ({ $hindi })، و{ $nfc } و`none`؛ وجزء من `ar`: --normalize=ar:tatweel,digits.

## tokenizer/base.py

tokenizer-unknown_character = الحرف { QUOTED($character) } ({ $point }، الموضع { NUMBER($position) }) ليس في المفردات التي عدد أحرفها { NUMBER($size) }.
tokenizer-any_text = احذفه، أو جهز مجموعة البيانات باستخدام --tokenizer=byte أو gpt2، فكلاهما يكتب أي نص.
tokenizer-no_characters = تحتاج مفردات الأحرف إلى حرف واحد على الأقل، دون تكرار أي حرف.

## tokenizer/bpe.py

tokenizer-unknown_pattern = نمط الكلمات فيه { QUOTED($pattern) } ليس من الأنماط المعروفة ({ LIST($known) })، ونمط غير معروف قد يستغرق ساعات على بعض النصوص
tokenizer-use_gpt2 = استخدم --tokenizer=gpt2، أو تعلم مفردات من نصك: --tokenizer=bpe:32768.
tokenizer-missing_bytes = عدد بايتات UTF-8 التي ليس لها token هو { $number } (أولها { $first })
tokenizer-empty_token = القيمة رقم { $token } من tokens فارغة
tokenizer-twice = يتكرر { QUOTED($token) } مرتين بين tokens
tokenizer-same_number = لاثنين من tokens الخاصة الرقم نفسه
tokenizer-not_one = القيمة رقم { $token } من tokens ليست واحدًا بالضبط من اثنين: قطعة نص أو token خاص
tokenizer-not_byte_level = ليس { QUOTED($token) } من tokens مفردات byte-level

## tokenizer/huggingface.py

tokenizer-large_file = الحجم { NUMBER($megabytes, digits: 0) } MB أكبر من أن يكون مفردات
tokenizer-cant_read = لا يمكن قراءة { $path }: { $reason }.
tokenizer-check_path = تحقق من المسار.
tokenizer-cant_use = لا يمكن استخدام { $path } بوصفه tokenizer: { $why }.
tokenizer-readable = يقرأ fledge النوع byte-level BPE: ملف tokenizer.json مثل ملف GPT-2، أو ملف .tiktoken.
tokenizer-neither = ليس JSON ولا أسطرًا في كل منها token بترميز base64 ورقمه
tokenizer-wrong_rank =
    فيه { $number ->
        [zero] { NUMBER($number) } token
        [one] token واحد
        [two] { NUMBER($number) } tokens
        [few] { NUMBER($number) } tokens
        [many] { NUMBER($number) } token
       *[other] { NUMBER($number) } token
    }، ورقم أحدها { $rank }
tokenizer-no_pattern = ليس في { $name } نمط كلمات: يُستخدم نمط GPT-2، ويكون { $end } هو token رقم { $token }
tokenizer-not_json = ليس JSON ({ $reason })
tokenizer-no_model = ليس فيه نموذج: ليس ملف tokenizer.json بصيغة Hugging Face
tokenizer-no_nfc = لا يُستخدم NFC normalizer الذي فيه: يُكتب النص ويُقرأ دون تغيير
tokenizer-leaves_out = عدد بايتات أحرف التحكم والأحرف غير المخصصة التي يتركها، وليس لها token، هو { $number }
tokenizer-not_bpe = نموذجه { $kind }، لا BPE
tokenizer-not_plain = في نموذجه { $key }، فليس byte-level BPE بسيطًا
tokenizer-changes_text = يغير normalizer الذي فيه ({ $kind }) النص، فلن تعيده القراءة كما كان
tokenizer-no_pre_tokenizer = ليس فيه pre-tokenizer ينتهي بالنوع `ByteLevel`
tokenizer-not_byte_level_end = لا ينتهي pre-tokenizer الذي فيه ({ $shown }) بالنوع `ByteLevel`
tokenizer-prefix_space = يضيف مسافة قبل كل نص (add_prefix_space)
tokenizer-pre_tokenizer = لا يدعم fledge pre-tokenizer الذي فيه ({ $shown }): تُدعم خطوة واحدة `Split` أو `Digits`
tokenizer-split_step = خطوة `Split` فيه لا تجعل كل مطابقة للنمط كلمة
tokenizer-no_numbers = مفرداته ليست tokens بأرقامها
tokenizer-added_numbers = ما أُضيف إليه من tokens ليس نصوصًا بأرقام
tokenizer-added_depends = القيمة { QUOTED($token) } المضافة إلى tokens تعتمد على النص حولها
tokenizer-added_twice = القيمة { QUOTED($token) } المضافة إلى tokens فارغة أو مكررة
tokenizer-not_in_order = أرقام tokens فيه، وعددها { NUMBER($number) }، ليست من 0 إلى { NUMBER($last) } مرة لكل رقم
tokenizer-two_added = للرقم { $token } اثنان: { QUOTED($letters) } وآخر مضاف
tokenizer-two_tokens = للرقم { $token } اثنان: { QUOTED($first) } و{ QUOTED($letters) }
tokenizer-no_merges = ليس فيه قائمة merges
tokenizer-no_merge = ليس { QUOTED($merge) } دمجًا لاثنين من tokens
tokenizer-merge_makes = الدمج { QUOTED($pair) } يعطي token ليس فيه
tokenizer-merge_order = أرقام tokens فيه ليست بترتيب merges
tokenizer-unmade = عدد tokens التي لا ينتجها أي دمج { NUMBER($number) } (أولها رقم { $first })
tokenizer-library_cant = لا تستطيع مكتبة Hugging Face قراءته ({ $reason })
tokenizer-library_differs = تعطي مكتبة Hugging Face قيم ids أخرى لبعض النصوص

## tokenizer/normalize.py

tokenizer-no_choice = القيمة --normalize={ $given } لا تسمي خيارًا، أو تسمي `none` مع غيره.
tokenizer-unknown_choice = --normalize: خيار غير معروف { $choice }.{ $near }
tokenizer-unknown_normalization = توحيد كتابة غير معروف { QUOTED($choices) }.
tokenizer-update = حدث fledge، أو جهز النص من جديد.

## tokenizer/spec.py

tokenizer-unknown = نوع tokenizer غير معروف { QUOTED($spec) }.
tokenizer-known_kinds = يعرف هذا الإصدار من fledge: `char` (مع أحرفه)، و`byte`، و`gpt2`، و`bpe` (مع tokens الخاصة به).
tokenizer-pattern_text = نمطه ليس نصًا
tokenizer-token_texts = ما فيه من tokens ليس قائمة نصوص
tokenizer-needed_bytes = البايتات الناقصة فيه لا يستغني عنها النص
tokenizer-special_texts = ما فيه من tokens خاصة ليس نصوصًا بأرقام

## tokenizer/train.py

tokenizer-bad_size = لا يمكن أن يكون عدد tokens في المفردات { NUMBER($vocab_size) }: فيها { NUMBER(256) } بايت، و{ $end }، والأزواج المتعلَّمة.
tokenizer-give_size = أعط حجمًا من { $least } إلى { NUMBER($most) }؛ والمعتاد 32768.
tokenizer-no_text = لا يوجد نص لتعلم مفردات منه.
tokenizer-name_text = سم ملفًا فيه نص.
tokenizer-fewer =
    عدد tokens في المفردات { NUMBER($number) } لا { NUMBER($vocab_size) }: ليس في { $characters ->
        [zero] { NUMBER($characters) } حرف
        [one] حرف واحد
        [two] حرفين
        [few] { NUMBER($characters) } أحرف
        [many] { NUMBER($characters) } حرفًا
       *[other] { NUMBER($characters) } حرف
    } أزواج مكررة أكثر
