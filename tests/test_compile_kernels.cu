/* Kernels from a string: what text is taken, arguments and their types, errors with their line, the cache in memory and
   in a folder. On the CPU the C compiler that CC names compiles them, or cc. */

#include <stdlib.h>
#define GPU__PROCESSOR_FILE (getenv("TEST_PROCESSOR") ? getenv("TEST_PROCESSOR") : "/proc/cpuinfo")
#define GPU_COMPILE
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#ifndef __cplusplus /* strict C does not declare them */
extern int setenv(const char *name, const char *value, int replace);
extern int unsetenv(const char *name);
#endif
#include <sys/stat.h>

static char folder[600];
static void use_own_cache(const char *suffix)
{
    snprintf(folder, sizeof folder, "%.500s%s.cache", test__program, suffix);
    setenv("GPU_CACHE", folder, 1);
}
static int on_gpu(void) { return gpu_device() != GPU_CPU; }
/* the options, where what is compiled is not the matter */
static const char *quickly(void) { return on_gpu() ? "" : "-O0"; }
static gpu_kernel compiled(const char *source, const char *name, const char *options, const char *file, int line)
{
    gpu_kernel k;
    use_own_cache("");
    k = gpu_compile(source, name, options);
    if (!k) test__fail(file, line, "%s does not compile: %s", name, gpu_error_message()), gpu_clear_error();
    return k;
}
#define COMPILED(source, name) compiled(source, name, NULL, __FILE__, __LINE__)
#define RIGHT(call) CHECK_STATUS(call, GPU_OK, "")
/* Launches over n floats that hold their index, and compares the result with an expression of i. */
static void compare(int line, const float *x, const float *want, size_t n)
{
    float *const h = GPU_TO_HOST(float, x, n);
    size_t i;
    for (i = 0; h && i < n && h[i] == want[i]; i++) {
    }
    if (h && i < n)
        test__fail(__FILE__, line, "element %zu of %zu is %g, expected %g", i, n, (double)h[i], (double)want[i]);
    gpu_free(h);
}
#define COMPARE(k, n, expected, ...)                                                                                   \
    do {                                                                                                               \
        float *const x = GPU_NEW(float, n), *const want = (float *)malloc((n) * sizeof *want);                         \
        size_t i;                                                                                                      \
        for (i = 0; i < (n); i++) want[i] = (float)(expected);                                                         \
        RIGHT(gpu_arange(x, 0, 1, n)), RIGHT(gpu_launch(k, gpu_1d(n), x, __VA_ARGS__));                                \
        compare(__LINE__, x, want, n), gpu_free(x), free(want);                                                        \
    } while (0)

