## The page of `fledge config`

settings_page-tokens = tokens per iteration: { NUMBER($tokens) }
settings_page-note = note: { $note }
settings_page-command_line = command line
settings_page-default = default
settings_page-default_of = default of { $setting }
