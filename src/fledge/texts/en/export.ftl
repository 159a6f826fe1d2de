## What `fledge export` says when it has written a model for other programs.
## A template names its numbers; texts/message.py lists the formats.

export-wrote = wrote { $out } from { $source }
export-writing = writing { $out }
export-exists = { $out } exists already.
export-another_name = Choose another name with --out.
export-is_nanogpts = { $source } is nanoGPT's already.
export-no_run = { $source } is no run of fledge's.
export-name_run = Name a run of fledge's, or another --to.
export-float32_only = --dtype={ $dtype } is not for nanoGPT, which trains on in float32.
export-leave_out = Leave it out.
export-q8_for_gguf = --dtype=q8_0 is for --to=gguf.
export-use_bfloat16 = Use --dtype=bfloat16 or --to=gguf.
export-card = model card: { $card }, with blanks (TODO) for what only you know
export-python = in Python:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) })
export-python_trusting = in Python:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) }, trust_remote_code=True), for its modeling_fledge.py
export-next = next: { $command }
export-gelu_approximated = note: llama.cpp approximates GPT-2's GELU (tanh, from a table in 16 bits), so probabilities differ slightly
export-gelu_exact = note: nanoGPT computes the exact GELU, not the tanh approximation of this model, so probabilities differ slightly
export-text_end = note: llama.cpp and Ollama need a token that ends text. These characters have none: { QUOTED($char) } ends it there
export-ollama_words = note: Ollama cuts text into words as Qwen does in every qwen3. This vocabulary has other words, so the ids differ there; llama.cpp's are right, and so are those of --arch=llama
export-normalized = note: llama.cpp does not normalize prompts, and this model was trained on text normalized by { $choices }. Give it prompts written so; --to=hf and fledge do that by themselves

## Phrases of the model card: "measured on ..."

export-card_whole_split = the whole validation split
export-card_batches = { $batches ->
    [one] one random batch of the validation split
   *[other] { NUMBER($batches) } random batches of the validation split
}
