/* -- the stacks of fibers -- */

/* nvcc gives a thread up to 512 KiB of local memory. A stack reserves address space for that and for what functions of
   the C library take; memory is taken for the pages that a thread touches. Below each stack lies a gap of the same size
   without access, so that no function that a GPU could run gets past it into another stack, even if it touches only the
   far end of its frame. A kernel with a larger frame is found before it runs on such a stack: by the first thread that
   reaches a barrier (gpu__promote), or, in a cooperative launch, by a gap of 16 MiB below the first thread's stack. */
#if defined(GPU__ASAN) || defined(GPU__TSAN) || !defined(GPU__GNU)
#define GPU__CATCHES 0 /* the sanitizers report faults with a backtrace */
#elif defined(_WIN32) && defined(__x86_64__)
#define GPU__CATCHES 1 /* faults in kernels, see faults.h */
#elif defined(__linux__) && !defined(__ANDROID__) && defined(__NR_sigaltstack) &&                                      \
    (defined(__aarch64__) || defined(__x86_64__))
#define GPU__CATCHES 1
#else
#define GPU__CATCHES 0
#endif
enum { /* bytes: multiples of every system's pages */
       GPU__STACK_LEAST = 64 << 10,
       GPU__STACK_COMMIT = 64 << 10,
#ifdef GPU_COOPERATIVE
       GPU__STACK_LEAD = 16 << 20 /* the gap below the stack of the first thread */
#else
       GPU__STACK_LEAD = 0
#endif
};
enum { GPU__MOST_GUARDS = 16384 };

/* Registers a stack with valgrind (request 0x1501, its first and last byte; returns its number) or unregisters it
   (0x1502, the number). Valgrind recognises this sequence of instructions; on a processor it has no effect. */
static size_t gpu__valgrind(GPU__UNUSED size_t request, GPU__UNUSED size_t first, GPU__UNUSED size_t last)
{
    size_t result = 0;
#if defined(__x86_64__) && defined(GPU__GNU) && !defined(_WIN32)
    volatile size_t arguments[6] = {request, first, last, 0, 0, 0};
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                     : "=d"(result)
                     : "a"(&arguments[0]), "0"(result)
                     : "cc", "memory");
#endif
    return result;
}

#ifdef GPU__SWITCH_WIN32 /* Windows' fibers have stacks of their own */
static GPU__FORCE_INLINE void gpu__unmap_stacks(gpu__stack_group *g) { (void)g; }
#else
#ifdef _WIN32
static int gpu__map_stacks(gpu__stack_group *g)
{
    g->bytes = GPU__STACK_BYTES;
    g->stride = 2 * GPU__STACK_BYTES + 4096; /* an odd number of pages */
    g->base = (char *)VirtualAlloc(NULL, g->stride * GPU__STACK_GROUP, MEM_RESERVE, PAGE_READWRITE);
    return g->base != NULL;
}
static GPU__FORCE_INLINE void gpu__unmap_stacks(gpu__stack_group *g) { VirtualFree(g->base, 0, MEM_RELEASE); }
/* Commits the uppermost pages and a guard page below them. When a thread reaches the guard page, Windows commits it and
   guards the next one, within the bounds in the thread information block. Pages that an earlier thread used are
   decommitted. */
