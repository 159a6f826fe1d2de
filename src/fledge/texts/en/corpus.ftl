## data/corpus/magic.py

corpus-lfs_pointer = { $name } is a Git LFS pointer, not the file itself.
corpus-lfs_pull = Run `git lfs pull` there.
corpus-html_page = { $name } is an HTML page, perhaps a server's error message.
corpus-misnamed = { $name } is { $kind } inside.
corpus-rename = Give it a name that ends in { $suffix }.

## data/corpus/jsonl.py

corpus-utf16_lines = { $name } is UTF-16, and JSON lines are UTF-8.
corpus-convert_utf16 = Convert it: iconv -f utf-16 -t utf-8

## data/corpus/archives.py

corpus-damaged_tar = { $name } is damaged or cut off: { $error }.
corpus-long_header = a header is too long
corpus-damaged_member = { $name } is damaged in member { $member }: { $error }.
corpus-damaged_zip = { $name } is cut off or damaged: its list of members can't be read ({ $error }).

## data/corpus/text.py

corpus-every_second_zero = { $name } is not { $encoding }: every second byte is zero.
corpus-try_encoding = Try --encoding={ $encoding }.
corpus-not_encoding = { $name } is not { $encoding }: { $error }.
corpus-another_encoding = Try another --encoding.
corpus-half_pair = { $name } has half a surrogate pair.
corpus-save_utf8 = Save it as UTF-8 and try again.
corpus-binary = { $name } looks like a binary file, not text (it has zero bytes).
corpus-remove_zeros = Leave it out, or remove them: tr -d '\0' < FILE > TEXT.
corpus-unknown_encoding = --encoding={ $encoding } is not a text encoding Python knows.
corpus-common_encodings = Common ones: utf-8, latin-1, cp1252, utf-16.
corpus-looks_binary = It looks like a binary file, not text: leave it out.

## data/corpus/find.py

corpus-empty_name = one of the names is empty.
corpus-unset_variable = Is a variable of the shell not set?

## data/corpus/sources.py

corpus-unreadable = can't read { $name }: { $reason }.

## data/corpus/reader.py

corpus-inside = { $name } is a { $kind } file inside { $compression }.
corpus-decompress = Decompress it first.

## data/corpus/parquet.py

corpus-needs_pyarrow = { $name } needs pyarrow, which is not installed.
corpus-encrypted_parquet = { $name } is encrypted parquet.
corpus-decrypt = Decrypt it first.
corpus-no_footer = { $name } is cut off after { NUMBER($size) } bytes: its footer is missing.
corpus-columns_twice = { $name } has { $number } columns { $column }.
corpus-other_column = Say another: --text_column=...
corpus-not_text = column { $column } of { $name } holds { $kind }, not text.
corpus-text_columns = Columns of text: { COMMAS($columns) }.
corpus-no_text_columns = Columns of text: none.

## data/corpus/catalog.py

corpus-like_a_dump = a dump like CC-MAIN-2024-10
corpus-no_subset = { $name } has no subset { $subset }.{ $near }

## data/corpus/local.py

corpus-leave_out = Leave it out.
corpus-name_files = Name the files themselves, or a folder with .txt, .jsonl, .parquet, .zip or source files.
corpus-neither = { $path } is neither a file nor a folder.
corpus-save_first = Text may be read twice, so save it to a file first.
corpus-dead_link = { $path } is a link to { $target }, which is not there.
corpus-check_link = Check the link.
corpus-no_such = there is no file or folder { $path }.{ $near }
corpus-check_path = Check the path.

## data/corpus/compressed.py

corpus-cut_off = { $name } is cut off: its { $compression } data ends after { NUMBER($given) } bytes of text.
corpus-needs_zstandard = { $name } needs zstandard, which is not installed.

## data/corpus/unpacking.py

corpus-unpacks = { $name } unpacks to more than { $most } times its size ({ NUMBER($megabytes, digits: 0) } MB so far), which text never does.
corpus-unpack_yourself = Leave it out; if it is yours, unpack it and name the text files.
## Where something is

corpus-line = line { NUMBER($number) }
corpus-line_without_column = line { NUMBER($number) } (column { $column } is not among { $columns })
corpus-line_of_nothing = line { NUMBER($number) } (column { $column } is not among none)
corpus-row = row { NUMBER($row) }
corpus-member = member { $member }
corpus-place = { $name }, { $where }

