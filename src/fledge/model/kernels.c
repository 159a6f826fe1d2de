/* Decoding on a CPU: products of a few rows with a matrix, attention of one query, and a whole step of a GPT.
 *
 * Each takes the time of reading its weights once. torch's kernels read several rows of a matrix side by side, which
 * defeats the prefetcher; here each thread reads its rows one after the other. All sums and everything between the
 * matrices are float32; where the CPU multiplies pairs of bfloat16, a product rounds its input to bfloat16. Vectors are
 * those of GCC and clang; only their loads are written out, because compilers make them several times as slow.
 * kernels.py describes the structs to Python: keep both alike.
 *
 * A row's result never depends on the rows beside it: its sums are added in one order, whatever is computed with them.
 */
#include <immintrin.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX2__) && defined(__FMA__)
#define LANES 8
#else
#error "AVX2 is needed: without it these loops are slower than torch's kernels"
#endif
#define CHAINS 4   /* vectors of sums side by side, enough to hide the latency of a multiply-add */
#define STEP (LANES * CHAINS)
#define MAX_ROWS 4 /* rows that share one pass over the weights */

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef uint16_t bfloat16;

/* A weight matrix, one row per output: int8 with a scale per row, or bfloat16 without. The bias may be missing. */
struct matrix {
    const void *weight;
    const bfloat16 *scale, *bias;
    long outs, width;
};

struct norm {
    const bfloat16 *gain, *bias; /* either may be missing */
};

struct layer {
    struct norm before_attention, before_mlp, of_queries, of_keys;
    struct matrix query, key, value, out; /* query may hold all three, then the others have no outputs */
    struct matrix gate, up, down;         /* gate only in a gated MLP */
    bfloat16 *keys, *values;              /* the cache: sequence, head, position, width of a head */
};

struct model {
    const struct layer *layers;
    struct norm last;
    struct matrix head;
    const float *cos, *sin; /* half a head wide for each position; missing without rotary positions */
    long n_layer, width, heads, kv_heads, head_width, ffn_width, max_length;
    float eps;
    int has_rms_norm, has_head_norms, has_tanh_gelu;
};

/* Where a sequence is in the cache, and how many of its tokens are there. */
struct place {
    long slot, at;
};

static inline float widen(bfloat16 value) {
    uint32_t bits = (uint32_t)value << 16;
    float wide;
    memcpy(&wide, &bits, sizeof wide);
    return wide;
}

/* To the nearest, ties to even, as torch rounds. */
static inline bfloat16 narrow(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value) return 0x7fc0;
    return (bfloat16)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

static inline floats load(const float *p) {
    floats v;
    memcpy(&v, p, sizeof v);
    return v;
}

#if defined(__AVX512F__)
static inline floats load_bfloat16(const bfloat16 *p) {
    __m512i wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p));
    return (floats)_mm512_castsi512_ps(_mm512_slli_epi32(wide, 16));
}
static inline floats load_int8(const int8_t *p) {
    return (floats)_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)p)));
}
#else
static inline floats load_bfloat16(const bfloat16 *p) {
    __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p));
    return (floats)_mm256_castsi256_ps(_mm256_slli_epi32(wide, 16));
}
static inline floats load_int8(const int8_t *p) {
    return (floats)_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)p)));
}
#endif

static inline float total(floats v) {
    float lanes[LANES];
    memcpy(lanes, &v, sizeof lanes);
#pragma GCC unroll 4
    for (int half = LANES / 2; half; half /= 2)
        for (int k = 0; k < half; k++) lanes[k] += lanes[k + half];
    return lanes[0];
}

/* The first of this thread's share of n things; the next thread's first is its end. */
static long share(long n, int thread) { return n * thread / omp_get_num_threads(); }

#if defined(__AVX512BF16__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define PAIRS 32       /* bfloat16 numbers in a vector */
#define TILE_ROWS 8    /* rows of x and of the matrix whose products are summed side by side, each in one vector */
#define TILE_OUTS 2
#define TILE (TILE_ROWS * TILE_OUTS)

/* The distance between rows: whole vectors, and not a multiple of 4096 bytes, which would share one set of the cache. */
static long padded(long width) { return (width + PAIRS - 1) / PAIRS * PAIRS + PAIRS; }

