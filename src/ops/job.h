/* The other functions are jobs: arrays, numbers, and the code of both backends, for one launch path. On the CPU
   `part` does the tasks [first, last) on one thread, and `finish` joins what the threads left in the room. */
typedef struct gpu__job gpu__job;
typedef void gpu__job_part(const gpu__job *j, void *room, size_t thread, size_t first, size_t last);
struct gpu__job {
    const char *name;
    struct {
        const char *name;
        const void *p;
        size_t count, size;
    } in[2];
    void *out;
    size_t out_count, out_size;
    int in_place; /* out may be in[0] */
    int flag;     /* one of a function's variants; GPU__JOB_WAITS: the result goes to a variable of the call */
    size_t shape[4];
    union {
        double real;
        int64_t whole;
    } number[4];
    size_t space;                /* bytes that the GPU's code needs */
    size_t work, tasks;          /* elements, by which the number of threads is chosen, and what they share */
    size_t room, room_of_thread; /* bytes that the CPU's code needs, altogether and for each thread */
    void (*start)(const gpu__job *j,
                  void *room); /* NULL, or what comes first, on one thread; it may share work out by gpu__job_parts */
    gpu__job_part *part[3];
    void (*finish)(const gpu__job *j, void *room, size_t threads);
    int (*device)(const gpu__job *j, const gpu__room *room, void *out, const void *const *in); /* a cudaError_t */
};
enum { GPU__JOB_WAITS = 8 };
static GPU__UNUSED inline size_t gpu__ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
GPU_API gpu_status gpu__job_call(gpu__job *job);
static GPU__UNUSED inline gpu__job gpu__job_of(const char *name, void *out, size_t out_count, size_t out_size, size_t n)
{
    gpu__job j;
    memset(&j, 0, sizeof j);
    j.name = name;
    j.out = out;
    j.out_count = out_count;
    j.out_size = out_size;
    j.shape[0] = j.work = j.tasks = n;
    return j;
}
static GPU__UNUSED inline void gpu__job_in(gpu__job *j, int k, const char *name, const void *p, size_t count,
                                           size_t size)
{
    j->in[k].name = name;
    j->in[k].p = p;
    j->in[k].count = count;
    j->in[k].size = size;
}
#ifdef GPU__CUDA
#define GPU__JOB_DEVICE(name) j.device = name##__device;
#else
#define GPU__JOB_DEVICE(name)
#endif
#define GPU__JOB_PARTS(j, name)                                                                                        \
    {                                                                                                                  \
        gpu__job_part *const gpu__parts[3] = GPU__PRE_TABLE(name##__part);                                             \
        memcpy(j.part, gpu__parts, sizeof gpu__parts);                                                                 \
    }
#define GPU__JOB_CODE(j, name) GPU__JOB_PARTS(j, name) GPU__JOB_DEVICE(name)
#define GPU__PART(sfx, target, name)                                                                                   \
    GPU__HOT target static GPU__UNUSED inline void name##__part##sfx(const gpu__job *j, void *room, size_t thread,     \
                                                                     size_t first, size_t last)

