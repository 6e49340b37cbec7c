/* What test_prewritten_matrices checks of each type. */

TEST(N(matrices))
{
    size_t k, shift, i, r, c;
    for (k = 0; k < SHAPES; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols, longest = rows > cols ? rows : cols;
            T *x = (T *)malloc(n * sizeof(T)), *t = (T *)malloc(n * sizeof(T)), *e = (T *)malloc(longest * sizeof(T));
            N(row_sum) *sum = (N(row_sum) *)malloc(longest * sizeof(N(row_sum))),
                       *cpu = (N(row_sum) *)malloc(longest * sizeof(N(row_sum)));
            N(mean) *mean = (N(mean) *)malloc(longest * sizeof(N(mean)));
            T *dx;
            T *dt = (T *)on_device(NULL, n, sizeof(T), shift);
            T *de = (T *)on_device(NULL, longest, sizeof(T), shift);
            N(row_sum) *ds = (N(row_sum) *)on_device(NULL, longest, sizeof(N(row_sum)), shift);
            N(mean) *dm = (N(mean) *)on_device(NULL, longest, sizeof(N(mean)), shift);
            const int device = gpu_device();
            int axis;
            test_row("%zu x %zu, shift %zu", rows, cols, shift);
            FILL(x, n, T);
            dx = (T *)on_device(x, n, sizeof(T), shift);
            CHECK(N(gpu_transpose)(dt, dx, rows, cols) == GPU_OK);
            to_host(t, dt, n * sizeof(T));
            for (r = 0; r < rows; r++)
                for (c = 0; c < cols; c++)
                    CHECK_AT(c * rows + r, t[c * rows + r], x[r * cols + c], t[c * rows + r] == x[r * cols + c]);
            for (axis = 0; axis < 2; axis++) { /* 0: rows; the reference walks down the transpose for columns */
                const T *m = axis ? t : x;
                const size_t outs = axis ? cols : rows, length = axis ? rows : cols;
                int way;
                test_row("%s of %zu x %zu, shift %zu", axis ? "columns" : "rows", rows, cols, shift);
                CHECK((axis ? N(gpu_sum_cols)(ds, dx, rows, cols) : N(gpu_sum_rows)(ds, dx, rows, cols)) == GPU_OK);
                CHECK((axis ? N(gpu_mean_cols)(dm, dx, rows, cols) : N(gpu_mean_rows)(dm, dx, rows, cols)) == GPU_OK);
                to_host(sum, ds, outs * sizeof(N(row_sum))), to_host(mean, dm, outs * sizeof(N(mean)));
                for (r = 0; r < outs; r++) {
                    long double want = 0;
                    for (c = 0; c < length; c++) want += (long double)m[r * length + c];
                    CHECK_AT(r, sum[r], want,
                             fabsl((long double)sum[r] - want) <=
                                 (sizeof(N(row_sum)) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1));
                    want /= (long double)length;
                    CHECK_AT(r, mean[r], want,
                             fabsl((long double)mean[r] - want) <=
                                 (sizeof(N(mean)) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1));
                }
                GPU_CHECK(gpu_use(GPU_CPU));
                CHECK((axis ? N(gpu_sum_cols)(cpu, x, rows, cols) : N(gpu_sum_rows)(cpu, x, rows, cols)) == GPU_OK);
                GPU_CHECK(gpu_use(device));
                CHECK_SAME("sums on the CPU", cpu, sum, outs, N(row_sum_type));
                for (way = 0; way < 2; way++) {
                    if (axis)
                        GPU_CHECK(way ? N(gpu_max_cols)(de, dx, rows, cols) : N(gpu_min_cols)(de, dx, rows, cols));
                    else GPU_CHECK(way ? N(gpu_max_rows)(de, dx, rows, cols) : N(gpu_min_rows)(de, dx, rows, cols));
                    to_host(e, de, outs * sizeof(T));
                    for (r = 0; r < outs; r++) {
                        T want = m[r * length];
                        for (c = 1; c < length; c++) {
                            const T v = m[r * length + c];
                            if (way ? v > want : v < want) want = v;
                        }
                        CHECK_AT(r, e[r], want, e[r] == want);
                    }
                }
            }
            release(dx, sizeof(T), shift), release(dt, sizeof(T), shift), release(de, sizeof(T), shift);
            release(ds, sizeof(N(row_sum)), shift), release(dm, sizeof(N(mean)), shift);
            free(x), free(t), free(e), free(sum), free(cpu), free(mean);
        }
}

