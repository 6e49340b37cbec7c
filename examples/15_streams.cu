/* Streams: an array goes through the GPU in pieces; while one piece is computed, the next is copied in and the previous
   one out. The same work on one stream and on three, with the timeline of both as a picture; a graph that replays a
   hundred small launches; a stream with priority.

   Counterpart of the stream management of CUDA Python (streams, events, asynchronous copies, priorities) and Numba's and
   CuPy's streams. Work queued on one stream runs in order; work on two streams may overlap. On the CPU each call has done
   its work when it returns, so the pictures of one and of three streams look alike.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/15_streams.cu -o streams
   cc -O3 -fopenmp -I. -x c examples/15_streams.cu -o streams -lm                                                      */

#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { PIECES = 8, STREAMS = 3, STEPS = 2048 };

GPU_VECTORIZE(float, relax, (float, x)) /* many steps towards 1: as long a computation as the copies are */
{
    for (int k = 0; k < STEPS; k++) x = 0.999f * x + 0.001f;
    return x;
}
GPU_KERNEL(add_one, (float *, a), (size_t, n)) { GPU_FOR(i, n) a[i] += 1; }

typedef struct timeline {
    int streams;
    double total, at[PIECES][4]; /* ms: copy in begins, computation begins, copy out begins, done */
} timeline;

static timeline pipeline(float *out, const float *in, float *device, size_t n, int streams)
{
    const size_t piece = n / PIECES, bytes = piece * sizeof(float);
    gpu_stream stream[STREAMS];
    gpu_event begin = gpu_event_new(), mark[PIECES][4];
    timeline t;
    int p, k;
    memset(&t, 0, sizeof t);
    t.streams = streams;
    for (k = 0; k < streams; k++) stream[k] = gpu_stream_new();
    for (p = 0; p < PIECES; p++)
        for (k = 0; k < 4; k++) mark[p][k] = gpu_event_new();
    GPU_CHECK(gpu_error());

    GPU_CHECK(gpu_event_record(begin)); /* on the default stream: the others wait for it */
    for (p = 0; p < PIECES; p++) {      /* all of this only queues work: the host is far ahead of the GPU */
        const size_t first = (size_t)p * piece;
        GPU_CHECK(gpu_use_stream(stream[p % streams]));
        GPU_CHECK(gpu_event_record(mark[p][0]));
        GPU_CHECK(gpu_copy_async(device + first, in + first, bytes)); /* page-locked host memory, or it would wait */
        GPU_CHECK(gpu_event_record(mark[p][1]));
        GPU_CHECK(relax(device + first, device + first, piece));
        GPU_CHECK(gpu_event_record(mark[p][2]));
        GPU_CHECK(gpu_copy_async(out + first, device + first, bytes));
        GPU_CHECK(gpu_event_record(mark[p][3]));
    }
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_sync());

    for (p = 0; p < PIECES; p++)
        for (k = 0; k < 4; k++) {
            t.at[p][k] = gpu_event_elapsed_ms(begin, mark[p][k]);
            if (t.at[p][k] > t.total) t.total = t.at[p][k];
            GPU_CHECK(gpu_event_free(mark[p][k]));
        }
    for (k = 0; k < streams; k++) GPU_CHECK(gpu_stream_free(stream[k]));
    GPU_CHECK(gpu_event_free(begin));
    return t;
}

static void draw(const char *name, const timeline *t, int count) /* one row a stream; blue in, orange computed, green out */
{
    static const char *const colour[] = {"#4a7fc1", "#e08a3c", "#56a05c"};
    const double scale = 800 / t[0].total;
    FILE *f = fopen(name, "w");
    int y = 30, c, p, k;
    if (!f) return;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"210\" font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/><text x=\"10\" y=\"18\">copy in (blue), compute (orange), copy out (green), %d pieces</text>\n", PIECES);
    for (c = 0; c < count; y += t[c].streams * 28 + 24, c++) {
        fprintf(f, "<text x=\"10\" y=\"%d\">%d stream%s</text><text x=\"%.0f\" y=\"%d\">%.2f ms</text>\n", y + 18, t[c].streams, t[c].streams > 1 ? "s" : "",
                96 + t[c].total * scale, y + 18, t[c].total);
        for (p = 0; p < PIECES; p++)
            for (k = 0; k < 3; k++)
                fprintf(f, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"%s\" stroke=\"white\"/>\n", 90 + t[c].at[p][k] * scale,
                        y + p % t[c].streams * 28, (t[c].at[p][k + 1] - t[c].at[p][k]) * scale, colour[k]);
    }
    fprintf(f, "</svg>\n");
    fclose(f);
}

int main(int argc, char **argv)
{
    const size_t n = gpu_device() == GPU_CPU ? (size_t)1 << 21 : (size_t)1 << 24, small = 1000;
    const char *picture = argc > 1 ? argv[1] : "15_streams.svg";
    float *in = GPU_PINNED(float, n), *out = GPU_PINNED(float, n), *device = GPU_NEW(float, n), *a = GPU_ZEROS(float, small), last;
    const double far = pow((double)0.999f, STEPS); /* what is left of a distance from 1 */
    timeline t[2];
    gpu_stats single, graph_time;
    gpu_graph graph;
    gpu_stream urgent;
    gpu_info info;
    int failed = 0, k;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &info));
    printf("on %s (%s)\n", info.name, info.backend);
    for (size_t i = 0; i < n; i++) in[i] = (float)(i % 1000) / 1000;

    (void)pipeline(out, in, device, n, 1); /* the first use of everything is slower */
    for (k = 0; k < 2; k++) {
        memset(out, 0, n * sizeof(float));
        t[k] = pipeline(out, in, device, n, k ? STREAMS : 1);
        for (size_t i = 0; i < n; i++) failed |= !(fabs(out[i] - (1 + (in[i] - 1) * far)) < 1e-4);
        printf("%d stream%s  %8.2f ms for %.0f MB in and out  %s\n", t[k].streams, k ? "s" : " ", t[k].total, 1e-6 * (double)n * sizeof(float), failed ? "WRONG" : "ok");
    }
    draw(picture, t, 2);
    printf("timeline: %s\n", picture);

    urgent = gpu_stream_new_priority(1); /* its blocks go before those of other streams */
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_use_stream(urgent));
    GPU_BENCH(single, 20) for (k = 0; k < 100; k++) GPU_CHECK(add_one(gpu_for(small), a, small));
    GPU_CHECK(gpu_graph_begin());
    for (k = 0; k < 100; k++) GPU_CHECK(add_one(gpu_for(small), a, small)); /* gathered, not run */
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_BENCH(graph_time, 20) GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_copy(&last, a + small - 1, sizeof last));
    failed |= last != 2 * 21 * 100;
    printf("100 launches of %zu elements: %.1f us one by one, %.1f us as a graph\n", small, 1e3 * single.median_ms, 1e3 * graph_time.median_ms);

    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_stream_free(urgent));
    GPU_CHECK(gpu_free(in)), GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(device)), GPU_CHECK(gpu_free(a));
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
