## What `fledge sweep` says

# what was typed

sweep-nothing = nothing to sweep. Give a setting several values: --learning_rate=0.001,0.002 or --depth=2:6.
sweep-too_many = { NUMBER($number) } trials are too many: at most { NUMBER($most) }. Sweep fewer settings at once.
sweep-not_swept = --{ $key } can't be swept. Give it one value.
sweep-seed = --seed can't be swept: what differs between seeds is noise. Give it one value, and repeat the best trial with other seeds.
sweep-resume = a sweep begins new runs. Leave out --init_from=resume: the same sweep command goes on by itself.
sweep-thousands = in a sweep, commas separate values. Write { PLAIN($number) }
sweep-twice = a value stands there twice
sweep-range = a range is written FIRST:LAST or FIRST:LAST:STEP, in whole numbers. Separate other values by commas
sweep-range_size = a range goes upwards, and has at most { NUMBER($most) } values

# the folder

sweep-not_empty = { $path } is not empty, and holds no sweep.
sweep-other = { $path } holds a sweep of other settings.
sweep-damaged = { $path } is not a sweep that this version of fledge can read.
sweep-wait = Wait for it, stop it, or name another folder: --out=DIR.
sweep-another_out = Name another folder: --out=DIR.
sweep-another_or_overwrite = Name another folder (--out=DIR), or add --overwrite to replace it.

# while it runs

sweep-progress = { NUMBER($decided) } of { NUMBER($number) } trials decided; { LIST($trials) }
sweep-trial_at = { $trial }: iteration { NUMBER($it) } of { NUMBER($max_iters) }
sweep-told-finished = { $trial }: finished, val loss { FIXED($loss, digits: 4) }
sweep-told-dropped = { $trial }: dropped: { $reason }
sweep-told-failed = { $trial }: failed: { $error }
sweep-lost_to = it would end at { FIXED($low, digits: 4) } at best; { $winner } at { FIXED($high, digits: 4) } at worst
sweep-diverged = its loss is NaN or infinite
sweep-no_progress = it was stopped, and got no further
sweep-killed = its process ended with { PLAIN($code) }
sweep-side_by_side = running two trials side by side: they are small (--jobs=1 runs one at a time)
sweep-evaluations = trials are evaluated every { $every ->
    [one] iteration
   *[other] { NUMBER($every) } iterations
} on { $batches ->
    [one] one batch
   *[other] { NUMBER($batches) } batches
}, the same for all: forecasts, which drop losers, need some 30 evaluations per run

# the page

sweep-column-val_loss = val loss
sweep-column-end = at its end
sweep-column-range = 90% range
sweep-column-done = done
sweep-column-state = state
sweep-closest = These conclusions are about the best { NUMBER($number) }; `fledge compare` takes the folders of the others.
sweep-state-waiting = not begun
sweep-state-stopped = stopped
sweep-state-finished = finished
sweep-state-dropped = dropped
sweep-state-failed = failed
sweep-best = Best: { $trial }, val loss { FIXED($loss, digits: 4) }. The sweep took { $took }.
sweep-none_finished = No trial has finished. The sweep took { $took }.
sweep-no_report = no picture was made: { $error }
sweep-train = the best settings, to train with:
sweep-sample = the model that they made:
sweep-picture = every trial's curves:
sweep-continue = Not every trial is decided. To go on:
sweep-file_title = the best of { NUMBER($number) } trials: { $trial }
sweep-file_loss = val loss { FIXED($loss, digits: 4) }
sweep-mark_dropped = dropped
sweep-why_dropped = Dropped: it can no longer reach { $winner }
