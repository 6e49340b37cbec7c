/* The shapes of parameters. A shape names the parameters of a function of elements of type T: of_xy has arrays x and y;
   a and b are numbers of type T, h is an int, r and t are doubles. (of_s is of_x for elements of two bytes.) What the
   rows and folds of function_macros.h need of a shape is written out here: with GPU__EACH, which counts its arguments
   at each use, a C compiler would need three times as long for a row. */
#define GPU__EACH_of_a(F, S, T) F##_scalar(0, T, a)
#define GPU__EACH_of_x(F, S, T) F##_gpu__array(0, T, x)
#define GPU__EACH_of_s(F, S, T) F##_gpu__array(0, T, x)
#define GPU__EACH_of_xy(F, S, T) F##_gpu__array(0, T, x) S() F##_gpu__array(1, T, y)
#define GPU__EACH_of_yx(F, S, T) F##_gpu__array(0, T, y) S() F##_gpu__array(1, T, x)
#define GPU__EACH_of_xa(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, T, a)
#define GPU__EACH_of_ax(F, S, T) F##_scalar(0, T, a) S() F##_gpu__array(1, T, x)
#define GPU__EACH_of_xh(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, int, h)
#define GPU__EACH_of_axy(F, S, T) F##_scalar(0, T, a) S() F##_gpu__array(1, T, x) S() F##_gpu__array(2, T, y)
#define GPU__EACH_of_xab(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, T, a) S() F##_scalar(2, T, b)
#define GPU__EACH_of_xha(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, int, h) S() F##_scalar(2, T, a)
#define GPU__EACH_of_xhy(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, int, h) S() F##_gpu__array(2, T, y)
#define GPU__EACH_of_xrt(F, S, T) F##_gpu__array(0, T, x) S() F##_scalar(1, double, r) S() F##_scalar(2, double, t)
#define GPU__EACH_of_xyrt(F, S, T)                                                                                     \
    F##_gpu__array(0, T, x) S() F##_gpu__array(1, T, y) S() F##_scalar(2, double, r) S() F##_scalar(3, double, t)
#define GPU__NAME_scalar(k, T, a) a
/* The parameters of the public function ... */
#define GPU__GIVEN_of_a(T) T a
#define GPU__GIVEN_of_x(T) const T *x
#define GPU__GIVEN_of_s(T) const T *x
#define GPU__GIVEN_of_xy(T) const T *x, const T *y
#define GPU__GIVEN_of_yx(T) const T *y, const T *x
#define GPU__GIVEN_of_xa(T) const T *x, T a
#define GPU__GIVEN_of_ax(T) T a, const T *x
#define GPU__GIVEN_of_xh(T) const T *x, int h
#define GPU__GIVEN_of_axy(T) T a, const T *x, const T *y
#define GPU__GIVEN_of_xab(T) const T *x, T a, T b
#define GPU__GIVEN_of_xha(T) const T *x, int h, T a
#define GPU__GIVEN_of_xhy(T) const T *x, int h, const T *y
#define GPU__GIVEN_of_xrt(T) const T *x, double r, double t
#define GPU__GIVEN_of_xyrt(T) const T *x, const T *y, double r, double t
/* ... and pointers to their values. */
#define GPU__POINTERS_of_a &a
#define GPU__POINTERS_of_x x
#define GPU__POINTERS_of_s x
#define GPU__POINTERS_of_xy x, y
#define GPU__POINTERS_of_yx y, x
#define GPU__POINTERS_of_xa x, &a
#define GPU__POINTERS_of_ax &a, x
#define GPU__POINTERS_of_xh x, &h
#define GPU__POINTERS_of_axy &a, x, y
#define GPU__POINTERS_of_xab x, &a, &b
#define GPU__POINTERS_of_xha x, &h, &a
#define GPU__POINTERS_of_xhy x, &h, y
#define GPU__POINTERS_of_xrt x, &r, &t
#define GPU__POINTERS_of_xyrt x, y, &r, &t
/* What a loop reads of these pointers before it starts ... */
#define GPU__BOUND_of_a(T) const T a = *(const T *)gpu__in[0];
#define GPU__BOUND_of_x(T) const T *const gpu__p0 = (const T *)gpu__in[0];
#define GPU__BOUND_of_s(T) const T *const gpu__p0 = (const T *)gpu__in[0];
#define GPU__BOUND_of_xy(T) const T *const gpu__p0 = (const T *)gpu__in[0], *const gpu__p1 = (const T *)gpu__in[1];
#define GPU__BOUND_of_yx(T) const T *const gpu__p0 = (const T *)gpu__in[0], *const gpu__p1 = (const T *)gpu__in[1];
#define GPU__BOUND_of_xa(T)                                                                                            \
    const T *const gpu__p0 = (const T *)gpu__in[0];                                                                    \
    const T a = *(const T *)gpu__in[1];
