/* Everything that computes over arrays is a call: of a map, reduction or scan, which a gpu__op describes, or of a job,
   which is any other prewritten function. All calls take one path (core/call.h): check, stage, record, run. */
struct gpu__launch_context;
/* Maximum number of inputs of a call. In a mask of arguments bit k stands for in[k], and GPU__OUT_BIT for out. */
enum { GPU__INPUTS = 32 };
#define GPU__ARGUMENT_BIT(k) ((uint64_t)1 << (k))
#define GPU__OUT_BIT GPU__ARGUMENT_BIT(GPU__INPUTS)
typedef struct gpu__parameter {
    const char *name;
    size_t size;        /* of an element; 0: not an array, but a scalar or an index */
    size_t scalar_size; /* of a scalar, whose argument points to it; 0: an index, whose argument is its first value */
    size_t step;        /* by how much the argument grows from one element to the next */
    size_t align;       /* of the type; for a scalar 0 if its value is an address, else 1 */
} gpu__parameter;
typedef struct gpu__op {
    const char *name, *file; /* file: NULL for a prewritten function */
    int line, count;
    int flags;        /* GPU__BASELINE, GPU__STAGE_IN_PLACE */
    size_t out_size;  /* bytes of a result element, or of the accumulator */
    size_t out_align; /* of its type */
    const gpu__parameter *parameter;
    int (*device)(const struct gpu__launch_context *context, void *out, const void *const *in,
                  size_t n); /* returns a cudaError_t; NULL without device code */
} gpu__op;

typedef struct gpu__map {
    gpu__op f;
    void (*loop[3])(void *out, const void *const *in, size_t n);
} gpu__map;

typedef struct gpu__reduction {
    gpu__op f;
    /* Reduces `count` lanes of each tile. If count is not a multiple of GPU__GRAIN, there is only one tile. */
    void (*fold[3])(void *lanes, const void *const *in, size_t count, size_t tiles, int first);
    void (*tree[3])(void *lanes, size_t count);
    void (*finish)(void *value, size_t n, const void *x); /* turns the accumulator into the result, in place, or NULL */
} gpu__reduction;

typedef struct gpu__scanner {
    gpu__op f;
    size_t accumulator_size;
    void (*chunk[3])(void *out, const void *in, size_t n, const void *carry, void *total, int exclusive,
                     const void *identity);
    void (*join)(void *total, const void *front); /* total = front (+) total */
} gpu__scanner;

enum { GPU__CALL_JOB, GPU__CALL_MAP, GPU__CALL_REDUCE, GPU__CALL_SCAN };
typedef struct gpu__input {
    const char *name;
    const void *p;
    size_t count, size, align; /* count 0: no array, or an empty one */
} gpu__input;
typedef struct gpu__call gpu__call;
typedef gpu__call gpu__job;
typedef void gpu__job_part(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last);
typedef int gpu__job_device(const gpu__job *j, const struct gpu__launch_context *context, void *out,
                            const void *const *in);
struct gpu__call {
    const char *name;
    const gpu__op *op; /* NULL for a job, which has its code in the call itself */
    int kind, inputs;
    int in_place;         /* what the out of a job or scan may be, see below; that of a map: any of its arrays */
    int results;          /* of a job: bit k says that in[k] is a further result */
    int scalars;          /* of a job: bit k says that in[k] points to one value of in[k].size bytes, not to an array */
    int flag;             /* 1: an exclusive scan; of a job: the GPU__JOB_ flags */
    const char *out_name; /* name of a job's out in messages; NULL: "out" */
    void *out;
    size_t out_count, out_size, out_align;
    size_t n;                          /* number of elements */
    size_t rows, cols;                 /* of a job over a matrix */
    const void *identity;              /* of a reduction or scan */
    size_t space;                      /* bytes of workspace that the GPU's code needs */
    size_t work, tasks;                /* number of elements, which decides how many threads run, and of tasks */
    size_t scratch, scratch_of_thread; /* bytes of workspace that the CPU's code needs, in total and for each thread */
    void (*plan)(gpu__job *j); /* of a job: NULL, or what plans space and tasks, if that takes long: after all checks */
    /* NULL, or a first step, which runs on one thread; gpu__job_parts lets it use the others */
    void (*start)(const gpu__job *j, void *scratch);
    gpu__job_part *part[3];                                           /* runs the tasks [first, last) on one thread */
    void (*finish)(const gpu__job *j, void *scratch, size_t threads); /* combines what the threads left in scratch */
    gpu__job_device *device;
    const gpu__map *map; /* of a job that runs the loops of a map: see families/broadcast */
    /* NULL, or the arguments of a job's code: a structure of its family, without pointers into itself, and its size,
       since the node of a graph has a copy */
    const void *detail;
    size_t detail_size;
    gpu__input in[GPU__INPUTS];
};
enum {                           /* flags of a job */
       GPU__JOB_LOCAL_OUT = 8,   /* out is a variable of the library, and the call waits for it */
       GPU__JOB_NO_OVERLAP = 16, /* out and the inputs are known not to overlap */
       GPU__JOB_PARTIAL = 32     /* only some elements of the results are written; the others keep their values */
};
enum {                          /* what out may be, beside an array of its own; 1: in[0] */
       GPU__JOB_UPDATES = 2,    /* it is in[0], and keeps the elements that are not written */
       GPU__JOB_PAIRS = 3,      /* in[0], and each further result may be the input before it */
       GPU__JOB_ELEMENTWISE = 4 /* any input of its size */
};

