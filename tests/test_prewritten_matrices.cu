/* Along an axis, transpose, matrix times vector: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

static const size_t shapes[][2] = {{1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {64, 64}, {127, 129}, {5, 70001}, {70001, 3}, {300, 500}, {50, 1025}, {37, 16385},
                                   {3, 40000}, {20000, 13}, {40, 4097}, {8, 8192}, {2000, 33}, {9, 5000}, {31, 31}, {4, 4096}, {4097, 4}, {1, 70001}, {70001, 1}, {513, 2}, {129, 4},
                                   {511, 6}, {1025, 7}, {513, 8}, {129, 9}, {128, 12}, {257, 16}, {131, 20}, {127, 24}, {129, 32}, {130, 36}, {129, 63}, {200, 64},
                                   {67, 65}, {33, 100}, {21, 5003}, {17, 16386}, {1060, 4099}};
enum { SHAPES = sizeof shapes / sizeof *shapes - 1 }; /* the last is for a matrix times a vector alone, which does several rows in a block where there are many */
#define MATRICES(T, s, R, M, kind)                                                                                     \
    TEST(matrices_##s)                                                                                                 \
    {                                                                                                                  \
        size_t k, shift, i, r, c;                                                                                      \
        for (k = 0; k < SHAPES; k++)                                                           \
            for (shift = 0; shift < 2; shift++) {                                                                      \
                const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols, longest = rows > cols ? rows : cols; \
                T *x = (T *)malloc(n * sizeof(T)), *t = (T *)malloc(n * sizeof(T)), *e = (T *)malloc(longest * sizeof(T)); \
                R *sum = (R *)malloc(longest * sizeof(R)), *cpu = (R *)malloc(longest * sizeof(R));                    \
                M *mean = (M *)malloc(longest * sizeof(M));                                                            \
                T *dx, *dt = (T *)on_device(NULL, n, sizeof(T), shift), *de = (T *)on_device(NULL, longest, sizeof(T), shift); \
                R *ds = (R *)on_device(NULL, longest, sizeof(R), shift);                                               \
                M *dm = (M *)on_device(NULL, longest, sizeof(M), shift);                                               \
                const int device = gpu_device();                                                                       \
                int bad = 0, axis;                                                                                     \
                FILL_##kind(x, n, T);                                                                                  \
                dx = (T *)on_device(x, n, sizeof(T), shift);                                                           \
                CHECK(gpu_transpose_##s(dt, dx, rows, cols) == GPU_OK);                                                \
                to_host(t, dt, n * sizeof(T));                                                                         \
                for (r = 0; r < rows; r++)                                                                             \
                    for (c = 0; c < cols; c++) bad += t[c * rows + r] != x[r * cols + c];                              \
                CHECK_INT(bad, 0);                                                                                     \
                for (axis = 0; axis < 2; axis++) { /* 0: rows; the reference walks down the transpose for columns */   \
                    const T *m = axis ? t : x;                                                                         \
                    const size_t outs = axis ? cols : rows, length = axis ? rows : cols;                               \
                    int wrong = 0, way;                                                                                \
                    CHECK((axis ? gpu_sum_cols_##s(ds, dx, rows, cols) : gpu_sum_rows_##s(ds, dx, rows, cols)) == GPU_OK); \
                    CHECK((axis ? gpu_mean_cols_##s(dm, dx, rows, cols) : gpu_mean_rows_##s(dm, dx, rows, cols)) == GPU_OK); \
                    to_host(sum, ds, outs * sizeof(R)), to_host(mean, dm, outs * sizeof(M));                           \
                    for (r = 0; r < outs; r++) {                                                                       \
                        long double want = 0;                                                                          \
                        for (c = 0; c < length; c++) want += (long double)m[r * length + c];                           \
                        wrong += !(fabsl((long double)sum[r] - want) <= (sizeof(R) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1)); \
                        want /= (long double)length;                                                                   \
                        wrong += !(fabsl((long double)mean[r] - want) <= (sizeof(M) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1)); \
                    }                                                                                                  \
                    CHECK_INT(wrong, 0);                                                                               \
                    GPU_CHECK(gpu_use(GPU_CPU));                                                                       \
                    CHECK((axis ? gpu_sum_cols_##s(cpu, x, rows, cols) : gpu_sum_rows_##s(cpu, x, rows, cols)) == GPU_OK); \
                    GPU_CHECK(gpu_use(device));                                                                        \
                    CHECK(same_bits(cpu, sum, outs * sizeof(R)));                                                      \
                    for (way = 0; way < 2; way++) {                                                                    \
                        CHECK((axis ? way ? gpu_max_cols_##s(de, dx, rows, cols) : gpu_min_cols_##s(de, dx, rows, cols)\
                                    : way ? gpu_max_rows_##s(de, dx, rows, cols) : gpu_min_rows_##s(de, dx, rows, cols)) == GPU_OK); \
                        to_host(e, de, outs * sizeof(T));                                                              \
                        for (r = 0, wrong = 0; r < outs; r++) {                                                        \
                            T want = m[r * length];                                                                    \
                            for (c = 1; c < length; c++) want = way ? (m[r * length + c] > want ? m[r * length + c] : want) : m[r * length + c] < want ? m[r * length + c] : want; \
                            wrong += e[r] != want;                                                                     \
                        }                                                                                              \
                        CHECK_INT(wrong, 0);                                                                           \
                    }                                                                                                  \
                }                                                                                                      \
                release(dx, sizeof(T), shift), release(dt, sizeof(T), shift), release(de, sizeof(T), shift), release(ds, sizeof(R), shift), release(dm, sizeof(M), shift); \
                free(x), free(t), free(e), free(sum), free(cpu), free(mean);                                           \
            }                                                                                                          \
    }
MATRICES(float, f32, float, float, real)
MATRICES(double, f64, double, double, real)
MATRICES(int32_t, i32, int64_t, double, whole)
MATRICES(int64_t, i64, int64_t, double, whole)

/* Variances and places of extremes: kinds are random numbers, few values, so that the first of many is asked for, one value
   alone, numbers far from 0, a huge one among tame ones, and (for floating-point types) NaNs and infinities. */
#define PLACES(T, s, M, kind)                                                                                          \
    TEST(variances_and_places_##s)                                                                                     \
    {                                                                                                                  \
        size_t k, i, r, c;                                                                                             \
        for (k = 0; k < SHAPES; k++) {                                                                                 \
            const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols, longest = rows > cols ? rows : cols, shift = k % 3; \
            const int real = (T)0.5 > 0, way = (int)(k % 6), way_here = way == 5 && !real ? 0 : way;                   \
            T *x = (T *)malloc(n * sizeof(T)), *dx;                                                                    \
            M *var = (M *)malloc(longest * sizeof(M)), *cpu = (M *)malloc(longest * sizeof(M)), *dv = (M *)on_device(NULL, longest, sizeof(M), shift); \
            int64_t *at = (int64_t *)malloc(longest * 8), *da = (int64_t *)on_device(NULL, longest, 8, shift);         \
            const int device = gpu_device();                                                                           \
            int axis, smallest, wrong;                                                                                 \
            FILL_##kind(x, n, T);                                                                                      \
            for (i = 0; i < n; i++) x[i] = way_here == 1 ? (T)(i * 7919 % 3) : way_here == 2 ? (T)3 : way_here == 3 ? (T)((T)1000000 + x[i]) : x[i]; \
            if (way_here == 4) x[n / 3] = (T)1000000000;                                                               \
            if (way_here == 5) x[0] = MINUS_INFINITY_OF(T), x[n / 2] = NAN_OF(T), x[n - 1] = NAN_OF(T), x[n / 3] = INFINITY_OF(T);\
            dx = (T *)on_device(x, n, sizeof(T), shift);                                                               \
            for (axis = 0; axis < 2; axis++) {                                                                         \
                const size_t outs = axis ? cols : rows, length = axis ? rows : cols, step = axis ? cols : 1, next = axis ? 1 : cols; \
                const double ddof = (double)(k % 2);                                                                   \
                CHECK((axis ? gpu_var_cols_##s(dv, dx, rows, cols, ddof) : gpu_var_rows_##s(dv, dx, rows, cols, ddof)) == GPU_OK); \
                to_host(var, dv, outs * sizeof(M));                                                                    \
                for (r = 0, wrong = 0; r < outs; r++) {                                                                \
                    long double mean = 0, want = 0;                                                                    \
                    for (c = 0; c < length; c++) mean += (long double)x[r * next + c * step];                          \
                    mean /= (long double)length;                                                                       \
                    for (c = 0; c < length; c++) want += ((long double)x[r * next + c * step] - mean) * ((long double)x[r * next + c * step] - mean); \
                    want /= (long double)length - (long double)ddof;                                                   \
                    wrong += (double)length <= ddof || want != want ? var[r] == var[r] : !(fabsl((long double)var[r] - want) <= (sizeof(M) == 4 ? 2e-7L : 1e-11L) * want); \
                }                                                                                                      \
                if (wrong) test__fail(__FILE__, __LINE__, "variances of %zu x %zu, axis %d, kind %d: %d differ", rows, cols, axis, way_here, wrong); \
                GPU_CHECK(gpu_use(GPU_CPU));                                                                           \
                CHECK((axis ? gpu_var_cols_##s(cpu, x, rows, cols, ddof) : gpu_var_rows_##s(cpu, x, rows, cols, ddof)) == GPU_OK); \
                GPU_CHECK(gpu_use(device));                                                                            \
                for (r = 0, wrong = 0; r < outs; r++) wrong += !(var[r] != var[r] && cpu[r] != cpu[r]) && !same_bits(&var[r], &cpu[r], sizeof(M)); \
                CHECK_INT(wrong, 0);                                                                                   \
                for (smallest = 0; smallest < 2; smallest++) {                                                         \
                    CHECK((axis ? smallest ? gpu_argmin_cols_##s(da, dx, rows, cols) : gpu_argmax_cols_##s(da, dx, rows, cols) \
                                : smallest ? gpu_argmin_rows_##s(da, dx, rows, cols) : gpu_argmax_rows_##s(da, dx, rows, cols)) == GPU_OK); \
                    to_host(at, da, outs * 8);                                                                         \
                    for (r = 0, wrong = 0; r < outs; r++) {                                                            \
                        size_t best = 0;                                                                               \
                        for (c = 1; c < length; c++) {                                                                 \
                            const T v = x[r * next + c * step], b = x[r * next + best * step];                         \
                            if (!(b >= 0) && !(b <= 0)) break; /* a NaN stays */                                        \
                            if ((smallest ? v < b : v > b) || (!(v >= 0) && !(v <= 0))) best = c;                      \
                        }                                                                                              \
                        wrong += at[r] != (int64_t)best;                                                               \
                    }                                                                                                  \
                    if (wrong) test__fail(__FILE__, __LINE__, "places in %zu x %zu, axis %d, kind %d, smallest %d: %d differ", rows, cols, axis, way_here, smallest, wrong); \
                }                                                                                                      \
            }                                                                                                          \
            release(dx, sizeof(T), shift), release(dv, sizeof(M), shift), release(da, 8, shift);                       \
            free(x), free(var), free(cpu), free(at);                                                                   \
        }                                                                                                              \
    }
PLACES(float, f32, float, real)
PLACES(double, f64, double, real)
PLACES(int32_t, i32, double, whole)
PLACES(int64_t, i64, double, whole)

/* Running sums: kinds are random numbers; one huge among tame ones, in place; NaNs and infinities, which stay in their row
   or column and change nothing in front of them; integers wrap. */
static const size_t running[][2] = {{1, 300007}, {300007, 1}, {2, 100003}, {100003, 2}, {100003, 3}, {33, 8191}, {8193, 33}, {127, 4097}, {129, 8193}, {4097, 127}, {5, 300}, {2051, 8},
                                    {700, 17}, {17, 700}, {1, 16}, {16, 1}, {3, 4096}, {2, 2}, {131, 4200}, {20011, 31}, {20011, 32}};
enum { RUNNING = sizeof running / sizeof *running };
static int is_nan(double x) { return x != x; }
#define CUMSUMS(T, s, U, kind)                                                                                         \
    TEST(cumsum_of_rows_and_cols_##s)                                                                                  \
    {                                                                                                                  \
        size_t k, i, r, c;                                                                                             \
        for (k = 0; k < SHAPES + RUNNING; k++) {                                                                       \
            const size_t rows = k < SHAPES ? shapes[k][0] : running[k - SHAPES][0], cols = k < SHAPES ? shapes[k][1] : running[k - SHAPES][1]; \
            const size_t n = rows * cols, shift = k % 3;                                                               \
            const int real = (T)0.5 > 0, device = gpu_device();                                                        \
            T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *cpu = (T *)malloc(n * sizeof(T));     \
            int axis, way;                                                                                             \
            for (way = 0; way < 3; way++)                                                                              \
                for (axis = 0; axis < 2; axis++) {                                                                     \
                    const size_t outs = axis ? cols : rows, length = axis ? rows : cols, step = axis ? cols : 1, next = axis ? 1 : cols; \
                    T *dx, *o;                                                                                         \
                    int wrong = 0;                                                                                     \
                    FILL_##kind(x, n, T);                                                                              \
                    if (way == 1) x[n / 2] = (T)2000000000, x[n - 1] = (T)2000000000, x[0] = (T)-2000000000;           \
                    if (way == 2 && real) x[n / 3] = INFINITY_OF(T), x[n / 2] = NAN_OF(T), x[n - 1] = MINUS_INFINITY_OF(T), x[0] = (T)-0.0; \
                    if (way == 2 && !real) for (i = 0; i < n; i++) x[i] = (T)(x[i] * (T)2000003);                      \
                    dx = (T *)on_device(x, n, sizeof(T), shift), o = way == 1 ? dx : (T *)on_device(NULL, n, sizeof(T), shift / 2); \
                    CHECK((axis ? gpu_cumsum_cols_##s(o, dx, rows, cols) : gpu_cumsum_rows_##s(o, dx, rows, cols)) == GPU_OK); \
                    to_host(y, o, n * sizeof(T));                                                                      \
                    for (r = 0; r < outs; r++) {                                                                       \
                        long double want = 0, size = 0;                                                                \
                        U whole = 0;                                                                                   \
                        for (c = 0; c < length; c++) {                                                                 \
                            const T v = x[r * next + c * step], got = y[r * next + c * step];                          \
                            want += (long double)v, size += fabsl((long double)v);                                     \
                            if (real) wrong += is_nan((double)want) ? !is_nan((double)got) : !((long double)got == want) && !(fabsl((long double)got - want) <= (sizeof(T) == 4 ? 1e-7L : 0) * fabsl(want) + 1e-13L * size); \
                            if (!real) whole += (U)v, wrong += got != (T)whole;                                        \
                        }                                                                                              \
                    }                                                                                                  \
                    if (wrong) test__fail(__FILE__, __LINE__, "running sums of %zu x %zu, axis %d, kind %d: %d differ", rows, cols, axis, way, wrong); \
                    GPU_CHECK(gpu_use(GPU_CPU));                                                                       \
                    memcpy(cpu, x, n * sizeof(T)); /* in place where the device was not */                             \
                    CHECK((axis ? gpu_cumsum_cols_##s(cpu, way == 1 ? x : cpu, rows, cols) : gpu_cumsum_rows_##s(cpu, way == 1 ? x : cpu, rows, cols)) == GPU_OK); \
                    GPU_CHECK(gpu_use(device));                                                                        \
                    for (i = 0, wrong = 0; i < n; i++) wrong += !(is_nan((double)cpu[i]) && is_nan((double)y[i])) && !same_bits(&cpu[i], &y[i], sizeof(T)); \
                    CHECK_INT(wrong, 0);                                                                               \
                    release(dx, sizeof(T), shift);                                                                     \
                    if (way != 1) release(o, sizeof(T), shift / 2);                                                    \
                }                                                                                                      \
            free(x), free(y), free(cpu);                                                                               \
        }                                                                                                              \
    }
CUMSUMS(float, f32, uint64_t, real)
CUMSUMS(double, f64, uint64_t, real)
CUMSUMS(int32_t, i32, uint32_t, whole)
CUMSUMS(int64_t, i64, uint64_t, whole)

#define MATVEC(T, s, eps)                                                                                              \
    TEST(matvec_and_stencil_##s)                                                                                       \
    {                                                                                                                  \
        size_t k, i, r, c;                                                                                             \
        for (k = 0; k <= SHAPES; k++) {                                                         \
            const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;                                    \
            T *x = (T *)malloc(n * sizeof(T)), *v = (T *)malloc(cols * sizeof(T)), *y = (T *)malloc(rows * sizeof(T)), *o = (T *)malloc(n * sizeof(T)), *dx, *dv; \
            T *dy = (T *)on_device(NULL, rows, sizeof(T), 0), *d_out = (T *)on_device(NULL, n, sizeof(T), 0);          \
            int bad = 0;                                                                                               \
            FILL_real(x, n, T);                                                                                        \
            FILL_real(v, cols, T);                                                                                     \
            dx = (T *)on_device(x, n, sizeof(T), 0), dv = (T *)on_device(v, cols, sizeof(T), 1);                       \
            CHECK(gpu_matvec_##s(dy, dx, dv, rows, cols) == GPU_OK);                                                   \
            CHECK(gpu_stencil5_##s(d_out, dx, rows, cols, (T)0.5, (T)0.125) == GPU_OK);                                \
            to_host(y, dy, rows * sizeof(T)), to_host(o, d_out, n * sizeof(T));                                        \
            for (r = 0; r < rows; r++) {                                                                               \
                long double want = 0, size = 0;                                                                        \
                for (c = 0; c < cols; c++) want += (long double)x[r * cols + c] * (long double)v[c], size += fabsl((long double)x[r * cols + c] * (long double)v[c]); \
                bad += !(fabsl((long double)y[r] - want) <= eps * fabsl(want) + 1e-15L * size);                        \
                for (c = 0; c < cols; c++) {                                                                           \
                    const T *p = x + r * cols + c;                                                                     \
                    const int border = r == 0 || c == 0 || r + 1 == rows || c + 1 == cols;                             \
                    const double e = border ? (double)*p : 0.5 * (double)*p + 0.125 * ((double)p[-1] + (double)p[1] + (double)*(p - cols) + (double)p[cols]); \
                    bad += !(fabs((double)o[r * cols + c] - e) <= (double)eps * 200);                                  \
                }                                                                                                      \
            }                                                                                                          \
            CHECK_INT(bad, 0);                                                                                         \
            release(dx, sizeof(T), 0), release(dv, sizeof(T), 1), release(dy, sizeof(T), 0), release(d_out, sizeof(T), 0); \
            free(x), free(v), free(y), free(o);                                                                        \
        }                                                                                                              \
    }
MATVEC(float, f32, 1.2e-7L)
MATVEC(double, f64, 1e-14L)
