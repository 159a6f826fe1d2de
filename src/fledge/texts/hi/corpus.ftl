## data/corpus/magic.py

corpus-lfs_pointer = { $name } Git LFS pointer है, असली फ़ाइल नहीं।
corpus-lfs_pull = वहाँ `git lfs pull` चलाएँ।
corpus-html_page = { $name } HTML पेज है, शायद किसी सर्वर का error message।
corpus-misnamed = { $name } अंदर से { $kind } है।
corpus-rename = उसे ऐसा नाम दें जो { $suffix } पर खत्म हो।

## data/corpus/jsonl.py

corpus-utf16_lines = { $name } UTF-16 है, और JSON की लाइनें UTF-8 होती हैं।
corpus-convert_utf16 = उसे बदलें: `iconv -f utf-16 -t utf-8`

## data/corpus/archives.py

corpus-damaged_tar = { $name } खराब या अधूरी है: { $error }।
corpus-long_header = एक header बहुत लंबा है
corpus-damaged_member = { $name } अंदर की फ़ाइल { $member } में खराब है: { $error }।
corpus-damaged_zip = { $name } अधूरी या खराब है: उसमें क्या-क्या है, इसकी सूची पढ़ी नहीं जा सकती ({ $error })।

## data/corpus/text.py

corpus-every_second_zero = { $name } { $encoding } नहीं है: हर दूसरा byte शून्य है।
corpus-try_encoding = --encoding={ $encoding } आज़माएँ।
corpus-not_encoding = { $name } { $encoding } नहीं है: { $error }।
corpus-another_encoding = कोई दूसरा --encoding आज़माएँ।
corpus-half_pair = { $name } में आधा surrogate pair है।
corpus-save_utf8 = उसे UTF-8 में save करके फिर कोशिश करें।
corpus-binary = { $name } binary फ़ाइल लगती है, टेक्स्ट नहीं (उसमें शून्य bytes हैं)।
corpus-remove_zeros = उसे छोड़ दें, या शून्य हटाएँ: `tr -d '\0' < FILE > TEXT` चलाएँ।
corpus-unknown_encoding = --encoding={ $encoding } टेक्स्ट की ऐसी encoding नहीं है जिसे Python जानता हो।
corpus-common_encodings = आम encodings: utf-8, latin-1, cp1252, utf-16।
corpus-looks_binary = यह binary फ़ाइल लगती है, टेक्स्ट नहीं: उसे छोड़ दें।

## data/corpus/find.py

corpus-empty_name = एक नाम खाली है।
corpus-unset_variable = क्या shell का कोई variable set नहीं है?

## data/corpus/sources.py

corpus-unreadable = { $name } पढ़ी नहीं जा सकती: { $reason }।

## data/corpus/reader.py

corpus-inside = { $name } { $compression } के अंदर { $kind } फ़ाइल है।
corpus-decompress = पहले उसे decompress करें।

## data/corpus/parquet.py

corpus-needs_pyarrow = { $name } के लिए pyarrow चाहिए, जो install नहीं है।
corpus-encrypted_parquet = { $name } encrypted parquet है।
corpus-decrypt = पहले उसका encryption हटाएँ।
corpus-no_footer =
    { $name } { $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    } के बाद अधूरी है: उसका footer नहीं है।
corpus-columns_twice = { $name } में { $column } नाम के { $number } columns हैं।
corpus-other_column = कोई दूसरा बताएँ: --text_column=...
corpus-not_text = { $name } के column { $column } में { $kind } है, टेक्स्ट नहीं।
corpus-text_columns = टेक्स्ट के columns: { COMMAS($columns) }।
corpus-no_text_columns = टेक्स्ट का कोई column नहीं है।

## data/corpus/catalog.py

corpus-like_a_dump = CC-MAIN-2024-10 जैसा कोई dump
corpus-no_subset = { $name } में { $subset } नाम का हिस्सा नहीं है।{ $near }

## data/corpus/local.py

corpus-leave_out = उसे छोड़ दें।
corpus-name_files = फ़ाइलों के ही नाम दें, या ऐसा फ़ोल्डर जिसमें .txt, .jsonl, .parquet, .zip या source code की फ़ाइलें हों।
corpus-neither = { $path } न फ़ाइल है, न फ़ोल्डर।
corpus-save_first = टेक्स्ट दो बार पढ़ा जा सकता है, इसलिए पहले उसे फ़ाइल में save करें।
corpus-dead_link = { $path } { $target } का link है, जो वहाँ नहीं है।
corpus-check_link = link जाँचें।
corpus-no_such = { $path } नाम की फ़ाइल या फ़ोल्डर नहीं है।{ $near }
corpus-check_path = path जाँचें।

