## data/corpus/hub.py

hub-needs = Hugging Face hub से पढ़ने के लिए huggingface_hub चाहिए, जो install नहीं है।
hub-no_address = { $word } hub का पता नहीं है: { $reason }
hub-address_form = वह { $form } जैसा होता है।
hub-other_type = { $word } hub पर { $type } है, dataset नहीं।
hub-dataset_address = dataset के लिए hf://datasets/{ $repo } लिखें।
hub-dots = { $word } के path में '..' है।
hub-endpoint = HF_ENDPOINT={ $endpoint } web का पता नहीं है।
hub-https = वह https:// से शुरू होता है
hub-no_match = { $name } में कुछ भी { $path } से मेल नहीं खाता।
hub-no_path = { $name } में { $path } नहीं है।{ $near }
hub-no_folder = { $name } में { $folder } फ़ोल्डर नहीं है।{ $near }
hub-empty = वह खाली है।
hub-listed_missing = hub ने { $address } सूची में दिखाया, पर वह उसके पास नहीं है।
hub-run_again = वही कमांड फिर चलाएँ।
hub-proxy = क्या HF_ENDPOINT सही है, या उसकी जगह कोई proxy जवाब दे रहा है?
hub-not_hub = { $name } के लिए जवाब देने वाला सर्वर hub नहीं है: { $reason }।
hub-unreachable = { $name } के लिए hub तक पहुँचा नहीं जा सकता
hub-unset_offline = उसे unset करें, या ऐसी फ़ाइलों के नाम दें जो यहाँ पहले से हैं।
hub-offline = HF_HUB_OFFLINE set है, इसलिए { $name } तक पहुँचा नहीं जा सकता।
hub-gated = { $name } gated है: उसके मालिक चाहते हैं कि पहले उनकी शर्तें मानी जाएँ।
hub-accept_terms = उन्हें { $page } पर मानें और HF_TOKEN में उस account का token रखें (या लिखें: `hf auth login`)।
hub-no_dataset = hub पर { $repo } नाम का dataset नहीं है, या वह private है।{ $near }
hub-spelling_or_private = वर्तनी जाँचें; private के लिए HF_TOKEN set करें (या लिखें: `hf auth login`)।
hub-no_revision = { $repo } का { $revision } revision नहीं है।
hub-valid_token = HF_TOKEN में सही token रखें, या जो सबके लिए खुला है उसके लिए उसे unset करें।
hub-token_refused = { $name } के लिए hub यह token नहीं मानता (HTTP 401)।
hub-token_rights = क्या HF_TOKEN के token को उसे पढ़ने का अधिकार है, और क्या { $page } पर शर्तें मानी गई हैं?
hub-refused = hub { $name } देने से मना करता है (HTTP 403)।
hub-answers = { $name } के लिए hub HTTP { $status } जवाब देता है।
hub-check_endpoint = पता और HF_ENDPOINT जाँचें।
hub-spelling = वर्तनी जाँचें।
hub-there_are = ये हैं: { COMMAS($names) }।
hub-there_are_more = ये हैं: { COMMAS($names) } और { NUMBER($more) } और।
hub-no_file = { $place } में पढ़ने लायक कोई फ़ाइल नहीं है।
hub-says = hub कहता है HTTP { $status }
hub-too_many = hub कहता है HTTP 429 (बहुत ज़्यादा requests)
