## What `fledge sample` says. `$weights` is the next message: a part of a sentence.

sample-from = { $name } से नमूने ({ $weights })
sample-weights = { $dtype } weights: { $why }
sample-unreadable = prompt { $path } पढ़ा नहीं जा सकता: { $reason }।
sample-check_path = FILE: के बाद का पाथ जाँचें।
sample-not_utf8 = prompt { $prompt } UTF-8 टेक्स्ट नहीं है।
sample-save_utf8 = उसे UTF-8 में save करें।
sample-fewer_samples = छोटा --num_samples आज़माएँ।
sample-small_vocabulary = { $label } की vocabulary { $size } की है, जो { $tokenizer } tokenizer के लिए बहुत छोटी है।
sample-its_dataset = यह { $dataset } पर train हुआ था: जिस फ़ोल्डर में वह है उसे --data_dir=FOLDER से दें।
sample-unnamed_dataset = यह किसी बेनाम dataset पर train हुआ था: जिस फ़ोल्डर में वह है उसे --data_dir=FOLDER से दें।
