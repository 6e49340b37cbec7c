"""Compares gpu.h with NumPy itself: histogram edges, NaN rules, ties, ddof, allclose, convolution. Usage:
numpy_check.py LIBRARY, a shared library made of `#define GPU_IMPLEMENTATION`, `#define GPU_KERNELS_FOR_C` and
`#include "gpu.h"`. Runs on the current device."""
import ctypes, sys
import numpy as np
import against_numpy
from against_numpy import D, N, P, expect, lib, same

types = {s: against_numpy.types[s] for s in ("f32", "f64", "i32", "i64")}
rng = np.random.default_rng(7)

def call(name, *args, result=ctypes.c_int):
    f = getattr(lib, "gpu_" + name)
    f.restype = result
    return f(*[P(a.ctypes.data) if isinstance(a, np.ndarray) else a for a in args])

every = against_numpy.types
for s, t in every.items():
    x = rng.integers(0, 256, 1001).astype(t)  # values that all types hold: what NumPy does beyond is the processor's
    if t in (np.float32, np.float64): x[x < 255] += t(0.25)
    for name, number in every.items():
        o = np.empty(x.size, number)
        call("cast_" + name, o, x, ctypes.c_int(list(every).index(s)), N(x.size))
        expect(same(o, x.astype(number)), f"cast of {s} to {name}")
    if s[0] == "u":
        x = rng.integers(0, np.iinfo(t).max, 1001, dtype=t, endpoint=True)
        expect(call("sum_" + s, x, N(x.size), result=ctypes.c_uint64) == int(x.sum(dtype=np.uint64)), f"sum of {s}")
        expect(call("histogram_" + s, c := np.empty(7, np.int64), N(7), x, N(x.size), D(0), D(200)) == 0
               and same(c, np.histogram(x, 7, (0.0, 200.0))[0]), f"histogram of {s}")
x = rng.integers(0, 255, (37, 41), dtype=np.uint8, endpoint=True)
call("median3x3_u8", o := np.empty_like(x), x, N(37), N(41))
windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, "edge"), (3, 3)).reshape(37, 41, 9)
expect(same(o, np.sort(windows)[..., 4]), "median3x3 of u8")
h = rng.normal(size=(3, 5)).astype(np.float32)
for border, mode in enumerate(("constant", "edge", "wrap", "symmetric", "reflect")):
    call("conv2d_u8", o := np.empty_like(x), x, N(37), N(41), h, N(3), N(5), border)
    z = np.pad(x.astype(np.float64), ((1, 1), (2, 2)), mode)
    want = (np.lib.stride_tricks.sliding_window_view(z, h.shape) * h[::-1, ::-1].astype(np.float64)).sum((2, 3))
    expect(np.abs(o - np.clip(want, 0, 255)).max() < 0.5 + 1e-9, f"conv2d of u8, {mode}")
