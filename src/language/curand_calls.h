/* gpu_curand is compiled in the file that calls it and passes cuRAND's functions to the implementation: a program that
   includes <curand.h> and does not call it need not link cuRAND. */
#ifdef GPU__CURAND
typedef struct gpu__curand_calls {
    curandStatus_t(CURANDAPI *create)(curandGenerator_t *, curandRngType_t);
    curandStatus_t(CURANDAPI *create_host)(curandGenerator_t *, curandRngType_t);
    curandStatus_t(CURANDAPI *set_seed)(curandGenerator_t, unsigned long long);
    curandStatus_t(CURANDAPI *set_stream)(curandGenerator_t, cudaStream_t);
    curandStatus_t(CURANDAPI *destroy)(curandGenerator_t);
} gpu__curand_calls;
GPU_API curandGenerator_t gpu__curand(curandRngType_t type, const gpu__curand_calls *calls);
static inline curandGenerator_t gpu_curand(curandRngType_t type)
{
    static const gpu__curand_calls calls = {curandCreateGenerator, curandCreateGeneratorHost,
                                            curandSetPseudoRandomGeneratorSeed, curandSetStream,
                                            curandDestroyGenerator};
    return gpu__curand(type, &calls);
}
#endif
