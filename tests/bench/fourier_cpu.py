"""Complex Fourier transforms on the CPU by turns with NumPy, SciPy and FFTW (pyfftw, plans by estimate) in one process on the same
cores: the least times of one call in milliseconds, of processor time with one thread, and by the clock with more.
Usage: fourier_cpu.py LIBRARY [types [shapes]], each separated by commas; a shape is N, ROWSofN or ROWSxN (both axes). LIBRARY is made
of fourier_cpu.cu; further libraries, separated by commas, are other versions of it. GPU_THREADS says how many threads."""
import ctypes, os, sys, time
import numpy as np, scipy.fft, pyfftw

libraries = [ctypes.CDLL(p) for p in sys.argv[1].split(",")]
threads = int(os.environ.get("GPU_THREADS", "1"))
clock = time.perf_counter_ns if threads > 1 else time.process_time_ns
listed = lambda k, otherwise: sys.argv[k].split(",") if len(sys.argv) > k and sys.argv[k] else otherwise
P = lambda a: ctypes.c_void_p(a.ctypes.data)

def least(f, repeats, inner):
    best = 1e300
    for _ in range(repeats):
        begin = clock()
        for _ in range(inner): f()
        best = min(best, (clock() - begin) / inner)
    return best

rng = np.random.default_rng(1)
print(f"{'':20s} " + "".join(f"{'gpu.h':>9s} " for _ in libraries) + f"{'NumPy':>9s} {'SciPy':>9s} {'FFTW':>9s}   least of the others / gpu.h")
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
        def ours(lib, repeats, inner):
            f = getattr(lib, "time_" + kind)
            f.restype = ctypes.c_double
            return f(int(two), ctypes.c_size_t(rows), ctypes.c_size_t(cols), repeats, inner, int(threads > 1), P(out), P(a))
        calls = [lambda: np.fft.fftn(a, axes=axes), lambda: scipy.fft.fftn(a, axes=axes, workers=threads), lambda: plan.execute()]
        once = [ours(l, 1, 1) for l in libraries for _ in "ab"][-1]
        inner = max(1, int(1e6 // once))
        times = [1e300] * (len(libraries) + 3)
        for r in range(12 if once < 1e7 else 7):
            for k, lib in enumerate(libraries): times[k] = min(times[k], ours(lib, 3, inner))
            for k, call in enumerate(calls): times[len(libraries) + k] = min(times[len(libraries) + k], least(call, 3, inner))
        calls[0](), plan.execute()
        error = np.abs(out - b).max() / np.abs(b).max()
        assert error < 1e-5, error
        print(f"{shape:>16s} {kind} " + "".join(f"{t / 1e6:9.4f} " for t in times) + "  " +
              " ".join(f"{min(times[-3:]) / t:6.2f}" for t in times[:-3]), flush=True)
