#ifdef GPU__PASSES
#undef GPU__T
#undef GPU__N
#define GPU__T uint64_t
#define GPU__N(name) name##_u64
#endif
