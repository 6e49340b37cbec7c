/* The order of the sums of gpu_softmax_rows and the like, the same on both backends, a function of cols alone. A row is
   cut into chunks of GPU__ROWWISE_CHUNK elements. Element i of a chunk belongs to lane i % L, ascending; by the length
   of the row L is 32 for up to 128 elements, 128 for up to 1024, else 1024; lanes begin at 0 and fold by halves: for s
   = L/2, .. 1: lane[j] += lane[j + s]. Chunks fold likewise: chunk p belongs to lane p % 256, then s = 128 .. 1. A
   chunk's exponentials are those of the distances to the chunk's maximum; its sum is scaled to the row's maximum when
   chunks fold. If one element is so far above the others that the sum is nearly 1, its logarithm is that of 1 + the sum
   of the others, which is folded likewise without it. Chunks' moments fold by gpu__merge. */
enum { GPU__ROWWISE_CHUNK = 16384, GPU__ROWWISE_LANES = 1024, GPU__ROWWISE_FOLD = 256 };
enum { GPU__ROWWISE_SOFTMAX, GPU__ROWWISE_LOG, GPU__ROWWISE_LOG_OF_SUM, GPU__ROWWISE_NORM }; /* gpu__job.flag */
