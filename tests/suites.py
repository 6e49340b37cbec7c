"""NumPy's and SciPy's own tests, of which gpu.h answers the calls: functions of the two packages are replaced by the
library's, and then the packages' tests run. What gpu.h does not take (other types of elements, subclasses, arguments
without a counterpart) the original answers. `make test-one T=suites` installs the packages and calls

    python tests/suites.py LIBRARY [TESTS...]

with the library of tests/library.cu; TESTS, as pytest names them below site-packages, are run alone. At the end a table
says how many calls of each function gpu.h answered, and how many it passed on. A function that it never answered is a
failure, and so is a test that fails, unless it fails with the packages alone too. A test in which gpu.h answers nothing
is not counted."""
import os
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import collections, functools, gc, inspect, math, operator, subprocess, sys
import numpy as np
import numpy.fft._pocketfft_umath, numpy.linalg._umath_linalg
import pytest
import scipy.fft._pocketfft.pypocketfft, scipy.linalg
import against_numpy
from against_numpy import D, ctypes, lib, status_of, types
from numpy.linalg import LinAlgError

np.seterr(all="warn")
SITE = os.path.dirname(os.path.dirname(np.__file__))
SUITES = {  # of these files all tests, or some classes
    "numpy/fft/tests": "", "numpy/linalg/tests/test_linalg.py": "", "numpy/lib/tests/test_arraysetops.py": "",
    "numpy/lib/tests/test_histograms.py": "", "numpy/lib/tests/test_twodim_base.py": "",
    "numpy/_core/tests/test_multiarray.py": "Methods Compress Take Dot Matmul Where",
    "numpy/_core/tests/test_numeric.py": "Nonzero NonarrayArgs Correlate Convolve Tensordot Argwhere",
    "numpy/_core/tests/test_numeric.py::test_outer_out_param": "",
    "numpy/lib/tests/test_function_base.py": "Cumsum Digitize Unique Bincount Percentile Quantile Median",
    "scipy/fft/tests/test_basic.py": "", "scipy/fft/_pocketfft/tests/test_basic.py": "",
    "scipy/linalg/tests/test_basic.py": "", "scipy/linalg/tests/test_decomp.py": "",
    "scipy/linalg/tests/test_decomp_cholesky.py": "", "scipy/linalg/tests/test_decomp_lu.py": "",
}
DESELECTED = {  # a part of the test's name, and why it is not asked
    "TestDot::test_huge_vectordot": "it takes 8 to 16 GiB of memory",
    "test_orth_memory_efficiency": "it takes minutes: a singular value decomposition of 10^7 rows",
    "test_svd_gesdd_nofegfault": "it takes 8 GiB of memory",
    "::test_overwrite_a": "it asks which arguments LAPACK overwrites",
    "tall_pivoting": "it compares the further columns of a complete Q with those of LAPACK's pivoted one",
    "::test_multiprocess": "SciPy alone answers in the process that it starts, and zeros are compared to the last bit",
    "TestLstsq::test_rcond": "it counts a singular value that is zero but for LAPACK's rounding errors",
    "test_dot_errstate": "it asks for a floating-point exception where a sum overflows",
    "TestQR::test_mode_all_but_economic": "it asks of floats up to 6 for 7 decimals: NumPy computes them in double",
}

# ------------------------------------------------------------------------------------------------------- the library --
class NotTaken(Exception):
    """gpu.h has no such call; the original answers."""

def need(ok):
    if not ok: raise NotTaken

def call(name, *args, allowed=(0,)):
    wrong = against_numpy.failures
    status = status_of(name, *args)
    if status not in allowed or against_numpy.failures > wrong:
        raise AssertionError(f"gpu_{name} gave {status}: {lib.gpu_error_message()}")
    return status

suffix = {np.dtype(t): s for s, t in types.items()}
REAL, WHOLE = ("f32", "f64"), ("i32", "i64", "u32", "u64")
ALL, ANY = ("f32", "f64", "i32", "i64"), tuple(types)

def fixed(a, t=None):
    """Without gaps, of its own or the given type, as an input that must stay as it is."""
    a = np.asarray(a, t, order="C").view()
    a.flags.writeable = False
    return a

def known(a, allowed):
    """The array and its suffix, if its type is one of these."""
    if type(a) in (list, tuple): a = np.asarray(a)
    need(type(a) is np.ndarray and suffix.get(a.dtype) in allowed)
    return a, suffix[a.dtype]

def rows_of(a, axis):
    """The elements along one or several axes (all for None) as rows, and the shape of what remains."""
    axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = np.lib.array_utils.normalize_axis_tuple(axes, a.ndim)
    rest = [i for i in range(a.ndim) if i not in axes]
    shape = tuple(a.shape[i] for i in rest)
    need(a.size > 0)
    return fixed(a.transpose(rest + list(axes))).reshape(math.prod(shape), -1), shape

def by_rows(a, axis, of_rows):
    """of_rows of the rows along an axis, which stays where it is."""
    need(a.ndim > 0 and a.size > 0)
    axis = operator.index(axis)
    need(-a.ndim <= axis < a.ndim)
    moved = np.moveaxis(a, axis, -1)
    return np.moveaxis(of_rows(fixed(moved).reshape(-1, a.shape[axis])).reshape(moved.shape), -1, axis)

# ------------------------------------------------------------------------------------------------ what is replaced --
answered, passed_on, replaced = collections.Counter(), collections.Counter(), {}

def instead_of(*names):
    """Replaces functions of the packages, wherever one of their modules has it, by one that may raise NotTaken. Methods
    of ndarray are replaced in its type."""
    def take_over(ours):
        for name in names:
            where, last = name.rsplit(".", 1)
            owner = np.ndarray if where == "numpy.ndarray" else sys.modules[where]
            replaced[name] = owner, last, Stand(name, getattr(owner, last), ours)
        return ours
    return take_over

