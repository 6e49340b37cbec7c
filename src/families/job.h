/* A function that is no map, reduction or scan is a job: a call with its parameters and the code of both backends. On
   the CPU `part` does the tasks [first, last) on one thread; `finish` then combines what the threads left in scratch
   memory. */
static inline size_t gpu__ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
static inline size_t gpu__least(size_t a, size_t b) { return a < b ? a : b; }
GPU_API gpu_status gpu__job_call(gpu__job *job);
GPU_API int gpu__cpu_level(void); /* the ISA variant of loops that this processor runs */
GPU_API gpu_status gpu__no_memory(const char *call, size_t bytes); /* the error for exhausted host memory */
GPU_API int gpu__at_once(const void *out, size_t out_bytes, const void *a, size_t a_bytes, const void *b,
                         size_t b_bytes, size_t align);
GPU_API void gpu__job_parts(const gpu__job *j, gpu__job_part *const part[3], size_t tasks, void *scratch);
/* The same for a step of the job that has an argument of its own: each thread calls the function of the instruction set
   with its range of the tasks. */
typedef void gpu__share_fn(const void *argument, size_t thread, size_t first, size_t last);
GPU_API void gpu__steps(const char *name, size_t work, size_t scratch_of_thread, size_t tasks, gpu__share_fn *step,
                        const void *argument);
static inline void gpu__job_steps(const gpu__job *j, gpu__share_fn *step, size_t tasks, const void *argument)
{
    gpu__steps(j->name, j->work, j->scratch_of_thread, tasks, step, argument);
}
/* A cache of a family, which is emptied when memory is trimmed. It enters the list at its first use and never leaves
   it. */
typedef struct gpu__trimmed {
    void (*trim)(void);
    struct gpu__trimmed *next;
    int listed;
} gpu__trimmed;
#ifdef __cplusplus
extern "C" {
#endif
GPU__DATA gpu__trimmed *gpu__all_trimmed;
#ifdef __cplusplus
}
#endif
#if defined GPU__CUDA && defined GPU_FFT /* The transforms alone have tables. */
/* A table of a family in the memory of the current device, for a call or for the graph that is being captured: if there
   is none for the key yet, `fill` computes it; it returns 0 on failure. Returns a cudaError_t. */
typedef struct gpu__table_key {
    const char *family;
    size_t kind, n, size;
    const void *with; /* an argument for `fill` */
} gpu__table_key;
typedef int gpu__table_fill(void *host, const gpu__table_key *key);
GPU_API int gpu__device_table(const void **table, size_t bytes, const gpu__table_key *key, gpu__table_fill *fill);
#endif
/* The map c->op over the elements [begin, end) on this thread. `staged`, which gpu__map_staged determines once for all
   ranges, says whether results go through a buffer with non-temporal stores. */
GPU_API void gpu__map_range(const gpu__call *c, size_t begin, size_t end, int staged);
GPU_API int gpu__map_staged(const gpu__call *c);
/* Refuses a matrix that has no elements, or too many. */
static inline gpu_status gpu__shape(const char *call, size_t rows, size_t cols)
{
    if (!rows || !cols)
        return gpu__refuse(call, "the matrix is %zu by %zu; expected at least one row and one column", rows, cols);
    if (gpu__product(gpu__product(rows, cols), 8) == SIZE_MAX)
        return gpu__refuse(call, "%zu rows of %zu columns are " GPU__TOO_LARGE, rows, cols);
    return GPU_OK;
}
/* Initialises a job in place: returning one would copy it, which takes as long as a small product. */
static inline void gpu__job_of(gpu__job *j, const char *name, void *out, size_t out_count, size_t out_size, size_t n)
{
    memset(j, 0, offsetof(gpu__job, in) + 2 * sizeof *j->in);
    j->inputs = 2;
    j->name = name;
    j->out = out;
    j->out_count = out_count;
    j->out_size = out_size;
    j->out_align = out_size < 8 ? out_size : 8; /* numbers, or structs of doubles */
    j->n = j->work = j->tasks = n;
}
static inline void gpu__job_detail(gpu__job *j, const void *detail, size_t size)
{
    j->detail = detail;
    j->detail_size = size;
}
static inline void gpu__job_in(gpu__job *j, int k, const char *name, const void *p, size_t count, size_t size)
{
    j->in[k].name = name;
    j->in[k].p = p;
    j->in[k].count = count;
    j->in[k].size = size;
    j->in[k].align = size < 8 ? size : 8;
}
/* A job whose input `what` is a matrix of elements of `size` bytes. */
static inline void gpu__job_of_matrix(gpu__job *j, const char *name, void *out, size_t out_count, size_t out_size,
                                      const char *what, const void *a, size_t size, size_t rows, size_t cols)
{
    gpu__job_of(j, name, out, out_count, out_size, rows * cols);
    gpu__job_in(j, 0, what, a, rows * cols, size);
    j->rows = rows;
    j->cols = cols;
}
/* Makes the call of a job that writes further arrays beside `out`, after checking that these overlap no other array.
   (It is here since few programs have such a job.) */
