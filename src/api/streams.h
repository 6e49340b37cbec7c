/* ---------------------------------------------------------------------------------------------------- >>streams -- */

/* Work on one stream runs in the order in which it is queued; work on two streams may overlap. A stream belongs to the
   device that is current when it is made. Each device has a default stream, NULL: as in CUDA, work queued on it waits
   for all work queued before on the other streams of the device, and later work on those waits for it. The current
   stream belongs to the host thread: its launches, copies and sets are queued there. On the CPU a call has done its
   work when it returns, so the functions of streams and events have nothing to wait for. */
typedef struct gpu__stream *gpu_stream;
GPU_API gpu_stream gpu_stream_new(void); /* NULL on error */
/* With a priority above 0, blocks of its kernels are scheduled first; the range is clamped to what the device has. */
GPU_API gpu_stream gpu_stream_new_priority(int priority);
/* Makes it the thread's current stream; NULL is the default stream, which gpu_use of another device selects too. */
GPU_API gpu_status gpu_use_stream(gpu_stream stream);
/* Waits until all work of the stream is done, and reports faults of its kernels. */
GPU_API gpu_status gpu_stream_sync(gpu_stream stream);
/* Whether all work of the stream is done: 1 or 0, without waiting; -1 on error, also after a fault of its kernels. */
GPU_API int gpu_stream_done(gpu_stream stream);
/* Waits for the work of the stream and frees it. It must not be the current stream of any thread. */
GPU_API gpu_status gpu_stream_free(gpu_stream stream);
GPU_API void *gpu_stream_native(gpu_stream stream); /* its cudaStream_t, for cuBLAS for example; NULL on the CPU */
/* Wraps a cudaStream_t of the current device that another library made, PyTorch or CuPy for example. The cudaStream_t
   must live until after gpu_stream_free, which neither waits for it nor destroys it. NULL and cudaStreamLegacy are the
   default stream; cudaStreamPerThread is refused, and on the CPU every handle is. A handle that is wrapped twice gives
   the same gpu_stream, which takes two calls of gpu_stream_free. A stream made with cudaStreamNonBlocking, as those of
   PyTorch are, and the default stream do not wait for each other: order them with gpu_event_wait. NULL on error. */
GPU_API gpu_stream gpu_stream_from_native(void *native);
/* Calls fn(user) on a thread of the driver when the work queued before is done; fn must not call CUDA or gpu.h. On the
   CPU it is called at once. */
GPU_API gpu_status gpu_stream_callback(gpu_stream stream, void (*fn)(void *user), void *user);

/* An event marks a point in the order of a stream, and its time. */
typedef struct gpu__event *gpu_event;
GPU_API gpu_event gpu_event_new(void);                /* an event of the current device; NULL on error */
GPU_API gpu_status gpu_event_record(gpu_event event); /* marks this point of the current stream */
/* Later work on the current stream waits for the event, which may be another device's. */
GPU_API gpu_status gpu_event_wait(gpu_event event);
GPU_API gpu_status gpu_event_sync(gpu_event event); /* the calling thread waits for the event */
/* Milliseconds between two recorded events of one device; waits for both. NaN on error. */
GPU_API double gpu_event_elapsed_ms(gpu_event start, gpu_event stop);
GPU_API gpu_status gpu_event_free(gpu_event event);

/* Graphs. gpu_graph_begin(); launches ...; g = gpu_graph_end(); captures the launches, asynchronous copies
   (gpu_copy_async) and sets of this thread on its current stream without running them. gpu_graph_launch(g) queues them
   all on the current stream in one call, as often as it is called, with the arguments that they had. Calls that wait,
   allocate or set constants, other streams, and host arrays as arguments are refused during capture. Arguments are
   checked during capture, not when the graph runs: the memory that the graph uses must outlive it. On the CPU a graph
   is a list of the calls, and a launch makes them one after another. */
typedef struct gpu__graph *gpu_graph;
GPU_API gpu_status gpu_graph_begin(void);
/* Ends the capture; the stream that was current before it is current again. NULL on error. */
GPU_API gpu_graph gpu_graph_end(void);
GPU_API gpu_status gpu_graph_launch(gpu_graph graph); /* on the device on which it was captured; does not wait */
GPU_API gpu_status gpu_graph_free(gpu_graph graph);   /* waits for its launches */