/* The launch context: what a launch on a stream needs besides its arguments. */
typedef struct gpu__launch_context {
    void *stream;
    int multiprocessors, exclusive;
    const void *identity;
    void *partials;           /* partial results of the blocks of a reduction */
    unsigned *ticket;         /* counts the blocks that are done; zero between launches */
    void *scan;               /* tile status words for decoupled look-back */
    void *value;              /* NULL, or host memory in which the host waits for a value; ... */
    unsigned long long *flag; /* ... *flag is set to `sequence` when the value is there */
    unsigned long long sequence;
    void *space;         /* the workspace of a job */
    size_t shared_limit; /* maximum shared memory of a block in bytes */
    unsigned zero;       /* 0, which the compiler does not know: gpu__keep */
    int device;          /* the stream's */
} gpu__launch_context;

enum {
    GPU__MAX_DEVICES = 64, /* of each backend; more GPUs than that are not used */
    GPU__GRAIN = 64,       /* elements; CPU threads divide an array at multiples of it */
    GPU__SCAN_ROWS = 8,    /* rows of a chunk of a scan on the CPU, whose independent chains hide the latency */
    GPU__SCAN_WIDTH = 512,
    GPU__SCAN_CHUNK = GPU__SCAN_ROWS * GPU__SCAN_WIDTH
};

/* What an out of NULL is replaced by where NULL means 'return the value to the host': the same constant in every file
   of a program. */
#ifdef __cplusplus
#define GPU__TO_CALLER (reinterpret_cast<void *>(UINTPTR_MAX))
#else
#define GPU__TO_CALLER ((void *)~(uintptr_t)0)
#endif
#define GPU__TOO_LARGE "more than any machine has; a negative number was perhaps converted to size_t"
/* A number of elements or bytes: the product of two sizes, or SIZE_MAX if it exceeds the address space; a further
   factor of 0 makes that 0. Divisions are slow, so they are used only for sizes whose product might overflow. */
static inline size_t gpu__product(size_t a, size_t b)
{
    return (a | b) >> (sizeof a * 4 - 1) && b && a > (size_t)PTRDIFF_MAX / b ? SIZE_MAX : a * b;
}
/* n, or the next multiple of a power of two. */
#define GPU__ROUND_UP(n, of) (((n) + ((of)-1)) & ~(size_t)((of)-1))
#define GPU__ALIGN64(p) ((char *)GPU__ROUND_UP((uintptr_t)(p), 64))
GPU_API int gpu__current_is_cpu(void); /* whether the current device is the CPU */
/* A number as text for a message: as %g or %f (`how` is 'g' or 'f') with so many digits, and with a point, whatever the
   locale has. It is valid until the thread's fourth next call. */
GPU_API const char *gpu__real_text(double x, int how, int digits);
GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...) GPU__PRINTF(2, 3);
GPU_API gpu_status gpu__map_call(const gpu__map *map, void *out, const void *const *in, size_t n);
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *reduction, void *out, void *value, const void *const *in,
                                    size_t n);
GPU_API gpu_status gpu__scan_call(const gpu__scanner *scanner, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive);

