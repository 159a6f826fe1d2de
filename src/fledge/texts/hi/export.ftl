## What `fledge export` says when it has written a model for other programs.
## A template names its numbers; texts/message.py lists the formats.

export-wrote = { $source } से { $out } लिखा गया
export-card = model card: { $card }, जिसमें उन बातों के लिए खाली जगह (TODO) है जो सिर्फ़ आप जानते हैं
export-python = Python में:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) })
export-python_trusting = Python में:  AutoModelForCausalLM.from_pretrained({ QUOTED($folder) }, trust_remote_code=True), उसकी modeling_fledge.py के लिए
export-next = आगे: { $command }
export-gelu_approximated = ध्यान दें: llama.cpp GPT-2 के GELU को approximate करता है (tanh, 16 bits की table से), इसलिए probabilities ज़रा अलग होंगी
export-gelu_exact = ध्यान दें: nanoGPT exact GELU निकालता है, इस मॉडल वाला tanh approximation नहीं, इसलिए probabilities ज़रा अलग होंगी
export-text_end = ध्यान दें: llama.cpp और Ollama को टेक्स्ट खत्म करने वाला token चाहिए। इन characters में ऐसा कोई नहीं: वहाँ { QUOTED($char) } उसे खत्म करता है
export-ollama_words = ध्यान दें: Ollama हर qwen3 में टेक्स्ट को Qwen की तरह शब्दों में काटता है। इस vocabulary के शब्द अलग हैं, इसलिए वहाँ ids अलग होंगी; llama.cpp की सही हैं, और --arch=llama की भी
export-normalized = ध्यान दें: llama.cpp prompts को normalize नहीं करता, और यह मॉडल { $choices } से normalize किए हुए टेक्स्ट पर train हुआ है। उसे वैसे ही लिखे prompts दें; --to=hf और fledge यह खुद करते हैं
