/* -- warps that rely on lockstep -- */

/* Programs and books sum the last 64 elements of a tree in one warp, without __syncwarp between the steps:
       if (t < 32) { v[t] += v[t + 32]; v[t] += v[t + 16]; ... v[t] += v[t + 1]; }
   Here, as on a GPU since sm_70, a thread may run all steps before another begins, and then the sum is wrong. Reads of
   shared memory cannot be observed, but values can: after such a phase (the code between two barriers) each element is,
   bit for bit, the sum of the seven values that were there before the phase, although some of them were overwritten in
   it. Products, maxima and minima are recognised in the same way, and so is a scan over a warp by s[i] += s[i - 1],
   s[i - 2], ... Only the first block of a kernel's first launches is checked, once for each barrier. */

enum { GPU__CHECKED_PHASES = 256, GPU__CHECKED_BYTES = 256 << 10 };
typedef struct gpu__phase_check {
    size_t fixed, dynamic; /* bytes of shared memory */
    int phases;
} gpu__phase_check; /* it is followed by a copy of the shared memory from the start of the phase */

/* Combines elements of 4 or 8 bytes, given as bits. Sums and products of integers are computed as unsigned. */
enum { GPU__SUM, GPU__PRODUCT, GPU__MAXIMUM, GPU__MINIMUM, GPU__COMBINATIONS };
enum { GPU__FLOATS, GPU__UNSIGNED, GPU__SIGNED };
static uint64_t gpu__bits_combine(uint64_t a, uint64_t b, size_t size, int how, int type)
{
    float f[2];
    double d[2];
    if (type != GPU__FLOATS) {
        const uint64_t flip = type == GPU__SIGNED ? (uint64_t)1 << (8 * size - 1) : 0;
        const uint64_t r = how == GPU__SUM                                      ? a + b
                           : how == GPU__PRODUCT                                ? a * b
                           : ((a ^ flip) > (b ^ flip)) == (how == GPU__MAXIMUM) ? a
                                                                                : b;
        return size == 4 ? (uint32_t)r : r;
    }
    if (size == 4) {
        memcpy(&f[0], &a, 4);
        memcpy(&f[1], &b, 4);
        d[0] = (double)f[0];
        d[1] = (double)f[1];
    } else {
        memcpy(&d[0], &a, 8);
        memcpy(&d[1], &b, 8);
    }
    if (how >= GPU__MAXIMUM) return (d[0] > d[1]) == (how == GPU__MAXIMUM) ? a : b;
    d[0] = how == GPU__SUM ? d[0] + d[1] : d[0] * d[1]; /* rounding this to float gives the correctly rounded float */
    f[0] = (float)d[0];
    if (size == 4) memcpy(&a, &f[0], 4);
    else memcpy(&a, &d[0], 8);
    return a;
}
static uint64_t gpu__bits_at(const char *p, size_t i, size_t size)
{
    uint64_t word;
    uint32_t narrow;
    memcpy(&narrow, p + i * size, 4);
    if (size == 4) return narrow;
    memcpy(&word, p + i * size, 8);
    return word;
}
/* Whether each of the `lanes` elements at `to` is the element at `from` combined, one after the other, with those at
   distances `reach`, ..., 2, 1. To exclude coincidences: the elements after the last lane, which the steps also read,
   must be unchanged; every lane's sum or product must have changed; for a maximum or minimum at least four distances
   must have decided some lane, and the first lane must differ from the result of a tree with __syncwarp. */
