## plan/throughput.py

bench-warming_up = warming up
bench-repeat = repeat { $number } of { $repeats }: { $iterations } iterations, about { FIXED($seconds, digits: 0) } s
bench-parts = timing the parts of an iteration

## cli/commands/bench/speed.py

bench-new_runs = fledge bench speed starts new runs.
bench-leave_out_resume = Leave out --init_from=resume, or name a run in it.
bench-one_process = fledge bench speed measures one process.
bench-disturbed = note: other work took { PERCENT($lost) } of the core: this machine does better alone.
bench-random_tokens = note: no dataset at { $path }: random tokens, vocab_size={ CODE($vocab_size) }
