## The page of `fledge devices`

devices_page-this_machine = This machine
devices_page-threads = { $number ->
    [one] { NUMBER($number) } thread
   *[other] { NUMBER($number) } threads
}
devices_page-peak = peak { $peaks } ({ $basis }: { $source })
devices_page-no_peak = peak not measured yet: type fledge devices --measure
devices_page-from = from
devices_page-legend = 16-bit, tf32, fp32: peak TFLOP/s, dense, accumulating in float32. 16-bit is bfloat16 and float16; * float16 only, bfloat16 is emulated. GEMM: the share of the 16-bit peak that torch matmuls reached, where someone measured it. Doubts about a figure: fledge devices NAME.
devices_page-sources_of = from: { SEPARATED($sources) }

## one GPU

devices_page-row_peak = peak
devices_page-row_memory = memory
devices_page-row_bandwidth = bandwidth
devices_page-row_power = power
devices_page-row_sources = sources
devices_page-row_doubts = doubts
devices_page-dense = { $peaks }, dense, accumulating in float32
devices_page-at_most = { $watts } W at most
devices_page-measurements = { $number ->
    [one] { NUMBER($number) } measurement
   *[other] { NUMBER($number) } measurements
}
devices_page-gemm = { $rate } in { $dtype } ({ $samples })
devices_page-gemm_share = { $rate } in { $dtype }, { PERCENT($share) } of the peak ({ $samples })
