## fledge plan --hours: the best model for the time there is

best-climbing = small runs on your text
best-rung = run { NUMBER($number) } of { NUMBER($total) }, depth { NUMBER($depth) }
best-step_of_rung = the small run of depth { NUMBER($depth) }

## what was asked for

best-several_limits = { $first } and { $second } both limit the time. Give one of them.
best-no_clock = --until={ $clock } is no time of day.
best-past = --until={ $clock } is in the past.
best-clock_example = Try --until=07:00 for the next seven o'clock, or --until='2030-01-31 07:00'.
best-no_price = --budget={ CODE($budget, format: "g") } needs a price.
best-give_price = Add --price_per_hour=0.40 for a rented GPU, or --price_per_kwh=0.30 for electricity.
best-no_watts = { $option } needs the power of the device, which is not known.
best-give_watts = Add --watts=65, its rated power in watts.
best-too_short = { DURATION($seconds) } are too short to plan for: the small runs on your text would tell nothing.
best-longer = Give at least { NUMBER($minutes, digits: 1) } minutes, or add --no-measure to plan by published figures.
best-small_text = the training text has { NUMBER($tokens) } tokens: too few to learn from small runs on it. { NUMBER($needed) } are needed for this block_size.
best-more_text = Prepare more text, or try a smaller --block_size.
best-few_rungs = only { NUMBER($rungs) } of the small runs were finished in time, and { NUMBER($needed) } are needed.
best-more_time = Give more time, repeat it when the machine is less busy (finished runs are kept), or add --no-measure.
best-no_run_fits = no run fits into { DURATION($seconds) }.
best-least_time = Give at least { DURATION($seconds) }: the shortest run of the smallest model takes that long here.
best-nothing_fits = no depth fits into the memory of { $device }.
best-smaller_block = Try a smaller --block_size.
best-chosen = --{ $name } is what is chosen here.
best-leave_out = Leave --{ $name } out.
best-scratch = init_from={ $init_from } continues trained weights: the plan is for a new model.
best-one_device = the best model is found for one device.
best-name_one = Name one GPU, without --gpus and --nodes.
best-no_speed = the speed of { $device } is not known.
best-give_step = Add one iteration time that you measured there: --measured='n_embd=768,batch_size=8:340ms'.
best-exists = { $out } exists, and this command did not write it.
best-is_directory = --out={ $out } is a directory.
best-name_file = Name a file: --out={ $name }.

## notes

best-note-text = the text is too short for the time: after { NUMBER($passes, digits: 1) } passes more training is not expected to help. More text would help more than more time
best-note-unseen = small runs of a model this large read the text at most { NUMBER($seen, digits: 1) } times, so this choice reads it no more than { NUMBER($passes, digits: 1) } times: larger models learn a text by heart sooner. More text would help more than more time
best-note-unread = no small run of a model this large read the whole text, so this choice reads it no more than { NUMBER($passes, digits: 1) } times: larger models learn a text by heart sooner. More text would help more than more time
best-note-left = { DURATION($seconds) } of the time is left over
best-note-other_kind = the validation split is of another kind than the training text: the losses of small runs are { PERCENT($off) } higher on it than on pieces held out of the training text. What more passes over such a text give is hard to tell: a run like that was 10% off. A split that is drawn from the whole text tells more
best-note-short_runs = the longest small run had { NUMBER($iters) } iterations: a loss expected from so few can be more than 10% off. With more time, small runs are longer and tell more
best-note-without_table = the n-gram table is left out (ngram_rows=0): in so much time a run reads the text several times, and with the table it would learn it by heart
best-note-compiled = training will be compiled, which usually makes it { TIMES($gain) } as fast on a CPU. The plan does not count on that: the run may be done earlier
best-note-published = no small run was made: the size is chosen by Hoffmann et al. 2022, a fit to web text and models of 70M parameters and more
best-note-no_level = what loss to expect is not known without small runs on your text: published fits are for web text in a vocabulary of 32,000

## the page

best-page-time = { $hours } to train
best-page-model = model
best-page-model_size = depth { NUMBER($depth) }, { NUMBER($width) } wide, { COUNT($params) } parameters
best-page-model_table = depth { NUMBER($depth) }, { NUMBER($width) } wide, { COUNT($params) } parameters and { COUNT($table) } more in the n-gram table
best-page-training = training
best-page-batch = { NUMBER($iterations) } iterations of { NUMBER($batch) } x { NUMBER($block) } tokens
best-page-accumulated = { NUMBER($iterations) } iterations of { NUMBER($steps) } x { NUMBER($batch) } x { NUMBER($block) } tokens
best-page-text = text
best-page-tokens = { COUNT($tokens) } tokens, { NUMBER($passes, digits: 2) } passes over your text
best-page-rate = learning rate
best-page-loss = val loss
best-page-loss_range = { FIXED($value, digits: 3) } expected, { FIXED($low, digits: 3) } to { FIXED($high, digits: 3) } in nine of ten cases
best-page-unknown_loss = not known without small runs on your text
best-page-takes = takes
best-page-cost = cost
best-page-column-depth = depth
best-page-column-parameters = parameters
best-page-column-tokens = tokens
best-page-column-hours = takes
best-page-column-loss = val loss
best-page-column-range = range
best-page-basis = From { $runs ->
    [one] one run
   *[other] { NUMBER($runs) } runs
} on your text.
best-page-basis_new = { $new ->
    [one] One was made now, in { DURATION($seconds) };
   *[other] { NUMBER($new) } were made now, in { DURATION($seconds) };
} all are remembered.
best-page-basis_remembered = All were remembered from before.
best-page-largest = The largest ended at { FIXED($actual, digits: 3) }; the others alone would have said { FIXED($value, digits: 3) } ({ PERCENT($off, digits: 1, sign: "always") }).
best-page-basis_published = From published figures, not from your text.
best-page-written = written: { $file }
best-page-picture = loss against hours for each depth: { $picture }
best-page-curve = depth { NUMBER($depth) }
best-page-range = range of the choice
best-page-title = The best model for { $hours }
best-page-hours = hours
best-page-minutes = minutes
best-page-days = days