static long scratch_size(long rows, long width) { return (rows + TILE_OUTS) * padded(width); }

static inline __m512bh pairs_of_int8(__m256i w) {
    __m512 low = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_castsi256_si128(w)));
    __m512 high = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm256_extracti128_si256(w, 1)));
    return _mm512_cvtne2ps_pbh(high, low); /* exact: bfloat16 has 8 bits */
}

/* `count` numbers from `at`, and zeros if they are fewer than PAIRS. */
static inline __attribute__((always_inline)) __m512bh load_pairs(const struct matrix *m, long at, long count) {
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

/* In the order of `sums_of_all`. */
static inline float sum_of(__m512 v) {
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

/* The sums of 16 vectors at once. */
static inline __attribute__((always_inline)) void sums_of_all(const __m512 *v, float *sums) {
    static const int place[16] = {0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15};
    __m512 eights[8], fours[4], twos[2];
    for (int i = 0; i < 8; i++)
        eights[i] = _mm512_add_ps(_mm512_shuffle_f32x4(v[i], v[i + 8], 0x44), _mm512_shuffle_f32x4(v[i], v[i + 8], 0xee));
    for (int i = 0; i < 4; i++)
        fours[i] = _mm512_add_ps(_mm512_shuffle_f32x4(eights[i], eights[i + 4], 0x88),
                                 _mm512_shuffle_f32x4(eights[i], eights[i + 4], 0xdd));
    for (int i = 0; i < 2; i++)
        twos[i] = _mm512_add_ps(_mm512_shuffle_ps(fours[i], fours[i + 2], 0x44),
                                _mm512_shuffle_ps(fours[i], fours[i + 2], 0xee));
    float mixed[16];
    _mm512_storeu_ps(mixed, _mm512_add_ps(_mm512_shuffle_ps(twos[0], twos[1], 0x88),
                                          _mm512_shuffle_ps(twos[0], twos[1], 0xdd)));
    for (int i = 0; i < 16; i++) sums[i] = mixed[place[i]];
}

/* sums[r * outs + o] = the product of row r of x with row o of w; `rows` and `outs` are constants wherever it is called. */
static inline __attribute__((always_inline)) void tile(
    const bfloat16 *x, const bfloat16 *w, float *sums, int rows, int outs, long width) {
    long stride = padded(width);
    __m512 parts[TILE];
    for (int n = 0; n < TILE; n++) parts[n] = _mm512_setzero_ps();
    for (long i = 0; i < width; i += PAIRS) {
        __m512bh weights[TILE_OUTS];
        _Pragma("GCC unroll 2") for (int o = 0; o < outs; o++)
            weights[o] = (__m512bh)_mm512_loadu_si512(w + o * stride + i);
        _Pragma("GCC unroll 8") for (int r = 0; r < rows; r++) {
            __m512bh numbers = (__m512bh)_mm512_loadu_si512(x + r * stride + i);
            _Pragma("GCC unroll 2") for (int o = 0; o < outs; o++)
                parts[r * outs + o] = _mm512_dpbf16_ps(parts[r * outs + o], weights[o], numbers);
        }
    }
    if (rows * outs > 4)
        sums_of_all(parts, sums);
    else
        for (int n = 0; n < rows * outs; n++) sums[n] = sum_of(parts[n]);
}

static void tile_of(const bfloat16 *x, const bfloat16 *w, float *sums, long rows, long outs, long width) {
#define CASE(r) \
    case r: outs == 2 ? tile(x, w, sums, r, 2, width) : tile(x, w, sums, r, 1, width); break;
    switch (rows) { CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) }
#undef CASE
}

static inline __attribute__((always_inline)) void put(
    const struct matrix *m, float *y, long y_stride, long row, long o, float sum) {
    float factor = m->scale == NULL ? 1.0f : widen(m->scale[o]);
    float offset = m->bias == NULL ? 0.0f : widen(m->bias[o]);
    y[row * y_stride + o] = fmaf(sum, factor, offset);
}

/* For a single row the weights are used as they are read. */
static void product_of_one(const struct matrix *m, const bfloat16 *x, float *y, long from, long to) {
    for (long o = from; o < to; o++) {
        __m512 sum = _mm512_setzero_ps();
        long i = 0;
        for (; i + PAIRS <= m->width; i += PAIRS)
            sum = _mm512_dpbf16_ps(sum, load_pairs(m, o * m->width + i, PAIRS), (__m512bh)_mm512_loadu_si512(x + i));
        if (i < m->width)
            sum = _mm512_dpbf16_ps(sum, load_pairs(m, o * m->width + i, m->width - i),
                                   (__m512bh)_mm512_loadu_si512(x + i));
        put(m, y, 0, 0, o, sum_of(sum));
    }
}

/* For several the weights are converted once, and stay in the nearest cache for all of them. */
static void product_of_many(const struct matrix *m, const bfloat16 *x, bfloat16 *w, float *y, long y_stride, long rows,
                            long from, long to) {
    long stride = padded(m->width);
    for (long o = from; o < to; o += TILE_OUTS) {
        long outs = to - o < TILE_OUTS ? to - o : TILE_OUTS;
        for (long k = 0; k < outs; k++) {
            long i = 0, row = (o + k) * m->width;
            for (; i + PAIRS <= m->width; i += PAIRS)
                _mm512_storeu_si512(w + k * stride + i, (__m512i)load_pairs(m, row + i, PAIRS));
            if (i < m->width)
                _mm512_storeu_si512(w + k * stride + i, (__m512i)load_pairs(m, row + i, m->width - i));
        }
        for (long r = 0; r < rows; r += TILE_ROWS) {
            float sums[TILE];
            long count = rows - r < TILE_ROWS ? rows - r : TILE_ROWS;
            tile_of(x + r * stride, w, sums, count, outs, m->width);
            for (long n = 0; n < count * outs; n++) put(m, y, y_stride, r + n / outs, o + n % outs, sums[n]);
        }
    }
}

/* y[r][o] = the product of row r of x with row o of the matrix, for this thread's share of the rows of the matrix.
 * `scratch` is of all threads, `scratch_size` for each. */
static void product(const struct matrix *m, const float *x, float *y, long y_stride, long rows, bfloat16 *scratch,
                    long scratch_each) {
    int thread = omp_get_thread_num();
    long from = share(m->outs, thread), to = share(m->outs, thread + 1), stride = padded(m->width);
    if (from == to) return;
    bfloat16 *own = scratch + thread * scratch_each;
    for (long r = 0; r < rows; r++)
        for (long i = 0; i < m->width; i += PAIRS) {
            long left = m->width - i;
            __mmask16 low = left >= 16 ? 0xffff : (1u << left) - 1;
            __mmask16 high = left >= 32 ? 0xffff : left <= 16 ? 0 : (1u << (left - 16)) - 1;
            const float *p = x + r * m->width + i;
            __m512bh both = _mm512_cvtne2ps_pbh(_mm512_maskz_loadu_ps(high, p + 16), _mm512_maskz_loadu_ps(low, p));
            _mm512_storeu_si512(own + r * stride + i, (__m512i)both);
        }
    if (rows == 1)
        product_of_one(m, own, y, from, to);
    else
        product_of_many(m, own, own + rows * stride, y, y_stride, rows, from, to);
}
#else
static long scratch_size(long rows, long width) { return 0; }

/* dots[r] = the product of row r of x with one row of weights; `rows` is a constant wherever this is called. */
#define DEFINE_DOTS(name, weight_t, load_weights, AS_FLOAT)                                                         \
    static inline __attribute__((always_inline)) void name(                                                         \
        const float *restrict x, const weight_t *restrict w, float *restrict dots, int rows, long width) {          \
        floats sums[MAX_ROWS][CHAINS] = {{{0}}};                                                                    \
        long i = 0;                                                                                                 \
        for (; i + STEP <= width; i += STEP)                                                                        \
            _Pragma("GCC unroll 4") for (int c = 0; c < CHAINS; c++) {                                              \
                floats weights = load_weights(w + i + c * LANES);                                                   \
                _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++)                                              \
                    sums[r][c] += weights * load(x + r * width + i + c * LANES);                                    \
            }                                                                                                       \
        for (int r = 0; r < rows; r++) {                                                                            \
            float sum = total((sums[r][0] + sums[r][1]) + (sums[r][2] + sums[r][3]));                               \
            for (long k = i; k < width; k++) sum += x[r * width + k] * AS_FLOAT(w[k]);                              \
            dots[r] = sum;                                                                                          \
        }                                                                                                           \
    }
