## plan/throughput.py

bench-warming_up = warm-up हो रहा है
bench-repeat = { $repeats } में से दौर { $number }: { $iterations } iterations, लगभग { FIXED($seconds, digits: 0) } s
bench-parts = iteration के हिस्सों का समय मापा जा रहा है

## cli/commands/bench/speed.py

bench-new_runs = `fledge bench speed` नए runs शुरू करता है।
bench-leave_out_resume = --init_from=resume हटा दें, या उसमें किसी run का नाम दें।
bench-one_process = `fledge bench speed` एक process को मापता है।
bench-disturbed = ध्यान दें: दूसरे काम ने core का { PERCENT($lost) } लिया: अकेले में यह मशीन इससे तेज़ है।
bench-random_tokens = ध्यान दें: { $path } पर कोई dataset नहीं है: random tokens, vocab_size={ CODE($vocab_size) }
