## What `fledge sample` says. `$weights` is the next message: a part of a sentence.

sample-from = تُؤخذ العينات من { $name } ({ $weights })
sample-weights = الأوزان { $dtype }: { $why }
sample-unreadable = لا يمكن قراءة prompt من { $path }: { $reason }.
sample-check_path = تحقق من المسار بعد FILE:.
sample-not_utf8 = ما في prompt { $prompt } ليس نصًا بترميز UTF-8.
sample-save_utf8 = احفظه بترميز UTF-8.
sample-fewer_samples = جرب قيمة أصغر للخيار --num_samples.
sample-small_vocabulary = عدد مفردات { $label } هو { $size }، وهو أصغر مما يحتاجه tokenizer اسمه { $tokenizer }.
sample-its_dataset = تدرب على { $dataset }: اكتب --data_dir=FOLDER للمجلد الذي هي فيه.
sample-unnamed_dataset = تدرب على مجموعة بيانات بلا اسم: اكتب --data_dir=FOLDER للمجلد الذي هي فيه.
