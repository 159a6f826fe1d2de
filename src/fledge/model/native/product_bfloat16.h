/* Products in pairs of bfloat16, which these CPUs multiply and add in float32. The input is rounded to bfloat16. */
#define PAIRS 32     /* bfloat16 numbers in a vector */
#define TILE 4       /* rows of x, and of the matrix, whose products are summed side by side, each in one vector */
#define AHEAD 8192   /* bytes: what is read next comes from memory into the second cache while this is multiplied */
#define INLINE static inline __attribute__((always_inline))

/* The distance between rows: whole vectors, and not a multiple of 4096 bytes, which would share one set of the cache. */
static long padded(long width) { return (width + PAIRS - 1) / PAIRS * PAIRS + PAIRS; }

static long scratch_size(long rows, long width) { return (rows + TILE) * padded(width); }

INLINE __m512bh pairs_of_int8(__m256i w) {
    __m512 low = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_castsi256_si128(w)));
    __m512 high = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_extracti128_si256(w, 1)));
    return _mm512_cvtne2ps_pbh(high, low); /* exact: bfloat16 has 8 bits */
}

/* Weights from `at`, of which `count` are in the row; zeros if they are fewer than PAIRS. */
INLINE __m512bh load_pairs(const struct matrix *m, long at, long count) {
    const int8_t *bytes = (const int8_t *)m->weight + at;
    const bfloat16 *words = (const bfloat16 *)m->weight + at;
    if (count >= PAIRS) {
        if (m->scale != NULL) return pairs_of_int8(_mm256_loadu_si256((const __m256i *)bytes));
        return (__m512bh)_mm512_loadu_si512(words);
    }
    __mmask32 mask = (1u << count) - 1;
    if (m->scale != NULL) return pairs_of_int8(_mm256_maskz_loadu_epi8(mask, bytes));
    return (__m512bh)_mm512_maskz_loadu_epi16(mask, words);
}

INLINE void fetch_ahead(const struct matrix *m, long at) {
    _mm_prefetch((const char *)m->weight + (m->scale != NULL ? at : 2 * at) + AHEAD, _MM_HINT_T1);
}

/* In the order of `sums_of_all`. */
INLINE float sum_of(__m512 v) {
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

/* The sums of 16 vectors at once. */
INLINE __m512 sums_of_all(const __m512 *v) {
    __m512 eights[8], fours[4], twos[2];
    for (int i = 0; i < 8; i++)
        eights[i] = _mm512_add_ps(_mm512_shuffle_f32x4(v[i], v[i + 8], 0x44), _mm512_shuffle_f32x4(v[i], v[i + 8], 0xee));
    for (int i = 0; i < 4; i++)
        fours[i] = _mm512_add_ps(_mm512_shuffle_f32x4(eights[i], eights[i + 4], 0x88),
                                 _mm512_shuffle_f32x4(eights[i], eights[i + 4], 0xdd));
    for (int i = 0; i < 2; i++)
        twos[i] = _mm512_add_ps(_mm512_shuffle_ps(fours[i], fours[i + 2], 0x44),
                                _mm512_shuffle_ps(fours[i], fours[i + 2], 0xee));
    __m512 mixed = _mm512_add_ps(_mm512_shuffle_ps(twos[0], twos[1], 0x88), _mm512_shuffle_ps(twos[0], twos[1], 0xdd));
    return _mm512_permutexvar_ps(_mm512_setr_epi32(0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15), mixed);
}

/* The products of `rows` rows of x with `outs` rows of the matrix, TILE for each row of x. The weights come from
 * `ready` if they were converted before. `rows` and `outs` are constants wherever this is called. */
INLINE __m512 tile(const struct matrix *m, const bfloat16 *x, const bfloat16 *ready, long first, int rows, int outs) {
    long stride = padded(m->width);
    __m512 parts[TILE * TILE];
    _Pragma("GCC unroll 16") for (int n = 0; n < TILE * TILE; n++) parts[n] = _mm512_setzero_ps();
    for (long i = 0; i < m->width; i += PAIRS) {
        __m512bh weights[TILE] = {0};
        _Pragma("GCC unroll 4") for (int o = 0; o < outs; o++) {
            long at = (first + o) * m->width + i;
            if (ready != NULL) {
                weights[o] = (__m512bh)_mm512_loadu_si512(ready + o * stride + i);
            } else {
                fetch_ahead(m, at);
                weights[o] = load_pairs(m, at, m->width - i);
            }
        }
        _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++) {
            __m512bh numbers = (__m512bh)_mm512_loadu_si512(x + r * stride + i);
            _Pragma("GCC unroll 4") for (int o = 0; o < outs; o++)
                parts[r * TILE + o] = _mm512_dpbf16_ps(parts[r * TILE + o], weights[o], numbers);
        }
    }
    return sums_of_all(parts);
}

