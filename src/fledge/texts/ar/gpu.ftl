## Doubts about a GPU's figures. gpus.csv names the message and its numbers: `also_power watts=165`

gpu-doubt-fp32_to_plan = لا توجد فيها tensor cores، فالرقم الذي تُبنى عليه الخطة هو fp32؛ أما fp16 الأصلي فسرعته 1/64 منه.
gpu-doubt-fp16_gemms_in_fp32 = ينفذ torch عمليات GEMM من نوع fp16 بوحدات fp32.
gpu-doubt-fewer_sms = فيها { NUMBER($sms) } SM، وفي بطاقة { NUMBER($gb) } GB عددها { NUMBER($other_sms) }.
gpu-doubt-later_bandwidth = البطاقات الأحدث صنعًا لها { SIGNIFICANT($gbs) } GB/s.
gpu-doubt-later_memory = البطاقات الأحدث صنعًا ذاكرتها { $memory } ولها { SIGNIFICANT($gbs) } GB/s.
gpu-doubt-no_tensor_cores = لا توجد فيها tensor cores.
gpu-doubt-unconfirmed_of_board = رقما بطاقة { $board }، وهما { SIGNIFICANT($tflops) } TFLOP/s و{ SIGNIFICANT($watts) } W، غير مؤكدين؛ ولبطاقة { $other } الرقمان { SIGNIFICANT($other_tflops) } TFLOP/s و{ SIGNIFICANT($other_watts) } W.
gpu-doubt-fp16_on_paper = سرعة fp16 ضعف fp32 على الورق، لا في GEMM الذي قيس.
gpu-doubt-bf16_emulated = النوع bf16 يُحاكى.
gpu-doubt-bf16_emulated_measured = النوع bf16 يُحاكى: قيس فيه { SIGNIFICANT($tflops) } TFLOP/s حيث يبلغ fp16 المقدار { SIGNIFICANT($fp16) } TFLOP/s.
gpu-doubt-bf16_emulated_supported = النوع bf16 يُحاكى (قيس فيه من { FIXED($low, digits: 1) } إلى { FIXED($high, digits: 1) } TFLOP/s) مع أن is_bf16_supported() تجيب بنعم.
gpu-doubt-one_list = في إحدى القوائم { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-older_list = في قائمة أقدم { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-wrong_tflops = المقدار { SIGNIFICANT($tflops) } TFLOP/s في إحدى القوائم خطأ.
gpu-doubt-rounded = بعض القوائم تقرّب إلى { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-wrong_bandwidth = المقدار { SIGNIFICANT($gbs) } GB/s في إحدى القوائم خطأ.
gpu-doubt-as_card_more = تُعد بطاقة { NUMBER($gb) } GB بذاكرة أكبر.
gpu-doubt-as_card_less = تُعد بطاقة { NUMBER($gb) } GB بذاكرة أقل.
gpu-doubt-unconfirmed_power = القدرة { SIGNIFICANT($watts) } W غير مؤكدة.
gpu-doubt-lists_other = يورد { $by } لها { SIGNIFICANT($tflops) } TFLOP/s، وهو رقم { $card }.
gpu-doubt-near_measurement = أقرب قياس هو لبطاقة أخرى، { $card } ({ SIGNIFICANT($tflops) } من { SIGNIFICANT($peak) } TFLOP/s).
gpu-doubt-fp16_twice_on_paper = سرعة fp16 ضعف fp32 على الورق؛ ولم يقسها أحد هنا، فابنِ الخطة على fp32.
gpu-doubt-tensor_ratio = رقم tensor cores مستنتج بالنسبة التي لبطاقة { $card }.
gpu-doubt-tensor_derived = رقم tensor cores مستنتج.
gpu-doubt-founders = لنسخة Founders Edition المقدار { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-founders_power = لنسخة Founders Edition المقداران { SIGNIFICANT($tflops) } TFLOP/s و{ SIGNIFICANT($watts) } W.
gpu-doubt-fp16_accumulation = المقدار { SIGNIFICANT($tflops) } في غير هذا الجدول هو مع التجميع في fp16.
gpu-doubt-fp16_accumulation_near = الأرقام المتداولة القريبة من { SIGNIFICANT($tflops) } هي مع التجميع في fp16.
gpu-doubt-fp16_accumulation_of = القوائم التي فيها { SIGNIFICANT($tflops) } تعني التجميع في fp16 وبطاقة { $card }.
gpu-doubt-fp16_sparsity = المقدار { SIGNIFICANT($tflops) } في غير هذا الجدول يحسب التجميع في fp16 وsparsity.
gpu-doubt-sparsity = المقدار { SIGNIFICANT($tflops) } في غير هذا الجدول يحسب sparsity.
gpu-doubt-without_tensor_cores = المقدار { SIGNIFICANT($tflops) } في غير هذا الجدول هو من دون tensor cores.
gpu-doubt-without_matrix_cores = المقدار { SIGNIFICANT($tflops) } في غير هذا الجدول هو من دون matrix cores.
gpu-doubt-other_card = ليست بطاقة { NUMBER($gb) } GB نفسها: فيها { NUMBER($sms) } SM، وترددها وذاكرتها أبطأ.
gpu-doubt-other_chip = شريحتها غير شريحة { NUMBER($gb) } GB.
gpu-doubt-laptop_range = محسوبة عند أعلى نطاق NVIDIA لتردد boost، أي { SIGNIFICANT($ghz) } GHz عند { SIGNIFICANT($watts) } W؛ أما الحواسيب المحمولة التي تسمح بقدرة { SIGNIFICANT($low_watts) } W فتبدأ من { SIGNIFICANT($low_ghz) } GHz.
gpu-doubt-also_bandwidth = يُتداول أيضًا { SIGNIFICANT($gbs) } GB/s.
gpu-doubt-also_power = يُتداول أيضًا { SIGNIFICANT($watts) } W.
gpu-doubt-also_memory = يُتداول أيضًا { SIGNIFICANT($gb) } GB.
gpu-doubt-slower_memory = ذاكرة بطاقة { NUMBER($gb) } GB أبطأ.
gpu-doubt-unconfirmed_clocks = الترددات غير مؤكدة.
gpu-doubt-unconfirmed_boost = تردد boost البالغ { SIGNIFICANT($ghz) } GHz غير مؤكد.
gpu-doubt-unconfirmed_bandwidth = عرض النطاق { SIGNIFICANT($gbs) } GB/s غير مؤكد.
gpu-doubt-outlier = استُبعد قياس ثانٍ ({ SIGNIFICANT($tflops) } TFLOP/s) لشذوذه.
gpu-doubt-left_out = تُرك قياس مذكور مقداره { SIGNIFICANT($tflops) } TFLOP/s: فهو غير موجود في سجل القياسات نفسه.
gpu-doubt-noisy = القياس الوحيد فيه ضجيج: فقد أعطى fp16 على البطاقة نفسها { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-not_measured = لم تُقس.
gpu-doubt-sister_reaches = تبلغ بطاقة { $card } من رقمها ما بين { FIXED($low, digits: 2) } و{ FIXED($high, digits: 2) } منه.
gpu-doubt-one_machine = قيس على حاسوب واحد { SIGNIFICANT($fp16) } TFLOP/s في fp16 و{ SIGNIFICANT($bf16) } TFLOP/s في bf16.
gpu-doubt-bandwidth_of = المقدار { SIGNIFICANT($gbs) } GB/s في إحدى القوائم هو لبطاقة { $card }.
gpu-doubt-unlike_laptop = ذاكرتها { $memory }، بخلاف بطاقة الحاسوب المحمول.
gpu-doubt-memory_kind = ذاكرتها { $memory }.
gpu-doubt-memory_rate = ذاكرة { $memory } بسرعة { SIGNIFICANT($gbits) } Gbit/s؛ أي { SIGNIFICANT($gbs) } GB/s.
gpu-doubt-bandwidth_follows = المقدار { SIGNIFICANT($gbs) } GB/s ناتج من { SIGNIFICANT($gbits) } Gbit/s على { NUMBER($bits) } bit.
gpu-doubt-llmc_half = في llm.c نصف هذا ({ SIGNIFICANT($tflops) } TFLOP/s).
gpu-doubt-llmc_half_geforce = في llm.c نصف هذا ({ SIGNIFICANT($tflops) } TFLOP/s)، كما لبطاقات GeForce.
gpu-doubt-full_rate_measured = قيس { SIGNIFICANT($tflops) } TFLOP/s، وهذا يبين أن الرقم الكامل صحيح.
gpu-doubt-maintainer_half = تقدير القائم على llm.c هو النصف ({ SIGNIFICANT($tflops) } TFLOP/s).
gpu-doubt-workstation_card = بطاقة Blackwell لمحطات العمل؛ ولنسخة Max-Q المقدار { SIGNIFICANT($tflops) } TFLOP/s.
gpu-doubt-fp16_slower = قيس fp16 أبطأ (من { SIGNIFICANT($low) } إلى { SIGNIFICANT($high) } TFLOP/s) من bf16.
gpu-doubt-held_back = قدرتها { SIGNIFICANT($watts) } W تحد من سرعة GEMM.
gpu-doubt-torch_table = جدول الأجهزة في torch فيه أرقام لها مع sparsity وأرقام خاطئة ({ SIGNIFICANT($tflops) } TFLOP/s و{ SIGNIFICANT($gbs) } GB/s).
gpu-doubt-half_of = نصف سرعة { $card } عند التجميع في fp32.
gpu-doubt-lumped = القوائم التي تخلط بطاقتي SXM تعطيها عرض نطاق بطاقة { NUMBER($gb) } GB.
gpu-doubt-driver_name = تسميها برامج التشغيل { $name }، نسبة إلى ذاكرة CPU فيها.
gpu-doubt-set_power = تُضبط قدرتها بين { SIGNIFICANT($low) } و{ SIGNIFICANT($high) } W لكل من CPU وGPU معًا؛ والرقم { SIGNIFICANT($watts) } W هو لبطاقة { $card }.
gpu-doubt-chip_of = شريحة الحاسوب { $machine }.
gpu-doubt-shared_memory = ذاكرتها مشتركة مع CPU؛ ويرى torch منها { SIGNIFICANT($gb) } GB.
gpu-doubt-stated_fp4 = لا تذكر NVIDIA إلا { NUMBER($tflops) } TFLOP/s في FP4 مع sparsity، وهو بالنسبة نفسها { SIGNIFICANT($dense) } TFLOP/s.
gpu-doubt-matrix_rate = رقم fp32 هو سرعة وحدات المصفوفات.
gpu-doubt-vectors = تبلغ وحدات المتجهات { SIGNIFICANT($tflops) } TFLOP/s في fp32.
gpu-doubt-one_of_two = يرى torch كل شريحة من شريحتي البطاقة جهازًا: نصف ما للبطاقة من { SIGNIFICANT($tflops) } TFLOP/s و{ SIGNIFICANT($gb) } GB و{ SIGNIFICANT($gbs) } GB/s و{ SIGNIFICANT($watts) } W.
gpu-doubt-compute_units = عدد CU فيها { NUMBER($number) }، والتردد { SIGNIFICANT($ghz) } GHz.
gpu-doubt-two_at_once = رقم fp32 يحسب تعليمتين معًا، وهذا لا تبلغه إلا قلة من kernels.
gpu-doubt-int8 = تذكر Intel { NUMBER($tops) } TOPS في INT8.
gpu-doubt-xpu = يسميها torch باسم xpu، ولا يدرب fledge عليه.
gpu-doubt-sold_with_either = تباع مع { NUMBER($low) } أو { NUMBER($high) } GB، مشتركة مع CPU.
gpu-doubt-sold_with_range = تباع مع { NUMBER($low) } إلى { NUMBER($high) } GB، مشتركة مع CPU.
gpu-doubt-bf16_partly_emulated = النوع bf16 يُحاكى جزئيًا.
gpu-doubt-no_power_stated = لا تذكر Apple قدرة وحدات GPU لديها.
gpu-doubt-variant = { $cores ->
    [zero] للنسخة ذات { NUMBER($cores) } نواة { SIGNIFICANT($gbs) } GB/s.
    [one] للنسخة ذات النواة الواحدة { SIGNIFICANT($gbs) } GB/s.
    [two] للنسخة ذات النواتين { SIGNIFICANT($gbs) } GB/s.
    [few] للنسخة ذات { NUMBER($cores) } أنوية { SIGNIFICANT($gbs) } GB/s.
    [many] للنسخة ذات { NUMBER($cores) } نواة { SIGNIFICANT($gbs) } GB/s.
   *[other] للنسخة ذات { NUMBER($cores) } نواة { SIGNIFICANT($gbs) } GB/s.
}
gpu-doubt-for_cores = { $cores ->
    [zero] الأرقام لنسخة فيها { NUMBER($cores) } نواة؛ وتوجد نسخ بعدد أقل.
    [one] الأرقام لنسخة فيها نواة واحدة؛ وتوجد نسخ بعدد أقل.
    [two] الأرقام لنسخة فيها نواتان؛ وتوجد نسخ بعدد أقل.
    [few] الأرقام لنسخة فيها { NUMBER($cores) } أنوية؛ وتوجد نسخ بعدد أقل.
    [many] الأرقام لنسخة فيها { NUMBER($cores) } نواة؛ وتوجد نسخ بعدد أقل.
   *[other] الأرقام لنسخة فيها { NUMBER($cores) } نواة؛ وتوجد نسخ بعدد أقل.
}
gpu-doubt-neural_accelerators = لم تُحسب Neural Accelerators التي في أنويتها: إذ لم يكن torch يستخدمها حين كُتب هذا.

## Where a GPU's figures come from, where that is not just the name of a source

gpu-source-boost_clock = مستنتج: الأنوية بتردد boost
gpu-source-twice_fp16 = مستنتج: ضعف fp16 من دون tensor cores
gpu-source-twice_fp32 = مستنتج: ضعف fp32
gpu-source-half_int8 = مستنتج: نصف سرعة INT8
gpu-source-sms_at = مستنتج: { NUMBER($sms) } SM بسرعة { $rate }
gpu-source-whitepaper_rate = السرعة في الورقة التقنية { $name } مضروبة في الأنوية وتردد boost
gpu-source-die_of = تُعد شريحة { $card }
gpu-source-measured_by = قياس: { $source }
gpu-source-whitepaper = الورقة التقنية { $name }
gpu-source-datasheet = ورقة المواصفات { $name }
gpu-source-developer_blog = مدونة المطورين { $name }
gpu-source-writes_on = { $source } عن { $cards }
gpu-source-laptop_list = قائمة { $source } لبطاقات GPU في الحواسيب المحمولة
gpu-source-laptop_comparison = مقارنة { $source } للحواسيب المحمولة
gpu-source-announcement = تقارير عن إعلان { $company }
