## What a run says while it goes: a machine that is busy with other work.
## A template names its numbers; texts/message.py lists the formats.

## parts of a sentence: why it is slow

load-others = दूसरी processes { SIGNIFICANT($cores) } में से { FIXED($others, digits: 1) } cores ले रही हैं
load-steal = इस virtual machine का host { SIGNIFICANT($cores) } में से { FIXED($steal, digits: 1) } cores ले लेता है
load-throttled = container का { SIGNIFICANT($cores) } cores का quota इसे { FIXED($throttled, digits: 1) } cores जितने समय के लिए रोकता है
load-slow_clock = cores { NUMBER($mhz, digits: 0) } MHz पर चल रहे हैं, पहले { NUMBER($usual, digits: 0) } MHz पर चलते थे
load-other_work = दूसरे काम ने cores का एक हिस्सा लिया
load-unknown = fledge यहाँ जो पढ़ सकता है, उससे वजह पता नहीं चलती
train-slower_than_before = iterations में { MILLISECONDS($now) } लग रहे हैं, इस run के सबसे तेज़ { MILLISECONDS($best) } का { TIMES($ratio) }: { SEPARATED($reasons) }
train-slower_than_planned = iterations में { MILLISECONDS($now) } लग रहे हैं, प्लान के { MILLISECONDS($planned) } का { TIMES($ratio) }: { SEPARATED($reasons) }
train-waiting = यह run { PERCENT($lost) } समय core का इंतज़ार करता है: { SEPARATED($reasons) }
train-planned = प्लान में { DURATION($planned) } की training थी, लगे { DURATION($took) }
train-planned_but_busy = प्लान में { DURATION($planned) } की training थी, लगे { DURATION($took) }: इसके { PERCENT($share) } समय मशीन दूसरे काम में लगी थी ({ SEPARATED($reasons) })
train-fewer_threads = मशीन व्यस्त है, अब से threads={ NUMBER($threads) }, पहले { NUMBER($before) } थे: { SEPARATED($reasons) }
train-more_threads = cores फिर खाली हैं: अब से threads={ NUMBER($threads) }, पहले { NUMBER($before) } थे
train-threads_undone = फिर से threads={ NUMBER($threads) }: { NUMBER($fewer) } के साथ एक iteration में { MILLISECONDS($now) } लगते हैं, पहले { MILLISECONDS($before) } लगते थे
train-neighbour = इस मशीन पर एक और run train हो रहा है: { $run } (process { $pid })
## requests to a run that goes on

request-stop = { $run } अपने मौजूदा step के बाद save करके खत्म होगा ({ $writer })।
request-save = { $run } अपने मौजूदा step के बाद checkpoint save करेगा ({ $writer })।
train-no_page = ध्यान दें: training पेज के बिना चलती रहेगी। { $why }
## several processes

processes-failed = rank { $rank }: { $why }
processes-killed = rank { $rank } kill हुआ ({ $signal })।
processes-ended = rank { $rank } बिना कुछ बताए code { $code } के साथ खत्म हुआ।
processes-silent = { DURATION($seconds) } से किसी process ने दूसरों को अपना { $key } नहीं बताया।
processes-restart = fledge: { $why } सभी processes आखिरी checkpoint से फिर शुरू हो रही हैं ({ $most } में से { $number })।
processes-one_gpu = --device={ $device } एक GPU है, और --devices={ $number } ज़्यादा माँगता है। --device हटा दें।
processes-mps = mps एक GPU है। --devices हटा दें, या --device=cpu लिखें।
processes-too_few_gpus = --devices={ $number } का मतलब है { $number } GPUs, और इस मशीन में { $gpus } हैं। --devices=auto या --device=cpu आज़माएँ।
processes-already = --devices processes शुरू करता है, और torchrun पहले ही { $number } शुरू कर चुका है। दोनों में से एक हटा दें।
processes-from_python = fledge.train उसी process में train करता है जो उसे call करती है। कई processes के लिए terminal में fledge train --devices={ $devices } चलाएँ।
processes-differs = rank { $rank } में { $name } का मान rank 0 से अलग है: { $first } नहीं, { $value }।
processes-differ = ranks { $ranks } में { $name } का मान rank 0 से अलग है: { $first } नहीं, { $value }।
processes-differ_more = { $number } और अलग हैं।
processes-differ_advice = हर process को एक ही कमांड, code और डेटा के साथ शुरू करें।
processes-no_nccl = --backend=nccl उन NVIDIA GPUs के लिए है जिनके torch में NCCL हो, और यह run { $device } पर है। --backend हटा दें।
processes-lost = इस run की एक process जा चुकी है: { $why }।
processes-restarted = agent ने फिर शुरू किया ({ $number }), { $run } आगे चल रहा है
processes-restarted_anew = agent ने फिर शुरू किया ({ $number }): { $run } में अभी कोई checkpoint नहीं था
processes-auto_resume_where = --auto_resume के लिए --out_dir चाहिए: वह जगह जहाँ वह run को ढूँढे।
## the watchdog of several processes

