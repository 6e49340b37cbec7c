/* The family linalg: residuals, orthogonality and reconstruction as LAPACK's testers define them, on matrices of
   many kinds, sizes and shapes; values against a Jacobi method in long double; batches against single calls; each
   refusal. */

#define GPU_LINALG
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "linalg.h"

/* LINALG_ALL=1 in the environment: every size from 1 to 200. */
static int all_sizes(void) { return getenv("LINALG_ALL") != NULL; }
static size_t next_size(size_t n)
{
    static const size_t some[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 47, 64, 65, 100};
    size_t i;
    if (all_sizes()) return n + 1;
    for (i = 0; i < sizeof some / sizeof *some; i++)
        if (some[i] > n) return some[i];
    return 1000;
}
#define EVERY_SIZE(n, most) for (n = 1; n <= (all_sizes() ? 200 : (size_t)(most)); n = next_size(n))

#define TYPES REAL
#define BODY "linalg_T.h"
#include "each_type.h"

TEST(equations_of_floats) { equations_f32(); }
TEST(equations_of_doubles) { equations_f64(); }
TEST(triangles_of_floats) { triangles_f32(); }
TEST(triangles_of_doubles) { triangles_f64(); }
TEST(cholesky_of_floats) { definite_f32(); }
TEST(cholesky_of_doubles) { definite_f64(); }
TEST(qr_of_floats) { orthogonal_f32(); }
TEST(qr_of_doubles) { orthogonal_f64(); }
TEST(eigenvalues_of_floats) { symmetric_f32(); }
TEST(eigenvalues_of_doubles) { symmetric_f64(); }
TEST(singular_values_of_floats) { singular_f32(); }
TEST(singular_values_of_doubles) { singular_f64(); }

/* Sizes around those where a method changes. */
TEST(larger_matrices)
{
    check_equations_f64(257, 0), check_equations_f32(300, 0);
    check_cholesky_f64(259), check_cholesky_f32(300);
    check_qr_f64(150, 131, 0), check_qr_f32(300, 40, 0);
    check_qr_f64(200, 100, 8), check_qr_f32(200, 200, 8), check_qr_f32(700, 64, 3);
    check_eigh_f64(129, 0), check_eigh_f32(257, 0), check_eigh_f64(130, 5);
    check_eigh_f64(248, 3), check_eigh_f32(200, 3), check_eigh_f64(100, 8), check_eigh_f64(150, 2);
    check_least_f64(5003, 3, 0), check_least_f32(3001, 33, 0), check_least_f64(2100, 20, 2),
        check_least_f32(1100, 1, 3);
    check_svd_f64(130, 129, 0), check_svd_f32(129, 140, 0), check_svd_f32(1000, 33, 0);
}

/* Most singular values are rounding errors: of constant matrices at every level of precision below the last one. */
TEST(singular_values_of_low_rank)
{
    size_t m;
    for (m = 210; m < 260; m += 12) check_svd_f64(m, 130, 3);
    check_svd_f64(169, 101, 3), check_svd_f32(170, 101, 3), check_svd_f64(101, 169, 3), check_svd_f64(150, 150, 4);
    check_svd_f64(150, 150, 2), check_svd_f32(150, 170, 2), check_svd_f64(170, 150, 6), check_svd_f32(150, 150, 6);
    check_least_f64(250, 101, 3), check_least_f32(101, 250, 3), check_least_f64(140, 140, 2);
}

/* The smallest singular values are so near to each other and to zero that squares of their distances' quotients leave
   the range of floats. */
TEST(singular_values_of_graded_rows)
{
    int k;
    for (k = 0; k < 40; k++) check_svd_f32(20, 20, KINDS + 1);
    for (k = 0; k < 20; k++) check_svd_f32(40, 33, KINDS + 1), check_svd_f64(20, 20, KINDS + 1);
    check_svd_f32(85, 80, KINDS + 1), check_svd_f32(140, 150, KINDS + 1), check_svd_f64(85, 80, KINDS + 1);
}

/* Most eigenvalues are rounding errors, among which sweeps that also pass the others make new ones. */
TEST(eigenvalues_of_low_rank)
{
    int k;
    for (k = 0; k < 12; k++) check_eigh_f32(64, KINDS);
    check_eigh_f64(64, KINDS), check_eigh_f32(40, KINDS), check_eigh_f32(16, KINDS), check_eigh_f32(80, KINDS);
}

/* Of constant matrices, all elements of the pseudo-inverse are equal. With rcond = 0 what rounding leaves of singular
   values that are zero is divided by, but nothing becomes infinite. */
