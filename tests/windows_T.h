/* What test_prewritten_windows checks of each type. */

#if OF(ALL)
TEST(N(histogram))
{
    static const size_t many[] = {1, 2, 10, 256, 1000, 9000, 70000};
    enum { n = 50021 };
    static T x[n];
    static int64_t got[70000], want[70000];
    size_t k, i;
    int kind;
    T *dx = (T *)on_device(NULL, n, sizeof(T), 1);
    for (k = 0; k < sizeof many / sizeof *many; k++)
        for (kind = 0; kind < 6; kind++) { /* 4 and 5: many edges round to one number */
            const size_t bins = many[k];
            const double lo = kind > 3 ? 0.75 : kind == 1 ? 0 : -1300.7;
            const double hi = kind == 5   ? lo + 1e-3
                              : kind == 4 ? lo + (sizeof(N(mean)) == 4 ? 1.5e-7 : 3e-16)
                              : kind == 1 ? (double)bins
                                          : 2900.3;
            clock_t start;
            double took;
            volatile double step = (hi - lo) / (double)bins;
            test_row("%zu bins, kind %d", bins, kind);
            for (i = 0; i < n; i++) {
                const double u = lo + (hi - lo) * (0.55 * uniform() + 0.5);
                volatile double edge = step * floor((u - lo) / step);
                x[i] = (T)(kind == 1 ? floor(u) : kind == 2 ? edge + lo : kind == 3 ? lo + (hi - lo) / 3 : u);
            }
            memset(want, 0, sizeof want);
            for (i = 0; i < n; i++) { /* the bin whose edges, rounded as NumPy's, hold it */
                const N(mean) v = (N(mean))x[i];
                size_t a = 0, b = bins;
                if (!(v >= (N(mean))lo && v <= (N(mean))hi)) continue;
                while (b - a > 1) {
                    const size_t m = (a + b) / 2;
                    volatile double part = (double)m * step;
                    if (v >= (N(mean))(part + lo))
                        a = m;
                    else
                        b = m;
                }
                want[a]++;
            }
            GPU_CHECK(gpu_copy(dx, x, sizeof x));
            start = clock();
            CHECK(N(gpu_histogram)(got, bins, dx, n, lo, hi) == GPU_OK);
            took = (double)(clock() - start) / CLOCKS_PER_SEC;
            if (took > 0.1 && TIMED) test__fail(__FILE__, __LINE__, "%g seconds, expected at most 0.1", took);
            CHECK_SAME("counts", got, want, bins, GPU_I64);
        }
    release(dx, sizeof(T), 1);
}
#endif

