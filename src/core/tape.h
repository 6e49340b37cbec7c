#ifdef GPU_TAPE
/* Memory that the recorded calls use is divided into regions: ranges of their arguments, joined where they overlap, in
   the order of their addresses. While gpu_backward goes back through the records, a region's gradient is that of the
   values which its memory had at that time. So a call takes the gradient of its result away, since before it there
   were other values there, and adds to those of its inputs. Views of parts of an array need nothing else. */
typedef struct gpu__tape_value {   /* a value that a rule needs */
    struct gpu__tape_value *next;  /* in the list of the region, until the value is copied */
    struct gpu__tape_value *other; /* in the list of the record */
    int k;                         /* the input's number; GPU__INPUTS: the result */
    const void *of, *at;           /* its array, and where the value is now: the same, or a copy */
    size_t bytes;
} gpu__tape_value;
typedef struct gpu__buffer {
    struct gpu__buffer *other, *next; /* in the lists of all of its size and of the free ones */
    void *p;
    size_t bytes;
} gpu__buffer;
typedef struct gpu__buffers {
    uintptr_t bytes; /* of each */
    gpu__buffer *all, *free;
} gpu__buffers;
typedef struct gpu__tape_region {
    uintptr_t end, begin;
    gpu__tape_value *keeps;
    gpu__buffer *gradient; /* NULL: zero */
    char *view;            /* its part of the gradient of the allocation, or NULL */
    size_t size;           /* of its elements; 0: not known yet */
    double value;          /* of all elements of the gradient, which are not written yet, if same is set */
    int same;
    int made;     /* its first access is a write: its values are no inputs of the recording */
    int written;  /* a call writes to it */
    int constant; /* gpu_tape_constant; of regions that were joined, that of all */
} gpu__tape_region;
typedef struct gpu__record {
    struct gpu__record *before;
    gpu__back *back; /* NULL: what was written has no derivative */
    const char *file;
    int line, keeps;
    int is_kernel; /* GPU__SOMEWHERE: it writes within call->out, not known where; or GPU__ANYWHERE */
    gpu__tape_value *keep;
    gpu__call *call;
} gpu__record;
typedef struct gpu__chunk {
    struct gpu__chunk *next;
    size_t used, bytes, unused; /* (its size is a multiple of 16) */
} gpu__chunk;
enum { GPU__SOMEWHERE = 1, GPU__ANYWHERE = 3 /* also in memory that gpu.h did not allocate */ };
enum { GPU__TAPE_RECORDS, GPU__TAPE_ENDED, GPU__TAPE_DONE };
struct gpu_tape {
    gpu_tape *next;           /* in gpu__taping, where one that records is first */
    int state, device, hides; /* hides: gpu_tape_hide */
    gpu__record *last;
    gpu__tape_region *region;
    gpu__buffers *buffers; /* in the order of sizes */
    size_t regions, region_room, sizes, size_room;
    gpu__chunk *first_chunk, *chunk; /* for records, and the one that they are in now */
    size_t host_bytes, buffer_bytes;
};
enum { GPU__TAPE_CHUNK = 1 << 16, GPU__SIZE_F16 = 258 }; /* 2 bytes, but not as of bf16 */

