## GPUs and this machine.

hardware-no_gpu = no GPU called { QUOTED($name) } is in the table.
hardware-all_gpus = `fledge devices` lists all.

## Where a peak comes from

hardware-not_measured = not measured yet
hardware-peak_gpu = 90th percentile of matmuls on this machine, torch: { $version }
hardware-peak_cpu = 90th percentile of matmuls on this machine, threads: { $threads }, torch: { $version }

## hardware/matmul_peak.py

hardware-peak_busy = { $threads } x the rate of one thread: the CPU is busy with other work
