/* The random fills: maps over an index, whose loops first compute words from counters, then numbers from words. */
typedef struct gpu__fill_kind {
    gpu__map map;           /* with a gpu__fill as its scalar */
    int kind;               /* GPU__K_... */
    int number, word, made; /* bytes: of a number, a word, a word's numbers; word 0: by position */
    uint32_t purpose;
    void (*loop[3])(void *out, const void *const *in, size_t n); /* words to numbers */
} gpu__fill_kind;
GPU_API void gpu__fill_start(gpu__fill *j); /* takes the state of the thread's generator */
GPU_API gpu_status gpu__fill_call(const gpu__fill *j, void *out, size_t n);
static inline gpu__fill gpu__fill_of(const gpu__fill_kind *of)
{
    gpu__fill j;
    memset(&j, 0, sizeof j);
    gpu__fill_start(&j);
    j.of = of;
    j.purpose = of->purpose | GPU__R_FILL;
    j.size = of->number;
    j.per = of->word ? 16 / of->word * of->made / of->number : 1;
    uint32_t k0 = (uint32_t)j.seed;
    uint32_t k1 = (uint32_t)(j.seed >> 32);
    for (int r = 0; r < GPU__ROUNDS; r++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        j.key[2 * r] = k0;
        j.key[2 * r + 1] = k1;
    }
    return j;
}

/* Computes the words of `blocks` blocks, a multiple of 64, from `block` on: Philox, with one 64-bit lane for each
   block. Compilers do not generate the 32-bit multiplication from a loop, and gcc and clang have different names for
   it, so it is written as inline assembly, for each instruction set, since gcc splits vectors in a function that is not
   compiled for it. */
enum { GPU__WORDS_CHUNK = 256 }; /* blocks of one step, whose words stay in the first-level cache */
#ifdef GPU__X86
#define GPU__WORDS_2(to_a, to_b, x, y, z, w) /* a from x and y, b from z and w */                                      \
    __asm__(to_a " %2, %1, %0" : "=v"(a) : "v"(x), "v"(y));                                                            \
    __asm__(to_b " %2, %1, %0" : "=v"(b) : "v"(z), "v"(w));
GPU__HOT GPU__{AVX2|AVX512} static inline void gpu__words_{x2|x5}(const gpu__fill *j, uint64_t block, uint32_t *out,
                                                                  size_t blocks)
{
    enum { bytes = {32|64} };
    typedef uint64_t lanes GPU__VECTOR(bytes);
    const lanes order = {{0, 2, 1, 3|0, 4, 1, 5, 2, 6, 3, 7}}, zero = {0}, m0 = zero + 0xD2511F53u,
                m1 = zero + 0xCD9E8D57u;
    for (; blocks; blocks -= bytes / 8, block += bytes / 8, out += bytes / 2) {
        lanes c0 = order + block, c1 = c0 >> 32, c2 = zero + j->sequence, c3 = zero + j->purpose, a, b;
        for (int r = 0; r < 2 * GPU__ROUNDS; r += 2) {
            GPU__WORDS_2("vpmuludq", "vpmuludq", c0, m0, c2, m1)
            c0 = b >> 32 ^ c1 ^ (zero + j->key[r]), c2 = a >> 32 ^ c3 ^ (zero + j->key[r + 1]), c1 = b, c3 = a;
        }
        c0 = (c0 & 0xffffffffu) | c1 << 32, c2 = (c2 & 0xffffffffu) | c3 << 32;
        GPU__WORDS_2("vpunpcklqdq", "vpunpckhqdq", c0, c2, c0, c2)
        memcpy(out, &a, bytes), memcpy(out + bytes / 4, &b, bytes);
    }
}
#endif
GPU__HOT static inline void gpu__words_x1(const gpu__fill *j, uint64_t block, uint32_t *out, size_t blocks)
{
    enum { many = 64 };
    uint32_t c0[many], c1[many], c2[many], c3[many];
    int i, r;
    for (; blocks; blocks -= many, block += many, out += 4 * many) {
        for (i = 0; i < many; i++) {
            c0[i] = (uint32_t)(block + (unsigned)i);
            c1[i] = (uint32_t)((block + (unsigned)i) >> 32);
            c2[i] = j->sequence;
            c3[i] = j->purpose;
        }
        for (r = 0; r < 2 * GPU__ROUNDS; r += 2) {
            const uint32_t k0 = j->key[r], k1 = j->key[r + 1];
            for (i = 0; i < many; i++) GPU__PHILOX_ROUND(c0[i], c1[i], c2[i], c3[i], k0, k1)
        }
        for (i = 0; i < many; i++) {
            out[4 * i] = c0[i];
            out[4 * i + 1] = c1[i];
            out[4 * i + 2] = c2[i];
            out[4 * i + 3] = c3[i];
        }
    }
}

