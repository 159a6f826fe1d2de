## Plans and tuning: notes, reasons and advice.
## A template names its numbers; texts/message.py lists the formats.

plan-tokens_per_parameter = लगभग { NUMBER(20) } compute-optimal है; जिस मॉडल को इस्तेमाल करना हो उसके लिए ज़्यादा सामान्य है।
plan-note-long_text = GPT-2 के tokens में { $dataset } उससे सीखी { NUMBER($size, digits: 0) } tokens की vocabulary से { FIXED($ratio, digits: 1) } गुना लंबा है, { NUMBER($sample, digits: 0) } bytes के नमूने पर मापा गया: एक epoch में उतने गुना ज़्यादा steps लगते हैं। टेक्स्ट को --tokenizer=bpe:8192 से तैयार करें।
plan-note-gpu_taken = { QUOTED($typed) } को { $taken } माना गया है। उसी नाम के दूसरे: { LIST($others) }; उनमें से कोई चाहिए तो पूरा नाम लिखें
plan-note-desktop_taken = { LIST($gpus) }: डेस्कटॉप वाला card, लैपटॉप वाला नहीं; लैपटॉप के लिए नाम में Laptop जोड़ें
plan-note-memory_unknown = { $gpu } अलग-अलग मेमोरी के साथ बिकता है: नाम में अपनी मेमोरी जोड़ें, जैसे --gpu='{ $gpu } 16GB'
plan-note-laptop = लैपटॉप का GPU उतनी ही power पर चलता है जितनी निर्माता देता है: ये आँकड़े { FIXED($watts, digits: 0) } W के लिए हैं, जो अधिकतम है; कम power पर यह धीमा होगा
plan-note-no_bfloat16 = { $gpu } में bfloat16 नहीं है: प्लान float16 और loss scaling के साथ बना है, जैसे fledge वहाँ train करेगा
plan-note-no_tensor_cores = { $gpu } में न bfloat16 है न tensor cores: प्लान float32 में बना है, जैसे fledge वहाँ train करेगा
plan-note-xpu = fledge Intel GPUs (torch का xpu) पर train नहीं करता: { $gpu } के लिए यह सिर्फ़ बताता है कि ऐसे run को क्या चाहिए होगा
plan-note-measured_slower = { $source }, उस step के प्लान { $planned } का { $ratio } है, और { $low } से { $high } के दायरे से बाहर: क्या मशीन दूसरे काम में लगी थी, GPU गर्मी या power की वजह से रुका था, या डेटा धीमा आ रहा था? आँकड़े आपके माप पर चलते हैं
plan-note-measured_faster = { $source }, उस step के प्लान { $planned } से { $ratio } तेज़ है, और { $low } से { $high } के दायरे से बाहर: जाँचें कि सेटिंग मापे हुए run की ही हैं। आँकड़े आपके माप पर चलते हैं
plan-note-measured_slower_far = { $source } यहाँ उस step के लिए शायद ही सही हो: यह प्लान के { $planned } ({ $low } से { $high }) का { $ratio } है। इकाई (ms या s), GPU का नाम और मापे हुए step की सेटिंग जाँचें, और यह भी कि डिवाइस पर कुछ और नहीं चल रहा था। फिर भी आँकड़े आपके माप पर चलते हैं; शक हो तो उसे हटा दें
plan-note-measured_faster_far = { $source } यहाँ उस step के लिए शायद ही सही हो: यह प्लान के { $planned } ({ $low } से { $high }) से { $ratio } तेज़ है। इकाई (ms या s), GPU का नाम और मापे हुए step की सेटिंग जाँचें, सबसे पहले हर iteration के tokens। फिर भी आँकड़े आपके माप पर चलते हैं; शक हो तो उसे हटा दें
plan-note-plain = { $note }
plan-busy_now = { $line }, अगर मशीन खाली हो; अभी { SEPARATED($reasons) }
plan-note-compile = compile={ $compiled }: { $why }
plan-note-bound_untested = compile किए हुए step की मेमोरी: eager step की मेमोरी को ऊपरी सीमा माना गया है, क्योंकि fledge नहीं जानता कि torch { $version } कैसे compile करता है
plan-note-bound_recomputed = compile किए हुए step की मेमोरी: eager step की मेमोरी को ऊपरी सीमा माना गया है, क्योंकि checkpoint किए हुए activations lower नहीं किए जाते
plan-note-bound_failed = compile किए हुए step की मेमोरी: eager step की मेमोरी को ऊपरी सीमा माना गया है, क्योंकि उसे lower करना फ़ेल हुआ ({ $error })
plan-note-loading = { $program } अपने batches training loop में ही बनाता है, एक fork के logs के अनुसार host पर हर token { FIXED($per_token, digits: 1) } us: एक micro-batch के { NUMBER($loading, digits: 0) } ms, जिनमें से GPU { NUMBER($waiting, digits: 0) } ms इंतज़ार करता है
plan-note-communication = GPUs आपस में gradients का लेन-देन { $link } से करते हैं
plan-note-sharded = मॉडल shard किया गया है: हर GPU हर micro-batch में weights दो बार gather करता है और gradients reduce करता है, { $link } से
plan-note-nodes = { $nodes } मशीनें: उनके बीच का समय --network_gbit से माना गया है, और किसी प्रकाशित आँकड़े से उसकी जाँच नहीं होती
plan-advice-smaller_batch = --batch_size={ $batch } --gradient_accumulation_steps={ $steps } आज़माएँ (हर iteration में वही { NUMBER($tokens) } tokens): { FIXED($gb, digits: 1) } GB।
plan-advice-compile = --compile=True आज़माएँ: { FIXED($gb, digits: 1) } GB।
plan-advice-nothing_fits = कोई micro-batch fit नहीं होता: छोटा मॉडल, छोटा --block_size, या ज़्यादा मेमोरी वाला डिवाइस आज़माएँ।
tune-basis-roofline = trace और roofline से, मापा हुआ नहीं
tune-basis-measured = इस मशीन पर मापा गया, torch { $version }
tune-basis-busy = इस मशीन पर तब मापा गया जब वह दूसरे काम में लगी थी, torch { $version }
tune-refused-does_not_fit = fit नहीं होता
tune-refused-free_memory = { FIXED($gb, digits: 1) } GB खाली हैं
tune-refused-out_of_memory = मेमोरी खत्म
tune-sure-data_sheet = जितना data sheet बताती है: सबसे तेज़ रफ़्तार से { PERCENT($share) } तक के फ़र्क वाला सबसे छोटा micro-batch
tune-sure-budget_ended = नहीं: budget micro-batch { LIST($sizes) } से पहले खत्म हो गया, जो शायद तेज़ हो; --budget={ CODE($budget, format: ".0f") } आज़माएँ
tune-sure-busy = नहीं: मशीन दूसरे काम में लगी थी ({ SEPARATED($reasons) }); { $outcome }। मशीन खाली होने पर फिर करें
tune-sure-disturbed = पूरी तरह नहीं: दूसरे काम से { PERCENT($share) } माप बिगड़े ({ SEPARATED($reasons) }); मशीन खाली होने पर फिर करें
tune-sure-few_rounds = नहीं: budget में माप के { $needed } में से { $rounds } दौर ही हो पाए; { $outcome }। --budget={ CODE($budget, format: ".0f") } आज़माएँ
tune-outcome-own = आपका, { $choice }, रखा गया है
tune-outcome-guess = आपका fit नहीं होता, और { $choice } सबसे अच्छा दिखा
tune-sure-hardly_measured = पूरी तरह नहीं: { $other } काफ़ी बार नहीं मापा गया; --budget={ CODE($budget, format: ".0f") } आज़माएँ
tune-sure-within_noise = { LIST($others) } से फ़र्क noise के भीतर है ({ $measured }); { $reason }
tune-more_others = { $number } और
tune-reason-own = इसलिए आपका रखा गया है
tune-reason-less_memory = छोटे micro-batch को कम मेमोरी चाहिए
tune-sure-doubtful = पूरी तरह नहीं: { $other } में { PERCENT($low, sign: "always") } से { PERCENT($high, sign: "always") } तक ज़्यादा समय लगता है ({ $measured }); --budget={ CODE($budget, format: ".0f") } से शायद फ़र्क पता चले
tune-sure-nothing_else = हाँ: और कुछ fit नहीं होता
tune-sure-own = हाँ: आपका सबसे तेज़ है, और अगले, { $other }, की रफ़्तार उसकी { PERCENT($share) } है ({ $measured })
tune-sure-clear = हाँ: अगले, { $other }, की रफ़्तार इसकी { PERCENT($share) } है ({ $measured })
tune-sure-clear_of_own = हाँ: आपके, { $own }, की रफ़्तार इसकी { PERCENT($own_share) } है, और अगले, { $other }, की { PERCENT($share) } ({ $measured })
tune-measured-rounds = बारी-बारी से { $rounds } दौर
tune-note-no_room = micro-batch { LIST($sizes) } के लिए budget कम था: --budget={ CODE($budget, format: ".0f") } आज़माएँ
tune-note-busy = दूसरे काम से { $all } में से { $count } माप बिगड़े, जिनसे कुछ तय नहीं होता ({ SEPARATED($reasons) })
tune-note-slow_host = हर micro-batch में host का काम जुड़ता है, प्लान में { FIXED($usual, digits: 1) } ms; प्रकाशित runs में { NUMBER(1) } से { NUMBER(23) } ms दिखते हैं। { FIXED($slow, digits: 0) } ms हों, तो micro-batch { $choice } की रफ़्तार { $largest } की { PERCENT($choice_share) } होगी: आपका host धीमा हो तो दोनों मापें
tune-legend-measured = दायरा: दोहराए गए मापों का।
tune-legend-planned = tokens/s: { $range }। धीमा host: सबसे तेज़ का हिस्सा, जब हर micro-batch पर host के { FIXED($ms, digits: 0) } ms लगें।
tune-note-left = { $file } पहले के किसी `fledge tune` की है, और जैसी थी वैसी छोड़ दी गई
tune-note-kept = कुछ नहीं लिखा गया: आपकी सेटिंग जैसी थीं वैसी ही हैं
tune-note-compile_failed = { $problem }
tune-trial-not_a_setting = यह सेटिंग नहीं है: `fledge train` इसे अपनी जाँच से चुनता है
tune-trial-busy = मशीन दूसरे काम में लगी थी
tune-trial-compile_too_long = इतने छोटे run में compile करने में जितना समय लगता है, उतना बचता नहीं

