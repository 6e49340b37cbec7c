typedef struct gpu__{u32|u64|f32|f64}x2 {
    {uint32_t|uint64_t|float|double} x, y;
} gpu__{1}x2;

/* Key: the seed. Counter: i (64 bits), the draw's block or the sequence of a fill (32), the purpose (32): one of
   these in bits 0 to 7, whether it is a fill in bit 8, the attempt of a rejection from bit 16 on. */
enum {
    GPU__R_U32,
    GPU__R_U64,
    GPU__R_NORMAL_32,
    GPU__R_NORMAL_64,
    GPU__R_RETRY,
    GPU__R_POISSON,
    GPU__R_PERMUTE,
    GPU__R_FILL = 0x100
};

GPU__LIFTED_FN float
gpu__sqrt32(float x) /* correctly rounded for 2^-25 to 64, without the special cases at the ends of the range */
{
#ifdef __CUDA_ARCH__
    float y, s, h;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    s = __fmul_rn(x, y);
    h = __fmul_rn(y, 0.5f);
    return __fmaf_rn(__fmaf_rn(-s, s, x), h, s);
#else
    return sqrtf(x);
#endif
}

#define GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1)                                                                      \
    {                                                                                                                  \
        const uint64_t gpu__a = (uint64_t)0xD2511F53u * (c0), gpu__b = (uint64_t)0xCD9E8D57u * (c2);                   \
        c0 = (uint32_t)(gpu__b >> 32) ^ (c1) ^ (k0), c2 = (uint32_t)(gpu__a >> 32) ^ (c3) ^ (k1);                      \
        c1 = (uint32_t)gpu__b, c3 = (uint32_t)gpu__a;                                                                  \
    }
enum { GPU__ROUNDS = 10 };
#define GPU__KEY_STEP(k0, k1) (k0) += 0x9E3779B9u, (k1) += 0xBB67AE85u
#define GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)                                                                          \
    GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1) GPU__KEY_STEP(k0, k1);                                                   \
    GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1) GPU__KEY_STEP(k0, k1);
GPU__LIFTED_FN gpu_u32x4 gpu__philox(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t k0, uint32_t k1)
{
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1) /* written out: a loop inside a loop would not vectorise */
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    const gpu_u32x4 w = {{c0, c1, c2, c3}};
    return w;
}
GPU__LIFTED_FN gpu_u32x4 gpu__random(uint64_t seed, uint64_t i, uint32_t k, uint32_t purpose)
{
    return gpu__philox((uint32_t)i, (uint32_t)(i >> 32), k, purpose, (uint32_t)seed, (uint32_t)(seed >> 32));
}
GPU__LIFTED_FN uint32_t
gpu__word_of(gpu_u32x4 w, uint32_t k) /* one of four; by selections, since an indexed array would be in memory */
{
    const uint32_t lo = k & 1 ? w.v[1] : w.v[0], hi = k & 1 ? w.v[3] : w.v[2];
    return k & 2 ? hi : lo;
}
GPU__LIFTED_FN uint64_t gpu__word64_of(gpu_u32x4 w, uint32_t k)
{
    return k & 1 ? (uint64_t)w.v[3] << 32 | w.v[2] : (uint64_t)w.v[1] << 32 | w.v[0];
}

/* Words to numbers. -2 ln(u) for u in [2^-33, 1): the factor slightly below 2^-32 keeps u below 1, so the result is
   never 0. These polynomials have the same bits everywhere, too. They need not be correctly rounded, as the functions
   of families/math are, which for floats take three times as many operations, and those of doubles. */
