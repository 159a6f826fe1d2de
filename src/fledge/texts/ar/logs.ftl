## logs/timeline.py

logs-printed_time = الزمن الذي يطبعه السجل
logs-summed_time = مجموع أزمنة الخطوات، دون التقييم

## logs/readers/dispatch.py

logs-unknown_folder = ليس في { $path } تشغيل من fledge ولا سجل يعرفه.
logs-give_log = أعط مجلد تشغيل أو ملف سجل.
logs-no_training = ليس في { $name } أسطر تدريب يعرفها fledge.

## logs/readers/fledge.py

logs-is_it_ours = هل هو تشغيل من fledge؟ يمكن قراءة ملفه log.txt وحده.
logs-unreadable = لا يمكن قراءة { $path }.

## logs/readers/hf_trainer.py

logs-incomplete_json = لا يمكن قراءة { $name }: ليس JSON كاملًا.
logs-another_checkpoint = أعط ملف checkpoint آخر.

## logs/readers/registry.py

logs-known_formats = يقرأ مجلدات تشغيلات fledge، وسجلات { $names }، وأسطرًا مثل { QUOTED($example) }.

## logs/readers/source.py

logs-cant_read = لا يمكن قراءة { $name }: { $reason }.
logs-another_file = أعط ملفًا آخر.
logs-too_large = الملف { $name } أكبر من أن يكون حالة برنامج تدريب.
logs-log_instead = أعط السجل بدلًا منه.
logs-no_log = لا يوجد تشغيل أو سجل { $name }.
logs-give_run = أعط مجلد تشغيل، أو ملف سجل، أو - للدخل القياسي.

## logs/readers/tables.py

logs-nameless_csv = الملف { $name } تصدير CSV من TensorBoard، ولا يدل اسمه على المقياس الذي فيه.
logs-rename_csv = أعد تسميته كما يفعل TensorBoard: run-NAME-tag-train_loss.csv، أو أعط ملف الأحداث نفسه.

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
logs-origin-earlier = القيمة الافتراضية للإصدارات السابقة
logs-origin-assumed = مفترض
logs-origin-planned = كما في الخطة
logs-origin-command_line = سطر الأوامر
logs-origin-run = التشغيل
logs-origin-dataset = مجموعة البيانات
logs-origin-column = اسم العمود
logs-origin-nanogpt = القيمة الافتراضية في nanoGPT
logs-origin-line = السطر { $number }

## the format of a log that no trainer is known by

logs-format-named_numbers = أرقام بأسمائها

## the run that a command takes when none is named

logs-newest_run = { $command }: أحدث تشغيل هو { $run }
logs-newest_run_with_losses = { $command }: أحدث تشغيل هو { $run }؛ و{ $newest } أحدث منه، لكن ليس فيه قيم خسارة
logs-newest_run_with_log = { $command }: أحدث تشغيل هو { $run }؛ و{ $newest } أحدث منه، لكن ليس فيه سجل
logs-checkpoint_only = في { $run } checkpoint وليس فيه سجل لتدريبه.
logs-name_the_log = اذكر الملف الذي فيه ما طبعه برنامج التدريب: { $command }
