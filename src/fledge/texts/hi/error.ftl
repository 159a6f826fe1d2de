## जब कोई कमांड आगे नहीं बढ़ सकती, तब वह क्या कहती है।

error-path = { $reason }।
error-path_named = { $path }: { $reason }।
error-check_path = यह पाथ जाँचें।
error-out_of_memory = मेमोरी समाप्त हो गई।
error-smaller = छोटा --batch_size या छोटा मॉडल आज़माएँ।
# वाक्य का एक भाग
error-missing_key = { $key } मौजूद नहीं है
error-problems = { NUMBER($number) } समस्याएँ:
error-more_problems = { $number ->
    [one] और { NUMBER($number) } समस्या
   *[other] और { NUMBER($number) } समस्याएँ
}

## --lang और --digits

error-unknown_language = fledge { QUOTED($name) } भाषा नहीं बोलता।
error-languages = वह ये भाषाएँ बोलता है: { $languages }। उदाहरण: --lang=en
error-unknown_digits = --digits={ $digits } न western है, न native।

error-did_you_mean = क्या आपका मतलब { $near } था?
