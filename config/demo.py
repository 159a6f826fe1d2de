# The demo: a character-level GPT on tiny Shakespeare in a minute and a half on two CPU cores.
# First: fledge prepare shakespeare_char (fledge demo does it by itself)

arch = "modern"  # learns faster; "gpt2" for nanoGPT's model
eval_interval = 350  # lower it to see the validation loss more often
eval_iters = "all"  # the whole validation split: no sampling noise; a number (200) when the split is large
log_interval = 20  # lower it to see more log lines

dataset = "shakespeare_char"  # your own: fledge prepare my_book.txt, then --dataset=my_book
batch_size = 16  # raise it on a GPU; lower it if memory runs out
block_size = 128  # longer contexts need longer blocks, and take more time and memory per sequence

ngram_counts = 524_288  # n-grams of the text that are counted, too; 0 for the network alone

depth = 3  # layers = heads = 3, 192 wide; raise it for a better model, and raise max_iters with it

max_iters = 700  # raise it for a lower loss until the text repeats too often (700 iterations are 1.4 epochs)
