## Settings: what is wrong with them, and what to type instead.

config-not_shared_by_processes = gradient_accumulation_steps={ $steps } को { $number } processes में बराबर नहीं बाँटा जा सकता।
config-not_shared_by_gpus = gradient_accumulation_steps={ $steps } को { $number } GPUs में बराबर नहीं बाँटा जा सकता।
config-share_by_processes = { $fewer ->
    [one] { EITHER($choices) }, या { $fewer } process आज़माएँ।
   *[other] { EITHER($choices) }, या { $fewer } processes आज़माएँ।
}
config-share_by_gpus = { $fewer ->
    [one] { EITHER($choices) }, या { $fewer } GPU आज़माएँ।
   *[other] { EITHER($choices) }, या { $fewer } GPUs आज़माएँ।
}

## config/fields.py: kinds of values, as parts of a sentence

config-kind-whole = पूर्ण संख्या
config-kind-number = संख्या
config-kind-switch = True या False
config-kind-text = टेक्स्ट
config-huge_number = सैकड़ों अंकों की संख्या

## config/checks.py

config-odd_width = head_width={ $head_width } विषम है। --head_width={ $even } आज़माएँ।
config-heads_divide = n_embd={ $n_embd } को n_head={ $n_head } पूरा-पूरा नहीं बाँटता।
config-heads_divide_evenly = n_embd={ $n_embd } को n_head={ $n_head } सम हिस्सों में नहीं बाँटता।
config-try_heads = --n_head={ $near } आज़माएँ।
config-try_even = कोई सम --n_embd आज़माएँ।
config-kv_heads = n_head={ $n_head } को n_kv_head={ $n_kv_head } पूरा-पूरा नहीं बाँटता। --n_kv_head={ $near } आज़माएँ।
config-no_bias = bias=True, arch={ $arch } के लिए नहीं है: उसमें biases नहीं होते। --bias=False या --arch=gpt2 आज़माएँ।
config-gelu = gelu={ $gelu } सिर्फ़ arch=gpt2 के लिए है। --arch=gpt2 आज़माएँ, या इसे हटा दें।
config-ngrams = ngram_rows={ $ngram_rows } सिर्फ़ arch=modern के लिए है। --arch=modern या --ngram_rows=0 आज़माएँ।
config-ngram_counts = ngram_counts={ $ngram_counts } सिर्फ़ arch=modern के लिए है। --arch=modern या --ngram_counts=0 आज़माएँ।
config-llama_only = { $key }={ $value } सिर्फ़ arch=llama और qwen3 के लिए है। --arch=qwen3 आज़माएँ, या इसे हटा दें।
config-muon = optimizer=muon, arch=gpt2 के लिए नहीं है। --arch=modern या --optimizer=adamw आज़माएँ।
config-min_lr = min_lr={ CODE($min_lr, format: "g") }, learning_rate={ CODE($learning_rate, format: "g") } से ऊपर है। --min_lr={ CODE($tenth, format: "g") } आज़माएँ।
config-tracker = track={ QUOTED($tracker) } मालूम नहीं है: { $trackers }।{ $near }
config-no_out_dir = out_dir खाली है। --out_dir=runs/NAME आज़माएँ, या इसे हटा दें।
config-planned_loss = planned_loss={ QUOTED($written) } तीन संख्याएँ नहीं हैं: loss, और उसके दायरे के निचले और ऊपरी सिरे। इसे हटा दें।
config-device = device={ QUOTED($device) } मालूम नहीं है। auto, cpu, cuda, cuda:0 या mps आज़माएँ।
config-decay_far = lr_decay_iters={ CODE($lr_decay_iters, format: ",") }, max_iters={ CODE($max_iters, format: ",") } से बहुत दूर है: learning rate अंत में min_lr पर नहीं होगी। आम तौर पर --lr_decay_iters={ $max_iters } होता है।
config-long_warmup = warmup_iters={ CODE($warmup_iters, format: ",") } run से लंबा है: learning rate अपने सबसे ऊँचे स्तर तक कभी नहीं पहुँचती। आम तौर पर --warmup_iters={ $usual } होता है।
config-high_rate = learning_rate={ CODE($learning_rate, format: "g") }, AdamW के लिए बहुत ज़्यादा है: आम तौर पर 1e-4 से 1e-3 होती है।

## config/fields.py

config-not_wanted = { $value }, { $wanted } नहीं है
config-too_small = { $value } बहुत छोटा है: कम से कम { SIGNIFICANT($least, grouping: "always") } होना चाहिए
config-not_above = { $value } बहुत छोटा है: { SIGNIFICANT($above, grouping: "always") } से ज़्यादा होना चाहिए
config-too_large = { $value } बहुत बड़ा है: ज़्यादा से ज़्यादा { SIGNIFICANT($most, digits: 10, grouping: "always") } हो सकता है

