/* What test_prewritten_reductions checks of each type. */

#if OF(ALL)
TEST(N(reductions))
{
    size_t k, shift, i;
    for (k = 0; k < SIZES; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t n = sizes[k];
            T *x = (T *)malloc(n * sizeof(T)), *dx;
            long double sum = 0, squares = 0, mean, m2 = 0;
            size_t least = 0, most = 0, filled = 0;
            N(sum) *value = (N(sum) *)on_device(NULL, 1, sizeof(N(sum)), 0), got;
            double *real = (double *)on_device(NULL, 1, sizeof(double), 0), m;
            int64_t *at = (int64_t *)on_device(NULL, 1, sizeof(int64_t), 0), where;
            test_row("%zu elements, shift %zu", n, shift);
            FILL(x, n, T);
            x[n / 2] = 0;
            for (i = 0; i < n; i++) {
                sum += (long double)x[i], squares += (long double)x[i] * (long double)x[i], filled += x[i] != 0;
                if (x[i] < x[least]) least = i;
                if (x[i] > x[most]) most = i;
            }
            mean = sum / (long double)n;
            for (i = 0; i < n; i++) m2 += ((long double)x[i] - mean) * ((long double)x[i] - mean);
            dx = (T *)on_device(x, n, sizeof(T), shift);
            CHECK_CLOSE(N(gpu_sum)(dx, n), sum, 1e-9, 1e-13);
            CHECK_CLOSE(N(gpu_dot)(dx, dx, n), squares, 1e-9, 1e-12);
            CHECK_CLOSE(N(gpu_mean)(dx, n), mean, 1e-12, 1e-13);
            CHECK_CLOSE(N(gpu_var)(dx, n, 0), m2 / (long double)n, 1e-12, 1e-12);
            if (n > 1) CHECK_CLOSE(N(gpu_std)(dx, n, 1), sqrt((double)(m2 / (long double)(n - 1))), 1e-12, 1e-12);
            CHECK_CLOSE(N(gpu_min)(dx, n), x[least], 0, 0);
            CHECK_CLOSE(N(gpu_max)(dx, n), x[most], 0, 0);
            CHECK_INT(N(gpu_argmin)(dx, n), least);
            CHECK_INT(N(gpu_argmax)(dx, n), most);
            CHECK_INT(N(gpu_argmax)(x, n), most); /* host memory */
            CHECK_INT(N(gpu_count_nonzero)(dx, n), filled);
            GPU_CHECK(N(gpu_sum_to)(value, dx, n));
            to_host(&got, value, sizeof got);
            CHECK_CLOSE(got, N(gpu_sum)(dx, n), 0, 0);
            GPU_CHECK(N(gpu_mean_to)(real, dx, n));
            to_host(&m, real, sizeof m);
            CHECK_CLOSE(m, N(gpu_mean)(dx, n), 0, 0);
            GPU_CHECK(N(gpu_var_to)(real, dx, n, 0));
            to_host(&m, real, sizeof m);
            CHECK_CLOSE(m, N(gpu_var)(dx, n, 0), 0, 0);
            GPU_CHECK(N(gpu_argmin_to)(at, dx, n));
            to_host(&where, at, sizeof where);
            CHECK_INT(where, least);
            { /* the same bits on the CPU */
                const int device = gpu_device();
                const N(sum) a = N(gpu_sum)(dx, n), p = N(gpu_prod)(dx, n), d = N(gpu_dot)(dx, dx, n);
                const double v = N(gpu_var)(dx, n, 0), w = N(gpu_mean)(dx, n);
                N(sum) b;
                double u;
                GPU_CHECK(gpu_use(GPU_CPU));
                b = N(gpu_sum)(x, n);
                CHECK_SAME("gpu_sum", &a, &b, 1, N(sum_type));
                b = N(gpu_prod)(x, n);
                CHECK_SAME("gpu_prod", &p, &b, 1, N(sum_type));
                b = N(gpu_dot)(x, x, n);
                CHECK_SAME("gpu_dot", &d, &b, 1, N(sum_type));
                u = N(gpu_var)(x, n, 0);
                CHECK_SAME("gpu_var", &v, &u, 1, GPU_F64);
                u = N(gpu_mean)(x, n);
                CHECK_SAME("gpu_mean", &w, &u, 1, GPU_F64);
                GPU_CHECK(gpu_use(device));
            }
            release(dx, sizeof(T), shift), release(value, sizeof(N(sum)), 0);
            release(real, sizeof(double), 0), release(at, sizeof(int64_t), 0);
            free(x);
        }
}

