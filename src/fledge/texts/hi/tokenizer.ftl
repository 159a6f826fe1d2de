## Tokenizers.

tokenizer-unusable = tokenizer इस्तेमाल नहीं हो सकता: { $why }।
tokenizer-get_again = फ़ाइल उसके स्रोत से फिर लें।
tokenizer-normalizations = ये हैं: `ar` ({ $arabic }), `hi` ({ $hindi }), { $nfc } और `none`; `ar` का एक हिस्सा: --normalize=ar:tatweel,digits।

## tokenizer/base.py

tokenizer-unknown_character = character { QUOTED($character) } ({ $point }, जगह { NUMBER($position) }) { NUMBER($size) } characters की vocabulary में नहीं है।
tokenizer-any_text = उसे हटा दें, या dataset को --tokenizer=byte या gpt2 के साथ तैयार करें, जो किसी भी टेक्स्ट को encode कर सकते हैं।
tokenizer-no_characters = character vocabulary में कम से कम एक character होना चाहिए, और कोई दो बार नहीं।

## tokenizer/bpe.py

tokenizer-unknown_pattern = उसका शब्द pattern { QUOTED($pattern) } जाने-पहचाने patterns ({ LIST($known) }) में नहीं है, और अनजान pattern कुछ टेक्स्ट पर घंटों ले सकता है
tokenizer-use_gpt2 = --tokenizer=gpt2 दें, या अपने टेक्स्ट से vocabulary सीखें: --tokenizer=bpe:32768।
tokenizer-missing_bytes = UTF-8 के { $number } bytes के लिए कोई token नहीं है (पहला { $first } है)
tokenizer-empty_token = token { $token } खाली है
tokenizer-twice = token { QUOTED($token) } दो बार है
tokenizer-same_number = दो special tokens की संख्या एक ही है
tokenizer-not_one = token { $token } टेक्स्ट के टुकड़े और special token में से ठीक एक नहीं है
tokenizer-not_byte_level = { QUOTED($token) } byte-level vocabulary का token नहीं है

## tokenizer/huggingface.py