GPU__LIFTED_FN float gpu__unit32(uint32_t w) { return (float)(int32_t)(w >> 8) * 5.9604644775390625e-8f; }
GPU__LIFTED_FN double gpu__unit64(uint64_t w) { return (double)(int64_t)(w >> 11) * 1.1102230246251565e-16; }
GPU__LIFTED_FN float gpu__m2log32(uint32_t w)
{
    const float u = GPU__FMAF((float)w, 2.32830629776081821e-10f, 1.16415321826934814e-10f);
    const uint32_t b = gpu__bits32(u), e = (b - 0x3f2aaaabu) & 0xff800000u; /* u = 2^e m with m in [2/3, 4/3) */
    const float f = gpu__float32(b - e) - 1.0f;
    float q = GPU__SERIESF(f, -1.99999964f, 0.999998748f, -0.666759789f, 0.500152409f, -0.395900726f, 0.328401774f,
                           -0.342223704f, 0.307313770f);
    return GPU__FMAF(f, q, (float)(int32_t)e * -1.65259166e-07f);
}
/* Box-Muller: the cosine and sine of an angle in a half circle; the radius's sign extends it to the whole circle. */
GPU__LIFTED_FN gpu__f32x2 gpu__pair32(gpu__u32x2 w, float mean, float sd)
{
    const float t = (float)(int32_t)w.y * 4.65661287307739258e-10f, s = t * t;
    float r = gpu__sqrt32(gpu__m2log32(w.x)), c, d;
    gpu__f32x2 z;
    r = gpu__float32(gpu__bits32(r) + (w.y << 31)) * sd;
    c = GPU__SERIESF(s, 0.99999994f, -1.23369825f, 0.253650755f, -0.0208106283f, 8.58190644e-4f);
    d = GPU__SERIESF(s, -0.645963728f, 0.0796896815f, -4.67376644e-3f, 1.51485132e-4f);
    d = GPU__FMAF(s, d, 1.57079637f) * t;
    z.x = GPU__FMAF(r, c, mean);
    z.y = GPU__FMAF(r, d, mean);
    return z;
}
GPU__LIFTED_FN double gpu__m2log(double u) /* -2 ln(u) of a positive normal u */
{
    const uint64_t b = gpu__bits64(u), t = b - 0x3fe5555555555555u, e = t & 0xfff0000000000000u;
    /* The exponent as the low bits of a number near 2^52: only AVX-512 converts 64-bit integers. */
    const double n = gpu__float64(((t + 0x4000000000000000u) >> 52) | 0x4330000000000000u) - 4503599627371520.0;
    const double f = gpu__float64(b - e) - 1.0;
    double q = GPU__SERIES(f, -0.1536352065663543, 0.14259343634997407, -0.13592693100766573, 0.12799008509784182,
                           -0.09874117224878938, 0.09074026479296357, -0.17794127437733304, 0.1738125132899481);
    q = GPU__SERIES(f, -2.0, 0.9999999999999991, -0.6666666666668295, 0.5000000000005949, -0.39999999995197033,
                    0.3333333332178363, -0.28571429120056363, 0.25000001025577206, -0.2222219047139478,
                    0.19999950098726477, -0.1818286996546579, 0.16668120114971616, q);
    return GPU__FMA(f, q, n * -1.3862943611198906);
}
GPU__LIFTED_FN double gpu__log64(double u) { return -0.5 * gpu__m2log(u); }
GPU__LIFTED_FN double gpu__m2log64(uint64_t w)
{
    return gpu__m2log(GPU__FMA((double)(int64_t)(w >> 11), 1.1102230246251564e-16, 5.5511151231257827e-17));
}
GPU__LIFTED_FN gpu__f64x2 gpu__pair64(gpu__u64x2 w, double mean, double sd)
{
    const double t = GPU__FMA((double)(int64_t)(w.y >> 11), 2.2204460492503131e-16, -1.0), s = t * t;
    double r = gpu__sqrt64(gpu__m2log64(w.x)), c, d;
    gpu__f64x2 z;
    r = gpu__float64(gpu__bits64(r) + (w.y << 63)) * sd;
    c = GPU__SERIES(s, 1.0, -1.233700550136169, 0.2536695079010311, -0.020863480763179135, 0.000919260273944564,
                    -2.5202039784524362e-05, 4.7108307704911134e-07, -6.382237593766515e-09, 6.331774445457408e-11);
    d = GPU__SERIES(s, 1.5707963267948966, -0.6459640975062462, 0.07969262624616544, -0.004681754135302643,
                    0.00016044118470682226, -3.598843007209139e-06, 5.692134872776137e-08, -6.684321724366406e-10,
                    5.870611079033596e-12);
    z.x = GPU__FMA(r, c, mean);
    z.y = GPU__FMA(r, d * t, mean);
    return z;
}
GPU__LIFTED_FN float gpu__exp32(float x)
{
    x = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x;
    float t = GPU__FMAF(x, 1.44269504f, GPU__ROUNDER_F32);
    const int32_t k = (int32_t)(gpu__bits32(t) - 0x4b400000u);
    t = t - GPU__ROUNDER_F32;
    float f = GPU__FMAF(t, -0.693145752f, x);
    f = GPU__FMAF(t, -1.42860677e-6f, f);
    const float p =
        GPU__SERIESF(f, 1.0f, 1.0f, 0.499999911f, 0.166664198f, 0.041668225f, 8.37481581e-3f, 1.38368458e-3f);
    const int32_t h = k >> 1; /* two factors, so that results below the normal range round once */
    return p * gpu__float32((uint32_t)(h + 127) << 23) * gpu__float32((uint32_t)(k - h + 127) << 23);
}
GPU__LIFTED_FN double gpu__exp64(double x)
{
    x = x < -746.0 ? -746.0 : x > 710.0 ? 710.0 : x;
    double t = GPU__FMA(x, 1.4426950408889634, GPU__ROUNDER);
    const uint64_t k = gpu__bits64(t) - 0x4337fffffffff000u; /* the exponent + 4096 */
    t = t - GPU__ROUNDER;
    double f = GPU__FMA(t, -0.69314718036912382, x);
    f = GPU__FMA(t, -1.9082149292705877e-10, f);
    const double p =
        GPU__SERIES(f, 1.0, 1.0, 0.5000000000000018, 0.1666666666666617, 0.04166666666649277, 0.008333333333559283,
                    0.0013888888951223922, 0.00019841269432656336, 2.4801486521502114e-05, 2.7557622550329372e-06,
                    2.763229325420823e-07, 2.4994298913904304e-08);
    const uint64_t h = k >> 1;
    return p * gpu__float64((h - 2048 + 1023) << 52) * gpu__float64((k - h - 2048 + 1023) << 52);
}

