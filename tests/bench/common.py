"""What the benches of the CPU share: the libraries of the first argument, lists in the others, and measurement by turns.
GPU_THREADS says how many threads gpu.h and its peers have, one unless it is set; with one, times are those of the
processor, with more those of a clock. Import it before NumPy and Numba, which read their number of threads once."""
import ctypes, os, sys, time

threads = int(os.environ.setdefault("GPU_THREADS", "1"))
for name in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"): os.environ.setdefault(name, str(threads))
wall = int(threads > 1)
clock = time.perf_counter_ns if wall else time.process_time_ns
libraries = [ctypes.CDLL(name) for name in sys.argv[1].split(",")]
P = lambda a: ctypes.c_void_p(a.ctypes.data)
S = ctypes.c_size_t

def listed(k, otherwise):
    return sys.argv[k].split(",") if len(sys.argv) > k and sys.argv[k] else otherwise

def numba_or_none():
    try:
        import numba
        return numba
    except ImportError:
        return None

def timers(kind):
    """The libraries' functions time_KIND, which return nanoseconds."""
    found = [getattr(library, "time_" + kind) for library in libraries]
    for f in found: f.restype = ctypes.c_double
    return found

def least(f, repeats, inner):
    """The least time of a call of f in nanoseconds, where `inner` calls are timed together."""
    best = 1e300
    for _ in range(repeats):
        begin = clock()
        for _ in range(inner): f()
        best = min(best, (clock() - begin) / inner)
    return best

def by_turns(rounds, repeats, inner, own, peers):
    """The least times of own(timer) for each library's timer, and of calls of the peers, None where there is none. A
    peer that takes three times as long as the fastest one is not timed again."""
    times, theirs = [1e300] * len(own), [1e300] * len(peers)
    for r in range(rounds):
        for k, call in enumerate(own):
            took = call(repeats, inner)
            assert took > 0, "a call of gpu.h failed"
            times[k] = min(times[k], took)
        for k, call in enumerate(peers):
            if call and not (r and theirs[k] > 3 * min(times + theirs)): theirs[k] = min(theirs[k], least(call, repeats, inner))
    return times, theirs
