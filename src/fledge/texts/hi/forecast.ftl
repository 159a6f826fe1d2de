## Forecasts.
## A template names its numbers; texts/message.py lists the formats.

forecast-basis-fits = iteration { NUMBER($iteration) } तक के { $points } पर { $fits } curve fits।
forecast-basis-no_fit = iteration { NUMBER($iteration) } तक के { $points } पर कोई curve fit नहीं।
forecast-basis-evaluations = { $points } evaluations
forecast-basis-batch_losses = batch loss के { $points } औसत
## the loss now

forecast-now-logged = log के अनुसार
forecast-now-evaluations = आखिरी { $points } evaluations का median
forecast-now-mean_evaluations = { FIXED($evaluations, digits: 0) } evaluations के आखिरी { $points } औसतों का median
forecast-now-batch_losses = { FIXED($losses, digits: 0) } batch losses के आखिरी { $points } औसतों का median
forecast-now-line = iteration { NUMBER($iteration) } पर { FIXED($logged, digits: 4) }; smoothed { FIXED($value, digits: 4) }, { $smoothing }
forecast-now-none = कोई finite मान नहीं
forecast-now-unsmoothed = iteration { NUMBER($iteration) } पर { FIXED($value, digits: 4) }
## the learning rate

forecast-rate-unknown = learning rate मालूम नहीं है।
forecast-rate-constant = सेटिंग के अनुसार learning rate { SIGNIFICANT($rate) } पर स्थिर है।
forecast-rate-wsd = सेटिंग के अनुसार learning rate पहले स्थिर, फिर linear है: { SIGNIFICANT($first) } से { SIGNIFICANT($last) } तक, iteration { NUMBER($end) } पर।
forecast-rate-decay = सेटिंग के अनुसार learning rate { $schedule } है: { SIGNIFICANT($first) } से { SIGNIFICANT($last) } तक, iteration { NUMBER($end) } पर।
forecast-rate-inferred = learning rate: { $decay }; यह print हुई { NUMBER($points) } rates से निकाला गया है।
forecast-rate-inferred_until = iteration { NUMBER($to) } तक learning rate { $shape } है: यह print हुई { NUMBER($points) } rates से निकाला गया है, जिनसे उसका अंत अभी पता नहीं चलता।
forecast-rate-ambiguous = print हुई { NUMBER($points) } rates कई schedules से मेल खाती हैं, { $first } से { $second } तक; interval में ये सब शामिल हैं।
forecast-rate-name = { $shape }, { NUMBER($end, digits: 0) } पर peak के { PERCENT($final) } तक
forecast-rate-inverse_sqrt = { NUMBER($start, digits: 0) } से iteration के वर्गमूल के साथ गिरती हुई
forecast-rate-printed_constant = print हुई learning rate अब तक { SIGNIFICANT($rate) } पर स्थिर है; आगे decay होगा या नहीं, यह मालूम नहीं है।
forecast-rate-printed_only = learning rate अब तक print हुई है, पर किसी ऐसे schedule पर नहीं चलती जिसे fledge जानता हो।
## why there is none

