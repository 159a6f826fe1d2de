## The page that `fledge report` writes, and its errors.

report-page_title = { $heading } – fledge की रिपोर्ट
report-kicker = fledge की रिपोर्ट
report-sections = हिस्से
report-section-findings = Findings
report-section-numbers = आँकड़े
report-section-curves = Curves
report-section-plan = प्लान
report-section-samples = Samples
report-section-settings = सेटिंग
report-runs =
    { $runs ->
        [one] { NUMBER($runs) } run
       *[other] { NUMBER($runs) } runs
    }
report-runs_legend = Runs
report-x_axis = X अक्ष
report-no_script = plots को JavaScript चाहिए, जो बंद है।
report-thinned = लंबे curves इस पेज के लिए हल्के किए गए हैं, पर उनकी चोटियाँ बनी हैं; `--csv=DIR` हर point लिखता है।
report-made = { $time } UTC पर fledge { $version } ने बनाया।
report-loads_nothing = यह पेज नेटवर्क से कुछ load नहीं करता।

## what a run is

report-fledge_run = fledge का run
report-log_of = { $format } का log
report-ended = अंत: { $ended }
report-source = { $run }: { $format }, { NUMBER($lines) } लाइनें, training के आँकड़े { NUMBER($rows) } में, training से अलग { NUMBER($other) }
report-no_findings = कोई finding नहीं
report-errors =
    { $number ->
        [one] { NUMBER($number) } error
       *[other] { NUMBER($number) } errors
    }
report-warnings =
    { $number ->
        [one] { NUMBER($number) } चेतावनी
       *[other] { NUMBER($number) } चेतावनियाँ
    }
report-notes =
    { $number ->
        [one] ध्यान देने की { NUMBER($number) } बात
       *[other] ध्यान देने की { NUMBER($number) } बातें
    }

## numbers

report-which_is_better = कौन बेहतर है, और क्या फ़र्क noise से ज़्यादा है?
report-not_known = मालूम नहीं, पर जो आँकड़े नहीं हैं उनके लिए चाहिए:
report-not_known_for = { $runs } का मालूम नहीं, पर जो आँकड़े नहीं हैं उनके लिए चाहिए:
report-tile-iterations = Iterations
report-tile-tokens = Tokens
report-tile-training = Training
report-tile-parameters = Parameters
report-tile-best_val = सबसे अच्छा val loss
report-tile-last_val = आखिरी val loss
report-tile-last_train = आखिरी train loss
report-tile-last_batch = आखिरी batch loss
report-tile-step = Step
report-tile-throughput = रफ़्तार
report-tile-compute = Compute
report-tile-mfu = MFU
report-tile-peak_memory = Peak मेमोरी
report-tile-device = डिवाइस
report-tile-of = { NUMBER($goal) } में से
report-tile-epochs = { SIGNIFICANT($epochs, digits: 3) } epochs
report-tile-millions = { NUMBER($n, digits: 2) }M
report-tile-evaluated = evaluate किया हुआ
report-tile-finite = finite
report-tile-at = { NUMBER($it) } पर
report-tile-perplexity = perplexity { NUMBER($perplexity, digits: 2) }
report-tile-median = median, evaluations के बिना
report-tile-tokens_per_s = tokens/s
report-tile-formula = nanoGPT के सूत्र से
report-tile-megabytes = { NUMBER($mb, digits: 0) } MB
report-tile-of_peak = { FLOPS($peak) } का
report-tile-printed = जैसा print हुआ
report-tile-printed_of_a100 = जैसा print हुआ, A100 के peak का
report-tile-ms = { NUMBER($ms, digits: 1) } ms
report-tile-s = { SIGNIFICANT($s, digits: 3) } सेकंड

## curves