/* ---- memory: records are in chunks of host memory, values and gradients in buffers ---- */
static void *gpu__tape_room(gpu_tape *t, size_t bytes)
{
    gpu__chunk *chunk = t->chunk;
    size_t size;
    bytes = (bytes + 15) & ~(size_t)15;
    if (chunk && chunk->bytes - chunk->used < bytes && (chunk = chunk->next)) chunk->used = 0;
    if (!chunk || chunk->bytes - chunk->used < bytes) {
        size = bytes > GPU__TAPE_CHUNK ? bytes : (size_t)GPU__TAPE_CHUNK;
        if (!(chunk = (gpu__chunk *)gpu__host_for("gpu_tape", sizeof *chunk + size))) return NULL;
        chunk->next = t->chunk ? t->chunk->next : NULL;
        *(t->chunk ? &t->chunk->next : &t->first_chunk) = chunk;
        chunk->bytes = size;
        t->host_bytes += sizeof *chunk + size;
    }
    t->chunk = chunk;
    chunk->used += bytes;
    return (char *)(chunk + 1) + (chunk->used - bytes);
}
static void *gpu__tape_copied(gpu_tape *t, const void *p, size_t bytes)
{
    void *const to = gpu__tape_room(t, bytes);
    return to ? memcpy(to, p, bytes) : NULL;
}
/* The first element that is not below `key`, in the order of their first members. */
static size_t gpu__tape_find(const void *array, size_t count, size_t size, uintptr_t key)
{
    size_t low = 0, middle;
    while (low < count) {
        middle = low + (count - low) / 2;
        if (*(const uintptr_t *)(const void *)((const char *)array + middle * size) < key) low = middle + 1;
        else count = middle;
    }
    return low;
}
/* Inserts an element of zeros at `at`. */
static void *gpu__tape_insert(gpu_tape *t, void *array, size_t *count, size_t *room, size_t at, size_t size)
{
    char *more = (char *)array;
    if (*count == *room) {
        if (!(more = (char *)gpu__host_for("gpu_tape", (2 * *room + 16) * size))) return NULL;
        if (*count) memcpy(more, array, *count * size);
        gpu__host_free(array);
        t->host_bytes += (*room + 16) * size;
        *room = 2 * *room + 16;
    }
    memmove(more + (at + 1) * size, more + at * size, ((*count)++ - at) * size);
    memset(more + at * size, 0, size);
    return more;
}
static gpu__buffers *gpu__tape_buffers(gpu_tape *t, size_t bytes)
{
    const size_t i = gpu__tape_find(t->buffers, t->sizes, sizeof *t->buffers, bytes);
    if (i < t->sizes && t->buffers[i].bytes == bytes) return t->buffers + i;
    gpu__buffers *more = (gpu__buffers *)gpu__tape_insert(t, t->buffers, &t->sizes, &t->size_room, i, sizeof *more);
    if (!more) return NULL;
    t->buffers = more;
    more[i].bytes = bytes;
    return more + i;
}
static void gpu__tape_give(gpu_tape *t, gpu__buffer *b)
{
    gpu__buffers *const of = gpu__tape_buffers(t, b->bytes);
    b->next = of->free;
    of->free = b;
}
/* A buffer of a size is used again by those of the same size, so that a step that repeats needs no allocation. */
static gpu__buffer *gpu__tape_take(gpu_tape *t, size_t bytes)
{
    gpu__buffers *const of = gpu__tape_buffers(t, bytes = (bytes + 255) & ~(size_t)255);
    gpu__buffer *b = of ? of->free : NULL;
    if (b) of->free = b->next;
    if (b || !of) return b;
    if (gpu__thread.graph) {
        gpu__not_in_graph("gpu_tape",
                          "the tape needs more memory: record and go backward once before gpu_graph_begin, then begin "
                          "with gpu_tape_restart what is captured");
        return NULL;
    }
    if (!(b = (gpu__buffer *)gpu__host_for("gpu_tape", sizeof *b))) return NULL;
    b->bytes = bytes;
    if (!(b->p = gpu_malloc(bytes))) {
        gpu__host_free(b);
        return NULL;
    }
    b->other = of->all;
    of->all = b;
    t->host_bytes += sizeof *b;
    t->buffer_bytes += bytes;
    return b;
}
/* The tape's own calls are not recorded, and leave the call site as it is for the messages of the call at hand. */
typedef struct gpu__untaped {
    gpu_tape *first;
    const char *file;
    int line;
} gpu__untaped;
static gpu__untaped gpu__tape_pause(void)
{
    const gpu__untaped u = {gpu__taping.first, gpu__simulated.file, gpu__simulated.line};
    gpu__taping.first = NULL;
    return u;
}
static void gpu__tape_resume(gpu__untaped u)
{
    gpu__taping.first = u.first;
    gpu__simulated.file = u.file;
    gpu__simulated.line = u.line;
}

/* ---- regions ---- */
static size_t gpu__tape_from(const gpu_tape *t, uintptr_t begin) /* the first that ends behind `begin` */
{
    return gpu__tape_find(t->region, t->regions, sizeof *t->region, begin + 1);
}
/* The region that holds a range, or overlaps it; NULL if none does. */
static gpu__tape_region *gpu__tape_at(const gpu_tape *t, const void *p, size_t bytes)
{
    const size_t i = gpu__tape_from(t, (uintptr_t)p);
    return i < t->regions && t->region[i].begin < (uintptr_t)p + bytes ? &t->region[i] : NULL;
}
/* The region of an argument, which joins those that it overlaps. */
static gpu__tape_region *gpu__tape_of(gpu_tape *t, const void *p, size_t bytes, int made)
{
    const uintptr_t begin = (uintptr_t)p, end = begin + bytes;
    const size_t i = gpu__tape_from(t, begin);
    gpu__tape_region *r = t->region + i, *more;
    size_t k = i;
    if (i < t->regions && r->begin <= begin && end <= r->end) return r;
    if (i == t->regions || r->begin >= end) {
        more = (gpu__tape_region *)gpu__tape_insert(t, t->region, &t->regions, &t->region_room, i, sizeof *r);
        if (!more) return NULL;
        t->region = more;
        r = more + i;
        r->begin = begin;
        r->made = made;
    }
    if (begin < r->begin) r->begin = begin;
    if (!made) r->made = 0;
    gpu__tape_value **last = &r->keeps;
    while (++k < t->regions && t->region[k].begin < end) {
        r->end = t->region[k].end;
        r->made &= t->region[k].made;
        r->written |= t->region[k].written;
        r->constant &= t->region[k].constant;
        while (*last) last = &(*last)->next;
        *last = t->region[k].keeps;
    }
    if (r->end < end) r->end = end;
    memmove(r + 1, t->region + k, (t->regions - k) * sizeof *r);
    t->regions -= k - i - 1;
    return r;
}
static gpu_status gpu__tape_home(const gpu_tape *t, const char *call)
{
    return gpu__check_home("the tape was begun on device", t->device, "", call);
}
/* Before a range is overwritten or freed: copies the values in it that are needed, each of them once. */
static gpu_status gpu__tape_guard(gpu_tape *t, const void *p, size_t bytes)
{
    const uintptr_t begin = (uintptr_t)p, end = begin + bytes;
    gpu__tape_region *r = t->region + gpu__tape_from(t, begin);
    gpu__tape_value **link, *keep, *done = NULL, *same;
    gpu_status s = GPU_OK;
    for (; r < t->region + t->regions && r->begin < end; r++)
        for (link = &r->keeps; (keep = *link) && !s;) {
            if ((uintptr_t)keep->of >= end || (uintptr_t)keep->of + keep->bytes <= begin) {
                link = &keep->next;
                continue;
            }
            if ((s = gpu__tape_home(t, "gpu_tape"))) return s;
            *link = keep->next;
            for (same = done; same && (same->of != keep->of || same->bytes != keep->bytes);) same = same->next;
            if (same) keep->at = same->at;
            else {
                gpu__buffer *const copy = gpu__tape_take(t, keep->bytes);
                s = copy ? gpu__transfer(copy->p, keep->of, keep->bytes, GPU__QUEUE, "gpu_tape") : gpu__thread.error;
                if (copy) keep->at = copy->p;
            }
            keep->next = done;
            done = keep;
        }
    return s;
}

