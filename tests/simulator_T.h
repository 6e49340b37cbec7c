/* What test_simulator does with elements of a type T, wherever they lie: each thread its own, in global memory, through
   shared memory, and one place on; their broken twins have two threads for an element. */

#define S T
GPU_KERNEL(N(own), (const T *, in), (T *, out), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
GPU_KERNEL(N(loop), (const T *, in), (T *, out), (int, n))
{
    GPU_FOR(i, n) out[i] = in[i];
}
GPU_KERNEL(N(reverse), (const T *, in), (T *, out), (int, n))
{
    __shared__ T s[63];
    int t = threadIdx.x, i = blockIdx.x * 63 + t;
    s[t] = in[i < n ? i : 0];
    __syncthreads();
    if (i < n) out[i] = s[62 - t];
}
GPU_KERNEL(N(dynamic), (const T *, in), (T *, out), (int, n))
{
    GPU_SHARED_DYNAMIC(T, s);
    int t = threadIdx.x, i = blockIdx.x * 63 + t;
    s[t] = in[i < n ? i : 0];
    __syncthreads();
    if (i < n) out[i] = s[62 - t];
}
GPU_KERNEL(N(twice), (const T *, in), (T *, out))
{
    out[threadIdx.x / 2] = in[threadIdx.x];
}
GPU_KERNEL(N(early), (const T *, in), (T *, out))
{
    __shared__ T s[63];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[62 - threadIdx.x];
}
GPU_KERNEL(N(shared_twice), (const T *, in), (T *, out))
{
    __shared__ T s[63];
    s[threadIdx.x / 2] = in[threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
GPU_KERNEL(N(dynamic_twice), (const T *, in), (T *, out))
{
    GPU_SHARED_DYNAMIC(T, s);
    s[threadIdx.x / 2] = in[threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
GPU_KERNEL(N(unwritten), (const T *, in), (T *, out))
{
    GPU_SHARED(T, s, [63]);
    if (threadIdx.x != 20) s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[62 - threadIdx.x];
}
static int N(reversed)(const T *in, const T *out, int n) /* each 63 of them; in front of what is missing is in[0] */
{
    int i, right = 1;
    for (i = 0; i < n; i++) {
        const int from = i / 63 * 63 + 62 - i % 63;
        right &= !memcmp(in + (from < n ? from : 0), out + i, sizeof(T));
    }
    return right;
}
static void N(right_elements)(unsigned char *a, unsigned char *b) /* packed ones anywhere */
{
    static const int counts[] = {1, 63, 64, 997};
    size_t off;
    int k;
    for (off = 0; off < (sizeof(T) == 2 || sizeof(T) % 4 == 0 ? __alignof__(T) == 1 : 1) + 1u; off++) {
        const T *in = (const T *)(void *)(a + off);
        T *out = (T *)(void *)(b + off);
        for (k = 0; k < 4; k++) {
            const int n = counts[k];
            const gpu_config blocks = gpu_grid((size_t)(n + 62) / 63, 1, 1, 63, 1, 1);
            test_row("%d bytes, %d of them, %d behind", (int)sizeof(T), n, (int)off);
            memset(b, 0, ELEMENT_BYTES);
            RIGHT(N(own)(gpu_1d((size_t)n), in, out, n));
            CHECK(!memcmp(in, out, (size_t)n * sizeof(T)));
            memset(b, 0, ELEMENT_BYTES);
            RIGHT(N(loop)(gpu_1d((size_t)n), in, out, n));
            CHECK(!memcmp(in, out, (size_t)n * sizeof(T)));
            RIGHT(N(reverse)(blocks, in, out, n));
            CHECK(N(reversed)(in, out, n));
            memset(b, 0, ELEMENT_BYTES);
            RIGHT(N(dynamic)(gpu_config_shared(blocks, 63 * sizeof(T)), in, out, n));
            CHECK(N(reversed)(in, out, n));
        }
    }
}
#undef S
#undef T
