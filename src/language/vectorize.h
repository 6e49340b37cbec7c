#define GPU__VECTORIZE_gpu__paired(R, name, ...)                                                                       \
    GPU__OUTSIDE                                                                                                       \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__COPIES(GPU__MAP_COPY, R, name, __VA_ARGS__)                                                                   \
    GPU__MAP_OF(static GPU__UNUSED, (#name, __FILE__, __LINE__), GPU__TABLE, R, name, _scalar, __VA_ARGS__)            \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__REDUCE(kind, flags, A, name, identity, combine, ...)                                                      \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__FOLD_OF(kind, (#name, __FILE__, __LINE__), flags, A, name, combine, __VA_ARGS__)                              \
    GPU__VALUE_OF(A, name, identity, __VA_ARGS__)                                                                      \
    GPU__VALUE_TO(A, name, identity, __VA_ARGS__)                                                                      \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__SCAN_gpu__some(T, name, identity, combine)                                                                \
    GPU__OUTSIDE                                                                                                       \
    GPU__SCAN_OF((#name, __FILE__, __LINE__), GPU__COPIES, GPU__TABLE, T, T, , name, combine)                          \
    GPU__SCAN_FN(static GPU__UNUSED, T, T, name, name, identity, 0)                                                    \
    GPU__SCAN_FN(static GPU__UNUSED, T, T, name, name##_exclusive, identity, 1)
