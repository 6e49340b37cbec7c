/* --------------------------------------------------------------------------------------- calls over whole arrays -- */

/* Sets the site that messages name. For a function that the user defined with a macro it is the definition, and
   GPU_CHECK adds the call site; for a prewritten function it is the call site. */
static GPU__FORCE_INLINE gpu_status gpu__call_begin(const gpu__call *c)
{
    const gpu__op *f = c->op;
    if (gpu__simulated.worker) gpu__called_in_kernel(c->name, f ? f->file : NULL, f ? f->line : 0);
    if (!f || !f->line) return gpu__enter_prewritten();
    gpu__set_site(f->file, f->line);
    return gpu__ready();
}

static inline gpu_status gpu__check_array(const gpu__call *c, const char *name, const void *p, size_t count,
                                          size_t size)
{
    if (!p) return gpu__wrong(c->name, "%s is NULL; expected %zu elements of %zu bytes", name, count, size);
    return gpu__check_range(p, count * size, name, c->name);
}
static GPU__FORCE_INLINE gpu_status gpu__overlap(const gpu__call *c, const gpu__input *in)
{
    const int lifted = c->op && c->kind != GPU__CALL_REDUCE;
    return gpu__wrong(c->name, "%s and %s overlap%s; expected %s", gpu__out_name(c), in->name,
                      !lifted           ? ""
                      : in->p == c->out ? " with elements of different size"
                                        : " without being the same array",
                      lifted || c->in_place ? "the same array, or two that do not overlap"
                                            : "two arrays that do not overlap");
}
static GPU__FORCE_INLINE int gpu__may_be_out(const gpu__call *c, const gpu__input *in) /* out, the same array */
{
    if (c->op) return in->size == c->out_size && c->kind != GPU__CALL_REDUCE;
    return c->in_place == GPU__JOB_ELEMENTWISE ? in->count == c->out_count : c->in_place && in == c->in;
}
/* Checks the arguments of a call, for both backends. */
static gpu_status gpu__call_check(const gpu__call *c)
{
    const int waits = c->flag & GPU__JOB_LOCAL_OUT; /* out is a variable of the library then, and needs no check */
    const uintptr_t o = (uintptr_t)c->out, o_end = waits ? 0 : o + c->out_count * c->out_size;
    size_t largest = c->op ? c->n : c->out_count | c->in[0].count | c->in[1].count;
    const gpu__input *in = c->in, *overlap = NULL;
    gpu_status s = GPU_OK;
    for (int k = 2; k < c->inputs; k++) largest |= in[k].count;
    if (largest >> (sizeof largest * 4 - 1)) { /* for smaller ones count * size cannot overflow */
        /* A reduction is checked as if it had n results: its partial results are counted in size_t, too. */
        s = gpu__check_size(c->op ? c->n : c->out_count, c->out_size, c->name);
        for (int k = 0; k < c->inputs && !s; k++, in++) s = gpu__check_size(in->count, in->size, c->name);
        if (s) return s;
        in = c->in;
    }
    if (!waits && c->out_count && (s = gpu__check_array(c, gpu__out_name(c), c->out, c->out_count, c->out_size)))
        return s;
    for (int k = 0; k < c->inputs; k++, in++) {
        const uintptr_t a = (uintptr_t)in->p, a_end = a + in->count * in->size;
        if (in->count) s = gpu__check_array(c, in->name, in->p, in->count, in->size);
        else if (gpu__address_in(c, k)) s = gpu__check_range(gpu__address_in(c, k), 0, in->name, c->name);
        if (s) return s;
        if (a < o_end && o < a_end && !(a == o && gpu__may_be_out(c, in)) && !overlap && in->count) overlap = in;
    }
    if (overlap && !(c->flag & GPU__JOB_NO_OVERLAP)) return gpu__overlap(c, overlap);
    if (c->op && c->op->flags & GPU__NOT_EMPTY && !c->n)
        return gpu__wrong(c->name, "n is 0: an empty array has no minimum or maximum; expected at least one element");
    return GPU_OK;
}

