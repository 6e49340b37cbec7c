"""Properties of linear algebra on random matrices of many kinds and shapes, compared with NumPy: orthogonality,
reconstruction and residuals in units of size * epsilon, as LAPACK's testers measure them. Run by hand, with the library
of tests/random_calls.py:

    python3 tests/linalg_properties.py ./all.so SEED SECONDS [FUNCTION...]

GPU_DEVICE chooses the device, where the library was built by nvcc. A failure is printed with the number of its call;
the same seed makes the same calls. The last lines tell the largest ratio of each property beside its limit, which is
about three times what was found, here and for NumPy's own functions."""
import sys
import numpy as np
from against_numpy import D, call, expect, given, repeat, status_of, types

seed, seconds = int(sys.argv[2]), float(sys.argv[3])
rng = np.random.default_rng(seed)
REFUSED = 1  # GPU_ERROR_INVALID_ARGUMENT
FAILED = 10 ** 6  # in place of a status that the call for one matrix does not tell

# ---------------------------------------------------------------------------------------------------------- matrices --
def orthonormal(m, k):
    return np.linalg.qr(rng.normal(size=(m, k)))[0]

def of_values(m, n, values):
    p = min(m, n)
    return orthonormal(m, p) * values @ orthonormal(n, p).T

def repeated(x, axis):  # each row or column some times
    return np.take(x, rng.integers(0, max(1, x.shape[axis] // 2), x.shape[axis]), axis)

def permutation(m, n):
    a = np.zeros((m, n))
    a[rng.permutation(m)[:min(m, n)], rng.permutation(n)[:min(m, n)]] = 1
    return a

def growing(m, n):  # elimination doubles the last column with each row
    a = np.tril(np.full((m, n), -1.0), -1) + np.eye(m, n)
    a[:, -1] = 1
    return a

def spread(a, decades):  # elements of all sizes
    return a * 10.0 ** rng.uniform(-decades, decades, a.shape)

def broken(a):
    a = a.copy()
    a[rng.integers(a.shape[0]), rng.integers(a.shape[1])] = rng.choice([np.nan, np.inf, -np.inf])
    return a

def ends(t):  # the largest number and the smallest normal one
    return float(np.finfo(t).max), float(np.finfo(t).tiny)

normal, uniform = (lambda m, n: rng.normal(size=(m, n))), (lambda m, n: rng.uniform(-1, 1, (m, n)))
least = lambda m, n: np.minimum(np.arange(m)[:, None], np.arange(n)) + 1.0
kinds = {
    "normal": lambda m, n, t: normal(m, n),
    "integers": lambda m, n, t: rng.integers(-3, 4, (m, n)),
    "signs": lambda m, n, t: rng.choice([-1, 1], (m, n)),
    "zero": lambda m, n, t: np.zeros((m, n)),
    "identity": lambda m, n, t: np.eye(m, n) * rng.normal(),
    "permutation": lambda m, n, t: permutation(m, n),
    "constant": lambda m, n, t: np.full((m, n), rng.normal()),
    "one sign": lambda m, n, t: rng.uniform(0, 1, (m, n)),
    "min(i, j)": lambda m, n, t: least(m, n),
    "hilbert": lambda m, n, t: 1 / (np.arange(m)[:, None] + np.arange(n) + 1),
    "vandermonde": lambda m, n, t: np.vander(np.linspace(0.2, 1, m), n),
    "low rank": lambda m, n, t: (lambda r: normal(m, r) @ normal(r, n))(int(rng.integers(0, min(m, n) + 1))),
    "rank one": lambda m, n, t: normal(m, 1) @ normal(1, n),
    "geometric values": lambda m, n, t: of_values(m, n,
                                                  np.geomspace(1, np.finfo(t).eps ** rng.uniform(0.1, 2), min(m, n))),
    "clusters": lambda m, n, t: of_values(m, n, rng.choice([1, 1 + 1e-6, 2, 1e-6, 1e-12, 0], min(m, n))),
    "graded rows": lambda m, n, t: normal(m, n) * 10.0 ** rng.uniform(-8, 8, (m, 1)),
    "graded columns": lambda m, n, t: normal(m, n) * 10.0 ** rng.uniform(-8, 8, (1, n)),
    "graded elements": lambda m, n, t: spread(normal(m, n), 15 if t == np.float32 else 30),
    "falling": lambda m, n, t: normal(m, n) * 0.5 ** (np.arange(m)[:, None] + np.arange(n)),
    "lower": lambda m, n, t: np.tril(normal(m, n)),
    "upper": lambda m, n, t: np.triu(normal(m, n)),
    "tridiagonal": lambda m, n, t: 2 * np.eye(m, n) - np.eye(m, n, 1) - np.eye(m, n, -1),
    "sparse": lambda m, n, t: normal(m, n) * (rng.random((m, n)) < 0.2),
    "equal columns": lambda m, n, t: repeated(normal(m, n), 1),
    "equal rows": lambda m, n, t: repeated(normal(m, n), 0),
    "growing": lambda m, n, t: growing(m, n),
    "huge": lambda m, n, t: rng.choice([uniform, least, growing])(m, n),  # see below
    "tiny": lambda m, n, t: rng.choice([uniform, least, growing])(m, n),
}

def to_the_end(a, t, up):
    """Multiplied by the power of two, or a little less, that takes the largest element to the end of the range."""
    most = np.abs(a).max()
    if not most: return a
    largest, smallest = ends(t)
    free = int(rng.integers(0, 8))
    if up:
        return np.ldexp(np.clip(np.ldexp(a, -np.frexp(most)[1]), -1 + 2.0 ** -52, 1 - 2.0 ** -52),
                        np.frexp(largest)[1] - free)
    return np.ldexp(np.ldexp(a, -np.frexp(most)[1]), np.frexp(smallest)[1] + 2 - free * (2 if t == np.float32 else 5))

def matrix(m, n, t):
    kind = str(rng.choice(list(kinds)))
    a = np.asarray(kinds[kind](m, n, t), float)
    if kind in ("huge", "tiny"): a = to_the_end(a, t, kind == "huge")
    return np.clip(a, -ends(t)[0], ends(t)[0]).astype(t), kind

# --------------------------------------------------------------------------------------------------------- measuring --
limits = {  # of each property, in units of size * epsilon
    "qr": 3, "qr orthogonality": 8, "lu": 1, "solve": 2, "inv": 3, "slogdet": 3, "det": 10, "cholesky": 6,
    "eigh": 4, "eigh orthogonality": 6, "eigvalsh": 6, "svd": 4, "svd orthogonality": 15, "svdvals": 4,
    "lstsq": 3, "lstsq shortest": 20, "pinv": 8,
}
worst = dict.fromkeys(limits, (0, ""))
norm = lambda x: float(np.linalg.norm(x))

class Case:
    """Matrices of a batch in one call, and what there is to know of matrix z: c is a, scaled by 2^-e to about 1."""
    def __init__(self, matrices, described):
        self.a, self.described = given(np.array(matrices)), described
        self.t = self.a.dtype.type
        self.s = "f32" if self.t == np.float32 else "f64"
        self.batch, self.m, self.n = self.a.shape
        self.info = np.full(self.batch, FAILED, np.int32)
        self.eps, self.unit = float(np.finfo(self.t).eps), max(self.m, self.n) * float(np.finfo(self.t).eps)

    def run(self, name, *args):
        """The batch, or one matrix by the call for one, whose error becomes FAILED."""
        self.name = name
        if self.batch > 1 or rng.random() < 0.7: return call(f"{name}_batch_{self.s}", *args, self.batch, self.info)
        status = status_of(f"{name}_{self.s}", *args)
        expect(status in (0, REFUSED), name, "gave", status)
        self.info[0] = FAILED if status else 0

    def select(self, z):
        self.z, a = z, self.a[z].astype(float)
        self.e = int(np.frexp(np.abs(a[np.isfinite(a)]).max(initial=0))[1])
        self.c = np.ldexp(a, -self.e)
        largest, smallest = ends(self.t)
        # of results, scaled as c
        self.top, self.grain = np.ldexp(largest, -self.e), np.ldexp(smallest * self.eps, -self.e)
        return self.info[z]

    def says(self, *what):
        expect(False, self.name, *what, f"{self.s} {self.described[self.z]} {self.m} by {self.n},",
               f"matrix {self.z} of {self.batch}, info {self.info[self.z]}")

    def usable(self, finite, over=lambda: False, singular=lambda k: False):
        """Whether info is 0. Otherwise an element has to be infinite, the result too large, or the matrix singular."""
        k = self.info[self.z]
        if k == 0 and finite: return True
        if not finite:
            if k not in (-1, FAILED): self.says("a matrix that is not finite")
        elif not (k < 0 and k != -2 and over() or 0 < k < FAILED and singular(int(k))
                  or k == FAILED and (over() or singular(self.n))):
            self.says("a matrix without need to refuse it")
        return False

    def below(self, name, error, unit, lost=0):
        """The error in units, and in what rounding to numbers below the smallest normal one may lose."""
        ratio = float(error / (unit * self.unit + lost + 1e-300))
        if not ratio <= limits[name]: self.says(name, f"ratio {ratio:.3g}, expected at most {limits[name]}")
        if ratio > worst[name][0] or ratio != ratio:
            worst[name] = ratio, f"{self.s} {self.described[self.z]} {self.m} by {self.n}"

def growth(c):
    """|L||U| of elimination with partial pivoting, |U|, and the order of elements in U that may be lost."""
    u, n = c.copy(), len(c)
    low = np.eye(n)
    for j in range(n):
        p = j + int(np.argmax(np.abs(u[j:, j])))
        u[[j, p]], low[[j, p], :j] = u[[p, j]], low[[p, j], :j]
        if u[j, j]:
            low[j + 1:, j] = u[j + 1:, j] / u[j, j]
            u[j + 1:] -= low[j + 1:, j:j + 1] * u[j]
    return norm(np.abs(low) @ np.abs(np.triu(u))) / max(norm(c), 1e-300), np.abs(u).max()

size = lambda: int(rng.integers(1, rng.choice([6, 20, 70, 201])))
def some(square, columns=1):
    """A batch of matrices of one shape, of different kinds; now and then one of them is not finite."""
    t = types[str(rng.choice(["f32", "f64"]))]
    m = size()
    n = m if square else size() if rng.random() < 0.8 else max(1, m // int(rng.integers(1, 50)))
    if not square and rng.random() < 0.5: m, n = n, m
    batch = int(rng.integers(1, 4)) if rng.random() < 0.8 else int(rng.integers(4, 40)) if m * n < 500 else 1
    made = [matrix(m, n, t) for _ in range(batch)]
    if rng.random() < 0.1: made[int(rng.integers(len(made)))] = broken(made[0][0]), "not finite"
    return Case([a for a, _ in made], [kind for _, kind in made])

def fresh(case, *shape, t=None):
    """Memory for results, poisoned."""
    return np.full((case.batch,) + shape, -7 if t else np.nan, t or case.t)

def finite(x):
    return bool(np.isfinite(x).all())

# --------------------------------------------------------------------------------------------------------- functions --
def qr():
    k = some(False)
    p = min(k.m, k.n)
    k.run("qr", q := fresh(k, k.m, p), r := fresh(k, p, k.n), k.a, k.m, k.n)
    for z in range(k.batch):
        k.select(z)
        if not k.usable(finite(k.c), lambda: np.abs(np.linalg.qr(k.c)[1]).max() > 0.99 * k.top): continue
        x, y = q[z].astype(float), np.ldexp(r[z].astype(float), -k.e)
        k.below("qr orthogonality", norm(x.T @ x - np.eye(p)), 1)
        k.below("qr", norm(x @ y - k.c), norm(k.c), k.grain * k.n)
        if np.tril(y, -1).any(): k.says("R is not a triangle")

def lu():
    k = some(True)
    if rng.random() < 0.3:
        f = k.a.copy()
        k.run("lu", f, pivots := fresh(k, k.n, t=np.int32), f, k.n)
    else: k.run("lu", f := fresh(k, k.n, k.n), pivots := fresh(k, k.n, t=np.int32), k.a, k.n)
    for z in range(k.batch):
        k.select(z)
        zero = lambda i: k.info[z] == FAILED or (np.diag(f[z])[i - 1] == 0 and np.diag(f[z])[:i - 1].all())
        over = lambda: growth(k.c)[1] > 0.9 * k.top
        if not k.usable(finite(k.c), over, zero) and not 0 < k.info[z] < FAILED: continue
        low, up = np.tril(f[z].astype(float), -1) + np.eye(k.n), np.ldexp(np.triu(f[z].astype(float)), -k.e)
        c = k.c.copy()
        if not ((pivots[z] >= np.arange(k.n)) & (pivots[z] < k.n)).all() or np.abs(low).max() > 1: k.says("pivots")
        for i, q in enumerate(pivots[z]): c[[i, q]] = c[[q, i]]
        k.below("lu", norm(low @ up - c), norm(np.abs(low) @ np.abs(up)), k.grain * k.n ** 2)
        if k.info[z] == 0 and not np.diag(up).all(): k.says("a zero pivot")

def right(k, rows, cols):
    """Right-hand sides, and their exponents."""
    def one():
        b = normal(rows, cols)
        kind = rng.integers(6)
        if kind == 0: b = to_the_end(b, k.t, True)
        if kind == 1: b = to_the_end(b, k.t, False)
        if kind == 2: b = np.eye(rows, cols)
        return b.astype(k.t)
    return given(np.array([one() for _ in range(k.batch)]))

def singular(k):  # nearly
    least = lambda: 10 * k.unit * growth(k.c)[0] * norm(k.c) + k.grain * k.n ** 2
    return lambda _: np.linalg.svd(k.c, compute_uv=False)[-1] <= least()

def solve():
    k, cols = some(True), int(rng.integers(1, 9)) if rng.random() < 0.8 else 70
    b = right(k, k.n, cols)
    if rng.random() < 0.3:
        x = b.copy()
        k.run("solve", x, k.a, x, k.n, cols)
    else: k.run("solve", x := fresh(k, k.n, cols), k.a, b, k.n, cols)
    for z in range(k.batch):
        k.select(z)
        d = b[z].astype(float)
        e = int(np.frexp(np.abs(d).max())[1])
        d, top, grain = np.ldexp(d, -e), np.ldexp(ends(k.t)[0], k.e - e), np.ldexp(ends(k.t)[1] * k.eps, k.e - e)
        def over():
            # more than scaling allows for
            cond, grown = np.linalg.cond(k.c) * k.unit * growth(k.c)[0], growth(k.c)[1] > 4 * k.n ** 2
            return not cond < 0.1 or grown or np.abs(np.linalg.solve(k.c, d)).max() > (0.99 - cond) * top
        if not k.usable(finite(k.c), over, singular(k)): continue
        y = np.ldexp(x[z].astype(float), k.e - e)
        g = growth(k.c)[0]
        lost = k.n * cols * g * (grain * norm(k.c) + np.ldexp(ends(k.t)[1] * k.eps, -e) + k.grain * norm(y))
        k.below("solve", norm(k.c @ y - d), g * norm(k.c) * norm(y) + norm(d), lost)

def inv():
    k = some(True)
    if rng.random() < 0.3:
        x = k.a.copy()
        k.run("inv", x, x, k.n)
    else: k.run("inv", x := fresh(k, k.n, k.n), k.a, k.n)
    for z in range(k.batch):
        k.select(z)
        top, grain = np.ldexp(ends(k.t)[0], k.e), np.ldexp(ends(k.t)[1] * k.eps, k.e)
        def over():
            # more than scaling allows for
            cond, grown = np.linalg.cond(k.c) * k.unit * growth(k.c)[0], growth(k.c)[1] > 4 * k.n ** 2
            return not cond < 0.1 or grown or np.abs(np.linalg.inv(k.c)).max() > (0.99 - cond) * top
        if not k.usable(finite(k.c), over, singular(k)): continue
        y = np.ldexp(x[z].astype(float), k.e)
        k.below("inv", norm(k.c @ y - np.eye(k.n)), growth(k.c)[0] * norm(k.c) * norm(y),
                k.n * (grain * norm(k.c) + k.grain * norm(y)))

def det():
    k = some(True)
    k.run("slogdet", sign := fresh(k), log := fresh(k), k.a, k.n)
    first = k.info.copy()
    k.run("det", value := fresh(k), k.a, k.n)
    for z in range(k.batch):
        k.select(z)
        if not k.usable(finite(k.c), lambda: growth(k.c)[1] > 0.9 * k.top) or first[z]:
            if k.info[z] == 0 and first[z] not in (-1, FAILED): k.says("slogdet fails where det does not")
            continue
        g, cond = growth(k.c)[0], np.linalg.cond(k.c)
        want_sign, want = np.linalg.slogdet(k.c)
        want += k.n * k.e * np.log(2)
        if sign[z] == 0 and not log[z] == -np.inf: k.says("the logarithm of a determinant that is zero")
        if k.unit * g * cond * k.n < 0.1 and not k.grain * cond * k.n > k.unit:
            if sign[z] != want_sign: k.says("the sign of the determinant", sign[z], want_sign)
            k.below("slogdet", abs(float(log[z]) - want), k.n * g * cond + abs(want))
        largest, smallest = ends(k.t)
        by = float(sign[z]) * np.exp(float(log[z])) if log[z] < 709 else np.inf * sign[z]
        if smallest < abs(by) < largest / 2:
            k.below("det", abs(float(value[z]) - by), (1 + abs(float(log[z]))) * abs(by))
        elif abs(by) > 2 * largest and not np.isinf(value[z]) or abs(by) < smallest / 2 and abs(value[z]) > smallest:
            k.says("det", value[z], by)

def symmetric(k, definite):
    """The matrices of a case made symmetric, perhaps positive definite, with NaN in the triangle that is not read."""
    def one(a):
        a = a.astype(float)
        if not finite(a): return np.tril(a) + np.tril(a, -1).T
        e = int(np.frexp(np.abs(a).max())[1])
        a = np.ldexp(a, -e)
        if definite:
            a = a @ a.T + 40 * k.unit * (np.linalg.norm(a) ** 2 + 1) * np.eye(k.n)
            e = min(e, np.frexp(ends(k.t)[0])[1] - 20)
        else: a = (a + a.T) / 2
        return np.ldexp(a, e)
    kept = [one(a).astype(k.t) for a in k.a]
    half = [np.where(np.tri(k.n, dtype=bool), a, np.nan) if rng.random() < 0.5 else a for a in kept]
    k = Case([a.astype(k.t) for a in half], k.described)
    k.whole = kept
    return k

def whole(k, z):  # selects, and returns whether it is finite
    k.select(z)
    a = k.whole[z].astype(float)
    k.e = int(np.frexp(np.abs(a[np.isfinite(a)]).max(initial=0))[1])
    k.c = np.ldexp(a, -k.e)
    return finite(k.c)

def cholesky():
    definite = rng.random() < 0.7
    k = symmetric(some(True), definite)
    if rng.random() < 0.3:
        low = k.a.copy()
        k.run("cholesky", low, low, k.n)
    else: k.run("cholesky", low := fresh(k, k.n, k.n), k.a, k.n)
    for z in range(k.batch):
        ok = whole(k, z)
        lost = k.grain * k.n ** 2
        indefinite = lambda i: np.linalg.eigvalsh(k.c[:i, :i])[0] <= 10 * k.unit * norm(k.c) + lost
        if not k.usable(ok, singular=indefinite): continue
        y = np.ldexp(low[z].astype(float), -(k.e // 2))
        k.below("cholesky", norm(y @ y.T - np.ldexp(k.c, k.e % 2)), norm(k.c), lost)
        if np.triu(y, 1).any(): k.says("L is not a triangle")

def eigh():
    k = symmetric(some(True), False)
    k.run("eigh", w := fresh(k, k.n), v := fresh(k, k.n, k.n), k.a, k.n)
    first = k.info.copy()
    k.run("eigvalsh", only := fresh(k, k.n), k.a, k.n)
    for z in range(k.batch):
        ok = whole(k, z)
        if not k.usable(ok, lambda: np.abs(np.linalg.eigvalsh(k.c)).max() > 0.99 * k.top) or first[z]:
            if k.info[z] == 0: k.says("eigh fails where eigvalsh does not", first[z])
            continue
        values, x, want = np.ldexp(w[z].astype(float), -k.e), v[z].astype(float), np.linalg.eigvalsh(k.c)
        k.below("eigh orthogonality", norm(x.T @ x - np.eye(k.n)), 1)
        k.below("eigh", norm(k.c @ x - x * values), norm(k.c), k.grain * k.n)
        k.below("eigvalsh", np.abs(np.ldexp(only[z].astype(float), -k.e) - want).max(), norm(k.c), k.grain)
        if (np.diff(values) < 0).any() or (np.diff(only[z]) < 0).any(): k.says("eigenvalues are not in order")

def svd():
    k = some(False)
    p = min(k.m, k.n)
    k.run("svd", u := fresh(k, k.m, p), d := fresh(k, p), v := fresh(k, p, k.n), k.a, k.m, k.n)
    first = k.info.copy()
    k.run("svdvals", only := fresh(k, p), k.a, k.m, k.n)
    for z in range(k.batch):
        k.select(z)
        if not k.usable(finite(k.c), lambda: np.linalg.norm(k.c, 2) > 0.99 * k.top) or first[z]:
            if k.info[z] == 0: k.says("svd fails where svdvals does not", first[z])
            continue
        x, values, y = u[z].astype(float), np.ldexp(d[z].astype(float), -k.e), v[z].astype(float)
        k.below("svd orthogonality", max(norm(x.T @ x - np.eye(p)), norm(y @ y.T - np.eye(p))), 1)
        k.below("svd", norm(x * values @ y - k.c), norm(k.c), k.grain * p)
        k.below("svdvals", np.abs(np.ldexp(only[z].astype(float), -k.e) - np.linalg.svd(k.c, compute_uv=False)).max(),
                norm(k.c), k.grain)
        if (np.diff(values) > 0).any() or (values < 0).any() or (np.diff(only[z]) > 0).any():
            k.says("singular values are not in order")

def rank_of(k, rcond):
    """What the rank may be, and the matrix's decomposition."""
    u, d, v = np.linalg.svd(k.c, full_matrices=False)
    cut, doubt = rcond * d[0], 10 * k.unit * norm(k.c) + k.grain * k.n
    return int((d > cut + doubt).sum()), int((d >= cut - doubt).sum()), u, d, v

def lstsq():
    k, cols = some(False), int(rng.integers(1, 6))
    b, rcond = right(k, k.m, cols), float(rng.choice([-1, 1e-3, 0]))
    rank = fresh(k, t=np.int32) if rng.random() < 0.8 else None
    k.run("lstsq", x := fresh(k, k.n, cols), rank, k.a, b, k.m, k.n, cols, D(rcond))
    cut = rcond if rcond >= 0 else k.unit
    for z in range(k.batch):
        k.select(z)
        d = b[z].astype(float)
        e = int(np.frexp(np.abs(d).max())[1])
        d, top, grain = np.ldexp(d, -e), np.ldexp(ends(k.t)[0], k.e - e), np.ldexp(ends(k.t)[1] * k.eps, k.e - e)
        few, many, u, values, v = rank_of(k, cut) if finite(k.c) else (0, 0, 0, 0, 0)
        inverse = lambda: np.abs(v[:many].T / values[:many] @ (u[:, :many].T @ d)).max(initial=0)
        # sums overflow, as the contract allows
        near = lambda: np.sqrt(k.m) * 8 / values[many - 1] > np.ldexp(ends(k.t)[0], -e)
        if not k.usable(finite(k.c), lambda: few < many or inverse() > 0.9 * top or near()): continue
        if rank is not None and not few <= rank[z] <= many: k.says("rank", rank[z], few, many)
        y = np.ldexp(x[z].astype(float), k.e - e)
        below = np.ldexp(ends(k.t)[1] * k.eps, -e) * (k.m + k.n) * cols
        lost = (k.n * cols * grain * norm(k.c) + below) * norm(k.c) + cut * norm(k.c) * norm(d)
        k.below("lstsq", norm(k.c.T @ (k.c @ y - d)), norm(k.c) * (norm(k.c) * norm(y) + norm(d)), lost)
        if few == many and 0 < few < k.n and (few == len(values) or values[few] < 0.01 * values[few - 1]):
            gap = values[0] / values[few - 1]
            k.below("lstsq shortest", norm(y - v[:few].T @ (v[:few] @ y)), gap * norm(y),
                    grain * k.n * cols + below / values[few - 1])

def pinv():
    k, rcond = some(False), float(rng.choice([-1, 1e-3, 0]))
    k.run("pinv", x := fresh(k, k.n, k.m), k.a, k.m, k.n, D(rcond))
    cut = rcond if rcond >= 0 else k.unit
    for z in range(k.batch):
        k.select(z)
        top, grain = np.ldexp(ends(k.t)[0], k.e), np.ldexp(ends(k.t)[1] * k.eps, k.e)
        few, many, u, values, v = rank_of(k, cut) if finite(k.c) else (0, 0, 0, 0, 0)
        largest = lambda: np.abs(v[:many].T / values[:many] @ u[:, :many].T).max(initial=0)
        if not k.usable(finite(k.c), lambda: few < many or largest() > 0.9 * top): continue
        y, c = np.ldexp(x[z].astype(float), k.e), k.c
        if rcond == 0 and not norm(y) <= 1e50: continue  # what remains of a zero singular value is divided by
        lost = k.n * (grain * norm(c) ** 2 + cut * norm(c))
        k.below("pinv", norm(c @ y @ c - c), norm(c) ** 2 * norm(y) + norm(c), lost)
        k.below("pinv", norm(y @ c @ y - y), norm(y) ** 2 * norm(c) + norm(y),
                k.n * grain * (1 + 2 * norm(c) * norm(y)))
        k.below("pinv", norm(c @ y - (c @ y).T) + norm(y @ c - (y @ c).T), norm(c) * norm(y), k.n * grain * norm(c))

def nothing():
    """Matrices without rows or columns are refused; without a matrix or a right-hand side nothing happens."""
    one, out, info = given(np.ones(4)), np.full(64, 7.0), np.full(4, 7, np.int32)
    cases = {
        "qr": (out, out[8:], one, 0, 2), "lu": (out, info, one, 0), "solve": (out, one, one, 0, 1),
        "inv": (out, one, 0), "det": (out, one, 0), "slogdet": (out, out[8:], one, 0), "cholesky": (out, one, 0),
        "eigh": (out, out[8:], one, 0), "eigvalsh": (out, one, 0), "svd": (out, out[8:], out[16:], one, 2, 0),
        "svdvals": (out, one, 0, 0), "lstsq": (out, None, one, one, 2, 0, 1, D(-1)), "pinv": (out, one, 0, 2, D(-1)),
    }
    for name, args in cases.items():
        expect(status_of(name + "_f64", *args) == REFUSED, name, "of an empty matrix")
        args = [1 if type(a) is int and a == 0 else a for a in args]
        call(name + "_batch_f64", *args, 0, None)
        expect((out == 7).all() and (info == 7).all(), name, "of no matrix writes")
    call("solve_f64", out, one, one, 2, 0)
    expect((out == 7).all(), "solve without columns writes")

functions = [qr, lu, solve, inv, det, cholesky, lstsq, eigh, svd, pinv]
names = sys.argv[4:]
functions = [f for f in functions if not names or f.__name__ in names]
nothing()
def tell():
    for name, (value, where) in worst.items():
        if value: print(f"{name:20} {value:8.3g} of {limits[name]:4}   {where}", file=sys.stderr)

repeat(seed, seconds, lambda number: functions[number % len(functions)](), tell)
