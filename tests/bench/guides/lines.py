"""Counts what a gradient or a training takes in lines, ours by the tape and those of training.py: functions and the lines
that call them, without data, the declaration and allocation of arrays, timing, checks, output, blank lines and comments.
Prints rows as the measurements do; run in the root of the repository."""

import re

OURS = {  # the example and the lines at which its parts begin; of a part in braces all lines count
    "y' = -y, a gradient": ("24_pinn", r"typedef .*\btaped;", "static void gradient_by_tape"),
    "logistic regression, 150 steps": (
        "25_regression", r"GPU_GRAD\(float, logistic", "static double by_tape", r" *GPU_CHECK\(gpu_set\(d.w",
        r"        for \(k = 0; k < STEPS"),
    "neural network, 200 steps": (
        "32_neural_network", "GPU_GRAD", "typedef struct", r"GPU_VECTORIZE\(weight, adam", r"GPU_VECTORIZE\(float, value_of",
        "static void make", "static .*forward", "static void gradient_by_tape", "static void update", r"        make\(2",
        r"        for \(; s <"),
    "digits, 1000 steps": (
        "35_digits", r"GPU_VECTORIZE\(int64_t, pixel_of", "static void take", "static void forward", "static void step",
        r".*pixel_of\(pixel", ".*gpu_seed", r".*normal_f32\(w\[W2", ".*gpu_tape_begin", r"    step\(t\); /\*", ".*gpu_graph_begin",
        r"    step\(t\);$", ".*gpu_graph_end", r"    for \(size_t s = 0"),
}


LEFT_OUT = r"\s*(?:[/#]|$|if \(way\)|if \(!k\)|.*printf)"  # comments, the way by hand, a check, output


def code(lines):
    return sum(not re.match(LEFT_OUT, line) for line in lines)


def part(lines, start):
    """How many lines the part takes that begins at a line."""
    (at,) = [k for k, line in enumerate(lines) if re.match(start, line)]
    if not lines[at].endswith("{") and not lines[at + 1].lstrip().startswith("{"):
        return 1
    close = re.match(" *", lines[at])[0] + "}"
    return code(lines[at : next(k for k in range(at + 1, len(lines)) if lines[k].startswith(close)) + 1])


for program, (example, *starts) in OURS.items():
    text = open(f"examples/{example}.cu").read().split("\n")
    print(f"lines of {program}\tgpu.h\t{sum(part(text, start) for start in starts)}")
for twin in open("tests/bench/guides/training.py").read().split("# lines:\n")[1:]:
    body, program, tool = re.match(r'(.*?)    measure\("(.*?)", "(\w+)"', twin, re.S).groups()
    print(f"lines of {program}\t{tool}\t{code(body.splitlines())}")