## The page of `fledge plan`

plan-page-fits = fit होता है
plan-page-no_fit = fit नहीं होता
plan-page-memory_not_known = मेमोरी मालूम नहीं
plan-page-yes = हाँ
plan-page-no = नहीं
plan-page-compiled = compile किया हुआ
plan-page-eager = eager
plan-page-in_program = { $program } में
plan-page-no_flash = flash attention के बिना
plan-page-nanogpt = यही nanoGPT में, जो सारे logits एक साथ बनाता है: { SEPARATED($needs) }।
plan-page-needs = { $how } { $memory } ({ $fits })
plan-page-needs_step = { $how } { $memory } ({ $fits }), हर iteration { $step }
plan-page-note = ध्यान दें: { $note }
plan-page-measure_one = एक मापा हुआ iteration इसे और सटीक बनाता है: `--measured="SETTINGS:TIME"`।
plan-page-next = आगे:
plan-page-range = { $value } ({ $low } से { $high })

## its rows

plan-page-row-memory = मेमोरी
plan-page-row-time = समय
plan-page-row-done = पूरा होगा
plan-page-row-energy = बिजली
plan-page-row-cost = खर्च
plan-page-row-parameters = parameters
plan-page-row-tokens = tokens
plan-page-row-iteration = iteration
plan-page-row-exchange = लेन-देन
plan-page-row-efficiency = efficiency
plan-page-row-first_step = पहला step
plan-page-row-disk = disk
plan-page-row-loss = val loss
plan-page-row-basis = आधार
plan-page-row-data = डेटा
plan-page-memory = { $fits }: tensors { $tensors }, कुल मिलाकर { FIXED($most, digits: 1) } GB तक
plan-page-memory_of = { $fits }: tensors { $tensors }, कुल मिलाकर { SIGNIFICANT($has, digits: 3) } में से { FIXED($most, digits: 1) } GB तक
plan-page-no_time = मालूम नहीं: डिवाइस की bandwidth table में नहीं है
plan-page-training = { $span } की training
plan-page-done = अभी शुरू करें तो { $finish }, { $others } मिलाकर
plan-page-cheap = { NUMBER(0.01) } से कम
plan-page-epochs = { FIXED($epochs, digits: 2) } epochs; हर parameter पर { $ratio } tokens
plan-page-no_epochs = epochs मालूम नहीं (--dataset_tokens); हर parameter पर { $ratio } tokens
plan-page-parameters = { NUMBER($own, digits: 2) }M (nanoGPT की गिनती से { NUMBER($nanogpt, digits: 2) }M)
plan-page-tokens = हर iteration { NUMBER($each, digits: 0) }, कुल { NUMBER($total, digits: 0) }
plan-page-flops = कुल { SIGNIFICANT($total, digits: 3) }, nanoGPT के formula से; 6ND { SIGNIFICANT($six, digits: 3) }, causal { SIGNIFICANT($causal, digits: 3) }
plan-page-speed = { $rate } tokens/s
plan-page-exchange = इसमें से { $time } ms, { $link } से
plan-page-efficiency = उतने ही अकेले GPUs का { $share }
plan-page-compiling = compile करने के { $seconds } s
plan-page-evaluation = evaluation
plan-page-saving = save
plan-page-compilation = compile
plan-page-preparation = तैयारी
plan-page-more = { DURATION($seconds) } और
plan-page-disk = checkpoints { GIBIBYTES($checkpoints) }
plan-page-disk_data = checkpoints { GIBIBYTES($checkpoints) }, डेटा { GIBIBYTES($data) }
plan-page-loss = हर token पर { FIXED($low, digits: 2) } से { FIXED($high, digits: 2) } nats
plan-page-no_loss = ऐसे टेक्स्ट के लिए मालूम नहीं
plan-page-no_second = एक सेकंड से कम
plan-page-not_here = अभी यहाँ नहीं है: { $command }
plan-page-download = डाउनलोड { GIBIBYTES($gib) }
plan-page-download_to = डाउनलोड { GIBIBYTES($gib) } से { GIBIBYTES($most) }
plan-page-prepare_disk = disk पर ज़्यादा से ज़्यादा { GIBIBYTES($most) }, पूरा होने पर { GIBIBYTES($low) }
plan-page-besides = डाउनलोड के अलावा { $took }
plan-page-prepare_memory = मेमोरी { NUMBER($usual, digits: 0) } MB, { NUMBER($most, digits: 0) } तक

