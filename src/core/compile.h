/* ----------------------------------------------------------------------------------------- kernels from a string -- */

#ifdef GPU_COMPILE
static struct {
    int lock; /* one kernel is compiled at a time */
    gpu_kernel first;
} gpu__compiled_kernels;

static void gpu__compiled_free(gpu_kernel c)
{
    if (c->library) gpu__backend(c->device, compiled_end)(c);
    GPU_HOST_FREE(c);
}
/* Returns the compiled kernel: one that this program has compiled before, or a new one. Called with the lock held. For
   the name of its file in the cache the backend adds to c->key what the code depends on; afterwards c->key is the
   source's key again. */
static gpu_kernel gpu__compile_source(const gpu__source *s, const char *call)
{
    uint64_t key[2] = {0xcbf29ce484222325u, 0x9ae16a3b2f90404fu};
    gpu_kernel c;
    char version[16];
    snprintf(version, sizeof version, "%d", GPU_VERSION);
    gpu__key_add(key, version);
    gpu__key_add(key, s->text);
    gpu__key_add(key, s->name);
    gpu__key_add(key, s->options);
    for (c = gpu__compiled_kernels.first; c; c = c->next)
        if (!memcmp(c->key, key, sizeof key) && c->device == gpu__thread.device) {
            c->users++;
            return c;
        }
    if (!(c = (gpu_kernel)gpu__host_for(call, sizeof *c))) return NULL;
    c->device = gpu__thread.device;
    c->users = 1;
    snprintf(c->name, sizeof c->name, "%s", s->name);
    snprintf(c->file, sizeof c->file, "source of %s", c->name);
    memcpy(c->key, key, sizeof key);
    if (gpu__backend(c->device, compile)(c, s, call) || gpu__list_handle(c, GPU__COMPILED, call)) {
        gpu__compiled_free(c);
        return NULL;
    }
    memcpy(c->key, key, sizeof key);
    c->next = gpu__compiled_kernels.first;
    gpu__compiled_kernels.first = c;
    return c;
}
GPU_API gpu_kernel gpu_compile(const char *source, const char *name, const char *options)
{
    static const char call[] = "gpu_compile";
    gpu__source s;
    gpu_kernel c = NULL;
    if (gpu__enter_uncaptured(call, "it loads code")) return NULL;
    if (!source || !name || !*name) {
        gpu__wrong(call, "%s; expected the text of a kernel and its name",
                   !source ? "source is NULL" : "there is no name");
        return NULL;
    }
    if (strlen(name) >= sizeof c->name) {
        gpu__wrong(call, "a name of %zu characters; expected at most %zu", strlen(name), sizeof c->name - 1);
        return NULL;
    }
    memset(&s, 0, sizeof s);
    s.text = source;
    s.name = name;
    s.options = options ? options : "";
    if (!gpu__source_open(&s, 0, call)) {
        gpu__lock(&gpu__compiled_kernels.lock);
        c = gpu__compile_source(&s, call);
        gpu__unlock(&gpu__compiled_kernels.lock);
    }
    gpu__host_free(s.code);
    return c;
}
GPU_API gpu_status gpu_kernel_free(gpu_kernel kernel)
{
    static const char call[] = "gpu_kernel_free";
    gpu_status s = gpu__enter();
    gpu_kernel *link;
    int left;
    if (s || !kernel || (s = gpu__check_handle(kernel, GPU__COMPILED, call))) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "it waits for the device");
    gpu__lock(&gpu__compiled_kernels.lock);
    if (!(left = --kernel->users)) {
        for (link = &gpu__compiled_kernels.first; *link && *link != kernel;) link = &(*link)->next;
        if (*link) *link = kernel->next;
    }
    gpu__unlock(&gpu__compiled_kernels.lock);
    if (left || (s = gpu__unlist_handle(kernel, GPU__COMPILED, call))) return s;
    s = gpu__backend(kernel->device, sync_of)(kernel->device, call);
    if (!s) gpu__compiled_free(kernel); /* after a fault its name still stands in messages */
    return s;
}

/* -- arguments -- */

