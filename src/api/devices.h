/* ---------------------------------------------------------------------------------------------------- >>devices -- */

GPU_API int gpu_device_count(void);     /* GPUs that this program can use; 0 is no error */
GPU_API gpu_status gpu_use(int device); /* the calling thread's current device: 0, 1, ... or GPU_CPU */
GPU_API int gpu_device(void);           /* it; a thread starts on GPU_DEVICE, else GPU 0, else GPU_CPU */
/* CPU threads for what the calling thread asks of the CPU from now on, whatever GPU_THREADS says; 0: the default again.
   Other threads keep theirs, as with omp_set_num_threads. 1 to 256; the bits of no result change. Without OpenMP there
   is one, and more are GPU_ERROR_NOT_SUPPORTED. gpu_query(GPU_CPU, &info) tells how many: info.multiprocessors. */
GPU_API gpu_status gpu_set_threads(int n);
GPU_API gpu_status gpu_query(int device, gpu_info *info); /* fills *info; GPU_CPU works too */
GPU_API const char *gpu_backend_name(void);               /* "cuda" or "cpu": where the current device runs kernels */
GPU_API void gpu_print_devices(FILE *out);                /* a table of all devices, the current one marked */
GPU_API gpu_status gpu_sync(void);     /* wait for the current device; reports faults of earlier kernels */
GPU_API int gpu_doctor(FILE *out);     /* checks this machine, says what to do; problems found, -1: error */
GPU_API gpu_status gpu_shutdown(void); /* wait for all devices and free all memory of gpu.h, streams too */

