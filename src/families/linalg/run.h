/* How the functions of linear algebra run. Each has a driver: host code that composes the computation from steps and
   matrix products, for a batch of matrices at once. The source of a step is the same for both backends. On a GPU a
   step's block is a block of threads, which divide its loops by GPU__LA_EACH and synchronise at GPU__LA_SYNC; on the
   CPU it is executed by one thread, and the blocks are divided among threads. Before that the driver runs once to
   measure: steps and products then do nothing, and the workspace that it allocates is counted. */
enum {
    GPU__LA_THREADS = 256,
    GPU__LA_BASE = 32, /* rows of a triangle that is solved, and columns of a panel that is factored, in one step */
    GPU__LA_HELD =
        64, /* on a GPU: most rows of a matrix that a warp holds in shared memory, and reflectors in a block */
    GPU__LA_CHUNK = 256,     /* columns or rows of one block, where blocks divide a matrix */
    GPU__LA_TINY = 4,        /* up to so many rows a thread has a matrix of its own */
    GPU__LA_ALONE = 96,      /* below so many rows one thread of the CPU does everything */
    GPU__LA_NOT_FINITE = -1, /* values of info */
    GPU__LA_NOT_CONVERGED = -2
};
/* Element (i, j) of matrix z is p[z * stride + i * ld + j]. */
typedef struct gpu__la_view {
    void *p;
    size_t ld, stride;
} gpu__la_view;
typedef struct gpu__la_step {
    gpu__la_view x[6];
    size_t m, n, k, at;
    int flag;
    int *info; /* the status of matrix z is info[z / per_info] */
    size_t per_info;
    double number, least;
} gpu__la_step;
typedef void gpu__la_code(const gpu__la_step *s, size_t z, size_t block);

struct gpu__la;
typedef void gpu__la_driver(struct gpu__la *la, void *const *array);
/* The parameters of a call: the detail of its job. */
typedef struct gpu__la_detail {
    gpu__la_driver *driver;
    size_t m, n, k, batch;
    int waits;      /* the call waits and returns the status; otherwise the caller has an array for it */
    int flag, info; /* info: index of the array of status, where 0 is out and k + 1 is in[k] */
    int64_t power;
    double number;
    size_t space, gemm; /* bytes of workspace; for products, for each thread of the CPU */
    size_t chunk;       /* matrices of a batch that a thread of the CPU gives to the driver at a time */
} gpu__la_detail;
typedef struct gpu__la {
    const gpu__la_detail *d;
    const gpu__launch_context *context; /* NULL: on the CPU */
    size_t batch;                       /* matrices in this run of the driver */
    char *space, *gemm;
    size_t used, most, gemm_most;
    int measuring, alone, on_gpu, error;
} gpu__la;

static inline void *gpu__la_take(gpu__la *la, size_t bytes)
{
    char *const p = la->measuring ? NULL : la->space + la->used;
    la->used += GPU__ROUND_UP(bytes, 256);
    if (la->used > la->most) la->most = la->used;
    return p;
}
static inline gpu__la_view gpu__la_view_of(void *p, size_t ld, size_t stride)
{
    const gpu__la_view v = {p, ld, stride};
    return v;
}
/* Initialises a step for m by n elements, on some views; the others are empty. */
#define GPU__LA_STEP_ON(m, n, info, ...)                                                                               \
    {                                                                                                                  \
        {__VA_ARGS__}, m, n, 0, 0, 0, info, 1, 0, 0                                                                    \
    }

/* ---- steps on the CPU ---- */
typedef struct gpu__la_task {
    const gpu__la_step *step;
    gpu__la_code *const *code;
    size_t blocks;
} gpu__la_task;
static inline void gpu__la_tasks(const void *task, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    const gpu__la_task *const t = (const gpu__la_task *)task;
    gpu__la_code *const code = t->code[gpu__cpu_level()];
    for (; first < last; first++) code(t->step, first / t->blocks, first % t->blocks);
}
static inline void gpu__la_run_cpu(const gpu__la *la, const gpu__la_step *s, gpu__la_code *const code[3], size_t blocks,
                                   size_t batch, size_t work)
{
    const gpu__la_task t = {s, code, blocks};
    if (la->alone || blocks * batch < 2 || work < 32768) gpu__la_tasks(&t, 0, 0, blocks * batch);
    else gpu__steps("linear algebra", work, 0, blocks * batch, gpu__la_tasks, &t);
}

