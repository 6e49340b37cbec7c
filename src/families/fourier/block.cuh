/* ---- Fourier transforms: one pass ------------------------------------------------------------------------------- */

/* A block loads `tile` lanes, sequences of n elements, to shared memory, makes the passes of Stockham's algorithm, each
   of one radix, and stores the lanes. A thread has up to 16 or 20 elements of a pass in registers. A transform of any
   length is one launch of this kernel, or two or three for the factors of its length. These differ only in their
   arguments: addresses of elements, factors that they are multiplied by, and the numbering of threads, so that
   neighbouring threads access neighbouring memory. */
/* (Measured to be slower, or not faster: 20 doubles a thread; loads that do not allocate in L1, or evict first;
   prefetching the next tile of columns to L2; short rows without shared memory, whose stores cover parts of sectors;
   columns of 4096 elements in two passes.) */
#define GPU__FFT_RADICES(DO) DO(2) DO(3) DO(4) DO(5) DO(7) DO(8) DO(10) DO(11) DO(12) DO(13) DO(15) DO(16)
template <class Type> struct alignas(2 * sizeof(Type)) gpu__fft_z {
    Type x, y;
};
enum {
    GPU__FFT_IN_BY_LANE = 1, /* neighbouring threads read neighbouring lanes, not neighbouring elements */
    GPU__FFT_OUT_BY_LANE = 2,
    GPU__FFT_IN_CONJUGATE = 16, /* numbers are conjugated, which makes the transform its inverse */
    GPU__FFT_OUT_CONJUGATE = 32,
    GPU__FFT_IN_NARROW = 64, /* complex numbers have only the alignment of real ones */
    GPU__FFT_OUT_NARROW = 128,
    GPU__FFT_IN_REAL = 256,       /* elements are real numbers */
    GPU__FFT_OUT_REAL = 512,      /* only the real parts are written */
    GPU__FFT_IN_HERMITIAN = 1024, /* the elements of the upper half are the conjugates of those of the lower half */
    GPU__FFT_IN_JOINED = 2048,    /* from the spectrum of twice as many real numbers, see split and join */
    GPU__FFT_OUT_SPLIT = 4096,
    GPU__FFT_IN_PLAIN = 4, /* the first pass loads from global memory directly, the last one stores there */
    GPU__FFT_OUT_PLAIN = 8,
    GPU__FFT_BACK = 16384,   /* as OUT_CONJUGATE, before the multiplication by a factor */
    GPU__FFT_TWIDDLED = 8192 /* results are multiplied by a root of the whole length, the twiddle factor */
};
/* The strides by which the address of an element follows from its block's three outer indices, its lane and its index
   in the lane, in complex numbers (in real ones if the array is real); likewise its number in the whole transform. */
typedef struct gpu__fft_side {
    size_t outer[3], lane, element;
    size_t number_second, number_third, number_lane, number_element; /* for the second and third outer index, ... */
    size_t count; /* elements whose number is not below it are zero, or not stored; 0: no limit */
    size_t row;   /* HERMITIAN: stride of lanes, each of which is a whole transform */
} gpu__fft_side;
template <class Type> struct gpu__fft_period { /* the n of roots exp(-2 pi i k / n) */
    double n = 1, per = 1;
    gpu__fft_period() = default;
    explicit gpu__fft_period(size_t length) : n((double)length), per(1 / (double)length) {}
};
template <> struct gpu__fft_period<float> {
    size_t n = 1;
    uint64_t per = 0;
    gpu__fft_period() = default;
    explicit gpu__fft_period(size_t length)
        : n(length), per(length > 1 ? ~(uint64_t)0 / length + !(length & (length - 1)) : 0)
    {
    }
};
template <class Type> struct gpu__fft_args {
    const Type *in;
    Type *out;
    gpu__fft_side from, to;
    size_t lanes;                            /* of one outer index */
    unsigned second, third;                  /* number of second and third outer indices */
    unsigned tiles, tile, n, passes, rounds; /* tiles of one outer index */
    unsigned element_shift, lane_step;       /* strides in shared memory: 1 << element_shift, lane_step */
    unsigned pad_shift;                      /* in shared memory one element is left free after each 1 << pad_shift */
    unsigned tile_shift;                     /* lanes by lane: tile is 1 << tile_shift */
    unsigned ahead;                          /* 0, or how many tiles ahead of its own a block brings rows to L2 */
    int flags;
    gpu__fft_period<Type> whole; /* TWIDDLED: the factor is root `element * (lane / divisor)` of it */
    size_t divisor;
    Type scale;
    const gpu__fft_z<Type> *roots, *halves;
    const gpu__fft_z<Type> *times_in, *times_out; /* NULL, or factors by the number of the element */
    const gpu__fft_z<Type> *times_between;        /* two rounds: factors between them */
    const unsigned short *order; /* NULL, or Rader's algorithm for the prime n + 1: element k of the array, k > 0, is
                                    element order[k - 1] of the first round and n - order[k - 1] of the second */
    uint64_t per_tiles, per_second, per_third;
    unsigned per_in, per_out; /* likewise of the number of elements or lanes across which a tile is loaded or stored */
    unsigned char radix[16];
    unsigned per_step[16], per_s[16]; /* of each pass: 2^32 / (n / radix) and 2^32 / s, rounded up, to divide by them */
    /* a cluster of 1 << cluster_shift blocks has a tile, see gpu__fft_block::spread */
    const gpu__fft_z<Type> *spread_roots;
    unsigned cluster_shift;
    unsigned tile_lanes, part_shift; /* lanes of the tile: 1 << part_shift; a block's lane has the part above that */
    unsigned barrier;                /* its index in shared memory */
};

