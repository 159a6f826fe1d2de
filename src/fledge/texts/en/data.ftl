## data/dataset.py

data-none = there is no dataset at { $path }.
data-newer = { $file } has version { $version }; this fledge reads versions up to { $known }.
data-update = Update fledge.
data-unusable = { $file } can't be used: { $problem }.
data-problem-version = it does not say version 1 or { $version }
data-problem-dtype = dtype is { $dtype }, not uint16 or uint32
data-problem-counts = { $key } has no whole numbers for train and val
data-problem-vocab_size = vocab_size is { $said } and its tokenizer has { NUMBER($vocab_size) } tokens
data-problem-no_lists = shards has no lists for train and val
data-problem-no_shards = shards has none for { $name }
data-problem-entry = shards has { QUOTED($entry) } among those of { $name }
data-problem-totals = its { $name } shards have { NUMBER($total) } tokens and it says { NUMBER($said) }
data-odd_bytes = { $path } has an odd number of bytes ({ NUMBER($size) }): it is cut short.
data-missing_file = { $path } has no { $file }.
data-wrong_size = { $path } has { NUMBER($size) } bytes and dataset.json says { NUMBER($expected) }: it is damaged.
data-empty_file = { $path } is empty.
data-not_uint16 = every second token of { $path } is 0: it was not written as uint16, nanoGPT's format.
data-write_uint16 = Write it as uint16, or make it again from its text: { $command }
data-make = Make it: { $command }
data-make_again = Make it again from its text: { $command }

## data/meta_pickle.py

data-meta-again = Prepare the text again: fledge prepare PATH
data-meta-asks = it asks for { $name }, and only plain text and numbers are read
data-meta-cant_read = can't read { $path }: { $reason }.
data-meta-unreadable = { $path } is not a readable meta.pkl: { $reason }.
data-meta-not_nanogpt = { $path } is not nanoGPT's meta.pkl: { $problem }.
data-meta-too_large = more than { NUMBER($most) } bytes is too large for a character table
data-meta-memo = it remembers value { NUMBER($index) } after { NUMBER($remembered) } values
data-meta-no_dict = it holds no dict
data-meta-missing = { QUOTED($key) } is missing or is not of type { $type }
data-meta-sizes = vocab_size is { $size }, itos has { $itos } entries and stoi { $stoi }
data-meta-no_character = itos has no single character for token { $token }
data-meta-disagree = stoi and itos disagree about token { $token }

## data/loader.py

data-outside_vocabulary = token { $token } at position { NUMBER($position) } of the { $split } split is outside the model's vocabulary of { NUMBER($vocab_size) }.
data-again_or_vocab_size = Prepare the dataset again, or set --vocab_size.
data-block_too_long = block_size={ $block_size } is too long: the { $split } split has { NUMBER($tokens) } tokens.
data-try_block_size = Try --block_size={ $block_size }.
data-more_text = Prepare more text.

## data/inspect.py

data-without_text = tokens are shown as numbers, without their text: { $problem }
data-ends_differ = { $name } has { NUMBER($ends) } times <|endoftext|> and dataset.json says { NUMBER($documents) } documents.

## data/shard_checks.py

data-shard-missing = { $file } is missing.
data-shard-wrong_size = { $file } has { NUMBER($size) } bytes and should have { NUMBER($expected) }.

## data/mixture.py

data-one_normalize = Prepare them with one --normalize.
data-one_tokenizer = Prepare them with one --tokenizer: gpt2, byte, or a trained one.

## data/shards.py

data-cant_read = can't read { $path }: { $reason }.
data-prepare_again = Prepare the dataset again.
data-shrunk = it is shorter than it was

## What else is wrong with a dataset

data-foreign = { $path } has token { $token } at position { NUMBER($position) }, outside the vocabulary of { NUMBER($vocab_size) }.
data-foreign_assumed = { $path } has token { $token } at position { NUMBER($position) }, outside the vocabulary of { NUMBER($vocab_size) } (GPT-2's is assumed: there is neither dataset.json nor meta.pkl).
data-make_own = To make it from your own text: { $command }
data-strays = { COMMAS($files) }: not part of the dataset.
data-more_strays = { COMMAS($files) } ...: not part of the dataset.
data-shard-unreadable = { $file } can't be read: { $reason }.
data-shard-changed = { $file } has changed since it was written: its sha256 differs.
data-shard-foreign = { $file } has { $number ->
    [one] { NUMBER($number) } token
   *[other] { NUMBER($number) } tokens
} outside the vocabulary of { NUMBER($vocab_size) }: token { $token } at position { NUMBER($position) }.
data-shard-foreign_at_least = { $file } has at least { $number ->
    [one] { NUMBER($number) } token
   *[other] { NUMBER($number) } tokens
} outside the vocabulary of { NUMBER($vocab_size) }: token { $token } at position { NUMBER($position) }.
data-changed = { $label } has changed since the checkpoint: { SEPARATED($changes) }
data-changed-counts = { $split } had { NUMBER($before) } tokens, has { NUMBER($now) }
data-changed-others = { $split } has other tokens
data-mixed_normalized = { $a } and { $b } can't be mixed: their texts are normalized by { $first } and { $second }.
data-mixed_tokenizers = { $a } and { $b } can't be mixed: their tokenizers are { $first } and { $second }.
data-mixed_vocabularies = { $a } and { $b } can't be mixed: their tokenizers are two { $name } vocabularies that differ.
## The page of `fledge data inspect`

data-reading = reading { $name }
data-problem_line = problem: { $problem }
data-page-note = note: { $note }
data-page-tokenizer = tokenizer
data-page-on_disk = on disk
data-page-made_from = made from
data-page-normalized = normalized
data-page-left_out = left out
data-page-vocabulary = { $name }, { NUMBER($vocab_size) } tokens, { $dtype }
data-page-change = { $name } { NUMBER($number) }
data-page-files = { $paths } ({ NUMBER($files) } files)
data-page-tokens = tokens
data-page-text = text
data-page-bytes_per_token =
    bytes/
    token
data-page-documents = documents
data-page-shard = shard
data-page-more_shards = ... { NUMBER($number) } more
data-page-as_written = as written
data-page-no_sha256 = read; no sha256 is known
data-page-not_compared = not compared
data-page-common_of_all = Most common of all { NUMBER($number) } training tokens:
data-page-common_of_some = Most common of { NUMBER($number) } evenly spaced training tokens:
data-page-sample = { $split } from token { NUMBER($position) } on:
data-page-problems = { $number ->
    [one] a problem
   *[other] { $number } problems
}
data-page-copy_again = copy the files again, or prepare the dataset again.
data-page-unchecked = not checked
data-page-sizes_right = the sizes are right; without --no-check everything is read.
data-page-sound = sound
data-page-every_byte = every byte is as it was written, and every token is in the vocabulary.
data-page-sound_known = sound as far as known
data-page-every_token = every token is in the vocabulary; no sha256 was saved.
data-page-size = { NUMBER($n, digits: 1) } { $unit }
data-page-bytes = { NUMBER($n, digits: 0) } bytes
data-state-missing = missing
data-state-wrong_size = wrong size
data-state-unreadable = unreadable
data-state-changed = changed
data-state-foreign = foreign tokens
