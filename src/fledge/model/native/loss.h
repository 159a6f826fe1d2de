/* Cross-entropy of rows of logits, and its gradient in their place: one pass over memory instead of torch's eight. */

/* The row becomes softmax(row) - 1 at the target; its loss is returned. */
static float loss_of_row(float *row, long n, long target) {
    float largest = -INFINITY, whole = 0, wanted = row[target];
    for (long i = 0; i < n; i++) largest = row[i] > largest ? row[i] : largest;
    for (long i = 0; i < n; i++) {
        row[i] = exp_of(row[i] - largest);
        whole += row[i];
    }
    float factor = 1.0f / whole;
    for (long i = 0; i < n; i++) row[i] *= factor;
    row[target] -= 1.0f;
    /* NaN or infinity among the logits makes their sum NaN: a run that went wrong must not look like one that goes on. */
    return isfinite(whole) ? logf(whole) + largest - wanted : NAN;
}

static void widen_row(const bfloat16 *from, float *to, long n) {
    long i = 0;
    for (; i + LANES <= n; i += LANES) {
        floats wide = load_bfloat16(from + i);
        memcpy(to + i, &wide, sizeof wide);
    }
    for (; i < n; i++) to[i] = widen(from[i]);
}

static void narrow_row(const float *from, bfloat16 *to, long n) {
    long i = 0;
#if defined(HAS_TILES)
    for (; i + 32 <= n; i += 32)
        _mm512_storeu_si512(to + i, (__m512i)_mm512_cvtne2ps_pbh((__m512)load(from + i + 16), (__m512)load(from + i)));
#endif
    for (; i < n; i++) to[i] = narrow(from[i]);
}

/* The logits, `rows` times `n` of bfloat16 or float, become their gradient. Returns 0, or 1 if there is no memory, or 2 if a
 * target is none of the `n`; then nothing has been changed. */
int loss_and_gradient(void *logits, int is_bfloat16, const int64_t *targets, float *losses, long rows, long n, int threads) {
    for (long r = 0; r < rows; r++)
        if (targets[r] < 0 || targets[r] >= n) return 2;
    long stride = (n + LANES - 1) / LANES * LANES;
    float *scratch = is_bfloat16 ? aligned_alloc(64, (threads * stride * sizeof(float) + 63) / 64 * 64) : NULL;
    if (is_bfloat16 && scratch == NULL) return 1;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long r = 0; r < rows; r++) {
        if (!is_bfloat16) {
            losses[r] = loss_of_row((float *)logits + r * n, n, targets[r]);
            continue;
        }
        bfloat16 *row = (bfloat16 *)logits + r * n;
        float *wide = scratch + omp_get_thread_num() * stride;
        widen_row(row, wide, n);
        losses[r] = loss_of_row(wide, n, targets[r]);
        narrow_row(wide, row, n);
    }
    free(scratch);
    return 0;
}