tokenizer-large_file = { NUMBER($megabytes, digits: 0) } MB vocabulary के लिए बहुत बड़ी है
tokenizer-cant_read = { $path } पढ़ी नहीं जा सकती: { $reason }।
tokenizer-check_path = पाथ जाँचें।
tokenizer-cant_use = { $path } tokenizer की तरह इस्तेमाल नहीं हो सकती: { $why }।
tokenizer-readable = fledge में byte-level BPE चलता है: GPT-2 जैसी tokenizer.json, या .tiktoken फ़ाइल।
tokenizer-neither = वह न JSON है, न ऐसी लाइनें जिनमें base64 में एक token और उसकी संख्या हो
tokenizer-wrong_rank = उसमें { NUMBER($number) } tokens हैं, और उनमें से एक की संख्या { $rank } है
tokenizer-no_pattern = { $name } में शब्द pattern नहीं है: GPT-2 का लिया गया है, और { $end } token { $token } है
tokenizer-not_json = वह JSON नहीं है ({ $reason })
tokenizer-no_model = उसमें `model` नहीं है: वह Hugging Face की tokenizer.json नहीं है
tokenizer-no_nfc = उसका NFC normalizer इस्तेमाल नहीं होता: टेक्स्ट बिना बदले encode और decode होता है
tokenizer-leaves_out = वह control और unassigned characters के { $number } bytes छोड़ देता है, जिनके लिए कोई token नहीं है
tokenizer-not_bpe = उसका मॉडल BPE नहीं, { $kind } है
tokenizer-not_plain = उसके मॉडल में { $key } है, इसलिए वह सादा byte-level BPE नहीं है
tokenizer-changes_text = उसका normalizer ({ $kind }) टेक्स्ट बदल देता है, इसलिए decode करने पर वही टेक्स्ट नहीं मिलेगा
tokenizer-no_pre_tokenizer = उसमें `ByteLevel` पर खत्म होने वाला pre-tokenizer नहीं है
tokenizer-not_byte_level_end = उसका pre-tokenizer ({ $shown }) `ByteLevel` पर खत्म नहीं होता
tokenizer-prefix_space = वह हर टेक्स्ट से पहले एक space जोड़ता है (add_prefix_space)
tokenizer-pre_tokenizer = उसका pre-tokenizer ({ $shown }) support नहीं है: एक `Split` या `Digits` step चलता है
tokenizer-split_step = उसका `Split` step pattern के हर मेल को शब्द नहीं बनाता
tokenizer-no_numbers = उसकी vocabulary में tokens और उनकी संख्याएँ नहीं हैं
tokenizer-added_numbers = उसके जोड़े हुए tokens संख्याओं वाले टेक्स्ट नहीं हैं
tokenizer-added_depends = उसका जोड़ा हुआ token { QUOTED($token) } आसपास के टेक्स्ट पर निर्भर है
tokenizer-added_twice = उसका जोड़ा हुआ token { QUOTED($token) } खाली है या दो बार है
tokenizer-not_in_order = उसके { NUMBER($number) } tokens की संख्याएँ 0 से { NUMBER($last) } तक, हर एक एक बार, नहीं हैं
tokenizer-two_added = token { $token } दो हैं: { QUOTED($letters) } और एक जोड़ा हुआ
tokenizer-two_tokens = token { $token } दो हैं: { QUOTED($first) } और { QUOTED($letters) }
tokenizer-no_merges = उसमें merges की सूची नहीं है
tokenizer-no_merge = { QUOTED($merge) } दो tokens का merge नहीं है
tokenizer-merge_makes = merge { QUOTED($pair) } ऐसा token बनाता है जो उसमें नहीं है
tokenizer-merge_order = उसके tokens की संख्याएँ merges के क्रम में नहीं हैं
tokenizer-unmade = उसके { NUMBER($number) } tokens किसी merge से नहीं बनते (पहले की संख्या { $first } है)
tokenizer-library_cant = Hugging Face की library उसे नहीं पढ़ सकती ({ $reason })
tokenizer-library_differs = Hugging Face की library कुछ टेक्स्ट के लिए दूसरी ids देती है

## tokenizer/normalize.py

tokenizer-no_choice = --normalize={ $given } में कोई विकल्प नहीं है, या `none` के साथ कोई दूसरा है।
tokenizer-unknown_choice = --normalize: अनजान विकल्प { $choice }।{ $near }
tokenizer-unknown_normalization = अनजान normalization { QUOTED($choices) }।
tokenizer-update = fledge को update करें, या टेक्स्ट फिर तैयार करें।

## tokenizer/spec.py

tokenizer-unknown = अनजान tokenizer { QUOTED($spec) }।
tokenizer-known_kinds = fledge का यह version char (अपने chars के साथ), byte, gpt2 और bpe (अपने tokens के साथ) जानता है।
tokenizer-pattern_text = उसका pattern टेक्स्ट नहीं है
tokenizer-token_texts = उसके tokens टेक्स्ट की list नहीं हैं
tokenizer-needed_bytes = जो bytes उसमें नहीं हैं, उनके बिना टेक्स्ट का काम नहीं चलता
tokenizer-special_texts = उसके special tokens संख्याओं वाले टेक्स्ट नहीं हैं

## tokenizer/train.py

tokenizer-bad_size = vocabulary में { NUMBER($vocab_size) } tokens नहीं हो सकते: उसमें { NUMBER(256) } bytes, { $end } और सीखे हुए pairs होते हैं।
tokenizer-give_size = { $least } से { NUMBER($most) } तक का आकार दें; आम तौर पर 32768।
tokenizer-no_text = vocabulary सीखने के लिए कोई टेक्स्ट नहीं है।
tokenizer-name_text = ऐसी फ़ाइल का नाम दें जिसमें टेक्स्ट हो।
tokenizer-fewer = vocabulary में { NUMBER($vocab_size) } नहीं, { NUMBER($number) } tokens हैं: { NUMBER($characters) } characters में दोहराए जाने वाले pairs इससे ज़्यादा नहीं हैं