class Stand:
    """Stands for a function, with its attributes."""
    def __init__(self, name, original, ours):
        functools.update_wrapper(self, original)
        self.name, self.original, self.ours, self.takes = name, original, ours, inspect.signature(ours)

    def __call__(self, *args, **named):
        try: bound = self.takes.bind(*args, **named)
        except TypeError: bound = None
        try:
            need(bound)
            result = self.ours(*bound.args, **bound.kwargs)
            answered[self.name] += 1
            return result
        except NotTaken:
            passed_on[self.name] += 1
        return self.original(*args, **named)

    def __getattr__(self, name):
        return getattr(self.__dict__["original"], name)

def replace():
    for owner, last, stand in replaced.values():
        if owner is np.ndarray:
            method = functools.wraps(stand.original)(lambda *args, stand=stand, **named: stand(*args, **named))
            gc.get_referents(vars(np.ndarray))[0][last] = method
            ctypes.pythonapi.PyType_Modified(ctypes.py_object(np.ndarray))
            continue
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").split(".")[0] not in ("numpy", "scipy"): continue
            for name, value in list(vars(module).items()):
                if value is stand.original: setattr(module, name, stand)

# ------------------------------------------------------------------------------------------------------------- order --
def orderly(kind, order):
    need(order is None and kind in (None, "quicksort", "heapsort", "mergesort", "stable"))

@instead_of("numpy.ndarray.sort")
def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    a, s = known(a, ANY)
    orderly(kind, order)
    need(a.flags.writeable)
    def rows(x):
        o = np.full_like(x, 1)
        if len(x) == 1: call("sort_" + s, o, x, x.size, 0)
        else: call("sort_rows_" + s, o, x, *x.shape, 0)
        return o
    a[...] = by_rows(a, axis, rows)

@instead_of("numpy.ndarray.argsort")
def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    a, s = known(a, ANY)
    orderly(kind, order)
    if axis is None: a, axis = a.ravel(), -1
    def rows(x):
        o = np.full(x.shape, -1, np.int64)
        if len(x) > 1: call("argsort_rows_" + s, o, x, *x.shape, 0)
        else: call("argsort_" + s, o, x, x.size, 0)
        return o
    return by_rows(a, axis, rows)

def smallest_first(x, s, kth):
    """Indices that partition each row: those of the smallest elements in order, then the others."""
    kths = np.ravel(kth)
    need(kths.size and kths.dtype.kind in "iu")
    kths = kths.tolist()
    rows, cols = x.shape
    need(all(-cols <= k < cols for k in kths))
    k = max(k % cols for k in kths) + 1
    values, index = np.full((rows, k), 1, x.dtype), np.full((rows, k), -1, np.int64)
    if rows > 1: call("bottom_rows_" + s, values, index, k, x, rows, cols)
    else: call("bottom_" + s, values, index, k, x, cols)
    others = np.ones(x.shape, bool)
    np.put_along_axis(others, index, False, 1)
    others = np.broadcast_to(np.arange(cols), x.shape)[others].reshape(rows, cols - k)
    return np.concatenate([index, others], 1)

@instead_of("numpy.ndarray.partition")
def partition(a, kth, axis=-1, kind="introselect", order=None):
    a, s = known(a, ANY)
    need(a.flags.writeable and order is None and kind == "introselect")
    a[...] = by_rows(a, axis, lambda x: np.take_along_axis(x, smallest_first(x, s, kth), 1))

@instead_of("numpy.ndarray.argpartition")
def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    a, s = known(a, ANY)
    need(order is None and kind == "introselect")
    if axis is None: a, axis = a.ravel(), -1
    return by_rows(a, axis, lambda x: smallest_first(x, s, kth))

@instead_of("numpy.ndarray.searchsorted")
def searchsorted(a, v, side="left", sorter=None):
    need(type(a) is np.ndarray and sorter is None and side in ("left", "right") and a.ndim == 1)
    v = np.asarray(v)
    a, s = known(a.astype(np.promote_types(a.dtype, v.dtype)), ANY)
    o = np.full(v.shape, -1, np.int64)
    call("searchsorted_" + s, o, fixed(a), a.size, fixed(v, a.dtype), v.size, int(side == "right"))
    return o[()]

def bits_of(a):  # masks are bytes
    return a.view(np.uint8) if type(a) is np.ndarray and a.dtype == bool else a

@instead_of("numpy.ndarray.nonzero")
def nonzero(a):
    x, s = known(bits_of(a), ANY)
    need(a.ndim > 0)
    o, count = np.full(a.size, -1, np.int64), np.full(1, -1, np.int64)
    call("nonzero_" + s, o, count, fixed(x).ravel(), a.size)
    return np.unravel_index(o[:count[0]], a.shape) if a.size and a.ndim > 1 else (o[:count[0]].copy(),) * a.ndim

@instead_of("numpy.ndarray.compress")
def compress(a, condition, axis=None, out=None):
    x, s = known(a, ANY)
    mask = np.asarray(condition)
    need(out is None and (axis is None or x.ndim == 1 and axis in (0, -1)) and mask.ndim == 1 and mask.size <= x.size)
    mask = fixed(np.concatenate([mask.astype(bool), np.zeros(x.size - mask.size, bool)]).view(np.uint8))
    o, count = np.full(x.size, 1, x.dtype), np.full(1, -1, np.int64)
    call("compress_" + s, o, count, fixed(x).ravel(), mask, x.size)
    return o[:count[0]].copy()

@instead_of("numpy.where")
def where(condition, x, y, /):
    need(all(type(v) in (np.ndarray, int, float, bool) for v in (condition, x, y)))
    t = np.result_type(x, y)
    need(suffix.get(t) in ANY)
    mask, x, y = np.broadcast_arrays(np.asarray(condition).astype(bool), np.asarray(x, t), np.asarray(y, t))
    o = np.full(mask.shape, 1, t)
    call("where_" + suffix[t], o, fixed(mask).view(np.uint8), fixed(x), fixed(y), o.size)
    return o

