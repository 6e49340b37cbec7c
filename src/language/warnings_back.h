/* clang reports what a macro stands for in the line that uses it, where push and pop above do not reach: these three
   would name almost each use of a macro of this file, and stay off behind it. */
#ifdef __clang__
#pragma clang diagnostic pop
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#if __has_warning("-Wreserved-identifier")
#pragma clang diagnostic ignored "-Wreserved-identifier"
#endif
#endif
#if defined(GPU__GNU) && !defined(__cplusplus) /* in C only a warning, and to a kernel such a pointer must not pass */
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#endif
