## `fledge demo`

demo_text-trains = अब { PARAMETERS($parameters) } parameters का GPT train हो रहा है (इनमें { PARAMETERS($table) } एक तालिका के हैं), { $dataset } पर, जो fledge के साथ आता है: { NUMBER($iterations, digits: 0) } iterations, हर एक में { NUMBER($tokens, digits: 0) } tokens।
demo_text-knows_nothing = शुरू में यह कुछ नहीं जानता: { FIXED($loss, digits: 2) } का loss { NUMBER($vocabulary, digits: 0) } tokens में से अंधा अनुमान है।
demo_text-arabic = arabic_small 10वीं सदी की अरबी है: प्रकृति पर इख़वान अल-सफ़ा के पत्र। मॉडल उन्हीं की शैली में लिखता है।
demo_text-hindi = hindi_small 16वीं सदी की कविता है: तुलसीदास का रामचरितमानस। यह अवधी में है, आज की हिंदी में नहीं, और मॉडल जो लिखता है वह भी।