watchdog-frozen = { $ranks } से { DURATION($seconds) } से कोई संकेत नहीं मिला: वह जम गया है, या उसकी मशीन जा चुकी है। आखिरी बार iteration { NUMBER($it) } पर, { $where } में दिखा।
watchdog-absent = { $ranks } { DURATION($seconds) } से शुरू नहीं हुआ, और बाकी शुरू हो चुके हैं।
watchdog-no_store = rank { $rank } { DURATION($seconds) } से iteration { NUMBER($it) } पर आगे नहीं बढ़ा: वह { $where } में है। { $address } का store, जहाँ processes अपने होने का संकेत छोड़ती हैं, जवाब नहीं देता: वह मशीन, या उसे चलाने वाली process, जम गई है या जा चुकी है।
watchdog-stuck = { $ranks } { DURATION($seconds) } से iteration { NUMBER($it) } पर आगे नहीं बढ़ा: वह { $where } में है।
watchdog-all_wait = कोई process { DURATION($seconds) } से iteration { NUMBER($it) } से आगे नहीं बढ़ी: सब { $where } में इंतज़ार कर रही हैं। क्या उनके बीच का नेटवर्क चल रहा है?
watchdog-others = बाकी { $where } में इंतज़ार कर रहे हैं।

## what else several processes say

processes-already_some = --devices processes शुरू करता है, और torchrun पहले ही कुछ शुरू कर चुका है। दोनों में से एक हटा दें।
processes-torchrun = `torchrun --nproc_per_node=N -m fledge train ...` से शुरू करें, या RANK, LOCAL_RANK और WORLD_SIZE को unset करें।
processes-not_a_number = environment में { $name }={ QUOTED($value) } कोई संख्या नहीं है।
processes-cant_join = WORLD_SIZE की { $number } processes से जुड़ना नहीं हो सका: { $error }।

## the first lines of a run

train-note = ध्यान दें: { $note }
train-plan = प्लान: { $plan }
train-loss_as_planned = प्लान का val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } से { FIXED($high, digits: 4) }), मिला { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }, दायरे के अंदर
train-loss_not_as_planned = प्लान का val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } से { FIXED($high, digits: 4) }), मिला { FIXED($actual, digits: 4) }: { PERCENT($off, digits: 1, sign: "always") }, दायरे के बाहर
train-data = { $iterations ->
    [one] training के tokens: { NUMBER($tokens) }, { NUMBER($iterations) } iteration में { SIGNIFICANT($epochs, digits: 3) } बार देखे जाएँगे
   *[other] training के tokens: { NUMBER($tokens) }, { NUMBER($iterations) } iterations में { SIGNIFICANT($epochs, digits: 3) } बार देखे जाएँगे
}
train-data_part = {"  "}{ $name }: { NUMBER($tokens) }, sequences का { SIGNIFICANT($share, digits: 3) } हिस्सा, { SIGNIFICANT($epochs, digits: 3) } बार देखे जाएँगे
train-vocabulary = vocab_size = { $size } ({ $dataset } में { $has })
train-weights_from = weights { $label } से
train-shorter_context = block_size = { $value }, { $label } की { NUMBER($positions) } positions में से
train-setting_changed = { $key } अब { $value } है, पहले { $old } था
train-shape_unused = { $origin } का { $key }={ $value } इस्तेमाल नहीं हुआ: weights में { $has } है
train-other_processes = { $processes ->
    [one] { $before } ने save किया, { $processes } process ने resume किया
   *[other] { $before } ने save किया, { $processes } processes ने resume किया
}
train-other_device = { $before } पर save हुआ, { $device } पर resume हुआ
train-resumed = { $path } को iteration { NUMBER($it) } पर resume किया गया
train-resumed_nanogpt = nanoGPT के { $path } को iteration { NUMBER($it) } पर resume किया गया
train-nothing_left = { $it ->
    [one] train करने को कुछ बाकी नहीं है: run अपना { NUMBER($it) } iteration कर चुका है। आगे चलाने के लिए: { $command }
   *[other] train करने को कुछ बाकी नहीं है: run अपने { NUMBER($it) } iterations कर चुका है। आगे चलाने के लिए: { $command }
}

