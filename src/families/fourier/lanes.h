/* The CPU computes several transforms at a time, in lanes: an element consists of 64 bytes of real parts and 64 bytes
   of imaginary parts, one of each for every transform. A compiler makes one, two or four vectors of the loop over a
   lane, so that the instruction sets differ in speed and not in results. The passes are those of Stockham's algorithm:
   each reads all elements and writes them in the order of the next pass, so no permutation is needed at the end. */
typedef struct gpu__fft_lanes {
    size_t n;          /* a product of small primes */
    int passes;        /* pass k has radix[k] */
    const void *roots; /* of all passes, in order; after those of an odd radix above 5 its cosines and sines */
    unsigned char radix[64];
} gpu__fft_lanes;
enum {
    GPU__FFT_LANE = 64, /* bytes */
    GPU__FFT_ODD = 13,  /* the largest radix */
    GPU__FFT_GET = 1,   /* what a step does, in this order: loads elements whose lanes are contiguous, ... */
    GPU__FFT_GET_ROWS = 2,
    GPU__FFT_PASSES = 4,  /* ... or rows, one for each lane; makes the passes; ... */
    GPU__FFT_TWIDDLE = 8, /* ... multiplies by roots and transposes blocks of lanes; ... */
    GPU__FFT_PUT = 16,    /* ... or stores the elements, likewise */
    GPU__FFT_PUT_ROWS = 32,
    GPU__FFT_TIMES = 64,      /* or, instead of all that: out = in times roots, `count` complex numbers, ... */
    GPU__FFT_SWAPS_IN = 128,  /* ... if `swaps` is set with the parts of `in` exchanged, ... */
    GPU__FFT_SWAPS_OUT = 256, /* ... or those of out, ... */
    GPU__FFT_SPLIT = 512,     /* ... or makes the spectrum of 2 n real numbers of n complex ones, ... */
    GPU__FFT_JOIN = 1024      /* ... or the inverse; in both cases for pairs [first, first + count) */
};
typedef struct gpu__fft_step {
    int does, swaps; /* swaps: GET and PUT exchange real and imaginary parts: the inverse transform */
    const gpu__fft_lanes *lanes;
    void *a, *b;    /* buffers for n elements in lanes */
    const void *in; /* without GET: elements in lanes */
    size_t in_stride;
    void *out;
    size_t out_stride; /* in complex elements; for TWIDDLE: elements in lanes between blocks */
    size_t count;      /* lanes in use */
    size_t ahead;      /* GET and PUT prefetch what is so many bytes ahead, unless 0 */
    int fused; /* passes may do what comes before and after them; for short transforms, since loads of distant memory
                  run further ahead in loops of their own */
    const void *roots; /* for TWIDDLE: of all lanes; with `coarse` those of the first block only */
    const double *coarse, *fine;
    size_t n, first;
    int shift;
    double scale;
} gpu__fft_step;
typedef void gpu__fft_code(const gpu__fft_step *s);
/* Which copies of the code have AVX-512, and the two halves of a perfect shuffle of two vectors. */
#define GPU__FFT_WIDE_x1 0
#define GPU__FFT_WIDE_x2 0
#define GPU__FFT_WIDE_x5 1
#if defined(GPU__CLANG)
#define GPU__FFT_UNROLLED _Pragma("clang loop unroll(full)")
#elif defined(GPU__GCC)
#define GPU__FFT_UNROLLED _Pragma("GCC unroll 16")
#else
#define GPU__FFT_UNROLLED
#endif
#ifdef GPU__X86
static const uint32_t gpu__fft_shuffle_4[2][16] = {{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23},
                                                   {8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31}};
static const uint64_t gpu__fft_shuffle_8[2][8] = {{0, 8, 1, 9, 2, 10, 3, 11}, {4, 12, 5, 13, 6, 14, 7, 15}};
#endif
/* ---- the passes. Element q + s * (p + m * k) goes to q + s * (radix * p + k), multiplied by root p * k (the twiddle
   factor). `twiddled` is 0 if all these roots are 1. With `end` GPU__FFT_GET the pass loads from an array of complex
   numbers, with GPU__FFT_PUT it stores to one, and with GPU__FFT_TWIDDLE it multiplies by the roots of the step, which
   then are `w`; so the data are not loaded and stored once more. ---- */
#define GPU__FFT_V(T) (GPU__FFT_LANE / sizeof(T))
#define GPU__FFT_X(T, k)                                                                                               \
    const T x##k##u = end == GPU__FFT_GET ? x[(k)*gap + 2 * l] : x[(k)*gap + l],                                       \
            x##k##v = end == GPU__FFT_GET ? x[(k)*gap + 2 * l + 1] : x[(k)*gap + GPU__FFT_V(T) + l],                   \
            x##k##r = end == GPU__FFT_GET && swaps ? x##k##v : x##k##u,                                                \
            x##k##i = end == GPU__FFT_GET && swaps ? x##k##u : x##k##v