static int gpu__is_foreign(const gpu__tape_region *r)
{
    gpu__allocation a;
    return !gpu__ledger_holder((const void *)r->begin, &a);
}

/* ---- recording ---- */
static gpu__record *gpu__tape_record(gpu_tape *t, const gpu__call *c, gpu__ruled rule)
{
    const size_t inputs = offsetof(gpu__call, in) + (size_t)c->inputs * sizeof *c->in;
    const size_t detail = c->op ? 0 : c->detail_size;
    gpu__record *r = (gpu__record *)gpu__tape_room(t, sizeof *r);
    if (!r || !(r->call = (gpu__call *)gpu__tape_copied(t, c, inputs))) return NULL;
    for (int k = 0; k < c->inputs; k++) {
        const size_t bytes = gpu__scalar_bytes(c, k);
        if (bytes && !(r->call->in[k].p = gpu__tape_copied(t, c->in[k].p, bytes))) return NULL;
    }
    if (detail && !(r->call->detail = gpu__tape_copied(t, c->detail, detail))) return NULL;
    r->file = gpu__simulated.file;
    r->line = gpu__simulated.line;
    r->back = rule.back;
    r->keeps = rule.back ? rule.keeps : 0;
    r->keep = NULL;
    r->before = t->last;
    return t->last = r;
}
/* Keeps the value of in[k] for the rule, or of the result. */
static gpu_status gpu__tape_keep(gpu_tape *t, gpu__record *r, int k, const void *p, size_t bytes)
{
    gpu__tape_region *const region = gpu__tape_of(t, p, bytes, 0);
    gpu__tape_value *const keep = (gpu__tape_value *)gpu__tape_room(t, sizeof *keep);
    if (!region || !keep) return gpu__thread.error;
    keep->k = k;
    keep->of = keep->at = p;
    keep->bytes = bytes;
    keep->next = region->keeps;
    region->keeps = keep;
    keep->other = r->keep;
    r->keep = keep;
    return GPU_OK;
}
static int gpu__is_array(const gpu__call *c, int k) { return c->in[k].count && !gpu__scalar_bytes(c, k); }
static gpu_status gpu__tape_note(gpu_tape *t, const gpu__call *c, gpu__ruled rule, int is_kernel)
{
    gpu__record *const r = gpu__tape_record(t, c, rule);
    gpu_status s = gpu__tape_home(t, c->name);
    if (s || !r) return gpu__thread.error;
    r->is_kernel = is_kernel;
    gpu__tape_region *region;
    for (int k = 0; k < c->inputs && !s; k++) {
        const size_t bytes = c->in[k].count * c->in[k].size;
        if (!gpu__is_array(c, k)) continue;
        if (!(region = gpu__tape_of(t, c->in[k].p, bytes, c->results >> k & 1))) s = gpu__thread.error;
        else region->written |= c->results >> k & 1;
        if (!s && (r->keeps & GPU__EVERY || (k < 3 && r->keeps >> k & 1)))
            s = gpu__tape_keep(t, r, k, c->in[k].p, bytes);
    }
    if (s || !(region = gpu__tape_of(t, c->out, c->out_count * c->out_size, !is_kernel))) return gpu__thread.error;
    region->written = 1;
    return GPU_OK;
}
static gpu_status gpu__tape_call_of(gpu_tape *t, const gpu__call *c, gpu__ruled rule, int is_kernel)
{
    const size_t bytes = c->out_count * c->out_size;
    const int records = t->state == GPU__TAPE_RECORDS;
    const gpu__ruled none = {NULL, 0};
    gpu_status s = records ? gpu__tape_note(t, c, t->hides ? none : rule, is_kernel | t->hides) : GPU_OK;
    if (!s) s = gpu__tape_guard(t, c->out, bytes);
    for (gpu__tape_region *r = t->region; is_kernel == GPU__ANYWHERE && r < t->region + t->regions && !s; r++)
        if (gpu__is_foreign(r)) s = gpu__tape_guard(t, (const void *)r->begin, r->end - r->begin);
    for (int k = 0; k < c->inputs && !s; k++)
        if (c->results >> k & 1 && c->in[k].count) s = gpu__tape_guard(t, c->in[k].p, c->in[k].count * c->in[k].size);
    if (!s && records && t->last->keeps & GPU__RESULT) s = gpu__tape_keep(t, t->last, GPU__INPUTS, c->out, bytes);
    return s;
}
GPU_API void gpu__tape_rule(gpu__back *back, int keeps)
{
    gpu__taping.noted.back = gpu__taping.first ? back : NULL;
    gpu__taping.noted.keeps = keeps;
}
static gpu_status gpu__tape_all(const gpu__call *c, gpu__ruled rule, int is_kernel)
{
    const gpu__untaped u = gpu__tape_pause();
    gpu_status s = GPU_OK;
    for (gpu_tape *t = u.first; t && !s; t = t->next) s = gpu__tape_call_of(t, c, rule, is_kernel);
    gpu__tape_resume(u);
    return s;
}
/* What is no gpu__call is recorded as one, of bytes. src: NULL, or what is copied to p. */
static gpu_status gpu__tape_job(void *p, const void *src, size_t bytes, const char *name, gpu__back *back,
                                int is_kernel)
{
    const gpu__ruled rule = {back, 0};
    gpu__job j;
    gpu__job_of(&j, name, p, bytes, 1, bytes);
    gpu__job_in(&j, 0, "src", src, src ? bytes : 0, 1);
    return gpu__tape_all(&j, rule, is_kernel);
}
static gpu_status gpu__copied_back(gpu__step *s) { return gpu__pass(s, 0); }
static gpu_status gpu__tape_copy(void *dst, const void *src, size_t bytes, const char *call)
{
    return gpu__tape_job(dst, src, bytes, call, gpu__copied_back, 0);
}
/* in[0]: dst, which keeps what is between its rows */
static gpu_status gpu__copied_2d_back(gpu__step *s)
{
    const size_t *const d = (const size_t *)s->call->detail, bytes = d[2] * d[3];
    void *const zero = gpu__spare(s, bytes), *const before = gpu__into(s, 0), *const to = gpu__into(s, 1);
    gpu_status e = s->failed ? s->failed : gpu_set(zero, 0, bytes);
    if (!e && before) e = gpu_copy_async(before, s->g, s->call->out_count);
    if (!e && before) e = gpu_copy_2d(before, d[0], zero, d[2], d[2], d[3]);
    if (!e && to) e = gpu_set(to, 0, s->call->in[1].count);
    return e || !to ? e : gpu_copy_2d(to, d[1], s->g, d[0], d[2], d[3]);
}
static gpu_status gpu__tape_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                    size_t height)
{
    const size_t d[] = {dst_pitch, src_pitch, width, height}, bytes = (height - 1) * dst_pitch + width;
    const gpu__ruled rule = {gpu__copied_2d_back, 0};
    gpu__job j;
    gpu__job_of(&j, "gpu_copy_2d", dst, bytes, 1, bytes);
    gpu__job_in(&j, 0, "dst", dst, dst_pitch > width && height > 1 ? bytes : 0, 1);
    gpu__job_in(&j, 1, "src", src, (height - 1) * src_pitch + width, 1);
    j.inputs = 2;
    gpu__job_detail(&j, d, sizeof d);
    return gpu__tape_all(&j, rule, 0);
}
static gpu_status gpu__tape_write(void *p, size_t bytes, const char *call)
{
    return gpu__tape_job(p, NULL, bytes, call, NULL, 0);
}
/* A kernel may write all that its pointers point into, unless they are to const, and addresses in its structures and
   numbers. Adds their number to *found. */
