## The glossary: a term, its other names (with commas between), its meaning and its formula.

glossary-loss-name = loss
glossary-loss-also = cross entropy, train loss, val loss, validation loss, batch loss, लॉस
glossary-loss-meaning = औसतन अगला token मॉडल के लिए कितना अप्रत्याशित है। जो मॉडल V tokens में से बराबर संभावना से तुक्का लगाता है, उसका loss ln V होता है: { NUMBER(65) } characters के लिए { NUMBER(4.17) }, GPT-2 के { NUMBER(50257) } tokens के लिए { NUMBER(10.82) }। अलग-अलग tokenizers के losses की तुलना नहीं हो सकती।
glossary-loss-formula = loss = -mean(ln p(अगला token)), हर token पर nats में

glossary-perplexity-name = perplexity
glossary-perplexity-also = ppl, परप्लेक्सिटी
glossary-perplexity-meaning = loss, विकल्पों की संख्या के रूप में: perplexity { NUMBER(5) } वाला मॉडल उतना ही अनिश्चित है जितना { NUMBER(5) } tokens में से तुक्का लगाने वाला।
glossary-perplexity-formula = perplexity = exp(loss)

glossary-bits_per_byte-name = bits per byte
glossary-bits_per_byte-also = bpb, bits per character, bpc
glossary-bits_per_byte-meaning = loss, हर token की जगह टेक्स्ट के हर byte पर bits में: अलग-अलग tokenizers के बीच इसकी तुलना हो सकती है।
glossary-bits_per_byte-formula = bits per byte = loss / ln 2 x tokens / bytes

glossary-nat-name = nat
glossary-nat-also = nats
glossary-nat-meaning = natural logarithm से निकाले गए loss की इकाई। { NUMBER(0.69) } nats कम होने का मतलब है हर token की दोगुनी probability।
glossary-nat-formula = 1 nat = 1 / ln 2 = 1.4427 bits

glossary-token-name = token
glossary-token-also = tokens, tokenizer, टोकन
glossary-token-meaning = वह इकाई जिसे मॉडल पढ़ता और लिखता है: एक character, एक byte, या शब्द का एक टुकड़ा, जैसे tokenizer काटे।

glossary-vocabulary-name = vocabulary
glossary-vocabulary-also = vocab, vocab size
glossary-vocabulary-meaning = किसी tokenizer के सारे tokens। nanoGPT GPT-2 के { NUMBER(50257) } को बढ़ाकर { NUMBER(50304) } करता है, जो { NUMBER(64) } का गुणज है और इसलिए तेज़ है।

glossary-epoch-name = epoch
glossary-epoch-also = epochs, इपॉक
glossary-epoch-meaning = पूरे training टेक्स्ट को एक बार देखना। nanoGPT random जगहों से टेक्स्ट लेता है, इसलिए epoch tokens की गिनती है, documents की नहीं।
glossary-epoch-formula = epochs = iterations x हर iteration के tokens / training split के tokens

glossary-iteration-name = iteration
glossary-iteration-also = iterations, iter, iters, max iters, इटरेशन
glossary-iteration-meaning = weights का एक update। सिर्फ़ litgpt micro-batches को iterations और updates को steps कहता है।

glossary-step-name = step
glossary-step-also = steps, step time, स्टेप
glossary-step-meaning = iteration ही। nanoGPT `step N` तब print करता है जब वह iteration N से पहले evaluate करता है; उस iteration के print हुए समय में फिर evaluation भी शामिल होता है।

glossary-micro_batch-name = micro-batch
glossary-micro_batch-also = micro batch size, microbatch
glossary-micro_batch-meaning = वे sequences जो एक साथ मॉडल से गुज़रती हैं: nanoGPT का batch_size। इसका असर मेमोरी पर होता है, सीखने पर नहीं।
glossary-micro_batch-formula = हर micro-batch के tokens = batch_size x block_size

glossary-gradient_accumulation-name = gradient accumulation
glossary-gradient_accumulation-also = accumulation, grad accum, accumulation steps
glossary-gradient_accumulation-meaning = एक update से पहले कई micro-batches के gradients जोड़ना: कम मेमोरी में बड़ा batch, पर धीमा। nanoGPT की संख्या सभी processes की मिलाकर है।
glossary-gradient_accumulation-formula = हर update की sequences = gradient_accumulation_steps x batch_size

