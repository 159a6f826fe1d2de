## The page of `fledge tokenizer train`

tokenizer_page-there = { $path } is already there.
tokenizer_page-other_out = Choose another --out, or move it away.
tokenizer_page-note = note: { $note }
tokenizer_page-next = next: { $command }
tokenizer_page-learning = learning the vocabulary ...
tokenizer_page-vocabulary = vocabulary
tokenizer_page-learned_from = learned from
tokenizer_page-bytes_per_token = bytes/token
tokenizer_page-longest = longest
tokenizer_page-written_to = written to
tokenizer_page-tokens = { NUMBER($size) } tokens: 256 bytes, <|endoftext|>, { NUMBER($learned) } learned
tokenizer_page-apart = { FIXED($ratio, digits: 2) } in { NUMBER($bytes) } bytes that it did not learn from
tokenizer_page-not_apart = { FIXED($ratio, digits: 2) } in { NUMBER($bytes) } bytes it learned from: too little to keep any apart
tokenizer_page-file = { $path } ({ NUMBER($size) } bytes)
tokenizer_page-no_gpt2 = note: not compared with gpt2: { $problem }
tokenizer_page-with_gpt2 = { FIXED($ratio, digits: 2) } with gpt2 ({ NUMBER($size) } tokens)

## The page of `fledge tokenizer stats`

tokenizer_page-no_text = there is no text to look at.
tokenizer_page-name_text = Name a file that has some.
tokenizer_page-or = {"  "}or: { $command }
tokenizer_page-neither = --tokenizers: { $name } is neither gpt2, byte nor a file.
tokenizer_page-none = --tokenizers names none.
tokenizer_page-try = Try --tokenizers=gpt2,byte.
tokenizer_page-column_tokens = tokens
tokenizer_page-column_bytes =
    bytes/
    token
tokenizer_page-column_characters =
    chars/
    token
tokenizer_page-column_single =
    single
    bytes
tokenizer_page-all = all
tokenizer_page-looked_at = looked at { $text }
tokenizer_page-looked_at_most = looked at { $text }; the largest { $most } are shown
