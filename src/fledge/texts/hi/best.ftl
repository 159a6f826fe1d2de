## fledge plan --hours: जितना समय है, उसमें सबसे अच्छा model

best-climbing = आपके टेक्स्ट पर छोटे runs
best-rung = run { NUMBER($number) }, कुल { NUMBER($total) }, गहराई { NUMBER($depth) }
best-step_of_rung = गहराई { NUMBER($depth) } का छोटा run

## क्या माँगा गया

best-several_limits = { $first } और { $second }, दोनों समय तय करते हैं। इनमें से एक दें।
best-no_clock = --until={ $clock } घड़ी का समय नहीं है।
best-past = --until={ $clock } बीत चुका है।
best-clock_example = अगले सात बजे के लिए --until=07:00 आज़माएँ, या --until='2030-01-31 07:00' दें।
best-no_price = --budget={ CODE($budget, format: "g") } के लिए कीमत चाहिए।
best-give_price = किराए के GPU के लिए --price_per_hour=0.40 जोड़ें, या बिजली के लिए --price_per_kwh=0.30 जोड़ें।
best-no_watts = { $option } के लिए डिवाइस की power चाहिए, जो मालूम नहीं है।
best-give_watts = --watts=65 जोड़ें: उसकी power, W में।
best-too_short = { DURATION($seconds) } में प्लान नहीं बन सकता: आपके टेक्स्ट पर छोटे runs से कुछ पता नहीं चलेगा।
best-longer = कम से कम { NUMBER($minutes, digits: 1) } मिनट दें, या छपे हुए आँकड़ों से प्लान करने के लिए --no-measure जोड़ें।
best-small_text = training के टेक्स्ट में { NUMBER($tokens) } tokens हैं: इतने कम कि उन पर छोटे runs से कुछ पता नहीं चलेगा। इस block_size के लिए { NUMBER($needed) } चाहिए।
best-more_text = और टेक्स्ट तैयार करें, या छोटा --block_size आज़माएँ।
best-few_rungs = छोटे runs में से केवल { NUMBER($rungs) } समय पर पूरे हुए, और { NUMBER($needed) } चाहिए।
best-more_time = ज़्यादा समय दें, मशीन कम व्यस्त हो तब दोहराएँ (पूरे हुए runs रखे जाते हैं), या --no-measure जोड़ें।
best-no_run_fits = { DURATION($seconds) } में कोई run पूरा नहीं हो सकता।
best-least_time = कम से कम { DURATION($seconds) } दें: यहाँ सबसे छोटे मॉडल का सबसे छोटा run इतना समय लेता है।
best-nothing_fits = { $device } की मेमोरी में कोई गहराई नहीं समाती।
best-smaller_block = छोटा --block_size आज़माएँ।
best-chosen = --{ $name } यहाँ चुना जाता है।
best-leave_out = --{ $name } हटा दें।
best-scratch = init_from={ $init_from } train किए हुए weights को आगे बढ़ाता है: प्लान नए model के लिए है।
best-one_device = सबसे अच्छा model एक डिवाइस के लिए खोजा जाता है।
best-name_one = एक GPU का नाम दें, --gpus और --nodes के बिना।
best-no_speed = { $device } की गति मालूम नहीं है।
best-give_step = वहाँ मापा हुआ एक iteration का समय जोड़ें: --measured='n_embd=768,batch_size=8:340ms'।
best-exists = { $out } पहले से है और इस command ने उसे नहीं लिखा।
best-is_directory = --out={ $out } फ़ोल्डर है।
best-name_file = फ़ाइल का नाम दें: --out={ $name }।

## टिप्पणियाँ

