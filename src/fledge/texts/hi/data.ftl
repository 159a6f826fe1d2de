## data/dataset.py

data-none = { $path } पर कोई dataset नहीं है।
data-newer = { $file } का version { $version } है; यह fledge version { $known } तक पढ़ता है।
data-update = fledge को update करें।
data-unusable = { $file } इस्तेमाल नहीं हो सकती: { $problem }।
data-problem-version = उसमें version 1 या { $version } नहीं लिखा है
data-problem-dtype = dtype { $dtype } है, uint16 या uint32 नहीं
data-problem-counts = { $key } में train और val के लिए पूर्ण संख्याएँ नहीं हैं
data-problem-vocab_size =
    vocab_size { $said } है और उसके tokenizer में { $vocab_size ->
        [one] { NUMBER($vocab_size) } token
       *[other] { NUMBER($vocab_size) } tokens
    } हैं
data-problem-no_lists = shards में train और val की lists नहीं हैं
data-problem-no_shards = shards में { $name } के लिए कुछ नहीं है
data-problem-entry = shards में { $name } वालों के बीच { QUOTED($entry) } है
data-problem-totals =
    उसके { $name } shards में { $total ->
        [one] { NUMBER($total) } token
       *[other] { NUMBER($total) } tokens
    } हैं और वह { NUMBER($said) } बताता है
data-odd_bytes = { $path } में bytes की संख्या विषम है ({ NUMBER($size) }): वह अधूरी है।
data-missing_file = { $path } में { $file } नहीं है।
data-wrong_size =
    { $path } में { $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    } हैं और dataset.json { NUMBER($expected) } बताता है: वह खराब है।
data-empty_file = { $path } खाली है।
data-not_uint16 = { $path } का हर दूसरा token { NUMBER(0) } है: वह uint16 में नहीं लिखा गया, जो nanoGPT का format है।
data-write_uint16 = उसे uint16 में लिखें, या उसके टेक्स्ट से फिर बनाएँ: { $command }
data-make = उसे बनाएँ: { $command }
data-make_again = उसे उसके टेक्स्ट से फिर बनाएँ: { $command }

## data/meta_pickle.py

data-meta-again = टेक्स्ट फिर तैयार करें: `fledge prepare PATH`
data-meta-asks = वह { $name } माँगता है, और सिर्फ़ टेक्स्ट और संख्याएँ पढ़ी जाती हैं
data-meta-cant_read = { $path } पढ़ी नहीं जा सकती: { $reason }।
data-meta-unreadable = { $path } पढ़ने लायक `meta.pkl` नहीं है: { $reason }।
data-meta-not_nanogpt = { $path } nanoGPT की `meta.pkl` नहीं है: { $problem }।
data-meta-too_large =
    { $most ->
        [one] { NUMBER($most) } byte
       *[other] { NUMBER($most) } bytes
    } से ज़्यादा, character table के लिए बहुत बड़ा है
data-meta-memo =
    वह { $remembered ->
        [one] { NUMBER($remembered) } value
       *[other] { NUMBER($remembered) } values
    } के बाद value नंबर { NUMBER($index) } याद रखता है
data-meta-no_dict = उसमें dict नहीं है
data-meta-missing = { QUOTED($key) } नहीं है या { $type } प्रकार का नहीं है
data-meta-sizes = vocab_size { $size } है, `itos` में { $itos } entries हैं और `stoi` में { $stoi }
data-meta-no_character = `itos` में token { $token } के लिए एक ही character नहीं है
data-meta-disagree = token { $token } पर `stoi` और `itos` सहमत नहीं हैं

## data/loader.py

data-outside_vocabulary = { $split } split की जगह { NUMBER($position) } पर token { $token } मॉडल की { NUMBER($vocab_size) } की vocabulary से बाहर है।
data-again_or_vocab_size = dataset फिर तैयार करें, या --vocab_size दें।
data-block_too_long =
    block_size={ $block_size } बहुत लंबा है: { $split } split में { $tokens ->
        [one] { NUMBER($tokens) } token
       *[other] { NUMBER($tokens) } tokens
    } हैं।
data-try_block_size = --block_size={ $block_size } आज़माएँ।
data-more_text = ज़्यादा टेक्स्ट तैयार करें।

## data/inspect.py

data-without_text = tokens संख्याओं के रूप में दिखाए गए हैं, उनके टेक्स्ट के बिना: { $problem }
data-ends_differ =
    { $name } में { NUMBER($ends) } बार <|endoftext|> है और dataset.json { $documents ->
        [one] { NUMBER($documents) } document
       *[other] { NUMBER($documents) } documents
    } बताता है।

## data/shard_checks.py

data-shard-missing = { $file } नहीं है।
data-shard-wrong_size =
    { $file } में { $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    } हैं और { NUMBER($expected) } होने चाहिए।

## data/mixture.py

data-one_normalize = उन्हें एक ही --normalize से तैयार करें।
data-one_tokenizer = उन्हें एक ही --tokenizer से तैयार करें: gpt2, byte, या कोई सीखा हुआ।

