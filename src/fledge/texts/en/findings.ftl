## Findings: titles, evidence and advice, by finding.CODE.part. `shared` holds sentences that several findings use.
## A template names its numbers; texts/message.py lists the formats.

## used by several findings

finding-shared-line = Line { $line }: { $text }
finding-shared-run_says_so = The run itself reports it.
finding-shared-last = The last one is { $at }.
finding-shared-last_of = Last iteration: { NUMBER($it) } of { NUMBER($goal) }.
finding-shared-no_iteration = There is no iteration in this log that fledge can read.
finding-shared-losses_elsewhere = If it did train, its losses are in another file.
finding-shared-lower_rate = --learning_rate={ CODE($rate, format: ".2g") }
finding-shared-lower_unknown_rate = a third of the learning rate
finding-shared-resume_directory = Continue it: fledge train --init_from=resume --out_dir={ $run }.
finding-shared-nothing_saved = It saved no checkpoint, so it can't be continued: start it again, with a shorter --eval_interval.
finding-shared-resume_checkpoint = Resume from the checkpoint of iteration { NUMBER($it) } (nanoGPT: --init_from=resume).
finding-shared-resume_mentioned = Resume from its last checkpoint, which line { NUMBER($line) } mentions.
finding-shared-saved_before_start = Resume from its last checkpoint, if it has one of later than the start: the lines mention only what was saved before the first iteration.
finding-shared-resume_if_saved = Resume from its last checkpoint, if it has one (nanoGPT: --init_from=resume); no line mentions any.
finding-shared-at_iteration = iteration { NUMBER($it) }
finding-shared-at_epoch = epoch { NUMBER($it) }
finding-shared-at_sample = sample { NUMBER($it) }
finding-shared-at_row = row { NUMBER($it) } of the log
finding-shared-gap = At { $at } train is { FIXED($train, digits: 4) } and val { FIXED($val, digits: 4) }: a gap of { $gap }.
finding-shared-gap_to_batches = At { $at } the batches' loss is about { FIXED($train, digits: 4) } and val { FIXED($val, digits: 4) }: a gap of { $gap }.
finding-shared-nats = { FIXED($number, digits: 2) } nats
finding-shared-number = { FIXED($number, digits: 2) }
finding-shared-gap_in_perplexity = That is perplexity { NUMBER($train, digits: 2) } against { NUMBER($val, digits: 2) }.
finding-shared-name_gpu = Name the GPU to see its own percentage: fledge explain { $run } --gpu="RTX 4070".

## nothing is wrong

