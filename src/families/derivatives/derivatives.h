#ifdef GPU_DERIVATIVES
/* GPU_GRAD: the code that all its functions share, and what the macro expands to. */
GPU__LIFTED_FN double gpu__grad_load(const void *p, size_t size, size_t i)
{
    return size == sizeof(float) ? (double)((const float *)p)[i] : ((const double *)p)[i];
}
GPU__LIFTED_FN void gpu__grad_store(void *p, size_t size, size_t i, double x)
{
    if (!p) return;
    if (size == sizeof(float)) ((float *)p)[i] = (float)x;
    else ((double *)p)[i] = x;
}
/* Group i of `count` numbers. */
GPU__LIFTED_FN void gpu__grad_store_all(void *p, size_t size, size_t i, const double *x, size_t count)
{
    for (size_t k = 0; k < count; k++) gpu__grad_store(p, size, i * count + k, x[k]);
}

#ifdef __cplusplus
extern "C++" {
/* The derivatives of a function at one point, x[0], x[1], ...: the class of each function derives from this one. A
   result of -0 becomes 0, since C's complex numbers do not keep the sign. */
template <class Function> struct gpu__lifted {
    static const int count = Function::count;
    typedef gpu__dual<double, count> first;
    GPU__LIFTED_FN double value(const double *x)
    {
        gpu__dual<double, 0> z[count];
        for (int k = 0; k < count; k++) z[k] = x[k];
        return Function::of(z).v + 0.0;
    }
    GPU__LIFTED_FN double gradient(double *grad, const double *x)
    {
        first z[count], r;
        for (int k = 0; k < count; k++) {
            z[k] = x[k];
            z[k].d[k] = 1;
        }
        r = Function::of(z);
        for (int k = 0; k < count; k++) grad[k] = r.d[k] + 0.0;
        return r.v + 0.0;
    }
    /* Row b of the second derivatives: the derivatives by variable b of all first derivatives. */
    GPU__LIFTED_FN double hessian_row(double *row, double *grad, const double *x, int b)
    {
        gpu__dual<first, 1> z[count], r;
        for (int k = 0; k < count; k++) {
            z[k] = x[k];
            z[k].v.d[k] = 1;
            z[k].d[0] = k == b ? 1.0 : 0.0;
        }
        r = Function::of(z);
        for (int k = 0; k < count; k++) {
            row[k] = r.d[0].d[k] + 0.0;
            if (grad) grad[k] = r.v.d[k] + 0.0;
        }
        return r.v.v + 0.0;
    }
    GPU__LIFTED_FN double hessian(double *hess, double *grad, const double *x)
    {
        double v = 0;
        for (int b = 0; b < count; b++) v = hessian_row(hess + b * count, grad, x, b);
        return v;
    }
};
}
#define GPU__GRAD_DO(what, name, arguments) gpu__lifted<name##__function>::what arguments
#else
typedef gpu_real gpu__grad_fn(const gpu_real *z);
#define GPU__GRAD_STEP 0x1p-600 /* its square underflows to 0, so it changes no value; a power of two is exact */
/* The value and, in *slope, the derivative by variable k. Without a step (k < 0) complex arithmetic gives the value
   exactly, infinities included, but for the sign of a 0. */
GPU__BODY double gpu__grad_step(double *slope, const double *x, int k, double step, int count, gpu__grad_fn *of)
{
    gpu_real z[16], r;
    for (int i = 0; i < count; i++) z[i] = gpu__real_of(x[i], i == k ? step : 0);
    r = of(z);
    *slope = gpu__real_part(r, 1) * (1 / step) + 0.0;
    return gpu__real_value(r) + 0.0;
}
GPU__LIFTED_FN double gpu__grad_value(const double *x, int count, gpu__grad_fn *of)
{
    double none;
    return gpu__grad_step(&none, x, -1, 1, count, of);
}
/* Whether a step leaves the value v as it is; otherwise the derivative may be wrong too. */
GPU__LIFTED_FN int gpu__grad_is_same(double v, double with_step)
{
    return with_step == v || (v != v && with_step != with_step);
}
/* For derivatives that one step may not give: steps from a large to a small one, until two in succession give the same.
   One that is too large beside a divisor changes the result, and so does one with which a part of the derivative
   underflows. Without such a pair, what GPU__GRAD_STEP gives, or NaN. */
