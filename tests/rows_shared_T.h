/* What test_rows_shared checks of rows of each type: reductions in the documented order, of an expression that has the
   index, and loops each of which reads what others wrote before. */

GPU_ROWS(T, N(reduced), (T *, sum, value), (T *, most, value), (T *, least, value), (T *, half, value), (const T *, x),
         (size_t, cols))
{
    GPU_ROW_SUM(T, s, i, cols, x[i] * (T)(1 + i % 3));
    GPU_ROW_MAX(T, m, i, cols, x[i]);
    GPU_ROW_MIN(T, l, i, cols, x[i]);
    GPU_ROW_SUM(T, h, k, cols / 2, x[2 * k + 1]);
    sum[0] = s, most[0] = m, least[0] = l, half[0] = h;
}
GPU_ROWS(T, N(neighbours), (T *, z), (T *, y), (const T *, x), (T *, u, update), (size_t, cols))
{
    GPU_ROW_FOR(i, cols) y[i] = x[cols - 1 - i];
    GPU_ROW_FOR(i, cols)
    {
        if (i % 5 == 4) continue;
        z[i] = y[(i + 1) % cols];
    }
    GPU_ROW_FOR(i, cols) if (i % 5 == 4) z[i] = y[i / 2];
    GPU_ROW_FOR(k, 1) u[0] = (T)(u[0] + z[cols - 1]);
}
/* Lane by lane, as the contract says. */
static T N(added)(const T *x, size_t n)
{
    const size_t lanes = n <= 32 ? 1 : n <= 1024 ? 32 : n <= 2048 ? 64 : 256;
    T lane[256], s;
    size_t i, half;
    for (i = 0; i < n; i++) {
        const T e = x[i];
        s = i < lanes ? e : (T)(lane[i % lanes] + e);
        lane[i % lanes] = s;
    }
    for (half = lanes / 2; half; half /= 2)
        for (i = 0; i < half; i++) lane[i] = (T)(lane[i] + lane[i + half]);
    return n ? lane[0] : (T)0;
}
TEST(N(lanes_are_added_as_documented))
{
    static T x[MOST_ELEMENTS], got[4][ROWS], want[4][ROWS], weighted[MOST_COLS];
    size_t a, b, c, r, i;
    int kind;
    static const char *const names[] = {"the sum", "the maximum", "the minimum", "the sum of a half"};
    for (a = 0; a < sizeof row_counts / sizeof *row_counts; a++)
        for (b = 0; b < sizeof col_counts / sizeof *col_counts; b++)
            for (kind = 0; kind < ((T)0.5 > 0 ? 3 : 1); kind++) {
                const size_t rows = row_counts[a], cols = col_counts[b], n = rows * cols, shift = (a + b) % 3;
                T *dx, *out[4];
                if (n > MOST_ELEMENTS) continue;
                test_row("%zu rows of %zu, data %d", rows, cols, kind);
                for (i = 0; i < n; i++) x[i] = NUMBER_OF(T, datum(kind, i));
                for (r = 0; r < rows; r++) {
                    const T *const row = x + r * cols;
                    T most = cols ? row[0] : (T)0, least = most;
                    for (i = 0; i < cols; i++) {
                        most = row[i] > most || isnan((double)row[i]) ? row[i] : most;
                        least = row[i] < least || isnan((double)row[i]) ? row[i] : least;
                        weighted[i] = (T)(row[i] * (T)(1 + i % 3));
                    }
                    want[0][r] = N(added)(weighted, cols), want[1][r] = most, want[2][r] = least;
                    for (i = 0; i < cols / 2; i++) weighted[i] = row[2 * i + 1];
                    want[3][r] = N(added)(weighted, cols / 2);
                }
                dx = (T *)on_device(x, n, sizeof(T), shift);
                for (c = 0; c < 4; c++) out[c] = (T *)on_device(NULL, rows, sizeof(T), shift);
                CHECK_STATUS(N(reduced)(out[0], out[1], out[2], out[3], dx, rows, cols), GPU_OK, "");
                for (c = 0; c < 4; c++) {
                    to_host(got[c], out[c], rows * sizeof(T));
                    for (r = 0; r < rows; r++) /* NaNs have other bits */
                        if (isnan((double)got[c][r]) && isnan((double)want[c][r])) got[c][r] = want[c][r];
                    CHECK_SAME(names[c], got[c], want[c], rows, N(type));
                    release(out[c], sizeof(T), shift);
                }
                release(dx, sizeof(T), shift);
            }
}
TEST(N(a_loop_sees_what_was_written_before))
{
    static T x[MOST_ELEMENTS], got[MOST_ELEMENTS + 1], want[MOST_ELEMENTS + 1];
    size_t a, b, r, i;
    for (a = 0; a < sizeof row_counts / sizeof *row_counts; a++)
        for (b = 0; b < sizeof col_counts / sizeof *col_counts; b++) {
            const size_t rows = row_counts[a], cols = col_counts[b], n = rows * cols, shift = (a + b) % 3;
            T *dx, *dy, *dz, *du;
            if (n > MOST_ELEMENTS || !cols) continue;
            test_row("%zu rows of %zu", rows, cols);
            for (i = 0; i < n; i++) x[i] = NUMBER_OF(T, datum(0, i));
            memset((void *)want, 0xa5, (n + 1) * sizeof(T));
            for (r = 0; r < rows; r++)
                for (i = 0; i < cols; i++)
                    want[r * cols + i] = x[r * cols + cols - 1 - (i % 5 == 4 ? i / 2 : (i + 1) % cols)];
            dx = (T *)on_device(x, n, sizeof(T), shift), du = (T *)on_device(x, n, sizeof(T), 0);
            dy = (T *)on_device(NULL, n + 1, sizeof(T), 0), dz = (T *)on_device(NULL, n + 1, sizeof(T), shift);
            CHECK_STATUS(N(neighbours)(dz, dy, dx, du, rows, cols), GPU_OK, "");
            to_host(got, dz, (n + 1) * sizeof(T));
            CHECK_SAME("its bytes", got, want, (n + 1) * sizeof(T), GPU_U8);
            for (i = 0; i < n; i++)
                x[i] = i % cols ? x[i] : (T)(x[i] + want[i + cols - 1]);
            to_host(got, du, n * sizeof(T));
            CHECK_SAME("what is updated", got, x, n * sizeof(T), GPU_U8);
            release(dx, sizeof(T), shift), release(dy, sizeof(T), 0), release(dz, sizeof(T), shift);
            release(du, sizeof(T), 0);
        }
}
