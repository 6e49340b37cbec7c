/* -- invalid accesses and exhausted stacks -- */

/* A kernel that accesses an invalid address, or exhausts its stack, makes its launch fail and does not end the program.
   The first launch on the CPU installs the signal handlers, and each CPU thread gets an alternate stack for them. A
   fault outside of kernels goes to the handler that was installed before. With GPU_NO_SIGNALS=1 no handler is
   installed. */

#if GPU__CATCHES
enum { GPU__STACK_FAULT = 1, GPU__ADDRESS_FAULT, GPU__NO_ADDRESS_FAULT, GPU__DIVISION_FAULT, GPU__COMMIT_FAULT };

/* The live allocation nearest to an address: in front of it, behind it or around it. */
static GPU__FORCE_INLINE int gpu__nearest(uintptr_t p, gpu__allocation *out, size_t *distance)
{
    *distance = SIZE_MAX;
    memset(out, 0, sizeof *out);
    gpu__lock_memory();
    for (const gpu__allocation *a = gpu__ledger.slot; a < gpu__ledger.end; a++) {
        const uintptr_t start = (uintptr_t)a->p, end = start + a->bytes;
        const size_t away = p < start ? start - p : p >= end ? p - end : 0;
        if (a->p && a->kind < GPU__STREAM && away < *distance) {
            *distance = away;
            *out = *a;
        }
    }
    gpu__unlock_memory();
    return *distance != SIZE_MAX && *distance <= ((size_t)64 << 20) + 4 * out->bytes;
}
/* "4 bytes behind the end of the 400 bytes from gpu_malloc made at prog.cu:12" */
static void gpu__address_text(uintptr_t p, char *text, size_t size)
{
    gpu__allocation a;
    size_t away;
    int used;
    *text = 0;
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
    if (p >= GPU__NO_DYNAMIC && p < 65536 && !gpu__simulated.worker->launch->shared_bytes) {
        snprintf(text, size,
                 ": it is dynamic shared memory, of which the launch gives none, or its pointer is NULL; "
                 "k<<<grid, block, bytes>>> gives it");
        return;
    }
#endif
    if (p < 65536) snprintf(text, size, ": its pointer is NULL");
    else if (gpu__nearest(p, &a, &away)) {
        const int outside = away || p == (uintptr_t)a.p + a.bytes;
        used = outside ? snprintf(text, size, ", %zu bytes %s of", away,
                                  p < (uintptr_t)a.p ? "before the start" : "behind the end")
                       : snprintf(text, size, ", which lies in");
        snprintf(text + used, size - (size_t)used, " the %zu bytes from %s (made at %s)%s", a.bytes,
                 gpu__new_name(a.kind), gpu__made_at(&a), outside ? "" : " and cannot be used from here");
    }
}
#ifdef _WIN32
#define GPU__RAISE_STACKS "link with -Wl,--stack,BYTES"
#else
#define GPU__RAISE_STACKS "raise the limit of stacks (ulimit -s, OMP_STACKSIZE)"
#endif
/* The running thread has exhausted its stack, when its stack pointer was, or would have become, at most p. */
static GPU__FORCE_INLINE void gpu__note_no_stack(gpu__worker *w, uintptr_t p)
{
    const int slot = gpu__slot_now(w);
    const gpu__stack *k = w->on_fibers && w->slot != w->native_slot ? &w->fibers->stack[slot] : NULL;
    if (!k)
        gpu__note_fault(
            w, GPU__THIS_THREAD,
            "has used up the stack of the host's thread, of which the kernel takes at least %zu bytes: a recursion "
            "without end, or large local arrays; put those into shared memory or an array from gpu_malloc, "
            "or " GPU__RAISE_STACKS,
            (size_t)((uintptr_t)w - p));
    else
        gpu__note_fault(w, GPU__THIS_THREAD,
                        "has used up its stack of %zu bytes%s: a recursion without end, or large local arrays; put "
                        "those into shared memory or an array from gpu_malloc (a GPU allows a thread 512 KiB)",
                        k->bytes, gpu__stack_note(k->bytes));
}
/* The launch fails because of a fault of the running thread. */
static void gpu__note_invalid(gpu__worker *w, int kind, uintptr_t p)
{
    const gpu__cpu_thread *t = &gpu__simulated;
    const char *who = t->loop.open && t->loop.kind == GPU__LOOP_SHARE ? "in a GPU_FOR that runs as a plain loop it "
                      : t->row && t->row != GPU__FIBER_ROW ? "it, or one that the compiler runs together with it, "
                                                           : "";
    char where[400];
    if (kind == GPU__STACK_FAULT) gpu__note_no_stack(w, p);
    else if (kind == GPU__COMMIT_FAULT) gpu__note_stacks(w);
    else if (kind == GPU__ADDRESS_FAULT) {
        gpu__address_text(p, where, sizeof where);
        gpu__note_fault(w, GPU__THIS_THREAD,
                        "%saccesses address 0x%llx, which is not memory of the program%s; check pointers and indices: "
                        "GPU_AT(p, i) names an index out of bounds, GPU_DEBUG=1 finds values that a race corrupts",
                        who, (unsigned long long)p, where);
    } else
        gpu__note_fault(
            w, GPU__THIS_THREAD, "%s%s", who,
            kind == GPU__DIVISION_FAULT
                ? "divides an integer by zero, or the smallest integer by -1, for which a GPU returns an arbitrary "
                  "value; check the divisor first"
                : "uses a pointer that is not an address: it was never set, or was overwritten; GPU_DEBUG=1 finds "
                  "threads that overwrite each other's values");
}
#endif

