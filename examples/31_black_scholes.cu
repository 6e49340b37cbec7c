/* Black-Scholes: the price of options, call and put, for arrays of stock prices, strikes and times. A GPU_VECTORIZE may
   return a structure, here both prices: one function of five lines that reads three arrays and writes two values at the
   speed of memory. The check is the formula in double with the C library's erfc, and the parity of call and put. Shows
   structures as results and a table.

   Counterpart of the Black-Scholes programs of Numba's and CuPy's documentation.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/31_black_scholes.cu -o black_scholes
   cc -O3 -fopenmp -I. -x c examples/31_black_scholes.cu -o black_scholes -lm                                          */

#define GPU_IMPLEMENTATION
#include "gpu.h"

typedef struct {
    float call, put;
} prices;

/* The part of the normal distribution below d: Abramowitz and Stegun, 26.2.17, to 7.5e-8. */
GPU_FN float below(float d)
{
    const float t = 1 / (1 + 0.2316419f * fabsf(d));
    const float tail = 0.39894228f * expf(-0.5f * d * d) * t * (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    return d > 0 ? 1 - tail : tail;
}
GPU_VECTORIZE(prices, black_scholes, (float, stock), (float, strike), (float, years), (float, rate, scalar), (float, volatility, scalar))
{
    const float spread = volatility * sqrtf(years), d1 = (logf(stock / strike) + (rate + 0.5f * volatility * volatility) * years) / spread;
    const float later = strike * expf(-rate * years), n1 = below(d1), n2 = below(d1 - spread);
    prices p;
    p.call = stock * n1 - later * n2;
    p.put = later * (1 - n2) - stock * (1 - n1);
    return p;
}

static double exact_call(double s, double k, double t, double r, double v)
{
    const double d1 = (log(s / k) + (r + 0.5 * v * v) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
    return s * 0.5 * erfc(-d1 / sqrt(2.0)) - k * exp(-r * t) * 0.5 * erfc(-d2 / sqrt(2.0));
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : gpu_device() == GPU_CPU ? 1000000 : 50000000;
    const float rate = argc > 2 ? strtof(argv[2], NULL) : 0.02f, volatility = argc > 3 ? strtof(argv[3], NULL) : 0.3f;
    float *stock, *strike, *years, *hs, *hk, *ht;
    double worst = 0, parity = 0;
    prices *p, *h;
    gpu_stats t;
    int ok;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: black_scholes [options] [rate] [volatility]"), 0;
    if (!n || !(volatility > 0)) return fputs("expected at least one option and a volatility above 0: see --help\n", stderr), 1;
    stock = GPU_NEW(float, n), strike = GPU_NEW(float, n), years = GPU_NEW(float, n), p = GPU_NEW(prices, n);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_seed(1));
    GPU_CHECK(gpu_rand_uniform_f32(stock, n)); /* 5 to 30, 1 to 100, a quarter to ten years */
    GPU_CHECK(gpu_rand_uniform_f32(strike, n));
    GPU_CHECK(gpu_rand_uniform_f32(years, n));
    GPU_CHECK(gpu_scale_f32(stock, 25, stock, n));
    GPU_CHECK(gpu_add_scalar_f32(stock, stock, 5, n));
    GPU_CHECK(gpu_scale_f32(strike, 99, strike, n));
    GPU_CHECK(gpu_add_scalar_f32(strike, strike, 1, n));
    GPU_CHECK(gpu_scale_f32(years, 9.75f, years, n));
    GPU_CHECK(gpu_add_scalar_f32(years, years, 0.25f, n));
    GPU_BENCH(t, 10) GPU_CHECK(black_scholes(p, stock, strike, years, rate, volatility, n));
    h = GPU_TO_HOST(prices, p, n), hs = GPU_TO_HOST(float, stock, n), hk = GPU_TO_HOST(float, strike, n), ht = GPU_TO_HOST(float, years, n);
    GPU_CHECK(gpu_error());
    printf("%10s %10s %8s %10s %10s\n", "stock", "strike", "years", "call", "put");
    for (size_t i = 0; i < n; i += n / 10000 + 1) {
        const double call = exact_call(hs[i], hk[i], ht[i], (double)rate, (double)volatility), put = call - hs[i] + hk[i] * exp(-(double)rate * ht[i]);
        const double e = fmax(fabs(h[i].call - call), fabs(h[i].put - put)), q = fabs((double)h[i].call - h[i].put - (call - put));
        if (!(e <= worst)) worst = e;
        if (!(q <= parity)) parity = q;
        if (i < 5 * (n / 10000 + 1)) printf("%10.2f %10.2f %8.2f %10.4f %10.4f\n", (double)hs[i], (double)hk[i], (double)ht[i], (double)h[i].call, (double)h[i].put);
    }
    ok = worst < 1e-4 && parity < 1e-4;
    printf("%zu options on %s: %.3f ms, %.3g options/s, %.1f GB/s\n", n, gpu_backend_name(), t.median_ms, (double)n / t.median_ms * 1e3, 20e-6 * (double)n / t.median_ms);
    printf("largest error %.1e, of call - put %.1e\n", worst, parity);
    gpu_free(stock), gpu_free(strike), gpu_free(years), gpu_free(p), gpu_free(h), gpu_free(hs), gpu_free(hk), gpu_free(ht);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
