#ifdef GPU__PASSES
#undef GPU__FOR_PIXELS
#undef GPU__FOR_IMAGE
#undef GPU__FOR_BYTES
#undef GPU__T
#undef GPU__N
#define GPU__T uint32_t
#define GPU__N(name) name##_u32
#endif
