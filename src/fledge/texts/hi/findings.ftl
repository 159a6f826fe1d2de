## Findings: titles, evidence and advice, by finding.CODE.part. `shared` holds sentences that several findings use.
## A template names its numbers; texts/message.py lists the formats.

## used by several findings

finding-shared-line = लाइन { $line }: { $text }
finding-shared-run_says_so = run खुद यह बताता है।
finding-shared-last = आखिरी वाला { $at } पर है।
finding-shared-last_of = आखिरी iteration: { NUMBER($goal) } में से { NUMBER($it) }।
finding-shared-no_iteration = इस log में ऐसा कोई iteration नहीं है जिसे fledge पढ़ सके।
finding-shared-losses_elsewhere = अगर training हुई थी, तो उसके loss किसी दूसरी फ़ाइल में हैं।
finding-shared-lower_rate = --learning_rate={ CODE($rate, format: ".2g") }
finding-shared-lower_unknown_rate = एक तिहाई learning rate
finding-shared-resume_directory = इसे आगे चलाने के लिए fledge train --init_from=resume --out_dir={ $run } लिखें।
finding-shared-nothing_saved = इसने कोई checkpoint save नहीं किया, इसलिए इसे आगे नहीं चलाया जा सकता: छोटे --eval_interval के साथ इसे फिर से शुरू करें।
finding-shared-resume_checkpoint = iteration { NUMBER($it) } के checkpoint से resume करें (nanoGPT में: --init_from=resume)।
finding-shared-resume_mentioned = इसके आखिरी checkpoint से resume करें, जिसका ज़िक्र लाइन { NUMBER($line) } में है।
finding-shared-saved_before_start = अगर शुरुआत के बाद का कोई checkpoint है, तो उनमें से आखिरी से resume करें: log की लाइनों में सिर्फ़ पहले iteration से पहले save हुए checkpoint का ज़िक्र है।
finding-shared-resume_if_saved = अगर कोई checkpoint है, तो आखिरी से resume करें (nanoGPT में: --init_from=resume); किसी लाइन में checkpoint का ज़िक्र नहीं है।
finding-shared-at_iteration = iteration { NUMBER($it) }
finding-shared-at_epoch = epoch { NUMBER($it) }
finding-shared-at_sample = sample { NUMBER($it) }
finding-shared-at_row = log की row { NUMBER($it) }
finding-shared-gap = { $at } पर train { FIXED($train, digits: 4) } और val { FIXED($val, digits: 4) } है: { $gap } का gap।
finding-shared-gap_to_batches = { $at } पर batch loss लगभग { FIXED($train, digits: 4) } और val { FIXED($val, digits: 4) } है: { $gap } का gap।
finding-shared-nats = { FIXED($number, digits: 2) } nats
finding-shared-number = { FIXED($number, digits: 2) }
finding-shared-gap_in_perplexity = यानी perplexity { NUMBER($train, digits: 2) } बनाम { NUMBER($val, digits: 2) }।
finding-shared-name_gpu = GPU का नाम दें, तो उसका अपना प्रतिशत दिखेगा: fledge explain { $run } --gpu="RTX 4070" चलाएँ।
## nothing is wrong

