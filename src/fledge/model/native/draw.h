/* Drawing the next token: as `pick` in generate.py does it, with the same draws. */
#define BLOCK_OF_SUMS 512 /* probabilities that are summed together to find the one that was drawn */
#define NOTHING -87.0f    /* what is e^87 times less likely than the likeliest is never drawn */

static void sink(float *heap, long size, long at) {
    for (float value = heap[at];;) {
        long child = 2 * at + 1;
        if (child + 1 < size && heap[child + 1] < heap[child]) child++;
        if (child >= size || heap[child] >= value) {
            heap[at] = value;
            return;
        }
        heap[at] = heap[child];
        at = child;
    }
}

/* The k-th largest of n numbers; `heap` has room for k. */
static float kth_largest(const float *x, long n, long k, float *heap) {
    memcpy(heap, x, k * sizeof(float));
    for (long at = k / 2; at >= 0; at--) sink(heap, k, at);
    for (long i = k; i < n; i += LANES) {
        long end = i + LANES < n ? i + LANES : n;
        int any = 0;
        if (end - i == LANES)
            for (long j = 0; j < LANES; j++) any |= x[i + j] > heap[0];
        else
            any = 1;
        for (long j = i; any && j < end; j++)
            if (x[j] > heap[0]) {
                heap[0] = x[j];
                sink(heap, k, 0);
            }
    }
    return heap[0];
}

/* The places of the k largest in their order; of equal ones at the border, the first. */
static void places_of_largest(const float *x, long n, long k, float border, long *places) {
    long above = 0, count = 0;
    for (long i = 0; i < n; i++) above += x[i] > border;
    for (long i = 0, equal = k - above; i < n && count < k; i++) {
        if (x[i] < border) continue;
        if (x[i] == border && equal-- <= 0) continue;
        places[count++] = i;
    }
}

static int is_descending(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

/* Probabilities beyond the likeliest, which together reach `top_p`, become 0. `sorted` and `places` have room for n. */
static void cut_tail(float *p, long n, double top_p, float *sorted, long *places) {
    double whole = 0, before = 0;
    long count = 0;
    for (long i = 0; i < n; i++) whole += p[i];
    memcpy(sorted, p, n * sizeof(float));
    qsort(sorted, n, sizeof(float), is_descending);
    for (; count < n && before < top_p * whole; count++) before += sorted[count];
    if (count == n || count == 0) return;
    places_of_largest(p, n, count, sorted[count - 1], places);
    for (long i = 0, next = 0; i < n; i++) {
        if (next < count && places[next] == i)
            next++;
        else
            p[i] = 0;
    }
}

/* The first place whose running sum exceeds `draw` times the whole; -1 if there is none. */
static long drawn(const float *p, long n, double draw) {
    double whole = 0;
    for (long from = 0; from < n; from += BLOCK_OF_SUMS) {
        long to = from + BLOCK_OF_SUMS < n ? from + BLOCK_OF_SUMS : n;
        double sum = 0;
        for (long i = from; i < to; i++) sum += p[i];
        whole += sum;
    }
    if (!(whole > 0) || whole > 3e38) return -1;
    double wanted = draw * whole, before = 0;
    long last = -1; /* rounding may leave the sum of the blocks a little below what is wanted */
    for (long from = 0; from < n; from += BLOCK_OF_SUMS) {
        long to = from + BLOCK_OF_SUMS < n ? from + BLOCK_OF_SUMS : n;
        double sum = 0;
        for (long i = from; i < to; i++) sum += p[i];
        int is_here = before + sum > wanted;
        for (long i = from; i < to && (is_here || to == n); i++) {
            if (p[i] > 0) last = i;
            before += p[i];
            if (before > wanted && p[i] > 0) return i;
        }
        if (!is_here && to < n) before += sum;
    }
    return last;
}

/* The next token for one row of logits; -1 if they are no probabilities, or if there is no memory. */
static long draw_row(const float *logits, long n, float temperature, long top_k, double top_p, double draw) {
    long best = 0, numbers = 0;
    float largest = -INFINITY;
    for (long i = 0; i < n; i++) {
        numbers += logits[i] == logits[i];
        largest = logits[i] > largest ? logits[i] : largest;
    }
    if (numbers < n || !(fabsf(largest) < INFINITY)) return -1;
    if (temperature == 0) {
        while (logits[best] != largest) best++;
        return best;
    }
    long kept = top_k > 0 && top_k < n ? top_k : n;
    float *p = malloc(kept * 2 * sizeof(float) + kept * 2 * sizeof(long));
    if (p == NULL) return -1;
    float *sorted = p + kept;
    long *places = (long *)(sorted + kept), *spare = places + kept;
    if (kept < n) {
        places_of_largest(logits, n, kept, kth_largest(logits, n, kept, sorted), places);
        for (long i = 0; i < kept; i++) p[i] = logits[places[i]];
    } else {
        memcpy(p, logits, n * sizeof(float));
    }
    for (long i = 0; i < kept; i++) {
        float below = p[i] / temperature - largest / temperature;
        p[i] = below < NOTHING ? 0.0f : exp_of(below);
    }
    if (top_p < 1) cut_tail(p, kept, top_p, sorted, spare);
    long at = drawn(p, kept, draw);
    long token = at < 0 || kept == n ? at : places[at];
    free(p);
    return token;
}
