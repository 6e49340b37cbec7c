/* ---- window: out must not overlap x ---- */
/* How an array is extended beyond its borders, shown for a row a b c d, with the names of scipy.ndimage. */
typedef enum gpu_border {
    GPU_BORDER_ZERO,    /* 0 0 0 | a b c d | 0 0 0   constant, 0 */
    GPU_BORDER_CLAMP,   /* a a a | a b c d | d d d   nearest */
    GPU_BORDER_WRAP,    /* b c d | a b c d | a b c   wrap */
    GPU_BORDER_REFLECT, /* c b a | a b c d | d c b   reflect; numpy.pad's symmetric */
    GPU_BORDER_MIRROR   /* d c b | a b c d | c b a   mirror; numpy.pad's reflect */
} gpu_border;
#ifndef GPU__CUDA
/* The mean of x[i] and the width - 1 elements before it, or as many as there are; no other element affects it. 1 <=
   width <= n. */
REAL gpu_status gpu_moving_average_T(T *out, const T *x, size_t n, size_t width);
/* numpy.convolve(x, h, 'same') with h[width], accumulated in double; 1 <= width <= n. */
REAL gpu_status gpu_conv1d_T(T *out, const T *x, size_t n, const T *h, size_t width);
/* The convolution of x[rows][cols] with h[h_rows][h_cols], which may be larger than x, as scipy.signal.convolve2d(x, h,
   'same') and as gpu_conv1d: h is mirrored, sums are accumulated in double. Bytes take a filter of floats; their sums
   are rounded to nearest, ties to even, and limited to 0 to 255. `border` says how x is extended. */
IMAGE gpu_status gpu_conv2d_T(T *out, const T *x, size_t rows, size_t cols, const gpu__tap_T *h, size_t h_rows,
                              size_t h_cols, gpu_border border);
/* The median of each element and its eight neighbours, as scipy.ndimage.median_filter(x, 3, mode='nearest'), which
   extends x as GPU_BORDER_CLAMP. NaN counts as greater than every number, -0 as less than 0. */
PIXELS gpu_status gpu_median3x3_T(T *out, const T *x, size_t rows, size_t cols);
/* center * x + neighbour * (sum of the four adjacent elements) of x[rows][cols]; elements at the border are copied. */
REAL gpu_status gpu_stencil5_T(T *out, const T *x, size_t rows, size_t cols, T center, T neighbour);
#endif
