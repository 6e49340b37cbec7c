"""The rows of `make bench`: what each moves, beside which peers, and what it is to reach. bench.py measures them.

A row of R(...) has a name, the C name of its call (in LIBRARY.cu of this folder), its arrays and its unit. Sizes are
given in the order in which the call takes them. An array is its type and kind (bench.h lists them; o: an output, O: the
output that is compared with the peers') and, behind a colon, its shape in terms of the sizes, if that is not n. Bytes
are those of all arrays, each once, unless `bytes` says otherwise.
Peers are expressions of a, b, c ... (the arrays), the sizes, and m, the module: `np` for NumPy, CuPy and (without out=)
JAX; numpy, cupy, jax and torch are for one alone. Numba's are `map` or `sum` of an expression of A, B ..., elements of
a, b ... `gpu` and `cpu` are lists of (sizes, target); a number alone is the target at n = 2^28; target 0: none is set.
Rows with more=True are measured where ROWS names them, or with ROWS=all."""

ROWS = []
N, M26 = 1 << 28, 1 << 26
CPU = [({"n": n}, 0) for n in (1000, 1000000, 50000000)]
GROWTH = [100, 1000, 10**4, 10**5, 10**6, 10**7, 1 << 26, 1 << 28, 1 << 30]


def R(family, name, call, arrays, unit="GB/s", *, lib="arrays", gpu=(), cpu=(), flops="0", bytes=None, per="1",
    peak="f32",
      more=False, vendor=(), host=False, **peers):
    for place, sizes in (("gpu", gpu), ("cpu", cpu)):
        sizes = [({"n": N}, sizes)] if isinstance(sizes, (int, float)) else sizes
        for s, target in sizes:
            c = call[place] if isinstance(call, dict) else call
            ROWS.append({"family": family, "name": name, "place": place, "call": c.format(**s), "arrays": arrays,
                "unit": unit, "lib": lib,
                         "sizes": s, "target": target, "flops": flops, "bytes": bytes, "per": per, "peak": peak,
                         "more": more,
                         "vendor": vendor, "host": host or family == "growth", "peers": peers})


def G(target, **sizes):
    return [(sizes, target)]


# ------------------------------------------------------------------------------- arrays, reductions, scans, windows --
A = "arrays"
R(A, "a + b", "add", "fu fu fO", gpu=4300, cpu=CPU, np="m.add(a, b, out=c)", torch="m.add(a, b, out=c)",
    numba="map A + B",
  vendor=("CUDA", "OpenMP"))
R(A, "expf(-x*x)", "gauss", "fu fO", gpu=4200, cpu=CPU, numpy="m.exp(-a * a, out=b)", jax="m.exp(-a * a)",
    torch="m.exp(-a * a, out=b)",
  cupy="kernel('float32 x', 'float32 y', 'y = expf(-x * x)')(a, b)", numba="map exp(-A * A)")
R(A, "sin(x) cos(x)", "sincos", "fu fO", gpu=0, cpu=CPU, numpy="m.multiply(m.sin(a), m.cos(a), out=b)",
    jax="m.sin(a) * m.cos(a)",
  cupy="kernel('float32 x', 'float32 y', 'y = sinf(x) * cosf(x)')(a, b)", numba="map sin(A) * cos(A)",
  torch="a.sin() * a.cos()")
R(A, "(2x+3y)/(x+y+1)", "fused", "fu fu fO", gpu=4300, cpu=CPU, numpy="(2 * a + 3 * b) / (a + b + 1)",
    jax="(2 * a + 3 * b) / (a + b + 1)",
  cupy="kernel('float32 x, float32 y', 'float32 z', 'z = (2 * x + 3 * y) / (x + y + 1)')(a, b, c)",
  torch="(2 * a + 3 * b) / (a + b + 1)", numba="map (two * A + three * B) / (A + B + one)")
R(A, "sum", "sum", "fu dO:1", gpu=4440, cpu=CPU, np="a.sum()", torch="a.sum()", numba="sum A", vendor=("CUB",))
R(A, "sum of squares", "sumsq", "fu dO:1", cpu=CPU, np="m.dot(a, a)", torch="m.dot(a, a)", numba="sum A * A")
R(A, "dot", "dot", "fu fu dO:1", gpu=4440, cpu=CPU[2:], np="m.dot(a, b)", torch="m.dot(a, b)", vendor=("cuBLAS",),
    numba="sum A * B")
