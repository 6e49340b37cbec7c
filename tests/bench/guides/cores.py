"""The guides' programs on all cores of a CPU, as NumPy, SciPy, Numba and JAX have them; ours.cu and the examples have the same."""

import math

from common import jax, library, measure

np, scipy, numba = library("numpy"), library("scipy"), library("numba")
N, PI_SAMPLES, SIDE, WINDOW = 5_000_000, 10_000_000, 1024, 101
random = np.random.default_rng(1)
x, y = random.random(N, "f4"), random.random(N, "f4")
z, m, w = x[: N // 5 * 2].astype("f8"), x[: SIDE * SIDE].reshape(SIDE, SIDE), x[: 1 << 20]
out, normal = np.empty_like(x), np.empty_like(z)
image = random.random((1080, 1920), "f4") * 255
cells = (random.random((2048, 2048)) < 0.25).astype("u1")
px, py = random.random(3_000_000, "f4"), random.random(3_000_000, "f4")
cx, cy = px[:6].copy(), py[:6].copy()
options = 5 + 25 * random.random(1_000_000, "f4"), 1 + 99 * random.random(1_000_000, "f4"), 0.25 + 9.75 * random.random(1_000_000, "f4")
bodies, speeds = random.random((2048, 4), "f4"), np.zeros((2048, 4), "f4")
waves = [np.zeros((512, 512), "f4") for _ in range(3)]
courant = np.full((512, 512), 0.25, "f4")
line = np.linspace(-3, 3, 1 << 24, dtype="f4")

measure("vector add", "NumPy", lambda: np.add(x, y, out=out))
measure("gauss", "NumPy", lambda: np.exp(-x * x))
measure("sigmoid", "NumPy", lambda: 1 / (1 + np.exp(-x)))
measure("weighted sum", "NumPy", lambda: np.dot(x.astype("f8"), y))
measure("fusion", "NumPy", lambda: (2 * x + 3 * y) / (x + y + 1))
measure("normalize", "NumPy", lambda: (z - z.mean()) / z.std())
measure("matrix product", "NumPy", lambda: m @ m)
measure("Monte Carlo pi", "NumPy", lambda: np.count_nonzero(random.random(PI_SAMPLES, "f4") ** 2 + random.random(PI_SAMPLES, "f4") ** 2 < 1))
measure("moving average", "NumPy", lambda: np.convolve(w, np.full(WINDOW, 1 / WINDOW, "f4"), "same"))
if scipy:
    from scipy import ndimage

    def filters():
        blurred = ndimage.gaussian_filter(image, 2, mode="nearest", truncate=2)
        return np.sqrt(ndimage.sobel(blurred, 0) ** 2 + ndimage.sobel(blurred, 1) ** 2)

    measure("image filter, 1920 x 1080", "NumPy", filters)

if numba:
    everywhere = numba.njit(parallel=True, fastmath=True)

    @everywhere
    def add(x, y, out):
        for i in numba.prange(x.size):
            out[i] = x[i] + y[i]

    @everywhere
    def gauss(x, out):
        for i in numba.prange(x.size):
            out[i] = math.exp(-x[i] * x[i])

    @everywhere
    def sigmoid(x, out):
        for i in numba.prange(x.size):
            out[i] = 1 / (1 + math.exp(-x[i]))

    @everywhere
    def weighted(x, y):
        s = 0.0
        for i in numba.prange(x.size):
            s += np.float64(x[i]) * np.float64(y[i])
        return s

    @everywhere
    def fusion(x, y, out):
        for i in numba.prange(x.size):
            out[i] = (2 * x[i] + 3 * y[i]) / (x[i] + y[i] + 1)

    @everywhere
    def normalize(z, out):
        mean, squares = z.mean(), 0.0
        for i in numba.prange(z.size):
            squares += (z[i] - mean) ** 2
        scale = 1 / math.sqrt(squares / z.size)
        for i in numba.prange(z.size):
            out[i] = (z[i] - mean) * scale

    @everywhere
    def pi(n):
        inside = 0
        for _ in numba.prange(n):
            a, b = np.random.random(), np.random.random()
            inside += a * a + b * b < 1
        return inside

    @everywhere
    def mandelbrot(side, most, steps):
        for j in numba.prange(side):
            for i in range(side):
                cx, cy, x, y, k = -2 + 2.5 * (i + 0.5) / side, -1.25 + 2.5 * (j + 0.5) / side, 0.0, 0.0, 0
                while k < most and x * x + y * y <= 4:
                    x, y, k = x * x - y * y + cx, 2 * x * y + cy, k + 1
                steps[j, i] = k

    @everywhere
    def life(c, to):
        rows, cols = c.shape
        for j in numba.prange(rows):
            up, down = j - 1, (j + 1) % rows
            for i in range(cols):
                left, right = i - 1, (i + 1) % cols
                around = c[up, left] + c[up, i] + c[up, right] + c[j, left] + c[j, right] + c[down, left] + c[down, i] + c[down, right]
                to[j, i] = around == 3 or (around == 2 and c[j, i] == 1)

    @everywhere
    def nearest(px, py, cx, cy, group):
        for i in numba.prange(px.size):
            least, at = np.float32(np.inf), 0
            for c in range(cx.size):
                d = (px[i] - cx[c]) ** 2 + (py[i] - cy[c]) ** 2
                if d < least:
                    least, at = d, c
            group[i] = at

    def k_means_round():
        nearest(px, py, cx, cy, group)
        counts = np.bincount(group, minlength=6)
        return np.bincount(group, px, 6) / counts, np.bincount(group, py, 6) / counts

    @numba.njit(fastmath=True)
    def below(d):
        t = 1 / (1 + np.float32(0.2316419) * abs(d))
        tail = np.float32(0.39894228) * math.exp(np.float32(-0.5) * d * d) * t * (np.float32(0.31938153) + t * (np.float32(-0.356563782) + t * (
            np.float32(1.781477937) + t * (np.float32(-1.821255978) + t * np.float32(1.330274429)))))
        return 1 - tail if d > 0 else tail

    @everywhere
    def black_scholes(stock, strike, years, r, v, call, put):
        for i in numba.prange(stock.size):
            spread = v * math.sqrt(years[i])
            d1 = (math.log(stock[i] / strike[i]) + (r + np.float32(0.5) * v * v) * years[i]) / spread
            later, n1, n2 = strike[i] * math.exp(-r * years[i]), below(d1), below(d1 - spread)
            call[i], put[i] = stock[i] * n1 - later * n2, later * (1 - n2) - stock[i] * (1 - n1)

    @everywhere
    def wave(to, now, before, c):
        for j in numba.prange(1, now.shape[0] - 1):
            for i in range(1, now.shape[1] - 1):
                to[j, i] = 2 * now[j, i] - before[j, i] + c[j, i] * (now[j, i - 1] + now[j, i + 1] + now[j - 1, i] + now[j + 1, i] - 4 * now[j, i])

    def hundred_steps():
        for s in range(100):
            wave(waves[(s + 1) % 3], waves[s % 3], waves[(s + 2) % 3], courant)

    @everywhere
    def kick(v, p, dt):
        for i in numba.prange(p.shape[0]):
            ax, ay, az = np.float32(0), np.float32(0), np.float32(0)
            for k in range(p.shape[0]):
                dx, dy, dz = p[k, 0] - p[i, 0], p[k, 1] - p[i, 1], p[k, 2] - p[i, 2]
                r = 1 / math.sqrt(dx * dx + dy * dy + dz * dz + np.float32(0.0025))
                f = p[k, 3] * r * r * r
                ax, ay, az = ax + f * dx, ay + f * dy, az + f * dz
            v[i, 0] += dt * ax
            v[i, 1] += dt * ay
            v[i, 2] += dt * az

    @everywhere
    def formula(x, out):
        for i in numba.prange(x.size):
            out[i] = math.exp(-x[i] * x[i]) * math.cos(5 * x[i]) + 1 / (2 + x[i] * x[i])

    group, call, put = np.empty(px.size, "i4"), np.empty_like(options[0]), np.empty_like(options[0])
    steps, after, of_line = np.empty((512, 512), "i4"), np.empty_like(cells), np.empty_like(line)
    measure("vector add", "Numba", lambda: add(x, y, out))
    measure("gauss", "Numba", lambda: gauss(x, out))
    measure("sigmoid", "Numba", lambda: sigmoid(x, out))
    measure("weighted sum", "Numba", lambda: weighted(x, y))
    measure("fusion", "Numba", lambda: fusion(x, y, out))
    measure("normalize", "Numba", lambda: normalize(z, normal))
    measure("Monte Carlo pi", "Numba", lambda: pi(PI_SAMPLES))
    measure("Mandelbrot, 512 x 512", "Numba", lambda: mandelbrot(512, 1000, steps))
    measure("life, a step of 2048 x 2048", "Numba", lambda: life(cells, after))
    measure("k-means, a round of 3e6 points", "Numba", k_means_round)
    measure("Black-Scholes, 1e6 options", "Numba", lambda: black_scholes(*options, np.float32(0.02), np.float32(0.3), call, put))
    measure("waves, 100 steps of 512 x 512", "Numba", hundred_steps)
    measure("n bodies, a step of 2048", "Numba", lambda: kick(speeds, bodies, np.float32(0.001)))
    measure("calculator, 2^24 values", "Numba", lambda: formula(line, of_line))

if jax:
    jnp, jit = jax.numpy, jax.jit
    a, b, c = jnp.asarray(x), jnp.asarray(y), jnp.asarray(m)
    add, gauss = jit(lambda x, y: x + y), jit(lambda x: jnp.exp(-x * x))
    sigmoid, fusion = jit(lambda x: 1 / (1 + jnp.exp(-x))), jit(lambda x, y: (2 * x + 3 * y) / (x + y + 1))
    dot, product = jit(lambda x, y: (x * y).sum()), jit(lambda m: m @ m)
    measure("vector add", "JAX", lambda: add(a, b))
    measure("gauss", "JAX", lambda: gauss(a))
    measure("sigmoid", "JAX", lambda: sigmoid(a))
    measure("weighted sum", "JAX", lambda: dot(a, b))
    measure("fusion", "JAX", lambda: fusion(a, b))
    measure("matrix product", "JAX", lambda: product(c))

    @jit
    def black_scholes(s, k, t, r=0.02, v=0.3):
        d1 = (jnp.log(s / k) + (r + 0.5 * v * v) * t) / (v * jnp.sqrt(t))
        n1, n2, later = jax.scipy.stats.norm.cdf(d1), jax.scipy.stats.norm.cdf(d1 - v * jnp.sqrt(t)), k * jnp.exp(-r * t)
        return s * n1 - later * n2, later * (1 - n2) - s * (1 - n1)

    of_options = [jnp.asarray(o) for o in options]
    measure("Black-Scholes, 1e6 options", "JAX", lambda: black_scholes(*of_options))
