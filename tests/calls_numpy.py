"""What a prewritten function gives, by NumPy: a row for each, for tests/calls.py. A row takes the case `a`, whose
members are the parameters by their names, inputs as arrays, and outputs as o.NAME (a returned value is o.value); it
returns the values of the outputs in their order, a `Near` where they are rounded in another order, or a bool."""
import math
import numpy as np

SUMS = (r"(sum|mean|var|std|norm|dot|prod|quantile|median|allclose)(_to|_rows|_cols)?|cumsum.*|matvec|vecmat|conv.*|"
        r"moving_average|stencil5|normalize|.*softmax.*|logsumexp.*|cross.*|layer_norm.*|matmul|gemm|.*fft.*|"
        r"histogram|bincount_weights|complex.*")  # what needs numbers that do not overflow


class Near:
    def __init__(self, value, bound):
        self.value, self.bound = value, bound


WIDE = {"f2": "f4", "f4": "f8", "f8": "g", "c8": "c16", "c16": "G"}
W = lambda x: np.asarray(x).astype(WIDE.get(np.asarray(x).dtype.str[1:], np.asarray(x).dtype))
M = lambda a, name="a": getattr(a, name).reshape(a.rows, a.cols)
unit = lambda a: float(np.finfo(a.t).eps) if np.dtype(a.t).kind in "fc" else 2.0 ** -52
FINE = 2.0 ** -51


def relative(value, a, units=2):
    return Near(value, units * unit(a) * np.abs(value))


def total(x, axis=None):
    """Sums in double, or of integers, which wrap."""
    if x.dtype.kind in "iu": return x.sum(axis, dtype="i8" if x.dtype.kind == "i" else "u8")
    return Near(W(x).sum(axis), FINE * max(x.shape + (1,)) * np.abs(W(x)).sum(axis))


def rounded(near, a):
    return Near(near.value, near.bound + unit(a) * np.abs(near.value)) if isinstance(near, Near) else near


def mean(x, axis=None):
    x = x.astype("g")
    n = max(1, x.size if axis is None else x.shape[axis])
    return Near(x.mean(axis) if x.size else np.float64("nan"), FINE * np.abs(x).sum(axis))


def var(a, x, axis=None, root=False):
    x, n = x.astype("g"), x.size if axis is None else x.shape[axis]
    if n - a.ddof <= 0: return np.full(x.sum(axis).shape, np.nan)
    v = ((x - x.mean(axis, keepdims=True)) ** 2).sum(axis) / (n - a.ddof)
    away = FINE * np.abs(x).max(axis, initial=0)  # what the mean is wrong by
    bound = 2 * unit(a) * v + FINE * n * v + 8 * away * np.sqrt(v) + 4 * away ** 2
    return Near(np.sqrt(v), np.sqrt(bound) * (v == 0) + bound / np.sqrt(v + (v == 0))) if root else Near(v, bound)


def cumulated(x, a, axis=0):
    if x.dtype.kind == "i": return np.cumsum(x, axis, dtype=x.dtype)
    return Near(np.cumsum(W(x), axis), unit(a) * np.abs(np.cumsum(W(x), axis))
                + FINE * x.shape[axis] * np.cumsum(np.abs(W(x)), axis))


def sorting(x, descending):
    """Stable, NaN last in ascending and first in descending order."""
    if not descending: return np.argsort(x, kind="stable")
    nan = np.isnan(x) if x.dtype.kind == "f" else np.zeros(x.size, bool)
    rest = np.flatnonzero(~nan)
    return np.concatenate([np.flatnonzero(nan), rest[::-1][np.argsort(x[rest][::-1], kind="stable")][::-1]])


def sorting_rows(x, descending):
    return np.array([sorting(row, descending) for row in x]).reshape(x.shape)


def chosen(a, x, count):
    """The elements behind the result keep what they had."""
    o = a.first_out
    return np.concatenate([x.astype(o.dtype), o[x.size:]]), np.array([x.size])


def unique(a):
    values, first, back, times = np.unique(a.x, return_index=True, return_inverse=True, return_counts=True)
    rest = lambda x, o: None if o is None else np.concatenate([x.astype(o.dtype), o[x.size:]])
    return (rest(a.x[first], a.o.values), np.array([values.size]), rest(times, a.o.counts),
            None if a.o.inverse is None else back.ravel())


