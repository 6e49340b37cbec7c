"""`make bench`: measures the rows of rows.py by turns with the peers that are installed, on the GPU, where there is
one, and on the CPU. Environment:
    ROWS=sort,linalg   families, parts of names, gpu or cpu; ROWS=all: also those that are measured only if named
    BASE=DIR           another version of the library, measured by turns with this one as `before`
    TIME=500           ends after so many seconds;  LIMIT=60: what a row may take before it is given up
    GPU_THREADS=1      one thread for all, timed by the processor's clock: for a machine with other work
    SMALL=1            some thousand elements, each row once: only to see that rows run and agree with their peers
build/bench/rows gets each row as soon as it is measured; table.py makes a table, JSON and pictures of them."""
import ctypes
import hashlib
import json
import math
import os
import re
import select
import signal
import statistics
import subprocess
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import rows  # noqa: E402

env = os.environ.get
if env("SMALL"):
    for r in rows.ROWS:
        most = 3000 if len(r["sizes"]) == 1 or "k" in r["sizes"] else 128
        r["sizes"] = {k: min(v, most) if k != "k" or r["lib"] == "matmul" else v for k, v in r["sizes"].items()}
THREADS = env("GPU_THREADS")
OUT = os.path.join(env("BUILD", "build"), "bench")
VENDORS = {"arrays": "cublas curand", "matmul": "cublas", "fourier": "cufft", "linalg": "cusolver"}
HEADER = {"cublas": "cublas_v2.h", "curand": "curand.h", "cufft": "cufft.h", "cusolver": "cusolverDn.h"}
CODES = {"f": "<f4", "d": "<f8", "i": "<i4", "l": "<i8", "b": "|u1", "h": "<i2", "e": "<f2", "c": "<c8", "z": "<c16"}
MOST_ARRAYS = 8


# --------------------------------------------------------------------------------------------------------- building --
def command(lib, place, base, have):
    if place == "cpu":
        return env("CC_LINE", "cc -O3 -fopenmp").split() + ["-std=gnu11", "-shared", "-fPIC", "-I" + base, "-I" + here,
            "-x", "c",
                                                            f"{here}/{lib}.cu", "-x", "none", "-lm"]
    line = env("NVCC_LINE").replace("compute_90,code=sm_90", "compute_90a,code=sm_90a").split()
    link = ["-Xlinker", "-rpath", "-Xlinker", os.path.join(os.path.dirname(os.path.realpath(line[0])), "..", "lib64")]
    wanted = VENDORS.get(lib, "").split()
    vendor = ["-DWITH_VENDOR"] + ["-l" + v for v in wanted] + link if all(v in have for v in wanted + ["cub"]) else []
    return line + ["-shared", "-Xcompiler", "-fPIC,-fno-gnu-unique", "-I" + base, "-I" + here,
        f"{here}/{lib}.cu"] + vendor


