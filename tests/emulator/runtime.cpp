/* The emulated device: its threads, shared memory, and the functions of CUDA's runtime that gpu.h calls. This file is
   compiled without the sanitizers, since every barrier of every thread passes here. */

#include "cuda_runtime.h"
#include <algorithm>
#include <map>
#include <mutex>
#include <sched.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <vector>

thread_local uint3 threadIdx, blockIdx;
thread_local dim3 blockDim, gridDim;

namespace emulator
{
/* ---- Fibers -------------------------------------------------------------------------------------------------------- */
enum { Most_threads = 1024, Most_cluster = 8, Stack = 256 << 10, Arena = 512 << 10, Redzone = 64, Static_limit = 48 << 10, Limit = 227 << 10 };
enum state { ready, spinning, in_warp, in_block, in_cluster, ended };
struct copy {
    char *to;
    const char *from;
    unsigned bytes, there;
    int group;
};
struct fiber {
    void *stack_pointer;
    char *stack;
    uint3 index;
    state is;
    operation what; /* while in_warp */
    unsigned mask, from;
    uint64_t value;
    std::vector<copy> copies;
    int groups;
    bool arrived; /* at the barrier of the cluster */
};
struct variable {
    const void *key;
    unsigned at;
    size_t bytes;
};
/* A block of a cluster, most of which have one. */
struct block {
    fiber fibers[Most_threads];
    uint3 index;
    unsigned alive, waiting;
    unsigned lanes_alive[Most_threads / 32], lanes_waiting[Most_threads / 32];
    long long combined[3], barrier_result[3];
    char *arena; /* its shared memory */
};
/* What runs belongs to the host thread that launched it: with two devices, their kernels wait for each other. */
static thread_local block blocks[Most_cluster];
static thread_local block *here = blocks; /* the one whose thread runs */
static thread_local unsigned cluster, cluster_waiting;
static thread_local bool cluster_met; /* all blocks of the cluster have begun */
static thread_local void *scheduler;
static thread_local fiber *current;
static thread_local unsigned threads;
static thread_local const std::function<void()> *body;
static thread_local std::vector<variable> variables;
static thread_local unsigned arena_used;
static thread_local size_t dynamic_size;
static thread_local unsigned dynamic; /* where it begins */
static thread_local const void *running;
static std::map<const void *, cudaError_t (*)(const void *, const shape &, void **)> launchers;
static std::map<const void *, size_t> most_dynamic;

void fail(const char *why)
{
    fprintf(stderr, "emulator: %s: block (%u,%u,%u) of (%u,%u,%u), thread (%u,%u,%u) of (%u,%u,%u)\n", why, blockIdx.x,
            blockIdx.y, blockIdx.z, gridDim.x, gridDim.y, gridDim.z, threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x,
            blockDim.y, blockDim.z);
    *(volatile int *)nullptr = 0; /* the sanitizer shows where */
    abort();
}

/* Saves what a call must preserve on the stack, and goes on where the other stack was left. */
extern "C" void emulator_switch(void **own, void *other);
__asm__(".text\n.type emulator_switch, @function\nemulator_switch:\n"
        "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
        "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n");

static void leave(state s)
{
    fiber *const own = current;
    own->is = s;
    emulator_switch(&own->stack_pointer, scheduler);
}
static unsigned number_of(const fiber *f) { return (unsigned)(f - here->fibers); }
unsigned lane() { return number_of(current) % 32; }

static uint64_t result_for(const fiber *warp, unsigned mask, unsigned own)
{
    uint64_t r = 0;
    const uint64_t value = warp[own].value;
    switch (warp[own].what) {
    case sync_warp:
        break;
    case shuffle:
        return mask >> warp[own].from % 32 & 1 ? warp[warp[own].from % 32].value : 0x7ff7dead7fc0deadull; /* undefined */
    case ballot:
        for (unsigned k = 0; k < 32; k++)
            if (mask >> k & 1 && warp[k].value) r |= 1ull << k;
        break;
    case match_any:
        for (unsigned k = 0; k < 32; k++)
            if (mask >> k & 1 && warp[k].value == value) r |= 1ull << k;
        break;
    case least:
    case greatest:
        r = value;
        for (unsigned k = 0; k < 32; k++)
            if (mask >> k & 1 && (warp[own].what == least ? warp[k].value < r : warp[k].value > r)) r = warp[k].value;
        break;
    default:
        fail("no such operation of a warp");
    }
    return r;
}
/* Lets the lanes go on that wait for each other, where all of them have come. */
static void complete(unsigned warp, unsigned mask)
{
    fiber *const first = here->fibers + warp * 32;
    const unsigned there = mask & here->lanes_alive[warp];
    if ((here->lanes_waiting[warp] & there) != there) return;
    uint64_t results[32];
    operation what = sync_warp;
    bool any = false;
    for (unsigned k = 0; k < 32; k++)
        if (there >> k & 1) {
            if (first[k].mask != mask) return;
            if (any && first[k].what != what) fail("lanes of a warp meet at different operations");
            what = first[k].what, any = true;
        }
    for (unsigned k = 0; k < 32; k++)
        if (there >> k & 1) results[k] = result_for(first, there, k);
    for (unsigned k = 0; k < 32; k++)
        if (there >> k & 1) first[k].value = results[k], first[k].is = ready;
    here->lanes_waiting[warp] &= ~there;
}
uint64_t together(operation what, unsigned mask, uint64_t value, unsigned from)
{
    fiber *const own = current;
    if (!(mask >> lane() & 1)) fail("a thread is not in the mask of its own operation");
    own->what = what, own->mask = mask, own->value = value, own->from = from, own->is = in_warp;
    here->lanes_waiting[number_of(own) / 32] |= 1u << lane();
    complete(number_of(own) / 32, mask);
    leave(own->is);
    return own->value;
}
static void barrier_complete()
{
    if (!here->waiting || here->waiting < here->alive) return;
    for (int k = 0; k < 3; k++) here->barrier_result[k] = here->combined[k];
    here->combined[count_true] = 0, here->combined[all_true] = 1, here->combined[any_true] = 0, here->waiting = 0;
    for (unsigned k = 0; k < threads; k++)
        if (here->fibers[k].is == in_block) here->fibers[k].is = ready;
}
int barrier(int predicate, int what)
{
    const bool p = predicate != 0;
    here->combined[count_true] += p, here->combined[all_true] &= p, here->combined[any_true] |= p;
    here->waiting++;
    current->is = in_block;
    barrier_complete();
    leave(current->is);
    return (int)here->barrier_result[what];
}
void yield()
{
    leave(spinning);
    sched_yield();
}

/* ---- Shared memory: an arena with poisoned gaps, filled with what is no number -------------------------------------- */
static void *place(const void *key, size_t bytes, size_t alignment)
{
    unsigned at = (arena_used + Redzone + (unsigned)alignment - 1) / (unsigned)alignment * (unsigned)alignment;
    if (at + bytes + Redzone > Arena) fail("the emulator's shared memory is too small");
    variables.push_back({key, at, bytes});
    arena_used = at + (unsigned)bytes;
    for (unsigned k = 0; k < cluster; k++) {
        __asan_unpoison_memory_region(blocks[k].arena + at, bytes);
        memset(blocks[k].arena + at, 0xff, bytes);
    }
    return here->arena + at;
}
void *shared(const void *key, size_t bytes, size_t alignment)
{
    size_t all = bytes;
    for (const variable &v : variables) {
        if (v.key == key && v.bytes == bytes) return here->arena + v.at;
        if (v.key) all += v.bytes;
    }
    if (all > Static_limit) fail("more than 48 KiB of static shared memory");
    if (all + dynamic_size > Limit) fail("more shared memory than a block can have");
    return place(key, bytes, alignment);
}
void *dynamic_shared() { return here->arena + dynamic; }
unsigned dynamic_bytes() { return (unsigned)dynamic_size; }
unsigned to_shared(const void *p)
{
    if ((const char *)p < here->arena || (const char *)p > here->arena + Arena) fail("not an address of shared memory");
    return (unsigned)((const char *)p - here->arena);
}
void *from_shared(unsigned address)
{
    const unsigned which = address / Arena;
    if (!which) return here->arena + address;
    if (which > cluster) fail("not an address of shared memory");
    if (!cluster_met) fail("the other blocks of the cluster may not have begun");
    if (!blocks[which - 1].alive) fail("the shared memory of a block that has ended");
    return blocks[which - 1].arena + address % Arena;
}
unsigned cluster_rank() { return (unsigned)(here - blocks); }
unsigned of_block(unsigned address, unsigned rank) { return address % Arena + (rank + 1) * Arena; }
static void cluster_complete()
{
    unsigned all = 0;
    for (unsigned k = 0; k < cluster; k++) all += blocks[k].alive;
    if (!cluster_waiting || cluster_waiting < all) return;
    cluster_waiting = 0, cluster_met = true;
    for (unsigned k = 0; k < cluster * threads; k++) {
        fiber &f = blocks[k / threads].fibers[k % threads];
        if (f.is == in_cluster) f.is = ready;
    }
}
void cluster_arrive()
{
    if (current->arrived) fail("a thread arrives twice at the barrier of a cluster");
    current->arrived = true;
}
void cluster_wait()
{
    if (!current->arrived) fail("a thread waits at the barrier of a cluster and has not arrived there");
    current->arrived = false;
    cluster_waiting++;
    current->is = in_cluster;
    cluster_complete();
    leave(current->is);
}

/* ---- Asynchronous copies -------------------------------------------------------------------------------------------- */
void copy_later(unsigned to, const void *from, unsigned bytes, unsigned there)
{
    if (to % bytes || (uintptr_t)from % bytes) fail("an asynchronous copy that is not aligned");
    current->copies.push_back({(char *)from_shared(to), (const char *)from, bytes, there, current->groups});
}
void commit_copies() { current->groups++; }
void wait_for_copies(int pending)
{
    std::vector<copy> left;
    for (const copy &c : current->copies)
        if (c.group < current->groups - pending) {
            if (c.there) memcpy(c.to, c.from, c.bytes); /* of a part, too, the hardware reads all */
            memset(c.to + c.there, 0, c.bytes - c.there);
        } else
            left.push_back(c);
    current->copies = left;
}
/* A barrier in shared memory: arrivals that it expects, those that are missing, the phase, bytes that are missing. */
struct phases {
    unsigned short expected, missing : 15, phase : 1;
    int bytes;
};
static phases *phases_at(unsigned barrier) { return (phases *)from_shared(barrier); }
static void turn(phases *b)
{
    if (!b->missing && !b->bytes) b->phase = (unsigned short)(b->phase ^ 1), b->missing = b->expected & 0x7fff;
}
void barrier_start(unsigned barrier, int arrivals)
{
    phases *const b = phases_at(barrier);
    b->expected = (unsigned short)arrivals, b->missing = (unsigned short)(arrivals & 0x7fff), b->phase = 0, b->bytes = 0;
}
void barrier_expect(unsigned barrier, int bytes)
{
    phases *const b = phases_at(barrier);
    b->bytes += bytes, b->missing = (unsigned short)((b->missing - 1) & 0x7fff);
    turn(b);
}
bool barrier_passed(unsigned barrier, unsigned parity)
{
    if (phases_at(barrier)->phase != parity) return true;
    yield();
    return false;
}
void came(unsigned barrier, unsigned bytes)
{
    phases_at(barrier)->bytes -= (int)bytes;
    turn(phases_at(barrier));
}
void bulk_copy(unsigned to, const void *from, unsigned bytes, unsigned barrier)
{
    if (to % 16 || (uintptr_t)from % 16 || bytes % 16) fail("a bulk copy that is not aligned");
    memcpy(from_shared(to), from, bytes);
    came(barrier, bytes);
}

/* ---- Blocks --------------------------------------------------------------------------------------------------------- */
static void enter()
{
    (*body)();
    for (const copy &c : current->copies) (void)c, fail("a thread ends with copies that it has not waited for");
    if (current->arrived) fail("a thread ends and has not waited at the barrier of its cluster");
    here->alive--;
    current->is = ended;
    barrier_complete();
    cluster_complete();
    const unsigned warp = number_of(current) / 32;
    here->lanes_alive[warp] &= ~(1u << lane());
    for (unsigned k = 0; k < 32; k++)
        if (here->lanes_waiting[warp] >> k & 1) complete(warp, here->fibers[warp * 32 + k].mask);
    leave(ended);
}
static void make(fiber *f)
{
    if (!f->stack) {
        f->stack = (char *)mmap(nullptr, Stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (f->stack == MAP_FAILED) fail("no memory for a stack");
    }
    void **top = (void **)(f->stack + Stack) - 2;
    *top = (void *)enter; /* where the first switch returns to, with the stack as behind a call */
    f->stack_pointer = top - 6;
    memset(f->stack_pointer, 0, 6 * sizeof *top);
    f->is = ready, f->groups = 0, f->arrived = false;
    f->copies.clear();
}
static void begin_block()
{
    for (unsigned w = 0; w < (threads + 31) / 32; w++) here->lanes_alive[w] = here->lanes_waiting[w] = 0;
    for (unsigned k = 0; k < threads; k++) {
        make(here->fibers + k);
        here->lanes_alive[k / 32] |= 1u << k % 32;
        here->fibers[k].index = {k % blockDim.x, k / blockDim.x % blockDim.y, k / blockDim.x / blockDim.y};
    }
    here->alive = threads, here->waiting = 0;
    here->combined[count_true] = 0, here->combined[all_true] = 1, here->combined[any_true] = 0;
    __asan_unpoison_memory_region(here->arena, arena_used);
    memset(here->arena, 0xff, arena_used);
    unsigned end = 0;
    for (const variable &v : variables) {
        __asan_poison_memory_region(here->arena + end, v.at - end);
        end = v.at + (unsigned)v.bytes;
    }
}
/* Lets each thread go on as far as it can; returns whether one went on. */
static bool advance_block(unsigned order)
{
    const unsigned warps = (threads + 31) / 32;
    bool progress = false;
    blockIdx = here->index;
    for (unsigned w = 0; w < warps; w++) {
        const unsigned warp = order & 1 ? warps - 1 - w : w;
        for (bool again = true; again;) { /* one warp as long as it can go on */
            again = false;
            for (unsigned l = 0; l < 32; l++) {
                const unsigned k = warp * 32 + (order & 2 ? 31 - l : l);
                if (k >= threads || here->fibers[k].is != ready) continue;
                current = here->fibers + k, threadIdx = current->index;
                emulator_switch(&scheduler, current->stack_pointer);
                again = progress = true;
            }
        }
    }
    for (unsigned k = 0; k < threads; k++)
        if (here->fibers[k].is == spinning) here->fibers[k].is = ready, progress = true;
    return progress;
}
static void run_cluster(unsigned order, uint3 first)
{
    unsigned long long turns = 0;
    cluster_waiting = 0, cluster_met = false;
    for (unsigned k = 0; k < cluster; k++) {
        here = blocks + k;
        here->index = {first.x + k, first.y, first.z};
        begin_block();
    }
    for (bool progress, alive = true; alive;) {
        progress = alive = false;
        for (unsigned k = 0; k < cluster; k++) {
            here = blocks + (order & 1 ? cluster - 1 - k : k);
            if (here->alive && advance_block(order)) progress = true;
        }
        for (unsigned k = 0; k < cluster; k++) alive |= blocks[k].alive != 0;
        if (!progress && alive) fail("no thread of the block can go on");
        if (++turns > 50000000) fail("threads wait in loops for ever");
    }
    here = blocks;
}
void know(const void *kernel, cudaError_t (*launch)(const void *, const shape &, void **)) { launchers[kernel] = launch; }
static cudaStream_t captured; /* the stream that is recorded, and what was queued on it */
static std::vector<std::function<void()>> recorded;
template <class Work> static cudaError_t perform(cudaStream_t stream, const Work &work)
{
    if (stream && stream == captured)
        recorded.push_back(work);
    else
        work();
    return cudaSuccess;
}
static void run_grid(const void *kernel, const shape &s, const std::function<void()> &of_a_thread)
{
    static const unsigned order = getenv("EMULATOR_ORDER") ? (unsigned)atoi(getenv("EMULATOR_ORDER")) : 0;
    cluster = s.cluster;
    for (block *b = blocks; b < blocks + cluster; b++) {
        if (!b->arena) b->arena = (char *)mmap(nullptr, Arena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (b->arena == MAP_FAILED) fail("no memory for shared memory");
        __asan_poison_memory_region(b->arena, Arena);
    }
    variables.clear(), arena_used = 0;
    running = kernel, body = &of_a_thread, dynamic_size = s.shared;
    gridDim = s.grid, blockDim = s.block, threads = s.block.x * s.block.y * s.block.z;
    dynamic = (unsigned)((char *)place(nullptr, s.shared, 1024) - here->arena);
    for (unsigned z = 0; z < s.grid.z; z++)
        for (unsigned y = 0; y < s.grid.y; y++)
            for (unsigned x = 0; x < s.grid.x; x += cluster) run_cluster(order, {x, y, z});
}
cudaError_t run(const void *kernel, const shape &s, const std::function<void()> &of_a_thread)
{
    const auto most = most_dynamic.find(kernel);
    if (!s.grid.x || !s.grid.y || !s.grid.z || s.grid.x > 0x7fffffff || s.grid.y > 65535 || s.grid.z > 65535)
        return cudaErrorInvalidConfiguration;
    if (!s.block.x || !s.block.y || !s.block.z || s.block.x * s.block.y * s.block.z > Most_threads)
        return cudaErrorInvalidConfiguration;
    if (!s.cluster || s.cluster > Most_cluster || s.grid.x % s.cluster) return cudaErrorInvalidClusterSize;
    if (s.shared > (most == most_dynamic.end() ? (size_t)Static_limit : most->second)) return cudaErrorInvalidValue;
    return perform(s.stream, [=] { run_grid(kernel, s, of_a_thread); });
}
static thread_local cudaError_t last;
cudaError_t last_error(cudaError_t e)
{
    if (e) last = e;
    return e;
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */
struct allocation {
    size_t bytes;
    cudaMemoryType type;
    int device;
};
static thread_local int current_device;
static std::mutex allocating;
static std::map<uintptr_t, allocation> allocations;
static cudaError_t allocate(void **p, size_t bytes, cudaMemoryType type)
{
    std::lock_guard<std::mutex> lock(allocating);
    if (bytes > (size_t)4 << 30) return last_error(cudaErrorMemoryAllocation);
    if (posix_memalign(p, 512, bytes ? bytes : 1)) return last_error(cudaErrorMemoryAllocation);
    memset(*p, 0xff, bytes);
    allocations[(uintptr_t)*p] = {bytes ? bytes : 1, type, current_device};
    return cudaSuccess;
}
static cudaError_t release(void *p)
{
    std::lock_guard<std::mutex> lock(allocating);
    if (!p) return cudaSuccess;
    const auto found = allocations.find((uintptr_t)p);
    if (found == allocations.end()) return last_error(cudaErrorInvalidValue);
    allocations.erase(found);
    free(p);
    return cudaSuccess;
}
} // namespace emulator
using namespace emulator;

extern "C" {
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *kernel, void **argv)
{
    const auto found = launchers.find(kernel);
    if (found == launchers.end()) return last_error(cudaErrorInvalidDeviceFunction);
    return last_error(found->second(kernel, shape_of(c), argv));
}
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **argv, size_t shared, cudaStream_t stream)
{
    cudaLaunchConfig_t c = {};
    c.gridDim = grid, c.blockDim = block, c.dynamicSmemBytes = shared, c.stream = stream;
    return cudaLaunchKernelExC(&c, kernel, argv);
}
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t)
{
    return last_error(cudaErrorNotSupported);
}
cudaError_t cudaGetLastError()
{
    const cudaError_t e = last;
    last = cudaSuccess;
    return e;
}
cudaError_t cudaPeekAtLastError() { return last; }
const char *cudaGetErrorName(cudaError_t) { return "cudaError"; }
const char *cudaGetErrorString(cudaError_t e)
{
    static thread_local char text[40];
    snprintf(text, sizeof text, "error %d of the emulated device", (int)e);
    return text;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    return *count = getenv("EMULATOR_DEVICES") ? atoi(getenv("EMULATOR_DEVICES")) : 1, cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) { return *device = current_device, cudaSuccess; }
cudaError_t cudaSetDevice(int device)
{
    int count;
    cudaGetDeviceCount(&count);
    if (device < 0 || device >= count) return cudaErrorInvalidDevice;
    return current_device = device, cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { return *can = 1, cudaSuccess; }
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { return *least = *greatest = 0, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaMemGetInfo(size_t *unused, size_t *all) { return *unused = *all = (size_t)4 << 30, cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    memset(p, 0, sizeof *p);
    strcpy(p->name, "an emulated device");
    p->totalGlobalMem = (size_t)4 << 30;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int)
{
    /* 1: for kernels whose blocks wait for each other, and are as many */
    static const int multiprocessors = getenv("EMULATOR_MULTIPROCESSORS") ? atoi(getenv("EMULATOR_MULTIPROCESSORS")) : 4;
    static const std::map<int, int> values = {{cudaDevAttrComputeCapabilityMajor, EMULATED_ARCH / 100},
                                              {cudaDevAttrComputeCapabilityMinor, EMULATED_ARCH / 10 % 10},
                                              {cudaDevAttrMultiProcessorCount, multiprocessors},
                                              {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
                                              {cudaDevAttrMaxSharedMemoryPerBlock, Static_limit},
                                              {cudaDevAttrMaxSharedMemoryPerBlockOptin, Limit},
                                              {cudaDevAttrMaxSharedMemoryPerMultiprocessor, Limit + 1024},
                                              {cudaDevAttrWarpSize, 32},
                                              {cudaDevAttrMaxThreadsPerBlock, Most_threads},
                                              {cudaDevAttrMaxBlockDimX, Most_threads},
                                              {cudaDevAttrMaxBlockDimY, Most_threads},
                                              {cudaDevAttrMaxBlockDimZ, 64},
                                              {cudaDevAttrMaxGridDimX, 0x7fffffff},
                                              {cudaDevAttrMaxGridDimY, 65535},
                                              {cudaDevAttrMaxGridDimZ, 65535},
                                              {cudaDevAttrL2CacheSize, 50 << 20},
                                              {cudaDevAttrClockRate, 1000000},
                                              {cudaDevAttrMemoryClockRate, 1000000},
                                              {cudaDevAttrMemoryPoolsSupported, getenv("EMULATOR_POOLS") != nullptr},
                                              {cudaDevAttrGlobalMemoryBusWidth, 5120}};
    const auto found = values.find((int)which);
    *value = found == values.end() ? 0 : found->second;
    return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, const void *)
{
    memset(a, 0, sizeof *a);
    a->binaryVersion = a->ptxVersion = EMULATED_ARCH / 10;
    a->sharedSizeBytes = getenv("EMULATOR_STATIC_SHARED") ? 1 : 0; /* whether there is any is all that is asked */
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute what, int value)
{
    if (value > Limit) return last_error(cudaErrorInvalidValue);
    if (what == cudaFuncAttributeMaxDynamicSharedMemorySize) most_dynamic[kernel] = (size_t)value;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int, size_t)
{
    return *blocks = 2, cudaSuccess;
}

cudaError_t cudaMalloc(void **p, size_t bytes) { return allocate(p, bytes, cudaMemoryTypeDevice); }
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t) { return allocate(p, bytes, cudaMemoryTypeDevice); }
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t, cudaStream_t)
{
    return allocate(p, bytes, cudaMemoryTypeDevice);
}
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned) { return allocate(p, bytes, cudaMemoryTypeManaged); }
cudaError_t cudaMallocHost(void **p, size_t bytes) { return allocate(p, bytes, cudaMemoryTypeHost); }
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned) { return allocate(p, bytes, cudaMemoryTypeHost); }
cudaError_t cudaFree(void *p) { return release(p); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return release(p); }
cudaError_t cudaFreeHost(void *p) { return release(p); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value)
{
    return memset(value, 0, sizeof(uint64_t)), cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t) { return cudaSuccess; }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p)
{
    std::lock_guard<std::mutex> lock(allocating);
    auto found = allocations.upper_bound((uintptr_t)p);
    memset(a, 0, sizeof *a);
    a->type = cudaMemoryTypeUnregistered;
    if (found == allocations.begin() || (uintptr_t)p >= (--found)->first + found->second.bytes) return cudaSuccess;
    a->type = found->second.type;
    a->device = found->second.device;
    a->devicePointer = a->hostPointer = (void *)p;
    return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind, cudaStream_t stream)
{
    return perform(stream, [=] {
        for (size_t k = 0; k < height; k++) memmove((char *)to + k * to_pitch, (const char *)from + k * from_pitch, width);
    });
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return cudaMemcpy2DAsync(to, 0, from, 0, bytes, 1, kind, stream);
}
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    return cudaMemcpyAsync((char *)(uintptr_t)symbol + offset, from, bytes, kind, stream);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    return cudaMemcpyAsync(to, (const char *)symbol + offset, bytes, kind, stream);
}
cudaError_t cudaMemset(void *p, int value, size_t bytes) { return memset(p, value, bytes), cudaSuccess; }
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream)
{
    return perform(stream, [=] { memset(p, value, bytes); });
}

