## The glossary: a term, its other names (with commas between), its meaning and its formula.

glossary-loss-name = loss
glossary-loss-also = cross entropy, train loss, val loss, validation loss, batch loss
glossary-loss-meaning = How surprised the model is by the next token, on average. A model that guesses evenly among V tokens has ln V: 4.17 for 65 characters, 10.82 for GPT-2's 50,257 tokens. Losses of different tokenizers can't be compared.
glossary-loss-formula = loss = -mean(ln p(next token)), in nats per token

glossary-perplexity-name = perplexity
glossary-perplexity-also = ppl
glossary-perplexity-meaning = The loss as a number of choices: a model of perplexity 5 is as unsure as one that guesses among 5 tokens.
glossary-perplexity-formula = perplexity = exp(loss)

glossary-bits_per_byte-name = bits per byte
glossary-bits_per_byte-also = bpb, bits per character, bpc
glossary-bits_per_byte-meaning = The loss in bits per byte of text instead of per token: comparable between tokenizers.
glossary-bits_per_byte-formula = bits per byte = loss / ln 2 x tokens / bytes

glossary-nat-name = nat
glossary-nat-also = nats
glossary-nat-meaning = The unit of a loss computed with the natural logarithm. 0.69 nats less means twice the probability per token.
glossary-nat-formula = 1 nat = 1 / ln 2 = 1.4427 bits

glossary-token-name = token
glossary-token-also = tokens, tokenizer
glossary-token-meaning = The unit a model reads and writes: a character, a byte, or a piece of a word, as the tokenizer splits it.

glossary-vocabulary-name = vocabulary
glossary-vocabulary-also = vocab, vocab size
glossary-vocabulary-meaning = All tokens of a tokenizer. nanoGPT rounds GPT-2's 50,257 up to 50,304, a multiple of 64, which is faster.

glossary-epoch-name = epoch
glossary-epoch-also = epochs
glossary-epoch-meaning = One pass over the training text. nanoGPT draws random places, so an epoch is a count of tokens, not of texts.
glossary-epoch-formula = epochs = iterations x tokens per iteration / tokens in the training split

glossary-iteration-name = iteration
glossary-iteration-also = iterations, iter, iters, max iters
glossary-iteration-meaning = One update of the weights. Only litgpt calls micro-batches iterations, and updates steps.

glossary-step-name = step
glossary-step-also = steps, step time
glossary-step-meaning = The same as an iteration. nanoGPT prints `step N` when it evaluates before iteration N, whose printed time then contains the evaluation.

glossary-micro_batch-name = micro-batch
glossary-micro_batch-also = micro batch size, microbatch
glossary-micro_batch-meaning = The sequences that go through the model at once: nanoGPT's batch_size. It affects memory, not what is learned.
glossary-micro_batch-formula = tokens per micro-batch = batch_size x block_size

glossary-gradient_accumulation-name = gradient accumulation
glossary-gradient_accumulation-also = accumulation, grad accum, accumulation steps
glossary-gradient_accumulation-meaning = Adding up the gradients of several micro-batches before one update: a large batch in little memory, but slower. nanoGPT's number is for all processes together.
glossary-gradient_accumulation-formula = sequences per update = gradient_accumulation_steps x batch_size

glossary-tokens_per_iteration-name = tokens per iteration
glossary-tokens_per_iteration-also = tokens per step, tokens per iter
glossary-tokens_per_iteration-meaning = The tokens that one update learns from. If it changes, the best learning rate changes too.
glossary-tokens_per_iteration-formula = tokens per iteration = gradient_accumulation_steps x batch_size x block_size

glossary-batch_size-name = batch size
glossary-batch_size-also = batch, effective batch
glossary-batch_size-meaning = nanoGPT's batch_size is that of a micro-batch. Learning depends on all sequences of an update.
glossary-batch_size-formula = batch per update = gradient_accumulation_steps x batch_size sequences

glossary-context-name = context
glossary-context-also = block, block size, context length, sequence length
glossary-context-meaning = How many tokens a model can look back: its block_size. The work of attention grows with its square.

