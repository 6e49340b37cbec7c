/* The bits of the prewritten functions of 8-byte types: of test_bits. */

#include "bits_prewritten.h"

OF_TYPE(double, 'd', f64, double, 'd', double, 'd', double, 'd')
OF_TYPE(int64_t, 'l', i64, int64_t, 'l', int64_t, 'l', double, 'd')
OF_REAL(double, 'd', f64)
OF_WHOLE(int64_t, 'l', i64)
OF_SUMS(f64, i64)
