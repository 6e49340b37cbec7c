/* The family fourier: every function against sums in long double, in both precisions, for lengths of all kinds, shapes,
   places in memory and graphs; what holds for every transform; and each refusal. With FOURIER_ALL set every length up
   to 2048 is tried, and lengths up to 2^27 + 1. */

#define GPU_FFT
#include "gpu.h"
#ifndef _WIN32
#include <pthread.h>
#endif
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"
#include "fourier.h"

/* Every way to call a transform of this shape has the right result; in place and out of place have the same bits. */
static void check_transform(const transform *t)
{
    const size_t ins = elements_in(t), outs = elements_out(t), bytes_in = ins * size_in(t);
    const size_t bytes_out = outs * size_out(t);
    char *x = (char *)malloc(bytes_in + 16), *y = (char *)malloc(bytes_out + 16), *z = (char *)malloc(bytes_out + 16);
    number *const expected = reference(t, x), *const before = (number *)malloc(ins * sizeof *before);
    void *const dx = gpu_malloc(bytes_in), *const dy = gpu_malloc(bytes_out + 2 * size_out(t));
    double error;
    memset(y, 0xff, bytes_out), memset(z, 0xff, bytes_out);
    gpu_copy(dx, x, bytes_in);
    gpu_copy((char *)dy + size_out(t), y, bytes_out);
    CHECK(!call_transform(t, y, x)); /* from and to the host */
    error = error_of(t, y, expected, outs);
    if (!(error <= error_bound(t)))
        test__fail(__FILE__, __LINE__, "%s: an error of %g roundings, at most %g are expected", name_of(t), error,
                   error_bound(t));
    CHECK(!call_transform(t, (char *)dy + size_out(t), dx)); /* in device memory, one element into it */
    gpu_copy(z, (char *)dy + size_out(t), bytes_out);
    if (memcmp(y, z, bytes_out)) test__fail(__FILE__, __LINE__, "%s: other bits from device memory", name_of(t));
    if (t->kind == COMPLEX) {
        CHECK(!call_transform(t, dx, dx));
        gpu_copy(z, dx, bytes_out);
        if (memcmp(y, z, bytes_out)) test__fail(__FILE__, __LINE__, "%s: other bits in place", name_of(t));
    }
    free(before), free(expected), free(x), free(y), free(z);
    gpu_free(dx), gpu_free(dy);
}
static void check_length(size_t n)
{
    int kind, wide;
    for (kind = 0; kind < KINDS; kind++)
        for (wide = 0; wide < 2; wide++) {
            transform t = {kind, 0, 4, wide, {1, 1, 0}};
            t.dims[2] = n, t.inverse = kind == TO_REAL || (kind == COMPLEX && n % 3 == 0);
            check_transform(&t);
        }
}
TEST(every_short_length)
{
    const size_t all = getenv("FOURIER_ALL") != NULL;
    size_t n;
    for (n = 1; n <= 2048; n += all || n < 40 ? 1 : n < 200 ? 1 + n / 12 : 1 + n / 6) check_length(n);
}
TEST(lengths_of_all_kinds)
{
    static const size_t lengths[] = {128, 169, 243, 256, 343, 500, 509, 512, 625, 720, 1000, 1001, 1009, 1021, 1024,
                                     1331, 2027, 2187, 2197, 2310, 3125, 4096, 4097, 5041, 6561, 8192, 10000, 15625,
                                     16384, 16807, 30030, 65536};
    size_t k;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) check_length(lengths[k]);
}
TEST(shapes)
{
    static const size_t shapes[][3] = {
        {1, 1, 1},   {1, 1, 5},     {1, 5, 1},     {1, 3, 5},    {1, 16, 64},  {1, 64, 16},   {1, 7, 100},
        {1, 33, 17}, {1, 17, 33},   {1, 2, 1009},  {1, 1009, 2}, {1, 63, 65},  {1, 128, 128}, {1, 300, 9},
        {1, 9, 300}, {1, 40, 1000}, {1, 1000, 40}, {1, 4100, 3}, {1, 3, 4100}, {1, 10, 8200}, {2, 3, 4},
        {4, 6, 10},  {3, 5, 7},     {8, 16, 32},   {5, 1, 9},    {31, 8, 2},   {2, 1024, 5},  {2, 521, 5},
        {6, 11, 13}, {3, 5, 1},     {40, 12, 1},   {4, 1000, 1}, {2, 3001, 1}, {3, 1, 1}};
    size_t k;
    int kind, axes, wide;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (kind = 0; kind < KINDS; kind++)
            for (axes = 2; axes < 8; axes++)
                for (wide = 0; wide < 2; wide++) {
                    transform t = {kind, 0, axes, wide, {0, 0, 0}};
                    memcpy(t.dims, shapes[k], sizeof t.dims);
                    t.inverse = kind == TO_REAL || (kind == COMPLEX && (k + (size_t)axes) % 2);
                    if (has_function(&t)) check_transform(&t);
                }
}
/* On a GPU of sm_90 or later a cluster of blocks shares these lanes (those of more than 16384 elements if there are
   many). */
