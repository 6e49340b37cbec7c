/* Rows of the library's mathematics and of functions along rows; bench.h says how. */
#define GPU_MATH
#define GPU_ROWWISE
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

GPU_ROWS(float, softmax, (float *, y), (const float *, x), (size_t, cols))
{
    float m = x[0], s = 0;
    size_t i;
    for (i = 1; i < cols; i++) m = x[i] > m ? x[i] : m;
    for (i = 0; i < cols; i++) s += y[i] = expf(x[i] - m);
    for (i = 0; i < cols; i++) y[i] /= s;
}
GPU_ROWS(float, shared_softmax, (float *, y), (const float *, x), (size_t, cols))
{
    GPU_ROW_MAX(float, most, i, cols, x[i]);
    GPU_ROW_FOR(i, cols) y[i] = expf(x[i] - most);
    GPU_ROW_SUM(double, sum, i, cols, y[i]);
    const float scale = (float)(1 / sum);
    GPU_ROW_FOR(i, cols) y[i] *= scale;
}
GPU_ROWS(float, shared_norm, (float *, r, value), (const float *, x), (size_t, cols))
{
    GPU_ROW_SUM(float, sum, i, cols, x[i] * x[i]);
    r[0] = sqrtf(sum);
}
static void new_row(void) {}

/* Named as exp_f32 and exp_f64. */
#define UNARY(X)                                                                                                       \
    X(exp)                                                                                                             \
    X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) X(acos)  \
        X(atan) X(sinh) X(cosh) X(tanh) X(sigmoid) X(cbrt) X(erf) X(erfc) X(rsqrt)
#define OF_ONE(f) ROW(#f "_f32", gpu_##f##_f32(F(1), F(0), n)) ROW(#f "_f64", gpu_##f##_f64(D(1), D(0), n))
static int once(const char *what, const size_t *d, void *const *p)
{
    const size_t n = d[0];
    UNARY(OF_ONE)
    ROW("pow_f32", gpu_pow_f32(F(1), F(0), 1.7f, n))
    ROW("pow_f64", gpu_pow_f64(D(1), D(0), 1.7, n))
    ROW("atan2_f32", gpu_atan2_f32(F(2), F(0), F(1), n))
    ROW("atan2_f64", gpu_atan2_f64(D(2), D(0), D(1), n))
    ROW("hypot_f32", gpu_hypot_f32(F(2), F(0), F(1), n))
    ROW("hypot_f64", gpu_hypot_f64(D(2), D(0), D(1), n))
    ROW("softmax", gpu_softmax_rows_f32(F(1), F(0), n, d[1]))
    ROW("log_softmax", gpu_log_softmax_rows_f32(F(1), F(0), n, d[1]))
    ROW("logsumexp", gpu_logsumexp_rows_f32(F(1), F(0), n, d[1]))
    ROW("layer_norm", gpu_layer_norm_rows_f32(F(1), F(0), NULL, NULL, n, d[1], 1e-5))
    ROW("softmax by GPU_ROWS", softmax(F(1), F(0), n, d[1]))
    ROW("softmax by GPU_ROW_FOR", shared_softmax(F(1), F(0), n, d[1]))
    ROW("norm by GPU_ROW_SUM", shared_norm(F(1), F(0), n, d[1]))
    return NOT_HERE;
}
