/* -- kernels from a string: NVRTC -- */

#ifdef GPU_COMPILE
#if CUDART_VERSION >= 12080 /* the first runtime that loads code */
/* NVRTC's functions, looked up at their first use, so that no program has to be linked with it. */
typedef void *gpu__nvrtc_program;
static struct {
    void *handle;
    int (*nvrtcCreateProgram)(gpu__nvrtc_program *program, const char *source, const char *name, int headers,
                              const char *const *texts, const char *const *names);
    int (*nvrtcDestroyProgram)(gpu__nvrtc_program *program);
    int (*nvrtcAddNameExpression)(gpu__nvrtc_program program, const char *name);
    int (*nvrtcCompileProgram)(gpu__nvrtc_program program, int count, const char *const *options);
    int (*nvrtcGetLoweredName)(gpu__nvrtc_program program, const char *name, const char **lowered);
    int (*nvrtcGetProgramLogSize)(gpu__nvrtc_program program, size_t *bytes);
    int (*nvrtcGetProgramLog)(gpu__nvrtc_program program, char *text);
    int (*nvrtcGetPTXSize)(gpu__nvrtc_program program, size_t *bytes);
    int (*nvrtcGetPTX)(gpu__nvrtc_program program, char *text);
    int (*nvrtcGetCUBINSize)(gpu__nvrtc_program program, size_t *bytes);
    int (*nvrtcGetCUBIN)(gpu__nvrtc_program program, char *code);
} gpu__nvrtc;
#ifdef _WIN32
#define GPU__NVRTC_{NAME|FOLDER} {"nvrtc64_%d0_0.dll"|"/bin/"}
#else
#define GPU__NVRTC_{NAME|FOLDER} {"libnvrtc.so.%d"|"/lib64/"}
#endif
static gpu_status gpu__nvrtc_open(const char *call)
{
    static const char *const roots[] = {"CUDA_PATH", "CUDA_HOME"};
    const int major = CUDART_VERSION / 1000, versions[] = {major, major + 1, major - 1};
    char name[64], path[GPU__NAME_BYTES];
    void *library = NULL;
    int complete = 1;
    if (gpu__nvrtc.handle) return GPU_OK;
    for (size_t v = 0; !library && v < sizeof versions / sizeof *versions; v++) {
        snprintf(name, sizeof name, GPU__NVRTC_NAME, versions[v]);
        library = gpu__library_load(name);
        for (size_t k = 0; !library && k <= 2; k++) {
            const char *root = k < 2 ? gpu__own_environment(roots[k]) : "/usr/local/cuda";
            if (!root || !*root) continue;
            snprintf(path, sizeof path, "%s" GPU__NVRTC_FOLDER "%s", root, name);
            library = gpu__library_load(path);
        }
    }
    snprintf(name, sizeof name, GPU__NVRTC_NAME, major);
    if (!library)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "%s, NVIDIA's compiler for kernels from a string, is not found; install it (it is in the CUDA "
                         "Toolkit, and in the Python package nvidia-cuda-nvrtc) and add its folder to %s",
                         name, sizeof(GPU__NVRTC_FOLDER) == 6 ? "PATH" : "LD_LIBRARY_PATH");
#define GPU__NVRTC_FIND(f)                                                                                             \
    gpu__library_find(library, #f, (void *)&gpu__nvrtc.f);                                                             \
    complete &= gpu__nvrtc.f != NULL;
    GPU__NVRTC_FIND(nvrtcCreateProgram)
    GPU__NVRTC_FIND(nvrtcDestroyProgram)
    GPU__NVRTC_FIND(nvrtcAddNameExpression)
    GPU__NVRTC_FIND(nvrtcCompileProgram)
    GPU__NVRTC_FIND(nvrtcGetLoweredName)
    GPU__NVRTC_FIND(nvrtcGetProgramLogSize)
    GPU__NVRTC_FIND(nvrtcGetProgramLog)
    GPU__NVRTC_FIND(nvrtcGetPTXSize)
    GPU__NVRTC_FIND(nvrtcGetPTX)
    GPU__NVRTC_FIND(nvrtcGetCUBINSize)
    GPU__NVRTC_FIND(nvrtcGetCUBIN)
    if (!complete) {
        gpu__library_unload(library);
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "%s is older than CUDA 11.2; install a newer one", name);
    }
    gpu__nvrtc.handle = library;
    return GPU_OK;
}

/* The text in front of the caller's source: the types of fixed width, the loops of src/language/for.h, and a structure
   with the kinds of a function's parameters, which is read from the PTX. */
