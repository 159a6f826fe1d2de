## GPUs and this machine.

hardware-no_gpu = لا توجد في الجدول GPU اسمها { QUOTED($name) }.
hardware-all_gpus = الأمر `fledge devices` يعرضها كلها.

## Where a peak comes from

hardware-not_measured = لم تُقس بعد
hardware-peak_gpu = المئين { NUMBER(90) } لسرعة ضرب المصفوفات على هذا الحاسوب، torch { $version }
hardware-peak_cpu =
    المئين { NUMBER(90) } لسرعة ضرب المصفوفات على هذا الحاسوب، { $threads ->
        [zero] { NUMBER($threads) } thread
        [one] thread واحد
        [two] { NUMBER($threads) } threads
        [few] { NUMBER($threads) } threads
        [many] { NUMBER($threads) } thread
       *[other] { NUMBER($threads) } thread
    }، torch { $version }

## hardware/matmul_peak.py

hardware-peak_busy = عدد threads ({ $threads }) مضروبًا في سرعة واحد منها: CPU مشغول بعمل آخر
