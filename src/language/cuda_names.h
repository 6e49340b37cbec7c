/* CUDA's names for bodies of GPU_KERNEL that run on the CPU. They are defined after the kernels above, which are device
   code only. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define threadIdx GPU__INDEX(threadIdx, thread)  /* for a host variable: #undef threadIdx behind the kernels */
#define blockIdx GPU__INDEX(blockIdx, block)     /* for a host variable: #undef blockIdx behind the kernels */
#define blockDim GPU__INDEX(blockDim, block_dim) /* for a host variable: #undef blockDim behind the kernels */
#define gridDim GPU__INDEX(gridDim, grid_dim)    /* for a host variable: #undef gridDim behind the kernels */
#undef __shared__
#if defined(GPU_CUDA_RUNTIME) && defined(__cplusplus) && !defined(GPU__CUDA) && defined(GPU__SHARED_SECTION)
#define __shared__ thread_local GPU__SHARED_SECTION /* `static` may be in front of it */
#else
#define __shared__ GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC
#endif
#define GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC GPU__SHARED /* clang's error quotes this name */
#define __syncthreads() GPU_BARRIER()
#define __syncthreads_count(p) GPU_BARRIER_COUNT(p)
#define __syncthreads_and(p) GPU_BARRIER_AND(p)
#define __syncthreads_or(p) GPU_BARRIER_OR(p)
#define __syncwarp(...) GPU_WARP_BARRIER(GPU__AS(unsigned, __VA_ARGS__ + 0u)) /* an empty mask means the whole warp */
#ifdef GPU__CUDA
/* The first name that cuda_fp16.h declares too. If that header is included after this file its declaration is an error,
   and nvcc quotes the name of this constant. */
enum { GPU__include_cuda_fp16_cub_and_thrust_ahead_of_gpu_h = GPU__W_INDEX };
#define __shfl_sync(...)                                                                                               \
    GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__include_cuda_fp16_cub_and_thrust_ahead_of_gpu_h, __VA_ARGS__)
#else
#define __shfl_sync(...) GPU_SHFL(__VA_ARGS__)
#endif
#define __shfl_up_sync(...) GPU_SHFL_UP(__VA_ARGS__)
#define __shfl_down_sync(...) GPU_SHFL_DOWN(__VA_ARGS__)
#define __shfl_xor_sync(...) GPU_SHFL_XOR(__VA_ARGS__)
#define __ballot_sync(mask, p) GPU_BALLOT(mask, p)
#define __any_sync(mask, p) GPU_ANY(mask, p)
#define __all_sync(mask, p) GPU_ALL(mask, p)
#define __match_any_sync(mask, v) GPU_MATCH_ANY(mask, v)
#define __match_all_sync(mask, v, all) GPU_MATCH_ALL(mask, v, all)
#define __activemask() GPU_ACTIVE_MASK()
#define __reduce_add_sync(mask, v) GPU__WARP_REDUCE(ADD, mask, v)
#define __reduce_min_sync(mask, v) GPU__WARP_REDUCE(MIN, mask, v)
#define __reduce_max_sync(mask, v) GPU__WARP_REDUCE(MAX, mask, v)
#define __reduce_and_sync(mask, v) GPU__WARP_REDUCE(AND, mask, v)
#define __reduce_or_sync(mask, v) GPU__WARP_REDUCE(OR, mask, v)
#define __reduce_xor_sync(mask, v) GPU__WARP_REDUCE(XOR, mask, v)
#define __threadfence() gpu__fence()
#define __threadfence_block() gpu__fence()
#define __threadfence_system() gpu__fence()
#define __ldg(p) (*(p))
#define __ldca(p) (*(p))
#define __ldcg(p) (*(p))
#define __ldcs(p) (*(p))
#define __ldlu(p) (*(p))
#define __ldcv(p) (*(p))
#define __stwb(p, v) ((void)(*(p) = (v)))
#define __stcg(p, v) ((void)(*(p) = (v)))
#define __stcs(p, v) ((void)(*(p) = (v)))
#define __stwt(p, v) ((void)(*(p) = (v)))
#define atomicAdd(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec(p, v) GPU_ATOMIC_DEC(p, v)
#define atomicAdd_block(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub_block(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin_block(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax_block(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch_block(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS_block(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd_block(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr_block(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor_block(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc_block(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec_block(p, v) GPU_ATOMIC_DEC(p, v)
#define atomicAdd_system(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub_system(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin_system(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax_system(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch_system(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS_system(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd_system(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr_system(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor_system(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc_system(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec_system(p, v) GPU_ATOMIC_DEC(p, v)