static const char gpu__nvrtc_prelude[] =
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n"
    "typedef unsigned long long uint64_t;\n"
    "#define INFINITY __int_as_float(0x7f800000)\n"
    "#define NAN __int_as_float(0x7fffffff)\n"
    "#define GPU_FN static inline __device__\n"
    "#define GPU_BARRIER() __syncthreads()\n"
    "#define GPU_SHARED(T, name, dims) __shared__ T name dims\n"
    "#define GPU_SHARED_DYNAMIC(T, name) extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[]; \\\n"
    "    T *name = (T *)gpu__dynamic_bytes\n"
    "#define GPU__GLOBAL(d) ((size_t)blockIdx.d * blockDim.d + threadIdx.d)\n"
    "#define GPU__STRIDE(d) ((size_t)gridDim.d * blockDim.d)\n"
    "#define GPU__BOUND(n) ((long long)(n) < 0 ? 0 : (size_t)(n))\n"
    "#define GPU__FIRST(d) ((blockIdx.d | threadIdx.d) == 0)\n"
    "#define GPU_FOR(i, n) for (size_t gpu__n_##i = GPU__BOUND(n), gpu__t_##i = GPU__STRIDE(x), \\\n"
    "    gpu__k_##i = gpu__n_##i - 3 * gpu__t_##i - 1 < gpu__t_##i ? 4 : 1; gpu__k_##i; gpu__k_##i = 0) \\\n"
    "    _Pragma(\"unroll\") for (unsigned gpu__m_##i = 1; gpu__m_##i <= 4; gpu__m_##i += 3) \\\n"
    "    GPU__OF_BLOCK(i, gpu__m_##i, gpu__n_##i, gpu__k_##i == gpu__m_##i && GPU__FIRST(y) && GPU__FIRST(z))\n"
    "#define GPU__OF_BLOCK(i, m, n, any) for (size_t gpu__a_##i = any ? (size_t)blockIdx.x * (blockDim.x * m) + \\\n"
    "    threadIdx.x : n; gpu__a_##i < n; gpu__a_##i += (size_t)gridDim.x * (blockDim.x * m)) \\\n"
    "    for (unsigned gpu__q_##i = 0; gpu__q_##i < m; gpu__q_##i++) for (size_t i = gpu__a_##i + gpu__q_##i * \\\n"
    "    blockDim.x, gpu__o_##i = gpu__q_##i == 0 || i < n; gpu__o_##i; gpu__o_##i = 0)\n"
    "#define GPU__ROWS(y_, height, first) for (size_t gpu__h_##y_ = GPU__BOUND(height), y_ = first ? GPU__GLOBAL(y) "
    "\\\n"
    "    : gpu__h_##y_; y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))\n"
    "#define GPU__COLS(x_, width) for (size_t gpu__w_##x_ = GPU__BOUND(width), x_ = GPU__GLOBAL(x); \\\n"
    "    x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))\n"
    "#define GPU_FOR_2D(x_, y_, width, height) GPU__ROWS(y_, height, GPU__FIRST(z)) GPU__COLS(x_, width)\n"
    "#define GPU_FOR_3D(x_, y_, z_, width, height, depth) for (size_t gpu__d_##z_ = GPU__BOUND(depth), \\\n"
    "    z_ = GPU__GLOBAL(z); z_ < gpu__d_##z_; z_ += GPU__STRIDE(z)) GPU__ROWS(y_, height, 1) GPU__COLS(x_, width)\n"
    "template <class T> struct gpu__kind { enum { is = 's' }; };\n"
    "template <class T> struct gpu__kind<T *> { enum { is = 'p' }; };\n"
    "#define GPU__KIND(T, k) template <> struct gpu__kind<T> { enum { is = k }; };\n"
    "GPU__KIND(float, 'f') GPU__KIND(double, 'f') GPU__KIND(char, 'i') GPU__KIND(signed char, 'i') GPU__KIND(short, "
    "'i')\n"
    "GPU__KIND(int, 'i') GPU__KIND(long, 'i') GPU__KIND(long long, 'i') GPU__KIND(bool, 'b') GPU__KIND(unsigned, 'u')\n"
    "GPU__KIND(unsigned char, 'u') GPU__KIND(unsigned short, 'u') GPU__KIND(unsigned long, 'u')\n"
    "GPU__KIND(unsigned long long, 'u')\n"
    "template <class F> struct gpu__kinds;\n"
    "template <class... A> struct gpu__kinds<void (*)(A...)> {\n"
    "    unsigned char count = sizeof...(A) + 1, end = 1, is[2 * sizeof...(A) + 1] = {\n"
    "        (unsigned char)gpu__kind<A>::is..., (unsigned char)(sizeof(A) > 255 ? 255 : sizeof(A))..., 1 };\n"
    "};\n";

