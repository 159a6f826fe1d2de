## What `fledge checkpoint` says. A template names its numbers; texts/message.py lists the formats.

checkpoint-intact = { $files ->
    [one] { $path }: { $files } फ़ाइल के सभी { NUMBER($bytes) } bytes वैसे ही हैं जैसे लिखे गए थे
   *[other] { $path }: { $files } फ़ाइलों के सभी { NUMBER($bytes) } bytes वैसे ही हैं जैसे लिखे गए थे
}
checkpoint-complete = { $files ->
    [one] { $path }: पूरा है, { $files } फ़ाइल में { NUMBER($bytes) } bytes; इसमें checksums नहीं हैं, इसलिए फ़ाइल के अंदर की खराबी नहीं दिखेगी
   *[other] { $path }: पूरा है, { $files } फ़ाइलों में { NUMBER($bytes) } bytes; इसमें checksums नहीं हैं, इसलिए फ़ाइल के अंदर की खराबी नहीं दिखेगी
}
checkpoint-damaged = { $file } खराब है: { $problem }।
checkpoint-unread = { $path } वैसा ही है जैसा लिखा गया था, पर पढ़ा नहीं जा सकता: { $problem }
checkpoint-use_another = दूसरा checkpoint इस्तेमाल करें, या जहाँ यह सही-सलामत है वहाँ से फिर copy करें।
checkpoint-wrote = { $source } से { $out } लिखा गया: { $before } फ़ाइलों से { $after } बनीं
checkpoint-next = आगे: { $command }
checkpoint-problem = समस्या: { $problem }
checkpoint-reading = checkpoints पढ़े जा रहे हैं
checkpoint-where = --out नहीं दिया गया: कहाँ लिखना है।
checkpoint-for_example = उदाहरण: --out={ $name }-whole
checkpoint-exists = { $out } पहले से है।
checkpoint-another_name = --out से दूसरा नाम चुनें।
checkpoint-nanogpts = { $path } nanoGPT का है: यह fledge का checkpoint नहीं है।
checkpoint-name_a_run = किसी run का नाम दें, या उसके फ़ोल्डर checkpoints/step-N का।

## the page of `fledge checkpoint inspect`

checkpoint-page-file = फ़ाइल
checkpoint-page-size = आकार
checkpoint-page-tensors = tensors
checkpoint-page-dtypes = dtypes
checkpoint-page-iteration = iteration
checkpoint-page-model = मॉडल
checkpoint-page-saved_by = save किया
checkpoint-page-on_disk = disk पर
checkpoint-page-losses = losses
checkpoint-page-settings = सेटिंग
checkpoint-page-progress = { NUMBER($it) }, { NUMBER($tokens) } tokens
checkpoint-page-progress_of = { NUMBER($it) }, { NUMBER($tokens) } tokens, अपने run का { LIST($pointers) }
checkpoint-page-model_is = { $arch }, { COUNT($parameters) } parameters
checkpoint-page-processes = { $number ->
    [one] 1 process ने; { $chosen }
   *[other] { NUMBER($number) } processes ने; { $chosen }
}
checkpoint-page-disk = { $size }, format { $format }
checkpoint-page-train = train { FIXED($loss, digits: 4) }
checkpoint-page-val = val { FIXED($loss, digits: 4) }
checkpoint-page-at = iteration { NUMBER($it) } पर
checkpoint-page-best = अब तक का सबसे अच्छा val { FIXED($loss, digits: 4) }

## a checkpoint that can't be used

