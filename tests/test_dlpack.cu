/* DLPack, out and in. The tensors that come in are made here, from the specification's structures written once more;
   those that go out are read by them. */

#define GPU_DLPACK
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

typedef struct {
    int32_t type, id;
} device_of;
typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} type_of;
typedef struct {
    void *data;
    device_of device;
    int32_t ndim;
    type_of dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} tensor;
typedef struct managed {
    tensor dl;
    void *context;
    void (*deleter)(struct managed *);
} managed;
typedef struct versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct versioned *);
    uint64_t flags;
    tensor dl;
} versioned;

static int deleted;
static void delete_managed(managed *m) { deleted += m->context == m; }
static void delete_versioned(versioned *v) { deleted += v->context == v; }

enum { CPU = 1, CUDA = 2 };
static tensor tensor_of(void *data, int code, int bits, int ndim, int64_t *shape, int64_t *strides)
{
    tensor t;
    memset(&t, 0, sizeof t);
    t.data = data, t.ndim = ndim, t.shape = shape, t.strides = strides;
    t.dtype.code = (uint8_t)code, t.dtype.bits = (uint8_t)bits, t.dtype.lanes = 1;
    t.device.type = CPU;
    return t;
}
/* Both forms of the tensor are taken alike. */
static void in(tensor dl, gpu_type type, gpu_status status, const char *part, gpu_tensor *out)
{
    int form;
    for (form = 0; form < 2; form++) {
        managed m;
        versioned v;
        gpu_tensor t, before;
        memset(&m, 0, sizeof m), memset(&v, 0, sizeof v), memset(&t, 0x5a, sizeof t);
        before = t;
        m.dl = v.dl = dl;
        v.major = 1, v.minor = 3;
        CHECK_STATUS(gpu_from_dlpack(&t, form ? (void *)&v : (void *)&m, form, type), status, part);
        if (status) CHECK(!memcmp(&t, &before, sizeof t)); /* untouched */
        if (!status && out) *out = t;
    }
}

