/* The detail of a job that sorts, see sort.h. */
typedef struct gpu__sort_detail {
    size_t rows, cols, size; /* size: of an element */
    size_t value;            /* bytes of a value or of an index; 0: there are keys alone */
    size_t from, to;         /* the CPU needs only the positions [from, to) of each row in order */
    int index, descending;
    int columns;            /* the rows are the columns of x; for rows that gpu__short_serves */
    const unsigned *needed; /* on a GPU: NULL, or a number in its memory, which is 0 if a long row need not be sorted */
} gpu__sort_detail;
static inline gpu__sort_detail gpu__sort_detail_of(size_t size, size_t rows, size_t cols, size_t value, int index,
                                                   int descending)
{
    const gpu__sort_detail d = {rows, cols, size, value, 0, cols, index, descending, 0, NULL};
    return d;
}
/* The detail of a job that works on a sorted copy, see sorted.h. */
typedef struct gpu__sorted_detail {
    gpu__sort_detail sort; /* of the copy, ... */
    int columns;           /* ... whose rows are the columns of in[0] */
    size_t k;              /* how many elements of a row gpu_top and its relatives find */
    double q;              /* of a quantile, or GPU__MEDIAN */
} gpu__sorted_detail;
/* A gpu__sorted_detail begins with the detail of its sort. */
static inline const gpu__sort_detail *gpu__sort_of(const gpu__job *j) { return (const gpu__sort_detail *)j->detail; }
static inline const gpu__sorted_detail *gpu__sorted_of(const gpu__job *j)
{
    return (const gpu__sorted_detail *)j->detail;
}
/* A sort on the CPU by the threads of a job. */
typedef struct gpu__sort_cpu gpu__sort_cpu;
/* The code for the type: of a row, and of rows that gpu__short_serves. */
typedef void gpu__sort_one(const gpu__sort_cpu *s, size_t row, size_t chunks, char *scratch);
typedef void gpu__sort_some(const gpu__sort_cpu *s, char *scratch, size_t first, size_t last);
struct gpu__sort_cpu {
    gpu__sort_detail d;
    const gpu__job *job;
    const char *x, *values;
    char *out, *values_out, *scratch; /* scratch: as long as gpu__sort_scratch tells, for each thread or for all */
    gpu__sort_one *one;
    gpu__sort_some *some;
};
/* How the CPU's threads share the work. */
enum {
    GPU__SORT_ROW = 1 << 17,   /* elements: longer rows are split among the threads ... */
    GPU__SORT_CHUNK = 1 << 15, /* ... into chunks of at least this many elements, ... */
    GPU__SORT_CHUNKS = 64      /* ... at most this many chunks */
};
#ifdef ANY
/* The bits of infinity, where T is a floating-point type: those of the mantissa are 0. */
GPU__LIFTED_FN gpu__bits_T gpu__sort_infinity_T(void)
{
    const gpu__bits_T top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof top * 8 - 1));
    return (gpu__bits_T)(top - ((gpu__bits_T)1 << (sizeof top == 8 ? 52 : sizeof top == 4 ? 23 : 0)));
}
/* The key of an element, from its bits. */
GPU__LIFTED_FN gpu__bits_T gpu__sort_key_T(gpu__bits_T b)
{
    const gpu__bits_T top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof b * 8 - 1));
    if (GPU__IS_REAL(T)) { /* ascending from -infinity; NaN follows infinity */
        const gpu__bits_T infinity = gpu__sort_infinity_T();
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
        const gpu__bits_T infinity = gpu__sort_infinity_T();
        return (gpu__bits_T)(key < infinity ? (gpu__bits_T)(infinity - key) | top : (gpu__bits_T)(key - infinity));
    }
    return gpu__sort_key_T(key);
}
#endif
