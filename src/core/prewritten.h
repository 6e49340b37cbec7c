/* -------------------------------------------------------------------------------------------- prewritten functions -- */

GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...)
{
    va_list args;
    gpu_status s;
    if ((s = gpu__enter_prewritten())) return s;
    va_start(args, format);
    s = gpu__fail_v(GPU_ERROR_INVALID_ARGUMENT, NULL, 0, call, format, args);
    va_end(args);
    return s;
}

GPU_API gpu_status gpu__shape(const char *call, size_t rows, size_t cols)
{
    if (!rows || !cols)
        return gpu__refuse(call, "the matrix is %zu by %zu; expected at least one row and one column", rows, cols);
    if (rows > (size_t)PTRDIFF_MAX / 8 / cols)
        return gpu__refuse(call, "%zu rows of %zu columns " GPU__NEGATIVE, rows, cols);
    return GPU_OK;
}

/* The counts of all threads, added up; the first thread's are in the result already. */
GPU_API void gpu__add_counts(const gpu__job *j, void *room, size_t threads)
{
    const int64_t *const counts = (const int64_t *)room;
    int64_t *const out = (int64_t *)j->out;
    size_t t, i;
    for (t = 1; t < threads; t++)
        for (i = 0; i < j->out_count; i++) out[i] += counts[(t - 1) * j->out_count + i];
}

GPU_API gpu_status gpu__put(double *out, const double *value, const char *name)
{
    gpu_status s = gpu__enter_prewritten();
    if (s) return s;
    gpu__go_on(GPU__BY_CALL);
    return gpu__transfer(out, value, sizeof *out, 0, name);
}

static gpu_status gpu__job_check(const gpu__job *j)
{
    const uintptr_t o = (uintptr_t)j->out;
    gpu_status s;
    int k;
    if (j->out_count > (size_t)PTRDIFF_MAX / j->out_size)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name, "%zu elements " GPU__NEGATIVE, j->out_count);
    if (j->out_count && !j->out)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name, "out is NULL; expected %zu elements of %zu bytes",
                         j->out_count, j->out_size);
    if (j->out_count && (s = gpu__check_range(j->out, j->out_count * j->out_size, "out", j->name))) return s;
    for (k = 0; k < 2; k++) {
        if (!j->in[k].count) continue;
        if (j->in[k].count > (size_t)PTRDIFF_MAX / j->in[k].size)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name, "%zu elements " GPU__NEGATIVE, j->in[k].count);
        if (!j->in[k].p)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name, "%s is NULL; expected %zu elements of %zu bytes",
                             j->in[k].name, j->in[k].count, j->in[k].size);
        if ((s = gpu__check_range(j->in[k].p, j->in[k].count * j->in[k].size, j->in[k].name, j->name))) return s;
    }
    for (k = 0; k < 2; k++) {
        const uintptr_t a = (uintptr_t)j->in[k].p;
        if (!j->in[k].count) continue;
        if (a < o + j->out_count * j->out_size && o < a + j->in[k].count * j->in[k].size &&
            !(j->in_place && !k && a == o))
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name, "out and %s overlap; expected %s", j->in[k].name,
                             j->in_place ? "the same array or two apart" : "two arrays apart");
    }
    return GPU_OK;
}

/* As many threads as the work is worth. */
static size_t gpu__job_team(const gpu__job *j, size_t tasks)
{
    size_t team = (size_t)gpu__team(j->work);
    if (team > tasks) team = tasks;
    /* what each thread has of its own must be cleared and added up: no more of that than of the elements themselves */
    if (j->room_of_thread && team > j->work / (j->room_of_thread / 8)) team = j->work / (j->room_of_thread / 8);
    return team ? team : 1;
}
GPU_API void gpu__job_parts(const gpu__job *j, gpu__job_part *const part[3], size_t tasks, void *room)
{
    const size_t team = gpu__job_team(j, tasks);
    const int level = gpu__cpu_level();
    (void)team;
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads((int)team)
        {
            size_t lo, hi, me;
            /* should there be fewer threads than asked for, the others' shares are done in turn */
            for (me = (size_t)omp_get_thread_num(); me < team; me += (size_t)omp_get_num_threads()) {
                gpu__share(tasks, me, team, &lo, &hi);
                part[level](j, room, me, lo, hi);
            }
        }
    } else
