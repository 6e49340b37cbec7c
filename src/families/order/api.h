/* ---- order: sorting; opt-in ----

   #define GPU_ORDER before the include adds the functions of this part to the file. All are stable (they keep the order
   of equal elements), so results have the same bits on CPU and GPU. NaN is greater than every number: last in ascending
   and first in descending order. All NaNs are equal, and so are -0 and +0. */
#ifdef GPU_ORDER
typedef enum gpu_order { GPU_ASCENDING, GPU_DESCENDING } gpu_order;
typedef enum gpu_side { GPU_LEFT, GPU_RIGHT } gpu_side;
#ifndef GPU__CUDA
/* Sorts x into out. `out` may be x. */
ANY gpu_status gpu_sort_T(T *out, const T *x, size_t n, gpu_order order);
/* The index that sorts x: x[index[0]], x[index[1]], ... are in order. gpu_argsort_short needs half the memory for its
   index; n is at most 2^32. */
ANY gpu_status gpu_argsort{|_short}_T({int64_t|uint32_t} *index, const T *x, size_t n, gpu_order order);
/* Sorts keys, and values of value_size bytes (4 or 8) with them. keys_out may be keys, and values_out may be values.
   The bare name gpu_sort_pairs(keys_out, values_out, keys, values, n, order) takes the size from the arrays. */
ANY gpu_status gpu_sort_pairs_T(T *keys_out, void *values_out, const T *keys, const void *values, size_t value_size,
                                size_t n, gpu_order order);
/* Sorts each row of a[rows][cols] separately; an index is a column. `out` may be a. */
ANY gpu_status gpu_{|arg}sort_rows_T({T|int64_t} *{out|index}, const T *a, size_t rows, size_t cols, gpu_order order);
/* ---- choose ----

   *count, in device or host memory, becomes the number of elements of the result; with host memory the call waits. The
   rest of the result is not written. */
/* out = the elements of x whose mask is not 0, in their order. out and mask have n elements; out must not overlap the
   inputs. */
ANY gpu_status gpu_compress_T(T *out, int64_t *count, const T *x, const uint8_t *mask, size_t n);
/* index = the indices of the elements that are not 0, in ascending order. */
ANY gpu_status gpu_nonzero_T(int64_t *index, int64_t *count, const T *x, size_t n);
/* out[i] = mask[i] ? x[i] : y[i]. `out` may be x or y, or mask if the elements are bytes. */
ANY gpu_status gpu_where_T(T *out, const uint8_t *mask, const T *x, const T *y, size_t n);
/* out[i] = x[index[i]] for all i < n; x has `count` elements. A negative index counts from the end. For an index out of
   range out[i] is 0; under GPU_DEBUG the call then waits, and returns an error whose message names it. out must not
   overlap the inputs. */
ANY gpu_status gpu_gather_T(T *out, const T *x, size_t count, const int64_t *index, size_t n);
/* out[index[i]] = x[i] for all i < n; of equal indices the last one wins. `out` has `count` elements; those without an
   index keep their values. A negative index counts from the end. An index out of range is ignored; under GPU_DEBUG it
   is an error as in gpu_gather. */
ANY gpu_status gpu_scatter_T(T *out, size_t count, const T *x, const int64_t *index, size_t n);
/* ---- selection, unique elements, quantiles ---- */
/* values = the k largest elements of x in descending order, and index, unless it is NULL, their indices in x; of equal
   elements the first in x comes first. k is 0 to n; 0 writes nothing. gpu_bottom: the k smallest, in ascending order.
   _rows: for each row of a[rows][cols], to values[rows][k] and index[rows][k]. */
ANY gpu_status gpu_{top|bottom}_T(T *values, int64_t *index, size_t k, const T *x, size_t n);
ANY gpu_status gpu_{top|bottom}_rows_T(T *values, int64_t *index, size_t k, const T *a, size_t rows, size_t cols);
/* values = the distinct elements of x in ascending order, represented by their first occurrence in x; *count is their
   number. Unless they are NULL, counts[u] is how often values[u] occurs, and values[inverse[i]] equals x[i]. values,
   counts and inverse have n elements and must not overlap. */
ANY gpu_status gpu_unique_T(T *values, int64_t *count, int64_t *counts, int64_t *inverse, const T *x, size_t n);
/* index[i] = number of elements of sorted[m], in ascending order, that are less than x[i] (GPU_LEFT), or less or equal
   (GPU_RIGHT). */
ANY gpu_status gpu_searchsorted_T(int64_t *index, const T *sorted, size_t m, const T *x, size_t n, gpu_side side);
/* The quantile q, from 0 to 1, with linear interpolation between the two nearest elements, as numpy.quantile; the
   median, of an even n the mean of the two elements in the middle, as numpy.median. Elements may be infinite: between a
   finite and an infinite one is the infinity, between -inf and inf NaN. NaN if any element is NaN. _rows and _cols: of
   each row or column of a[rows][cols]. */
ANY double gpu_quantile_T(const T *x, size_t n, double q);
ANY gpu_status gpu_quantile_to_T(double *out, const T *x, size_t n, double q);
ANY gpu_status gpu_quantile_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols, double q);
ANY double gpu_median_T(const T *x, size_t n);
ANY gpu_status gpu_median_to_T(double *out, const T *x, size_t n);
ANY gpu_status gpu_median_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols);
#endif
#define gpu_sort_pairs(keys_out, values_out, keys, values, n, order)                                                   \
    GPU__BARE_ANY(keys, gpu_sort_pairs,                                                                                \
                  (keys_out, values_out, keys, values,                                                                 \
                   sizeof *(values) == sizeof *(values_out) ? sizeof *(values) : 0, n, order))
#define gpu_searchsorted(index, sorted, m, x, n, side)                                                                 \
    GPU__BARE_ANY(x, gpu_searchsorted, (index, sorted, m, x, n, side))
/* gpu_where with one argument is the function of api/memory.h that returns the kind of memory of a pointer. */
#define gpu_where(...) GPU__WHERE(__VA_ARGS__, GPU__WHERE_CHOICE, , , , GPU__WHERE_POINTER, )(__VA_ARGS__)
#define GPU__WHERE(a, b, c, d, e, which, ...) which
#define GPU__WHERE_POINTER (gpu_where)
#define GPU__WHERE_CHOICE(out, mask, x, y, n) GPU__BARE_ANY(x, gpu_where, (out, mask, x, y, n))
/* GPU_SELECT(T, name, (T, x), ...) { return condition; } defines
       gpu_status name(T *out, int64_t *count, const T *x, ..., size_t n);
   out = the elements of x, the first parameter, for which the condition is true, in their order. 1 to 7 parameters, as
   for GPU_VECTORIZE; x is an array of T. `out` has n elements and must not overlap the inputs. */
#define GPU_SELECT(T, name, ...) GPU__SELECT_MACRO(T, name, __VA_ARGS__)
#endif
