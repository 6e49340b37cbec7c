/* Included before all else, this makes of clang a compiler without GNU's extensions, as far as gpu.h sees: on Windows
   Microsoft's, elsewhere one that no more is known of. The system's headers, which need them, are read before that. */

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <process.h>
#include <windows.h>
#include <intrin.h>
#else
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#ifdef __cplusplus
#include <atomic>
#else
#include <stdatomic.h>
#endif
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

/* What gpu.h switches off where it knows how. */
#pragma clang diagnostic ignored "-Wlanguage-extension-token"
#pragma clang diagnostic ignored "-Wtautological-compare"
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-parameter"

#undef __GNUC__
#undef __clang__
#undef __ELF__
#ifdef _WIN32
#undef __MINGW32__
#undef __MINGW64__
#undef __forceinline /* a keyword */
#undef _ReadWriteBarrier
static inline void other_barrier(void) { __asm__ __volatile__("" ::: "memory"); }
#define _ReadWriteBarrier() other_barrier()
#define __INTRIN_H /* clang's own, which look at what follows, are not to be read */
#define _MSC_VER 1940
#define _MSVC_TRADITIONAL 0
#endif
