## Comparisons: names, conclusions, the verdict and the next steps. A and B are the labels of two groups.
## A template names its numbers; texts/message.py lists the formats.

## names and numbers inside sentences

compare-metric-val_loss = val
compare-metric-val_bpb = val bits per byte
compare-metric-loss = batch loss (smoothed)
compare-axis-iterations = iterations
compare-axis-epochs = epochs
compare-axis-log_lines = log की लाइनों
compare-axis-samples = samples
compare-axis-micro_batches = micro-batches
compare-axis-wandb_steps = wandb के steps
compare-axis-steps_of_epochs = steps
compare-axis-tokens = tokens
compare-axis-time = समय
compare-axis-flops = FLOPs
compare-position-iterations = { NUMBER($x, digits: 0) }
compare-position-tokens = { TOKENS($x) }
compare-position-time = { DURATION($x) }
compare-position-flops = { SIGNIFICANT($x, digits: 3) } FLOP
compare-ratio-times = { TIMES($ratio) }
compare-ratio-share = { PERCENT($share) }
compare-change = { $name } { $first } बनाम { $second }
compare-losses = { $metric } { $low } बनाम { $high }
compare-loss-measured = { FIXED($value, digits: 4) } ({ $label })
compare-loss-interpolated = लगभग { FIXED($value, digits: 4) } ({ $label })
compare-loss-at_least = कम से कम { FIXED($value, digits: 4) } ({ $label })
compare-loss-final = { NUMBER($iteration, digits: 0) } { $counts } के बाद { FIXED($value, digits: 4) } ({ $label })
compare-between = { $a } और { $b }: { $text }
## what was compared

