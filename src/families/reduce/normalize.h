#ifdef GPU__FOR_REAL
/* The CPU makes two calls: the moments, then a map. */
GPU__MAP_(GPU__T, "gpu_normalize", GPU__N(gpu__shifted), (GPU__T, x), (double, mean, scalar), (double, inverse, scalar))
{
    return (GPU__T)(((double)x - mean) * inverse);
}
GPU__ON_DEVICE(GPU__N(gpu__normalize),
               gpu__normalize_launch(context, (GPU__T *)out, (const GPU__T *)in[0], j->shape[0], 0.0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_normalize)(GPU__T *out, const GPU__T *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_normalize", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.in_place = 1;
    GPU__JOB_DEVICE(j, GPU__N(gpu__normalize))
    if (n && gpu__current_is_cpu()) {
        const int flag = GPU__MOMENTS_ALL | GPU__JOB_WAITS;
        gpu__moments m;
        gpu_status s = GPU__N(gpu__moments)("gpu_normalize", flag, &m, sizeof m, x, n, 0);
        gpu__keep_site(GPU__BY_PREWRITTEN);
        return s ? s : GPU__N(gpu__shifted)(out, x, m.mean, m.inverse, n);
    }
    return gpu__job_call(&j);
}
#endif
