/* A plan of the CPU, for transforms of one length and precision: tables of roots, and the factors of the length. Plans
   are made at their first use and cached, up to GPU__FFT_KEPT bytes. */
#ifdef GPU_HOST_MALLOC
#define GPU__FFT_MALLOC(bytes) GPU_HOST_MALLOC(bytes)
#define GPU__FFT_FREE(p)                                                                                               \
    if (p) GPU_HOST_FREE(p)
#else
#define GPU__FFT_MALLOC(bytes) malloc(bytes)
#define GPU__FFT_FREE(p) free(p)
#endif
enum {
    GPU__FFT_LANES, /* kinds, see below */
    GPU__FFT_LINE,
    GPU__FFT_HALVES,
    GPU__FFT_KEPT = 64 << 20,        /* bytes of plans that are cached */
    GPU__FFT_MOST_TWIDDLES = 1 << 15 /* maximum number of elements whose roots are in a plan */
};
typedef struct gpu__fft_plan {
    struct gpu__fft_plan *next;
    int kind, users;
    size_t n, size, bytes; /* size: of a real number */
    uint64_t used;         /* time of the last use */
    /* GPU__FFT_LANES: several transforms of n elements, in lanes. GPU__FFT_LINE: one transform of n1 * n2 elements by
       n2 transforms of n1 elements, then n1 of n2, in lanes. In between element (j, k) is multiplied by root j * k, the
       twiddle factor. `twiddles` has all of these or, for a long transform, those with j below the number of lanes,
       which then are multiplied by another root of n: root i is coarse[i >> shift] times fine[i & ((1 << shift) -
          1)]. */
    gpu__fft_lanes first, second;
    void *twiddles;
    double *coarse, *fine;
    int shift;
    /* For a length with a large prime factor, Bluestein's algorithm: a convolution with a chirp, by transforms of the
       length of `padded`. */
    struct gpu__fft_plan *padded;
    void *chirp, *response;
    /* GPU__FFT_HALVES: the first n / 2 roots of n, for a transform of real numbers by one of half the length. */
    void *roots;
} gpu__fft_plan;

/* exp(-2 pi i k / n), k < n: from an angle in the first octant, so that no digits are lost, with a correction for the
   rounding of the angle. */
static inline void gpu__fft_root(size_t k, size_t n, double *re, double *im)
{
    const double turn = 6.283185307179586477, rest = 2.4492935982947064e-16; /* their sum is 2 pi */
    const double four = 4 * (double)n;
    const int upper = k > n - k;
    double t = 4 * (double)(upper ? n - k : k), c, s, angle, low; /* the angle is t / four full twiddles */
    const int second = t > (double)n;
    if (second) t = 2 * (double)n - t; /* the distance from half a turn */
    const int swap = t > (double)n / 2;
    if (swap) t = (double)n - t; /* ... from a quarter */
    angle = t / four;
    low = fma(-angle, four, t) / four;
    low = low * turn + angle * rest + fma(angle, turn, -(angle * turn));
    angle *= turn;
    c = cos(angle);
    s = sin(angle);
    t = c - s * low;
    s += c * low;
    c = t;
    if (swap) {
        t = c;
        c = s;
        s = t;
    }
    *re = second ? -c : c;
    *im = upper ? s : -s;
}
static inline void gpu__fft_set(void *a, size_t i, double v, size_t size)
{
    if (size == 4) ((float *)a)[i] = (float)v;
    else ((double *)a)[i] = v;
}
static inline void gpu__fft_set_number(void *a, size_t i, double re, double im, size_t size)
{
    gpu__fft_set(a, 2 * i, re, size);
    gpu__fft_set(a, 2 * i + 1, im, size);
}
static inline void gpu__fft_set_root(void *a, size_t i, size_t k, size_t n, size_t size)
{
    double re, im;
    gpu__fft_root(k, n, &re, &im);
    gpu__fft_set_number(a, i, re, im, size);
}

