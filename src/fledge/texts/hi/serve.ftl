## what the OpenAI-compatible server says

## requests that it refuses

serve-bad-json = body JSON नहीं है: { $reason }।
serve-bad-object = body एक JSON object होनी चाहिए।
serve-bad-unknown = अनजान argument { $name }।{ $near }
serve-bad-unsupported = यह सर्वर { $name } को support नहीं करता: उसे हटा दें।
serve-bad-type = { $name } को { $kind } होना चाहिए।
serve-bad-range = { $name } को { $least } से { $most } तक होना चाहिए।
serve-bad-missing = { $name } नहीं दिया गया।
serve-bad-empty = { $name } खाली नहीं होना चाहिए।
serve-bad-many = { $name } में { NUMBER($count) } entries हैं; ज़्यादा से ज़्यादा { NUMBER($most) } हो सकती हैं।
serve-bad-texts = request एक साथ { NUMBER($count) } टेक्स्ट माँगती है; ज़्यादा से ज़्यादा { NUMBER($most) } मिल सकते हैं।
serve-bad-model = यहाँ { $name } नाम का मॉडल नहीं है: इस सर्वर पर { $served } है।
serve-bad-tokens = prompt में token { $token } है; vocabulary में { NUMBER($size) } हैं, गिनती 0 से।
serve-bad-context = prompt में { NUMBER($tokens) } tokens हैं; यह मॉडल ज़्यादा से ज़्यादा { NUMBER($context) } पढ़ता है।
serve-bad-text = { $name } में आधा surrogate pair है, जो टेक्स्ट नहीं है।
serve-bad-encoding = मॉडल यह prompt नहीं पढ़ सकता: { $problem }
serve-bad-role = message { $number } का role system, developer, user या assistant होना चाहिए।
serve-bad-content = message { $number } का content टेक्स्ट होना चाहिए।
serve-busy = सर्वर व्यस्त है: { NUMBER($running) } टेक्स्ट लिखे जा रहे हैं और { NUMBER($waiting) } इंतज़ार में हैं। थोड़ी देर में फिर कोशिश करें।
serve-rate = यह सर्वर एक मिनट में { NUMBER($most) } requests लेता है। { $seconds } s बाद फिर कोशिश करें।
serve-slow = client बहुत धीरे पढ़ रहा है: इस टेक्स्ट के { NUMBER($most) } bytes पहले से उसका इंतज़ार कर रहे हैं। तेज़ पढ़ें, या कम माँगें।
serve-failed = मॉडल यह टेक्स्ट नहीं लिख पाया। वजह सर्वर के terminal में है।

serve-kind-text = टेक्स्ट
serve-kind-true = true या false
serve-kind-whole = पूर्ण संख्या
serve-kind-number = संख्या
serve-kind-object = object
serve-kind-list = list
serve-kind-stop = टेक्स्ट, या ज़्यादा से ज़्यादा { $most } टेक्स्ट की list जो खाली न हों
serve-kind-prompt = टेक्स्ट, टेक्स्ट की list, tokens की list, या ऐसी lists की list

## the terminal

serve-model = { $label }: { PARAMETERS($params) } parameters, { $dtype } weights ({ $why })
serve-limits = context { NUMBER($context) } tokens, हर request में ज़्यादा से ज़्यादा { NUMBER($most) } नए tokens, एक साथ { $slots } टेक्स्ट, { $waiting } और इंतज़ार कर सकते हैं।
serve-what = मॉडल { $name } यहाँ जवाब देता है
serve-key = API key: { $key }
serve-try-curl = आज़माकर देखें:
serve-try-client = openai client से:
serve-template = मॉडल में एक chat template है जिसे इस्तेमाल नहीं किया जा सकता: { $problem }
serve-untrained = यह मॉडल chat के लिए train नहीं हुआ: यह टेक्स्ट को आगे लिखता है। chat में User: और Assistant: लाइनों वाला सादा template इस्तेमाल होता है।

## the page

serve-page-title = fledge: { $name }
serve-page-continue = टेक्स्ट आगे लिखें
serve-page-chat = Chat
serve-page-mode = आपके टेक्स्ट का क्या करें
serve-page-prompt = आपका टेक्स्ट
serve-page-send = लिखें
serve-page-stop = रोकें
serve-page-clear = नए सिरे से
serve-page-temperature = Temperature
serve-page-length = नए tokens
serve-page-empty = किसी टेक्स्ट की शुरुआत लिखें, मॉडल आगे लिखेगा।
serve-page-empty_chat = मॉडल से कुछ कहें।
serve-page-waiting = मॉडल का इंतज़ार…
serve-page-gone = सर्वर जवाब नहीं दे रहा। क्या वह चल रहा है?
serve-page-you = आप
serve-page-model = मॉडल
serve-page-ended = जितनी लंबाई माँगी थी, उतनी पूरी हुई।
serve-page-log = अब तक का टेक्स्ट

## web/openai_fields.py

serve-bad-nested = बहुत गहरा nested है

## serving/model_template.py

serve-template-no_jinja = उसका chat template Jinja नहीं है ({ $reason })।
serve-template-control = एक message में { $token } है, जो इस मॉडल का control token है।
serve-template-leave_out = उसे हटा दें।
serve-template-refuses = उसका chat template ये messages लेने से मना करता है ({ $reason })।

## cli/commands/serve.py

serve-context_beyond = --context={ $context }, { $label } के { NUMBER($own) } tokens से ज़्यादा है।
serve-try_context = --context={ $own } आज़माएँ।
serve-fewer_streams = कम --streams या छोटा --context आज़माएँ।
