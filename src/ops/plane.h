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
#endif

/* ---- gpu_conv2d: a task is a tile of an output row ---- */
#ifdef GPU__FOR_REAL
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
    gpu__job j = gpu__job_of(name, out, rows * cols, sizeof *out, rows * cols);
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

/* ---- gpu_median3x3: a task is a tile of an output row ---- */
#ifdef GPU__ONCE
/* Elements are compared as whole numbers of their size: the bits of a floating-point number, of a negative one all but
   the sign inverted, and for a NaN the greatest there is. So the result does not depend on how it is found. */
#ifdef GPU__CUDA
template <size_t Size> struct gpu__plane_keys {
    typedef int32_t Key;
};
template <> struct gpu__plane_keys<8> {
    typedef int64_t Key;
};
#define GPU__KEY typename gpu__plane_keys<sizeof(GPU__T)>::Key
#else
typedef int32_t gpu__Key_f32, gpu__Key_i32;
typedef int64_t gpu__Key_f64, gpu__Key_i64;
#define GPU__KEY GPU__N(gpu__Key)
#endif
#endif
#ifdef GPU__FOR_ALL
typedef GPU__KEY GPU__N(gpu__plane_key);
GPU__BODY GPU__N(gpu__plane_key) GPU__N(gpu__key_least)(GPU__N(gpu__plane_key) a, GPU__N(gpu__plane_key) b)
{
    return a < b ? a : b;
}
GPU__BODY GPU__N(gpu__plane_key) GPU__N(gpu__key_most)(GPU__N(gpu__plane_key) a, GPU__N(gpu__plane_key) b)
{
    return a < b ? b : a;
}
GPU__BODY GPU__N(gpu__plane_key)
    GPU__N(gpu__key_middle)(GPU__N(gpu__plane_key) a, GPU__N(gpu__plane_key) b, GPU__N(gpu__plane_key) c)
{
    return GPU__N(gpu__key_most)(GPU__N(gpu__key_least)(a, b), GPU__N(gpu__key_least)(GPU__N(gpu__key_most)(a, b), c));
}
/* The keys of columns at - 1 to at + n of row r, which is clamped, as they are. */
GPU__BODY void GPU__N(gpu__key_row)(GPU__N(gpu__plane_key) * to, const gpu__job *j, size_t r, size_t at, size_t n)
{
    const size_t cols = j->shape[1];
    const GPU__N(gpu__plane_key) most = (GPU__N(gpu__plane_key))(~(uint64_t)0 >> (65 - 8 * sizeof(GPU__T)));
    const GPU__T *const x = (const GPU__T *)j->in[0].p + (r < j->shape[0] ? r : j->shape[0] - 1) * cols;
    GPU__T row[GPU__PLANE_TILE + 2];
    size_t i;
    memcpy(row + 1, x + at, n * sizeof *x);
    row[0] = x[at ? at - 1 : 0];
    row[n + 1] = x[at + n < cols ? at + n : cols - 1];
    memcpy(to, row, (n + 2) * sizeof *x);
    if (GPU__IS_REAL)
        for (i = 0; i < n + 2; i++) to[i] = row[i] != row[i] ? most : to[i] < 0 ? to[i] ^ most : to[i];
}
GPU__BODY void GPU__N(gpu__median_tiles)(const gpu__job *j, size_t first, size_t last)
{
    enum { tile = GPU__PLANE_TILE, wide = tile + 2 };
    const size_t rows = j->shape[0], cols = j->shape[1];
    const GPU__N(gpu__plane_key) greatest = (GPU__N(gpu__plane_key))(~(uint64_t)0 >> (65 - 8 * sizeof(GPU__T)));
    GPU__N(gpu__plane_key) key[3][wide], low[wide], mid[wide], high[wide];
    size_t t, i;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * tile, n = cols - c < tile ? cols - c : (size_t)tile;
        if (t == first || r == 0) {
            GPU__N(gpu__key_row)(key[(r + 2) % 3], j, r ? r - 1 : 0, c, n);
            GPU__N(gpu__key_row)(key[r % 3], j, r, c, n);
        }
        GPU__N(gpu__key_row)(key[(r + 1) % 3], j, r + 1, c, n);
        GPU__NO_ALIAS for (i = 0; i < n + 2; i++)
        {
            const GPU__N(gpu__plane_key) x = key[0][i], y = key[1][i], z = key[2][i];
            low[i] = GPU__N(gpu__key_least)(GPU__N(gpu__key_least)(x, y), z);
            mid[i] = GPU__N(gpu__key_middle)(x, y, z);
            high[i] = GPU__N(gpu__key_most)(GPU__N(gpu__key_most)(x, y), z);
        }
        GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            const GPU__N(gpu__plane_key) x =
                GPU__N(gpu__key_most)(GPU__N(gpu__key_most)(low[i], low[i + 1]), low[i + 2]);
            const GPU__N(gpu__plane_key) y = GPU__N(gpu__key_middle)(mid[i], mid[i + 1], mid[i + 2]);
            const GPU__N(gpu__plane_key) z =
                GPU__N(gpu__key_least)(GPU__N(gpu__key_least)(high[i], high[i + 1]), high[i + 2]);
            const GPU__N(gpu__plane_key) m = GPU__N(gpu__key_middle)(x, y, z);
            low[i] = GPU__IS_REAL && m < 0 ? m ^ greatest : m;
        }
        memcpy((GPU__T *)j->out + r * cols + c, low, n * sizeof(GPU__T));
    }
}
GPU__PART_LEVELS(GPU__N(gpu__median3x3), GPU__N(gpu__median_tiles)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__median3x3),
               gpu__plane<gpu__median_3x3>(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,
                                           j->shape[0], j->shape[1], true))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_median3x3)(GPU__T *out, const GPU__T *x, size_t rows, size_t cols)
{
    gpu_status s = gpu__shape("gpu_median3x3", rows, cols);
    gpu__job j = gpu__job_of("gpu_median3x3", out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, rows * cols, sizeof *x);
    j.shape[0] = rows, j.shape[1] = cols;
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    GPU__JOB_CODE(j, GPU__N(gpu__median3x3))
    return gpu__job_call(&j);
}
#endif
