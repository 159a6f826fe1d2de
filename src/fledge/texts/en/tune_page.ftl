## The page of `fledge tune`, and the comments of the file it writes

tune_page-shape = { $arch }, { $layers } layers, { $width } wide, context { $context }: { NUMBER($tokens) } tokens per iteration
tune_page-rate_and_range = { $name }: { $rate } tokens/s ({ $range })
tune_page-sure = sure?
tune_page-tokens = { NUMBER($tokens) } tokens per iteration; { $basis }
tune_page-memory = GB: traced, with everything else that the process holds.
tune_page-choice = choice
tune_page-choice_as_configured = { $name }: { $rate } tokens/s, as configured
tune_page-choice_own = { $name }: { $rate } tokens/s, your micro-batch
tune_page-choice_gains = { $name }: { $rate } tokens/s, { FIXED($gain, digits: 2) }x the configured { $own }
tune_page-choice_alone = { $name }: { $rate } tokens/s
tune_page-knee = knee
tune_page-smallest = { $name }: the smallest micro-batch with 95% of the best speed
tune_page-also_tried = also tried
tune_page-took = took
tune_page-note = note: { $note }
tune_page-compiled = compiled
tune_page-eager = eager
tune_page-threads = { $number ->
    [one] { NUMBER($number) } thread
   *[other] { NUMBER($number) } threads
}

## its table

tune_page-micro_batch = micro-batch
tune_page-accumulation = accumulation
tune_page-range = range
tune_page-of_best = of best
tune_page-slow_host = slow host
tune_page-does_not_fit = does not fit
tune_page-yours = yours

## what else was tried

tune_page-not_measured = { $what }: { $note }
tune_page-kept = kept
tune_page-not_kept = not kept
tune_page-trial = { $what }: { FIXED($gain, digits: 2) }x the speed ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) }), { $verdict }
tune_page-trial_note = { $what }: { FIXED($gain, digits: 2) }x the speed ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) }), { $verdict }: { $note }