/* ---- from a call to its driver ---- */
/* Sets array[] to the arrays of the matrices of a batch from `first` on. */
static inline void gpu__la_arrays(const gpu__job *j, void *out, const void *const *in, size_t first, void **array)
{
    const size_t batch = ((const gpu__la_detail *)j->detail)->batch;
    array[0] = (char *)out + first * (j->out_count / batch) * j->out_size;
    for (int k = 0; k < j->inputs; k++)
        array[k + 1] = j->in[k].count ? (char *)(uintptr_t)(in ? in[k] : j->in[k].p) +
                                            first * (j->in[k].count / batch) * j->in[k].size
                                      : NULL;
}
/* If a call waits for its status, info is at the start of the scratch memory or workspace. */
static inline size_t gpu__la_info_bytes(const gpu__la_detail *d)
{
    return d->waits ? GPU__ROUND_UP(d->batch * sizeof(int), 256) : 0;
}
/* Runs the driver for the matrices [first, last), whose status begins at `info`, if the call waits for it. */
static inline void gpu__la_matrices(const gpu__job *j, int *info, char *space, int alone, size_t first, size_t last)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)j->detail;
    void *array[9];
    gpu__la la;
    memset(&la, 0, sizeof la);
    la.d = d;
    la.alone = alone;
    la.space = space;
    la.gemm = space + d->space;
    for (; first < last; first += la.batch) {
        la.batch = gpu__least(last - first, d->chunk);
        la.used = 0;
        gpu__la_arrays(j, j->out, NULL, first, array);
        if (d->waits) array[d->info] = info + first;
        d->driver(&la, array);
    }
}
/* For several matrices: each thread computes some of them, with memory of its own. */
GPU__JOB_PART(gpu__la_part)
{
    if (j->start) return;
    gpu__la_matrices(j, (int *)scratch, (char *)scratch + j->scratch + thread * j->scratch_of_thread, 1, first, last);
}
/* For large matrices, one after the other: the threads divide the steps and products of each. */
static inline void gpu__la_start(const gpu__job *j, void *scratch)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)j->detail;
    gpu__la_matrices(j, (int *)scratch, (char *)scratch + gpu__la_info_bytes(d), j->work == 0, 0, d->batch);
}
/* The first matrix that failed, and its info. */
static inline void gpu__la_finish(const gpu__job *j, void *scratch, GPU__UNUSED size_t threads)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)j->detail;
    const int *const info = (const int *)scratch;
    int64_t *const failed = (int64_t *)(uintptr_t)j->in[d->info - 1].p;
    for (size_t z = 0; z < d->batch && !failed[1]; z++) {
        failed[0] = (int64_t)z;
        failed[1] = info[z];
    }
}
#ifdef GPU__CUDA
template <int = 0> static void gpu__la_find_failed(gpu__la *la, int64_t *failed, const int *info);
static inline int gpu__la__device(const gpu__job *j, const gpu__launch_context *context, void *out,
                                  const void *const *in)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)j->detail;
    void *array[9], *failed;
    gpu__la la;
    memset(&la, 0, sizeof la);
    la.d = d, la.batch = d->batch, la.context = context, la.on_gpu = 1;
    la.space = (char *)context->space + gpu__la_info_bytes(d);
    gpu__la_arrays(j, out, in, 0, array);
    failed = array[d->info];
    if (d->waits) array[d->info] = context->space;
    d->driver(&la, array);
    if (d->waits) gpu__la_find_failed(&la, (int64_t *)failed, (const int *)context->space);
    return la.error;
}
#endif
/* What a positive info means; NEVER: there is none. */
enum { GPU__LA_NEVER, GPU__LA_SINGULAR, GPU__LA_ZERO_DIAGONAL, GPU__LA_INDEFINITE };
/* Reports the error for a value of info. */
static inline gpu_status gpu__la_failed_call(const char *call, const char *where, int info, int meaning)
{
    if (info == GPU__LA_NOT_FINITE)
        return gpu__refuse(
            call, "%san element of a matrix or of the result is infinite or not a number; expected finite numbers",
            where);
    if (info < 0)
        return gpu__refuse(
            call, "%sthe iteration did not converge; expected a matrix without infinite or huge elements", where);
    if (meaning == GPU__LA_SINGULAR)
        return gpu__refuse(call,
                           "%scolumn %d is zero: the matrix is singular (elimination found no pivot in that column, "
                           "counted from 1); expected a matrix of full rank, or use gpu_lstsq",
                           where, info);
    if (meaning == GPU__LA_ZERO_DIAGONAL)
        return gpu__refuse(call,
                           "%selement %d of the diagonal, counted from 1, is zero: the matrix is singular; expected a "
                           "diagonal without zeros",
                           where, info);
    return gpu__refuse(call, "%sthe leading minor of order %d is not positive; expected a positive definite matrix",
                       where, info);
}
/* Measures the workspace by a run of the driver without steps, and plans the tasks. */
static inline void gpu__la_plan(gpu__job *j)
{
    gpu__la_detail *const d = (gpu__la_detail *)(uintptr_t)j->detail;
    const size_t batch = d->batch, largest = d->m > d->n ? d->m : d->n;
    const int alone = largest < GPU__LA_ALONE && (d->k < 256 || largest < 16);
    void *none[9] = {0};
    gpu__la la;
    memset(&la, 0, sizeof la);
    la.d = d;
    la.measuring = 1;
    la.on_gpu = !gpu__current_is_cpu();
    d->chunk = largest <= GPU__LA_TINY ? 1024 : 1;
    la.batch = la.on_gpu || batch < d->chunk ? batch : d->chunk;
    d->driver(&la, none);
    d->space = la.most;
    d->gemm = GPU__ROUND_UP(la.gemm_most, 64);
    j->space = la.most + gpu__la_info_bytes(d);
    if (batch > 1 && (largest <= 512 || batch >= 64)) {
        j->tasks = batch;
        j->scratch = gpu__la_info_bytes(d);
        j->scratch_of_thread = d->space + d->gemm;
        j->work = batch * (16 + largest * largest * (largest < 64 ? largest : 64));
        if (j->work < 32768 || largest < 16) j->work /= 16;
    } else {
        j->start = gpu__la_start;
        j->scratch = d->space + gpu__la_info_bytes(d);
        j->scratch_of_thread = d->gemm;
        j->tasks = 4096;
        j->work = alone ? 0 : SIZE_MAX / 2;
    }
}
/* Makes the call. `info` is the caller's array or NULL; without one the call waits, and returns the error of the first
   matrix that failed. */
