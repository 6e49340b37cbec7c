/* ---- Along an axis ----------------------------------------------------------------------------------------------- */

/* The operations of reductions along an axis. In, Acc and Out are the types of elements, accumulators and results.
   Pair: map has a second operand (the vector of a matvec). Pivot: that operand is the first element of the part of the
   row or column that is reduced. Index: map needs the element's index. Serial: a short row is reduced by one lane.
   none() is the identity; it leaves every value bit for bit unchanged, which is why that of a sum is -0.0. `mode` is
   the same for all threads: for a sum the divisor (1, or the count for a mean); for an extreme value all ones for the
   minimum, which is computed as the maximum of mirrored values; for a variance ddof. The accumulators of parts, of
   `count` elements each, are converted by part() and combined by the operation Fold; `from` is the distance of the
   part's pivot from the first element of the row or column. */
struct gpu__op_plain {
    static constexpr bool Pivot = false, Index = false, Serial = false;
    template <class Acc> GPU__DEVICE_FN Acc part(Acc a, size_t, double) { return a; }
};

template <class In> struct gpu__wide {
    typedef long long type;
};
template <> struct gpu__wide<{float|double}> {
    typedef double type;
};

template <class Type, class Accum = typename gpu__wide<Type>::type, class Result = Accum> struct gpu__op_sum
    : gpu__op_plain {
    typedef gpu__op_sum Fold;
    typedef Type In;
    typedef Accum Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = false;
    static __device__ Acc none() { return (Acc)-0.0; }
    static __device__ Acc map(In a, In, size_t, Mode) { return (Acc)a; }
    static __device__ Acc combine(Acc a, Acc b) { return a + b; }
    static __device__ Out finish(Acc a, Mode divisor) { return divisor == 1.0 ? (Out)a : (Out)((double)a / divisor); }
};

/* The product of two floats is exact in double; two doubles are rounded before the addition, so that a CPU needs no
   fma. */
template <class Type, class Result = Type> struct gpu__op_dot : gpu__op_plain {
    typedef gpu__op_dot Fold;
    typedef Type In;
    typedef double Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = true;
    static __device__ Acc none() { return -0.0; }
    static __device__ Acc map(In a, Acc b, size_t, Mode) { return __dmul_rn((double)a, b); }
    static __device__ Acc combine(Acc a, Acc b) { return a + b; }
    static __device__ Out finish(Acc a, Mode) { return (Out)a; }
};

template <class Type> struct gpu__op_extreme : gpu__op_plain {
    typedef gpu__op_extreme Fold;
    typedef Type In;
    typedef Type Acc;
    typedef Type Out;
    typedef bool Mode;
    static constexpr bool Pair = false;
    static constexpr bool Real = (Type)0.5 != (Type)0;
    static __device__ Acc none()
    {
        if constexpr (Real) return (Type)-INFINITY;
        else return (Type)((Type)1 << (sizeof(Type) * 8 - 1));
    }
    static __device__ Acc mirror(Type a, Mode smallest)
    {
        if constexpr (Real) return smallest ? -a : a;
        else return smallest ? (Type)~a : a;
    }
    static __device__ Acc map(In a, In, size_t, Mode smallest) { return mirror(a, smallest); }
    static __device__ Acc combine(Acc a, Acc b) { return a > b || a != a ? a : b; }
    static __device__ Out finish(Acc a, Mode smallest) { return mirror(a, smallest); }
};

/* An extreme value and its index: the first of equal ones; a NaN replaces any number. The result does not depend on the
   order. */
template <class Type> struct gpu__best {
    Type value; /* mirrored for the minimum */
    unsigned long long index;
};
template <class Type> static __device__ inline bool gpu__beats(Type a, Type b) { return !(a <= b) && b == b; }
template <class Type>
static __device__ inline gpu__best<Type> gpu__better(const gpu__best<Type> &a, const gpu__best<Type> &b)
{
    const bool same = a.value == b.value || (a.value != a.value && b.value != b.value);
    return same ? (b.index < a.index ? b : a) : gpu__beats(b.value, a.value) ? b : a;
}
template <class Type> struct gpu__op_arg : gpu__op_plain {
    typedef gpu__op_arg Fold;
    typedef gpu__op_extreme<Type> Extreme;
    typedef Type In;
    typedef gpu__best<Type> Acc;
    typedef long long Out;
    typedef bool Mode;
    static constexpr bool Pair = false, Index = true, Serial = true;
    static __device__ Acc none() { return {Extreme::none(), ~0ull}; }
    static __device__ Acc map(In a, In, size_t i, Mode smallest) { return {Extreme::mirror(a, smallest), i}; }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return gpu__better(a, b); }
    static __device__ Out finish(const Acc &a, Mode) { return (long long)a.index; }
};

/* The sums of x - pivot and of its squares; part() converts them to moments. */
template <class Result> struct gpu__op_moments : gpu__op_plain {
    typedef gpu__triple Acc;
    typedef Result Out;
    typedef double Mode;
    static __device__ Acc none() { return {0, 0, 0}; }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return a.count == 0 ? b : gpu__merge(a, b); }
    static __device__ Out finish(const Acc &a, Mode ddof) { return (Out)gpu__moments_of(a, 0, ddof).var; }
};
struct gpu__sums {
    double sum, squares;
};
template <class Type, class Result> struct gpu__op_var : gpu__op_plain {
    typedef gpu__op_moments<Result> Fold;
    typedef Type In;
    typedef gpu__sums Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = false, Pivot = true, Serial = true;
    static __device__ Acc none() { return {-0.0, -0.0}; }
    static __device__ Acc map(In a, In pivot, size_t, Mode)
    {
        const double d = (double)a - (double)pivot;
        return {d, __dmul_rn(d, d)};
    }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return {a.sum + b.sum, a.squares + b.squares}; }
    static __device__ gpu__triple part(const Acc &a, size_t count, double from)
    {
        return gpu__lane_moments(a.sum, a.squares, count, from);
    }
};

/* Warp shuffles of accumulators, member by member. */
template <class Acc> GPU__DEVICE_FN Acc gpu__shuffle_{down|xor}(Acc v, unsigned s, unsigned width = 32)
{
    return __shfl_{1}_sync(~0u, v, s, width);
}
template <class Type>
GPU__DEVICE_FN gpu__best<Type> gpu__shuffle_{down|xor}(const gpu__best<Type> &v, unsigned s, unsigned width = 32)
{
    return {__shfl_{1}_sync(~0u, v.value, s, width), __shfl_{1}_sync(~0u, v.index, s, width)};
}
GPU__DEVICE_FN gpu__sums gpu__shuffle_{down|xor}(const gpu__sums &v, unsigned s, unsigned width = 32)
{
    return {__shfl_{1}_sync(~0u, v.sum, s, width), __shfl_{1}_sync(~0u, v.squares, s, width)};
}
template <class Acc> GPU__DEVICE_FN Acc gpu__load_part(const Acc *p) { return __ldcg(p); }
template <class Type> GPU__DEVICE_FN gpu__best<Type> gpu__load_part(const gpu__best<Type> *p)
{
    return {__ldcg(&p->value), __ldcg(&p->index)};
}
GPU__DEVICE_FN gpu__triple gpu__load_part(const gpu__triple *p)
{
    return {__ldcg(&p->count), __ldcg(&p->mean), __ldcg(&p->m2)};
}
