/* What test_prewritten_types checks of each type. */

/* Casts of x, which is at dx too, from a type to T; the exact values tell what they should give. */
static void N(casts_to)(const void *dx, gpu_type from, int real, const long double *x, size_t n)
{
    T *const r = (T *)malloc(n * sizeof(T)), *const o = (T *)on_device(NULL, n, sizeof(T), 1);
    size_t i;
    test_row("to %s", S_TEXT);
    CHECK_SUFFIXED(N(gpu_cast)(o, dx, from, n), GPU_OK, "");
    to_host(r, o, n * sizeof(T));
    for (i = 0; i < n; i++) {
        const number v = {x[i], real};
        const T want = OF(REAL) ? (T)v.value : (T)whole_cast(v, OF(WHOLE), (int)sizeof(T) * 8);
        if (r[i] != want && !(isnan((double)r[i]) && isnan((double)want)))
            test__fail(__FILE__, __LINE__, "%.20Lg gives %.20Lg, expected %.20Lg", v.value, (long double)r[i],
                       (long double)want);
    }
    release(o, sizeof(T), 1);
    free(r);
}
static void N(casts_from)(const cast_row *rows, size_t count) /* by the functions of all types */
{
    enum { n = 3607 };
    static T x[n];
    static long double exact[n];
    T *dx;
    size_t i;
    for (i = 0; i < n; i++) {
        const double v = edge(i);
        x[i] = OF(REAL) ? (T)v : (v == v && fabs(v) < 9e18) ? (T)(int64_t)v : (T)state;
        exact[i] = (long double)x[i];
    }
    dx = (T *)on_device(x, n, sizeof(T), 1);
    for (i = 0; i < count; i++) rows[i](dx, N(type), OF(REAL), exact, n);
    release(dx, sizeof(T), 1);
}

#if OF(ALL)
static int N(compared)(T a, gpu_comparison how, T b)
{
    return how == GPU_LESS         ? a < b
           : how == GPU_LESS_EQUAL ? a <= b
           : how == GPU_EQUAL      ? a == b
           : how == GPU_NOT_EQUAL  ? a != b
           : how == GPU_GREATER    ? a > b
                                   : a >= b;
}
TEST(N(masks))
{
    static const size_t some[] = {0, 1, 15, 16, 17, 4099, 65537};
    static T hx[65537], hy[65537];
    static uint8_t got[65537];
    size_t k, i;
    int a, q;
    for (i = 0; i < 65537; i++) hx[i] = (T)(uniform() * 3), hy[i] = i % 11 ? (T)(uniform() * 3) : hx[i];
    for (i = 20; i + 20 < 65537; i += 13) hx[i] = N(odd), hy[i + i % 3] = N(odd);
    for (k = 0; k < 7; k++)
        for (a = 0; a < 2; a++) {
            const size_t n = some[k];
            T *dx = (T *)on_device(hx, n, sizeof(T), 1), *dy = (T *)on_device(hy, n, sizeof(T), 0);
            uint8_t *m = (uint8_t *)on_device(NULL, n, 1, 3);
            for (q = 0; q < 6; q++) {
                const gpu_comparison c = comparisons[q];
                test_row("comparison %d of %zu with %s", (int)c, n, a ? "a number" : "an array");
                if (n) GPU_CHECK(gpu_set(m, 0xa5, n));
                CHECK_SUFFIXED(a ? N(gpu_compare_scalar)(m, dx, c, hy[3], n) : N(gpu_compare)(m, dx, c, dy, n), GPU_OK,
                               "");
                to_host(got, m, n);
                for (i = 0; i < n; i++) {
                    const int want = N(compared)(hx[i], c, hy[a ? 3 : i]);
                    CHECK_AT(i, got[i], want, got[i] == want);
                }
            }
            release(dx, sizeof(T), 1), release(dy, sizeof(T), 0), release(m, 1, 3);
        }
}
#else
TEST(N(unsigned))
{
    enum { BINS = 300 };
    size_t k, i;
    for (k = 0; k < SIZES; k++) {
        const size_t n = sizes[k], rows = n % 7 ? 1 : 7, cols = n / rows, shift = k % 3;
        T *x = (T *)malloc(n * sizeof(T)), *r = (T *)malloc(n * sizeof(T));
        T *dx, *o = (T *)on_device(NULL, n, sizeof(T), shift);
        int64_t *c = (int64_t *)on_device(NULL, BINS, 8, 0), got[BINS], want[BINS];
        uint64_t sum = 0, *to = (uint64_t *)on_device(NULL, 1, 8, 0), there;
        test_row("%zu elements, shift %zu", n, shift);
        for (i = 0; i < n; i++) {
            uniform();
            x[i] = i % 3 ? (T)(state >> 11) : i % 2 ? (T)-1 : (T)(state % BINS);
            sum += x[i];
        }
        dx = (T *)on_device(x, n, sizeof(T), shift);
        CHECK(N(gpu_sum)(dx, n) == sum && N(gpu_sum)(dx, 0) == 0);
        CHECK(N(gpu_sum_to)(to, dx, n) == GPU_OK);
        to_host(&there, to, 8);
        CHECK(there == sum);
        for (i = 0; i < BINS; i++) want[i] = 0;
        for (i = 0; i < n; i++) {
            const uint64_t v = x[i];
            if (v < BINS) want[v]++;
        }
        CHECK(N(gpu_bincount)(c, BINS, dx, n) == GPU_OK);
        to_host(got, c, sizeof got);
        CHECK_SAME("gpu_bincount", got, want, BINS, GPU_I64);
        for (i = 0; i < BINS; i++) want[i] = 0;
        for (i = 0; i < n; i++)
            if (x[i] <= 200) want[x[i] < 200 ? x[i] / 50 : 3]++;
        CHECK(N(gpu_histogram)(c, 4, dx, n, 0, 200) == GPU_OK);
        to_host(got, c, 4 * sizeof *got);
        CHECK_SAME("gpu_histogram", got, want, 4, GPU_I64);
        CHECK(N(gpu_transpose)(o, dx, rows, cols) == GPU_OK);
        to_host(r, o, n * sizeof(T));
        for (i = 0; i < rows * cols; i++)
            CHECK_AT(i, r[i % cols * rows + i / cols], x[i], r[i % cols * rows + i / cols] == x[i]);
        CHECK(N(gpu_fill)(o, (T)-2, n) == GPU_OK);
        to_host(r, o, n * sizeof(T));
        for (i = 0; i < n; i++) CHECK_AT(i, r[i], (T)-2, r[i] == (T)-2);
        release(dx, sizeof(T), shift), release(o, sizeof(T), shift), release(c, 8, 0), release(to, 8, 0);
        free(x), free(r);
    }
}
#endif