## data/corpus/compressed.py

corpus-cut_off =
    { $name } अधूरी है: उसका { $compression } डेटा { $given ->
        [one] { NUMBER($given) } byte
       *[other] { NUMBER($given) } bytes
    } टेक्स्ट के बाद खत्म हो जाता है।
corpus-needs_zstandard = { $name } के लिए zstandard चाहिए, जो install नहीं है।

## data/corpus/unpacking.py

corpus-unpacks = { $name } खुलकर अपने आकार के { $most } गुने से ज़्यादा हो जाती है (अब तक { NUMBER($megabytes, digits: 0) } MB), जो टेक्स्ट कभी नहीं होता।
corpus-unpack_yourself = उसे छोड़ दें; अगर वह आपकी है, तो उसे खोलकर टेक्स्ट फ़ाइलों के नाम दें।
## Where something is

corpus-line = लाइन { NUMBER($number) }
corpus-line_without_column = लाइन { NUMBER($number) } (column { $column } इनमें नहीं है: { $columns })
corpus-line_of_nothing = लाइन { NUMBER($number) } (column { $column } नहीं है: उसमें कोई column नहीं)
corpus-row = row { NUMBER($row) }
corpus-member = अंदर की फ़ाइल { $member }
corpus-place = { $name }, { $where }

corpus-get_again = फ़ाइल फिर से लाएँ।
corpus-zip_archive = zip archive
corpus-empty = { $name } खाली है, जो { $expected } कभी नहीं होती।
corpus-not_kind = { $name } { $expected } नहीं है: वह '{ $shown }' से शुरू होती है।
corpus-no_header = { $error }, जहाँ किसी फ़ाइल का header होना चाहिए
corpus-members_lost = { NUMBER($count) } की जगह { NUMBER($members) } फ़ाइलें
corpus-bad_byte = { $name } { $encoding } नहीं है: जगह { NUMBER($offset) } पर byte { $byte } है।
corpus-try_encoding_of = --encoding={ $encoding } ({ $language }) आज़माएँ।
corpus-try_latin1 = --encoding=latin-1 (पश्चिमी यूरोपीय; यहाँ cp1252 जैसा ही) आज़माएँ।
corpus-some_encoding = --encoding=NAME आज़माएँ, जैसे cp1252, cp1251, gb18030 या shift_jis वाला।
corpus-iscii = { $name } ISCII में लिखी हिंदी लगती है: Unicode से पहले की encoding, जिसे Python नहीं पढ़ता।
corpus-convert_iscii = पहले ICU के uconv से उसे UTF-8 बनाएँ: `uconv -f x-iscii-de -t UTF-8 -o NEW.txt { $name }`, फिर NEW.txt तैयार करें।
corpus-kruti_dev = { $name } Kruti Dev फ़ॉन्ट में टाइप की हुई हिंदी लगती है: Latin अक्षर, जिन्हें सिर्फ़ वह फ़ॉन्ट हिंदी में दिखाता है।
corpus-convert_kruti_dev = पहले उसे Kruti Dev से Unicode में बदलने वाले किसी प्रोग्राम से Unicode बनाएँ, फिर नतीजा तैयार करें।
corpus-columns = उसके columns: { COMMAS($columns) }।
corpus-no_columns = उसमें कोई column ही नहीं है।
corpus-no_column = { $name } में { $column } नाम का column नहीं है।{ $near }
corpus-no_text_column = { $name } में टेक्स्ट के किसी आम नाम का column नहीं है।
corpus-which_column = बताएँ कौन सा: --text_column=...
corpus-damaged_rows = { $name } row group { NUMBER($group) } में खराब है: वह row { NUMBER($end) } की जगह { NUMBER($row) } पर खत्म होता है।
corpus-damaged_footer = { $name } अपने footer में खराब है: { $error }।
corpus-damaged_group = { $name } row group { NUMBER($group) } में खराब है: { $error }।
corpus-there_are = ये हैं: { COMMAS($names) }।
corpus-no_text_file = { COMMAS($paths) } में कोई टेक्स्ट फ़ाइल नहीं है।
corpus-no_text_file_skipped = { COMMAS($paths) } में कोई टेक्स्ट फ़ाइल नहीं है ({ $skipped })।
corpus-skipped = { NUMBER($number) } छोड़ी गईं: { $reasons }
corpus-invalid_start = { $name } खराब है: उसका { $compression } डेटा शुरू से ही गलत है ({ $error })।
corpus-invalid =
    { $name } खराब है: उसका { $compression } डेटा { $given ->
        [one] { NUMBER($given) } byte
       *[other] { NUMBER($given) } bytes
    } टेक्स्ट के बाद गलत है ({ $error })।

