/* Includes the file BODY once for each type of the set TYPES:

       #define TYPES (REAL | U8)
       #define BODY "sorts_T.h"
       #include "each_type.h"

   There T is the type, S its suffix and S_TEXT the suffix as text, N(name) is name_f32 and so on, also of a function of
   gpu.h, and `#if OF(REAL)` is for types of a set alone. A message names a line of that file. Types that belong to T:
   N(sum) of its sums, N(row_sum) of those of rows, N(mean) of means, N(wrap) in which it wraps. N(type) is T as a
   gpu_type. For types of its own a program includes this file without TYPES, and BODY with S and T defined. */

#ifndef EACH_TYPE_H
#define EACH_TYPE_H

#include <stdint.h>

#define F32 1
#define F64 2
#define I32 4
#define I64 8
#define U8 16
#define U32 32
#define U64 64
#define REAL (F32 | F64)
#define WHOLE (I32 | I64)
#define ALL (REAL | WHOLE)
#define ANY (ALL | U8 | U32 | U64)

#define set_of_f32 F32
#define set_of_f64 F64
#define set_of_i32 I32
#define set_of_i64 I64
#define set_of_u8 U8
#define set_of_u32 U32
#define set_of_u64 U64
typedef float element_f32, row_sum_f32, mean_f32, wrap_f32;
typedef double element_f64, sum_f32, sum_f64, row_sum_f64, mean_f64, mean_i32, mean_i64, wrap_f64;
typedef int32_t element_i32;
typedef int64_t element_i64, sum_i32, sum_i64, row_sum_i32, row_sum_i64;
typedef uint8_t element_u8, wrap_u8;
typedef uint32_t element_u32, wrap_i32, wrap_u32;
typedef uint64_t element_u64, sum_u8, sum_u32, sum_u64, wrap_i64, wrap_u64;
#define type_f32 GPU_F32
#define type_f64 GPU_F64
#define type_i32 GPU_I32
#define type_i64 GPU_I64
#define type_u8 GPU_U8
#define type_u32 GPU_U32
#define type_u64 GPU_U64

#define row_sum_type_f32 GPU_F32
#define row_sum_type_f64 GPU_F64
#define row_sum_type_i32 GPU_I64
#define row_sum_type_i64 GPU_I64
#define sum_type_f32 GPU_F64
#define sum_type_f64 GPU_F64
#define sum_type_i32 GPU_I64
#define sum_type_i64 GPU_I64

#define EACH__JOIN(name, suffix) name##_##suffix
#define EACH__NAME(name, suffix) EACH__JOIN(name, suffix)
#define EACH__TEXT(suffix) #suffix
#define EACH__AS_TEXT(suffix) EACH__TEXT(suffix)
#define N(name) EACH__NAME(name, S)
#define S_TEXT EACH__AS_TEXT(S)
#define OF(set) ((N(set_of) & (set)) != 0)
#endif /* EACH_TYPE_H */

#define T N(element)
#if (TYPES) & F32
#define S f32
#include BODY
#undef S
#endif
#if (TYPES) & F64
#define S f64
#include BODY
#undef S
#endif
#if (TYPES) & I32
#define S i32
#include BODY
#undef S
#endif
#if (TYPES) & I64
#define S i64
#include BODY
#undef S
#endif
#if (TYPES) & U8
#define S u8
#include BODY
#undef S
#endif
#if (TYPES) & U32
#define S u32
#include BODY
#undef S
#endif
#if (TYPES) & U64
#define S u64
#include BODY
#undef S
#endif
#undef T
#undef TYPES
#undef BODY
