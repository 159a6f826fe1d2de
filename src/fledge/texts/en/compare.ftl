## Comparisons: names, conclusions, the verdict and the next steps. A and B are the labels of two groups.
## A template names its numbers; texts/message.py lists the formats.

## names and numbers inside sentences

compare-metric-val_loss = val
compare-metric-val_bpb = val bits per byte
compare-metric-loss = batch loss (smoothed)
compare-axis-iterations = iterations
compare-axis-epochs = epochs
compare-axis-log_lines = lines of their logs
compare-axis-samples = samples
compare-axis-micro_batches = micro-batches
compare-axis-wandb_steps = steps of wandb
compare-axis-steps_of_epochs = steps
compare-axis-tokens = tokens
compare-axis-time = time
compare-axis-flops = FLOPs
compare-position-iterations = { NUMBER($x, digits: 0) }
compare-position-tokens = { TOKENS($x) }
compare-position-time = { DURATION($x) }
compare-position-flops = { SIGNIFICANT($x, digits: 3) } FLOP
compare-ratio-times = { TIMES($ratio) }
compare-ratio-share = { PERCENT($share) }
compare-change = { $name } { $first } against { $second }
compare-losses = { $metric } { $low } against { $high }
compare-loss-measured = { FIXED($value, digits: 4) } ({ $label })
compare-loss-interpolated = about { FIXED($value, digits: 4) } ({ $label })
compare-loss-at_least = at least { FIXED($value, digits: 4) } ({ $label })
compare-loss-final = { FIXED($value, digits: 4) } after { NUMBER($iteration, digits: 0) } { $counts } ({ $label })
compare-between = { $a } and { $b }: { $text }

## what was compared

compare-bits_of_one_text-text = The tokens differ and the validation text is the same: bits per byte are compared, not losses per token.
compare-bits_of_one_text-evidence = The hash of the validation text is equal in both. Bits per byte count its bytes, whatever tokens they became. A context of as many tokens holds more text where tokens are longer.
compare-plot-same_text = The validation text is the same in all of them, whatever its tokens: these can be compared.
compare-plot-other_text = The validation texts differ, so these can't be compared.
compare-plot-other_tokens = The vocabularies differ: losses per token can't be compared.
compare-other_data-val_text = The hashes of the validation texts differ.
compare-other_data-text = The losses are measured on different text or different tokens: they can't be compared.
compare-other_data-changes = The runs differ in { LIST($changes) }.
compare-other_data-bases = The perplexities beside them show that they are logarithms to different bases: { SIGNIFICANT($a_base, digits: 3) } ({ $a }) and { SIGNIFICANT($b_base, digits: 3) } ({ $b }).
compare-other_data-first_losses = The first losses are { FIXED($a, digits: 2) } and { FIXED($b, digits: 2) }; the first loss of a new model is the logarithm of its vocabulary size.
compare-different_experiments-text = These are different experiments.
compare-scale-evidence = They differ in scale: { LIST($differences) }.
compare-scale-tokens = { TOKENS($a) } against { TOKENS($b) } tokens ({ TIMES($ratio) })
compare-scale-tokens_from_zero = { TOKENS($a) } against { TOKENS($b) } tokens
compare-scale-parameters = { PARAMETERS($a) } against { PARAMETERS($b) } parameters
compare-scale-context = context { NUMBER($a, digits: 0) } against { NUMBER($b, digits: 0) }
compare-unknown_text-text = Whether both losses are measured on the same text and tokens is not known.
compare-unknown_text-evidence = Name it: --dataset=NAME, or one per run with commas.
compare-unknown_settings-text = The runs differ, and the settings that made them differ are not known.
compare-no_setting-text = No known setting differs: what differs comes from chance, the machine or settings that were not logged.
compare-no_setting-text_and_seed = Only the seed differs, as far as is known: what differs comes from chance or the machine.
compare-no_setting-text_apart = No known setting differs, but the losses lie further apart than seeds make them: something that the logs don't both state differs too.
compare-no_setting-stated_by_one = Stated by one log only: { SEPARATED($settings) }.
compare-no_setting-stated = { $setting }={ $value } ({ $label })
compare-printed_settings-text = No setting that fledge knows differs, but others do: what made the difference is not known.
compare-printed_settings-text_with = { $setting } changed, and other values that the logs state differ too: it can't be credited alone.
compare-printed_changes = The logs also state different values: { SEPARATED($changes) }.
compare-more_printed_changes = And { NUMBER($number) } more.
compare-repeat-text = No known setting differs, and every loss that both logged is equal: one run was repeated.
compare-repeat-evidence = Runs with the same settings and seed give the same losses on the same machine.
compare-one_setting-micro_batch = the micro-batch
compare-one_setting-text = Only { $setting } changed: differences beyond noise come from it.
compare-one_setting-text_and_seed = Only { $setting } and the seed changed: differences beyond what seeds make come from { $setting }.
compare-one_setting-text_at_least = Only { $setting } is known to have changed: differences beyond noise come from it.
compare-several_settings-text = No single setting can be credited: { WORD($number) } settings changed at once.
compare-several_settings-text_at_least = No single setting can be credited: at least { WORD($number) } settings changed at once.
compare-changes = Changed: { SEPARATED($changes) }.
compare-changed_with = { LIST($names) } changed with { $leader }.
compare-device-text = The device does not explain the loss.
compare-device-names = { $a } ran on { $device_a }, { $b } on { $device_b }.
compare-device-unnamed = an unnamed device
compare-device-same_config = One config gives the same loss on every device, up to chance: to compare devices, run the same config on both.

