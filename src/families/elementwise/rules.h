/* The derivatives of elementwise functions. Products that are summed are not fused, so that both backends agree. */
#if defined(REAL) && defined(GPU_TAPE)
/* g times the slope by blocks: `loop` computes the values of the other function; a - 1 is the exponent of pow. */
GPU__BODY void gpu__slope_blocks_T(void *out, const void *const *in, size_t n, T (*argument)(T x),
                                   void (*loop)(void *out, const void *const *in, size_t n),
                                   T (*slope_at)(T a, T x, T y, T v))
{
    const T a = *(const T *)in[0], number = a - 1, *x = (const T *)in[1], *g = (const T *)in[2];
    T at[GPU__QUICK_BLOCK], value[GPU__QUICK_BLOCK], *to = (T *)out;
    const void *const of[] = {at, &number};
    size_t i, m;
    for (; n; n -= m, x += m, g += m, to += m) {
        m = gpu__least(n, GPU__QUICK_BLOCK);
        GPU__NO_ALIAS for (i = 0; i < m; i++) at[i] = argument(x[i]);
        loop(value, of, m);
        GPU__NO_ALIAS for (i = 0; i < m; i++) to[i] = slope_at(a, x[i], g[i], value[i]);
    }
}
GPU__SLOPE(T, gpu_square_T, GPU__X, 2 * x)
GPU__SLOPE(T, gpu_reciprocal_T, GPU__RESULT, -(x *x))
GPU__SLOPE(T, gpu_scalar_div_T, GPU__Y, -(a / x) / x)
GPU__SLOPE(T, gpu_abs_T, GPU__X, x > 0 ? 1 : x < 0 ? -1 : 0)
GPU__SLOPE(T, gpu_sqrt_T, GPU__RESULT, (T)0.5 / x)
GPU__SLOPE(T, gpu_cbrt_T, GPU__RESULT, 1 / (3 * x * x))
GPU__SLOPE(T, gpu_exp_T, GPU__RESULT, x)
GPU__SLOPE(T, gpu_exp2_T, GPU__RESULT, x *(T)0.693147180559945309417)
GPU__SLOPE(T, gpu_log_T, GPU__X, 1 / x)
GPU__SLOPE(T, gpu_{log2|log10}_T, GPU__X, (T){1.44269504088896340736|0.434294481903251827651} / x)
GPU__SLOPE_BY(T, gpu_{sin|cos}_T, gpu__slope_blocks_T, GPU__X, {|-}v, gpu_{cos|sin}_T, x)
GPU__SLOPE(T, gpu_tanh_T, GPU__RESULT, (1 - x) * (1 + x))
GPU__SLOPE(T, gpu_sigmoid_T, GPU__RESULT, x *(1 - x))
GPU__SLOPE_BY(T, gpu_pow_T, gpu__slope_blocks_T, GPU__X, a == 0 ? 0 : a * v, gpu_pow_T, x, a - 1)
#ifdef GPU_MATH
GPU__SLOPE(T, gpu_exp10_T, GPU__RESULT, x *(T)2.30258509299404568402)
GPU__SLOPE_BY(T, gpu_expm1_T, gpu__slope_blocks_T, GPU__X, v, gpu_exp_T, x)
GPU__SLOPE(T, gpu_log1p_T, GPU__X, 1 / (1 + x))
GPU__SLOPE(T, gpu_tan_T, GPU__RESULT, 1 + GPU__TIMES(x, x))
GPU__SLOPE_BY(T, gpu_sinpi_T, gpu__slope_blocks_T, GPU__X, (T)3.14159265358979323846 * v, gpu_cospi_T, x)
GPU__SLOPE_BY(T, gpu_cospi_T, gpu__slope_blocks_T, GPU__X, (T)-3.14159265358979323846 * v, gpu_sinpi_T, x)
GPU__SLOPE_BY(T, gpu_{asin|acos}_T, gpu__slope_blocks_T, GPU__X, {|-}v, gpu_rsqrt_T, (1 - x) * (1 + x))
GPU__SLOPE(T, gpu_atan_T, GPU__X, 1 / (1 + GPU__TIMES(x, x)))
GPU__SLOPE_BY(T, gpu_{sinh|cosh}_T, gpu__slope_blocks_T, GPU__X, v, gpu_{cosh|sinh}_T, x)
GPU__SLOPE_BY(T, gpu_erf_T, gpu__slope_blocks_T, GPU__X, (T)1.12837916709551257390 * v, gpu_exp_T, -(x *x))
GPU__SLOPE_BY(T, gpu_erfc_T, gpu__slope_blocks_T, GPU__X, (T)-1.12837916709551257390 * v, gpu_exp_T, -(x *x))
GPU__SLOPE_BY(T, gpu_rsqrt_T, gpu__slope_blocks_T, GPU__X, (T)-0.5 * (v / x), gpu_rsqrt_T, x)
#endif
/* The results are whole numbers, whose derivative is 0. */
GPU__RULE(gpu_{sign|floor|ceil|round}_T, 0) { return s->failed; }

