#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_random(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    REAL(gpu_status, rand_uniform, T, s, (T * out, size_t n), (out, n))                                                \
    REAL(gpu_status, rand_normal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                         \
    REAL(gpu_status, rand_lognormal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                      \
    REAL(gpu_status, rand_exponential, T, s, (T * out, T scale, size_t n), (out, scale, n))                            \
    WHOLE(gpu_status, rand_int, T, s, (T * out, T lo, T hi, size_t n), (out, lo, hi, n))                               \
    WHOLE(gpu_status, rand_poisson, T, s, (T * out, double rate, size_t n), (out, rate, n))                            \
    WHOLE(gpu_status, rand_permutation, T, s, (T * out, size_t n), (out, n))
#endif
