"""The family order on the CPU by turns with NumPy and, where it is installed, Numba, in one process on the same cores:
the least times of one call in microseconds, of processor time with one thread, and by the clock with more.
Usage: order_cpu.py LIBRARY[,LIBRARY...] [sizes [types [rows]]], each separated by commas; a LIBRARY is made of
order_cpu.cu, and several of them are versions to compare.
GPU_THREADS and NUMBA_NUM_THREADS say how many threads; NumPy has one. On AMD's Zen 4, NumPy sorts some five times as fast
with NPY_DISABLE_CPU_FEATURES="AVX512_ICL X86_V4", by AVX2. Numba is left out for the longest arrays. Floats are normally distributed, whole numbers uniform over all
bits."""
import ctypes, os, sys, time
import numpy as np
try:
    import numba
except ImportError:
    numba = None

libraries = [ctypes.CDLL(name) for name in sys.argv[1].split(",")]
wall = int(os.environ.get("GPU_THREADS", "1") != "1")
clock = time.perf_counter_ns if wall else time.process_time_ns
kinds = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}
listed = lambda k, otherwise: sys.argv[k].split(",") if len(sys.argv) > k and sys.argv[k] else otherwise
P = lambda a: ctypes.c_void_p(a.ctypes.data)

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

def least(f, args, repeats, inner):
    best = 1e300
    for _ in range(repeats):
        begin = clock()
        for _ in range(inner): f(*args)
        best = min(best, clock() - begin)
    return best / inner

rng = np.random.default_rng(1)
print(f"{'':34s} {' '.join(['     gpu.h'] * len(libraries))} {'NumPy':>10s} {'Numba':>10s}   gpu.h / the faster one")
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
            own, us = [1e300] * len(libraries), [1e300] * 3
            for r in range(rounds):
                for k, library in enumerate(libraries):
                    time_it = getattr(library, "time_" + kind)
                    time_it.restype = ctypes.c_double
                    own[k] = min(own[k], time_it(what.encode(), ctypes.c_size_t(n), repeats, inner, wall, P(x), P(s if what == "searchsorted" else y),
                                                 P(m), P(p), P(out), P(more), P(index)) / 1e3)
                args = x, y, s, m, p, limit
                us[1] = min(us[1], least(peers[what], args, repeats, inner) / 1e3)
                if what in jitted and n < 5000000 and not (r and us[2] > 3 * us[1]):
                    if not r: jitted[what](*[a[:100] if isinstance(a, np.ndarray) and a is not p else a for a in args[:4]], p[:100] % 100, limit)
                    us[2] = min(us[2], least(jitted[what], args, repeats, inner) / 1e3)
            print(f"{what + ' ' + kind:27s} {n:>8d} {' '.join('%10.2f' % t for t in own)} {us[1]:10.2f} {us[2] if us[2] < 1e300 else 0:10.2f}   {own[-1] / min(us[1:]):5.2f}", flush=True)
