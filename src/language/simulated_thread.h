/* What a GPU_KERNEL is to the library: one launch path serves all of them. */
typedef struct gpu__kernel {
    const char *name, *file;
    int line;
    /* On the CPU, one thread of a block: a fiber, and thread 0 where it is not known what a GPU_FOR does. */
    void (*one)(void **argv);
    /* The threads of a block without a barrier, or all but thread 0, as a loop that the compiler can see through; three
       copies. */
    void (*rest[3])(void **argv);
    void (*shared)(char **begin,
                   char **end); /* this CPU thread's static shared memory of the module the kernel is in */
    const void *entry;          /* the __global__ function; NULL in a file that a C compiler built */
    int count;
    size_t size[16];          /* of the arguments: a graph on the CPU copies them */
    unsigned pointers;        /* a bit for each that is a pointer, or a structure and may hold some */
    const void *at_table;     /* the pointer to what GPU_AT checks with, on the device; NULL where entry is */
    unsigned learned, lo, hi; /* after so many blocks: the part of the shared memory that this kernel writes */
    unsigned pace[3], shares; /* of large launches: ps a thread by each copy; how many shares */
    unsigned said;            /* a bit for each note of GPU_DEBUG */
} gpu__kernel;

#ifdef GPU__CUDA
#define GPU__ENTRY(body, ...) (const void *)gpu__entry<body, __VA_ARGS__>
#define GPU__AT_TABLE ((const void *)&gpu__at_table)
/* What GPU_AT on a GPU knows under GPU_DEBUG: a copy for each launch, and its first finding. */
typedef struct gpu__at_report {
    int found, line;
    gpu_dim3 thread, block;
    long long index, extent;
    char name[64], file[160];
    size_t ranges;               /* pairs of begin and end behind this structure: the allocations */
    unsigned long long sink[32]; /* what is outside reads and writes this instead */
} gpu__at_report;
#else
#define GPU__AT_TABLE NULL
#define GPU__ENTRY(body, ...) NULL
#endif

/* What threadIdx and its like are. `known`: that they were asked for need not be noted. */
typedef struct gpu__thread_indices {
    gpu_dim3 thread, block, block_dim, grid_dim;
    int known;
} gpu__thread_indices;

/* A thread's GPU_FORs. */
typedef struct gpu__loops {
    int kind;  /* one of GPU__LOOP_... */
    int open;  /* entered and not ended; not 0 after the body: one was left by return or break */
    int in;    /* what the outermost open one does */
    int asked; /* `touched` as it was before that */
    int slot;  /* whose number that is: of the loops, not counting those inside others, that it has come to */
    unsigned number;
} gpu__loops;

/* The virtual thread that runs on this CPU thread: what the loops, and threadIdx outside a GPU_KERNEL's own text,
   read. */
typedef struct gpu__cpu_thread {
    gpu__thread_indices id; /* while row is not 0, id.thread is found by gpu__find_thread */
    unsigned first;         /* thread of the first row with which a kernel's `rest` begins */
    unsigned char row,
        rows;    /* the mark of the row of threads that a loop runs, 0: none does; and how many there were */
    int touched; /* the body asked for its index: it must then run once for every thread */
    gpu__loops loop;
    int watch;          /* under GPU_DEBUG: atomics are noted */
    size_t part, parts; /* which share of the indices a collapsed GPU_FOR takes */
    const char *file;   /* the caller's place, for error messages */
    int line;
    int given_up; /* the launch has failed: a thread of the block that is switched to has to end */
    void *stop;   /* not NULL: the other threads of the block have become fibers, so name__rest has to end */
    struct gpu__worker *worker; /* NULL outside kernels */
} gpu__cpu_thread;
enum {
    GPU__LOOP_STRIDED, /* grid-stride over the threads, as on the GPU */
    GPU__LOOP_SHARE,   /* the library chose the block: this thread takes the whole share [part, part + 1) / parts ... */
    GPU__LOOP_EMPTY,   /* ... and these have nothing left, unless the loop is one that has to be strided */
    GPU__LOOP_CHECKED, /* the same under GPU_DEBUG: strided, but refused where it would be */
    GPU__LOOP_FIRST    /* its first index decides which it is */
};
#ifdef GPU__COMPILED /* a library that gpu_compile has made: they are the program's, see language/compiled.h */
__attribute__((const, noinline)) gpu__cpu_thread *gpu__program_thread(void);
__attribute__((const, noinline)) unsigned char (*gpu__program_trace(void))[1024];
#define gpu__simulated (*gpu__program_thread())
#define gpu__trace (*gpu__program_trace())
#endif
#ifdef __cplusplus
extern "C" {
#endif
#ifndef GPU__COMPILED
GPU__DATA GPU__TLS gpu__cpu_thread gpu__simulated;
#endif
/* The places of calls that have noted them and have not begun, the latest last: while the arguments of one are
   evaluated, others can be made. Each call takes its own; that of a GPU_CHECK stays to its end, for calls that note
   none. More than eight forget the first. */
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
/* The row's mark for each of its threads that have begun: a loop can store that and be vectorised; bytes, so that it
   is one store in four. */
#ifndef GPU__COMPILED
GPU__DATA GPU__TLS unsigned char gpu__trace[1024];
#endif
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
extern char GPU__SHARED_BEGIN[] GPU__HIDDEN;
extern char GPU__SHARED_END[] GPU__HIDDEN;
#endif
#ifdef __cplusplus
}
#endif

