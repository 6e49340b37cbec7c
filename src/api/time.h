/* ------------------------------------------------------------------------------------------------------- >>time -- */

GPU_API gpu_status gpu_timer_start(void); /* the thread's stopwatch; on a GPU it runs in order with the queued work */
GPU_API double gpu_timer_ms(void); /* milliseconds since the start; waits for the work before it; NaN on an error */

/* gpu_stats s; GPU_BENCH(s, 20) { launch(...); }  runs the statement once to warm up and 20 times timed (by events on a
   GPU, queued without a wait in between), then fills s. Do not leave it with break, return or goto. */
#define GPU_BENCH(stats, reps) for (gpu__bench_begin(&(stats), (reps)); gpu__bench_next(&(stats));)

