/* Products of matrices against references in double or long double, on the current device and on the CPU. Whatever lies
   between and around the rows is poisoned first: NaN where it must not be read, a pattern where it must stay. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

/* ------------------------------------------------------------------------------------------ elements of any type -- */

enum { F32, F64, TF32, BF16, F16, TYPES };
static const char *const type_name[] = {"f32", "f64", "tf32", "bf16", "f16"};
static const size_t type_size[] = {4, 8, 4, 2, 2};
/* The units of rounding of the sums, and of what the short types store: 2^-bits. */
static const int unit_bits[] = {24, 53, 23, 23, 23}, out_unit_bits[] = {0, 0, 0, 8, 11};
static double power_of_2(int e) { return ldexp(1, e); }

/* The short types by their definition, apart from what is tested: all the values there are, and the nearest of them. */
static double short_value(unsigned bits, int type)
{
    static double table[2][0x8000];
    const int fraction = type == BF16 ? 7 : 10, bias = type == BF16 ? 127 : 15;
    double *const t = table[type == F16];
    if (t[0x7fff] == 0) {
        int b;
        for (b = 0; b < 0x8000; b++) {
            const int e = b >> fraction, m = b & ((1 << fraction) - 1);
            t[b] = e == 2 * bias + 1 ? (m ? NAN : INFINITY)
                                     : ldexp(e ? (1 << fraction) + m : m, (e ? e : 1) - bias - fraction);
        }
    }
    return bits >> 15 ? -t[bits & 0x7fff] : t[bits];
}
static unsigned short_bits(double x, int type)
{
    const unsigned infinity = type == BF16 ? 0x7f80 : 0x7c00, sign = signbit(x) ? 0x8000 : 0;
    unsigned lo = 0, hi = infinity;
    double below, above;
    if (isnan(x)) return infinity | 1u << (type == BF16 ? 6 : 9);
    x = fabs(x);
    while (hi - lo > 1) { /* value(lo) <= x */
        const unsigned mid = (lo + hi) / 2;
        if (short_value(mid, type) <= x) lo = mid;
        else hi = mid;
    }
    below = short_value(lo, type), above = short_value(hi, type);
    if (hi == infinity) above = 2 * below - short_value(lo - 1, type); /* half a step beyond the largest is infinity */
    return sign | (above - x < x - below || (above - x == x - below && lo % 2) ? hi : lo);
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
enum { TAME, WHOLE, HUGE_ONE, CANCELLING, SPECIAL_A, SPECIAL_B, ZEROS };
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
static size_t at(const matrix *x, size_t b, size_t r, size_t c)
{
    return (x->batch > 1 ? b : 0) * x->stride + r * x->ld + c;
}
static double element(int kind, int type, size_t r, size_t c)
{
    const double u = uniform();
    switch (kind) {
    case WHOLE: return floor(u * 4);
    case HUGE_ONE: return r == 2 && c == 1 ? (type == F16 ? 200 : type == F64 ? 1e200 : 1e15) : u;
    case CANCELLING: return (c % 2 ? -1 : 1) * (1 + ldexp(u, -6)) * (type == F16 ? 4 : 4096);
    case SPECIAL_A:
        return r % 23 == 5 && c % 19 == 3 ? (c % 2 ? NAN : INFINITY) : r % 17 == 16 && c % 29 == 7 ? -INFINITY : u;
    case ZEROS: return (r + c) % 5 == 0 ? 0 : u; /* 0 times NaN is NaN */
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
static char *device_copy(const matrix *x, int type, size_t shift)
{
    return (char *)on_device(x->whole, x->span + 2 * MARGIN, type_size[type], shift);
}

static int wrong(double got, double exact, double size, double beta_c, int type, size_t k)
{
    double bound = ((double)k + 2) * power_of_2(-unit_bits[type]) * (size + fabs(beta_c)), magnitude;
    if (isnan(exact)) return !isnan(got);
    if (isinf(exact)) return got != exact;
    if (type == TF32) bound += size * (power_of_2(-9) + power_of_2(-20));
    magnitude = fabs(exact) + bound;
    if (out_unit_bits[type]) bound += power_of_2(-out_unit_bits[type]) * magnitude;
    bound += type == F16 ? power_of_2(-25) : type == F64 ? 1e-320 : 1e-40;
    if (type == F16 && magnitude > 65000) return !(fabs(got - exact) <= bound || isinf(got));
    return !(fabs(got - exact) <= bound);
}
/* alpha and beta in the type that is computed in. */
static double factor_of(double x, int type) { return type == F64 ? x : (double)(float)x; }

/* p[0] q[0] + ... + p[k - 1] q[k - 1], and the sum of their magnitudes. (Four sums each: one alone would wait for
   itself.) */
static double sum_of_products(const double *p, const double *q, size_t k, double *size)
{
    double sum[4] = {0, 0, 0, 0}, magnitude[4] = {0, 0, 0, 0};
    size_t l;
    int e;
    for (l = 0; l + 4 <= k; l += 4)
        for (e = 0; e < 4; e++) sum[e] += p[l + e] * q[l + e], magnitude[e] += fabs(p[l + e] * q[l + e]);
    for (; l < k; l++) sum[0] += p[l] * q[l], magnitude[0] += fabs(p[l] * q[l]);
    *size = magnitude[0] + magnitude[1] + magnitude[2] + magnitude[3];
    return sum[0] + sum[1] + sum[2] + sum[3];
}
/* Counts the elements of C that are not what they should be: `old` is what C was. exact_only: sums are exact, and C is
   rounded once. */
static int wrong_elements(const matrix *c, const matrix *old, const matrix *a, const matrix *b, const gpu_gemm_spec *s,
                          int type, int exact_only)
{
    const double alpha = factor_of(s->alpha, type), beta = factor_of(s->beta, type);
    const size_t k = alpha == 0 ? 0 : s->k;
    double *x = (double *)malloc((s->m + s->n) * (k + 1) * sizeof *x), *y = x + s->m * (k + 1);
    size_t batch, i, j, l;
    int bad = 0;
    for (batch = 0; batch < s->batch; batch++) {
        for (i = 0; i < s->m; i++)
            for (l = 0; l < k; l++)
                x[i * k + l] = get(a->host, s->transpose_a ? at(a, batch, l, i) : at(a, batch, i, l), type);
        for (j = 0; j < s->n; j++)
            for (l = 0; l < k; l++)
                y[j * k + l] = get(b->host, s->transpose_b ? at(b, batch, j, l) : at(b, batch, l, j), type);
        for (i = 0; i < s->m; i++)
            for (j = 0; j < s->n; j++) {
                const double *p = x + i * k, *q = y + j * k, got = get(c->host, at(c, batch, i, j), type);
                const double old_c = beta == 0 ? 0 : get(old->host, at(old, batch, i, j), type);
                double sum = 0, size = 0, exact;
                if (type == F64) {
                    long double wide = 0;
                    for (l = 0; l < k; l++) wide += (long double)p[l] * (long double)q[l], size += fabs(p[l] * q[l]);
                    exact = (double)((long double)(k ? alpha : 0) * wide + (long double)beta * (long double)old_c);
                } else {
                    sum = sum_of_products(p, q, k, &size);
                    exact = (k ? alpha : 0) * sum + beta * old_c;
                }
                if (exact_only) {
                    double rounded[1];
                    put(rounded, 0, type, exact);
                    bad += got != get(rounded, 0, type);
                } else bad += wrong(got, exact, k ? fabs(alpha) * size : 0, beta * old_c, type, k);
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
        bad += !mine[i] &&
               memcmp(now->whole + i * type_size[type], before->whole + i * type_size[type], type_size[type]) != 0;
    free(mine);
    return bad;
}

/* One product: the spec, what the elements are, and where the arrays begin (-1: host arrays). What must not be read is
   NaN: what lies between the elements of A and B, all of them where alpha is 0, and C where beta is 0. Small ones are
   done twice: the second time the arrays are known, and on the CPU there is a shorter way to the same bits. */
static void product_at(int line, int type, gpu_gemm_spec s, int kind, int shift)
{
    const size_t size = type_size[type];
    matrix a = matrix_of(s.transpose_a ? s.k : s.m, s.transpose_a ? s.m : s.k, s.lda, s.stride_a, s.batch, type, 1);
    matrix b = matrix_of(s.transpose_b ? s.n : s.k, s.transpose_b ? s.k : s.n, s.ldb, s.stride_b, s.batch, type, 1);
    matrix c = matrix_of(s.m, s.n, s.ldc, s.stride_c, s.batch, type, factor_of(s.beta, type) == 0), now = c, again = c;
    const int small = s.batch == 1 && s.m * s.n * s.k < 300000;
    char text[200];
    size_t bytes;
    gpu_status status;
    int bad;
    snprintf(text, sizeof text,
             "line %d, %s %zu x %zu x %zu, transposes %d %d, ld %zu %zu %zu, batch %zu, alpha %g, beta %g, kind %d, "
             "shift %d",
             line, type_name[type], s.m, s.n, s.k, s.transpose_a, s.transpose_b, s.lda, s.ldb, s.ldc, s.batch, s.alpha,
             s.beta, kind, shift);
    if (factor_of(s.alpha, type) != 0) {
        fill(&a, kind == SPECIAL_B ? ZEROS : kind, type);
        fill(&b, kind == SPECIAL_A ? ZEROS : kind == SPECIAL_B ? SPECIAL_A : kind, type);
    }
    if (factor_of(s.beta, type) != 0) fill(&c, kind >= SPECIAL_A ? TAME : kind, type);
    bytes = (c.span + 2 * MARGIN) * size;
    now.whole = (char *)malloc(bytes);
    now.host = now.whole + MARGIN * size;
    memcpy(now.whole, c.whole, bytes);
    again.whole = (char *)malloc(bytes);
    memcpy(again.whole, c.whole, bytes);
    if (shift < 0) {
        status = gemm(type, now.host, a.host, b.host, s);
        if (!status && small) {
            memcpy(again.whole, now.whole, bytes), memcpy(now.whole, c.whole, bytes);
            status = gemm(type, now.host, a.host, b.host, s);
        }
    } else {
        char *da = device_copy(&a, type, (size_t)shift);
        char *db = device_copy(&b, type, (size_t)shift);
        char *dc = device_copy(&c, type, (size_t)shift);
        status = gemm(type, dc + MARGIN * size, da + MARGIN * size, db + MARGIN * size, s);
        if (!status && small) {
            to_host(again.whole, dc, bytes);
            GPU_CHECK(gpu_copy(dc, c.whole, bytes));
            status = gemm(type, dc + MARGIN * size, da + MARGIN * size, db + MARGIN * size, s);
        }
        to_host(now.whole, dc, bytes);
        release(da, size, (size_t)shift), release(db, size, (size_t)shift), release(dc, size, (size_t)shift);
    }
    if (status) test__fail(__FILE__, __LINE__, "%s: %s", text, gpu_error_message());
    else if ((bad = wrong_elements(&now, &c, &a, &b, &s, type, kind == WHOLE)))
        test__fail(__FILE__, __LINE__, "%s: %d elements are wrong", text, bad);
    else if ((bad = touched(&now, &c, type)))
        test__fail(__FILE__, __LINE__, "%s: %d elements beside C have changed", text, bad);
    else if (small && memcmp(again.whole, now.whole, bytes))
        test__fail(__FILE__, __LINE__, "%s: another result the second time", text);
    free(a.whole), free(b.whole), free(c.whole), free(now.whole), free(again.whole);
}
#define PRODUCT(type, spec, kind, shift) product_at(__LINE__, type, spec, kind, shift)

static gpu_gemm_spec spec_of(size_t m, size_t n, size_t k, int transposes)
{
    gpu_gemm_spec s = gpu_gemm_of(m, n, k);
    s.transpose_a = transposes & 1, s.transpose_b = transposes >> 1;
    return s;
}

/* ------------------------------------------------------------------------------------------------------ products -- */

static const size_t shapes[][3] = {
    {1, 1, 1},    {2, 3, 1},     {3, 2, 5},     {8, 8, 8},    {7, 9, 8},     {16, 16, 16},  {17, 15, 16},
    {15, 17, 33}, {32, 32, 32},  {31, 33, 31},  {33, 31, 65}, {64, 64, 64},  {65, 63, 64},  {61, 53, 71},
    {1, 129, 40}, {129, 1, 40},  {40, 1, 129},  {1, 40, 127}, {17, 200, 31}, {200, 17, 32}, {1, 1, 300},
    {5, 3, 1025}, {128, 17, 16}, {127, 129, 9}, {9, 255, 8},  {257, 8, 7},   {2, 2, 127},   {4, 1, 2049}};
static void every_shape(int type)
{
    const size_t count = sizeof shapes / sizeof *shapes;
    size_t k;
    int t;
    for (k = 0; k < count; k++)
        for (t = 0; t < 4; t++) {
            const size_t *const shape = shapes[k];
            /* tests are to be quick */
            if (type > F64 && shape[0] * shape[1] * shape[2] > 50000 && (k + (size_t)t) % 2) continue;
            PRODUCT(type, spec_of(shape[0], shape[1], shape[2], t), (k + (size_t)t / 2) % 2 ? TAME : WHOLE,
                    (int)(k % 3));
        }
}
TEST(shapes_and_transposes_f32) { every_shape(F32); }
TEST(shapes_and_transposes_f64) { every_shape(F64); }
TEST(shapes_and_transposes_tf32) { every_shape(TF32); }
TEST(shapes_and_transposes_bf16) { every_shape(BF16); }
TEST(shapes_and_transposes_f16) { every_shape(F16); }

/* tf32 has 11 significant bits: what is behind them does not count, however few rows or columns there are. */
TEST(tf32_is_rounded_whatever_the_shape)
{
    static const size_t size[] = {1, 2, 3, 4, 8, 17, 33}, deep[] = {1, 17, 64, 300};
    static float x[33 * 300], c[33 * 33];
    float *dx, *dc;
    size_t m, n, k, i;
    int t, bad;
    for (i = 0; i < sizeof x / sizeof *x; i++) x[i] = 1 + 9.5367431640625e-7f; /* 2^-20 */
    dx = GPU_TO_DEVICE(float, x, sizeof x / sizeof *x), dc = GPU_NEW(float, 33 * 33);
    for (m = 0; m < 7; m++)
        for (n = 0; n < 7; n++)
            for (k = 0; k < 4; k++)
                for (t = 0; t < 4; t++) {
                    GPU_CHECK(gpu_gemm_tf32(dc, dx, dx, spec_of(size[m], size[n], deep[k], t)));
                    GPU_CHECK(gpu_copy(c, dc, size[m] * size[n] * sizeof *c));
                    for (i = 0, bad = 0; i < size[m] * size[n]; i++) bad += c[i] != (float)deep[k];
                    if (bad)
                        test__fail(__FILE__, __LINE__, "%zu x %zu x %zu, transposes %d: %d elements have more bits",
                                   size[m], size[n], deep[k], t, bad);
                }
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(dc));
}

/* Tiles of 128 x 128 and 256 x 128 and their neighbours, in all directions. */
TEST(around_large_tiles)
{
    static const size_t around[][3] = {{128, 128, 32}, {129, 127, 17}, {257, 129, 9}, {255, 130, 8},
                                       {128, 256, 16}, {129, 127, 65}, {257, 129, 70}};
    size_t k;
    int type;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < 7; k++)
            PRODUCT(type, spec_of(around[k][0], around[k][1], around[k][2], (int)(k + (size_t)type) % 4),
                    k % 2 ? TAME : WHOLE, (int)(k % 2));
}

/* Rows of one operand are multiples of 16 bytes apart, those of the other are not: the last tiles begin at any element
   of both. */
TEST(one_operand_aligned)
{
    static const size_t around[][3] = {{129, 129, 65}, {257, 67, 33}, {131, 259, 49}};
    size_t k;
    int type, t;
    for (type = F32; type <= F64; type++)
        for (k = 0; k < 3; k++)
            for (t = 0; t < 8; t++) {
                gpu_gemm_spec s = spec_of(around[k][0], around[k][1], around[k][2], t % 4);
                if (t & 4) s.lda = (s.transpose_a ? s.m : s.k) / 4 * 4 + 4;
                else s.ldb = (s.transpose_b ? s.k : s.n) / 4 * 4 + 4;
                PRODUCT(type, s, TAME, 0);
            }
}

/* Enough tiles for the warpgroups of sm_90a: 128 and 256 columns wide, one piece along k, two, more; whole ones and
   not; rows of C that can be written 16 bytes at a time and not. */
TEST(enough_tiles_for_warpgroups)
{
    static const size_t shape[][4] = {{130, 140, 17, 13}, {256, 128, 64, 24},  {129, 136, 100, 13},
                                      {200, 300, 40, 32}, {256, 256, 129, 64}, {140, 264, 200, 43}};
    size_t k;
    int type, t;
    for (type = TF32; type < TYPES; type++)
        for (k = 0; k < sizeof shape / sizeof *shape; k++)
            for (t = 0; t < 4; t++) {
                gpu_gemm_spec s = spec_of(shape[k][0], shape[k][1], shape[k][2], t);
                if (gpu_device() == GPU_CPU && (k + (size_t)t) % 4) continue;
                s.batch = gpu_device() == GPU_CPU ? 2 : shape[k][3];
                s.stride_a = s.m * s.k, s.stride_b = t % 2 ? 0 : s.k * s.n, s.stride_c = s.m * s.n;
                if (k % 2) s.beta = t < 2 ? 0.5 : 0, s.alpha = 2;
                if (t == 3) s.ldc = s.n + 3, s.stride_c = s.m * s.ldc;
                PRODUCT(type, s, t % 2 ? TAME : WHOLE, 0);
            }
}

/* The CPU's tiles, slivers and panels: k cut after 384, 32 or 2048, columns after 768 and 384, the sums of a short type
   after 512 rows; up to 4 columns of dot products, in steps of 64 bytes. */
TEST(around_panels)
{
    static const size_t around[][3] = {{40, 50, 383},  {41, 49, 384},  {33, 48, 385},  {35, 65, 769}, {8, 961, 33},
                                       {7, 193, 65},   {9, 97, 385},   {33, 24, 2049}, {24, 33, 400}, {521, 33, 40},
                                       {521, 970, 3},  {64, 385, 386}, {515, 9, 260},  {1, 1000, 64}, {7, 2001, 131},
                                       {2, 4001, 65},  {9, 4, 2049},   {13, 1, 4097},  {7, 3, 33},    {6, 2, 16},
                                       {1, 4, 31},     {5, 1, 8},      {4, 5, 64},     {1, 577, 6},   {2, 289, 21},
                                       {2, 577, 3000}, {1, 9, 3},      {2, 8, 5},      {1, 15, 7}};
    size_t k;
    int type;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < sizeof around / sizeof *around; k++) {
            gpu_gemm_spec s = spec_of(around[k][0], around[k][1], around[k][2], (int)(k / 2 + (size_t)type) % 4);
            PRODUCT(type, s, TAME, (int)(k % 2));
            s.transpose_a = !s.transpose_a, s.alpha = -1.5, s.beta = 0.5;
            if (type <= F64 || k % 2) PRODUCT(type, s, TAME, 0);
        }
}

/* Few rows or columns beside a large operand, which a GPU's warps share along k: pieces of 16, parts of 64, 128 rows a
   block. */
TEST(few_rows_or_columns)
{
    static const size_t few[] = {1, 2, 4, 5, 17, 20, 21, 32}, large[] = {33, 127, 128, 130, 300};
    static const size_t length[] = {65, 80, 129, 531, 1100};
    size_t k;
    int type, t;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < 24; k++)
            for (t = 0; t < 4; t++) {
                const size_t x = few[k % 8], y = large[k % 5], z = length[(k / 2 + (size_t)t) % 5];
                gpu_gemm_spec s = k % 2 ? spec_of(x, y, z, t) : spec_of(y, x, z, t);
                if (type > F64 && (k + (size_t)t) % 3) continue; /* tests are to be quick */
                if (k % 3 == 1) s.alpha = -0.5, s.beta = 2;
                if (k % 4 == 2) s.lda = s.ldb = 1104, s.ldc = 304; /* rows that can be read 16 bytes at a time */
                if (k % 4 == 3) s.lda = s.ldb = 1101, s.ldc = 301;
                PRODUCT(type, s, k % 3 ? TAME : WHOLE, (int)(k / 8 % 2));
            }
    {
        gpu_gemm_spec s = gpu_gemm_of(7, 200, 700);
        s.batch = 3, s.stride_a = 7 * 700, s.stride_b = 0, s.stride_c = 1401, s.beta = 1;
        PRODUCT(F32, s, TAME, 0);
        s = gpu_gemm_of(200, 3, 700), s.batch = 3, s.stride_a = 200 * 700, s.stride_b = 2100, s.stride_c = 600;
        for (type = 0; type <= F64; type++) PRODUCT(type, s, WHOLE, 0);
    }
}

TEST(empty)
{
    float x = 3;
    int type;
    for (type = 0; type < TYPES; type++) {
        gpu_gemm_spec s = gpu_gemm_of(5, 4, 0);
        PRODUCT(type, s, TAME, 0); /* zeros */
        s.beta = -0.5, s.alpha = INFINITY;
        PRODUCT(type, s, TAME, 0);
        CHECK(matmul(type, NULL, NULL, NULL, 0, 4, 5) == GPU_OK);
        CHECK(matmul(type, &x, NULL, NULL, 4, 0, 5) == GPU_OK);
        CHECK(matmul(type, &x, &x, &x, 0, 0, 0) == GPU_OK);
        CHECK(matmul(type, &x, &x, &x, 0, (size_t)-1, (size_t)-1) == GPU_OK);
    }
    CHECK(x == 3);
}

/* Where the last tiles end with the matrix, they share elements of C with others: each is stored as often as it may
   be. */
TEST(last_tiles_that_end_with_the_matrix)
{
    static const size_t size[][3] = {{100, 100, 40}, {66, 68, 300},  {132, 260, 70},
                                     {257, 260, 33}, {129, 132, 17}, {200, 384, 500}};
    size_t k;
    int type, t;
    for (type = 0; type <= F64; type++)
        for (k = 0; k < sizeof size / sizeof *size; k++)
            for (t = 0; t < 4; t++) {
                gpu_gemm_spec s = spec_of(size[k][0], size[k][1], size[k][2], t);
                s.alpha = 2, s.beta = t < 2 ? 0.5 : 0;
                PRODUCT(type, s, TAME, 0);
                if (t) continue;
                s.batch = 3, s.stride_a = s.m * s.k, s.stride_b = s.k * s.n, s.stride_c = s.m * s.n, s.beta = -1;
                PRODUCT(type, s, TAME, 0);
            }
}

/* Tiles of 128 x 256 floats, of which there must be as many as multiprocessors, and of 64 x 64, with rows that 16 bytes
   divide and without. */
TEST(floats_wherever_their_rows_begin)
{
    static const size_t shape[][4] = {{252, 500, 113, 66}, {250, 501, 113, 66}, {300, 1001, 90, 4}, {65, 1030, 17, 3}};
    size_t k;
    int t;
    for (k = 0; k < sizeof shape / sizeof *shape; k++)
        for (t = 0; t < 4; t++) {
            gpu_gemm_spec s = spec_of(shape[k][0], shape[k][1], shape[k][2], t);
            s.batch = gpu_device() == GPU_CPU ? 1 : shape[k][3];
            s.stride_a = s.m * s.k, s.stride_b = s.k * s.n, s.stride_c = s.m * s.n;
            if (k) s.alpha = 2, s.beta = t < 2 ? 0.5 : 0;
            PRODUCT(F32, s, TAME, 0);
        }
}

TEST(alpha_and_beta)
{
    /* the last is 0 to a float, and then A or C is not read */
    static const double factor[] = {0, 1, -1, 0.75, 0.1, -3, 1e-60};
    int type, t = 0, p, q;
    for (type = 0; type < TYPES; type++)
        for (p = 0; p < 7; p++)
            for (q = 0; q < 7; q++) {
                gpu_gemm_spec s = spec_of(33, 18, 21, t++ % 4);
                s.alpha = factor[p], s.beta = factor[q];
                PRODUCT(type, s, TAME, q % 2);
                if (p < 4 && q < 4) {
                    s.alpha *= 2, s.beta *= 4; /* with whole numbers exact; 0.75 is halves */
                    PRODUCT(type, s, WHOLE, 0);
                }
            }
}

TEST(leading_dimensions_and_gaps)
{
    int type, t;
    for (type = 0; type < TYPES; type++)
        for (t = 0; t < 4; t++) {
            gpu_gemm_spec s = spec_of(19, 35, 17, t);
            s.lda = 37, s.ldb = 41, s.ldc = 36;
            PRODUCT(type, s, TAME, t);
            s.beta = 0.5, s.ldc = 131;
            PRODUCT(type, s, TAME, 3 - t);
            s.lda = 5000, s.ldb = 3001, s.ldc = 4096; /* far apart */
            if (type < BF16) PRODUCT(type, s, WHOLE, 0);
            s = spec_of(64, 64, 32, t), s.lda = s.ldb = s.ldc = 72; /* whole tiles whose rows are not tight */
            PRODUCT(type, s, TAME, 0);
            s = spec_of(1, 77, 50, t), s.ldc = 100, s.beta = 1, s.lda = 60;
            PRODUCT(type, s, TAME, 1);
            /* long sums, which may be cut */
            s = spec_of(6, 10, 1500, t), s.ldc = 13, s.alpha = 0.5, s.beta = -0.5, s.lda = t & 1 ? 9 : 1503;
            PRODUCT(type, s, TAME, t % 2);
            if (t != type % 4) continue;
            s = spec_of(131, 140, 12, t), s.ldc = 141, s.beta = 1, s.ldb = 143; /* tiles that are cut on all sides */
            PRODUCT(type, s, TAME, 0);
        }
}

TEST(batches)
{
    int type, t;
    for (type = 0; type < TYPES; type++)
        for (t = 0; t < 4; t++) {
            gpu_gemm_spec s = spec_of(9, 17, 12, t);
            s.batch = 5;
            s.stride_a = 9 * 12, s.stride_b = 12 * 17, s.stride_c = 9 * 17;
            PRODUCT(type, s, WHOLE, t);
            s.stride_a += 7, s.stride_b += 1, s.stride_c += 3, s.beta = 2;
            PRODUCT(type, s, TAME, 0);
            s.stride_a = 0; /* one A for all */
            PRODUCT(type, s, TAME, 0);
            s.stride_b = 0, s.beta = 0;
            PRODUCT(type, s, TAME, 1);
            /* the matrices of C beside each other in the rows */
            s.stride_a = 9 * 12, s.stride_c = 17, s.ldc = 17 * 5 + 2;
            PRODUCT(type, s, TAME, 0);
            s.stride_a = 1; /* matrices of A that overlap */
            PRODUCT(type, s, TAME, 0);
        }
    {
        gpu_gemm_spec s = gpu_gemm_of(1, 1, 2);
        s.batch = 70001, s.stride_a = 2, s.stride_b = 2, s.stride_c = 1;
        PRODUCT(F32, s, WHOLE, 0);
        s = gpu_gemm_of(2, 3, 1200), s.batch = 3, s.stride_a = 2400, s.stride_b = 3601, s.stride_c = 10, s.beta = 1;
        for (type = 0; type < TYPES; type++) PRODUCT(type, s, TAME, 0);
        s = gpu_gemm_of(3, 2, 4), s.batch = 5000, s.stride_a = 12, s.stride_b = 0, s.stride_c = 6, s.beta = 1;
        PRODUCT(F64, s, TAME, 0);
    }
}

/* Many small products: several for a block of a GPU's threads, k in pieces of 64 and less; tiles that are cut on all
   sides. */
TEST(batches_of_small_products)
{
    static const size_t size[][4] = {{16, 16, 16, 37}, {5, 7, 3, 201},   {1, 1, 64, 300},   {3, 3, 3, 1000},
                                     {4, 4, 63, 131},  {8, 8, 100, 150}, {32, 32, 33, 20},  {31, 9, 129, 140},
                                     {33, 20, 40, 9},  {40, 70, 20, 9},  {64, 64, 64, 270}, {65, 63, 61, 70},
                                     {17, 1, 5, 77},   {2, 2, 300, 133}};
    size_t k;
    int type, t;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < sizeof size / sizeof *size; k++)
            for (t = 0; t < 4; t++) {
                gpu_gemm_spec s = spec_of(size[k][0], size[k][1], size[k][2], t);
                if ((type > F64 || k > 7) && (k + (size_t)t + (size_t)type) % 4) continue; /* tests are to be quick */
                s.batch = size[k][3], s.stride_a = s.m * s.k, s.stride_b = s.k * s.n, s.stride_c = s.m * s.n;
                PRODUCT(type, s, t % 2 ? TAME : WHOLE, (int)k % 2);
                if (k > 7) continue;
                s.lda = s.ldb = 104 + k % 2, s.stride_a = s.stride_b = 0, s.stride_c += 3, s.beta = -1, s.alpha = 2;
                if (!s.transpose_a) s.lda = 132;
                if (s.transpose_b) s.ldb = 132;
                PRODUCT(type, s, TAME, 0);
            }
}

