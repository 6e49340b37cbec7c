/* What the three kinds of lifted function are to the library. */
struct gpu__room;
typedef struct gpu__lifted {
    const char *name, *file; /* file: NULL for a prewritten function */
    int line, count;
    int flags;        /* GPU__BASELINE, GPU__STAGE_IN_PLACE */
    size_t out_size;  /* bytes of a result element, or of the accumulator */
    size_t out_align; /* of its type */
    struct {
        const char *name;
        size_t size;        /* of an element; 0: a scalar, and the argument points at its value ... */
        size_t scalar_size; /* ... of so many bytes; or, with a step, an index, and the argument is no address */
        size_t step;        /* from the argument of one element to that of the next */
        size_t align;       /* of the type; of a scalar 1, and 0 where it is the address of something */
    } parameter[8];
    int (*device)(const struct gpu__room *room, void *out, const void *const *in,
                  size_t n); /* a cudaError_t; NULL without device code */
} gpu__lifted;

typedef struct gpu__map {
    gpu__lifted f;
    void (*loop[3])(void *out, const void *const *in, size_t n);
} gpu__map;

typedef struct gpu__reduction {
    gpu__lifted f;
    /* count lanes of each tile; where that is no multiple of GPU__GRAIN, of one tile */
    void (*fold[3])(void *lanes, const void *const *in, size_t count, size_t tiles, int first);
    void (*tree[3])(void *lanes, size_t count);
    void (*finish)(void *value, size_t n); /* NULL, or what makes a result of the accumulator's bytes */
} gpu__reduction;

typedef struct gpu__scanner {
    gpu__lifted f;
    size_t accumulator_size;
    void (*chunk[3])(void *out, const void *in, size_t n, const void *carry, void *total, int exclusive,
                     const void *identity);
    void (*join)(void *total, const void *front); /* total = front (+) total */
} gpu__scanner;

/* What a launch on a stream needs beside the arguments. */
typedef struct gpu__room {
    void *stream;
    int multiprocessors, exclusive;
    const void *identity;
    void *partials;           /* results of the blocks of a reduction */
    unsigned *ticket;         /* counts its blocks; zero between launches */
    void *scan;               /* messages between the tiles of a scan */
    void *value;              /* NULL, or where the host waits for a value ... */
    unsigned long long *flag; /* ... and what is set to `sequence` when it is there */
    unsigned long long sequence;
    void *space;         /* what a job asked for */
    size_t shared_limit; /* bytes of shared memory that a block can get */
} gpu__room;

enum {
    GPU__GRAIN = 64,    /* elements: the CPU's threads share an array in multiples of it */
    GPU__SCAN_ROWS = 8, /* rows of a chunk of a scan on the CPU: independent chains hide the latency */
    GPU__SCAN_WIDTH = 512,
    GPU__SCAN_CHUNK = GPU__SCAN_ROWS * GPU__SCAN_WIDTH
};

static char gpu__nowhere[1] GPU__UNUSED; /* stands for a NULL that the caller passed, where NULL means 'to the host' */
GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...) GPU__PRINTF(2, 3);
GPU_API gpu_status gpu__map_call(const gpu__map *map, void *out, const void *const *in, size_t n);
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *reduction, void *out, void *value, const void *const *in,
                                    size_t n);
GPU_API gpu_status gpu__scan_call(const gpu__scanner *scanner, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive);

#define GPU__LIFT(R, name, flags, ...)                                                                                 \
    {                                                                                                                  \
#name, __FILE__, __LINE__, GPU__COUNT(__VA_ARGS__), flags, sizeof(R), GPU__ALIGNOF(R),                         \
            {GPU__EACH(GPU__DESCRIBE, GPU__COMMA, __VA_ARGS__) }, GPU__DEVICE_CODE(name)                               \
    }
#define GPU__DESCRIBE_array(k, T, x)                                                                                   \
    {                                                                                                                  \
#x, sizeof(T), 0, sizeof(T), GPU__ALIGNOF(T)                                                                   \
    }
