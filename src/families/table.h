#if defined(GPU__ONCE) && defined(__cplusplus)
/* GPU__FUNCTIONS(D) is D(result, name, T, suffix, parameters, arguments) for each prewritten function of each of its
   types, from the tables of the families. C++ makes overloads from it, and nvcc the functions' public names. (C needs
   neither: it has the prototypes of the families' api.h.)

   A function is one row in the table of its family. The row begins with the set of types that the function has, a
   parameter of the table, and is written for one type T with suffix s, whose sums are of type A, sums along an axis of
   type R and means along an axis of type M. The sets have the same names as in GPU__BARE_SET (api.h) and GPU__FOR_SET
   (code). An IMAGE function needs two rows, REAL and BYTES, since a filter of bytes has taps of another type. REAL_TOO
   is REAL, for the second function of a name. */
#define GPU__TABLES(...)                                                                                               \
    GPU__TABLE_create(__VA_ARGS__) GPU__TABLE_elementwise(__VA_ARGS__) GPU__TABLE_broadcast(__VA_ARGS__)               \
        GPU__TABLE_reduce(__VA_ARGS__) GPU__TABLE_scan(__VA_ARGS__) GPU__TABLE_axis(__VA_ARGS__)                       \
            GPU__TABLE_transpose(__VA_ARGS__) GPU__TABLE_count(__VA_ARGS__) GPU__TABLE_window(__VA_ARGS__)             \
                GPU__TABLE_matmul(__VA_ARGS__) GPU__TABLE_random(__VA_ARGS__) GPU__TABLE_exchange(__VA_ARGS__)         \
                    GPU__TABLE_order(__VA_ARGS__) GPU__TABLE_math(__VA_ARGS__) GPU__TABLE_rows(__VA_ARGS__)            \
                        GPU__TABLE_fourier(__VA_ARGS__) GPU__TABLE_linalg(__VA_ARGS__)
/* The rows of a set are given to D for the types of the set (columns: ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES,
   REAL_TOO), and to N, which drops them, for the others. */
#define GPU__NO_ROW(...)
#define GPU__FUNCTIONS(D) GPU__FUNCTIONS_OF(D, GPU__NO_ROW)
#define GPU__FUNCTIONS_OF(D, N)                                                                                        \
    GPU__TABLES(D, D, D, N, N, D, N, D, float, f32, double, float, float)                                              \
    GPU__TABLES(D, D, D, N, N, D, N, D, double, f64, double, double, double)                                           \
    GPU__TABLES(D, D, N, D, D, D, N, N, int32_t, i32, int64_t, int64_t, double)                                        \
    GPU__TABLES(D, D, N, D, D, D, N, N, int64_t, i64, int64_t, int64_t, double)                                        \
    GPU__TABLES(D, N, N, N, D, D, D, N, uint8_t, u8, uint64_t, uint64_t, double)                                       \
    GPU__TABLES(D, N, N, N, D, N, N, N, uint32_t, u32, uint64_t, uint64_t, double)                                     \
    GPU__TABLES(D, N, N, N, D, N, N, N, uint64_t, u64, uint64_t, uint64_t, double)
/* Each name that has a bare form, once: float has the functions of ANY, ALL, REAL and PIXELS, int32_t the others. */
#define GPU__FUNCTION_NAMES(D) GPU__FUNCTION_NAMES_OF(D, GPU__NO_ROW)
#define GPU__FUNCTION_NAMES_OF(D, N)                                                                                   \
    GPU__TABLES(D, D, D, N, N, D, N, N, float, f32, double, float, float)                                              \
    GPU__TABLES(N, N, N, D, D, N, N, N, int32_t, i32, int64_t, int64_t, double)
#endif