/* Initialises a gpu__op, after its parameters have been described. origin: (name, file, line). */
#define GPU__PARAMETERS_OF(...)                                                                                        \
    static const gpu__parameter gpu__parameters[] = {GPU__EACH(GPU__DESCRIBE, GPU__COMMA, __VA_ARGS__)};
/* clang-format off */
#define GPU__OP_OF(origin, R, flags, device)                                                                           \
    {GPU__STRIP origin, GPU__AS(int, sizeof gpu__parameters / sizeof *gpu__parameters), flags, sizeof(R),              \
     GPU__ALIGNOF(R), gpu__parameters, device}
#define GPU__DESCRIBE_{gpu__array|scalar|index}(k, T, x) \
    {#x, {sizeof(T)|0|0}, {0|sizeof(T)|0}, {sizeof(T)|0|1}, {GPU__ALIGNOF(T)|!GPU__IS_POINTER(T)|1}}
/* `const` follows T, since T may be a pointer. */
#define GPU__ARRAY_{gpu__array|scalar|index}(k, T, x) {T const *x,|T x,|}
#define GPU__STORE_{gpu__array|scalar|index}(k, T, x) gpu__in[k] = {GPU__ARRAY_OF(T, x)|GPU__ADDRESS_OF(T, x)|NULL};
/* clang-format on */
#define GPU__FORMALS(...) GPU__EACH(GPU__ARRAY, GPU__NOTHING, __VA_ARGS__) size_t gpu__n
#define GPU__ARGUMENTS(...)                                                                                            \
    const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                      \
    GPU__EACH(GPU__STORE, GPU__NOTHING, __VA_ARGS__)
#ifdef GPU__CUDA
extern "C++" {
/* What a function of a map may return instead of a Type: a value, and in the highest bit of `again` whether Usual has
   to compute it. */
template <class Type, auto Usual> struct gpu__tried {
    Type value;
    uint32_t again;
    template <class... Arg> static __device__ __noinline__ Type usual(Arg... x) { return Usual(x...); }
};
}
#define GPU__DEVICE_CODE(name) name##__device
#define GPU__TAG_{gpu__array|scalar|index}(k, T, x) gpu__{array|scalar|counted}<GPU__PLAIN(T)>
#define GPU__PASS_{gpu__array|scalar}(k, T, x) {|*}(GPU__PLAIN(T) const *) gpu__in[k]
#define GPU__PASS_index(k, T, x) (size_t)(uintptr_t) gpu__in[k]
/* The function that launches the kernel of a map, reduction or scan. */
#define GPU__LAUNCHED(name, ...)                                                                                       \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)__VA_ARGS__;                                                                                       \
    }
#define GPU__MAP_DEVICE(R, name, function, ...)                                                                        \
    GPU__LAUNCHED(name, gpu__map_launch<name##function, R, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(              \
                            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__)))
#define GPU__REDUCE_DEVICE(A, name, ...)                                                                               \
    GPU__LAUNCHED(name, gpu__reduce_launch<name##_scalar, name##__combine, gpu__as_it_is<A>, A, A,                     \
                                           GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(                              \
                            gpu__r, (A *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__)))
#define GPU__ORDERED_DEVICE(A, name, ...)                                                                              \
    GPU__LAUNCHED(                                                                                                     \
        name, gpu__ordered_launch<name##_scalar, name##__combine, A, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(    \
                  gpu__r, (A *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__)))
