#ifdef GPU__ONCE
/* Storage class of the functions: one that the program does not call costs it nothing. With GPU_KERNELS_FOR_C the C
   files have only the declarations. */
#if defined(GPU__CUDA)
#define GPU__PRE_SCOPE static
#define GPU__PRE_AHEAD(declaration)
#else
#ifdef GPU_KERNELS_FOR_C
#define GPU__PRE_SCOPE GPU_API
#else
#define GPU__PRE_SCOPE static inline
#endif
#define GPU__PRE_AHEAD(declaration) declaration;
#endif
#ifdef GPU__X86
#define GPU__PRE_COPIES(M, ...)                                                                                        \
    M(_x1, , __VA_ARGS__)                                                                                              \
    M(_x2, GPU__AVX2,                                                                                                  \
      __VA_ARGS__) /* most wait for memory, so AVX-512 is not worth its compile time, except for reductions */
#define GPU__PRE_TABLE(f)                                                                                              \
    {                                                                                                                  \
        f##_x1, f##_x2, f##_x2                                                                                         \
    }
#else
#define GPU__PRE_COPIES GPU__COPIES
#define GPU__PRE_TABLE GPU__TABLE
#endif
/* A function over elements: as GPU_VECTORIZE, with a bare name for the messages. */
#define GPU__MAP(R, name, ...) GPU__MAP_(R, "gpu_" #name, GPU__N(gpu_##name), __VA_ARGS__)
#define GPU__MAP_(R, label, name, ...)                                                                                 \
    GPU__MAP_BY(GPU__PRE_COPIES, GPU__PRE_TABLE, GPU__MAP_COPY, R, label, name, __VA_ARGS__)