## config/mixture_spec.py

config-dataset_empty = dataset={ QUOTED($dataset) } में एक नाम खाली है। --dataset=A:0.7,B:0.3 आज़माएँ।
config-dataset_below = dataset={ QUOTED($dataset) } data_dir के भीतर का नाम नहीं है। --data_dir=FOLDER --dataset=NAME आज़माएँ।
config-dataset_twice = dataset={ QUOTED($dataset) } में { $name } दो बार है। उसे एक बार लिखें, वज़न जोड़कर।
config-dataset_no_weight = dataset={ QUOTED($dataset) } में { $name } का वज़न नहीं है। --dataset={ $example } आज़माएँ।
config-dataset_weight = dataset={ QUOTED($dataset) } में { $name } का वज़न { QUOTED($weight) } है, जो 0 से बड़ी संख्या नहीं है। --dataset={ $example } आज़माएँ।
config-dataset_word = dataset={ QUOTED($dataset) } में { $weight } { $name } का वज़न नहीं है। अगर वह किसी corpus की भाषा है, तो पहले उससे dataset बनाएँ: fledge prepare { $dataset }
config-dataset_tiny = dataset={ QUOTED($dataset) } में { $name } को { NUMBER($most) } में से एक sequence से भी कम मिलती है। उसे हटा दें, या --dataset={ $example } आज़माएँ।

## config/arguments.py

config-needs_value = { $name } को मान चाहिए: { $name }={ $default }।
config-no_switch = { $name }: { $key } switch नहीं है। उसे मान दें: --{ $key }={ $default }।
config-unknown = अनजान सेटिंग { $name }।{ $near }
config-bad_option = --{ $key }={ $shown }: { $error }।

## config/file.py

config-not_plain = { $where }: `{ $source }` सादी सेटिंग नहीं है, और सेटिंग फ़ाइलें execute नहीं की जातीं। key = value लिखें, या फ़ाइल पर भरोसा हो तो --trust-config दें।
config-no_value = { $where }: { $name }: { $error }। सादा मान लिखें, या फ़ाइल को execute करने के लिए --trust-config दें।
config-too_deep = { $where }: { $name }: यह expression बहुत गहरा है। सादा मान लिखें।
config-no_plain_value = { $where }: { $name }: { $error }। सादा मान लिखें।
config-file_value = { $where }: { $name }: { $error }।
config-file_unknown = { $path }:{ $line }: अनजान सेटिंग { $name }।{ $near }
config-is_directory = { $path } फ़ोल्डर है, सेटिंग फ़ाइल नहीं।
config-name_a_file = config/demo.py जैसी फ़ाइल का नाम दें।
config-too_large_file = { $path } सेटिंग फ़ाइल के लिए बहुत बड़ी है।
config-unreadable = { $path } पढ़ी नहीं जा सकती: { $reason }।
config-shipped_ones = `ls config` साथ आई हुई फ़ाइलें दिखाता है।
config-syntax = { $path }:{ $lineno }: { $msg }।
config-syntax_fix = सेटिंग फ़ाइल में n_layer = 6 जैसी लाइनें होती हैं।
config-no_settings_file = { $path } सेटिंग फ़ाइल नहीं है: { $reason }।
config-python_text = वह Python टेक्स्ट होती है: n_layer = 6।
config-file_failed = { $path } फ़ेल हुई: { $kind }: { $reason }।
config-correct_file = फ़ाइल ठीक करें।

## config/load.py

config-damaged = { $source } खराब है: वह object नहीं है।
config-new_run = दूसरे out_dir में नया run शुरू करें।
config-json_value = { $source }: { $key }: { $error }।
config-not_understood = { QUOTED($name) } यहाँ समझ में नहीं आता।
config-written_so = सेटिंग --key=value की तरह लिखी जाती हैं।{ $near }
config-missing_file = सेटिंग फ़ाइल { $name } नहीं है।
config-shipped = साथ आई हुई: { $shipped }।{ $near }

## config/expressions.py

config-round_digits = round में ज़्यादा से ज़्यादा { $most } अंक हो सकते हैं
config-unknown_name = नाम { $name } यहाँ मालूम नहीं है
config-no_time = `time` import नहीं हुआ है
config-more_than_plain = `{ $source }` में literals, गणित और पहले के नामों से ज़्यादा कुछ है
config-wide_format = यह format बहुत चौड़ा है
config-elaborate = यह f-string बहुत उलझी हुई है
config-large_power = यह power बहुत बड़ी है
config-multiplied_text = टेक्स्ट को यहाँ गुणा नहीं किया जा सकता
config-percent_text = टेक्स्ट पर % की जगह f-string इस्तेमाल करें
config-long_text = यह टेक्स्ट बहुत लंबा है
config-large_number = यह संख्या बहुत बड़ी है
config-not_real = यह real number नहीं है