/* Replaces the numbers of rejected words, which are rare except for ranges beyond 2^31; a pass that finds none takes
   little time. */
GPU__HOT static inline void gpu__fill_retry(const gpu__fill *j, char *out, const uint32_t *words, uint64_t at, size_t n)
{
    uint32_t any = 0;
    if (j->size == 4) {
        const uint32_t range = (uint32_t)j->law.range, limit = (uint32_t)j->law.limit;
        for (size_t i = 0; i < n; i++) any |= words[i] * range < limit;
        for (size_t i = 0; any && i < n; i++)
            if (words[i] * range < limit) {
                const uint32_t x = (uint32_t)gpu__fill_again(j, at + i, words[i]);
                memcpy(out + 4 * i, &x, 4);
            }
    } else
        for (size_t i = 0; i < n; i++) {
            uint64_t word;
            memcpy(&word, words + 2 * i, 8);
            if (word * j->law.range < j->law.limit) {
                word = gpu__fill_again(j, at + i, word);
                memcpy(out + 8 * i, &word, 8);
            }
        }
}

/* The kinds that are a function of the position. 64 indices of a permutation go through the rounds at a time; the few
   results outside the range then continue one by one (cycle walking). */
GPU__BODY void gpu__fill_numbers(const gpu__fill *j, uint64_t at, uint64_t *out, int n)
{
    const gpu__permutation *p = &j->permutation;
    uint32_t l[64], r[64];
    if (j->of->kind < GPU__K_permutation_i32) {
        for (int i = 0; i < n; i++) out[i] = gpu__fill_at(j, at + (uint64_t)i, 0);
        return;
    }
    l[0] = (uint32_t)(at / p->right);
    r[0] = (uint32_t)(at % p->right);
    for (int i = 1; i < 64; i++) {
        l[i] = l[i - 1] + (r[i - 1] + 1 == p->right);
        r[i] = r[i - 1] + 1 == p->right ? 0 : r[i - 1] + 1;
    }
    for (int k = 0; k < GPU__PERMUTE_ROUNDS; k += 2) {
        const uint32_t key0 = p->key[k], key1 = p->key[k + 1], left = p->left, right = p->right;
        for (int i = 0; i < 64; i++) l[i] = gpu__permute_round(l[i], r[i], key0, 0xD2511F53u, left);
        for (int i = 0; i < 64; i++) r[i] = gpu__permute_round(r[i], l[i], key1, 0xCD9E8D57u, right);
    }
    for (int i = 0; i < 64; i++) out[i] = (uint64_t)l[i] * p->right + r[i];
    for (int i = 0; i < n; i++)
        if (out[i] >= p->n) out[i] = gpu__permute_at(p, out[i]);
}
GPU__COPIES(GPU__VARIANT, GPU__HOT, gpu__numbers_at, (const gpu__fill *j, uint64_t at, uint64_t *out, int n),
            gpu__fill_numbers(j, at, out, n))