def vendors_here():
    """Which of the vendor's libraries can be compiled for and linked."""
    running = {}
    for name in list(HEADER) + ["cub"]:
        source = os.path.join(OUT, f"have_{name}.cu")
        with open(source, "w", encoding="utf-8") as f:
            f.write(f"#include <{HEADER.get(name, 'cub/device/device_reduce.cuh')}>\nint main() {{ return 0; }}\n")
        running[name] = subprocess.Popen([env("NVCC_LINE").split()[0], "-std=c++17", source, "-o",
            source[:-3]] + ["-l" + name] * (name in HEADER),
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return [name for name, p in running.items() if p.wait() == 0]


def build(wanted):
    """Libraries of (lib, place), and of BASE's version of it, each unless what it is made of is older."""
    have, queue, found, running = vendors_here() if any(p == "gpu" for _, p in wanted) else [], [], {}, []
    for lib, place in wanted:
        for who, base in [("gpu.h", ".")] + ([("before", env("BASE"))] if env("BASE") else []):
            line = command(lib, place, base, have)
            so = os.path.join(OUT, f"{lib}-{place}-{hashlib.sha1(' '.join(line).encode()).hexdigest()[:8]}.so")
            parts = [f"{base}/gpu.h", f"{base}/gpu_kernels.cuh", f"{here}/bench.h", f"{here}/{lib}.cu"]
            if not os.path.exists(so) or os.path.getmtime(so) < max(map(os.path.getmtime, parts)):
                queue.append((so, line))
            found[lib, place, who] = so
    begin, most = time.time(), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    queue.sort(key=lambda q: "linalg" not in q[0] and "arrays" not in q[0])  # the longest first
    say(f"building {len(queue)} libraries ..." if queue else "the libraries are built")
    while queue or running:
        while queue and len(running) < most:
            so, line = queue.pop(0)
            running.append((so, subprocess.Popen(line + ["-o", so + ".new"])))
        so, p = running.pop(0)
        if p.wait():
            found = {k: v for k, v in found.items() if v != so}
            say(f"{so} was not built: its rows are left out")
        else:
            os.replace(so + ".new", so)
            say(f"{so}, {time.time() - begin:.0f} s")
    return found


def say(text):
    print(text, file=sys.stderr, flush=True)


# ------------------------------------------------------------------------------------------ a child, which measures --
class Raw:
    """A device pointer, as CuPy, Numba and PyTorch take it."""

    def __init__(self, pointer, code, shape):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": CODES[code], "data": (pointer, False), "version": 3}


class Child:
    def __init__(self, place, libraries):
        self.place, self.paths, self.libs, self.m, self.missing, self.last = place, libraries, {}, {}, {}, {}
        os.environ.update({"JAX_PLATFORMS": "cpu"} if place == "cpu" else {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"},
            JAX_ENABLE_X64="1")
        for name in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            if THREADS: os.environ[name] = THREADS
        self.clock = time.process_time if THREADS == "1" and place == "cpu" else time.perf_counter
        for who in ["numpy", "torch", "numba", "jax"] + (["cupy"] if place == "gpu" else ["scipy"]):
            try:
                self.m[who] = __import__(who)
                if who == "scipy": import scipy.fft  # noqa: F401
                if who == "numba" and place == "gpu": import numba.cuda  # noqa: F401
                if who == "torch" and place == "gpu" and not self.m[who].cuda.is_available():
                    raise ImportError("no CUDA")
                if who == "torch" and THREADS: self.m[who].set_num_threads(int(THREADS))
            except Exception as e:
                self.m.pop(who, None)
                self.missing[who] = "not here" if isinstance(e, ImportError) else type(e).__name__

    def lib(self, name, place, who):
        key = name, place, who
        if key not in self.libs:
            lib = self.libs[key] = ctypes.CDLL(self.paths[key],
                mode=os.RTLD_LOCAL | os.RTLD_NOW) if key in self.paths else None
            if lib:
                for f in ("bench_new", "bench_error"): getattr(lib,
                    f).restype = ctypes.c_void_p if f == "bench_new" else ctypes.c_char_p
                if lib.bench_open(int(place == "gpu")) != int(place == "gpu"): self.libs[key] = None
        return self.libs[key]

    def own(self, row, lib, arrays, sets):
        """Pointers of the arrays of so many sets, filled."""
        p = (ctypes.c_void_p * (MOST_ARRAYS * sets))()
        rows_of = arrays[0][2][-1] if arrays else 1
        for s in range(sets):
            for k, (code, kind, shape) in enumerate(arrays):
                n = math.prod(shape) * (2 if code in "cz" else 1)
                p[s * MOST_ARRAYS + k] = lib.bench_new(ord({"c": "f", "z": "d"}.get(code, code)), ctypes.c_size_t(n),
                    ord(kind.lower()),
                                                       ctypes.c_size_t(rows_of), ctypes.c_uint64(16 * s + k + 1))
                if not p[s * MOST_ARRAYS + k]: raise MemoryError(lib.bench_error().decode())
        return p

    def call_own(self, row, lib, p, sets, prefix=""):
        d = (ctypes.c_size_t * 6)(*list(row["sizes"].values()))
        name = (prefix + row["call"]).encode()
        def call(times, first):
            failed = lib.bench_repeat(name, d, p, ctypes.c_size_t(sets), ctypes.c_size_t(first), ctypes.c_size_t(times))
            if failed: raise LookupError if failed == -1 else RuntimeError(f"{failed} {lib.bench_error().decode()}")
        return call

    def wrapped(self, who, arrays, p, sets):
        np, out = self.m["numpy"], []
        for s in range(sets):
            views = []
            for k, (code, _, shape) in enumerate(arrays):
                at = p[s * MOST_ARRAYS + k]
                if self.place == "cpu" or who == "numpy":
                    count = math.prod(shape) * np.dtype(CODES[code]).itemsize
                    v = np.frombuffer((ctypes.c_char * count).from_address(at), CODES[code]).reshape(shape)
                    if who == "torch": v = self.m["torch"].from_numpy(v)
                    if who == "jax": v = self.m["jax"].numpy.asarray(v)
                else:
                    raw = Raw(at, code, shape)
                    if who == "torch" or (who == "jax" and "torch" in self.m): v = self.m["torch"].as_tensor(raw,
                        device="cuda")
                    elif who in ("cupy", "jax"): v = self.m["cupy"].asarray(raw)
                    else: v = self.m["numba"].cuda.as_cuda_array(raw)
                    if who == "jax": v = self.m["jax"].dlpack.from_dlpack(v)
                if code == "h" and who == "torch": v = v.view(self.m["torch"].bfloat16)
                views.append(v)
            out.append(views)
        return out

    def function(self, who, row, arrays):
        """The peer's function of the arrays, or None if it has none."""
        peers = row["peers"]
        text = peers.get(who, peers.get("np") if who in ("numpy", "cupy", "jax") else None)
        if not text or (who == "numpy" and self.place == "gpu" and not row["host"]): return None
        if who == "numba": return self.by_numba(text, arrays)
        m = self.m[who]
        np = self.m["numpy"]
        scope = {**row["sizes"], "m": m, "threads": int(THREADS or os.cpu_count())}
        if who == "jax": scope.update(jax=m, m=m.numpy)
        if who == "numpy": scope["rng"] = np.random.default_rng(1)
        if who == "cupy":
            made = {}
            scope["kernel"] = lambda *a: made.setdefault(a, None) or made.__setitem__(a, m.ElementwiseKernel(*a,
                "peer")) or made[a]
            scope["reduction"] = lambda *a: made.setdefault(a, None) or made.__setitem__(a, m.ReductionKernel(*a,
                "peer")) or made[a]
        if "host[" in text: scope["host"] = [np.random.default_rng(k).random(row["sizes"]["n"], dtype=np.float32)
            for k in (1, 2)]
        if who == "jax": text = re.sub(r", out=\w", "", text)
        f = eval(f"lambda {', '.join('abcdefgh'[:len(arrays)])}: {text}", scope)
        return m.jit(f) if who == "jax" else f

    def by_numba(self, text, arrays):
        numba, np = self.m["numba"], self.m["numpy"]
        kind, _, body = text.partition(" ")
        names = ", ".join("abcdefgh"[:len(arrays)])
        gpu = self.place == "gpu"
        scope = {"np": np, "math": math, "numba": numba, **{w: np.float32(v) for w, v in (("one", 1), ("two", 2),
            ("three", 3))}}
        for f in ("exp", "sin", "cos"): body = re.sub(rf"\b{f}\(", f"{'math' if gpu else 'np'}.{f}(", body)
        body = body.replace("random()", "np.random.random()").replace("normal()",
            "np.random.standard_normal()").replace("double(", "np.float64(")
        if kind in ("map", "sum"): body = re.sub(r"\b([A-H])\b", lambda k: k[1].lower() + "[i]", body)
        last = "abcdefgh"[len(arrays) - 1]
        if gpu:
            cuda = numba.cuda
            if kind == "sum" and body == "a[i]":
                total = cuda.reduce(lambda a, b: a + b)
                return lambda a, out: total(a)
            if kind == "pi":
                from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32 as draw
                threads, points, hits = 132 * 2048, self.n, cuda.to_device(np.zeros(1, np.int64))
                states = create_xoroshiro128p_states(threads, 1)

                @cuda.jit
                def sample(states, hits, n):
                    t, found = cuda.grid(1), 0
                    for _ in range(t, n, cuda.gridsize(1)):
                        found += draw(states, t) ** 2 + draw(states, t) ** 2 < np.float32(1)
                    cuda.atomic.add(hits, 0, found)

                def run(a):
                    sample[threads // 256, 256](states, hits, points)
                    return hits.copy_to_host()
                return run
            loops = {"map": f"    i = cuda.grid(1)\n    if i < {last}.size: {last}[i] = {body}",
                     "product": "    j, i = cuda.grid(2)\n    s = np.float32(0)\n"
                                "    if i < c.shape[1] and j < c.shape[2]:\n"
                                "        for k in range(a.shape[2]): s += a[0, i, k] * b[0, k, j]\n"
                                "        c[0, i, j] = s"}
            if kind not in loops or "np.random" in body: return None
            scope["cuda"] = cuda
            exec(f"def f({names}):\n{loops[kind]}", scope)
            f, shape = cuda.jit(scope["f"]), arrays[-1][2]
            grid = ((math.prod(shape) + 255) // 256, 256) if kind == "map" else (((shape[2] + 15) // 16,
                (shape[1] + 15) // 16), (16, 16))
            return lambda *a: f[grid](*a)
        loops = {"map": f"    for i in numba.prange({last}.size): {last}[i] = {body}\n    return {last}",
                 "sum": f"    s = np.float{64 if 'float64' in body else 32}(0)\n"
                        f"    for i in numba.prange(a.size): s += {body}\n    return s",
                 "array": f"    return {body}", "numpy": f"    return np.{body}(a)",
                 "pi": "    hits = 0\n    for i in numba.prange(N):\n"
                       "        hits += np.random.random() ** 2 + np.random.random() ** 2 < 1\n"
                       "    return hits"}
        if kind not in loops: return None
        scope["N"] = arrays and self.n
        exec(f"def f({names}):\n{loops[kind]}", scope)
        return numba.njit(parallel=kind != "numpy", fastmath=kind != "numpy")(scope["f"])

    # ---- measuring
    def measure(self, contenders, wait, budget):
        """Medians of seconds a call, by turns; what fails is in the second result, with why."""
        once, failed, samples, first, held = {}, {}, {}, {}, {}
        def sample(who, times):
            begin = self.clock()
            held[who] = contenders[who](times, first.get(who, 0))
            wait(held[who])
            first[who] = first.get(who, 0) + times
            return (self.clock() - begin) / times
        begin = time.time()
        for who in contenders:
            print(f"# {who}", flush=True)
            try:
                warm = sample(who, 1)
                once[who] = sample(who, 1) if warm < 10 else warm  # the first one may have compiled
                if once[who] < 2e-3: once[who] = sample(who, 3)
            except LookupError:
                continue
            except Exception as e:
                failed[who] = "no memory" if "emory" in f"{type(e).__name__} {e}" else f"failed: {type(e).__name__}"
                say(f"    {who}: {type(e).__name__} {str(e)[:300]}")
        begin, r = time.time(), 0
        while once and r < 25 and (r < 3 or time.time() - begin < budget):
            for who, t in once.items():
                if (r and t > 0.3) or (r > 2 and t > 3 * min(once.values())): continue
                samples.setdefault(who, []).append(t if t > 1 else sample(who, max(1, min(2000, int(4e-3 / max(t,
                    1e-9))))))
            r += 1
        return {who: statistics.median(s) for who, s in samples.items()}, failed

    def same(self, who, result, ours):
        """Whether the ends of a peer's result are ours; small differences are for the tests."""
        np = self.m["numpy"]
        if isinstance(result, (list, tuple)): result = result[0]
        if hasattr(result,
            "detach"): result = result.detach().float() if "bfloat" in str(result.dtype) else result.detach()
        if hasattr(result, "ravel"): result = result.ravel()
        if hasattr(result, "__len__") and len(result) > 2000: result = [result[:1000], result[-1000:]]
        flat = [np.asarray(v.get() if hasattr(v, "get") else v.cpu() if hasattr(v, "cpu") else v).ravel()
            for v in (result if isinstance(result, list) else [result])]
        got = np.concatenate(flat).astype(np.complex128)
        ours = np.concatenate([ours[:1000], ours[-1000:]]) if ours.size > 2000 else ours
        return got.size != ours.size or np.abs(got - ours).max() <= 0.02 * max(np.abs(ours).max(), 1e-30)

    def row(self, row, without, budget):
        sizes = dict(row["sizes"])
        scope = {"max": max, "log2": math.log2, **sizes}
        self.n = sizes.get("n", 0)
        growth, arrays = row["family"] == "growth", []
        for spec in row["arrays"].split():
            code, _, shape = spec.partition(":")
            shape = eval(f"({shape or 'n'},)", {"__builtins__": {}}, scope)
            arrays.append((code[0], code[1], tuple(int(v) for v in shape)))
        size = {c: int(CODES[c][2:]) for c in CODES}
        total = sum(size[c] * math.prod(shape) for c, _, shape in arrays)
        sets = max(1, min(4, int(5e8 // (total + 1)))) if self.place == "gpu" else 1 if total > 1e8 else 2
        if self.place == "gpu" and 5e8 < total < 2e10: sets = 2
        if self.place == "cpu" and 4 * total > memory(): return {"skip": "no memory"}
        lib = self.lib(row["lib"], self.place, "gpu.h")
        if not lib: return {"skip": "not built"}
        for l in {id(v): v for v in self.libs.values() if v}.values(): l.bench_new_row()
        owners, contenders, taken = [("gpu.h", lib)], {}, []
        before = self.lib(row["lib"], self.place, "before")
        if before: before.bench_new_row(), owners.append(("before", before))
        failed = {who: self.missing[who] for who in self.missing if row["peers"].get(who, row["peers"].get("np")
            if who in ("cupy", "jax", "numpy") else None)}
        for who, l in owners:
            p = self.own(row, l, arrays, sets)
            l.bench_wait()  # peers have streams of their own
            taken.append((l, p))
            contenders[who] = self.call_own(row, l, p, sets)
        p = taken[0][1]
        for who in row["vendor"]: contenders[who] = self.call_own(row, lib, p, sets, who + " ")
        host, functions = None, {}
        if row["host"] and self.place == "gpu" and arrays and "numpy" in self.m and total < memory() / 3:
            np = self.m["numpy"]
            host = [np.empty(max(1, math.prod(s) * size[c]), np.uint8) for c, _, s in arrays]
            hp = (ctypes.c_void_p * MOST_ARRAYS)(*[h.ctypes.data for h in host])
            for k, h in enumerate(host): lib.bench_copy(ctypes.c_void_p(h.ctypes.data), ctypes.c_void_p(p[k]),
                ctypes.c_size_t(h.size))
            cpu = self.lib(row["lib"], "cpu", "gpu.h")
            if cpu: contenders["gpu.h, CPU"] = self.call_own(row, cpu, hp, 1)
        for who in self.m:
            try:
                f = self.function(who, row, arrays)
                if not f or (who == "numpy" and self.place == "gpu" and not host): continue
                a = self.wrapped(who, arrays, hp if host and who == "numpy" else p, 1 if host and who == "numpy"
                    else sets)
            except Exception as e:
                failed[who] = f"failed: {type(e).__name__}"
                say(f"    {who}: {type(e).__name__} {str(e)[:300]}")
                continue
            def call(times, first, f=f, a=a):
                for k in range(first, first + times): result = f(*a[k % len(a)])
                return result
            contenders[who], functions[who] = call, (f, a)
        for who in list(contenders):
            if who in without: failed[who] = "no answer"
            elif growth and total * self.last.get((row["name"], who), 0) > 2: failed[who] = "too slow"
            if who in failed: contenders.pop(who)
        def wait(result):
            if hasattr(result, "block_until_ready"): result.block_until_ready()
            lib.bench_wait()
        seconds, more = self.measure(contenders, wait, 0 if env("SMALL") else min(0.3 if growth else 1.2, budget))
        failed.update(more)
        for who, t in seconds.items():
            if growth: self.last[row["name"], who] = t / total
        wrong = self.compare(row, arrays, lib, p, contenders, functions, seconds)
        functions.clear(), contenders.clear()
        for l, pointers in taken:
            for q in pointers: l.bench_free(ctypes.c_void_p(q))
        if self.place == "gpu":
            if "torch" in self.m: self.m["torch"].cuda.empty_cache()
            if "cupy" in self.m: self.m["cupy"].get_default_memory_pool().free_all_blocks()
        moved = eval(row["bytes"], {}, scope) if row["bytes"] else total
        return {"seconds": seconds, "failed": failed, "wrong": wrong, "bytes": moved, "flops": eval(row["flops"], {},
            scope), "per": eval(row["per"], {}, scope)}

    def compare(self, row, arrays, lib, p, contenders, functions, seconds):
        """The peers whose first and last results are not ours."""
        at = [k for k, a in enumerate(arrays) if a[1] == "O"]
        if not at or "numpy" not in self.m or "gpu.h" not in seconds: return []
        np, k, wrong = self.m["numpy"], at[0], []
        code, _, shape = arrays[k]
        count, one = math.prod(shape), np.dtype(CODES[code]).itemsize
        def ends():
            lib.bench_wait()
            part = [np.empty(min(count, 1000), CODES[code]) for _ in "ab"]
            for v, from_ in zip(part, (0, count - part[0].size)):
                lib.bench_copy(ctypes.c_void_p(v.ctypes.data), ctypes.c_void_p(p[k] + from_ * one),
                    ctypes.c_size_t(v.nbytes))
            both = part[:1] if count <= 1000 else [part[0], part[1][-min(1000, count - 1000):]]
            if code == "h": both = [(v.astype(np.uint16).astype(np.uint32) << 16).view(np.float32) for v in both]
            return np.concatenate(both).astype(np.complex128)
        try:
            contenders["gpu.h"](1, 0)
            ours = ends()
            for who in seconds:
                if who in functions and seconds[who] < 2:
                    f, a = functions[who]
                    result = f(*a[0])
                    lib.bench_wait()
                    if result is not None and not self.same(who, result, ours): wrong.append(who)
        except Exception as e:
            say(f"    compared: {type(e).__name__} {str(e)[:200]}")
        return wrong

    def ceilings(self):
        """Bytes a second of a copy; operations a second of each type: the best of multiply-adds and large products."""
        lib, big = self.lib("arrays", self.place, "gpu.h"), 1 << (28 if self.place == "gpu" else 26)
        rates = {}
        def rate(key, lib, call, arrays, sizes, work, prefix=""):
            row = {"call": call, "sizes": dict(enumerate(sizes))}
            p = self.own(row, lib, arrays, 1)
            got, _ = self.measure({"x": self.call_own(row, lib, p, 1, prefix)}, lambda _: lib.bench_wait(), 0.5)
            for q in p: lib.bench_free(ctypes.c_void_p(q))
            if got: rates[key] = max(rates.get(key, 0), work / got["x"])
        if not lib: return rates
        lib.bench_new_row()
        rate("copy", lib, "copy", [("f", "u", (big,)), ("f", "o", (big,))], [big], 8 * big, "CUDA "
            if self.place == "gpu" else "")
        for t in "fd": rate({"f": "f32", "d": "f64"}[t], lib, {"f": "fma f32", "d": "fma f64"}[t], [(t, "o", (64,))],
            [512, 1 << 22], 24.0 * 512 * (1 << 22))
        products = self.lib("matmul", self.place, "gpu.h")
        if products and self.place == "gpu":
            products.bench_new_row()
            for t, code in rows.TYPE.items():
                for who in ("", "cuBLAS "):
                    rate(t, products, t + " nn", [(code, "s", (1, 8192, 8192))] * 2 + [(code, "o", (1, 8192, 8192))],
                        [8192, 8192, 8192, 1], 2.0 * 8192**3, who)
        return rates


def memory():
    """Bytes that are free."""
    try:
        return int(re.search(r"MemAvailable: *(\d+)", open("/proc/meminfo", encoding="utf-8").read())[1]) << 10
    except (OSError, TypeError):
        return 1 << 32


def child(place, libraries):
    c = Child(place, {tuple(k.split("|")): v for k, v in json.loads(libraries).items()})
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            answer = c.ceilings() if "ceilings" in ask else c.row(rows.ROWS[ask["row"]], ask["without"], ask["budget"])
        except Exception as e:
            answer = {"skip": f"{type(e).__name__}: {str(e)[:200]}"}
        print(json.dumps(answer), flush=True)


# ------------------------------------------------------------------------------------------- the parent, which asks --
class Asked:
    """A child process that is started anew when it crashes or does not answer."""

    def __init__(self, place, libraries):
        self.line = [sys.executable, "-u", __file__, "--child", place, json.dumps({"|".join(k): v for k,
            v in libraries.items()})]
        self.process = None

    def ask(self, what, limit):
        """The answer, or None and who was measured when it stopped."""
        if not self.process:
            self.process = subprocess.Popen(self.line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                bufsize=1)
            limit += 120  # modules are loaded
        self.process.stdin.write(json.dumps(what) + "\n")
        end, who = time.time() + limit, ""
        while select.select([self.process.stdout], [], [], max(0, end - time.time()))[0]:
            line = self.process.stdout.readline()
            if line.startswith("# "): who = line[2:].strip()
            elif line.startswith("{"): return json.loads(line), who
            elif not line: break
        self.stop()
        return None, who

    def stop(self):
        if self.process: self.process.kill(), self.process.wait()
        self.process = None


def selected(row, names):
    words = [w.lower() for w in names if w not in ("gpu", "cpu", "all", "costs")]
    places = [w for w in names if w in ("gpu", "cpu")]
    if places and row["place"] not in places: return False
    if not words: return "all" in names or not row["more"]
    return any(w == row["family"] or (w in row["name"].lower() and (row["family"] != "growth")) for w in words)


def figure(row, answer, t):
    unit = row["unit"]
    if unit == "GB/s": return answer["bytes"] / t / 1e9
    if unit == "TFLOP/s": return answer["flops"] / t / 1e12
    if unit == "samples/s": return row["sizes"]["n"] / t
    return t / answer["per"] * (1e3 if unit == "ms" else 1e6)


def main():
    begin, names = time.time(), [w.strip() for w in env("ROWS", "").split(",") if w.strip()]
    end = begin + float(env("TIME") or 1e9)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.makedirs(OUT, exist_ok=True)
    gpu = bool(env("NVCC_LINE") and env("CARDS"))
    chosen = [(k, r) for k, r in enumerate(rows.ROWS) if selected(r, names) and (gpu or r["place"] == "cpu")]
    chosen.sort(key=lambda kr: (kr[1]["place"] == "cpu", kr[1]["family"] == "growth"))  # else in the table's order
    libraries = build(sorted({(r["lib"], r["place"]) for _, r in chosen} | {("arrays", r["place"]) for _, r in chosen} |
                             {(r["lib"], "cpu") for _, r in chosen if r["family"] == "growth"}))
    out = open(os.path.join(OUT, "rows"), "w", encoding="utf-8")
    def put(line):
        out.write(json.dumps(line) + "\n"), out.flush()
    try:
        for place in ("gpu", "cpu"):
            mine = [(k, r) for k, r in chosen if r["place"] == place]
            if not mine: continue
            asked = Asked(place, libraries)
            ceilings = asked.ask({"ceilings": 1}, 120)[0] or {}
            put({"ceilings": ceilings, "place": place})
            say(f"{place}: " + ", ".join(f"{k} {v:.3g}/s" for k, v in ceilings.items()))
            for at, (k, r) in enumerate(mine):
                line = {key: r[key] for key in ("family", "name", "place", "unit", "sizes", "target")}
                if time.time() > end:
                    put({**line, "skip": "no time"})
                    continue
                answer, without = None, []
                while answer is None and len(without) < 3:
                    share = max(0, end - time.time()) / (len(mine) - at)  # most of it goes into what peers compile
                    answer, who = asked.ask({"row": k, "without": without, "budget": share / 4},
                                            float(env("LIMIT") or 60))
                    if answer is None: without.append(who)
                answer = answer or {"skip": "no answer"}
                if "seconds" in answer:
                    line["figures"] = {who: figure(r, answer, t) for who, t in answer["seconds"].items()}
                    line.update(failed=answer["failed"], wrong=answer["wrong"])
                    least = max(answer["bytes"] / ceilings.get("copy", math.inf),
                        answer["flops"] / ceilings.get(r["peak"], math.inf))
                    if least: line["ceiling"] = figure(r, answer, least)
                else:
                    line["skip"] = answer["skip"]
                put(line)
                found = " ".join(f"{who} {v:.4g}" for who, v in line.get("figures", {}).items())
                say(f"[{place} {at + 1}/{len(mine)}, {time.time() - begin:.0f} s] {r['name']} "
                    f"{list(r['sizes'].values())}: {found} {line.get('skip', r['unit'])}"
                    + "".join(f" [{who} has another result]" for who in line.get("wrong", [])))
            asked.stop()
            if (not names or "costs" in names) and time.time() < end - 40:
                compiler = ["--gpu"] + env("NVCC_LINE").split() if place == "gpu" else env("CC_LINE",
                    "cc -O3 -fopenmp").split()
                subprocess.run([sys.executable, os.path.join(here, "costs.py"), OUT] + compiler, stdout=out,
                    check=False)
    finally:
        out.close()
        subprocess.run([sys.executable, os.path.join(here, "table.py"), os.path.join(OUT, "rows"), OUT], check=False)
        say(f"{time.time() - begin:.0f} s")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]: child(*sys.argv[2:4])
    else: main()
