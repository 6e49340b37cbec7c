/* The description of an operation with the parameters of a shape, for a T of at most 8 bytes. (A function of larger
   elements has to be a GPU__MAP.) */
#define GPU__OP_SHAPED(R, label, device, flags, T, shape)                                                              \
    {                                                                                                                  \
        label, 0, 0, gpu__##shape##_count, flags, sizeof(R), GPU__ALIGNOF(R), GPU__SHAPED(shape)[sizeof(T) / 4],       \
            device                                                                                                     \
    }
/* The storage class of the prewritten functions. A function that the program does not call emits no code. With
   GPU_KERNELS_FOR_C the C files have declarations only. */
#if defined(GPU__CUDA)
#define GPU__PRE static
#define GPU__PRE_AHEAD(declaration)
#else
#ifdef GPU_KERNELS_FOR_C
#define GPU__PRE GPU_API
#else
#define GPU__PRE static inline
#endif
#define GPU__PRE_AHEAD(declaration) declaration;
#endif
/* The ISA variants of a loop. Most functions are limited by memory, so that a variant for AVX-512 is not worth its
   compile time; reductions are the exception. */
#ifdef GPU__X86
#define GPU__PRE_COPIES(M, ...) M(_x1, , __VA_ARGS__) M(_x2, GPU__AVX2, __VA_ARGS__)
#define GPU__PRE_TABLE(f) GPU__STRIP({f##_x1, f##_x2, f##_x2})
#else
#define GPU__PRE_COPIES GPU__COPIES
#define GPU__PRE_TABLE GPU__TABLE
#endif
/* What src/join makes of the GPU_VECTORIZE of a family, if its parameters are not those of a shape. */
#define GPU__MAP(R, label, name, ...)                                                                                  \
    GPU__MAP_BY(GPU__PRE_COPIES, GPU__PRE_TABLE, GPU__MAP_COPY, _scalar, R, label, name, __VA_ARGS__)
/* COPIES and TABLE choose the instruction sets for which there is a loop, COPY defines the loop. Kernels call
   name##function. */
