/* Products in pairs of bfloat16, which these CPUs multiply and add in float32. x is rounded to bfloat16; int8 weights are
 * exact in it. Weights come 64 at a time, as two vectors. */
#define STEP_64 64
#define ROWS_AT_ONCE 2 /* rows of the matrix for a single row of x: the multiply-adds of one wait for each other */

/* The distance between rows: pairs of vectors, and not a multiple of 4096 bytes, which would share one set of the cache. */
static long pairs_stride(long width) { return (width + STEP_64 - 1) / STEP_64 * STEP_64 + LINE; }

static long scratch_size(long rows, long width) { return (rows + TILE) * pairs_stride(width); }

#if defined(__AVX512VBMI__)
static uint8_t low_bytes[128], high_bytes[128]; /* of the bfloat16 of 0 to 127 */

__attribute__((constructor)) static void fill_tables(void) {
    for (int n = 0; n < 128; n++) {
        bfloat16 number = narrow((float)n);
        low_bytes[n] = number & 0xff;
        high_bytes[n] = number >> 8;
    }
}

/* 64 weights, from -127 to 127, by looking up both bytes of each. The two vectors take turns in eights of them, which
 * `in_turns` does to x. */
INLINE void convert_64(__m512i w, __m512i *pairs) {
    __m512i size = _mm512_abs_epi8(w);
    __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(low_bytes), size, _mm512_loadu_si512(low_bytes + 64));
    __m512i high = _mm512_permutex2var_epi8(_mm512_loadu_si512(high_bytes), size, _mm512_loadu_si512(high_bytes + 64));
    high = _mm512_ternarylogic_epi32(high, w, _mm512_set1_epi8((char)0x80), 0xf8); /* high | (w & sign) */
    pairs[0] = _mm512_unpacklo_epi8(low, high);
    pairs[1] = _mm512_unpackhi_epi8(low, high);
}

INLINE void in_turns(__m512i *pairs) {
    __m512i first = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13), second = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
    __m512i even = _mm512_permutex2var_epi64(pairs[0], first, pairs[1]);
    pairs[1] = _mm512_permutex2var_epi64(pairs[0], second, pairs[1]);
    pairs[0] = even;
}
#else
INLINE void convert_64(__m512i w, __m512i *pairs) {
    for (int half = 0; half < 2; half++) {
        __m256i bytes = half ? _mm512_extracti64x4_epi64(w, 1) : _mm512_castsi512_si256(w);
        __m512 low = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_castsi256_si128(bytes)));
        __m512 high = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_extracti128_si256(bytes, 1)));
        pairs[half] = (__m512i)_mm512_cvtne2ps_pbh(high, low);
    }
}

INLINE void in_turns(__m512i *pairs) {}
#endif

/* 64 weights of a row from `i`; zeros beyond its end. */
INLINE void load_64(const struct matrix *m, long row, long i, int is_int8, __m512i *pairs) {
    long at = row * m->width + i, left = m->width - i;
    if (is_int8) {
        const int8_t *p = (const int8_t *)m->weight + at;
        fetch_ahead(p);
        convert_64(left >= 64 ? _mm512_loadu_si512(p) : _mm512_maskz_loadu_epi8((1ull << left) - 1, p), pairs);
        return;
    }
    const bfloat16 *p = (const bfloat16 *)m->weight + at;
    fetch_ahead(p);
    fetch_ahead(p + LINE);
    if (left >= 64) {
        pairs[0] = _mm512_loadu_si512(p);
        pairs[1] = _mm512_loadu_si512(p + 32);
    } else {
        uint64_t mask = (1ull << left) - 1;
        pairs[0] = _mm512_maskz_loadu_epi16((__mmask32)mask, p);
        pairs[1] = _mm512_maskz_loadu_epi16((__mmask32)(mask >> 32), p + 32);
    }
}

INLINE __m512 multiply_add(__m512 sum, __m512i a, __m512i b) { return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b); }

