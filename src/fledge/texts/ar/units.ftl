## الأزمنة والأعداد والمعدلات كما ترد في جملة أو جدول.

# أقل من عشر ثوانٍ
unit-part_seconds = { FIXED($n, digits: 1) } ث
unit-seconds = { NUMBER($n) } ث
unit-minutes = { NUMBER($minutes) } د و{ FIXED($seconds, digits: 0, width: 2) } ث
unit-hours = { NUMBER($hours) } س و{ FIXED($minutes, digits: 0, width: 2) } د
unit-days = { NUMBER($days) } ي و{ NUMBER($hours) } س
unit-milliseconds = { NUMBER($n, digits: 1) } م.ث

## أعداد من ثلاثة أرقام: 812 و10.7K و40.6M و3.68B

unit-count = { FIXED($n, digits: 0) }
unit-count_thousands = { SIGNIFICANT($n, digits: 3) }K
unit-count_millions = { SIGNIFICANT($n, digits: 3) }M
unit-count_billions = { SIGNIFICANT($n, digits: 3) }B
unit-count_trillions = { SIGNIFICANT($n, digits: 3) }T

## أعداد الرموز (tokens): 524,288 و81.9M و10.5B

unit-tokens = { NUMBER($n, digits: 0) }
unit-tokens_millions = { FIXED($n, digits: 1) }M
unit-tokens_billions = { FIXED($n, digits: 1) }B

## أعداد المعاملات: 123.59M و1.56B

unit-parameters_millions = { FIXED($n, digits: 2) }M
unit-parameters_billions = { FIXED($n, digits: 2) }B

## النِّسَب: 53× و2.4× و0.33×

unit-times = { FIXED($n, digits: 1) }×
unit-times_whole = { FIXED($n, digits: 0) }×
unit-times_part = { SIGNIFICANT($n, digits: 2) }×

## الذاكرة

unit-gigabytes = { ROUNDED($n) } GB
unit-megabytes = { ROUNDED($n) } MB
unit-kilobytes = { ROUNDED($n) } KB

## معدلات الحساب

unit-gflops_few = { SIGNIFICANT($n, digits: 2) } GFLOP/s
unit-gflops = { FIXED($n, digits: 0) } GFLOP/s
unit-tflops = { FIXED($n, digits: 1) } TFLOP/s

## الأعداد الصغيرة داخل الجملة

unit-word = { NUMBER($n) }

## القوائم

unit-list = { $most } و{ $last }
unit-either = { $most } أو { $last }
unit-semicolon = {"؛ "}
