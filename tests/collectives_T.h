/* What test_collectives checks of each type: the order that the contract states, for the values v[0], ... of `count`
   lanes. */

static T N(by_halves)(int op, const T *v, unsigned count)
{
    T x[32];
    unsigned i, h;
    for (i = 0; i < count; i++) x[i] = v[i];
    for (h = 16; h; h /= 2)
        for (i = 0; i < h && i + h < count; i++) {
            const T a = x[i], b = x[i + h];
            x[i] = op == 0                ? (T)((N(wrap))a + (N(wrap))b)
                   : isnan((double)a)     ? a
                   : isnan((double)b)     ? b
                   : (op == 1) == (a > b) ? a
                                          : b;
        }
    return x[0];
}
static void N(scan)(T *x, unsigned count)
{
    unsigned i, h;
    for (h = 1; h < 32; h *= 2)
        for (i = count; i-- > h;) x[i] = (T)((N(wrap))x[i] + (N(wrap))x[i - h]);
}
GPU_KERNEL(N(collect), (T *, out), (const T *, x), (unsigned, from))
{
    const unsigned t = GPU_THREAD_X + GPU_BLOCK_DIM_X * (GPU_THREAD_Y + GPU_BLOCK_DIM_Y * GPU_THREAD_Z);
    const unsigned n = GPU_BLOCK_DIM_X * GPU_BLOCK_DIM_Y * GPU_BLOCK_DIM_Z;
    const size_t at = (size_t)GPU_BLOCK_X * n + t;
    T *const o = out + at * RESULTS;
    const T v = x[at];
    o[0] = gpu_block_sum(v);
    o[1] = gpu_block_max(v);
    o[2] = gpu_block_min(v);
    o[3] = gpu_block_scan(v);
    o[4] = gpu_block_broadcast(v, from % n);
    o[5] = gpu_warp_sum(v);
    o[6] = gpu_warp_max(v);
    o[7] = gpu_warp_min(v);
    o[8] = gpu_warp_scan(v);
    o[9] = gpu_warp_broadcast(v, 0);
    o[10] = (T)((gpu_block_any(t == from) ? 1 : 0) + (gpu_block_all(t != from) ? 2 : 0) +
                (gpu_warp_any(t == from) ? 4 : 0) + (gpu_warp_all(t != from) ? 8 : 0));
}
static void N(expect)(T *o, const T *x, unsigned n, unsigned t, unsigned from)
{
    const unsigned warps = (n + 31) / 32, warp = t / 32, lanes = n - warp * 32 < 32 ? n - warp * 32 : 32;
    T totals[32], scanned[32], own[32];
    unsigned w, k;
    for (k = 0; k < 3; k++) {
        for (w = 0; w < warps; w++) totals[w] = N(by_halves)((int)k, x + w * 32, n - w * 32 < 32 ? n - w * 32 : 32);
        o[k] = N(by_halves)((int)k, totals, warps);
        o[5 + k] = totals[warp];
    }
    for (w = 0; w < warps; w++) {
        const unsigned count = n - w * 32 < 32 ? n - w * 32 : 32;
        memcpy(scanned, x + w * 32, count * sizeof(T));
        N(scan)(scanned, count);
        if (w == warp) memcpy(own, scanned, count * sizeof(T));
        totals[w] = scanned[count - 1];
    }
    N(scan)(totals, warps);
    o[8] = own[t % 32];
    o[3] = warp ? (T)((N(wrap))totals[warp - 1] + (N(wrap))own[t % 32]) : own[t % 32];
    o[4] = x[from % n], o[9] = x[warp * 32];
    w = from / 32 == warp && from % 32 < lanes;
    o[10] = (T)(from < n ? 1 + (w ? 4 : 8) : 2 + 8);
}
TEST(N(collectives))
{
    static const unsigned shapes[][3] = {{1, 1, 1}, {2, 1, 1}, {31, 1, 1}, {32, 1, 1}, {33, 1, 1},
                                         {8, 8, 1}, {13, 3, 2}, {256, 1, 1}, {5, 7, 29}, {1024, 1, 1}};
    enum { blocks = 3, most = 1024 * blocks };
    static T x[most], got[most * RESULTS], want[RESULTS];
    size_t k, i, b;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const unsigned *d = shapes[k], n = d[0] * d[1] * d[2], from = (unsigned)(k % 2 ? n - 1 : n / 2 + 40 * (k == 4));
        T *dx, *dout = (T *)on_device(NULL, n * blocks * RESULTS, sizeof(T), 0);
        for (i = 0; i < n * blocks; i++) {
            const double v = uniform() * 100;
            x[i] = NUMBER_OF(T, v);
        }
        if (k > 6) x[n / 3] = NAN_OF(T), x[n + n / 5] = INFINITY_OF(T);
        dx = (T *)on_device(x, n * blocks, sizeof(T), 0);
        CHECK_STATUS(N(collect)(gpu_grid(blocks, 1, 1, d[0], d[1], d[2]), dout, dx, from), GPU_OK, "");
        to_host(got, dout, n * blocks * RESULTS * sizeof(T));
        for (b = 0; b < blocks; b++)
            for (i = 0; i < n; i++) {
                const T *const o = got + (b * n + i) * RESULTS;
                unsigned r;
                N(expect)(want, x + b * n, n, (unsigned)i, from);
                for (r = 0; r < RESULTS; r++)
                    if (!same_bits(&o[r], &want[r], sizeof(T)) && !(isnan((double)o[r]) && isnan((double)want[r]))) {
                        test__fail(__FILE__, __LINE__, "block of %u, result %u of thread %zu: %.17g, expected %.17g", n,
                                   r, i, (double)o[r], (double)want[r]);
                        return;
                    }
            }
        release(dx, sizeof(T), 0), release(dout, sizeof(T), 0);
    }
}
