#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && defined(__FP_FAST_FMA)
#pragma GCC pop_options
#endif
/* clang attributes a warning about the expansion of a macro to the line that uses the macro, which is after this pop.
   The three warnings below would concern almost every use of a macro of this file, so they stay disabled behind it. */
#ifdef __clang__
#pragma clang diagnostic pop
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#if __has_warning("-Wreserved-identifier")
#pragma clang diagnostic ignored "-Wreserved-identifier"
#endif
#endif
#if defined(GPU__GNU) && !defined(__cplusplus) /* C compilers only warn; a kernel must not get such a pointer */
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#endif
