/* Calculator: a formula of x from the command line, evaluated for each element of an array. The formula becomes the source
   of a kernel, which gpu_compile compiles while the program runs (NVRTC on a GPU, the C compiler on the CPU) and
   gpu_launch launches; the second run takes the compiled code from the cache. The check evaluates the formula again, by a
   parser of its own in double precision. Shows kernels from a string.

   Counterpart of CuPy's ElementwiseKernel and RawKernel.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/26_calculator.cu -o calculator
   cc -O3 -fopenmp -I. -x c examples/26_calculator.cu -o calculator -lm                                                */

#define GPU_COMPILE
#define GPU_IMPLEMENTATION
#include "gpu.h"

/* A GPU reads and writes four floats at once, which fills its memory's bandwidth; a C compiler makes vectors of the loop. */
static const char kernel[] = "#define exp expf\n#define log logf\n#define sin sinf\n#define cos cosf\n#define tan tanf\n#define tanh tanhf\n"
                             "#define sqrt sqrtf\n#define fabs fabsf\n#define pow powf\n#define atan atanf\n"
                             "static float f(float x) { return (float)(FORMULA); }\n"
                             "__global__ void evaluate(float *out, const float *x, size_t n)\n"
                             "{\n"
                             "#ifdef __CUDA_ARCH__\n"
                             "    GPU_FOR(i, n / 4) {\n"
                             "        const float4 v = ((const float4 *)x)[i];\n"
                             "        ((float4 *)out)[i] = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));\n"
                             "    }\n"
                             "    GPU_FOR(i, n % 4) out[n - 1 - i] = f(x[n - 1 - i]);\n"
                             "#else\n"
                             "    GPU_FOR(i, n) out[i] = f(x[i]);\n"
                             "#endif\n"
                             "}\n";

/* ------------------------------------------------------------------------------------- the formula, on the host -- */

static const char *at; /* the next character of the formula */
static double x_now;
static int wrong;

static int next_is(char c) { return at += strspn(at, " "), *at == c ? (at++, 1) : 0; }
static double sum(void);
static double call(const char *name, size_t n)
{
    static const struct {
        const char *name;
        double (*f)(double);
    } functions[] = {{"exp", exp}, {"log", log}, {"sin", sin}, {"cos", cos}, {"tan", tan}, {"tanh", tanh}, {"sqrt", sqrt}, {"fabs", fabs}, {"atan", atan}};
    double a, b;
    size_t k;
    if (n == 1 && *name == 'x') return x_now;
    wrong |= !next_is('(');
    a = sum();
    if (n == 3 && !strncmp(name, "pow", 3)) {
        wrong |= !next_is(',');
        b = sum();
        wrong |= !next_is(')');
        return pow(a, b);
    }
    wrong |= !next_is(')');
    for (k = 0; k < sizeof functions / sizeof *functions; k++)
        if (strlen(functions[k].name) == n && !strncmp(name, functions[k].name, n)) return functions[k].f(a);
    wrong = 1;
    return 0;
}
static double atom(void)
{
    const char *begin;
    double v;
    if (next_is('-')) return -atom();
    if (next_is('(')) {
        v = sum();
        wrong |= !next_is(')');
        return v;
    }
    begin = at;
    at += strspn(at, "abcdefghijklmnopqrstuvwxyz");
    if (at > begin) return call(begin, (size_t)(at - begin));
    v = strtod(at, (char **)(uintptr_t)&at);
    wrong |= at == begin;
    return v;
}
static double product(void)
{
    double v = atom();
    while (!wrong)
        if (next_is('*')) v *= atom();
        else if (next_is('/')) v /= atom();
        else break;
    return v;
}
static double sum(void)
{
    double v = product();
    while (!wrong)
        if (next_is('+')) v += product();
        else if (next_is('-')) v -= product();
        else break;
    return v;
}
static double value(const char *formula, double x)
{
    at = formula, x_now = x, wrong = 0;
    x = sum();
    at += strspn(at, " ");
    wrong |= *at != 0;
    return x;
}
/* The option -DFORMULA=..., in which every number is a float. */
static void as_floats(const char *formula, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "-DFORMULA=");
    while (*formula && used + 64 < size)
        if (strchr("0123456789.", *formula)) {
            char *end;
            used += (size_t)snprintf(out + used, size - used, "%#.9gf", strtod(formula, &end));
            formula = end;
        } else if (*formula++ != ' ')
            out[used++] = formula[-1];
    out[used] = 0;
}

int main(int argc, char **argv)
{
    const char *formula = argc > 1 ? argv[1] : "exp(-x*x) * cos(5*x) + 1/(2 + x*x)";
    const size_t n = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : (size_t)1 << 24;
    char options[4096];
    float *x, *out, *hx, *h;
    double worst = 0;
    gpu_kernel k;
    gpu_stats t;
    if (!strcmp(formula, "--help")) return puts("usage: calculator [formula of x] [n]\n  + - * / ( ) exp log sin cos tan atan tanh sqrt fabs pow(a, b), for n values of x from -3 to 3"), 0;
    if (value(formula, 1), wrong || !n) return fprintf(stderr, "\"%s\" is no formula of x: see --help\n", formula), 1;
    x = GPU_NEW(float, n), out = GPU_NEW(float, n);
    as_floats(formula, options, sizeof options);
    k = gpu_compile(kernel, "evaluate", options);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_linspace_f32(x, -3, 3, n));
    GPU_BENCH(t, 10) GPU_CHECK(gpu_launch(k, gpu_1d(gpu_device() == GPU_CPU ? n : n / 4 + 1), out, x, n));
    hx = GPU_TO_HOST(float, x, n), h = GPU_TO_HOST(float, out, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i += n / 1000 + 1) {
        const double expected = value(formula, (double)hx[i]), e = fabs(h[i] - expected) / (1 + fabs(expected));
        if (!(e <= worst) && isfinite(expected)) worst = e;
        if (i % (n / 8 + 1) < n / 1000 + 1) printf("x = %9.6f   %s = %.7g\n", (double)hx[i], formula, (double)h[i]);
    }
    printf("%zu values on %s: %.3f ms, %.1f GB/s, largest relative error %.1e\n", n, gpu_backend_name(), t.median_ms, 8 * (double)n / t.median_ms * 1e-6, worst);
    GPU_CHECK(gpu_kernel_free(k));
    gpu_free(x), gpu_free(out), gpu_free(hx), gpu_free(h);
    puts(worst < 1e-4 ? "PASSED" : "FAILED");
    return worst < 1e-4 ? 0 : 1;
}