DEFINE_DOTS(dots_int8, int8_t, load_int8, (float))
DEFINE_DOTS(dots_bfloat16, bfloat16, load_bfloat16, widen)

/* y[r][o] = the product of row r of x with row o of the matrix, for this thread's share of the rows of the matrix. */
#define DEFINE_PRODUCT(name, dots_of, weight_t)                                                                     \
    static void name(const struct matrix *m, const float *x, float *y, long y_stride, long rows, long from, long to) { \
        for (long o = from; o < to; o++) {                                                                          \
            const weight_t *w = (const weight_t *)m->weight + o * m->width;                                         \
            float factor = m->scale == NULL ? 1.0f : widen(m->scale[o]);                                            \
            float offset = m->bias == NULL ? 0.0f : widen(m->bias[o]);                                              \
            for (long r = 0; r < rows; r += MAX_ROWS) {                                                             \
                float dots[MAX_ROWS];                                                                               \
                long count = rows - r < MAX_ROWS ? rows - r : MAX_ROWS;                                             \
                switch (count) {                                                                                    \
                case 1: dots_of(x + r * m->width, w, dots, 1, m->width); break;                                     \
                case 2: dots_of(x + r * m->width, w, dots, 2, m->width); break;                                     \
                case 3: dots_of(x + r * m->width, w, dots, 3, m->width); break;                                     \
                default: dots_of(x + r * m->width, w, dots, 4, m->width);                                           \
                }                                                                                                   \
                for (long k = 0; k < count; k++) y[(r + k) * y_stride + o] = dots[k] * factor + offset;             \
            }                                                                                                       \
        }                                                                                                           \
    }
