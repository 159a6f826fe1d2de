## What `fledge export` says when it has written a model for other programs.
## A template names its numbers; texts/message.py lists the formats.

export-wrote = wrote { $out } from { $source }
export-card = model card: { $card }, with blanks (TODO) for what only you know
export-python = in Python:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) })
export-python_trusting = in Python:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) }, trust_remote_code=True), for its modeling_fledge.py
export-next = next: { $command }
export-gelu_approximated = note: llama.cpp approximates GPT-2's GELU (tanh, from a table in 16 bits), so probabilities differ slightly
export-gelu_exact = note: nanoGPT computes the exact GELU, not the tanh approximation of this model, so probabilities differ slightly
export-text_end = note: llama.cpp and Ollama need a token that ends text. These characters have none: { QUOTED($char) } ends it there
export-ollama_words = note: Ollama cuts text into words as Qwen does in every qwen3. This vocabulary has other words, so the ids differ there; llama.cpp's are right, and so are those of --arch=llama
export-normalized = note: llama.cpp does not normalize prompts, and this model was trained on text normalized by { $choices }. Give it prompts written so; --to=hf and fledge do that by themselves
