## GPUs and this machine.

hardware-no_gpu = table में { QUOTED($name) } नाम का कोई GPU नहीं है।
hardware-all_gpus = `fledge devices` सारे दिखाता है।

## Where a peak comes from

hardware-not_measured = अभी मापा नहीं गया
hardware-peak_gpu = इस मशीन पर matmuls का { NUMBER(90) }वाँ percentile, torch { $version }
hardware-peak_cpu = { $threads ->
    [one] इस मशीन पर matmuls का { NUMBER(90) }वाँ percentile, { $threads } thread, torch { $version }
   *[other] इस मशीन पर matmuls का { NUMBER(90) }वाँ percentile, { $threads } threads, torch { $version }
}

## hardware/matmul_peak.py

hardware-peak_busy = एक thread की रफ़्तार का { $threads } गुना: CPU दूसरे काम में लगा है
