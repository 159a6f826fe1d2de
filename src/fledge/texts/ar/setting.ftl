## The settings of a run: when one would change them. Beside the setting in help pages, in small letters.

setting-out_dir = مجلد التشغيل؛ `auto`: هو runs/DATASET-ARCH. خصص مجلدًا لكل تجربة
setting-init_from = `scratch` من البداية، أو `resume` لمتابعة out_dir، أو gpt2 و`gpt2-medium` و`gpt2-large` و`gpt2-xl`، أو تشغيل أو ckpt.pt أو مجلد Hugging Face أو ملف `.gguf` (من gpt2 وllama وqwen3) يبدأ منه التدريب
setting-eval_interval = عدد التكرارات بين تقييمين؛ قلله في التشغيلات القصيرة
setting-eval_iters = عدد batches عشوائية في كل تقييم؛ `all`: قسم التحقق كله مرة واحدة (لا لنموذج جديد)
setting-eval_only = قيّم مرة واحدة ثم توقف
setting-log_interval = عدد التكرارات بين سطرين في السجل؛ زده حين تكون الخطوات سريعة
setting-always_save_checkpoint = احفظ عند كل تقييم؛ أما `False` فيحفظ فقط حين تتحسن خسارة التحقق
setting-keep = عدد أحدث checkpoints التي تبقى، إضافة إلى الأفضل
setting-sample_interval = عدد التكرارات بين عينات قصيرة في السجل؛ 0 بلا عينات
setting-on_nan = إن كانت الخسارة أو التدرج غير منتهية: أوقف التشغيل (`stop`)، أو تجاوز تلك الخطوة (`skip`)
setting-track = اكتب السجل أيضًا في tensorboard أو wandb أو trackio؛ عدة أسماء بفواصل بينها
setting-wandb_log = كتابة nanoGPT للخيار --track=wandb
setting-wandb_project = اسم المشروع الذي يعرضه wandb وtrackio
setting-wandb_run_name = اسم التشغيل هناك؛ `auto`: اسم out_dir
setting-dataset = مجلد داخل data_dir صنعه `fledge prepare`؛ وعدة مجموعات تُخلط بأوزانها: `a:0.7,b:0.3`
setting-data_dir = المجلد الذي يحوي مجموعات البيانات
setting-prepare_tokens = عدد tokens التدريب التي تُجهز من مدونة نصوص كبيرة ليست هنا بعد؛ 0: بقدر ما يقرؤه التشغيل
setting-batch_size = عدد المتتاليات في micro-batch؛ إن نفدت الذاكرة فقلله وزد gradient_accumulation_steps
setting-gradient_accumulation_steps = عدد micro-batches في التكرار على كل العمليات؛ عدد tokens في التكرار هو هذا مضروبًا في batch_size وblock_size
setting-block_size = طول السياق بوحدة tokens
setting-sampling = `epoch`: كل نافذة من البيانات مرة قبل أن تتكرر أي منها، لبيانات تُقرأ مرة أو بضع مرات
setting-mask_documents = يبقى الانتباه داخل المستند الواحد: لنوافذ فيها مستندات قصيرة كثيرة. ويصير الانتباه أبطأ
setting-arch = gpt2 نموذج nanoGPT؛ وmodern الأسرع تعلمًا (مواضع دوارة وn-grams وMuon)؛ أما qwen3 وllama فيعملان في llama.cpp وOllama وtransformers
setting-depth = رقم واحد لحجم النموذج: N طبقة وN رأسًا وعرض 64 N. القيمة 1 لعبة، و12 هي GPT-2 124M
setting-n_layer = عدد الطبقات
setting-n_head = عدد رؤوس الانتباه؛ يجب أن يقسم n_embd
setting-n_embd = عرض النموذج؛ يكبر حجم النموذج مع مربعه
setting-dropout = 0 للتدريب الأولي؛ ومن 0.1 إلى 0.3 إن كانت البيانات قليلة وتُقرأ مرات كثيرة
setting-bias = biases في الطبقات الخطية وفي norms كما في GPT-2؛ فقط مع arch=gpt2
setting-gelu = في gpt2: دالة GELU الدقيقة كما في nanoGPT، أو تقريب OpenAI بدالة tanh؛ والأوزان المدربة تأتي بما تدربت عليه
setting-vocab_size = 0: من مجموعة البيانات (حجم مفردات GPT-2 وهو 50257 يصير 50304)
setting-n_kv_head = في llama وqwen3: عدد رؤوس keys وvalues؛ 0: قيمة n_head. العدد الأقل يصغّر KV cache عند كتابة نصوص طويلة
setting-head_width = في llama وqwen3: عرض الرأس؛ 0: ناتج n_embd / n_head. في بعض النماذج المنشورة أعرض
setting-ffn_width = في llama وqwen3: العرض الداخلي لطبقة MLP؛ 0: 8/3 n_embd. في بعض النماذج المنشورة أعرض
setting-tie_embeddings = في llama وqwen3: مصفوفة واحدة لدخول tokens وخروجها؛ لمفردات كبيرة بالنسبة إلى النموذج
setting-rope_base = في llama وqwen3: أساس المواضع الدوارة؛ أعلى لسياقات أطول من 8192
setting-norm_eps = في llama وqwen3: ما تضيفه norms إلى التباين؛ كما نُشر
setting-ngram_rows = صفوف جدول n-grams في modern (من 2 إلى 5): خسارة أفضل مقابل ذاكرة، وبوقت قليل
setting-ngram_dropout = نسبة المواضع التي يتجاهل فيها التدريب ذلك الجدول؛ أقل لنص يُقرأ مرة واحدة
setting-optimizer = muon: لكل `arch` عدا gpt2؛ يستخدم Muon للمصفوفات وAdam لما بقي
setting-learning_rate = ذروة معدل التعلم؛ أعلى للنماذج الصغيرة (1e-3)، وأقل لمواصلة تدريب نموذج مدرب (3e-5)
setting-embedding_lr = ذروة Adam على embeddings؛ فقط مع optimizer=muon
setting-ngram_lr = الذروة لجدول n-grams، وله محسّن خاص به
setting-head_lr = ذروة Adam على طبقة الخرج؛ فقط مع optimizer=muon
setting-max_iters = عدد تكرارات التدريب
setting-weight_decay = يشد المصفوفات نحو الصفر
setting-beta1 = معدل التناقص في Adam لمتوسط التدرج
setting-beta2 = معدل التناقص في Adam لمربع التدرج؛ 0.99 إن كان في التكرار عدد قليل من tokens
setting-grad_clip = أكبر معيار للتدرج؛ 0: بلا قص
setting-schedule = من learning_rate إلى min_lr؛ أما wsd فيبقى عند الذروة حتى يبقى من التشغيل جزء قدره decay_fraction
setting-decay_lr = القيمة `False` تبقي معدل التعلم ثابتًا، كما عند مواصلة تدريب نموذج مدرب
setting-warmup_iters = عدد تكرارات الإحماء؛ نحو 1% إلى 5% من التشغيل
setting-lr_decay_iters = التكرار الذي يبلغ فيه معدل التعلم min_lr؛ وعادة max_iters. القيمة 0: max_iters
setting-min_lr = معدل التعلم في النهاية؛ نحو عُشر الذروة
setting-decay_fraction = الجزء من تشغيل wsd الذي يتناقص فيه معدل التعلم
setting-device = auto أو cpu أو cuda أو cuda:1 أو mps؛ `auto`: بطاقة GPU إن كانت تعمل
setting-dtype = `auto`: النوع bfloat16 إن كان العتاد يدعمه وكان أسرع، وإلا float16 على بطاقات GPU الأقدم، وإلا float32
setting-compile = torch.compile: خطوات أسرع بعد دقيقة من التصريف
setting-seed = عليها تعتمد الأوزان الأولى وbatches وdropout
setting-threads = عدد threads على CPU؛ 0: واحد لكل نواة فعلية
setting-backend = الاتصال بين العمليات مع torchrun
setting-parallel = مع عمليات كثيرة: في ddp كل النموذج في كل عملية؛ أما fsdp فيقسمه shards، لنموذج لا تتسع له الذاكرة. `auto`: ddp
setting-hang_timeout = عدد الثواني بلا تقدم التي ينتهي بعدها تشغيل من عمليات كثيرة، ويُذكر فيه rank الذي توقف عنده؛ 0: لا ينتهي أبدًا
setting-checkpoint_activations = احتفظ بمدخل كل كتلة فقط وأعد حساب ما بقي: ذاكرة أقل بكثير، وعمل أكثر بالثلث
