"""Compares the gradients of GPU_TAPE with those of PyTorch, in double: of each function that PyTorch has too, or that a
line of its functions gives, and of random programs of ten calls, in place and on parts of arrays. Usage:

    python3 tests/tape_torch.py LIBRARY [SEED [PROGRAMS]]

LIBRARY is a shared library made of tests/library.cu. `make test-one T=tape_torch` builds and runs it, where PyTorch is
installed. For a GPU, where nvcc takes some minutes to compile it:

    make test-one T=nvcc/tape_torch PYTHON_WITH_TORCH=python3

PyTorch computes on the CPU in both cases, so any build of it will do.
A gradient has to be within 1e-9 of its largest element. The same seed makes the same programs."""
import ctypes, sys
import numpy as np
import torch
import torch.nn.functional as F
import against_numpy
from against_numpy import D, N, P, expect, lib

against_numpy.seed = seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
programs = int(sys.argv[3]) if len(sys.argv) > 3 else 50
rng = np.random.default_rng(seed)
torch.set_default_dtype(torch.float64)
worst = 0.0
for name in ("gpu_malloc", "gpu_tape_begin", "gpu_gradient"): getattr(lib, name).restype = P

# ------------------------------------------------------------------------------------------------------------- calls --
class Gemm(ctypes.Structure):
    _fields_ = ([(x, N) for x in ("m", "n", "k")] + [(x, ctypes.c_int) for x in ("transpose_a", "transpose_b")]
                + [(x, D) for x in ("alpha", "beta")]
                + [(x, N) for x in ("lda", "ldb", "ldc", "batch", "stride_a", "stride_b", "stride_c")])

def call(name, *args):
    """Arrays are addresses, made by at(); plain ints are sizes, plain floats numbers."""
    plain = [N(a) if type(a) is int else D(a) if type(a) is float else a for a in args]
    status = getattr(lib, "gpu_" + name)(*plain)
    if status: raise RuntimeError(f"{name} gave {status}: {lib.gpu_error_message().decode()}")

def at(p, element=0): return P(p.value + 8 * element)

def device(a):
    a = np.ascontiguousarray(a)
    p = P(lib.gpu_malloc(N(a.nbytes)))
    call("copy", p, P(a.ctypes.data), a.nbytes)
    return p

def room(n): return device(np.zeros(n))

def host(p, n):
    a = np.empty(n)
    call("copy", P(a.ctypes.data), p, 8 * n)
    return a

tape = P(lib.gpu_tape_begin())
def recorded(record, inputs):
    """The gradients by inputs, pairs of an address and a number of elements, of the loss whose address record returns;
    None where gpu_gradient says that there is none."""
    call("tape_restart", tape)
    loss = record()
    call("tape_end", tape)
    call("backward", tape, loss)
    got = [(lib.gpu_gradient(tape, p), n) for p, n in inputs]
    lib.gpu_clear_error()
    return [host(P(g), n) if g else None for g, n in got]

def compare(got, wanted, *what):
    """The gradients of one loss; those that are missing have to be zero."""
    global worst
    wanted = [np.zeros(1) if w is None else w.numpy().ravel() for w in wanted]
    largest = max(np.abs(w).max() for w in wanted)
    for k, (g, w) in enumerate(zip(got, wanted)):
        error = np.abs(w if g is None else g - w).max() / max(largest, 1e-300)
        worst = max(worst, error)
        expect(error <= 1e-9, *what, f"input {k}: {error:.2e} from PyTorch's")  # (not of NaN)

# ----------------------------------------------------------------------------------------------------- each function --
# A row: the name, the kinds of the inputs, the range of their values, the call of gpu.h and the same in PyTorch. Kinds
# are m, a matrix of r by c; r, a row; c, a column; w, three columns of a row's length; s, a square of c by c; 1, one
# number; z, as many complex numbers as m has numbers; b, y, three squares and right sides; v, x, two matrices of
# numbers and of complex ones; m or t, its transpose, p or q, and k, the matrices of a product; A or G, B or H, and C,
# three of each. `o` has memory for more than any result.
class Shape:
    def __init__(self, r, c):
        self.r, self.c, self.n = r, c, r * c
        self.mask = rng.integers(0, 2, (r, c)).astype(np.uint8)
        self.label = rng.integers(0, c, r)
        self.index = rng.permutation(r * c)
        self.some = rng.integers(0, r * c, r * c)
        self.memory = {k: device(getattr(self, k)) for k in ("mask", "label", "index", "some")}
        self.info = device(np.zeros(64))
    def shape(self, kind):
        r, c = self.r, self.c
        return {"m": (r, c), "r": (c,), "c": (r,), "w": (c, 3), "s": (c, c), "1": (1,), "z": (r, c, 2), "b": (3, c, c),
                "y": (3, c, 2), "v": (2, r, c), "x": (2, r, c, 2), "t": (c, r), "p": (c, 4), "q": (4, c),
                "k": (r, 4), "A": (3, r, c), "G": (3, c, r), "B": (3, c, 4), "H": (3, 4, c), "C": (3, r, 4)}[kind]
    def free(self):
        for p in (*self.memory.values(), self.info): call("free", p)