finding-healthy-title = It learns, and nothing looks wrong
finding-healthy-val = The validation loss went from { FIXED($first, digits: 4) } to { FIXED($last, digits: 4) }.
finding-healthy-at_best = The last evaluation is the best.
finding-healthy-within_noise = Its best is { FIXED($best, digits: 4) }, at { $at }; the difference is within noise.
finding-healthy-batches = The training loss went from { FIXED($first, digits: 4) } to { FIXED($last, digits: 4) }.
finding-healthy-one_val = There is only one evaluation, so overfitting would not show.
finding-healthy-no_val = There is no validation loss, so overfitting would not show.
finding-healthy-step = A step takes { MILLISECONDS($step) }.
finding-healthy-published_best = { $source } reports { FIXED($loss, digits: 2) } at best for this config.
finding-healthy-published_end = { $source } reports { FIXED($loss, digits: 2) } after { NUMBER($iterations) } iterations for this config.
finding-nanogpt_readme = nanoGPT's README
finding-healthy-report = `fledge report { $run }` plots it.
finding-healthy-forecast = `fledge forecast { $run }{ $to }` predicts how it goes on, or says why that can't be told.
finding-inconclusive-title = No problem found, but no proof of health either
finding-inconclusive-few = Training losses: { NUMBER($losses) }, evaluations: { NUMBER($evaluations) }. That is too few to judge.
finding-inconclusive-rewards = It is trained on rewards or preferences: its loss does not show whether the model gets better.
finding-inconclusive-advice_rewards = Look at its rewards on other prompts, and at samples.
finding-inconclusive-no_start = It begins at { $at }: what came before is not in it.
finding-inconclusive-gaps = Lines are missing in its middle, and no evaluations show what happened there.
finding-inconclusive-no_later_val = The last evaluation is at { $at }, in the beginning.
finding-inconclusive-leak = The validation loss is suspiciously low.
finding-inconclusive-predictable = The training loss ends at { FIXED($last, digits: 4) }, and without a validation loss nobody can tell whether that is learned by heart.
finding-inconclusive-warms_up = The learning rate still rises: it is in its warm-up.
finding-inconclusive-unread = { NUMBER($number) } lines name a loss and could not be read; { NUMBER($rows) } could.
finding-inconclusive-unread_val = Its lines have validation losses, of several datasets or with unknown names, and fledge does not know which to judge.
finding-inconclusive-advice_val_name = Print the one that counts as val_loss, or judge them by eye.
finding-inconclusive-above_best = The last val, { FIXED($val, digits: 4) }, is above the best, { FIXED($best, digits: 4) } at { $at }; too few evaluations come after that ({ NUMBER($after) }) to tell a rise from noise.
finding-inconclusive-both_rose = The last val, { FIXED($val, digits: 4) }, is above the best, { FIXED($best, digits: 4) } at { $at }; the training loss rose too.
finding-inconclusive-wide_gap = Train is below val by { FIXED($gap, digits: 2) }.
finding-inconclusive-flat_val = The validation loss did not fall by more than noise.
finding-inconclusive-val_stands = The validation loss has not fallen since { $since }, while the training loss fell on.
finding-inconclusive-skipped = In the later half, { NUMBER($number) } steps were skipped: their gradients overflowed, so nothing was updated.
finding-inconclusive-flat = The training loss did not fall by more than noise.
finding-inconclusive-ends_high = The training loss ends above its lowest level.
finding-inconclusive-norms = { NUMBER($number) } of { NUMBER($total) } gradient norms are not finite.
finding-inconclusive-norms_grow = The gradient norm ends at { SIGNIFICANT($last, digits: 3) }, where { SIGNIFICANT($usual, digits: 3) } was usual.
finding-inconclusive-advice_unread = `fledge explain { $run } --verbose` shows lines that could not be read.
finding-inconclusive-advice_whole = Give the whole log, from its first iteration on.
finding-inconclusive-advice_val = Validation losses along the run would show more.
finding-inconclusive-advice_skipped = Steps that overflow again and again mean gradients that are not finite: use bfloat16, or look for the batch or layer that makes them.
finding-inconclusive-advice_flat = If it should still learn: check the learning rate, the data, and that gradients reach the weights.
finding-inconclusive-advice_norms = Norms that are not finite come from float16 or from bad batches: bfloat16 avoids the first.
finding-inconclusive-advice_rate = If it goes on rising: a lower learning rate.
finding-inconclusive-advice_val_stands = More iterations will hardly help: more data or regularisation (--dropout=0.1) would, if val should fall further.
finding-inconclusive-advice_finding = See the finding about it.
finding-inconclusive-early = It has done { NUMBER($it) } of { NUMBER($goal) } iterations: too early to judge.
finding-inconclusive-advice_later = Look again when there is more of it.

## the loss is not stable

