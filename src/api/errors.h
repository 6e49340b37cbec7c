/* ----------------------------------------------------------------------------------------------------- >>errors -- */

GPU_API gpu_status gpu_error(void);          /* the thread's last error; GPU_OK if none since gpu_clear_error */
GPU_API const char *gpu_error_message(void); /* its message, "" if none; valid until the thread's next error */
GPU_API void gpu_clear_error(void);          /* resets the thread's error to GPU_OK */
GPU_API const char *gpu_status_name(gpu_status status); /* "GPU_ERROR_OUT_OF_MEMORY" */
/* GPU_VERSION of the file with the implementation, to compare with that of this header; it calls nothing. */
GPU_API int gpu_version(void);

/* GPU_CHECK(call) evaluates `call`, which returns a gpu_status, once; on error it passes the message with this file and
   line to GPU_FAIL. A call that returns another type (gpu_argmax, gpu_device_count) does not compile. */
#define GPU_CHECK(...)                                                                                                 \
    (gpu__note_site(__FILE__, __LINE__, GPU__BY_CHECK),                                                                \
     GPU__CHECK_OF((__VA_ARGS__), #__VA_ARGS__) ? (void)0 : (void)(GPU_FAIL(gpu__check_message())))
/* C would convert any number to a gpu_status. A call of another type selects this function instead: the compiler's
   error about its argument quotes its name, which says what was expected. (GPU__REQUIRE would put `call` inside a
   declaration, where editors do not find the functions that it calls.) */
#ifdef __cplusplus
#define GPU__CHECK_OF(call, text) gpu__check(call, text, __FILE__, __LINE__)
#else
struct GPU_CHECK_takes_a_call_that_returns_a_gpu_status {
    int nothing;
};
int GPU_CHECK_takes_a_call_that_returns_a_gpu_status(struct GPU_CHECK_takes_a_call_that_returns_a_gpu_status,
                                                     const char *, const char *, int);
#define GPU__CHECK_BY(call)                                                                                            \
    GPU__EXTENSION _Generic((call), gpu_status : gpu__check, default : GPU_CHECK_takes_a_call_that_returns_a_gpu_status)
#ifdef GPU__GNU /* so that an error in the call is told once */
#define GPU__CHECK_OF(call, text)                                                                                      \
    GPU__EXTENSION({                                                                                                   \
        const __auto_type gpu__status_that_it_returns = call;                                                          \
        GPU__CHECK_BY(gpu__status_that_it_returns)(gpu__status_that_it_returns, text, __FILE__, __LINE__);             \
    })
#else
#define GPU__CHECK_OF(call, text) GPU__CHECK_BY(call)(call, text, __FILE__, __LINE__)
#endif
/* Fails to compile if the condition is 0: the error, about a bit-field of -1 bits, quotes the name `that`. */
#define GPU__REQUIRE(that, condition) (GPU__EXTENSION(void) sizeof(struct { int that : (condition) ? 1 : -1; }))
#endif
#if !defined(GPU_FAIL) && defined(MPI_VERSION) /* exit() would leave the other processes waiting */
#define GPU_FAIL(message) (fprintf(stderr, "%s\n", (message)), (void)MPI_Abort(MPI_COMM_WORLD, 1), exit(1))
#elif !defined(GPU_FAIL)
#define GPU_FAIL(message) (fprintf(stderr, "%s\n", (message)), exit(1))
#endif
