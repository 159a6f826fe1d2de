## Settings: what is wrong with them, and what to type instead.

config-not_shared_by_processes = gradient_accumulation_steps={ $steps } can't be shared equally by { $number } processes.
config-not_shared_by_gpus = gradient_accumulation_steps={ $steps } can't be shared equally by { $number } GPUs.
config-share_by_processes = { $fewer ->
    [one] Try { EITHER($choices) }, or 1 process.
   *[other] Try { EITHER($choices) }, or { $fewer } processes.
}
config-share_by_gpus = { $fewer ->
    [one] Try { EITHER($choices) }, or 1 GPU.
   *[other] Try { EITHER($choices) }, or { $fewer } GPUs.
}

## config/fields.py: kinds of values, as parts of a sentence

config-kind-whole = a whole number
config-kind-number = a number
config-kind-switch = True or False
config-kind-text = text
config-huge_number = a number of hundreds of digits

## config/checks.py

config-odd_width = head_width={ $head_width } is odd. Try --head_width={ $even }.
config-heads_divide = n_head={ $n_head } does not divide n_embd={ $n_embd }.
config-heads_divide_evenly = n_head={ $n_head } does not divide n_embd={ $n_embd } into even parts.
config-try_heads = Try --n_head={ $near }.
config-try_even = Try an even --n_embd.
config-kv_heads = n_kv_head={ $n_kv_head } does not divide n_head={ $n_head }. Try --n_kv_head={ $near }.
config-no_bias = bias=True is not for arch={ $arch }, which has none. Try --bias=False or --arch=gpt2.
config-gelu = gelu={ $gelu } is for arch=gpt2. Try --arch=gpt2, or leave it out.
config-ngrams = ngram_rows={ $ngram_rows } is for arch=modern. Try --arch=modern, or --ngram_rows=0.
config-ngram_counts = ngram_counts={ $ngram_counts } is for arch=modern. Try --arch=modern, or --ngram_counts=0.
config-llama_only = { $key }={ $value } is for arch=llama and qwen3. Try --arch=qwen3, or leave it out.
config-muon = optimizer=muon is not for arch=gpt2. Try --arch=modern, or --optimizer=adamw.
config-min_lr = min_lr={ CODE($min_lr, format: "g") } is above learning_rate={ CODE($learning_rate, format: "g") }. Try --min_lr={ CODE($tenth, format: "g") }.
config-tracker = track={ QUOTED($tracker) } is not known: { $trackers }.{ $near }
config-no_out_dir = out_dir is empty. Try --out_dir=runs/NAME, or leave it out.
config-planned_loss = planned_loss={ QUOTED($written) } is not three numbers: the loss, and the lower and upper end of its range. Leave it out.
config-device = device={ QUOTED($device) } is not known. Try auto, cpu, cuda, cuda:0 or mps.
config-decay_far = lr_decay_iters={ CODE($lr_decay_iters, format: ",") } is far from max_iters={ CODE($max_iters, format: ",") }: the learning rate won't end at min_lr. Usually --lr_decay_iters={ $max_iters }.
config-long_warmup = warmup_iters={ CODE($warmup_iters, format: ",") } is longer than the run: the learning rate never reaches its peak. Usually --warmup_iters={ $usual }.
config-high_rate = learning_rate={ CODE($learning_rate, format: "g") } is very high for AdamW: 1e-4 to 1e-3 is usual.

## config/fields.py

config-not_wanted = { $value } is not { $wanted }
config-too_small = { $value } is too small: { SIGNIFICANT($least, grouping: "always") } is the least
config-not_above = { $value } is too small: it must be above { SIGNIFICANT($above, grouping: "always") }
config-too_large = { $value } is too large: { SIGNIFICANT($most, digits: 10, grouping: "always") } is the most

## config/mixture_spec.py

config-dataset_empty = dataset={ QUOTED($dataset) } has an empty name. Try --dataset=A:0.7,B:0.3.
config-dataset_below = dataset={ QUOTED($dataset) } is not a name below data_dir. Try --data_dir=FOLDER --dataset=NAME.
config-dataset_twice = dataset={ QUOTED($dataset) } has { $name } twice. Write it once, with the sum of its weights.
config-dataset_no_weight = dataset={ QUOTED($dataset) } has no weight for { $name }. Try --dataset={ $example }.
config-dataset_weight = dataset={ QUOTED($dataset) } gives { $name } the weight { QUOTED($weight) }, not a number above 0. Try --dataset={ $example }.
config-dataset_word = dataset={ QUOTED($dataset) }: { $weight } is not a weight of { $name }. If it is the language of a corpus, make a dataset of it first: fledge prepare { $dataset }
config-dataset_tiny = dataset={ QUOTED($dataset) } gives { $name } less than one sequence in { NUMBER($most) }. Leave it out, or try --dataset={ $example }.

## config/arguments.py

config-needs_value = { $name } needs a value: { $name }={ $default }.
config-no_switch = { $name }: { $key } is not a switch. Give it a value: --{ $key }={ $default }.
config-unknown = unknown setting { $name }.{ $near }
config-bad_option = --{ $key }={ $shown }: { $error }.

## config/file.py

config-not_plain = { $where }: `{ $source }` is not a plain setting, and settings files are not executed. Write key = value, or pass --trust-config if you trust the file.
config-no_value = { $where }: { $name }: { $error }. Write a plain value, or pass --trust-config to execute the file.
config-too_deep = { $where }: { $name }: that expression is nested too deeply. Write a plain value.
config-no_plain_value = { $where }: { $name }: { $error }. Write a plain value.
config-file_value = { $where }: { $name }: { $error }.
config-file_unknown = { $path }:{ $line }: unknown setting { $name }.{ $near }
config-is_directory = { $path } is a directory, not a settings file.
config-name_a_file = Name a file such as config/demo.py.
config-too_large_file = { $path } is too large for a settings file.
config-unreadable = can't read { $path }: { $reason }.
config-shipped_ones = `ls config` shows the shipped ones.
config-syntax = { $path }:{ $lineno }: { $msg }.
config-syntax_fix = A settings file has lines such as n_layer = 6.
config-no_settings_file = { $path } is not a settings file: { $reason }.
config-python_text = It is Python text: n_layer = 6.
config-file_failed = { $path } failed: { $kind }: { $reason }.
config-correct_file = Correct the file.

## config/load.py

config-damaged = { $source } is damaged: it is not an object.
config-new_run = Start a new run in another out_dir.
config-json_value = { $source }: { $key }: { $error }.
config-not_understood = { QUOTED($name) } is not understood here.
config-written_so = Settings are written --key=value.{ $near }
config-missing_file = no settings file { $name }.
config-shipped = Shipped: { $shipped }.{ $near }

## config/expressions.py

config-round_digits = round takes at most { $most } digits
config-unknown_name = the name { $name } is not known here
config-no_time = time is not imported
config-more_than_plain = `{ $source }` is more than literals, arithmetic and earlier names
config-wide_format = that format is too wide
config-elaborate = that f-string is too elaborate
config-large_power = that power is too large
config-multiplied_text = text can't be multiplied here
config-percent_text = use an f-string instead of % on text
config-long_text = that text is too long
config-large_number = that number is too large
config-not_real = that is not a real number
