#if defined(GPU__ONCE) && defined(GPU_ORDER)
/* Flags of a job that sorts, see sort.h, and how the CPU's threads share its work. */
enum {
    GPU__SORT_DESCENDING = 1,
    GPU__SORT_INDEX = 2,
    GPU__SORT_SOME = 4,        /* the CPU needs only the positions from number[3] to shape[3] of each row in order */
    GPU__SORT_ROW = 1 << 17,   /* elements: longer rows are split among the threads ... */
    GPU__SORT_CHUNK = 1 << 15, /* ... into chunks of at least this many elements, ... */
    GPU__SORT_CHUNKS = 64      /* ... at most this many chunks */
};
#endif
#if defined(GPU__FOR_ANY) && defined(GPU_ORDER)
/* The key of an element, from its bits. */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__sort_key)(GPU__BITS b)
{
    const GPU__BITS top = (GPU__BITS)((GPU__BITS)1 << (sizeof b * 8 - 1));
    if (GPU__IS_REAL) { /* ascending from -infinity; NaN follows infinity */
        const GPU__BITS infinity = (GPU__BITS)(top - ((GPU__BITS)1 << (sizeof b == 8 ? 52 : sizeof b == 4 ? 23 : 0)));
        const GPU__BITS most = (GPU__BITS)(2 * infinity + 1), sign = (GPU__BITS)(0 - (b >> (sizeof b * 8 - 1)));
        const GPU__BITS key = (GPU__BITS)((GPU__BITS)((b & ~top) ^ sign) - sign + infinity);
        return key < most ? key : most;
    }
    return (int)GPU__ELEMENT == (int)GPU_I32 || (int)GPU__ELEMENT == (int)GPU_I64 ? (GPU__BITS)(b ^ top) : b;
}
/* The inverse: the bits of an element from its key. */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__sort_bits)(GPU__BITS key)
{
    const GPU__BITS top = (GPU__BITS)((GPU__BITS)1 << (sizeof key * 8 - 1));
    if (GPU__IS_REAL) {
        const GPU__BITS infinity = (GPU__BITS)(top - ((GPU__BITS)1 << (sizeof key == 8   ? 52
                                                                       : sizeof key == 4 ? 23
                                                                                         : 0)));
        return (GPU__BITS)(key < infinity ? (GPU__BITS)(infinity - key) | top : (GPU__BITS)(key - infinity));
    }
    return GPU__N(gpu__sort_key)(key);
}
#endif