finding-diverged-title = The run diverged
finding-diverged-loss = The loss is { $value } from { $at } on ({ NUMBER($number) } of { NUMBER($total) } printed).
finding-diverged-val = The validation loss is { $value } from { $at } on ({ NUMBER($number) } of { NUMBER($total) } printed).
finding-diverged-stopped = The run reports that it diverged, after { $at }.
finding-diverged-last_finite = The last finite loss is { FIXED($loss, digits: 4) }, at { $at }.
finding-diverged-none_finite = No finite loss came before.
finding-diverged-rose = It rose first: { FIXED($loss, digits: 2) } where { FIXED($usual, digits: 2) } was usual.
finding-diverged-grad_norm = The gradient norm was { SIGNIFICANT($norm, digits: 3) } (usually { SIGNIFICANT($usual, digits: 3) }).
finding-diverged-rate = The learning rate was { SCIENTIFIC($rate, digits: 2) }.
finding-diverged-float16 = The dtype is float16.
finding-diverged-faster = Iterations of NaN take { NUMBER($nan, digits: 1) } ms and finite ones took { NUMBER($finite, digits: 1) } ms: { PERCENT($share) } faster, which is no gain.
finding-diverged-continue = Continue from the last checkpoint before it, with { $rate }.
finding-diverged-restart = Start again, with { $rate }.
finding-diverged-use_bfloat16 = Or use --dtype=bfloat16: float16 overflows at 65,504.
finding-diverged-clip = Or clip the gradients: --grad_clip=1.0.
finding-dead_loss-title = Nothing is learned: the loss or its gradients are dead
finding-dead_loss-zeros = The last { NUMBER($number) } losses are exactly 0, from { $at } on.
finding-dead_loss-still = The loss stands still, { FIXED($first, digits: 4) } and { FIXED($last, digits: 4) } at the ends of the last { NUMBER($number) } rows.
finding-dead_loss-constant = All { NUMBER($number) } losses are { FIXED($loss, digits: 4) }, without any change.
finding-dead_loss-norms_broken = The gradient norm is { $norm } until the end.
finding-dead_loss-norms_zero = The gradient norm is 0 until the end.
finding-dead_loss-advice = Some trainers print 0 in place of NaN (HF Trainer: logging_nan_inf_filter). Use bfloat16 or float32 instead of float16, try a lower learning rate, and check that some labels are not masked (-100).
finding-dead_loss-advice_zero = No gradient reaches the weights: check requires_grad, frozen layers, masked labels (-100) and the learning rate.
finding-not_finite-title = Some losses are not finite
finding-not_finite-loss = The loss is { $value } at { $at }, and in { NUMBER($number) } of { NUMBER($total) } lines in all.
finding-not_finite-val = The validation loss is { $value } at { $at }, and in { NUMBER($number) } of { NUMBER($total) } lines in all.
finding-not_finite-recovered = It is finite again, { FIXED($loss, digits: 4) } at { $at }.
finding-not_finite-batches_finite = The batches' loss is finite.
finding-not_finite-advice = Look at the batches there. If it happens again: --grad_clip=1.0, or { $rate }.
finding-not_finite-advice_val = Look at the validation split: an empty batch, or an overflow in float16 (--dtype=bfloat16).
finding-diverging-title = The training loss is rising
finding-diverging-rise = The loss was about { FIXED($low, digits: 3) } around { $at } and is about { FIXED($now, digits: 3) } at the end.
finding-diverging-val = The validation loss rises too: { FIXED($loss, digits: 4) } at { $at }.
finding-diverging-advice = Stop it. Continue from the checkpoint before { $at }, with { $rate }.
finding-loss_spike-title = The loss spiked
finding-loss_spike-worst = At { $at } the loss is { FIXED($loss, digits: 4) } where { FIXED($usual, digits: 4) } was usual.
finding-loss_spike-several = There are { NUMBER($number) } such spikes in all.
finding-loss_spike-came_back = It came back by itself.
finding-loss_spike-stayed = It has not come back.
finding-loss_spike-unknown = The log ends too soon to see it come back.
finding-loss_spike-advice = A spike that comes back needs nothing. If they grow or last: --grad_clip=1.0, or { $rate }.

## what it learns