report-no_tokens = tokens मालूम नहीं: { COMMAS($runs) }
report-no_times = समय मालूम नहीं: { COMMAS($runs) }
report-axis-tokens = tokens
report-axis-hours = घंटे
report-axis-minutes = मिनट
report-axis-seconds = सेकंड
report-mfu_of_device = { $device } के peak { FLOPS($peak) } का
report-mfu_of_this_device = इस डिवाइस के peak { FLOPS($peak) } का
report-mfu_printed = जैसा print हुआ
report-mfu_printed_of_a100 = जैसा print हुआ, किसी भी डिवाइस पर A100 के peak का हिस्सा
report-plot-framed = सबसे ऊँचे points फ़्रेम से बाहर हैं; double-click से दिखते हैं।
report-plot-spoken = { $title }. { SEPARATED($lines) }
report-plot-spoken_line = { $name }: { NUMBER($first_it) } पर { SIGNIFICANT($first, digits: 4) } से { NUMBER($last_it) } पर { SIGNIFICANT($last, digits: 4) } तक, सबसे कम { SIGNIFICANT($lowest, digits: 4) }, सबसे ज़्यादा { SIGNIFICANT($highest, digits: 4) }
report-plot-evaluated_loss = Loss, evaluate किया हुआ
report-plot-batch_loss = Batch loss
report-plot-val_bpb = Validation, bits per byte
report-plot-accuracy = Accuracy
report-plot-throughput = रफ़्तार
report-plot-step_time = Step का समय
report-plot-mfu = MFU
report-plot-memory = मेमोरी
report-plot-learning_rate = Learning rate
report-plot-gradient_norm = Gradient norm
report-plot-nats = हर token के nats
report-plot-share_correct = सही का हिस्सा
report-plot-share_of_peak = peak का हिस्सा
report-plot-tokens_per_s = tokens/s
report-plot-ms = ms
report-plot-megabytes = MB
report-plot-val = val
report-plot-train = train
report-plot-best_val = सबसे अच्छा val
report-plot-best_at = सबसे अच्छा { NUMBER($it) } पर { FIXED($loss, digits: 4) }
report-plot-batch = batch
report-plot-smoothed = smoothed
report-plot-not_finite = finite नहीं
report-plot-not_finite_from = यहाँ से finite नहीं
report-plot-solid_and_dashed = सीधी रेखा: val। टूटी रेखा: train।
report-plot-ring = छल्ला सबसे कम val loss पर है।
report-plot-own_batch = हर iteration के अपने batch का loss, dropout हो तो उसके साथ।
report-plot-bold = मोटी रेखा: { PERCENT($share) } iterations का औसत।
report-plot-training_only = सिर्फ़ training: evaluation वाले iterations छोड़ दिए गए हैं।
report-plot-mfu_caption = मॉडल का गणित peak FLOP/s का कितना हिस्सा इस्तेमाल करता है: { SEPARATED($peaks) }।
report-plot-peak_of = { $peak } ({ COMMAS($runs) })
report-plot-save = PNG के रूप में save करें
report-plot-zoom = Zoom
report-plot-pan = सरकाएँ
report-plot-autoscale = अपने आप फैलाएँ
report-plot-reset = अक्ष पहले जैसे करें
report-plot-zoomed = वापस आने के लिए double-click करें

## tables

report-plan_title = प्लान बनाम असल
report-settings_title = सेटिंग और वे कहाँ से आईं
report-none_of = { $what }: कोई नहीं।
report-number_of = { $what } ({ NUMBER($number) })
report-table-side_by_side = runs साथ-साथ
report-table-not_known = मालूम नहीं
report-table-plan = प्लान और असल के मान
report-table-planned = प्लान
report-table-val_loss = Val loss
report-table-actual = असल
report-table-actual_to_planned = असल / प्लान
report-table-ratio = { FIXED($ratio, digits: 2) }×
report-table-of_run = { $run }: { $what }
report-table-quantity = { NUMBER($value, digits: 0) } { $unit }
report-table-differ = अलग-अलग सेटिंग
report-table-equal = बराबर सेटिंग, या सिर्फ़ एक run की ज्ञात सेटिंग
report-table-chosen = चुनी हुई सेटिंग
report-table-defaults = Default मान
report-table-setting = सेटिंग
report-table-value = मान
report-table-from = कहाँ से
report-table-empty = (खाली)

## samples

report-samples_title = समय के साथ samples
report-samples_shown = { NUMBER($total) } में से { NUMBER($shown) }, बराबर दूरी पर।
report-iteration = iteration { NUMBER($it) }
report-no_iteration = iteration की संख्या नहीं

## in a notebook

report-card-losses_of = { $run } के losses: { $curves }
report-card-metric_of_runs = runs का { $metric }: { $curves }
report-card-metric_of =
    { $runs ->
        [one] { NUMBER($runs) } run का { $metric }
       *[other] { NUMBER($runs) } runs का { $metric }
    }
report-card-more = और { NUMBER($number) }: {"findings()"}
report-card-value_about = { $value } ({ $about })
report-card-comparison = तुलना
report-card-curve = { $name }: { NUMBER($first_it) } पर { SIGNIFICANT($first, digits: 4) } से { NUMBER($last_it) } पर { SIGNIFICANT($last, digits: 4) } तक
report-card-none = कोई नहीं
report-card-loss = batch loss
report-card-smoothed = batch loss, smoothed
report-card-val_loss = val loss
report-card-train_loss = train loss
report-card-val_bpb = val bits per byte
report-card-run = { $name }, { $format }

## what can't be written

report-no_plotly = रिपोर्ट को plotly चाहिए, जो install नहीं है।
report-directory = { $path } एक फ़ोल्डर है।
report-name_file = फ़ाइल का नाम दें: { $path }।
report-not_regular = { $path } साधारण फ़ाइल नहीं है।
report-not_ours = { $path } मौजूद है और इस कमांड ने उसे नहीं बनाया।
report-choose = दूसरा { $option } चुनें।
report-choose_or_overwrite = दूसरा { $option } चुनें, या --overwrite से उसे बदल दें।
