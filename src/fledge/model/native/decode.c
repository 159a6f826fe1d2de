/* Decoding on a CPU: products of a few rows with a matrix, attention, and a whole step of a GPT.
 *
 * One token takes the time of reading the weights once. torch's kernels read several rows of a matrix side by side,
 * which defeats the prefetcher; here each thread reads its rows one after the other. All sums, and all between the
 * matrices, are float32.
 *
 * A row's result never depends on the rows beside it: its sums are added in one order, whatever is computed with them.
 */
#include "vectors.h"
#include "model.h"
#if defined(__AVX512BF16__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define HAS_TILES
#include "tiles.h"
#include "product_bfloat16.h"
#else
#include "product_float.h"
#endif
#include "functions.h"
#if defined(HAS_TILES)
#include "prompt.h"
#endif
#include "loss.h"
#include "draw.h"

/* Room for floats, and for the scratch of all threads after them, both at the beginning of a cache line: vectors that lie
 * in two of them take twice as long to load. NULL if there is no memory. */
static float *room_for(long floats, int threads, long scratch_each, bfloat16 **scratch) {
    long bytes = (floats * sizeof(float) + 63) / 64 * 64;
    float *room = aligned_alloc(64, (bytes + threads * scratch_each * sizeof(bfloat16) + 63) / 64 * 64);
    *scratch = (bfloat16 *)((char *)room + bytes);
    return room;
}

/* y = x W^T in bfloat16. Returns 0, or 1 if there is no memory. */
int linear(const struct matrix *m, const bfloat16 *x, bfloat16 *y, long rows, int threads) {
    long scratch_each = scratch_size(rows, m->width);
    bfloat16 *scratch;
    float *wide = room_for(rows * (m->width + m->outs), threads, scratch_each, &scratch);
    if (wide == NULL) return 1;
    float *sums = wide + rows * m->width;
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

/* The tokens' embeddings with those of their positions, rounded as torch does. */
static void embed(const struct model *m, const long *tokens, const struct place *places, float *x, long rows) {
    for (long r = share(rows, omp_get_thread_num()); r < share(rows, omp_get_thread_num() + 1); r++)
        for (long i = 0; i < m->width; i++) {
            float value = widen(m->tokens[tokens[r] * m->width + i]);
            if (m->positions != NULL) value = widen(narrow(value + widen(m->positions[places[r].at * m->width + i])));
            x[r * m->width + i] = value;
        }
}

static void normalize_rows(const struct model *m, const struct norm *n, const float *x, float *y, long rows) {
    for (long r = share(rows, omp_get_thread_num()); r < share(rows, omp_get_thread_num() + 1); r++)
        normalize(n, x + r * m->width, y + r * m->width, m->width, m->eps, m->has_rms_norm);
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
    long thread = omp_get_thread_num(), from = share(m->ffn_width, thread), count = share(m->ffn_width, thread + 1) - from;
    for (long r = 0; r < rows; r++) {
        long at = r * m->ffn_width + from;
        if (is_gated)
            gated_silu(up + at, gate + at, count);
        else if (m->has_tanh_gelu)
            gelu_tanh(up + at, count);
        else
            gelu_exact(up + at, count);
    }
}

/* Reads one token per row, of different sequences or of one: then in their order. The logits are those after the rows in
 * `wanted`. Returns 0, or 1 if there is no memory, or 2 if a token is not in the vocabulary. */
int decode(const struct model *m, const long *tokens, float *logits, long rows, const struct place *places,
           const long *wanted, long wanted_count, int threads) {
    for (long r = 0; r < rows; r++)
        if (tokens[r] < 0 || tokens[r] >= m->vocabulary || places[r].at < 0 || places[r].at >= m->max_length) return 2;
    long attention_width = m->heads * m->head_width, qkv_width = attention_width + 2 * m->kv_heads * m->head_width;
    long room = rows * (3 * m->width + qkv_width + attention_width + 2 * m->ffn_width) + threads * m->max_length;
    long widest = m->ffn_width > m->width ? m->ffn_width : m->width;
    long scratch_each = scratch_size(rows, widest > attention_width ? widest : attention_width);
    bfloat16 *scratch;
    float *normed = room_for(room, threads, scratch_each, &scratch);
    if (normed == NULL) return 1;
    float *added = normed + rows * m->width, *x = added + rows * m->width, *qkv = x + rows * m->width, *y = qkv + rows * qkv_width;
    float *up = y + rows * attention_width, *gate = up + rows * m->ffn_width, *scores = gate + rows * m->ffn_width;
#pragma omp parallel num_threads(threads)
    {
        embed(m, tokens, places, x, rows); /* each thread the rows that it normalises next */
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
        for (long w = omp_get_thread_num(); w < wanted_count; w += omp_get_num_threads())
            normalize(&m->last, x + wanted[w] * m->width, normed + w * m->width, m->width, m->eps, m->has_rms_norm);
#pragma omp barrier
        product(&m->head, normed, logits, m->head.outs, wanted_count, scratch, scratch_each);
    }
    free(normed);
    return 0;
}

/* The next token for each row of logits, `stride` apart, of which the first `n` count. Returns 0, or 1 if a row holds no
 * probabilities, or if there is no memory. */
int draw(const float *logits, long rows, long stride, long n, float temperature, long top_k, double top_p,
         const double *draws, long *tokens, int threads) {
    int is_wrong = 0;
    if (rows == 1) { /* without waking the others */
        tokens[0] = draw_row(logits, n, temperature, top_k, top_p, draws[0]);
        return tokens[0] < 0;
    }
#pragma omp parallel for num_threads(threads) schedule(static) reduction(| : is_wrong)
    for (long r = 0; r < rows; r++) {
        tokens[r] = draw_row(logits + r * stride, n, temperature, top_k, top_p, draws[r]);
        is_wrong |= tokens[r] < 0;
    }
    return is_wrong;
}
