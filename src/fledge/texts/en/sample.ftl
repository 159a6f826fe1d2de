## What `fledge sample` says. `$weights` is the next message: a part of a sentence.

sample-from = sampling from { $name } ({ $weights })
sample-weights = { $dtype } weights: { $why }
sample-unreadable = can't read the prompt { $path }: { $reason }.
sample-check_path = Check the path after FILE:.
sample-not_utf8 = the prompt { $prompt } is not UTF-8 text.
sample-save_utf8 = Save it as UTF-8.
sample-fewer_samples = Try a smaller --num_samples.
sample-small_vocabulary = { $label } has a vocabulary of { $size }, too small for the { $tokenizer } tokenizer.
sample-its_dataset = It was trained on { $dataset }: pass --data_dir=FOLDER that holds it.
sample-unnamed_dataset = It was trained on an unnamed dataset: pass --data_dir=FOLDER that holds it.