#define GPU__DESCRIBE_scalar(k, T, x)                                                                                  \
    {                                                                                                                  \
#x, 0, sizeof(T), 0, !GPU__IS_ADDRESS(T)                                                                       \
    }
#define GPU__DESCRIBE_index(k, T, x)                                                                                   \
    {                                                                                                                  \
#x, 0, 0, 1, 1                                                                                                 \
    }
#define GPU__ARRAY_array(k, T, x) T const *x, /* behind T, which may be a pointer */
#define GPU__ARRAY_scalar(k, T, x) T x,
#define GPU__ARRAY_index(k, T, x)
#define GPU__STORE_array(k, T, x) gpu__in[k] = x;
#define GPU__STORE_scalar(k, T, x) gpu__in[k] = &x;
#define GPU__STORE_index(k, T, x) gpu__in[k] = NULL;
#ifdef GPU__CUDA
extern "C++" {
template <class Type> struct gpu__address {
    enum { is = 0 };
};
template <class Type> struct gpu__address<Type *> {
    enum { is = 1 };
};
template <class Result, class... Args> struct gpu__address<Result (*)(Args...)> {
    enum { is = 0 };
}; /* a function's is of no kind that CUDA knows */
}
#define GPU__IS_ADDRESS(T) gpu__address<T>::is
#define GPU__DEVICE_CODE(name) name##__device
#define GPU__TAG_array(k, T, x) gpu__array<T>
#define GPU__TAG_scalar(k, T, x) gpu__scalar<T>
#define GPU__TAG_index(k, T, x) gpu__counted<T>
#define GPU__PASS_array(k, T, x) (T const *)gpu__in[k]
#define GPU__PASS_scalar(k, T, x) *(T const *)gpu__in[k]
#define GPU__PASS_index(k, T, x) (size_t)(uintptr_t) gpu__in[k]
#define GPU__MAP_DEVICE(R, name, ...)                                                                                  \
    static int name##__device(const gpu__room *gpu__r, void *gpu__out, const void *const *gpu__in, size_t gpu__n)      \
    {                                                                                                                  \
        return (int)gpu__map_launch<name##_scalar, R, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(                   \
            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                             \
    }
#define GPU__REDUCE_DEVICE(A, name, ...) GPU__FINISH_DEVICE(A, name, A, name, gpu__as_it_is<A>, __VA_ARGS__)
#define GPU__FINISH_DEVICE(R, name, A, fold, finish, ...)                                                              \
    static int name##__device(const gpu__room *gpu__r, void *gpu__out, const void *const *gpu__in, size_t gpu__n)      \
    {                                                                                                                  \
        return (int)gpu__reduce_launch<fold##_scalar, fold##__combine, finish, A, R,                                   \
                                       GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(                                  \
            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                             \
    }
#define GPU__ORDERED_DEVICE(A, name, ...)                                                                              \
    static int name##__device(const gpu__room *gpu__r, void *gpu__out, const void *const *gpu__in, size_t gpu__n)      \
    {                                                                                                                  \
        return (int)                                                                                                   \
            gpu__ordered_launch<name##_scalar, name##__combine, A, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(      \
                gpu__r, (A *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                         \
    }
#define GPU__SCAN_DEVICE(A, T, name)                                                                                   \
    static int name##__device(const gpu__room *gpu__r, void *gpu__out, const void *const *gpu__in, size_t gpu__n)      \
    {                                                                                                                  \
        return (int)gpu__scan_launch<name##__combine, A, T>(gpu__r, (T *)gpu__out, (const T *)gpu__in[0], gpu__n);     \
    }
#else
#define GPU__IS_ADDRESS(T)                                                                                             \
    (sizeof(T) == sizeof(void *)) /* it may be one: all that is looked for on the CPU is whether it was freed */
#define GPU__DEVICE_CODE(name) NULL
#define GPU__MAP_DEVICE(R, name, ...)
#define GPU__REDUCE_DEVICE(A, name, ...)
#define GPU__ORDERED_DEVICE(A, name, ...)
#define GPU__FINISH_DEVICE(R, name, A, fold, finish, ...)
#define GPU__SCAN_DEVICE(A, T, name)
#endif

