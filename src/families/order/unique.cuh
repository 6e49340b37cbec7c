/* ---- Unique elements of which there are few ---------------------------------------------------------------------- */

/* Each block has a hash table of its codes and their counts; the blocks' tables are merged into one more table, which
   is sorted. If a table becomes more than half full, a flag is set, and the array is sorted after all. The code of all
   ones marks an empty slot; elements with that code are counted after the slots. */
template <class Bits> struct gpu__unique_table {
    typedef typename std::conditional<sizeof(Bits) == 8, unsigned long long, unsigned>::type Word;
    static constexpr unsigned Slots = GPU__UNIQUE_SLOTS(sizeof(Bits));
    unsigned long long counts[Slots + 1], first[2]; /* index of the first zero, and of the first NaN */
    Word codes[Slots];
    unsigned found, many;
};
/* The slot of a code, which is inserted if it is not in the table; Slots + 1 if the table is too full. */
template <unsigned Slots, class Word> GPU__DEVICE_FN unsigned gpu__unique_slot(Word *codes, unsigned *found, Word code)
{
    constexpr int Probes = 128;
    const Word empty = (Word) ~(Word)0;
    unsigned slot = (unsigned)((code ^ code >> (sizeof(Word) * 4)) * 0x9e3779b1u >> 7) % Slots;
    if (code == empty) return Slots;
    for (int k = 0; k < Probes; k++, slot = (slot + 1) % Slots) {
        Word seen = ((volatile Word *)codes)[slot];
        if (seen == empty) {
            if (*(volatile unsigned *)found > Slots / 2) break;
            seen = atomicCAS(&codes[slot], empty, code);
            if (seen == empty) atomicAdd(found, 1u), seen = code;
        }
        if (seen == code) return slot;
    }
    return Slots + 1;
}
/* Counts the codes of a block's elements in its table, then merges that into the table of all blocks. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(512)
    gpu__unique_find(gpu__unique_table<Bits> *all, const Bits *x, size_t n)
{
    gpu__follow();
    typedef gpu__unique_table<Bits> Table;
    typedef typename Table::Word Word;
    constexpr unsigned Slots = Table::Slots;
    constexpr int Threads = 512, Items = 8;
    __shared__ Word codes[Slots];
    __shared__ unsigned counts[Slots + 2], found;
    __shared__ unsigned long long first[2];
    const Word zero = Key(0), nan = Key((Bits) ~(Bits)0);
    for (unsigned i = threadIdx.x; i < Slots + 2; i += Threads) {
        counts[i] = 0;
        if (i < Slots) codes[i] = (Word) ~(Word)0;
        if (i < 2) first[i] = ~0ull;
    }
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    bool many = false;
    auto meet = [&](Bits b, size_t i) {
        const Word code = Key(b);
        const unsigned slot = gpu__unique_slot<Slots>(codes, &found, code);
        atomicAdd(&counts[slot], 1u);
        many |= slot > Slots;
        if (code != zero && code != nan) return;
        unsigned long long *const least = &first[code != zero];
        if (i < *(volatile unsigned long long *)least) atomicMin(least, (unsigned long long)i);
    };
    const size_t step = (size_t)gridDim.x * (Threads * Items);
    for (size_t i = (size_t)blockIdx.x * (Threads * Items) + threadIdx.x; i < n && !many; i += step) {
        Bits b[Items];
        if (i + (Items - 1) * Threads < n) {
            GPU__UNROLLED (int k = 0; k < Items; k++) b[k] = x[i + k * Threads];
            GPU__UNROLLED (int k = 0; k < Items; k++) meet(b[k], i + k * Threads);
        } else
            for (int k = 0; k < Items; k++)
                if (i + k * Threads < n) meet(x[i + k * Threads], i + k * Threads);
    }
    many = __syncthreads_or(many);
    for (unsigned i = threadIdx.x; i <= Slots && !many; i += Threads) {
        if (!counts[i]) continue;
        const unsigned slot = i < Slots ? gpu__unique_slot<Slots>(all->codes, &all->found, codes[i]) : i;
        if (slot > Slots) many = true;
        else atomicAdd(&all->counts[slot], (unsigned long long)counts[i]);
    }
    if (threadIdx.x < 2) atomicMin(&all->first[threadIdx.x], first[threadIdx.x]);
    if (many) all->many = 1;
}
/* Writes the elements of the table and their slots, in any order, padded with `last` to the number that is sorted. */
template <auto Back, class Bits> static __global__ void __launch_bounds__(1024)
    gpu__unique_list(Bits *keys, long long *slots, gpu__unique_table<Bits> *all, unsigned most, Bits last)
{
    gpu__follow();
    constexpr unsigned Slots = gpu__unique_table<Bits>::Slots;
    __shared__ unsigned listed;
    if (threadIdx.x == 0) listed = 0;
    __syncthreads();
    for (unsigned i = threadIdx.x; i <= Slots; i += 1024) {
        if (!all->counts[i]) continue;
        const unsigned at = atomicAdd(&listed, 1u);
        if (at < most) keys[at] = Back(i < Slots ? (Bits)all->codes[i] : (Bits) ~(Bits)0), slots[at] = i;
    }
    __syncthreads();
    for (unsigned i = listed + threadIdx.x; i < most; i += 1024) keys[i] = last, slots[i] = 0;
    if (threadIdx.x == 0) {
        if (listed > Slots / 2 + 1) all->many = 1;
        all->found = listed;
    }
}
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__unique_write(Bits *values, int64_t *count, int64_t *counts, const gpu__unique_table<Bits> *all,
                      const Bits *keys, const long long *slots, const Bits *x)
{
    gpu__follow();
    const unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (all->many || i >= all->found) return;
    const Bits code = Key(keys[i]), zero = Key(0), nan = Key((Bits) ~(Bits)0);
    values[i] = code == zero || code == nan ? x[all->first[code != zero]] : keys[i];
    if (counts) counts[i] = (int64_t)all->counts[slots[i]];
    if (i == 0) *count = all->found;
}
/* Launches the kernels of the attempt. *needed becomes the address of a flag, which they set if too many elements are
   unique; the kernels that sort the array do nothing otherwise. */
