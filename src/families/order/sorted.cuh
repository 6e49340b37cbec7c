/* ---- Functions of a sorted copy ---------------------------------------------------------------------------------- */

template <class Word> static __global__ void __launch_bounds__(256)
    gpu__top_kernel(Word *values, int64_t *index_out, const Word *x, const int64_t *index, size_t cols, size_t k,
                    size_t n)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const size_t row = i / k;
    const int64_t at = index[row * cols + (i - row * k)];
    values[i] = x[row * cols + at];
    if (index_out) index_out[i] = at;
}
/* Launches gpu_top: by the bound of a sample for a long array, otherwise from a sorted copy. */
template <auto Key, auto Within, class Bits> static cudaError_t
gpu__top_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const size_t k = gpu__sorted_of(j)->k;
    long long *const index = (long long *)(j->in[1].count ? in[1] : NULL);
    gpu__top_plan plan;
    if (d->rows == 1 && gpu__top_plan_of(&plan, sizeof(Bits), k, d->cols))
        return gpu__top_of_sample<Key, Within>(j, &plan, context, last, (Bits *)out, index, (const Bits *)in[0]);
    gpu__launch_context to = *context;
    to.space = d->cols > gpu__sort_in_block(sizeof(Bits)) ? (char *)context->space + gpu__sorted_copy_bytes(d) : NULL;
    const cudaError_t e = gpu__sort_with<Key, Bits>(d, &to, context->space, in);
    return e ? e
             : gpu__launch(context, gpu__top_kernel<Bits>, gpu__ceil_div(j->out_count, 256), 256, 0, (Bits *)out,
                           (int64_t *)index, (const Bits *)in[0], (const int64_t *)context->space, d->cols, k,
                           j->out_count);
}
template <auto Quantile, class Type, class Result> static __global__ void __launch_bounds__(256)
    gpu__quantile_kernel(Result *out, const Type *sorted, size_t rows, size_t cols, double q)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < rows) out[i] = (Result)Quantile(sorted + i * cols, cols, q);
}
template <auto Key, auto Back, auto Quantile, auto Between, class Bits, class Type> static cudaError_t
gpu__quantile_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    const gpu__sorted_detail *const d = gpu__sorted_of(j);
    const size_t rows = d->sort.rows, cols = d->sort.cols, bytes = gpu__sorted_copy_bytes(&d->sort);
    const bool columns = d->columns;
    if (gpu__quantile_by_digits(d))
        return gpu__quantile_of_digits<Key, Back, Between, Bits, Type>(j, context, out, (const Bits *)in[0]);
    char *const space = (char *)context->space, *const transposed = space + bytes;
    cudaError_t e = columns ? gpu__transpose<sizeof(Bits)>(context, transposed, in[0], cols, rows) : cudaSuccess;
    const void *const x = columns ? transposed : in[0];
    gpu__launch_context to = *context;
    to.space = cols > gpu__sort_in_block(sizeof(Bits)) ? transposed + (columns ? bytes : 0) : NULL;
    if (!e) e = gpu__sort_keys<Key, Bits>(&d->sort, &to, space, &x);
    if (e) return e;
    if (j->out_size == sizeof(double))
        return gpu__launch(context, gpu__quantile_kernel<Quantile, Type, double>, gpu__ceil_div(rows, 256), 256, 0,
                           (double *)out, (const Type *)space, rows, cols, d->q);
    return gpu__launch(context, gpu__quantile_kernel<Quantile, Type, float>, gpu__ceil_div(rows, 256), 256, 0,
                       (float *)out, (const Type *)space, rows, cols, d->q);
}