def scattered(a):
    o, at = a.initial["out"].copy(), a.index
    for i in np.flatnonzero((at >= -a.count) & (at < a.count)): o[at[i]] = a.x[i]
    return o


def gathered(a):
    inside = (a.index >= -a.count) & (a.index < a.count)
    if not a.count: return np.zeros(a.n, a.x.dtype)
    return np.where(inside, a.x[np.where(inside, a.index, 0)], a.x.dtype.type(0))


def top(a, x, descending):
    at = np.array([sorting(row, descending)[:a.k] for row in x]).reshape(len(x), a.k).astype(int)
    return np.take_along_axis(x, at, 1).ravel(), None if a.o.index is None else at.ravel()


def cast(a):
    x, t = a.x, a.t
    if x.dtype.kind == "f" and t.kind in "iu":
        least, most, whole = np.iinfo(t).min, np.iinfo(t).max, np.trunc(np.nan_to_num(W(x), nan=0))
        low, high = whole <= least, whole >= float(most)
        return np.where(low, least, np.where(high, most, np.where(low | high, 0, whole).astype(t))).astype(t)
    return x.astype(t)


def quantile(a, q, x, axis=None):
    if not x.size: return True
    x = x.astype("f8")
    want = np.atleast_1d(np.quantile(x, q, axis=axis) if q != 0.5 else np.median(x, axis)).astype(a.first_out.dtype)
    o, largest = np.atleast_1d(a.first_out), np.abs(np.nan_to_num(x)).max(axis)
    finite, odd = np.isfinite(want), np.atleast_1d(np.isinf(x).any(axis) | (np.abs(x) > 1e307).any(axis))
    good = np.where(finite & ~odd, np.abs(o - want) <= np.finfo(want.dtype).eps * np.maximum(np.abs(want), largest),
                    (np.isnan(o) == np.atleast_1d(np.isnan(x).any(axis))) | odd)
    return bool(good.all())


def product(a, x, y, k, alpha=1.0, c=0.0):
    """A product of matrices, with a sum on the way of `k` terms in the type's unit."""
    u = {"f64": 2.0 ** -53, "f32": 2.0 ** -24, "tf32": 2.0 ** -10}.get(a.name.split("_")[-1], 2.0 ** -23)
    x, y = W(x), W(y)
    size = np.abs(alpha) * (np.abs(x) @ np.abs(y)) + np.abs(c)
    value = alpha * (x @ y) + c
    return Near(value, (k + 2) * (u if u < 2.0 ** -10 else 2.0 ** -23) * size + 4 * (u == 2.0 ** -10) * u * size
                + a.coarse * np.abs(value) + float(np.finfo("f4").tiny) * 2 ** -10)


def gemm(a):
    s, c = a.spec, a.initial["c"].copy()
    if not c.size: return True
    bound = np.zeros(c.shape)
    c = W(c)
    strided = lambda x, v, z: np.lib.stride_tricks.as_strided(x[z * v[3]:], v[:2], (v[2] * x.itemsize, x.itemsize))
    for z in range(s.batch):
        x, y = (strided(getattr(a, n), getattr(a, "view_" + n), z) if s.k and s.alpha else np.zeros(
            getattr(a, "view_" + n)[:2], a.t) for n in "ab")
        to = strided(c, a.view_c, z)
        near = product(a, x.T if s.ta else x, y.T if s.tb else y, s.k, s.alpha, s.beta * to if s.beta else 0.0)
        to[:], strided(bound, a.view_c, z)[:] = near.value, near.bound
    return Near(c, bound)


def transformed(want, a):
    """In units of the norm of all."""
    want = np.asarray(want).ravel()
    most = np.linalg.norm(want.astype("c16")) * np.finfo(a.t).eps * (2 + 1.5 * np.log2(max(2, want.size)))
    return Near(want, np.full(want.shape, most)) if np.isfinite(want).all() else None


