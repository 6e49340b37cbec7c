enum {
    GPU__PRINT_ALL = 1000, /* elements: a longer array is abbreviated, in each direction ... */
    GPU__PRINT_EDGE = 3,   /* ... to this many at both ends */
    GPU__PRINT_WIDTH = 75  /* columns of a line */
};
typedef struct gpu__print_axis {
    size_t count, shown; /* elements along the axis; elements printed */
} gpu__print_axis;
static inline gpu__print_axis gpu__print_axis_of(size_t count, int cut)
{
    gpu__print_axis a;
    a.count = count;
    a.shown = cut && count > 2 * GPU__PRINT_EDGE ? 2 * GPU__PRINT_EDGE : count;
    return a;
}
static inline int gpu__print_gap(const gpu__print_axis *a, size_t k)
{
    return k == GPU__PRINT_EDGE && a->shown < a->count;
}

/* The element at p as text; a floating-point number has a point, as NumPy's. Returns its length. */
static inline int gpu__print_cell(char text[32], const char *p, gpu_type type, size_t size)
{
    union {
        float f32;
        double f64;
        int32_t i32;
        int64_t i64;
        uint32_t u32;
        uint64_t u64;
    } v;
    memcpy(&v, p, size);
    if (type == GPU_F32 || type == GPU_F64) {
        const double real = type == GPU_F32 ? (double)v.f32 : v.f64;
        if (real != real) return snprintf(text, 32, "nan"); /* not -nan, which some C libraries say */
        strcpy(text, gpu__real_text(real, 'g', type == GPU_F32 ? 7 : 8));
        if (!strpbrk(text, ".eni")) strcat(text, ".");
        return (int)strlen(text);
    }
    if (type == GPU_I32 || type == GPU_I64)
        return snprintf(text, 32, "%lld", type == GPU_I32 ? v.i32 : (long long)v.i64);
    return snprintf(text, 32, "%llu",
                    type == GPU_U8    ? *(const uint8_t *)p
                    : type == GPU_U32 ? v.u32
                                      : (unsigned long long)v.u64);
}
/* A row of cells, right-justified in `width` columns; lines after the first are indented by `indent`. */
static inline void gpu__print_row(FILE *out, const char *cells, const gpu__print_axis *a, gpu_type type, size_t size,
                                  int width, int indent)
{
    int column = indent;
    fputc('[', out);
    for (size_t k = 0; k < a->shown; k++) {
        char text[32];
        if (gpu__print_gap(a, k)) column += fprintf(out, " ...");
        if (k && column + 1 + width > GPU__PRINT_WIDTH) {
            column = indent;
            fprintf(out, "\n%*s", indent, "");
        } else if (k) {
            fputc(' ', out);
            column++;
        }
        (void)gpu__print_cell(text, cells + k * size, type, size);
        fprintf(out, "%*s", width, text);
        column += width;
    }
    fputc(']', out);
}
static inline gpu_status gpu__print_check(FILE *out, const void *x, gpu_type type, size_t rows, size_t cols,
                                          size_t size)
{
    static const char call[] = "gpu_print";
    if (!out) return gpu__refuse(call, "out is NULL; pass stdout or another open file");
    if (type < GPU_F32 || type > GPU_U64)
        return gpu__refuse(call, "the type is %d; expected GPU_F32 to GPU_U64", (int)type);
    if (gpu__product(gpu__product(rows, cols), size) == SIZE_MAX)
        return gpu__refuse(call, "%zu rows of %zu elements are " GPU__TOO_LARGE, rows, cols);
    if (rows && cols && !x)
        return gpu__refuse(call, "the array is NULL; expected %zu elements of %zu bytes", rows * cols, size);
    return gpu__check_extent(call, x, rows * cols * size);
}
/* Copies the elements that are printed to `cells`, row by row if some are left out. */
static inline gpu_status gpu__print_fetch(char *cells, const char *x, const gpu__print_axis *down,
                                          const gpu__print_axis *along, size_t size)
{
    static const char call[] = "gpu_print";
    const size_t front = along->shown < along->count ? GPU__PRINT_EDGE * size : along->shown * size;
    const size_t back = along->shown * size - front;
    gpu_status s = GPU_OK;
    if (!back && down->shown == down->count) return gpu__put(cells, x, down->count * front, call);
    for (size_t r = 0; r < down->shown && !s; r++) {
        const char *const row = x + (r < GPU__PRINT_EDGE ? r : down->count - down->shown + r) * along->count * size;
        s = gpu__put(cells, row, front, call);
        if (back && !s) s = gpu__put(cells + front, row + along->count * size - back, back, call);
        cells += front + back;
    }
    return s;
}
static inline gpu_status gpu_print_array(FILE *out, const char *name, const void *x, gpu_type type, size_t rows,
                                         size_t cols)
{
    static const size_t sizes[] = {4, 8, 4, 8, 1, 4, 8};
    const size_t size = type >= GPU_F32 && type <= GPU_U64 ? sizes[type] : 1;
    const int flat = rows == GPU_PRINT_FLAT;
    const size_t high = flat ? 1 : rows;
    gpu_status s = gpu__print_check(out, x, type, high, cols, size);
    const int cut = !s && high * cols > GPU__PRINT_ALL;
    const gpu__print_axis down = gpu__print_axis_of(cols ? high : 0, cut), along = gpu__print_axis_of(cols, cut);
    uint64_t cell[GPU__PRINT_ALL];
    char *const cells = (char *)cell;
    char text[32];
    int width = 0, indent;
    if (!s) s = gpu__print_fetch(cells, (const char *)x, &down, &along, size);
    if (s) return s;
    for (size_t k = 0; k < down.shown * along.shown; k++) {
        const int length = gpu__print_cell(text, cells + k * size, type, size);
        width = length > width ? length : width;
    }
    indent = (name ? fprintf(out, "%s = ", name) : 0) + (flat ? 1 : 2);
    if (!flat || !cols) fputc('[', out);
    for (size_t r = 0; r < down.shown; r++) {
        if (gpu__print_gap(&down, r)) fprintf(out, "\n%*s...", indent - 1, "");
        if (r) fprintf(out, "\n%*s", indent - 1, "");
        gpu__print_row(out, cells + r * along.shown * size, &along, type, size, width, indent);
    }
    fprintf(out, "%s\n", !flat || !cols ? "]" : "");
    return ferror(out) ? gpu__refuse("gpu_print", "the file cannot be written to") : GPU_OK;
}