/* Functions of one thread. */
#define clock64() gpu__clock64()
#define __trap() gpu__trap(__FILE__, __LINE__)
#define __nanosleep(ns) ((void)(ns))
#define __popc(x) gpu__popcll(GPU__AS(unsigned, x))
#define __popcll(x) gpu__popcll(x)
#define __ffs(x) gpu__ffsll(GPU__AS(unsigned, x))
#define __ffsll(x) gpu__ffsll(GPU__AS(unsigned long long, x))
#define __clz(x) (gpu__clzll(GPU__AS(unsigned, x)) - 32)
#define __clzll(x) gpu__clzll(GPU__AS(unsigned long long, x))
#define __brev(x) (GPU__AS(unsigned, gpu__brevll(GPU__AS(unsigned, x)) >> 32))
#define __brevll(x) gpu__brevll(x)
#define __mulhi(x, y) (GPU__AS(int, GPU__AS(long long, GPU__AS(int, x)) * GPU__AS(int, y) >> 32))
#define __umulhi(x, y)                                                                                                 \
    (GPU__AS(unsigned, GPU__AS(unsigned long long, GPU__AS(unsigned, x)) * GPU__AS(unsigned, y) >> 32))
#define __mul64hi(x, y) gpu__mul64hi(x, y)
#define __umul64hi(x, y) gpu__umul64hi(x, y)
#define __byte_perm(x, y, selector) gpu__byte_perm(x, y, selector)
#define __funnelshift_l(low, high, by) (GPU__AS(unsigned, gpu__join_words(low, high) << ((by)&31) >> 32))
#define __funnelshift_r(low, high, by) (GPU__AS(unsigned, gpu__join_words(low, high) >> ((by)&31)))
#define __float_as_int(x) gpu__float_as_int(x)
#define __float_as_uint(x) gpu__float_as_uint(x)
#define __int_as_float(x) gpu__int_as_float(x)
#define __uint_as_float(x) gpu__uint_as_float(x)
#define __double_as_longlong(x) gpu__double_as_longlong(x)
#define __longlong_as_double(x) gpu__longlong_as_double(x)
/* Conversions: _rn to nearest, _rz towards zero, _ru up, _rd down. */
#define __float2int_rn(x) (GPU__AS(int, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RN, 32, 1, 0)))
#define __float2int_rz(x) (GPU__AS(int, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RZ, 32, 1, 0)))
#define __float2int_ru(x) (GPU__AS(int, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RU, 32, 1, 0)))
#define __float2int_rd(x) (GPU__AS(int, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RD, 32, 1, 0)))
#define __float2uint_rn(x) (GPU__AS(unsigned, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RN, 32, 0, 0)))
#define __float2uint_rz(x) (GPU__AS(unsigned, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RZ, 32, 0, 0)))
#define __float2uint_ru(x) (GPU__AS(unsigned, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RU, 32, 0, 0)))
#define __float2uint_rd(x) (GPU__AS(unsigned, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RD, 32, 0, 0)))
#define __float2ll_rn(x) (GPU__AS(long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RN, 64, 1, 1)))
#define __float2ll_rz(x) (GPU__AS(long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RZ, 64, 1, 1)))
#define __float2ll_ru(x) (GPU__AS(long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RU, 64, 1, 1)))
#define __float2ll_rd(x) (GPU__AS(long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RD, 64, 1, 1)))
#define __float2ull_rn(x)                                                                                              \
    (GPU__AS(unsigned long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RN, 64, 0, 1)))