static inline gpu_status gpu__la_call(gpu__job *j, gpu__la_detail *d, int *info, int meaning)
{
    const size_t batch = d->batch;
    int64_t failed[2] = {0, 0};
    gpu__job_detail(j, d, sizeof *d);
    d->waits = info == NULL;
    d->info = j->inputs + 1;
    if (info) gpu__job_in(j, j->inputs, "info", info, batch, sizeof *info);
    else gpu__job_in(j, j->inputs, "the status", failed, 2, sizeof *failed);
    j->results |= 1 << j->inputs++;
    j->plan = gpu__la_plan;
    GPU__JOB_DEVICE((*j), gpu__la)
    j->part[0] = j->part[1] = j->part[2] = gpu__la_part;
    if (d->waits) j->finish = gpu__la_finish;
    gpu_status s = gpu__job_call_results(j);
    if (!s && failed[1]) {
        char where[64] = "";
        if (batch > 1)
            (void)snprintf(where, sizeof where, "matrix %.0f of the batch, counted from 0: ", (double)failed[0]);
        if (gpu__simulated.file)
            gpu__note_site(gpu__simulated.file, gpu__simulated.line, GPU__BY_PREWRITTEN); /* the call has cleared it */
        s = gpu__la_failed_call(j->name, where, (int)failed[1], meaning);
    }
    return s;
}

