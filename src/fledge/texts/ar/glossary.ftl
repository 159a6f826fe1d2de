## The glossary: a term, its other names (with commas between), its meaning and its formula.

glossary-loss-name = الخسارة
glossary-loss-also = loss, cross entropy, خسارة التدريب, خسارة التحقق, خسارة batches, دالة الخسارة
glossary-loss-meaning = متوسط مفاجأة النموذج عند كل token تال. نموذج يخمن بالتساوي بين V من tokens خسارته ln V: أي { NUMBER(4.17) } لعدد { NUMBER(65) } حرفًا، و{ NUMBER(10.82) } لمفردات GPT-2 وهي { NUMBER(50257) } token. لا يمكن مقارنة الخسارة بين أكثر من tokenizer.
glossary-loss-formula = loss = -mean(ln p(next_token))، بوحدة nat لكل token
glossary-perplexity-name = perplexity
glossary-perplexity-also = ppl, الحيرة
glossary-perplexity-meaning = الخسارة على شكل عدد خيارات: نموذج له perplexity قدرها { NUMBER(5) } حائر كمن يخمن بين { NUMBER(5) } tokens.
glossary-perplexity-formula = perplexity = exp(loss)
glossary-bits_per_byte-name = بت لكل بايت
glossary-bits_per_byte-also = bpb, bits per byte, bits per character, bpc
glossary-bits_per_byte-meaning = الخسارة محسوبة بالبت لكل بايت من النص بدل token: يمكن مقارنتها حتى لو اختلف tokenizer.
glossary-bits_per_byte-formula = bits_per_byte = loss / ln 2 x tokens / bytes
glossary-nat-name = nat
glossary-nat-also = nats
glossary-nat-meaning = وحدة خسارة محسوبة باللوغاريتم الطبيعي. نقصان قدره { NUMBER(0.69) } nats يعني ضعف الاحتمال لكل token.
glossary-nat-formula = 1 nat = 1 / ln 2 = 1.4427 bits
glossary-token-name = token
glossary-token-also = tokens, tokenizer, رمز, رموز
glossary-token-meaning = الوحدة التي يقرؤها النموذج ويكتبها: حرف، أو بايت، أو جزء من كلمة، بحسب تقسيم tokenizer.
glossary-vocabulary-name = المفردات
glossary-vocabulary-also = vocabulary, vocab, حجم المفردات
glossary-vocabulary-meaning = كل tokens في tokenizer. يقرب nanoGPT العدد { NUMBER(50257) } في GPT-2 إلى { NUMBER(50304) }، وهو من مضاعفات { NUMBER(64) }، لأنه أسرع.
glossary-epoch-name = epoch
glossary-epoch-also = epochs, حقبة
glossary-epoch-meaning = مرور واحد على نص التدريب. يختار nanoGPT مواضع عشوائية، لذا فإن epoch عدد من tokens لا من النصوص.
glossary-epoch-formula = epochs = iterations x tokens_per_iteration / train_tokens
glossary-iteration-name = التكرار
glossary-iteration-also = iteration, iter, iters, تكرارات, عدد التكرارات
glossary-iteration-meaning = تحديث واحد للأوزان. litgpt وحده يسمي كل micro-batch تكرارًا، والتحديثات خطوات.
glossary-step-name = الخطوة
glossary-step-also = step, steps, خطوات, زمن الخطوة
glossary-step-meaning = هي التكرار نفسه. يطبع nanoGPT السطر `step N` حين يقيّم قبل التكرار N، وعندها يتضمن الزمن المطبوع لذلك التكرار زمن التقييم.
glossary-micro_batch-name = micro-batch
glossary-micro_batch-also = micro batch size, microbatch, دفعة مصغرة
glossary-micro_batch-meaning = التسلسلات التي تمر في النموذج معًا: هي batch_size في nanoGPT. تؤثر في الذاكرة، لا فيما يُتعلم.
glossary-micro_batch-formula = tokens_per_micro_batch = batch_size x block_size
glossary-gradient_accumulation-name = تجميع التدرجات
glossary-gradient_accumulation-also = gradient accumulation, grad accum, تراكم التدرجات, خطوات التجميع
glossary-gradient_accumulation-meaning = جمع تدرجات عدة micro-batches قبل تحديث واحد: batch كبيرة في ذاكرة قليلة، لكن أبطأ. العدد في nanoGPT لكل العمليات معًا.
glossary-gradient_accumulation-formula = sequences_per_update = gradient_accumulation_steps x batch_size
glossary-tokens_per_iteration-name = عدد tokens في التكرار
glossary-tokens_per_iteration-also = tokens per iteration, tokens per step, tokens في الخطوة
glossary-tokens_per_iteration-meaning = عدد tokens التي يتعلم منها تحديث واحد. إن تغير تغير معه أفضل معدل تعلم.
glossary-tokens_per_iteration-formula = tokens_per_iteration = gradient_accumulation_steps x batch_size x block_size
glossary-batch_size-name = حجم batch
glossary-batch_size-also = batch size, batch, الدفعة, حجم الدفعة
glossary-batch_size-meaning = قيمة batch_size في nanoGPT هي حجم micro-batch. أما التعلم فيعتمد على كل التسلسلات في التحديث.
glossary-batch_size-formula = batch_per_update = gradient_accumulation_steps x batch_size
glossary-context-name = السياق
glossary-context-also = context, block size, طول السياق, طول التسلسل
glossary-context-meaning = عدد tokens السابقة التي يستطيع النموذج النظر إليها: هو block_size. كلفة الانتباه (attention) تنمو مع مربعه.
glossary-learning_rate-name = معدل التعلم
glossary-learning_rate-also = learning rate, lr, معدل التعلّم
glossary-learning_rate-meaning = مقدار تحريك الأوزان في كل تحديث. إن ارتفع أكثر من اللازم: ارتفاعات مفاجئة في الخسارة ثم NaN. وإن انخفض أكثر من اللازم: انخفاض منتظم وبطيء. النماذج الأكبر تحتاج إلى قيمة أقل.
glossary-learning_rate-formula = نحو 0.003239 - 0.0001395 ln N لعدد N من المعلمات (Kaplan et al. 2020): 6.4e-4 لعدد 124M
glossary-warm_up-name = الإحماء
glossary-warm_up-also = warm-up, warmup, مرحلة الإحماء
glossary-warm_up-meaning = التكرارات الأولى التي يرتفع فيها معدل التعلم إلى أعلى قيمة: متوسطات Adam غير موثوقة قبلها.
glossary-warm_up-formula = lr = learning_rate x (it + 1) / (warmup_iters + 1)، حين it < warmup_iters
glossary-decay-name = تناقص معدل التعلم
glossary-decay-also = decay, lr decay, cosine, schedule, جدول معدل التعلم
glossary-decay-meaning = انخفاض معدل التعلم مع الوقت. أكثر انخفاض الخسارة يحدث أثناءه، لذا ينبغي أن ينتهي مع نهاية التشغيل: lr_decay_iters = max_iters.
glossary-decay-formula = lr = min_lr + (1 + cos(pi x done)) / 2 x (learning_rate - min_lr)؛ تنتقل done من 0 بعد الإحماء إلى 1
glossary-weight_decay-name = weight decay
glossary-weight_decay-meaning = كل تحديث يصغر المصفوفات أيضًا نحو الصفر، مهما كان التدرج. ولا يمس biases ولا norms.
glossary-weight_decay-formula = w = w - lr x weight_decay x w
glossary-dropout-name = dropout
glossary-dropout-meaning = تصفير نسبة عشوائية من التنشيطات أثناء التدريب، لمقاومة فرط التخصيص. يتوقف في التقييم، لذا تكون خسارة التدريب في التقييم أدنى من خسارة batches.
glossary-gradient_norm-name = معيار التدرج
glossary-gradient_norm-also = gradient norm, grad norm, norm
glossary-gradient_norm-meaning = طول متجه التدرج لكل الأوزان معًا. كثيرًا ما يقفز قبل ارتفاع الخسارة المفاجئ.
glossary-gradient_norm-formula = norm = sqrt(sum(g^2))
glossary-gradient_clipping-name = قص التدرجات
glossary-gradient_clipping-also = gradient clipping, grad clip, clipping
glossary-gradient_clipping-meaning = التدرجات الأطول من grad_clip تُصغَّر إليه، كي لا تفسد batch شاذة واحدة الأوزان.
glossary-gradient_clipping-formula = g = g x min(1, grad_clip / norm)
glossary-MFU-name = MFU
glossary-MFU-also = model flops utilization, utilization, نسبة الاستغلال
glossary-MFU-meaning = Model FLOPs Utilization: النسبة المستخدمة من ذروة الجهاز في حسابات النموذج نفسه. يقارن nanoGPT كل جهاز بذروة A100 وهي { NUMBER(312) } TFLOP/s؛ أما fledge فيقارن بالجهاز الحقيقي.
glossary-MFU-formula = MFU = flops_per_token x tokens_per_second / peak_flops
glossary-FLOPs-name = FLOPs
glossary-FLOPs-also = flop, tflops, عمليات الفاصلة العائمة
glossary-FLOPs-meaning = عمليات على أعداد الفاصلة العائمة؛ الضرب والجمع عمليتان. وFLOP/s عدد العمليات في الثانية. يحتاج التدريب إلى { NUMBER(6) } عمليات لكل وزن وtoken ({ NUMBER(2) } في المرور الأمامي، و{ NUMBER(4) } في الخلفي)، إضافة إلى الانتباه (attention).
glossary-FLOPs-formula = flops_per_token = 6 N + 12 n_layer x n_embd x block_size، بحسب عد nanoGPT
glossary-6ND-name = 6ND
glossary-6ND-also = compute, كلفة الحوسبة
glossary-6ND-meaning = كلفة الحوسبة لتشغيل تدريب من حجمه وحده: { NUMBER(6) } عمليات لكل معلمة وtoken، لعدد N من المعلمات وD من tokens. ولا تشمل الانتباه (attention).
glossary-6ND-formula = FLOPs = 6 x N x D
glossary-tokens_per_second-name = tokens في الثانية
glossary-tokens_per_second-also = tokens per second, throughput, tok sec, tps, tokens s, سرعة التدريب
glossary-tokens_per_second-meaning = سرعة التدريب. تطبع بعض برامج التدريب سرعة micro-batch واحدة أو عملية واحدة.
glossary-tokens_per_second-formula = tokens_per_second = tokens_per_iteration / seconds_per_iteration
glossary-parameters-name = المعلمات
glossary-parameters-also = parameters, params, weights, معاملات, حجم النموذج, الأوزان
glossary-parameters-meaning = الأعداد التي تُتعلم. لا يعد nanoGPT جدول المواضع، block_size x n_embd؛ ومصفوفة الخرج هي جدول tokens نفسه، وتُعد مرة واحدة.
glossary-parameters-formula = 12 L C^2 + V C + T C + (2 L + 1) C؛ حيث L = n_layer، وC = n_embd، وV = vocab_size، وT = block_size، دون biases
glossary-overfitting-name = فرط التخصيص
glossary-overfitting-also = overfitting, overfit, الإفراط في التخصيص, الفجوة, gap
glossary-overfitting-meaning = حفظ نص التدريب عن ظهر قلب: تواصل خسارة التدريب انخفاضها بينما ترتفع خسارة التحقق. أفضل checkpoint هو صاحب أدنى خسارة تحقق.
glossary-overfitting-formula = gap = val_loss - train_loss، وكلتاهما من التقييم
glossary-validation_split-name = قسم التحقق
glossary-validation_split-also = validation split, validation, val, التحقق
glossary-validation_split-meaning = نص لا يُدرَّب عليه أبدًا. تبين خسارته مدى جودة توقع النموذج لنص جديد، بشرط ألا يكون شيء منه في قسم التدريب أيضًا.
glossary-evaluation_noise-name = ضجيج التقييم
glossary-evaluation_noise-also = evaluation noise, noise, eval noise, الضجيج
glossary-evaluation_noise-meaning = خسارة التحقق متوسط على eval_iters من batches عشوائية، لذا تتفاوت. قيمتان يقل الفرق بينهما عن ضعف الضجيج لا تُعدان مختلفتين.
glossary-evaluation_noise-formula = noise = sd(batch_loss) / sqrt(eval_iters)، حيث sd هو الانحراف المعياري
glossary-checkpoint-name = checkpoint
glossary-checkpoint-also = ckpt, checkpoints, نقطة حفظ
glossary-checkpoint-meaning = الأوزان وحالة المحسّن والموضع في البيانات محفوظة معًا: يمكن متابعة التشغيل منه. لا يحفظ nanoGPT إلا عند التقييم.
glossary-float32-name = float32
glossary-float32-also = fp32, single precision
glossary-float32-meaning = نوع أعداد (dtype) من { NUMBER(32) } بت: نحو { NUMBER(7) } أرقام، حتى 3e38. الأوزان وحالة المحسّن من النوع float32 حتى لو حُسب الضرب في { NUMBER(16) } بت.
glossary-float32-formula = { NUMBER(4) } بايت: { NUMBER(1) } للإشارة، و{ NUMBER(8) } للأس، و{ NUMBER(23) } للكسر (بت)
glossary-bfloat16-name = bfloat16
glossary-bfloat16-also = bf16
glossary-bfloat16-meaning = نوع أعداد (dtype) من { NUMBER(16) } بت له مدى float32 ودقة نحو رقمين إلى { NUMBER(3) } أرقام. لا يحتاج إلى loss scaling. لا تدعمه بطاقات GPU قبل Ampere (مثل V100 وT4).
glossary-bfloat16-formula = { NUMBER(2) } بايت: { NUMBER(1) } للإشارة، و{ NUMBER(8) } للأس، و{ NUMBER(7) } للكسر (بت)
glossary-float16-name = float16
glossary-float16-also = fp16, half precision, half
glossary-float16-meaning = نوع أعداد (dtype) من { NUMBER(16) } بت له دقة { NUMBER(3) } أرقام ومدى صغير: ما فوق { NUMBER(65504) } يصير لانهائيًا. تحتاج التدرجات معه إلى loss scaling، وكثير من التشغيلات التي تنتهي إلى NaN تستخدمه.
glossary-float16-formula = { NUMBER(2) } بايت: { NUMBER(1) } للإشارة، و{ NUMBER(5) } للأس، و{ NUMBER(10) } للكسر (بت)
glossary-autocast-name = autocast
glossary-autocast-also = mixed precision, amp, الدقة المختلطة
glossary-autocast-meaning = طريقة torch لحساب الضرب في { NUMBER(16) } بت بينما تبقى الأوزان float32. وتبقى المجاميع التي تحتاج إلى دقة (الخسارة، norms) من النوع float32 أيضًا.
glossary-compile-name = التصريف
glossary-compile-also = compile, torch.compile
glossary-compile-meaning = تدمج torch.compile عمليات النموذج في عدد أقل من kernels أسرع. وقد يستغرق التكرار الأول عندها دقائق.
glossary-flash_attention-name = flash attention
glossary-flash_attention-also = sdpa
glossary-flash_attention-meaning = حساب الانتباه (attention) على أجزاء، دون تخزين أوزانه T x T: ذاكرة أقل وسرعة أعلى. تستخدمه scaled_dot_product_attention في torch على معظم بطاقات GPU.
glossary-flash_attention-formula = تنمو الذاكرة مع T، لا مع T^2
glossary-KV_cache-name = KV cache
glossary-KV_cache-also = kv, cache
glossary-KV_cache-meaning = مفاتيح tokens السابقة وقيمها (keys, values)، تُحفظ أثناء توليد النص كي يكلف كل token جديد موضعًا واحدًا لا السياق كله من جديد.
glossary-KV_cache-formula = bytes = 2 x n_layer x n_embd x tokens x bytes_per_number
glossary-seed-name = البذرة العشوائية
glossary-seed-also = seed, random seed, بذرة, البذرة
glossary-seed-meaning = العدد الذي يحدد كل الاختيارات العشوائية: الأوزان الأولى، وbatches، وdropout. بذرتان للإعدادات نفسها تختلفان بالصدفة وحدها، وعلى أي مقارنة أن تُظهر أكثر من ذلك.
glossary-AdamW-name = AdamW
glossary-AdamW-also = adam, optimizer, المحسّن
glossary-AdamW-meaning = المحسّن (optimizer) المعتاد: يتحرك كل وزن بمتوسط تدرجه مقسومًا على الحجم المعتاد للتدرج، ويضمحل على حدة. يحتفظ بعددين لكل وزن.
glossary-AdamW-formula = w = w - lr x (m / (sqrt(v) + eps) + weight_decay x w)؛ حيث m وv متوسطا g وg^2 (beta1, beta2)
glossary-Muon-name = Muon
glossary-Muon-meaning = محسّن (optimizer) للمصفوفات: يُجعل متوسط التدرج متعامدًا قبل تطبيقه، كي تتحرك كل الاتجاهات بالتساوي. يحتفظ بعدد واحد لكل وزن؛ وتبقى embeddings وhead مع Adam.
glossary-Muon-formula = W = W - lr x orthogonal(momentum(G))، بخمس خطوات Newton-Schulz
glossary-Chinchilla-name = Chinchilla
glossary-Chinchilla-also = chinchilla optimal, tokens per parameter, tokens لكل معلمة
glossary-Chinchilla-meaning = Hoffmann et al. 2022: لقدر معين من الحوسبة، نحو { NUMBER(20) } token من نص التدريب لكل معلمة تعطي أدنى خسارة. هذا هو الأمثل من حيث الحوسبة؛ ونموذج أصغر على tokens أكثر طبيعي إن كان سيُستخدم، لأن تشغيله أرخص.
glossary-Chinchilla-formula = loss = 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28
