bench-warming_up = يجري الإحماء
bench-repeat = الإعادة { $number } من { $repeats }: عدد التكرارات { $iterations }، نحو { FIXED($seconds, digits: 0) } ث
bench-parts = يجري قياس أزمنة أجزاء التكرار
bench-new_runs = يبدأ fledge bench speed تشغيلات جديدة.
bench-leave_out_resume = احذف --init_from=resume، أو سم فيه تشغيلًا.
bench-one_process = يقيس fledge bench speed عملية واحدة.
bench-disturbed = ملاحظة: أخذ عمل آخر { PERCENT($lost) } من النواة: هذا الحاسوب أسرع وحده.
bench-random_tokens = ملاحظة: لا توجد مجموعة بيانات في { $path }: تُستخدم tokens عشوائية، vocab_size={ CODE($vocab_size) }
