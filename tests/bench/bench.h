/* What the libraries of `make bench` share. Each of arrays.cu, functions.cu, order.cu, matmul.cu, fourier.cu and
   linalg.cu is built into a shared library, which bench.py loads: a library has rows, and a row is one call by its
   name, with sizes d and the pointers p of its arrays, inputs first. A name that begins with that of a vendor's
   library is its row. */
#include <time.h>
#define BENCH_API __attribute__((visibility("default")))
#define ROW(name, call)                                                                                                \
    if (!strcmp(what, name)) return (int)(call);
#define ROW_DO(name, ...)                                                                                              \
    if (!strcmp(what, name)) {                                                                                         \
        __VA_ARGS__;                                                                                                   \
        return 0;                                                                                                      \
    }
#define P(T, k) ((T *)p[k])
#define F(k) P(float, k)
#define D(k) P(double, k)
#define I(k) P(int32_t, k)
#define L(k) P(int64_t, k)
enum { NOT_HERE = -1, MOST_ARRAYS = 8 };
static int once(const char *what, const size_t *d, void *const *p);
static void new_row(void); /* plans and workspaces of the row before are void */

#ifdef WITH_VENDOR
/* A function of CUB: asks for its workspace at the first call of a row. */
static void *cub_room;
static size_t cub_bytes;
#define CUB(name, f, ...)                                                                                              \
    ROW_DO("CUB " name, if (!cub_bytes) cub::f(NULL, cub_bytes, __VA_ARGS__), cub_room = gpu_malloc(cub_bytes += 16);  \
           cub::f(cub_room, cub_bytes, __VA_ARGS__))
#endif

/* Element i of an array: uniform in [0, 1) (u) or [-1, 1) (s), normal (n), below 1000 (k), of any bits (w); of
   symmetric matrices of rows x rows (y), and positive definite ones (p). */
GPU_FN inline double bench_value(int kind, size_t rows, uint64_t seed, size_t i)
{
    if (kind == 'u') return (double)gpu_random_f32(seed, i, 0);
    if (kind == 'n') return (double)gpu_random_normal_f32(seed, i, 0);
    if (kind == 'k') return floor(1000 * (double)gpu_random_f32(seed, i, 0));
    if (kind == 'w') return (double)gpu_random_u32(seed, i, 0) - 2147483648.0;
    if (kind == 'y' || kind == 'p') {
        const size_t r = i / rows % rows, c = i % rows,
                     place = i - (r * rows + c) + (r < c ? r * rows + c : c * rows + r);
        return 2 * (double)gpu_random_f32(seed, place, 0) - 1 + (kind == 'p' && r == c ? 2 * (double)rows : 0);
    }
    return 2 * (double)gpu_random_f32(seed, i, 0) - 1;
}
GPU_KERNEL(bench_fill_kernel, (void *, out), (int, type), (int, kind), (size_t, rows), (uint64_t, seed), (size_t, n))
{
    GPU_FOR (i, n) {
        const double v = bench_value(kind, rows, seed, i);
        if (type == 'f') ((float *)out)[i] = (float)v;
        else if (type == 'd') ((double *)out)[i] = v;
        else if (type == 'i') ((int32_t *)out)[i] = (int32_t)v;
        else if (type == 'l') ((int64_t *)out)[i] = (int64_t)(v * 4294967296.0) + (int64_t)gpu_random_u32(seed, i, 1);
        else if (type == 'b') ((uint8_t *)out)[i] = (uint8_t)v;
        else if (type == 'h') ((gpu_bf16 *)out)[i] = gpu_bf16_of((float)v);
        else if (type == 'e') ((gpu_f16 *)out)[i] = gpu_f16_of((float)v);
    }
}
#ifdef __cplusplus
extern "C" {
#endif
/* 1 on a GPU, 0 on the CPU, -1 if there is none such. */
BENCH_API int bench_open(int on_gpu)
{
    if (!on_gpu && gpu_use(GPU_CPU)) return -1;
    return on_gpu ? (gpu_device() >= 0 ? 1 : -1) : 0;
}
BENCH_API const char *bench_error(void) { return gpu_error_message(); }
/* n elements of a type: f d (float, double), i l (int32_t, int64_t), b (uint8_t), h e (bf16, f16). */
BENCH_API void *bench_new(int type, size_t n, int kind, size_t rows, uint64_t seed)
{
    const size_t size = strchr("dl", type) ? 8 : strchr("fi", type) ? 4 : strchr("he", type) ? 2 : 1;
    void *const out = gpu_malloc(n * size + 64);
    if (!out) return NULL;
    if (kind == 'o') GPU_CHECK(gpu_set(out, 0, n * size));
    else if (type == 'f' && kind == 'u') GPU_CHECK(gpu_rand_uniform_f32((float *)out, n));
    else if (type == 'f' && kind == 'n') GPU_CHECK(gpu_rand_normal_f32((float *)out, 0, 1, n));
    else if (n) GPU_CHECK(bench_fill_kernel(gpu_for(n), out, type, kind, rows, seed, n));
    return out;
}
BENCH_API void bench_free(void *p) { (void)gpu_free(p); }
BENCH_API int bench_copy(void *to, const void *from, size_t bytes) { return (int)gpu_copy(to, from, bytes); }
BENCH_API void bench_new_row(void)
{
    (void)gpu_sync();
    gpu_clear_error();
#ifdef WITH_VENDOR
    if (cub_bytes) (void)gpu_free(cub_room), cub_bytes = 0;
#endif
    new_row();
}
BENCH_API int bench_wait(void)
{
#ifdef GPU__CUDA
    if (gpu_device() >= 0) return (int)cudaDeviceSynchronize();
#endif
    return (int)gpu_sync();
}
/* So many calls, with the sets of arrays in rotation; a row that is not here gives NOT_HERE. */
BENCH_API int bench_repeat(const char *what, const size_t *d, void *const *p, size_t sets, size_t first, size_t times)
{
    size_t k;
    int failed = 0;
    for (k = 0; k < times && !failed; k++) failed = once(what, d, p + (first + k) % sets * MOST_ARRAYS);
    return failed;
}
#ifdef __cplusplus
}
#endif