GPU__LIFTED_FN double gpu__grad_slope_of_steps(const double *x, int k, double v, int count, gpu__grad_fn *of)
{
    static const int steps[] = {-100, -180, -280, -400, -540, -700, -860};
    double now, before = 0;
    int t, is, was = 0, exponent = 0;
    if (gpu__is_finite(x[k]) && fabs(x[k]) > 1) (void)frexp(x[k], &exponent);
    for (t = 0; t < 7; t++, before = now, was = is) {
        is = gpu__grad_is_same(v, gpu__grad_step(&now, x, k, ldexp(1.0, exponent + steps[t]), count, of));
        if (is && was && now == before && gpu__is_finite(now)) return now;
    }
    is = gpu__grad_is_same(v, gpu__grad_step(&now, x, k, GPU__GRAD_STEP, count, of));
    /* Both are infinite where something is divided by the step alone. */
    return is || (v == v && !gpu__is_finite(v) && !gpu__is_finite(now)) ? now : (double)NAN;
}
/* To complex numbers an infinity times a derivative of 0 is NaN. Where the derivative is the same for two huge numbers
   in place of the infinite variables, it is that for the infinite ones too. */
GPU__RARE_FN double gpu__grad_slope_with_care(const double *x, int k, double v, int count, gpu__grad_fn *of)
{
    double slope = gpu__grad_slope_of_steps(x, k, v, count, of), huge[2], at[16];
    int t, i, infinite = 0;
    for (i = 0; i < count; i++) infinite |= !gpu__is_finite(x[i]) && x[i] == x[i];
    if (slope == slope || v != v || !infinite) return slope;
    for (t = 0; t < 2; t++) {
        for (i = 0; i < count; i++)
            at[i] = gpu__is_finite(x[i]) || x[i] != x[i] ? x[i] : (x[i] < 0 ? -1 : 1) * (t ? 0x1p350 : 0x1p400);
        huge[t] = gpu__grad_slope_of_steps(at, k, gpu__grad_value(at, count, of), count, of);
    }
    return huge[0] == huge[1] ? huge[0] : slope;
}
/* Far from the limits of a double's range. */
GPU__LIFTED_FN int gpu__grad_is_moderate(double x) { return fabs(x) > 0x1p-200 && fabs(x) < 0x1p200; }
/* wanted: one bit for each derivative that is computed; the value always is, first. There is one call of the function,
   which is compiled into it. */
GPU__BODY double gpu__grad_gradient(double *grad, const double *x, unsigned wanted, int count, gpu__grad_fn *of)
{
    double v = 0, slope, with_step;
    int k, moderate = 1;
    for (k = 0; k < count; k++) moderate &= x[k] == 0 || gpu__grad_is_moderate(x[k]);
    for (k = -1; k < count; k++) {
        if (k >= 0 && !(wanted >> k & 1)) continue;
        with_step = gpu__grad_step(&slope, x, k, GPU__GRAD_STEP, count, of);
        if (k < 0) {
            v = with_step;
            moderate &= v == 0 || gpu__grad_is_moderate(v);
        } else if (moderate && gpu__grad_is_same(v, with_step) && gpu__grad_is_moderate(slope)) grad[k] = slope;
        else grad[k] = gpu__grad_slope_with_care(x, k, v, count, of);
    }
    return v;
}
/* The second derivatives by variable b, as central differences of order 8 of the first ones, with step h. Returns an
   estimate of their error: the distance from the differences of order 6, plus the rounding error. */
