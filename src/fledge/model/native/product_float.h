/* Products in float32, for CPUs with AVX2 or AVX-512 that can't multiply bfloat16. */
#define CHAINS 4      /* vectors of sums side by side, enough to hide the latency of a multiply-add */
#define STEP (LANES * CHAINS)
#define SHARED_ROWS 4 /* rows that share one pass over the weights */

#if defined(__AVX512F__)
static inline floats load_int8(const int8_t *p) {
    return (floats)_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)p)));
}
#else
static inline floats load_int8(const int8_t *p) {
    return (floats)_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)p)));
}
#endif

static long scratch_size(long rows, long width) { return 0; }

/* dots[r] = the product of row r of x with one row of weights; `rows` is a constant wherever this is called. */
#define DEFINE_DOTS(name, weight_t, load_weights, AS_FLOAT)                                                         \
    static inline __attribute__((always_inline)) void name(                                                         \
        const float *restrict x, const weight_t *restrict w, float *restrict dots, int rows, long width) {          \
        floats sums[SHARED_ROWS][CHAINS] = {{{0}}};                                                                    \
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
            for (long r = 0; r < rows; r += SHARED_ROWS) {                                                             \
                float dots[SHARED_ROWS];                                                                               \
                long count = rows - r < SHARED_ROWS ? rows - r : SHARED_ROWS;                                             \
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
