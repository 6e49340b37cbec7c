/* Products of matrices against references in double or long double, on the current device and on the CPU. Whatever lies
   between and around the rows is poisoned first: NaN where it must not be read, a pattern where it must stay. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

/* ------------------------------------------------------------------------------------------- elements of any type -- */

enum { F32, F64, TF32, BF16, F16, TYPES };
static const char *const type_name[] = {"f32", "f64", "tf32", "bf16", "f16"};
static const size_t type_size[] = {4, 8, 4, 2, 2};
static const double unit[] = {0x1p-24, 0x1p-53, 0x1p-23, 0x1p-23, 0x1p-23};
static const double out_unit[] = {0, 0, 0, 0x1p-8, 0x1p-11};

/* The short types' bits by the definition, apart from what is tested: the nearest of all of them. */
static double short_value(unsigned bits, int type)
{
    const int fraction = type == BF16 ? 7 : 10, bias = type == BF16 ? 127 : 15;
    const int e = (int)(bits >> fraction & (unsigned)(2 * bias + 1)), m = (int)(bits & ((1u << fraction) - 1));
    const double v = e == 2 * bias + 1 ? (m ? NAN : INFINITY) : ldexp(e ? (1 << fraction) + m : m, (e ? e : 1) - bias - fraction);
    return bits >> 15 ? -v : v;
}
static unsigned short_bits(double x, int type)
{
    const unsigned infinity = type == BF16 ? 0x7f80 : 0x7c00, sign = signbit(x) ? 0x8000 : 0;
    unsigned lo = 0, hi = infinity;
    if (isnan(x)) return infinity | 1u << (type == BF16 ? 6 : 9);
    x = fabs(x);
    while (hi - lo > 1) { /* lo <= x < hi; what is half a step beyond the largest is infinity */
        const unsigned mid = (lo + hi) / 2;
        if (short_value(mid, type) <= x) lo = mid;
        else hi = mid;
    }
    if (x >= short_value(infinity, type)) return sign | infinity;
    {
        const double below = short_value(lo, type), above = hi == infinity ? 2 * below - short_value(lo - 1, type) : short_value(hi, type);
        const double up = above - x, down = x - below;
        return sign | (up < down || (up == down && lo % 2) ? hi : lo);
    }
}
static double get(const void *p, size_t i, int type)
{
    switch (type) {
    case F64: return ((const double *)p)[i];
    case BF16: return short_value(((const gpu_bf16 *)p)[i].bits, BF16);
    case F16: return short_value(((const gpu_f16 *)p)[i].bits, F16);
    default: return (double)((const float *)p)[i];
    }
}
static void put(void *p, size_t i, int type, double x)
{
    switch (type) {
    case F64: ((double *)p)[i] = x; break;
    case BF16: ((gpu_bf16 *)p)[i].bits = (uint16_t)short_bits(x, BF16); break;
    case F16: ((gpu_f16 *)p)[i].bits = (uint16_t)short_bits(x, F16); break;
    default: ((float *)p)[i] = (float)x;
    }
}
static gpu_status gemm(int type, void *c, const void *a, const void *b, gpu_gemm_spec s)
{
    switch (type) {
    case F32: return gpu_gemm_f32((float *)c, (const float *)a, (const float *)b, s);
    case F64: return gpu_gemm_f64((double *)c, (const double *)a, (const double *)b, s);
    case TF32: return gpu_gemm_tf32((float *)c, (const float *)a, (const float *)b, s);
    case BF16: return gpu_gemm_bf16((gpu_bf16 *)c, (const gpu_bf16 *)a, (const gpu_bf16 *)b, s);
    default: return gpu_gemm_f16((gpu_f16 *)c, (const gpu_f16 *)a, (const gpu_f16 *)b, s);
    }
}
static gpu_status matmul(int type, void *c, const void *a, const void *b, size_t m, size_t n, size_t k)
{
    switch (type) {
    case F32: return gpu_matmul_f32((float *)c, (const float *)a, (const float *)b, m, n, k);
    case F64: return gpu_matmul_f64((double *)c, (const double *)a, (const double *)b, m, n, k);
    case TF32: return gpu_matmul_tf32((float *)c, (const float *)a, (const float *)b, m, n, k);
    case BF16: return gpu_matmul_bf16((gpu_bf16 *)c, (const gpu_bf16 *)a, (const gpu_bf16 *)b, m, n, k);
    default: return gpu_matmul_f16((gpu_f16 *)c, (const gpu_f16 *)a, (const gpu_f16 *)b, m, n, k);
    }
}