GPU__RULE(gpu_add_T, GPU__SAME) { return gpu__pass(s, 0) ? s->failed : gpu__pass(s, 1); }
GPU__RULE(gpu_sub_T, 0) { return gpu__by_number_T(s, 1, -1) ? s->failed : gpu__pass(s, 0); }
GPU__RULE(gpu_axpy_T, 0) { return gpu__by_number_T(s, 1, gpu__number_T(s, 0)) ? s->failed : gpu__pass(s, 2); }
GPU__RULE(gpu_scale_T, 0) { return gpu__by_number_T(s, 1, gpu__number_T(s, 0)); }
GPU__RULE(gpu_{add|sub}_scalar_T, GPU__SAME) { return gpu__pass(s, 0); }
GPU__RULE(gpu_scalar_sub_T, 0) { return gpu__by_number_T(s, 1, -1); }
GPU__RULE(gpu_div_scalar_T, 0)
{
    T *const to = gpu__over_T(s, 0);
    return to ? gpu_div_scalar_T(to, gpu__g_T(s), gpu__number_T(s, 1), s->call->n) : s->failed;
}

/* Functions of two arrays. `by` computes the gradient of in[k] from g and two arrays; sign is 1 or -1. */
typedef gpu_status gpu__by_two_T(T *out, const T *x, const T *y, const T *g, T sign, size_t n);
static inline gpu_status gpu__by_arrays_T(gpu__step *s, int k, gpu__by_two_T *by, int x, int y, T sign)
{
    T *const to = gpu__into_T(s, k);
    return to ? by(to, gpu__kept_T(s, x), gpu__kept_T(s, y), gpu__g_T(s), sign, s->call->n) : s->failed;
}
GPU_VECTORIZE(T, gpu__product_over_T, (T, x), (T, y), (T, g), (T, sign, scalar)) { return sign * (g * x / y); }
GPU_VECTORIZE(T, gpu__over_squares_T, (T, x), (T, y), (T, g), (T, sign, scalar))
{
    return sign * (g * x / (GPU__TIMES(x, x) + GPU__TIMES(y, y)));
}
/* g where the lesser of x and y (sign -1) or the greater (1) is x, and where it is not. */
GPU_VECTORIZE(T, gpu__{if|unless}_first_T, (T, x), (T, y), (T, g), (T, sign, scalar))
{
    return sign * x > sign * y || x != x ? {g|0} : {0|g};
}
GPU__RULE(gpu_mul_T, GPU__X | GPU__Y)
{
    T *const dx = gpu__into_T(s, 0), *const dy = gpu__into_T(s, 1);
    gpu_status e = s->failed;
    if (!e && dx) e = gpu_mul_T(dx, gpu__g_T(s), gpu__kept_T(s, 1), s->call->n);
    return e || !dy ? e : gpu_mul_T(dy, gpu__g_T(s), gpu__kept_T(s, 0), s->call->n);
}
GPU__RULE(gpu_div_T, GPU__Y | GPU__RESULT)
{
    T *const to = gpu__into_T(s, 0);
    const gpu_status e = to ? gpu_div_T(to, gpu__g_T(s), gpu__kept_T(s, 1), s->call->n) : s->failed;
    return e ? e : gpu__by_arrays_T(s, 1, gpu__product_over_T, GPU__INPUTS, 1, -1);
}
GPU__RULE(gpu_{minimum|maximum}_T, GPU__X | GPU__Y)
{
    const gpu_status e = gpu__by_arrays_T(s, 0, gpu__if_first_T, 0, 1, {-1|1});
    return e ? e : gpu__by_arrays_T(s, 1, gpu__unless_first_T, 0, 1, {-1|1});
}
GPU__RULE(gpu_atan2_T, GPU__X | GPU__Y) /* in[0] is the first parameter, y */
{
    const gpu_status e = gpu__by_arrays_T(s, 0, gpu__over_squares_T, 1, 0, 1);
    return e ? e : gpu__by_arrays_T(s, 1, gpu__over_squares_T, 0, 1, -1);
}
#ifdef GPU_MATH
GPU__RULE(gpu_hypot_T, GPU__X | GPU__Y | GPU__RESULT)
{
    const gpu_status e = gpu__by_arrays_T(s, 0, gpu__product_over_T, 0, GPU__INPUTS, 1);
    return e ? e : gpu__by_arrays_T(s, 1, gpu__product_over_T, 1, GPU__INPUTS, 1);
}
#endif
GPU_VECTORIZE(T, gpu__within_T, (T, x), (T, g), (T, lo, scalar), (T, hi, scalar)) { return x < lo || x > hi ? 0 : g; }
GPU__RULE(gpu_clip_T, GPU__X)
{
    T *const to = gpu__over_T(s, 0);
    return to ? gpu__within_T(to, gpu__kept_T(s, 0), gpu__g_T(s), gpu__number_T(s, 1), gpu__number_T(s, 2), s->call->n)
              : s->failed;
}
GPU_VECTORIZE(T, gpu__masked_T, (uint8_t, mask), (T, g), (uint8_t, wanted, scalar))
{
    return (mask != 0) == wanted ? g : 0;
}
GPU__RULE(gpu_where_T, GPU__X)
{
    const uint8_t *const mask = (const uint8_t *)gpu__kept(s, 0);
    T *const dx = gpu__into_T(s, 1), *const dy = gpu__into_T(s, 2);
    gpu_status e = s->failed;
    if (!e && dx) e = gpu__masked_T(dx, mask, gpu__g_T(s), 1, s->call->n);
    return e || !dy ? e : gpu__masked_T(dy, mask, gpu__g_T(s), 0, s->call->n);
}
GPU_VECTORIZE({float|double}, gpu__to_{1}_T, (T, x)) { return ({1})x; }
static inline gpu_status gpu__cast_back_T(gpu__step *s)
{
    const size_t size = s->call->in[0].size;
    void *const to = size == sizeof(T) ? NULL : gpu__into(s, 0);
    if (size == sizeof(T)) return gpu__pass(s, 0);
    if (!to) return s->failed;
    return size == sizeof(float) ? gpu__to_float_T((float *)to, gpu__g_T(s), s->call->n)
                                 : gpu__to_double_T((double *)to, gpu__g_T(s), s->call->n);
}
/* Of integers a cast is a constant. C has one function, with the type as a number; nvcc has one for each type. */
GPU__RULE(gpu_cast_T, 0)
{
    const int type = *(const int *)s->call->in[1].p;
    return type == GPU_F32 || type == GPU_F64 ? gpu__cast_back_T(s) : s->failed;
}
#ifdef GPU__CUDA
GPU__RULE(gpu__cast_T_{f32|f64}, 0) { return gpu__cast_back_T(s); }
GPU__RULE(gpu__cast_T_{i32|i64|u8|u32|u64}, 0) { return s->failed; }
#endif
#endif
