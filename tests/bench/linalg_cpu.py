"""The family linalg on the CPU by turns with NumPy in one process on the same cores: the least times of one call in
milliseconds, of processor time with one thread, and by the clock with more.
Usage: linalg_cpu.py LIBRARY [functions [types [shapes]]], each separated by commas; a shape is N or BATCHxN or BATCHxMxN. LIBRARY
is made of linalg_cpu.cu; further libraries, separated by commas, are other versions of it."""
from common import P, S, by_turns, listed, timers, wall
import numpy as np

numpys = {
    "solve": lambda a, b: np.linalg.solve(a, b),
    "inv": lambda a, b: np.linalg.inv(a),
    "cholesky": lambda a, b: np.linalg.cholesky(a),
    "qr": lambda a, b: np.linalg.qr(a),
    "lstsq": lambda a, b: [np.linalg.lstsq(x, y, rcond=None) for x, y in zip(a, b)] if a.ndim == 3 else np.linalg.lstsq(a, b, rcond=None),
    "eigh": lambda a, b: np.linalg.eigh(a),
    "svd": lambda a, b: np.linalg.svd(a, full_matrices=False),
}

rng = np.random.default_rng(1)
print(f"{'':30s} " + "".join(f"{'gpu.h':>10s} " for _ in timers("f32")) + f"{'NumPy':>10s}   NumPy / gpu.h", flush=True)
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
            own = [lambda repeats, inner, f=f: f(what.encode(), S(m), S(n), S(batch), repeats, inner, wall, P(a), P(b), P(x), P(u), P(v), P(w), P(info))
                   for f in timers(kind)]
            once = [own[0](1, 1) for _ in "ab"][-1]
            repeats, rounds = (5, 8) if once < 2e6 else (2, 6) if once < 2e7 else (1, 4) if once < 3e8 else (1, 2)
            own, others = by_turns(rounds, repeats, max(1, int(1e6 // once)), own, [lambda: numpys[what](c, d)])
            assert not info.any(), what
            print(f"{what + ' ' + kind:16s} {shape:>13s} " + "".join(f"{t / 1e6:10.4f} " for t in own + others) + "  " +
                  " ".join(f"{others[0] / t:6.2f}" for t in own), flush=True)
