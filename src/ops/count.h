/* NumPy's edges: lo + i * ((hi - lo) / bins) in double, the last one hi, rounded to the data's own type; E is float
   for floats, double for all else. A value belongs to the last bin whose lower edge is not above it. The guess is
   off by one at most, unless so many edges round to one number that only a search finds the last of them. The first
   thread counts in the result itself, each other one in a copy. */
#define GPU__EDGE(E, i) ((E)(GPU__TIMES((double)(i), step) + lo))
#define GPU__HISTOGRAM(T, s, E)                                                                                        \
    static GPU__UNUSED inline void gpu_histogram_##s##__part(const gpu__job *j, void *room, size_t thread,             \
                                                             size_t first, size_t last)                                \
    {                                                                                                                  \
        const size_t bins = j->out_count;                                                                              \
        const double lo = j->number[0].real, hi = j->number[1].real, step = (hi - lo) / (double)bins,                  \
                     scale = (double)bins / (hi - lo);                                                                 \
        const T *const x = (const T *)j->in[0].p;                                                                      \
        int64_t *const counts = gpu__counts_of(j, room, thread);                                                       \
        for (; first < last; first++) {                                                                                \
            const E v = (E)x[first];                                                                                   \
            const double at = ((double)v - lo) * scale;                                                                \
            size_t i, d, above = bins;                                                                                 \
            if (!(v >= (E)lo && v <= (E)hi)) continue;                                                                 \
            i = at > 0 ? at < (double)bins ? (size_t)at : bins - 1 : 0;                                                \
            for (d = 1; i > 0 && v < GPU__EDGE(E, i); d *= 2) above = i, i = i > d ? i - d : 0;                        \
            for (d = 1; i + 1 < above && v >= GPU__EDGE(E, i + 1); i += d, d *= 2)                                     \
                while (d > 1 && (d >= above - i || v < GPU__EDGE(E, i + d))) d /= 2;                                   \
            counts[i]++;                                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    GPU__HISTOGRAM_DEVICE(T, gpu_histogram_##s)                                                                        \
    GPU__PRE_SCOPE gpu_status gpu_histogram_##s(int64_t *counts, size_t bins, const T *x, size_t n, double lo,         \
                                                double hi)                                                             \
    {                                                                                                                  \
        gpu__job j = gpu__job_of("gpu_histogram", counts, bins, sizeof *counts, n);                                    \
        if (!bins || bins > 0x7fffffff)                                                                                \
            return gpu__refuse("gpu_histogram", "%zu bins; expected 1 to 2147483647", bins);                           \
        if (!(lo < hi) || !(hi - lo <= 1.7976931348623157e308))                                                        \
            return gpu__refuse("gpu_histogram", "the range is [%g, %g]; expected two finite numbers, lo below hi", lo, \
                               hi);                                                                                    \
        gpu__job_in(&j, 0, "x", x, n, sizeof *x);                                                                      \
        j.number[0].real = lo, j.number[1].real = hi;                                                                  \
        j.room_of_thread = bins * sizeof *counts;                                                                      \
        j.finish = gpu__add_counts;                                                                                    \
        j.part[0] = j.part[1] = j.part[2] = gpu_histogram_##s##__part;                                                 \
        GPU__JOB_DEVICE(gpu_histogram_##s)                                                                             \
        return gpu__job_call(&j);                                                                                      \
    }
#define GPU__BINCOUNT(T, s)                                                                                            \
    static GPU__UNUSED inline void gpu_bincount_##s##__part(const gpu__job *j, void *room, size_t thread,              \
                                                            size_t first, size_t last)                                 \
    {                                                                                                                  \
        const size_t bins = j->out_count;                                                                              \
        const T *const x = (const T *)j->in[0].p;                                                                      \
        int64_t *const counts = gpu__counts_of(j, room, thread);                                                       \
        for (; first < last; first++)                                                                                  \
            if (x[first] >= 0 && (size_t)x[first] < bins) counts[x[first]]++;                                          \
    }                                                                                                                  \
    GPU__BINCOUNT_DEVICE(T, gpu_bincount_##s)                                                                          \
    GPU__PRE_SCOPE gpu_status gpu_bincount_##s(int64_t *counts, size_t bins, const T *x, size_t n)                     \
    {                                                                                                                  \
        gpu__job j = gpu__job_of("gpu_bincount", counts, bins, sizeof *counts, n);                                     \
        if (!bins || bins > 0x7fffffff)                                                                                \
            return gpu__refuse("gpu_bincount", "%zu bins; expected 1 to 2147483647", bins);                            \
        gpu__job_in(&j, 0, "x", x, n, sizeof *x);                                                                      \
        j.room_of_thread = bins * sizeof *counts;                                                                      \
        j.finish = gpu__add_counts;                                                                                    \
        j.part[0] = j.part[1] = j.part[2] = gpu_bincount_##s##__part;                                                  \
        GPU__JOB_DEVICE(gpu_bincount_##s)                                                                              \
        return gpu__job_call(&j);                                                                                      \
    }