best-note-text = इस समय के लिए टेक्स्ट छोटा है: { NUMBER($passes, digits: 1) } बार पढ़ने के बाद और training से फ़ायदे की उम्मीद नहीं है। ज़्यादा समय से ज़्यादा टेक्स्ट काम आएगा
best-note-unseen = इतने बड़े model के छोटे runs ने टेक्स्ट ज़्यादा से ज़्यादा { NUMBER($seen, digits: 1) } बार पढ़ा, इसलिए यह विकल्प उसे { NUMBER($passes, digits: 1) } बार से ज़्यादा नहीं पढ़ता: बड़े models टेक्स्ट जल्दी रट लेते हैं। ज़्यादा समय से ज़्यादा टेक्स्ट काम आएगा
best-note-unread = इतने बड़े model के किसी छोटे run ने पूरा टेक्स्ट नहीं पढ़ा, इसलिए यह विकल्प उसे { NUMBER($passes, digits: 1) } बार से ज़्यादा नहीं पढ़ता: बड़े models टेक्स्ट जल्दी रट लेते हैं। ज़्यादा समय से ज़्यादा टेक्स्ट काम आएगा
best-note-left = समय में से { DURATION($seconds) } बच जाता है
best-note-other_kind = validation का हिस्सा training के टेक्स्ट से अलग किस्म का है: उस पर छोटे runs का loss, training के टेक्स्ट से अलग रखे गए टुकड़ों की तुलना में { PERCENT($off) } ज़्यादा है। ऐसे टेक्स्ट को और बार पढ़ने से क्या मिलेगा, यह बताना कठिन है: ऐसा एक अंदाज़ा 10% ग़लत था। पूरे टेक्स्ट में से लिया गया validation हिस्सा ज़्यादा बताता है
best-note-short_runs = सबसे लंबे छोटे run में { NUMBER($iters) } iterations थे: इतने कम से लगाया गया loss का अंदाज़ा 10% से ज़्यादा ग़लत हो सकता है। ज़्यादा समय देने पर छोटे runs लंबे होते हैं और ज़्यादा बताते हैं
best-note-without_table = n-gram table छोड़ी गई (ngram_rows=0): इतने समय में run टेक्स्ट को कई बार पढ़ता है, और table के साथ वह उसे रट लेता
best-note-compiled = training compile होगी, जिससे CPU पर वह आम तौर पर { TIMES($gain) } तेज़ होती है। प्लान इस पर भरोसा नहीं करता: run पहले भी पूरा हो सकता है
best-note-published = कोई छोटा run नहीं चला: आकार Hoffmann et al. 2022 से चुना गया, जो web टेक्स्ट और 70M या ज़्यादा parameters के models पर fit है
best-note-no_level = आपके टेक्स्ट पर छोटे runs के बिना मालूम नहीं है कि कितना loss मिलेगा: छपे हुए fits, { NUMBER(32000) } की vocabulary वाले web टेक्स्ट के लिए हैं

## पेज

best-page-time = training के लिए { $hours }
best-page-model = model
best-page-model_size = गहराई { NUMBER($depth) }, चौड़ाई { NUMBER($width) }, { COUNT($params) } parameters
best-page-model_table = गहराई { NUMBER($depth) }, चौड़ाई { NUMBER($width) }, { COUNT($params) } parameters और n-gram table में { COUNT($table) } और
best-page-training = training
best-page-batch = { NUMBER($iterations) } iterations, हर एक में { NUMBER($batch) } x { NUMBER($block) } tokens
best-page-accumulated = { NUMBER($iterations) } iterations, हर एक में { NUMBER($steps) } x { NUMBER($batch) } x { NUMBER($block) } tokens
best-page-text = टेक्स्ट
best-page-tokens = { COUNT($tokens) } tokens, आपका टेक्स्ट { NUMBER($passes, digits: 2) } बार
best-page-rate = learning rate
best-page-loss = val loss
best-page-loss_range = { FIXED($value, digits: 3) } की उम्मीद, दस में नौ बार { FIXED($low, digits: 3) } से { FIXED($high, digits: 3) } के बीच
best-page-unknown_loss = आपके टेक्स्ट पर छोटे runs के बिना मालूम नहीं है
best-page-takes = समय
best-page-cost = खर्च
best-page-column-depth = गहराई
best-page-column-parameters = parameters
best-page-column-tokens = tokens
best-page-column-hours = समय
best-page-column-loss = val loss
best-page-column-range = दायरा
best-page-basis = { $runs ->
    [one] आपके टेक्स्ट पर { NUMBER($runs) } run से।
   *[other] आपके टेक्स्ट पर { NUMBER($runs) } runs से।
}
best-page-basis_new = इनमें से { NUMBER($new) } अभी चले, { DURATION($seconds) } में; सब याद रखे जाते हैं।
best-page-basis_remembered = सब पहले से याद थे।
best-page-largest = सबसे बड़ा { FIXED($actual, digits: 3) } पर खत्म हुआ; बाकी runs अकेले { FIXED($value, digits: 3) } बताते ({ PERCENT($off, digits: 1, sign: "always") })।
best-page-basis_published = छपे हुए आँकड़ों से, आपके टेक्स्ट से नहीं।
best-page-written = लिखी गई: { $file }
best-page-picture = हर गहराई के लिए समय के साथ loss: { $picture }
best-page-curve = गहराई { NUMBER($depth) }
best-page-range = चुने गए का दायरा
best-page-title = { $hours } में सबसे अच्छा model
best-page-hours = घंटे
best-page-minutes = मिनट
best-page-days = दिन
