## Sentences about a term in a run's own numbers, by term.NAME.part.

term-setting-value = { $name } = { $value }.
term-loss-val = The val loss is { FIXED($loss, digits: 4) } at iteration { NUMBER($it) }.
term-loss-train = The evaluated train loss is { FIXED($loss, digits: 4) } at iteration { NUMBER($it) }.
term-loss-batches = The loss of the batches is { FIXED($loss, digits: 4) } at iteration { NUMBER($it) }.
term-loss-guessing = Guessing would give ln { FIXED($size, digits: 0) } = { FIXED($loss, digits: 2) }.
term-perplexity-train = train: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-perplexity-val = val: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-perplexity-batches = batches: exp({ FIXED($loss, digits: 4) }) = { NUMBER($perplexity, digits: 2) }.
term-bits_per_byte-printed = { FIXED($bits, digits: 4) } at iteration { NUMBER($it) }, as printed.
term-bits_per_byte-char = Its tokens are single bytes: { FIXED($loss, digits: 4) } / ln 2 = { FIXED($bits, digits: 3) }.
term-nat-bits = { FIXED($loss, digits: 4) } nats are { FIXED($bits, digits: 4) } bits per token.
term-token-seen = { NUMBER($tokens, digits: 0) } in { NUMBER($iterations) } iterations.
term-token-seen_of = { NUMBER($tokens, digits: 0) } in { NUMBER($iterations) } iterations, from a text of { NUMBER($dataset, digits: 0) }.
term-epoch-count = { NUMBER($tokens, digits: 0) } / { NUMBER($dataset, digits: 0) } = { SIGNIFICANT($epochs, digits: 3) }.
term-iteration-count = { NUMBER($iterations) }.
term-iteration-count_of = { NUMBER($iterations) } of { NUMBER($goal) }.
term-iteration-time = Each takes { NUMBER($step, digits: 1) } ms.
term-batch-micro = batch_size { FIXED($batch, digits: 0) } x block_size { FIXED($block, digits: 0) } = { NUMBER($tokens, digits: 0) } tokens in a micro-batch.
term-batch-iteration = An iteration has { FIXED($steps, digits: 0) } of them, { NUMBER($tokens, digits: 0) } tokens.
term-context-block = { NUMBER($block, digits: 0) } tokens.
term-rate-printed = { SCIENTIFIC($rate, digits: 2) } at iteration { NUMBER($it) }; at most { SCIENTIFIC($highest, digits: 2) }.
term-rate-setting = { SCIENTIFIC($rate, digits: 2) } at its highest.
term-warm_up-count = { NUMBER($warm_up, digits: 0) } iterations.
term-warm_up-share = { NUMBER($warm_up, digits: 0) } iterations, { PERCENT($share, digits: 1) } of the run.
term-decay-end = Down to { SCIENTIFIC($low, digits: 1) } at iteration { NUMBER($end, digits: 0) }.
term-decay-end_of = Down to { SCIENTIFIC($low, digits: 1) } at iteration { NUMBER($end, digits: 0) }; the run ends at { NUMBER($goal) }.
term-norm-usual = Usually { SIGNIFICANT($usual, digits: 3) }, at most { SIGNIFICANT($highest, digits: 3) }.
term-mfu-computed = { NUMBER($each, digits: 1) } MFLOP per token x { NUMBER($tokens_per_s, digits: 0) } tokens/s = { FLOPS($rate) }.
term-mfu-share = That is { PERCENT($mfu, digits: 1) } of { FLOPS($peak) }, the peak of { $device }.
term-mfu-this_device = the device
term-mfu-printed = The log prints { PERCENT($printed, digits: 2) }.
term-mfu-printed_a100 = The log prints { PERCENT($printed, digits: 2) }, of an A100's { FLOPS($peak) }.
term-flops-token = { NUMBER($each, digits: 0) } per token.
term-flops-total = { SIGNIFICANT($total, digits: 3) } for { COUNT($tokens) } tokens.
term-compute-product = 6 x { COUNT($params) } x { COUNT($tokens) } = { SIGNIFICANT($total, digits: 3) } FLOP.
term-throughput-computed = { NUMBER($tokens, digits: 0) } / { NUMBER($step, digits: 1) } ms = { NUMBER($rate, digits: 0) }.
term-throughput-printed = { NUMBER($rate, digits: 0) }.
term-parameters-count = { NUMBER($params, digits: 0) }.
term-parameters-with_positions = { NUMBER($params, digits: 0) }; { NUMBER($total, digits: 0) } with positions.
term-gap-last = train { FIXED($train, digits: 4) }, val { FIXED($val, digits: 4) } at iteration { NUMBER($it) }: a gap of { FIXED($gap, digits: 2) } nats.
term-gap-best = The lowest val printed is { FIXED($best, digits: 4) }, at iteration { NUMBER($it) }.
term-noise-estimate = About { FIXED($noise, digits: 4) } nats, from how the val losses vary around their trend.
term-checkpoint-saved = { NUMBER($number) } saved, the last at iteration { NUMBER($it) }.
term-chinchilla-ratio = { COUNT($tokens) } / { COUNT($params) } = { SIGNIFICANT($ratio, digits: 3) } tokens per parameter.
term-cache-size = { NUMBER($mib, digits: 1) } MiB for one full context, in bfloat16.
term-step-time = { NUMBER($step, digits: 1) } ms; { NUMBER($iterations) } of them take { DURATION($total) }.
