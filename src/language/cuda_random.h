/* C++: cuRAND's device functions (curand_kernel.h) on the CPU, with the numbers of cuRAND: the generators XORWOW and
   Philox4x32-10, and their uniform, normal and log-normal distributions. Normal numbers differ from those of a GPU in
   the last digits, as the sine of a GPU does. */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA) && defined(__cplusplus) && !defined(GPU__COMPILED)
GPU_API void gpu__xorwow_skip(unsigned state[5], unsigned long long steps, int sequences);
extern "C++" {
struct curandStateXORWOW {
    unsigned d, v[5];
    int has_normal, has_normal_double; /* the second of a pair is kept for the next call */
    float normal;
    double normal_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned used; /* of the four numbers in output */
    int has_normal, has_normal_double;
    float normal;
    double normal_double;
};
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* -- XORWOW: Marsaglia, "Xorshift RNGs" (2003) -- */
GPU__LIFTED_FN unsigned curand(curandStateXORWOW *state)
{
    unsigned *const v = state->v;
    const unsigned t = v[0] ^ v[0] >> 2;
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
    state->d += 362437;
    return v[4] + state->d;
}
static inline void skipahead(unsigned long long n, curandStateXORWOW *state)
{
    gpu__xorwow_skip(state->v, n, 0);
    state->d += 362437 * (unsigned)n;
}
static inline void skipahead_sequence(unsigned long long n, curandStateXORWOW *state) /* each has 2^67 numbers */
{
    gpu__xorwow_skip(state->v, n, 1);
}
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                               curandStateXORWOW *state)
{
    const unsigned a = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
    const unsigned b = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
    memset(state, 0, sizeof *state);
    state->d = 6615241u + b + a;
    state->v[0] = 123456789u + a;
    state->v[1] = 362436069u ^ a;
    state->v[2] = 521288629u + b;
    state->v[3] = 88675123u ^ b;
    state->v[4] = 5783321u + a;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

/* -- Philox: Salmon and others, "Parallel random numbers: as easy as 1, 2, 3" (2011) -- */
GPU__LIFTED_FN uint4 gpu__cuda_philox(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++, key.x += 0x9e3779b9u, key.y += 0xbb67ae85u) {
        const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        const uint4 next = {(unsigned)(b >> 32) ^ c.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ key.y,
                            (unsigned)a};
        c = next;
    }
    return c;
}
/* Adds to a counter of two words. */
GPU__LIFTED_FN unsigned gpu__cuda_advance(unsigned *low, unsigned *high, unsigned long long n)
{
    const unsigned long long before = (unsigned long long)*high << 32 | *low, after = before + n;
    *low = (unsigned)after;
    *high = (unsigned)(after >> 32);
    return after < before;
}
static inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    (void)gpu__cuda_advance(&state->ctr.z, &state->ctr.w, n);
    state->output = gpu__cuda_philox(state->ctr, state->key);
}
static inline void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    state->used += (unsigned)(n & 3);
    n /= 4;
    if (state->used > 3) state->used -= 4, n++;
    if (gpu__cuda_advance(&state->ctr.x, &state->ctr.y, n)) (void)gpu__cuda_advance(&state->ctr.z, &state->ctr.w, 1);
    state->output = gpu__cuda_philox(state->ctr, state->key);
}
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                               curandStatePhilox4_32_10 *state)
{
    memset(state, 0, sizeof *state);
    state->key.x = (unsigned)seed;
    state->key.y = (unsigned)(seed >> 32);
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}
GPU__LIFTED_FN unsigned curand(curandStatePhilox4_32_10 *state)
{
    const uint4 four = state->output;
    const unsigned k = state->used;
    if (++state->used == 4) {
        state->used = 0;
        skipahead(4, state);
    }
    return k == 0 ? four.x : k == 1 ? four.y : k == 2 ? four.z : four.w;
}
static inline uint4 curand4(curandStatePhilox4_32_10 *state)
{
    return {curand(state), curand(state), curand(state), curand(state)};
}

/* -- distributions -- */
GPU__LIFTED_FN float gpu__cuda_uniform(unsigned x) { return (float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
template <class State> GPU__LIFTED_FN float curand_uniform(State *state) { return gpu__cuda_uniform(curand(state)); }
template <class State> GPU__LIFTED_FN double gpu__cuda_53_bits(State *state)
{
    const unsigned long long x = curand(state), y = curand(state), z = x ^ y << 21;
    return (double)z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
GPU__LIFTED_FN double curand_uniform_double(curandStateXORWOW *state) { return gpu__cuda_53_bits(state); }
GPU__LIFTED_FN double curand_uniform_double(curandStatePhilox4_32_10 *state) /* of 32 bits, as in cuRAND */
{
    return (double)curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
template <class State> static inline float2 curand_normal2(State *state)
{
    const float u = gpu__cuda_uniform(curand(state));
    const float v = (float)curand(state) * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2.0f;
    const float s = sqrtf(-2.0f * logf(u));
    return make_float2(s * sinf(v), s * cosf(v));
}
template <class State> static inline {float|double} curand_normal{|_double}(State *state)
{
    {1}2 two;
    if (state->has_normal{2}) return state->has_normal{2} = 0, state->normal{2};
    two = curand_normal2{2}(state);
    state->has_normal{2} = 1;
    state->normal{2} = two.y;
    return two.x;
}
template <class State> static inline double2 curand_normal2_double(State *state)
{
    const double u = gpu__cuda_53_bits(state), v = 2 * gpu__cuda_53_bits(state), s = sqrt(-2.0 * log(u));
    return make_double2(s * gpu__sinpi(v), s * gpu__cospi(v));
}
template <class State> static inline {float|double} curand_log_normal{|_double}(State *state, {1} mean, {1} deviation)
{
    return exp{f|}(mean + deviation * curand_normal{2}(state));
}
static inline float4 curand_uniform4(curandStatePhilox4_32_10 *state)
{
    const uint4 x = curand4(state);
    return make_float4(gpu__cuda_uniform(x.x), gpu__cuda_uniform(x.y), gpu__cuda_uniform(x.z), gpu__cuda_uniform(x.w));
}
static inline float4 curand_normal4(curandStatePhilox4_32_10 *state)
{
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
}
#endif
