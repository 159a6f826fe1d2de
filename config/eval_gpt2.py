# The loss of OpenAI's GPT-2 (124M) on a dataset. Needs pip install 'fledge[interop]'.

out_dir = "out-eval-gpt2"  # change it to keep several evaluations
dataset = "openwebtext"  # any dataset that was prepared with --tokenizer=gpt2
init_from = "gpt2"  # or gpt2-medium, gpt2-large, gpt2-xl
eval_only = True  # False would train
eval_iters = 500  # raise it for a more exact figure; "all" takes the whole validation split
batch_size = 8  # lower it if memory runs out; the result hardly changes