#endif
        part[level](j, room, 0, 0, tasks);
}
/* Whether p is misaligned for elements of `size` bytes: numbers, or structs of doubles. */
static int gpu__job_misaligned(const void *p, size_t size) { return (uintptr_t)p % (size < 8 ? size : 8) != 0; }
static gpu_status gpu__job_cpu(const gpu__job *j);
/* With copies of what is misaligned, because the loops may rely on the alignment of a type. */
static gpu_status gpu__job_cpu_aligned(const gpu__job *j)
{
    gpu__job copy = *j;
    const size_t out_bytes = GPU__ROUND64(j->out_count * j->out_size),
                 first = GPU__ROUND64(j->in[0].count * j->in[0].size);
    const size_t bytes = out_bytes + first + j->in[1].count * j->in[1].size;
    char *heap = (char *)GPU_HOST_MALLOC(bytes + 64), *at = GPU__ALIGN64(heap);
    gpu_status s;
    int k;
    if (!heap)
        return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, j->name,
                         "%zu bytes of host memory were asked for and not to be had; free some, or work in parts",
                         bytes);
    for (k = 0; k < 2; k++) {
        if (!j->in[k].p || !gpu__job_misaligned(j->in[k].p, j->in[k].size)) continue;
        copy.in[k].p = memcpy(at + out_bytes + (k ? first : 0), j->in[k].p, j->in[k].count * j->in[k].size);
    }
    if (gpu__job_misaligned(j->out, j->out_size)) copy.out = at;
    s = gpu__job_cpu(&copy);
    if (!s && copy.out != j->out) memcpy(j->out, copy.out, j->out_count * j->out_size);
    GPU_HOST_FREE(heap);
    return s;
}
static gpu_status gpu__job_cpu(const gpu__job *j)
{
    const size_t team = gpu__job_team(j, j->tasks), bytes = j->room + team * j->room_of_thread;
    char *base = NULL, *room = NULL;
    int k, odd = gpu__job_misaligned(j->out, j->out_size);
    for (k = 0; k < 2; k++) odd |= j->in[k].p && gpu__job_misaligned(j->in[k].p, j->in[k].size);
    if (odd) return gpu__job_cpu_aligned(j);
    if (bytes) {
        base = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!base)
            return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, j->name,
                             "%zu bytes of host memory were asked for and not to be had; free some, or work in parts",
                             bytes);
        room = GPU__ALIGN64(base);
    }
    if (j->start) j->start(j, room);
    gpu__job_parts(j, j->part, j->tasks, room);
    if (j->finish) j->finish(j, room, team);
    if (base) GPU_HOST_FREE(base);
    return GPU_OK;
}

#ifdef GPU__CUDA
static gpu_status gpu__job_odd(const gpu__job *j, const char *array, const void *p)
{
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, j->name,
                     "%s is misaligned for its type, which a GPU cannot read or write: %p", array, p);
}
static gpu_status gpu__job_gpu(const gpu__job *j)
{
    const gpu_dim3 none = {0, 0, 0};
    const void *in[2];
    gpu__block *block[4] = {NULL, NULL, NULL, NULL}; /* copies of in[0] and in[1], of out, and space */
    gpu__workspace *w = NULL;
    gpu__room room;
    void *out = j->out;
    gpu_status s = gpu__room_for(&room, &w, j->name);
    int k, where, box = -1;
    room.shared_limit = gpu__global.device[gpu__me.device].shared_optin;
    for (k = 0; k < 2 && !s; k++) {
        in[k] = j->in[k].p;
        if (!j->in[k].count) continue;
        if ((where = gpu__reach(in[k], j->name, j->in[k].name)) < 0) return gpu__me.error;
        if (where == GPU_ON_DEVICE) {
            if (gpu__job_misaligned(in[k], j->in[k].size)) s = gpu__job_odd(j, j->in[k].name, in[k]);
            continue;
        }
        s = gpu__take(&block[k], j->in[k].count * j->in[k].size, j->name);
        if (!s) s = gpu__stage_copy(block[k]->p, in[k], j->in[k].count * j->in[k].size, 1, j->name);
        if (!s) in[k] = block[k]->p;
    }
    if (!s && (where = gpu__reach(out, j->name, "out")) < 0) s = gpu__me.error;
    if (!s && where == GPU_ON_DEVICE && gpu__job_misaligned(out, j->out_size)) s = gpu__job_odd(j, "out", out);
    if (!s && where != GPU_ON_DEVICE) {
        if (gpu__me.graph)
            s = gpu__not_in_graph(
                j->name, "its result cannot be had before it runs; use device memory, and the form that ends in _to");
        else if (j->out_count * j->out_size <= GPU__MAILBOX - 64) { /* the kernel writes to pinned memory itself */
            if ((box = gpu__mailbox_take(j->name)) < 0)
                s = gpu__me.error;
            else
                out = gpu__rooms.mailboxes + box * GPU__MAILBOX + 64;
        } else {
            s = gpu__take(&block[2], j->out_count * j->out_size, j->name);
            if (!s) out = block[2]->p;
        }
    }
    if (!s && j->space) {
        s = gpu__take(&block[3], j->space, j->name);
        if (!s) room.space = block[3]->p;
    }
    if (!s) {
        cudaError_t e;
        GPU__RANGE(j->name);
        e = (cudaError_t)j->device(j, &room, out, in);
        GPU__RANGE_END();
        if (!e && !gpu__me.graph) gpu__note_launch(j->name, gpu__self.file, gpu__self.line, j->shape[0], none, none);
        s = gpu__cuda(e, j->name);
    }
    if (!s && box >= 0) {
        s = gpu__cuda(cudaStreamSynchronize((cudaStream_t)gpu__me.stream), j->name);
        if (!s) memcpy(j->out, out, j->out_count * j->out_size);
    }
    if (!s && block[2]) s = gpu__stage_copy(j->out, out, j->out_count * j->out_size, 0, j->name);
    if (box >= 0) gpu__mailbox_return(box);
    if (block[3] && gpu__me.graph && w) { /* the graph writes to it whenever it runs */
        gpu__lock(&gpu__rooms.lock);
        block[3]->next = w->outgrown;
        w->outgrown = block[3];
        gpu__unlock(&gpu__rooms.lock);
        block[3] = NULL;
    }
    for (k = 0; k < 4; k++) gpu__give(block[k], gpu__me.device, gpu__me.current);
    if (!s && gpu__global.sync && !gpu__me.graph) s = gpu__finish(j->name);
    return s;
}
#endif

