/* CUDA's execution model on the CPU. A worker is a CPU thread that runs blocks of one launch, one after another. The
   threads of a block run sequentially, by name__one and name__rest, until one of them reaches a barrier or a warp
   operation. Then the block is on_fibers: that thread (the native one) keeps the stack of the CPU thread, and those
   after it become fibers, which have their own stacks and all run on this CPU thread. A `slot` is a position in the
   order in which threads run: the thread's number in its block, unless GPU_DEBUG permutes the order. */

enum { GPU__STACK_GROUP = 64 }; /* stacks are mapped 64 at a time */
enum { GPU__FIBERS_AHEAD = 4 }; /* a thread that stops or ends prefetches the stack of the fourth one after it */
#ifndef GPU__STACK_BYTES
#if defined(GPU__ASAN) || defined(GPU__TSAN)
#define GPU__STACK_BYTES (1152 * 1024)
#else
#define GPU__STACK_BYTES (576 * 1024)
#endif
#endif

/* Whether a kernel's own code can switch to another fiber. Not under the sanitizers, which must be notified before and
   after a switch, and not where gpu__switch does not exist. */
#if defined(GPU__SWITCH_NAKED) && !defined(GPU__ASAN) && !defined(GPU__TSAN)
#define GPU__FIBER_LOOP 1
#else
#define GPU__FIBER_LOOP 0
#endif
typedef struct gpu__context { /* the saved state of a thread that is not running */
#if defined(GPU__SWITCH_ASM) && !defined(GPU__SWITCH_NAKED)
    void *pc, *sp, *fp, *base;
#elif defined(GPU__SWITCH_WIN32)
    void *fiber;
#elif defined(GPU__SWITCH_UCONTEXT)
    ucontext_t *u;
#endif
    gpu__suspended suspended;
} gpu__context;

/* The 64 bytes of a fiber that a barrier accesses, kept small so that many fit the first-level cache. */
typedef struct gpu__fiber {
    gpu__context context;
    const gpu__site *at, *passed; /* where it waits; the last barrier that it passed */
    int made;                     /* gpu__fiber_main waits in the context */
} gpu__fiber;
typedef struct gpu__stack {
    const void *bottom; /* its lowest byte; NULL: the slot has had none yet */
    size_t bytes;
    void *fake, *tsan; /* handles of the address and thread sanitizers */
    size_t valgrind;   /* valgrind's number of the stack */
} gpu__stack;
typedef struct gpu__stack_group { /* stacks that are mapped together: a gap without access, a stack, a gap ... */
    char *base;
    size_t bytes, stride; /* of a stack; from one to the next */
    size_t lead;          /* extra size of the gap below the first stack */
    int grow, mappings;   /* grow: the fault handler extends its stacks; mappings: its gaps count in gpu__guards */
} gpu__stack_group;
typedef struct gpu__lane { /* a thread's part in a warp operation */
    const gpu__site *at;
    int op, source, width;
    unsigned mask;
    unsigned long long value;
} gpu__lane;
/* The lanes of a warp that wait in a warp operation. While all wait in the same operation, two masks tell whether it is
   complete; otherwise each arrival examines all lanes. */
typedef struct gpu__warp_wait {
    const gpu__site *at;
    int op, diverged;              /* diverged: some wait in another operation, or with another mask */
    unsigned mask, waiting, ended; /* lanes in the operation's mask; lanes that wait; lanes that have ended */
} gpu__warp_wait;
typedef struct gpu__fiber_set { /* fibers for one block, kept for reuse */
    const void *owner; /* their CPU thread: code on their stacks may hold addresses of its thread-local variables */
    struct gpu__fiber_set *next;
    int made; /* number of fibers that exist */
    gpu__stack_group group[(int)GPU__MAX_BLOCK / (int)GPU__STACK_GROUP];
    gpu__fiber fiber[(int)GPU__MAX_BLOCK + (int)GPU__FIBERS_AHEAD];
    gpu__stack stack[GPU__MAX_BLOCK];
    gpu__lane lane[GPU__MAX_BLOCK]; /* by number of thread, not by slot */
#ifdef GPU__SWITCH_UCONTEXT
    ucontext_t u[GPU__MAX_BLOCK];
#endif
    unsigned char state[GPU__MAX_BLOCK + 1]; /* the last: of the native thread of a cooperative launch */
} gpu__fiber_set;
enum { GPU__NOT_FOUND = -2 };
enum { GPU__NEW, GPU__READY, GPU__AT_BARRIER, GPU__AT_WARP, GPU__AT_TILE, GPU__AT_GRID, GPU__LEFT };

static gpu__fiber_set *gpu__fiber_sets; /* not in use */
static int gpu__fiber_sets_lock;

/* Bits of gpu__kernel.notes; the last one counts the launches that were checked, see lockstep.h. */
enum {
    GPU__NOTE_MEMORY = 1,
    GPU__NOTE_END = 2,
    GPU__NOTE_LOCKSTEP = 4,
    GPU__NOTE_CHECKED = 256,
    GPU__CHECKED_LAUNCHES = 4
};

