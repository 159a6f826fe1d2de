# The demo: a character-level GPT on tiny Shakespeare in a minute and a half on two CPU cores.
# First: fledge prepare shakespeare_char (fledge demo does it by itself)

arch = "modern"
eval_interval = 350
eval_iters = "all"  # the whole validation split: no noise in the figure
log_interval = 20

dataset = "shakespeare_char"
batch_size = 16
block_size = 128

depth = 3

max_iters = 700
