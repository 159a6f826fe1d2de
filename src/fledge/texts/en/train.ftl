## What a run says while it goes: a machine that is busy with other work.
## A template names its numbers; texts/message.py lists the formats.

## parts of a sentence: why it is slow

load-others = other processes use { FIXED($others, digits: 1) } of { SIGNIFICANT($cores) } cores
load-steal = the host of this virtual machine takes { FIXED($steal, digits: 1) } of { SIGNIFICANT($cores) } cores
load-throttled = the container's quota of { SIGNIFICANT($cores) } cores holds it back for { FIXED($throttled, digits: 1) } cores' worth of time
load-slow_clock = the cores run at { NUMBER($mhz, digits: 0) } MHz, and ran at { NUMBER($usual, digits: 0) } MHz
load-other_work = other work took a part of the cores
load-unknown = nothing that fledge can read here says why

train-slower_than_before = iterations take { MILLISECONDS($now) }, { TIMES($ratio) } the { MILLISECONDS($best) } of the fastest in this run: { SEPARATED($reasons) }
train-slower_than_planned = iterations take { MILLISECONDS($now) }, { TIMES($ratio) } the planned { MILLISECONDS($planned) }: { SEPARATED($reasons) }
train-waiting = this run waits for a core { PERCENT($lost) } of the time: { SEPARATED($reasons) }
train-planned = planned { DURATION($planned) } of training, took { DURATION($took) }
train-planned_but_busy = planned { DURATION($planned) } of training, took { DURATION($took) }: for { PERCENT($share) } of it the machine was busy ({ SEPARATED($reasons) })
train-fewer_threads = the machine is busy, threads={ NUMBER($threads) } from now on, were { NUMBER($before) }: { SEPARATED($reasons) }
train-more_threads = cores are free again: threads={ NUMBER($threads) } from now on, were { NUMBER($before) }
train-threads_undone = threads={ NUMBER($threads) } again: with { NUMBER($fewer) } an iteration takes { MILLISECONDS($now) }, and took { MILLISECONDS($before) }
train-neighbour = another run trains on this machine: { $run } (process { $pid })

## requests to a run that goes on

request-stop = { $run } ends after its current step and saves ({ $writer }).
request-save = { $run } saves a checkpoint after its current step ({ $writer }).
train-no_page = note: training goes on without a page. { $why }

## several processes

processes-failed = rank { $rank }: { $why }
processes-killed = rank { $rank } was killed ({ $signal }).
processes-ended = rank { $rank } ended with code { $code } and without a word.
processes-silent = no process has told the others its { $key } for { DURATION($seconds) }.
processes-restart = fledge: { $why } Starting all processes again, from the last checkpoint ({ $number } of { $most }).
processes-one_gpu = --device={ $device } is one GPU, and --devices={ $number } asks for more. Leave out --device.
processes-mps = mps is one GPU. Leave out --devices, or use --device=cpu.
processes-too_few_gpus = --devices={ $number } asks for { $number } GPUs, and this machine has { $gpus }. Try --devices=auto, or --device=cpu.
processes-already = --devices starts processes, and torchrun has already started { $number }. Leave out one of them.
processes-from_python = fledge.train trains in the process that calls it. For several: fledge train --devices={ $devices } in a terminal.
processes-differs = rank { $rank } has another value of { $name } than rank 0: { $value }, not { $first }.
processes-differ = ranks { $ranks } have another value of { $name } than rank 0: { $value }, not { $first }.
processes-differ_more = { $number } more differ.
processes-differ_advice = Start every process with the same command, code and data.
processes-no_nccl = --backend=nccl is for NVIDIA GPUs with a torch that has NCCL, and this run is on { $device }. Leave out --backend.
processes-lost = a process of this run is gone: { $why }.
processes-restarted = started again by the agent ({ $number }), continues { $run }
processes-restarted_anew = started again by the agent ({ $number }): { $run } had no checkpoint yet
processes-auto_resume_where = --auto_resume needs --out_dir: the place where it looks for the run.

## the watchdog of several processes

watchdog-frozen = { $ranks } gave no sign of life for { DURATION($seconds) }: frozen, or its machine is gone. Last seen at iteration { NUMBER($it) }, at { $where }.
watchdog-absent = { $ranks } has not started for { DURATION($seconds) }, and the others have.
watchdog-no_store = rank { $rank } made no progress for { DURATION($seconds) } at iteration { NUMBER($it) }: it is at { $where }. The store at { $address }, where processes leave their signs of life, does not answer: that machine, or the process that keeps it, is frozen or gone.
watchdog-stuck = { $ranks } made no progress for { DURATION($seconds) } at iteration { NUMBER($it) }: it is at { $where }.
watchdog-all_wait = no process got on for { DURATION($seconds) } at iteration { NUMBER($it) }: all wait, in { $where }. Is the network between them working?
watchdog-others = Others wait in { $where }.

