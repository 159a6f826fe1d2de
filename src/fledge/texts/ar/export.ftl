## What `fledge export` says when it has written a model for other programs.
## A template names its numbers; texts/message.py lists the formats.

export-wrote = كُتب { $out } من { $source }
export-writing = تجري كتابة { $out }
export-exists = { $out } موجود من قبل.
export-another_name = اختر اسمًا آخر بالخيار --out.
export-is_nanogpts = { $source } بصيغة nanoGPT من قبل.
export-no_run = { $source } ليس تشغيلًا من fledge.
export-name_run = اذكر تشغيلًا من fledge، أو قيمة أخرى للخيار --to.
export-float32_only = الخيار --dtype={ $dtype } ليس لبرنامج nanoGPT، فهو يواصل التدريب بالنوع float32.
export-leave_out = احذفه.
export-q8_for_gguf = الخيار --dtype=q8_0 مع --to=gguf فقط.
export-use_bfloat16 = استخدم --dtype=bfloat16 أو --to=gguf.
export-card = بطاقة النموذج: { $card }، وفيها فراغات (TODO) لما لا يعرفه غيرك
export-python = في Python:  `AutoModelForCausalLM.from_pretrained({ QUOTED($folder) })`
export-python_trusting = في Python:  `AutoModelForCausalLM.from_pretrained({ QUOTED($folder) }, trust_remote_code=True)`، من أجل الملف modeling_fledge.py
export-next = التالي: { $command }
export-gelu_approximated = ملاحظة: يقرب llama.cpp دالة GELU في GPT-2 (tanh، من جدول في { NUMBER(16) } بت)، لذا تختلف الاحتمالات قليلًا
export-gelu_exact = ملاحظة: يحسب nanoGPT دالة GELU بدقتها الكاملة، لا بتقريب tanh الذي في هذا النموذج، لذا تختلف الاحتمالات قليلًا
export-text_end = ملاحظة: يحتاج llama.cpp وOllama إلى token ينهي النص. وليس في هذه الأحرف واحد: ينهيه هناك { QUOTED($char) }
export-ollama_words = ملاحظة: يقطع Ollama النص إلى كلمات كما يفعل Qwen في كل نماذج qwen3. وفي هذه المفردات كلمات أخرى، لذا تختلف ids هناك؛ أما في llama.cpp فهي صحيحة، وكذلك مع --arch=llama
export-normalized = ملاحظة: لا يوحد llama.cpp كتابة prompts، وقد دُرب هذا النموذج على نص موحد بالخيارات { $choices }. أعطه prompts مكتوبة كذلك؛ أما --to=hf وfledge فيفعلان ذلك من تلقاء أنفسهما

## Phrases of the model card: "measured on ..."

export-card_whole_split = قسم التحقق كله
export-card_batches = { $batches ->
    [zero] { NUMBER($batches) } batch عشوائية من قسم التحقق
    [one] batch عشوائية واحدة من قسم التحقق
    [two] اثنتين من batches العشوائية من قسم التحقق
    [few] { NUMBER($batches) } batches عشوائية من قسم التحقق
    [many] { NUMBER($batches) } batch عشوائية من قسم التحقق
   *[other] { NUMBER($batches) } batch عشوائية من قسم التحقق
}
