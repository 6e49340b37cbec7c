r"""Random calls of the optional families, compared with NumPy: sorting and choosing, Fourier transforms, linear
algebra; and of the runtime, compared with a model of its memory. Run by hand (and by `make prove`):

    printf '#define %s\n' GPU_ORDER GPU_FFT GPU_LINALG GPU_KERNELS_FOR_C GPU_IMPLEMENTATION >all.c
    echo '#include "gpu.h"' >>all.c
    cc -O1 -fopenmp -fPIC -shared -I. all.c -o all.so -lm        # or, for a GPU:
    nvcc -std=c++17 -O3 -x cu -Xcompiler -fopenmp,-fPIC -shared -I. all.c -o all.so
    python3 tests/random_calls.py ./all.so SEED SECONDS [order | fourier | linalg | runtime]

With -fsanitize=address, and LD_PRELOAD for its library, accesses outside the arrays are found too. A failure is printed
with the number of its call; the same seed makes the same calls. Results are poisoned first, and inputs have to stay as
they were."""
import sys
import numpy as np
from against_numpy import D, N, P, call, ctypes, expect, given, lib, repeat, same, status_of, types

seed, seconds = int(sys.argv[2]), float(sys.argv[3])
rng = np.random.default_rng(seed)

def some(largest=18):  # a number of elements
    kind = rng.integers(4)
    if kind == 0: return int(rng.integers(0, 70))
    if kind == 1: return max(0, int(2 ** rng.integers(4, largest)) + int(rng.integers(-2, 3)))
    return int(2 ** rng.uniform(0, largest if kind == 2 else 12))

# ------------------------------------------------------------------------------------------------------------- order --
def elements(t, n):
    kind = rng.integers(8)
    if np.dtype(t).kind != "f":
        least, most = np.iinfo(t).min, np.iinfo(t).max
        if kind == 0: return rng.integers(0, 3, n).astype(t)
        if kind == 1: return rng.integers(max(least, -1000), min(most, 1000), n).astype(t)
        x = rng.integers(least, most, n, dtype=t, endpoint=True)
        return np.sort(x) if kind == 2 else np.full(n, x[:1].sum(), t) if kind == 3 else x
    x = rng.normal(size=n)
    if kind == 0: x = rng.integers(-3, 4, n) * rng.choice([1.0, -1.0, 0.0], n)
    if kind == 1: x = np.exp(rng.uniform(-80, 80, n)) * rng.choice([-1, 1], n)
    if kind == 2: x = np.sort(x)
    if kind == 3: x = np.full(n, rng.normal())
    x = x.astype(t)
    if kind == 4: x = rng.integers(0, 256, n * x.itemsize, dtype=np.uint8).view(t).copy()  # any bits
    if rng.random() < 0.3: x[rng.random(n) < rng.random() * 0.3] = np.nan
    if rng.random() < 0.3: x[rng.random(n) < 0.1] = rng.choice([np.inf, -np.inf, 0.0, -0.0])
    return x

def sorting(x, descending):  # stable, NaN last in ascending and first in descending order
    if not descending: return np.argsort(x, kind="stable")
    nan = np.isnan(x) if x.dtype.kind == "f" else np.zeros(x.size, bool)
    rest = np.flatnonzero(~nan)
    return np.concatenate([np.flatnonzero(nan), rest[::-1][np.argsort(x[rest][::-1], kind="stable")][::-1]])