/* One huge value, sums that cancel, NaN and infinities: each element by itself. */
TEST(unkind_elements)
{
    int type, kind, t = 0;
    for (type = 0; type < TYPES; type++)
        for (kind = HUGE_ONE; kind <= SPECIAL_B; kind++) {
            gpu_gemm_spec s = spec_of(37, 33, 65, t++ % 4);
            PRODUCT(type, s, kind, 0);
            s = spec_of(3, 5, 1001, t % 4); /* long sums */
            PRODUCT(type, s, kind, 1);
            s = spec_of(30, 67, 33, t % 4), s.alpha = -2, s.beta = 0.25;
            PRODUCT(type, s, kind, 0);
        }
}

TEST(host_arrays)
{
    int type, t;
    for (type = 0; type < TYPES; type++)
        for (t = type % 2; t < 4; t += 2) {
            gpu_gemm_spec s = spec_of(5, 4, 6, t); /* a small result goes another way than a large one */
            PRODUCT(type, s, TAME, -1);
            s.beta = 1;
            PRODUCT(type, s, WHOLE, -1);
            s.ldc = 7, s.beta = 0;
            PRODUCT(type, s, WHOLE, -1);
            s = spec_of(70, 90, 8, t);
            PRODUCT(type, s, TAME, -1);
            s.ldc = 101, s.lda = 77;
            PRODUCT(type, s, TAME, -1);
            s.beta = -1;
            PRODUCT(type, s, TAME, -1);
            s = spec_of(20, 30, 3, t), s.batch = 3, s.stride_a = 60, s.stride_c = 700;
            PRODUCT(type, s, WHOLE, -1);
        }
}