#define __float2ull_rz(x)                                                                                              \
    (GPU__AS(unsigned long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RZ, 64, 0, 1)))
#define __float2ull_ru(x)                                                                                              \
    (GPU__AS(unsigned long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RU, 64, 0, 1)))
#define __float2ull_rd(x)                                                                                              \
    (GPU__AS(unsigned long long, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__RD, 64, 0, 1)))
#define __double2int_rn(x) (GPU__AS(int, gpu__to_integer(x, GPU__RN, 32, 1, 1)))
#define __double2int_rz(x) (GPU__AS(int, gpu__to_integer(x, GPU__RZ, 32, 1, 1)))
#define __double2int_ru(x) (GPU__AS(int, gpu__to_integer(x, GPU__RU, 32, 1, 1)))
#define __double2int_rd(x) (GPU__AS(int, gpu__to_integer(x, GPU__RD, 32, 1, 1)))
#define __double2uint_rn(x) (GPU__AS(unsigned, gpu__to_integer(x, GPU__RN, 32, 0, 1)))
#define __double2uint_rz(x) (GPU__AS(unsigned, gpu__to_integer(x, GPU__RZ, 32, 0, 1)))
#define __double2uint_ru(x) (GPU__AS(unsigned, gpu__to_integer(x, GPU__RU, 32, 0, 1)))
#define __double2uint_rd(x) (GPU__AS(unsigned, gpu__to_integer(x, GPU__RD, 32, 0, 1)))
#define __double2ll_rn(x) (GPU__AS(long long, gpu__to_integer(x, GPU__RN, 64, 1, 1)))
#define __double2ll_rz(x) (GPU__AS(long long, gpu__to_integer(x, GPU__RZ, 64, 1, 1)))
#define __double2ll_ru(x) (GPU__AS(long long, gpu__to_integer(x, GPU__RU, 64, 1, 1)))
#define __double2ll_rd(x) (GPU__AS(long long, gpu__to_integer(x, GPU__RD, 64, 1, 1)))
#define __double2ull_rn(x) (GPU__AS(unsigned long long, gpu__to_integer(x, GPU__RN, 64, 0, 1)))
#define __double2ull_rz(x) (GPU__AS(unsigned long long, gpu__to_integer(x, GPU__RZ, 64, 0, 1)))
#define __double2ull_ru(x) (GPU__AS(unsigned long long, gpu__to_integer(x, GPU__RU, 64, 0, 1)))
#define __double2ull_rd(x) (GPU__AS(unsigned long long, gpu__to_integer(x, GPU__RD, 64, 0, 1)))
#define __int2float_rn(x) (GPU__AS(float, gpu__from_integer(GPU__AS(int, x), 24, GPU__RN)))
#define __int2float_rz(x) (GPU__AS(float, gpu__from_integer(GPU__AS(int, x), 24, GPU__RZ)))
#define __int2float_ru(x) (GPU__AS(float, gpu__from_integer(GPU__AS(int, x), 24, GPU__RU)))
#define __int2float_rd(x) (GPU__AS(float, gpu__from_integer(GPU__AS(int, x), 24, GPU__RD)))
#define __ll2float_rn(x) (GPU__AS(float, gpu__from_integer(GPU__AS(long long, x), 24, GPU__RN)))
#define __ll2float_rz(x) (GPU__AS(float, gpu__from_integer(GPU__AS(long long, x), 24, GPU__RZ)))
#define __ll2float_ru(x) (GPU__AS(float, gpu__from_integer(GPU__AS(long long, x), 24, GPU__RU)))
#define __ll2float_rd(x) (GPU__AS(float, gpu__from_integer(GPU__AS(long long, x), 24, GPU__RD)))
#define __uint2float_rn(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned, x), 0, 24, GPU__RN)))
#define __uint2float_rz(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned, x), 0, 24, GPU__RZ)))
#define __uint2float_ru(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned, x), 0, 24, GPU__RU)))
#define __uint2float_rd(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned, x), 0, 24, GPU__RD)))
#define __ull2float_rn(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 24, GPU__RN)))
#define __ull2float_rz(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 24, GPU__RZ)))
#define __ull2float_ru(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 24, GPU__RU)))
#define __ull2float_rd(x) (GPU__AS(float, gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 24, GPU__RD)))
#define __ll2double_rn(x) gpu__from_integer(GPU__AS(long long, x), 53, GPU__RN)
#define __ll2double_rz(x) gpu__from_integer(GPU__AS(long long, x), 53, GPU__RZ)
#define __ll2double_ru(x) gpu__from_integer(GPU__AS(long long, x), 53, GPU__RU)
#define __ll2double_rd(x) gpu__from_integer(GPU__AS(long long, x), 53, GPU__RD)
#define __ull2double_rn(x) gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 53, GPU__RN)
#define __ull2double_rz(x) gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 53, GPU__RZ)
#define __ull2double_ru(x) gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 53, GPU__RU)
#define __ull2double_rd(x) gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 53, GPU__RD)
#define __int2double_rn(x) (GPU__AS(double, GPU__AS(int, x)))
#define __uint2double_rn(x) (GPU__AS(double, GPU__AS(unsigned, x)))
#define __double2float_rn(x) gpu__double2float(x, GPU__RN)
#define __double2float_rz(x) gpu__double2float(x, GPU__RZ)
#define __double2float_ru(x) gpu__double2float(x, GPU__RU)
#define __double2float_rd(x) gpu__double2float(x, GPU__RD)
#define __hiloint2double(high, low)                                                                                    \
    gpu__longlong_as_double(GPU__AS(long long, gpu__join_words(GPU__AS(unsigned, low), GPU__AS(unsigned, high))))