glossary-learning_rate-name = learning rate
glossary-learning_rate-also = lr
glossary-learning_rate-meaning = How far an update moves the weights. Too high: spikes, then NaN. Too low: an even, slow fall. Larger models need a lower one.
glossary-learning_rate-formula = about 0.003239 - 0.0001395 ln N for N parameters (Kaplan et al. 2020): 6.4e-4 for 124M

glossary-warm_up-name = warm-up
glossary-warm_up-also = warmup, warmup iters
glossary-warm_up-meaning = The first iterations, in which the learning rate rises to its highest: Adam's averages are unreliable before.
glossary-warm_up-formula = lr = learning_rate x (it + 1) / (warmup_iters + 1), for it < warmup_iters

glossary-decay-name = decay
glossary-decay-also = lr decay, cosine, cosine schedule, schedule, lr decay iters
glossary-decay-meaning = The decrease of the learning rate. The loss falls most while it decreases, so it should end with the run: lr_decay_iters = max_iters.
glossary-decay-formula = lr = min_lr + (1 + cos(pi x done)) / 2 x (learning_rate - min_lr); done goes from 0 after warm-up to 1

glossary-weight_decay-name = weight decay
glossary-weight_decay-meaning = Every update also shrinks the matrices towards zero, whatever the gradient. Biases and norms are left alone.
glossary-weight_decay-formula = w = w - lr x weight_decay x w

glossary-dropout-name = dropout
glossary-dropout-meaning = In training, a random share of activations is set to zero, against overfitting. It is off in evaluation, so the evaluated train loss is below that of the batches.

glossary-gradient_norm-name = gradient norm
glossary-gradient_norm-also = grad norm
glossary-gradient_norm-meaning = The length of the gradient of all weights together. It often jumps before the loss spikes.
glossary-gradient_norm-formula = norm = sqrt(sum of g^2)

glossary-gradient_clipping-name = gradient clipping
glossary-gradient_clipping-also = grad clip, clipping
glossary-gradient_clipping-meaning = Gradients longer than grad_clip are scaled down to it, so that one odd batch can't damage the weights.
glossary-gradient_clipping-formula = g = g x min(1, grad_clip / norm)

glossary-MFU-name = MFU
glossary-MFU-also = model flops utilization, utilization
glossary-MFU-meaning = Model FLOPs utilization: the share of the device's peak used for the model's own arithmetic. nanoGPT compares every device with an A100's 312 TFLOP/s; fledge with the real one.
glossary-MFU-formula = MFU = FLOPs per token x tokens per second / peak FLOP/s

