/* Adds the counts of all threads; the first thread has written its own to the result. */
static inline void gpu__add_counts(const gpu__job *j, void *scratch, size_t threads)
{
    const int64_t *const counts = (const int64_t *)scratch;
    int64_t *const out = (int64_t *)j->out;
    for (size_t t = 1; t < threads; t++)
        for (size_t i = 0; i < j->out_count; i++) out[i] += counts[(t - 1) * j->out_count + i];
}
/* The counters of a thread: thread 0 counts in the result, every other thread in scratch memory of its own. */
static inline int64_t *gpu__counts_of(const gpu__job *j, void *scratch, size_t thread)
{
    int64_t *const counts = thread ? (int64_t *)scratch + (thread - 1) * j->out_count : (int64_t *)j->out;
    memset(counts, 0, j->out_count * sizeof *counts);
    return counts;
}
static inline int gpu__bins_fit(const gpu__job *j) { return j->out_count - 1 < 0x7fffffff; }
static inline gpu_status gpu__bins_refused(const gpu__job *j)
{
    return gpu__refuse(j->name, "%zu bins; expected 1 to 2147483647", j->out_count);
}
static inline gpu_status gpu__count_call(gpu__job *j, const void *x, size_t size)
{
    if (!gpu__bins_fit(j)) return gpu__bins_refused(j);
    gpu__job_in(j, 0, "x", x, j->n, size);
    j->scratch_of_thread = j->out_count * sizeof(int64_t);
    j->finish = gpu__add_counts;
    return gpu__job_call(j);
}
/* The edges of NumPy: lo + i * ((hi - lo) / bins) in double, the last one hi; for floats they are rounded to float. A
   value belongs to the last bin whose lower edge is not above it. The first guess is off by at most one, unless many
   edges round to the same number; therefore a search with doubling steps follows. */
GPU__BODY double gpu__rounded(double v, gpu_type type) { return type == GPU_F32 ? (double)(float)v : v; }
GPU__BODY double gpu__edge(size_t i, double step, double lo, gpu_type type)
{
    return gpu__rounded(GPU__TIMES((double)i, step) + lo, type);
}
typedef struct gpu__range {
    double lo, hi;
} gpu__range;
GPU__BODY void gpu__histogram_of(const gpu__job *j, int64_t *counts, size_t first, size_t last, gpu_type type)
{
    const size_t bins = j->out_count;
    const double lo = ((const gpu__range *)j->detail)->lo, hi = ((const gpu__range *)j->detail)->hi,
                 step = (hi - lo) / (double)bins, scale = (double)bins / (hi - lo), least = gpu__rounded(lo, type),
                 most = gpu__rounded(hi, type);
    for (; first < last; first++) {
        const double v = gpu__number_at(j->in[0].p, first, type), at = (v - lo) * scale;
        size_t i, d, above = bins;
        if (!(v >= least && v <= most)) continue;
        i = at > 0 ? at < (double)bins ? (size_t)at : bins - 1 : 0;
        for (d = 1; i > 0 && v < gpu__edge(i, step, lo, type); d *= 2) {
            above = i;
            i = i > d ? i - d : 0;
        }
        for (d = 1; i + 1 < above && v >= gpu__edge(i + 1, step, lo, type); i += d, d *= 2)
            while (d > 1 && (d >= above - i || v < gpu__edge(i + d, step, lo, type))) d /= 2;
        counts[i]++;
    }
}
static inline gpu_status gpu__histogram_call(gpu__job *j, const void *x, size_t size, double lo, double hi)
{
    const gpu__range range = {lo, hi};
    if (gpu__bins_fit(j) && (!(lo < hi) || !(hi - lo <= GPU__DBL_MAX)))
        return gpu__refuse(
            j->name, "the range is [%s, %s]; expected two finite numbers, lo below hi, whose difference is finite",
            gpu__real_text(lo, 'g', 6), gpu__real_text(hi, 'g', 6));
    gpu__job_detail(j, &range, sizeof range);
    return gpu__count_call(j, x, size);
}
/* Weighted counts. How the elements are split into parts depends on n and bins only: a part has at least 4096 elements,
   and so many for each bin that clearing and folding its sums takes less time than adding its elements. Each part adds
   its weights in the order of the elements; a bin's partial sums are folded in 32 lanes; lane l adds every 32nd
   part, and then by halves. */