/* Where a stored matrix has one row, the distance to the next may be any number, and no address is computed with it. */
TEST(distances_to_rows_that_do_not_exist)
{
    static const size_t wide[] = {1, 5, 8, 33, 70, 300};
    int type, t;
    size_t w;
    for (type = 0; type < TYPES; type++)
        for (t = 0; t < 4; t++)
            for (w = 0; w < sizeof wide / sizeof *wide; w++) {
                const size_t far = SIZE_MAX / type_size[type] - 2;
                gpu_gemm_spec s = spec_of(1, wide[w], 40, t);
                s.ldc = far;
                if (!s.transpose_a) s.lda = far;
                PRODUCT(type, s, WHOLE, w % 2 ? 0 : -1);
                s.beta = 2;
                PRODUCT(type, s, WHOLE, w % 2 ? -1 : 0);
                s = spec_of(9, wide[w], 1, t);
                if (s.transpose_a) s.lda = far;
                if (!s.transpose_b) s.ldb = far;
                PRODUCT(type, s, WHOLE, 0);
                s = spec_of(wide[w], 1, 40, t);
                if (s.transpose_b) s.ldb = far;
                PRODUCT(type, s, WHOLE, 0);
            }
}

/* One byte behind where the type may begin: host arrays are welcome there too, a GPU cannot read such device memory. */
TEST(misaligned_arrays)
{
    int type, way;
    for (type = 0; type < TYPES; type++)
        for (way = 0; way < 8; way++) {
            enum { m = 6, n = 5, k = 4, ldc = 9 };
            const size_t size = type_size[type];
            static double room[3][64], want[64];
            char *a = (char *)room[0] + (way & 1);
            char *b = (char *)room[1] + (way >> 1 & 1);
            char *c = (char *)room[2] + (way >> 2);
            gpu_gemm_spec s = gpu_gemm_of(m, n, k);
            char before[64 * 8], after[64 * 8];
            size_t i;
            s.ldc = ldc, s.beta = 1;
            for (i = 0; i < 64; i++)
                put(room[0], i, type, (double)(i % 5)), put(room[1], i, type, (double)(i % 3)),
                    put(room[2], i, type, (double)(i % 7));
            memcpy(want, room[2], 64 * size);
            CHECK(gemm(type, want, room[0], room[1], s) == GPU_OK);
            memmove(a, room[0], 62 * size), memmove(b, room[1], 62 * size), memmove(c, room[2], 62 * size);
            memcpy(before, c, 62 * size);
            CHECK(gemm(type, c, a, b, s) == GPU_OK);
            memcpy(after, c, 62 * size);
            CHECK(!memcmp(after, want, 62 * size)); /* what lies between the rows too */
            CHECK(memcmp(after, before, 62 * size) != 0);
        }
    if (gpu_device() != GPU_CPU) {
        char *p = GPU_ZEROS(char, 4000);
        CHECK_SUFFIXED(gpu_matmul_f32((float *)(p + 2), (float *)(p + 1000), (float *)(p + 2000), 4, 4, 4),
                       GPU_ERROR_INVALID_ARGUMENT, "c is misaligned");
        CHECK_SUFFIXED(gpu_matmul_f32((float *)p, (float *)(p + 1000), (float *)(p + 2002), 4, 4, 4),
                       GPU_ERROR_INVALID_ARGUMENT, "b is misaligned");
        GPU_CHECK(gpu_free(p));
    }
}

