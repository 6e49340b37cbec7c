/* What reads text and structures of others, for clang's libFuzzer, which makes the inputs. `make prove`
   builds it with one of

       READS_KERNELS       gpu_compile's reader of CUDA kernels, of what compilers say, and of the lists in its cache
       READS_CUDA_FILES    the translator of .cu files, examples/cuda.c, whose files are in FUZZ_FOLDER
       READS_ENVIRONMENT   the variables of the environment
       READS_TENSORS       DLPack's structures */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
#ifdef READS_CUDA_FILES
#include <setjmp.h>
/* The translator ends where a file cannot be read; what it had allocated is not counted. */
static jmp_buf ended;
#define main translator_main
#define exit(status) longjmp(ended, 1)
#include "../../examples/cuda.c"
#undef exit
static char *input_path;
static const char *of_c; /* the types of numbers, without those of an earlier input */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    work = format("%s", getenv("FUZZ_FOLDER"));
    input_path = format("%s/input.cu", work);
    of_c = number_types;
    return 0;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    write_file(input_path, (const char *)data, n);
    memset(&read_from, 0, sizeof read_from);
    memset(&made, 0, sizeof made);
    memset(&reasons, 0, sizeof reasons);
    macros = functions = "", number_types = of_c;
    if (!setjmp(ended)) (void)translate(input_path, 1);
    return 0;
}
#else
#define GPU_COMPILE
#define GPU_DLPACK
#define GPU_STATIC
#include "gpu.h"