def index_of(indices, n):
    index = np.asarray(indices)
    need(index.dtype.kind in "iu" and ((index >= -n) & (index < n)).all())
    return fixed(index, np.int64)

@instead_of("numpy.ndarray.take")
def take(a, indices, axis=None, out=None, mode="raise"):
    x, s = known(a, ANY)
    need(out is None and mode == "raise" and (axis is None or a.ndim == 1 and axis in (0, -1)))
    index = index_of(indices, a.size)
    o = np.full(index.shape, 1, a.dtype)
    call("gather_" + s, o, fixed(x).ravel(), x.size, index, index.size)
    return o[()]

@instead_of("numpy.ndarray.put")
def put(a, indices, values, mode="raise"):
    x, s = known(a, ANY)
    index = index_of(indices, a.size)
    v = np.asarray(values)
    need(mode == "raise" and a.flags.c_contiguous and a.flags.writeable and v.dtype == a.dtype and v.size)
    call("scatter_" + s, a, a.size, fixed(np.resize(v, index.size)), index.ravel(), index.size)

@instead_of("numpy.unique")
def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True,
           sorted=True):
    a, s = known(ar, ANY)
    need(axis is None and equal_nan and sorted)
    n = a.size
    values, count = np.full(n, 1, a.dtype), np.full(1, -1, np.int64)
    counts, inverse = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    call("unique_" + s, values, count, counts if return_counts else None,
         inverse if return_inverse or return_index else None, fixed(a).ravel(), n)
    u, result = int(count[0]), [values[:count[0]].copy()]
    if return_index:  # of equal indices the last one wins
        first = np.full(u, -1, np.int64)
        call("scatter_i64", first, u, fixed(np.arange(n)[::-1]), fixed(inverse[::-1]), n)
        result.append(first)
    if return_inverse: result.append(inverse.reshape(a.shape))
    if return_counts: result.append(counts[:u].copy())
    return tuple(result) if len(result) > 1 else result[0]

def quantiles(a, axis, keepdims, name, *q):
    a, s = known(a, ANY)
    x, shape = rows_of(a, axis)
    t = a.dtype if s in REAL else np.dtype(float)
    if len(x) == 1: call(f"{name}_to_{s}", o := np.full(1, -7.0), x, x.size, *q)
    elif a.ndim == 2 and axis in (0, -2): call(f"{name}_cols_{s}", o := np.full(len(x), -7, t), fixed(a), *a.shape, *q)
    else: call(f"{name}_rows_{s}", o := np.full(len(x), -7, t), x, *x.shape, *q)
    if keepdims:
        axes = range(a.ndim) if axis is None else np.lib.array_utils.normalize_axis_tuple(axis, a.ndim)
        shape = tuple(1 if i in axes else size for i, size in enumerate(a.shape))
    return o.astype(t).reshape(shape)[()]

@instead_of("numpy.median")
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    need(out is None)
    return quantiles(a, axis, keepdims, "median")

@instead_of("numpy.quantile")
def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    need(out is None and method == "linear" and weights is None)
    a, s = known(a, ANY)
    if type(q) not in (int, float) and s in REAL: a = a.astype(np.result_type(a, np.asarray(q)))
    q = np.asarray(q)
    need(q.dtype.kind in "fiu" and ((q >= 0) & (q <= 1)).all() and q.size)
    parts = [quantiles(a, axis, keepdims, "quantile", D(p)) for p in q.ravel()]
    return np.reshape(parts, q.shape + np.shape(parts[0])) if q.ndim else parts[0]

@instead_of("numpy.percentile")
def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    if type(q) not in (int, float): q = np.asarray(q)
    need(np.asarray(q).dtype.kind in "fiu")
    return quantile(a, q / 100, axis, out, overwrite_input, method, keepdims, weights=weights)

@instead_of("numpy.bincount")
def bincount(x, /, weights=None, minlength=0):
    x, s = known(x, WHOLE)
    least = operator.index(minlength)
    need(x.ndim == 1 and x.size and x.min() >= 0 and least >= 0)
    bins = max(int(x.max()) + 1, least)
    need(bins < 2 ** 31)
    if weights is None:
        call("bincount_" + s, o := np.full(bins, -1, np.int64), bins, fixed(x), x.size)
        return o
    w = np.asarray(weights)
    need(w.dtype.kind in "fiu" and w.shape == x.shape and s in ("i32", "i64"))
    w = fixed(w, np.float32 if w.dtype == np.float32 else float)
    call(f"bincount_weights_{suffix[w.dtype]}{'_i64' * (s == 'i64')}", o := np.full(bins, -1.0), bins, fixed(x), w,
         x.size)
    return o

@instead_of("numpy.histogram")
def histogram(a, bins=10, range=None, density=None, weights=None):
    a, s = known(a, ANY)
    need(weights is None and np.ndim(bins) == 0)
    need(range is None or s not in REAL or np.result_type(a, *range) == a.dtype)  # the type of the data decides
    edges = np.histogram_bin_edges(a, bins, range)
    lo, hi = map(float, range if range is not None and range[0] < range[1] else (edges[0], edges[-1]))
    counts = np.full(edges.size - 1, -1, np.int64)
    call("histogram_" + s, counts, counts.size, fixed(a), a.size, D(lo), D(hi))
    return (counts / np.diff(edges) / counts.sum() if density else counts), edges

@instead_of("numpy.ndarray.cumsum")
def cumsum(a, axis=None, dtype=None, out=None):
    need(type(a) is np.ndarray and out is None)
    a, s = known(a.astype(dtype or (np.int64 if a.dtype.kind in "bi" else a.dtype)), ALL)
    if axis is None: a, axis = a.ravel(), 0
    if a.ndim == 2 and axis in (0, -2) and a.size:
        call("cumsum_cols_" + s, o := np.full_like(a, 1, order="C"), fixed(a), *a.shape)
        return o
    def rows(x):
        o = np.full_like(x, 1)
        if len(x) == 1: call("cumsum_" + s, o, x, x.size)
        else: call("cumsum_rows_" + s, o, x, *x.shape)
        return o
    return by_rows(a, axis, rows)

