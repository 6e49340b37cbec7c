/* The public functions, behind the others: with nvcc they are templates that call the class template. */
GPU__MATMUL_SCOPE gpu_status gpu_gemm_{f32|f64|tf32|bf16|f16}({float|double|float|gpu_bf16|gpu_f16} *c, const {2} *a,
                                                              const {2} *b, gpu_gemm_spec spec)
{
    gpu__matmul_detail d;
    if (gpu__matmul_now_{1}(&spec, c, a, b)) return GPU_OK;
    d.spec = spec;
    return gpu__matmul_call(&d, "gpu_gemm", GPU__MATMUL_{F32|F64|TF32|BF16|F16}, c, a, b,
                            GPU__MATMUL_CODE({1}, GPU__MATMUL_{3}));
}
GPU__MATMUL_SCOPE gpu_status gpu_matmul_{f32|f64|tf32|bf16|f16}({float|double|float|gpu_bf16|gpu_f16} *c, const {2} *a,
                                                                const {2} *b, size_t m, size_t n, size_t k)
{
    gpu__matmul_detail d;
    gpu__matmul_plain_spec(&d.spec, m, n, k);
    if (gpu__matmul_now_{1}(&d.spec, c, a, b)) return GPU_OK;
    return gpu__matmul_call(&d, "gpu_matmul", GPU__MATMUL_{F32|F64|TF32|BF16|F16}, c, a, b,
                            GPU__MATMUL_CODE({1}, GPU__MATMUL_{3}));
}
GPU__MATMUL_SCOPE gpu_status gpu_to_{bf16|f16}(gpu_{1} *out, const float *x, size_t n)
{
    return GPU__MATMUL_MAPS gpu__to_{1}((uint16_t *)out, x, n);
}
GPU__MATMUL_SCOPE gpu_status gpu_from_{bf16|f16}(float *out, const gpu_{1} *x, size_t n)
{
    return GPU__MATMUL_MAPS gpu__from_{1}(out, (const uint16_t *)x, n);
}
