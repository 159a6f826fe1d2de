## Weights that are not those of the model. The first three are parts of a sentence.

model-no_tensor = لا يوجد { $name }
model-unknown_tensor = { $name } غير معروف
model-tensor_size = حجم { $name } هو { $size }، لا { $wanted }
model-not_fitting = لا يوافق { $source } النموذج: { SEPARATED($problems) }.
model-not_fitting_more = لا يوافق { $source } النموذج: { SEPARATED($problems) } (وعدد المشكلات الأخرى { $more }).

## model/weights.py

model-another_checkpoint = استخدم checkpoint آخر.
model-no_model = القيم n_head={ $n_head } وn_embd={ $n_embd } وvocab_size={ $vocab_size } لا تصف نموذجًا
model-damaged = { $path } تالف أو ليس ملف safetensors ({ $reason }).
model-few_tensors = لا يوافق { $source } النموذج: n_layer={ $n_layer } وعدد tensors هو { $tensors }.
