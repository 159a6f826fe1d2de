## The page of `fledge tokenizer train`

tokenizer_page-there = { $path } पहले से वहाँ है।
tokenizer_page-other_out = कोई दूसरा --out चुनें, या उसे हटा लें।
tokenizer_page-note = ध्यान दें: { $note }
tokenizer_page-next = अगला: { $command }
tokenizer_page-learning = vocabulary सीखी जा रही है ...
tokenizer_page-vocabulary = vocabulary
tokenizer_page-learned_from = किससे सीखी
tokenizer_page-bytes_per_token = bytes/token
tokenizer_page-longest = सबसे लंबे
tokenizer_page-written_to = यहाँ लिखी
tokenizer_page-tokens =
    { $size ->
        [one] { NUMBER($size) } token
       *[other] { NUMBER($size) } tokens
    }: { NUMBER(256) } bytes, <|endoftext|>, { NUMBER($learned) } सीखे हुए
tokenizer_page-apart =
    { FIXED($ratio, digits: 2) }, { $bytes ->
        [one] { NUMBER($bytes) } byte
       *[other] { NUMBER($bytes) } bytes
    } में जिनसे उसने नहीं सीखा
tokenizer_page-not_apart =
    { FIXED($ratio, digits: 2) }, { $bytes ->
        [one] { NUMBER($bytes) } byte
       *[other] { NUMBER($bytes) } bytes
    } में जिनसे उसने सीखा: टेक्स्ट इतना कम है कि कुछ अलग नहीं रखा जा सका
tokenizer_page-file =
    { $path } ({ $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    })
tokenizer_page-no_gpt2 = ध्यान दें: gpt2 से तुलना नहीं हुई: { $problem }
tokenizer_page-with_gpt2 =
    { FIXED($ratio, digits: 2) }, gpt2 के साथ ({ $size ->
        [one] { NUMBER($size) } token
       *[other] { NUMBER($size) } tokens
    })

## The page of `fledge tokenizer stats`

tokenizer_page-no_text = देखने के लिए कोई टेक्स्ट नहीं है।
tokenizer_page-name_text = ऐसी फ़ाइल का नाम दें जिसमें टेक्स्ट हो।
tokenizer_page-or = {"  "}या: { $command }
tokenizer_page-neither = --tokenizers: { $name } न gpt2 है, न byte, न कोई फ़ाइल।
tokenizer_page-none = --tokenizers में कोई नाम नहीं है।
tokenizer_page-try = --tokenizers=gpt2,byte आज़माएँ।
tokenizer_page-column_tokens = tokens
tokenizer_page-column_bytes =
    bytes/
    token
tokenizer_page-column_characters =
    chars/
    token
tokenizer_page-column_single =
    अकेले
    bytes
tokenizer_page-all = सब
tokenizer_page-looked_at = देखा गया: { $text }
tokenizer_page-looked_at_most = देखा गया: { $text }; सबसे बड़े { $most } दिखाए गए हैं
