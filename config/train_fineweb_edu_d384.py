# 40.6M parameters on FineWeb-Edu: 12 layers, 384 wide, 10.5 billion tokens. Compiled, it fits a 12 GB GPU.
# fledge prepare fineweb_edu --tokens=3.68e9

out_dir = "out-fineweb-edu-d384"
eval_interval = 500
eval_iters = 200
log_interval = 10

dataset = "fineweb_edu"
batch_size = 16
gradient_accumulation_steps = 32  # 16 x 32 x 1024 = 524,288 tokens an iteration
block_size = 1024

n_layer = 12
n_head = 6
n_embd = 384

learning_rate = 1e-3
min_lr = 1e-4
warmup_iters = 1000
max_iters = 20000
lr_decay_iters = 20000
