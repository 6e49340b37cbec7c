static gpu_status gpu__launched_cpu(const gpu__cpu_launch *l, const gpu_config *config)
{
    const gpu__kernel *k = l->kernel;
    if (!l->failed) return GPU_OK;
    gpu__set_site(config->file, config->line); /* of the launch, where a graph runs it */
    if (k->file == config->file && k->line == config->line) return gpu__fail(l->failed, k->name, "%s", l->why);
    return gpu__fail(l->failed, k->name, "%s (kernel defined at %s:%d)", l->why, k->file, k->line);
}
#ifdef _OPENMP
/* Work stealing: each thread begins with its own shares, the same in every launch, so that data stays in its caches,
   and then takes shares that other threads have not begun. Each counter has its own cache line. */
static void gpu__run_team(gpu__cpu_launch *l, size_t first, int threads)
{
    struct {
        size_t next, end;
        char line[64 - 2 * sizeof(size_t)];
    } queue[GPU__MAX_THREADS];
    const size_t parts = l->parts - first;
    for (int k = 0; k < threads; k++) gpu__share(parts, (size_t)k, (size_t)threads, &queue[k].next, &queue[k].end);
#pragma omp parallel num_threads(threads)
    {
        int step, of = omp_get_thread_num();
        for (step = 0; step < threads; step++, of = of + 1 < threads ? of + 1 : 0) {
            size_t p;
            while (GPU__LOAD(size_t, &queue[of].next) < queue[of].end &&
                   (p = GPU__ADD(size_t, &queue[of].next, 1)) < queue[of].end)
                gpu__run_part(l, first + p);
        }
    }
}
#endif
/* Runs a launch: divides the grid into shares, and decides by the first one's time whether to wake other threads. */
static gpu_status gpu__launch_cpu(gpu__kernel *kernel, const gpu_config *config, void **argv, const gpu_dim3 *grid,
                                  const gpu_dim3 *block)
{
    gpu__cpu_launch l;
    int threads = gpu__cpu_threads();
    size_t part = 0;
    memset(&l, 0, offsetof(gpu__cpu_launch, why));
    l.kernel = kernel;
    l.argv = argv;
    l.grid = *grid;
    l.block = *block;
    l.threads = (int)(block->x * block->y * block->z);
    l.shared_bytes = config->shared_bytes;
    l.poison = 0xff;
    l.strided = (unsigned)-1;
    l.cooperative = config->cooperative;
    l.automatic = !gpu__is_cooperative(&l) && !config->block[0] && !config->block[1] && !config->block[2];
    l.blocks = (size_t)grid->x * grid->y * grid->z;
    if (gpu__global.debug && !(gpu__is_cooperative(&l) && gpu__grid_apart(kernel))) {
        gpu__debug_launch(&l);
        return gpu__launched_cpu(&l, config);
    }
    /* Eight shares a thread balance unequal work; with more the loops would be too short. */
    l.parts = threads > 1 && !gpu__is_cooperative(&l) ? (size_t)threads * GPU__PARTS : 1;
    if (l.parts > l.blocks) l.parts = l.blocks;
#ifdef _OPENMP
    if (threads > 1 && l.parts > 1 && !omp_in_parallel()) {
        /* Whether a small launch is worth waking threads shows by the time of its first share. */
        int wake = 1;
        const int few = l.blocks < GPU__SMALL / (unsigned)l.threads;
        double start = 0, rest = 0; /* in seconds: the start; the estimated time of the other shares on one thread */
        if (few) {
            start = gpu__seconds();
            gpu__run_part(&l, part++);
            rest = (gpu__seconds() - start) * (double)(l.parts - 1);
            wake = gpu__worth_waking(rest);
        }
        if (wake && !gpu__forked()) {
            gpu__run_team(&l, part, threads);
            part = l.parts;
            if (few) gpu__note_team(rest, gpu__seconds() - start);
        }
    }
#endif
    for (; part < l.parts; part++) gpu__run_part(&l, part);
    return gpu__launched_cpu(&l, config);
}
