#ifdef GPU_DLPACK
/* The structures of DLPack, by its specification (version 1). */
enum { /* device types */
       GPU__DL_CPU = 1,
       GPU__DL_CUDA = 2,
       GPU__DL_CUDA_HOST = 3,
       GPU__DL_CUDA_MANAGED = 13
};
enum { GPU__DL_INT, GPU__DL_UINT, GPU__DL_FLOAT, GPU__DL_OPAQUE, GPU__DL_BFLOAT, GPU__DL_COMPLEX, GPU__DL_BOOL };
enum { GPU__DL_READ_ONLY = 1, GPU__DL_MAJOR = 1 };
typedef struct gpu__dl_tensor {
    void *data;
    int32_t device_type, device_id, ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* strides in elements; NULL: row-major without gaps */
    uint64_t byte_offset;     /* of the first element from `data` */
} gpu__dl_tensor;
typedef struct gpu__dl_managed {
    gpu__dl_tensor tensor;
    void *context;
    void (*deleter)(struct gpu__dl_managed *self); /* NULL: there is nothing to do */
} gpu__dl_managed;
typedef struct gpu__dl_versioned {
    uint32_t major, minor; /* the members up to `deleter` are the same in every major version */
    void *context;
    void (*deleter)(struct gpu__dl_versioned *self);
    uint64_t flags;
    gpu__dl_tensor tensor;
} gpu__dl_versioned;

static const struct {
    uint8_t code, bits;
    const char *name;
} gpu__dl_types[] = {/* by gpu_type */
                     {GPU__DL_FLOAT, 32, "float32"}, {GPU__DL_FLOAT, 64, "float64"}, {GPU__DL_INT, 32, "int32"},
                     {GPU__DL_INT, 64, "int64"},     {GPU__DL_UINT, 8, "uint8"},     {GPU__DL_UINT, 32, "uint32"},
                     {GPU__DL_UINT, 64, "uint64"}};
enum { GPU__DL_TYPES = sizeof gpu__dl_types / sizeof gpu__dl_types[0] };

static gpu_status gpu__dl_type_valid(gpu_type type, const char *call)
{
    if ((int)type >= 0 && (int)type < GPU__DL_TYPES) return GPU_OK;
    return gpu__wrong(call, "type %d; expected GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32 or GPU_U64",
                      (int)type);
}
/* *n = the number of elements of the shape, which is refused if it exceeds any memory. */
static gpu_status gpu__dl_count(const int64_t *shape, int dims, size_t size, size_t *n, const char *call)
{
    *n = 1;
    for (int k = 0; k < dims; k++) {
        if (shape[k] < 0)
            return gpu__wrong(call, "dimension %d has %lld elements; expected 0 or a positive number", k,
                              (long long)shape[k]);
        *n = gpu__product(*n, (uint64_t)shape[k] > SIZE_MAX ? SIZE_MAX : (size_t)shape[k]);
    }
    if (gpu__product(*n, size) == SIZE_MAX)
        return gpu__wrong(call, "the elements of the %d dimensions are " GPU__TOO_LARGE, dims);
    return GPU_OK;
}

/* -- export -- */

typedef struct gpu__dl_own { /* an exported tensor, and what its members point to */
    union {
        gpu__dl_managed managed;
        gpu__dl_versioned versioned;
    } as;
    int64_t shape[GPU_TENSOR_DIMS], strides[GPU_TENSOR_DIMS];
    void (*release)(void *owner);
    void *owner;
} gpu__dl_own;
static void gpu__dl_end(void *context)
{
    gpu__dl_own *own = (gpu__dl_own *)context;
    if (own->release) own->release(own->owner);
    GPU_HOST_FREE(own);
}
static void gpu__dl_end_{managed|versioned}(gpu__dl_{1} *self) { gpu__dl_end(self->context); }

