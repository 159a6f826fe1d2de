# Finetune OpenAI's GPT-2 on Shakespeare. `gpt2` fits anywhere; gpt2-xl is better and needs a large GPU.
# First: fledge prepare shakespeare; pip install 'fledge[interop]'

out_dir = "out-shakespeare"  # change it for every experiment
eval_interval = 5  # the run has 20 iterations: raise it for longer runs
eval_iters = 40  # raise it if the validation loss is too noisy
always_save_checkpoint = False  # finetuning overfits soon: save only when the validation loss improves

dataset = "shakespeare"  # your own text: fledge prepare my_book.txt --tokenizer=gpt2
init_from = "gpt2"  # gpt2-medium, gpt2-large or gpt2-xl if your memory allows it (ask fledge plan)

# 1 sequence x 32 micro-steps x 1024 tokens = 32,768 tokens per iteration; the text has 301,966, so 20 are two epochs
batch_size = 1  # raise it if memory allows, and lower gradient_accumulation_steps by the same factor
gradient_accumulation_steps = 32  # see above; a multiple of the number of GPUs
max_iters = 20  # about two epochs: raise it with the size of your text

learning_rate = 3e-5  # small and constant: large steps would destroy what the model knows
decay_lr = False  # True for runs of thousands of iterations