## losses

compare-batch_loss-text = Not both have a validation loss, so batch losses are compared: dropout raises them, memorising lowers them.
compare-batch_loss-evidence = They are smoothed: means of equal parts of the curve.
compare-not_aligned-text = Which loss is lower at equal iterations, tokens or time is not known.
compare-not_aligned-evidence = The two logs have no losses at the same point.
compare-equal-not_evaluated = At equal { LIST($axes) } ({ SEPARATED($positions) }) it can't be told: { LIST($labels) } was not evaluated near there ({ $losses }).
compare-equal-unknown_noise = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } is { FIXED($apart, digits: 4) } apart; how much of that is chance is not known.
compare-equal-within_seed_noise = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } is within seed noise ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-equal-within_evaluation_noise = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } is within evaluation noise ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-equal-other_schedule = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } can't be compared: the schedules differ.
compare-equal-further_along = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } can't be compared: { $label } is further along in its decay.
compare-equal-unknown_schedule = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } can't be compared: whether both are equally far along in their decay is not known.
compare-equal-machine = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $losses } can't be compared: the speeds may be the machine's.
compare-equal-ahead = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $ahead } is ahead: { $losses } ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-equal-ahead_at_least = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $ahead } is ahead: { $losses } (at least { FIXED($apart, digits: 4) } apart; { $noise }).
compare-equal-both_measured = Both losses are as printed.
compare-equal-measured = The loss of { $label } is as printed.
compare-equal-interpolated = The loss of { $label } is interpolated between two evaluations.
compare-equal-bounded = { $label } was not evaluated there, and was higher than at its next evaluation.
compare-equal-training_time = Time is training time, without evaluation and compilation.
compare-equal-startup = { $label } compiled for { DURATION($seconds) }, which is left out.
compare-final-ahead = { $ahead } ends lower: { $losses } ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-final-within_seed_noise = At their ends { $losses } is within seed noise ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-final-within_evaluation_noise = At their ends { $losses } is within evaluation noise ({ FIXED($apart, digits: 4) } apart; { $noise }).
compare-final-unknown_noise = At their ends { $losses } is { FIXED($apart, digits: 4) } apart; how much of that is chance is not known.
compare-final-longer = The last losses, { $losses }, can't be compared: { $ahead } trained longer ({ $far }), and whether both had finished is not known.
compare-final-length = { $label } trained longer ({ $far }).
compare-final-equal_time = Both trained for the same time.
compare-final-early_end = Their logs say that they finished, but not that they did all their iterations.
compare-final-unknown_end = That both had finished is assumed: their logs do not say so.
compare-schedules-settings = Points in the middle are not comparable: the schedules differ ({ SEPARATED($changes) }), so one is further along in its decay.
compare-schedules-rates = Points in the middle are not comparable: the learning rates decay differently.
compare-schedules-lengths = Points in the middle are not comparable: the runs end at different { $counts } ({ NUMBER($a) } and { NUMBER($b) }), and learning rates usually decay towards the end.
compare-schedules-unknown = Whether points in the middle are comparable is not known: give --max_iters and --lr_decay_iters.
compare-schedules-evidence = A loss falls while the learning rate decays: the run that decays earlier looks better until the other one does.
compare-crossing-text = { $passes } passes { $passed } at { $place }.
compare-crossing-place = { $position } ({ $axis })
compare-crossing-evidence = The last change of order beyond noise: { LIST($places) }.

