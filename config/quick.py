# Seconds, not minutes: below nanoGPT's CPU example (val loss 1.88) on tiny Shakespeare before you look up.
# First: fledge prepare shakespeare_char

arch = "modern"
eval_interval = 30
eval_iters = "all"
log_interval = 10

dataset = "shakespeare_char"
batch_size = 32
block_size = 64

n_layer = 1
n_head = 4
n_embd = 128

learning_rate = 0.03
max_iters = 30
