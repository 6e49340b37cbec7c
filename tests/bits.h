/* The bits of results as text: a row is a function and its input, a column a size and a hash of all bits of the result
   there. test_bits compares its rows with those of tests/bits.txt. */

#ifndef BITS_H
#define BITS_H

/* Element types: 'f' float, 'd' double, 'i' int32_t, 'l' 64-bit integers. The NaNs are all one. */
#ifdef __cplusplus
extern "C" {
#endif
void *bits_input(char type, const char *input); /* BITS_MOST + 4 elements on the current device */
void bits_begin(const char *name, const char *input);
void bits_value(size_t size, char type, const void *value, size_t n);
void bits_array(size_t size, char type, const void *out, size_t n); /* on the device */
void bits_end(void);
/* column k of a row of every size; 0, and the row has ended, behind the last */
int bits_next(size_t *k, size_t *n, size_t *o);
#ifdef __cplusplus
}
#endif

enum { BITS_MOST = 1000003 };
static const size_t bits_sizes[] = {0, 1, 2, 3, 63, 64, 65, 127, 511, 512, 513, 1000, 2049, 4097, 8191, 8192, 8193,
                                    65537, 262147, BITS_MOST};
enum { BITS_SIZES = sizeof bits_sizes / sizeof *bits_sizes };

/* The name of a row whose products and sums nvcc fuses on a GPU. */
#define FUSED(name) (gpu_device() == GPU_CPU ? name : name "@gpu")

/* A row of a function of n elements. Arrays begin `o` elements, 0 to 3, off an aligned address: the bits do not
   tell. */
#define BITS_VALUE(name, input, R, type, count, call)                                                                  \
    do {                                                                                                               \
        size_t k = 0, n, o;                                                                                            \
        for (bits_begin(name, input); bits_next(&k, &n, &o);) {                                                        \
            const R value = call;                                                                                      \
            bits_value(n, type, &value, count);                                                                        \
        }                                                                                                              \
    } while (0)
#define BITS_ARRAY(name, input, type, out, call)                                                                       \
    do {                                                                                                               \
        size_t k = 0, n, o;                                                                                            \
        for (bits_begin(name, input); bits_next(&k, &n, &o);) {                                                        \
            CHECK_STATUS(call, GPU_OK, "");                                                                            \
            bits_array(n, type, (out) + o, n);                                                                         \
        }                                                                                                              \
    } while (0)

#endif /* BITS_H */