def order_of_array(s, t, x, n, down):
    at = sorting(x, down)
    call("sort_" + s, o := np.full(n, 1, t), x, n, down)
    expect(same(o, x[at]), "sort", s, n)
    call("sort_" + s, o := x.copy(), o, n, down)
    expect(same(o, x[at]), "sort in place", s, n)
    call("argsort_" + s, o := np.full(n, -1, np.int64), x, n, down)
    expect(same(o, at), "argsort", s, n)
    call("argsort_short_" + s, o := np.full(n, 77, np.uint32), x, n, down)
    expect(same(o, at.astype(np.uint32)), "argsort_short", s, n)
    values = given(rng.integers(0, 2 ** 31, n).astype(rng.choice([np.uint32, np.uint64])))
    call("sort_pairs_" + s, o := np.full(n, 1, t), v := np.full_like(values, 9), x, values, values.itemsize, n, down)
    expect(same(o, x[at]) and same(v, values[at]), "sort_pairs", s, n, values.itemsize)
    k = int(rng.integers(1, min(n, rng.choice([200, 10 ** 9])) + 1)) if n else 0
    if k:
        call(("top_" if down else "bottom_") + s, v := np.full(k, 9, t), o := np.full(k, -9, np.int64), k, x, n)
        expect(same(v, x[at[:k]]) and same(o, at[:k]), "top or bottom", s, n, k)

