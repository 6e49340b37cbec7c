/* ------------------------------------------------------------------------------------------------- >>prewritten -- */

/* The operations of NumPy, as functions. A name ends in the type of its arrays: gpu_add_f32, _f64, _i32 (int32_t),
   _i64 (int64_t), and for some _u8, _u32, _u64 (uint8_t, ...). In C11 and C++ the name without suffix, gpu_add, selects
   the function by the type of the array, and records the call site for messages; in C99, and with a suffix, GPU_CHECK
   records it. A sum is a double for f32 and f64, an int64_t for i32 and i64, a uint64_t for the unsigned types.

   A function whose name has _to writes its value to *out, in device or host memory: gpu_sum_to(out, x, n), with suffix
   gpu_sum_to_f32. With device memory it does not wait. All functions accept host arrays; the call then waits. `out` may
   be the same array as an input where the contract says so; other overlaps are refused. Integers wrap around. A
   function that returns a value returns NaN on error, or -1 (for an unsigned type: all bits set). Where T is an integer
   type, a floating-point argument for a T (gpu_scale(counts, 2.5, counts, n)) does not compile, because C would
   truncate it: cast it, or use an array of floats.

   A function is compiled in the file that calls it, so one that is not called costs nothing. In a file that a C
   compiler builds it has only CPU code; to call the GPU code of the .cu file with GPU_IMPLEMENTATION from there, define
   GPU_KERNELS_FOR_C in both files. nvcc compiles all of them then, or with GPU_KERNELS_FOR_C_NAMED in the .cu file
   those for which it defines GPU_NAMED_gpu_sum_f32 and so on. (nvcc does not read the declarations below: for it these
   names are macros, and compiling more declarations would take longer.) */
