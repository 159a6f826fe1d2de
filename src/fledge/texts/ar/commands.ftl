## The help of every command: one line for `fledge --help`, and what it does, in 80 columns.

command-demo-summary = يجهز نصًا عربيًا صغيرًا ويدرب GPT صغيرًا ويعرض عينة
command-demo-about =
    يكتب data/shakespeare_char وتشغيلًا في runs/ داخل المجلد الحالي.
    يوقفه Ctrl-C في أي وقت ويحفظ ما تعلمه. ومع --quick نموذج أصغر: أول عينة
    خلال ثوان.

      fledge demo
      fledge demo --quick
command-prepare-summary = يصنع مجموعة بيانات من tokens من أي قدر من النص
command-prepare-about =
    يقرأ النص ويقسمه إلى tokens على كل الأنوية ويكتب data/NAME: الملفين train.bin
    وval.bin، أو shards (train-00000.bin ...) إن كان النص كبيرًا. يقرأ ملفات
    ومجلدات Parquet وJSONL ونصًا عاديًا وzip وtar، مضغوطة أو لا (.gz .zst .bz2
    {"."}xz)، من هذا القرص أو من URL أو من Hugging Face hub. تبقى الذاكرة المستخدمة
    قليلة. إن أُوقف أو أُنهي قسرًا فالأمر نفسه يتابع من حيث كان وينتهي إلى البايتات
    نفسها.

    shakespeare_char وshakespeare هما tiny Shakespeare (1.1 MB) كما في nanoGPT؛
    أما fineweb_edu وopenwebtext فيأتيان من hub، بعدد الملفات اللازمة فقط. لتسمية
    ملف أو مجلد بهذا الاسم اكتب ./shakespeare.

      fledge prepare shakespeare_char
      fledge prepare my_novel.txt
      fledge prepare notes/ letters/ --name=mine --tokenizer=gpt2
      fledge prepare crawl/*.jsonl.zst --duplicates=exact --languages=en,de
      fledge prepare fineweb_edu --tokens=1e9
      fledge prepare hf://datasets/OWNER/NAME/data/*.parquet --tokenizer=bpe:32768
command-tokenizer-summary = يتعلم مفردات من نصك، ويبين مدى ملاءمتها له
command-tokenizer-about =
    تعلم مفردات من أزواج البايتات من نصك:
      fledge tokenizer train
    عدد البايتات في token لمفردات ما على نصك:
      fledge tokenizer stats

    تعلمت مفردات GPT-2 من الإنجليزية. النص بلغة أخرى، أو الكود، يحتاج إلى tokens
    أقل بمفردات خاصة به، فيرى التدريب نفسه قدرًا أكبر منه. يشرح أكثر
    `fledge tokenizer train --help`.

      fledge tokenizer stats hindi.txt arabic.txt
      fledge tokenizer train hindi.txt --vocab_size=32768 --out=hindi.json
      fledge prepare hindi.txt --tokenizer=hindi.json
command-tokenizer_train-summary = يتعلم مفردات من نصك
command-tokenizer_train-about =
    يتعلم أزواج البايتات (BPE) من نص: ملفات أو مجلدات أو URL، أي كل ما يقرؤه
    `fledge prepare`. البايتات كلها، وهي 256، في المفردات، فيمكنها كتابة أي نص بأي
    لغة. تبقى الكلمات ذات العلامات المركبة كاملة. يُحجز جزء من كل 20 من النص للقياس.

    الملف هو tokenizer.json بصيغة Hugging Face: تقرؤه المكتبتان tokenizers
    وtransformers وتعطيان tokens نفسها.

      fledge tokenizer train corpus/ --vocab_size=32768
      fledge tokenizer train hindi.parquet --text_column=body --out=hindi.json
      fledge prepare corpus/ --tokenizer=tokenizer.json
command-tokenizer_stats-summary = عدد البايتات في token لمفردات ما على نصك
command-tokenizer_stats-about =
    يرمز نصك بكل tokenizer ويعرض لكل ملف: عدد tokens، والبايتات في token، والأحرف
    في token، ونسبة tokens التي هي بايت واحد. أقل من بايتين في token، أو كثرة
    البايتات المفردة، يعني أن المفردات لا تعرف اللغة: تعلم مفردات باستخدام
    `fledge tokenizer train`. الخيارات هي gpt2 أو byte أو ملف: tokenizer.json من
    Hugging Face بطريقة byte-level BPE (GPT-2, Llama 3, Qwen, SmolLM2) أو ملف
    {"."}tiktoken.

      fledge tokenizer stats hindi.txt arabic.txt english.txt
      fledge tokenizer stats corpus/ --tokenizers=gpt2,tokenizer.json
      fledge tokenizer stats corpus.jsonl.zst --bytes=100e6 --json
command-data-summary = ما في مجموعة بيانات، وهل هي سليمة
command-data-about =
    ملفات shards والأعداد وعينة من النص وأكثر tokens ورودًا، وهل كل بايت كما كُتب:
      fledge data inspect

    يشرح أكثر `fledge data inspect --help`.

      fledge data inspect shakespeare_char
command-data_inspect-summary = ما في مجموعة بيانات، وهل هي سليمة
command-data_inspect-about =
    يعرض shards في مجموعة بيانات وأعدادها ومصدرها وأكثر tokens ورودًا، وقطعة من
    نصها من موضع عشوائي. يقرأ كل shard ويقارنه بقيمة sha256 التي كُتب معها؛ يجب أن
    يكون كل token في المفردات، وأن يكون هناك <|endoftext|> واحد لكل مستند. DATASET
    مجلد أو اسم في data/؛ وتعمل مجلدات nanoGPT أيضًا.

      fledge data inspect shakespeare_char
      fledge data inspect fineweb_edu --no-check
      fledge data inspect /mnt/sets/mine --sample=2000 --seed=7

    يكون exit code بقيمة 1 إن كان في مجموعة البيانات خطأ.
command-plan-summary = ما يحتاجه تشغيل: ذاكرة ووقت وطاقة وتكلفة
command-plan-about =
    يأخذ كل إعدادات `fledge train` ويبين ما سيحتاجه التشغيل، على هذا الحاسوب أو على
    GPU ليست هنا، دون أن يبدأه. تأتي الذاكرة من تتبع خطوة حقيقية واحدة على fake
    tensors. ويأتي الزمن من تنفيذ الخطوة هنا، أو لبطاقة GPU أخرى من kernels ذلك
    التتبع ومن ورقة مواصفاتها. لكل رقم أساس (محسوب، متتبع، مقيس، جدول، مفترض) ونطاق.

      fledge plan config/demo.py
      fledge plan config/train_gpt2.py --gpu="RTX 4070" --dataset_tokens=3.68e9
      fledge plan --gpu="RTX 4070, RTX 4090, A100 80GB" --max_iters=20000
      fledge plan --gpu="RTX 4070" --measured="n_embd=768,batch_size=8:9340ms"
      fledge plan --gpu="RTX 4070" --from=nanogpt.log
      fledge plan --gpu="RTX 4090" --gpus=2 --interconnect=pcie --program=nanogpt
      fledge plan --gpu=MyCard --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700
      fledge plan --check=runs/shakespeare_char-modern

    كم لديك من الوقت؟ يبحث --hours عن أفضل نموذج يُدرب في ذلك الوقت: تشغيلات صغيرة
    قليلة على نصك (دقائق، لا تتجاوز عُشر الوقت) تبين كيف تهبط خسارته مع الحجم وعدد
    tokens. يكتب ملف إعدادات وصورة، وحين ينتهي التشغيل يُقارن بما كان متوقعًا.

      fledge plan --hours=8 --dataset=my_book
      fledge plan --until=07:00 --dataset=my_book
      fledge plan --budget=5 --price_per_hour=1 --gpu="RTX 4090" --dataset=my_book

    زمن تكرار واحد قسته على GPU يحسن كل خطة أخرى لها. يأخذ --measured الإعدادات
    المختلفة والزمن؛ ويقرأ --from الاثنين من تشغيل fledge، أو الزمن من سجل بهذه
    الإعدادات.
command-tune-summary = يجد micro-batch الأسرع تدريبًا التي تتسع لها الذاكرة
command-tune-about =
    يأخذ كل إعدادات `fledge train` ويقسم العدد نفسه من tokens في التكرار إلى
    micro-batches بطرق أخرى: batch_size x gradient_accumulation_steps. على هذا
    الحاسوب تُقاس كل طريقة على tokens عشوائية بجانب طريقتك؛ وتأتي الذاكرة من تتبع
    الخطوة. ثم يجرب dtype وthreads وtorch.compile على الفائز، ما لم تحددها أنت. ما
    قيس بينما برامج أخرى تستخدم الأنوية لا يحسم شيئًا. ومع --gpu يُقدَّر كل شيء من
    التتبع ونموذج roofline، ولا يُقاس شيء.

      fledge tune config/train_shakespeare_char.py
      fledge tune config/train_gpt2.py --budget=600
      fledge tune config/train_gpt2.py --gpu="RTX 4070"

    إن كانت طريقة أخرى أسرع من طريقتك بأكثر من الضجيج كتب ملف إعدادات تذكره في
    الآخر؛ وإلا بقيت طريقتك:

      fledge train config/train_gpt2.py tuned.py
command-sweep-summary = يجرب إعدادات عدة، ويترك الخاسر مبكرًا، ويحتفظ بالأفضل
command-sweep-about =
    يأخذ كل إعدادات `fledge train`، ولبعضها قيم عدة: `0.01,0.02`، أو نطاق من
    الأعداد الصحيحة FIRST:LAST. كل تركيبة محاولة، أي تشغيل مستقل. تجري واحدة
    لكل GPU؛ وعلى المعالج واحدة بعد الأخرى، أو اثنتان معًا إن كانت صغيرة.

    تجري كل محاولة حتى 15% من تكراراتها؛ ثم تتابع الأكثر وعدًا أولًا. لا تُترك محاولة
    إلا بما يتجاوز الضجيج: إن تأخرت عن محاولة انتهت بأكثر مما يمكنها تعويضه. ومع
    --no-drop تجري كل محاولة حتى نهايتها.

      fledge sweep config/demo.py --learning_rate=0.01,0.02,0.04 --depth=2:4
      fledge sweep config/quick.py --max_iters=400 --depth=1:3 --hours=0.5

    في المجلد (--out) مجلد تشغيل لكل محاولة، وbest.py بأفضل الإعدادات، وreport.html
    بمنحنيات كل المحاولات. لا يضيع شيء مع Ctrl-C أو --hours أو عند انهيار: الأمر
    نفسه يتابع من حيث توقف.

      fledge train sweep/best.py

command-train-summary = يدرب GPT، أو يتابع تدريب واحد
command-train-about =
    تأتي الإعدادات من ملفات ومن سطر الأوامر؛ واللاحق يغلب السابق.
    ملفات إعدادات nanoGPT ومجموعات بياناته وأسماؤه وckpt.pt تعمل كما هي.
    يكمل Ctrl-C الخطوة ثم يحفظ ويذكر كيف تتابع.

      fledge train config/demo.py
      fledge train config/train_shakespeare_char.py --max_iters=500
      fledge train --init_from=resume --out_dir=runs/shakespeare_char-gpt2
      fledge train config/train_gpt2.py --devices=auto
      torchrun --nproc_per_node=2 -m fledge train config/train_gpt2.py
command-launch-summary = يكتب ملف مهمة تدريب: Slurm أو Kubernetes أو ssh أو SkyPilot
command-launch-about =
    يكتب ملفًا يشغل الأمر `fledge train` نفسه على كل GPU في حاسوب أو أكثر باستخدام
    torchrun: العمليات التي تفشل تُشغَّل من جديد، والمهمة التي تُشغَّل من جديد تتابع
    تشغيلها. لا يُستبدل ملف موجود أبدًا.

      fledge launch --slurm config/train_gpt2.py --nodes=1 --gpus=8
      fledge launch --ssh config/train_gpt2.py --hosts=node1,node2 --gpus=4
command-explain-summary = ما فعله تشغيل، وهل هو سليم، وما الخطوة التالية
command-explain-about =
    يقرأ تشغيل fledge، أو سجلًا من nanoGPT أو llm.c أو nanochat أو litgpt أو
    torchtitan أو برنامج تدريب آخر، ويبين ما حدث: إلى أين وصل، وبأي سرعة، وبأي
    جودة، وكل نتيجة بأرقامها والأمر التالي. ومن دون اسم يأخذ أحدث تشغيل هنا.

      fledge explain
      fledge explain nanogpt.log --gpu="RTX 4070" --config=train_shakespeare_char.py
      kubectl logs trainer | fledge explain -
      fledge explain runs/demo --follow
      fledge explain mfu

    يمكنك إعطاء إعداد لا يذكره السجل (--batch_size، --n_embd، ...)؛ والصفحة تطلب ما
    ينقص. يشرح docs/findings.md النتائج.
command-forecast-summary = ما ستكون عليه الخسارة لاحقًا، مختبرًا على ماضي التشغيل
command-forecast-about =
    يمد خسارة التحقق إلى المستقبل (أو خسارة batches إن قلت التقييمات) بعدة ملاءمات.
    تُوزن كل ملاءمة بجودة توقعها لماضي هذا التشغيل نفسه. ينبغي أن يصح المجال تسع
    مرات من عشر. يأتي جدول معدل التعلم من الإعدادات، أو يُستنتج من القيم المطبوعة:
    معدل التعلم الذي ينخفض في النهاية يخفض الخسارة. إن سمحت القيم بعدة جداول
    فالمجال يشملها كلها. وإن لم يكن الماضي أساسًا لتوقع ذكر السبب. ومن دون اسم يأخذ
    أحدث تشغيل هنا.

      fledge forecast
      fledge forecast runs/demo --to=5000
      fledge forecast nanogpt.log --config=train_shakespeare_char.py
      fledge forecast train.log --to=20000 --json
command-compare-summary = ما تغير بين التشغيلات، وأيها متقدم، وما يدل عليه ذلك
command-compare-about =
    يقرأ تشغيلين أو أكثر من fledge، أو سجلات برامج تدريب أخرى: أي الإعدادات تختلف،
    وأيها متقدم عند تساوي التكرارات وtokens والزمن وFLOPs، وهل الفرق أكثر من
    الصدفة، وما يمكن استنتاجه وما لا يمكن، والتجربة الواحدة التي تحسم. التشغيلات
    ذات الإعدادات نفسها تكوّن مجموعة، وتُختبر المجموعات بعضها مقابل بعض. يبين
    docs/comparing.md ما يُعد صدفة.

      fledge compare runs/demo runs/demo-2
      fledge compare a.log b.log --config=a.py,b.py --gpu="RTX 4070"
      fledge compare a.log b.log --n_embd=384,768 --batch_size=16,8
      fledge compare sweep.log sweep.log --pick=1,2
      fledge compare a.log b.log b-2.log --group=old,new,new

    إن كان السجل لا يذكر إعدادًا فيمكنك إعطاؤه: قيمة واحدة لكل التشغيلات، أو قيمة
    لكل منها تفصل بينها فواصل.
command-report-summary = ملف HTML واحد: منحنيات ونتائج وأرقام وإعدادات وعينات
command-report-about =
    يكتب ما فعله تشغيل في ملف HTML واحد يُفتح في أي مكان ولا يحمّل شيئًا: الحكم
    والنتائج؛ والخسارة والسرعة وMFU والذاكرة ومعدل التعلم بحسب التكرارات أو tokens
    أو الزمن؛ والمخطط مقابل الفعلي؛ والإعدادات ومصادرها؛ والعينات. تشترك عدة
    تشغيلات في الرسوم نفسها. يقرأ ما يقرؤه `fledge explain`؛ ومن دون اسم يأخذ أحدث
    تشغيل هنا.

      fledge report
      fledge report runs/a runs/b -o both.html
      fledge report nanogpt.log --gpu="RTX 4070" --csv=curves

    حجم الملف نحو 5 MB، معظمها plotly.js الذي يرسم المنحنيات. زر الكاميرا في الرسم
    يحفظه بصيغة PNG. يحتاج إلى: pip install 'fledge[report]'.
command-watch-summary = التشغيلات في المتصفح مباشرة: منحنيات ونتائج وتوقع
command-watch-about =
    يفتح على هذا الحاسوب صفحة تعرض التشغيلات وهي تعمل: المنحنيات، والنتائج فور
    ظهورها، والتوقع ومجاله، والمخطط مقابل الفعلي، والعينات، وcheckpoints. يقرأ ما
    يقرؤه `fledge explain`: تشغيلات fledge وسجلات برامج أخرى تنمو. يمكن من الصفحة
    حفظ تشغيلات fledge وأخذ عينات منها وإيقافها. ومن دون اسم يعرض التشغيلات هنا.

      fledge watch
      fledge watch runs/demo nanogpt.log --port=9000
      fledge watch sweeps/ --open

    في العنوان الذي يطبعه token: من يملكه يستطيع رؤية الصفحة. من حاسوب آخر استخدم
    نفقًا:

      ssh -L 8710:127.0.0.1:8710 HOST

    يحتاج إلى: pip install 'fledge[web]'.
command-stop-summary = ينهي تشغيلًا بعد خطوته الحالية، مع checkpoint
command-stop-about =
    يطلب من العملية التي تدرب RUN أن تكمل خطوتها وتحفظ وتنتهي، كما يفعل Ctrl-C في
    نافذتها. ويتابعه `fledge train --init_from=resume`.

      fledge stop runs/demo
command-save-summary = يحفظ الآن checkpoint لتشغيل مستمر
command-save-about =
    يطلب من العملية التي تدرب RUN أن تكتب checkpoint بعد خطوتها الحالية. ويستمر
    التشغيل.

      fledge save runs/demo
command-checkpoint-summary = ما في checkpoint، وهل هو سليم، وجمعه في ملف واحد
command-checkpoint-about =
    التكرار وقيم الخسارة والملفات والعمليات والإعدادات:
      fledge checkpoint inspect
    هل كل بايت كما كُتب:
      fledge checkpoint verify
    ما حفظته عدة عمليات، في ملف واحد:
      fledge checkpoint consolidate

    RUN تشغيل، أو أحد مجلداته checkpoints/step-N؛ وهو أحدث تشغيل إن لم تسم واحدًا.
    لكل منها صفحة --help.

      fledge checkpoint inspect runs/demo
command-checkpoint_inspect-summary = ما في checkpoint
command-checkpoint_inspect-about =
    يعرض التكرار، وقيم الخسارة، وعدد العمليات التي حفظته، والملفات بأحجامها وdtypes،
    وإعدادات التشغيل. RUN تشغيل، أو أحد مجلداته checkpoints/step-N؛ وهو أحدث تشغيل
    إن لم تسم واحدًا.

      fledge checkpoint inspect
      fledge checkpoint inspect runs/demo --which=best
command-checkpoint_verify-summary = هل كل بايت في checkpoint كما كُتب
command-checkpoint_verify-about =
    يقرأ كل ملفات checkpoints في تشغيل، أو في مجلد واحد checkpoints/step-N، ويقارنها
    بقيمة sha256 المكتوبة بجانبها. ويسمي الملفات التالفة. ليس في checkpoints التي
    قبل الإصدار 0.1 قيم checksums: تُفحص أحجامها.

      fledge checkpoint verify runs/demo
      fledge checkpoint verify runs/demo/checkpoints/step-00002000

    يكون exit code بقيمة 1 إن كان شيء تالفًا.
command-checkpoint_consolidate-summary = ما حفظته عدة عمليات، في ملف واحد
command-checkpoint_consolidate-about =
    يكتب checkpoint مؤلفًا من عدة ملفات في موضع جديد، كما كانت عملية واحدة ستحفظه.
    تُقرأ tensors وتُكتب واحدًا واحدًا، فلا يحتاج إلا إلى ذاكرة قليلة. لا يُستبدل
    شيء. لا يحتاج fledge نفسه إلى هذا: كل الأوامر تقرأ checkpoints من أي عدد من
    العمليات. الملف ckpt.pt هو صيغة nanoGPT.

      fledge checkpoint consolidate runs/big --out=big-whole
      fledge checkpoint consolidate runs/big --out=weights.safetensors
      fledge checkpoint consolidate runs/big --out=ckpt.pt
command-sample-summary = نص من نموذج مدرب
command-sample-about =
    RUN مجلد تشغيل، أو اسمه في runs/، أو مجلد خطوة، أو ckpt.pt من nanoGPT، أو مجلد
    Hugging Face، أو ملف .gguf؛ ومن دونه يأخذ أحدث تشغيل. تظهر العينة الأولى أثناء
    توليدها. البذرة نفسها تعطي النص نفسه؛ وقد يغيره --dtype آخر.

      fledge sample --start="O Romeo" --num_samples=3
      fledge sample runs/shakespeare_char-gpt2 --start=FILE:prompt.txt
      echo "Once upon a time" | fledge sample --start=-
command-serve-summary = نموذج مدرب خلف واجهة OpenAI API، وصفحة لتجربته
command-serve-about =
    يجيب على /v1/models و/v1/completions و/v1/chat/completions كما يفعل خادم OpenAI،
    فيمكن لأي برنامج عميل له أن يكلم النموذج. تُكتب الطلبات معًا. RUN هو ما يأخذه
    `fledge sample`: تشغيل، أو خطوة، أو ckpt.pt من nanoGPT، أو مجلد Hugging Face،
    أو ملف .gguf؛ ومن دونه يأخذ أحدث تشغيل.
    يطبع عنوان صفحة، ومفتاح API، وأسطرًا للتجربة.

      fledge serve
      fledge serve runs/shakespeare_char-gpt2 --port=9000
      fledge serve --streams=4 --context=256

    لا يستطيع الاتصال إلا هذا الحاسوب، ما لم يقل --host غير ذلك. يحتاج إلى:
    fledge[web].
command-config-summary = يعرض كل إعدادات تشغيل ومن أين أتت قيمها
command-config-about =
    يقرأ الإعدادات تمامًا كما يفعل `fledge train`، ويفحصها، ويطبع كلًا منها مع مصدره:
    القيمة الافتراضية، أو ملف وسطر، أو سطر الأوامر.

      fledge config config/train_gpt2.py
      fledge config config/demo.py --n_layer=6 --json
command-export-summary = يكتب نموذجًا يقرؤه transformers أو llama.cpp أو nanoGPT
command-export-about =
    مع --to=hf يكتب مجلدًا تفتحه transformers: الأوزان، وtokenizer، وبطاقة نموذج
    مصنوعة من التشغيل فيها فراغات لما لا يعرفه غيرك. لا تحتاج gpt2 وllama وqwen3 إلى
    شيء آخر؛ أما modern فيأتي مع ملف modeling خاص به، لا تشغله transformers إلا مع
    trust_remote_code=True. ويقرأ المجلد أيضًا `fledge sample`
    و`fledge train --init_from`.
    مع --to=gguf يكتب مجلدًا فيه ملف .gguf لبرنامج llama.cpp، وModelfile لبرنامج
    Ollama: للنماذج gpt2 وllama وqwen3، مع tokens من GPT-2 أو byte أو أحرف ASCII.
    مع --to=nanogpt يكتب الأوزان وحالة المحسّن والإعدادات في ckpt.pt بصيغة nanoGPT
    من أجل ملفيه train.py وsample.py. مع arch=gpt2 فقط.
    لا يُستبدل شيء، وما هو موجود كامل.

      fledge export runs/shakespeare_char-modern --to=hf
      fledge export runs/shakespeare_char-gpt2 --to=gguf --dtype=q8_0
      fledge export runs/shakespeare_char-gpt2 --out=out/ckpt.pt
command-devices-summary = سرعة هذا الحاسوب، وبطاقات GPU المعروفة أرقامها
command-devices-about =
    يعرض ما يستطيع هذا الحاسوب التدريب عليه وسرعته في ضرب المصفوفات، ثم جدول بطاقات
    GPU الذي تُحسب منه MFU والخطط: ذروة TFLOP/s والذاكرة وعرض النطاق والقدرة. ومع
    NAME كل ما يُعرف عن تلك GPU: أرقامها، وما قاسه آخرون، والمصادر، وما فيه شك.

      fledge devices
      fledge devices --measure
      fledge devices rtx 4070 ti
      fledge devices a100 80gb --json
command-bench-summary = سرعة هذا الحاسوب في التدريب
command-bench-about =
    سرعة التدريب tokens/s وMFU وذروة الذاكرة، وأين يذهب زمن التكرار:
      fledge bench speed

    يُقاس كل شيء عدة مرات؛ ويُعرض الوسيط مع الأدنى والأعلى. أغلق البرامج الأخرى
    أولًا. في `fledge bench speed --help` شرح أكثر.

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
command-bench_speed-summary = سرعة التدريب tokens/s، وأين يذهب زمن التكرار
command-bench_speed-about =
    يأخذ كل إعدادات `fledge train`، ويختار ما يختاره، ويقيس زمن تكراراته. لا يُكتب
    شيء. إن لم تكن مجموعة البيانات موجودة استخدم tokens عشوائية: تستغرق الزمن نفسه.

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
      fledge bench speed config/demo.py --dtype=float32 --json

    MFU هي النسبة التي يستخدمها النموذج من ذروة الجهاز: عدد FLOPs كما يعدها nanoGPT،
    أي 6 N + 12 L C T لكل token، مقسومة على الذروة التي يبينها `fledge devices`.
