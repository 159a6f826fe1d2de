## api/asked_gpus.py

api-no_gpu = --gpu={ QUOTED($gpu) } किसी GPU का नाम नहीं है।
api-devices_lists = `fledge devices` उनकी सूची दिखाता है।
api-describes_one = --gpu_tflops और उसके जैसे विकल्प एक ही GPU के बारे में बताते हैं।
api-name_one_gpu = एक --gpu का नाम दें, या उन्हें हटा दें।
api-gpu_needs = जो GPU table में नहीं है, उसके लिए { $needed } भी चाहिए।
api-gpu_example = जैसे --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700।
api-your_gpu = आपका GPU
api-your_description = आपका दिया हुआ विवरण

## api/call.py

api-platforms = fledge Linux और macOS पर चलता है।
api-use_wsl = Windows पर इसे WSL में चलाएँ: `wsl --install`

## api/comparing.py

api-run_or_log = run या log
api-mixed = पढ़े हुए runs और runs के नाम मिलाए नहीं जा सकते।
api-read_each = हर एक को fledge.read से पढ़ें।
api-for_named = { $option } उन logs के लिए है जिनका नाम दिया जाए।
api-give_to_read = उसे fledge.read को दें।
api-piped_once = - का मतलब है pipe से आने वाला टेक्स्ट, और वह एक ही बार आता है।
api-save_one = उनमें से एक को फ़ाइल में save करें।
api-two_runs = `compare` दो या ज़्यादा runs लेता है, { $number } नहीं।
api-try_compare = `fledge compare A B` आज़माएँ; एक ही फ़ाइल के दो runs के लिए `fledge compare A A --pick=1,2` आज़माएँ।
api-pick_each = --pick={ $pick } में हर एक के लिए संख्या नहीं है।
api-try_pick = --pick=1,2 आज़माएँ।
api-values_each = --{ $name } में { $runs } runs के लिए { $values } मान हैं।
api-one_for_each = सबके लिए एक दें, या हर एक के लिए अलग।
api-contradicts = --{ $key }={ $value } दिया गया है, पर { $name } में { $key }={ $said } लिखा है ({ $origin })।
api-give_each = हर एक के लिए अलग दें: --{ $key }=FIRST,SECOND; खाली छोड़ें तो वह जैसा है वैसा रहता है।

## api/frames.py

api-no_table_library = { QUOTED($library) } tables की ऐसी library नहीं है जिसे fledge जानता हो।
api-try_pandas = `pandas` या `polars` आज़माएँ।
api-frame_needs = to_frame को { $libraries } चाहिए।

## api/models.py

api-load_takes = load को run या फ़ाइल का नाम चाहिए, { QUOTED($source) } नहीं।
api-load_example = जैसे fledge.load("runs/demo")।
api-nothing_to_score = score करने को कुछ नहीं है: टेक्स्ट खाली है।
api-longer_text = एक या ज़्यादा tokens का टेक्स्ट दें।
api-not_text = { $name } का प्रकार { $kind } है, टेक्स्ट नहीं।
api-give_str = `str` दें।
api-half_character = { $name } में आधा character है, जिसे UTF-8 नहीं लिख सकता।
api-leave_out = उसे हटा दें।

## api/names.py

api-no_name = { $written }, { $what } का नाम नहीं है।
api-give_path = पाथ दें, टेक्स्ट या `Path` के रूप में।
api-not_a_name = { $kind }, { $what } का नाम नहीं होता।
api-settings_by_name = सेटिंग नाम से दें: `f(**settings)`।

## api/open_runs.py

api-config_each = --config में { $names } logs के लिए { $files } फ़ाइलें हैं।
api-name_for_each = सबके लिए एक का नाम दें, या हर एक के लिए अलग।
api-holds_runs = { $name } में { $runs } runs हैं।
api-try_pick_number = --pick={ $runs } आज़माएँ।

## api/preparing.py

