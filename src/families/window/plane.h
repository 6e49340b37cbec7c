#ifdef GPU__ONCE
/* Filters of a plane. An output of a convolution is the sum over k of row 0 of the filter, mirrored, times the elements
   under it, then of row 1, and so on, each ascending, all in double; a product is rounded before it is added. Zeros
   outside the plane are multiplied like any others. Both backends add in this order, so the bits are the same. */
enum {
    GPU__PLANE_TILE = 512,  /* outputs of a row that are made at a time */
    GPU__PLANE_TAPS = 256,  /* of a row of the filter */
    GPU__PLANE_RING = 8192, /* elements: rows under the filter, which the next output row needs again */
    GPU__PLANE_CLAMPED = 1
};
/* One row of the filter for n outputs. */
GPU__BODY void gpu__conv2d_row(double *sum, const double *z, const double *tap, size_t taps, size_t n)
{
    size_t k = 0, i;
    for (; k + 5 <= taps; k += 5) {
        const double a = tap[k], b = tap[k + 1], c = tap[k + 2], d = tap[k + 3], e = tap[k + 4], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] =
            ((((sum[i] + a * p[i]) + b * p[i + 1]) + c * p[i + 2]) + d * p[i + 3]) + e * p[i + 4];
    }
    if (k + 3 <= taps) {
        const double a = tap[k], b = tap[k + 1], c = tap[k + 2], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] = ((sum[i] + a * p[i]) + b * p[i + 1]) + c * p[i + 2];
        k += 3;
    }
    for (; k < taps; k++) {
        const double a = tap[k], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] += a * p[i];
    }
}

/* ---- gpu_median3x3: a task is a tile of an output row ---- */
/* Elements are compared as whole numbers of their size: the bits of a floating-point number, of a negative one all but
   the sign inverted, and for a NaN the greatest there is. So the result does not depend on how it is found. */
#define GPU__KEYS(K)                                                                                                   \
    GPU__BODY K gpu__least_##K(K a, K b) { return a < b ? a : b; }                                                     \
    GPU__BODY K gpu__most_##K(K a, K b) { return a < b ? b : a; }                                                      \
    GPU__BODY K gpu__middle_##K(K a, K b, K c)                                                                         \
    {                                                                                                                  \
        return gpu__most_##K(gpu__least_##K(a, b), gpu__least_##K(gpu__most_##K(a, b), c));                            \
    }
GPU__KEYS(int32_t)
GPU__KEYS(int64_t)
GPU__KEYS(uint8_t)
/* The bits of n floating-point numbers become keys, NaNs being those beyond `infinity`; and back, without it. */
#define GPU__KEYS_OF_REALS(K)                                                                                          \
    GPU__BODY void gpu__keys_##K(K *key, size_t n, K infinity)                                                         \
    {                                                                                                                  \
        const K most = (K)(~(uint64_t)0 >> (65 - 8 * sizeof(K)));                                                      \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) key[i] = (key[i] & most) > infinity ? most : key[i] < 0 ? key[i] ^ most : key[i];      \
    }
GPU__KEYS_OF_REALS(int32_t)
GPU__KEYS_OF_REALS(int64_t)
/* The medians of n neighbours in low, of three rows of n + 2 keys. */
#define GPU__MEDIANS(K)                                                                                                \
    GPU__BODY void gpu__medians_##K(K *low, K *mid, K *high, const K *x, const K *y, const K *z, size_t n)             \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        GPU__NO_ALIAS for (i = 0; i < n + 2; i++) GPU__SORTED(K, x[i], y[i], z[i])                                     \
            GPU__NO_ALIAS for (i = 0; i < n; i++) low[i] =                                                             \
                gpu__middle_##K(GPU__OF_3(gpu__most_##K, low), gpu__middle_##K(mid[i], mid[i + 1], mid[i + 2]),        \
                                GPU__OF_3(gpu__least_##K, high));                                                      \
    }
#define GPU__SORTED(K, a, b, c)                                                                                        \
    {                                                                                                                  \
        low[i] = gpu__least_##K(gpu__least_##K(a, b), c);                                                              \
        mid[i] = gpu__middle_##K(a, b, c);                                                                             \
        high[i] = gpu__most_##K(gpu__most_##K(a, b), c);                                                               \
    }
