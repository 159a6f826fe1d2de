## `fledge explain`: a run in numbers, and terms. The findings have a file of their own.

explain-severity-error = error
explain-severity-warning = warning
explain-severity-note = note
explain-severity-good = good

## the page of a run

explain-page-head = { $name }, { $format }
explain-page-head_of_several = { $name }, { $format }, run { $number } of { $total } in it (--pick)
# The names of the rows are short: they stand in a column of nine letters.
explain-page-progress = progress
explain-page-val_loss = val loss
explain-page-planned = planned
explain-page-planned_inside = val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }); the actual one is { PERCENT($off, digits: 1, sign: "always") } off, inside the range
explain-page-planned_outside = val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }); the actual one is { PERCENT($off, digits: 1, sign: "always") } off, outside the range
explain-page-test_loss = test loss
explain-page-val_bpb = val bpb
explain-page-loss = loss
explain-page-train = train
explain-page-speed = speed
explain-page-compute = compute
explain-page-memory = memory
explain-page-model = model
explain-page-curve = curve
explain-page-figures = { COMMAS($figures) }
explain-page-iteration = iteration { NUMBER($it) }
explain-page-iteration_of = iteration { NUMBER($it) } of { NUMBER($goal) }
explain-page-counted = counted in { $counts }: { NUMBER($it) }
explain-page-tokens = { COUNT($tokens) } tokens
explain-page-epochs = { SIGNIFICANT($epochs, digits: 3) } epochs
explain-page-loss_at = { FIXED($loss, digits: 4) } at { NUMBER($it) }
explain-page-loss_at_with = { FIXED($loss, digits: 4) } at { NUMBER($it) } ({ COMMAS($also) })
explain-page-last_and_best = { $last }; best { FIXED($best, digits: 4) } at { NUMBER($it) }
explain-page-perplexity = perplexity { NUMBER($perplexity, digits: 2) }
explain-page-bits_per_byte = { FIXED($bpb, digits: 4) } bits per byte
explain-page-bits_per_byte_at = { FIXED($bpb, digits: 4) } bits per byte at { NUMBER($it) }
explain-page-batch_loss_at = { FIXED($loss, digits: 4) } at { NUMBER($it) } (of its batches)
explain-page-epoch_loss_at = { FIXED($loss, digits: 4) } at { NUMBER($it) } (mean over the epoch)
explain-page-evaluated_loss_at = { FIXED($loss, digits: 4) } at { NUMBER($it) } (evaluated)
explain-page-step = { MILLISECONDS($step) } per step
explain-page-step_and_mean = { MILLISECONDS($step) } per step at the median, { MILLISECONDS($mean) } on average
explain-page-tokens_per_s = { NUMBER($rate, digits: 0) } tokens/s
explain-page-flops = { FLOPS($rate) }
explain-page-flops_of = { FLOPS($rate) }, { PERCENT($share, digits: 1) } of { $device }
explain-page-flops_of_the_device = { FLOPS($rate) }, { PERCENT($share, digits: 1) } of the device
explain-page-megabytes = { NUMBER($mb, digits: 0) } MB at the most
explain-page-gigabytes = { NUMBER($mb, digits: 0) } MB ({ NUMBER($gb, digits: 2) } GB) at the most
explain-page-parameters = { NUMBER($millions, digits: 2) }M parameters
explain-page-asked = Not in the log, and needed for tokens, FLOPs and MFU: { $settings } or --config=FILE.
explain-page-other_lines = { NUMBER($other) } of { NUMBER($lines) } lines are not about training (--verbose shows some).
explain-page-read = { NUMBER($lines) } lines, { NUMBER($rows) } rows of training, { NUMBER($other) } lines not understood:
explain-page-repeated = { NUMBER($rows) } rows repeat another one, as when several processes print.
explain-page-settings = Settings:
explain-page-here = Here: { $numbers }
explain-following = Looking again every { FIXED($seconds, digits: 0) } s; Ctrl-C ends it.

## terms

explain-setting = A setting: { $comment }.
explain-setting_default = --{ $name }={ $value }, unless given

## what can't be explained

explain-no_term = { QUOTED($word) } is no run, no log and no term.
explain-did_you_mean = Did you mean { $name }?
explain-lists_terms = `fledge explain --terms` lists the terms.
explain-one_run = explain takes one run, not { $number }.
explain-try_compare = Try `fledge compare { $runs }`.
explain-one_at_a_time = one run at a time, not { $number }.
explain-try_term = Try `fledge explain { $term } { $run }`.
explain-follow_pipe = --follow needs a file or a run.
explain-piped_once = What is piped in is read once, to its end.
explain-follow_json = --follow is for people, --json for programs.
explain-leave_one = Leave one of them out.
