/* The order of running sums along an axis: the same on both backends, and a function of the shape alone:
     piece    16 neighbours in a row, or in a column, one after the other: s(j) = s(j - 1) + x(j)
     tile     pieces, by recursive halving: for d = 1, 2, 4, ... and every j with bit d set:
              v[j] = v[(j & -d) - 1] + v[j]; L is the value of the preceding piece
     segment  tiles, one after the other; Q is the sum of the preceding tiles
     all      segments, one after the other; P is the sum of the preceding segments
   out = (P + (Q + L)) + s(j). A value that does not exist is -0, which changes no sum. A tile of a row has 256 pieces,
   one of a column 256 / w, where w is the least power of two >= cols, at most 32. There are b independent chains of
   tiles, b = rows or ceil(cols / w). With b >= 128 a chain is one segment; otherwise its T tiles are split into
   S = min(256 / b, ceil(T / 4)) segments of ceil(T / S). */
enum {
    GPU__SCAN_PIECE = 16,
    GPU__SCAN_PIECES = 256,
    GPU__SCAN_TILE = GPU__SCAN_PIECE * GPU__SCAN_PIECES,
    GPU__SCAN_COLS = 32,
    GPU__SCAN_STRIP = 256 /* width of the CPU's strips of columns */
};
static inline size_t gpu__scan_pieces(size_t cols, int colwise)
{
    size_t w = colwise ? GPU__SCAN_COLS : 1;
    while (w / 2 >= cols) w /= 2;
    return GPU__SCAN_PIECES / w;
}
typedef struct gpu__scan_split {
    int colwise, totals;          /* whether columns are scanned; whether only the sums of segments are computed */
    size_t segments, per_segment; /* of a row or column; tiles of each */
} gpu__scan_split;
static inline void gpu__scan_axis_totals(const gpu__job *j, void *scratch)
{
    gpu__scan_split d = *(const gpu__scan_split *)j->detail;
    gpu__job totals = *j;
    d.totals = 1;
    totals.detail = &d;
    gpu__job_parts(&totals, j->part, j->tasks, scratch);
}
static inline gpu_status gpu__scan_axis_job(gpu__job *j, gpu__scan_split *d, const char *name, int colwise, void *out,
                                            const void *a, size_t size, size_t rows, size_t cols)
{
    const gpu_status s = gpu__shape(name, rows, cols);
    if (s) return s;
    const size_t pieces = gpu__scan_pieces(cols, colwise);
    const size_t tiles = gpu__ceil_div(colwise ? rows : cols, pieces * GPU__SCAN_PIECE);
    const size_t blocks = colwise ? gpu__ceil_div(cols, GPU__SCAN_PIECES / pieces) : rows;
    const size_t want = gpu__ceil_div(tiles, 4);
    const size_t most = blocks < 128 ? 256 / blocks : 1;
    gpu__job_of_matrix(j, name, out, rows * cols, size, "a", a, size, rows, cols);
    d->colwise = colwise;
    d->totals = 0;
    d->per_segment = gpu__ceil_div(tiles, gpu__least(want, most));
    d->segments = gpu__ceil_div(tiles, d->per_segment);
    gpu__job_detail(j, d, sizeof *d);
    j->tasks = d->segments * (colwise ? gpu__ceil_div(cols, GPU__SCAN_STRIP) : rows);
    j->in_place = 1;
    if (d->segments > 1) {
        j->space = j->scratch = d->segments * (colwise ? cols : rows) * sizeof(double);
        j->start = gpu__scan_axis_totals;
    }
    return GPU_OK;
}
#ifdef ALL
/* Recursive halving over pieces, each with the sums of w columns. */
GPU__BODY void gpu__scan_halve_T(gpu__wrap_sum_T *v, size_t lanes, size_t w)
{
    for (size_t d = 1; d < lanes; d *= 2)
        for (size_t b = d; b < lanes; b += 2 * d)
            for (size_t k = b; k < b + d && k < lanes; k++)
                GPU__NO_ALIAS for (size_t c = 0; c < w; c++) v[k * w + c] = v[(b - 1) * w + c] + v[k * w + c];
}
/* Stores the running sums of a piece of n elements and returns its sum. */
GPU__BODY gpu__wrap_sum_T gpu__scan_piece_T(gpu__wrap_sum_T *to, const T *x, size_t n)
{
    gpu__wrap_sum_T s = (gpu__wrap_sum_T)-0.0;
    for (size_t i = 0; i < n; i++) to[i] = s = s + (gpu__wrap_sum_T)x[i];
    return s;
}
/* Scans one tile of a row, which may be incomplete. `before` is the sum of the preceding segments, *sum that of the
   preceding tiles of this one, to which the tile's sum is added. With out NULL only the sum is computed. (If the length
   of a piece were a constant, gcc would compute several pieces in one vector, which takes more than twice as long.) */
