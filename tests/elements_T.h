/* What test_prewritten_elements checks of each type. */

TEST(N(elementwise))
{
    size_t k, shift, i;
    for (k = 0; k < SIZES; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t n = sizes[k];
            T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T));
            T *r = (T *)malloc(n * sizeof(T)), *dx, *dy, *o;
            FILL(x, n, T);
            FILL(y, n, T);
            dx = (T *)on_device(x, n, sizeof(T), shift), dy = (T *)on_device(y, n, sizeof(T), 0);
            o = (T *)on_device(NULL, n, sizeof(T), shift);
            EACH(N(gpu_add)(o, dx, dy, n), x[i] + y[i])
            EACH(N(gpu_sub)(o, dx, dy, n), x[i] - y[i])
            EACH(N(gpu_mul)(o, dx, dy, n), x[i] * y[i])
            EACH(N(gpu_scale)(o, (T)3, dx, n), 3 * x[i])
            EACH(N(gpu_clip)(o, dx, (T)-20, (T)30, n), x[i] < -20 ? -20 : x[i] > 30 ? 30 : x[i])
            EACH(N(gpu_abs)(o, dx, n), x[i] < 0 ? -x[i] : x[i])
            EACH(N(gpu_add_scalar)(o, dx, (T)7, n), x[i] + 7)
            EACH(N(gpu_sub_scalar)(o, dx, (T)7, n), x[i] - 7)
            EACH(N(gpu_scalar_sub)(o, (T)7, dx, n), 7 - x[i])
            EACH(N(gpu_square)(o, dx, n), x[i] * x[i])
            EACH(N(gpu_sign)(o, dx, n), x[i] < 0 ? -1 : x[i] > 0)
            EACH(N(gpu_minimum)(o, dx, dy, n), x[i] < y[i] ? x[i] : y[i])
            EACH(N(gpu_maximum)(o, dx, dy, n), x[i] > y[i] ? x[i] : y[i])
            EACH(N(gpu_fill)(o, (T)7, n), 7)
            EACH(N(gpu_arange)(o, (T)5, (T)-2, n), 5 - 2 * (double)i)
            /* host arrays, in place */
            EACH(N(gpu_add)(x, x, y, n) || gpu_copy(o, x, n * sizeof(T)), x[i])
            GPU_CHECK(gpu_copy(dx, x, n * sizeof(T)));
            GPU_CHECK(N(gpu_axpy)(dx, (T)2, dx, dy, n));
            to_host(r, dx, n * sizeof(T));
            for (i = 0; i < n; i++) CHECK_CLOSE(r[i], 2 * (double)x[i] + (double)y[i], 1e-4, 0);
            release(dx, sizeof(T), shift), release(dy, sizeof(T), 0), release(o, sizeof(T), shift);
            free(x), free(y), free(r);
        }
}

#if OF(REAL)
TEST(N(functions))
{
    enum { n = 10007 };
    static T x[n], y[n], r[n];
    const double eps = sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;
    double v;
    size_t i;
    T *o, *dy;
    for (i = 0; i < n; i++) y[i] = (T)(uniform() * 10);
    dy = (T *)on_device(y, n, sizeof(T), 1);
    for (i = 0; i < n; i++) x[i] = (T)(uniform() * 10 + 11);
    o = (T *)on_device(x, n, sizeof(T), 0);
    CLOSE(N(gpu_sqrt)(o, o, n), sqrt(v), eps)
    CLOSE(N(gpu_exp)(o, o, n), exp(v), 4 * eps)
    CLOSE(N(gpu_log)(o, o, n), log(v), 4 * eps)
    CLOSE(N(gpu_sin)(o, o, n), sin(v), 4 * eps)
    CLOSE(N(gpu_cos)(o, o, n), cos(v), 4 * eps)
    CLOSE(N(gpu_tanh)(o, o, n), tanh(v), 4 * eps)
    CLOSE(N(gpu_sigmoid)(o, o, n), 1 / (1 + exp(-v)), 4 * eps)
    CLOSE(N(gpu_pow)(o, o, (T)1.5, n), pow(v, 1.5), 16 * eps)
    CLOSE(N(gpu_exp2)(o, o, n), exp2(v), 4 * eps)
    CLOSE(N(gpu_log2)(o, o, n), log2(v), 4 * eps)
    CLOSE(N(gpu_log10)(o, o, n), log10(v), 4 * eps)
    CLOSE(N(gpu_atan2)(o, o, dy, n), atan2(v, (double)y[i]), 4 * eps)
    CLOSE(N(gpu_atan2)(o, dy, o, n), atan2((double)y[i], v), 4 * eps)
    CLOSE(N(gpu_cbrt)(o, o, n), cbrt(v), 4 * eps)
    CLOSE(N(gpu_div_scalar)(o, o, (T)3, n), (T)((T)v / (T)3), 0)
    CLOSE(N(gpu_scalar_div)(o, (T)3, o, n), (T)((T)3 / (T)v), 0)
    CLOSE(N(gpu_reciprocal)(o, o, n), (T)(1 / (T)v), 0)
    CLOSE(N(gpu_div)(o, o, o, n), v / v, 0)
    CHECK(N(gpu_linspace)(o, (T)-3, (T)7, n) == GPU_OK);
    to_host(r, o, n * sizeof(T));
    for (i = 0; i < n; i++) CHECK_CLOSE(r[i], -3 + 10.0 * (double)i / (n - 1), 10 * eps, 2 * eps);
    CHECK(r[0] == (T)-3 && r[n - 1] == (T)7);
    CHECK(N(gpu_linspace)(o, (T)-3, (T)7, 1) == GPU_OK);
    to_host(r, o, sizeof(T));
    CHECK(r[0] == (T)-3);
    release(o, sizeof(T), 0), release(dy, sizeof(T), 1);
}