compare-bits_of_one_text-text = tokens अलग हैं और validation का टेक्स्ट वही है: bits per byte की तुलना होती है, प्रति token loss की नहीं।
compare-bits_of_one_text-evidence = validation के टेक्स्ट का hash दोनों में बराबर है। bits per byte टेक्स्ट के bytes गिनते हैं, चाहे उनके tokens जो भी बने हों। जहाँ tokens लंबे हैं, वहाँ उतने ही tokens के context में ज़्यादा टेक्स्ट आता है।
compare-plot-same_text = validation का टेक्स्ट सब में वही है, चाहे tokens जो भी हों: इनकी तुलना हो सकती है।
compare-plot-other_text = validation के टेक्स्ट अलग हैं, इसलिए इनकी तुलना नहीं हो सकती।
compare-plot-other_tokens = इनकी vocabulary अलग-अलग है: प्रति token losses की तुलना नहीं हो सकती।
compare-other_data-val_text = validation के टेक्स्ट के hash अलग हैं।
compare-other_data-text = ये losses अलग-अलग टेक्स्ट या अलग-अलग tokens पर मापे गए हैं: इनकी तुलना नहीं हो सकती।
compare-other_data-changes = runs में यह अलग है: { LIST($changes) }।
compare-other_data-bases = साथ दी गई perplexity से पता चलता है कि ये अलग-अलग आधारों के logarithm हैं: { SIGNIFICANT($a_base, digits: 3) } ({ $a }) और { SIGNIFICANT($b_base, digits: 3) } ({ $b })।
compare-other_data-first_losses = पहले losses { FIXED($a, digits: 2) } और { FIXED($b, digits: 2) } हैं; नए मॉडल का पहला loss उसके vocabulary size का logarithm होता है।
compare-different_experiments-text = ये अलग-अलग experiments हैं।
compare-scale-evidence = इनका पैमाना अलग है: { LIST($differences) }।
compare-scale-tokens = { TOKENS($a) } बनाम { TOKENS($b) } tokens ({ TIMES($ratio) })
compare-scale-tokens_from_zero = { TOKENS($a) } बनाम { TOKENS($b) } tokens
compare-scale-parameters = { PARAMETERS($a) } बनाम { PARAMETERS($b) } parameters
compare-scale-context = context { NUMBER($a, digits: 0) } बनाम { NUMBER($b, digits: 0) }
compare-unknown_text-text = यह मालूम नहीं है कि दोनों losses एक ही टेक्स्ट और tokens पर मापे गए हैं या नहीं।
compare-unknown_text-evidence = नाम बताएँ: --dataset=NAME, या comma के साथ हर run का एक।
compare-unknown_settings-text = runs अलग हैं, पर यह मालूम नहीं कि किन सेटिंग की वजह से।
compare-no_setting-text = कोई ज्ञात सेटिंग अलग नहीं है: जो फ़र्क है वह संयोग, मशीन या log न की गई सेटिंग से आता है।
compare-no_setting-text_and_seed = जहाँ तक मालूम है, सिर्फ़ seed अलग है: जो फ़र्क है वह संयोग या मशीन से आता है।
compare-no_setting-text_apart = कोई ज्ञात सेटिंग अलग नहीं है, पर losses का फ़र्क seeds से होने वाले फ़र्क से ज़्यादा है: कुछ और भी अलग है जो दोनों logs में नहीं लिखा।
compare-no_setting-stated_by_one = सिर्फ़ एक log में लिखा है: { SEPARATED($settings) }।
compare-no_setting-stated = { $setting }={ $value } ({ $label })
compare-printed_settings-text = fledge जिन सेटिंग को जानता है उनमें कोई अलग नहीं है, पर दूसरी अलग हैं: फ़र्क किस वजह से है, यह मालूम नहीं।
compare-printed_settings-text_with = { $setting } बदला है, और logs में लिखे दूसरे मान भी अलग हैं: श्रेय अकेले इसे नहीं दिया जा सकता।
compare-printed_changes = logs में ये मान भी अलग लिखे हैं: { SEPARATED($changes) }।
compare-more_printed_changes = और { NUMBER($number) } ऐसे ही।
compare-repeat-text = कोई ज्ञात सेटिंग अलग नहीं है, और दोनों के log किए हुए सारे losses बराबर हैं: एक ही run दोहराया गया।
compare-repeat-evidence = एक ही सेटिंग और seed वाले runs एक ही मशीन पर वही losses देते हैं।
compare-one_setting-micro_batch = micro-batch
compare-one_setting-text = सिर्फ़ { $setting } बदला है: noise से ज़्यादा का फ़र्क उसी से आता है।
compare-one_setting-text_and_seed = सिर्फ़ { $setting } और seed बदले हैं: seeds से होने वाले फ़र्क से ज़्यादा जो है, वह { $setting } से आता है।
compare-one_setting-text_at_least = जहाँ तक मालूम है, सिर्फ़ { $setting } बदला है: noise से ज़्यादा का फ़र्क उसी से आता है।
compare-several_settings-text = श्रेय किसी एक सेटिंग को नहीं दिया जा सकता: एक साथ { WORD($number) } सेटिंग बदलीं।
compare-several_settings-text_at_least = श्रेय किसी एक सेटिंग को नहीं दिया जा सकता: एक साथ कम से कम { WORD($number) } सेटिंग बदलीं।
compare-changes = बदलाव: { SEPARATED($changes) }।
compare-changed_with = { $leader } के साथ { LIST($names) } में भी बदलाव हुआ।
compare-device-text = loss के फ़र्क की वजह डिवाइस नहीं है।
compare-device-names = { $a } { $device_a } पर चला, { $b } { $device_b } पर।
compare-device-unnamed = बिना नाम के डिवाइस
compare-device-same_config = एक ही config हर डिवाइस पर, संयोग के फ़र्क को छोड़कर, वही loss देती है: डिवाइसों की तुलना के लिए दोनों पर एक ही config चलाएँ।
## losses

