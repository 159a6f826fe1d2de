## Models and tokenizers of other programs.

interop-torn_gguf = { $path } अधूरी है या GGUF फ़ाइल नहीं है।
interop-incomplete_one = { $folder } अधूरा है: { $files } फ़ाइलों में से { $first } नहीं है।
interop-incomplete_more = { $folder } अधूरा है: { $files } फ़ाइलों में से { $first } और { $more } और नहीं हैं।
interop-other_setting = { $source } में { $name }={ $found } है, और fledge के { $kind } में सिर्फ़ { EITHER($allowed) } हो सकता है।
interop-another_model = दूसरा मॉडल लें।

## interop/chat_template.py

interop-copy_again = उसे फिर copy करें।

## interop/gguf_export.py

interop-another_vocabulary = दूसरी vocabulary पर train करें: fledge prepare TEXT --tokenizer=bpe:4096 (या gpt2, या byte)।
interop-needs_gguf = { $what } को gguf package चाहिए।
interop-no_modern = llama.cpp में arch=modern नहीं है।
interop-no_modern_fix = उसे --to=hf से export करें, या --arch=qwen3 train करें, जो llama.cpp और Ollama में चलता है।
interop-q8_widths = q8_0 को { $block } के गुणज वाली चौड़ाइयाँ चाहिए, और ये { $widths } हैं।
interop-use_float16 = --dtype=float16 दें।
interop-beyond_ascii = llama.cpp में ASCII से बाहर के characters, जैसे { QUOTED($other) }, वाली vocabulary नहीं होती।
interop-old_words = यह vocabulary किसी पुराने fledge ने सीखी थी: llama.cpp टेक्स्ट को उसकी तरह शब्दों में नहीं काट सकता।
interop-old_words_fix = उसे --to=hf से export करें, या नई सीखकर उस पर train करें: fledge prepare TEXT --tokenizer=bpe:{ $vocab_size }।
interop-other_words = llama.cpp टेक्स्ट को इस vocabulary की तरह शब्दों में नहीं काट सकता, इसलिए उसकी ids अलग होंगी।

## interop/gguf_file.py

interop-download_again = उसे फिर copy या डाउनलोड करें।
interop-unreadable_kind = { $path }: { $tensor } का प्रकार { $kind } है, जो पढ़ा नहीं जा सकता।
interop-another_file = दूसरी फ़ाइल लें।
interop-gguf_type = { $path } में { QUOTED($type) } प्रकार का मॉडल है; fledge { $model_types } पढ़ता है।
interop-one_of_these_files = इनमें से किसी की फ़ाइल लें।
interop-scaled_rope = { $path } अपनी rotary positions को scale करता है ({ $scaling })।
interop-unscaled = ऐसा मॉडल लें जो यह न करे।
interop-no_such_model = { $path } किसी { $arch } का वर्णन नहीं करता ({ $reason })।
interop-gguf_setting = { $path } में { $name }={ $found } है, और fledge के मॉडलों में सिर्फ़ { $wanted } हो सकता है।
interop-gguf_tokenizer = { $path } में tokenizer { $kind } { $pre } है; fledge इन प्रकारों के byte pairs पढ़ता है: { $known }।
interop-unusable_tokenizer = { $path }: उसका tokenizer इस्तेमाल नहीं हो सकता: { $why }।
interop-damaged_tokenizer = { $path }: उसका tokenizer खराब है ({ $reason })।

## interop/hf_config.py

interop-one_of_these_folders = इनमें से किसी का फ़ोल्डर लें।
interop-hf_type = { $source } में { QUOTED($type) } प्रकार के मॉडल का वर्णन है; fledge { $model_types } पढ़ता है।
interop-check_folder = फ़ोल्डर जाँचें।

## interop/hf_export.py

interop-no_room = { $out } को { NUMBER($needed, digits: 2) } GB चाहिए, और disk पर { NUMBER($free, digits: 2) } GB खाली है।
interop-no_room_fix = कुछ जगह खाली करें, --out से कहीं और लिखें, या --dtype से कम bytes लें।

## interop/hf_folder.py

interop-vocabulary_size = { $label } की vocabulary { NUMBER($vocab_size) } की है, और उसके tokenizer में { NUMBER($tokens) } tokens हैं।
interop-own_tokenizer = वही tokenizer लें जो उसका अपना है।

## interop/hf_tokenizer.py

interop-no_byte_pairs = tokenizer { $name } में byte pairs नहीं हैं।
interop-half_surrogate = character vocabulary में आधा surrogate pair है, जिसे कोई tokenizer.json नहीं रख सकती।
interop-prepare_again = टेक्स्ट को --tokenizer=byte या gpt2 के साथ फिर तैयार करें।

## interop/hf_weights.py

interop-weight_kind = { $path }: { $name } का प्रकार { $kind } है, और fledge { $kinds } पढ़ता है।
interop-no_weights = { $folder } में न { $whole } है न { $index }।
interop-safetensors_only = fledge सिर्फ़ safetensors पढ़ता है: दूसरी फ़ाइलें code चला सकती हैं।
interop-no_weight_map = { $index } में weight_map नहीं है।
interop-outside_folder = { $index } में { QUOTED($name) } का नाम है, जो उसके फ़ोल्डर में नहीं है।
interop-torn_safetensors = { $path } अधूरी है या safetensors फ़ाइल नहीं है ({ $reason })।