finding-plateau-title = The loss is stuck
finding-plateau-flat = The loss has been about { FIXED($loss, digits: 2) } since iteration { NUMBER($since) }; it began at { FIXED($first, digits: 2) }.
finding-plateau-guessing = That is guessing: nothing was learned.
finding-plateau-frequencies_gpt2 = About 7.5 is the loss of a model that knows only how often each token occurs, and nothing of their order.
finding-plateau-frequencies = That is close to the loss of a model that knows only how often each token occurs.
finding-plateau-check_gradients = Check that gradients reach the weights, and that the learning rate is not 0.
finding-plateau-check_targets = Check that y is x shifted by one; then try { $rate }, or a longer --warmup_iters.
finding-overfitting-title = Overfitted
finding-overfitting-title_strong = Strongly overfitted
finding-overfitting-title_no_train = The validation loss has risen from its best
finding-overfitting-best = The best val was { FIXED($best, digits: 4) } at { $at }; the last one is { FIXED($rise, digits: 3) } above it.
finding-overfitting-each_higher = Each of the { NUMBER($number) } evaluations since is above the one before: without a trend that happens once in { NUMBER($odds, digits: 0) } times.
finding-overfitting-order = The { NUMBER($number) } evaluations since come in an order that rises as much only once in { NUMBER($odds, digits: 0) } times, if there is no trend.
finding-overfitting-published = This config's best val is about { FIXED($loss, digits: 2) } ({ $source }), reached long before, near iteration { NUMBER($it) }.
finding-overfitting-epochs = It saw its { COUNT($tokens) } tokens { SIGNIFICANT($epochs, digits: 3) } times.
finding-overfitting-advice = Keep the best checkpoint, stop earlier (fewer --max_iters), or regularise: --dropout={ CODE($dropout, format: ".1g") }, a smaller model, more text.
finding-overfitting-advice_stop = Keep the best checkpoint, stop earlier (--max_iters={ $stop }), or regularise: --dropout={ CODE($dropout, format: ".1g") }, a smaller model, more text.
finding-overfitting-advice_other = Keep the best checkpoint, stop earlier, or regularise: more data, augmentation, dropout, weight decay, a smaller model.
finding-wide_gap-title = Train is far below val, which has not risen
finding-wide_gap-title_flat = Train falls on while val does not: it begins to memorise
finding-wide_gap-best = The best val is { FIXED($best, digits: 4) }, at { $at }: it has not risen yet.
finding-wide_gap-flat = The best val is { FIXED($best, digits: 4) }, at { $at }; in { NUMBER($after) } evaluations since, val did not fall, while train went from { FIXED($train, digits: 4) } to { FIXED($now, digits: 4) }.
finding-wide_gap-continue = Continue while val falls, and keep the best checkpoint. More data or more dropout would narrow the gap.
finding-wide_gap-stop = Keep the best checkpoint and stop, or regularise: more data, more dropout, a smaller model.
finding-memorised-title = It has memorised its training text
finding-memorised-evidence = The batch loss fell from { FIXED($first, digits: 2) } to { FIXED($last, digits: 4) }: no text written by people is that predictable.
finding-memorised-advice = Use more text, and hold some of it out for validation: `fledge prepare` does that.
finding-leak-title = The validation loss is suspiciously low
finding-leak-below_train = At { $at } val is { FIXED($val, digits: 4) } and train { FIXED($train, digits: 4) }, both evaluated the same way; val is that far below in { NUMBER($number) } of { NUMBER($total) } evaluations.
finding-leak-implausible = val is { FIXED($val, digits: 4) } at { $at }: without a leak no model of { $dataset } is below { SIGNIFICANT($limit) }.
finding-leak-predictable = val is { FIXED($val, digits: 4) } at { $at }: no text written by people is that predictable.
finding-leak-check_splits = Look for the same documents in both splits, or for easier text in the validation split.
finding-leak-maybe_normal = This is normal for tables, logs and generated text. Otherwise look for the same documents in both splits.
finding-dropout_gap-title = The batch loss is above the evaluated one: dropout
finding-dropout_gap-evidence = At iteration { NUMBER($it) } the evaluated train loss is { FIXED($train, digits: 4) }, below the batches' { FIXED($batch, digits: 4) }, because dropout { SIGNIFICANT($dropout) } is on in training and off in evaluation.
finding-dropout_gap-evidence_likely = At iteration { NUMBER($it) } the evaluated train loss is { FIXED($train, digits: 4) }, below the batches' { FIXED($batch, digits: 4) }, probably because dropout is on in training and off in evaluation.
finding-dropout_gap-advice = Nothing to do. Compare evaluated losses with each other.
finding-not_converged-title = It was still learning when it stopped
finding-not_converged-val = Over the last tenth of the run the val loss still fell by { FIXED($fall, digits: 3) }, to { FIXED($last, digits: 3) }.
finding-not_converged-batches = Over the last tenth of the run the batch loss still fell by { FIXED($fall, digits: 3) }, to { FIXED($last, digits: 3) }.
finding-not_converged-rate = The learning rate is still { PERCENT($share) } of its highest.
finding-not_converged-longer_other = Train longer, with a schedule that ends later.
finding-not_converged-longer = Train longer: --max_iters={ $goal } --lr_decay_iters={ $goal }.
finding-not_converged-forecast = `fledge forecast { $run } --to={ $goal }` says what to expect.

## settings that do not fit

