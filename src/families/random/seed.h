GPU_API gpu_status gpu_seed_sequence(uint64_t seed, uint32_t sequence)
{
    gpu__thread.seed = seed;
    gpu__thread.sequence = sequence;
    gpu__thread.position = 0;
#ifdef GPU__CURAND
    gpu__curand_thread.seeds++;
#endif
    return GPU_OK;
}
GPU_API gpu_status gpu_seed(uint64_t seed) { return gpu_seed_sequence(seed, 0); }

GPU_API void gpu__fill_start(gpu__fill *j)
{
    j->seed = gpu__thread.seed;
    j->sequence = gpu__thread.sequence;
    j->position = gpu__thread.position;
}
GPU_API gpu_status gpu__fill_call(const gpu__fill *j, void *out, size_t n)
{
    const char *const name = j->of->map.f.name;
    const void *const in[] = {NULL, j};
    if (gpu__thread.graph && j->law.table) {
        (void)gpu__enter_prewritten();
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, name,
                         "not permitted during capture, since the table that it makes is freed before the graph runs; "
                         "call it before gpu_graph_begin, or use gpu_random_poisson in a kernel");
    }
    const gpu_status s = gpu__map_call(&j->of->map, out, in, n);
    if (!s) gpu__thread.position += n;
    return s;
}
