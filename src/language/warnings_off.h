/* clang's warnings that -Weverything alone asks for, and that speak against what this file is: one text for C and C++,
   whose macros and CUDA's names stand in other people's programs. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"    /* of a clang that lacks one of those below */
#pragma clang diagnostic ignored "-Wreserved-identifier"       /* gpu__ is the prefix of all that is private */
#pragma clang diagnostic ignored "-Wreserved-macro-identifier" /* __shared__ and the like are CUDA's */
#pragma clang diagnostic ignored "-Wused-but-marked-unused"    /* a function is there whether it is called or not */
#pragma clang diagnostic ignored "-Wmissing-prototypes"        /* private functions, behind which macros stand */
#pragma clang diagnostic ignored "-Wfloat-equal"               /* exact comparisons are meant */
#pragma clang diagnostic ignored "-Wdouble-promotion"          /* a running sum of floats is a double */
#pragma clang diagnostic ignored "-Wswitch-enum"               /* `default` is the rest of the types */
#pragma clang diagnostic ignored "-Wbad-function-cast"         /* (int32_t)floor(x) is what it looks like */
#pragma clang diagnostic ignored "-Wmissing-noreturn"          /* what ends a thread of a kernel may be a jump */
#pragma clang diagnostic ignored "-Wformat-nonliteral"         /* formats in tables */
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"  /* a macro may call the function of its name */
#ifdef __cplusplus
#pragma clang diagnostic ignored "-Wheader-hygiene"  /* CUDA's names are everywhere */
#pragma clang diagnostic ignored "-Wunused-template" /* of the groups a program uses what it needs */
#pragma clang diagnostic ignored "-Wunused-member-function"
#pragma clang diagnostic ignored "-Wunneeded-member-function"
#pragma clang diagnostic ignored "-Wold-style-cast" /* casts and NULL are C's */
#pragma clang diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#endif