finding-healthy-title = मॉडल सीख रहा है, और कुछ गड़बड़ नहीं दिखती
finding-healthy-val = validation loss { FIXED($first, digits: 4) } से { FIXED($last, digits: 4) } पर आया।
finding-healthy-at_best = आखिरी evaluation सबसे अच्छा है।
finding-healthy-within_noise = सबसे अच्छा { FIXED($best, digits: 4) } है, { $at } पर; फ़र्क noise के भीतर है।
finding-healthy-batches = training loss { FIXED($first, digits: 4) } से { FIXED($last, digits: 4) } पर आया।
finding-healthy-one_val = सिर्फ़ एक evaluation है, इसलिए overfitting हो तो भी नहीं दिखेगी।
finding-healthy-no_val = कोई validation loss नहीं है, इसलिए overfitting हो तो भी नहीं दिखेगी।
finding-healthy-step = एक step में { MILLISECONDS($step) } लगते हैं।
finding-healthy-published_best = { $source } के अनुसार इस config का सबसे अच्छा loss { FIXED($loss, digits: 2) } है।
finding-healthy-published_end = { $source } के अनुसार इस config का loss { NUMBER($iterations) } iterations के बाद { FIXED($loss, digits: 2) } है।
finding-nanogpt_readme = nanoGPT README
finding-healthy-report = `fledge report { $run }` इसका graph बनाता है।
finding-healthy-forecast = `fledge forecast { $run }{ $to }` बताता है कि आगे क्या होगा, या यह कि ऐसा क्यों नहीं बताया जा सकता।
finding-inconclusive-title = कोई गड़बड़ नहीं मिली, पर सब ठीक होने का सबूत भी नहीं है
finding-inconclusive-few = training losses: { NUMBER($losses) }, evaluations: { NUMBER($evaluations) }। राय बनाने के लिए ये बहुत कम हैं।
finding-inconclusive-rewards = यह rewards या preferences पर train हो रहा है: इसके loss से पता नहीं चलता कि मॉडल बेहतर हो रहा है या नहीं।
finding-inconclusive-advice_rewards = दूसरे prompts पर इसके rewards देखें, और samples भी देखें।
finding-inconclusive-no_start = log { $at } से शुरू होता है: उससे पहले का हिस्सा इसमें नहीं है।
finding-inconclusive-gaps = बीच की कुछ लाइनें गायब हैं, और किसी evaluation से पता नहीं चलता कि वहाँ क्या हुआ।
finding-inconclusive-no_later_val = आखिरी evaluation { $at } पर है, यानी शुरुआत में।
finding-inconclusive-leak = validation loss इतना कम है कि शक होता है।
finding-inconclusive-predictable = training loss आखिर में { FIXED($last, digits: 4) } है, और validation loss के बिना कोई नहीं बता सकता कि मॉडल ने टेक्स्ट रट लिया है या नहीं।
finding-inconclusive-warms_up = learning rate अभी बढ़ रही है: warm-up चल रहा है।
finding-inconclusive-unread = loss वाली { NUMBER($number) } लाइनें पढ़ी नहीं जा सकीं; { NUMBER($rows) } पढ़ी गईं।
finding-inconclusive-unread_val = इसकी लाइनों में कई datasets के, या अनजान नामों वाले, validation loss हैं, और fledge नहीं जानता कि किसे आधार माने।
finding-inconclusive-advice_val_name = जो असली है उसे val_loss के नाम से print करें, या खुद देखकर राय बनाएँ।
finding-inconclusive-above_best = आखिरी val { FIXED($val, digits: 4) } है, जो { $at } के सबसे अच्छे val { FIXED($best, digits: 4) } से ऊपर है; उसके बाद इतने कम evaluations ({ NUMBER($after) }) हैं कि बढ़त और noise में फ़र्क नहीं किया जा सकता।
finding-inconclusive-both_rose = आखिरी val { FIXED($val, digits: 4) } है, जो { $at } के सबसे अच्छे val { FIXED($best, digits: 4) } से ऊपर है; training loss भी बढ़ा।
finding-inconclusive-wide_gap = train, val से { FIXED($gap, digits: 2) } नीचे है।
finding-inconclusive-flat_val = validation loss noise से ज़्यादा नहीं गिरा।
finding-inconclusive-val_stands = { $since } के बाद validation loss नहीं गिरा, जबकि training loss गिरता रहा।
finding-inconclusive-skipped = { $number ->
    [one] दूसरे आधे हिस्से में { NUMBER($number) } step छोड़ा गया: उसके gradients overflow हुए, इसलिए कुछ update नहीं हुआ।
   *[other] दूसरे आधे हिस्से में { NUMBER($number) } steps छोड़े गए: उनके gradients overflow हुए, इसलिए कुछ update नहीं हुआ।
}
finding-inconclusive-flat = training loss noise से ज़्यादा नहीं गिरा।
finding-inconclusive-ends_high = training loss आखिर में अपने सबसे निचले स्तर से ऊपर है।
finding-inconclusive-norms = { NUMBER($total) } में से { NUMBER($number) } gradient norm finite नहीं हैं।
finding-inconclusive-norms_grow = gradient norm आखिर में { SIGNIFICANT($last, digits: 3) } है, जबकि आम तौर पर { SIGNIFICANT($usual, digits: 3) } था।
finding-inconclusive-advice_unread = `fledge explain { $run } --verbose` वे लाइनें दिखाता है जो पढ़ी नहीं जा सकीं।
finding-inconclusive-advice_whole = पूरा log दें, पहले iteration से।
finding-inconclusive-advice_val = run के दौरान validation loss भी हों तो ज़्यादा पता चलेगा।
finding-inconclusive-advice_skipped = बार-बार overflow होने वाले steps का मतलब है कि gradients finite नहीं हैं: bfloat16 इस्तेमाल करें, या वह batch या layer ढूँढें जिससे ऐसा होता है।
finding-inconclusive-advice_flat = अगर इसे अभी और सीखना चाहिए: learning rate और डेटा जाँचें, और यह भी कि gradients weights तक पहुँचते हैं।
finding-inconclusive-advice_norms = जो norm finite नहीं हैं, वे float16 या खराब batches से आते हैं: पहली वजह से bfloat16 बचाता है।
finding-inconclusive-advice_rate = अगर यह बढ़ता ही जाए, तो learning rate कम करें।
finding-inconclusive-advice_val_stands = और iterations से शायद ही फ़ायदा होगा: val को और नीचे लाना हो तो ज़्यादा डेटा या regularization (--dropout=0.1) काम आएगा।
finding-inconclusive-advice_finding = इससे जुड़ी finding देखें।
finding-inconclusive-early = { NUMBER($goal) } में से { NUMBER($it) } iterations हुए हैं: राय बनाना अभी जल्दबाज़ी होगी।
finding-inconclusive-advice_later = run कुछ और आगे बढ़े, तब फिर देखें।
## the loss is not stable