/* ------------------------------------------------------------------------------------------------------ the bits -- */

static uint64_t hash_of(uint64_t h, const void *p, size_t bytes)
{
    const unsigned char *b = (const unsigned char *)p;
    for (; bytes; bytes--) h = (h ^ *b++) * 1099511628211u;
    return h;
}
/* A product's bits; its arrays begin 0, 1, 2, .. elements behind an aligned address, and all that must make no
   difference. */
static uint64_t bits_of(int type, gpu_gemm_spec s, size_t shifts)
{
    const size_t size = type_size[type], stored[3] = {s.m * s.k, s.k * s.n, s.m * s.n};
    char *host[3], *device[3];
    size_t k, i, shift;
    uint64_t first = 0, h;
    for (k = 0; k < 3; k++) {
        host[k] = (char *)malloc(stored[k] * size);
        for (i = 0; i < stored[k]; i++) put(host[k], i, type, uniform());
    }
    for (shift = 0; shift < shifts; shift++) {
        for (k = 0; k < 3; k++) device[k] = (char *)on_device(host[k], stored[k], size, shift % 4);
        GPU_CHECK(gemm(type, device[2], device[0], device[1], s));
        to_host(host[2], device[2], stored[2] * size);
        h = hash_of(14695981039346656037u, host[2], stored[2] * size);
        if (!shift) first = h;
        CHECK(h == first);
        for (k = 0; k < 3; k++) release(device[k], size, shift % 4);
    }
    for (k = 0; k < 3; k++) free(host[k]);
    return first;
}
static const size_t bit_shapes[][3] = {{65, 70, 130},   {3, 5, 2000},  {1, 300, 90},   {300, 1, 70}, {17, 130, 127},
                                       {130, 200, 400}, {9, 2000, 70}, {2000, 2, 300}, {20, 20, 64}};
