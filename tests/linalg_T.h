/* What test_linalg runs for each type. */

static void N(equations)(void)
{
    size_t n;
    int kind;
    EVERY_SIZE(n, 100) for (kind = 0; kind < KINDS; kind++) N(check_equations)(n, kind);
}
static void N(triangles)(void)
{
    size_t n;
    int shape;
    EVERY_SIZE(n, 65) for (shape = 0; shape < 8; shape++) N(check_triangle)(n, n % 3 ? n % 3 : 35, shape);
}
static void N(definite)(void)
{
    size_t n;
    EVERY_SIZE(n, 100) N(check_cholesky)(n);
}
static void N(orthogonal)(void)
{
    size_t n;
    int kind;
    EVERY_SIZE(n, 65) for (kind = 0; kind < KINDS; kind++)
    {
        N(check_qr)(n, n, kind), N(check_qr)(2 * n + 1, n, kind), N(check_qr)(n, n + 7, kind);
    }
}
static void N(symmetric)(void)
{
    size_t n;
    int kind;
    EVERY_SIZE(n, 100) for (kind = 0; kind < KINDS; kind++) N(check_eigh)(n, kind);
}
static void N(singular)(void)
{
    size_t n;
    int kind;
    EVERY_SIZE(n, 47) for (kind = 0; kind < KINDS; kind++)
    {
        N(check_svd)(n, n, kind), N(check_svd)(3 * n, n, kind), N(check_svd)(n, n + 3, kind);
        N(check_least)(n, n, kind), N(check_least)(2 * n + 5, n, kind), N(check_least)(n, 2 * n, kind);
    }
}

/* On a GPU several blocks factor a panel of more than 256 rows, in a batch of many matrices up to 512 rows one. (How a
   product adds depends on the batch, if it is long, as those of a QR decomposition are.) */
static void N(several_blocks)(size_t n, size_t batch)
{
    T *const a = (T *)malloc(batch * n * n * sizeof(T)), *const x = (T *)malloc(batch * n * n * sizeof(T));
    T *const r = (T *)malloc(batch * n * n * sizeof(T)), *const one = (T *)malloc(2 * n * n * sizeof(T));
    size_t z, i;
    test_row("%zu matrices of %s, n = %zu", batch, S_TEXT, n);
    N(fill)(a, batch * n, n, 0);
    GPU_CHECK(gpu_inv_batch(x, a, n, batch, (int *)NULL));
    for (z = 0; z < batch; z += 7) {
        GPU_CHECK(gpu_inv(one, a + z * n * n, n));
        CHECK_SAME("gpu_inv", one, x + z * n * n, n * n, N(type));
    }
    GPU_CHECK(gpu_qr_batch(x, r, a, n, n, batch, (int *)NULL));
    for (z = 0; z < batch; z += 7) {
        GPU_CHECK(gpu_qr(one, one + n * n, a + z * n * n, n, n));
        for (i = 0; i < n * n; i++)
            CHECK_AT(i, one[i], x[z * n * n + i], fabs((double)one[i] - (double)x[z * n * n + i]) < 0.005);
    }
    free(a), free(x), free(r), free(one);
}

/* In place, on the device, the same bits. */
static void N(in_place)(size_t n)
{
    T *const a = (T *)malloc(3 * n * n * sizeof(T)), *const want = a + n * n, *const got = want + n * n;
    T *const on = (T *)on_device(NULL, n * n, sizeof(T), 1);
    size_t i;
    test_row("%s, n = %zu", S_TEXT, n);
    N(fill)(a, n, n, 0);
    for (i = 0; i < n; i++) a[i * n + i] += (T)(4 * n);
    GPU_CHECK(gpu_inv(want, a, n));
    GPU_CHECK(gpu_copy(on, a, n * n * sizeof(T)));
    GPU_CHECK(gpu_inv(on, on, n));
    to_host(got, on, n * n * sizeof(T));
    CHECK_SAME("gpu_inv on the device", got, want, n * n, N(type));
    memcpy(got, a, n * n * sizeof(T));
    GPU_CHECK(gpu_inv(got, got, n));
    CHECK_SAME("gpu_inv", got, want, n * n, N(type));
    GPU_CHECK(gpu_cholesky(want, a, n));
    memcpy(got, a, n * n * sizeof(T));
    GPU_CHECK(gpu_cholesky(got, got, n));
    CHECK_SAME("gpu_cholesky", got, want, n * n, N(type));
    GPU_CHECK(gpu_matrix_power(want, a, n, 3));
    memcpy(got, a, n * n * sizeof(T));
    GPU_CHECK(gpu_matrix_power(got, got, n, 3));
    CHECK_SAME("gpu_matrix_power", got, want, n * n, N(type));
    release(on, sizeof(T), 1);
    free(a);
}