finding-diverged-title = run diverge हो गया
finding-diverged-loss = { $at } से loss { $value } है (print हुए { NUMBER($total) } में से { NUMBER($number) })।
finding-diverged-val = { $at } से validation loss { $value } है (print हुए { NUMBER($total) } में से { NUMBER($number) })।
finding-diverged-stopped = run बताता है कि वह { $at } के बाद diverge हो गया।
finding-diverged-last_finite = आखिरी finite loss { FIXED($loss, digits: 4) } है, { $at } पर।
finding-diverged-none_finite = उससे पहले कोई finite loss नहीं आया।
finding-diverged-rose = पहले loss बढ़ा: आम तौर पर { FIXED($usual, digits: 2) } था, फिर { FIXED($loss, digits: 2) } हुआ।
finding-diverged-grad_norm = gradient norm { SIGNIFICANT($norm, digits: 3) } था (आम तौर पर { SIGNIFICANT($usual, digits: 3) })।
finding-diverged-rate = learning rate { SCIENTIFIC($rate, digits: 2) } थी।
finding-diverged-float16 = dtype float16 है।
finding-diverged-faster = NaN वाले iterations में { NUMBER($nan, digits: 1) } ms लगते हैं और finite वालों में { NUMBER($finite, digits: 1) } ms लगते थे: { PERCENT($share) } तेज़, पर यह कोई फ़ायदा नहीं है।
finding-diverged-continue = इससे पहले के आखिरी checkpoint से, { $rate } के साथ आगे चलाएँ।
finding-diverged-restart = { $rate } के साथ फिर से शुरू करें।
finding-diverged-use_bfloat16 = या --dtype=bfloat16 इस्तेमाल करें: float16 { NUMBER(65504) } पर overflow होता है।
finding-diverged-clip = या --grad_clip=1.0 से gradients को clip करें।
finding-dead_loss-title = मॉडल कुछ नहीं सीख रहा: loss या उसके gradients बेजान हैं
finding-dead_loss-zeros = { $at } से आखिरी { NUMBER($number) } losses ठीक { NUMBER(0) } हैं।
finding-dead_loss-still = loss रुका हुआ है: आखिरी { NUMBER($number) } rows के सिरों पर { FIXED($first, digits: 4) } और { FIXED($last, digits: 4) }।
finding-dead_loss-constant = सभी { NUMBER($number) } losses { FIXED($loss, digits: 4) } हैं, बिना किसी बदलाव के।
finding-dead_loss-norms_broken = gradient norm आखिर तक { $norm } है।
finding-dead_loss-norms_zero = gradient norm आखिर तक { NUMBER(0) } है।
finding-dead_loss-advice = कुछ trainers NaN की जगह { NUMBER(0) } print करते हैं (HF Trainer: logging_nan_inf_filter)। float16 की जगह bfloat16 या float32 लें, learning rate कम करके देखें, और जाँचें कि सारे labels mask (-100) तो नहीं हैं।
finding-dead_loss-advice_zero = weights तक कोई gradient नहीं पहुँचता: requires_grad, freeze की हुई layers, mask किए हुए labels (-100) और learning rate जाँचें।
finding-not_finite-title = कुछ losses finite नहीं हैं
finding-not_finite-loss = loss { $at } पर { $value } है, और कुल { NUMBER($total) } में से { NUMBER($number) } लाइनों में ऐसा है।
finding-not_finite-val = validation loss { $at } पर { $value } है, और कुल { NUMBER($total) } में से { NUMBER($number) } लाइनों में ऐसा है।
finding-not_finite-recovered = अब यह फिर finite है: { $at } पर { FIXED($loss, digits: 4) }।
finding-not_finite-batches_finite = batch loss finite है।
finding-not_finite-advice = वहाँ के batches देखें। फिर ऐसा हो, तो --grad_clip=1.0 या { $rate } आज़माएँ।
finding-not_finite-advice_val = validation split देखें: कोई खाली batch, या float16 में overflow (--dtype=bfloat16)।
finding-diverging-title = training loss बढ़ रहा है
finding-diverging-rise = loss { $at } के आसपास लगभग { FIXED($low, digits: 3) } था और आखिर में लगभग { FIXED($now, digits: 3) } है।
finding-diverging-val = validation loss भी बढ़ रहा है: { $at } पर { FIXED($loss, digits: 4) }।
finding-diverging-advice = इसे रोकें। { $at } से पहले के checkpoint से, { $rate } के साथ आगे चलाएँ।
finding-loss_spike-title = loss में spike आया
finding-loss_spike-worst = { $at } पर loss { FIXED($loss, digits: 4) } है, जबकि आम तौर पर { FIXED($usual, digits: 4) } था।
finding-loss_spike-several = ऐसे कुल { NUMBER($number) } spikes हैं।
finding-loss_spike-came_back = loss अपने आप वापस नीचे आ गया।
finding-loss_spike-stayed = loss वापस नीचे नहीं आया।
finding-loss_spike-unknown = log इतनी जल्दी खत्म हो जाता है कि loss का वापस आना नहीं दिखता।
finding-loss_spike-advice = जो spike खुद उतर जाए, उसके लिए कुछ करने की ज़रूरत नहीं। अगर spikes बढ़ें या टिकें: --grad_clip=1.0 या { $rate } आज़माएँ।
## what it learns