/* ---- the language of steps ---- */
#ifdef __CUDA_ARCH__
#define GPU__LA_NO_ALIAS
#define GPU__LA_{THREAD|LANE|WARP} {threadIdx.x|(threadIdx.x % 32)|(threadIdx.x / 32)}
#define GPU__LA_{TEAM|LANES|WARPS} {blockDim.x|32|(blockDim.x / 32)}
#define GPU__LA_{|WARP_}SYNC() __sync{threads|warp}()
#define GPU__LA_{SUM|MAX|WARP_SUM}(v) gpu__la_{block_sum|block_max|warp_sum}(v)
#define GPU__LA_FIRST(v, at) gpu__la_block_argmax(v, at)
#define GPU__LA_SHARED(T, name, count) __shared__ T name[count]
#define GPU__LA_REPORT(p, v) (*(volatile int *)(p) == 0 ? (void)(*(volatile int *)(p) = (v)) : (void)0)
#else
#define GPU__LA_NO_ALIAS GPU__NO_ALIAS
#define GPU__LA_{THREAD|LANE|WARP} ((size_t)0)
#define GPU__LA_{TEAM|LANES|WARPS} ((size_t)1)
#define GPU__LA_{|WARP_}SYNC() ((void)0)
#define GPU__LA_{SUM|MAX|WARP_SUM}(v) (v)
#define GPU__LA_FIRST(v, at) (at)
#define GPU__LA_SHARED(T, name, count) T name[count]
#define GPU__LA_REPORT(p, v)                                                                                           \
    (GPU__LOAD(int, p) == 0 ? (void)GPU__STORE(int, p, v) : (void)0) /* keeps the first value */
#endif
/* loops that the threads of a block divide: EACH by threads, ROWS by warps, COLS by the lanes of a warp */
#define GPU__LA_{EACH|ROWS|COLS}(i, from, to)                                                                          \
    for (size_t i = (from) + GPU__LA_{THREAD|WARP|LANE}; i < (to); i += GPU__LA_{TEAM|WARPS|LANES})
#define GPU__LA_AT(T, s, i, z) ((T *)(s)->x[i].p + (z) * (s)->x[i].stride)
/* On the CPU: a type v for several elements, where the compiler has vectors, and how many. (gcc for Windows would spill
   longer ones to a misaligned stack.) */
#ifdef GPU__X86
#define GPU__LA_VECTOR_BYTES 32
#else
#define GPU__LA_VECTOR_BYTES 16
#endif
#define GPU__LA_VECTOR(T, v) typedef T v GPU__VECTOR(GPU__LA_VECTOR_BYTES)
#define GPU__LA_WIDE(T) GPU__VECTOR_LANES(GPU__LA_VECTOR_BYTES, sizeof(T))
/* the distance from 1 to the next number; the largest finite number; the smallest normal number */
#define GPU__LA_{EPS|HUGE|SMALL}(T)                                                                                    \
    (sizeof(T) == 4 ? (T){1.1920928955078125e-7|3.4028234663852886e38|1.1754943508222875e-38}                          \
                    : (T){2.220446049250313e-16|GPU__DBL_MAX|2.2250738585072014e-308})
#define GPU__LA_FINITE(T, x) (GPU__LA_ABS(T, x) <= GPU__LA_HUGE(T))
/* Elimination without scaling keeps its precision if the largest element is at least PLAIN, and does not overflow if
   that is at most `room` times the largest number (gpu__la_room, or TINY_ROOM for up to four rows). Otherwise the
   matrix is multiplied by `room` or by RAISE; what this loses below the smallest normal number is far below the
   rounding errors of the largest element, twice as far as cancellation reaches. A right-hand side has more room,
   BESIDE_ROOM, since the products that a solution is made of may be larger by the condition of the matrix. */