TEST(same_bits_from_run_to_run_and_wherever_the_arrays_lie)
{
    int type;
    size_t k;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < sizeof bit_shapes / sizeof *bit_shapes; k++)
            (void)bits_of(
                type, spec_of(bit_shapes[k][0], bit_shapes[k][1], bit_shapes[k][2], (int)(k + (size_t)type) % 4), 5);
}
CHILD(print_bits)
{
    int type;
    size_t k;
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < sizeof bit_shapes / sizeof *bit_shapes; k++)
            printf("%016llx\n",
                   (unsigned long long)bits_of(
                       type, spec_of(bit_shapes[k][0], bit_shapes[k][1], bit_shapes[k][2], (int)k % 4), 1));
}
TEST(same_bits_for_any_number_of_threads)
{
    static const int counts[] = {2, 3, 7};
    char first[4096], out[4096], environment[128];
    size_t k;
    CHECK_INT(test_child("GPU_QUIET=1 GPU_DEVICE=cpu GPU_THREADS=1", "print_bits", first, sizeof first), 0);
    CHECK_INT(strlen(first), 17 * TYPES * sizeof bit_shapes / sizeof *bit_shapes);
    for (k = 0; k < 3; k++) {
        snprintf(environment, sizeof environment, "GPU_QUIET=1 GPU_DEVICE=cpu GPU_THREADS=%d", counts[k]);
        CHECK_INT(test_child(environment, "print_bits", out, sizeof out), 0);
        CHECK_TEXT(out, first);
    }
}
TEST(on_the_cpu_too)
{
    const int device = gpu_device();
    int type, t;
    if (device == GPU_CPU) SKIP("the CPU is the current device already");
    GPU_CHECK(gpu_use(GPU_CPU));
    for (type = 0; type < TYPES; type++)
        for (t = 0; t < 4; t++) PRODUCT(type, spec_of(65, 33, 40, t), t % 2 ? TAME : WHOLE, t % 2);
    GPU_CHECK(gpu_use(device));
}

/* ------------------------------------------------------------------------------------------ blocks of one matrix -- */