finding-plateau-title = loss अटक गया है
finding-plateau-flat = iteration { NUMBER($since) } से loss लगभग { FIXED($loss, digits: 2) } है; शुरुआत { FIXED($first, digits: 2) } से हुई थी।
finding-plateau-guessing = यह तुक्के के बराबर है: कुछ नहीं सीखा गया।
finding-plateau-frequencies_gpt2 = लगभग { NUMBER(7.5) } उस मॉडल का loss है जो सिर्फ़ यह जानता है कि हर token कितनी बार आता है, और उनके क्रम के बारे में कुछ नहीं।
finding-plateau-frequencies = यह उस मॉडल के loss के करीब है जो सिर्फ़ यह जानता है कि हर token कितनी बार आता है।
finding-plateau-check_gradients = जाँचें कि gradients weights तक पहुँचते हैं, और learning rate { NUMBER(0) } नहीं है।
finding-plateau-check_targets = जाँचें कि y, एक जगह खिसका हुआ x है; फिर { $rate } या लंबा --warmup_iters आज़माएँ।
finding-overfitting-title = overfit हो गया
finding-overfitting-title_strong = बहुत ज़्यादा overfit हो गया
finding-overfitting-title_no_train = validation loss अपने सबसे अच्छे स्तर से ऊपर चला गया है
finding-overfitting-best = सबसे अच्छा val { FIXED($best, digits: 4) } था, { $at } पर; आखिरी val उससे { FIXED($rise, digits: 3) } ऊपर है।
finding-overfitting-each_higher = उसके बाद के { NUMBER($number) } evaluations में से हर एक अपने से पहले वाले से ऊपर है: बिना किसी trend के ऐसा { NUMBER($odds, digits: 0) } में से एक बार होता है।
finding-overfitting-order = उसके बाद के { NUMBER($number) } evaluations का क्रम ऐसा है कि अगर कोई trend न हो, तो इतनी बढ़त { NUMBER($odds, digits: 0) } में से सिर्फ़ एक बार दिखती है।
finding-overfitting-published = इस config का सबसे अच्छा val लगभग { FIXED($loss, digits: 2) } है ({ $source }), जो बहुत पहले, iteration { NUMBER($it) } के आसपास आता है।
finding-overfitting-epochs = इसने अपने { COUNT($tokens) } tokens को { SIGNIFICANT($epochs, digits: 3) } बार देखा।
finding-overfitting-advice = सबसे अच्छा checkpoint रखें, पहले रुकें (कम --max_iters), या regularize करें: --dropout={ CODE($dropout, format: ".1g") }, छोटा मॉडल, ज़्यादा टेक्स्ट।
finding-overfitting-advice_stop = सबसे अच्छा checkpoint रखें, पहले रुकें (--max_iters={ $stop }), या regularize करें: --dropout={ CODE($dropout, format: ".1g") }, छोटा मॉडल, ज़्यादा टेक्स्ट।
finding-overfitting-advice_other = सबसे अच्छा checkpoint रखें, पहले रुकें, या regularize करें: ज़्यादा डेटा, augmentation, dropout, weight decay, छोटा मॉडल।
finding-wide_gap-title = train, val से बहुत नीचे है, पर val बढ़ा नहीं है
finding-wide_gap-title_flat = train गिर रहा है पर val नहीं: मॉडल रटने लगा है
finding-wide_gap-best = सबसे अच्छा val { FIXED($best, digits: 4) } है, { $at } पर: वह अभी बढ़ा नहीं है।
finding-wide_gap-flat = सबसे अच्छा val { FIXED($best, digits: 4) } है, { $at } पर; उसके बाद के { NUMBER($after) } evaluations में val नहीं गिरा, जबकि train { FIXED($train, digits: 4) } से { FIXED($now, digits: 4) } पर आया।
finding-wide_gap-continue = जब तक val गिर रहा है, चलने दें, और सबसे अच्छा checkpoint रखें। ज़्यादा डेटा या ज़्यादा dropout से gap घटेगा।
finding-wide_gap-stop = सबसे अच्छा checkpoint रखें और रुकें, या regularize करें: ज़्यादा डेटा, ज़्यादा dropout, छोटा मॉडल।
finding-memorised-title = मॉडल ने training टेक्स्ट रट लिया है
finding-memorised-evidence = batch loss { FIXED($first, digits: 2) } से गिरकर { FIXED($last, digits: 4) } हो गया: इंसानों का लिखा कोई टेक्स्ट इतना predictable नहीं होता।
finding-memorised-advice = ज़्यादा टेक्स्ट लें, और उसका कुछ हिस्सा validation के लिए अलग रखें: `fledge prepare` यह करता है।
finding-leak-title = validation loss इतना कम है कि शक होता है
finding-leak-below_train = { $at } पर val { FIXED($val, digits: 4) } और train { FIXED($train, digits: 4) } है, दोनों एक ही तरह से evaluate किए गए; { NUMBER($total) } में से { NUMBER($number) } evaluations में val इतना ही नीचे है।
finding-leak-implausible = { $at } पर val { FIXED($val, digits: 4) } है: data leak के बिना { $dataset } का कोई मॉडल { SIGNIFICANT($limit) } से नीचे नहीं जाता।
finding-leak-predictable = { $at } पर val { FIXED($val, digits: 4) } है: इंसानों का लिखा कोई टेक्स्ट इतना predictable नहीं होता।
finding-leak-check_splits = देखें कि दोनों splits में वही documents तो नहीं हैं, या validation split में आसान टेक्स्ट तो नहीं है।
finding-leak-maybe_normal = tables, logs और generate किए हुए टेक्स्ट में यह सामान्य है। वरना देखें कि दोनों splits में वही documents तो नहीं हैं।
finding-dropout_gap-title = batch loss, evaluation वाले loss से ऊपर है: dropout
finding-dropout_gap-evidence = iteration { NUMBER($it) } पर evaluation का train loss { FIXED($train, digits: 4) } है, batches के { FIXED($batch, digits: 4) } से नीचे, क्योंकि dropout { SIGNIFICANT($dropout) } training में चालू और evaluation में बंद रहता है।
finding-dropout_gap-evidence_likely = iteration { NUMBER($it) } पर evaluation का train loss { FIXED($train, digits: 4) } है, batches के { FIXED($batch, digits: 4) } से नीचे; शायद इसलिए कि dropout training में चालू और evaluation में बंद रहता है।
finding-dropout_gap-advice = कुछ करने की ज़रूरत नहीं। evaluation वाले losses की तुलना आपस में करें।
finding-not_converged-title = रुकते समय मॉडल अभी सीख ही रहा था
finding-not_converged-val = run के आखिरी दसवें हिस्से में भी val loss { FIXED($fall, digits: 3) } गिरकर { FIXED($last, digits: 3) } हुआ।
finding-not_converged-batches = run के आखिरी दसवें हिस्से में भी batch loss { FIXED($fall, digits: 3) } गिरकर { FIXED($last, digits: 3) } हुआ।
finding-not_converged-rate = learning rate अभी भी अपने सबसे ऊँचे स्तर की { PERCENT($share) } है।
finding-not_converged-longer_other = ज़्यादा देर train करें, ऐसे schedule के साथ जो बाद में खत्म हो।
finding-not_converged-longer = --max_iters={ $goal } --lr_decay_iters={ $goal } के साथ ज़्यादा देर train करें।
finding-not_converged-forecast = `fledge forecast { $run } --to={ $goal }` बताता है कि क्या उम्मीद रखें।
## settings that do not fit