R(A, "user's sum of x w in double", "weighted", "fu fu dO:1", gpu=4440, cpu=CPU[2:], jax="(a.astype('d') * b).sum()",
  cupy="reduction('float32 x, float32 w', 'float64 s', '(double)x * w', 'a + b', 's = a', '0.0')(a, b)",
  numba="sum A * double(B)")
R(A, "max", "max", "fu fO:1", gpu=4440, cpu=CPU[2:], np="a.max()", torch="a.max()", vendor=("CUB",))
R(A, "argmax", "argmax", "fu lO:1 fo:1", bytes="4 * n", gpu=4400, cpu=CPU[2:], np="a.argmax()", torch="a.argmax()",
    vendor=("CUB",))
R(A, "mean", "mean", "fu dO:1", more=True, gpu=0, np="a.mean()", torch="a.mean()")
R(A, "norm", "norm", "fu dO:1", more=True, gpu=0, np="m.linalg.norm(a)", torch="a.norm()")
R(A, "variance", "var", "fu dO:1", gpu=4400, cpu=CPU[2:], np="a.var()", torch="a.var(correction=0)")
R(A, "normalize", "normalize", "fu fO", "ms", gpu=0.76, cpu=CPU[2:], np="(a - a.mean()) / a.std()",
    torch="(a - a.mean()) / a.std()",
  numba="array (a - a.mean()) / a.std()")
R(A, "cumsum, added in double", "cumsum", "fu fO", gpu=3400, cpu=CPU[2:], np="m.cumsum(a, out=b)",
    torch="m.cumsum(a, 0, out=b)", vendor=("CUB",))
R(A, "GPU_SCAN of floats", "scan", "fu fO", gpu=3400, cpu=CPU[2:], np="m.cumsum(a, out=b)",
    torch="m.cumsum(a, 0, out=b)", vendor=("CUB",))