/* ---- how a length is split ---- */
static inline int gpu__fft_is_smooth(size_t n)
{
    for (size_t p = 2; p <= GPU__FFT_ODD; p++)
        while (n % p == 0) n /= p;
    return n == 1;
}
/* Chooses the radices of a length: odd primes (two threes are several times as fast as a nine), then as many eights as
   possible such that no two is left, except where that is unavoidable. */
static inline void gpu__fft_radices(gpu__fft_lanes *f, size_t n)
{
    size_t p, left = n;
    int twos = 0;
    f->n = n;
    f->passes = 0;
    for (p = GPU__FFT_ODD; p > 2; p--)
        for (; p % 2 && p != 9 && left % p == 0; left /= p) f->radix[f->passes++] = (unsigned char)p;
    while (left > 1) {
        left /= 2;
        twos++;
    }
    for (; twos; f->passes++) {
        const int bits = twos == 1 ? 1 : twos == 2 || twos == 4 ? 2 : 3;
        f->radix[f->passes] = (unsigned char)(1 << bits);
        twos -= bits;
    }
}
static inline size_t gpu__fft_lanes_bytes(size_t n, size_t size) { return (n + 64 * GPU__FFT_ODD) * 2 * size; }
/* The roots of all passes; those of an odd radix above 5 are followed by the cosines and sines of one turn. */
static inline void gpu__fft_lanes_fill(gpu__fft_lanes *f, void *roots, size_t size)
{
    size_t m = f->n, at = 0, p, k;
    f->roots = roots;
    for (int pass = 0; pass < f->passes; pass++) {
        const size_t radix = f->radix[pass], now = m;
        m /= radix;
        for (p = 0; p < m; p++)
            for (k = 1; k < radix; k++, at++) gpu__fft_set_root(roots, at, p * k, now, size);
        for (k = 0; radix > 5 && radix % 2 && k < radix; k++, at++)
            gpu__fft_set_root(roots, at, k ? radix - k : 0, radix, size);
    }
}
/* Finds n1 of n = n1 * n2: the divisor that fills lanes best; among equal ones the nearest to the square root. */
static inline size_t gpu__fft_split(size_t n, size_t lane)
{
    double least = 0;
    size_t d, best = 1;
    for (d = 1; d <= n / d; d++) {
        const size_t e = n / d;
        if (n % d) continue;
        const double waste = (double)(gpu__ceil_div(e, lane) * lane * d + gpu__ceil_div(d, lane) * lane * e);
        const double cost = waste * (8 + log((double)e / (double)d));
        if (d == 1 || cost < least) {
            least = cost;
            best = d;
        }
    }
    return best;
}
/* A length of at least `least` elements that is fast to transform: a power of two, times 1, 3, 5, 9 or 15. */
static inline size_t gpu__fft_quick(size_t least)
{
    static const size_t odd[] = {3, 5, 9, 15};
    size_t best = 1, k, n;
    while (best < least) best *= 2;
    for (k = 0; k < 4; k++) {
        for (n = odd[k]; n < least;) n *= 2;
        if (n < best && n % 256 == 0) best = n;
    }
    return best;
}

