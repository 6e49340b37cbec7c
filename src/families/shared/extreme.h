/* The extreme of some elements, and the index of the first element that has it; a NaN replaces any number. */
enum { GPU__ARG_CHUNK = 4096 };
#ifdef ALL
typedef struct gpu__best_T {
    T value;
    int64_t at;
} gpu__best_T;
/* Whether a, which has the higher index, replaces b; a NaN replaces any number. */
GPU__BODY int gpu__arg_beats_T(T a, T b, int smallest) { return b == b && (a != a || (smallest ? a < b : a > b)); }
GPU__BODY T gpu__arg_first_T(T a, T b, int smallest)
{
    return smallest ? GPU__FIRST_OF(a, b, <) : GPU__FIRST_OF(a, b, >);
}
GPU__BODY int gpu__arg_among_T(const T *x, size_t n, T v)
{
    int here = 0;
    for (size_t k = 0; k < n; k++) here |= (x[k] == v) | ((v != v) & (x[k] != x[k]));
    return here;
}
/* The extreme of n elements, at most a chunk. */
GPU__BODY T gpu__arg_extreme_T(const T *x, size_t n, int smallest)
{
    T lane[GPU__GRAIN];
    const size_t m = gpu__least(n, GPU__GRAIN), whole = n & ~(size_t)(GPU__GRAIN - 1);
    size_t i, k;
    for (i = 0; i < m; i++) lane[i] = x[i];
    for (; i < GPU__GRAIN; i++) lane[i] = x[0];
    for (k = GPU__GRAIN; k < whole; k += GPU__GRAIN) {
        GPU__LINES((uintptr_t)(x + k) + GPU__PREFETCH_BYTES, sizeof(T))
        for (i = 0; i < GPU__GRAIN; i++) lane[i] = gpu__arg_first_T(lane[i], x[k + i], smallest);
    }
    for (i = whole; i < n; i++) lane[i - whole] = gpu__arg_first_T(lane[i - whole], x[i], smallest);
    GPU__NO_ALIAS for (i = 0; i < 32; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 32], smallest);
    GPU__NO_ALIAS for (i = 0; i < 16; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 16], smallest);
    GPU__NO_ALIAS for (i = 0; i < 8; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 8], smallest);
    GPU__NO_ALIAS for (i = 0; i < 4; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 4], smallest);
    GPU__NO_ALIAS for (i = 0; i < 2; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 2], smallest);
    return gpu__arg_first_T(lane[0], lane[1], smallest);
}
/* Updates *best, the extreme of the elements before x[begin] (at < 0: none), with the chunk of n elements there. */
GPU__BODY void gpu__arg_chunk_T(gpu__best_T *best, const T *x, size_t begin, size_t n, int smallest)
{
    size_t i;
    x += begin;
    const T v = smallest ? gpu__arg_extreme_T(x, n, 1) : gpu__arg_extreme_T(x, n, 0);
    if (best->at >= 0 && !gpu__arg_beats_T(v, best->value, smallest)) return;
    /* finds the group of GPU__GRAIN elements that contains it, then the group of 16, then the index */
    for (i = 0; i + GPU__GRAIN <= n && !gpu__arg_among_T(x + i, GPU__GRAIN, v); i += GPU__GRAIN) {
    }
    for (; i + 16 <= n && !gpu__arg_among_T(x + i, 16, v); i += 16) {
    }
    while (!(x[i] == v || (v != v && x[i] != x[i]))) i++;
    best->value = v;
    best->at = (int64_t)(begin + i);
}
#endif