enum {
    GPU__WEIGHTS_PARTS = 4096,
    GPU__WEIGHTS_PART = 4096,
    GPU__WEIGHTS_OF_BIN = 8,
    GPU__WEIGHTS_SPACE = 1 << 22,
    GPU__WEIGHTS_BLOCK = 64 /* bins that are folded together */
};
typedef struct gpu__weights_split {
    size_t parts, length; /* how many; elements of each but the last */
} gpu__weights_split;
GPU__BODY double *gpu__weights_sums(const gpu__job *j, void *scratch, size_t part) /* on the CPU */
{
    return part ? (double *)scratch + (part - 1) * j->out_count : (double *)j->out;
}
GPU__HOT static inline void gpu__weights_fold(const gpu__job *j, void *scratch, size_t threads)
{
    const size_t bins = j->out_count, parts = ((const gpu__weights_split *)j->detail)->parts;
    double lane[32][GPU__WEIGHTS_BLOCK];
    (void)threads;
    for (size_t b = 0; parts > 1 && b < bins; b += GPU__WEIGHTS_BLOCK) {
        const size_t some = gpu__least(bins - b, GPU__WEIGHTS_BLOCK);
        for (size_t p = 0; p < parts; p++) {
            const double *const sums = gpu__weights_sums(j, scratch, p) + b;
            for (size_t i = 0; i < some; i++) lane[p % 32][i] = (p < 32 ? 0 : lane[p % 32][i]) + sums[i];
        }
        for (size_t s = 16; s; s /= 2) /* a lane without a part is 0, which changes no sum: none is -0 */
            for (size_t p = 0; p < s && p + s < parts; p++)
                for (size_t i = 0; i < some; i++) lane[p][i] += lane[p + s][i];
        memcpy((double *)j->out + b, lane[0], some * sizeof **lane);
    }
}
/* wide: the indices are of type int64_t, a constant. */
GPU__BODY void gpu__weights_of(const gpu__job *j, void *scratch, size_t first, size_t last, int wide, gpu_type type)
{
    const void *const x = j->in[0].p;
    const size_t bins = j->out_count, n = j->n, length = ((const gpu__weights_split *)j->detail)->length;
    for (; first < last; first++) {
        double *const sums = gpu__weights_sums(j, scratch, first);
        const size_t end = n - first * length < length ? n : (first + 1) * length;
        for (size_t i = 0; i < bins; i++) sums[i] = 0;
        for (size_t i = first * length; i < end; i++) {
            const uint64_t bin = (uint64_t)(wide ? ((const int64_t *)x)[i] : ((const int32_t *)x)[i]);
            if (bin < bins) sums[bin] += gpu__number_at(j->in[1].p, i, type);
        }
    }
}
static inline gpu_status gpu__weights_call(gpu__job *j, const void *x, size_t x_size, const void *w, size_t size,
                                           gpu__job_part *part)
{
    const size_t n = j->n, most = GPU__WEIGHTS_SPACE / (j->out_count + !j->out_count);
    const size_t least = GPU__WEIGHTS_OF_BIN * j->out_count;
    gpu__weights_split d;
    size_t parts = gpu__ceil_div(n, least > GPU__WEIGHTS_PART ? least : (size_t)GPU__WEIGHTS_PART);
    if (!gpu__bins_fit(j)) return gpu__bins_refused(j);
    parts = gpu__least(gpu__least(parts, most), GPU__WEIGHTS_PARTS);
    d.length = parts > 1 ? gpu__ceil_div(n, parts * 32) * 32 : n;
    d.parts = parts > 1 ? gpu__ceil_div(n, d.length) : 1;
    gpu__job_detail(j, &d, sizeof d);
    gpu__job_in(j, 0, "x", x, n, x_size);
    gpu__job_in(j, 1, "w", w, n, size);
    j->tasks = d.parts;
    j->space = d.parts > 1 ? d.parts * j->out_count * sizeof(double) : 0;
    j->scratch = (d.parts - 1) * j->out_count * sizeof(double);
    j->part[0] = j->part[1] = j->part[2] = part;
    j->finish = gpu__weights_fold;
    return gpu__job_call(j);
}
#ifdef ANY
GPU__HOT GPU__JOB_PART(gpu__histogram_part_T)
{
    gpu__histogram_of(j, gpu__counts_of(j, scratch, thread), first, last, (gpu_type)gpu__tag_T);
}
GPU__ON_DEVICE(gpu__histogram_T, gpu__histogram(context, out, (unsigned)j->out_count, (const T *)in[0], j->n,
                                                *(const gpu__range *)j->detail))
