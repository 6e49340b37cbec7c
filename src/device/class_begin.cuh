/* ---- The prewritten functions ------------------------------------------------------------------------------------ */

/* Macros open and close the class, since clang-format would indent everything in between. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
namespace
{
GPU__EXPR_CLASS(of_a)
GPU__EXPR_CLASS(of_iab)
GPU__EXPR_CLASS(of_irtqa)
GPU__EXPR_CLASS(of_x)
GPU__EXPR_CLASS(of_s)
GPU__EXPR_CLASS(of_xy)
GPU__EXPR_CLASS(of_yx)
GPU__EXPR_CLASS(of_xa)
GPU__EXPR_CLASS(of_ax)
GPU__EXPR_CLASS(of_axy)
GPU__EXPR_CLASS(of_xab)
GPU__EXPR_CLASS(of_xha)
GPU__EXPR_CLASS(of_xhy)
GPU__EXPR_CLASS(of_xrt)
/* The class has every function for every type. Bare names refuse the types that a function does not have
   (language/bare_names.h), and no public name stands for them, so their code is never compiled. The `int` parameter
   delays the instantiation: a function template passes a parameter of its own for it, so the class is instantiated only
   in a file that calls the function. */
GPU__CLASS_OPENS
