/* ---- Fourier transforms: short rows, and the steps between transforms ------------------------------------------- */

/* Rows of one radix, a row by a thread. The rows of a warp pass through shared memory, so that neighbouring threads
   access neighbouring memory, by 16 bytes if the arrays are aligned to that. */
#ifdef __CUDA_ARCH__
template <class Type, int N> struct gpu__fft_short {
    typedef gpu__fft_z<Type> z;
    static constexpr unsigned Wide = sizeof(Type) == 4 && N % 2 == 0 ? 2 : 1, Packs = N / Wide, Pitch = Packs | 1;
    struct alignas(Wide * sizeof(z)) pack {
        Type v[2 * Wide];
    };
    GPU__DEVICE_FN void run(const gpu__fft_args<Type> &a, void *space)
    {
        const unsigned lane = threadIdx.x % 32;
        const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x - lane;
        if (first >= a.lanes) return;
        const unsigned all = (unsigned)(a.lanes - first < 32 ? a.lanes - first : 32) * Packs;
        const Type *const in = a.in + first * 2 * N;
        Type *const out = a.out + first * 2 * N;
        const Type sign = a.flags & GPU__FFT_IN_CONJUGATE ? -1 : 1;
        const Type scale = a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
        pack *const shared = (pack *)space + (threadIdx.x - lane) * Pitch, *const row = shared + lane * Pitch;
        pack p[Packs];
        z x[N];
        GPU__UNROLLED (unsigned k = 0, i = lane; k < Packs; k++, i += 32)
            if (i < all) p[k] = get(in + i * (2 * Wide), a.flags & GPU__FFT_IN_NARROW);
        GPU__UNROLLED (unsigned k = 0, i = lane; k < Packs; k++, i += 32) shared[i / Packs * Pitch + i % Packs] = p[k];
        __syncwarp();
        GPU__UNROLLED (unsigned k = 0; k < Packs; k++) p[k] = row[k];
        GPU__UNROLLED (unsigned k = 0; k < N; k++)
            x[k] = gpu__fft_number(p[k / Wide].v[k % Wide * 2], p[k / Wide].v[k % Wide * 2 + 1] * sign);
        gpu__fft_butterfly<N>::run(x);
        GPU__UNROLLED (unsigned k = 0; k < N; k++)
            p[k / Wide].v[k % Wide * 2] = x[k].x * a.scale, p[k / Wide].v[k % Wide * 2 + 1] = x[k].y * scale;
        GPU__UNROLLED (unsigned k = 0; k < Packs; k++) row[k] = p[k];
        __syncwarp();
        GPU__UNROLLED (unsigned k = 0, i = lane; k < Packs; k++, i += 32)
            if (i < all)
                put(out + i * (2 * Wide), shared[i / Packs * Pitch + i % Packs], a.flags & GPU__FFT_OUT_NARROW);
    }
    GPU__DEVICE_FN pack get(const Type *from, bool narrow)
    {
        pack p;
        if (!narrow) return *(const pack *)(const void *)from;
        GPU__UNROLLED (unsigned k = 0; k < 2 * Wide; k++) p.v[k] = from[k];
        return p;
    }
    GPU__DEVICE_FN void put(Type *to, const pack &p, bool narrow)
    {
        if (!narrow) *(pack *)(void *)to = p;
        else
            GPU__UNROLLED (unsigned k = 0; k < 2 * Wide; k++) to[k] = p.v[k];
    }
};
#endif
template <class Type> static __global__ void __launch_bounds__(128)
    gpu__fft_short_kernel(const gpu__fft_args<Type> args)
{
    gpu__follow();
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    switch (args.n) {
#define GPU__FFT_SHORT(R)                                                                                              \
    case R: gpu__fft_short<Type, R>::run(args, gpu__dynamic_bytes); break;
        GPU__FFT_RADICES(GPU__FFT_SHORT)
#undef GPU__FFT_SHORT
    }
}
/* The pairs of long rows of real numbers: split, in index (in is out), or join. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_pairs_kernel(Type *out, const Type *in, size_t n, size_t blocks, bool joins, gpu__fft_period<Type> whole)
{
    gpu__follow();
    const size_t row = blockIdx.x / blocks, k = blockIdx.x % blocks * 256 + threadIdx.x;
    const Type *const from = in + row * 2 * (n + 1);
    Type *const to = out + row * 2 * (joins ? n : n + 1);
    gpu__fft_z<Type> u, v;
    if (k > n / 2) return;
    const size_t o = joins || k ? n - k : 0;
    u.x = from[2 * k], u.y = from[2 * k + 1], v.x = from[2 * o], v.y = from[2 * o + 1];
    const gpu__fft_z<Type> root = gpu__fft_root_of(k, whole);
    if (joins) gpu__fft_join_pair(u, v, k == 0, root);
    else gpu__fft_split_pair(u, v, root);
    to[2 * k] = u.x, to[2 * k + 1] = u.y;
    if (!joins || k) to[2 * (n - k)] = v.x, to[2 * (n - k) + 1] = v.y;
}
/* The other steps of a convolution: padding with zeros, and the product of spectra. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_fill_kernel(Type *out, const Type *x, size_t n, size_t all, bool reversed)
{
    gpu__follow();
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < all) out[i] = i < n ? x[reversed ? n - 1 - i : i] : 0;
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_times_kernel(gpu__fft_z<Type> *x, const gpu__fft_z<Type> *y, size_t n)
{
    gpu__follow();
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < n) x[i] = x[i] * y[i];
}
template <auto Function, class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_direct_kernel(Type *out, size_t n, const gpu__fft_direct d)
{
    gpu__follow();
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < n) out[i] = Function(&d, i);
}
