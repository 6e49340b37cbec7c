static gpu_config gpu__extent(int dims, size_t x, size_t y, size_t z)
{
    gpu_config c = {{x, y, z}, {0, 0, 0}, {0, 0, 0}, 0, dims, 0, 0, NULL};
    gpu__take_site(GPU__BY_LAUNCH);
    gpu__put_site(&c);
    return c;
}
GPU_API gpu_config(gpu_1d)(size_t n) { return gpu__extent(1, n, 1, 1); }
GPU_API gpu_config(gpu_2d)(size_t width, size_t height) { return gpu__extent(2, width, height, 1); }
GPU_API gpu_config(gpu_3d)(size_t width, size_t height, size_t depth) { return gpu__extent(3, width, height, depth); }
GPU_API gpu_config(gpu_grid)(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y,
                             size_t block_z)
{
    const size_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    gpu_config c = gpu__extent(0, 0, 0, 0);
    memcpy(c.grid, grid, sizeof grid);
    memcpy(c.block, block, sizeof block);
    return c;
}
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes)
{
    config.shared_bytes = bytes;
    return config;
}
#ifdef GPU_COOPERATIVE
GPU_API gpu_config gpu_cooperative(gpu_config config)
{
    config.cooperative = 1;
    return config;
}
#endif

/* Refuses a block, or with `grid` set a grid, that is too large in one of its dimensions. */
static gpu_status gpu__check_dimensions(const size_t *size, const size_t *most, int grid, const char *kernel)
{
    static const char *const words[2][3] = {{"block", "threads", "more blocks of fewer threads"},
                                            {"grid", "blocks", "a loop in the kernel (GPU_FOR)"}};
    const char *const *const word = words[grid];
    for (int k = 0; k < 3; k++)
        if (size[k] > most[k])
            return gpu__fail(GPU_ERROR_LAUNCH, kernel, "a %s of %zu x %zu x %zu %s; expected at most %zu in %c; use %s",
                             word[0], size[0], size[1], size[2], word[1], most[k], "xyz"[k], word[2]);
    return GPU_OK;
}
static gpu_dim3 gpu__to_dim3(const size_t *size)
{
    const gpu_dim3 d = {(unsigned)size[0], (unsigned)size[1], (unsigned)size[2]};
    return d;
}
/* Computes grid and block, choosing what the configuration leaves open (`fill_blocks` for grid_x), and checks the
   limits, which are the same on both backends. *empty: an extent is 0, so there is nothing to run. */
static gpu_status gpu__resolve(const gpu__kernel *kernel, const gpu_config *c, size_t fill_blocks, size_t max_shared,
                               gpu_dim3 *grid, gpu_dim3 *block, int *empty)
{
    static const size_t automatic[7][3] = {{256, 1, 1}, {256, 1, 1}, {32, 8, 1}, {32, 4, 2},
                                           {128, 1, 1}, {64, 2, 1},  {64, 2, 1}}; /* of loops: measured on an H100 */
    static const size_t max_block[3] = {GPU__MAX_BLOCK, GPU__MAX_BLOCK, GPU__MAX_BLOCK_Z};
    static const size_t max_grid[3] = {GPU__MAX_GRID_X, GPU__MAX_GRID_YZ, GPU__MAX_GRID_YZ};
    const int chosen = !c->block[0] && !c->block[1] && !c->block[2];
    const size_t *const given = chosen ? automatic[c->dims] : c->block;
    const int many = c->dims > 3 && gpu__product(gpu__product(c->extent[0], c->extent[1]), c->extent[2]) >= (size_t)1
                                                                                                                << 24;
    size_t b[3], g[3], threads = 1;
    gpu_status s;
    *empty = 0;
    for (int k = 0; k < 3; k++) {
        const size_t n = c->extent[k], size = given[k] ? given[k] : 1;
        size_t blocks = c->grid[k] ? c->grid[k] : k ? 1 : fill_blocks;
        if (n > (size_t)PTRDIFF_MAX) return gpu__wrong(kernel->name, "an extent of %zu is " GPU__TOO_LARGE, n);
        if (c->dims) {
            *empty |= !n;
            const size_t covers = many && k == 0 ? 4 * size : size;
            blocks = n / covers + (n % covers != 0);
            if (blocks > max_grid[k]) blocks = max_grid[k];
        }
        b[k] = size;
        g[k] = blocks;
    }
    if (*empty) return GPU_OK;
    if ((s = gpu__check_dimensions(b, max_block, 0, kernel->name)) ||
        (s = gpu__check_dimensions(g, max_grid, 1, kernel->name)))
        return s;
    for (int k = 0; k < 3; k++) threads *= b[k];
    if (threads > GPU__MAX_BLOCK)
        return gpu__fail(
            GPU_ERROR_LAUNCH, kernel->name,
            "a block of %zu x %zu x %zu = %zu threads; expected at most %d; use more blocks of fewer threads", b[0],
            b[1], b[2], threads, GPU__MAX_BLOCK);
    if (c->shared_bytes > max_shared)
        return gpu__fail(GPU_ERROR_LAUNCH, kernel->name,
                         "%zu bytes of dynamic shared memory; expected at most %zu on this device; use smaller tiles",
                         c->shared_bytes, max_shared);
    *grid = gpu__to_dim3(g);
    *block = gpu__to_dim3(b);
    return GPU_OK;
}
/* All blocks of a cooperative launch must be resident at once; at most `fits` blocks can be. */
static inline gpu_status gpu__check_cooperative(const gpu__kernel *kernel, gpu_dim3 grid, gpu_dim3 block, size_t fits)
{
    const size_t blocks = (size_t)grid.x * grid.y * grid.z;
    if (blocks <= fits) return GPU_OK;
    return gpu__fail(
        GPU_ERROR_LAUNCH, kernel->name,
        "a cooperative launch of %zu blocks of %u threads; at most %zu of them fit on this device at once; "
        "use fewer, with GPU_FOR in the kernel: gpu_grid(0, 1, 1, threads, 1, 1) uses as many as fit",
        blocks, block.x * block.y * block.z, fits);
}
/* Which elements of an array a kernel accesses is not known before it runs, but an array that was freed is found. */
static GPU__FORCE_INLINE gpu_status gpu__check_launch(const gpu__kernel *kernel, void **argv)
{
    for (int k = 0; k < kernel->count; k++) {
        const char *where;
        void *p;
        if (kernel->size[k] != sizeof p) continue;
        memcpy(&p, argv[k], sizeof p);
        if (gpu__recently_checked(p, 0) || gpu__in_bounds(p, 0) || !gpu__was_freed(p, 0, &where)) continue;
        return gpu__fail(GPU_ERROR_INVALID_POINTER, kernel->name,
                         "argument %d points into memory that was freed%s; free it after its last use", k + 1, where);
    }
    return GPU_OK;
}