/* The update of an elimination, M[s:, s:] -= M[s:, :s] M[:s, s:], in place; and other blocks that lie apart. */
static void update(size_t rows, size_t cols, size_t s)
{
    const size_t n = rows * cols;
    double *x = (double *)malloc(3 * n * sizeof *x), *want = x + n, *got = want + n, *d;
    gpu_gemm_spec g = gpu_gemm_of(rows - s, cols - s, s);
    size_t i, j, l;
    for (i = 0; i < n; i++) want[i] = x[i] = (double)(i % 7) - 3;
    for (i = s; i < rows; i++)
        for (j = s; j < cols; j++)
            for (l = 0; l < s; l++) want[i * cols + j] -= x[i * cols + l] * x[l * cols + j];
    g.lda = g.ldb = g.ldc = cols, g.alpha = -1, g.beta = 1;
    d = GPU_TO_DEVICE(double, x, n);
    CHECK_SUFFIXED(gpu_gemm_f64(d + s * cols + s, d + s * cols, d + s, g), GPU_OK, "");
    to_host(got, d, n * sizeof *got);
    CHECK(same_bits(got, want, n * sizeof *got));
    GPU_CHECK(gpu_free(d));
    CHECK_SUFFIXED(gpu_gemm_f64(x + s * cols + s, x + s * cols, x + s, g), GPU_OK, "");
    CHECK(same_bits(x, want, n * sizeof *x));
    free(x);
}
/* Of a matrix with 24 columns: has the block of m x n at c an element in common with that of rows x cols at a? */
static int they_meet(size_t m, size_t n, size_t c, size_t rows, size_t cols, size_t a)
{
    static char taken[24 * 24 * 3];
    size_t i, j;
    int meet = 0;
    memset(taken, 0, sizeof taken);
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) taken[c + i * 24 + j] = 1;
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++) meet |= taken[a + i * 24 + j];
    return meet;
}
static size_t below(size_t n) { return (size_t)(fabs(uniform()) * (double)n); }
TEST(blocks_of_one_matrix)
{
    static float x[24 * 24 * 3], other[24 * 24];
    int k, met = 0, bad = 0;
    update(20, 30, 8), update(67, 65, 33), update(2, 2, 1);
    for (k = 0; k < 3000; k++) {
        const size_t m = below(12) + 1, n = below(12) + 1, length = below(12) + 1, c = below(24 * 24);
        const size_t a = below(24 * 24);
        gpu_gemm_spec s = gpu_gemm_of(m, n, length);
        int meet;
        s.transpose_a = s.transpose_b = k % 2, s.lda = s.ldc = 24;
        meet = k % 2 ? they_meet(m, n, c, length, m, a) : they_meet(m, n, c, m, length, a);
        met += meet;
        bad += gpu_gemm_f32(x + c, x + a, other, s) != (meet ? GPU_ERROR_INVALID_ARGUMENT : GPU_OK);
        s.lda = 0, s.ldb = 24;
        meet = k % 2 ? they_meet(m, n, c, n, length, a) : they_meet(m, n, c, length, n, a);
        bad += gpu_gemm_f32(x + c, other, x + a, s) != (meet ? GPU_ERROR_INVALID_ARGUMENT : GPU_OK);
        gpu_clear_error();
    }
    CHECK_INT(bad, 0);
    CHECK(met > 300 && met < 2700);
}

/* ------------------------------------------------------------------------------------------------- bad arguments -- */

TEST(bad_arguments_say_what_is_wrong)
{
    static float x[100], y[100], c[100], as_it_was[100];
    static gpu_bf16 h[100];
    const size_t negative = (size_t)-3;
    gpu_gemm_spec s, good = gpu_gemm_of(4, 5, 6);
    size_t i;
    for (i = 0; i < 100; i++) as_it_was[i] = c[i] = (float)i;
#define REFUSED(part) CHECK_SUFFIXED(gpu_gemm_f32(c, x, y, s), GPU_ERROR_INVALID_ARGUMENT, part)
    s = good, s.transpose_a = 2;
    REFUSED("gpu_gemm: transpose_a is 2; expected 0, or 1");
    s = good, s.transpose_b = -1;
    REFUSED("transpose_b is -1");
    s = good, s.lda = 5;
    REFUSED("lda is 5, and a stored row of a has 6 elements");
    s = good, s.ldb = 4;
    REFUSED("ldb is 4, and a stored row of b has 5 elements");
    s = good, s.ldc = 1;
    REFUSED("ldc is 1, and a stored row of c has 5 elements");
    s = good, s.transpose_a = 1, s.lda = 3;
    REFUSED("lda is 3, and a stored row of a has 4 elements");
    s = good, s.transpose_b = 1, s.ldb = 5;
    REFUSED("ldb is 5, and a stored row of b has 6 elements");
    s = good, s.batch = 0;
    REFUSED("batch is 0; expected at least 1: begin with gpu_gemm_of");
    memset(&s, 0, sizeof s), s.m = 4, s.n = 5, s.k = 6, s.alpha = 1;
    REFUSED("batch is 0");
    s = good, s.batch = 2;
    REFUSED("stride_c is 0 and each of the 2 matrices of c takes 20 elements");
    s = good, s.batch = 2, s.stride_c = 19;
    REFUSED("stride_c is 19");
    s = good, s.batch = 3, s.stride_c = 5, s.ldc = 14; /* beside each other, but the third does not fit in */
    REFUSED("stride_c is 5");
    s = good, s.batch = 2, s.stride_c = 4, s.ldc = 14;
    REFUSED("stride_c is 4");
    s = good, s.m = negative;
    REFUSED("negative");
    s = good, s.n = (size_t)1 << 40, s.k = 0, s.m = (size_t)1 << 40;
    REFUSED("c: 1099511627776 by 1099511627776 elements");
    s = good, s.k = negative;
    REFUSED("negative");
    s = good, s.lda = (size_t)-1 / 2;
    REFUSED("a: 4 by 6 elements, rows 9223372036854775807 apart");
    s = good, s.ldb = (size_t)-1;
    REFUSED("b: 6 by 5 elements");
    s = good, s.batch = 2, s.stride_c = (size_t)-1;
    REFUSED("matrices 18446744073709551615 apart");
    s = good, s.batch = (size_t)1 << 62, s.stride_c = 20;
    REFUSED("c: 4 by 5");
    s = good;
    CHECK_SUFFIXED(gpu_gemm_f32(NULL, x, y, s), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_gemm: c is NULL; expected 20 elements of 4 bytes");
    CHECK_SUFFIXED(gpu_gemm_f32(c, NULL, y, s), GPU_ERROR_INVALID_ARGUMENT, "a is NULL; expected 24 elements");
    CHECK_SUFFIXED(gpu_gemm_f32(c, x, NULL, s), GPU_ERROR_INVALID_ARGUMENT, "b is NULL; expected 30 elements");
    s.beta = 1;
    CHECK_SUFFIXED(gpu_gemm_f32(NULL, x, y, s), GPU_ERROR_INVALID_ARGUMENT, "c is NULL");
    CHECK_SUFFIXED(gpu_matmul_bf16(h, NULL, h, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_matmul: a is NULL; expected 24 elements of 2 bytes");
    CHECK_SUFFIXED(gpu_matmul_f32(c, c, y, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_matmul: c and a overlap; expected");
    CHECK_SUFFIXED(gpu_matmul_f32(c, x, c, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT, "c and b overlap");
    CHECK_SUFFIXED(gpu_matmul_f32(c, x, c + 19, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT, "c and b overlap");
    CHECK_SUFFIXED(gpu_matmul_f32(c + 30, c + 7, y, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT, "c and a overlap");
    s = good, s.batch = 2, s.stride_c = 20, s.stride_a = 24, s.lda = s.ldc = 6; /* in a batch the whole lengths count */
    CHECK_SUFFIXED(gpu_gemm_f32(c, c + 5, y, s), GPU_ERROR_INVALID_ARGUMENT, "c and a overlap");
    s.stride_c = 23;
    CHECK_SUFFIXED(gpu_gemm_f32(c, c + 45, y, s), GPU_ERROR_INVALID_ARGUMENT, "c and a overlap");
    CHECK(!memcmp(c, as_it_was, sizeof c));
    s = good, s.alpha = 0, s.beta = 1;
    CHECK_SUFFIXED(gpu_gemm_f32(c, NULL, NULL, s), GPU_OK, "");
    CHECK(!memcmp(c, as_it_was, sizeof c));
    CHECK_SUFFIXED(gpu_outer_f32(c, x, NULL, 3, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_outer: y is NULL");
    CHECK_SUFFIXED(gpu_outer_f32(c, c + 11, y, 3, 4), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_outer_f32(c, x, y, negative, 4), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_outer_f32(NULL, NULL, NULL, 0, 4), GPU_OK, "");
    CHECK_SUFFIXED(gpu_to_bf16(h, NULL, 3), GPU_ERROR_INVALID_ARGUMENT, "gpu_to_bf16: x is NULL");
    CHECK_SUFFIXED(gpu_from_f16((float *)h, (gpu_f16 *)h, 3), GPU_ERROR_INVALID_ARGUMENT, "overlap");
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
    CHECK_STATUS(gpu_gemm(h, h, h, good), GPU_ERROR_INVALID_ARGUMENT, "gpu_gemm: c and a overlap");
    CHECK_STATUS(gpu_matmul(c, c, y, 4, 5, 6), GPU_ERROR_INVALID_ARGUMENT, "gpu_matmul: c and a overlap");
#endif
    {
        float *d = GPU_NEW(float, 100), *e = GPU_NEW(float, 43);
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, good), GPU_OK, "");
        CHECK_SUFFIXED(gpu_gemm_f32(d + 40, e, d + 50, good), GPU_ERROR_INVALID_ARGUMENT, "c and b overlap");
        s = good, s.batch = 0;
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, s), GPU_ERROR_INVALID_ARGUMENT, "batch is 0");
        s = good, s.transpose_a = 2;
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, s), GPU_ERROR_INVALID_ARGUMENT, "transpose_a is 2");
        CHECK_SUFFIXED(gpu_gemm_f32(d, NULL, d + 50, good), GPU_ERROR_INVALID_ARGUMENT, "gpu_gemm: a is NULL");
        CHECK_SUFFIXED(gpu_gemm_f32(NULL, e, d + 50, good), GPU_ERROR_INVALID_ARGUMENT, "gpu_gemm: c is NULL");
        s = good, s.lda = 12;
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, s), GPU_OK, "");
        s.lda = 13; /* one element too few for the last row */
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, s), GPU_ERROR_INVALID_ARGUMENT,
                       "gpu_gemm: 180 bytes go beyond the end of a");
        s = good, s.batch = 2, s.stride_c = 24;
        CHECK_SUFFIXED(gpu_gemm_f32(e, d, d + 50, s), GPU_ERROR_INVALID_ARGUMENT,
                       "gpu_gemm: 176 bytes go beyond the end of c");
        GPU_CHECK(gpu_free(e));
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, good), GPU_ERROR_INVALID_POINTER,
                       "a points into memory that was freed");
        CHECK_SUFFIXED(gpu_gemm_f32(d, d + 20, d + 50, good), GPU_OK, "");
        CHECK_SUFFIXED(gpu_gemm_f32(d, e, d + 50, good), GPU_ERROR_INVALID_POINTER,
                       "a points into memory that was freed");
        CHECK_SUFFIXED(gpu_gemm_f32(d, d + 20, e, good), GPU_ERROR_INVALID_POINTER,
                       "b points into memory that was freed");
        CHECK_SUFFIXED(gpu_gemm_f32(e, d + 20, d + 50, good), GPU_ERROR_INVALID_POINTER,
                       "c points into memory that was freed");
        GPU_CHECK(gpu_free(d));
    }
}

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
TEST(bare_names_follow_the_type)
{
    const float a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 1, 1};
    const double x[2] = {3, 4}, y[2] = {10, 100};
    float c[4];
    double d[4];
    gpu_f16 ha[4], hb[4], hc[4];
    CHECK(gpu_matmul(c, a, b, 2, 2, 2) == GPU_OK && c[0] == 3 && c[3] == 4);
    CHECK(gpu_gemm(c, a, b, gpu_gemm_of(2, 2, 2)) == GPU_OK && c[1] == 2 && c[2] == 7);
    CHECK(gpu_outer(d, x, y, 2, 2) == GPU_OK && d[0] == 30 && d[1] == 300 && d[2] == 40 && d[3] == 400);
    CHECK(gpu_matmul(d, x, y, 1, 1, 2) == GPU_OK && d[0] == 430);
    CHECK(gpu_to_f16(ha, a, 4) == GPU_OK && gpu_to_f16(hb, b, 4) == GPU_OK &&
          gpu_matmul(hc, ha, hb, 2, 2, 2) == GPU_OK);
    CHECK(gpu_from_f16(c, hc, 4) == GPU_OK && c[0] == 3 && c[1] == 2 && c[2] == 7 && c[3] == 4);
}
#endif