static void check_constant(size_t m, size_t n, double value)
{
    double *const a = new_f64(3 * m * n), *const x = new_f64(3 * m * n);
    int info[3] = {7, 7, 7};
    size_t i, z, wrong = 0;
    for (z = 0; z < 3; z++)
        for (i = 0; i < m * n; i++) a[z * m * n + i] = value * (double)(z + 1);
    GPU_CHECK(gpu_pinv_batch(x, a, m, n, -1.0, 3, info));
    for (z = 0; z < 3; z++)
        for (i = 0; i < m * n; i++)
            wrong += !(fabs(x[z * m * n + i] * (double)(m * n) * value * (double)(z + 1) - 1) < 1e-12);
    CHECK_INT(wrong, 0);
    GPU_CHECK(gpu_pinv_batch(x, a, m, n, 0.0, 3, info));
    for (i = 0; i < 3 * m * n; i++) wrong += !isfinite(x[i]);
    CHECK_INT(wrong, 0);
    for (z = 0; z < 3; z++) CHECK_INT(info[z], 0);
    free(a), free(x);
}
TEST(pseudo_inverse_of_constant_matrices)
{
    check_constant(192, 12, 0.47291881), check_constant(192, 12, 0.009852475247773699);
    check_constant(19, 65, 0.8710034250648138), check_constant(19, 65, 1. / 3);
    check_constant(30, 31, -1e3), check_constant(5, 7, 0.1);
}

/* On a GPU, panels of more than 1024 rows. */
TEST(tall_panels)
{
    check_qr_f32(2100, 40, 0), check_qr_f64(1100, 33, 1);
    if (gpu_device() == GPU_CPU) return;
    check_solution_f32(1100), check_solution_f64(1100), check_solution_f32(2100), check_solution_f64(2100);
}

TEST(several_blocks)
{
    if (gpu_device() == GPU_CPU) return;
    several_blocks_f32(300, 150), several_blocks_f32(600, 60), several_blocks_f64(290, 80), several_blocks_f64(530, 20);
    check_equations_f32(545, 0), check_equations_f64(515, 0), check_qr_f32(700, 300, 0), check_cholesky_f64(450);
}

/* On a GPU the reflectors of up to four panels are applied together. */
TEST(qr_by_blocks)
{
    int kind;
    for (kind = 0; kind < KINDS; kind++) check_qr_f32(97, 128, kind), check_qr_f64(128, 96, kind);
    check_qr_f32(129, 129, 0), check_qr_f64(161, 129, 0), check_qr_f32(290, 100, 0);
}
TEST(qr_by_many_blocks)
{
    int kind;
    check_qr_again_f32(100, 70, 0, 2), check_qr_again_f64(70, 100, 2, 2);
    if (gpu_device() == GPU_CPU) return;
    for (kind = 0; kind < KINDS; kind++) check_qr_f32(700, 130, kind), check_qr_f64(650, 130, kind);
    check_qr_f32(5000, 64, 0), check_qr_f64(5000, 64, 0), check_qr_f64(4800, 64, 3);
    check_qr_again_f32(2100, 900, 0, 20), check_qr_again_f64(1500, 700, 2, 20), check_qr_again_f32(1300, 1300, 3, 10);
}

/* A graph of a solution gives what the call gives, each time. */
TEST(solution_in_a_graph)
{
    enum { N = 600 };
    float *const a = (float *)malloc((N + 4) * N * sizeof *a);
    float *const b = a + N * N;
    float *const want = b + N;
    float *const got = want + N;
    float *d;
    int *info, status = 99;
    gpu_graph g;
    int i;
    fill_f32(a, N, N, 0), fill_f32(b, N, 1, 0);
    GPU_CHECK(gpu_solve(want, a, b, N, 1));
    d = GPU_NEW(float, (N + 2) * N), info = GPU_NEW(int, 1);
    GPU_CHECK(gpu_copy(d, a, (N + 1) * N * sizeof *a));
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(gpu_solve_batch(d + (N + 1) * N, d, d + N * N, N, 1, 1, info));
    g = gpu_graph_end();
    for (i = 0; i < 3; i++) {
        memset(got, 0, N * sizeof *got);
        GPU_CHECK(gpu_copy(d + (N + 1) * N, got, N * sizeof *got));
        GPU_CHECK(gpu_graph_launch(g));
        GPU_CHECK(gpu_copy(got, d + (N + 1) * N, N * sizeof *got));
        GPU_CHECK(gpu_copy(&status, info, sizeof status));
        CHECK(same_bits(want, got, N * sizeof *got) && status == 0);
    }
    GPU_CHECK(gpu_graph_free(g)), GPU_CHECK(gpu_free(d)), GPU_CHECK(gpu_free(info));
    free(a);
}

