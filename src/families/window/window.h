/* The job's detail is the width of the window or filter. */
GPU__BODY size_t gpu__width_of(const gpu__job *j) { return *(const size_t *)j->detail; }
/* The sum U between runs, for `outs` outputs: u[r] = the sum of the m entries after sums[r]. It overwrites `sums`,
   which has outs + m entries. */
GPU__HOT static GPU__ALWAYS_INLINE void gpu__window_between(double *u, double *sums, size_t outs, size_t m)
{
    size_t count = outs + m, at = 1, stride = 1, k, r;
    for (r = 0; r < outs; r++) u[r] = 0;
    for (;; m /= GPU__WINDOW_RADIX, stride *= GPU__WINDOW_RADIX) {
        for (k = m % GPU__WINDOW_RADIX; k; k--, at += stride)
            GPU__NO_ALIAS for (r = 0; r < outs; r++) u[r] += sums[r + at];
        if (m < GPU__WINDOW_RADIX) return;
        count -= (GPU__WINDOW_RADIX - 1) * stride;
        for (r = 0; r < count; r++) {
            double sum = sums[r];
            for (k = 1; k < GPU__WINDOW_RADIX; k++) sum += sums[r + k * stride];
            sums[r] = sum;
        }
    }
}
/* The sum of a run, or of its first elements. */
GPU__HOT static GPU__ALWAYS_INLINE double gpu__window_lanes(const double *z, size_t count)
{
    double lane[GPU__WINDOW_LANES];
    size_t i, k, s;
    for (i = 0; i < GPU__WINDOW_LANES; i++) lane[i] = 0;
    for (k = 0; k + GPU__WINDOW_LANES <= count; k += GPU__WINDOW_LANES)
        GPU__NO_ALIAS for (i = 0; i < GPU__WINDOW_LANES; i++) lane[i] += z[k + i];
    for (i = 0; k + i < count; i++) lane[i] += z[k + i];
    for (s = 16; s; s /= 2)
        for (k = 0; k < GPU__WINDOW_LANES; k += 32)
            for (i = 0; i < s; i++) lane[k + i] += lane[k + i + s];
    return (lane[0] + lane[64]) + (lane[32] + lane[96]);
}
/* The two parts of each window's sum, for the elements in z: Q + U replaces the elements, P is written to `front`. This
   function is for windows of 10 to GPU__WINDOW_NARROW; P of output i is front[i + width - 1]. */
GPU__HOT static GPU__ALWAYS_INLINE void gpu__window_narrow(double *z, double *front, size_t width)
{
    enum { run = GPU__WINDOW_RUN, narrow = GPU__WINDOW_NARROW / run };
    const size_t q = (width - 1) / run, s = (width - 1) % run, runs = narrow + q;
    double sums[2 * narrow], all[narrow], u[narrow];
    for (size_t r = 0; r < runs; r++) {
        double sum = front[r * run] = z[r * run];
        for (size_t k = 1; k < run; k++) front[r * run + k] = sum += z[r * run + k];
        sums[r] = sum;
    }
    for (size_t k = runs * run; k < GPU__WINDOW_NARROW + width - 1; k++)
        front[k] = k % run ? front[k - 1] + z[k] : z[k];
    memcpy(all, sums + q, sizeof all);
    gpu__window_between(u, sums, narrow, q - 1);
    for (size_t r = 0; r < narrow; r++) {
        double *const p = z + r * run, sum = 0, more = u[r] + all[r];
        for (size_t k = run; k-- > 0;) {
            sum = k + 1 < run ? p[k] + sum : p[k];
            p[k] = sum + (k + s < run ? u[r] : more);
        }
    }
}
/* The same for wider windows and 1152 outputs. z has their first elements, followed by those that enter the windows;
   front[0] is the sum of the s elements before those, u is U. */
