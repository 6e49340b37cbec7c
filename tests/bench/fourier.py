"""Fourier transforms of gpu.h beside other libraries', by turns in one run: cuFFT through CuPy and PyTorch on a GPU, NumPy, SciPy
and FFTW (pyfftw, plans by estimate) on the CPU, whichever are installed. PROGRAM is tests/bench/fourier.cu, built.

    python3 tests/bench/fourier.py PROGRAM [--cpu THREADS] [--most BYTES] [--reps N] [--only NAME]

Milliseconds, medians; ratio: of the best other library to gpu.h.
"""
import argparse
import os
import statistics
import subprocess
import time

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--cpu", type=int, default=0)
parser.add_argument("--most", default="3e9")
parser.add_argument("--reps", type=int, default=20)
parser.add_argument("--only", default="")
args = parser.parse_args()
if args.cpu:
    os.environ.update(GPU_DEVICE="cpu", GPU_THREADS=str(args.cpu), OMP_NUM_THREADS=str(args.cpu))


def shape_of(name):
    def number(text):
        base, _, power = text.partition("^")
        return int(base) ** int(power) if power else int(base)

    real = name.startswith("real ")
    name = name.removeprefix("real ")
    if " of " in name:
        rows, n = name.split(" of ")
        return real, (number(rows), number(n)), (1,)
    base, _, power = name.partition("^")
    if power in ("2", "3") and int(base) > 10:
        return real, (int(base),) * int(power), tuple(range(int(power)))
    return real, (number(name),), (0,)


def ours(name):
    run = subprocess.run([args.program, args.most, str(args.reps)], capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(run.stderr)
    return {tuple(line.split("\t")[:2]): float(line.split("\t")[2]) for line in run.stdout.splitlines() if name in line}


def libraries():
    found = {}
    if args.cpu:
        found["NumPy"] = cpu(lambda x, axes, real: lambda: (np.fft.rfftn if real else np.fft.fftn)(x, axes=axes))
        try:
            import scipy.fft

            found["SciPy"] = cpu(lambda x, axes, real: lambda: (scipy.fft.rfftn if real else scipy.fft.fftn)(x, axes=axes, workers=args.cpu))
        except ImportError:
            pass
        try:
            import pyfftw

            def fftw(x, axes, real):
                a = pyfftw.empty_aligned(x.shape, dtype=x.dtype)
                shape = x.shape[:-1] + (x.shape[-1] // 2 + 1,) if real else x.shape
                b = pyfftw.empty_aligned(shape, dtype=np.result_type(x.dtype, np.complex64))
                plan = pyfftw.FFTW(a, b, axes=axes, flags=("FFTW_ESTIMATE",), threads=args.cpu)
                a[:] = x
                return lambda: plan.execute()

            found["FFTW"] = cpu(fftw)
        except ImportError:
            pass
        return found
    try:
        import cupy

        def with_cupy(wide, real, shape, axes):
            dtype = (np.float64 if wide else np.float32) if real else (np.complex128 if wide else np.complex64)
            x = cupy.random.standard_normal(shape).astype(dtype)
            import cupyx.scipy.fft as fft

            plan = fft.get_fft_plan(x, axes=axes, value_type="R2C" if real else "C2C")
            with plan:
                f = fft.rfftn if real and len(axes) > 1 else fft.rfft if real else fft.fftn if len(axes) > 1 else fft.fft
                call = (lambda: f(x, axes=axes)) if len(axes) > 1 else (lambda: f(x, axis=axes[0]))
                return timed_on_gpu(call, cupy.cuda.Event, cupy.cuda.get_elapsed_time)

        found["CuPy"] = with_cupy
    except ImportError:
        pass
    try:
        import torch

        def with_torch(wide, real, shape, axes):
            dtype = (torch.float64 if wide else torch.float32) if real else (torch.complex128 if wide else torch.complex64)
            x = torch.randn(shape, dtype=dtype, device="cuda")
            f = torch.fft.rfftn if real else torch.fft.fftn
            return timed_on_gpu(lambda: f(x, dim=axes), lambda: torch.cuda.Event(enable_timing=True), lambda a, b: a.elapsed_time(b))

        found["PyTorch"] = with_torch
    except ImportError:
        pass
    return found


def cpu(make):
    def measure(wide, real, shape, axes):
        x = np.random.standard_normal(shape)
        if not real:
            x = x + 1j * np.random.standard_normal(shape)
        x = x.astype((np.float64 if wide else np.float32) if real else (np.complex128 if wide else np.complex64))
        call = make(x, axes, real)
        times = []
        for _ in range(args.reps + 1):
            start = time.perf_counter()
            call()
            times.append((time.perf_counter() - start) * 1e3)
        return statistics.median(times[1:])

    return measure


def timed_on_gpu(call, event, elapsed):
    for _ in range(3):
        call()
    times = []
    for _ in range(args.reps):
        start, stop = event(), event()
        start.record()
        call()
        stop.record()
        stop.synchronize()
        times.append(elapsed(start, stop))
    return statistics.median(times)


def main():
    first = ours(args.only)
    found = libraries()
    theirs = {name: {} for name in found}
    for key in first:
        real, shape, axes = shape_of(key[1])
        for name, measure in found.items():
            try:
                theirs[name][key] = measure(key[0] == "double", real, shape, axes)
            except Exception as error:  # it has no such transform, or no memory for it
                theirs[name][key] = float("nan")
                if args.only:
                    print(name, key, repr(error)[:200])
    second = ours(args.only)
    print(f"{'':28}{'gpu.h':>10}{'again':>10}" + "".join(f"{name:>10}" for name in found) + f"{'ratio':>8}")
    for key in first:
        row = [theirs[name][key] for name in found]
        best = min([t for t in row if t == t], default=float("nan"))
        print(f"{key[0]:8}{key[1]:20}{first[key]:10.4f}{second[key]:10.4f}" + "".join(f"{t:10.4f}" for t in row) + f"{best / min(first[key], second[key]):8.2f}")


main()
