## Tokenizers.

tokenizer-unusable = the tokenizer can't be used: { $why }.
tokenizer-get_again = Get the file again from its source.
tokenizer-normalizations = There are ar ({ $arabic }), hi ({ $hindi }), { $nfc } and none; a part of ar: --normalize=ar:tatweel,digits.

## tokenizer/base.py

tokenizer-unknown_character = the character { QUOTED($character) } ({ $point }, position { NUMBER($position) }) is not in the vocabulary of { NUMBER($size) } characters.
tokenizer-any_text = Leave it out, or prepare the dataset with --tokenizer=byte or gpt2, which can encode any text.
tokenizer-no_characters = a character vocabulary needs at least one character, and none of them twice.

## tokenizer/bpe.py

tokenizer-unknown_pattern = its word pattern { QUOTED($pattern) } is not a known one ({ LIST($known) }), and an unknown one may take hours on some text
tokenizer-use_gpt2 = Use --tokenizer=gpt2, or learn a vocabulary from your text: --tokenizer=bpe:32768.
tokenizer-missing_bytes = { $number } of the bytes of UTF-8 have no token ({ $first } is the first)
tokenizer-empty_token = token { $token } is empty
tokenizer-twice = the token { QUOTED($token) } is there twice
tokenizer-same_number = two special tokens have the same number
tokenizer-not_one = token { $token } is not exactly one of a piece of text and a special token
tokenizer-not_byte_level = { QUOTED($token) } is not a token of a byte-level vocabulary

## tokenizer/huggingface.py

tokenizer-large_file = { NUMBER($megabytes, digits: 0) } MB is too large for a vocabulary
tokenizer-cant_read = can't read { $path }: { $reason }.
tokenizer-check_path = Check the path.
tokenizer-cant_use = { $path } can't be used as a tokenizer: { $why }.
tokenizer-readable = fledge reads byte-level BPE: a tokenizer.json like GPT-2's, or a .tiktoken file.
tokenizer-neither = it is neither JSON nor lines of a token in base64 and its number
tokenizer-wrong_rank = it has { NUMBER($number) } tokens, and one of them is number { $rank }
tokenizer-no_pattern = { $name } has no word pattern: GPT-2's is used, with { $end } as token { $token }
tokenizer-not_json = it is not JSON ({ $reason })
tokenizer-no_model = it has no model: it is not Hugging Face's tokenizer.json
tokenizer-no_nfc = its NFC normalizer is not used: text is encoded and decoded unchanged
tokenizer-leaves_out = it leaves out { $number } bytes of control and unassigned characters, which have no token
tokenizer-not_bpe = its model is { $kind }, not BPE
tokenizer-not_plain = its model has { $key }, so it is not plain byte-level BPE
tokenizer-changes_text = its normalizer ({ $kind }) changes the text, so decoding would not give it back
tokenizer-no_pre_tokenizer = its pre-tokenizer (none) does not end in ByteLevel
tokenizer-not_byte_level_end = its pre-tokenizer ({ $shown }) does not end in ByteLevel
tokenizer-prefix_space = it adds a space before every text (add_prefix_space)
tokenizer-pre_tokenizer = its pre-tokenizer ({ $shown }) is not supported: one Split or Digits step is
tokenizer-split_step = its Split step does not make each match of a pattern a word
tokenizer-no_numbers = its vocabulary is not tokens with their numbers
tokenizer-added_numbers = its added tokens are not texts with numbers
tokenizer-added_depends = its added token { QUOTED($token) } depends on the text around it
tokenizer-added_twice = its added token { QUOTED($token) } is empty or there twice
tokenizer-not_in_order = the numbers of its { NUMBER($number) } tokens are not 0 to { NUMBER($last) }, each once
tokenizer-two_added = token { $token } is two: { QUOTED($letters) } and an added one
tokenizer-two_tokens = token { $token } is two: { QUOTED($first) } and { QUOTED($letters) }
tokenizer-no_merges = it has no list of merges
tokenizer-no_merge = { QUOTED($merge) } is not a merge of two tokens
tokenizer-merge_makes = the merge { QUOTED($pair) } makes a token that it doesn't have
tokenizer-merge_order = its tokens are not numbered in the order of the merges
tokenizer-unmade = no merge makes { NUMBER($number) } of its tokens (number { $first } is the first)
tokenizer-library_cant = Hugging Face's library can't read it ({ $reason })
tokenizer-library_differs = Hugging Face's library gives other ids for some text

## tokenizer/normalize.py

tokenizer-no_choice = --normalize={ $given } names no choice, or `none` and another.
tokenizer-unknown_choice = --normalize: unknown choice { $choice }.{ $near }
tokenizer-unknown_normalization = unknown normalization { QUOTED($choices) }.
tokenizer-update = Update fledge, or prepare the text again.

## tokenizer/spec.py

tokenizer-unknown = unknown tokenizer { QUOTED($spec) }.
tokenizer-known_kinds = This version of fledge knows char (with its chars), byte, gpt2 and bpe (with its tokens).
tokenizer-pattern_text = its pattern is not text
tokenizer-token_texts = its tokens are not a list of texts
tokenizer-needed_bytes = the bytes that it lacks are not ones that text can do without
tokenizer-special_texts = its special tokens are not texts with numbers

## tokenizer/train.py

tokenizer-bad_size = a vocabulary can't have { NUMBER($vocab_size) } tokens: it holds 256 bytes, { $end } and the learned pairs.
tokenizer-give_size = Give a size from { $least } to { NUMBER($most) }; 32768 is usual.
tokenizer-no_text = there is no text to learn a vocabulary from.
tokenizer-name_text = Name a file that has text.
tokenizer-fewer = the vocabulary has { NUMBER($number) } tokens, not { NUMBER($vocab_size) }: { NUMBER($characters) } characters hold no more pairs that repeat