#define GPU__FFT_W(T, k) const T w##k##r = twiddled ? w[2 * (k)-2] : 1, w##k##i = twiddled ? w[2 * (k)-1] : 0;
#define GPU__FFT_Y(T, k, real, imaginary)                                                                              \
    {                                                                                                                  \
        const T yr = real, yi = imaginary;                                                                             \
        if (end == GPU__FFT_PUT) {                                                                                     \
            y[(k)*rise + 2 * l] = (swaps ? yi : yr) * scale;                                                           \
            y[(k)*rise + 2 * l + 1] = (swaps ? yr : yi) * scale;                                                       \
        } else if (end == GPU__FFT_TWIDDLE) {                                                                          \
            y[(k)*rise + l] = yr * u[(k)*rise + l] - yi * u[(k)*rise + GPU__FFT_V(T) + l];                             \
            y[(k)*rise + GPU__FFT_V(T) + l] = yr * u[(k)*rise + GPU__FFT_V(T) + l] + yi * u[(k)*rise + l];             \
        } else {                                                                                                       \
            y[(k)*rise + l] = twiddled ? yr * w##k##r - yi * w##k##i : yr;                                             \
            y[(k)*rise + GPU__FFT_V(T) + l] = twiddled ? yr * w##k##i + yi * w##k##r : yi;                             \
        }                                                                                                              \
    }
#define GPU__FFT_Y0(T, real, imaginary)                                                                                \
    {                                                                                                                  \
        const T w0r = 1, w0i = 0;                                                                                      \
        GPU__FFT_Y(T, 0, real, imaginary)                                                                              \
    }
/* Begins a pass of a radix: for each p its roots, for each q its elements, then its lanes. */
#define GPU__FFT_FOR_LANES(T, radix)                                                                                   \
    const size_t step = end == GPU__FFT_GET ? 2 * t->in_stride : 2 * GPU__FFT_V(T),                                    \
                 next = end == GPU__FFT_PUT ? 2 * t->out_stride : 2 * GPU__FFT_V(T), gap = s * m * step,               \
                 rise = s * next;                                                                                      \
    const T *x = in + p * s * step, *u = w, scale = (T)t->scale;                                                       \
    const int swaps = t->swaps;                                                                                        \
    T *y = out + p * radix * rise;                                                                                     \
    size_t q, l;                                                                                                       \
    for (q = 0; q < s; q++, x += step, y += next, u += next) GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(T); l++)
#define GPU__FFT_CASE(pass, radix, end)                                                                                \
    case radix << 8 | end:                                                                                             \
        pass(t, in, out, s, m, 0, w, 0, end);                                                                          \
        for (p = 1; p < m && end < GPU__FFT_TWIDDLE; p++) pass(t, in, out, s, m, p, w + p * 2 * (radix - 1), 1, end);  \
        break;
#define GPU__FFT_COPY(sfx, target, name, body)                                                                         \
    GPU__HOT target static inline void name##sfx(const gpu__fft_step *t) { body(t, GPU__FFT_WIDE##sfx); }
