# A character-level GPT on tiny Shakespeare, with nanoGPT's settings: about three minutes on an A100.
# First: fledge prepare shakespeare_char
# The best validation loss is about 1.47, near iteration 2000; after that it overfits.

out_dir = "out-shakespeare-char"  # change it for every experiment
eval_interval = 250  # often, to catch the best step
eval_iters = 200  # raise it if the validation loss is too noisy
log_interval = 10  # 1 to see every iteration
always_save_checkpoint = False  # it will overfit: save only when the validation loss improves

wandb_project = "shakespeare-char"  # used with --track=wandb or --track=trackio
wandb_run_name = "mini-gpt"  # change it for every experiment

dataset = "shakespeare_char"  # your own: fledge prepare my_book.txt, then --dataset=my_book
gradient_accumulation_steps = 1  # the batch fits in one micro-step; at least the number of GPUs with torchrun
batch_size = 64  # lower it if memory runs out
block_size = 256  # up to 256 characters of context

n_layer = 6  # a larger model overfits this text sooner
n_head = 6  # keeps heads 64 wide: n_embd / 64
n_embd = 384  # must be a multiple of n_head
dropout = 0.2  # the text is seen 80 times: 0 for text seen once

learning_rate = 1e-3  # small models take more than GPT-2's 6e-4
max_iters = 5000  # 2000 reach the best validation loss
lr_decay_iters = 5000  # keep it equal to max_iters
min_lr = 1e-4  # a tenth of learning_rate
beta2 = 0.99  # above 0.95 because an iteration has few tokens
warmup_iters = 100  # lengthen it if the loss rises at the start
