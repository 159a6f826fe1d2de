## What any command may say when it can't go on.

error-path = { $reason }।
error-path_named = { $path }: { $reason }।
error-check_path = वह पाथ जाँचें।
error-out_of_memory = मेमोरी खत्म हो गई।
error-smaller = छोटा --batch_size या छोटा मॉडल आज़माएँ।
# a part of a sentence
error-missing_key = { $key } नहीं है
error-problems = { $number ->
    [one] { NUMBER($number) } समस्या:
   *[other] { NUMBER($number) } समस्याएँ:
}
error-more_problems = और { NUMBER($number) } ऐसी ही

## --lang and --digits

error-unknown_language = fledge { QUOTED($name) } भाषा नहीं बोलता।
error-languages = वह ये भाषाएँ बोलता है: { $languages }। उदाहरण: --lang=en या FLEDGE_LANG=en
error-unknown_digits = digits={ $digits } न western है, न native। --digits=western या FLEDGE_DIGITS=western आज़माएँ।

error-did_you_mean = क्या आपका मतलब { $near } था?
