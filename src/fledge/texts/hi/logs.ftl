## Logs and run directories: what they say of themselves, and why one can't be read.

## what the lines of a log count

logs-counts-iterations = iterations
logs-counts-micro_batches = micro-batches
logs-counts-log_lines = log की लाइनें
logs-counts-epochs = epochs
logs-counts-wandb_steps = wandb के steps
logs-counts-samples = samples
logs-counts-steps_of_epochs = epochs के steps

## how a run ended

logs-ended-finished = पूरा हुआ
logs-ended-interrupted = बीच में रोका गया
logs-ended-diverged = diverge हुआ
logs-ended-out_of_memory = मेमोरी कम पड़ी
logs-ended-error = error

## where a setting is from

logs-origin-default = default
logs-origin-default_of = { $setting } का default
logs-origin-trained = train किए हुए weights का default
logs-origin-earlier = पहले के संस्करणों का default
logs-origin-assumed = माना हुआ
logs-origin-planned = प्लान जैसा
logs-origin-command_line = command line
logs-origin-run = run
logs-origin-dataset = dataset
logs-origin-column = कॉलम का नाम
logs-origin-nanogpt = nanoGPT का default
logs-origin-line = लाइन { $number }

## where the time along a run is from

logs-printed_time = log में लिखा समय
logs-summed_time = steps का जोड़, evaluations के बिना

## logs/readers/dispatch.py

logs-unknown_folder = { $path } में न fledge का कोई run है, न ऐसा log जिसे वह जानता हो।
logs-give_log = run का फ़ोल्डर या log फ़ाइल दें।
logs-no_training = { $name } में training की ऐसी लाइनें नहीं हैं जिन्हें fledge जानता हो।

## logs/readers/fledge.py

logs-is_it_ours = क्या यह fledge का run है? उसकी log.txt अकेले भी पढ़ी जा सकती है।
logs-unreadable = { $path } पढ़ा नहीं जा सकता।

## logs/readers/hf_trainer.py

logs-incomplete_json = { $name } पढ़ा नहीं जा सकता: यह पूरा JSON नहीं है।
logs-another_checkpoint = किसी दूसरे checkpoint की फ़ाइल दें।

## logs/readers/registry.py

logs-known_formats = यह fledge के run फ़ोल्डर, { $names } के logs, और { QUOTED($example) } जैसी लाइनें पढ़ता है।

## logs/readers/source.py

logs-cant_read = { $name } पढ़ा नहीं जा सकता: { $reason }।
logs-another_file = दूसरी फ़ाइल दें।
logs-too_large = { $name } trainer की state होने के लिए बहुत बड़ी है।
logs-log_instead = उसकी जगह log दें।
logs-no_log = { $name } नाम का कोई run या log नहीं है।
logs-give_run = run का फ़ोल्डर, log फ़ाइल, या standard input के लिए - दें।

## logs/readers/tables.py

logs-nameless_csv = { $name } TensorBoard से निकली CSV है, और उसके नाम से पता नहीं चलता कि उसमें कौन-सा metric है।
logs-rename_csv = TensorBoard जैसा नाम दें, run-NAME-tag-train_loss.csv, या event फ़ाइल ही दें।

## the format of a log that no trainer is known by

logs-format-named_numbers = नाम वाली संख्याएँ

## the run that a command takes when none is named

logs-newest_run = { $command }: { $run }, सबसे नया run
logs-newest_run_with_losses = { $command }: { $run }, सबसे नया run; { $newest } उससे नया है, पर उसमें losses नहीं हैं
logs-newest_run_with_log = { $command }: { $run }, सबसे नया run; { $newest } उससे नया है, पर उसमें log नहीं है
logs-checkpoint_only = { $run } में checkpoint है, पर उसकी training का log नहीं।
logs-name_the_log = trainer ने जो print किया, उस फ़ाइल का नाम दें: { $command }