#if OF(REAL)
static int N(near)(T got, double want, double allowed)
{
    if (want != want) return got != got;
    return want - want != 0 ? (double)got == want : fabs((double)got - want) <= allowed;
}
/* The last kind has special taps, which are not multiplied by what is not there. */
TEST(N(windows))
{
    static const size_t lengths[] = {1, 2, 5, 2048, 2049, 10007, 50021};
    static const size_t widths[] = {1, 2, 3, 4, 101, 2048, 5000, 20001};
    size_t a, b, i, k;
    int kind;
    for (a = 0; a < sizeof lengths / sizeof *lengths; a++)
        for (b = 0; b < sizeof widths / sizeof *widths; b++)
            for (kind = 0; kind < 4; kind++) {
                const size_t n = lengths[a], width = widths[b];
                T *x, *y, *h, *dx, *o;
                const double eps = sizeof(T) == 4 ? 1.2e-7 : 1e-13;
                if (width > n) continue;
                test_row("moving average: n %zu, width %zu, kind %d", n, width, kind);
                x = (T *)malloc(n * sizeof(T)), y = (T *)malloc(n * sizeof(T)), h = (T *)malloc(width * sizeof(T));
                for (i = 0; i < n; i++) x[i] = (T)(uniform() + (kind == 1 ? 1e4 : 0));
                for (i = 0; i < width; i++) h[i] = (T)uniform();
                if (kind == 2) x[n / 2] = (T)NAN, x[n / 3] = (T)INFINITY, x[n / 5] = (T)-INFINITY;
                if (kind == 3) h[width / 2] = (T)NAN, h[width / 3] = (T)INFINITY, h[width - 1] = (T)-INFINITY;
                dx = (T *)on_device(x, n, sizeof(T), 1), o = (T *)on_device(NULL, n, sizeof(T), 0);
                CHECK(N(gpu_moving_average)(o, dx, n, width) == GPU_OK);
                to_host(y, o, n * sizeof(T));
                for (i = 0; i < n; i += 1 + i / 97) {
                    const size_t from = i + 1 < width ? 0 : i + 1 - width;
                    double sum = 0;
                    for (k = from; k <= i; k++) sum += (double)x[k];
                    sum /= (double)(i + 1 - from);
                    CHECK_AT(i, y[i], sum, N(near)(y[i], sum, eps * (kind == 1 ? 1e4 : 1)));
                }
                if (width <= 5000) {
                    test_row("convolution: n %zu, width %zu, kind %d", n, width, kind);
                    CHECK(N(gpu_conv1d)(o, dx, n, h, width) == GPU_OK);
                    to_host(y, o, n * sizeof(T));
                    for (i = 0; i < n; i += 1 + i / 97) {
                        double sum = 0, size = 1;
                        for (k = 0; k < width; k++) {
                            if (i + k < width / 2 || i + k - width / 2 >= n) continue;
                            sum += (double)h[width - 1 - k] * (double)x[i + k - width / 2];
                            size += fabs((double)x[i + k - width / 2]);
                        }
                        CHECK_AT(i, y[i], sum, N(near)(y[i], sum, eps * fabs(sum) + 1e-15 * size));
                    }
                }
                release(dx, sizeof(T), 1), release(o, sizeof(T), 0);
                free(x), free(y), free(h);
            }
}

/* Convolutions of a plane, of every kind of size: kinds are tame numbers, a huge one among them, infinities and a NaN
   in x, an infinity in h. Zeros outside are multiplied like others, so the border of the last kind is NaN. The element
   shown at row r, column c is that of row r - top, column c - left. */
static double N(shown)(const T *x, size_t rows, size_t cols, size_t r, size_t c, size_t top, size_t left,
                       gpu_border border)
{
    const int outside = r < top || r - top >= rows || c < left || c - left >= cols;
    if (border == GPU_BORDER_ZERO) return outside ? 0 : (double)x[(r - top) * cols + c - left];
    r = r < top ? 0 : r - top >= rows ? rows - 1 : r - top, c = c < left ? 0 : c - left >= cols ? cols - 1 : c - left;
    return (double)x[r * cols + c];
}
TEST(N(conv2d))
{
    static const size_t planes[][2] = {{1, 1}, {1, 1031}, {67, 1}, {3, 5}, {2, 512},
                                       {9, 513}, {33, 516}, {127, 64}, {64, 291}, {5, 2048}};
    static const size_t filters[][2] = {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 5},
                                        {3, 6}, {7, 7}, {8, 9}, {17, 16}, {31, 2}, {2, 300}};
    size_t a, b, i, k, l;
    int kind, way;
    for (a = 0; a < sizeof planes / sizeof *planes; a++)
        for (b = 0; b < sizeof filters / sizeof *filters; b++)
            for (kind = 0; kind < 4; kind++)
                for (way = 0; way < 2; way++) {
                    const size_t rows = planes[a][0], cols = planes[a][1], n = rows * cols;
                    const size_t h_rows = filters[b][0], h_cols = filters[b][1], h_n = h_rows * h_cols;
                    const size_t shift = (a + b) % 3;
                    const double eps = sizeof(T) == 4 ? 1.2e-7 : 1e-14;
                    const gpu_border border = way ? GPU_BORDER_CLAMP : GPU_BORDER_ZERO;
                    T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T));
                    T *h = (T *)malloc(h_n * sizeof(T)), *dx, *dh, *o;
                    test_row("%zu x %zu under %zu x %zu, kind %d, border %d", rows, cols, h_rows, h_cols, kind, way);
                    for (i = 0; i < n; i++) x[i] = (T)uniform();
                    for (i = 0; i < h_n; i++) h[i] = (T)uniform();
                    if (kind == 1) x[n / 2] = (T)1e25;
                    if (kind == 2) x[n / 2] = (T)NAN, x[n / 3] = (T)INFINITY, x[n / 5] = (T)-INFINITY;
                    if (kind == 3) h[h_n / 2] = (T)INFINITY;
                    dx = (T *)on_device(x, n, sizeof(T), shift), dh = (T *)on_device(h, h_n, sizeof(T), b % 2);
                    o = (T *)on_device(NULL, n, sizeof(T), shift / 2);
                    CHECK(N(gpu_conv2d)(o, dx, rows, cols, dh, h_rows, h_cols, border) == GPU_OK);
                    to_host(y, o, n * sizeof(T));
                    for (i = 0; i < n; i += h_n < 30 ? 1 : 1 + i % 41) {
                        double sum = 0, size = 0;
                        for (k = 0; k < h_rows; k++)
                            for (l = 0; l < h_cols; l++) {
                                const double v =
                                    (double)h[h_n - 1 - k * h_cols - l] *
                                    N(shown)(x, rows, cols, i / cols + k, i % cols + l, h_rows / 2, h_cols / 2, border);
                                sum += v, size += fabs(v);
                            }
                        CHECK_AT(i, y[i], sum,
                                 sum != sum       ? y[i] != y[i]
                                 : sum - sum != 0 ? (double)y[i] == sum
                                                  : fabs((double)y[i] - sum) <= eps * fabs(sum) + 1e-15 * size);
                    }
                    release(dx, sizeof(T), shift), release(dh, sizeof(T), b % 2), release(o, sizeof(T), shift / 2);
                    free(x), free(y), free(h);
                }
}
#endif