DEFINE_PRODUCT(product_int8, dots_int8, int8_t)
DEFINE_PRODUCT(product_bfloat16, dots_bfloat16, bfloat16)

static void product(const struct matrix *m, const float *x, float *y, long y_stride, long rows, bfloat16 *scratch,
                    long scratch_each) {
    int thread = omp_get_thread_num();
    long from = share(m->outs, thread), to = share(m->outs, thread + 1);
    if (m->scale != NULL)
        product_int8(m, x, y, y_stride, rows, from, to);
    else
        product_bfloat16(m, x, y, y_stride, rows, from, to);
}
#endif

/* Attention of one query to `length` keys: softmax(q K^T / sqrt(width)) V. `scores` has room for them. */
static void attention(const float *q, const bfloat16 *keys, const bfloat16 *values, float *y, float *scores, long length,
                      long width) {
    const float scale = 1.0f / sqrtf((float)width);
    float largest = -INFINITY;
    for (long t = 0; t < length; t++) {
        float score = 0;
        for (long d = 0; d < width; d++) score += q[d] * widen(keys[t * width + d]);
        scores[t] = score * scale;
        largest = scores[t] > largest ? scores[t] : largest;
    }
    float whole = 0;
    memset(y, 0, width * sizeof(float));
    for (long t = 0; t < length; t++) {
        float weight = expf(scores[t] - largest);
        whole += weight;
        for (long d = 0; d < width; d++) y[d] += weight * widen(values[t * width + d]);
    }
    for (long d = 0; d < width; d++) y[d] /= whole;
}

/* y = x W^T in bfloat16. Returns 0, or 1 if there is no memory. */
int linear(const struct matrix *m, const bfloat16 *x, bfloat16 *y, long rows, int threads) {
    long scratch_each = scratch_size(rows, m->width);
    float *wide = malloc(rows * (m->width + m->outs) * sizeof(float) + threads * scratch_each * sizeof(bfloat16));
    if (wide == NULL) return 1;
    float *sums = wide + rows * m->width;
    bfloat16 *scratch = (bfloat16 *)(sums + rows * m->outs);
    for (long i = 0; i < rows * m->width; i++) wide[i] = widen(x[i]);
#pragma omp parallel num_threads(threads)
    {
        product(m, wide, sums, m->outs, rows, scratch, scratch_each);
        int thread = omp_get_thread_num();
        for (long r = 0; r < rows; r++)
            for (long o = share(m->outs, thread); o < share(m->outs, thread + 1); o++)
                y[r * m->outs + o] = narrow(sums[r * m->outs + o]);
    }
    free(wide);
    return 0;
}