finding-decay_mismatch-title = learning rate का decay run के साथ खत्म नहीं होता
finding-decay_mismatch-too_late = lr_decay_iters { NUMBER($decay, digits: 0) } है और max_iters { NUMBER($goal, digits: 0) }: learning rate का decay पूरा होने से पहले run खत्म हो जाता है, और आखिरी हिस्से का फ़ायदा छूट जाता है।
finding-decay_mismatch-too_early = lr_decay_iters { NUMBER($decay, digits: 0) } है और max_iters { NUMBER($goal, digits: 0) }: { NUMBER($rest, digits: 0) } iterations सबसे कम learning rate पर चलते हैं, और उनमें बहुत कम सीखा जाता है।
finding-decay_mismatch-advice = --lr_decay_iters={ CODE($goal, format: ".0f") } रखें।
finding-lr_too_high-title = learning rate ज़रूरत से ज़्यादा लगती है
finding-lr_too_high-lost = iteration { NUMBER($it) } से loss { $value } है।
finding-lr_too_high-rises = iteration { NUMBER($it) } से loss बढ़ रहा है।
finding-lr_too_high-spikes = loss में { $number } बार ऐसा spike आया जो print हुई { $lines } या ज़्यादा लाइनों तक रहा।
finding-lr_too_high-rate = learning rate { SCIENTIFIC($rate, digits: 1) } तक जाती है; { COUNT($params) } parameters के लिए आम तौर पर लगभग { SCIENTIFIC($usual, digits: 1) } होती है।
finding-lr_too_high-rate_gpt2 = learning rate { SCIENTIFIC($rate, digits: 1) } तक जाती है; GPT-2 के 124M parameters के लिए आम तौर पर लगभग { SCIENTIFIC($usual, digits: 1) } होती है।
finding-lr_too_high-advice = { $rate } या लंबा --warmup_iters आज़माएँ।
finding-lr_too_low-title = learning rate ज़रूरत से कम लगती है
finding-lr_too_low-loss = { NUMBER($iterations) } iterations के बाद loss { FIXED($first, digits: 2) } से { FIXED($loss, digits: 2) } पर आया है, और शुरू जैसी ही एकसमान चाल से गिर रहा है।
finding-lr_too_low-rate = learning rate ज़्यादा से ज़्यादा { SCIENTIFIC($rate, digits: 1) } है; आम तौर पर लगभग { SCIENTIFIC($usual, digits: 1) } होती है।
finding-lr_too_low-advice = --learning_rate={ CODE($usual, format: ".1e") } आज़माएँ।
finding-few_tokens-title = इतनी training के लिए टेक्स्ट कम है
finding-few_tokens-passes = training के { COUNT($tokens) } tokens का मतलब है { COUNT($dataset) } tokens के टेक्स्ट पर { SIGNIFICANT($epochs, digits: 3) } epochs; लगभग { FIXED($limit, digits: 0) } epochs के बाद हर अगला epoch कम फ़ायदा देता है।
finding-few_tokens-per_parameter = टेक्स्ट में हर parameter पर { SIGNIFICANT($ratio, digits: 2) } tokens हैं (लगभग { NUMBER(20) } compute-optimal है; जिस मॉडल को इस्तेमाल करना हो उसके लिए ज़्यादा सामान्य है)।
finding-few_tokens-advice = ज़्यादा टेक्स्ट, कम --max_iters, छोटा मॉडल, या ज़्यादा --dropout लें।
## how it ended

