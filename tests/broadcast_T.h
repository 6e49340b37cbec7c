/* What test_prewritten_broadcast checks of each type. */

#if OF(ALL)
/* out = m OP v, where v has an element for each column or, otherwise, for each row. */
static const struct {
    const char *name;
    gpu_status (*call)(T *out, const T *m, const T *v, size_t rows, size_t cols);
    char op;
    int by_column;
} N(broadcasts)[] = {
    {"add_row", N(gpu_add_row), '+', 1}, {"add_col", N(gpu_add_col), '+', 0}, {"sub_row", N(gpu_sub_row), '-', 1},
    {"sub_col", N(gpu_sub_col), '-', 0}, {"mul_row", N(gpu_mul_row), '*', 1}, {"mul_col", N(gpu_mul_col), '*', 0},
#if OF(REAL)
    {"div_row", N(gpu_div_row), '/', 1}, {"div_col", N(gpu_div_col), '/', 0},
#endif
};
static T N(combined)(char op, T a, T b)
{
    const N(wrap) x = (N(wrap))a, y = (N(wrap))b;
    return (T)(op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y);
}
/* On the device with and without the array's alignment, in place, and with host arrays. */
TEST(N(broadcast))
{
    static T m[MOST], row[MOST], col[MOST], want[MOST], got[MOST + 1];
    size_t i, k, r, shift;
    FILL(m, MOST, T);
    FILL(row, MOST, T);
    FILL(col, MOST, T);
    m[3] = INFINITY_OF(T), row[2] = MINUS_INFINITY_OF(T), col[2] = INFINITY_OF(T);
    for (r = 0; r < sizeof N(broadcasts) / sizeof *N(broadcasts); r++)
        for (k = 0; k < SHAPES * 4; k++) {
            const size_t rows = shapes[k / 4][0], cols = shapes[k / 4][1], n = rows * cols;
            const int by_column = N(broadcasts)[r].by_column;
            const T *const v = by_column ? row : col;
            T *dm, *dv, *out;
            shift = k % 4;
            if (N(broadcasts)[r].op == '*') m[3] = 1;
            test_row("%s, %zu by %zu, shift %zu", N(broadcasts)[r].name, rows, cols, shift);
            dm = (T *)on_device(m, n, sizeof(T), shift & 1);
            dv = (T *)on_device(v, by_column ? cols : rows, sizeof(T), shift >> 1);
            out = (T *)on_device(NULL, n + 1, sizeof(T), shift & 1);
            for (i = 0; i < n; i++)
                want[i] = N(combined)(N(broadcasts)[r].op, m[i], v[by_column ? i % cols : i / cols]);
            GPU_CHECK(N(broadcasts)[r].call(out, dm, dv, rows, cols));
            to_host(got, out, (n + 1) * sizeof(T));
            CHECK_SAME("out", got, want, n, N(type));
            CHECK(*(unsigned char *)(got + n) == 0xa5);
            GPU_CHECK(N(broadcasts)[r].call(dm, dm, dv, rows, cols));
            to_host(got, dm, n * sizeof(T));
            CHECK_SAME("in place", got, want, n, N(type));
            memset(got, 0xa5, n * sizeof(T));
            GPU_CHECK(N(broadcasts)[r].call(got, m, shift & 1 ? dv : v, rows, cols));
            CHECK_SAME("with host arrays", got, want, n, N(type));
            release(dm, sizeof(T), shift & 1), release(dv, sizeof(T), shift >> 1), release(out, sizeof(T), shift & 1);
        }
}

