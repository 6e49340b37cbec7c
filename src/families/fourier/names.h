#if defined(GPU_FFT) && !defined(GPU__BARE_COMPLEX)
/* The bare name of a function of complex arrays chooses the function by the type that x points to. */
#ifdef __cplusplus
extern "C++" {
template <> struct gpu__is<gpu_{c32|c64}> {
    enum { bit = 1 << 30, tag = 0 };
};
GPU__FORM(form_complex, 1 << 30, "gpu_c32 or gpu_c64")
#ifdef GPU__CUDA
template <int = 0> gpu__all<{float|double}, 0> gpu__all_of(const gpu_{c32|c64} *);
#else
template <int = 0> {float|double} gpu__all_of(const gpu_{c32|c64} *);
#endif
}
#define GPU__BARE_COMPLEX(x, name, arguments) GPU__BARE(form_complex, x, name, arguments)
#else
#define GPU__BARE_COMPLEX(x, name, arguments)                                                                          \
    GPU__BARE(x, gpu__takes_arrays_of_gpu_c32_or_gpu_c64, (GPU__CASE(gpu_c32, 1), GPU__CASE(gpu_c64, 1)),              \
              (GPU__CASE(gpu_c32, name##_f32), GPU__CASE(gpu_c64, name##_f64)), arguments)
#endif
#endif