/* The fifth of nine sorted values; NaNs sort last, and so do many of them in a corner. */
TEST(N(median3x3))
{
    static const size_t planes[][2] = {{1, 1}, {1, 1031}, {67, 1}, {3, 5}, {2, 512},
                                       {9, 513}, {40, 516}, {127, 64}, {64, 291}, {5, 2050},
                                       {2, 2}, {33, 528}, {70, 1040}, {16, 16}, {3, 15}};
    size_t a, i, k, l;
    int kind;
    for (a = 0; a < sizeof planes / sizeof *planes; a++)
        for (kind = 0; kind < 5; kind++) {
            const size_t rows = planes[a][0], cols = planes[a][1], n = rows * cols, shift = (a + (size_t)kind) % 3;
            T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *dx, *o;
            test_row("%zu x %zu, kind %d", rows, cols, kind);
            FILL(x, n, T);
            for (i = 0; i < n; i++) x[i] = kind == 1 ? (T)(i * 7919 % 4) : kind == 2 && i % 3 ? (T)1000000000 : x[i];
            if (kind == 3 && (T)0.5 > 0)
                for (i = 0; i < n; i += 2 + i % 5)
                    x[i] = i % 4 ? NAN_OF(T) : i % 3 ? INFINITY_OF(T) : MINUS_INFINITY_OF(T);
            if (kind == 4 && (T)0.5 > 0) /* denormal numbers and both zeros */
                for (i = 0; i < n; i++)
                    x[i] = (T)((i % 11 ? (double)(i * 7919 % 7) - 3 : -0.0) * (sizeof(T) == 4 ? 1e-44 : 5e-324));
            dx = (T *)on_device(x, n, sizeof(T), shift), o = (T *)on_device(NULL, n, sizeof(T), shift / 2);
            CHECK(N(gpu_median3x3)(o, dx, rows, cols) == GPU_OK);
            to_host(y, o, n * sizeof(T));
            for (i = 0; i < n; i++) {
                T v[9], want;
                for (k = 0; k < 9; k++) {
                    size_t r = i / cols + k / 3, c = i % cols + k % 3;
                    r = r < 1 ? 0 : r > rows ? rows - 1 : r - 1, c = c < 1 ? 0 : c > cols ? cols - 1 : c - 1;
                    want = x[r * cols + c];
                    for (l = k; l > 0 && (v[l - 1] > want || is_nan((double)v[l - 1])); l--) v[l] = v[l - 1];
                    v[l] = want;
                }
                want = v[4];
                CHECK_AT(i, y[i], want, is_nan((double)want) ? is_nan((double)y[i]) : y[i] == want);
            }
            release(dx, sizeof(T), shift), release(o, sizeof(T), shift / 2);
            free(x), free(y);
        }
}