for s, t in types.items():
    real = t in (np.float32, np.float64)
    number = {np.float32: ctypes.c_float, np.float64: ctypes.c_double, np.int32: ctypes.c_int32,
              np.int64: ctypes.c_int64}[t]
    for trial in range(60):
        n = int(rng.integers(1, 5000))
        # plain numbers: the data's type then decides
        lo, hi = sorted(map(float, rng.normal(0, 10.0 ** rng.integers(-2, 5), 2)))
        bins = int(rng.integers(1, 700))
        x = rng.uniform(lo - 0.1 * (hi - lo), hi + 0.1 * (hi - lo), n).astype(t)
        edges = np.histogram_bin_edges(np.zeros(1, t), bins, (lo, hi))
        some = rng.random(n) < 0.5  # exactly on edges, or one step beside them
        x[some] = rng.choice(edges, some.sum()).astype(t)
        if real:
            x[rng.random(n) < 0.2] = np.nextafter(x[0], t(np.inf))
            x[rng.random(n) < 0.01] = np.nan
        counts = np.full(bins, -1, np.int64)
        call("histogram_" + s, counts, N(bins), x, N(n), D(lo), D(hi))
        expect(same(counts, np.histogram(x, bins, (lo, hi))[0]), f"histogram of {s}, n {n}, {bins} bins, [{lo}, {hi}]")
        y = rng.integers(-3, 4, n).astype(t)
        if real and trial % 3 == 0: y[rng.integers(0, n, 2)] = np.nan
        expect(call("argmax_" + s, y, N(n), result=ctypes.c_int64) == y.argmax(), f"argmax of {s}")
        expect(call("argmin_" + s, y, N(n), result=ctypes.c_int64) == y.argmin(), f"argmin of {s}")
        expect(same(call("max_" + s, y, N(n), result=number), y.max())
               and same(call("min_" + s, y, N(n), result=number), y.min()), f"max, min of {s}")
        expect(call("count_nonzero_" + s, y, N(n), result=ctypes.c_int64) == np.count_nonzero(y),
               f"count_nonzero of {s}")
        expect(call("any_" + s, y, N(n), result=ctypes.c_int) == y.any()
               and call("all_" + s, y, N(n), result=ctypes.c_int) == y.all(), f"any, all of {s}")
        for ddof in (0, 1):
            a, b = call("var_" + s, y, N(n), D(ddof), result=D), np.var(y.astype(np.float64), ddof=ddof)
            expect(same(a, b) or abs(a - b) <= 1e-12 * abs(b), f"var of {s}, n {n}, ddof {ddof}: {a} {b}")
        z = rng.permutation(y)
        for how, f in ((1, np.less), (3, np.less_equal), (2, np.equal), (10, np.not_equal), (4, np.greater),
                       (6, np.greater_equal)):
            o = np.empty(n, np.uint8)
            call("compare_" + s, o, y, ctypes.c_int(how), z, N(n))
            expect(same(o, f(y, z).astype(np.uint8)), f"{f.__name__} of {s}")
        for name in ("minimum", "maximum"):
            o = np.empty(n, t)
            call(f"{name}_{s}", o, y, z, N(n))
            expect(same(o, getattr(np, name)(y, z)), f"{name} of {s}")
        for name in ("square", "sign") + (("floor", "ceil", "round", "reciprocal") if real else ()):
            v, o = (rng.normal(0, 10, n).astype(t) if real else y), np.empty(n, t)
            call(f"{name}_{s}", o, v, N(n))
            expect(same(o, getattr(np, name)(v)), f"{name} of {s}")
        m = rng.integers(-9, 9, (int(rng.integers(1, 40)), int(rng.integers(1, 40)))).astype(t)
        if real and trial % 4 == 0: m[0, 0] = np.nan
        for axis, name in ((1, "rows"), (0, "cols")):
            o = np.empty(m.shape[1 - axis], t)
            call(f"max_{name}_{s}", o, m, N(m.shape[0]), N(m.shape[1]))
            expect(same(o, m.max(axis)), f"max_{name} of {s}")
            o = np.empty(m.shape[1 - axis], t if real else np.float64)
            call(f"mean_{name}_{s}", o, m, N(m.shape[0]), N(m.shape[1]))
            expect(np.allclose(o, m.mean(axis), rtol=1e-6, atol=1e-6, equal_nan=True), f"mean_{name} of {s}")
            for ddof in (0, 1):
                call(f"var_{name}_{s}", o, m, N(m.shape[0]), N(m.shape[1]), D(ddof))
                expect(np.allclose(o, m.astype(np.float64).var(axis, ddof=ddof), rtol=1e-6, atol=1e-12, equal_nan=True)
                       or m.shape[axis] <= ddof, f"var_{name} of {s}")
            o = np.empty_like(m)
            call(f"cumsum_{name}_{s}", o, m, N(m.shape[0]), N(m.shape[1]))
            expect(np.allclose(o, m.cumsum(axis), rtol=1e-6, atol=1e-6, equal_nan=True), f"cumsum_{name} of {s}")
            o = np.empty(m.shape[1 - axis], np.int64)
            for f in ("argmax", "argmin"):
                call(f"{f}_{name}_{s}", o, m, N(m.shape[0]), N(m.shape[1]))
                expect(same(o, getattr(m, f)(axis)), f"{f}_{name} of {s}")
        o, row, col = np.empty_like(m), m[0].copy(), m[:, 0].copy()
        for name, f in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply)):
            call(f"{name}_row_{s}", o, m, row, N(m.shape[0]), N(m.shape[1]))
            expect(same(o, f(m, row)), f"{name}_row of {s}")
            call(f"{name}_col_{s}", o, m, col, N(m.shape[0]), N(m.shape[1]))
            expect(same(o, f(m, col[:, None])), f"{name}_col of {s}")
        o = np.empty_like(m)
        call("median3x3_" + s, o, m, N(m.shape[0]), N(m.shape[1]))
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(m, 1, "edge"), (3, 3)).reshape(m.shape + (9,))
        want = np.sort(windows)[..., 4]
        expect(same(o, want), f"median3x3 of {s}")
        if real:
            v = rng.uniform(0.1, 20, n).astype(t)
            for name in ("exp2", "log2", "log10", "cbrt"):
                o = np.empty(n, t)
                call(f"{name}_{s}", o, v, N(n))
                expect(np.allclose(o, getattr(np, name)(v), rtol=1e-6, atol=1e-7), f"{name} of {s}")
            o, a = np.empty(n, t), rng.normal(size=n).astype(t)
            call("atan2_" + s, o, a, v - t(10), N(n))
            expect(np.allclose(o, np.arctan2(a, v - t(10)), rtol=1e-6), f"atan2 of {s}")
            k, o = rng.integers(0, 50, n).astype(np.int32), np.empty(50)
            call("bincount_weights_" + s, o, N(50), k, a, N(n))
            expect(np.allclose(o, np.bincount(k, a, 50), rtol=1e-12), f"bincount of {s} weights")
            q = (rng.normal(size=m.shape) * 10.0 ** rng.integers(-2, 3) + rng.choice([0, 300, -300])).astype(t)
            wide, tolerance = q.astype(np.float64), 4e-7 if s == "f32" else 1e-14
            away = wide - wide.max(1, keepdims=True)
            logs = np.log(np.exp(away).sum(1, keepdims=True))
            gain, bias = rng.normal(size=(2, m.shape[1])).astype(t)
            normal = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1e-5)
            for name, want in (("softmax", np.exp(away - logs)), ("log_softmax", away - logs),
                               ("logsumexp", (logs + wide.max(1, keepdims=True))[:, 0])):
                o = np.empty(want.shape, t)
                call(f"{name}_rows_{s}", o, q, N(m.shape[0]), N(m.shape[1]))
                expect(np.allclose(o, want, rtol=tolerance, atol=tolerance * np.abs(want).max()),
                       f"{name} of rows of {s}, {m.shape}")
            o = np.empty_like(q)
            call("layer_norm_rows_" + s, o, q, gain, bias, N(m.shape[0]), N(m.shape[1]), D(1e-5))
            expect(np.allclose(o, normal * gain + bias, rtol=1e-5, atol=1e-5), f"layer_norm of rows of {s}, {m.shape}")
            z = (y * (1 + rng.choice([0, 1e-5, 2e-5], n))).astype(t)
            if trial % 5 == 0: y[0] = z[0] = np.inf
            for rtol, atol in ((1e-5, 1e-8), (1.5e-5, 0), (0, 1e-4), (0, 0)):
                expect(call("allclose_" + s, y, z, N(n), D(rtol), D(atol))
                       == np.allclose(y.astype(np.float64), z.astype(np.float64), rtol, atol),
                       f"allclose of {s}, {rtol} {atol}")
            k = int(rng.integers(1, 60))
            b = rng.normal(size=(k, m.shape[1])).astype(t)
            a = rng.normal(size=(m.shape[0], k)).astype(t)
            o = np.full((a.shape[0], b.shape[1]), np.nan, t)
            call("matmul_" + s, o, a, b, N(a.shape[0]), N(b.shape[1]), N(k))
            expect(np.allclose(o, a @ b, rtol=1e-5, atol=1e-5), f"a @ b of {s}, {a.shape} {b.shape}")
            call("outer_" + s, o, a[:, 0].copy(), b[0], N(a.shape[0]), N(b.shape[1]))
            expect(same(o, np.outer(a[:, 0], b[0])), f"outer of {s}")
            h = rng.normal(size=int(rng.integers(1, min(n, 60) + 1))).astype(t)
            x = rng.normal(size=n).astype(t)
            o = np.empty(n, t)
            call("conv1d_" + s, o, x, N(n), h, N(h.size))
            expect(np.allclose(o, np.convolve(x, h, "same"), rtol=1e-4, atol=1e-4),
                   f"convolve of {s}, n {n}, width {h.size}")
            h = rng.normal(size=rng.integers(1, 9, 2)).astype(t)
            for border, mode in enumerate(("constant", "edge", "wrap", "symmetric", "reflect")):
                o = np.full(m.shape, np.nan, t)
                call("conv2d_" + s, o, m, N(m.shape[0]), N(m.shape[1]), h, N(h.shape[0]), N(h.shape[1]), border)
                z = np.pad(m.astype(np.float64), [(k // 2, k - 1 - k // 2) for k in h.shape], mode)
                want = (np.lib.stride_tricks.sliding_window_view(z, h.shape) * h[::-1, ::-1]).sum((2, 3))
                expect(np.allclose(o, want, rtol=1e-5, atol=1e-5, equal_nan=True),
                       f"conv2d of {s}, {m.shape} {h.shape}, {mode}")
        else:
            x = rng.integers(0, 50, n).astype(t)
            counts = np.empty(50, np.int64)
            call("bincount_" + s, counts, N(50), x, N(n))
            expect(same(counts, np.bincount(x, minlength=50)), f"bincount of {s}")
print(f"{against_numpy.checks} comparisons with NumPy {np.__version__}", file=sys.stderr)
against_numpy.end()