#define __double2hiint(x) (GPU__AS(int, gpu__double_as_longlong(x) >> 32))
#define __double2loint(x) (GPU__AS(int, GPU__AS(unsigned, gpu__double_as_longlong(x))))
#define __mul24(x, y) gpu__mul24(x, y)
#define __umul24(x, y) ((GPU__AS(unsigned, x) & 0xffffffu) * (GPU__AS(unsigned, y) & 0xffffffu))
#define __sad(x, y, z) (GPU__AS(unsigned, z) + gpu__absdiff(x, y))
#define __usad(x, y, z) (GPU__AS(unsigned, z) + gpu__absdiff_u32(x, y))
#define __hadd(x, y) (GPU__AS(int, (GPU__AS(long long, GPU__AS(int, x)) + GPU__AS(int, y)) >> 1))
#define __rhadd(x, y) (GPU__AS(int, (GPU__AS(long long, GPU__AS(int, x)) + GPU__AS(int, y) + 1) >> 1))
#define __uhadd(x, y)                                                                                                  \
    (GPU__AS(unsigned, (GPU__AS(unsigned long long, GPU__AS(unsigned, x)) + GPU__AS(unsigned, y)) >> 1))
#define __urhadd(x, y)                                                                                                 \
    (GPU__AS(unsigned, (GPU__AS(unsigned long long, GPU__AS(unsigned, x)) + GPU__AS(unsigned, y) + 1) >> 1))
