## The page that `fledge report` writes, and its errors.

report-page_title = { $heading } – fledge report
report-kicker = fledge report
report-sections = Sections
report-section-findings = Findings
report-section-numbers = Numbers
report-section-curves = Curves
report-section-plan = Plan
report-section-samples = Samples
report-section-settings = Settings
report-runs = { $runs } runs
report-runs_legend = Runs
report-x_axis = X axis
report-no_script = The plots need JavaScript, which is off.
report-thinned = Long curves are thinned for this page, without losing peaks; `--csv=DIR` writes every point.
report-made = Made { $time } UTC by fledge { $version }.
report-loads_nothing = This page loads nothing from the network.

## what a run is

report-fledge_run = a fledge run
report-log_of = a log of { $format }
report-ended = ended: { $ended }
report-source = { $run }: { $format }, { NUMBER($lines) } lines, { NUMBER($rows) } with training numbers, { NUMBER($other) } unrelated to training
report-no_findings = No findings
report-errors =
    { $number ->
        [one] { $number } error
       *[other] { $number } errors
    }
report-warnings =
    { $number ->
        [one] { $number } warning
       *[other] { $number } warnings
    }
report-notes =
    { $number ->
        [one] { $number } note
       *[other] { $number } notes
    }

## numbers

report-which_is_better = Which is better, and is the difference more than noise?
report-not_known = Not known, but needed for the missing numbers:
report-not_known_for = Not known for { $runs }, but needed for the missing numbers:
report-tile-iterations = Iterations
report-tile-tokens = Tokens
report-tile-training = Training
report-tile-parameters = Parameters
report-tile-best_val = Best val loss
report-tile-last_val = Last val loss
report-tile-last_train = Last train loss
report-tile-last_batch = Last batch loss
report-tile-step = Step
report-tile-throughput = Throughput
report-tile-compute = Compute
report-tile-mfu = MFU
report-tile-peak_memory = Peak memory
report-tile-device = Device
report-tile-of = of { NUMBER($goal) }
report-tile-epochs = { SIGNIFICANT($epochs, digits: 3) } epochs
report-tile-millions = { NUMBER($n, digits: 2) }M
report-tile-evaluated = evaluated
report-tile-finite = finite
report-tile-at = at { NUMBER($it) }
report-tile-perplexity = perplexity { NUMBER($perplexity, digits: 2) }
report-tile-median = median, without evaluations
report-tile-tokens_per_s = tokens/s
report-tile-formula = by nanoGPT's formula
report-tile-megabytes = { NUMBER($mb, digits: 0) } MB
report-tile-of_peak = of { FLOPS($peak) }
report-tile-printed = as printed
report-tile-printed_of_a100 = as printed, of an A100
report-tile-ms = { NUMBER($ms, digits: 1) } ms
report-tile-s = { SIGNIFICANT($s, digits: 3) } s

## curves