GPU__LIFTED_FN gpu_u32x4 gpu_random_u32x4(uint64_t seed, uint64_t i, uint32_t k4)
{
    return gpu__random(seed, i, k4, GPU__R_U32);
}
GPU__LIFTED_FN uint{32|64}_t gpu_random_u{1}(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__word{|64}_of(gpu__random(seed, i, k >> {2|1}, GPU__R_U{1}), k);
}
GPU__LIFTED_FN {float|double} gpu_random_f{32|64}(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__unit{2}(gpu_random_u{2}(seed, i, k));
}
GPU__LIFTED_FN {float|double} gpu_random_exponential_f{32|64}(uint64_t seed, uint64_t i, uint32_t k)
{
    return 0.5{f|} * gpu__m2log{2}(gpu_random_u{2}(seed, i, k));
}
GPU__LIFTED_FN float gpu_random_normal_f32(uint64_t seed, uint64_t i, uint32_t k)
{
    const gpu_u32x4 b = gpu__random(seed, i, k >> 2, GPU__R_NORMAL_32);
    gpu__u32x2 w;
    w.x = k & 2 ? b.v[2] : b.v[0];
    w.y = k & 2 ? b.v[3] : b.v[1];
    gpu__f32x2 z = gpu__pair32(w, 0.0f, 1.0f);
    return k & 1 ? z.y : z.x;
}
GPU__LIFTED_FN double gpu_random_normal_f64(uint64_t seed, uint64_t i, uint32_t k)
{
    const gpu_u32x4 b = gpu__random(seed, i, k >> 1, GPU__R_NORMAL_64);
    gpu__u64x2 w;
    w.x = gpu__word64_of(b, 0);
    w.y = gpu__word64_of(b, 1);
    gpu__f64x2 z = gpu__pair64(w, 0.0, 1.0);
    return k & 1 ? z.y : z.x;
}
GPU__LIFTED_FN gpu_f32x4 gpu_random_f32x4(uint64_t seed, uint64_t i, uint32_t k4)
{
    const gpu_u32x4 w = gpu_random_u32x4(seed, i, k4);
    const gpu_f32x4 r = {{gpu__unit32(w.v[0]), gpu__unit32(w.v[1]), gpu__unit32(w.v[2]), gpu__unit32(w.v[3])}};
    return r;
}
GPU__LIFTED_FN gpu_f32x16 gpu_random_f32x16(uint64_t seed, uint64_t i, uint32_t k16)
{
#ifdef __CUDA_ARCH__
    gpu_f32x16 o;
    uint32_t a[4], b[4], c[4], d[4], k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int q = 0; q < 4; q++)
        a[q] = (uint32_t)i, b[q] = (uint32_t)(i >> 32), c[q] = 4 * k16 + (uint32_t)q, d[q] = GPU__R_U32;
    GPU__UNROLLED (int r = 0; r < GPU__ROUNDS; r++) { /* in lockstep: each round's key is computed once for all */
        GPU__UNROLLED (int q = 0; q < 4; q++) GPU__PHILOX_ROUND(a[q], b[q], c[q], d[q], k0, k1)
        GPU__KEY_STEP(k0, k1);
    }
    GPU__UNROLLED (int q = 0; q < 4; q++)
        o.v[4 * q] = gpu__unit32(a[q]), o.v[4 * q + 1] = gpu__unit32(b[q]), o.v[4 * q + 2] = gpu__unit32(c[q]),
                o.v[4 * q + 3] = gpu__unit32(d[q]);