/* COPIES, TABLE, COPY: for which instruction sets there is a loop, and the loop. */
#define GPU__MAP_BY(COPIES, TABLE, COPY, R, label, name, ...)                                                          \
    GPU__PRE_AHEAD(GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    COPIES(COPY, R, name, __VA_ARGS__)                                                                                 \
    GPU__MAP_OF(GPU__PRE_SCOPE, (label, NULL, 0), TABLE, R, name, __VA_ARGS__)                                         \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* A function of an expression, of elements of type T: of x (of_x), of x and y (of_xy), of x and a number a (of_xa,
   of_ax). As GPU__MAP, with GPU__EACH written out: by it these rows, most of a pass, would take a C compiler three
   times as long. */
#define GPU__ROW(R, name, shape, ...) GPU__ROW_(R, "gpu_" #name, GPU__N(gpu_##name), GPU__T, shape, __VA_ARGS__)
#define GPU__ROW_(...) GPU__ROW_NAMED(__VA_ARGS__)
#define GPU__ROW_NAMED(R, label, name, T, shape, ...)                                                                  \
    GPU__LIFTED_FN R name##_scalar(GPU__VALUES_##shape(T)) { return __VA_ARGS__; }                                     \
    GPU__ROW_CODE(R, name, T, shape)                                                                                   \
    GPU__PRE_SCOPE gpu_status name(R *out, GPU__ARRAYS_##shape(T), size_t n)                                           \
    {                                                                                                                  \
        static const gpu__map map = GPU__ROW_MAP(R, label, name, T, shape);                                            \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        return gpu__map_call(&map, out, in, n);                                                                        \
    }
#define GPU__ROW_TABLE(R, label, name, T, shape)                                                                       \
    {                                                                                                                  \
        GPU__ROW_OP(R, label, name, GPU__FLAGS(R), T, shape), GPU__PRE_TABLE(name##__loop)                             \
    }
#define GPU__ROW_OP(R, label, name, flags, T, shape)                                                                   \
    {                                                                                                                  \
        label, NULL, 0, 1 + GPU__TWO_##shape, flags, sizeof(R), GPU__ALIGNOF(R), {GPU__DESCRIBED_##shape(T)},          \
            GPU__DEVICE_CODE(name)                                                                                     \
    }
#define GPU__ROW_COPY(sfx, target, R, name, T, shape)                                                                  \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        R *const gpu__o = (R *)gpu__out;                                                                               \
        GPU__BOUND_##shape(T) size_t gpu__i;                                                                           \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__o[gpu__i] = name##_scalar(GPU__LOADED_##shape); \
    }
#define GPU__VALUES_of_x(T) T x
#define GPU__VALUES_of_xy(T) T x, T y
#define GPU__VALUES_of_xa(T) T x, T a
#define GPU__VALUES_of_ax(T) T a, T x
#define GPU__ARRAYS_of_x(T) const T *x
#define GPU__ARRAYS_of_xy(T) const T *x, const T *y
#define GPU__ARRAYS_of_xa(T) const T *x, T a
#define GPU__ARRAYS_of_ax(T) T a, const T *x
#define GPU__TWO_of_x 0
#define GPU__TWO_of_xy 1
#define GPU__TWO_of_xa 1
#define GPU__TWO_of_ax 1
#define GPU__FIRST_of_x x
#define GPU__FIRST_of_xy x
#define GPU__FIRST_of_xa x
#define GPU__FIRST_of_ax &a
#define GPU__SECOND_of_x NULL
#define GPU__SECOND_of_xy y
#define GPU__SECOND_of_xa &a
#define GPU__SECOND_of_ax x
#define GPU__DESCRIBED_of_x(T) GPU__DESCRIBE_gpu__array(0, T, x)
#define GPU__DESCRIBED_of_xy(T) GPU__DESCRIBE_gpu__array(0, T, x), GPU__DESCRIBE_gpu__array(1, T, y)
#define GPU__DESCRIBED_of_xa(T) GPU__DESCRIBE_gpu__array(0, T, x), GPU__DESCRIBE_scalar(1, T, a)
#define GPU__DESCRIBED_of_ax(T) GPU__DESCRIBE_scalar(0, T, a), GPU__DESCRIBE_gpu__array(1, T, x)
#define GPU__BOUND_of_x(T) GPU__BIND_gpu__array(0, T, x)
#define GPU__BOUND_of_xy(T) GPU__BIND_gpu__array(0, T, x) GPU__BIND_gpu__array(1, T, y)
#define GPU__BOUND_of_xa(T) GPU__BIND_gpu__array(0, T, x) GPU__BIND_scalar(1, T, a)
#define GPU__BOUND_of_ax(T) GPU__BIND_scalar(0, T, a) GPU__BIND_gpu__array(1, T, x)
#define GPU__LOADED_of_x gpu__p0[gpu__i]
#define GPU__LOADED_of_xy gpu__p0[gpu__i], gpu__p1[gpu__i]
#define GPU__LOADED_of_xa gpu__p0[gpu__i], gpu__p1
#define GPU__LOADED_of_ax gpu__p0, gpu__p1[gpu__i]
#define GPU__LOADEDJ_of_x gpu__p0[gpu__j + gpu__i]
#define GPU__LOADEDJ_of_xy gpu__p0[gpu__j + gpu__i], gpu__p1[gpu__j + gpu__i]
#define GPU__FETCHED_of_x(T) GPU__FETCH_gpu__array(0, T, x)
#define GPU__FETCHED_of_xy(T) GPU__FETCH_gpu__array(0, T, x) GPU__FETCH_gpu__array(1, T, y)
#ifdef GPU__CUDA
/* What nvcc would read for each row is in a template for each shape; its parameter is called row_scalar, as the code
   of a map `row` calls its function. (It is named in functions alone: a class that names it compiles it.) */
#define GPU__ROW_CODE(R, name, T, shape)
#define GPU__ROW_MAP(R, label, name, T, shape) gpu__row_##shape<R, T, name##_scalar>::map(label)
#define GPU__ROW_USED(name, T, shape) typedef gpu__row_##shape<T, T, name##_scalar> of_map;
#define GPU__ROW_LOOP(name) of_map::row__loop
#define GPU__ROW_CLASS(shape)                                                                                          \
    template <class Result, class Type, auto row_scalar> struct gpu__row_##shape {                                     \
        GPU__PRE_COPIES(GPU__ROW_COPY, Result, row, Type, shape)                                                       \
        GPU__ROW_DEVICE(Result, row, Type, shape)                                                                      \
        static constexpr gpu__map map(const char *label) { return GPU__ROW_TABLE(Result, label, row, Type, shape); }   \
    };
#define GPU__ROW_DEVICE(R, name, T, shape)                                                                             \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__map_launch<name##_scalar, R, GPU__TAGS_##shape(T)>(gpu__r, (R *)gpu__out, gpu__n,             \
                                                                            GPU__PASSED_##shape(T));                   \
    }
