# A first model of Arabic; `fledge plan config/train_arabic_small.py` says how long it takes on your machine. It starts
# from a text of 1.2 MB that ships with fledge, Arabic of the 10th century (the epistles of the Brethren of Purity):
#   fledge prepare arabic_small
# Your own text, of a megabyte or more:
#   fledge prepare my_text.txt --tokenizer=bpe:4096 --normalize=ar
#   fledge train config/train_arabic_small.py --dataset=my_text

arch = "modern"  # learns faster; "llama" or "qwen3" for a model that llama.cpp runs
eval_interval = 50  # lower it to see the validation loss more often
eval_iters = "all"  # the whole validation split: no sampling noise; a number (200) when the split is large
log_interval = 20  # lower it to see more log lines

dataset = "arabic_small"  # in 2,048 tokens learned from it: a third as many as in GPT-2's
batch_size = 16  # raise it on a GPU; lower it if memory runs out
block_size = 128  # 128 tokens are about 67 words here; longer contexts take more time and memory per sequence

ngram_counts = 524_288  # n-grams of the text that are counted, too; 0 for the network alone

depth = 3  # layers = heads = 3, 192 wide; raise it for more text, and raise max_iters with it
dropout = 0.1  # raise it where the text is seen several times; 0 where it is long enough to be seen once

max_iters = 100  # the text once (98 iterations): 400 learned it by heart. Longer texts need more
