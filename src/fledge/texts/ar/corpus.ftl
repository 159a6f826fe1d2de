## data/corpus/magic.py

corpus-lfs_pointer = { $name } مؤشر Git LFS، وليس الملف نفسه.
corpus-lfs_pull = نفذ `git lfs pull` هناك.
corpus-html_page = { $name } صفحة HTML، ولعلها رسالة خطأ من خادم.
corpus-misnamed = { $name } من الداخل { $kind }.
corpus-rename = أعطه اسمًا آخره { $suffix }.

## data/corpus/jsonl.py

corpus-utf16_lines = { $name } بترميز UTF-16، وسطور JSON بترميز UTF-8.
corpus-convert_utf16 = حوله: `iconv -f utf-16 -t utf-8`

## data/corpus/archives.py

corpus-damaged_tar = { $name } تالف أو مبتور: { $error }.
corpus-long_header = ترويسة أطول من اللازم
corpus-damaged_member = { $name } تالف عند الملف { $member } الذي في داخله: { $error }.
corpus-damaged_zip = { $name } مبتور أو تالف: لا يمكن قراءة قائمة ما فيه ({ $error }).

## data/corpus/text.py

corpus-every_second_zero = { $name } ليس { $encoding }: كل بايت ثانٍ فيه صفر.
corpus-try_encoding = جرب --encoding={ $encoding }.
corpus-not_encoding = { $name } ليس { $encoding }: { $error }.
corpus-another_encoding = جرب قيمة أخرى للخيار --encoding.
corpus-half_pair = في { $name } نصف surrogate pair.
corpus-save_utf8 = احفظه بترميز UTF-8 وحاول مرة أخرى.
corpus-binary = يبدو { $name } ملفًا ثنائيًا، لا نصًا (فيه بايتات صفرية).
corpus-remove_zeros = استبعده، أو احذف الأصفار: `tr -d '\0' < FILE > TEXT`.
corpus-unknown_encoding = --encoding={ $encoding } ليس ترميز نص يعرفه Python.
corpus-common_encodings = الشائع: utf-8، latin-1، cp1252، utf-16.
corpus-looks_binary = يبدو ملفًا ثنائيًا، لا نصًا: استبعده.

## data/corpus/find.py

corpus-empty_name = أحد الأسماء فارغ.
corpus-unset_variable = هل أحد متغيرات الصدفة (shell) غير مضبوط؟

## data/corpus/sources.py

corpus-unreadable = لا يمكن قراءة { $name }: { $reason }.

## data/corpus/reader.py

corpus-inside = { $name } ملف { $kind } داخل { $compression }.
corpus-decompress = فك ضغطه أولًا.

## data/corpus/parquet.py

corpus-needs_pyarrow = يحتاج { $name } إلى pyarrow، وهي غير مثبتة.
corpus-encrypted_parquet = { $name } ملف Parquet مشفر.
corpus-decrypt = فك تشفيره أولًا.
corpus-no_footer =
    { $name } مبتور بعد { $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    }: تذييله (footer) ناقص.
corpus-columns_twice =
    في { $name } { $number ->
        [zero] { NUMBER($number) } عمود اسمها
        [one] عمود واحد اسمه
        [two] عمودان اسمهما
        [few] { NUMBER($number) } أعمدة اسمها
        [many] { NUMBER($number) } عمودًا اسمها
       *[other] { NUMBER($number) } عمود اسمها
    } { $column }.
corpus-other_column = سمِّ غيره: --text_column=...
corpus-not_text = العمود { $column } من { $name } فيه { $kind }، لا نص.
corpus-text_columns = أعمدة النص: { COMMAS($columns) }.
corpus-no_text_columns = أعمدة النص: لا شيء.

## data/corpus/catalog.py

corpus-like_a_dump = أو اسم dump مثل CC-MAIN-2024-10
corpus-no_subset = ليس في { $name } جزء اسمه { $subset }.{ $near }

## data/corpus/local.py

corpus-leave_out = استبعده.
corpus-name_files = سمِّ الملفات نفسها، أو مجلدًا فيه ملفات .txt أو .jsonl أو .parquet أو .zip أو شيفرة مصدرية.
corpus-neither = { $path } ليس ملفًا ولا مجلدًا.
corpus-save_first = قد يُقرأ النص مرتين، فاحفظه في ملف أولًا.
corpus-dead_link = { $path } رابط إلى { $target }، وهو غير موجود.
corpus-check_link = تحقق من الرابط.
corpus-no_such = لا يوجد ملف أو مجلد { $path }.{ $near }
corpus-check_path = تحقق من المسار.

