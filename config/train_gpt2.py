# GPT-2 (124M) on OpenWebText, as nanoGPT trains it: loss about 2.85 after four days on eight A100s.
# torchrun --standalone --nproc_per_node=8 -m fledge train config/train_gpt2.py

out_dir = "out-gpt2"
wandb_project = "owt"
wandb_run_name = "gpt2-124M"

dataset = "openwebtext"
# 12 sequences x 1024 tokens x 5 micro-steps x 8 GPUs = 491,520 tokens an iteration
batch_size = 12
block_size = 1024
gradient_accumulation_steps = 5 * 8

# 295 billion tokens
max_iters = 600000
lr_decay_iters = 600000

eval_interval = 1000
eval_iters = 200
log_interval = 10

weight_decay = 1e-1