static gpu_status gpu__tape_pointed(const void *argument, size_t size, int is_pointer, const char *name, int *found)
{
    gpu_status s = GPU_OK;
    const void *p;
    for (size_t at = 0; at + sizeof p <= size && !s; at += sizeof p) {
        gpu__allocation a;
        memcpy(&p, (const char *)argument + at, sizeof p);
        if (gpu__ledger_holder(p, &a)) s = gpu__tape_job(a.p, NULL, a.bytes, name, NULL, GPU__SOMEWHERE);
        else if (p && is_pointer) s = gpu__tape_job((void *)(uintptr_t)p, NULL, 1, name, NULL, GPU__ANYWHERE);
        else continue;
        ++*found;
    }
    return s;
}
/* A call may do so too, and read there. */
static gpu_status gpu__tape_call(const gpu__call *c)
{
    const gpu__ruled rule = gpu__taping.rule;
    gpu_status s = GPU_OK;
    int found = 0;
    for (int k = 0; k < c->inputs && !s && !rule.back; k++)
        s = gpu__tape_pointed(c->in[k].p, gpu__scalar_bytes(c, k), gpu__address_in(c, k) != NULL, c->name, &found);
    return s || c->flag & GPU__JOB_LOCAL_OUT ? s : gpu__tape_all(c, rule, found ? GPU__SOMEWHERE : 0);
}
static gpu_status gpu__tape_kernel(const gpu__kernel *kernel, void **argv)
{
    gpu_status s = GPU_OK;
    int found = 0;
    for (int k = 0; k < kernel->count && !s; k++)
        if (kernel->count > 16 || !(kernel->pointers >> (k + 16) & 1))
            s = gpu__tape_pointed(argv[k], kernel->size[k],
                                  kernel->size[k] == sizeof(void *) && kernel->pointers >> k & 1, kernel->name, &found);
    return s;
}
static gpu_status gpu__tape_freed(const void *p)
{
    const gpu__untaped u = gpu__tape_pause();
    gpu_status s = GPU_OK;
    gpu__allocation a;
    if (gpu__ledger_holder(p, &a))
        for (gpu_tape *t = u.first; t && !s; t = t->next) s = gpu__tape_guard(t, a.p, a.bytes);
    gpu__tape_resume(u);
    return s;
}
/* A graph may write anything. */
static gpu_status gpu__tape_launch(const char *call)
{
    const gpu_tape *t = gpu__taping.first;
    while (t && !t->last) t = t->next;
    return t ? gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "a tape of this thread has recorded calls, and cannot see what the graph writes; launch it "
                         "before the first of them, or after gpu_backward")
             : GPU_OK;
}