/* How many butterflies of a radix a thread has registers for, by the size of a real number: 16 elements; 20 floats, if
   the radix has a factor of 5. */
static constexpr __host__ __device__ unsigned gpu__fft_count(unsigned radix, size_t size)
{
    return (size == 4 && radix % 5 == 0 ? 20 : 16) / radix;
}

#ifdef __CUDA_ARCH__
template <class Type> GPU__DEVICE_FN gpu__fft_z<Type> gpu__fft_number(Type x, Type y)
{
    gpu__fft_z<Type> z;
    z.x = x, z.y = y;
    return z;
}
template <class Type> GPU__DEVICE_FN gpu__fft_z<Type> operator{+|-}(gpu__fft_z<Type> a, gpu__fft_z<Type> b)
{
    return gpu__fft_number(a.x {1} b.x, a.y {1} b.y);
}
template <class Type> GPU__DEVICE_FN gpu__fft_z<Type> operator*(gpu__fft_z<Type> a, gpu__fft_z<Type> b)
{
    return gpu__fft_number(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
template <class Type> GPU__DEVICE_FN gpu__fft_z<Type> gpu__fft_minus_i(gpu__fft_z<Type> a)
{
    return gpu__fft_number(a.y, -a.x);
}
template <class Type> GPU__DEVICE_FN void gpu__fft_conjugate(gpu__fft_z<Type> &a) { a.y = -a.y; }
/* exp(-2 pi i k / n), from the nearest quarter turn and the remainder. `per` is 1 / n: for floats in units of 2^-64, so
   that the fraction of a turn is computed by 32-bit integers. */
template <class Type> GPU__DEVICE_FN gpu__fft_z<Type> gpu__fft_by_quarter(unsigned quarter, Type s, Type c)
{
    const Type x = quarter & 1 ? -s : c, y = quarter & 1 ? -c : -s;
    return quarter & 2 ? gpu__fft_number(-x, -y) : gpu__fft_number(x, y);
}
GPU__DEVICE_FN gpu__fft_z<float> gpu__fft_root_of(size_t k, const gpu__fft_period<float> &w)
{
    const unsigned turn = (unsigned)(k * w.per >> 32), quarter = (turn + 0x20000000u) >> 30;
    const float x = (float)(int)(turn - (quarter << 30)) * 0x1p-30f, y = x * x; /* in quarter turns, at most 1/2 */
    float s = 1.6044118478736e-4f, c = -2.5202042373061e-5f;
    s = s * y - 4.6817541353187e-3f, c = c * y + 9.1926027483943e-4f;
    s = s * y + 7.9692626246167e-2f, c = c * y - 2.0863480763353e-2f;
    s = s * y - 0.64596409750625f, c = c * y + 0.25366950790105f;
    s = s * y * x + 1.5707963267949f * x, c = (c * y - 1.2337005501362f) * y + 1;
    return gpu__fft_by_quarter(quarter, s, c);
}
GPU__DEVICE_FN gpu__fft_z<double> gpu__fft_root_of(size_t k, const gpu__fft_period<double> &w)
{
    const double turns = 4 * (double)k, half = 6755399441055744; /* adding it rounds to an integer */
    const double quarter = turns * w.per + half - half;
    const double x = fma(-quarter, w.n, turns) * w.per * 1.5707963267948966, y = x * x; /* the remainder is exact */
    double s = 1.58969099521155010221e-10, c = -1.13596475577881948265e-11;
    s = s * y - 2.50507602534068634195e-8, c = c * y + 2.08757232129817482790e-9;
    s = s * y + 2.75573137070700676789e-6, c = c * y - 2.75573143513906633035e-7;
    s = s * y - 1.98412698298579493134e-4, c = c * y + 2.48015872894767294178e-5;
    s = s * y + 8.33333333332248946124e-3, c = c * y - 1.38888888888741095749e-3;
    s = s * y - 1.66666666666666324348e-1, c = c * y + 4.16666666666666019037e-2;
    return gpu__fft_by_quarter((unsigned)(int)quarter, s * y * x + x, c * y * y + (1 - 0.5 * y));
}

/* ---- butterflies: replace x by its transform, in order ---- */
template <int Radix> struct gpu__fft_circle; /* cosines and sines of the first half of a turn in Radix steps */
template <> struct gpu__fft_circle<3> {
    GPU__DEVICE_FN constexpr double cosine(int) { return -0.5; }
    GPU__DEVICE_FN constexpr double sine(int) { return 0.86602540378443864676; }
};
template <> struct gpu__fft_circle<5> {
    GPU__DEVICE_FN constexpr double cosine(int k) { return k == 1 ? 0.30901699437494742410 : -0.80901699437494742410; }
    GPU__DEVICE_FN constexpr double sine(int k) { return k == 1 ? 0.95105651629515357212 : 0.58778525229247312917; }
};
template <> struct gpu__fft_circle<7> {
    GPU__DEVICE_FN constexpr double cosine(int k)
    {
        constexpr double at[] = {0.62348980185873353053, -0.22252093395631440429, -0.90096886790241912624};
        return at[k - 1];
    }
    GPU__DEVICE_FN constexpr double sine(int k)
    {
        constexpr double at[] = {0.78183148246802980871, 0.97492791218182360702, 0.43388373911755812048};
        return at[k - 1];
    }
};
template <> struct gpu__fft_circle<11> {
    GPU__DEVICE_FN constexpr double cosine(int k)
    {
        constexpr double at[] = {0.84125353283118116886, 0.41541501300188642553, -0.14231483827328514044,
                                 -0.65486073394528506406, -0.95949297361449738989};
        return at[k - 1];
    }
    GPU__DEVICE_FN constexpr double sine(int k)
    {
        constexpr double at[] = {0.54064081745559758211, 0.90963199535451837141, 0.98982144188093273238,
                                 0.75574957435425828377, 0.28173255684142969771};
        return at[k - 1];
    }
};
template <> struct gpu__fft_circle<13> {
    GPU__DEVICE_FN constexpr double cosine(int k)
    {
        constexpr double at[] = {0.88545602565320989590,  0.56806474673115580252,  0.12053668025532305335,
                                 -0.35460488704253562597, -0.74851074817110109864, -0.97094181742605202716};
        return at[k - 1];
    }
    GPU__DEVICE_FN constexpr double sine(int k)
    {
        constexpr double at[] = {0.46472317204376854566, 0.82298386589365639458, 0.99270887409805399280,
                                 0.93501624268541482344, 0.66312265824079520238, 0.23931566428755776715};
        return at[k - 1];
    }
};
template <int Radix> struct gpu__fft_butterfly { /* an odd radix: by pairs of elements, k and Radix - k */
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[Radix])
    {
        constexpr int Half = Radix / 2;
        gpu__fft_z<Type> sum[Half], gap[Half];
        const gpu__fft_z<Type> first = x[0];
        GPU__UNROLLED (int j = 0; j < Half; j++) {
            sum[j] = x[j + 1] + x[Radix - 1 - j], gap[j] = x[j + 1] - x[Radix - 1 - j];
            x[0] = x[0] + sum[j];
        }
        GPU__UNROLLED (int k = 1; k <= Half; k++) {
            gpu__fft_z<Type> a = first, b = gpu__fft_number((Type)0, (Type)0);
            GPU__UNROLLED (int j = 0; j < Half; j++) {
                const int turn = (j + 1) * k % Radix, other = turn > Half ? Radix - turn : turn;
                const Type c = (Type)gpu__fft_circle<Radix>::cosine(other),
                           s = (Type)(turn > Half ? -gpu__fft_circle<Radix>::sine(other)
                                                  : gpu__fft_circle<Radix>::sine(other));
                a.x += c * sum[j].x, a.y += c * sum[j].y, b.x += s * gap[j].x, b.y += s * gap[j].y;
            }
            x[k] = gpu__fft_number(a.x + b.y, a.y - b.x);
            x[Radix - k] = gpu__fft_number(a.x - b.y, a.y + b.x);
        }
    }
};
template <> struct gpu__fft_butterfly<2> {
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[2])
    {
        const gpu__fft_z<Type> a = x[0];
        x[0] = a + x[1], x[1] = a - x[1];
    }
};
template <class Type> GPU__DEVICE_FN void gpu__fft_four(gpu__fft_z<Type> &x0, gpu__fft_z<Type> &x1,
                                                        gpu__fft_z<Type> &x2, gpu__fft_z<Type> &x3)
{
    const gpu__fft_z<Type> a = x0 + x2, b = x0 - x2, c = x1 + x3, d = gpu__fft_minus_i(x1 - x3);
    x0 = a + c, x1 = b + d, x2 = a - c, x3 = b - d;
}
template <> struct gpu__fft_butterfly<4> {
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[4]) { gpu__fft_four(x[0], x[1], x[2], x[3]); }
};
/* 8 and 16: transforms of four over every second or fourth element, roots, then transforms of two or four across. */
template <> struct gpu__fft_butterfly<8> {
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[8])
    {
        const Type h = (Type)0.70710678118654752440;
        gpu__fft_z<Type> o1, o2, o3;
        gpu__fft_four(x[0], x[2], x[4], x[6]);
        gpu__fft_four(x[1], x[3], x[5], x[7]);
        o1 = gpu__fft_number((x[3].x + x[3].y) * h, (x[3].y - x[3].x) * h);
        o2 = gpu__fft_minus_i(x[5]);
        o3 = gpu__fft_number((x[7].y - x[7].x) * h, (x[7].x + x[7].y) * -h);
        const gpu__fft_z<Type> e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6], o0 = x[1];
        x[0] = e0 + o0, x[1] = e1 + o1, x[2] = e2 + o2, x[3] = e3 + o3;
        x[4] = e0 - o0, x[5] = e1 - o1, x[6] = e2 - o2, x[7] = e3 - o3;
    }
};
template <> struct gpu__fft_butterfly<16> {
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[16])
    {
        const Type c = (Type)0.92387953251128675613, s = (Type)0.38268343236508977173, h = (Type)0.70710678118654752440;
        GPU__UNROLLED (int j = 0; j < 4; j++) gpu__fft_four(x[j], x[4 + j], x[8 + j], x[12 + j]);
        x[5] = x[5] * gpu__fft_number(c, -s);
        x[6] = gpu__fft_number((x[6].x + x[6].y) * h, (x[6].y - x[6].x) * h);
        x[7] = x[7] * gpu__fft_number(s, -c);
        x[9] = gpu__fft_number((x[9].x + x[9].y) * h, (x[9].y - x[9].x) * h);
        x[10] = gpu__fft_minus_i(x[10]);
        x[11] = gpu__fft_number((x[11].y - x[11].x) * h, (x[11].x + x[11].y) * -h);
        x[13] = x[13] * gpu__fft_number(s, -c);
        x[14] = gpu__fft_number((x[14].y - x[14].x) * h, (x[14].x + x[14].y) * -h);
        x[15] = x[15] * gpu__fft_number(-c, s);
        GPU__UNROLLED (int j = 0; j < 4; j++) gpu__fft_four(x[4 * j], x[4 * j + 1], x[4 * j + 2], x[4 * j + 3]);
        /* element 4 j + k is number j + 4 k */
        GPU__UNROLLED (int j = 0; j < 4; j++)
            GPU__UNROLLED (int k = j + 1; k < 4; k++) {
                const gpu__fft_z<Type> t = x[4 * j + k];
                x[4 * j + k] = x[4 * k + j], x[4 * k + j] = t;
            }
    }
};
/* A radix of two coprime factors: n = (B n1 + A n2) mod A B makes it A transforms of B elements and B of A, without a
   multiplication between them (Good and Thomas). */
