"""The guides' functions of arrays, as CuPy, Numba, JAX and PyTorch have them; ours.cu has the same on the same sizes."""

import math

from common import cupy, jax, measure, numba_cuda, torch

N, PI_SAMPLES, SIDE, WINDOW = 50_000_000, 100_000_000, 4096, 101

if cupy:
    x, y = cupy.random.rand(N, dtype="f4"), cupy.random.rand(N, dtype="f4")
    measure("vector add", "CuPy", lambda: x + y)
    measure("gauss", "CuPy", lambda: cupy.exp(-x * x))
    fused = cupy.fuse(kernel_name="sigmoid")(lambda x: 1 / (1 + cupy.exp(-x)))
    measure("sigmoid", "CuPy", lambda: fused(x))
    weighted = cupy.ReductionKernel("T x, T w", "float64 s", "(double)x * w", "a + b", "s = a", "0", "weighted_sum")
    measure("weighted sum", "CuPy", lambda: float(weighted(x, y)))
    three = cupy.fuse(kernel_name="fusion")(lambda x, y: (2 * x + 3 * y) / (x + y + 1))
    measure("fusion", "CuPy", lambda: three(x, y))
    z = x[:20_000_000].astype("f8")
    measure("normalize", "CuPy", lambda: (z - z.mean()) / z.std())
    m = x[: SIDE * SIDE].reshape(SIDE, SIDE)
    measure("matrix product", "CuPy", lambda: m @ m)

    def pi():
        a, b = cupy.random.rand(PI_SAMPLES, dtype="f4"), cupy.random.rand(PI_SAMPLES, dtype="f4")
        return float(cupy.count_nonzero(a * a + b * b < 1)) * 4 / PI_SAMPLES

    measure("Monte Carlo pi", "CuPy", pi)
    w = x[: 1 << 22]
    measure("moving average", "CuPy", lambda: cupy.convolve(w, cupy.full(WINDOW, 1 / WINDOW, "f4"), "same"))

if torch and torch.cuda.is_available():
    torch.backends.cuda.matmul.allow_tf32 = False
    x, y = torch.rand(N, device="cuda"), torch.rand(N, device="cuda")
    measure("vector add", "PyTorch", lambda: x + y)
    measure("gauss", "PyTorch", lambda: torch.exp(-x * x))
    measure("sigmoid", "PyTorch", lambda: torch.sigmoid(x))
    measure("weighted sum", "PyTorch", lambda: float((x.double() * y).sum()))
    measure("fusion", "PyTorch", lambda: (2 * x + 3 * y) / (x + y + 1))
    z = x[:20_000_000].double()
    measure("normalize", "PyTorch", lambda: (z - z.mean()) / z.std(correction=0))
    m = x[: SIDE * SIDE].reshape(SIDE, SIDE)
    measure("matrix product", "PyTorch", lambda: m @ m)

    def pi():
        a, b = torch.rand(PI_SAMPLES, device="cuda"), torch.rand(PI_SAMPLES, device="cuda")
        return float((a * a + b * b < 1).sum()) * 4 / PI_SAMPLES

    measure("Monte Carlo pi", "PyTorch", pi)
    w = x[: 1 << 22].reshape(1, 1, -1)
    measure("moving average", "PyTorch", lambda: torch.nn.functional.avg_pool1d(w, WINDOW, 1, WINDOW // 2))
    del x, y, z, m, w
    torch.cuda.empty_cache()

if jax and jax.default_backend() == "gpu":
    np, jit = jax.numpy, jax.jit
    key = jax.random.PRNGKey(0)
    x, y = jax.random.uniform(key, (N,)), jax.random.uniform(jax.random.PRNGKey(1), (N,))
    add, gauss = jit(lambda x, y: x + y), jit(lambda x: np.exp(-x * x))
    sigmoid, fusion = jit(lambda x: 1 / (1 + np.exp(-x))), jit(lambda x, y: (2 * x + 3 * y) / (x + y + 1))
    dot, product = jit(lambda x, y: (x * y).sum()), jit(lambda m: np.matmul(m, m, precision="highest"))
    measure("vector add", "JAX", lambda: add(x, y))
    measure("gauss", "JAX", lambda: gauss(x))
    measure("sigmoid", "JAX", lambda: sigmoid(x))
    measure("weighted sum", "JAX", lambda: float(dot(x, y)))
    measure("fusion", "JAX", lambda: fusion(x, y))
    m = x[: SIDE * SIDE].reshape(SIDE, SIDE)
    measure("matrix product", "JAX", lambda: product(m))

    @jit
    def pi(key):
        a = jax.random.uniform(key, (2, PI_SAMPLES))
        return (a[0] ** 2 + a[1] ** 2 < 1).mean() * 4

    measure("Monte Carlo pi", "JAX", lambda: float(pi(key)))

if numba_cuda:
    import numpy
    from numba import vectorize
    from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

    x, y = numba_cuda.to_device(numpy.random.rand(N).astype("f4")), numba_cuda.to_device(numpy.random.rand(N).astype("f4"))
    out = numba_cuda.device_array(N, "f4")

    @vectorize(["float32(float32, float32)"], target="cuda")
    def add(x, y):
        return x + y

    @vectorize(["float32(float32)"], target="cuda")
    def gauss(x):
        return math.exp(-x * x)

    @vectorize(["float32(float32)"], target="cuda")
    def sigmoid(x):
        return 1 / (1 + math.exp(-x))

    @vectorize(["float32(float32, float32)"], target="cuda")
    def fusion(x, y):
        return (2 * x + 3 * y) / (x + y + 1)

    measure("vector add", "Numba", lambda: add(x, y, out=out))
    measure("gauss", "Numba", lambda: gauss(x, out=out))
    measure("sigmoid", "Numba", lambda: sigmoid(x, out=out))
    measure("fusion", "Numba", lambda: fusion(x, y, out=out))
    THREADS = 1024 * 256
    states = create_xoroshiro128p_states(THREADS, seed=1)
    counts = numba_cuda.device_array(THREADS, "i4")

    @numba_cuda.jit
    def hits(states, each, counts):
        t, inside = numba_cuda.grid(1), 0
        for _ in range(each):
            a, b = xoroshiro128p_uniform_float32(states, t), xoroshiro128p_uniform_float32(states, t)
            inside += a * a + b * b < 1
        counts[t] = inside

    def pi():
        hits[THREADS // 256, 256](states, PI_SAMPLES // THREADS, counts)
        return counts.copy_to_host().sum() * 4 / PI_SAMPLES

    measure("Monte Carlo pi", "Numba", pi)