glossary-FLOPs-name = FLOPs
glossary-FLOPs-also = flop, tflops
glossary-FLOPs-meaning = Floating-point operations; a multiply and an add are two. FLOP/s are operations per second. Training needs 6 per weight and token (2 forward, 4 backward), plus attention.
glossary-FLOPs-formula = FLOPs per token = 6 N + 12 n_layer x n_embd x block_size (nanoGPT's count)

glossary-6ND-name = 6ND
glossary-6ND-also = compute
glossary-6ND-meaning = The compute of a training run from its size alone: 6 operations per parameter and token, for N parameters and D tokens. Attention is left out.
glossary-6ND-formula = FLOPs = 6 x N x D

glossary-tokens_per_second-name = tokens per second
glossary-tokens_per_second-also = throughput, tok sec, tps, tok s, tokens s
glossary-tokens_per_second-meaning = The speed of training. Some trainers print that of one micro-batch or one process.
glossary-tokens_per_second-formula = tokens per second = tokens per iteration / seconds per iteration

glossary-parameters-name = parameters
glossary-parameters-also = params, model size, weights
glossary-parameters-meaning = The numbers that are learned. nanoGPT's count leaves out the position table, block_size x n_embd; the output matrix is the token table, and counted once.
glossary-parameters-formula = 12 L C^2 + V C + T C + (2 L + 1) C; L = n_layer, C = n_embd, V = vocab_size, T = block_size, no biases

glossary-overfitting-name = overfitting
glossary-overfitting-also = overfit, overfitted, gap, generalization gap
glossary-overfitting-meaning = Learning the training text by heart: the train loss keeps falling while the val loss rises. The best checkpoint is the one with the lowest val loss.
glossary-overfitting-formula = gap = val loss - train loss, both evaluated

glossary-validation_split-name = validation split
glossary-validation_split-also = validation, val, held out, val split
glossary-validation_split-meaning = Text that is never trained on. Its loss shows how well the model predicts new text, if none of it is in the training split too.

glossary-evaluation_noise-name = evaluation noise
glossary-evaluation_noise-also = noise, eval noise, eval iters
glossary-evaluation_noise-meaning = A val loss is a mean over eval_iters random batches, so it varies. Two that differ by less than twice the noise are not different.
glossary-evaluation_noise-formula = noise = standard deviation of a batch's loss / sqrt(eval_iters)

glossary-checkpoint-name = checkpoint
glossary-checkpoint-also = ckpt, checkpoints
glossary-checkpoint-meaning = Saved weights, optimizer state and position: a run can continue from it. nanoGPT saves only at evaluations.

glossary-float32-name = float32
glossary-float32-also = fp32, single precision
glossary-float32-meaning = A dtype of 32 bits: about 7 digits, up to 3e38. Weights and optimizer state are float32 even if products are computed in 16 bits.
glossary-float32-formula = 4 bytes: 1 sign, 8 exponent, 23 fraction bits

glossary-bfloat16-name = bfloat16
glossary-bfloat16-also = bf16
glossary-bfloat16-meaning = A dtype of 16 bits with float32's range and about 2 to 3 digits. It needs no loss scaling. GPUs before Ampere (V100, T4) do not have it.
glossary-bfloat16-formula = 2 bytes: 1 sign, 8 exponent, 7 fraction bits

glossary-float16-name = float16
glossary-float16-also = fp16, half precision, half
glossary-float16-meaning = A dtype of 16 bits with 3 digits and a small range: above 65,504 it is infinite. Gradients need loss scaling, and runs that end in NaN often use it.
glossary-float16-formula = 2 bytes: 1 sign, 5 exponent, 10 fraction bits

glossary-autocast-name = autocast
glossary-autocast-also = mixed precision, amp
glossary-autocast-meaning = torch's way to compute products in 16 bits while weights stay float32. Sums that need precision (loss, norms) stay float32 too.

glossary-compile-name = compile
glossary-compile-also = torch.compile
glossary-compile-meaning = torch.compile fuses a model's operations into fewer, faster kernels. The first iteration can then take minutes.

glossary-flash_attention-name = flash attention
glossary-flash_attention-also = sdpa
glossary-flash_attention-meaning = Attention computed in tiles, without storing its T x T weights: less memory, and faster. torch's scaled_dot_product_attention uses it on most GPUs.
glossary-flash_attention-formula = memory grows with T, not with T^2

glossary-KV_cache-name = KV cache
glossary-KV_cache-also = kv, cache
glossary-KV_cache-meaning = The keys and values of earlier tokens, kept while sampling, so that each new token costs one position and not the whole context again.
glossary-KV_cache-formula = bytes = 2 x n_layer x n_embd x tokens x bytes per number

glossary-seed-name = seed
glossary-seed-also = random seed
glossary-seed-meaning = The number that determines all random choices: initial weights, batches, dropout. Two seeds of one config differ by chance alone, and a comparison must show more than that.

glossary-AdamW-name = AdamW
glossary-AdamW-also = adam, optimizer
glossary-AdamW-meaning = The usual optimizer: each weight moves by its average gradient divided by the gradient's usual size, and decays separately. It keeps two numbers per weight.
glossary-AdamW-formula = w = w - lr x (m / (sqrt(v) + eps) + weight_decay x w); m, v: averages of g and g^2 (beta1, beta2)

glossary-Muon-name = Muon
glossary-Muon-meaning = An optimizer for matrices: the averaged gradient is made orthogonal before it is applied, so that all directions move equally. It keeps one number per weight; embeddings and head stay with Adam.
glossary-Muon-formula = W = W - lr x orthogonal(momentum of G), by five Newton-Schulz steps

glossary-Chinchilla-name = Chinchilla
glossary-Chinchilla-also = chinchilla optimal, tokens per parameter
glossary-Chinchilla-meaning = Hoffmann et al. 2022: for a given amount of compute, about 20 training tokens per parameter give the lowest loss. That is compute-optimal; a smaller model on more tokens is normal if it will be used, because it is cheaper to run.
glossary-Chinchilla-formula = loss = 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28
