/* ---- The prewritten functions ------------------------------------------------------------------------------------ */

/* Macros open and close the class, since clang-format would indent everything in between. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
namespace
{
GPU__EXPR_CLASS(of_{a|iab|irtqa|x|s|xy|yx|xa|ax|axy|xab|xha|xhy|xrt})
/* The class has every function for every type. Bare names refuse the types that a function does not have
   (language/bare_names.h), and no public name stands for them, so their code is never compiled. The `int` parameter
   delays the instantiation: a function template passes a parameter of its own for it, so the class is instantiated only
   in a file that calls the function. */
GPU__CLASS_OPENS