#else /* unrolled, so that a loop around it vectorises */
    const gpu_f32x4 a = gpu_random_f32x4(seed, i, 4 * k16), b = gpu_random_f32x4(seed, i, 4 * k16 + 1);
    const gpu_f32x4 c = gpu_random_f32x4(seed, i, 4 * k16 + 2), d = gpu_random_f32x4(seed, i, 4 * k16 + 3);
    const gpu_f32x16 o = {{a.v[0], a.v[1], a.v[2], a.v[3], b.v[0], b.v[1], b.v[2], b.v[3], c.v[0], c.v[1], c.v[2],
                           c.v[3], d.v[0], d.v[1], d.v[2], d.v[3]}};
#endif
    return o;
}

/* Integers (Lemire's method): the upper half of word * range. If the lower half is below `limit`, 2^bits modulo the
   range, the word is rejected, since some values would be favoured; it is replaced by words from further counters of
   the same draw, so that draws are independent of each other. */
GPU_FN inline uint64_t gpu__below(uint64_t seed, uint64_t i, uint32_t k, uint32_t fill, uint64_t range, uint64_t limit,
                                  uint64_t word, int bits)
{
    gpu_u32x4 w = {{0, 0, 0, 0}};
    uint32_t t = 1, q = 0;
    for (;;) {
        if ((bits == 32 ? (uint32_t)(word * range) : word * range) >= limit || t > 63)
            return bits == 32 ? word * range >> 32 : gpu__high64(word, range);
        if (q == 0) w = gpu__random(seed, i, k, GPU__R_RETRY | fill | t << 16);
        word = bits == 32 ? gpu__word_of(w, q) : gpu__word64_of(w, q);
        if (++q == (bits == 32 ? 4u : 2u)) {
            q = 0;
            t++;
        }
    }
}
GPU_FN inline int64_t gpu_random_int(uint64_t seed, uint64_t i, uint32_t k, int64_t lo, int64_t hi)
{
    const uint64_t range = (uint64_t)hi - (uint64_t)lo;
    const int bits = range <= 0xffffffffu ? 32 : 64;
    uint64_t word, low, limit = 0;
    if (hi <= lo) return lo;
    word = bits == 32 ? gpu_random_u32(seed, i, k) : gpu_random_u64(seed, i, k);
    low = bits == 32 ? (uint32_t)(word * range) : word * range;
    if (low < range)
        limit = bits == 32 ? (0u - (uint32_t)range) % (uint32_t)range
                           : (0u - range) % range; /* the limit is below the range, so the division is rare */
    return (int64_t)((uint64_t)lo + gpu__below(seed, i, k, 0, range, limit, word, bits));
}

