"""Random calls of any prewritten function, made from its prototype, and what has to hold for each without a formula."""
import ctypes
import os
import re
import shutil
import tempfile
from collections import Counter
from types import SimpleNamespace
import numpy as np
from against_numpy import calls, expect
from calls_numpy import Near, ROWS, SUMS
from prototypes import C, Spec, read

INVALID_ARGUMENT, INVALID_POINTER, OUT_OF_MEMORY, NOT_SUPPORTED = 1, 2, 4, 8
HOST_POINTER, GUARD = ctypes.c_void_p, 0xB7
TYPES = [np.dtype(t) for t in ("f4", "f8", "i4", "i8", "u1", "u4", "u8")]  # in the order of gpu_type
HERE = os.path.dirname(os.path.abspath(__file__))
prewritten, others, enums = read(os.path.join(HERE, "..", "gpu.h"))
refused, comparisons, reached = Counter(), Counter(), Counter()
named = {f.name: f for f in prewritten}
# CPUs with different instruction sets, and a GPU and a CPU, differ in the last places in these (in floats).
BY_ISA = r"matmul|gemm|.*fft.*|complex_(abs|angle)|" + "|".join(sorted({f.stem for f in prewritten if f.linear}))
NEVER = "-"
BY_BACKEND = BY_ISA + "|conv1d|conv2d|stencil5|cumsum.*"


class Stats(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "used peak reserved limit free total allocations".split()]


class Library:
    """A copy of the shared library with state of its own, which reads `environment` when it starts."""
    def __init__(self, path, **environment):
        os.environ.update(environment)
        with tempfile.TemporaryDirectory() as folder:
            self.c = ctypes.CDLL(shutil.copy(path, os.path.join(folder, "copy.so")) if environment else path)
        for f in prewritten:
            getattr(self.c, f.name).argtypes, getattr(self.c, f.name).restype = f.argtypes, f.restype
        for name in "malloc malloc_pinned malloc_managed stream_new graph_end tape_begin gradient".split():
            getattr(self.c, "gpu_" + name).restype = HOST_POINTER
        self.c.gpu_error_message.restype = ctypes.c_char_p
        self.on_cpu = self("device") == -1 or "GPU_CPU_DEVICES" in environment
        half = np.ones(9, np.float32)
        self("sum_f32", half.ctypes.data, 9)
        self.threads = self("set_threads", 2) == 0
        self("set_threads", 0)
        for name in environment: del os.environ[name]
        self("clear_error")

    def __call__(self, name, *args):
        calls["gpu_" + name] += 1
        f = getattr(self.c, "gpu_" + name)
        if not f.argtypes: args = [ctypes.c_size_t(a) if type(a) is int and a > 2 ** 30 else a for a in args]
        return f(*args)

    def message(self):
        calls["gpu_error_message"] += 1
        return (self.c.gpu_error_message() or b"").decode()

    def copy(self, to, source, n):
        calls["gpu_copy"] += 1
        return self.c.gpu_copy(HOST_POINTER(to), HOST_POINTER(source), ctypes.c_size_t(n))


def address(a):
    return a.__array_interface__["data"][0]


class Block:
    """An array of `data` in memory of some kind, between guards of so many bytes."""
    def __init__(self, library, data, kind, lead, trail):
        self.functions, self.kind, self.lead, self.bytes = library, kind, lead, data.nbytes
        self.image = np.full(lead + data.nbytes + trail, GUARD, np.uint8)
        self.inside[:] = data
        if kind == "host": self.start = address(self.image)
        else:
            self.start = library(kind, self.image.nbytes) or 0
            expect(self.start, "no memory for", self.image.nbytes, library.message())
            self.write(data)
        self.p = self.start + lead

    @property
    def inside(self):
        return self.image[self.lead:self.lead + self.bytes]

    def write(self, data):
        self.inside[:] = data
        if self.kind != "host" and self.image.nbytes:
            self.functions.copy(self.start, address(self.image), self.image.nbytes)

    def read(self):
        if self.kind != "host" and self.image.nbytes:
            self.functions.copy(address(self.image), self.start, self.image.nbytes)
        return self.inside

    def guarded(self):
        return (self.image[:self.lead] == GUARD).all() and (self.image[self.lead + self.bytes:] == GUARD).all()

    def free(self):
        return self.kind == "host" or not self.functions.c.gpu_free(HOST_POINTER(self.start))