## data/corpus/compressed.py

corpus-cut_off =
    { $name } مبتور: بيانات { $compression } فيه تنتهي بعد { $given ->
        [zero] { NUMBER($given) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($given) } بايتات
        [many] { NUMBER($given) } بايتًا
       *[other] { NUMBER($given) } بايت
    } من النص.
corpus-needs_zstandard = يحتاج { $name } إلى zstandard، وهي غير مثبتة.

## data/corpus/unpacking.py

corpus-unpacks =
    يتجاوز { $name } بعد فك ضغطه { $most ->
        [zero] { NUMBER($most) } مثل لحجمه
        [one] مثل حجمه
        [two] ضعفي حجمه
        [few] { NUMBER($most) } أمثال حجمه
        [many] { NUMBER($most) } مثلًا لحجمه
       *[other] { NUMBER($most) } مثل لحجمه
    } (حتى الآن { NUMBER($megabytes, digits: 0) } MB)، ولا نص يبلغ ذلك.
corpus-unpack_yourself = استبعده؛ وإن كان ملفك، ففك ضغطه وسمِّ ملفات النص.

## Where something is

corpus-line = السطر { NUMBER($number) }
corpus-line_without_column = السطر { NUMBER($number) } (العمود { $column } ليس من أعمدته: { $columns })
corpus-line_of_nothing = السطر { NUMBER($number) } (العمود { $column } غير موجود: لا أعمدة فيه)
corpus-row = الصف { NUMBER($row) }
corpus-member = الملف الداخلي { $member }
corpus-place = { $name }، { $where }
corpus-get_again = أحضر الملف من جديد.
corpus-zip_archive = أرشيف zip
corpus-empty = { $name } فارغ، ولا يكون { $expected } فارغًا أبدًا.
corpus-not_kind = { $name } ليس { $expected }: يبدأ بما يلي: '{ $shown }'.
corpus-no_header = { $error }، في موضع ترويسة ملف
corpus-members_lost =
    فيه { $members ->
        [zero] { NUMBER($members) } ملف
        [one] ملف واحد
        [two] ملفان
        [few] { NUMBER($members) } ملفات
        [many] { NUMBER($members) } ملفًا
       *[other] { NUMBER($members) } ملف
    } بدلًا من { NUMBER($count) }
corpus-bad_byte = { $name } ليس { $encoding }: البايت { $byte } في الموضع { NUMBER($offset) }.
corpus-try_encoding_of = جرب --encoding={ $encoding } ({ $language }).
corpus-try_latin1 = جرب --encoding=latin-1 (لغات أوروبا الغربية؛ وهو هنا مطابق لترميز cp1252).
corpus-some_encoding = جرب --encoding=NAME، مثل cp1252 أو cp1251 أو gb18030 أو shift_jis.
corpus-iscii = يبدو أن { $name } نص هندي بترميز ISCII، وهو ترميز سبق Unicode ولا يقرؤه Python.
corpus-convert_iscii = حوّله أولًا إلى UTF-8 بأداة uconv من ICU: `uconv -f x-iscii-de -t UTF-8 -o NEW.txt { $name }`، ثم جهز NEW.txt.
corpus-kruti_dev = يبدو أن { $name } نص هندي مكتوب لخط Kruti Dev: حروف لاتينية لا يعرضها هندية إلا ذلك الخط.
corpus-convert_kruti_dev = حوّله أولًا إلى Unicode بأداة تحول من Kruti Dev إلى Unicode، ثم جهز الناتج.
corpus-columns = أعمدته: { COMMAS($columns) }.
corpus-no_columns = ليس فيه أي عمود.
corpus-no_column = ليس في { $name } عمود اسمه { $column }.{ $near }
corpus-no_text_column = ليس في { $name } عمود باسم معتاد للنص.
corpus-which_column = سمِّ العمود: --text_column=...
corpus-damaged_rows = { $name } تالف في مجموعة الصفوف { NUMBER($group) }: تنتهي عند الصف { NUMBER($row) } بدلًا من { NUMBER($end) }.
corpus-damaged_footer = { $name } تالف في تذييله (footer): { $error }.
corpus-damaged_group = { $name } تالف في مجموعة الصفوف { NUMBER($group) }: { $error }.
corpus-there_are = الموجود: { COMMAS($names) }.
corpus-no_text_file = لا يوجد ملف نصي في { COMMAS($paths) }.
corpus-no_text_file_skipped = لا يوجد ملف نصي في { COMMAS($paths) } ({ $skipped }).
corpus-skipped = تُركت ملفات، وعددها { NUMBER($number) }: { $reasons }
corpus-invalid_start = { $name } تالف: بيانات { $compression } فيه غير صالحة من أولها ({ $error }).
corpus-invalid =
    { $name } تالف: بيانات { $compression } فيه غير صالحة بعد { $given ->
        [zero] { NUMBER($given) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($given) } بايتات
        [many] { NUMBER($given) } بايتًا
       *[other] { NUMBER($given) } بايت
    } من النص ({ $error }).