#if GPU__CATCHES && defined(_WIN32)
/* Windows calls the handler on the stack of the fault, of which there is little left when it is used up. So the handler
   makes the thread continue in a function that leaves the kernel; if the stack is exhausted, that function runs on a
   higher part of it. */
static struct {
    int lock, installed;
} gpu__faults;
static GPU__TLS struct {
    int kind;
    uintptr_t p;
} gpu__fault_now;
static void gpu__fault_landed(void)
{
    gpu__worker *w = gpu__simulated.worker;
    const int native = !w->on_fibers || w->slot == w->native_slot;
    gpu__note_invalid(w, gpu__fault_now.kind, gpu__fault_now.p);
    if (gpu__fault_now.kind == GPU__STACK_FAULT) {
        if (native) _resetstkoflw();
        else w->fibers->stack[w->slot].bottom = NULL; /* the next thread on it begins with a guard page again */
    }
    ((_JUMP_BUFFER *)(void *)w->escape)->Frame = 0; /* by longjmp alone: frames between cannot be unwound from here */
    gpu__escape(w);
}
static LONG CALLBACK gpu__fault(EXCEPTION_POINTERS *e)
{
    gpu__worker *w = gpu__simulated.worker;
    const DWORD code = e->ExceptionRecord->ExceptionCode;
    CONTEXT *const c = e->ContextRecord;
    uintptr_t sp = (uintptr_t)c->Rsp - 1024, top, lowest; /* of the stack, from the thread block */
    __asm__("movq %%gs:8, %0" : "=r"(top));
    __asm__("movq %%gs:0x1478, %0" : "=r"(lowest));
    if (!w || (code != EXCEPTION_ACCESS_VIOLATION && code != EXCEPTION_STACK_OVERFLOW &&
               code != EXCEPTION_INT_DIVIDE_BY_ZERO && code != EXCEPTION_INT_OVERFLOW))
        return EXCEPTION_CONTINUE_SEARCH;
    gpu__fault_now.p = code == EXCEPTION_ACCESS_VIOLATION ? (uintptr_t)e->ExceptionRecord->ExceptionInformation[1] : 0;
    gpu__fault_now.kind = code == EXCEPTION_STACK_OVERFLOW     ? GPU__STACK_FAULT
                          : code != EXCEPTION_ACCESS_VIOLATION ? GPU__DIVISION_FAULT
                          : gpu__fault_now.p + 1 == 0          ? GPU__NO_ADDRESS_FAULT
                                                               : GPU__ADDRESS_FAULT;
    if (gpu__fault_now.kind == GPU__STACK_FAULT) {
        gpu__fault_now.p = lowest; /* a large frame is touched page by page before the stack pointer moves */
        sp = !w->on_fibers || w->slot == w->native_slot ? (uintptr_t)w - 16384 : top - 4096;
    }
    c->Rsp = sp / 16 * 16 - 8; /* as after a call */
    c->Rip = (uintptr_t)gpu__fault_landed;
    return EXCEPTION_CONTINUE_EXECUTION;
}
static GPU__FORCE_INLINE void gpu__catch_faults(GPU__UNUSED const gpu__kernel *k)
{
    if (gpu__global.no_signals || GPU__LOAD_ACQUIRE(int, &gpu__faults.installed)) return;
    gpu__lock(&gpu__faults.lock);
    if (!gpu__faults.installed)
        GPU__STORE_RELEASE(int, &gpu__faults.installed, AddVectoredExceptionHandler(1, gpu__fault) != NULL);
    gpu__unlock(&gpu__faults.lock);
}
static void gpu__catch_no_faults(void) {}
#elif GPU__CATCHES
/* Strict C hides the C library's declarations of these. The structures are those of glibc and musl. */
typedef struct gpu__action {
    void (*handler)(int, void *, void *);
    unsigned long mask[128 / sizeof(unsigned long)];
    int flags;
    void (*restorer)(void);
} gpu__action;
GPU__C int gpu__sigaction(int number, const gpu__action *now, gpu__action *before) __asm__("sigaction");
typedef struct gpu__alternate_stack {
    void *p;
    int flags;
    size_t bytes;
} gpu__alternate_stack;

