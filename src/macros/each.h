/* GPU__EACH(F, S, (T, a), (U, b, scalar), ...) is F_array(0, T, a) S() F_scalar(1, U, b) S() ... for 1 to 16
   parameters. */
#define GPU__CAT(a, b) GPU__CAT_(a, b)
#define GPU__CAT_(a, b) a##b
#define GPU__STRIP(...) __VA_ARGS__
#define GPU__CALL(M, arguments) M arguments
#define GPU__COMMA() ,
#define GPU__NOTHING()
#define GPU__OR() |
#define GPU__COUNT(...) GPU__BEHIND_16(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define GPU__BEHIND_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
#define GPU__PICK(F, k, T, x, mode, ...) F##_##mode(k, T, x)
#define GPU__ONE(F, k, parameter) GPU__CALL(GPU__PICK, (F, k, GPU__STRIP parameter, array, ))
#define GPU__EACH(F, S, ...)                                                                                           \
    GPU__BEHIND_16(__VA_ARGS__, GPU__EACH_16, GPU__EACH_15, GPU__EACH_14, GPU__EACH_13, GPU__EACH_12, GPU__EACH_11,    \
                   GPU__EACH_10, GPU__EACH_9, GPU__EACH_8, GPU__EACH_7, GPU__EACH_6, GPU__EACH_5, GPU__EACH_4,         \
                   GPU__EACH_3, GPU__EACH_2, GPU__EACH_1, 0)                                                           \
    (F, S, __VA_ARGS__)
#define GPU__EACH_1(F, S, a) GPU__ONE(F, 0, a)
#define GPU__EACH_2(F, S, a, b) GPU__EACH_1(F, S, a) S() GPU__ONE(F, 1, b)
#define GPU__EACH_3(F, S, a, b, c) GPU__EACH_2(F, S, a, b) S() GPU__ONE(F, 2, c)
#define GPU__EACH_4(F, S, a, b, c, d) GPU__EACH_3(F, S, a, b, c) S() GPU__ONE(F, 3, d)
#define GPU__EACH_5(F, S, a, b, c, d, e) GPU__EACH_4(F, S, a, b, c, d) S() GPU__ONE(F, 4, e)
#define GPU__EACH_6(F, S, a, b, c, d, e, f) GPU__EACH_5(F, S, a, b, c, d, e) S() GPU__ONE(F, 5, f)
#define GPU__EACH_7(F, S, a, b, c, d, e, f, g) GPU__EACH_6(F, S, a, b, c, d, e, f) S() GPU__ONE(F, 6, g)
#define GPU__EACH_8(F, S, a, b, c, d, e, f, g, h) GPU__EACH_7(F, S, a, b, c, d, e, f, g) S() GPU__ONE(F, 7, h)
#define GPU__EACH_9(F, S, a, b, c, d, e, f, g, h, i) GPU__EACH_8(F, S, a, b, c, d, e, f, g, h) S() GPU__ONE(F, 8, i)
#define GPU__EACH_10(F, S, a, b, c, d, e, f, g, h, i, j)                                                               \
    GPU__EACH_9(F, S, a, b, c, d, e, f, g, h, i) S() GPU__ONE(F, 9, j)
#define GPU__EACH_11(F, S, a, b, c, d, e, f, g, h, i, j, k)                                                            \
    GPU__EACH_10(F, S, a, b, c, d, e, f, g, h, i, j) S() GPU__ONE(F, 10, k)
#define GPU__EACH_12(F, S, a, b, c, d, e, f, g, h, i, j, k, l)                                                         \
    GPU__EACH_11(F, S, a, b, c, d, e, f, g, h, i, j, k) S() GPU__ONE(F, 11, l)
#define GPU__EACH_13(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m)                                                      \
    GPU__EACH_12(F, S, a, b, c, d, e, f, g, h, i, j, k, l) S() GPU__ONE(F, 12, m)
#define GPU__EACH_14(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n)                                                   \
    GPU__EACH_13(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m) S() GPU__ONE(F, 13, n)
#define GPU__EACH_15(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)                                                \
    GPU__EACH_14(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n) S() GPU__ONE(F, 14, o)
#define GPU__EACH_16(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                             \
    GPU__EACH_15(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) S() GPU__ONE(F, 15, p)

#define GPU__FORMAL_array(k, T, x) T x
#define GPU__FORMAL_scalar(k, T, x) T x
#define GPU__FORMAL_index(k, T, x) T x
#define GPU__TYPE_array(k, T, x) T
#define GPU__NAME_array(k, T, x) x
#define GPU__SIZE_array(k, T, x) sizeof(T)
#define GPU__POINTS_array(k, T, x) (GPU__MAY_POINT(T) ? 1u << k : 0u)
#define GPU__ADDRESS_array(k, T, x) (void *)&x
#define GPU__UNPACK_array(k, T, x) *(T *)gpu__argv[k]

