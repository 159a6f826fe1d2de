## plan/throughput.py

bench-warming_up = warming up
bench-repeat = repeat { $number } of { $repeats }: { $iterations } iterations, about { FIXED($seconds, digits: 0) } s
bench-parts = timing the parts of an iteration

## cli/commands/bench/speed.py

bench-new_runs = fledge bench speed starts new runs.
bench-leave_out_resume = Leave out --init_from=resume, or name a run in it.
bench-one_process = fledge bench speed measures one process.
