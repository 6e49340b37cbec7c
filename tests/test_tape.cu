/* The tape: each rule and random programs against central differences in double, each rule in float against that in
   double, and the same bits from run to run. */

#define GPU_DERIVATIVES
#define GPU_FFT
#define GPU_LINALG
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_TAPE
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"
#include "tape.h"

GPU_GRAD(float, swish_f32, x, (b, scalar)) { return x / (1 + GPU_EXP(-(b * x))); }
GPU_GRAD(double, swish_f64, x, (b, scalar)) { return x / (1 + GPU_EXP(-(b * x))); }
GPU_GRAD(float, bump_f32, x, y) { return GPU_EXP(-(x * x)) * GPU_SIN(x + 2 * y); }
GPU_GRAD(double, bump_f64, x, y) { return GPU_EXP(-(x * x)) * GPU_SIN(x + 2 * y); }
GPU_VECTORIZE(double, plus_one, (double, x)) { return x + 1; }

/* -- every rule -- */

/* A function of up to three arrays, whose numbers of elements are letters: m a matrix, r a row, c a column, 1 one, s
   one double, w three columns of a row's length, y three of a column's. */
typedef struct row {
    const char *name;
    char out;
    const char *in;
    double low, high; /* of the values of the inputs */
} row;
static size_t elements(char of, size_t rows, size_t cols)
{
    const size_t line = of == 'r' || of == 'w' ? cols : rows;
    return of == '1' || of == 's' ? 1 : of == 'm' ? rows * cols : of == 'w' || of == 'y' ? 3 * line : line;
}
#define ROW(name, out, in, low, high, call)                                                                            \
    if (!which--) {                                                                                                    \
        const row it = {name, out, in, low, high};                                                                     \
        *d = it;                                                                                                       \
        return o ? (call) : GPU_OK;                                                                                    \
    }