static int gpu__lockstep_tree(const char *from, const char *to, size_t lanes, size_t reach, size_t size, int how,
                              int type)
{
    const int every = how < GPU__MAXIMUM;
    size_t t, k, decided = 0, distances = 0;
    uint64_t whole = gpu__bits_at(from, 0, size);
    if (memcmp(from + lanes * size, to + lanes * size, reach * size)) return 0;
    for (t = 0; t < lanes; t++) {
        const uint64_t before = gpu__bits_at(from, t, size);
        uint64_t value = before, next;
        size_t by = 0;
        for (k = reach; k; k /= 2, value = next) {
            next = gpu__bits_combine(value, gpu__bits_at(from, t + k, size), size, how, type);
            if (next != value) by = k;
        }
        if (gpu__bits_at(to, t, size) != value || (every && (value == before || !value))) return 0;
        decided |= by;
    }
    for (t = 1; t < lanes + reach && t < 2 * reach; t++)
        whole = gpu__bits_combine(whole, gpu__bits_at(from, t, size), size, how, type);
    for (k = reach; k; k /= 2) distances += decided / k & 1;
    return every || (distances >= 4 && whole != gpu__bits_at(to, 0, size));
}
/* Whether `to` is the scan of `from` over a warp in which each thread has found the threads before it finished. */
static GPU__FORCE_INLINE int gpu__lockstep_scan(const char *from, const char *to, size_t size, int type)
{
    for (size_t t = 1; t < 32; t++) {
        const uint64_t before = gpu__bits_at(from, t, size);
        uint64_t sum = before;
        for (size_t k = 1; k <= t; k *= 2)
            sum = gpu__bits_combine(sum, gpu__bits_at(to, t - k, size), size, GPU__SUM, type);
        if (sum == before || gpu__bits_at(to, t, size) != sum) return 0;
    }
    return 1;
}
/* Whether the phase has computed `to` from `from` in one of these ways, with elements of `size` bytes. */
static int gpu__lockstep_in(const char *from, const char *to, size_t bytes, size_t size)
{
    const size_t n = bytes / size;
    for (size_t i = 0; i + 31 <= n; i++) {
        const char *const f = from + i * size, *const t = to + i * size;
        if (!memcmp(f, t, size) || (i && memcmp(f - size, t - size, size))) continue; /* not the first changed one */
        for (int how = GPU__SUM; how < GPU__COMBINATIONS; how++)
            for (int type = GPU__FLOATS; type <= (how < GPU__MAXIMUM ? GPU__UNSIGNED : GPU__SIGNED); type++)
                for (int k = 0; k < 4; k++) {
                    const size_t lanes = (size_t)16 << (k & 1), reach = (size_t)16 << (k >> 1);
                    if (i + lanes + reach <= n && gpu__lockstep_tree(f, t, lanes, reach, size, how, type)) return 1;
                }
        for (int type = GPU__FLOATS; i && type <= GPU__UNSIGNED; type++)
            if (gpu__lockstep_scan(f - size, t - size, size, type)) return 1;
    }
    return 0;
}
static int gpu__lockstep_between(const char *from, const char *to, size_t bytes)
{
    const size_t skip = -(uintptr_t)to & 7; /* `from` is aligned as `to` is */
    if (bytes <= skip || !memcmp(from, to, bytes)) return 0;
    return gpu__lockstep_in(from + skip, to + skip, bytes - skip, 4) ||
           gpu__lockstep_in(from + skip, to + skip, bytes - skip, 8);
}

/* Called at a block's first barrier. */
static void gpu__check_begin(gpu__worker *w)
{
    gpu__cpu_launch *const l = w->launch;
    gpu__kernel *const k = l->kernel;
    const size_t fixed = (size_t)(w->shared_end - w->shared_begin), bytes = fixed + l->shared_bytes;
    gpu__phase_check *c;
    if (l->checked || gpu__simulated.part || l->debug || gpu__global.quiet || !bytes || bytes > GPU__CHECKED_BYTES ||
        GPU__LOAD(unsigned, &k->notes) >= GPU__NOTE_CHECKED * GPU__CHECKED_LAUNCHES)
        return;
    l->checked = 1;
    (void)GPU__ADD(unsigned, &k->notes, (unsigned)GPU__NOTE_CHECKED);
    w->check = c = (gpu__phase_check *)gpu__host(sizeof *c + bytes + 16, 0);
    if (!c) return;
    c->fixed = fixed;
    c->dynamic = l->shared_bytes;
    c->phases = 0;
}
/* Called when all threads have arrived at the next barrier or, with `last`, have ended. */
static void gpu__check_phase(gpu__worker *w, int last)
{
    gpu__phase_check *c = w->check;
    gpu__kernel *k = w->launch->kernel;
    char *const copy = (char *)(c + 1), *const fixed = copy + ((uintptr_t)w->shared_begin & 7);
    char *const dynamic = copy + ((c->fixed + 15) & ~(size_t)7);
    if (c->phases && (gpu__lockstep_between(fixed, w->shared_begin, c->fixed) ||
                      gpu__lockstep_between(dynamic, w->dynamic, c->dynamic))) {
        if (!(GPU__LOAD(unsigned, &k->notes) & GPU__NOTE_LOCKSTEP))
            fprintf(
                stderr,
                "gpu.h: %s (%s:%d): since the last barrier, threads of a warp use shared memory that other threads "
                "of it write, as if they ran in lockstep; the results are wrong: put __syncwarp() between the steps "
                "(GPU_DEBUG=1 gives details, GPU_QUIET=1 hides this note)\n",
                k->name, k->file, k->line);
        GPU__STORE(unsigned, &k->notes,
                   GPU__LOAD(unsigned, &k->notes) | GPU__NOTE_LOCKSTEP | GPU__NOTE_CHECKED * GPU__CHECKED_LAUNCHES);
        c->phases = GPU__CHECKED_PHASES;
    }
    if (++c->phases > GPU__CHECKED_PHASES || last) {
        GPU_HOST_FREE(c);
        w->check = NULL;
        return;
    }
    if (c->fixed) memcpy(fixed, w->shared_begin, c->fixed);
    if (c->dynamic) memcpy(dynamic, w->dynamic, c->dynamic);
}