template <int A, int B> struct gpu__fft_coprime {
    template <class Type> GPU__DEVICE_FN void run(gpu__fft_z<Type> (&x)[A * B])
    {
        gpu__fft_z<Type> y[A][B], t[A];
        GPU__UNROLLED (int k = 0; k < A; k++) {
            GPU__UNROLLED (int j = 0; j < B; j++) y[k][j] = x[(B * k + A * j) % (A * B)];
            gpu__fft_butterfly<B>::run(y[k]);
        }
        GPU__UNROLLED (int j = 0; j < B; j++) {
            GPU__UNROLLED (int k = 0; k < A; k++) t[k] = y[k][j];
            gpu__fft_butterfly<A>::run(t);
            GPU__UNROLLED (int k = 0; k < A; k++) y[k][j] = t[k];
        }
        GPU__UNROLLED (int k = 0; k < A * B; k++) x[k] = y[k % A][k % B];
    }
};
template <> struct gpu__fft_butterfly<{10|20|12|15}> : gpu__fft_coprime<{2|4|4|3}, {5|5|3|5}> {
};

template <class Type>
GPU__DEVICE_FN void gpu__fft_split_pair(gpu__fft_z<Type> &u, gpu__fft_z<Type> &v, const gpu__fft_z<Type> &root)
{
    const Type h = (Type)0.5;
    const gpu__fft_z<Type> e = gpu__fft_number((u.x + v.x) * h, (u.y - v.y) * h);
    const gpu__fft_z<Type> o = gpu__fft_number((u.y + v.y) * h, (v.x - u.x) * h) * root;
    u = e + o, v = gpu__fft_number(e.x - o.x, o.y - e.y);
}
template <class Type>
GPU__DEVICE_FN void gpu__fft_join_pair(gpu__fft_z<Type> &u, gpu__fft_z<Type> &v, bool first, gpu__fft_z<Type> root)
{
    const Type h = (Type)0.5;
    if (first) u.y = v.y = 0;
    root.y = -root.y;
    const gpu__fft_z<Type> e = gpu__fft_number((u.x + v.x) * h, (u.y - v.y) * h);
    const gpu__fft_z<Type> o = gpu__fft_number((u.x - v.x) * h, (u.y + v.y) * h) * root;
    u = gpu__fft_number(e.x - o.y, e.y + o.x), v = gpu__fft_number(e.x + o.y, o.x - e.y);
}