## while it goes

train-starting = शुरू हो रहा है
train-compiling = compile हो रहा है
train-evaluating = evaluate हो रहा है
train-saving = save हो रहा है
train-sampling = नमूना लिखा जा रहा है
train-progress = { COUNT($rate) } tokens/s · { DURATION($left) } बाकी
train-progress_val = { COUNT($rate) } tokens/s · { DURATION($left) } बाकी · val { FIXED($val, digits: 4) }
train-progress_remark = { $progress } · { $remark }
train-remark_threads = मशीन व्यस्त, { NUMBER($usual) } में से { NUMBER($threads) } threads
train-remark_slowed = दूसरे काम से धीमा
train-compiled = { FIXED($seconds, digits: 1) } s में compile हुआ
train-sample = { FIXED($it, digits: 0) } पर नमूना: { QUOTED($text) }
train-val_losses = {"  "}हर dataset का val loss: { $parts }
train-profiling = iterations { FIXED($first, digits: 0) } से { FIXED($last, digits: 0) } तक profile हो रहे हैं: उनमें ज़्यादा समय लगता है
train-warning = चेतावनी: { $problem }

## a loss or a gradient that is not finite; the first two are parts of a sentence

train-bad_loss = loss { $loss } है
train-bad_norm = gradient norm { $norm } है
train-stopped_at_once = iteration { FIXED($it, digits: 0) }: { $what }; कुछ भी उसके ऊपर save होने से पहले रोक दिया गया।
train-too_many_skipped = iteration { FIXED($it, digits: 0) }: { $what }, लगातार { $most } iterations तक।
train-skipped = iteration { FIXED($it, digits: 0) }: { $what }; यह step छोड़ दिया गया
train-spike = iteration { FIXED($it, digits: 0) }: loss का spike, { FIXED($loss, digits: 4) }, जबकि { FIXED($mean, digits: 4) } ± { FIXED($deviation, digits: 4) } आम था
train-bad_val = step { FIXED($it, digits: 0) }: validation loss { $loss } है।
train-try_lower_rate = कम --learning_rate आज़माएँ।
train-float16_overflows = float16 आसानी से overflow होता है: --dtype=bfloat16 या float32, या --learning_rate={ CODE($rate, format: ".2g") } आज़माएँ।
train-not_clipped = gradients clip नहीं होते: --grad_clip=1.0 या --learning_rate={ CODE($rate, format: ".2g") } आज़माएँ।
train-lower_rate = --learning_rate={ CODE($rate, format: ".2g") }, ज़्यादा --warmup_iters, या --dtype=float32 आज़माएँ; --on_nan=skip इक्का-दुक्का खराब batches छोड़ देता है।
train-out_of_memory = { $device } पर मेमोरी खत्म हो गई।
train-compile_fails = यहाँ torch.compile फ़ेल होता है: { $reason }
train-do_not_compile = --compile=False आज़माएँ।
train-not_compiled = यहाँ torch.compile फ़ेल होता है, उसके बिना आगे चल रहा है: { $reason }

## how it ended

train-stopped_early = पहला iteration पूरा होने से पहले रुक गया: आगे चलाने को कुछ नहीं है।
train-stopped = iteration { NUMBER($it) } पर रुका; save हो गया। आगे चलाने के लिए:
train-finished = { $iterations ->
    [one] पूरा हुआ: { NUMBER($iterations) } iteration, { DURATION($seconds) } की training
   *[other] पूरा हुआ: { NUMBER($iterations) } iterations, { DURATION($seconds) } की training
}
train-val_loss = val loss { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) }); सबसे अच्छा { FIXED($best, digits: 4) }
train-val_loss_bits = val loss { FIXED($val, digits: 4) } (perplexity { FIXED($perplexity, digits: 2) }, { FIXED($bits, digits: 3) } bits per byte); सबसे अच्छा { FIXED($best, digits: 4) }
train-run = run: { $run }
train-no_profile = profile: कुछ नहीं, क्योंकि trace करने को कोई iteration बाकी नहीं था
train-profile = profile: { $path }, ui.perfetto.dev पर खोलें
train-profile_title = iterations { FIXED($first, digits: 0) } से { FIXED($last, digits: 0) }: operators, उनके अपने समय के क्रम में
train-profile_calls = calls
train-profile_share = हिस्सा
train-profile_others = { $number ->
    [one] { NUMBER($number) } और operator
   *[other] { NUMBER($number) } और operators
}
train-profile_python = Python, operators के बीच

