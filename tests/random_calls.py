r"""Random calls of all that gpu.h declares. A prewritten function is called as its prototype says, with random sizes,
numbers and contents; the result is compared with NumPy's (tests/calls_numpy.py) and, to the bit, with that of the same
call made otherwise: again, at other offsets, on host arrays, in a stream, in a graph, in place, by other numbers of
threads, with narrower vectors, on another device, under a limit of memory, recorded by a tape (tests/calls.py). Then it
is called with an argument that is not permitted. The runtime is compared with a model of its memory. `make prove` runs
it under the sanitizers, and `make test-one T=numpy` a little of it:

    cc -O1 -fopenmp -fPIC -shared -I. -x c tests/library.cu -o all.so -lm        # or, for a GPU:
    nvcc -std=c++17 -O3 -arch=native -Xcompiler -fopenmp,-fPIC -shared -I. tests/shapes_library.cu -o all.so
    python3 tests/random_calls.py ./all.so SEED SECONDS [runtime | several | threads | some] [sort -gemm ...]

The same seed makes the same calls; SEED:ROUND makes those of one round, which a failure names. `threads`: four threads
make calls at once. A function that no call has reached is a failure, unless words say which are called; `some`: those
that the time allows. A word that begins with `-` is one that is left out."""
import ctypes, math, mmap, os, signal, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import against_numpy
import calls as making
from against_numpy import D, N, P, call, calls, expect, given, lib, same, status_of
from calls import Case, INVALID_ARGUMENT, INVALID_POINTER, Library, NOT_SUPPORTED, OUT_OF_MEMORY, Stats, sentence

seed, _, only = sys.argv[2].partition(":")
seed, seconds, words = int(seed), float(sys.argv[3]), sys.argv[4:]
threads = "threads" in words
stems = set(words) - {"threads", "runtime", "several", "some"}
functions = [f for f in making.prewritten if not f.stem.startswith("each_")]
omitted = {w[1:] for w in stems if w[0] == "-"}
stems = {w for w in stems if w[0] != "-"}
chosen = [f for f in functions if (not stems or stems & {f.stem, f.name[4:]}) and f.stem not in omitted]
pooled = os.environ.get("GPU_ALLOCATOR") != "unpooled"
FOLD = {0: np.add, 1: np.minimum, 2: np.maximum}
# What needs another library's header, and is tested with that.
ELSEWHERE = ("gpu_mpi_", "gpu_curand")

# ---------------------------------------------------------------------------------------------- prewritten functions --
def prewritten(number):
    """One call of one function, and the same in three other ways; of four functions at once by threads."""
    cases, several = [], 4 if threads else 1
    for k in range(several):
        case = Case(chosen[(number * several + k) % len(chosen)], np.random.default_rng([seed, number, k]))
        note(case)
        case.first = case.run(main)
        want = (INVALID_ARGUMENT,) if case.refused else (0, INVALID_ARGUMENT) if case.f.linear else (0,)
        expect(case.first.status in want, case, "gave", case.first.status, case.first.message)
        case.by_numpy(case.first)
        cases.append(case)
    def again(case):
        ways = [w for w in making.ways(case, main, peers) if not threads or "limit" not in w[0]]
        for k in case.rng.permutation(len(ways))[:3]:
            how, run, allowed = ways[k]
            if not threads: note(case, how)
            case.compare(how, case.first, run(), allowed)
        for _ in range(2): making.refusals(case, main)
    list(pool.map(again, cases)) if threads else again(cases[0])

# ----------------------------------------------------------------------------------------------------------- runtime --
live, handles, gone, limit = {}, {"stream": [], "event": [], "graph": []}, [], 0  # live: address -> what it holds
kinds = {}  # address -> the function that gave it

def used_by():  # the sizes that count for the current device: page-locked memory is the CPU's
    return [a.size for p, a in live.items() if on_cpu or kinds[p] != "malloc_pinned"]

def pick(among):
    return among[rng.integers(len(among))]