/* The CPU loop of every fill, with the signature of a map's; in[0] is the index, in[1] the fill. */
static inline void gpu__fill_loop(void *out_, const void *const *in, size_t n)
{
    static void (*const numbers_at[3])(const gpu__fill *, uint64_t, uint64_t *, int) = GPU__TABLE(gpu__numbers_at);
    const gpu__fill *j = (const gpu__fill *)in[1];
    uint64_t at = j->position + (uintptr_t)in[0];
    uint32_t words[4 * GPU__WORDS_CHUNK], made[4 * GPU__WORDS_CHUNK];
    char *out = (char *)out_;
    const size_t per = (size_t)j->per, size = (size_t)j->size;
    const int level = gpu__cpu_level();
    const void *const arguments[] = {words, &j->law};
    if (j->of->kind >= GPU__K_permutation_i32 &&
        j->permutation.n <= GPU__PERMUTE_RANKS) { /* computes the keys once, not once for each pair */
        uint64_t key[GPU__PERMUTE_RANKS], i, k;
        for (i = 0; i < GPU__PERMUTE_RANKS; i++) key[i] = gpu__permute_key(&j->permutation, i);
        for (i = at % GPU__PERMUTE_RANKS; n; n--, i = (i + 1) % GPU__PERMUTE_RANKS, out += size) {
            uint64_t rank = 0;
            for (k = 0; k < j->permutation.n; k++)
                rank += (uint64_t)((key[k] < key[i]) | ((key[k] == key[i]) & (k < i)));
            memcpy(out, &rank, size);
        }
        return;
    }
    if (!j->of->word) {
        uint64_t number[64];
        while (n) {
            const int count = n < 64 ? (int)n : 64;
            numbers_at[level](j, at, number, count);
            for (int i = 0; i < count; i++) memcpy(out + (size_t)i * size, &number[i], size);
            n -= (size_t)count;
            at += (size_t)count;
            out += (size_t)count * size;
        }
        return;
    }
    while (n) {
        const size_t from = (size_t)(at % per), most = GPU__WORDS_CHUNK * per - from, m = n < most ? n : most;
        const size_t blocks = GPU__ROUND_UP((from + m + per - 1) / per, 64);
        const int direct = !from && m == blocks * per;
        char *to = direct ? out : (char *)made;
#ifdef GPU__X86
        (level == 2 ? gpu__words_x5 : level ? gpu__words_x2 : gpu__words_x1)(j, at / per, words, blocks);
#else
        gpu__words_x1(j, at / per, words, blocks);
#endif
        j->of->loop[level](to, arguments, 16 * blocks / (size_t)j->of->word);
        if (j->law.limit) gpu__fill_retry(j, to, words, at - from, blocks * per);
        if (!direct) memcpy(out, to + from * size, m * size);
        out += m * size;
        at += m;
        n -= m;
    }
}

/* Computes the cells of gpu__poisson_i64_scalar (an alias table), with probabilities as integers in units of 2^-48 of a
   cell. It goes from the mode outwards until the remaining probability is below the last bit; 2^12 cells suffice for
   rates up to 50000. */
enum { GPU__CELLS = 4096, GPU__POISSON_MOST = 50000 };
GPU__HOT static inline void gpu__poisson_cells(uint64_t *cell, gpu__law *law, double rate)
{
    const uint64_t one = (uint64_t)1 << 48;
    const int64_t mode = (int64_t)rate;
    int64_t lo = mode, hi = mode, k;
    double sum = 1, p, unit;
    uint64_t total = 0;
    uint16_t waiting[GPU__CELLS]; /* cells below their share from the front, those above from the back */
    size_t cells = 2, fewer = 0, more, i;
    for (p = 1; p > 1.4e-17; sum += p) {
        hi++;
        p = p * (rate / (double)hi);
    }
    for (p = 1; lo > 0 && p > 1.4e-17; sum += p) {
        p = p * ((double)lo / rate);
        lo--;
    }
    for (law->bits = 1; cells < (size_t)(hi - lo + 1); law->bits++) cells *= 2;
    law->base = lo;
    law->table = cell;
    memset(cell, 0, cells * sizeof *cell);
    unit = (double)cells * (double)one / sum;
    for (p = 1, k = mode; k <= hi; k++, p = p * (rate / (double)k)) cell[k - lo] = (uint64_t)(p * unit);
    for (p = 1, k = mode; k > lo; k--) {
        p = p * ((double)k / rate);
        cell[k - 1 - lo] = (uint64_t)(p * unit);
    }
    for (i = 0; i < cells; i++) total += cell[i];
    cell[mode - lo] += cells * one - total;
    more = cells;
    for (i = 0; i < cells; i++)
        if (cell[i] < one) waiting[fewer++] = (uint16_t)i;
        else waiting[--more] = (uint16_t)i;
    while (fewer && more < cells) {
        const uint16_t s = waiting[--fewer], l = waiting[more];
        const uint64_t own = cell[s];
        cell[s] = own << 16 | l;
        cell[l] -= one - own;
        if (cell[l] < one) {
            waiting[fewer++] = l;
            more++;
        }
    }
    while (fewer) {
        fewer--;
        cell[waiting[fewer]] = waiting[fewer]; /* full cells: the alias is their own value */
    }
    for (; more < cells; more++) cell[waiting[more]] = waiting[more];
}