TEST(a_loop)
{
    static const char source[] = "__global__ void scale(float *x, float a, size_t n) { GPU_FOR(i, n) x[i] *= a; }";
    static const size_t sizes[] = {1, 2, 255, 256, 257, 1009, 65536, 100003};
    gpu_kernel k = COMPILED(source, "scale");
    size_t s;
    for (s = 0; k && s < sizeof sizes / sizeof *sizes; s++) COMPARE(k, sizes[s], 3.0f * (float)i, 3, sizes[s]);
    if (k) RIGHT(gpu_launch(k, gpu_1d(0), (float *)NULL, 1, 0));
    RIGHT(gpu_kernel_free(k));
}
TEST(one_thread_an_element)
{
    gpu_kernel k =
        COMPILED("extern \"C\" __global__ void add(float *__restrict__ x, const float a, int n)\n"
                 "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) x[i] = x[i] + a;\n}\n",
                 "add");
    if (k) COMPARE(k, 1000, (double)i + 1.5, 1.5, 1000);
    if (k) COMPARE(k, 4097, (double)i + 1.5, 1.5f, 4097u);
    gpu_kernel_free(k);
}
TEST(loops_of_two_and_three_dimensions)
{
    gpu_kernel two = COMPILED(
        "__global__ void two(float *x, int a, int b) { GPU_FOR_2D(i, j, a, b) x[j * a + i] = 100 * j + i; }", "two");
    gpu_kernel three = COMPILED("__global__ void three(float *x, int a, int b, int c)\n"
                                "{ GPU_FOR_3D(i, j, k, a, b, c) x[(k * b + j) * a + i] = 10000 * k + 100 * j + i; }",
                                "three");
    float *x = GPU_NEW(float, 7 * 11 * 13), h[7 * 11 * 13];
    int i, wrong = 0;
    if (two) RIGHT(gpu_launch(two, gpu_2d(7, 11), x, 7, 11));
    RIGHT(gpu_copy(h, x, 77 * sizeof *h));
    for (i = 0; i < 77; i++) wrong += h[i] != (float)(100 * (i / 7) + i % 7);
    if (three) RIGHT(gpu_launch(three, gpu_3d(7, 11, 13), x, 7, 11, 13));
    RIGHT(gpu_copy(h, x, sizeof h));
    for (i = 0; i < 1001; i++) wrong += h[i] != (float)(10000 * (i / 77) + 100 * (i / 7 % 11) + i % 7);
    if (two) RIGHT(gpu_launch(two, gpu_grid(2, 3, 1, 4, 2, 1), x, 7, 11)); /* fewer threads than elements */
    if (two) RIGHT(gpu_launch(two, gpu_2d(0, 5), x, 0, 5));
    CHECK_INT(wrong, 0);
    gpu_kernel_free(two), gpu_kernel_free(three), gpu_free(x);
}
TEST(shared_memory_barriers_and_atomics)
{
    gpu_kernel k = COMPILED("#define THREADS 128\n"
                            "__device__ int twice(int v) { return 2 * v; }\n"
                            "extern \"C\" {\n"
                            "__global__ __launch_bounds__(THREADS) void sums(int *total, const int x[], int n)\n"
                            "{\n"
                            "    __shared__ int part[THREADS];\n"
                            "    extern __shared__ int room[];\n"
                            "    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;\n"
                            "    room[t] = i < n ? twice(x[i]) : 0;\n"
                            "    __syncthreads();\n"
                            "    part[t] = room[THREADS - 1 - t];\n"
                            "    for (int by = THREADS / 2; by > 0; by /= 2) {\n"
                            "        __syncthreads();\n"
                            "        if (t < by) part[t] += part[t + by];\n"
                            "    }\n"
                            "    if (t == 0) atomicAdd(total, part[0]);\n"
                            "}\n"
                            "}\n", "sums");
    int *x = GPU_NEW(int, 10000), *total = GPU_ZEROS(int, 1), sum = 0;
    RIGHT(gpu_arange(x, 0, 1, 10000));
    if (k) RIGHT(gpu_launch(k, gpu_config_shared(gpu_grid(79, 1, 1, 128, 1, 1), 128 * sizeof(int)), total, x, 10000));
    RIGHT(gpu_copy(&sum, total, sizeof sum));
    CHECK_INT(sum, 9999 * 10000);
    gpu_kernel_free(k), gpu_free(x), gpu_free(total);
}
TEST(warps)
{
    gpu_kernel k = COMPILED("__global__ void warp(int *out)\n"
                            "{\n"
                            "    int v = (int)threadIdx.x, by;\n"
                            "    for (by = 16; by; by /= 2) v += __shfl_down_sync(0xffffffff, v, by);\n"
                            "    if (threadIdx.x == 0) *out = v;\n"
                            "}\n", "warp");
    int *out = GPU_ZEROS(int, 1), sum = 0;
    if (k) RIGHT(gpu_launch(k, gpu_grid(1, 1, 1, 32, 1, 1), out));
    RIGHT(gpu_copy(&sum, out, sizeof sum));
    CHECK_INT(sum, 496);
    gpu_kernel_free(k), gpu_free(out);
}
TEST(text_that_has_the_words_elsewhere)
{
    gpu_kernel k =
        COMPILED("/* __global__ void pick(int *q) { */ // __global__ void pick(\n"
                 "__global__ void pick(float *x, int); /* declared */\n"
                 "__global__ void other(float *x) { x[0] = -1; }\n"
                 "__global__ void pick_too(float *x, int n) { x[0] = -2; }\n"
                 "__global__\nvoid\npick\n(\nfloat *x, // the array, with a comma\n int n /* ) */)\n"
                 "{ const char c = ')', d = '\\'', e = '\"'; GPU_FOR(i, n) x[i] = (float)(c - ')' + d - e) + 12; }\n",
                 "pick");
    if (k) COMPARE(k, 100, '\'' - '"' + 12, 100);
    gpu_kernel_free(k);
}
TEST(sixteen_parameters_of_all_types_and_none)
{
    gpu_kernel k = COMPILED(
        "__global__ void many(double *out, float a, double b, char c, signed char d, unsigned char e, short f,\n"
        "    unsigned short g, int h, unsigned i, long j, unsigned long k, long long l, unsigned long long m, bool n, "
        "int64_t o)\n"
        "{ out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = h; out[8] = "
        "i;\n"
        "  out[9] = (double)j; out[10] = (double)k; out[11] = (double)l; out[12] = (double)m; out[13] = n; out[14] = "
        "(double)o; }",
        "many");
    static const double expected[15] = {1.5,          -2.25, 'x', -128,  255,   -32768, 65535, -2147483647.0 - 1,
                                        4294967295.0, -3,    4,   -9e18, 18e18, 1,      77};
    gpu_kernel none = COMPILED("__global__ void none(void) { }", "none"),
               empty = COMPILED("__global__ void empty() { }", "empty");
    double *out = GPU_ZEROS(double, 15), h[15];
    gpu_status s = GPU_OK;
    int i;
    if (k)
        s = gpu_launch(k, gpu_grid(1, 1, 1, 1, 1, 1), out, 1.5, -2.25f, 'x', -128, 255, (short)-32768, 65535,
                       -2147483647 - 1, 4294967295u, -3L, 4UL, -9000000000000000000LL, 18000000000000000000ULL, 1, 77);
    RIGHT(s);
    RIGHT(gpu_copy(h, out, sizeof h));
    for (i = 0; i < 15; i++) CHECK(h[i] == expected[i]);
    if (none) RIGHT(gpu_launch(none, gpu_1d(5)));
    if (empty) RIGHT(gpu_launch(empty, gpu_1d(5)));
    if (none)
        CHECK_STATUS(gpu_launch(none, gpu_1d(5), 1), GPU_ERROR_INVALID_ARGUMENT,
                     "1 argument; the kernel has 0 parameters");
    gpu_kernel_free(k), gpu_kernel_free(none), gpu_kernel_free(empty), gpu_free(out);
}
TEST(null_pointers)
{
    gpu_kernel k = COMPILED("__global__ void null(int *out, const int *p) { *out = p == 0; }", "null");
    int *out = GPU_ZEROS(int, 1), is = 0;
    if (k) RIGHT(gpu_launch(k, gpu_grid(1, 1, 1, 1, 1, 1), out, 0));
    RIGHT(gpu_copy(&is, out, sizeof is));
    CHECK_INT(is, 1);
    if (k) RIGHT(gpu_launch(k, gpu_grid(1, 1, 1, 1, 1, 1), out, out));
    RIGHT(gpu_copy(&is, out, sizeof is));
    CHECK_INT(is, 0);
    if (k) RIGHT(gpu_launch(k, gpu_grid(1, 1, 1, 1, 1, 1), out, (int *)NULL));
    RIGHT(gpu_copy(&is, out, sizeof is));
    CHECK_INT(is, 1);
    gpu_kernel_free(k), gpu_free(out);
}
TEST(arguments_that_do_not_fit)
{
    gpu_kernel k = COMPILED("__global__ void fit(float *p, float f, double d, int i, unsigned u, unsigned char c, long "
                            "long l) { p[0] = f + (float)d + i + u + c + l; }",
                            "fit");
    gpu_kernel flag = COMPILED("__global__ void flag(float *p, bool b) { p[0] = b; }", "flag");
    float *p = GPU_ZEROS(float, 1);
    const float *constant = p;
    signed char small = 5;
    if (!k) return;
#define FIT(status, part, ...) CHECK_STATUS(gpu_launch(k, gpu_grid(1, 1, 1, 1, 1, 1), __VA_ARGS__), status, part)
    FIT(GPU_OK, "", p, 1, 2, 3, 4, 5, 6);
    FIT(GPU_OK, "", constant, 1u, 2LL, small, small, small, small);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "6 arguments; the kernel has 7 parameters", p, 1, 2, 3, 4, 5);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "8 arguments", p, 1, 2, 3, 4, 5, 6, 7);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 1 is 7; the parameter is a pointer", 7, 1, 2, 3, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 2 is a pointer; the parameter is a float", p, p, 2, 3, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 3 is a pointer; the parameter is a double", p, 1, p, 3, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT,
        "argument 4 is 2.5, a floating-point number; the parameter is an integer of 32 bits", p, 1, 2, 2.5, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 4 is 2147483648", p, 1, 2, 2147483648LL, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 4 is -2147483649", p, 1, 2, -2147483649LL, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 5 is -1; the parameter is an integer of 32 bits, unsigned", p, 1, 2, 3,
        -1, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 5 is 4294967296", p, 1, 2, 3, 4294967296ULL, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 6 is 256", p, 1, 2, 3, 4, 256, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 6 is -1", p, 1, 2, 3, 4, -1, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 7 is 2.5, a floating-point number", p, 1, 2, 3, 4, 5, 2.5);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 7 is 9223372036854775808", p, 1, 2, 3, 4, 5, 9223372036854775808ULL);
    FIT(GPU_OK, "", p, 1, 2, -2147483647 - 1, 4294967295u, 255, 9223372036854775807LL);
    FIT(GPU_OK, "", p, 1, 2, 3.0, 4.0f, 255.0, -9e17); /* without a fraction nothing is lost */
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 4 is 1e+10, a floating-point number", p, 1, 2, 1e10, 4, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 5 is -1, a floating-point number", p, 1, 2, 3, -1.0, 5, 6);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 7 is 1e+300, a floating-point number", p, 1, 2, 3, 4, 5, 1e300);
    FIT(GPU_ERROR_INVALID_ARGUMENT, "argument 2 is 1e+300, a floating-point number; the parameter is a float", p, 1e300,
        2, 3, 4, 5, 6);
    FIT(GPU_OK, "", p, HUGE_VAL, 1e300, 3, 4, 5, 6);
    CHECK_STATUS(gpu_launch(NULL, gpu_1d(1), p), GPU_ERROR_INVALID_ARGUMENT,
                 "NULL; expected a gpu_kernel from gpu_compile");
    CHECK_STATUS(gpu_launch((gpu_kernel)(void *)p, gpu_1d(1), p), GPU_ERROR_INVALID_POINTER, "is not a gpu_kernel");
    if (flag) CHECK_STATUS(gpu_launch(flag, gpu_grid(1, 1, 1, 1, 1, 1), p, 1.0), GPU_OK, "");
    if (flag)
        CHECK_STATUS(gpu_launch(flag, gpu_grid(1, 1, 1, 1, 1, 1), p, 2), GPU_ERROR_INVALID_ARGUMENT,
                     "flag: argument 2 is 2; the parameter is a bool, 0 or 1");
    gpu_kernel_free(flag);
    CHECK_STATUS(gpu_launch(k, gpu_grid(1, 1, 1, 2000, 1, 1), p, 1, 2, 3, 4, 5, 6), GPU_ERROR_LAUNCH,
                 "fit: a block of 2000");
    gpu_free(p);
    CHECK_STATUS(gpu_launch(k, gpu_1d(1), constant, 1, 2, 3, 4, 5, 6), GPU_ERROR_INVALID_POINTER,
                 "argument 1 points into memory that was freed");
    gpu_kernel_free(k);
}