/* ---- one transform, by one thread. Its buffers: two for the longer factor in lanes, and one for all elements. ---- */
typedef struct gpu__fft_buffers {
    char *a, *b, *middle, *padded;
} gpu__fft_buffers;
static inline size_t gpu__fft_lane_elements(size_t size) { return GPU__FFT_LANE / size; }
static inline size_t gpu__fft_whole(size_t n, size_t size) { return GPU__ROUND_UP(n, GPU__FFT_LANE / size); }
static inline size_t gpu__fft_side_bytes(const gpu__fft_plan *p)
{
    return (p->first.n > p->second.n ? p->first.n : p->second.n) * 2 * GPU__FFT_LANE;
}
static inline size_t gpu__fft_middle_bytes(const gpu__fft_plan *p)
{
    return gpu__fft_whole(p->first.n, p->size) * gpu__fft_whole(p->second.n, p->size) * 2 * p->size;
}
static inline size_t gpu__fft_line_bytes(const gpu__fft_plan *p)
{
    const gpu__fft_plan *const q = p->padded ? p->padded : p;
    return 2 * gpu__fft_side_bytes(q) + gpu__fft_middle_bytes(q) +
           (p->padded ? GPU__ROUND_UP(q->n * 2 * q->size, 64) : 0);
}
static inline gpu__fft_buffers gpu__fft_buffers_at(const gpu__fft_plan *p, char *at)
{
    const gpu__fft_plan *const q = p->padded ? p->padded : p;
    gpu__fft_buffers b;
    b.a = at;
    b.b = b.a + gpu__fft_side_bytes(q);
    b.middle = b.b + gpu__fft_side_bytes(q);
    b.padded = b.middle + gpu__fft_middle_bytes(q);
    return b;
}
typedef struct gpu__fft_line {
    const gpu__fft_plan *plan;
    gpu__fft_code *code;
    size_t size; /* of a real number */
    gpu__fft_buffers at;
    const void *in;
    void *out;
    int swaps;
    double scale;
    size_t ahead; /* bytes from a row to the next, which is prefetched; 0: there is none */
} gpu__fft_line;
/* What the steps of both halves of a transform have in common. */
static inline gpu__fft_step gpu__fft_line_step(const gpu__fft_line *t, const gpu__fft_lanes *lanes, int does)
{
    gpu__fft_step s;
    memset(&s, 0, sizeof s);
    s.does = GPU__FFT_PASSES | does;
    s.swaps = t->swaps;
    s.ahead = t->ahead;
    s.fused = !t->ahead && !t->plan->coarse;
    s.lanes = lanes;
    s.a = t->at.a;
    s.b = t->at.b;
    return s;
}
/* The first half of a transform, and the second half, for the blocks of lanes [first, last). */
static inline void gpu__fft_line_first(const gpu__fft_line *t, size_t first, size_t last)
{
    const gpu__fft_plan *const p = t->plan;
    const size_t lane = gpu__fft_lane_elements(p->size), n2 = p->second.n;
    gpu__fft_step s = gpu__fft_line_step(t, &p->first, GPU__FFT_GET | GPU__FFT_TWIDDLE);
    s.in_stride = n2;
    s.out_stride = gpu__fft_whole(n2, p->size);
    s.roots = p->twiddles;
    s.coarse = p->coarse;
    s.fine = p->fine;
    s.shift = p->shift;
    s.n = p->n;
    for (; first < last; first++) {
        s.first = first * lane;
        s.count = n2 - s.first < lane ? n2 - s.first : lane;
        s.in = (const char *)t->in + s.first * 2 * p->size;
        s.out = t->at.middle + s.first * 2 * GPU__FFT_LANE;
        t->code(&s);
    }
}
static inline void gpu__fft_line_second(const gpu__fft_line *t, size_t first, size_t last)
{
    const gpu__fft_plan *const p = t->plan;
    const size_t lane = gpu__fft_lane_elements(p->size), n1 = p->first.n, pitch = gpu__fft_whole(p->second.n, p->size);
    gpu__fft_step s = gpu__fft_line_step(t, &p->second, GPU__FFT_PUT);
    s.scale = t->scale;
    s.out_stride = n1;
    for (; first < last; first++) {
        s.count = n1 - first * lane < lane ? n1 - first * lane : lane;
        s.in = t->at.middle + first * pitch * 2 * GPU__FFT_LANE;
        s.out = (char *)t->out + first * lane * 2 * p->size;
        t->code(&s);
    }
}
static inline size_t gpu__fft_blocks(size_t n, size_t size) { return gpu__ceil_div(n, gpu__fft_lane_elements(size)); }
/* out[i] = a[i] times b[i] for elements [first, last): a product of Bluestein's algorithm. In an inverse transform
   `swaps`, GPU__FFT_SWAPS_IN or GPU__FFT_SWAPS_OUT, exchanges the parts of a or of out. */
