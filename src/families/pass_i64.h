#ifdef GPU__PASSES
#undef GPU__T
#undef GPU__N
#define GPU__T int64_t
#define GPU__N(name) name##_i64
#endif
