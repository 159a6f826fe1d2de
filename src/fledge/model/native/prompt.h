/* Attention of many queries of a sequence, each to the keys up to its own position, in pairs of bfloat16.
 *
 * Keys and values are packed first, so that a vector holds one pair of numbers of 16 columns: of 16 keys for the scores,
 * of 16 numbers of a head for the values. Then every sum stays in its lane, and nothing has to be added up across a vector. */
#define QUERIES 48 /* of one head at a time: with a panel of keys they fit into the nearest cache */
#define HEIGHT 6   /* rows whose sums are in registers together: 6 times 4 vectors, beside what they are multiplied with */
#define PANEL 64   /* columns of a panel: 4 vectors */

struct heads {
    const bfloat16 *queries, *keys, *values;
    bfloat16 *out;
    long q_strides[3], kv_strides[2], out_strides[3]; /* numbers from sequence to sequence, head to head and query to query */
    long sequences, heads, group, count, length, width; /* `group` heads share keys and values; the last `count` of `length` ask */
};

static long rounded_up(long n, long step) { return (n + step - 1) / step * step; }

/* y = a b for HEIGHT rows of `a`, `pairs` pairs of numbers long, and a panel of `b`. */
INLINE void multiply_panel(const bfloat16 *a, long a_stride, const bfloat16 *b, long pairs, float *y, long y_stride) {
    __m512 sums[HEIGHT][4];
    _Pragma("GCC unroll 6") for (int r = 0; r < HEIGHT; r++)
        _Pragma("GCC unroll 4") for (int v = 0; v < 4; v++) sums[r][v] = _mm512_setzero_ps();
    for (long p = 0; p < pairs; p++) {
        __m512i columns[4];
        _Pragma("GCC unroll 4") for (int v = 0; v < 4; v++) columns[v] = _mm512_loadu_si512(b + (p * PANEL + v * 16) * 2);
        _Pragma("GCC unroll 6") for (int r = 0; r < HEIGHT; r++) {
            int32_t pair;
            memcpy(&pair, a + r * a_stride + 2 * p, sizeof pair);
            __m512bh both = (__m512bh)_mm512_set1_epi32(pair);
            _Pragma("GCC unroll 4") for (int v = 0; v < 4; v++)
                sums[r][v] = _mm512_dpbf16_ps(sums[r][v], both, (__m512bh)columns[v]);
        }
    }
    _Pragma("GCC unroll 6") for (int r = 0; r < HEIGHT; r++)
        _Pragma("GCC unroll 4") for (int v = 0; v < 4; v++) _mm512_storeu_ps(y + r * y_stride + v * 16, sums[r][v]);
}

/* A panel of keys: pairs of their numbers, a key in each column; zeros for keys beyond the last. */
static void pack_keys(const bfloat16 *keys, long left, long width, bfloat16 *packed) {
    long pairs = (width + 1) / 2;
    memset(packed, 0, pairs * PANEL * 2 * sizeof(bfloat16));
    for (long k = 0; k < left && k < PANEL; k++)
        for (long d = 0; d < width; d++) packed[(d / 2 * PANEL + k) * 2 + d % 2] = keys[k * width + d];
}

/* The values of PANEL keys: pairs of keys, a number of the head in each column. A head of more than PANEL numbers has
 * several panels, each for `length` keys, one after the other. */
static void pack_values(const bfloat16 *values, long left, long width, long length, bfloat16 *packed) {
    for (long first = 0; first < width; first += PANEL, packed += length * PANEL)
        for (long k = 0; k < PANEL; k++)
            for (long d = 0; d < PANEL; d++)
                packed[(k / 2 * PANEL + d) * 2 + k % 2] = k < left && first + d < width ? values[k * width + first + d] : 0;
}

INLINE float largest_of(const float *numbers, long count) { /* compilers compare one by one, because of NaN */
    __m512 largest = _mm512_set1_ps(-INFINITY);
    for (long i = 0; i < count; i += 16) {
        __mmask16 mask = count - i >= 16 ? 0xffff : (1u << (count - i)) - 1;
        largest = _mm512_mask_max_ps(largest, mask, largest, _mm512_maskz_loadu_ps(mask, numbers + i));
    }
    return _mm512_reduce_max_ps(largest);
}

/* The weights of a query that sees `seen` keys, not yet divided by their sum, which is returned; zeros up to `end`. */
static float weights_of(float *scores, bfloat16 *weights, long seen, long end, float scale) {
    float largest = largest_of(scores, seen), whole = 0;
    for (long t = 0; t < seen; t++) {
        scores[t] = exp_of(scale * (scores[t] - largest));
        whole += scores[t];
    }
    for (long t = seen; t < end; t++) scores[t] = 0;
    for (long t = 0; t < end; t += 32)
        _mm512_storeu_si512(weights + t, (__m512i)_mm512_cvtne2ps_pbh((__m512)load(scores + t + 16), (__m512)load(scores + t)));
    return whole;
}