def order_of_rows(s, t, x, n, down):
    cols = int(rng.integers(1, 300)) if rng.random() < 0.7 else int(2 ** rng.uniform(0, 14))
    rows = max(1, n // cols)
    a = given(elements(t, rows * cols).reshape(rows, cols))
    at = np.array([sorting(row, down) for row in a])
    call("sort_rows_" + s, o := np.full_like(a, 1), a, rows, cols, down)
    expect(same(o, np.take_along_axis(a, at, 1)), "sort_rows", s, rows, cols)
    call("argsort_rows_" + s, o := np.full(a.shape, -1, np.int64), a, rows, cols, down)
    expect(same(o, at), "argsort_rows", s, rows, cols)
    k = int(rng.integers(1, min(cols, 40) + 1)) if rng.random() < 0.8 else cols
    call(("top" if down else "bottom") + "_rows_" + s, v := np.full((rows, k), 9, t),
         o := np.full((rows, k), -9, np.int64), k, a, rows, cols)
    expect(same(v, np.take_along_axis(a, at[:, :k], 1)) and same(o, at[:, :k]), "top_rows or bottom_rows", s, rows,
           cols, k)

def chosen(s, t, x, n, down):
    def counted(name, beyond, want, *args):  # the elements behind the result are not written
        o, count = np.full(n, beyond, want.dtype), np.full(1, -1, np.int64)
        call(name + "_" + s, o, count, *args, n)
        expect(count[0] == want.size and same(o[:want.size], want)
               and same(o[want.size:], np.full(n - want.size, beyond, want.dtype)), name, s, n)
    mask = given((rng.random(n) < rng.random()) * rng.integers(1, 256, n).astype(np.uint8))
    y = given(np.where(mask, x, t(0)))
    counted("compress", 9, x[mask != 0], x, mask)
    counted("nonzero", -9, np.flatnonzero(y), y)
    call("where_" + s, o := np.full(n, 9, t), mask, x, y, n)
    expect(same(o, np.where(mask, x, y)), "where", s, n)
    m = max(1, some())
    index, source = given(rng.integers(-m - 2, m + 2, n)), given(elements(t, m))
    inside = (index >= -m) & (index < m)
    call("gather_" + s, o := np.full(n, 9, t), source, m, index, n)
    expect(same(o, np.where(inside, source[np.where(inside, index, 0)], t(0))), "gather", s, n, m)
    want = source.copy()
    for i in np.flatnonzero(inside): want[index[i]] = x[i]  # the last one wins
    call("scatter_" + s, o := source.copy(), m, x, index, n)
    expect(same(o, want), "scatter", s, n, m)

def distinct(s, t, x, n, down):
    values, count = np.full(n, 9, t), np.full(1, -1, np.int64)
    counts, inverse = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    call("unique_" + s, values, count, counts, inverse, x, n)
    want, first, back, times = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    u = int(count[0])
    expect(u == want.size and same(values[:u], x[first]) and same(counts[:u], times) and same(inverse, back.ravel()),
           "unique", s, n)
    m = some()
    line = given(np.sort(elements(t, m)))
    call("searchsorted_" + s, o := np.full(n, -1, np.int64), line, m, x, n, down)
    expect(same(o, np.searchsorted(line, x, "right" if down else "left")), "searchsorted", s, n, m)
    wide = x.astype(np.float64)
    if n:
        q = float(rng.choice([0, 1, 0.5, rng.random()]))
        call("quantile_to_" + s, o := np.full(1, -7.0), x, n, D(q))
        call("median_to_" + s, m := np.full(1, -7.0), x, n)
        # to the last digit; NumPy has NaN and inf beside an infinity, and from overflow
        want, middle = np.quantile(wide, q), np.median(wide)
        expect(o[0] == want if np.isfinite(want) else np.isnan(o[0]) == np.isnan(wide).any() or np.isinf(wide).any(),
               "quantile", s, n, q)
        expect(m[0] == middle if np.isfinite(middle) else np.isnan(m[0]) == np.isnan(wide).any()
               or np.isinf(wide).any(), "median", s, n)

def order():
    s = str(rng.choice(list(types)))
    n = some()
    [order_of_array, order_of_rows, chosen, distinct][rng.integers(4)](s, types[s], given(elements(types[s], n)), n,
                                                                       int(rng.integers(2)))

# ----------------------------------------------------------------------------------------------------------- fourier --
def fourier():
    s = str(rng.choice(["f32", "f64"]))
    real, number = types[s], np.complex64 if s == "f32" else np.complex128
    def close(o, want, *what):
        error = np.linalg.norm((o - want).ravel()) / max(np.linalg.norm(want.ravel()), 1e-300) / np.finfo(real).eps
        expect(error < 2 + 1.5 * np.log2(max(2, want.size)), *what, s, want.shape, "error", error)
    def random(*shape, t=number):
        return given((rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(t) if t is number
                     else rng.normal(size=shape).astype(t))
    n = int(rng.integers(1, 400)) if rng.random() < 0.6 else int(2 ** rng.uniform(0, 15))
    a, b, few = int(rng.integers(1, 12)), int(rng.integers(1, 40)), min(n, 1000)
    kind = rng.integers(6)
    if kind == 0:
        x = random(a, n, b if n < 4000 else 1)
        call("fft_axis_" + s, o := np.zeros_like(x), x, *x.shape)
        close(o, np.fft.fft(x.astype(np.complex128), axis=1), "fft_axis")
        call("ifft_axis_" + s, o, o, *x.shape)
        close(o, x.astype(np.complex128), "ifft_axis")
    elif kind == 1:
        x = random(b, n)
        call("fft_rows_" + s, o := np.zeros_like(x), x, b, n)
        close(o, np.fft.fft(x.astype(np.complex128), axis=1), "fft_rows")
        call("fft_cols_" + s, o := np.zeros_like(x), x, b, n)
        close(o, np.fft.fft(x.astype(np.complex128), axis=0), "fft_cols")
    elif kind == 2:
        x = random(*rng.permutation([a, b, min(n, 300)]).tolist())
        call("fft3_" + s, o := np.zeros_like(x), x, *x.shape)
        close(o, np.fft.fftn(x.astype(np.complex128)), "fft3")
        call("ifft3_" + s, o, o, *x.shape)
        close(o, x.astype(np.complex128), "ifft3")
    elif kind == 3:
        x = random(b, n, t=real)
        call("rfft_rows_" + s, o := np.zeros((b, n // 2 + 1), number), x, b, n)
        close(o, np.fft.rfft(x.astype(float), axis=1), "rfft_rows")
        call("irfft_rows_" + s, back := np.zeros(x.shape, real), given(o), b, n)
        close(back, x.astype(float), "irfft_rows")
    elif kind == 4:
        x = random(*rng.permutation([b, few]).tolist(), t=real)
        call("rfft2_" + s, o := np.zeros((x.shape[0], x.shape[1] // 2 + 1), number), x, *x.shape)
        close(o, np.fft.rfft2(x.astype(float)), "rfft2")
        call("irfft2_" + s, back := np.zeros(x.shape, real), given(o), *x.shape)
        close(back, x.astype(float), "irfft2")
    else:
        m = int(2 ** rng.uniform(0, 12))
        x, h = random(n, t=real), random(m, t=real)
        for name, want in ("convolve", np.convolve), ("correlate", lambda x, h: np.correlate(x, h, "full")):
            call(f"fft_{name}_" + s, o := np.zeros(n + m - 1, real), x, n, h, m)
            close(o, want(x.astype(float), h.astype(float)), name)

# ------------------------------------------------------------------------------------------------------------ linalg --
def matrix(m, n, t):
    """Random, of integers, of low rank, constant, graded in rows or columns, huge or tiny, triangular, and so on."""
    a, kind, least = rng.normal(size=(m, n)), rng.integers(14), min(m, n)
    if kind == 1: a = rng.integers(-3, 4, (m, n)).astype(float)
    if kind == 2: a = (lambda r: rng.normal(size=(m, r)) @ rng.normal(size=(r, n)))(int(rng.integers(0, least + 1)))
    if kind == 3: a = np.eye(m, n) * rng.choice([0, 1])
    if kind == 4: a *= 10.0 ** rng.uniform(-8, 8, (m, 1))
    if kind == 5: a *= 10.0 ** rng.uniform(-8, 8, (1, n))
    if kind == 6: a *= 10.0 ** (rng.uniform(-30, 30) if t == np.float32 else rng.uniform(-130, 130))
    if kind == 7: a[:] = rng.normal()
    if kind == 8: a = np.tril(a) if rng.random() < 0.5 else np.triu(a)
    if kind == 9: a = 1.0 / (np.arange(m)[:, None] + np.arange(n) + 1)
    if kind == 10:  # with clusters of singular values
        q = lambda rows: np.linalg.qr(rng.normal(size=(rows, least)))[0]
        a = q(m) * rng.choice([1, 1 + 1e-6, 2, 1e-6, 1e-12, 0], least) @ q(n).T
    if kind == 11: a[rng.random((m, n)) < 0.8] = 0
    if kind == 12: a = np.eye(m, n) * 2 - np.eye(m, n, 1) - np.eye(m, n, -1)
    return a.astype(t)

def linalg():
    """Residuals and orthogonality in units of size * epsilon * norm, for a batch; what has info != 0 deserves it."""
    s = str(rng.choice(["f32", "f64"]))
    t, eps, huge = types[s], float(np.finfo(types[s]).eps), float(np.finfo(types[s]).max)
    size = lambda: int(rng.integers(1, rng.choice([20, 100, 260])))
    what, batch, m, n, k = rng.integers(6), int(rng.integers(1, 4)), size(), size(), int(rng.integers(1, 9))
    if what < 4: m = n
    a = np.array([matrix(m, n, t) for _ in range(batch)])
    if what == 2: a = (a + a.transpose(0, 2, 1)) / 2
    if what == 3:
        b = a / np.maximum(np.abs(a).max((1, 2), keepdims=True), 1e-30).astype(float)
        a = (b @ b.transpose(0, 2, 1) + n * eps * 40 * np.eye(n)).astype(t)
    broken = rng.random() < 0.1
    if broken: a[0, rng.integers(m), 0] = rng.choice([np.nan, np.inf])
    a, info, p, most = given(a), np.full(batch, 99, np.int32), min(m, n), max(m, n)
    scale = np.maximum(np.abs(np.nan_to_num(a.astype(float), nan=1, posinf=1)).max((1, 2)), 1e-300)
    norm = lambda x: np.linalg.norm(x) + 1e-300
    def usable(z, extra=True):
        if not np.isfinite(a[z]).all():
            expect(info[z] == -1, "a matrix that is not finite has info", info[z], "case", what)
        elif extra and scale[z] * most < huge / 1e6:
            expect(info[z] == 0, "case", what, s, m, n, "info", info[z])
        return info[z] == 0
    # rounding, and what is lost below the smallest normal number
    unit, lost = most * eps, float(np.finfo(t).tiny) * most / scale
    if what == 0:
        b = given(rng.normal(size=(batch, n, k)).astype(t))
        call("solve_batch_" + s, x := np.full_like(b, np.nan), a, b, n, k, batch, info)
        for z in range(batch):
            if usable(z, False):
                c, y = a[z].astype(float) / scale[z], x[z].astype(float) * scale[z]
                expect(norm(c @ y - b[z]) <= 100 * unit * (norm(c) * norm(y) + norm(b[z])) + lost[z] * norm(y), "solve",
                       s, n, k)
    elif what == 1:
        call("lu_batch_" + s, lu := np.full_like(a, np.nan), pivots := np.full((batch, n), -7, np.int32), a, n, batch,
             info)
        for z in range(batch):
            if not np.isfinite(a[z]).all() or info[z] < 0: continue
            low, up = np.tril(lu[z].astype(float), -1) + np.eye(n), np.triu(lu[z].astype(float)) / scale[z]
            c = a[z].astype(float) / scale[z]
            for i, q in enumerate(pivots[z]): c[[i, q]] = c[[q, i]]
            expect(norm(low @ up - c) <= 5 * unit * norm(np.abs(low) @ np.abs(up)) + lost[z], "lu", s, n)
    elif what == 2:
        call("eigh_batch_" + s, w := np.full((batch, n), np.nan, t), v := np.full_like(a, np.nan), a, n, batch, info)
        for z in range(batch):
            if usable(z):
                c, values, x = a[z].astype(float) / scale[z], w[z].astype(float) / scale[z], v[z].astype(float)
                expect(norm(x.T @ x - np.eye(n)) <= 5 * unit
                       and norm(c @ x - x * values) <= 5 * unit * norm(c) + lost[z] and (np.diff(values) >= 0).all(),
                       "eigh", s, n)
    elif what == 3:
        call("cholesky_batch_" + s, low := np.full_like(a, np.nan), a, n, batch, info)
        for z in range(batch):
            if usable(z, False):
                expect(norm(low[z].astype(float) @ low[z].T - a[z]) <= 5 * unit * norm(a[z])
                       and not np.triu(low[z], 1).any(), "cholesky", s, n)
            elif info[z] > 0:
                expect(np.linalg.eigvalsh(a[z][:info[z], :info[z]].astype(float))[0] <= 20 * unit * norm(a[z]),
                       "cholesky refuses", s, n, info[z])
    elif what == 4:
        call("qr_batch_" + s, q := np.full((batch, m, p), np.nan, t), r := np.full((batch, p, n), np.nan, t), a, m, n,
             batch, info)
        for z in range(batch):
            if usable(z):
                c, x, y = a[z].astype(float) / scale[z], q[z].astype(float), r[z].astype(float) / scale[z]
                expect(norm(x.T @ x - np.eye(p)) <= 5 * unit and norm(x @ y - c) <= 5 * unit * norm(c) + lost[z]
                       and not np.tril(y, -1).any(), "qr", s, m, n)
    else:
        u, d, v = np.full((batch, m, p), np.nan, t), np.full((batch, p), np.nan, t), np.full((batch, p, n), np.nan, t)
        call("svd_batch_" + s, u, d, v, a, m, n, batch, info)
        for z in range(batch):
            if usable(z):
                c, values = a[z].astype(float) / scale[z], d[z].astype(float) / scale[z]
                x, y = u[z].astype(float), v[z].astype(float)
                expect(norm(x.T @ x - np.eye(p)) <= 5 * unit and norm(y @ y.T - np.eye(p)) <= 5 * unit,
                       "orthogonality of svd", s, m, n)
                expect(norm(x * values @ y - c) <= 5 * unit * norm(c) + lost[z] and (np.diff(values) <= 0).all()
                       and (values >= 0).all(), "svd", s, m, n)

# ----------------------------------------------------------------------------------------------------------- runtime --
INVALID_ARGUMENT, INVALID_POINTER, OUT_OF_MEMORY, NOT_SUPPORTED = 1, 2, 4, 8
for name in "malloc malloc_pinned malloc_managed stream_new event_new graph_end".split():
    getattr(lib, "gpu_" + name).restype = P
lib.gpu_event_elapsed_ms.restype = D
class Stats(ctypes.Structure):
    _fields_ = [(name, N) for name in "used peak reserved limit free total allocations".split()]
live, handles, gone, limit = {}, {"stream": [], "event": [], "graph": []}, [], 0  # live: address -> what it holds
kinds, on_cpu = {}, lib.gpu_device() == -1  # address -> the function that gave it

def used_by():  # the sizes that count for the current device: page-locked memory is the CPU's
    return [a.size for p, a in live.items() if on_cpu or kinds[p] != "malloc_pinned"]

def pick(among):
    return among[rng.integers(len(among))]

def place(width=1):
    """An allocation, an offset and a number of elements in it, sometimes beyond its end; a range that is not empty."""
    p = pick(list(live))
    size = live[p].size // width
    at = int(rng.integers(0, size)) if size and rng.random() < 0.7 else 0
    n = int(rng.integers(1, max(2, size - at + 1)))
    if rng.random() < 0.2: n = pick([size - at + 1, size + 1000, 2 ** 62 // width, 2 ** 64 // width - 1])
    return p, at * width, n, n <= size - at

def holds(p, *what):
    now = np.empty_like(live[p])
    if now.size: call("copy", now, P(p), now.size)
    if not expect(same(now, live[p]), "memory holds something else", *what): live[p] = now

def refused(status, want, *what):
    expect(status in want, *what, "gave", status, lib.gpu_error_message())
    expect(not status or lib.gpu_error_message(), "no message", *what)
    lib.gpu_clear_error()

def allocate():
    global gone, limit
    kind = pick(["malloc", "malloc_pinned", "malloc_managed"])
    size = pick([0, 1, int(rng.integers(0, 300)), int(2 ** rng.uniform(0, 18)), 2 ** 46, 2 ** 63, 2 ** 64 - 1])
    counts = on_cpu or kind != "malloc_pinned"
    if not on_cpu:  # a limit for this call alone, within which a GPU's workspaces and cached blocks are, too
        limit = pick([0, 0, max(1, sum(used_by()))])
        call("memory_limit", limit)
    p = getattr(lib, "gpu_" + kind)(N(size))
    beyond = limit and counts and (sum(used_by()) + size > limit if on_cpu else not p)
    if size >= 2 ** 46 or beyond:
        gone.clear()
        refused(status_of("error"), (INVALID_ARGUMENT, OUT_OF_MEMORY), kind, size)
        expect(not p, kind, size, "should fail")
    elif expect(p and p % 256 == 0 and all(p + size <= q or q + a.size <= p for q, a in live.items()), kind, size):
        live[p] = rng.integers(0, 256, size, dtype=np.uint8)
        kinds[p] = kind
        gone = [q for q in gone if not p <= q < p + max(1, size)] if on_cpu or not limit else []  # (may be trimmed)
        if size: call("copy", P(p), given(live[p].copy()), size)
    if not on_cpu:
        limit = 0
        call("memory_limit", limit)

def release():
    global gone
    kind = rng.integers(5)
    p = pick(list(live))
    if kind < 2:
        holds(p)
        call("free", P(p))
        if live[p].size >= 4096: gone = []
        elif on_cpu or kinds[p] == "malloc": gone = [p] + gone[:3]  # what is kept for a while
        del live[p]
    elif kind == 2 and gone: refused(status_of("free", P(gone[0])), (INVALID_POINTER,), "a second free")
    elif kind == 3: refused(status_of("free", P(p + int(rng.integers(1, 50)))), (INVALID_POINTER,), "free inside")
    else:
        refused(status_of("free", P(given(np.zeros(9)).ctypes.data)), (INVALID_POINTER,), "free of foreign memory")
        call("free", None)

def transfer():
    p, at, n, fits = place()
    q, of, _, _ = place()
    apart = p != q or at + n <= of or of + n <= at
    if rng.random() < 0.3:
        byte, status = int(rng.integers(256)), 0
        status = status_of("set", P(p + at), ctypes.c_int(byte), n)
        if fits: live[p][at:at + n] = byte
    else:
        fits = fits and n <= live[q].size - of
        if fits and not apart: return
        status = status_of(pick(["copy", "copy_async"]), P(p + at), P(q + of), n)
        if fits: live[p][at:at + n] = live[q][of:of + n]
    refused(status, (0,) if fits else (INVALID_ARGUMENT,), "copy or set of", n, "at", at)
    if gone: refused(status_of("set", P(gone[0]), ctypes.c_int(1), 1), (INVALID_POINTER,), "set of freed memory")
    holds(p, "copy or set", at, n)

def compute():
    """out = x + y of 32-bit integers, each anywhere, also overlapping: then refused, unless out is x or y."""
    (p, at, n, fits), (q, of, _, _), (r, to, _, _) = place(4), place(4), place(4)
    if rng.random() < 0.3: q, of = p, at
    fits = fits and all(n * 4 <= live[z].size - k for z, k in ((q, of), (r, to)))
    overlaps = fits and any(z == p and k != at and k < at + 4 * n and at < k + 4 * n for z, k in ((q, of), (r, to)))
    if fits: total = live[q][of:of + 4 * n].view(np.uint32) + live[r][to:to + 4 * n].view(np.uint32)
    status = status_of("add_i32", P(p + at), P(q + of), P(r + to), n)
    refused(status, (0,) if fits and not overlaps else (INVALID_ARGUMENT,), "add", n, at, of, to)
    if fits and not overlaps: live[p][at:at + 4 * n] = total.view(np.uint8)
    holds(p, "add", n, at, of, to)

def streams():
    kind = pick(["stream", "event", "graph"])
    known = handles[kind]
    free = lambda h: status_of(f"{kind}_free", P(h))
    if len(known) > 5 or (known and rng.random() < 0.2):
        h = known.pop()
        call("use_stream", None)
        refused(free(h), (0,), "free of a", kind)
        refused(free(h), (INVALID_POINTER,), "a second free of a", kind)
        refused(status_of("free", P(h)), (INVALID_POINTER,), "gpu_free of a", kind)
    elif kind == "graph":
        captured, p = [], pick(list(live))
        call("graph_begin")
        for byte in range(int(rng.integers(1, 4))):
            q, at, n, fits = place()
            status = status_of("set", P(q + at), ctypes.c_int(byte), n)
            refused(status, (0,) if fits else (INVALID_ARGUMENT,), "captured")
            if fits: captured.append((q, at, n, byte))
        refused(status_of("free", P(p)), (NOT_SUPPORTED,), "free while capturing")
        g = lib.gpu_graph_end()
        if not expect(g, "graph_end", lib.gpu_error_message()): return lib.gpu_clear_error()
        holds(p, "captured, not run")
        for _ in range(2): call("graph_launch", P(g))
        for q, at, n, byte in captured: live[q][at:at + n] = byte
        for q, *_ in captured: holds(q, "graph")
        known.append(g)
        if rng.random() < 0.8: call("graph_free", P(known.pop()))  # its memory has to outlive it
    else:
        h = getattr(lib, f"gpu_{kind}_new")()
        known.append(h)
        if kind == "stream": call("use_stream", P(h))
        else:
            call("event_record", P(h)), call("event_wait", P(h)), call("event_sync", P(h))
            expect(lib.gpu_event_elapsed_ms(P(known[0]), P(h)) >= 0, "elapsed_ms")

def books():
    global limit
    stats = Stats()
    call("memory", ctypes.byref(stats))
    used = sum(used_by())
    expect(stats.used == used and stats.limit == limit, "used", stats.used, used)
    expect(stats.allocations == len(used_by()), "allocations", stats.allocations, len(used_by()))
    limit = pick([0, used + 1000, max(1, used // 2)]) if on_cpu else 0
    call("memory_limit", limit)
    if rng.random() < 0.2: call("memory_trim"), gone.clear()

def runtime():
    if not on_cpu: gone.clear()  # (the workspaces of other families may be there now)
    while not live: allocate()
    step = allocate if len(live) < 30 and rng.random() < 0.2 else pick([release, transfer, compute, streams, books])
    for _ in range(20): step() if live else None

families = [globals()[name] for name in sys.argv[4:] or ("order", "fourier", "linalg", "runtime")]
repeat(seed, seconds, lambda number: families[number % len(families)]())