#define GPU__FOLD_DEVICE(R, name, A, fold, finish, T, shape)                                                           \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__reduce_launch<fold##_scalar, fold##__combine, finish, A, R, GPU__TAGS_##shape(T)>(            \
            gpu__r, (R *)gpu__out, gpu__n, GPU__PASSED_##shape(T));                                                    \
    }
#define GPU__TAGS_of_x(T) gpu__array<T>
#define GPU__TAGS_of_xy(T) gpu__array<T>, gpu__array<T>
#define GPU__TAGS_of_xa(T) gpu__array<T>, gpu__scalar<T>
#define GPU__TAGS_of_ax(T) gpu__scalar<T>, gpu__array<T>
#define GPU__PASSED_of_x(T) GPU__PASS_gpu__array(0, T, x)
#define GPU__PASSED_of_xy(T) GPU__PASS_gpu__array(0, T, x), GPU__PASS_gpu__array(1, T, y)
#define GPU__PASSED_of_xa(T) GPU__PASS_gpu__array(0, T, x), GPU__PASS_scalar(1, T, a)
#define GPU__PASSED_of_ax(T) GPU__PASS_scalar(0, T, a), GPU__PASS_gpu__array(1, T, x)
#else
#define GPU__ROW_CODE(R, name, T, shape) GPU__PRE_COPIES(GPU__ROW_COPY, R, name, T, shape)
#define GPU__ROW_MAP(R, label, name, T, shape) GPU__ROW_TABLE(R, label, name, T, shape)
#define GPU__ROW_USED(name, T, shape)
#define GPU__ROW_LOOP(name) name##__loop
#define GPU__FOLD_DEVICE(R, name, A, fold, finish, T, shape)
#endif

/* A reduction of an expression, as a row: GPU__FOLD is what CPU and GPU need, GPU__VALUE adds the two functions whose
   value is the accumulator. GPU__FOLD_LIKE has parameters as GPU_REDUCE, and a body. */
