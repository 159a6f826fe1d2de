# 123.6M parameters on FineWeb-Edu: 12 layers, 768 wide, 10.5 billion tokens.
# First: fledge prepare fineweb_edu --tokens=3.68e9

out_dir = "out-fineweb-edu-d768"  # change it for every experiment
eval_interval = 500  # lower it for short runs
eval_iters = 200  # raise it if the validation loss is too noisy
log_interval = 10  # 1 to see every iteration

dataset = "fineweb_edu"  # any dataset that fledge prepare made
prepare_tokens = 3.68e9  # read 2.85 times: more text is better, and takes longer to prepare
batch_size = 8  # lower it if memory runs out, and raise gradient_accumulation_steps by the same factor
gradient_accumulation_steps = 64  # 8 x 64 x 1024 = 524,288 tokens per iteration; a multiple of the number of GPUs
block_size = 1024  # context length; halve it for half of the activations' memory

n_layer = 12  # deeper and wider learn more per token and take longer: ask fledge plan
n_head = 12  # keeps heads 64 wide: n_embd / 64
n_embd = 768  # must be a multiple of n_head

learning_rate = 3e-4  # nanoGPT's 124M takes 6e-4; a third of this if the loss rises
min_lr = 3e-5  # a tenth of learning_rate
warmup_iters = 1000  # 5% of the run; lengthen it if the loss rises at the start
max_iters = 20000  # 10.5 billion tokens, 2.85 epochs of prepare_tokens
lr_decay_iters = 20000  # keep it equal to max_iters
