/* The tape: what the rules call. The rule of a function computes, from the gradient g of its result, the gradients of
   its inputs, by calls of public functions; it stands in the family's rules.h, as GPU__RULE(gpu_NAME_T, keeps) { ... },
   or for a function of one array as a GPU__SLOPE or GPU__SLOPE_BY (elementwise/vector_math.h). `keeps` says which
   inputs, and whether the result, it needs. src/join makes of it the macro GPU__RULE_gpu_NAME_f32 and so on, by which
   GPU__BY_RULE(gpu_NAME_f32) passes the rule to the tape just before the call is made. */
#ifdef GPU_TAPE
typedef struct gpu__step {
    gpu_tape *tape;
    const struct gpu__record *record;
    const gpu__call *call; /* as it was made; its arrays may have been overwritten since */
    const void *g;
    int same; /* for a rule with GPU__SAME: all elements of g are `value`, and their memory is not written */
    double value;
    gpu_status failed;
    struct gpu__buffer *owned; /* that of g, where it may become a gradient as it is */
    int adds, spares;
    struct {
        void *to; /* part is added to `to`, both of n elements of `size` bytes */
        struct gpu__buffer *part;
        size_t n, size;
    } add[GPU__INPUTS];
    struct gpu__buffer *spare[GPU__INPUTS];
    const void *more[GPU__INPUTS]; /* the gradient of in[k], a further result, or NULL */
} gpu__step;
typedef gpu_status gpu__back(gpu__step *s);
/* in[0], in[1], in[2], the result, all in[k]; further results have gradients too, and then g may be NULL; g is not read
   if all its elements are the same */
enum { GPU__X = 1, GPU__Y = 2, GPU__A = 4, GPU__RESULT = 8, GPU__EVERY = 16, GPU__RESULTS = 512, GPU__SAME = 1024 };
/* in[k], the result, or both are complex; elements are only moved; elements of 2 bytes are f16, not bf16 */
enum { GPU__FROM_COMPLEX = 32, GPU__TO_COMPLEX = 64, GPU__COMPLEX = 32 | 64, GPU__MOVES = 128, GPU__F16 = 256 };
GPU_API void gpu__tape_rule(gpu__back *back, int keeps);
/* Memory for the gradient of in[k], which the rule has to write as a whole; NULL if it is not wanted, or after an
   error. `over`: it may be g's own, for the last, elementwise call of a rule. */
GPU_API void *gpu__gradient_into(gpu__step *s, int k, int over);
static inline void *gpu__{into|over}(gpu__step *s, int k) { return gpu__gradient_into(s, k, {0|1}); }
/* The gradient of in[k] is g itself. The last that a rule calls. */
GPU_API gpu_status gpu__pass(gpu__step *s, int k);
GPU_API gpu_status gpu__fill_into(gpu__step *s, int k, double value); /* the gradient of in[k] is a number */
/* The value of in[k], or for GPU__INPUTS the result, as it was. */
GPU_API const void *gpu__kept(const gpu__step *s, int k);
GPU_API const void *gpu__kept_near(gpu__step *s, int k); /* the same where kernels can read it by its address */
GPU_API void *gpu__spare(gpu__step *s, size_t bytes);    /* memory for the time of the rule; NULL on error */
#define GPU__RULE(name, keeps) static inline gpu_status name##__back(gpu__step *s)
/* A function of one array x and perhaps a number a: `slope` is its derivative at x or, if the result is kept instead,
   at the result x. */
#define GPU__SLOPE(T, name, keeps, slope)                                                                              \
    GPU__EXPR_CODE(T, name##__slope, T, of_axy, GPU__TIMES(y, ((void)a, (void)x, (T)(slope))))                         \
    GPU__BY_SLOPE(name, keeps, GPU__EXPR_MAP(T, "gpu_backward", name##__slope, T, of_axy))
#define GPU__BY_SLOPE(name, keeps, ...)                                                                                \
    GPU__RULE(name, keeps)                                                                                             \
    {                                                                                                                  \
        static const gpu__map map = __VA_ARGS__;                                                                       \
        return gpu__by_slope(s, &map);                                                                                 \
    }
static inline gpu_status gpu__by_slope(gpu__step *s, const gpu__map *slope)
{
    const gpu__call *const c = s->call;
    const int k = c->in[0].count ? 0 : 1;
    const double none = 0;
    const void *const x = gpu__kept(s, GPU__INPUTS);
    const void *const in[] = {c->inputs > 1 ? c->in[1 - k].p : &none, x ? x : gpu__kept(s, k), s->g};
    void *const to = gpu__over(s, k);
    return to ? gpu__map_call(slope, to, in, c->n) : s->failed;
}
#define GPU__BY_RULE(name) GPU__VERDICT_(GPU__RULE_##name, , 0)
#else
#define GPU__BY_RULE(name)
#endif