#ifdef REAL
#ifdef GPU__CUDA
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675 /* the pragma is for the host compiler; nvcc's front end does not know it */
#endif
GPU__BODY void gpu__fft_by_2_T(const gpu__fft_step *t, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                               size_t p, const T *__restrict w, const int twiddled, const int end)
{
    GPU__FFT_W(T, 1)
    GPU__FFT_FOR_LANES(T, 2)
    {
        GPU__FFT_X(T, 0);
        GPU__FFT_X(T, 1);
        GPU__FFT_Y0(T, x0r + x1r, x0i + x1i) GPU__FFT_Y(T, 1, x0r - x1r, x0i - x1i)
    }
}
GPU__BODY void gpu__fft_by_3_T(const gpu__fft_step *t, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                               size_t p, const T *__restrict w, const int twiddled, const int end)
{
    const T sine = (T)0.86602540378443864676;
    GPU__FFT_W(T, 1) GPU__FFT_W(T, 2) GPU__FFT_FOR_LANES(T, 3)
    {
        GPU__FFT_X(T, 0);
        GPU__FFT_X(T, 1);
        GPU__FFT_X(T, 2);
        const T tr = x1r + x2r, ti = x1i + x2i, ur = (x1r - x2r) * sine, ui = (x1i - x2i) * sine;
        const T ar = x0r - tr * (T)0.5, ai = x0i - ti * (T)0.5;
        GPU__FFT_Y0(T, x0r + tr, x0i + ti)
        GPU__FFT_Y(T, 1, ar + ui, ai - ur)
        GPU__FFT_Y(T, 2, ar - ui, ai + ur)
    }
}
GPU__BODY void gpu__fft_by_4_T(const gpu__fft_step *t, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                               size_t p, const T *__restrict w, const int twiddled, const int end)
{
    GPU__FFT_W(T, 1) GPU__FFT_W(T, 2) GPU__FFT_W(T, 3) GPU__FFT_FOR_LANES(T, 4)
    {
        GPU__FFT_X(T, 0);
        GPU__FFT_X(T, 1);
        GPU__FFT_X(T, 2);
        GPU__FFT_X(T, 3);
        const T ar = x0r + x2r, ai = x0i + x2i, br = x0r - x2r, bi = x0i - x2i;
        const T cr = x1r + x3r, ci = x1i + x3i, dr = x1r - x3r, di = x1i - x3i;
        GPU__FFT_Y0(T, ar + cr, ai + ci)
        GPU__FFT_Y(T, 1, br + di, bi - dr)
        GPU__FFT_Y(T, 2, ar - cr, ai - ci)
        GPU__FFT_Y(T, 3, br - di, bi + dr)
    }
}
GPU__BODY void gpu__fft_by_5_T(const gpu__fft_step *t, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                               size_t p, const T *__restrict w, const int twiddled, const int end)
{
    const T c1 = (T)0.30901699437494742410, c2 = (T)-0.80901699437494742410;
    const T s1 = (T)0.95105651629515357212, s2 = (T)0.58778525229247312917;
    GPU__FFT_W(T, 1) GPU__FFT_W(T, 2) GPU__FFT_W(T, 3) GPU__FFT_W(T, 4) GPU__FFT_FOR_LANES(T, 5)
    {
        GPU__FFT_X(T, 0);
        GPU__FFT_X(T, 1);
        GPU__FFT_X(T, 2);
        GPU__FFT_X(T, 3);
        GPU__FFT_X(T, 4);
        const T t1r = x1r + x4r, t1i = x1i + x4i, t2r = x2r + x3r, t2i = x2i + x3i;
        const T u1r = x1r - x4r, u1i = x1i - x4i, u2r = x2r - x3r, u2i = x2i - x3i;
        const T a1r = x0r + c1 * t1r + c2 * t2r, a1i = x0i + c1 * t1i + c2 * t2i;
        const T a2r = x0r + c2 * t1r + c1 * t2r, a2i = x0i + c2 * t1i + c1 * t2i;
        const T b1r = s1 * u1r + s2 * u2r, b1i = s1 * u1i + s2 * u2i;
        const T b2r = s2 * u1r - s1 * u2r, b2i = s2 * u1i - s1 * u2i;
        GPU__FFT_Y0(T, x0r + t1r + t2r, x0i + t1i + t2i)
        GPU__FFT_Y(T, 1, a1r + b1i, a1i - b1r)
        GPU__FFT_Y(T, 2, a2r + b2i, a2i - b2r)
        GPU__FFT_Y(T, 3, a2r - b2i, a2i + b2r)
        GPU__FFT_Y(T, 4, a1r - b1i, a1i + b1r)
    }
}
GPU__BODY void gpu__fft_by_8_T(const gpu__fft_step *t, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                               size_t p, const T *__restrict w, const int twiddled, const int end)
{
    const T h = (T)0.70710678118654752440;
    GPU__FFT_W(T, 1)
    GPU__FFT_W(T, 2)
    GPU__FFT_W(T, 3) GPU__FFT_W(T, 4) GPU__FFT_W(T, 5) GPU__FFT_W(T, 6) GPU__FFT_W(T, 7) GPU__FFT_FOR_LANES(T, 8)
    {
        GPU__FFT_X(T, 0);
        GPU__FFT_X(T, 1);
        GPU__FFT_X(T, 2);
        GPU__FFT_X(T, 3);
        GPU__FFT_X(T, 4);
        GPU__FFT_X(T, 5);
        GPU__FFT_X(T, 6);
        GPU__FFT_X(T, 7);
        const T a0r = x0r + x4r, a0i = x0i + x4i, b0r = x0r - x4r, b0i = x0i - x4i;
        const T a1r = x1r + x5r, a1i = x1i + x5i, v1r = x1r - x5r, v1i = x1i - x5i;
        const T a2r = x2r + x6r, a2i = x2i + x6i, b2r = x2i - x6i, b2i = x6r - x2r; /* times -i */
        const T a3r = x3r + x7r, a3i = x3i + x7i, v3r = x3r - x7r, v3i = x3i - x7i;
        const T b1r = (v1r + v1i) * h, b1i = (v1i - v1r) * h, b3r = (v3i - v3r) * h, b3i = (v3r + v3i) * -h;
        const T cr = a0r + a2r, ci = a0i + a2i, dr = a0r - a2r, di = a0i - a2i;
        const T er = a1r + a3r, ei = a1i + a3i, fr = a1i - a3i, fi = a3r - a1r;
        const T gr = b0r + b2r, gi = b0i + b2i, hr = b0r - b2r, hi = b0i - b2i;
        const T jr = b1r + b3r, ji = b1i + b3i, kr = b1i - b3i, ki = b3r - b1r;
        GPU__FFT_Y0(T, cr + er, ci + ei)
        GPU__FFT_Y(T, 1, gr + jr, gi + ji)
        GPU__FFT_Y(T, 2, dr + fr, di + fi)
        GPU__FFT_Y(T, 3, hr + kr, hi + ki)
        GPU__FFT_Y(T, 4, cr - er, ci - ei)
        GPU__FFT_Y(T, 5, gr - jr, gi - ji)
        GPU__FFT_Y(T, 6, dr - fr, di - fi)
        GPU__FFT_Y(T, 7, hr - kr, hi - ki)
    }
}
/* Any odd radix: sums and differences of pairs of elements, k and radix - k, then products with the cosines and sines
   of one full turn, in `circle`. */