TEST(N(scans))
{
    size_t k, i;
    for (k = 0; k < SIZES; k++) {
        const size_t n = sizes[k];
        T *x = (T *)malloc(n * sizeof(T)), *a = (T *)malloc(n * sizeof(T)), *e = (T *)malloc(n * sizeof(T)), *dx;
        long double sum = 0;
        const long double eps = !OF(REAL) ? 0 : sizeof(T) == 4 ? 1e-7L : 1e-14L;
        test_row("%zu elements", n);
        FILL(x, n, T);
        dx = (T *)on_device(x, n, sizeof(T), 0);
        CHECK(N(gpu_cumsum_exclusive)(e, dx, n) == GPU_OK && N(gpu_cumsum)(dx, dx, n) == GPU_OK);
        to_host(a, dx, n * sizeof(T));
        for (i = 0; i < n; i++) {
            CHECK_AT(i, e[i], sum,
                     fabsl((long double)e[i] - sum) <= eps * (100 * sqrtl((long double)i) + fabsl(sum) + 1));
            sum += (long double)x[i];
            CHECK_AT(i, a[i], sum,
                     fabsl((long double)a[i] - sum) <= eps * (100 * sqrtl((long double)i) + fabsl(sum) + 1));
        }
        release(dx, sizeof(T), 0);
        free(x), free(a), free(e);
    }
}
#endif

#if OF(REAL)
TEST(N(special_values))
{
    enum { n = 20011 };
    static T x[n], y[n];
    size_t i;
    for (i = 0; i < n; i++) x[i] = y[i] = 3;
    CHECK(N(gpu_argmin)(x, n) == 0 && N(gpu_argmax)(x, n) == 0 && N(gpu_var)(x, n, 0) == 0);
    x[7000] = (T)INFINITY, x[9000] = (T)INFINITY;
    CHECK_INT(N(gpu_argmax)(x, n), 7000);
    CHECK(N(gpu_max)(x, n) == (T)INFINITY && N(gpu_min)(x, n) == 3);
    x[15000] = (T)NAN, x[15001] = (T)NAN;
    CHECK(N(gpu_max)(x, n) != N(gpu_max)(x, n) && N(gpu_min)(x, n) != N(gpu_min)(x, n));
    CHECK(N(gpu_argmax)(x, n) == 15000 && N(gpu_argmin)(x, n) == 15000);
    CHECK(N(gpu_sum)(x, n) != N(gpu_sum)(x, n) && N(gpu_var)(x, n, 0) != N(gpu_var)(x, n, 0));
    CHECK_INT(N(gpu_count_nonzero)(x, n), n);
    for (i = 0; i < n; i++) x[i] = (T)-INFINITY;
    CHECK(N(gpu_argmax)(x, n) == 0 && N(gpu_argmin)(x, n) == 0 && N(gpu_max)(x, n) == (T)-INFINITY);
    CHECK_INT(N(gpu_allclose)(x, x, n, 0, 0), 1);
    CHECK_INT(N(gpu_allclose)(y, x, n, 1, 1), 0);
    for (i = 0; i < n; i++) x[i] = (T)(3 * (1 + 1e-5));
    CHECK_INT(N(gpu_allclose)(x, y, n, 2e-5, 0), 1);
    CHECK_INT(N(gpu_allclose)(x, y, n, 0.5e-5, 0), 0);
    CHECK_INT(N(gpu_allclose)(x, y, 0, 0, 0), 1);
    CHECK_CLOSE(N(gpu_norm)(y, n), 3 * sqrt((double)n), 0, 1e-14);
    /* a mean of 1e8: the naive formula loses everything */
    for (i = 0; i < n; i++) x[i] = (T)(1e8 + (double)(i % 2) * 64);
    CHECK_CLOSE(N(gpu_var)(x, n, 0), 1024 * (1 - 1.0 / n / n), 0, 1e-9);
    CHECK(N(gpu_normalize)(y, x, n) == GPU_OK);
    for (i = 0; i < n; i++) CHECK_CLOSE(y[i], i % 2 ? 1 : -1, 1e-3, 0);
    CHECK(N(gpu_sum)(x, 0) == 0 && N(gpu_prod)(x, 0) == 1 && N(gpu_mean)(x, 0) != N(gpu_mean)(x, 0));
    CHECK(N(gpu_var)(x, 0, 0) != N(gpu_var)(x, 0, 0) && N(gpu_var)(x, 1, 1) != N(gpu_var)(x, 1, 1));
    CHECK_INT(gpu_error(), GPU_OK);
}

