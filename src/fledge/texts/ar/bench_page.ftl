## The page of `fledge bench speed`

bench_page-model = { $arch }، { COUNT($parameters) } معلمة، { NUMBER($tokens) } من tokens في التكرار
bench_page-repeats = عدد الإعادات { $repeats } وفي كل منها { $iterations } من التكرارات، بعد تكرارين للإحماء: الوسيط (الأقل .. الأكثر)
bench_page-iteration = التكرار
bench_page-mfu = { PERCENT($share, digits: 1) } من { FLOPS($peak) } ({ $dtype }، { $basis })
bench_page-flops = { COUNT($flops) } FLOPs لكل token: بعدّ nanoGPT وهو 6 N + 12 L C T
bench_page-peak_memory = ذروة الذاكرة
bench_page-memory_process = { NUMBER($mb, digits: 0) } MB للعملية كلها
bench_page-memory_gpu = { NUMBER($mb, digits: 0) } MB على GPU
bench_page-compiled_in = زمن التصريف
bench_page-where = أين تذهب { NUMBER($ms, digits: 1) } ms
bench_page-separately = (قيست منفصلة: انتظار كل جزء أبطأ)
bench_page-data = البيانات
bench_page-forward = المرور الأمامي
bench_page-backward = المرور الخلفي
bench_page-optimizer = المحسّن
bench_page-rest = ما بقي
