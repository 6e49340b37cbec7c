#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_LINALG
#define GPU__TABLE_linalg(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    REAL(gpu_status, solve, T, s, (T * x, const T *a, const T *b, size_t n, size_t k), (x, a, b, n, k))                \
    REAL(gpu_status, solve_batch, T, s, (T * x, const T *a, const T *b, size_t n, size_t k, size_t batch, int *info),  \
         (x, a, b, n, k, batch, info))                                                                                 \
    REAL(gpu_status, lu, T, s, (T * lu, int *pivots, const T *a, size_t n), (lu, pivots, a, n))                        \
    REAL(gpu_status, lu_batch, T, s, (T * lu, int *pivots, const T *a, size_t n, size_t batch, int *info),             \
         (lu, pivots, a, n, batch, info))                                                                              \
    REAL(gpu_status, solve_triangular, T, s, (T * x, const T *t, const T *b, size_t n, size_t k, int shape),           \
         (x, t, b, n, k, shape))                                                                                       \
    REAL(gpu_status, solve_triangular_batch, T, s,                                                                     \
         (T * x, const T *t, const T *b, size_t n, size_t k, int shape, size_t batch, int *info),                      \
         (x, t, b, n, k, shape, batch, info))                                                                          \
    REAL(gpu_status, inv, T, s, (T * out, const T *a, size_t n), (out, a, n))                                          \
    REAL(gpu_status, inv_batch, T, s, (T * out, const T *a, size_t n, size_t batch, int *info),                        \
         (out, a, n, batch, info))                                                                                     \
    REAL(gpu_status, det, T, s, (T * det, const T *a, size_t n), (det, a, n))                                          \
    REAL(gpu_status, det_batch, T, s, (T * det, const T *a, size_t n, size_t batch, int *info),                        \
         (det, a, n, batch, info))                                                                                     \
    REAL(gpu_status, slogdet, T, s, (T * sign, T * logarithm, const T *a, size_t n), (sign, logarithm, a, n))          \
    REAL(gpu_status, slogdet_batch, T, s, (T * sign, T * logarithm, const T *a, size_t n, size_t batch, int *info),    \
         (sign, logarithm, a, n, batch, info))                                                                         \
    REAL(gpu_status, cholesky, T, s, (T * l, const T *a, size_t n), (l, a, n))                                         \
    REAL(gpu_status, cholesky_batch, T, s, (T * l, const T *a, size_t n, size_t batch, int *info),                     \
         (l, a, n, batch, info))                                                                                       \
    REAL(gpu_status, cholesky_solve, T, s, (T * x, const T *l, const T *b, size_t n, size_t k), (x, l, b, n, k))       \
    REAL(gpu_status, cholesky_solve_batch, T, s,                                                                       \
         (T * x, const T *l, const T *b, size_t n, size_t k, size_t batch, int *info), (x, l, b, n, k, batch, info))   \
    REAL(gpu_status, qr, T, s, (T * q, T * r, const T *a, size_t m, size_t n), (q, r, a, m, n))                        \
    REAL(gpu_status, qr_batch, T, s, (T * q, T * r, const T *a, size_t m, size_t n, size_t batch, int *info),          \
         (q, r, a, m, n, batch, info))                                                                                 \
    REAL(gpu_status, lstsq, T, s,                                                                                      \
         (T * x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k, double rcond),                       \
         (x, rank, a, b, m, n, k, rcond))                                                                              \
    REAL(gpu_status, lstsq_batch, T, s,                                                                                \
         (T * x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k, double rcond, size_t batch,          \
          int *info),                                                                                                  \
         (x, rank, a, b, m, n, k, rcond, batch, info))                                                                 \
    REAL(gpu_status, eigh, T, s, (T * values, T * vectors, const T *a, size_t n), (values, vectors, a, n))             \
    REAL(gpu_status, eigh_batch, T, s, (T * values, T * vectors, const T *a, size_t n, size_t batch, int *info),       \
         (values, vectors, a, n, batch, info))                                                                         \
    REAL(gpu_status, eigvalsh, T, s, (T * values, const T *a, size_t n), (values, a, n))                               \
    REAL(gpu_status, eigvalsh_batch, T, s, (T * values, const T *a, size_t n, size_t batch, int *info),                \
         (values, a, n, batch, info))                                                                                  \
    REAL(gpu_status, svd, T, s, (T * u, T * values, T * vt, const T *a, size_t m, size_t n), (u, values, vt, a, m, n)) \
    REAL(gpu_status, svd_batch, T, s,                                                                                  \
         (T * u, T * values, T * vt, const T *a, size_t m, size_t n, size_t batch, int *info),                         \
         (u, values, vt, a, m, n, batch, info))                                                                        \
    REAL(gpu_status, svdvals, T, s, (T * values, const T *a, size_t m, size_t n), (values, a, m, n))                   \
    REAL(gpu_status, svdvals_batch, T, s, (T * values, const T *a, size_t m, size_t n, size_t batch, int *info),       \
         (values, a, m, n, batch, info))                                                                               \
    REAL(gpu_status, pinv, T, s, (T * out, const T *a, size_t m, size_t n, double rcond), (out, a, m, n, rcond))       \
    REAL(gpu_status, pinv_batch, T, s,                                                                                 \
         (T * out, const T *a, size_t m, size_t n, double rcond, size_t batch, int *info),                             \
         (out, a, m, n, rcond, batch, info))                                                                           \
    REAL(gpu_status, cond, T, s, (T * cond, const T *a, size_t m, size_t n), (cond, a, m, n))                          \
    REAL(gpu_status, cond_batch, T, s, (T * cond, const T *a, size_t m, size_t n, size_t batch, int *info),            \
         (cond, a, m, n, batch, info))                                                                                 \
    REAL(gpu_status, norm_matrix, T, s, (T * norm, const T *a, size_t m, size_t n, gpu_matrix_norm which),             \
         (norm, a, m, n, which))                                                                                       \
    REAL(gpu_status, norm_matrix_batch, T, s,                                                                          \
         (T * norm, const T *a, size_t m, size_t n, gpu_matrix_norm which, size_t batch, int *info),                   \
         (norm, a, m, n, which, batch, info))                                                                          \
    REAL(gpu_status, matrix_power, T, s, (T * out, const T *a, size_t n, int64_t power), (out, a, n, power))           \
    REAL(gpu_status, matrix_power_batch, T, s,                                                                         \
         (T * out, const T *a, size_t n, int64_t power, size_t batch, int *info), (out, a, n, power, batch, info))
#else
#define GPU__TABLE_linalg(...)
#endif
#endif