/* A graph takes arrays in device memory and has no value to return. */
static GPU__FORCE_INLINE gpu_status gpu__check_captured(const gpu__call *c)
{
    gpu_status s = GPU_OK;
    if (c->flag & GPU__JOB_LOCAL_OUT)
        return gpu__not_in_graph(c->name,
                                 "its result is not known yet (use the form that ends in _to, with device memory)");
    for (const gpu__input *in = c->in; in < c->in + c->inputs && !s; in++)
        if (in->count) s = gpu__check_captured_array(in->p, GPU_MANAGED_MEM, in->name, c->name);
    return s ? s : gpu__check_captured_array(c->out, GPU_MANAGED_MEM, gpu__out_name(c), c->name);
}
/* The path of every call over arrays: check, then the backend stages, records or runs it. */
static gpu_status gpu__call_make(gpu__call *c)
{
    gpu_status s = gpu__call_begin(c);
    if (s || (s = gpu__call_check(c)) || !c->out_count || (gpu__thread.graph && (s = gpu__check_captured(c)))) return s;
    s = gpu__tape_asked(call, (c));
    if (!s && !c->op && c->plan) c->plan(c);
    return s ? s : gpu__current(make_call)(c);
}

/* Initialises a map, reduction or scan. */
static inline void gpu__call_of(gpu__call *c, int kind, const gpu__op *f, void *out, size_t out_count,
                                const void *const *in, size_t n)
{
    c->name = f->name; /* the members that only a job uses are not initialised: that would take longer than the rest */
    c->op = f;
    c->kind = kind;
    c->inputs = f->count;
    c->in_place = c->flag = c->results = c->scalars = 0;
    c->identity = NULL;
    c->space = 0;
    c->out = out;
    c->out_count = out_count;
    c->out_size = f->out_size;
    c->out_align = f->out_align;
    c->n = n;
    for (int k = 0; k < f->count; k++) {
        const gpu__parameter *const from = &f->parameter[k];
        gpu__input *const to = &c->in[k];
        to->name = from->name;
        to->p = in[k];
        to->count = from->size ? n : 0;
        to->size = from->size;
        to->align = from->align;
    }
}
GPU_API gpu_status gpu__map_call(const gpu__map *m, void *out, const void *const *in, size_t n)
{
    gpu__call c;
    gpu__call_of(&c, GPU__CALL_MAP, &m->f, out, n, in, n);
    return gpu__call_make(&c);
}
/* On entry *value is the identity. If out is NULL the result is written to *value; on error all its bytes are 0xff. */
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *r, void *out, void *value, const void *const *in, size_t n)
{
    gpu__call c;
    gpu__call_of(&c, GPU__CALL_REDUCE, &r->f, !out ? value : out == GPU__TO_CALLER ? NULL : out, 1, in, n);
    c.identity = value;
    if (!out) c.flag = GPU__JOB_LOCAL_OUT;
    const gpu_status s = gpu__call_make(&c);
    if (s && !out) memset(value, 0xff, r->f.out_size);
    return s;
}
GPU_API gpu_status gpu__scan_call(const gpu__scanner *scanner, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive)
{
    gpu__call c;
    gpu__call_of(&c, GPU__CALL_SCAN, &scanner->f, out, n, &x, n);
    c.identity = identity;
    c.flag = exclusive;
    c.in_place = 1;
    return gpu__call_make(&c);
}
GPU_API gpu_status gpu__job_call(gpu__job *j) { return gpu__call_make(j); }
/* Whether a small call may skip the path above and be computed at once by the calling thread: on the CPU, outside of
   kernels and graph capture, with aligned arrays that do not overlap and whose bounds were checked recently. If not,
   the job finds what is wrong. */
GPU_API int gpu__at_once(const void *out, size_t out_bytes, const void *a, size_t a_bytes, const void *b,
                         size_t b_bytes, size_t align)
{
    const uintptr_t o = (uintptr_t)out, p = (uintptr_t)a, q = (uintptr_t)b;
    if (gpu__thread.device != GPU_CPU || !gpu__thread.entered || gpu__thread.graph || gpu__simulated.worker) return 0;
#ifdef GPU_TAPE
    if (gpu__taping.first) return 0;
#endif
    if (!o || !p || !q || ((o | p | q) & (align - 1))) return 0;
    if ((o < p + a_bytes && p < o + out_bytes) || (o < q + b_bytes && q < o + out_bytes)) return 0;
    if (!gpu__recently_checked(out, out_bytes) || !gpu__recently_checked(a, a_bytes) ||
        !gpu__recently_checked(b, b_bytes))
        return 0;
    gpu__take_site(GPU__BY_PREWRITTEN);
    return 1;
}