compare-batch_loss-text = validation loss दोनों में नहीं है, इसलिए batch losses की तुलना हुई है: dropout उन्हें बढ़ाता है, रटना उन्हें घटाता है।
compare-batch_loss-evidence = ये smoothed हैं: curve के बराबर हिस्सों के औसत।
compare-not_aligned-text = बराबर iterations, tokens या समय पर किसका loss कम है, यह मालूम नहीं है।
compare-not_aligned-evidence = दोनों logs में एक ही जगह के losses नहीं हैं।
compare-equal-not_evaluated = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर बताया नहीं जा सकता: वहाँ आसपास { LIST($labels) } का evaluation नहीं हुआ ({ $losses })।
compare-equal-unknown_noise = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } में { FIXED($apart, digits: 4) } का फ़र्क है; उसमें से कितना संयोग है, यह मालूम नहीं।
compare-equal-within_seed_noise = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } का फ़र्क seed noise के भीतर है (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-equal-within_evaluation_noise = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } का फ़र्क evaluation noise के भीतर है (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-equal-other_schedule = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } की तुलना नहीं हो सकती: schedules अलग हैं।
compare-equal-further_along = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } की तुलना नहीं हो सकती: { $label } अपने decay में आगे है।
compare-equal-unknown_schedule = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } की तुलना नहीं हो सकती: मालूम नहीं कि दोनों अपने decay में बराबर दूरी पर हैं या नहीं।
compare-equal-machine = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $losses } की तुलना नहीं हो सकती: रफ़्तार का फ़र्क शायद मशीन का हो।
compare-equal-ahead = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $ahead } आगे है: { $losses } (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-equal-ahead_at_least = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $ahead } आगे है: { $losses } (फ़र्क कम से कम { FIXED($apart, digits: 4) }; { $noise })।
compare-equal-both_measured = दोनों losses वही हैं जो print हुए।
compare-equal-measured = { $label } का loss वही है जो print हुआ।
compare-equal-interpolated = { $label } का loss दो evaluations के बीच interpolate किया गया है।
compare-equal-bounded = { $label } का वहाँ evaluation नहीं हुआ, और उसका loss अपने अगले evaluation से ज़्यादा था।
compare-equal-training_time = समय training का समय है, evaluation और compile के बिना।
compare-equal-startup = { $label } ने { DURATION($seconds) } compile किया, जो छोड़ दिया गया है।
compare-final-ahead = आखिर में { $ahead } का loss कम है: { $losses } (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-final-within_seed_noise = आखिर में { $losses } का फ़र्क seed noise के भीतर है (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-final-within_evaluation_noise = आखिर में { $losses } का फ़र्क evaluation noise के भीतर है (फ़र्क { FIXED($apart, digits: 4) }; { $noise })।
compare-final-unknown_noise = आखिर में { $losses } में { FIXED($apart, digits: 4) } का फ़र्क है; उसमें से कितना संयोग है, यह मालूम नहीं।
compare-final-longer = आखिरी losses, { $losses }, की तुलना नहीं हो सकती: { $ahead } ज़्यादा देर train हुआ ({ $far }), और मालूम नहीं कि दोनों पूरे हो चुके थे या नहीं।
compare-final-length = { $label } ज़्यादा देर train हुआ ({ $far })।
compare-final-equal_time = दोनों बराबर समय train हुए।
compare-final-early_end = उनके logs कहते हैं कि वे पूरे हुए, पर यह नहीं कि उन्होंने अपने सारे iterations किए।
compare-final-unknown_end = माना गया है कि दोनों पूरे हो चुके थे: उनके logs यह नहीं कहते।
compare-schedules-settings = बीच के points की तुलना नहीं हो सकती: schedules अलग हैं ({ SEPARATED($changes) }), इसलिए एक अपने decay में आगे है।
compare-schedules-rates = बीच के points की तुलना नहीं हो सकती: learning rates का decay अलग-अलग है।
compare-schedules-lengths = बीच के points की तुलना नहीं हो सकती: runs अलग-अलग { $counts } पर खत्म होते हैं ({ NUMBER($a) } और { NUMBER($b) }), और learning rate का decay आम तौर पर अंत की ओर होता है।
compare-schedules-unknown = मालूम नहीं कि बीच के points की तुलना हो सकती है या नहीं: --max_iters और --lr_decay_iters दें।
compare-schedules-evidence = learning rate के decay के दौरान loss गिरता है: जिस run का decay पहले होता है, वह तब तक बेहतर दिखता है जब तक दूसरे का न हो।
compare-crossing-text = { $place } पर { $passes }, { $passed } से आगे निकलता है।
compare-crossing-place = { $position } ({ $axis })
compare-crossing-evidence = noise से ज़्यादा फ़र्क के साथ क्रम का आखिरी बदलाव: { LIST($places) }।
## noise

compare-noise_size-none = evaluation noise नहीं
compare-noise_size-seeds = seed noise { SIGNIFICANT($threshold, digits: 2) } है
compare-noise_size-both = noise { SIGNIFICANT($threshold, digits: 2) } है
compare-noise_size-evaluation = evaluation noise { SIGNIFICANT($threshold, digits: 2) } है
compare-noise-text = { SIGNIFICANT($threshold, digits: 2) } से कम फ़र्क वाले losses को अलग नहीं कहा जा सकता।
compare-noise-threshold = एक ही config के दो runs में लगभग { PERCENT($share, digits: 1) } तुलनाओं में फ़र्क इससे ज़्यादा होता है।
compare-noise-shared_windows = दोनों का evaluation उन्हीं windows पर हुआ, जिनके losses का correlation { $correlation } माना गया है।
compare-noise-fixed_set = { $format } हर बार वही टेक्स्ट evaluate करता है, इसलिए evaluation से कुछ नहीं जुड़ता।
compare-noise-two_groups = यह { $first } और { $second } seeds के फैलाव से, और ऐसे runs में जो आम है उससे निकाला गया है: standard deviation { SIGNIFICANT($sd, digits: 2) }।
compare-noise-one_group = यह { $label } के { $seeds } seeds के फैलाव से, और ऐसे runs में जो आम है उससे निकाला गया है: standard deviation { SIGNIFICANT($sd, digits: 2) }।
compare-noise-other_groups = यह { $groups } दूसरे groups के { $seeds } seeds के फैलाव से, और ऐसे runs में जो आम है उससे निकाला गया है: standard deviation { SIGNIFICANT($sd, digits: 2) }।
compare-noise-prior = माना गया है कि एक config के seeds का deviation loss का { PERCENT($share, digits: 2) } है, जैसा हर step में लगभग { TOKENS($tokens) } tokens वाले runs में होता है (प्रकाशित runs, और fledge के runs)।
compare-noise-length = runs बराबर दूर तक नहीं गए: फ़र्क में से { SIGNIFICANT($loss, digits: 2) } तक शायद तेज़ मशीन से आता हो।
compare-noise-batch_losses = यह batch losses के अपने trend के आसपास के फैलाव से मापा गया है, { $batches } के औसतों में।
compare-noise-curve = यह evaluations के curve के फैलाव से मापा गया है।
compare-noise-whole_split = पूरा validation split evaluate किया गया।
compare-noise-single_batches = यह ज़्यादा से ज़्यादा print हुए अकेले batch losses के फैलाव जितना है, क्योंकि एक evaluation कई batches का औसत है।
compare-noise-eval_iters = eval_iters={ CODE($number, format: ".0f") } random batches
compare-noise-default_eval_iters = nanoGPT के आम { $number } random batches
compare-noise-batches = यह print हुए batch losses के फैलाव से मापा गया है; एक evaluation { $batches } का औसत है।
compare-noise-evaluation_size = एक evaluation { FIXED($batch, digits: 0) } x { FIXED($block, digits: 0) } tokens के { $batches } का औसत है; माना गया है कि एक window का loss { FIXED($window, digits: 2) } nats घटता-बढ़ता है।
compare-noise-unknown = evaluation noise मालूम नहीं है।
compare-noise-no_language_model = seeds में कितना फ़र्क होता है, यह सिर्फ़ language models के लिए मालूम है: हर एक के कई seeds की तुलना करें।
compare-noise-unknown_settings = evaluation noise मालूम नहीं है: { LIST($options) } दें।
compare-noise-no_loss = runs में कोई loss साझा नहीं है।
compare-unknown_noise-text = फ़र्क में से कितना संयोग है, यह मालूम नहीं, इसलिए किसी को बेहतर नहीं कहा गया है।
compare-one_seed-text = दूसरा seed loss को कितना बदलेगा, यह मालूम नहीं: हर एक का एक ही seed है।
compare-one_seed-evidence = standard deviation { SIGNIFICANT($sd, digits: 2) } मानी गई है।
compare-seeds-beyond_chance = seeds पर { $b } में से { $a } घटाने पर { FIXED($difference, digits: 4, sign: "always") } मिलता है ({ FIXED($low, digits: 4, sign: "always") } से { FIXED($high, digits: 4, sign: "always") }): संयोग से ज़्यादा।
compare-seeds-within_chance = seeds पर { $b } में से { $a } घटाने पर { FIXED($difference, digits: 4, sign: "always") } मिलता है ({ FIXED($low, digits: 4, sign: "always") } से { FIXED($high, digits: 4, sign: "always") }): यह संयोग भी हो सकता है।
compare-seeds-evidence = Welch का t-test: t = { FIXED($t, digits: 2) }, { FIXED($df, digits: 1) } degrees of freedom, p = { SIGNIFICANT($p, digits: 2) }।
compare-seeds_apart-text = ऐसे दो अकेले runs में संयोग से { SIGNIFICANT($apart, digits: 2) } का फ़र्क हो सकता है।
compare-seeds_apart-evidence = { $seeds } seeds से, Student के t के अनुसार, ऐसी { NUMBER(100) } में से { NUMBER(95) } जोड़ियों में फ़र्क इससे कम होता है।
## speed

compare-speed-equal = दोनों की रफ़्तार बराबर है: { NUMBER($a_rate, digits: 0) } और { NUMBER($b_rate, digits: 0) } tokens/s।
compare-speed-slower = { $b } { $far } धीमा है: { NUMBER($b_rate, digits: 0) } बनाम { NUMBER($a_rate, digits: 0) } tokens/s।
compare-speed-faster = { $b } { $far } तेज़ है: { NUMBER($b_rate, digits: 0) } बनाम { NUMBER($a_rate, digits: 0) } tokens/s।
compare-speed-alike = रफ़्तार में कोई फ़र्क नहीं दिखता: { NUMBER($b_rate, digits: 0) } बनाम { NUMBER($a_rate, digits: 0) } tokens/s। { PERCENT($noise) } से कम का फ़र्क step के इन समयों में दिखता ही नहीं।
compare-speed-noise = कौन तेज़ है, बताया नहीं जा सकता: { NUMBER($b_rate, digits: 0) } बनाम { NUMBER($a_rate, digits: 0) } tokens/s, पर { PERCENT($noise) } से कम का फ़र्क step के इन समयों के noise के भीतर है।
compare-speed-machine = रफ़्तार { NUMBER($b_rate, digits: 0) } बनाम { NUMBER($a_rate, digits: 0) } tokens/s है, पर जो कुछ अलग होना मालूम है उससे step का समय नहीं बदलता: मशीन से बदलता है।
compare-speed-rates = { $a }: { NUMBER($a_rate, digits: 0) } tokens/s, { $b }: { NUMBER($b_rate, digits: 0) }।
compare-speed-step_times = आम step में { NUMBER($a_ms, digits: 0) } और { NUMBER($b_ms, digits: 0) } ms लगते हैं, evaluation के बिना।
compare-speed-mean_steps = कुछ steps में ज़्यादा समय लगता है: औसत { NUMBER($a_ms, digits: 0) } और { NUMBER($b_ms, digits: 0) } ms है।
compare-speed-steps_only = एक step में { NUMBER($a_ms, digits: 1) } ms ({ $a }) और { NUMBER($b_ms, digits: 1) } ms ({ $b }) लगते हैं।
compare-speed-unknown_tokens = हर step के tokens मालूम नहीं हैं: { LIST($options) } दें।
compare-compute-more = { $b } { PERCENT($share) } ज़्यादा FLOP/s करता है: { FLOPS($b_rate) } बनाम { FLOPS($a_rate) }।
compare-compute-fewer = { $b } { PERCENT($share) } कम FLOP/s करता है: { FLOPS($b_rate) } बनाम { FLOPS($a_rate) }।
compare-compute-times = { $b } के FLOP/s { TIMES($ratio) } हैं: { FLOPS($b_rate) } बनाम { FLOPS($a_rate) }।
compare-compute-share_of_device = यह { $device } के { FLOPS($peak) } का { PERCENT($b) } और { PERCENT($a) } है।
compare-compute-share_of_unnamed_device = यह डिवाइस के { FLOPS($peak) } का { PERCENT($b) } और { PERCENT($a) } है।
compare-compute-share_of_each_device = यह दोनों के अपने-अपने डिवाइस के peak का { PERCENT($b) } और { PERCENT($a) } है।
compare-compute-token_cost = { $b } को एक token के लिए { TIMES($ratio) } FLOPs लगते हैं: { PARAMETERS($b_params) } बनाम { PARAMETERS($a_params) } parameters।
compare-compute-token_cost_of_another_model = { $b } को एक token के लिए { TIMES($ratio) } FLOPs लगते हैं: वह दूसरा मॉडल है।
compare-compute-printed_mfu = logs में mfu { PERCENT($b, digits: 1) } और { PERCENT($a, digits: 1) } print हुआ है, A100 के { NUMBER(312) } TFLOP/s के हिसाब से।
compare-memory-equal = peak मेमोरी लगभग बराबर है: { NUMBER($a_mb, digits: 0) } MB ({ $a }) और { NUMBER($b_mb, digits: 0) } MB ({ $b })।
compare-memory-more = { $b } को { PERCENT($share) } ज़्यादा मेमोरी चाहिए: peak पर { NUMBER($b_mb, digits: 0) } MB, बनाम { NUMBER($a_mb, digits: 0) } MB ({ $a })।
compare-memory-less = { $b } को { PERCENT($share) } कम मेमोरी चाहिए: peak पर { NUMBER($b_mb, digits: 0) } MB, बनाम { NUMBER($a_mb, digits: 0) } MB ({ $a })।
compare-wider-text = MFU की वजह ज़्यादा चौड़ी matrices हैं ({ NUMBER($wide, digits: 0) } बनाम { NUMBER($narrow, digits: 0) })।
compare-wider-evidence = दोगुनी चौड़ी matrix हर पढ़ी गई संख्या पर दोगुने FLOPs करती है, इसलिए डिवाइस का ज़्यादा हिस्सा काम आता है।
compare-micro_batch-text = MFU का श्रेय micro-batch को नहीं दिया जा सकता: उसकी वजह ज़्यादा चौड़ी matrices हैं ({ NUMBER($wide, digits: 0) } बनाम { NUMBER($narrow, digits: 0) })।
compare-micro_batch-text_both = बड़ा micro-batch और ज़्यादा चौड़ी matrices ({ NUMBER($wide, digits: 0) } बनाम { NUMBER($narrow, digits: 0) }), शायद दोनों MFU बढ़ाते हैं: इन runs से दोनों को अलग नहीं किया जा सकता।
compare-micro_batch-equal_tokens = हर step के tokens बराबर हैं ({ NUMBER($tokens, digits: 0) }): { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } बनाम { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }।
compare-micro_batch-batches = micro-batches हैं { FIXED($wide_batch, digits: 0) } x { FIXED($wide_steps, digits: 0) } बनाम { FIXED($narrow_batch, digits: 0) } x { FIXED($narrow_steps, digits: 0) }।
## single runs

compare-finding-text = { $label }: { $title }।
compare-overfitted-own_best = अपने सबसे अच्छे step ({ NUMBER($best_step) }) पर { $label } लगभग { FIXED($best, digits: 2) } पर है; step { NUMBER($last_step) } पर, val { FIXED($last, digits: 4) } के साथ, वह overfit हो चुका है।
compare-overfitted-own_best_evidence = उस step पर val { FIXED($best, digits: 4) } है।
compare-overfitted-published_best = अपने सबसे अच्छे step पर { $label } लगभग { FIXED($best, digits: 2) } पर है; step { NUMBER($last_step) } पर, val { FIXED($last, digits: 4) } के साथ, वह overfit हो चुका है।
compare-overfitted-published = { $source } में इस config के लिए { FIXED($best, digits: 4) } है; इस log में वह step नहीं दिखता।
compare-overfitted-text = { $label } step { NUMBER($last_step) } पर, val { FIXED($last, digits: 4) } के साथ, overfit हो चुका है।
## the verdict

compare-verdict-seeds_without_loss = ये एक ही config के seeds हैं, पर किसी बराबर iteration पर इनके loss नहीं हैं।
compare-verdict-seeds = एक config, { $seeds } seeds: iteration { NUMBER($iteration) } पर { $metric } { FIXED($mean, digits: 4) } है (औसत का { PERCENT(0.95) } interval { FIXED($low, digits: 4) } से { FIXED($high, digits: 4) })।
compare-verdict-seeds_sd = seeds के बीच standard deviation { FIXED($sd, digits: 4) } है।
compare-verdict-other_data = losses की तुलना नहीं हो सकती: ये अलग-अलग टेक्स्ट या अलग-अलग tokens पर मापे गए हैं।
compare-verdict-different_experiments = ये अलग-अलग experiments हैं: { LIST($differences) }।
compare-verdict-not_aligned = किसी बराबर जगह पर किसका loss कम है, यह मालूम नहीं है।
compare-verdict-one_run = { $a } और { $b } एक ही run हैं: तुलना करने को कुछ नहीं है।
compare-verdict-repeat = { $b }, { $a } को दोहराता है: कोई ज्ञात सेटिंग अलग नहीं है, और दोनों के log किए हुए सभी { NUMBER($number) } losses बराबर हैं।
compare-verdict-repeat_of_one = { $b }, { $a } के एक run को दोहराता है: कोई ज्ञात सेटिंग अलग नहीं है, और दोनों के log किए हुए सभी { NUMBER($number) } losses बराबर हैं।
compare-verdict-not_shown = यह साबित नहीं होता कि { $label } बेहतर है या बदतर।
compare-verdict-better = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $ahead } बेहतर है: { $losses }।
compare-verdict-better_over_seeds = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $ahead } बेहतर है: { $losses } (p = { SIGNIFICANT($p, digits: 2) }, { $a } और { $b } seeds)।
compare-verdict-ends_better = { $ahead } आखिर में बेहतर है: { $losses }।
compare-verdict-ends_better_over_seeds = { $ahead } आखिर में बेहतर है: { $losses } (p = { SIGNIFICANT($p, digits: 2) }, { $a } और { $b } seeds)।
compare-verdict-ahead = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर { $ahead } आगे है: { $losses }।
compare-verdict-also_ahead = बराबर { LIST($axes) } ({ SEPARATED($positions) }) पर भी { $ahead } आगे है: { $losses }।
compare-verdict-some_other_data = सभी losses की तुलना नहीं हो सकती: कुछ अलग टेक्स्ट या अलग tokens पर मापे गए हैं, या शायद मापे गए हों।
compare-verdict-none_aligned = किसी बराबर जगह पर किसका loss सबसे कम है, यह मालूम नहीं है।
compare-verdict-at_equal = बराबर { $axis } ({ $position }) पर
compare-verdict-at_the_ends = आखिर में
compare-verdict-ranking = { $where } { $metric }, सबसे अच्छा पहले: { LIST($order) }।
compare-verdict-rank = { $label } { FIXED($value, digits: 4) }
compare-verdict-best_not_shown = यह साबित नहीं होता कि { $best }, { LIST($others) } से बेहतर है।
compare-verdict-best = { $best } बाकी सबसे संयोग से ज़्यादा फ़र्क के साथ आगे है।
## next steps