/* Poisson: inversion below a rate of 10, Hormann's transformed rejection (PTRS) above. */
typedef struct gpu__poisson {
    double rate, p0, a, b, vr, loginv, lograte;
} gpu__poisson;
GPU_FN inline gpu__poisson gpu__poisson_of(double rate)
{
    gpu__poisson c;
    c.rate = rate;
    c.p0 = c.a = c.b = c.vr = c.loginv = c.lograte = 0;
    if (rate < 10) c.p0 = gpu__exp64(-rate);
    else {
        c.b = GPU__FMA(2.53, gpu__sqrt64(rate), 0.931);
        c.a = GPU__FMA(0.02483, c.b, -0.059);
        c.loginv = gpu__log64(1.1239 + 1.1328 / (c.b - 3.4));
        c.vr = 0.9277 - 3.6224 / (c.b - 2);
        c.lograte = gpu__log64(rate);
    }
    return c;
}
GPU__LIFTED_FN double
gpu__log_factorial(double k) /* Stirling's series, shifted to larger arguments until it is accurate */
{
    double x = k + 1, shift = 1, y, z, s;
    while (x < 12) {
        shift *= x;
        x += 1;
    }
    y = 1 / x;
    z = y * y;
    s = GPU__SERIES(z, 8.3333333333333333e-2, -2.7777777777777778e-3, 7.9365079365079365e-4, -5.9523809523809524e-4,
                    8.4175084175084175e-4);
    s = GPU__FMA(s, y, 0.91893853320467274);
    s = GPU__FMA(x - 0.5, gpu__log64(x), s) - x;
    return shift > 1 ? s - gpu__log64(shift) : s;
}
GPU__LIFTED_FN int64_t gpu__poisson_draw(const gpu__poisson *c, uint64_t seed, uint64_t i, uint32_t k, uint32_t fill)
{
    if (c->rate < 10) {
        double u = gpu__unit64(gpu__word64_of(gpu__random(seed, i, k, GPU__R_POISSON | fill), 0)), p = c->p0, s = p, q;
        int64_t n = 0;
        while (u >= s && n < 48) { /* the probability beyond 48 is below 2^-53 */
            n++;
            q = c->rate / (double)n;
            s = GPU__FMA(p, q, s);
            p = p * q;
        }
        return n;
    }
    for (uint32_t t = 1; t < 1000; t++) { /* attempt 0 is for the numbers from a table */
        const gpu_u32x4 w = gpu__random(seed, i, k, GPU__R_POISSON | fill | t << 16);
        const double u = gpu__unit64(gpu__word64_of(w, 0)) - 0.5, v = gpu__unit64(gpu__word64_of(w, 1)),
                     us = 0.5 - (u < 0 ? -u : u);
        if (us <= 0) continue;
        const double n = floor(GPU__FMA(2 * c->a / us + c->b, u, c->rate) + 0.43);
        if (us >= 0.07 && v <= c->vr) return (int64_t)n;
        if (n < 0 || (us < 0.013 && v > us)) continue;
        if (v <= 0) return (int64_t)n;
        if (gpu__log64(v) + c->loginv - gpu__log64(c->a / (us * us) + c->b) <=
            GPU__FMA(n, c->lograte, -c->rate) - gpu__log_factorial(n))
            return (int64_t)n;
    }
    return (int64_t)c->rate;
}
GPU_FN inline int64_t gpu_random_poisson(uint64_t seed, uint64_t i, uint32_t k, double rate)
{
    if (!(rate >= 0 && rate <= 1152921504606846976.0)) return -1;
    gpu__poisson c = gpu__poisson_of(rate);
    return gpu__poisson_draw(&c, seed, i, k, 0);
}

/* A permutation: a Feistel network over slightly more than n indices, iterated until the index is below n (cycle
   walking). Up to n = 256 the ranks of random keys are used instead, so that every order is equally likely. With 8
   rounds instead of 12 the indices that thousands of keys give for n = 4096 are measurably not uniform. */
