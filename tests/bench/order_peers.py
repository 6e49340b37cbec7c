"""The peers of tests/bench/order.cu: the same rows by CuPy and PyTorch, medians in milliseconds.
Usage: order_peers.py [log2 of the largest n]. A peer that is not installed is left out."""
import statistics, sys

most = 1 << (int(sys.argv[1]) if len(sys.argv) > 1 else 28)
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

for rows in (torch_rows, cupy_rows):
    try:
        rows()
    except ImportError as e:
        print(f"# {e}", file=sys.stderr)