finding-decay_mismatch-title = The learning rate decay does not end with the run
finding-decay_mismatch-too_late = lr_decay_iters is { NUMBER($decay, digits: 0) } and max_iters { NUMBER($goal, digits: 0) }: the run ends before the learning rate has decayed, and misses the gain of the last part.
finding-decay_mismatch-too_early = lr_decay_iters is { NUMBER($decay, digits: 0) } and max_iters { NUMBER($goal, digits: 0) }: { NUMBER($rest, digits: 0) } iterations run at the lowest learning rate, and little is learned in them.
finding-decay_mismatch-advice = Set --lr_decay_iters={ CODE($goal, format: ".0f") }.
finding-lr_too_high-title = The learning rate looks too high
finding-lr_too_high-lost = The loss is { $value } from iteration { NUMBER($it) } on.
finding-lr_too_high-rises = The loss rises from iteration { NUMBER($it) } on.
finding-lr_too_high-spikes = The loss spiked { $number } times for { $lines } printed lines or more.
finding-lr_too_high-rate = The learning rate is up to { SCIENTIFIC($rate, digits: 1) }; about { SCIENTIFIC($usual, digits: 1) } is usual for { COUNT($params) } parameters.
finding-lr_too_high-rate_gpt2 = The learning rate is up to { SCIENTIFIC($rate, digits: 1) }; about { SCIENTIFIC($usual, digits: 1) } is usual for GPT-2's 124M parameters.
finding-lr_too_high-advice = Try { $rate }, or a longer --warmup_iters.
finding-lr_too_low-title = The learning rate looks too low
finding-lr_too_low-loss = After { NUMBER($iterations) } iterations the loss is { FIXED($loss, digits: 2) }, from { FIXED($first, digits: 2) }, and falls as evenly as at first.
finding-lr_too_low-rate = The learning rate is at most { SCIENTIFIC($rate, digits: 1) }; about { SCIENTIFIC($usual, digits: 1) } is usual.
finding-lr_too_low-advice = Try --learning_rate={ CODE($usual, format: ".1e") }.
finding-few_tokens-title = The text is small for this much training
finding-few_tokens-passes = { COUNT($tokens) } training tokens are { SIGNIFICANT($epochs, digits: 3) } passes over { COUNT($dataset) } tokens of text; after about { FIXED($limit, digits: 0) } passes, each one adds less.
finding-few_tokens-per_parameter = The text has { SIGNIFICANT($ratio, digits: 2) } tokens per parameter (about 20 is compute-optimal; more is normal for a model you will use).
finding-few_tokens-advice = Use more text, fewer --max_iters, a smaller model, or more --dropout.

## how it ended