GPU__BODY void gpu__fft_by_odd_T(size_t radix, const T *__restrict in, T *__restrict out, size_t s, size_t m,
                                 const T *__restrict w, const T *__restrict circle)
{
    T sum[GPU__FFT_ODD * GPU__FFT_V(T)], gap[GPU__FFT_ODD * GPU__FFT_V(T)]; /* of each pair, in lanes */
    T a[2 * GPU__FFT_V(T)], b[2 * GPU__FFT_V(T)];
    const size_t lane = GPU__FFT_V(T), half = radix / 2, step = 2 * lane;
    for (size_t p = 0; p < m; p++, w += 2 * (radix - 1))
        for (size_t q = 0; q < s; q++) {
            const T *const x = in + (q + p * s) * step;
            T *const y = out + (q + p * s * radix) * step;
            for (size_t l = 0; l < step; l++) a[l] = x[l];
            for (size_t j = 0; j < half; j++) {
                const T *const u = x + s * m * (j + 1) * step, *const v = x + s * m * (radix - 1 - j) * step;
                T *const t = sum + j * step, *const d = gap + j * step;
                GPU__VECTOR_LOOP for (size_t l = 0; l < step; l++)
                {
                    t[l] = u[l] + v[l];
                    d[l] = u[l] - v[l];
                    a[l] += t[l];
                }
            }
            GPU__VECTOR_LOOP for (size_t l = 0; l < step; l++) y[l] = a[l];
            for (size_t k = 1; k <= half; k++) {
                const T *const w0 = w + 2 * k - 2, *const w1 = w + 2 * (radix - k) - 2;
                T *const y0 = y + k * s * step, *const y1 = y + (radix - k) * s * step;
                for (size_t l = 0; l < step; l++) {
                    a[l] = x[l];
                    b[l] = 0;
                }
                for (size_t j = 0; j < half; j++) {
                    const size_t turn = (j + 1) * k % radix;
                    const T c = circle[2 * turn], e = circle[2 * turn + 1];
                    const T *const t = sum + j * step, *const d = gap + j * step;
                    GPU__VECTOR_LOOP for (size_t l = 0; l < step; l++)
                    {
                        a[l] += c * t[l];
                        b[l] += e * d[l];
                    }
                }
                GPU__VECTOR_LOOP for (size_t l = 0; l < GPU__FFT_V(T); l++)
                {
                    const T r0 = a[l] + b[lane + l], i0 = a[lane + l] - b[l], r1 = a[l] - b[lane + l],
                            i1 = a[lane + l] + b[l];
                    y0[l] = r0 * w0[0] - i0 * w0[1];
                    y0[lane + l] = r0 * w0[1] + i0 * w0[0];
                    y1[l] = r1 * w1[0] - i1 * w1[1];
                    y1[lane + l] = r1 * w1[1] + i1 * w1[0];
                }
            }
        }
}
GPU__BODY void gpu__fft_pass_T(const gpu__fft_step *t, size_t radix, const T *in, T *out, size_t s, size_t m,
                               const T *w, const T *circle, int end)
{
    size_t p;
    switch ((int)radix << 8 | end) {
        GPU__FFT_CASE(gpu__fft_by_2_T, 2, 0)
        GPU__FFT_CASE(gpu__fft_by_3_T, 3, 0)
        GPU__FFT_CASE(gpu__fft_by_4_T, 4, 0)
        GPU__FFT_CASE(gpu__fft_by_5_T, 5, 0)
        GPU__FFT_CASE(gpu__fft_by_8_T, 8, 0)
        GPU__FFT_CASE(gpu__fft_by_4_T, 4, GPU__FFT_GET)
        GPU__FFT_CASE(gpu__fft_by_8_T, 8, GPU__FFT_GET)
        GPU__FFT_CASE(gpu__fft_by_4_T, 4, GPU__FFT_TWIDDLE)
        GPU__FFT_CASE(gpu__fft_by_8_T, 8, GPU__FFT_TWIDDLE)
        GPU__FFT_CASE(gpu__fft_by_4_T, 4, GPU__FFT_PUT)
        GPU__FFT_CASE(gpu__fft_by_8_T, 8, GPU__FFT_PUT)
    default: gpu__fft_by_odd_T(radix, in, out, s, m, w, circle);
    }
}

