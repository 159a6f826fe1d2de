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
