/* The shapes of parameters. A shape names the parameters of a function of elements of type T: of_xy has arrays x and y;
   a and b are numbers of type T, h is an int, r, t and q are doubles, i is the index. (of_s is of_x for elements of two
   bytes.) What the macros of function_macros.h need of a shape, src/join writes out: GPU__GIVEN, the parameters of the
   public function; GPU__POINTERS, pointers to their values; GPU__BOUND, what a loop reads of these pointers before it
   starts; GPU__CURRENT, what it reads of the arrays for element gpu__i. (With GPU__EACH, which counts its arguments at
   each use, a C compiler would need three times as long.) */
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