/* Writes the first element of each run of equal elements, and the length of the run. */
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__unique_runs(Word *values, int64_t *counts, const int64_t *found, const int64_t *starts, const Word *sorted,
                     size_t n, const unsigned *needed)
{
    gpu__follow();
    if (needed && !*needed) return;
    const size_t u = (size_t)blockIdx.x * 256 + threadIdx.x, runs = (size_t)*found;
    if (u >= runs) return;
    values[u] = sorted[starts[u]];
    if (counts) counts[u] = (u + 1 < runs ? starts[u + 1] : (int64_t)n) - starts[u];
}
/* The number of the run that element i belongs to. */
GPU__DEVICE_FN size_t gpu__unique_run_of(const int64_t *starts, size_t runs, size_t i)
{
    size_t low = 0;
    while (runs > 1) {
        const size_t half = runs / 2;
        if ((size_t)starts[low + half] <= i) low += half;
        runs -= half;
    }
    return low;
}
template <int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__unique_inverse(int64_t *inverse, const int64_t *index, const int64_t *found, const int64_t *starts, size_t n)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * Threads + threadIdx.x;
    if (i < n) inverse[index[i]] = (int64_t)gpu__unique_run_of(starts, (size_t)*found, i);
}
/* Launches gpu_unique: tries hash tables if the plan has workspace for them, then works on a sorted copy. */
template <auto Key, auto Back, auto Starts, class Bits> static cudaError_t
gpu__unique_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const size_t n = j->n;
    gpu__sort_detail d = *gpu__sort_of(j);
    const bool index = d.index;
    char *const copy = (char *)context->space, *const starts = copy + gpu__sorted_copy_bytes(&d),
                *const gathered = starts + gpu__sorted_bytes(&d, sizeof(int64_t)),
                *const status = gathered + gpu__sorted_bytes(&d, sizeof(Bits)),
                *const space =
                    status + ((gpu__ceil_div(n, GPU__SELECT_THREADS) * sizeof(uint64_t) + 511) & ~(size_t)255);
    int64_t *const found = (int64_t *)in[1];
    gpu__launch_context to = *context;
    int64_t *const counts = (int64_t *)(j->in[2].count ? in[2] : NULL);
    const unsigned *needed = NULL;
    cudaError_t e = cudaSuccess;
    if (gpu__unique_space(sizeof(Bits), n, index)) /* sorts after all others */
        e = gpu__unique_few<Key, Back>(n, context, last, (Bits *)out, found, counts, (const Bits *)in[0],
                                       copy + ((j->space - gpu__unique_space(sizeof(Bits), n, index)) & ~(size_t)255),
                                       &needed);
    to.space = n > gpu__sort_in_block(sizeof(Bits)) ? space : NULL;
    d.needed = needed;
    if (!e) e = (index ? gpu__sort_with<Key, Bits> : gpu__sort_keys<Key, Bits>)(&d, &to, copy, in);
    const Bits *const sorted = (const Bits *)(index ? gathered : copy);
    if (e) return e;
    if (index)
        e = gpu__launch(context, gpu__gather_kernel<Bits>, gpu__ceil_div(n, 1024), 256, 0, (Bits *)gathered,
                        (const Bits *)in[0], n, (const int64_t *)copy, n);
    if (e) return e;
    to.space = status;
    e = gpu__select_launch<Starts, int64_t, 1, gpu__array<Bits>, gpu__counted<size_t>, gpu__scalar<const Bits *>>(
        n, &to, (int64_t *)starts, found, gpu__select_limits{n, needed}, sorted, 0, sorted);
    if (!e)
        e = gpu__launch(context, gpu__unique_runs<Bits>, gpu__ceil_div(n, 256), 256, 0, (Bits *)out, counts, found,
                        (const int64_t *)starts, sorted, n, needed);
    return e || !index ? e
                       : gpu__launch(context, gpu__unique_inverse<256>, gpu__ceil_div(n, 256), 256, 0, (int64_t *)in[3],
                                     (const int64_t *)copy, found, (const int64_t *)starts, n);
}

template <auto Search, class Bits> static __global__ void __launch_bounds__(256)
    gpu__search_kernel(int64_t *out, const Bits *sorted, size_t m, const Bits *x, size_t n, int right)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = Search(sorted, m, x[i], right);
}
