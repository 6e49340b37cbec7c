/* The maps of the 16-bit types treat their elements as integers, since gcc's loops over structs are slow. */
#ifdef GPU_TAPE
#define GPU__RULE_gpu__{to_bf16|to_f16|from_bf16|from_f16} , gpu__tape_rule(gpu__{1}__back, {0|GPU__F16|0|GPU__F16});
GPU__RULE(gpu__to_{bf16|f16}, 0)
{
    float *const to = (float *)gpu__into(s, 0);
    return to ? gpu_from_{1}(to, (const gpu_{1} *)s->g, s->call->n) : s->failed;
}
GPU__RULE(gpu__from_{bf16|f16}, 0)
{
    gpu_{1} *const to = (gpu_{1} *)gpu__into(s, 0);
    return to ? gpu_to_{1}(to, (const float *)s->g, s->call->n) : s->failed;
}
GPU_VECTORIZE(uint16_t, gpu__sum_{bf16|f16}, (uint16_t, x), (uint16_t, y))
{
    return gpu__{1}_bits(gpu__{1}_value(x) + gpu__{1}_value(y));
}
#endif
GPU_VECTORIZE(uint16_t, gpu__to_{bf16|f16}, (float, x)) { return gpu__{1}_bits(x); }
GPU_VECTORIZE(float, gpu__from_{bf16|f16}, (uint16_t, x)) { return gpu__{1}_value(x); }