typedef struct gpu__cpu_launch {
    gpu__kernel *kernel;
    void **argv;
    struct gpu__debug *debug; /* NULL unless GPU_DEBUG is set */
    gpu_status failed;        /* set by the first thread that breaks a rule, with the message in `why` */
    gpu_dim3 grid, block;
    int automatic; /* the library chose the block: a GPU_FOR may take a whole share */
    int apart;     /* in a plain GPU_FOR a share had other indices than its threads: a later one cannot be strided */
    unsigned plain,
        strided;   /* GPU_FORs numbered below `plain` run as plain loops; those from `strided` on are strided */
    int threads;   /* of a block */
    size_t blocks; /* of the whole grid */
    size_t parts;  /* number of shares that the grid is split into */
    size_t shared_bytes;
    int poison, order; /* the initial value of shared memory's bytes; the order of threads and blocks, see gpu__id_of */
    int author;        /* in order 3: the number in its block of the thread that runs last */
    int checked;       /* one of its blocks was chosen to be checked, see lockstep.h */
    int cooperative;   /* all threads of the grid exist at once, see cooperative.h */
    int more;          /* the barrier of the grid has opened, and threads continue after it */
    unsigned round;    /* how often it has opened */
    unsigned generation;              /* changes when all CPU threads have run their blocks */
    int came;                         /* number of CPU threads that have */
    struct gpu__worker *block_worker; /* of each block */
    char why[1024];                   /* why it failed */
} gpu__cpu_launch;

typedef struct gpu__worker {
    gpu__cpu_launch *launch;
    gpu__fiber_set *fibers;
    const struct gpu__fiber_code *code;
    gpu__context native; /* of the thread that runs on the host's own stack */
    size_t block;
    int n;                 /* threads of the block */
    int slot, native_slot; /* of the running thread, and of the one on the CPU thread's own stack */
    int found;             /* the slot whose indices gpu__simulated.id.thread holds, or GPU__NOT_FOUND */
    int previous;          /* the slot that ran before */
    int on_fibers;
    int faulted;                 /* one of its threads has caused a fault */
    int kernel_switches;         /* the kernel's own code makes the switch when a thread stops */
    int level;                   /* the ISA variant of the kernel's loop */
    gpu__loops loop;             /* what a fiber begins with */
    int left, first_left;        /* threads that have ended */
    int waiting, first_waiting;  /* threads that wait at the barrier, and the first of them */
    const gpu__site *barrier_at; /* where that barrier is */
    const gpu__site *quick;      /* the same, if further threads may arrive by gpu__barrier's short path */
    int sum, barrier_op;
    int in_warp;                     /* threads that wait in a warp operation */
    unsigned warp_operations;        /* warp operations that have been completed */
    int waiting_grid, first_at_grid; /* threads that wait at the barrier of the grid */
    struct gpu__phase_check *check;  /* of a block that is checked, see lockstep.h */
    char *shared_begin, *shared_end, *dynamic;
    char *aside;       /* cooperative: the block's saved shared memory, while others run on this CPU thread */
    uintptr_t base;    /* of the stack that a kernel's threads use before they are fibers */
    unsigned progress; /* under GPU_DEBUG: grows whenever a thread stops; a signal handler reads it */
    unsigned phase, warp_phase[GPU__MAX_BLOCK / 32]; /* for GPU_DEBUG: barriers and warp operations passed */
    int heres;
    size_t here_bytes;
    void *here[16]; /* GPU_SHARED arrays that this block has reached, where shared memory has no known bounds */
    gpu__warp_wait warp[GPU__MAX_BLOCK / 32];
    jmp_buf escape;
    gpu__stack native_stack;
#ifdef GPU__SWITCH_UCONTEXT
    ucontext_t native_u;
#endif
} gpu__worker;

/* An address in the caller's frame, on the stack that the caller really has (gcc's address sanitizer may put variables
   elsewhere). */
#ifdef GPU__GNU
#define GPU__FRAME() ((uintptr_t)__builtin_frame_address(0))
#else
GPU__OPAQUE static uintptr_t gpu__frame(void)
{
    volatile uintptr_t here; /* a compiler that saw the address of a local returned would warn */
    here = (uintptr_t)&here;
    return here;
}
#define GPU__FRAME() gpu__frame()
#endif
/* Orders 1 to 3 are their own inverse: descending, neighbours swapped, thread `author` exchanged with the last. */
static int gpu__permuted(const gpu__worker *w, int slot)
{
    const int order = w->launch->order, author = w->launch->author, last = w->n - 1;
    if (order == 1) return last - slot;
    if (order == 2) return slot < last || slot & 1 ? slot ^ 1 : slot;
    return slot == last ? author : slot == author ? last : slot;
}
static GPU__ALWAYS_INLINE int gpu__id_of(const gpu__worker *w, int slot)
{
    return w->launch->order ? gpu__permuted(w, slot) : slot;
}
/* The indices of number n in a box, x fastest: of a thread in its block, or of a block in the grid. */
static gpu_dim3 gpu__indices(const gpu_dim3 *box, size_t n)
{
    gpu_dim3 i = {(unsigned)n, 0, 0};
    if (n < box->x) return i;
    i.x = (unsigned)(n % box->x);
    i.y = (unsigned)(n / box->x % box->y);
    i.z = (unsigned)(n / box->x / box->y);
    return i;
}
/* Sets gpu__simulated.id.thread to the indices of the slot. Those of the slot after the last one are found by counting
   up, since divisions would cost as much as a switch. */