glossary-tokens_per_iteration-name = tokens per iteration
glossary-tokens_per_iteration-also = tokens per step, tokens per iter
glossary-tokens_per_iteration-meaning = वे tokens जिनसे एक update सीखता है। यह बदले, तो सबसे अच्छी learning rate भी बदलती है।
glossary-tokens_per_iteration-formula = tokens per iteration = gradient_accumulation_steps x batch_size x block_size

glossary-batch_size-name = batch size
glossary-batch_size-also = batch, effective batch, बैच
glossary-batch_size-meaning = nanoGPT का batch_size एक micro-batch का आकार है। सीखना एक update की सारी sequences पर निर्भर करता है।
glossary-batch_size-formula = हर update का batch = gradient_accumulation_steps x batch_size sequences

glossary-context-name = context
glossary-context-also = block, block size, context length, sequence length
glossary-context-meaning = मॉडल कितने tokens पीछे तक देख सकता है: उसका block_size। attention का काम इसके वर्ग के साथ बढ़ता है।

glossary-learning_rate-name = learning rate
glossary-learning_rate-also = lr, लर्निंग रेट
glossary-learning_rate-meaning = एक update weights को कितना खिसकाता है। बहुत ज़्यादा: spikes, फिर NaN। बहुत कम: एकसमान, धीमी गिरावट। बड़े मॉडल को कम learning rate चाहिए।
glossary-learning_rate-formula = N parameters के लिए लगभग 0.003239 - 0.0001395 ln N (Kaplan et al. 2020): 124M के लिए 6.4e-4

glossary-warm_up-name = warm-up
glossary-warm_up-also = warmup, warmup iters
glossary-warm_up-meaning = शुरू के iterations, जिनमें learning rate अपने सबसे ऊँचे स्तर तक बढ़ती है: उससे पहले Adam के औसत भरोसे लायक नहीं होते।
glossary-warm_up-formula = lr = learning_rate x (it + 1) / (warmup_iters + 1), जब it < warmup_iters

glossary-decay-name = decay
glossary-decay-also = lr decay, cosine, cosine schedule, schedule, lr decay iters
glossary-decay-meaning = learning rate का घटना। loss सबसे ज़्यादा इसी दौरान गिरता है, इसलिए decay को run के साथ खत्म होना चाहिए: lr_decay_iters = max_iters।
glossary-decay-formula = lr = min_lr + (1 + cos(pi x done)) / 2 x (learning_rate - min_lr); done warm-up के बाद 0 से 1 तक जाता है

glossary-weight_decay-name = weight decay
glossary-weight_decay-meaning = gradient कुछ भी हो, हर update matrices को शून्य की ओर थोड़ा सिकोड़ता भी है। biases और norms को नहीं छुआ जाता।
glossary-weight_decay-formula = w = w - lr x weight_decay x w

glossary-dropout-name = dropout
glossary-dropout-meaning = training में activations का एक random हिस्सा शून्य कर दिया जाता है, ताकि overfitting कम हो। evaluation में यह बंद रहता है, इसलिए evaluation का train loss batches के loss से नीचे होता है।

glossary-gradient_norm-name = gradient norm
glossary-gradient_norm-also = grad norm
glossary-gradient_norm-meaning = सारे weights के gradient की कुल लंबाई। loss में spike से पहले यह अक्सर उछलता है।
glossary-gradient_norm-formula = norm = sqrt(g^2 का जोड़)

glossary-gradient_clipping-name = gradient clipping
glossary-gradient_clipping-also = grad clip, clipping
glossary-gradient_clipping-meaning = grad_clip से लंबे gradients को घटाकर उतना कर दिया जाता है, ताकि एक अजीब batch weights को खराब न कर सके।
glossary-gradient_clipping-formula = g = g x min(1, grad_clip / norm)

glossary-MFU-name = MFU
glossary-MFU-also = model flops utilization, utilization
glossary-MFU-meaning = Model FLOPs utilization: डिवाइस के peak का वह हिस्सा जो मॉडल की अपनी गणना में लगता है। nanoGPT हर डिवाइस की तुलना A100 के { NUMBER(312) } TFLOP/s से करता है; fledge असली डिवाइस से।
glossary-MFU-formula = MFU = हर token के FLOPs x tokens per second / peak FLOP/s

