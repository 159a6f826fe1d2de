## Run directories.

run-written = कोई दूसरा fledge अभी { $run } लिख रहा है (वह नहीं बताता कि कौन सी process)।
run-written_by = कोई दूसरा fledge अभी { $run } लिख रहा है ({ $writer })।
run-wait = उसका इंतज़ार करें, उसे रोकें, या --out_dir से कहीं और लिखें।
# the process that writes a run
run-writer = { $host } पर pid { $pid }, { $since } से
run-unknown_host = किसी अनजान host
run-here = यहाँ के runs: { $runs }।
run-none_here = यहाँ के runs: कोई नहीं।

## logs/rundir.py

run-another_out_dir = दूसरा --out_dir चुनें।
run-none_yet = यहाँ अभी कोई run नहीं है।
run-demo_makes_one = `fledge demo` कुछ मिनटों में एक बना देता है।
run-no_checkpoint = { $name } में कोई checkpoint नहीं है।
run-writes_one = `fledge train` हर evaluation पर एक लिखता है।
run-unknown = { $name } नाम का कोई run नहीं है।
run-is_file = { $path } फ़ोल्डर नहीं, फ़ाइल है।
run-exists = { $path } में पहले से एक run है।
run-exists_fix = उसे --init_from=resume से आगे चलाएँ, --out_dir से कहीं और लिखें, या --overwrite से बदल दें।
run-foreign = { $path } में एक { $name } है जिसे fledge के किसी run ने नहीं लिखा।
run-only_log = { $path } में ऐसे run का log है जो अपने पहले checkpoint से पहले खत्म हो गया।
run-only_log_fix = --out_dir से कहीं और लिखें, या --overwrite से बदल दें।
run-nothing_to_resume = { $out_dir } में resume करने को कुछ नहीं है।

## logs/run_lock.py

run-no_locks = { $run } में फ़ाइल locks नहीं हैं: जब तक यह run चल रहा है, उसमें दूसरा run शुरू न करें

## logs/run_requests.py

run-not_training = कोई fledge अभी { $run } को train नहीं कर रहा।
run-how_it_ended = यह कैसे खत्म हुआ, देखने के लिए: fledge explain { $run }