/* Reads a number, with which the 128 bytes around it come to L2, where neighbouring blocks find their columns. */
GPU__DEVICE_FN gpu__fft_z<{float|double}> gpu__fft_read(const gpu__fft_z<{1}> *p)
{
    gpu__fft_z<{1}> v;
#if __CUDA_ARCH__ >= 750
    asm volatile("ld.global.L2::128B.v2.f{32|64} {%0, %1}, [%2];" : "={f|d}"(v.x), "={3}"(v.y) : "l"(p));
#else
    v = *p;
#endif
    return v;
}

#if __CUDA_ARCH__ >= 900
/* Writes a number to the shared memory of a block of the cluster, whose barrier counts the bytes. `to` and `barrier`
   are addresses in the own block. */
GPU__DEVICE_FN void gpu__fft_give(unsigned to, unsigned barrier, unsigned rank, const gpu__fft_z<{float|double}> &v)
{
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(to), "r"(rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(barrier) : "r"(barrier), "r"(rank));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.{f32|f64} [%0], {%1, %2}, [%3];" ::"r"(to),
                 "{f|d}"(v.x), "{3}"(v.y), "r"(barrier)
                 : "memory");
}
#endif

/* ---- a block ---- */
template <class Type, bool Cluster> struct gpu__fft_block {
    typedef gpu__fft_z<Type> z;
    const gpu__fft_args<Type> &a;
    z *const shared;
    const Type *in;
    Type *out;
    size_t first_lane, first_number; /* first_number: offset of the numbers of stored elements */
    unsigned there;                  /* lanes of this tile that exist */

    __device__ __forceinline__ gpu__fft_block(const gpu__fft_args<Type> &args, z *memory) : a(args), shared(memory)
    {
        const unsigned group = Cluster ? blockIdx.x >> a.cluster_shift : blockIdx.x;
        const unsigned tiles = quotient(group, a.per_tiles), seconds = quotient(tiles, a.per_third);
        const size_t tile = group - tiles * a.tiles, third = tiles - seconds * a.third;
        const size_t outer = quotient(seconds, a.per_second), second = seconds - (unsigned)outer * a.second;
        first_number = second * a.to.number_second + third * a.to.number_third;
        first_lane = tile * lanes();
        there = a.lanes - first_lane < lanes() ? (unsigned)(a.lanes - first_lane) : lanes();
        in = a.in + (outer * a.from.outer[0] + second * a.from.outer[1] + third * a.from.outer[2]) *
                        (a.flags & GPU__FFT_IN_REAL ? 1 : 2);
        out = a.out + (outer * a.to.outer[0] + second * a.to.outer[1] + third * a.to.outer[2]) *
                          (a.flags & GPU__FFT_OUT_REAL ? 1 : 2);
    }
    __device__ __forceinline__ unsigned lanes() const { return Cluster ? a.tile_lanes : a.tile; } /* of a tile */
    /* x / d, if `per` is 2^64 / d, rounded up; 0 for d = 1. */
    GPU__DEVICE_FN unsigned quotient(unsigned x, uint64_t per) { return per ? (unsigned)__umul64hi(x, per) : x; }
    __device__ __forceinline__ unsigned padded(unsigned element) const { return element + (element >> a.pad_shift); }
    __device__ __forceinline__ unsigned place(unsigned element, unsigned lane) const
    {
        return (padded(element) << a.element_shift) + lane * a.lane_step;
    }
    __device__ __forceinline__ z &at(unsigned element, unsigned lane) { return shared[place(element, lane)]; }
    /* Reads or writes a number. Plain: it needs no conversion. */
    template <bool Plain> __device__ __forceinline__ z fetch(size_t index) const
    {
        const Type *const p = in + 2 * index;
        return !Plain && a.flags & GPU__FFT_IN_NARROW ? gpu__fft_number(p[0], p[1]) : *(const z *)(const void *)p;
    }
    template <bool Plain> __device__ __forceinline__ void keep(size_t index, z v) const
    {
        Type *const p = out + 2 * index;
        v.x *= a.scale, v.y *= a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
        if (!Plain && a.flags & GPU__FFT_OUT_REAL) out[index] = v.x;
        else if (!Plain && a.flags & GPU__FFT_OUT_NARROW) p[0] = v.x, p[1] = v.y;
        else *(z *)(void *)p = v;
    }
    /* Loads an element of a lane with the changes that the flags ask for; store likewise. */
    __device__ __forceinline__ z load(unsigned element, size_t lane, size_t index) const
    {
        if (!a.from.count) return fetch<false>(index);
        const size_t k =
            element * a.from.number_element + (a.divisor == 1 ? lane : lane / a.divisor) * a.from.number_lane;
        z v = gpu__fft_number((Type)0, (Type)0);
        if (k >= a.from.count) return v;
        if (a.flags & GPU__FFT_IN_REAL) v.x = in[index];
        else if (a.flags & GPU__FFT_IN_HERMITIAN) {
            const bool upper = k > a.from.count / 2;
            v = fetch<false>((upper ? a.from.count - k : k) + lane * a.from.row);
            v.y = k == 0 ? 0 : upper ? -v.y : v.y;
        } else v = fetch<false>(index);
        if (a.times_in) {
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v);
            v = v * a.times_in[k];
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v);
        }
        return v;
    }
    __device__ __forceinline__ void store(unsigned element, size_t lane, size_t index, z v) const
    {
        if (a.to.count) {
            const size_t k = element * a.to.number_element + lane * a.to.number_lane + first_number;
            if (k >= a.to.count) return;
            if (a.flags & GPU__FFT_BACK) gpu__fft_conjugate(v);
            if (a.times_out) v = v * a.times_out[k];
        }
        keep<false>(index, v);
    }
    /* The position of a thread in a tile that is loaded or stored, and the index in memory; next() advances them by
       blockDim.x. */
    struct walk {
        unsigned element, lane, across, by_elements, by_lanes;
        size_t index, by, wrap;
        bool by_lane;
        __device__ __forceinline__ walk(unsigned all, unsigned per, bool lane_first, size_t element_stride,
                                        size_t lane_stride, size_t first_lane)
            : across(all), by_lane(lane_first)
        {
            const unsigned by_whole = all > 1 ? __umulhi(blockDim.x, per) : blockDim.x;
            const unsigned whole = all > 1 ? __umulhi(threadIdx.x, per) : threadIdx.x;
            const unsigned by_rest = blockDim.x - by_whole * all, rest = threadIdx.x - whole * all;
            by_lanes = lane_first ? by_rest : by_whole, by_elements = lane_first ? by_whole : by_rest;
            lane = lane_first ? rest : whole, element = lane_first ? whole : rest;
            index = element * element_stride + (first_lane + lane) * lane_stride;
            by = by_elements * element_stride + by_lanes * lane_stride;
            wrap = lane_first ? element_stride - across * lane_stride : lane_stride - across * element_stride;
        }
        __device__ __forceinline__ void next()
        {
            lane += by_lanes, element += by_elements, index += by;
            if ((by_lane ? lane : element) < across) return;
            index += wrap;
            if (by_lane) lane -= across, ++element;
            else element -= across, ++lane;
        }
    };
    __device__ __forceinline__ walk walk_from(unsigned n) const
    {
        const bool by_lane = a.flags & GPU__FFT_IN_BY_LANE;
        return walk(by_lane ? a.tile : n, a.per_in, by_lane, a.from.element, a.from.lane, first_lane);
    }
    __device__ __forceinline__ walk walk_to(unsigned n) const
    {
        const bool by_lane = a.flags & GPU__FFT_OUT_BY_LANE;
        return walk(by_lane ? a.tile : n, a.per_out, by_lane, a.to.element, a.to.lane, first_lane);
    }
    /* Loads a tile to shared memory; with Rader's algorithm the elements from 1 on. Elements that need no conversion
       are loaded in batches, so that enough loads are in flight. */
    template <bool Plain> __device__ __forceinline__ void copy_in()
    {
        constexpr int Batch = Plain ? 4 : 1;
        const unsigned all = a.n * a.tile, skipped = a.order != NULL;
        walk w = walk_from(a.n);
        w.index += skipped * a.from.element;
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < all; i += Batch * blockDim.x) {
            z v[Batch];
            unsigned to[Batch];
            GPU__UNROLLED (int k = 0; k < Batch; k++, w.next()) {
                to[k] = ~0u;
                if (w.element >= a.n || w.lane >= there) continue;
                if constexpr (Plain) v[k] = fetch<Plain>(w.index);
                else v[k] = load(w.element + skipped, first_lane + w.lane, w.index);
                to[k] = place(a.order ? a.order[w.element] : w.element, w.lane);
            }
            GPU__UNROLLED (int k = 0; k < Batch; k++) {
                if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v[k]);
                if (~to[k]) shared[to[k]] = v[k];
            }
        }
        __syncthreads();
    }
    template <bool Plain> __device__ __forceinline__ void copy_out()
    {
        const unsigned all = a.n * a.tile, skipped = a.order != NULL;
        walk w = walk_to(a.n);
        w.index += skipped * a.to.element;
#pragma unroll(Plain ? 4 : 1)
        for (unsigned i = threadIdx.x; i < all; i += blockDim.x, w.next()) {
            if (w.lane >= there) continue;
            const unsigned order = a.order ? a.order[w.element] : w.element;
            const z v = at(a.order && order ? a.n - order : order, w.lane);
            if constexpr (Plain) keep<Plain>(w.index, v);
            else store(w.element + skipped, first_lane + w.lane, w.index, v);
        }
    }
    /* Between two rounds: the product and the conjugation that make a convolution of two transforms. */
    __device__ __forceinline__ void between()
    {
        const unsigned all = a.n * a.tile;
        walk w = walk_to(a.n);
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < all; i += blockDim.x, w.next()) {
            if (a.order && !w.element) continue;
            z &v = at(w.element, w.lane);
            v = v * a.times_between[w.element];
            gpu__fft_conjugate(v);
        }
        /* element 0 of the array, which is a part of all others */
        for (unsigned here = threadIdx.x; a.order && here < there; here += blockDim.x) {
            const size_t lane = first_lane + here;
            z &v = at(0, here), first = load(0, lane, lane * a.from.lane);
            const z sum = v;
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(first);
            v = sum * a.times_between[0] + first, first = first + sum;
            gpu__fft_conjugate(v), gpu__fft_conjugate(first); /* which OUT_CONJUGATE, of the second round, undoes */
            store(0, lane, lane * a.to.lane, first);
        }
        __syncthreads();
    }
    /* Conversion of spectra of real numbers, see families/fourier/lanes.h. */
    template <bool Plain> __device__ __forceinline__ void join()
    {
        for (walk w = walk_from(a.n / 2 + 1); w.lane < there; w.next()) {
            const unsigned k = w.element;
            z u = fetch<Plain>(w.index), v = fetch<Plain>(w.index + a.n - 2 * k);
            gpu__fft_join_pair(u, v, k == 0, a.halves[k]);
            gpu__fft_conjugate(u), gpu__fft_conjugate(v);
            at(k, w.lane) = u;
            if (k) at(a.n - k, w.lane) = v;
        }
        __syncthreads();
    }
    template <bool Plain> __device__ __forceinline__ void split()
    {
        for (walk w = walk_to(a.n / 2 + 1); w.lane < there; w.next()) {
            const unsigned k = w.element;
            z u = at(k, w.lane), v = at(k ? a.n - k : 0, w.lane);
            gpu__fft_split_pair(u, v, a.halves[k]);
            keep<Plain>(w.index, u), keep<Plain>(w.index + a.n - 2 * k, v);
        }
    }
    enum { From_memory = 1, To_memory = 2 };
    struct stage { /* a pass: the product of the radices before it, what is left of n behind it, its roots */
        unsigned s, m, per_step, per_s;
        const z *roots;
    };
    /* Multiplies by the twiddle factors of elements first + k * s of a column. Factors are computed for the first
       element of each group of four, and for the distances 1 to 3 from it; the others are products of two of these. */
    template <int Radix>
    __device__ __forceinline__ void twiddle(z (&x)[Radix], unsigned first, unsigned s, size_t column) const
    {
        constexpr int Group = Radix > 5 ? 4 : 1;
        z among[Group];
        GPU__UNROLLED (int k = 1; k < Group; k++) among[k] = gpu__fft_root_of(k * s * column, a.whole);
        GPU__UNROLLED (int k = 0; k < Radix; k += Group) {
            const z root = gpu__fft_root_of((first + k * s) * column, a.whole);
            x[k] = x[k] * root;
            GPU__UNROLLED (int j = 1; j < Group; j++)
                if (k + j < Radix) x[k + j] = x[k + j] * (root * among[j]);
        }
    }
    /* Stores the results of a butterfly of the last pass, elements first + k * s of a lane. */
    template <int Radix>
    __device__ __forceinline__ void finish(z (&x)[Radix], unsigned first, unsigned s, size_t where) const
    {
        z *const end = (z *)(void *)out + first * a.to.element + where * a.to.lane;
        const size_t gap = s * a.to.element;
        if (a.flags & GPU__FFT_TWIDDLED) twiddle(x, first, s, a.divisor == 1 ? where : where / a.divisor);
        else {
            const Type scale = a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
            GPU__UNROLLED (int k = 0; k < Radix; k++) x[k].x *= a.scale, x[k].y *= scale;
        }
        GPU__UNROLLED (int k = 0; k < Radix; k++)
            if (Cluster && a.flags & GPU__FFT_OUT_NARROW)
                ((Type *)(end + k * gap))[0] = x[k].x, ((Type *)(end + k * gap))[1] = x[k].y;
            else end[k * gap] = x[k];
    }
    /* A pass: butterfly q + s * p reads every `step`-th element and writes every s-th one from q + s * radix * p on,
       element k multiplied by root p * k. Neighbouring threads have neighbouring lanes or butterflies. */
    template <int Radix> __device__ __forceinline__ void pass(const stage &now, int ways, bool by_lane)
    {
        constexpr int Count = gpu__fft_count(Radix, sizeof(Type));
        const unsigned s = now.s, m = now.m;
        z x[Count][Radix];
        unsigned lane[Count], to[Count], thread = threadIdx.x, threads = blockDim.x, step = a.n / Radix;
        /* keeps the compiler from computing values of these ahead of all passes, in registers that are then occupied */
        asm volatile("" : "+r"(thread), "+r"(threads), "+r"(step));
        const unsigned all = step * a.tile;
        GPU__UNROLLED (int i = 0; i < Count; i++) {
            /* A thread without an item reads the last one, since values that are set conditionally would occupy
               registers. */
            const unsigned item = thread + i * threads < all ? thread + i * threads : all - 1;
            lane[i] = by_lane ? item & (a.tile - 1) : step == 1 ? item : __umulhi(item, now.per_step);
            const unsigned b = by_lane ? item >> a.tile_shift : item - lane[i] * step;
            const unsigned p = s == 1 ? b : __umulhi(b, now.per_s);
            to[i] = b + p * s * (Radix - 1);
            if (ways & From_memory) {
                const size_t where = first_lane + (lane[i] < there ? lane[i] : there - 1);
                const z *const from = (const z *)(const void *)in + b * a.from.element + where * a.from.lane;
                const size_t gap = step * a.from.element;
                GPU__UNROLLED (int k = 0; k < Radix; k++) x[i][k] = gpu__fft_read(from + k * gap);
                if (a.flags & GPU__FFT_IN_CONJUGATE)
                    GPU__UNROLLED (int k = 0; k < Radix; k++) gpu__fft_conjugate(x[i][k]);
            } else {
                const z *const from = &at(b, lane[i]);
                const unsigned gap = padded(step) << a.element_shift;
                GPU__UNROLLED (int k = 0; k < Radix; k++) x[i][k] = from[k * gap];
            }
            gpu__fft_butterfly<Radix>::run(x[i]);
            /* Of a larger radix the first of each group of four roots are loaded, and those of the first group; the
               others are products of two of these, which cost less than loads. */
            if (m > 1) {
                constexpr int Group = Radix > 5 ? 4 : Radix;
                z among[Group];
                GPU__UNROLLED (int k = 1; k < Group; k++)
                    among[k] = now.roots[(k - 1) * m + p], x[i][k] = x[i][k] * among[k];
                GPU__UNROLLED (int k = Group; k < Radix; k += Group) {
                    const z root = now.roots[(k - 1) * m + p];
                    x[i][k] = x[i][k] * root;
                    GPU__UNROLLED (int j = 1; j < Group; j++)
                        if (k + j < Radix) x[i][k + j] = x[i][k + j] * (root * among[j]);
                }
            }
        }
        if (ways & To_memory) {
            GPU__UNROLLED (int i = 0; i < Count; i++) {
                unsigned first = to[i], own = lane[i], gap = s;
                if (Cluster) first = first * 16 + part_of(own), own &= a.tile_lanes - 1, gap *= 16;
                if (thread + i * threads < all && own < there) finish(x[i], first, gap, first_lane + own);
            }
            return;
        }
        if (!(ways & From_memory)) __syncthreads();
        GPU__UNROLLED (int i = 0; i < Count; i++) {
            z *const end = &at(to[i], lane[i]);
            const unsigned gap = padded(s) << a.element_shift;
            if (thread + i * threads < all)
                GPU__UNROLLED (int k = 0; k < Radix; k++) end[k * gap] = x[i][k];
        }
        __syncthreads();
    }
    /* A cluster of blocks transforms lanes of 16 n elements. Its blocks divide the butterflies of the first pass, of
       radix 16. The results are 16 parts, lanes of n elements, and the transform of part k is every 16th element of the
       whole from element k on. The blocks divide the parts, too: each writes its results to the shared memory of the
       blocks that have the parts. (A second barrier of the cluster in place of one that counts bytes took 8 % longer,
       since it waits for all writes; loading the next tile meanwhile 10 to 30 %.) */
    __device__ __forceinline__ unsigned rank() const { return blockIdx.x & ((1 << a.cluster_shift) - 1); }
    __device__ __forceinline__ unsigned part_of(unsigned lane) const
    {
        const unsigned parts = 16 >> a.cluster_shift;
        return rank() * parts + ((lane >> a.part_shift) & (parts - 1));
    }
    __device__ __forceinline__ void spread()
    {
#if __CUDA_ARCH__ >= 900
        unsigned long long *const barrier = (unsigned long long *)(void *)(shared + a.barrier);
        const unsigned item = threadIdx.x, share = a.n >> a.cluster_shift, items = share * a.tile_lanes;
        const bool by_lane = a.flags & GPU__FFT_IN_BY_LANE;
        const unsigned lane = by_lane ? item & (a.tile_lanes - 1) : item / share, here = gpu__in_shared(shared);
        const unsigned p = rank() * share + (by_lane ? item >> a.part_shift : item - lane * share);
        z x[16];
        if (!item) {
            gpu__barrier_start(barrier, 1), gpu__barrier_expect(barrier, (int)(a.n * a.tile * sizeof(z)));
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        }
        __syncwarp();
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
        if (item < items) {
            const size_t where = first_lane + (lane < there ? lane : there - 1), gap = a.n * a.from.element;
            const z *const from = (const z *)(const void *)in + p * a.from.element + where * a.from.lane;
            GPU__UNROLLED (int k = 0; k < 16; k++)
                if (a.flags & GPU__FFT_IN_NARROW)
                    x[k].x = ((const Type *)(from + k * gap))[0], x[k].y = ((const Type *)(from + k * gap))[1];
                else x[k] = gpu__fft_read(from + k * gap);
            if (a.flags & GPU__FFT_IN_CONJUGATE)
                GPU__UNROLLED (int k = 0; k < 16; k++) gpu__fft_conjugate(x[k]);
            gpu__fft_butterfly<16>::run(x);
            GPU__UNROLLED (int k = 1; k < 16; k++) x[k] = x[k] * a.spread_roots[(k - 1) * a.n + p];
        }
        __syncwarp();
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); /* all blocks have begun */
        if (item < items)
            GPU__UNROLLED (unsigned k = 0; k < 16; k++) {
                const unsigned part = k & ((16 >> a.cluster_shift) - 1);
                const unsigned to = place(p, part << a.part_shift | lane);
                gpu__fft_give(here + to * (unsigned)sizeof(z), gpu__in_shared(barrier), k << a.cluster_shift >> 4,
                              x[k]);
            }
        gpu__barrier_wait(barrier, 0);