/* The constants for `tile`. Fewer than TILE rows of the matrix are rare: they are its last ones. */
static void put_tile(const struct matrix *m, const bfloat16 *x, const bfloat16 *ready, float *y, long y_stride, long first,
                     long rows, long outs) {
    __m512 sums;
#define CASES(w) \
    switch (rows * TILE + outs) { \
    case 1 * TILE + TILE: sums = tile(m, x, w, first, 1, TILE); break; \
    case 2 * TILE + TILE: sums = tile(m, x, w, first, 2, TILE); break; \
    case 3 * TILE + TILE: sums = tile(m, x, w, first, 3, TILE); break; \
    case 4 * TILE + TILE: sums = tile(m, x, w, first, 4, TILE); break; \
    default: sums = tile(m, x, w, first, rows, outs); \
    }
    if (ready != NULL) {
        CASES(ready)
    } else {
        CASES(NULL)
    }
#undef CASES
    float factors[TILE] = {0}, offsets[TILE] = {0}, all[TILE * TILE];
    for (long o = 0; o < outs; o++) {
        factors[o] = m->scale == NULL ? 1.0f : widen(m->scale[first + o]);
        offsets[o] = m->bias == NULL ? 0.0f : widen(m->bias[first + o]);
    }
    _mm512_storeu_ps(all, sums);
    for (long r = 0; r < rows; r++) {
        __m128 four = _mm_fmadd_ps(_mm_loadu_ps(all + r * TILE), _mm_loadu_ps(factors), _mm_loadu_ps(offsets));
        _mm_mask_storeu_ps(y + r * y_stride + first, (1 << outs) - 1, four);
    }
}

/* For a single row, one row of the matrix after the other is fastest. */
static void product_of_one(const struct matrix *m, const bfloat16 *x, float *y, long from, long to) {
    for (long o = from; o < to; o++) {
        __m512 sum = _mm512_setzero_ps();
        long i = 0, at = o * m->width;
        for (; i + PAIRS <= m->width; i += PAIRS)
            sum = _mm512_dpbf16_ps(sum, load_pairs(m, at + i, PAIRS), (__m512bh)_mm512_loadu_si512(x + i));
        if (i < m->width)
            sum = _mm512_dpbf16_ps(sum, load_pairs(m, at + i, m->width - i), (__m512bh)_mm512_loadu_si512(x + i));
        float factor = m->scale == NULL ? 1.0f : widen(m->scale[o]);
        y[o] = fmaf(sum_of(sum), factor, m->bias == NULL ? 0.0f : widen(m->bias[o]));
    }
}

#if defined(__AVX512VBMI__)
static uint8_t low_bytes[128], high_bytes[128]; /* of the bfloat16 of 0 to 127 */

__attribute__((constructor)) static void fill_tables(void) {
    for (int n = 0; n < 128; n++) {
        bfloat16 number = narrow((float)n);
        low_bytes[n] = number & 0xff;
        high_bytes[n] = number >> 8;
    }
}