/* Variances and places of extremes: kinds are random numbers, few values, so that the first of many is asked for, one
   value alone, numbers far from 0, a huge one among tame ones, and (for floating-point types) NaNs and infinities. */
TEST(N(variances_and_places))
{
    size_t k, i, r, c;
    for (k = 0; k < SHAPES; k++) {
        const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols, shift = k % 3;
        const size_t longest = rows > cols ? rows : cols;
        const int real = (T)0.5 > 0, way = (int)(k % 6), way_here = way == 5 && !real ? 0 : way;
        T *x = (T *)malloc(n * sizeof(T)), *dx;
        N(mean) *var = (N(mean) *)malloc(longest * sizeof(N(mean))),
                *cpu = (N(mean) *)malloc(longest * sizeof(N(mean))),
                *dv = (N(mean) *)on_device(NULL, longest, sizeof(N(mean)), shift);
        int64_t *at = (int64_t *)malloc(longest * 8), *da = (int64_t *)on_device(NULL, longest, 8, shift);
        const int device = gpu_device();
        int axis, smallest;
        FILL(x, n, T);
        for (i = 0; i < n; i++) {
            if (way_here == 1) x[i] = (T)(i * 7919 % 3);
            if (way_here == 2) x[i] = (T)3;
            if (way_here == 3) x[i] = (T)((T)1000000 + x[i]);
        }
        if (way_here == 4) x[n / 3] = (T)1000000000;
        if (way_here == 5) x[0] = MINUS_INFINITY_OF(T), x[n / 2] = NAN_OF(T);
        if (way_here == 5) x[n - 1] = NAN_OF(T), x[n / 3] = INFINITY_OF(T);
        dx = (T *)on_device(x, n, sizeof(T), shift);
        for (axis = 0; axis < 2; axis++) {
            const size_t outs = axis ? cols : rows, length = axis ? rows : cols;
            const size_t step = axis ? cols : 1, next = axis ? 1 : cols;
            const double ddof = (double)(k % 2);
            test_row("variances of %s of %zu x %zu, kind %d", axis ? "columns" : "rows", rows, cols, way_here);
            CHECK((axis ? N(gpu_var_cols)(dv, dx, rows, cols, ddof) : N(gpu_var_rows)(dv, dx, rows, cols, ddof)) ==
                  GPU_OK);
            to_host(var, dv, outs * sizeof(N(mean)));
            for (r = 0; r < outs; r++) {
                long double mean = 0, want = 0;
                for (c = 0; c < length; c++) mean += (long double)x[r * next + c * step];
                mean /= (long double)length;
                for (c = 0; c < length; c++) {
                    const long double d = (long double)x[r * next + c * step] - mean;
                    want += d * d;
                }
                want /= (long double)length - (long double)ddof;
                CHECK_AT(r, var[r], want,
                         (double)length <= ddof || want != want
                             ? var[r] != var[r]
                             : fabsl((long double)var[r] - want) <= (sizeof(N(mean)) == 4 ? 2e-7L : 1e-11L) * want);
            }
            GPU_CHECK(gpu_use(GPU_CPU));
            CHECK((axis ? N(gpu_var_cols)(cpu, x, rows, cols, ddof) : N(gpu_var_rows)(cpu, x, rows, cols, ddof)) ==
                  GPU_OK);
            GPU_CHECK(gpu_use(device));
            for (r = 0; r < outs; r++)
                CHECK_AT(r, var[r], cpu[r],
                         (var[r] != var[r] && cpu[r] != cpu[r]) || same_bits(&var[r], &cpu[r], sizeof(N(mean))));
            for (smallest = 0; smallest < 2; smallest++) {
                test_row("places of the %s of %s of %zu x %zu, kind %d", smallest ? "least" : "most",
                         axis ? "columns" : "rows", rows, cols, way_here);
                if (axis)
                    GPU_CHECK(smallest ? N(gpu_argmin_cols)(da, dx, rows, cols)
                                       : N(gpu_argmax_cols)(da, dx, rows, cols));
                else
                    GPU_CHECK(smallest ? N(gpu_argmin_rows)(da, dx, rows, cols)
                                       : N(gpu_argmax_rows)(da, dx, rows, cols));
                to_host(at, da, outs * 8);
                for (r = 0; r < outs; r++) {
                    size_t best = 0;
                    for (c = 1; c < length; c++) {
                        const T v = x[r * next + c * step], b = x[r * next + best * step];
                        if (!(b >= 0) && !(b <= 0)) break; /* a NaN stays */
                        if ((smallest ? v < b : v > b) || (!(v >= 0) && !(v <= 0))) best = c;
                    }
                    CHECK_AT(r, at[r], best, at[r] == (int64_t)best);
                }
            }
        }
        release(dx, sizeof(T), shift), release(dv, sizeof(N(mean)), shift), release(da, 8, shift);
        free(x), free(var), free(cpu), free(at);
    }
}