/* ---- between arrays of complex numbers and lanes ---- */
GPU__BODY void gpu__fft_prefetch_T(const T *x, size_t ahead)
{
    GPU__PREFETCH((uintptr_t)x + ahead);
    GPU__PREFETCH((uintptr_t)x + ahead + GPU__FFT_LANE);
}
GPU__BODY void gpu__fft_get_T(T *__restrict to, const T *__restrict x, size_t n, size_t stride, size_t count, int swaps,
                              size_t ahead)
{
    const size_t real = swaps ? GPU__FFT_V(T) : 0, imaginary = GPU__FFT_V(T) - real;
    for (size_t i = 0; i < n; i++, x += 2 * stride, to += 2 * GPU__FFT_V(T)) {
        T *const r = to + real, *const m = to + imaginary;
        if (ahead) gpu__fft_prefetch_T(x, ahead);
        if (count == GPU__FFT_V(T)) GPU__VECTOR_LOOP for (size_t l = 0; l < GPU__FFT_V(T); l++)
            {
                r[l] = x[2 * l];
                m[l] = x[2 * l + 1];
            }
        else {
            memset(to, 0, 2 * GPU__FFT_LANE);
            for (size_t l = 0; l < count; l++) {
                r[l] = x[2 * l];
                m[l] = x[2 * l + 1];
            }
        }
    }
}
GPU__BODY void gpu__fft_put_T(T *__restrict x, const T *__restrict from, size_t n, size_t stride, size_t count,
                              int swaps, T scale, size_t ahead)
{
    const size_t real = swaps ? GPU__FFT_V(T) : 0, imaginary = GPU__FFT_V(T) - real;
    for (size_t i = 0; i < n; i++, x += 2 * stride, from += 2 * GPU__FFT_V(T)) {
        const T *const r = from + real, *const m = from + imaginary;
        if (ahead) gpu__fft_prefetch_T(x, ahead);
        if (count == GPU__FFT_V(T)) GPU__VECTOR_LOOP for (size_t l = 0; l < GPU__FFT_V(T); l++)
            {
                x[2 * l] = r[l] * scale;
                x[2 * l + 1] = m[l] * scale;
            }
        else
            for (size_t l = 0; l < count; l++) {
                x[2 * l] = r[l] * scale;
                x[2 * l + 1] = m[l] * scale;
            }
    }
}
/* to[k][l] = from[l][k] for as many rows and columns as a lane has elements, with strides `gap` and `step`. Each round
   is a perfect shuffle, which interleaves the lower half of the rows with the upper half; log2 of the number of rows
   such rounds are a transpose. */
