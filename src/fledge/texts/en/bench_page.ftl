## The page of `fledge bench speed`

bench_page-model = { $arch }, { COUNT($parameters) } parameters, { NUMBER($tokens) } tokens per iteration
bench_page-repeats = { $repeats } x { $iterations } iterations, after 2 to warm up: the median (least .. most)
bench_page-iteration = iteration
bench_page-mfu = { PERCENT($share, digits: 1) } of { FLOPS($peak) } ({ $dtype }, { $basis })
bench_page-flops = { COUNT($flops) } FLOPs per token: 6 N + 12 L C T, nanoGPT's counting
bench_page-peak_memory = peak memory
bench_page-memory_process = { NUMBER($mb, digits: 0) } MB of the whole process
bench_page-memory_gpu = { NUMBER($mb, digits: 0) } MB of the GPU
bench_page-compiled_in = compiled in
bench_page-where = where { NUMBER($ms, digits: 1) } ms go
bench_page-separately = (timed separately: waiting for each part is slower)
bench_page-data = data
bench_page-forward = forward
bench_page-backward = backward
bench_page-optimizer = optimizer
bench_page-rest = rest