GPU__BODY void gpu__scan_row_tile_T(T *out, const T *x, size_t n, gpu__wrap_sum_T before, gpu__wrap_sum_T *sum)
{
    enum { piece = GPU__SCAN_PIECE };
    gpu__wrap_sum_T s[GPU__SCAN_TILE], v[GPU__SCAN_PIECES + 1];
    const size_t pieces = gpu__ceil_div(n, piece);
    v[0] = (gpu__wrap_sum_T)-0.0;
    if (n <= piece) { /* a short row */
        const gpu__wrap_sum_T front = before + *sum;
        for (size_t i = 0; i < n; i++) {
            v[0] = v[0] + (gpu__wrap_sum_T)x[i];
            if (out) out[i] = (T)(front + v[0]);
        }
        *sum = *sum + v[0];
        return;
    }
    for (size_t p = 0; p < pieces; p++) {
        const size_t at = p * piece, m = gpu__least(n - at, piece);
        v[p + 1] = gpu__scan_piece_T(s + at, x + at, m);
    }
    gpu__scan_halve_T(v + 1, pieces, 1);
    for (size_t p = 0; out && p < pieces; p++) {
        const size_t at = p * piece, m = gpu__least(n - at, piece);
        const gpu__wrap_sum_T front = before + (*sum + v[p]);
        GPU__NO_ALIAS for (size_t i = 0; i < m; i++) out[at + i] = (T)(front + s[at + i]);
    }
    *sum = *sum + v[pieces];
}
/* A task is a segment of a row. `totals` has the sums of the segments, from which a thread adds up those before its
   own. */