GPU__BODY void gpu__fft_shuffle_T(T *__restrict to, const T *__restrict from, size_t step, size_t gap)
{
    for (size_t r = 0; r < GPU__FFT_V(T) / 2; r++) {
        const T *const a = from + r * gap, *const b = a + GPU__FFT_V(T) / 2 * gap;
        T *const c = to + 2 * r * step, *const d = c + step;
        GPU__VECTOR_LOOP for (size_t k = 0; k < GPU__FFT_V(T) / 2; k++)
        {
            c[2 * k] = a[k];
            c[2 * k + 1] = b[k];
        }
        GPU__VECTOR_LOOP for (size_t k = 0; k < GPU__FFT_V(T) / 2; k++)
        {
            d[2 * k] = a[GPU__FFT_V(T) / 2 + k];
            d[2 * k + 1] = b[GPU__FFT_V(T) / 2 + k];
        }
    }
}
#ifdef GPU__X86
/* The same rounds in registers. */
GPU__HOT GPU__AVX512 static inline void gpu__fft_square_T(T *to, const T *from, size_t step, size_t gap)
{
    enum { lane = GPU__FFT_LANE / sizeof(T), half = lane / 2 };
    typedef T row GPU__VECTOR(64);
    const void *const low = sizeof(T) == 4 ? (const void *)gpu__fft_shuffle_4 : (const void *)gpu__fft_shuffle_8;
    row a[lane], b[lane], index[2];
    memcpy(index, low, sizeof index);
    GPU__FFT_UNROLLED for (int r = 0; r < lane; r++) memcpy(&a[r], from + (size_t)r * gap, sizeof *a);
    GPU__FFT_UNROLLED for (int round = 1; round < lane; round *= 2)
    {
        GPU__FFT_UNROLLED for (int r = 0; r < lane; r++)
        {
            b[r] = a[r / 2];
            if (sizeof(T) == 4) __asm__("vpermt2ps %2, %1, %0" : "+v"(b[r]) : "v"(index[r % 2]), "v"(a[r / 2 + half]));
            else __asm__("vpermt2pd %2, %1, %0" : "+v"(b[r]) : "v"(index[r % 2]), "v"(a[r / 2 + half]));
        }
        GPU__FFT_UNROLLED for (int r = 0; r < lane; r++) a[r] = b[r];
    }
    GPU__FFT_UNROLLED for (int r = 0; r < lane; r++) memcpy(to + (size_t)r * step, &a[r], sizeof *a);
}
#endif
GPU__BODY void gpu__fft_transpose_T(T *to, const T *from, size_t step, size_t gap, GPU__UNUSED const int wide)
{
#ifdef GPU__X86
    if (wide) {
        gpu__fft_square_T(to, from, step, gap);
        return;
    }
#endif
    T a[GPU__FFT_V(T) * GPU__FFT_V(T)], b[GPU__FFT_V(T) * GPU__FFT_V(T)];
    gpu__fft_shuffle_T(a, from, GPU__FFT_V(T), gap);
    gpu__fft_shuffle_T(b, a, GPU__FFT_V(T), GPU__FFT_V(T));
    if (GPU__FFT_V(T) > 8) {
        gpu__fft_shuffle_T(a, b, GPU__FFT_V(T), GPU__FFT_V(T));
        gpu__fft_shuffle_T(to, a, step, GPU__FFT_V(T));
    } else gpu__fft_shuffle_T(to, b, step, GPU__FFT_V(T));
}
/* Multiplies row k, lane l by root k * (first + l), unless a pass has done it, then transposes blocks of lanes, so that
   the elements of this transform become the lanes of the next one. */