/* Static shared memory is thread-local, because all threads of a block run on one CPU thread. A section of its own
   gives it bounds, so that it can be poisoned. `used` keeps a compiler from folding an array that nobody writes into
   zeros. */
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
#define GPU__SHARED static GPU__TLS GPU__SHARED_SECTION
static char gpu__shared_key;
static GPU__TLS GPU__SHARED_SECTION const void *gpu__shared_mark = &gpu__shared_key;

/* The linker's bounds are those of the image that the copies of all threads start from. The mark is found in the
   image by its value and in this thread by its address: their distance leads from the one to the other. */
static GPU__UNUSED void gpu__shared_bounds(char **begin, char **end)
{
    static size_t place; /* of the mark in the image, plus one */
    size_t at = GPU__LOAD(size_t, &place);
    const char *p = GPU__SHARED_BEGIN + (-(uintptr_t)GPU__SHARED_BEGIN & (sizeof(void *) - 1));
    const void *key = &gpu__shared_key;
    for (; !at && p + sizeof key <= GPU__SHARED_END; p += sizeof key)
        if (!memcmp(p, &key, sizeof key)) at = (size_t)(p - GPU__SHARED_BEGIN) + 1;
    GPU__STORE(size_t, &place, at);
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
/* The next call is a part of the one before, and has its place. */
static inline void gpu__keep_site(int by) { gpu__note_site(gpu__simulated.file, gpu__simulated.line, by); }
GPU_API void gpu__find_thread(void);
/* The threads of the block are fibers: the worker knows which of them runs. No row of a loop has this mark. */
enum { GPU__ROW_OF_FIBERS = 255 };
static inline unsigned char gpu__new_row(void)
{
    if (++gpu__simulated.rows == GPU__ROW_OF_FIBERS) { /* all marks are used up */
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
/* A kernel's body has its place as a parameter, gpu__ids, so that a loop over the threads of a block can be vectorised.
   Outside such a body the name is this function (a variable that is shadowed would earn warnings), and the place is in
   gpu__simulated. */
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
    GPU__W_REDUCE_XOR
};
/* A thread of a block that stops at a barrier or a warp operation: gpu__barrier and gpu__warp say who runs next, and
   the kernel's own text makes the switch. There a jump into another thread leads to the same place in the text again
   and again, as branch predictors expect, while a return from a common function would lead elsewhere than its call. */
typedef struct gpu__turn {
    void *sp;                 /* the stack pointer of a thread that does not run */
    struct gpu__turn *to;     /* who runs now; NULL: the caller goes on */
    unsigned long long value; /* of the operation, once the caller runs again */
} gpu__turn;
typedef struct gpu__site { /* a barrier or warp operation in a kernel's text; its address tells two on one line apart */
    const char *file;
    int line;
} gpu__site;
GPU_API gpu__turn *gpu__barrier(int op, int predicate, const gpu__site *at);
GPU_API gpu__turn *gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                             const gpu__site *at);
GPU_API void gpu__switch(gpu__turn *own);
GPU_API void gpu__give_up(void);
GPU_API void *gpu__dynamic_shared(const char *file, int line);
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind);
GPU_API void gpu__note_fence(void);
GPU_API void *gpu__element(const volatile void *p, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line);
GPU_API long long gpu__clock64(void);
GPU_API void gpu__trap(const char *file, int line);
GPU_API void gpu__shared_here(void *p, size_t bytes);
GPU_API gpu_status gpu__get_constant(void *target, const void *symbol, size_t size, size_t bytes, int device_code,
                                     const char *name, const char *file, int line);
GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line);

