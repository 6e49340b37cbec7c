/* -- switching stacks -- */

#ifdef GPU__SWITCH_NAKED
/* Pushes the registers that a call preserves. It jumps instead of returning, for the sake of the branch predictor (see
   gpu__suspended). The prefix 0x3e, notrack, is for programs with control-flow enforcement. */
GPU_API GPU__NAKED void gpu__switch(gpu__suspended *own GPU__UNUSED)
{
    __asm__("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
            "movq %rsp, (%rdi)\n\t"
            "movq 8(%rdi), %rax\n\t"
            "movq (%rax), %rsp\n\t"
            "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\t"
            "popq %rcx\n\t"
            ".byte 0x3e\n\tjmp *%rcx");
}
static GPU__FORCE_INLINE void gpu__swap(gpu__context *from, gpu__context *to)
{
    from->suspended.to = &to->suspended;
    gpu__switch(&from->suspended);
}
#else
GPU_API void gpu__switch(gpu__suspended *own) { (void)own; } /* never called: gpu__hand_over switches */
#ifdef GPU__SWITCH_ASM
/* Saves only the registers that a clobber list cannot name (instruction, stack and frame pointers, and one more);
   because of the clobber list the compiler saves the others. A jump instead of a return keeps the return predictor
   right. */
GPU__OPAQUE static void gpu__swap(gpu__context *from, gpu__context *to)
{
#if defined(__x86_64__)
    register gpu__context *f __asm__("rdi") = from;
    register gpu__context *t __asm__("rsi") = to;
    __asm__ __volatile__("leaq 1f(%%rip), %%rax\n\t"
                         "movq %%rax, (%%rdi)\n\t"
                         "movq %%rsp, 8(%%rdi)\n\t"
                         "movq %%rbp, 16(%%rdi)\n\t"
                         "movq %%rbx, 24(%%rdi)\n\t"
#ifdef _WIN64 /* the bounds of the stack in the thread block, which _chkstk and exceptions look at */
                         "pushq %%gs:8\n\tpushq %%gs:16\n\tpushq %%gs:0x1478\n\t"
                         "movq %%rsp, 8(%%rdi)\n\t"
#endif
                         "movq 8(%%rsi), %%rsp\n\t"
                         "movq 16(%%rsi), %%rbp\n\t"
                         "movq 24(%%rsi), %%rbx\n\t"
#ifdef _WIN64
                         "popq %%gs:0x1478\n\tpopq %%gs:16\n\tpopq %%gs:8\n\t"
#endif
                         "jmpq *(%%rsi)\n"
                         "1:\n\t"
#ifdef __CET__
                         "endbr64\n\t"
#endif
                         : "+r"(f), "+r"(t)
                         :
                         : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc",
                           "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                           "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
#else
    register gpu__context *f __asm__("x0") = from;
    register gpu__context *t __asm__("x1") = to;
    __asm__ __volatile__("adr x16, 1f\n\t"
                         "mov x17, sp\n\t"
                         "stp x16, x17, [x0]\n\t"
                         "stp x29, x19, [x0, #16]\n\t"
                         "ldp x16, x17, [x1]\n\t"
                         "ldp x29, x19, [x1, #16]\n\t"
                         "mov sp, x17\n\t"
                         "br x16\n"
                         "1:\n\t"
                         "hint #36\n\t" /* bti j */
                         : "+r"(f), "+r"(t)
                         :
                         : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
                           "x16", "x17", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "memory",
                           "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
                           "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26",
                           "v27", "v28", "v29", "v30", "v31");
#endif
}
#endif
#endif

static inline gpu__fiber *gpu__fiber_of(const gpu__worker *w, int slot) { return &w->fibers->fiber[slot]; }
static inline gpu__context *gpu__context_of(gpu__worker *w, int slot)
{
    return slot == w->native_slot ? &w->native : &gpu__fiber_of(w, slot)->context;
}
#if defined(GPU__ASAN) || defined(GPU__TSAN)
static gpu__stack *gpu__stack_of(gpu__worker *w, int slot)
{
    return slot == w->native_slot ? &w->native_stack : &w->fibers->stack[slot];
}
#endif
/* A fiber that had ended may run for another launch now, so the worker is read again. */
static GPU__FORCE_INLINE void gpu__arrived(void)
{
#ifdef GPU__ASAN
    gpu__worker *w = gpu__simulated.worker;
    gpu__stack *from = gpu__stack_of(w, w->previous);
    __sanitizer_finish_switch_fiber(gpu__stack_of(w, w->slot)->fake, &from->bottom, &from->bytes);
#endif
}

/* What a fiber runs, on its own stack: see warps.h. */
typedef struct gpu__call_next {
    void (*code)(void);
    void *argument;
} gpu__call_next; /* in rax and rdx */
typedef struct gpu__fiber_code {
    void (*main)(void);
#if GPU__FIBER_LOOP
    gpu__call_next (*begin)(void), (*end)(void);
#endif
} gpu__fiber_code;
#ifdef GPU__SWITCH_WIN32
static void CALLBACK gpu__fiber_main_win32(void *code) { ((const gpu__fiber_code *)code)->main(); }
#else
/* Sets the context of a slot's fiber so that a switch to it enters code->main, on its stack from `low` on. */
static void gpu__set_context(gpu__fiber_set *fibers, int slot, char *low, const gpu__fiber_code *code)
{
    gpu__context *const context = &fibers->fiber[slot].context;
    const size_t bytes = fibers->stack[slot].bytes;
#ifdef GPU__SWITCH_UCONTEXT
    context->u = &fibers->u[slot];
    getcontext(context->u);
    context->u->uc_stack.ss_sp = low;
    context->u->uc_stack.ss_size = bytes;
    context->u->uc_link = NULL;
    makecontext(context->u, code->main, 0);
#else
    /* 64 bytes of zeros; tops at one offset in every page would compete for the same few sets of the cache */
    char *top = (char *)memset(low + bytes - (size_t)(slot & 15) * 256 - 64, 0, 64);
#ifdef GPU__SWITCH_NAKED
    /* six registers, the address to jump to, and a return address, as after a call */
    *(void (**)(void))(void *)(top + 48) = code->main;
#if GPU__FIBER_LOOP
    *(gpu__call_next(**)(void))(void *)(top + 32) = code->begin; /* in rbx */
    *(gpu__call_next(**)(void))(void *)(top + 24) = code->end;   /* in r12 */
#endif
    context->suspended.sp = top;
#else
    context->fp = context->base = NULL;
    *(void (**)(void)) & context->pc = code->main;
#ifdef __x86_64__
    top += 8;  /* as if a call had pushed a return address */
#ifdef _WIN64
    top -= 64; /* the home space of a call above, the stack's three bounds below */
    ((void **)(void *)top)[-1] = low + bytes;
    ((void **)(void *)top)[-2] = low + bytes - GPU__STACK_FIRST;
    ((void **)(void *)top)[-3] = low;
    top -= 24;
#endif
#endif
    context->sp = top;
#endif
#endif
}
#endif
/* Makes the fiber of a slot; returns 0 if its stack cannot be allocated. */
static GPU__FORCE_INLINE int gpu__make_fiber(gpu__fiber_set *fibers, int slot, const gpu__fiber_code *code)
{
    gpu__fiber *const f = &fibers->fiber[slot];
    gpu__stack *const k = &fibers->stack[slot];
    if (f->made) return 1;
#ifdef GPU__SWITCH_WIN32
    k->bytes = GPU__STACK_BYTES;
    if (f->context.fiber) DeleteFiber(f->context.fiber);
    f->context.fiber = CreateFiberEx(4096, GPU__STACK_BYTES, 0, gpu__fiber_main_win32, (void *)(uintptr_t)code);
    if (!f->context.fiber) return 0;
#else
    {
        char *const low = gpu__stack_at(fibers, slot);
        if (!low) return 0;
#ifdef GPU__ASAN
        __asan_unpoison_memory_region(low, k->bytes);
#endif
        gpu__set_context(fibers, slot, low, code);
    }
#endif
    k->fake = NULL;
#ifdef GPU__TSAN
    if (k->tsan) __tsan_destroy_fiber(k->tsan);
    k->tsan = __tsan_create_fiber(0);
#endif
    f->made = 1;
    return 1;
}

/* Runs slot `to` on this CPU thread; returns when another thread switches back to the caller's slot. */
static GPU__ALWAYS_INLINE void gpu__go_inline(gpu__worker *w, int to, GPU__UNUSED int dying)
{
    int me = w->slot;
    gpu__context *a = gpu__context_of(w, me), *b = gpu__context_of(w, to);
    w->previous = me;
    w->slot = to;
#ifdef GPU__ASAN
    {
        gpu__stack *from = gpu__stack_of(w, me), *on = gpu__stack_of(w, to);
        __sanitizer_start_switch_fiber(dying ? NULL : &from->fake, on->bottom, on->bytes);
        if (dying) from->fake = NULL;
    }
#endif
#ifdef GPU__TSAN
    __tsan_switch_to_fiber(gpu__stack_of(w, to)->tsan, 0);
#endif
#if defined(GPU__SWITCH_ASM)
    gpu__swap(a, b);
#elif defined(GPU__SWITCH_WIN32)
    (void)a;
    SwitchToFiber(b->fiber);
#else
    swapcontext(a->u, b->u);
#endif
    gpu__arrived();
}
static void gpu__go(gpu__worker *w, int to, int dying)
{
    if (w->slot != to) gpu__go_inline(w, to, dying);
}
/* Leaves the block at once: the native thread by longjmp, a fiber by switching to the native thread. */
GPU__NORETURN static void gpu__escape(gpu__worker *w)
{
    gpu__simulated.given_up = 1;
    memset(gpu__trace, 0, sizeof gpu__trace); /* at a fault, the row may be in a register only */
    if (w->on_fibers && w->slot != w->native_slot) {
        gpu__fiber_set *const c = w->fibers;
        c->state[w->slot] = GPU__LEFT;
        c->fiber[w->slot].made = c->made = 0;
        gpu__go(w, w->native_slot, 1);
    }
    longjmp(w->escape, 1);
}

/* As gpu__note_fault, for the block that runs on this CPU thread, which cannot go on. */
GPU__NORETURN GPU__PRINTF(2, 3) static void gpu__kernel_fault(int slot, const char *format, ...)
{
    gpu__worker *const w = gpu__simulated.worker;
    va_list args;
    va_start(args, format);
    gpu__note_fault_v(w, slot, format, args);
    va_end(args);
    gpu__escape(w);
}
GPU__NORETURN static void gpu__loop_left(void)
{
    gpu__kernel_fault(GPU__THIS_THREAD,
                      "a GPU_FOR loop was left by break, return or goto; use continue, so that no index is lost");
}