#define GPU__LA_PLAIN(T) (GPU__LA_SMALL(T) / GPU__LA_EPS(T))
#define GPU__LA_RAISE(T) (1 / GPU__LA_EPS(T) / GPU__LA_EPS(T) / GPU__LA_EPS(T))
#define GPU__LA_TINY_ROOM(T) ((T)0.00390625)
#define GPU__LA_BESIDE_ROOM(T) (GPU__LA_EPS(T) / 256)
#define GPU__LA_{ABS|ROOT}(T, x) GPU__MATH(T, {fabs|sqrt}, x)
/* GPU__LA_STEP(name) { ... } is a step with the parameters s, z and block; GPU__LA_RUN runs it. */
#ifdef GPU__CUDA /* in a class, later functions are known */
#define GPU__LA_AHEAD(name)
#else
#define GPU__LA_AHEAD(name) GPU__LIFTED_FN void name(const gpu__la_step *s, size_t z, size_t block);
#endif
#define GPU__LA_STEP(name)                                                                                             \
    GPU__LA_AHEAD(name)                                                                                                \
    GPU__PRE_COPIES(GPU__VARIANT, GPU__HOT, name##__on, (const gpu__la_step *s, size_t z, size_t block),               \
                    name(s, z, block))                                                                                 \
    GPU__LIFTED_FN void name(GPU__UNUSED const gpu__la_step *s, GPU__UNUSED size_t z, GPU__UNUSED size_t block)
#ifdef GPU__CUDA
#define GPU__LA_ON_GPU(la, name, s, blocks, batch, threads, per)                                                       \
    if ((la)->on_gpu) gpu__la_launch<name, per>(la, s, blocks, batch, threads);                                        \
    else
#else
#define GPU__LA_ON_GPU(la, name, s, blocks, batch, threads, per)
#endif
/* work: number of elements that all blocks together access. EACH: every thread of a GPU has a matrix of its own. CPU: a
   step that a GPU does by a function of factor.cuh. */
#define GPU__LA_RUN_CPU(la, name, s, blocks, batch, work)                                                              \
    if (!(la)->measuring) {                                                                                            \
        static gpu__la_code *const gpu__codes[3] = GPU__PRE_TABLE(name##__on);                                         \
        gpu__la_run_cpu(la, s, gpu__codes, blocks, batch, work);                                                       \
    }
#define GPU__LA_RUN_(la, name, s, blocks, batch, threads, work, per)                                                   \
    {                                                                                                                  \
        (void)(threads);                                                                                               \
        GPU__LA_ON_GPU(la, name, s, blocks, batch, threads, per)                                                       \
        GPU__LA_RUN_CPU(la, name, s, blocks, batch, work)                                                              \
    }
#define GPU__LA_RUN(la, name, s, blocks, batch, threads, work)                                                         \
    GPU__LA_RUN_(la, name, s, blocks, batch, threads, work, 0)
#define GPU__LA_RUN_EACH(la, name, s, batch) GPU__LA_RUN_(la, name, s, 1, batch, 128, (batch)*64, 1)
static inline void gpu__la_zero(gpu__la *la, void *p, size_t bytes)
{
    if (la->measuring) return;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        if (!la->error) la->error = (int)cudaMemsetAsync(p, 0, bytes, (cudaStream_t)la->context->stream);
        return;
    }
#endif
    memset(p, 0, bytes);
}
#ifdef GPU__CUDA
/* A product of few rows and columns but many terms has few blocks, each of which waits for one piece of its split after
   the other: it gets as many splits as there may be. */
static inline void gpu__la_split_more(gpu__matmul_plan *plan, const gpu_gemm_spec *g)
{
    const size_t tiles = gpu__ceil_div(g->m < g->n ? g->n : g->m, (size_t)GPU__MATMUL_THIN_ROWS) * g->batch;
    const size_t splits = gpu__least(2 * GPU__MATMUL_PROCESSORS / tiles, g->k / GPU__MATMUL_SPLIT_DEPTH);
    if (splits <= plan->splits) return;
    plan->split_k =
        gpu__ceil_div(gpu__ceil_div(g->k, splits), (size_t)GPU__MATMUL_SPLIT_DEPTH) * GPU__MATMUL_SPLIT_DEPTH;
    plan->splits = gpu__ceil_div(g->k, plan->split_k);
}
/* Splits k into pieces of up to `piece` terms. (The kernel for small matrices splits nothing.) */
static inline void gpu__la_split_into(gpu__matmul_plan *plan, size_t k, size_t piece)
{
    if (k <= piece || (plan->splits > 1 && plan->split_k <= piece)) return;
    if (plan->tiles == GPU__MATMUL_SMALL_MATRICES) plan->tiles = GPU__MATMUL_MIDDLE_TILES;
    plan->split_k = piece;
    plan->splits = gpu__ceil_div(k, piece);
}
#endif
