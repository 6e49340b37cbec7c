"""The family linalg on the CPU by turns with NumPy in one process on the same cores: the least times of one call in
milliseconds, of processor time with one thread, and by the clock with more.
Usage: linalg_cpu.py LIBRARY [functions [types [shapes]]], each separated by commas; a shape is N or BATCHxN or BATCHxMxN. LIBRARY
is made of linalg_cpu.cu; further libraries, separated by commas, are other versions of it. Set OPENBLAS_NUM_THREADS and GPU_THREADS."""
import ctypes, os, sys, time
import numpy as np

libraries = [ctypes.CDLL(p) for p in sys.argv[1].split(",")]
wall = int(os.environ.get("GPU_THREADS", "1") != "1")
clock = time.perf_counter_ns if wall else time.process_time_ns
listed = lambda k, otherwise: sys.argv[k].split(",") if len(sys.argv) > k and sys.argv[k] else otherwise
P = lambda a: ctypes.c_void_p(a.ctypes.data)
S = ctypes.c_size_t
numpys = {
    "solve": lambda a, b: np.linalg.solve(a, b),
    "inv": lambda a, b: np.linalg.inv(a),
    "cholesky": lambda a, b: np.linalg.cholesky(a),
    "qr": lambda a, b: np.linalg.qr(a),
    "lstsq": lambda a, b: [np.linalg.lstsq(x, y, rcond=None) for x, y in zip(a, b)] if a.ndim == 3 else np.linalg.lstsq(a, b, rcond=None),
    "eigh": lambda a, b: np.linalg.eigh(a),
    "svd": lambda a, b: np.linalg.svd(a, full_matrices=False),
}

def least(f, repeats, inner):
    best = 1e300
    for _ in range(repeats):
        begin = clock()
        for _ in range(inner): f()
        best = min(best, (clock() - begin) / inner)
    return best

rng = np.random.default_rng(1)
print(f"{'':30s} " + "".join(f"{'gpu.h':>10s} " for _ in libraries) + f"{'NumPy':>10s}   NumPy / gpu.h", flush=True)
for shape in listed(4, ["64", "512", "2048", "100000x3", "1000x32", "200x64"]):
    part = [int(p) for p in shape.split("x")]
    batch, m, n = (1, part[0], part[0]) if len(part) == 1 else (part[0], part[1], part[-1])
    for kind in listed(3, ["f32", "f64"]):
        T = {"f32": np.float32, "f64": np.float64}[kind]
        for what in listed(2, list(numpys)):
            a = rng.uniform(-1, 1, (batch, m, n)).astype(T)
            b = rng.uniform(-1, 1, (batch, m, 1)).astype(T)
            if what in ("cholesky", "eigh"): a = (np.tril(a) + np.swapaxes(np.tril(a, -1), -1, -2)).astype(T)
            if what == "cholesky": a = a + 2 * n * np.eye(n, dtype=T)
            x, u, v, w, info = np.ones((batch, m), T), np.ones((batch, m, n), T), np.ones((batch, n, n), T), np.ones((batch, n), T), np.ones(batch, np.int32)
            c, d = (a, b) if batch > 1 else (a[0], b[0])
            def ours(lib, repeats, inner):
                f = getattr(lib, "time_" + kind)
                f.restype = ctypes.c_double
                return f(what.encode(), S(m), S(n), S(batch), repeats, inner, wall, P(a), P(b), P(x), P(u), P(v), P(w), P(info))
            times, spent = [1e300] * (len(libraries) + 1), 0
            once = ours(libraries[0], 1, 1)
            once = ours(libraries[0], 1, 1)
            inner = max(1, int(1e6 // once))
            repeats, rounds = (5, 8) if once < 2e6 else (2, 6) if once < 2e7 else (1, 4) if once < 3e8 else (1, 2)
            for r in range(rounds):
                for k, lib in enumerate(libraries): times[k] = min(times[k], ours(lib, repeats, inner))
                if sum(times[:-1]) < 0: raise SystemExit(what + " failed")
                times[-1] = min(times[-1], least(lambda: numpys[what](c, d), repeats, inner))
            assert not info.any(), what
            print(f"{what + ' ' + kind:16s} {shape:>13s} " + "".join(f"{t / 1e6:10.4f} " for t in times) + "  " +
                  " ".join(f"{times[-1] / t:6.2f}" for t in times[:-1]), flush=True)