static inline void gpu__fft_times(const gpu__fft_line *t, void *out, const void *a, const void *b, size_t first,
                                  size_t last, int swaps, double scale)
{
    const size_t bytes = first * 2 * t->size;
    gpu__fft_step s;
    memset(&s, 0, sizeof s);
    s.does = GPU__FFT_TIMES | swaps;
    s.swaps = t->swaps;
    s.scale = scale;
    s.count = last - first;
    s.out = (char *)out + bytes;
    s.in = (const char *)a + bytes;
    s.roots = (const char *)b + bytes;
    t->code(&s);
}
static inline void gpu__fft_line_run(const gpu__fft_line *t)
{
    const gpu__fft_plan *const p = t->plan, *const q = p->padded;
    gpu__fft_line inner = *t;
    if (!q) {
        gpu__fft_line_first(t, 0, gpu__fft_blocks(p->second.n, p->size));
        gpu__fft_line_second(t, 0, gpu__fft_blocks(p->first.n, p->size));
        return;
    }
    inner.plan = q;
    inner.in = inner.out = t->at.padded;
    inner.scale = 1;
    inner.swaps = 0;
    inner.ahead = 0;
    gpu__fft_times(t, t->at.padded, t->in, p->chirp, 0, p->n, GPU__FFT_SWAPS_IN, 1);
    memset(t->at.padded + p->n * 2 * p->size, 0, (q->n - p->n) * 2 * p->size);
    gpu__fft_line_run(&inner);
    gpu__fft_times(t, t->at.padded, t->at.padded, p->response, 0, q->n, 0, 1);
    inner.swaps = 1;
    gpu__fft_line_run(&inner);
    gpu__fft_times(t, t->out, t->at.padded, p->chirp, 0, p->n, GPU__FFT_SWAPS_OUT, t->scale);
}