/* C += A B, three times. */
TEST(in_a_graph)
{
    enum { n = 70 };
    static float a[n * n], b[n * n], c[n * n];
    gpu_stream stream = gpu_stream_new();
    gpu_graph graph;
    gpu_gemm_spec s = gpu_gemm_of(n, n, n);
    float *da, *db, *dc, *corner;
    size_t i;
    int bad = 0;
    for (i = 0; i < n * n; i++) a[i] = (float)(i % n == i / n ? 2 : 0), b[i] = (float)i, c[i] = 1;
    GPU_CHECK(gpu_use_stream(stream));
    da = GPU_TO_DEVICE(float, a, n * n), db = GPU_TO_DEVICE(float, b, n * n), dc = GPU_TO_DEVICE(float, c, n * n);
    corner = GPU_NEW(float, 9);
    s.beta = 1;
    GPU_CHECK(gpu_gemm_f32(dc, da, db, s));
    GPU_CHECK(gpu_matmul_f32(corner, da, db, 3, 3, 3)); /* the arrays of a small product are known then */
    GPU_CHECK(gpu_set(corner, 0, 9 * sizeof *corner));
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(gpu_gemm_f32(dc, da, db, s));
    GPU_CHECK(gpu_matmul_f32(corner, da, db, 3, 3, 3));
    s.m = 0; /* the graph has the spec as it was */
    graph = gpu_graph_end();
    to_host(c, corner, 9 * sizeof *c);
    for (i = 0; i < 9; i++) bad += c[i] != 0;
    CHECK_INT(bad, 0);
    s = gpu_gemm_of(3, 3, 3), s.beta = 1;
    GPU_CHECK(gpu_gemm_f32(corner, da, db, s)); /* a call with another spec does not change the graph */
    for (i = 0; i < 3; i++) GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_stream_sync(stream));
    to_host(c, dc, sizeof c);
    for (i = 0; i < n * n; i++) bad += c[i] != 1 + 4 * 2 * (float)i;
    CHECK_INT(bad, 0);
    to_host(c, corner, 9 * sizeof *c);
    for (i = 0; i < 3; i++) bad += c[i] != 2 * b[i]; /* of A the first nine elements: 2, 0 ... */
    CHECK_INT(bad, 0);
    GPU_CHECK(gpu_free(corner));
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_free(da));
    GPU_CHECK(gpu_free(db));
    GPU_CHECK(gpu_free(dc));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
}

/* Kernels may be set up while those before them run: each product turns the rows of the last one's result by one place,
   and writes what that one has read. In a graph, too. */