/* The kinds; a kind is compiled only if the program uses it. */
static const gpu__parameter gpu__fill_parameters[] GPU__UNUSED = {{"index", 0, 0, 1, 1},
                                                                  {"fill", 0, sizeof(gpu__fill), 0, 1}};
#define GPU__FILL_COPY(sfx, target, W, T, name)                                                                        \
    GPU__HOT target static inline void name##__loop##sfx(void *out, const void *const *in, size_t n)                   \
    {                                                                                                                  \
        const gpu__law law = *(const gpu__law *)in[1];                                                                 \
        size_t i;                                                                                                      \
        GPU__NO_ALIAS for (i = 0; i < n; ++i)((T *)out)[i] = name##_scalar(((const W *)in[0])[i], law);                \
    }
#ifdef GPU__CUDA
template <int Kind>
static int gpu__fill_device(const gpu__launch_context *context, void *out, const void *const *in, size_t n);
#define GPU__FILL_DEVICE(kind) static constexpr auto fill__device = gpu__fill_device<kind>;
#define GPU__KIND_OF(name, s, N) template <int = 0> static inline const gpu__fill_kind *gpu__kind_##name##_t(const N *)
#define GPU__KIND(kind, out) kind(out)
#else
#define GPU__FILL_DEVICE(kind)
#define GPU__KIND_OF(name, s, N) static inline const gpu__fill_kind *gpu__kind_##name##_##s(void)
#define GPU__KIND(kind, out) kind()
#endif
#define GPU__FILL_KIND_OF(name, s, label, N, ...)                                                                      \
    GPU__KIND_OF(name, s, N)                                                                                           \
    {                                                                                                                  \
        GPU__FILL_DEVICE(GPU__K_##name##_##s)                                                                          \
        static const gpu__fill_kind kind = {GPU__FILL_MAP(label, N), GPU__K_##name##_##s, sizeof(N), __VA_ARGS__};     \
        return &kind;                                                                                                  \
    }
#define GPU__FILL_MAP(label, N)                                                                                        \
    GPU__STRIP({{"gpu_rand_" #label, NULL, 0, 2, 0, sizeof(N), GPU__ALIGNOF(N), gpu__fill_parameters,                  \
                 GPU__DEVICE_CODE(fill)},                                                                              \
                {gpu__fill_loop, gpu__fill_loop, gpu__fill_loop}})
#define GPU__FILL_KIND_WORDS(name, s, W, T, N, purpose)                                                                \
    GPU__COPIES(GPU__FILL_COPY, W, T, gpu__##name##_##s)                                                               \
    GPU__FILL_KIND_OF(name, s, name, N, sizeof(W), sizeof(T), purpose, GPU__TABLE(gpu__##name##_##s##__loop))
#define GPU__FILL_KIND_AT(name, s, label, N) GPU__FILL_KIND_OF(name, s, label, N, 0, 0, 0, {NULL, NULL, NULL})
GPU__FILLS(GPU__FILL_KIND_WORDS)
GPU__FILLS_AT(GPU__FILL_KIND_AT)

static inline gpu_status gpu__rand_real(const gpu__fill_kind *kind, void *out, double a, double b, size_t n)
{
    gpu__fill j = gpu__fill_of(kind);
    j.law.a = a;
    j.law.b = b;
    return gpu__fill_call(&j, out, n);
}
static inline gpu_status gpu__rand_normal(const gpu__fill_kind *kind, void *out, double mean, double sd, size_t n)
{
    if (!(sd >= 0) || mean != mean)
        return gpu__refuse(kind->map.f.name,
                           "mean = %s, sd = %s; expected a mean that is a number and an sd of 0 or more",
                           gpu__real_text(mean, 'g', 6), gpu__real_text(sd, 'g', 6));
    return gpu__rand_real(kind, out, mean, sd, n);
}
static inline gpu_status gpu__rand_exponential(const gpu__fill_kind *kind, void *out, double scale, size_t n)
{
    if (!(scale >= 0))
        return gpu__refuse(kind->map.f.name, "scale = %s; expected the mean, 0 or more", gpu__real_text(scale, 'g', 6));
    return gpu__rand_real(kind, out, 0.5 * scale, 0, n);
}
static inline gpu_status gpu__rand_int(const gpu__fill_kind *kind, void *out, int64_t lo, int64_t hi, size_t n)
{
    gpu__fill j = gpu__fill_of(kind);
    if (hi <= lo)
        return gpu__refuse(kind->map.f.name, "no number is at least lo = %lld and below hi = %lld; expected lo < hi",
                           (long long)lo, (long long)hi);
    j.law.lo = (uint64_t)lo;
    j.law.range = (uint64_t)hi - (uint64_t)lo;
    j.law.limit = j.size == 4 ? (0u - (uint32_t)j.law.range) % (uint32_t)j.law.range : (0u - j.law.range) % j.law.range;
    return gpu__fill_call(&j, out, n);
}
static inline gpu_status gpu__rand_poisson(const gpu__fill_kind *kind, const gpu__fill_kind *rejection, double most,
                                           void *out, double rate, size_t n)
{
    uint64_t cell[GPU__CELLS];
    gpu__fill j = gpu__fill_of(rate <= (double)GPU__POISSON_MOST ? kind : rejection);
    if (!(rate >= 0 && rate <= most))
        return gpu__refuse(kind->map.f.name, "rate = %s; expected 0 to %s", gpu__real_text(rate, 'g', 6),
                           gpu__real_text(most, 'g', 6));
    if (rate > (double)GPU__POISSON_MOST) j.poisson = gpu__poisson_of(rate);
    else gpu__poisson_cells(cell, &j.law, rate);
    return gpu__fill_call(&j, out, n);
}
static inline gpu_status gpu__rand_permutation(const gpu__fill_kind *kind, void *out, size_t n, size_t most)
{
    gpu__fill j = gpu__fill_of(kind);
    if (n > most)
        return gpu__refuse(kind->map.f.name, "n = %zu; the largest value would not fit %d bytes, expected at most %zu",
                           n, j.size, most);
    j.permutation = gpu__permutation_of(j.seed, n ? n : 1, j.position, j.sequence, GPU__R_FILL);
    j.position = 0;
    return gpu__fill_call(&j, out, n);
}
#ifdef REAL
GPU__PRE gpu_status gpu_rand_uniform_T(T *out, size_t n)
{
    return gpu__rand_real(GPU__KIND(gpu__kind_uniform_T, out), out, 0, 0, n);
}
GPU__PRE gpu_status gpu_rand_{|log}normal_T(T *out, T mean, T sd, size_t n)
{
    return gpu__rand_normal(GPU__KIND(gpu__kind_{1}normal_T, out), out, (double)mean, (double)sd, n);
}
GPU__PRE gpu_status gpu_rand_exponential_T(T *out, T scale, size_t n)
{
    return gpu__rand_exponential(GPU__KIND(gpu__kind_exponential_T, out), out, (double)scale, n);
}
#endif
#ifdef WHOLE
GPU__PRE gpu_status gpu_rand_int_T(T *out, T lo, T hi, size_t n)
{
    return gpu__rand_int(GPU__KIND(gpu__kind_int_T, out), out, lo, hi, n);
}
GPU__PRE gpu_status gpu_rand_poisson_T(T *out, double rate, size_t n)
{
    return gpu__rand_poisson(GPU__KIND(gpu__kind_poisson_T, out), GPU__KIND(gpu__kind_rejection_T, out),
                             sizeof(T) == 4 ? 1e9 : 1152921504606846976.0, out, rate, n);
}
GPU__PRE gpu_status gpu_rand_permutation_T(T *out, size_t n)
{
    return gpu__rand_permutation(GPU__KIND(gpu__kind_permutation_T, out), out, n,
                                 sizeof(T) == 4 ? (size_t)0x7fffffff : (size_t)PTRDIFF_MAX);
}
#endif