## what can't be trained

train-nothing_given = fledge train को एक dataset और सेटिंग चाहिए, और यहाँ कुछ नहीं है।
train-first_steps = पहले एक पूरा run देखने के लिए fledge demo चलाएँ। अपने टेक्स्ट के लिए: fledge prepare YOUR_TEXT.txt
train-nothing_to_profile = --profile के पास trace करने को कुछ नहीं है: eval_only कोई iteration train नहीं करता।
train-leave_one_out = दोनों में से एक हटा दें।
train-use_its_dataset = वही dataset इस्तेमाल करें जिसके लिए मॉडल बना था।
train-try_vocab_size = --vocab_size={ $size } आज़माएँ।
train-small_vocabulary = vocab_size={ $size } { $dataset } के लिए बहुत छोटा है, जिसमें { NUMBER($tokens) } tokens हैं।
train-no_documents = mask_documents=True को documents के बीच <|endoftext|> चाहिए, और { $dataset } में वह नहीं है: उसके tokens { $tokenizer } tokenizer के हैं।
train-no_documents_advice = इसे हटा दें, या टेक्स्ट को --tokenizer=gpt2 या byte के साथ तैयार करें।
train-other_tokens = { $label } { $name } tokens पर train हुआ था, और डेटा { $data_name } का है: { $dataset } उसके लिए बेमतलब होगा।
train-other_characters = { $label } दूसरे अक्षरों पर train हुआ था: { $dataset } उसके लिए बेमतलब होगा।
train-other_vocabulary = { $label } किसी दूसरी { $name } vocabulary पर train हुआ था: { $dataset } उसके लिए बेमतलब होगा।
train-make_its_tokens = टेक्स्ट के { $tokenizer } tokens बनाएँ: { $commands }।
train-or_new = या init_from हटा दें, और नया मॉडल train करें।
train-leaked = { $change }, और जिस टेक्स्ट पर यह train हुआ था उसके { $kept } में से { $found } नमूने अब validation split में हैं: इसका loss असल से बेहतर दिखेगा।
train-leaked_advice = डेटा को पहले जैसा तैयार करें, नया run शुरू करें, या --force से फिर भी resume करें।
train-muon_for_gpt2 = { $label } एक gpt2 है, और optimizer=muon उस arch के लिए नहीं है।
train-use_adamw = --optimizer=adamw लिखें।
train-shape_of_run = { $key }={ $value } resume करते समय बदला नहीं जा सकता: checkpoint में { $has } है। { $key } हटा दें, या दूसरे --out_dir के साथ नया run शुरू करें।
train-shape_of_weights = { $key }={ $value } { $label } से मेल नहीं खाता, जिसमें { $has } है। { $key } हटा दें।
train-beyond_positions = block_size={ $block_size } { $label } की { $positions } positions से ज़्यादा है।
train-try_block_size = --block_size={ $block_size } आज़माएँ।
train-no_such_weights = init_from={ $name } न कोई run है, न ckpt.pt, न ऐसा फ़ोल्डर जिसमें config.json और model.safetensors हों।
train-also_possible = ये भी हो सकते हैं: { $names }।
train-needs_hub = init_from={ $name } के लिए huggingface_hub चाहिए।
train-no_download = { $name } Hugging Face hub से नहीं मिला: { $error }।
train-download_elsewhere = नेटवर्क वाली मशीन पर openai-community/{ $name } के config.json और model.safetensors एक फ़ोल्डर में download करें, और --init_from=FOLDER दें।
train-tracker_fails = { $library } शुरू नहीं होता: { $error }।
train-tracker_offline = उसमें लॉग इन करें, { $variable }=offline रखें, या --track हटा दें।
train-tracker_missing = --track={ $library } के लिए { $library } चाहिए।

## names of facts that processes compare, and where a process is: parts of a sentence

processes-fact-iteration = resume के iteration
processes-fact-processes = WORLD_SIZE की processes
processes-fact-device = डिवाइस की किस्म
processes-fact-tokens = dataset के tokens
processes-fact-code = fledge के code
watchdog-rank = rank { $rank }
watchdog-ranks = ranks { $ranks }
watchdog-place = { $place } ({ $ranks })
watchdog-in_backward = backward में gradients के लेन-देन
watchdog-in_call = { $call }, जिसे { $place } ने call किया
watchdog-in_function = { $place } के { $name }
watchdog-its_start = शुरुआत
watchdog-slow_work = { $work } ({ $where })