finding-running-title = अभी चल रहा है, pid { $pid }, iteration { NUMBER($it) }
finding-running-title_of = अभी चल रहा है, pid { $pid }, { NUMBER($goal) } में से iteration { NUMBER($it) }
finding-running-waits = मेमोरी में रुका है, pid { $pid }, iteration { NUMBER($it) }: `fledge sweep` पहले दूसरे trial चला रहा है
finding-running-evidence = इसका फ़ोल्डर { $writer } ने lock किया है।
finding-running-advice = `fledge explain { $run } --follow` हर कुछ सेकंड में फिर देखता है।
finding-out_of_memory-title = मेमोरी खत्म हो गई
finding-out_of_memory-title_recovered = मेमोरी कम पड़ी, पर run चलता रहा
finding-out_of_memory-after = यह { $at } के बाद हुआ।
finding-out_of_memory-first = यह पहले iteration में हुआ।
finding-out_of_memory-forward = मेमोरी forward pass में खत्म हुई।
finding-out_of_memory-in_logits = मेमोरी logits में खत्म हुई।
finding-out_of_memory-backward = मेमोरी backward pass में खत्म हुई।
finding-out_of_memory-optimizer = मेमोरी optimizer step में खत्म हुई।
finding-out_of_memory-logits = यह logits का आकार है: batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) } संख्याएँ, हर एक { $width } bytes की, मिलकर { FIXED($gib, digits: 2) } GiB।
finding-out_of_memory-scores = यह attention matrices का आकार है: batch_size { NUMBER($batch, digits: 0) } x n_head { NUMBER($heads, digits: 0) } x block_size { NUMBER($block, digits: 0) } का वर्ग संख्याएँ, हर एक { $width } bytes की, मिलकर { FIXED($gib, digits: 2) } GiB; flash attention इन्हें बनाता ही नहीं।
finding-out_of_memory-one_buffer = एक tensor डिवाइस की सीमा से बड़ा है। language model में यह आम तौर पर logits होते हैं: batch_size x block_size x vocab_size संख्याएँ, हर एक { NUMBER(4) } bytes की।
finding-out_of_memory-one_buffer_of = एक tensor डिवाइस की सीमा से बड़ा है। अकेले logits ही batch_size { NUMBER($batch, digits: 0) } x block_size { NUMBER($block, digits: 0) } x vocab_size { NUMBER($vocabulary, digits: 0) } संख्याएँ हैं, हर एक { NUMBER(4) } bytes की, कुल { FIXED($gib, digits: 2) } GiB।
finding-out_of_memory-host = GPU की नहीं, कंप्यूटर की मेमोरी खत्म हुई।
finding-out_of_memory-after_evaluation = एक evaluation मेमोरी में fit हुआ, इसलिए यह पहला backward pass या optimizer step था, जिन्हें ज़्यादा मेमोरी चाहिए।
finding-out_of_memory-continued = training iteration { NUMBER($it) } तक चलती रही।
finding-out_of_memory-advice = --batch_size आधा और --gradient_accumulation_steps दोगुना करके देखें; `fledge plan` बताता है कि क्या fit होगा।
finding-out_of_memory-advice_one = छोटा --block_size या कम --n_layer आज़माएँ: batch में पहले से एक ही sequence है। `fledge plan` बताता है कि क्या fit होगा।
finding-out_of_memory-advice_half = --batch_size={ $batch } आज़माएँ; `fledge plan` पहले ही बता देता है कि क्या fit होगा।
finding-out_of_memory-advice_accumulate = --batch_size={ $batch } --gradient_accumulation_steps={ $steps } आज़माएँ (हर step में उतने ही tokens); `fledge plan` पहले ही बता देता है कि क्या fit होगा।
finding-out_of_memory-advice_host = data loader के workers कम करना, डेटा को load करने की जगह memory-map करना, या job को ज़्यादा मेमोरी देना (SLURM: --mem) भी काम आता है।
finding-interrupted-title = इसे बीच में रोका गया
finding-killed-title = इसे kill किया गया
finding-killed-advice = ज़्यादातर kernel ऐसा तब करता है जब कंप्यूटर की मेमोरी भर जाती है: `dmesg | grep -i oom` से दिखेगा।
finding-killed-title_time_limit = job की समय सीमा ने इसे खत्म किया
finding-killed-advice_time_limit = ज़्यादा समय माँगें (SLURM: --time), या कई jobs में train करें जो हर बार resume हों, और checkpoint इतनी बार save करें कि हर job में कम से कम एक हो।
finding-killed-title_preempted = यह preempt हुआ: दूसरे job ने इसकी जगह ली
finding-killed-advice_preempted = इसे ऐसे submit करें कि यह फिर queue में लगे और resume हो (SLURM: --requeue), और बार-बार save करें।
finding-killed-title_node = इसका node फ़ेल हो गया
finding-killed-advice_node = इसमें training की गलती नहीं है: इसे फिर submit करें; दोबारा ऐसा हो तो दूसरे node पर (SLURM: --exclude)।
finding-killed-title_cancelled = इसे cancel किया गया
finding-killed-advice_cancelled = job किसी ने cancel किया, या scheduler ने: `sacct -j JOB --format=State,ExitCode,Elapsed` से पता चलेगा।
finding-killed-title_hangup = terminal बंद होने पर यह kill हुआ
finding-killed-advice_hangup = इसे tmux में या nohup के साथ शुरू करें, तो connection टूटने पर भी चलता रहेगा।
finding-killed-title_terminated = इसे रुकने को कहा गया (SIGTERM)
finding-killed-advice_terminated = scheduler, हटाया गया container, spot instance या कोई व्यक्ति यह भेजता है; किसने भेजा, यह scheduler के अपने log में है।
finding-crashed-title = run crash हो गया
finding-crashed-title_done = आखिरी iteration के बाद run crash हुआ
finding-crashed-advice_done = training पूरी हो चुकी थी; जाँचें कि आखिरी checkpoint save हुआ है।
finding-truncated-title = log, run से पहले खत्म हो जाता है
finding-truncated-title_empty = इस log में कोई iteration नहीं
finding-truncated-empty = { $lines ->
    [one] log में { NUMBER($lines) } लाइन है; उनमें न कोई iteration है जिसे fledge पढ़ सके, न कोई error।
   *[other] log में { NUMBER($lines) } लाइनें हैं; उनमें न कोई iteration है जिसे fledge पढ़ सके, न कोई error।
}
finding-truncated-advice_empty = यह अभी शुरू हुआ है, बिना किसी संदेश के वहीं खत्म हो गया, या इसके loss दूसरी फ़ाइल में हैं: trainer का अपना output और exit code देखें।
finding-truncated-last = आखिरी iteration { NUMBER($goal) } में से { NUMBER($it) } है।
finding-truncated-reasons = यह अभी चल रहा है, बिना संदेश के रोक दिया गया, या log कट गया।
finding-resumed-title = run resume किया गया
finding-resumed-title_clean = run बिना किसी jump के resume हुआ
finding-resumed-at = लाइन { $line } पर यह iteration { NUMBER($it) } से आगे चलता है।
finding-resumed-back = लाइन { $line } पर यह iteration { NUMBER($it) } से आगे चलता है, जबकि पहले { NUMBER($reached) } तक पहुँच चुका था।
finding-resumed-several = यह कुल { $number } बार resume हुआ।
finding-resumed-clean = loss जहाँ था वहीं से आगे बढ़ा: { FIXED($before, digits: 3) }, फिर { FIXED($now, digits: 3) }।
finding-resumed-nothing_to_do = कुछ करने की ज़रूरत नहीं।
finding-resumed-too_few = इसके आसपास इतने कम losses हैं कि jump दिख नहीं सकता।
finding-resume_jump-title = checkpoint load होने पर loss उछला
finding-resume_jump-jump = loss { FIXED($jump, digits: 3) } उछलकर { FIXED($now, digits: 3) } पर पहुँचा।
finding-resume_jump-back = थोड़ी ही देर में वह वापस { FIXED($later, digits: 3) } पर था।
finding-resume_jump-stays = कुछ लाइनों बाद भी वह { FIXED($later, digits: 3) } है।
finding-resume_jump-advice = कुछ restore नहीं हुआ: optimizer का state, learning rate, या डेटा में जगह।
finding-never_saved-title = कोई checkpoint कभी save नहीं हुआ
finding-never_saved-evidence = log में { NUMBER($iterations) } iterations और { NUMBER($evaluations) } evaluations हैं, और checkpoint save होने की कोई लाइन नहीं।
finding-never_saved-advice = --eval_interval को --max_iters से कम रखें और --always_save_checkpoint=True दें, वरना run रुकने पर सब खो जाएगा।
## how fast it was