TEST(N(factor_from_memory))
{
    static T x[300007], y[300007], want[300007], got[300007];
    const T a = (T)3;
    size_t i, k;
    T *da = (T *)on_device(&a, 1, sizeof(T), 1);
    FILL(x, 300007, T);
    FILL(y, 300007, T);
    x[0] = NAN_OF(T);
    for (k = 0; k < SIZES; k++) {
        const size_t n = sizes[k];
        T *dx = (T *)on_device(x, n, sizeof(T), 1), *dy = (T *)on_device(y, n, sizeof(T), 0),
          *out = (T *)on_device(NULL, n, sizeof(T), 1);
        test_row("%zu elements", n);
        GPU_CHECK(N(gpu_axpy)(want, a, x, y, n));
        GPU_CHECK(N(gpu_axpy_from)(out, da, dx, dy, n));
        to_host(got, out, n * sizeof(T));
        CHECK_SAME("gpu_axpy_from", got, want, n, N(type));
        GPU_CHECK(N(gpu_axpy_from)(got, &a, x, y, n));
        CHECK_SAME("gpu_axpy_from with host arrays", got, want, n, N(type));
        GPU_CHECK(N(gpu_axpy_from)(dy, da, dx, dy, n));
        to_host(got, dy, n * sizeof(T));
        CHECK_SAME("gpu_axpy_from in place", got, want, n, N(type));
        GPU_CHECK(N(gpu_scale)(want, a, x, n));
        GPU_CHECK(N(gpu_scale_from)(dx, da, dx, n));
        to_host(got, dx, n * sizeof(T));
        CHECK_SAME("gpu_scale_from in place", got, want, n, N(type));
        release(dx, sizeof(T), 1), release(dy, sizeof(T), 0), release(out, sizeof(T), 1);
    }
    GPU_CHECK(N(gpu_scale_from)(da, da, da, 1)); /* its own factor */
    to_host(got, da, sizeof(T));
    CHECK(got[0] == (T)9);
    release(da, sizeof(T), 1);
}
#endif

#if OF(REAL | U8)
static T N(as_result)(double v) /* bytes are rounded and saturated */
{
    return (T)(!OF(U8) ? v : v > 255 ? 255 : v > 0 ? nearbyint(v) : 0);
}
TEST(N(conv2d_borders))
{
    static const size_t planes[][2] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {5, 8}, {33, 64}, {70, 530}, {41, 2064}};
    static const size_t filters[][2] = {{1, 1}, {3, 3}, {5, 5}, {7, 7}, {2, 4}, {1, 9}, {13, 11}, {21, 40}};
    static T x[41 * 2064], got[41 * 2064];
    static N(filter) h[21 * 40];
    size_t a, b, r, c, i, k;
    int border;
    for (i = 0; i < 41 * 2064; i++) x[i] = (T)((uniform() + 1) * 127.9);
    for (i = 0; i < 21 * 40; i++) h[i] = (N(filter))(uniform() * 0.7);
    for (a = 0; a < 8; a++)
        for (b = 0; b < 8; b++)
            for (border = 0; border < 5; border++) {
                const size_t rows = planes[a][0], cols = planes[a][1], high = filters[b][0], wide = filters[b][1],
                             shift = (a + b) % 2;
                T *dx = (T *)on_device(x, rows * cols, sizeof(T), shift),
                  *out = (T *)on_device(NULL, rows * cols, sizeof(T), shift);
                N(filter) *dh = (N(filter) *)on_device(h, high * wide, sizeof(N(filter)), 1);
                test_row("%zu by %zu, filter %zu by %zu, border %d", rows, cols, high, wide, border);
                GPU_CHECK(N(gpu_conv2d)(out, dx, rows, cols, dh, high, wide, (gpu_border)border));
                to_host(got, out, rows * cols * sizeof(T));
                for (r = 0; r < rows; r++)
                    for (c = 0; c < cols; c += c > 20 && c + 40 < cols ? 17 : 1) {
                        volatile double sum = 0;
                        for (i = 0; i < high; i++)
                            for (k = 0; k < wide; k++) {
                                const long u = place((long)(r + i) - (long)(high / 2), (long)rows, border);
                                const long v = place((long)(c + k) - (long)(wide / 2), (long)cols, border);
                                volatile double product =
                                    (double)h[high * wide - 1 - i * wide - k] *
                                    (u < 0 || v < 0 ? 0.0 : (double)x[(size_t)u * cols + (size_t)v]);
                                sum += product;
                            }
                        CHECK_AT(r * cols + c, got[r * cols + c], N(as_result)(sum),
                                 got[r * cols + c] == N(as_result)(sum));
                    }
                release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(dh, sizeof(N(filter)), 1);
            }
}
#endif