GPU__PRE gpu_status gpu_histogram_T(int64_t *counts, size_t bins, const T *x, size_t n, double lo, double hi)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_histogram", counts, bins, sizeof *counts, n);
    j.part[0] = j.part[1] = j.part[2] = gpu__histogram_part_T;
    GPU__JOB_DEVICE(j, gpu__histogram_T)
    return gpu__histogram_call(&j, x, sizeof *x, lo, hi);
}
#endif
#ifdef COUNTED
GPU__HOT GPU__JOB_PART(gpu__bincount_part_T)
{
    const T *const x = (const T *)j->in[0].p;
    int64_t *const counts = gpu__counts_of(j, scratch, thread);
    for (; first < last; first++)
        if ((uint64_t)x[first] < j->out_count) counts[x[first]]++;
}
GPU__ON_DEVICE(gpu__bincount_T, gpu__count_into(context, out, (unsigned)j->out_count, (const T *)in[0], j->n,
                                                gpu__bin_index<T>{j->out_count}))
GPU__PRE gpu_status gpu_bincount_T(int64_t *counts, size_t bins, const T *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_bincount", counts, bins, sizeof *counts, n);
    j.part[0] = j.part[1] = j.part[2] = gpu__bincount_part_T;
    GPU__JOB_DEVICE(j, gpu__bincount_T)
    return gpu__count_call(&j, x, sizeof *x);
}
#endif
#ifdef REAL
GPU__HOT GPU__JOB_PART(gpu__weights_part_T)
{
    if (j->in[0].size == sizeof(int64_t)) gpu__weights_of(j, scratch, first, last, 1, (gpu_type)gpu__tag_T);
    else gpu__weights_of(j, scratch, first, last, 0, (gpu_type)gpu__tag_T);
}
GPU__ON_DEVICE(gpu__weights_{|i64_}T,
               gpu__weights(context, (double *)out, (unsigned)j->out_count, (const {int32|int64}_t *)in[0],
                            (const T *)in[1], j->n, *(const gpu__weights_split *)j->detail))
GPU__PRE gpu_status gpu_bincount_weights_T{|_i64}(double *sums, size_t bins, const int{32|64}_t *x, const T *w,
                                                  size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_bincount_weights", sums, bins, sizeof *sums, n);
    GPU__JOB_DEVICE(j, gpu__weights_{|i64_}T)
    return gpu__weights_call(&j, x, sizeof *x, w, sizeof *w, gpu__weights_part_T);
}
#ifdef GPU__CUDA /* the bare name chooses among overloads */
static gpu_status gpu_bincount_weights_T(double *sums, size_t bins, const int64_t *x, const T *w, size_t n)
{
    return gpu_bincount_weights_T_i64(sums, bins, x, w, n);
}
#endif
#endif
