## Files and disks.

files-unreadable = لا يمكن قراءة { $path }: { $reason }.
files-space_try_again = أفرغ بعض المساحة ثم حاول مرة أخرى.
files-space_export_again = أفرغ بعض المساحة ثم صدّر مرة أخرى.
files-space_continue = أفرغ بعض المساحة ثم تابع: fledge train --init_from=resume --out_dir={ $run }.
files-space_start_again = أفرغ بعض المساحة ثم ابدأ التشغيل من جديد: ليس له checkpoint بعد.
files-space_continues_here = أفرغ بعض المساحة ثم شغّل الأمر نفسه: يتابع من هنا.
files-space_continues_saved = أفرغ بعض المساحة ثم شغّل الأمر نفسه: يتابع من حيث حفظ آخر مرة.

## common/files.py

files-no_home = لا يوجد مجلد رئيسي (home) لحفظ الملفات فيه.
files-set_cache = اجعل FLEDGE_CACHE مجلدًا.
files-unwritable = لا يمكن كتابة { $path }: { $reason }.
files-elsewhere = اكتب في مكان آخر: --out_dir أو --data_dir أو --out مختلف.
files-nested = متداخل أكثر من اللازم
files-not_json = { $path } ليس JSON: { $reason }.