/* ---------------------------------------------------------------------------------------- one product, looked at -- */

/* What the elements are. WHOLE: small whole numbers, whose product is exact. */
enum { TAME, WHOLE, HUGE_ONE, CANCELLING, SPECIAL };
typedef struct matrix { /* rows x cols of each of `batch`, in an array with MARGIN elements on either side */
    size_t rows, cols, ld, stride, batch, span;
    char *host, *whole;
} matrix;
enum { MARGIN = 40, POISON = 0xb7 };

static size_t span_of(size_t rows, size_t cols, size_t ld, size_t stride, size_t batch)
{
    return rows && cols ? (batch - 1) * stride + (rows - 1) * ld + cols : 0;
}
static matrix matrix_of(size_t rows, size_t cols, size_t ld, size_t stride, size_t batch, int type, int nan_between)
{
    matrix x;
    size_t i;
    x.rows = rows, x.cols = cols, x.ld = ld ? ld : cols, x.stride = stride, x.batch = stride ? batch : 1;
    x.span = span_of(rows, cols, x.ld, stride, x.batch);
    x.whole = (char *)malloc((x.span + 2 * MARGIN) * type_size[type]);
    memset(x.whole, POISON, (x.span + 2 * MARGIN) * type_size[type]);
    if (nan_between)
        for (i = 0; i < x.span + 2 * MARGIN; i++) put(x.whole, i, type, NAN);
    x.host = x.whole + MARGIN * type_size[type];
    return x;
}
static size_t at(const matrix *x, size_t b, size_t r, size_t c) { return (x->batch > 1 ? b : 0) * x->stride + r * x->ld + c; }
static double element(int kind, int type, size_t r, size_t c)
{
    const double u = uniform();
    switch (kind) {
    case WHOLE: return floor(u * 4);
    case HUGE_ONE: return r == 2 && c == 1 ? (type == F16 ? 200 : type == F64 ? 1e200 : 1e15) : u;
    case CANCELLING: return (c % 2 ? -1 : 1) * (1 + ldexp(u, -6)) * (type == F16 ? 4 : 4096);
    case SPECIAL: return r % 23 == 5 && c % 19 == 3 ? (c % 2 ? NAN : INFINITY) : r % 17 == 16 && c % 29 == 7 ? -INFINITY : u;
    default: return u;
    }
}
static void fill(matrix *x, int kind, int type)
{
    size_t b, r, c;
    for (b = 0; b < x->batch; b++)
        for (r = 0; r < x->rows; r++)
            for (c = 0; c < x->cols; c++) put(x->host, at(x, b, r, c), type, element(kind, type, r, c));
}
/* To the device, `shift` elements behind an aligned address. */
static char *device_copy(const matrix *x, int type, size_t shift) { return (char *)on_device(x->whole, x->span + 2 * MARGIN, type_size[type], shift); }

