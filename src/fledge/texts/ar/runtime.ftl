## What a run uses here, and why. `$why` is one of the reasons below: a part of a sentence.

runtime-device = device={ $device } ({ $why })
runtime-dtype = dtype={ $dtype } ({ $why })
runtime-compile = compile={ $compile } ({ $why })
runtime-attention = attention={ $attention } ({ $why })
runtime-threads = threads={ NUMBER($threads) } ({ SEPARATED($reasons) }؛ و{ NUMBER($usual) } على حاسوب خامل)
runtime-threads_kept = threads={ NUMBER($threads) } (كما في checkpoint؛ ويسمح --adapt_threads=always بعدد { NUMBER($usual) })
runtime-threads_quota = threads={ NUMBER($threads) } (حصة الحاوية { SIGNIFICANT($cores) } نواة؛ وكان torch سيأخذ { NUMBER($torchs) })
runtime-parallel = parallel={ $parallel } ({ $why })
runtime-processes = processes={ $processes } (torchrun, { $backend })

## reasons

runtime-as_asked = كما طُلب
runtime-as_before = كما كان من قبل
runtime-gpu_found = عُثر على { $gpu }
runtime-apple_gpu_found = عُثر على GPU من Apple
runtime-gpus_hidden = المتغير CUDA_VISIBLE_DEVICES يخفي كل بطاقات GPU
runtime-no_gpu = لم يُعثر على أي GPU
runtime-cpu_bf16 = عُثر على { $feature }
runtime-cpu_no_bf16 = ليس في CPU أي من AVX512_BF16 أو AMX_BF16 أو ARM BF16
runtime-float16_scaled = لا تدعم هذه البطاقة bfloat16؛ مع loss scaling
runtime-gpu_no_bfloat16 = لا تدعم هذه البطاقة bfloat16
runtime-gpu_has_it = تدعمه هذه البطاقة
runtime-gpu_has_neither = لا تدعم هذه البطاقة bfloat16 وليس فيها tensor cores
runtime-apple_float32 = الاختيار الآمن على GPU من Apple
runtime-bfloat16_slow = سرعة bfloat16 عند هذا الحجم { FIXED($gain, digits: 1) }× فقط
runtime-bfloat16_fast = { $why }؛ وسرعته { FIXED($gain, digits: 1) }× من float32 عند هذا الحجم
runtime-gain_nothing = لا فائدة من { LIST($dtypes) } عند هذا الحجم
runtime-faster_than_float32 = سرعته { FIXED($gain, digits: 1) }× من float32 عند هذا الحجم
runtime-fused_kernel = تستخدم kernel المدمجة في torch
runtime-fused_kernel_long = تستخدم kernel المدمجة في torch؛ السياق طويل
runtime-matmuls_slow = سرعة ضرب المصفوفات العادي عند هذا الحجم { FIXED($gain, digits: 1) }× فقط
runtime-matmuls_fast = سرعته { FIXED($gain, digits: 1) }× من kernel المدمجة في torch عند هذا الحجم
runtime-not_with_fsdp = لا يعمل مع fsdp
runtime-nothing_trained = لا شيء يُدرَّب
runtime-no_triton = لم يُثبَّت triton
runtime-too_old_for_triton = هذه البطاقة أقدم مما يحتاجه triton
runtime-compile_gains = تستغرق الخطوة الأولى دقيقة، وبقية الخطوات أسرع
runtime-compile_apple = لم يُختبر على GPU من Apple
runtime-compile_float32 = لا فائدة منه على CPU بالنوع float32
runtime-no_compiler = لا يوجد هنا مصرّف C++
runtime-compile_time = يستغرق نحو { $takes } ث ويوفر { DURATION($saved) } من المخطط { DURATION($planned) }
runtime-one_process = عملية واحدة
runtime-too_large = يحتاج النموذج كله إلى { NUMBER($least, digits: 1) } GB على الأقل، وفي { $device } يوجد { NUMBER($has, digits: 1) } GB
runtime-least_communication = أقل تبادل للبيانات

## devices and dtypes that can't be used. `$why` and `$problem` are parts of a sentence.