#define GPU__OF_3(f, v) f(f(v[i], v[i + 1]), v[i + 2])
GPU__MEDIANS(int32_t)
GPU__MEDIANS(int64_t)
GPU__MEDIANS(uint8_t)
typedef union gpu__key_row {
    uint8_t of_1[GPU__PLANE_TILE + 2];
    int32_t of_4[GPU__PLANE_TILE + 2];
    int64_t of_8[GPU__PLANE_TILE + 2];
} gpu__key_row;
GPU__BODY void gpu__keys(const gpu__job *j, gpu__key_row *row, size_t n, int back)
{
    if (j->flag && j->out_size == 4) gpu__keys_int32_t(row->of_4, n, back ? INT32_MAX : 0x7f800000);
    if (j->flag && j->out_size == 8) gpu__keys_int64_t(row->of_8, n, back ? INT64_MAX : 0x7ff0000000000000);
}
/* The keys of columns at - 1 to at + n of row r, which is clamped, as they are. */
GPU__BODY void gpu__median_load(gpu__key_row *to, const gpu__job *j, size_t r, size_t at, size_t n)
{
    const size_t cols = j->shape[1], size = j->out_size;
    const char *const x = (const char *)j->in[0].p + (r < j->shape[0] ? r : j->shape[0] - 1) * cols * size;
    char *const row = (char *)to;
    memcpy(row, x + (at ? at - 1 : 0) * size, size);
    memcpy(row + size, x + at * size, n * size);
    memcpy(row + (n + 1) * size, x + (at + n < cols ? at + n : cols - 1) * size, size);
    gpu__keys(j, to, n + 2, 0);
}
GPU__BODY void gpu__median_tiles(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1], size = j->out_size;
    gpu__key_row key[3], low, mid, high;
    size_t t;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE,
                     n = cols - c < GPU__PLANE_TILE ? cols - c : (size_t)GPU__PLANE_TILE;
        if (t == first || r == 0) {
            gpu__median_load(&key[(r + 2) % 3], j, r ? r - 1 : 0, c, n);
            gpu__median_load(&key[r % 3], j, r, c, n);
        }
        gpu__median_load(&key[(r + 1) % 3], j, r + 1, c, n);
        if (size == 1)
            gpu__medians_uint8_t(low.of_1, mid.of_1, high.of_1, key[0].of_1, key[1].of_1, key[2].of_1, n);
        else if (size == 4)
            gpu__medians_int32_t(low.of_4, mid.of_4, high.of_4, key[0].of_4, key[1].of_4, key[2].of_4, n);
        else
            gpu__medians_int64_t(low.of_8, mid.of_8, high.of_8, key[0].of_8, key[1].of_8, key[2].of_8, n);
        gpu__keys(j, &low, n, 1);
        memcpy((char *)j->out + (r * cols + c) * size, &low, n * size);
    }
}
GPU__PART_LEVELS(gpu__median3x3, gpu__median_tiles(j, first, last))
static GPU__UNUSED inline gpu_status gpu__median_call(void *out, const void *x, size_t rows, size_t cols, size_t size,
                                                      int real, gpu__job_device *device)
{
    gpu_status s = gpu__shape("gpu_median3x3", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_median3x3", out, rows * cols, size, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, rows * cols, size);
    j.shape[0] = rows, j.shape[1] = cols;
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    j.flag = real;
    GPU__JOB_PARTS(j, gpu__median3x3)
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef GPU__CUDA
#define GPU__MEDIAN_ON_DEVICE GPU__CAT(GPU__N(gpu__median3x3), __device)
#else
#define GPU__MEDIAN_ON_DEVICE NULL
#endif
#define GPU__MEDIAN_ROW                                                                                                \
    GPU__ON_DEVICE(GPU__N(gpu__median3x3),                                                                             \
                   gpu__plane<gpu__median_3x3>(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,    \
                                               j->shape[0], j->shape[1], true))                                        \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_median3x3)(GPU__T * out, const GPU__T *x, size_t rows, size_t cols)           \
    {                                                                                                                  \
        return gpu__median_call(out, x, rows, cols, sizeof *x, GPU__IS_REAL, GPU__MEDIAN_ON_DEVICE);                   \
    }
#endif
#ifdef GPU__FOR_REAL
/* ---- gpu_conv2d: a task is a tile of an output row ---- */
/* z[k] = the element in row u - top and column v - left + k, or what the border says. */
GPU__BODY void GPU__N(gpu__plane_load)(double *z, const gpu__job *j, size_t u, size_t v, size_t count)
{
    const size_t rows = j->shape[0], cols = j->shape[1], top = j->shape[2] / 2, left = j->shape[3] / 2;
    const size_t none = v >= left ? 0 : left - v < count ? left - v : count, from = v + none - left;
    const size_t have = none == count || from >= cols ? 0 : cols - from < count - none ? cols - from : count - none;
    const size_t r = u < top ? 0 : u - top < rows ? u - top : rows - 1;
    const GPU__T *const x = (const GPU__T *)j->in[0].p + r * cols;
    const int clamped = j->flag & GPU__PLANE_CLAMPED;
    const double before = clamped ? (double)x[0] : 0, behind = clamped ? (double)x[cols - 1] : 0;
    size_t k;
    if (!clamped && u != r + top) {
        for (k = 0; k < count; k++) z[k] = 0;
        return;
    }
    for (k = 0; k < none; k++) z[k] = before;
    z += none;
    for (k = 0; k < have; k++) z[k] = (double)x[from + k];
    for (; k < count - none; k++) z[k] = behind;
}
GPU__BODY void GPU__N(gpu__conv2d_tiles)(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1], high = j->shape[2], wide = j->shape[3];
    const size_t pitch = GPU__PLANE_TILE + wide - 1;
    const int ring = wide <= GPU__PLANE_TAPS && high <= GPU__PLANE_RING / pitch;
    const GPU__T *const h = (const GPU__T *)j->in[1].p;
    double sum[GPU__PLANE_TILE], tap[GPU__PLANE_TAPS], z[GPU__PLANE_RING];
    size_t t, i, k, m;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE,
                     n = cols - c < GPU__PLANE_TILE ? cols - c : (size_t)GPU__PLANE_TILE;
        for (i = 0; i < n; i++) sum[i] = 0;
        for (m = 0; m < high * wide; m += k) { /* tap m and those behind it in its row */
            const size_t row = m / wide, column = m % wide;
            double *const at = ring ? z + (r + row) % high * pitch : z;
            k = wide - column < GPU__PLANE_TAPS ? wide - column : (size_t)GPU__PLANE_TAPS;
            if (!ring || t == first || r == 0 || row + 1 == high)
                GPU__N(gpu__plane_load)(at, j, r + row, c + column, n + k - 1);
            for (i = 0; i < k; i++) tap[i] = (double)h[high * wide - 1 - m - i];
            gpu__conv2d_row(sum, at, tap, k, n);
        }
        for (i = 0; i < n; i++) ((GPU__T *)j->out)[r * cols + c + i] = (GPU__T)sum[i];
    }
}
GPU__PART_LEVELS(GPU__N(gpu__conv2d), GPU__N(gpu__conv2d_tiles)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__conv2d), gpu__conv2d(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                j->shape, j->flag != 0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_conv2d)(GPU__T *out, const GPU__T *x, size_t rows, size_t cols, const GPU__T *h,
                                             size_t h_rows, size_t h_cols, gpu_border border)
{
    static const char name[] = "gpu_conv2d";
    gpu_status s = gpu__shape(name, rows, cols);
    gpu__job j;
    gpu__job_of(&j, name, out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    if (!h_rows || !h_cols)
        return gpu__refuse(name, "the filter is %zu by %zu; expected at least 1 by 1", h_rows, h_cols);
    if ((s = gpu__shape(name, h_rows, h_cols))) return s;
    if (border != GPU_BORDER_ZERO && border != GPU_BORDER_CLAMP)
        return gpu__refuse(name, "border is %d; expected GPU_BORDER_ZERO or GPU_BORDER_CLAMP", (int)border);
    gpu__job_in(&j, 0, "x", x, rows * cols, sizeof *x);
    gpu__job_in(&j, 1, "h", h, h_rows * h_cols, sizeof *h);
    j.shape[0] = rows, j.shape[1] = cols, j.shape[2] = h_rows, j.shape[3] = h_cols;
    j.flag = border == GPU_BORDER_CLAMP ? GPU__PLANE_CLAMPED : 0;
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    GPU__JOB_CODE(j, GPU__N(gpu__conv2d))
    return gpu__job_call(&j);
}
#endif
#ifdef GPU__FOR_ALL
GPU__MEDIAN_ROW
#endif
