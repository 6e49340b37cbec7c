/* GPU__EACH(F, S, (T, a), (U, b, scalar), ...) expands to F_gpu__array(0, T, a) S() F_scalar(1, U, b) S() ... for 1 to
   16 parameters. */
#define GPU__CAT(a, b) GPU__CAT_(a, b)
#define GPU__CAT_(a, b) a##b
#define GPU__TEXT(...) GPU__TEXT_(__VA_ARGS__)
#define GPU__TEXT_(...) #__VA_ARGS__
#define GPU__STRIP(...) __VA_ARGS__
#define GPU__CALL(M, arguments) M arguments
#define GPU__COMMA() ,
#define GPU__NOTHING()
#define GPU__OR() |
#define GPU__COUNT(...) GPU__BEHIND_16(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define GPU__BEHIND_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
#define GPU__ONE(...) GPU__PICK(__VA_ARGS__, )
#define GPU__PICK(F, k, T, x, mode, ...) F##_##mode(k, T, x)
#define GPU__EACH(F, S, ...)                                                                                           \
    GPU__BEHIND_16(__VA_ARGS__, GPU__EACH_16, GPU__EACH_15, GPU__EACH_14, GPU__EACH_13, GPU__EACH_12, GPU__EACH_11,    \
                   GPU__EACH_10, GPU__EACH_9, GPU__EACH_8, GPU__EACH_7, GPU__EACH_6, GPU__EACH_5, GPU__EACH_4,         \
                   GPU__EACH_3, GPU__EACH_2, GPU__EACH_1, 0)                                                           \
    (F, S, __VA_ARGS__)
#define GPU__FORMAL_{gpu__array|scalar|index}(k, T, x) T x
#define GPU__TYPE_gpu__array(k, T, x) T
#define GPU__NAME_{gpu__array|scalar|index}(k, T, x) x
#define GPU__SIZE_gpu__array(k, T, x) sizeof(T)
#define GPU__POINTS_gpu__array(k, T, x) (GPU__AS(unsigned, GPU__MAY_POINT(T)) << k)
#define GPU__ADDRESS_gpu__array(k, T, x) GPU__ADDRESS_OF(T, x)
#define GPU__UNPACK_gpu__array(k, T, x) *GPU__AS(GPU__PLAIN(T) *, gpu__argv[k])

/* Dispatch of the public macros on the number of their arguments: M_gpu__some, M_gpu__none, or for too few or too many
   one static assertion that says what was expected. After such an error the user's body still becomes a function with
   the given parameters, so that no further errors follow. From the 18th argument on the verdict is in parentheses, and
   it is a parameter of the user: too many. */
#define GPU__DISPATCH_ON_{COUNT|FORM}(M, verdict, ...) GPU__DISPATCH_ON_{COUNT|FORM}_(M, verdict, __VA_ARGS__)
#define GPU__DISPATCH_ON_{COUNT|FORM}_(M, verdict, ...) M##_##verdict(__VA_ARGS__)
#define GPU__BEHIND_17(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, N, ...) GPU__VERDICT(N)
#define GPU__VERDICT(N) GPU__VERDICT_(GPU__IS_PAIR N, N, 0)
#define GPU__VERDICT_(...) GPU__SECOND(__VA_ARGS__)
#define GPU__SECOND(a, b, ...) b
#define GPU__IS_PAIR(...) 0, gpu__many
#define GPU__FOUR_TIMES(verdict) verdict, verdict, verdict, verdict
#define GPU__EIGHT_TIMES(verdict) GPU__FOUR_TIMES(verdict), GPU__FOUR_TIMES(verdict)
#define GPU__VERDICT_KERNEL(...)                                                                                       \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, GPU__EIGHT_TIMES(gpu__some), GPU__EIGHT_TIMES(gpu__some), gpu__none, 0))
#define GPU__VERDICT_VECTORIZE(...)                                                                                    \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__wrong, gpu__wrong, gpu__wrong, GPU__FOUR_TIMES(gpu__wrong),           \
                               GPU__EIGHT_TIMES(gpu__some), gpu__none, gpu__few, 0))
#define GPU__VERDICT_REDUCE(...)                                                                                       \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__wrong, GPU__FOUR_TIMES(gpu__wrong), GPU__EIGHT_TIMES(gpu__some),      \
                               gpu__none, gpu__few, gpu__few, gpu__few, 0))
