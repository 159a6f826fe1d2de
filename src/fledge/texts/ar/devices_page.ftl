## The page of `fledge devices`

devices_page-this_machine = هذا الحاسوب
devices_page-threads = { $number ->
    [zero] { NUMBER($number) } thread
    [one] thread واحد
    [two] { NUMBER($number) } threads
    [few] { NUMBER($number) } threads
    [many] { NUMBER($number) } thread
   *[other] { NUMBER($number) } thread
}
devices_page-peak = الذروة { $peaks } ({ $basis }: { $source })
devices_page-no_peak = لم تُقس الذروة بعد: اكتب fledge devices --measure
devices_page-from = المصدر
devices_page-legend = الأعمدة 16-bit وtf32 وfp32: الذروة بوحدة TFLOP/s، dense، مع التجميع في float32. العمود 16-bit هو bfloat16 وfloat16؛ والعلامة `*` تعني float16 فقط، أما bfloat16 فيُحاكى. العمود GEMM: النسبة من ذروة 16-bit التي بلغها ضرب المصفوفات في torch، حيث قاسها أحد. الشكوك في رقم ما: fledge devices NAME.
devices_page-sources_of = المصدر: { SEPARATED($sources) }

## one GPU

devices_page-row_peak = الذروة
devices_page-row_memory = الذاكرة
devices_page-row_bandwidth = عرض النطاق
devices_page-row_power = القدرة
devices_page-row_sources = المصادر
devices_page-row_doubts = شكوك
devices_page-dense = { $peaks }، dense، مع التجميع في float32
devices_page-at_most = { $watts } W على الأكثر
devices_page-measurements = { $number ->
    [zero] { NUMBER($number) } قياس
    [one] قياس واحد
    [two] قياسان
    [few] { NUMBER($number) } قياسات
    [many] { NUMBER($number) } قياسًا
   *[other] { NUMBER($number) } قياس
}
devices_page-gemm = { $rate } بالنوع { $dtype } ({ $samples })
devices_page-gemm_share = { $rate } بالنوع { $dtype }، أي { PERCENT($share) } من الذروة ({ $samples })
