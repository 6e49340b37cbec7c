"""The programs of the examples from 20_mandelbrot.cu on, on the same sizes, in the tool that each is usually written in."""

import math

from common import cupy, jax, measure, numba_cuda, torch

if cupy:
    from cupyx.scipy import ndimage

    mandelbrot = cupy.ElementwiseKernel(
        "int32 pixel, int32 side, int32 most", "int32 steps",
        """double cx = -2 + 2.5 * (pixel % side + 0.5) / side, cy = -1.25 + 2.5 * (pixel / side + 0.5) / side, x = 0, y = 0, xx = 0, yy = 0;
           int k = 0;
           for (; k < most && xx + yy <= 4; k++) { y = 2 * x * y + cy; x = xx - yy + cx; xx = x * x; yy = y * y; }
           steps = k;""", "mandelbrot")
    pixels = cupy.arange(2048 * 2048, dtype="i4")
    measure("Mandelbrot, 2048 x 2048", "CuPy", lambda: mandelbrot(pixels, 2048, 1000), 5)

    cells = (cupy.random.rand(16384, 16384) < 0.25).astype("u1")

    def life(c):
        around = sum(cupy.roll(c, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)
        return ((around == 3) | ((around == 2) & (c == 1))).astype("u1")

    measure("life, a step of 16384 x 16384", "CuPy", lambda: life(cells), 5)

    image = cupy.random.rand(1080, 1920, dtype="f4") * 255

    def filters():
        blurred = ndimage.gaussian_filter(image, 2, mode="nearest", truncate=2)
        return cupy.sqrt(ndimage.sobel(blurred, 0) ** 2 + ndimage.sobel(blurred, 1) ** 2)

    measure("image filter, 1920 x 1080", "CuPy", filters)

    n, k = 10_000_000, 6
    px, py = cupy.random.rand(n, dtype="f4"), cupy.random.rand(n, dtype="f4")
    cx, cy = px[:k].copy(), py[:k].copy()

    def k_means_round():
        group = cupy.argmin((px[:, None] - cx) ** 2 + (py[:, None] - cy) ** 2, 1)
        counts = cupy.bincount(group, minlength=k)
        return cupy.bincount(group, px, k) / counts, cupy.bincount(group, py, k) / counts

    measure("k-means, a round of 1e7 points", "CuPy", k_means_round, 5)

    wave = cupy.ElementwiseKernel(
        "raw float32 now, float32 before, float32 c, int32 side", "float32 next",
        """int x = i % side, y = i / side;
           next = x && y && x < side - 1 && y < side - 1
               ? 2 * now[i] - before + c * (now[i - 1] + now[i + 1] + now[i - side] + now[i + side] - 4 * now[i]) : 0;""", "wave")
    u = [cupy.zeros((2048, 2048), "f4") for _ in range(3)]
    c = cupy.full((2048, 2048), 0.25, "f4")

    def waves():
        for s in range(100):
            wave(u[s % 3], u[(s + 2) % 3], c, 2048, u[(s + 1) % 3])

    measure("waves, 100 steps of 2048 x 2048", "CuPy", waves, 5)
    x = cupy.linspace(-3, 3, 1 << 24, dtype="f4")
    formula = cupy.ElementwiseKernel("float32 x", "float32 y", "y = expf(-x*x) * cosf(5*x) + 1/(2 + x*x)", "formula")
    measure("calculator, 2^24 values", "CuPy", lambda: formula(x))
    cupy.get_default_memory_pool().free_all_blocks()

if torch and torch.cuda.is_available():
    n = 50_000_000
    stock, strike, years = 5 + 25 * torch.rand(n, device="cuda"), 1 + 99 * torch.rand(n, device="cuda"), 0.25 + 9.75 * torch.rand(n, device="cuda")

    def black_scholes(s, k, t, r=0.02, v=0.3):
        d1 = (torch.log(s / k) + (r + 0.5 * v * v) * t) / (v * torch.sqrt(t))
        n1, n2, later = torch.special.ndtr(d1), torch.special.ndtr(d1 - v * torch.sqrt(t)), k * torch.exp(-r * t)
        return s * n1 - later * n2, later * (1 - n2) - s * (1 - n1)

    measure("Black-Scholes, 5e7 options", "PyTorch", lambda: black_scholes(stock, strike, years), 5)
    del stock, strike, years

if jax and jax.default_backend() == "gpu":
    np = jax.numpy
    n = 50_000_000
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    stock, strike, years = (low + high * jax.random.uniform(key, (n,)) for key, low, high in zip(keys, (5, 1, 0.25), (25, 99, 9.75)))

    @jax.jit
    def black_scholes(s, k, t, r=0.02, v=0.3):
        d1 = (np.log(s / k) + (r + 0.5 * v * v) * t) / (v * np.sqrt(t))
        n1, n2, later = jax.scipy.stats.norm.cdf(d1), jax.scipy.stats.norm.cdf(d1 - v * np.sqrt(t)), k * np.exp(-r * t)
        return s * n1 - later * n2, later * (1 - n2) - s * (1 - n1)

    measure("Black-Scholes, 5e7 options", "JAX", lambda: black_scholes(stock, strike, years), 5)
    del stock, strike, years

if numba_cuda:
    import numpy
    from numba import float32

    TILE, n = 256, 65536
    body = numba_cuda.to_device(numpy.random.rand(n, 4).astype("f4"))
    speed = numba_cuda.to_device(numpy.zeros((n, 4), "f4"))

    @numba_cuda.jit(fastmath=True)
    def kick(v, p, dt):
        tile = numba_cuda.shared.array((TILE, 4), float32)
        i, t = numba_cuda.grid(1), numba_cuda.threadIdx.x
        x, y, z = p[i, 0], p[i, 1], p[i, 2]
        ax, ay, az = float32(0), float32(0), float32(0)
        for first in range(0, p.shape[0], TILE):
            for d in range(4):
                tile[t, d] = p[first + t, d]
            numba_cuda.syncthreads()
            for k in range(TILE):
                dx, dy, dz = tile[k, 0] - x, tile[k, 1] - y, tile[k, 2] - z
                r = 1 / math.sqrt(dx * dx + dy * dy + dz * dz + float32(0.0025))
                f = tile[k, 3] * r * r * r
                ax += f * dx
                ay += f * dy
                az += f * dz
            numba_cuda.syncthreads()
        v[i, 0] += dt * ax
        v[i, 1] += dt * ay
        v[i, 2] += dt * az

    measure("n bodies, a step of 65536", "Numba", lambda: kick[n // TILE, TILE](speed, body, float32(0.001)), 5)
