static GPU__FORCE_INLINE int gpu__doctor_threads(FILE *out, const gpu_info *cpu)
{
#ifdef _OPENMP
    const char *const threads = getenv("GPU_THREADS"), *why = "";
    const int used = cpu->multiprocessors, cores = cpu->cores;
    if (threads && *threads) why = ", set by GPU_THREADS";
    else if (used < cores && !getenv("OMP_NUM_THREADS")) why = ": this process is restricted to those";
    return gpu__doctor_says(out, 0, "threads", "OpenMP, %d of %d cores%s%s", used, cores, why,
                            used > cores ? "; more threads than cores are slower" : "");
#else
    if (cpu->cores < 2) return gpu__doctor_says(out, 0, "threads", "OpenMP is off, and there is one core");
    return gpu__doctor_says(out, 1, "threads",
                            "OpenMP is off: 1 of %d cores is used; build with -fopenmp (nvcc: -Xcompiler -fopenmp)",
                            cpu->cores);
#endif
}
GPU_API int gpu_doctor(FILE *out)
{
    const char *device = getenv("GPU_DEVICE");
    int problems = 0;
    gpu_info cpu;
    gpu__enter();
    if (!out) {
        gpu__wrong("gpu_doctor", "out is NULL; pass stdout or another open file");
        return -1;
    }
    if (gpu__forked())
        problems += gpu__doctor_says(out, 1, "process",
                                     "it was forked after the first call of gpu.h: CUDA does not work in it, and "
                                     "GPU_CPU has one thread; fork before the first call, or start a new program");
    problems += gpu__backend(0, doctor)(out);
    gpu__doctor_says(out, 0, "start", "%s%s: threads start on %s",
                     device && *device ? "GPU_DEVICE=" : "GPU_DEVICE is not set", device ? device : "",
                     gpu__global.default_device < 0 ? "the CPU" : "a GPU");
    memset(&cpu, 0, sizeof cpu);
    (void)gpu__backend(GPU_CPU, query)(GPU_CPU, &cpu);
    gpu__doctor_says(out, 0, "CPU", "%s, %d-bit vectors; %s of %s GB free", cpu.name, cpu.simd_bits,
                     gpu__gb(cpu.free_memory), gpu__gb(cpu.total_memory));
    problems += gpu__doctor_threads(out, &cpu);
    gpu__doctor_says(out, 0, "cuRAND", "not needed: gpu.h has its own random number generator");
    if (gpu__global.sync)
        gpu__doctor_says(out, 0, "GPU_SYNC",
                         "1: every launch waits, so that faults are attributed exactly; everything is slower");
    if (problems) fprintf(out, "%d thing%s to do: the lines that begin with FIX\n", problems, problems == 1 ? "" : "s");
    else fprintf(out, "nothing to do\n");
    return problems;
}
