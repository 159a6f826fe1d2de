## Times, counts and rates, as they stand in a sentence or a table.

# less than ten seconds
unit-part_seconds = { FIXED($n, digits: 1) } सेकंड
unit-seconds = { NUMBER($n) } सेकंड
unit-minutes = { NUMBER($minutes) } मिनट { FIXED($seconds, digits: 0, width: 2) } सेकंड
unit-hours = { $hours ->
    [1] { NUMBER($hours) } घंटा { FIXED($minutes, digits: 0, width: 2) } मिनट
   *[other] { NUMBER($hours) } घंटे { FIXED($minutes, digits: 0, width: 2) } मिनट
}
unit-days = { $hours ->
    [1] { NUMBER($days) } दिन { NUMBER($hours) } घंटा
   *[other] { NUMBER($days) } दिन { NUMBER($hours) } घंटे
}
unit-milliseconds = { NUMBER($n, digits: 1) } ms

## Counts with three digits: 812, 10.7K, 40.6M, 3.68B

unit-count = { FIXED($n, digits: 0) }
unit-count_thousands = { SIGNIFICANT($n, digits: 3) }K
unit-count_millions = { SIGNIFICANT($n, digits: 3) }M
unit-count_billions = { SIGNIFICANT($n, digits: 3) }B
unit-count_trillions = { SIGNIFICANT($n, digits: 3) }T

## Counts of tokens: 5,24,288, 81.9M, 10.5B

unit-tokens = { NUMBER($n, digits: 0) }
unit-tokens_millions = { FIXED($n, digits: 1) }M
unit-tokens_billions = { FIXED($n, digits: 1) }B

## Counts of parameters: 123.59M, 1.56B

unit-parameters_millions = { FIXED($n, digits: 2) }M
unit-parameters_billions = { FIXED($n, digits: 2) }B

## Ratios: 53 गुना, 2.4 गुना, 0.33 गुना

unit-times = { FIXED($n, digits: 1) } गुना
unit-times_whole = { FIXED($n, digits: 0) } गुना
unit-times_part = { SIGNIFICANT($n, digits: 2) } गुना

## Memory

unit-gigabytes = { ROUNDED($n) } GB
unit-megabytes = { ROUNDED($n) } MB
unit-kilobytes = { ROUNDED($n) } KB

## Rates of arithmetic

unit-gflops_few = { SIGNIFICANT($n, digits: 2) } GFLOP/s
unit-gflops = { FIXED($n, digits: 0) } GFLOP/s
unit-tflops = { FIXED($n, digits: 1) } TFLOP/s

## Small numbers in words, in the middle of a sentence

unit-word = { $n ->
    [0] शून्य
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

## Lists: a, b और c; a; b; c

unit-list = { $most } और { $last }
unit-either = { $most } या { $last }
unit-semicolon = {"; "}
unit-comma = {", "}
