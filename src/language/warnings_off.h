/* Warnings that clang gives only under -Weverything, and that this file cannot avoid: it is one text for C and C++, and
   its macros and CUDA's names appear in other people's programs. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"    /* of a clang that lacks one of those below */
#pragma clang diagnostic ignored "-Wreserved-identifier"       /* gpu__ is the prefix of all that is private */
#pragma clang diagnostic ignored "-Wreserved-macro-identifier" /* __shared__ and the like are CUDA's */
#pragma clang diagnostic ignored "-Wused-but-marked-unused"    /* a function marked unused may be called */
#pragma clang diagnostic ignored "-Wmissing-prototypes"        /* private functions, which macros call */
#pragma clang diagnostic ignored "-Wfloat-equal"               /* exact comparisons are meant */
#pragma clang diagnostic ignored "-Wdouble-promotion"          /* a running sum of floats is a double */
#pragma clang diagnostic ignored "-Wswitch-enum"               /* `default` stands for all other types */
#pragma clang diagnostic ignored "-Wbad-function-cast"         /* (int32_t)floor(x) is meant */
#pragma clang diagnostic ignored "-Wcomma"                     /* two assignments may share a statement */
#pragma clang diagnostic ignored "-Wmissing-noreturn"          /* a function that ends a thread may do so by a jump */
#pragma clang diagnostic ignored "-Wformat-nonliteral"         /* formats in tables */
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"  /* a macro may call the function of its name */
#ifdef __cplusplus
#pragma clang diagnostic ignored "-Wheader-hygiene"  /* gpu__names, which has CUDA's names, is used globally */
#pragma clang diagnostic ignored "-Wunused-template" /* a program need not use every group */
#pragma clang diagnostic ignored "-Wunused-member-function"
#pragma clang diagnostic ignored "-Wunneeded-member-function"
#pragma clang diagnostic ignored "-Wold-style-cast" /* casts and NULL are C's */
#pragma clang diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#endif
/* Where the target has fused multiply-add, gcc contracts a * b + c unless told not to, and results would depend on the
   command line. What is inlined takes its caller's setting, so all of this file has it, not only what is GPU__HOT. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && defined(__FP_FAST_FMA)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#endif