static const char *gpu__kind_name(int kind, int size, char *text, size_t bytes)
{
    if (kind == 'p') return "a pointer";
    if (kind == 'f') return size == 4 ? "a float" : "a double";
    if (kind == 'b') return "a bool, 0 or 1";
    snprintf(text, bytes, "an integer of %d bits%s", 8 * size, kind == 'u' ? ", unsigned" : "");
    return text;
}
/* Whether the integer can be represented by the parameter's type, which has `size` bytes. */
static int gpu__fits(const gpu__value *v, int kind, int size)
{
    const int bits = kind == 'b' ? 1 : 8 * size - (kind == 'i');
    const unsigned long long most = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    if (v->kind == 'i' && v->as.i < 0) return kind == 'i' && (unsigned long long)(-(v->as.i + 1)) <= most;
    return v->as.u <= most; /* a non-negative i has the same bits */
}
/* Converts the value to the parameter's type and writes it to `to`, which is aligned for every type; returns 0 if the
   type cannot represent it. */
static int gpu__value_put(const gpu__value *v, int kind, int size, void *to)
{
    const double real = v->kind == 'f' ? v->as.f : v->kind == 'u' ? (double)v->as.u : (double)v->as.i;
    const float single = (float)real;
    gpu__value whole = *v;        /* an integer, if it has no fraction */
    const void *from = &whole.as; /* whose first bytes are a narrower integer's, too: the target is little-endian */
    if (v->kind == 'f' && fabs(real) < 9e18 && (double)(long long)real == real)
        whole.kind = 'i', whole.as.i = (long long)real;
    if (kind == 'p' ? v->kind == 'f' || (v->kind != 'p' && v->as.u) : v->kind == 'p') return 0; /* 0 is NULL */
    if (kind == 'f' && size == 4 && single - single != 0 && real - real == 0) return 0;
    if (kind == 'f') from = size == 4 ? (const void *)&single : &real;
    else if (kind != 'p' && (whole.kind == 'f' || !gpu__fits(&whole, kind, size))) return 0;
    memcpy(to, from, (size_t)size);
    return 1;
}
static gpu_status gpu__value_refused(gpu_kernel c, int k, const gpu__value *v)
{
    char given[64], expected[64];
    if (v->kind == 'p') snprintf(given, sizeof given, "a pointer");
    else if (v->kind == 'f')
        snprintf(given, sizeof given, "%s, a floating-point number", gpu__real_text(v->as.f, 'g', 6));
    else snprintf(given, sizeof given, v->kind == 'u' ? "%llu" : "%lld", v->as.u);
    return gpu__wrong(c->name, "argument %d is %s; the parameter is %s", k + 1, given,
                      gpu__kind_name(c->kind[k], c->size[k], expected, sizeof expected));
}
GPU_API gpu_status gpu__launch_values(gpu_kernel kernel, int count, gpu_config config, ...)
{
    union {
        double real;
        uint64_t bits;
        void *p;
    } store[GPU__PARAMETERS];
    void *argv[GPU__PARAMETERS + 1];
    va_list args;
    gpu_status s = gpu__ready();
    if (s) return s;
    gpu__set_site(config.file, config.line);
    if ((s = gpu__check_handle(kernel, GPU__COMPILED, "gpu_launch"))) return s;
    int parameters = kernel->kernel->count;
    if (parameters == 1 && !kernel->size[0]) parameters = 0; /* GPU_KERNEL adds a hidden parameter */
    s = gpu__check_home("the kernel was compiled for device", kernel->device, ", or gpu_compile it here", kernel->name);
    if (s) return s;
    if (count != parameters)
        return gpu__wrong(kernel->name, "%d argument%s; the kernel has %d parameter%s", count, count == 1 ? "" : "s",
                          parameters, parameters == 1 ? "" : "s");
    va_start(args, config);
    memset(store, 0, sizeof store);
    for (int k = 0; k < count && !s; k++) {
        const gpu__value v = va_arg(args, gpu__value);
        argv[k] = &store[k];
        if (!gpu__value_put(&v, kernel->kind[k], kernel->size[k], &store[k])) s = gpu__value_refused(kernel, k, &v);
    }
    va_end(args);
    argv[count] = &store[0]; /* the hidden one of a kernel without parameters */
    return s ? s : gpu__launch(kernel->kernel, &config, argv);
}
#endif