#if OF(REAL)
/* One value changes the outputs whose window has it, and no bit of another, wherever it lies and however large it
   is. */
TEST(N(window_alone))
{
    enum { n = 9001 };
    static const size_t widths[] = {1, 2, 3, 8, 9, 10, 11, 31, 101, 153, 1001, 2304, 2305, 4096, 9001};
    const double huge = sizeof(T) == 4 ? 1e30 : 1e300;
    const T odd[] = {(T)huge, (T)INFINITY, (T)-huge, (T)NAN};
    static T x[n], y[n], z[n];
    size_t b, i, p;
    for (b = 0; b < sizeof widths / sizeof *widths; b++) {
        const size_t width = widths[b];
        T *dx, *o;
        test_row("width %zu", width);
        for (i = 0; i < n; i++) x[i] = (T)(uniform() + 2);
        dx = (T *)on_device(x, n, sizeof(T), b % 3), o = (T *)on_device(NULL, n, sizeof(T), 0);
        CHECK(N(gpu_moving_average)(o, dx, n, width) == GPU_OK);
        to_host(y, o, sizeof y);
        for (p = 0; p < n; p += (p + 3) % 1152 < 6 ? 1 : p % 1152 < 1100 ? 67 : 7) {
            const T v = odd[p % 4];
            size_t reached = 0, missed = 0;
            GPU_CHECK(gpu_copy(dx + p, &v, sizeof v));
            CHECK(N(gpu_moving_average)(o, dx, n, width) == GPU_OK);
            to_host(z, o, sizeof z);
            GPU_CHECK(gpu_copy(dx + p, x + p, sizeof v));
            for (i = 0; i < n; i++)
                if (i < p || i >= p + width)
                    reached += !same_bits(y + i, z + i, sizeof v);
                else
                    missed += v != v ? z[i] == z[i]
                                     : !(fabs((double)z[i]) >= huge / 2 / (double)width && (z[i] > 0) == (v > 0));
            if (reached || missed) {
                test__fail(__FILE__, __LINE__, "%g at %zu: %zu outputs without it differ, %zu with it are wrong",
                           (double)v, p, reached, missed);
                break;
            }
        }
        /* ones are averaged to one, and neighbours whose sum is infinite take nobody with them */
        for (i = 0; i < n; i++) x[i] = 1;
        x[4000] = x[4001] = (T)(sizeof(T) == 4 ? 3e38 : 1.7e308);
        GPU_CHECK(gpu_copy(dx, x, sizeof x));
        CHECK(N(gpu_moving_average)(o, dx, n, width) == GPU_OK);
        to_host(z, o, sizeof z);
        for (i = 0; i < n; i++)
            if (i < 4000 || i >= 4001 + width) CHECK_AT(i, z[i], 1, z[i] == 1);
        release(dx, sizeof(T), b % 3), release(o, sizeof(T), 0);
    }
}
#endif

