/* The bits of the prewritten functions of 8-byte types: of test_bits. */

#include "bits_prewritten.h"

#define TYPES (F64 | I64)
#define BODY "bits_T.h"
#include "each_type.h"
#define TYPES (F64 | I64)
#define BODY "bits_more_T.h"
#include "each_type.h"

TEST(cumulative_sums_f64) { cumulative_sums(sums_i64, sums_f64); }
