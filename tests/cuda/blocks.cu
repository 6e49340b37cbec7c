// Kernels with barriers whose text tells that all threads of a block meet them, and some of which it does not. Each
// sum is compared with one that the host computes.
// prints: tree 0
// prints: while 0
// prints: returns 0
// prints: unrolled 0
// prints: dynamic 0
// prints: variables 0
// prints: nested 0
// prints: scan 0
// prints: volume 0
// prints: device 0
// prints: guarded 0
// prints: apart 0
// prints: odd 0
// prints: named 0
// prints: together 0
// prints: structures 0
// prints: old_style 0
// prints: coarse 0
// prints: striding 0
// prints: columns 0
// prints: columns_left 0
// prints: hidden 0
// prints: advanced 0
// prints: left 0
// prints: moved 0
// prints: given 0
// prints: different 0
#include <cstdio>

const int N = 1000, THREADS = 128, BLOCKS = 8; // the last block is not full

__global__ void tree(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void with_while(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, sum = 0, i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        sum += x[i];
        i += blockDim.x * gridDim.x;
    }
    s[t] = sum;
    __syncthreads();
    int half = blockDim.x / 2;
    while (half != 0) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
        half /= 2;
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void returns(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = 0;
    __syncthreads();
    if (i >= n) return;
    s[threadIdx.x] = x[i];
    __syncthreads();
    if (threadIdx.x != 0) {
        if (threadIdx.x != 1) return;
        atomicAdd(&out[blockIdx.x], s[0] - s[0]);
    }
    int sum = 0;
    for (int k = 0; k < THREADS; k++) sum += s[k];
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
template <int SIZE> __global__ void unrolled(const int *x, int *out, int n)
{
    __shared__ int s[SIZE];
    int t = threadIdx.x, i = blockIdx.x * SIZE + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (SIZE >= 256) {
        if (t < 128) s[t] += s[t + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (t < 64) s[t] += s[t + 64];
        __syncthreads();
    } else {
        __syncthreads();
    }
    if (t == 0)
        for (int k = 0; k < 64; k++) out[blockIdx.x] += s[k];
}
__global__ void dynamic(const int *x, int *out, int n)
{
    extern __shared__ int s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[blockDim.x - 1 - threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[threadIdx.x]);
}
/* variables of all sorts that live over barriers */
__global__ void variables(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    const int *p = x + blockIdx.x * blockDim.x;
    int part[4], turn = 0, late = 0;
    const int LATE = threadIdx.x % 3;
    float2 two;
    long long wide = 0;
    late += LATE;
    for (int k = 0; k < 4; k++) part[k] = k * (int)threadIdx.x;
    two.x = threadIdx.x, two.y = 1;
    s[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 2) turn = 1; /* not the same in all threads */
    for (int round = 0; round < 3; round++) {
        int other = (threadIdx.x + round) % blockDim.x;
        __syncthreads();
        s[other] += part[round] + turn + (int)two.y;
        __syncthreads();
        wide += s[threadIdx.x];
    }
    if (late != (int)threadIdx.x % 3) wide += 1000000;
    if (blockIdx.x * blockDim.x + threadIdx.x < n) wide += p[threadIdx.x] + (int)two.x;
    atomicAdd(&out[blockIdx.x], (int)wide);
}
__global__ void nested(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    int sum = 0;
    for (int a = 0; a < 4; a++) {
        s[threadIdx.x] = a;
        for (int b = a; b < 3; ++b) {
            __syncthreads();
            int mine = s[(threadIdx.x + b) % THREADS];
            for (int k = 0; k < 5; k++) {
                if (k == 2) continue;
                if (k == 4) break;
                mine += k;
            }
            __syncthreads();
            s[threadIdx.x] = mine;
            sum += mine;
        }
        __syncthreads();
    }
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[blockIdx.x], sum + x[i]);
}
/* the exclusive scan of a textbook: `offset` is the same in all threads */
__global__ void scan(const int *x, int *out, int n)
{
    __shared__ int s[2 * THREADS];
    int t = threadIdx.x, offset = 1;
    const int size = 2 * THREADS;
    s[2 * t] = 2 * t < n ? x[2 * t] : 0;
    s[2 * t + 1] = 2 * t + 1 < n ? x[2 * t + 1] : 0;
    for (int d = size >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        offset *= 2;
    }
    if (t == 0) s[size - 1] = 0;
    for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int old = s[a];
            s[a] = s[b];
            s[b] += old;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}
__global__ void volume(const int *x, int *out, int n)
{
    __shared__ int s[2][4][16];
    int i = (blockIdx.x * 2 + threadIdx.z) * 64 + threadIdx.y * 16 + threadIdx.x;
    s[threadIdx.z][threadIdx.y][threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 2; k++) {
        int v = s[1 - threadIdx.z][3 - threadIdx.y][15 - threadIdx.x];
        __syncthreads();
        s[threadIdx.z][threadIdx.y][threadIdx.x] = v + (int)threadIdx.y;
        __syncthreads();
    }
    atomicAdd(&out[blockIdx.x], s[threadIdx.z][threadIdx.y][threadIdx.x]);
}
__device__ int position() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void device(const int *x, int *out, int n)
{
    __shared__ int s[THREADS];
    s[threadIdx.x] = position() < n ? x[position()] : 0;
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[THREADS - 1 - threadIdx.x]);
}
const int tile = 32;
__global__ void guarded(const int *x, int *out, int n) // as textbooks guard a product
{
    __shared__ int s[tile];
    int i = blockIdx.x * blockDim.x + threadIdx.x, rounds = 0;
    const bool active = i < n && threadIdx.x < tile;
    if (active) {
        int sum = 0;
        for (int k = 0; k < THREADS / tile; k++) {
            int at = blockIdx.x * THREADS + k * tile + threadIdx.x;
            s[threadIdx.x] = at < n ? x[at] : 0;
            __syncthreads();
            sum += s[tile - 1 - threadIdx.x];
            __syncthreads();
            rounds += 1;
        }
        atomicAdd(&out[blockIdx.x], sum);
    }
    if (rounds != (active ? THREADS / tile : 0)) atomicAdd(&out[blockIdx.x], 1000);
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}
__global__ void odd(const int *x, int *out, int n) // the guard of a barrier alone
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    if (threadIdx.x < blockDim.x) __syncthreads();
    atomicAdd(&out[blockIdx.x], s[THREADS - 1 - threadIdx.x]);
}
__global__ void advanced(const int *x, int *out, int n) // parameters are changed, by all threads alike
{
    __shared__ int s[THREADS];
    n -= blockIdx.x * blockDim.x;
    x += blockIdx.x * blockDim.x;
    s[threadIdx.x] = (int)threadIdx.x < n ? x[threadIdx.x] : 0;
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[THREADS - 1 - threadIdx.x]);
}
typedef int number;
using whole = number;
#define INTEGER unsigned int
__global__ void named(const number *x, number *out, whole n) // types of numbers under other names
{
    extern __shared__ number s[];
    const whole i = blockIdx.x * blockDim.x + threadIdx.x;
    INTEGER half = blockDim.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    for (whole k = 1; k < THREADS; k *= 2) {
        half /= 2;
        __syncthreads();
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    }
    out += blockIdx.x;
    if (threadIdx.x == 0) *out = s[0];
}
__global__ void together(const int *x, int *out, int n) // heads with two variables, and with a function
{
    constexpr int HALF = THREADS / 2, last = 2 * HALF - 1;
    __shared__ int s[last + 1];
    int first = blockIdx.x * THREADS;
    for (int a = first, b = first + last; a < b; a += HALF, b -= HALF) {
        if (threadIdx.x < HALF) s[threadIdx.x] = a + threadIdx.x < n ? x[a + threadIdx.x] : 0;
        else s[threadIdx.x] = a + threadIdx.x < n ? x[a + threadIdx.x] : 0;
        __syncthreads();
        atomicAdd(&out[blockIdx.x], s[last - threadIdx.x]);
    }
    for (int k = 0; k < ceil(n / (float)n); k++) {
        __syncthreads();
        s[threadIdx.x] = k;
        __syncthreads();
        atomicAdd(&out[blockIdx.x], s[last - threadIdx.x]);
    }
}
struct view {
    const int *at;
    int n, width;
};
typedef struct {
    int *at, sum;
} result;
__device__ view part(view v, int row, int width)
{
    view p;
    p.at = v.at + row * width;
    p.width = width;
    p.n = v.n - row * width;
    return p;
}
__global__ void structures(view v, result r) // as a textbook's matrices
{
    __shared__ int s[32];
    int sum = 0;
    for (int k = 0; k < v.width / 32; ++k) {
        view p = part(v, blockIdx.x * (v.width / 32) + k, 32);
        s[threadIdx.x] = (int)threadIdx.x < p.n ? p.at[threadIdx.x] : 0;
        __syncthreads();
        sum += s[31 - threadIdx.x] + p.width - r.sum;
        __syncthreads();
    }
    atomicAdd(&r.at[blockIdx.x], sum);
}
__global__ void old_style(const int *x, int *out, int n) // the loops' variables stand in front of them
{
    __shared__ int s[THREADS];
    int i, j, k, sum = 0;
    for (k = 0; k < 2; k++) {
        i = blockIdx.x * THREADS + (THREADS / 2) * k + threadIdx.x;
        s[threadIdx.x] = i < n && threadIdx.x < THREADS / 2 ? x[i] : 0;
        __syncthreads();
        for (j = threadIdx.x; j < threadIdx.x + 1; j++) sum += s[THREADS - 1 - j];
        __syncthreads();
    }
    atomicAdd(&out[blockIdx.x], sum);
}
template <int PER> __global__ void coarse(const int *x, int *out, int n) // a thread has several sums
{
    __shared__ int s[THREADS];
    int sums[PER / 2][2] = {{1, 0}}, none[2] = {0, 0};
    for (int k = 0; k < THREADS / PER; k++) {
        for (int p = threadIdx.x; p < THREADS; p += blockDim.x) {
            int i = blockIdx.x * THREADS + p;
            s[p] = i < n ? x[i] : 0;
        }
        __syncthreads();
        if (k == (int)threadIdx.x)
            for (int p = 0; p < PER; p++) sums[p / 2][p % 2] += s[k * PER + p];
        __syncthreads();
    }
    for (int p = 0; p < PER; p++) atomicAdd(&out[blockIdx.x], sums[p / 2][p % 2] + none[p % 2]);
}
__global__ void striding(const int *x, int *out, int n) // loops in which a thread goes on by a number of threads
{
    __shared__ int s[THREADS];
    const int first = blockIdx.x * THREADS, step = blockDim.x;
    int left = n - first, sum = 0, k = threadIdx.x;
    for (int i = first + threadIdx.x, at = threadIdx.x; i < first + THREADS; i += blockDim.x, at += blockDim.x)
        s[at] = i < n ? x[i] : 0;
    __syncthreads();
    if (threadIdx.x == 7) {
        for (int i = 7; i < THREADS; i += step) atomicAdd(&out[blockIdx.x], s[i]);
        return;
    }
    while (k < THREADS && k < left) {
        int v = s[k];
        sum += v;
        k += step;
    }
    for (auto i = threadIdx.x; i < THREADS; i += blockDim.x) sum += k < left && i >= n ? 1 : 0;
    __syncthreads();
    for (k = threadIdx.x; k < 3; k += step) atomicAdd(&out[blockIdx.x], k - 1);
    atomicAdd(&out[blockIdx.x], sum);
}
/* Kernels without barriers whose threads go down columns of x, of 8 columns. */
__global__ void columns(const int *x, int *out, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < BLOCKS && col < 8) {
        int sum = 0;
        for (int k = 0; k < THREADS / 8; k++)
            if (row * THREADS + k * 8 + col < n) sum += x[row * THREADS + k * 8 + col];
        atomicAdd(&out[row], sum);
    }
}
__global__ void columns_left(const int *x, int *out, int n)
{
    const int tx = threadIdx.x, bx = blockIdx.x;
    const int col = bx * 5 + tx, row = blockIdx.y;
    if (col >= 8) return;
    int sum = 0;
    for (int k = THREADS / 8 - 1; k >= 0; k--) {
        int at = row * THREADS + col;
        sum += at + 8 * k < n ? x[at + 8 * k] : 0;
    }
    atomicAdd(&out[row], sum);
}
#define LARGE 0x7fffffff
__global__ void hidden(const int *x, int *out, int n) // another variable has a name of which a value was made
{
    __shared__ int s[THREADS];
    int base = blockIdx.x * blockDim.x;
    int i = base + threadIdx.x, last = -(1 - (int)blockDim.x), far = threadIdx.x * 0x7fffffffu - threadIdx.x;
    const float half = 0.5f - n / n;
    int below = half + threadIdx.x, above = blockIdx.x * LARGE + threadIdx.x;
    const int own = x[threadIdx.x], more = own + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        int base = threadIdx.x % 2 ? 1 : 0;
        __syncthreads();
        if (base == k && i < n) atomicAdd(&out[blockIdx.x], x[i]);
        if (i != (int)(blockIdx.x * blockDim.x + threadIdx.x) || last != THREADS - 1) out[0] = 1000;
        if (far != (int)(threadIdx.x * 0x7ffffffeu) || below != (int)(threadIdx.x - 0.5f)) out[0] = 1000;
        if (above != (int)(blockIdx.x * LARGE + threadIdx.x) || more - own != (int)threadIdx.x) out[0] = 1000;
    }
}
/* What follows runs thread by thread. */
__global__ void apart(const int *x, int *out, int n) // the loop's head is not the same in all threads
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = 0;
    for (int k = threadIdx.x; k < threadIdx.x + 3; k++) {
        __syncthreads();
        s[(k + 1) % THREADS] += i < n ? x[i] : 0;
    }
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[threadIdx.x]);
}
__global__ void left(const int *x, int *out, int n) // a loop with barriers is left
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 10; k++) {
        s[threadIdx.x] = i < n ? x[i] : 0;
        __syncthreads();
        if (k == 3) break;
        __syncthreads();
    }
    atomicAdd(&out[blockIdx.x], s[THREADS - 1 - threadIdx.x]);
}
__global__ void moved(const int *x, int *out, int n) // parameters are changed, by each thread for itself
{
    __shared__ int s[THREADS];
    x += blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2) out += blockIdx.x;
    __syncthreads();
    s[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x < n ? *x++ : 0;
    __syncthreads();
    if (threadIdx.x % 2) n = 0;
    atomicAdd(n ? &out[blockIdx.x] : out, s[THREADS - 1 - threadIdx.x]);
}
__device__ void take(int &to, int v) { to = v; }
__global__ void given(const int *x, int *out,
                      int n) // a function writes to a variable: the kernels above do not call it
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, last = 0;
    s[threadIdx.x] = i < n ? x[i] : 0;
    take(last, THREADS - 1 - threadIdx.x);
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[last]);
}
__global__ void different(const int *x, int *out, int n) // `rounds` seems to be the same in all threads, and is not
{
    __shared__ int s[THREADS];
    int rounds = 2, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = 0;
    if (threadIdx.x >= 64) rounds += 1;
    if (threadIdx.x >= 64) rounds -= 1;
    for (int k = 0; k < rounds; k++) {
        __syncthreads();
        s[threadIdx.x] += i < n ? x[i] : 0;
    }
    __syncthreads();
    atomicAdd(&out[blockIdx.x], s[THREADS - 1 - threadIdx.x]);
}

