#ifdef GPU__PASSES
#undef GPU__FOR_ALL
#undef GPU__FOR_WHOLE
#undef GPU__T
#undef GPU__N
#define GPU__FOR_IMAGE
#define GPU__FOR_BYTES
#define GPU__T uint8_t
#define GPU__N(name) name##_u8
#endif
