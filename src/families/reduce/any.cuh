/* ---- gpu_any, gpu_all -------------------------------------------------------------------------------------------- */

GPU__DEVICE_FN int gpu__either(int a, int b) { return a | b; }
GPU__DEVICE_FN int gpu__both(int a, int b) { return a & b; }
template <class Type> GPU__DEVICE_FN int gpu__is_not_zero(Type x) { return x != 0; }