static const int gpu__fault_signal[] = {SIGSEGV, SIGBUS, SIGFPE};
enum { GPU__FAULT_SIGNALS = sizeof gpu__fault_signal / sizeof gpu__fault_signal[0] };
static struct {
    int lock, installed;
    volatile int handling;     /* the thread whose fault is being handled */
    const gpu__kernel *kernel; /* the kernel that was launched last */
    gpu__action before[GPU__FAULT_SIGNALS];
} gpu__faults;
/* A CPU thread's alternate stack: for the registers that the kernel saves (up to 11 KB) and for a message. */
static GPU__TLS struct {
    int ready;
    char stack[32768];
} gpu__alternate;

/* Called if the kernel has overwritten memory that the handler or the return to the launch needs: prints a message and
   ends the program. */
static void gpu__fault_is_last(int number)
{
    const gpu__kernel *k = gpu__faults.kernel;
    char text[512];
    signal(number, SIG_DFL); /* the fault is raised again then, and ends the program */
    (void)!syscall(
        __NR_write, 2, text,
        snprintf(text, sizeof text,
                 "gpu.h: %.200s:%d: the program ends: kernel %.60s has written beyond the end of shared memory or of a "
                 "local "
                 "array, and overwritten memory that gpu.h needs: GPU_AT(a, i) finds such an index, and __syncwarp() "
                 "belongs between steps that compute it\n",
                 k->file, k->line, k->name));
}
/* A fault outside of kernels: calls the handler that was installed before. */
static GPU__FORCE_INLINE void gpu__fault_elsewhere(int number, void *info, void *context)
{
    enum { with_info = 4 };
    int i = 0;
    const gpu__action *before;
    while (gpu__fault_signal[i] != number) i++;
    before = &gpu__faults.before[i];
    if ((uintptr_t)before->handler <= 1) { /* SIG_DFL, SIG_IGN: the instruction is run again, and ends the program */
        signal(number, SIG_DFL);
        if (*((const int *)info + 2) <= 0)
            raise(number); /* a process sent the signal: the instruction does not raise it again */
    } else if (before->flags & with_info) before->handler(number, info, context);
    else {
        void (*plain)(int);
        memcpy(&plain, &before->handler, sizeof plain);
        plain(number);
    }
}
/* The kind of a fault in a kernel; 0: the thread's stack was extended, and it continues. */
static int gpu__fault_kind(gpu__worker *w, int number, int code, uintptr_t p, uintptr_t sp)
{
    enum { by_processor = 0x80 };
    if (number == SIGFPE) return GPU__DIVISION_FAULT;
    if (w->on_fibers && w->slot != w->native_slot) {
        const unsigned slot = (unsigned)w->slot;
        const gpu__stack_group *g = &w->fibers->group[slot / GPU__STACK_GROUP];
        const uintptr_t low = (uintptr_t)w->fibers->stack[slot].bottom;
        if (g->grow && p - low < g->bytes && code != by_processor) {
            const uintptr_t from = p - (p - low) % GPU__STACK_COMMIT;
            return mprotect((void *)from, low + g->bytes - from, PROT_READ | PROT_WRITE) ? GPU__COMMIT_FAULT : 0;
        }
        if (low - p <= g->stride - g->bytes || sp - low >= g->bytes) return GPU__STACK_FAULT;
    } else if (p < (uintptr_t)w && p + 65536 > sp && code != by_processor) return GPU__STACK_FAULT;
    return code == by_processor ? GPU__NO_ADDRESS_FAULT : GPU__ADDRESS_FAULT;
}
/* The signal handler: ends the launch for a fault in a kernel, passes any other fault on. */
static void gpu__fault(int number, void *info, void *context)
{
#ifdef __x86_64__
    enum { sp_at = 160 }; /* offset of the stack pointer in a ucontext_t */
#else
    enum { sp_at = 432 };
#endif
    const int code = ((const int *)info)[2], me = (int)syscall(__NR_gettid);
    uintptr_t p, sp;
    int kind;
    if (gpu__faults.handling == me) {
        gpu__fault_is_last(number);
        return;
    }
    gpu__faults.handling = me; /* before the first access to a thread-local variable */
    gpu__worker *const w = gpu__simulated.worker;
    if (!w || code <= 0 || (number == SIGFPE && code > 2)) {
        gpu__faults.handling = 0;
        gpu__fault_elsewhere(number, info, context);
        return;
    }
    memcpy(&p, (const char *)info + 16, sizeof p);
    memcpy(&sp, (const char *)context + sp_at, sizeof sp);
    if ((kind = gpu__fault_kind(w, number, code, p, sp))) {
        if (w->faulted++) { /* a second fault, on the way back from the first */
            gpu__fault_is_last(number);
            return;
        }
        gpu__note_invalid(w, kind, p);
    }
    gpu__faults.handling = 0;
    if (kind) gpu__escape(w); /* SA_NODEFER: no signal mask has to be restored */
}
/* Gives the calling thread an alternate stack and, once, installs the handlers. */
static void gpu__catch_now(void)
{
    enum { with_info = 4, on_alternate_stack = 0x08000000, not_blocked = 0x40000000, disabled = 2 };
    static const gpu__action action = {gpu__fault, {0}, with_info | on_alternate_stack | not_blocked, NULL};
    const gpu__alternate_stack now = {gpu__alternate.stack, 0, sizeof gpu__alternate.stack};
    gpu__alternate_stack had = {NULL, 0, 0};
    gpu__alternate.ready = 1;
    if (gpu__global.no_signals) return;
    syscall(__NR_sigaltstack, (void *)0, (void *)&had);
    if (had.flags & disabled || had.bytes < now.bytes) syscall(__NR_sigaltstack, (const void *)&now, (void *)0);
    gpu__lock(&gpu__faults.lock);
    if (!gpu__faults.installed) {
        for (int i = 0; i < GPU__FAULT_SIGNALS; i++)
            gpu__sigaction(gpu__fault_signal[i], &action, &gpu__faults.before[i]);
        gpu__faults.installed = 1;
    }
    gpu__unlock(&gpu__faults.lock);
}
static GPU__FORCE_INLINE void gpu__catch_faults(const gpu__kernel *k) /* on this CPU thread */
{
    GPU__STORE(const gpu__kernel *, &gpu__faults.kernel, k);
    if (!gpu__alternate.ready) gpu__catch_now();
}
/* The library is unloaded: its code must not be called any more. */
static void gpu__catch_no_faults(void)
{
    gpu__alternate_stack none = {NULL, 0, 0};
    gpu__action now;
    if (!gpu__faults.installed) return;
    for (int i = 0; i < GPU__FAULT_SIGNALS; i++)
        if (!gpu__sigaction(gpu__fault_signal[i], NULL, &now) && now.handler == gpu__fault)
            gpu__sigaction(gpu__fault_signal[i], &gpu__faults.before[i], NULL);
    syscall(__NR_sigaltstack, (void *)0, (void *)&none);
    if (none.p == (void *)gpu__alternate.stack) {
        none.flags = 2;
        syscall(__NR_sigaltstack, (void *)&none, (void *)0);
    }
    gpu__faults.installed = gpu__alternate.ready = 0;
}
#else
static GPU__FORCE_INLINE void gpu__catch_faults(const gpu__kernel *k) { (void)k; }
static void gpu__catch_no_faults(void) {}
#endif

/* Frees everything when a shared library that contains gpu.h is closed. (A program that uses a GPU must call
   gpu_shutdown first. gcc's OpenMP must not be unloaded with that library, so the program must be linked with -fopenmp
   too.) */
GPU__AT_EXIT(gpu__unload)
{
    gpu__catch_no_faults();
    gpu__free_fiber_sets(0);
    gpu__lock_memory();
    if (!gpu__ledger.used && gpu__ledger.slot) {
        GPU_HOST_FREE(gpu__ledger.slot);
        memset(&gpu__ledger, 0, sizeof gpu__ledger);
    }
    gpu__unlock_memory();
}