static int *x, *out, host[N];
static void compare(const char *name, int times, int more)
{
    int wrong = 0;
    cudaDeviceSynchronize();
    for (int b = 0; b < BLOCKS; b++) {
        int sum = more;
        for (int i = b * THREADS; i < (b + 1) * THREADS && i < N; i++) sum += times * host[i];
        wrong += out[b] != sum;
    }
    printf("%s %d\n", name, wrong);
    cudaMemset(out, 0, 2 * THREADS * sizeof(int));
}
int main()
{
    cudaMallocManaged(&x, N * sizeof(int));
    cudaMallocManaged(&out, 2 * THREADS * sizeof(int));
    cudaMemset(out, 0, 2 * THREADS * sizeof(int));
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) x[i] = host[i] = (i * 7919) % 101 - 50;
    tree<<<BLOCKS, THREADS>>>(x, out, N);
    compare("tree", 1, 0);
    with_while<<<BLOCKS, THREADS>>>(x, out, N);
    compare("while", 1, 0);
    returns<<<BLOCKS, THREADS>>>(x, out, N);
    compare("returns", 1, 0);
    unrolled<THREADS><<<BLOCKS, THREADS>>>(x, out, N);
    compare("unrolled", 1, 0);
    dynamic<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(x, out, N);
    compare("dynamic", 1, 0);
    variables<<<BLOCKS, THREADS>>>(x, out, N);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        long long s[THREADS] = {}, sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int t = 0; t < THREADS; t++) s[(t + round) % THREADS] += round * t + t % 2 + 1;
            for (int t = 0; t < THREADS; t++) sum += s[t];
        }
        for (int t = 0; t < THREADS; t++)
            if (b * THREADS + t < N) sum += host[b * THREADS + t] + t;
        wrong += out[b] != (int)sum;
    }
    printf("variables %d\n", wrong);
    cudaMemset(out, 0, 2 * THREADS * sizeof(int));
    nested<<<BLOCKS, THREADS>>>(x, out, N);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int s[THREADS], sums[THREADS] = {}, sum = 0;
        for (int a = 0; a < 4; a++) {
            for (int t = 0; t < THREADS; t++) s[t] = a;
            for (int c = a; c < 3; c++) {
                int mine[THREADS];
                for (int t = 0; t < THREADS; t++) mine[t] = s[(t + c) % THREADS] + 0 + 1 + 3;
                for (int t = 0; t < THREADS; t++) s[t] = mine[t], sums[t] += mine[t];
            }
        }
        for (int t = 0; t < THREADS; t++)
            if (b * THREADS + t < N) sum += sums[t] + host[b * THREADS + t];
        wrong += out[b] != sum;
    }
    printf("nested %d\n", wrong);
    scan<<<1, THREADS>>>(x, out, N);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0, sum = 0; i < 2 * THREADS; sum += host[i++]) wrong += out[i] != sum;
    printf("scan %d\n", wrong);
    cudaMemset(out, 0, 2 * THREADS * sizeof(int));
    volume<<<BLOCKS, dim3(16, 4, 2)>>>(x, out, N);
    compare("volume", 1, 2 * 2 * 16 * (0 + 1 + 2 + 3));
    device<<<BLOCKS, THREADS>>>(x, out, N);
    compare("device", 1, 0);
    guarded<<<BLOCKS, THREADS>>>(x, out, N);
    compare("guarded", 1, 1);
    apart<<<BLOCKS, THREADS>>>(x, out, N);
    compare("apart", 3, 0);
    odd<<<BLOCKS, THREADS>>>(x, out, N);
    compare("odd", 1, 0);
    named<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(x, out, N);
    compare("named", 1, 0);
    together<<<BLOCKS, THREADS>>>(x, out, N);
    compare("together", 1, 0);
    structures<<<BLOCKS, 32>>>(view{x, N, THREADS}, result{out, 32});
    compare("structures", 1, 0);
    old_style<<<BLOCKS, THREADS>>>(x, out, N);
    compare("old_style", 1, 0);
    coarse<4><<<BLOCKS, THREADS / 4>>>(x, out, N);
    compare("coarse", 1, THREADS / 4);
    striding<<<BLOCKS, 24>>>(x, out, N);
    compare("striding", 1, 0);
    columns<<<dim3(2, 3), dim3(5, 3)>>>(x, out, N);
    compare("columns", 1, 0);
    columns_left<<<dim3(2, BLOCKS), 5>>>(x, out, N);
    compare("columns_left", 1, 0);
    hidden<<<BLOCKS, THREADS>>>(x, out, N);
    compare("hidden", 1, 0);
    advanced<<<BLOCKS, THREADS>>>(x, out, N);
    compare("advanced", 1, 0);
    left<<<BLOCKS, THREADS>>>(x, out, N);
    compare("left", 1, 0);
    moved<<<BLOCKS, THREADS>>>(x, out, N);
    compare("moved", 1, 0);
    given<<<BLOCKS, THREADS>>>(x, out, N);
    compare("given", 1, 0);
    different<<<BLOCKS, THREADS>>>(x, out, N);
    compare("different", 2, 0);
    return 0;
}
