/* The parameters of a transform, in the job's detail. It works on an array[dims[0]][dims[1]][dims[2]], along axis k if
   bit k of `axes` is set: on each row, each column, each plane, or all of it. For transforms of real numbers the last
   axis has n elements in the real array and n / 2 + 1 in the complex one. */
enum { GPU__FFT_COMPLEX, GPU__FFT_REAL, GPU__FFT_TO_REAL };
enum { GPU__FFT_COLS = 2, GPU__FFT_ROWS = 4, GPU__FFT_PLANES = 6, GPU__FFT_SPACE = 7 };
typedef struct gpu__fft_detail {
    int kind, inverse, axes;
    size_t dims[3], size;       /* size: of a real number */
    gpu__fft_code *const *code; /* for each instruction set */
    int ran, failed;            /* set by the CPU's code */
} gpu__fft_detail;
static inline size_t gpu__fft_complex_count(const gpu__fft_detail *d)
{
    return d->dims[0] * d->dims[1] * (d->kind == GPU__FFT_COMPLEX ? d->dims[2] : d->dims[2] / 2 + 1);
}

/* Bytes of a GPU's workspace for transforms along one axis, a bound for every device. Bluestein's algorithm takes two
   arrays of the padded length, a transform of several passes one array. */
static inline size_t gpu__fft_space(const gpu__fft_detail *d, size_t outer, size_t n, size_t inner)
{
    const size_t number = 2 * d->size, least = (inner > 1 ? (size_t)512 : 2048) * 4 / d->size;
    if (gpu__fft_is_smooth(n)) return n > least ? outer * n * inner * number : 0;
    return 2 * gpu__fft_quick(2 * n - 1) > least ? outer * 2 * gpu__fft_quick(2 * n - 1) * inner * number : 0;
}
/* ---- the CPU. A transform is a sequence of phases; the tasks of a phase are divided among threads. ---- */
enum {
    GPU__FFT_GROUPS,     /* a task: as many transforms as there are lanes */
    GPU__FFT_EACH_ROW,   /* a transform of a row; */
    GPU__FFT_EACH_COLS,  /* as many columns as there are lanes, which are copied to rows; */
    GPU__FFT_FIRST_HALF, /* a block of lanes of one long transform: in its first half, ... */
    GPU__FFT_SECOND_HALF,
    GPU__FFT_CHIRP_IN, /* ... and a piece of the products of Bluestein's algorithm, ... */
    GPU__FFT_RESPONSE,
    GPU__FFT_CHIRP_OUT,
    GPU__FFT_PAIRS,           /* ... and of the conversion to or from real numbers */
    GPU__FFT_PIECE = 4096,    /* elements of a piece */
    GPU__FFT_NEAR = 1 << 16,  /* bytes: up to this length of a row the next one is prefetched, ... */
    GPU__FFT_CACHE = 1 << 22, /* ... if all rows have more than this */
    GPU__FFT_SHORT = 1024,    /* bytes of real parts: shorter rows are transformed in lanes */
    GPU__FFT_TALL = 1 << 15,  /* columns up to this length, too */
    GPU__FFT_SHARED = 1 << 15 /* elements: from this length on threads divide one transform */
};
typedef struct gpu__fft_axis {
    size_t outer, n, inner;     /* transforms of n elements with stride `inner` */
    size_t in_bytes, out_bytes; /* of a row; with inner 1 any axis has rows */
    int real;                   /* GPU__FFT_REAL, GPU__FFT_TO_REAL or GPU__FFT_COMPLEX */
    const char *in;
    char *out;
} gpu__fft_axis;
typedef struct gpu__fft_run {
    gpu__fft_axis axis;
    gpu__fft_plan *plan, *halves; /* halves: roots for an even number of real numbers */
    gpu__fft_line line;           /* what the transforms have in common; all of one that threads divide */
    int failed, phase, even;      /* even: real numbers are treated as half as many complex ones */
    size_t length, elements;      /* of the complex transform; of a phase in pieces */
} gpu__fft_run;

