/* ---- gpu_any, gpu_all -------------------------------------------------------------------------------------------- */

GPU__DEVICE_FN int gpu__either(int a, int b) { return a | b; }
GPU__DEVICE_FN int gpu__both(int a, int b) { return a & b; }
template <class Type> GPU__DEVICE_FN int gpu__is_not_zero(Type x) { return x != 0; }
template <auto Combine, class Type>
static cudaError_t gpu__any_launch(const gpu__launch_context *context, int *out, const Type *x, size_t n)
{
    return gpu__reduce_launch<gpu__is_not_zero<Type>, Combine, gpu__as_it_is<int>, int, int, gpu__array<Type>>(
        context, out, n, x);
}