#if OF(ALL)
/* Every function that is no plain map or reduction, on arrays one byte off: the bits of aligned ones. */
#define CALL(name, call)                                                                                               \
    static gpu_status N(of_##name)(void *to, const void *from, const void *other)                                      \
    {                                                                                                                  \
        T *const o = (T *)to;                                                                                          \
        const T *const x = (const T *)from, *const y = (const T *)other;                                               \
        return (void)o, (void)x, (void)y, call;                                                                        \
    }
CALL(add, N(gpu_add)(o, x, y, 5003))
CALL(var, N(gpu_var_to)((double *)to, x, 5003, 1))
CALL(argmax, N(gpu_argmax_to)((int64_t *)to, x, 5003))
CALL(cumsum, N(gpu_cumsum)(o, x, 5003))
CALL(sum_rows, N(gpu_sum_rows)((N(row_sum) *)to, x, 67, 74))
CALL(mean_rows, N(gpu_mean_rows)((N(mean) *)to, x, 67, 74))
CALL(max_cols, N(gpu_max_cols)(o, x, 67, 74))
CALL(sum_cols, N(gpu_sum_cols)((N(row_sum) *)to, x, 67, 74))
CALL(transpose, N(gpu_transpose)(o, x, 67, 74))
CALL(histogram, N(gpu_histogram)((int64_t *)to, 100, x, 5003, -2, 2))
CALL(arange, N(gpu_arange)(o, 3, 2, 5003))
#if OF(REAL)
CALL(matvec, N(gpu_matvec)(o, x, y, 67, 74))
CALL(vecmat, N(gpu_vecmat)(o, y, x, 67, 74))
CALL(moving, N(gpu_moving_average)(o, x, 5003, 9))
CALL(conv1d, N(gpu_conv1d)(o, x, 5003, y, 9))
CALL(stencil, N(gpu_stencil5)(o, x, 67, 74, (T)0.5, (T)0.125))
CALL(normalize, N(gpu_normalize)(o, x, 5003))
CALL(exp, N(gpu_exp)(o, x, 5003))
CALL(linspace, N(gpu_linspace)(o, 3, 7, 5003))
#else
CALL(bincount, N(gpu_bincount)((int64_t *)to, 50, x, 5003))
#endif
#undef CALL
/* The value itself, as a double. */
static gpu_status N(of_mean)(void *to, const void *from, const void *other)
{
    const double mean = (double)N(gpu_mean)((const T *)from, 5003);
    (void)other;
    memcpy(to, &mean, sizeof mean);
    return GPU_OK;
}
/* Random numbers of each kind, one after the other. */
static gpu_status N(of_fills)(void *to, const void *from, const void *other)
{
    T *const o = (T *)to;
    (void)from, (void)other, (void)gpu_seed(7);
#if OF(REAL)
    if (N(gpu_rand_uniform)(o, 1001) || N(gpu_rand_normal)(o + 1001, 0, 1, 2001)) return gpu_error();
    if (N(gpu_rand_lognormal)(o + 3002, 0, 1, 1001)) return gpu_error();
    return N(gpu_rand_exponential)(o + 4003, 1, 1000);
#else
    if (N(gpu_rand_int)(o, -5, 2000000000, 1001) || N(gpu_rand_poisson)(o + 1001, 7, 2001)) return gpu_error();
    if (N(gpu_rand_poisson)(o + 3002, 123456, 1001)) return gpu_error();
    return N(gpu_rand_permutation)(o + 4003, 1000);
#endif
}
/* Each function, and how many bytes it writes. */
static const misaligned_row N(misaligned)[] = {
    {"add", N(of_add), 5003 * sizeof(T)},
    {"var", N(of_var), 8},
    {"argmax", N(of_argmax), 8},
    {"mean", N(of_mean), 8},
    {"cumsum", N(of_cumsum), 5003 * sizeof(T)},
    {"sum_rows", N(of_sum_rows), 67 * sizeof(N(row_sum))},
    {"mean_rows", N(of_mean_rows), 67 * sizeof(N(mean))},
    {"max_cols", N(of_max_cols), 74 * sizeof(T)},
    {"sum_cols", N(of_sum_cols), 74 * sizeof(N(row_sum))},
    {"transpose", N(of_transpose), 67 * 74 * sizeof(T)},
    {"histogram", N(of_histogram), 100 * 8},
    {"arange", N(of_arange), 5003 * sizeof(T)},
    {"fills", N(of_fills), 5003 * sizeof(T)},
#if OF(REAL)
    {"matvec", N(of_matvec), 67 * sizeof(T)},
    {"vecmat", N(of_vecmat), 74 * sizeof(T)},
    {"moving average", N(of_moving), 5003 * sizeof(T)},
    {"conv1d", N(of_conv1d), 5003 * sizeof(T)},
    {"stencil", N(of_stencil), 67 * 74 * sizeof(T)},
    {"normalize", N(of_normalize), 5003 * sizeof(T)},
    {"exp", N(of_exp), 5003 * sizeof(T)},
    {"linspace", N(of_linspace), 5003 * sizeof(T)},
#else
    {"bincount", N(of_bincount), 50 * 8},
#endif
};
TEST(N(misaligned))
{
    static T x[5003], y[5003];
    size_t i, r;
    FILL(x, 5003, T);
    FILL(y, 5003, T);
    for (r = 0; r < sizeof N(misaligned) / sizeof *N(misaligned); r++)
        check_misaligned(&N(misaligned)[r], x, y, sizeof x);
}
#endif