#endif
    }
    __device__ __forceinline__ void passes(bool first_round, bool last_round)
    {
        stage now = {1, a.n, 0, 0, a.roots};
        for (unsigned k = 0; k < a.passes; k++) {
            const unsigned radix = a.radix[k];
            const bool last = k + 1 == a.passes,
                       by_lane = a.flags & (last ? GPU__FFT_OUT_BY_LANE : GPU__FFT_IN_BY_LANE);
            const int ways = (first_round && !k && a.flags & GPU__FFT_IN_PLAIN ? From_memory : 0) |
                             (last_round && last && a.flags & GPU__FFT_OUT_PLAIN ? To_memory : 0);
            now.m /= radix, now.per_step = a.per_step[k], now.per_s = a.per_s[k];
            switch (radix) {
#define GPU__FFT_PASS(R)                                                                                               \
    case R:                                                                                                            \
        if constexpr (!Cluster || !(R & (R - 1))) pass<R>(now, ways, by_lane);                                         \
        break;
                GPU__FFT_RADICES(GPU__FFT_PASS)
#undef GPU__FFT_PASS
            case 20:
                if constexpr (!Cluster && gpu__fft_count(20, sizeof(Type)) > 0) pass<20>(now, ways, by_lane);
            }
            now.roots += (radix - 1) * now.m, now.s *= radix;
        }
    }
    __device__ __forceinline__ void run()
    {
        /* The rows of a later block come to L2. (From a distance of 4 MB on they are evicted or late, and floats take
           up to a fifth more time than without.) */
#if __CUDA_ARCH__ >= 900
        const size_t next = first_lane + (size_t)a.ahead * a.tile;
        if (a.ahead && !threadIdx.x && next + a.tile <= a.lanes)
            asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(in + 2 * next * a.from.lane),
                         "r"(a.tile * a.n * (unsigned)sizeof(z)));