finding-cpu_fallback-title = यह बिना बताए CPU पर चला
finding-cpu_fallback-on_cpu = लाइन { $line }: { $text }।
finding-cpu_fallback-advice = `nvidia-smi` और `fledge devices` दिखाते हैं कि driver को क्या दिखता है; --device=cuda GPU के बिना चलने से मना कर देता है।
finding-busy_machine-title = मशीन दूसरे काम में लगी थी: steps जितने तेज़ हो सकते थे, उससे धीमे हैं
finding-busy_machine-planned = एक step में { MILLISECONDS($step) } लगते हैं, प्लान के { MILLISECONDS($planned) } का { TIMES($ratio) }।
finding-busy_machine-fastest = आधे steps में { MILLISECONDS($step) } या ज़्यादा लगते हैं, सबसे तेज़ के { MILLISECONDS($fastest) } का { TIMES($ratio) }।
finding-busy_machine-reasons = run के दौरान: { SEPARATED($reasons) }।
finding-busy_machine-no_reasons = log वजह नहीं बताता: उसी डिवाइस पर कोई दूसरा प्रोग्राम, गर्मी, या power limit। वजह मॉडल नहीं है: वह हर step में वही था।
finding-busy_machine-advice = `top` या `nvidia-smi` में दूसरे प्रोग्राम देखें, और उनके हटने पर फिर मापें: इस run के समय मॉडल के बारे में कम ही बताते हैं।
finding-eval_in_step_time-title = धीमा iteration दरअसल evaluation है
finding-eval_in_step_time-contains = iteration { NUMBER($it) } में { MILLISECONDS($whole) } लगे क्योंकि उसमें evaluation शामिल है: step खुद अब भी { MILLISECONDS($step) } का है।
finding-eval_in_step_time-batches = { FIXED($seconds, digits: 2) } s में { FIXED($number, digits: 0) } batches, यानी हर एक { FIXED($each, digits: 1) } ms: एक batch के training step का { PERCENT($share) }, क्योंकि backward pass नहीं होता।
finding-eval_in_step_time-slow_batches = { FIXED($seconds, digits: 2) } s में { FIXED($number, digits: 0) } batches, यानी हर एक { FIXED($each, digits: 1) } ms: एक batch के training step से ज़्यादा, क्योंकि compile या save भी इसमें शामिल है।
finding-eval_in_step_time-mfu = वहाँ print हुआ mfu भी इसी वजह से नीचे जाता है: वह moving average है।
finding-eval_in_step_time-advice = कुछ धीमा नहीं हुआ। दूसरे iterations का समय लें।
finding-eval_in_step_time-advice_slow = training steps पहले जितने ही तेज़ हैं। evaluation कम बार करें, या --compile=False के साथ।
finding-eval_dominates-title = evaluation में training से ज़्यादा समय लगता है
finding-eval_dominates-evidence = एक evaluation में { DURATION($evaluation) } लगते हैं, और अगले evaluation तक के { NUMBER($between, digits: 0) } iterations में { DURATION($training) }: evaluation कुल समय का { PERCENT($share) } है।
finding-eval_dominates-advice = --eval_interval={ CODE($interval, format: ".0f") } या कम --eval_iters आज़माएँ।
finding-eval_dominates-advice_iters = --eval_interval={ CODE($interval, format: ".0f") } या --eval_iters={ CODE($batches, format: ".0f") } आज़माएँ।
finding-warm_up-title = पहला iteration धीमा है, जैसा होना चाहिए
finding-warm_up-times = पहले iteration में { DURATION($first) } लगे, आम iteration में { MILLISECONDS($step) }।
finding-warm_up-compiled = torch.compile इसी में चलता है।
finding-warm_up-not_compiled = इसी में मेमोरी पहली बार allocate और kernels पहली बार load होते हैं।
finding-warm_up-maybe_compiled = इसी में मेमोरी पहली बार allocate होती है, और torch.compile इस्तेमाल हो तो वह भी इसी में चलता है।
finding-warm_up-evaluation = पहला evaluation भी इसमें शामिल है।
finding-warm_up-advice = इसे किसी औसत में न गिनें।
finding-throughput_drift-title_slower = steps धीमे होते गए
finding-throughput_drift-title_faster = steps तेज़ होते गए
finding-throughput_drift-slower = log की पहली चौथाई में एक step में { MILLISECONDS($early) } लगे और आखिरी चौथाई में { MILLISECONDS($late) }: { PERCENT($change) } धीमा।
finding-throughput_drift-faster = log की पहली चौथाई में एक step में { MILLISECONDS($early) } लगे और आखिरी चौथाई में { MILLISECONDS($late) }: { PERCENT($change) } तेज़।
finding-throughput_drift-advice_slower = अगर हर step जान-बूझकर ज़्यादा काम नहीं करता, तो वजह गर्मी, power limit या कोई दूसरा प्रोग्राम है। `nvidia-smi dmon` से दिखेगा।
finding-throughput_drift-advice_faster = शुरू में मशीन पर कुछ और चल रहा था, या compile और cache का काम अभी हो रहा था।
finding-throughput_jitter-title = step का समय बहुत घटता-बढ़ता है
finding-throughput_jitter-evidence = आधे steps में { MILLISECONDS($median) } या कम लगते हैं, दस में से एक में { MILLISECONDS($slow) } या ज़्यादा।
finding-throughput_jitter-advice = वह ढूँढें जो आता-जाता रहता है: दूसरे प्रोग्राम, डेटा वाली धीमी disk, battery पर चलता लैपटॉप।
finding-low_mfu-title = डिवाइस का थोड़ा ही हिस्सा इस्तेमाल हो रहा है
finding-low_mfu-share = { FLOPS($rate) }, { $device } के { FLOPS($peak) } का { PERCENT($mfu, digits: 1) } है।
finding-low_mfu-this_device = इस डिवाइस
finding-low_mfu-causes = संभावित वजहें: { SEPARATED($causes) }।
finding-low_mfu-fastest = इसके सबसे तेज़ steps { PERCENT($mfu, digits: 1) } तक पहुँचते हैं।
finding-low_mfu-rare = इतना कम होना शायद ही कभी सिर्फ़ मॉडल की वजह से होता है: क्या कोई दूसरा प्रोग्राम चल रहा था, या डिवाइस throttle हो रहा था?
finding-low_mfu-not_compiled = compile नहीं किया गया (--compile=True)
finding-low_mfu-float32 = float32 (--dtype=bfloat16)
finding-low_mfu-narrow = matrices सिर्फ़ { FIXED($width, digits: 0) } चौड़ी
finding-low_mfu-few_tokens = micro-batch में सिर्फ़ { NUMBER($tokens, digits: 0) } tokens
finding-low_mfu-unknown = log से वजह पता नहीं चलती; `fledge train --profile` से चलेगी।
finding-low_mfu-advice = `fledge tune` मापता है कि क्या तेज़ होगा।
## numbers the trainer prints

