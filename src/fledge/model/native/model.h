/* The structs that kernels.py fills: keep both alike. */
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
    const bfloat16 *tokens, *positions; /* embeddings; of positions only without rotary ones */
    const float *cos, *sin; /* half a head wide for each position; missing without rotary positions */
    long n_layer, width, heads, kv_heads, head_width, ffn_width, vocabulary, max_length;
    float eps;
    int has_rms_norm, has_head_norms, has_tanh_gelu;
};

/* Where a token goes in the cache: its sequence, and its position there. */
struct place {
    long slot, at;
};