GPU__BODY void gpu__fft_twiddle_T(const gpu__fft_step *t, T *__restrict to, const T *__restrict from, int multiplied,
                                  const int wide)
{
    const size_t lane = GPU__FFT_V(T), n = t->lanes->n, mask = ((size_t)1 << t->shift) - 1;
    const T *const roots = (const T *)t->roots + (t->coarse ? 0 : t->first * n * 2);
    T twiddled[GPU__FFT_V(T) * 2 * GPU__FFT_V(T)];
    size_t k0, k, l, half, root = 0;
    for (k0 = 0; k0 < n; k0 += lane, to += t->out_stride * 2 * lane) {
        for (k = 0; k < lane && k0 + k < n && !multiplied; k++) {
            const T *const x = from + (k0 + k) * 2 * lane, *const u = roots + (k0 + k) * 2 * lane;
            T *const y = twiddled + k * 2 * lane;
            if (t->coarse) {
                const double *const c = t->coarse + 2 * (root >> t->shift), *const e = t->fine + 2 * (root & mask);
                const T cr = (T)(c[0] * e[0] - c[1] * e[1]), ci = (T)(c[0] * e[1] + c[1] * e[0]);
                GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(T); l++)
                {
                    const T wr = cr * u[l] - ci * u[GPU__FFT_V(T) + l], wi = cr * u[GPU__FFT_V(T) + l] + ci * u[l];
                    y[l] = x[l] * wr - x[GPU__FFT_V(T) + l] * wi;
                    y[GPU__FFT_V(T) + l] = x[l] * wi + x[GPU__FFT_V(T) + l] * wr;
                }
                root += t->first;
                if (root >= t->n) root -= t->n;
            } else GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(T); l++)
                {
                    y[l] = x[l] * u[l] - x[GPU__FFT_V(T) + l] * u[GPU__FFT_V(T) + l];
                    y[GPU__FFT_V(T) + l] = x[l] * u[GPU__FFT_V(T) + l] + x[GPU__FFT_V(T) + l] * u[l];
                }
        }
        if (k < lane && !multiplied) memset(twiddled + k * 2 * lane, 0, (lane - k) * 2 * GPU__FFT_LANE);
        for (half = 0; half < 2; half++)
            gpu__fft_transpose_T(to + half * lane, (multiplied ? from + k0 * 2 * lane : twiddled) + half * lane,
                                 2 * lane, 2 * lane, wide);
    }
}
/* Loads rows, each of which becomes a lane; with `puts` stores lanes as rows. */
GPU__BODY void gpu__fft_rows_T(T *lanes, T *x, size_t n, size_t pitch, size_t count, int swaps, int puts, T scale,
                               size_t ahead, const int wide)
{
    const size_t lane = GPU__FFT_V(T);
    T tile[GPU__FFT_V(T) * 2 * GPU__FFT_V(T)], other[GPU__FFT_V(T) * 2 * GPU__FFT_V(T)];
    if (count < lane || n % lane) memset(tile, 0, sizeof tile);
    for (size_t i = 0; i < n; i += lane) {
        const size_t some = n - i < lane ? n - i : lane;
        T *const at = lanes + i * 2 * lane, *const from = puts && some == lane ? at : tile,
                 *const to = !puts && some == lane ? at : other;
        if (puts && from == tile) memcpy(tile, at, some * 2 * GPU__FFT_LANE);
        if (!puts)
            for (size_t l = 0; l < count; l++)
                gpu__fft_get_T(tile + l * 2 * lane, x + (l * pitch + i) * 2, 1, 0, some, swaps, ahead);
        for (size_t half = 0; half < 2; half++)
            gpu__fft_transpose_T(to + half * lane, from + half * lane, 2 * lane, 2 * lane, wide);
        if (!puts && to == other) memcpy(at, other, some * 2 * GPU__FFT_LANE);
        for (size_t l = 0; puts && l < count; l++)
            gpu__fft_put_T(x + (l * pitch + i) * 2, other + l * 2 * lane, 1, 0, some, swaps, scale, ahead);
    }
}
/* ---- products of complex arrays; conversion between the spectra of n complex and of 2 n real numbers ---- */
GPU__BODY void gpu__fft_multiply_T(const gpu__fft_step *t, const T *x, const T *w, T *y)
{
    const size_t a = t->swaps && t->does & GPU__FFT_SWAPS_IN, b = t->swaps && t->does & GPU__FFT_SWAPS_OUT;
    const T scale = (T)t->scale;
    if (a || b)
        for (size_t i = 0; i < t->count; i++) {
            const T re = x[2 * i + a], im = x[2 * i + 1 - a], wr = w[2 * i] * scale, wi = w[2 * i + 1] * scale;
            y[2 * i + b] = re * wr - im * wi;
            y[2 * i + 1 - b] = re * wi + im * wr;
        }
    else GPU__VECTOR_LOOP for (size_t i = 0; i < t->count; i++)
        {
            const T re = x[2 * i], im = x[2 * i + 1], wr = w[2 * i] * scale, wi = w[2 * i + 1] * scale;
            y[2 * i] = re * wr - im * wi;
            y[2 * i + 1] = re * wi + im * wr;
        }
}
/* If the even ones of 2 n real numbers are taken as real parts and the odd ones as imaginary parts, element k of the
   transform is e + i o, where e and o are the spectra of the even and of the odd numbers. Elements k and n - k of the
   whole spectrum are e + root o and the conjugate of e - root o. Element 0 is paired with itself, and also gives the
   last one, element n. */