#define GPU__SCAN_DEVICE(A, T, name)                                                                                   \
    GPU__LAUNCHED(name, gpu__scan_launch<name##__combine, A, T>(gpu__r, (T *)gpu__out, (const T *)gpu__in[0], gpu__n))
#else
#define GPU__DEVICE_CODE(name)                                                                                         \
    GPU__NULL /* a null pointer as one token: NULL expands to six, in each of 300 descriptions */
#define GPU__{MAP|REDUCE|ORDERED|SCAN}_DEVICE(...)
#endif

/* Used by the user's definitions and by the prewritten functions. Descriptors are static variables inside functions,
   since gcc without optimisation emits every unused variable at file scope. */
#define GPU__DESCRIPTOR(type, of, parameters, ...)                                                                     \
    static GPU__UNUSED inline const type *of(void)                                                                     \
    {                                                                                                                  \
        parameters static const type gpu__it = {__VA_ARGS__};                                                          \
        return &gpu__it;                                                                                               \
    }
#define GPU__MAP_OF(scope, origin, TABLE, R, name, function, ...)                                                      \
    GPU__MAP_DEVICE(R, name, function, __VA_ARGS__)                                                                    \
    scope gpu_status name(R *gpu__out, GPU__FORMALS(__VA_ARGS__))                                                      \
    {                                                                                                                  \
        GPU__PARAMETERS_OF(__VA_ARGS__)                                                                                \
        static const gpu__map gpu__m = {GPU__OP_OF(origin, R, GPU__FLAGS(R), GPU__DEVICE_CODE(name)),                  \
                                        TABLE(name##__loop)};                                                          \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        GPU__BY_RULE(name) return gpu__map_call(&gpu__m, gpu__out, gpu__in, gpu__n);                                   \
    }

/* The parts of a reduction that do not depend on its result: combine step, CPU loops, device code and descriptor. kind
   is GPU__REDUCE or GPU__ORDERED, and selects the macros kind_LOOPS and kind_DEVICE. */
#define GPU__FOLD_OF(kind, origin, flags, A, name, combine, ...)                                                       \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    kind##_LOOPS(A, name, __VA_ARGS__) kind##_DEVICE(A, name, __VA_ARGS__)                                             \
        GPU__DESCRIPTOR(gpu__reduction, name##__reduction, GPU__PARAMETERS_OF(__VA_ARGS__),                            \
                        GPU__OP_OF(origin, A, GPU__FLAGS(A) | flags, GPU__DEVICE_CODE(name)),                          \
                        GPU__TABLE(name##__fold), GPU__TABLE(name##__tree), NULL)
#define GPU__VALUE_OF(A, name, identity, ...)                                                                          \
    static GPU__UNUSED A name(GPU__FORMALS(__VA_ARGS__))                                                               \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        (void)gpu__reduce_call(name##__reduction(), NULL, &gpu__value, gpu__in, gpu__n);                               \
        return gpu__value;                                                                                             \
    }
#define GPU__VALUE_TO(A, name, identity, ...)                                                                          \
    static GPU__UNUSED gpu_status name##_to(A *gpu__out, GPU__FORMALS(__VA_ARGS__))                                    \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        return gpu__reduce_call(name##__reduction(), GPU__TARGET(gpu__out), &gpu__value, gpu__in, gpu__n);             \
    }
#define GPU__TARGET(out) ((out) ? GPU__AS(void *, out) : GPU__TO_CALLER)

/* A scan of elements of type T with accumulators of type A. `narrow` is the cast (T) if A is another type, and
   otherwise empty, since C cannot cast a struct even to its own type. */
#define GPU__SCAN_OF(origin, COPIES, TABLE, A, T, narrow, name, combine)                                               \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__SCAN_LOOPS(COPIES, A, T, narrow, name)                                                                        \
    GPU__SCAN_JOIN(A, name)                                                                                            \
    GPU__SCAN_DEVICE(A, T, name)                                                                                       \
    GPU__DESCRIPTOR(gpu__scanner, name##__scanner, GPU__PARAMETERS_OF((T, x)),                                         \
                    GPU__OP_OF(origin, T, GPU__FLAGS(A), GPU__DEVICE_CODE(name)), sizeof(A), TABLE(name##__chunk),     \
                    name##__join)
#define GPU__SCAN_JOIN(A, name)                                                                                        \
    GPU__HOT static GPU__UNUSED inline void name##__join(void *gpu__total, const void *gpu__front)                     \
    {                                                                                                                  \
        *GPU__AS(A *, gpu__total) = name##__combine(*GPU__AS(const A *, gpu__front), *GPU__AS(const A *, gpu__total)); \
    }
#define GPU__SCAN_FN(scope, A, T, of, name, identity, exclusive)                                                       \
    scope gpu_status name(T *gpu__out, const T *gpu__x, size_t gpu__n)                                                 \
    {                                                                                                                  \
        const A gpu__identity = identity;                                                                              \
        GPU__BY_RULE(name)                                                                                             \
        return gpu__scan_call(of##__scanner(), gpu__out, gpu__x, gpu__n, &gpu__identity, exclusive);                   \
    }
