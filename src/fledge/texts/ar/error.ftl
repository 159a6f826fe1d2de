## What any command may say when it can't go on.

error-path = { $reason }.
error-path_named = { $path }: { $reason }.
error-check_path = تحقق من هذا المسار.
error-out_of_memory = نفدت الذاكرة.
error-smaller = جرب قيمة أصغر للخيار --batch_size أو نموذجًا أصغر.
# جزء من جملة
error-missing_key = { $key } غير موجود
error-problems = { $number ->
    [zero] { NUMBER($number) } مشكلة:
    [one] مشكلة واحدة:
    [two] مشكلتان:
    [few] { NUMBER($number) } مشكلات:
    [many] { NUMBER($number) } مشكلة:
   *[other] { NUMBER($number) } مشكلة:
}
error-more_problems = { $number ->
    [zero] و{ NUMBER($number) } مشكلة أخرى
    [one] ومشكلة أخرى
    [two] ومشكلتان أخريان
    [few] و{ NUMBER($number) } مشكلات أخرى
    [many] و{ NUMBER($number) } مشكلة أخرى
   *[other] و{ NUMBER($number) } مشكلة أخرى
}

## --lang and --digits

error-unknown_language = لا يتحدث fledge اللغة { QUOTED($name) }.
error-languages = اللغات المتاحة: { $languages }. مثال: --lang=en أو FLEDGE_LANG=en
error-unknown_digits = القيمة digits={ $digits } ليست western ولا native. جرب --digits=western أو FLEDGE_DIGITS=western.

## A word that is not known, and one like it that is

error-did_you_mean = هل تقصد { $near }؟
