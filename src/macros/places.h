/* The caller's file and line for messages and for the list of allocations: each call notes them and then calls the
   function of the same name (a macro does not expand inside itself). (gpu_free)(p) or &gpu_free is the bare
   function. */
#define GPU__HERE gpu__at(__FILE__, __LINE__, GPU__BY_CALL)
#define gpu_use(device) (GPU__HERE, gpu_use(device))
#define gpu_query(device, info) (GPU__HERE, gpu_query(device, info))
#define gpu_print_devices(out) (GPU__HERE, gpu_print_devices(out))
#define gpu_sync() (GPU__HERE, gpu_sync())
#define gpu_shutdown() (GPU__HERE, gpu_shutdown())
#define gpu_malloc(bytes) (GPU__HERE, gpu_malloc(bytes))
#define gpu_malloc_pinned(bytes) (GPU__HERE, gpu_malloc_pinned(bytes))
#define gpu_malloc_managed(bytes) (GPU__HERE, gpu_malloc_managed(bytes))
#define gpu_free(p) (GPU__HERE, gpu_free(p))
#define gpu_copy(dst, src, bytes) (GPU__HERE, gpu_copy(dst, src, bytes))
#define gpu_set(p, byte, bytes) (GPU__HERE, gpu_set(p, byte, bytes))
#define gpu_copy_async(dst, src, bytes) (GPU__HERE, gpu_copy_async(dst, src, bytes))
#define gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height)                                               \
    (GPU__HERE, gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height))
#define gpu_memory(stats) (GPU__HERE, gpu_memory(stats))
#define gpu_memory_limit(bytes) (GPU__HERE, gpu_memory_limit(bytes))
#define gpu_memory_trim() (GPU__HERE, gpu_memory_trim())
#define gpu_doctor(out) (GPU__HERE, gpu_doctor(out))
#define gpu_stream_new() (GPU__HERE, gpu_stream_new())
#define gpu_stream_new_priority(priority) (GPU__HERE, gpu_stream_new_priority(priority))
#define gpu_use_stream(stream) (GPU__HERE, gpu_use_stream(stream))
#define gpu_stream_sync(stream) (GPU__HERE, gpu_stream_sync(stream))
#define gpu_stream_free(stream) (GPU__HERE, gpu_stream_free(stream))
#define gpu_stream_native(stream) (GPU__HERE, gpu_stream_native(stream))
#define gpu_stream_callback(stream, fn, user) (GPU__HERE, gpu_stream_callback(stream, fn, user))
#define gpu_event_new() (GPU__HERE, gpu_event_new())
#define gpu_event_record(event) (GPU__HERE, gpu_event_record(event))
#define gpu_event_wait(event) (GPU__HERE, gpu_event_wait(event))
#define gpu_event_sync(event) (GPU__HERE, gpu_event_sync(event))
#define gpu_event_elapsed_ms(start, stop) (GPU__HERE, gpu_event_elapsed_ms(start, stop))
#define gpu_event_free(event) (GPU__HERE, gpu_event_free(event))
#define gpu_graph_begin() (GPU__HERE, gpu_graph_begin())
#define gpu_graph_end() (GPU__HERE, gpu_graph_end())
#define gpu_graph_launch(graph) (GPU__HERE, gpu_graph_launch(graph))
#define gpu_graph_free(graph) (GPU__HERE, gpu_graph_free(graph))
#define gpu_timer_start() (GPU__HERE, gpu_timer_start())
#define gpu_timer_ms() (GPU__HERE, gpu_timer_ms())
#define gpu_1d(n) gpu__config_at(gpu_1d(n), __FILE__, __LINE__)
#define gpu_2d(width, height) gpu__config_at(gpu_2d(width, height), __FILE__, __LINE__)
#define gpu_3d(width, height, depth) gpu__config_at(gpu_3d(width, height, depth), __FILE__, __LINE__)
#define gpu_grid(gx, gy, gz, bx, by, bz) gpu__config_at(gpu_grid(gx, gy, gz, bx, by, bz), __FILE__, __LINE__)

/* An array of integers and a scalar with a fraction. */
#ifdef __cplusplus
extern "C++" {
template <class Scalar> struct gpu__fraction {
    enum { possible = 0 };
};
template <> struct gpu__fraction<float> {
    enum { possible = 1 };
};
template <> struct gpu__fraction<double> {
    enum { possible = 1 };
};
template <> struct gpu__fraction<long double> {
    enum { possible = 1 };
};
template <class Type, class Scalar> struct gpu__fit {
    static_assert(gpu__fraction<Type>::possible || !gpu__fraction<Scalar>::possible,
                  "gpu.h: an array of integers takes an integer, not a floating-point number, which would lose its "
                  "fraction; cast it");
};
template <class Type, class Scalar> gpu__fit<Type, Scalar> gpu__fits(const Type *array, const Scalar &scalar);
}
#define GPU__FITS(array, scalar) ((void)sizeof(gpu__fits(array, scalar)))
#define GPU__WHOLE(scalar) GPU__FITS((const int *)0, scalar)
#else
#define GPU__FITS(array, scalar) GPU__FITS_IF(_Generic((array), int32_t * : 0, int64_t * : 0, default : 1), scalar)
#define GPU__WHOLE(scalar) GPU__FITS_IF(0, scalar)
#define GPU__FITS_IF(real, scalar)                                                                                     \
    GPU__REQUIRE(gpu__an_array_of_integers_takes_an_integer_not_a_floating_point_number_cast_it,                       \
                 (real) || _Generic((scalar), float : 0, double : 0, long double : 0, default : 1))
#endif
#define gpu_fill_i32(out, value, n) (GPU__WHOLE(value), gpu_fill_i32(out, value, n))
#define gpu_fill_i64(out, value, n) (GPU__WHOLE(value), gpu_fill_i64(out, value, n))
#define gpu_arange_i32(out, start, step, n) (GPU__WHOLE(start), GPU__WHOLE(step), gpu_arange_i32(out, start, step, n))
#define gpu_arange_i64(out, start, step, n) (GPU__WHOLE(start), GPU__WHOLE(step), gpu_arange_i64(out, start, step, n))
#define gpu_axpy_i32(out, a, x, y, n) (GPU__WHOLE(a), gpu_axpy_i32(out, a, x, y, n))
#define gpu_axpy_i64(out, a, x, y, n) (GPU__WHOLE(a), gpu_axpy_i64(out, a, x, y, n))
#define gpu_scale_i32(out, a, x, n) (GPU__WHOLE(a), gpu_scale_i32(out, a, x, n))
#define gpu_scale_i64(out, a, x, n) (GPU__WHOLE(a), gpu_scale_i64(out, a, x, n))
#define gpu_clip_i32(out, x, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_clip_i32(out, x, lo, hi, n))
#define gpu_clip_i64(out, x, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_clip_i64(out, x, lo, hi, n))
#define gpu_rand_int_i32(out, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_rand_int_i32(out, lo, hi, n))
#define gpu_rand_int_i64(out, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_rand_int_i64(out, lo, hi, n))

