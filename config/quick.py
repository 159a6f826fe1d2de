# A GPT in one second of training: below nanoGPT's CPU example (val loss 1.88) on tiny Shakespeare.
# First: fledge prepare shakespeare_char

arch = "modern"  # learns faster; "gpt2" for nanoGPT's model
eval_interval = 40  # equal to max_iters: evaluate once, at the end
eval_iters = "all"  # the whole validation split: no sampling noise; a number (200) when the split is large
log_interval = 10  # lower it to see more log lines

dataset = "shakespeare_char"  # your own: fledge prepare my_book.txt, then --dataset=my_book
batch_size = 32  # raise it on a GPU; lower it if memory runs out
block_size = 64  # short contexts are fast; raise it for better text

depth = 1  # one layer, 64 wide; raise it for a better model, and raise max_iters with it

learning_rate = 0.03  # higher than the usual 0.02, because the run is very short
ngram_lr = 0.2  # the same for the n-gram table; leave both out for longer runs
ngram_dropout = 0.0  # a twelfth of the text is seen, once; raise it (0.2) when text repeats
max_iters = 40  # raise it for a lower loss