glossary-FLOPs-name = FLOPs
glossary-FLOPs-also = flop, tflops
glossary-FLOPs-meaning = Floating-point operations; एक गुणा और एक जोड़ मिलकर दो होते हैं। FLOP/s यानी हर सेकंड के operations। training में हर weight और token पर { NUMBER(6) } लगते हैं ({ NUMBER(2) } forward, { NUMBER(4) } backward), और ऊपर से attention।
glossary-FLOPs-formula = हर token के FLOPs = 6 N + 12 n_layer x n_embd x block_size (nanoGPT की गिनती)

glossary-6ND-name = 6ND
glossary-6ND-also = compute
glossary-6ND-meaning = training run का compute, सिर्फ़ उसके आकार से: N parameters और D tokens के लिए, हर parameter और token पर { NUMBER(6) } operations। attention इसमें नहीं है।
glossary-6ND-formula = FLOPs = 6 x N x D

glossary-tokens_per_second-name = tokens per second
glossary-tokens_per_second-also = throughput, tok sec, tps, tok s, tokens s
glossary-tokens_per_second-meaning = training की रफ़्तार। कुछ trainers एक micro-batch या एक process की रफ़्तार print करते हैं।
glossary-tokens_per_second-formula = tokens per second = हर iteration के tokens / हर iteration के सेकंड

glossary-parameters-name = parameters
glossary-parameters-also = params, model size, weights, पैरामीटर
glossary-parameters-meaning = वे संख्याएँ जो सीखी जाती हैं। nanoGPT की गिनती में position table, block_size x n_embd, नहीं है; output matrix ही token table है, और एक बार गिनी जाती है।
glossary-parameters-formula = 12 L C^2 + V C + T C + (2 L + 1) C; L = n_layer, C = n_embd, V = vocab_size, T = block_size, biases के बिना

glossary-overfitting-name = overfitting
glossary-overfitting-also = overfit, overfitted, gap, generalization gap, ओवरफिटिंग
glossary-overfitting-meaning = training टेक्स्ट को रट लेना: train loss गिरता रहता है और val loss बढ़ता है। सबसे अच्छा checkpoint वह है जिसका val loss सबसे कम है।
glossary-overfitting-formula = gap = val loss - train loss, दोनों evaluation के

glossary-validation_split-name = validation split
glossary-validation_split-also = validation, val, held out, val split
glossary-validation_split-meaning = वह टेक्स्ट जिस पर कभी train नहीं किया जाता। उसका loss बताता है कि मॉडल नए टेक्स्ट का कितना अच्छा अनुमान लगाता है, बशर्ते उसका कोई हिस्सा training split में भी न हो।

glossary-evaluation_noise-name = evaluation noise
glossary-evaluation_noise-also = noise, eval noise, eval iters
glossary-evaluation_noise-meaning = val loss, eval_iters random batches का औसत है, इसलिए घटता-बढ़ता है। जिन दो में noise के दोगुने से कम फ़र्क हो, वे अलग नहीं हैं।
glossary-evaluation_noise-formula = noise = एक batch के loss की standard deviation / sqrt(eval_iters)

glossary-checkpoint-name = checkpoint
glossary-checkpoint-also = ckpt, checkpoints, चेकपॉइंट
glossary-checkpoint-meaning = save किए हुए weights, optimizer का state और जगह: run वहाँ से आगे चल सकता है। nanoGPT सिर्फ़ evaluations पर save करता है।

glossary-float32-name = float32
glossary-float32-also = fp32, single precision
glossary-float32-meaning = { NUMBER(32) } bits का dtype: लगभग { NUMBER(7) } अंक, 3e38 तक। weights और optimizer का state float32 ही रहते हैं, चाहे गुणा { NUMBER(16) } bits में हो।
glossary-float32-formula = { NUMBER(4) } bytes: { NUMBER(1) } sign, { NUMBER(8) } exponent, { NUMBER(23) } fraction bits