## noise

compare-noise_size-none = no evaluation noise
compare-noise_size-seeds = seed noise is { SIGNIFICANT($threshold, digits: 2) }
compare-noise_size-both = noise is { SIGNIFICANT($threshold, digits: 2) }
compare-noise_size-evaluation = evaluation noise is { SIGNIFICANT($threshold, digits: 2) }
compare-noise-text = Losses closer than { SIGNIFICANT($threshold, digits: 2) } can't be told apart.
compare-noise-threshold = Two runs of one config lie further apart in about { PERCENT($share, digits: 1) } of comparisons.
compare-noise-shared_windows = Both were evaluated on the same windows, whose losses are assumed to correlate by { $correlation }.
compare-noise-fixed_set = { $format } evaluates the same text every time, so evaluation adds nothing.
compare-noise-two_groups = It follows from the spread of { $first } and { $second } seeds, and from what is usual for such runs: a standard deviation of { SIGNIFICANT($sd, digits: 2) }.
compare-noise-one_group = It follows from the spread of { $label }'s { $seeds } seeds, and from what is usual for such runs: a standard deviation of { SIGNIFICANT($sd, digits: 2) }.
compare-noise-other_groups = It follows from the spread of { $seeds } seeds in { $groups } other groups, and from what is usual for such runs: a standard deviation of { SIGNIFICANT($sd, digits: 2) }.
compare-noise-prior = Seeds of one config are assumed to deviate by { PERCENT($share, digits: 2) } of the loss, as runs with about { TOKENS($tokens) } tokens a step do (published runs, and runs of fledge).
compare-noise-length = The runs did not get equally far: up to { SIGNIFICANT($loss, digits: 2) } of the difference may come from a faster machine.
compare-noise-batch_losses = It is measured by the spread of the batch losses around their trend, in means of { $batches }.
compare-noise-curve = It is measured by the spread along the curve of evaluations.
compare-noise-whole_split = The whole validation split was evaluated.
compare-noise-single_batches = It is at most the spread of single printed batch losses, because an evaluation averages several.
compare-noise-eval_iters = eval_iters={ CODE($number, format: ".0f") } random batches
compare-noise-default_eval_iters = nanoGPT's usual { $number } random batches
compare-noise-batches = It is measured by the spread of the printed batch losses; an evaluation averages { $batches }.
compare-noise-evaluation_size = An evaluation averages { $batches } of { FIXED($batch, digits: 0) } x { FIXED($block, digits: 0) } tokens; the loss of a window is assumed to vary by { FIXED($window, digits: 2) } nats.
compare-noise-unknown = Evaluation noise is not known.
compare-noise-no_language_model = How much seeds differ is known of language models only: compare several seeds of each.
compare-noise-unknown_settings = Evaluation noise is not known: give { LIST($options) }.
compare-noise-no_loss = The runs have no loss in common.
compare-unknown_noise-text = How much of a difference is chance is not known, so neither is called better.
compare-one_seed-text = How much another seed would change the loss is not known: each has one seed.
compare-one_seed-evidence = A standard deviation of { SIGNIFICANT($sd, digits: 2) } is assumed.
compare-seeds-beyond_chance = Over the seeds { $b } minus { $a } is { FIXED($difference, digits: 4, sign: "always") } ({ FIXED($low, digits: 4, sign: "always") } to { FIXED($high, digits: 4, sign: "always") }): more than chance.
compare-seeds-within_chance = Over the seeds { $b } minus { $a } is { FIXED($difference, digits: 4, sign: "always") } ({ FIXED($low, digits: 4, sign: "always") } to { FIXED($high, digits: 4, sign: "always") }): chance can explain it.
compare-seeds-evidence = Welch's t-test: t = { FIXED($t, digits: 2) }, { FIXED($df, digits: 1) } degrees of freedom, p = { SIGNIFICANT($p, digits: 2) }.
compare-seeds_apart-text = Two single runs like these may lie { SIGNIFICANT($apart, digits: 2) } apart by chance.
compare-seeds_apart-evidence = 95 of 100 such pairs lie closer, by Student's t from { $seeds } seeds.

