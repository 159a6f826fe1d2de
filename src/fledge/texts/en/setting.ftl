## The settings of a run: when one would change them. Beside the setting in help pages, in small letters.

setting-out_dir = the run directory; auto: runs/DATASET-ARCH. Give each experiment its own
setting-init_from = scratch | resume (continue out_dir) | gpt2, gpt2-medium, gpt2-large, gpt2-xl | a run, a ckpt.pt, a Hugging Face folder or a .gguf (gpt2, llama, qwen3) to start from
setting-eval_interval = iterations between evaluations; lower it for short runs
setting-eval_iters = random batches per evaluation; all: the whole validation split, once (not for a new model)
setting-eval_only = evaluate once and stop
setting-log_interval = iterations between log lines; raise it when steps are fast
setting-always_save_checkpoint = save at every evaluation; False saves only when the validation loss improves
setting-keep = how many of the latest checkpoints to keep, besides the best one
setting-sample_interval = iterations between short samples in the log; 0 for none
setting-planned_loss = val loss that `fledge plan --hours` expected, with its range; compared at the end
setting-on_nan = if the loss or gradient is not finite: stop the run, or skip that step
setting-track = also log to tensorboard, wandb or trackio; several with commas
setting-wandb_log = nanoGPT's spelling of --track=wandb
setting-wandb_project = the project name that wandb and trackio show
setting-wandb_run_name = the run's name there; auto: the name of out_dir
setting-dataset = a directory in data_dir, made by `fledge prepare`; several are mixed by weight: a:0.7,b:0.3
setting-data_dir = the directory that holds the datasets
setting-prepare_tokens = training tokens to prepare of a large corpus that is not here yet; 0: as many as the run reads
setting-batch_size = sequences per micro-batch; if memory runs out, lower it and raise gradient_accumulation_steps
setting-gradient_accumulation_steps = micro-batches per iteration, over all processes; tokens per iteration = this x batch_size x block_size
setting-block_size = context length in tokens
setting-sampling = epoch: every window of the data once before any again, for data seen once or a few times
setting-mask_documents = attention stays inside a document: for many short documents per window. Attention is slower
setting-arch = gpt2 is nanoGPT's model; modern learns fastest (rotary positions, n-grams, Muon); qwen3 and llama run in llama.cpp, Ollama and transformers
setting-depth = one number for the size: N layers, N heads, width 64 N. 1 is a toy, 12 is GPT-2 124M
setting-n_layer = layers
setting-n_head = attention heads; must divide n_embd
setting-n_embd = width; the size of the model grows with its square
setting-dropout = 0 for pretraining; 0.1 to 0.3 if the data is small and seen many times
setting-bias = biases in linear and norm layers, as in GPT-2; only for arch=gpt2
setting-gelu = gpt2: the exact GELU, as nanoGPT has it, or OpenAI's tanh approximation; trained weights bring their own
setting-vocab_size = 0: from the dataset (GPT-2's 50257 becomes 50304)
setting-n_kv_head = llama, qwen3: heads of keys and values; 0: n_head. Fewer make a smaller cache for sampling long texts
setting-head_width = llama, qwen3: width of a head; 0: n_embd / n_head. Some published models have wider ones
setting-ffn_width = llama, qwen3: inner width of the MLP; 0: 8/3 n_embd. Some published models have wider ones
setting-tie_embeddings = llama, qwen3: one matrix for tokens in and out; for a vocabulary that is large for the model
setting-rope_base = llama, qwen3: base of the rotary positions; higher for contexts beyond 8192
setting-norm_eps = llama, qwen3: what the norms add to the variance; as published
setting-ngram_rows = rows of modern's n-gram table (2- to 5-grams): a better loss for memory, at little time
setting-ngram_counts = n-grams of the training text, at most, whose counts modern mixes into its predictions; 524288 for characters, 2097152 for larger vocabularies
setting-ngram_dropout = share of positions where training ignores that table; less for text seen once
setting-optimizer = muon: for every arch but gpt2; Muon for the matrices, Adam for the rest
setting-learning_rate = the peak; higher for small models (1e-3), lower for fine-tuning (3e-5)
setting-embedding_lr = Adam's peak for the embeddings; only with optimizer=muon
setting-ngram_lr = the peak for the n-gram table, which has its own optimizer
setting-head_lr = Adam's peak for the output head; only with optimizer=muon
setting-max_iters = iterations to train
setting-weight_decay = pulls the matrices towards zero
setting-beta1 = Adam's decay rate for the gradient's mean
setting-beta2 = Adam's decay rate for its square; 0.99 if an iteration has few tokens
setting-momentum_warmup = iterations in which Muon's momentum grows from 0.85 to 0.95
setting-grad_clip = the largest gradient norm; 0: no clipping
setting-schedule = from learning_rate to min_lr; wsd stays at the peak until decay_fraction of the run is left
setting-decay_lr = False keeps the learning rate constant, as for fine-tuning
setting-warmup_iters = iterations of warmup; about 1% to 5% of the run
setting-lr_decay_iters = the iteration that reaches min_lr; usually max_iters. 0: max_iters
setting-min_lr = the learning rate at the end; about a tenth of the peak
setting-decay_fraction = the part of a wsd run that decays
setting-device = auto | cpu | cuda | cuda:1 | mps; auto: the GPU if one works
setting-dtype = auto: bfloat16 if the hardware has it and it is faster, else float16 on older GPUs, else float32
setting-compile = torch.compile: faster steps after a minute of compiling
setting-seed = initial weights, batches and dropout depend on it
setting-threads = CPU threads; 0: one per physical core
setting-adapt_threads = fewer CPU threads while others use the cores; auto: only in runs that begin, so that a resumed run keeps its exact losses
setting-backend = communication between processes under torchrun
setting-parallel = many processes: ddp has all of the model in each; fsdp shards it, for one that does not fit. auto: ddp
setting-hang_timeout = seconds without progress after which a run of many processes ends, and names the rank it hangs at; 0: never
setting-checkpoint_activations = keep only each block's input and compute the rest again: much less memory, a third more work
