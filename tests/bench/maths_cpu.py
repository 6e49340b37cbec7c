"""The library's own mathematics over arrays on one thread of the CPU, by turns with NumPy, Numba and JAX where they are
installed, in one process: the least times of one call in nanoseconds an element, of processor time.
Usage: maths_cpu.py LIBRARY[,LIBRARY...] [sizes [types [functions]]], each separated by commas; a LIBRARY is made of
maths_cpu.cu, and several of them are versions to compare. All of the peers write into or make a new array, whichever is
the faster for them; JAX's arrays are on its device beforehand."""
import os
os.environ.update(GPU_THREADS="1", JAX_PLATFORMS="cpu", JAX_ENABLE_X64="1",
                  XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if hasattr(os, "sched_setaffinity"): os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
from common import P, S, by_turns, listed, numba_or_none, timers
import math
import numpy as np
numba = numba_or_none()
try:
    import jax, jax.numpy as jnp
except ImportError:
    jax = None

# The range of the arguments of each function, and how the peers write it; NumPy's takes the array for the results.
U = lambda f: lambda x, y, o: f(x, out=o)
def chain(first, *rest):
    def run(x, y, o):
        first(x, o)
        for f in rest: f(o)
    return run
minus, half = (lambda x, o: np.negative(x, out=o)), (lambda x, o: np.multiply(x, math.pi, out=o))
inplace = lambda f: lambda o: f(o, out=o)
functions = {
    "exp": (-20, 20, U(np.exp)), "exp2": (-20, 20, U(np.exp2)), "exp10": (-20, 20, lambda x, y, o: np.power(10, x, out=o)),
    "expm1": (-20, 20, U(np.expm1)), "log": (0.01, 10, U(np.log)), "log2": (0.01, 10, U(np.log2)), "log10": (0.01, 10, U(np.log10)),
    "log1p": (-0.9, 10, U(np.log1p)), "sin": (-20, 20, U(np.sin)), "cos": (-20, 20, U(np.cos)), "tan": (-20, 20, U(np.tan)),
    "sinpi": (-20, 20, chain(half, inplace(np.sin))), "cospi": (-20, 20, chain(half, inplace(np.cos))),
    "asin": (-1, 1, U(np.arcsin)), "acos": (-1, 1, U(np.arccos)), "atan": (-10, 10, U(np.arctan)), "sinh": (-10, 10, U(np.sinh)),
    "cosh": (-10, 10, U(np.cosh)), "tanh": (-5, 5, U(np.tanh)),
    "sigmoid": (-10, 10, chain(minus, inplace(np.exp), lambda o: np.add(o, 1, out=o), lambda o: np.divide(1, o, out=o))),
    "cbrt": (-10, 10, U(np.cbrt)), "erf": (-4, 4, None), "rsqrt": (0.01, 10, chain(lambda x, o: np.sqrt(x, out=o), lambda o: np.divide(1, o, out=o))),
    "pow": (0.01, 10, lambda x, y, o: np.power(x, 1.7, out=o)), "atan2": (-10, 10, lambda x, y, o: np.arctan2(x, y, out=o)),
    "hypot": (-10, 10, lambda x, y, o: np.hypot(x, y, out=o)),
}
bodies = {"exp2": "2 ** x", "exp10": "10 ** x", "sinpi": "math.sin(math.pi * x)", "cospi": "math.cos(math.pi * x)",
          "sigmoid": "one / (one + math.exp(-x))", "cbrt": "np.cbrt(x)", "rsqrt": "one / math.sqrt(x)", "pow": "x ** power",
          "atan2": "math.atan2(x, y)", "hypot": "math.hypot(x, y)"}
def jitted(name):
    body = bodies.get(name, f"math.{name}(x)").replace("2 ** x", "two ** x").replace("10 ** x", "ten ** x").replace("math.pi", "pi")
    text = f"""def f(a, b, o):
    one, two, ten, pi, power = o.dtype.type(1), o.dtype.type(2), o.dtype.type(10), o.dtype.type(math.pi), o.dtype.type(1.7)
    for i in range(a.size):
        x, y = a[i], b[i]
        o[i] = {body}"""
    scope = {"math": math, "np": np}
    exec(text, scope)
    return numba.njit(scope["f"], error_model="numpy")
if jax:
    one = {"exp10": lambda x: 10 ** x, "sinpi": lambda x: jnp.sin(math.pi * x), "cospi": lambda x: jnp.cos(math.pi * x), "asin": jnp.arcsin,
           "acos": jnp.arccos, "atan": jnp.arctan, "sigmoid": jax.nn.sigmoid, "erf": jax.scipy.special.erf, "rsqrt": jax.lax.rsqrt,
           "pow": lambda x: x ** 1.7, "atan2": jnp.arctan2, "hypot": jnp.hypot}
    def traced(name):
        f = jax.jit(one.get(name) or getattr(jnp, name))
        if name in ("atan2", "hypot"): return lambda x, y, o: f(x, y).block_until_ready()
        return lambda x, y, o: f(x).block_until_ready()

rng = np.random.default_rng(1)
print(f"{'ns an element':24s} " + " ".join(f"{'gpu.h':>7s}" for _ in timers("f32")) + f" {'NumPy':>8s} {'Numba':>8s} {'JAX':>8s}   gpu.h / the fastest")
for n in map(int, listed(2, ["1000", "1000000", "50000000"])):
    rounds, repeats, inner = (9, 20, 100) if n < 10000 else (7, 3, 1) if n < 5000000 else (2, 1, 1)
    for kind in listed(3, ["f32", "f64"]):
        T = {"f32": np.float32, "f64": np.float64}[kind]
        o = np.ones(n, T)
        for name in listed(4, list(functions)):
            low, high, in_numpy = functions[name]
            x, y = rng.uniform(low, high, n).astype(T), rng.uniform(low, high, n).astype(T)
            peers = [in_numpy, jitted(name) if numba else None, traced(name) if jax else None]
            args = [(x, y, o), (x, y, o), (jnp.asarray(x), jnp.asarray(y), o) if jax else None]
            for f, a in zip(peers[1:], args[1:]): f and f(*a)
            own = [lambda repeats, inner, f=f: f(name.encode(), S(n), repeats, inner, P(o), P(x), P(y)) for f in timers(kind)]
            peers = [f and (lambda f=f, a=a: f(*a)) for f, a in zip(peers, args)]
            own, theirs = by_turns(rounds, repeats, inner, own, peers)
            show = lambda t: f"{t / n:8.3f}" if t < 1e300 else f"{'-':>8s}"
            print(f"{name + ' ' + kind:14s} {n:>9d} " + " ".join(show(t) for t in own) + " ".join(show(t) for t in theirs) + f"   {own[-1] / min(theirs):5.2f}", flush=True)
