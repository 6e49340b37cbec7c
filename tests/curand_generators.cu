/* gpu_curand, the thread's generators of cuRAND. Built where cuRAND is installed, by the C compiler and by nvcc. */

#include <curand.h>
/* What gpu.h asks of cuRAND is counted here. */
static int made, freed;
static cudaStream_t last_stream;
static curandStatus_t CURANDAPI count_made(curandGenerator_t *g, curandRngType_t type)
{
    const curandStatus_t s = (curandCreateGenerator)(g, type);
    made += s == CURAND_STATUS_SUCCESS;
    return s;
}
static curandStatus_t CURANDAPI count_made_host(curandGenerator_t *g, curandRngType_t type)
{
    const curandStatus_t s = (curandCreateGeneratorHost)(g, type);
    made += s == CURAND_STATUS_SUCCESS;
    return s;
}
static curandStatus_t CURANDAPI count_freed(curandGenerator_t g)
{
    freed++;
    return (curandDestroyGenerator)(g);
}
static curandStatus_t CURANDAPI note_stream(curandGenerator_t g, cudaStream_t stream)
{
    last_stream = stream;
    return (curandSetStream)(g, stream);
}
#define curandCreateGenerator count_made
#define curandCreateGeneratorHost count_made_host
#define curandDestroyGenerator count_freed
#define curandSetStream note_stream
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <pthread.h>
#define TEST_MAIN
#include "test.h"
#undef curandCreateGenerator
#undef curandCreateGeneratorHost
#undef curandDestroyGenerator
#undef curandSetStream

enum { N = 24 };
/* Without MT19937, which takes seconds to make on a CPU. */
static const curandRngType_t types[] = {CURAND_RNG_PSEUDO_DEFAULT,        CURAND_RNG_PSEUDO_XORWOW,
                                        CURAND_RNG_PSEUDO_MRG32K3A,       CURAND_RNG_PSEUDO_MTGP32,
                                        CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                        CURAND_RNG_QUASI_DEFAULT,         CURAND_RNG_QUASI_SOBOL32,
                                        CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64,
                                        CURAND_RNG_QUASI_SCRAMBLED_SOBOL64};
enum { TYPES = sizeof types / sizeof *types };

/* n uniform numbers of the thread's generator, and of one that is made here with a seed (and from number `skip`). */
static void draw(curandRngType_t type, float *host, size_t n)
{
    float *x = GPU_NEW(float, N);
    GPU_CHECK(gpu_curand_status(curandGenerateUniform(gpu_curand(type), x, n)));
    GPU_CHECK(gpu_copy(host, x, n * sizeof *x));
    GPU_CHECK(gpu_free(x));
}
static void expect(curandRngType_t type, uint64_t seed, float *host, size_t skip, size_t n)
{
    float *x = GPU_NEW(float, skip + n);
    curandGenerator_t g = NULL;
    GPU_CHECK(
        gpu_curand_status((gpu_device() == GPU_CPU ? curandCreateGeneratorHost : curandCreateGenerator)(&g, type)));
    if (type < CURAND_RNG_QUASI_DEFAULT) GPU_CHECK(gpu_curand_status(curandSetPseudoRandomGeneratorSeed(g, seed)));
    if (skip) GPU_CHECK(gpu_curand_status(curandGenerateUniform(g, x, skip)));
    GPU_CHECK(gpu_curand_status(curandGenerateUniform(g, x, n)));
    GPU_CHECK(gpu_copy(host, x, n * sizeof *x));
    GPU_CHECK(gpu_curand_status(curandDestroyGenerator(g)));
    GPU_CHECK(gpu_free(x));
}
static int same(const float *x, const float *y) { return !memcmp(x, y, N * sizeof *x); }

TEST(a_generator_continues_and_starts_again_with_the_seed)
{
    float x[N], y[N], z[N];
    int k;
    for (k = 0; k < TYPES; k++) {
        const int quasi = types[k] >= CURAND_RNG_QUASI_DEFAULT;
        GPU_CHECK(gpu_seed(41));
        expect(types[k], 41, x, 0, N), expect(types[k], 41, y, N, N);
        draw(types[k], z, N);
        CHECK(same(x, z));
        draw(types[k], z, N);
        CHECK(same(y, z) && !same(x, y));
        GPU_CHECK(gpu_seed(41));
        draw(types[k], z, N);
        CHECK(same(x, z));
        GPU_CHECK(gpu_seed(42));
        draw(types[k], z, N);
        CHECK(same(x, z) == quasi);
        GPU_CHECK(gpu_seed_sequence(41, 3));
        draw(types[k], y, N);
        CHECK(same(x, y) == quasi);
        GPU_CHECK(gpu_seed_sequence(41, 4));
        draw(types[k], z, N);
        CHECK(same(y, z) == quasi);
    }
}

TEST(quasi_random_numbers_are_those_of_sobol)
{
    static const float first[] = {0.5f, 0.75f, 0.25f, 0.375f, 0.875f, 0.625f, 0.125f};
    float x[8];
    int k;
    GPU_CHECK(gpu_seed(0));
    draw(CURAND_RNG_QUASI_SOBOL32, x, 8);
    CHECK(x[0] < 1e-9f);
    for (k = 0; k < 7; k++) CHECK_CLOSE(x[k + 1], first[k], 1e-7, 0);
}