#ifdef READS_KERNELS
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char call[] = "fuzz";
    const char *name, *list;
    gpu__source s;
    gpu__text out;
    char *text = (char *)malloc(n + 2), *said;
    memcpy(text, data, n);
    text[n] = text[n + 1] = 0;
    memset(&s, 0, sizeof s);
    memset(&out, 0, sizeof out);
    name = n ? text + 1 : text; /* a digit, the name, the text, and behind a 0 the rest */
    s.options = "";
    s.text = strchr(name, '\n') ? strchr(name, '\n') + 1 : "";
    s.name = strndup(name, strcspn(name, "\n") < 127 ? strcspn(name, "\n") : 127);
    if (*s.name && !gpu__source_open(&s, *text != '0', call) && *text != '0')
        (void)gpu__source_for_c(&s, "gpu.h", &out, call);
    list = (size_t)(name - text) < n ? name + strlen(name) + 1 : name;
    if ((size_t)(list - text) < n) {
        said = strdup(list);
        (void)gpu__source_refused(&s, "cc", said, call);
        free(said), said = strdup(list);
        (void)gpu__list_holds(said);
        free(said);
    }
    gpu__text_end(&out);
    gpu__host_free(s.code);
    free((void *)(uintptr_t)s.name);
    free(text);
    gpu_clear_error();
    return 0;
}
#elif defined(READS_ENVIRONMENT)
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const names[] = {"GPU_DEVICE",
                                        "GPU_CPU_DEVICES",
                                        "GPU_THREADS",
                                        "GPU_SIMD",
                                        "GPU_ALLOCATOR",
                                        "GPU_QUIET",
                                        "OMPI_COMM_WORLD_LOCAL_RANK",
                                        "SLURM_LOCALID",
                                        "GPU_DEBUG",
                                        "OMP_NUM_THREADS"};
    char text[256], value[64];
    const char *at = text;
    size_t k;
    snprintf(text, sizeof text, "%.*s", (int)n, (const char *)data);
    for (k = 0; k < sizeof names / sizeof *names; k++, at += strcspn(at, "\n"), at += *at == '\n') {
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\n"), at);
        setenv(names[k], value, 1);
    }
    gpu__global.cpu_devices =
        gpu__environment_number("GPU_CPU_DEVICES", GPU__MAX_DEVICES, "a number from 1 to 64; the CPU acts as one");
    k = (size_t)gpu__environment_device(getenv("GPU_DEVICE"), gpu__global.cpu_devices) + 1;
    gpu__global.threads = gpu__environment_number("GPU_THREADS", GPU__MAX_THREADS, "a number");
    if (k > (size_t)gpu__global.cpu_devices || gpu__global.threads > GPU__MAX_THREADS || gpu__cpu_threads() < 1)
        abort();
    if ((k = (size_t)gpu__environment_allocator(getenv("GPU_ALLOCATOR"))) > GPU__UNPOOLED) abort();
    (void)gpu__environment_flag("GPU_DEBUG"), (void)gpu__environment_number("GPU_SIMD", 512, "bits");
    if (gpu_local_rank() < 0) abort();
    return 0;
}
#else /* READS_TENSORS */
/* Reads bytes of the input, zeros behind its end. */
static const uint8_t *rest;
static size_t left;
static uint64_t take(int bytes)
{
    uint64_t v = 0;
    for (; bytes--; left -= left > 0) v = v << 8 | (left ? *rest++ : 0u);
    return v;
}
static int64_t length(void) /* small, or any */
{
    const int kind = (int)take(1);
    return kind < 200 ? kind % 9 - (kind > 190) : (int64_t)take(8);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    gpu__dl_versioned v;
    gpu__dl_managed m;
    gpu_tensor t, back;
    int64_t *shape, *strides;
    const gpu_type type = (gpu_type)(data ? n % 9 : 0);
    static _Alignas(64) char memory[1 << 12];
    size_t all = 1;
    int k, versioned;
    rest = data, left = n;
    memset(&v, 0, sizeof v);
    memset(&m, 0, sizeof m);
    v.major = (uint32_t)take(1) % 3;
    v.flags = take(1);
    versioned = (int)take(1) & 1;
    v.tensor.ndim = (int32_t)length();
    v.tensor.device_type = (int32_t)take(1) % 16;
    v.tensor.device_id = (int32_t)take(1);
    v.tensor.code = (uint8_t)(take(1) % 9), v.tensor.bits = (uint8_t)(take(1) % 5 * 16),
    v.tensor.lanes = (uint16_t)take(1);
    if (take(1) % 3) v.tensor.lanes = 1, v.tensor.code = GPU__DL_FLOAT, v.tensor.bits = 32, v.tensor.device_type = 1;
    v.tensor.byte_offset = (uint64_t)length();
    v.tensor.data = take(1) % 8 ? memory : NULL;
    k = v.tensor.ndim < 0 || v.tensor.ndim > 64 ? 0 : v.tensor.ndim; /* of their exact size, for the sanitizer */
    shape = (int64_t *)malloc((size_t)k * sizeof *shape), strides = (int64_t *)malloc((size_t)k * sizeof *strides);
    v.tensor.shape = take(1) % 8 ? shape : NULL, v.tensor.strides = take(1) % 2 ? strides : NULL;
    for (; k--;)
        shape[k] = length(),
        strides[k] = take(1) % 2 || k + 1 >= v.tensor.ndim ? 1 : (strides[k + 1] & 0xffff) * (shape[k + 1] & 15);
    m.tensor = v.tensor;
    if (!gpu_from_dlpack(&t, versioned ? (void *)&v : (void *)&m, versioned, type)) {
        for (k = 0; k < t.dims; k++) all *= t.shape[k];
        if (all != t.n || t.dims != v.tensor.ndim ||
            (t.n && (!t.p || (uint64_t)((char *)t.p - memory) != v.tensor.byte_offset)))
            abort();
        void *const again = t.n > sizeof memory ? NULL : gpu_to_dlpack(&t, 1, NULL, NULL);
        if (again && (gpu_from_dlpack(&back, again, 1, t.type) || back.n != t.n || back.p != t.p)) abort();
        gpu_dlpack_delete(again, 1);
    }
    gpu_clear_error();
    free(shape), free(strides);
    return 0;
}
#endif
#endif
