"""How the Python programs are timed: the first call compiles, two more warm up, and of the rest the median counts, each with
the device waited for. A line is "program <tab> tool <tab> milliseconds"."""

import importlib
import time


def library(name):
    """The module, or None: a tool that is not installed is left out of the table."""
    try:
        return importlib.import_module(name)
    except Exception:
        return None


cupy, jax, torch = library("cupy"), library("jax"), library("torch")
try:
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # NumPy 2.5 has no such name any more, and Numba 0.6x asks for it
    from numba import cuda as numba_cuda

    numba_cuda.current_context()
except Exception:
    numba_cuda = None
WAIT = {
    "NumPy": lambda _: None,
    "CuPy": lambda _: cupy.cuda.Device().synchronize(),
    "Numba": lambda _: numba_cuda and numba_cuda.synchronize(),
    "PyTorch": lambda _: torch.cuda.is_available() and torch.cuda.synchronize(),
    "JAX": lambda result: jax.block_until_ready(result),
}


def measure(program, tool, call, rounds=9):
    try:
        for _ in range(3):
            WAIT[tool](call())
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            WAIT[tool](call())
            times.append(1e3 * (time.perf_counter() - start))
        print(f"{program}\t{tool}\t{sorted(times)[rounds // 2]:.4f}", flush=True)
    except Exception as why:
        print(f"{program}\t{tool}\tfailed: {str(why).splitlines()[0][:60] if str(why) else type(why).__name__}", flush=True)