def place(width=1):
    """An allocation, an offset and a number of elements in it, sometimes beyond its end; a range that is not empty."""
    p = pick(list(live))
    size = live[p].size // width
    at = int(rng.integers(0, size)) if size and rng.random() < 0.7 else 0
    n = int(rng.integers(1, max(2, size - at + 1)))
    if rng.random() < 0.2: n = pick([size - at + 1, size + 1000, 2 ** 62 // width, 2 ** 64 // width - 1])
    return p, at * width, n, n <= size - at

def holds(p, *what):
    now = np.empty_like(live[p])
    if now.size: call("copy", now, P(p), now.size)
    if not expect(same(now, live[p]), "memory holds something else", *what): live[p] = now

def refused(status, want, *what):
    expect(status in want, *what, "gave", status, lib.gpu_error_message())
    expect(not status or lib.gpu_error_message(), "no message", *what)
    lib.gpu_clear_error()

def allocate():
    global gone, limit
    kind = pick(["malloc", "malloc_pinned", "malloc_managed"])
    size = pick([0, 1, int(rng.integers(0, 300)), int(2 ** rng.uniform(0, 18)), 2 ** 46, 2 ** 63, 2 ** 64 - 1])
    counts = on_cpu or kind != "malloc_pinned"
    if not on_cpu:  # a limit for this call alone, within which a GPU's workspaces and cached blocks are, too
        limit = pick([0, 0, max(1, sum(used_by()))])
        call("memory_limit", limit)
    p = main(kind, N(size))
    beyond = limit and counts and (sum(used_by()) + size > limit if on_cpu else not p)
    if size >= 2 ** 46 or beyond:
        gone.clear()
        refused(status_of("error"), (INVALID_ARGUMENT, OUT_OF_MEMORY), kind, size)
        expect(not p, kind, size, "should fail")
    elif expect(p and p % 256 == 0 and all(p + size <= q or q + a.size <= p for q, a in live.items()), kind, size,
                main.message()):
        live[p] = rng.integers(0, 256, size, dtype=np.uint8)
        kinds[p] = kind
        gone = [q for q in gone if not p <= q < p + max(1, size)] if on_cpu or not limit else []  # (may be trimmed)
        if size: call("copy", P(p), given(live[p].copy()), size)
    if not on_cpu:
        limit = 0
        call("memory_limit", limit)

def release():
    global gone
    kind = rng.integers(5)
    p = pick(list(live))
    if kind < 2:
        holds(p)
        call("free", P(p))
        if live[p].size >= 4096: gone = []
        elif on_cpu or kinds[p] == "malloc": gone = [p] + gone[:3]  # what is kept for a while
        del live[p]
    elif kind == 2 and gone: refused(status_of("free", P(gone[0])), (INVALID_POINTER,), "a second free")
    elif kind == 3: refused(status_of("free", P(p + int(rng.integers(1, 50)))), (INVALID_POINTER,), "free inside")
    else:
        refused(status_of("free", P(given(np.zeros(9)).ctypes.data)), (INVALID_POINTER,), "free of foreign memory")
        call("free", None)

def transfer():
    p, at, n, fits = place()
    q, of, _, _ = place()
    apart = p != q or at + n <= of or of + n <= at
    if rng.random() < 0.3:
        byte, status = int(rng.integers(256)), 0
        status = status_of("set", P(p + at), ctypes.c_int(byte), n)
        if fits: live[p][at:at + n] = byte
    else:
        fits = fits and n <= live[q].size - of
        if fits and not apart: return
        status = status_of(pick(["copy", "copy_async"]), P(p + at), P(q + of), n)
        if fits: live[p][at:at + n] = live[q][of:of + n]
    refused(status, (0,) if fits else (INVALID_ARGUMENT,), "copy or set of", n, "at", at)
    if gone and pooled:  # otherwise CUDA has it back, and nobody knows it from memory of the host
        refused(status_of("set", P(gone[0]), ctypes.c_int(1), 1), (INVALID_POINTER,), "set of freed memory")
    holds(p, "copy or set", at, n)

def compute():
    """out = x + y of 32-bit integers, each anywhere, also overlapping: then refused, unless out is x or y."""
    (p, at, n, fits), (q, of, _, _), (r, to, _, _) = place(4), place(4), place(4)
    if rng.random() < 0.3: q, of = p, at
    fits = fits and all(n * 4 <= live[z].size - k for z, k in ((q, of), (r, to)))
    overlaps = fits and any(z == p and k != at and k < at + 4 * n and at < k + 4 * n for z, k in ((q, of), (r, to)))
    if fits: total = live[q][of:of + 4 * n].view(np.uint32) + live[r][to:to + 4 * n].view(np.uint32)
    status = status_of("add_i32", P(p + at), P(q + of), P(r + to), n)
    refused(status, (0,) if fits and not overlaps else (INVALID_ARGUMENT,), "add", n, at, of, to)
    if fits and not overlaps: live[p][at:at + 4 * n] = total.view(np.uint8)
    holds(p, "add", n, at, of, to)

def streams():
    kind = pick(["stream", "event", "graph"])
    known = handles[kind]
    free = lambda h: status_of(f"{kind}_free", P(h))
    if len(known) > 5 or (known and rng.random() < 0.2):
        h = known.pop()
        call("use_stream", None)
        refused(free(h), (0,), "free of a", kind)
        refused(free(h), (INVALID_POINTER,), "a second free of a", kind)
        refused(status_of("free", P(h)), (INVALID_POINTER,), "gpu_free of a", kind)
    elif kind == "graph":
        captured, p = [], pick(list(live))
        call("graph_begin")
        for byte in range(int(rng.integers(1, 4))):
            q, at, n, fits = place()
            status = status_of("set", P(q + at), ctypes.c_int(byte), n)
            refused(status, (0,) if fits else (INVALID_ARGUMENT,), "captured")
            if fits: captured.append((q, at, n, byte))
        refused(status_of("free", P(p)), (NOT_SUPPORTED,), "free while capturing")
        g = main("graph_end")
        if not expect(g, "graph_end", lib.gpu_error_message()): return lib.gpu_clear_error()
        holds(p, "captured, not run")
        for _ in range(2): call("graph_launch", P(g))
        for q, at, n, byte in captured: live[q][at:at + n] = byte
        for q, *_ in captured: holds(q, "graph")
        known.append(g)
        if rng.random() < 0.8: call("graph_free", P(known.pop()))  # its memory has to outlive it
    else:
        h = main("stream_new_priority", 3) if kind == "stream" and rng.random() < 0.5 else main(kind + "_new")
        known.append(h)
        if kind == "stream":
            call("use_stream", P(h)), call("stream_sync", P(h))
            expect(main("stream_done", P(h)) == 1 and bool(main("stream_native", P(h))) != on_cpu, "stream_done")
            seen = []
            back = CALLBACK(lambda user: seen.append(user))  # which CUDA calls later, from a thread of its own
            call("stream_callback", P(h), back, P(7)), call("sync")
            expect(seen == [7], "stream_callback called", seen)
        else:
            call("event_record", P(h)), call("event_wait", P(h)), call("event_sync", P(h))
            expect(main("event_elapsed_ms", P(known[0]), P(h)) >= 0, "elapsed_ms")

def books():
    global limit
    stats = Stats()
    call("memory", ctypes.byref(stats))
    used = sum(used_by())
    expect(stats.used == used and stats.limit == limit, "used", stats.used, used)
    expect(stats.allocations == len(used_by()), "allocations", stats.allocations, len(used_by()))
    limit = pick([0, used + 1000, max(1, used // 2)]) if on_cpu else 0
    call("memory_limit", limit)
    if rng.random() < 0.2: call("memory_trim"), gone.clear()

def place_of():
    """What an address is in, and rows that are copied."""
    p, at, n, fits = place()
    extent, size = Extent(), live[p].size
    call("extent_of", P(p + at), ctypes.byref(extent))
    expect((extent.base, extent.bytes, extent.left) == (p, size, size - at) or at >= size, "extent_of", p, at)
    kind = {"malloc": 3, "malloc_pinned": 1, "malloc_managed": 2}[kinds[p]]
    expect(main("where", P(p + at)) == (0 if on_cpu else kind), "where", kinds[p])
    q, of, _, _ = place()
    wide, high, to, by = (int(x) for x in rng.integers(0, 12, 4))
    if p == q: return
    fits = high == 0 or wide == 0 or (to >= wide and by >= wide and (high - 1) * to + wide <= size - at
                                      and (high - 1) * by + wide <= live[q].size - of)
    status = status_of("copy_2d", P(p + at), N(to), P(q + of), N(by), N(wide), N(high))
    if not status:
        for k in range(high): live[p][at + k * to:at + k * to + wide] = live[q][of + k * by:of + k * by + wide]
    refused(status, (0, INVALID_ARGUMENT) if not wide or not high else (0,) if fits else (INVALID_ARGUMENT,), "copy_2d")
    holds(p, "copy_2d")

def small_calls():
    """What answers from its arguments or about the machine."""
    n, part, parts = int(rng.integers(0, 2 ** 40)), int(rng.integers(-1, 9)), int(rng.integers(0, 9))
    begin, count = N(9), N(9)
    status = status_of("split", N(n), ctypes.c_int(part), ctypes.c_int(parts), ctypes.byref(begin), ctypes.byref(count))
    inside = 0 <= part < parts
    refused(status, (0,) if inside else (INVALID_ARGUMENT,), "split", n, part, parts)
    if inside: expect(count.value == n // parts + (part < n % parts) and begin.value == n // parts * part + min(
        part, n % parts), "split", n, part, parts)
    x, y, z = (int(v) for v in rng.integers(1, 2 ** 20, 3))
    for name, sizes in (("1d", (x,)), ("2d", (x, y)), ("3d", (x, y, z))):
        c = main(name, *(N(v) for v in sizes))
        expect(c.dims == len(sizes) and tuple(c.extent)[:c.dims] == sizes, name, sizes)
    c = main("cooperative", main("config_shared", main("grid", *(N(v) for v in (x, y, z, 32, 2, 1))), N(77)))
    expect(tuple(c.grid) == (x, y, z) and tuple(c.block) == (32, 2, 1), "grid")
    expect(c.shared_bytes == 77 and c.cooperative, "config_shared or cooperative")
    expect(main("version") >= 10000 and main("status_name", int(rng.integers(11))).startswith(b"GPU_"), "status_name")
    expect(main("backend_name") == (b"cpu" if on_cpu else b"cuda"), "backend_name")
    expect(main("device") == (-1 if on_cpu else 0), "device")
    expect(main("device_count") >= (not on_cpu) and main("peer", main("device"), 99) == -1, "peer of no device")
    refused(main("error"), (3,), "peer")
    refused(status_of("use", ctypes.c_int(99)), (3,), "use of no device")
    info = ctypes.create_string_buffer(4096)
    call("query", ctypes.c_int(main("device")), info), call("use", ctypes.c_int(main("device")))
    expect(main("local_rank") == 0 and info.value, "query")
    refused(status_of("use_local_rank"), (0,), "use_local_rank")
    call("timer_start")
    expect(main("timer_ms") >= 0, "timer_ms")
    refused(status_of("allocator", ctypes.c_int(pick([3, 2, 4]))), (0,), "allocator")
    refused(status_of("allocator", ctypes.c_int(17)), (INVALID_ARGUMENT,), "allocator")
    call("allocator", ctypes.c_int(3 if pooled else 4))
    expect(main("stream_from_native", P(12345) if on_cpu else None) is None or not on_cpu, "stream_from_native")
    call("use_stream", None), main("clear_error")
    numbers = [np.zeros(int(n % 5000), np.float32) for _ in range(3)]
    cut = int(rng.integers(0, n % 5000 + 1))
    for x, begin in ((numbers[0], 0), (numbers[1][:cut], 0), (numbers[1][cut:], 1)):  # several calls are as one
        if not begin: call("seed_sequence", ctypes.c_uint64(n), ctypes.c_uint32(part + 1))
        call("rand_normal_f32", x, ctypes.c_float(1), ctypes.c_float(2), x.size)
    expect(same(numbers[0], numbers[1]), "rand_normal in two calls", n % 5000, cut)

def tensors():
    """Out and in again by DLPack; and a tape that is used otherwise than for a call."""
    p = pick(list(live))
    t, back, released = Tensor(), Tensor(), []
    t.p, t.type, t.dims, t.shape[0] = p, 4, 1, live[p].size
    release = CALLBACK(lambda owner: released.append(owner))
    managed = main("to_dlpack", ctypes.byref(t), 1, release, P(5))
    expect(managed and not status_of("from_dlpack", ctypes.byref(back), P(managed), ctypes.c_int(1), ctypes.c_int(4))
           and back.p == p and back.n == live[p].size, "from_dlpack", main.message())
    refused(status_of("from_dlpack", ctypes.byref(back), P(managed), ctypes.c_int(1), ctypes.c_int(0)),
            (INVALID_ARGUMENT,), "from_dlpack as another type")
    main("dlpack_delete", P(managed), 1)
    expect(released == [5] and (main("dlpack_stream") == 0) == on_cpu, "dlpack_delete released", released)
    call("dlpack_ready", ctypes.c_ssize_t(-1))
    tape = P(main("tape_begin"))
    expect(main("tape_begin") is None, "a second tape")
    refused(main("error"), (INVALID_ARGUMENT, NOT_SUPPORTED), "tape_begin")
    call("tape_constant", tape, P(p)), call("tape_hide", tape)
    refused(status_of("tape_custom", tape, None), (INVALID_ARGUMENT,), "tape_custom")
    call("tape_restart", tape), call("tape_end", tape), call("tape_free", tape)

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
class Extent(ctypes.Structure):
    _fields_ = [("base", P), ("bytes", N), ("left", N), ("device", ctypes.c_int), ("file", P), ("line", ctypes.c_int)]
class Config(ctypes.Structure):
    _fields_ = [("extent", N * 3), ("grid", N * 3), ("block", N * 3), ("shared_bytes", N), ("dims", ctypes.c_int),
                ("cooperative", ctypes.c_int), ("line", ctypes.c_int), ("file", P)]
class Tensor(ctypes.Structure):
    _fields_ = [("p", P), ("type", ctypes.c_int), ("dims", ctypes.c_int), ("shape", N * 8), ("n", N),
                ("device", ctypes.c_int), ("read_only", ctypes.c_int)]

def runtime(number):
    """Some steps, and everything is given back at the end."""
    global rng, limit
    rng, limit = np.random.default_rng([seed, number, 9]), 0
    for _ in range(20):
        while not live: allocate()
        step = allocate if len(live) < 30 and rng.random() < 0.2 else pick(
            [release, transfer, compute, streams, books, place_of, small_calls, tensors])
        note("runtime: " + step.__name__)
        step()
    call("use_stream", None), call("memory_limit", 0)
    for kind in ("graph", "event", "stream"):
        while handles[kind]: call(kind + "_free", P(handles[kind].pop()))
    while live:
        p = pick(list(live))
        holds(p, "at the end")
        call("free", P(p))
        del live[p]
    gone.clear()

# --------------------------------------------------------------------------------------------------- several devices --
def several(number):
    """The collectives of three devices, which the CPU stands for, against NumPy."""
    rng, parts = np.random.default_rng([seed, number, 5]), 3
    case = Case(making.named[str(rng.choice([f.name for f in making.prewritten if f.stem.startswith("each_")]))], rng)
    n, t, fold, root = case.count["p"], case.dtypes["p"], case.scope["fold"], int(rng.integers(parts))
    x = [np.frombuffer(case.contents(case.f.arrays[0]), t) for _ in range(parts)]
    got, shares, whole = [None] * parts, [n // parts + (k < n % parts) for k in range(parts)], np.zeros(n, t)
    ends = np.cumsum([0] + shares)
    note(case)
    def part(k, count, user):
        block = making.Block(apart, x[k].view("u1"), "malloc", 0, 0)
        share = np.zeros(shares[k], t)
        status = case.call(apart, {"p": P(block.p)})[0] or apart("each_barrier")
        got[k] = block.read().view(t).copy()
        block.write(x[k].view("u1"))
        sizes, at = (N(n), N(t.itemsize), root), P(making.address(share))
        status = (status or apart("each_scatter", at, P(making.address(x[k])), *sizes)
                  or apart("each_gather", P(making.address(whole)) if k == root else None, at, *sizes)
                  or apart("each_broadcast", P(block.p), N(block.bytes), root))
        expect(same(share, x[root][ends[k]:ends[k + 1]]) and same(block.read().view(t), x[root]), case, "each_scatter")
        expect(block.free() and apart.c.gpu_device() == k and count == parts, case, "in part", k)
        return status
    status = apart("each_device", EACH(part), None)
    expect(not status and same(whole, x[root]), case, "gave", status, apart.message())
    with np.errstate(all="ignore"):
        want = x[0].astype("f8") if t.kind == "f" else x[0]
        for y in x[1:]: want = FOLD[fold](want, y)
        want = want.astype(t)
    for k in range(parts):
        mine = want if "allreduce" in case.f.stem else np.concatenate(
            [x[k][:ends[k]], want[ends[k]:ends[k + 1]], x[k][ends[k + 1]:]])
        expect(same(got[k], mine), case, "part", k, "has something else")
    p, q = (Q := [apart("use", k) or making.Block(apart, x[k].view("u1"), "malloc", 0, 0) for k in (0, 1)])
    expect(not apart.copy(p.p, q.p, p.bytes) and same(p.read().view(t), x[1]) and apart("peer", 0, 1) in (0, 1),
           "copy from one device to another", apart.message())
    expect(p.free() and q.free() and not apart("use", 0), "free on two devices", apart.message())

EACH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)

# ----------------------------------------------------------------------------------------------------------- the run --
def once():
    """What takes long: a kernel is compiled, the machine described, and all is given back."""
    os.environ.update(GPU_CACHE=folder, GPU_INCLUDE=os.path.join(making.HERE, ".."))
    source = b"__global__ void ramp(int *x, size_t n) { GPU_FOR(i, n) x[i] = (int)i; }"
    kernel = apart("compile", source, b"ramp", None)
    expect(kernel and not apart("kernel_free", P(kernel)), "compile", apart.message())
    libc = ctypes.CDLL(None)
    libc.fopen.restype = P
    file = P(libc.fopen(b"/dev/null", b"w"))
    main("print_devices", file)
    expect(main("doctor", file) >= 0 and not apart("shutdown"), "doctor", main.message())

def note(*what):
    """For the parent, which tells it if this process dies."""
    text = f"{against_numpy.rounds}: {' '.join(map(str, what))}".encode()[:4000] if what else b""
    shared[:len(text) + 1] = text + b"\0"

def body():
    global main, narrow, apart, peers, pool, on_cpu, rng
    main = Library(sys.argv[1])
    on_cpu, path = main.on_cpu, sys.argv[1]
    narrow = Library(path, GPU_SIMD="128", GPU_THREADS="1", GPU_DEVICE="cpu")
    apart = Library(path, GPU_CPU_DEVICES="3")
    peers = [("with vectors of 128 bits", narrow, making.BY_ISA if on_cpu else making.BY_BACKEND),
             ("on another device", apart, making.NEVER if on_cpu else making.BY_BACKEND)]
    for result, names in ((P, "to_dlpack event_new stream_new_priority compile stream_from_native stream_native"),
                          (D, "event_elapsed_ms timer_ms"), (ctypes.c_char_p, "status_name backend_name"),
                          (Config, "1d 2d 3d grid config_shared cooperative"), (N, "tape_memory dlpack_stream")):
        for name in names.split():
            for library in (main, apart): getattr(library.c, "gpu_" + name).restype = result
    main.c.gpu_config_shared.argtypes, main.c.gpu_cooperative.argtypes = [Config, N], [Config]
    against_numpy.seed, began, number = seed, time.time(), seed * 97 % len(functions) if "some" in words else 0
    pool = ThreadPoolExecutor(4)
    every = not words and not only
    unreached = lambda: [f.name for f in functions if not making.reached[f.name]]
    while against_numpy.failures < 20 and (time.time() - began < seconds or every and number < 12 * len(chosen)
                                           and (number < len(chosen) or number % 100 or unreached())):
        against_numpy.rounds = number = int(only) if only else number + 1
        signal.alarm(600)
        mixed = not words or "some" in words and not stems
        if stems or threads or mixed: prewritten(number)
        if "runtime" in words or mixed and number % 16 == 0: runtime(number)
        if "several" in words or mixed and number % 32 == 0: several(number)
        if only: break
    stats = Stats()
    main("memory", ctypes.byref(stats))
    leaks = stats.allocations
    expect(not leaks, leaks, "allocations were never freed")
    missed = []
    if every:
        once()
        others = {name for name in making.others if not name.startswith(ELSEWHERE)}
        missed = unreached() + [f.name for f in making.prewritten if not making.reached[f.name] and f not in functions]
        missed += sorted(name for name in others if not calls[name])
        expect(not missed, "no call has reached", *missed)
        print(f"functions reached: {len(others) + len(making.prewritten) - len(missed)} of "
              f"{len(others) + len(making.prewritten)}", file=sys.stderr)
    print(f"{sum(calls.values())} calls, {sum(making.comparisons.values())} comparisons "
          f"({making.comparisons['calls with NumPy']} with NumPy), {sum(making.refused.values())} refusals, "
          f"{against_numpy.failures} wrong answers, {leaks} leaks", file=sys.stderr)
    print(f"seed {seed}: {number} rounds in {time.time() - began:.0f} s, {against_numpy.checks} checks, "
          f"{against_numpy.failures} failed", file=sys.stderr)
    note()
    against_numpy.end()

shared = mmap.mmap(-1, 8192)
with tempfile.TemporaryDirectory() as folder:
    child = os.fork()
    if not child: body()
    status = os.waitpid(child, 0)[1]
last = shared[:].split(b"\0")[0].decode()
if status and last:
    print(f"the process ended with status {status} in {seed}:{last}\nrandom_calls: 0 passed, 1 failed, 0 skipped")
sys.exit(status != 0)
