/* Several devices: those of this machine, and, in processes of their own, the CPU standing for some. */

#define GPU_SEVERAL_DEVICES
#define GPU_DLPACK
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

enum { MOST = 64 };

TEST(shares_follow_each_other)
{
    static const size_t sizes[] = {0, 1, 2, 5, 63, 64, 65, 1000003, (size_t)1 << 40, SIZE_MAX};
    static const int parts[] = {1, 2, 3, 7, 64, 1000};
    size_t k, p, begin, count;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (p = 0; p < sizeof parts / sizeof *parts; p++) {
            size_t next = 0, least = SIZE_MAX, most = 0;
            int part;
            for (part = 0; part < parts[p]; part++) {
                begin = count = 12345;
                CHECK(!gpu_split(sizes[k], part, parts[p], &begin, &count));
                CHECK(begin == next);
                next = begin + count;
                if (count < least) least = count;
                if (count > most) most = count;
            }
            CHECK(next == sizes[k]);
            CHECK(most - least <= 1);
        }
}
TEST(a_part_that_is_not_there_is_refused)
{
    size_t begin = 7, count = 8;
    CHECK(gpu_split(10, 3, 3, &begin, &count) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(gpu_error_message(), "there is no part 3 of 3");
    CHECK(gpu_split(10, -1, 3, &begin, &count) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK(gpu_split(10, 0, 0, &begin, &count) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK(gpu_split(10, 0, 1, NULL, &count) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(gpu_error_message(), "begin is NULL");
    CHECK(begin == 0 && count == 0);
    gpu_clear_error();
}

typedef struct seen {
    int parts, device[MOST], rounds;
    double value[MOST][3];
    float *memory[MOST];
    int fails_at, fails_in;
} seen;
GPU_VECTORIZE(float, add_part, (float, x), (float, part, scalar)) { return x + part; }

/* Each part writes into its memory, and reads its neighbour's behind a barrier. */
static gpu_status neighbours(int part, int parts, void *user)
{
    seen *const s = (seen *)user;
    gpu_status status = GPU_OK;
    float *mine = GPU_NEW(float, 1000), here[1000];
    int round;
    s->device[part] = gpu_device();
    s->memory[part] = mine;
    if (!part) s->parts = parts;
    if (!mine || gpu_fill_f32(mine, (float)part, 1000)) return gpu_error();
    for (round = 0; round < s->rounds && !status; round++) {
        const int from = (part + round + 1) % parts;
        if (s->fails_in == part && s->fails_at == round) {
            status = gpu_fill_f32(NULL, 0, 1000);
            break;
        }
        if ((status = gpu_each_barrier())) break;
        if ((status = gpu_copy(here, s->memory[from], sizeof here))) break;
        s->value[part][round] = here[999];
        if ((status = gpu_each_barrier())) break;
    }
    if (s->fails_in < 0) status = gpu_each_barrier();
    (void)gpu_free(mine);
    return status;
}
static seen run_neighbours(int fails_in, int fails_at, gpu_status *status)
{
    seen s;
    memset(&s, 0, sizeof s);
    s.rounds = 3, s.fails_in = fails_in, s.fails_at = fails_at;
    *status = gpu_each_device(neighbours, &s);
    return s;
}
static void all_parts_meet(void)
{
    gpu_status status;
    const int before = gpu_device();
    const seen s = run_neighbours(-1, 0, &status);
    int p, r;
    CHECK(!status);
    CHECK_INT(s.parts, gpu_device_count() ? gpu_device_count() : 1);
    for (p = 0; p < s.parts; p++) {
        CHECK_INT(s.device[p], gpu_device_count() ? p : GPU_CPU);
        for (r = 0; r < 3; r++) CHECK_CLOSE(s.value[p][r], (p + r + 1) % s.parts, 0, 0);
    }
    CHECK_INT(gpu_device(), before);
}
TEST(all_parts_meet_here) { all_parts_meet(); }
static void none_waits_for_one_that_failed(void)
{
    int part, round;
    for (part = 0; part < (gpu_device_count() ? gpu_device_count() : 1); part++)
        for (round = 0; round < 3; round++) {
            gpu_status status;
            char who[32];
            (void)run_neighbours(part, round, &status);
            CHECK_INT(status, GPU_ERROR_INVALID_ARGUMENT);
            snprintf(who, sizeof who, "device %d: ", gpu_device_count() ? part : GPU_CPU);
            CHECK_TEXT(gpu_error_message(), who);
            CHECK_TEXT(gpu_error_message(), "out is NULL");
            gpu_clear_error();
        }
}
TEST(none_waits_for_one_that_failed_here) { none_waits_for_one_that_failed(); }

static gpu_status nothing(int part, int parts, void *user)
{
    (void)part, (void)parts, (void)user;
    return GPU_OK;
}
static gpu_status again(int part, int parts, void *user)
{
    (void)part, (void)parts;
    return gpu_each_device(nothing, user);
}
TEST(what_makes_no_sense_is_refused)
{
    CHECK(gpu_each_device(NULL, NULL) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(gpu_error_message(), "fn is NULL");
    CHECK(gpu_each_barrier() == GPU_ERROR_NOT_SUPPORTED);
    CHECK_TEXT(gpu_error_message(), "not started by gpu_each_device");
    CHECK(gpu_each_device(again, NULL) == GPU_ERROR_NOT_SUPPORTED);
    CHECK(gpu_peer(0, gpu_device_count()) < 0);
    CHECK_TEXT(gpu_error_message(), "there is no device");
    gpu_clear_error();
    CHECK(!gpu_each_device(nothing, NULL));
}
TEST(a_block_on_another_device)
{
    const gpu_stream stream = gpu_stream_new();
    const int before = gpu_device();
    int runs = 0;
    CHECK(!gpu_use_stream(stream));
    GPU_ON(GPU_CPU)
    {
        runs++;
        CHECK_INT(gpu_device(), GPU_CPU);
        GPU_ON(before) runs++;
        CHECK_INT(gpu_device(), GPU_CPU);
    }
    CHECK_INT(runs, 2);
    CHECK_INT(gpu_device(), before);
    CHECK(gpu_stream_free(stream) == GPU_ERROR_INVALID_ARGUMENT); /* it is the current one again */
    gpu_clear_error();
    CHECK(!gpu_use_stream(NULL));
    CHECK(!gpu_stream_free(stream));
    if (before >= 0) { /* a stream that is freed in the block does not become current again */
        const gpu_stream freed = gpu_stream_new();
        CHECK(!gpu_use_stream(freed));
        GPU_ON(GPU_CPU) CHECK(!gpu_stream_free(freed));
        CHECK(gpu_error() == GPU_ERROR_INVALID_POINTER);
        gpu_clear_error();
        CHECK(!gpu_free(gpu_malloc(100)) && !gpu_error());
    }
    GPU_ON(MOST) runs++;
    CHECK_INT(runs, 2);
    CHECK(gpu_error() == GPU_ERROR_INVALID_DEVICE);
    gpu_clear_error();
}

/* Exchanges: a value of each part and each element, among them one that is huge, and what the order of the parts
   gives. */
static float value_at(int part, size_t i)
{
    return i % 7 == 3 && part == 1 ? 1e8f : (float)((i * 37 + (size_t)part * 11) % 101) - 50.25f;
}
static double folded_at(int parts, size_t i, gpu_fold fold, int whole)
{
    double v = whole ? floor(value_at(0, i)) : value_at(0, i);
    int k;
    for (k = 1; k < parts; k++) {
        const double x = whole ? floor(value_at(k, i)) : value_at(k, i);
        v = fold == GPU_FOLD_SUM ? v + x : fold == GPU_FOLD_MIN ? fmin(v, x) : fmax(v, x);
    }
    return v;
}
typedef struct exchanged {
    size_t n, offset; /* elements that the arrays begin after an aligned address; each part's by one more if `unlike` */
    int unlike, all, wrong[MOST];
    gpu_fold fold;
    size_t at[MOST]; /* the first that is wrong of each part */
    double got[MOST], want[MOST];
} exchanged;

#define TYPES ALL
#define BODY "several_T.h"
#include "each_type.h"

static void all_fold(void)
{
    static gpu_device_fn *const of_type[] = {exchange_f32, exchange_f64, exchange_i32, exchange_i64};
    static const char *const names[] = {"f32", "f64", "i32", "i64"};
    static const size_t sizes[] = {0, 1, 2, 3, 5, 31, 64, 1021, 4096, 4097, 300007};
    size_t t, k;
    int fold, all, p;
    for (t = 0; t < 4; t++)
        for (k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (fold = GPU_FOLD_SUM; fold <= GPU_FOLD_MAX; fold++)
                for (all = 0; all < 2; all++) {
                    exchanged e;
                    if (sizes[k] > 100000 && (t % 2 || fold != (int)t)) continue;
                    memset(&e, 0, sizeof e);
                    e.n = sizes[k], e.fold = (gpu_fold)fold, e.all = all, e.offset = k % 3, e.unlike = k % 4 == 3;
                    test_row("%zu of %s, fold %d, all %d", sizes[k], names[t], fold, all);
                    CHECK_STATUS(gpu_each_device(of_type[t], &e), GPU_OK, "");
                    for (p = 0; p < MOST; p++) CHECK_AT(e.at[p], e.got[p], e.want[p], !e.wrong[p]);
                }
}
TEST(all_parts_fold_here) { all_fold(); }
/* What exchanges need is then opened anew, by each part while others already exchange. */
TEST(all_parts_fold_after_shutdown)
{
    int round, p;
    for (round = 0; round < 8; round++) {
        exchanged e;
        memset(&e, 0, sizeof e);
        e.n = 1021, e.all = 1;
        CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
        CHECK_STATUS(gpu_each_device(exchange_f32, &e), GPU_OK, "");
        for (p = 0; p < MOST; p++) CHECK_AT(e.at[p], e.got[p], e.want[p], !e.wrong[p]);
    }
}

/* Large exchanges, which GPUs make by another way, one behind the other without waiting: each gives bit for bit what
   small ones give, one for a slice. The arrays begin and end anywhere, each part's in another place. */
typedef struct large {
    size_t bytes, size; /* of a share, about; of an element */
    void (*fill)(void *to, size_t n, int part);
    gpu_status (*fold)(void *p, size_t n, gpu_fold fold, int all);
    int wrong[MOST];
} large;
enum { LARGE_ONES = 4 }; /* sum, minimum, maximum, and the sum of a part's own share */
static gpu_status large_and_small(int part, int parts, void *user)
{
    large *const l = (large *)user;
    const size_t size = l->size, n = l->bytes / size * (size_t)parts + 3, room = (n + MOST + 5) * size;
    const size_t shift = (1 + (size_t)part) * size, slice = n / 9;
    char *const host = (char *)calloc(room, 1), *const got = (char *)calloc(room, 1), *p[LARGE_ONES], *q[LARGE_ONES];
    gpu_status s = GPU_OK;
    size_t i, begin, count;
    int k;
    l->fill(host, room / size, part);
    for (k = 0; k < LARGE_ONES && !s; k++) {
        p[k] = GPU_NEW(char, room), q[k] = GPU_NEW(char, room);
        if (!(s = gpu_copy(p[k], host, room))) s = gpu_copy(q[k], host, room);
    }
    for (k = 0; k < LARGE_ONES && !s; k++) s = l->fold(p[k] + shift, n, (gpu_fold)(k % 3), k < 3);
    for (k = 0; k < 3 && !s; k++) s = l->fold(p[k] + shift, n, GPU_FOLD_SUM, 1);
    for (k = 0; k < LARGE_ONES + 3; k++)
        for (i = 0; i < n && !s; i += slice)
            s = l->fold(q[k % LARGE_ONES] + shift + i * size, n - i < slice ? n - i : slice, (gpu_fold)(k < 3 ? k : 0),
                        1);
    for (k = 0; k < LARGE_ONES && !s; k++) {
        begin = 0, count = n;
        if (k == 3) s = gpu_split(n, part, parts, &begin, &count), l->fill(host, room / size, part);
        if (!s) s = gpu_copy(host + shift + begin * size, q[k] + shift + begin * size, count * size);
        if (!s) s = gpu_copy(got, p[k], room);
        for (i = 0; i < room && !s; i += size) l->wrong[part] += memcmp(got + i, host + i, size) != 0;
        (void)gpu_free(p[k]), (void)gpu_free(q[k]);
    }
    free(host), free(got);
    return s;
}
static void large_as_small(void)
{
    static const large of_type[] = {{0, 4, fill_f32, fold_f32, {0}},
                                    {0, 8, fill_f64, fold_f64, {0}},
                                    {0, 4, fill_i32, fold_i32, {0}},
                                    {0, 8, fill_i64, fold_i64, {0}}};
    int t, p;
    for (t = 0; t < 4; t++) {
        large l = of_type[t];
        l.bytes = strcmp(gpu_backend_name(), "cpu") ? (size_t)65 << 20 : 20000; /* GPU__ENGINE_SHARE and a bit */
        CHECK_STATUS(gpu_each_device(large_and_small, &l), GPU_OK, "");
        for (p = 0; p < MOST; p++) CHECK_INT(l.wrong[p], 0);
    }
}
TEST(large_as_small_here) { large_as_small(); }

/* Many at once, without waiting: sums of sums, whose value tells whether each came behind the one before. */
static gpu_status sums_of_sums(int part, int parts, void *user)
{
    enum { ROUNDS = 40, MOST_OF = 300000 };
    static const size_t n[] = {1, MOST_OF, 17, 70000, 5, 2000};
    float *const p = GPU_NEW(float, MOST_OF), *const host = (float *)calloc(MOST_OF, sizeof *host);
    gpu_status s = gpu_fill_f32(p, 1, MOST_OF);
    int k, wrong = 0;
    for (k = 0; k < ROUNDS && !s; k++) {
        s = gpu_each_allreduce_f32(p, n[k % 6], GPU_FOLD_SUM);
        if (!s) s = gpu_scale_f32(p, 1.0f / (float)parts, p, n[k % 6]);
        if (!s && k % 2) s = add_part(p, p, part ? -1.0f : (float)(parts - 1), n[(k + 1) % 6]); /* 0 in sum */
    }
    for (k = 0; k < 6 && !s; k++) {
        if (!(s = gpu_each_allreduce_f32(p, MOST_OF, GPU_FOLD_SUM)))
            s = gpu_scale_f32(p, 1.0f / (float)parts, p, MOST_OF);
    }
    if (!s) s = gpu_copy(host, p, MOST_OF * sizeof *host);
    for (k = 0; k < MOST_OF; k++) wrong += !(fabs(host[k] - 1) <= 1e-3);
    ((int *)user)[part] = wrong;
    free(host);
    (void)gpu_free(p);
    return s;
}
static void many_in_a_row(void)
{
    int wrong[MOST] = {0}, k;
    CHECK(!gpu_each_device(sums_of_sums, wrong));
    for (k = 0; k < MOST; k++) CHECK_INT(wrong[k], 0);
}

/* A NaN of one part is in all results, and in its place alone; the unused rest of a share is 0 elements long. */
static gpu_status nans(int part, int parts, void *user)
{
    double host[9], *const p = GPU_NEW(double, 9);
    int k, fold;
    gpu_status s = GPU_OK;
    for (fold = GPU_FOLD_SUM; fold <= GPU_FOLD_MAX && !s; fold++) {
        for (k = 0; k < 9; k++)
            host[k] = k == 4 && part == parts - 1 ? NAN : k == 5 ? (part ? -INFINITY : INFINITY) : 1;
        s = gpu_copy(p, host, sizeof host);
        if (!s) s = gpu_each_allreduce(p, 9, (gpu_fold)fold);
        if (!s) s = gpu_copy(host, p, sizeof host);
        for (k = 0; k < 9; k++) {
            const int none = k == 4 || (k == 5 && fold == GPU_FOLD_SUM && parts > 1);
            ((int *)user)[part] += (host[k] != host[k]) != none;
        }
    }
    (void)gpu_free(p);
    return s;
}
static void nan_wins(void)
{
    int wrong[MOST] = {0}, k;
    CHECK(!gpu_each_device(nans, wrong));
    for (k = 0; k < MOST; k++) CHECK_INT(wrong[k], 0);
}

/* Copies: an array of the root's to all, in shares, and back. */
typedef struct copied {
    size_t n;
    int root, wrong[MOST];
} copied;
static gpu_status copies(int part, int parts, void *user)
{
    typedef struct three { unsigned char b[3]; } three;
    copied *const c = (copied *)user;
    const size_t n = c->n;
    three *const host = (three *)calloc(n + 1, sizeof *host), *const p = GPU_ZEROS(three, n + 1),
                 *const q = GPU_ZEROS(three, n + 1), *const share = GPU_ZEROS(three, n + 1);
    unsigned char *const bytes = (unsigned char *)host;
    gpu_status s = GPU_OK;
    size_t i, begin = 0, count = 0;
    (void)gpu_split(n, part, parts, &begin, &count);
    for (i = 0; i < 3 * n; i++) bytes[i] = (unsigned char)(i * 7 + 1);
    if (part == c->root) s = gpu_copy(p, host, n * sizeof *host);
    if (!s) s = gpu_each_broadcast(p, n * sizeof *p, c->root);
    if (!s) s = gpu_copy(host, p, (n + 1) * sizeof *p);
    for (i = 0; i < 3 * n + 3; i++) c->wrong[part] += bytes[i] != (i < 3 * n ? (unsigned char)(i * 7 + 1) : 0);
    if (!s) s = gpu_each_scatter(share, part == c->root ? p : NULL, n, sizeof *p, c->root);
    if (!s) s = gpu_copy(host, share, (n + 1) * sizeof *p);
    for (i = 0; i < 3 * n + 3; i++)
        c->wrong[part] += bytes[i] != (i < 3 * count ? (unsigned char)((3 * begin + i) * 7 + 1) : 0);
    if (!s) s = gpu_each_gather(part == c->root ? q : NULL, share, n, sizeof *p, c->root);
    if (!s && part == c->root) {
        s = gpu_copy(host, q, (n + 1) * sizeof *p);
        for (i = 0; i < 3 * n + 3; i++) c->wrong[part] += bytes[i] != (i < 3 * n ? (unsigned char)(i * 7 + 1) : 0);
    }
    free(host);
    (void)gpu_free(p), (void)gpu_free(q), (void)gpu_free(share);
    return s;
}
static void all_copy(void)
{
    static const size_t sizes[] = {0, 1, 3, 5, 1000, 300007};
    size_t k;
    int p, root;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (root = 0; root < (gpu_device_count() ? gpu_device_count() : 1); root++) {
            copied c;
            memset(&c, 0, sizeof c);
            c.n = sizes[k], c.root = root;
            CHECK_STATUS(gpu_each_device(copies, &c), GPU_OK, "");
            for (p = 0; p < MOST; p++) CHECK_INT(c.wrong[p], 0);
        }
}
TEST(all_parts_copy_here) { all_copy(); }

/* What does not fit together is an error of all parts, and none waits. */
enum {
    N_DIFFERS,
    CALL_DIFFERS,
    FOLD_DIFFERS,
    NO_FOLD,
    NULL_IN_ONE,
    ONE_RETURNS,
    ROOT_IS_NONE,
    ROOT_DIFFERS,
    TYPE_DIFFERS,
    ONE_AT_A_BARRIER,
    HOST_MEMORY,
    MISFITS
};
typedef struct misfit {
    int how, parts;
    gpu_status status[MOST];
} misfit;
static gpu_status misfits(int part, int parts, void *user)
{
    misfit *const m = (misfit *)user;
    const int last = part == parts - 1;
    float *const p = GPU_ZEROS(float, 100), host[100];
    gpu_status s = gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
    if (!part) m->parts = parts;
    m->status[part] = s; /* a part that is slow may hear here of the failure of a quick one */
    if (s) return s;
    switch (m->how) {
    case N_DIFFERS: s = gpu_each_allreduce_f32(p, last ? 99 : 100, GPU_FOLD_SUM); break;
    case CALL_DIFFERS:
        s = last ? gpu_each_reduce_scatter_f32(p, 100, GPU_FOLD_SUM) : gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
        break;
    case FOLD_DIFFERS: s = gpu_each_allreduce_f32(p, 100, last ? GPU_FOLD_MIN : GPU_FOLD_MAX); break;
    case NO_FOLD: s = gpu_each_allreduce_f32(p, 100, (gpu_fold)3); break;
    case NULL_IN_ONE: s = gpu_each_allreduce_f32(last ? NULL : p, 100, GPU_FOLD_SUM); break;
    case ONE_RETURNS: s = last ? gpu_fill_f32(NULL, 0, 9) : gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM); break;
    case ROOT_IS_NONE:
        s = gpu_each_broadcast(p, 400, parts);
        if (!strstr(gpu_error_message(), "test_several.cu:")) s = GPU_ERROR_KERNEL; /* the caller's place is told */
        break;
    case ROOT_DIFFERS: s = gpu_each_gather(p, p, 1, 4, last ? 0 : 1); break;
    case TYPE_DIFFERS:
        s = last ? gpu_each_allreduce_i32((int32_t *)p, 100, GPU_FOLD_SUM)
                 : gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
        break;
    case ONE_AT_A_BARRIER: s = last ? gpu_each_barrier() : gpu_each_broadcast(p, 400, 0); break;
    default:
        s = gpu_device() != GPU_CPU && gpu_device_count() && strcmp(gpu_backend_name(), "cpu")
                ? gpu_each_allreduce_f32(last ? host : p, 100, GPU_FOLD_SUM)
                : GPU_ERROR_INVALID_ARGUMENT;
    }
    m->status[part] = s;
    (void)gpu_free(p);
    return s;
}
/* The last part ends early and well, or goes on after its mistake: what it brought to earlier calls is not taken for
   this one's. */
static gpu_status ends_early(int part, int parts, void *user)
{
    const int rounds = *(const int *)user, last = part == parts - 1;
    float *const p = GPU_ZEROS(float, 100);
    gpu_status s = GPU_OK;
    int round;
    for (round = 0; round < rounds + 4 && !s && (!last || round < rounds); round++)
        s = gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
    CHECK_INT(round, last ? rounds : rounds + 1);
    if (!last) CHECK_TEXT(gpu_error_message(), "has returned");
    (void)gpu_free(p);
    return s;
}
static gpu_status goes_on(int part, int parts, void *user)
{
    float *const p = GPU_ZEROS(float, 100);
    gpu_status s = gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
    int round;
    (void)user;
    if (!s) s = gpu_each_allreduce_f32(p, 100, part == parts - 1 ? (gpu_fold)3 : GPU_FOLD_SUM);
    for (round = 0; part == parts - 1 && round < 4; round++) {
        CHECK_INT(gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM), GPU_ERROR_INVALID_ARGUMENT);
        CHECK_INT(gpu_each_barrier(), GPU_ERROR_INVALID_ARGUMENT);
    }
    (void)gpu_free(p);
    return s;
}
/* The last part captures a graph; it is refused, and all parts with it. */
static gpu_status captures(int part, int parts, void *user)
{
    float *const p = GPU_ZEROS(float, 100);
    const int last = part == parts - 1;
    gpu_status s = last ? gpu_graph_begin() : GPU_OK;
    if (!s) s = *(int *)user ? gpu_each_barrier() : gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
    CHECK_INT(s, GPU_ERROR_NOT_SUPPORTED);
    if (last) CHECK(!gpu_graph_free(gpu_graph_end()));
    (void)gpu_free(p);
    return s;
}
static void old_offers_are_not_taken(void)
{
    int rounds;
    for (rounds = 0; rounds < 2; rounds++) CHECK_INT(gpu_each_device(captures, &rounds), GPU_ERROR_NOT_SUPPORTED);
    if (gpu_device_count() < 2) return;
    for (rounds = 0; rounds < 4; rounds++) CHECK_INT(gpu_each_device(ends_early, &rounds), GPU_ERROR_INVALID_ARGUMENT);
    CHECK_INT(gpu_each_device(goes_on, NULL), GPU_ERROR_INVALID_ARGUMENT);
    gpu_clear_error();
}
static void misfits_are_refused(void)
{
    int k;
    old_offers_are_not_taken();
    for (k = 0; k < MISFITS; k++) {
        misfit m;
        int p;
        const int alone = k != NO_FOLD && k != NULL_IN_ONE && k != ONE_RETURNS && k != ROOT_IS_NONE && k != HOST_MEMORY;
        memset(&m, 0, sizeof m);
        m.how = k;
        if (alone && gpu_device_count() < 2) continue; /* one part agrees with itself */
        CHECK_INT(gpu_each_device(misfits, &m), GPU_ERROR_INVALID_ARGUMENT);
        for (p = 0; p < m.parts; p++) CHECK_INT(m.status[p], GPU_ERROR_INVALID_ARGUMENT);
        gpu_clear_error();
    }
    all_copy(); /* and all goes on */
    many_in_a_row();
}
/* A part whose current device is another one. */
static gpu_status away(int part, int parts, void *user)
{
    float *const p = GPU_ZEROS(float, 100);
    int k;
    for (k = 0; k < 2; k++) {
        gpu_status s = part ? GPU_OK : gpu_use(*(int *)user);
        if (!s) s = k ? gpu_each_broadcast(p, 400, 0) : gpu_each_allreduce_f32(p, 100, GPU_FOLD_SUM);
        CHECK(s == GPU_ERROR_INVALID_DEVICE);
        if (!part) {
            CHECK_TEXT(gpu_error_message(), "the part belongs to device 0, and the current device is ");
            CHECK(!gpu_use(0));
        }
    }
    (void)parts;
    return gpu_free(p);
}
static void parts_stay_at_home(void)
{
    int device;
    for (device = GPU_CPU; device < gpu_device_count() && gpu_device_count(); device++)
        if (device) CHECK(gpu_each_device(away, &device) == GPU_ERROR_INVALID_DEVICE);
    gpu_clear_error();
}
#if defined(GPU__CUDA) && defined(GPU_DLPACK)
TEST(a_tensor_names_the_device_of_foreign_memory)
{
    gpu_tensor t;
    int32_t *d; /* behind the address of the data: the type of the device and its number */
    if (gpu_device_count() < 2) SKIP("there are no two GPUs");
    memset(&t, 0, sizeof t);
    CHECK(!gpu_use(1) && cudaMalloc(&t.p, 4) == cudaSuccess && !gpu_use(0));
    d = (int32_t *)gpu_to_dlpack(&t, 0, NULL, NULL);
    CHECK(d && d[2] == 2 && d[3] == 1);
    gpu_dlpack_delete(d, 0);
    CHECK(cudaFree(t.p) == cudaSuccess);
}
#endif
TEST(what_does_not_fit_is_refused_here)
{
    parts_stay_at_home();
    misfits_are_refused();
    nan_wins();
    many_in_a_row();
    CHECK(gpu_each_allreduce_f32(NULL, 0, GPU_FOLD_SUM) == GPU_ERROR_NOT_SUPPORTED);
    CHECK_TEXT(gpu_error_message(), "not started by gpu_each_device");
    CHECK(gpu_each_broadcast(NULL, 0, 0) == GPU_ERROR_NOT_SUPPORTED);
    gpu_clear_error();
}

/* A kernel of one part faults while the other is in an exchange with it, or ahead of one: none waits for ever. */
GPU_KERNEL(write_nowhere, (int *, a)) { a[threadIdx.x] = 1; }
static gpu_status faults(int part, int parts, void *user)
{
    enum { N = 100000 }; /* large if GPU__TEST_ENGINES is defined */
    float *const p = GPU_ZEROS(float, N);
    gpu_status s = gpu_each_allreduce_f32(p, N, GPU_FOLD_SUM);
    int k;
    (void)user;
    if (part == parts - 1 && !s) s = write_nowhere(gpu_grid(1, 1, 1, 32, 1, 1), (int *)64);
    for (k = 0; k < 20 && !s; k++) s = gpu_each_allreduce_f32(p, N, GPU_FOLD_SUM);
    if (!s) s = gpu_sync();
    return s ? s : gpu_each_barrier();
}
CHILD(a_fault_in_one_part)
{
    CHECK(gpu_each_device(faults, NULL));
    CHECK_TEXT(gpu_error_message(), "write_nowhere");
    gpu_clear_error();
}
TEST(a_fault_in_one_part_is_an_error_of_all)
{
    char output[4096];
    if (gpu_device_count() < 2 || !strcmp(gpu_backend_name(), "cpu"))
        SKIP("there are no two GPUs: here the fault is the program's");
    if (test_child("GPU_QUIET=1", "a_fault_in_one_part", output, sizeof output)) CHECK_TEXT("it failed", output);
}

/* The CPU stands for devices. */
CHILD(exchanges)
{
    parts_stay_at_home();
    all_fold();
    all_copy();
    nan_wins();
    misfits_are_refused();
    many_in_a_row();
    large_as_small();
}
TEST(stand_ins_exchange)
{
    static const char *const devices[] = {"GPU_CPU_DEVICES=2", "GPU_CPU_DEVICES=3", "GPU_CPU_DEVICES=7"};
    char output[4096];
    int k;
    for (k = 0; k < 3; k++) {
        CHECK_INT(test_child(devices[k], "exchanges", output, sizeof output), 0);
        if (*output) fprintf(stderr, "%s", output);
    }
}
CHILD(stand_ins)
{
    float *p[4], host[100];
    int k, i;
    gpu_info info;
    gpu_extent extent;
    CHECK_INT(gpu_device_count(), 4);
    CHECK_INT(gpu_device(), 0);
    CHECK(!strcmp(gpu_backend_name(), "cpu"));
    CHECK(gpu_peer(1, 3) == 1 && gpu_peer(2, GPU_CPU) == 1);
    all_parts_meet();
    none_waits_for_one_that_failed();
    for (k = 0; k < 4; k++) {
        GPU_ON(k)
        {
            p[k] = GPU_ZEROS(float, 100);
            CHECK(!gpu_query(k, &info));
            CHECK_INT(info.device, k);
            CHECK(!add_part(p[k], k ? p[k - 1] : p[0], (float)k, 100)); /* its neighbour's memory, in place */
        }
    }
    CHECK(!gpu_copy(host, p[3], sizeof host));
    for (i = 0; i < 100; i++) CHECK_CLOSE(host[i], 6, 0, 0);
    CHECK(!gpu_normalize_f32(p[0], p[3], 100));
    for (k = 0; k < 4; k++) {
        CHECK(!gpu_extent_of(p[k] + 7, &extent));
        CHECK_INT(extent.device, k);
        CHECK(!gpu_free(p[k]));
    }
    CHECK(gpu_use(4) == GPU_ERROR_INVALID_DEVICE);
    gpu_clear_error();
}
TEST(the_cpu_stands_for_four_devices)
{
    char output[4096];
    CHECK_INT(test_child("GPU_CPU_DEVICES=4", "stand_ins", output, sizeof output), 0);
    if (*output) fprintf(stderr, "%s", output);
}
CHILD(which_rank) { printf("rank %d device %d\n", gpu_local_rank(), gpu_use_local_rank() ? -9 : gpu_device()); }
TEST(a_launcher_s_number_is_found)
{
    static const struct {
        const char *environment, *says;
    } launcher[] = {{"GPU_CPU_DEVICES=4", "rank 0 device 0"},
                    {"GPU_CPU_DEVICES=4 OMPI_COMM_WORLD_LOCAL_RANK=3", "rank 3 device 3"},
                    {"GPU_CPU_DEVICES=4 MPI_LOCALRANKID=5", "rank 5 device 1"},
                    {"GPU_CPU_DEVICES=4 MV2_COMM_WORLD_LOCAL_RANK=2", "rank 2 device 2"},
                    {"GPU_CPU_DEVICES=1 PMI_LOCAL_RANK=7", "rank 7 device 0"},
                    {"GPU_CPU_DEVICES=3 PALS_LOCAL_RANKID=4", "rank 4 device 1"},
                    {"GPU_CPU_DEVICES=4 SLURM_LOCALID=1", "rank 1 device 1"},
                    {"GPU_CPU_DEVICES=4 SLURM_LOCALID=nonsense", "rank 0 device 0"},
                    {"GPU_DEVICE=cpu OMPI_COMM_WORLD_LOCAL_RANK=3", "rank 3 device -1"}};
    size_t k;
    for (k = 0; k < sizeof launcher / sizeof *launcher; k++) {
        char output[1024];
        CHECK_INT(test_child(launcher[k].environment, "which_rank", output, sizeof output), 0);
        CHECK_TEXT(output, launcher[k].says);
    }
}
TEST(a_number_of_devices_that_is_none_is_told)
{
    char output[1024];
    CHECK_INT(test_child("GPU_CPU_DEVICES=65 GPU_DEVICE=cpu", "which_rank", output, sizeof output), 0);
    CHECK_TEXT(output, "GPU_CPU_DEVICES=65 is not valid; expected a number from 1 to 64");
}
