## Logs and run directories: what they say of themselves, and why one can't be read.

## what the lines of a log count

logs-counts-iterations = التكرارات
logs-counts-micro_batches = micro-batches
logs-counts-log_lines = أسطر السجل
logs-counts-epochs = epochs
logs-counts-wandb_steps = خطوات wandb
logs-counts-samples = العينات
logs-counts-steps_of_epochs = خطوات epochs

## how a run ended

logs-ended-finished = اكتمل
logs-ended-interrupted = قوطع
logs-ended-diverged = تباعد
logs-ended-out_of_memory = نفدت الذاكرة
logs-ended-error = خطأ

## where a setting is from

logs-origin-default = القيمة الافتراضية
logs-origin-default_of = القيمة الافتراضية عند { $setting }
logs-origin-trained = القيمة الافتراضية للأوزان المدربة
logs-origin-command_line = سطر الأوامر
logs-origin-run = التشغيل
logs-origin-dataset = مجموعة البيانات
logs-origin-column = اسم العمود
logs-origin-nanogpt = القيمة الافتراضية في nanoGPT
logs-origin-line = السطر { $number }

## where the time along a run is from

logs-time-printed = الزمن الذي يطبعه السجل
logs-time-summed = مجموع الخطوات، دون التقييمات