TEST(what_comes_in)
{
    static const struct {
        gpu_type type;
        int code, bits;
        size_t size;
    } types[] = {{GPU_F32, 2, 32, 4}, {GPU_F64, 2, 64, 8}, {GPU_I32, 0, 32, 4}, {GPU_I64, 0, 64, 8},
                 {GPU_U8, 1, 8, 1},   {GPU_U32, 1, 32, 4}, {GPU_U64, 1, 64, 8}};
    double room[24];
    int64_t shape[8] = {2, 3, 4, 1, 1, 1, 1, 1}, strides[8] = {12, 4, 1, 77, -5, 0, 1, 9};
    size_t k, l;
    for (k = 0; k < 7; k++)
        for (l = 0; l < 7; l++) {
            gpu_tensor t;
            memset(&t, 0, sizeof t);
            in(tensor_of(room, types[k].code, types[k].bits, 3, shape, NULL), types[l].type,
               k == l ? GPU_OK : GPU_ERROR_INVALID_ARGUMENT, "convert it first", &t);
            if (k != l) continue;
            CHECK(t.p == room && t.type == types[k].type && t.dims == 3 && t.n == 24 && !t.read_only &&
                  t.device == GPU_CPU);
            CHECK(t.shape[0] == 2 && t.shape[1] == 3 && t.shape[2] == 4);
            in(tensor_of(room, types[k].code, types[k].bits, 8, shape, strides), types[k].type, GPU_OK, "", &t);
            CHECK(t.dims == 8 && t.n == 24 && t.shape[7] == 1);
        }
}
TEST(offset_and_no_dimension)
{
    float room[8] = {0};
    int64_t shape[1] = {4};
    gpu_tensor t;
    tensor d = tensor_of(room, 2, 32, 1, shape, NULL);
    memset(&t, 0, sizeof t);
    d.byte_offset = 8;
    in(d, GPU_F32, GPU_OK, "", &t);
    CHECK(t.p == room + 2 && t.n == 4);
    d.byte_offset = 2;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "not aligned for float32; expected a multiple of 4", NULL);
    d.byte_offset = UINT64_MAX - 3;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "is beyond the end of memory", NULL);
    d = tensor_of(room, 2, 32, 0, NULL, NULL);
    in(d, GPU_F32, GPU_OK, "", &t);
    CHECK(t.dims == 0 && t.n == 1 && t.p == room);
}
TEST(shapes_that_are_refused)
{
    float room[8] = {0};
    int64_t shape[9] = {2, 4, 1, 1, 1, 1, 1, 1, 1}, huge[2] = {(int64_t)1 << 40, (int64_t)1 << 40};
    int64_t negative[2] = {4, -1};
    tensor d = tensor_of(room, 2, 32, 9, shape, NULL);
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "9 dimensions; expected 0 to 8: reshape it", NULL);
    d.ndim = -1;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "-1 dimensions", NULL);
    d.ndim = 2, d.shape = NULL;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "no shape", NULL);
    d.shape = huge;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "the elements of the 2 dimensions are", NULL);
    d.shape = negative;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "dimension 1 has -1 elements", NULL);
    d.shape = shape, d.data = NULL;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "8 elements and no data", NULL);
}
TEST(strides_that_are_refused)
{
    float room[64] = {0};
    int64_t shape[2] = {3, 4}, strides[2], none[2] = {0, 4};
    tensor d = tensor_of(room, 2, 32, 2, shape, strides);
    strides[0] = 1, strides[1] = 3; /* column-major */
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT,
       "the stride of dimension 1 is 3 elements, expected 1; make it contiguous first", NULL);
    strides[0] = 8, strides[1] = 1; /* a part of wider rows */
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "the stride of dimension 0 is 8 elements, expected 4", NULL);
    strides[0] = -4; /* upside down */
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "is -4 elements", NULL);
    strides[0] = 0; /* broadcast */
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "is 0 elements", NULL);
    strides[0] = 4;
    in(d, GPU_F32, GPU_OK, "", NULL);
    d.shape = none, strides[0] = 123, strides[1] = 45; /* of no element */
    d.data = NULL;
    in(d, GPU_F32, GPU_OK, "", NULL);
}
TEST(types_that_are_refused)
{
    double room[4] = {0};
    int64_t shape[1] = {2};
    tensor d = tensor_of(room, 6, 8, 1, shape, NULL);
    in(d, GPU_U8, GPU_ERROR_INVALID_ARGUMENT,
       "the tensor holds bool; expected uint8: convert it first, or view it as uint8", NULL);
    d.dtype.code = 4, d.dtype.bits = 16;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "the tensor holds bfloat16; expected float32", NULL);
    d.dtype.code = 2;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "the tensor holds float16", NULL);
    d.dtype.code = 5, d.dtype.bits = 64;
    in(d, GPU_F64, GPU_ERROR_INVALID_ARGUMENT, "the tensor holds complex64", NULL);
    d.dtype.code = 2, d.dtype.bits = 32, d.dtype.lanes = 4;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "float32 in vectors of 4", NULL);
    d.dtype.code = 99, d.dtype.lanes = 1;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "type code 99 with 32 bits", NULL);
    d.dtype.code = 2;
    in(d, (gpu_type)7, GPU_ERROR_INVALID_ARGUMENT, "type 7; expected GPU_F32", NULL);
    in(d, (gpu_type)-1, GPU_ERROR_INVALID_ARGUMENT, "type -1; expected GPU_F32", NULL);
}
TEST(devices)
{
    float room[4] = {0};
    int64_t shape[1] = {4};
    tensor d = tensor_of(room, 2, 32, 1, shape, NULL);
    gpu_tensor t;
    d.device.type = 3; /* page-locked */
    in(d, GPU_F32, GPU_OK, "", &t);
    CHECK_INT(t.device, GPU_CPU);
    d.device.type = 10;
    in(d, GPU_F32, GPU_ERROR_INVALID_DEVICE, "a device of DLPack's type 10; expected host memory", NULL);
    d.device.type = CUDA, d.device.id = 63;
    in(d, GPU_F32, GPU_ERROR_INVALID_DEVICE, "memory of GPU 63", NULL);
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    d.device.id = 0;
    in(d, GPU_F32, GPU_ERROR_INVALID_DEVICE, "memory of GPU 0", NULL);
    d.device.type = 13;
    in(d, GPU_F32, GPU_ERROR_INVALID_DEVICE, "memory of GPU 0", NULL);
    if (gpu_device_count() > 0) CHECK_STATUS(gpu_use(0), GPU_OK, "");
}
TEST(versions_flags_and_null)
{
    float room[4] = {0};
    int64_t shape[1] = {4};
    versioned v;
    gpu_tensor t;
    memset(&v, 0, sizeof v);
    v.dl = tensor_of(room, 2, 32, 1, shape, NULL);
    v.major = 2, v.minor = 5;
    CHECK_STATUS(gpu_from_dlpack(&t, &v, 1, GPU_F32), GPU_ERROR_NOT_SUPPORTED, "version 2.5 of DLPack; expected 1");
    v.major = 1, v.flags = 1;
    CHECK_STATUS(gpu_from_dlpack(&t, &v, 1, GPU_F32), GPU_OK, "");
    CHECK(t.read_only);
    v.flags = 2 + 4; /* it was copied; sub-byte types are padded */
    CHECK_STATUS(gpu_from_dlpack(&t, &v, 1, GPU_F32), GPU_OK, "");
    CHECK(!t.read_only);
    CHECK_STATUS(gpu_from_dlpack(NULL, &v, 1, GPU_F32), GPU_ERROR_INVALID_ARGUMENT,
                 "t is NULL; expected the address of a gpu_tensor");
    CHECK_STATUS(gpu_from_dlpack(&t, NULL, 0, GPU_F32), GPU_ERROR_INVALID_ARGUMENT, "managed is NULL");
}
TEST(deleters)
{
    managed m;
    versioned v;
    memset(&m, 0, sizeof m), memset(&v, 0, sizeof v);
    gpu_dlpack_delete(&m, 0), gpu_dlpack_delete(&v, 1); /* which have none */
    gpu_dlpack_delete(NULL, 0), gpu_dlpack_delete(NULL, 1);
    m.context = &m, m.deleter = delete_managed;
    v.context = &v, v.deleter = delete_versioned;
    deleted = 0;
    gpu_dlpack_delete(&m, 0);
    CHECK_INT(deleted, 1);
    gpu_dlpack_delete(&v, 1);
    CHECK_INT(deleted, 2);
}