## parts of the memory

plan-page-part-weights = weights
plan-page-part-gradients = gradients
plan-page-part-optimizer = optimizer
plan-page-part-activations = activations
plan-page-part-logits = logits
plan-page-part-update = update
plan-page-part-buckets = लेन-देन के gradients
plan-page-part-gathered = gather किए हुए blocks
plan-page-part-around_gpu = GPU का context और अतिरिक्त जगह
plan-page-part-around_process = process और अतिरिक्त जगह

## how a figure is known

plan-page-basis-computed = गणना
plan-page-basis-traced = trace
plan-page-basis-measured = माप
plan-page-basis-table = table
plan-page-basis-assumed = माना हुआ

## several GPUs, and a plan beside its run

plan-page-seconds = सेकंड
plan-page-minutes = मिनट
plan-page-hours = घंटे
plan-page-column-of = में से
plan-page-column-range = दायरा
plan-page-column-planned = प्लान
plan-page-column-actual = असल
plan-page-column-off = फ़र्क
plan-page-size = { NUMBER($millions, digits: 2) }M parameters, { NUMBER($tokens, digits: 0) } tokens, { SIGNIFICANT($flops, digits: 3) } FLOPs
plan-page-columns = GB: CUDA के context और अतिरिक्त जगह के साथ। { $unit }: सिर्फ़ training, data sheet और trace किए हुए step से।
plan-page-checked-hours = training
plan-page-checked-step = step_ms
plan-page-checked-memory = peak_memory_mb
plan-page-checked-val_loss = val loss

