/* The bits of the prewritten functions of 4-byte types: of test_bits. */

#include "bits_prewritten.h"

#define TYPES (F32 | I32)
#define BODY "bits_T.h"
#include "each_type.h"
#define TYPES (F32 | I32)
#define BODY "bits_more_T.h"
#include "each_type.h"

TEST(cumulative_sums_f32) { cumulative_sums(sums_i32, sums_f32); }