#ifdef __cplusplus
#define __dp4a(a, b, c) gpu__dp4a(a, b, c)
#else
#define __dp4a(a, b, c) (GPU__EXTENSION _Generic((a), unsigned : gpu__dp4a_u32, default : gpu__dp4a_i32)(a, b, c))
#endif
/* SIMD on the two halves or four bytes of a word. */
#define __vadd2(a, b) gpu__simd(GPU__V_add, 2, 1, 0, a, b)
#define __vaddss2(a, b) gpu__simd(GPU__V_addss, 2, 1, 0, a, b)
#define __vaddus2(a, b) gpu__simd(GPU__V_addus, 2, 1, 0, a, b)
#define __vsub2(a, b) gpu__simd(GPU__V_sub, 2, 1, 0, a, b)
#define __vsubss2(a, b) gpu__simd(GPU__V_subss, 2, 1, 0, a, b)
#define __vsubus2(a, b) gpu__simd(GPU__V_subus, 2, 1, 0, a, b)
#define __vabsdiffs2(a, b) gpu__simd(GPU__V_absdiffs, 2, 1, 0, a, b)
#define __vabsdiffu2(a, b) gpu__simd(GPU__V_absdiffu, 2, 1, 0, a, b)
#define __vavgs2(a, b) gpu__simd(GPU__V_avgs, 2, 1, 0, a, b)
#define __vavgu2(a, b) gpu__simd(GPU__V_avgu, 2, 1, 0, a, b)
#define __vhaddu2(a, b) gpu__simd(GPU__V_haddu, 2, 1, 0, a, b)
#define __vmaxs2(a, b) gpu__simd(GPU__V_maxs, 2, 1, 0, a, b)
#define __vmaxu2(a, b) gpu__simd(GPU__V_maxu, 2, 1, 0, a, b)
#define __vmins2(a, b) gpu__simd(GPU__V_mins, 2, 1, 0, a, b)
#define __vminu2(a, b) gpu__simd(GPU__V_minu, 2, 1, 0, a, b)
#define __vcmpeq2(a, b) gpu__simd(GPU__V_eq, 2, ~0u, 0, a, b)
#define __vseteq2(a, b) gpu__simd(GPU__V_eq, 2, 1, 0, a, b)
#define __vcmpne2(a, b) gpu__simd(GPU__V_ne, 2, ~0u, 0, a, b)
#define __vsetne2(a, b) gpu__simd(GPU__V_ne, 2, 1, 0, a, b)
#define __vcmpges2(a, b) gpu__simd(GPU__V_ges, 2, ~0u, 0, a, b)
#define __vsetges2(a, b) gpu__simd(GPU__V_ges, 2, 1, 0, a, b)
#define __vcmpgeu2(a, b) gpu__simd(GPU__V_geu, 2, ~0u, 0, a, b)
#define __vsetgeu2(a, b) gpu__simd(GPU__V_geu, 2, 1, 0, a, b)
#define __vcmpgts2(a, b) gpu__simd(GPU__V_gts, 2, ~0u, 0, a, b)
#define __vsetgts2(a, b) gpu__simd(GPU__V_gts, 2, 1, 0, a, b)
#define __vcmpgtu2(a, b) gpu__simd(GPU__V_gtu, 2, ~0u, 0, a, b)
#define __vsetgtu2(a, b) gpu__simd(GPU__V_gtu, 2, 1, 0, a, b)
#define __vcmples2(a, b) gpu__simd(GPU__V_les, 2, ~0u, 0, a, b)
#define __vsetles2(a, b) gpu__simd(GPU__V_les, 2, 1, 0, a, b)
#define __vcmpleu2(a, b) gpu__simd(GPU__V_leu, 2, ~0u, 0, a, b)
#define __vsetleu2(a, b) gpu__simd(GPU__V_leu, 2, 1, 0, a, b)
#define __vcmplts2(a, b) gpu__simd(GPU__V_lts, 2, ~0u, 0, a, b)
#define __vsetlts2(a, b) gpu__simd(GPU__V_lts, 2, 1, 0, a, b)
#define __vcmpltu2(a, b) gpu__simd(GPU__V_ltu, 2, ~0u, 0, a, b)
#define __vsetltu2(a, b) gpu__simd(GPU__V_ltu, 2, 1, 0, a, b)
#define __vneg2(a) gpu__simd(GPU__V_sub, 2, 1, 0, 0, a)
#define __vnegss2(a) gpu__simd(GPU__V_subss, 2, 1, 0, 0, a)
#define __vabs2(a) gpu__simd(GPU__V_absdiffs, 2, 1, 0, a, 0)
#define __vabsss2(a) gpu__simd(GPU__V_maxs, 2, 1, 0, a, gpu__simd(GPU__V_subss, 2, 1, 0, 0, a))
#define __vsads2(a, b) gpu__simd(GPU__V_absdiffs, 2, 1, 1, a, b)
#define __vsadu2(a, b) gpu__simd(GPU__V_absdiffu, 2, 1, 1, a, b)
#define __vadd4(a, b) gpu__simd(GPU__V_add, 4, 1, 0, a, b)
#define __vaddss4(a, b) gpu__simd(GPU__V_addss, 4, 1, 0, a, b)
#define __vaddus4(a, b) gpu__simd(GPU__V_addus, 4, 1, 0, a, b)
#define __vsub4(a, b) gpu__simd(GPU__V_sub, 4, 1, 0, a, b)
#define __vsubss4(a, b) gpu__simd(GPU__V_subss, 4, 1, 0, a, b)
#define __vsubus4(a, b) gpu__simd(GPU__V_subus, 4, 1, 0, a, b)
#define __vabsdiffs4(a, b) gpu__simd(GPU__V_absdiffs, 4, 1, 0, a, b)
#define __vabsdiffu4(a, b) gpu__simd(GPU__V_absdiffu, 4, 1, 0, a, b)
#define __vavgs4(a, b) gpu__simd(GPU__V_avgs, 4, 1, 0, a, b)
#define __vavgu4(a, b) gpu__simd(GPU__V_avgu, 4, 1, 0, a, b)
#define __vhaddu4(a, b) gpu__simd(GPU__V_haddu, 4, 1, 0, a, b)
#define __vmaxs4(a, b) gpu__simd(GPU__V_maxs, 4, 1, 0, a, b)
#define __vmaxu4(a, b) gpu__simd(GPU__V_maxu, 4, 1, 0, a, b)
#define __vmins4(a, b) gpu__simd(GPU__V_mins, 4, 1, 0, a, b)
#define __vminu4(a, b) gpu__simd(GPU__V_minu, 4, 1, 0, a, b)
#define __vcmpeq4(a, b) gpu__simd(GPU__V_eq, 4, ~0u, 0, a, b)
#define __vseteq4(a, b) gpu__simd(GPU__V_eq, 4, 1, 0, a, b)
#define __vcmpne4(a, b) gpu__simd(GPU__V_ne, 4, ~0u, 0, a, b)
#define __vsetne4(a, b) gpu__simd(GPU__V_ne, 4, 1, 0, a, b)
#define __vcmpges4(a, b) gpu__simd(GPU__V_ges, 4, ~0u, 0, a, b)
#define __vsetges4(a, b) gpu__simd(GPU__V_ges, 4, 1, 0, a, b)
#define __vcmpgeu4(a, b) gpu__simd(GPU__V_geu, 4, ~0u, 0, a, b)
#define __vsetgeu4(a, b) gpu__simd(GPU__V_geu, 4, 1, 0, a, b)
#define __vcmpgts4(a, b) gpu__simd(GPU__V_gts, 4, ~0u, 0, a, b)
#define __vsetgts4(a, b) gpu__simd(GPU__V_gts, 4, 1, 0, a, b)
#define __vcmpgtu4(a, b) gpu__simd(GPU__V_gtu, 4, ~0u, 0, a, b)
#define __vsetgtu4(a, b) gpu__simd(GPU__V_gtu, 4, 1, 0, a, b)
#define __vcmples4(a, b) gpu__simd(GPU__V_les, 4, ~0u, 0, a, b)
#define __vsetles4(a, b) gpu__simd(GPU__V_les, 4, 1, 0, a, b)
#define __vcmpleu4(a, b) gpu__simd(GPU__V_leu, 4, ~0u, 0, a, b)
#define __vsetleu4(a, b) gpu__simd(GPU__V_leu, 4, 1, 0, a, b)
#define __vcmplts4(a, b) gpu__simd(GPU__V_lts, 4, ~0u, 0, a, b)
#define __vsetlts4(a, b) gpu__simd(GPU__V_lts, 4, 1, 0, a, b)
#define __vcmpltu4(a, b) gpu__simd(GPU__V_ltu, 4, ~0u, 0, a, b)
#define __vsetltu4(a, b) gpu__simd(GPU__V_ltu, 4, 1, 0, a, b)
#define __vneg4(a) gpu__simd(GPU__V_sub, 4, 1, 0, 0, a)
#define __vnegss4(a) gpu__simd(GPU__V_subss, 4, 1, 0, 0, a)
#define __vabs4(a) gpu__simd(GPU__V_absdiffs, 4, 1, 0, a, 0)
#define __vabsss4(a) gpu__simd(GPU__V_maxs, 4, 1, 0, a, gpu__simd(GPU__V_subss, 4, 1, 0, 0, a))
#define __vsads4(a, b) gpu__simd(GPU__V_absdiffs, 4, 1, 1, a, b)
#define __vsadu4(a, b) gpu__simd(GPU__V_absdiffu, 4, 1, 1, a, b)
#define __fadd_rn(x, y) (GPU__AS(float, x) + GPU__AS(float, y))
#define __fsub_rn(x, y) (GPU__AS(float, x) - GPU__AS(float, y))
#define __fmul_rn(x, y) (GPU__AS(float, x) * GPU__AS(float, y))
#define __fdiv_rn(x, y) (GPU__AS(float, x) / GPU__AS(float, y))
#define __frcp_rn(x) (1.0f / GPU__AS(float, x))
#define __fsqrt_rn(x) sqrtf(x)
#define __fmaf_rn(x, y, z) fmaf(x, y, z)
#define __dadd_rn(x, y) (GPU__AS(double, x) + GPU__AS(double, y))
#define __dsub_rn(x, y) (GPU__AS(double, x) - GPU__AS(double, y))
#define __dmul_rn(x, y) (GPU__AS(double, x) * GPU__AS(double, y))
#define __ddiv_rn(x, y) (GPU__AS(double, x) / GPU__AS(double, y))
#define __drcp_rn(x) (1.0 / GPU__AS(double, x))
#define __dsqrt_rn(x) sqrt(GPU__AS(double, x))
#define __fma_rn(x, y, z) fma(GPU__AS(double, x), GPU__AS(double, y), GPU__AS(double, z))
#define __fdividef(x, y) (GPU__AS(float, x) / GPU__AS(float, y))
#define __saturatef(x) gpu__saturatef(x)
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, sine, cosine) gpu__sincosf(x, sine, cosine)
#define __powf(x, y) powf(x, y)

