## Weights that are not those of the model. The first three are parts of a sentence.

model-no_tensor = no { $name }
model-unknown_tensor = unknown { $name }
model-tensor_size = { $name } is { $size }, not { $wanted }
model-not_fitting = { $source } does not fit the model: { SEPARATED($problems) }.
model-not_fitting_more = { $source } does not fit the model: { SEPARATED($problems) } (and { $more } more).

## model/weights.py

model-another_checkpoint = Use another checkpoint.
model-no_model = n_head={ $n_head }, n_embd={ $n_embd }, vocab_size={ $vocab_size } is no model
model-damaged = { $path } is damaged or no safetensors file ({ $reason }).
model-few_tensors = { $source } does not fit: n_layer={ $n_layer } and { $tensors } tensors.
