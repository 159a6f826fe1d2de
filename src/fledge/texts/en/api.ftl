## api/asked_gpus.py

api-no_gpu = --gpu={ QUOTED($gpu) } names no GPU.
api-devices_lists = `fledge devices` lists them.
api-describes_one = --gpu_tflops and its like describe one GPU.
api-name_one_gpu = Name one --gpu, or leave them out.
api-gpu_needs = a GPU that is not in the table needs { $needed } too.
api-gpu_example = For example --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700.
api-your_gpu = your GPU
api-your_description = your description

## api/call.py

api-platforms = fledge runs on Linux and macOS.
api-use_wsl = On Windows, use it in WSL: wsl --install

## api/comparing.py

api-run_or_log = a run or a log
api-mixed = runs that were read and names of runs can't be mixed.
api-read_each = Read each with fledge.read.
api-for_named = { $option } is for logs that are named.
api-give_to_read = Give it to fledge.read.
api-piped_once = - stands for what is piped in, once.
api-save_one = Save one of them to a file.
api-two_runs = compare takes two runs or more, not { $number }.
api-try_compare = Try `fledge compare A B`; `fledge compare A A --pick=1,2` for two runs in one file.
api-pick_each = --pick={ $pick } is not a number for each.
api-try_pick = Try --pick=1,2.
api-values_each = --{ $name } has { $values } values for { $runs } runs.
api-one_for_each = Give one for all, or one for each.
api-contradicts = --{ $key }={ $value }, but { $name } says { $key }={ $said } ({ $origin }).
api-give_each = Give one for each: --{ $key }=FIRST,SECOND; an empty one leaves it as it is.

## api/frames.py

api-no_table_library = { QUOTED($library) } is not a library of tables that fledge knows.
api-try_pandas = Try pandas or polars.
api-frame_needs = to_frame needs { $libraries }.

## api/models.py

api-load_takes = load takes the name of a run or a file, not { QUOTED($source) }.
api-load_example = For example fledge.load("runs/demo").
api-nothing_to_score = there is nothing to score: the text is empty.
api-longer_text = Give a text of one token or more.
api-not_text = the { $name } is of the type { $kind }, not text.
api-give_str = Give a str.
api-half_character = the { $name } has half a character in it, which UTF-8 can't write.
api-leave_out = Leave it out.

## api/names.py

api-no_name = { $written } is not the name of { $what }.
api-give_path = Give a path, as text or as a Path.
api-not_a_name = a { $kind } is not the name of { $what }.
api-settings_by_name = Give settings by name: f(**settings).

## api/open_runs.py

api-config_each = --config names { $files } files for { $names } logs.
api-name_for_each = Name one for all, or one for each.
api-holds_runs = { $name } holds { $runs } runs.
api-try_pick_number = Try --pick={ $runs }.

## api/preparing.py

api-text_file = a text file
api-stopped = stopped; what was done is kept.
api-goes_on = The same call goes on from there.
api-name_below = --name={ $name } is not a name below data_dir.
api-try_data_dir = Try --data_dir=FOLDER --name=NAME.
api-name_colon = --name={ $name } has a colon or a comma, which mix datasets (a:0.7,b:0.3).
api-subset = --subset is for fineweb_edu, fineweb2 and sangraha.
api-name_files = Name the files themselves: hf://datasets/OWNER/NAME/PATH
api-own_dataset = { $name } is a dataset of its own and can't be joined with { $other }.
api-one_at_a_time = One at a time; and a file or folder of that name is written ./{ $name }
api-is_utf8 = { $name } is UTF-8: --encoding is for your own files.
api-if_yours = If it is yours, write ./{ $name }
api-stands_for = { $name } stands for the tokenizer { $usual }.
api-another_tokenizer = Name another one: --tokenizer={ $tokenizer } --name={ $name }

## api/run_page.py

api-page_did_not_start = It did not start.

## api/run_settings.py

api-name_settings_file = Name the .py file that the run was started with.

## api/runs.py

api-no_iteration = to={ QUOTED($to) } is not an iteration.
api-whole_number = Give a whole number, or leave it out.
api-not_piped = - is for the command, which reads what is piped in.
api-name_a_file = Name a file.

## api/planning.py

api-for_command = { $name } is for the command.
api-plan_returns = fledge.plan returns a Plan; its to_json() is a dict.
api-not_one_gpu = gpu={ QUOTED($gpu) } is not one GPU.
api-call_for_each = Call fledge.plan once for each.
api-settings_file = a settings file
api-looking_at_data = looking at the data
api-not_opened = init_from={ $init_from } is not opened: the plan is of the size that the settings say
api-gpus_need_name = { $processes } GPUs need the name of the GPU.
api-try_two_gpus = Try --gpu="RTX 4090" --gpus=2.
api-interconnect = --interconnect is for several GPUs.
api-how_many = Say how many: --gpus=2.
api-gpu_not_here = --{ $name } is for a GPU that is not here.
api-name_gpu = Name it: --gpu="RTX 4090".
api-planned_for_cpu = planned for the CPU: { $reason }
api-both_times = --measured and --from both give an iteration time.
api-leave_one = Leave one of them out.

## api/planned_data.py

api-no_dataset = no dataset at { $path }: vocab_size={ $size } is assumed

## api/measured_step.py

api-not_measured = --measured={ QUOTED($text) } is not SETTINGS:TIME.
api-measured_example = For example --measured="n_embd=768,batch_size=8:9340ms".
api-from_missing = --from={ $path }: there is no such run or log.
api-name_run_or_log = Name a run directory or a log file.
api-from_no_times = --from={ $path }: no iteration times in it.
api-needs_lines = It needs lines as `iter 10: ..., time 33.2ms`.
api-name_another = Name another run or log.