/* ---- what the rules call ---- */
GPU_API const void *gpu__kept(const gpu__step *s, int k)
{
    const gpu__tape_value *keep = s->record->keep;
    while (keep && keep->k != k) keep = keep->other;
    return keep ? keep->at : NULL;
}
static gpu__buffer *gpu__tape_take_for(gpu__step *s, size_t bytes)
{
    gpu__buffer *const b = gpu__tape_take(s->tape, bytes);
    if (!b) s->failed = gpu__thread.error;
    return b;
}
GPU_API void *gpu__spare(gpu__step *s, size_t bytes)
{
    gpu__buffer *const b = gpu__tape_take_for(s, bytes);
    return b ? (s->spare[s->spares++] = b)->p : NULL;
}
GPU_API const void *gpu__kept_near(gpu__step *s, int k)
{
    const size_t bytes = s->call->in[k].count * s->call->in[k].size;
    const void *const p = gpu__kept(s, k);
    gpu_place place;
    if ((s->failed = gpu__where(p, &place, "gpu_backward")) || place != GPU_HOST || s->tape->device == GPU_CPU)
        return p;
    void *const copy = gpu__spare(s, bytes);
    if (copy) s->failed = gpu__transfer(copy, p, bytes, GPU__QUEUE, "gpu_backward");
    return copy;
}
static void gpu__tape_write_same(gpu__step *s, gpu__tape_region *r)
{
    if (r->same) s->failed = gpu__tape_fill(r->gradient->p, r->value, (r->end - r->begin) / r->size, r->size);
    r->same = 0;
}
/* Where calls used an array by parts, each is a region with a gradient of its own. These are parts of one, that of the
   allocation, so that they are seen as one array, if no call writes to the parts, or in the end (`copies`). */
static void gpu__tape_view(gpu__step *s, const void *x, int copies)
{
    gpu_tape *const t = s->tape;
    gpu__tape_region *part, *first = NULL, *last = NULL;
    gpu__buffer *whole;
    gpu__allocation a;
    if (!gpu__ledger_holder(x, &a)) return;
    part = t->region + gpu__tape_from(t, (uintptr_t)a.p);
    for (; part < t->region + t->regions && part->begin < (uintptr_t)a.p + a.bytes; part++) {
        if (part->made || part->constant) continue;
        if (part->written && !copies) return;
        if (!first) first = part;
        last = part;
    }
    if (first == last || !(whole = gpu__tape_take_for(s, last->end - first->begin))) return;
    s->failed = gpu_set(whole->p, 0, last->end - first->begin);
    for (part = first; part <= last && !s->failed; part++) {
        if (part->made || part->constant) continue;
        part->view = (char *)whole->p + (part->begin - first->begin);
        gpu__tape_write_same(s, part);
        if (part->gradient && !s->failed)
            s->failed =
                gpu__transfer(part->view, part->gradient->p, part->end - part->begin, GPU__QUEUE, "gpu_gradient");
    }
}
/* The address of a region's gradient for p; a gradient that is zero gets memory for it. */
static char *gpu__gradient_at(gpu__step *s, gpu__tape_region *r, const void *p, int zero)
{
    gpu__tape_write_same(s, r);
    if (!r->gradient && r->view) {
        if (!(r->gradient = (gpu__buffer *)gpu__tape_room(s->tape, sizeof *r->gradient))) s->failed = gpu__thread.error;
        else r->gradient->p = r->view;
    } else if (!r->gradient && (r->gradient = gpu__tape_take_for(s, r->end - r->begin)) && zero)
        s->failed = gpu_set(r->gradient->p, 0, r->end - r->begin);
    return s->failed ? NULL : (char *)r->gradient->p + ((uintptr_t)p - r->begin);
}
/* The elements' size of what is only moved is that of the gradient, that of complex numbers the size of their parts. */
static size_t gpu__element_size(const gpu__step *s, size_t size, int is_complex)
{
    if (s->record->keeps & is_complex) return size / 2;
    if (size == 2 && s->record->keeps & GPU__F16) return GPU__SIZE_F16;
    return size == 1 || s->record->keeps & GPU__MOVES ? gpu__tape_at(s->tape, s->call->out, 1)->size : size;
}
static int gpu__tape_mixes(gpu__step *s, const char *array, size_t size, size_t other)
{
    if (!other || other == size) return 0;
    s->failed = gpu__fail(
        GPU_ERROR_NOT_SUPPORTED, "gpu_backward",
        "%s of %s is used as an array of %zu-byte elements and elsewhere of %zu-byte ones; give each its own memory",
        array, s->call->name, size & 15, other & 15);
    return 1;
}
GPU_API void *gpu__gradient_into(gpu__step *s, int k, int over)
{
    const gpu__input *const in = &s->call->in[k];
    const size_t bytes = in->count * in->size, size = gpu__element_size(s, in->size, GPU__FROM_COMPLEX);
    gpu__tape_region *const r = bytes && !s->failed ? gpu__tape_at(s->tape, in->p, bytes) : NULL;
    const int first = r && !r->gradient, whole = first && r->end - r->begin == bytes;
    gpu__buffer *part;
    if (!r || r->constant) return NULL;
    if (first && !r->view && !r->made && !r->written) gpu__tape_view(s, in->p, 0);
    if (whole && over && s->owned && !r->view) {
        r->gradient = s->owned;
        s->owned = NULL;
        r->size = size;
    }
    if (gpu__tape_mixes(s, in->name, size, r->size)) return NULL;
    r->size = size;
    if (whole) return gpu__gradient_at(s, r, in->p, 0);
    if (!(part = gpu__tape_take_for(s, bytes))) return NULL;
    s->add[s->adds].to = gpu__gradient_at(s, r, in->p, 1);
    s->add[s->adds].part = part;
    s->add[s->adds].n = bytes / (size & 15);
    s->add[s->adds++].size = size;
    return s->failed ? NULL : part->p;
}
GPU_API gpu_status gpu__fill_into(gpu__step *s, int k, double value)
{
    const gpu__input *const in = &s->call->in[k];
    void *const to = gpu__into(s, k);
    if (!to) return s->failed;
    gpu__tape_region *const r = gpu__tape_at(s->tape, in->p, 1);
    if (to != r->gradient->p || r->view) return gpu__tape_fill(to, value, in->count * in->size / r->size, r->size);
    r->same = 1;
    r->value = value;
    return GPU_OK;
}
GPU_API gpu_status gpu__pass(gpu__step *s, int k)
{
    if (s->same) return gpu__fill_into(s, k, s->value);
    void *const to = gpu__over(s, k);
    if (!to || to == s->g) return s->failed;
    return s->failed = gpu__transfer(to, s->g, s->call->in[k].count * s->call->in[k].size, GPU__QUEUE, "gpu_backward");
}