/* ---- making a plan ---- */
static inline void gpu__fft_plan_free(gpu__fft_plan *p)
{
    if (p && p->padded) gpu__fft_plan_free(p->padded);
    GPU__FFT_FREE(p);
}
static inline gpu__fft_plan *gpu__fft_plan_new(int kind, size_t n, size_t size, size_t bytes)
{
    gpu__fft_plan *const p = (gpu__fft_plan *)GPU__FFT_MALLOC(sizeof *p + bytes + 64);
    if (p) {
        memset(p, 0, sizeof *p + bytes + 64);
        p->kind = kind;
        p->n = n;
        p->size = size;
        p->bytes = sizeof *p + bytes;
    }
    return p;
}
static inline char *gpu__fft_plan_data(gpu__fft_plan *p) { return GPU__ALIGN64(p + 1); }
static inline gpu__fft_plan *gpu__fft_plan_lanes(size_t n, size_t size)
{
    gpu__fft_plan *const p = gpu__fft_plan_new(GPU__FFT_LANES, n, size, gpu__fft_lanes_bytes(n, size));
    if (!p) return NULL;
    gpu__fft_radices(&p->first, n);
    gpu__fft_lanes_fill(&p->first, gpu__fft_plan_data(p), size);
    return p;
}
static inline gpu__fft_plan *gpu__fft_plan_halves(size_t n, size_t size)
{
    gpu__fft_plan *const p = gpu__fft_plan_new(GPU__FFT_HALVES, n, size, (n / 2 + 1) * 2 * size);
    if (!p) return NULL;
    p->roots = gpu__fft_plan_data(p);
    for (size_t k = 0; k <= n / 2; k++) gpu__fft_set_root(p->roots, k, k, n, size);
    return p;
}
static inline gpu__fft_plan *gpu__fft_plan_line(size_t n, size_t size)
{
    const size_t lane = gpu__fft_lane_elements(size), n1 = gpu__fft_split(n, lane), n2 = n / n1;
    const size_t first = GPU__ROUND_UP(gpu__fft_lanes_bytes(n1, size), 64),
                 second = GPU__ROUND_UP(gpu__fft_lanes_bytes(n2, size), 64);
    const size_t blocks = n <= GPU__FFT_MOST_TWIDDLES ? gpu__ceil_div(n2, lane) : 1,
                 twiddles = blocks * n1 * 2 * GPU__FFT_LANE;
    size_t fine = 1, coarse, block, k, l;
    int shift = 0;
    while (fine < n / fine) {
        fine *= 2;
        shift++;
    }
    coarse = (n >> shift) + 1;
    gpu__fft_plan *p =
        gpu__fft_plan_new(GPU__FFT_LINE, n, size, first + second + twiddles + (fine + coarse) * 2 * sizeof(double));
    if (!p) return NULL;
    gpu__fft_radices(&p->first, n1);
    gpu__fft_radices(&p->second, n2);
    gpu__fft_lanes_fill(&p->first, gpu__fft_plan_data(p), size);
    gpu__fft_lanes_fill(&p->second, gpu__fft_plan_data(p) + first, size);
    p->twiddles = gpu__fft_plan_data(p) + first + second;
    for (block = 0; block < blocks; block++)
        for (k = 0; k < n1; k++)
            for (l = 0; l < lane; l++) {
                const size_t at = (block * n1 + k) * 2 * lane + l;
                double re, im;
                gpu__fft_root(k * (block * lane + l) % n, n, &re, &im);
                gpu__fft_set(p->twiddles, at, re, size);
                gpu__fft_set(p->twiddles, at + lane, im, size);
            }
    if (n <= GPU__FFT_MOST_TWIDDLES) return p;
    p->fine = (double *)(void *)((char *)p->twiddles + twiddles);
    p->coarse = p->fine + 2 * fine;
    p->shift = shift;
    for (k = 0; k < fine; k++) gpu__fft_set_root(p->fine, k, k % n, n, sizeof(double));
    for (k = 0; k < coarse; k++) gpu__fft_set_root(p->coarse, k, (k << shift) % n, n, sizeof(double));
    return p;
}
/* The chirp is exp(-pi i k k / n). k k is computed modulo 2 n, so it is exact. */
static inline gpu__fft_plan *gpu__fft_plan_chirp(size_t n, size_t size, gpu__fft_code *code)
{
    const size_t more = gpu__fft_quick(2 * n - 1), chirp = GPU__ROUND_UP(n * 2 * size, 64);
    gpu__fft_plan *const p = gpu__fft_plan_new(GPU__FFT_LINE, n, size, chirp + more * 2 * size);
    gpu__fft_line t;
    char *scratch = NULL;
    size_t k, square = 0;
    if (!p) return NULL;
    p->padded = gpu__fft_plan_line(more, size);
    if (p->padded) scratch = (char *)GPU__FFT_MALLOC(gpu__fft_line_bytes(p->padded) + 64);
    if (!scratch) {
        gpu__fft_plan_free(p);
        return NULL;
    }
    p->bytes += p->padded->bytes;
    p->chirp = gpu__fft_plan_data(p);
    p->response = (char *)p->chirp + chirp;
    for (k = 0; k < n; k++) {
        double re, im;
        gpu__fft_root(square, 2 * n, &re, &im);
        gpu__fft_set_number(p->chirp, k, re, im, size);
        re /= (double)more;
        im /= -(double)more; /* the response contains the scale of the inverse transform */
        gpu__fft_set_number(p->response, k, re, im, size);
        if (k) gpu__fft_set_number(p->response, more - k, re, im, size);
        square += 2 * k + 1;
        if (square >= 2 * n) square -= 2 * n;
    }
    memset(&t, 0, sizeof t);
    t.plan = p->padded;
    t.code = code;
    t.size = size;
    t.scale = 1;
    t.in = t.out = p->response;
    t.at = gpu__fft_buffers_at(t.plan, GPU__ALIGN64(scratch));
    gpu__fft_line_run(&t);
    GPU__FFT_FREE(scratch);
    return p;
}

