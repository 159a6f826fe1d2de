## What a run uses here, and why. `$why` is one of the reasons below: a part of a sentence.

runtime-device = device={ $device } ({ $why })
runtime-dtype = dtype={ $dtype } ({ $why })
runtime-compile = compile={ $compile } ({ $why })
runtime-attention = attention={ $attention } ({ $why })
runtime-threads = threads={ NUMBER($threads) } ({ SEPARATED($reasons) }; खाली मशीन पर { NUMBER($usual) })
runtime-threads_kept = threads={ NUMBER($threads) } (जैसा checkpoint में है; --adapt_threads=always से { NUMBER($usual) } हो सकते हैं)
runtime-threads_quota = threads={ NUMBER($threads) } (container का quota { SIGNIFICANT($cores) } cores है; torch { NUMBER($torchs) } लेता)
runtime-parallel = parallel={ $parallel } ({ $why })
runtime-processes = processes={ $processes } (torchrun, { $backend })

## reasons

runtime-as_asked = जैसा कहा गया
runtime-as_before = जैसा पहले था
runtime-gpu_found = { $gpu } मिला
runtime-apple_gpu_found = Apple का GPU मिला
runtime-gpus_hidden = CUDA_VISIBLE_DEVICES सभी GPUs को छिपाता है
runtime-no_gpu = कोई GPU नहीं मिला
runtime-cpu_bf16 = { $feature } मिला
runtime-cpu_no_bf16 = इस CPU में न AVX512_BF16 है, न AMX_BF16, न ARM BF16
runtime-float16_scaled = इस GPU में bfloat16 नहीं है; loss scaling के साथ
runtime-gpu_no_bfloat16 = इस GPU में bfloat16 नहीं है
runtime-gpu_has_it = इस GPU में यह है
runtime-gpu_has_neither = इस GPU में न bfloat16 है न tensor cores
runtime-apple_float32 = Apple के GPU पर सुरक्षित चुनाव
runtime-bfloat16_slow = इस size पर bfloat16 की रफ़्तार { FIXED($gain, digits: 1) } गुना ही है
runtime-bfloat16_fast = { $why }; इस size पर float32 से { FIXED($gain, digits: 1) } गुना तेज़
runtime-gain_nothing = इस size पर { LIST($dtypes) } से कोई फ़ायदा नहीं
runtime-faster_than_float32 = इस size पर float32 से { FIXED($gain, digits: 1) } गुना तेज़
runtime-fused_kernel = torch का fused kernel
runtime-fused_kernel_long = torch का fused kernel; context लंबा है
runtime-matmuls_slow = इस size पर सीधे matmuls की रफ़्तार { FIXED($gain, digits: 1) } गुना ही है
runtime-matmuls_fast = इस size पर torch के fused kernel से { FIXED($gain, digits: 1) } गुना तेज़
runtime-not_with_fsdp = fsdp के साथ नहीं
runtime-nothing_trained = कुछ भी train नहीं होता
runtime-no_triton = triton install नहीं है
runtime-too_old_for_triton = यह GPU triton के लिए बहुत पुराना है
runtime-compile_gains = पहले step में एक मिनट लगता है, बाकी तेज़ चलते हैं
runtime-compile_apple = Apple के GPU पर जाँचा नहीं गया
runtime-compile_float32 = CPU पर float32 में इससे कोई फ़ायदा नहीं
runtime-no_compiler = यहाँ C++ का कोई compiler नहीं है
runtime-compile_time = इसमें लगभग { $takes } s लगते हैं और प्लान के { DURATION($planned) } में से { DURATION($saved) } बचते हैं
runtime-one_process = एक process
runtime-too_large = पूरे मॉडल को कम से कम { NUMBER($least, digits: 1) } GB चाहिए और { $device } में { NUMBER($has, digits: 1) } GB हैं
runtime-least_communication = सबसे कम लेन-देन

## devices and dtypes that can't be used. `$why` and `$problem` are parts of a sentence.