static int wrong(double got, double exact, double size, double beta_c, int type, size_t k)
{
    double bound = ((double)k + 2) * unit[type] * (size + fabs(beta_c)), magnitude;
    if (isnan(exact)) return !isnan(got);
    if (isinf(exact)) return got != exact;
    if (type == TF32) bound += size * (0x1p-9 + 0x1p-20);
    magnitude = fabs(exact) + bound;
    bound += out_unit[type] * magnitude + (type == F16 ? 0x1p-25 : type == F64 ? 1e-320 : 1e-40);
    if (type == F16 && magnitude > 65000) return !(fabs(got - exact) <= bound || isinf(got));
    return !(fabs(got - exact) <= bound);
}
/* Counts the elements of C that are not what they should be: `old` is what C was. */
static int wrong_elements(const matrix *c, const matrix *old, const matrix *a, const matrix *b, const gpu_gemm_spec *s, int type, int exact_only)
{
    const size_t k = s->alpha == 0 ? 0 : s->k;
    double *x = (double *)malloc((s->m + s->n) * (k + 1) * sizeof *x), *y = x + s->m * (k + 1);
    size_t batch, i, j, l;
    int bad = 0;
    for (batch = 0; batch < s->batch; batch++) {
        for (i = 0; i < s->m; i++)
            for (l = 0; l < k; l++) x[i * k + l] = get(a->host, s->transpose_a ? at(a, batch, l, i) : at(a, batch, i, l), type);
        for (j = 0; j < s->n; j++)
            for (l = 0; l < k; l++) y[j * k + l] = get(b->host, s->transpose_b ? at(b, batch, j, l) : at(b, batch, l, j), type);
        for (i = 0; i < s->m; i++)
            for (j = 0; j < s->n; j++) {
                const double *p = x + i * k, *q = y + j * k, got = get(c->host, at(c, batch, i, j), type);
                const double beta_c = s->beta == 0 ? 0 : s->beta * get(old->host, at(old, batch, i, j), type);
                double sum = 0, size = 0, exact;
                if (type == F64) {
                    long double wide = 0;
                    for (l = 0; l < k; l++) wide += (long double)p[l] * (long double)q[l], size += fabs(p[l] * q[l]);
                    exact = (double)((long double)(k ? s->alpha : 0) * wide + (long double)beta_c);
                } else {
                    for (l = 0; l < k; l++) sum += p[l] * q[l], size += fabs(p[l] * q[l]);
                    exact = (k ? s->alpha : 0) * sum + beta_c;
                }
                if (exact_only) {
                    double rounded[1];
                    put(rounded, 0, type, exact);
                    bad += got != get(rounded, 0, type);
                } else bad += wrong(got, exact, fabs(s->alpha) * size, beta_c, type, k);
            }
    }
    free(x);
    return bad;
}
/* Has nothing changed but the elements themselves? */
static int touched(const matrix *now, const matrix *before, int type)
{
    char *mine = (char *)calloc(now->span + 2 * MARGIN, 1);
    size_t b, r, c, i;
    int bad = 0;
    for (b = 0; b < now->batch; b++)
        for (r = 0; r < now->rows; r++)
            for (c = 0; c < now->cols; c++) mine[MARGIN + at(now, b, r, c)] = 1;
    for (i = 0; i < now->span + 2 * MARGIN; i++)
        bad += !mine[i] && memcmp(now->whole + i * type_size[type], before->whole + i * type_size[type], type_size[type]) != 0;
    free(mine);
    return bad;
}

