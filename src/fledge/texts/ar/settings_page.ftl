## The page of `fledge config`

settings_page-tokens = عدد tokens في التكرار: { NUMBER($tokens) }
settings_page-note = ملاحظة: { $note }
settings_page-command_line = سطر الأوامر
settings_page-default = القيمة الافتراضية
settings_page-default_of = القيمة الافتراضية مع { $setting }