/* Halves, both zeros, what has no fraction any more, infinities and NaN: bit for bit. */
TEST(N(rounded))
{
    const T whole = N(no_fraction);
    const T x[] = {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0, (T)-0.0, 2.25f, -7.75f,
                   whole - 1, -whole, whole + 2, INFINITY, -INFINITY, NAN, 1e-30f, -1e-30f};
    enum { n = sizeof x / sizeof *x };
    T r[n], *o = (T *)on_device(x, n, sizeof(T), 1), *dx = (T *)on_device(x, n, sizeof(T), 0);
    double v;
    size_t i;
    SAME(N(gpu_floor)(o, dx, n), floor(v))
    SAME(N(gpu_ceil)(o, dx, n), ceil(v))
    SAME(N(gpu_round)(o, dx, n), rint(v))
    SAME(N(gpu_sign)(o, dx, n), v != v ? v : (double)((v > 0) - (v < 0)))
    SAME(N(gpu_minimum)(o, dx, dx, n), v)
    SAME(N(gpu_maximum)(o, o, dx, n), v)
    SAME(N(gpu_fill)(o, 1, n) || N(gpu_minimum)(o, o, dx, n), v != v || v < 1 ? v : 1)
    SAME(N(gpu_fill)(o, 1, n) || N(gpu_maximum)(o, dx, o, n), v != v || v > 1 ? v : 1)
    SAME(N(gpu_reciprocal)(o, dx, n), (T)(1 / (T)v))
    release(o, sizeof(T), 1), release(dx, sizeof(T), 0);
}

/* Outside the ordinary range: overflows, denormals, negative numbers, infinities, NaN, both zeros; among ordinary
   elements and alone. */
static gpu_status N(timed_exp)(void *o, const void *x, size_t n) { return N(gpu_exp)((T *)o, (const T *)x, n); }
static gpu_status N(timed_log)(void *o, const void *x, size_t n) { return N(gpu_log)((T *)o, (const T *)x, n); }
static gpu_status (*const N(far_functions)[])(T *, const T *, size_t) = {N(gpu_exp),     N(gpu_log), N(gpu_tanh),
                                                                         N(gpu_sigmoid), N(gpu_sin), N(gpu_cos)};
TEST(N(functions_far_out))
{
    enum { n = 20011, RANGES = 11 };
    const double low = N(least_exp), high = N(most_exp), tiny = N(tiny);
    const double from[RANGES] = {-3, low, low / 1.2, high / 1.1, high, -1e30, 1e30, 0, -tiny, NAN, 5};
    const double to[RANGES] = {3, low / 1.2, -high / 1.5, high, 2 * high, -1e20, 1e31, tiny, 0, NAN, INFINITY};
    static T x[n], r[n];
    size_t i;
    int k, mixed, f;
    double ordinary[2] = {0, 0};
    T *o = (T *)on_device(x, n, sizeof(T), 0);
    for (mixed = 0; mixed < 2; mixed++)
        for (k = 0; k < RANGES; k++) {
            for (i = 0; i < n; i++) {
                const double u = 0.5 * uniform() + 0.5;
                const double there = u > 0.9 ? to[k] : from[k] + u * (to[k] < 1e300 ? to[k] - from[k] : 0);
                x[i] = (T)(mixed && i % 70 ? u : there);
                if (i % 19 == 0 && k == 7) x[i] = (T)-0.0;
            }
            GPU_CHECK(gpu_copy(o, x, sizeof x));
            if (!mixed && gpu_device() == GPU_CPU && TIMED) {
                const double e = best_of_many(N(timed_exp), r, x, n), l = best_of_many(N(timed_log), r, x, n);
                if (k == 0) ordinary[0] = e;
                if (k == 6) ordinary[1] = l;
                test_row("range %d", k);
                if (k && k < 7 && e > 6 * ordinary[0] + 0.001)
                    test__fail(__FILE__, __LINE__, "exp takes %g s, near 0 %g s", e, ordinary[0]);
                if (k > 6 && l > 6 * ordinary[1] + 0.001)
                    test__fail(__FILE__, __LINE__, "log takes %g s, of ordinary numbers %g s", l, ordinary[1]);
            }
            for (f = 0; f < 6; f++) {
                const double eps = sizeof(T) == 4 ? 0.51 * 1.2e-7 : 2.5 * 2.3e-16;
                test_row("%s, range %d, %s", far_out[f].name, k, mixed ? "among ordinary numbers" : "alone");
                CHECK(N(far_functions)[f](o, o, n) == GPU_OK);
                to_host(r, o, sizeof r);
                GPU_CHECK(gpu_copy(o, x, sizeof x));
                for (i = 0; i < n; i++) {
                    const double v = (double)x[i], want = far_out[f].of(v);
                    const T w = (T)want;
                    const int same = w != w ? r[i] != r[i] : w == r[i] && (w != 0 || !signbit(w) == !signbit(r[i]));
                    if (same || fabs((double)r[i] - want) <= eps * fabs(want) + N(smallest)) continue;
                    test__fail(__FILE__, __LINE__, "of %a is %a, expected %a", v, (double)r[i], want);
                    break;
                }
            }
        }
    release(o, sizeof(T), 0);
}
#endif
