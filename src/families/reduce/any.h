/* gpu_any asks whether an element occurs that is not 0, gpu_all whether none is 0. Both are one job for all types: as a
   GPU_REDUCE for each type they would add 3 % to what every C file that includes this one takes to compile. */
enum { GPU__ANY_CHUNK = 4096 }; /* elements of a task */
typedef struct gpu__any_detail {
    int zero; /* whether a 0 is looked for, as by gpu_all */
    gpu_type type;
} gpu__any_detail;
/* Elements are unsigned integers of their size, which fill vectors; of a floating-point number `bits` leaves out the
   sign. */
GPU__BODY int gpu__occurs_{1|4|8}(const void *x, size_t n, uint64_t bits, int zero)
{
    {uint8_t|gpu__any_32|gpu__any_64} some = 0;
    for (size_t i = 0; i < n; i++) {
        const {2} b = ({2})(((const {2} *)x)[i] & bits);
        some = ({2})(some | (zero ? !b : b));
    }
    return some != 0;
}
/* A thread stops at the first chunk in which such an element occurs. */
GPU__BODY void gpu__any_chunks(const gpu__job *j, int64_t *found, size_t first, size_t last)
{
    const gpu__any_detail *const d = (const gpu__any_detail *)j->detail;
    const uint64_t bits = d->type == GPU_F32 ? INT32_MAX : d->type == GPU_F64 ? INT64_MAX : UINT64_MAX;
    const size_t size = j->in[0].size;
    for (*found = 0; first < last && !*found; first++) {
        const size_t begin = first * GPU__ANY_CHUNK, n = gpu__least(j->n - begin, GPU__ANY_CHUNK);
        const char *const x = (const char *)j->in[0].p + begin * size;
        if (size == 1) *found = gpu__occurs_1(x, n, bits, d->zero);
        else *found = size == 4 ? gpu__occurs_4(x, n, bits, d->zero) : gpu__occurs_8(x, n, bits, d->zero);
    }
}
GPU__PART_LEVELS(gpu__any, gpu__any_chunks(j, (int64_t *)scratch + thread, first, last))
static inline void gpu__any_finish(const gpu__job *j, void *scratch, size_t threads)
{
    int found = 0;
    for (size_t t = 0; t < threads; t++) found |= (int)((const int64_t *)scratch)[t];
    *(int *)j->out = found != ((const gpu__any_detail *)j->detail)->zero;
}
static inline gpu_status gpu__any_to(int *out, const void *x, size_t n, size_t size, int type, int zero, int flag,
                                     gpu__job_device *device)
{
    static const int of_nothing[] = {0, 1}; /* of gpu_any, of gpu_all */
    gpu__job j;
    const gpu__any_detail d = {zero, (gpu_type)type};
    gpu__job_of(&j, zero ? "gpu_all" : "gpu_any", out, 1, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, size);
    gpu__job_detail(&j, &d, sizeof d);
    j.flag = flag;
    j.identity = of_nothing + zero;
    j.tasks = gpu__ceil_div(n, GPU__ANY_CHUNK);
    j.scratch_of_thread = sizeof(int64_t);
    GPU__JOB_PARTS(j, gpu__any)
    j.finish = gpu__any_finish;
    j.device = device;
    return gpu__job_call(&j);
}
static inline int gpu__any(const void *x, size_t n, size_t size, int type, int zero, gpu__job_device *device)
{
    int value;
    return gpu__any_to(&value, x, n, size, type, zero, GPU__JOB_LOCAL_OUT, device) ? -1 : value;
}
#ifdef ANY
GPU__ON_DEVICE(gpu__{any|all}_T,
               gpu__reduce_launch<gpu__is_not_zero<T>, gpu__{either|both}, gpu__as_it_is<int>, int, int, gpu__array<T>>(
                   context, (int *)out, j->n, (const T *)in[0]))
GPU__PRE int gpu_{any|all}_T(const T *x, size_t n)
{
    return gpu__any(x, n, sizeof *x, gpu__tag_T, {0|1}, GPU__DEVICE_CODE(gpu__{1}_T));
}
GPU__PRE gpu_status gpu_{any|all}_to_T(int *out, const T *x, size_t n)
{
    return gpu__any_to(out, x, n, sizeof *x, gpu__tag_T, {0|1}, 0, GPU__DEVICE_CODE(gpu__{1}_T));
}
#endif
