## Plans and tuning: notes, reasons and advice.
## A template names its numbers; texts/message.py lists the formats.

plan-tokens_per_parameter = About 20 is compute-optimal; more is normal for a model you will use.
plan-note-long_text = GPT-2's tokens make { $dataset } { FIXED($ratio, digits: 1) } times as long as a vocabulary of { NUMBER($size, digits: 0) } tokens learned from it, measured on a sample of { NUMBER($sample, digits: 0) } bytes: an epoch takes as many times more steps. Prepare the text with --tokenizer=bpe:8192.
plan-note-gpu_taken = { QUOTED($typed) } is taken as the { $taken }. Others of that name: { LIST($others) }; type the full name for one of them
plan-note-desktop_taken = { LIST($gpus) }: the desktop card, not a laptop's; add Laptop to the name for that
plan-note-memory_unknown = the { $gpu } is sold with several sizes of memory: add yours to its name, as in --gpu='{ $gpu } 16GB'
plan-note-laptop = a laptop's GPU runs at the power its maker allows: these figures are for { FIXED($watts, digits: 0) } W, the most; with less it is slower
plan-note-no_bfloat16 = { $gpu } has no bfloat16: planned in float16 with loss scaling, as fledge would train there
plan-note-no_tensor_cores = { $gpu } has neither bfloat16 nor tensor cores: planned in float32, as fledge would train there
plan-note-xpu = fledge does not train on Intel GPUs (torch's xpu): for the { $gpu } this only says what such a run would need
plan-note-measured_slower = { $source } is { $ratio } the { $planned } planned for that step, outside its range of { $low } to { $high }: a busy machine, a GPU held back by heat or power, or slow data? The figures follow your measurement
plan-note-measured_faster = { $source } is { $ratio } faster than the { $planned } planned for that step, outside its range of { $low } to { $high }: check that the settings are those of the measured run. The figures follow your measurement
plan-note-measured_slower_far = { $source } can hardly be right for that step here: it is { $ratio } the { $planned } planned ({ $low } to { $high }). Check the unit (ms or s), the name of the GPU, the settings of the measured step, and that nothing else used the device. The figures follow your measurement all the same; leave it out if you doubt it
plan-note-measured_faster_far = { $source } can hardly be right for that step here: it is { $ratio } faster than the { $planned } planned ({ $low } to { $high }). Check the unit (ms or s), the name of the GPU, and the settings of the measured step, tokens per iteration above all. The figures follow your measurement all the same; leave it out if you doubt it
plan-note-plain = { $note }
plan-busy_now = { $line }, if the machine is idle; now { SEPARATED($reasons) }
plan-note-compile = compile={ $compiled }: { $why }
plan-note-bound_untested = memory of the compiled step: bounded by the eager step's, as fledge does not know how torch { $version } compiles
plan-note-bound_recomputed = memory of the compiled step: bounded by the eager step's, as checkpointed activations are not lowered
plan-note-bound_failed = memory of the compiled step: bounded by the eager step's, as lowering it failed ({ $error })
plan-note-loading = { $program } makes its batches in the training loop, { FIXED($per_token, digits: 1) } us of the host per token by logs of a fork: { NUMBER($loading, digits: 0) } ms for a micro-batch, of which the GPU waits { NUMBER($waiting, digits: 0) } ms
plan-note-communication = the GPUs exchange gradients over { $link }
plan-note-sharded = the model is sharded: each GPU gathers the weights twice per micro-batch and reduces gradients, over { $link }
plan-note-nodes = { $nodes } machines: the time between them is assumed from --network_gbit, and no published row checks it
plan-advice-smaller_batch = Try --batch_size={ $batch } --gradient_accumulation_steps={ $steps } (the same { NUMBER($tokens) } tokens per iteration): { FIXED($gb, digits: 1) } GB.
plan-advice-compile = Try --compile=True: { FIXED($gb, digits: 1) } GB.
plan-advice-nothing_fits = No micro-batch fits: try a smaller model, a smaller --block_size, or a device with more memory.
tune-basis-roofline = from trace and roofline, not measured
tune-basis-measured = measured on this machine, torch { $version }
tune-basis-busy = measured on this machine while it was busy with other work, torch { $version }
tune-refused-does_not_fit = does not fit
tune-refused-free_memory = { FIXED($gb, digits: 1) } GB are free
tune-refused-out_of_memory = out of memory
tune-sure-data_sheet = as far as a data sheet tells: the smallest micro-batch within { PERCENT($share) } of the best speed
tune-sure-budget_ended = no: the budget ended before micro-batch { LIST($sizes) }, which may be faster; try --budget={ CODE($budget, format: ".0f") }
tune-sure-busy = no: the machine was busy ({ SEPARATED($reasons) }); { $outcome }. Repeat it when the machine is idle
tune-sure-disturbed = not quite: other work disturbed { PERCENT($share) } of the measurements ({ SEPARATED($reasons) }); repeat it when the machine is idle
tune-sure-few_rounds = no: the budget was enough for { $rounds } of { $needed } rounds of measurements; { $outcome }. Try --budget={ CODE($budget, format: ".0f") }
tune-outcome-own = yours, { $choice }, is kept
tune-outcome-guess = yours does not fit, and { $choice } looked best
tune-sure-hardly_measured = not quite: { $other } was not measured often enough; try --budget={ CODE($budget, format: ".0f") }
tune-sure-within_noise = within noise of { LIST($others) } ({ $measured }); { $reason }
tune-more_others = { $number } more
tune-reason-own = so yours is kept
tune-reason-less_memory = the smaller micro-batch needs less memory
tune-sure-doubtful = not quite: { $other } takes { PERCENT($low, sign: "always") } to { PERCENT($high, sign: "always") } more time ({ $measured }); --budget={ CODE($budget, format: ".0f") } may tell them apart
tune-sure-nothing_else = yes: nothing else fits
tune-sure-own = yes: yours is the fastest, and the next, { $other }, has { PERCENT($share) } of its speed ({ $measured })
tune-sure-clear = yes: the next, { $other }, has { PERCENT($share) } of its speed ({ $measured })
tune-sure-clear_of_own = yes: yours, { $own }, has { PERCENT($own_share) } of its speed, and the next, { $other }, { PERCENT($share) } ({ $measured })
tune-measured-rounds = { $rounds } interleaved rounds
tune-note-no_room = the budget was too short for micro-batch { LIST($sizes) }: try --budget={ CODE($budget, format: ".0f") }
tune-note-busy = other work disturbed { $count } of { $all } measurements, which decide nothing ({ SEPARATED($reasons) })
tune-note-slow_host = each micro-batch adds the host's work, planned at { FIXED($usual, digits: 1) } ms; published runs show 1 to 23 ms. With { FIXED($slow, digits: 0) } ms, micro-batch { $choice } would have { PERCENT($choice_share) } of the speed of { $largest }: if your host is slow, measure both
tune-legend-measured = range: of the repeats.
tune-legend-planned = tokens/s: { $range }. slow host: of best, where each micro-batch costs the host { FIXED($ms, digits: 0) } ms.
tune-note-left = { $file } is of an earlier `fledge tune`, and was left as it is
tune-note-kept = nothing is written: your settings stay as they are
tune-note-compile_failed = { $problem }
tune-trial-not_a_setting = this is not a setting: `fledge train` chooses it with a test of its own
tune-trial-busy = the machine was busy
tune-trial-compile_too_long = in a run this short, compiling takes longer than it saves

## The page of `fledge plan`

plan-page-fits = fits
plan-page-no_fit = does not fit
plan-page-memory_not_known = memory not known
plan-page-yes = yes
plan-page-no = no
plan-page-compiled = compiled
plan-page-eager = eager
plan-page-in_program = in { $program }
plan-page-no_flash = without flash attention
plan-page-nanogpt = The same in nanoGPT, which makes all logits at once: { SEPARATED($needs) }.
plan-page-needs = { $how } { $memory } ({ $fits })
plan-page-needs_step = { $how } { $memory } ({ $fits }), { $step } per iteration
plan-page-note = note: { $note }
plan-page-measure_one = One measured iteration makes it more exact: --measured="SETTINGS:TIME".
plan-page-next = Next:
plan-page-range = { $value } ({ $low } to { $high })

## its rows

plan-page-row-memory = memory
plan-page-row-time = time
plan-page-row-done = done
plan-page-row-energy = energy
plan-page-row-cost = cost
plan-page-row-parameters = parameters
plan-page-row-tokens = tokens
plan-page-row-iteration = iteration
plan-page-row-exchange = exchange
plan-page-row-efficiency = efficiency
plan-page-row-first_step = first step
plan-page-row-disk = disk
plan-page-row-loss = val loss
plan-page-row-basis = basis
plan-page-row-data = the data
plan-page-memory = { $fits }: { $tensors } of tensors, up to { FIXED($most, digits: 1) } GB in total
plan-page-memory_of = { $fits }: { $tensors } of tensors, up to { FIXED($most, digits: 1) } of { SIGNIFICANT($has, digits: 3) } GB in total
plan-page-no_time = not known: the device's bandwidth is not in the table
plan-page-training = { $span } of training
plan-page-done = { $finish } if started now, with { $others }
plan-page-cheap = less than 0.01
plan-page-epochs = { FIXED($epochs, digits: 2) } epochs; { $ratio } tokens per parameter
plan-page-no_epochs = epochs not known (--dataset_tokens); { $ratio } tokens per parameter
plan-page-parameters = { NUMBER($own, digits: 2) }M ({ NUMBER($nanogpt, digits: 2) }M as nanoGPT counts)
plan-page-tokens = { NUMBER($each, digits: 0) } per iteration, { NUMBER($total, digits: 0) } in total
plan-page-flops = { SIGNIFICANT($total, digits: 3) } in total, nanoGPT's formula; 6ND { SIGNIFICANT($six, digits: 3) }, causal { SIGNIFICANT($causal, digits: 3) }
plan-page-speed = { $rate } tokens/s
plan-page-exchange = { $time } ms of it, over { $link }
plan-page-efficiency = { $share } of as many GPUs alone
plan-page-compiling = { $seconds } s to compile
plan-page-evaluation = evaluation
plan-page-saving = saving
plan-page-compilation = compiling
plan-page-preparation = preparing
plan-page-more = { DURATION($seconds) } more
plan-page-disk = checkpoints { GIBIBYTES($checkpoints) }
plan-page-disk_data = checkpoints { GIBIBYTES($checkpoints) }, data { GIBIBYTES($data) }
plan-page-loss = { FIXED($low, digits: 2) } to { FIXED($high, digits: 2) } nats per token
plan-page-no_loss = not known for such text
plan-page-no_second = less than a second
plan-page-not_here = not here yet: { $command }
plan-page-download = download { GIBIBYTES($gib) }
plan-page-download_to = download { GIBIBYTES($gib) } to { GIBIBYTES($most) }
plan-page-prepare_disk = disk { GIBIBYTES($most) } at most, { GIBIBYTES($low) } when done
plan-page-besides = { $took } besides the download
plan-page-prepare_memory = memory { NUMBER($usual, digits: 0) } MB, up to { NUMBER($most, digits: 0) }

## parts of the memory

plan-page-part-weights = weights
plan-page-part-gradients = gradients
plan-page-part-optimizer = optimizer
plan-page-part-activations = activations
plan-page-part-logits = logits
plan-page-part-update = update
plan-page-part-buckets = gradients to exchange
plan-page-part-gathered = gathered blocks
plan-page-part-around_gpu = context and slack
plan-page-part-around_process = process and slack

## how a figure is known

plan-page-basis-computed = computed
plan-page-basis-traced = traced
plan-page-basis-measured = measured
plan-page-basis-table = table
plan-page-basis-assumed = assumed

## several GPUs, and a plan beside its run

plan-page-seconds = seconds
plan-page-minutes = minutes
plan-page-hours = hours
plan-page-column-of = of
plan-page-column-range = range
plan-page-column-planned = planned
plan-page-column-actual = actual
plan-page-column-off = off by
plan-page-size = { NUMBER($millions, digits: 2) }M parameters, { NUMBER($tokens, digits: 0) } tokens, { SIGNIFICANT($flops, digits: 3) } FLOPs
plan-page-columns = GB: with CUDA's context and slack. { $unit }: training alone, from the data sheet and the traced step.
plan-page-checked-hours = training
plan-page-checked-step = step_ms
plan-page-checked-memory = peak_memory_mb
plan-page-checked-val_loss = val loss

## the plan of a run that starts

plan-headline = { COMMAS($parts) }
plan-rough = { COUNT($tokens) } tokens, roughly { DURATION($seconds) }, at least { NUMBER($mb, digits: 0) } MB
plan-too_large = this run needs up to { NUMBER($needed, digits: 1) } GB and { $device } has { NUMBER($has, digits: 1) } GB.
plan-force = --force starts it anyway.
plan-rough_short = { COUNT($tokens) } tokens, at least { NUMBER($mb, digits: 0) } MB; iterations are too short to plan their time
plan-no_plan = { $run } has no plan to check.
plan-finished_have_one = Runs that `fledge train` finishes have one, unless their iterations are very short.

## Where figures come from

plan-source-traced = one step traced on fake tensors
plan-source-lowered = the compiled step lowered by inductor, on fake tensors
plan-source-bounded = bounded by the eager step, traced on fake tensors
plan-source-run = the step run for some seconds on this machine, with random tokens
plan-source-one_thread = its kernels timed on one thread, as the CPU is busy with other work: plan again when it is idle
plan-source-kernels = every kernel of the traced step timed on this machine: the step takes too long to run for a plan
plan-source-with_gain = { $source }, less what compiling gains ({ FIXED($gain, digits: 2) }x, LOG.md)
plan-source-memory = { $traced }; high: with { $besides }
plan-source-update = temporaries of the optimizer
plan-source-cuda = CUDA's context and the allocator's blocks
plan-source-process = Python, torch's libraries and memory that the C library keeps
plan-source-buckets = a second copy of the gradients, to exchange them
plan-source-gathered = what is outside of the blocks and two blocks, gathered; their gradients before they are divided
plan-source-matmuls_measured = matmuls measured at { PERCENT($share) } of the peak
plan-source-matmuls_assumed = matmuls assumed at { PERCENT($share) } of the peak, as on similar GPUs
plan-source-roofline = roofline: { $matmuls }, { PERCENT($share) } of the bandwidth


## Budgets and memory that are too small for tuning

tune-short_budget = a budget of { SIGNIFICANT($budget) } s is too short: one micro-batch took { FIXED($took, digits: 0) } s.
tune-busy = The machine is busy: { $reasons }.
tune-longer_budget = Try --budget={ CODE($budget, format: ".0f") }.
tune-longer_or_idle = Try --budget={ CODE($budget, format: ".0f") }, or when it is idle.
tune-nothing_fits = no micro-batch fits { $device }: not even batch_size={ $batch }.
tune-nothing_fits_in = no micro-batch fits { $device }: not even batch_size={ $batch } (up to { NUMBER($most, digits: 1) } GB).
tune-smaller_model = Try a smaller model or --block_size.

## plan/planner.py

plan-source-gradients = all gradients once per iteration, less what the backward pass hides
plan-large_micro_batch = a micro-batch of { $tokens } tokens is too large to plan.
plan-doing-lowering = lowering the compiled step
plan-doing-tracing = tracing a step


## plan/targets.py

plan-no_dtype = { $device } does not compute in { $dtype }.
plan-has_dtypes = It has: { $known }. Try --dtype=auto.

## plan/calibration.py

plan-source-scaled = roofline, scaled by { SIGNIFICANT($scale, digits: 3) } to { $source }
plan-source-your_time = your { $time } { $unit }
plan-source-median_of = { $iterations ->
    [one] { $path }'s one iteration
   *[other] { $path }'s median of { NUMBER($iterations) } iterations
}

## plan/data_cost.py

plan-source-no_download = { $source }; without the download
plan-source-disk = { $bytes } bytes per token, and { $files } files of the download at a time
plan-source-published = the corpus's published size
plan-source-measured_text = measured on 5.5 GB of text (LOG.md)
plan-source-per_core = { FIXED($rate, digits: 0) } MB/s per core
plan-source-encoding = { FIXED($rate, digits: 0) } MB/s on { $cores } cores here, encoding Python's own help pages

## plan/quantities.py

plan-source-counted = counted from the model's shape
plan-source-no_positions = without the position table
plan-source-chinchilla = without n-gram rows; about 20 is compute-optimal (Chinchilla), and more is normal for a model to use
plan-source-nanogpt_flops = 6 N + 12 L C T, nanoGPT's formula
plan-source-nanogpt_flops_token = 6 N + 12 L C T per token, nanoGPT's formula
plan-source-six_n_d = 6 N D, without attention
plan-source-causal = 6 N_matmul + 6 L C T per token, without what the causal mask hides
plan-source-mfu = nanoGPT's FLOPs over { SIGNIFICANT($peak, digits: 4) } TFLOP/s
plan-source-training = step_ms x max_iters: training alone
plan-source-compiling = compiling in the first step, as others reported it
plan-source-evaluation = { NUMBER($number) } times { NUMBER($tokens, digits: 0) } tokens, forward only
plan-source-saving = a copy in memory after each evaluation, at { SIGNIFICANT($memory) } GB/s; written meanwhile, at { FIXED($disk, digits: 0) } MB/s
plan-source-power = { PERCENT($low) } to { PERCENT($high) } of { FIXED($watts, digits: 0) } W; the GPU alone
plan-source-per_hour = { SIGNIFICANT($price) } per hour
plan-source-per_kwh = { SIGNIFICANT($price) } per kWh
plan-source-checkpoint = weights and the optimizers' state
plan-source-token_bytes = { $width } bytes per token
plan-source-hoffmann = Hoffmann et al. 2022's fit to web text, extrapolated below 70M parameters; other text differs

## plan/roofline.py

plan-source-machine_roofline = roofline with this machine's measured matmul peak; neither the step nor its kernels were timed

## plan/tune/here.py

tune-long_sequence = one sequence of this model takes about { DURATION($seconds) } here: a budget of { SIGNIFICANT($budget) } s is too short.
tune-smaller_or_longer = Try a smaller model or --block_size, or a longer --budget.
tune-long_own = measuring your own batch_size={ $batch_size } takes about { DURATION($seconds) } here: a budget of { SIGNIFICANT($budget) } s is too short.
tune-longer_or_smaller = Try --budget={ CODE($budget, format: ".0f") }, or a smaller --batch_size.

## plan/tune/there.py

tune-no_bandwidth = the bandwidth of { $device } is not in the table.
tune-add_bandwidth = Add --gpu_bandwidth, in GB/s.
tune-doing-micro_batch = { FIXED($seconds, digits: 0) } s: micro-batch { $size }

## plan/tune/search.py

tune-doing-round = { FIXED($seconds, digits: 0) } s: round { $number } of micro-batches { $names }

## plan/tune/trials.py

tune-doing-trial = { FIXED($seconds, digits: 0) } s: { $what }, round { $number }

## plan/tune/variants.py

plan-doing-building = building the model

## plan/timing/iterations.py

plan-doing-running = running the step for some seconds

## plan/timing/kernels.py

plan-doing-kernel = timing kernel { $number } of { $kernels }: { $name }

## cli/commands/tune.py

tune-new_model = fledge tune builds a new model, not init_from={ $init_from }.
tune-give_size = Give the model's size instead: --init_from=scratch --n_layer=... --n_head=... --n_embd=...
tune-one_process = fledge tune measures one process.
tune-no_torchrun = Start it without torchrun.
tune-one_gpu = fledge tune takes one GPU at a time.
tune-try_gpu = Try --gpu='{ $name }'.
tune-another_out = Name another --out, or add --overwrite.