runtime-device_unusable = device={ $device } इस्तेमाल नहीं हो सकता: { $why }।
runtime-or_auto = या --device=auto आज़माएँ।
runtime-no_such_gpu = { $count ->
    [one] device={ $device } नहीं है: यहाँ { $count } GPU है।
   *[other] device={ $device } नहीं है: यहाँ { $count } GPUs हैं।
}
runtime-try_first_gpu = --device=cuda:0 आज़माएँ।
runtime-no_mps = device=mps इस्तेमाल नहीं हो सकता: Apple का GPU नहीं है, या torch उसके बिना बना है।
runtime-try_cpu = --device=cpu आज़माएँ।
runtime-gpu_unusable = यहाँ एक NVIDIA GPU है और वह इस्तेमाल नहीं हो सकता: { $why }।
runtime-or_cpu = या CPU पर चलाने के लिए --device=cpu दें।
runtime-cuda_does_not_start = CUDA शुरू नहीं होता
runtime-old_driver = driver शायद इस torch के लिए बहुत पुराना है: `nvidia-smi` उसका version दिखाता है।
runtime-torch_without_cuda = torch { $version } CUDA के बिना बना है
runtime-macs_have_mps = Mac में CUDA नहीं होता: --device=mps लिखें।
runtime-cuda_build = Linux पर pip का अपना torch CUDA वाला होता है: `pip install --force-reinstall torch=={ $version }` चलाएँ (पुराने drivers के लिए pytorch.org/get-started देखें)।
runtime-device_fails = { $device } मिला पर चलता नहीं: { $error }।
runtime-repair_it = उसे ठीक करें, या --device=cpu दें।
runtime-float16_on_cpu = dtype=float16 GPUs के लिए है।
runtime-try_bfloat16_or_float32 = --dtype=bfloat16 या --dtype=float32 आज़माएँ।
runtime-int8_on_gpu = dtype=int8 CPU के लिए है।
runtime-try_bfloat16_or_cpu = --dtype=bfloat16 या --device=cpu आज़माएँ।
runtime-no_int8 = dtype=int8 इस्तेमाल नहीं हो सकता: { $problem }।
runtime-try_bfloat16_or_auto = --dtype=bfloat16 या --dtype=auto आज़माएँ।
runtime-no_int8_product = torch { $version } में इस CPU के लिए int8 का गुणा नहीं है ({ $error })
runtime-int8_wrong = torch { $version } इस CPU पर int8 का गुणा गलत करता है
runtime-compile_fsdp = compile=True अभी fsdp के साथ नहीं चलता।
runtime-try_ddp = --compile=auto या --parallel=ddp आज़माएँ।

## memory and disk. `$what` is a setting, or the model.

runtime-needs_memory = { $what } को कम से कम { NUMBER($least, digits: 1) } GB चाहिए और { $device } में { NUMBER($has, digits: 1) } GB हैं।
runtime-model_of = { COUNT($parameters) } parameters के मॉडल
runtime-fewer_ngrams = छोटा --ngram_rows आज़माएँ।
runtime-smaller_depth = छोटा --depth आज़माएँ।
runtime-smaller_model = छोटा --n_embd या --n_layer आज़माएँ।
runtime-half_batch = --batch_size={ $batch } --gradient_accumulation_steps={ $steps } आज़माएँ।
runtime-half_context = --block_size={ $block_size } या छोटा मॉडल आज़माएँ।
runtime-disk_small = इस run का हर checkpoint { NUMBER($one, digits: 2) } GB लेता है, सबसे नए, सबसे अच्छे और लिखे जा रहे checkpoint के साथ { NUMBER($needed, digits: 2) } GB, और { $run } में { NUMBER($free, digits: 2) } GB खाली हैं।
runtime-free_space = कुछ जगह खाली करें, --out_dir से दूसरी जगह लिखें, या --force से फिर भी शुरू करें।
runtime-keep_fewer = कुछ जगह खाली करें, --keep=1 से कम checkpoints रखें, --out_dir से दूसरी जगह लिखें, या --force से फिर भी शुरू करें।
