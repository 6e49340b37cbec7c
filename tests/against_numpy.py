"""What the programs that compare gpu.h with NumPy have in common. Their first argument is a shared library of gpu.h."""
import ctypes, sys, time, warnings
from collections import Counter
import numpy as np

lib = ctypes.CDLL(sys.argv[1])
lib.gpu_error_message.restype = ctypes.c_char_p
P, N, D = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_double
types = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u32": np.uint32,
         "u64": np.uint64}
np.seterr(all="ignore")
warnings.simplefilter("ignore")
rounds = failures = checks = 0
calls = Counter()
seed = None

def expect(ok, *what):
    global failures, checks
    checks += 1
    if not ok:
        failures += 1
        print("differs from NumPy:" if seed is None else f"seed {seed}, call {rounds}:", *what, flush=True)
    return ok

def status_of(name, *args):
    """Passes arrays by address, sizes as size_t if they are plain ints. Inputs have to stay as they were."""
    plain = [P(a.ctypes.data) if isinstance(a, np.ndarray) else P(0) if a is None else N(a) if type(a) is int else a
             for a in args]
    inputs = [a for a in args[1:] if isinstance(a, np.ndarray) and not a.flags.writeable]
    before = [a.copy() for a in inputs]
    calls["gpu_" + name] += 1
    status = getattr(lib, "gpu_" + name)(*plain)
    expect(all(same(a, b) for a, b in zip(before, inputs)), name, "changed an input")
    return status

def call(name, *args):
    status = status_of(name, *args)
    expect(status == 0, name, "gave", status, lib.gpu_error_message())

def same(a, b):
    return np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind in "fc")

def given(a):  # an input
    a = np.ascontiguousarray(a)
    a.flags.writeable = False
    return a

def repeat(of_seed, seconds, step, report=lambda: None):
    """Calls step(number) for so many seconds, or until much has failed, and exits with what tests/run.sh reads."""
    global rounds, seed
    seed, start = of_seed, time.time()
    while time.time() - start < seconds and failures < 20:
        rounds += 1
        step(rounds)
    report()
    print(f"seed {seed}: {rounds} rounds, {checks} checks, {failures} failed", file=sys.stderr)
    end()

def end():
    name = sys.argv[0].split("/")[-1].removesuffix(".py")
    print(f"{name}: {int(not failures)} passed, {int(failures > 0)} failed, 0 skipped")
    sys.exit(failures > 0)
