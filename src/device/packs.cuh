/* ---- Shared pieces of the prewritten kernels --------------------------------------------------------------------- */

template <class Type, int Pack> struct alignas(Pack == 1 ? alignof(Type) : sizeof(Type) * Pack) gpu__pack {
    Type v[Pack];
};

static inline bool gpu__aligned(const void *p, size_t bytes) { return (uintptr_t)p % bytes == 0; }

#ifdef __CUDA_ARCH__
/* The lane within a tile of 4 * threads elements that value q (0..3) of thread t holds when it loads Pack elements
   at once: Pack consecutive ones a load, the loads `threads * Pack` apart. */
template <int Pack> static __device__ inline unsigned gpu__lane_of(unsigned q, unsigned t, unsigned threads)
{
    return (q / Pack) * threads * Pack + t * Pack + q % Pack;
}

/* Loads four values of one tile, Width at once; `base` points at lane 0. */
template <int Pack, int Width = Pack, class Type>
static __device__ inline void gpu__load4(Type (&v)[4], const Type *base, unsigned t, unsigned threads)
{
    GPU__UNROLLED (unsigned q = 0; q < 4; q += Width) {
        const auto k = *(const gpu__pack<Type, Width> *)(base + gpu__lane_of<Pack>(q, t, threads));
        GPU__UNROLLED (int i = 0; i < Width; ++i) v[q + i] = k.v[i];
    }
}

/* Asynchronous copy of 16 aligned bytes from global to shared memory, not through registers; gpu__copies_done() waits
   for those of the thread. */
GPU__DEVICE_FN void gpu__copy_16(void *to, const void *from)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
                 : "memory");
#else
    *(uint4 *)to = *(const uint4 *)from;
#endif
}
GPU__DEVICE_FN void gpu__copies_{done|commit}(void)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.{wait_all|commit_group};" ::: "memory");
#endif
}
/* For a pipeline: the copies since the last commit are a group; waits for all groups but the last Pending. */
template <int Pending> GPU__DEVICE_FN void gpu__copies_wait(void)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
#endif
}

/* Barriers in shared memory (mbarrier, from sm_90 on), which count arriving threads and copied bytes. */
GPU__DEVICE_FN unsigned gpu__in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
GPU__DEVICE_FN void gpu__barrier_{start|expect}(unsigned long long *b, int {arrivals|bytes})
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.{init.shared::cta.b64|arrive.expect_tx.shared::cta.b64 _,} [%0], %1;" ::"r"(gpu__in_shared(b)),
        "r"({2})
        : "memory");
#endif
}
GPU__DEVICE_FN void gpu__barrier_wait(unsigned long long *b, unsigned parity)
{
#if __CUDA_ARCH__ >= 900
    unsigned done;
    do {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(gpu__in_shared(b)), "r"(parity)
                     : "memory");
    } while (!done);
#endif
}
#endif

/* The elements of a 16-byte load, at most four. */
template <class Type> constexpr int gpu__vector = sizeof(Type) >= 16 ? 1 : sizeof(Type) >= 8 ? 2 : 4;
