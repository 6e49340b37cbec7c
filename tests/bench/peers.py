"""The peers of tests/bench/bench.cu: the same work on the same sizes, one line a row: `peer key value unit`.
Usage: peers.py gpu|cpu. A peer that is not installed is left out."""
import os, sys, time, statistics as st

where = sys.argv[1] if len(sys.argv) > 1 else "cpu"
if where == "cpu":
    os.environ["JAX_PLATFORMS"] = "cpu"
else:
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
import numpy as np

def row(peer, key, n, value, unit):
    print(f"{peer} {key}/{n} {value:.6g} {unit}", flush=True)

def optional(name):
    try:
        return __import__(name)
    except Exception as e:
        print(f"# {name}: {type(e).__name__}", file=sys.stderr)

SETS, REPS = 4, 40
BYTES = {"add": 12, "fused": 12, "gauss": 8, "sum": 4, "dot": 8, "scan": 8, "weighted": 8, "max": 4, "argmax": 4, "mean": 4,
         "norm": 4, "var": 4, "normalize": 8, "histogram 256": 4, "histogram 65536": 4, "transpose": 8, "row sums": 4, "column sums": 4, "row max": 4, "column max": 4, "matvec": 4, "uniform": 4, "normal": 4}

def gpu():
    n = 1 << 28
    torch = optional("torch")
    if torch:
        def timed(f):
            for k in range(3): f(k % SETS)
            ev = [torch.cuda.Event(enable_timing=True) for _ in range(REPS + 1)]
            torch.cuda.synchronize(); ev[0].record()
            for r in range(REPS): f(r % SETS); ev[r + 1].record()
            torch.cuda.synchronize()
            return st.median(ev[r].elapsed_time(ev[r + 1]) for r in range(REPS))
        x = [torch.rand(n, device="cuda") for _ in range(SETS)]; y = [torch.rand(n, device="cuda") for _ in range(SETS)]
        z = [torch.empty(n, device="cuda") for _ in range(2)]
        s = torch.empty((), device="cuda")
        # torch has no fused expf(-x*x): its sigmoid is one exponential an element too
        work = {"add": lambda k: torch.add(x[k], y[k], out=z[k % 2]), "gauss": lambda k: torch.sigmoid(x[k], out=z[k % 2]),
                "sum": lambda k: x[k].sum(), "dot": lambda k: torch.dot(x[k], y[k]), "scan": lambda k: torch.cumsum(x[k], 0, out=z[k % 2]), "uniform": lambda k: z[k % 2].uniform_(), "normal": lambda k: z[k % 2].normal_()}
        m = [v.view(16384, 16384) for v in x]
        work.update({"max": lambda k: x[k].max(), "argmax": lambda k: x[k].argmax(), "mean": lambda k: x[k].mean(), "norm": lambda k: x[k].norm(), "var": lambda k: x[k].var(),
                     "normalize": lambda k: (x[k] - x[k].mean()) / x[k].std(), "histogram 256": lambda k: torch.histc(x[k], 256, 0, 1),
                     "histogram 65536": lambda k: torch.histc(x[k], 65536, 0, 1), "transpose": lambda k: m[k].t().contiguous(), "row sums": lambda k: m[k].sum(1),
                     "column sums": lambda k: m[k].sum(0), "row max": lambda k: m[k].amax(1), "column max": lambda k: m[k].amax(0), "matvec": lambda k: m[k] @ m[0][0]})
        for key, f in work.items():
            ms = timed(f); row("torch", key, n, n * BYTES[key] / ms * 1e-6, "GB/s")
        e = torch.empty(n // 2, dtype=torch.float64, device="cuda"); rows = 5000000
        ms = timed(lambda k: torch.cumsum(y[k].view(torch.float64), 0, out=e)); row("torch", "scan f64", n // 2, n * 8 / ms * 1e-6, "GB/s")
        ms = timed(lambda k: x[k][:rows * 20].view(rows, 20).sum(1)); row("torch", "row sums, 20 columns", rows * 20, rows * 84 / ms * 1e-6, "GB/s")
        del e
        del x, y, z; torch.cuda.empty_cache()
        a = torch.rand(1000, device="cuda"); b = torch.rand(1000, device="cuda"); c = torch.empty(1000, device="cuda")
        def wall(f, batch=1000, reps=21):
            out = []
            for _ in range(reps):
                torch.cuda.synchronize(); t = time.perf_counter()
                for _ in range(batch): f()
                torch.cuda.synchronize(); out.append((time.perf_counter() - t) / batch * 1e6)
            return st.median(out)
        row("torch", "add", 1000, wall(lambda: torch.add(a, b, out=c)), "us")
        row("torch", "sum waits", 1000, wall(lambda: a.sum().item(), 10, 101), "us")
    cp = optional("cupy")
    if cp:
        def timed(f):
            for k in range(3): f(k % SETS)
            ev = [cp.cuda.Event() for _ in range(REPS + 1)]
            cp.cuda.Device().synchronize(); ev[0].record()
            for r in range(REPS): f(r % SETS); ev[r + 1].record()
            ev[-1].synchronize()
            return st.median(cp.cuda.get_elapsed_time(ev[r], ev[r + 1]) for r in range(REPS))
        x = [cp.random.rand(n, dtype=cp.float32) for _ in range(SETS)]; y = [cp.random.rand(n, dtype=cp.float32) for _ in range(SETS)]
        z = cp.empty(n, cp.float32)
        g = cp.ElementwiseKernel("float32 x", "float32 y", "y = expf(-x * x)", "gauss_peer")
        fu = cp.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = (2 * x + 3 * y) / (x + y + 1)", "fused_peer")
        w = cp.ReductionKernel("float32 x, float32 w", "float64 s", "(double)x * w", "a + b", "s = a", "0.0", "weighted_peer")
        work = {"add": lambda k: cp.add(x[k], y[k], out=z), "gauss": lambda k: g(x[k], z), "fused": lambda k: fu(x[k], y[k], z), "sum": lambda k: x[k].sum(),
                "dot": lambda k: cp.dot(x[k], y[k]), "scan": lambda k: cp.cumsum(x[k], out=z), "weighted": lambda k: w(x[k], y[k]), "uniform": lambda k: cp.random.rand(n, dtype=cp.float32), "normal": lambda k: cp.random.randn(n, dtype=cp.float32)}
        m = [v.reshape(16384, 16384) for v in x]
        work.update({"max": lambda k: x[k].max(), "argmax": lambda k: x[k].argmax(), "transpose": lambda k: cp.ascontiguousarray(m[k].T), "row sums": lambda k: m[k].sum(1),
                     "column sums": lambda k: m[k].sum(0), "histogram 256": lambda k: cp.histogram(x[k], 256, (0, 1)), "matvec": lambda k: m[k] @ m[0][0]})
        for key, f in work.items():
            ms = timed(f); row("cupy", key, n, n * BYTES[key] / ms * 1e-6, "GB/s")
        a, b, c = x[0][:1000], y[0][:1000], z[:1000]
        out = []
        for _ in range(21):
            cp.cuda.Device().synchronize(); t = time.perf_counter()
            for _ in range(1000): cp.add(a, b, out=c)
            cp.cuda.Device().synchronize(); out.append((time.perf_counter() - t) * 1e3)
        row("cupy", "add", 1000, st.median(out), "us")
        h = [np.random.rand(50_000_000).astype(np.float32) for _ in range(2)]; out = []
        for _ in range(5):
            t = time.perf_counter(); cp.asnumpy(cp.asarray(h[0]) + cp.asarray(h[1])); out.append((time.perf_counter() - t) * 1e3)
        row("cupy", "add host arrays", 50_000_000, st.median(out), "ms")

def cpu():
    def wall(f, batch):
        f(); f(); out = []
        for _ in range(21):
            t = time.perf_counter()
            for _ in range(batch): f()
            out.append((time.perf_counter() - t) / batch * 1e6)
        return st.median(out)
    numba, jax = optional("numba"), optional("jax")
    rng = np.random.default_rng(1)
    X, Y = rng.random(50_000_000, dtype=np.float32), rng.random(50_000_000, dtype=np.float32); Z = np.empty_like(X)
    if numba:
        from math import exp, sin, cos
        pr = numba.prange; nj = numba.njit(parallel=True, fastmath=True)
        @nj
        def n_add(z, x, y):
            for i in pr(x.size): z[i] = x[i] + y[i]
        @nj
        def n_gauss(z, x):
            for i in pr(x.size): z[i] = np.exp(-x[i] * x[i])
        @nj
        def n_sincos(z, x):
            for i in pr(x.size): z[i] = np.sin(x[i]) * np.cos(x[i])
        @nj
        def n_fused(z, x, y):
            two, three, one = np.float32(2), np.float32(3), np.float32(1)
            for i in pr(x.size): z[i] = (two * x[i] + three * y[i]) / (x[i] + y[i] + one)
        @nj
        def n_sum(x):
            s = np.float32(0)
            for i in pr(x.size): s += x[i]
            return s
        @nj
        def n_sumsq(x):
            s = np.float32(0)
            for i in pr(x.size): s += x[i] * x[i]
            return s
        @nj
        def n_uniform(z):
            for i in pr(z.size): z[i] = np.random.random()
        @nj
        def n_normal(z):
            for i in pr(z.size): z[i] = np.random.standard_normal()
        @nj
        def n_pi(n):
            hits = 0
            for i in pr(n): hits += np.random.random() ** 2 + np.random.random() ** 2 < 1
            return hits
    if jax:
        jnp = jax.numpy
        j = {"add": jax.jit(lambda x, y: x + y), "gauss": jax.jit(lambda x, y: jnp.exp(-x * x)), "sincos": jax.jit(lambda x, y: jnp.sin(x) * jnp.cos(x)),
             "fused": jax.jit(lambda x, y: (2 * x + 3 * y) / (x + y + 1)), "sum": jax.jit(lambda x, y: x.sum()), "sumsq": jax.jit(lambda x, y: (x * x).sum())}
    np_box = np.full(101, 1 / 101, np.float32)
    for n in (1000, 1_000_000, 50_000_000):
        batch = 1000 if n <= 1000 else 20 if n <= 1_000_000 else 1
        x, y, z = X[:n], Y[:n], Z[:n]
        def np_fused():
            return (2 * x + 3 * y) / (x + y + 1)
        work = {"add": lambda: np.add(x, y, out=z), "gauss": lambda: np.exp(-x * x, out=z), "sincos": lambda: np.multiply(np.sin(x), np.cos(x), out=z),
                "fused": np_fused, "sum": lambda: x.sum(), "sumsq": lambda: np.dot(x, x), "scan": lambda: np.cumsum(x, out=z),
                "uniform": lambda: rng.random(dtype=np.float32, out=z), "normal": lambda: rng.standard_normal(dtype=np.float32, out=z),
                "max": lambda: x.max(), "argmax": lambda: x.argmax(), "var": lambda: x.var(), "normalize": lambda: (x - x.mean()) / x.std(), "histogram 256": lambda: np.histogram(x, 256, (0, 1)),
                "moving average 101": lambda: np.convolve(x, np_box, "same"), "row sums": lambda: x.reshape(-1, 500).sum(1), "column sums": lambda: x.reshape(-1, 500).sum(0),
                "transpose": lambda: np.ascontiguousarray(x.reshape(-1, 500).T)}
        for key, f in work.items(): row("numpy", "cpu " + key, n, wall(f, batch), "us")
        if numba:
            work = {"add": lambda: n_add(z, x, y), "gauss": lambda: n_gauss(z, x), "sincos": lambda: n_sincos(z, x), "fused": lambda: n_fused(z, x, y),
                    "sum": lambda: n_sum(x), "sumsq": lambda: n_sumsq(x), "uniform": lambda: n_uniform(z), "normal": lambda: n_normal(z), "pi": lambda: n_pi(n)}
            for key, f in work.items(): row("numba", "cpu " + key, n, wall(f, batch), "us")
        if jax:
            jx, jy = jnp.asarray(x), jnp.asarray(y)
            for key, f in j.items(): row("jax", "cpu " + key, n, wall(lambda: f(jx, jy).block_until_ready(), batch), "us")

def growth(peer, prefix, most, random, add, total, ordered, wait):
    """The rows of growth() in bench.cu; `wait` ends when all that was queued has."""
    def wall(f, repetitions, batch):
        taken = []
        for _ in range(repetitions + 2):
            wait()
            begin = time.perf_counter()
            for _ in range(batch): f()
            wait()
            taken.append((time.perf_counter() - begin) / batch * 1e6)
        return st.median(taken[2:])
    a, b, c = random(most), random(most), random(most)
    n = 64
    while n <= most:
        x, y, z = a[:n], b[:n], c[:n]
        batch = 200 if n <= 16384 else 10 if n <= 1048576 else 1
        row(peer, f"growth {prefix}add", n, wall(lambda: add(x, y, z), 11, batch), "us")
        row(peer, f"growth {prefix}sum", n, wall(lambda: total(x), 11, batch), "us")
        row(peer, f"growth {prefix}sort", n, wall(lambda: ordered(x), 5, max(1, batch // 10)), "us")
        n *= 4

if where == "gpu":
    gpu()
    torch, cp = optional("torch"), optional("cupy")
    if torch:
        growth("torch", "", 1 << 30, lambda n: torch.rand(n, device="cuda"), lambda x, y, z: torch.add(x, y, out=z),
               lambda x: x.sum().item(), torch.sort, torch.cuda.synchronize)
        torch.cuda.empty_cache()
    if cp:
        growth("cupy", "", 1 << 30, lambda n: cp.random.rand(n, dtype=cp.float32), lambda x, y, z: cp.add(x, y, out=z),
               lambda x: float(x.sum()), cp.sort, cp.cuda.Device().synchronize)
else:
    cpu()
    growth("numpy", "cpu ", 1 << 24, lambda n: np.random.default_rng(1).random(n, dtype=np.float32),
           lambda x, y, z: np.add(x, y, out=z), lambda x: float(x.sum(dtype=np.float64)), np.sort, lambda: None)
