# The demo: a character-level GPT on tiny Shakespeare in two minutes on two CPU cores.
# First: fledge prepare shakespeare_char (fledge demo does it by itself)

arch = "modern"
eval_interval = 250
eval_iters = "all"  # the whole validation split: no noise in the figure
log_interval = 20

dataset = "shakespeare_char"
batch_size = 16
block_size = 128

n_layer = 4
n_head = 4
n_embd = 192

max_iters = 500
