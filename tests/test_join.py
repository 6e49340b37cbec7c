"""What src/join does to text, in small: `make test-one T=joined`."""
import os
import runpy

join = runpy.run_path(os.path.join(os.path.dirname(__file__), "../src/join"), run_name="join")


def expect(got, wanted):
    assert got == wanted, f"got {got!r}, expected {wanted!r}"


for_type, halves = join["for_type"], join["halves"]
expect(for_type("gpu__sum_T gpu_x_T(T *p); /* T */", "u8"), "uint64_t gpu_x_u8(uint8_t *p); /* T */")
expect(for_type("gpu__sum_T gpu_x_T(T *p)", "t"), "gpu__sum_t gpu_x_t(Type *p)")
expect(for_type("gpu_x_T__scalar(THREE_TIMES, gpu_x_T_i64)", "f32"), "gpu_x_f32__scalar(THREE_TIMES, gpu_x_f32_i64)")
expect(halves("a\n#ifdef ANY\nb\n#if X\nc\n#endif\n#endif\n"
              "#if defined(REAL) && defined(GPU_FFT)\nd\n#endif\n#ifdef Y\ne\n#endif"),
       ("a\n#ifdef Y\ne\n#endif", [("ANY", "b\n#if X\nc\n#endif"), ("REAL", "#ifdef GPU_FFT\nd\n#endif")]))
expect(join["without_comments"]('a /* b\n c */\n/* d */\n"/* e */";'), 'a\n"/* e */";')
expect(join["names_of"]("void (*fn)(void *user), size_t n[2],\n const char *name"), "fn, n, name")
expect(join["names_of"]("void"), "")
expect(join["macro"]("M(x)", "one"), "#define M(x) one")
expect(max(len(line) for line in join["macro"]("M(x)", "word " * 90).splitlines()) <= 120, True)
expect(join["PROTOTYPE"].findall("ANY gpu_status gpu_top_T(T *x,\n   size_t n); /* why */\n"),
       [("ANY", "gpu_status ", "top", "", "T *x,\n   size_t n", " /* why */")])
expect(join["ALTERNATIVES"].sub(join["each_alternative"], "#define a{B|C}(x) {1}_{b|c}(x)"),
       "#define aB(x) B_b(x)\n#define aC(x) C_c(x)")
text = "T a{1|2}_{b|c|d}(T x)\n{\n#if X\n    return {1};\n#endif\n}\n"
made = [f"T a{k}_{x}(T x)\n{{\n#if X\n    return {k};\n#endif\n}}\n" for k in "12" for x in "bcd"]
expect(join["ALTERNATIVES"].sub(join["each_alternative"], "int x;\n" + text + "int y[] = {1};\n"),
       "int x;\n" + "".join(made) + "int y[] = {1};\n")
expect(join["ALTERNATIVES"].sub(join["each_alternative"], "{\nint {a|b};\n}\n"), "{\nint a;\nint b;\n}\n")
users = lambda path, text: join["AS_USERS_WRITE"].sub(join["functools"].partial(join["with_label"], path), text)
expect(users("reduce.h", "GPU_VECTORIZE(T, gpu_axpy_T, (T, a, scalar),\n   (T, x), (T, y)) { return a * x + y; }\nb"),
       'GPU__EXPR(T, "gpu_axpy", gpu_axpy_T, T, of_axy, a * x + y)\nb')
expect(users("x/rules.h",
             "GPU_VECTORIZE(uint8_t, gpu__y_T, (size_t, i, index), (double, r, scalar))\n{\n    return i < r;\n}"),
       'GPU__MAP(uint8_t, "gpu_backward", gpu__y_T, (size_t, i, index), (double, r, scalar))\n{\n    return i < r;\n}')
for given, body in (("(T, x), (T, y, scalar)", "return x;"), ("(int, h, index)", "return h;"),
                    ("(T, x)", "x = 1; return x;")):
    expect(users("y.h", f"GPU_VECTORIZE(T, gpu__y_T, {given}) {{ {body} }}"),
           f'GPU__MAP(T, "gpu_y", gpu__y_T, {given}) {{ {body} }}')
expect(users("y.h", "GPU_LOOPS(T, gpu__y_T, (float, x)) { return x; }"), "GPU__EXPR_CODE(T, gpu__y_T, float, of_x, x)")
expect(users("y.h", "GPU_REDUCE(T, gpu_y_T, 1, M(a, b), (T, x), (T, y)) { return x; }\n"
                    "GPU_REDUCE(T, gpu__y_T, 0, a, (T, x)) { return x; }"),
       'GPU__FOLD(T, "gpu_y", gpu_y_T, T, 0, M(a, b), of_xy, x)\nGPU__VALUE(T, gpu_y_T, gpu_y_to_T, 1, T, of_xy)\n'
       'GPU__FOLD(T, "gpu_y", gpu__y_T, T, 0, a, of_x, x)')
expect(users("y.h", "GPU_REDUCE(T, gpu_y_T, GPU__NONE, a, (T, x)) { return x; }"),
       'GPU__FOLD(T, "gpu_y", gpu_y_T, T, GPU__NOT_EMPTY, a, of_x, x)\nGPU__VALUE(T, gpu_y_T, gpu_y_to_T, 0, T, of_x)')
expect(join["contents"](["a", "/* --- src/api/errors.h */", "b", "/* --- src/families/axis/api.h */"]),
       ["/* By line: errors 3, axis 5 */"])
expect(join["contents"](["a"]), [])
expect(join["without_device"]("a();\nGPU__ON_DEVICE(f,\n   g(x))\nGPU__ON_DEVICE(f, g(x))\nb()\n{\n"
                              "    GPU__JOB_DEVICE(j, f)\n}"), "a();\nb()\n{\n}")
expect(join["without_device"]("#ifdef GPU__CUDA\na\n#if X\nb\n#endif\n#else\nc\n#if X\nd\n#else\ne\n#endif\n#endif\nf"),
       "c\n#if X\nd\n#else\ne\n#endif\nf")
text, rest = "__device__ int f(int x)\n{\n    g;\n}\n", "int h(int x)\n{\n}\n#if __CUDA_ARCH__ > 8\n"
expect(join["for_device"](f"/* a */\n{text}/* b */\n{text}{rest}{text}#endif\n"),
       f"/* a */\n#ifdef __CUDA_ARCH__\n{text}/* b */\n{text}#endif\n{rest}{text}#endif\n")
expect(join["for_device"]("__global__ void k(int x)\n{\n#if X\n    g;\n#endif\n}\n"),
       "__global__ void k(int x)\n{\n#ifdef __CUDA_ARCH__\n#if X\n    g;\n#endif\n#endif\n}\n")
wide = "const gpu_x xy = gpu_x_of(" + "argument, " * 8 + "a)"
expect(join["narrow"]([wide + ", y(a, b, cd),", "         z(b);"]), [wide + ",", "         y(a, b, cd), z(b);"])
expect(join["narrow"]([f"#define M {wide} + 'a, b' /* */"]), [f"#define M {wide[:-3]} \\", "    a) + 'a, b' /* */"])
expect(join["narrow"]([f'    "{wide} {wide}"', f"// {wide} {wide}"]), [f'    "{wide} {wide}"', f"// {wide} {wide}"])
expect(join["filled"]("/* a,\n   b, */\nf(a,\n  b,\n  c ? d\n    : e);"),
       "/* a,\n   b, */\nf(a, b,\n  c ? d\n    : e);")