/* ---- going back ---- */
/* Takes the gradient of a record's result, `out` or a further one, from its region. NULL: it is zero. */
static const void *gpu__tape_result(gpu__step *s, const char *name, const void *p, size_t bytes, size_t size)
{
    gpu__tape_region *const r = gpu__tape_at(s->tape, p, bytes);
    gpu__buffer **const owned = p == s->call->out ? &s->owned : &s->spare[s->spares];
    void *g;
    if (!r || !r->gradient || (s->record->back && gpu__tape_mixes(s, name, size, r->size))) return NULL;
    if (r->end - r->begin == bytes) {
        if (p == s->call->out) s->value = r->value, s->same = r->same && s->record->keeps & GPU__SAME;
        if (p != s->call->out || !s->same) gpu__tape_write_same(s, r);
        r->same = 0;
        s->spares += p != s->call->out;
        *owned = r->gradient;
        r->gradient = NULL;
        return (*owned)->p;
    }
    char *const at = gpu__gradient_at(s, r, p, 0);
    if (!(g = gpu__spare(s, bytes)) || (s->failed = gpu__transfer(g, at, bytes, GPU__QUEUE, "gpu_backward")))
        return NULL;
    s->failed = gpu_set(at, 0, bytes);
    return s->failed ? NULL : g;
}
static gpu_status gpu__tape_no_rule(const gpu__record *r)
{
    char site[300] = "";
    if (r->file) snprintf(site, sizeof site, " at %s:%d", r->file, r->line);
    return gpu__fail(
        GPU_ERROR_NOT_SUPPORTED, "gpu_backward",
        r->is_kernel
            ? "the kernel or hidden call %s%s may have written what the loss depends on; give its derivative by "
              "gpu_tape_custom"
            : "%s%s has no derivative, and the loss depends on its result; use functions that "
              "have one, in files that define GPU_TAPE, or gpu_tape_custom",
        r->call->name, site);
}
/* Whether the loss depends on what a call without a derivative wrote. */
static int gpu__tape_matters(const gpu_tape *t, const gpu__record *record)
{
    const gpu__call *const c = record->call;
    const gpu__tape_region *r = gpu__tape_at(t, c->out, c->out_count * c->out_size);
    int matters = r && r->gradient;
    for (r = t->region; r < t->region + t->regions && record->is_kernel == GPU__ANYWHERE; r++)
        matters |= r->gradient && gpu__is_foreign(r);
    for (int k = 0; k < c->inputs; k++) {
        r = c->results >> k & 1 ? gpu__tape_at(t, c->in[k].p, c->in[k].count * c->in[k].size) : NULL;
        matters |= r && r->gradient;
    }
    return matters;
}
/* A call of no array writes constants. */
static int gpu__tape_is_source(const gpu__record *r)
{
    int k, arrays = r->is_kernel || r->call->flag & GPU__JOB_PARTIAL;
    for (k = 0; k < r->call->inputs; k++) arrays |= gpu__is_array(r->call, k) && !(r->call->results >> k & 1);
    return !arrays && (r->call->op || r->call->out_size > 1);
}
static gpu_status gpu__tape_step(gpu_tape *t, const gpu__record *r)
{
    gpu__step s;
    memset(&s, 0, sizeof s);
    s.tape = t;
    s.record = r;
    s.call = r->call;
    if (!r->back && !gpu__tape_is_source(r)) return gpu__tape_matters(t, r) ? gpu__tape_no_rule(r) : GPU_OK;
    int wanted = (s.g = gpu__tape_result(&s, gpu__out_name(s.call), s.call->out, s.call->out_count * s.call->out_size,
                                         gpu__element_size(&s, s.call->out_size, GPU__TO_COMPLEX))) != NULL;
    for (int k = 0; k < s.call->inputs && r->keeps & GPU__RESULTS && !s.failed; k++) {
        const gpu__input *const in = &s.call->in[k];
        if (!(s.call->results >> k & 1)) continue;
        s.more[k] = gpu__tape_result(&s, in->name, in->p, in->count * in->size, in->size);
        wanted |= s.more[k] != NULL;
    }
    gpu_status e = r->back && wanted && !s.failed ? r->back(&s) : s.failed;
    if (!e) e = s.failed;
    for (int k = 0; k < s.adds; k++) {
        if (!e) e = gpu__tape_add(s.add[k].to, s.add[k].part->p, s.add[k].n, s.add[k].size);
        gpu__tape_give(t, s.add[k].part);
    }
    for (int k = 0; k < s.spares; k++) gpu__tape_give(t, s.spare[k]);
    if (s.owned) gpu__tape_give(t, s.owned);
    return e;
}
/* The gradient of the sum of the loss's elements by each of them is 1. */
static gpu_status gpu__tape_seed(gpu_tape *t, const void *loss)
{
    static const char call[] = "gpu_backward";
    const gpu__record *r = t->last;
    gpu__step s;
    char *to;
    while (r && !gpu__within(loss, r->call->out, r->call->out_count * r->call->out_size)) r = r->before;
    if (!r)
        return gpu__wrong(
            call, "no recorded call wrote to the loss; pass the array that one of them wrote, as that of gpu_sum_to");
    const size_t size = r->call->out_size, n = r->call->out_count;
    if ((size != 4 && size != 8) || r->keeps & (GPU__TO_COMPLEX | GPU__MOVES))
        return gpu__wrong(call, "the loss has %s of %zu bytes, by %s; expected floats or doubles",
                          r->keeps & GPU__TO_COMPLEX ? "complex numbers" : "elements", size, r->call->name);
    if (loss != r->call->out)
        return gpu__wrong(call,
                          "the loss points into the %zu elements that %s wrote; pass all, or a result of gpu_sum_to", n,
                          r->call->name);
    gpu__tape_region *const at = gpu__tape_at(t, loss, size);
    at->size = size;
    memset(&s, 0, sizeof s);
    s.tape = t;
    const int part = at->end - at->begin > n * size;
    if (!(to = gpu__gradient_at(&s, at, loss, part))) return s.failed;
    if (part) return gpu__tape_fill(to, 1, n, size);
    at->value = at->same = 1;
    return GPU_OK;
}
/* Whether t is a tape of this thread in a state that `call` can be made in. */
static gpu_status gpu__tape_check(const gpu_tape *t, int state, const char *call)
{
    static const char *const wanted[] = {"has ended; call gpu_tape_restart to record again",
                                         "still records; call gpu_tape_end first",
                                         "has no gradients yet; call gpu_backward first"};
    const gpu_tape *mine = gpu__taping.first;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (!t) return gpu__wrong(call, "the tape is NULL; expected one of gpu_tape_begin");
    while (mine && mine != t) mine = mine->next;
    if (t->state != GPU__TAPE_DONE && !mine)
        return gpu__wrong(call, "the tape was begun by another thread; call it from there");
    if (t->state == state) return GPU_OK;
    return gpu__wrong(call, "the tape %s",
                      state == GPU__TAPE_ENDED && t->state == GPU__TAPE_DONE
                          ? "has gone backward already; record anew after gpu_tape_restart"
                          : wanted[state]);
}
static void gpu__tape_unlink(gpu_tape *t)
{
    gpu_tape **link = &gpu__taping.first;
    while (*link && *link != t) link = &(*link)->next;
    if (*link) *link = t->next;
}
GPU_API gpu_status gpu_backward(gpu_tape *t, const void *loss)
{
    gpu_status s = gpu__tape_check(t, GPU__TAPE_ENDED, "gpu_backward");
    if (s || (s = gpu__tape_home(t, "gpu_backward"))) return s;
    gpu__tape_unlink(t);
    t->state = GPU__TAPE_DONE;
    gpu__untaped u = gpu__tape_pause();
    t->next = u.first && u.first->state == GPU__TAPE_RECORDS ? u.first->next : u.first;
    s = gpu__tape_seed(t, loss);
    for (const gpu__record *r = t->last; r && !s; r = r->before) {
        gpu__set_site(u.file, u.line);
        s = gpu__tape_step(t, r);
    }
    gpu__tape_resume(u);
    return s;
}
GPU_API void *gpu_gradient(gpu_tape *t, const void *x)
{
    static const char call[] = "gpu_gradient";
    gpu__allocation a;
    gpu__step s;
    if (gpu__tape_check(t, GPU__TAPE_DONE, call) || gpu__tape_home(t, call)) return NULL;
    gpu__tape_region *const r = gpu__tape_at(t, x, 1);
    if (!r || r->made || r->constant) {
        gpu__wrong(
            call, "x %s; expected an array that a recorded call read, with the values that it had before the recording",
            !r        ? "was not used by any recorded call"
            : r->made ? "is a result of the recording"
                      : "was declared constant");
        return NULL;
    }
    memset(&s, 0, sizeof s);
    s.tape = t;
    const gpu__untaped u = gpu__tape_pause();
    if (!r->view) gpu__tape_view(&s, x, 1);
    void *const g = s.failed ? NULL : r->view ? r->view + ((uintptr_t)x - r->begin) : gpu__gradient_at(&s, r, x, 1);
    gpu__tape_resume(u);
    if (g && gpu__ledger_holder(g, &a) && gpu__tape_write(a.p, a.bytes, call)) return NULL; /* to the other tapes */
    return g;
}