## speed

compare-speed-equal = Both are equally fast: { NUMBER($a_rate, digits: 0) } and { NUMBER($b_rate, digits: 0) } tokens/s.
compare-speed-slower = { $b } is { $far } slower: { NUMBER($b_rate, digits: 0) } against { NUMBER($a_rate, digits: 0) } tokens/s.
compare-speed-faster = { $b } is { $far } faster: { NUMBER($b_rate, digits: 0) } against { NUMBER($a_rate, digits: 0) } tokens/s.
compare-speed-alike = No difference in speed is seen: { NUMBER($b_rate, digits: 0) } against { NUMBER($a_rate, digits: 0) } tokens/s. One of less than { PERCENT($noise) } would not show in these step times.
compare-speed-noise = Which is faster can't be told: { NUMBER($b_rate, digits: 0) } against { NUMBER($a_rate, digits: 0) } tokens/s, but speeds closer than { PERCENT($noise) } are within the noise of these step times.
compare-speed-machine = Speeds are { NUMBER($b_rate, digits: 0) } against { NUMBER($a_rate, digits: 0) } tokens/s, but nothing that is known to differ changes the time of a step: the machine does.
compare-speed-rates = { $a }: { NUMBER($a_rate, digits: 0) } tokens/s, { $b }: { NUMBER($b_rate, digits: 0) }.
compare-speed-step_times = The usual step takes { NUMBER($a_ms, digits: 0) } and { NUMBER($b_ms, digits: 0) } ms, without evaluation.
compare-speed-mean_steps = Some steps take longer: the mean is { NUMBER($a_ms, digits: 0) } and { NUMBER($b_ms, digits: 0) } ms.
compare-speed-steps_only = A step takes { NUMBER($a_ms, digits: 1) } ms ({ $a }) and { NUMBER($b_ms, digits: 1) } ms ({ $b }).
compare-speed-unknown_tokens = Tokens per step are not known: give { LIST($options) }.
compare-compute-more = { $b } does { PERCENT($share) } more FLOP/s: { FLOPS($b_rate) } against { FLOPS($a_rate) }.
compare-compute-fewer = { $b } does { PERCENT($share) } fewer FLOP/s: { FLOPS($b_rate) } against { FLOPS($a_rate) }.
compare-compute-times = { $b } does { TIMES($ratio) } the FLOP/s: { FLOPS($b_rate) } against { FLOPS($a_rate) }.
compare-compute-share_of_device = That is { PERCENT($b) } and { PERCENT($a) } of the { $device }'s { FLOPS($peak) }.
compare-compute-share_of_unnamed_device = That is { PERCENT($b) } and { PERCENT($a) } of the device's { FLOPS($peak) }.
compare-compute-share_of_each_device = That is { PERCENT($b) } and { PERCENT($a) } of the peak of each one's device.
compare-compute-token_cost = A token costs { $b } { TIMES($ratio) } the FLOPs: { PARAMETERS($b_params) } against { PARAMETERS($a_params) } parameters.
compare-compute-token_cost_of_another_model = A token costs { $b } { TIMES($ratio) } the FLOPs: it is another model.
compare-compute-printed_mfu = The logs print mfu { PERCENT($b, digits: 1) } and { PERCENT($a, digits: 1) }, relative to an A100's 312 TFLOP/s.
compare-memory-equal = Peak memory is about equal: { NUMBER($a_mb, digits: 0) } MB ({ $a }) and { NUMBER($b_mb, digits: 0) } MB ({ $b }).
compare-memory-more = { $b } needs { PERCENT($share) } more memory: { NUMBER($b_mb, digits: 0) } MB at its peak, against { NUMBER($a_mb, digits: 0) } MB ({ $a }).
compare-memory-less = { $b } needs { PERCENT($share) } less memory: { NUMBER($b_mb, digits: 0) } MB at its peak, against { NUMBER($a_mb, digits: 0) } MB ({ $a }).
compare-wider-text = The wider matrices ({ NUMBER($wide, digits: 0) } against { NUMBER($narrow, digits: 0) }) explain the MFU.
compare-wider-evidence = A matrix twice as wide does twice the FLOPs per number it reads, so more of the device is used.
compare-micro_batch-text = The micro-batch cannot be credited with the MFU: the wider matrices ({ NUMBER($wide, digits: 0) } against { NUMBER($narrow, digits: 0) }) explain it.
compare-micro_batch-text_both = The larger micro-batch and the wider matrices ({ NUMBER($wide, digits: 0) } against { NUMBER($narrow, digits: 0) }) may both raise the MFU: these runs can't tell them apart.
compare-micro_batch-equal_tokens = Tokens per step are equal ({ NUMBER($tokens, digits: 0) }): { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } against { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }.
compare-micro_batch-batches = The micro-batches are { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } against { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }.

