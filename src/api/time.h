/* ------------------------------------------------------------------------------------------------------- >>time -- */

/* Starts the timer of this thread. On a GPU it is an event on the current stream, so it times the work queued later. */
GPU_API gpu_status gpu_timer_start(void);
/* Milliseconds since gpu_timer_start, including the work queued since; waits for it. NaN on error. */
GPU_API double gpu_timer_ms(void);

/* gpu_stats s; GPU_BENCH(s, 20) { launch(...); }  runs the statement once as warm-up and then 20 times, timed on a GPU
   by events without waiting in between, and fills s. Do not leave it with break, return or goto. On error s has NaN. */
#define GPU_BENCH(stats, reps) for (gpu__bench_begin(&(stats), (reps)); gpu__bench_next(&(stats));)
