"""Complex Fourier transforms on the CPU by turns with NumPy, SciPy and FFTW (pyfftw, plans by estimate) in one process on the same
cores: the least times of one call in milliseconds, of processor time with one thread, and by the clock with more.
Usage: fourier_cpu.py LIBRARY [types [shapes]], each separated by commas; a shape is N, ROWSofN or ROWSxN (both axes). LIBRARY is made
of fourier_cpu.cu; further libraries, separated by commas, are other versions of it. GPU_THREADS says how many threads."""
from common import P, S, by_turns, listed, threads, timers, wall
import numpy as np, scipy.fft, pyfftw

rng = np.random.default_rng(1)
print(f"{'':20s} " + "".join(f"{'gpu.h':>9s} " for _ in timers("f32")) + f"{'NumPy':>9s} {'SciPy':>9s} {'FFTW':>9s}   least of the others / gpu.h")
for shape in listed(3, ["1000of1024", "1024of1000", "1024x1000", "1048576", "2000x2000", "10007", "99991"]):
    part = [int(p) for p in shape.replace("of", "x").split("x")]
    two = "x" in shape
    rows, cols = part if len(part) == 2 else (1, part[0])
    for kind in listed(2, ["f32", "f64"]):
        C, R = {"f32": (np.complex64, np.float32), "f64": (np.complex128, np.float64)}[kind]
        a, b, out = [pyfftw.empty_aligned((rows, cols), dtype=C) for _ in "abc"]
        axes = (0, 1) if two else (1,)
        plan = pyfftw.FFTW(a, b, axes=axes, flags=("FFTW_ESTIMATE",), threads=threads)
        a[:] = rng.standard_normal((rows, cols)) + 1j * rng.standard_normal((rows, cols))
        out[:] = 0
        own = [lambda repeats, inner, f=f: f(int(two), S(rows), S(cols), repeats, inner, wall, P(out), P(a)) for f in timers(kind)]
        calls = [lambda: np.fft.fftn(a, axes=axes), lambda: scipy.fft.fftn(a, axes=axes, workers=threads), lambda: plan.execute()]
        once = [f(1, 1) for f in own for _ in "ab"][-1]
        own, others = by_turns(12 if once < 1e7 else 7, 3, max(1, int(1e6 // once)), own, calls)
        calls[0](), plan.execute()
        error = np.abs(out - b).max() / np.abs(b).max()
        assert error < 1e-5, error
        print(f"{shape:>16s} {kind} " + "".join(f"{t / 1e6:9.4f} " for t in own + others) + "  " +
              " ".join(f"{min(others) / t:6.2f}" for t in own), flush=True)
