## The help of every command: one line for `fledge --help`, and what it does, in 80 columns.

command-demo-summary = एक छोटा टेक्स्ट तैयार करना, छोटा GPT train करना, sample दिखाना
command-demo-about =
    मौजूदा फ़ोल्डर में data/shakespeare_char और runs/ में एक run लिखता है। Ctrl-C
    इसे कभी भी रोकता है, और जो सीखा गया वह save हो जाता है।

      fledge demo
      fledge demo --quick        छोटा मॉडल: पहला sample कुछ सेकंड में

command-prepare-summary = टेक्स्ट से tokens का dataset बनाना, टेक्स्ट कितना भी हो
command-prepare-about =
    टेक्स्ट पढ़ता है, सारे cores पर tokenize करता है और data/NAME लिखता है:
    train.bin और val.bin, या बड़ा हो तो shards (train-00000.bin ...)। यह Parquet,
    JSONL, सादे टेक्स्ट, zip और tar की फ़ाइलें और फ़ोल्डर पढ़ता है, compressed (.gz
    {"."}zst .bz2 .xz) हों या नहीं, इस disk पर, किसी URL पर या Hugging Face hub पर।
    मेमोरी कम ही लगती है। रोका या kill किया जाए, तो वही कमांड जहाँ था वहीं से आगे
    चलती है और अंत में वही bytes देती है।

    shakespeare_char और shakespeare, nanoGPT की तरह tiny Shakespeare (1.1 MB) हैं;
    fineweb_edu और openwebtext hub से आते हैं, जितनी फ़ाइलें चाहिए उतनी। उसी नाम की
    फ़ाइल या फ़ोल्डर देना हो, तो ./shakespeare लिखें।

      fledge prepare shakespeare_char
      fledge prepare my_novel.txt
      fledge prepare notes/ letters/ --name=mine --tokenizer=gpt2
      fledge prepare crawl/*.jsonl.zst --duplicates=exact --languages=en,de
      fledge prepare fineweb_edu --tokens=1e9
      fledge prepare hf://datasets/OWNER/NAME/data/*.parquet --tokenizer=bpe:32768

command-tokenizer-summary = अपने टेक्स्ट से vocabulary सीखना; देखना कि वह उस पर कैसी है
command-tokenizer-about =
      fledge tokenizer train    आपके टेक्स्ट से byte pairs की vocabulary सीखना
      fledge tokenizer stats    आपके टेक्स्ट पर किसी vocabulary के bytes per token

    GPT-2 की vocabulary अंग्रेज़ी से सीखी गई थी। दूसरी भाषा का टेक्स्ट, या source
    code, अपनी vocabulary के साथ कम tokens लेता है, इसलिए उतनी ही training में मॉडल
    उसे ज़्यादा देखता है। `fledge tokenizer train --help` में और जानकारी है।

      fledge tokenizer stats hindi.txt arabic.txt
      fledge tokenizer train hindi.txt --vocab_size=32768 --out=hindi.json
      fledge prepare hindi.txt --tokenizer=hindi.json

command-tokenizer_train-summary = अपने टेक्स्ट से vocabulary सीखना
command-tokenizer_train-about =
    टेक्स्ट से byte pairs (BPE) सीखता है: फ़ाइलें, फ़ोल्डर, URLs, यानी जो भी `fledge
    prepare` पढ़ता है। सभी 256 bytes vocabulary में हैं, इसलिए यह किसी भी भाषा का
    कोई भी टेक्स्ट लिख सकती है। मात्राओं जैसे combining marks वाले शब्द टूटते नहीं।
    टेक्स्ट का 20 में से एक हिस्सा मापने के लिए अलग रखा जाता है।

    फ़ाइल Hugging Face की tokenizer.json है: tokenizers और transformers libraries
    इसे पढ़ती हैं और वही tokens देती हैं।

      fledge tokenizer train corpus/ --vocab_size=32768
      fledge tokenizer train hindi.parquet --text_column=body --out=hindi.json
      fledge prepare corpus/ --tokenizer=tokenizer.json

command-tokenizer_stats-summary = आपके टेक्स्ट पर किसी vocabulary के bytes per token
command-tokenizer_stats-about =
    हर tokenizer से आपका टेक्स्ट encode करता है और हर फ़ाइल के लिए दिखाता है:
    tokens, bytes per token, characters per token, और उन tokens का हिस्सा जो अकेला
    byte हैं। हर token पर दो से कम bytes, या बहुत से अकेले bytes, का मतलब है कि
    vocabulary यह भाषा नहीं जानती: `fledge tokenizer train` से नई सीखें। tokenizer
    यानी gpt2, byte, या एक फ़ाइल: byte-level BPE की Hugging Face tokenizer.json
    (GPT-2, Llama 3, Qwen, SmolLM2) या .tiktoken फ़ाइल।

      fledge tokenizer stats hindi.txt arabic.txt english.txt
      fledge tokenizer stats corpus/ --tokenizers=gpt2,tokenizer.json
      fledge tokenizer stats corpus.jsonl.zst --bytes=100e6 --json

command-data-summary = dataset में क्या है, और वह सही-सलामत है या नहीं
command-data-about =
      fledge data inspect    shards, गिनतियाँ, टेक्स्ट का एक नमूना, सबसे आम
                             tokens, और हर byte वैसा ही है या नहीं जैसा लिखा गया

    `fledge data inspect --help` में और जानकारी है।

      fledge data inspect shakespeare_char

command-data_inspect-summary = dataset में क्या है, और वह सही-सलामत है या नहीं
command-data_inspect-about =
    dataset के shards और गिनतियाँ, उसका स्रोत, सबसे आम tokens, और किसी random जगह से
    टेक्स्ट का टुकड़ा दिखाता है। यह हर shard पढ़ता है और उस sha256 से मिलाता है
    जिसके साथ वह लिखा गया था; हर token vocabulary में होना चाहिए, और हर document का
    एक <|endoftext|> होना चाहिए। DATASET कोई फ़ोल्डर है या data/ में एक नाम; nanoGPT
    के अपने फ़ोल्डर भी चलते हैं।

      fledge data inspect shakespeare_char
      fledge data inspect fineweb_edu --no-check
      fledge data inspect /mnt/sets/mine --sample=2000 --seed=7

    dataset में कुछ गड़बड़ हो, तो exit code 1 होता है।

command-plan-summary = run को क्या चाहिए होगा: मेमोरी, समय, बिजली, खर्च
command-plan-about =
    `fledge train` की हर सेटिंग लेता है और बिना शुरू किए बताता है कि run को क्या
    चाहिए होगा, इस मशीन पर या ऐसे GPU पर जो यहाँ नहीं है। मेमोरी, fake tensors पर एक
    असली step को trace करके निकलती है। समय, step को यहाँ चलाकर निकलता है, या दूसरे
    GPU के लिए उस trace के kernels और GPU की data sheet से। हर आँकड़े के साथ उसका
    आधार (गणना, trace, माप, table, माना हुआ) और दायरा होता है।

      fledge plan config/demo.py
      fledge plan config/train_gpt2.py --gpu="RTX 4070" --dataset_tokens=3.68e9
      fledge plan --gpu="RTX 4070, RTX 4090, A100 80GB" --max_iters=20000
      fledge plan --gpu="RTX 4070" --measured="n_embd=768,batch_size=8:9340ms"
      fledge plan --gpu="RTX 4070" --from=nanogpt.log
      fledge plan --gpu="RTX 4090" --gpus=2 --interconnect=pcie --program=nanogpt
      fledge plan --gpu=MyCard --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700
      fledge plan --check=runs/shakespeare_char-modern

    आपके पास कितना समय है? --hours उस समय में train होने वाला सबसे अच्छा model खोजता
    है: आपके ही टेक्स्ट पर कुछ छोटे runs (कुछ मिनट, ज़्यादा से ज़्यादा समय का दसवाँ
    हिस्सा) बताते हैं कि आकार और tokens के साथ loss कैसे गिरता है। सेटिंग फ़ाइल और
    तस्वीर लिखी जाती हैं, और run पूरा होने पर उसे उम्मीद से मिलाया जाता है।

      fledge plan --hours=8 --dataset=my_book
      fledge plan --until=07:00 --dataset=my_book
      fledge plan --budget=5 --price_per_hour=1 --gpu="RTX 4090" --dataset=my_book

    किसी GPU पर आपका मापा हुआ एक iteration का समय उसके बाकी हर प्लान को बेहतर बनाता
    है। --measured में वे सेटिंग दें जो अलग थीं, और समय; --from दोनों को fledge के
    run से, या समय को इन्हीं सेटिंग के log से पढ़ता है।

command-tune-summary = वह micro-batch ढूँढना जो सबसे तेज़ train करे और fit हो
command-tune-about =
    `fledge train` की हर सेटिंग लेता है और हर iteration के उतने ही tokens को दूसरे
    तरीकों से micro-batches में बाँटता है: batch_size x gradient_accumulation_steps।
    इस मशीन पर हर तरीका random tokens से, आपके अपने तरीके के साथ-साथ, मापा जाता है;
    मेमोरी step को trace करके निकलती है। फिर जीतने वाले पर dtype, threads और
    torch.compile आज़माता है, अगर आपने उन्हें तय न किया हो। जो तब मापा गया जब दूसरे
    प्रोग्राम cores ले रहे थे, उससे कुछ तय नहीं होता। --gpu के साथ सब कुछ trace और
    roofline से अनुमान है, और कुछ मापा नहीं जाता।

      fledge tune config/train_shakespeare_char.py
      fledge tune config/train_gpt2.py --budget=600
      fledge tune config/train_gpt2.py --gpu="RTX 4070"

    अगर कोई दूसरा आपके से noise से ज़्यादा तेज़ हो, तो यह एक सेटिंग फ़ाइल लिखता है,
    जिसका नाम सबसे आखिर में दें; वरना आपका रखा जाता है:

      fledge train config/train_gpt2.py tuned.py

command-sweep-summary = कई सेटिंग आज़माना, हारने वालों को जल्दी छोड़ना, सबसे अच्छी रखना
command-sweep-about =
    `fledge train` की हर सेटिंग लेता है; कुछ के कई मान दें: `0.01,0.02`, या पूरी संख्याओं
    का दायरा FIRST:LAST। हर मेल एक trial है, यानी अपना एक run। ये हर GPU पर एक चलते
    हैं; CPU पर एक के बाद एक, या छोटे हों तो दो साथ-साथ।

    हर trial अपने iterations के 15% तक चलता है; फिर सबसे होनहार पहले आगे बढ़ता है।
    कोई trial तभी छोड़ा जाता है जब फ़र्क noise से ज़्यादा हो: जब वह किसी पूरे हो चुके
    trial से इतना पीछे हो कि बराबरी न कर सके। --no-drop हर trial को अंत तक चलाता है।

      fledge sweep config/demo.py --learning_rate=0.01,0.02,0.04 --depth=2:4
      fledge sweep config/quick.py --max_iters=400 --depth=1:3 --hours=0.5

    फ़ोल्डर (--out) में हर trial का run, सबसे अच्छी सेटिंग वाली best.py, और सभी trials
    के curves वाली report.html होती है। Ctrl-C, --hours या crash से कुछ नहीं खोता:
    वही command वहीं से आगे चलती है।

      fledge train sweep/best.py

command-train-summary = GPT train करना, या किसी run को आगे चलाना
command-train-about =
    सेटिंग फ़ाइलों और command line से आती हैं; बाद वाली जीतती हैं। nanoGPT की सेटिंग
    फ़ाइलें, datasets, नाम और ckpt.pt जैसे हैं वैसे चलते हैं। Ctrl-C step पूरा करता
    है, save करता है, और बताता है कि आगे कैसे चलाएँ।

      fledge train config/demo.py
      fledge train config/train_shakespeare_char.py --max_iters=500
      fledge train --init_from=resume --out_dir=runs/shakespeare_char-gpt2
      fledge train config/train_gpt2.py --devices=auto
      torchrun --nproc_per_node=2 -m fledge train config/train_gpt2.py

command-launch-summary = training की job फ़ाइल: Slurm, Kubernetes, ssh, SkyPilot के लिए
command-launch-about =
    ऐसी फ़ाइल लिखता है जो torchrun के साथ एक या ज़्यादा मशीनों के हर GPU पर वही
    `fledge train` शुरू करती है: फ़ेल हुई processes फिर शुरू होती हैं, और फिर शुरू
    हुआ job अपना run आगे चलाता है। मौजूद फ़ाइल को कभी बदला नहीं जाता।

      fledge launch --slurm config/train_gpt2.py --nodes=1 --gpus=8
      fledge launch --ssh config/train_gpt2.py --hosts=node1,node2 --gpus=4

command-explain-summary = run में क्या हुआ, वह ठीक है या नहीं, आगे क्या करें
command-explain-about =
    fledge का run, या nanoGPT, llm.c, nanochat, litgpt, torchtitan या किसी दूसरे
    trainer का log पढ़ता है और बताता है कि क्या हुआ: कितनी दूर, कितना तेज़, कितना
    अच्छा, और हर finding, उसके आँकड़ों और अगली कमांड के साथ। नाम न दें, तो यहाँ का
    सबसे नया run लेता है।

      fledge explain
      fledge explain nanogpt.log --gpu="RTX 4070" --config=train_shakespeare_char.py
      kubectl logs trainer | fledge explain -
      fledge explain runs/demo --follow
      fledge explain mfu

    जो सेटिंग log में नहीं है, वह आप दे सकते हैं (--batch_size, --n_embd, ...); जो
    कमी है, पेज उसे माँगता है। findings के बारे में docs/findings.md में लिखा है।

command-forecast-summary = loss आगे कितना होगा, run के अपने अतीत पर जाँचा हुआ
command-forecast-about =
    validation loss को (या evaluations बहुत कम हों तो batch loss को) कई curve fits
    से आगे बढ़ाता है। हर fit का वज़न इस पर है कि वह इस run के अपने अतीत का कितना
    अच्छा पूर्वानुमान देता। interval दस में से नौ बार सही होना चाहिए। learning rate
    का schedule सेटिंग से आता है, या print हुई rates से निकाला जाता है: अंत में
    गिरने वाली learning rate loss को नीचे लाती है। rates से कई schedules संभव हों,
    तो interval में वे सब शामिल होते हैं। अतीत पूर्वानुमान का आधार न बन सके, तो यह
    वजह बताता है। नाम न दें, तो यहाँ का सबसे नया run लेता है।

      fledge forecast
      fledge forecast runs/demo --to=5000
      fledge forecast nanogpt.log --config=train_shakespeare_char.py
      fledge forecast train.log --to=20000 --json

command-compare-summary = runs के बीच क्या बदला, कौन आगे है, उससे क्या पता चलता है
command-compare-about =
    fledge के दो या ज़्यादा runs, या दूसरे trainers के logs पढ़ता है: कौन सी सेटिंग
    अलग हैं, बराबर iterations, tokens, समय और FLOPs पर कौन आगे है, फ़र्क संयोग से
    ज़्यादा है या नहीं, क्या निष्कर्ष निकल सकता है और क्या नहीं, और वह एक experiment
    जिससे पता चलेगा। एक config के runs एक group बनाते हैं, और groups की आपस में जाँच
    होती है। संयोग किसे माना जाता है, यह docs/comparing.md में है।

      fledge compare runs/demo runs/demo-2
      fledge compare a.log b.log --config=a.py,b.py --gpu="RTX 4070"
      fledge compare a.log b.log --n_embd=384,768 --batch_size=16,8
      fledge compare sweep.log sweep.log --pick=1,2
      fledge compare a.log b.log b-2.log --group=old,new,new

    कोई सेटिंग log में न हो, तो आप दे सकते हैं: सारे runs के लिए एक मान, या comma के
    साथ हर एक के लिए अलग।

command-report-summary = एक HTML फ़ाइल: curves, findings, आँकड़े, सेटिंग, samples
command-report-about =
    run में जो हुआ, उसे एक HTML फ़ाइल में लिखता है जो कहीं भी खुलती है और बाहर से
    कुछ load नहीं करती: फ़ैसला और findings; iterations, tokens या समय के साथ loss,
    throughput, MFU, मेमोरी और learning rate; प्लान और असल; सेटिंग और वे कहाँ से
    आईं; और samples। कई runs एक ही plots में आते हैं। यह वही पढ़ता है जो `fledge
    explain` पढ़ता है; नाम न दें, तो यहाँ का सबसे नया run लेता है।

      fledge report
      fledge report runs/a runs/b -o both.html
      fledge report nanogpt.log --gpu="RTX 4070" --csv=curves

    फ़ाइल लगभग 5 MB की होती है, जिसमें लगभग सब plotly.js है, जो plots बनाता है। plot
    का camera बटन उसे PNG में save करता है। pip install 'fledge[report]' चाहिए।

command-watch-summary = ब्राउज़र में runs, live: curves, findings, पूर्वानुमान
command-watch-about =
    इस मशीन पर एक पेज देता है जो चलते हुए runs दिखाता है: curves, findings जैसे-जैसे
    आएँ, interval के साथ पूर्वानुमान, प्लान और असल, samples और checkpoints। यह वही
    पढ़ता है जो `fledge explain` पढ़ता है: fledge के runs, और दूसरे trainers के
    बढ़ते हुए logs। fledge के runs को इससे save कर सकते हैं, उनसे sample ले सकते हैं
    और उन्हें रोक सकते हैं। नाम न दें, तो यहाँ के runs दिखाता है।

      fledge watch
      fledge watch runs/demo nanogpt.log --port=9000
      fledge watch sweeps/ --open

    जो पता यह print करता है, उसमें एक token है: जिसके पास वह हो, वह पेज देख सकता है।
    दूसरी मशीन से tunnel इस्तेमाल करें: ssh -L 8710:127.0.0.1:8710 HOST
    pip install 'fledge[web]' चाहिए।

command-stop-summary = run को मौजूदा step के बाद, checkpoint के साथ खत्म करना
command-stop-about =
    RUN को train करने वाली process से कहता है कि वह अपना step पूरा करे, save करे और
    खत्म हो, जैसे उसके terminal में Ctrl-C से होता है। `fledge train
    --init_from=resume` उसे आगे चलाता है।

      fledge stop runs/demo

command-save-summary = चलते हुए run का checkpoint अभी save करना
command-save-about =
    RUN को train करने वाली process से मौजूदा step के बाद एक checkpoint माँगता है।
    run चलता रहता है।

      fledge save runs/demo

command-checkpoint-summary = checkpoint में क्या है, सही-सलामत है या नहीं, कई से एक फ़ाइल
command-checkpoint-about =
      fledge checkpoint inspect      iteration, losses, फ़ाइलें, processes, सेटिंग
      fledge checkpoint verify       हर byte वैसा ही है या नहीं जैसा लिखा गया
      fledge checkpoint consolidate  कई processes का save किया हुआ, एक फ़ाइल में

    RUN कोई run है, या उसके checkpoints/step-N फ़ोल्डरों में से एक; नाम न दें, तो
    सबसे नया run। हर एक का --help पेज है।

      fledge checkpoint inspect runs/demo

command-checkpoint_inspect-summary = checkpoint में क्या है
command-checkpoint_inspect-about =
    iteration, losses, save करने वाली processes की संख्या, फ़ाइलें अपने आकार और
    dtype के साथ, और run की सेटिंग दिखाता है। RUN कोई run है, या उसके
    checkpoints/step-N फ़ोल्डरों में से एक; नाम न दें, तो सबसे नया run।

      fledge checkpoint inspect
      fledge checkpoint inspect runs/demo --which=best

command-checkpoint_verify-summary = checkpoint का हर byte वैसा ही है या नहीं जैसा लिखा गया था
command-checkpoint_verify-about =
    run के checkpoints की, या एक checkpoints/step-N फ़ोल्डर की, हर फ़ाइल पढ़ता है और
    साथ लिखे sha256 से मिलाता है। जो फ़ाइलें खराब हैं, उनके नाम बताता है। version
    0.1 से पहले के checkpoints में checksums नहीं हैं: उनके आकार जाँचे जाते हैं।

      fledge checkpoint verify runs/demo
      fledge checkpoint verify runs/demo/checkpoints/step-00002000

    कुछ खराब हो, तो exit code 1 होता है।

command-checkpoint_consolidate-summary = कई processes का save किया हुआ, एक फ़ाइल में
command-checkpoint_consolidate-about =
    कई फ़ाइलों वाले checkpoint को नई जगह वैसे लिखता है जैसे एक process उसे save
    करती। tensors एक-एक करके पढ़े और लिखे जाते हैं, इसलिए मेमोरी कम लगती है। कुछ भी
    overwrite नहीं होता। खुद fledge को इसकी ज़रूरत नहीं: हर कमांड कितनी भी processes
    के checkpoints पढ़ती है।

      fledge checkpoint consolidate runs/big --out=big-whole
      fledge checkpoint consolidate runs/big --out=weights.safetensors
      fledge checkpoint consolidate runs/big --out=ckpt.pt     nanoGPT के लिए

command-sample-summary = train किए हुए मॉडल से टेक्स्ट
command-sample-about =
    RUN यानी run का फ़ोल्डर, runs/ में उसका नाम, step का फ़ोल्डर, nanoGPT की
    ckpt.pt, Hugging Face फ़ोल्डर या .gguf फ़ाइल; न दें, तो सबसे नया run। पहला
    sample बनते-बनते दिखता है। वही seed वही टेक्स्ट देता है; दूसरा --dtype उसे बदल
    सकता है।

      fledge sample --start="O Romeo" --num_samples=3
      fledge sample runs/shakespeare_char-gpt2 --start=FILE:prompt.txt
      echo "Once upon a time" | fledge sample --start=-

command-serve-summary = OpenAI के API के पीछे train किया हुआ मॉडल, और आज़माने का पेज
command-serve-about =
    /v1/models, /v1/completions और /v1/chat/completions का जवाब OpenAI के सर्वर की
    तरह देता है, इसलिए उसका कोई भी client मॉडल से बात कर सकता है। कई requests
    साथ-साथ लिखी जाती हैं। RUN वही है जो `fledge sample` लेता है: run, step, nanoGPT
    की ckpt.pt, Hugging Face फ़ोल्डर या .gguf फ़ाइल; न दें, तो सबसे नया run। यह पेज
    का पता, API key और आज़माने की लाइनें print करता है।

      fledge serve
      fledge serve runs/shakespeare_char-gpt2 --port=9000
      fledge serve --streams=4 --context=256

    सिर्फ़ यही मशीन जुड़ सकती है, जब तक --host कुछ और न कहे। fledge[web] चाहिए।

command-config-summary = run की हर सेटिंग, और उसका मान कहाँ से आया
command-config-about =
    सेटिंग ठीक वैसे पढ़ता है जैसे `fledge train`, उन्हें जाँचता है, और हर एक को उसके
    स्रोत के साथ print करता है: default, file:line, या command line।

      fledge config config/train_gpt2.py
      fledge config config/demo.py --n_layer=6 --json

command-export-summary = transformers, llama.cpp या nanoGPT के लिए मॉडल लिखना
command-export-about =
    --to=hf ऐसा फ़ोल्डर लिखता है जिसे transformers खोलता है: weights, tokenizer, और
    run से बना model card, जिसमें उन बातों के लिए खाली जगह है जो सिर्फ़ आप जानते
    हैं। gpt2, llama और qwen3 को और कुछ नहीं चाहिए; modern के साथ उसकी अपनी modeling
    फ़ाइल आती है, जिसे transformers सिर्फ़ trust_remote_code=True के साथ चलाता है।
    `fledge sample` और `fledge train --init_from` भी यह फ़ोल्डर पढ़ते हैं।
    --to=gguf एक फ़ोल्डर लिखता है जिसमें llama.cpp के लिए .gguf और Ollama के लिए
    Modelfile है: gpt2, llama और qwen3, GPT-2 के, byte या ASCII character tokens के
    साथ।
    --to=nanogpt weights, optimizer का state और सेटिंग nanoGPT की ckpt.pt के रूप में
    लिखता है, उसकी train.py और sample.py के लिए। सिर्फ़ arch=gpt2 के लिए।
    कुछ भी overwrite नहीं होता, और जो है वह पूरा है।

      fledge export runs/shakespeare_char-modern --to=hf
      fledge export runs/shakespeare_char-gpt2 --to=gguf --dtype=q8_0
      fledge export runs/shakespeare_char-gpt2 --out=out/ckpt.pt

command-devices-summary = इस मशीन की रफ़्तार, और वे GPUs जिनके आँकड़े मालूम हैं
command-devices-about =
    दिखाता है कि यह मशीन किस पर train कर सकती है और matrices कितनी तेज़ गुणा करती
    है, फिर GPUs की वह table जिससे MFU और प्लान निकलते हैं: peak TFLOP/s, मेमोरी,
    bandwidth और power। NAME दें, तो उस GPU के बारे में जो कुछ मालूम है: उसके
    आँकड़े, दूसरों के माप, स्रोत, और जिस पर शक है।

      fledge devices
      fledge devices --measure
      fledge devices rtx 4070 ti
      fledge devices a100 80gb --json

command-bench-summary = यह मशीन कितनी तेज़ train करती है
command-bench-about =
      fledge bench speed     training के tokens per second और MFU, peak मेमोरी, और
                             एक iteration का समय कहाँ जाता है

    सब कुछ कई बार मापा जाता है; median दिखता है, सबसे कम और सबसे ज़्यादा के साथ।
    पहले दूसरे प्रोग्राम बंद करें। `fledge bench speed --help` में और जानकारी है।

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1

command-bench_speed-summary = training के tokens per second, और iteration का समय कहाँ जाता है
command-bench_speed-about =
    `fledge train` की हर सेटिंग लेता है, वही चुनाव करता है, और अपने iterations का
    समय मापता है। कुछ लिखा नहीं जाता। dataset न हो, तो random tokens लेता है: उनमें
    उतना ही समय लगता है।

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
      fledge bench speed config/demo.py --dtype=float32 --json

    MFU डिवाइस के peak का वह हिस्सा है जिसे मॉडल इस्तेमाल करता है: nanoGPT की गिनती
    वाले FLOPs, हर token पर 6 N + 12 L C T, भाग `fledge devices` का peak।
