# 123.6M parameters on FineWeb-Edu: 12 layers, 768 wide, 10.5 billion tokens.
# fledge prepare fineweb_edu --tokens=3.68e9

out_dir = "out-fineweb-edu-d768"
eval_interval = 500
eval_iters = 200
log_interval = 10

dataset = "fineweb_edu"
batch_size = 8
gradient_accumulation_steps = 64  # 8 x 64 x 1024 = 524,288 tokens an iteration
block_size = 1024

n_layer = 12
n_head = 12
n_embd = 768

learning_rate = 3e-4
min_lr = 3e-5
warmup_iters = 1000
max_iters = 20000
lr_decay_iters = 20000
