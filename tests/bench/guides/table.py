"""Prints rows of "program <tab> tool <tab> milliseconds" as a table: ours, theirs, and how many times the best of theirs takes."""

import sys

TOOLS = ["NumPy", "CuPy", "Numba", "JAX", "PyTorch"]
rows = {}
for line in open(sys.argv[1]):
    program, tool, value = line.rstrip("\n").split("\t")
    rows.setdefault(program, {})[tool] = value


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def show(value):
    return "-" if value is None else f"{value:.3f}" if value < 100 and value != int(value) else f"{value:.0f}"


print("| ms | gpu.h | " + " | ".join(TOOLS) + " | best of theirs / ours |\n|---" * 1 + "|---:" * (len(TOOLS) + 2) + "|")
for program, times in rows.items():
    ours, theirs = number(times.get("gpu.h")), [number(times.get(tool)) for tool in TOOLS]
    best = min((t for t in theirs if t), default=None)
    ratio = f"{best / ours:.1f}" if best and ours else "-"
    print(f"| {program} | {show(ours)} | " + " | ".join(show(t) for t in theirs) + f" | {ratio} |")
for program, times in rows.items():
    for tool, value in times.items():
        if number(value) is None:
            print(f"{program}, {tool}: {value}")