## the plan of a run that starts

plan-headline = { COMMAS($parts) }
plan-rough = { COUNT($tokens) } tokens, मोटे तौर पर { DURATION($seconds) }, कम से कम { NUMBER($mb, digits: 0) } MB
plan-too_large = इस run को { NUMBER($needed, digits: 1) } GB तक चाहिए और { $device } में { NUMBER($has, digits: 1) } GB हैं।
plan-force = --force से यह फिर भी शुरू होगा।
plan-rough_short = { COUNT($tokens) } tokens, कम से कम { NUMBER($mb, digits: 0) } MB; iterations इतने छोटे हैं कि उनके समय का प्लान नहीं बन सकता
plan-no_plan = { $run } में जाँचने को कोई प्लान नहीं है।
plan-finished_have_one = जिन runs को `fledge train` पूरा करता है उनमें होता है, अगर उनके iterations बहुत छोटे न हों।

## Where figures come from

plan-source-traced = fake tensors पर trace किया हुआ एक step
plan-source-lowered = inductor से lower किया हुआ step (compile के बाद का), fake tensors पर
plan-source-bounded = ऊपरी सीमा eager step से, fake tensors पर trace किया हुआ
plan-source-run = step इस मशीन पर कुछ सेकंड चलाया गया, random tokens के साथ
plan-source-one_thread = इसके kernels एक thread पर मापे गए, क्योंकि CPU दूसरे काम में लगा है: खाली होने पर फिर प्लान करें
plan-source-kernels = trace किए हुए step का हर kernel इस मशीन पर मापा गया: प्लान के लिए step चलाने में बहुत समय लगता है
plan-source-with_gain = { $source }, compile से होने वाले फ़ायदे को घटाकर ({ FIXED($gain, digits: 2) } गुना, LOG.md)
plan-source-memory = { $traced }; ऊपरी मान: { $besides } के साथ
plan-source-update = optimizer के अस्थायी tensors
plan-source-cuda = CUDA का context और allocator के blocks
plan-source-process = Python, torch की libraries और वह मेमोरी जो C library रखती है
plan-source-buckets = gradients की दूसरी copy, उनके लेन-देन के लिए
plan-source-gathered = blocks से बाहर का हिस्सा और दो blocks, gather किए हुए; बाँटे जाने से पहले उनके gradients
plan-source-matmuls_measured = matmuls peak के { PERCENT($share) } पर मापे गए
plan-source-matmuls_assumed = matmuls peak के { PERCENT($share) } पर माने गए, जैसे मिलते-जुलते GPUs पर
plan-source-roofline = roofline: { $matmuls }, bandwidth का { PERCENT($share) }

