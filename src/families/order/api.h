/* ---- order: sorting; opt-in ----

   #define GPU_ORDER before the include adds the functions of this part to the file. All keep the order of equal
   elements (they are stable), so results have the same bits on CPU and GPU. NaN is above every number, so it is last in
   ascending order and first in descending order; all NaN are equal, and so are -0 and +0. */
#ifdef GPU_ORDER
typedef enum gpu_order { GPU_ASCENDING, GPU_DESCENDING } gpu_order;
#ifndef GPU__CUDA
/* out = the elements of x in order. `out` may be x. */
GPU_OP gpu_status gpu_sort_f32(float *out, const float *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_f64(double *out, const double *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_i32(int32_t *out, const int32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_i64(int64_t *out, const int64_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u8(uint8_t *out, const uint8_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u32(uint32_t *out, const uint32_t *x, size_t n, gpu_order order);
GPU_OP gpu_status gpu_sort_u64(uint64_t *out, const uint64_t *x, size_t n, gpu_order order);
/* x[index[0]], x[index[1]], ... are in order. gpu_argsort_short does the same with half the memory for the index; n is
   at most 2^32. */
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
/* The keys in order, and each value, of value_size bytes (4 or 8), at the place of its key. keys_out may be keys, and
   values_out may be values. The bare name gpu_sort_pairs(keys_out, values_out, keys, values, n, order) takes the size
   from the arrays. */
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
/* Each row of a[rows][cols] by itself; the index is the column. `out` may be a. */
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
#endif
