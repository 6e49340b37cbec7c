#if defined(REAL) && defined(GPU_TAPE)
/* The derivatives of transforms and of complex arithmetic. The gradient of a complex number is that of its real part
   and that of its imaginary part. */
#ifndef GPU__CUDA
static inline gpu_status gpu__fft_call_T(const char *call, void *out, const void *x, int kind, int inverse, int axes,
                                         size_t d0, size_t d1, size_t d2);
#endif
static inline gpu_status gpu__fft_again_T(const gpu__fft_detail *d, int kind, int inverse, void *out, const void *x)
{
    return gpu__fft_call_T("gpu_backward", out, x, kind, inverse, d->axes, d->dims[0], d->dims[1], d->dims[2]);
}
/* The components of half spectra of n real numbers; all but the first and, for an even n, the last stand for two. */
GPU_VECTORIZE(T, gpu__fft_half_T, (T, x), (size_t, n, scalar), (T, of_one, scalar), (T, of_two, scalar),
              (size_t, i, index))
{
    const size_t k = i / 2 % (n / 2 + 1);
    return x * (k == 0 || 2 * k == n ? of_one : of_two);
}
/* The transposed conjugate of a transform is the inverse times the number of elements. Of a transform of real numbers
   it is that of half spectra, where the inverse adds what stands for two again. */
GPU__RULE(gpu__fft_call_T, kind == GPU__FFT_REAL ? GPU__TO_COMPLEX : kind ? GPU__FROM_COMPLEX : GPU__COMPLEX)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)s->call->detail;
    const size_t halves = 2 * (d->kind == GPU__FFT_REAL ? s->call->out_count : s->call->in[0].count);
    const T *const g = gpu__g_T(s);
    T *const half = d->kind == GPU__FFT_REAL ? gpu__spare_T(s, halves) : NULL;
    T *const to = gpu__into_T(s, 0);
    gpu_status e = GPU_OK;
    double count = 1;
    if (!to) return s->failed;
    for (int k = 0; k < 3; k++) count *= d->axes >> k & 1 ? (double)d->dims[k] : 1;
    if (d->kind == GPU__FFT_REAL) {
        e = gpu__fft_half_T(half, g, d->dims[2], (T)count, (T)(count / 2), halves);
        return e ? e : gpu__fft_again_T(d, GPU__FFT_TO_REAL, 1, to, half);
    }
    e = gpu__fft_again_T(d, d->kind == GPU__FFT_TO_REAL ? GPU__FFT_REAL : GPU__FFT_COMPLEX, !d->inverse, to, g);
    if (e || d->kind == GPU__FFT_COMPLEX)
        return e ? e : gpu_scale_T(to, (T)(d->inverse ? 1 / count : count), to, halves);
    return gpu__fft_half_T(to, to, d->dims[2], (T)(1 / count), (T)(2 / count), halves);
}
/* out = the convolution of x and h: of each its correlation with the other, or for a correlation the convolution. */
GPU__RULE(gpu__fft_product_T, GPU__X | GPU__Y)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)s->call->detail;
    const size_t n = d->dims[0], m = d->dims[1], all = n + m - 1;
    const T *const g = gpu__g_T(s), *const x = gpu__kept_T(s, 0), *const h = gpu__kept_T(s, 1);
    T *const full = gpu__spare_T(s, all + (n > m ? n : m));
    T *const dx = gpu__into_T(s, 0), *const dh = gpu__into_T(s, 1);
    gpu_status e = s->failed;
    if (!e && dx) e = (d->inverse ? gpu_fft_convolve_T : gpu_fft_correlate_T)(full, g, all, h, m);
    if (!e && dx) e = gpu_copy_async(dx, full + m - 1, n * sizeof *dx);
    if (e || !dh) return e;
    e = gpu_fft_correlate_T(full, g, all, x, n);
    if (e || d->inverse) return e ? e : gpu__reversed_T(dh, full + n - 1, m, m);
    return gpu_copy_async(dh, full + n - 1, m * sizeof *dh);
}
/* The gradient of in[k] is the product of x and y, or of x and the conjugate of y. */
static inline gpu_status gpu__complex_by_product_T(gpu__step *s, int k, const void *x, const void *y, int conj)
{
    gpu__complex_T *const to = (gpu__complex_T *)gpu__into(s, k);
    if (!to) return s->failed;
    return (conj ? gpu_complex_mul_conj_T : gpu_complex_mul_T)(to, (const gpu__complex_T *)x, (const gpu__complex_T *)y,
                                                               s->call->n);
}
GPU__RULE(gpu_complex_{add|sub|scale}_T, GPU__COMPLEX) { return gpu_{1}_T__back(s); }
GPU__RULE(gpu_complex_{mul|mul_conj}_T, GPU__X | GPU__Y | GPU__COMPLEX)
{
    const void *const g = s->g, *const x = gpu__kept(s, 0);
    const gpu_status e = gpu__complex_by_product_T(s, 0, g, gpu__kept(s, 1), {1|0});
    return e ? e : gpu__complex_by_product_T(s, 1, {g|x}, {x|g}, 1);
}
GPU_VECTORIZE(gpu__complex_T, gpu__complex_unit_T, (gpu__complex_T, x), (T, r), (T, g))
{
    x.re = r == 0 ? 0 : x.re / r * g;
    x.im = r == 0 ? 0 : x.im / r * g;
    return x;
}
GPU__RULE(gpu_complex_abs_T, GPU__X | GPU__RESULT | GPU__FROM_COMPLEX) /* of 0 the gradient is 0 */
{
    gpu__complex_T *const to = (gpu__complex_T *)gpu__into(s, 0);
    return to ? gpu__complex_unit_T(to, (const gpu__complex_T *)gpu__kept(s, 0), gpu__kept_T(s, GPU__INPUTS),
                                    gpu__g_T(s), s->call->n)
              : s->failed;
}
#endif
