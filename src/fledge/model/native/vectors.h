/* Vectors of floats, as wide as the CPU has them, and bfloat16. Their types are those of GCC and clang; only the loads
 * are written out, because compilers make them several times as slow. */
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

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef uint16_t bfloat16;
#define LINE 32 /* bfloat16 numbers that come from memory together */

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
static inline float total(floats v) { return _mm512_reduce_add_ps((__m512)v); }
#else
static inline floats load_bfloat16(const bfloat16 *p) {
    __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p));
    return (floats)_mm256_castsi256_ps(_mm256_slli_epi32(wide, 16));
}
static inline float total(floats v) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128((__m256)v), _mm256_extractf128_ps((__m256)v, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
#endif

/* The first of this thread's share of n things; the next thread's first is its end. */
static long share(long n, int thread) { return n * thread / omp_get_num_threads(); }
