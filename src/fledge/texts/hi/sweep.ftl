## `fledge sweep` जो कहता है

# जो लिखा गया

sweep-nothing = आज़माने को कुछ नहीं है। किसी सेटिंग के कई मान दें: --learning_rate=0.001,0.002 या --depth=2:6 लिखें।
sweep-too_many = { NUMBER($number) } trials बहुत ज़्यादा हैं: ज़्यादा से ज़्यादा { NUMBER($most) }। एक साथ कम सेटिंग आज़माएँ।
sweep-not_swept = --{ $key } के कई मान नहीं हो सकते। इसे एक मान दें।
sweep-seed = --seed के कई मान नहीं हो सकते: seeds के बीच का फ़र्क noise है। इसे एक मान दें, और सबसे अच्छे trial को दूसरे seeds से दोहराएँ।
sweep-resume = sweep नए runs शुरू करता है। --init_from=resume हटाएँ: वही sweep command अपने आप आगे चलती है।
sweep-thousands = sweep में comma मानों को अलग करता है। { PLAIN($number) } लिखें
sweep-twice = एक मान दो बार आया है
sweep-range = दायरा पूरी संख्याओं में FIRST:LAST या FIRST:LAST:STEP लिखा जाता है। दूसरे मान comma से अलग करें
sweep-range_size = दायरा ऊपर की ओर जाता है, और उसमें ज़्यादा से ज़्यादा { NUMBER($most) } मान होते हैं

# फ़ोल्डर

sweep-not_empty = { $path } खाली नहीं है, और उसमें कोई sweep नहीं है।
sweep-other = { $path } में दूसरी सेटिंग का sweep है।
sweep-damaged = fledge का यह version { $path } को sweep के रूप में नहीं पढ़ सकता।
sweep-wait = उसका इंतज़ार करें, उसे रोकें, या --out=DIR से दूसरा फ़ोल्डर दें।
sweep-another_out = --out=DIR से दूसरा फ़ोल्डर दें।
sweep-another_or_overwrite = दूसरा फ़ोल्डर दें (--out=DIR), या उसे बदलने के लिए --overwrite जोड़ें।

# चलते समय

sweep-progress = { NUMBER($number) } में से { NUMBER($decided) } trials तय; { LIST($trials) }
sweep-trial_at = { $trial }: iteration { NUMBER($it) } / { NUMBER($max_iters) }
sweep-told-finished = { $trial }: पूरा हुआ, val loss { FIXED($loss, digits: 4) }
sweep-told-dropped = { $trial }: छोड़ा गया: { $reason }
sweep-told-failed = { $trial }: विफल: { $error }
sweep-lost_to = इसका अंत ज़्यादा से ज़्यादा { FIXED($low, digits: 4) } तक गिरता; { $winner } का बुरे से बुरा अंत { FIXED($high, digits: 4) } है
sweep-diverged = इसका loss NaN या अनंत है
sweep-no_progress = यह रोका गया, और आगे नहीं बढ़ा
sweep-killed = इसकी process { PLAIN($code) } के साथ खत्म हुई
sweep-side_by_side = दो trials साथ-साथ चल रहे हैं: ये छोटे हैं (--jobs=1 एक-एक करके चलाता है)
sweep-evaluations = trials का evaluation हर { $every ->
    [one] iteration
   *[other] { NUMBER($every) } iterations
} पर { $batches ->
    [one] एक batch
   *[other] { NUMBER($batches) } batches
} पर होता है, सबके लिए वही: जिस forecast से हारने वाले छोड़े जाते हैं, उसे हर run में लगभग { NUMBER(30) } evaluations चाहिए

# पेज

sweep-column-val_loss = val loss
sweep-column-end = अंत में
sweep-column-range = { PERCENT(0.9) } दायरा
sweep-column-done = हुआ
sweep-column-state = स्थिति
sweep-closest = ये निष्कर्ष सबसे अच्छे { NUMBER($number) } के बारे में हैं; `fledge compare` बाकी के फ़ोल्डर लेता है।
sweep-state-waiting = शुरू नहीं हुआ
sweep-state-stopped = रुका हुआ
sweep-state-finished = पूरा
sweep-state-dropped = छोड़ा गया
sweep-state-failed = विफल
sweep-best = सबसे अच्छा: { $trial }, val loss { FIXED($loss, digits: 4) }। sweep को { $took } लगे।
sweep-none_finished = कोई trial पूरा नहीं हुआ। sweep को { $took } लगे।
sweep-no_report = तस्वीर नहीं बनी: { $error }
sweep-train = सबसे अच्छी सेटिंग, train करने के लिए:
sweep-sample = उनसे बना मॉडल:
sweep-picture = हर trial के curves:
sweep-continue = हर trial तय नहीं हुआ है। आगे चलाने के लिए:
sweep-file_title = { NUMBER($number) } trials में सबसे अच्छा: { $trial }
sweep-file_loss = val loss { FIXED($loss, digits: 4) }
sweep-mark_dropped = छोड़ा गया
sweep-why_dropped = छोड़ा गया: यह अब { $winner } तक नहीं पहुँच सकता
