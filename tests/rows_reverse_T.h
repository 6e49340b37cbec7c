/* What test_rows checks of rows of each type: a function that computes nothing that could be rounded. */

GPU_ROWS(T, N(reverse), (T *, y), (const T *, x), (size_t, cols))
{
    size_t i;
    for (i = 0; i < cols; i++) y[i] = x[cols - 1 - i];
}
TEST(N(reverses))
{
    static const size_t rows[] = {0, 1, 2, 31, 128, 129, 700};
    static const size_t cols[] = {0, 1, 2, 3, 7, 8, 31, 32, 33, 64, 127, 256, 1000};
    static T x[700 * 1000], got[700 * 1000 + 1], want[700 * 1000 + 1];
    size_t a, b, i, r;
    for (i = 0; i < sizeof x; i++) ((unsigned char *)x)[i] = (unsigned char)(i * 7 + i / 251);
    for (a = 0; a < sizeof rows / sizeof *rows; a++)
        for (b = 0; b < sizeof cols / sizeof *cols; b++) {
            const size_t n = rows[a] * cols[b], shift = (a + b) % 3;
            T *dx = (T *)on_device(x, n, sizeof(T), shift), *dy = (T *)on_device(NULL, n + 1, sizeof(T), shift);
            test_row("%zu rows of %zu", rows[a], cols[b]);
            memset((void *)want, 0xa5, (n + 1) * sizeof(T));
            for (r = 0; r < rows[a]; r++)
                for (i = 0; i < cols[b]; i++) want[r * cols[b] + i] = x[(r + 1) * cols[b] - 1 - i];
            CHECK_STATUS(N(reverse)(dy, dx, rows[a], cols[b]), GPU_OK, "");
            to_host(got, dy, (n + 1) * sizeof(T));
            CHECK_SAME("its bytes", got, want, (n + 1) * sizeof(T), GPU_U8);
            release(dx, sizeof(T), shift), release(dy, sizeof(T), shift);
        }
}