#define REFUSED(source, name, options, status, part) CHECK_FAILS(!gpu_compile(source, name, options), status, part)
TEST(sources_that_are_refused)
{
    use_own_cache("");
    REFUSED(NULL, "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "source is NULL; expected the text of a kernel");
    REFUSED("", NULL, NULL, GPU_ERROR_INVALID_ARGUMENT, "there is no name");
    REFUSED("", "", NULL, GPU_ERROR_INVALID_ARGUMENT, "there is no name");
    REFUSED("", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
            "the source has no kernel named f; expected __global__ void f(...)");
    REFUSED("__global__ void g(int *x) { }", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("__global__ void f(int *x);", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("void f(int *x) { }", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("__global__ void f(int *x", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("__global__", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("__global__ void f(int *x,,int y) { }", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
            "the kernel f has a parameter that is empty");
    REFUSED("__global__ void f(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int "
            "m, int n, int o, int p, int q) { }",
            "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "the kernel f has more than 16 parameters");
    REFUSED("struct s { int v[9]; };\n__global__ void f(int *x, struct s y) { }", "f", NULL, GPU_ERROR_NOT_SUPPORTED,
            "parameter 2 of f is neither a pointer nor a number");
    if (!on_gpu())
        REFUSED("__global__ void f(int *x, int (*)(int)) { }", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
                "a parameter of f is not understood");
    if (!on_gpu())
        REFUSED("__global__ void f(int *) { }", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
                "a parameter of f is not understood");
    REFUSED("__global__ void f(int *x)\n{\n    *x = undefined_name;\n}\n", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
            on_gpu() ? "source of f(3)" : "source of f:3:");
    REFUSED("__global__ void f(int *x)\n{\n\n\n  *x = 1 +;\n}\n", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
            on_gpu() ? "source of f(5)" : "source of f:5:");
    REFUSED("// one\n__global__ void f(\n  int *x,\n  int n\n)\n{\n  extern __shared__ int s[];\n  *x = lost;\n}\n",
            "f", NULL, GPU_ERROR_INVALID_ARGUMENT, on_gpu() ? "source of f(8)" : "source of f:8:");
    REFUSED("__global__ void f(int *x) { *x = 1; }", "f", "--no-such-option", GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("__global__ void f(int *x) { *x = 1; }",
            "a_name_of_more_than_one_hundred_and_twenty_seven_characters_which_is_what_a_kernel_can_have_here_and_it_"
            "still_is_not_long_enough_no",
            NULL, GPU_ERROR_INVALID_ARGUMENT, "characters; expected at most 127");
}
/* Texts that NVRTC compiles, and what they do: f sets n = 64 values to 2 i, in one block. */
#define TWICE "{ GPU_FOR(i, n) x[i] = 2 * i; }\n"
#define BY_SHARED "{ const int t = threadIdx.x; s[t] = (float)t; __syncthreads(); x[t] = 2 * s[t]; }\n"
static const char *const texts[] = {
    "#if 0\n__global__ void f(double *x, long n) { x[0] = n; }\n#else\n__global__ void f(float *x, int n) " TWICE
    "#endif\n",
    "#ifdef ABSENT\n__global__ void f(float *x, int n) { x[n] = 1 / 0; }\n#elif 1\n__global__ void f(float *x, int "
    "n) " TWICE "#else\n__global__ void f(int n) { }\n#endif\n",
    "extern __shared__ float s[];\n__global__ void f(float *x, int n) " BY_SHARED,
    "extern \"C\" {\nextern __shared__ float s[];\n__global__ void f(float *x, int n) " BY_SHARED "}\n",
    "__shared__ extern float s[];\n__global__ void f(float *x, int n) " BY_SHARED,
    "__global__ void f(float *x, int n) { extern __shared__ __align__(16) float s[]; const int t = threadIdx.x; s[t] = "
    "(float)t; x[t] = 2 * s[t]; }\n",
    "__global__ void f(float *x, int n) { extern float __shared__ s[]; const int t = threadIdx.x; s[t] = (float)t; "
    "x[t] = 2 * s[t]; }\n",
    "struct pair { float s; };\n"
    "extern __align__(16) __shared__ float s[];\n"
    "__device__ void put(int t) { s[t] = (float)t; }\n"
    "__device__ float own(int t) { float s = (float)t; { s += 1; } return s - 1; }\n"
    "__device__ float get(const float *s, int t) { struct pair p; p.s = s[t]; return p.s; }\n"
    "__global__ void f(float *x, int n) { const int t = threadIdx.x; put(t); __syncthreads(); x[t] = get(s, t) + "
    "own(t); }\n",
    "void __global__ f(float *x, int n) " TWICE,
    "static __global__ void f(float *x, int n) " TWICE,
    "__global__ static void f(float *x, int n) " TWICE,
    "static __global__ void g(float *x) { x[0] = 1; }\nvoid __global__ h(float *x) { x[0] = 2; }\n__global__ void "
    "f(float *x, int n) " TWICE,
    "extern \"C\" __global__ void f(float *x, int n) " TWICE,
    "extern \"C\" __global__ void __launch_bounds__(64) f(float *x, int n) " TWICE,
    "__launch_bounds__(64, 1) __global__ void f(float *x, int n) " TWICE,
    "// the first line \\\n__global__ void f(double *x) { \\\n\n__global__ void f(float *x, int n) " TWICE,
    "// with carriage returns \\\r\n__global__ void f(double *x) {\r\n__global__ void f(float *x,\r\n int n)\r\n" TWICE,
    "/* one \\\n more */ __glo\\\nbal__ void f(float *x, int n) " TWICE,
    "#define KERNEL extern \"C\" __global__ void\nKERNEL f(float *x, int n) " TWICE,
    "#define PARAMETERS float *x, int n\n__global__ void f(PARAMETERS) " TWICE,
    "#define NAME f\n__global__ void NAME(float *x, int n) " TWICE,
    "#define KERNEL(name) \\\n    __global__ void name(float *x, int n)\nKERNEL(g) { x[0] = 1; }\nKERNEL(f) " TWICE,
    "#define BRACKET \"{ ( __global__ void f(\"\n__device__ int in(char c) { const char *t = \"__global__ void f(int "
    "*y) {\" BRACKET; return t[0] == c ? 2 : 0; }\n"
    "__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = in('_') * i; }\n",
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n__global__ void f(float *x, int n) " TWICE
    "#ifdef __cplusplus\n}\n#endif\n",
    "extern \"C\" {\n#if 0\n__device__ float g(double a) {\n#else\n__device__ float g(float a) {\n#endif\n    return 2 "
    "* a;\n}\n}\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = g(i); }\n",
    "extern \"C\" { extern \"C\" { __device__ int two() { return 2; } }\n__global__ void f(float *x, int n) { "
    "GPU_FOR(i, n) x[i] = two() * i; } }\n",
    "__global__ void f(float *x,\n#ifdef ABSENT\n    double unknown,\n#endif\n    int n)\n" TWICE,
    "__global__ void f(float *__restrict__ const x, // the array, and ) a bracket\n    const int n /* , double y "
    "*/) " TWICE,
    "static __device__ int two() { return 2; }\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = two() * i; "
    "}\n",
    "__device__ static inline int two() { return 2; }\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = two() "
    "* i; }\n",
    "static __host__ __device__ __forceinline__ int two() { return 2; }\n__global__ void f(float *x, int n) { "
    "GPU_FOR(i, n) x[i] = two() * i; }\n",
    "static __constant__ float two[1] = {2};\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = two[0] * i; "
    "}\n",
    "__constant__ static const int two = 2;\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = two * i; }\n",
    "__global__ void f(float *x, int n) { static __shared__ float s[64]; const int t = threadIdx.x; s[63 - t] = "
    "(float)t; __syncthreads(); x[63 - t] = 2 * s[t]; }\n",
    "__global__ void f(float *x, int n) { __shared__ float s[64], r[64]; const int t = threadIdx.x; s[t] = r[t] = "
    "(float)t; x[t] = s[t] + r[t]; }\n",
    "__global__ void f(float (*x)[4], int n) { GPU_FOR(i, n) x[i / 4][i % 4] = 2 * i; }\n",
    "__global__ void f(float x[][4], int n) { GPU_FOR(i, n) x[i / 4][i % 4] = 2 * i; }\n",
    "__global__ void f(float x [64], int n) " TWICE,
    "typedef float real;\ntypedef struct { int a; } unused;\nstruct made { real v; };\n__global__ void f(struct made "
    "*x, int n) { GPU_FOR(i, n) x[i].v = 2 * i; }\n",
    "#undef max\n__device__ int max(int a, int b) { return a > b ? a : b; }\n__global__ void f(float *x, int n) { "
    "GPU_FOR(i, n) x[i] = max(2 * i, i); }\n",
    "#define max(a, b) ((a) > (b) ? (a) : (b))\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = max(2 * "
    "(int)i, (int)i); }\n",
    "__global__ void f(float *x, int n)\n{\n#pragma unroll\n    for (int k = 0; k < 2; k++) GPU_FOR(i, n) x[i] = 2 * "
    "i;\n}\n",
    "__global__ void f(float *, int);\n__global__ void __launch_bounds__(64) f(float *x, int n);\n__device__ void "
    "g(int *y);\n__global__ void f(float *x, int n) " TWICE,
    "enum { A, B };\n__device__ int table[2][2] = {{1, 2}, {3, 4}};\n__global__ void f(float *x, int n) { GPU_FOR(i, "
    "n) x[i] = table[A][B] * i; }\n",
    "__device__ int t = 3;\n__global__ void f(float *x, int n) { int s = 0; GPU_FOR(i, n) x[i] = (s++, atomicAdd(&t, "
    "0)) ? 2 * i : 0; }\n",
};
TEST(texts_that_nvrtc_compiles)
{
    size_t k;
    int i;
    for (k = 0; k < sizeof texts / sizeof *texts; k++) {
        float *x = GPU_ZEROS(float, 64), h[64] = {0};
        gpu_kernel f = compiled(texts[k], "f", quickly(), __FILE__, __LINE__);
        int wrong = 0;
        if (f) RIGHT(gpu_launch(f, gpu_config_shared(gpu_grid(1, 1, 1, 64, 1, 1), 64 * sizeof *x), x, 64));
        if (f) RIGHT(gpu_copy(h, x, sizeof h));
        for (i = 0; i < 64; i++) wrong += h[i] != (float)(2 * i);
        if (wrong) test__fail(__FILE__, __LINE__, "%d values are wrong by the text\n%s", wrong, texts[k]);
        gpu_kernel_free(f), gpu_free(x);
    }
}
TEST(brackets_that_are_not_closed)
{
    use_own_cache("");
    REFUSED("extern \"C\" {\nextern \"C\" {\n__global__ void f(int *x) { }\n", "f", NULL, GPU_ERROR_INVALID_ARGUMENT,
            "source of f");
    REFUSED("extern \"C\" {", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("#\n extern \"C\" { __global__ void f(int *x) { extern __shared__ int s[", "f", NULL,
            GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("#\n__global__ void f(int *x) { int y[3", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("#\n__global__ void f(int *x[3 , int y", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("#\nextern __shared__ float s[];\n__global__ void f(int *x) { s[0] = 1;", "f", NULL,
            GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("__global__ __launch_bounds__(", "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "no kernel named f");
    REFUSED("/* ", "f", "-DA", GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("\"", "f", "-DA", GPU_ERROR_INVALID_ARGUMENT, "f");
    REFUSED("// \\", "f", "-DA", GPU_ERROR_INVALID_ARGUMENT, "f");
}
TEST(options)
{
    static const char source[] = "__global__ void f(real *x, int n) { GPU_FOR(i, n) x[i] = FACTOR * x[i]; }";
    gpu_kernel two = compiled(source, "f", "-Dreal=float  -DFACTOR=2", __FILE__, __LINE__);
    gpu_kernel three = compiled(source, "f", "-Dreal=float -DFACTOR=3", __FILE__, __LINE__);
    CHECK(two != three);
    if (two && three) {
        COMPARE(two, 100, 2 * i, 100);
        COMPARE(three, 100, 3 * i, 100);
    }
    REFUSED(source, "f", NULL, GPU_ERROR_INVALID_ARGUMENT, "real");
    gpu_kernel_free(two), gpu_kernel_free(three);
}
TEST(many_options)
{
    char text[4096];
    size_t used = 0, k;
    gpu_kernel f;
    for (k = 0; k < 400; k++) used += (size_t)snprintf(text + used, sizeof text - used, "-DA%zu ", k);
    snprintf(text + used, sizeof text - used, "-DLAST=7");
    f = compiled("__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = LAST; }", "f", text, __FILE__, __LINE__);
    if (f) COMPARE(f, 100, 7, 100);
    gpu_kernel_free(f);
}
TEST(one_source_is_compiled_once)
{
    static const char source[] = "__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] += 1; }\n__global__ void "
                                 "g(float *x, int n) { GPU_FOR(i, n) x[i] += 2; }";
    char copy[sizeof source];
    gpu_kernel a = COMPILED(source, "f"), b, c = COMPILED(source, "g");
    memcpy(copy, source, sizeof copy);
    b = COMPILED(copy, "f");
    CHECK(a == b && a != c);
    RIGHT(gpu_kernel_free(a));
    if (b) COMPARE(b, 100, i + 1, 100);
    if (c) COMPARE(c, 100, i + 2, 100);
    RIGHT(gpu_kernel_free(b));
    RIGHT(gpu_kernel_free(c));
    if (b) CHECK_STATUS(gpu_kernel_free(b), GPU_ERROR_INVALID_POINTER, "is not a gpu_kernel, or was freed");
    RIGHT(gpu_kernel_free(NULL));
    b = COMPILED(copy, "f"); /* once more, from the folder */
    if (b) CHECK_STATUS(gpu_free(b), GPU_ERROR_INVALID_POINTER, "free it with gpu_kernel_free");
    if (b) COMPARE(b, 100, i + 1, 100);
    gpu_kernel_free(b);
}
TEST(in_a_graph)
{
    gpu_kernel k = COMPILED("__global__ void f(float *x, float a, int n) { GPU_FOR(i, n) x[i] += a; }", "f");
    float *x = GPU_ZEROS(float, 1000);
    gpu_graph g;
    int r;
    if (!k) return;
    RIGHT(gpu_graph_begin());
    RIGHT(gpu_launch(k, gpu_1d(1000), x, 1, 1000));
    RIGHT(gpu_launch(k, gpu_1d(1000), x, 0.5, 1000));
    CHECK_FAILS(!gpu_compile("__global__ void g(int *x) { }", "g", NULL), GPU_ERROR_NOT_SUPPORTED, "it loads code");
    CHECK_STATUS(gpu_kernel_free(k), GPU_ERROR_NOT_SUPPORTED, "it waits for the device");
    g = gpu_graph_end();
    CHECK(g != NULL);
    CHECK(gpu_sum(x, 1000) == 0);
    for (r = 0; r < 4; r++) RIGHT(gpu_graph_launch(g));
    CHECK(gpu_sum(x, 1000) == 6000);
    gpu_graph_free(g), gpu_kernel_free(k), gpu_free(x);
}
TEST(faults_name_the_kernel)
{
    gpu_kernel k = COMPILED("__global__ void split(int *x)\n{\n    if (threadIdx.x < 3) __syncthreads();\n    else\n   "
                            "     __syncthreads();\n    x[0] = 1;\n}",
                            "split");
    int *x = GPU_ZEROS(int, 1);
    if (k && !on_gpu()) {
        CHECK_STATUS(gpu_launch(k, gpu_grid(1, 1, 1, 8, 1, 1), x), GPU_ERROR_KERNEL, "source of split:3");
        CHECK_STATUS(gpu_launch(k, gpu_grid(1, 1, 1, 8, 1, 1), x), GPU_ERROR_KERNEL, "split: ");
        RIGHT(gpu_launch(k, gpu_grid(1, 1, 1, 3, 1, 1), x)); /* and it goes on */
    }
    gpu_kernel_free(k), gpu_free(x);
}
TEST(many_kernels_in_turn)
{
    char source[200];
    int r;
    use_own_cache("");
    for (r = 0; r < 3; r++) {
        gpu_kernel k;
        snprintf(source, sizeof source,
                 "__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = x[i] * %d + 0.25f; }", r);
        if (!(k = COMPILED(source, "f"))) return;
        COMPARE(k, 1000, (float)r * (float)i + 0.25f, 1000);
        RIGHT(gpu_kernel_free(k));
    }
}

/* ---------------------------------------------------------------------------------- in processes of their own -- */

static const char cached[] = "__global__ void kept(float *x, int n) { GPU_FOR(i, n) x[i] = 5; }";
static void run_kept(void)
{
    gpu_kernel k = gpu_compile(cached, "kept", quickly());
    float *x = GPU_ZEROS(float, 10);
    if (!k) {
        printf("NOT COMPILED: %s\n", gpu_error_message());
        return;
    }
    RIGHT(gpu_launch(k, gpu_1d(10), x, 10));
    printf("SUM %g\n", gpu_sum(x, 10));
    gpu_kernel_free(k);
    gpu_free(x);
}
CHILD(kept) { run_kept(); }
CHILD(leaves)
{
    (void)gpu_compile(cached, "kept", quickly());
    printf("LEFT\n");
}
CHILD(shut_down)
{
    gpu_kernel k = gpu_compile(cached, "kept", quickly());
    (void)gpu_compile(cached, "kept", quickly());
    printf("STATUS %d\n", gpu_shutdown());
    printf("THEN %s\n", gpu_status_name(gpu_launch(k, gpu_1d(1), (float *)NULL, 1)));
    run_kept();
}
static void child(const char *environment, const char *name, const char *part)
{
    char output[4096] = "", all[1800];
    snprintf(all, sizeof all, "%s %s", environment, on_gpu() ? "" : "GPU_DEVICE=cpu");
    test_child(all, name, output, sizeof output);
    CHECK_TEXT(output, part);
}
static void remove_folder(const char *path)
{
    char command[1400];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command)) printf("%s could not be removed\n", path);
}
/* A compiler that CC names with its folder would be found without PATH, too: from now on PATH has the folder. */
static void find_compiler_by_path(void)
{
    static char path[4000], name[200];
    const char *cc = getenv("CC"), *slash = cc && *cc == '/' && !strchr(cc, ' ') ? strrchr(cc, '/') : NULL;
    if (!slash) return;
    snprintf(path, sizeof path, "%.*s:%s", (int)(slash - cc), cc, getenv("PATH"));
    snprintf(name, sizeof name, "%s", slash + 1);
    CHECK(!setenv("PATH", path, 1) && !setenv("CC", name, 1));
}
TEST(the_folder)
{
    char with[1500], broken[1600];
    find_compiler_by_path();
    use_own_cache(".kept");
    remove_folder(folder);
    if (on_gpu()) SKIP("NVRTC cannot be hidden");
    snprintf(with, sizeof with, "GPU_CACHE='%s' CC=false", folder);
    child(with, "kept", "NOT COMPILED"); /* by a compiler that fails */
    snprintf(with, sizeof with, "GPU_CACHE='%s' CC=/no/such/compiler", folder);
    child(with, "kept", "the C compiler \"/no/such/compiler\" cannot be started (No such file or directory); install");
    snprintf(with, sizeof with, "GPU_CACHE='%s'", folder);
    child(with, "kept", "SUM 50");
    snprintf(with, sizeof with, "GPU_CACHE='%s' PATH=/no/such/folder", folder);
    child(with, "kept", "SUM 50"); /* nothing is compiled */
    CHECK(!chmod(folder, 0777));
    child(with, "kept", "cannot be started"); /* nothing is taken from a folder that others can write */
    snprintf(with, sizeof with, "GPU_CACHE='%s' GPU_QUIET=0 PATH=/no/such/folder", folder);
    child(with, "kept", "can be written by others; set GPU_CACHE");
    CHECK(!chmod(folder, 0700));
    /* by a process that was killed */
    snprintf(broken, sizeof broken, "for f in '%s'/*.so; do echo broken >\"$f\"; done", folder);
    CHECK_INT(system(broken), 0);
    snprintf(with, sizeof with, "GPU_CACHE='%s'", folder);
    child(with, "kept", "SUM 50");
    snprintf(broken, sizeof broken, "test $(ls '%s' | wc -l) = 1", folder); /* and no other file is left */
    CHECK_INT(system(broken), 0);
    child("GPU_CACHE= ", "kept", "SUM 50");
    child("GPU_CACHE=/proc/no/such ", "kept", "SUM 50");
    snprintf(with, sizeof with, "GPU_CACHE='%s' GPU_INCLUDE=/no/such", folder);
    child(with, "kept",
          "gpu.h, which the C compiler needs for the kernel, is not at /no/such/gpu.h; set the environment variable "
          "GPU_INCLUDE");
    snprintf(with, sizeof with, "XDG_CACHE_HOME='%s' GPU_INCLUDE=.", folder);
    unsetenv("GPU_CACHE");
    child(with, "kept", "SUM 50");
    remove_folder(folder);
    CHECK(!mkdir(folder, 0700));
    snprintf(with, sizeof with, "XDG_CACHE_HOME= HOME='%s'", folder);
    child(with, "kept", "SUM 50");
    snprintf(broken, sizeof broken, "test $(ls '%s/.cache/gpu.h' | wc -l) = 1", folder);
    CHECK_INT(system(broken), 0);
    remove_folder(folder);
}
TEST(several_processes_at_once)
{
    char command[8192];
    if (on_gpu()) SKIP("one process at a time");
    use_own_cache(".once");
    remove_folder(folder);
    snprintf(command, sizeof command,
             "for k in 1 2 3 4; do GPU_DEVICE=cpu GPU_CACHE='%s' TEST_CHILD=1 '%s' --child kept >'%s.'$k & done; wait; "
             "test $(cat '%s.'[1-4] | grep -c 'SUM 50') = 4; s=$?; rm -f '%s.'[1-4]; exit $s",
             folder, test__program, folder, folder, folder);
    CHECK_INT(system(command), 0);
    remove_folder(folder);
}
TEST(at_the_end_of_a_program)
{
    char with[1500];
    use_own_cache("");
    snprintf(with, sizeof with, "GPU_CACHE='%s' GPU_DEBUG=1", folder);
    child(with, "leaves", "never freed: the result of gpu_compile at ");
    child(with, "shut_down", "STATUS 0");
    child(with, "shut_down", "THEN GPU_ERROR_INVALID_POINTER");
    child(with, "shut_down", "SUM 50");
}
TEST(on_another_device)
{
    char with[1500];
    use_own_cache("");
    snprintf(with, sizeof with, "GPU_CACHE='%s' GPU_CPU_DEVICES=2", folder);
    if (on_gpu()) SKIP("needs devices that the CPU acts as");
    {
        char output[4096] = "";
        test_child(with, "two_devices", output, sizeof output);
        CHECK_TEXT(output, "the kernel was compiled for device 0, and the current device is 1; gpu_use(0) first");
        CHECK_TEXT(output, "SUM 50");
    }
}
CHILD(two_devices)
{
    gpu_kernel k = gpu_compile(cached, "kept", quickly());
    float *x;
    GPU_CHECK(gpu_use(1));
    x = GPU_ZEROS(float, 10);
    if (gpu_launch(k, gpu_1d(10), x, 10)) printf("%s\n", gpu_error_message());
    gpu_kernel_free(k); /* of another device */
    run_kept();
    gpu_free(x);
}

/* ------------------------------------------------------------------------------- the cache and its environment -- */

/* In a text, ^ is the folder: its absolute path. */
static const char *with_folder(const char *text)
{
    static char all[8192];
    size_t used = 0;
    char here[512];
    for (*all = 0; *text && used + sizeof folder + sizeof here < sizeof all; text++)
        if (*text == '^')
            used +=
                (size_t)snprintf(all + used, sizeof all - used, "%s%s%s",
                                 *folder == '/' ? "" : getcwd(here, sizeof here), *folder == '/' ? "" : "/", folder);
        else
            all[used++] = *text, all[used] = 0;
    return all;
}
static void shell(const char *command, int line)
{
    command = with_folder(command);
    if (system(command)) test__fail(__FILE__, line, "fails: %s", command);
}
#define SHELL(command) shell(command, __LINE__)
/* A process with that environment, in which ^ is the folder, says this. */
#define SAYS(environment, name, part) child(with_folder(environment), name, part)
static void new_folder(const char *suffix)
{
    use_own_cache(suffix);
    remove_folder(folder);
    CHECK(!mkdir(folder, 0700));
}
#define WITHOUT_COMPILER " PATH=/no/such/folder "

TEST(damaged_files_are_compiled_again)
{
    static const char *const damage[] = {
        "truncate -s 0 \"$f\"",
        "truncate -s 100 \"$f\"",
        "truncate -s 5000 \"$f\"",
        "truncate -s -1 \"$f\"",
        "truncate -s +1 \"$f\"",
        "s=$(stat -c %s \"$f\"); truncate -s $((s / 2)) \"$f\"; truncate -s $s \"$f\"", /* as after a crash: zeros */
        "printf '\\377\\377\\377\\377\\377\\377\\377\\377' | dd of=\"$f\" bs=1 seek=64 conv=notrunc 2>/dev/null",
        "s=$(stat -c %s \"$f\"); printf '\\377\\376' | dd of=\"$f\" bs=1 seek=$((s - 60)) conv=notrunc 2>/dev/null",
    };
    char command[1024];
    size_t k;
    if (system("truncate --version >/dev/null 2>&1")) SKIP("there is no truncate");
    find_compiler_by_path();
    new_folder(".damaged");
    SAYS("GPU_CACHE='^'", "kept", "SUM 50");
    for (k = 0; k < sizeof damage / sizeof *damage; k++) {
        snprintf(command, sizeof command, "for f in '^'/*; do %s; done", damage[k]);
        SHELL(command);
        if (!on_gpu()) SAYS("GPU_CACHE='^'" WITHOUT_COMPILER, "kept", "cannot be started"); /* it is seen, */
        SAYS("GPU_CACHE='^'", "kept", "SUM 50");                                            /* and repaired */
        if (!on_gpu()) SAYS("GPU_CACHE='^'" WITHOUT_COMPILER, "kept", "SUM 50");
    }
    /* a copy is as good */
    SHELL("cp '^'/* '^'/other; for f in '^'/*.*; do printf x >\"$f\"; mv '^'/other \"$f\"; done");
    if (!on_gpu()) SAYS("GPU_CACHE='^'" WITHOUT_COMPILER, "kept", "SUM 50");
    remove_folder(folder);
}
CHILD(includes)
{
    const char *to = getenv("TEST_FOLDER");
    char options[1500];
    gpu_kernel k;
    float *x = GPU_ZEROS(float, 10);
    snprintf(options, sizeof options, "%s %s", getenv("TEST_OPTIONS"), quickly());
    if (to && chdir(to)) printf("there is no folder %s\n", to);
    k = gpu_compile("#include \"value.h\"\n__global__ void kept(float *x, int n) { GPU_FOR(i, n) x[i] = VALUE; }",
                    "kept", options);
    if (!k) printf("NOT COMPILED: %s\n", gpu_error_message());
    if (k) RIGHT(gpu_launch(k, gpu_1d(10), x, 10));
    if (k) printf("SUM %g\n", gpu_sum(x, 10));
    gpu_kernel_free(k), gpu_free(x);
}
TEST(what_code_was_made_from)
{
    find_compiler_by_path();
    new_folder(".from");
    SHELL("mkdir '^/a' '^/a/i' '^/b' '^/b/i' '^/first' '^/c'");
    SHELL("echo '#include \"deep.h\"' >'^/a/i/value.h'; echo '#define VALUE 1' >'^/a/i/deep.h'");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/a/i'", "includes", "SUM 10");
    if (!on_gpu()) SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/a/i'" WITHOUT_COMPILER, "includes", "SUM 10");
    SHELL("echo '#define VALUE 2' >'^/a/i/deep.h'"); /* the same size, in the same second */
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/a/i'", "includes", "SUM 20");
    SHELL("touch '^/a/i/deep.h'");
    if (!on_gpu()) SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/a/i'" WITHOUT_COMPILER, "includes", "SUM 20");
    /* one that is found sooner */
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/first -I^/a/i'", "includes", "SUM 20");
    SHELL("echo '#define VALUE 3' >'^/first/value.h'");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I^/first -I^/a/i'", "includes", "SUM 30");
    /* the same relative path from another folder */
    SHELL("echo '#define VALUE 4' >'^/b/i/value.h'");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS=-Ii TEST_FOLDER='^/a'", "includes", "SUM 20");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS=-Ii TEST_FOLDER='^/b'", "includes", "SUM 40");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I i' TEST_FOLDER='^/a'", "includes", "SUM 20");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-I i' TEST_FOLDER='^/b'", "includes", "SUM 40");
    if (!on_gpu()) SAYS("GPU_CACHE='^/c' TEST_OPTIONS='-Ii' TEST_FOLDER='^/b'" WITHOUT_COMPILER, "includes", "SUM 40");
    SAYS("GPU_CACHE='^/c' TEST_OPTIONS=-Ino TEST_FOLDER='^/b'", "includes", "value.h");
    remove_folder(folder);
}
TEST(what_compiled_the_code)
{
    if (on_gpu()) SKIP("there is one NVRTC");
    find_compiler_by_path();
    new_folder(".by");
    SHELL("mkdir '^/c' '^/bin'; printf '#!/bin/sh\\nexec %s -DVALUE=1 \"$@\"\\n' \"${CC:-cc}\" >'^/bin/mine'; chmod +x "
          "'^/bin/mine'; touch '^/value.h'");
    SAYS("GPU_CACHE='^/c' CC='^/bin/mine' TEST_OPTIONS='-I^'", "includes", "SUM 10");
    SAYS("GPU_CACHE='^/c' CC=mine PATH='^/bin':$PATH TEST_OPTIONS='-I^'", "includes", "SUM 10");
    SHELL("sed -i.old s/VALUE=1/VALUE=2/ '^/bin/mine'");
    SAYS("GPU_CACHE='^/c' CC='^/bin/mine' TEST_OPTIONS='-I^'", "includes", "SUM 20");
    SAYS("GPU_CACHE='^/c' CC=mine PATH='^/bin':$PATH TEST_OPTIONS='-I^'", "includes", "SUM 20");
    SHELL("mkdir '^/new'; sed s/VALUE=2/VALUE=3/ '^/bin/mine' >'^/new/mine'; chmod +x '^/new/mine'");
    SAYS("GPU_CACHE='^/c' CC=mine PATH='^/new:^/bin':$PATH TEST_OPTIONS='-I^'", "includes", "SUM 30");
    SAYS("GPU_CACHE='^/c' CC='env mine' PATH='^/new:^/bin':$PATH TEST_OPTIONS='-I^'", "includes", "SUM 30");
    SAYS("GPU_CACHE='^/c' CC='env mine' PATH='^/bin':$PATH TEST_OPTIONS='-I^'", "includes", "SUM 20");
    /* and for which processor */
    SHELL("rm '^/c'/*; printf 'processor : 0\\nmodel name : old\\ncpu MHz : 1\\n\\n' >'^/old'; sed s/MHz.*/MHz:2/ "
          "'^/old' >'^/faster'; sed s/old/new/ '^/old' >'^/next'");
#define NATIVE "GPU_CACHE='^/c' TEST_OPTIONS='-I^ -DVALUE=5 -march=native' TEST_PROCESSOR="
    SAYS(NATIVE "'^/old'", "includes", "SUM 50");
    SAYS(NATIVE "'^/old'" WITHOUT_COMPILER, "includes", "SUM 50");
    SAYS(NATIVE "'^/faster'" WITHOUT_COMPILER, "includes", "SUM 50");
    SAYS(NATIVE "'^/next'" WITHOUT_COMPILER, "includes", "NOT COMPILED");
    remove_folder(folder);
}
TEST(others_in_the_folder)
{
    find_compiler_by_path();
    new_folder(".others");
    SAYS("umask 002; GPU_CACHE='^/c'", "kept", "SUM 50"); /* which makes files that a group can write */
    if (!on_gpu()) SAYS("umask 002; GPU_CACHE='^/c'" WITHOUT_COMPILER, "kept", "SUM 50");
    /* what a process that was killed left is removed after a day, and nothing else */
    SHELL("rm '^/c'/*; cd '^/c'; for d in compiles-0123456789abcdef compiles-fedcba9876543210 1.0; do mkdir gpu.h-$d; "
          "touch gpu.h-$d/kernel.c gpu.h-$d/kernel.so.tmp; done;"
          "touch -t 202001010000 gpu.h-compiles-0123456789abcdef gpu.h-1.0");
    SAYS("GPU_CACHE='^/c'", "kept", "SUM 50");
    SHELL("cd '^/c'; test ! -e gpu.h-compiles-0123456789abcdef && test -e gpu.h-compiles-fedcba9876543210/kernel.c && "
          "test -e gpu.h-1.0/kernel.c && test $(ls | wc -l) = 3");
    /* Processes of one number, as in containers; of several users, since clang's OpenMP, too, names what it shares
       by the two. */
    if (!on_gpu() && !system("unshare -Upf --map-user=1 true 2>/dev/null")) {
        char command[2048];
        SHELL("rm -r '^/c'; mkdir -m 700 '^/c'");
        snprintf(command, sizeof command,
                 "for k in 1 2 3 4 5 6; do GPU_QUIET=1 GPU_DEVICE=cpu GPU_CACHE='^/c' unshare -Upf --map-user=$k '%s' "
                 "--child kept >'^/said.'$k & done; wait; test $(cat '^'/said.* | grep -c 'SUM 50') = 6",
                 test__program);
        SHELL(command);
        SHELL("test $(ls '^/c' | wc -l) = 1");
    }
    remove_folder(folder);
}
CHILD(kept_elsewhere)
{
    if (chdir(getenv("TEST_FOLDER"))) printf("there is no such folder\n");
    run_kept();
}
TEST(odd_places)
{
    char home[1400] = "";
    find_compiler_by_path();
    new_folder(".odd");
    SHELL("mkdir '^/-x' '^/-tmp'");
    SAYS("TEST_FOLDER='^' GPU_CACHE=-x", "kept_elsewhere", "SUM 50");
    SHELL("test $(ls '^/-x' | wc -l) = 1");
    SAYS("TEST_FOLDER='^' GPU_CACHE=-o/-c", "kept_elsewhere", "SUM 50");
    SHELL("test $(ls '^/-o/-c' | wc -l) = 1");
    SAYS("TEST_FOLDER='^' GPU_CACHE= TMPDIR=-tmp", "kept_elsewhere", "SUM 50");
    SHELL("test -z \"$(ls '^/-tmp')\"");
    if (!on_gpu())
        SAYS("TEST_FOLDER='^' GPU_CACHE= TMPDIR=-no", "kept_elsewhere",
             "set GPU_CACHE or TMPDIR to one that can be written");
    unsetenv("GPU_CACHE"), unsetenv("XDG_CACHE_HOME");
    SAYS("GPU_QUIET=0 HOME='^/no/home'", "kept", "SUM 50");
    if (!on_gpu()) { /* the driver creates a HOME that does not exist */
        SAYS("GPU_QUIET=0 HOME='^/no/home'", "kept", "/no/home (HOME) does not exist; set GPU_CACHE");
        SHELL("test ! -e '^/no'");
    }
    snprintf(home, sizeof home, "GPU_QUIET=0 HOME=/%0600d/%0600d", 1, 1);
    if (!on_gpu()) child(home, "kept", "does not exist; set GPU_CACHE");
    child(home, "kept", "SUM 50");
    snprintf(home, sizeof home, "GPU_QUIET=0 GPU_CACHE='%s%01200d'", with_folder("^/"), 1);
    child(home, "kept", "set GPU_CACHE to a");
    child(home, "kept", "SUM 50");
    /* a compiler that fails for reasons of its own */
    SHELL("printf '#!/bin/sh\\necho No space left on device >&2; exit 1\\n' >'^/full'; printf '#!/bin/sh\\necho ld: no "
          "space left >&2; echo collect2: error: ld returned 1 >&2; exit 1\\n' >'^/ld'; chmod +x '^/full' '^/ld'");
    if (!on_gpu())
        SAYS("GPU_CACHE= CC='^/full'", "kept",
             "fails for kept, and finds no error in its text; it says:\nNo space left on device");
    if (!on_gpu()) SAYS("GPU_CACHE= CC='^/ld'", "kept", "ld: no space left\ncollect2");
    SHELL("printf '#!/bin/sh\\nyes %%s%%n%%1000d | head -c 100000; exit 1\\n' >'^/long'; chmod +x '^/long'");
    if (!on_gpu()) SAYS("GPU_CACHE= CC='^/long'", "kept", "it says:\n%s%n%1000d\n%s%n%1000d\n");
    /* a gpu.h of another version */
    SHELL("mkdir '^/other'; sed 's/define GPU_VERSION_PATCH /&9/' gpu.h >'^/other/gpu.h'");
    if (!on_gpu())
        SAYS("GPU_CACHE= GPU_INCLUDE='^/other'", "kept", "gpu.h has changed since the program was compiled");
    use_own_cache(".odd");
    remove_folder(folder);
}
/* A folder that others could exchange for theirs is as good as one that they can write. */
TEST(folders_that_others_could_replace)
{
    static const char *const refused[] = {"open/mine", "link", "open/link"};
    char with[1500];
    size_t k;
    find_compiler_by_path();
    new_folder(".above");
    SHELL("cd '^' && mkdir -m 777 open && mkdir -m 700 open/mine c && ln -s open/mine link && ln -s ../c open/link && "
          "ln -s c own");
    for (k = 0; k < sizeof refused / sizeof *refused; k++) {
        snprintf(with, sizeof with, "GPU_QUIET=0 GPU_CACHE='^/%s'", refused[k]);
        SAYS(with, "kept", "is below a folder that every user can write to; set GPU_CACHE to a folder of your own");
        SAYS(with, "kept", "SUM 50");
    }
    SHELL("test -z \"$(ls '^/open/mine' '^/c' | grep -v :)\"");
    SAYS("GPU_CACHE='^/own'", "kept", "SUM 50"); /* a link of the user's own */
    SHELL("test $(ls '^/c' | wc -l) = 1; chmod +t '^/open'");
    SAYS("GPU_CACHE='^/link'", "kept", "SUM 50"); /* as in /tmp */
    SHELL("test $(ls '^/open/mine' | wc -l) = 1");
    remove_folder(folder);
}
/* Where others can write, nothing is removed that a process before this one left, and no link is followed. */
TEST(links_among_temporary_folders)
{
    if (on_gpu()) SKIP("only the C compiler works in TMPDIR");
    find_compiler_by_path();
    new_folder(".links");
    SHELL("cd '^' && mkdir -m 777 tmp && mkdir -m 700 mine own tmp/gpu.h-compiles-fedcba9876543210 && touch mine/file "
          "&& ln -s ../mine tmp/gpu.h-compiles-0123456789abcdef && ln -s ../mine own/gpu.h-compiles-0123456789abcdef "
          "&& touch -t 202001010000 mine tmp/gpu.h-compiles-fedcba9876543210");
    SAYS("GPU_CACHE= TMPDIR='^/tmp'", "kept", "SUM 50");
    SAYS("GPU_CACHE= TMPDIR='^/own'", "kept", "SUM 50");
    SHELL("test -e '^/mine/file' && test $(ls '^/tmp' | wc -l) = 2 && test $(ls '^/own' | wc -l) = 1");
    remove_folder(folder);
}
/* CC and the options are words of one command, and a path is no text of C. */
TEST(no_shell_reads_the_words)
{
    find_compiler_by_path();
    new_folder(".shell");
    SAYS("GPU_CACHE= TEST_OPTIONS='; >^/taken $(>^/taken) `>^/taken` | >^/taken'", "includes", "NOT COMPILED");
    if (!on_gpu()) {
        SAYS("GPU_CACHE= CC='cc; >^/taken; cc'", "kept", "the C compiler \"cc; >");
        SAYS("GPU_CACHE= CC='$(>^/taken)'", "kept", "cannot be started");
        SHELL("mkdir '^/a\"b' && touch '^/a\"b/gpu.h'");
        SAYS("GPU_CACHE= GPU_INCLUDE='^/a\"b'", "kept", "gpu.h, which the C compiler needs for the kernel, is not at");
    }
    SHELL("test ! -e '^/taken'");
    remove_folder(folder);
}
/* With the rights of another user than the one who started it, a program takes no file or program from that user. */
TEST(a_program_with_more_rights)
{
    if (on_gpu()) SKIP("the CPU's compiler");
#ifdef GPU__ASAN
    SKIP("the search for leaks cannot trace such a program");
#endif
    new_folder(".rights");
    SHELL("chmod 755 '^'; printf '#!/bin/sh\\ntouch \"^/taken\"; exec /usr/bin/cc \"$@\"\\n' >'^/cc'; chmod 755 "
          "'^/cc'; mkdir -m 777 '^/tmp'");
    {
        char command[1200];
        snprintf(command, sizeof command,
                 "cp '%s' '^/program' && chown 65534 '^/program' 2>/dev/null && chmod u+s '^/program'", test__program);
        if (system(with_folder(command)) ||
            system(with_folder("test -u '^/program' && test -x /usr/bin/cc && cd / && su -s /bin/sh nobody -c \"test "
                               "-r '^/program'\" 2>/dev/null"))) {
            remove_folder(folder);
            SKIP("needs the rights to make a set-user-id program");
        }
    }
    SHELL("echo '#error taken' >'^/tmp/gpu.h'; cd '^/tmp' && GPU_DEVICE=cpu GPU_CACHE='^/cache' HOME='^' "
          "XDG_CACHE_HOME='^/x' TMPDIR='^/tmp' "
          "GPU_INCLUDE='^/tmp' C_INCLUDE_PATH='^/tmp' PATH='^' CC='^/cc' ../program --child kept >../said 2>&1; "
          "/bin/grep -q 'SUM 50' ../said || { /bin/cat ../said >&2; exit 1; }");
    SHELL("test ! -e '^/taken' && test ! -e '^/cache' && test ! -e '^/x' && test ! -e '^/.cache' && test \"$(ls "
          "'^/tmp')\" = gpu.h");
    remove_folder(folder);
}

/* ----------------------------------------------------------------------------------------- NVRTC, without a card -- */

#if defined(GPU__CUDA) && !defined(__CUDA_ARCH__) && CUDART_VERSION >= 12080
static int nvrtc_runs;
static int (*nvrtc_compile)(gpu__nvrtc_program, int, const char *const *);
static int count_run(gpu__nvrtc_program program, int n, const char *const *options)
{
    return nvrtc_runs++, nvrtc_compile(program, n, options);
}
/* How often NVRTC runs for a kernel f; -1 is an error. */
static int by_nvrtc(const char *text, const char *options)
{
    static struct gpu__compiled c;
    gpu__source s = gpu__source();
    gpu__cubin *code = NULL;
    gpu_status status;
    nvrtc_runs = 0, c.key[0] = strlen(text), c.key[1] = strlen(options);
    s.text = text, s.name = "f", s.options = options;
    status = gpu__source_open(&s, 0, "f");
    if (!status) status = gpu__cuda_code(&c, &s, "--gpu-architecture=sm_90", &code, "f");
    CHECK(status || code->count == 2);
    gpu__host_free(code), gpu__host_free(s.code);
    if (status) printf("%s\n%s\n", gpu_error_message(), text), gpu_clear_error();
    return status ? -1 : nvrtc_runs;
}
static int nvrtc_is_here(void)
{
    if (!nvrtc_compile && !gpu__nvrtc_open("f"))
        nvrtc_compile = gpu__nvrtc.nvrtcCompileProgram, gpu__nvrtc.nvrtcCompileProgram = count_run;
    gpu_clear_error();
    return nvrtc_compile != NULL;
}
TEST(nvrtc_compiles_the_texts)
{
    size_t k;
    if (!nvrtc_is_here()) SKIP("NVRTC is not installed");
    setenv("GPU_CACHE", "", 1);
    for (k = 0; k < sizeof texts / sizeof *texts; k++) CHECK_INT(by_nvrtc(texts[k], ""), 1);
}
TEST(what_nvrtc_made_code_from)
{
    static const char text[] =
        "#include \"value.h\"\n__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = VALUE; }";
    char options[1300], here[512];
    if (!nvrtc_is_here()) SKIP("NVRTC is not installed");
    new_folder(".nvrtc");
    SHELL("mkdir '^/i' '^/first' '^/b' '^/b/i'; echo '#include <deep.h>' >'^/i/value.h'; echo '#define VALUE 1' "
          ">'^/i/deep.h'; cp '^/i/deep.h' '^/b/i/value.h'");
    snprintf(options, sizeof options, "-I%s/first -I %s/i", folder, folder);
    CHECK_INT(by_nvrtc(text, options), 1);
    CHECK_INT(by_nvrtc(text, options), 0);
    SHELL("touch '^/i/deep.h'");
    CHECK_INT(by_nvrtc(text, options), 0);
    SHELL("echo '#define VALUE 2' >'^/i/deep.h'");
    CHECK_INT(by_nvrtc(text, options), 1);
    CHECK_INT(by_nvrtc(text, options), 0);
    SHELL("echo '#define VALUE 3' >'^/first/value.h'");
    CHECK_INT(by_nvrtc(text, options), 1);
    CHECK_INT(by_nvrtc(text, options), 0);
    SHELL("for f in '^'/*.cubin; do truncate -s 3000 \"$f\"; done");
    CHECK_INT(by_nvrtc(text, options), 1);
    SHELL("for f in '^'/*.cubin; do printf '\\001\\002' | dd of=\"$f\" bs=1 seek=2000 conv=notrunc 2>/dev/null; done");
    CHECK_INT(by_nvrtc(text, options), 1);
    CHECK_INT(by_nvrtc(text, options), 0);
    setenv("GPU_CACHE", with_folder("^"), 1); /* the same relative path from another folder */
    CHECK(getcwd(here, sizeof here) && !chdir(with_folder("^")));
    CHECK_INT(by_nvrtc(text, "-Ii"), 1);
    CHECK(!chdir("b"));
    CHECK_INT(by_nvrtc(text, "-Ii"), 1);
    CHECK(!chdir(here));
    CHECK_INT(
        by_nvrtc("#define HEADER \"value.h\"\n#include HEADER\n__global__ void f(float *x, int n) { x[0] = VALUE; }",
                 options),
        1);
    /* what it reads is not known */
    CHECK_INT(
        by_nvrtc("#define HEADER \"value.h\"\n#include HEADER\n__global__ void f(float *x, int n) { x[0] = VALUE; }",
                 options),
        1);
    remove_folder(folder);
}
#endif
