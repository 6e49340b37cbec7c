/* Trees whose last warp is as books have it, and with what they leave out: BETWEEN, which is nothing or __syncwarp(). T
   is the type, SHARED the memory s, PRODUCT a product, which of integers wraps; TREE and TREE_OF are the names. */

GPU_KERNEL(TREE, (T *, x), (int, step))
{
    SHARED;
    int t = (int)threadIdx.x, k;
    s[t] = (T)(1 + t * step % 11);
    __syncthreads();
    for (k = (int)blockDim.x / 2; k > 32; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t < 32) {
        volatile T *v = s;
        v[t] += v[t + 32];
        BETWEEN
        v[t] += v[t + 16];
        BETWEEN
        v[t] += v[t + 8];
        BETWEEN
        v[t] += v[t + 4];
        BETWEEN
        v[t] += v[t + 2];
        BETWEEN
        v[t] += v[t + 1];
    }
    if (t == 0) x[blockIdx.x] = s[0];
}
/* The same of products, maxima and minima; k: which. */
#define STEP(d) v[t] = COMBINED(PRODUCT, k, v[t], v[t + d]);
GPU_KERNEL(TREE_OF, (T *, x), (int, k))
{
    __shared__ T s[256];
    int t = (int)threadIdx.x, d;
    s[t] = (T)(1 + (int)(((unsigned)t * 2654435761u) >> 12) % (k ? 1009 : 3));
    __syncthreads();
    for (d = (int)blockDim.x / 2; d > 32; d /= 2) {
        if (t < d) s[t] = COMBINED(PRODUCT, k, s[t], s[t + d]);
        __syncthreads();
    }
    if (t < 32) {
        volatile T *v = s;
        STEP(32) BETWEEN STEP(16) BETWEEN STEP(8) BETWEEN
        STEP(4) BETWEEN STEP(2) BETWEEN STEP(1) BETWEEN
    }
    if (t == 0) x[blockIdx.x] = s[0];
}
#undef STEP
#undef TREE
#undef TREE_OF
#undef BETWEEN
