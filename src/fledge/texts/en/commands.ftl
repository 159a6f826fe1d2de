## The help of every command: one line for `fledge --help`, and what it does, in 80 columns.

command-demo-summary = prepare a small text, train a small GPT, show a sample
command-demo-about =
    Writes data/shakespeare_char and a run in runs/, in the current directory.
    Ctrl-C stops it at any time and saves what was learned.

      fledge demo
      fledge demo --quick        a smaller model: a first sample within seconds

command-prepare-summary = make a dataset of tokens from text, any amount of it
command-prepare-about =
    Reads text, tokenizes it on all cores and writes data/NAME: train.bin and
    val.bin, or shards (train-00000.bin ...) if it is large. It reads files and
    folders of Parquet, JSONL, plain text, zip and tar, compressed or not (.gz .zst
    {"."}bz2 .xz), on this disk, at a URL or on the Hugging Face hub. Memory use stays
    small. If it is stopped or killed, the same command continues where it was and
    ends with the same bytes.

    shakespeare_char and shakespeare are tiny Shakespeare (1.1 MB) as in nanoGPT;
    fineweb_edu and openwebtext come from the hub, as many files as are needed. To
    name a file or folder of that name, write ./shakespeare.

      fledge prepare shakespeare_char
      fledge prepare my_novel.txt
      fledge prepare notes/ letters/ --name=mine --tokenizer=gpt2
      fledge prepare crawl/*.jsonl.zst --duplicates=exact --languages=en,de
      fledge prepare fineweb_edu --tokens=1e9
      fledge prepare hf://datasets/OWNER/NAME/data/*.parquet --tokenizer=bpe:32768

command-tokenizer-summary = learn a vocabulary from your text; see how one fits it
command-tokenizer-about =
      fledge tokenizer train    learn a vocabulary of byte pairs from your text
      fledge tokenizer stats    bytes per token of a vocabulary on your text

    GPT-2's vocabulary was learned from English. Text in another language, or source
    code, takes fewer tokens with a vocabulary of its own, so that the same training
    sees more of it. `fledge tokenizer train --help` explains more.

      fledge tokenizer stats hindi.txt arabic.txt
      fledge tokenizer train hindi.txt --vocab_size=32768 --out=hindi.json
      fledge prepare hindi.txt --tokenizer=hindi.json

command-tokenizer_train-summary = learn a vocabulary from your text
command-tokenizer_train-about =
    Learns byte pairs (BPE) from text: files, folders, URLs, whatever `fledge
    prepare` reads. All 256 bytes are in the vocabulary, so that it can write any
    text in any language. Words with combining marks stay whole. One part in 20 of
    the text is held out, to measure on.

    The file is Hugging Face's tokenizer.json: the libraries tokenizers and
    transformers read it and give the same tokens.

      fledge tokenizer train corpus/ --vocab_size=32768
      fledge tokenizer train hindi.parquet --text_column=body --out=hindi.json
      fledge prepare corpus/ --tokenizer=tokenizer.json

command-tokenizer_stats-summary = bytes per token of a vocabulary on your text
command-tokenizer_stats-about =
    Encodes your text with each tokenizer and shows, for every file: tokens, bytes
    per token, characters per token, and the share of tokens that are a single byte.
    Fewer than two bytes per token, or many single bytes, mean that the vocabulary
    does not know the language: learn one with `fledge tokenizer train`. A tokenizer
    is gpt2, byte, or a file: a Hugging Face tokenizer.json of byte-level BPE
    (GPT-2, Llama 3, Qwen, SmolLM2) or a .tiktoken file.

      fledge tokenizer stats hindi.txt arabic.txt english.txt
      fledge tokenizer stats corpus/ --tokenizers=gpt2,tokenizer.json
      fledge tokenizer stats corpus.jsonl.zst --bytes=100e6 --json

command-data-summary = what is in a dataset, and whether it is intact
command-data-about =
      fledge data inspect    shards, counts, a sample of the text, the most common
                             tokens, and whether every byte is as it was written

    `fledge data inspect --help` explains more.

      fledge data inspect shakespeare_char

command-data_inspect-summary = what is in a dataset, and whether it is intact
command-data_inspect-about =
    Shows a dataset's shards and counts, its source, its most common tokens, and a
    piece of its text from a random place. It reads every shard and compares it with
    the sha256 it was written with; every token must be in the vocabulary, and there
    must be one <|endoftext|> per document. DATASET is a directory or a name in
    data/; nanoGPT's own directories work too.

      fledge data inspect shakespeare_char
      fledge data inspect fineweb_edu --no-check
      fledge data inspect /mnt/sets/mine --sample=2000 --seed=7

    The exit code is 1 if something is wrong with the dataset.

command-plan-summary = what a run will need: memory, time, energy, cost
command-plan-about =
    Takes every setting of `fledge train` and says what the run will need, on this
    machine or on a GPU that is not here, without starting it. Memory comes from
    tracing one real step on fake tensors. Time comes from running the step here, or
    for another GPU from the kernels of that trace and the GPU's data sheet. Each
    figure has a basis (computed, traced, measured, table, assumed) and a range.

      fledge plan config/demo.py
      fledge plan config/train_gpt2.py --gpu="RTX 4070" --dataset_tokens=3.68e9
      fledge plan --gpu="RTX 4070, RTX 4090, A100 80GB" --max_iters=20000
      fledge plan --gpu="RTX 4070" --measured="n_embd=768,batch_size=8:9340ms"
      fledge plan --gpu="RTX 4070" --from=nanogpt.log
      fledge plan --gpu="RTX 4090" --gpus=2 --interconnect=pcie --program=nanogpt
      fledge plan --gpu=MyCard --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700
      fledge plan --check=runs/shakespeare_char-modern

    How long do you have? --hours finds the best model that trains in that time: a
    few small runs on your own text (minutes, at most a tenth of the time) tell how
    its loss falls with size and tokens. It writes a settings file and a picture,
    and the run is compared with what was expected when it has finished.

      fledge plan --hours=8 --dataset=my_book
      fledge plan --until=07:00 --dataset=my_book
      fledge plan --budget=5 --price_per_hour=1 --gpu="RTX 4090" --dataset=my_book

    One iteration time that you measured on a GPU improves every other plan for it.
    --measured gives the settings that differed, and the time; --from reads both
    from a run of fledge, or the time from a log of these settings.

command-tune-summary = find the micro-batch that trains fastest and fits
command-tune-about =
    Takes every setting of `fledge train` and splits the same number of tokens per
    iteration into micro-batches in other ways: batch_size x
    gradient_accumulation_steps. On this machine each is measured with random
    tokens, beside your own; memory comes from tracing the step. Then it tries
    dtype, threads and torch.compile on the winner, unless you set them. What was
    measured while other programs used the cores decides nothing. With --gpu
    everything is estimated from the trace and the roofline, and nothing is
    measured.

      fledge tune config/train_shakespeare_char.py
      fledge tune config/train_gpt2.py --budget=600
      fledge tune config/train_gpt2.py --gpu="RTX 4070"

    If another is faster than yours by more than the noise, it writes a settings
    file to name last; otherwise yours is kept:

      fledge train config/train_gpt2.py tuned.py

command-sweep-summary = try several settings, drop the losers early, keep the best
command-sweep-about =
    Takes every setting of `fledge train`, some with several values: `0.01,0.02`, or
    a range of whole numbers, FIRST:LAST. Each combination is a trial, a run of its
    own. They run one per GPU; on a CPU one after the other, or in pairs if small.

    Each trial runs to 15% of its iterations; then the most promising goes on first.
    A trial is dropped only beyond noise: if it is further behind a finished one
    than it could still make up. --no-drop runs each to its end.

      fledge sweep config/demo.py --learning_rate=0.01,0.02,0.04 --depth=2:4
      fledge sweep config/quick.py --max_iters=400 --depth=1:3 --hours=0.5

    The folder (--out) gets a run directory per trial, best.py with the best
    settings, and report.html with the curves of all trials. Ctrl-C, --hours or a
    crash lose nothing: the same command goes on where it was.

      fledge train sweep/best.py

command-train-summary = train a GPT, or continue one
command-train-about =
    Settings come from files and from the command line; the later ones win.
    nanoGPT's settings files, datasets, names and ckpt.pt work as they are.
    Ctrl-C finishes the step, saves, and says how to continue.

      fledge train config/demo.py
      fledge train config/train_shakespeare_char.py --max_iters=500
      fledge train --init_from=resume --out_dir=runs/shakespeare_char-gpt2
      fledge train config/train_gpt2.py --devices=auto
      torchrun --nproc_per_node=2 -m fledge train config/train_gpt2.py

command-launch-summary = write a training's job file for Slurm, Kubernetes, ssh, SkyPilot
command-launch-about =
    Writes a file that starts the same `fledge train` on every GPU of one or more
    machines, with torchrun: failed processes are started again, and a job that is
    started again continues its run. An existing file is never replaced.

      fledge launch --slurm config/train_gpt2.py --nodes=1 --gpus=8
      fledge launch --ssh config/train_gpt2.py --hosts=node1,node2 --gpus=4

command-explain-summary = what a run did, whether it is healthy, what to do next
command-explain-about =
    Reads a run of fledge, or a log of nanoGPT, llm.c, nanochat, litgpt, torchtitan
    or another trainer, and says what happened: how far, how fast, how well, and
    every finding with its numbers and the next command. Without a name it takes the
    newest run here.

      fledge explain
      fledge explain nanogpt.log --gpu="RTX 4070" --config=train_shakespeare_char.py
      kubectl logs trainer | fledge explain -
      fledge explain runs/demo --follow
      fledge explain mfu

    You can give a setting that the log does not say (--batch_size, --n_embd, ...);
    the page asks for what is missing. docs/findings.md explains the findings.

command-forecast-summary = what the loss will be later, tested on the run's own past
command-forecast-about =
    Extrapolates the validation loss (or the batch loss, if there are too few
    evaluations) with several fits. Each fit is weighted by how well it would have
    forecast this run's own past. The interval should hold nine times in ten. The
    learning-rate schedule comes from the settings, or is inferred from the printed
    rates: a learning rate that falls at the end lowers the loss. If the rates allow
    several schedules, the interval covers them all. If the past is no basis for a
    forecast, it says why. Without a name it takes the newest run here.

      fledge forecast
      fledge forecast runs/demo --to=5000
      fledge forecast nanogpt.log --config=train_shakespeare_char.py
      fledge forecast train.log --to=20000 --json

command-compare-summary = what changed between runs, who is ahead, what that shows
command-compare-about =
    Reads two or more runs of fledge, or logs of other trainers: which settings
    differ, who is ahead at equal iterations, tokens, time and FLOPs, whether the
    difference is more than chance, what can and cannot be concluded, and the one
    experiment that would tell. Runs of one config form a group, and groups are
    tested against each other. docs/comparing.md says what counts as chance.

      fledge compare runs/demo runs/demo-2
      fledge compare a.log b.log --config=a.py,b.py --gpu="RTX 4070"
      fledge compare a.log b.log --n_embd=384,768 --batch_size=16,8
      fledge compare sweep.log sweep.log --pick=1,2
      fledge compare a.log b.log b-2.log --group=old,new,new

    If a log does not say a setting, you can give it: one value for all runs, or one
    for each with commas.

command-report-summary = one HTML file: curves, findings, numbers, settings, samples
command-report-about =
    Writes what a run did as one HTML file that opens anywhere and loads nothing:
    the verdict and the findings; loss, throughput, MFU, memory and learning rate
    over iterations, tokens or time; plan against actual; settings and where they
    come from; and samples. Several runs share the same plots. It reads what
    `fledge explain` reads; without a name it takes the newest run here.

      fledge report
      fledge report runs/a runs/b -o both.html
      fledge report nanogpt.log --gpu="RTX 4070" --csv=curves

    The file has about 5 MB, nearly all of it plotly.js, which draws the plots. The
    camera button of a plot saves it as PNG. Needs pip install 'fledge[report]'.

command-watch-summary = runs in your browser, live: curves, findings, forecast
command-watch-about =
    Serves a page on this machine that shows runs while they go: curves, findings as
    they arise, the forecast with its interval, plan against actual, samples and
    checkpoints. It reads what `fledge explain` reads: runs of fledge, and growing
    logs of other trainers. Runs of fledge can be saved, sampled and stopped from
    it. Without a name it shows the runs that are here.

      fledge watch
      fledge watch runs/demo nanogpt.log --port=9000
      fledge watch sweeps/ --open

    The address that it prints holds a token: whoever has it can see the page. From
    another machine, use a tunnel: ssh -L 8710:127.0.0.1:8710 HOST.
    Needs pip install 'fledge[web]'.

command-stop-summary = end a run after its current step, with a checkpoint
command-stop-about =
    Asks the process that trains RUN to finish its step, save and end, as Ctrl-C in
    its terminal does. `fledge train --init_from=resume` continues it.

      fledge stop runs/demo

command-save-summary = save a checkpoint of a run that goes on, now
command-save-about =
    Asks the process that trains RUN for a checkpoint after its current step. The
    run goes on.

      fledge save runs/demo

command-checkpoint-summary = what is in a checkpoint, whether it is intact, one file of many
command-checkpoint-about =
      fledge checkpoint inspect      iteration, losses, files, processes, settings
      fledge checkpoint verify       whether every byte is as it was written
      fledge checkpoint consolidate  what several processes saved, in one file

    RUN is a run, or one of its directories checkpoints/step-N; the newest run if
    none is named. Each has a --help page.

      fledge checkpoint inspect runs/demo

command-checkpoint_inspect-summary = what is in a checkpoint
command-checkpoint_inspect-about =
    Shows the iteration, the losses, the number of processes that saved it, the
    files with their sizes and dtypes, and the settings of the run. RUN is a run, or
    one of its directories checkpoints/step-N; the newest run if none is named.

      fledge checkpoint inspect
      fledge checkpoint inspect runs/demo --which=best

command-checkpoint_verify-summary = whether every byte of a checkpoint is as it was written
command-checkpoint_verify-about =
    Reads every file of a run's checkpoints, or of one directory checkpoints/step-N,
    and compares it with the sha256 that was written beside it. It names the files
    that are damaged. Checkpoints of before version 0.1 have no checksums: their
    sizes are checked.

      fledge checkpoint verify runs/demo
      fledge checkpoint verify runs/demo/checkpoints/step-00002000

    The exit code is 1 if something is damaged.

command-checkpoint_consolidate-summary = what several processes saved, in one file
command-checkpoint_consolidate-about =
    Writes a checkpoint of many files to a new place, as one process would have
    saved it. Tensors are read and written one by one, so it needs little memory.
    Nothing is overwritten. fledge itself needs none of this: every command reads
    the checkpoints of any number of processes.

      fledge checkpoint consolidate runs/big --out=big-whole
      fledge checkpoint consolidate runs/big --out=weights.safetensors
      fledge checkpoint consolidate runs/big --out=ckpt.pt     for nanoGPT

command-sample-summary = text from a trained model
command-sample-about =
    RUN is a run directory, its name in runs/, a step directory, nanoGPT's ckpt.pt,
    a Hugging Face folder or a .gguf file; without it, the newest run. The first
    sample appears as it is made. The same seed gives the same text; another --dtype
    may change it.

      fledge sample --start="O Romeo" --num_samples=3
      fledge sample runs/shakespeare_char-gpt2 --start=FILE:prompt.txt
      echo "Once upon a time" | fledge sample --start=-

command-serve-summary = a trained model behind OpenAI's API, and a page to try it
command-serve-about =
    Answers /v1/models, /v1/completions and /v1/chat/completions as OpenAI's server
    does, so that any of its clients can talk to the model. Requests are written
    side by side. RUN is what `fledge sample` takes: a run, a step, nanoGPT's
    ckpt.pt, a Hugging Face folder or a .gguf file; without it, the newest run.
    It prints the address of a page, the API key, and lines to try.

      fledge serve
      fledge serve runs/shakespeare_char-gpt2 --port=9000
      fledge serve --streams=4 --context=256

    Only this machine can connect, unless --host says otherwise. Needs fledge[web].

command-config-summary = show every setting of a run and where its value comes from
command-config-about =
    Reads settings exactly as `fledge train` does, checks them, and prints each with
    its origin: default, file:line, or command line.

      fledge config config/train_gpt2.py
      fledge config config/demo.py --n_layer=6 --json

command-export-summary = write a model for transformers, llama.cpp or nanoGPT
command-export-about =
    --to=hf writes a folder that transformers opens: weights, tokenizer, and a model
    card made from the run, with blanks for what only you know. gpt2, llama and
    qwen3 need nothing else; modern comes with its own modeling file, which
    transformers runs only with trust_remote_code=True. `fledge sample` and
    `fledge train --init_from` read the folder, too.
    --to=gguf writes a folder with a .gguf for llama.cpp, and a Modelfile for
    Ollama: gpt2, llama and qwen3, with GPT-2's, byte or ASCII character tokens.
    --to=nanogpt writes weights, optimizer state and settings as nanoGPT's ckpt.pt,
    for its train.py and sample.py. Only for arch=gpt2.
    Nothing is overwritten, and what is there is complete.

      fledge export runs/shakespeare_char-modern --to=hf
      fledge export runs/shakespeare_char-gpt2 --to=gguf --dtype=q8_0
      fledge export runs/shakespeare_char-gpt2 --out=out/ckpt.pt

command-devices-summary = this machine's speed, and the GPUs whose figures are known
command-devices-about =
    Shows what this machine can train on and how fast it multiplies matrices, then
    the table of GPUs that MFU and plans are computed from: peak TFLOP/s, memory,
    bandwidth and power. With a NAME, everything known about that GPU: its figures,
    what others measured, the sources, and what is in doubt.

      fledge devices
      fledge devices --measure
      fledge devices rtx 4070 ti
      fledge devices a100 80gb --json

command-bench-summary = how fast this machine trains
command-bench-about =
      fledge bench speed     tokens per second and MFU of training, peak memory, and
                             where the time of an iteration goes

    Everything is measured several times; the median is shown, with the lowest and
    the highest. Close other programs first. `fledge bench speed --help` has more.

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1

command-bench_speed-summary = tokens per second of training, and where an iteration's time goes
command-bench_speed-about =
    Takes every setting of `fledge train`, makes the same choices, and times its
    iterations. Nothing is written. If the dataset is missing, it uses random
    tokens: they take the same time.

      fledge bench speed config/train_shakespeare_char.py
      fledge bench speed --batch_size=1 --gradient_accumulation_steps=1
      fledge bench speed config/demo.py --dtype=float32 --json

    MFU is the share of the device's peak that the model uses: FLOPs as nanoGPT
    counts them, 6 N + 12 L C T per token, divided by the peak of `fledge devices`.
