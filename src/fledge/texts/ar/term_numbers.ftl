## Sentences about a term in a run's own numbers, by term.NAME.part.

term-setting-value = { $name } = { $value }.
term-loss-val = خسارة التحقق { FIXED($loss, digits: 4) } عند التكرار { NUMBER($it) }.
term-loss-train = خسارة التدريب في التقييم { FIXED($loss, digits: 4) } عند التكرار { NUMBER($it) }.
term-loss-batches = خسارة batches هي { FIXED($loss, digits: 4) } عند التكرار { NUMBER($it) }.
term-loss-guessing = التخمين يعطي ln { FIXED($size, digits: 0) } = { FIXED($loss, digits: 2) }.
term-perplexity-train = التدريب: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-perplexity-val = التحقق: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-perplexity-batches = خسارة batches: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-bits_per_byte-printed = { FIXED($bits, digits: 4) } عند التكرار { NUMBER($it) }، كما طُبعت.
term-bits_per_byte-char = كل token فيه بايت واحد: { FIXED($loss, digits: 4) } / ln 2 = { FIXED($bits, digits: 3) }.
term-nat-bits = { FIXED($loss, digits: 4) } nats تساوي { FIXED($bits, digits: 4) } بت لكل token.
term-token-seen =
    { NUMBER($tokens, digits: 0) } في { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكرارين
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    }.
term-token-seen_of =
    { NUMBER($tokens, digits: 0) } في { $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكرارين
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    }، من نص فيه { NUMBER($dataset, digits: 0) }.
term-epoch-count = { NUMBER($tokens, digits: 0) } / { NUMBER($dataset, digits: 0) } = { SIGNIFICANT($epochs, digits: 3) }.
term-iteration-count = { NUMBER($iterations) }.
term-iteration-count_of = { NUMBER($iterations) } من { NUMBER($goal) }.
term-iteration-time = يستغرق كل منها { NUMBER($step, digits: 1) } ms.
term-batch-micro = batch_size { FIXED($batch, digits: 0) } x block_size { FIXED($block, digits: 0) } = { NUMBER($tokens, digits: 0) }، وهو عدد tokens في micro-batch.
term-batch-iteration =
    في التكرار { FIXED($steps, digits: 0) } منها، أي { $tokens ->
        [zero] { NUMBER($tokens, digits: 0) } token
        [one] token واحد
        [two] { NUMBER($tokens, digits: 0) } tokens
        [few] { NUMBER($tokens, digits: 0) } tokens
        [many] { NUMBER($tokens, digits: 0) } token
       *[other] { NUMBER($tokens, digits: 0) } token
    }.
term-context-block =
    { $block ->
        [zero] { NUMBER($block, digits: 0) } token
        [one] token واحد
        [two] { NUMBER($block, digits: 0) } tokens
        [few] { NUMBER($block, digits: 0) } tokens
        [many] { NUMBER($block, digits: 0) } token
       *[other] { NUMBER($block, digits: 0) } token
    }.
term-rate-printed = { SCIENTIFIC($rate, digits: 2) } عند التكرار { NUMBER($it) }؛ وأقصاه { SCIENTIFIC($highest, digits: 2) }.
term-rate-setting = { SCIENTIFIC($rate, digits: 2) } في أعلى قيمة.
term-warm_up-count =
    { $warm_up ->
        [zero] { NUMBER($warm_up, digits: 0) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($warm_up, digits: 0) } تكرارات
        [many] { NUMBER($warm_up, digits: 0) } تكرارًا
       *[other] { NUMBER($warm_up, digits: 0) } تكرار
    }.
term-warm_up-share =
    { $warm_up ->
        [zero] { NUMBER($warm_up, digits: 0) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($warm_up, digits: 0) } تكرارات
        [many] { NUMBER($warm_up, digits: 0) } تكرارًا
       *[other] { NUMBER($warm_up, digits: 0) } تكرار
    }، أي { PERCENT($share, digits: 1) } من التشغيل.
term-decay-end = ينخفض إلى { SCIENTIFIC($low, digits: 1) } عند التكرار { NUMBER($end, digits: 0) }.
term-decay-end_of = ينخفض إلى { SCIENTIFIC($low, digits: 1) } عند التكرار { NUMBER($end, digits: 0) }؛ وينتهي التشغيل عند { NUMBER($goal) }.
term-norm-usual = المعتاد { SIGNIFICANT($usual, digits: 3) }، والأقصى { SIGNIFICANT($highest, digits: 3) }.
term-mfu-computed = { NUMBER($each, digits: 1) } MFLOP/token x { NUMBER($tokens_per_s, digits: 0) } tokens/s = { FLOPS($rate) }.
term-mfu-share = هذا { PERCENT($mfu, digits: 1) } من { FLOPS($peak) }، ذروة { $device }.
term-mfu-this_device = الجهاز
term-mfu-printed = يطبع السجل { PERCENT($printed, digits: 2) }.
term-mfu-printed_a100 = يطبع السجل { PERCENT($printed, digits: 2) }، من { FLOPS($peak) } وهي ذروة A100.
term-flops-token = { NUMBER($each, digits: 0) } لكل token.
term-flops-total = { SIGNIFICANT($total, digits: 3) } لعدد { COUNT($tokens) } token.
term-compute-product = 6 x { COUNT($params) } x { COUNT($tokens) } = { SIGNIFICANT($total, digits: 3) } FLOP.
term-throughput-computed = { NUMBER($tokens, digits: 0) } / { NUMBER($step, digits: 1) } ms = { NUMBER($rate, digits: 0) }.
term-throughput-printed = { NUMBER($rate, digits: 0) }.
term-parameters-count = { NUMBER($params, digits: 0) }.
term-parameters-with_positions = { NUMBER($params, digits: 0) }؛ و{ NUMBER($total, digits: 0) } مع جدول المواضع.
term-gap-last = خسارة التدريب { FIXED($train, digits: 4) } وخسارة التحقق { FIXED($val, digits: 4) } عند التكرار { NUMBER($it) }: الفجوة { FIXED($gap, digits: 2) } nats.
term-gap-best = أدنى خسارة تحقق مطبوعة { FIXED($best, digits: 4) }، عند التكرار { NUMBER($it) }.
term-noise-estimate = نحو { FIXED($noise, digits: 4) } nats، من تفاوت قيم خسارة التحقق حول اتجاهها.
term-checkpoint-saved =
    حُفظ { $number ->
        [zero] { NUMBER($number) } checkpoint
        [one] checkpoint واحد
        [two] { NUMBER($number) } checkpoints
        [few] { NUMBER($number) } checkpoints
        [many] { NUMBER($number) } checkpoint
       *[other] { NUMBER($number) } checkpoint
    }، آخرها عند التكرار { NUMBER($it) }.
term-chinchilla-ratio = { COUNT($tokens) } / { COUNT($params) } = { SIGNIFICANT($ratio, digits: 3) } token لكل معلمة.
term-cache-size = { NUMBER($mib, digits: 1) } MiB لسياق كامل واحد، بالنوع bfloat16.
term-step-time =
    { NUMBER($step, digits: 1) } ms؛ و{ $iterations ->
        [zero] { NUMBER($iterations) } تكرار
        [one] تكرار واحد
        [two] تكراران
        [few] { NUMBER($iterations) } تكرارات
        [many] { NUMBER($iterations) } تكرارًا
       *[other] { NUMBER($iterations) } تكرار
    } تستغرق { DURATION($total) }.
