/* Filters of a plane; the order of the sums is in families/window/order.h. */
typedef struct gpu__filter {
    size_t rows, cols;
    int border;
} gpu__filter;
enum {
    GPU__PLANE_TILE = 512, /* outputs of a row that are computed at a time */
    GPU__PLANE_TAPS = 256, /* taps of a row of the filter that are applied at a time */
    GPU__PLANE_RING = 8192 /* elements of a ring buffer of rows, most of which the next output row needs again */
};
/* Adds one row of the filter to n outputs. */
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
/* Elements are compared as integers of their size, their keys: the bits of a floating-point number, with all but the
   sign inverted if it is negative, and the greatest integer for a NaN. This is a total order, so the result does not
   depend on the order of comparisons. The job's detail is whether elements are floating-point numbers. */
GPU__BODY {int32|int64|uint8}_t gpu__least_{1}_t({1}_t a, {1}_t b) { return a < b ? a : b; }
GPU__BODY {int32|int64|uint8}_t gpu__most_{1}_t({1}_t a, {1}_t b) { return a < b ? b : a; }
GPU__BODY {int32|int64|uint8}_t gpu__middle_{1}_t({1}_t a, {1}_t b, {1}_t c)
{
    return gpu__most_{1}_t(gpu__least_{1}_t(a, b), gpu__least_{1}_t(gpu__most_{1}_t(a, b), c));
}
/* Converts the bits of n floating-point numbers to keys, where NaNs are the numbers beyond `infinity`; with the
   greatest integer for `infinity`, converts keys back. */
