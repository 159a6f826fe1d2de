## Forecasts.
## A template names its numbers; texts/message.py lists the formats.

forecast-basis-fits = { $fits } fits to { $points } up to iteration { NUMBER($iteration) }.
forecast-basis-no_fit = No fit to { $points } up to iteration { NUMBER($iteration) }.
forecast-basis-evaluations = { $points } evaluations
forecast-basis-batch_losses = { $points } means of batch losses

## the loss now

forecast-now-logged = as logged
forecast-now-evaluations = the median of the last { $points } evaluations
forecast-now-mean_evaluations = the median of the last { $points } means of { FIXED($evaluations, digits: 0) } evaluations
forecast-now-batch_losses = the median of the last { $points } means of { FIXED($losses, digits: 0) } batch losses
forecast-now-line = { FIXED($logged, digits: 4) } at iteration { NUMBER($iteration) }; smoothed { FIXED($value, digits: 4) }, { $smoothing }
forecast-now-none = no finite value
forecast-now-unsmoothed = { FIXED($value, digits: 4) } at iteration { NUMBER($iteration) }

## the learning rate

forecast-rate-unknown = The learning rate is not known.
forecast-rate-constant = The learning rate is constant at { SIGNIFICANT($rate) }, as the settings say.
forecast-rate-wsd = The learning rate is stable, then linear, from { SIGNIFICANT($first) } to { SIGNIFICANT($last) } at { NUMBER($end) }, as the settings say.
forecast-rate-decay = The learning rate is { $schedule } from { SIGNIFICANT($first) } to { SIGNIFICANT($last) } at { NUMBER($end) }, as the settings say.
forecast-rate-inferred = The learning rate is { $decay }: inferred from { NUMBER($points) } printed rates.
forecast-rate-inferred_until = The learning rate is { $shape } until iteration { NUMBER($to) }: inferred from { NUMBER($points) } printed rates, which do not tell its end yet.
forecast-rate-ambiguous = The { NUMBER($points) } printed rates fit several schedules, from { $first } to { $second }; the interval covers them.
forecast-rate-name = { $shape } to { PERCENT($final) } of the peak at { NUMBER($end, digits: 0) }
forecast-rate-inverse_sqrt = falling with the square root of the iteration since { NUMBER($start, digits: 0) }
forecast-rate-printed_constant = The printed learning rate is constant so far, at { SIGNIFICANT($rate) }; whether it will decay is not known.
forecast-rate-printed_only = The learning rate is printed so far, and follows no schedule that fledge knows.

## why there is none

forecast-diverged-reason = The run diverged: its last loss is { $loss }.
forecast-diverged-advice = `fledge explain` says where it began and what to try.
forecast-no_language_model-advice = `fledge explain` says how it goes, and `fledge report` plots it.
forecast-no_language_model-reason = This is no language model's log: forecasts were tested on those only.
forecast-epoch_means-reason = Its losses are means over whole epochs, in which the model changes, and there are too few evaluations.
forecast-epoch_means-advice = Log a validation loss, or the losses of iterations.
forecast-jumped-reason = The batch loss has jumped: its last values are about { FIXED($now, digits: 4) }, and those before about { FIXED($before, digits: 4) }.
forecast-zero-reason = The loss is { SIGNIFICANT($loss) } at iteration { NUMBER($iteration) }: no language model's is.
forecast-last_jumped-reason = The last evaluation, { FIXED($last, digits: 4) } at iteration { NUMBER($iteration) }, is far above the lowest before it, { FIXED($lowest, digits: 4) }: a spike, or the beginning of a rise.
forecast-flat-reason = The loss does not fall beyond its noise: it stays about { FIXED($level, digits: 4) } (a line from iteration { NUMBER($first, digits: 0) } to { NUMBER($last, digits: 0) } falls by { FIXED($fall, digits: 4) }).
forecast-at_lowest-reason = The loss is about at its lowest, { FIXED($level, digits: 4) }: no fit says that it falls further.
forecast-too_few-evaluations = Too few evaluations: { $count }, and at least { $least } are needed.
forecast-too_few-losses = Too few losses: { $count }, and at least { $least } are needed.
forecast-too_few-late_evaluations = Too few evaluations after the first tenth of the run: they make { $points } points, and at least { $least } are needed.
forecast-too_few-late_losses = Too few losses after the first tenth of the run: they make { $points } points, and at least { $least } are needed.
forecast-too_far-reason = Too far: iteration { NUMBER($to) } is { FIXED($times, digits: 1) } times as far as the run has come, and its past can't test a forecast of more than { FIXED($most, digits: 0) } times.
forecast-too_far-advice = Try --to={ $nearer }, or ask again at { NUMBER($later, digits: 0) }.
forecast-warming_up-reason = The learning rate is still warming up: the course of a curve shows only afterwards.
forecast-rate_raised-reason = The learning rate was raised again at iteration { NUMBER($iteration) }: the losses before that tell little now.
forecast-rate_raised-advice = Forecast from a log that begins there, once it is long enough.
forecast-rising-overfitting = The val loss is past its lowest: it has risen from { FIXED($best, digits: 4) } at iteration { NUMBER($iteration, digits: 0) } to { FIXED($level, digits: 4) } while the train loss fell: overfitting.
forecast-rising-reason = The loss is past its lowest: it has risen from { FIXED($best, digits: 4) } at iteration { NUMBER($iteration, digits: 0) } to { FIXED($level, digits: 4) }.
forecast-rising-advice = `fledge explain` looks for what went wrong.
forecast-no_fit-reason = No fit describes this curve: it does not fall.
forecast-growing_gap-reason = The val loss is about at its lowest: the gap to the train loss has grown from { FIXED($first, digits: 3) } to { FIXED($last, digits: 3) }, and if it keeps growing, overfitting raises val.
forecast-backtest-reason = The back-test fails: forecasts of the run's own past were off by { FIXED($error, digits: 4) }, too much for one of { FIXED($value, digits: 4) }.
forecast-below_zero-reason = The fits fall below zero there, which no loss does.
forecast-uncertain-reason = Too uncertain: the { PERCENT($coverage) } interval would be { FIXED($value, digits: 3) } ± { FIXED($half_interval, digits: 3) }.
forecast-advice-wait = Ask again when the run has come further.
forecast-advice-log_more_often = Use a smaller --eval_interval or --log_interval.
forecast-advice-nearer = Use a nearer --to.
forecast-advice-regularise = Stop at the best step, or use more text, --dropout or a smaller model.

