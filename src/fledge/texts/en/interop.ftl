## Models and tokenizers of other programs.

interop-torn_gguf = { $path } is torn or no GGUF file.
interop-incomplete_one = { $folder } is incomplete: { $first } of { $files } files is missing.
interop-incomplete_more = { $folder } is incomplete: { $first } and { $more } more of { $files } files is missing.
interop-other_setting = { $source } has { $name }={ $found }, and fledge's { $kind } only { EITHER($allowed) }.
interop-another_model = Use another model.

## interop/chat_template.py

interop-copy_again = Copy it again.

## interop/gguf_export.py

interop-another_vocabulary = Train on another vocabulary: fledge prepare TEXT --tokenizer=bpe:4096 (or gpt2, or byte).
interop-needs_gguf = { $what } needs the gguf package.
interop-no_modern = llama.cpp has no arch=modern.
interop-no_modern_fix = Export it with --to=hf, or train --arch=qwen3, which llama.cpp and Ollama run.
interop-q8_widths = q8_0 needs widths that are multiples of { $block }, and these are { $widths }.
interop-use_float16 = Use --dtype=float16.
interop-beyond_ascii = llama.cpp has no vocabularies of characters beyond ASCII, such as { QUOTED($other) }.
interop-old_words = this vocabulary was learned by an older fledge: llama.cpp can't cut text into words as it does.
interop-old_words_fix = Export it with --to=hf, or learn a new one and train on it: fledge prepare TEXT --tokenizer=bpe:{ $vocab_size }.
interop-other_words = llama.cpp can't cut text into words as this vocabulary does, so its ids differ.

## interop/gguf_file.py

interop-download_again = Copy or download it again.
interop-unreadable_kind = { $path }: { $tensor } is { $kind }, which can't be read.
interop-another_file = Use another file.
interop-gguf_type = { $path } holds a model of the type { QUOTED($type) }; fledge reads { $model_types }.
interop-one_of_these_files = Use a file of one of these.
interop-scaled_rope = { $path } scales its rotary positions ({ $scaling }).
interop-unscaled = Use a model that does not.
interop-no_such_model = { $path } does not describe a { $arch } ({ $reason }).
interop-gguf_setting = { $path } has { $name }={ $found }, and fledge's models only { $wanted }.
interop-gguf_tokenizer = { $path } has the tokenizer { $kind } { $pre }; fledge reads byte pairs of the kinds { $known }.
interop-unusable_tokenizer = { $path }: its tokenizer can't be used: { $why }.
interop-damaged_tokenizer = { $path }: its tokenizer is damaged ({ $reason }).

## interop/hf_config.py

interop-one_of_these_folders = Use a folder of one of these.
interop-hf_type = { $source } describes a model of the type { QUOTED($type) }; fledge reads { $model_types }.
interop-check_folder = Check the folder.

## interop/hf_export.py

interop-no_room = { $out } needs { NUMBER($needed, digits: 2) } GB, and the disk has { NUMBER($free, digits: 2) } GB free.
interop-no_room_fix = Free some space, write elsewhere with --out, or take fewer bytes with --dtype.

## interop/hf_folder.py

interop-vocabulary_size = { $label } has a vocabulary of { NUMBER($vocab_size) }, and its tokenizer { NUMBER($tokens) } tokens.
interop-own_tokenizer = Use the tokenizer that belongs to it.

## interop/hf_tokenizer.py

interop-no_byte_pairs = the { $name } tokenizer has no byte pairs.
interop-half_surrogate = the character vocabulary has half a surrogate pair, which no tokenizer.json can hold.
interop-prepare_again = Prepare the text again with --tokenizer=byte or gpt2.

## interop/hf_weights.py

interop-weight_kind = { $path }: { $name } is { $kind }, and fledge reads { $kinds }.
interop-no_weights = { $folder } has neither { $whole } nor { $index }.
interop-safetensors_only = fledge reads safetensors only: other files can run code.
interop-no_weight_map = { $index } has no weight_map.
interop-outside_folder = { $index } names { QUOTED($name) }, which is not in its folder.
interop-torn_safetensors = { $path } is torn or no safetensors file ({ $reason }).