GPU__HOT static GPU__ALWAYS_INLINE void gpu__window_wide(double *z, double *front, double u)
{
    enum { run = GPU__WINDOW_RUN, lanes = GPU__WINDOW_LANES };
    const double *const entering = z + run * lanes;
    double e = front[0], behind[lanes], before[lanes], of[lanes];
    for (size_t r = 0; r < lanes; r++) {
        double *const p = z + r * run, *const f = front + r * run, sum = entering[r * run];
        const double *const in = entering + r * run;
        for (size_t k = run - 1; k > 0; k--) p[k - 1] += p[k];
        behind[r] = p[0];
        f[0] = 0;
        for (size_t k = 1; k < run; k++) {
            f[k] = sum;
            sum += in[k];
        }
        before[r] = sum;
    }
    for (size_t s = 1; s < 32; s *= 2) {
        memcpy(of, before, sizeof of);
        for (size_t k = 0; k < lanes; k += 32) {
            for (size_t r = k; r + s < k + 32; r++) behind[r] += behind[r + s];
            for (size_t r = k + s; r < k + 32; r++) before[r] += of[r - s];
        }
    }
    for (size_t k = 0; k < lanes; k += 32) {
        for (size_t r = k; r < k + 32; r++) of[r] = r > k ? e + before[r - 1] : e;
        e += before[k + 31];
    }
    for (size_t k = lanes; k > 0; k -= 32) {
        const double all = behind[k - 32];
        for (size_t r = k - 32; r < k - 1; r++) behind[r] = u + behind[r + 1];
        behind[k - 1] = u;
        u += all;
    }
    for (size_t r = 0; r < lanes; r++)
        for (size_t k = 0; k < run; k++) {
            z[r * run + k] += behind[r];
            front[r * run + k] += of[r];
        }
}
/* Makes the call. A window or filter must be at least 1 wide and, if there are elements, no wider than their number. */
static inline gpu_status gpu__window_call(gpu__job *j, const char *what, size_t width)
{
    if (!width) return gpu__refuse(j->name, "the %s is 0 wide; expected at least 1", what);
    if (j->out_count && width > j->out_count)
        return gpu__refuse(j->name, "the %s is %zu wide, and there are %zu elements; expected at most as many", what,
                           width, j->out_count);
    return gpu__job_call(j);
}

#ifdef REAL
/* ---- gpu_moving_average: a task is a run of 1152 or, for windows up to 2304, 2304 outputs ---- */
/* to[k] = z[at + k] */
GPU__BODY void gpu__window_load_T(double *to, const gpu__job *j, size_t at, size_t count)
{
    const size_t n = j->n, left = gpu__width_of(j) - 1, none = at < left ? gpu__least(left - at, count) : 0;
    const size_t from = at + none - left, have = from >= n || none == count ? 0 : gpu__least(n - from, count - none);
    const T *const x = (const T *)j->in[0].p;
    size_t k;
    for (k = 0; k < none; k++) to[k] = 0;
    to += none;
    for (k = 0; k < have; k++) to[k] = (double)x[from + k];
    for (; k < count - none; k++) to[k] = 0;
}
/* The means of the windows that end in the `count` elements from `at` on; `back` and `front` are the two parts of their
   sums. */