static gpu_status gpu__dl_device(const void *p, gpu__dl_tensor *d, const char *call)
{
    gpu_place kind = GPU_HOST;
    int device = 0;
    const gpu_status s = gpu__global.gpus ? gpu__backend(0, where)(p, &kind, &device, call) : GPU_OK;
    d->device_type = kind == GPU_ON_DEVICE     ? GPU__DL_CUDA
                     : kind == GPU_MANAGED_MEM ? GPU__DL_CUDA_MANAGED
                     : kind == GPU_PINNED_HOST ? GPU__DL_CUDA_HOST
                                               : GPU__DL_CPU;
    if (kind == GPU_ON_DEVICE || kind == GPU_MANAGED_MEM) d->device_id = device;
    return s;
}
/* Checks *t and fills *d but for its pointers to shape and strides; the shape goes to `shape`. */
static gpu_status gpu__dl_describe(const gpu_tensor *t, gpu__dl_tensor *d, int64_t *shape, size_t *n, const char *call)
{
    gpu_status s;
    if (!t) return gpu__wrong(call, "t is NULL; expected the address of a gpu_tensor");
    if (t->dims < 0 || t->dims > GPU_TENSOR_DIMS)
        return gpu__wrong(call, "the array has %d dimensions; expected 0 to %d", t->dims, GPU_TENSOR_DIMS);
    if ((s = gpu__dl_type_valid(t->type, call))) return s;
    const size_t size = gpu__dl_types[t->type].bits / 8u;
    for (int k = 0; k < t->dims; k++) shape[k] = t->shape[k] > (size_t)PTRDIFF_MAX ? -1 : (int64_t)t->shape[k];
    if ((s = gpu__dl_count(shape, t->dims, size, n, call))) return s;
    if (*n && !t->p) return gpu__wrong(call, "p is NULL; expected an array of %zu elements", *n);
    d->data = t->p;
    d->ndim = t->dims;
    d->code = gpu__dl_types[t->type].code;
    d->bits = gpu__dl_types[t->type].bits;
    d->lanes = 1;
    if (*n) return (s = gpu__check_range(t->p, *n * size, "the array", call)) ? s : gpu__dl_device(t->p, d, call);
    d->device_type = gpu__is_gpu(gpu__thread.device) ? GPU__DL_CUDA : GPU__DL_CPU;
    d->device_id = gpu__is_gpu(gpu__thread.device) ? gpu__thread.device : 0;
    return GPU_OK;
}
GPU_API void *gpu_to_dlpack(const gpu_tensor *t, int versioned, void (*release)(void *owner), void *owner)
{
    static const char call[] = "gpu_to_dlpack";
    gpu__dl_own *own;
    gpu__dl_tensor d;
    int64_t shape[GPU_TENSOR_DIMS];
    size_t n = 0;
    memset(&d, 0, sizeof d);
    if (gpu__enter() || gpu__dl_describe(t, &d, shape, &n, call)) return NULL;
    if (t->read_only && !versioned) {
        gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                  "a tensor that is not versioned cannot be read-only; pass versioned = 1, or a copy");
        return NULL;
    }
    if (!(own = (gpu__dl_own *)gpu__host_for(call, sizeof *own))) return NULL;
    d.shape = own->shape;
    d.strides = own->strides;
    for (int k = t->dims - 1; k >= 0; k--) {
        own->shape[k] = shape[k];
        own->strides[k] = !n || k == t->dims - 1 ? 1 : own->strides[k + 1] * shape[k + 1];
    }
    own->release = release;
    own->owner = owner;
    if (versioned) {
        own->as.versioned.major = GPU__DL_MAJOR;
        own->as.versioned.flags = t->read_only ? GPU__DL_READ_ONLY : 0;
        own->as.versioned.tensor = d;
        own->as.versioned.context = own;
        own->as.versioned.deleter = gpu__dl_end_versioned;
    } else {
        own->as.managed.tensor = d;
        own->as.managed.context = own;
        own->as.managed.deleter = gpu__dl_end_managed;
    }
    return own;
}

/* -- import -- */

