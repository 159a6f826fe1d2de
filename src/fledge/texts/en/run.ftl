## Run directories.

run-written = another fledge writes { $run } now (it does not say which process).
run-written_by = another fledge writes { $run } now ({ $writer }).
run-wait = Wait for it, stop it, or write elsewhere with --out_dir.
# the process that writes a run
run-writer = pid { $pid } on { $host }, since { $since }
run-unknown_host = an unknown host
run-here = Runs here: { $runs }.
run-none_here = Runs here: none.

## logs/rundir.py

run-another_out_dir = Choose another --out_dir.
run-none_yet = there is no run here yet.
run-demo_makes_one = `fledge demo` makes one in a few minutes.
run-no_checkpoint = { $name } holds no checkpoint.
run-writes_one = `fledge train` writes one at each evaluation.
run-unknown = no run { $name }.
run-is_file = { $path } is a file, not a directory.
run-exists = { $path } already holds a run.
run-exists_fix = Continue it with --init_from=resume, write elsewhere with --out_dir, or replace it with --overwrite.
run-foreign = { $path } holds a { $name } that no run of fledge wrote.
run-only_log = { $path } holds the log of a run that ended before its first checkpoint.
run-only_log_fix = Write elsewhere with --out_dir, or replace it with --overwrite.
run-nothing_to_resume = there is nothing to resume in { $out_dir }.

## logs/run_lock.py

run-no_locks = { $run } has no file locks: start no second run in it while this one goes

## logs/run_requests.py

run-not_training = no fledge trains { $run } now.
run-how_it_ended = To see how it ended: fledge explain { $run }