GPU__OPAQUE static void gpu__find_slot(gpu__worker *w, int slot)
{
    gpu_dim3 *t = &gpu__simulated.id.thread;
    if (slot == w->found + 1 && !w->launch->order) {
        if (++t->x == w->launch->block.x) {
            t->x = 0;
            if (++t->y == w->launch->block.y) {
                t->y = 0;
                t->z++;
            }
        }
    } else if (slot != w->found) *t = gpu__indices(&w->launch->block, (size_t)gpu__id_of(w, slot));
    w->found = slot;
}
/* Makes the thread in this slot the running one. */
static void gpu__be(gpu__worker *w, int slot)
{
    gpu__find_slot(w, slot);
    gpu__simulated.row = w->on_fibers ? GPU__FIBER_ROW : 0;
}
/* Which thread runs, for a function that a kernel calls: the fiber that its worker has switched to last, or, in a row
   of threads that the compiler runs together, the last one that has written the row's mark. */
GPU_API void gpu__find_thread(void)
{
    unsigned lo = gpu__trace[0] == gpu__simulated.row ? 0 : 1, hi = gpu__simulated.id.block_dim.x;
    if (gpu__simulated.row == GPU__FIBER_ROW) {
        gpu__find_slot(gpu__simulated.worker, gpu__simulated.worker->slot);
        return;
    }
    while (hi - lo > 1) {
        const unsigned middle = lo + (hi - lo) / 2;
        if (gpu__trace[middle] == gpu__simulated.row) lo = middle;
        else hi = middle;
    }
    gpu__simulated.id.thread.x = lo;
}
/* The block that runs as the b-th. */
static GPU__FORCE_INLINE size_t gpu__block_in_order(const gpu__cpu_launch *l, size_t b)
{
    return l->order == 1 ? l->blocks - 1 - b : l->order == 2 && (b ^ 1) < l->blocks ? b ^ 1 : b;
}
static int gpu__slot_now(const gpu__worker *w) /* also where name__rest counts for itself */
{
    const gpu_dim3 *const t = &gpu__own_ids()->thread, *const b = &w->launch->block;
    return w->on_fibers || w->launch->debug ? w->slot : (int)((t->z * b->y + t->y) * b->x + t->x);
}

/* "thread (1,0,0)" in one of a few buffers, so that a sentence can hold several */
static const char *gpu__thread_text(const gpu__worker *w, int slot)
{
    static GPU__TLS char text[4][48];
    static GPU__TLS int next;
    const gpu_dim3 t = gpu__indices(&w->launch->block, (size_t)gpu__id_of(w, slot));
    char *s = text[next++ & 3];
    snprintf(s, sizeof text[0], "thread (%u,%u,%u)", t.x, t.y, t.z);
    return s;
}

/* Records why the launch fails: the first thread that breaks a rule writes the sentence. It is about the thread in
   `slot` of the block, the running thread, the block, or host memory that is exhausted. */
enum { GPU__THE_BLOCK = -1, GPU__NO_MEMORY = -2, GPU__THIS_THREAD = -3 };
GPU__PRINTF(3, 0) static void gpu__note_fault_v(gpu__worker *w, int slot, const char *format, va_list args)
{
    gpu__cpu_launch *l = w->launch;
    gpu__lock(&gpu__global.error_lock);
    if (!l->failed) {
        const gpu_dim3 b = gpu__simulated.id.block;
        int used = 0;
        if (slot == GPU__THIS_THREAD) slot = gpu__slot_now(w);
        if (slot >= 0)
            used = snprintf(l->why, sizeof l->why, "block (%u,%u,%u), %s: ", b.x, b.y, b.z, gpu__thread_text(w, slot));
        vsnprintf(l->why + used, sizeof l->why - (size_t)used, format, args);
        l->failed = slot == GPU__NO_MEMORY ? GPU_ERROR_OUT_OF_MEMORY : GPU_ERROR_KERNEL;
    }
    gpu__unlock(&gpu__global.error_lock);
}
GPU__PRINTF(3, 4) static void gpu__note_fault(gpu__worker *w, int slot, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gpu__note_fault_v(w, slot, format, args);
    va_end(args);
}