R(A, "GPU_SCAN of doubles", "scan f64", "du dO", more=True, gpu=G(0, n=N // 2), np="m.cumsum(a, out=b)",
    torch="m.cumsum(a, 0, out=b)", vendor=("CUB",))
R(A, "exclusive scan", "exclusive scan", "fu fo", more=True, gpu=0)
for bins, target in ((256, 4000), (65536, 0)):
    R(A, f"histogram, {bins} bins", "histogram", f"fu lO:{bins}", more=not target, gpu=G(target, n=N, k=bins),
        cpu=[({"n": 50000000, "k": bins}, 0)],
      bytes="4 * n", np=f"m.histogram(a, {bins}, (0, 1))[0]", torch=f"m.histc(a, {bins}, 0, 1)", vendor=("CUB",))
square, wide = [({"n": 16384, "m": 16384}, 0)], [({"n": 100000, "m": 500}, 0)]
for name, call, out, target, np, torch, vendor in (
    ("transpose", "transpose", "fO:m,n", 4000, "m.ascontiguousarray(a.T)", "a.t().contiguous()", ("cuBLAS",)),
    ("row sums", "row sums", "fO:n", 4400, "a.sum(1)", "a.sum(1)", ()), ("column sums", "column sums", "fO:m", 4300,
        "a.sum(0)", "a.sum(0)", ()),
    ("row max", "row max", "fO:n", 0, "a.max(1)", "a.amax(1)", ()), ("column max", "column max", "fO:m", 0, "a.max(0)",
        "a.amax(0)", ()),
    ("row argmax", "row argmax", "lO:n", 0, "a.argmax(1)", "a.argmax(1)", ()), ("column argmax", "column argmax",
        "lO:m", 0, "a.argmax(0)", "a.argmax(0)", ()),
    ("row variances", "row variances", "fO:n", 0, "a.var(1)", "a.var(1, correction=0)", ()),
    ("column variances", "column variances", "fO:m", 0, "a.var(0)", "a.var(0, correction=0)", ())):
    R(A, name, call, "fu:n,m " + out, more=not target, gpu=[(square[0][0], target)] + ([] if target
        else [({"n": 5000000, "m": 20}, 0)]),
      cpu=wide, np=np, torch=torch, vendor=vendor, jax=np.replace("m.ascontiguousarray(a.T)", "a.T + 0"))
R(A, "matrix times vector", "matvec", "fu:n,m fu:m fO:n", gpu=[(square[0][0], 4250)], cpu=[({"n": 8192, "m": 4096},
    0)], np="a @ b", torch="a @ b", vendor=("cuBLAS",))
R(A, "moving average, 101 wide", "moving average", "fu fo", "ms", gpu=[({"n": M26, "k": 101}, 0.15)],
    cpu=[({"n": 1000000, "k": 101}, 0)],
  np="m.convolve(a, m.full(101, 1 / 101, 'f'), 'same')",
  torch="m.nn.functional.avg_pool1d(a[None, None], 101, 1, 50, count_include_pad=False)",
  jax="m.convolve(a, m.full(101, 1 / 101, 'f'), 'same')")
R(A, "convolution, 101 wide", "convolution 1-D", "fu fu:k fo", more=True, gpu=[({"n": M26, "k": 101}, 0)],
    np="m.convolve(a, b, 'same')")
R(A, "five-point stencil", "stencil", "fu:n,m fo:n,m", more=True, gpu=square)
R(A, "median 3 x 3", "median 3 x 3", "fu:n,m fo:n,m", more=True, gpu=square)
for width in (3, 5, 7, 9, 15):
    for border in range(5 if width < 7 else 1):
        s = [({"n": 16384, "m": 16384, "w": width, "border": border}, 0)]
        R(A, f"convolution {width} x {width}, border {border}", "convolution", "fu:n,m fu:w,w fo:n,m", more=True, gpu=s)
        R(A, f"of bytes {width} x {width}, border {border}", "convolution u8", "bk:n,m fu:w,w bo:n,m", more=True, gpu=s)
for call, arrays in (("add_scalar", "fu:n,m fo:n,m"), ("add_row", "fu:n,m fu:m fo:n,m"), ("add_col",
    "fu:n,m fu:n fo:n,m")):
    R(A, call, call, arrays, more=True, gpu=square + [({"n": 16384, "m": 16383}, 0)])
R(A, "weighted counts, 1000 bins", "weighted counts", "lk fu do:k", more=True, gpu=[({"n": M26, "k": 1000}, 0)],
    torch="m.bincount(a, b, 1000)")
for call in ("add misaligned", "add misaligned apart", "kernel, a guard", "kernel, gpu_1d", "kernel, gpu_for"):
    R(A, call, call, "fu:n+8 fu:n+8 fo:n+8", more="misal" in call, gpu=0, cpu=CPU if "kernel" in call
        and "_1d" not in call else ())
R(A, "sum misaligned", "sum misaligned", "fu:n+8 do:1", more=True, gpu=0)
for call in ("kernel, gpu_2d", "kernel, gpu_for_2d"):
    R(A, call, call, "fu:n,m fu:n,m fo:n,m", more=True, gpu=square)

# ----------------------------------------------------------------------------------------------- random numbers, pi --
JAX_KEY = "jax.random.key((a[0] * 0).astype('u4'))"
R(A, "uniform", "uniform", "fo", gpu=4300, cpu=CPU, cupy="m.random.rand(n, dtype='f')",
    numpy="rng.random(dtype='f', out=a)", torch="a.uniform_()",
  jax=f"jax.random.uniform({JAX_KEY}, a.shape)", vendor=("cuRAND",), numba="map random()")
R(A, "normal", "normal", "fo", gpu=3500, cpu=CPU, cupy="m.random.randn(n, dtype='f')",
    numpy="rng.standard_normal(dtype='f', out=a)", torch="a.normal_()",
  jax=f"jax.random.normal({JAX_KEY}, a.shape)", vendor=("cuRAND",), numba="map normal()")
for call, arrays in (("uniform f64", "do"), ("normal f64", "do"), ("lognormal", "fo"), ("exponential", "fo"),
    ("integers", "io"), ("permutation", "io"),
                     ("fill", "fo"), ("linspace", "fo")):
    R(A, call, call, arrays, more=True, gpu=G(0, n=N // 2))
R(A, "Poisson", "poisson", "io", more=True, gpu=[({"n": N, "k": k}, 0) for k in (4, 100, 40000)])
R(A, "pi, the value on the host", "pi, the value", "fo:4", "ms", gpu=G(0.20, n=10**8), cpu=CPU[1:], flops="3 * n",
    bytes="0", numba="pi",
  cupy="int((m.random.rand(n, dtype='f') ** 2 + m.random.rand(n, dtype='f') ** 2 < 1).sum())",
  numpy="(rng.random(n, dtype='f') ** 2 + rng.random(n, dtype='f') ** 2 < 1).sum()",
  torch="(m.rand(n, device=a.device) ** 2 + m.rand(n, device=a.device) ** 2 < 1).sum().item()",
  jax=f"(jax.random.uniform({JAX_KEY}, (2, n)) ** 2).sum(0).__lt__(1).sum()")
R(A, "pi, samples", "pi", "do:1", "samples/s", gpu=G(7e11, n=1 << 36), flops="3 * n", bytes="0")

# ------------------------------------------------------------------------------------------ calls, launches, memory --
C = "calls"
R(C, "a + b, a call", "add, a call", "fu fu fo", "us", gpu=G(2.7, n=1000), np="m.add(a, b, out=c)",
    torch="m.add(a, b, out=c)", numba="map A + B",
  vendor=("CUDA",), bytes="0")
R(C, "launch of a kernel", "launch", "fu fu fo", "us", gpu=G(0, n=1000), bytes="0")
R(C, "sum, the value on the host", "sum, the value", "fu do:1", "us", gpu=G(10, n=1000), np="float(a.sum())",
    torch="a.sum().item()", vendor=("CUB",), bytes="0")
R(C, "malloc and free of 1 MiB", "malloc and free", "", "us", gpu=G(0.5, n=1 << 20), cupy="m.empty(n, 'b')",
    torch="m.empty(n, dtype=m.uint8, device='cuda')",
  vendor=("CUDA",), bytes="0")
R(C, "a + b from host arrays to a host array", "host add", "", "ms", gpu=G(25, n=50000000), bytes="0",
    cupy="m.asnumpy(m.asarray(host[0]) + m.asarray(host[1]))",
  torch="(m.from_numpy(host[0]).cuda() + m.from_numpy(host[1]).cuda()).cpu()")
R(C, "launches of 16 threads, each", "launches of 16 threads", "fu fu fo", "us", more=True, gpu=G(0, n=1000),
    per="320000", vendor=("CUDA",), bytes="0")
for call in ("100 launches", "graph of 100 launches"):
    R(C, call, call, "fu fu fo", "us", gpu=G(0, n=1000), bytes="0")

# -------------------------------------------------------------------------------------------------------- functions --
F = "functions"
NUMPY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}
for f in ("exp", "log", "sin", "cos", "tanh", "exp2", "expm1", "log2", "log10", "log1p", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "sigmoid", "cbrt",
          "erf", "erfc", "rsqrt", "exp10", "sinpi", "cospi"):
    for t in "fd":
        first, known = t == "f" and f in ("exp", "log", "sin", "cos", "tanh"), f not in ("exp10", "sinpi", "cospi")
        peers = {"np": f"m.{NUMPY.get(f, f)}(a, out=b)"} if known and f not in ("sigmoid", "erf", "erfc",
            "rsqrt") else {}
        peers.update({"jax": f"jax.nn.{f}(a)"} if f == "sigmoid" else {"jax": f"jax.scipy.special.{f}(a)"}
            if f in ("erf", "erfc") else
                     {"jax": "jax.lax.rsqrt(a)"} if f == "rsqrt" else {})
        if known and f not in ("cbrt",): peers["torch"] = f"m.{f}(a, out=b)" if f not in NUMPY else f"m.{f}(a)"
        R(F, f"{f}, {'float' if t == 'f' else 'double'}", f"{f}_{'f32' if t == 'f' else 'f64'}", f"{t}u {t}O",
            lib="functions",
          gpu=4200 if first else G(0, n=N if t == "f" else N // 2), cpu=CPU[2:], more=not first, **peers)
for f in ("pow", "atan2", "hypot"):
    two = " {0}u" if f != "pow" else ""
    for t in "fd":
        R(F, f"{f}, {'float' if t == 'f' else 'double'}", f"{f}_{'f32' if t == 'f' else 'f64'}",
            ("{0}u" + two + " {0}O").format(t), lib="functions", more=True,
          gpu=G(0, n=N if t == "f" else N // 2), cpu=CPU[2:], np={"pow": "a ** 1.7", "atan2": "m.arctan2(a, b)",
              "hypot": "m.hypot(a, b)"}[f],
          torch={"pow": "a ** 1.7", "atan2": "m.atan2(a, b)", "hypot": "m.hypot(a, b)"}[f])
shapes = [({"n": r, "m": c}, 0) for r, c in ((65536, 1024), (4000000, 32), (1000000, 10), (262144, 256), (32768, 2048),
    (16384, 4096), (64, 1 << 20))]
for call, torch in (("softmax", "m.softmax(a, 1)"), ("log_softmax", "m.log_softmax(a, 1)"), ("logsumexp",
    "m.logsumexp(a, 1)"),
                    ("layer_norm", "m.nn.functional.layer_norm(a, a.shape[1:])"), ("softmax by GPU_ROWS",
                        "m.softmax(a, 1)"),
                    ("softmax by GPU_ROW_FOR", "m.softmax(a, 1)"), ("norm by GPU_ROW_SUM", "m.linalg.norm(a, dim=1)")):
    R(F, f"{call} of rows", call, "fn:n,m fO:" + ("n" if call[:3] in ("log", "nor") and "softmax" not in call
        else "n,m"), lib="functions", more=True,
      gpu=shapes, cpu=[({"n": 4096, "m": 1024},
          0)], torch=torch, jax=f"jax.nn.{call}(a, axis=1)" if call in ("softmax", "log_softmax") else False)

# ------------------------------------------------------------------------------------------------------------ order --
O = "order"
for t, kind in (("f32", "f"), ("f64", "d"), ("i32", "i"), ("i64", "l")):
    k = kind + ("n" if kind in "fd" else "w")
    own = {"f32": [(1000, 0), (1 << 16, 0), (1 << 20, 0), (1 << 24, 0), (M26, 1.48), (N, 0)], "i64": [(M26,
        4.1)]}.get(t, [])
    R(O, f"sort {t}", f"sort {t}", f"{k} {kind}O", "ms", lib="order", vendor=("CUB",), gpu=[({"n": n}, x) for n,
        x in own], numba="numpy sort",
      cpu=[({"n": n}, 0) for n in (1000, 1000000)], np="m.sort(a)", torch="m.sort(a)[0]")
    more = {"np": "m.sort(a)", "torch": "m.sort(a)[0]"}
    R(O, f"sort {t}", f"sort {t}", f"{k} {kind}O", "ms", lib="order", vendor=("CUB",), more=True, gpu=[({"n": n}, 0)
        for n in (4096, 1 << 14, 1 << 18, 1 << 22)], **more)
    large, c = [({"n": M26}, 2.0 if t == "f32" else 0)], [({"n": 1000000}, 0)]
    R(O, f"argsort {t}", f"argsort {t}", f"{k} lO", "ms", lib="order", more=t != "f32", gpu=large, cpu=c,
        np="m.argsort(a)", torch="m.argsort(a, stable=True)", numba="numpy argsort")
    R(O, f"median {t}", f"median {t}", f"{k} dO:1", "ms", lib="order", more=True, gpu=large[:1], cpu=c,
        np="m.median(a)", numba="numpy median")
    R(O, f"unique of 1000 values {t}", f"unique {t}", f"{kind}k {kind}o lo:1", "ms", lib="order", more=t != "i32",
        gpu=[({"n": M26}, 0.8 if t == "i32" else 0)], cpu=c,
      np="m.unique(a)", torch="m.unique(a)", jax=False, numba="numpy unique")
    R(O, f"top 100 {t}", f"top {t}", f"{k} {kind}O:100 lo:100", "ms", lib="order", more=t != "f32", gpu=[({"n": M26,
        "k": 100}, 0.15 if t == "f32" else 0)],
      cpu=[({"n": 1000000, "k": 100},
          0)], numpy="m.sort(m.partition(a, n - 100)[n - 100:])[::-1]", torch="m.topk(a, 100)[0]",
      jax="jax.lax.top_k(a, 100)[0]")
    R(O, f"compress {t}", f"compress {t}", f"{k} bk {kind}o lo:1", "ms", lib="order", more=True, gpu=large, cpu=c,
        np="a[b != 0]", torch="a[b != 0]", jax=False)
    R(O, f"where {t}", f"where {t}", f"{k} {k} bk {kind}O", "ms", lib="order", more=True, gpu=large, cpu=c,
        np="m.where(c != 0, a, b)", torch="m.where(c != 0, a, b)")
R(O, "pairs f32 + u32", "pairs f32 + u32", "fn iw fO io", "ms", lib="order", gpu=G(1.95, n=M26), cpu=[({"n": 1000000},
    0)], vendor=("CUB",), np="a[m.argsort(a)]",
  torch="m.sort(a)[0]")
R(O, "pairs u64 + u64", "pairs u64 + u64", "lu lu lo lo", "ms", lib="order", more=True, gpu=G(0, n=M26),
    vendor=("CUB",))
for cols, target in ((1024, 0.6), (16, 0), (128, 0), (4096, 0), (65536, 0)):
    R(O, f"sort of rows of {cols}", "sort rows f32", "fn:n,m fO:n,m", "ms", lib="order", more=not target,
        gpu=[({"n": M26 // cols, "m": cols}, target)],
      cpu=[({"n": 1000, "m": cols}, 0)] if cols < 4096 else (), np="m.sort(a, 1)", torch="m.sort(a, 1)[0]")
R(O, "top 8 of rows of 1024", "top rows f32", "fn:n,m fO:n,k lo:n,k", "ms", lib="order", more=True, gpu=[({"n": 65536,
    "m": 1024, "k": 8}, 0)], torch="m.topk(a, 8, 1)[0]")
R(O, "select x > 0.5", "select", "fn fo lo:1", "ms", lib="order", gpu=[({"n": M26}, 0.12), ({"n": N}, 0.46)],
    cpu=[({"n": 50000000}, 0)], vendor=("CUB",), np="a[a > 0.5]",
  torch="a[a > 0.5]", jax=False, bytes="5.23 * n")

# --------------------------------------------------------------------------------------------------------- products --
P = "matmul"
TYPE = {"f32": "f", "f64": "d", "tf32": "f", "bf16": "h", "f16": "e"}
BATCH, ONE = (64, 64, 64, 10000), (64, 64, 64, 1)
TARGETS = {("f32", 4096): 50, ("f32", 8192): 51, ("f64", 4096): 58, ("f64", 8192): 60, ("tf32", 4096): 375, ("tf32",
    8192): 400, ("bf16", 4096): 640, ("bf16", 8192): 770}
THIN = ((17, 8192, 8192), (8192, 17, 8192), (8192, 8192, 17))


def product(t, sizes, unit, target, way="nn", more=False, cpu=(), family=P):
    names = lambda m, n, k, b: [({"m": m, "n": n, "k": k, "b": b}, target)]
    at = "b,k,m" if way[0] == "t" else "b,m,k"
    bt = "b,n,k" if way[1] == "t" else "b,k,n"
    e = f"a{'.swapaxes(1, 2)' * (way[0] == 't')} @ b{'.swapaxes(1, 2)' * (way[1] == 't')}"
    fast = "True" if t == "tf32" else "False"
    R(family, f"{t} {way}", f"{t} {way}", f"{TYPE[t]}s:{at} {TYPE[t]}s:{bt} {TYPE[t]}O:b,m,n", unit, lib="matmul",
        gpu=names(*sizes) if family == P else sizes, cpu=cpu,
      flops="2 * m * n * k * b", peak=t, more=more, vendor=("cuBLAS",), np=e if t in ("f32", "f64", "f16") else None,
      jax=(f"m.matmul({e.replace(' @ ', ', ')}, precision='highest')" if t in ("f32", "f64") else None),
      torch=f"(setattr(m.backends.cuda.matmul, 'allow_tf32', {fast}), {e})[1]",
      numba="product" if t == "f32" and sizes == (4096, 4096, 4096, 1) else None)


for t in TYPE:
    for side in (4096, 8192, 1024, 256):
        product(t, (side, side, side, 1), "TFLOP/s", TARGETS.get((t, side), 0), more=(t, side) not in TARGETS,
                cpu=[({"m": s, "n": s, "k": s, "b": 1}, 0) for s in (256, 1024)] if t in ("f32",
                    "f64") and side == 4096 else ())
    for way in ("nt", "tn", "tt"):
        product(t, (4096, 4096, 4096, 1), "TFLOP/s", 0, way, True)
    first = t in ("f32", "bf16")
    product(t, (1000, 1001, 1003, 1), "ms", {"f32": 0.065, "bf16": 0.025}.get(t, 0), more=not first)
    for thin in THIN + ((8192, 1, 8192),):
        product(t, thin + (1,), "ms", {"f32": 0.08, "bf16": 0.045}.get(t, 0) if thin in THIN else 0, more=not first
            or thin not in THIN)
    product(t, BATCH, "ms", {"f32": 0.13, "bf16": 0.06}.get(t, 0), more=not first)
    product(t, ONE, "ms", 0.004 if t == "f32" else 0, more=t != "f32")

# ---------------------------------------------------------------------------------------------------------- Fourier --
FFTS = (  # transforms, axes, target in ms
    (1, 1 << 20, 0, 0, 0.02), (1, 1 << 24, 0, 0, 0.15), (1, M26, 0, 0, 0.58), (65536, 1024, 0, 0, 0.27), (16384, 4096,
        0, 0, 0.27),
    (1024, 65536, 0, 0, 0.55), (64, 1 << 20, 0, 0, 0.58), (65536, 1009, 0, 0, 0.45), (4096, 10007, 0, 0, 0.7), (1,
        1000003, 0, 0, 0.07),
    (1, 10**7, 0, 0, 0.12), (1, 2000, 2000, 0, 0.05), (1, 4096, 4096, 0, 0.16), (1, 16384, 16384, 0, 2.4), (1, 512,
        512, 512, 1.65),
    (1, 1 << 10, 0, 0, 0), (1, 1 << 14, 0, 0, 0), (1, 1 << 16, 0, 0, 0), (1000000, 64, 0, 0, 0), (1000000, 8, 0, 0,
        0), (65536, 1000, 0, 0, 0),
    (1, 10007, 0, 0, 0), (1000, 1024, 0, 0, 0), (1, 100, 100, 100, 0))
CPU_FFTS = ((1, 1 << 20, 0, 0), (1000, 1024, 0, 0), (1024, 1000, 0, 0), (1, 2000, 2000, 0), (1, 10007, 0, 0))


def transform(kind, b, d0, d1, d2, target, more=False, gpu=True, cpu=False, family="fft", name=None):
    axes = 3 if d2 else 2 if d1 else 1
    shape = ",".join(["b", "d0", "d1", "d2"][:axes + 1])
    last = shape.rsplit(",", 1)
    out = f"{last[0]},{last[1]}//2+1" if kind[0] == "r" else shape
    f = ("rfftn" if kind[0] == "r" else "fftn") + f"(a, {'dim' if axes < 0 else 'axes'}={tuple(range(1, axes + 1))})"
    row = [({"b": b, "d0": d0, "d1": d1, "d2": d2}, target)]
    c = kind[0] == "c"
    i = {"c32": "c", "c64": "z", "r32": "f", "r64": "d"}[kind]
    R(family, name or f"fft {kind}", kind, f"{i}n:{shape} {'c' if kind[1] == '3' else 'z'}O:{out}", "ms",
        lib="fourier", gpu=row if gpu else (), cpu=row if cpu else (),
      more=more, vendor=("cuFFT",), np=f"m.fft.{f}", torch=f"m.fft.{f.replace('axes=', 'dim=')}",
      scipy=f"m.fft.{f[:-1]}, workers=threads)",
      flops=f"b * {5 if c else 2.5} * d0 * max(d1, 1) * max(d2, 1) * log2(d0 * max(d1, 1) * max(d2, 1))",
      peak="f32" if kind[1] == "3" else "f64")


for size in FFTS:
    transform("c32", *size, more=not size[4])
transform("c64", 1, 1 << 24, 0, 0, 0.30)
transform("r32", 1, 1 << 24, 0, 0, 0.09)
for size in FFTS:
    if size[:2] != (1, 1 << 24): transform("c64", *size[:4], 0, more=True)
for size in ((1, 1 << 20, 0, 0), (65536, 1024, 0, 0), (1, 4096, 4096, 0)):
    transform("r32", *size, 0, more=True)
for size in CPU_FFTS:
    for kind in ("c32", "c64"):
        transform(kind, *size, 0, gpu=False, cpu=True, more=kind == "c64")

# --------------------------------------------------------------------------------------------------- linear algebra --
LINALG = {  # flops of one of n x n; NumPy's expression
    "solve": ("2 / 3 * n**3", "m.linalg.solve(a, b)"), "inv": ("2 * n**3", "m.linalg.inv(a)"), "cholesky": ("n**3 / 3",
        "m.linalg.cholesky(a)"),
    "qr": ("8 / 3 * n**3", "m.linalg.qr(a)[0]"), "eigh": ("9 * n**3", "m.linalg.eigh(a)[0]"), "svd": ("20 * n**3",
        "m.linalg.svd(a, full_matrices=False)[1]"),
    "det": ("2 / 3 * n**3", "m.linalg.det(a)"), "lstsq": ("2 * m * n**2", "m.linalg.lstsq(a, b)[0]")}
DENSE = {"solve": (0.58, 2.15, 5.06, 12.8), "inv": (0.68, 2.5, 6.3, 18.0), "cholesky": (0.16, 0.40, 0.79, 1.97),
    "qr": (0.56, 3.0, 7.1, 19.0),
         "eigh": (2.1, 10.5, 24.8, 90.7), "svd": (1.4, 10.9, 44.4)}
BATCHES = {(3, 1000000): {"solve": 0.1, "cholesky": 0.1, "inv": 0.1, "eigh": 1, "svd": 2}, (32, 10000): {"solve": 0.3,
    "eigh": 3, "svd": 5},
           (64, 2000): {"solve": 0.5, "eigh": 10, "svd": 20}}


def algebra(what, m, n, batch, target, t="f32", more=False, gpu=True, cpu=()):
    flops, call = LINALG[what]
    k, kind = {"f32": "f", "f64": "d"}[t], {"cholesky": "p", "eigh": "y"}.get(what, "s")
    compared = {"solve": 2, "lstsq": 2, "inv": 3, "cholesky": 3, "eigh": 5, "svd": 5}.get(what)  # not det: it overflows
    shapes = ["b,m,1", "b,m,n", "b,n,n", "b,n" if what != "det" else "b"]
    arrays = f"{k}{kind}:b,m,n {k}s:b,m,1 " + " ".join(f"{k}{'O' if 2 + i == compared else 'o'}:{s}" for i,
        s in enumerate(shapes)) + " io:b"
    one = "(lambda a, b: " + call + ")(a[0], b[0])" if batch == 1 else call
    if what == "lstsq" and batch > 1: one = None
    R("linalg", f"{what} {t}", f"{what} {t}", arrays, "ms", lib="linalg", gpu=[({"m": m, "n": n, "b": batch}, target)]
        if gpu else (),
      cpu=cpu and [({"m": m, "n": n, "b": batch}, 0)], flops=f"b * ({flops})", bytes="b * m * n * " + ("8" if k == "f"
          else "16"), peak=t, more=more,
      vendor=("cuSOLVER",), np=one, numpy=one and one.replace("lstsq(a, b)", "lstsq(a, b, rcond=None)"), torch=one)


for what, targets in DENSE.items():
    for n, target in zip((256, 1024, 2048, 4096), targets):
        algebra(what, n, n, 1, target)
        algebra(what, n, n, 1, 0, "f64", more=n != 1024)
algebra("lstsq", 100000, 32, 1, 0.3)
for (n, batch), targets in BATCHES.items():
    for what, target in targets.items():
        algebra(what, n, n, batch, target)
for what in LINALG:
    for m, n, batch in ((512, 512, 1), (64, 64, 200), (3, 3, 100000)) if what != "lstsq" else ((10000, 32, 1),):
        for t in ("f32", "f64"):
            algebra(what, m, n, batch, 0, t, gpu=False, cpu=True, more=t == "f64" or what == "det")

# ------------------------------------------------------------------------------ growth: from 1e2 to 2^30, all by us --
grow = [({"n": n}, 0) for n in GROWTH]
R("growth", "add", "add", "fu fu fo", "us", gpu=grow, cpu=grow, np="m.add(a, b, out=c)", torch="m.add(a, b, out=c)")
R("growth", "sum", "sum, the value", "fu do:1", "us", gpu=grow, cpu=grow, np="float(a.sum())", torch="a.sum().item()")
R("growth", "sort", "sort f32", "fn fo", "us", lib="order", gpu=grow, cpu=grow, np="m.sort(a)", torch="m.sort(a)[0]")
sides = [({"m": s, "n": s, "k": s, "b": 1}, 0) for s in (10, 32, 100, 316, 1024, 3162, 8192, 16384)]
R("growth", "matmul", "f32 nn", "fs:m,k fs:k,n fo:m,n", "us", lib="matmul", gpu=sides, cpu=sides, np="m.matmul(a, b)",
    torch="m.matmul(a, b)")
for n in GROWTH[:-1]:
    for place in ("gpu", "cpu"):
        transform("c32", 1, n, 0, 0, 0, gpu=place == "gpu", cpu=place == "cpu", family="growth", name="fft")
for row in ROWS:
    if row["family"] == "growth":
        row.update(unit="us", vendor=(), peers={"jax": None, **{k: v for k, v in row["peers"].items() if k in ("np",
            "torch")}})
