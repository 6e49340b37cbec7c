"""Every public function that computes floats or doubles from arrays has a rule for the tape, or src/api/tape.h has its
name: among those without a derivative, or with a derivative by the rule of what it calls."""
import re
import sys

gpu_h = open("gpu.h", encoding="utf-8").read()
page = open("src/api/tape.h", encoding="utf-8").read().split("#ifdef GPU_TAPE\n")[0]
words = set(re.findall(r"\w+", page))
rules = set(re.findall(r"#define GPU__RULE_(gpu_\w+)", gpu_h))
none = set(re.findall(r"\w+", page.split("   None have ")[1].split("exchanged between")[0]))
PROTOTYPE = re.compile(r"^(?:GPU_OP|GPU_API) gpu_status (gpu_[a-z0-9]\w*)\(([^;{]*)\);", re.M)
# "all of gpu_fft, gpu_rfft, gpu_fftshift and their inverses", "those that end in _batch", and so on
FORMS = r"^gpu_(?:i(?=r?fft))?|(?:_(?:to|batch|rows|cols|row|col|axis|bf16|f16)|(?<=fft)[23]|(?<=shift)2)$"
missing, wrong = set(), set()
for name, given in PROTOTYPE.findall(gpu_h):
    real = r"(?:float|double|gpu_(?:bf16|f16|c32|c64))"
    writes = re.search(rf"(?:^|, ){real} \*", given) or re.search(r"(?:^|, )void \*(?:out|dst|values_out)\b", given)
    reads = re.search(rf"const (?:{real}|void) \*", given)
    if not writes or not reads or re.match("gpu_(mpi|each)_", name): continue
    base = re.sub(r"_(?:f32|f64|i32|i64|u8|u32|u64|bytes|tf32)(?:_i64)?$", "", name)
    integers = re.search(r"_(?:i32|i64|u8|u32|u64)(?:_i64)?$", name) and "sort_pairs" not in name
    short = re.sub(FORMS, "", base)
    known = name in rules or words & {base, base[4:], short, "gpu_" + short}
    if not known and not integers: missing.add(base)
    if name in rules and base[4:] in none: wrong.add(base)
for name in sorted(missing): print(f"{name} has no rule, and src/api/tape.h does not tell whether it has a derivative")
for name in sorted(wrong): print(f"{name} has a rule, and src/api/tape.h says that it has none")
print(f"{len(rules)} rules, {len(none)} names without a derivative")
sys.exit(bool(missing or wrong))