#define GPU__FOLD(A, name, flags, combine, shape, ...)                                                                 \
    GPU__FOLD_(A, "gpu_" #name, GPU__N(gpu_##name), GPU__T, flags, combine, shape, __VA_ARGS__)
#define GPU__FOLD_(...) GPU__FOLD_NAMED(__VA_ARGS__)
#define GPU__FOLD_NAMED(A, label, name, T, flags, combine, shape, ...)                                                 \
    GPU__LIFTED_FN A name##_scalar(GPU__VALUES_##shape(T)) { return __VA_ARGS__; }                                     \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__REDUCE_LOOPS_OF(A, name, (GPU__BOUND_##shape(T)), (GPU__FETCHED_##shape(T)), (GPU__LOADEDJ_##shape))          \
    GPU__FOLD_DEVICE(A, name, A, name, gpu__as_it_is<A>, T, shape)                                                     \
    GPU__DESCRIPTOR(gpu__reduction, name##__reduction, GPU__ROW_OP(A, label, name, GPU__FLAGS(A) | flags, T, shape),   \
                    GPU__TABLE(name##__fold), GPU__TABLE(name##__tree), NULL)
#define GPU__FOLD_LIKE(A, name, flags, combine, ...)                                                                   \
    GPU__FOLD_LIKE_(A, "gpu_" #name, GPU__N(gpu_##name), flags, combine, __VA_ARGS__)
#define GPU__FOLD_LIKE_(...) GPU__FOLD_LIKE_NAMED(__VA_ARGS__)
#define GPU__FOLD_LIKE_NAMED(A, label, name, flags, combine, ...)                                                      \
    GPU__PRE_AHEAD(GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    GPU__FOLD_OF(GPU__REDUCE, (label, NULL, 0), flags, A, name, combine, __VA_ARGS__)                                  \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__VALUE(A, name, identity, shape)                                                                           \
    GPU__VALUE_(A, GPU__N(gpu_##name), GPU__N(gpu_##name##_to), identity, GPU__T, shape)
#define GPU__VALUE_(...) GPU__VALUE_NAMED(__VA_ARGS__)
#define GPU__VALUE_NAMED(A, name, name_to, identity, T, shape)                                                         \
    GPU__PRE_SCOPE A name(GPU__ARRAYS_##shape(T), size_t n)                                                            \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        (void)gpu__reduce_call(name##__reduction(), NULL, &value, in, n);                                              \
        return value;                                                                                                  \
    }                                                                                                                  \
    GPU__PRE_SCOPE gpu_status name_to(A *out, GPU__ARRAYS_##shape(T), size_t n)                                        \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        return gpu__reduce_call(name##__reduction(), GPU__TARGET(out), &value, in, n);                                 \
    }
/* A reduction whose accumulator, that of the fold `other`, becomes a double in a final `step` of v and n. The
   accumulator has the size of a double and zeros of both have no bit set, so one variable is both identity and value.
   */
#define GPU__FINISHED(A, name, other, step)                                                                            \
    GPU__FINISHED_(A, "gpu_" #name, GPU__N(gpu_##name), GPU__N(gpu_##other), GPU__T, step)                             \
    GPU__VALUE(double, name, 0, of_x)
#define GPU__FINISHED_(...) GPU__FINISHED_NAMED(__VA_ARGS__)
#define GPU__FINISHED_NAMED(A, label, name, other, T, step)                                                            \
    GPU__LIFTED_FN double name##__step(A v, size_t n) { return (void)n, step; }                                        \
    GPU__FINISH(A, name)                                                                                               \
    GPU__FOLD_DEVICE(double, name, A, other, name##__step, T, of_x)                                                    \
    GPU__DESCRIPTOR(gpu__reduction, name##__reduction, GPU__ROW_OP(double, label, name, GPU__FLAGS(A), T, of_x),       \
                    GPU__TABLE(other##__fold), GPU__TABLE(other##__tree), name##__finish)
#define GPU__FINISH(A, name)                                                                                           \
    static inline void name##__finish(void *value, size_t n)                                                           \
    {                                                                                                                  \
        A v;                                                                                                           \
        memcpy(&v, value, sizeof v);                                                                                   \
        const double r = name##__step(v, n);                                                                           \
        memcpy(value, &r, sizeof r);                                                                                   \
    }

/* A product that no compiler fuses with the sum it is part of: the same bits on both backends. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ float gpu__times(float a, float b) { return __fmul_rn(a, b); }
static __device__ __forceinline__ double gpu__times(double a, double b) { return __dmul_rn(a, b); }
template <class Type> static __device__ __forceinline__ Type gpu__times(Type a, Type b) { return a * b; }
#define GPU__TIMES(a, b) gpu__times((a), (b))
#else
#define GPU__TIMES(a, b) ((a) * (b))
#endif
#define GPU__FIRST_OF(a, b, beats) ((a)beats(b) || (a) != (a) ? (a) : (b)) /* a NaN beats everything */
/* A running sum, inclusive and exclusive. */
#define GPU__CUMSUM(...) GPU__CUMSUM_NAMED(__VA_ARGS__)
#define GPU__CUMSUM_NAMED(name, exclusive, T, A, AW)                                                                   \
    GPU__SCAN_OF(("gpu_cumsum", NULL, 0), GPU__PRE_COPIES, GPU__PRE_TABLE, A, T, (T), name, (A)((AW)a + (AW)b))        \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, name, 0, 0)                                                               \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, exclusive, 0, 1)
#endif