#define GPU__BOUND_of_ax(T)                                                                                            \
    const T *const gpu__p1 = (const T *)gpu__in[1];                                                                    \
    const T a = *(const T *)gpu__in[0];
#define GPU__BOUND_of_xh(T)                                                                                            \
    const T *const gpu__p0 = (const T *)gpu__in[0];                                                                    \
    const int h = *(const int *)gpu__in[1];
#define GPU__BOUND_of_axy(T)                                                                                           \
    const T *const gpu__p1 = (const T *)gpu__in[1], *const gpu__p2 = (const T *)gpu__in[2];                            \
    const T a = *(const T *)gpu__in[0];
#define GPU__BOUND_of_xab(T)                                                                                           \
    const T *const gpu__p0 = (const T *)gpu__in[0];                                                                    \
    const T a = *(const T *)gpu__in[1];                                                                                \
    const T b = *(const T *)gpu__in[2];
#define GPU__BOUND_of_xha(T)                                                                                           \
    const T *const gpu__p0 = (const T *)gpu__in[0];                                                                    \
    const int h = *(const int *)gpu__in[1];                                                                            \
    const T a = *(const T *)gpu__in[2];
#define GPU__BOUND_of_xhy(T)                                                                                           \
    const T *const gpu__p0 = (const T *)gpu__in[0], *const gpu__p2 = (const T *)gpu__in[2];                            \
    const int h = *(const int *)gpu__in[1];
#define GPU__BOUND_of_xrt(T)                                                                                           \
    const T *const gpu__p0 = (const T *)gpu__in[0];                                                                    \
    const double r = *(const double *)gpu__in[1];                                                                      \
    const double t = *(const double *)gpu__in[2];
#define GPU__BOUND_of_xyrt(T)                                                                                          \
    const T *const gpu__p0 = (const T *)gpu__in[0], *const gpu__p1 = (const T *)gpu__in[1];                            \
    const double r = *(const double *)gpu__in[2];                                                                      \
    const double t = *(const double *)gpu__in[3];
/* ... and of the arrays for element gpu__i. */
#define GPU__CURRENT_of_a(T)
#define GPU__CURRENT_of_x(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_s(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_xy(T) const T x = gpu__p0[gpu__i], y = gpu__p1[gpu__i];
#define GPU__CURRENT_of_yx(T) const T y = gpu__p0[gpu__i], x = gpu__p1[gpu__i];
#define GPU__CURRENT_of_xa(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_ax(T) const T x = gpu__p1[gpu__i];
#define GPU__CURRENT_of_xh(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_axy(T) const T x = gpu__p1[gpu__i], y = gpu__p2[gpu__i];
#define GPU__CURRENT_of_xab(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_xha(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_xhy(T) const T x = gpu__p0[gpu__i], y = gpu__p2[gpu__i];
#define GPU__CURRENT_of_xrt(T) const T x = gpu__p0[gpu__i];
#define GPU__CURRENT_of_xyrt(T) const T x = gpu__p0[gpu__i], y = gpu__p1[gpu__i];
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
#define GPU__SIZED_gpu__array(k, size, x)                                                                              \
    {                                                                                                                  \
#x, size, 0, size, size                                                                                        \
    }
#define GPU__SIZED_scalar(k, size, a)                                                                                  \
    {                                                                                                                  \
#a, 0, GPU__SIZED_##size, 0, 1                                                                                 \
    }
#define GPU__SIZED_1 1
#define GPU__SIZED_4 4
#define GPU__SIZED_8 8
#define GPU__SIZED_int sizeof(int)
#define GPU__SIZED_double sizeof(double)
GPU__SHAPE(of_a, 1)
GPU__SHAPE(of_x, 1)
GPU__SHAPE(of_xy, 2)
GPU__SHAPE(of_yx, 2)
GPU__SHAPE(of_xa, 2)
GPU__SHAPE(of_ax, 2)
GPU__SHAPE(of_xh, 2)
GPU__SHAPE(of_axy, 3)
GPU__SHAPE(of_xab, 3)
GPU__SHAPE(of_xha, 3)
GPU__SHAPE(of_xhy, 3)
GPU__SHAPE(of_xrt, 3)
GPU__SHAPE(of_xyrt, 4)
enum { gpu__of_s_count = 1 };
GPU__SHAPE_TABLE(of_s)[1][1] GPU__UNUSED = {{{"x", 2, 0, 2, 2}}};
/* The description of an operation with the parameters of a shape. (For a larger T the index divides by zero, so that it
   does not compile. Such a function has to be a GPU__MAP.) */
#define GPU__OP_SHAPED(R, label, device, flags, T, shape)                                                              \
    {                                                                                                                  \
        label, 0, 0, gpu__##shape##_count, flags, sizeof(R), GPU__ALIGNOF(R),                                          \
            GPU__SHAPED(shape)[sizeof(T) / 4 / (sizeof(T) <= 8)], device                                               \
    }
