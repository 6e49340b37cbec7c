"""The family order on the CPU by turns with NumPy and, where it is installed, Numba, in one process on the same cores:
the least times of one call in microseconds, of processor time with one thread, and by the clock with more.
Usage: order_cpu.py LIBRARY[,LIBRARY...] [sizes [types [rows]]], each separated by commas; a LIBRARY is made of
order_cpu.cu, and several of them are versions to compare. GPU_THREADS says how many threads; NumPy has one. On AMD's
Zen 4, NumPy sorts some five times as fast with NPY_DISABLE_CPU_FEATURES="AVX512_ICL X86_V4", by AVX2. Floats are normally
distributed, whole numbers uniform over all bits."""
from common import P, S, by_turns, listed, numba_or_none, timers, wall
import numpy as np
numba = numba_or_none()
kinds = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}

def pairs(x, y):
    order = np.argsort(x)
    return x[order], y[order]

peers = {
    "sort": lambda x, y, s, m, p, l: np.sort(x),
    "argsort": lambda x, y, s, m, p, l: np.argsort(x),
    "pairs": lambda x, y, s, m, p, l: pairs(x, y),
    "top 100": lambda x, y, s, m, p, l: np.sort(np.partition(x, x.size - 100)[x.size - 100:]),
    "median": lambda x, y, s, m, p, l: np.median(x),
    "quantile 0.9": lambda x, y, s, m, p, l: np.quantile(x, 0.9),
    "unique": lambda x, y, s, m, p, l: np.unique(x),
    "unique and inverse": lambda x, y, s, m, p, l: np.unique(x, return_counts=True, return_inverse=True),
    "searchsorted": lambda x, y, s, m, p, l: np.searchsorted(s, x),
    "compress": lambda x, y, s, m, p, l: x[m],
    "nonzero": lambda x, y, s, m, p, l: np.nonzero(m),
    "where": lambda x, y, s, m, p, l: np.where(m, x, y),
    "select x > limit": lambda x, y, s, m, p, l: x[x > l],
    "gather": lambda x, y, s, m, p, l: x[p],
}
jitted = {}
if numba:
    @numba.njit
    def compressed(x, m):
        out = np.empty_like(x)
        k = 0
        for i in range(x.size):
            if m[i]:
                out[k] = x[i]
                k += 1
        return out[:k]
    @numba.njit
    def selected(x, limit):
        out = np.empty_like(x)
        k = 0
        for i in range(x.size):
            if x[i] > limit:
                out[k] = x[i]
                k += 1
        return out[:k]
    @numba.njit(parallel=True)
    def chosen(x, y, m):
        out = np.empty_like(x)
        for i in numba.prange(x.size): out[i] = x[i] if m[i] else y[i]
        return out
    @numba.njit(parallel=True)
    def gathered(x, p):
        out = np.empty_like(x)
        for i in numba.prange(p.size): out[i] = x[p[i]]
        return out
    @numba.njit(parallel=True)
    def searched(s, x):
        out = np.empty(x.size, np.int64)
        for i in numba.prange(x.size): out[i] = np.searchsorted(s, x[i])
        return out
    sort, argsort, median = numba.njit(lambda x: np.sort(x)), numba.njit(lambda x: np.argsort(x)), numba.njit(lambda x: np.median(x))
    unique, nonzero = numba.njit(lambda x: np.unique(x)), numba.njit(lambda m: np.nonzero(m))
    jitted = {
        "sort": lambda x, y, s, m, p, l: sort(x),
        "argsort": lambda x, y, s, m, p, l: argsort(x),
        "median": lambda x, y, s, m, p, l: median(x),
        "unique": lambda x, y, s, m, p, l: unique(x),
        "searchsorted": lambda x, y, s, m, p, l: searched(s, x),
        "compress": lambda x, y, s, m, p, l: compressed(x, m),
        "nonzero": lambda x, y, s, m, p, l: nonzero(m),
        "where": lambda x, y, s, m, p, l: chosen(x, y, m),
        "select x > limit": lambda x, y, s, m, p, l: selected(x, l),
        "gather": lambda x, y, s, m, p, l: gathered(x, p),
    }

rng = np.random.default_rng(1)
print(f"{'':34s} {' '.join(['     gpu.h'] * len(timers('f32')))} {'NumPy':>10s} {'Numba':>10s}   gpu.h / the faster one")
for n in map(int, listed(2, ["1000", "1000000", "50000000"])):
    rounds, repeats, inner = (7, 10, 100) if n < 10000 else (5, 3, 10) if n < 100000 else (4, 2, 1) if n < 5000000 else (2, 1, 1)
    for kind in listed(3, list(kinds)):
        T = kinds[kind]
        x, y = [rng.standard_normal(n).astype(T) if T in (np.float32, np.float64) else
                rng.integers(np.iinfo(T).min, np.iinfo(T).max, n, T, endpoint=True) for _ in "xy"]
        s, m, p = np.sort(y), rng.integers(0, 2, n).astype(bool), rng.integers(0, n, n)
        out, more, index = np.ones(n, T), np.ones(n, np.int64), np.ones(n, np.int64)
        limit = T(0.5) if T in (np.float32, np.float64) else T(0)
        for what in peers:
            if what not in listed(4, list(peers)): continue
            args = x, y, s, m, p, limit
            if what in jitted: jitted[what](x[:100], y[:100], s[:100], m[:100], p[:100] % 100, limit)
            own = [lambda repeats, inner, f=f: f(what.encode(), S(n), repeats, inner, wall, P(x), P(s if what == "searchsorted" else y),
                                                 P(m), P(p), P(out), P(more), P(index)) for f in timers(kind)]
            own, others = by_turns(rounds, repeats, inner, own, [lambda f=f: f(*args) for f in (peers[what], jitted.get(what)) if f])
            print(f"{what + ' ' + kind:27s} {n:>8d} " + " ".join(f"{t / 1e3:10.2f}" for t in own + others + [0] * (2 - len(others))) +
                  f"   {own[-1] / min(others):5.2f}", flush=True)
