# The same on a laptop CPU: the small run of nanoGPT's README. Validation loss about 1.88 in two minutes.
# First: fledge prepare shakespeare_char

out_dir = "out-shakespeare-char-cpu"  # change it for every experiment
eval_interval = 250  # lower it to see the validation loss more often
eval_iters = 20  # few, because evaluating takes time on a CPU; raise it if the validation loss is too noisy
log_interval = 10  # 1 to see every iteration
always_save_checkpoint = False  # save only when the validation loss improves

dataset = "shakespeare_char"  # your own: fledge prepare my_book.txt, then --dataset=my_book
gradient_accumulation_steps = 1  # at least the number of processes with torchrun
batch_size = 12  # small, because a CPU is slow; raise it on a GPU
block_size = 64  # up to 64 characters of context; raise it for better text

n_layer = 4  # raise it, with n_embd, if you have the time
n_head = 4  # keeps heads 32 wide: n_embd / 32
n_embd = 128  # must be a multiple of n_head
dropout = 0.0  # the text is seen one and a half times; 0.1 to 0.3 when it is seen many times

learning_rate = 1e-3  # small models take more than GPT-2's 6e-4
max_iters = 2000  # raise it for a lower loss
lr_decay_iters = 2000  # keep it equal to max_iters
min_lr = 1e-4  # a tenth of learning_rate
beta2 = 0.99  # above 0.95 because an iteration has few tokens
warmup_iters = 100  # lengthen it if the loss rises at the start

device = "cpu"  # "auto" takes a GPU if there is one
compile = False  # "auto" compiles where it saves time