/* The first numbers of a row, at most PANEL, divided by `whole`. */
INLINE void put_quotients(const float *row, float whole, bfloat16 *out, long count) {
    __m512 divisor = _mm512_set1_ps(whole);
    for (long i = 0; i < PANEL && i < count; i += 16) {
        __mmask16 mask = count - i >= 16 ? 0xffff : (1u << (count - i)) - 1;
        __m256bh narrowed = _mm512_cvtneps_pbh(_mm512_div_ps((__m512)load(row + i), divisor));
        _mm256_mask_storeu_epi16(out + i, mask, (__m256i)narrowed);
    }
}

static void attend_block(const struct heads *h, const bfloat16 *queries, long first, const bfloat16 *keys,
                         const bfloat16 *values, bfloat16 *out, float *room) {
    long rows = h->count - first < QUERIES ? h->count - first : QUERIES, pairs = (h->width + 1) / 2;
    long longest = rounded_up(h->length, PANEL), before = h->length - h->count + first;
    long end = rounded_up(before + rows, PANEL);
    float *scores = room, *sums = scores + QUERIES * longest;
    bfloat16 *asked = (bfloat16 *)(sums + QUERIES * PANEL), *weights = asked + QUERIES * 2 * pairs;
    float wholes[QUERIES];
    memset(asked, 0, QUERIES * 2 * pairs * sizeof(bfloat16));
    for (long r = 0; r < rows; r++)
        memcpy(asked + r * 2 * pairs, queries + (first + r) * h->q_strides[2], h->width * sizeof(bfloat16));
    for (long t = 0; t < end; t += PANEL)
        for (long r = 0; r < rows; r += HEIGHT)
            multiply_panel(asked + r * 2 * pairs, 2 * pairs, keys + t * 2 * pairs, pairs, scores + r * longest + t, longest);
    for (long r = 0; r < rows; r++)
        wholes[r] = weights_of(scores + r * longest, weights + r * longest, before + r + 1, end, 1.0f / sqrtf((float)h->width));
    for (long r = rows; r < rounded_up(rows, HEIGHT); r++) memset(weights + r * longest, 0, end * sizeof(bfloat16));
    for (long d = 0; d < h->width; d += PANEL, values += longest * PANEL) {
        for (long r = 0; r < rows; r += HEIGHT)
            multiply_panel(weights + r * longest, longest, values, end / 2, sums + r * PANEL, PANEL);
        for (long r = 0; r < rows; r++)
            put_quotients(sums + r * PANEL, wholes[r], out + (first + r) * h->out_strides[2] + d, h->width - d);
    }
}

/* Returns 0, or 1 if there is no memory. */
int attend_many(const struct heads *h, int threads) {
    long pairs = (h->width + 1) / 2, longest = rounded_up(h->length, PANEL), panels = longest / PANEL;
    long kv_heads = h->heads / h->group, blocks = (h->count + QUERIES - 1) / QUERIES;
    long keys_each = longest * 2 * pairs, values_each = longest * rounded_up(h->width, PANEL);
    long room_each = QUERIES * (longest + PANEL) * sizeof(float) + QUERIES * (2 * pairs + longest) * sizeof(bfloat16);
    room_each = rounded_up(room_each, 64);
    long packed_bytes = h->sequences * kv_heads * (keys_each + values_each) * sizeof(bfloat16);
    char *room = aligned_alloc(64, rounded_up(packed_bytes, 64) + threads * room_each);
    if (room == NULL) return 1;
    bfloat16 *packed = (bfloat16 *)room;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (long n = 0; n < h->sequences * kv_heads * panels; n++) {
            long head = n / panels, t = n % panels * PANEL;
            long from = head / kv_heads * h->kv_strides[0] + head % kv_heads * h->kv_strides[1] + t * h->width;
            bfloat16 *keys = packed + head * (keys_each + values_each), *values = keys + keys_each;
            pack_keys(h->keys + from, h->length - t, h->width, keys + t * 2 * pairs);
            pack_values(h->values + from, h->length - t, h->width, longest, values + t * PANEL);
        }
        float *own = (float *)(room + rounded_up(packed_bytes, 64) + omp_get_thread_num() * room_each);
#pragma omp for schedule(dynamic)
        for (long n = h->sequences * h->heads * blocks - 1; n >= 0; n--) { /* the last blocks take longest */
            long block = n / (h->sequences * h->heads), head = n % (h->sequences * h->heads);
            long sequence = head / h->heads, at = head % h->heads;
            const bfloat16 *keys = packed + (sequence * kv_heads + at / h->group) * (keys_each + values_each);
            attend_block(h, h->queries + sequence * h->q_strides[0] + at * h->q_strides[1], block * QUERIES, keys,
                         keys + keys_each, h->out + sequence * h->out_strides[0] + at * h->out_strides[1], own);
        }
    }
    free(room);
    return 0;
}
