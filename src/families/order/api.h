/* ---- order: sorting; opt-in ----

   #define GPU_ORDER before the include adds the functions of this part to the file. All are stable (they keep the order
   of equal elements), so results have the same bits on CPU and GPU. NaN is greater than every number: last in ascending
   and first in descending order. All NaNs are equal, and so are -0 and +0. */
#ifdef GPU_ORDER
typedef enum gpu_order { GPU_ASCENDING, GPU_DESCENDING } gpu_order;
typedef enum gpu_side { GPU_LEFT, GPU_RIGHT } gpu_side;
#ifndef GPU__CUDA
/* Sorts x into out. `out` may be x. */
GPU_OP gpu_status gpu_sort_f32(float *out, const float *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_f64(double *out, const double *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_i32(int32_t *out, const int32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_i64(int64_t *out, const int64_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u8(uint8_t *out, const uint8_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u32(uint32_t *out, const uint32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u64(uint64_t *out, const uint64_t *x, size_t n, gpu_order order);
/* The index that sorts x: x[index[0]], x[index[1]], ... are in order. gpu_argsort_short needs half the memory for its
   index; n is at most 2^32. */
GPU_OP gpu_status gpu_argsort_f32(int64_t *index, const float *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_f64(int64_t *index, const double *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_i32(int64_t *index, const int32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_i64(int64_t *index, const int64_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_u8(int64_t *index, const uint8_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_u32(int64_t *index, const uint32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_u64(int64_t *index, const uint64_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_f32(uint32_t *index, const float *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_f64(uint32_t *index, const double *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_i32(uint32_t *index, const int32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_i64(uint32_t *index, const int64_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_u8(uint32_t *index, const uint8_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_u32(uint32_t *index, const uint32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_argsort_short_u64(uint32_t *index, const uint64_t *x, size_t n, gpu_order order);
/* Sorts keys, and values of value_size bytes (4 or 8) with them. keys_out may be keys, and values_out may be values.
   The bare name gpu_sort_pairs(keys_out, values_out, keys, values, n, order) takes the size from the arrays. */
GPU_OP gpu_status gpu_sort_pairs_f32(float *keys_out, void *values_out, const float *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_f64(double *keys_out, void *values_out, const double *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_i32(int32_t *keys_out, void *values_out, const int32_t *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_i64(int64_t *keys_out, void *values_out, const int64_t *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_u8(uint8_t *keys_out, void *values_out, const uint8_t *keys, const void *values,
                                    size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_u32(uint32_t *keys_out, void *values_out, const uint32_t *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_pairs_u64(uint64_t *keys_out, void *values_out, const uint64_t *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order);
/* Sorts each row of a[rows][cols] separately; an index is a column. `out` may be a. */
GPU_OP gpu_status gpu_sort_rows_f32(float *out, const float *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_f64(double *out, const double *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_u8(uint8_t *out, const uint8_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_u32(uint32_t *out, const uint32_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_sort_rows_u64(uint64_t *out, const uint64_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_f32(int64_t *index, const float *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_f64(int64_t *index, const double *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_i32(int64_t *index, const int32_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_i64(int64_t *index, const int64_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_u8(int64_t *index, const uint8_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_u32(int64_t *index, const uint32_t *a, size_t rows, size_t cols, gpu_order order);
GPU_OP gpu_status gpu_argsort_rows_u64(int64_t *index, const uint64_t *a, size_t rows, size_t cols, gpu_order order);
/* ---- choose ----

   *count, in device or host memory, becomes the number of elements of the result; with host memory the call waits. The
   rest of the result is not written. */
/* out = the elements of x whose mask is not 0, in their order. out and mask have n elements; out must not overlap the
   inputs. */
GPU_OP gpu_status gpu_compress_f32(float *out, int64_t *count, const float *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_f64(double *out, int64_t *count, const double *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_i32(int32_t *out, int64_t *count, const int32_t *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_i64(int64_t *out, int64_t *count, const int64_t *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_u8(uint8_t *out, int64_t *count, const uint8_t *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_u32(uint32_t *out, int64_t *count, const uint32_t *x, const uint8_t *mask, size_t n);
GPU_OP gpu_status gpu_compress_u64(uint64_t *out, int64_t *count, const uint64_t *x, const uint8_t *mask, size_t n);
/* index = the indices of the elements that are not 0, in ascending order. */
GPU_OP gpu_status gpu_nonzero_f32(int64_t *index, int64_t *count, const float *x, size_t n);
GPU_OP gpu_status gpu_nonzero_f64(int64_t *index, int64_t *count, const double *x, size_t n);
GPU_OP gpu_status gpu_nonzero_i32(int64_t *index, int64_t *count, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_nonzero_i64(int64_t *index, int64_t *count, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_nonzero_u8(int64_t *index, int64_t *count, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_nonzero_u32(int64_t *index, int64_t *count, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_nonzero_u64(int64_t *index, int64_t *count, const uint64_t *x, size_t n);
/* out[i] = mask[i] ? x[i] : y[i]. `out` may be x or y. */
GPU_OP gpu_status gpu_where_f32(float *out, const uint8_t *mask, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_where_f64(double *out, const uint8_t *mask, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_where_i32(int32_t *out, const uint8_t *mask, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_where_i64(int64_t *out, const uint8_t *mask, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_where_u8(uint8_t *out, const uint8_t *mask, const uint8_t *x, const uint8_t *y, size_t n);
GPU_OP gpu_status gpu_where_u32(uint32_t *out, const uint8_t *mask, const uint32_t *x, const uint32_t *y, size_t n);
GPU_OP gpu_status gpu_where_u64(uint64_t *out, const uint8_t *mask, const uint64_t *x, const uint64_t *y, size_t n);
/* out[i] = x[index[i]] for all i < n; x has `count` elements. A negative index counts from the end. For an index out of
   range out[i] is 0; under GPU_DEBUG the call then waits, and returns an error whose message names it. out must not
   overlap the inputs. */
GPU_OP gpu_status gpu_gather_f32(float *out, const float *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_f64(double *out, const double *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_i32(int32_t *out, const int32_t *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_i64(int64_t *out, const int64_t *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_u8(uint8_t *out, const uint8_t *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_u32(uint32_t *out, const uint32_t *x, size_t count, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_gather_u64(uint64_t *out, const uint64_t *x, size_t count, const int64_t *index, size_t n);
/* out[index[i]] = x[i] for all i < n; of equal indices the last one wins. `out` has `count` elements; those without an
   index keep their values. A negative index counts from the end. An index out of range is ignored; under GPU_DEBUG it
   is an error as in gpu_gather. */
GPU_OP gpu_status gpu_scatter_f32(float *out, size_t count, const float *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_f64(double *out, size_t count, const double *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_i32(int32_t *out, size_t count, const int32_t *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_i64(int64_t *out, size_t count, const int64_t *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_u8(uint8_t *out, size_t count, const uint8_t *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_u32(uint32_t *out, size_t count, const uint32_t *x, const int64_t *index, size_t n);
GPU_OP gpu_status gpu_scatter_u64(uint64_t *out, size_t count, const uint64_t *x, const int64_t *index, size_t n);
/* ---- selection, unique elements, quantiles ---- */
/* values = the k largest elements of x in descending order, and index, unless it is NULL, their indices in x; of equal
   elements the first in x comes first. k is 0 to n; 0 writes nothing. gpu_bottom: the k smallest, in ascending order.
   _rows: for each row of a[rows][cols], to values[rows][k] and index[rows][k]. */
GPU_OP gpu_status gpu_top_f32(float *values, int64_t *index, size_t k, const float *x, size_t n);
GPU_OP gpu_status gpu_top_f64(double *values, int64_t *index, size_t k, const double *x, size_t n);
GPU_OP gpu_status gpu_top_i32(int32_t *values, int64_t *index, size_t k, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_top_i64(int64_t *values, int64_t *index, size_t k, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_top_u8(uint8_t *values, int64_t *index, size_t k, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_top_u32(uint32_t *values, int64_t *index, size_t k, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_top_u64(uint64_t *values, int64_t *index, size_t k, const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_top_rows_f32(float *values, int64_t *index, size_t k, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_top_rows_f64(double *values, int64_t *index, size_t k, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_top_rows_i32(int32_t *values, int64_t *index, size_t k, const int32_t *a, size_t rows,
                                   size_t cols);
GPU_OP gpu_status gpu_top_rows_i64(int64_t *values, int64_t *index, size_t k, const int64_t *a, size_t rows,
                                   size_t cols);
GPU_OP gpu_status gpu_top_rows_u8(uint8_t *values, int64_t *index, size_t k, const uint8_t *a, size_t rows,
                                  size_t cols);
GPU_OP gpu_status gpu_top_rows_u32(uint32_t *values, int64_t *index, size_t k, const uint32_t *a, size_t rows,
                                   size_t cols);
GPU_OP gpu_status gpu_top_rows_u64(uint64_t *values, int64_t *index, size_t k, const uint64_t *a, size_t rows,
                                   size_t cols);
GPU_OP gpu_status gpu_bottom_f32(float *values, int64_t *index, size_t k, const float *x, size_t n);
GPU_OP gpu_status gpu_bottom_f64(double *values, int64_t *index, size_t k, const double *x, size_t n);
GPU_OP gpu_status gpu_bottom_i32(int32_t *values, int64_t *index, size_t k, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_bottom_i64(int64_t *values, int64_t *index, size_t k, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_bottom_u8(uint8_t *values, int64_t *index, size_t k, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_bottom_u32(uint32_t *values, int64_t *index, size_t k, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_bottom_u64(uint64_t *values, int64_t *index, size_t k, const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_bottom_rows_f32(float *values, int64_t *index, size_t k, const float *a, size_t rows,
                                      size_t cols);
GPU_OP gpu_status gpu_bottom_rows_f64(double *values, int64_t *index, size_t k, const double *a, size_t rows,
                                      size_t cols);
GPU_OP gpu_status gpu_bottom_rows_i32(int32_t *values, int64_t *index, size_t k, const int32_t *a, size_t rows,
                                      size_t cols);
GPU_OP gpu_status gpu_bottom_rows_i64(int64_t *values, int64_t *index, size_t k, const int64_t *a, size_t rows,
                                      size_t cols);
GPU_OP gpu_status gpu_bottom_rows_u8(uint8_t *values, int64_t *index, size_t k, const uint8_t *a, size_t rows,
                                     size_t cols);
GPU_OP gpu_status gpu_bottom_rows_u32(uint32_t *values, int64_t *index, size_t k, const uint32_t *a, size_t rows,
                                      size_t cols);
GPU_OP gpu_status gpu_bottom_rows_u64(uint64_t *values, int64_t *index, size_t k, const uint64_t *a, size_t rows,
                                      size_t cols);
/* values = the distinct elements of x in ascending order, represented by their first occurrence in x; *count is their
   number. Unless they are NULL, counts[u] is how often values[u] occurs, and values[inverse[i]] equals x[i]. values,
   counts and inverse have n elements and must not overlap. */
GPU_OP gpu_status gpu_unique_f32(float *values, int64_t *count, int64_t *counts, int64_t *inverse, const float *x,
                                 size_t n);
GPU_OP gpu_status gpu_unique_f64(double *values, int64_t *count, int64_t *counts, int64_t *inverse, const double *x,
                                 size_t n);
GPU_OP gpu_status gpu_unique_i32(int32_t *values, int64_t *count, int64_t *counts, int64_t *inverse, const int32_t *x,
                                 size_t n);
GPU_OP gpu_status gpu_unique_i64(int64_t *values, int64_t *count, int64_t *counts, int64_t *inverse, const int64_t *x,
                                 size_t n);
GPU_OP gpu_status gpu_unique_u8(uint8_t *values, int64_t *count, int64_t *counts, int64_t *inverse, const uint8_t *x,
                                size_t n);
GPU_OP gpu_status gpu_unique_u32(uint32_t *values, int64_t *count, int64_t *counts, int64_t *inverse, const uint32_t *x,
                                 size_t n);
GPU_OP gpu_status gpu_unique_u64(uint64_t *values, int64_t *count, int64_t *counts, int64_t *inverse, const uint64_t *x,
                                 size_t n);
/* index[i] = number of elements of sorted[m], in ascending order, that are less than x[i] (GPU_LEFT), or less or equal
   (GPU_RIGHT). */
GPU_OP gpu_status gpu_searchsorted_f32(int64_t *index, const float *sorted, size_t m, const float *x, size_t n,
                                       gpu_side side);
GPU_OP gpu_status gpu_searchsorted_f64(int64_t *index, const double *sorted, size_t m, const double *x, size_t n,
                                       gpu_side side);
GPU_OP gpu_status gpu_searchsorted_i32(int64_t *index, const int32_t *sorted, size_t m, const int32_t *x, size_t n,
                                       gpu_side side);
GPU_OP gpu_status gpu_searchsorted_i64(int64_t *index, const int64_t *sorted, size_t m, const int64_t *x, size_t n,
                                       gpu_side side);
GPU_OP gpu_status gpu_searchsorted_u8(int64_t *index, const uint8_t *sorted, size_t m, const uint8_t *x, size_t n,
                                      gpu_side side);
GPU_OP gpu_status gpu_searchsorted_u32(int64_t *index, const uint32_t *sorted, size_t m, const uint32_t *x, size_t n,
                                       gpu_side side);
GPU_OP gpu_status gpu_searchsorted_u64(int64_t *index, const uint64_t *sorted, size_t m, const uint64_t *x, size_t n,
                                       gpu_side side);
/* The quantile q, from 0 to 1, with linear interpolation between the two nearest elements, as numpy.quantile; the
   median, of an even n the mean of the two elements in the middle, as numpy.median. Elements may be infinite: between a
   finite and an infinite one is the infinity, between -inf and inf NaN. NaN if any element is NaN. _rows and _cols: of
   each row or column of a[rows][cols]. */
GPU_OP double gpu_quantile_f32(const float *x, size_t n, double q);
GPU_OP double gpu_quantile_f64(const double *x, size_t n, double q);
GPU_OP double gpu_quantile_i32(const int32_t *x, size_t n, double q);
GPU_OP double gpu_quantile_i64(const int64_t *x, size_t n, double q);
GPU_OP double gpu_quantile_u8(const uint8_t *x, size_t n, double q);
GPU_OP double gpu_quantile_u32(const uint32_t *x, size_t n, double q);
GPU_OP double gpu_quantile_u64(const uint64_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_f32(double *out, const float *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_f64(double *out, const double *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_i32(double *out, const int32_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_i64(double *out, const int64_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_u8(double *out, const uint8_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_u32(double *out, const uint32_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_to_u64(double *out, const uint64_t *x, size_t n, double q);
GPU_OP gpu_status gpu_quantile_rows_f32(float *out, const float *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_f64(double *out, const double *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_u8(double *out, const uint8_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_u32(double *out, const uint32_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_rows_u64(double *out, const uint64_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_f32(float *out, const float *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_f64(double *out, const double *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_u8(double *out, const uint8_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_u32(double *out, const uint32_t *a, size_t rows, size_t cols, double q);
GPU_OP gpu_status gpu_quantile_cols_u64(double *out, const uint64_t *a, size_t rows, size_t cols, double q);
GPU_OP double gpu_median_f32(const float *x, size_t n);
GPU_OP double gpu_median_f64(const double *x, size_t n);
GPU_OP double gpu_median_i32(const int32_t *x, size_t n);
GPU_OP double gpu_median_i64(const int64_t *x, size_t n);
GPU_OP double gpu_median_u8(const uint8_t *x, size_t n);
GPU_OP double gpu_median_u32(const uint32_t *x, size_t n);
GPU_OP double gpu_median_u64(const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_median_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_median_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_median_to_i32(double *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_median_to_i64(double *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_median_to_u8(double *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_median_to_u32(double *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_median_to_u64(double *out, const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_median_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_u8(double *out, const uint8_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_u32(double *out, const uint32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_rows_u64(double *out, const uint64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_u8(double *out, const uint8_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_u32(double *out, const uint32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median_cols_u64(double *out, const uint64_t *a, size_t rows, size_t cols);
#endif
#define gpu_sort(out, x, n, order) GPU__BARE_ANY(x, gpu_sort, (out, x, n, order))
#define gpu_argsort(index, x, n, order) GPU__BARE_ANY(x, gpu_argsort, (index, x, n, order))
#define gpu_argsort_short(index, x, n, order) GPU__BARE_ANY(x, gpu_argsort_short, (index, x, n, order))
#define gpu_sort_pairs(keys_out, values_out, keys, values, n, order)                                                   \
    GPU__BARE_ANY(keys, gpu_sort_pairs,                                                                                \
                  (keys_out, values_out, keys, values,                                                                 \
                   sizeof *(values) == sizeof *(values_out) ? sizeof *(values) : 0, n, order))
#define gpu_sort_rows(out, a, rows, cols, order) GPU__BARE_ANY(a, gpu_sort_rows, (out, a, rows, cols, order))
#define gpu_argsort_rows(index, a, rows, cols, order) GPU__BARE_ANY(a, gpu_argsort_rows, (index, a, rows, cols, order))
#define gpu_top(values, index, k, x, n) GPU__BARE_ANY(x, gpu_top, (values, index, k, x, n))
#define gpu_top_rows(values, index, k, a, rows, cols) GPU__BARE_ANY(a, gpu_top_rows, (values, index, k, a, rows, cols))
#define gpu_bottom(values, index, k, x, n) GPU__BARE_ANY(x, gpu_bottom, (values, index, k, x, n))
#define gpu_bottom_rows(values, index, k, a, rows, cols)                                                               \
    GPU__BARE_ANY(a, gpu_bottom_rows, (values, index, k, a, rows, cols))
#define gpu_unique(values, count, counts, inverse, x, n)                                                               \
    GPU__BARE_ANY(x, gpu_unique, (values, count, counts, inverse, x, n))
#define gpu_searchsorted(index, sorted, m, x, n, side)                                                                 \
    GPU__BARE_ANY(x, gpu_searchsorted, (index, sorted, m, x, n, side))
#define gpu_quantile(x, n, q) GPU__BARE_ANY(x, gpu_quantile, (x, n, q))
#define gpu_quantile_to(out, x, n, q) GPU__BARE_ANY(x, gpu_quantile_to, (out, x, n, q))
#define gpu_quantile_rows(out, a, rows, cols, q) GPU__BARE_ANY(a, gpu_quantile_rows, (out, a, rows, cols, q))
#define gpu_quantile_cols(out, a, rows, cols, q) GPU__BARE_ANY(a, gpu_quantile_cols, (out, a, rows, cols, q))
#define gpu_median(x, n) GPU__BARE_ANY(x, gpu_median, (x, n))
#define gpu_median_to(out, x, n) GPU__BARE_ANY(x, gpu_median_to, (out, x, n))
#define gpu_median_rows(out, a, rows, cols) GPU__BARE_ANY(a, gpu_median_rows, (out, a, rows, cols))
#define gpu_median_cols(out, a, rows, cols) GPU__BARE_ANY(a, gpu_median_cols, (out, a, rows, cols))
#define gpu_compress(out, count, x, mask, n) GPU__BARE_ANY(x, gpu_compress, (out, count, x, mask, n))
#define gpu_nonzero(index, count, x, n) GPU__BARE_ANY(x, gpu_nonzero, (index, count, x, n))
/* gpu_where with one argument is the function of api/memory.h that returns the kind of memory of a pointer. */
#define gpu_where(...) GPU__WHERE(__VA_ARGS__, GPU__WHERE_CHOICE, , , , GPU__WHERE_POINTER, )(__VA_ARGS__)
#define GPU__WHERE(a, b, c, d, e, which, ...) which
#define GPU__WHERE_POINTER (gpu_where)
#define GPU__WHERE_CHOICE(out, mask, x, y, n) GPU__BARE_ANY(x, gpu_where, (out, mask, x, y, n))
#define gpu_gather(out, x, count, index, n) GPU__BARE_ANY(x, gpu_gather, (out, x, count, index, n))
#define gpu_scatter(out, count, x, index, n) GPU__BARE_ANY(x, gpu_scatter, (out, count, x, index, n))
/* GPU_SELECT(T, name, (T, x), ...) { return condition; } defines
       gpu_status name(T *out, int64_t *count, const T *x, ..., size_t n);
   out = the elements of x, the first parameter, for which the condition is true, in their order. 1 to 7 parameters, as
   for GPU_VECTORIZE; x is an array of T. `out` has n elements and must not overlap the inputs. */
#define GPU_SELECT(T, name, ...) GPU__SELECT_MACRO(T, name, __VA_ARGS__)
#endif