/* ---- the cache of plans ---- */
typedef struct gpu__fft_cache {
    gpu__trimmed trimmed;
    int lock;
    uint64_t clock;
    size_t bytes;
    gpu__fft_plan *first;
} gpu__fft_cache;
static inline void gpu__fft_forget(gpu__fft_cache *c, size_t most) /* frees the oldest until `most` bytes are left */
{
    for (;;) {
        gpu__fft_plan **link, **oldest = NULL, *p;
        for (link = &c->first; c->bytes > most && *link; link = &(*link)->next)
            if (!(*link)->users && (!oldest || (*link)->used < (*oldest)->used)) oldest = link;
        if (!oldest) return;
        p = *oldest;
        *oldest = p->next;
        c->bytes -= p->bytes;
        gpu__fft_plan_free(p);
    }
}
static inline void gpu__fft_trim(void);
static inline gpu__fft_cache *gpu__fft_kept(void)
{
    static gpu__fft_cache cache = {{gpu__fft_trim, NULL, 0}, 0, 0, 0, NULL};
    return &cache;
}
static inline void gpu__fft_lock(gpu__fft_cache *c)
{
    while (GPU__EXCHANGE_ACQUIRE(int, &c->lock, 1)) continue;
}
static inline void gpu__fft_trim(void)
{
    gpu__fft_cache *const c = gpu__fft_kept();
    gpu__fft_lock(c);
    gpu__fft_forget(c, 0);
    GPU__STORE_RELEASE(int, &c->lock, 0);
}
static inline void gpu__fft_join_trimmed(gpu__trimmed *t)
{
    gpu__trimmed *first;
    if (GPU__EXCHANGE_ACQUIRE(int, &t->listed, 1)) return;
    do t->next = first = GPU__LOAD_ACQUIRE(gpu__trimmed *, &gpu__all_trimmed);
    while (!GPU__COMPARE_EXCHANGE(gpu__trimmed *, &gpu__all_trimmed, &first, &t));
}
/* Returns the plan for a kind and a length, to be released by gpu__fft_plan_give; NULL if memory is exhausted. */
static inline gpu__fft_plan *gpu__fft_plan_get(int kind, size_t n, size_t size, gpu__fft_code *code)
{
    gpu__fft_cache *const c = gpu__fft_kept();
    gpu__fft_plan *p, *made = NULL;
    for (;;) {
        gpu__fft_lock(c);
        for (p = c->first; p && (p->kind != kind || p->n != n || p->size != size);) p = p->next;
        if (!p && made) {
            p = made;
            made = NULL;
            p->next = c->first;
            c->first = p;
            c->bytes += p->bytes;
        }
        if (p) {
            p->users++;
            p->used = ++c->clock;
        }
        gpu__fft_forget(c, GPU__FFT_KEPT);
        GPU__STORE_RELEASE(int, &c->lock, 0);
        if (p) break;
        gpu__fft_join_trimmed(&c->trimmed);
        made = kind == GPU__FFT_LANES    ? gpu__fft_plan_lanes(n, size)
               : kind == GPU__FFT_HALVES ? gpu__fft_plan_halves(n, size)
               : gpu__fft_is_smooth(n)   ? gpu__fft_plan_line(n, size)
                                         : gpu__fft_plan_chirp(n, size, code);
        if (!made) return NULL;
    }
    gpu__fft_plan_free(made);
    return p;
}
static inline void gpu__fft_plan_give(gpu__fft_plan *p)
{
    gpu__fft_cache *const c = gpu__fft_kept();
    if (!p) return;
    gpu__fft_lock(c);
    p->users--;
    GPU__STORE_RELEASE(int, &c->lock, 0);
}
