"""How large the source is, as limits that only fall: `make test-one T=shape`. Where a count has become smaller, its
limit here follows. A name of the public header of which neither README.md nor a page in examples/ tells is an error
too, and so is a call in these pages' text with another number of arguments than it takes."""
import glob
import re
import sys

MACRO = re.compile(r"^ *# *define\b(?:.*\\\n)*.*\n", re.M)


def read(pattern):
    return {path: open(path, encoding="utf-8").read() for path in sorted(glob.glob(pattern, recursive=True))}


src = {**read("src/**/*.h"), **read("src/**/*.cuh")}
tests = {**read("tests/*.cu"), **read("tests/*.h"), **read("tests/*.c")}
all_tests = {**tests, **read("tests/*.py"), **read("tests/*.sh"), **read("tests/*.mk"), **read("tests/*.awk")}
joined = read("gpu*.*h")
gpu_h = joined["gpu.h"]
lines = lambda files: sum(text.count("\n") for text in files.values())
count = lambda files, pattern: sum(len(re.findall(pattern, text, re.M)) for text in files.values())
macros = lambda files: [len(m[0].splitlines()) for text in files.values() for m in MACRO.finditer(text)]
language = {path: text for path, text in src.items() if path.startswith("src/language/")}

limits = [  # what, the count, its limit, the goal
    ("lines of src/", lines(src), 50292, 44000),
    ("lines of gpu.h", gpu_h.count("\n"), 50025, 40000),
    ("KiB of gpu.h", len(gpu_h) >> 10, 2552, 2100),
    ("lines of src/ that end in a backslash", count(src, r"\\$"), 1563, 800),
    ("macros in src/", len(macros(src)), 1348, 1400),
    ("macros in src/language/", len(macros(language)), 649, 700),
    ("macros of src/ over 8 lines", sum(n > 8 for n in macros(src)), 37, 0),
    ("macros of src/ over 16 lines", sum(n > 16 for n in macros(src)), 1, 0),
    ("lines of gpu*.*h over 120 columns", count(joined, r'^(?! *"[^"\n]*"$).{121,}$'), 0, 0),
    ("GPU__N( in src/", count(src, r"GPU__N\("), 0, 0),
    ("macros of tests/ over 8 lines", sum(n > 8 for n in macros(tests)), 1, 0),
    ("lines of tests/ over 120 columns", count(all_tests, r"^.{121,}$"), 0, 0),
]

# Kernels that gpu__launch may start before the one ahead of them ends, and that do not wait for it by gpu__follow.
# Those of `apart` are launched in other ways.
apart = {"entry", "exchange_parts", "histogram_count", "weights_parts", "weights_fold_parts", "la_lu_columns",
         "la_qr_columns", "la_reduce_panel"}
kernels = joined["gpu_kernels.cuh"]
hasty = [m[1] for m in re.finditer(r"\b__global__\b[^;{]*?\bgpu__(\w+)\((?:[^;{}]|\{\})*\)\s*\{", kernels)
         if m[1] not in apart and "gpu__follow(" not in kernels[m.end() : kernels.index("\n}\n", m.end())]]
public = set(re.findall(r"^(?:GPU_OP|GPU_API|GPU_FN|static inline) [^(=;]*?[ *](gpu_[a-z0-9]\w*)\(", gpu_h, re.M))
public |= set(re.findall(r"^# *define (gpu_[a-z0-9]\w*|GPU_[A-Z0-9]\w*)\(", gpu_h, re.M))
told = set(re.findall(r"\w+", " ".join({**read("README.md"), **read("examples/*.md")}.values())))


def is_told(name):
    """By itself, the function that it is the inverse or the scalar form of, or as an ending: `gpu_sort` (`_rows`)."""
    forms = [name, re.sub(r"^gpu_i(r?)fft", r"gpu_\1fft", name)]
    forms.append(re.sub(r"^gpu_math_(\w+)$", lambda m: "GPU_" + m[1].upper(), name))
    ends = [(name[:k], name[k:]) for k in range(4, len(name)) if name[k] == "_" and name[k:] in told]
    begins = lambda start: any(word == start or word.startswith(start + "_") for word in told)
    return any(form in told for form in forms) or any(begins(start) for start, _ in ends)


untold = [name for name in sorted(public) if "__" not in name and not is_told(name)
          and not is_told(re.sub(r"_(f32|f64|i32|i64|u8|u32|u64|bytes|bf16|f16|tf32)(_i64)?$", "", name))]
TYPE = r"(?:_(?:f32|f64|i32|i64|u8|bytes))?"
COMMAS = re.compile(r",(?![^(]*\))")


def takes(name):
    """How many arguments: for a function that of its prototypes, for a macro that of its definitions."""
    found = re.findall(rf"^(?:GPU_OP|GPU_API|GPU_FN|static inline) [^(=;]*?[ *]{name}{TYPE}\(([^;{{]*)\)", gpu_h, re.M)
    found += re.findall(rf"^# *define {name}\(([^)]*)\)", gpu_h, re.M)
    return {"..." if "..." in found_ else len(COMMAS.split(found_)) for found_ in found if found_ != "void"}


pages = "\n".join({**read("README.md"), **read("examples/*.md")}.values())
pages = re.sub(r"^```.*?^```", "", pages, flags=re.M | re.S)
miscalled = []
for span in re.findall(r"`([^`]*)`", pages):
    for name, arguments in re.findall(r"\b((?:gpu|GPU)_\w+)\(((?:[^()]|\([^()]*\))*)\)", span):
        numbers = takes(name)
        if numbers and "..." not in arguments and not numbers & {"...", len(COMMAS.split(arguments))}:
            miscalled.append(f"{name}({arguments}): {sorted(numbers)}")
wrong = 0
for what, count, limit, goal in limits:
    print(f"{what}: {count} (limit {limit}, goal {goal})")
    wrong |= count > limit
if untold:
    print("README.md and examples/*.md have no word of " + " ".join(untold))
for call in miscalled:
    print("README.md and examples/*.md call with another number of arguments " + call)
for name in hasty:
    print("no gpu__follow in the kernel gpu__" + name)
sys.exit(wrong or bool(untold or miscalled or hasty))
