/* ---- The prewritten functions ------------------------------------------------------------------------------------ */

/* Macros open and close the class, since clang-format would indent everything in between. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
#define GPU__EXPR_CLASS(shape)                                                                                         \
    template <class Result, class Type, auto row_scalar> struct gpu__expr_##shape {                                    \
        GPU__PRE_COPIES(GPU__EXPR_COPY, Result, row, Type, shape,                                                      \
                        row_scalar(GPU__EACH_##shape(GPU__NAME, GPU__COMMA, Type)))                                    \
        GPU__EXPR_DEVICE(Result, row, Type, shape)                                                                     \
        GPU__EXPR_MAPS(map_of, row__device, shape)                                                                     \
        GPU__EXPR_MAPS(loops_of, NULL, shape)                                                                          \
    };
#define GPU__EXPR_MAPS(name, device, shape)                                                                            \
    static constexpr gpu__map name(const char *label)                                                                  \
    {                                                                                                                  \
        return GPU__EXPR_TABLE(Result, label, row, device, Type, shape);                                               \
    }
namespace
{
GPU__EXPR_CLASS(of_{a|iab|irtqa|x|s|xy|yx|xa|ax|axy|xab|xha|xhy|xrt})
/* The class has every function for every type. Bare names refuse the types that a function does not have
   (language/bare_names.h), and no public name stands for them, so their code is never compiled. The `int` parameter
   delays the instantiation: a function template passes a parameter of its own for it, so the class is instantiated only
   in a file that calls the function. */
GPU__CLASS_OPENS