corpus-get_again = Get the file again.
corpus-zip_archive = a zip archive
corpus-empty = { $name } is empty, which { $expected } never is.
corpus-not_kind = { $name } is not { $expected }: it starts with '{ $shown }'.
corpus-no_header = { $error } where a member's header should be
corpus-members_lost = { NUMBER($members) } members instead of { NUMBER($count) }
corpus-bad_byte = { $name } is not { $encoding }: byte { $byte } at offset { NUMBER($offset) }.
corpus-try_encoding_of = Try --encoding={ $encoding } ({ $language }).
corpus-try_latin1 = Try --encoding=latin-1 (Western European; here the same as cp1252).
corpus-some_encoding = Try --encoding=NAME, such as cp1252, cp1251, gb18030 or shift_jis.
corpus-iscii = { $name } looks like Hindi in ISCII, an encoding from before Unicode that Python does not read.
corpus-convert_iscii = Make it UTF-8 first, with ICU's uconv: `uconv -f x-iscii-de -t UTF-8 -o NEW.txt { $name }`, then prepare NEW.txt.
corpus-kruti_dev = { $name } looks like Hindi typed for the font Kruti Dev: Latin letters that only the font shows as Hindi.
corpus-convert_kruti_dev = Make it Unicode first, with a converter from Kruti Dev to Unicode, and prepare the result.
corpus-columns = Its columns: { COMMAS($columns) }.
corpus-no_columns = It has no columns at all.
corpus-no_column = { $name } has no column { $column }.{ $near }
corpus-no_text_column = { $name } has no column of a usual name for text.
corpus-which_column = Say which one: --text_column=...
corpus-damaged_rows = { $name } is damaged in row group { NUMBER($group) }: it ends at row { NUMBER($row) } instead of { NUMBER($end) }.
corpus-damaged_footer = { $name } is damaged in its footer: { $error }.
corpus-damaged_group = { $name } is damaged in row group { NUMBER($group) }: { $error }.
corpus-there_are = There are: { COMMAS($names) }.
corpus-no_text_file = there is no text file in { COMMAS($paths) }.
corpus-no_text_file_skipped = there is no text file in { COMMAS($paths) } ({ $skipped }).
corpus-skipped = skipped { NUMBER($number) }: { $reasons }
corpus-invalid_start = { $name } is damaged: its { $compression } data is invalid at its start ({ $error }).
corpus-invalid = { $name } is damaged: its { $compression } data is invalid after { NUMBER($given) } bytes of text ({ $error }).

## The languages of an encoding

corpus-language-western = Western European
corpus-language-central = Central European
corpus-language-turkish = Turkish
corpus-language-baltic = Baltic
corpus-language-cyrillic = Cyrillic
corpus-language-arabic = Arabic
corpus-language-greek = Greek
corpus-language-hebrew = Hebrew
corpus-language-chinese = Chinese
corpus-language-japanese = Japanese
corpus-language-korean = Korean

## Why text is left out

corpus-reason-counted = { NUMBER($number) } { $reason }
corpus-reason-not_kind = not { $kind }
corpus-reason-not_kind_file = not { $kind } file
corpus-reason-nested_archive = archive in an archive
corpus-reason-binary = binary
corpus-reason-binary_file = binary file
corpus-reason-cut_off = cut off
corpus-reason-cut_off_file = cut off file
corpus-reason-damaged = damaged
corpus-reason-damaged_file = damaged file
corpus-reason-empty = empty
corpus-reason-empty_file = empty file
corpus-reason-file_of_nothing = empty file file
corpus-reason-encrypted = encrypted
corpus-reason-exact_duplicate = exact duplicate
corpus-reason-lfs_pointer = Git LFS pointer
corpus-reason-lfs_pointer_file = Git LFS pointer file
corpus-reason-half_pair = half a surrogate pair
corpus-reason-half_pair_file = half a surrogate pair file
corpus-reason-hidden = hidden
corpus-reason-html_page = HTML page
corpus-reason-html_page_file = HTML page file
corpus-reason-in_a_dataset = in a dataset
corpus-reason-language = language
corpus-reason-long_line = line too long
corpus-reason-misnamed = misnamed
corpus-reason-misnamed_file = misnamed file
corpus-reason-named_twice = named twice
corpus-reason-near_duplicate = near duplicate
corpus-reason-nested = nested too deeply
corpus-reason-no_text = no text
corpus-reason-not_json = not JSON
corpus-reason-irregular = not a regular file
corpus-reason-not_object = not an object
corpus-reason-unknown_type = not of a known text type
corpus-reason-parquet_in_archive = parquet in an archive
corpus-reason-not_string = text is not a string
corpus-reason-text_twice = text twice
corpus-reason-too_long = too long
corpus-reason-too_short = too short
corpus-reason-endless = unpacks without end
corpus-reason-endless_file = unpacks without end file
## Corpora with a part for each language

corpus-no_corpus = there is no corpus { $name } with the language { $language }.{ $near }
corpus-or_path = Or check the path.
corpus-no_language = { $name } has no language { QUOTED($language) }.{ $near }
corpus-which_language = { $name } has a part for each language.
corpus-no_english = { $name } has no English: that is fineweb_edu.
corpus-write_language = Write a language as { $example } or { $code }. It has { NUMBER($number) }, such as { COMMAS($languages) }.
corpus-write_language_or_part = Write a language as { $example } or { $code }; { NUMBER($number) } have names: { COMMAS($languages) } and others. Or name any part of its card, such as quy_Latn.
