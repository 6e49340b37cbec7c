#ifdef GPU__PASSES
#undef GPU__FOR_REAL
#undef GPU__FOR_IMAGE
#undef GPU__T
#undef GPU__N
#define GPU__FOR_WHOLE
#define GPU__FOR_COUNTED
#define GPU__T int32_t
#define GPU__N(name) name##_i32
#endif