INLINE void product_of_one(const struct matrix *m, const bfloat16 *x, float *y, long from, long to, int is_int8) {
    for (long first = from; first < to; first += LOT) {
        long count = to - first < LOT ? to - first : LOT;
        __m512 parts[LOT + 1];
        for (long o = 0; o < LOT; o++) parts[o] = _mm512_setzero_ps();
        for (long o = 0; o < count; o += ROWS_AT_ONCE) {
            __m512 one = _mm512_setzero_ps(), other = one;
            long row = first + o, next = row + 1 < to ? row + 1 : row;
            for (long i = 0; i < m->width; i += STEP_64) {
                __m512i weights[2], beside[2];
                __m512i low = _mm512_loadu_si512(x + i), high = _mm512_loadu_si512(x + i + 32);
                load_64(m, row, i, is_int8, weights);
                load_64(m, next, i, is_int8, beside);
                one = multiply_add(multiply_add(one, weights[0], low), weights[1], high);
                other = multiply_add(multiply_add(other, beside[0], low), beside[1], high);
            }
            parts[o] = one;
            parts[o + 1] = other;
        }
        put_lot(m, parts, y, first, count);
    }
}

/* For several, the weights are converted once, and stay in the nearest cache for all of them. */
INLINE void product_of_many(const struct matrix *m, const bfloat16 *x, bfloat16 *ready, float *y, long y_stride, long rows,
                            long from, long to, int is_int8) {
    long stride = pairs_stride(m->width);
    for (long first = from; first < to; first += TILE) {
        long count = to - first < TILE ? to - first : TILE;
        for (long o = 0; o < TILE; o++)
            for (long i = 0; i < m->width; i += STEP_64) {
                __m512i weights[2];
                load_64(m, first + (o < count ? o : 0), i, is_int8, weights);
                _mm512_storeu_si512(ready + o * stride + i, weights[0]);
                _mm512_storeu_si512(ready + o * stride + i + 32, weights[1]);
            }
        put_tiles(m, x, ready, stride, y, y_stride, rows, first, count);
    }
}

static void round_rows(const float *x, bfloat16 *rounded, long rows, long width, int is_int8) {
    for (long r = 0; r < rows; r++)
        for (long i = 0; i < width; i += STEP_64) {
            __m512 parts[4];
            for (int k = 0; k < 4; k++) {
                long left = width - i - 16 * k;
                __mmask16 mask = left >= 16 ? 0xffff : left <= 0 ? 0 : (1u << left) - 1;
                parts[k] = _mm512_maskz_loadu_ps(mask, x + r * width + i + 16 * k);
            }
            __m512i pairs[2] = {(__m512i)_mm512_cvtne2ps_pbh(parts[1], parts[0]),
                                (__m512i)_mm512_cvtne2ps_pbh(parts[3], parts[2])};
            if (is_int8) in_turns(pairs);
            _mm512_storeu_si512(rounded + r * pairs_stride(width) + i, pairs[0]);
            _mm512_storeu_si512(rounded + r * pairs_stride(width) + i + 32, pairs[1]);
        }
}

/* y[r][o] = the product of row r of x with row o of the matrix, for this thread's share of the rows of the matrix.
 * `scratch` is of all threads, `scratch_each` for each. */
static void product(const struct matrix *m, const float *x, float *y, long y_stride, long rows, bfloat16 *scratch,
                    long scratch_each) {
    int thread = omp_get_thread_num(), is_int8 = m->scale != NULL;
    long from = share(m->outs, thread), to = share(m->outs, thread + 1);
    if (from == to || rows == 0) return;
    bfloat16 *rounded = scratch + thread * scratch_each, *ready = rounded + rows * pairs_stride(m->width);
    round_rows(x, rounded, rows, m->width, is_int8);
    if (rows == 1 && is_int8)
        product_of_one(m, rounded, y, from, to, 1);
    else if (rows == 1)
        product_of_one(m, rounded, y, from, to, 0);
    else if (is_int8)
        product_of_many(m, rounded, ready, y, y_stride, rows, from, to, 1);
    else
        product_of_many(m, rounded, ready, y, y_stride, rows, from, to, 0);
}
