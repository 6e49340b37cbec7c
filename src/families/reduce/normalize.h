/* The map (x - mean) * inverse, with the moments that gpu__normalize_start has written to the scratch memory. */
GPU__JOB_PART(gpu__normalize_part)
{
    const size_t end = last * GPU__GRAIN < j->n ? last * GPU__GRAIN : j->n;
    const gpu__moments *const m = (const gpu__moments *)scratch;
    gpu__call c = *j;
    c.op = &j->map->f;
    c.in[2] = c.in[1]; /* both are numbers */
    c.in[1].p = &m->mean;
    c.in[2].p = &m->inverse;
    gpu__map_range(&c, first * GPU__GRAIN, end, gpu__map_staged(&c));
}
#ifdef REAL
GPU_LOOPS(T, gpu__normalize_T, (T, x), (double, r, scalar), (double, t, scalar)) { return (T)(((double)x - r) * t); }
/* The moments stay in the memory of the device, here in scratch memory and on a GPU in the stream's workspace, so that
   a graph can contain the call. */
static inline void gpu__normalize_start_T(const gpu__job *j, void *scratch)
{
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__moments_T);
    gpu__triple *const partial = (gpu__triple *)(void *)((gpu__moments *)scratch + 1);
    const gpu__moments_detail d = {GPU__MOMENTS_ALL, (gpu_type)gpu__tag_T, 0};
    gpu__job m = *j;
    m.tasks = gpu__order_blocks(j->n, GPU__LANES, GPU__MOMENT_BLOCKS);
    gpu__job_detail(&m, &d, sizeof d);
    m.out = scratch;
    gpu__job_parts(&m, part, m.tasks, partial);
    gpu__moments_finish(&m, partial, 1);
}
GPU__ON_DEVICE(gpu__normalize_T, gpu__normalize_launch(context, (T *)out, (const T *)in[0], j->n))
GPU__PRE gpu_status gpu_normalize_T(T *out, const T *x, size_t n)
{
    static const gpu__map map = GPU__LOOPS_OF(T, "gpu_normalize", gpu__normalize_T, T, of_xrt);
    gpu__job j;
    gpu__job_of(&j, "gpu_normalize", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.in_place = 1;
    j.map = &map;
    j.start = gpu__normalize_start_T;
    j.part[0] = j.part[1] = j.part[2] = gpu__normalize_part;
    j.tasks = gpu__ceil_div(n, GPU__GRAIN);
    j.scratch = sizeof(gpu__moments) + gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS) * sizeof(gpu__triple);
    GPU__JOB_DEVICE(j, gpu__normalize_T)
    GPU__BY_RULE(gpu_normalize_T) return gpu__job_call(&j);
}
#endif
