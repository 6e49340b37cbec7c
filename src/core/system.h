/* ============================================================================================= >>implementation == */

#if (defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC)) && !defined(GPU__IMPLEMENTED)
#define GPU__IMPLEMENTED
#ifdef GPU_HOST_MALLOC
#define GPU__OWN_ALLOCATOR
#else
#define GPU_HOST_MALLOC(bytes) malloc(bytes)
#define GPU_HOST_FREE(p) free(p)
#endif
#ifdef GPU__CUDA
static __global__ void gpu__probe(void) {} /* its attributes tell whether this program has code for a device */
#endif
#ifdef GPU_TAPE
/* What gpu_backward itself computes. It stands here because nvcc's device pass compiles only the kernels whose calls it
   reads. */
static inline gpu_status gpu__tape_fill(void *to, double x, size_t n, size_t size)
{
    return size == sizeof(float) ? gpu_fill_f32((float *)to, (float)x, n) : gpu_fill_f64((double *)to, x, n);
}
static inline gpu_status gpu__tape_add(void *to, const void *part, size_t n, size_t size)
{
    const uint16_t *const x = (const uint16_t *)to, *const y = (const uint16_t *)part;
    if (size == sizeof(float)) return gpu_add_f32((float *)to, (const float *)to, (const float *)part, n);
    if (size == sizeof(double)) return gpu_add_f64((double *)to, (const double *)to, (const double *)part, n);
    if (size == 2) return GPU__MATMUL_MAPS gpu__sum_bf16((uint16_t *)to, x, y, n);
    return GPU__MATMUL_MAPS gpu__sum_f16((uint16_t *)to, x, y, n);
}
#endif
#if defined(__CUDA_ARCH__) && !defined(GPU_KERNELS_FOR_C)
/* nvcc's device pass needs no host functions. (This one prevents nvcc's warning that the program's allocator is never
   called.) */
static inline void gpu__host_functions(void) { GPU_HOST_FREE(GPU_HOST_MALLOC(1)); }
#else

#ifdef GPU__MSVC
#pragma warning(push)
#pragma warning(disable : 4996) /* it recommends Microsoft's replacements of getenv, fopen and strncpy */
#endif
#ifdef GPU_COMPILE
#include <limits.h>
#endif
#if defined(MPI_VERSION) && defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#ifdef GPU_COMPILE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#define GPU__ENVIRON (*_NSGetEnviron())
#else
extern char **environ; /* strict C does not declare it */
#define GPU__ENVIRON environ
#endif
#ifndef GPU__PROCESSOR_FILE
#define GPU__PROCESSOR_FILE "/proc/cpuinfo"
#endif
#endif
#ifdef GPU_SEVERAL_DEVICES
#include <pthread.h>
#endif
#include <sched.h>
#include <unistd.h>
#endif
/* How the CPU backend switches between the threads of a block. */
#if defined(GPU__GNU) && (defined(__x86_64__) || (defined(__aarch64__) && !defined(_WIN32))) &&                        \
    !defined(GPU__TEST_UCONTEXT)
#define GPU__SWITCH_ASM 1
#elif defined(_WIN32)
#define GPU__SWITCH_WIN32 1
#else
#define GPU__SWITCH_UCONTEXT 1
#include <ucontext.h>
#endif
/* On x86-64 kernels call the switch themselves: see gpu__suspended. */
#if defined(GPU__SWITCH_ASM) && defined(GPU__NAKED) && !defined(_WIN32)
#define GPU__SWITCH_NAKED 1
#endif
#if defined(__SANITIZE_ADDRESS__)
#define GPU__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPU__ASAN 1
#endif
#endif
#ifdef GPU__ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef GPU__TSAN
#include <sanitizer/tsan_interface.h>
#endif
#ifdef __linux__
#ifdef __GLIBC__ /* whose sys/syscall.h has 1600 lines more */
#include <asm/unistd.h>
#else
#include <sys/syscall.h>
#endif
#ifndef __cplusplus /* strict C does not declare it */
extern long syscall(long, ...);
#endif
#endif
#ifndef _WIN32
#include <sys/mman.h>
#if defined(MAP_ANONYMOUS)
#define GPU__MAP_ANONYMOUS MAP_ANONYMOUS
#elif defined(MAP_ANON)
#define GPU__MAP_ANONYMOUS MAP_ANON
#else /* strict C99 defines neither */
#define GPU__MAP_ANONYMOUS 0x20
#endif
#endif
#ifdef __linux__
#ifdef MADV_HUGEPAGE
#define GPU__HUGE_PAGES MADV_HUGEPAGE
#else /* strict C99 defines neither */
#define GPU__HUGE_PAGES 14
extern int madvise(void *, size_t, int);
#endif
#endif
#ifdef GPU__X86
#include <emmintrin.h>
#endif

#if defined(__cplusplus) && !defined(GPU_STATIC)
extern "C" {
#endif
#ifndef GPU_STATIC /* with GPU_STATIC the declaration is the definition */
GPU__TLS gpu__cpu_thread gpu__simulated;
GPU__TLS gpu__call_sites gpu__noted_sites;
GPU__TLS unsigned char gpu__trace[1024];
gpu__trimmed *gpu__all_trimmed;
#endif

/* From here to the end of the implementation gcc -O3 optimises as with -O1, and inlines small functions and functions
   declared `inline`, which are those on the path of a call. A file then takes half as long to compile, and a call of 25
   ns takes 1 ns more. The passes named by `no-` are 8 % of that and gain nothing here. Loops over elements are exempt:
   they have GPU__HOT. */
#if defined(GPU__GCC) && defined(__OPTIMIZE__)
#ifdef GPU__CUDA
#pragma nv_diag_suppress 1675 /* nvcc passes these pragmas to gcc, but warns about them */
#endif
#pragma GCC push_options
#pragma GCC optimize("O1", "strict-aliasing", "inline-small-functions")
#pragma GCC optimize("no-tree-pta", "no-dse", "no-tree-dse", "no-dce")
#endif