GPU__BODY double gpu__grad_differences(double *row, const double *x, int b, double h, int count, gpu__grad_fn *of)
{
    static const double eight[] = {0.8, -0.2, 4 / 105.0, -1 / 280.0}, six[] = {0.75, -0.15, 1 / 60.0, 0};
    double at[16], slope[2][16], less[16], error = 0, size = 0; /* slope: above and below x */
    for (int a = 0; a < count; a++) {
        at[a] = x[a];
        row[a] = less[a] = 0;
    }
    for (int k = 1; k <= 4; k++) {
        for (int t = 0; t < 2; t++) {
            at[b] = t ? x[b] - k * h : x[b] + k * h;
            (void)gpu__grad_gradient(slope[t], at, 0xffff, count, of);
        }
        for (int a = 0; a < count; a++) {
            const double up = slope[0][a], change = (up - slope[1][a]) / h;
            row[a] += eight[k - 1] * change;
            less[a] += six[k - 1] * change;
            size = fabs(up) > size ? fabs(up) : size;
        }
    }
    for (int a = 0; a < count; a++) error = fabs(row[a] - less[a]) <= error ? error : fabs(row[a] - less[a]);
    return error + size * 0x1p-53 / h;
}
/* The steps are powers of two, so that the points are exact. At most six steps are tried, from a large one down, until
   the estimated error is small enough. */
GPU__BODY double gpu__grad_hessian(double *hess, double *grad, const double *x, int count, gpu__grad_fn *of)
{
    double first[16] = {0}, row[16]; /* (gcc cannot see that it is written) */
    const double v = gpu__grad_gradient(first, x, 0xffff, count, of);
    int a, b, t;
    for (b = 0; b < count; b++) {
        double h = 0x1p-5, least = 0, size = 0;
        while (h < fabs(x[b]) * 0x1p-13 && h < 0x1p1000) h *= 2;
        for (t = 0; t < 6 && !(t && least <= size * 0x1p-42); t++, h /= 8) {
            const double error = gpu__grad_differences(row, x, b, h, count, of);
            if (t && !(error < least)) continue;
            least = error == error ? error : HUGE_VAL;
            for (a = 0, size = 0; a < count; a++) {
                hess[b * count + a] = row[a];
                size = fabs(row[a]) > size ? fabs(row[a]) : size;
            }
        }
    }
    for (b = 0; b < count; b++)
        for (a = 0; a < b; a++)
            hess[a * count + b] = hess[b * count + a] = (hess[a * count + b] + hess[b * count + a]) / 2;
    for (a = 0; a < count && grad; a++) grad[a] = first[a];
    return v;
}
#define GPU__GRAD_DO(what, name, arguments) GPU__GRAD_DO_(what, name, GPU__STRIP arguments)
#define GPU__GRAD_DO_(what, name, ...) gpu__grad_##what(__VA_ARGS__, name##__count, name##__of)
#endif

