# GPT-2 (124M) on OpenWebText, as nanoGPT trains it: loss about 2.85 after four days on eight A100s.
# torchrun --standalone --nproc_per_node=8 -m fledge train config/train_gpt2.py

out_dir = "out-gpt2"  # change it for every experiment
wandb_project = "owt"  # used with --track=wandb or --track=trackio
wandb_run_name = "gpt2-124M"  # change it for every experiment

dataset = "openwebtext"  # any dataset that was prepared with --tokenizer=gpt2
# 12 sequences x 1024 tokens x 5 micro-steps x 8 GPUs = 491,520 tokens per iteration
batch_size = 12  # lower it if memory runs out, and raise gradient_accumulation_steps by the same factor
block_size = 1024  # GPT-2's context length
gradient_accumulation_steps = 5 * 8  # a multiple of the number of GPUs; on one GPU it can stay

# 295 billion tokens
max_iters = 600000  # 20000 (10 billion tokens) is a good start on one GPU
lr_decay_iters = 600000  # keep it equal to max_iters

eval_interval = 1000  # lower it for short runs
eval_iters = 200  # raise it if the validation loss is too noisy
log_interval = 10  # 1 to see every iteration

weight_decay = 1e-1  # GPT-3's value; rarely worth changing