api-text_file = टेक्स्ट फ़ाइल
api-stopped = रोका गया; जो हो चुका है वह रखा गया है।
api-goes_on = वही call वहीं से आगे चलती है।
api-name_below = --name={ $name } data_dir के भीतर का नाम नहीं है।
api-try_data_dir = --data_dir=FOLDER --name=NAME आज़माएँ।
api-name_colon = --name={ $name } में colon या comma है, जिनसे datasets मिलाए जाते हैं (`a:0.7,b:0.3`)।
api-subset = --subset सिर्फ़ fineweb_edu, fineweb2, sangraha के लिए है।
api-name_files = फ़ाइलों के ही नाम दें: hf://datasets/OWNER/NAME/PATH
api-own_dataset = { $name } अपने आप में एक dataset है और उसे { $other } के साथ जोड़ा नहीं जा सकता।
api-one_at_a_time = एक बार में एक; और उस नाम की फ़ाइल या फ़ोल्डर ./{ $name } लिखा जाता है
api-is_utf8 = { $name } UTF-8 में है: --encoding आपकी अपनी फ़ाइलों के लिए है।
api-if_yours = अगर वह आपकी है, तो ./{ $name } लिखें
api-stands_for = { $name } का मतलब tokenizer { $usual } है।
api-another_tokenizer = दूसरे का नाम दें: --tokenizer={ $tokenizer } --name={ $name }

## api/run_page.py

api-page_did_not_start = वह शुरू नहीं हुआ।

## api/run_settings.py

api-name_settings_file = उस `.py` फ़ाइल का नाम दें जिससे run शुरू हुआ था।

## api/runs.py

api-no_iteration = to={ QUOTED($to) } कोई iteration नहीं है।
api-whole_number = पूर्ण संख्या दें, या उसे हटा दें।
api-not_piped = - कमांड के लिए है, जो pipe से आने वाला टेक्स्ट पढ़ती है।
api-name_a_file = फ़ाइल का नाम दें।

## api/planning.py

api-for_command = { $name } कमांड के लिए है।
api-plan_returns = fledge.plan एक `Plan` लौटाता है; उसका `to_json()` एक `dict` है।
api-not_one_gpu = gpu={ QUOTED($gpu) } एक GPU नहीं है।
api-call_for_each = हर एक के लिए fledge.plan को अलग call करें।
api-settings_file = सेटिंग फ़ाइल
api-looking_at_data = डेटा देखा जा रहा है
api-not_opened = init_from={ $init_from } खोला नहीं गया: प्लान उस आकार का है जो सेटिंग बताती हैं
api-gpus_need_name = { $processes } GPUs के लिए GPU का नाम चाहिए।
api-try_two_gpus = `--gpu="RTX 4090" --gpus=2` आज़माएँ।
api-interconnect = --interconnect कई GPUs के लिए है।
api-how_many = बताएँ कितने: --gpus=2।
api-gpu_not_here = --{ $name } ऐसे GPU के लिए है जो यहाँ नहीं है।
api-name_gpu = उसका नाम दें: `--gpu="RTX 4090"`।
api-planned_for_cpu = प्लान CPU के लिए बना है: { $reason }
api-both_times = --measured और --from दोनों एक iteration का समय देते हैं।
api-leave_one = दोनों में से एक हटा दें।

## api/planned_data.py

api-no_dataset = { $path } पर कोई dataset नहीं है: vocab_size={ $size } माना गया है

## api/measured_step.py

api-not_measured = --measured={ QUOTED($text) } `SETTINGS:TIME` के रूप में नहीं है।
api-measured_example = जैसे --measured="n_embd=768,batch_size=8:9340ms"।
api-from_missing = --from={ $path }: ऐसा कोई run या log नहीं है।
api-name_run_or_log = run के फ़ोल्डर या log फ़ाइल का नाम दें।
api-from_no_times = --from={ $path }: इसमें iterations के समय नहीं हैं।
api-needs_lines = इसमें `iter 10: ..., time 33.2ms` जैसी लाइनें चाहिए।
api-name_another = दूसरे run या log का नाम दें।