GPU__BODY void gpu__window_means_T(const double *back, const double *front, const gpu__job *j, size_t at, size_t count)
{
    const size_t m = gpu__least(j->n - at, count), wide = gpu__width_of(j);
    const double width = (double)wide, inverse = 1 / width;
    T *const out = (T *)j->out + at;
    size_t i = 0;
    for (; i < m && at + i + 1 < wide; i++) out[i] = (T)((front ? back[i] + front[i] : back[i]) / (double)(at + i + 1));
    if (!front)
        for (; i < m; i++) out[i] = (T)(sizeof(T) == 4 ? back[i] * inverse : back[i] / width);
    else
        for (; i < m; i++) out[i] = (T)(sizeof(T) == 4 ? (back[i] + front[i]) * inverse : (back[i] + front[i]) / width);
}
GPU__BODY void gpu__window_short_T(const gpu__job *j, double *z, size_t at) /* at most 9 wide */
{
    const size_t width = gpu__width_of(j);
    gpu__window_load_T(z, j, at, GPU__WINDOW_NARROW + width);
    for (size_t i = 0; i < GPU__WINDOW_NARROW; i += 32) {
        double sum[32];
        memcpy(sum, z + i, sizeof sum);
        for (size_t k = 1; k < width; k++)
            for (size_t l = 0; l < 32; l++) sum[l] += z[i + k + l];
        memcpy(z + i, sum, sizeof sum);
    }
    gpu__window_means_T(z, NULL, j, at, GPU__WINDOW_NARROW);
}
GPU__BODY void gpu__window_tasks_T(const gpu__job *j, const double *between, size_t first, size_t last)
{
    enum { many = GPU__WINDOW_NARROW };
    const size_t width = gpu__width_of(j), tile = GPU__WINDOW_TILE;
    double z[2 * many], front[2 * many];
    for (; first < last; first++)
        if (width <= GPU__WINDOW_RUN) gpu__window_short_T(j, z, first * many);
        else if (width <= many) {
            gpu__window_load_T(z, j, first * many, many + width);
            gpu__window_narrow(z, front, width);
            gpu__window_means_T(z, front + width - 1, j, first * many, many);
        } else {
            gpu__window_load_T(z, j, (first + width / tile) * tile, width % tile);
            front[0] = gpu__window_lanes(z, width % tile);
            gpu__window_load_T(z, j, first * tile, tile);
            gpu__window_load_T(z + tile, j, first * tile + width, tile);
            gpu__window_wide(z, front, between[first]);
            gpu__window_means_T(z, front, j, first * tile, tile);
        }
}
GPU__PART_LEVELS(gpu__moving_average_T, gpu__window_tasks_T(j, (const double *)scratch, first, last))
/* The sums of runs of 1152, for windows that are wider than two of them. */
GPU__BODY void gpu__window_sums_T(const gpu__job *j, double *sums, size_t first, size_t last)
{
    double z[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        gpu__window_load_T(z, j, first * GPU__WINDOW_TILE, GPU__WINDOW_TILE);
        sums[first] = gpu__window_lanes(z, GPU__WINDOW_TILE);
    }
}
GPU__PART_LEVELS(gpu__window_runs_T, gpu__window_sums_T(j, (double *)scratch + j->tasks, first, last))
static inline void gpu__moving_average_start_T(const gpu__job *j, void *scratch)
{
    const size_t between = gpu__width_of(j) / GPU__WINDOW_TILE - 1;
    gpu__job_part *const runs[3] = GPU__PART_TABLE(gpu__window_runs_T);
    gpu__job_parts(j, runs, j->tasks + between, scratch);
    gpu__window_between((double *)scratch, (double *)scratch + j->tasks, j->tasks, between);
}
GPU__ON_DEVICE(gpu__moving_average_T, gpu__moving_mean(context, (T *)out, (const T *)in[0], j->n, gpu__width_of(j)))
GPU__PRE gpu_status gpu_moving_average_T(T *out, const T *x, size_t n, size_t width)
{
    gpu__job j;
    const int narrow = width <= GPU__WINDOW_NARROW;
    gpu__job_of(&j, "gpu_moving_average", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_detail(&j, &width, sizeof width);
    j.tasks = gpu__ceil_div(n, narrow ? GPU__WINDOW_NARROW : GPU__WINDOW_TILE);
    if (!narrow) {
        const size_t runs = j.tasks + width / GPU__WINDOW_TILE - 1;
        j.scratch = (j.tasks + runs) * sizeof(double);
        j.space = (j.tasks + 2 * runs) * sizeof(double);
        j.start = gpu__moving_average_start_T;
    }
    GPU__JOB_CODE(j, gpu__moving_average_T)
    GPU__BY_RULE(gpu_moving_average_T) return gpu__window_call(&j, "window", width);
}
/* ---- gpu_conv1d: out[i] = the sum over k of h[width - 1 - k] * x[i - width / 2 + k], in double; by tiles ---- */
GPU__BODY void gpu__conv1d_tiles_T(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->n, width = gpu__width_of(j), left = width / 2;
    const T *const x = (const T *)j->in[0].p, *const h = (const T *)j->in[1].p;
    double sum[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        const size_t begin = first * GPU__WINDOW_TILE, m = gpu__least(n - begin, GPU__WINDOW_TILE);
        for (size_t i = 0; i < m; i++) sum[i] = 0;
        for (size_t k = 0; k < width; k++) { /* tap by tap: output i uses x[begin + i + k - left] if that exists */
            const double tap = (double)h[width - 1 - k];
            const size_t at = begin + k, lo = at < left ? left - at : 0, stop = n + left - at, hi = stop < m ? stop : m;
            const T *const p = x + (at + lo - left);
            if (n + left <= at) break;
            if (lo >= m) continue;
            GPU__NO_ALIAS for (size_t i = lo; i < hi; i++) sum[i] += tap * (double)p[i - lo];
        }
        for (size_t i = 0; i < m; i++) ((T *)j->out)[begin + i] = (T)sum[i];
    }
}
GPU__PART_LEVELS(gpu__conv1d_T, gpu__conv1d_tiles_T(j, first, last))
GPU__ON_DEVICE(gpu__conv1d_T,
               gpu__convolve(context, (T *)out, (const T *)in[0], (const T *)in[1], j->n, gpu__width_of(j)))
GPU__PRE gpu_status gpu_conv1d_T(T *out, const T *x, size_t n, const T *h, size_t width)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_conv1d", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_in(&j, 1, "h", h, width, sizeof *h);
    gpu__job_detail(&j, &width, sizeof width);
    j.tasks = gpu__ceil_div(n, GPU__WINDOW_TILE);
    GPU__JOB_CODE(j, gpu__conv1d_T)
    GPU__BY_RULE(gpu_conv1d_T) return gpu__window_call(&j, "filter", width);
}
/* ---- gpu_stencil5: center * x + neighbour * (((north + south) + west) + east), the border copied; by rows ---- */
GPU__BODY void gpu__stencil5_rows_T(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->rows, cols = j->cols;
    const T c0 = ((const T *)j->detail)[0], c1 = ((const T *)j->detail)[1];
    for (; first < last; first++) {
        const T *const x = (const T *)j->in[0].p + first * cols;
        T *const out = (T *)j->out + first * cols;
        if (first == 0 || first + 1 == rows || cols < 3) memcpy(out, x, cols * sizeof *x);
        else {
            const T *const north = x - cols, *const south = x + cols;
            GPU__NO_ALIAS for (size_t c = 1; c < cols - 1; c++) out[c] =
                GPU__TIMES(c0, x[c]) + GPU__TIMES(c1, ((north[c] + south[c]) + x[c - 1]) + x[c + 1]);
            out[0] = x[0];
            out[cols - 1] = x[cols - 1];
        }
    }
}
GPU__PART_LEVELS(gpu__stencil5_T, gpu__stencil5_rows_T(j, first, last))
GPU__ON_DEVICE(gpu__stencil5_T, gpu__stencil5(context, (T *)out, (const T *)in[0], j->rows, j->cols,
                                              ((const T *)j->detail)[0], ((const T *)j->detail)[1]))
GPU__PRE gpu_status gpu_stencil5_T(T *out, const T *x, size_t rows, size_t cols, T center, T neighbour)
{
    const T coefficients[2] = {center, neighbour};
    gpu_status s = gpu__shape("gpu_stencil5", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of_matrix(&j, "gpu_stencil5", out, rows * cols, sizeof *out, "x", x, sizeof *x, rows, cols);
    j.tasks = rows;
    gpu__job_detail(&j, coefficients, sizeof coefficients);
    GPU__JOB_CODE(j, gpu__stencil5_T)
    GPU__BY_RULE(gpu_stencil5_T) return gpu__job_call(&j);
}
#endif
