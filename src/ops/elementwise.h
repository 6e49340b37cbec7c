/* A new elementwise function is one row: its type, its name, its parameters, its body. Integers are computed in a type
   that wraps. */
#ifdef GPU__FOR_ALL
GPU__MAP(GPU__T, fill, (GPU__T, value, scalar)) { return value; }
GPU__MAP(GPU__T, add, (GPU__T, x), (GPU__T, y)) { return (GPU__T)((GPU__W)x + (GPU__W)y); }
GPU__MAP(GPU__T, sub, (GPU__T, x), (GPU__T, y)) { return (GPU__T)((GPU__W)x - (GPU__W)y); }
GPU__MAP(GPU__T, mul, (GPU__T, x), (GPU__T, y)) { return (GPU__T)((GPU__W)x * (GPU__W)y); }
GPU__MAP(GPU__T, axpy, (GPU__T, a, scalar), (GPU__T, x), (GPU__T, y))
{
    return (GPU__T)(GPU__TIMES((GPU__W)a, (GPU__W)x) + (GPU__W)y);
}
GPU__MAP(GPU__T, scale, (GPU__T, a, scalar), (GPU__T, x)) { return (GPU__T)((GPU__W)a * (GPU__W)x); }
GPU__MAP(GPU__T, clip, (GPU__T, x), (GPU__T, lo, scalar), (GPU__T, hi, scalar))
{
    const GPU__T v = x < lo ? lo : x;
    return v > hi ? hi : v;
}
#endif
#ifdef GPU__FOR_WHOLE
GPU__MAP(GPU__T, abs, (GPU__T, x)) { return (GPU__T)(x < 0 ? 0 - (GPU__W)x : (GPU__W)x); }
#endif
#ifdef GPU__FOR_REAL
GPU__MAP(GPU__T, abs, (GPU__T, x)) { return GPU__MATH(GPU__T, fabs, x); }
GPU__MAP(GPU__T, div, (GPU__T, x), (GPU__T, y)) { return x / y; }
GPU__MAP(GPU__T, sqrt, (GPU__T, x)) { return GPU__MATH(GPU__T, sqrt, x); }
GPU__MATH_MAP(GPU__T, exp, exp, GPU__MATHS(GPU__T, exp, x))
GPU__MATH_MAP(GPU__T, log, log, GPU__MATHS(GPU__T, log, x))
GPU__MATH_MAP(GPU__T, sin, sin, GPU__MATHS(GPU__T, sin, x))
GPU__MATH_MAP(GPU__T, cos, sin, GPU__MATHS(GPU__T, cos, x))
GPU__MATH_MAP(GPU__T, tanh, sin, GPU__MATHS(GPU__T, tanh, x))
GPU__MATH_MAP(GPU__T, sigmoid, exp, 1 / (1 + GPU__MATHS(GPU__T, exp, -x)))
GPU__MAP(GPU__T, pow, (GPU__T, x), (GPU__T, p, scalar))
{
    return sizeof(GPU__T) == 4 ? (GPU__T)powf((float)x, (float)p) : (GPU__T)pow((double)x, (double)p);
}
#endif