enum { GPU__STACK_FIRST = 16384 };
static GPU__FORCE_INLINE int gpu__commit_stack(const gpu__stack_group *g, char *low)
{
    char *const from = low + g->bytes - GPU__STACK_FIRST;
    VirtualFree(low, g->bytes, MEM_DECOMMIT);
    return VirtualAlloc(from, GPU__STACK_FIRST, MEM_COMMIT, PAGE_READWRITE) &&
           VirtualAlloc(from - 4096, 4096, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
}
#else
static int gpu__guards; /* number of stacks that cost two mappings each, of which a process may have few */

/* A limit of the process, by the number that Linux gives it. */
enum { GPU__LIMIT_OF_DATA = 2, GPU__LIMIT_OF_ADDRESSES = 9 };
static GPU__FORCE_INLINE unsigned long long gpu__limit_of(GPU__UNUSED int which)
{
    unsigned long long limit[2] = {~0ull, ~0ull}; /* none */
#if defined(__linux__) && defined(__NR_prlimit64)
    syscall(__NR_prlimit64, 0L, (long)which, (void *)0, (void *)limit);
#endif
    return limit[0];
}
/* Whether private memory counts against a limit as soon as it is mapped: in the whole system (vm.overcommit_memory = 2)
   or for this process. */
static int gpu__commit_limit = -1;
static GPU__FORCE_INLINE int gpu__is_commit_limited(void)
{
    int limited = GPU__LOAD(int, &gpu__commit_limit);
    if (limited < 0) {
        char line[256];
        limited = gpu__line_of("/proc/sys/vm/overcommit_memory", "2", line) || ~gpu__limit_of(GPU__LIMIT_OF_DATA);
        GPU__STORE(int, &gpu__commit_limit, limited);
    }
    return limited;
}
/* Counts the mappings that one more group's gaps cost, unless a process could then run out of them. */
static int gpu__take_guards(void)
{
    if (GPU__ADD(int, &gpu__guards, GPU__STACK_GROUP) < GPU__MOST_GUARDS) return 1;
    (void)GPU__ADD(int, &gpu__guards, -GPU__STACK_GROUP);
    return 0;
}
/* Makes a group's gaps inaccessible: by guard regions, which need no mappings of their own (Linux 6.13); otherwise by
   mprotect, while fewer than GPU__MOST_GUARDS stacks have such mappings. */
static GPU__FORCE_INLINE void gpu__guard_stacks(gpu__stack_group *g)
{
    const size_t gap = g->stride - g->bytes, all = g->stride * GPU__STACK_GROUP;
    char *at = g->base, *const end = at + all;
#ifdef __linux__
    enum { no_huge_page = 15, guard_install = 102 };
    (void)madvise(at, all, no_huge_page); /* a touched page would take 2 MiB */
    while (at < end && !madvise(at, gap, guard_install)) at += g->stride;
    if (at == end) return;
#endif
    if ((g->mappings = gpu__take_guards()))
        while (at < end && !mprotect(at, gap, PROT_NONE)) at += g->stride;
}
/* Maps a group of stacks of `bytes` bytes. `grow`: at first only the uppermost pages are accessible, so that only those
   count against the limit; the fault handler extends a stack when a thread reaches the end of them. */
static int gpu__map_stacks_of(gpu__stack_group *g, size_t bytes, int grow)
{
    enum { no_reserve = 0x4000 }; /* MAP_NORESERVE of Linux, which strict C99 hides; others need no such thing */
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int flags = MAP_PRIVATE | GPU__MAP_ANONYMOUS;
    void *p;
    if (grow && !gpu__take_guards()) return 0;
#ifdef __linux__
    flags |= no_reserve;
#endif
    g->grow = g->mappings = grow;
    g->bytes = (bytes + page - 1) / page * page;
    g->stride = 2 * g->bytes + page; /* an odd number of pages: the tops spread over the sets of a TLB */
    p = mmap(NULL, g->stride * GPU__STACK_GROUP + g->lead, grow ? PROT_NONE : PROT_READ | PROT_WRITE, flags, -1, 0);
    if (p == MAP_FAILED) {
        if (grow) (void)GPU__ADD(int, &gpu__guards, -GPU__STACK_GROUP);
        return 0;
    }
    g->base = (char *)p + g->lead;
    if (!grow) {
        gpu__guard_stacks(g);
        if (g->lead) (void)mprotect(p, g->lead, PROT_NONE);
    }
    return 1;
}
/* If memory is limited, stacks grow on demand; if address space is limited, those of a block take a quarter of it. */
static int gpu__map_stacks(gpu__stack_group *g)
{
    const int grows = GPU__CATCHES && !gpu__global.no_signals, limited = gpu__is_commit_limited();
    const unsigned long long addresses = gpu__limit_of(GPU__LIMIT_OF_ADDRESSES) / 4;
    size_t bytes = GPU__STACK_BYTES;
    while (bytes > GPU__STACK_LEAST && (size_t)GPU__MAX_BLOCK * 2 * bytes > addresses) bytes /= 2;
    for (; bytes >= GPU__STACK_LEAST; bytes /= 2)
        if ((!limited && gpu__map_stacks_of(g, bytes, 0)) || (grows && gpu__map_stacks_of(g, bytes, 1))) return 1;
    return gpu__map_stacks_of(g, GPU__STACK_LEAST, 0);
}
static GPU__FORCE_INLINE void gpu__unmap_stacks(gpu__stack_group *g)
{
    munmap(g->base - g->lead, g->stride * GPU__STACK_GROUP + g->lead);
    if (g->mappings) (void)GPU__ADD(int, &gpu__guards, -GPU__STACK_GROUP);
}
/* Makes the initial part of a stack accessible. */
static GPU__FORCE_INLINE int gpu__commit_stack(const gpu__stack_group *g, char *low)
{
    return !g->grow || !mprotect(low + g->bytes - GPU__STACK_COMMIT, GPU__STACK_COMMIT, PROT_READ | PROT_WRITE);
}
#endif

/* The lowest address of a slot's stack; NULL if it cannot be allocated. */
static char *gpu__stack_at(gpu__fiber_set *fibers, int slot)
{
    const unsigned place = (unsigned)slot % GPU__STACK_GROUP;
    gpu__stack_group *g = &fibers->group[(unsigned)slot / GPU__STACK_GROUP];
    gpu__stack *k = &fibers->stack[slot];
    if (k->bottom) return (char *)(uintptr_t)k->bottom;
    g->lead = slot < GPU__STACK_GROUP ? GPU__STACK_LEAD : 0;
    if (!g->base && !gpu__map_stacks(g)) return NULL;
    char *const low = g->base + (place + 1) * g->stride - g->bytes;
    if (!gpu__commit_stack(g, low)) return NULL;
    k->valgrind = gpu__valgrind(0x1501, (size_t)low, (size_t)low + g->bytes - 1);
    k->bottom = low;
    k->bytes = g->bytes;
    return low;
}
#endif