## what else several processes say

processes-already_some = --devices starts processes, and torchrun has already started some. Leave out one of them.
processes-torchrun = Start with torchrun --nproc_per_node=N -m fledge train ..., or unset RANK, LOCAL_RANK and WORLD_SIZE.
processes-not_a_number = { $name }={ QUOTED($value) } in the environment is not a number.
processes-cant_join = can't join the { $number } processes of WORLD_SIZE: { $error }.

## the first lines of a run

train-note = note: { $note }
train-plan = plan: { $plan }
train-loss_as_planned = planned val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }), got { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }, inside the range
train-loss_not_as_planned = planned val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }), got { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }, outside the range
train-data = training tokens: { NUMBER($tokens) }, seen { SIGNIFICANT($epochs, digits: 3) } times in { NUMBER($iterations) } iterations
train-data_part = {"  "}{ $name }: { NUMBER($tokens) }, { SIGNIFICANT($share, digits: 3) } of the sequences, seen { SIGNIFICANT($epochs, digits: 3) } times
train-vocabulary = vocab_size = { $size } ({ $dataset } has { $has })
train-counted = counted n-grams in { NUMBER($tokens) } training tokens, kept { NUMBER($ngrams) }: they are mixed into evaluations and samples, not into the training loss
train-weights_from = weights from { $label }
train-shorter_context = block_size = { $value } of the { NUMBER($positions) } positions of { $label }
train-setting_changed = { $key } is now { $value }, was { $old }
train-shape_unused = { $key }={ $value } of { $origin } is not used: the weights have { $has }
train-other_processes = { $processes ->
    [one] saved by { $before }, resumed by { $processes } process
   *[other] saved by { $before }, resumed by { $processes } processes
}
train-other_device = saved on { $before }, resumed on { $device }
train-resumed = resumed { $path } at iteration { NUMBER($it) }
train-resumed_nanogpt = resumed nanoGPT's { $path } at iteration { NUMBER($it) }
train-nothing_left = nothing is left to train: the run has done its { NUMBER($it) } iterations. To go on: { $command }

## while it goes

train-starting = starting
train-compiling = compiling
train-evaluating = evaluating
train-saving = saving
train-sampling = sampling
train-progress = { COUNT($rate) } tokens/s · { DURATION($left) } left
train-progress_val = { COUNT($rate) } tokens/s · { DURATION($left) } left · val { FIXED($val, digits: 4) }
train-progress_remark = { $progress } · { $remark }
train-remark_threads = busy machine, { NUMBER($threads) } of { NUMBER($usual) } threads
train-remark_slowed = slowed by other work
train-compiled = compiled in { FIXED($seconds, digits: 1) } s
train-sample = sample at { $it }: { QUOTED($text) }
train-val_losses = {"  "}val loss by dataset: { $parts }
train-profiling = profiling iterations { $first } to { $last }: they take longer
train-warning = warning: { $problem }

## a loss or a gradient that is not finite; the first two are parts of a sentence

train-bad_loss = the loss is { $loss }
train-bad_norm = the gradient norm is { $norm }
train-stopped_at_once = iteration { $it }: { $what }; stopped before anything was saved over.
train-too_many_skipped = iteration { $it }: { $what }, for { $most } iterations in a row.
train-skipped = iteration { $it }: { $what }; the step was skipped
train-spike = iteration { $it }: loss spike, { FIXED($loss, digits: 4) } where { FIXED($mean, digits: 4) } ± { FIXED($deviation, digits: 4) } was usual
train-bad_val = step { $it }: the validation loss is { $loss }.
train-try_lower_rate = Try a lower --learning_rate.
train-float16_overflows = float16 overflows easily: try --dtype=bfloat16 or float32, or --learning_rate={ CODE($rate, format: ".2g") }.
train-not_clipped = Gradients are not clipped: try --grad_clip=1.0, or --learning_rate={ CODE($rate, format: ".2g") }.
train-lower_rate = Try --learning_rate={ CODE($rate, format: ".2g") }, a longer --warmup_iters, or --dtype=float32; --on_nan=skip skips single bad batches.
train-out_of_memory = out of memory on { $device }.
train-compile_fails = torch.compile fails here: { $reason }
train-do_not_compile = Try --compile=False.
train-not_compiled = torch.compile fails here, going on without it: { $reason }

