/* The orders of reductions along an axis of a row-major matrix, the same on both backends. That of a row is a function
   of cols alone:
     P = min(1024, ceil(cols / 16384)) chunks of ceil(cols / P) rounded up to 1024 elements; element i of a chunk
     belongs to lane i % L, ascending; L = 32 for cols <= 512, 128 for cols <= 4096, else 1024; the lanes fold by
     halves: for s = L/2, .. 1: lane[j] += lane[j + s] for j < s, where lane j + s has an element; the chunks fold
     likewise: chunk p belongs to lane p % 64, ascending, then s = 32 .. 1.
   That of a column is a function of the shape:
     Q = 8 for cols >= 128, else the largest power of two with Q * cols <= 1024; row r belongs to lane r % Q of step
     r / Q; the ceil(rows / Q) steps are cut into S = min(ceil(steps / 16), 2048 / ceil(cols / 128), 1024) segments,
     1 where ceil(cols / 128) >= 1024; within a segment a lane adds its rows in ascending order, then s = Q/2 .. 1:
     lane[q] += lane[q + s]; the segments fold as the chunks of a row do.
   Variances: the lanes sum d = x - K and d * d, K being the first element of the chunk or segment; their results are
   moments (see gpu__lane_moments); chunks and segments fold by gpu__merge. A row of at most 256 bytes is one lane. */
enum {
    GPU__ROW_LANES = 1024,
    GPU__ROW_CHUNK = 16384,
    GPU__MAX_PARTS = 1024,
    GPU__PART_LANES = 64,
    GPU__COL_BLOCK = 512,
    GPU__SHORT_ROW = 64,
    GPU__ABREAST = 32 /* number of rows, of at most GPU__SHORT_ROW elements, that are reduced at a time */
};
static inline size_t gpu__row_parts(size_t cols)
{
    const size_t parts = gpu__ceil_div(cols, GPU__ROW_CHUNK);
    return parts < 1 ? 1 : parts > GPU__MAX_PARTS ? (size_t)GPU__MAX_PARTS : parts;
}
static inline size_t gpu__row_chunk(size_t cols)
{
    return gpu__ceil_div(gpu__ceil_div(cols, gpu__row_parts(cols)), GPU__ROW_LANES) * GPU__ROW_LANES;
}
static inline size_t gpu__col_lanes(size_t cols)
{
    size_t q = 8;
    while (q * 2 * cols <= 1024) q *= 2;
    return q;
}
static inline size_t gpu__col_parts(size_t rows, size_t cols)
{
    const size_t steps = gpu__ceil_div(rows, gpu__col_lanes(cols)), blocks = gpu__ceil_div(cols, 128);
    const size_t most = blocks >= 1024 ? 1 : gpu__least(2048 / blocks, GPU__MAX_PARTS), want = gpu__ceil_div(steps, 16);
    return want < 1 ? 1 : gpu__least(want, most);
}