enum { GPU__PERMUTE_ROUNDS = 12, GPU__PERMUTE_RANKS = 256 };
typedef struct gpu__permutation {
    uint64_t n, magic;
    uint32_t left, right, key[GPU__PERMUTE_ROUNDS];
} gpu__permutation;
GPU_FN inline gpu__permutation gpu__permutation_of(uint64_t seed, uint64_t n, uint64_t i, uint32_t sequence,
                                                   uint32_t fill)
{
    gpu__permutation p;
    uint64_t b = (uint64_t)gpu__sqrt64((double)n);
    while (b < 0xffffffffu && b * b < n) b++;
    b = b < 1 ? 1 : b > 0xffffffffu ? 0xffffffffu : b;
    p.n = n;
    p.right = (uint32_t)b;
    p.left = (uint32_t)(n / b + (n % b ? 1 : 0));
    p.magic = ~(uint64_t)0 / b;
    for (uint32_t r = 0; r < GPU__PERMUTE_ROUNDS / 4; r++) {
        const gpu_u32x4 w = gpu__random(seed, i, sequence, GPU__R_PERMUTE | fill | r << 16);
        for (uint32_t l = 0; l < 4; l++) p.key[4 * r + l] = w.v[l];
    }
    return p;
}
GPU__LIFTED_FN uint32_t gpu__permute_round(uint32_t x, uint32_t y, uint32_t key, uint32_t factor,
                                           uint32_t size) /* (x + hash(y)) mod size */
{
    const uint64_t m = (uint64_t)(y ^ key) * factor, h = ((uint32_t)(m >> 32) ^ (uint32_t)m) * (uint64_t)size >> 32,
                   t = x + h;
    return (uint32_t)(t >= size ? t - size : t);
}
GPU__LIFTED_FN uint64_t gpu__permute_at(const gpu__permutation *p, uint64_t i)
{
    do {
        uint64_t q = gpu__high64(i, p->magic), rest = i - q * p->right;
        while (rest >= p->right) {
            rest -= p->right;
            q++;
        }
        uint32_t l = (uint32_t)q;
        uint32_t r = (uint32_t)rest;
        GPU__UNROLLED (int j = 0; j < GPU__PERMUTE_ROUNDS; j += 2) {
            l = gpu__permute_round(l, r, p->key[j], 0xD2511F53u, p->left);
            r = gpu__permute_round(r, l, p->key[j + 1], 0xCD9E8D57u, p->right);
        }
        i = (uint64_t)l * p->right + r;
    } while (i >= p->n);
    return i;
}
GPU_FN inline uint64_t gpu__permute_key(const gpu__permutation *p, uint64_t i)
{
    return gpu__word64_of(gpu__philox((uint32_t)i, p->key[0], p->key[1], p->key[2], p->key[3], p->key[4]), 0);
}
GPU_FN inline uint64_t gpu__permute_rank(const gpu__permutation *p, uint64_t i)
{
    const uint64_t mine = gpu__permute_key(p, i);
    uint64_t rank = 0, j;
    for (j = 0; j < p->n; j++) {
        const uint64_t other = gpu__permute_key(p, j);
        rank += other < mine || (other == mine && j < i) ? 1u : 0u;
    }
    return rank;
}
GPU_FN inline uint64_t gpu_random_permuted(uint64_t seed, uint64_t n, uint64_t i)
{
    const gpu__permutation p = gpu__permutation_of(seed, n, 0, 0, 0);
    if (i >= n) return i; /* a cycle that starts outside may never enter the range */
    return n <= GPU__PERMUTE_RANKS ? gpu__permute_rank(&p, i) : gpu__permute_at(&p, i);
}

/* A fill is a map over an index. Number p of a generator's stream is word p of the blocks 0, 1, 2 ... whose counter
   holds the sequence instead of a draw, so a number depends on seed, sequence and position alone. The parameters of a
   fill, for both backends: */
typedef struct gpu__law {
    double a, b;           /* mean and deviation, or half the scale */
    uint64_t lo, range;    /* integers: first value, number of values */
    uint64_t limit;        /* 2^32 or 2^64 modulo range: a lower half of the product below it is rejected */
    const uint64_t *table; /* Poisson: alias table, 2^bits cells of own value, alias and the own value's share */
    int64_t base;          /* the value of the first cell */
    int bits;
} gpu__law;
typedef struct gpu__fill {
    uint32_t key[2 * GPU__ROUNDS]; /* the rounds' keys, computed once */
    uint64_t seed, position;
    uint32_t sequence, purpose;
    const struct gpu__fill_kind *of;
    int size, per; /* bytes of a number, numbers of a block */
    gpu__law law;
    gpu__poisson poisson;
    gpu__permutation permutation;
} gpu__fill;

/* The kinds of numbers that are computed from the words of a block: kind, type, type of word, type of a word's numbers,
   type of number, source of the words. Then those that are a function of the position: kind, type, the function's name,
   type of number. */
