"""The peers of tests/bench/order.cu: the same rows by CuPy, PyTorch and NumPy, medians in milliseconds.
Usage: order_peers.py gpu|cpu [log2 of the largest n]. A peer that is not installed is left out."""
import statistics, sys, time
import numpy as np

where = sys.argv[1] if len(sys.argv) > 1 else "cpu"
most = 1 << (int(sys.argv[2]) if len(sys.argv) > 2 else 28)
large = min(most, 1 << 26)

def row(peer, what, n, ms):
    print(f"{peer:6s} {what:28s} {n:11d} {ms:10.4f} ms", flush=True)

def sizes():
    return [n for n in (1000, 1 << 16, 1 << 20, 1 << 24, 1 << 26, 1 << 28) if n <= most]

def torch_rows():
    import torch
    def timed(f, repeats=15):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        times = []
        for r in range(repeats + 3):
            begin.record(); f(); end.record(); end.synchronize()
            if r >= 3: times.append(begin.elapsed_time(end))
        return statistics.median(times)
    for n in sizes():
        x = torch.randn(n, device="cuda")
        row("torch", "sort f32", n, timed(lambda: torch.sort(x, stable=True)))
        del x
    x = torch.randn(large, device="cuda")
    row("torch", "argsort f32", large, timed(lambda: torch.argsort(x, stable=True)))
    for cols in (128, 1024, 4096):
        a = x.view(-1, cols)
        row("torch", f"rows of {cols} f32", large, timed(lambda: torch.sort(a, dim=1)))
    row("torch", "top 100 f32", large, timed(lambda: torch.topk(x, 100)))
    a = x.view(-1, 1024)
    row("torch", "top 8 of rows of 1024 f32", large, timed(lambda: torch.topk(a, 8, dim=1)))
    row("torch", "select x > 0.5 f32", large, timed(lambda: x[x > 0.5]))
    row("torch", "median f32", large, timed(lambda: x.median()))
    few = torch.randint(0, 1000, (large,), device="cuda", dtype=torch.int32)
    row("torch", "unique of 1000 i32", large, timed(lambda: torch.unique(few)))

def cupy_rows():
    import cupy
    def timed(f, repeats=15):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        times = []
        for r in range(repeats + 3):
            begin.record(); f(); end.record(); end.synchronize()
            if r >= 3: times.append(cupy.cuda.get_elapsed_time(begin, end))
        return statistics.median(times)
    for n in sizes():
        x = cupy.random.standard_normal(n, dtype=cupy.float32)
        row("cupy", "sort f32", n, timed(lambda: cupy.sort(x)))
        del x
    x = cupy.random.standard_normal(large, dtype=cupy.float32)
    row("cupy", "argsort f32", large, timed(lambda: cupy.argsort(x)))
    row("cupy", "select x > 0.5 f32", large, timed(lambda: x[x > 0.5]))
    few = cupy.random.randint(0, 1000, large, dtype=cupy.int32)
    row("cupy", "unique of 1000 i32", large, timed(lambda: cupy.unique(few)))

def numpy_rows():
    def timed(f, n):
        times = []
        for _ in range(200 if n < 100000 else 9 if n < 5000000 else 3):
            begin = time.perf_counter(); f(); times.append((time.perf_counter() - begin) * 1e3)
        return min(times)
    rng = np.random.default_rng(1)
    for n in (1000, 1000000, 50000000):
        if n > most: break
        x, i, d = rng.standard_normal(n, dtype=np.float32), rng.integers(-2**31, 2**31, n, dtype=np.int32), rng.standard_normal(n)
        row("numpy", "sort f32", n, timed(lambda: np.sort(x), n))
        row("numpy", "sort i32", n, timed(lambda: np.sort(i), n))
        row("numpy", "sort f64", n, timed(lambda: np.sort(d), n))
        row("numpy", "argsort f32", n, timed(lambda: np.argsort(x), n))
        row("numpy", "top 100 f32", n, timed(lambda: np.sort(np.partition(x, n - 100)[n - 100:]), n))

for rows in (torch_rows, cupy_rows) if where == "gpu" else (numpy_rows,):
    try:
        rows()
    except ImportError as e:
        print(f"# {e}", file=sys.stderr)
