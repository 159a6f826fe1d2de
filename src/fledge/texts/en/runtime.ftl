## What a run uses here, and why. `$why` is one of the reasons below: a part of a sentence.

runtime-device = device={ $device } ({ $why })
runtime-dtype = dtype={ $dtype } ({ $why })
runtime-compile = compile={ $compile } ({ $why })
runtime-attention = attention={ $attention } ({ $why })
runtime-threads = threads={ NUMBER($threads) } ({ SEPARATED($reasons) }; { NUMBER($usual) } on an idle machine)
runtime-threads_kept = threads={ NUMBER($threads) } (as the checkpoint has it; --adapt_threads=always allows { NUMBER($usual) })
runtime-threads_quota = threads={ NUMBER($threads) } (the container's quota is { SIGNIFICANT($cores) } cores; torch would take { NUMBER($torchs) })
runtime-parallel = parallel={ $parallel } ({ $why })
runtime-processes = processes={ $processes } (torchrun, { $backend })

## reasons

runtime-as_asked = as asked
runtime-as_before = as before
runtime-gpu_found = { $gpu } found
runtime-apple_gpu_found = Apple GPU found
runtime-gpus_hidden = CUDA_VISIBLE_DEVICES hides every GPU
runtime-no_gpu = no GPU found
runtime-cpu_bf16 = { $feature } found
runtime-cpu_no_bf16 = no AVX512_BF16, AMX_BF16 or ARM BF16 on this CPU
runtime-float16_scaled = this GPU has no bfloat16; with loss scaling
runtime-gpu_no_bfloat16 = this GPU has no bfloat16
runtime-gpu_has_it = this GPU has it
runtime-gpu_has_neither = this GPU has neither bfloat16 nor tensor cores
runtime-apple_float32 = the safe choice on an Apple GPU
runtime-bfloat16_slow = bfloat16 is { FIXED($gain, digits: 1) }x as fast at this size
runtime-bfloat16_fast = { $why }; { FIXED($gain, digits: 1) }x float32 at this size
runtime-gain_nothing = { LIST($dtypes) } gain nothing at this size
runtime-faster_than_float32 = { FIXED($gain, digits: 1) }x float32 at this size
runtime-fused_kernel = torch's fused kernel
runtime-fused_kernel_long = torch's fused kernel; long context
runtime-matmuls_slow = plain matmuls are { FIXED($gain, digits: 1) }x as fast at this size
runtime-matmuls_fast = { FIXED($gain, digits: 1) }x torch's fused kernel at this size
runtime-not_with_fsdp = not with fsdp
runtime-nothing_trained = nothing is trained
runtime-no_triton = triton is not installed
runtime-too_old_for_triton = this GPU is too old for triton
runtime-compile_gains = the first step takes a minute, the others are faster
runtime-compile_apple = not tested on an Apple GPU
runtime-compile_float32 = it gains nothing on a CPU in float32
runtime-no_compiler = no C++ compiler here
runtime-compile_time = it takes about { $takes } s and saves { DURATION($saved) } of a planned { DURATION($planned) }
runtime-one_process = one process
runtime-too_large = all of the model needs at least { NUMBER($least, digits: 1) } GB and { $device } has { NUMBER($has, digits: 1) } GB
runtime-least_communication = the least communication

## devices and dtypes that can't be used. `$why` and `$problem` are parts of a sentence.

runtime-device_unusable = device={ $device } is not usable: { $why }.
runtime-or_auto = Or try --device=auto.
runtime-no_such_gpu = device={ $device } does not exist: { $count } GPUs here.
runtime-try_first_gpu = Try --device=cuda:0.
runtime-no_mps = device=mps is not usable: no Apple GPU, or torch was built without it.
runtime-try_cpu = Try --device=cpu.
runtime-gpu_unusable = there is an NVIDIA GPU here and it can't be used: { $why }.
runtime-or_cpu = Or pass --device=cpu to use the CPU.
runtime-cuda_does_not_start = CUDA does not start
runtime-old_driver = The driver may be too old for this torch: `nvidia-smi` shows its version.
runtime-torch_without_cuda = torch { $version } was built without CUDA
runtime-macs_have_mps = Macs have no CUDA: use --device=mps.
runtime-cuda_build = On Linux, pip's own torch is the CUDA build: pip install --force-reinstall torch=={ $version } (pytorch.org/get-started has the builds for older drivers).
runtime-device_fails = { $device } was found but fails: { $error }.
runtime-repair_it = Repair it, or pass --device=cpu.
runtime-float16_on_cpu = dtype=float16 is for GPUs.
runtime-try_bfloat16_or_float32 = Try --dtype=bfloat16 or --dtype=float32.
runtime-int8_on_gpu = dtype=int8 is for the CPU.
runtime-try_bfloat16_or_cpu = Try --dtype=bfloat16, or --device=cpu.
runtime-no_int8 = dtype=int8 can't be used: { $problem }.
runtime-try_bfloat16_or_auto = Try --dtype=bfloat16 or --dtype=auto.
runtime-no_int8_product = torch { $version } has no int8 product for this CPU ({ $error })
runtime-int8_wrong = torch { $version } multiplies int8 wrongly on this CPU
runtime-compile_fsdp = compile=True does not work with fsdp yet.
runtime-try_ddp = Try --compile=auto, or --parallel=ddp.

## memory and disk. `$what` is a setting, or the model.

runtime-needs_memory = { $what } needs at least { NUMBER($least, digits: 1) } GB and { $device } has { NUMBER($has, digits: 1) } GB.
runtime-model_of = a model of { COUNT($parameters) } parameters
runtime-fewer_ngrams = Try a smaller --ngram_rows.
runtime-smaller_depth = Try a smaller --depth.
runtime-smaller_model = Try a smaller --n_embd or --n_layer.
runtime-half_batch = Try --batch_size={ $batch } --gradient_accumulation_steps={ $steps }.
runtime-half_context = Try --block_size={ $block_size }, or a smaller model.
runtime-disk_small = the checkpoints of this run take { NUMBER($one, digits: 2) } GB each, { NUMBER($needed, digits: 2) } GB with the newest, the best and one being written, and { $run } has { NUMBER($free, digits: 2) } GB free.
runtime-free_space = Free some space, write elsewhere with --out_dir, or start anyway with --force.
runtime-keep_fewer = Free some space, keep fewer with --keep=1, write elsewhere with --out_dir, or start anyway with --force.