/* Of two zeros the later, as NumPy has it, whatever the form. */
TEST(N(zeros))
{
    static const T pairs[2][2] = {{0, (T)-0.0}, {(T)-0.0, 0}};
    static const char *const forms[] = {"min", "max", "min_rows", "max_rows", "min_cols", "max_cols"};
    T v[6];
    int k, i;
    for (k = 0; k < 2; k++) {
        T *const d = (T *)on_device(pairs[k], 2, sizeof(T), 0);
        T *const o = (T *)on_device(NULL, 4, sizeof(T), 0);
        v[0] = N(gpu_min)(d, 2), v[1] = N(gpu_max)(d, 2);
        CHECK(N(gpu_min_rows)(o, d, 1, 2) == GPU_OK && N(gpu_max_rows)(o + 1, d, 1, 2) == GPU_OK);
        CHECK(N(gpu_min_cols)(o + 2, d, 2, 1) == GPU_OK && N(gpu_max_cols)(o + 3, d, 2, 1) == GPU_OK);
        to_host(v + 2, o, 4 * sizeof(T));
        for (i = 0; i < 6; i++) CHECK_SAME(forms[i], v + i, &pairs[k][1], 1, N(type));
        CHECK(N(gpu_argmin)(d, 2) == 0 && N(gpu_argmax)(d, 2) == 0);
        release(d, sizeof(T), 0), release(o, sizeof(T), 0);
    }
}
#endif

/* One element that differs from the others, first, in the middle or last, at every alignment of the type. */
TEST(N(any_and_all))
{
    size_t k, shift, q;
    int *seen = (int *)on_device(NULL, 1, sizeof(int), 0), got;
    for (k = 0; k < SIZES; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t n = sizes[k];
            T *x = (T *)calloc(n, sizeof(T)), *dx = (T *)on_device(x, n, sizeof(T), shift);
            test_row("%zu elements, shift %zu", n, shift);
            CHECK_INT(N(gpu_any)(dx, n), 0);
            CHECK_INT(N(gpu_all)(dx, n), 0);
            CHECK_INT(N(gpu_any)(x, n), 0); /* host memory */
            for (q = 0; q < 3; q++) {
                const size_t at = q == 0 ? 0 : q == 1 ? n / 2 : n - 1;
                const T one = 2, none = 0;
                test_row("%zu elements, shift %zu, the one at %zu", n, shift, at);
                GPU_CHECK(N(gpu_fill)(dx, 0, n));
                GPU_CHECK(gpu_copy(dx + at, &one, sizeof one));
                CHECK_INT(N(gpu_any)(dx, n), 1);
                CHECK_INT(N(gpu_all)(dx, n), n == 1);
                GPU_CHECK(N(gpu_any_to)(seen, dx, n));
                to_host(&got, seen, sizeof got);
                CHECK_INT(got, 1);
                GPU_CHECK(N(gpu_fill)(dx, (T)-1, n));
                CHECK_INT(N(gpu_any)(dx, n), 1);
                CHECK_INT(N(gpu_all)(dx, n), 1);
                GPU_CHECK(gpu_copy(dx + at, &none, sizeof none));
                CHECK_INT(N(gpu_any)(dx, n), n > 1);
                CHECK_INT(N(gpu_all)(dx, n), 0);
                GPU_CHECK(N(gpu_all_to)(seen, dx, n));
                to_host(&got, seen, sizeof got);
                CHECK_INT(got, 0);
            }
            release(dx, sizeof(T), shift);
            free(x);
        }
    test_row("no elements");
    CHECK(N(gpu_any)(NULL, 0) == 0 && N(gpu_all)(NULL, 0) == 1);
    GPU_CHECK(N(gpu_all_to)(seen, NULL, 0));
    to_host(&got, seen, sizeof got);
    CHECK_INT(got, 1);
    CHECK_SUFFIXED(N(gpu_any_to)(NULL, (const T *)seen, 1), GPU_ERROR_INVALID_ARGUMENT, "gpu_any: out is NULL");
    CHECK_INT(N(gpu_all)((const T *)NULL, 1), -1);
    CHECK_INT(gpu_error(), GPU_ERROR_INVALID_ARGUMENT);
    gpu_clear_error();
    release(seen, sizeof(int), 0);
}