/* The CPU's code: a loop that is compiled together with the function. */
#define GPU__GRAD_COPY(sfx, target, T, name)                                                                           \
    GPU__FLAT GPU__HOT target static inline void name##__part##sfx(const gpu__job *gpu__j, void *gpu__scratch,         \
                                                                   size_t gpu__t, size_t gpu__first, size_t gpu__last) \
    {                                                                                                                  \
        const gpu__grad_arrays gpu__a = gpu__grad_arrays_of(gpu__j, sizeof(T));                                        \
        double gpu__x[name##__count], gpu__g[name##__count] = {0}, gpu__h[name##__count * name##__count] = {0};        \
        (void)gpu__scratch, (void)gpu__t;                                                                              \
        for (; gpu__first < gpu__last; gpu__first++) {                                                                 \
            gpu__grad_element(&gpu__a, gpu__x, gpu__first, name##__count);                                             \
            GPU__GRAD_ELEMENT(name)                                                                                    \
        }                                                                                                              \
    }
#ifdef __cplusplus
#define GPU__GRAD_AT(name, wanted)                                                                                     \
    ((wanted) ? GPU__GRAD_DO(gradient, name, (gpu__g, gpu__x)) : GPU__GRAD_DO(value, name, (gpu__x)))
#else
#define GPU__GRAD_AT(name, wanted) GPU__GRAD_DO(gradient, name, (gpu__g, gpu__x, wanted))
#endif
#define GPU__GRAD_ELEMENT(name)                                                                                        \
    if (gpu__a.order != GPU__GRAD_SECOND)                                                                              \
        gpu__grad_put(&gpu__a, GPU__GRAD_AT(name, gpu__a.wanted), gpu__g, gpu__first, name##__count);                  \
    else {                                                                                                             \
        (void)GPU__GRAD_DO(hessian, name, (gpu__h, NULL, gpu__x));                                                     \
        gpu__grad_store_all(gpu__a.out, gpu__a.size, gpu__first, gpu__h, name##__count *name##__count);                \
    }
typedef struct gpu__grad_arrays {
    size_t size;
    int order;
    unsigned scalars, wanted;
    void *out, *slope[16]; /* out: of the values, or of the second derivatives */
    const void *variable[16], *weight;
    int weights; /* one for each element */
} gpu__grad_arrays;
static inline gpu__grad_arrays gpu__grad_arrays_of(const gpu__job *j, size_t size)
{
    const gpu__grad_detail *const d = (const gpu__grad_detail *)j->detail;
    gpu__grad_arrays a;
    a.size = size;
    a.order = d->order;
    a.scalars = d->scalars;
    a.wanted = 0;
    a.out = d->out < 0 ? j->out : NULL;
    a.weight = d->weighted ? j->in[d->out].p : NULL;
    a.weights = d->weighted > 0;
    for (int k = 0; k < d->count; k++) {
        a.slope[k] = k == d->out ? j->out : (void *)(uintptr_t)j->in[k].p;
        a.variable[k] = j->in[d->count + k].p;
        if (a.slope[k]) a.wanted |= 1u << k;
    }
    return a;
}
GPU__BODY void gpu__grad_element(const gpu__grad_arrays *a, double *x, size_t i, int count)
{
    for (int k = 0; k < count; k++) x[k] = gpu__grad_load(a->variable[k], a->size, a->scalars >> k & 1 ? 0 : i);
}
GPU__BODY void gpu__grad_put(const gpu__grad_arrays *a, double v, const double *grad, size_t i, int count)
{
    gpu__grad_store(a->out, a->size, i, v);
    const double w = a->weight ? gpu__grad_load(a->weight, a->size, a->weights ? i : 0) : 1;
    for (int k = 0; k < count; k++)
        gpu__grad_store(a->slope[k], a->size, i, (a->size == sizeof(float) ? (double)(float)grad[k] : grad[k]) * w);
}
#define GPU__GRAD_DEVICE(T, name)                                                                                      \
    GPU__LIFTED_DEVICE(                                                                                                \
        name, return (int)gpu__grad_launch<gpu__lifted<name##__function>, T>(gpu__j, gpu__r, (T *)gpu__out, gpu__in))

#ifdef GPU_TAPE
/* out = x y, or x + y */
static inline gpu_status gpu__grad_combine(int add, size_t size, void *out, const void *x, const void *y, size_t n)
{
    if (size == sizeof(double) && add) return gpu_add_f64((double *)out, (const double *)x, (const double *)y, n);
    if (size == sizeof(double)) return gpu_mul_f64((double *)out, (const double *)x, (const double *)y, n);
    if (add) return gpu_add_f32((float *)out, (const float *)x, (const float *)y, n);
    return gpu_mul_f32((float *)out, (const float *)x, (const float *)y, n);
}
/* The rule for the tape: of a value its own derivatives, times the gradient; of first derivatives the second ones,
   times theirs. */
static inline gpu_status gpu__grad_back(gpu__step *s)
{
    const gpu__call *const c = s->call;
    const gpu__grad_detail *const d = (const gpu__grad_detail *)c->detail;
    const size_t size = c->out_size, n = c->n, count = (size_t)d->count;
    const void *variables[16], *const value = d->out < 0 ? s->g : NULL;
    char *second = NULL, *term = NULL;
    void *to[16] = {NULL};
    int k, wanted = 0;
    for (k = 0; k < d->count; k++) {
        const int scalar = d->scalars >> k & 1;
        variables[k] = scalar ? c->in[d->count + k].p : gpu__kept(s, d->count + k);
        if (!scalar) wanted |= (to[k] = gpu__into(s, d->count + k)) != NULL;
    }
    if (s->failed || !wanted) return s->failed;
    const float narrow = (float)s->value;
    const void *const weights = !s->same ? value : size == sizeof narrow ? (const void *)&narrow : &s->value;
    gpu_status e = value ? gpu__grad_call(d->op, "gpu_backward", GPU__GRAD_FIRST, size, NULL, to, variables, n, weights,
                                          s->same ? -1 : 1)
                         : GPU_OK;
    for (k = 0; k < d->count && !e; k++)
        if (to[k] && !value) e = gpu_set(to[k], 0, n * size);
    if (e || d->order == GPU__GRAD_VALUE) return e;
    if (!(second = (char *)gpu__spare(s, 2 * n * size * count * count)) || !(term = (char *)gpu__spare(s, n * size)))
        return s->failed;
    char *const by = second + n * size * count * count; /* [count][count][n] */
    e = gpu__grad_call(d->op, "gpu_backward", GPU__GRAD_SECOND, size, second, NULL, variables, n, NULL, 0);
    if (!e) e = gpu_transpose_bytes(by, second, n, count * count, size);
    for (size_t i = 0; i < count * count && !e; i++) {
        const size_t j = i % count;
        const void *const g = (int)(i / count) == d->out ? s->g : s->more[i / count];
        if (g && to[j]) e = gpu__grad_combine(0, size, term, g, by + i * n * size, n);
        if (!e && g && to[j]) e = gpu__grad_combine(1, size, to[j], to[j], term, n);
    }
    return e;
}
#endif

/* ---- the macro: of a list of variables, each of them x or (x, scalar) ---- */
/* GPU__EACH calls F_(k, GPU__STRIP x, ...) for x, and F_gpu__array(k, x, scalar) for (x, scalar). */
#define GPU__GRAD_PASS_{|gpu__array}(k, x, kind) gpu__z[k]
#define GPU__GRAD_ARRAY_{float_|double_|float_gpu__array|double_gpu__array}(k, x, kind)                                \
    {const float *gpu__x##k|const double *gpu__x##k|float gpu__x##k|double gpu__x##k}
#define GPU__GRAD_SLOPE_{float_|double_|float_gpu__array|double_gpu__array}(k, x, kind)                                \
    {float|double|float|double} *gpu__d##k
#define GPU__GRAD_POINT_{float_|double_|float_gpu__array|double_gpu__array}(k, x, kind)                                \
    {float|double|float|double} gpu__x##k
#define GPU__GRAD_VALUES_{|gpu__array}(k, x, kind) (double)gpu__x##k
#define GPU__GRAD_VARIABLES_{|gpu__array}(k, x, kind) {|&}gpu__x##k
#define GPU__GRAD_SLOPES_{|gpu__array}(k, x, kind) gpu__d##k
#define GPU__GRAD_SCALAR_{|gpu__array}(k, x, kind) | {0|1}u << k
#define GPU__GRAD_{FORMAL|TEXT|DTEXT}_(k, T, x)                                                                        \
    {gpu_real GPU__WITHOUT_##T|GPU__TEXT(GPU__WITHOUT_##T)|"d" GPU__TEXT(GPU__WITHOUT_##T)}
#define GPU__GRAD_{FORMAL|TEXT|DTEXT}_gpu__array(k, x, kind) {gpu_real x|GPU__TEXT(x)|"d" GPU__TEXT(x)}
#define GPU__GRAD_LIST(F, ...) GPU__EACH(GPU__GRAD_##F, GPU__COMMA, __VA_ARGS__)

#define GPU__GRAD(T, name, ...)                                                                                        \
    enum { name##__count = GPU__COUNT(__VA_ARGS__) };                                                                  \
    GPU__GRAD_BODY(name, __VA_ARGS__)                                                                                  \
    GPU__COPIES(GPU__GRAD_COPY, T, name)                                                                               \
    GPU__GRAD_DEVICE(T, name)                                                                                          \
    GPU__GRAD_ARRAYS(T, name, __VA_ARGS__)                                                                             \
    GPU__GRAD_POINTS(T, name, __VA_ARGS__)                                                                             \
    GPU__GRAD_HEAD(name, GPU__GRAD_LIST(FORMAL, __VA_ARGS__))
#ifdef __cplusplus
#define GPU__GRAD_BODY(name, ...)                                                                                      \
    GPU__GRAD_HEAD(name, GPU__GRAD_LIST(FORMAL, __VA_ARGS__));                                                         \
    namespace                                                                                                          \
    {                                                                                                                  \
    struct name##__function {                                                                                          \
        static const int count = name##__count;                                                                        \
        template <class gpu_real> GPU__LIFTED_FN gpu_real of(const gpu_real *gpu__z)                                   \
        {                                                                                                              \
            return name##__body<gpu_real>(GPU__GRAD_LIST(PASS, __VA_ARGS__));                                          \
        }                                                                                                              \
    };                                                                                                                 \
    }
#define GPU__GRAD_HEAD(name, ...) template <class gpu_real> GPU__LIFTED_FN gpu_real name##__body(__VA_ARGS__)
#else
#define GPU__GRAD_BODY(name, ...)                                                                                      \
    GPU__GRAD_HEAD(name, GPU__GRAD_LIST(FORMAL, __VA_ARGS__));                                                         \
    GPU__LIFTED_FN gpu_real name##__of(const gpu_real *gpu__z)                                                         \
    {                                                                                                                  \
        return name##__body(GPU__GRAD_LIST(PASS, __VA_ARGS__));                                                        \
    }
#define GPU__GRAD_HEAD(name, ...) GPU__LIFTED_FN gpu_real name##__body(__VA_ARGS__)
#endif
/* The lifted functions. */
#define GPU__GRAD_ARRAYS(T, name, ...)                                                                                 \
    GPU__GRAD_TELL(name, __VA_ARGS__)                                                                                  \
    GPU__GRAD_OF_ARRAYS(T, name, name, GPU__GRAD_VALUE, __VA_ARGS__)                                                   \
    GPU__GRAD_OF_ARRAYS(T, name, name##_hess, GPU__GRAD_SECOND, __VA_ARGS__)                                           \
    static GPU__UNUSED gpu_status name##_grad(T *gpu__out, GPU__GRAD_LIST(SLOPE_##T, __VA_ARGS__),                     \
                                              GPU__GRAD_LIST(ARRAY_##T, __VA_ARGS__), size_t gpu__n)                   \
    {                                                                                                                  \
        const void *gpu__in[] = {GPU__GRAD_LIST(VARIABLES, __VA_ARGS__)};                                              \
        void *gpu__d[] = {GPU__GRAD_LIST(SLOPES, __VA_ARGS__)};                                                        \
        return gpu__grad_call(name##__op(), #name "_grad", GPU__GRAD_FIRST, sizeof(T), gpu__out, gpu__d, gpu__in,      \
                              gpu__n, NULL, 0);                                                                        \
    }
#define GPU__GRAD_OF_ARRAYS(T, name, function, order, ...)                                                             \
    static GPU__UNUSED gpu_status function(T *gpu__out, GPU__GRAD_LIST(ARRAY_##T, __VA_ARGS__), size_t gpu__n)         \
    {                                                                                                                  \
        const void *gpu__in[] = {GPU__GRAD_LIST(VARIABLES, __VA_ARGS__)};                                              \
        return gpu__grad_call(name##__op(), #function, order, sizeof(T), gpu__out, NULL, gpu__in, gpu__n, NULL, 0);    \
    }
#define GPU__GRAD_TELL(name, ...)                                                                                      \
    GPU__DESCRIPTOR(gpu__grad_op, name##__op, , #name, name##__count, {GPU__GRAD_LIST(DTEXT, __VA_ARGS__)},            \
                    {GPU__GRAD_LIST(TEXT, __VA_ARGS__)}, 0u GPU__EACH(GPU__GRAD_SCALAR, GPU__NOTHING, __VA_ARGS__),    \
                    GPU__TABLE(name##__part), GPU__DEVICE_CODE(name))
/* The functions for one point. gcc does not inline one into a function without GPU__HOT_FLAGS, where it might contract
   products and sums. */
#ifdef GPU__HOT_FLAGS
#define GPU__GRAD_POINT_FN GPU_FN
#else
#define GPU__GRAD_POINT_FN GPU__LIFTED_FN
#endif
#define GPU__GRAD_POINTS(T, name, ...)                                                                                 \
    GPU__GRAD_POINT_FN T name##_scalar(GPU__GRAD_LIST(POINT_##T, __VA_ARGS__))                                         \
    {                                                                                                                  \
        const double gpu__x[] = {GPU__GRAD_LIST(VALUES, __VA_ARGS__)};                                                 \
        return (T)GPU__GRAD_DO(value, name, (gpu__x));                                                                 \
    }                                                                                                                  \
    GPU__GRAD_POINT_FN T name##_grad_scalar(T *gpu__grad, GPU__GRAD_LIST(POINT_##T, __VA_ARGS__))                      \
    {                                                                                                                  \
        const double gpu__x[] = {GPU__GRAD_LIST(VALUES, __VA_ARGS__)};                                                 \
        double gpu__g[name##__count] = {0};                                                                            \
        const double gpu__v = GPU__GRAD_AT(name, 0xffffffffu);                                                         \
        gpu__grad_store_all(gpu__grad, sizeof(T), 0, gpu__g, name##__count);                                           \
        return (T)gpu__v;                                                                                              \
    }                                                                                                                  \
    GPU__GRAD_SECOND_POINT(T, name, __VA_ARGS__)
#define GPU__GRAD_SECOND_POINT(T, name, ...)                                                                           \
    GPU__GRAD_POINT_FN T name##_hess_scalar(T *gpu__hess, T *gpu__grad, GPU__GRAD_LIST(POINT_##T, __VA_ARGS__))        \
    {                                                                                                                  \
        const double gpu__x[] = {GPU__GRAD_LIST(VALUES, __VA_ARGS__)};                                                 \
        double gpu__g[name##__count] = {0}, gpu__h[name##__count * name##__count] = {0};                               \
        const double gpu__v = GPU__GRAD_DO(hessian, name, (gpu__h, gpu__g, gpu__x));                                   \
        gpu__grad_store_all(gpu__grad, sizeof(T), 0, gpu__g, name##__count);                                           \
        gpu__grad_store_all(gpu__hess, sizeof(T), 0, gpu__h, name##__count *name##__count);                            \
        return (T)gpu__v;                                                                                              \
    }

/* ---- errors in the macro's arguments: see language/each.h ---- */
#define GPU__GRAD_VERDICT(...) GPU__VERDICT_(GPU__CAT(GPU__GRAD_KNOWN_, GPU__VERDICT_KERNEL(__VA_ARGS__)), gpu__many, 0)
#define GPU__GRAD_KNOWN_gpu__some 0, gpu__some
#define GPU__GRAD_TYPE_{float|double} 0, gpu__typed
#define GPU__GRAD_gpu__some(T, name, ...)                                                                              \
    GPU__CAT(GPU__GRAD_, GPU__VERDICT_(GPU__GRAD_TYPE_##T, gpu__untyped, 0))(T, name, __VA_ARGS__)
#define GPU__GRAD_gpu__typed(T, name, ...)                                                                             \
    GPU__DISPATCH_ON_FORM(GPU__GRAD, GPU__GRAD_KINDS(__VA_ARGS__), T, name, __VA_ARGS__)
#define GPU__GRAD_KINDS(...)                                                                                           \
    GPU__CALL(GPU__VERDICT_, (GPU__ALL_KNOWN GPU__EACH(GPU__GRAD_KIND, GPU__NOTHING, __VA_ARGS__)(), gpu__unpaired, 0))
#define GPU__GRAD_KIND_(k, T, x)
#define GPU__GRAD_KIND_gpu__array(k, x, kind) GPU__GRAD_IS_##kind
#define GPU__GRAD_IS_scalar
#define GPU__GRAD_gpu__paired(T, name, ...) GPU__GRAD(T, name, __VA_ARGS__)
#define GPU__GRAD_gpu__unpaired(T, name, ...)                                                                          \
    GPU__GRAD_SAYS("takes names of variables: x, or (w, scalar) for one number")
#define GPU__GRAD_gpu__untyped(T, name, ...)                                                                           \
    GPU__MISTAKE("gpu.h: GPU_GRAD(T, name, x, ...) has float or double as T, the type of its arrays")                  \
    GPU__GRAD_BODY(name, __VA_ARGS__) GPU__GRAD_HEAD(name, GPU__GRAD_LIST(FORMAL, __VA_ARGS__))
#define GPU__GRAD_gpu__many(T, ...) GPU__GRAD_SAYS("takes 1 to 16 variables")
#define GPU__GRAD_SAYS(what)                                                                                           \
    GPU__MISTAKE("gpu.h: GPU_GRAD(T, name, x, ...) " what) static inline double GPU__LINE_FN(gpu__refused)(void)

#endif
