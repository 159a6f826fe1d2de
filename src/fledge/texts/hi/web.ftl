## what a server of ours says: `fledge watch`

web-refused-host = यह सर्वर इस नाम से नहीं जाना जाता। वही पता खोलें जो शुरू होते समय print हुआ था।
web-refused-origin = यह request किसी दूसरी site से आई है।
web-refused-token = token नहीं है या गलत है। वही पता खोलें जो fledge ने शुरू होते समय print किया था: उसके अंत में ?token=... है।
web-refused-body = request बहुत बड़ी है: ज़्यादा से ज़्यादा { NUMBER($limit) } bytes।
web-refused-slow = request बहुत धीरे आई।
web-refused-many = इस सर्वर पर पहले से { NUMBER($most) } connections हैं। कुछ पेज या clients बंद करके फिर कोशिश करें।
web-failure = यह fledge के अंदर फ़ेल हुआ। जिस terminal में वह चल रहा है, उसमें और जानकारी है।
web-warning-open = चेतावनी: --host={ $host } से दूसरी मशीनें बिना encryption के जुड़ सकती हैं। जिसके पास token है, वह आपके runs पढ़ सकता है और उन पर काम कर सकता है। 127.0.0.1 तक ssh tunnel ज़्यादा सुरक्षित है।
web-ctrl_c = Ctrl-C से बंद होता है।
web-watch-no_run = यहाँ ऐसा कोई run नहीं है।
web-watch-not_ours = ये काम सिर्फ़ fledge के runs पर हो सकते हैं।
web-watch-compare = दो से { $most } runs चुनें।
web-watch-window = पहला और आखिरी iteration पूर्ण संख्याएँ होनी चाहिए: ?from=0&to=1000।
web-watch-failed = इस run का विश्लेषण नहीं हो सका। जिस terminal में fledge watch चल रहा है, वह कारण बताता है।
web-watch-unreadable = इनमें से दो runs भी पढ़े नहीं जा सकते।

## the playground

web-play-no_checkpoint = { $run } में ऐसा कोई checkpoint नहीं है जो पढ़ा जा सके। शायद नए checkpoint ने उसे हटा दिया हो: दूसरा चुनें।
web-play-busy = पहले से { $most } टेक्स्ट लिखे जा रहे हैं। एक रोकें, या उसके खत्म होने का इंतज़ार करें।
web-play-memory = इस checkpoint को { NUMBER($needed, digits: 1) } GB मेमोरी चाहिए और { NUMBER($free, digits: 1) } GB खाली है। इस मशीन पर चल रहे runs पहले हैं: किसी के खत्म होने पर फिर कोशिश करें।
web-play-tokenizer = { $name } में नहीं लिखा कि वह किस tokenizer से train हुआ। fledge sample आज़माएँ, जो उसका dataset ढूँढता है।
web-play-vocabulary = { $name } खराब है: उसके tokenizer में उसके मॉडल से ज़्यादा tokens हैं।
web-play-failed = मॉडल यह टेक्स्ट नहीं लिख पाया। वजह उस terminal में है जिसमें fledge watch चल रहा है।
web-play-killed = यह टेक्स्ट लिखने वाली process kill हो गई, शायद मेमोरी खत्म होने से। छोटा checkpoint आज़माएँ, या किसी run के खत्म होने का इंतज़ार करें।
web-play-ended = यह टेक्स्ट लिखने वाली process खत्म हो गई। वजह उस terminal में है जिसमें fledge watch चल रहा है।
web-play-start = टेक्स्ट लिखने वाली process शुरू नहीं हो सकती: { $why }।

## web/server.py

web-port_used = port { $port } पहले से इस्तेमाल में है।
web-try_port = --port={ $other } आज़माएँ।
web-port_refused = port { $port } इस्तेमाल करने की अनुमति आपको नहीं है।
web-try_high_port = 1024 या उससे ऊपर का port आज़माएँ, जैसे --port=8080।
web-no_address = --host={ $host } इस मशीन का पता नहीं है।
web-try_host = --host={ $loopback } आज़माएँ।
web-cant_listen = { $host }, port { $port } पर सुना नहीं जा सकता: { $reason }।
web-try_any = --host={ $loopback } --port=0 आज़माएँ।
web-bad_token = { $variable } में कम से कम { $least } अक्षर, अंक, या - _ . ~ में से कोई चिह्न चाहिए।
web-unset_token = उसे हटा दें: तब एक random token बन जाएगा।

## web/watch/entry.py

web-watch-gone = वह जा चुका है, या फ़ोल्डर से बाहर ले जाता है।

## web/watch/places.py

web-watch-no_place = { $name } नाम का कोई run, log या फ़ोल्डर नहीं है।
web-watch-without_name = नाम न दें, तो fledge watch यहाँ के runs दिखाता है।
web-watch-step = Step
web-watch-skip = सीधे सामग्री पर जाएँ
# then a colon, and the address
web-watching = देखा जा रहा है