runtime-device_unusable = لا يمكن استخدام device={ $device }: { $why }.
runtime-or_auto = أو جرب --device=auto.
runtime-no_such_gpu =
    الجهاز device={ $device } غير موجود: هنا { $count ->
        [zero] { NUMBER($count) } GPU
        [one] GPU واحدة
        [two] { NUMBER($count) } GPUs
        [few] { NUMBER($count) } GPUs
        [many] { NUMBER($count) } GPU
       *[other] { NUMBER($count) } GPU
    }.
runtime-try_first_gpu = جرب --device=cuda:0.
runtime-no_mps = لا يمكن استخدام device=mps: لا توجد GPU من Apple، أو بُني torch دونها.
runtime-try_cpu = جرب --device=cpu.
runtime-gpu_unusable = توجد هنا GPU من NVIDIA ولا يمكن استخدامها: { $why }.
runtime-or_cpu = أو اكتب --device=cpu لاستخدام CPU.
runtime-cuda_does_not_start = لا يبدأ CUDA
runtime-old_driver = قد يكون برنامج التشغيل (driver) أقدم مما تحتاجه هذه النسخة من torch: الأمر `nvidia-smi` يعرض نسخته.
runtime-torch_without_cuda = بُنيت النسخة torch { $version } دون CUDA
runtime-macs_have_mps = ليس في أجهزة Mac أي CUDA: استخدم --device=mps.
runtime-cuda_build = في Linux نسخة torch التي يثبتها pip هي المبنية مع CUDA: الأمر `pip install --force-reinstall torch=={ $version }` (وفي pytorch.org/get-started النسخ المناسبة لبرامج التشغيل الأقدم).
runtime-device_fails = عُثر على { $device } لكنه يفشل: { $error }.
runtime-repair_it = أصلحه، أو اكتب --device=cpu.
runtime-float16_on_cpu = الإعداد dtype=float16 لبطاقات GPU.
runtime-try_bfloat16_or_float32 = جرب --dtype=bfloat16 أو --dtype=float32.
runtime-int8_on_gpu = الإعداد dtype=int8 لا يعمل إلا على CPU.
runtime-try_bfloat16_or_cpu = جرب --dtype=bfloat16، أو --device=cpu.
runtime-no_int8 = لا يمكن استخدام dtype=int8: { $problem }.
runtime-try_bfloat16_or_auto = جرب --dtype=bfloat16 أو --dtype=auto.
runtime-no_int8_product = ليس في النسخة torch { $version } ضرب int8 يناسب CPU هنا ({ $error })
runtime-int8_wrong = تخطئ النسخة torch { $version } في ضرب int8 على CPU هنا
runtime-compile_fsdp = الإعداد compile=True لا يعمل مع fsdp بعد.
runtime-try_ddp = جرب --compile=auto، أو --parallel=ddp.

## memory and disk. `$what` is a setting, or the model.

runtime-needs_memory = يحتاج { $what } إلى { NUMBER($least, digits: 1) } GB على الأقل، وفي { $device } يوجد { NUMBER($has, digits: 1) } GB.
runtime-model_of = نموذج فيه { COUNT($parameters) } معلمة
runtime-fewer_ngrams = جرب قيمة أصغر للخيار --ngram_rows.
runtime-smaller_depth = جرب قيمة أصغر للخيار --depth.
runtime-smaller_model = جرب قيمة أصغر للخيار --n_embd أو --n_layer.
runtime-half_batch = جرب --batch_size={ $batch } --gradient_accumulation_steps={ $steps }.
runtime-half_context = جرب --block_size={ $block_size }، أو نموذجًا أصغر.
runtime-disk_small = يأخذ كل checkpoint من هذا التشغيل { NUMBER($one, digits: 2) } GB، والمجموع { NUMBER($needed, digits: 2) } GB مع الأحدث والأفضل وما يُكتب حينها، والمساحة الحرة في { $run } هي { NUMBER($free, digits: 2) } GB.
runtime-free_space = وفر بعض المساحة، أو اكتب في مكان آخر باستخدام --out_dir، أو ابدأ رغم ذلك باستخدام --force.
runtime-keep_fewer = وفر بعض المساحة، أو احتفظ بعدد أقل باستخدام --keep=1، أو اكتب في مكان آخر باستخدام --out_dir، أو ابدأ رغم ذلك باستخدام --force.
