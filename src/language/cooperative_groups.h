/* CUDA's cooperative groups for bodies that run on the CPU, in C++ with GPU_COOPERATIVE_GROUPS. On a GPU they are
   CUDA's own, which api/configuration.h has included: in nvcc's host pass the name of their namespace is therefore a
   macro for this one. */
#ifdef GPU_COOPERATIVE_GROUPS
#ifndef __CUDA_ARCH__
#ifdef GPU__CUDA
#define cooperative_groups gpu__cooperative_groups
#endif
extern "C++" {
namespace cooperative_groups
{
/* Private to each file, as the simulator is under GPU_STATIC. */
namespace
{
/* Names that begin with gpu__ are private. The last argument of each operation that waits is its call site, which
   messages name. */
struct gpu__here {
    const gpu__site *at;
    gpu__here(const char *file = GPU__CALLERS_FILE, int line = GPU__CALLERS_LINE)
        : at(gpu__site_at((unsigned)line + (unsigned)((uintptr_t)file >> 3), file, line))
    {
    }
};
static inline unsigned long long gpu__rank_in(const gpu_dim3 &dim, const gpu_dim3 &at)
{
    return ((unsigned long long)at.z * dim.y + at.y) * dim.x + at.x;
}
static inline unsigned long long gpu__volume_of(const gpu_dim3 &dim)
{
    return (unsigned long long)dim.x * dim.y * dim.z;
}
static inline const gpu__thread_indices *gpu__indices() { return gpu__asked(gpu__own_ids()); }
static inline dim3 gpu__to_dim3(const gpu_dim3 &of) { return dim3(of.x, of.y, of.z); }

/* Any group. `mask` is 0 for a grid, a block or a tile of more than 32 threads; all other groups are lanes of one warp.
   */
struct thread_group {
    enum gpu__kinds { gpu__of_lanes, gpu__of_tile, gpu__of_block, gpu__of_grid };
    gpu__kinds gpu__kind;
    unsigned gpu__mask, gpu__meta_rank, gpu__meta_size;
    unsigned long long gpu__rank, gpu__size;
    thread_group(gpu__kinds kind, unsigned long long rank, unsigned long long size)
        : gpu__kind(kind), gpu__mask(0), gpu__meta_rank(0), gpu__meta_size(1), gpu__rank(rank), gpu__size(size)
    {
    }
    /* The lanes in `mask`: group number `rank` of the `size` groups into which the parent was divided. */
    thread_group(unsigned mask, unsigned rank, unsigned size)
        : gpu__kind(gpu__of_lanes), gpu__mask(mask), gpu__meta_rank(rank), gpu__meta_size(size),
          gpu__rank((unsigned)gpu__popcll(mask & ((1u << gpu__lane()) - 1))), gpu__size((unsigned)gpu__popcll(mask))
    {
    }
    static unsigned gpu__lane()
    {
        const gpu__thread_indices *ids = gpu__indices();
        return (unsigned)gpu__rank_in(ids->block_dim, ids->thread) & 31;
    }
    unsigned gpu__first_lane() const { return (unsigned)gpu__ffsll(gpu__mask) - 1; }
    int gpu__contiguous() const
    {
        const unsigned lanes = gpu__mask >> gpu__first_lane();
        return !(lanes & (lanes + 1));
    }
    unsigned gpu__lane_of(unsigned rank) const /* lane of the thread with that rank */
    {
        unsigned rest = gpu__mask;
        if (gpu__contiguous()) return gpu__first_lane() + rank;
        for (; rank; rank--) rest &= rest - 1;
        return (unsigned)gpu__ffsll(rest) - 1;
    }
    unsigned long long thread_rank() const { return gpu__rank; }
    unsigned long long num_threads() const { return gpu__size; }
    unsigned long long size() const { return gpu__size; }
    void sync(gpu__here here = gpu__here()) const
    {
        if (gpu__kind == gpu__of_lanes) (void)gpu__warp_here(GPU__W_SYNC, gpu__mask, 0, 0, 32, here.at);
        else if (gpu__kind == gpu__of_tile) (void)gpu__warp_here(GPU__W_TILE, 0, 0, 0, (int)gpu__size, here.at);
        else (void)gpu__barrier_here(gpu__kind == gpu__of_block ? GPU__SYNC : GPU__SYNC_GRID, 0, here.at);
    }
};

struct thread_block : thread_group {
    explicit thread_block(const gpu__thread_indices *ids)
        : thread_group(gpu__of_block, gpu__rank_in(ids->block_dim, ids->thread), gpu__volume_of(ids->block_dim))
    {
    }
    struct arrival_token {
    };
    unsigned thread_rank() const { return (unsigned)gpu__rank; }
    unsigned num_threads() const { return (unsigned)gpu__size; }
    unsigned size() const { return (unsigned)gpu__size; }
    static dim3 group_index() { return gpu__to_dim3(gpu__indices()->block); }
    static dim3 thread_index() { return gpu__to_dim3(gpu__indices()->thread); }
    static dim3 dim_threads() { return gpu__to_dim3(gpu__indices()->block_dim); }
    static dim3 group_dim() { return dim_threads(); }
    arrival_token barrier_arrive() const { return arrival_token(); }
    void barrier_wait(arrival_token &&, gpu__here here = gpu__here()) const { thread_group::sync(here); }
};
inline thread_block this_thread_block() { return thread_block(gpu__indices()); }
/* What older GPUs need for tiles of more than 32 threads. */
template <unsigned Threads = 1024> struct block_tile_memory {
};
template <unsigned Threads> inline thread_block this_thread_block(block_tile_memory<Threads> &)
{
    return this_thread_block();
}

struct grid_group : thread_group {
    grid_group()
        : thread_group(gpu__of_grid,
                       block_rank() * this_thread_block().num_threads() + this_thread_block().thread_rank(),
                       num_blocks() * this_thread_block().num_threads())
    {
    }
    static bool is_valid() { return true; }
    static dim3 dim_blocks() { return gpu__to_dim3(gpu__indices()->grid_dim); }
    static dim3 group_dim() { return dim_blocks(); }
    static dim3 block_index() { return gpu__to_dim3(gpu__indices()->block); }
    static unsigned long long num_blocks() { return gpu__volume_of(gpu__indices()->grid_dim); }
    static unsigned long long block_rank() { return gpu__rank_in(gpu__indices()->grid_dim, gpu__indices()->block); }
    static dim3 dim_threads()
    {
        const gpu__thread_indices *ids = gpu__indices();
        return dim3(ids->grid_dim.x * ids->block_dim.x, ids->grid_dim.y * ids->block_dim.y,
                    ids->grid_dim.z * ids->block_dim.z);
    }
    static dim3 thread_index()
    {
        const gpu__thread_indices *ids = gpu__indices();
        return dim3(ids->block.x * ids->block_dim.x + ids->thread.x, ids->block.y * ids->block_dim.y + ids->thread.y,
                    ids->block.z * ids->block_dim.z + ids->thread.z);
    }
};
inline grid_group this_grid() { return grid_group(); }

/* Lanes of one warp, or a larger tile: the members that tiles and coalesced_group share. Ranks follow the order of the
   lanes. */
struct gpu__lanes : thread_group {
    gpu__lanes(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : thread_group(mask, meta_rank, meta_size), gpu__tile(!~mask)
    {
    }
    gpu__lanes(const thread_group &tile, unsigned meta_rank, unsigned meta_size) : thread_group(tile), gpu__tile(true)
    {
        gpu__meta_rank = meta_rank;
        gpu__meta_size = meta_size;
    }
    explicit gpu__lanes(const thread_group &lanes) : thread_group(lanes), gpu__tile(!~gpu__mask) {}
    unsigned gpu__vote(int op, unsigned long long value, gpu__here here) const
    {
        return (unsigned)gpu__warp_here(op, gpu__mask, value, 0, 32, here.at);
    }
    template <class Value> unsigned gpu__match(int op, Value value, gpu__here here) const
    {
        unsigned long long bits = 0;
        static_assert(sizeof value <= sizeof bits, "gpu.h: match_any and match_all take values of at most 8 bytes");
        memcpy(&bits, &value, sizeof value);
        return gpu__packed(gpu__vote(op, bits, here));
    }
    unsigned gpu__packed(unsigned lanes) const /* bit k of the result is that of the thread with rank k */
    {
        unsigned r = 0, rest = gpu__mask, k = 0;
        if (gpu__contiguous()) return (lanes & gpu__mask) >> gpu__first_lane();
        for (; rest; rest &= rest - 1, k++)
            if (lanes & rest & (0 - rest)) r |= 1u << k;
        return r;
    }
    /* The value of the thread with that rank, or the caller's own if there is none. */
    template <class Value> Value gpu__from(Value value, unsigned rank, gpu__here here) const
    {
        unsigned long long word[(sizeof value + 7) / 8] = {0};
        const bool large = gpu__kind == gpu__of_tile;
        const unsigned from = rank < size() ? rank : thread_rank(), source = large ? from : gpu__lane_of(from);
        static_assert(__is_trivially_copyable(Value), "gpu.h: a shuffle takes numbers and trivially copyable structs");
        memcpy(word, &value, sizeof value);
        for (size_t k = 0; k < sizeof word / sizeof *word; k++)
            word[k] = gpu__warp_here(large ? GPU__W_TILE : GPU__W_INDEX, gpu__mask, word[k], (int)source,
                                     large ? (int)size() : 32, here.at);
        memcpy((void *)&value, word, sizeof value);
        return value;
    }
    bool gpu__tile; /* its size is a power of two, and reduce() uses a butterfly */
    unsigned thread_rank() const { return (unsigned)gpu__rank; }
    unsigned num_threads() const { return (unsigned)gpu__size; }
    unsigned size() const { return (unsigned)gpu__size; }
    unsigned meta_group_rank() const { return gpu__meta_rank; }
    unsigned meta_group_size() const { return gpu__meta_size; }
    template <class Value> Value shfl(Value value, int rank, gpu__here here = gpu__here()) const
    {
        return gpu__from(value, (unsigned)rank % size(), here);
    }
    template <class Value> Value shfl_up(Value value, unsigned by, gpu__here here = gpu__here()) const
    {
        return gpu__from(value, by > thread_rank() ? thread_rank() : thread_rank() - by, here);
    }
    template <class Value> Value shfl_down(Value value, unsigned by, gpu__here here = gpu__here()) const
    {
        return gpu__from(value, by >= size() ? size() : thread_rank() + by, here);
    }
    int any(int predicate, gpu__here here = gpu__here()) const
    {
        unsigned by;
        if (gpu__kind == gpu__of_lanes) return (int)gpu__vote(GPU__W_ANY, predicate != 0, here);
        for (by = size() / 2; by; by /= 2) predicate |= gpu__from(predicate, thread_rank() ^ by, here);
        return predicate != 0;
    }
    int all(int predicate, gpu__here here = gpu__here()) const
    {
        if (gpu__kind != gpu__of_lanes) return !any(!predicate, here);
        return (int)gpu__vote(GPU__W_ALL, predicate != 0, here);
    }
    unsigned ballot(int predicate, gpu__here here = gpu__here()) const
    {
        return gpu__packed(gpu__vote(GPU__W_BALLOT, predicate != 0, here));
    }
    template <class Value> unsigned match_any(Value value, gpu__here here = gpu__here()) const
    {
        return gpu__match(GPU__W_MATCH, value, here);
    }
    template <class Value> unsigned match_all(Value value, int &same, gpu__here here = gpu__here()) const
    {
        const unsigned r = gpu__match(GPU__W_MATCH_ALL, value, here);
        same = r != 0;
        return r;
    }
};

template <unsigned Size, class Parent = void> struct thread_block_tile : gpu__lanes {
    static_assert(Size && Size <= 512 && !(Size & (Size - 1)),
                  "gpu.h: a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
    static thread_group gpu__threads()
    {
        if (Size > 32)
            return thread_group(gpu__of_tile, this_thread_block().thread_rank() % (0ull + Size), 0ull + Size);
        return thread_group((~0u >> (32 - Size) % 32) << (gpu__lane() & ~(Size - 1)), 0, 1);
    }
    thread_block_tile(unsigned meta_rank, unsigned meta_size) : gpu__lanes(gpu__threads(), meta_rank, meta_size) {}
    template <class Other> thread_block_tile(const thread_block_tile<Size, Other> &of) : gpu__lanes(of) {}
    static constexpr unsigned num_threads() { return Size; }
    static constexpr unsigned size() { return Size; }
    template <class Value> Value shfl_xor(Value value, unsigned by, gpu__here here = gpu__here()) const
    {
        return gpu__from(value, thread_rank() ^ by, here);
    }
};
template <unsigned Size, class Parent> inline thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<Size, Parent>(parent.thread_rank() / Size, (parent.size() + Size - 1) / Size);
}
inline thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(0, 1); }

struct coalesced_group : gpu__lanes {
    coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size) : gpu__lanes(mask, meta_rank, meta_size) {}
    explicit coalesced_group(const thread_group &lanes) : gpu__lanes(lanes) {}
};
inline coalesced_group coalesced_threads(gpu__here here = gpu__here())
{
    return coalesced_group((unsigned)gpu__warp_here(GPU__W_ACTIVE, ~0u, 0, 0, 32, here.at), 0, 1);
}
/* Divides a block, or lanes of a warp, into groups of `parts` consecutive threads and returns the caller's. */
inline thread_group tiled_partition(const thread_group &parent, unsigned parts, gpu__here here = gpu__here())
{
    const unsigned size = (unsigned)parent.gpu__size, first = (unsigned)parent.gpu__rank & ~(parts - 1);
    unsigned lanes = 0;
    if (parent.gpu__kind == thread_group::gpu__of_grid || parts == 0 || parts > 32 || parts & (parts - 1))
        gpu__trap(here.at->file, here.at->line);
    for (unsigned k = first; k < size && k - first < parts; k++)
        lanes |= 1u << (parent.gpu__kind == thread_group::gpu__of_lanes ? parent.gpu__lane_of(k) : k & 31);
    return thread_group(lanes, first / parts, (size + parts - 1) / parts);
}
inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned parts, gpu__here here = gpu__here())
{
    return coalesced_group(tiled_partition((const thread_group &)parent, parts, here));
}
inline coalesced_group binary_partition(const gpu__lanes &of, bool which, gpu__here here = gpu__here())
{
    const unsigned with = of.gpu__vote(GPU__W_BALLOT, which, here);
    if (with == 0 || with == of.gpu__mask) return coalesced_group(of.gpu__mask, 0, 1);
    return coalesced_group(which ? with : of.gpu__mask & ~with, which, 2);
}
template <class Label>
inline coalesced_group labeled_partition(const gpu__lanes &of, Label label, gpu__here here = gpu__here())
{
    const unsigned mask = of.gpu__vote(GPU__W_MATCH, (unsigned long long)label, here);
    const unsigned leader = mask & (0 - mask);
    const unsigned leaders = of.gpu__vote(GPU__W_BALLOT, leader >> of.gpu__lane() & 1u, here);
    return coalesced_group(mask, (unsigned)gpu__popcll(leaders & (leader - 1)), (unsigned)gpu__popcll(leaders));
}

template <class Group> inline void sync(const Group &g, gpu__here here = gpu__here()) { g.sync(here); }
template <class Group> inline auto thread_rank(const Group &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <class Group> inline auto group_size(const Group &g) -> decltype(g.num_threads()) { return g.num_threads(); }

#define GPU__GROUP_OPERATOR(name, value)                                                                               \
    template <class Value> struct name {                                                                               \
        Value operator()(Value a, Value b) const { return (Value)(value); }                                            \
    };
GPU__GROUP_OPERATOR(plus, a + b)
GPU__GROUP_OPERATOR({less|greater}, {b|a} < {a|b} ? b : a)
GPU__GROUP_OPERATOR(bit_and, a &b)
GPU__GROUP_OPERATOR(bit_or, a | b)
GPU__GROUP_OPERATOR(bit_xor, a ^ b)
#undef GPU__GROUP_OPERATOR
template <class Value, class Result> struct gpu__same {
    enum { types = 0 };
};
template <class Value> struct gpu__same<Value, Value> {
    enum { types = 1 };
};
#define GPU__OPERATOR_FITS(combine, value, Value)                                                                      \
    static_assert(                                                                                                     \
        gpu__same<Value, decltype(combine(value, value))>::types,                                                      \
        "gpu.h: the operator of a reduction or scan must return the type of its values: plus<float> for float")

/* Combines in CUDA's order: by doubling, each thread with the one `by` ranks before it; in a larger tile each warp does
   so, and then the warps' totals. */
template <class Value, class Operator>
inline Value inclusive_scan(const gpu__lanes &g, Value value, Operator combine, gpu__here here = gpu__here())
{
    const unsigned rank = g.thread_rank(), lane = rank % 32;
    GPU__OPERATOR_FITS(combine, value, Value);
    for (unsigned by = 1; by < g.size() && by < 32; by *= 2) {
        const Value before = g.gpu__from(value, by > lane ? rank : rank - by, here);
        if (by <= lane) value = combine(value, before);
    }
    if (g.size() <= 32) return value;
    Value total = g.gpu__from(value, rank | 31, here);
    for (unsigned by = 32; by < g.size(); by *= 2) {
        const Value before = g.gpu__from(total, by > rank ? rank : rank - by, here);
        if (by <= rank) total = combine(total, before);
    }
    total = g.gpu__from(total, rank < 32 ? rank : rank - 32, here);
    return rank < 32 ? value : combine(value, total);
}
/* The first thread gets Value(), that is 0, whatever the operator. */
template <class Value, class Operator>
inline Value exclusive_scan(const gpu__lanes &g, Value value, Operator combine, gpu__here here = gpu__here())
{
    const Value before = g.shfl_up(inclusive_scan(g, value, combine, here), 1, here);
    return g.thread_rank() ? before : Value();
}
template <class Value> inline Value {in|ex}clusive_scan(const gpu__lanes &g, Value value, gpu__here here = gpu__here())
{
    return {1}clusive_scan(g, value, plus<Value>(), here);
}
/* As in CUDA: tiles and full warps use a butterfly that starts with the widest distance, other groups a scan. */
template <class Value, class Operator>
inline Value reduce(const gpu__lanes &g, Value value, Operator combine, gpu__here here = gpu__here())
{
    unsigned by;
    GPU__OPERATOR_FITS(combine, value, Value);
    if (!g.gpu__tile) return g.shfl(inclusive_scan(g, value, combine, here), (int)g.size() - 1, here);
    for (by = (g.size() < 32 ? g.size() : 32) / 2; by; by /= 2)
        value = combine(value, g.gpu__from(value, g.thread_rank() ^ by, here));
    for (by = g.size() / 2; by > 16; by /= 2) value = combine(value, g.gpu__from(value, g.thread_rank() ^ by, here));
    return value;
}
#undef GPU__OPERATOR_FITS

/* Each thread copies its pieces at once, so wait() is only a barrier. */
template <class Group> inline void memcpy_async(const Group &g, void *to, const void *from, size_t bytes)
{
    const size_t piece = 16;
    for (size_t at = (size_t)g.thread_rank() * piece; at < bytes; at += (size_t)g.num_threads() * piece)
        memcpy((char *)to + at, (const char *)from + at, bytes - at < piece ? bytes - at : piece);
}
template <class Group, class Value>
inline void memcpy_async(const Group &g, Value *to, size_t count, const Value *from, size_t from_count)
{
    memcpy_async(g, to, from, (count < from_count ? count : from_count) * sizeof(Value));
}
template <class Group> inline void wait(const Group &g, gpu__here here = gpu__here()) { g.sync(here); }
template <unsigned Stage, class Group> inline void wait_prior(const Group &g, gpu__here here = gpu__here())
{
    g.sync(here);
}
} // namespace
} // namespace cooperative_groups
}
#endif
#elif !defined(GPU__CUDA) && !defined(GPU_NO_CUDA_NAMES)
#ifdef __cplusplus
#define cooperative_groups define_GPU_COOPERATIVE_GROUPS_before_gpu_h
#else
#define cooperative_groups cooperative_groups_need_C_plus_plus_and_GPU_COOPERATIVE_GROUPS_defined_before_gpu_h
#endif
#endif