/* Whatever is queued is done: streams and events are no more than addresses. */
static cudaError_t handle(void *to)
{
    void *const made = malloc(1);
    memcpy(to, &made, sizeof made);
    return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) { return handle(pool); }
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { return free((void *)pool), cudaSuccess; }
cudaError_t cudaStreamCreate(cudaStream_t *s) { return handle(s); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return handle(s); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned, int) { return handle(s); }
cudaError_t cudaStreamDestroy(cudaStream_t s) { return free((void *)s), cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t *e) { return handle(e); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return handle(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { return free((void *)e), cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) { return *ms = 1, cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) { return *priority = 0, cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void *data)
{
    return perform(stream, [=] { f(data); });
}

/* Graphs: a list of what is to be done. */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    captured = stream;
    recorded.clear();
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph)
{
    *graph = (cudaGraph_t) new std::vector<std::function<void()>>(recorded);
    captured = nullptr;
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *, size_t *count)
{
    return *count = ((std::vector<std::function<void()>> *)graph)->size(), cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long)
{
    *made = (cudaGraphExec_t) new std::vector<std::function<void()>>(*(std::vector<std::function<void()>> *)graph);
    return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t)
{
    for (const auto &work : *(std::vector<std::function<void()>> *)graph) work();
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph)
{
    return delete (std::vector<std::function<void()>> *)graph, cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete (std::vector<std::function<void()>> *)graph, cudaSuccess; }

void __assertfail(const char *said, const char *, unsigned, const char *, size_t) { fail(said); }

/* Not emulated. */
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *) { return cudaSuccess; }
cudaError_t cudaLibraryLoadData(cudaLibrary_t *, const void *, cudaJitOption *, void **, unsigned, cudaLibraryOption *,
                                void **, unsigned)
{
    return last_error(cudaErrorNotSupported);
}
cudaError_t cudaLibraryUnload(cudaLibrary_t) { return cudaSuccess; }
cudaError_t cudaLibraryGetKernel(cudaKernel_t *, cudaLibrary_t, const char *) { return last_error(cudaErrorNotSupported); }
cudaError_t cudaGetDriverEntryPointByVersion(const char *, void **, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult *)
{
    return last_error(cudaErrorNotSupported);
}
}
