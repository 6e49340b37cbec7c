/* --------------------------------------------------------------------------------------- how many threads to use -- */

/* The number of threads for n elements of a cheap function: each has at least 16384, or waking it would not pay. */
static GPU__FORCE_INLINE int gpu__team(GPU__UNUSED size_t n)
{
#ifdef _OPENMP
    size_t most, want = n / 16384;
    if (want < 2 || (most = (size_t)gpu__cpu_threads()) < 2 || omp_in_parallel() || gpu__forked()) return 1;
    return (int)(want < most ? want : most);
#else
    return 1;
#endif
}

#ifdef _OPENMP
/* Launches and calls use several threads if the work would take one thread at least gpu__wake_ns nanoseconds. On an
   idle machine ten microseconds pay for waking the other threads; on a busy machine these may wait milliseconds for a
   core. So what took longer with all threads than it would have taken with one raises the limit to that time, and each
   small launch or call after it lowers the limit. */
enum { GPU__WAKE_NS = 10000, GPU__WAKE_MOST_NS = 20000000 };
static unsigned gpu__wake_ns = GPU__WAKE_NS;
static int gpu__worth_waking(double rest)
{
    const unsigned limit = GPU__LOAD(unsigned, &gpu__wake_ns);
    if (limit > GPU__WAKE_NS) GPU__STORE(unsigned, &gpu__wake_ns, limit - (limit - GPU__WAKE_NS + 127) / 128);
    return rest * 1e9 >= limit;
}
static void gpu__note_team(double alone, double took)
{
    if (took > alone && took * 1e9 > GPU__LOAD(unsigned, &gpu__wake_ns))
        GPU__STORE(unsigned, &gpu__wake_ns,
                   took * 1e9 < (double)GPU__WAKE_MOST_NS ? (unsigned)(took * 1e9) : (unsigned)GPU__WAKE_MOST_NS);
}

/* What one thread would have taken is known of a launch by its first share; of a call, from the share of the calling
   thread. To estimate it before a call, the time for an element is kept for each operation in a direct-mapped table, as
   long as the limit is raised. */
enum { GPU__PACES = 64, GPU__TIMED = 64 };
static struct {
    uintptr_t name; /* the address of the operation's name */
    unsigned ps;    /* picoseconds for each element */
} gpu__pace[GPU__PACES];
/* The calling thread may itself be waiting for a core during its share, so that its processor time is what counts. To
   read that is a system call; it is done only while the limit is raised, and in the GPU__TIMED calls that follow one of
   more than a millisecond. */
static unsigned gpu__timed; /* number of calls that are still to do so */
#if defined(CLOCK_THREAD_CPUTIME_ID)
static double gpu__thread_seconds(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? gpu__seconds() : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#elif defined(__linux__) && defined(GPU__GNU)
/* Strict C declares neither the function nor its structure. (A void * goes with the declaration of any other file.) */
extern int gpu__clock_gettime(int clock, void *time) __asm__("clock_gettime");
static double gpu__thread_seconds(void)
{
    enum { thread_cpu_time = 3 };
    long time[2];
    return gpu__clock_gettime(thread_cpu_time, time) ? gpu__seconds() : (double)time[0] + 1e-9 * (double)time[1];
}
#else
#define gpu__thread_seconds gpu__seconds
#endif
typedef struct gpu__timing {
    uintptr_t name;
    double n;
    int busy, team;                   /* whether the machine was busy; number of threads */
    double (*clock)(void);            /* of the calling thread's share */
    double start, share_start, share; /* when the call and the share began, in seconds; how long the share took */
} gpu__timing;
/* Begins a call of n elements for which gpu__team has chosen `team` threads. Returns how many to use: all of them or
   1. */
static int gpu__timing_begin(gpu__timing *timing, const char *name, size_t n, int team)
{
    timing->name = (uintptr_t)name;
    timing->n = (double)n;
    timing->busy = team > 1 && GPU__LOAD(unsigned, &gpu__wake_ns) > GPU__WAKE_NS;
    if (timing->busy) {
        const size_t at = timing->name / 8 % GPU__PACES;
        /* what is not known yet: few elements count as a small call, many as a large one */
        double alone = n < 1 << 18 ? 0 : 1;
        if (GPU__LOAD(uintptr_t, &gpu__pace[at].name) == timing->name)
            alone = 1e-12 * GPU__LOAD(unsigned, &gpu__pace[at].ps) * timing->n;
        if (!gpu__worth_waking(alone)) team = 1;
    }
    timing->team = team;
    if (team < 2 && !timing->busy) return team;
    const unsigned timed = GPU__LOAD(unsigned, &gpu__timed);
    if (timed) GPU__STORE(unsigned, &gpu__timed, timed - 1);
    timing->clock = timed || timing->busy ? gpu__thread_seconds : gpu__seconds;
    timing->share_start = timing->clock();
    timing->start = gpu__seconds();
    return team;
}
static void gpu__timing_share(gpu__timing *timing) /* each thread calls it when it has done its share */
{
    if (!omp_get_thread_num()) timing->share = timing->clock() - timing->share_start;
}
static void gpu__timing_end(gpu__timing *timing)
{
    const size_t at = timing->name / 8 % GPU__PACES;
    double took, ps;
    if (timing->team < 2 && !timing->busy) return;
    if (timing->team < 2) gpu__timing_share(timing);
    took = gpu__seconds() - timing->start;
    if (timing->clock == gpu__thread_seconds) {
        ps = 1e12 * timing->share * timing->team / timing->n;
        GPU__STORE(unsigned, &gpu__pace[at].ps, ps < 1e9 ? (unsigned)ps : 1000000000);
        GPU__STORE(uintptr_t, &gpu__pace[at].name, timing->name);
    }
    if (timing->team > 1 && took > 1e-3) { /* less may be what starting threads, or touching pages first, has taken */
        gpu__note_team(timing->share * timing->team, took);
        GPU__STORE(unsigned, &gpu__timed, GPU__TIMED);
    }
}
#endif
/* Calls share(argument, k, first, last) for each k < team, with the range of k among `tasks` tasks: each on a thread of
   its own, unless the machine is so busy that one thread does the work on n elements sooner. (Fewer threads than the
   team has, whatever the reason, also do the shares of the missing ones.) */
static void gpu__parallel(GPU__UNUSED const char *name, GPU__UNUSED size_t n, GPU__UNUSED size_t team, size_t tasks,
                          gpu__share_fn *share, const void *argument)
{
#ifdef _OPENMP
    gpu__timing timing;
    const int threads = gpu__timing_begin(&timing, name, n, (int)team);
    if (team > 1) {
#pragma omp parallel num_threads(threads) if (threads > 1)
        {
            size_t first, last, k;
            for (k = (size_t)omp_get_thread_num(); k < team; k += (size_t)omp_get_num_threads()) {
                gpu__share(tasks, k, team, &first, &last);
                share(argument, k, first, last);
            }
            gpu__timing_share(&timing);
        }
    } else share(argument, 0, 0, tasks);
    gpu__timing_end(&timing);
#else
    share(argument, 0, 0, tasks);
#endif
}
