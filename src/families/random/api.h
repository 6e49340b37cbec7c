/* ----------------------------------------------------------------------------------------------------- >>random -- */

/* A random number is a function of a seed, an element i and a draw k (Philox 4x32-10). There is no state, and the bits
   are the same on the host, on any number of CPU threads and on any GPU, also for normals. Different seeds, elements
   and draws use different random words. Use another k for each number of an element, also if they are of different
   kinds. The functions are for host code, kernels and lifted functions. Draws 4 k to 4 k + 3 come from one evaluation
   of the generator, which the compiler shares between them where k is constant:

       GPU_REDUCE(uint64_t, hits, 0, a + b, (uint64_t, i, index), (uint64_t, seed, scalar)) {
           float x = gpu_random_f32(seed, i, 0), y = gpu_random_f32(seed, i, 1);
           return fmaf(x, x, y * y) < 1;                             // hits(seed, n) / n is about pi / 4
       } */
typedef struct gpu_{u32x4|f32x4|f32x16} {
    {uint32_t|float|float} v[{4|4|16}];
} gpu_{1};
GPU_FN {uint32|uint64}_t gpu_random_{u32|u64}(uint64_t seed, uint64_t i, uint32_t k);
/* Uniform in [0, 1): multiples of 2^-24 and of 2^-53. */
GPU_FN {float|double} gpu_random_{f32|f64}(uint64_t seed, uint64_t i, uint32_t k);
/* Normal: mean 0, standard deviation 1. */
GPU_FN {float|double} gpu_random_normal_{f32|f64}(uint64_t seed, uint64_t i, uint32_t k);
/* Exponential: mean 1, never 0. */
GPU_FN {float|double} gpu_random_exponential_{f32|f64}(uint64_t seed, uint64_t i, uint32_t k);
/* lo <= x < hi without bias; lo if hi <= lo. */
GPU_FN int64_t gpu_random_int(uint64_t seed, uint64_t i, uint32_t k, int64_t lo, int64_t hi);
/* Poisson: 0 <= rate <= 2^60, otherwise -1. */
GPU_FN int64_t gpu_random_poisson(uint64_t seed, uint64_t i, uint32_t k, double rate);
/* Element i < n of a random permutation of 0 to n - 1; i itself if i >= n. */
GPU_FN uint64_t gpu_random_permuted(uint64_t seed, uint64_t n, uint64_t i);
/* Draws 4 k4 to 4 k4 + 3 of gpu_random_u32 and gpu_random_f32, and draws 16 k16 to 16 k16 + 15; fastest in a kernel. */
GPU_FN gpu_{u32x4|f32x4|f32x16} gpu_random_{1}(uint64_t seed, uint64_t i, uint32_t {k4|k4|k16});

/* These fill n elements on the current device and stream; `out` may be host memory. They use the thread's generator,
   which starts at seed 0, sequence 0, and continue where the last fill stopped: several calls give the same numbers as
   one. (A graph repeats, with each launch, the numbers of its capture.) The 2^32 sequences of a seed do not overlap:
   give each thread or process its own. These kernels are faster than cuRAND's. They are prewritten functions (see
   there): the bare name takes the type from `out`. */
#ifndef GPU__CUDA
/* Uniform in [0, 1). */
REAL gpu_status gpu_rand_uniform_T(T *out, size_t n);
/* Normal with this mean and standard deviation; and log-normal, which is its exp. */
REAL gpu_status gpu_rand_{|log}normal_T(T *out, T mean, T sd, size_t n);
/* Exponential, of mean `scale`. */
REAL gpu_status gpu_rand_exponential_T(T *out, T scale, size_t n);
/* lo <= x < hi without bias. */
WHOLE gpu_status gpu_rand_int_T(T *out, T lo, T hi, size_t n);
/* Poisson; 0 <= rate <= 1e9 for i32, 2^60 for i64. */
WHOLE gpu_status gpu_rand_poisson_T(T *out, double rate, size_t n);
/* A permutation of 0 to n - 1. */
WHOLE gpu_status gpu_rand_permutation_T(T *out, size_t n);
#endif
GPU_API gpu_status gpu_seed(uint64_t seed);                             /* restarts this thread's generator */
GPU_API gpu_status gpu_seed_sequence(uint64_t seed, uint32_t sequence); /* gpu_seed uses sequence 0 */

/* cuRAND's generators, for numbers that gpu.h does not make, such as quasi-random ones. Include <curand.h> before
   gpu.h, also in the file with the implementation, and link with -lcurand if gpu_curand is called. GPU_NO_CURAND leaves
   both functions out.

       GPU_CHECK(gpu_curand_status(curandGenerateUniform(gpu_curand(CURAND_RNG_QUASI_SOBOL32), x, n))); */
#ifdef GPU__CURAND
/* The calling thread's generator of this type on its current device: on a GPU it fills memory of that device, in the
   order of the current stream; on the CPU it is cuRAND's host generator, which fills host memory and returns when that
   is done. Call it for each use, since it selects the stream; with another stream than before it waits for the device.
   The first call makes the generator, as does the first after gpu_seed: pseudo-random ones of the thread's seed (and
   sequence, if that is not 0), quasi-random ones, which have no seed, of one dimension from their start. So a handle,
   and what was set with it (dimensions, offset, ordering), lasts until then, or until gpu_shutdown, which frees the
   generators of all threads. NULL on error; not during stream capture. Host and GPU give the same numbers only as far
   as cuRAND says so. */
static inline curandGenerator_t gpu_curand(curandRngType_t type);
/* The status of a call of cuRAND as one of gpu.h: an error becomes the thread's error, with a sentence. That of a NULL
   from gpu_curand stays as it is. */
GPU_API gpu_status gpu_curand_status(curandStatus_t code);
#endif
