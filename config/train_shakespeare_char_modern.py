# Below nanoGPT's GPU example (val loss 1.4697) on tiny Shakespeare, in minutes on two CPU cores.
# First: fledge prepare shakespeare_char

arch = "modern"
eval_interval = 200
eval_iters = "all"
log_interval = 20

dataset = "shakespeare_char"
batch_size = 12
block_size = 256

depth = 4

ngram_dropout = 0.3  # the text is seen twice
max_iters = 600