static inline gpu_status gpu__job_call_results(gpu__job *j)
{
    const gpu__input *const in = j->in;
    for (int k = 0; k < j->inputs; k++)
        for (int l = 0; l < j->inputs && j->results >> k & 1; l++) {
            const uintptr_t a = (uintptr_t)in[k].p, b = (uintptr_t)in[l].p;
            const int may_be_same = l == k - 1 && j->in_place == GPU__JOB_PAIRS && in[k].size == in[l].size;
            if (l == k || !in[k].count || !in[l].count || (a == b && may_be_same)) continue;
            if (a < b + in[l].count * in[l].size && b < a + in[k].count * in[k].size)
                return gpu__refuse(j->name, "%s and %s overlap; expected %s", in[k].name, in[l].name,
                                   may_be_same ? "the same array, or two that do not overlap"
                                               : "two arrays that do not overlap");
        }
    return gpu__job_call(j);
}
/* An element as a double. Where `type` is a constant, the switch disappears. */
GPU__BODY double gpu__number_at(const void *x, size_t i, gpu_type type)
{
    switch (type) {
    case GPU_F32: return (double)((const float *)x)[i];
    case GPU_F64: return ((const double *)x)[i];
    case GPU_I32: return (double)((const int32_t *)x)[i];
    case GPU_I64: return (double)((const int64_t *)x)[i];
    case GPU_U8: return (double)((const uint8_t *)x)[i];
    case GPU_U32: return (double)((const uint32_t *)x)[i];
    default: return (double)((const uint64_t *)x)[i];
    }
}
/* GPU__JOB_PART(name) { ... } is a gpu__job_part. */
#define GPU__JOB_PART(name)                                                                                            \
    static inline void name(GPU__UNUSED const gpu__job *j, GPU__UNUSED void *scratch, GPU__UNUSED size_t thread,       \
                            GPU__UNUSED size_t first, GPU__UNUSED size_t last)
/* From a statement, defines NAME__part_x1 and NAME__part_x2, the job's code for each instruction set. */
#define GPU__PART_LEVELS(name, ...) GPU__PRE_COPIES(GPU__PART_LEVEL, name, __VA_ARGS__)
#define GPU__PART_LEVEL(sfx, target, name, ...)                                                                        \
    GPU__HOT target GPU__JOB_PART(name##__part##sfx) { __VA_ARGS__; }
/* The code of a job whose tasks are done by code(j, scratch, first, last, op). With optimisation there is a variant for
   each operation; without, one for all, which takes the operation from the first member of the job's detail. */
#ifdef __OPTIMIZE__
#define GPU__PARTS_OF_OPS(code)
#define GPU__PARTS_BY_OP(name, code, op) GPU__PART_LEVELS(name, code(j, scratch, first, last, op))
#define GPU__PART_TABLE_BY_OP(name, code) GPU__PRE_TABLE(name##__part)
#else
#define GPU__PARTS_OF_OPS(code) GPU__PART_LEVELS(code, code(j, scratch, first, last, *(const int *)j->detail))
#define GPU__PARTS_BY_OP(name, code, op)
#define GPU__PART_TABLE_BY_OP(name, code) GPU__PRE_TABLE(code##__part)
#endif
#define GPU__PART_TABLE(name) GPU__PRE_TABLE(name##__part)
/* From an expression of j, context, out and in, defines the function that launches the kernel. */
#ifdef GPU__CUDA
#define GPU__ON_DEVICE(name, ...)                                                                                      \
    static int name##__device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in) \
    {                                                                                                                  \
        (void)in;                                                                                                      \
        return (int)__VA_ARGS__;                                                                                       \
    }
/* The same from statements, for a function of the program, whose names these do not hide. */
#define GPU__LIFTED_DEVICE(name, ...)                                                                                  \
    static int name##__device(const gpu__job *gpu__j, const gpu__launch_context *gpu__r, void *gpu__out,               \
                              const void *const *gpu__in)                                                              \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define GPU__JOB_DEVICE(j, name) j.device = name##__device;
#else
#define GPU__{ON|LIFTED}_DEVICE(name, ...)
#define GPU__JOB_DEVICE(j, name)
#endif
#define GPU__JOB_PARTS(j, name)                                                                                        \
    {                                                                                                                  \
        gpu__job_part *const gpu__parts[3] = GPU__PART_TABLE(name);                                                    \
        memcpy(j.part, gpu__parts, sizeof gpu__parts);                                                                 \
    }
#define GPU__JOB_CODE(j, name) GPU__JOB_PARTS(j, name) GPU__JOB_DEVICE(j, name)
#ifdef GPU_SEVERAL_DEVICES
#define GPU__GIVEN_UP ((uint64_t)1 << 40) /* added to the epoch of a part that has failed */
/* What one part of gpu_each_device does in an exchange with the others: it folds elements [begin, end) of all arrays
   and writes them to those of the parts [to, to_end). */
typedef struct gpu__exchange_args {
    void *array[GPU__MAX_DEVICES];     /* a part for each device */
    uint64_t *flags[GPU__MAX_DEVICES]; /* synchronise the kernels of all parts; NULL: host threads do */
    int meetings;                      /* bit 0: synchronise before the fold, bit 1: after it */
    uint64_t epoch;                    /* of this synchronisation: greater than that of any before */
    size_t begin, end, head, packs;    /* head and packs: see gpu__exchange_launch */
    size_t blocks;
    int parts, part, to, to_end;
    gpu_fold fold;
} gpu__exchange_args;
typedef struct gpu__exchange {
    const char *call;
    void *p;
    size_t n, size; /* of an element */
    gpu_type type;
    gpu_fold fold;
    int all; /* the result is for every part, not for one */
    void (*host)(const gpu__exchange_args *a);
    int (*device)(const gpu__exchange_args *a, void *stream);
} gpu__exchange;
GPU_API gpu_status gpu__each_exchange(const gpu__exchange *x);
#endif
