// prints: tiles of shared memory: correct
// prints: dynamic shared memory: correct
#include <cstdio>
#include <vector>
#define TILE 16

__global__ void __launch_bounds__(TILE *TILE) tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
        a[threadIdx.y][threadIdx.x] = row < n && t * TILE + threadIdx.x < n ? A[row * n + t * TILE + threadIdx.x] : 0;
        b[threadIdx.y][threadIdx.x] = col < n && t * TILE + threadIdx.y < n ? B[(t * TILE + threadIdx.y) * n + col] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) C[row * n + col] = sum;
}
__global__ void by_rows(const float *A, const float *B, float *C, int n)
{
    extern __shared__ float row[]; // of A
    for (int k = threadIdx.x; k < n; k += blockDim.x) row[k] = A[blockIdx.x * n + k];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += row[k] * B[k * n + col];
        C[blockIdx.x * n + col] = sum;
    }
}
static bool correct(const std::vector<float> &A, const std::vector<float> &B, const float *dev_c, int n)
{
    std::vector<float> C(n * n);
    cudaMemcpy(C.data(), dev_c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
            if (sum != C[i * n + j]) return false;
        }
    return true;
}
int main()
{
    const int n = 75;
    std::vector<float> A(n * n), B(n * n);
    for (int i = 0; i < n * n; i++) A[i] = float(i % 7), B[i] = float(i % 5) - 2;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemcpy(a, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    tiled<<<grid, block>>>(a, b, c, n);
    printf("tiles of shared memory: %s\n", correct(A, B, c, n) ? "correct" : "wrong");
    cudaMemset(c, 0, n * n * sizeof(float));
    by_rows<<<n, 64, n * sizeof(float)>>>(a, b, c, n);
    printf("dynamic shared memory: %s\n", correct(A, B, c, n) ? "correct" : "wrong");
    cudaFree(a), cudaFree(b), cudaFree(c);
}
