# A GPT in one second of training: below nanoGPT's CPU example (val loss 1.88) on tiny Shakespeare.
# First: fledge prepare shakespeare_char

arch = "modern"
eval_interval = 40
eval_iters = "all"  # the whole validation split: no noise in the figure
log_interval = 10

dataset = "shakespeare_char"
batch_size = 32
block_size = 64

depth = 1

learning_rate = 0.03
ngram_lr = 0.2
ngram_dropout = 0.0  # a twelfth of the text is seen, once
max_iters = 40
