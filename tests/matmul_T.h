/* What test_matmul checks of outer products of each type. */

TEST(N(outer))
{
    static const size_t size[][2] = {{1, 1}, {3, 1}, {1, 5}, {7, 33}, {5, 1023},
                                     {3, 1024}, {4, 1025}, {300, 17}, {1000, 2}, {2, 5003}};
    size_t k, i, shift;
    for (k = 0; k < sizeof size / sizeof *size; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t m = size[k][0], n = size[k][1];
            T *x = (T *)malloc((m + n + 2 * m * n) * sizeof *x), *y = x + m, *got = y + n, *want = got + m * n;
            T *dx, *dy, *out = (T *)on_device(NULL, m * n, sizeof(T), shift);
            test_row("%zu x %zu, shift %zu", m, n, shift);
            for (i = 0; i < m + n; i++) x[i] = (T)uniform();
            if (m > 2) x[1] = 0, x[2] = (T)-INFINITY;
            if (n > 2) y[2] = (T)-0.0;
            for (i = 0; i < m * n; i++) want[i] = x[i / n] * y[i % n];
            dx = (T *)on_device(x, m, sizeof(T), shift), dy = (T *)on_device(y, n, sizeof(T), shift);
            CHECK(N(gpu_outer)(out, dx, dy, m, n) == GPU_OK);
            to_host(got, out, m * n * sizeof(T));
            for (i = 0; i < m * n; i++)
                CHECK_AT(i, got[i], want[i], isnan(want[i]) ? isnan(got[i]) : same_bits(got + i, want + i, sizeof(T)));
            memset(got, 0, m * n * sizeof(T));
            CHECK(N(gpu_outer)(got, x, y, m, n) == GPU_OK);
            CHECK(isnan(want[m * n - 1]) || same_bits(got + m * n - 1, want + m * n - 1, sizeof(T)));
            release(dx, sizeof(T), shift), release(dy, sizeof(T), shift), release(out, sizeof(T), shift);
            free(x);
        }
}
