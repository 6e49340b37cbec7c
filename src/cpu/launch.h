/* -- launches -- */

static gpu_status gpu__launched_cpu(const gpu__cpu_launch *l, const gpu_config *config)
{
    const gpu__kernel *k = l->kernel;
    return l->failed ? gpu__fail_at(l->failed, config->file, config->line, k->name, "%s (kernel defined at %s:%d)",
                                    l->why, k->file, k->line)
                     : GPU_OK;
}
static gpu_status gpu__launch_cpu(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                  gpu_dim3 block)
{
    gpu__cpu_launch l;
    int threads = gpu__cpu_threads();
    size_t part = 0;
    memset(&l, 0, offsetof(gpu__cpu_launch, why));
    l.kernel = kernel;
    l.argv = argv;
    l.grid = grid;
    l.block = block;
    l.threads = (int)(block.x * block.y * block.z);
    l.shared_bytes = config->shared_bytes;
    l.poison = 0xff;
    l.strided = (unsigned)-1;
    l.cooperative = config->cooperative;
    l.automatic = !l.cooperative && !config->block[0] && !config->block[1] && !config->block[2];
    l.blocks = (size_t)grid.x * grid.y * grid.z;
    if (gpu__global.debug && !(l.cooperative && gpu__grid_apart(kernel))) {
        gpu__debug_launch(&l);
        return gpu__launched_cpu(&l, config);
    }
    /* Eight shares a thread even out unequal work; more would cost loops their length. */
    l.parts = threads > 1 && !l.cooperative ? (size_t)threads * GPU__PARTS : 1;
    if (l.parts > l.blocks) l.parts = l.blocks;
#ifdef _OPENMP
    if (threads > 1 && l.parts > 1 && !omp_in_parallel()) {
        /* A small launch may be too cheap to be worth waking threads, or may not: its first share tells. */
        int wake = 1;
        if (l.blocks < GPU__SMALL / (block.x * block.y * block.z)) {
            double start = gpu__seconds();
            gpu__run_part(&l, part++);
            wake = (gpu__seconds() - start) * (double)(l.parts - 1) >= 10e-6;
        }
        if (wake && !gpu__forked()) {
            /* Each thread begins with shares of its own, the same in every launch, so that data stays in its caches;
               then it takes what others have not begun. A counter has a cache line to itself. */
            struct {
                size_t next, end;
                char line[64 - 2 * sizeof(size_t)];
            } queue[GPU__MAX_THREADS];
            size_t first = part, parts = l.parts - part;
            int k;
            for (k = 0; k < threads; k++) gpu__share(parts, (size_t)k, (size_t)threads, &queue[k].next, &queue[k].end);
#pragma omp parallel num_threads(threads)
            {
                int step, of = omp_get_thread_num();
                for (step = 0; step < threads; step++, of = of + 1 < threads ? of + 1 : 0) {
                    size_t p;
                    while (GPU__LOAD(size_t, &queue[of].next) < queue[of].end &&
                           (p = GPU__ADD(size_t, &queue[of].next, 1)) < queue[of].end)
                        gpu__run_part(&l, first + p);
                }
            }
            part = l.parts;
        }
    }
#endif
    for (; part < l.parts; part++) gpu__run_part(&l, part);
    return gpu__launched_cpu(&l, config);
}