#define GPU__MAP_BY(COPIES, TABLE, COPY, function, R, label, name, ...)                                                \
    GPU__PRE_AHEAD(GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    COPIES(COPY, R, name, __VA_ARGS__)                                                                                 \
    GPU__MAP_OF(GPU__PRE, (label, NULL, 0), TABLE, R, name, function, __VA_ARGS__)                                     \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* What it makes of others: results of type R are an expression of the parameters of a shape (below). */
#define GPU__EXPR(R, label, name, T, shape, ...)                                                                       \
    GPU__EXPR_CODE(R, name, T, shape, __VA_ARGS__)                                                                     \
    GPU__PRE gpu_status name(R *out, GPU__GIVEN_##shape(T), size_t n)                                                  \
    {                                                                                                                  \
        static const gpu__map map = GPU__EXPR_MAP(R, label, name, T, shape);                                           \
        const void *const in[] = {GPU__POINTERS_##shape};                                                              \
        GPU__BY_RULE(name) return gpu__map_call(&map, out, in, n);                                                     \
    }
#define GPU__EXPR_TABLE(R, label, name, device, T, shape)                                                              \
    {                                                                                                                  \
        GPU__OP_SHAPED(R, label, device, GPU__FLAGS(R), T, shape), GPU__PRE_TABLE(name##__loop)                        \
    }
#define GPU__EXPR_COPY(sfx, target, R, name, T, shape, ...)                                                            \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        R *const gpu__o = (R *)gpu__out;                                                                               \
        GPU__EXPR_LOOP(T, shape, __VA_ARGS__)                                                                          \
    }
#define GPU__EXPR_LOOP(T, shape, ...)                                                                                  \
    GPU__BOUND_##shape(T) GPU__NO_ALIAS for (size_t gpu__i = 0; gpu__i < gpu__n; ++gpu__i)                             \
    {                                                                                                                  \
        GPU__CURRENT_##shape(T) gpu__o[gpu__i] = __VA_ARGS__;                                                          \
    }
/* The loops of an expression without its device code, for a job that runs them. */
#ifdef GPU__CUDA
#define GPU__FOLD_ON_DEVICE(A, name, T, shape, ...)                                                                    \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH_##shape(GPU__FORMAL, GPU__COMMA, T)) { return __VA_ARGS__; }              \
    GPU__FOLD_DEVICE(A, name, A, name, gpu__as_it_is<A>, T, shape)
#define GPU__SLOPE_ON_DEVICE(T, name, value, slope)                                                                    \
    GPU__LIFTED_FN T name##_scalar(T a, T x, T y) { return slope(a, x, y, value); }                                    \
    GPU__EXPR_DEVICE(T, name, T, of_axy)
/* The code that nvcc would otherwise read once for each expression is a template, one for each shape. Its parameter has
   the name row_scalar, since the code of a map called `row` calls a function of that name. (Only member functions
   mention row_scalar: if the class itself did, row_scalar would be compiled for each expression, also for one that is
   never called.) */
#define GPU__EXPR_CODE(R, name, T, shape, ...)                                                                         \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH_##shape(GPU__FORMAL, GPU__COMMA, T)) { return __VA_ARGS__; }
#define GPU__EXPR_MAP(R, label, name, T, shape) gpu__expr_##shape<R, T, name##_scalar>::map_of(label)
#define GPU__LOOPS_OF(R, label, name, T, shape) gpu__expr_##shape<R, T, name##_scalar>::loops_of(label)
#define GPU__EXPR_DEVICE(R, name, T, shape)                                                                            \
    GPU__LAUNCHED(name, gpu__map_launch<name##_scalar, R, GPU__EACH_##shape(GPU__TAG, GPU__COMMA, T)>(                 \
                            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH_##shape(GPU__PASS, GPU__COMMA, T)))
#define GPU__FOLD_DEVICE(R, name, A, fold, finish, T, shape)                                                           \
    GPU__LAUNCHED(                                                                                                     \
        name,                                                                                                          \
        gpu__reduce_launch<fold##_scalar, fold##__combine, finish, A, R, GPU__EACH_##shape(GPU__TAG, GPU__COMMA, T)>(  \
            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH_##shape(GPU__PASS, GPU__COMMA, T)))
#else
#ifdef GPU__X86
#define GPU__EXPR_CODE(...) GPU__EXPR_COPY(_x1, , __VA_ARGS__) GPU__EXPR_COPY(_x2, GPU__AVX2, __VA_ARGS__)
#else
#define GPU__EXPR_CODE(...) GPU__EXPR_COPY(_x1, , __VA_ARGS__)
#endif
#define GPU__EXPR_MAP(R, label, name, T, shape) GPU__EXPR_TABLE(R, label, name, 0, T, shape)
#define GPU__LOOPS_OF GPU__EXPR_MAP
#define GPU__{EXPR_DEVICE|FOLD_ON_DEVICE|FOLD_DEVICE|SLOPE_ON_DEVICE}(...)
#endif

/* What src/join makes of a GPU_REDUCE: GPU__FOLD defines the code for CPU and GPU, GPU__VALUE the public functions. */
#define GPU__FOLD(A, label, name, T, flags, combine, shape, ...)                                                       \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__REDUCE_LANES(A, name, GPU__BOUND_##shape(T), GPU__OPTIMIZED(GPU__EACH_##shape(GPU__FETCH, GPU__NOTHING, T)),  \
                      GPU__CURRENT_##shape(T), __VA_ARGS__)                                                            \
    GPU__OPTIMIZED(GPU__REDUCE_FOUR_TILES(A, name, GPU__BOUND_##shape(T), GPU__CURRENT_##shape(T), __VA_ARGS__))       \
    GPU__REDUCE_TREE(A, name)                                                                                          \
    GPU__FOLD_ON_DEVICE(A, name, T, shape, __VA_ARGS__)                                                                \
    GPU__FOLD_OP(A, label, name, name, GPU__FLAGS(A) | flags, T, shape, 0)
#define GPU__FOLD_OP(R, label, name, fold, flags, T, shape, finish)                                                    \
    static GPU__UNUSED inline const gpu__reduction *name##__reduction(void)                                            \
    {                                                                                                                  \
        static const gpu__reduction reduction = {GPU__OP_SHAPED(R, label, GPU__DEVICE_CODE(name), flags, T, shape),    \
                                                 GPU__TABLE(fold##__fold), GPU__TABLE(fold##__tree), finish};          \
        return &reduction;                                                                                             \
    }
#define GPU__VALUE(A, name, name_to, identity, T, shape)                                                               \
    GPU__VALUE_HERE(A, name, identity, T, shape) GPU__VALUE_TO_OUT(A, name, name_to, identity, T, shape)
#define GPU__VALUE_HERE(A, name, identity, T, shape)                                                                   \
    GPU__PRE A name(GPU__GIVEN_##shape(T), size_t n)                                                                   \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *const in[] = {GPU__POINTERS_##shape};                                                              \
        (void)gpu__reduce_call(name##__reduction(), NULL, &value, in, n);                                              \
        return value;                                                                                                  \
    }
#define GPU__VALUE_TO_OUT(A, name, name_to, identity, T, shape)                                                        \
    GPU__PRE gpu_status name_to(A *out, GPU__GIVEN_##shape(T), size_t n)                                               \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *const in[] = {GPU__POINTERS_##shape};                                                              \
        GPU__BY_RULE(name_to) return gpu__reduce_call(name##__reduction(), GPU__TARGET(out), &value, in, n);           \
    }

/* A product that no compiler contracts with a sum to an fma, so that both backends give the same bits. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ {float|double} gpu__times({1} a, {1} b) { return __{fmul|dmul}_rn(a, b); }
template <class Type> static __device__ __forceinline__ Type gpu__times(Type a, Type b) { return a * b; }
#define GPU__TIMES(a, b) gpu__times((a), (b))
#else
#define GPU__TIMES(a, b) ((a) * (b))
#endif
#define GPU__FIRST_OF(a, b, beats) ((a)beats(b) || (a) != (a) ? (a) : (b)) /* a NaN has precedence */
/* The shapes of parameters. A shape names the parameters of a function of elements of type T: of_xy has arrays x and y;
   a and b are numbers of type T, h is an int, r, t and q are doubles, i is the index. (of_s is of_x for elements of two
   bytes.) What macros above need of a shape, src/join writes out: GPU__GIVEN, the parameters of the public function;
   GPU__POINTERS, pointers to their values; GPU__BOUND, what a loop reads of these pointers before it starts;
   GPU__CURRENT, what it reads of the arrays for element gpu__i. (With GPU__EACH, which counts arguments at each use, a
   C compiler would need three times as long.) */
/* The descriptions of the parameters for elements of 1, 4 and 8 bytes. (Without optimisation gcc writes them into every
   object file, four kilobytes in all.) */
#ifdef GPU__CUDA /* a template: what the program does not use is not emitted */
#define GPU__SHAPE_TABLE(shape) template <int gpu__k> static constexpr gpu__parameter gpu__##shape##_of
#define GPU__SHAPED(shape) gpu__##shape##_of<0>
#else
#define GPU__SHAPE_TABLE(shape) static const gpu__parameter gpu__##shape
#define GPU__SHAPED(shape) gpu__##shape
#endif
#define GPU__SHAPE(shape, count)                                                                                       \
    enum { gpu__##shape##_count = count };                                                                             \
    GPU__SHAPE_TABLE(shape)                                                                                            \
    [3][count] GPU__UNUSED = {{GPU__EACH_##shape(GPU__SIZED, GPU__COMMA, 1)},                                          \
                              {GPU__EACH_##shape(GPU__SIZED, GPU__COMMA, 4)},                                          \
                              {GPU__EACH_##shape(GPU__SIZED, GPU__COMMA, 8)}};
/* clang-format off */
#define GPU__SIZED_{gpu__array|scalar|index}(k, size, x) \
    {#x, {size|0|0}, {0|GPU__SIZED_##size|0}, {size|0|1}, {size|1|1}}
#define GPU__SIZED_{1|4|8} {1}
#define GPU__SIZED_{int|double} sizeof({1})
/* clang-format on */
