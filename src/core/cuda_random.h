/* -- CUDA runtime: skipping ahead in the XORWOW generator -- */

#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
/* One step of the generator is linear in the 160 bits of its state: a matrix over GF(2). Row k is what bit k becomes.
   power[k] is the matrix of 2^k steps; a sequence has 2^67. */
typedef struct gpu__xorwow_matrix {
    unsigned row[160][5];
} gpu__xorwow_matrix;
static gpu__xorwow_matrix gpu__xorwow_power[131];
static int gpu__xorwow_made, gpu__xorwow_lock; /* made: number of powers */

static void gpu__xorwow_apply(const gpu__xorwow_matrix *m, unsigned v[5])
{
    unsigned r[5] = {0, 0, 0, 0, 0};
    for (int word = 0; word < 5; word++)
        for (int bit = 0; bit < 32; bit++) {
            const unsigned mask = 0 - (v[word] >> bit & 1), *const row = m->row[32 * word + bit];
            for (int k = 0; k < 5; k++) r[k] ^= row[k] & mask;
        }
    memcpy(v, r, sizeof r);
}
/* Makes the powers up to number k, each the square of the one before. */
static void gpu__xorwow_make(int k)
{
    gpu__lock(&gpu__xorwow_lock);
    while (gpu__xorwow_made <= k) {
        const int made = gpu__xorwow_made;
        for (int bit = 0; bit < 160; bit++) {
            unsigned *const v = gpu__xorwow_power[made].row[bit];
            if (made) {
                memcpy(v, gpu__xorwow_power[made - 1].row[bit], 5 * sizeof *v);
                gpu__xorwow_apply(&gpu__xorwow_power[made - 1], v);
            } else {
                unsigned t, old[5] = {0, 0, 0, 0, 0};
                old[bit / 32] = 1u << bit % 32;
                t = old[0] ^ old[0] >> 2;
                memcpy(v, old + 1, 4 * sizeof *v);
                v[4] = old[4] ^ old[4] << 4 ^ t ^ t << 1;
            }
        }
        GPU__STORE_RELEASE(int, &gpu__xorwow_made, made + 1);
    }
    gpu__unlock(&gpu__xorwow_lock);
}
GPU_API void gpu__xorwow_skip(unsigned state[5], unsigned long long steps, int sequences)
{
    int k = sequences ? 67 : 0;
    for (; steps; steps >>= 1, k++) {
        if (!(steps & 1)) continue;
        if (GPU__LOAD_ACQUIRE(int, &gpu__xorwow_made) <= k) gpu__xorwow_make(k);
        gpu__xorwow_apply(&gpu__xorwow_power[k], state);
    }
}
#endif
