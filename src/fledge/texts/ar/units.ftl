## Times, counts and rates, as they stand in a sentence or a table.

# أقل من عشر ثوانٍ
unit-part_seconds = { FIXED($n, digits: 1) } ث
unit-seconds = { NUMBER($n) } ث
unit-minutes = { NUMBER($minutes) } د و{ FIXED($seconds, digits: 0, width: 2) } ث
unit-hours = { NUMBER($hours) } س و{ FIXED($minutes, digits: 0, width: 2) } د
unit-days = { NUMBER($days) } ي و{ NUMBER($hours) } س
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

unit-times = { FIXED($n, digits: 1) }×
unit-times_whole = { FIXED($n, digits: 0) }×
unit-times_part = { SIGNIFICANT($n, digits: 2) }×

## Memory

unit-gigabytes = { ROUNDED($n) } GB
unit-megabytes = { ROUNDED($n) } MB
unit-kilobytes = { ROUNDED($n) } KB

## Rates of arithmetic

unit-gflops_few = { SIGNIFICANT($n, digits: 2) } GFLOP/s
unit-gflops = { FIXED($n, digits: 0) } GFLOP/s
unit-tflops = { FIXED($n, digits: 1) } TFLOP/s

## Small numbers in words, in the middle of a sentence

unit-word =
    { $n ->
        [0] صفر
        [1] واحد
        [2] اثنان
        [3] ثلاثة
        [4] أربعة
        [5] خمسة
        [6] ستة
        [7] سبعة
        [8] ثمانية
        [9] تسعة
        [10] عشرة
       *[other] { NUMBER($n) }
    }

## Lists: a, b and c; a; b; c

unit-list = { $most } و{ $last }
unit-either = { $most } أو { $last }
unit-semicolon = {"؛ "}
unit-comma = {"، "}