/* Running sums: kinds are random numbers; one huge among tame ones, in place; NaNs and infinities, which stay in their
   row or column and change nothing in front of them; integers wrap. */
TEST(N(cumsum_of_rows_and_cols))
{
    size_t k, i, r, c;
    for (k = 0; k < SHAPES + RUNNING; k++) {
        const size_t *const shape = k < SHAPES ? shapes[k] : running[k - SHAPES], rows = shape[0], cols = shape[1];
        const size_t n = rows * cols, shift = k % 3;
        const int real = (T)0.5 > 0, device = gpu_device();
        T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *cpu = (T *)malloc(n * sizeof(T));
        int axis, way;
        for (way = 0; way < 3; way++)
            for (axis = 0; axis < 2; axis++) {
                const size_t outs = axis ? cols : rows, length = axis ? rows : cols;
                const size_t step = axis ? cols : 1, next = axis ? 1 : cols;
                T *dx, *o;
                test_row("%s of %zu x %zu, kind %d", axis ? "columns" : "rows", rows, cols, way);
                FILL(x, n, T);
                if (way == 1) x[n / 2] = (T)2000000000, x[n - 1] = (T)2000000000, x[0] = (T)-2000000000;
                if (way == 2 && real) x[n / 3] = INFINITY_OF(T), x[n / 2] = NAN_OF(T);
                if (way == 2 && real) x[n - 1] = MINUS_INFINITY_OF(T), x[0] = (T)-0.0;
                if (way == 2 && !real)
                    for (i = 0; i < n; i++) x[i] = (T)(x[i] * (T)2000003);
                dx = (T *)on_device(x, n, sizeof(T), shift);
                o = way == 1 ? dx : (T *)on_device(NULL, n, sizeof(T), shift / 2);
                CHECK((axis ? N(gpu_cumsum_cols)(o, dx, rows, cols) : N(gpu_cumsum_rows)(o, dx, rows, cols)) == GPU_OK);
                to_host(y, o, n * sizeof(T));
                for (r = 0; r < outs; r++) {
                    long double want = 0, size = 0;
                    N(wrap) whole = 0;
                    for (c = 0; c < length; c++) {
                        const T v = x[r * next + c * step], got = y[r * next + c * step];
                        want += (long double)v, size += fabsl((long double)v);
                        if (real) {
                            const long double off = fabsl((long double)got - want);
                            const long double may = (sizeof(T) == 4 ? 1e-7L : 0) * fabsl(want) + 1e-13L * size;
                            CHECK_AT(r * next + c * step, got, want,
                                     is_nan((double)want) ? is_nan((double)got)
                                                          : (long double)got == want || off <= may);
                        } else {
                            whole += (N(wrap))v;
                            CHECK_AT(r * next + c * step, got, (T)whole, got == (T)whole);
                        }
                    }
                }
                GPU_CHECK(gpu_use(GPU_CPU));
                memcpy(cpu, x, n * sizeof(T)); /* in place where the device was not */
                if (axis) GPU_CHECK(N(gpu_cumsum_cols)(cpu, way == 1 ? x : cpu, rows, cols));
                else GPU_CHECK(N(gpu_cumsum_rows)(cpu, way == 1 ? x : cpu, rows, cols));
                GPU_CHECK(gpu_use(device));
                for (i = 0; i < n; i++)
                    CHECK_AT(i, cpu[i], y[i],
                             (is_nan((double)cpu[i]) && is_nan((double)y[i])) || same_bits(&cpu[i], &y[i], sizeof(T)));
                release(dx, sizeof(T), shift);
                if (way != 1) release(o, sizeof(T), shift / 2);
            }
        free(x), free(y), free(cpu);
    }
}