finding-running-title = It is running now, pid { $pid }, iteration { NUMBER($it) }
finding-running-title_of = It is running now, pid { $pid }, iteration { NUMBER($it) } of { NUMBER($goal) }
finding-running-waits = It waits in memory, pid { $pid }, iteration { NUMBER($it) }: `fledge sweep` runs other trials first
finding-running-evidence = Its directory is locked by { $writer }.
finding-running-advice = `fledge explain { $run } --follow` looks again every few seconds.
finding-out_of_memory-title = Out of memory
finding-out_of_memory-title_recovered = It ran short of memory, and continued
finding-out_of_memory-after = It happened after { $at }.
finding-out_of_memory-first = It happened in the first iteration.
finding-out_of_memory-forward = Memory ran out in the forward pass.
finding-out_of_memory-in_logits = Memory ran out in the logits.
finding-out_of_memory-backward = Memory ran out in the backward pass.
finding-out_of_memory-optimizer = Memory ran out in the optimizer step.
finding-out_of_memory-logits = The size is that of the logits: batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) } numbers of { $width } bytes are { FIXED($gib, digits: 2) } GiB.
finding-out_of_memory-scores = The size is that of the attention matrices: batch_size { NUMBER($batch, digits: 0) } x n_head { NUMBER($heads, digits: 0) } x block_size { NUMBER($block, digits: 0) } squared numbers of { $width } bytes are { FIXED($gib, digits: 2) } GiB; flash attention does not make them.
finding-out_of_memory-one_buffer = One tensor is larger than the device allows. In a language model that is usually the logits: batch_size x block_size x vocab_size numbers of 4 bytes.
finding-out_of_memory-one_buffer_of = One tensor is larger than the device allows. The logits alone are batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) } numbers of 4 bytes, { FIXED($gib, digits: 2) } GiB.
finding-out_of_memory-host = It is the computer's memory that ran out, not the GPU's.
finding-out_of_memory-after_evaluation = An evaluation fitted, so it was the first backward pass or optimizer step, which need more.
finding-out_of_memory-continued = The training continued, to iteration { NUMBER($it) }.
finding-out_of_memory-advice = Try half the --batch_size and twice the --gradient_accumulation_steps; `fledge plan` says what fits.
finding-out_of_memory-advice_one = Try a shorter --block_size or fewer --n_layer: the batch is already one sequence. `fledge plan` says what fits.
finding-out_of_memory-advice_half = Try --batch_size={ $batch }; `fledge plan` says beforehand what fits.
finding-out_of_memory-advice_accumulate = Try --batch_size={ $batch } --gradient_accumulation_steps={ $steps } (the same tokens per step); `fledge plan` says beforehand what fits.
finding-out_of_memory-advice_host = Fewer data loader workers, data that is memory-mapped instead of loaded, or more memory for the job (SLURM: --mem) help too.
finding-interrupted-title = It was interrupted
finding-killed-title = It was killed
finding-killed-advice = Mostly the kernel does that when the computer's memory is full: `dmesg | grep -i oom` shows it.
finding-killed-title_time_limit = The job's time limit ended it
finding-killed-advice_time_limit = Ask for more time (SLURM: --time), or train in several jobs that each resume, and save more often than a job is long.
finding-killed-title_preempted = It was preempted: another job took its place
finding-killed-advice_preempted = Submit it so that it is queued again and resumes (SLURM: --requeue), and save often.
finding-killed-title_node = Its node failed
finding-killed-advice_node = It is not the training's fault: submit it again, on another node if that happens twice (SLURM: --exclude).
finding-killed-title_cancelled = It was cancelled
finding-killed-advice_cancelled = Somebody cancelled the job, or the scheduler did: `sacct -j JOB --format=State,ExitCode,Elapsed` shows which.
finding-killed-title_hangup = It was killed when its terminal closed
finding-killed-advice_hangup = Start it in tmux, or with nohup, and it goes on when the connection ends.
finding-killed-title_terminated = It was asked to stop (SIGTERM)
finding-killed-advice_terminated = A scheduler, a container that was moved, a spot instance or a person sends that; the scheduler's own log says which.
finding-crashed-title = It crashed
finding-crashed-title_done = It crashed after the last iteration
finding-crashed-advice_done = The training was done; check that the last checkpoint was saved.
finding-truncated-title = The log ends before the run does
finding-truncated-title_empty = No iteration in this log
finding-truncated-empty = The log has { NUMBER($lines) } lines, none of them an iteration that fledge can read, and no error.
finding-truncated-advice_empty = It has just started, it ended there without a message, or its losses are in another file: look for the trainer's own output, and at its exit code.
finding-truncated-last = The last iteration is { NUMBER($it) } of { NUMBER($goal) }.
finding-truncated-reasons = It is still running, it was stopped without a message, or the log was cut.
finding-resumed-title = The run was resumed
finding-resumed-title_clean = The run was resumed without a jump
finding-resumed-at = At line { $line } it continues from iteration { NUMBER($it) }.
finding-resumed-back = At line { $line } it continues from iteration { NUMBER($it) }, after it had reached { NUMBER($reached) }.
finding-resumed-several = It was resumed { $number } times in all.
finding-resumed-clean = The loss continued where it was: { FIXED($before, digits: 3) }, then { FIXED($now, digits: 3) }.
finding-resumed-nothing_to_do = Nothing to do.
finding-resumed-too_few = There are too few losses around it to see a jump.
finding-resume_jump-title = The loss jumped where a checkpoint was loaded
finding-resume_jump-jump = The loss jumped by { FIXED($jump, digits: 3) }, to { FIXED($now, digits: 3) }.
finding-resume_jump-back = It was back at { FIXED($later, digits: 3) } soon after.
finding-resume_jump-stays = It is still { FIXED($later, digits: 3) } some lines later.
finding-resume_jump-advice = Something was not restored: the optimizer's state, the learning rate, or the position in the data.
finding-never_saved-title = No checkpoint was ever saved
finding-never_saved-evidence = The log has { NUMBER($iterations) } iterations, { NUMBER($evaluations) } evaluations, and no line about a saved checkpoint.
finding-never_saved-advice = Set --eval_interval below --max_iters and --always_save_checkpoint=True, or a run that ends loses everything.

## how fast it was

