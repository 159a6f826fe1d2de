# Below nanoGPT's GPU example (val loss 1.4697) on tiny Shakespeare, in minutes on two CPU cores.
# First: fledge prepare shakespeare_char

arch = "modern"  # learns faster; "gpt2" for nanoGPT's model
eval_interval = 200  # lower it to see the validation loss more often
eval_iters = "all"  # the whole validation split: no sampling noise; a number (200) when the split is large
log_interval = 20  # lower it to see more log lines

dataset = "shakespeare_char"  # your own: fledge prepare my_book.txt, then --dataset=my_book
batch_size = 12  # raise it on a GPU; lower it if memory runs out
block_size = 256  # up to 256 characters of context

ngram_counts = 524_288  # n-grams of the text that are counted, too; 0 for the network alone

depth = 4  # layers = heads = 4, 256 wide; raise it for a better model, and raise max_iters with it

ngram_dropout = 0.3  # the text is seen twice; 0.2 or less for text seen once
max_iters = 600  # not quite two epochs: raise it with the size of your text