checkpoint-none = { $run } में आगे चलाने को कोई checkpoint नहीं है।
checkpoint-start_one = --init_from=resume के बिना `fledge train` से नया शुरू करें।
checkpoint-newer_format = { $path } का format { $format } है, और यह fledge { $known } पढ़ता है।
checkpoint-update = fledge को update करें।
checkpoint-torn = { $path } अधूरी है: { NUMBER($size) } में से { NUMBER($actual) } bytes।
checkpoint-copy_again = उसे फिर copy करें, या किसी पहले के step से आगे चलाने के लिए { $path } मिटा दें।
checkpoint-no_key = { $path } खराब है: { $key } नहीं है या { $kind } नहीं है।
checkpoint-damaged_because = { $path } खराब है ({ $reason })।
checkpoint-other_settings = { $path } खराब है: उसकी सेटिंग किसी दूसरे मॉडल की हैं।
checkpoint-no_file = { $path } नाम की कोई फ़ाइल नहीं है।
checkpoint-check_path = पाथ जाँचें।
checkpoint-another_file = दूसरी फ़ाइल इस्तेमाल करें।
checkpoint-unsafe = { $path } को सुरक्षित ढंग से पढ़ा नहीं जा सकता: { $reason }।
checkpoint-holds = { $path } checkpoint नहीं है: उसमें { $kind } है।
checkpoint-not_nanogpts = { $path } nanoGPT का checkpoint नहीं है ({ $reason })।
checkpoint-not_in_nanogpt = nanoGPT में arch={ $arch } नहीं है।
checkpoint-gpt2_only = उसमें सिर्फ़ arch=gpt2 वाले runs export हो सकते हैं।
checkpoint-state_does_not_fit = { $path } की training state इस run से मेल नहीं खाती ({ $reason })।
checkpoint-from_its_weights = इसके बजाय उसके weights से शुरू करें: --init_from={ $path } --out_dir=NEW।
checkpoint-optimizer_does_not_fit = { $path } की optimizer state मेल नहीं खाती ({ $reason })।
checkpoint-use_weights = --init_from={ $path } लिखें।

## why, as parts of a sentence

checkpoint-no_object = { $key } object नहीं है
checkpoint-no_file_of_it = { QUOTED($name) } checkpoint की फ़ाइल नहीं है
checkpoint-key_is = { $key } { QUOTED($value) } है
checkpoint-no_value = config में { $key } का मान नहीं है
checkpoint-not_chosen = { $key } चुना नहीं गया
checkpoint-holds_more = उसमें tensors और सादे मानों के अलावा भी कुछ है
checkpoint-model_holds_more = model में tensors के अलावा भी कुछ है
checkpoint-not_torchs = खराब है, या torch की फ़ाइल नहीं है
checkpoint-not_as_written = वैसी नहीं है जैसी लिखी गई थी
checkpoint-cant_be_read = पढ़ी नहीं जा सकती ({ $error })
checkpoint-other_size = उसमें { NUMBER($wanted) } नहीं, { NUMBER($size) } bytes हैं
checkpoint-other_bytes = उसके bytes वे नहीं हैं जो लिखे गए थे
checkpoint-piece_at = एक टुकड़ा { QUOTED($offsets) } पर है
checkpoint-pieces_differ = { $name } के टुकड़ों के dimensions अलग-अलग हैं
checkpoint-pieces_dont_fit = { $name } के टुकड़ों से एक tensor नहीं बनता
checkpoint-another_optimizer = दूसरा optimizer
checkpoint-another_optimizer_with = दूसरा optimizer, जिसमें { $name } है
checkpoint-of_process = process { $rank }: { $cause }

## a checkpoint that can't be written

checkpoint-shared_disk = सभी processes को वही --out_dir दिखना चाहिए: कई मशीनों पर साझा disk इस्तेमाल करें।
checkpoint-vanished = { $run } गायब हो गया: iteration { NUMBER($it) } का checkpoint save नहीं हुआ।
checkpoint-bring_back = फ़ोल्डर वापस लाकर resume करें, या run फिर शुरू करें।
checkpoint-not_saved = { $path } save नहीं हो सका: { QUOTED($cause) }।
checkpoint-not_there = { $path } लिखी गई थी और अब वहाँ नहीं है।
checkpoint-damaged_anew = { $path } लिखते समय खराब हो गई।
checkpoint-check_disk = disk जाँचें, और फिर कोशिश करें।