def enum(k): return ctypes.c_int(k)
def complex_of(x): return torch.view_as_complex(x)
def convolved(x, h): return F.conv1d(x.reshape(1, 1, -1), h.flip(0).reshape(1, 1, -1), padding=h.numel() - 1).ravel()
def same_size(full, n, width): return full[(width - 1) // 2:][:n]

def mapped(name, low, high, f, inputs="m"):
    return name, inputs, low, high, (lambda o, x, s: call(name + "_f64", o, *x, s.n)), (lambda x, s: f(*x))
def lined(name, f):
    return [(name + "_" + way, "m" + way[0], 0.5, 2,
             lambda o, x, s, way=way: call(f"{name}_{way}_f64", o, *x, s.r, s.c),
             (lambda x, s: f(x[0], x[1])) if way == "row" else (lambda x, s: f(x[0], x[1][:, None])))
            for way in ("row", "col")]
def along(name, f, low=-1.5, high=1.5):
    return name, "m", low, high, (lambda o, x, s: call(name + "_f64", o, x[0], s.r, s.c)), (lambda x, s: f(x[0]))
def whole(name, f, *more, low=-1, high=1):
    return (name, "m", low, high, lambda o, x, s: call(name + "_f64", o, x[0], s.n, *more),
            lambda x, s: f(x[0].ravel()))
def complexes(name, f, inputs="z"):
    return (name, inputs, -1, 1, lambda o, x, s: call(name + "_f64", o, *x, s.n),
            lambda x, s: f(*[complex_of(v).ravel() for v in x]))

def gemm(ta, tb, beta, batch, shared=False):
    """Of a batch of three or one; shared: of three products with one b."""
    def ours(o, x, s):
        call("copy_async", o, x[2], 8 * 4 * s.r * batch)
        strides = [s.r * s.c, 0 if shared else 4 * s.c, 4 * s.r] if batch > 1 else [0, 0, 0]
        call("gemm_f64", o, x[0], x[1], Gemm(s.r, 4, s.c, ta, tb, 1.5, beta, 0, 0, 0, batch, *strides))
    kinds = ("AG" if batch > 1 else "mt")[ta] + ("BH" if batch > 1 and not shared else "pq")[tb] + "kC"[batch > 1]
    return (f"gemm {ta} {tb} {beta} {batch} {shared}", kinds, -1, 1, ours,
            lambda x, s: 1.5 * (x[0].mT if ta else x[0]) @ (x[1].mT if tb else x[1]) + beta * x[2])

def space(name, f, inputs="v"):  # transforms of two matrices
    return (name, inputs, -1, 1, lambda o, x, s: call(name + "_f64", o, *x, 2, s.r, s.c),
            lambda x, s: f(complex_of(x[0]) if inputs == "x" else x[0]))
def halves(name, f):  # from the half spectra of matrices with an odd number of columns
    return (name, "z", -1, 1, lambda o, x, s: call(name + "_f64", o, *x, s.r, 2 * s.c - 1),
            lambda x, s: f(complex_of(x[0]), s))
def planes(name, f, inputs="z"):
    return (name, inputs, -1, 1, lambda o, x, s: call(name + "_f64", o, *x, s.r, s.c),
            lambda x, s: f(complex_of(x[0]) if inputs == "z" else x[0]))
def of_batch(name, f):
    return (name, "b", -1, 1, lambda o, x, s: call(name + "_f64", o, *x, s.c, 3, s.info), lambda x, s: f(x[0]))

def conv2d(border):
    mode = ("constant", "edge", "wrap", "symmetric", "reflect")[border]
    def theirs(x, s):
        h, pads = x[1], [(k // 2, (k - 1) // 2) for k in x[1].shape]
        if border == 0: z = F.pad(x[0], (*pads[1], *pads[0]))
        else: z = x[0][np.pad(np.arange(s.r), pads[0], mode)][:, np.pad(np.arange(s.c), pads[1], mode)]
        return F.conv2d(z[None, None], h.flip(0, 1)[None, None])[0, 0]
    return (f"conv2d {mode}", "mw", -1, 1,
            lambda o, x, s: call("conv2d_f64", o, x[0], s.r, s.c, x[1], s.c, 3, enum(border)),
            theirs)

def moving_average(x, s):
    width = s.n // 2 + 1
    return (convolved(x[0].ravel(), torch.ones(width))[:s.n]
            / torch.minimum(torch.arange(1, s.n + 1), torch.tensor(width)))

def stencil5(x, s):
    out = x[0].clone()
    m = x[0]
    out[1:-1, 1:-1] = 0.3 * m[1:-1, 1:-1] + 0.8 * (m[:-2, 1:-1] + m[2:, 1:-1] + m[1:-1, :-2] + m[1:-1, 2:])
    return out

def symmetric(x):  # gpu_cholesky reads the lower triangle
    return torch.tril(x) + torch.tril(x, -1).mT

def triangular(flags):
    upper, transposed, unit = flags & 1, flags >> 1 & 1, flags >> 2
    def theirs(x, s):
        t = torch.triu(x[0]) if upper else torch.tril(x[0])
        if transposed: t = t.mT
        return torch.linalg.solve_triangular(t, x[1], upper=bool(upper ^ transposed), unitriangular=bool(unit))
    return (f"solve_triangular {flags}", "sw", -0.5, 0.5,
            lambda o, x, s: call("solve_triangular_f64", o, x[0], x[1], s.c, 3, enum(flags)), theirs)

rows = [
    mapped("add", -1, 1, torch.add, "mm"), mapped("sub", -1, 1, torch.sub, "mm"), mapped("mul", -1, 1, torch.mul, "mm"),
    mapped("div", 0.5, 2, torch.div, "mm"), mapped("minimum", -1, 1, torch.minimum, "mm"),
    mapped("maximum", -1, 1, torch.maximum, "mm"), mapped("atan2", 0.2, 2, torch.atan2, "mm"),
    mapped("hypot", 0.2, 2, torch.hypot, "mm"), mapped("abs", -1, 1, torch.abs), mapped("square", -1, 1, torch.square),
    mapped("sign", -1, 1, torch.sign), mapped("floor", -3, 3, torch.floor), mapped("ceil", -3, 3, torch.ceil),
    mapped("round", -3, 3, torch.round), mapped("reciprocal", 0.5, 2, torch.reciprocal),
    mapped("sqrt", 0.1, 2, torch.sqrt), mapped("cbrt", 0.1, 2, lambda x: x ** (1 / 3)), mapped("exp", -3, 3, torch.exp),
    mapped("exp2", -3, 3, torch.exp2), mapped("log", 0.1, 3, torch.log), mapped("log2", 0.1, 3, torch.log2),
    mapped("log10", 0.1, 3, torch.log10), mapped("sin", -9, 9, torch.sin), mapped("cos", -9, 9, torch.cos),
    mapped("tanh", -2, 2, torch.tanh), mapped("sigmoid", -5, 5, torch.sigmoid),
    mapped("exp10", -1, 1, lambda x: torch.pow(10, x)), mapped("expm1", -1, 1, torch.expm1),
    mapped("log1p", -0.5, 2, torch.log1p), mapped("tan", -1, 1, torch.tan),
    mapped("sinpi", -2, 2, lambda x: torch.sin(np.pi * x)), mapped("cospi", -2, 2, lambda x: torch.cos(np.pi * x)),
    mapped("asin", -0.9, 0.9, torch.asin), mapped("acos", -0.9, 0.9, torch.acos), mapped("atan", -2, 2, torch.atan),
    mapped("sinh", -2, 2, torch.sinh), mapped("cosh", -2, 2, torch.cosh), mapped("erf", -2, 2, torch.erf),
    mapped("erfc", -2, 2, torch.erfc), mapped("rsqrt", 0.3, 3, torch.rsqrt),
    ("axpy", "mm", -1, 1, lambda o, x, s: call("axpy_f64", o, 1.7, *x, s.n), lambda x, s: 1.7 * x[0] + x[1]),
    ("axpy_from", "mm1", -1, 1, lambda o, x, s: call("axpy_from_f64", o, x[2], x[0], x[1], s.n),
     lambda x, s: x[2] * x[0] + x[1]),
    ("scale", "m", -1, 1, lambda o, x, s: call("scale_f64", o, 1.7, *x, s.n), lambda x, s: 1.7 * x[0]),
    ("scale_from", "m1", -1, 1, lambda o, x, s: call("scale_from_f64", o, x[1], x[0], s.n), lambda x, s: x[1] * x[0]),
    ("add_scalar", "m", -1, 1, lambda o, x, s: call("add_scalar_f64", o, *x, 1.7, s.n), lambda x, s: x[0] + 1.7),
    ("sub_scalar", "m", -1, 1, lambda o, x, s: call("sub_scalar_f64", o, *x, 1.7, s.n), lambda x, s: x[0] - 1.7),
    ("scalar_sub", "m", -1, 1, lambda o, x, s: call("scalar_sub_f64", o, 1.7, *x, s.n), lambda x, s: 1.7 - x[0]),
    ("div_scalar", "m", -1, 1, lambda o, x, s: call("div_scalar_f64", o, *x, 1.7, s.n), lambda x, s: x[0] / 1.7),
    ("scalar_div", "m", 0.5, 2, lambda o, x, s: call("scalar_div_f64", o, 1.7, *x, s.n), lambda x, s: 1.7 / x[0]),
    ("clip", "m", -2, 2, lambda o, x, s: call("clip_f64", o, *x, -0.4, 1.1, s.n), lambda x, s: x[0].clip(-0.4, 1.1)),
    ("pow", "m", 0.2, 2, lambda o, x, s: call("pow_f64", o, *x, 1.7, s.n), lambda x, s: x[0] ** 1.7),
    ("where", "mm", -1, 1, lambda o, x, s: call("where_f64", o, s.memory["mask"], *x, s.n),
     lambda x, s: torch.where(torch.tensor(s.mask, dtype=bool), *x)),
    ("copy_async", "m", -1, 1, lambda o, x, s: call("copy_async", o, *x, 8 * s.n), lambda x, s: x[0]),
    ("cast", "m", -1, 1, lambda o, x, s: call("cast_f64", o, *x, enum(1), s.n), lambda x, s: x[0]),
    ("cast to floats and back", "m", -1, 1, lambda o, x, s: (call("cast_f32", at(o, s.n), *x, enum(1), s.n),
                                                             call("cast_f64", o, at(o, s.n), enum(0), s.n)),
     lambda x, s: x[0].float().double()),
    ("fftshift2_bytes", "m", -1, 1, lambda o, x, s: call("fftshift2_bytes", o, *x, s.r, s.c, 8),
     lambda x, s: torch.fft.fftshift(x[0])),
    ("ifftshift_bytes of complex numbers", "z", -1, 1, lambda o, x, s: call("ifftshift_bytes", o, *x, s.n, 16),
     lambda x, s: torch.fft.ifftshift(complex_of(x[0]).ravel())),
    whole("normalize", lambda x: (x - x.mean()) / x.std(correction=0)),
    mapped("test_bump", -2, 2, lambda x, y: torch.exp(-x * x) * torch.sin(x + 2 * y), "mm"),
    *lined("add", torch.add), *lined("sub", torch.sub), *lined("mul", torch.mul), *lined("div", torch.div),
    along("transpose", lambda x: x.mT),
    ("matmul", "mw", -1, 1, lambda o, x, s: call("matmul_f64", o, *x, s.r, 3, s.c), lambda x, s: x[0] @ x[1]),
    *[gemm(ta, tb, beta, *of) for ta in (0, 1) for tb in (0, 1) for beta in (0.0, 1.0, -0.5)
      for of in ((1,), (3,), (3, True))],
    ("matvec", "mr", -1, 1, lambda o, x, s: call("matvec_f64", o, *x, s.r, s.c), lambda x, s: x[0] @ x[1]),
    ("vecmat", "cm", -1, 1, lambda o, x, s: call("vecmat_f64", o, *x, s.r, s.c), lambda x, s: x[0] @ x[1]),
    ("outer", "cr", -1, 1, lambda o, x, s: call("outer_f64", o, *x, s.r, s.c), lambda x, s: torch.outer(*x)),
    ("dot_to", "mm", -1, 1, lambda o, x, s: call("dot_to_f64", o, *x, s.n), lambda x, s: (x[0] * x[1]).sum()),
    whole("sum_to", torch.sum), whole("mean_to", torch.mean), whole("prod_to", torch.prod, low=0.9, high=1.1),
    whole("var_to", lambda x: torch.var(x, correction=1), 1.0),
    whole("std_to", lambda x: torch.std(x, correction=0), 0.0),
    whole("norm_to", torch.linalg.vector_norm), whole("min_to", torch.min), whole("max_to", torch.max),
    along("sum_rows", lambda x: x.sum(1)), along("sum_cols", lambda x: x.sum(0)),
    along("mean_rows", lambda x: x.mean(1)), along("mean_cols", lambda x: x.mean(0)),
    ("var_rows", "m", -1, 1, lambda o, x, s: call("var_rows_f64", o, *x, s.r, s.c, 1.0), lambda x, s: x[0].var(1)),
    ("var_cols", "m", -1, 1, lambda o, x, s: call("var_cols_f64", o, *x, s.r, s.c, 1.0), lambda x, s: x[0].var(0)),
    along("min_rows", lambda x: x.amin(1)), along("max_rows", lambda x: x.amax(1)),
    along("min_cols", lambda x: x.amin(0)), along("max_cols", lambda x: x.amax(0)),
    whole("cumsum", lambda x: x.cumsum(0)), whole("cumsum_exclusive", lambda x: x.cumsum(0) - x),
    along("cumsum_rows", lambda x: x.cumsum(1)), along("cumsum_cols", lambda x: x.cumsum(0)),
    ("gather", "m", -1, 1, lambda o, x, s: call("gather_f64", o, *x, s.n, s.memory["some"], s.n),
     lambda x, s: x[0].ravel()[s.some]),
    ("scatter", "mm", -1, 1, lambda o, x, s: (call("copy_async", o, x[0], 8 * s.n),
                                              call("scatter_f64", o, s.n, x[1], s.memory["index"], s.n // 2),
                                              call("add_f64", o, o, x[1], s.n)),
     lambda x, s: x[0].ravel().index_copy(0, torch.tensor(s.index[:s.n // 2]), x[1].ravel()[:s.n // 2]) + x[1].ravel()),
    ("sort", "m", -9, 9, lambda o, x, s: call("sort_f64", o, *x, s.n, enum(1)),
     lambda x, s: x[0].ravel().sort(descending=True)[0]),
    ("sort_rows", "m", -9, 9, lambda o, x, s: call("sort_rows_f64", o, *x, s.r, s.c, enum(0)),
     lambda x, s: x[0].sort(1)[0]),
    ("top", "m", -9, 9, lambda o, x, s: call("top_f64", o, P(0), s.c, *x, s.n), lambda x, s: x[0].ravel().topk(s.c)[0]),
    ("bottom_rows", "m", -9, 9, lambda o, x, s: call("bottom_rows_f64", o, P(0), 2, *x, s.r, s.c),
     lambda x, s: x[0].topk(2, largest=False)[0]),
    ("bottom", "m", -9, 9, lambda o, x, s: call("bottom_f64", o, P(0), s.c, *x, s.n),
     lambda x, s: x[0].ravel().topk(s.c, largest=False)[0]),
    ("top_rows", "m", -9, 9, lambda o, x, s: call("top_rows_f64", o, P(0), 2, *x, s.r, s.c),
     lambda x, s: x[0].topk(2)[0]),
    ("moving_average", "m", -1, 1, lambda o, x, s: call("moving_average_f64", o, *x, s.n, s.n // 2 + 1),
     moving_average),
    ("stencil5", "m", -1, 1, lambda o, x, s: call("stencil5_f64", o, *x, s.r, s.c, 0.3, 0.8), stencil5),
    ("sort_pairs", "mm", -9, 9,
     lambda o, x, s: (call("sort_pairs_f64", at(o, s.n), o, *x, 8, s.n, enum(1)),
                      call("mul_f64", o, o, at(o, s.n), s.n)),
     lambda x, s: (lambda keys: keys[0] * x[1].ravel()[keys[1]])(x[0].ravel().sort(descending=True))),
    ("copy_2d", "mm", -1, 1,
     lambda o, x, s: (call("mul_f64", at(o, s.n), x[1], x[1], s.n), call("copy_async", o, x[0], 8 * s.n),
                      call("copy_2d", at(o, s.c // 2), 8 * s.c, at(o, s.n), 8 * s.c, 8 * (s.c - s.c // 2), s.r)),
     lambda x, s: torch.cat((x[0][:, :s.c // 2], x[1][:, :s.c - s.c // 2] ** 2), 1)),
    ("conv1d", "mr", -1, 1, lambda o, x, s: call("conv1d_f64", o, x[0], s.n, x[1], s.c),
     lambda x, s: same_size(convolved(x[0].ravel(), x[1]), s.n, s.c)),
    *[conv2d(border) for border in range(5)],
    along("softmax_rows", lambda x: x.softmax(1)), along("log_softmax_rows", lambda x: x.log_softmax(1)),
    along("logsumexp_rows", lambda x: x.logsumexp(1)),
    ("cross_entropy_rows", "m", -2, 2,
     lambda o, x, s: call("cross_entropy_rows_f64", o, *x, s.memory["label"], s.r, s.c),
     lambda x, s: F.cross_entropy(x[0], torch.tensor(s.label), reduction="none")),
    ("layer_norm_rows", "mrr", -1, 1, lambda o, x, s: call("layer_norm_rows_f64", o, *x, s.r, s.c, 0.1),
     lambda x, s: F.layer_norm(x[0], (s.c,), x[1], x[2], 0.1)),
    ("solve", "sw", -1, 1, lambda o, x, s: call("solve_f64", o, *x, s.c, 3), lambda x, s: torch.linalg.solve(*x)),
    ("solve_batch", "by", -1, 1, lambda o, x, s: call("solve_batch_f64", o, *x, s.c, 2, 3, s.info),
     lambda x, s: torch.linalg.solve(*x)),
    ("inv", "s", -1, 1, lambda o, x, s: call("inv_f64", o, *x, s.c), lambda x, s: torch.linalg.inv(x[0])),
    ("cholesky", "s", -1, 1, lambda o, x, s: call("cholesky_f64", o, *x, s.c),
     lambda x, s: torch.linalg.cholesky(symmetric(x[0]))),
    *[triangular(flags) for flags in range(8)],
    of_batch("inv_batch", torch.linalg.inv), of_batch("cholesky_batch", lambda a: torch.linalg.cholesky(symmetric(a))),
    ("solve_triangular_batch", "by", -1, 1,
     lambda o, x, s: call("solve_triangular_batch_f64", o, *x, s.c, 2, enum(0), 3, s.info),
     lambda x, s: torch.linalg.solve_triangular(torch.tril(x[0]), x[1], upper=False)),
    complexes("fft", torch.fft.fft), complexes("ifft", torch.fft.ifft),
    planes("fft2", torch.fft.fft2), planes("ifft2", torch.fft.ifft2), planes("fft_rows", torch.fft.fft),
    planes("ifft_rows", torch.fft.ifft), planes("fft_cols", lambda x: torch.fft.fft(x, dim=0)),
    planes("ifft_cols", lambda x: torch.fft.ifft(x, dim=0)), planes("rfft_rows", torch.fft.rfft, "m"),
    planes("rfft2", torch.fft.rfft2, "m"), whole("rfft", torch.fft.rfft),
    space("fft3", torch.fft.fftn, "x"), space("ifft3", torch.fft.ifftn, "x"), space("rfft3", torch.fft.rfftn),
    space("fft_axis", lambda x: torch.fft.fft(x, dim=1), "x"),
    space("ifft_axis", lambda x: torch.fft.ifft(x, dim=1), "x"),
    halves("irfft2", lambda x, s: torch.fft.irfft2(x, (s.r, 2 * s.c - 1))),
    ("irfft3", "x", -1, 1, lambda o, x, s: call("irfft3_f64", o, *x, 2, s.r, 2 * s.c - 1),
     lambda x, s: torch.fft.irfftn(complex_of(x[0]), (2, s.r, 2 * s.c - 1))),
    ("irfft", "z", -1, 1, lambda o, x, s: call("irfft_f64", o, *x, 2 * s.n - 2),
     lambda x, s: torch.fft.irfft(complex_of(x[0]).ravel(), 2 * s.n - 2)),
    halves("irfft_rows", lambda x, s: torch.fft.irfft(x, 2 * s.c - 1)),
    ("fft_convolve", "mr", -1, 1, lambda o, x, s: call("fft_convolve_f64", o, x[0], s.n, x[1], s.c),
     lambda x, s: convolved(x[0].ravel(), x[1])),
    ("fft_correlate", "mr", -1, 1, lambda o, x, s: call("fft_correlate_f64", o, x[0], s.n, x[1], s.c),
     lambda x, s: convolved(x[0].ravel(), x[1].flip(0))),
    complexes("complex_add", torch.add, "zz"), complexes("complex_sub", torch.sub, "zz"),
    complexes("complex_mul", torch.mul, "zz"), complexes("complex_mul_conj", lambda x, y: x * y.conj(), "zz"),
    complexes("complex_abs", torch.abs),
    ("complex_scale", "z", -1, 1, lambda o, x, s: call("complex_scale_f64", o, 1.7, *x, s.n),
     lambda x, s: 1.7 * complex_of(x[0])),
]

def check_row(row, s):
    name, kinds, low, high, ours, theirs = row
    x = [rng.uniform(low, high, s.shape(kind)) for kind in kinds]
    if kinds[0] in "sb":  # matrices that are well conditioned
        x[0] += 2 * s.c * np.eye(s.c)
    t = [torch.tensor(a, requires_grad=True) for a in x]
    result = theirs(t, s)
    if result.is_complex(): result = torch.view_as_real(result)
    result = result.ravel()
    weight = rng.uniform(-1, 1, result.numel())
    wanted = torch.autograd.grad((result * torch.tensor(weight)).sum(), t, allow_unused=True, materialize_grads=True)
    p, w, o, loss = [device(a) for a in x], device(weight), room(4 * s.n + 9 * s.c * s.c + 64), room(1)
    def record():
        ours(o, p, s)
        call("dot_to_f64", loss, o, w, weight.size)
        return loss
    compare(recorded(record, [(q, a.size) for q, a in zip(p, x)]), wanted, f"{name} of {s.r} by {s.c}")
    value, want = host(loss, 1)[0], float((result * torch.tensor(weight)).sum())
    expect(abs(value - want) <= 1e-9 * max(1, weight.size),
           f"{name} of {s.r} by {s.c}: the loss is {value}, not {want}")
    for q in (*p, w, o, loss): call("free", q)

# --------------------------------------------------------------------------------------------------- random programs --
# The arrays: three matrices of r by c, and two each of the other kinds. A step: the kinds of the result and the inputs
# (e: any one kind), whether the result may be an input, the call, the same in PyTorch, and what has to hold.
KINDS = {"m": 3, "r": 2, "c": 2, "s": 2, "t": 2}
def apart(x):  # no two are close to each other
    return bool((x.ravel().sort()[0].diff() > 1e-4).all())
def elements(name, f, ok=lambda *x: True, inputs="e", numbers=()):
    """A function of arrays of one kind; on the GPU's side of n elements from the first."""
    return "e", inputs, True, lambda o, x, n, r, c: call(name + "_f64", o, *numbers, *x, n), f, ok
above = lambda low: (lambda *x: bool((x[-1] > low).all()))
away = lambda *x: bool((x[-1].abs() > 0.1).all())
def lines(name, f, ok=lambda *x: True):
    return [("m", "m" + way[0], True, lambda o, x, n, r, c, way=way: call(f"{name}_{way}_f64", o, *x, r, c),
             (lambda x, y: f(x, y)) if way == "row" else (lambda x, y: f(x, y[:, None])), ok) for way in ("row", "col")]
def matrix(name, out, f, in_place=False, ok=lambda *x: True):
    return out, "m", in_place, lambda o, x, n, r, c: call(name + "_f64", o, *x, r, c), f, ok
def product(out, inputs, sizes):
    return (out, inputs, False, lambda o, x, n, r, c: call("matmul_f64", o, *x, *[{"r": r, "c": c}[k] for k in sizes]),
            torch.matmul, lambda *x: True)
steps = [
    elements("add", torch.add, inputs="ee"), elements("sub", torch.sub, inputs="ee"),
    elements("mul", torch.mul, inputs="ee"), elements("div", torch.div, away, "ee"),
    elements("maximum", torch.maximum, lambda x, y: x is y or bool(((x - y).abs() > 1e-4).all()), "ee"),
    elements("minimum", torch.minimum, lambda x, y: x is y or bool(((x - y).abs() > 1e-4).all()), "ee"),
    elements("axpy", lambda x, y: -0.7 * x + y, inputs="ee", numbers=(-0.7,)),
    elements("scale", lambda x: 0.9 * x, numbers=(0.9,)), elements("scalar_sub", lambda x: 0.9 - x, numbers=(0.9,)),
    elements("sin", torch.sin), elements("cos", torch.cos), elements("tanh", torch.tanh),
    elements("sigmoid", torch.sigmoid), elements("exp", torch.exp), elements("square", torch.square),
    elements("abs", torch.abs, away), elements("log", torch.log, above(0.1)), elements("sqrt", torch.sqrt, above(0.1)),
    elements("reciprocal", torch.reciprocal, away), elements("atan", torch.atan), elements("erf", torch.erf),
    elements("atan2", torch.atan2, away, "ee"), elements("hypot", torch.hypot, away, "ee"),
    *lines("add", torch.add), *lines("sub", torch.sub), *lines("mul", torch.mul), *lines("div", torch.div, away),
    matrix("softmax_rows", "m", lambda x: x.softmax(1), True),
    matrix("log_softmax_rows", "m", lambda x: x.log_softmax(1), True),
    matrix("logsumexp_rows", "c", lambda x: x.logsumexp(1)), matrix("sum_rows", "c", lambda x: x.sum(1)),
    matrix("sum_cols", "r", lambda x: x.sum(0)), matrix("mean_rows", "c", lambda x: x.mean(1)),
    matrix("mean_cols", "r", lambda x: x.mean(0)), matrix("max_rows", "c", lambda x: x.amax(1), ok=apart),
    matrix("min_cols", "r", lambda x: x.amin(0), ok=apart), matrix("cumsum_rows", "m", lambda x: x.cumsum(1)),
    matrix("cumsum_cols", "m", lambda x: x.cumsum(0)), matrix("transpose", "t", lambda x: x.mT),
    product("m", "ms", "rcc"), product("s", "tm", "ccr"), product("t", "st", "crc"),
    ("c", "mr", False, lambda o, x, n, r, c: call("matvec_f64", o, *x, r, c), torch.matmul, lambda *x: True),
    ("r", "cm", False, lambda o, x, n, r, c: call("vecmat_f64", o, *x, r, c), torch.matmul, lambda *x: True),
    ("m", "cr", False, lambda o, x, n, r, c: call("outer_f64", o, *x, r, c), torch.outer, lambda *x: True),
    ("m", "mrr", False, lambda o, x, n, r, c: call("layer_norm_rows_f64", o, *x, r, c, 0.1),
     lambda x, g, b: F.layer_norm(x, (x.shape[1],), g, b, 0.1), lambda *x: True),
    ("m", "m", True, lambda o, x, n, r, c: call("sort_rows_f64", o, *x, r, c, enum(0)), lambda x: x.sort(1)[0], apart),
    ("r", "r", True, lambda o, x, n, r, c: call("sort_f64", o, *x, n, enum(1)),
     lambda x: x.sort(descending=True)[0], apart),
]

class RandomProgram:
    """Ten steps, chosen as long as values and slopes are moderate. `where` of an array is its kind and number."""
    def __init__(self):
        self.r, self.c = int(rng.integers(1, 7)), int(rng.integers(1, 7))
        shape = {"m": (self.r, self.c), "r": (self.c,), "c": (self.r,), "s": (self.c, self.c), "t": (self.c, self.r)}
        self.start = {(k, i): torch.tensor(rng.uniform(-1.5, 1.5, shape[k]), requires_grad=True)
                      for k, count in KINDS.items() for i in range(count)}
        self.now, self.steps = dict(self.start), []
        while len(self.steps) < 10: self.step(steps[rng.integers(len(steps))])
    def step(self, step):
        out, inputs, in_place, ours, f, ok = step
        any_kind = str(rng.choice(list(KINDS)))
        some = lambda kind: (kind, int(rng.integers(KINDS[kind])))
        ins = [some(any_kind if k == "e" else k) for k in inputs]
        to = some(any_kind if out == "e" else out)
        x = [self.now[i] for i in ins]
        if (to in ins and (not in_place or (out != "e" and to != ins[0]))) or not ok(*x): return
        result = f(*x)
        if not bool(torch.isfinite(result).all()) or float(result.detach().abs().max()) > 10: return
        n = result.numel()
        if out == "e" and rng.random() < 0.2 and n > 3:  # a part of the arrays
            n -= 3
            result = torch.cat((result.ravel()[:n], self.now[to].ravel()[n:])).reshape(result.shape)
        self.now[to] = result
        self.steps.append((ours, to, ins, n))
    def run(self, at_array):
        for ours, to, ins, n in self.steps: ours(at_array[to], [at_array[i] for i in ins], n, self.r, self.c)

def check_program(number):
    """In arrays that are parts of one; in arrays of their own; and in the inputs themselves."""
    program = RandomProgram()
    where, n = list(program.start), sum(x.numel() for x in program.start.values())
    weights = [rng.uniform(-1, 1, x.numel()) for x in program.start.values()]
    loss = sum((program.now[k].ravel() * torch.tensor(w)).sum() for k, w in zip(where, weights))
    wanted = torch.autograd.grad(loss, program.start.values(), allow_unused=True)
    values = [x.detach().numpy() for x in program.start.values()]
    begins = np.cumsum([0] + [v.size for v in values]).tolist()
    in_one = lambda base: {k: at(base, b) for k, b in zip(where, begins)}
    w, parts, total = device(np.concatenate(weights)), room(len(where)), room(1)
    for way in ("parts of one array", "arrays", "in the inputs"):
        one = way == "parts of one array"
        own = [device(np.concatenate([v.ravel() for v in values]))] if one else [device(v) for v in values]
        start = in_one(own[0]) if one else dict(zip(where, own))
        work = [room(n)] if one else [room(v.size) for v in values] if way == "arrays" else []
        arrays = in_one(work[0]) if one else dict(zip(where, work)) if work else start
        def record():
            for to, x, v in zip(work, own, [np.empty(n)] if one else values): call("copy_async", to, x, v.nbytes)
            program.run(arrays)
            for k, key in enumerate(where):
                call("dot_to_f64", at(parts, k), arrays[key], at(w, begins[k]), values[k].size)
            call("sum_to_f64", total, parts, len(where))
            return total
        got = recorded(record, [(start[k], v.size) for k, v in zip(where, values)])
        compare(got, wanted, f"program {number}, {way}")
        expect(abs(host(total, 1)[0] - float(loss)) <= 1e-9 * n, f"program {number}, {way}: the loss")
        for p in own + work: call("free", p)
    for p in (w, parts, total): call("free", p)

missing = set()
for r, c in ((2, 2), (3, 5), (13, 37), (1, 6)):
    s = Shape(r, c)
    for row in rows:
        name = row[0].split()[0]
        if not hasattr(lib, f"gpu_{name}_f64") and not hasattr(lib, f"gpu_{name}"): missing.add(name)
        elif r > 1 or name not in ("var_cols",): check_row(row, s)
    s.free()
for number in range(programs):
    against_numpy.rounds = number
    check_program(number)
call("tape_free", tape)
if missing: print("not in this library:", *sorted(missing))
print(f"seed {seed}: {against_numpy.checks} checks, {against_numpy.failures} failed;",
      f"at most {worst:.1e} from PyTorch's")
against_numpy.end()