/* Sets x to the transforms along one axis of the detail's array. */
static inline void gpu__fft_axis_of(gpu__fft_axis *x, const gpu__fft_detail *d, int axis)
{
    const size_t half = d->kind == GPU__FFT_COMPLEX ? d->dims[2] : d->dims[2] / 2 + 1;
    x->outer = axis == 0 ? 1 : axis == 1 ? d->dims[0] : d->dims[0] * d->dims[1];
    x->n = d->dims[axis];
    x->inner = axis == 2 ? 1 : axis == 1 ? half : d->dims[1] * half;
    x->real = axis == 2 ? d->kind : GPU__FFT_COMPLEX;
    x->in_bytes = (x->real == GPU__FFT_TO_REAL ? 2 * half : x->real ? x->n : 2 * x->n) * d->size;
    x->out_bytes = (x->real == GPU__FFT_REAL ? 2 * half : x->real ? x->n : 2 * x->n) * d->size;
}
/* The length of the complex transforms that compute them. */
static inline size_t gpu__fft_length(const gpu__fft_axis *x) { return x->real && x->n % 2 == 0 ? x->n / 2 : x->n; }
/* Whether the transforms along an axis are computed in lanes directly. */
static inline int gpu__fft_in_lanes(const gpu__fft_axis *x, size_t size)
{
    const size_t n = gpu__fft_length(x);
    if ((x->real && n == x->n) || !gpu__fft_is_smooth(n)) return 0;
    return x->inner > 1 ? n <= GPU__FFT_TALL
                        : n * size < GPU__FFT_SHORT && x->outer >= gpu__fft_lane_elements(size) / 2;
}
/* Bytes of a thread's buffers, of which the last has columns that are copied to rows, or the complex form of an odd
   number of real numbers. */
static inline size_t gpu__fft_own_bytes(const gpu__fft_run *r)
{
    const gpu__fft_axis *const x = &r->axis;
    const gpu__fft_plan *const p = r->plan;
    const size_t rows = x->inner > 1 ? gpu__fft_lane_elements(p->size) : x->real && !r->even ? 1 : 0;
    if (p->kind == GPU__FFT_LANES) return 2 * p->n * 2 * GPU__FFT_LANE;
    return gpu__fft_line_bytes(p) + GPU__ROUND_UP(rows * x->n * 2 * p->size, 64);
}

/* ---- what the tasks do ---- */

