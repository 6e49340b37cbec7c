#!/usr/bin/env python3
"""rewrite.py FROM TO: writes gpu.h and gpu_kernels.cuh of the directory FROM to the directory TO, so that a C++ compiler
takes them with tests/emulator/cuda_runtime.h. Lines keep their numbers."""
import re
import sys

# Inline PTX, by how it begins: an expression in which %0 to %9 are the operands. What is not here fails when it is run.
PTX = [
    ("mov.u32 %0, %%dynamic_smem_size", "%0 = emulator::dynamic_bytes()"),
    ("mov.u32 %0, %%envreg1", "%0 = %1 = 0"),
    ("mov.u32 %0, %%tid.x", "%0 = ::threadIdx.x"),
    ("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.cs.v4.u32", "(%0) ? (void)(emulator::value_of<uint4>(%1) = uint4{%2, %3, %4, %5}) : (void)0"),
    ("ld.acquire.sys.global.u64", "%0 = emulator::load<unsigned long long>(%1)"),
    ("st.release.sys.global.u64", "emulator::store<unsigned long long>(%0, %1)"),
    ("ld.relaxed.gpu.global.u32", "%0 = emulator::load<unsigned>(%1)"),
    ("ld.relaxed.gpu.global.u64", "%0 = emulator::load<unsigned long long>(%1)"),
    ("st.relaxed.gpu.global.u32", "emulator::store<unsigned>(%0, %1)"),
    ("st.relaxed.gpu.global.u64", "emulator::store<unsigned long long>(%0, %1)"),
    ("prefetch.global.L2", "(void)(%0)"),
    ("cp.async.bulk.prefetch.L2.global", "(void)*(volatile char *)(%0), (void)((volatile char *)(%0))[(%1) - 1]"),
    ("ld.global.L2::128B.v2", "%0 = (%2)->x, %1 = (%2)->y"),
    ("rcp.approx.ftz.f32", "%0 = 1 / %1"),
    ("rcp.approx.ftz.f64", "%0 = emulator::coarse(1 / %1)"),
    ("rsqrt.approx.ftz.f32", "%0 = 1 / std::sqrt(%1)"),
    ("rsqrt.approx.ftz.f64", "%0 = emulator::coarse(1 / std::sqrt(%1))"),
    ("griddepcontrol", "(void)0"),
    ("fence.proxy.async.shared::cta", "(void)0"),
    ("cp.async.cg.shared.global [%0], [%1], 16;", "emulator::copy_later(%0, %1, 16, 16)"),
    ("cp.async.ca.shared.global [%0], [%1], %2;", "emulator::copy_later(%0, %1, %2, %2)"),
    ("{ .reg .pred p; setp.ne.u32 p, %3, 0;@p cp.async.cg", "(%3) ? emulator::copy_later(%0, %1, 16, %2) : (void)0"),
    ("{ .reg .pred p; setp.ne.u32 p, %4, 0;@p cp.async.ca", "(%4) ? emulator::copy_later(%0, %1, %2, %3) : (void)0"),
    ("cp.async.wait_all", "emulator::commit_copies(), emulator::wait_for_copies(0)"),
    ("cp.async.commit_group", "emulator::commit_copies()"),
    ("cp.async.wait_group", "emulator::wait_for_copies(%0)"),
    ("mbarrier.init", "emulator::barrier_start(%0, %1)"),
    ("mbarrier.arrive.expect_tx", "emulator::barrier_expect(%0, %1)"),
    ("{ .reg .pred p; mbarrier.try_wait.parity", "%0 = emulator::barrier_passed(%1, %2)"),
    ("cp.async.bulk.shared::cluster.global", "emulator::bulk_copy(%0, %1, %2, %3)"),
    ("mapa.shared::cluster.u32", "%0 = emulator::of_block(%1, %2)"),
    ("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2", "emulator::give(%0, %1, %2, %3)"),
    ("fence.mbarrier_init.release.cluster", "(void)0"),
    ("barrier.cluster.arrive", "emulator::cluster_arrive()"),
    ("barrier.cluster.wait", "emulator::cluster_wait()"),
    ("red.shared.add.u32", "++*(unsigned *)emulator::from_shared(%0)"),
    ("{ .reg .pred set;\\n\\tand.b32 %0, %1, %2;", "emulator::bits_alike(%0, %1, %2)"),
    ("mma.sync.aligned.m16n8k4.row.col.f64", "emulator::mma_16_8_4(%0, %1, %2, %3, %4, %5, %6)"),
]


def closing(text, at):
    """Where the parenthesis that opens at `at` closes."""
    depth, quoted = 0, False
    while True:
        c = text[at]
        if quoted:
            at += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        else:
            depth += (c in "([{") - (c in ")]}")
            if depth == 0:
                return at
        at += 1