/* What is known of a kernel's code; the cubin follows it. */
typedef struct gpu__cubin {
    int count;
    unsigned char signature[2 * GPU__PARAMETERS];
    char name[GPU__NAME_BYTES]; /* mangled */
    size_t bytes;
} gpu__cubin;

/* Reads the structure's bytes from the PTX: the count plus 1, 1, the kinds, the sizes, 1 (PTX omits trailing zeros). */
static int gpu__read_signature(const char *ptx, gpu__cubin *to)
{
    const char *at = strstr(ptx, " gpu__signature[");
    unsigned char number[2 * GPU__PARAMETERS + 3];
    int n = 0;
    if (!at || !(at = strchr(at, '{'))) return 0;
    while (n < (int)sizeof number && *at && *at != '}') number[n++] = (unsigned char)strtol(at + 1, (char **)&at, 10);
    to->count = number[0] - 1;
    if (n < 3 || to->count < 0 || to->count > GPU__PARAMETERS || n != 2 * to->count + 3) return 0;
    for (int k = 0; k < to->count; k++) {
        to->signature[2 * k] = number[2 + k];
        to->signature[2 * k + 1] = number[2 + to->count + k];
    }
    return 1;
}
static char *gpu__nvrtc_text(gpu__nvrtc_program program, int (*size)(gpu__nvrtc_program, size_t *),
                             int (*get)(gpu__nvrtc_program, char *), size_t *bytes)
{
    char *text = NULL;
    if (size(program, bytes) || !(text = (char *)gpu__host(*bytes + 1, 1))) return NULL;
    if (get(program, text)) *text = 0;
    return text;
}
/* The result: a gpu__cubin followed by the code, in one piece of host memory. */
static gpu__cubin *gpu__nvrtc_result(gpu__nvrtc_program program, const gpu__source *s)
{
    const char *lowered = NULL;
    size_t bytes = 0, ptx_bytes = 0;
    gpu__cubin *out = NULL;
    char *ptx = gpu__nvrtc_text(program, gpu__nvrtc.nvrtcGetPTXSize, gpu__nvrtc.nvrtcGetPTX, &ptx_bytes);
    if (ptx && !gpu__nvrtc.nvrtcGetCUBINSize(program, &bytes) && bytes &&
        !gpu__nvrtc.nvrtcGetLoweredName(program, s->name, &lowered) && strlen(lowered) < sizeof out->name &&
        (out = (gpu__cubin *)gpu__host(sizeof *out + bytes, 1))) {
        out->bytes = bytes;
        strcpy(out->name, lowered);
        if (!gpu__read_signature(ptx, out) || gpu__nvrtc.nvrtcGetCUBIN(program, (char *)(out + 1))) {
            GPU_HOST_FREE(out);
            out = NULL;
        }
    }
    gpu__host_free(ptx);
    return out;
}
/* Compiles the source for one architecture; *out is the code in host memory. */
static gpu_status gpu__nvrtc_compile(const gpu__source *s, const char *arch, gpu__cubin **out, const char *call)
{
    char words[4096], name[160], *said;
    const char *options[sizeof words / 2 + 4] = {"--std=c++17", "--device-as-default-execution-space", arch};
    gpu__nvrtc_program program = NULL;
    gpu__text text = {NULL, 0, 0, 0};
    size_t bytes = 0;
    gpu_status r = gpu__nvrtc_open(call);
    if (r) return r;
    if (strlen(s->options) >= sizeof words)
        return gpu__wrong(call, "the options are longer than %zu bytes", sizeof words - 1);
    strcpy(words, s->options);
    snprintf(name, sizeof name, "source of %s", s->name);
    gpu__text_put(&text, gpu__nvrtc_prelude, strlen(gpu__nvrtc_prelude));
    gpu__text_add(&text, "#line 1 \"%s\"\n", name);
    gpu__text_put(&text, s->text, strlen(s->text));
    gpu__text_add(&text,
                  "\n#line 1 \"gpu_compile\"\nextern \"C\" __device__ const gpu__kinds<decltype(&%s)> gpu__signature "
                  "__attribute__((used)) = {};\n",
                  s->name);
    if (text.failed || gpu__nvrtc.nvrtcCreateProgram(&program, text.p, name, 0, NULL, NULL))
        r = gpu__no_host_memory(call);
    gpu__text_end(&text);
    if (r) return r;
    (void)gpu__nvrtc.nvrtcAddNameExpression(program, s->name);
    if (gpu__nvrtc.nvrtcCompileProgram(program, gpu__add_words(words, options, 3, sizeof words / 2 + 4), options)) {
        said = gpu__nvrtc_text(program, gpu__nvrtc.nvrtcGetProgramLogSize, gpu__nvrtc.nvrtcGetProgramLog, &bytes);
        r = said ? gpu__source_refused(s, "NVRTC", said, call) : gpu__no_host_memory(call);
        gpu__host_free(said);
    } else if (!(*out = gpu__nvrtc_result(program, s)))
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "NVRTC produces no code for %s with %s", s->name, arch);
    (void)gpu__nvrtc.nvrtcDestroyProgram(&program);
    return r;
}