GPU__BODY void gpu__scan_rows_T(const gpu__job *j, gpu__wrap_sum_T *totals, size_t first, size_t last)
{
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    const size_t cols = j->cols, segments = d->segments, length = d->per_segment * GPU__SCAN_TILE;
    const int out_too = !d->totals;
    gpu__wrap_sum_T before = (gpu__wrap_sum_T)-0.0, sum;
    size_t k, i;
    for (k = first - first % segments; out_too && k < first; k++) before = before + totals[k];
    for (k = first; k < last; k++) {
        const size_t begin = k % segments * length, n = gpu__least(cols - begin, length);
        const T *const x = (const T *)j->in[0].p + k / segments * cols + begin;
        T *const out = (T *)j->out + k / segments * cols + begin;
        if (begin == 0) before = (gpu__wrap_sum_T)-0.0;
        for (sum = (gpu__wrap_sum_T)-0.0, i = 0; i < n; i += GPU__SCAN_TILE)
            gpu__scan_row_tile_T(out_too ? out + i : NULL, x + i, gpu__least(n - i, GPU__SCAN_TILE), before, &sum);
        if (out_too) before = before + sum;
        else totals[k] = sum;
    }
}
/* The same as gpu__scan_row_tile for a tile of n rows and w columns. */
GPU__BODY void gpu__scan_col_tile_T(T *out, const T *x, size_t n, size_t cols, size_t w, const gpu__wrap_sum_T *before,
                                    gpu__wrap_sum_T *sum)
{
    gpu__wrap_sum_T v[9 * GPU__SCAN_STRIP], front[GPU__SCAN_STRIP], s[GPU__SCAN_STRIP];
    const size_t pieces = gpu__ceil_div(n, GPU__SCAN_PIECE);
    size_t p, r, c, end;
    for (c = 0; c < (pieces + 1) * w; c++) v[c] = (gpu__wrap_sum_T)-0.0;
    for (r = 0; r < n; r++) {
        gpu__wrap_sum_T *const to = v + (r / GPU__SCAN_PIECE + 1) * w;
        gpu__axis_prefetch((uintptr_t)(x + (r + GPU__SCAN_PIECE) * cols), w * sizeof *x);
        GPU__NO_ALIAS for (c = 0; c < w; c++) to[c] = to[c] + (gpu__wrap_sum_T)x[r * cols + c];
    }
    gpu__scan_halve_T(v + w, pieces, w);
    for (p = r = 0; out && p < pieces; p++) {
        for (c = 0; c < w; c++) {
            front[c] = before[c] + (sum[c] + v[p * w + c]);
            s[c] = (gpu__wrap_sum_T)-0.0;
        }
        for (end = n - r < GPU__SCAN_PIECE ? n : r + GPU__SCAN_PIECE; r < end; r++)
            GPU__NO_ALIAS for (c = 0; c < w; c++)
            {
                s[c] = s[c] + (gpu__wrap_sum_T)x[r * cols + c];
                out[r * cols + c] = (T)(front[c] + s[c]);
            }
    }
    for (c = 0; c < w; c++) sum[c] = sum[c] + v[pieces * w + c];
}
/* A task is a segment of a strip. */
GPU__BODY void gpu__scan_cols_T(const gpu__job *j, gpu__wrap_sum_T *totals, size_t first, size_t last)
{
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    const size_t rows = j->rows, cols = j->cols, segments = d->segments;
    const size_t tile = gpu__scan_pieces(cols, 1) * GPU__SCAN_PIECE, length = d->per_segment * tile;
    const int out_too = !d->totals;
    gpu__wrap_sum_T before[GPU__SCAN_STRIP], sum[GPU__SCAN_STRIP];
    for (size_t k = first; k < last; k++) {
        const size_t begin = k % segments * length, end = rows - begin < length ? rows : begin + length;
        const size_t at = k / segments * GPU__SCAN_STRIP, w = gpu__least(cols - at, GPU__SCAN_STRIP);
        for (size_t c = 0; c < w; c++) {
            if (k == first || begin == 0) before[c] = (gpu__wrap_sum_T)-0.0;
            for (size_t g = 0; out_too && k == first && g < k % segments; g++)
                before[c] = before[c] + totals[g * cols + at + c];
            sum[c] = (gpu__wrap_sum_T)-0.0;
        }
        for (size_t r = begin; r < end; r += tile)
            gpu__scan_col_tile_T(out_too ? (T *)j->out + r * cols + at : NULL, (const T *)j->in[0].p + r * cols + at,
                                 gpu__least(end - r, tile), cols, w, before, sum);
        for (size_t c = 0; c < w; c++) {
            before[c] = before[c] + sum[c];
            if (!out_too) totals[k % segments * cols + at + c] = sum[c];
        }
    }
}
/* A single thread needs no totals. */
GPU__PART_LEVELS(gpu__scan_axis_T, {
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    if (!d->totals || last - first < j->tasks) {
        if (d->colwise) gpu__scan_cols_T(j, (gpu__wrap_sum_T *)scratch, first, last);
        else gpu__scan_rows_T(j, (gpu__wrap_sum_T *)scratch, first, last);
    }
})
GPU__ON_DEVICE(gpu__scan_axis_T, gpu__scan_axis<T, gpu__wrap_sum_T>(context, (T *)out, (const T *)in[0], j))
GPU__PRE gpu_status gpu_cumsum_{rows|cols}_T(T *out, const T *a, size_t rows, size_t cols)
{
    gpu__scan_split d;
    gpu__job j;
    const gpu_status s = gpu__scan_axis_job(&j, &d, "gpu_cumsum_{1}", {0|1}, out, a, sizeof *a, rows, cols);
    if (s) return s;
    GPU__JOB_CODE(j, gpu__scan_axis_T)
    GPU__BY_RULE(gpu_cumsum_{1}_T) return gpu__job_call(&j);
}
#endif