/* ---- tapes ---- */
static void gpu__tape_clear(gpu_tape *t)
{
    gpu__buffer *b;
    gpu__tape_unlink(t);
    for (gpu__buffers *of = t->buffers; of < t->buffers + t->sizes; of++)
        for (of->free = NULL, b = of->all; b; b = b->other) b->next = of->free, of->free = b;
    if ((t->chunk = t->first_chunk)) t->chunk->used = 0;
    t->regions = 0;
    t->last = NULL;
}
static gpu_status gpu__tape_start(gpu_tape *t, const char *call)
{
    const gpu_tape *other = gpu__taping.first;
    while (other && other->state != GPU__TAPE_RECORDS) other = other->next;
    if (other) return gpu__wrong(call, "a tape records the calls of this thread already; call gpu_tape_end first");
    t->state = GPU__TAPE_RECORDS;
    t->hides = 0;
    t->device = gpu__thread.device;
    t->next = gpu__taping.first;
    gpu__taping.first = t;
    return GPU_OK;
}
GPU_API gpu_tape *gpu_tape_begin(void)
{
    gpu_tape *t;
    if (gpu__enter() || !(t = (gpu_tape *)gpu__host_for("gpu_tape_begin", sizeof *t))) return NULL;
    t->host_bytes = sizeof *t;
    if (!gpu__tape_start(t, "gpu_tape_begin")) return t;
    GPU_HOST_FREE(t);
    return NULL;
}
GPU_API gpu_status gpu_tape_end(gpu_tape *t)
{
    const gpu_status s = gpu__tape_check(t, GPU__TAPE_RECORDS, "gpu_tape_end");
    if (!s) t->state = GPU__TAPE_ENDED;
    return s;
}
GPU_API gpu_status gpu_tape_restart(gpu_tape *t)
{
    gpu_status s = gpu__tape_check(t, t ? t->state : 0, "gpu_tape_restart");
    if (s || (s = gpu__tape_home(t, "gpu_tape_restart"))) return s;
    for (gpu__buffers *of = t->buffers; of < t->buffers + t->sizes && gpu__taping.first; of++) /* other tapes */
        for (gpu__buffer *b = of->all; b && !s; b = b->other) s = gpu__tape_freed(b->p);
    if (!s) gpu__tape_clear(t);
    return s ? s : gpu__tape_start(t, "gpu_tape_restart");
}
GPU_API gpu_status gpu_tape_free(gpu_tape *t)
{
    gpu_status s = t ? gpu__tape_check(t, t->state, "gpu_tape_free") : GPU_OK, e;
    gpu__chunk *chunk;
    gpu__buffer *b;
    if (s || !t) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_tape_free", "memory that a graph uses must outlive it");
    gpu__tape_clear(t);
    for (gpu__buffers *of = t->buffers; of < t->buffers + t->sizes; of++)
        while ((b = of->all)) {
            of->all = b->other;
            if ((e = gpu_free(b->p))) s = e;
            gpu__host_free(b);
        }
    while ((chunk = t->first_chunk)) {
        t->first_chunk = chunk->next;
        GPU_HOST_FREE(chunk);
    }
    gpu__host_free(t->region);
    gpu__host_free(t->buffers);
    GPU_HOST_FREE(t);
    return s;
}
GPU_API size_t gpu_tape_memory(const gpu_tape *t) { return t ? t->host_bytes + t->buffer_bytes : 0; }
GPU_API gpu_status gpu_tape_constant(gpu_tape *t, const void *x)
{
    const gpu_status s = gpu__tape_check(t, GPU__TAPE_RECORDS, "gpu_tape_constant");
    gpu__tape_region *r;
    if (s) return s;
    if (!x) return gpu__wrong("gpu_tape_constant", "x is NULL; expected an array");
    if (!(r = gpu__tape_of(t, x, 1, 0))) return gpu__thread.error;
    r->constant = 1;
    return GPU_OK;
}

