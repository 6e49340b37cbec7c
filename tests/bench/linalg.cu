/* Rows of linear algebra, beside cuSOLVER; bench.h says how. Sizes: m, n, batch. Arrays: a[batch][m][n], b[batch][m],
   then x[batch][m], u[batch][m][n], v[batch][n][n], w[batch][n] and info[batch]. */
#if defined(WITH_VENDOR)
#include <cusolverDn.h>
#endif
#define GPU_LINALG
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

#ifdef WITH_VENDOR
static cusolverDnHandle_t solver;
static cusolverDnParams_t params;
static void *room[2];
static size_t room_bytes[2];
static void new_row(void)
{
    if (!solver) (void)cusolverDnCreate(&solver), (void)cusolverDnCreateParams(&params);
    for (int k = 0; k < 2; k++) (void)gpu_free(room[k]), room[k] = NULL, room_bytes[k] = 0;
}
/* With the workspaces that `bytes` asks for at the first call. They are on the device; a call that wants one on the
   host gets what malloc has. Its arrays are column-major: what it is given is the transpose, which costs the same. */
#define WITH_ROOM(sizes)                                                                                               \
    if (!room[0]) {                                                                                                    \
        if (sizes) return 1;                                                                                           \
        room[0] = gpu_malloc(room_bytes[0] += 16);                                                                     \
        if (room_bytes[1]) host_room = realloc(host_room, room_bytes[1]);                                              \
    }
#define ROOMS room[0], room_bytes[0], host_room, room_bytes[1]
#define TYPE CUDA_R_32F
static int vendor(const char *what, const size_t *d, void *const *p)
{
    static void *host_room;
    const int64_t m = (int64_t)d[0], n = (int64_t)d[1];
    const cublasFillMode_t low = CUBLAS_FILL_MODE_LOWER;
    const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    const size_t bytes = (size_t)(m * n) * sizeof(float);
    float *const a = F(3);
    int *const info = I(6);
    size_t *const s = room_bytes;
    if (d[2] != 1 || strncmp(what, "cuSOLVER ", 9)) return NOT_HERE;
    what += 9;
    if (cudaMemcpyAsync(a, p[0], bytes, cudaMemcpyDeviceToDevice, 0)) return 1;
    if (!strcmp(what, "solve f32")) {
        WITH_ROOM(cusolverDnXgetrf_bufferSize(solver, params, n, n, TYPE, a, n, TYPE, s, s + 1))
        if (cusolverDnXgetrf(solver, params, n, n, TYPE, a, n, P(int64_t, 4), TYPE, ROOMS, info)) return 1;
        if (cudaMemcpyAsync(p[2], p[1], sizeof(float) * d[0], cudaMemcpyDeviceToDevice, 0)) return 1;
        return cusolverDnXgetrs(solver, params, CUBLAS_OP_T, n, 1, TYPE, a, n, P(int64_t, 4), TYPE, p[2], n, info);
    }
    if (!strcmp(what, "cholesky f32")) {
        WITH_ROOM(cusolverDnXpotrf_bufferSize(solver, params, low, n, TYPE, a, n, TYPE, s, s + 1))
        return cusolverDnXpotrf(solver, params, low, n, TYPE, a, n, TYPE, ROOMS, info);
    }
    if (!strcmp(what, "qr f32")) {
        int more = 0, other = 0;
        if (!room[0] && (cusolverDnSgeqrf_bufferSize(solver, (int)m, (int)n, a, (int)m, &more) ||
                         cusolverDnSorgqr_bufferSize(solver, (int)m, (int)n, (int)n, a, (int)m, F(5), &other)))
            return 1;
        s[0] = room[0] ? s[0] : 4 * (size_t)(more > other ? more : other);
        WITH_ROOM(0)
        if (cusolverDnSgeqrf(solver, (int)m, (int)n, a, (int)m, F(5), (float *)room[0], (int)(s[0] / 4), info))
            return 1;
        return cusolverDnSorgqr(solver, (int)m, (int)n, (int)n, a, (int)m, F(5), (float *)room[0], (int)(s[0] / 4),
                                info);
    }
    if (!strcmp(what, "eigh f32")) {
        WITH_ROOM(cusolverDnXsyevd_bufferSize(solver, params, vectors, low, n, TYPE, a, n, TYPE, p[5], TYPE, s, s + 1))
        return cusolverDnXsyevd(solver, params, vectors, low, n, TYPE, a, n, TYPE, p[5], TYPE, ROOMS, info);
    }
    return NOT_HERE;
}
#else
static void new_row(void) {}
#endif
#define OF_TYPE(T, s)                                                                                                  \
    ROW("solve " #s, gpu_solve_batch_##s(P(T, 2), P(T, 0), P(T, 1), n, 1, batch, I(6)))                                \
    ROW("inv " #s, gpu_inv_batch_##s(P(T, 3), P(T, 0), n, batch, I(6)))                                                \
    ROW("cholesky " #s, gpu_cholesky_batch_##s(P(T, 3), P(T, 0), n, batch, I(6)))                                      \
    ROW("qr " #s, gpu_qr_batch_##s(P(T, 3), P(T, 4), P(T, 0), m, n, batch, I(6)))                                      \
    ROW("eigh " #s, gpu_eigh_batch_##s(P(T, 5), P(T, 3), P(T, 0), n, batch, I(6)))                                     \
    ROW("svd " #s, gpu_svd_batch_##s(P(T, 3), P(T, 5), P(T, 4), P(T, 0), m, n, batch, I(6)))                           \
    ROW("det " #s, gpu_det_batch_##s(P(T, 5), P(T, 0), n, batch, I(6)))                                                \
    ROW("lstsq " #s, gpu_lstsq_batch_##s(P(T, 2), NULL, P(T, 0), P(T, 1), m, n, 1, -1.0, batch, I(6)))
static int once(const char *what, const size_t *d, void *const *p)
{
    const size_t m = d[0], n = d[1], batch = d[2];
    OF_TYPE(float, f32)
    OF_TYPE(double, f64)
#ifdef WITH_VENDOR
    return vendor(what, d, p);
#else
    return NOT_HERE;
#endif
}
