enum { GPU__ARGUMENTS = 32 }; /* of a kernel; a GPU_KERNEL has at most 16 */
/* What the library knows of a GPU_KERNEL; one launch path serves all kernels. */
typedef struct gpu__kernel {
    const char *name, *file;
    int line;
    /* On the CPU: runs one thread of a block, as a fiber, or as thread 0 while it is not known how a GPU_FOR runs. */
    void (*one)(void **argv);
    /* Runs the threads of a block without barriers, or all but thread 0, as a loop that the compiler can vectorise; one
       function for each ISA variant. */
    void (*rest[3])(void **argv);
    void (*shared)(char **begin, char **end); /* this CPU thread's static shared memory in the kernel's module */
    const void *entry;                        /* the __global__ function; NULL in a file that a C compiler built */
    int count;
    size_t size[GPU__ARGUMENTS]; /* of each argument: a graph on the CPU copies them */
    unsigned pointers;           /* bit k: argument k is a pointer, or a structure that may contain pointers; bit 16 + k
                                    of a GPU_KERNEL, where known: it is a pointer to const */
    const void *at_table;        /* device address of the pointer to GPU_AT's report; NULL if entry is NULL */
    unsigned learned, lo, hi;    /* number of blocks observed, and the range of shared memory that they wrote */
    unsigned ps_per_thread[3],
        shares;     /* large launches: measured ps a thread for each ISA variant; number of shares so far */
    unsigned notes; /* a bit for each note of GPU_DEBUG that was printed */
} gpu__kernel;

#ifdef GPU__CUDA
#define GPU__ENTRY(body, ...) (const void *)gpu__entry<body, __VA_ARGS__>
#define GPU__AT_TABLE ((const void *)&gpu__at_table)
/* What GPU_AT on a GPU reads under GPU_DEBUG, one for each launch, and the first error that it found. */
typedef struct gpu__at_report {
    int found, line;
    gpu_dim3 thread, block;
    long long index, extent;
    char name[64], file[160];
    size_t ranges;               /* number of [begin, end) pairs behind this structure: the allocations */
    unsigned long long sink[32]; /* out-of-bounds accesses are redirected to it */
} gpu__at_report;
#else
#define GPU__AT_TABLE NULL
#define GPU__ENTRY(body, ...) NULL
#endif

/* The values of threadIdx and the like. `known`: reading them need not set `touched`. */
typedef struct gpu__thread_indices {
    gpu_dim3 thread, block, block_dim, grid_dim;
    int known;
} gpu__thread_indices;

/* State of the GPU_FOR loops of a thread. */
typedef struct gpu__loops {
    int kind;  /* one of GPU__LOOP_... */
    int open;  /* number of loops entered and not ended; not 0 after the body if one was left by return or break */
    int in;    /* how the outermost open loop runs: GPU__LOOP_... */
    int asked; /* the value of `touched` before the outermost open loop */
    int slot;  /* the thread that `number` belongs to: the number of outermost loops that it has reached */
    unsigned number;
} gpu__loops;

/* The simulated thread that runs on this CPU thread. The loops read it, and so does threadIdx outside the code of a
   GPU_KERNEL. */
typedef struct gpu__cpu_thread {
    gpu__thread_indices id; /* while row is not 0, gpu__find_thread computes id.thread */
    unsigned first;         /* thread of the first row at which a kernel's `rest` begins */
    unsigned char row,
        rows;    /* mark of the row of threads that a loop is running, 0 if none; and the number of marks used */
    int touched; /* the body has read its index, so it must run once for every thread */
    gpu__loops loop;
    int watch;          /* GPU_DEBUG: record atomics */
    size_t part, parts; /* share of the indices that a collapsed GPU_FOR takes */
    const char *file;   /* call site, for error messages */
    int line;
    uintptr_t shared, shared_bytes, dynamic, dynamic_bytes; /* for atomics; 0 bytes under GPU_DEBUG */
    int given_up; /* the launch has failed: a fiber that is switched to must end */
    void *stop;   /* not NULL: the other threads of the block have become fibers, so name__rest must return */
    struct gpu__worker *worker; /* NULL outside kernels */
} gpu__cpu_thread;
enum {
    GPU__LOOP_STRIDED, /* grid-stride over the threads, as on the GPU */
    GPU__LOOP_SHARE,   /* the library chose the block: this thread takes the whole share [part, part + 1) / parts ... */
    GPU__LOOP_EMPTY,   /* ... the other threads have nothing left, unless the loop must be strided */
    GPU__LOOP_CHECKED, /* as GPU__LOOP_SHARE, under GPU_DEBUG: strided, but refused where collapsing would fail */
    GPU__LOOP_FIRST    /* the first index decides which of them it is */
};
#ifdef GPU__COMPILED /* in a library made by gpu_compile they are the program's: see language/compiled.h */
__attribute__((__const__, __noinline__)) gpu__cpu_thread *gpu__program_thread(void);
__attribute__((__const__, __noinline__)) unsigned char (*gpu__program_trace(void))[1024];
#define gpu__simulated (*gpu__program_thread())
#define gpu__trace (*gpu__program_trace())
#else /* what a linker names first if no file of a program has the implementation, or more than one: the first variables
         and the first function of the implementation, and what a program's first call is most often */