/* One product: the spec, what the elements are, and where the arrays begin (-1: host arrays). Where beta is 0, C is NaN before. */
static void product_at(int line, int type, gpu_gemm_spec s, int kind, int shift)
{
    const size_t size = type_size[type];
    matrix a = matrix_of(s.transpose_a ? s.k : s.m, s.transpose_a ? s.m : s.k, s.lda, s.stride_a, s.batch, type, 1);
    matrix b = matrix_of(s.transpose_b ? s.n : s.k, s.transpose_b ? s.k : s.n, s.ldb, s.stride_b, s.batch, type, 1);
    matrix c = matrix_of(s.m, s.n, s.ldc, s.stride_c, s.batch, type, 0), now = c;
    char text[200];
    gpu_status status;
    int bad;
    snprintf(text, sizeof text, "line %d, %s %zu x %zu x %zu, transposes %d %d, ld %zu %zu %zu, batch %zu, alpha %g, beta %g, kind %d, shift %d", line,
             type_name[type], s.m, s.n, s.k, s.transpose_a, s.transpose_b, s.lda, s.ldb, s.ldc, s.batch, s.alpha, s.beta, kind, shift);
    if (s.alpha != 0) fill(&a, kind, type), fill(&b, kind == SPECIAL ? TAME : kind, type);
    if (s.beta != 0) fill(&c, kind == SPECIAL ? TAME : kind, type);
    now.whole = (char *)malloc((c.span + 2 * MARGIN) * size);
    now.host = now.whole + MARGIN * size;
    memcpy(now.whole, c.whole, (c.span + 2 * MARGIN) * size);
    if (shift < 0) status = gemm(type, now.host, a.host, b.host, s);
    else {
        char *da = device_copy(&a, type, (size_t)shift), *db = device_copy(&b, type, (size_t)shift), *dc = device_copy(&c, type, (size_t)shift);
        status = gemm(type, dc + MARGIN * size, da + MARGIN * size, db + MARGIN * size, s);
        to_host(now.whole, dc, (c.span + 2 * MARGIN) * size);
        release(da, size, (size_t)shift), release(db, size, (size_t)shift), release(dc, size, (size_t)shift);
    }
    if (status) test__fail(__FILE__, __LINE__, "%s: %s", text, gpu_error_message());
    else if ((bad = wrong_elements(&now, &c, &a, &b, &s, type, kind == WHOLE))) test__fail(__FILE__, __LINE__, "%s: %d elements are wrong", text, bad);
    else if ((bad = touched(&now, &c, type))) test__fail(__FILE__, __LINE__, "%s: %d elements beside C have changed", text, bad);
    free(a.whole), free(b.whole), free(c.whole), free(now.whole);
}
#define PRODUCT(type, spec, kind, shift) product_at(__LINE__, type, spec, kind, shift)

static gpu_gemm_spec spec_of(size_t m, size_t n, size_t k, int transposes)
{
    gpu_gemm_spec s = gpu_gemm_of(m, n, k);
    s.transpose_a = transposes & 1, s.transpose_b = transposes >> 1;
    return s;
}

/* ------------------------------------------------------------------------------------------------------- products -- */

static const size_t shapes[][3] = {{1, 1, 1}, {2, 3, 1}, {3, 2, 5}, {8, 8, 8}, {7, 9, 8}, {16, 16, 16}, {17, 15, 16}, {15, 17, 33}, {32, 32, 32}, {31, 33, 31},
                                   {33, 31, 65}, {64, 64, 64}, {65, 63, 64}, {63, 65, 67}, {61, 53, 71}, {1, 129, 40}, {129, 1, 40}, {40, 1, 129}, {1, 40, 127},
                                   {17, 200, 31}, {1, 1, 300}, {5, 3, 1000}, {128, 17, 16}, {127, 129, 9}};
TEST(shapes_and_transposes)
{
    int type, t;
    size_t k;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (t = 0; t < 4; t++) {
                PRODUCT(type, spec_of(shapes[k][0], shapes[k][1], shapes[k][2], t), (k + (size_t)t) % 2 ? TAME : WHOLE, (int)(k % 3));
            }
}
TEST(empty)
{
    float x = 3;
    int type;
    for (type = 0; type < TYPES; type++) {
        gpu_gemm_spec s = gpu_gemm_of(5, 4, 0);
        PRODUCT(type, s, TAME, 0); /* zeros */
        s.beta = -0.5;
        PRODUCT(type, s, TAME, 0);
        CHECK(matmul(type, NULL, NULL, NULL, 0, 4, 5) == GPU_OK);
        CHECK(matmul(type, &x, NULL, NULL, 4, 0, 5) == GPU_OK);
        CHECK(matmul(type, &x, &x, &x, 0, 0, 0) == GPU_OK);
    }
    CHECK(x == 3);
}