#endif
        const bool converts = a.from.count || a.flags & GPU__FFT_IN_NARROW;
        if (a.flags & GPU__FFT_IN_JOINED) converts ? join<false>() : join<true>();
        else if (!(a.flags & GPU__FFT_IN_PLAIN)) converts ? copy_in<false>() : copy_in<true>();
        for (unsigned round = 0; round < a.rounds; round++) {
            if (round) between();
            passes(!round, round + 1 == a.rounds);
        }
        const bool changes = a.to.count || a.flags & (GPU__FFT_OUT_NARROW | GPU__FFT_OUT_REAL);
        if (a.flags & GPU__FFT_OUT_SPLIT) changes ? split<false>() : split<true>();
        else if (!(a.flags & GPU__FFT_OUT_PLAIN)) changes ? copy_out<false>() : copy_out<true>();
    }
};
#endif
/* With clusters lengths are powers of two. */
template <class Type, bool Cluster> static __global__ void __launch_bounds__(sizeof(Type) == 4 ? 1024 : 512, 1)
    gpu__fft_kernel(const gpu__fft_args<Type> args)
{
    /* More blocks fill the multiprocessors: those of the next kernel would crowd on the few that are free. */
    gpu__follow(gridDim.x <= 64);
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    gpu__fft_block<Type, Cluster> block(args, (gpu__fft_z<Type> *)(void *)gpu__dynamic_bytes);
    if constexpr (Cluster) block.spread(), block.passes(false, true);
    else block.run();
}