## data/shards.py

data-cant_read = { $path } पढ़ी नहीं जा सकती: { $reason }।
data-prepare_again = dataset फिर तैयार करें।
data-shrunk = वह पहले से छोटी है

## What else is wrong with a dataset

data-foreign = { $path } में जगह { NUMBER($position) } पर token { $token } है, जो { NUMBER($vocab_size) } की vocabulary से बाहर है।
data-foreign_assumed = { $path } में जगह { NUMBER($position) } पर token { $token } है, जो { NUMBER($vocab_size) } की vocabulary से बाहर है (GPT-2 की मानी गई है: न dataset.json है, न `meta.pkl`)।
data-make_own = अपने टेक्स्ट से बनाने के लिए: { $command }
data-strays = { COMMAS($files) }: dataset का हिस्सा नहीं।
data-more_strays = { COMMAS($files) } ...: dataset का हिस्सा नहीं।
data-shard-unreadable = { $file } पढ़ी नहीं जा सकती: { $reason }।
data-shard-changed = लिखे जाने के बाद { $file } बदल गई है: उसका sha256 अलग है।
data-shard-foreign =
    { $file } में { $number ->
        [one] { NUMBER($number) } token
       *[other] { NUMBER($number) } tokens
    } { NUMBER($vocab_size) } की vocabulary से बाहर: जगह { NUMBER($position) } पर token { $token }।
data-shard-foreign_at_least =
    { $file } में कम से कम { $number ->
        [one] { NUMBER($number) } token
       *[other] { NUMBER($number) } tokens
    } { NUMBER($vocab_size) } की vocabulary से बाहर: जगह { NUMBER($position) } पर token { $token }।
data-changed = checkpoint के बाद { $label } बदल गया है: { SEPARATED($changes) }
data-changed-counts =
    { $split } में { $before ->
        [one] { NUMBER($before) } token
       *[other] { NUMBER($before) } tokens
    } थे, अब { NUMBER($now) } हैं
data-changed-others = { $split } में दूसरे tokens हैं
data-mixed_normalized = { $a } और { $b } मिलाए नहीं जा सकते: उनके टेक्स्ट { $first } और { $second } से normalize किए गए हैं।
data-mixed_tokenizers = { $a } और { $b } मिलाए नहीं जा सकते: उनके tokenizers { $first } और { $second } हैं।
data-mixed_vocabularies = { $a } और { $b } मिलाए नहीं जा सकते: दोनों की { $name } vocabulary अलग है।
## The page of `fledge data inspect`

data-reading = { $name } पढ़ा जा रहा है
data-problem_line = गड़बड़ी: { $problem }
data-page-note = ध्यान दें: { $note }
data-page-tokenizer = tokenizer
data-page-on_disk = disk पर
data-page-made_from = किससे बना
data-page-normalized = normalize
data-page-left_out = छोड़ा गया
data-page-vocabulary =
    { $name }, { $vocab_size ->
        [one] { NUMBER($vocab_size) } token
       *[other] { NUMBER($vocab_size) } tokens
    }, { $dtype }
data-page-change = { $name } { NUMBER($number) }
data-page-files =
    { $paths } ({ $files ->
        [one] { NUMBER($files) } फ़ाइल
       *[other] { NUMBER($files) } फ़ाइलें
    })
data-page-tokens = tokens
data-page-text = टेक्स्ट
data-page-bytes_per_token =
    bytes/
    token
data-page-documents = documents
data-page-shard = shard
data-page-more_shards = ... और { NUMBER($number) }
data-page-as_written = जैसा लिखा था
data-page-no_sha256 = पढ़ा गया; sha256 मालूम नहीं
data-page-not_compared = तुलना नहीं हुई
data-page-common_of_all = सभी { NUMBER($number) } training tokens में सबसे आम:
data-page-common_of_some = बराबर दूरी पर लिए { NUMBER($number) } training tokens में सबसे आम:
data-page-sample = { $split }, token { NUMBER($position) } से:
data-page-problems =
    { $number ->
        [one] { NUMBER($number) } गड़बड़ी
       *[other] { NUMBER($number) } गड़बड़ियाँ
    }
data-page-copy_again = फ़ाइलें फिर copy करें, या dataset फिर तैयार करें।
data-page-unchecked = जाँच नहीं हुई
data-page-sizes_right = आकार सही हैं; --no-check के बिना सब कुछ पढ़ा जाता है।
data-page-sound = ठीक
data-page-every_byte = हर byte वैसा ही है जैसा लिखा गया था, और हर token vocabulary में है।
data-page-sound_known = जहाँ तक मालूम है, ठीक
data-page-every_token = हर token vocabulary में है; sha256 save नहीं किया गया था।
data-page-size = { NUMBER($n, digits: 1) } { $unit }
data-page-bytes = { NUMBER($n, digits: 0) } bytes
data-state-missing = नहीं है
data-state-wrong_size = गलत आकार
data-state-unreadable = पढ़ा नहीं जा सकता
data-state-changed = बदल गया
data-state-foreign = बाहर के tokens