class Result:
    def __init__(self, status, value, message, arrays):
        self.status, self.value, self.message, self.arrays = status, value, message, arrays


def numbers(dtype, data):
    """Bytes as unsigned integers, in which all NaNs are one (their sign and payload are unspecified)."""
    if dtype.kind not in "fc": return data
    x = data.view(np.dtype(dtype.char.lower() if dtype.kind == "f" else "f%d" % (dtype.itemsize // 2)))
    return np.where(np.isnan(x), np.uint64(0xFFFFFFFFFFFFFFFF), x.view("u%d" % x.itemsize).astype(np.uint64))


class Case:
    """One function with sizes, numbers and contents of its arrays."""
    def __init__(self, f, rng):
        self.f, self.rng, self.scope = f, rng, {}
        self.draw_sizes()
        for p in f.parameters:
            if not p.array and not p.size: self.scope[p.name] = self.number(p)
        if "spec" in self.scope: self.draw_spec()
        s = self.scope
        s.setdefault("m", s.get("n"))
        s["p"], s["each"] = min(s.get("m") or 0, s.get("n") or 0), s.get("batch", 1)
        self.null = {p for p in f.optional if rng.random() < 0.3}
        self.dtypes = {p.name: self.dtype(p) for p in f.arrays}
        self.count = {p.name: self.extent(p.name, s) for p in f.arrays}
        self.data = {p.name: self.contents(p) for p in f.arrays}
        self.nothing = f.returns == "gpu_status" and not any(self.count[p.name] for p in f.outs)
        wide = s.get("width", 0) > s.get("n", 0) > 0 or s.get("k", 0) > s.get("cols", s.get("n", 0)) and (
            f.stem.startswith(("top", "bottom")))
        zero = any(not s[z] for z in f.positive) and s.get("batch") != 0
        self.refused = zero or wide

    def __str__(self):
        s = {k: v for k, v in self.scope.items() if not isinstance(v, Spec)}
        if "spec" in self.scope: s["spec"] = {k: getattr(self.scope["spec"], k) for k, _ in Spec._fields_}
        return f"{self.f.name} {s} null {sorted(self.null)}"

    def extent(self, name, scope):
        return max(0, int(eval(self.f.extents[name], {}, scope)))

    def draw_sizes(self):
        rng, f = self.rng, self.f
        room = [300, 3000, 40000, 400000][int(np.searchsorted([0.7, 0.93, 0.99], rng.random(), "right"))]
        if f.linear: room = min(room, 3000 if rng.random() < 0.1 else 400)
        for name in rng.permutation(f.sizes).tolist():
            kind, most = rng.integers(5), max(1, room)
            n = int(rng.integers(1, most + 1)) if kind == 0 else int(most ** rng.random())
            if kind > 2: n = max(1, 2 ** int(np.log2(max(1, n))) + int(rng.integers(-1, 2)))
            if f.linear and name in ("m", "n", "k"): n = min(n, int(room ** 0.5))
            if f.stem in ("matmul", "outer") or name in ("h_rows", "h_cols", "k", "width"): n = min(n, 70)
            if rng.random() < 0.03: n = 0
            self.scope[name] = n
            if len(f.sizes) > 1 and name not in ("width", "bins", "count"): room //= max(1, n)
        s = self.scope
        for small, large in (("width", "n"), ("k", "cols"), ("k", "n")):
            if small in s and large in s and not f.linear and f.stem != "matmul" and rng.random() < 0.97:
                s[small] = min(s[small], s[large])
                break

    def number(self, p):
        rng, f, name = self.rng, self.f, p.name
        if p.enum: return int(rng.choice(enums[p.type]))
        if p.type == "gpu_gemm_spec": return Spec()
        if name == "value_size": return int(rng.choice([4, 8]))
        if name == "size": return int(rng.choice([1, 2, 4, 8, 16]))
        if name == "shape": return int(rng.integers(8))
        if name == "power": return int(rng.integers(-4, 8))
        if name == "q": return float(rng.choice([0, 1, 0.5, rng.random()]))
        if name == "ddof": return float(rng.choice([0, 1, 2.5]))
        if name in ("rcond", "rtol", "atol"): return float(rng.choice([0, 1e-6, 0.1, -1 if name == "rcond" else 0]))
        if name == "epsilon": return 1e-5
        if name == "rate": return float(10 ** rng.uniform(-3, 6))
        whole = p.type not in ("float", "double")
        value = int(rng.integers(-100, 100)) if whole or rng.random() < 0.2 else float(
            rng.normal() * 10 ** rng.uniform(-3, 3))
        if name in ("sd", "scale", "d", "hi"): value = abs(value) + 1
        if name == "lo": value = -abs(value)
        if f.stem == "rand_lognormal": value = abs(value) % 3
        if p.type.startswith("uint"): value = abs(value)
        return float(np.float32(value)) if p.type == "float" else value

    def draw_spec(self):
        rng, s, spec = self.rng, self.scope, self.scope["spec"]
        spec.m, spec.n, spec.k = (int(rng.integers(0 if rng.random() < 0.05 else 1, rng.choice([9, 40, 140])))
                                  for _ in range(3))
        spec.ta, spec.tb, spec.batch = int(rng.integers(2)), int(rng.integers(2)), int(rng.integers(1, 4))
        spec.alpha, spec.beta = (float(rng.choice([0, 1, -1, 0.5, 3])) for _ in range(2))
        for name, rows, cols in (("a", *((spec.k, spec.m) if spec.ta else (spec.m, spec.k))),
                                 ("b", *((spec.n, spec.k) if spec.tb else (spec.k, spec.n))), ("c", spec.m, spec.n)):
            ld = cols + int(rng.integers(0, 5)) if rng.random() < 0.5 else 0
            stride = rows * (ld or cols) + int(rng.integers(0, 9))
            if name != "c" and rng.random() < 0.3: stride = 0
            setattr(spec, "ld" + name, ld), setattr(spec, "stride_" + name, stride)
            one = (rows - 1) * (ld or cols) + cols if rows and cols else 0
            s[name + "_extent"] = one + (spec.batch - 1) * stride if one else 0
            s["view_" + name] = (rows, cols, ld or cols, stride)
        if not (spec.m and spec.n and spec.alpha): s["a_extent"] = s["b_extent"] = 0

    def dtype(self, p):
        if p.type != "void": return np.dtype(C[p.type][0])
        if "type" in self.scope: return TYPES[self.scope["type"]]
        return np.dtype("V%d" % self.scope["value_size" if p.name.startswith("values") else "size"])

    def contents(self, p):
        """Bytes: of an input what the function can work on, of an output anything."""
        rng, f, n, t, s = self.rng, self.f, self.count[p.name], self.dtypes[p.name], self.scope
        name = p.name
        if t.kind == "V" or not p.const and f.stem not in ("scatter", "gemm"): return rng.bytes(n * t.itemsize)
        if name == "label": x = rng.integers(-1 if rng.random() < 0.1 else 0, s["cols"] or 1, n)
        elif name == "index": x = rng.integers(-s["count"] - 2, s["count"] + 2, n)
        elif f.stem.startswith("bincount") and name == "x":
            x = rng.integers(-2 if t.kind == "i" else 0, s["bins"] + 2, n)
        elif f.linear: x = self.matrices(name, n, t)
        elif name == "mask" or t == np.uint8: x = (rng.random(n) < rng.random()) * rng.integers(0, 256, n)
        elif p.type == "gpu_bf16": x = self.contents_of(n, np.dtype("f4")).view("u4") >> 16
        elif t.kind == "c":
            return self.contents_of(2 * n, np.dtype("f%d" % (t.itemsize // 2))).view(t).tobytes()
        else: x = self.contents_of(n, t)
        if name == "sorted": x = np.sort(x)
        if f.stem == "histogram" and n:  # on edges, or one step beside them
            edges = np.histogram_bin_edges(np.zeros(1, t), s["bins"] or 1, (float(s["lo"]), float(s["hi"])))
            on = rng.random(n) < 0.4
            x[on] = rng.choice(edges, on.sum()).astype(t)
            if t.kind == "f": x[rng.random(n) < 0.2] = np.nextafter(x[0], t.type(np.inf))
        if f.stem.startswith("allclose") and name == "y" and rng.random() < 0.8:
            x = np.frombuffer(self.x_of, t) * (1 + rng.choice([0, 1e-7, 1.00001e-6, 0.0999, 0.1001], n))
        if name == "x": self.x_of = x.astype(t).tobytes()
        return x.astype(t).tobytes()

    def contents_of(self, n, t):
        rng, kind = self.rng, self.rng.integers(8)
        if t.kind in "iu":
            least, most = np.iinfo(t).min, np.iinfo(t).max
            if kind == 0: return rng.integers(0, 3, n).astype(t)
            if kind < 4: return rng.integers(max(least, -1000), min(most, 1000), n).astype(t)
            x = rng.integers(least, most, n, dtype=t, endpoint=True)
            return np.full(n, x[:1].sum(), t) if kind == 4 else np.sort(x) if kind == 5 else x
        x = rng.normal(size=n)
        if kind == 0: x = rng.integers(-3, 4, n) * rng.choice([1.0, -1.0, 0.0], n)
        if kind == 1: x = np.exp(rng.uniform(-30, 30, n)) * rng.choice([-1, 1], n)
        if kind == 2: x = np.sort(x)
        if kind == 3: x = np.full(n, rng.normal())
        x = x.astype(t)
        any_bits = not re.fullmatch(SUMS, self.f.stem)
        if kind == 4 and any_bits: x = np.frombuffer(rng.bytes(n * t.itemsize), t).copy()
        if any_bits or rng.random() < 0.1:
            if rng.random() < 0.2: x[rng.random(n) < rng.random() * 0.3] = np.nan
            if rng.random() < 0.2: x[rng.random(n) < 0.1] = rng.choice([np.inf, -np.inf, 0.0, -0.0])
        return x

    def matrices(self, name, n, t):
        """Random, of integers, of low rank, constant, graded in rows or columns, huge or tiny, and so on."""
        rng, s = self.rng, self.scope
        rows, cols = (s["m"], s["n"]) if name == "a" or name in "lt" else (s["m"], max(1, s.get("k") or 1))
        if name in "lt": rows = cols
        if not n: return np.zeros(0, t)
        return np.concatenate([self.matrix(name, rows, cols, t) for _ in range(s["each"])])[:n]

    def matrix(self, name, m, n, t):
        rng, kind, least = self.rng, self.rng.integers(13), min(m, n)
        a = rng.normal(size=(m, n))
        if name == "b": return a.ravel()
        if kind == 1: a = rng.integers(-3, 4, (m, n)).astype(float)
        if kind == 2: a = (lambda r: rng.normal(size=(m, r)) @ rng.normal(size=(r, n)))(int(rng.integers(0, least + 1)))
        if kind == 3: a = np.eye(m, n) * rng.choice([0, 1])
        if kind == 4: a *= 10.0 ** rng.uniform(-8, 8, (m, 1))
        if kind == 5: a *= 10.0 ** rng.uniform(-8, 8, (1, n))
        if kind == 6: a *= 10.0 ** (rng.uniform(-30, 30) if t.itemsize == 4 else rng.uniform(-130, 130))
        if kind == 7: a[:] = rng.normal()
        if kind == 8: a = np.tril(a) if rng.random() < 0.5 else np.triu(a)
        if kind == 9: a = 1.0 / (np.arange(m)[:, None] + np.arange(n) + 1)
        if kind == 10:  # with clusters of singular values
            q = lambda rows: np.linalg.qr(rng.normal(size=(rows, least)))[0]
            a = q(m) * rng.choice([1, 1 + 1e-6, 2, 1e-6, 1e-12, 0], least) @ q(n).T
        if kind == 11: a[rng.random((m, n)) < 0.8] = 0
        if kind == 12: a = np.eye(m, n) * 2 - np.eye(m, n, 1) - np.eye(m, n, -1)
        if self.f.stem.startswith("eig"): a = (a + a.T) / 2
        if name in "lt" and rng.random() < 0.9: a = np.tril(a) + np.eye(n) * (1 + np.abs(a).max())
        if self.f.stem == "cholesky" and rng.random() < 0.9:
            a /= max(np.abs(a).max(), 1e-30)
            a = a @ a.T + n * np.finfo(t).eps * 40 * np.eye(n)
        if rng.random() < 0.04: a[rng.integers(m), 0] = rng.choice([np.nan, np.inf])
        return a.ravel()

    def may_be(self, out, name):
        """Whether this output may be that input, at the same place."""
        f = self.f
        if name not in f.in_place or f.stem == "sort_pairs" and not out.startswith(name): return False
        return out == f.outs[0].name or f.stem == "sort_pairs" if (
            self.count[out] == self.count[name] and self.dtypes[out].itemsize == self.dtypes[name].itemsize) else False

    # ----------------------------------------------------------------------------------------------------- the call --
    def arguments(self, pointers, scope=None):
        scope = scope or self.scope
        return [pointers[p.name] if p.array else scope[p.name] for p in self.f.parameters]

    def call(self, library, pointers, scope=None):
        """Its status, the value and the message; the functions that return a value tell the status by gpu_error."""
        library.c.gpu_clear_error()
        calls[self.f.name] += 1
        calls["gpu_clear_error"] += 1
        value = getattr(library.c, self.f.name)(*self.arguments(pointers, scope))
        status = value if self.f.returns == "gpu_status" else library.c.gpu_error()
        message = library.message() if status else ""
        reached[self.f.name] += not status
        return status, None if self.f.returns == "gpu_status" else value, message

    def poison(self, p, byte):
        keep = p.const or self.f.stem in ("scatter", "gemm")
        return np.frombuffer(self.data[p.name], np.uint8) if keep else np.full(
            self.count[p.name] * self.dtypes[p.name].itemsize, byte, np.uint8)

    def run(self, library, kind="malloc", byte=0xA5, odd=False, alias=None, way=None):
        """The call on arrays of that kind of memory: with guards, or exactly as long as it needs; all inputs have to
        stay as they were and all guards too. alias: (output, input) at one place. way: `replayed` or `recorded`."""
        rng, f = self.rng, self.f
        blocks, pointers = {}, {}
        for p in f.arrays:
            size = self.dtypes[p.name].itemsize
            step = 1 if library.on_cpu and rng.random() < 0.5 else size
            lead, trail = (int(rng.integers(0, 70)) * step, int(rng.integers(0, 3)) * 40) if odd else (0, 0)
            if p.name in self.null: pointers[p.name] = None
            elif alias and p.name == alias[0]: continue
            else:
                data = self.poison(p, byte)
                if way == Case.replayed: data = np.full(data.size, 7, np.uint8)
                blocks[p.name] = Block(library, data, kind, lead, trail)
                pointers[p.name] = blocks[p.name].p
        if alias: pointers[alias[0]] = pointers[alias[1]]
        if f.stem.startswith("rand"): library("seed", ctypes.c_uint64(self.scope.get("n", 0) * 7 + 1))
        status = way(self, library, blocks, pointers, byte) if way else self.call(library, pointers)
        arrays = {}
        for p in f.arrays:
            if p.name not in blocks: continue
            b = blocks[p.name]
            arrays[p.name] = b.read().copy()
            expect(b.guarded(), self, "wrote beside", p.name, kind)
            if p.const and not (alias and alias[1] == p.name):
                expect(arrays[p.name].tobytes() == self.data[p.name], self, "changed", p.name)
        if alias: arrays[alias[0]] = arrays[alias[1]]
        for name, b in blocks.items(): expect(b.free(), self, "free of", name, library.message())
        return Result(*status, arrays)

    def replayed(self, library, blocks, pointers, byte):
        expect(not library("graph_begin"), "graph_begin", library.message())
        status = self.call(library, pointers)
        graph = HOST_POINTER(library("graph_end"))
        for p in self.f.arrays * bool(status[0]):  # refused: nothing is written
            if p.name in blocks:
                expect((blocks[p.name].read() == 7).all(), self, "refused in a graph and wrote to", p.name)
                blocks[p.name].write(self.poison(p, byte))
        if not expect(graph, self, "graph_end", library.message()): return status
        for _ in range(0 if status[0] else 2):  # the second launch gives the same
            for p in self.f.arrays:
                if p.name in blocks: blocks[p.name].write(self.poison(p, byte))
            expect(not library("graph_launch", graph) and not library("sync"), self, "a launch:", library.message())
        expect(not library("graph_free", graph), "graph_free", library.message())
        return status

    def recorded(self, library, blocks, pointers, byte):
        """By a tape, whose gradient is there or is refused with a sentence."""
        tape = HOST_POINTER(library("tape_begin"))
        status = self.call(library, pointers)
        expect(not library("tape_end", tape), "tape_end", library.message())
        out = self.f.outs[0].name if self.f.outs else None
        if out in blocks and not status[0]:
            failed = library("backward", tape, HOST_POINTER(pointers[out]))
            expect(not failed or sentence(library.message()), self, "backward", failed, library.message())
            for p in self.f.ins:
                if p.name in blocks and not failed: library("gradient", tape, HOST_POINTER(pointers[p.name]))
        expect(library("tape_memory", tape) >= 0 and not library("tape_free", tape), "tape_free", library.message())
        return status

    def limited(self, library, blocks, pointers, byte):
        """With a limit that leaves little or nothing for a workspace."""
        stats = Stats()
        library("memory", ctypes.byref(stats))
        library("memory_limit", max(1, stats.reserved + int(self.rng.choice([0, 1, 300, 70000]))))
        status = self.call(library, pointers)
        library("memory_limit", 0)
        return status

    def compare(self, how, first, other, allowed=()):
        """Whether the call has the same result as the first one, to the bit."""
        f, comparisons["calls with each other"] = self.f, comparisons["calls with each other"] + 1
        if other.status in allowed and other.status: first = other
        if not expect(first.status == other.status, self, how, "gave", other.status, other.message, "instead of",
                      first.status, first.message): return
        usable = not first.status and not ("info" in first.arrays and any(first.arrays["info"].view("i4")))
        if other.status:
            expect(sentence(other.message), self, how, "no sentence:", repr(other.message))
            if f.linear and not self.refused: return
        one, two = first.value, other.value
        expect(other.status or one == two or one != one and two != two, self, how, "gave", two, "instead of", one)
        for p in f.outs:
            if p.name not in other.arrays or f.linear and p.name != "info" and not usable: continue
            a, b = (r.arrays[p.name] for r in (first, other))
            if other.status and first is other:  # refused where the first was not
                expect((b == b[:1]).all() or f.partial, self, how, "was refused and wrote to", p.name)
                continue
            x, y = numbers(self.dtypes[p.name], a), numbers(self.dtypes[p.name], b)
            idle = f.linear and self.scope.get("k") == 0  # (nothing happens)
            if f.stem in ("compress", "nonzero", "unique") or other.status or idle:
                written = ~((a == 0xA5) & (b == 0x5A)) | (a == b)
                written = written.reshape(x.size, -1).all(1) if x.size else written
                x, y = x[written], y[written]
            expect(np.array_equal(x, y), self, how, "differs in", p.name, "at", np.flatnonzero(x != y)[:5])

    def by_numpy(self, result):
        """The values, by the function's row; only where the call is one that NumPy has too."""
        row = ROWS.get(self.f.stem)
        if not row or result.status or self.refused: return
        a, o = SimpleNamespace(**self.scope, name=self.f.name), SimpleNamespace(value=result.value)
        a.o, a.initial, a.coarse = o, {}, 0.0
        for p in self.f.parameters:
            name = "t_" if p.name == "t" else p.name
            if p.array and p.name not in self.null:
                typed = lambda data, p=p: self.typed(p, np.frombuffer(data, self.dtypes[p.name]))
                if not p.const: setattr(o, name, typed(result.arrays[p.name].tobytes()))
                if not p.const: a.initial[name] = typed(self.data[p.name])
                if p.type == "gpu_bf16" and not p.const: a.coarse = 2.0 ** -8
                if p.type == "gpu_f16" and not p.const: a.coarse = 2.0 ** -10
                if p.const: setattr(a, name, typed(self.data[p.name]))
            elif p.array: setattr(a if p.const else o, name, None)
            elif p.type in C: setattr(a, name, np.dtype(C[p.type][0]).type(self.scope[p.name]))
        outs = [getattr(o, p.name) for p in self.f.outs] if self.f.outs else [np.array([o.value])]
        if not hasattr(o, "info"): o.info = None
        a.first_out = outs[0]
        elements = next((p for p in self.f.arrays if p.type not in ("void", "int")), None)
        a.t = outs[0].dtype if self.f.outs and not self.f.linear else self.dtypes[elements.name]
        comparisons["calls with NumPy"] += 1
        want = row(a)
        if want is None: return
        if isinstance(want, (bool, np.bool_)): return expect(want, self, "is not what NumPy says")
        for got, one in zip(outs, want if isinstance(want, tuple) else (want,)):
            if got is not None and one is not None and not close(np.ravel(got), one):
                got, value = np.ravel(got), np.ravel(one.value if isinstance(one, Near) else one)
                if got.shape == value.shape:
                    far = np.flatnonzero(~np.isclose(got, value, 1e-7, 0, equal_nan=True))
                    at = far[:6] if far.size else slice(6)
                    got, value = got[at], value[at]
                expect(False, self, "gave", got[:6], "and NumPy says", value[:6])

    @staticmethod
    def typed(p, x):
        return (x.astype("u4") << 16).view("f4") if p.type == "gpu_bf16" else x


def close(got, want):
    near = want if isinstance(want, Near) else Near(want, 0)
    value = np.ravel(near.value)
    if got.dtype.kind == "V": return got.tobytes() == value.tobytes()
    if value.dtype == np.uint8 and value.size == got.nbytes: got = got.view("u1")
    if got.dtype.kind in "iub" and not isinstance(want, Near): return np.array_equal(got, value)
    if got.dtype.kind in "iub": return (np.abs(got - value) <= np.ravel(near.bound) + 1e-9).all()
    rounded = value.astype(got.dtype)
    small = float(np.finfo(got.dtype).tiny)
    error = np.abs(got.astype(np.clongdouble if got.dtype.kind == "c" else np.longdouble) - value)
    even = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    return bool((even | (error <= np.broadcast_to(np.ravel(near.bound), value.shape) + small)).all())


def sentence(message):
    """One line that names the call and says what was expected."""
    return message.startswith(("gpu_", "GPU_", "graph", "in ")) and "\n" not in message and 20 < len(message) < 1500


# ------------------------------------------------------------------------------------------------ the same elsewhere --
def ways(case, main, peers):
    """(how, what runs the case so, statuses that are allowed instead)"""
    f, rng = case.f, case.rng

    def around(before, after, **options):
        def run():
            before()
            try: return case.run(main, **options)
            finally: after()
        return run

    def in_stream():
        stream = HOST_POINTER(main("stream_new"))
        expect(stream and not main("use_stream", stream), "a stream", main.message())
        result = case.run(main, odd=True)
        expect(not main("stream_sync", stream) and not main("use_stream", None) and not main("stream_free", stream),
               "the end of a stream", main.message())
        return result

    yield "again", lambda: case.run(main, byte=0x5A), ()
    yield "at other offsets", lambda: case.run(main, byte=0x5A, odd=True), ()
    yield "on host arrays", lambda: case.run(main, "host", byte=0x5A, odd=rng.random() < 0.7), ()
    kind = str(rng.choice(["malloc_pinned", "malloc_managed"]))
    yield "on memory of " + kind, lambda: case.run(main, kind, byte=0x5A, odd=True), ()
    yield "in a stream", in_stream, ()
    yield "in a graph", lambda: case.run(main, byte=0x5A, way=Case.replayed), (NOT_SUPPORTED,)
    yield "under a limit of memory", lambda: case.run(main, byte=0x5A, way=Case.limited), (OUT_OF_MEMORY,)
    if f.returns == "gpu_status":
        yield "under a tape", lambda: case.run(main, byte=0x5A, way=Case.recorded), (NOT_SUPPORTED,)
    for out in f.outs:
        for name in f.in_place:
            if case.may_be(out.name, name):
                yield f"with {out.name} at {name}", lambda o=out.name, n=name: case.run(main, alias=(o, n)), ()
    if main.threads:
        n = int(rng.integers(1, 9))
        yield f"by {n} threads", around(lambda: main("set_threads", n), lambda: main("set_threads", 0), byte=0x5A), ()
    for how, library, differ in peers:
        if not (re.fullmatch(differ, f.stem) and any(t.kind in "fc" for t in case.dtypes.values()) or
                re.fullmatch(differ, f.stem) and f.stem in ("matmul", "gemm")):
            yield how, lambda library=library: case.run(library, byte=0x5A, odd=True), ()


# ----------------------------------------------------------------------------------------------------- bad arguments --
BAD = {"q": (-0.1, 1.5, float("nan")), "value_size": (0, 3, 16, 2 ** 62), "rate": (-1.0, float("nan"))}
HUGE = (2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 33 + 1, 2 ** 40, 2 ** 61, 2 ** 62 + 1, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1)


def refusals(case, library):
    """A call of the case with one argument that is not permitted: it has to be refused, and to have touched nothing."""
    f, rng, s = case.f, case.rng, case.scope
    size = {p.name: case.count[p.name] * case.dtypes[p.name].itemsize for p in f.arrays if p.name not in case.null}
    full = [p for p in f.arrays if size.get(p.name)]
    if case.refused or case.nothing or not full or not s["each"]: return
    mutable = [p for p in f.parameters if p.enum or p.name in BAD and not p.array]
    what = rng.choice(["null", "short", "freed", "huge", "overlap"] + ["value"] * bool(mutable))
    scope, want, blocks, victim = dict(s), {INVALID_ARGUMENT}, {}, full[rng.integers(len(full))]
    if what == "null":
        full = [p for p in full if p.name not in f.optional and (p.name != "count" or s["n"])]
        if not full: return
        victim = full[rng.integers(len(full))]
    if what == "huge":
        name = str(rng.choice([n for n in f.sizes if n != "batch"] or f.sizes)) if f.sizes else None
        if not name: return
        scope[name] = HUGE[rng.integers(len(HUGE))]
        scope["p"] = min(scope["m"] or 0, scope.get("n") or 0)
        scope["each"] = scope.get("batch", 1)
        needs = [p.name for p in full if p.name not in f.optional and case.extent(p.name, scope) > case.count[p.name]]
        if not needs: return
    if what == "value":
        p = mutable[rng.integers(len(mutable))]
        victim = p
        scope[p.name] = rng.choice(BAD[p.name]) if p.name in BAD else int(rng.choice([-1, 99]))
        if p.name in BAD: scope[p.name] = type(BAD[p.name][0])(scope[p.name])
    shared = None
    if what == "overlap":
        others_ = [p for p in full if p.name != victim.name and (not p.const or not victim.const)]
        if not others_: return
        other = others_[rng.integers(len(others_))]
        out, into = (victim, other) if not victim.const else (other, victim)
        step, a, b = case.dtypes[out.name].itemsize, size[out.name], size[into.name]
        shift = int(rng.integers(-((a - 1) // step), (b - 1) // step + 1)) * step if rng.random() < 0.8 else 0
        if shift == 0 and case.may_be(out.name, into.name): return
        if f.stem == "gemm" and s["view_c"][2] == s["view_" + into.name][2]: return  # (interleaved blocks are accepted)
        shared = (out.name, into.name, shift)
    pointers = {p.name: None for p in f.arrays}
    short = int(rng.integers(1, size[victim.name] + 1)) if what == "short" and rng.random() < 0.5 else 1
    for p in f.arrays:
        if p.name in case.null or shared and p.name in shared[:2]: continue
        data = case.poison(p, 0x3C)
        if what == "short" and p is victim:
            if short == data.size: short -= 1 if short > 1 else 0
            data = data[:data.size - short]
            if not data.size: return [b.free() for b in blocks.values()] and None
        blocks[p.name] = Block(library, data, "malloc", 0, 0)
        pointers[p.name] = blocks[p.name].p
    if shared:
        out, into, shift = shared
        low, high = min(0, shift), max(size[into], shift + size[out])
        blocks["both"] = Block(library, np.full(high - low, 0x3C, np.uint8), "malloc", 0, 0)
        pointers[into], pointers[out] = blocks["both"].p - low, blocks["both"].p + shift - low
    before = {name: b.image.copy() for name, b in blocks.items()}
    if what == "null": pointers[victim.name] = None
    if what == "freed":
        gone = blocks.pop(victim.name)
        if gone.image.nbytes > 20000 or not library.on_cpu: return [b.free() for b in blocks.values()] + [gone.free()]
        gone.free()
        want = {INVALID_POINTER}
    status, value, message = case.call(library, pointers, scope)
    refused[what] += 1
    about = f"{what} of {victim.name}" if what != "overlap" else f"overlap {shared}"
    if what == "huge": about = f"{name} = {scope[name]}"
    expect(status in want, case, about, "gave", status, message)
    expect(not status or sentence(message), case, about, "no sentence:", repr(message))
    expect(f.returns == "gpu_status" or not status or value != value or value == C[f.returns][1](-1).value, case, about,
           "returned", value)
    for name, b in blocks.items():
        b.read()
        expect(np.array_equal(b.image, before[name]), case, about, "was refused and wrote to", name)
        expect(b.free(), case, about, "free of", name, library.message())
    library.c.gpu_clear_error()
