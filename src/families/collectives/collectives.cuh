#ifdef __CUDA_ARCH__
/* ---- Collectives ------------------------------------------------------------------------------------------------- */

/* Sums, extremes and scans over the first `count` lanes of a warp. All lanes of the warp take part, and all get the
   result of a sum. */
template <int Op, class Type> GPU__DEVICE_FN Type gpu__collect_two(Type a, Type b)
{
    if (Op == GPU__COLLECT_MAX) return GPU__FIRST_OF(a, b, >);
    if (Op == GPU__COLLECT_MIN) return GPU__FIRST_OF(a, b, <);
    return a + b;
}
template <int Op, class Type>
GPU__DEVICE_FN Type gpu__lanes_collect(Type v, unsigned lane, unsigned count, unsigned mask)
{
    GPU__UNROLLED (unsigned k = 0; k < 5; k++) {
        const unsigned s = Op == GPU__COLLECT_SCAN ? 1u << k : 16u >> k;
        const Type other = Op == GPU__COLLECT_SCAN ? __shfl_up_sync(mask, v, s) : __shfl_down_sync(mask, v, s);
        if (Op == GPU__COLLECT_SCAN ? lane >= s : lane + s < count) v = gpu__collect_two<Op>(v, other);
    }
    return Op == GPU__COLLECT_SCAN ? v : __shfl_sync(mask, v, 0);
}
template <int Op, class Type> GPU__DEVICE_FN Type gpu__warp_collect(Type v, gpu__member me)
{
    return gpu__lanes_collect<Op>(v, me.number % 32, gpu__lanes_of_warp(me), gpu__warp_mask(me));
}
/* The first warp combines the results of all warps: it has 32 lanes, or it is the only warp. Two barriers suffice,
   since the next collective writes of_warps only after the second one, and `all` after one more. */
template <int Op, class Type> GPU__DEVICE_FN Type gpu__block_collect(Type v, gpu__member me)
{
    __shared__ Type of_warps[32], all[32];
    const unsigned warp = me.number / 32, lane = me.number % 32, warps = (me.threads + 31) / 32;
    v = gpu__warp_collect<Op>(v, me);
    if (lane == gpu__lanes_of_warp(me) - 1) of_warps[warp] = v;
    __syncthreads();
    if (warp == 0)
        all[lane] = gpu__lanes_collect<Op>(of_warps[lane < warps ? lane : 0], lane, warps, gpu__warp_mask(me));
    __syncthreads();
    if (Op != GPU__COLLECT_SCAN) return all[0];
    return warp ? all[warp - 1] + v : v;
}
template <class Type> GPU__DEVICE_FN Type gpu__block_from(Type v, unsigned thread, gpu__member me)
{
    __shared__ Type given;
    if (me.number == thread) given = v;
    __syncthreads();
    v = given;
    __syncthreads();
    return v;
}
#endif