GPU_API gpu_status gpu__job_call(gpu__job *j)
{
    gpu_status s;
    if ((s = gpu__enter_prewritten()) || (s = gpu__job_check(j)) || !j->out_count) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) return j->device ? gpu__job_gpu(j) : gpu__no_device_code(j->name, NULL);
#endif
    if (gpu__me.graph && j->flag & GPU__JOB_WAITS)
        return gpu__not_in_graph(j->name, "its value cannot be had before it runs; use the form that ends in _to");
    if (gpu__me.graph) {
        gpu__node *node = gpu__node_add(GPU__NODE_JOB, NULL, 1, sizeof *j, j->name);
        if (!node) return gpu__me.error;
        gpu__node_value(node, 0, j, sizeof *j);
        return GPU_OK;
    }
    return gpu__job_cpu(j);
}

#ifdef GPU_KERNELS_FOR_C
#undef gpu_fill_i32 /* what is defined here has its own name again */
#undef gpu_fill_i64
#undef gpu_arange_i32
#undef gpu_arange_i64
#undef gpu_axpy_i32
#undef gpu_axpy_i64
#undef gpu_scale_i32
#undef gpu_scale_i64
#undef gpu_clip_i32
#undef gpu_clip_i64
#undef gpu_rand_int_i32
#undef gpu_rand_int_i64
#ifdef GPU__CUDA
#define GPU__EMIT(R, name, T, s, parameters, arguments)                                                                \
    R gpu_##name##_##s parameters { return gpu_##name##_##s<0> arguments; }
GPU__PREWRITTEN_ALL(GPU__EMIT)
#else
#if defined(__GNUC__) /* x != x asks for NaN, which an integer type stamped from the same text has not */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
GPU__PRE_STAMP
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif
#endif

/* Makes one call of a graph on the CPU. */
static gpu_status gpu__node_run(const gpu__node *node)
{
    const void *in[16];
    gpu_status s = GPU_OK;
    int k;
    for (k = 0; k < 16; k++) in[k] = node->argument[k];
    switch (node->kind) {
    case GPU__NODE_KERNEL: {
        void *argv[16];
        for (k = 0; k < 16; k++) argv[k] = node->argument[k];
        return gpu__launch_cpu((gpu__kernel *)(uintptr_t)node->what, &node->config, argv, node->grid, node->block);
    }
    case GPU__NODE_MAP:
        return gpu__map_cpu((const gpu__map *)node->what, (char *)node->out, in, node->n);
    case GPU__NODE_SCAN:
        return gpu__scan_cpu((const gpu__scanner *)node->what, (char *)node->out, (const char *)in[0], node->n,
                             node->flag, in[8]);
    case GPU__NODE_REDUCE: { /* argument 8 is the identity, 9 is room for the value */
        const gpu__reduction *r = (const gpu__reduction *)node->what;
        memcpy(node->argument[9], in[8], r->f.out_size);
        s = gpu__reduce_cpu(r, node->argument[9], in, node->n);
        if (!s) memcpy(node->out, node->argument[9], r->f.out_size);
        return s;
    }
    case GPU__NODE_JOB:
        return gpu__job_cpu((const gpu__job *)in[0]);
    case GPU__NODE_COPY:
        memcpy(node->out, node->what, node->n);
        return s;
    case GPU__NODE_SET:
        memset(node->out, node->flag, node->n);
        return s;
    case GPU__NODE_CALLBACK:
        node->fn(node->out);
        return s;
    default:
        ((gpu_event)node->out)->seconds = gpu__seconds();
        return s;
    }
}