finding-mfu_units-title = print हुआ MFU A100 की इकाई में है
finding-mfu_units-reached = GPU कोई भी हो, nanoGPT का mfu { PERCENT($printed, digits: 2) } A100 की इकाई में है: { NUMBER(312) } TFLOP/s का, यानी असल में { FLOPS($reached) } मिले।
finding-mfu_units-reached_tflops = GPU कोई भी हो, nanoGPT का mfu { PERCENT($printed, digits: 2) } A100 की इकाई में है: { NUMBER(312) } TFLOP/s का, यानी असल में { FIXED($tflops, digits: 0) } TFLOP/s ({ FIXED($tflops, digits: 2) }) मिले।
finding-mfu_units-same = मॉडल, उसके tokens और हर step के { NUMBER($step, digits: 1) } ms भी यही बताते हैं।
finding-mfu_units-several_gpus = मॉडल, उसके tokens और हर step के { NUMBER($step, digits: 1) } ms से उसका { FIXED($ratio, digits: 0) } गुना निकलता है: जैसे { FIXED($ratio, digits: 0) } GPUs चले हों, और print एक का हुआ हो।
finding-mfu_units-other = मॉडल, उसके tokens और हर step के { NUMBER($step, digits: 1) } ms से { FLOPS($computed) } निकलता है: यहाँ दी गई कोई सेटिंग run की सेटिंग से अलग है।
finding-mfu_units-device = { $device } पर, जिसका अधिकतम { FLOPS($peak) } है, यह { PERCENT($share) } है।
finding-mfu_units-advice = इस GPU के प्रतिशत से तुलना करें।
finding-mfu_impossible-title = print हुआ MFU सही नहीं हो सकता
finding-mfu_impossible-above = print हुआ MFU { PERCENT($printed) } है: पूरे peak से भी ज़्यादा।
finding-mfu_impossible-above_a100 = nanoGPT हर GPU की तुलना A100 के { FLOPS($peak) } से करता है।
finding-mfu_impossible-above_other = तुलना किसी दूसरे GPU या dtype के peak से हुई है, या FLOPs दो बार गिने गए हैं।
finding-mfu_impossible-negative = print हुआ MFU { PERCENT($printed) } है: trainers ऐसा उस GPU के लिए print करते हैं जिसे वे नहीं जानते, या मापने से पहले।
finding-mfu_impossible-zero_a100 = print हुआ MFU { PERCENT($printed) } है: nanoGPT A100 से तुलना करता है, और यह उसका इतना छोटा हिस्सा है कि दिखता नहीं।
finding-mfu_impossible-zero = print हुआ MFU { PERCENT($printed) } है: trainer इस GPU का peak नहीं जानता।
finding-tokens_per_s_wrong-title = print हुए tokens/s गलत हैं
finding-tokens_per_s_wrong-title_unexplained = print हुए tokens/s, step के समय से मेल नहीं खाते
finding-tokens_per_s_wrong-printed = log में { NUMBER($printed, digits: 0) } tokens/s print हुए हैं।
finding-tokens_per_s_wrong-computed = { NUMBER($step, digits: 1) } ms में { NUMBER($tokens, digits: 0) } tokens, यानी { NUMBER($rate, digits: 0) } tokens/s: { SIGNIFICANT($factor, digits: 3, grouping: "always") } गुने का फ़र्क।
finding-tokens_per_s_wrong-left_out = यह { $what } है, { FIXED($factor, digits: 0) }, जिसे trainer छोड़ देता है।
finding-tokens_per_s_wrong-twice = यह { $what } है, { FIXED($factor, digits: 0) }, जिसे trainer दो बार गिनता है।
finding-tokens_per_s_wrong-accumulation = gradient_accumulation_steps
finding-tokens_per_s_wrong-processes = processes की संख्या
finding-tokens_per_s_wrong-micro_batches = सभी processes के micro-batches की संख्या
finding-tokens_per_s_wrong-advice = { NUMBER($rate, digits: 0) } tokens/s मानें।
finding-tokens_per_s_wrong-advice_unexplained = यहाँ दी गई कोई सेटिंग run की सेटिंग से अलग है, या trainer कुछ और गिनता है।
