## Weights that are not those of the model. The first three are parts of a sentence.

model-no_tensor = { $name } नहीं है
model-unknown_tensor = अनजान { $name }
model-tensor_size = { $name } का आकार { $wanted } नहीं, { $size } है
model-not_fitting = { $source } मॉडल से मेल नहीं खाता: { SEPARATED($problems) }।
model-not_fitting_more = { $source } मॉडल से मेल नहीं खाता: { SEPARATED($problems) } (और { $more } और)।

## model/weights.py

model-another_checkpoint = दूसरा checkpoint लें।
model-no_model = n_head={ $n_head }, n_embd={ $n_embd }, vocab_size={ $vocab_size } से कोई मॉडल नहीं बनता
model-damaged = { $path } खराब है या safetensors फ़ाइल नहीं है ({ $reason })।
model-few_tensors = { $source } मेल नहीं खाता: n_layer={ $n_layer } और { $tensors } tensors।
