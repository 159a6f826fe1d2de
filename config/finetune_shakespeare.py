# Finetune OpenAI's GPT-2 on Shakespeare. `gpt2` fits anywhere; gpt2-xl is better and wants a large GPU.
# First: fledge prepare shakespeare; pip install 'fledge[interop]'

out_dir = "out-shakespeare"
eval_interval = 5
eval_iters = 40
always_save_checkpoint = False

dataset = "shakespeare"
init_from = "gpt2"

# 1 sequence x 32 micro-steps x 1024 tokens = 32,768 tokens an iteration; the text has 301,966, so 20 are two epochs
batch_size = 1
gradient_accumulation_steps = 32
max_iters = 20

learning_rate = 3e-5  # small and constant: the model is only nudged
decay_lr = False