forecast-counts = This log numbers no iterations: it is counted in { $counts } here, and so is --to.

## what would change it

forecast-changes-unknown_rate = The future learning rate is not known; it is assumed to stay as it is, and the interval is wider for that. Give --learning_rate, --lr_decay_iters, --min_lr, or --config=FILE.
forecast-changes-unknown_rate_at_end = The future learning rate is not known; half of what a decay to the end would gain is in the value, and as much in the interval. Give --learning_rate, --lr_decay_iters, --min_lr, or --config=FILE.
forecast-changes-ambiguous_rate = Which schedule the learning rate follows: the printed rates do not tell yet. Give --lr_decay_iters and --min_lr, or --config=FILE.
forecast-changes-rate = The learning rate: if it stayed as it is now, { FIXED($value, digits: 4) }.
forecast-changes-beyond_end = Beyond max_iters={ CODE($iterations, format: ",") } the schedule is at its end: a new run with a longer schedule does better.
forecast-changes-overfitting = Overfitting that has not begun: the past does not show it. Watch for val rising while train falls.
forecast-changes-settings = Another batch size, dropout or dataset from here on: all are assumed to stay.

## shapes of schedules, and fits

forecast-shape-cosine = cosine
forecast-shape-linear = linear
forecast-shape-one_minus_sqrt = 1 - sqrt
forecast-fit-power_law = power law
forecast-fit-logarithm = logarithm
forecast-fit-exponential = exponential
forecast-fit-recent_slope = recent slope
forecast-fit-train_and_gap = train and gap

## the page

forecast-page-head_val = { $name }: the val loss at iteration { NUMBER($to) }
forecast-page-head_bpb = { $name }: the val bits per byte at iteration { NUMBER($to) }
forecast-page-head_batch = { $name }: the batch loss at iteration { NUMBER($to) }
forecast-page-forecast = forecast
forecast-page-now = now
forecast-page-basis = basis
forecast-page-note = note
forecast-page-curve = curve
forecast-page-refused = refused.
forecast-page-answer = { FIXED($value, digits: 4) }; { PERCENT($coverage) } interval { FIXED($low, digits: 4) } to { FIXED($high, digits: 4) }
forecast-page-answer_and_perplexity = { FIXED($value, digits: 4) }; { PERCENT($coverage) } interval { FIXED($low, digits: 4) } to { FIXED($high, digits: 4) } (perplexity { NUMBER($perplexity, digits: 2) })
forecast-page-few_evaluations = the log has too few evaluations ({ $evaluations }): this is the mean loss of training batches, not val.
forecast-page-no_evaluations = the log has no evaluations: this is the mean loss of training batches, not val.
forecast-page-changes = What would change it
forecast-page-backtest = Back-test
forecast-page-backtest_of = { $title }: what it would have forecast earlier, and what came
forecast-page-from = from
forecast-page-to = to
forecast-page-predicted = forecast
forecast-page-came = came
forecast-page-off = off
forecast-page-fit = fit
forecast-page-says = says
forecast-page-weight = weight
forecast-page-off_in_tests = off in tests

## what can't be forecast

forecast-no_losses = { $run } has no losses.
forecast-name_begun = Name a run that has begun.
forecast-already_there = --to={ $to }: the run is at iteration { NUMBER($last) } already.
forecast-try_later = Try --to={ $to }; `fledge explain` says what was.
forecast-nothing_left = the run has done its { NUMBER($iterations) } iterations: nothing is left to forecast.
forecast-try_longer = Try --to={ $to } for a longer one, or `fledge explain`.
forecast-unknown_end = the log does not say where the run ends.
forecast-counted_in = It is counted in { $counts }; try --to={ $to }.
forecast-try_to = Try --to={ $to } or --max_iters={ $to }.
forecast-by_rates = By its learning rates at { NUMBER($first) } to { NUMBER($last) }: try --to={ $to }.
