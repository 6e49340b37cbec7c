#define GPU__VECTORIZE(scope, R, name, ...)                                                                            \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__COPIES(GPU__MAP_COPY, R, name, __VA_ARGS__)                                                                   \
    GPU__MAP_OF(scope, (#name, __FILE__, __LINE__), GPU__TABLE, R, name, _scalar, __VA_ARGS__)                         \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__REDUCE(kind, flags, A, name, identity, combine, ...)                                                      \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__FOLD_OF(kind, (#name, __FILE__, __LINE__), flags, A, name, combine, __VA_ARGS__)                              \
    GPU__VALUE_OF(static GPU__UNUSED, A, name, identity, __VA_ARGS__)                                                  \
    GPU__VALUE_TO(static GPU__UNUSED, A, name, name##_to, identity, __VA_ARGS__)                                       \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__SCAN(scope, A, T, narrow, name, identity, combine)                                                        \
    GPU__SCAN_OF((#name, __FILE__, __LINE__), GPU__COPIES, GPU__TABLE, A, T, narrow, name, combine)                    \
    GPU__SCAN_FN(scope, A, T, name, name, identity, 0)                                                                 \
    GPU__SCAN_FN(scope, A, T, name, name##_exclusive, identity, 1)
