## The page of `fledge bench speed`

bench_page-model = { $arch }, { COUNT($parameters) } parameters, हर iteration { NUMBER($tokens) } tokens
bench_page-repeats = { $repeats } x { $iterations } iterations, warm-up के 2 के बाद: median (सबसे कम .. सबसे ज़्यादा)
bench_page-iteration = iteration
bench_page-mfu = { FLOPS($peak) } का { PERCENT($share, digits: 1) } ({ $dtype }, { $basis })
bench_page-flops = हर token { COUNT($flops) } FLOPs: 6 N + 12 L C T, nanoGPT की गिनती से
bench_page-peak_memory = सबसे ज़्यादा मेमोरी
bench_page-memory_process = पूरी process के { NUMBER($mb, digits: 0) } MB
bench_page-memory_gpu = GPU के { NUMBER($mb, digits: 0) } MB
bench_page-compiled_in = compile होने का समय
bench_page-where = { NUMBER($ms, digits: 1) } ms कहाँ जाते हैं
bench_page-separately = (अलग से मापा गया: हर हिस्से का इंतज़ार करना धीमा है)
bench_page-data = डेटा
bench_page-forward = forward
bench_page-backward = backward
bench_page-optimizer = optimizer
bench_page-rest = बाकी