/* On a GPU, many blocks reduce a symmetric matrix, and wait for each other. What one of them read too early would
   differ from run to run. */
TEST(eigenvalues_by_many_blocks)
{
    check_eigh_again_f32(66, 2), check_eigh_again_f64(129, 1);
    if (gpu_device() == GPU_CPU) return;
    check_eigh_again_f32(1023, 10), check_eigh_again_f64(700, 10), check_eigh_again_f64(2048, 3);
    check_eigh_f32(700, 0), check_eigh_f64(515, 0), check_eigh_f32(400, 5), check_eigh_f64(300, 4);
}

TEST(values_against_long_double)
{
    check_values_f32(3), check_values_f64(3), check_values_f32(10), check_values_f64(10), check_values_f64(34);
}

/* No singular value is above an rcond of 1 times the largest; the power 0 does not look at the matrix. */
static void extremes_of(size_t n, double rcond)
{
    static double a[64 * 64], b[64], x[64], p[64 * 64];
    size_t i, left = 0;
    int rank = -1;
    fill_f64(a, n, n, 0);
    for (i = 0; i < n; i++) b[i] = 1, x[i] = 7;
    CHECK_STATUS(gpu_lstsq(x, &rank, a, b, n, n, 1, rcond), GPU_OK, "");
    CHECK_INT(rank, 0);
    CHECK_STATUS(gpu_pinv(p, a, n, n, rcond), GPU_OK, "");
    for (i = 0; i < n * n; i++) left += (i < n && x[i] != 0) + (p[i] != 0);
    a[n] = (double)NAN, a[n + 1] = (double)INFINITY;
    CHECK_STATUS(gpu_matrix_power(p, a, n, 0), GPU_OK, "");
    for (i = 0; i < n * n; i++) left += p[i] != (i % (n + 1) == 0);
    CHECK_INT(left, 0);
}
TEST(extreme_arguments)
{
    extremes_of(3, 1), extremes_of(3, 1e300), extremes_of(64, 1), extremes_of(64, (double)INFINITY);
}
/* ---- what is refused ---- */
TEST(singular_and_indefinite)
{
    enum { N = 64 };
    static double a[N * N], b[N], x[N], l[N * N];
    static float f[9] = {1, 2, 3, 2, 4, 6, 4, 8, 12}, g[9]; /* quotients without rounding, fused or not */
    size_t i;
    fill_f64(a, N, N, 0);
    for (i = 0; i < N; i++) a[i * N + 39] = 0, b[i] = 1;
    CHECK_STATUS(gpu_solve(x, a, b, N, 1), GPU_ERROR_INVALID_ARGUMENT, "column 40 is zero: the matrix is singular");
    CHECK_STATUS(gpu_inv(l, a, N), GPU_ERROR_INVALID_ARGUMENT, "column 40 is zero: the matrix is singular");
    CHECK_STATUS(gpu_matrix_power(l, a, N, -2), GPU_ERROR_INVALID_ARGUMENT, "column 40 is zero");
    CHECK_STATUS(gpu_inv(g, f, 3), GPU_ERROR_INVALID_ARGUMENT, "column 2 is zero");
    for (i = 0; i < N * N; i++) a[i] = i % (N + 1) == 0;
    a[16 * N + 16] = -1;
    CHECK_STATUS(gpu_cholesky(l, a, N), GPU_ERROR_INVALID_ARGUMENT, "the leading minor of order 17 is not positive");
    a[16 * N + 16] = 0;
    CHECK_STATUS(gpu_cholesky(l, a, N), GPU_ERROR_INVALID_ARGUMENT, "the leading minor of order 17 is not positive");
    CHECK_STATUS(gpu_solve_triangular(x, a, b, N, 1, GPU_UPPER), GPU_ERROR_INVALID_ARGUMENT,
                 "element 17 of the diagonal");
    CHECK_STATUS(gpu_cholesky_solve(x, a, b, N, 1), GPU_ERROR_INVALID_ARGUMENT, "element 17 of the diagonal");
    CHECK_STATUS(gpu_solve_triangular(x, a, b, N, 1, GPU_UPPER | GPU_UNIT_DIAGONAL), GPU_OK, "");
    a[16 * N + 16] = 1;
    CHECK_STATUS(gpu_cholesky(l, a, N), GPU_OK, "");
}