#if !defined(GPU__CUDA) && !defined(__cplusplus) /* in C++ they are functions */
#define rsqrtf(x) (1.0f / sqrtf(x))
#define rsqrt(x) (1.0 / sqrt(x))
#define rcbrtf(x) (1.0f / cbrtf(x))
#define rcbrt(x) (1.0 / cbrt(x))
#define normcdff(x) (GPU__AS(float, gpu__normcdf(GPU__AS(double, GPU__AS(float, x)))))
#define normcdf(x) gpu__normcdf(x)
#define erfinvf(x) (GPU__AS(float, gpu__erfinv(GPU__AS(double, GPU__AS(float, x)))))
#define erfinv(x) gpu__erfinv(x)
#define sinpif(x) (GPU__AS(float, gpu__sinpi(GPU__AS(double, GPU__AS(float, x)))))
#define cospif(x) (GPU__AS(float, gpu__cospi(GPU__AS(double, GPU__AS(float, x)))))
#define sinpi(x) gpu__sinpi(x)
#define cospi(x) gpu__cospi(x)
#define sincosf(x, sine, cosine) gpu__sincosf(x, sine, cosine)
#define sincos(x, sine, cosine) gpu__sincos(x, sine, cosine)
#define sincospif(x, sine, cosine) gpu__sincospif(x, sine, cosine)
#define sincospi(x, sine, cosine) gpu__sincospi(x, sine, cosine)
#ifdef GPU_CUDA_MIN_MAX
#define GPU__OF_NUMBERS(f, a, b)                                                                                       \
    (GPU__EXTENSION _Generic((a) + (b), GPU__OF_INTEGERS(f), GPU__OF_LONGS(f), GPU__OF_REALS(f))(a, b))
