/* GPU_GRAD. A call is a job of n elements: in[k] is the array of derivative k, a result, and in[count + k] variable k;
   out is the array of values or, if that is NULL, the first array of derivatives that is not NULL. */
enum { GPU__GRAD_VALUE, GPU__GRAD_FIRST, GPU__GRAD_SECOND }; /* the order of derivatives */
typedef struct gpu__grad_op {
    const char *name;
    int count;
    const char *slope[16], *variable[16];
    unsigned scalars; /* a bit for each variable with one value */
    gpu__job_part *part[3];
    gpu__job_device *device;
} gpu__grad_op;
typedef struct gpu__grad_detail {
    int order;
    int count, out;   /* out: which derivative is the job's out; -1: the value, or the second derivatives */
    int weighted;     /* the derivatives are multiplied by in[out], an array or (-1) one value */
    unsigned scalars; /* as above */
    const gpu__grad_op *op;
} gpu__grad_detail;
#ifdef GPU_TAPE
static inline gpu_status gpu__grad_back(gpu__step *s);
#endif

/* results[k]: the array for derivative k, or NULL. variables[k]: the variable's array, or the address of its value.
   weights: NULL or, for derivatives without values, what they are multiplied by, for `weighted` see above. */
static inline gpu_status gpu__grad_call(const gpu__grad_op *op, const char *name, int order, size_t size, void *out,
                                        void *const *results, const void *const *variables, size_t n,
                                        const void *weights, int weighted)
{
    const int count = op->count;
    const size_t outs = order == GPU__GRAD_SECOND ? (size_t)(count * count) : 1;
    gpu__grad_detail d = {order, count, -1, weighted, op->scalars, op};
    gpu__job j;
    for (int k = 0; k < count && !out && results; k++)
        if (results[k]) {
            out = results[k];
            d.out = k;
        }
    if (!out && results) return gpu__refuse(name, "all arrays for results are NULL; expected at least one that is not");
    if (gpu__product(n, outs * 8) == SIZE_MAX) return gpu__refuse(name, "n is %zu, " GPU__TOO_LARGE, n);
    gpu__job_of(&j, name, out, n * outs, size, n);
    for (int k = 0; k < count; k++) {
        void *const to = results && k != d.out ? results[k] : NULL;
        const int scalar = op->scalars >> k & 1;
        gpu__job_in(&j, k, op->slope[k], to, to ? n : 0, size);
        gpu__job_in(&j, count + k, op->variable[k], variables[k], scalar ? 0 : n, size);
        if (to) j.results |= 1 << k;
        if (scalar) j.scalars = (int)((unsigned)j.scalars | 1u << (count + k));
    }
    if (weighted) gpu__job_in(&j, d.out, "gradient", weights, weighted < 0 ? 0 : n, size);
    if (weighted < 0) j.scalars = (int)((unsigned)j.scalars | 1u << d.out);
    if (d.out >= 0) j.out_name = op->slope[d.out];
    if (order == GPU__GRAD_SECOND) j.out_name = "hess";
    j.inputs = 2 * count;
    j.in_place = order == GPU__GRAD_VALUE ? GPU__JOB_ELEMENTWISE : 0;
    j.work = n * (size_t)count * outs;
    gpu__job_detail(&j, &d, sizeof d);
    memcpy(j.part, op->part, sizeof j.part);
    j.device = op->device;
#ifdef GPU_TAPE
    if (order != GPU__GRAD_SECOND) gpu__tape_rule(gpu__grad_back, GPU__EVERY | (order ? GPU__RESULTS : GPU__SAME));
#endif
    return gpu__job_call_results(&j);
}