def parts(text, separator, brackets="([{}])"):
    """text, cut at the separators that are in no bracket or string."""
    opening, found, depth, quoted, begin = brackets[: len(brackets) // 2], [], 0, False, 0
    for at, c in enumerate(text):
        if c == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif not quoted and c in brackets:
            depth += 1 if c in opening else -1
        elif not quoted:
            if c == separator and depth == 0:
                found.append(text[begin:at])
                begin = at + 1
    return found + [text[begin:]]


def lines_of(old):
    """The line ends of a text, which what stands in its place has too."""
    return "\\\n" * old.count("\\\n") or "\n" * old.count("\n")


def assembly(operands):
    """The C++ for an asm with what stands in its parentheses."""
    inner = operands.replace("\\\n", "\n").replace("::", ": :")
    sections = parts(inner, ":")
    code = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', sections[0])).replace(": :", "::")
    if not code and '"' in sections[0]:
        return None
    for begins, expression in PTX:
        if code.startswith(begins):
            operands = [o for section in sections[1:3] if section.strip() for o in parts(section, ",")]
            values = [re.match(r'\s*"[^"]*"\s*\((.*)\)\s*$', o, re.S).group(1).replace(": :", "::") for o in operands]
            return re.sub(r"%(\d)", lambda m: "(" + " ".join(values[int(m.group(1))].split()) + ")", expression)
    return 'emulator::fail("no emulation of ' + code.split(";")[-2 if code.startswith("{") else 0][:60].replace('"', "").replace("\\", "") + '")'


def rewrite_assembly(text):
    out, at = [], 0
    for m in re.finditer(r"\basm( volatile)?\s*\(", text):
        if m.start() < at:
            continue
        end = closing(text, m.end() - 1)
        new = assembly(text[m.end() : end])
        if new is None:
            continue
        out += [text[at : m.start()], new + lines_of(text[m.start() : end])]
        at = end + 1
    return "".join(out) + text[at:]


def shared_variable(m):
    """References to variables in the memory that the emulator has for a block."""
    old, out = m.group(0), ""
    text = " ".join(m.group("of").split())
    aligned = re.match(r"(?:alignas|__align__)\((\w+)\) ", text)
    text = text[aligned.end() :] if aligned else text
    alignment = aligned.group(1) if aligned else "1"
    if old.startswith("extern"):  # the dynamic part
        kind, name = re.match(r"(.*) (\w+)\[\]$", text).groups()
        return f"{kind} *const {name} = ({kind} *)emulator::dynamic_shared();" + lines_of(old)
    declared = parts(text, ",", "([{<>}])")
    kind, first = re.match(r"(.*?[\w>*]) ?((?:\* ?)?\w+(?:\[.*\])*)$", declared[0]).groups()
    for declarator in [first] + declared[1:]:
        star, name, dims = re.match(r"\s*(\*?) ?(\w+)((?:\[.*\])*)$", declarator).groups()
        out += f"typedef {kind} {star}emulator_type_{name}{dims}; static char emulator_key_{name}; "
        out += f"auto &{name} = emulator::shared<emulator_type_{name}>(&emulator_key_{name}, {alignment}); "
    return out + lines_of(old)


def kernels(text):
    text, mark, code = text.partition("#ifdef GPU__CUDA_BACKEND")
    return device_code(text) + mark + backend(code)


def device_code(text):
    text = re.sub(r"\b__CUDA_ARCH__\b", "EMULATED_ARCH", text)
    # gcc 12 forgets kernels that are only template arguments: static ones, and those in a generic lambda.
    text = text.replace("static __global__", "inline")
    text = replaced(text, "return gpu__launch_kernel<gpu__matmul_small<Type>>", "return (void)*&gpu__matmul_small<Type>, gpu__launch_kernel<gpu__matmul_small<Type>>")
    text = rewrite_assembly(text)
    text = re.sub(r"(?:extern )?__shared__ (?P<of>[^;]*);", shared_variable, text)
    text = re.sub(r"\(const void \*\)(gpu__\w+ ?<|kernel, blocks,)", r"emulator::kernel * \1", text)
    text = re.sub(r"\s*<<<", lambda m: " ->* emulator::launch(" + lines_of(m.group(0)), text)
    return re.sub(r">>>\(", ")(", text)


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"rewrite.py: gpu.h has not once: {old}")
    return text.replace(old, new)


def steps(part):
    """The steps of linear algebra and loops over a row are device code in gpu.h."""
    if not re.search(" src/families/(linalg|rows)/", part.split("\n", 1)[0]):
        return part
    part = part.replace("__shared__ T name[count]", "static char emulator_##name; auto &name = emulator::shared<T[count]>(&emulator_##name, 1)")
    return re.sub(r"__shared__ (?P<of>[^;]*);", shared_variable, re.sub(r"\b__CUDA_ARCH__\b", "EMULATED_ARCH", part))


def header(text):
    text = "".join(steps(part) for part in re.split(r"(?m)^(?=/\* -+ src/)", text))
    product = "static __device__ __forceinline__ float gpu__times"  # which device code calls by this name
    return replaced(text, "#ifdef __CUDA_ARCH__\n" + product, "#if 1\n" + product)


def backend(text):
    """Blocks of the pool have the size that was asked for, and go back at once: accesses outside are seen. And memory of
    the host and of the device lies side by side."""
    text = replaced(text, "    GPU__STORE(uintptr_t, slot, entry);\n", "    (void)entry;\n")
    text = replaced(text, "bytes = (bytes + 511) & ~(size_t)511;", "if (1) return *size = bytes ? bytes : 1, 0;")
    return replaced(text, "    const int c = gpu__size_class(b->bytes, &size);\n", "    if (1) { gpu__lock(&gpu__global.memory_lock); gpu__span_replace(b->p, NULL); gpu__unlock(&gpu__global.memory_lock); gpu__unreserve(&gpu__pools[device + 1], b->bytes); gpu__driver_free(pool, b->p); GPU_HOST_FREE(b); return; }\n    const int c = gpu__size_class(b->bytes, &size);\n".replace("\n    const", " const", 1))


for name, change in (("gpu.h", header), ("gpu_kernels.cuh", kernels)):
    with open(f"{sys.argv[1]}/{name}", encoding="utf-8") as file:
        joined = file.read()
    changed = change(joined)
    if changed.count("\n") != joined.count("\n"):
        sys.exit(f"rewrite.py: {name} has lines more or less")
    with open(f"{sys.argv[2]}/{name}", "w", encoding="utf-8") as file:
        file.write(changed)