TEST(each_type_has_one_generator_and_shutdown_frees_them)
{
    const curandGenerator_t sobol = gpu_curand(CURAND_RNG_QUASI_SOBOL32), xorwow = gpu_curand(CURAND_RNG_PSEUDO_XORWOW);
    int before;
    CHECK(sobol && xorwow && sobol != xorwow);
    CHECK(gpu_curand(CURAND_RNG_QUASI_SOBOL32) == sobol && gpu_curand(CURAND_RNG_PSEUDO_XORWOW) == xorwow);
    CHECK(made > freed);
    CHECK(gpu_shutdown() == GPU_OK);
    CHECK_INT(freed, made);
    before = made;
    CHECK(gpu_curand(CURAND_RNG_QUASI_SOBOL32) != NULL && made == before + 1);
    CHECK(gpu_seed(1) == GPU_OK && gpu_curand(CURAND_RNG_QUASI_SOBOL32) != NULL && made == before + 2 &&
          freed == before + 1);
    CHECK(gpu_shutdown() == GPU_OK);
    CHECK_INT(freed, made);
}

static void *of_another_thread(void *answer)
{
    float *const x = (float *)answer;
    draw(CURAND_RNG_PSEUDO_XORWOW, x, N);
    return gpu_curand(CURAND_RNG_PSEUDO_XORWOW);
}
TEST(each_thread_has_its_own)
{
    float x[N], y[N];
    pthread_t thread;
    void *other = NULL;
    curandGenerator_t mine;
    GPU_CHECK(gpu_seed(0)); /* a thread starts with this seed */
    draw(CURAND_RNG_PSEUDO_XORWOW, x, N);
    mine = gpu_curand(CURAND_RNG_PSEUDO_XORWOW);
    CHECK(!pthread_create(&thread, NULL, of_another_thread, y) && !pthread_join(thread, &other));
    CHECK(other != NULL && (curandGenerator_t)other != mine && same(x, y));
    CHECK(gpu_curand(CURAND_RNG_PSEUDO_XORWOW) == mine);
    CHECK(gpu_shutdown() == GPU_OK);
    CHECK_INT(freed, made);
}

TEST(numbers_continue_on_another_stream)
{
    float x[N], y[N], z[N];
    gpu_stream stream = gpu_stream_new();
    GPU_CHECK(gpu_seed(5));
    draw(CURAND_RNG_PSEUDO_XORWOW, x, N);
    GPU_CHECK(gpu_use_stream(stream));
    draw(CURAND_RNG_PSEUDO_XORWOW, y, N);
    expect(CURAND_RNG_PSEUDO_XORWOW, 5, z, N, N);
    CHECK(same(y, z) && !same(x, y));
    CHECK(gpu_device() == GPU_CPU || (void *)last_stream == gpu_stream_native(stream));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
    draw(CURAND_RNG_PSEUDO_XORWOW, y, N);
    expect(CURAND_RNG_PSEUDO_XORWOW, 5, z, 2 * N, N);
    CHECK(same(y, z));
}

TEST(errors_of_curand)
{
    float *x = GPU_NEW(float, N);
    curandGenerator_t g;
    gpu_status s;
    CHECK_FAILS(gpu_curand((curandRngType_t)131) == NULL, GPU_ERROR_INVALID_ARGUMENT,
                "gpu_curand: CURAND_STATUS_TYPE_ERROR (cuRAND error 103)");
    g = gpu_curand((curandRngType_t)131);
    s = gpu_curand_status(curandGenerateUniform(g, x, N));
    CHECK(g == NULL && s == GPU_ERROR_INVALID_ARGUMENT && gpu_error() == s);
    CHECK_TEXT(gpu_error_message(), "gpu_curand: CURAND_STATUS_TYPE_ERROR");
    gpu_clear_error();
    CHECK_STATUS(gpu_curand_status(curandGenerateUniform(NULL, x, N)), GPU_ERROR_INVALID_ARGUMENT,
                 "call gpu_curand for each use");
    GPU_CHECK(gpu_seed(0));
    g = gpu_curand(CURAND_RNG_QUASI_SOBOL32);
    CHECK(gpu_curand_status(curandSetQuasiRandomGeneratorDimensions(g, 5)) == GPU_OK);
    CHECK_STATUS(gpu_curand_status(curandGenerateUniform(g, x, N)), GPU_ERROR_INVALID_ARGUMENT,
                 "a multiple of the dimension");
    CHECK_STATUS(gpu_curand_status((curandStatus_t)998), GPU_ERROR_CUDA, "cuRAND error 998");
    CHECK_STATUS(gpu_curand_status(CURAND_STATUS_ALLOCATION_FAILED), GPU_ERROR_OUT_OF_MEMORY, "gpu_memory_trim");
    GPU_CHECK(gpu_free(x));
}

TEST(not_while_a_graph_is_captured)
{
    gpu_stream stream = gpu_stream_new();
    gpu_graph graph;
    GPU_CHECK(gpu_use_stream(stream));
    GPU_CHECK(gpu_graph_begin());
    CHECK_FAILS(gpu_curand(CURAND_RNG_QUASI_SOBOL32) == NULL, GPU_ERROR_NOT_SUPPORTED,
                "not permitted while this thread captures a graph");
    graph = gpu_graph_end();
    CHECK(graph != NULL && gpu_graph_free(graph) == GPU_OK);
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
}
