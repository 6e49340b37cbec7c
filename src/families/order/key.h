#ifdef GPU_ORDER
/* Flags of a job that sorts, see sort.h, and how the CPU's threads share its work. */
enum {
    GPU__SORT_DESCENDING = 1,
    GPU__SORT_INDEX = 2,
    GPU__SORT_SOME = 4,        /* the CPU needs only the positions from number[3] to shape[3] of each row in order */
    GPU__SORT_COLUMNS = 8,     /* the rows are the columns of in[0]; for rows that gpu__short_serves */
    GPU__SORT_ROW = 1 << 17,   /* elements: longer rows are split among the threads ... */
    GPU__SORT_CHUNK = 1 << 15, /* ... into chunks of at least this many elements, ... */
    GPU__SORT_CHUNKS = 64      /* ... at most this many chunks */
};
#endif
#if defined(ANY) && defined(GPU_ORDER)
/* The key of an element, from its bits. */
GPU__LIFTED_FN gpu__bits_T gpu__sort_key_T(gpu__bits_T b)
{
    const gpu__bits_T top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof b * 8 - 1));
    if (GPU__IS_REAL(T)) { /* ascending from -infinity; NaN follows infinity */
        const gpu__bits_T infinity = (gpu__bits_T)(top - ((gpu__bits_T)1 << (sizeof b == 8   ? 52
                                                                             : sizeof b == 4 ? 23
                                                                                             : 0)));
        const gpu__bits_T most = (gpu__bits_T)(2 * infinity + 1), sign = (gpu__bits_T)(0 - (b >> (sizeof b * 8 - 1)));
        const gpu__bits_T key = (gpu__bits_T)((gpu__bits_T)((b & ~top) ^ sign) - sign + infinity);
        return key < most ? key : most;
    }
    return (int)gpu__tag_T == (int)GPU_I32 || (int)gpu__tag_T == (int)GPU_I64 ? (gpu__bits_T)(b ^ top) : b;
}
/* The inverse: the bits of an element from its key. */
GPU__LIFTED_FN gpu__bits_T gpu__sort_bits_T(gpu__bits_T key)
{
    const gpu__bits_T top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof key * 8 - 1));
    if (GPU__IS_REAL(T)) {
        const gpu__bits_T infinity = (gpu__bits_T)(top - ((gpu__bits_T)1 << (sizeof key == 8   ? 52
                                                                             : sizeof key == 4 ? 23
                                                                                               : 0)));
        return (gpu__bits_T)(key < infinity ? (gpu__bits_T)(infinity - key) | top : (gpu__bits_T)(key - infinity));
    }
    return gpu__sort_key_T(key);
}
#endif
