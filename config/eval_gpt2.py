# The loss of OpenAI's GPT-2 (124M) on a dataset. Needs pip install 'fledge[interop]'.

out_dir = "out-eval-gpt2"
dataset = "openwebtext"
init_from = "gpt2"
eval_only = True
eval_iters = 500
batch_size = 8
