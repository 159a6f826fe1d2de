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