#define GPU__FILLS_{32|64}(X)                                                                                          \
    X(uniform, f{1}, uint{1}_t, {float|double}, {2}, GPU__R_U{1})                                                      \
    X(normal, f{1}, gpu__u{1}x2, gpu__f{1}x2, {2}, GPU__R_NORMAL_{1})                                                  \
    X(lognormal, f{1}, gpu__u{1}x2, gpu__f{1}x2, {2}, GPU__R_NORMAL_{1})                                               \
    X(exponential, f{1}, uint{1}_t, {2}, {2}, GPU__R_U{1})                                                             \
    X(int, i{1}, uint{1}_t, int{1}_t, int{1}_t, GPU__R_U{1})                                                           \
    X(poisson, i{1}, uint64_t, int{1}_t, int{1}_t, GPU__R_POISSON)
#define GPU__FILLS(X) GPU__FILLS_32(X) GPU__FILLS_64(X)
#define GPU__FILLS_AT(X)                                                                                               \
    X(rejection, i32, poisson, int32_t)                                                                                \
    X(rejection, i64, poisson, int64_t)                                                                                \
    X(permutation, i32, permutation, int32_t) X(permutation, i64, permutation, int64_t)
#define GPU__FILL_KIND(name, s, ...) GPU__K_##name##_##s,
enum { GPU__FILLS(GPU__FILL_KIND) GPU__FILLS_AT(GPU__FILL_KIND) };

GPU__LIFTED_FN {float|double} gpu__uniform_f{32|64}_scalar(uint{2}_t w, gpu__law p) { return (void)p, gpu__unit{2}(w); }
GPU__LIFTED_FN {float|double} gpu__exponential_f{32|64}_scalar(uint{2}_t w, gpu__law p)
{
    return gpu__m2log{2}(w) * ({1})p.a;
}
GPU__LIFTED_FN gpu__f{32|64}x2 gpu__normal_f{1}_scalar(gpu__u{1}x2 w, gpu__law p)
{
    return gpu__pair{1}(w, ({float|double})p.a, ({2})p.b);
}
GPU__LIFTED_FN gpu__f{32|64}x2 gpu__lognormal_f{1}_scalar(gpu__u{1}x2 w, gpu__law p)
{
    gpu__f{1}x2 z = gpu__normal_f{1}_scalar(w, p);
    z.x = gpu__exp{1}(z.x);
    z.y = gpu__exp{1}(z.y);
    return z;
}
GPU__LIFTED_FN int32_t gpu__int_i32_scalar(uint32_t w, gpu__law p)
{
    return (int32_t)((uint32_t)p.lo + (uint32_t)((uint64_t)w * (uint32_t)p.range >> 32));
}
GPU__LIFTED_FN int64_t gpu__int_i64_scalar(uint64_t w, gpu__law p) { return (int64_t)(p.lo + gpu__high64(w, p.range)); }
GPU__LIFTED_FN int64_t gpu__poisson_i64_scalar(uint64_t w, gpu__law p) /* Walker's alias method: own value or alias */
{
    const uint64_t cell = w >> (64 - p.bits), e = p.table[cell];
    return p.base + (int64_t)((w << p.bits) >> 16 < e >> 16 ? cell : e & 0xffff);
}
GPU__LIFTED_FN int32_t gpu__poisson_i32_scalar(uint64_t w, gpu__law p)
{
    return (int32_t)gpu__poisson_i64_scalar(w, p);
}

/* Number `at` of the stream if its word was rejected, or number `at` of one of the last four kinds. */
GPU_FN inline uint64_t gpu__fill_again(const gpu__fill *j, uint64_t at, uint64_t word)
{
    return j->law.lo +
           gpu__below(j->seed, at, j->sequence, GPU__R_FILL, j->law.range, j->law.limit, word, j->size == 4 ? 32 : 64);
}
GPU__LIFTED_FN uint64_t gpu__fill_at(const gpu__fill *j, uint64_t at, int permute)
{
    if (permute)
        return j->permutation.n <= GPU__PERMUTE_RANKS ? gpu__permute_rank(&j->permutation, at)
                                                      : gpu__permute_at(&j->permutation, at);
    const int64_t x = gpu__poisson_draw(&j->poisson, j->seed, at, j->sequence, GPU__R_FILL);
    return (uint64_t)(j->size == 4 && x > 2147483647 ? 2147483647 : x);
}
