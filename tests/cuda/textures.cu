// prints: fetched 2 6 0
// prints: points 7 3 3 12
// prints: between 2.5 4.5 0.9375
// prints: wrapped 12 9, mirrored 3 0
// prints: bytes 1 0.2 vectors 5 -3
#include <cstdio>
#include <cuda_runtime.h>
#define CHECK(call) if ((call) != cudaSuccess) printf("%s fails\n", #call)
__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[0] = tex1Dfetch<float>(t, 1);
    out[1] = tex1Dfetch<float>(t, 3);
    out[2] = tex1Dfetch<float>(t, 99);
}
__global__ void sample(cudaTextureObject_t t, const float2 *at, float *out, int n)
{
    const int i = threadIdx.x;
    if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}
__global__ void bytes(cudaTextureObject_t t, cudaTextureObject_t v, float *out)
{
    out[0] = tex2D<float>(t, 1.5f, 0.5f);
    out[1] = tex2D<float>(t, 0.5f, 0.5f);
    const float4 w = tex1D<float4>(v, 1.5f);
    out[2] = w.x;
    out[3] = w.w;
}
static float *out;
static float2 *at;
static void ask(cudaTextureObject_t t, int n)
{
    sample<<<1, 32>>>(t, at, out, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(t));
}
int main()
{
    float host[12], *linear;
    for (int k = 0; k < 12; k++) host[k] = k + 1; // 3 rows of 4
    CHECK(cudaMallocManaged(&out, 32 * sizeof(float)));
    CHECK(cudaMallocManaged(&at, 32 * sizeof(float2)));
    CHECK(cudaMalloc(&linear, 4 * sizeof(float)));
    float four[] = {0, 2, 4, 6};
    CHECK(cudaMemcpy(linear, four, sizeof four, cudaMemcpyHostToDevice));
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0, v = 0;
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = linear;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = sizeof four;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    fetch<<<1, 1>>>(t, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(t));
    printf("fetched %g %g %g\n", out[0], out[1], out[2]);

    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    CHECK(cudaMallocArray(&array, &desc, 4, 3));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 4 * sizeof(float), 4 * sizeof(float), 3, cudaMemcpyHostToDevice));
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    at[0] = make_float2(2.5f, 1.5f), at[1] = make_float2(2.9f, 0.2f), at[2] = make_float2(2, -7);
    at[3] = make_float2(100, 100);
    ask(t, 4);
    printf("points %g %g %g %g\n", out[0], out[1], out[2], out[3]);

    how.filterMode = cudaFilterModeLinear;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    at[0] = make_float2(2, 0.25f), at[1] = make_float2(2, 1);
    ask(t, 2);
    printf("between %g %g ", out[0], out[1]);
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    at[0] = make_float2(0.4375f, 0.5f);
    ask(t, 1);
    printf("%g\n", out[0]);

    how.filterMode = cudaFilterModePoint, how.normalizedCoords = 1;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    at[0] = make_float2(-0.1f, -0.1f), at[1] = make_float2(1.1f, 2.9f);
    ask(t, 2);
    printf("wrapped %g %g, ", out[0], out[1]);
    how.addressMode[0] = cudaAddressModeMirror, how.addressMode[1] = cudaAddressModeBorder;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    at[0] = make_float2(-0.6f, 0.1f), at[1] = make_float2(0.5f, 1.1f);
    ask(t, 2);
    printf("mirrored %g %g\n", out[0], out[1]);
    CHECK(cudaFreeArray(array));

    unsigned char gray[] = {51, 255, 0, 0}, *pitched;
    size_t pitch;
    CHECK(cudaMallocPitch(&pitched, &pitch, 4, 2));
    CHECK(cudaMemcpy2D(pitched, pitch, gray, 4, 4, 1, cudaMemcpyHostToDevice));
    how = cudaTextureDesc();
    how.readMode = cudaReadModeNormalizedFloat;
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D.devPtr = pitched;
    from.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    from.res.pitch2D.width = 4, from.res.pitch2D.height = 1, from.res.pitch2D.pitchInBytes = pitch;
    CHECK(cudaCreateTextureObject(&t, &from, &how, NULL));
    const float4 vectors[] = {{1, 1, 1, 1}, {5, 0, 0, -3}};
    desc = cudaCreateChannelDesc<float4>();
    CHECK(cudaMallocArray(&array, &desc, 2));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, vectors, sizeof vectors, sizeof vectors, 1, cudaMemcpyHostToDevice));
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    how.readMode = cudaReadModeElementType;
    CHECK(cudaCreateTextureObject(&v, &from, &how, NULL));
    bytes<<<1, 1>>>(t, v, out);
    CHECK(cudaDeviceSynchronize());
    printf("bytes %g %g vectors %g %g\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaGetTextureObjectResourceDesc(&from, v));
    CHECK(cudaDestroyTextureObject(v));
    CHECK(cudaFreeArray(from.res.array.array));
    cudaFree(linear), cudaFree(pitched), cudaFree(out), cudaFree(at);
    return 0;
}