## The languages of an encoding

corpus-language-western = पश्चिमी यूरोपीय
corpus-language-central = मध्य यूरोपीय
corpus-language-turkish = तुर्की
corpus-language-baltic = बाल्टिक
corpus-language-cyrillic = सिरिलिक
corpus-language-arabic = अरबी
corpus-language-greek = यूनानी
corpus-language-hebrew = हिब्रू
corpus-language-chinese = चीनी
corpus-language-japanese = जापानी
corpus-language-korean = कोरियाई

## Why text is left out

corpus-reason-counted = { $reason }: { NUMBER($number) }
corpus-reason-not_kind = { $kind } नहीं
corpus-reason-not_kind_file = फ़ाइल जो { $kind } नहीं
corpus-reason-nested_archive = archive के अंदर archive
corpus-reason-binary = binary
corpus-reason-binary_file = binary फ़ाइल
corpus-reason-cut_off = अधूरी
corpus-reason-cut_off_file = अधूरी फ़ाइल
corpus-reason-damaged = खराब
corpus-reason-damaged_file = खराब फ़ाइल
corpus-reason-empty = खाली
corpus-reason-empty_file = खाली फ़ाइल
corpus-reason-file_of_nothing = खाली फ़ाइल
corpus-reason-encrypted = encrypted
corpus-reason-exact_duplicate = हूबहू दोहराया हुआ
corpus-reason-lfs_pointer = Git LFS pointer
corpus-reason-lfs_pointer_file = Git LFS pointer वाली फ़ाइल
corpus-reason-half_pair = आधा surrogate pair
corpus-reason-half_pair_file = आधे surrogate pair वाली फ़ाइल
corpus-reason-hidden = छिपी हुई
corpus-reason-html_page = HTML पेज
corpus-reason-html_page_file = HTML पेज वाली फ़ाइल
corpus-reason-in_a_dataset = dataset के अंदर
corpus-reason-language = दूसरी भाषा
corpus-reason-long_line = बहुत लंबी लाइन
corpus-reason-misnamed = गलत नाम वाली
corpus-reason-misnamed_file = गलत नाम वाली फ़ाइल
corpus-reason-named_twice = दो बार नाम दी गई
corpus-reason-near_duplicate = लगभग दोहराया हुआ
corpus-reason-nested = बहुत गहरा nested
corpus-reason-no_text = टेक्स्ट नहीं
corpus-reason-not_json = JSON नहीं
corpus-reason-irregular = सामान्य फ़ाइल नहीं
corpus-reason-not_object = object नहीं
corpus-reason-unknown_type = टेक्स्ट का मालूम प्रकार नहीं
corpus-reason-parquet_in_archive = archive के अंदर parquet
corpus-reason-not_string = टेक्स्ट string नहीं
corpus-reason-text_twice = टेक्स्ट दो बार
corpus-reason-too_long = बहुत लंबा
corpus-reason-too_short = बहुत छोटा
corpus-reason-endless = खुलकर खत्म ही नहीं होती
corpus-reason-endless_file = फ़ाइल जो खुलकर खत्म ही नहीं होती
## Corpora with a part for each language

corpus-no_corpus = { $language } भाषा वाला { $name } नाम का कोई corpus नहीं है।{ $near }
corpus-or_path = या path जाँचें।
corpus-no_language = { $name } में { QUOTED($language) } भाषा नहीं है।{ $near }
corpus-which_language = { $name } में हर भाषा का एक हिस्सा है।
corpus-no_english = { $name } में अंग्रेज़ी नहीं है: वह fineweb_edu में है।
corpus-write_language = भाषा को { $example } या { $code } लिखें। उसकी { NUMBER($number) } भाषाओं में से कुछ: { COMMAS($languages) }।
corpus-write_language_or_part = भाषा को { $example } या { $code } लिखें। { NUMBER($number) } भाषाओं के नाम हैं, जैसे { COMMAS($languages) }। या उसके card का कोई भी हिस्सा लिखें, जैसे quy_Latn।