static void *released;
static void note_release(void *owner) { released = owner; }
/* The tensor inside, and whether it is what the specification says. */
static const tensor *out(void *p, int form, int flags)
{
    const managed *m = (const managed *)p;
    const versioned *v = (const versioned *)p;
    if (!p) return NULL;
    if (!form) return CHECK(m->deleter != NULL), &m->dl;
    CHECK(v->deleter != NULL);
    CHECK_INT(v->major, 1);
    CHECK_INT(v->flags, flags);
    return &v->dl;
}
TEST(what_goes_out)
{
    enum { ROWS = 3, COLS = 5 };
    double *p = GPU_NEW(double, ROWS * COLS);
    const int on_gpu = gpu_device() != GPU_CPU;
    gpu_tensor t, back;
    int form;
    memset(&t, 0, sizeof t);
    t.p = p, t.type = GPU_F64, t.dims = 2, t.shape[0] = ROWS, t.shape[1] = COLS;
    t.n = 12345, t.device = 54321; /* not read */
    for (form = 0; form < 2; form++) {
        void *m;
        const tensor *d;
        t.read_only = form;
        m = gpu_to_dlpack(&t, form, note_release, &t);
        CHECK_STATUS(gpu_error(), GPU_OK, "");
        if (!(d = out(m, form, 1))) continue;
        CHECK(d->data == p && d->byte_offset == 0 && d->ndim == 2);
        CHECK(d->dtype.code == 2 && d->dtype.bits == 64 && d->dtype.lanes == 1);
        CHECK(d->shape[0] == ROWS && d->shape[1] == COLS && d->strides[0] == COLS && d->strides[1] == 1);
        CHECK_INT(d->device.type, on_gpu ? CUDA : CPU);
        CHECK_INT(d->device.id, on_gpu ? gpu_device() : 0);
        memset(&back, 0, sizeof back);
        CHECK_STATUS(gpu_from_dlpack(&back, m, form, GPU_F64), GPU_OK, "");
        CHECK(back.p == p && back.n == ROWS * COLS && back.device == gpu_device() && back.read_only == form);
        released = NULL;
        gpu_dlpack_delete(m, form);
        CHECK(released == &t);
    }
    t.read_only = 0;
    gpu_dlpack_delete(gpu_to_dlpack(&t, 1, NULL, NULL), 1); /* nothing to call */
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}
TEST(every_kind_of_memory_goes_out)
{
    float host[4] = {0}, *pinned = GPU_PINNED(float, 4), *managed_memory = GPU_MANAGED(float, 4);
    const int on_gpu = gpu_device() != GPU_CPU;
    void *const p[] = {host, pinned, managed_memory};
    const int expected[] = {1, on_gpu ? 3 : 1, on_gpu ? 13 : 1};
    gpu_tensor t;
    int k;
    memset(&t, 0, sizeof t);
    t.type = GPU_F32, t.dims = 1, t.shape[0] = 4;
    for (k = 0; k < 3; k++) {
        void *m;
        t.p = p[k];
        m = gpu_to_dlpack(&t, 1, NULL, NULL);
        CHECK(m != NULL);
        if (!m) continue;
        CHECK_INT(out(m, 1, 0)->device.type, expected[k]);
        CHECK_INT(out(m, 1, 0)->device.id, 0);
        gpu_dlpack_delete(m, 1);
    }
    gpu_free(pinned), gpu_free(managed_memory);
}
TEST(no_elements_go_out)
{
    gpu_tensor t, back;
    void *m;
    memset(&t, 0, sizeof t);
    t.type = GPU_U8, t.dims = 3, t.shape[0] = 2, t.shape[2] = 7;
    m = gpu_to_dlpack(&t, 0, NULL, NULL);
    CHECK(m != NULL);
    CHECK_STATUS(gpu_from_dlpack(&back, m, 0, GPU_U8), GPU_OK, "");
    CHECK(back.n == 0 && back.dims == 3 && back.shape[1] == 0 && back.shape[2] == 7);
    gpu_dlpack_delete(m, 0);
    t.dims = 0; /* one element */
    t.p = &t;
    m = gpu_to_dlpack(&t, 0, NULL, NULL);
    CHECK(m != NULL);
    if (m) CHECK(out(m, 0, 0)->ndim == 0 && out(m, 0, 0)->data == &t);
    gpu_dlpack_delete(m, 0);
}
TEST(what_may_not_go_out)
{
    float *p = GPU_NEW(float, 10);
    gpu_tensor t;
    memset(&t, 0, sizeof t);
    t.p = p, t.type = GPU_F32, t.dims = 1, t.shape[0] = 11;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT,
                "44 bytes go beyond the end of the array, which has 40 bytes");
    t.shape[0] = 10;
    t.dims = 9;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT,
                "the array has 9 dimensions; expected 0 to 8");
    t.dims = -1;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT, "the array has -1 dimensions");
    t.dims = 1, t.type = (gpu_type)42;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT, "type 42; expected GPU_F32");
    t.type = GPU_F32, t.read_only = 1;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_NOT_SUPPORTED, "cannot be read-only; pass versioned = 1");
    t.read_only = 0, t.p = NULL;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT,
                "p is NULL; expected an array of 10 elements");
    CHECK_FAILS(!gpu_to_dlpack(NULL, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT, "t is NULL");
    t.p = p, t.shape[0] = (size_t)-3;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT, "dimension 0 has -1 elements");
    t.dims = 2, t.shape[0] = t.shape[1] = (size_t)1 << 40;
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_ARGUMENT, "the elements of the 2 dimensions are");
    t.dims = 1, t.shape[0] = 10;
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_FAILS(!gpu_to_dlpack(&t, 0, NULL, NULL), GPU_ERROR_INVALID_POINTER, "freed at");
}
TEST(memory_that_was_freed_does_not_come_in)
{
    float *p = GPU_NEW(float, 4);
    int64_t shape[1] = {4};
    tensor d = tensor_of(p, 2, 32, 1, shape, NULL);
    if (gpu_device() != GPU_CPU) d.device.type = CUDA, d.device.id = gpu_device();
    in(d, GPU_F32, GPU_OK, "", NULL);
    shape[0] = 5;
    in(d, GPU_F32, GPU_ERROR_INVALID_ARGUMENT, "20 bytes go beyond the end of the tensor", NULL);
    shape[0] = 4;
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    in(d, GPU_F32, GPU_ERROR_INVALID_POINTER, "freed at", NULL);
}

