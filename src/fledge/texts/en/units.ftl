## Times, counts and rates, as they stand in a sentence or a table.

# less than ten seconds
unit-part_seconds = { FIXED($n, digits: 1) } s
unit-seconds = { $n } s
unit-minutes = { $minutes } min { FIXED($seconds, digits: 0, width: 2) } s
unit-hours = { $hours } h { FIXED($minutes, digits: 0, width: 2) } min
unit-days = { $days } d { $hours } h
unit-milliseconds = { NUMBER($n, digits: 1) } ms

## Counts with three digits: 812, 10.7K, 40.6M, 3.68B

unit-count = { FIXED($n, digits: 0) }
unit-count_thousands = { SIGNIFICANT($n, digits: 3) }K
unit-count_millions = { SIGNIFICANT($n, digits: 3) }M
unit-count_billions = { SIGNIFICANT($n, digits: 3) }B
unit-count_trillions = { SIGNIFICANT($n, digits: 3) }T

## Counts of tokens: 524,288, 81.9M, 10.5B

unit-tokens = { NUMBER($n, digits: 0) }
unit-tokens_millions = { FIXED($n, digits: 1) }M
unit-tokens_billions = { FIXED($n, digits: 1) }B

## Counts of parameters: 123.59M, 1.56B

unit-parameters_millions = { FIXED($n, digits: 2) }M
unit-parameters_billions = { FIXED($n, digits: 2) }B

## Ratios: 53x, 2.4x, 0.33x

unit-times = { FIXED($n, digits: 1) }x
unit-times_whole = { FIXED($n, digits: 0) }x
unit-times_part = { SIGNIFICANT($n, digits: 2) }x

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
    [0] no
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $n }
}

## Lists: a, b and c; a; b; c

unit-list = { $most } and { $last }
unit-either = { $most } or { $last }
unit-semicolon = {"; "}
unit-comma = {", "}