/* 64 weights, from -127 to 127, by looking up both bytes of each: half the time of `pairs_of_int8`. */
INLINE void convert_64(const int8_t *w, bfloat16 *ready) {
    /* Bytes are interleaved in each 16 of them: in this order of eights, what comes out is in the order of what goes in. */
    __m512i mixed = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), _mm512_loadu_si512(w));
    __m512i size = _mm512_abs_epi8(mixed), sign = _mm512_and_si512(mixed, _mm512_set1_epi8((char)0x80));
    __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(low_bytes), size, _mm512_loadu_si512(low_bytes + 64));
    __m512i high = _mm512_permutex2var_epi8(_mm512_loadu_si512(high_bytes), size, _mm512_loadu_si512(high_bytes + 64));
    high = _mm512_or_si512(high, sign);
    _mm512_storeu_si512(ready, _mm512_unpacklo_epi8(low, high));
    _mm512_storeu_si512(ready + PAIRS, _mm512_unpackhi_epi8(low, high));
}
#endif

/* A row of the matrix in bfloat16. */
static void convert(const struct matrix *m, long row, bfloat16 *ready) {
    long i = 0, at = row * m->width;
#if defined(__AVX512VBMI__)
    for (; m->scale != NULL && i + 2 * PAIRS <= m->width; i += 2 * PAIRS) {
        fetch_ahead(m, at + i);
        convert_64((const int8_t *)m->weight + at + i, ready + i);
    }
#endif
    for (; i < m->width; i += PAIRS) {
        fetch_ahead(m, at + i);
        _mm512_storeu_si512(ready + i, (__m512i)load_pairs(m, at + i, m->width - i));
    }
}

/* For several, the weights are converted once, and stay in the nearest cache for all of them. */
static void product_of_many(const struct matrix *m, const bfloat16 *x, bfloat16 *ready, float *y, long y_stride, long rows,
                            long from, long to) {
    long stride = padded(m->width);
    int is_converted = rows > (m->scale != NULL ? 2 : TILE); /* for fewer it takes longer than it saves */
    for (long o = from; o < to; o += TILE) {
        long outs = to - o < TILE ? to - o : TILE;
        for (long k = 0; k < outs && is_converted; k++) convert(m, o + k, ready + k * stride);
        for (long r = 0; r < rows; r += TILE) {
            long count = rows - r < TILE ? rows - r : TILE;
            put_tile(m, x + r * stride, is_converted ? ready : NULL, y + r * y_stride, y_stride, o, count, outs);
        }
    }
}

static void round_rows(const float *x, bfloat16 *rounded, long rows, long width) {
    for (long r = 0; r < rows; r++)
        for (long i = 0; i < width; i += PAIRS) {
            long left = width - i;
            __mmask16 low = left >= 16 ? 0xffff : (1u << left) - 1;
            __mmask16 high = left >= 32 ? 0xffff : left <= 16 ? 0 : (1u << (left - 16)) - 1;
            const float *p = x + r * width + i;
            __m512bh both = _mm512_cvtne2ps_pbh(_mm512_maskz_loadu_ps(high, p + 16), _mm512_maskz_loadu_ps(low, p));
            _mm512_storeu_si512(rounded + r * padded(width) + i, (__m512i)both);
        }
}

/* y[r][o] = the product of row r of x with row o of the matrix, for this thread's share of the rows of the matrix.
 * `scratch` is of all threads, `scratch_size` for each. */
static void product(const struct matrix *m, const float *x, float *y, long y_stride, long rows, bfloat16 *scratch,
                    long scratch_each) {
    int thread = omp_get_thread_num();
    long from = share(m->outs, thread), to = share(m->outs, thread + 1);
    if (from == to) return;
    bfloat16 *rounded = scratch + thread * scratch_each;
    round_rows(x, rounded, rows, m->width);
    if (rows == 1)
        product_of_one(m, rounded, y, from, to);
    else
        product_of_many(m, rounded, rounded + rows * padded(m->width), y, y_stride, rows, from, to);
}
