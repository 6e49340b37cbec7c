/* ---------------------------------------------------------------------------------------------------- >>devices -- */

/* Number of GPUs that this program can use. 0 is not an error. */
GPU_API int gpu_device_count(void);
/* Makes `device`, 0, 1, ... or GPU_CPU, the current device of the calling thread, with its default stream. */
GPU_API gpu_status gpu_use(int device);
/* The calling thread's current device. A thread starts on the device that the environment variable GPU_DEVICE names;
   without it on GPU 0, or on GPU_CPU where there is no GPU. */
GPU_API int gpu_device(void);
/* Number of CPU threads for later calls of the calling thread, 1 to 256; it overrides the environment variable
   GPU_THREADS, and 0 restores the default. Other threads are not affected, as with omp_set_num_threads. Results do not
   depend on it, to the bit. Without OpenMP there is one thread, and n > 1 is GPU_ERROR_NOT_SUPPORTED.
   gpu_query(GPU_CPU, &info) returns the number as info.multiprocessors. */
GPU_API gpu_status gpu_set_threads(int n);
GPU_API gpu_status gpu_query(int device, gpu_info *info); /* fills *info; device may be GPU_CPU */
GPU_API const char *gpu_backend_name(void);               /* "cuda" or "cpu": what runs kernels of the current device */
GPU_API void gpu_print_devices(FILE *out);                /* a table of all devices, the current one marked */
/* Waits for all work queued on the current device, and reports faults of its kernels. */
GPU_API gpu_status gpu_sync(void);
/* Checks driver, GPUs and compiler options on this machine and prints what to do. Returns the number of problems, or
   -1 on error. */
GPU_API int gpu_doctor(FILE *out);
/* Waits for all devices and frees all memory, streams, events and graphs of gpu.h, whichever thread made them. Other
   threads go on with the default stream. */
GPU_API gpu_status gpu_shutdown(void);