TEST(long_rows_and_columns)
{
    static const transform list[] = {{COMPLEX, 0, 2, 0, {1, 4096, 9}},  {COMPLEX, 0, 2, 0, {2, 2048, 5}},
                                     {COMPLEX, 0, 2, 0, {1, 8192, 17}}, {COMPLEX, 0, 2, 0, {1, 16384, 4}},
                                     {COMPLEX, 0, 4, 0, {1, 3, 16384}}, {COMPLEX, 0, 4, 0, {1, 2, 32768}},
                                     {REAL, 0, 6, 0, {1, 4096, 32}},    {TO_REAL, 1, 4, 0, {1, 1, 65536}}};
    size_t k;
    int way;
    for (k = 0; k < sizeof list / sizeof *list; k++)
        for (way = 0; way < 4; way++) {
            transform t = list[k];
            if (t.kind == COMPLEX) t.inverse = way & 1;
            t.wide = way >> 1;
            if (t.kind == COMPLEX || way & 1) check_transform(&t);
        }
}
/* Lengths for which the whole reference would take too long: some numbers of the result, the energy, and the way
   back. */
static void check_long(size_t n, int wide)
{
    const transform there = {COMPLEX, 0, 4, wide, {1, 1, n}}, back = {COMPLEX, 1, 4, wide, {1, 1, n}};
    const size_t bytes = n * size_in(&there);
    char *const x = (char *)malloc(bytes), *const y = (char *)malloc(bytes);
    void *const d = gpu_malloc(bytes);
    long double energy = 0, energy_there = 0, away = 0;
    const double bound = error_bound(&there);
    size_t i, k;
    for (i = 0; i < 2 * n; i++) set_real(wide, x, i, uniform());
    gpu_copy(d, x, bytes);
    CHECK(!call_transform(&there, d, d));
    gpu_copy(y, d, bytes);
    for (i = 0; i < 2 * n; i++)
        energy += real_at(wide, x, i) * real_at(wide, x, i), energy_there += real_at(wide, y, i) * real_at(wide, y, i);
    CHECK_CLOSE((double)(energy_there / (long double)n), (double)energy, 0, 2 * bound * (wide ? 1.1e-16 : 6e-8));
    for (k = 0; k < 6; k++) {
        const size_t at = k == 0   ? 0
                          : k == 1 ? n - 1
                          : k == 2 ? n / 2
                          : k == 3 ? 1
                                   : (size_t)(fabs(uniform()) * (double)(n - 1));
        const number sum = one_number(wide, x, n, at);
        const long double re = real_at(wide, y, 2 * at) - sum.re, im = real_at(wide, y, 2 * at + 1) - sum.im;
        /* one number's error is compared with the root mean square of all */
        const double error =
            (double)(sqrtl((re * re + im * im) / energy) / (wide ? 1.1102230246251565e-16L : 5.9604644775390625e-8L));
        if (!(error <= 4 * bound))
            test__fail(__FILE__, __LINE__, "%s: number %zu has an error of %g roundings", name_of(&there), at, error);
    }
    CHECK(!call_transform(&back, d, d));
    gpu_copy(y, d, bytes);
    for (i = 0; i < 2 * n; i++)
        away += (real_at(wide, y, i) - real_at(wide, x, i)) * (real_at(wide, y, i) - real_at(wide, x, i));
    away = sqrtl(away / energy) / (wide ? 1.1102230246251565e-16L : 5.9604644775390625e-8L);
    if (!(away <= 2 * bound))
        test__fail(__FILE__, __LINE__, "%s and back: an error of %g roundings", name_of(&there), (double)away);
    if (getenv("FOURIER_PRINT"))
        printf("n = %zu, %s: there and back %.2f roundings\n", n, wide ? "double" : "float", (double)away);
    free(x), free(y);
    gpu_free(d);
}
TEST(long_lengths)
{
    static const size_t lengths[] = {65537,    (size_t)1 << 18, 1000000, 1000003, 531441,       999983,
                                     10000000, 1 << 24,         1 << 25, 1 << 26, (1 << 27) + 1};
    const size_t count = getenv("FOURIER_ALL") ? sizeof lengths / sizeof *lengths : 4;
    size_t k;
    int wide;
    for (k = 0; k < count; k++)
        for (wide = 0; wide < 2; wide++) check_long(lengths[k], wide);
}
TEST(real_against_complex_of_a_long_length)
{
    const size_t n = 200000;
    double *const x = (double *)malloc(n * sizeof *x), *const again = (double *)malloc(n * sizeof *again);
    gpu_c64 *const wide = (gpu_c64 *)malloc(n * sizeof *wide);
    gpu_c64 *const half = (gpu_c64 *)malloc((n / 2 + 1) * sizeof *half);
    double worst = 0, scale = 0, back = 0;
    size_t i;
    for (i = 0; i < n; i++) wide[i].re = x[i] = uniform(), wide[i].im = 0;
    CHECK(!gpu_fft(wide, wide, n));
    CHECK(!gpu_rfft(half, x, n));
    CHECK(!gpu_irfft(again, half, n));
    for (i = 0; i <= n / 2; i++) {
        const double d = hypot(wide[i].re - half[i].re, wide[i].im - half[i].im);
        if (d > worst) worst = d;
        if (hypot(wide[i].re, wide[i].im) > scale) scale = hypot(wide[i].re, wide[i].im);
    }
    for (i = 0; i < n; i++)
        if (fabs(again[i] - x[i]) > back) back = fabs(again[i] - x[i]);
    CHECK(worst < 1e-14 * scale), CHECK(scale > 400), CHECK(back < 1e-14);
    CHECK(half[0].im == 0 && half[n / 2].im == 0);
    free(x), free(again), free(wide), free(half);
}
/* A sum of inputs, an impulse, a constant, and an input that is moved round by some places. */
TEST(what_holds_for_every_transform)
{
    static const size_t lengths[] = {1, 2, 7, 30, 64, 97, 360, 1024, 4099, 16384};
    gpu_c64 x[3][16384], y[3][16384];
    size_t k, i;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k], by = n / 3;
        double worst = 0, moved = 0;
        for (i = 0; i < n; i++) {
            x[0][i].re = uniform(), x[0][i].im = uniform(), x[1][i].re = uniform(), x[1][i].im = uniform();
            x[2][i].re = 2 * x[0][i].re - 3 * x[1][i].re, x[2][i].im = 2 * x[0][i].im - 3 * x[1][i].im;
        }
        for (i = 0; i < 3; i++) CHECK(!gpu_fft(y[i], x[i], n));
        for (i = 0; i < n; i++) {
            const double d =
                hypot(2 * y[0][i].re - 3 * y[1][i].re - y[2][i].re, 2 * y[0][i].im - 3 * y[1][i].im - y[2][i].im);
            if (d > worst) worst = d;
        }
        CHECK(worst < 1e-14 * sqrt((double)n) * 20);
        for (i = 0; i < n; i++) x[1][(i + by) % n] = x[0][i];
        CHECK(!gpu_fft(y[1], x[1], n));
        for (i = 0; i < n; i++) {
            const double angle = -6.283185307179586 * (double)(i * by % n) / (double)n, c = cos(angle), s = sin(angle);
            const double d =
                hypot(y[0][i].re * c - y[0][i].im * s - y[1][i].re, y[0][i].re * s + y[0][i].im * c - y[1][i].im);
            if (d > moved) moved = d;
        }
        CHECK(moved < 1e-14 * sqrt((double)n) * 20);
        for (i = 0; i < n; i++) x[0][i].re = 3, x[0][i].im = 0, x[1][i].re = i == 0, x[1][i].im = 0;
        for (i = 0; i < 2; i++) CHECK(!gpu_fft(y[i], x[i], n));
        CHECK_CLOSE(y[0][0].re, 3.0 * (double)n, 0, 1e-15);
        for (i = 1; i < n; i++) CHECK(hypot(y[0][i].re, y[0][i].im) < 1e-13 * (double)n);
        for (i = 0; i < n; i++) {
            CHECK_CLOSE(y[1][i].re, 1.0, 1e-14, 0);
            CHECK_CLOSE(y[1][i].im, 0.0, 1e-14, 0);
        }
    }
}
/* What is no number stays in its row, and in its column. */
TEST(nan_and_infinity)
{
    static const size_t lengths[] = {5, 32, 100, 127, 1024, 1500};
    size_t k, row, i;
    int cols;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (cols = 0; cols < 2; cols++) {
            const size_t n = lengths[k], rows = 40;
            gpu_c32 *const x = (gpu_c32 *)malloc(n * rows * sizeof *x);
            for (i = 0; i < n * rows; i++) x[i].re = (float)uniform(), x[i].im = (float)uniform();
            x[cols ? 2 * rows + 11 : 11 * n + 2].re = NAN;
            x[cols ? 3 * rows + 30 : 30 * n + 3].im = INFINITY;
            CHECK(!(cols ? gpu_fft_cols(x, x, n, rows) : gpu_fft_rows(x, x, rows, n)));
            for (row = 0; row < rows; row++)
                for (i = 0; i < n; i++) {
                    const gpu_c32 v = x[cols ? i * rows + row : row * n + i];
                    const int finite = isfinite(v.re) && isfinite(v.im);
                    if (finite == (row == 11 || row == 30))
                        test__fail(__FILE__, __LINE__, "n = %zu, %s %zu, number %zu: %g %g", n, cols ? "column" : "row",
                                   row, i, (double)v.re, (double)v.im);
                }
            free(x);
        }
}
TEST(real_arrays_may_begin_anywhere)
{
    static const size_t lengths[] = {6, 64, 1000, 1001, 9000, 40000};
    size_t k, i;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k];
        double *const x = (double *)gpu_malloc((n + 1) * sizeof *x);
        double *const y = (double *)gpu_malloc((n + 1) * sizeof *y);
        double *const h = (double *)malloc((n + 1) * sizeof *h);
        double *const g = (double *)malloc((n + 1) * sizeof *g);
        gpu_c64 *const s = (gpu_c64 *)gpu_malloc((n / 2 + 1) * sizeof *s);
        double worst = 0;
        for (i = 0; i < n; i++) h[i] = uniform();
        gpu_copy(x + 1, h, n * sizeof *h);
        CHECK(!gpu_rfft(s, x + 1, n));
        CHECK(!gpu_irfft(y + 1, s, n));
        gpu_copy(g, y + 1, n * sizeof *g);
        for (i = 0; i < n; i++)
            if (fabs(g[i] - h[i]) > worst) worst = fabs(g[i] - h[i]);
        CHECK(worst < 1e-14);
        gpu_free(x), gpu_free(y), gpu_free(s);
        free(h), free(g);
    }
}
TEST(graphs)
{
    static const size_t lengths[] = {16, 1000, 1009, 16384, 70000};
    size_t k, i;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k];
        gpu_c32 *const x = GPU_NEW(gpu_c32, n);
        gpu_c32 *const y = GPU_NEW(gpu_c32, n);
        gpu_c32 *const h = (gpu_c32 *)malloc(n * sizeof *h);
        gpu_c32 *const a = (gpu_c32 *)malloc(n * sizeof *a);
        gpu_c32 *const b = (gpu_c32 *)malloc(n * sizeof *b);
        gpu_graph graph;
        CHECK(!gpu_graph_begin());
        CHECK(!gpu_fft(y, x, n));
        CHECK(!gpu_ifft(y, y, n));
        CHECK(!gpu_fft(y, y, n));
        graph = gpu_graph_end();
        CHECK(graph != NULL);
        CHECK(!gpu_memory_trim());
        for (i = 0; i < n; i++) h[i].re = (float)uniform(), h[i].im = (float)uniform();
        gpu_copy(x, h, n * sizeof *h);
        CHECK(!gpu_graph_launch(graph));
        gpu_copy(a, y, n * sizeof *a);
        CHECK(!gpu_fft(y, x, n) && !gpu_ifft(y, y, n) && !gpu_fft(y, y, n));
        gpu_copy(b, y, n * sizeof *b);
        CHECK(!memcmp(a, b, n * sizeof *a));
        CHECK(!gpu_graph_free(graph));
        gpu_free(x), gpu_free(y);
        free(h), free(a), free(b);
    }
}
/* More lengths than are kept, then the first once more; and after a trim. */
TEST(tables_are_made_again)
{
    const size_t n = 4096;
    gpu_c64 *const x = (gpu_c64 *)malloc((n << 5) * sizeof *x);
    gpu_c64 *const y = (gpu_c64 *)malloc((n << 5) * sizeof *y);
    gpu_c64 *const first = (gpu_c64 *)malloc(n * sizeof *first);
    size_t i, k;
    for (i = 0; i < n << 5; i++) x[i].re = uniform(), x[i].im = uniform();
    CHECK(!gpu_fft(first, x, n));
    for (k = 0; k < 16; k++) CHECK(!gpu_fft(y, x, 100003 + 2 * k));
    CHECK(!gpu_fft(y, x, n));
    CHECK(!memcmp(first, y, n * sizeof *y));
    CHECK(!gpu_memory_trim());
    CHECK(!gpu_fft(y, x, n));
    CHECK(!memcmp(first, y, n * sizeof *y));
    free(x), free(y), free(first);
}
static uint64_t hash_of(const void *p, size_t bytes)
{
    uint64_t h = 14695981039346656037u;
    size_t i;
    for (i = 0; i < bytes; i++) h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211u;
    return h;
}
CHILD(prints_hashes)
{
    static const size_t lengths[] = {60, 1000, 10007, 65536, 100003};
    gpu_c32 *const x = (gpu_c32 *)malloc(500000 * sizeof *x), *const y = (gpu_c32 *)malloc(500000 * sizeof *y);
    size_t i, k;
    for (i = 0; i < 500000; i++) x[i].re = (float)i / 7 - (float)(i % 13), x[i].im = (float)(i % 101);
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k], rows = 300000 / n;
        if (gpu_fft(y, x, n) || gpu_fft_rows(y + n, x, rows, n)) exit(1);
        printf("%016llx ", (unsigned long long)hash_of(y, (n + rows * n) * sizeof *y));
        if (gpu_fft_cols(y, x, n, rows) || gpu_rfft(y + n * rows, (const float *)x, 2 * n)) exit(1);
        printf("%016llx ", (unsigned long long)hash_of(y, (n + rows * n) * sizeof *y));
    }
    free(x), free(y);
}
TEST(the_same_bits_for_any_number_of_threads)
{
    char one[1024], three[1024], seven[1024];
    CHECK(test_child("GPU_THREADS=1", "prints_hashes", one, sizeof one) == 0);
    CHECK(test_child("GPU_THREADS=3", "prints_hashes", three, sizeof three) == 0);
    CHECK(test_child("GPU_THREADS=7", "prints_hashes", seven, sizeof seven) == 0);
    CHECK(strlen(one) > 100);
    CHECK(!strcmp(one, three)), CHECK(!strcmp(one, seven));
}

/* The first transforms of a program are several threads' at once, each with tables of its own; the thread sanitizer
   sees what they share. */
#ifndef _WIN32
static int at_start;
static void *transforms_first(void *arg)
{
    const size_t n = 30000 + (size_t)arg; /* as long as the others take to begin */
    static gpu_c32 x[5][30004];
    __atomic_fetch_add(&at_start, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&at_start, __ATOMIC_RELAXED) < 4) continue;
    return gpu_fft(x[(size_t)arg], x[(size_t)arg], n) ? arg : NULL;
}
CHILD(four_threads_transform)
{
    pthread_t t[4];
    size_t k;
    void *failed;
    for (k = 0; k < 4; k++)
        if (pthread_create(&t[k], NULL, transforms_first, (void *)(k + 1))) exit(2);
    for (k = 0; k < 4; k++)
        if (pthread_join(t[k], &failed) || failed) exit(3);
}
TEST(the_first_use_may_be_several_threads)
{
    char said[4096];
    const int code = test_child("", "four_threads_transform", said, sizeof said);
    if (code) test__fail(__FILE__, __LINE__, "exit code %d: %s", code, said);
}
#endif
