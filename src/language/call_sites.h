/* ------------------------------------------------------------------------------------------------------- call sites --

   Each macro notes the caller's file and line, for messages and for the list of allocations, and then calls the
   function of the same name (a macro does not expand inside itself). (gpu_free)(p) and &gpu_free mean the function.
   The macros are defined last, so that the implementation defines and calls plain functions; if the file is included
   again for the implementation, call_sites_undefined.h removes them first. */
#define GPU__HERE gpu__note_site(__FILE__, __LINE__, GPU__BY_CALL)
#define gpu_use(device) (GPU__HERE, gpu_use(device))
#define gpu_split(n, part, parts, begin, count) (GPU__HERE, gpu_split(n, part, parts, begin, count))
#define gpu_peer(device, other) (GPU__HERE, gpu_peer(device, other))
#define gpu_use_local_rank() (GPU__HERE, gpu_use_local_rank())
#define gpu_set_threads(n) (GPU__HERE, gpu_set_threads(n))
#define gpu_query(device, info) (GPU__HERE, gpu_query(device, info))
#define gpu_print_devices(out) (GPU__HERE, gpu_print_devices(out))
#define gpu_sync() (GPU__HERE, gpu_sync())
#define gpu_shutdown() (GPU__HERE, gpu_shutdown())
#define gpu_malloc(bytes) (GPU__HERE, gpu_malloc(bytes))
#define gpu_malloc_pinned(bytes) (GPU__HERE, gpu_malloc_pinned(bytes))
#define gpu_malloc_managed(bytes) (GPU__HERE, gpu_malloc_managed(bytes))
#define gpu_allocator(kind) (GPU__HERE, gpu_allocator(kind))
#define gpu_free(p) (GPU__HERE, gpu_free(p))
#define gpu_copy(dst, src, bytes) (GPU__HERE, gpu_copy(dst, src, bytes))
#define gpu_set(p, byte, bytes) (GPU__HERE, gpu_set(p, byte, bytes))
#define gpu_copy_async(dst, src, bytes) (GPU__HERE, gpu_copy_async(dst, src, bytes))
#define gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height)                                               \
    (GPU__HERE, gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height))
#define gpu_print_array(out, name, x, type, rows, cols)                                                                \
    (GPU__HERE_PREWRITTEN, gpu_print_array(out, name, x, type, rows, cols))
#define gpu_extent_of(p, extent) (GPU__HERE, gpu_extent_of(p, extent))
#define gpu_memory(stats) (GPU__HERE, gpu_memory(stats))
#define gpu_memory_limit(bytes) (GPU__HERE, gpu_memory_limit(bytes))
#define gpu_memory_trim() (GPU__HERE, gpu_memory_trim())
#define gpu_doctor(out) (GPU__HERE, gpu_doctor(out))
#define gpu_stream_new() (GPU__HERE, gpu_stream_new())
#define gpu_stream_new_priority(priority) (GPU__HERE, gpu_stream_new_priority(priority))
#define gpu_use_stream(stream) (GPU__HERE, gpu_use_stream(stream))
#define gpu_stream_sync(stream) (GPU__HERE, gpu_stream_sync(stream))
#define gpu_stream_done(stream) (GPU__HERE, gpu_stream_done(stream))
#define gpu_stream_from_native(native) (GPU__HERE, gpu_stream_from_native(native))
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
#ifdef GPU_SEVERAL_DEVICES
#define gpu_each_device(fn, user) (GPU__HERE, gpu_each_device(fn, user))
#define gpu_each_barrier() (GPU__HERE, gpu_each_barrier())
#define gpu_each_broadcast(p, bytes, root) (GPU__HERE, gpu_each_broadcast(p, bytes, root))
#define gpu_each_scatter(share, from, n, size, root) (GPU__HERE, gpu_each_scatter(share, from, n, size, root))
#define gpu_each_gather(to, share, n, size, root) (GPU__HERE, gpu_each_gather(to, share, n, size, root))
#endif
#ifdef GPU_DLPACK
#define gpu_to_dlpack(t, versioned, release, owner) (GPU__HERE, gpu_to_dlpack(t, versioned, release, owner))
#define gpu_from_dlpack(t, managed, versioned, type) (GPU__HERE, gpu_from_dlpack(t, managed, versioned, type))
#define gpu_dlpack_stream() (GPU__HERE, gpu_dlpack_stream())
#define gpu_dlpack_ready(stream) (GPU__HERE, gpu_dlpack_ready(stream))
#endif
#ifdef GPU_COMPILE
#define gpu_compile(source, name, options) (GPU__HERE, gpu_compile(source, name, options))
#define gpu_kernel_free(kernel) (GPU__HERE, gpu_kernel_free(kernel))
#endif
#ifdef GPU__CURAND
#define gpu_curand(type) (GPU__HERE, gpu_curand(type))
#define gpu_curand_status(code) (GPU__HERE, gpu_curand_status(code))
#endif
#ifdef MPI_VERSION
#define gpu_mpi_use(comm) (GPU__HERE, gpu_mpi_use(comm))
#define gpu_mpi_send(p, n, type, to, tag) (GPU__HERE, gpu_mpi_send(p, n, type, to, tag))
#define gpu_mpi_receive(p, n, type, from, tag) (GPU__HERE, gpu_mpi_receive(p, n, type, from, tag))
#define gpu_mpi_sendrecv(send, to, receive, from, n, type, tag)                                                        \
    (GPU__HERE, gpu_mpi_sendrecv(send, to, receive, from, n, type, tag))
#define gpu_mpi_broadcast(p, n, type, root) (GPU__HERE, gpu_mpi_broadcast(p, n, type, root))
#define gpu_mpi_scatter(share, from, n, type, root) (GPU__HERE, gpu_mpi_scatter(share, from, n, type, root))
#define gpu_mpi_gather(to, share, n, type, root) (GPU__HERE, gpu_mpi_gather(to, share, n, type, root))
#define gpu_mpi_allreduce(out, in, n, type, op) (GPU__HERE, gpu_mpi_allreduce(out, in, n, type, op))
#define gpu_mpi_agree(status) (GPU__HERE, gpu_mpi_agree(status))
#endif
/* A scalar with a fraction is refused for an array of integers. */
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