GPU_VECTORIZE(float, twice, (float, x)) { return 2 * x; }
TEST(streams)
{
    const int on_gpu = gpu_device() != GPU_CPU;
    gpu_stream consumer, own;
    gpu_graph graph;
    enum { N = 1 << 22 };
    float *x, *y;
    double sum;
    CHECK_INT(gpu_dlpack_stream(), on_gpu ? 1 : 0);
    CHECK_STATUS(gpu_dlpack_ready(-1), GPU_OK, "");
    CHECK_STATUS(gpu_dlpack_ready(0), GPU_OK, "");
    CHECK_STATUS(gpu_dlpack_ready(1), GPU_OK, "");
    CHECK_STATUS(gpu_dlpack_ready(2), GPU_OK, "");
    consumer = gpu_stream_new(), own = gpu_stream_new();
    x = GPU_NEW(float, N), y = GPU_NEW(float, N);
    CHECK_STATUS(gpu_fill(x, 1, N), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(own), GPU_OK, "");
    if (on_gpu) CHECK(gpu_dlpack_stream() == (intptr_t)gpu_stream_native(own));
    { /* what the own stream does, the consumer's sees */
        int k;
        for (k = 0; k < 20; k++) CHECK_STATUS(twice(x, x, N), GPU_OK, "");
        CHECK_STATUS(gpu_dlpack_ready((intptr_t)gpu_stream_native(consumer)), GPU_OK, "");
        CHECK_STATUS(gpu_dlpack_ready(1), GPU_OK, "");
    }
    if (on_gpu) CHECK(gpu_dlpack_stream() == (intptr_t)gpu_stream_native(own)); /* it is the current one still */
    CHECK_STATUS(gpu_use_stream(consumer), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(y, x, N * sizeof *y), GPU_OK, "");
    sum = gpu_sum(y, N);
    CHECK(sum == (double)N * 1048576);
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_dlpack_ready(0), GPU_ERROR_NOT_SUPPORTED, "");
    graph = gpu_graph_end();
    CHECK(graph != NULL);
    gpu_graph_free(graph);
    gpu_use_stream(NULL);
    gpu_stream_free(consumer), gpu_stream_free(own);
    gpu_free(x), gpu_free(y);
}