## Budgets and memory that are too small for tuning

tune-short_budget = { SIGNIFICANT($budget) } s का budget बहुत छोटा है: एक micro-batch में { FIXED($took, digits: 0) } s लगे।
tune-busy = मशीन दूसरे काम में लगी है: { $reasons }।
tune-longer_budget = --budget={ CODE($budget, format: ".0f") } आज़माएँ।
tune-longer_or_idle = --budget={ CODE($budget, format: ".0f") } आज़माएँ, या जब मशीन खाली हो।
tune-nothing_fits = { $device } में कोई micro-batch fit नहीं होता: batch_size={ $batch } भी नहीं।
tune-nothing_fits_in = { $device } में कोई micro-batch fit नहीं होता: batch_size={ $batch } भी नहीं ({ NUMBER($most, digits: 1) } GB तक)।
tune-smaller_model = छोटा मॉडल या छोटा --block_size आज़माएँ।

## plan/planner.py

plan-source-gradients = हर iteration में सारे gradients एक बार, backward pass जितना छिपा ले उसे छोड़कर
plan-large_micro_batch = { $tokens } tokens का micro-batch प्लान के लिए बहुत बड़ा है।
plan-doing-lowering = compile किया हुआ step lower हो रहा है
plan-doing-tracing = एक step trace हो रहा है

## plan/targets.py

plan-no_dtype = { $device } { $dtype } में गणना नहीं करता।
plan-has_dtypes = उसमें ये हैं: { $known }। --dtype=auto आज़माएँ।

## plan/calibration.py

plan-source-scaled = roofline, { $source } के हिसाब से { SIGNIFICANT($scale, digits: 3) } से scale किया हुआ
plan-source-your_time = आपका { $time } { $unit }
plan-source-median_of = { $iterations ->
    [one] { $path } के { NUMBER($iterations) } iteration का median
   *[other] { $path } के { NUMBER($iterations) } iterations का median
}

## plan/data_cost.py

plan-source-no_download = { $source }; डाउनलोड के बिना
plan-source-disk = हर token पर { $bytes } bytes, और एक बार में डाउनलोड की { $files } फ़ाइलें
plan-source-published = corpus का प्रकाशित आकार
plan-source-measured_text = { NUMBER(5.5) } GB टेक्स्ट पर मापा गया (LOG.md)
plan-source-per_core = हर core पर { FIXED($rate, digits: 0) } MB/s
plan-source-encoding = यहाँ { $cores } cores पर { FIXED($rate, digits: 0) } MB/s, Python के अपने help पेज encode करके

## plan/quantities.py

