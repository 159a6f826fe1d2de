# A character-level GPT on tiny Shakespeare, with nanoGPT's settings: about three minutes on an A100.
# First: fledge prepare shakespeare_char
# The best validation loss is about 1.47, near iteration 2000; after that it overfits.

out_dir = "out-shakespeare-char"
eval_interval = 250  # often, to catch the best step
eval_iters = 200
log_interval = 10
always_save_checkpoint = False  # it will overfit: keep what validates best

wandb_project = "shakespeare-char"
wandb_run_name = "mini-gpt"

dataset = "shakespeare_char"
gradient_accumulation_steps = 1
batch_size = 64
block_size = 256

n_layer = 6
n_head = 6
n_embd = 384
dropout = 0.2

learning_rate = 1e-3  # small models take more
max_iters = 5000
lr_decay_iters = 5000
min_lr = 1e-4
beta2 = 0.99  # few tokens an iteration
warmup_iters = 100
