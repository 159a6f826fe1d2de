## Files and disks.

files-unreadable = { $path } पढ़ा नहीं जा सकता: { $reason }।
files-space_try_again = कुछ जगह खाली करके फिर कोशिश करें।
files-space_export_again = कुछ जगह खाली करके फिर export करें।
files-space_continue = कुछ जगह खाली करें और fledge train --init_from=resume --out_dir={ $run } से आगे चलाएँ।
files-space_start_again = कुछ जगह खाली करें और run फिर शुरू करें: उसमें अभी कोई checkpoint नहीं है।
files-space_continues_here = कुछ जगह खाली करें और वही कमांड फिर चलाएँ: वह यहीं से आगे चलती है।
files-space_continues_saved = कुछ जगह खाली करें और वही कमांड फिर चलाएँ: वह वहाँ से आगे चलती है जहाँ आखिरी बार save हुआ था।

## common/files.py

files-no_home = फ़ाइलें रखने के लिए home फ़ोल्डर नहीं है।
files-set_cache = FLEDGE_CACHE को कोई फ़ोल्डर दें।
files-unwritable = { $path } लिखा नहीं जा सकता: { $reason }।
files-elsewhere = कहीं और लिखें: दूसरा --out_dir, --data_dir या --out दें।
files-nested = यह बहुत गहरा है
files-not_json = { $path } JSON नहीं है: { $reason }।