def fourier(name, **axes):
    real = name.startswith("irfft")
    def row(a):
        shape = [getattr(a, s) for s in ("depth", "rows", "cols", "outer", "n", "inner") if hasattr(a, s)]
        x = W(a.x).reshape(shape[:-1] + [shape[-1] // 2 + 1] if real else shape)
        x = x.astype("c16" if x.dtype.kind == "c" else "f8")
        options = dict(axes)
        if real: options["n" if name == "irfft" else "s"] = shape[-1] if name == "irfft" else shape
        return transformed(getattr(np.fft, name)(x, **options), a)
    return row


def extended(x, h, border):
    mode = ("constant", "edge", "wrap", "symmetric", "reflect")[border]
    z = np.pad(W(x), [(k // 2, k - 1 - k // 2) for k in h.shape], mode)
    windows = np.lib.stride_tricks.sliding_window_view(z, h.shape)
    return windows, W(h)[::-1, ::-1]


def conv2d(a):
    h = a.h.reshape(a.h_rows, a.h_cols)
    if a.t == np.uint8 and not np.isfinite(h).all(): return None
    if a.border > 1 and (a.h_rows > a.rows or a.h_cols > a.cols): return True  # NumPy extends such a one otherwise
    windows, h = extended(M(a, "x"), h, a.border)
    want, bound = (windows * h).sum((2, 3)), (np.abs(windows) * np.abs(h)).sum((2, 3)) * FINE * h.size
    if a.t == np.uint8: return Near(np.clip(want.astype("f8"), 0, 255), bound + 0.5)
    return Near(want, bound + unit(a) * np.abs(want))


def stencil(a):
    x, want = W(M(a, "x")), W(M(a, "x")).copy()
    size = np.zeros(x.shape, x.dtype)
    near = lambda y: y[:-2, 1:-1] + y[2:, 1:-1] + y[1:-1, :-2] + y[1:-1, 2:]
    if min(x.shape) > 2:
        want[1:-1, 1:-1] = a.center * x[1:-1, 1:-1] + a.neighbour * near(x)
        size[1:-1, 1:-1] = np.abs(a.center * x[1:-1, 1:-1]) + np.abs(a.neighbour) * near(np.abs(x))
    return Near(want, 6 * unit(a) * size)


def moving(a):
    if not a.n: return None
    x, ones = W(a.x), np.ones(a.width)
    count = np.minimum(np.arange(a.n) + 1, a.width)
    mean = np.array([x[max(0, i + 1 - a.width):i + 1].sum() for i in range(a.n)]) / count
    size = np.convolve(np.abs(np.nan_to_num(x)), ones)[:a.n] / count
    return Near(mean, unit(a) * np.abs(mean) + FINE * a.width * size)


def soft(a, what):
    x = M(a).astype("f8")
    most = x.max(1, keepdims=True)
    away = x - most
    logs = np.log(np.exp(away).sum(1, keepdims=True))
    fine = 4 * unit(a) + FINE * a.cols
    if what == "softmax": return Near(np.exp(away - logs), fine * (1 + np.abs(away)) * np.exp(away - logs) + 1e-37)
    if what == "log": # an exponential has the error of its argument, too
        summed = np.nan_to_num(np.abs(away) * np.exp(away - logs)).sum(1, keepdims=True)
        return Near(away - logs, fine * (np.abs(away) + np.abs(logs) + summed) + 8 * FINE)
    whole = np.where(np.isinf(most), most, logs + most)[:, 0]
    if what == "sum": return Near(whole, fine * (np.abs(whole) + np.abs(most[:, 0]) + 1))
    inside = (a.label >= 0) & (a.label < a.cols)
    mine = x[np.arange(a.rows), np.where(inside, a.label, 0)]
    return Near(np.where(inside, whole - mine, np.nan), fine * (np.abs(whole) + np.abs(mine) + np.abs(most[:, 0]) + 1))


def normal(a, x, axis, epsilon=0.0, gain=1, bias=0):
    x = x.astype("g")
    sd = np.sqrt(x.var(axis, keepdims=True) + epsilon)
    want = (x - x.mean(axis, keepdims=True)) / sd
    size = np.abs(x).max(axis, keepdims=True, initial=0)
    error = (4 * unit(a) * np.abs(want) + FINE * x.shape[-1] * size / sd) * (1 + size / sd * FINE * x.shape[-1])
    return Near(want * gain + bias, error * np.abs(gain) + 4 * unit(a) * (np.abs(want * gain) + np.abs(bias)))


def linear(f):
    """Rows of linear algebra: f(a, A, z, c), with c = the matrix z in double, scaled to about 1, and A its bounds; a
    matrix of which the function said that it is not usable is left out, if that is so."""
    def row(a):
        good = True
        if getattr(a, "k", 1) == 0: return None  # (nothing happens)
        for z in range(a.each):
            whole, info = hasattr(a, "a"), 0 if a.o.info is None else a.o.info[z]
            x = (a.a if whole else a.t_ if hasattr(a, "t_") else a.l).reshape(a.each, a.m, a.n)[z].astype("f8")
            if not np.isfinite(x).all(): good &= not whole or info == -1 or getattr(a, "power", 1) == 0
            elif not info: good &= bool(f(a, x, z))
        return bool(good)
    return row


norm = lambda x: (lambda most: most * float(np.linalg.norm(x / most)) if most else 0.0)(float(np.abs(x).max(initial=0)))
part = lambda o, a, z, *shape: o.reshape((a.each,) + shape)[z].astype("f8")


def residual(a, c, x, b, times=100):
    """|c x - b|, in units of what rounding does."""
    scale = max(np.abs(c).max(), 1e-300)
    c, x = c / scale, x.astype("f8") * scale
    lost = float(np.finfo(a.t).tiny) * max(c.shape) / scale
    most = times * max(c.shape) * unit(a) * (norm(c) * norm(x) + norm(b)) + lost * norm(x)
    return not np.isfinite(x).all() or norm(c @ x - b) <= most


def lu(a, x, z):
    low, up = np.tril(part(a.o.lu, a, z, a.n, a.n), -1) + np.eye(a.n), np.triu(part(a.o.lu, a, z, a.n, a.n))
    for i, q in enumerate(a.o.pivots.reshape(a.each, a.n)[z]): x[[i, q]] = x[[q, i]]
    scale = max(np.abs(x).max(), 1e-300)
    return norm(low @ (up / scale) - x / scale) <= 5 * a.n * unit(a) * norm(np.abs(low) @ np.abs(up / scale)) + (
        a.n * float(np.finfo(a.t).tiny) / scale)


def triangular(a, x, z):
    t = np.triu(x) if a.shape & 1 else np.tril(x)
    if a.shape & 4: np.fill_diagonal(t, 1)
    return residual(a, t.T if a.shape & 2 else t, part(a.o.x, a, z, a.n, a.k), part(a.b, a, z, a.n, a.k), 1000)


def close_to(f, *outs):
    """Singular or eigenvalues: within some units of the largest."""
    def row(a, x, z):
        got, want = [part(getattr(a.o, o), a, z, -1) for o in outs], f(x)
        return np.abs(got[0] - want).max(initial=0) <= 8 * max(a.m, a.n) * unit(a) * np.abs(want).max(initial=0) + (
            float(np.finfo(a.t).tiny) * a.n)
    return row


def factors(a, x, z):
    p = min(a.m, a.n)
    q, r = part(a.o.q, a, z, a.m, p), part(a.o.r, a, z, p, a.n)
    return norm(q.T @ q - np.eye(p)) <= 5 * max(a.m, a.n) * unit(a) and residual(a, q, r, x, 5) and not (
        np.tril(r, -1).any())


def eigen(a, x, z):
    x = np.tril(x) + np.tril(x, -1).T
    w, v, scale = part(a.o.values, a, z, a.n), part(a.o.vectors, a, z, a.n, a.n), max(np.abs(x).max(), 1e-300)
    return (norm(v.T @ v - np.eye(a.n)) <= 5 * a.n * unit(a) and (np.diff(w) >= 0).all()
            and norm(x / scale @ v - v * (w / scale)) <= 5 * a.n * unit(a) * norm(x / scale)
            + float(np.finfo(a.t).tiny) * a.n / scale)


def svd(a, x, z):
    p, most, scale = min(a.m, a.n), max(a.m, a.n), max(np.abs(x).max(), 1e-300)
    u, d, v = part(a.o.u, a, z, a.m, p), part(a.o.values, a, z, p), part(a.o.vt, a, z, p, a.n)
    return (norm(u.T @ u - np.eye(p)) <= 5 * most * unit(a) and norm(v @ v.T - np.eye(p)) <= 5 * most * unit(a)
            and (np.diff(d) <= 0).all() and (d >= 0).all() and norm(u * (d / scale) @ v - x / scale)
            <= 5 * most * unit(a) * norm(x / scale) + float(np.finfo(a.t).tiny) * most / scale)


def determinant(a, x, z, logarithm=False):
    """Within what changes of the rows in the last place make of it."""
    rows = np.log(np.maximum(np.linalg.norm(x, axis=1), 1e-300)).sum()
    sign, log = np.linalg.slogdet(x)
    want = sign * np.exp(min(log - rows, 0))
    if logarithm: got = a.o.sign[z] * np.exp(min(float(a.o.logarithm[z]) - rows, 0.1))
    elif abs(rows) > 60: return True
    else: got = float(a.o.det[z]) / np.exp(rows)
    return abs(got - want) <= 100 * a.n * unit(a) * (2 + abs(rows) * logarithm)


def cholesky(a, x, z):
    low, x = part(a.o.l, a, z, a.n, a.n), np.tril(x) + np.tril(x, -1).T
    return norm(low @ low.T - x) <= 5 * a.n * unit(a) * norm(x) + 1e-37 and not np.triu(low, 1).any()


def cholesky_solve(a, x, z):
    low, y, b = np.tril(x), part(a.o.x, a, z, a.n, a.k), part(a.b, a, z, a.n, a.k)
    return not np.isfinite(y).all() or norm(low @ (low.T @ y) - b) <= 100 * a.n * unit(a) * (
        norm(low) ** 2 * norm(y) + norm(b)) + a.n * float(np.finfo(a.t).tiny) * norm(low) ** 2


def condition(a, x, z):
    s = np.linalg.svd(x, compute_uv=False)
    if s[-1] <= 1000 * max(x.shape) * unit(a) * s[0]: return a.o.cond[z] >= 1e-3 / (max(x.shape) * unit(a)) / 1000
    return abs(a.o.cond[z] * s[-1] / s[0] - 1) <= 100 * max(x.shape) * unit(a) * s[0] / s[-1]


def size_of(a, x, z):
    scale = max(np.abs(x).max(), 1e-300)
    want = np.linalg.norm(x / scale, ("fro", 1, 2, np.inf)[a.which]) * scale
    return want > np.finfo(a.t).max / 4 or abs(a.o.norm[z] - want) <= 8 * max(x.shape) * unit(a) * want + 1e-37


def power(a, x, z):
    if a.power < 0: return True
    with np.errstate(all="ignore"):
        size = np.linalg.matrix_power(np.abs(x), int(a.power))
        want = np.linalg.matrix_power(x, int(a.power))
    got = part(a.o.out, a, z, a.n, a.n)
    return not np.isfinite(size).all() or size.max() > np.finfo(a.t).max / 4 or (
        np.abs(got - want) <= 8 * a.n * max(1, a.power) * unit(a) * size + 1e-30).all()


def inverse(a, x, z):
    """From one side or the other, as an inverse of a matrix that is nearly singular is."""
    y, one = part(a.o.out, a, z, a.n, a.n), np.eye(a.n)
    return residual(a, x, y, one, 1000) or residual(a, x.T, y.T, one, 1000)


def bf16(x):
    bits = np.where(np.isnan(x), np.uint32(0x7FC00000), np.asarray(x, "f4").view("u4")).astype("u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16).astype("u4").view("f4")


each = lambda f, x: np.array([f(v) for v in x.astype("f8")])


def halves(a, f):
    """Of pi x, without the error of a multiple of pi: x mod 2, which is exact."""
    angle = np.fmod(W(a.x), 2) * np.arccos(W(a.x).dtype.type(-1))
    return Near(f(angle), 8 * unit(a))


MATH = {name: getattr(np, {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}.get(name, name)) for name in
        "exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt".split()}
ROWS = {name: (lambda f: lambda a: relative(f(W(a.x)), a))(f) for name, f in MATH.items()}
for name, f in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)):
    ROWS[name] = lambda a, f=f: f(a.x, a.y)
    ROWS[name + "_scalar"] = lambda a, f=f: f(a.x, a.a)
    ROWS["scalar_" + name] = lambda a, f=f: f(a.a, a.x)
    ROWS[name + "_row"] = lambda a, f=f: f(M(a, "m"), a.row)
    ROWS[name + "_col"] = lambda a, f=f: f(M(a, "m"), a.col[:, None])
    if name != "div": ROWS["complex_" + name] = lambda a, f=f: Near(f(W(a.a), W(a.b)), 2 * unit(a) * np.abs(
        W(a.a)) * np.abs(W(a.b)) if f is np.multiply else unit(a) * np.abs(f(W(a.a), W(a.b))))
for name in ("minimum", "maximum"): ROWS[name] = lambda a, f=getattr(np, name): f(a.x, a.y)
for name, f in (("abs", np.abs), ("square", np.square), ("sign", np.sign), ("floor", np.floor), ("ceil", np.ceil),
                ("round", np.rint), ("reciprocal", np.reciprocal), ("sqrt", np.sqrt)):
    ROWS[name] = lambda a, f=f: f(a.x)
for name in ("min", "max", "argmin", "argmax", "any", "all"):
    ROWS[name] = ROWS[name + "_to"] = lambda a, name=name: np.atleast_1d(getattr(a.x, name)())
    for axis, along in ((1, "_rows"), (0, "_cols")):
        ROWS[name + along] = lambda a, name=name, axis=axis: getattr(M(a), name)(axis)
for name, f in (("sum", total), ("mean", mean)):
    ROWS[name] = ROWS[name + "_to"] = lambda a, f=f: f(a.x)
    for axis, along in ((1, "_rows"), (0, "_cols")):
        ROWS[name + along] = lambda a, f=f, axis=axis: rounded(f(M(a), axis), a)
for axis, along in ((1, "_rows"), (0, "_cols")):
    ROWS["var" + along] = lambda a, axis=axis: var(a, M(a), axis)
    ROWS["cumsum" + along] = lambda a, axis=axis: cumulated(M(a), a, axis)
    ROWS["quantile" + along] = lambda a, axis=axis: quantile(a, a.q, M(a), axis)
    ROWS["median" + along] = lambda a, axis=axis: quantile(a, 0.5, M(a), axis)
for inverse_, name in (("", "fft"), ("i", "ifft")):
    for suffix, axes in (("", {}), ("_rows", {"axis": 1}), ("_cols", {"axis": 0}), ("_axis", {"axis": 1})):
        ROWS[name + suffix] = fourier(name, **axes)
    ROWS[name + "2"], ROWS[name + "3"] = fourier(name + "n"), fourier(name + "n")
    real = inverse_ + "rfft"
    ROWS[real], ROWS[real + "2"], ROWS[real + "3"] = fourier(real), fourier(real + "n"), fourier(real + "n")
    ROWS[real + "_rows"] = lambda a, real=real: transformed(
        np.fft.irfft(W(a.x).reshape(a.rows, -1).astype("c16"), a.cols) if real == "irfft" else
        np.fft.rfft(M(a, "x").astype("f8")), a)
    for suffix, shape in (("shift", lambda a: (a.n, -1)), ("shift2", lambda a: (a.rows, a.cols, -1))):
        ROWS[name + suffix] = lambda a, s=shape, f=getattr(np.fft, name + "shift"): f(
            a.x.view("u1").reshape(s(a)), (0, 1)[:len(s(a)) - 1])
ROWS.update({
    "axpy": lambda a: a.a * a.x + a.y, "scale": lambda a: a.a * a.x,
    "axpy_from": lambda a: a.a[0] * a.x + a.y, "scale_from": lambda a: a.a[0] * a.x,
    "clip": lambda a: np.where(np.isnan(W(a.x)), a.x, np.minimum(np.maximum(a.x, a.lo), a.hi)),
    "sigmoid": lambda a: relative(1 / (1 + np.exp(-W(a.x))), a),
    "pow": lambda a: relative(np.power(W(a.x), W(a.p)), a),
    "atan2": lambda a: relative(np.arctan2(W(a.y), W(a.x)), a),
    "hypot": lambda a: relative(np.hypot(W(a.x), W(a.y)), a),
    "exp10": lambda a: relative(np.power(np.array(10, W(a.x).dtype), W(a.x)), a),
    "erf": lambda a: relative(each(math.erf, a.x), a, 4), "erfc": lambda a: relative(each(math.erfc, a.x), a, 4),
    "sinpi": lambda a: halves(a, np.sin), "cospi": lambda a: halves(a, np.cos),
    "rsqrt": lambda a: relative(1 / np.sqrt(W(a.x)), a),
    "compare": lambda a: COMPARED[a.how](a.x, a.y), "compare_scalar": lambda a: COMPARED[a.how](a.x, a.a),
    "mask_and": lambda a: (a.x != 0) & (a.y != 0), "mask_or": lambda a: (a.x != 0) | (a.y != 0),
    "mask_xor": lambda a: (a.x != 0) ^ (a.y != 0), "mask_not": lambda a: a.x == 0, "cast": cast,
    "to": lambda a: a.x.astype("f2") if a.t == np.float16 else bf16(a.x), "from": lambda a: a.x.astype("f4"),
    "fill": lambda a: np.full(a.n, a.value), "linspace": lambda a: Near(
        np.linspace(*W([a.start, a.stop]), a.n),
        unit(a) * (2 * abs(a.stop - a.start) + max(abs(a.start), abs(a.stop)))), # of the step, the product and the sum
    "arange": lambda a: (a.start + np.arange(a.n).astype(a.t) * a.step) if a.t.kind == "i" else Near(
        a.start.astype("f8") + np.arange(a.n) * a.step.astype("f8"), unit(a) * (abs(a.start) + a.n * abs(a.step)) * (
            1e-16 / unit(a) * 8) + unit(a) * np.abs(a.start.astype("f8") + np.arange(a.n) * a.step.astype("f8"))),
    "prod": lambda a: np.atleast_1d(a.x.prod(dtype="i8")) if a.x.dtype.kind == "i" else None,
    "dot": lambda a: total(a.x.astype("i8") * a.y) if a.x.dtype.kind == "i" else Near(
        (W(a.x) * W(a.y)).sum(), FINE * a.n * np.abs(W(a.x) * W(a.y)).sum()),
    "norm": lambda a: relative(np.sqrt((W(a.x) ** 2).sum()), a, max(2, a.n)),
    "var": lambda a: var(a, a.x), "std": lambda a: var(a, a.x, root=True),
    "count_nonzero": lambda a: np.count_nonzero(a.x),
    "allclose": lambda a: bool(a.first_out) == np.allclose(a.x.astype("f8"), a.y.astype("f8"), a.rtol, a.atol),
    "normalize": lambda a: normal(a, a.x, 0) if a.n and np.isfinite(a.x).all() and a.x.std() > 0 else True,
    "cumsum": lambda a: cumulated(a.x, a),
    "cumsum_exclusive": lambda a: cumulated(np.concatenate([a.x[:0], np.zeros(1, a.t), a.x])[:a.n], a),
    "transpose": lambda a: a.a.view("u1").reshape(a.rows, a.cols, -1).swapaxes(0, 1), "outer": lambda a: np.outer(
        a.x, a.y), "matvec": lambda a: rounded(product(a, M(a), a.x, a.cols), a),
    "vecmat": lambda a: rounded(product(a, a.x, M(a), a.rows), a), "gemm": gemm,
    "matmul": lambda a: product(a, a.a.reshape(a.m, a.k), a.b.reshape(a.k, a.n), a.k),
    "sort": lambda a: a.x[sorting(a.x, a.order)], "argsort": lambda a: sorting(a.x, a.order),
    "argsort_short": lambda a: sorting(a.x, a.order),
    "sort_pairs": lambda a: (a.keys[sorting(a.keys, a.order)], a.values[sorting(a.keys, a.order)]),
    "sort_rows": lambda a: np.take_along_axis(M(a), sorting_rows(M(a), a.order), 1),
    "argsort_rows": lambda a: sorting_rows(M(a), a.order), "compress": lambda a: chosen(a, a.x[a.mask != 0], a.n),
    "nonzero": lambda a: chosen(a, np.flatnonzero(a.x), a.n), "where": lambda a: np.where(a.mask, a.x, a.y),
    "gather": gathered, "scatter": scattered, "unique": unique,
    "top": lambda a: top(a, a.x[None], 1), "bottom": lambda a: top(a, a.x[None], 0),
    "top_rows": lambda a: top(a, M(a), 1), "bottom_rows": lambda a: top(a, M(a), 0),
    "searchsorted": lambda a: np.searchsorted(a.sorted, a.x, ("left", "right")[a.side]),
    "quantile": lambda a: quantile(a, a.q, a.x), "median": lambda a: quantile(a, 0.5, a.x),
    "moving_average": moving, "conv2d": conv2d, "stencil5": stencil,
    "conv1d": lambda a: Near(np.convolve(W(a.x), W(a.h), "same"), FINE * a.width * np.convolve(
        np.abs(W(a.x)), np.abs(W(a.h)), "same") + unit(a) * np.abs(np.convolve(W(a.x), W(a.h), "same")))
    if a.n else None,
    "median3x3": lambda a: np.sort(np.lib.stride_tricks.sliding_window_view(np.pad(M(a, "x"), 1, "edge"), (
        3, 3)).reshape(a.rows, a.cols, 9))[..., 4],
    "softmax_rows": lambda a: soft(a, "softmax"), "log_softmax_rows": lambda a: soft(a, "log"),
    "logsumexp_rows": lambda a: soft(a, "sum"), "cross_entropy_rows": lambda a: soft(a, "loss"),
    "layer_norm_rows": lambda a: normal(a, M(a), 1, a.epsilon, 1 if a.gain is None else a.gain,
                                        0 if a.bias is None else a.bias),
    "fft_convolve": lambda a: transformed(np.convolve(W(a.x), W(a.h)), a),
    "fft_correlate": lambda a: transformed(np.correlate(W(a.x), W(a.h), "full"), a),
    "fftfreq": lambda a: relative(np.fft.fftfreq(a.n, a.d), a, 3) if a.n else None,
    "rfftfreq": lambda a: relative(np.fft.rfftfreq(a.n, a.d), a, 3) if a.n else None,
    "complex_mul_conj": lambda a: Near(W(a.a) * W(a.b).conj(), 2 * unit(a) * np.abs(W(a.a)) * np.abs(
        W(a.b))), "complex_scale": lambda a: (a.x.view(a.factor.dtype) * a.factor).view(a.x.dtype),
    "complex_abs": lambda a: relative(np.abs(W(a.x)), a),
    "complex_angle": lambda a: Near(np.angle(W(a.x)), 4 * unit(a)),
    "histogram": lambda a: np.histogram(a.x, a.bins, (float(a.lo), float(a.hi)))[0],
    "bincount": lambda a: np.bincount(a.x[(a.x >= 0) & (a.x < a.bins)].astype("i8"), minlength=a.bins),
    "bincount_weights": lambda a: Near(*(np.bincount(np.where((a.x >= 0) & (a.x < a.bins), a.x, a.bins), f(
        a.w.astype("f8")), a.bins + 1)[:a.bins] * k for f, k in ((np.array, 1), (np.abs, FINE * a.n)))),
    "rand_uniform": lambda a: ((a.o.out >= 0) & (a.o.out < 1)).all(), "rand_int": lambda a: (
        (a.o.out >= a.lo) & (a.o.out < a.hi)).all(), "rand_poisson": lambda a: (a.o.out >= 0).all(),
    "rand_permutation": lambda a: np.array_equal(np.sort(a.o.out), np.arange(a.n)),
    "rand_exponential": lambda a: (a.o.out > 0).all(), "rand_normal": lambda a: (
        np.abs(a.o.out.astype("f8") - a.mean) <= 9 * a.sd).all(), "rand_lognormal": lambda a: (a.o.out >= 0).all(),
    "solve": linear(lambda a, x, z: residual(a, x, part(a.o.x, a, z, a.n, a.k), part(a.b, a, z, a.n, a.k))),
    "cholesky_solve": linear(cholesky_solve), "solve_triangular": linear(triangular), "lu": linear(lu),
    "qr": linear(factors),
    "inv": linear(inverse), "cholesky": linear(cholesky), "eigh": linear(eigen), "svd": linear(svd),
    "eigvalsh": linear(close_to(np.linalg.eigvalsh, "values")), "det": linear(determinant),
    "svdvals": linear(close_to(lambda x: np.linalg.svd(x, compute_uv=False), "values")), "cond": linear(condition),
    "slogdet": linear(lambda a, x, z: determinant(a, x, z, True)), "norm_matrix": linear(size_of),
    "matrix_power": linear(power),
})
for name in "prod dot norm var std count_nonzero allclose quantile median".split(): ROWS[name + "_to"] = ROWS[name]
COMPARED = {1: np.less, 3: np.less_equal, 2: np.equal, 10: np.not_equal, 4: np.greater, 6: np.greater_equal}