compare-next-same_text = { $b } की सेटिंग को { $a } के टेक्स्ट पर train करें
compare-next-same_config = डिवाइसों की तुलना के लिए दोनों पर एक ही config चलाएँ
compare-next-tune = हर step में बराबर tokens रखकर मापें कि micro-batch से क्या होता है
compare-next-micro_batch = या { $a } को सिर्फ़ { $b } के micro-batch के साथ चलाएँ: { $options }
compare-next-one_setting = { $a } को सिर्फ़ { $b } के { $name } के साथ चलाएँ
compare-next-one_at_a_time = { $a } को सिर्फ़ { $b } के { $name } के साथ चलाएँ, और बाकी बदलाव एक-एक करके
compare-next-confirm = दूसरे seed से पता चलेगा कि यह टिकता है या नहीं ({ $label })
compare-next-another_seed = संयोग से कितना बदलता है, यह देखने के लिए वही दूसरे seed के साथ चलाएँ
compare-next-more_seeds = और seeds से पता चलेगा: वही दूसरे seed के साथ चलाएँ ({ $label })
compare-next-one_more_seed = एक और seed से interval छोटा होगा
compare-next-other_trainer = { $run } की कमांड, { LIST($options) } के साथ

## the page

compare-setting-block_size = context (block_size)
compare-setting-gradient_accumulation_steps = grad. accumulation
compare-setting-params = parameters
compare-setting-tokens_per_iter = हर step के tokens
compare-setting-tokens = कुल tokens
compare-setting-flops_per_token = हर token के FLOPs
compare-setting-epochs = epochs
compare-page-format = { $format }
compare-page-format_and_seed = { $format }, seed { $seed }
compare-page-can = क्या निष्कर्ष निकल सकता है
compare-page-cannot = क्या नहीं
compare-page-experiment = जिस experiment से पता चलेगा
compare-page-iterations = iterations
compare-page-tokens = tokens
compare-page-best_val = सबसे अच्छा val
compare-page-last_val = आखिरी val
compare-page-last_train = आखिरी train
compare-page-batch_loss = batch loss
compare-page-val_bpb = val bits/byte
compare-page-step = step
compare-page-mean_step = औसत step
compare-page-tokens_per_s = tokens/s
compare-page-flops_per_s = FLOP/s
compare-page-peak_memory = peak मेमोरी
compare-page-mfu_printed = print हुआ MFU
compare-page-mfu = MFU
compare-page-ended = अंत
compare-page-megabytes = { NUMBER($mb, digits: 0) } MB
compare-page-done_of = { NUMBER($goal) } में से { NUMBER($done) }
compare-page-done_counted = { NUMBER($done) } { $counts }
compare-page-loss_at = { NUMBER($it) } पर { FIXED($loss, digits: 4) }
compare-page-loss_mean = { FIXED($mean, digits: 4) } ± { SIGNIFICANT($half, digits: 2) }
compare-page-mfu_of_a100 = A100 के peak का { PERCENT($share, digits: 1) }
compare-page-mfu_of = { FLOPS($peak) } का { PERCENT($share) }
compare-page-differs = क्या अलग है
compare-page-no_setting_differs = { $title }: कोई ज्ञात सेटिंग नहीं, पर ये आँकड़े
compare-page-settings_differ =
    { $settings ->
        [one] { $title }: { WORD($settings) } सेटिंग, और उससे जो बदलता है
       *[other] { $title }: { WORD($settings) } सेटिंग, और उनसे जो बदलता है
    }
compare-page-value_of = { $value } ({ $labels })
compare-page-follows = { $setting } के साथ
compare-page-same = वही:
compare-page-missing = { LIST($groups) } का मालूम नहीं: { $settings }। --config=FILE या --{ $first }=... दें, comma के साथ हर run का एक।