static const char *gpu__dl_name(const gpu__dl_tensor *d, char *text, size_t size) /* of its element type */
{
    static const char *const names[] = {"int", "uint", "float", "opaque", "bfloat", "complex", "bool"};
    if (d->code < sizeof names / sizeof names[0])
        snprintf(text, size, d->code == GPU__DL_BOOL ? "%s" : "%s%d", names[d->code], d->bits);
    else snprintf(text, size, "elements of type code %d with %d bits", d->code, d->bits);
    if (d->lanes != 1) snprintf(text + strlen(text), size - strlen(text), " in vectors of %d", d->lanes);
    return text;
}
static gpu_status gpu__dl_check_type(const gpu__dl_tensor *d, gpu_type type, const char *call)
{
    char name[64];
    if (d->code == gpu__dl_types[type].code && d->bits == gpu__dl_types[type].bits && d->lanes == 1) return GPU_OK;
    return gpu__wrong(call, "the tensor holds %s; expected %s: convert it first%s", gpu__dl_name(d, name, sizeof name),
                      gpu__dl_types[type].name,
                      d->code == GPU__DL_BOOL && type == GPU_U8 ? ", or view it as uint8" : "");
}
/* Host memory is accepted on every device. */
static gpu_status gpu__dl_check_device(const gpu__dl_tensor *d, int *device, const char *call)
{
    const int on_gpu = d->device_type == GPU__DL_CUDA || d->device_type == GPU__DL_CUDA_MANAGED;
    *device = on_gpu ? d->device_id : GPU_CPU;
    if (d->device_type == GPU__DL_CPU || d->device_type == GPU__DL_CUDA_HOST) return GPU_OK;
    if (!on_gpu)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                         "the tensor is on a device of DLPack's type %d; expected host memory (1, 3) or CUDA's (2, "
                         "13): copy it there first",
                         d->device_type);
    if (gpu__is_gpu(gpu__thread.device) && d->device_id == gpu__thread.device) return GPU_OK;
    if (!GPU__HAS_CUDA)
        return gpu__fail(
            GPU_ERROR_INVALID_DEVICE, call,
            "the tensor is in memory of GPU %d, and this program has only the CPU backend: compile it with "
            "nvcc, or copy the tensor to the CPU",
            d->device_id);
    return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                     "the tensor is in memory of GPU %d, and the current device is %d; gpu_use(%d) first, or copy it",
                     d->device_id, gpu__thread.device, d->device_id);
}
/* The strides of dimensions with one element do not matter, and none do if there is no element. */
static gpu_status gpu__dl_check_strides(const gpu__dl_tensor *d, size_t n, const char *call)
{
    int64_t expected = 1;
    for (int k = d->ndim - 1; n && d->strides && k >= 0; k--) {
        if (d->shape[k] != 1 && d->strides[k] != expected)
            return gpu__wrong(call,
                              "the tensor has gaps or another order than row-major: the stride of dimension %d is %lld "
                              "elements, expected %lld; make it contiguous first",
                              k, (long long)d->strides[k], (long long)expected);
        expected *= d->shape[k];
    }
    return GPU_OK;
}
static gpu_status gpu__dl_accept(const gpu__dl_tensor *d, gpu_tensor *t, gpu_type type, const char *call)
{
    const size_t size = gpu__dl_types[type].bits / 8u;
    gpu_status s;
    if (d->ndim < 0 || d->ndim > GPU_TENSOR_DIMS)
        return gpu__wrong(call, "the tensor has %d dimensions; expected 0 to %d: reshape it", d->ndim, GPU_TENSOR_DIMS);
    if (d->ndim && !d->shape) return gpu__wrong(call, "the tensor has %d dimensions and no shape", d->ndim);
    if ((s = gpu__dl_check_type(d, type, call)) || (s = gpu__dl_check_device(d, &t->device, call)) ||
        (s = gpu__dl_count(d->shape, d->ndim, size, &t->n, call)) || (s = gpu__dl_check_strides(d, t->n, call)))
        return s;
    if (t->n && !d->data) return gpu__wrong(call, "the tensor has %zu elements and no data", t->n);
    if (d->data && d->byte_offset > UINTPTR_MAX - (uintptr_t)d->data)
        return gpu__wrong(call, "byte_offset %llu is beyond the end of memory", (unsigned long long)d->byte_offset);
    t->p = d->data ? (char *)d->data + d->byte_offset : NULL;
    if (t->n && (uintptr_t)t->p % size)
        return gpu__wrong(call, "the data at %p is not aligned for %s; expected a multiple of %zu: copy it", t->p,
                          gpu__dl_types[type].name, size);
    t->type = type;
    t->dims = d->ndim;
    for (int k = 0; k < d->ndim; k++) t->shape[k] = (size_t)d->shape[k];
    return t->n ? gpu__check_range(t->p, t->n * size, "the tensor", call) : GPU_OK;
}
GPU_API gpu_status gpu_from_dlpack(gpu_tensor *t, const void *managed, int versioned, gpu_type type)
{
    static const char call[] = "gpu_from_dlpack";
    const gpu__dl_versioned *v = (const gpu__dl_versioned *)managed;
    gpu_tensor out;
    gpu_status s = gpu__enter();
    if (s || (s = gpu__dl_type_valid(type, call))) return s;
    if (!t || !managed)
        return gpu__wrong(call, "%s is NULL; expected %s", t ? "managed" : "t",
                          t ? "a managed tensor of DLPack" : "the address of a gpu_tensor");
    if (versioned && v->major != GPU__DL_MAJOR)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "the tensor has version %u.%u of DLPack; expected %d: ask for it with max_version=(1, 0)",
                         (unsigned)v->major, (unsigned)v->minor, GPU__DL_MAJOR);
    memset(&out, 0, sizeof out);
    s = gpu__dl_accept(versioned ? &v->tensor : &((const gpu__dl_managed *)managed)->tensor, &out, type, call);
    if (s) return s;
    out.read_only = versioned && v->flags & GPU__DL_READ_ONLY ? 1 : 0;
    *t = out;
    return GPU_OK;
}
GPU_API void gpu_dlpack_delete(void *managed, int versioned)
{
    gpu__dl_managed *m = (gpu__dl_managed *)managed;
    gpu__dl_versioned *v = (gpu__dl_versioned *)managed;
    if (managed && versioned && v->deleter) v->deleter(v);
    if (managed && !versioned && m->deleter) m->deleter(m);
}

