## The settings of a run: when one would change them. Beside the setting in help pages, in small letters.

setting-out_dir = run का फ़ोल्डर; auto: runs/DATASET-ARCH। हर experiment को अपना फ़ोल्डर दें
setting-init_from = `scratch` | resume (out_dir जारी रखें) | gpt2, `gpt2-medium`, `gpt2-large`, `gpt2-xl` | कोई run, ckpt.pt, Hugging Face फ़ोल्डर या .gguf (gpt2, llama, qwen3), जिससे शुरुआत हो
setting-eval_interval = दो evaluations के बीच के iterations; छोटे runs में इसे घटाएँ
setting-eval_iters = हर evaluation के random batches; `all`: पूरा validation split, एक बार (नए मॉडल के लिए नहीं)
setting-eval_only = एक बार evaluate करके रुकें
setting-log_interval = log की दो लाइनों के बीच के iterations; steps तेज़ हों तो बढ़ाएँ
setting-always_save_checkpoint = हर evaluation पर save करें; False से तभी save होता है जब validation loss सुधरे
setting-keep = सबसे अच्छे checkpoint के अलावा, सबसे नए कितने checkpoints रखने हैं
setting-sample_interval = log में छोटे samples के बीच के iterations; 0 हो तो कोई नहीं
setting-planned_loss = val loss जिसकी `fledge plan --hours` ने उम्मीद की, दायरे के साथ; अंत में मिलाया जाता है
setting-on_nan = loss या gradient finite न हो तो: run रोकें (`stop`), या वह step छोड़ दें (`skip`)
setting-track = tensorboard, wandb या trackio में भी log करें; कई हों तो comma से
setting-wandb_log = --track=wandb लिखने का nanoGPT का तरीका
setting-wandb_project = project का नाम, जो wandb और trackio दिखाते हैं
setting-wandb_run_name = वहाँ run का नाम; auto: out_dir का नाम
setting-dataset = data_dir का एक फ़ोल्डर, जिसे `fledge prepare` ने बनाया; कई हों तो वज़न के हिसाब से मिलाए जाते हैं: `a:0.7,b:0.3`
setting-data_dir = वह फ़ोल्डर जिसमें datasets हैं
setting-prepare_tokens = जो बड़ा corpus अभी यहाँ नहीं है, उसके कितने training tokens तैयार करने हैं; 0: जितने run पढ़ेगा
setting-batch_size = हर micro-batch की sequences; मेमोरी खत्म हो तो इसे घटाएँ और gradient_accumulation_steps बढ़ाएँ
setting-gradient_accumulation_steps = हर iteration के micro-batches, सारी processes मिलाकर; हर iteration के tokens = यह x batch_size x block_size
setting-block_size = context की लंबाई, tokens में
setting-sampling = epoch: डेटा की हर window एक बार, उसके बाद ही कोई दोबारा; उस डेटा के लिए जो एक या कुछ बार देखा जाए
setting-mask_documents = attention एक document के भीतर रहता है: जब हर window में कई छोटे documents हों। attention धीमा हो जाता है
setting-arch = gpt2 nanoGPT का मॉडल है; modern सबसे तेज़ सीखता है (rotary positions, n-grams, Muon); qwen3 और llama, llama.cpp, Ollama और transformers में चलते हैं
setting-depth = आकार के लिए एक ही संख्या: N layers, N heads, चौड़ाई 64 N। 1 खिलौना है, 12 GPT-2 124M है
setting-n_layer = layers की संख्या
setting-n_head = attention heads; n_embd इससे पूरा-पूरा बँटना चाहिए
setting-n_embd = चौड़ाई; मॉडल का आकार इसके वर्ग के साथ बढ़ता है
setting-dropout = शुरू से training के लिए 0; डेटा कम हो और कई बार देखा जाए तो 0.1 से 0.3
setting-bias = linear और norm layers में biases, जैसे GPT-2 में; सिर्फ़ arch=gpt2 के लिए
setting-gelu = gpt2: exact GELU, जैसा nanoGPT में है, या OpenAI का tanh approximation; train किए हुए weights अपना साथ लाते हैं
setting-vocab_size = 0: dataset से (GPT-2 का 50257, 50304 हो जाता है)
setting-n_kv_head = llama, qwen3: keys और values के heads; 0: n_head। कम हों तो लंबे टेक्स्ट लिखते समय cache छोटा रहता है
setting-head_width = llama, qwen3: एक head की चौड़ाई; 0: n_embd / n_head। कुछ प्रकाशित मॉडलों में ज़्यादा है
setting-ffn_width = llama, qwen3: MLP की भीतरी चौड़ाई; 0: 8/3 n_embd। कुछ प्रकाशित मॉडलों में ज़्यादा है
setting-tie_embeddings = llama, qwen3: आने और जाने वाले tokens के लिए एक ही matrix; जब vocabulary मॉडल के मुकाबले बड़ी हो
setting-rope_base = llama, qwen3: rotary positions का आधार; 8192 से लंबे context के लिए ज़्यादा
setting-norm_eps = llama, qwen3: norms variance में जो जोड़ते हैं; जैसा प्रकाशित है
setting-ngram_rows = modern की n-gram table की rows (2- से 5-grams): मेमोरी के बदले बेहतर loss, थोड़े ही समय में
setting-ngram_counts = training टेक्स्ट के ज़्यादा से ज़्यादा इतने n-grams, जिनकी गिनती modern अपने अनुमान में मिलाता है; अक्षरों के लिए 524288, बड़ी शब्दावली के लिए 2097152
setting-ngram_dropout = उन positions का हिस्सा, जहाँ training उस table को अनदेखा करती है; एक बार देखे जाने वाले टेक्स्ट के लिए कम
setting-optimizer = muon: gpt2 को छोड़कर हर arch के लिए; matrices के लिए Muon, बाकी के लिए Adam
setting-learning_rate = सबसे ऊँची learning rate; छोटे मॉडलों के लिए ज़्यादा (1e-3), fine-tuning के लिए कम (3e-5)
setting-embedding_lr = embeddings के लिए Adam की सबसे ऊँची learning rate; सिर्फ़ optimizer=muon के साथ
setting-ngram_lr = n-gram table की सबसे ऊँची learning rate; उसका optimizer अलग है
setting-head_lr = output head के लिए Adam की सबसे ऊँची learning rate; सिर्फ़ optimizer=muon के साथ
setting-max_iters = training के iterations
setting-weight_decay = matrices को शून्य की ओर खींचता है
setting-beta1 = gradient के औसत के लिए Adam की decay rate
setting-beta2 = gradient के वर्ग के लिए Adam की decay rate; हर iteration में tokens कम हों तो 0.99
setting-momentum_warmup = इतने iterations में Muon का momentum 0.85 से 0.95 तक बढ़ता है
setting-grad_clip = सबसे बड़ा gradient norm; 0: clip नहीं करना
setting-schedule = learning_rate से min_lr तक; wsd तब तक सबसे ऊँचे स्तर पर रहता है, जब तक run का decay_fraction हिस्सा बाकी न रहे
setting-decay_lr = False हो तो learning rate एक-सी रहती है, जैसे fine-tuning में
setting-warmup_iters = warm-up के iterations; run के लगभग 1% से 5%
setting-lr_decay_iters = वह iteration जहाँ learning rate min_lr हो जाए; आम तौर पर max_iters। 0: max_iters
setting-min_lr = अंत में learning rate; सबसे ऊँची का लगभग दसवाँ हिस्सा
setting-decay_fraction = wsd run का वह हिस्सा जिसमें learning rate घटती है
setting-device = auto | cpu | cuda | cuda:1 | mps; auto: GPU, अगर कोई काम करता हो
setting-dtype = auto: bfloat16, अगर हार्डवेयर में हो और तेज़ हो; नहीं तो पुराने GPUs पर float16, नहीं तो float32
setting-compile = torch.compile: एक मिनट compile करने के बाद steps तेज़
setting-seed = शुरुआती weights, batches और dropout इस पर निर्भर हैं
setting-threads = CPU threads; 0: हर असली core के लिए एक
setting-adapt_threads = जब दूसरे cores ले रहे हों तब कम CPU threads; --adapt_threads=auto: सिर्फ़ शुरू होने वाले runs में, ताकि resume किया run हूबहू वही losses रखे
setting-backend = torchrun के साथ processes के बीच की बातचीत
setting-parallel = कई processes: ddp में पूरा मॉडल हर एक में रहता है; fsdp उसे shards में बाँटता है, उस मॉडल के लिए जो fit न हो। auto: ddp
setting-hang_timeout = इतने सेकंड प्रगति न हो तो कई processes वाला run खत्म होता है और बताता है कि किस rank पर अटका; 0: कभी नहीं
setting-checkpoint_activations = हर block का सिर्फ़ input रखें और बाकी फिर से गिनें: मेमोरी बहुत कम, काम एक तिहाई ज़्यादा
