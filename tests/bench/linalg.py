"""Times of NumPy, CuPy and PyTorch for the rows of tests/bench/linalg.cu, milliseconds, medians: whichever is installed.

    python3 tests/bench/linalg.py [f32 | f64] [numpy | cupy | torch] [rows that begin so]
"""
import sys
import time

arguments = sys.argv[1:]
kind = "f64" if "f64" in arguments else "f32"
only = [name for name in ("numpy", "cupy", "torch") if name in arguments]
begin = [a for a in arguments if a not in ("f32", "f64", "numpy", "cupy", "torch")]
ROWS = [(what, n, n, 1) for what in ("solve", "inv", "cholesky", "qr", "eigh", "svd")
        for n in (64, 256, 512, 1024, 2048, 4096) if not (what == "svd" and n > 2048)]
ROWS += [("lstsq", 100000, 32, 1)]
ROWS += [(what, 3, 3, 1000000) for what in ("solve", "cholesky", "inv", "eigh", "svd")]
ROWS += [(what, n, n, b) for n, b in ((32, 10000), (64, 2000)) for what in ("solve", "eigh", "svd")]


def measure(run, wait):
    run()
    wait()
    times = []
    while len(times) < 40 and (len(times) < 3 or sum(times) < 0.25):
        start = time.perf_counter()
        run()
        wait()
        times.append(time.perf_counter() - start)
        if times[0] > 3:
            break
    return sorted(times)[len(times) // 2] * 1e3


def rows_of(name, lib, linalg, array, wait, skip):
    import numpy as np
    rng = np.random.default_rng(1)
    for what, m, n, batch in ROWS:
        label = f"{what} {m}x{n}" + (f" x{batch}" if batch > 1 else "")
        if (begin and not label.startswith(begin[0])) or skip(what, m, n, batch):
            continue
        a = rng.uniform(-1, 1, (batch, m, n) if batch > 1 else (m, n)).astype("float32" if kind == "f32" else "float64")
        b = rng.uniform(-1, 1, (batch, m, 1) if batch > 1 else (m, 1)).astype(a.dtype)
        if what in ("cholesky", "eigh"):
            a = np.tril(a) + np.swapaxes(np.tril(a, -1), -1, -2)
        if what == "cholesky":
            a = a + 2 * n * np.eye(n, dtype=a.dtype)
        try:
            x, y = array(a), array(b)
            call = {"solve": lambda: linalg.solve(x, y), "inv": lambda: linalg.inv(x), "cholesky": lambda: linalg.cholesky(x),
                    "qr": lambda: linalg.qr(x), "eigh": lambda: linalg.eigh(x), "lstsq": lambda: linalg.lstsq(x, y),
                    "svd": lambda: linalg.svd(x, full_matrices=False)}[what]
            print(f"{name:6} {label:24} {measure(call, wait):10.4f}", flush=True)
        except Exception as error:
            print(f"{name:6} {label:24} {type(error).__name__}", flush=True)


def slow_on_gpu(what, m, n, batch):
    return (what == "svd" and batch > 1 and n != 3) or (what == "eigh" and batch == 2000)


if not only or "cupy" in only:
    try:
        import cupy
        rows_of("cupy", cupy, cupy.linalg, cupy.asarray, cupy.cuda.Device().synchronize, slow_on_gpu)
    except ImportError:
        pass
if not only or "torch" in only:
    try:
        import torch
        if torch.cuda.is_available():
            rows_of("torch", torch, torch.linalg, lambda a: torch.as_tensor(a, device="cuda"), torch.cuda.synchronize,
                    lambda what, m, n, batch: slow_on_gpu(what, m, n, batch) or (what == "eigh" and n == 3))
    except ImportError:
        pass
if "numpy" in only:
    import numpy
    rows_of("numpy", numpy, numpy.linalg, lambda a: a, lambda: None, lambda what, m, n, batch: n > 2048 or batch > 100000)
