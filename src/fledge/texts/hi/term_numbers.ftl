## Sentences about a term in a run's own numbers, by term.NAME.part.

term-setting-value = { $name } = { $value }।
term-loss-val = iteration { NUMBER($it) } पर val loss { FIXED($loss, digits: 4) } है।
term-loss-train = iteration { NUMBER($it) } पर evaluation का train loss { FIXED($loss, digits: 4) } है।
term-loss-batches = iteration { NUMBER($it) } पर batch loss { FIXED($loss, digits: 4) } है।
term-loss-guessing = तुक्के से ln { FIXED($size, digits: 0) } = { FIXED($loss, digits: 2) } मिलता।
term-perplexity-train = train: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }।
term-perplexity-val = val: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }।
term-perplexity-batches = batches: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }।
term-bits_per_byte-printed = iteration { NUMBER($it) } पर { FIXED($bits, digits: 4) }, जैसा print हुआ।
term-bits_per_byte-char = इसके tokens अकेले bytes हैं: { FIXED($loss, digits: 4) } / ln 2 = { FIXED($bits, digits: 3) }।
term-nat-bits = { FIXED($loss, digits: 4) } nats का मतलब है हर token पर { FIXED($bits, digits: 4) } bits।
term-token-seen = { NUMBER($iterations) } iterations में { NUMBER($tokens, digits: 0) }।
term-token-seen_of = { NUMBER($iterations) } iterations में { NUMBER($tokens, digits: 0) }, { NUMBER($dataset, digits: 0) } tokens के टेक्स्ट से।
term-epoch-count = { NUMBER($tokens, digits: 0) } / { NUMBER($dataset, digits: 0) } = { SIGNIFICANT($epochs, digits: 3) }।
term-iteration-count = { NUMBER($iterations) }।
term-iteration-count_of = { NUMBER($goal) } में से { NUMBER($iterations) }।
term-iteration-time = हर एक में { NUMBER($step, digits: 1) } ms लगते हैं।
term-batch-micro = batch_size { FIXED($batch, digits: 0) } x block_size { FIXED($block, digits: 0) } = एक micro-batch में { NUMBER($tokens, digits: 0) } tokens।
term-batch-iteration = एक iteration में ऐसे { FIXED($steps, digits: 0) } होते हैं, यानी { NUMBER($tokens, digits: 0) } tokens।
term-context-block = { NUMBER($block, digits: 0) } tokens।
term-rate-printed = iteration { NUMBER($it) } पर { SCIENTIFIC($rate, digits: 2) }; ज़्यादा से ज़्यादा { SCIENTIFIC($highest, digits: 2) }।
term-rate-setting = सबसे ऊँचे स्तर पर { SCIENTIFIC($rate, digits: 2) }।
term-warm_up-count = { NUMBER($warm_up, digits: 0) } iterations।
term-warm_up-share = { NUMBER($warm_up, digits: 0) } iterations, run का { PERCENT($share, digits: 1) }।
term-decay-end = iteration { NUMBER($end, digits: 0) } पर { SCIENTIFIC($low, digits: 1) } तक।
term-decay-end_of = iteration { NUMBER($end, digits: 0) } पर { SCIENTIFIC($low, digits: 1) } तक; run { NUMBER($goal) } पर खत्म होता है।
term-norm-usual = आम तौर पर { SIGNIFICANT($usual, digits: 3) }, ज़्यादा से ज़्यादा { SIGNIFICANT($highest, digits: 3) }।
term-mfu-computed = हर token पर { NUMBER($each, digits: 1) } MFLOP x { NUMBER($tokens_per_s, digits: 0) } tokens/s = { FLOPS($rate) }।
term-mfu-share = यह { $device } के peak { FLOPS($peak) } का { PERCENT($mfu, digits: 1) } है।
term-mfu-this_device = डिवाइस
term-mfu-printed = log में { PERCENT($printed, digits: 2) } print हुआ है।
term-mfu-printed_a100 = log में { PERCENT($printed, digits: 2) } print हुआ है, A100 के { FLOPS($peak) } का।
term-flops-token = हर token पर { NUMBER($each, digits: 0) }।
term-flops-total = { COUNT($tokens) } tokens के लिए { SIGNIFICANT($total, digits: 3) }।
term-compute-product = 6 x { COUNT($params) } x { COUNT($tokens) } = { SIGNIFICANT($total, digits: 3) } FLOP।
term-throughput-computed = { NUMBER($tokens, digits: 0) } / { NUMBER($step, digits: 1) } ms = { NUMBER($rate, digits: 0) }।
term-throughput-printed = { NUMBER($rate, digits: 0) }।
term-parameters-count = { NUMBER($params, digits: 0) }।
term-parameters-with_positions = { NUMBER($params, digits: 0) }; positions के साथ { NUMBER($total, digits: 0) }।
term-gap-last = iteration { NUMBER($it) } पर train { FIXED($train, digits: 4) }, val { FIXED($val, digits: 4) }: { FIXED($gap, digits: 2) } nats का gap।
term-gap-best = print हुआ सबसे कम val { FIXED($best, digits: 4) } है, iteration { NUMBER($it) } पर।
term-noise-estimate = लगभग { FIXED($noise, digits: 4) } nats; यह val losses के अपने trend के आसपास घटने-बढ़ने से निकाला गया है।
term-checkpoint-saved = { NUMBER($number) } save हुए, आखिरी iteration { NUMBER($it) } पर।
term-chinchilla-ratio = { COUNT($tokens) } / { COUNT($params) } = हर parameter पर { SIGNIFICANT($ratio, digits: 3) } tokens।
term-cache-size = एक पूरे context के लिए { NUMBER($mib, digits: 1) } MiB, bfloat16 में।
term-step-time = { NUMBER($step, digits: 1) } ms; { NUMBER($iterations) } steps में { DURATION($total) } लगते हैं।