/* The code of a kernel, from the cache or from NVRTC. What NVRTC reads is not known where a macro names it: that is not
   kept. */
static gpu_status gpu__cuda_code(gpu_kernel c, const gpu__source *s, const char *arch, gpu__cubin **code,
                                 const char *call)
{
    char folder[2 * GPU__NAME_BYTES], path[2 * GPU__NAME_BYTES];
    size_t bytes = 0;
    gpu__text list = {NULL, 0, 0, 0};
    gpu__key_add(c->key, arch), gpu__key_add(c->key, GPU__TEXT(CUDART_VERSION));
    gpu__key_add(c->key, gpu__nvrtc_prelude), gpu__key_place(c->key, s->options, "");
    const int cached = gpu__cache_path(folder, path, sizeof path, c->key, ".cubin");
    if (cached && (*code = (gpu__cubin *)(void *)gpu__cache_read(path, c->key, "", &bytes))) {
        if (bytes >= sizeof **code && (*code)->bytes == bytes - sizeof **code) return GPU_OK;
        GPU_HOST_FREE(*code);
    }
    const gpu_status r = gpu__nvrtc_compile(s, arch, code, call);
#ifndef _WIN32
    if (!r && cached && !strstr(s->options, "include=") && gpu__list_includes(&list, s->text, "", s->options)) {
        const void *nvrtc = NULL;
        memcpy(&nvrtc, &gpu__nvrtc.nvrtcCreateProgram, sizeof nvrtc);
        gpu__list_options(&list, s->options);
        if (gpu__module_path(folder, sizeof folder, nvrtc)) gpu__list_file(&list, GPU__MADE_BY, folder);
        gpu__cache_keep(path, c->key, *code, sizeof **code + (*code)->bytes, &list);
    }
#endif
    gpu__text_end(&list);
    return r;
}
static gpu_status gpu__cuda_compile(gpu_kernel c, const gpu__source *s, const char *call)
{
    char arch[48];
    gpu__cubin *code = NULL;
    cudaLibrary_t library = NULL;
    cudaKernel_t kernel = NULL;
    int major = 0, minor = 0;
    gpu_status r = gpu__cuda_ready(gpu__thread.device, call);
    if (!r) r = gpu__cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, gpu__thread.device), call);
    if (!r) r = gpu__cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, gpu__thread.device), call);
    if (r) return r;
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d%d", major, minor);
    if ((r = gpu__cuda_code(c, s, arch, &code, call))) return r;
    r = gpu__cuda(cudaLibraryLoadData(&library, code + 1, NULL, NULL, 0, NULL, NULL, 0), call);
    if (!r) r = gpu__cuda(cudaLibraryGetKernel(&kernel, library, code->name), call);
    c->library = library;
    c->kernel = &c->own;
    c->own.name = c->name, c->own.file = c->file, c->own.line = s->line ? s->line : 1;
    c->own.entry = (const void *)kernel; /* the runtime accepts a cudaKernel_t where it expects a function */
    c->own.count = code->count;
    for (int k = 0; k < code->count; k++) c->own.size[k] = code->signature[2 * k + 1];
    for (int k = 0; k < code->count; k++) c->own.pointers |= code->signature[2 * k] == 'p' ? 1u << k : 0;
    if (!r) r = gpu__compiled_signature(c, code->signature, call);
    GPU_HOST_FREE(code);
    return r;
}
static void gpu__cuda_compiled_end(gpu_kernel c) { gpu__ignore(cudaLibraryUnload((cudaLibrary_t)c->library)); }
#else
static gpu_status gpu__cuda_compile(gpu_kernel c, GPU__UNUSED const gpu__source *s, const char *call)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "%s cannot be compiled for a GPU: this program was built with CUDA %d.%d; build it with 12.8 or "
                     "later",
                     c->name, CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100);
}
static void gpu__cuda_compiled_end(gpu_kernel c) { (void)c; }
#endif
#endif
