# A first model in Devanagari; `fledge plan config/train_hindi_small.py` says how long it takes on your machine.
# It starts from a text of 1.2 MB that ships with fledge: Awadhi verse of the 16th century, the Ramcharitmanas of
# Tulsidas. That is not today's Hindi: for a model of that take a text of your own, or fineweb2:hindi.
#   fledge prepare hindi_small
# Your own text, of a megabyte or more:
#   fledge prepare my_text.txt --tokenizer=bpe:4096 --normalize=hi
#   fledge train config/train_hindi_small.py --dataset=my_text

arch = "modern"  # learns faster; "llama" or "qwen3" for a model that llama.cpp runs
eval_interval = 50  # lower it to see the validation loss more often
eval_iters = "all"  # the whole validation split: no sampling noise; a number (200) when the split is large
log_interval = 20  # lower it to see more log lines

dataset = "hindi_small"  # in 2,048 tokens learned from it: 4.6 times fewer than in GPT-2's
batch_size = 16  # raise it on a GPU; lower it if memory runs out
block_size = 128  # 128 tokens are about 69 words here; longer contexts take more time and memory per sequence

ngram_counts = 524_288  # n-grams of the text that are counted, too; 0 for the network alone

depth = 3  # layers = heads = 3, 192 wide; raise it for more text, and raise max_iters with it
dropout = 0.1  # raise it where the text is seen several times; 0 where it is long enough to be seen once

max_iters = 100  # the text 1.4 times; the validation loss was still falling. Longer texts need more
