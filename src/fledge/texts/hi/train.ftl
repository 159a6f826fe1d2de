## What a run says while it goes: a machine that is busy with other work.
## A template names its numbers; texts/message.py lists the formats.

## parts of a sentence: why it is slow

load-others = दूसरी processes { SIGNIFICANT($cores) } में से { FIXED($others, digits: 1) } cores ले रही हैं
load-steal = इस virtual machine का host { SIGNIFICANT($cores) } में से { FIXED($steal, digits: 1) } cores ले लेता है
load-throttled = container का { SIGNIFICANT($cores) } cores का quota इसे { FIXED($throttled, digits: 1) } cores जितने समय के लिए रोकता है
load-slow_clock = cores { NUMBER($mhz, digits: 0) } MHz पर चल रहे हैं, पहले { NUMBER($usual, digits: 0) } MHz पर चलते थे
load-other_work = दूसरे काम ने cores का एक हिस्सा लिया
load-unknown = fledge यहाँ जो पढ़ सकता है, उससे वजह पता नहीं चलती
train-slower_than_before = iterations में { MILLISECONDS($now) } लग रहे हैं, इस run के सबसे तेज़ { MILLISECONDS($best) } का { TIMES($ratio) }: { SEPARATED($reasons) }
train-slower_than_planned = iterations में { MILLISECONDS($now) } लग रहे हैं, प्लान के { MILLISECONDS($planned) } का { TIMES($ratio) }: { SEPARATED($reasons) }
train-waiting = यह run { PERCENT($lost) } समय core का इंतज़ार करता है: { SEPARATED($reasons) }
train-planned = प्लान में { DURATION($planned) } की training थी, लगे { DURATION($took) }
train-planned_but_busy = प्लान में { DURATION($planned) } की training थी, लगे { DURATION($took) }: इसके { PERCENT($share) } समय मशीन दूसरे काम में लगी थी ({ SEPARATED($reasons) })
## requests to a run that goes on

request-stop = { $run } अपने मौजूदा step के बाद save करके खत्म होगा ({ $writer })।
request-save = { $run } अपने मौजूदा step के बाद checkpoint save करेगा ({ $writer })।
train-no_page = ध्यान दें: training पेज के बिना चलती रहेगी। { $why }
## several processes

processes-failed = rank { $rank }: { $why }
processes-killed = rank { $rank } kill हुआ ({ $signal })।
processes-ended = rank { $rank } बिना कुछ बताए code { $code } के साथ खत्म हुआ।
processes-silent = { DURATION($seconds) } से किसी process ने दूसरों को अपना { $key } नहीं बताया।
processes-restart = fledge: { $why } सभी processes आखिरी checkpoint से फिर शुरू हो रही हैं ({ $most } में से { $number })।
processes-one_gpu = --device={ $device } एक GPU है, और --devices={ $number } ज़्यादा माँगता है। --device हटा दें।
processes-mps = mps एक GPU है। --devices हटा दें, या --device=cpu लिखें।
processes-too_few_gpus = --devices={ $number } का मतलब है { $number } GPUs, और इस मशीन में { $gpus } हैं। --devices=auto या --device=cpu आज़माएँ।
processes-already = --devices processes शुरू करता है, और torchrun पहले ही { $number } शुरू कर चुका है। दोनों में से एक हटा दें।
processes-from_python = fledge.train उसी process में train करता है जो उसे call करती है। कई processes के लिए terminal में fledge train --devices={ $devices } चलाएँ।
processes-differs = rank { $rank } में { $name } का मान rank 0 से अलग है: { $first } नहीं, { $value }।
processes-differ = ranks { $ranks } में { $name } का मान rank 0 से अलग है: { $first } नहीं, { $value }।
processes-differ_more = { $number } और अलग हैं।
processes-differ_advice = हर process को एक ही कमांड, code और डेटा के साथ शुरू करें।
processes-no_nccl = --backend=nccl उन NVIDIA GPUs के लिए है जिनके torch में NCCL हो, और यह run { $device } पर है। --backend हटा दें।
processes-lost = इस run की एक process जा चुकी है: { $why }।
processes-restarted = agent ने फिर शुरू किया ({ $number }), { $run } आगे चल रहा है
processes-restarted_anew = agent ने फिर शुरू किया ({ $number }): { $run } में अभी कोई checkpoint नहीं था
processes-auto_resume_where = --auto_resume के लिए --out_dir चाहिए: वह जगह जहाँ वह run को ढूँढे।
## the watchdog of several processes

watchdog-frozen = { $ranks } से { DURATION($seconds) } से कोई संकेत नहीं मिला: वह जम गया है, या उसकी मशीन जा चुकी है। आखिरी बार iteration { NUMBER($it) } पर, { $where } में दिखा।
watchdog-absent = { $ranks } { DURATION($seconds) } से शुरू नहीं हुआ, और बाकी शुरू हो चुके हैं।
watchdog-no_store = rank { $rank } { DURATION($seconds) } से iteration { NUMBER($it) } पर आगे नहीं बढ़ा: वह { $where } में है। { $address } का store, जहाँ processes अपने होने का संकेत छोड़ती हैं, जवाब नहीं देता: वह मशीन, या उसे चलाने वाली process, जम गई है या जा चुकी है।
watchdog-stuck = { $ranks } { DURATION($seconds) } से iteration { NUMBER($it) } पर आगे नहीं बढ़ा: वह { $where } में है।
watchdog-all_wait = कोई process { DURATION($seconds) } से iteration { NUMBER($it) } से आगे नहीं बढ़ी: सब { $where } में इंतज़ार कर रही हैं। क्या उनके बीच का नेटवर्क चल रहा है?
watchdog-others = बाकी { $where } में इंतज़ार कर रहे हैं।