template <auto Key, auto Back, class Bits>
static cudaError_t gpu__unique_few(size_t n, const gpu__launch_context *context, Bits last, Bits *values,
                                   int64_t *count, int64_t *counts, const Bits *x, char *space, const unsigned **needed)
{
    typedef gpu__unique_table<Bits> Table;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t most = gpu__sort_in_block(sizeof(Bits)), blocks = gpu__ceil_div(n, 4096),
                 at_most = 3 * (size_t)context->multiprocessors;
    Table *const all = (Table *)space;
    Bits *const keys = (Bits *)(space + ((sizeof(Table) + 255) & ~(size_t)255)), *const sorted = keys + most;
    long long *const slots = (long long *)(sorted + most), *const slots_sorted = slots + most;
    const void *const in[3] = {keys, slots, slots_sorted};
    const gpu__sort_detail d = gpu__sort_detail_of(sizeof(Bits), 1, most, sizeof(int64_t), 0, 0);
    cudaError_t e = cudaMemsetAsync(all, 0, sizeof *all, stream);
    if (!e) e = cudaMemsetAsync(all->first, 0xff, sizeof all->first + sizeof all->codes, stream);
    if (!e) e = gpu__launch(context, gpu__unique_find<Key, Bits>, gpu__least(blocks, at_most), 512, 0, all, x, n);
    if (!e) e = gpu__launch(context, gpu__unique_list<Back, Bits>, 1, 1024, 0, keys, slots, all, (unsigned)most, last);
    if (!e) e = gpu__sort_blocks<Key, Bits>(&d, context, sorted, in);
    *needed = &all->many;
    return e ? e
             : gpu__launch(context, gpu__unique_write<Key, Bits>, gpu__ceil_div(most, 256), 256, 0, values, count,
                           counts, all, sorted, slots_sorted, x);
}