TEST(a_batch_tells_of_each)
{
    enum { N = 5, BATCH = 300 };
    static float a[BATCH * N * N], b[BATCH * N], x[BATCH * N];
    static int info[BATCH];
    size_t i, z;
    for (z = 0; z < BATCH; z++) {
        fill_f32(a + z * N * N, N, N, 0);
        for (i = 0; i < N; i++) {
            b[z * N + i] = 1;
            if (z % 7 == 3) a[z * N * N + i * N + z % N] = 0;
        }
        if (z == 100) a[z * N * N + 7] = (float)NAN;
        info[z] = 77;
    }
    CHECK_STATUS(gpu_solve_batch(x, a, b, N, 1, BATCH, info), GPU_OK, "");
    for (z = 0; z < BATCH; z++) CHECK_INT(info[z], z == 100 ? -1 : z % 7 == 3 ? (int)(z % N) + 1 : 0);
    CHECK_STATUS(gpu_solve_batch(x, a, b, N, 1, BATCH, NULL), GPU_ERROR_INVALID_ARGUMENT,
                 "matrix 3 of the batch, counted from 0: column 4");
    CHECK_STATUS(gpu_solve_batch(x, a + 100 * N * N, b, N, 1, 3, NULL), GPU_ERROR_INVALID_ARGUMENT,
                 "matrix 0 of the batch, counted from 0: an element of a matrix or of the result is infinite");
    CHECK_STATUS(gpu_solve_batch(x, a, b, N, 1, 3, NULL), GPU_OK, "");
    CHECK_STATUS(gpu_solve_batch((float *)NULL, (float *)NULL, (float *)NULL, N, 1, 0, NULL), GPU_OK, "");
}

