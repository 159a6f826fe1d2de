## What `fledge launch` says.

launch-which = fledge launch writes one kind of job. Say which: --slurm, --k8s, --ssh or --skypilot.
launch-exists = { $file } is there already, and is not replaced. Remove it, or write elsewhere with --out.
launch-written = { $file } is written. To start it: { $command }
launch-image = --k8s needs the container image that has fledge: --image=NAME.
launch-hosts = --ssh needs the machines: --hosts=node1,node2.
launch-host = { $host } is no name of a host. Give names or addresses, with commas: --hosts=node1,user@node2.
launch-time = --time={ $time } is no time limit of Slurm's. Write hours, minutes and seconds: --time=24:00:00.
launch-unprintable = { $word } has a line break or another control character, which no job file can hold safely. Rename it.
launch-resume = the job continues its run by itself, each time it is started. Leave out --init_from=resume and give the run's --out_dir.
