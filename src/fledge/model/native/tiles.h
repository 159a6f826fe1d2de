/* Tiles of sums by AVX-512, each sum in one vector, which are added up in one order whatever stands beside it. */
#define TILE 4     /* rows of x, and of the matrix, whose products are summed side by side */
#define LOT 16     /* outputs that a single row of x gets at a time */
#define AHEAD 8192 /* bytes: what is read next comes from memory into the second cache while this is multiplied */
#define INLINE static inline __attribute__((always_inline))

INLINE void fetch_ahead(const void *weights) { _mm_prefetch((const char *)weights + AHEAD, _MM_HINT_T1); }

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

/* `count` bfloat16 numbers, at most 16; without an array, `missing` for each. */
INLINE __m512 widened(const bfloat16 *p, long count, float missing) {
    if (p == NULL) return _mm512_set1_ps(missing);
    __m256i words = _mm256_maskz_loadu_epi16(count >= 16 ? 0xffff : (1u << count) - 1, p);
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(words), 16));
}

/* The outputs of a single row of x from `first`: `count` of them, at most LOT. */
INLINE void put_lot(const struct matrix *m, const __m512 *parts, float *y, long first, long count) {
    __m512 factor = widened(m->scale ? m->scale + first : NULL, count, 1.0f);
    __m512 offset = widened(m->bias ? m->bias + first : NULL, count, 0.0f);
    __m512 all = _mm512_fmadd_ps(sums_of_all(parts), factor, offset);
    _mm512_mask_storeu_ps(y + first, count >= LOT ? 0xffff : (1u << count) - 1, all);
}

/* The products of `rows` rows of x with TILE rows of weights, TILE for each row of x. `rows` is a constant wherever this
 * is called. */
INLINE __m512 tile(const bfloat16 *x, const bfloat16 *weights, long stride, long width, int rows) {
    __m512 parts[TILE * TILE];
    _Pragma("GCC unroll 16") for (int n = 0; n < TILE * TILE; n++) parts[n] = _mm512_setzero_ps();
    for (long i = 0; i < width; i += 32) {
        __m512i four[TILE];
        _Pragma("GCC unroll 4") for (int o = 0; o < TILE; o++) {
            four[o] = _mm512_loadu_si512(weights + o * stride + i);
            __asm__("" : "+v"(four[o])); /* stays in its register: GCC would load it again for every row */
        }
        _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++) {
            __m512bh numbers = (__m512bh)_mm512_loadu_si512(x + r * stride + i);
            _Pragma("GCC unroll 4") for (int o = 0; o < TILE; o++)
                parts[r * TILE + o] = _mm512_dpbf16_ps(parts[r * TILE + o], (__m512bh)four[o], numbers);
        }
    }
    return sums_of_all(parts);
}

/* The outputs of `rows` rows of x from `first`: `count` of them, at most TILE. The weights are TILE rows, `stride` apart
 * as those of x are; up to a multiple of 64 numbers they end in zeros. */
INLINE void put_tiles(const struct matrix *m, const bfloat16 *x, const bfloat16 *weights, long stride, float *y,
                      long y_stride, long rows, long first, long count) {
    __m128 factor = _mm512_castps512_ps128(widened(m->scale ? m->scale + first : NULL, count, 1.0f));
    __m128 offset = _mm512_castps512_ps128(widened(m->bias ? m->bias + first : NULL, count, 0.0f));
    long width = (m->width + 63) / 64 * 64;
    for (long row = 0; row < rows; row += TILE, x += TILE * stride) {
        long left = rows - row < TILE ? rows - row : TILE;
        __m512 all = left == 1   ? tile(x, weights, stride, width, 1)
                     : left == 2 ? tile(x, weights, stride, width, 2)
                     : left == 3 ? tile(x, weights, stride, width, 3)
                                 : tile(x, weights, stride, width, 4);
        float sums[TILE * TILE];
        _mm512_storeu_ps(sums, _mm512_fmadd_ps(all, _mm512_broadcast_f32x4(factor), _mm512_broadcast_f32x4(offset)));
        for (long r = 0; r < left; r++) {
            float *to = y + (row + r) * y_stride + first;
            if (count == TILE)
                _mm_storeu_ps(to, _mm_loadu_ps(sums + r * TILE));
            else
                for (long o = 0; o < count; o++) to[o] = sums[r * TILE + o];
        }
    }
}
