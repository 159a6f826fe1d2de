## The page of `fledge tune`, and the comments of the file it writes

tune_page-shape = { $arch }, { $layers } layers, चौड़ाई { $width }, context { $context }: हर iteration { NUMBER($tokens) } tokens
tune_page-rate_and_range = { $name }: { $rate } tokens/s ({ $range })
tune_page-sure = पक्का?
tune_page-tokens = हर iteration { NUMBER($tokens) } tokens; { $basis }
tune_page-memory = GB: trace किया हुआ, process की बाकी सारी मेमोरी के साथ।
tune_page-choice = चुना गया
tune_page-choice_as_configured = { $name }: { $rate } tokens/s, जैसा आपकी सेटिंग में है
tune_page-choice_own = { $name }: { $rate } tokens/s, आपका micro-batch
tune_page-choice_gains = { $name }: { $rate } tokens/s, आपकी सेटिंग { $own } का { FIXED($gain, digits: 2) } गुना
tune_page-choice_alone = { $name }: { $rate } tokens/s
tune_page-knee = काफ़ी
tune_page-smallest = { $name }: सबसे तेज़ रफ़्तार का { PERCENT(0.95) } देने वाला सबसे छोटा micro-batch
tune_page-also_tried = और आज़माया
tune_page-took = समय लगा
tune_page-note = ध्यान दें: { $note }
tune_page-compiled = compile किया हुआ
tune_page-eager = eager
tune_page-threads = { $number ->
    [one] { NUMBER($number) } thread
   *[other] { NUMBER($number) } threads
}

## its table

tune_page-micro_batch = micro-batch
tune_page-accumulation = accumulation
tune_page-range = दायरा
tune_page-of_best = सबसे तेज़ का
tune_page-slow_host = धीमा host
tune_page-does_not_fit = fit नहीं होता
tune_page-yours = आपका

## what else was tried

tune_page-not_measured = { $what }: { $note }
tune_page-kept = रखा गया
tune_page-not_kept = नहीं रखा गया
tune_page-trial = { $what }: रफ़्तार का { FIXED($gain, digits: 2) } गुना ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) }), { $verdict }
tune_page-trial_note = { $what }: रफ़्तार का { FIXED($gain, digits: 2) } गुना ({ FIXED($low, digits: 2) } .. { FIXED($high, digits: 2) }), { $verdict }: { $note }