GPU__BODY void gpu__keys_{int32_t|int64_t}({1} *key, size_t n, {1} infinity)
{
    const {1} most = ({1})(~(uint64_t)0 >> (65 - 8 * sizeof most));
    for (size_t i = 0; i < n; i++) key[i] = (key[i] & most) > infinity ? most : key[i] < 0 ? key[i] ^ most : key[i];
}
/* Computes n medians of 3 by 3 into `low`, from three rows of n + 2 keys. */
#define GPU__OF_3(f, v) f(f(v[i], v[i + 1]), v[i + 2])
GPU__BODY void gpu__medians_{int32_t|int64_t|uint8_t}({1} *low, {1} *mid, {1} *high, const {1} *x, const {1} *y,
                                                      const {1} *z, size_t n)
{
    GPU__NO_ALIAS for (size_t i = 0; i < n + 2; i++)
    {
        low[i] = gpu__least_{1}(gpu__least_{1}(x[i], y[i]), z[i]);
        mid[i] = gpu__middle_{1}(x[i], y[i], z[i]);
        high[i] = gpu__most_{1}(gpu__most_{1}(x[i], y[i]), z[i]);
    }
    GPU__NO_ALIAS for (size_t i = 0; i < n; i++) low[i] =
        gpu__middle_{1}(GPU__OF_3(gpu__most_{1}, low), gpu__middle_{1}(mid[i], mid[i + 1], mid[i + 2]),
                        GPU__OF_3(gpu__least_{1}, high));
}
typedef union gpu__key_row {
    uint8_t of_1[GPU__PLANE_TILE + 2];
    int32_t of_4[GPU__PLANE_TILE + 2];
    int64_t of_8[GPU__PLANE_TILE + 2];
} gpu__key_row;
GPU__BODY void gpu__keys(const gpu__job *j, gpu__key_row *row, size_t n, int back)
{
    const int real = *(const int *)j->detail;
    if (real && j->out_size == 4) gpu__keys_int32_t(row->of_4, n, back ? INT32_MAX : 0x7f800000);
    if (real && j->out_size == 8) gpu__keys_int64_t(row->of_8, n, back ? INT64_MAX : 0x7ff0000000000000);
}
/* Loads the keys of columns at - 1 to at + n of row r; row and columns are clamped to the plane. */
GPU__BODY void gpu__median_load(gpu__key_row *to, const gpu__job *j, size_t r, size_t at, size_t n)
{
    const size_t cols = j->cols, size = j->out_size;
    GPU__ASSUME(n <= GPU__PLANE_TILE)
    const char *const x = (const char *)j->in[0].p + gpu__least(r, j->rows - 1) * cols * size;
    char *const row = (char *)to;
    memcpy(row, x + (at ? at - 1 : 0) * size, size);
    memcpy(row + size, x + at * size, n * size);
    memcpy(row + (n + 1) * size, x + gpu__least(at + n, cols - 1) * size, size);
    gpu__keys(j, to, n + 2, 0);
}
/* The tiles [first, last) of gpu_median3x3. */
GPU__BODY void gpu__median_tiles(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->rows, cols = j->cols, size = j->out_size;
    gpu__key_row key[3], low, mid, high;
    for (size_t t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE, n = gpu__least(cols - c, GPU__PLANE_TILE);
        if (t == first || r == 0) {
            gpu__median_load(&key[(r + 2) % 3], j, r ? r - 1 : 0, c, n);
            gpu__median_load(&key[r % 3], j, r, c, n);
        }
        gpu__median_load(&key[(r + 1) % 3], j, r + 1, c, n);
        if (size == 1) gpu__medians_uint8_t(low.of_1, mid.of_1, high.of_1, key[0].of_1, key[1].of_1, key[2].of_1, n);
        else if (size == 4)
            gpu__medians_int32_t(low.of_4, mid.of_4, high.of_4, key[0].of_4, key[1].of_4, key[2].of_4, n);
        else gpu__medians_int64_t(low.of_8, mid.of_8, high.of_8, key[0].of_8, key[1].of_8, key[2].of_8, n);
        gpu__keys(j, &low, n, 1);
        memcpy((char *)j->out + (r * cols + c) * size, &low, n * size);
    }
}
GPU__PART_LEVELS(gpu__median3x3, gpu__median_tiles(j, first, last))
static inline gpu_status gpu__median_call(void *out, const void *x, size_t rows, size_t cols, size_t size, int real,
                                          gpu__job_device *device)
{
    gpu_status s = gpu__shape("gpu_median3x3", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of_matrix(&j, "gpu_median3x3", out, rows * cols, size, "x", x, size, rows, cols);
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    gpu__job_detail(&j, &real, sizeof real);
    GPU__JOB_PARTS(j, gpu__median3x3)
    j.device = device;
    return gpu__job_call(&j);
}
/* ---- gpu_conv2d: a task is a tile of an output row ---- */
/* The index of the element that the border puts at index i, inside or outside the array; -1 for a zero. */
GPU__LIFTED_FN int64_t gpu__border_at(int64_t i, int64_t n, int border)
{
    const int64_t period = border == GPU_BORDER_WRAP ? n : border == GPU_BORDER_REFLECT ? 2 * n : n > 1 ? 2 * n - 2 : 1;
    if (i >= 0 && i < n) return i;
    if (border == GPU_BORDER_ZERO) return -1;
    if (border == GPU_BORDER_CLAMP) return i < 0 ? 0 : n - 1;
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : border == GPU_BORDER_REFLECT ? period - 1 - i : period - i;
}
/* The nearest byte, with ties to even; 0 for NaN. Adding 2^52 rounds, since doubles beyond it are integers. */
GPU__LIFTED_FN uint8_t gpu__byte_of(double v)
{
    const double whole = GPU__TWO_52, low = v > 0 ? v : 0, in = low < 255 ? low : 255;
    return (uint8_t)(int)((in + whole) - whole);
}
/* z[k] = the element in row u - top and column v - left + k, or the value that the border puts there. `type` is a
   constant. */
GPU__BODY void gpu__plane_load(double *z, const gpu__job *j, size_t u, size_t v, size_t count, gpu_type type)
{
    const gpu__filter *const h = (const gpu__filter *)j->detail;
    const size_t rows = j->rows, cols = j->cols, top = h->rows / 2, left = h->cols / 2;
    const size_t none = v >= left ? 0 : gpu__least(left - v, count), from = v + none - left;
    const size_t have = none == count || from >= cols ? 0 : gpu__least(cols - from, count - none);
    const int64_t r = gpu__border_at((int64_t)u - (int64_t)top, (int64_t)rows, h->border);
    const size_t row = r < 0 ? 0 : (size_t)r * cols;
    if (r < 0)
        for (size_t k = 0; k < count; k++) z[k] = 0;
    for (size_t k = 0; k < count && r >= 0; k++) { /* one by one, but the elements inside the row in one loop */
        if (k == none && have) {
            for (size_t i = 0; i < have; i++) z[none + i] = gpu__number_at(j->in[0].p, row + from + i, type);
            k += have - 1;
            continue;
        }
        const int64_t c = gpu__border_at((int64_t)(v + k) - (int64_t)left, (int64_t)cols, h->border);
        z[k] = c < 0 ? 0 : gpu__number_at(j->in[0].p, row + (size_t)c, type);
    }
}
GPU__BODY void gpu__plane_store(const gpu__job *j, size_t at, const double *sum, size_t n, gpu_type type)
{
    if (type == GPU_F32)
        for (size_t i = 0; i < n; i++) ((float *)j->out)[at + i] = (float)sum[i];
    else if (type == GPU_F64) memcpy((double *)j->out + at, sum, n * sizeof *sum);
    else
        for (size_t i = 0; i < n; i++) ((uint8_t *)j->out)[at + i] = gpu__byte_of(sum[i]);
}
/* The tiles [first, last) of gpu_conv2d, with a ring buffer of rows if the filter is small enough. */
GPU__BODY void gpu__conv2d_tiles(const gpu__job *j, size_t first, size_t last, gpu_type type)
{
    const size_t rows = j->rows, cols = j->cols, high = ((const gpu__filter *)j->detail)->rows,
                 wide = ((const gpu__filter *)j->detail)->cols;
    const size_t pitch = GPU__PLANE_TILE + wide - 1;
    const int ring = wide <= GPU__PLANE_TAPS && high <= GPU__PLANE_RING / pitch;
    double sum[GPU__PLANE_TILE], tap[GPU__PLANE_TAPS], z[GPU__PLANE_RING];
    size_t t, i, k, m;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE, n = gpu__least(cols - c, GPU__PLANE_TILE);
        for (i = 0; i < n; i++) sum[i] = 0;
        for (m = 0; m < high * wide; m += k) { /* tap m and up to k - 1 after it in its row */
            const size_t row = m / wide, column = m % wide;
            double *const at = ring ? z + (r + row) % high * pitch : z;
            k = gpu__least(wide - column, GPU__PLANE_TAPS);
            if (!ring || t == first || r == 0 || row + 1 == high)
                gpu__plane_load(at, j, r + row, c + column, n + k - 1, type);
            for (i = 0; i < k; i++)
                tap[i] = gpu__number_at(j->in[1].p, high * wide - 1 - m - i, type == GPU_F64 ? GPU_F64 : GPU_F32);
            gpu__conv2d_row(sum, at, tap, k, n);
        }
        gpu__plane_store(j, r * cols + c, sum, n, type);
    }
}
static inline gpu_status gpu__conv2d_call(gpu__job *j, const void *h, size_t tap, size_t h_rows, size_t h_cols,
                                          gpu_border border)
{
    const gpu__filter d = {h_rows, h_cols, (int)border};
    gpu_status s = gpu__shape(j->name, j->rows, j->cols);
    if (s) return s;
    if (!h_rows || !h_cols)
        return gpu__refuse(j->name, "the filter is %zu by %zu; expected at least 1 by 1", h_rows, h_cols);
    if ((s = gpu__shape(j->name, h_rows, h_cols))) return s;
    if ((int)border < GPU_BORDER_ZERO || border > GPU_BORDER_MIRROR)
        return gpu__refuse(j->name,
                           "border is %d; expected GPU_BORDER_ZERO, GPU_BORDER_CLAMP, GPU_BORDER_WRAP, "
                           "GPU_BORDER_REFLECT or GPU_BORDER_MIRROR",
                           (int)border);
    gpu__job_in(j, 1, "h", h, h_rows * h_cols, tap);
    gpu__job_detail(j, &d, sizeof d);
    j->tasks = j->rows * gpu__ceil_div(j->cols, GPU__PLANE_TILE);
    return gpu__job_call(j);
}
#ifdef IMAGE
GPU__PART_LEVELS(gpu__conv2d_T, gpu__conv2d_tiles(j, first, last, (gpu_type)gpu__tag_T))
GPU__ON_DEVICE(gpu__conv2d_T, gpu__conv2d(context, (T *)out, (const T *)in[0], (const gpu__tap_T *)in[1], j->rows,
                                          j->cols, *(const gpu__filter *)j->detail))
GPU__PRE gpu_status gpu_conv2d_T(T *out, const T *x, size_t rows, size_t cols, const gpu__tap_T *h, size_t h_rows,
                                 size_t h_cols, gpu_border border)
{
    gpu__job j;
    gpu__job_of_matrix(&j, "gpu_conv2d", out, rows * cols, sizeof *out, "x", x, sizeof *x, rows, cols);
    GPU__JOB_CODE(j, gpu__conv2d_T)
    GPU__BY_RULE(gpu_conv2d_T) return gpu__conv2d_call(&j, h, sizeof *h, h_rows, h_cols, border);
}
#endif
#ifdef PIXELS
GPU__ON_DEVICE(gpu__median3x3_T,
               gpu__plane<gpu__median_3x3>(context, (T *)out, (const T *)in[0], (const gpu__tap_T *)NULL, j->rows,
                                           j->cols, GPU_BORDER_CLAMP))
GPU__PRE gpu_status gpu_median3x3_T(T *out, const T *x, size_t rows, size_t cols)
{
    return gpu__median_call(out, x, rows, cols, sizeof *x, GPU__IS_REAL(T), GPU__DEVICE_CODE(gpu__median3x3_T));
}
#endif
