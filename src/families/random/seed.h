/* -------------------------------------------------------------------------------------------------------- random -- */

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

/* The parameters of a fill that come from the thread's generator. */
GPU_API gpu__fill gpu__fill_of(const gpu__fill_kind *of)
{
    gpu__fill j;
    uint32_t k0 = (uint32_t)gpu__thread.seed, k1 = (uint32_t)(gpu__thread.seed >> 32);
    int r;
    memset(&j, 0, sizeof j);
    j.of = of;
    j.seed = gpu__thread.seed;
    j.sequence = gpu__thread.sequence;
    j.position = gpu__thread.position;
    j.purpose = of->purpose | GPU__R_FILL;
    j.size = of->number;
    j.per = of->word ? 16 / of->word * of->made / of->number : 1;
    for (r = 0; r < GPU__ROUNDS; r++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        j.key[2 * r] = k0;
        j.key[2 * r + 1] = k1;
    }
    return j;
}
GPU_API gpu_status gpu__fill_call(const gpu__fill *j, void *out, size_t n)
{
    const char *const name = j->of->map.f.name;
    const void *in[2];
    gpu_status s;
    if (gpu__thread.graph && j->law.table) {
        (void)gpu__enter_prewritten();
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, name,
                         "not permitted during capture, since the table that it makes is freed before the graph runs; "
                         "call it before "
                         "gpu_graph_begin, or use gpu_random_poisson in a kernel");
    }
    in[0] = NULL;
    in[1] = j;
    s = gpu__map_call(&j->of->map, out, in, n);
    if (!s) gpu__thread.position += n;
    return s;
}
