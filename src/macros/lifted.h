#define GPU__VECTORIZE(scope, R, name, ...)                                                                            \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__COPIES(GPU__MAP_COPY, R, name, __VA_ARGS__)                                                                   \
    GPU__MAP_DEVICE(R, name, __VA_ARGS__)                                                                              \
    static const gpu__map name##__map = {GPU__LIFT(R, name, GPU__FLAGS(R), __VA_ARGS__), GPU__TABLE(name##__loop)};    \
    scope gpu_status name(R *gpu__out, GPU__EACH(GPU__ARRAY, GPU__NOTHING, __VA_ARGS__) size_t gpu__n)                 \
    {                                                                                                                  \
        const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                  \
        GPU__EACH(GPU__STORE, GPU__NOTHING, __VA_ARGS__)                                                               \
        return gpu__map_call(&name##__map, gpu__out, gpu__in, gpu__n);                                                 \
    }                                                                                                                  \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* kind: GPU__REDUCE or GPU__ORDERED, whose _COPY and _DEVICE are meant. */
#define GPU__REDUCE(kind, flags, A, name, identity, combine, ...)                                                      \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__COPIES(kind##_COPY, A, name, __VA_ARGS__)                                                                     \
    kind##_DEVICE(A, name, __VA_ARGS__) static const gpu__reduction name##__reduction = {                              \
        GPU__LIFT(A, name, GPU__FLAGS(A) | flags, __VA_ARGS__), GPU__TABLE(name##__fold), GPU__TABLE(name##__tree),    \
        NULL};                                                                                                         \
    static GPU__UNUSED A name(GPU__EACH(GPU__ARRAY, GPU__NOTHING, __VA_ARGS__) size_t gpu__n)                          \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                  \
        GPU__EACH(GPU__STORE, GPU__NOTHING, __VA_ARGS__)                                                               \
        (void)gpu__reduce_call(&name##__reduction, NULL, &gpu__value, gpu__in, gpu__n);                                \
        return gpu__value;                                                                                             \
    }                                                                                                                  \
    static GPU__UNUSED gpu_status name##_to(A *gpu__out,                                                               \
                                            GPU__EACH(GPU__ARRAY, GPU__NOTHING, __VA_ARGS__) size_t gpu__n)            \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                  \
        GPU__EACH(GPU__STORE, GPU__NOTHING, __VA_ARGS__)                                                               \
        return gpu__reduce_call(&name##__reduction, gpu__out ? (void *)gpu__out : gpu__nowhere, &gpu__value, gpu__in,  \
                                gpu__n);                                                                               \
    }                                                                                                                  \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* `narrow` is the cast (T) where A is another type; C has no cast of a struct, not even to its own type. */
#define GPU__SCAN(scope, A, T, narrow, name, identity, combine)                                                        \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__COPIES(GPU__SCAN_COPY, A, T, narrow, name)                                                                    \
    GPU__HOT static void name##__join(void *gpu__total, const void *gpu__front)                                        \
    {                                                                                                                  \
        *(A *)gpu__total = name##__combine(*(const A *)gpu__front, *(const A *)gpu__total);                            \
    }                                                                                                                  \
    GPU__SCAN_DEVICE(A, T, name)                                                                                       \
    static const gpu__scanner name##__scanner = {GPU__LIFT(T, name, GPU__FLAGS(A), (T, x)), sizeof(A),                 \
                                                 GPU__TABLE(name##__chunk), name##__join};                             \
    scope gpu_status name(T *out, const T *x, size_t n)                                                                \
    {                                                                                                                  \
        const A gpu__identity = identity;                                                                              \
        return gpu__scan_call(&name##__scanner, out, x, n, &gpu__identity, 0);                                         \
    }                                                                                                                  \
    scope gpu_status name##_exclusive(T *out, const T *x, size_t n)                                                    \
    {                                                                                                                  \
        const A gpu__identity = identity;                                                                              \
        return gpu__scan_call(&name##__scanner, out, x, n, &gpu__identity, 1);                                         \
    }