forecast-diverged-reason = run diverge हो गया: उसका आखिरी loss { $loss } है।
forecast-diverged-advice = `fledge explain` बताता है कि यह कहाँ शुरू हुआ और क्या आज़माएँ।
forecast-no_language_model-advice = `fledge explain` बताता है कि run कैसा चल रहा है, और `fledge report` उसका graph बनाता है।
forecast-no_language_model-reason = यह language model का log नहीं है: पूर्वानुमान सिर्फ़ उन्हीं पर जाँचे गए हैं।
forecast-epoch_means-reason = इसके losses पूरे epochs के औसत हैं, जिनके दौरान मॉडल बदलता रहता है, और evaluations बहुत कम हैं।
forecast-epoch_means-advice = validation loss, या हर iteration का loss, log करें।
forecast-jumped-reason = batch loss उछल गया है: आखिरी मान लगभग { FIXED($now, digits: 4) } हैं, और उनसे पहले के लगभग { FIXED($before, digits: 4) }।
forecast-zero-reason = iteration { NUMBER($iteration) } पर loss { SIGNIFICANT($loss) } है: किसी language model का ऐसा नहीं होता।
forecast-last_jumped-reason = आखिरी evaluation, iteration { NUMBER($iteration) } पर { FIXED($last, digits: 4) }, उससे पहले के सबसे कम { FIXED($lowest, digits: 4) } से बहुत ऊपर है: यह spike है, या बढ़त की शुरुआत।
forecast-flat-reason = loss अपने noise से ज़्यादा नहीं गिर रहा: वह लगभग { FIXED($level, digits: 4) } पर रहता है (iteration { NUMBER($first, digits: 0) } से { NUMBER($last, digits: 0) } तक की सीधी रेखा { FIXED($fall, digits: 4) } गिरती है)।
forecast-at_lowest-reason = loss लगभग अपने सबसे निचले स्तर { FIXED($level, digits: 4) } पर है: कोई curve fit नहीं कहता कि वह और गिरेगा।
forecast-too_few-evaluations = evaluations बहुत कम हैं: { $count } हैं, कम से कम { $least } चाहिए।
forecast-too_few-losses = losses बहुत कम हैं: { $count } हैं, कम से कम { $least } चाहिए।
forecast-too_few-late_evaluations = run के पहले दसवें हिस्से के बाद evaluations बहुत कम हैं: उनसे { $points } points बनते हैं, कम से कम { $least } चाहिए।
forecast-too_few-late_losses = run के पहले दसवें हिस्से के बाद losses बहुत कम हैं: उनसे { $points } points बनते हैं, कम से कम { $least } चाहिए।
forecast-too_far-reason = बहुत दूर: run जितना चला है, iteration { NUMBER($to) } उसका { FIXED($times, digits: 1) } गुना है, और run के अतीत से { FIXED($most, digits: 0) } गुने से ज़्यादा का पूर्वानुमान नहीं जाँचा जा सकता।
forecast-too_far-advice = --to={ $nearer } आज़माएँ, या iteration { NUMBER($later, digits: 0) } पर फिर पूछें।
forecast-warming_up-reason = learning rate का warm-up अभी चल रहा है: curve की दिशा उसके बाद ही दिखती है।
forecast-rate_raised-reason = iteration { NUMBER($iteration) } पर learning rate फिर बढ़ाई गई: उससे पहले के losses अब कम ही बताते हैं।
forecast-rate_raised-advice = उस जगह से शुरू होने वाले log से पूर्वानुमान लें, जब वह काफ़ी लंबा हो जाए।
forecast-rising-overfitting = val loss अपने सबसे निचले स्तर से आगे निकल चुका है: वह iteration { NUMBER($iteration, digits: 0) } के { FIXED($best, digits: 4) } से बढ़कर { FIXED($level, digits: 4) } हुआ, जबकि train loss गिरा: यह overfitting है।
forecast-rising-reason = loss अपने सबसे निचले स्तर से आगे निकल चुका है: वह iteration { NUMBER($iteration, digits: 0) } के { FIXED($best, digits: 4) } से बढ़कर { FIXED($level, digits: 4) } हुआ है।
forecast-rising-advice = `fledge explain` ढूँढता है कि क्या गड़बड़ हुई।
forecast-no_fit-reason = कोई curve fit इस curve से मेल नहीं खाता: यह गिर नहीं रहा।
forecast-growing_gap-reason = val loss लगभग अपने सबसे निचले स्तर पर है: train loss से gap { FIXED($first, digits: 3) } से बढ़कर { FIXED($last, digits: 3) } हो गया है, और यह बढ़ता रहा तो overfitting से val बढ़ेगा।
forecast-backtest-reason = back-test में यह फ़ेल हुआ: run के अपने अतीत के पूर्वानुमान { FIXED($error, digits: 4) } से चूके, जो { FIXED($value, digits: 4) } के पूर्वानुमान के लिए बहुत ज़्यादा है।
forecast-below_zero-reason = वहाँ curve fits शून्य से नीचे चले जाते हैं, जो कोई loss नहीं करता।
forecast-uncertain-reason = बहुत अनिश्चित: { PERCENT($coverage) } interval { FIXED($value, digits: 3) } ± { FIXED($half_interval, digits: 3) } होगा।
forecast-advice-wait = run कुछ और आगे बढ़े, तब फिर पूछें।
forecast-advice-log_more_often = --eval_interval या --log_interval छोटा रखें।
forecast-advice-nearer = --to में पास का iteration दें।
forecast-advice-regularise = सबसे अच्छे step पर रुकें, या ज़्यादा टेक्स्ट, --dropout या छोटा मॉडल लें।
forecast-counts = इस log में iterations की संख्या नहीं है: यहाँ गिनती { $counts } में है, और --to की भी।
## what would change it

