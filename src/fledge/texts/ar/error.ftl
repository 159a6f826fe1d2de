## ما قد يقوله أي أمر عندما يتعذّر عليه الاستمرار.

error-path = { $reason }.
error-path_named = { $path }: { $reason }.
error-check_path = تحقّق من هذا المسار.
error-out_of_memory = نفدت الذاكرة.
error-smaller = جرّب قيمة أصغر لـ --batch_size أو نموذجًا أصغر.
# جزء من جملة
error-missing_key = { $key } غير موجود
error-problems = { $number ->
    [two] مشكلتان:
    [few] { NUMBER($number) } مشكلات:
    [many] { NUMBER($number) } مشكلة:
   *[other] { NUMBER($number) } مشكلة:
}
error-more_problems = { $number ->
    [one] ومشكلة أخرى
    [two] ومشكلتان أخريان
    [few] و{ NUMBER($number) } مشكلات أخرى
    [many] و{ NUMBER($number) } مشكلة أخرى
   *[other] و{ NUMBER($number) } مشكلة أخرى
}

## --lang و--digits

error-unknown_language = ‏fledge لا يتحدث اللغة { QUOTED($name) }.
error-languages = اللغات المتاحة: { $languages }. مثال: --lang=en
error-unknown_digits = ‏--digits={ $digits } ليست western ولا native.

error-did_you_mean = هل تقصد { $near }؟
