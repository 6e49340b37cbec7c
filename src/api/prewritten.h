/* ------------------------------------------------------------------------------------------------- >>prewritten -- */

/* What NumPy has, as functions. A name ends in the type of its arrays: gpu_add_f32, _f64, _i32 (int32_t), _i64
   (int64_t), and for some _u8, _u32, _u64 (uint8_t, ...). In C11 and C++ the bare name, gpu_add, picks it from the
   array's type, and notes the caller's place for messages; in C99 and from the suffixed names it is GPU_CHECK that
   does. A sum is a double for f32 and f64, an int64_t for i32 and i64, a uint64_t for the unsigned types.

   A form whose name has _to leaves the value in *out, device or host memory, and does not wait: gpu_sum_to(out, x,
   n), and with its suffix gpu_sum_to_f32. Host arrays are welcome everywhere. `out` may be the same array as an
   input where that is said; arrays that overlap otherwise are refused. Integers wrap. After an error a value is NaN,
   or -1 (of an unsigned type: all bits set). Where T is an integer type, a value of a floating-point type for a T
   (gpu_scale(counts, 2.5, counts, n)) does not compile: C would cut off its fraction. Cast it, or take an array of
   floats.

   Each function is compiled in the file that calls it, so what is not called costs nothing. A file that a C compiler
   builds then has the CPU's code alone; for it to call those of a .cu file with GPU_IMPLEMENTATION, define
   GPU_KERNELS_FOR_C in both. (nvcc does not read the declarations below: it has these names from templates, and more
   of them would take it longer.) */