#if OF(REAL)
/* Against long double; one weight is huge and another takes it away again, so an order that is not said would show. */
TEST(N(weights))
{
    static const size_t some[] = {0, 1, 31, 32, 33, 4096, 4097, 70001, 1000003};
    static const size_t bins[] = {1, 2, 300, 1024, 1025, 70001};
    const int device = gpu_device();
    size_t k, l, i, b;
    for (k = 0; k < sizeof some / sizeof *some; k++)
        for (l = 0; l < sizeof bins / sizeof *bins; l++) {
            const size_t n = some[k], m = bins[l];
            int32_t *x = (int32_t *)malloc((n + 1) * 4), *dx;
            T *w = (T *)malloc((n + 1) * sizeof(T)), *dw;
            double *got = (double *)malloc(m * 8), *cpu = (double *)malloc(m * 8);
            double *o = (double *)on_device(NULL, m, 8, 1);
            long double *want = (long double *)calloc(m, sizeof(long double)),
                        *size = (long double *)calloc(m, sizeof(long double));
            test_row("%zu elements, %zu bins", n, m);
            for (i = 0; i < n; i++) {
                w[i] = (T)uniform(), x[i] = k % 2 ? (int32_t)(state % (m + 3)) - 1 : (int32_t)(i / 40 % (m + 1));
                if (i == n / 3) w[i] = (T)1e15;
                if (i == n / 3 + 1) w[i] = (T)-1e15, x[i] = x[i - 1];
                if (x[i] < 0 || (size_t)x[i] >= m)
                    w[i] = (T)NAN;
                else
                    want[x[i]] += (long double)w[i], size[x[i]] += fabsl((long double)w[i]);
            }
            dx = (int32_t *)on_device(x, n, 4, 1), dw = (T *)on_device(w, n, sizeof(T), 1);
            CHECK_SUFFIXED(N(gpu_bincount_weights)(o, m, dx, dw, n), GPU_OK, "");
            to_host(got, o, m * 8);
            for (b = 0; b < m; b++)
                CHECK_AT(b, got[b], want[b],
                         fabsl((long double)got[b] - want[b]) <= 1e-15L * (long double)(n / 100 + 10) * size[b]);
            GPU_CHECK(gpu_use(GPU_CPU));
            CHECK_SUFFIXED(N(gpu_bincount_weights)(cpu, m, x, w, n), GPU_OK, "");
            GPU_CHECK(gpu_use(device));
            CHECK_SAME("the bits on the CPU", got, cpu, m, GPU_F64);
            release(dx, 4, 1), release(dw, sizeof(T), 1), release(o, 8, 1);
            free(x), free(w), free(got), free(cpu), free(want), free(size);
        }
}
#endif
