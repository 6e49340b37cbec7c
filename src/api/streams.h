/* ---------------------------------------------------------------------------------------------------- >>streams -- */

/* Work on one stream runs in the order in which it was queued; work on two may overlap. A stream belongs to the
   device that was current when it was made. Each device has a default stream, NULL: as everywhere in CUDA, its work
   waits for the work that was queued on the other streams before, and theirs for its. The current stream belongs to
   the thread: all launches, copies and sets go there. On the CPU every call is done when it returns, so any order
   that streams and events ask for holds; there the functions are the same and have nothing to wait for. */
typedef struct gpu__stream *gpu_stream;
GPU_API gpu_stream gpu_stream_new(void);                  /* NULL on an error */
GPU_API gpu_stream gpu_stream_new_priority(int priority); /* above 0: its blocks go first; as far as the device can */
GPU_API gpu_status
gpu_use_stream(gpu_stream stream); /* make it current; NULL: the default one. gpu_use(another device) too */
GPU_API gpu_status
gpu_stream_sync(gpu_stream stream); /* wait until all its work is done; reports faults of its kernels */
/* Has all its work ended? 1, or 0, without waiting; -1 on an error: a fault of its kernels, as gpu_stream_sync. */
GPU_API int gpu_stream_done(gpu_stream stream);
GPU_API gpu_status gpu_stream_free(gpu_stream stream); /* waits for its work; no thread may have it as current stream */
GPU_API void *gpu_stream_native(gpu_stream stream);    /* its cudaStream_t, for cuBLAS and friends; NULL on the CPU */
/* The other way: a gpu_stream for a cudaStream_t of the current device that somebody else made, PyTorch or CuPy say.
   It must live until after gpu_stream_free, which neither waits for it nor destroys it. NULL and cudaStreamLegacy
   stand for the default stream; cudaStreamPerThread is refused, and on the CPU any is. Wrapped twice it is the same
   gpu_stream, and as many gpu_stream_free end it. If it was made with cudaStreamNonBlocking, as PyTorch's are, it and
   the default stream do not wait for each other: gpu_event_wait orders them. */
GPU_API gpu_stream gpu_stream_from_native(void *native); /* NULL on an error */
/* Calls fn(user) from a thread of the driver when the work before it is done; fn must not call CUDA or gpu.h. */
GPU_API gpu_status gpu_stream_callback(gpu_stream stream, void (*fn)(void *user), void *user);

/* A point in the order of a stream, with its time. */
typedef struct gpu__event *gpu_event;
GPU_API gpu_event gpu_event_new(void);                /* of the current device; NULL on an error */
GPU_API gpu_status gpu_event_record(gpu_event event); /* here, on the current stream */
GPU_API gpu_status gpu_event_wait(gpu_event event);   /* later work on the current stream waits for it; any device's */
GPU_API gpu_status gpu_event_sync(gpu_event event);   /* the calling thread waits for it */
GPU_API double gpu_event_elapsed_ms(gpu_event start,
                                    gpu_event stop); /* between two recorded ones; waits; NaN on an error */
GPU_API gpu_status gpu_event_free(gpu_event event);

/* gpu_graph_begin(); launches ...; g = gpu_graph_end(); gathers what this thread launches, copies (gpu_copy_async)
   and sets, without running it; gpu_graph_launch(g) queues all of it on the current stream at once, again and again,
   with the arguments of then. Calls that wait or allocate are refused between the two, and host arrays as arguments.
   Arguments are checked as the calls are gathered, not when the graph runs: the memory that it uses must outlive it.
   On the CPU a graph is the list of the calls, made again one after another. */
typedef struct gpu__graph *gpu_graph;
GPU_API gpu_status gpu_graph_begin(void);
GPU_API gpu_graph gpu_graph_end(void); /* NULL on an error; the stream from before is current again */
GPU_API gpu_status gpu_graph_launch(gpu_graph graph);
GPU_API gpu_status gpu_graph_free(gpu_graph graph);