/* The step that makes pairs of a complex transform's numbers those of a real one, or the reverse. */
static inline gpu__fft_step gpu__fft_pairs_step(const gpu__fft_run *r, size_t first, size_t last)
{
    gpu__fft_step s;
    memset(&s, 0, sizeof s);
    s.does = r->axis.real == GPU__FFT_REAL ? GPU__FFT_SPLIT : GPU__FFT_JOIN;
    s.roots = r->halves ? r->halves->roots : NULL;
    s.n = r->length;
    s.first = first;
    s.count = last - first;
    return s;
}
static inline void gpu__fft_pairs(const gpu__fft_run *r, gpu__fft_step *s, const void *in, void *out)
{
    s->in = in;
    s->out = out;
    r->line.code(s);
}
static inline void gpu__fft_groups(const gpu__fft_run *r, char *own, size_t first, size_t last)
{
    const gpu__fft_axis *const x = &r->axis;
    const size_t size = r->plan->size, lane = gpu__fft_lane_elements(size), groups = gpu__fft_blocks(x->inner, size);
    const size_t n = r->length, number = 2 * size;
    const int rows = x->inner == 1, real = x->real == GPU__FFT_REAL, to_real = x->real == GPU__FFT_TO_REAL;
    gpu__fft_step s, pairs = gpu__fft_pairs_step(r, 0, n / 2 + 1);
    memset(&s, 0, sizeof s);
    s.does =
        rows ? GPU__FFT_GET_ROWS | GPU__FFT_PASSES | GPU__FFT_PUT_ROWS : GPU__FFT_GET | GPU__FFT_PASSES | GPU__FFT_PUT;
    s.swaps = r->line.swaps;
    s.scale = r->line.scale;
    s.lanes = &r->plan->first;
    s.a = own;
    s.b = own + n * 2 * GPU__FFT_LANE;
    s.in_stride = rows ? n : x->inner;
    s.out_stride = rows ? x->out_bytes / number : x->inner;
    if (rows && x->outer > GPU__FFT_CACHE / (n * number)) s.ahead = lane * n * number; /* the next task */
    for (; first < last; first++) {
        const size_t at = (rows ? first : first % groups) * lane, all = rows ? x->outer : x->inner;
        const size_t column = (first / groups * n * x->inner + at) * number;
        s.count = gpu__least(all - at, lane);
        s.out = x->out + (rows ? at * x->out_bytes : column);
        s.in = to_real ? s.out : x->in + (rows ? at * x->in_bytes : column);
        for (size_t l = 0; l < s.count && to_real; l++)
            gpu__fft_pairs(r, &pairs, x->in + (at + l) * x->in_bytes, (char *)s.out + l * x->out_bytes);
        r->line.code(&s);
        for (size_t l = 0; l < s.count && real; l++) gpu__fft_pairs(r, &pairs, NULL, (char *)s.out + l * x->out_bytes);
    }
}
/* Converts n real numbers to complex ones or, with `spectrum`, completes a spectrum from its first half. */
static inline void gpu__fft_widen(char *to, const char *from, size_t n, size_t size, int spectrum)
{
    if (!spectrum) memset(to, 0, n * 2 * size);
    for (size_t k = 0; k < n && !spectrum; k++) memcpy(to + 2 * k * size, from + k * size, size);
    if (!spectrum) return;
    memcpy(to, from, (n / 2 + 1) * 2 * size);
    memset(to + size, 0, size);
    for (size_t k = 1; k <= n / 2; k++) {
        char *const other = to + (n - k) * 2 * size;
        memcpy(other, from + 2 * k * size, 2 * size);
        if (size == 4) ((float *)(void *)other)[1] = -((float *)(void *)other)[1];
        else ((double *)(void *)other)[1] = -((double *)(void *)other)[1];
    }
}
static inline void gpu__fft_odd_row(const gpu__fft_run *r, gpu__fft_line *t, const char *in, char *out, char *wide)
{
    const size_t n = r->axis.n, size = r->plan->size;
    gpu__fft_widen(wide, in, n, size, r->axis.real == GPU__FFT_TO_REAL);
    t->in = t->out = wide;
    gpu__fft_line_run(t);
    if (r->axis.real == GPU__FFT_REAL) memcpy(out, wide, (n / 2 + 1) * 2 * size);
    else
        for (size_t k = 0; k < n; k++) memcpy(out + k * size, wide + 2 * k * size, size);
}
static inline void gpu__fft_rows(const gpu__fft_run *r, char *own, size_t first, size_t last)
{
    const gpu__fft_axis *const x = &r->axis;
    const int many = !x->real && x->in_bytes <= GPU__FFT_NEAR && x->outer > GPU__FFT_CACHE / x->in_bytes;
    gpu__fft_line t = r->line;
    gpu__fft_step pairs = gpu__fft_pairs_step(r, 0, r->length / 2 + 1);
    t.at = gpu__fft_buffers_at(r->plan, own);
    for (; first < last; first++) {
        const char *const in = x->in + first * x->in_bytes;
        char *const out = x->out + first * x->out_bytes;
        if (x->real && !r->even) {
            gpu__fft_odd_row(r, &t, in, out, own + gpu__fft_line_bytes(r->plan));
            continue;
        }
        if (x->real == GPU__FFT_TO_REAL) gpu__fft_pairs(r, &pairs, in, out);
        t.in = x->real == GPU__FFT_TO_REAL ? out : in;
        t.out = out;
        t.ahead = many && first + 1 < last ? x->in_bytes : 0;
        gpu__fft_line_run(&t);
        if (x->real == GPU__FFT_REAL) gpu__fft_pairs(r, &pairs, NULL, out);
    }
}
static inline void gpu__fft_cols(const gpu__fft_run *r, char *own, size_t first, size_t last)
{
    const gpu__fft_axis *const x = &r->axis;
    const size_t size = 2 * r->plan->size, lane = GPU__FFT_LANE * 2 / size,
                 groups = gpu__fft_blocks(x->inner, size / 2);
    char *const rows = own + gpu__fft_line_bytes(r->plan);
    gpu__fft_line t = r->line;
    t.at = gpu__fft_buffers_at(r->plan, own);
    for (; first < last; first++) {
        const size_t at = first % groups * lane, count = x->inner - at < lane ? x->inner - at : lane;
        const size_t bytes = (first / groups * x->n * x->inner + at) * size;
        for (size_t i = 0; i < x->n; i++)
            for (size_t l = 0; l < count; l++)
                memcpy(rows + (l * x->n + i) * size, x->in + bytes + (i * x->inner + l) * size, size);
        for (size_t l = 0; l < count; l++) {
            t.in = t.out = rows + l * x->n * size;
            gpu__fft_line_run(&t);
        }
        for (size_t i = 0; i < x->n; i++)
            for (size_t l = 0; l < count; l++)
                memcpy(x->out + bytes + (i * x->inner + l) * size, rows + (l * x->n + i) * size, size);
    }
}
/* The pieces [first, last) of a phase that works element by element. */
static inline void gpu__fft_pieces(const gpu__fft_run *r, size_t first, size_t last)
{
    const gpu__fft_line *const t = &r->line;
    const gpu__fft_plan *const p = t->plan;
    const size_t begin = first * GPU__FFT_PIECE, end = gpu__least(last * GPU__FFT_PIECE, r->elements);
    char *const padded = t->at.padded;
    if (begin >= end) return;
    gpu__fft_step pairs = gpu__fft_pairs_step(r, begin, end);
    if (r->phase == GPU__FFT_PAIRS) gpu__fft_pairs(r, &pairs, t->in, t->out);
    else if (r->phase == GPU__FFT_RESPONSE) gpu__fft_times(t, padded, padded, p->response, begin, end, 0, 1);
    else if (r->phase == GPU__FFT_CHIRP_OUT)
        gpu__fft_times(t, t->out, padded, p->chirp, begin, end, GPU__FFT_SWAPS_OUT, t->scale);
    else {
        const size_t some = end < p->n ? end : begin < p->n ? p->n : begin;
        if (begin < some) gpu__fft_times(t, padded, t->in, p->chirp, begin, some, GPU__FFT_SWAPS_IN, 1);
        memset(padded + some * 2 * p->size, 0, (end - some) * 2 * p->size);
    }
}
/* A thread's share of a phase. `scratch` has the address of the run. */
GPU__JOB_PART(gpu__fft_part)
{
    gpu__fft_run *const r = *(gpu__fft_run **)scratch;
    char *heap = NULL, *own = NULL;
    if (!r || first >= last) return;
    if (r->phase <= GPU__FFT_SECOND_HALF) {
        const size_t bytes =
            r->phase < GPU__FFT_FIRST_HALF ? gpu__fft_own_bytes(r) : 2 * gpu__fft_side_bytes(r->line.plan);
        heap = (char *)GPU__FFT_MALLOC(bytes + 64);
        if (!heap) {
            GPU__STORE(int, &r->failed, 1);
            return;
        }
        own = GPU__ALIGN64(heap);
    }
    if (r->phase == GPU__FFT_GROUPS) gpu__fft_groups(r, own, first, last);
    if (r->phase == GPU__FFT_EACH_ROW) gpu__fft_rows(r, own, first, last);
    if (r->phase == GPU__FFT_EACH_COLS) gpu__fft_cols(r, own, first, last);
    if (r->phase == GPU__FFT_FIRST_HALF || r->phase == GPU__FFT_SECOND_HALF) {
        gpu__fft_line t = r->line;
        t.at.a = own;
        t.at.b = own + gpu__fft_side_bytes(t.plan);
        (r->phase == GPU__FFT_FIRST_HALF ? gpu__fft_line_first : gpu__fft_line_second)(&t, first, last);
    }
    if (r->phase > GPU__FFT_SECOND_HALF) gpu__fft_pieces(r, first, last);
    GPU__FFT_FREE(heap);
}

