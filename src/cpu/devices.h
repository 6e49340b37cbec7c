static GPU__FORCE_INLINE int gpu__cpu_count(char *why, size_t size)
{
    (void)why, (void)size; /* the program was built without CUDA: there are no GPUs to count */
    return 0;
}
static GPU__FORCE_INLINE void gpu__cpu_started(void) {}
static GPU__FORCE_INLINE int gpu__cpu_peer(GPU__UNUSED int device, int other) { return !gpu__is_gpu(other); }
static void gpu__host_memory(size_t *free_bytes, size_t *total)
{
#ifdef _WIN32
    MEMORYSTATUSEX memory;
    memory.dwLength = sizeof memory;
    if (GlobalMemoryStatusEx(&memory)) {
        *total = (size_t)memory.ullTotalPhys;
        *free_bytes = (size_t)memory.ullAvailPhys;
    }
#else
    char line[256];
    const char *kb = gpu__line_of("/proc/meminfo", "MemTotal:", line);
    if (kb) *total = (size_t)strtoull(kb, NULL, 10) * 1024;
    kb = gpu__line_of("/proc/meminfo", "MemAvailable:", line);
    if (kb) *free_bytes = (size_t)strtoull(kb, NULL, 10) * 1024;
#endif
}
static gpu_status gpu__cpu_query(int device, gpu_info *info)
{
    info->backend = "cpu";
    info->device = device;
    info->multiprocessors = gpu__forked() ? 1 : gpu__cpu_threads();
    info->cores = info->multiprocessors;
    info->warp_size = 32;
    info->max_threads_per_block = info->max_threads_per_multiprocessor = GPU__MAX_BLOCK;
    info->max_block.x = info->max_block.y = GPU__MAX_BLOCK;
    info->max_block.z = GPU__MAX_BLOCK_Z;
    info->max_grid.x = (unsigned)GPU__MAX_GRID_X;
    info->max_grid.y = info->max_grid.z = GPU__MAX_GRID_YZ;
    info->shared_per_block = GPU__CPU_SHARED;
    info->shared_per_block_optin = info->shared_per_multiprocessor = GPU__CPU_SHARED_OPTIN;
    info->simd_bits = 8 * (int)sizeof(void *);
#ifdef GPU__X86
    info->simd_bits = 128 << gpu__cpu_level();
#elif defined(GPU__CPU_HAS)
    GPU__CPU_ASK();
    info->simd_bits = GPU__CPU_HAS("avx512f") ? 512 : GPU__CPU_HAS("avx2") ? 256 : 128;
#elif defined(__aarch64__) || defined(GPU__MSVC)
    info->simd_bits = 128;
#endif
    snprintf(info->name, sizeof info->name, "CPU");
    gpu__host_memory(&info->free_memory, &info->total_memory);
#ifdef _WIN32
    {
        SYSTEM_INFO system;
        const char *name = getenv("PROCESSOR_IDENTIFIER");
        GetSystemInfo(&system);
        info->cores = (int)system.dwNumberOfProcessors;
        if (name) snprintf(info->name, sizeof info->name, "%s", name);
    }
#else
#ifdef _SC_NPROCESSORS_ONLN
    info->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
#endif
    {
        char line[256];
        const char *text = gpu__line_of("/proc/cpuinfo", "model name", line);
        if (text && (text = strchr(text, ':')))
            snprintf(info->name, sizeof info->name, "%.*s", (int)strcspn(text + 2, "\n"), text + 2);
        text = gpu__line_of("/sys/devices/system/cpu/cpu0/cache/index3/size", "", line);
        if (text) info->l2_bytes = (size_t)strtoul(text, NULL, 10) * 1024;
    }
#endif
    return GPU_OK;
}
static GPU__FORCE_INLINE int gpu__cpu_doctor(FILE *out)
{
    FILE *f = fopen("/proc/driver/nvidia/version", "r");
    gpu__doctor_says(out, 0, "compiler", "%s, without CUDA: this program runs on the CPU", GPU__HOST_COMPILER);
    if (!f) return 0;
    fclose(f);
    return gpu__doctor_says(out, 1, "GPU",
                            "this machine has an NVIDIA driver, and the program does not use it: build it with nvcc "
                            "(nvcc -x cu for a .c file)");
}