report-no_tokens = tokens not known: { COMMAS($runs) }
report-no_times = times not known: { COMMAS($runs) }
report-axis-tokens = tokens
report-axis-hours = hours
report-axis-minutes = minutes
report-axis-seconds = seconds
report-mfu_of_device = of { $device }, { FLOPS($peak) }
report-mfu_of_this_device = of this device, { FLOPS($peak) }
report-mfu_printed = as printed
report-mfu_printed_of_a100 = as printed, a share of an A100's peak on any device
report-plot-framed = The frame leaves out the highest points; a double-click shows them.
report-plot-spoken = { $title }. { SEPARATED($lines) }
report-plot-spoken_line = { $name }: { SIGNIFICANT($first, digits: 4) } at { NUMBER($first_it) } to { SIGNIFICANT($last, digits: 4) } at { NUMBER($last_it) }, lowest { SIGNIFICANT($lowest, digits: 4) }, highest { SIGNIFICANT($highest, digits: 4) }
report-plot-evaluated_loss = Loss, evaluated
report-plot-batch_loss = Batch loss
report-plot-val_bpb = Validation, bits per byte
report-plot-accuracy = Accuracy
report-plot-throughput = Throughput
report-plot-step_time = Step time
report-plot-mfu = MFU
report-plot-memory = Memory
report-plot-learning_rate = Learning rate
report-plot-gradient_norm = Gradient norm
report-plot-nats = nats per token
report-plot-share_correct = share correct
report-plot-share_of_peak = share of peak
report-plot-tokens_per_s = tokens/s
report-plot-ms = ms
report-plot-megabytes = MB
report-plot-val = val
report-plot-train = train
report-plot-best_val = best val
report-plot-best_at = best { FIXED($loss, digits: 4) } at { NUMBER($it) }
report-plot-batch = batch
report-plot-smoothed = smoothed
report-plot-not_finite = not finite
report-plot-not_finite_from = not finite from here
report-plot-solid_and_dashed = Solid: val. Dashed: train.
report-plot-ring = The ring marks the lowest val loss.
report-plot-own_batch = The loss of each iteration's own batch, with dropout if there is any.
report-plot-bold = Bold: the mean over { PERCENT($share) } of the iterations.
report-plot-training_only = Training only: iterations with an evaluation are left out.
report-plot-mfu_caption = The share of the peak FLOP/s that the model's arithmetic uses: { SEPARATED($peaks) }.
report-plot-peak_of = { $peak } ({ COMMAS($runs) })
report-plot-save = Save as PNG
report-plot-zoom = Zoom
report-plot-pan = Pan
report-plot-autoscale = Autoscale
report-plot-reset = Reset axes
report-plot-zoomed = Double-click to zoom back out

## tables

report-plan_title = Plan against actual
report-settings_title = Settings and where they come from
report-none_of = { $what }: none.
report-number_of = { $what } ({ $number })
report-table-side_by_side = The runs side by side
report-table-not_known = not known
report-table-plan = Planned and actual values
report-table-planned = Planned
report-table-val_loss = Val loss
report-table-actual = Actual
report-table-actual_to_planned = Actual / planned
report-table-ratio = { FIXED($ratio, digits: 2) }×
report-table-of_run = { $run }: { $what }
report-table-quantity = { NUMBER($value, digits: 0) } { $unit }
report-table-differ = Settings that differ
report-table-equal = Settings that are equal, or known for one run only
report-table-chosen = Chosen settings
report-table-defaults = Defaults
report-table-setting = Setting
report-table-value = Value
report-table-from = From
report-table-empty = (empty)

## samples

report-samples_title = Samples over time
report-samples_shown = { $shown } of { NUMBER($total) }, evenly spaced.
report-iteration = iteration { NUMBER($it) }
report-no_iteration = no iteration

## in a notebook

report-card-losses_of = Losses of { $run }: { $curves }
report-card-metric_of_runs = { $metric } of the runs: { $curves }
report-card-metric_of = { $metric } of { $runs } runs
report-card-more = and { $number } more: findings()
report-card-value_about = { $value } ({ $about })
report-card-comparison = Comparison
report-card-curve = { $name } from { SIGNIFICANT($first, digits: 4) } at { NUMBER($first_it) } to { SIGNIFICANT($last, digits: 4) } at { NUMBER($last_it) }
report-card-none = none
report-card-loss = batch loss
report-card-smoothed = batch loss, smoothed
report-card-val_loss = val loss
report-card-train_loss = train loss
report-card-val_bpb = val bits per byte
report-card-run = { $name }, { $format }

## what can't be written

report-no_plotly = the report needs plotly, which is not installed.
report-directory = { $path } is a directory.
report-name_file = Name a file: { $path }.
report-not_regular = { $path } is not a regular file.
report-not_ours = { $path } exists and was not made by this command.
report-choose = Choose another { $option }.
report-choose_or_overwrite = Choose another { $option }, or replace it with --overwrite.