## The languages of an encoding

corpus-language-western = لغات أوروبا الغربية
corpus-language-central = لغات أوروبا الوسطى
corpus-language-turkish = التركية
corpus-language-baltic = لغات البلطيق
corpus-language-cyrillic = السيريلية
corpus-language-arabic = العربية
corpus-language-greek = اليونانية
corpus-language-hebrew = العبرية
corpus-language-chinese = الصينية
corpus-language-japanese = اليابانية
corpus-language-korean = الكورية

## Why text is left out

corpus-reason-counted = { $reason }: { NUMBER($number) }
corpus-reason-not_kind = ليس { $kind }
corpus-reason-not_kind_file = ملف ليس { $kind }
corpus-reason-nested_archive = أرشيف داخل أرشيف
corpus-reason-binary = ثنائي
corpus-reason-binary_file = ملف ثنائي
corpus-reason-cut_off = مبتور
corpus-reason-cut_off_file = ملف مبتور
corpus-reason-damaged = تالف
corpus-reason-damaged_file = ملف تالف
corpus-reason-empty = فارغ
corpus-reason-empty_file = ملف فارغ
corpus-reason-file_of_nothing = ملف فارغ
corpus-reason-encrypted = مشفر
corpus-reason-exact_duplicate = مكرر مطابق
corpus-reason-lfs_pointer = مؤشر Git LFS
corpus-reason-lfs_pointer_file = ملف هو مؤشر Git LFS
corpus-reason-half_pair = نصف surrogate pair
corpus-reason-half_pair_file = ملف فيه نصف surrogate pair
corpus-reason-hidden = مخفي
corpus-reason-html_page = صفحة HTML
corpus-reason-html_page_file = ملف هو صفحة HTML
corpus-reason-in_a_dataset = داخل مجموعة بيانات
corpus-reason-language = لغة أخرى
corpus-reason-long_line = سطر أطول من اللازم
corpus-reason-misnamed = اسمه لا يطابق نوعه
corpus-reason-misnamed_file = ملف اسمه لا يطابق نوعه
corpus-reason-named_twice = مسمى مرتين
corpus-reason-near_duplicate = شبه مكرر
corpus-reason-nested = تداخل أعمق من اللازم
corpus-reason-no_text = بلا نص
corpus-reason-not_json = ليس JSON
corpus-reason-irregular = ليس ملفًا عاديًا
corpus-reason-not_object = ليس كائنًا (object)
corpus-reason-unknown_type = ليس من أنواع النص المعروفة
corpus-reason-parquet_in_archive = ملف Parquet داخل أرشيف
corpus-reason-not_string = النص ليس سلسلة حروف
corpus-reason-text_twice = النص مكتوب مرتين
corpus-reason-too_long = أطول من اللازم
corpus-reason-too_short = أقصر من اللازم
corpus-reason-endless = يتمدد بلا نهاية
corpus-reason-endless_file = ملف يتمدد بلا نهاية
## Corpora with a part for each language

corpus-no_corpus = لا توجد مجموعة نصوص { $name } باللغة { $language }.{ $near }
corpus-or_path = أو تحقق من المسار.
corpus-no_language = ليست في { $name } لغة { QUOTED($language) }.{ $near }
corpus-which_language = في { $name } جزء لكل لغة.
corpus-no_english = ليس في { $name } نص بالإنجليزية: ذلك في fineweb_edu.
corpus-write_language = اكتب اللغة هكذا: { $example } أو { $code }. عدد اللغات: { NUMBER($number) }، منها: { COMMAS($languages) }.
corpus-write_language_or_part = اكتب اللغة هكذا: { $example } أو { $code }. عدد اللغات التي لها اسم: { NUMBER($number) }، منها: { COMMAS($languages) }. أو اكتب أي جزء في بطاقتها، مثل quy_Latn.