finding-cpu_fallback-title = It ran on the CPU without saying so
finding-cpu_fallback-on_cpu = Line { $line }: { $text }.
finding-cpu_fallback-advice = `nvidia-smi` and `fledge devices` show what the driver sees; --device=cuda refuses to run without a GPU.
finding-busy_machine-title = The machine was busy: the steps are slower than they could be
finding-busy_machine-planned = A step takes { MILLISECONDS($step) }, { TIMES($ratio) } the planned { MILLISECONDS($planned) }.
finding-busy_machine-fastest = Half of the steps take { MILLISECONDS($step) } or more, { TIMES($ratio) } the { MILLISECONDS($fastest) } of the fastest.
finding-busy_machine-reasons = While it ran, { SEPARATED($reasons) }.
finding-busy_machine-no_reasons = The log does not say why: another program on the same device, heat, or a power limit. It is not the model: that was the same in every step.
finding-busy_machine-advice = Look at `top` or `nvidia-smi` for other programs, and measure again when they are gone: this run's times say little about the model.
finding-eval_in_step_time-title = A slow iteration is an evaluation
finding-eval_in_step_time-contains = Iteration { NUMBER($it) } took { MILLISECONDS($whole) } because it contains the evaluation: the step itself is still { MILLISECONDS($step) }.
finding-eval_in_step_time-batches = { FIXED($number, digits: 0) } batches in { FIXED($seconds, digits: 2) } s are { FIXED($each, digits: 1) } ms each, { PERCENT($share) } of a training step on one: there is no backward pass.
finding-eval_in_step_time-slow_batches = { FIXED($number, digits: 0) } batches in { FIXED($seconds, digits: 2) } s are { FIXED($each, digits: 1) } ms each, more than a training step on one: compiling or saving is part of it.
finding-eval_in_step_time-mfu = The mfu printed there dips for the same reason: it is a moving average.
finding-eval_in_step_time-advice = Nothing slowed down. Use the time of other iterations.
finding-eval_in_step_time-advice_slow = The training steps are as fast as before. Evaluate less often, or with --compile=False.
finding-eval_dominates-title = Evaluation takes longer than training
finding-eval_dominates-evidence = An evaluation takes { DURATION($evaluation) }, the { NUMBER($between, digits: 0) } iterations until the next { DURATION($training) }: evaluation is { PERCENT($share) } of the time.
finding-eval_dominates-advice = Try --eval_interval={ CODE($interval, format: ".0f") } or fewer --eval_iters.
finding-eval_dominates-advice_iters = Try --eval_interval={ CODE($interval, format: ".0f") } or --eval_iters={ CODE($batches, format: ".0f") }.
finding-warm_up-title = The first iteration is slow, as expected
finding-warm_up-times = The first iteration took { DURATION($first) }, a usual one { MILLISECONDS($step) }.
finding-warm_up-compiled = torch.compile runs in it.
finding-warm_up-not_compiled = Memory is first allocated in it, and kernels are first loaded.
finding-warm_up-maybe_compiled = Memory is first allocated in it, and torch.compile, if used, runs in it.
finding-warm_up-evaluation = The first evaluation is part of it.
finding-warm_up-advice = Leave it out of any average.
finding-throughput_drift-title_slower = The steps became slower
finding-throughput_drift-title_faster = The steps became faster
finding-throughput_drift-slower = A step took { MILLISECONDS($early) } in the first quarter of the log and { MILLISECONDS($late) } in the last: { PERCENT($change) } slower.
finding-throughput_drift-faster = A step took { MILLISECONDS($early) } in the first quarter of the log and { MILLISECONDS($late) } in the last: { PERCENT($change) } faster.
finding-throughput_drift-advice_slower = Unless each step does more by design: heat, a power limit, another program. `nvidia-smi dmon` shows it.
finding-throughput_drift-advice_faster = Something else used the machine at first, or it was still compiling and caching.
finding-throughput_jitter-title = The step time varies a lot
finding-throughput_jitter-evidence = Half of the steps take { MILLISECONDS($median) } or less, one in ten { MILLISECONDS($slow) } or more.
finding-throughput_jitter-advice = Look for what comes and goes: other programs, a slow disk with the data, a laptop on battery.
finding-low_mfu-title = Little of the device is used
finding-low_mfu-share = { FLOPS($rate) } is { PERCENT($mfu, digits: 1) } of the { FLOPS($peak) } of { $device }.
finding-low_mfu-this_device = this device
finding-low_mfu-causes = Likely causes: { SEPARATED($causes) }.
finding-low_mfu-fastest = Its fastest steps reach { PERCENT($mfu, digits: 1) }.
finding-low_mfu-rare = So little is hardly ever the model's fault alone: was another program running, or was the device throttled?
finding-low_mfu-not_compiled = it is not compiled (--compile=True)
finding-low_mfu-float32 = float32 (--dtype=bfloat16)
finding-low_mfu-narrow = matrices only { FIXED($width, digits: 0) } wide
finding-low_mfu-few_tokens = only { NUMBER($tokens, digits: 0) } tokens in a micro-batch
finding-low_mfu-unknown = The log does not show why; `fledge train --profile` would.
finding-low_mfu-advice = `fledge tune` measures what would be faster.