/* ---- functions of the program ---- */
GPU_API gpu_status gpu_tape_hide(gpu_tape *t)
{
    const gpu_status s = gpu__tape_check(t, GPU__TAPE_RECORDS, "gpu_tape_hide");
    if (!s) t->hides = 1;
    return s;
}
static gpu_status gpu__custom_back(gpu__step *s)
{
    gpu_tape_function f = *(const gpu_tape_function *)s->call->detail;
    void *to[8] = {NULL};
    for (int k = 0; k < s->call->inputs; k++) {
        to[k] = gpu__into(s, k);
        f.in[k] = gpu__kept(s, k);
    }
    f.out = (void *)(uintptr_t)gpu__kept(s, GPU__INPUTS);
    gpu__taping.first = s->tape->next; /* other tapes keep what is overwritten */
    if (!s->failed) s->failed = f.backward(&f, to, s->g);
    gpu__taping.first = NULL;
    return s->failed;
}
GPU_API gpu_status gpu_tape_custom(gpu_tape *t, const gpu_tape_function *f)
{
    static const char call[] = "gpu_tape_custom";
    const gpu__ruled rule = {gpu__custom_back, GPU__EVERY};
    gpu_status s = gpu__tape_check(t, GPU__TAPE_RECORDS, call);
    gpu__job j;
    int k;
    if (s) return s;
    if (!f || !f->backward || !f->out || !f->out_count || (f->size != 4 && f->size != 8))
        return gpu__wrong(call, "backward, out or out_count is not set, or size is not 4 or 8; see gpu_tape_function");
    gpu__job_of(&j, call, f->out, f->out_count, f->size, f->out_count);
    for (k = 0; k < 8 && f->in[k]; k++) gpu__job_in(&j, k, "in", f->in[k], f->in_count[k], f->size);
    j.inputs = k;
    gpu__job_detail(&j, f, sizeof *f);
    t->hides = 0;
    while (t->last && t->last->is_kernel) t->last = t->last->before;
    const gpu__untaped u = gpu__tape_pause();
    s = gpu__tape_note(t, &j, rule, 0);
    if (!s) s = gpu__tape_keep(t, t->last, GPU__INPUTS, f->out, f->out_count * f->size);
    gpu__tape_resume(u);
    return s;
}
#endif