#define NOT_FINITE "infinite or not a number"
static void check_not_finite(size_t n, double bad, size_t at)
{
    double *const a = (double *)malloc(4 * n * n * sizeof *a), *const x = a + n * n, *const y = x + n * n,
                  *const w = y + n * n, v[1];
    fill_f64(a, n, n, 0);
    a[at] = bad;
    memcpy(x, a, n * n * sizeof *x);
    CHECK_STATUS(gpu_solve(y, a, x, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_inv(x, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_det(v, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_cholesky(x, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_qr(x, y, a, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_eigh(x, y, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_eigvalsh(x, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_svd(x, w, y, a, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_svdvals(x, a, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_pinv(x, a, n, n, -1.0), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_cond(v, a, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_norm_matrix(v, a, n, n, GPU_NORM_ONE), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_norm_matrix(v, a, n, n, GPU_NORM_TWO), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_matrix_power(x, a, n, 3), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    CHECK_STATUS(gpu_lstsq(x, (int *)NULL, a, w, n, n, 1, -1.0), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    free(a);
}
TEST(what_is_not_finite)
{
    size_t n;
    for (n = 2; n < 130; n = n * 2 + 3) {
        check_not_finite(n, (double)NAN, n);
        check_not_finite(n, (double)INFINITY, n * n - 1);
        check_not_finite(n, -(double)INFINITY, 0);
    }
}

static void check_overflow(size_t n)
{
    double *const a = (double *)calloc(3 * n * n, sizeof *a), *const b = a + n * n, *const x = b + n * n;
    size_t i;
    for (i = 0; i < n; i++) a[i * (n + 1)] = 1e-200, b[i * (n + 1)] = i == n - 1 ? 1e200 : 1;
    CHECK_STATUS(gpu_solve(x, a, b, n, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    for (i = 0; i < n; i++) a[i * (n + 1)] = i == n - 1 ? 1e-310 : 1;
    CHECK_STATUS(gpu_inv(x, a, n), GPU_ERROR_INVALID_ARGUMENT, NOT_FINITE);
    free(a);
}
TEST(what_overflows)
{
    size_t n;
    for (n = 1; n < 130; n = n < 5 ? n + 1 : n * 2 + 3) check_overflow(n);
}

TEST(near_the_largest_number)
{
    static const double a[4] = {1e308, 1e308, -1e308, 1e308};
    double q[4], r[4];
    size_t n;
    for (n = 1; n < 130; n = n < 5 ? n + 1 : n * 2 + 3) check_huge_f32(n), check_huge_f64(n);
    GPU_CHECK(gpu_qr(q, r, a, 2, 2));
    CHECK_CLOSE(fabs(r[0]), 1.4142135623730951e308, 0, 1e-15);
    CHECK_CLOSE(fabs(r[3]), 1.4142135623730951e308, 0, 1e-15);
    CHECK(fabs(r[1]) < 1e293 && r[2] == 0);
}
/* Near the largest number and below the smallest normal one. */
TEST(powers_of_two)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 9, 33, 70};
    size_t i, k;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (k = 0; k < 7; k += sizes[i] < 33 ? 1 : 3) {
            check_powers_f32(sizes[i], 124 - (int)k), check_powers_f64(sizes[i], 1020 - (int)k);
            if (k % 3 == 0) check_powers_f32(sizes[i], -149 + (int)k), check_powers_f64(sizes[i], -1074 + (int)k);
        }
}

TEST(arguments)
{
    static double a[16] = {4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4}, b[16], c[16], v[16];
    int pivots[4], rank;
    CHECK_STATUS(gpu_solve(b, a, c, 0, 1), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_solve: the matrix is 0 by 0; expected at least one row");
    CHECK_STATUS(gpu_solve(b, a, c, 4, 0), GPU_OK, "");
    CHECK_STATUS(gpu_solve((double *)NULL, a, c, 4, 1), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_STATUS(gpu_solve(b, (double *)NULL, c, 4, 1), GPU_ERROR_INVALID_ARGUMENT, "a is NULL");
    CHECK_STATUS(gpu_solve(b, a, (double *)NULL, 4, 1), GPU_ERROR_INVALID_ARGUMENT, "b is NULL");
    CHECK_STATUS(gpu_solve(a, a, c, 4, 4), GPU_ERROR_INVALID_ARGUMENT, "x and a overlap");
    CHECK_STATUS(gpu_solve(b + 1, a, b, 3, 3), GPU_ERROR_INVALID_ARGUMENT, "x and b overlap");
    CHECK_STATUS(gpu_solve(b, a, c, (size_t)-4, 1), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has");
    CHECK_STATUS(gpu_solve_batch(b, a, c, 4, 1, (size_t)1 << 60, NULL), GPU_ERROR_INVALID_ARGUMENT,
                 "more than any machine has");
    CHECK_STATUS(gpu_solve(b, a, c, 3, SIZE_MAX / 3 + 1), GPU_ERROR_INVALID_ARGUMENT,
                 "columns of 3 elements for each of 1 matrices are more than any machine has");
    rank = 7;
    b[0] = 7;
    CHECK_STATUS(gpu_lstsq(b, &rank, a, c, 4, 4, 0, -1.0), GPU_OK, ""); /* b has no columns: nothing happens */
    CHECK(rank == 7 && b[0] == 7);
    CHECK_STATUS(gpu_solve_triangular(b, a, c, 4, 1, 8), GPU_ERROR_INVALID_ARGUMENT,
                 "the shape is 8; expected GPU_LOWER");
    CHECK_STATUS(gpu_norm_matrix(b, a, 4, 4, (gpu_matrix_norm)4), GPU_ERROR_INVALID_ARGUMENT,
                 "the norm is 4; expected GPU_NORM_FROBENIUS");
    CHECK_STATUS(gpu_lstsq(b, &rank, a, c, 4, 4, 1, (double)NAN), GPU_ERROR_INVALID_ARGUMENT,
                 "rcond is nan; expected a number");
    CHECK_STATUS(gpu_pinv(b, a, 4, 4, (double)NAN), GPU_ERROR_INVALID_ARGUMENT, "rcond is nan");
    CHECK_STATUS(gpu_eigh(v, a, a, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_STATUS(gpu_qr(b, b + 2, a, 2, 2), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_STATUS(gpu_svd(b, v, b, a, 4, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_STATUS(gpu_lu(b, (int *)NULL, a, 4), GPU_ERROR_INVALID_ARGUMENT, "pivots is NULL");
    CHECK_STATUS(gpu_lu(b, pivots, a, 4), GPU_OK, "");
    CHECK_STATUS(gpu_det(a, a, 4), GPU_ERROR_INVALID_ARGUMENT, "det and a overlap");
}

TEST(in_place)
{
    in_place_f32(3), in_place_f32(33), in_place_f32(70);
    in_place_f64(2), in_place_f64(31), in_place_f64(130);
}

TEST(batches_as_loops)
{
    check_batch_f32(1, 40), check_batch_f32(3, 1100), check_batch_f32(9, 70), check_batch_f32(33, 7);
    check_batch_f64(2, 500), check_batch_f64(4, 33), check_batch_f64(17, 20), check_batch_f64(40, 5),
        check_batch_f64(130, 2);
}