## numbers the trainer prints

finding-mfu_units-title = The printed MFU is in A100 units
finding-mfu_units-reached = nanoGPT's mfu of { PERCENT($printed, digits: 2) } is in A100 units, whatever the GPU: of 312 TFLOP/s, so { FLOPS($reached) } were achieved.
finding-mfu_units-reached_tflops = nanoGPT's mfu of { PERCENT($printed, digits: 2) } is in A100 units, whatever the GPU: of 312 TFLOP/s, so { FIXED($tflops, digits: 0) } TFLOP/s ({ FIXED($tflops, digits: 2) }) were achieved.
finding-mfu_units-same = The model, its tokens and { NUMBER($step, digits: 1) } ms per step say the same.
finding-mfu_units-several_gpus = The model, its tokens and { NUMBER($step, digits: 1) } ms per step give { FIXED($ratio, digits: 0) } times that: as if { FIXED($ratio, digits: 0) } GPUs ran, and one of them was printed.
finding-mfu_units-other = The model, its tokens and { NUMBER($step, digits: 1) } ms per step give { FLOPS($computed) }: some setting given here differs from the run's.
finding-mfu_units-device = On the { $device }, { FLOPS($peak) } at most, that is { PERCENT($share) }.
finding-mfu_units-advice = Compare with this GPU's percentage.
finding-mfu_impossible-title = The printed MFU can't be right
finding-mfu_impossible-above = The printed MFU is { PERCENT($printed) }: more than the whole peak.
finding-mfu_impossible-above_a100 = nanoGPT compares every GPU with an A100's { FLOPS($peak) }.
finding-mfu_impossible-above_other = It is compared with the peak of another GPU or dtype, or FLOPs are counted twice.
finding-mfu_impossible-negative = The printed MFU is { PERCENT($printed) }: trainers print that for a GPU they do not know, or before they measured.
finding-mfu_impossible-zero_a100 = The printed MFU is { PERCENT($printed) }: nanoGPT compares with an A100, of which this is too little to show.
finding-mfu_impossible-zero = The printed MFU is { PERCENT($printed) }: the trainer does not know this GPU's peak.
finding-tokens_per_s_wrong-title = The printed tokens/s are wrong
finding-tokens_per_s_wrong-title_unexplained = The printed tokens/s do not fit the step time
finding-tokens_per_s_wrong-printed = The log prints { NUMBER($printed, digits: 0) } tokens/s.
finding-tokens_per_s_wrong-computed = { NUMBER($tokens, digits: 0) } tokens in { NUMBER($step, digits: 1) } ms are { NUMBER($rate, digits: 0) } tokens/s: a factor of { SIGNIFICANT($factor, digits: 3, grouping: "always") }.
finding-tokens_per_s_wrong-left_out = That is { $what }, { FIXED($factor, digits: 0) }, which the trainer leaves out.
finding-tokens_per_s_wrong-twice = That is { $what }, { FIXED($factor, digits: 0) }, which the trainer counts twice.
finding-tokens_per_s_wrong-accumulation = gradient_accumulation_steps
finding-tokens_per_s_wrong-processes = the number of processes
finding-tokens_per_s_wrong-micro_batches = the micro-batches of all processes
finding-tokens_per_s_wrong-advice = Use { NUMBER($rate, digits: 0) } tokens/s.
finding-tokens_per_s_wrong-advice_unexplained = A setting given here differs from the run's, or the trainer counts something else.
