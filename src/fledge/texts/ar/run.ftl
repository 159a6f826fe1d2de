## Run directories.

run-written = عملية fledge أخرى تكتب { $run } الآن (لا تذكر أي عملية).
run-written_by = عملية fledge أخرى تكتب { $run } الآن ({ $writer }).
run-wait = انتظرها، أو أوقفها، أو اكتب في مكان آخر باستخدام --out_dir.
# the process that writes a run
run-writer = pid { $pid } على { $host }، منذ { $since }
run-unknown_host = حاسوب غير معروف
run-here = التشغيلات هنا: { $runs }.
run-none_here = التشغيلات هنا: لا شيء.

## logs/rundir.py

run-another_out_dir = اختر --out_dir آخر.
run-none_yet = لا يوجد تشغيل هنا بعد.
run-demo_makes_one = الأمر `fledge demo` يصنع واحدًا في بضع دقائق.
run-no_checkpoint = ليس في { $name } أي checkpoint.
run-writes_one = يكتب `fledge train` واحدًا عند كل تقييم.
run-unknown = لا يوجد تشغيل { $name }.
run-is_file = { $path } ملف وليس مجلدًا.
run-exists = في { $path } تشغيل بالفعل.
run-exists_fix = تابعه باستخدام --init_from=resume، أو اكتب في مكان آخر باستخدام --out_dir، أو استبدله باستخدام --overwrite.
run-foreign = في { $path } ملف { $name } لم يكتبه أي تشغيل من fledge.
run-only_log = في { $path } سجل تشغيل انتهى قبل أول checkpoint.
run-only_log_fix = اكتب في مكان آخر باستخدام --out_dir، أو استبدله باستخدام --overwrite.
run-nothing_to_resume = لا شيء للاستئناف في { $out_dir }.

## logs/run_lock.py

run-no_locks = لا تعمل أقفال الملفات (file locks) في { $run }: لا تبدأ فيه تشغيلًا ثانيًا ما دام هذا مستمرًا

## logs/run_requests.py

run-not_training = لا توجد عملية fledge تدرب { $run } الآن.
run-how_it_ended = لترى كيف انتهى: fledge explain { $run }
