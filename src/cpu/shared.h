/* Dynamic shared memory of a CPU thread, ahead of a guard zone that finds elements that were counted as bytes. */
enum { GPU__SHARED_GUARD = 8192, GPU__SHARED_MARK = 0x5a };
static char *gpu__dynamic_new(gpu__worker *w)
{
    const size_t bytes = w->launch->shared_bytes;
    char *const p = bytes ? (char *)gpu__host(bytes + 64 + GPU__SHARED_GUARD, 0) : NULL;
    if (p) memset(GPU__ALIGN64(p) + bytes, GPU__SHARED_MARK, GPU__SHARED_GUARD);
    else if (bytes) gpu__note_fault(w, GPU__NO_MEMORY, "cannot allocate %zu bytes for dynamic shared memory", bytes);
    return p;
}
static void gpu__dynamic_free(gpu__worker *w, char *p)
{
    const char *const end = p ? GPU__ALIGN64(p) + w->launch->shared_bytes : NULL;
    if (p && (*end != GPU__SHARED_MARK || memcmp(end, end + 1, GPU__SHARED_GUARD - 1)))
        gpu__note_fault(
            w, GPU__THE_BLOCK,
            "writes beyond its %zu bytes of dynamic shared memory; give gpu_config_shared bytes, not elements",
            w->launch->shared_bytes);
    gpu__host_free(p);
}
GPU_API void *gpu__dynamic_shared(const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    if (!w) return NULL;
    if (!w->launch->shared_bytes)
        gpu__kernel_fault(
            GPU__THIS_THREAD,
            "uses dynamic shared memory at %s:%d, but the launch gives none; use gpu_config_shared(config, bytes)",
            file, line);
    return w->dynamic;
}
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
/* The same for CUDA files, which may declare it in kernels that do not use it: without any it is at an address where no
   memory is. */
enum { GPU__NO_DYNAMIC = 4096 };
GPU_API void *gpu__cuda_dynamic_memory(void)
{
    gpu__worker *w = gpu__simulated.worker;
    return !w ? NULL : w->launch->shared_bytes ? (void *)w->dynamic : (void *)(uintptr_t)GPU__NO_DYNAMIC;
}
#endif
#if !defined(GPU__SHARED_SECTION) || defined(GPU_COMPILE)
/* If the bounds of static shared memory are not known, the first thread at a GPU_SHARED array poisons it. */
GPU_API void gpu__shared_here(void *p, size_t bytes)
{
    gpu__worker *w = gpu__simulated.worker;
    if (!w) return;
    for (int i = 0; i < w->heres; i++)
        if (w->here[i] == p) return;
    if (w->heres == 16) return;
    w->here[w->heres++] = p;
    if ((w->here_bytes += bytes) > GPU__CPU_SHARED)
        gpu__kernel_fault(GPU__THIS_THREAD,
                          "has %zu bytes of static shared memory; no GPU gives a block more than %zu: use smaller "
                          "tiles, or GPU_SHARED_DYNAMIC and gpu_config_shared",
                          w->here_bytes, GPU__CPU_SHARED);
    memset(p, w->launch->poison, bytes);
}
#endif
/* When a block begins, the static shared memory of the kernel's module is poisoned: all bits are set (NaN, -1). That
   memory may be much larger than what this kernel uses, so the kernel's first blocks record which part it writes, and
   later blocks poison only that part. */
enum { GPU__LEARN = 4 };
static void gpu__poison(gpu__worker *w)
{
    const gpu__cpu_launch *const l = w->launch;
    const gpu__kernel *const k = l->kernel;
    size_t lo = 0, hi = (size_t)(w->shared_end - w->shared_begin);
    if (l->shared_bytes) memset(w->dynamic, l->poison, l->shared_bytes);
    if (!l->debug && !gpu__is_cooperative(l) && GPU__LOAD_ACQUIRE(unsigned, &k->learned) >= GPU__LEARN) {
        lo = k->lo;
        hi = k->hi;
    }
    if (hi > lo) memset(w->shared_begin + lo, l->poison, hi - lo);
}
/* The bytes of the words that this kernel has written: those of other kernels may lie between them. */
static GPU__FORCE_INLINE size_t gpu__written(const unsigned char *s, size_t bytes, int poison)
{
    size_t at, k, sum = 0;
    for (at = 0; at < bytes; at += 4) {
        const size_t end = bytes - at < 4 ? bytes : at + 4;
        for (k = at; k < end && s[k] == poison; k++) {
        }
        if (k < end) sum += 4;
    }
    return sum;
}
/* Records which part of static shared memory a block has written, see GPU__LEARN. */
static void gpu__learn(gpu__worker *w)
{
    static int lock;
    gpu__kernel *k = w->launch->kernel;
    size_t bytes = (size_t)(w->shared_end - w->shared_begin), used = 0, lo, hi;
    const unsigned char *s = (const unsigned char *)w->shared_begin;
    const int poison = w->launch->poison;
    if (!bytes || (!w->launch->debug && GPU__LOAD(unsigned, &k->learned) >= GPU__LEARN)) return;
    for (lo = 0; lo < bytes && s[lo] == poison; lo++) {
    }
    for (hi = bytes; hi > lo && s[hi - 1] == poison; hi--) {
    }
    if (hi - lo > GPU__CPU_SHARED) used = gpu__written(s + lo, hi - lo, poison);
    if (used > GPU__CPU_SHARED) {
        gpu__note_fault(w, GPU__THE_BLOCK,
                        "it uses %zu bytes of static shared memory or more; no GPU gives a block more than %zu: use "
                        "smaller tiles, or GPU_SHARED_DYNAMIC and gpu_config_shared",
                        used, GPU__CPU_SHARED);
        return;
    }
    gpu__lock(&lock);
    if (hi > lo) {
        if (k->hi == k->lo || lo < k->lo) GPU__STORE(unsigned, &k->lo, (unsigned)lo);
        if (hi > k->hi) GPU__STORE(unsigned, &k->hi, (unsigned)hi);
    }
    GPU__STORE_RELEASE(unsigned, &k->learned, k->learned + 1);
    gpu__unlock(&lock);
}