glossary-bfloat16-name = bfloat16
glossary-bfloat16-also = bf16
glossary-bfloat16-meaning = { NUMBER(16) } bits का dtype, float32 जितने दायरे और लगभग { NUMBER(2) } से { NUMBER(3) } अंकों वाला। इसे loss scaling नहीं चाहिए। Ampere से पहले के GPUs (V100, T4) में यह नहीं है।
glossary-bfloat16-formula = { NUMBER(2) } bytes: { NUMBER(1) } sign, { NUMBER(8) } exponent, { NUMBER(7) } fraction bits

glossary-float16-name = float16
glossary-float16-also = fp16, half precision, half
glossary-float16-meaning = { NUMBER(16) } bits का dtype, { NUMBER(3) } अंकों और छोटे दायरे वाला: { NUMBER(65504) } से ऊपर infinite हो जाता है। gradients को loss scaling चाहिए, और NaN पर खत्म होने वाले runs में अक्सर यही होता है।
glossary-float16-formula = { NUMBER(2) } bytes: { NUMBER(1) } sign, { NUMBER(5) } exponent, { NUMBER(10) } fraction bits

glossary-autocast-name = autocast
glossary-autocast-also = mixed precision, amp
glossary-autocast-meaning = torch का तरीका, जिसमें गुणा { NUMBER(16) } bits में होता है और weights float32 रहते हैं। जिन जोड़ों को precision चाहिए (loss, norms), वे भी float32 रहते हैं।

glossary-compile-name = compile
glossary-compile-also = torch.compile
glossary-compile-meaning = torch.compile मॉडल के operations को जोड़कर कम और तेज़ kernels बनाता है। तब पहले iteration में कई मिनट लग सकते हैं।

glossary-flash_attention-name = flash attention
glossary-flash_attention-also = sdpa
glossary-flash_attention-meaning = attention, जो टुकड़ों में निकाला जाता है और अपने T x T weights store नहीं करता: कम मेमोरी, और तेज़। torch का scaled_dot_product_attention ज़्यादातर GPUs पर इसे इस्तेमाल करता है।
glossary-flash_attention-formula = मेमोरी T के साथ बढ़ती है, T^2 के साथ नहीं

glossary-KV_cache-name = KV cache
glossary-KV_cache-also = kv, cache
glossary-KV_cache-meaning = पिछले tokens की keys और values, जो sampling के दौरान रखी जाती हैं, ताकि हर नया token एक ही position का काम माँगे, पूरे context का दोबारा नहीं।
glossary-KV_cache-formula = bytes = 2 x n_layer x n_embd x tokens x हर संख्या के bytes

glossary-seed-name = seed
glossary-seed-also = random seed
glossary-seed-meaning = वह संख्या जो सारे random चुनाव तय करती है: शुरुआती weights, batches, dropout। एक config के दो seeds में फ़र्क सिर्फ़ संयोग का होता है, और तुलना को उससे ज़्यादा दिखाना होता है।

glossary-AdamW-name = AdamW
glossary-AdamW-also = adam, optimizer
glossary-AdamW-meaning = आम optimizer: हर weight अपने औसत gradient को gradient के आम आकार से भाग देकर उतना खिसकता है, और उसका decay अलग से होता है। यह हर weight के लिए दो संख्याएँ रखता है।
glossary-AdamW-formula = w = w - lr x (m / (sqrt(v) + eps) + weight_decay x w); m, v: g और g^2 के औसत (beta1, beta2)

glossary-Muon-name = Muon
glossary-Muon-meaning = matrices का optimizer: औसत gradient को लगाने से पहले orthogonal बनाया जाता है, ताकि सारी दिशाएँ बराबर खिसकें। यह हर weight के लिए एक संख्या रखता है; embeddings और head Adam के पास रहते हैं।
glossary-Muon-formula = W = W - lr x orthogonal(G का momentum), पाँच Newton-Schulz steps से

glossary-Chinchilla-name = Chinchilla
glossary-Chinchilla-also = chinchilla optimal, tokens per parameter
glossary-Chinchilla-meaning = Hoffmann et al. 2022: तय compute में, हर parameter पर लगभग { NUMBER(20) } training tokens सबसे कम loss देते हैं। यही compute-optimal है; जिस मॉडल को इस्तेमाल करना हो, उसके लिए ज़्यादा tokens पर छोटा मॉडल सामान्य है, क्योंकि उसे चलाना सस्ता पड़ता है।
glossary-Chinchilla-formula = loss = 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28
