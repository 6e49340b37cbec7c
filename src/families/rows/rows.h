/* GPU_ROWS. A call is a job: parameter k is in[k], except that the first array that is written is out. The kind of a
   parameter is a constant that follows from its type and the third member of its parentheses. The number of elements of
   an array's rows is the value of the next size_t parameter after it. */
enum {
    GPU__ROW_SCALAR = 0,
    GPU__ROW_READ = 1,
    GPU__ROW_WRITTEN = 2,
    GPU__ROW_UPDATED = 3,
    GPU__ROW_ONE = 4, /* combined with one of those: a row is one element */
    GPU__ROW_WIDTH = 8,
    GPU__ROW_INDEX = 16
};
typedef struct gpu__rows_parameter {
    const char *name;
    int kind, address;  /* address: it is a scalar that may be a pointer */
    size_t size, align; /* of an element or of the scalar */
} gpu__rows_parameter;
typedef struct gpu__rows_op {
    const char *name;
    int count;
    gpu__rows_parameter parameter[8];
    gpu__job_part *part[3];
    gpu__job_device *device;
} gpu__rows_op;
typedef struct gpu__rows_detail {
    const gpu__rows_op *op;
    int out;         /* the parameter that is the job's out */
    size_t width[8]; /* elements of a row; 0: no array */
} gpu__rows_detail;

/* in[k]: the array, or the address of the scalar. */
static inline gpu_status gpu__rows_call(const gpu__rows_op *op, const void *const *in, size_t rows)
{
    gpu__rows_detail d;
    gpu__job j;
    size_t width = 0, elements = 0;
    int k, wide = 0;
    d.op = op, d.out = -1;
    for (k = op->count; k-- > 0;) {
        const gpu__rows_parameter *const p = &op->parameter[k];
        const int array = p->kind & (GPU__ROW_READ | GPU__ROW_WRITTEN), one = p->kind & GPU__ROW_ONE;
        if (p->kind == GPU__ROW_WIDTH) memcpy(&width, in[k], sizeof width), wide = 1;
        d.width[k] = !array ? 0 : one ? 1 : width;
        if (array && !one && !wide)
            return gpu__refuse(op->name, "%s has no number of elements: put (size_t, cols) after it", p->name);
        if (gpu__product(gpu__product(rows, d.width[k]), p->size) == SIZE_MAX)
            return gpu__refuse(op->name, "%zu rows of %zu elements are " GPU__TOO_LARGE, rows, d.width[k]);
        if (p->kind & GPU__ROW_WRITTEN && (d.width[k] || d.out < 0)) d.out = k;
        elements += d.width[k];
    }
    gpu__job_of(&j, op->name, NULL, 0, 1, rows);
    for (k = 0; k < op->count; k++) {
        const gpu__rows_parameter *const p = &op->parameter[k];
        const int array = p->kind & (GPU__ROW_READ | GPU__ROW_WRITTEN);
        gpu__job_in(&j, k, p->name, in[k], rows * d.width[k], p->size);
        j.in[k].align = array ? p->align : !p->address;
        if (!array && p->size) j.scalars |= 1 << k;
        if (p->kind & GPU__ROW_WRITTEN) j.results |= 1 << k;
        if (array && (p->kind & GPU__ROW_UPDATED) == GPU__ROW_UPDATED) j.flag |= GPU__JOB_PARTIAL;
        if (k != d.out) continue;
        j.out = (void *)(uintptr_t)in[k], j.out_name = p->name;
        j.out_count = rows * d.width[k], j.out_size = p->size, j.out_align = j.in[k].align;
        j.in[k].p = NULL, j.in[k].count = 0, j.results &= ~(1 << k);
    }
    j.inputs = op->count;
    j.work = rows * (elements + 1);
    gpu__job_detail(&j, &d, sizeof d);
    memcpy(j.part, op->part, sizeof j.part);
    j.device = op->device;
    return gpu__job_call_results(&j);
}

/* ---- loops and reductions over a row ---- */