#define gpu__{simulated|noted_sites} gpu__{thread|sites}_define_GPU_IMPLEMENTATION_in_exactly_one_file
#define gpu__{real_text|new} gpu__{text|new}_define_GPU_IMPLEMENTATION_in_exactly_one_file
#endif
#ifdef __cplusplus
extern "C" {
#endif
#ifndef GPU__COMPILED
GPU__DATA GPU__TLS gpu__cpu_thread gpu__simulated;
/* Of each thread of the current row, by its index in the row: the row's mark, once the thread has begun. This tells
   how far a row came, by stores that do not keep its loop from being vectorised. They are bytes, so that one store is
   for at least four threads. */
GPU__DATA GPU__TLS unsigned char gpu__trace[1024];
#endif
/* Call sites noted by calls that have not begun, the latest last: the arguments of a call can contain other calls. Each
   call takes its own; the site of a GPU_CHECK stays until its end, for calls that note none. Beyond eight, the oldest
   are overwritten. */
enum { GPU__BY_CHECK, GPU__BY_CALL, GPU__BY_PREWRITTEN, GPU__BY_LAUNCH /* a configuration */ };
typedef struct gpu__call_site {
    const char *file;
    int line, by;
} gpu__call_site;
typedef struct gpu__call_sites {
    unsigned count;
    gpu__call_site at[8];
} gpu__call_sites;
GPU__DATA GPU__TLS gpu__call_sites gpu__noted_sites;
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
extern char GPU__SHARED_{BEGIN|END}[] GPU__HIDDEN;
#endif
#ifdef __cplusplus
}
#endif

/* Static shared memory is thread-local, because all threads of a block run on one CPU thread. It has its own section so
   that its bounds are known and it can be poisoned. `used` keeps the compiler from folding an array that is never
   written to zeros. */
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
#define GPU__SHARED static GPU__TLS GPU__SHARED_SECTION
static char gpu__shared_key;
static GPU__TLS GPU__SHARED_SECTION const void *gpu__shared_mark = &gpu__shared_key;

/* The linker's symbols bound the initial image from which each thread's copy is made. The mark is found in the image by
   its value, and in this thread's copy by its address; its offset gives the bounds of the copy. */
static GPU__UNUSED void gpu__shared_bounds(char **begin, char **end)
{
    static size_t offset; /* offset of the mark in the image, plus one */
    size_t at = GPU__LOAD(size_t, &offset);
    const char *p = GPU__SHARED_BEGIN + (-(uintptr_t)GPU__SHARED_BEGIN & (sizeof(void *) - 1));
    const void *key = &gpu__shared_key;
    for (; !at && p + sizeof key <= GPU__SHARED_END; p += sizeof key)
        if (!memcmp(p, &key, sizeof key)) at = (size_t)(p - GPU__SHARED_BEGIN) + 1;
    GPU__STORE(size_t, &offset, at);
    *begin = at ? (char *)&gpu__shared_mark - (at - 1) : NULL;
    *end = at ? *begin + (GPU__SHARED_END - GPU__SHARED_BEGIN) : NULL;
}
#else
#define GPU__SHARED static GPU__TLS
static GPU__UNUSED void gpu__shared_bounds(char **begin, char **end) { *begin = *end = NULL; }
#endif

