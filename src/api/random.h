/* ----------------------------------------------------------------------------------------------------- >>random -- */

/* A random number is a function of a seed, an element i and a draw k (Philox 4x32-10): no state arrays, and the same bits on
   the host, on any number of CPU threads and on any GPU, normals included. Different seeds, elements and draws share no
   word; the next number of an element needs another k, also where it is of another kind. These are for host code, kernels
   and lifted functions; draws 4 k to 4 k + 3 come from one evaluation, so constants next to each other cost one together:

       GPU_REDUCE(uint64_t, hits, 0, a + b, (uint64_t, i, index), (uint64_t, seed, scalar))
       {
           float x = gpu_random_f32(seed, i, 0), y = gpu_random_f32(seed, i, 1);
           return fmaf(x, x, y * y) < 1;                             // hits(seed, n) / n is about pi / 4
       }
     uint32_t gpu_random_u32(uint64_t seed, uint64_t i, uint32_t k)  uint64_t gpu_random_u64(seed, i, k)
     float gpu_random_f32(seed, i, k), double gpu_random_f64         uniform in [0, 1), multiples of 2^-24 and 2^-53
     float gpu_random_normal_f32(seed, i, k), double _f64            mean 0, standard deviation 1
     float gpu_random_exponential_f32(seed, i, k), double _f64       mean 1, never 0
     int64_t gpu_random_int(seed, i, k, lo, hi)                      lo <= x < hi without bias; lo where hi <= lo
     int64_t gpu_random_poisson(seed, i, k, rate)                    0 <= rate <= 2^60, else -1
     uint64_t gpu_random_permuted(seed, n, i)                        where i < n goes in a permutation of 0 to n - 1; i >= n stays
     gpu_u32x4 gpu_random_u32x4(seed, i, k4), gpu_f32x4 _f32x4       draws 4 k4 to 4 k4 + 3 of gpu_random_u32 and _f32
     gpu_f32x16 gpu_random_f32x16(seed, i, k16)                      draws 16 k16 to 16 k16 + 15, the fastest in a kernel */

/* Fills of n elements on the current device and stream; `out` may be host memory. They use the thread's generator, which
   starts at seed 0, sequence 0, and continue where the last fill stopped: one call or several give the same numbers (and
   a graph repeats, with each launch, the numbers that it was made with).
   The 2^32 sequences of a seed do not overlap: give each thread or process its own. No cuRAND: these kernels are faster.
   They are prewritten functions (see there): the bare name picks the type from `out`, and _f32, _f64 or _i32, _i64 name it.

     gpu_rand_uniform(out, n)               [0, 1)
     gpu_rand_normal(out, mean, sd, n)
     gpu_rand_lognormal(out, mean, sd, n)   exp of a normal of mean and sd
     gpu_rand_exponential(out, scale, n)    mean `scale`
     gpu_rand_int(out, lo, hi, n)           lo <= x < hi, without bias
     gpu_rand_poisson(out, rate, n)         0 <= rate <= 1e9 for i32, 2^60 for i64
     gpu_rand_permutation(out, n)           0 to n - 1, each once */
GPU_API gpu_status gpu_seed(uint64_t seed);                             /* start this thread's generator anew */
GPU_API gpu_status gpu_seed_sequence(uint64_t seed, uint32_t sequence); /* gpu_seed(seed) is sequence 0 */

