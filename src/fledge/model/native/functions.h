/* What a GPT computes between its products, in float32. Compilers make vectors of these loops, which libm's functions
 * would prevent: 16 sequences call for a million of them per token. */

/* e^x within 2e-7 of it; e^-87, nearly 0, for anything below. After Cephes' expf (Moshier). */
static inline float exp_of(float x) {
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    float n = rintf(x * 1.44269504f);
    float r = x - n * 0.693359375f + n * 2.12194440e-4f; /* ln 2 in two parts */
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    int32_t bits = ((int32_t)n + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

static inline float tanh_of(float x) { return 1.0f - 2.0f / (exp_of(2.0f * x) + 1.0f); }

/* Within 3e-7: Abramowitz and Stegun, 7.1.26. */
static inline float erf_of(float x) {
    float size = fabsf(x), t = 1.0f / (1.0f + 0.3275911f * size);
    float p = 1.061405429f;
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    return copysignf(1.0f - p * t * exp_of(-size * size), x);
}

#define USUAL_HEAD 64

/* y = the sum of `length` rows, each times its weight, for a block of columns that fits into registers; `vectors` is a
 * constant wherever this is called. */
#define BLOCK_VECTORS 4
#define BLOCK (BLOCK_VECTORS * LANES)
static inline __attribute__((always_inline)) void add_block(const bfloat16 *rows, const float *weights, float *y, long length,
                                                           long stride, int vectors) {
    floats sums[BLOCK_VECTORS] = {{0}};
    for (long t = 0; t < length; t++)
        _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++)
            sums[v] += weights[t] * load_bfloat16(rows + t * stride + v * LANES);
    memcpy(y, sums, vectors * sizeof(floats));
}

#if defined(HAS_TILES)
/* scores[t] = scale * the product of the query with key t; returns the largest. 16 keys at a time: their sums are added up
 * together. `width` is a constant where it is the usual one. */
INLINE float scores_of(const float *q, const bfloat16 *keys, const bfloat16 *values, float *scores, long length, long width,
                       float scale) {
    __m512 largest = _mm512_set1_ps(-INFINITY);
    for (long t = 0; t < length; t += 16) {
        long count = length - t < 16 ? length - t : 16;
        __m512 parts[16];
        for (long k = 0; k < count; k++) {
            const bfloat16 *key = keys + (t + k) * width;
            for (long d = 0; d < width; d += LINE) _mm_prefetch(values + (t + k) * width + d, _MM_HINT_T1); /* needed next */
            __m512 sum = _mm512_setzero_ps();
            long d = 0;
            for (; d + 16 <= width; d += 16) sum = _mm512_fmadd_ps((__m512)load(q + d), (__m512)load_bfloat16(key + d), sum);
            if (d < width) {
                __m512 rest = _mm512_maskz_loadu_ps((1u << (width - d)) - 1, q + d);
                sum = _mm512_fmadd_ps(rest, widened(key + d, width - d, 0.0f), sum);
            }
            parts[k] = sum;
        }
        for (long k = count; k < 16; k++) parts[k] = _mm512_setzero_ps();
        __mmask16 mask = count == 16 ? 0xffff : (1u << count) - 1;
        __m512 sums = _mm512_mul_ps(sums_of_all(parts), _mm512_set1_ps(scale));
        largest = _mm512_mask_max_ps(largest, mask, largest, sums);
        _mm512_mask_storeu_ps(scores + t, mask, sums);
    }
    return _mm512_reduce_max_ps(largest);
}
#else
static float dot(const float *q, const bfloat16 *key, long width) {
    floats sums = {0};
    long d = 0;
    for (; d + LANES <= width; d += LANES) sums += load(q + d) * load_bfloat16(key + d);
    float sum = total(sums);
    for (; d < width; d++) sum += q[d] * widen(key[d]);
    return sum;
}

static inline float scores_of(const float *q, const bfloat16 *keys, const bfloat16 *values, float *scores, long length,
                              long width, float scale) {
    float largest = -INFINITY;
    for (long t = 0; t < length; t++) {
        for (long d = 0; d < width; d += LINE) _mm_prefetch(values + t * width + d, _MM_HINT_T1); /* needed next */
        scores[t] = scale * dot(q, keys + t * width, width);
        largest = scores[t] > largest ? scores[t] : largest;
    }
    return largest;
}
#endif

/* Attention of one query to `length` keys: softmax(q K^T / sqrt(width)) V. `scores` has room for them. */
static void attention(const float *q, const bfloat16 *keys, const bfloat16 *values, float *y, float *scores, long length,
                      long width) {
    const float scale = 1.0f / sqrtf((float)width);
    float whole = 0;
    float largest = width == USUAL_HEAD ? scores_of(q, keys, values, scores, length, USUAL_HEAD, scale)
                                        : scores_of(q, keys, values, scores, length, width, scale);
    for (long t = 0; t < length; t++) {
        scores[t] = exp_of(scores[t] - largest);
        whole += scores[t];
    }
    long d = 0;
    for (; d + BLOCK <= width; d += BLOCK) add_block(values + d, scores, y + d, length, width, BLOCK_VECTORS);
    for (; d + LANES <= width; d += LANES) add_block(values + d, scores, y + d, length, width, 1);
    for (; d < width; d++) {
        y[d] = 0;
        for (long t = 0; t < length; t++) y[d] += scores[t] * widen(values[t * width + d]);
    }
    for (d = 0; d < width; d++) y[d] /= whole;
}

/* LayerNorm, or RMSNorm. */
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

/* Rotary positions in Hugging Face's convention. */
static void rotate(float *x, const float *cos, const float *sin, long width) {
    for (long i = 0; i < width / 2; i++) {
        float a = x[i], b = x[i + width / 2];
        x[i] = a * cos[i] - b * sin[i];
        x[i + width / 2] = b * cos[i] + a * sin[i];
    }
}

static void gelu_tanh(float *x, long count) {
    for (long i = 0; i < count; i++)
        x[i] *= 0.5f * (1.0f + tanh_of(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

static void gelu_exact(float *x, long count) {
    for (long i = 0; i < count; i++) x[i] *= 0.5f * (1.0f + erf_of(x[i] * 0.70710678f));
}

/* SwiGLU: x times the SiLU of its gate. */
static void gated_silu(float *x, const float *gate, long count) {
    for (long i = 0; i < count; i++) x[i] *= gate[i] / (1.0f + exp_of(-gate[i]));
}