#define GPU__VERDICT_SCAN(...)                                                                                         \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__few, GPU__FOUR_TIMES(gpu__few), GPU__EIGHT_TIMES(gpu__few),           \
                               gpu__some, gpu__few, gpu__few, gpu__few, 0))
#ifdef __cplusplus
#define GPU__MISTAKE(sentence) static_assert(false, sentence);
#else
#define GPU__MISTAKE(sentence) GPU__EXTENSION _Static_assert GPU__NOTHING()(0, sentence); /* not glibc's macro */
#endif
#define GPU__FIRST_16(...) GPU__FIRST_16_(__VA_ARGS__, (int, gpu__p), (int, gpu__q), 0)
#define GPU__FIRST_16_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...)                                            \
    GPU__EACH_16(GPU__FORMAL, GPU__COMMA, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
#define GPU__LINE_FN(name) GPU__CAT(name, __LINE__)

/* GPU__DISPATCH_ON_FORM is on the form of the parameters: M_gpu__paired if all are (type, name) or (type, name, kind),
   else M_gpu__unpaired. Of an unknown kind GPU__UNPAIRED is not defined: its name then keeps GPU__ALL_KNOWN from its
   parentheses. */
#define GPU__PAIRED(...)                                                                                               \
    GPU__CALL(GPU__SECOND, (0 GPU__UNPARTED(__VA_ARGS__) GPU__EACH(GPU__UNPAIRED, GPU__NOTHING, __VA_ARGS__),          \
                            GPU__KINDS(__VA_ARGS__), 0))
#define GPU__KINDS(...)                                                                                                \
    GPU__CALL(GPU__VERDICT_, (GPU__ALL_KNOWN GPU__EACH(GPU__UNPAIRED, GPU__NOTHING, __VA_ARGS__)(), gpu__unpaired, 0))
#define GPU__ALL_KNOWN() 0, gpu__paired
#define GPU__UNPAIRED_{gpu__array|scalar|index}(k, T, x)
#define GPU__UNPAIRED_(k, T, x) , gpu__unpaired
/* `, gpu__unpaired` if a parenthesis follows another without a comma between them: (float *, x) (int, n). */
#define GPU__UNPARTED(...)                                                                                             \
    GPU__CALL(GPU__UNPARTED_16, (__VA_ARGS__, (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), ()))
#define GPU__UNPARTED_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...)                                          \
    GPU__UNPARTED_(GPU__EAT a GPU__EAT b GPU__EAT c GPU__EAT d GPU__EAT e GPU__EAT f GPU__EAT g GPU__EAT h GPU__EAT i  \
                       GPU__EAT j GPU__EAT k GPU__EAT l GPU__EAT m GPU__EAT n GPU__EAT o GPU__EAT p)
#define GPU__UNPARTED_(...) GPU__UNPARTED_PAIR __VA_ARGS__
#define GPU__UNPARTED_PAIR(...) , gpu__unpaired,
#define GPU__EAT(...)
/* In front of a kernel's function. It is empty, but `template <class T> GPU_KERNEL(...)` becomes an enumeration that is
   a template, which is an error that quotes the name. The line number makes the name a new one, since g++ takes a
   template of a known enumeration. */
#ifdef __cplusplus
#define GPU__NO_TEMPLATE                                                                                               \
    enum GPU__LINE_FN(gpu__of_a_template_write_GPU_KERNEL_TEMPLATE_) : int;                                            \
    GPU__OUTSIDE
/* In a function or a class this is the first error, which quotes the name. */
#define GPU__OUTSIDE                                                                                                   \
    namespace gpu__to_be_written_outside_of_functions_and_classes                                                      \
    {                                                                                                                  \
    }
#else
#define GPU__NO_TEMPLATE
#define GPU__OUTSIDE
#endif
/* After M_gpu__unpaired: the parameters as the user meant them, from (float *x), or from float *x without parentheses,
   in front of which GPU__EACH has left its GPU__STRIP. An empty one becomes an unused int. */
#define GPU__FORMAL_(k, T, x) GPU__CAT(GPU__MEANT_, GPU__VERDICT_(GPU__BARE_##T, gpu__pair, 0))(k, T)
#define GPU__BARE_GPU__STRIP 0, gpu__bare,
#define GPU__MEANT_gpu__bare(k, T) GPU__MEANT_gpu__pair(k, GPU__WITHOUT_##T)
#define GPU__WITHOUT_GPU__STRIP
#define GPU__MEANT_gpu__pair(k, T) GPU__CAT(GPU__NAMED_, GPU__VERDICT_(GPU__IS_EMPTY T(), gpu__given, 0))(k, T)
#define GPU__IS_EMPTY() 0, gpu__empty
#define GPU__NAMED_gpu__given(k, T) T
#define GPU__NAMED_gpu__empty(k, T) int gpu__p##k GPU__UNUSED
#define GPU__PAIRS_SAY(what)                                                                                           \
    GPU__MISTAKE("gpu.h: " what ": each parameter is in parentheses, a comma between its type and its name, and a "    \
                 "comma before the next: (float *, x), (int, n); a type that contains a comma gets a name by typedef")

/* What takes the place of a macro that is used wrongly: the function, for calls of it, and the head of its body. */
#define GPU__REFUSED(result, name, first, R, body, ...)                                                                \
    result name(first, ...);                                                                                           \
    static inline R name##body(__VA_ARGS__)
#define GPU__KERNEL_gpu__some(name, ...) GPU__DISPATCH_ON_FORM(GPU__KERNEL, GPU__PAIRED(__VA_ARGS__), name, __VA_ARGS__)
#define GPU__KERNEL_gpu__unpaired(name, ...)                                                                           \
    GPU__PAIRS_SAY("GPU_KERNEL(name, (type, parameter), ...)")                                                         \
    GPU__REFUSED(gpu_status, name, gpu_config gpu__config, void, __body,                                               \
                 GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__KERNEL_gpu__many(name, ...)                                                                               \
    GPU__MISTAKE("gpu.h: GPU_KERNEL(name, (type, parameter), ...) takes at most 16 parameters; pass a struct of them") \
    GPU__REFUSED(gpu_status, name, gpu_config gpu__config, void, __body, GPU__FIRST_16(__VA_ARGS__))
#ifdef __cplusplus
#define GPU__TEMPLATE_gpu__some(parameters, name, ...)                                                                 \
    GPU__DISPATCH_ON_FORM(GPU__TEMPLATE, GPU__BOTH_PAIRED(parameters, __VA_ARGS__), parameters, name, __VA_ARGS__)
#define GPU__BOTH_PAIRED(parameters, ...)                                                                              \
    GPU__CALL(GPU__SECOND, (0 GPU__UNPARTED parameters GPU__UNPARTED(__VA_ARGS__)                                      \
                                GPU__EACH(GPU__UNPAIRED, GPU__NOTHING, GPU__STRIP parameters)                          \
                                    GPU__EACH(GPU__UNPAIRED, GPU__NOTHING, __VA_ARGS__),                               \
                            gpu__paired, 0))
#define GPU__TEMPLATE_gpu__unpaired(parameters, name, ...)                                                             \
    GPU__PAIRS_SAY("GPU_KERNEL_TEMPLATE(((class, T), (int, N)), name, (type, parameter), ...)")                        \
    template <class...> gpu_status name(gpu_config gpu__config, ...);                                                  \
    static inline void name##__body(void)
#define GPU__TEMPLATE_gpu__{none|many}(parameters, name, ...)                                                          \
    GPU__MISTAKE("gpu.h: GPU_KERNEL_TEMPLATE(((class, T), (int, N)), name, (type, parameter), ...) takes 1 to 16 "     \
                 "parameters; pass a struct of more")                                                                  \
    static inline void name##__body(void)
#else
#define GPU__TEMPLATE_IN_C(name)                                                                                       \
    GPU__MISTAKE("gpu.h: GPU_KERNEL_TEMPLATE needs C++: compile with g++, clang++ or nvcc, or write a GPU_KERNEL for " \
                 "each type")                                                                                          \
    static inline void name##__body(void)
#endif
/* The verdict, or gpu__untyped if the name is a parameter in parentheses: then the type of the result is missing. */
#define GPU__TYPED(name, verdict) GPU__VERDICT_(GPU__IS_UNTYPED name, verdict, 0)
#define GPU__IS_UNTYPED(...) 0, gpu__untyped
#define GPU__VECTORIZE_gpu__some(R, name, ...)                                                                         \
    GPU__DISPATCH_ON_FORM(GPU__VECTORIZE, GPU__TYPED(name, GPU__PAIRED(__VA_ARGS__)), R, name, __VA_ARGS__)
#define GPU__VECTORIZE_gpu__untyped(...)                                                                               \
    GPU__MISTAKE("gpu.h: GPU_VECTORIZE(type, name, (type, parameter), ...) begins with the type of the result")        \
    static inline double GPU__LINE_FN(gpu__refused)(void)
#define GPU__VECTORIZE_gpu__unpaired(R, name, ...)                                                                     \
    GPU__PAIRS_SAY("GPU_VECTORIZE(type, name, (type, parameter), ...)")                                                \
    GPU__REFUSED(gpu_status, name, const void *gpu__out, R, _scalar, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__VECTORIZE_SAYS                                                                                            \
    GPU__MISTAKE("gpu.h: GPU_VECTORIZE(type, name, (type, parameter), ...) takes 1 to 8 parameters")
#define GPU__VECTORIZE_gpu__few(...) GPU__VECTORIZE_SAYS static inline double GPU__LINE_FN(gpu__refused)(void)
#define GPU__VECTORIZE_gpu__none(R, name)                                                                              \
    GPU__DISPATCH_ON_FORM(GPU__VECTORIZE, GPU__TYPED(name, gpu__no_parameter), R, name)
#define GPU__VECTORIZE_gpu__no_parameter(R, name)                                                                      \
    GPU__VECTORIZE_SAYS GPU__REFUSED(gpu_status, name, const void *gpu__out, R, _scalar, void)
#define GPU__VECTORIZE_gpu__{wrong|many}(R, name, ...)                                                                 \
    GPU__VECTORIZE_SAYS GPU__REFUSED(gpu_status, name, const void *gpu__out, R, _scalar,                               \
                                     {GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)|GPU__FIRST_16(__VA_ARGS__)})
#define GPU__REDUCE_gpu__unpaired(A, name, identity, combine, ...)                                                     \
    GPU__PAIRS_SAY("GPU_REDUCE(type, name, identity, expression of a and b, (type, parameter), ...)")                  \
    GPU__REFUSED(A, name, const void *gpu__x, A, _scalar, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__REDUCE_SAYS                                                                                               \
    GPU__MISTAKE("gpu.h: GPU_REDUCE(type, name, identity, expression of a and b, (type, parameter), ...) takes "       \
                 "1 to 8 parameters")
#define GPU__REDUCE_gpu__few(...) GPU__REDUCE_SAYS static inline double GPU__LINE_FN(gpu__refused)(void)
#define GPU__REDUCE_gpu__none(A, name, identity, combine)                                                              \
    GPU__REDUCE_SAYS GPU__REFUSED(A, name, const void *gpu__x, A, _scalar, void)
#define GPU__REDUCE_gpu__{wrong|many}(A, name, identity, combine, ...)                                                 \
    GPU__REDUCE_SAYS GPU__REFUSED(A, name, const void *gpu__x, A, _scalar,                                             \
                                  {GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)|GPU__FIRST_16(__VA_ARGS__)})
#define GPU__{REDUCE|ORDERED}_gpu__some(A, name, identity, combine, ...)                                               \
    GPU__DISPATCH_ON_FORM(GPU__{REDUCE|ORDERED}, GPU__PAIRED(__VA_ARGS__), A, name, identity, combine, __VA_ARGS__)
#define GPU__{REDUCE|ORDERED}_gpu__paired(A, name, identity, combine, ...)                                             \
    GPU__OUTSIDE GPU__REDUCE(GPU__{REDUCE|ORDERED}, {0|GPU__IN_ORDER}, A, name, identity, combine, __VA_ARGS__)
#define GPU__ORDERED_gpu__{unpaired|few|none|wrong|many} GPU__REDUCE_gpu__{1}
#define GPU__SCAN_gpu__{few|many}(...)                                                                                 \
    GPU__MISTAKE("gpu.h: GPU_SCAN(type, name, identity, expression of a and b) takes 4 arguments")