static void turn_rows(int type, void *const *x, const void *turn, gpu_gemm_spec s, int times)
{
    for (; times; times--) GPU_CHECK(gemm(type, x[(times - 1) % 2], turn, x[times % 2], s));
}
TEST(products_that_follow_each_other)
{
    static const size_t shape[][2] = {{17, 17}, {64, 64},   {70, 1},     {131, 20}, {300, 33},
                                      {513, 7}, {520, 512}, {1001, 900}, {2048, 24}};
    const int all = gpu_device() != GPU_CPU, times = 12;
    gpu_stream stream = gpu_stream_new();
    size_t k, i;
    int type, round;
    GPU_CHECK(gpu_use_stream(stream));
    for (type = 0; type < TYPES; type++)
        for (k = 0; k < (all ? sizeof shape / sizeof *shape : 5); k++) {
            const size_t m = shape[k][0], n = shape[k][1], size = type_size[type];
            gpu_gemm_spec s = gpu_gemm_of(m, n, m);
            char *const turn = (char *)calloc(m * m, size);
            char *const rows = (char *)malloc(m * n * size);
            char *const got = (char *)malloc(m * n * size);
            void *x[2], *dt;
            int bad = 0;
            for (i = 0; i < m; i++) put(turn, i * m + (i + 1) % m, type, 1);
            for (i = 0; i < m * n; i++) put(rows, i, type, (double)(i / n % 251));
            dt = on_device(turn, m * m, size, 0), x[0] = on_device(rows, m * n, size, 0),
            x[1] = on_device(rows, m * n, size, 0);
            turn_rows(type, x, dt, s, times); /* outside of a graph first, so that the memory it needs is there */
            for (round = 1; round < 3; round++) {
                if (round == 2) {
                    gpu_graph graph;
                    GPU_CHECK(gpu_graph_begin());
                    turn_rows(type, x, dt, s, times);
                    graph = gpu_graph_end();
                    GPU_CHECK(gpu_graph_launch(graph));
                    GPU_CHECK(gpu_stream_sync(stream));
                    GPU_CHECK(gpu_graph_free(graph));
                }
                to_host(got, x[0], m * n * size);
                for (i = 0; i < m * n; i++)
                    bad += get(got, i, type) != (double)((i / n + (size_t)(round * times)) % m % 251);
                if (bad)
                    test__fail(__FILE__, __LINE__, "%s, %zu x %zu, %s: %d elements are wrong", type_name[type], m, n,
                               round == 2 ? "in a graph" : "queued", bad);
            }
            release(dt, size, 0), release(x[0], size, 0), release(x[1], size, 0);
            free(turn), free(rows), free(got);
        }
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
}

/* Rows more than 2^32 elements apart. */
TEST(offsets_beyond_32_bits)
{
    const size_t apart = ((size_t)1 << 32) + 5;
    static const float want[6] = {12, 18, 24, 30, 45, 60};
    gpu_gemm_spec s = gpu_gemm_of(2, 3, 3);
    gpu_memory_stats stats;
    gpu_f16 a[6], b[9], c[3], *d, *db, *to;
    float out[3];
    int way, i;
    if (gpu_device() == GPU_CPU) SKIP("host memory may be short");
    GPU_CHECK(gpu_memory(&stats));
    if (stats.free < apart * 4) SKIP("there is not enough memory");
    d = GPU_NEW(gpu_f16, apart + 100), db = GPU_NEW(gpu_f16, 9);
    for (i = 0; i < 6; i++) a[i] = gpu_f16_of((float)(i + 1));
    for (i = 0; i < 9; i++) b[i] = gpu_f16_of((float)(i % 6 + 1));
    GPU_CHECK(gpu_copy(d, a, 6)), GPU_CHECK(gpu_copy(d + apart, a + 3, 6)), GPU_CHECK(gpu_copy(db, b, sizeof b));
    for (way = 0; way < 2; way++) { /* those of A and C, those of A alone */
        to = d + (way ? apart + 30 : 20);
        s.lda = apart, s.ldc = way ? 3 : apart;
        GPU_CHECK(gpu_gemm_f16(to, d, db, s));
        for (i = 0; i < 2; i++) {
            GPU_CHECK(gpu_copy(c, to + (i ? s.ldc : 0), sizeof c));
            GPU_CHECK(gpu_from_f16(out, c, 3));
            CHECK(!memcmp(out, want + 3 * i, sizeof out));
        }
    }
    GPU_CHECK(gpu_free(d)), GPU_CHECK(gpu_free(db));
}

/* ------------------------------------------------------------------------------------ the short types -- */

/* All values of the short types; and floats at, beside and between them, which is where rounding is decided. */
TEST(short_types)
{
    enum { n = 0x10000 };
    static float x[2 * n + 64], back[n];
    static uint16_t bits[2 * n + 64], want[2 * n + 64];
    int type, k, bad;
    for (type = BF16; type <= F16; type++) {
        const unsigned quiet = type == BF16 ? 0x40 : 0x200;
        char *dx, *dh;
        size_t count, i;
        for (k = 0; k < n; k++) bits[k] = (uint16_t)k;
        dh = (char *)on_device(bits, n, 2, 1), dx = (char *)on_device(NULL, n, 4, 1);
        CHECK((type == BF16 ? gpu_from_bf16((float *)dx, (gpu_bf16 *)dh, n)
                            : gpu_from_f16((float *)dx, (gpu_f16 *)dh, n)) == GPU_OK);
        to_host(back, dx, sizeof back);
        for (k = 0, bad = 0; k < n; k++) {
            const float v = (float)short_value((unsigned)k, type);
            gpu_bf16 b;
            gpu_f16 h;
            float scalar;
            b.bits = h.bits = (uint16_t)k;
            scalar = type == BF16 ? gpu_f32_of_bf16(b) : gpu_f32_of_f16(h);
            bad += isnan(v) ? !isnan(back[k]) || !isnan(scalar)
                            : !same_bits(&back[k], &v, 4) || !same_bits(&scalar, &v, 4);
        }
        CHECK_INT(bad, 0);
        release(dx, 4, 1), release(dh, 2, 1);
        /* each value a float near it: the value, what lies halfway to the next and that with its last bit moved; any
           bits at all */
        for (k = 0; k < n; k++) {
            const double v = short_value((unsigned)k, type), next = short_value((unsigned)(k + 1) & 0xffff, type);
            x[k] = k % 4 == 0 ? (float)v : (float)((v + next) / 2);
            if (k % 4 > 1) x[k] = nextafterf(x[k], k % 4 == 2 ? 1e38f : -1e38f);
            bits[0] = (uint16_t)(uniform() * 32768 + 32768), bits[1] = (uint16_t)(uniform() * 32768 + 32768);
            memcpy(x + n + k, bits, 4);
        }
        count = 2 * n;
        x[count++] = 65519.996f, x[count++] = 65520, x[count++] = 3.3895314e38f, x[count++] = 3.3961775e38f,
        x[count++] = -3.4028235e38f;
        x[count++] = INFINITY, x[count++] = -INFINITY, x[count++] = NAN, x[count++] = -NAN, x[count++] = -0.0f,
        x[count++] = 1e-45f, x[count++] = -2.9802322e-8f;
        for (i = 0; i < count; i++) want[i] = (uint16_t)short_bits((double)x[i], type);
        dx = (char *)on_device(x, count, 4, 3), dh = (char *)on_device(NULL, count, 2, 3);
        CHECK((type == BF16 ? gpu_to_bf16((gpu_bf16 *)dh, (float *)dx, count)
                            : gpu_to_f16((gpu_f16 *)dh, (float *)dx, count)) == GPU_OK);
        memset(bits, 0, sizeof bits);
        to_host(bits, dh, count * 2);
        for (i = 0, bad = 0; i < count; i++) {
            const unsigned scalar = type == BF16 ? gpu_bf16_of(x[i]).bits : gpu_f16_of(x[i]).bits;
            bad += isnan(x[i]) ? (bits[i] & (quiet | 0x7c00)) != (quiet | 0x7c00) || scalar != bits[i]
                               : bits[i] != want[i] || scalar != want[i];
        }
        CHECK_INT(bad, 0);
        release(dx, 4, 3), release(dh, 2, 3);
    }
}

/* Behind everything, as each_type.h has other meanings for names of this file, F32 and WHOLE among them. */
#define TYPES REAL
#define BODY "matmul_T.h"
#include "each_type.h"
