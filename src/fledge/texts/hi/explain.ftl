## `fledge explain`: a run in numbers, and terms. The findings have a file of their own.

explain-severity-error = error
explain-severity-warning = चेतावनी
explain-severity-note = ध्यान दें
explain-severity-good = अच्छा

## the page of a run

explain-page-head = { $name }, { $format }
explain-page-head_of_several = { $name }, { $format }, इसके { NUMBER($total) } runs में से { NUMBER($number) } (--pick)
explain-page-progress = प्रगति
explain-page-val_loss = val loss
explain-page-planned = प्लान
explain-page-planned_inside = val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } से { FIXED($high, digits: 4) }); असली का फ़र्क { PERCENT($off, digits: 1, sign: "always") }, दायरे के अंदर
explain-page-planned_outside = val loss { FIXED($planned, digits: 4) } ({ FIXED($low, digits: 4) } से { FIXED($high, digits: 4) }); असली का फ़र्क { PERCENT($off, digits: 1, sign: "always") }, दायरे के बाहर
explain-page-test_loss = test loss
explain-page-val_bpb = val bpb
explain-page-loss = loss
explain-page-train = train
explain-page-speed = रफ़्तार
explain-page-compute = compute
explain-page-memory = मेमोरी
explain-page-model = मॉडल
explain-page-curve = curve
explain-page-figures = { COMMAS($figures) }
explain-page-iteration = iteration { NUMBER($it) }
explain-page-iteration_of = { NUMBER($goal) } में से iteration { NUMBER($it) }
explain-page-counted = गिनती { $counts } में: { NUMBER($it) }
explain-page-tokens = { COUNT($tokens) } tokens
explain-page-epochs = { SIGNIFICANT($epochs, digits: 3) } epochs
explain-page-loss_at = { NUMBER($it) } पर { FIXED($loss, digits: 4) }
explain-page-loss_at_with = { NUMBER($it) } पर { FIXED($loss, digits: 4) } ({ COMMAS($also) })
explain-page-last_and_best = { $last }; सबसे अच्छा { NUMBER($it) } पर { FIXED($best, digits: 4) }
explain-page-perplexity = perplexity { NUMBER($perplexity, digits: 2) }
explain-page-bits_per_byte = { FIXED($bpb, digits: 4) } bits per byte
explain-page-bits_per_byte_at = { NUMBER($it) } पर { FIXED($bpb, digits: 4) } bits per byte
explain-page-batch_loss_at = { NUMBER($it) } पर { FIXED($loss, digits: 4) } (अपने batches का)
explain-page-epoch_loss_at = { NUMBER($it) } पर { FIXED($loss, digits: 4) } (पूरे epoch का औसत)
explain-page-evaluated_loss_at = { NUMBER($it) } पर { FIXED($loss, digits: 4) } (evaluate किया हुआ)
explain-page-step = हर step में { MILLISECONDS($step) }
explain-page-step_and_mean = हर step में median { MILLISECONDS($step) }, औसत { MILLISECONDS($mean) }
explain-page-tokens_per_s = { NUMBER($rate, digits: 0) } tokens/s
explain-page-flops = { FLOPS($rate) }
explain-page-flops_of = { FLOPS($rate) }, { $device } के peak का { PERCENT($share, digits: 1) }
explain-page-flops_of_the_device = { FLOPS($rate) }, डिवाइस के peak का { PERCENT($share, digits: 1) }
explain-page-megabytes = ज़्यादा से ज़्यादा { NUMBER($mb, digits: 0) } MB
explain-page-gigabytes = ज़्यादा से ज़्यादा { NUMBER($mb, digits: 0) } MB ({ NUMBER($gb, digits: 2) } GB)
explain-page-parameters = { NUMBER($millions, digits: 2) }M parameters
explain-page-asked = log में नहीं हैं, और tokens, FLOPs और MFU के लिए चाहिए: { $settings } या --config=FILE।
explain-page-other_lines = { NUMBER($lines) } में से { NUMBER($other) } लाइनें training के बारे में नहीं हैं (--verbose कुछ दिखाता है)।
explain-page-read = { NUMBER($lines) } लाइनें, training की { NUMBER($rows) } rows, { NUMBER($other) } लाइनें समझ में नहीं आईं:
explain-page-repeated = { NUMBER($rows) } rows किसी दूसरी को दोहराती हैं, जैसे कई processes के print करने पर होता है।
explain-page-settings = सेटिंग:
explain-page-here = यहाँ: { $numbers }
explain-following = हर { FIXED($seconds, digits: 0) } सेकंड पर फिर देखा जाता है; Ctrl-C से बंद होता है।

## terms

explain-setting = एक सेटिंग: { $comment }।
explain-setting_default = --{ $name }={ $value }, जब तक दूसरा न दिया जाए

## what can't be explained

explain-no_term = { QUOTED($word) } न कोई run है, न log, न कोई शब्द।
explain-did_you_mean = क्या आपका मतलब { $name } था?
explain-lists_terms = `fledge explain --terms` सारे शब्द दिखाता है।
explain-one_run = `fledge explain` एक run लेता है, { NUMBER($number) } नहीं।
explain-try_compare = `fledge compare { $runs }` आज़माएँ।
explain-one_at_a_time = एक बार में एक run, { NUMBER($number) } नहीं।
explain-try_term = `fledge explain { $term } { $run }` आज़माएँ।
explain-follow_pipe = --follow को फ़ाइल या run चाहिए।
explain-piped_once = pipe से जो आता है, वह अंत तक एक ही बार पढ़ा जाता है।
explain-follow_json = --follow लोगों के लिए है, --json प्रोग्रामों के लिए।
explain-leave_one = दोनों में से एक हटा दें।