# ----------------------------------------------------------------------------------------------------------- Fourier --
def complex_or_not(x):
    need(type(x) is np.ndarray and x.dtype.kind in "biufc" and x.dtype.char not in "gG" and x.size)
    single = x.dtype.char in "efF"
    return ("f32", np.complex64, np.float32) if single else ("f64", np.complex128, np.float64)

def fft(x, axes, inverse):
    """Along these axes, one after another or together; the inverse divides."""
    s, t, _ = complex_or_not(x)
    i, x = "i" * inverse, fixed(x, t)
    o = np.full(x.shape, np.nan, t)
    if sorted(axes) == list(range(x.ndim)) and x.ndim in (2, 3):
        call(f"{i}fft{x.ndim}_{s}", o, x, *x.shape)
        return o
    for axis in axes:
        outer, n, inner = math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1:])
        if outer == inner == 1: call(f"{i}fft_{s}", o, x, n)
        elif inner == 1: call(f"{i}fft_rows_{s}", o, x, outer, n)
        elif outer == 1: call(f"{i}fft_cols_{s}", o, x, n, inner)
        else: call(f"{i}fft_axis_{s}", o, x, outer, n, inner)
        x = o
    return o

def rfft(x, axes):
    s, t, real = complex_or_not(x)
    need(x.dtype.kind != "c")
    half = lambda x: x.shape[:-1] + (x.shape[-1] // 2 + 1,)
    if list(axes) == list(range(x.ndim)) and x.ndim in (2, 3):
        call(f"rfft{x.ndim}_{s}", o := np.full(half(x), np.nan, t), fixed(x, real), *x.shape)
        return o
    x = fixed(np.moveaxis(x, axes[-1], -1), real)
    o = np.full(half(x), np.nan, t)
    if x.ndim == 1: call("rfft_" + s, o, x, x.size)
    else: call("rfft_rows_" + s, o, x, x.size // x.shape[-1], x.shape[-1])
    o = np.moveaxis(o, -1, axes[-1])
    return fft(o, axes[:-1], False) if len(axes) > 1 else o

def irfft(x, n, axes):
    s, t, real = complex_or_not(x)
    need(x.shape[axes[-1]] == n // 2 + 1)
    if list(axes) == list(range(x.ndim)) and x.ndim in (2, 3):
        o = np.full(x.shape[:-1] + (n,), np.nan, real)
        call(f"irfft{x.ndim}_{s}", o, fixed(x, t), *o.shape)
        return o
    if len(axes) > 1: x = fft(x, axes[:-1], True)
    x = fixed(np.moveaxis(x, axes[-1], -1), t)
    o = np.full(x.shape[:-1] + (n,), np.nan, real)
    if x.ndim == 1: call("irfft_" + s, o, x, n)
    else: call("irfft_rows_" + s, o, x, o.size // n, n)
    return np.moveaxis(o, -1, axes[-1])

def cut(x, n):
    """x with n elements in the last axis."""
    complex_or_not(x)
    return np.concatenate([x[..., :n], np.zeros(x.shape[:-1] + (max(0, n - x.shape[-1]),), x.dtype)], -1)

def in_loop(compute):
    """What NumPy's loops do beside the transform: cut or pad x to a length, multiply, and write to `out`."""
    def loop(x, factor, axes, out):
        axis = axes[0][0]
        need(type(x) is np.ndarray and type(out) is np.ndarray and np.ndim(factor) == 0)
        o = np.moveaxis(compute(np.moveaxis(x, axis, -1), out.shape[axis], x.ndim - 1), -1, axis)
        need(o.dtype == out.dtype and o.shape == out.shape)
        out[...] = o * o.real.dtype.type(factor)
        return out
    return loop

loops = "numpy.fft._pocketfft_umath."
instead_of(loops + "fft")(in_loop(lambda x, n, last: fft(cut(x, n), [last], False)))
instead_of(loops + "ifft")(in_loop(lambda x, n, last: fft(cut(x, n), [last], True) * n))
instead_of(loops + "rfft_n_even")(in_loop(lambda x, n, last: rfft(cut(x, 2 * n - 2), [last])))
instead_of(loops + "rfft_n_odd")(in_loop(lambda x, n, last: rfft(cut(x, 2 * n - 1), [last])))
instead_of(loops + "irfft")(in_loop(lambda x, n, last: irfft(cut(x, n // 2 + 1), n, [last]) * n))

def scipy_result(o, count, inorm, divided, out):
    o = o * o.real.dtype.type((count if divided else 1) / (1, math.sqrt(count), count)[int(inorm)])
    if out is None: return o
    need(type(out) is np.ndarray and out.shape == o.shape and out.dtype == o.dtype)
    out[...] = o
    return out

def axes_of(a, axes):
    return [operator.index(i) % a.ndim for i in (axes if axes is not None else range(a.ndim))]

def count_of(shape, axes):
    return math.prod(shape[i] for i in axes)

loops = "scipy.fft._pocketfft.pypocketfft."
@instead_of(loops + "c2c")
def c2c(a, axes=None, forward=True, inorm=0, out=None, nthreads=1):
    complex_or_not(a)
    axes = axes_of(a, axes)
    return scipy_result(fft(a, axes, not forward), count_of(a.shape, axes), inorm, not forward, out)

@instead_of(loops + "r2c")
def r2c(a, axes=None, forward=True, inorm=0, out=None, nthreads=1):
    complex_or_not(a)
    axes = axes_of(a, axes)
    o = rfft(a, axes)
    return scipy_result(o if forward else o.conj(), count_of(a.shape, axes), inorm, False, out)

@instead_of(loops + "c2r")
def c2r(a, axes=None, lastsize=0, forward=True, inorm=0, out=None, nthreads=1):
    complex_or_not(a)
    axes = axes_of(a, axes)
    o = irfft(a.conj() if forward else a, operator.index(lastsize), axes)
    return scipy_result(o, count_of(o.shape, axes), inorm, True, out)

@instead_of("numpy.fft.fftshift")
def fftshift(x, axes=None, name="fftshift"):
    need(type(x) is np.ndarray and x.dtype.kind in "iufc" and x.size)
    axes = set(range(x.ndim) if axes is None else axes if isinstance(axes, (tuple, list)) else [axes])
    need(axes == set(range(x.ndim)) and x.ndim in (1, 2))
    o = np.full_like(x, 1, order="C")
    call(name + ("2" if x.ndim == 2 else "") + "_bytes", o, fixed(x), *x.shape, x.itemsize)
    return o

@instead_of("numpy.fft.ifftshift")
def ifftshift(x, axes=None):
    return fftshift(x, axes, "ifftshift")

def frequencies(name, n, d, count):
    need(type(n) is int and n > 0 and type(d) in (int, float))
    call(name + "_f64", o := np.full(count, np.nan), n, D(d))
    return o

@instead_of("numpy.fft.fftfreq")
def fftfreq(n, d=1.0):
    return frequencies("fftfreq", n, d, n)

@instead_of("numpy.fft.rfftfreq")
def rfftfreq(n, d=1.0):
    return frequencies("rfftfreq", n, d, operator.index(n) // 2 + 1)

def sums_of_products(name, a, v, mode):
    a, v = np.asarray(a), np.asarray(v)
    t = np.result_type(a, v)
    need(suffix.get(t) in REAL and a.ndim == v.ndim == 1 and a.size and v.size and mode in ("full", "same", "valid"))
    need(name == "convolve" or a.size >= v.size or mode == "full")
    call(f"fft_{name}_{suffix[t]}", o := np.full(a.size + v.size - 1, np.nan, t), fixed(a, t), a.size, fixed(v, t),
         v.size)
    most, least = max(a.size, v.size), min(a.size, v.size)
    return {"full": o, "same": o[(least - 1) // 2:][:most], "valid": o[least - 1:][:most - least + 1]}[mode]

@instead_of("numpy.convolve")
def convolve(a, v, mode="full"):
    return sums_of_products("convolve", a, v, mode)

@instead_of("numpy.correlate")
def correlate(a, v, mode="valid"):
    return sums_of_products("correlate", a, v, mode)

# ---------------------------------------------------------------------------------------------------- linear algebra --
def elements(*arrays):
    """The arrays in the type in which gpu.h computes: float or double, into which integers turn."""
    arrays = [np.asarray(a) if isinstance(a, (list, tuple, float, int)) else a for a in arrays]
    need(all(type(a) is np.ndarray and a.dtype.kind in "biuf" and a.dtype.char not in "eg" for a in arrays))
    t = np.dtype(np.float32) if all(a.dtype == np.float32 for a in arrays) else np.dtype(float)
    return [a.astype(t, copy=False) for a in arrays]

class Refused(Exception):
    """A matrix is singular, or not positive definite."""

def of_matrices(name, inputs, results, *arguments, ok=None):
    """gpu_NAME of one matrix, or gpu_NAME_batch, of stacked ones; a result is a shape, or a type and a shape. One that
    gpu.h refuses is an exception, or becomes false in `ok`, an array for all of them."""
    inputs = elements(*inputs)
    t = inputs[0].dtype
    need(all(a.ndim > 1 and a.size and np.isfinite(a).all() for a in inputs))
    lead = np.broadcast_shapes(*(a.shape[:-2] for a in inputs))
    inputs = [fixed(np.broadcast_to(a, lead + a.shape[-2:])) for a in inputs]
    outputs = [np.full(lead + r[1], -7, r[0]) if r and isinstance(r[0], type) else np.full(lead + r, np.nan, t)
               for r in results]
    if not lead and ok is None:
        if call(f"{name}_{suffix[t]}", *outputs, *inputs, *arguments, allowed=(0, 1)): raise Refused(name)
        return outputs
    info = np.full(math.prod(lead), 99, np.int32)
    call(f"{name}_batch_{suffix[t]}", *outputs, *inputs, *arguments, info.size, info)
    if (info < 0).any(): raise AssertionError(f"gpu_{name}: info is {info}")
    if ok is not None: ok[...] = info.reshape(lead) == 0
    elif info.any(): raise Refused(name)
    return outputs

def refusable(name, inputs, shape, *arguments):
    """What NumPy's loops do for a matrix that is refused: the result is NaN, and an operation is invalid."""
    lead = np.broadcast_shapes(*(a.shape[:-2] for a in elements(*inputs)))
    o, = of_matrices(name, inputs, [shape], *arguments, ok=(ok := np.ones(lead, bool)))
    if not ok.all(): o[~ok] = np.subtract(np.inf, np.inf)
    return o

turned = lambda a: np.swapaxes(a, -1, -2)
size_of = lambda a: elements(a)[0].shape[-2:]
loops = "numpy.linalg._umath_linalg."

@instead_of(loops + "solve")
def solve(a, b, signature=None):
    need(size_of(b)[0] == size_of(a)[0] and size_of(b)[1])
    return refusable("solve", [a, b], size_of(b), *size_of(b))

@instead_of(loops + "solve1")
def solve1(a, b, signature=None):
    return solve(a, np.asarray(b)[:, None])[..., 0]

@instead_of(loops + "inv")
def inv(a, signature=None):
    return refusable("inv", [a], size_of(a), size_of(a)[0])

@instead_of(loops + "cholesky_lo")
def cholesky_lo(a, signature=None):
    return refusable("cholesky", [a], size_of(a), size_of(a)[0])

@instead_of(loops + "cholesky_up")
def cholesky_up(a, signature=None):
    return turned(cholesky_lo(turned(*elements(a))))

@instead_of(loops + "det")
def det(a, signature=None):
    return of_matrices("det", [a], [()], size_of(a)[0])[0][()]

@instead_of(loops + "slogdet")
def slogdet(a, signature=None):
    return tuple(o[()] for o in of_matrices("slogdet", [a], [(), ()], size_of(a)[0]))

@instead_of(loops + "eigh_lo")
def eigh_lo(a, signature=None):
    n = size_of(a)[0]
    return tuple(of_matrices("eigh", [a], [(n,), (n, n)], n))

@instead_of(loops + "eigvalsh_lo")
def eigvalsh_lo(a, signature=None):
    n = size_of(a)[0]
    return of_matrices("eigvalsh", [a], [(n,)], n)[0]

instead_of(loops + "eigh_up")(lambda a, signature=None: eigh_lo(turned(*elements(a))))
instead_of(loops + "eigvalsh_up")(lambda a, signature=None: eigvalsh_lo(turned(*elements(a))))

@instead_of(loops + "svd")
def svdvals(a, signature=None):
    return of_matrices("svdvals", [a], [(min(size_of(a)),)], *size_of(a))[0]

@instead_of(loops + "svd_s")
def svd(a, signature=None):
    m, n = size_of(a)
    return tuple(of_matrices("svd", [a], [(m, min(m, n)), (min(m, n),), (min(m, n), n)], m, n))

def completed(q):
    """An orthogonal matrix whose first columns are those of q, as the contract of gpu_svd says."""
    m, n = q.shape[-2:]
    if n == m: return q
    wide = np.concatenate([q, np.broadcast_to(np.eye(m, dtype=q.dtype), q.shape[:-2] + (m, m))], -1)
    return np.concatenate([q, of_matrices("qr", [wide], [(m, m), (m, m + n)], m, m + n)[0][..., n:]], -1)

@instead_of(loops + "svd_f")
def svd_f(a, signature=None):
    u, s, vt = svd(a)
    return completed(u), s, turned(completed(turned(vt)))

def least_squares(a, b, rcond):
    a, b = elements(a, b)
    need(0 not in b.shape)
    if rcond < 0: rcond = np.finfo(float).eps  # as LAPACK
    if rcond < np.finfo(a.dtype).eps: a, b = a.astype(float), b.astype(float)  # of floats NumPy asks the same
    (m, n), k = a.shape[-2:], b.shape[-1]
    x, rank = of_matrices("lstsq", [a, b], [(n, k), (np.int32, ())], m, n, k, D(rcond))
    return x, ((b - a @ x) ** 2).sum(-2), rank[()], svdvals(a)

@instead_of(loops + "lstsq")
def lstsq(a, b, rcond, signature=None):
    return least_squares(a, b, float(rcond))

def factor(a, mode):
    """Q and R in NumPy's modes."""
    m, n = size_of(a)
    p = min(m, n)
    q, r = of_matrices("qr", [a], [(m, p), (p, n)], m, n)
    if mode != "complete" or p == m: return q, r
    return completed(q), np.concatenate([r, np.zeros(r.shape[:-2] + (m - p, n), r.dtype)], -2)

@instead_of("numpy.linalg.qr")
def qr(a, mode="reduced"):
    need(mode in ("reduced", "complete", "r"))
    q, r = factor(a, mode)
    return r if mode == "r" else np.linalg._linalg.QRResult(q, r)

@instead_of("numpy.linalg.pinv")
def pinv(a, rcond=1e-15, hermitian=False):
    need(not hermitian and np.ndim(rcond) == 0 and rcond is not None)
    m, n = size_of(a)
    return of_matrices("pinv", [a], [(n, m)], m, n, D(float(rcond)))[0]

@instead_of("numpy.linalg.matrix_power")
def matrix_power(a, n):
    a, _ = known(a, REAL)
    power = operator.index(n)
    need(a.ndim > 1 and a.shape[-1] == a.shape[-2])
    try: return of_matrices("matrix_power", [a], [a.shape[-2:]], a.shape[-1], ctypes.c_int64(power))[0]
    except Refused: raise LinAlgError("Singular matrix")

@instead_of("numpy.linalg.cond")
def cond(x, p=None):
    need(p is None or p == 2)
    return of_matrices("cond", [x], [()], *size_of(x))[0][()]

NORMS = {"fro": 0, 1: 1, 2: 2, np.inf: 3}

@instead_of("numpy.linalg.norm", "scipy.linalg.norm")
def norm(x, ord=None, axis=None, keepdims=False, check_finite=True):
    x, = elements(x)
    need(axis is None and not keepdims and x.size and np.isfinite(x).all())
    if ord is None or x.ndim == 1 and ord == 2:
        call("norm_to_" + suffix[x.dtype], o := np.full(1, np.nan), fixed(x).ravel(), x.size)
        return x.dtype.type(o[0])
    need(x.ndim == 2 and ord in NORMS)
    return of_matrices("norm_matrix", [x], [()], *x.shape, ctypes.c_int(NORMS[ord]))[0][()]

class Spec(ctypes.Structure):
    _fields_ = [(n, ctypes.c_size_t) for n in "mnk"] + [("transpose_" + x, ctypes.c_int) for x in "ab"] \
        + [("alpha", D), ("beta", D)] \
        + [(n, ctypes.c_size_t) for n in "lda ldb ldc batch stride_a stride_b stride_c".split()]

def product(a, b):
    """As matmul: of vectors, of matrices, and of stacked ones."""
    (a, s), (b, _) = known(a, REAL), known(b, REAL)
    need(a.dtype == b.dtype and a.ndim and b.ndim and a.shape[-1] == b.shape[max(0, b.ndim - 2)])
    if a.ndim == b.ndim == 1:
        call("dot_to_" + s, o := np.full(1, np.nan), fixed(a), fixed(b), a.size)
        return a.dtype.type(o[0])
    if b.ndim == 1 or a.ndim == 1:
        need(a.ndim + b.ndim == 3 and a.size and b.size)
        o = np.full(a.shape[:-1] + b.shape[1:], np.nan, a.dtype)
        if b.ndim == 1: call("matvec_" + s, o, fixed(a), fixed(b), *a.shape)
        else: call("vecmat_" + s, o, fixed(a), fixed(b), *b.shape)
        return o
    m, k, n = a.shape[-2:] + b.shape[-1:]
    need(m and n)
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    o = np.full(lead + (m, n), np.nan, a.dtype)
    if not lead and a.flags.c_contiguous and b.flags.c_contiguous:
        call("matmul_" + s, o, fixed(a), fixed(b), m, n, k)
        return o
    need(0 not in lead)
    over = [a.strides[-1] > a.strides[-2], b.strides[-1] > b.strides[-2]]  # stored by columns
    stacks = [fixed(np.broadcast_to(x, lead + x.shape[-2:]) if x.ndim > 2 else x) for x in
              (turned(x) if t else x for x, t in zip((a, b), over))]
    spec = Spec(m, n, k, *over, 1, 0, 0, 0, 0, math.prod(lead), m * k * (a.ndim > 2), k * n * (b.ndim > 2), m * n)
    call("gemm_" + s, o, *stacks, spec)
    return o

def written(o, out):
    if out is None: return o
    need(type(out) is np.ndarray and out.shape == np.shape(o) and out.dtype == o.dtype and out.flags.writeable)
    out[...] = o
    return out

@instead_of("numpy.matmul")
def matmul(a, b, out=None):
    return written(product(a, b), out)

@instead_of("numpy.dot", "numpy.ndarray.dot")
def dot(a, b, out=None):
    need(type(a) is np.ndarray and type(b) is np.ndarray and a.ndim < 3 and b.ndim < 3)
    need(out is None or out.flags.c_contiguous)
    return matmul(a, b, out)

@instead_of("numpy.outer")
def outer(a, b, out=None):
    (a, s), (b, t) = known(a, REAL), known(b, REAL)
    need(s == t)
    call("outer_" + s, o := np.full((a.size, b.size), np.nan, a.dtype), fixed(a).ravel(), fixed(b).ravel(), a.size,
         b.size)
    return written(o, out)

# ------------------------------------------------------------------------------------------------------ scipy.linalg --
def single(*arrays):
    """For functions that take one matrix, in lists too, and raise an error for what is not finite."""
    arrays = elements(*arrays)
    need(all(a.ndim in (1, 2) and a.size and np.isfinite(a).all() for a in arrays))
    need(arrays[0].ndim == 2)
    return arrays

def square(a, *more):
    a, *more = single(a, *more)
    need(a.shape[0] == a.shape[1] and all(b.shape[0] == a.shape[0] for b in more))
    return [a] + more

def columns(b):
    return b[:, None] if b.ndim == 1 else b

def solved(name, a, b, *arguments):
    k = columns(b)
    try: return of_matrices(name, [a, k], [k.shape], *k.shape, *arguments)[0].reshape(b.shape)
    except Refused: raise LinAlgError("A singular matrix")

def well_conditioned(a):
    """SciPy warns of a matrix that is nearly singular, which gpu_cond tells."""
    need(not cond(a) * np.finfo(a.dtype).eps > 0.1)

triangle = lambda lower: 0 if lower else 1

@instead_of("scipy.linalg.solve")
def sp_solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None,
             transposed=False):
    a, b = square(a, b)
    if assume_a in ("upper triangular", "lower triangular"):
        x = sp_solve_triangular(a, b, int(transposed), assume_a[0] == "l")
    elif assume_a in ("pos", "positive definite"): x = sp_cho_solve((sp_cholesky(a, lower), lower), b)
    else:
        need(assume_a in (None, "gen", "general"))
        x = solved("solve", a.T if transposed else a, b)
    well_conditioned(a)
    return x

@instead_of("scipy.linalg.inv")
def sp_inv(a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
    a, = square(a)
    need(assume_a in (None, "gen", "general"))
    try: x, = of_matrices("inv", [a], [a.shape], len(a))
    except Refused: raise LinAlgError("A singular matrix")
    well_conditioned(a)
    return x

@instead_of("scipy.linalg.det")
def sp_det(a, overwrite_a=False, check_finite=True):
    a, = square(a)
    return np.float64(det(a.astype(float)))  # which SciPy computes in double

@instead_of("scipy.linalg.cholesky")
def sp_cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    a, = square(a)
    try: low, = of_matrices("cholesky", [a if lower else a.T], [a.shape], len(a))
    except Refused: raise LinAlgError("a leading minor of the array is not positive definite")
    return low if lower else low.T

@instead_of("scipy.linalg.cho_factor")
def sp_cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return sp_cholesky(a, lower), lower

@instead_of("scipy.linalg.cho_solve")
def sp_cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, b = square(c_and_lower[0], b)
    return solved("cholesky_solve", c if c_and_lower[1] else c.T, b)

@instead_of("scipy.linalg.solve_triangular")
def sp_solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    a, b = square(a, b)
    trans = {"N": 0, "T": 1, "C": 1, 2: 1}.get(trans, trans)
    need(trans in (0, 1))
    shape = (0 if lower else 1) | (2 if trans else 0) | (4 if unit_diagonal else 0)
    return solved("solve_triangular", a, b, ctypes.c_int(shape))

def factored(a):
    n = len(a)
    return of_matrices("lu", [a], [a.shape, (np.int32, (n,))], n, ok=np.ones((), bool))

def places(pivots):
    """Row i of the product of L and U is row places[i] of the matrix."""
    at = np.arange(len(pivots))
    for i, p in enumerate(pivots): at[[i, p]] = at[[p, i]]
    return at

@instead_of("scipy.linalg.lu_factor")
def sp_lu_factor(a, overwrite_a=False, check_finite=True):
    lu, pivots = factored(*square(a))
    need(np.diag(lu).all())  # of which SciPy warns
    return lu, pivots

@instead_of("scipy.linalg.lu_solve")
def sp_lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    lu, b = square(lu_and_piv[0], b)
    need(trans in (0, 1, 2))
    at = places(lu_and_piv[1])
    if not trans: return sp_solve_triangular(lu, sp_solve_triangular(lu, b[at], lower=True, unit_diagonal=True))
    x = sp_solve_triangular(lu, sp_solve_triangular(lu, b, 1), 1, True, True)
    return x[np.argsort(at)]

@instead_of("scipy.linalg.lu")
def sp_lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    a, = square(a)
    lu, pivots = factored(a)
    low, up, back = np.tril(lu, -1) + np.eye(len(a), dtype=a.dtype), np.triu(lu), np.argsort(places(pivots))
    return (low[back], up) if permute_l else (back if p_indices else np.eye(len(a), dtype=a.dtype)[back], low, up)

@instead_of("scipy.linalg.qr")
def sp_qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    need(not pivoting and mode in ("full", "economic", "r") and lwork is None)
    q, r = factor(*single(a), "reduced" if mode == "economic" else "complete")
    return (r,) if mode == "r" else (q, r)

@instead_of("scipy.linalg.svd")
def sp_svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    need(lapack_driver in ("gesdd", "gesvd"))
    a, = single(a)
    return (svd_f if full_matrices else svd)(a) if compute_uv else svdvals(a)

@instead_of("scipy.linalg.svdvals")
def sp_svdvals(a, overwrite_a=False, check_finite=True):
    return svdvals(*single(a))

@instead_of("scipy.linalg.eigh")
def sp_eigh(a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1,
            check_finite=True, subset_by_index=None, subset_by_value=None, driver=None):
    need(b is None and subset_by_index is None and subset_by_value is None and type == 1
         and driver in (None, "ev", "evd", "evr"))
    a, = square(a)
    return (eigvalsh_lo if eigvals_only else eigh_lo)(a if lower else a.T)

@instead_of("scipy.linalg.eigvalsh")
def sp_eigvalsh(a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True,
                subset_by_index=None, subset_by_value=None, driver=None):
    return sp_eigh(a, b, lower=lower, eigvals_only=True, type=type, subset_by_index=subset_by_index,
                   subset_by_value=subset_by_value, driver=driver)

@instead_of("scipy.linalg.lstsq")
def sp_lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    need(lapack_driver in (None, "gelsd", "gelss"))
    a, b = single(a, b)
    need(len(a) == len(b))
    x, residues, rank, s = least_squares(a, columns(b), np.finfo(a.dtype).eps if cond is None else cond)
    if not len(a) > a.shape[1] == rank: residues = residues[:0]
    return x.reshape(x.shape[:1] + b.shape[1:]), residues if b.ndim > 1 else residues.sum(), rank, s

@instead_of("scipy.linalg.pinv")
def sp_pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    need(not atol and (rtol is None or rtol >= 0) and not return_rank)
    a, = single(a)
    return pinv(a, -1 if rtol is None else rtol)

# --------------------------------------------------------------------------------------------------------- the tests --
class Outcomes:
    """Of each test: whether it failed, and what it says, and whether gpu.h answered in it."""
    def __init__(self):
        self.failed, self.touched, self.seen, self.deselected = {}, set(), 0, collections.Counter()

    def pytest_collection_modifyitems(self, config, items):
        reason = {item: next((part for part in DESELECTED if part in item.nodeid), None) for item in items}
        self.deselected.update(part for part in reason.values() if part)
        items[:] = [item for item in items if not reason[item]]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        before = sum(answered.values())
        yield
        self.seen += 1
        if sum(answered.values()) > before: self.touched.add(item.nodeid)

    def pytest_runtest_logreport(self, report):
        if report.failed: self.failed[report.nodeid] = report.longreprtext

def run(tests, plugins):
    paths = [os.path.join(SITE, test) for test in tests]
    return pytest.main(["-p", "no:cacheprovider", "-p", "no:terminal", "-W", "ignore", "--rootdir", SITE, *paths],
                       plugins=plugins)

def main():
    wanted = sys.argv[2:] or [f + "::Test" * bool(c) + c for f, some in SUITES.items() for c in some.split() or [""]]
    outcomes, alone = Outcomes(), wanted[0] == "--alone"
    if not alone: replace()
    code = run(wanted[alone:], [outcomes])
    if alone: return print("\n".join(outcomes.failed))
    failed = {test: text for test, text in outcomes.failed.items() if test in outcomes.touched}
    skipped = []
    if failed:
        said = subprocess.run([sys.executable, *sys.argv[:2], "--alone", *failed], capture_output=True, text=True)
        skipped = [test for test in failed if test in said.stdout.splitlines()]
    for test in skipped:
        print(f"skipped {test}: it fails with the packages alone too")
        del failed[test]
    for part, count in outcomes.deselected.items(): print(f"skipped {part}, {count} tests: {DESELECTED[part]}")
    for test, text in failed.items(): print(f"FAILED  {test}\n{text}\n")
    for name in replaced: print(f"answered {answered[name]} calls of {name}, passed on {passed_on[name]}")
    silent = [name for name in replaced if not answered[name]] if not sys.argv[2:] else []
    for name in silent: print(f"FAILED  gpu.h answered no call of {name}")
    print(f"NumPy {np.__version__}, SciPy {scipy.__version__}: {outcomes.seen} tests, gpu.h answered in "
          f"{len(outcomes.touched)}", file=sys.stderr)
    wrong = len(failed) + len(silent) + (code not in (0, 1))
    print(f"suites: {len(outcomes.touched) - len(failed) - len(skipped)} passed, {wrong} failed, "
          f"{len(skipped) + len(outcomes.deselected)} skipped")
    return wrong > 0

if __name__ == "__main__": sys.exit(main())  # processes that the tests start read this file too
