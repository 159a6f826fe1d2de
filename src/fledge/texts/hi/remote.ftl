## data/corpus/remote.py

remote-credentials = उसे जो credentials चाहिए, वे set करें।
remote-local_file = { $word } इसी मशीन की फ़ाइल है।
remote-by_path = file:// के बिना, उसके path से नाम दें
remote-no_glob = { $name }: web सर्वर फ़ाइलों की सूची नहीं देता, इसलिए वहाँ * से खोजा नहीं जा सकता।
remote-each_file = हर फ़ाइल का नाम दें।
remote-web_needs = web से पढ़ने के लिए fsspec और aiohttp चाहिए, जो install नहीं हैं।
remote-type_pip_data = लिखें: `pip install 'fledge[data]'`
remote-sent_compressed = { $name } का सर्वर मना करने पर भी उसे compressed ({ $packed }) भेजता है।
remote-by_other_means = उसे किसी और तरह download करें और फ़ाइल का नाम दें।
remote-no_address = { $name } web का पता नहीं है।
remote-address_form = वह https://HOST/PATH जैसा होता है।
remote-no_answer = समय पर जवाब नहीं मिला
remote-not_found = { $name } नहीं है (HTTP 404)।
remote-check_address = पता जाँचें।
remote-server_says = सर्वर कहता है HTTP { $status }
remote-too_short = फ़ाइल उससे छोटी है जितनी आ चुकी है
remote-refused = सर्वर { $name } देने से मना करता है (HTTP { $status })।
remote-login = क्या उस पते के लिए login चाहिए, या उसकी अवधि खत्म हो गई है?
remote-server_answers = { $name } के लिए सर्वर HTTP { $status } जवाब देता है।
remote-no_file = { $word } पर पढ़ने लायक कोई फ़ाइल नहीं है।
remote-needs_fsspec = { $scheme }:// के लिए fsspec चाहिए, जो install नहीं है।
remote-no_package = यहाँ कोई package { $scheme }:// पते नहीं खोल सकता।{ $near }
remote-known_schemes = ये मालूम हैं: https, hf, s3, gs, az।
remote-type_pip = लिखें: `pip install { $package }`
remote-needs_package = { $scheme }:// के लिए ऐसा package चाहिए जो install नहीं है।
remote-missing = { $name } नहीं है।
remote-store_refuses = store { $name } देने से मना करता है: { $reason }।
remote-store_problem = { $name }: { $reason }।

## data/corpus/transfer.py

remote-check_connection = connection जाँचें और वही कमांड फिर चलाएँ।
remote-part_unsaid = सर्वर ने एक हिस्सा भेजा और नहीं बताया कि कौन सा
remote-other_part = सर्वर ने माँगे हुए से अलग हिस्सा भेजा
remote-changed = इस बीच फ़ाइल बदल गई
remote-broke_off =
    { $size ->
        [one] { NUMBER($size) } byte
       *[other] { NUMBER($size) } bytes
    } में से { NUMBER($received) } पर connection टूट गया
remote-sent_more =
    सर्वर ने { NUMBER($size) } की फ़ाइल के { $received ->
        [one] { NUMBER($received) } byte
       *[other] { NUMBER($received) } bytes
    } भेजे
remote-kept = अब तक आए bytes सँभालकर रखे गए हैं: वही कमांड वहीं से आगे बढ़ती है।
remote-wrong_checksum = { $name } दो बार ऐसी सामग्री के साथ आई जो उसके checksum से मेल नहीं खाती।
remote-proxy_or_damage = शायद कोई proxy उसे बदल देता है, या वह अपने source पर ही खराब है।
remote-unreachable = { $name } तक पहुँचा नहीं जा सकता
remote-cant_download = { $name } download नहीं हो सकती
remote-failed = { $problem }: { $reason }।
remote-failed_in_a_row = { $problem }: { $reason }, लगातार { $times } बार।
remote-asked_to_wait = { $problem }: { $reason }, और सर्वर { FIXED($minutes, digits: 0) } मिनट रुकने को कहता है।
remote-wait = उतनी देर रुकें।
remote-no_room = { $name } को { FIXED($needed, digits: 2) } GB चाहिए, और { $folder } में { FIXED($free, digits: 2) } GB खाली है।