/* A reduction has as many lanes as threads share a row of n elements on a GPU. */
enum {
    GPU__ROW_TEAM = 256, /* the most */
    GPU__ROW_FEW = 8     /* share a row of up to 256 elements, with four lanes each */
};
#ifdef GPU__CUDA
struct gpu__row_team { /* the threads that share a row: one, a warp, or a block of up to GPU__ROW_TEAM */
    unsigned thread, threads;
};
/* The last parameter of a body, which is told which thread it is; in a kernel of the user's it is the only one. */
#define GPU__ROW_TOLD , GPU__UNUSED const gpu__row_team gpu__team
#define GPU__ROW_ALONE GPU__ROW_TOLD = {0, 1}
#else
#define GPU__ROW_{TOLD|ALONE}
#endif
GPU__LIFTED_FN unsigned gpu__row_team_of(size_t n)
{
    return n <= 32 ? 1 : n <= 1024 ? 32 : n <= 2048 ? 64 : GPU__ROW_TEAM;
}
#ifdef __CUDA_ARCH__
#define GPU__ROW_FOR(i, n)                                                                                             \
    _Pragma("unroll 4") for (size_t i = gpu__team.thread,                                                              \
                             gpu__k_##i = gpu__row_trips(gpu__team, GPU__AS(size_t, n), gpu__team.threads);            \
                             gpu__k_##i || gpu__row_wait(gpu__team); gpu__k_##i--, i += gpu__team.threads)
#define GPU__ROW_FOLD(op, T, s, i, n, e)                                                                               \
    {                                                                                                                  \
        const unsigned gpu__l = gpu__row_lanes_for(gpu__team, GPU__AS(size_t, n));                                     \
        size_t i = gpu__team.thread, gpu__k = gpu__row_trips(gpu__team, GPU__AS(size_t, n), gpu__l);                   \
        if (gpu__k) s = GPU__AS(T, e);                                                                                 \
        _Pragma("unroll 4") while (gpu__k-- > 1) i += gpu__l, s = op::of(s, GPU__AS(T, e));                            \
        GPU__ROW_BY_FEW(op, T, s, i, GPU__AS(size_t, n), e) s = gpu__row_fold<op>(gpu__team, s, gpu__l);               \
    }
#define GPU__ROW_BY_FEW(op, T, s, i, n, e)                                                                             \
    if (T gpu__v[4]; gpu__l > gpu__team.threads) {                                                                     \
        GPU__ROW_LANES(i, gpu__team.thread) gpu__v[gpu__k] = GPU__AS(T, e);                                            \
        for (size_t gpu__j = gpu__team.thread + 32; gpu__j < n; gpu__j += 32)                                          \
            GPU__ROW_LANES(i, gpu__j) if (i < n) gpu__v[gpu__k] = op::of(gpu__v[gpu__k], GPU__AS(T, e));               \
        s = op::of(op::of(gpu__v[0], gpu__v[2]), op::of(gpu__v[1], gpu__v[3]));                                        \
    }
#define GPU__ROW_LANES(i, from) GPU__UNROLLED (gpu__k = 0, i = from; gpu__k < 4; gpu__k++, i += GPU__ROW_FEW)
#else
#define GPU__ROW_FOR(i, n) GPU__NO_ALIAS for (size_t i = 0, gpu__n_##i = GPU__AS(size_t, n); i < gpu__n_##i; i++)
#define GPU__ROW_FOLD(op, T, s, i, n, e)                                                                               \
    {                                                                                                                  \
        T gpu__lane[GPU__ROW_TEAM];                                                                                    \
        size_t gpu__n = GPU__AS(size_t, n), gpu__l = gpu__row_team_of(gpu__n), gpu__k;                                 \
        GPU__ROW_ADD_UP(op, T, i, e)                                                                                   \
        GPU__ROW_HALVE(op, T, s)                                                                                       \
    }
/* The lanes: the first elements, and then what the others make of them. */
#define GPU__ROW_ADD_UP(op, T, i, e)                                                                                   \
    for (gpu__k = 0; gpu__k < gpu__n; gpu__k += gpu__l)                                                                \
        GPU__NO_ALIAS for (size_t i = gpu__k, gpu__j = 0; gpu__j < gpu__l && i < gpu__n; gpu__j++, i++)                \
        {                                                                                                              \
            const T gpu__e = GPU__AS(T, e);                                                                            \
            gpu__lane[gpu__j] = gpu__k ? op(T, gpu__lane[gpu__j], gpu__e) : gpu__e;                                    \
        }
#define GPU__ROW_HALVE(op, T, s)                                                                                       \
    while (gpu__l /= 2)                                                                                                \
        for (gpu__k = 0; gpu__k < gpu__l; gpu__k++)                                                                    \
            gpu__lane[gpu__k] = op(T, gpu__lane[gpu__k], gpu__lane[gpu__k + gpu__l]);                                  \
    if (gpu__n) s = gpu__lane[0];
#define gpu__row_add(T, x, y) GPU__AS(T, (x) + (y))
#define gpu__row_{greater|less}(T, x, y)                                                                               \
    ({(y) > (x)|(y) < (x)} ? (y) : {(y) <= (x)|(y) >= (x)} ? (x) : gpu__row_add(T, x, y)) /* a NaN: neither */
#endif

/* ---- the macro, for a list of parameters ---- */
#define GPU__{FORMAL|UNPAIRED}_{row|value|update}(k, T, x) {T x|}

/* 1 if T is the word size_t, else 0. */
#define GPU__ROW_IS_WIDTH(T) GPU__VERDICT_(GPU__ROW_WORD_##T, 0, 0)
#define GPU__ROW_WORD_size_t 0, 1
/* The position of the first size_t parameter, 0 to 7, or `none`. */
#define GPU__ROWS_POSITION(...)                                                                                        \
    GPU__CALL(GPU__SECOND, (0 GPU__EACH(GPU__ROW_POSITION, GPU__NOTHING, __VA_ARGS__), none, 0))
#define GPU__ROW_POSITION_gpu__array(k, T, x) GPU__CAT(GPU__ROW_POSITION_, GPU__ROW_IS_WIDTH(T))(k)
#define GPU__ROW_POSITION_{0|1}(k) {|, k}
#define GPU__ROW_POSITION_{row|value|update|scalar|index}(k, T, x)
/* The parameters of the lifted function: those before that position, the number of rows, the others. */
#define GPU__ROWS_HEAD(...) GPU__EACH(GPU__ROW_HEAD, GPU__NOTHING, __VA_ARGS__) size_t gpu__rows
#define GPU__ROWS_TAIL(...) GPU__EACH(GPU__ROW_TAIL, GPU__NOTHING, __VA_ARGS__)
#define GPU__ROWS_FORMALS_0(...) size_t gpu__rows GPU__ROWS_TAIL(__VA_ARGS__)
#define GPU__ROW_{HEAD|TAIL}_{gpu__array|row|value|update|scalar}(k, T, x) {T x,|, T x}
#define GPU__ROW_{HEAD|TAIL}_index(k, T, x)

/* The kinds, as constants. In the functions below gpu__row_of is E, the type of the rows' elements. */
#ifdef __cplusplus
extern "C++" {
template <class Type> struct gpu__row_pointer {
    enum { size = sizeof(Type), align = 1 };
};
template <class Type> struct gpu__row_pointer<Type *> {
    typedef Type element;
    enum { size = sizeof(Type), align = GPU__ALIGNOF(Type) };
};
template <class Type, class Element> struct gpu__row_kind {
    enum { is = GPU__ROW_SCALAR };
};
template <class Element> struct gpu__row_kind<Element *, Element> {
    enum { is = GPU__ROW_WRITTEN };
};
template <class Element> struct gpu__row_kind<const Element *, Element> {
    enum { is = GPU__ROW_READ };
};
}
#define GPU__ROW_BY_TYPE(T) gpu__row_kind<GPU__PLAIN(T), gpu__row_of>::is
#define GPU__ROW_BY_CONST(T) (gpu__pointer<GPU__PLAIN(T)>::yes >> 16 ? GPU__ROW_READ : GPU__ROW_WRITTEN)
#define GPU__ROW_SIZE(T) gpu__row_pointer<GPU__PLAIN(T)>::size, gpu__row_pointer<GPU__PLAIN(T)>::align
#else
#define GPU__ROW_BY_TYPE(T)                                                                                            \
    (GPU__SAME_TYPE(T, gpu__row_of *)         ? GPU__ROW_WRITTEN                                                       \
     : GPU__SAME_TYPE(T, gpu__row_of const *) ? GPU__ROW_READ                                                          \
                                              : GPU__ROW_SCALAR)
#ifdef GPU__TYPEOF
#define GPU__ROW_BY_CONST(T) (GPU__SAME_TYPE(T, GPU__TYPEOF(*(T)0) const *) ? GPU__ROW_READ : GPU__ROW_WRITTEN)
#define GPU__ROW_SIZE(T) sizeof(*(T)0), GPU__ALIGNOF(GPU__TYPEOF(*(T)0))
#else
#define GPU__ROW_BY_CONST(T) GPU__ROW_WRITTEN /* also if it is only read, which on the CPU merely costs time */
#define GPU__ROW_SIZE(T) sizeof(*(T)0), 1
#endif
#endif
#define GPU__ROW_KIND_gpu__array(T) (GPU__ROW_IS_WIDTH(T) ? GPU__ROW_WIDTH : (int)GPU__ROW_BY_TYPE(T))
#define GPU__ROW_KIND_row(T) ((int)GPU__ROW_BY_CONST(T))
#define GPU__ROW_KIND_value(T) ((int)GPU__ROW_BY_CONST(T) | GPU__ROW_ONE)
#define GPU__ROW_KIND_{update|scalar|index}(T) GPU__ROW_{UPDATED|SCALAR|INDEX}
#define GPU__ROW_IS_ARRAY(kind) (((kind)&GPU__ROW_UPDATED) != 0)

/* The array of parameter k from row `first` on, and the step to the next row in bytes; NULL for a scalar. */
static inline char *gpu__row_array(const gpu__job *j, int k, size_t first, size_t *step)
{
    const gpu__rows_detail *const d = (const gpu__rows_detail *)j->detail;
    char *const p = k == d->out ? (char *)j->out : (char *)(uintptr_t)j->in[k].p;
    *step = d->width[k] * d->op->parameter[k].size;
    return *step ? p + first * *step : NULL;
}
/* The CPU's code: gpu__a is the address of the current row, gpu__p the argument. The conditions are constants. */
#define GPU__ROW_PART(s) (sizeof(s) < sizeof(char *) ? sizeof(s) : sizeof(char *))
#define GPU__ROW_SET(k, kind, T)                                                                                       \
    GPU__PLAIN(T) gpu__p##k;                                                                                           \
    size_t gpu__s##k;                                                                                                  \
    char *gpu__a##k = gpu__row_array(gpu__j, k, gpu__first, &gpu__s##k);                                               \
    (void)gpu__a##k, (void)gpu__s##k;                                                                                  \
    if (!GPU__ROW_IS_ARRAY(kind)) memcpy((void *)&gpu__p##k, gpu__j->in[k].p, sizeof(T));
#define GPU__ROW_GO(k, kind, T)                                                                                        \
    if (GPU__ROW_IS_ARRAY(kind)) {                                                                                     \
        memcpy((void *)&gpu__p##k, &gpu__a##k, GPU__ROW_PART(T));                                                      \
        if (gpu__s##k) gpu__a##k += gpu__s##k;                                                                         \
    }
#define GPU__ROW_{SET|GO}_{gpu__array|row|value|update|scalar}(k, T, x) GPU__ROW_{SET|GO}(k, GPU__ROW_KIND_{2}(T), T)
#define GPU__ROW_{SET|GO}_index(k, T, x)
#define GPU__ROW_PASS_{gpu__array|row|value|update|scalar}(k, T, x) gpu__p##k
#define GPU__ROW_PASS_index(k, T, x) (T) gpu__first
#define GPU__ROWS_COPY(sfx, target, E, name, ...)                                                                      \
    GPU__FLAT GPU__HOT target static inline void name##__part##sfx(const gpu__job *gpu__j, void *gpu__scratch,         \
                                                                   size_t gpu__k, size_t gpu__first, size_t gpu__last) \
    {                                                                                                                  \
        typedef E gpu__row_of;                                                                                         \
        GPU__ROWS_LOOP(name, __VA_ARGS__)                                                                              \
    }
#define GPU__ROWS_LOOP(name, ...)                                                                                      \
    GPU__EACH(GPU__ROW_SET, GPU__NOTHING, __VA_ARGS__)                                                                 \
    (void)gpu__scratch, (void)gpu__k, (void)sizeof(gpu__row_of);                                                       \
    for (; gpu__first < gpu__last; gpu__first++) {                                                                     \
        GPU__EACH(GPU__ROW_GO, GPU__NOTHING, __VA_ARGS__)                                                              \
        name##_row(GPU__EACH(GPU__ROW_PASS, GPU__COMMA, __VA_ARGS__));                                                 \
    }
#define GPU__ROW_TAG_{gpu__array|row|value|update|scalar|index}(k, T, x)                                               \
    gpu__row_parameter<GPU__PLAIN(T), GPU__ROW_KIND_{1}(T)>
#define GPU__ROWS_DEVICE(E, name, ...)                                                                                 \
    GPU__LIFTED_DEVICE(name, typedef E gpu__row_of;                                                                    \
                       return (int)gpu__rows_launch<name##_row, GPU__EACH(GPU__ROW_TAG, GPU__COMMA, __VA_ARGS__)>(     \
                           gpu__j, gpu__r, gpu__out, gpu__in, sizeof(gpu__row_of)))

/* The description of a parameter, and the check that refuses an unmarked pointer to another type. */
#define GPU__ROW_TELL(T, x, kind, ...)                                                                                 \
    {                                                                                                                  \
        GPU__STRIP(#x), kind, GPU__ROW_IS_ARRAY(kind) ? 0 : (kind) == GPU__ROW_SCALAR &&GPU__IS_POINTER(T),            \
            __VA_ARGS__                                                                                                \
    }
#define GPU__ROW_TELL_gpu__array(k, T, x)                                                                              \
    GPU__ROW_TELL(T, x, GPU__ROW_KIND_gpu__array(T),                                                                   \
                  GPU__ROW_IS_ARRAY(GPU__ROW_KIND_gpu__array(T)) ? sizeof(gpu__row_of) : sizeof(T),                    \
                  GPU__ALIGNOF(gpu__row_of))
#define GPU__ROW_TELL_{row|value|update}(k, T, x) GPU__ROW_TELL(T, x, GPU__ROW_KIND_{1}(T), GPU__ROW_SIZE(T))
#define GPU__ROW_TELL_{scalar|index}(k, T, x) GPU__ROW_TELL(T, x, GPU__ROW_{SCALAR|INDEX}, {sizeof(T)|0}, 1)
#define GPU__ROW_STORE(k, kind, T, x)                                                                                  \
    gpu__in[k] = GPU__ADDRESS_OF(T, x);                                                                                \
    if (GPU__ROW_IS_ARRAY(kind)) memcpy(&gpu__in[k], gpu__in[k], GPU__ROW_PART(x));
#define GPU__ROW_STORE_gpu__array(k, T, x)                                                                             \
    GPU__ROWS_ASSERT(!GPU__IS_POINTER(T) || GPU__ROW_KIND_gpu__array(T) != GPU__ROW_SCALAR,                            \
                     "gpu.h: GPU_ROWS(T, name, ...): a pointer to another type than T needs a mark: (int *, i, row), " \
                     "(int *, i, value) or (const int *, table, scalar)")                                              \
    GPU__ROW_STORE(k, GPU__ROW_KIND_gpu__array(T), T, x)
#define GPU__ROW_STORE_{row|value|update|scalar|index}(k, T, x) gpu__in[k] = {x|x|x|GPU__ADDRESS_OF(T, x)|NULL};
#define GPU__ROW_WRITES_{gpu__array|row|value|update|scalar|index}(k, T, x)                                            \
    (GPU__ROW_KIND_{1}(T) & GPU__ROW_WRITTEN) != 0 ||
#ifdef __cplusplus
#define GPU__ROWS_ASSERT(condition, sentence) static_assert(condition, sentence);
#else
#define GPU__ROWS_ASSERT(condition, sentence) GPU__EXTENSION _Static_assert GPU__NOTHING()(condition, sentence);
#endif
#define GPU__ROWS_BODY(told, name, ...)                                                                                \
    GPU__LIFTED_FN void name##_row(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__) told)
#define GPU__ROWS(position, E, name, ...)                                                                              \
    GPU__ROWS_BODY(GPU__ROW_ALONE, name, __VA_ARGS__);                                                                 \
    GPU__COPIES(GPU__ROWS_COPY, E, name, __VA_ARGS__)                                                                  \
    GPU__ROWS_DEVICE(E, name, __VA_ARGS__)                                                                             \
    static GPU__UNUSED gpu_status name(GPU__ROWS_FORMALS_##position(__VA_ARGS__)) GPU__ROWS_CALL(E, name, __VA_ARGS__) \
        GPU__ROWS_BODY(GPU__ROW_TOLD, name, __VA_ARGS__)
#define GPU__ROWS_CALL(E, name, ...)                                                                                   \
    {                                                                                                                  \
        typedef E gpu__row_of;                                                                                         \
        GPU__ROWS_ASSERT(GPU__EACH(GPU__ROW_WRITES, GPU__NOTHING, __VA_ARGS__) 0,                                      \
                         "gpu.h: GPU_ROWS(T, name, ...) writes a row or value for each row: (T *, y)")                 \
        static const gpu__rows_op gpu__it = GPU__ROWS_OP(name, __VA_ARGS__);                                           \
        const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                  \
        GPU__EACH(GPU__ROW_STORE, GPU__NOTHING, __VA_ARGS__)                                                           \
        return gpu__rows_call(&gpu__it, gpu__in, gpu__rows);                                                           \
    }
#define GPU__ROWS_OP(name, ...)                                                                                        \
    {                                                                                                                  \
        GPU__STRIP(#name), GPU__COUNT(__VA_ARGS__), {GPU__EACH(GPU__ROW_TELL, GPU__COMMA, __VA_ARGS__)},               \
            GPU__TABLE(name##__part), GPU__DEVICE_CODE(name)                                                           \
    }
/* ---- errors in the macro's arguments: see language/each.h ---- */
#define GPU__ROWS_gpu__some(E, name, ...)                                                                              \
    GPU__DISPATCH_ON_FORM(GPU__ROWS, GPU__PAIRED(__VA_ARGS__), E, name, __VA_ARGS__)
#define GPU__ROWS_gpu__paired(E, name, ...) GPU__ROWS_AT(GPU__ROWS_POSITION(__VA_ARGS__), E, name, __VA_ARGS__)
#define GPU__ROWS_AT(position, ...) GPU__ROWS_AT_(position, __VA_ARGS__)
#define GPU__ROWS_AT_(position, ...)                                                                                   \
    GPU__CAT(GPU__ROWS_, GPU__VERDICT_(GPU__ROWS_POSITION_##position, gpu__placed, 0))(position, __VA_ARGS__)
#define GPU__ROWS_POSITION_none 0, gpu__unplaced
#define GPU__ROWS_gpu__placed(position, ...) GPU__ROWS(position, __VA_ARGS__)
#define GPU__ROWS_SAY(what) GPU__MISTAKE("gpu.h: GPU_ROWS(type, name, (type, parameter), ...) takes " what)
#define GPU__ROWS_gpu__unplaced(position, E, name, ...)                                                                \
    GPU__ROWS_SAY("a parameter (size_t, cols) after the rows, the number of their elements")                           \
    GPU__REFUSED(gpu_status, name, const void *gpu__y, void, _row, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__ROWS_gpu__unpaired(E, name, ...)                                                                          \
    GPU__PAIRS_SAY("GPU_ROWS(type, name, (type, parameter), ...)")                                                     \
    GPU__REFUSED(gpu_status, name, const void *gpu__y, void, _row, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__ROWS_gpu__few(...) GPU__ROWS_SAY("1 to 8 parameters") static inline void GPU__LINE_FN(gpu__refused)(void)
#define GPU__ROWS_gpu__{none|wrong|many}(E, name{|, ...|, ...})                                                        \
    GPU__ROWS_SAY("1 to 8 parameters")                                                                                 \
    GPU__REFUSED(gpu_status, name, const void *gpu__y, void, _row,                                                     \
                 {void|GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)|GPU__FIRST_16(__VA_ARGS__)})
