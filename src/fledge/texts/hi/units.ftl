## समय, गिनती और दरें, जैसे वे वाक्य या तालिका में आती हैं।

# दस सेकंड से कम
unit-part_seconds = { FIXED($n, digits: 1) } से॰
unit-seconds = { NUMBER($n) } से॰
unit-minutes = { NUMBER($minutes) } मि॰ { FIXED($seconds, digits: 0, width: 2) } से॰
unit-hours = { NUMBER($hours) } घं॰ { FIXED($minutes, digits: 0, width: 2) } मि॰
unit-days = { NUMBER($days) } दिन { NUMBER($hours) } घं॰
unit-milliseconds = { NUMBER($n, digits: 1) } ms

## तीन अंकों की गिनती: 812, 10.7K, 40.6M, 3.68B

unit-count = { FIXED($n, digits: 0) }
unit-count_thousands = { SIGNIFICANT($n, digits: 3) }K
unit-count_millions = { SIGNIFICANT($n, digits: 3) }M
unit-count_billions = { SIGNIFICANT($n, digits: 3) }B
unit-count_trillions = { SIGNIFICANT($n, digits: 3) }T

## टोकन की गिनती: 5,24,288, 81.9M, 10.5B

unit-tokens = { NUMBER($n, digits: 0) }
unit-tokens_millions = { FIXED($n, digits: 1) }M
unit-tokens_billions = { FIXED($n, digits: 1) }B

## पैरामीटर की गिनती: 123.59M, 1.56B

unit-parameters_millions = { FIXED($n, digits: 2) }M
unit-parameters_billions = { FIXED($n, digits: 2) }B

## अनुपात: 53x, 2.4x, 0.33x

unit-times = { FIXED($n, digits: 1) }x
unit-times_whole = { FIXED($n, digits: 0) }x
unit-times_part = { SIGNIFICANT($n, digits: 2) }x

## मेमोरी

unit-gigabytes = { ROUNDED($n) } GB
unit-megabytes = { ROUNDED($n) } MB
unit-kilobytes = { ROUNDED($n) } KB

## गणना की दरें

unit-gflops_few = { SIGNIFICANT($n, digits: 2) } GFLOP/s
unit-gflops = { FIXED($n, digits: 0) } GFLOP/s
unit-tflops = { FIXED($n, digits: 1) } TFLOP/s

## वाक्य के बीच छोटी संख्याएँ

unit-word = { $n ->
    [0] कोई नहीं
    [1] एक
    [2] दो
    [3] तीन
    [4] चार
    [5] पाँच
    [6] छह
    [7] सात
    [8] आठ
    [9] नौ
    [10] दस
   *[other] { NUMBER($n) }
}

## सूचियाँ

unit-list = { $most } और { $last }
unit-semicolon = {"; "}
