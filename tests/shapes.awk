# From the prototypes of gpu.h writes C for tests/shapes.c: a function for each that takes a size_t, which
# calls it with the arrays p and the sizes n, and the table of them. In the third member a letter for each array says
# what its elements are: f and d floating-point numbers, i others.
#     awk -f tests/shapes.awk gpu.h >shapes_table.h

function number(type, name) { # an argument that is neither an array nor a size, and that every function takes
    if (type == "gpu_comparison") return "GPU_EQUAL"
    if (type ~ /^gpu_/) return "(" type ")0"
    if (name == "hi") return "1"
    if (name == "q") return "0.5"
    return type == "int" ? "0" : "(" type ")0.25"
}
function prototype(text,    name, list, count, k, type, args, kinds, arrays, sizes) {
    sub(/^GPU_OP +/, "", text)
    sub(/\).*/, "", text)
    match(text, /gpu_[a-z0-9_]+\(/)
    name = substr(text, RSTART, RLENGTH - 1)
    if (name ~ /^gpu_each_/) return # they are called by all devices together
    count = split(substr(text, RSTART + RLENGTH), list, / *, */)
    for (k = 1; k <= count; k++) {
        type = list[k]
        sub(/[a-z0-9_]+$/, "", type)
        args = args (k > 1 ? ", " : "")
        if (type ~ /\*/) {
            args = args "(" type ")p[" arrays++ "]"
            kinds = kinds (type ~ /float|c32/ ? "f" : type ~ /double|c64/ ? "d" : "i")
        } else if (type ~ /^size_t/)
            args = args "n[" sizes++ "]"
        else if (type ~ /^gpu_gemm_spec/) {
            args = args "gemm_of(n)"
            sizes = 4
        }
        else {
            sub(/ +$/, "", type)
            args = args number(type, substr(list[k], length(type) + 2))
        }
    }
    if (!sizes) return
    printf "static void call_%s(char *const *p, const size_t *n) { (void)%s(%s); }\n", name, name, args
    table = table sprintf("    {\"%s\", call_%s, \"%s\", %d},\n", name, name, kinds, sizes)
}
/^GPU_OP/ { text = "" ; reading = 1 }
reading {
    text = text " " $0
    gsub(/ +/, " ", text)
    sub(/^ /, "", text)
    if (/;/) { prototype(text); reading = 0 }
}
END { printf "static const entry entries[] = {\n%s};\n", table }
