/* The copies for the other types. A C compiler reads them three times faster than it would by including this file once
   more for each type, since it lexes all that it skips. */
#if defined(GPU__CUDA)
#ifdef GPU__FOR_ANY
#undef GPU__FOR_ANY
#undef GPU__FOR_ALL
#undef GPU__FOR_REAL
#undef GPU__FOR_WHOLE
#undef GPU__FOR_COUNTED
#undef GPU__FOR_PIXELS
#undef GPU__FOR_IMAGE
#undef GPU__FOR_BYTES
GPU__CLASS_ENDS;
template <int gpu__k> struct gpu__all<void, gpu__k> {
    GPU__TRANSPOSE_BYTES(static, gpu_transpose_t)
    GPU__FFTSHIFT_EACH(static, t)
};
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
#undef GPU__N
#undef GPU__T
GPU__MATMUL_EACH(GPU__MATMUL_FUNCTIONS)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#endif
#elif defined(GPU__PASSES)
#undef GPU__T
#undef GPU__N
#define GPU__T double
#define GPU__N(name) name##_f64
#endif