## single runs

compare-finding-text = { $label }: { $title }.
compare-overfitted-own_best = At its best step ({ NUMBER($best_step) }) { $label } is at about { FIXED($best, digits: 2) }; at step { NUMBER($last_step) }, val { FIXED($last, digits: 4) }, it is overfitted.
compare-overfitted-own_best_evidence = At that step val is { FIXED($best, digits: 4) }.
compare-overfitted-published_best = At its best step { $label } is at about { FIXED($best, digits: 2) }; at step { NUMBER($last_step) }, val { FIXED($last, digits: 4) }, it is overfitted.
compare-overfitted-published = { $source } has { FIXED($best, digits: 4) } for this config; this log does not show that step.
compare-overfitted-text = { $label } is overfitted at step { NUMBER($last_step) }, val { FIXED($last, digits: 4) }.

## the verdict

compare-verdict-seeds_without_loss = These are seeds of one config, without a loss at an equal iteration.
compare-verdict-seeds = One config, { $seeds } seeds: { $metric } is { FIXED($mean, digits: 4) } at iteration { NUMBER($iteration) } (95% interval of the mean { FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }).
compare-verdict-seeds_sd = The standard deviation between seeds is { FIXED($sd, digits: 4) }.
compare-verdict-other_data = The losses can't be compared: they are measured on different text or different tokens.
compare-verdict-different_experiments = These are different experiments: { LIST($differences) }.
compare-verdict-not_aligned = Which loss is lower at an equal point is not known.
compare-verdict-one_run = { $a } and { $b } are the same run: there is nothing to compare.
compare-verdict-repeat = { $b } repeats { $a }: no known setting differs, and all { NUMBER($number) } losses that both logged are equal.
compare-verdict-repeat_of_one = { $b } repeats a run of { $a }: no known setting differs, and all { NUMBER($number) } losses that both logged are equal.
compare-verdict-not_shown = { $label } is not shown to be better or worse.
compare-verdict-better = { $ahead } is better at equal { LIST($axes) } ({ SEPARATED($positions) }): { $losses }.
compare-verdict-better_over_seeds = { $ahead } is better at equal { LIST($axes) } ({ SEPARATED($positions) }): { $losses } (p = { SIGNIFICANT($p, digits: 2) }, { $a } and { $b } seeds).
compare-verdict-ends_better = { $ahead } ends better: { $losses }.
compare-verdict-ends_better_over_seeds = { $ahead } ends better: { $losses } (p = { SIGNIFICANT($p, digits: 2) }, { $a } and { $b } seeds).
compare-verdict-ahead = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $ahead } is ahead: { $losses }.
compare-verdict-also_ahead = At equal { LIST($axes) } ({ SEPARATED($positions) }) { $ahead } is also ahead: { $losses }.
compare-verdict-some_other_data = The losses can't all be compared: some are, or may be, measured on different text or different tokens.
compare-verdict-none_aligned = Which loss is lowest at an equal point is not known.
compare-verdict-at_equal = At equal { $axis } ({ $position })
compare-verdict-at_the_ends = At the ends
compare-verdict-ranking = { $where } { $metric } is, best first: { LIST($order) }.
compare-verdict-rank = { $label } { FIXED($value, digits: 4) }
compare-verdict-best_not_shown = { $best } is not shown to be better than { LIST($others) }.
compare-verdict-best = { $best } is ahead of the others by more than chance.

