## The page of `fledge devices`

devices_page-this_machine = यह मशीन
devices_page-threads = { $number ->
    [one] { NUMBER($number) } thread
   *[other] { NUMBER($number) } threads
}
devices_page-peak = peak { $peaks } ({ $basis }: { $source })
devices_page-no_peak = peak अभी मापा नहीं गया: `fledge devices --measure` लिखें
devices_page-from = स्रोत
devices_page-legend = 16-bit, tf32, fp32: TFLOP/s में peak, dense, float32 में जोड़ते हुए। 16-bit का मतलब bfloat16 और float16 है; `*` हो तो सिर्फ़ float16, bfloat16 की नकल होती है। GEMM: 16-bit peak का वह हिस्सा जहाँ तक torch के matmuls पहुँचे, जहाँ किसी ने मापा। किसी आँकड़े पर शक के लिए `fledge devices NAME` देखें।
devices_page-sources_of = स्रोत: { SEPARATED($sources) }

## one GPU

devices_page-row_peak = peak
devices_page-row_memory = मेमोरी
devices_page-row_bandwidth = bandwidth
devices_page-row_power = power
devices_page-row_sources = स्रोत
devices_page-row_doubts = शक
devices_page-dense = { $peaks }, dense, float32 में जोड़ते हुए
devices_page-at_most = ज़्यादा से ज़्यादा { $watts } W
devices_page-measurements = { NUMBER($number) } माप
devices_page-gemm = { $dtype } में { $rate } ({ $samples })
devices_page-gemm_share = { $dtype } में { $rate }, peak का { PERCENT($share) } ({ $samples })
