## The settings of a run: when one would change them. Beside the setting in help pages, in small letters.

setting-out_dir = مجلد التشغيل؛ auto: runs/DATASET-ARCH. أعط كل تجربة مجلدها
setting-init_from = القيمة scratch | resume (يتابع out_dir) | gpt2، gpt2-medium، gpt2-large، gpt2-xl | أو تشغيل أو ckpt.pt أو مجلد Hugging Face أو ملف .gguf (gpt2، llama، qwen3) يبدأ منه
setting-eval_interval = عدد التكرارات بين تقييمين؛ خفضه للتشغيلات القصيرة
setting-eval_iters = عدد batches العشوائية في التقييم؛ all: قسم التحقق كله مرة واحدة (ليس لنموذج جديد)
setting-eval_only = يقيّم مرة واحدة ويتوقف
setting-log_interval = عدد التكرارات بين أسطر السجل؛ ارفعه إن كانت الخطوات سريعة
setting-always_save_checkpoint = الحفظ عند كل تقييم؛ مع False يحفظ فقط حين تتحسن خسارة التحقق
setting-keep = كم checkpoint من الأحدث يُحتفظ به، إضافة إلى الأفضل
setting-sample_interval = عدد التكرارات بين عينات قصيرة في السجل؛ 0: لا عينات
setting-planned_loss = خسارة التحقق التي توقعها `fledge plan --hours` مع نطاقها؛ تُقارن في النهاية
setting-on_nan = إن كانت الخسارة أو التدرج غير منتهية: stop يوقف التشغيل، وskip يتخطى تلك الخطوة
setting-track = التسجيل أيضًا في tensorboard أو wandb أو trackio؛ ولعدة منها افصل بفواصل
setting-wandb_log = تسمية nanoGPT للخيار --track=wandb
setting-wandb_project = اسم المشروع الذي يظهر في wandb وtrackio
setting-wandb_run_name = اسم التشغيل هناك؛ auto: اسم out_dir
setting-dataset = مجلد في data_dir صنعه `fledge prepare`؛ وعدة مجلدات تُخلط بالأوزان: a:0.7,b:0.3
setting-data_dir = المجلد الذي فيه مجموعات البيانات
setting-prepare_tokens = عدد tokens التدريب التي تُجهز من مجموعة كبيرة ليست هنا بعد؛ 0: بقدر ما يقرأ التشغيل
setting-batch_size = عدد التسلسلات في micro-batch؛ إن نفدت الذاكرة فخفضه وارفع gradient_accumulation_steps
setting-gradient_accumulation_steps = عدد micro-batches في التكرار على كل العمليات؛ عدد tokens في التكرار = هذا x batch_size x block_size
setting-block_size = طول السياق بعدد tokens
setting-sampling = القيمة epoch: كل نافذة من البيانات مرة قبل أن تُعاد أي منها، لبيانات تُرى مرة أو بضع مرات
setting-mask_documents = يبقى الانتباه (attention) داخل المستند: لنافذة فيها مستندات قصيرة كثيرة. الانتباه أبطأ معه
setting-arch = gpt2 هو نموذج nanoGPT؛ وmodern الأسرع تعلمًا (مواضع rotary، وn-grams، وMuon)؛ وqwen3 وllama يعملان في llama.cpp وOllama وtransformers
setting-depth = عدد واحد للحجم: N من الطبقات، وN من heads، وعرض 64 N. القيمة 1 لعبة، و12 هي GPT-2 124M
setting-n_layer = عدد الطبقات
setting-n_head = عدد attention heads؛ يجب أن يقسم n_embd
setting-n_embd = العرض؛ ينمو حجم النموذج مع مربعه
setting-dropout = القيمة 0 للتدريب المسبق؛ ومن 0.1 إلى 0.3 إن كانت البيانات قليلة وتُرى مرات كثيرة
setting-bias = وجود biases في طبقات linear وnorm كما في GPT-2؛ مع arch=gpt2 فقط
setting-gelu = مع gpt2: دالة GELU الدقيقة كما في nanoGPT، أو تقريب tanh من OpenAI؛ الأوزان المدربة تأتي بقيمتها
setting-vocab_size = القيمة 0: من مجموعة البيانات (50257 في GPT-2 تصير 50304)
setting-n_kv_head = مع llama وqwen3: عدد heads للمفاتيح والقيم؛ 0: n_head. العدد الأقل يصغر cache عند كتابة نصوص طويلة
setting-head_width = مع llama وqwen3: عرض head الواحد؛ 0: n_embd / n_head. في بعض النماذج المنشورة أعرض
setting-ffn_width = مع llama وqwen3: العرض الداخلي في MLP؛ 0: 8/3 n_embd. في بعض النماذج المنشورة أعرض
setting-tie_embeddings = مع llama وqwen3: مصفوفة واحدة لدخول tokens وخروجها؛ لمفردات كبيرة بالنسبة إلى النموذج
setting-rope_base = مع llama وqwen3: أساس مواضع rotary؛ قيمة أعلى لسياق أطول من 8192
setting-norm_eps = مع llama وqwen3: ما تضيفه norms إلى التباين؛ كما هو منشور
setting-ngram_rows = عدد صفوف جدول n-gram في modern (من 2 إلى 5): خسارة أفضل مقابل ذاكرة، بوقت قليل
setting-ngram_counts = أكبر عدد من n-grams في نص التدريب يمزج modern تكرارها في تنبؤاته؛ 524288 للأحرف، و2097152 لمفردات أكبر
setting-ngram_dropout = نسبة المواضع التي يتجاهل فيها التدريب ذلك الجدول؛ أقل لنص يُرى مرة واحدة
setting-optimizer = القيمة muon: لكل arch ما عدا gpt2؛ Muon للمصفوفات وAdam للباقي
setting-learning_rate = الذروة؛ أعلى للنماذج الصغيرة (1e-3)، وأقل للضبط الدقيق (3e-5)
setting-embedding_lr = ذروة Adam لجدول embeddings؛ مع optimizer=muon فقط
setting-ngram_lr = الذروة لجدول n-gram، وله محسّن خاص به
setting-head_lr = ذروة Adam لطبقة الخرج (head)؛ مع optimizer=muon فقط
setting-max_iters = عدد تكرارات التدريب
setting-weight_decay = يجذب المصفوفات نحو الصفر
setting-beta1 = معدل تلاشي متوسط التدرج في Adam
setting-beta2 = معدل تلاشي مربعه في Adam؛ 0.99 إن كانت tokens في التكرار قليلة
setting-momentum_warmup = عدد التكرارات التي ينمو فيها زخم Muon من 0.85 إلى 0.95
setting-grad_clip = أكبر معيار للتدرج؛ 0: لا قص
setting-schedule = من learning_rate إلى min_lr؛ يبقى wsd عند الذروة إلى أن يبقى من التشغيل decay_fraction
setting-decay_lr = مع False يبقى معدل التعلم ثابتًا، كما في الضبط الدقيق
setting-warmup_iters = عدد تكرارات الإحماء (warm-up)؛ نحو 1% إلى 5% من التشغيل
setting-lr_decay_iters = التكرار الذي يبلغ فيه min_lr؛ عادة max_iters. القيمة 0: max_iters
setting-min_lr = معدل التعلم في النهاية؛ نحو عُشر الذروة
setting-decay_fraction = الجزء الذي يتناقص فيه المعدل من تشغيل wsd
setting-device = القيم auto | cpu | cuda | cuda:1 | mps؛ auto: GPU إن وجدت واحدة تعمل
setting-dtype = القيمة auto: bfloat16 إن كان العتاد يدعمه وكان أسرع، وإلا float16 على بطاقات GPU الأقدم، وإلا float32
setting-compile = torch.compile: خطوات أسرع بعد دقيقة من التصريف
setting-seed = تعتمد عليها الأوزان الأولى وbatches وdropout
setting-threads = عدد threads في CPU؛ 0: واحد لكل نواة حقيقية
setting-adapt_threads = تقليل threads في CPU ما دام غيرك يستخدم الأنوية؛ --adapt_threads=auto: في التشغيلات الجديدة فقط، ليحتفظ التشغيل المستأنف بخسائره نفسها تمامًا
setting-backend = الاتصال بين العمليات تحت torchrun
setting-parallel = لعدة عمليات: مع ddp النموذج كله في كل منها؛ ومع fsdp يُقسم بينها، لنموذج لا تتسع له الذاكرة. auto: ddp
setting-hang_timeout = عدد الثواني دون تقدم التي ينتهي بعدها تشغيل من عدة عمليات، ويُذكر rank الذي علق عنده؛ 0: أبدًا
setting-checkpoint_activations = الاحتفاظ بمدخل كل كتلة (block) فقط وحساب الباقي من جديد: ذاكرة أقل بكثير، وعمل أكثر بالثلث