GPU__BODY void gpu__fft_split_T(const gpu__fft_step *t, const T *w, T *y)
{
    const T half = (T)0.5;
    for (size_t k = t->first; k < t->first + t->count; k++) {
        T *const u = y + 2 * k, *const v = y + 2 * (t->n - k), *const p = k ? v : u;
        const T er = (u[0] + p[0]) * half, ei = (u[1] - p[1]) * half;
        const T dr = (u[1] + p[1]) * half, di = (p[0] - u[0]) * half;
        const T sr = dr * w[2 * k] - di * w[2 * k + 1], si = dr * w[2 * k + 1] + di * w[2 * k];
        u[0] = er + sr;
        u[1] = ei + si;
        v[0] = er - sr;
        v[1] = si - ei;
    }
}
/* The inverse, from x to y. The imaginary parts of elements 0 and n are taken as zero. */
GPU__BODY void gpu__fft_join_T(const gpu__fft_step *t, const T *x, const T *w, T *y)
{
    const T half = (T)0.5;
    for (size_t k = t->first; k < t->first + t->count; k++) {
        const size_t o = t->n - k;
        const T ui = k ? x[2 * k + 1] : 0, vi = k ? x[2 * o + 1] : 0;
        const T er = (x[2 * k] + x[2 * o]) * half, ei = (ui - vi) * half;
        const T dr = (x[2 * k] - x[2 * o]) * half, di = (ui + vi) * half;
        const T sr = dr * w[2 * k] + di * w[2 * k + 1], si = di * w[2 * k] - dr * w[2 * k + 1];
        y[2 * k] = er - si;
        y[2 * k + 1] = ei + sr;
        if (k) {
            y[2 * o] = er + si;
            y[2 * o + 1] = sr - ei;
        }
    }
}
/* Does a step; it is the only caller of each part, so that the compiler makes one copy of it. */
GPU__BODY void gpu__fft_lanes_do_T(const gpu__fft_step *t, const int wide)
{
    const gpu__fft_lanes *const f = t->lanes;
    /* what the first and the last pass do besides; there are versions of them by four and by eight, with AVX-512, whose
       registers suffice */
    const int fused = wide && t->fused && t->count == GPU__FFT_V(T) && f->n % GPU__FFT_V(T) == 0 && f->passes > 1
                          ? t->does
                          : 0,
              gets = fused && f->radix[0] % 4 == 0 ? fused & GPU__FFT_GET : 0,
              puts = fused && f->radix[f->passes - 1] % 4 == 0 ? fused & (GPU__FFT_PUT | GPU__FFT_TWIDDLE) : 0;
    const T *from = (const T *)(t->does & (GPU__FFT_GET | GPU__FFT_GET_ROWS) && !gets ? t->a : t->in);
    const T *w = (const T *)f->roots,
            *circle, *const roots = puts == GPU__FFT_TWIDDLE ? (const T *)t->roots + t->first * f->n * 2 : NULL;
    size_t s = 1, m = f->n;
    if (t->does & GPU__FFT_GET && !gets)
        gpu__fft_get_T((T *)t->a, (const T *)t->in, f->n, t->in_stride, t->count, t->swaps, t->ahead);
    if (t->does & GPU__FFT_GET_ROWS)
        gpu__fft_rows_T((T *)t->a, (T *)(uintptr_t)t->in, f->n, t->in_stride, t->count, t->swaps, 0, 1, t->ahead, wide);
    for (int k = 0; k < f->passes && t->does & GPU__FFT_PASSES; k++) {
        const size_t radix = f->radix[k];
        const int end = k ? k + 1 < f->passes ? 0 : puts : gets;
        T *const to = (T *)(end == GPU__FFT_PUT ? t->out : from == t->a ? t->b : t->a);
        m /= radix;
        circle = w + 2 * (radix - 1) * m;
        gpu__fft_pass_T(t, radix, from, to, s, m, end == GPU__FFT_TWIDDLE ? roots : w, circle, end);
        w = circle + (radix > 5 && radix % 2 ? 2 * radix : 0);
        s *= radix;
        from = to;
    }
    if (t->does & GPU__FFT_TWIDDLE) gpu__fft_twiddle_T(t, (T *)t->out, from, puts != 0, wide);
    if (t->does & GPU__FFT_PUT && !puts)
        gpu__fft_put_T((T *)t->out, from, f->n, t->out_stride, t->count, t->swaps, (T)t->scale, t->ahead);
    if (t->does & GPU__FFT_PUT_ROWS)
        gpu__fft_rows_T((T *)(uintptr_t)from, (T *)t->out, f->n, t->out_stride, t->count, t->swaps, 1, (T)t->scale,
                        t->ahead, wide);
}
GPU__BODY void gpu__fft_do_T(const gpu__fft_step *t, const int wide)
{
    const T *const x = (const T *)t->in, *const w = (const T *)t->roots;
    if (t->does & GPU__FFT_TIMES) gpu__fft_multiply_T(t, x, w, (T *)t->out);
    else if (t->does & GPU__FFT_SPLIT) gpu__fft_split_T(t, w, (T *)t->out);
    else if (t->does & GPU__FFT_JOIN) gpu__fft_join_T(t, x, w, (T *)t->out);
    else gpu__fft_lanes_do_T(t, wide);
}
GPU__COPIES(GPU__FFT_COPY, gpu__fft_code_T, gpu__fft_do_T)
#ifdef GPU__CUDA
#pragma nv_diagnostic pop
#endif
#endif
