## `fledge tokenizer stats`

learned-learning = तुलना के लिए एक vocabulary सीखी जा रही है ...
learned-sample = इस टेक्स्ट से सीखी { NUMBER($size, digits: 0) } tokens की vocabulary में प्रति token { FIXED($bytes, digits: 2) } bytes और प्रति शब्द { FIXED($words, digits: 2) } tokens हैं, टेक्स्ट के उस { PERCENT($share) } में जिससे उसने नहीं सीखा; { $other } में वहाँ { FIXED($other_bytes, digits: 2) } और { FIXED($other_words, digits: 2) } हैं।
learned-saves = इससे { PERCENT($saved) } tokens बचेंगे: हर step में उतने ही tokens हों तो एक epoch में { FIXED($ratio, digits: 1) } गुना कम steps होंगे, और { NUMBER($context, digits: 0) } tokens के context में { NUMBER($less, digits: 0) } की जगह { NUMBER($own, digits: 0) } bytes टेक्स्ट आएगा।
learned-saves_little = इससे { $other } की तुलना में tokens शायद ही कम होंगे।
learned-column_words =
    tokens/
    शब्द
