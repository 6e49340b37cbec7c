// prints: callback after stream 0
// prints: callback after stream 1
// prints: graph: 2046
// prints: streams: correct
#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(int *p, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] *= 2;
}
static void CUDART_CB done(cudaStream_t, cudaError_t status, void *which)
{
    printf("callback after stream %d%s\n", *(int *)which, status ? ", with an error" : "");
}
int main()
{
    const int n = 1 << 16, parts = 2, part = n / parts;
    int *host, *dev, which[parts] = {0, 1};
    cudaStream_t stream[parts];
    cudaEvent_t copied;
    cudaHostAlloc((void **)&host, n * sizeof(int), cudaHostAllocDefault);
    cudaMalloc((void **)&dev, n * sizeof(int));
    for (int i = 0; i < n; i++) host[i] = i;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    for (int s = 0; s < parts; s++) {
        const int at = s * part;
        cudaStreamCreate(&stream[s]);
        cudaMemcpyAsync(dev + at, host + at, part * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
        twice<<<32, 256, 0, stream[s]>>>(dev + at, part);
        cudaMemcpyAsync(host + at, dev + at, part * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
        cudaStreamAddCallback(stream[s], done, &which[s], 0);
    }
    cudaEventRecord(copied, stream[0]);
    cudaStreamWaitEvent(stream[1], copied, 0);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < n; i++) right &= host[i] == 2 * i;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal);
    for (int k = 0; k < 5; k++) twice<<<1, 64, 0, stream[0]>>>(dev, 1024);
    cudaStreamEndCapture(stream[0], &graph);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    cudaMemset(dev, 0, sizeof(int));
    for (int k = 0; k < 2; k++) {
        cudaMemcpy(dev + 1023, &host[1023], sizeof(int), cudaMemcpyHostToDevice);
        cudaGraphLaunch(exec, stream[0]);
    }
    int last;
    cudaMemcpy(&last, dev + 1023, sizeof(int), cudaMemcpyDeviceToHost);
    printf("graph: %d\n", last / 32);
    printf("streams: %s\n", right ? "correct" : "wrong");
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
    for (int s = 0; s < parts; s++) cudaStreamDestroy(stream[s]);
    cudaEventDestroy(copied);
    cudaFreeHost(host);
    cudaFree(dev);
}