plan-source-counted = मॉडल के आकार से गिना हुआ
plan-source-no_positions = position table के बिना
plan-source-chinchilla = n-gram rows के बिना; लगभग { NUMBER(20) } compute-optimal है (Chinchilla), और जिस मॉडल को इस्तेमाल करना हो उसके लिए ज़्यादा सामान्य है
plan-source-nanogpt_flops = 6 N + 12 L C T, nanoGPT का formula
plan-source-nanogpt_flops_token = हर token पर 6 N + 12 L C T, nanoGPT का formula
plan-source-six_n_d = 6 N D, attention के बिना
plan-source-causal = हर token पर 6 N_matmul + 6 L C T, causal mask जो छिपाता है उसके बिना
plan-source-mfu = nanoGPT के FLOPs, { SIGNIFICANT($peak, digits: 4) } TFLOP/s के मुकाबले
plan-source-training = step_ms x max_iters: सिर्फ़ training
plan-source-compiling = पहले step में compile, जैसा दूसरों ने बताया
plan-source-evaluation = { NUMBER($tokens, digits: 0) } tokens { NUMBER($number) } बार, सिर्फ़ forward
plan-source-saving = हर evaluation के बाद मेमोरी में एक copy, { SIGNIFICANT($memory) } GB/s पर; लिखना साथ-साथ चलता है, { FIXED($disk, digits: 0) } MB/s पर
plan-source-power = { FIXED($watts, digits: 0) } W का { PERCENT($low) } से { PERCENT($high) }; सिर्फ़ GPU
plan-source-per_hour = { SIGNIFICANT($price) } प्रति घंटा
plan-source-per_kwh = { SIGNIFICANT($price) } प्रति kWh
plan-source-checkpoint = weights और optimizers का state
plan-source-token_bytes = हर token पर { $width } bytes
plan-source-hoffmann = web टेक्स्ट पर Hoffmann et al. 2022 का fit, 70M parameters से नीचे extrapolate किया हुआ; दूसरे टेक्स्ट में फ़र्क होगा

## plan/roofline.py

plan-source-machine_roofline = इस मशीन के मापे हुए matmul peak से roofline; न step का समय मापा गया, न उसके kernels का

## plan/tune/here.py

tune-long_sequence = इस मॉडल की एक sequence में यहाँ लगभग { DURATION($seconds) } लगते हैं: { SIGNIFICANT($budget) } s का budget बहुत छोटा है।
tune-smaller_or_longer = छोटा मॉडल, छोटा --block_size, या लंबा --budget आज़माएँ।
tune-long_own = आपके अपने batch_size={ $batch_size } को मापने में यहाँ लगभग { DURATION($seconds) } लगते हैं: { SIGNIFICANT($budget) } s का budget बहुत छोटा है।
tune-longer_or_smaller = --budget={ CODE($budget, format: ".0f") } या छोटा --batch_size आज़माएँ।

## plan/tune/there.py

tune-no_bandwidth = { $device } की bandwidth table में नहीं है।
tune-add_bandwidth = --gpu_bandwidth जोड़ें, GB/s में।
tune-doing-micro_batch = { FIXED($seconds, digits: 0) } s: micro-batch { $size }

## plan/tune/search.py

tune-doing-round = { FIXED($seconds, digits: 0) } s: दौर { $number }, micro-batches { $names }

## plan/tune/trials.py

tune-doing-trial = { FIXED($seconds, digits: 0) } s: { $what }, दौर { $number }

## plan/tune/variants.py

plan-doing-building = मॉडल बन रहा है

## plan/timing/iterations.py

plan-doing-running = step कुछ सेकंड चलाया जा रहा है

## plan/timing/kernels.py

plan-doing-kernel = { $kernels } में से kernel { $number } का समय मापा जा रहा है: { $name }

## cli/commands/tune.py

tune-new_model = `fledge tune` नया मॉडल बनाता है, init_from={ $init_from } नहीं।
tune-give_size = उसकी जगह मॉडल का आकार दें: --init_from=scratch --n_layer=... --n_head=... --n_embd=...
tune-one_process = `fledge tune` एक process को मापता है।
tune-no_torchrun = इसे torchrun के बिना शुरू करें।
tune-one_gpu = `fledge tune` एक बार में एक GPU लेता है।
tune-try_gpu = --gpu='{ $name }' आज़माएँ।
tune-another_out = दूसरा --out दें, या --overwrite जोड़ें।