forecast-changes-unknown_rate = आगे की learning rate मालूम नहीं है; माना गया है कि वह ऐसी ही रहेगी, और interval इसीलिए चौड़ा है। --learning_rate, --lr_decay_iters, --min_lr या --config=FILE दें।
forecast-changes-unknown_rate_at_end = आगे की learning rate मालूम नहीं है; अंत तक decay से जितना फ़ायदा होता, उसका आधा इस मान में और उतना ही interval में शामिल है। --learning_rate, --lr_decay_iters, --min_lr या --config=FILE दें।
forecast-changes-ambiguous_rate = learning rate किस schedule पर चलती है: print हुई rates से यह अभी पता नहीं चलता। --lr_decay_iters और --min_lr, या --config=FILE दें।
forecast-changes-rate = learning rate: अगर वह अभी जितनी ही रहे, तो { FIXED($value, digits: 4) }।
forecast-changes-beyond_end = max_iters={ CODE($iterations, format: ",") } के आगे schedule खत्म हो चुका है: लंबे schedule वाला नया run बेहतर करता है।
forecast-changes-overfitting = ऐसी overfitting जो अभी शुरू नहीं हुई: अतीत में वह नहीं दिखती। देखते रहें कि train गिरते हुए val बढ़ तो नहीं रहा।
forecast-changes-settings = यहाँ से आगे batch size, dropout या dataset का बदलना: माना गया है कि ये सब वही रहेंगे।

## shapes of schedules, and fits

forecast-shape-cosine = cosine
forecast-shape-linear = linear
forecast-shape-one_minus_sqrt = 1 - sqrt
forecast-fit-power_law = power law
forecast-fit-logarithm = logarithm
forecast-fit-exponential = exponential
forecast-fit-recent_slope = हाल का ढलान
forecast-fit-train_and_gap = train और gap

## the page

forecast-page-head_val = { $name }: iteration { NUMBER($to) } पर val loss
forecast-page-head_bpb = { $name }: iteration { NUMBER($to) } पर val bits per byte
forecast-page-head_batch = { $name }: iteration { NUMBER($to) } पर batch loss
forecast-page-forecast = पूर्वानुमान
forecast-page-now = अभी
forecast-page-basis = आधार
forecast-page-note = ध्यान दें
forecast-page-curve = curve
forecast-page-refused = पूर्वानुमान नहीं दिया जा सकता।
forecast-page-answer = { FIXED($value, digits: 4) }; { PERCENT($coverage) } interval { FIXED($low, digits: 4) } से { FIXED($high, digits: 4) }
forecast-page-answer_and_perplexity = { FIXED($value, digits: 4) }; { PERCENT($coverage) } interval { FIXED($low, digits: 4) } से { FIXED($high, digits: 4) } (perplexity { NUMBER($perplexity, digits: 2) })
forecast-page-few_evaluations = log में evaluations बहुत कम हैं ({ NUMBER($evaluations) }): यह training batches का औसत loss है, val नहीं।
forecast-page-no_evaluations = log में कोई evaluation नहीं है: यह training batches का औसत loss है, val नहीं।
forecast-page-changes = यह किससे बदलेगा
forecast-page-backtest = Back-test
forecast-page-backtest_of = { $title }: पहले यह क्या पूर्वानुमान देता, और असल में क्या आया
forecast-page-from = से
forecast-page-to = तक
forecast-page-predicted = पूर्वानुमान
forecast-page-came = असल
forecast-page-off = चूक
forecast-page-fit = curve fit
forecast-page-says = मान
forecast-page-weight = वज़न
forecast-page-off_in_tests = जाँच में चूक

## what can't be forecast

forecast-no_losses = { $run } में कोई loss नहीं है।
forecast-name_begun = ऐसे run का नाम दें जो शुरू हो चुका हो।
forecast-already_there = --to={ $to }: run पहले ही iteration { NUMBER($last) } पर है।
forecast-try_later = --to={ $to } आज़माएँ; `fledge explain` बताता है कि अब तक क्या हुआ।
forecast-nothing_left = run अपने { NUMBER($iterations) } iterations कर चुका है: पूर्वानुमान के लिए कुछ नहीं बचा।
forecast-try_longer = लंबे run के लिए --to={ $to } आज़माएँ, या `fledge explain` चलाएँ।
forecast-unknown_end = log नहीं बताता कि run कहाँ खत्म होता है।
forecast-counted_in = इसकी गिनती { $counts } में है; --to={ $to } आज़माएँ।
forecast-try_to = --to={ $to } या --max_iters={ $to } आज़माएँ।
forecast-by_rates = इसकी learning rates के अनुसार अंत { NUMBER($first) } से { NUMBER($last) } के बीच है: --to={ $to } आज़माएँ।
