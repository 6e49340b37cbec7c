/* What test_rows checks of the prewritten functions along rows of each type. */

static gpu_status N(rowwise)(int how, T *out, const T *a, const T *gain, const T *bias, size_t rows, size_t cols)
{
    return how == SOFTMAX       ? N(gpu_softmax_rows)(out, a, rows, cols)
           : how == LOG_SOFTMAX ? N(gpu_log_softmax_rows)(out, a, rows, cols)
           : how == LOG_OF_SUM  ? N(gpu_logsumexp_rows)(out, a, rows, cols)
                                : N(gpu_layer_norm_rows)(out, a, gain, bias, rows, cols, 1e-5);
}
static void N(expect)(int how, const T *out, const T *x, const T *gain, const T *bias, size_t cols)
{
    long double m = x[0], sum = 0, mean = 0, square = 0, widest = 0;
    size_t i;
    for (i = 0; i < cols; i++) m = x[i] > m ? x[i] : m, mean += x[i];
    mean /= (long double)cols;
    for (i = 0; i < cols; i++) {
        sum += expl(x[i] - m), square += (x[i] - mean) * (x[i] - mean);
        if (fabsl((long double)x[i]) > widest) widest = fabsl((long double)x[i]);
    }
    for (i = 0; i < (how == LOG_OF_SUM ? 1 : cols); i++) {
        const int wide = sizeof(T) == 8;
        const long double d = x[i] - m, inverse = 1 / sqrtl(square / (long double)cols + 1e-5L);
        const long double normal = (x[i] - mean) * inverse * (gain ? gain[i] : 1) + (bias ? bias[i] : 0);
        const long double want = how == SOFTMAX       ? expl(d) / sum
                                 : how == LOG_SOFTMAX ? d - logl(sum)
                                 : how == LOG_OF_SUM  ? m + logl(sum)
                                                      : normal;
        const long double off = fabsl(out[i] - want), more = wide ? 40 : 0;
        const long double of_norm = (fabsl(want) + (wide ? 40 * (1 + widest * inverse) : 1e-3L)) * N(epsilon) * 2;
        const long double may = how == SOFTMAX ? want * N(epsilon) * (5 - d + more) + (wide ? 4e-308L : 2e-38L)
                                : how == NORM  ? of_norm
                                               : N(epsilon) * (fabsl(want) * 2 + 4 + more);
        if (off <= may) continue;
        test__fail(__FILE__, __LINE__, "element %zu: %.17g, expected %.17Lg", i, (double)out[i], want);
        return;
    }
}
TEST(N(along_rows))
{
    static T x[MOST], out[MOST + 1], gain[50001], bias[50001], again[MOST];
    size_t a, b, i, r;
    int how;
    for (i = 0; i < 50001; i++) gain[i] = (T)uniform(), bias[i] = (T)uniform();
    for (a = 0; a < sizeof row_counts / sizeof *row_counts; a++)
        for (b = 0; b < COLS; b++) {
            const size_t rows = row_counts[a], cols = col_counts[b], n = rows * cols, shift = (a + b) % 3;
            const int kind = (int)((a * 3 + b) % 4), affine = (int)(b % 3);
            T *dx, *dout, *dg = affine ? gain : NULL, *db = affine == 1 ? bias : NULL;
            if (n > MOST || (rows > 3 && cols > 1100)) continue;
            for (i = 0; i < n; i++) x[i] = (T)datum(kind, i);
            dx = (T *)on_device(x, n, sizeof(T), shift), dout = (T *)on_device(NULL, n + 1, sizeof(T), shift);
            for (how = 0; how < HOWS; how++) {
                const size_t outs = how == LOG_OF_SUM ? rows : n, step = how == LOG_OF_SUM ? 1 : cols;
                test_row("%s, %zu x %zu, kind %d", hows[how], rows, cols, kind);
                GPU_CHECK(gpu_set(dout, 0xa5, (n + 1) * sizeof(T)));
                CHECK_SUFFIXED(N(rowwise)(how, dout, dx, dg, db, rows, cols), GPU_OK, "");
                to_host(out, dout, (n + 1) * sizeof(T));
                for (r = 0; r < rows; r++) N(expect)(how, out + r * step, x + r * cols, dg, db, cols);
                CHECK(*(unsigned char *)&out[outs] == 0xa5);
                /* the same bits on the CPU, and in place */
                if (gpu_device() != GPU_CPU) {
                    const int device = gpu_device();
                    GPU_CHECK(gpu_use(GPU_CPU));
                    CHECK_SUFFIXED(N(rowwise)(how, again, x, dg, db, rows, cols), GPU_OK, "");
                    GPU_CHECK(gpu_use(device));
                    CHECK_SAME("on the CPU", again, out, outs, N(type));
                }
                if (how == LOG_OF_SUM) continue;
                GPU_CHECK(gpu_copy(dout, dx, n * sizeof(T)));
                CHECK_SUFFIXED(N(rowwise)(how, dout, dout, dg, db, rows, cols), GPU_OK, "");
                to_host(again, dout, n * sizeof(T));
                CHECK_SAME("in place", again, out, n, N(type));
            }
            release(dx, sizeof(T), shift), release(dout, sizeof(T), shift);
        }
}
/* Special values: in rows of one chunk and of several, the others stay what they are. */
TEST(N(special_rows))
{
    static T x[4 * 40000], out[4 * 40000], sums[4];
    static const size_t lengths[] = {3, 40, 1000, 3000, 40000};
    size_t a, i;
    for (a = 0; a < 5; a++) {
        const size_t n = lengths[a];
        test_row("rows of %zu", n);
        for (i = 0; i < 4 * n; i++) x[i] = (T)uniform();
        x[n - 1] = (T)NAN, x[n + 1] = (T)INFINITY;
        for (i = 0; i < n; i++) x[2 * n + i] = -(T)INFINITY;
        x[3 * n + 1] = -(T)INFINITY;
        CHECK_SUFFIXED(N(gpu_logsumexp_rows)(sums, x, 4, n), GPU_OK, "");
        CHECK(sums[0] != sums[0] && sums[1] == (T)INFINITY && sums[2] == -(T)INFINITY && sums[3] < (T)20 &&
              sums[3] > 0);
        CHECK_SUFFIXED(N(gpu_softmax_rows)(out, x, 4, n), GPU_OK, "");
        for (i = 0; i < 3 * n; i++) CHECK_AT(i, out[i], NAN, out[i] != out[i]);
        for (i = 0; i < n; i++) CHECK_AT(i, out[3 * n + i], 0, i == 1 ? out[3 * n + i] == 0 : out[3 * n + i] > 0);
        CHECK_SUFFIXED(N(gpu_log_softmax_rows)(out, x, 4, n), GPU_OK, "");
        for (i = 0; i < 3 * n; i++) CHECK_AT(i, out[i], NAN, out[i] != out[i]);
        for (i = 0; i < n; i++)
            CHECK_AT(i, out[3 * n + i], -INFINITY, i == 1 ? out[3 * n + i] == -(T)INFINITY : out[3 * n + i] < 0);
        CHECK_SUFFIXED(N(gpu_layer_norm_rows)(out, x, NULL, NULL, 4, n, 0), GPU_OK, "");
        for (i = 0; i < 3 * n; i++) CHECK_AT(i, out[i], NAN, out[i] != out[i]);
    }
}
/* One element is far above the others, whose sum is the logarithm's distance to it: to the last digits. */
TEST(N(peaked_rows))
{
    static T x[3 * 40000], out[3 * 40000], again[3 * 40000], sums[3], sums_again[3];
    const int device = gpu_device();
    static const size_t lengths[] = {1, 2, 3, 16, 40, 129, 1000, 3000, 16384, 40000};
    static const double below[] = {1, 6, 10, 13, 14, 20, 30, 40, 80};
    size_t a, b, i, r;
    for (a = 0; a < sizeof lengths / sizeof *lengths; a++)
        for (b = 0; b < sizeof below / sizeof *below; b++) {
            const size_t n = lengths[a], greatest = (a * 7 + b * 10007) % n;
            test_row("%zu elements below by %g", n, below[b]);
            for (i = 0; i < 3 * n; i++)
                x[i] = i / n > 1           ? (T)uniform()
                       : i % n == greatest ? 0
                                           : (T)(-below[b] - (i / n ? fabs(uniform()) : 0));
            CHECK_SUFFIXED(N(gpu_logsumexp_rows)(sums, x, 3, n), GPU_OK, "");
            CHECK_SUFFIXED(N(gpu_log_softmax_rows)(out, x, 3, n), GPU_OK, "");
            GPU_CHECK(gpu_use(GPU_CPU));
            CHECK_SUFFIXED(N(gpu_logsumexp_rows)(sums_again, x, 3, n), GPU_OK, "");
            CHECK_SUFFIXED(N(gpu_log_softmax_rows)(again, x, 3, n), GPU_OK, "");
            GPU_CHECK(gpu_use(device));
            CHECK(same_bits(sums, sums_again, sizeof sums) && same_bits(out, again, 3 * n * sizeof(T)));
            for (r = 0; r < 2; r++) {
                long double rest = 0, want;
                for (i = 0; i < n; i++) rest += i == greatest ? 0 : expl((long double)x[r * n + i]);
                want = log1pl(rest);
                if (fabsl(sums[r] - want) <= want * (N(epsilon) * (sizeof(T) == 8 ? 16 : 4)) &&
                    sums[r] == -out[r * n + greatest])
                    continue;
                test__fail(__FILE__, __LINE__, "row %zu: %.17g, expected %.17Lg", r, (double)sums[r], want);
            }
            if (n > 2) CHECK(sums[2] > 0 && out[2 * n] < 0);
        }
}
/* The cross-entropy with a label, and NaN for one outside of the row; the same bits on the CPU. */
TEST(N(cross_entropy))
{
    static T x[5 * 40000], loss[5], again[5];
    static const size_t lengths[] = {1, 2, 16, 40, 129, 1000, 16384, 40000};
    const int device = gpu_device();
    size_t a, i, r;
    for (a = 0; a < sizeof lengths / sizeof *lengths; a++) {
        const size_t n = lengths[a];
        const int64_t label[] = {0, (int64_t)n - 1, (int64_t)n / 2, (int64_t)n, -1};
        test_row("rows of %zu", n);
        for (i = 0; i < 5 * n; i++) x[i] = (T)(5 * uniform());
        CHECK_SUFFIXED(N(gpu_cross_entropy_rows)(loss, x, label, 5, n), GPU_OK, "");
        GPU_CHECK(gpu_use(GPU_CPU));
        CHECK_SUFFIXED(N(gpu_cross_entropy_rows)(again, x, label, 5, n), GPU_OK, "");
        GPU_CHECK(gpu_use(device));
        CHECK_SAME("on the CPU", again, loss, 5, N(type));
        for (r = 0; r < 3; r++) {
            const T *const row = x + r * n;
            long double sum = 0, want;
            for (i = 0; i < n; i++) sum += expl((long double)row[i] - row[label[r]]);
            want = logl(sum);
            CHECK_AT(r, loss[r], want, fabsl(loss[r] - want) <= N(epsilon) * (44 + 2 * want));
        }
        CHECK(loss[3] != loss[3] && loss[4] != loss[4]);
    }
}
TEST(N(wrong_arguments_along_rows))
{
    T *x = GPU_NEW(T, 24), *y = GPU_NEW(T, 24);
    GPU_CHECK(gpu_set(x, 0, 24 * sizeof(T)));
    CHECK_SUFFIXED(N(gpu_softmax_rows)(NULL, x, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "gpu_softmax_rows: out is NULL");
    CHECK_SUFFIXED(N(gpu_softmax_rows)(y, NULL, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "a is NULL");
    CHECK_SUFFIXED(N(gpu_softmax_rows)(y, x, 0, 6), GPU_ERROR_INVALID_ARGUMENT, "0 by 6; expected at least one row");
    CHECK_SUFFIXED(N(gpu_log_softmax_rows)(y, x, 4, 0), GPU_ERROR_INVALID_ARGUMENT, "4 by 0");
    CHECK_SUFFIXED(N(gpu_softmax_rows)(y, x, 4, (size_t)1 << 62), GPU_ERROR_INVALID_ARGUMENT,
                   "more than any machine has");
    CHECK_SUFFIXED(N(gpu_softmax_rows)(y, x, 4, 7), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of out");
    CHECK_SUFFIXED(N(gpu_softmax_rows)(x + 1, x, 3, 6), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(N(gpu_logsumexp_rows)(x, x, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "out and a overlap");
    CHECK_SUFFIXED(N(gpu_cross_entropy_rows)(y, x, NULL, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "label is NULL");
    CHECK_SUFFIXED(N(gpu_layer_norm_rows)(y, x, y, NULL, 4, 6, 0), GPU_ERROR_INVALID_ARGUMENT, "out and gain overlap");
    CHECK_SUFFIXED(N(gpu_layer_norm_rows)(y, x, NULL, x + 20, 4, 6, 0), GPU_ERROR_INVALID_ARGUMENT,
                   "beyond the end of bias");
    CHECK_SUFFIXED(N(gpu_layer_norm_rows)(y, x, NULL, NULL, 4, 6, -1), GPU_ERROR_INVALID_ARGUMENT, "epsilon is -1");
    CHECK_SUFFIXED(N(gpu_layer_norm_rows)(y, x, NULL, NULL, 4, 6, (double)NAN), GPU_ERROR_INVALID_ARGUMENT, "epsilon");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
}
