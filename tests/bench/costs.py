"""What a program costs beside its work: costs.py FOLDER COMPILER... compiles a program of one vector sum with that
command and prints the seconds of compilation, the bytes of the binary, and the milliseconds from the start of a process
to its first result, beside those of Python packages that are installed. A row is `who key/n value unit`."""
import os
import statistics
import subprocess
import sys
import time

PROGRAM = r"""
#define GPU_IMPLEMENTATION
#include "gpu.h"
GPU_VECTORIZE(float, add, (float, x), (float, y)) { return x + y; }
GPU_REDUCE(double, total, 0.0, a + b, (float, x)) { return (double)x; }
int main(void)
{
    float *x = GPU_NEW(float, 1000), *y = GPU_NEW(float, 1000);
    GPU_CHECK(gpu_fill_f32(x, 1, 1000));
    GPU_CHECK(add(y, x, x, 1000));
    return total(y, 1000) != 2000;
}
"""
GPU = "--gpu" in sys.argv
PEERS = {
    "numpy": "import numpy as m; x = m.ones(1000, 'f'); assert float((x + x).sum()) == 2000",
    "numba": "import numba as b, numpy as m\nf = b.njit(lambda x: (x + x).sum()); assert f(m.ones(1000, 'f')) == 2000",
    "jax": "import jax.numpy as m; x = m.ones(1000, 'f'); assert float((x + x).sum()) == 2000",
    "torch": f"import torch as m; x = m.ones(1000, device='{'cuda' if GPU else 'cpu'}'); "
             "assert float((x + x).sum()) == 2000",
    "cupy": "import cupy as m; x = m.ones(1000, 'f'); assert float((x + x).sum()) == 2000",
}
if GPU:
    del PEERS["numpy"], PEERS["numba"]
else:
    del PEERS["cupy"]


def row(who, key, value, unit):
    print(f"{who} {'' if GPU else 'cpu '}{key}/1 {value:.6g} {unit}", flush=True)


def start_ms(command):
    """The median of five runs; None if it does not run."""
    taken = []
    for _ in range(6):
        begin = time.perf_counter()
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            return None
        taken.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(taken[1:])  # the first one reads files from the disk


folder, compiler = sys.argv[1], [a for a in sys.argv[2:] if a != "--gpu"]
source, binary = os.path.join(folder, "start.cu"), os.path.join(folder, "start")
with open(source, "w", encoding="utf-8") as f:
    f.write(PROGRAM)
begin = time.perf_counter()
subprocess.run(compiler + ["-I.", source, "-o", binary, "-lm"] if GPU else
               compiler + ["-I.", "-x", "c", source, "-x", "none", "-o", binary, "-lm"], check=True)
row("gpu.h", "compilation", time.perf_counter() - begin, "s")
row("gpu.h", "size of the binary", os.path.getsize(binary), "bytes")
for who, command in [("gpu.h", [binary])] + [(who, [sys.executable, "-c", text]) for who, text in PEERS.items()]:
    ms = start_ms(command)
    if ms:
        row(who, "start to first result", ms, "ms")
