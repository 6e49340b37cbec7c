/* The tiles of C on tensor cores, for bf16, f16 and tf32, in rows and columns; then their names in a plan. */
#define GPU__TILE_{LARGE|SMALL|FLAT|TALL}_TENSOR {128, 128|64, 64|32, 128|128, 32}
enum { GPU__TENSOR_LARGE_TILES, GPU__TENSOR_SMALL_TILES, GPU__TENSOR_FLAT_TILES, GPU__TENSOR_TALL_TILES };
/* The plan of a multiplication on tensor cores. It depends on the shape only, and so does the order of each sum. */
typedef struct gpu__tensor_plan {
    int tiles;
    size_t tiles_m, tiles_n, splits, split; /* splits of `split` terms each; their sums are added in order */
    size_t pitch[2];                        /* of A and B: not 0 if the operand is copied to rows of this pitch, ... */
    size_t at[2], at_partials, bytes;       /* ... because their own cannot be read 16 bytes at a time, ... */
    int transposed;                         /* ... or B, because wgmma needs one operand of tf32 k-major */
} gpu__tensor_plan;

/* The pitch of the sums of splits in the workspace: a thread adds up 16 bytes of C. */
static inline size_t gpu__tensor_pitch(size_t n) { return gpu__ceil_div(n, 8) * 8; }
/* Plans a copy of an operand. Returns its offset in the workspace, of which *end bytes are in use. */
static inline size_t gpu__tensor_copy_plan(size_t *pitch, size_t *end, size_t rows, size_t cols, size_t ld,
                                           size_t stride, size_t batch, size_t size)
{
    const size_t per = 16 / size, box = 128 / size; /* of 16 bytes; of a row for TMA, which is slower with less */
    const size_t at = *end, wide = cols < box ? box : gpu__ceil_div(cols, per) * per;
    const size_t matrices = stride ? batch : 1, most = ((size_t)1 << 31) / size;
    *pitch = 0;
    if (ld % per == 0 && stride % per == 0) return at;
    if (wide > most || rows > most / wide || matrices > most / wide / rows) return at; /* too large: no copy is made */
    *pitch = wide;
    *end += gpu__ceil_div(matrices * rows * wide * size, 256) * 256;
    return at;
}
/* Chooses tiles, splits and copies for the tensor cores. */
static inline gpu__tensor_plan gpu__tensor_plan_of(const gpu_gemm_spec *g, size_t size)
{
    static const size_t tile[][2] = {
        {GPU__TILE_LARGE_TENSOR}, {GPU__TILE_SMALL_TENSOR}, {GPU__TILE_FLAT_TENSOR}, {GPU__TILE_TALL_TENSOR}};
    const size_t k = g->k;
    gpu__tensor_plan p;
    memset(&p, 0, sizeof p);
    p.tiles = g->m <= 32 ? GPU__TENSOR_FLAT_TILES : g->n <= 32 ? GPU__TENSOR_TALL_TILES : GPU__TENSOR_SMALL_TILES;
    if (g->m > 64 && g->n > 64 && gpu__ceil_div(g->m, 128) * gpu__ceil_div(g->n, 128) * g->batch >= 48)
        p.tiles = GPU__TENSOR_LARGE_TILES;
    p.tiles_m = gpu__ceil_div(g->m, tile[p.tiles][0]);
    p.tiles_n = gpu__ceil_div(g->n, tile[p.tiles][1]);
    const size_t blocks = p.tiles_m * p.tiles_n * g->batch;
    size_t most = p.tiles == GPU__TENSOR_LARGE_TILES ? 1 : (p.tiles == GPU__TENSOR_SMALL_TILES ? 256 : 384) / blocks;
    if (most > k / 256) most = k / 256;
    if (most < 1) most = 1;
    p.split = gpu__ceil_div(gpu__ceil_div(k, most), 64) * 64;
    p.splits = k ? gpu__ceil_div(k, p.split) : 1;
    if (k) {
        p.at[0] = gpu__tensor_copy_plan(&p.pitch[0], &p.bytes, g->transpose_a ? k : g->m, g->transpose_a ? g->m : k,
                                        g->lda, g->stride_a, g->batch, size);
        if (size == 4 && g->transpose_a && !g->transpose_b && p.tiles == GPU__TENSOR_LARGE_TILES && g->batch <= 65535)
            p.at[1] = gpu__tensor_copy_plan(&p.pitch[1], &p.bytes, g->n, k, 1, g->stride_b, g->batch, size);
        p.transposed = p.pitch[1] != 0;
        if (!p.transposed)
            p.at[1] = gpu__tensor_copy_plan(&p.pitch[1], &p.bytes, g->transpose_b ? g->n : k, g->transpose_b ? k : g->n,
                                            g->ldb, g->stride_b, g->batch, size);
    }
    p.at_partials = p.bytes;
    if (p.splits > 1) p.bytes += p.splits * g->batch * g->m * gpu__tensor_pitch(g->n) * sizeof(float);
    return p;
}
