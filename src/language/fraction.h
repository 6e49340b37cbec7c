/* Refuses a scalar with a fraction for an array of integers. */
#ifdef __cplusplus
extern "C++" {
template <class Scalar> struct gpu__fraction {
    enum { possible = 0 };
};
template <> struct gpu__fraction<{float|double|long double}> {
    enum { possible = 1 };
};
template <class Type, class Scalar> struct gpu__fit {
    static_assert(gpu__fraction<Type>::possible || !gpu__fraction<Scalar>::possible,
                  "gpu.h: an array of integers takes an integer, not a floating-point number, which would lose its "
                  "fraction; cast it");
};
template <class Type, class Scalar> gpu__fit<Type, Scalar> gpu__fits(const Type *array, const Scalar &scalar);
}
#define GPU__FITS(array, scalar) ((void)sizeof(gpu__fits(array, scalar)))
#else
#define GPU__FITS(array, scalar)                                                                                       \
    GPU__REQUIRE(gpu__an_array_of_integers_takes_an_integer_not_a_floating_point_number_cast_it,                       \
                 _Generic((array), GPU__CASE(float, 1), GPU__CASE(double, 1), default : 0) ||                          \
                     _Generic((scalar), float : 0, double : 0, long double : 0, default : 1))
#endif
#define GPU__WHOLE(scalar) GPU__FITS((const int *)0, scalar)
