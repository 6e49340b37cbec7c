/* What the derivatives of several families need. */
#if defined(REAL) && defined(GPU_TAPE)
/* What a rule asks for, as arrays of T; a spare one of n elements. */
static inline const T *gpu__g_T(const gpu__step *s) { return (const T *)s->g; }
static inline const T *gpu__kept_T(const gpu__step *s, int k) { return (const T *)gpu__kept(s, k); }
static inline T *gpu__{into|over}_T(gpu__step *s, int k) { return (T *)gpu__{1}(s, k); }
static inline T *gpu__spare_T(gpu__step *s, size_t n) { return (T *)gpu__spare(s, n * sizeof(T)); }
/* Inputs, of numbers or complex ones, by which the derivative is a number: 1 or -1, or the number in in[k]. */
static inline gpu_status gpu__by_number_T(gpu__step *s, int k, T factor)
{
    T *const to = gpu__into_T(s, k);
    if (to) s->failed = gpu_scale_T(to, factor, gpu__g_T(s), s->call->out_count * s->call->out_size / sizeof(T));
    return s->failed;
}
static inline T gpu__number_T(const gpu__step *s, int k) { return *(const T *)s->call->in[k].p; }
/* out[rows][cols] = the row, or the column, again and again. (Only the shape of m is used, which is out itself.) */
GPU_LOOPS(T, gpu__second_T, (T, x), (T, y)) { return ((void)x, y); }
GPU__BROADCAST("gpu_backward", gpu__spread_{row|col}_T, gpu__second_T, T, {0|1})
GPU_LOOPS(T, gpu__number_first_T, (T, a, scalar), (T, x)) { return ((void)x, a); }
GPU__SCALE_FROM(gpu__spread_T, gpu__number_first_T, T)
GPU_VECTORIZE(T, gpu__narrowed_T, (double, a, scalar), (double, x)) { return (T)(a * x); }
GPU_VECTORIZE(T, gpu__quotient_T, (double, x), (double, y)) { return (T)(y == 0 ? 0 : x / y); }
#endif