#define min(a, b) GPU__OF_NUMBERS(gpu__min, a, b)
#define max(a, b) GPU__OF_NUMBERS(gpu__max, a, b)
#endif
#endif
#ifndef GPU__CUDA
#ifndef __MATH_CONSTANTS_H__
/* The constants of CUDA's <math_constants.h>. */
#define CUDART_INF_F HUGE_VALF
#define CUDART_NAN_F GPU__AS(float, NAN)
#define CUDART_MIN_DENORM_F 1.401298464e-45f
#define CUDART_MAX_NORMAL_F 3.402823466e+38f
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_SQRT_HALF_HI_F 0.707106781f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_THIRD_F 0.333333333f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_3PIO4_F 2.356194490f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_SQRT_2_OVER_PI_F 0.797884561f
#define CUDART_PI_F 3.141592654f
#define CUDART_L2E_F 1.442695041f
#define CUDART_L2T_F 3.321928094f
#define CUDART_LG2_F 0.301029996f
#define CUDART_LGE_F 0.434294482f
#define CUDART_LN2_F 0.693147181f
#define CUDART_LNT_F 2.302585093f
#define CUDART_LNPI_F 1.144729886f
#define CUDART_INF HUGE_VAL
#define CUDART_NAN GPU__AS(double, NAN)
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_MIN_DENORM 4.9406564584124654e-324
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 1.4142135623730951e+0
#define CUDART_SQRT_HALF 7.0710678118654757e-1
#define CUDART_THIRD 3.3333333333333333e-1
#define CUDART_TWOTHIRD 6.6666666666666667e-1
#define CUDART_PIO4 7.8539816339744828e-1
#define CUDART_PIO2 1.5707963267948966e+0
#define CUDART_3PIO4 2.3561944901923448e+0
#define CUDART_2_OVER_PI 6.3661977236758138e-1
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_L2E 1.4426950408889634e+0
#define CUDART_L2T 3.3219280948873622e+0
#define CUDART_LG2 3.0102999566398120e-1
#define CUDART_LGE 4.3429448190325182e-1
#define CUDART_LN2 6.9314718055994529e-1
#define CUDART_LNT 2.3025850929940459e+0
#define CUDART_LNPI 1.1447298858494002e+0
#endif
#if !defined(GPU_CUDA_RUNTIME) || defined(GPU__CUDA)
#define warpSize 32
#elif defined(__cplusplus) /* no macro, since cudaDeviceProp has a member of that name */
static const int warpSize GPU__UNUSED = 32;
#else
enum { warpSize = 32 };
#endif
#ifndef __CUDACC__ /* specifiers of functions and variables; the CUDA headers may have defined them */
#undef __constant__
#undef __device__
#undef __host__
#undef __global__
#undef __launch_bounds__
#undef __forceinline__
#undef __noinline__
#undef __align__
#if defined(GPU_CUDA_RUNTIME) && defined(__cplusplus) /* `static` may be in front of it */
#define __constant__ GPU__UNUSED
#define __grid_constant__
#ifdef __ELF__
#define GPU__MANAGED_SECTION __attribute__((__section__("gpu_managed")))
#define GPU__MANAGED_BEGIN __start_gpu_managed
#define GPU__MANAGED_END __stop_gpu_managed
#define __managed__ GPU__MANAGED_SECTION
#else
#define __managed__
#endif
#else
#define __constant__ static GPU__UNUSED
#endif
#ifdef __cplusplus /* empty: in C++ it may precede a member, a lambda, or a function that is already static */
#define __device__
#else
#define __device__ static GPU__UNUSED
#endif
#define __host__
#define __global__                                                                                                     \
    GPU__MISTAKE("gpu.h: __global__ is for nvcc alone: write a kernel as GPU_KERNEL(name, (type, parameter), ...) "    \
                 "{ body } and launch it by name(gpu_1d(n), arguments), which runs on a GPU and on the CPU")
#define __launch_bounds__(...)
#define __forceinline__ GPU__FORCE_INLINE
#define __noinline__ /* empty, since headers of the C++ library use it inside __attribute__((...)) */
#define __align__(bytes) GPU__ALIGNED(bytes)
#endif
#endif
#endif
#if defined(GPU__CUDA) && defined(GPU_CUDA_DEVICE_FUNCTIONS) /* no warning that `host` is ignored for a variable */
#pragma nv_diag_suppress 1835
#undef __device__
#define __device__ __location__(host) __location__(device)
#endif
