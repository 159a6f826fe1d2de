## The page of `fledge config`

settings_page-tokens = हर iteration के tokens: { NUMBER($tokens) }
settings_page-note = ध्यान दें: { $note }
settings_page-command_line = command line
settings_page-default = default
settings_page-default_of = { $setting } का default