/* Attention in bfloat16 of one query for each of heads * group heads; `group` of them share keys and values, which are
 * `stride` numbers apart from head to head. Returns 0, or 1 if there is no memory. */
int attend(const bfloat16 *q, const bfloat16 *keys, const bfloat16 *values, bfloat16 *y, long heads, long group,
           long length, long width, long stride, int threads) {
    float *scratch = malloc(heads * group * (length + 2 * width) * sizeof(float));
    if (scratch == NULL) return 1;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long h = 0; h < heads * group; h++) {
        float *scores = scratch + h * (length + 2 * width), *query = scores + length, *sums = query + width;
        for (long d = 0; d < width; d++) query[d] = widen(q[h * width + d]);
        attention(query, keys + h / group * stride, values + h / group * stride, sums, scores, length, width);
        for (long d = 0; d < width; d++) y[h * width + d] = narrow(sums[d]);
    }
    free(scratch);
    return 0;
}

static void normalize(const struct norm *n, const float *x, float *y, long width, float eps, int is_rms) {
    float mean = 0, square = 0;
    if (!is_rms) {
        for (long i = 0; i < width; i++) mean += x[i];
        mean /= width;
    }
    for (long i = 0; i < width; i++) square += (x[i] - mean) * (x[i] - mean);
    float scale = 1.0f / sqrtf(square / width + eps);
    for (long i = 0; i < width; i++) {
        float value = (x[i] - mean) * scale;
        if (n->gain != NULL) value *= widen(n->gain[i]);
        if (n->bias != NULL) value += widen(n->bias[i]);
        y[i] = value;
    }
}

static void normalize_rows(const struct model *m, const struct norm *n, const float *x, float *y, long rows) {
    for (long r = share(rows, omp_get_thread_num()); r < share(rows, omp_get_thread_num() + 1); r++)
        normalize(n, x + r * m->width, y + r * m->width, m->width, m->eps, m->has_rms_norm);
}

/* Rotary positions in Hugging Face's convention. */
static void rotate(float *x, const float *cos, const float *sin, long width) {
    for (long i = 0; i < width / 2; i++) {
        float a = x[i], b = x[i + width / 2];
        x[i] = a * cos[i] - b * sin[i];
        x[i + width / 2] = b * cos[i] + a * sin[i];
    }
}

/* Queries and keys normalised and rotated, keys and values stored; for this thread's share of the heads. */
static void prepare_heads(const struct model *m, const struct layer *l, float *qkv, long rows, const struct place *places) {
    long per_row = m->heads + 2 * m->kv_heads, d = m->head_width, thread = omp_get_thread_num();
    for (long n = share(rows * per_row, thread); n < share(rows * per_row, thread + 1); n++) {
        long h = n % per_row, at = places[n / per_row].at, slot = places[n / per_row].slot;
        int is_query = h < m->heads, is_value = h >= m->heads + m->kv_heads;
        float *x = qkv + n * d;
        if (!is_value) {
            if (m->has_head_norms) normalize(is_query ? &l->of_queries : &l->of_keys, x, x, d, m->eps, 1);
            if (m->cos != NULL) rotate(x, m->cos + at * d / 2, m->sin + at * d / 2, d);
        }
        if (is_query) continue;
        long kv = (h - m->heads) % m->kv_heads;
        bfloat16 *kept = (is_value ? l->values : l->keys) + ((slot * m->kv_heads + kv) * m->max_length + at) * d;
        for (long i = 0; i < d; i++) kept[i] = narrow(x[i]);
    }
}

