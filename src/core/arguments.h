/* -- arguments of a gpu__call: what its checks and both backends ask about them -- */

/* The addresses of the inputs for the elements from `begin` on; a scalar has the same address for all elements. */
static void gpu__arguments(const gpu__call *c, size_t begin, const void **at)
{
    const gpu__parameter *const parameter = c->op->parameter;
    const gpu__input *in = c->in;
    for (int k = 0; k < c->op->count; k++, in++) at[k] = (const void *)((uintptr_t)in->p + begin * parameter[k].step);
}
/* The address in input k if that is a scalar of pointer type, else NULL. How far the body reads from there is not
   known, so it can be neither checked nor staged. */
static inline const void *gpu__address_in(const gpu__call *c, int k)
{
    const gpu__input *const in = &c->in[k];
    const void *p = NULL;
    if ((c->op || c->scalars >> k & 1) && !in->align && c->n) memcpy(&p, in->p, sizeof p);
    return p;
}
/* The name of the result in messages. */
static const char *gpu__out_name(const gpu__call *c) { return c->op || !c->out_name ? "out" : c->out_name; }

/* Which arrays are misaligned for their type, as a mask. */
static GPU__FORCE_INLINE uint64_t gpu__misaligned(const gpu__call *c)
{
    uint64_t odd = (uintptr_t)c->out & (c->out_align - 1) ? GPU__OUT_BIT : 0;
    for (int k = 0; k < c->inputs; k++) {
        const gpu__input *const in = &c->in[k];
        if (in->count && (uintptr_t)in->p & (in->align - 1)) odd |= GPU__ARGUMENT_BIT(k);
    }
    return odd;
}