static inline void gpu__note_site(const char *file, int line, int by)
{
    gpu__call_site *const site = &gpu__noted_sites.at[gpu__noted_sites.count++ % 8];
    site->file = file;
    site->line = line;
    site->by = by;
}
/* Notes the current call site again: the next call is a part of this one. */
static inline void gpu__keep_site(int by) { gpu__note_site(gpu__simulated.file, gpu__simulated.line, by); }
GPU_API void gpu__find_thread(void);
/* Mark while the threads of the block are fibers, and the worker knows which one runs. No row of a loop has it. */
enum { GPU__FIBER_ROW = 255 };
static inline unsigned char gpu__new_row(void)
{
    if (++gpu__simulated.rows == GPU__FIBER_ROW) { /* all marks are used up */
        memset(gpu__trace, 0, sizeof gpu__trace);
        gpu__simulated.rows = 1;
    }
    return gpu__simulated.row = gpu__simulated.rows;
}
static GPU__FORCE_INLINE const gpu__thread_indices *gpu__own_ids(void)
{
    if (gpu__simulated.row) gpu__find_thread();
    return &gpu__simulated.id;
}
static GPU__ALWAYS_INLINE const gpu__thread_indices *gpu__asked(const gpu__thread_indices *ids)
{
    if (!ids->known && !gpu__simulated.touched) gpu__simulated.touched = 1;
    return ids;
}
/* A kernel's body has its thread indices as a parameter, gpu__ids, so that a loop over the threads of a block can be
   vectorised. Outside a body gpu__ids is this function (a variable would be shadowed, which causes warnings), and the
   indices are in gpu__simulated. */
static GPU__HOST_DEVICE inline void gpu__ids(void) {}
#define GPU__IDS_PARAMETER const gpu__thread_indices *gpu__ids GPU__UNUSED,
#define GPU__IDS_ARGUMENT &gpu__id,
#ifdef __cplusplus
extern "C++" {
static inline const gpu__thread_indices *gpu__ids_here(void (*)(void)) { return gpu__own_ids(); }
static inline const gpu__thread_indices *gpu__ids_here(const gpu__thread_indices *ids) { return ids; }
}
#define GPU__IDS gpu__ids_here(gpu__ids)
#else
#define GPU__IDS GPU__EXTENSION _Generic(gpu__ids, const gpu__thread_indices * : gpu__ids, default : gpu__own_ids())
#endif

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv);
enum { GPU__SYNC, GPU__SYNC_COUNT, GPU__SYNC_AND, GPU__SYNC_OR, GPU__SYNC_GRID };
enum {
    GPU__W_SYNC,
    GPU__W_INDEX,
    GPU__W_UP,
    GPU__W_DOWN,
    GPU__W_XOR,
    GPU__W_BALLOT,
    GPU__W_ANY,
    GPU__W_ALL,
    GPU__W_MATCH,
    GPU__W_ACTIVE,
    GPU__W_MATCH_ALL,
    GPU__W_REDUCE_ADD,
    GPU__W_REDUCE_MIN,
    GPU__W_REDUCE_MAX,
    GPU__W_REDUCE_AND,
    GPU__W_REDUCE_OR,
    GPU__W_REDUCE_XOR,
    GPU__W_TILE /* of `width` threads, in several warps: gives the value of the one with rank `source` */
};
/* A thread of a block that stops at a barrier or a warp operation. gpu__barrier and gpu__warp say which thread runs
   next; the kernel's own code makes the switch. A jump there has the same target again and again, as branch predictors
   expect; a return from a common function would not lead back to its call. */
typedef struct gpu__suspended {
    void *sp;                  /* stack pointer of a suspended thread */
    struct gpu__suspended *to; /* the thread to switch to; NULL: the caller continues */
    unsigned long long value;  /* result of the operation, once the caller runs again */
} gpu__suspended;
typedef struct gpu__site { /* a barrier or warp operation in a kernel; its address distinguishes two on one line */
    const char *file;
    int line;
} gpu__site;
GPU_API gpu__suspended *gpu__barrier(int op, int predicate, const gpu__site *at);
GPU_API gpu__suspended *gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                                  const gpu__site *at);
GPU_API void gpu__switch(gpu__suspended *own);
GPU_API void gpu__give_up(void);
GPU_API void *gpu__dynamic_shared(const char *file, int line);
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind);
GPU_API void gpu__note_fence(void);
GPU_API void *gpu__element(const volatile void *p, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line);
GPU_API long long gpu__clock64(void);
GPU_API void gpu__trap(const char *file, int line);
#if !defined(GPU__SHARED_SECTION) || defined(GPU_COMPILE) || defined(GPU__COMPILED)
GPU_API void gpu__shared_here(void *p, size_t bytes);
#endif
GPU_API gpu_status gpu__{set|get}_constant(void *symbol, size_t size, {const void|void} *host, size_t bytes,
                                           int device_code, const char *name, const char *file, int line);