## next steps

compare-next-same_text = Train { $b }'s settings on { $a }'s text
compare-next-same_config = To compare devices, run the same config on both
compare-next-tune = Measure what the micro-batch does, at equal tokens per step
compare-next-micro_batch = Or run { $a } with { $b }'s micro-batch alone: { $options }
compare-next-one_setting = Run { $a } with { $b }'s { $name } alone
compare-next-one_at_a_time = Run { $a } with { $b }'s { $name } alone, and the other changes one at a time
compare-next-confirm = Another seed would tell whether it holds ({ $label })
compare-next-another_seed = To see how much chance changes, run the same with another seed
compare-next-more_seeds = More seeds would tell: run the same with another seed ({ $label })
compare-next-one_more_seed = One more seed narrows the interval
compare-next-other_trainer = the command of { $run }, with { LIST($options) }

## the page

compare-setting-block_size = context (block_size)
compare-setting-gradient_accumulation_steps = grad. accumulation
compare-setting-params = parameters
compare-setting-tokens_per_iter = tokens per step
compare-setting-tokens = tokens in total
compare-setting-flops_per_token = FLOPs per token
compare-setting-epochs = epochs
compare-page-format = { $format }
compare-page-format_and_seed = { $format }, seed { $seed }
compare-page-can = What can be concluded
compare-page-cannot = What cannot
compare-page-experiment = The experiment that would tell
compare-page-iterations = iterations
compare-page-tokens = tokens
compare-page-best_val = best val
compare-page-last_val = last val
compare-page-last_train = last train
compare-page-batch_loss = batch loss
compare-page-val_bpb = val bits/byte
compare-page-step = step
compare-page-mean_step = mean step
compare-page-tokens_per_s = tokens/s
compare-page-flops_per_s = FLOP/s
compare-page-peak_memory = peak memory
compare-page-mfu_printed = MFU printed
compare-page-mfu = MFU
compare-page-ended = ended
compare-page-megabytes = { NUMBER($mb, digits: 0) } MB
compare-page-done_of = { NUMBER($done) } of { NUMBER($goal) }
compare-page-done_counted = { NUMBER($done) } { $counts }
compare-page-loss_at = { FIXED($loss, digits: 4) } at { NUMBER($it) }
compare-page-loss_mean = { FIXED($mean, digits: 4) } ± { SIGNIFICANT($half, digits: 2) }
compare-page-mfu_of_a100 = { PERCENT($share, digits: 1) } of an A100
compare-page-mfu_of = { PERCENT($share) } of { FLOPS($peak) }
compare-page-differs = What differs
compare-page-no_setting_differs = { $title }: no known setting, but these figures
compare-page-settings_differ =
    { $title }: { $settings ->
        [one] { WORD($settings) } setting
       *[other] { WORD($settings) } settings
    }, and what follows
compare-page-value_of = { $value } ({ $labels })
compare-page-follows = with { $setting }
compare-page-same = Same:
compare-page-missing = Not known of { LIST($groups) }: { $settings }. Give --config=FILE or --{ $first }=..., one per run with commas.
