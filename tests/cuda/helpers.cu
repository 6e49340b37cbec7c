// prints: CPU, timed, 42
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
__global__ void answer(int *p) { *p = 42; }
int main(int argc, char **argv)
{
    int *p = NULL, value = 0;
    StopWatchInterface *timer = NULL;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaMalloc((void **)&p, sizeof(int)));
    answer<<<1, 1>>>(p);
    getLastCudaError("answer");
    checkCudaErrors(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    sdkStopTimer(&timer);
    printf("%s, %s, %d\n", _ConvertSMVer2ArchName(8, 0), sdkGetTimerValue(&timer) >= 0 ? "timed" : "not timed", value);
    sdkDeleteTimer(&timer);
    return checkCmdLineFlag(argc, (const char **)argv, "fail") || cudaFree(p);
}
