## The page of `fledge tokenizer train`

tokenizer_page-there = { $path } موجود بالفعل.
tokenizer_page-other_out = اختر --out آخر، أو انقله.
tokenizer_page-note = ملاحظة: { $note }
tokenizer_page-next = التالي: { $command }
tokenizer_page-learning = تعلم المفردات ...
tokenizer_page-vocabulary = المفردات
tokenizer_page-learned_from = تُعلمت من
tokenizer_page-bytes_per_token = بايت لكل token
tokenizer_page-longest = الأطول
tokenizer_page-written_to = كُتبت في
tokenizer_page-tokens =
    { $size ->
        [zero] { NUMBER($size) } token
        [one] token واحد
        [two] { NUMBER($size) } tokens
        [few] { NUMBER($size) } tokens
        [many] { NUMBER($size) } token
       *[other] { NUMBER($size) } token
    }: { NUMBER(256) } بايت، و<|endoftext|>، والمتعلم { NUMBER($learned) }
tokenizer_page-apart =
    { FIXED($ratio, digits: 2) } في { $bytes ->
        [zero] { NUMBER($bytes) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($bytes) } بايتات
        [many] { NUMBER($bytes) } بايتًا
       *[other] { NUMBER($bytes) } بايت
    } لم تتعلم منها
tokenizer_page-not_apart =
    { FIXED($ratio, digits: 2) } في { $bytes ->
        [zero] { NUMBER($bytes) } بايت
        [one] بايت واحد
        [two] بايتين
        [few] { NUMBER($bytes) } بايتات
        [many] { NUMBER($bytes) } بايتًا
       *[other] { NUMBER($bytes) } بايت
    } تعلمت منها: النص أقل من أن يُفرد منه شيء
tokenizer_page-file =
    { $path } ({ $size ->
        [zero] { NUMBER($size) } بايت
        [one] بايت واحد
        [two] بايتان
        [few] { NUMBER($size) } بايتات
        [many] { NUMBER($size) } بايتًا
       *[other] { NUMBER($size) } بايت
    })
tokenizer_page-no_gpt2 = ملاحظة: لم تُقارن مع gpt2: { $problem }
tokenizer_page-with_gpt2 =
    { FIXED($ratio, digits: 2) } مع gpt2 ({ $size ->
        [zero] { NUMBER($size) } token
        [one] token واحد
        [two] { NUMBER($size) } tokens
        [few] { NUMBER($size) } tokens
        [many] { NUMBER($size) } token
       *[other] { NUMBER($size) } token
    })

## The page of `fledge tokenizer stats`

tokenizer_page-no_text = لا نص للنظر فيه.
tokenizer_page-name_text = سمِّ ملفًا فيه نص.
tokenizer_page-or = {"  "}أو: { $command }
tokenizer_page-neither = --tokenizers: ليس { $name } هو gpt2 ولا byte ولا ملفًا.
tokenizer_page-none = لا يسمي --tokenizers شيئًا.
tokenizer_page-try = جرب --tokenizers=gpt2,byte.
tokenizer_page-column_tokens = عدد tokens
tokenizer_page-column_bytes =
    بايت لكل
    token
tokenizer_page-column_characters =
    أحرف لكل
    token
tokenizer_page-column_single =
    بايتات
    مفردة
tokenizer_page-all = الكل
tokenizer_page-looked_at = فُحص { $text }
tokenizer_page-looked_at_most = فُحص { $text }؛ ويُعرض أكبر { $most }
