## What `fledge checkpoint` says. A template names its numbers; texts/message.py lists the formats.

checkpoint-intact = { $files ->
    [one] { $path }: { $files } फ़ाइल के सभी { NUMBER($bytes) } bytes वैसे ही हैं जैसे लिखे गए थे
   *[other] { $path }: { $files } फ़ाइलों के सभी { NUMBER($bytes) } bytes वैसे ही हैं जैसे लिखे गए थे
}
checkpoint-complete = { $files ->
    [one] { $path }: पूरा है, { $files } फ़ाइल में { NUMBER($bytes) } bytes; इसमें checksums नहीं हैं, इसलिए फ़ाइल के अंदर की खराबी नहीं दिखेगी
   *[other] { $path }: पूरा है, { $files } फ़ाइलों में { NUMBER($bytes) } bytes; इसमें checksums नहीं हैं, इसलिए फ़ाइल के अंदर की खराबी नहीं दिखेगी
}
checkpoint-damaged = { $file } खराब है: { $problem }।
checkpoint-unread = { $path } वैसा ही है जैसा लिखा गया था, पर पढ़ा नहीं जा सकता: { $problem }
checkpoint-use_another = दूसरा checkpoint इस्तेमाल करें, या जहाँ यह सही-सलामत है वहाँ से फिर copy करें।
checkpoint-wrote = { $source } से { $out } लिखा गया: { $before } फ़ाइलों से { $after } बनीं
checkpoint-next = आगे: { $command }