static void attend_heads(const struct model *m, const struct layer *l, const float *qkv, float *y, float *scores,
                         long rows, const struct place *places) {
    long d = m->head_width, group = m->heads / m->kv_heads, thread = omp_get_thread_num();
    for (long n = share(rows * m->heads, thread); n < share(rows * m->heads, thread + 1); n++) {
        long row = n / m->heads, h = n % m->heads;
        long start = (places[row].slot * m->kv_heads + h / group) * m->max_length * d;
        const float *q = qkv + (row * (m->heads + 2 * m->kv_heads) + h) * d;
        float *own = scores + thread * m->max_length;
        attention(q, l->keys + start, l->values + start, y + n * d, own, places[row].at + 1, d);
    }
}

static void add_rows(float *x, const float *y, long outs, long rows) {
    for (long r = 0; r < rows; r++)
        for (long o = share(outs, omp_get_thread_num()); o < share(outs, omp_get_thread_num() + 1); o++)
            x[r * outs + o] += y[r * outs + o];
}

static void activate(const struct model *m, int is_gated, float *up, const float *gate, long rows) {
    for (long r = 0; r < rows; r++) {
        long thread = omp_get_thread_num(), row = r * m->ffn_width;
        for (long i = row + share(m->ffn_width, thread); i < row + share(m->ffn_width, thread + 1); i++) {
            if (is_gated)
                up[i] *= gate[i] / (1.0f + expf(-gate[i]));
            else if (m->has_tanh_gelu)
                up[i] *= 0.5f * (1.0f + tanhf(0.79788456f * (up[i] + 0.044715f * up[i] * up[i] * up[i])));
            else
                up[i] *= 0.5f * (1.0f + erff(up[i] * 0.70710678f));
        }
    }
}

/* One token for each of `rows` sequences. `x` holds the embedded tokens and is used up. Returns 0, or 1 if there is no
 * memory. */
int decode(const struct model *m, float *x, float *logits, long rows, const struct place *places, int threads) {
    long attention_width = m->heads * m->head_width, qkv_width = attention_width + 2 * m->kv_heads * m->head_width;
    long room = rows * (2 * m->width + qkv_width + attention_width + 2 * m->ffn_width) + threads * m->max_length;
    long widest = m->ffn_width > m->width ? m->ffn_width : m->width;
    long scratch_each = scratch_size(rows, widest > attention_width ? widest : attention_width);
    float *normed = malloc(room * sizeof(float) + threads * scratch_each * sizeof(bfloat16));
    if (normed == NULL) return 1;
    float *added = normed + rows * m->width, *qkv = added + rows * m->width, *y = qkv + rows * qkv_width;
    float *up = y + rows * attention_width, *gate = up + rows * m->ffn_width, *scores = gate + rows * m->ffn_width;
    bfloat16 *scratch = (bfloat16 *)(scores + threads * m->max_length);
#pragma omp parallel num_threads(threads)
    {
        for (long n = 0; n < m->n_layer; n++) {
            const struct layer *l = m->layers + n;
            normalize_rows(m, &l->before_attention, x, normed, rows);
#pragma omp barrier
            product(&l->query, normed, qkv, qkv_width, rows, scratch, scratch_each);
            product(&l->key, normed, qkv + l->query.outs, qkv_width, rows, scratch, scratch_each);
            product(&l->value, normed, qkv + l->query.outs + l->key.outs, qkv_width, rows, scratch, scratch_each);
#pragma omp barrier
            prepare_heads(m, l, qkv, rows, places);
#pragma omp barrier
            attend_heads(m, l, qkv, y, scores, rows, places);
#pragma omp barrier
            product(&l->out, y, added, m->width, rows, scratch, scratch_each);
            add_rows(x, added, m->width, rows);
#pragma omp barrier
            normalize_rows(m, &l->before_mlp, x, normed, rows);
#pragma omp barrier
            product(&l->up, normed, up, m->ffn_width, rows, scratch, scratch_each);
            product(&l->gate, normed, gate, m->ffn_width, rows, scratch, scratch_each);
            activate(m, l->gate.outs > 0, up, gate, rows);
#pragma omp barrier
            product(&l->down, up, added, m->width, rows, scratch, scratch_each);
            add_rows(x, added, m->width, rows);
#pragma omp barrier
        }
        normalize_rows(m, &m->last, x, normed, rows);
#pragma omp barrier
        product(&m->head, normed, logits, m->head.outs, rows, scratch, scratch_each);
    }
    free(normed);
    return 0;
}
