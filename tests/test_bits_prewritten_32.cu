/* The bits of the prewritten functions of 4-byte types: of test_bits. */

#include "bits_prewritten.h"

OF_TYPE(float, 'f', f32, double, 'd', float, 'f', float, 'f')
OF_TYPE(int32_t, 'i', i32, int64_t, 'l', int64_t, 'l', double, 'd')
OF_REAL(float, 'f', f32)
OF_WHOLE(int32_t, 'i', i32)
OF_SUMS(f32, i32)