/* -- streams: 1 is CUDA's legacy default stream, 2 the per-thread default stream, others are handles -- */

static intptr_t gpu__dl_stream(void)
{
    return gpu__thread.stream == (void *)GPU__DEFAULT_STREAM ? 1 : (intptr_t)gpu__thread.stream;
}
GPU_API intptr_t gpu_dlpack_stream(void)
{
    return gpu__enter() || !gpu__is_gpu(gpu__thread.device) ? 0 : gpu__dl_stream();
}
GPU_API gpu_status gpu_dlpack_ready(intptr_t stream)
{
    static const char call[] = "gpu_dlpack_ready";
    struct gpu__event event;
    gpu_status s = gpu__enter();
    if (s) return s;
    void *const own = gpu__thread.stream;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "the consumer's stream is not captured");
    if (!stream) stream = 1;
    if (!gpu__is_gpu(gpu__thread.device) || stream == -1 || stream == gpu__dl_stream()) return GPU_OK;
    memset(&event, 0, sizeof event);
    event.device = gpu__thread.device;
    if ((s = gpu__backend(event.device, event_open)(&event, call))) return s;
    if (!(s = gpu__backend(event.device, event_record)(&event, call))) {
        gpu__thread.stream = (void *)stream;
        s = gpu__backend(event.device, event_wait)(&event, call);
        gpu__thread.stream = own;
    }
    (void)gpu__backend(event.device, event_close)(&event, NULL);
    return s;
}
#endif