#define MAP(name, low, high) ROW(#name, 'm', "m", low, high, N(gpu_##name)(o, x[0], n))
#define MAP_2(name, low, high) ROW(#name, 'm', "mm", low, high, N(gpu_##name)(o, x[0], x[1], n))
#define WITH_LINE(name, letter) ROW(#name, 'm', letter, 0.5, 2, N(gpu_##name)(o, x[0], x[1], r, c))
#define CONV2D(border) ROW(#border, 'm', "mw", -1, 1, N(gpu_conv2d)(o, x[0], r, c, x[1], 3, c, border))
#define ALONG(name, out) ROW(#name, out, "m", -1.5, 1.5, N(gpu_##name)(o, x[0], r, c))
typedef struct constants { /* inputs that are no real numbers */
    uint8_t *mask;
    int64_t *label; /* of each row, a column */
    int64_t *index; /* of as many elements as the matrix has, from both ends, with duplicates */
    void *room;     /* for two matrices */
} constants;
#define TYPES REAL
#define BODY "tape_rules_T.h"
#include "each_type.h"
static constants random_constants(size_t rows, size_t cols)
{
    constants k;
    size_t i;
    k.mask = GPU_NEW(uint8_t, rows * cols), k.label = GPU_NEW(int64_t, rows), k.index = GPU_NEW(int64_t, rows * cols);
    k.room = GPU_NEW(double, 2 * rows * cols);
    for (i = 0; i < rows * cols; i++) {
        const int64_t index = (int64_t)(i * i % (rows * cols)) - (i % 2 ? (int64_t)(rows * cols) : 0);
        GPU_CHECK(gpu_set(k.mask + i, i * i % 3 == 1, 1));
        GPU_CHECK(gpu_copy(k.index + i, &index, sizeof index));
    }
    for (i = 0; i < rows; i++) {
        const int64_t label = (int64_t)(cols ? i * i % cols : 0);
        GPU_CHECK(gpu_copy(k.label + i, &label, sizeof label));
    }
    return k;
}
typedef struct rule_program {
    int which, slot; /* slot: the input that the result takes the place of, in a copy; -1: none */
    size_t rows, cols;
    double *x[3], *out, *weight, *loss;
    constants constant;
    row d;
    gpu_status status;
} rule_program;
static double loss_of_rule(void *program)
{
    rule_program *const p = (rule_program *)program;
    const size_t n = elements(p->d.out, p->rows, p->cols);
    double *x[3] = {p->x[0], p->x[1], p->x[2]};
    if (p->slot >= 0) {
        GPU_CHECK(gpu_copy_async(p->out, p->x[p->slot], n * sizeof *p->out));
        x[p->slot] = p->out;
    }
    p->status = some_rule_f64(p->which, &p->d, p->out, x, p->rows, p->cols, p->constant);
    if (p->status) return 0;
    GPU_CHECK(gpu_dot_to_f64(p->loss, p->out, p->weight, n));
    return at(p->loss, 0);
}
static void begin_rule(rule_program *p, int which, size_t rows, size_t cols, int slot)
{
    size_t k;
    memset(p, 0, sizeof *p);
    p->which = which, p->rows = rows, p->cols = cols, p->slot = slot;
    (void)some_rule_f64(which, &p->d, NULL, NULL, 0, 0, p->constant);
    test_row("%s of %zu by %zu in place of input %d", p->d.name, rows, cols, slot);
    for (k = 0; p->d.in[k]; k++) p->x[k] = random_array(elements(p->d.in[k], rows, cols), p->d.low, p->d.high);
    k = elements(p->d.out, rows, cols);
    p->out = GPU_NEW(double, k), p->weight = random_array(k, -1, 1), p->loss = GPU_NEW(double, 1);
    p->constant = random_constants(rows, cols);
}
static void end_rule(rule_program *p)
{
    size_t k;
    for (k = 0; p->d.in[k]; k++) GPU_CHECK(gpu_free(p->x[k]));
    gpu_free(p->out), gpu_free(p->weight), gpu_free(p->loss);
    gpu_free(p->constant.mask), gpu_free(p->constant.label), gpu_free(p->constant.index), gpu_free(p->constant.room);
}
/* What is refused in place tells so. */
static int refused(rule_program *p)
{
    if (p->status) CHECK(p->slot >= 0 && strstr(gpu_error_message(), "overlap"));
    if (p->status) gpu_clear_error();
    return p->status != GPU_OK;
}
static void check_rule(int which, size_t rows, size_t cols, int slot)
{
    rule_program p;
    gpu_tape *t;
    size_t i, k, n;
    begin_rule(&p, which, rows, cols, slot);
    t = gpu_tape_begin();
    (void)loss_of_rule(&p);
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    if (!refused(&p)) {
        CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
        for (k = 0; p.d.in[k]; k++) {
            const double *const g = gpu_gradient(t, p.x[k]);
            n = elements(p.d.in[k], rows, cols);
            CHECK(g != NULL);
            for (i = 0; i < n && g; i += n > 40 ? 7 : 1) {
                const double want = difference(p.x[k], i, loss_of_rule, &p), got = at(g, i);
                CHECK_AT(i, got, want, fabs(got - want) <= 1e-7 + 1e-7 * fabs(want));
            }
        }
    }
    GPU_CHECK(gpu_tape_free(t));
    end_rule(&p);
}
TEST(every_rule)
{
    static const size_t shapes[][2] = {{1, 1}, {3, 5}, {1, 6}, {7, 1}, {13, 70}};
    const constants none = {NULL, NULL, NULL, NULL};
    row d;
    int which, slot;
    size_t k;
    for (which = 0; (void)some_rule_f64(which, &d, NULL, NULL, 0, 0, none), d.name; which++)
        for (k = 0; k < sizeof shapes / sizeof *shapes; k++) check_rule(which, shapes[k][0], shapes[k][1], -1);
    for (which = 0; (void)some_rule_f64(which, &d, NULL, NULL, 0, 0, none), d.name; which++)
        for (slot = 0; d.in[slot]; slot++)
            for (k = 0; k < 4; k++)
                if (elements(d.in[slot], shapes[k][0], shapes[k][1]) == elements(d.out, shapes[k][0], shapes[k][1]))
                    check_rule(which, shapes[k][0], shapes[k][1], slot);
}
/* In float: the gradients of the same numbers in double, but for rounding. */
static void check_rule_of_floats(int which, size_t rows, size_t cols)
{
    float *x[3] = {NULL, NULL, NULL}, *weight;
    double *got, largest;
    gpu_tape *t[2];
    rule_program p;
    size_t i, k, n;
    begin_rule(&p, which, rows, cols, -1);
    got = GPU_NEW(double, 3 * rows * cols + 3 * rows + 3 * cols);
    n = elements(p.d.out, rows, cols);
    weight = GPU_NEW(float, n);
    GPU_CHECK(gpu_cast_f32(weight, p.weight, GPU_F64, n)), GPU_CHECK(gpu_cast_f64(p.weight, weight, GPU_F32, n));
    for (k = 0; p.d.in[k]; k++) {
        const size_t of_x = elements(p.d.in[k], rows, cols);
        x[k] = GPU_NEW(float, of_x);
        GPU_CHECK(gpu_cast_f32(x[k], p.x[k], GPU_F64, of_x)), GPU_CHECK(gpu_cast_f64(p.x[k], x[k], GPU_F32, of_x));
    }
    t[0] = gpu_tape_begin();
    (void)loss_of_rule(&p);
    GPU_CHECK(gpu_tape_end(t[0])), GPU_CHECK(gpu_backward(t[0], p.loss));
    t[1] = gpu_tape_begin();
    CHECK_STATUS(some_rule_f32(which, &p.d, (float *)(void *)p.out, x, rows, cols, p.constant), GPU_OK, "");
    if (p.d.out == 's') GPU_CHECK(gpu_dot_to_f64(p.loss, p.out, p.weight, 1));
    else GPU_CHECK(gpu_dot_to_f32(p.loss, (float *)(void *)p.out, weight, n));
    GPU_CHECK(gpu_tape_end(t[1])), CHECK_STATUS(gpu_backward(t[1], p.loss), GPU_OK, "");
    for (k = 0; p.d.in[k]; k++) {
        const double *const g = (const double *)gpu_gradient(t[0], p.x[k]);
        const float *const of_floats = (const float *)gpu_gradient(t[1], x[k]);
        n = elements(p.d.in[k], rows, cols);
        CHECK(g && of_floats);
        if (!g || !of_floats) continue;
        GPU_CHECK(gpu_cast_f64(got, of_floats, GPU_F32, n));
        largest = fmax(gpu_max_f64(g, n), -gpu_min_f64(g, n));
        for (i = 0; i < n; i += n > 40 ? 7 : 1)
            CHECK_AT(i, at(got, i), at(g, i), fabs(at(got, i) - at(g, i)) <= 1e-5 * (1 + largest));
        GPU_CHECK(gpu_free(x[k]));
    }
    GPU_CHECK(gpu_tape_free(t[0])), GPU_CHECK(gpu_tape_free(t[1]));
    gpu_free(got), gpu_free(weight);
    end_rule(&p);
}
TEST(every_rule_in_float)
{
    const constants none = {NULL, NULL, NULL, NULL};
    row d;
    int which;
    for (which = 0; (void)some_rule_f64(which, &d, NULL, NULL, 0, 0, none), d.name; which++)
        check_rule_of_floats(which, 3, 5), check_rule_of_floats(which, 13, 70);
}
/* A function of no elements adds nothing to a gradient, and leaves others as they are; some refuse to be called. */
static void check_nothing(int which, size_t rows, size_t cols)
{
    double *const y = random_array(3, 1, 2), *const more = GPU_NEW(double, 1);
    rule_program p;
    gpu_tape *t;
    size_t i, k;
    begin_rule(&p, which, rows, cols, -1);
    t = gpu_tape_begin();
    (void)loss_of_rule(&p);
    if (p.status) {
        CHECK(strstr(gpu_error_message(), "expected"));
        gpu_clear_error();
        CHECK_STATUS(plus_one(more, y, 1), GPU_OK, ""); /* and this does not get its rule */
        GPU_CHECK(gpu_set(p.loss, 0, sizeof *p.loss));
        CHECK_STATUS(gpu_add_f64(p.loss, p.loss, more, 1), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_FAILS(gpu_backward(t, p.loss), GPU_ERROR_NOT_SUPPORTED, "plus_one at ");
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        GPU_CHECK(gpu_set(p.loss, 0, sizeof *p.loss));
    }
    CHECK_STATUS(gpu_dot_to_f64(more, y, y, 3), GPU_OK, "");
    CHECK_STATUS(gpu_add_f64(p.loss, p.loss, more, 1), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
    CHECK(at((double *)gpu_gradient(t, y), 1) == 2 * at(y, 1));
    for (k = 0; p.d.in[k]; k++) {
        const double *const g = (double *)gpu_gradient(t, p.x[k]);
        for (i = 0; g && i < elements(p.d.in[k], rows, cols); i++) CHECK_AT(i, at(g, i), 0, at(g, i) == 0);
        gpu_clear_error(); /* if no call read it */
    }
    GPU_CHECK(gpu_tape_free(t));
    end_rule(&p);
    gpu_free(y), gpu_free(more);
}
TEST(functions_of_no_elements)
{
    const constants none = {NULL, NULL, NULL, NULL};
    row d;
    int which;
    for (which = 0; (void)some_rule_f64(which, &d, NULL, NULL, 0, 0, none), d.name; which++)
        check_nothing(which, 0, 3), check_nothing(which, 3, 0), check_nothing(which, 0, 0);
}

/* -- ties, NaN, duplicates and zeros: the gradient of 10 o[0] + 20 o[1] + ... by x -- */

typedef struct edge {
    const char *name;
    size_t n;
    double x[4], want[4];
    int64_t index[4];
} edge;
static gpu_status edge_of(int which, edge *d, double *o, const double *x, const int64_t *index)
{
    static const edge edges[] = {
        {"min of equal elements", 1, {2, 1, 1, 3}, {0, 10, 0, 0}, {0}},
        {"max of NaN", 1, {1, NAN, 5, NAN}, {0, 10, 0, 0}, {0}},
        {"max of rows, equal", 2, {7, 7, 2, 3}, {10, 0, 0, 20}, {0}},
        {"min of columns, equal or NaN", 2, {4, 2, 4, NAN}, {10, 0, 0, 20}, {0}},
        {"prod with a zero", 1, {2, 0, 3, 4}, {0, 240, 0, 0}, {0}},
        {"prod with zeros", 1, {2, 0, -0.0, 4}, {0, 0, 0, 0}, {0}},
        {"sort of equal elements", 4, {1, 1, 0, 1}, {20, 30, 10, 40}, {0}},
        {"sort of NaN, descending", 4, {1, NAN, 2, NAN}, {40, 10, 30, 20}, {0}},
        {"top of NaN", 2, {1, 5, 5, NAN}, {0, 20, 0, 10}, {0}},
        {"bottom of rows, equal", 2, {1, 1, 2, 1}, {10, 0, 0, 20}, {0}},
        {"gather, again and outside", 4, {1, 2, 3, 4}, {30, 0, 0, 30}, {0, 0, -1, 4}},
        {"scatter, to one element", 4, {1, 2, 3, 4}, {0, 0, 20, 40}, {1, 1, -3, -1}},
        {"scatter, and what remains", 4, {1, 2, 3, 4}, {10, 0, 50, 40}, {1, 1, -3, -1}},
        {"scatter, outside", 4, {1, 2, 3, 4}, {40, 0, 0, 0}, {3, 4, -5, 4}},
        {"cross-entropy, outside", 2, {5, 5, 5, 5}, {NAN, NAN, 10, -10}, {2, 1, 0, 0}},
    };
    d->name = NULL;
    if (which == (int)(sizeof edges / sizeof *edges)) return GPU_OK;
    *d = edges[which];
    if (!o) return GPU_OK;
    switch (which) {
    case 0: return gpu_min_to_f64(o, x, 4);
    case 1: return gpu_max_to_f64(o, x, 4);
    case 2: return gpu_max_rows_f64(o, x, 2, 2);
    case 3: return gpu_min_cols_f64(o, x, 2, 2);
    case 4:
    case 5: return gpu_prod_to_f64(o, x, 4);
    case 6: return gpu_sort_f64(o, x, 4, GPU_ASCENDING);
    case 7: return gpu_sort_f64(o, x, 4, GPU_DESCENDING);
    case 8: return gpu_top_f64(o, NULL, 2, x, 4);
    case 9: return gpu_bottom_rows_f64(o, NULL, 1, x, 2, 2);
    case 10: return gpu_gather_f64(o, x, 4, index, 4);
    case 12: return scatter_f64(o, x, x, index, 4);
    case 14: return gpu_cross_entropy_rows_f64(o, x, index, 2, 2);
    default: GPU_CHECK(gpu_fill_f64(o, 1, 4)); return gpu_scatter_f64(o, 4, x, index, 4);
    }
}
TEST(ties_and_duplicates)
{
    static const double weights[] = {10, 20, 30, 40};
    double *const x = GPU_NEW(double, 4), *const o = GPU_NEW(double, 4), *const loss = GPU_NEW(double, 1);
    double *const w = GPU_TO_DEVICE(double, weights, 4), got[4];
    gpu_tape *const t = gpu_tape_begin();
    int which;
    size_t i;
    edge d;
    for (which = 0; (void)edge_of(which, &d, NULL, NULL, NULL), d.name; which++) {
        int64_t *const index = GPU_TO_DEVICE(int64_t, d.index, 4);
        test_row("%s", d.name);
        GPU_CHECK(gpu_copy(x, d.x, sizeof d.x));
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(edge_of(which, &d, o, x, index), GPU_OK, "");
        CHECK_STATUS(gpu_dot_to_f64(loss, o, w, d.n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        GPU_CHECK(gpu_copy(got, gpu_gradient(t, x), sizeof got));
        for (i = 0; i < 4; i++)
            CHECK_AT(i, got[i], d.want[i], got[i] == d.want[i] || (got[i] != got[i] && d.want[i] != d.want[i]));
        gpu_free(index);
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(o), gpu_free(loss), gpu_free(w);
}

/* -- arrays of no element: nothing is computed, and the next call does not get their rule -- */

static gpu_status call_of_nothing(int which, double *o, const double *x, int64_t *index)
{
    switch (which) {
    case 0: return gpu_mul_f64(o, x, x, 0);
    case 1: return gpu_cumsum_f64(o, x, 0);
    case 2: return gpu_gather_f64(o, x, 3, index, 0);
    case 3: return gpu_scatter_f64(o, 0, x, index, 3);
    case 4: return gpu_sort_f64(o, x, 0, GPU_ASCENDING);
    case 5: return gpu_top_f64(o, index, 0, x, 3);
    case 6: return gpu_bottom_rows_f64(o, index, 0, x, 1, 3);
    case 7: return gpu_matmul_f64(o, x, x, 0, 1, 1);
    case 8: return gpu_copy_async(o, x, 0);
    case 9: return gpu_sum_to_f64(o, x, 0);
    default: return gpu_prod_to_f64(o, x, 0);
    }
}
TEST(arrays_of_no_element)
{
    double *const x = random_array(3, 1, 2), *const y = GPU_NEW(double, 3), *const loss = GPU_NEW(double, 1);
    double *const o = GPU_NEW(double, 3);
    int64_t *const index = GPU_ZEROS(int64_t, 3);
    gpu_tape *const t = gpu_tape_begin();
    int which;
    for (which = 0; which < 11; which++) {
        test_row("call %d", which);
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(call_of_nothing(which, o, x, index), GPU_OK, "");
        CHECK_STATUS(plus_one(y, x, 3), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, y, 3), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "plus_one at ");
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y, x, 3), GPU_OK, "");
        CHECK_STATUS(call_of_nothing(which, y, x, index), GPU_OK, "");
        CHECK_STATUS(gpu_dot_to_f64(loss, y, x, 3), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK(which > 8 || at(gpu_gradient(t, x), 2) == 3 * (at(x, 2) * at(x, 2)));
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss), gpu_free(o), gpu_free(index);
}

/* -- under GPU_DEBUG gather and scatter read their indices first -- */

CHILD(gradients_in_debug)
{
    static const int64_t at_host[] = {1, 1, -1};
    double *const x = random_array(3, 1, 2), *const y = GPU_NEW(double, 3), *const loss = GPU_NEW(double, 1);
    int64_t *const index = GPU_TO_DEVICE(int64_t, at_host, 3);
    gpu_tape *const t = gpu_tape_begin();
    CHECK_STATUS(gpu_gather_f64(y, x, 3, index, 3), GPU_OK, "");
    CHECK_STATUS(gpu_scatter_f64(y, 3, x, index, 3), GPU_OK, ""); /* x[1] twice; x[1], x[2] */
    CHECK_STATUS(gpu_sum_to_f64(loss, y, 3), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(t, x), 0) == 0 && at(gpu_gradient(t, x), 1) == 2 && at(gpu_gradient(t, x), 2) == 1);
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss), gpu_free(index);
}
TEST(gradients_under_debug)
{
    char out[8192];
    CHECK_INT(test_child("GPU_DEBUG=1", "gradients_in_debug", out, sizeof out), 0);
    if (strstr(out, ".cu")) test__fail(__FILE__, __LINE__, "%s", out);
}

/* -- products in all forms -- */

typedef struct product {
    gpu_gemm_spec spec;
    double *a, *b, *c, *before, *weight, *loss;
    size_t count;
} product;
static double loss_of_product(void *program)
{
    product *const p = (product *)program;
    GPU_CHECK(gpu_copy_async(p->c, p->before, p->count * sizeof(double)));
    GPU_CHECK(gpu_gemm_f64(p->c, p->a, p->b, p->spec));
    GPU_CHECK(gpu_dot_to_f64(p->loss, p->c, p->weight, p->count));
    return at(p->loss, 0);
}
TEST(products_in_all_forms)
{
    enum { M = 3, N = 4, K = 5, BATCH = 3 };
    int form;
    for (form = 0; form < 64; form++) {
        const int shared_a = form >> 3 & 1, shared_b = form >> 4 & 1;
        const size_t gap = form >> 5 & 1, batch = form & 4 ? BATCH : 1;
        product p;
        gpu_tape *t;
        double *in[3];
        size_t rows_a, rows_b, count[3], i, k;
        p.spec = gpu_gemm_of(M, N, K);
        p.spec.transpose_a = form & 1, p.spec.transpose_b = form >> 1 & 1;
        p.spec.alpha = 1.5, p.spec.beta = form % 3 == 0 ? 0 : form % 3 == 1 ? 1 : -0.5;
        p.spec.batch = batch;
        rows_a = p.spec.transpose_a ? K : M, rows_b = p.spec.transpose_b ? N : K;
        p.spec.lda = (p.spec.transpose_a ? M : K) + gap, p.spec.ldb = (p.spec.transpose_b ? K : N) + gap;
        p.spec.stride_a = shared_a ? 0 : rows_a * p.spec.lda, p.spec.stride_b = shared_b ? 0 : rows_b * p.spec.ldb;
        p.spec.stride_c = M * N;
        test_row("form %d", form);
        p.count = M * N * batch;
        count[0] = rows_a * p.spec.lda * (shared_a ? 1 : batch);
        count[1] = rows_b * p.spec.ldb * (shared_b ? 1 : batch);
        count[2] = p.count;
        for (k = 0; k < 3; k++) in[k] = random_array(count[k], -1, 1);
        p.a = in[0], p.b = in[1], p.before = in[2];
        p.c = GPU_NEW(double, p.count), p.weight = random_array(p.count, -1, 1), p.loss = GPU_NEW(double, 1);
        t = gpu_tape_begin();
        (void)loss_of_product(&p);
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
        for (k = 0; k < 3; k++)
            for (i = 0; i < count[k] - (k < 2 ? gap : 0); i++) { /* the last gap belongs to no array */
                const double want = difference(in[k], i, loss_of_product, &p), got = at(gpu_gradient(t, in[k]), i);
                CHECK_AT(i, got, want, fabs(got - want) <= 1e-8);
            }
        GPU_CHECK(gpu_tape_free(t));
        for (k = 0; k < 3; k++) gpu_free(in[k]);
        gpu_free(p.c), gpu_free(p.weight), gpu_free(p.loss);
    }
}

/* Products of small integers, which every precision has, and whose gradients add up: of floats, tf32, bf16, f16. */
enum { SIDE = 5, SQUARE = SIDE * SIDE };
static gpu_status short_products(int way, float *c, const float *a, const float *b, void *room, gpu_gemm_spec form)
{
    gpu_bf16 *const p = (gpu_bf16 *)room, *const q = p + SQUARE, *const r = q + SQUARE;
    gpu_f16 *const u = (gpu_f16 *)room, *const v = u + SQUARE, *const w = v + SQUARE;
    gpu_status e = GPU_OK;
    if (way == 0 && !(e = gpu_gemm_f32(c, a, b, form))) return gpu_matmul_f32((float *)room, c, a, SIDE, SIDE, SIDE);
    if (way == 1 && !(e = gpu_gemm_tf32(c, a, b, form))) return gpu_matmul_tf32((float *)room, c, a, SIDE, SIDE, SIDE);
    if (way < 2) return e;
    e = way == 2 ? gpu_to_bf16(p, a, SQUARE) : gpu_to_f16(u, a, SQUARE);
    if (!e) e = way == 2 ? gpu_to_bf16(q, b, SQUARE) : gpu_to_f16(v, b, SQUARE);
    if (!e) e = way == 2 ? gpu_to_bf16(r, c, SQUARE) : gpu_to_f16(w, c, SQUARE);
    if (!e) e = way == 2 ? gpu_gemm_bf16(r, p, q, form) : gpu_gemm_f16(w, u, v, form);
    if (!e) e = way == 2 ? gpu_matmul_bf16(q, r, p, SIDE, SIDE, SIDE) : gpu_matmul_f16(v, w, u, SIDE, SIDE, SIDE);
    return e ? e : way == 2 ? gpu_from_bf16(c, q, SQUARE) : gpu_from_f16(c, v, SQUARE);
}
TEST(products_in_every_precision)
{
    float *const in[] = {GPU_NEW(float, SQUARE), GPU_NEW(float, SQUARE), GPU_NEW(float, SQUARE)};
    float *const c = GPU_NEW(float, SQUARE), *const room = GPU_NEW(float, 2 * SQUARE);
    double *const loss = GPU_NEW(double, 1);
    float got[3][SQUARE], want[3][SQUARE];
    gpu_tape *const t = gpu_tape_begin();
    int form, way, k;
    for (k = 0; k < 3 * SQUARE; k++) want[k / SQUARE][k % SQUARE] = (float)((37 + 11 * k) * k % 13 % 5 - 2);
    for (k = 0; k < 3; k++) GPU_CHECK(gpu_copy(in[k], want[k], sizeof want[k]));
    for (form = 0; form < 8; form++)
        for (way = 0; way < 4; way++) {
            gpu_gemm_spec p = gpu_gemm_of(SIDE, SIDE, SIDE);
            p.transpose_a = form & 1, p.transpose_b = form >> 1 & 1, p.beta = form & 4 ? 2 : 1, p.alpha = -1;
            test_row("form %d, way %d", form, way);
            CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
            CHECK_STATUS(gpu_copy_async(c, in[2], sizeof got[2]), GPU_OK, "");
            CHECK_STATUS(short_products(way, c, in[0], in[1], room, p), GPU_OK, "");
            CHECK_STATUS(gpu_sum_to_f32(loss, way < 2 ? room : c, SQUARE), GPU_OK, "");
            CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
            CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
            for (k = 0; k < 3; k++) GPU_CHECK(gpu_copy(got[k], gpu_gradient(t, in[k]), sizeof got[k]));
            if (way == 0) memcpy(want, got, sizeof got);
            for (k = 0; k < 3 * SQUARE; k++)
                CHECK_AT((size_t)k, got[k / SQUARE][k % SQUARE], want[k / SQUARE][k % SQUARE],
                         got[k / SQUARE][k % SQUARE] == want[k / SQUARE][k % SQUARE]);
        }
    GPU_CHECK(gpu_tape_free(t));
    for (k = 0; k < 3; k++) gpu_free(in[k]);
    gpu_free(c), gpu_free(room), gpu_free(loss);
}
/* -- linear algebra: form 0 to 7 are shapes of a triangle; the diagonals are large -- */

typedef struct linear_program {
    int form;
    size_t n, k, batch, count;
    double *a, *b, *out, *weight, *loss;
    int *info;
} linear_program;
static double loss_of_linear(void *program)
{
    linear_program *const p = (linear_program *)program;
    gpu_status e;
    switch (p->form) {
    case 8: e = gpu_solve_batch_f64(p->out, p->a, p->b, p->n, p->k, p->batch, p->info); break;
    case 9: e = gpu_inv_batch_f64(p->out, p->a, p->n, p->batch, p->info); break;
    case 10: e = gpu_cholesky_batch_f64(p->out, p->a, p->n, p->batch, p->info); break;
    default:
        e = gpu_solve_triangular_batch_f64(p->out, p->a, p->b, p->n, p->k, p->form, p->batch, p->info);
    }
    CHECK_STATUS(e, GPU_OK, "");
    GPU_CHECK(gpu_dot_to_f64(p->loss, p->out, p->weight, p->count));
    return at(p->loss, 0);
}
static void check_linear(int form, size_t n, size_t batch)
{
    linear_program p;
    gpu_tape *t;
    size_t i, side;
    p.form = form, p.n = n, p.k = 2, p.batch = batch;
    p.count = (form < 9 ? n * p.k : n * n) * batch;
    test_row("form %d, %zu matrices of %zu", form, batch, n);
    p.a = random_array(n * n * batch, -1, 1), p.b = random_array(n * p.k * batch, -1, 1);
    for (i = 0; i < n * batch; i++) put(p.a, i * n + i % n, (double)n + 0.5);
    p.out = GPU_NEW(double, p.count), p.weight = random_array(p.count, -1, 1), p.loss = GPU_NEW(double, 1);
    p.info = batch > 1 ? GPU_NEW(int, batch) : NULL;
    t = gpu_tape_begin();
    (void)loss_of_linear(&p);
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
    for (side = 0; side < (form < 9 ? 2 : 1); side++) {
        double *const x = side ? p.b : p.a;
        const double *const g = gpu_gradient(t, x);
        const size_t count = (side ? n * p.k : n * n) * batch;
        CHECK(g != NULL);
        for (i = 0; i < count && g; i += count > 40 ? 7 : 1) {
            const double want = difference(x, i, loss_of_linear, &p), got = at(g, i);
            CHECK_AT(i, got, want, fabs(got - want) <= 1e-8 + 1e-7 * fabs(want));
        }
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(p.a), gpu_free(p.b), gpu_free(p.out), gpu_free(p.weight), gpu_free(p.loss), gpu_free(p.info);
}
TEST(linear_algebra)
{
    static const size_t sizes[] = {1, 2, 3, 9, 37};
    int form;
    size_t k;
    state = 88172645463325252u; /* other matrices may be worse conditioned */
    for (form = 0; form < 11; form++)
        for (k = 0; k < sizeof sizes / sizeof *sizes; k++)
            check_linear(form, sizes[k], 1), check_linear(form, sizes[k], 3);
}

/* -- transforms of two complex or real arrays, of doubles each -- */

typedef struct transform {
    int which;
    size_t rows, cols, count, outs; /* in doubles */
    double *x, *y, *out, *weight, *loss;
} transform;
#define COMPLEX(name, arguments)                                                                                       \
    p->count = p->outs = 2 * n;                                                                                        \
    return p->out ? gpu_##name##_f64 arguments : GPU_OK;
#define TO_HALVES(name, arguments)                                                                                     \
    p->count = n, p->outs = 2 * halves;                                                                                \
    return p->out ? gpu_##name##_f64 arguments : GPU_OK;
#define FROM_HALVES(name, arguments)                                                                                   \
    p->count = 2 * halves, p->outs = n;                                                                                \
    return p->out ? gpu_##name##_f64 arguments : GPU_OK;
static gpu_status run_transform(transform *p)
{
    const size_t depth = 2, r = p->rows, c = p->cols, n = depth * r * c;
    const size_t halves = p->which < 8 || p->which == 10 ? n / 2 + 1 : depth * r * (c / 2 + 1);
    const gpu_c64 *const x = (gpu_c64 *)(void *)p->x, *const y = (gpu_c64 *)(void *)p->y;
    gpu_c64 *const o = (gpu_c64 *)(void *)p->out;
    switch (p->which) {
    case 0: COMPLEX(fft, (o, x, n))
    case 1: COMPLEX(ifft, (o, x, n))
    case 2: COMPLEX(ifft_rows, (o, x, depth * r, c))
    case 3: COMPLEX(fft_cols, (o, x, depth * r, c))
    case 4: COMPLEX(ifft_axis, (o, x, depth, r, c))
    case 5: COMPLEX(fft2, (o, x, depth * r, c))
    case 6: COMPLEX(ifft3, (o, x, depth, r, c))
    case 7: TO_HALVES(rfft, (o, p->x, n))
    case 8: TO_HALVES(rfft_rows, (o, p->x, depth * r, c))
    case 9: TO_HALVES(rfft3, (o, p->x, depth, r, c))
    case 10: FROM_HALVES(irfft, (p->out, x, n))
    case 11: FROM_HALVES(irfft_rows, (p->out, x, depth * r, c))
    case 12: FROM_HALVES(irfft2, (p->out, x, depth * r, c))
    case 13: COMPLEX(complex_add, (o, x, y, n))
    case 14: COMPLEX(complex_sub, (o, x, y, n))
    case 15: COMPLEX(complex_mul, (o, x, y, n))
    case 16: COMPLEX(complex_mul_conj, (o, x, y, n))
    case 17: COMPLEX(complex_scale, (o, 1.5, x, n))
    case 18: p->count = 2 * n, p->outs = n; return p->out ? gpu_complex_abs_f64(p->out, x, n) : GPU_OK;
    case 19: p->count = n, p->outs = n + c - 1;
        return p->out ? gpu_fft_convolve_f64(p->out, p->x, n, p->y, c) : GPU_OK;
    case 20: p->count = n, p->outs = n + c - 1;
        return p->out ? gpu_fft_correlate_f64(p->out, p->x, n, p->y, c) : GPU_OK;
    case 21: p->count = p->outs = 2 * n; /* of complex numbers */
        return p->out ? gpu_ifftshift2_bytes(p->out, p->x, depth * r, c, sizeof *x) : GPU_OK;
    default: p->count = n, p->outs = 2 * n - 1;
        return p->out ? gpu_fft_correlate_f64(p->out, p->x, n, p->y, n) : GPU_OK;
    }
}
static double loss_of_transform(void *program)
{
    transform *const p = (transform *)program;
    CHECK_STATUS(run_transform(p), GPU_OK, "");
    GPU_CHECK(gpu_dot_to_f64(p->loss, p->out, p->weight, p->outs));
    return at(p->loss, 0);
}
static void check_transform(int which, size_t rows, size_t cols)
{
    transform p;
    gpu_tape *t;
    size_t side, i;
    memset(&p, 0, sizeof p);
    p.which = which, p.rows = rows, p.cols = cols;
    test_row("transform %d of 2 by %zu by %zu", which, rows, cols);
    GPU_CHECK(run_transform(&p));
    p.x = random_array(p.count, -1, 1), p.y = random_array(p.count, -1, 1);
    p.out = GPU_NEW(double, p.outs), p.weight = random_array(p.outs, -1, 1), p.loss = GPU_NEW(double, 1);
    t = gpu_tape_begin();
    (void)loss_of_transform(&p);
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
    for (side = 0; side < ((which >= 19 && which != 21) || (which >= 13 && which < 17) ? 2 : 1); side++) {
        double *const x = side ? p.y : p.x;
        const double *const g = gpu_gradient(t, x);
        const size_t count = side && (which == 19 || which == 20) ? cols : p.count;
        CHECK(g != NULL);
        for (i = 0; i < count && g; i += count > 40 ? 7 : 1) {
            const double want = difference(x, i, loss_of_transform, &p), got = at(g, i);
            CHECK_AT(i, got, want, fabs(got - want) <= 1e-7);
        }
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(p.x), gpu_free(p.y), gpu_free(p.out), gpu_free(p.weight), gpu_free(p.loss);
}
TEST(transforms)
{
    int which;
    for (which = 0; which < 23; which++)
        check_transform(which, 1, 1), check_transform(which, 3, 5), check_transform(which, 4, 6),
            check_transform(which, 7, 10);
}
/* A filter in frequencies, of floats: the parts of complex numbers are also an array of floats. */
TEST(a_filter_in_frequencies)
{
    enum { n = 40, halves = n / 2 + 1 };
    float *const x = GPU_NEW(float, n), *const parts = GPU_NEW(float, 2 * halves), *const sum = GPU_NEW(float, 2 * n);
    gpu_c32 *const z = (gpu_c32 *)(void *)parts;
    double *const loss = GPU_NEW(double, 1);
    float host[n], got[n];
    gpu_tape *t;
    int i;
    for (i = 0; i < n; i++) host[i] = (float)uniform();
    GPU_CHECK(gpu_copy(x, host, sizeof host));
    t = gpu_tape_begin();
    CHECK_STATUS(gpu_rfft_f32(z, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_complex_mul_f32(z, z, z, halves), GPU_OK, "");
    CHECK_STATUS(gpu_scale_f32(parts, 2, parts, 2 * halves), GPU_OK, "");
    CHECK_STATUS(gpu_irfft_f32(sum, z, n), GPU_OK, ""); /* twice the circular convolution of x with itself */
    CHECK_STATUS(gpu_sum_to_f32(loss, sum, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_CHECK(gpu_copy(got, gpu_gradient(t, x), sizeof got));
    for (i = 1; i < n; i++) host[0] += host[i]; /* the loss is 2 (sum of x)^2 */
    for (i = 0; i < n; i++) CHECK_AT((size_t)i, got[i], 4 * host[0], fabsf(got[i] - 4 * host[0]) <= 1e-4f);
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(parts), gpu_free(sum), gpu_free(loss);
}

/* -- random programs of ten calls over four arrays, in place and with values that are overwritten -- */

enum { WIDE = 4, HIGH = 3, ARRAYS = 4, STEPS = 10 };
typedef struct random_program {
    int step[STEPS][4]; /* what, out, and two inputs */
    double *start, *work, *loss, *weight;
} random_program;
static double loss_of_random(void *program)
{
    enum { n = WIDE * HIGH };
    random_program *const p = (random_program *)program;
    int k;
    GPU_CHECK(gpu_copy_async(p->work, p->start, ARRAYS * n * sizeof(double))); /* the arrays are parts of one */
    for (k = 0; k < STEPS; k++) {
        const int *const s = p->step[k];
        double *const o = p->work + s[1] * n, *const x = p->work + s[2] * n, *const y = p->work + s[3] * n;
        gpu_status e = GPU_OK;
        switch (s[0]) {
        case 0: e = gpu_add_f64(o, x, y, n); break;
        case 1: e = gpu_mul_f64(o, x, y, n); break;
        case 2: e = gpu_sin_f64(o, x, n); break;
        case 3: e = gpu_tanh_f64(o, x, n); break;
        case 4: e = gpu_axpy_f64(o, -0.7, x, y, n); break;
        case 5: e = gpu_sigmoid_f64(o, x, n); break;
        case 6: e = swish_f64(o, x, 1.3, n); break;
        case 7: e = gpu_softmax_rows_f64(o, x, HIGH, WIDE); break;
        case 8: e = o == y ? gpu_square_f64(o, x, n) : gpu_mul_row_f64(o, x, p->weight, HIGH, WIDE); break;
        case 9: e = o == x ? gpu_scale_f64(o, 0.9, x, n) : gpu_transpose_f64(o, x, HIGH, WIDE); break;
        case 10: e = gpu_sub_f64(o, x, y, n - 5); break; /* a part of the array */
        default: e = gpu_maximum_f64(o, x, y, n); break;
        }
        CHECK(e == GPU_OK);
    }
    GPU_CHECK(gpu_norm_to_f64(p->loss, p->work, ARRAYS * n));
    return at(p->loss, 0);
}
TEST(random_programs)
{
    enum { n = WIDE * HIGH * ARRAYS };
    random_program p;
    gpu_tape *t = NULL;
    int round, k;
    size_t i;
    for (round = 0; round < 60; round++) {
        double first[n], again[n], weights[WIDE];
        test_row("program %d", round);
        for (k = 0; k < STEPS; k++) {
            p.step[k][0] = (int)between(0, 11.999);
            for (i = 1; i < 4; i++) p.step[k][i] = (int)between(0, ARRAYS - 0.001);
        }
        p.start = random_array(n, -1, 1), p.work = GPU_NEW(double, n), p.loss = GPU_NEW(double, 1);
        p.weight = random_array(WIDE, -1, 1);
        for (k = 0; k < 2; k++) {
            if (t)
                CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
            else
                t = gpu_tape_begin();
            (void)loss_of_random(&p);
            CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
            CHECK_STATUS(gpu_backward(t, p.loss), GPU_OK, "");
            GPU_CHECK(gpu_copy(k ? again : first, gpu_gradient(t, p.start), sizeof first));
        }
        CHECK(same_bits(first, again, sizeof first));
        for (i = 0; i < n; i++) {
            const double want = difference(p.start, i, loss_of_random, &p);
            CHECK_AT(i, first[i], want, fabs(first[i] - want) <= 1e-6 + 1e-6 * fabs(want));
        }
        if (gpu_gradient(t, p.weight)) {
            GPU_CHECK(gpu_copy(weights, gpu_gradient(t, p.weight), sizeof weights));
            for (i = 0; i < WIDE; i++) {
                const double want = difference(p.weight, i, loss_of_random, &p);
                CHECK_AT(i, weights[i], want, fabs(weights[i] - want) <= 1e-6 + 1e-6 * fabs(want));
            }
        } else
            gpu_clear_error(); /* no step uses it */
        gpu_free(p.start), gpu_free(p.work), gpu_free(p.loss), gpu_free(p.weight);
    }
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
}

/* -- values that change, and memory that ends, before the way back -- */

TEST(overwritten_and_freed)
{
    double *x = random_array(3, 1, 2), *w = random_array(3, 1, 2), *y = GPU_NEW(double, 3), *loss = GPU_NEW(double, 1);
    double hx[3], hw[3], g[3];
    gpu_tape *const t = gpu_tape_begin();
    size_t i;
    GPU_CHECK(gpu_copy(hx, x, sizeof hx)), GPU_CHECK(gpu_copy(hw, w, sizeof hw));
    CHECK_STATUS(gpu_mul_f64(y, x, w, 3), GPU_OK, "");
    CHECK_STATUS(gpu_mul_f64(y, y, y, 3), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, 3), GPU_OK, "");
    CHECK_STATUS(gpu_set(x, 0, 3 * sizeof *x), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_fill_f64(w, -7, 3), GPU_OK, ""); /* is not recorded, but what it overwrites is kept */
    CHECK_STATUS(gpu_free(y), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_CHECK(gpu_copy(g, gpu_gradient(t, w), sizeof g));
    for (i = 0; i < 3; i++) CHECK_CLOSE(g[i], 2 * hx[i] * hx[i] * hw[i], 0, 1e-14);
    GPU_CHECK(gpu_copy(g, gpu_gradient(t, x), sizeof g));
    for (i = 0; i < 3; i++) CHECK_CLOSE(g[i], 2 * hw[i] * hw[i] * hx[i], 0, 1e-14);
    CHECK(at(gpu_gradient(t, x + 1), 0) == g[1]);
    CHECK(gpu_tape_memory(t) > 3 * sizeof *x);
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(w), gpu_free(loss);
}

/* Float arrays whose loss is a double, through a cast, and a GPU_GRAD function of floats; against doubles. */
TEST(parts_of_one_array)
{
    /* [w | frozen | b | made | c] in one allocation, and asked for in any order */
    enum { N = 6 };
    double *p = GPU_NEW(double, 5 * N), *x = GPU_NEW(double, N), *y = GPU_NEW(double, N), *loss = GPU_NEW(double, 1);
    double got[5 * N];
    gpu_tape *t = gpu_tape_begin();
    int order, k, i;
    CHECK_STATUS(gpu_arange_f64(p, 1, 1, 5 * N), GPU_OK, "");
    CHECK_STATUS(gpu_fill_f64(x, 2, N), GPU_OK, "");
    for (order = 0; order < 3; order++) {
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_tape_constant(t, p + N), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(y, x, p, N), GPU_OK, "");             /* w x */
        CHECK_STATUS(gpu_mul_f64(y, y, p + N, N), GPU_OK, "");         /* frozen */
        CHECK_STATUS(gpu_add_f64(y, y, p + 2 * N, N), GPU_OK, "");     /* + b */
        CHECK_STATUS(gpu_square_f64(p + 3 * N, y, N), GPU_OK, "");     /* made */
        CHECK_STATUS(gpu_mul_f64(y, p + 4 * N, p + 3 * N, N), GPU_OK, ""); /* c */
        CHECK_STATUS(gpu_sum_to_f64(loss, y, N), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        if (order == 1) CHECK(gpu_gradient(t, p + 4 * N) != NULL);
        if (order == 2) CHECK(gpu_gradient(t, p + 2 * N) != NULL && at((double *)gpu_gradient(t, x), 0) != 0);
        CHECK_STATUS(gpu_copy(got, gpu_gradient(t, p), sizeof got), GPU_OK, "");
        CHECK((double *)gpu_gradient(t, p + 2 * N) == (double *)gpu_gradient(t, p) + 2 * N);
        CHECK(!gpu_gradient(t, p + N) && !gpu_gradient(t, p + 3 * N)); /* a constant, a result */
        for (i = 0; i < N; i++) {
            const double w = 1 + i, frozen = w + N, b = w + 2 * N, c = w + 4 * N, sum = 2 * w * frozen + b;
            const double want[5] = {c * 2 * sum * frozen * 2, 0, c * 2 * sum, 0, sum * sum};
            for (k = 0; k < 5; k++) CHECK_AT(k * N + i, got[k * N + i], want[k], got[k * N + i] == want[k]);
        }
    }
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    gpu_free(p), gpu_free(x), gpu_free(y), gpu_free(loss);
}
/* The second part is read, and then overwritten: the sum of a b^3. */
TEST(a_part_that_is_overwritten)
{
    enum { N = 6 };
    double *const p = GPU_NEW(double, 2 * N), *const y = GPU_NEW(double, N), *const loss = GPU_NEW(double, 1);
    double got[2 * N];
    gpu_tape *const t = gpu_tape_begin();
    int i, round;
    for (round = 0; round < 2; round++) {
        CHECK_STATUS(gpu_arange_f64(p, 1, 1, 2 * N), GPU_OK, "");
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(y, p, p + N, N), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(p + N, p + N, N), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(y, y, p + N, N), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, y, N), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK_STATUS(gpu_copy(got, gpu_gradient(t, p), sizeof got), GPU_OK, "");
        for (i = 0; i < N; i++) {
            const double a = 1 + i, b = a + N;
            CHECK_AT((size_t)i, got[i], b * b * b, got[i] == b * b * b);
            CHECK_AT((size_t)i, got[N + i], 3 * a * b * b, got[N + i] == 3 * a * b * b);
        }
    }
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    gpu_free(p), gpu_free(y), gpu_free(loss);
}
/* The sum of 3 a + b + c, where a is read in part too, later (0) or before (1), or c is overwritten (2). */
TEST(parts_of_parts)
{
    enum { N = 6 };
    double *const p = GPU_NEW(double, 3 * N), *const y = GPU_NEW(double, N), *const loss = GPU_NEW(double, 1);
    double *const a = p, *const b = p + N, *const c = b + N;
    gpu_tape *const t = gpu_tape_begin();
    int i, way, order;
    for (way = 0; way < 3; way++)
        for (order = 0; order < 3; order++) {
            test_row("way %d, gradient %d first", way, order);
            CHECK_STATUS(gpu_arange_f64(p, 1, 1, 3 * N), GPU_OK, "");
            CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
            CHECK_STATUS(gpu_scale_f64(y, 3, a, N), GPU_OK, "");
            if (way == 1) CHECK_STATUS(gpu_axpy_f64(y, 2, a, y, N / 2), GPU_OK, "");
            CHECK_STATUS(gpu_add_f64(y, y, b, N), GPU_OK, "");
            CHECK_STATUS(gpu_add_f64(y, y, c, N), GPU_OK, "");
            if (way == 0) CHECK_STATUS(gpu_axpy_f64(y, 2, a, y, N / 2), GPU_OK, "");
            CHECK_STATUS(gpu_mul_f64(c, a, a, way == 2 ? N : 0), GPU_OK, "");
            CHECK_STATUS(gpu_sum_to_f64(loss, y, N), GPU_OK, "");
            CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
            CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
            CHECK(gpu_gradient(t, p + order * N) != NULL);
            for (i = 0; i < 3 * N; i++) {
                const double got = at((double *)gpu_gradient(t, p + i), 0);
                const double want = i >= N ? 1 : i < N / 2 && way < 2 ? 5 : 3;
                CHECK_AT((size_t)i, got, want, got == want);
            }
        }
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    gpu_free(p), gpu_free(y), gpu_free(loss);
}
TEST(floats)
{
    enum { n = 100 };
    double *const x = random_array(n, -2, 2), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    float *const a = GPU_NEW(float, n);
    double want[n], got[n];
    gpu_tape *t = gpu_tape_begin();
    size_t i;
    CHECK_STATUS(gpu_cast_f32(a, x, GPU_F64, n), GPU_OK, "");
    CHECK_STATUS(swish_f32(a, a, 1, n), GPU_OK, "");
    CHECK_STATUS(gpu_tanh_f32(a, a, n), GPU_OK, "");
    CHECK_STATUS(gpu_mean_to_f32(loss, a, n), GPU_OK, "");
    GPU_CHECK(gpu_tape_end(t));
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_CHECK(gpu_copy(got, gpu_gradient(t, x), sizeof got));
    GPU_CHECK(gpu_tape_restart(t));
    CHECK_STATUS(swish_f64(y, x, 1, n), GPU_OK, "");
    CHECK_STATUS(gpu_tanh_f64(y, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_mean_to_f64(loss, y, n), GPU_OK, "");
    GPU_CHECK(gpu_tape_end(t));
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_CHECK(gpu_copy(want, gpu_gradient(t, x), sizeof want));
    for (i = 0; i < n; i++) CHECK_AT(i, got[i], want[i], fabs(got[i] - want[i]) <= 1e-6 / n);
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss), gpu_free(a);
}

/* -- time -- */

/* A program of many arrays, h *= w[i], each of whose products keeps a copy of h: its time is linear in their number. */
TEST(many_arrays)
{
    enum { n = 4, MANY = TIMED ? 20000 : 200 };
    static float *w[MANY];
    float *const h = GPU_NEW(float, n), got[n];
    double *const loss = GPU_NEW(double, 1), seconds;
    gpu_tape *t;
    clock_t begin;
    int i;
    GPU_CHECK(gpu_fill_f32(h, 1, n));
    for (i = 0; i < MANY; i++) {
        w[i] = GPU_NEW(float, n);
        GPU_CHECK(gpu_fill_f32(w[i], i % 2 ? 0.5f : 2, n));
    }
    begin = clock();
    t = gpu_tape_begin();
    for (i = 0; i < MANY; i++) GPU_CHECK(gpu_mul_f32(h, h, w[i], n));
    GPU_CHECK(gpu_sum_to_f32(loss, h, n));
    GPU_CHECK(gpu_tape_end(t));
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    for (i = 0; i < MANY; i++) {
        GPU_CHECK(gpu_copy(got, gpu_gradient(t, w[i]), sizeof got));
        CHECK_AT(i, got[n - 1], 0, got[n - 1] == (i % 2 ? 2 : 0.5f)); /* the product of all is 1 */
    }
    test_row("%.2f s", seconds);
    CHECK(!TIMED || !gpu__current_is_cpu() || seconds < 1);
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    for (i = 0; i < MANY; i++) gpu_free(w[i]);
    gpu_free(h), gpu_free(loss);
}

/* What recording costs, once the tape has its memory: a call of one element with a tape, less that without. The best
   of some rounds counts. */
TEST(cost_of_recording)
{
    const int calls = TIMED ? 20000 : 10;
    double *const x = random_array(1, -1, 1), *const y = GPU_NEW(double, 1);
    double best[2] = {1, 1};
    gpu_tape *t = NULL;
    int round, k;
    for (round = 0; round < 10; round++) {
        clock_t begin;
        double seconds;
        if (round == 4) t = gpu_tape_begin();
        if (round > 4) GPU_CHECK(gpu_tape_restart(t));
        begin = clock();
        for (k = 0; k < calls; k++) GPU_CHECK(gpu_scale_f64(y, 1.5, x, 1));
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC / calls;
        if (seconds < best[t != NULL]) best[t != NULL] = seconds;
    }
    GPU_CHECK(gpu_tape_free(t));
    test_row("%.3f us without a tape, %.3f us with one", 1e6 * best[0], 1e6 * best[1]);
    CHECK(!TIMED || !gpu__current_is_cpu() || best[1] - best[0] < 0.3e-6);
    gpu_free(x), gpu_free(y);
}