## how it ended

train-stopped_early = stopped before the first iteration was done: there is nothing to continue.
train-stopped = stopped at iteration { NUMBER($it) }; saved. To continue:
train-finished = finished: { NUMBER($iterations) } iterations, { DURATION($seconds) } of training
train-val_loss = val loss { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) }); best { FIXED($best, digits: 4) }
train-val_loss_bits = val loss { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) }, { FIXED($bits, digits: 3) } bits per byte); best { FIXED($best, digits: 4) }
train-run = run: { $run }
train-no_profile = profile: none, as no iteration was left to trace
train-profile = profile: { $path }, to open at ui.perfetto.dev
train-profile_title = iterations { $first } to { $last }: operators by their own time
train-profile_calls = calls
train-profile_share = share
train-profile_others = { $number } other operators
train-profile_python = Python, between operators

## what can't be trained

train-nothing_given = fledge train needs a dataset and settings, and there are none here.
train-first_steps = To see a whole run first: fledge demo. For your own text: fledge prepare YOUR_TEXT.txt
train-nothing_to_profile = --profile has nothing to trace: eval_only trains no iteration.
train-leave_one_out = Leave one of them out.
train-use_its_dataset = Use the dataset the model was made for.
train-try_vocab_size = Try --vocab_size={ $size }.
train-small_vocabulary = vocab_size={ $size } is too small for { $dataset }, which has { NUMBER($tokens) } tokens.
train-no_documents = mask_documents=True needs <|endoftext|> between documents, and { $dataset } has none: its tokens are of the { $tokenizer } tokenizer.
train-no_documents_advice = Leave it out, or prepare the text with --tokenizer=gpt2 or byte.
train-other_tokens = { $label } was trained on { $name } tokens, the data { $data_name }: { $dataset } would be gibberish to it.
train-other_characters = { $label } was trained on other characters: { $dataset } would be gibberish to it.
train-other_vocabulary = { $label } was trained on another { $name } vocabulary: { $dataset } would be gibberish to it.
train-make_its_tokens = Make the text's { $tokenizer } tokens: { $commands }.
train-or_new = Or leave out init_from, and train a new one.
train-leaked = { $change }, and { $found } of { $kept } samples of the text it was trained on are now in the validation split: its loss would look better than it is.
train-leaked_advice = Prepare the data as it was, start a new run, or resume anyway with --force.
train-muon_for_gpt2 = { $label } is a gpt2, and optimizer=muon is not for that arch.
train-use_adamw = Use --optimizer=adamw.
train-shape_of_run = { $key }={ $value } can't change on resume: the checkpoint has { $has }. Leave out { $key }, or start a new run with another --out_dir.
train-shape_of_weights = { $key }={ $value } does not fit { $label }, which has { $has }. Leave out { $key }.
train-beyond_positions = block_size={ $block_size } is beyond the { $positions } positions of { $label }.
train-try_block_size = Try --block_size={ $block_size }.
train-no_such_weights = init_from={ $name } is neither a run, nor a ckpt.pt, nor a folder with config.json and model.safetensors.
train-also_possible = Also possible: { $names }.
train-needs_hub = init_from={ $name } needs huggingface_hub.
train-no_download = can't get { $name } from the Hugging Face hub: { $error }.
train-download_elsewhere = On a machine with network, download config.json and model.safetensors of openai-community/{ $name } into a folder, and pass --init_from=FOLDER.
train-tracker_fails = { $library } does not start: { $error }.
train-tracker_offline = Log in to it, set { $variable }=offline, or leave out --track.
train-tracker_missing = --track={ $library } needs { $library }.

## names of facts that processes compare, and where a process is: parts of a sentence

processes-fact-iteration = the iteration it resumes at
processes-fact-processes = the processes of WORLD_SIZE
processes-fact-device = the kind of device
processes-fact-tokens = dataset's tokens
processes-fact-code = fledge's code
watchdog-rank = rank { $rank }
watchdog-ranks = ranks { $ranks }
watchdog-place = { $place } ({ $ranks })
watchdog-in_backward = the exchange of gradients in backward
watchdog-in_call = { $call }, called by { $place }
watchdog-in_function = { $name } in { $place }
watchdog-its_start = its start
watchdog-slow_work = { $work } ({ $where })