/* ---- phases ---- */
static inline void gpu__fft_phase(const gpu__job *j, gpu__fft_run *r, int phase, size_t tasks)
{
    if (r->failed) return;
    r->phase = phase;
    gpu__job_parts(j, j->part, tasks, &r);
}
/* A phase over `n` elements in pieces. */
static inline void gpu__fft_phase_over(const gpu__job *j, gpu__fft_run *r, int phase, size_t n)
{
    r->elements = n;
    gpu__fft_phase(j, r, phase, gpu__ceil_div(n, GPU__FFT_PIECE));
}
/* One long transform, divided among all threads. */
static inline void gpu__fft_long(const gpu__job *j, gpu__fft_run *r, const void *in, void *out)
{
    const gpu__fft_plan *const p = r->plan, *const q = p->padded ? p->padded : p;
    gpu__fft_line *const t = &r->line, whole = *t;
    t->in = in;
    t->out = out;
    if (p->padded) {
        gpu__fft_phase_over(j, r, GPU__FFT_CHIRP_IN, q->n);
        t->plan = q;
        t->in = t->out = t->at.padded;
        t->swaps = 0;
        t->scale = 1;
    }
    gpu__fft_phase(j, r, GPU__FFT_FIRST_HALF, gpu__fft_blocks(q->second.n, q->size));
    gpu__fft_phase(j, r, GPU__FFT_SECOND_HALF, gpu__fft_blocks(q->first.n, q->size));
    if (p->padded) {
        t->plan = p;
        gpu__fft_phase_over(j, r, GPU__FFT_RESPONSE, q->n);
        t->plan = q;
        t->swaps = 1;
        gpu__fft_phase(j, r, GPU__FFT_FIRST_HALF, gpu__fft_blocks(q->second.n, q->size));
        gpu__fft_phase(j, r, GPU__FFT_SECOND_HALF, gpu__fft_blocks(q->first.n, q->size));
        *t = whole;
        t->in = in;
        t->out = out;
        gpu__fft_phase_over(j, r, GPU__FFT_CHIRP_OUT, p->n);
    }
    *t = whole;
}
static inline void gpu__fft_long_rows(const gpu__job *j, gpu__fft_run *r)
{
    const gpu__fft_axis *const x = &r->axis;
    char *const heap = (char *)GPU__FFT_MALLOC(gpu__fft_line_bytes(r->plan) + 64);
    if (!heap) {
        r->failed = 1;
        return;
    }
    r->line.at = gpu__fft_buffers_at(r->plan, GPU__ALIGN64(heap));
    for (size_t k = 0; k < x->outer; k++) {
        const char *const in = x->in + k * x->in_bytes;
        char *const out = x->out + k * x->out_bytes;
        r->line.in = in;
        r->line.out = out;
        if (x->real == GPU__FFT_TO_REAL) gpu__fft_phase_over(j, r, GPU__FFT_PAIRS, r->length / 2 + 1);
        gpu__fft_long(j, r, x->real == GPU__FFT_TO_REAL ? out : in, out);
        if (x->real == GPU__FFT_REAL) {
            r->line.out = out;
            gpu__fft_phase_over(j, r, GPU__FFT_PAIRS, r->length / 2 + 1);
        }
    }
    GPU__FFT_FREE(heap);
}
static inline void gpu__fft_along(const gpu__job *j, gpu__fft_run *r)
{
    const gpu__fft_axis *const x = &r->axis;
    const size_t size = r->line.size;
    const int lanes = gpu__fft_in_lanes(x, size);
    r->even = x->real && x->n % 2 == 0;
    r->length = gpu__fft_length(x);
    r->plan = gpu__fft_plan_get(lanes ? GPU__FFT_LANES : GPU__FFT_LINE, r->length, size, r->line.code);
    r->halves = r->even ? gpu__fft_plan_get(GPU__FFT_HALVES, x->n, size, r->line.code) : NULL;
    if (!r->plan || (r->even && !r->halves)) r->failed = 1;
    else {
        r->line.plan = r->plan;
        if (x->inner == 1 && x->outer < 32 && x->n >= GPU__FFT_SHARED && !(x->real && x->n % 2))
            gpu__fft_long_rows(j, r);
        else if (x->inner > 1)
            gpu__fft_phase(j, r, lanes ? GPU__FFT_GROUPS : GPU__FFT_EACH_COLS,
                           x->outer * gpu__fft_blocks(x->inner, size));
        else if (lanes) gpu__fft_phase(j, r, GPU__FFT_GROUPS, gpu__fft_blocks(x->outer, size));
        else gpu__fft_phase(j, r, GPU__FFT_EACH_ROW, x->outer);
    }
    gpu__fft_plan_give(r->plan);
    gpu__fft_plan_give(r->halves);
}
/* Transforms along all axes: the last axis comes first, but last if the result is real. */
static inline void gpu__fft_start(const gpu__job *j, void *scratch)
{
    gpu__fft_detail *const d = (gpu__fft_detail *)(uintptr_t)j->detail;
    gpu__fft_run run;
    const char *in = (const char *)j->in[0].p;
    char *out = (char *)j->out, *heap = NULL;
    double scale = 1;
    int k, axis, left = d->axes;
    memset(&run, 0, sizeof run);
    *(void **)scratch = NULL; /* the job's own tasks have nothing to do */
    run.line.code = d->code[gpu__cpu_level()];
    run.line.size = d->size;
    run.line.swaps = d->inverse;
    d->ran = 1;
    for (k = 0; k < 3; k++)
        if (d->inverse && d->axes >> k & 1) scale /= (double)d->dims[k];
    if (d->kind == GPU__FFT_TO_REAL && d->axes != GPU__FFT_ROWS) {
        out = heap = (char *)GPU__FFT_MALLOC(gpu__fft_complex_count(d) * 2 * d->size);
        run.failed = !heap;
    }
    for (k = 0; k < 3 && !run.failed; k++) {
        gpu__fft_axis *const x = &run.axis;
        axis = d->kind == GPU__FFT_TO_REAL ? k : 2 - k;
        if (!(left >> axis & 1)) continue;
        left &= ~(1 << axis);
        gpu__fft_axis_of(x, d, axis);
        if (x->real == GPU__FFT_TO_REAL) out = (char *)j->out;
        x->in = in;
        x->out = out;
        run.line.scale = left ? 1 : scale;
        /* n real numbers are n / 2 complex ones, whose even and odd parts come out halved */
        if (x->real == GPU__FFT_TO_REAL && x->n % 2 == 0) run.line.scale *= 2;
        gpu__fft_along(j, &run);
        in = out;
    }
    GPU__FFT_FREE(heap);
    d->failed = run.failed;
}
static inline size_t gpu__fft_space_of(const gpu__fft_detail *d)
{
    const int temporary = d->kind == GPU__FFT_TO_REAL && d->axes != GPU__FFT_ROWS;
    size_t most = 0;
    for (int axis = 0; axis < 3; axis++) {
        gpu__fft_axis x;
        if (!(d->axes >> axis & 1)) continue;
        gpu__fft_axis_of(&x, d, axis);
        const size_t bytes = gpu__fft_space(d, x.outer, gpu__fft_length(&x), x.inner);
        if (bytes > most) most = bytes;
    }
    return most + (temporary ? gpu__fft_complex_count(d) * 2 * d->size : 0);
}