#if OF(REAL)
/* y = op(a) v has n elements, each of m products. */
static void N(check_products)(const T *y, const T *a, const T *v, size_t n, size_t m, size_t dn, size_t dm)
{
    size_t i, k;
    for (i = 0; i < n; i++) {
        long double want = 0, size = 0;
        for (k = 0; k < m; k++) {
            const long double product = (long double)a[i * dn + k * dm] * (long double)v[k];
            want += product, size += fabsl(product);
        }
        CHECK_AT(i, y[i], want,
                 fabsl((long double)y[i] - want) <= (sizeof(T) == 4 ? 1.2e-7L : 1e-14L) * fabsl(want) + 1e-15L * size);
    }
}
TEST(N(vectors_and_stencil))
{
    size_t k, i, r, c;
    for (k = 0; k <= SHAPES; k++) {
        const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;
        const long double eps = sizeof(T) == 4 ? 1.2e-7L : 1e-14L;
        T *x = (T *)malloc(n * sizeof(T)), *v = (T *)malloc(cols * sizeof(T)), *y = (T *)malloc(rows * sizeof(T));
        T *z = (T *)malloc(cols * sizeof(T)), *o = (T *)malloc(n * sizeof(T)), *dx, *dv;
        T *dy = (T *)on_device(NULL, rows, sizeof(T), 0), *d_out = (T *)on_device(NULL, n, sizeof(T), 0);
        T *dz = (T *)on_device(NULL, cols, sizeof(T), 1);
        test_row("%zu x %zu", rows, cols);
        FILL(x, n, T);
        FILL(v, cols, T);
        dx = (T *)on_device(x, n, sizeof(T), 0), dv = (T *)on_device(v, cols, sizeof(T), 1);
        CHECK(N(gpu_matvec)(dy, dx, dv, rows, cols) == GPU_OK);
        CHECK(N(gpu_vecmat)(dz, dy, dx, rows, cols) == GPU_OK);
        CHECK(N(gpu_stencil5)(d_out, dx, rows, cols, (T)0.5, (T)0.125) == GPU_OK);
        to_host(y, dy, rows * sizeof(T)), to_host(z, dz, cols * sizeof(T)), to_host(o, d_out, n * sizeof(T));
        N(check_products)(y, x, v, rows, cols, cols, 1);
        N(check_products)(z, x, y, cols, rows, 1, cols);
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c++) {
                const T *p = x + r * cols + c;
                const int border = r == 0 || c == 0 || r + 1 == rows || c + 1 == cols;
                double e = (double)*p;
                if (!border)
                    e = 0.5 * e + 0.125 * ((double)p[-1] + (double)p[1] + (double)*(p - cols) + (double)p[cols]);
                CHECK_AT(r * cols + c, o[r * cols + c], e, fabs((double)o[r * cols + c] - e) <= (double)eps * 200);
            }
        release(dx, sizeof(T), 0), release(dv, sizeof(T), 1), release(dy, sizeof(T), 0), release(d_out, sizeof(T), 0);
        release(dz, sizeof(T), 1), free(x), free(v), free(y), free(z), free(o);
    }
}
#endif
