/* Builds CUDA programs on a machine without a GPU and without CUDA: ./cuda prog.cu -o prog && ./prog

   It translates the .cu files that it is given, and the files that these include, to C++ for gpu.h, whose simulator
   runs the kernels on all CPU cores, and calls the C++ compiler: $CXX, or else c++, g++ or clang++. Line numbers in
   messages are those of the CUDA files.

       ./cuda prog.cu [more.cu part.cpp part.o] [-o name] [-O2 -g -I... -D... -l...] [--keep]

   --keep leaves the translation beside the executable. Options of nvcc about GPUs are accepted and ignored. gpu.h is
   found in the folder that GPU_INCLUDE names, or in one above this program.

   A kernel becomes an ordinary function, so that templates, overloads and pointers to kernels are the compiler's. What
   is translated:
       k<<<grid, block>>>(x, n)           GPU__CUDA_LAUNCH((k), (what runs a block), grid, block)(x, n)
       __global__ void k(float *x) { ...  the same, and GPU__CUDA_BODY at the start of the body; of many kernels with
                                          barriers also a function that runs a block
       extern __shared__ float s[];       float *s = the block's dynamic shared memory
       template <...> __device__ ...      the same, but static
       __global__ void k(Lock lock)       Lock's bytes, which are copied and destroyed once a launch, by the host
       volatile int *v; v[t] += v[t + 1]; the same, and __syncwarp()
       __global__ void gpu_sum(...)       own_gpu_sum, since gpu.h has that name
       #include <cuda_runtime.h>          nothing: gpu.h has the names

   Build it by: cc -O2 examples/cuda.c -o cuda */

#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "cuda: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    exit(1);
}
static void *allocate(void *old, size_t bytes)
{
    void *const p = realloc(old, bytes ? bytes : 1);
    if (!p) fail("memory is exhausted");
    return p;
}
/* A new string, as by printf. */
static char *format(const char *f, ...)
{
    va_list args;
    int n;
    char *p;
    va_start(args, f);
    n = vsnprintf(NULL, 0, f, args);
    va_end(args);
    p = (char *)allocate(NULL, (size_t)n + 1);
    va_start(args, f);
    vsnprintf(p, (size_t)n + 1, f, args);
    va_end(args);
    return p;
}

/* ----------------------------------------------------------------------------------------------- lists and files -- */

typedef struct list {
    char **at;
    int n;
} list;
static void add(list *l, char *text)
{
    l->at = (char **)allocate(l->at, (size_t)(l->n + 2) * sizeof *l->at);
    l->at[l->n++] = text;
    l->at[l->n] = NULL;
}
/* The parts of a text, between which `separator` stands. */
static void add_parts(list *l, const char *text, const char *separator)
{
    for (; *text; text += strspn(text, separator)) {
        const size_t n = strcspn(text, separator);
        if (n) add(l, format("%.*s", (int)n, text));
        text += n;
    }
}
static void add_words(list *l, const char *words) { add_parts(l, words, " "); }
static list folders;   /* of -I */
static list read_from; /* the files that were translated ... */
static list made;      /* ... and their translations */
static char *work;     /* the folder of the translations */
static int keep;

static int is_file(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}
/* The text of a file, with a 0 and some room behind it; NULL if it cannot be read. */
static char *read_file(const char *path, size_t *n)
{
    FILE *const f = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, got;
    *n = 0;
    if (!f) return NULL;
    do {
        if (size - *n < 65536) text = (char *)allocate(text, size = 2 * size + 131072);
        *n += got = fread(text + *n, 1, size - *n - 16, f);
    } while (got);
    fclose(f);
    memset(text + *n, 0, 16);
    return text;
}
static const char *name_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
static char *folder_of(const char *path)
{
    return name_of(path) == path ? format(".") : format("%.*s", (int)(name_of(path) - path), path);
}
static int ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* --------------------------------------------------------------------------------------- the text of a CUDA file -- */

/* A place of the text where `drop` characters are replaced. */
typedef struct edit {
    size_t at, drop;
    char *put;
    int number;
} edit;
typedef struct source {
    const char *path;
    char *text, *code; /* code: the text in which comments, literals and continued line ends are blank */
    size_t n;
    edit *edits;
    int count;
} source;
static int line_of(const source *s, size_t at)
{
    int line = 1;
    size_t k;
    for (k = 0; k < at; k++) line += s->text[k] == '\n';
    return line;
}
static void replace(source *s, size_t at, size_t drop, char *put)
{
    edit *e;
    s->edits = (edit *)allocate(s->edits, (size_t)(s->count + 1) * sizeof *e);
    e = &s->edits[s->count];
    e->at = at, e->drop = drop, e->put = put, e->number = s->count++;
}
static int compare(const void *a, const void *b)
{
    const edit *const x = (const edit *)a, *const y = (const edit *)b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : x->number - y->number;
}
/* Replaces text by blanks, but for its line ends. */
static void blank(char *code, size_t from, size_t to)
{
    for (; from < to; from++)
        if (code[from] != '\n') code[from] = ' ';
}
/* The end of the literal that begins at the quote k. One that is not closed ends with its line. */
static size_t literal_end(const char *t, size_t k)
{
    const char quote = t[k];
    size_t open;
    if (quote == '"' && k && t[k - 1] == 'R' &&
        !(k > 1 && (isalnum((unsigned char)t[k - 2]) || t[k - 2] == '_') && !strchr("uUL8", t[k - 2]))) {
        char *end, *close;
        for (open = k + 1; t[open] && t[open] != '(' && open - k < 20;) open++;
        if (t[open] != '(') return k + 1;
        end = format(")%.*s\"", (int)(open - k - 1), t + k + 1);
        close = strstr((char *)(size_t)(t + open), end);
        open = close ? (size_t)(close - t) + strlen(end) : strlen(t);
        free(end);
        return open;
    }
    for (k++; t[k] && t[k] != quote && t[k] != '\n'; k++)
        if (t[k] == '\\' && t[k + 1]) k++;
    return t[k] == quote ? k + 1 : k;
}
static int is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }
static int is_separator(const char *t, size_t k) /* the ' of 1'000 */
{
    size_t word = k;
    while (word && (is_word(t[word - 1]) || t[word - 1] == '\'')) word--;
    return word < k && isdigit((unsigned char)t[word]) && is_word(t[k + 1]);
}
static void blank_literals(source *s)
{
    char *const c = s->code = (char *)allocate(NULL, s->n + 16);
    const char *const t = s->text;
    size_t k = 0, end;
    memcpy(c, t, s->n + 16);
    while (k < s->n) {
        end = k;
        if (t[k] == '/' && t[k + 1] == '/') {
            while (t[end] && (t[end] != '\n' || t[end - 1] == '\\')) end++;
        } else if (t[k] == '/' && t[k + 1] == '*') {
            for (end += 2; t[end] && (t[end] != '*' || t[end + 1] != '/');) end++;
            if (t[end]) end += 2;
        } else if (t[k] == '"' || (t[k] == '\'' && !is_separator(t, k))) end = literal_end(t, k);
        if (end == k) {
            if (t[k] == '\\' && (t[k + 1] == '\n' || t[k + 1] == '\r')) c[k] = ' ';
            k++;
            continue;
        }
        blank(c, k, end);
        if (t[k] != '/') c[k] = c[end - 1] = t[k]; /* a literal stays one */
        k = end;
    }
}

/* -- words and brackets of the code -- */

static int word_at(const char *c, size_t k, const char *word)
{
    const size_t n = strlen(word);
    return !strncmp(c + k, word, n) && !is_word(c[k + n]) && (!k || !is_word(c[k - 1]));
}
/* Whether the n characters at `word` are one of `words`, which have a space between two. */
static int is_listed(const char *word, size_t n, const char *words)
{
    for (; *words; words += strspn(words, " ")) {
        const size_t m = strcspn(words, " ");
        if (m == n && !strncmp(words, word, n)) return 1;
        words += m;
    }
    return 0;
}
static int is_in(const char *word, const char *words) { return is_listed(word, strlen(word), words); }
/* Whether a text begins with one of `words`. */
static int begins_with(const char *text, const char *words)
{
    for (; *words; words += strspn(words, " ")) {
        const size_t m = strcspn(words, " ");
        if (!strncmp(words, text, m)) return 1;
        words += m;
    }
    return 0;
}
/* Adds a word to such a list. Returns whether it was not there. */
static int add_word(const char **words, const char *word)
{
    if (is_in(word, *words)) return 0;
    *words = format("%s %s", *words, word);
    return 1;
}
static char *piece(const char *c, size_t from, size_t to) { return format("%.*s", (int)(to - from), c + from); }
static size_t word_end(const char *c, size_t k)
{
    while (is_word(c[k])) k++;
    return k;
}
static char *word_of(const char *c, size_t k) { return piece(c, k, word_end(c, k)); }
static int is_any(const char *c, size_t k, const char *words)
{
    return is_word(c[k]) && !(k && is_word(c[k - 1])) && is_listed(c + k, word_end(c, k) - k, words);
}
/* The first of `words` between `from` and `to`, or `to`. */
static size_t find(const char *c, size_t from, size_t to, const char *words)
{
    while (from < to && !is_any(c, from, words)) from++;
    return from;
}
static int has_any(const char *c, size_t from, size_t to, const char *words) { return find(c, from, to, words) < to; }
static size_t skip_space(const char *c, size_t k)
{
    while (isspace((unsigned char)c[k])) k++;
    return k;
}
static size_t back_space(const char *c, size_t k) /* the offset behind the last character before k that is no space */
{
    while (k && isspace((unsigned char)c[k - 1])) k--;
    return k;
}
static size_t word_start(const char *c, size_t end)
{
    while (end && is_word(c[end - 1])) end--;
    return end;
}
/* The bracket that closes the one at k, or the end of the text. */
static size_t closing(const char *c, size_t k)
{
    int depth = 0;
    for (; c[k]; k++) {
        depth += (strchr("([{", c[k]) != NULL) - (strchr(")]}", c[k]) != NULL);
        if (!depth) break;
    }
    return k;
}
static size_t opening(const char *c, size_t k) /* the other way round; 0 if there is none */
{
    int depth = 0;
    for (;; k--) {
        depth += (c[k] && strchr(")]}", c[k])) - (c[k] && strchr("([{", c[k]));
        if (!depth || !k) return k;
    }
}
/* The first comma or semicolon between k and `to` outside of brackets, or `to`. */
static size_t next_comma(const char *c, size_t k, size_t to)
{
    for (; k < to && !strchr(",;", c[k]); k++)
        if (strchr("([{", c[k])) k = closing(c, k);
    return k < to ? k : to;
}
/* The < that opens the template arguments that the > at k closes; 0 if there is none. */
static size_t opening_angle(const char *c, size_t k)
{
    int depth = 0;
    for (;; k--) {
        if (strchr(")]}", c[k]) && c[k]) k = opening(c, k);
        if (c[k] == '>' && !(k && c[k - 1] == '-')) depth++;
        if (c[k] == '<' && !--depth) return k;
        if (!k || strchr(";{", c[k])) return 0;
    }
}
/* The > that closes the < at k; 0 if there is none. */
static size_t closing_angle(const char *c, size_t k)
{
    int depth = 0;
    for (; c[k] && !strchr(";{", c[k]); k++) {
        if (strchr("([", c[k])) k = closing(c, k);
        if (!c[k]) return 0;
        depth += c[k] == '<';
        if (c[k] == '>' && c[k - 1] != '-' && !--depth) return k;
    }
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- launches -- */

static int is_keyword(const char *c, size_t from, size_t to)
{
    return is_listed(c + from, to - from, "return if else while for switch do case throw");
}
/* The start of the expression in front of <<<, which names the kernel: ns::k<T>, kernels[i], (*f), p->k, name##_k. */
static size_t callee(const char *c, size_t end)
{
    size_t k = back_space(c, end), start, word;
    for (;;) {
        if (k && c[k - 1] == '>' && (start = opening_angle(c, k - 1))) k = back_space(c, start);
        while (k && (c[k - 1] == ')' || c[k - 1] == ']')) {
            start = opening(c, k - 1);
            k = back_space(c, start);
            word = word_start(c, k);
            if (c[start] == '(' && (word == k || is_keyword(c, word, k))) return start;
        }
        word = word_start(c, k);
        if (word == k) return k;
        start = back_space(c, word);
        if (start > 1 && c[start - 1] == ':' && c[start - 2] == ':') {
            k = back_space(c, start - 2);
            if (!k || !(is_word(c[k - 1]) || c[k - 1] == '>') || is_keyword(c, word_start(c, k), k)) return start - 2;
        } else if (start && c[start - 1] == '.') k = back_space(c, start - 1);
        else if (start > 1 &&
                 ((c[start - 1] == '>' && c[start - 2] == '-') || (c[start - 1] == '#' && c[start - 2] == '#')))
            k = back_space(c, start - 2);
        else if (start >= 8 && word_at(c, start - 8, "template")) k = start;
        else return word;
    }
}
/* The length of <<< at k, which may be written << <, as editors do; 0 if it is not there. The same of >>>. */
static size_t three(const char *c, size_t k, char angle)
{
    size_t end;
    if (c[k] != angle || c[k + 1] != angle) return 0;
    for (end = k + 2; c[end] == ' ' || c[end] == '\t';) end++;
    return c[end] == angle ? end + 1 - k : 0;
}
static int has_launch(const char *c, size_t from, size_t to) /* then the function may be recursive */
{
    while (from < to && !three(c, from, '<')) from++;
    return from < to;
}
/* In C++ the 0 that NULL is does not convert to a pointer once it is an argument. */
static void translate_null(source *s, size_t open, size_t close)
{
    size_t k;
    for (k = open + 1; k < close; k++) {
        size_t end = k + 4;
        if (s->code[k] == '(') k = closing(s->code, k);
        if (!word_at(s->code, k, "NULL") || !strchr("(,", s->code[back_space(s->code, k) - 1])) continue;
        if (strchr(",)", s->code[skip_space(s->code, end)])) replace(s, k, 4, format("nullptr"));
    }
}
/* the names of types of numbers, also those that the program gives them */
static const char *number_types = "int unsigned long short char float double bool signed size_t int8_t uint8_t int16_t "
                                  "uint16_t int32_t uint32_t int64_t uint64_t uint uchar ushort ulong";
static const char *blocks = "",
                  *not_blocks = ""; /* the kernels of this file that have a function for a block, or not */
/* Where the name of the kernel that is launched begins, if it has a function for a block; else 0. The expression ends
   at `end`. */
static size_t name_of_blocks(const char *c, size_t end)
{
    size_t name;
    char *word;
    if (c[end - 1] == '>' && opening_angle(c, end - 1)) end = back_space(c, opening_angle(c, end - 1));
    name = word_start(c, end);
    word = piece(c, name, end);
    if (strstr(c, format("(*%s", word))) return 0; /* perhaps a pointer of that name */
    return is_in(word, blocks) && !is_in(word, not_blocks) ? name : 0;
}
static void translate_launches(source *s)
{
    const char *const c = s->code;
    size_t k, n, end, close, start, last = 0, name;
    for (k = 0; k < s->n; k++) {
        if (!(n = three(c, k, '<'))) continue;
        for (end = k + n; c[end] && !(last = three(c, end, '>')) && c[end] != ';'; end++)
            if (strchr("([{", c[end])) end = closing(c, end);
        close = skip_space(c, end + (c[end] == '>' ? last : 0));
        start = callee(c, k);
        if (c[end] != '>' || c[close] != '(' || start == back_space(c, k))
            fail("%s:%d: this launch is not understood; expected kernel<<<grid, block>>>(arguments)", s->path,
                 line_of(s, k));
        name = name_of_blocks(c, back_space(c, k));
        replace(s, start, 0, format("GPU__CUDA_LAUNCH(("));
        replace(s, back_space(c, k), 0,
                name ? format("), ([](auto &...gpu__a) GPU__CUDA_INLINE { return %.*sgpu__block_%.*s(gpu__a...); })",
                              (int)(name - start), c + start, (int)(back_space(c, k) - name), c + name)
                     : format("), (gpu__cuda_by_thread())"));
        replace(s, k, n, format(","));
        replace(s, end, last, format(")"));
        translate_null(s, close, closing(c, close));
        k += n - 1;
    }
}

/* ------------------------------------------------------------------------------------ functions and declarations -- */

/* The ( in front of the parameters of the function whose specifier is at k; 0 if a variable is declared there. */
static size_t parameters(const char *c, size_t k)
{
    size_t word, end;
    for (; c[k] && !strchr(";={}[", c[k]); k++) {
        if (c[k] == '<' && (end = closing_angle(c, k))) k = end;
        if (c[k] != '(') continue;
        end = back_space(c, k);
        word = word_start(c, end);
        if (!is_any(c, word, "__launch_bounds__ __attribute__ __align__ alignas __cluster_dims__ decltype")) return k;
        k = closing(c, k);
        if (!c[k]) return 0;
    }
    return 0;
}
/* The start of the declaration that contains k. In front of it may be a macro, of which only its end is seen here. */
static size_t declaration(const char *c, size_t k)
{
    const size_t to = k;
    size_t at;
    while (k && !strchr(";{}", c[k - 1])) {
        for (at = k; at && (c[at - 1] == ' ' || c[at - 1] == '\t');) at--;
        if (at && c[at - 1] == '#' && (at == 1 || c[at - 2] == '\n')) break;
        k--;
    }
    for (at = k; at < to; at++)
        if (word_at(c, at, "template")) return at;
    return skip_space(c, k);
}
static size_t skip_word(const char *c, size_t k) { return skip_space(c, word_end(c, k)); }
static int is_number(const char *c, size_t k) { return is_any(c, k, number_types); }
static size_t skip_numbers(const char *c, size_t k) /* int, unsigned long */
{
    while (is_number(c, k)) k = skip_word(c, k);
    return k;
}
/* A parameter of a kernel, between `from` and `end`. If its type may be a class whose copy constructor or destructor a
   GPU would not run, it becomes a gpu__cuda_parameter, and *names what the body begins with. A type that depends on a
   template's parameters, whose head begins at `head`, has to be deduced, and stays. */
static void translate_parameter(source *s, size_t from, size_t end, size_t head, char **names)
{
    static const char qualifiers[] = "const struct class typename";
    const char *const c = s->code;
    size_t k = from = skip_space(c, from), at, name;
    char *word;
    while (is_any(c, k, qualifiers)) k = skip_word(c, k);
    if (is_number(c, k) || word_at(c, k, "void")) return;
    for (;; k = skip_space(c, k + 2)) {
        k = skip_word(c, k);
        if (c[k] == '<' && (at = closing_angle(c, k))) k = skip_space(c, at + 1);
        if (strncmp(c + k, "::", 2)) break;
    }
    if (is_any(c, k, qualifiers)) k = skip_word(c, k);
    name = k;
    if (name == from || skip_word(c, name) != end) return;
    if (word_at(c, head, "template"))
        for (k = head, at = closing_angle(c, skip_space(c, head + 8)); k < at; k++)
            if (is_word(c[k]) && !is_word(c[k - 1]) && !is_any(c, k, qualifiers) &&
                has_any(c, from, name, word_of(c, k)))
                return;
    replace(s, from, 0, format("gpu__cuda_parameter<"));
    replace(s, name, 0, format(name == end ? ">" : "> gpu__of_"));
    if (name == end) return;
    word = word_of(c, name);
    *names = format("%s auto &%s GPU__UNUSED = gpu__cuda_value(gpu__of_%s);", *names, word, word);
}
/* Books sum the last elements of a block in one warp, by v[t] += v[t + 16]; and so on, where v is volatile, and rely on
   the warp's running in lockstep. Between `from` and `end`, the code of a function of the device, such a step ends with
   a barrier of the warp, and so does every store to v if that is shared memory declared there. */
static void translate_volatile(source *s, size_t from, size_t end)
{
    const char *const c = s->code;
    size_t k, at, name, bracket, to;
    int is_shared;
    char *word;
    for (; from < end; from++) {
        if (!word_at(c, from, "volatile")) continue;
        for (at = from; at < end && !strchr(";,)=[", c[at]);) at++;
        name = word_start(c, back_space(c, at));
        if (c[at] != '[' && !memchr(c + from, '*', at - from)) continue;
        word = word_of(c, name);
        is_shared = has_any(c, back_space(c, declaration(c, from)), at, "__shared__");
        for (k = at; k < end; k++) {
            bracket = skip_space(c, k + strlen(word));
            if (!word_at(c, k, word) || c[bracket] != '[' || !strchr(";{})", c[back_space(c, k) - 1])) continue;
            for (to = closing(c, bracket) + 1; to < end && c[to] != ';'; to++)
                if (strchr("([{", c[to])) to = closing(c, to);
            if (!is_shared && !has_any(c, closing(c, bracket), to, word)) continue;
            replace(s, k, 0, format("{ "));
            replace(s, to + 1, 0, format(" __syncwarp(__activemask()); }"));
            k = to;
        }
    }
}
static const char indices[] = "threadIdx blockIdx blockDim gridDim";
/* A parameter between `from` and `body` that has such a name gets another one. */
static void translate_names(source *s, size_t from, size_t body)
{
    const char *const c = s->code;
    size_t k;
    for (k = from; k < closing(c, body); k++)
        if (is_any(c, k, indices) && has_any(c, from, body, word_of(c, k))) replace(s, k, 0, format("own_"));
}
/* At __global__: the body of a kernel begins by taking the indices of its thread. */
static void translate_kernel(source *s, size_t k)
{
    const char *const c = s->code;
    const size_t open = parameters(c, k), close = open ? closing(c, open) : 0;
    size_t body, from, end;
    char *names = format(" GPU__CUDA_BODY");
    if (!open || !c[close]) return;
    for (from = open + 1; from < close; from = end + 1) {
        for (end = from; end < close && c[end] != ','; end++) {
            if (c[end] == '<' && closing_angle(c, end)) end = closing_angle(c, end);
            if (strchr("([{", c[end])) end = closing(c, end);
        }
        translate_parameter(s, from, end, declaration(c, k), &names);
    }
    body = skip_space(c, close + 1);
    if (c[body] != '{') return;
    if (!has_launch(c, body, closing(c, body))) replace(s, k, 0, format("GPU__CUDA_INLINE "));
    replace(s, body + 1, 0, names);
    translate_names(s, open, body);
    translate_volatile(s, open, closing(c, body));
}
/* At __device__: so does a function in which threadIdx and the like are used. */
static void translate_device(source *s, size_t k)
{
    const char *const c = s->code;
    size_t at = parameters(c, k), end;
    int n;
    if (!at) return;
    for (at = closing(c, at); c[at] && !strchr("{;:=,", c[at]); at++) /* behind operator() are the parameters */
        if (c[at] == '(') at = closing(c, at);
    if (c[at] != '{') return;
    end = closing(c, at);
    for (n = 0; n < s->count; n++)
        if (s->edits[n].at == at + 1) return; /* another specifier of this function was there */
    translate_names(s, parameters(c, k), at);
    translate_volatile(s, parameters(c, k), end);
    if (has_any(c, at, end, indices)) replace(s, at + 1, 0, format(" GPU__CUDA_DEVICE_BODY"));
}
/* At thread_block_tile: template <int N> ... f(thread_block_tile<N> g) becomes one of unsigned, as the class has it,
   since only nvcc deduces one from the other. */
static void translate_tile(source *s, size_t k)
{
    const char *const c = s->code;
    const size_t open = skip_word(c, k), name = skip_space(c, open + 1), end = back_space(c, skip_word(c, name));
    size_t head = declaration(c, k);
    const size_t angle = word_at(c, head, "template") ? closing_angle(c, skip_space(c, head + 8)) : 0;
    if (c[open] != '<') return;
    for (; head < angle; head++)
        if (word_at(c, head, "int") && word_at(c, skip_word(c, head), piece(c, name, end)) &&
            !word_at(c, word_start(c, back_space(c, head)), "unsigned"))
            replace(s, head, 0, format("unsigned "));
}
/* Shared memory is in a section of its own, where gcc has no variables of functions that several files may define: so a
   template, and an inline function, of the device is made static. */
static void translate_template(source *s, size_t k, size_t from)
{
    const char *const c = s->code;
    const size_t open = parameters(c, k);
    size_t head = from, name;
    if (!open || has_any(c, from, open, "static extern friend")) return;
    if (has_any(c, from, k, "__device__ __global__")) return; /* it was the first word's turn */
    while (word_at(c, head, "template")) {
        const size_t angle = skip_space(c, head + 8);
        if (c[angle] != '<' || c[skip_space(c, angle + 1)] == '>') return; /* an instance or a specialisation */
        if (!(head = closing_angle(c, angle))) return;
        head = skip_space(c, head + 1);
    }
    if (head == from && !has_any(c, from, open, "inline __inline__ __forceinline__")) return;
    name = back_space(c, word_start(c, back_space(c, open)));
    if (c[name - 1] == ':') return; /* a member, defined outside of its class */
    replace(s, k, 0, format("static "));
}
/* extern __shared__ T s[]; if it is at `from`. Outside of functions s is an object that converts to the address. */
static void translate_dynamic(source *s, size_t from, int in_function)
{
    const char *const c = s->code;
    size_t end = from, name, k, w;
    char *type = (char *)allocate(NULL, 1), *rest;
    const char *const address = "gpu__cuda_dynamic_memory()";
    size_t n = 0;
    while (c[end] && !strchr(";{}", c[end])) end++;
    for (k = from; k < end && c[k] != '[';) k++;
    if (c[end] != ';' || k == end || !has_any(c, from, k, "__shared__")) return;
    name = word_start(c, back_space(c, k));
    rest = piece(c, closing(c, k) + 1, end); /* further dimensions */
    for (k = from; k < name; k++) {
        if (is_any(c, k, "extern __shared__")) k = word_end(c, k);
        if (is_any(c, k, "__attribute__ __align__ alignas")) k = closing(c, skip_word(c, k)) + 1;
        type = (char *)allocate(type, n + 2);
        type[n++] = isspace((unsigned char)c[k]) ? ' ' : c[k];
    }
    type[n] = 0;
    k = word_end(c, name) - name;
    if (strchr(rest, ','))
        fail("%s:%d: two arrays of dynamic shared memory in one declaration; declare each by itself", s->path,
             line_of(s, from));
    for (w = from; w < end; w++)
        if (s->text[w] == '\n') break;
    if (!in_function) replace(s, from, end - from, format("static gpu__cuda_dynamic<%s> %.*s", type, (int)k, c + name));
    else if (rest[strspn(rest, " \n")])
        replace(s, from, end - from,
                format("%s (*%.*s)%s = (%s (*)%s)%s", type, (int)k, c + name, rest, type, rest, address));
    else replace(s, from, end - from, format("%s *%.*s = (%s *)%s", type, (int)k, c + name, type, address));
    for (; w < end; w++) /* the lines behind it keep their numbers */
        if (s->text[w] == '\n') replace(s, end, 0, format("\n"));
}
/* cudaLaunchKernel((void *)k, ...): the type of the kernel is needed. */
static void translate_cast(source *s, size_t k)
{
    const char *const c = s->code;
    size_t open = k, close;
    while (is_word(c[open])) open++;
    open = skip_space(c, open);
    if (c[open] != '(') return;
    open = skip_space(c, open + 1);
    if (word_at(c, open, "reinterpret_cast")) {
        close = closing_angle(c, skip_space(c, open + 16));
        if (close) replace(s, open, close + 1 - open, format(" "));
    } else if (c[open] == '(' && has_any(c, open, closing(c, open), "void"))
        replace(s, open, closing(c, open) + 1 - open, format(" "));
    else return;
    open = skip_space(c, closing(c, open) + 1);
    if (c[open] == '&') replace(s, open, 1, format(" "));
}

/* ------------------------------------------------------------------------------- kernels that run block by block -- */

/* The simulator runs a kernel with barriers thread by thread: each waits at a barrier until the others are there too.
   Where every thread of a block meets the same barriers, that can be seen in the text: they stand at the level of the
   body, or of loops and conditions whose heads are the same for all threads. Such a kernel gets a second function, that
   runs a whole block: what stands between two barriers, a step, is a loop over the threads, which the compiler can
   vectorise, and a variable that lives longer is an array with an element for each thread. (This is loop fission at
   barriers, as in MCUDA: Stratton, Stone and Hwu, 2008.) Kernels of which the text is not certain, and all under
   GPU_DEBUG, run thread by thread, in the same order. */
static int by_block = 1;      /* 0: the compiler has refused such a text */
static int has_blocks;        /* there is one */
static int is_plain_text = 1; /* so are all files until now, see is_plain */
static const char *macros = "",
                  *functions = ""; /* those of them whose names a kernel that runs block by block does not have */

typedef struct variable {
    char *name;
    int uniform;  /* the same in all threads of a block */
    int constant; /* and nothing changes it while it is there */
    int copied;   /* no array, and nothing points to it: a step has it in a register */
    char *fixed;  /* or its value, which each step computes, since nothing changes it */
} variable;
typedef struct steps {
    const char *code; /* the body of the kernel */
    size_t n;
    const char *head;    /* the template parameters in front of it, or "" */
    const char *file;    /* all code of the file, for its constants */
    const char *numbers; /* names of the parameters that are numbers ... */
    const char *classes; /* ... and that are structures of numbers and pointers */
    int changed;         /* the first of `known` are parameters that all threads change alike */
    variable *known;     /* the variables that live longer than a step */
    int count, loops;    /* number of them, and of loops around this place */
    int returns;         /* a thread may return */
    int masked;          /* inside a condition that threads do not share */
    char *out, *step;    /* the new text, and the step that is being collected */
    int failed;
} steps;
static const char vector_types[] =
    "char2 char4 uchar2 uchar3 uchar4 short2 short4 ushort2 int2 int3 int4 uint2 uint3 uint4 "
    "float2 float3 float4 double2 double3 double4 dim3";

static void put(char **to, char *text)
{
    char *const both = format("%s%s", *to, text);
    free(*to);
    free(text);
    *to = both;
}
static const variable *known(const steps *s, const char *name)
{
    int k;
    for (k = s->count; k--;)
        if (!strcmp(s->known[k].name, name)) return &s->known[k];
    return NULL;
}
static void know(steps *s, char *name, int constant)
{
    const variable v = {name, 1, constant, 0, NULL};
    int k;
    for (k = 0; k < s->count; k++) /* a variable of an outer block, of which such a value is made, would be hidden */
        if (s->known[k].fixed && has_any(s->known[k].fixed, 0, strlen(s->known[k].fixed), name)) s->failed = 1;
    s->known = (variable *)allocate(s->known, (size_t)(s->count + 1) * sizeof *s->known);
    s->known[s->count++] = v;
}
static int is_template_parameter(const steps *s, const char *name)
{
    return has_any(s->head, 0, strlen(s->head), name) && strcmp(name, "class") && strcmp(name, "typename");
}
/* Whether an operator that assigns is at k. */
static int assigns(const char *c, size_t k)
{
    if (!strncmp(c + k, "<<=", 3) || !strncmp(c + k, ">>=", 3)) return 1;
    if (!strncmp(c + k, "++", 2) || !strncmp(c + k, "--", 2)) return 1;
    k += c[k] && strchr("+-*/%&|^", c[k]);
    return c[k] == '=' && c[k + 1] != '=';
}
/* Whether the variable that the word from k to `end` names may be written to there. */
static int is_written(const char *c, size_t k, size_t end)
{
    const size_t before = back_space(c, k), behind = skip_space(c, end);
    if (before && c[before - 1] == '.') return 0; /* a member of something else */
    if (before > 1 && !strncmp(c + before - 2, "->", 2)) return 0;
    if (before > 1 && c[before - 1] == '*' && !is_word(c[back_space(c, before - 1) - 1])) /* *p = x, but *p++ */
        return c[behind] && c[behind] == c[behind + 1] && strchr("+-", c[behind]);
    if (assigns(c, behind)) return 1;
    if (before > 1 && c[before - 1] == c[before - 2] && strchr("+-", c[before - 1])) return 1;
    return c[behind] != '[' && before > 1 && c[before - 1] == '&' && c[before - 2] != '&' && /* not a & b or &a[k] */
           !is_word(c[back_space(c, before - 1) - 1]) && c[back_space(c, before - 1) - 1] != ')';
}
static int is_written_in(const char *c, size_t from, size_t to, const char *name)
{
    for (; (from = find(c, from, to, name)) < to; from++)
        if (is_written(c, from, word_end(c, from))) return 1;
    return 0;
}
/* Whether a constant of the file, outside of functions, has this name: const int name = ... */
static int is_constant(const char *c, const char *name)
{
    size_t k, at, depth = 0;
    for (k = 0; c[k]; k++) {
        depth = depth + (c[k] == '{') - (c[k] == '}');
        if (depth || !is_any(c, k, "const constexpr")) continue;
        for (at = k; is_any(c, at, "const constexpr static") || is_number(c, at);) at = skip_word(c, at);
        if (at > k && word_at(c, at, name) && c[skip_word(c, at)] == '=') return 1;
    }
    return 0;
}
/* Whether `name` is a structure of this file, without arrays, functions and references. */
static int is_structure(const char *c, const char *name)
{
    size_t k, open, close;
    for (k = 0; c[k]; k++) {
        if (!word_at(c, k, "struct")) continue;
        open = skip_word(c, skip_word(c, k));
        if (c[open] != '{') continue;
        close = closing(c, open);
        if (word_at(c, skip_word(c, k), name) || word_at(c, skip_space(c, close + 1), name))
            return strcspn(c + open, "([&<~") > close - open;
    }
    return 0;
}
/* Whether the word from k to `end` is the same in all threads of a block. */
static int is_uniform_word(const steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    const int is_call = c[skip_space(c, end)] == '(';
    char *const word = piece(c, k, end);
    int p, is = 1;
    if (known(s, word)) return known(s, word)->uniform && !is_call;
    if (is_number(c, k) || is_any(c, k, "const true false sizeof min max warpSize ceil ceilf floor floorf log2 abs"))
        return 1;
    for (p = 0; word[p]; p++)
        is &= isupper((unsigned char)word[p]) || isdigit((unsigned char)word[p]) || word[p] == '_';
    is |= is_in(word, s->numbers) || is_template_parameter(s, word) || is_constant(s->file, word);
    return is && !is_call && !is_written_in(c, 0, s->n, word); /* nor a variable that is declared later */
}
/* Whether an expression has the same value in all threads of a block: it consists of numbers, of constants (in
   capitals) and template parameters, of what the launch gives, and of variables of which that is known. */
static int is_uniform(const steps *s, size_t from, size_t to)
{
    const char *const c = s->code;
    size_t k, end;
    for (k = from; k < to; k = end) {
        end = k + 1;
        if (strchr("[]{}\"'.", c[k]) || !strncmp(c + k, "->", 2)) return 0;
        if (!is_word(c[k])) continue;
        while (is_word(c[end])) end++;
        if (isdigit((unsigned char)c[k])) {
            while (is_word(c[end]) || c[end] == '.') end++;
        } else if (is_any(c, k, "blockIdx blockDim gridDim")) {
            if (c[end] != '.' || is_word(c[end + 2])) return 0;
            end += 2;
        } else if (c[end] == '.' && is_in(piece(c, k, end), s->classes)) {
            end = skip_word(c, end + 1);
        } else if (!is_uniform_word(s, k, end)) return 0;
    }
    return 1;
}
/* The end of the statement that begins at k. */
static size_t statement_end(const char *c, size_t k)
{
    const int is_if = word_at(c, k = skip_space(c, k), "if"), is_do = word_at(c, k, "do");
    if (c[k] == '{') return closing(c, k) + 1;
    if (is_any(c, k, "if for while switch")) {
        k = statement_end(c, closing(c, k + strcspn(c + k, "(")) + 1);
        return is_if && word_at(c, skip_space(c, k), "else") ? statement_end(c, skip_space(c, k) + 4) : k;
    }
    if (is_do) k = statement_end(c, k + 2);
    for (; c[k] && c[k] != ';'; k++)
        if (strchr("([{", c[k])) k = closing(c, k);
    return c[k] ? k + 1 : k;
}
/* Whether what `open` opens is a block that all threads execute alike: a barrier is in it, and no condition in front of
   it. (If the head of a loop with a barrier is not the same for all, the kernel is given up.) */
static int is_met_by_all(const steps *s, size_t open)
{
    const char *const c = s->code;
    const size_t head = back_space(c, open), paren = head && c[head - 1] == ')' ? opening(c, head - 1) : 0;
    if (c[open] != '{' || !has_any(c, open, closing(c, open), "__syncthreads")) return 0;
    return !paren || !word_at(c, word_start(c, back_space(c, paren)), "if") || is_uniform(s, paren, head);
}
/* The `for` behind `from` in whose head k is, or 0. */
static size_t loop_of(const char *c, size_t from, size_t k)
{
    for (; (from = find(c, from, k, "for")) < k; from++) {
        const size_t open = from + strcspn(c + from, "(");
        if (open < k && closing(c, open) > k) return from;
    }
    return 0;
}
/* Whether what writes to the variable `name` behind `from` are statements of their own, `name += expression;`, which
   all threads execute alike, and heads of loops with barriers. */
static int is_written_alike(const steps *s, const char *name, size_t from)
{
    const char *const c = s->code;
    size_t k, start, open, loop;
    for (k = from; k < s->n; k++) {
        if (!word_at(c, k, name) || !is_written(c, k, k + strlen(name))) continue;
        loop = loop_of(c, from, k);
        start = back_space(c, loop ? loop : k);
        if (start > 1 && c[start - 1] == c[start - 2] && strchr("+-", c[start - 1])) start = back_space(c, start - 2);
        if (!strchr(";{}", c[start - 1]) || (loop ? !has_any(c, loop, statement_end(c, loop), "__syncthreads")
                                                  : !is_uniform(s, k, statement_end(c, k) - 1)))
            return 0;
        for (open = start; open > from; open--) { /* the blocks around it */
            if (strchr(")]}", c[open - 1])) open = opening(c, open - 1) + 1;
            else if (strchr("([{", c[open - 1]) && !is_met_by_all(s, open - 1)) return 0;
        }
    }
    return 1;
}
/* Whether a member of the variable `name` is written to, as in name.x = 1. */
static int has_written_member(const char *c, size_t n, const char *name)
{
    size_t k, end;
    for (k = 0; k < n; k++) {
        if (!word_at(c, k, name)) continue;
        for (end = k + strlen(name); c[end = skip_space(c, end)] == '.';) end = skip_word(c, skip_space(c, end + 1));
        if (assigns(c, end) || is_written(c, k, end)) return 1;
    }
    return 0;
}
/* Whether the address of the variable `name` is taken, or seems to be. */
static int has_address(const char *c, const char *name)
{
    const size_t n = strlen(c);
    size_t k, before;
    for (k = 2; (k = find(c, k, n, name)) < n; k++) {
        before = back_space(c, k);
        if (c[before - 1] == '&' && c[before - 2] != '&') return 1; /* not a && b */
    }
    return 0;
}
/* Ends the step: it becomes a loop over the threads, with each variable that it uses: a copy, or a reference. */
static void end_step(steps *s)
{
    int k;
    for (k = 0; k < s->changed; k++) s->failed |= is_written_in(s->step, 0, strlen(s->step), s->known[k].name);
    if (s->step[strspn(s->step, " ;")]) {
        put(&s->out, format(" gpu__cuda_each(%s, [&](const uint3 &threadIdx GPU__UNUSED, size_t gpu__t GPU__UNUSED) "
                            "GPU__CUDA_INLINE {",
                            s->returns  ? "gpu__ended"
                            : s->masked ? "gpu__off"
                                        : "NULL"));
        for (k = s->count; k--;) {
            const variable *const v = &s->known[k];
            const size_t n = strlen(s->step);
            if (v->uniform || known(s, v->name) != v || !has_any(s->step, 0, n, v->name)) continue;
            if (v->fixed) {
                put(&s->out, format(" const auto %s = %s;", v->name, v->fixed));
                continue;
            }
            put(&s->out, format(" auto %s%s = gpu__each_%s[gpu__t];", v->copied ? "" : "&", v->name, v->name));
            if (v->copied && has_written_member(s->step, n, v->name))
                put(&s->step, format(" gpu__each_%s[gpu__t] = %s;", v->name, v->name));
        }
        put(&s->out, format("%s });", s->step));
    }
    free(s->step);
    s->step = format(";");
}
/* The value of a variable of `type` that is the expression from `from` to `to`, if that consists of numbers, of what
   the launch gives and of the indices of the thread; else NULL. An int that is the sum of something and threadIdx.x is
   added up as ints: an unsigned sum might wrap around, and the compiler has to see that threads side by side use
   elements side by side. */
static char *fixed_value(const steps *s, const char *type, size_t from, size_t to)
{
    static const char x[] = ")(threadIdx.x)";
    const char *const c = s->code;
    const int is_sum = !strcmp(type, "int") && from + strcspn(c + from, "/%<>?&|^~!=") >= to;
    char *value = format("%s", "");
    size_t k, end;
    int depth = 0, has_x = 0;
    for (k = from; k < to; k = end) {
        const variable *const v = is_word(c[k]) ? known(s, word_of(c, k)) : NULL;
        end = is_word(c[k]) ? word_end(c, k) : k + 1;
        depth += (c[k] == '(') - (c[k] == ')');
        if (is_any(c, k, "threadIdx blockIdx blockDim gridDim") && c[end] == '.') end = word_end(c, end + 1);
        else if (v ? !v->fixed && !(v->uniform && v->constant) : !is_uniform(s, k, end)) return NULL;
        if (is_sum && !depth && (v && v->fixed ? !strcmp(strchr(v->fixed, ')'), x) : !strncmp(c + k, x + 2, 11)) &&
            strchr("=+", c[back_space(c, k) - 1]) && (skip_space(c, end) >= to || strchr("+-", c[skip_space(c, end)])))
            has_x = 1, put(&value, format("0u"));
        else put(&value, v && v->fixed ? format("%s", v->fixed) : piece(c, k, end));
    }
    return !has_x || !strcmp(value, "0u") ? format("(%s)(%s)", type, has_x ? "threadIdx.x" : value)
                                          : format("gpu__cuda_index(%s, threadIdx.x)", value);
}
/* One variable of a declaration: of `type`, from k to `end`. */
static void declare_one(steps *s, const char *type, int is_const, size_t k, size_t end)
{
    const char *const c = s->code;
    const size_t name = k + strspn(c + k, "* "), behind = skip_word(c, name);
    const int is_pointer = name > k && memchr(c + k, '*', name - k) != NULL;
    size_t value = behind, at;
    char *const word = piece(c, name, back_space(c, behind)), *dimensions;
    variable *v;
    while (c[value] == '[') value = skip_space(c, closing(c, value) + 1);
    dimensions = piece(c, behind, value > behind ? back_space(c, value) : behind);
    for (at = behind; at < value; at = closing(c, at) + 1) s->failed |= !is_uniform(s, at + 1, closing(c, at));
    s->failed |= behind == name || (value < end && c[value] != '=');
    value = skip_space(c, value + (value < end));
    s->failed |= (c[value] == '{') != (*dimensions && value < end);
    if (s->failed) return;
    know(s, word, !is_written_in(c, end, s->n, word));
    if (!is_pointer && !*dimensions && is_number(type, 0) && is_uniform(s, value, end) &&
        is_written_alike(s, word, end)) {
        end_step(s);
        put(&s->out, format(" %s %s = %s; (void)%s;", type, word, value < end ? piece(c, value, end) : "0", word));
        return;
    }
    v = &s->known[s->count - 1];
    v->uniform = 0, v->copied = !*dimensions && !has_address(c, word);
    if (v->copied && v->constant && !is_pointer && value < end && is_number(type, 0) &&
        (v->fixed = fixed_value(s, type, value, end)))
        return;
    put(&s->out, format(" %s%s %.*sgpu__each_%s[1024]%s;", is_const && is_pointer ? "const " : "", type,
                        (int)(name - k), c + k, word, dimensions));
    if (*dimensions) put(&s->out, format(" static_assert(sizeof(gpu__each_%s) <= 1 << 19, \"\");", word));
    if (value < end && *dimensions)
        put(&s->step, format(" { const %s gpu__first%s = %s; memcpy(%s, gpu__first, sizeof %s); }", type, dimensions,
                             piece(c, value, end), word, word));
    else if (value < end) put(&s->step, format(" %s = %s;", word, piece(c, value, end)));
}
/* Whether the statement from k to `end` is a declaration of variables. */
static int declare(steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    size_t type, stop;
    int is_const = 0;
    char *word;
    if (word_at(c, k, "const")) is_const = 1, k = skip_word(c, k);
    type = k, k = skip_numbers(c, k);
    if (k == type) {
        k = skip_word(c, k);
        word = piece(c, type, back_space(c, k));
        if (!*word ||
            (!is_any(c, type, vector_types) && !is_template_parameter(s, word) && !is_structure(s->file, word))) {
            s->failed |= is_const || (*word && is_word(c[k]) && strcmp(word, "return")); /* of another type */
            return 0;
        }
    }
    if (!is_word(c[k]) && c[k] != '*') return 0; /* int(x) begins an expression */
    word = piece(c, type, back_space(c, k));
    for (; k < end && !s->failed; k = skip_space(c, stop + 1)) {
        stop = next_comma(c, k, end);
        declare_one(s, word, is_const, k, stop);
    }
    return 1;
}
static void split(steps *s, size_t k, size_t to);
/* A statement that all threads execute, as a block of its own. */
static void split_inside(steps *s, size_t k, size_t end)
{
    const int count = s->count;
    k = skip_space(s->code, k);
    put(&s->out, format(" {"));
    if (s->code[k] == '{') split(s, k + 1, closing(s->code, k));
    else split(s, k, end);
    put(&s->out, format(" }"));
    s->count = count;
}
/* The semicolons in the head of a `for` whose ( is at `open`; *second is not in front of the ) if it has none. */
static void semicolons(const char *c, size_t open, size_t *first, size_t *second)
{
    *first = open + strcspn(c + open, ";");
    *second = *first + (c[*first] != 0);
    *second += strcspn(c + *second, ";");
}
/* Whether the head of a loop, from `open` to `close`, is the same for all threads; its variable becomes known. */
static int split_head(steps *s, size_t open, size_t close, size_t end)
{
    const char *const c = s->code;
    size_t k = skip_space(c, open + 1), name, stop, first, second;
    char *word;
    semicolons(c, open, &first, &second);
    if (second >= close) return 0;
    if (!is_number(c, k))
        return is_uniform(s, open + 1, first) && is_uniform(s, first + 1, second) && is_uniform(s, second + 1, close);
    k = skip_numbers(c, k);
    for (; k < first; k = skip_space(c, stop + 1)) {
        word = piece(c, k, back_space(c, name = skip_word(c, k)));
        stop = next_comma(c, name, first);
        if (c[name] != '=' || !is_uniform(s, name + 1, stop) || is_written_in(c, close, end, word)) return 0;
        know(s, word, 1);
    }
    return is_uniform(s, first + 1, second) && is_uniform(s, second + 1, close);
}
/* A statement from k to `end` in which a barrier stands. */
static void split_compound(steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    const int count = s->count, is_if = word_at(c, k, "if"), is_for = word_at(c, k, "for");
    const size_t open = k + strcspn(c + k, "("), close = closing(c, open);
    size_t then;
    end_step(s);
    if (c[k] == '{') {
        split_inside(s, k, end);
        return;
    }
    if (is_if && !is_uniform(s, open + 1, close) && !has_any(c, k, end, "else")) {
        /* Threads that it does not concern end without a barrier. */
        s->failed |= s->returns || s->masked || s->loops || has_any(c, end, s->n, "__syncthreads");
        put(&s->out, format(" unsigned char gpu__off[1024];"));
        put(&s->step, format(" gpu__off[gpu__t] = !(%s);", piece(c, open + 1, close)));
        end_step(s);
        s->masked = 1;
        split_inside(s, close + 1, end);
        s->masked = 0;
        return;
    }
    if (!is_if && !is_for && !word_at(c, k, "while")) s->failed = 1;
    else if (is_for ? !split_head(s, open, close, end) : !is_uniform(s, open + 1, close)) s->failed = 1;
    if (s->failed) return;
    put(&s->out, format(" %s", piece(c, k, close + 1)));
    then = is_if ? statement_end(c, close + 1) : end;
    s->loops += !is_if;
    split_inside(s, close + 1, then);
    s->loops -= !is_if;
    s->count = count;
    if (then == end) return;
    put(&s->out, format(" else"));
    split_inside(s, skip_space(c, then) + 4, end);
}
/* extern __shared__ T s[]; becomes a pointer. */
static void split_dynamic(steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    const size_t bracket = k + strcspn(c + k, "["), name = word_start(c, back_space(c, bracket));
    while (is_any(c, k, "extern __shared__")) k = skip_word(c, k);
    s->failed |= !is_number(c, k) && !is_any(c, k, vector_types);
    s->failed |= bracket >= name + end || c[skip_space(c, bracket + 1)] != ']' || memchr(c + k, '(', end - k) != NULL ||
                 c[skip_space(c, closing(c, bracket) + 1)] != ';';
    put(&s->out, format(" %.*s*%.*s = (%.*s*)gpu__cuda_dynamic_memory();", (int)(name - k), c + k,
                        (int)(bracket - name), c + name, (int)(name - k), c + k));
}
/* Whether the statement from k to `end` is a loop in which a thread goes on by a number of threads, as in
   while (i < n) { ...; i += blockDim.x * gridDim.x; }. */
static int is_striding(const steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    size_t open, close, first, second, at, stop, w;
    if (!is_any(c, k, "while for") || has_any(c, k, end, "break continue return")) return 0;
    open = k + strcspn(c + k, "("), close = closing(c, open), at = skip_space(c, open + 1);
    semicolons(c, open, &first, &second);
    if (word_at(c, k, "for") && second >= close) return 0;
    if (is_word(c[at]) && !is_number(c, at) && is_word(c[skip_word(c, at)])) return 0; /* auto i */
    for (at = open; at < end; at++) {
        if (strncmp(c + at, "+=", 2) || !has_any(c, open, close, word_of(c, word_start(c, back_space(c, at)))))
            continue;
        for (stop = at + 2; stop < end && !strchr(";),", c[stop]);)
            stop = c[stop] == '(' ? closing(c, stop) + 1 : stop + 1;
        for (w = at + 2; w < stop && !is_any(c, w, "blockDim gridDim"); w++)
            if (is_word(c[w]) && !is_word(c[w - 1]) && known(s, word_of(c, w))) break;
        if (w < stop && is_uniform(s, at + 2, stop)) return 1;
    }
    return 0;
}
/* Such a loop: each time around all threads take a turn, so that what they read is side by side. */
static void split_striding(steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    const int count = s->count, is_for = word_at(c, k, "for");
    const size_t open = k + strcspn(c + k, "("), close = closing(c, open);
    size_t first, second;
    semicolons(c, open, &first, &second);
    if (!is_for) first = open, second = close;
    end_step(s);
    put(&s->out, format(" {"));
    if (is_for && !declare(s, skip_space(c, open + 1), first + 1)) put(&s->step, piece(c, open + 1, first + 1));
    end_step(s);
    put(&s->out, format(" for (int gpu__more = 1; gpu__more;) { gpu__more = 0;"));
    put(&s->step,
        format(" const int gpu__on = !!(%s); gpu__more |= gpu__on; if (gpu__on) { %s %s; }",
               piece(c, first + 1, second), piece(c, close + 1, end), is_for ? piece(c, second + 1, close) : ""));
    end_step(s);
    put(&s->out, format(" } }"));
    s->count = count;
}
/* Whether the statement at k stores to an element of an array that the step has used. Programs leave out the barrier
   that is needed there, since the lanes of a warp run in step: so that what they expect happens, a new step begins. */
static int is_overwriting(const steps *s, size_t k, size_t end)
{
    const char *const c = s->code, *const word = word_of(c, k);
    const size_t bracket = skip_word(c, k);
    return c[bracket] == '[' && closing(c, bracket) < end && assigns(c, skip_space(c, closing(c, bracket) + 1)) &&
           !known(s, word) && has_any(s->step, 0, strlen(s->step), word);
}
/* constexpr int n = 4, m = 2 * n; */
static void split_constants(steps *s, size_t k, size_t end)
{
    const char *const c = s->code;
    put(&s->out, format(" %s", piece(c, k, end)));
    for (; k < end; k++)
        if (c[k] == '=' && is_word(c[back_space(c, k) - 1]))
            know(s, piece(c, word_start(c, back_space(c, k)), back_space(c, k)), 1);
}
/* The statements from k to `to`, which all threads execute. */
static void split(steps *s, size_t k, size_t to)
{
    const char *const c = s->code;
    size_t end, word;
    for (k = skip_space(c, k); k < to && !s->failed; k = skip_space(c, end)) {
        const variable *v;
        end = statement_end(c, k);
        word = k + strspn(c + k, "+- ");
        v = known(s, word_of(c, word));
        if (end > to || is_any(c, k, "static using typedef struct auto else")) s->failed = 1;
        else if (word_at(c, k, "__syncthreads")) end_step(s);
        else if (has_any(c, k, end, "__syncthreads")) split_compound(s, k, end);
        else if (has_any(c, k, end, "extern")) split_dynamic(s, k, end);
        else if (word_at(c, k, "__shared__")) put(&s->out, format(" %s", piece(c, k, end)));
        else if (word_at(c, k, "constexpr")) split_constants(s, k, end);
        else if (v && v->uniform && is_written_in(c, k, end, v->name)) { /* once for all threads */
            s->failed |= s->masked || !is_uniform(s, k, end - 1);
            end_step(s);
            put(&s->out, format(" %s", piece(c, k, end)));
        } else if (is_striding(s, k, end)) split_striding(s, k, end);
        else if (!declare(s, k, end)) {
            if (s->loops && has_any(c, k, end, "break continue") && !is_any(c, k, "for while do")) s->failed = 1;
            if (is_overwriting(s, k, end)) end_step(s);
            put(&s->step, format(" %s", piece(c, k, end)));
        }
    }
    end_step(s);
}
/* A thread that returns takes no part in the steps that follow. */
static char *with_returns(const char *text)
{
    char *to = format("%s", "");
    size_t k, from = 0;
    for (k = 0; text[k]; k++)
        if (word_at(text, k, "return") && text[skip_space(text, k + 6)] == ';') {
            put(&to, format("%.*s{ gpu__ended[gpu__t] = 1; return; }", (int)(k - from), text + from));
            from = skip_space(text, k + 6) + 1;
        }
    put(&to, format("%s", text + from));
    return to;
}
/* Words of warps and groups, of whose threads some may meet where others do not. */
static int has_meetings(const char *c, size_t from, size_t to)
{
    static const char words[] =
        "__sync __shfl __ballot __any __all __match __reduce_ __activemask this_ tiled_partition "
        "coalesced_ thread_block thread_group grid_group";
    for (; from < to; from++)
        if (is_word(c[from]) && !(from && is_word(c[from - 1])) && begins_with(c + from, words) &&
            !word_at(c, from, "__syncthreads"))
            return 1;
    return 0;
}
static int has_doubtful(const char *c, size_t from, size_t to)
{
    return has_any(c, from, to, macros) || has_any(c, from, to, functions);
}
static int is_macro(const char *c, const char *name)
{
    size_t k;
    for (k = 0; c[k]; k++)
        if (word_at(c, k, "define") && word_at(c, skip_word(c, k), name)) return 1;
    return 0;
}
static size_t directive_end(const source *s, size_t k);
/* Whether a macro, whose directive goes from k to `end`, may change what the text of a kernel seems to say: it assigns,
   has to do with threads, or stands for variables. */
static int is_doubtful(const char *c, size_t k, size_t end)
{
    const size_t name = skip_word(c, skip_space(c, k + 1)), body = word_end(c, name);
    int has_parameters = c[body] == '(';
    if (has_any(c, body, end, "threadIdx __syncthreads __shared__ return break continue") ||
        has_meetings(c, body, end) || has_doubtful(c, body, end))
        return 1;
    for (k = body; k < end; k++) {
        size_t lower = k;
        if (assigns(c, k) && (c[k] != '<' || c[k + 1] == '<') && c[k - 1] != '=' && c[k - 1] != '!' &&
            c[k - 1] != '<' && c[k - 1] != '>')
            return 1;
        if (!is_word(c[k]) || is_word(c[k - 1])) continue;
        while (is_word(c[lower]) && !islower((unsigned char)c[lower])) lower++;
        if (!has_parameters && !isdigit((unsigned char)c[k]) && is_word(c[lower]) && !is_number(c, k) &&
            !is_any(c, k, "const sizeof define static_cast") && c[k - 1] != '.' &&
            !(isdigit((unsigned char)c[k - 1])) && !is_macro(c, word_of(c, k)))
            return 1;
    }
    return 0;
}
/* Whether the parameters between `open` and `close` are only read: none is a reference that is not to const. */
static int has_references(const char *c, size_t open, size_t close)
{
    size_t k, comma = open;
    for (k = open; k < close; k++) {
        if (c[k] == ',') comma = k;
        if (c[k] == '&' && !has_any(c, comma, k, "const")) return 1;
    }
    return 0;
}
/* typedef float real; using real = float; #define real float */
static void note_numbers(const char *c)
{
    size_t k, name, type, end;
    for (k = 0; c[k]; k++) {
        const int is_typedef = word_at(c, k, "typedef");
        if (!is_typedef && !word_at(c, k, "using") && !word_at(c, k, "define")) continue;
        name = skip_word(c, k), type = is_typedef ? name : skip_word(c, name);
        if (c[type] == '=') type = skip_space(c, type + 1);
        end = skip_numbers(c, type);
        if (end == type) continue;
        if (is_typedef) name = end, end = skip_word(c, end);
        if (is_word(c[name]) && (c[end] == ';' || memchr(c + type, '\n', end - type)))
            add_word(&number_types, word_of(c, name));
    }
}
/* Notes the macros that are doubtful, and the functions that kernels call which have a barrier, or may change a
   variable that they are given. Returns whether no such is met in another way than by its name in a kernel. */
static int is_plain(const source *s, int compiled)
{
    const char *const c = s->code;
    size_t k, end, open, name, line = 0;
    char *const rest = piece(c, 0, s->n), *word;
    int plain = 1, more = 0;
    for (k = 0; k < s->n; k++) {
        if (c[k] == '\n') line = k + 1;
        if (c[k] == '#' && skip_space(c, line) == k) {
            end = directive_end(s, k);
            open = skip_word(c, skip_space(c, k + 1));
            if (word_at(c, skip_space(c, k + 1), "define") && is_doubtful(c, k, end))
                more |= add_word(&macros, word_of(c, open));
            blank(rest, k, end);
            k = end - 1;
            continue;
        }
        if (!is_any(c, k, "__global__ __device__") || !(open = parameters(c, k))) continue;
        name = word_start(c, back_space(c, open));
        end = skip_space(c, closing(c, open) + 1);
        if (c[end] == '{') blank(rest, end, closing(c, end));
        if (c[k + 2] == 'g') continue;
        word = piece(c, name, back_space(c, open));
        blank(rest, name, open);
        if (c[end] == '{' && !has_references(c, open, closing(c, open)) && !has_meetings(c, end, closing(c, end)) &&
            !has_doubtful(c, end, closing(c, end)) && !has_any(c, end, closing(c, end), "__syncthreads volatile"))
            continue; /* of volatile see translate_volatile */
        if (!compiled || !*word || !strncmp(word, "__", 2) || !strcmp(word, "operator")) plain = 0;
        else more |= add_word(&functions, word);
    }
    plain &= !has_meetings(rest, 0, s->n) && !has_any(rest, 0, s->n, "__syncthreads volatile");
    plain &= !has_any(rest, 0, s->n, functions);
    free(rest);
    return more ? is_plain(s, compiled) : plain;
}
/* Whether a subscript between `from` and `to` has the product of the variable `name` and something. */
static int is_multiplied(const char *c, size_t from, size_t to, const char *name)
{
    size_t k, at;
    for (k = from; k < to; k++)
        for (at = k; c[k] == '[' && at < closing(c, k); at++)
            if (word_at(c, at, name) && (c[skip_word(c, at)] == '*' || c[back_space(c, at) - 1] == '*')) return 1;
    return 0;
}
/* In the loop of a kernel without barriers, for (k...) sum += a[row * n + k] * b[k * n + col], a thread goes down a
   column, of which the CPU reads a line of its cache for each element. With a barrier in the loop, which changes
   nothing else, the threads of a block go down together, unless they are fewer than four in a row, which only costs.
   Returns the body of the kernel with such barriers. */
static char *with_barriers(char *code)
{
    size_t k, open, close, end, name;
    for (k = 0; code[k]; k++) {
        if (!word_at(code, k, "for")) continue;
        open = k + strcspn(code + k, "("), close = closing(code, open), end = statement_end(code, close + 1);
        name = word_start(code, back_space(code, open + strcspn(code + open, "=;")));
        if (has_any(code, close, end, "for while do break continue return") ||
            !is_multiplied(code, close, end, word_of(code, name)))
            continue;
        code = format("%.*s { %.*s __syncthreads(); } %s", (int)(close + 1), code, (int)(end - close - 1),
                      code + close + 1, code + end);
        k = close;
    }
    return code;
}
/* The body of a kernel in one line, or NULL if there is in it of which the text does not tell enough. */
static char *body_of(const source *s, size_t body, size_t end)
{
    static const char words[] = "volatile goto asm static throw try clock clock64 assert case this new delete";
    const char *const c = s->code;
    char *code = piece(c, body, end + 1);
    size_t k, before;
    if (has_meetings(c, body, end) || has_any(c, body, end, words) || has_doubtful(c, body, end)) return NULL;
    for (k = 0; code[k]; k++) {
        const size_t line = strcspn(code + k, "\n");
        if (code[k] == '#') {
            if (!has_any(code, k, k + line, "pragma") || !has_any(code, k, k + line, "unroll")) return NULL;
            blank(code, k, k + line);
        }
        if (strchr("\"'\\", code[k])) return NULL;
        before = word_start(code, back_space(code, k));
        if (code[k] == '&' && (is_number(code, before) || word_at(code, before, "auto"))) return NULL;
        if (code[k] == '[' && strchr("&=", code[skip_space(code, k + 1)])) return NULL; /* a lambda expression */
        if (isspace((unsigned char)code[k])) code[k] = ' ';
    }
    if (!has_any(c, body, end, "__syncthreads")) code = with_barriers(code);
    return has_any(code, 0, strlen(code), "__syncthreads") ? code : NULL;
}
/* Whether the parameters between `open` and `close` are numbers, pointers and structures that no thread changes. */
static int read_parameters(steps *t, const char *c, size_t open, size_t close)
{
    size_t from, end, name;
    char *word, *type;
    for (from = open + 1; from < close; from = end + 1) {
        for (end = from; end < close && c[end] != ','; end++)
            if (strchr("([{<&=", c[end]) || is_any(c, end, indices)) return 0;
        name = word_start(c, back_space(c, end));
        word = piece(c, name, back_space(c, end));
        from = skip_space(c, from);
        if (word_at(c, from, "const")) from = skip_word(c, from);
        type = word_of(c, from);
        if (!memchr(c + from, '*', end - from) && !is_number(c, from) && !is_template_parameter(t, type)) {
            if (!is_structure(c, type) || has_written_member(t->code, t->n, word)) return 0;
            add_word(&t->classes, word);
        } else if (is_written_in(t->code, 0, t->n, word)) {
            know(t, word, 0);
            t->changed = t->count;
        } else if (!memchr(c + from, '*', end - from)) add_word(&t->numbers, word);
    }
    return 1;
}
/* The second function of the kernel whose __global__ is at k, or NULL. */
static char *block_function(const source *s, size_t k, size_t open, size_t body)
{
    const char *const c = s->code;
    const size_t close = closing(c, open), from = declaration(c, k), name = word_start(c, back_space(c, open));
    steps t;
    char *text;
    memset(&t, 0, sizeof t);
    if (!by_block || has_any(c, from, open, "static") || has_launch(c, body, closing(c, body)) ||
        !(t.code = body_of(s, body, closing(c, body))))
        return NULL;
    t.n = strlen(t.code), t.out = format("%s", ""), t.step = format(";");
    t.head = word_at(c, from, "template") ? piece(c, from, k) : "";
    t.returns = has_any(t.code, 0, t.n, "return");
    t.file = c, t.numbers = t.classes = "";
    if (!read_parameters(&t, c, open, close)) return NULL;
    split(&t, 1, t.n - 1);
    if (t.failed) return NULL;
    text = format(
        " %s static GPU__CUDA_INLINE bool gpu__block_%s { const gpu__thread_indices gpu__id = gpu__simulated.id; "
        "GPU__CUDA_INDICES GPU__ASSUME(blockIdx.x * blockDim.x <= GPU__REACH)%s%s%s return true; }",
        t.head, piece(c, name, close + 1),
        has_any(c, body, closing(c, body), "__syncthreads") ? "" : " if (blockDim.x < 4) return false;",
        t.returns ? " unsigned char gpu__ended[1024] = {};" : "", t.returns ? with_returns(t.out) : t.out);
    for (k = 0; text[k]; k++)
        if (text[k] == '\n' || text[k] == '\r') text[k] = ' ';
    return text;
}
/* At __global__. */
static void translate_blocks(source *s, size_t k)
{
    const char *const c = s->code;
    const size_t open = parameters(c, k), body = open ? skip_space(c, closing(c, open) + 1) : 0;
    size_t end = open ? back_space(c, open) : 0;
    char *text = NULL;
    if (!open || c[body] != '{') return;
    if (c[end - 1] == '>') end = back_space(c, opening_angle(c, end - 1)); /* a specialisation */
    else if (is_plain_text) text = block_function(s, k, open, body);
    add_word(text ? &blocks : &not_blocks, piece(c, word_start(c, end), end));
    has_blocks |= text != NULL;
    if (text) replace(s, closing(c, body) + 1, 0, text);
}

/* ------------------------------------------------------------------------------------------------ the whole text -- */

enum { NAMESPACE = 'n', CLASS = 'c', FUNCTION = 'f' };
/* What the { at k opens. */
static char kind_of(const char *c, size_t k)
{
    size_t from = declaration(c, k), at;
    for (at = from; at < k; at++) {
        if (c[at] == '<' && closing_angle(c, at) && closing_angle(c, at) < k) at = closing_angle(c, at);
        if (word_at(c, at, "namespace")) return NAMESPACE;
        if (word_at(c, at, "extern") && c[skip_space(c, at + 6)] == '"') /* extern "C" {: the quotes are three apart */
            return skip_space(c, skip_space(c, at + 6) + 3) == k ? NAMESPACE : FUNCTION;
        if (word_at(c, at, "enum")) return FUNCTION;
        if (is_any(c, at, "class struct union")) return parameters(c, at) && parameters(c, at) < k ? FUNCTION : CLASS;
    }
    return FUNCTION;
}
/* The end of the directive that begins at k. */
static size_t directive_end(const source *s, size_t k)
{
    for (; k < s->n; k++) {
        if (s->text[k] != '\n') continue;
        if (s->text[k - 1] == '\\' || (s->text[k - 1] == '\r' && s->text[k - 2] == '\\')) continue;
        break;
    }
    return k;
}
static int translate_include(source *s, size_t k, size_t end);
/* Walks over the text with a stack of what the open braces are. Each branch of an #if begins with the same stack. */
static void translate_declarations(source *s)
{
    const char *const c = s->code;
    char *const stack = (char *)allocate(NULL, s->n + 1);
    size_t *const branch = (size_t *)allocate(NULL, (s->n + 1) * sizeof *branch);
    size_t k, depth = 0, branches = 0, line = 0, word;
    for (k = 0; k < s->n; k++) {
        if (c[k] == '\n') line = k + 1;
        if (c[k] == '#' && skip_space(c, line) == k) {
            word = skip_space(c, k + 1);
            if (!strncmp(c + word, "if", 2)) branch[branches++] = depth;
            if (!strncmp(c + word, "el", 2) && branches) depth = branch[branches - 1];
            if (!strncmp(c + word, "endif", 5) && branches) branches--;
            if (word_at(c, word, "include")) translate_include(s, word + 7, directive_end(s, k));
            for (word = directive_end(s, k); k < word; k++) {
                if (word_at(c, k, "__global__")) translate_kernel(s, k);
                if (word_at(c, k, "__device__")) translate_device(s, k);
            }
            line = k + 1;
            continue;
        }
        if (c[k] == '{') stack[depth++] = kind_of(c, k);
        if (c[k] == '}' && depth) depth--;
        if (!is_word(c[k]) || (k && is_word(c[k - 1]))) continue;
        if (word_at(c, k, "__global__")) translate_kernel(s, k);
        if (word_at(c, k, "__device__")) translate_device(s, k);
        if (is_any(c, k, "__global__ __device__") && !memchr(stack, CLASS, depth) && !memchr(stack, FUNCTION, depth)) {
            translate_template(s, k, declaration(c, k));
            if (c[k + 2] == 'g') translate_blocks(s, k);
        }
        if (word_at(c, k, "thread_block_tile")) translate_tile(s, k);
        if (word_at(c, k, "extern")) translate_dynamic(s, k, memchr(stack, FUNCTION, depth) != NULL);
        if (is_any(c, k, "cudaLaunchKernel cudaLaunchCooperativeKernel")) translate_cast(s, k);
    }
    free(stack);
    free(branch);
}

/* ------------------------------------------------------------------------------------------------- include lines -- */

/* CUDA's headers whose names gpu.h has. */
static const char own_headers[] =
    "cuda.h cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h device_launch_parameters.h device_types.h "
    "device_functions.h driver_types.h driver_functions.h vector_types.h vector_functions.h vector_functions.hpp "
    "builtin_types.h host_defines.h math_constants.h math_functions.h common_functions.h cuda_profiler_api.h "
    "cudaProfiler.h channel_descriptor.h cuda_pipeline.h cuda_pipeline_primitives.h curand_philox4x32_x.h "
    "cooperative_groups.h device_atomic_functions.h";
/* Those of NVIDIA's samples: of each, the part that programs of courses use. */
static const char helpers[] =
    "helper_cuda.h helper_functions.h helper_string.h helper_timer.h exception.h cutil_inline.h cutil.h "
    "helper_cuda_drvapi.h";
static const char helper_text[] =
    "#pragma once\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
    "#ifndef EXIT_WAIVED\n#define EXIT_WAIVED 2\n#endif\n"
    "#ifndef MAX\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#endif\n"
    "#ifndef MIN\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#endif\n"
    "static inline void gpu__cuda_checked(cudaError_t e, const char *call, const char *file, int line)\n"
    "{\n    if (!e) return;\n"
    "    fprintf(stderr, \"CUDA error at %s:%d code=%d(%s) \\\"%s\\\" \\n\", file, line, (int)e, cudaGetErrorName(e), "
    "call);\n    exit(EXIT_FAILURE);\n}\n"
    "#define checkCudaErrors(call) gpu__cuda_checked((call), #call, __FILE__, __LINE__)\n"
    "static inline void gpu__cuda_last_checked(const char *text, const char *file, int line, bool ends)\n"
    "{\n    const cudaError_t e = cudaGetLastError();\n    if (!e) return;\n"
    "    fprintf(stderr, \"%s(%i) : CUDA error : %s : (%d) %s.\\n\", file, line, text, (int)e, "
    "cudaGetErrorString(e));\n    if (ends) exit(EXIT_FAILURE);\n}\n"
    "#define getLastCudaError(text) gpu__cuda_last_checked(text, __FILE__, __LINE__, true)\n"
    "#define printLastCudaError(text) gpu__cuda_last_checked(text, __FILE__, __LINE__, false)\n"
    "static inline int _ConvertSMVer2Cores(int, int) { return 64; }\n"
    "static inline const char *_ConvertSMVer2ArchName(int, int) { return \"CPU\"; }\n"
    "static inline int gpuGetMaxGflopsDeviceId() { return 0; }\n"
    "static inline int gpuDeviceInit(int device) { return checkCudaErrors(cudaSetDevice(device)), device; }\n"
    "static inline bool checkCudaCapabilities(int major, int minor) { return major * 10 + minor <= 80; }\n"
    "static inline const char *gpu__cuda_flag(int argc, const char **argv, const char *name)\n"
    "{\n    const size_t n = strlen(name);\n    for (int k = 1; k < argc; k++) {\n"
    "        const char *a = argv[k];\n        while (*a == '-') a++;\n"
    "        if (a != argv[k] && !strncmp(a, name, n) && (!a[n] || a[n] == '=')) return a + n + (a[n] == '=');\n"
    "    }\n    return NULL;\n}\n"
    "static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)\n"
    "{\n    return gpu__cuda_flag(argc, argv, name) != NULL;\n}\n"
    "static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)\n"
    "{\n    const char *v = gpu__cuda_flag(argc, argv, name);\n    return v ? atoi(v) : 0;\n}\n"
    "static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)\n"
    "{\n    const char *v = gpu__cuda_flag(argc, argv, name);\n    return v ? (float)atof(v) : 0.0f;\n}\n"
    "static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value)\n"
    "{\n    return (*value = (char *)gpu__cuda_flag(argc, argv, name)) != NULL;\n}\n"
    "template <class T> static inline bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T "
    "*v)\n{\n    const char *text = gpu__cuda_flag(argc, argv, name);\n    if (text) *v = (T)atof(text);\n    return "
    "text;\n}\n"
    "static inline int findCudaDevice(int argc, const char **argv)\n"
    "{\n    cudaDeviceProp p;\n    const int device = getCmdLineArgumentInt(argc, argv, \"device\");\n"
    "    checkCudaErrors(cudaSetDevice(device));\n    checkCudaErrors(cudaGetDeviceProperties(&p, device));\n"
    "    printf(\"GPU Device %d: \\\"%s\\\" with compute capability %d.%d\\n\\n\", device, p.name, p.major, p.minor);\n"
    "    return device;\n}\n"
    "struct StopWatchInterface {\n    double began, total;\n    int runs, running;\n};\n";
/* curand.h, and of curand_kernel.h what gpu.h does not have. */
static const char random_text[] =
    "#pragma once\n"
    "#include <new>\n"
    "template <class State> static inline unsigned curand_poisson(State *state, double lambda)\n"
    "{\n    unsigned n = 0;\n    if (lambda > 4000) {\n"
    "        const double x = lambda + sqrt(lambda) * curand_normal_double(state) + 0.5;\n"
    "        return x > 0 ? (unsigned)x : 0;\n    }\n"
    "    for (; lambda > 0; lambda -= 32) { /* a sum of such numbers is one too */\n"
    "        const double least = exp(lambda < 32 ? -lambda : -32.0);\n"
    "        for (double p = curand_uniform_double(state); p > least; p *= curand_uniform_double(state)) n++;\n"
    "    }\n"
    "    return n;\n}\n"
    "typedef enum curandStatus {\n"
    "    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,\n"
    "    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,\n"
    "    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,\n"
    "    CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,\n"
    "    CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR "
    "= 999\n} curandStatus_t;\n"
    "typedef enum curandRngType {\n"
    "    CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,\n"
    "    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,\n"
    "    CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201\n} curandRngType_t;\n"
    "typedef enum curandOrdering {\n"
    "    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = "
    "102,\n    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104\n} curandOrdering_t;\n";
static const char generator_text[] =
    "/* Every pseudo-random generator is one sequence of XORWOW. */\n"
    "typedef struct curandGenerator_st {\n    curandStateXORWOW state;\n    unsigned long long seed;\n"
    "} *curandGenerator_t;\n"
    "static inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)\n"
    "{\n    if (!g) return CURAND_STATUS_NOT_INITIALIZED;\n    curand_init(g->seed = seed, 0, 0, &g->state);\n"
    "    return CURAND_STATUS_SUCCESS;\n}\n"
    "static inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)\n"
    "{\n    if (!g) return CURAND_STATUS_NOT_INITIALIZED;\n    curand_init(g->seed, 0, offset, &g->state);\n"
    "    return CURAND_STATUS_SUCCESS;\n}\n"
    "static inline curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t type)\n{\n"
    "    if (type < CURAND_RNG_PSEUDO_DEFAULT || type >= CURAND_RNG_QUASI_DEFAULT) return CURAND_STATUS_TYPE_ERROR;\n"
    "    *g = new (std::nothrow) curandGenerator_st();\n"
    "    return *g ? curandSetPseudoRandomGeneratorSeed(*g, 0) : CURAND_STATUS_ALLOCATION_FAILED;\n}\n"
    "static inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t type)\n"
    "{\n    return curandCreateGenerator(g, type);\n}\n"
    "static inline curandStatus_t curandDestroyGenerator(curandGenerator_t g)\n{\n    delete g;\n"
    "    return g ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;\n}\n"
    "static inline curandStatus_t gpu__curand_known(curandGenerator_t g)\n"
    "{\n    return g ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;\n}\n"
    "static inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t) { return gpu__curand_known(g); "
    "}\n"
    "static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t)\n"
    "{\n    return gpu__curand_known(g);\n}\n"
    "template <class Type, class Function>\n"
    "static inline curandStatus_t gpu__curand_fill(curandGenerator_t g, Type *out, size_t n, Function next)\n"
    "{\n    if (g)\n        for (size_t k = 0; k < n; k++) out[k] = next(&g->state);\n"
    "    return gpu__curand_known(g);\n}\n"
    "#define GPU__CURAND_FILL(name, Type, parameters, value) \\\n"
    "    static inline curandStatus_t name(curandGenerator_t g, Type *out, size_t n GPU__STRIP parameters) \\\n"
    "    { return gpu__curand_fill(g, out, n, [=](curandStateXORWOW *state) -> Type { return value; }); }\n"
    "GPU__CURAND_FILL(curandGenerate, unsigned, (), curand(state))\n"
    "GPU__CURAND_FILL(curandGenerateUniform, float, (), curand_uniform(state))\n"
    "GPU__CURAND_FILL(curandGenerateUniformDouble, double, (), curand_uniform_double(state))\n"
    "GPU__CURAND_FILL(curandGenerateNormal, float, (, float mean, float sd), mean + sd * curand_normal(state))\n"
    "GPU__CURAND_FILL(curandGenerateNormalDouble, double, (, double mean, double sd), mean + sd * "
    "curand_normal_double(state))\n"
    "GPU__CURAND_FILL(curandGenerateLogNormal, float, (, float mean, float sd), curand_log_normal(state, mean, sd))\n"
    "GPU__CURAND_FILL(curandGenerateLogNormalDouble, double, (, double mean, double sd), "
    "curand_log_normal_double(state, mean, sd))\n"
    "GPU__CURAND_FILL(curandGeneratePoisson, unsigned, (, double lambda), curand_poisson(state, lambda))\n";
static const char complex_text[] =
    "#pragma once\n#define GPU__CUDA_COMPLEX(Complex, Real, f) \\\n    typedef Real##2 Complex; \\\n"
    "    static inline Complex make_##Complex(Real x, Real y) { return make_##Real##2(x, y); } \\\n"
    "    static inline Real cuCreal##f(Complex a) { return a.x; } \\\n"
    "    static inline Real cuCimag##f(Complex a) { return a.y; } \\\n"
    "    static inline Real cuCabs##f(Complex a) { return std::hypot(a.x, a.y); } \\\n"
    "    static inline Complex cuConj##f(Complex a) { return make_##Complex(a.x, -a.y); } \\\n"
    "    static inline Complex cuCadd##f(Complex a, Complex b) { return make_##Complex(a.x + b.x, a.y + b.y); } \\\n"
    "    static inline Complex cuCsub##f(Complex a, Complex b) { return make_##Complex(a.x - b.x, a.y - b.y); } \\\n"
    "    static inline Complex cuCmul##f(Complex a, Complex b) \\\n"
    "    { return make_##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \\\n"
    "    static inline Complex cuCfma##f(Complex a, Complex b, Complex c) \\\n"
    "    { return cuCadd##f(cuCmul##f(a, b), c); } \\\n"
    "    static inline Complex cuCdiv##f(Complex a, Complex b) \\\n    { \\\n"
    "        const Real s = 1 / (std::abs(b.x) + std::abs(b.y)), u = b.x * s, v = b.y * s; \\\n"
    "        const Real t = s / (u * u + v * v); \\\n"
    "        return make_##Complex((a.x * u + a.y * v) * t, (a.y * u - a.x * v) * t); \\\n    }\n"
    "GPU__CUDA_COMPLEX(cuFloatComplex, float, f)\nGPU__CUDA_COMPLEX(cuDoubleComplex, double, )\n"
    "typedef cuFloatComplex cuComplex;\n#define make_cuComplex make_cuFloatComplex\n"
    "static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_double2(a.x, a.y); }\n"
    "static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)\n"
    "{ return make_float2((float)a.x, (float)a.y); }\n";
/* Textures, for a file that has one of these words: objects of arrays and of plain memory. */
static const char texture_words[] = "cudaTextureObject_t cudaArray_t cudaChannelFormatDesc cudaCreateChannelDesc";
static const char texture_text[] =
    "#pragma once\n"
    "#include <cmath>\n"
    "enum cudaChannelFormatKind {\n"
    "    cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat\n};\n"
    "enum cudaResourceType {\n"
    "    cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D\n};\n"
    "enum cudaTextureAddressMode {\n"
    "    cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder\n};\n"
    "enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };\n"
    "enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };\n"
    "struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };\n"
    "typedef struct cudaArray { cudaChannelFormatDesc desc; size_t width, height, pitch; char *data; } *cudaArray_t;\n"
    "struct cudaResourceDesc {\n    cudaResourceType resType;\n    union {\n"
    "        struct { cudaArray_t array; } array;\n"
    "        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;\n"
    "        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;\n"
    "    } res;\n};\n"
    "struct cudaTextureDesc {\n"
    "    cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode; cudaTextureReadMode readMode; int "
    "sRGB;\n"
    "    float borderColor[4]; int normalizedCoords; unsigned maxAnisotropy; cudaTextureFilterMode mipmapFilterMode;\n"
    "    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;\n};\n"
    "struct cudaResourceViewDesc;\n"
    "struct gpu__cuda_texture { cudaTextureDesc how; cudaArray of; cudaResourceDesc from; };\n"
    "typedef unsigned long long cudaTextureObject_t;\n"
    "template <class T> static inline auto gpu__cuda_first(T v, int) -> decltype(v.x) { return v.x; }\n"
    "template <class T> static inline T gpu__cuda_first(T v, long) { return v; }\n"
    "static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)\n"
    "{ return {x, y, z, w, f}; }\n"
    "template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc()\n{\n"
    "    typedef decltype(gpu__cuda_first(T(), 0)) E;\n    const int n = sizeof(T) / sizeof(E), b = 8 * sizeof(E);\n"
    "    return {b, n > 1 ? b : 0, n > 2 ? b : 0, n > 3 ? b : 0, E(0.5) > 0 ? cudaChannelFormatKindFloat : E(-1) < 0 "
    "?\n            cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned};\n}\n"
    "static inline size_t gpu__cuda_wide(cudaChannelFormatDesc d) { return (size_t)(d.x + d.y + d.z + d.w) / 8; }\n"
    "static inline cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width,\n"
    "                                          size_t height = 0, unsigned = 0)\n{\n"
    "    cudaArray a = {*desc, width, height ? height : 1, width * gpu__cuda_wide(*desc), NULL};\n"
    "    const cudaError_t e = cudaMalloc(&a.data, a.pitch * a.height);\n    *array = e ? NULL : new cudaArray(a);\n"
    "    return e;\n}\n"
    "static inline cudaError_t cudaFreeArray(cudaArray_t a)\n{\n"
    "    const cudaError_t e = a ? cudaFree(a->data) : cudaSuccess;\n    delete a;\n    return e;\n}\n"
    "static inline cudaError_t cudaMemcpy2DToArray(cudaArray_t a, size_t x, size_t y, const void *src, size_t pitch,\n"
    "                                              size_t width, size_t height, cudaMemcpyKind kind)\n"
    "{ return cudaMemcpy2D(a->data + y * a->pitch + x, a->pitch, src, pitch, width, height, kind); }\n"
    "static inline cudaError_t cudaMemcpyToArray(cudaArray_t a, size_t x, size_t y, const void *src, size_t bytes,\n"
    "                                            cudaMemcpyKind kind)\n"
    "{ return cudaMemcpy(a->data + y * a->pitch + x, src, bytes, kind); }\n"
    "static inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)\n{\n"
    "    delete (gpu__cuda_texture *)(uintptr_t)object;\n    return cudaSuccess;\n}\n"
    "static inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *from, cudaTextureObject_t t)\n"
    "{ return *from = ((gpu__cuda_texture *)(uintptr_t)t)->from, cudaSuccess; }\n";
static const char object_text[] =
    "static inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *from,\n"
    "                                                  const cudaTextureDesc *how, const cudaResourceViewDesc *)\n{\n"
    "    gpu__cuda_texture t = {*how, {}, *from};\n    const auto &l = from->res.linear;\n"
    "    const auto &p = from->res.pitch2D;\n"
    "    if (from->resType == cudaResourceTypeArray) t.of = *from->res.array.array;\n"
    "    else if (from->resType == cudaResourceTypeMipmappedArray) return cudaErrorNotSupported;\n"
    "    else if (from->resType == cudaResourceTypePitch2D)\n"
    "        t.of = {p.desc, p.width, p.height, p.pitchInBytes, (char *)p.devPtr};\n"
    "    else t.of = {l.desc, l.sizeInBytes / gpu__cuda_wide(l.desc), 1, l.sizeInBytes, (char *)l.devPtr};\n"
    "    *object = (cudaTextureObject_t)(uintptr_t) new gpu__cuda_texture(t);\n    return cudaSuccess;\n}\n"
    "/* The element that stands for number k of n; -1: the border. */\n"
    "static inline long gpu__cuda_inside(long k, long n, const cudaTextureDesc &how, int axis)\n{\n"
    "    const cudaTextureAddressMode mode = how.addressMode[axis];\n    if (k >= 0 && k < n) return k;\n"
    "    if (mode == cudaAddressModeBorder) return -1;\n"
    "    if (mode == cudaAddressModeClamp || !how.normalizedCoords) return k < 0 ? 0 : n - 1;\n"
    "    k = (k % (2 * n) + 2 * n) % (2 * n);\n"
    "    return mode == cudaAddressModeWrap ? k % n : k < n ? k : 2 * n - 1 - k;\n}\n"
    "template <class T> static inline T gpu__cuda_texel(const gpu__cuda_texture &t, long x, long y)\n{\n"
    "    typedef decltype(gpu__cuda_first(T(), 0)) E;\n"
    "    const size_t bytes = gpu__cuda_wide(t.of.desc), bits = (size_t)t.of.desc.x, n = sizeof(T) / sizeof(E);\n"
    "    const bool is_signed = t.of.desc.f == cudaChannelFormatKindSigned;\n    E v[n] = {};\n    T result;\n"
    "    x = gpu__cuda_inside(x, (long)t.of.width, t.how, 0), y = gpu__cuda_inside(y, (long)t.of.height, t.how, 1);\n"
    "    const char *const p = t.of.data + y * (long)t.of.pitch + x * (long)bytes;\n"
    "    if (x < 0 || y < 0) for (size_t k = 0; k < n; k++) v[k] = (E)t.how.borderColor[k];\n"
    "    else if (t.how.readMode == cudaReadModeElementType) memcpy(v, p, bytes < sizeof v ? bytes : sizeof v);\n"
    "    else for (size_t k = 0; k < n && k < 8 * bytes / bits; k++) {\n"
    "        const float most = (float)((1u << (bits - is_signed)) - 1);\n        short s = 0;\n"
    "        memcpy(&s, p + k * bits / 8, bits / 8);\n"
    "        v[k] = (E)(is_signed ? fmaxf((bits == 8 ? (signed char)s : s) / most, -1) : (unsigned short)s / most);\n"
    "    }\n"
    "    memcpy(&result, v, sizeof result);\n    return result;\n}\n"
    "/* Between four elements by fractions, of which a GPU has 8 bits. */\n"
    "template <class T> static inline T tex2D(cudaTextureObject_t object, float x, float y)\n{\n"
    "    typedef decltype(gpu__cuda_first(T(), 0)) E;\n"
    "    const gpu__cuda_texture &t = *(const gpu__cuda_texture *)(uintptr_t)object;\n"
    "    if (t.how.normalizedCoords) x *= (float)t.of.width, y *= (float)t.of.height;\n"
    "    if (t.how.filterMode == cudaFilterModePoint) return gpu__cuda_texel<T>(t, (long)floorf(x), (long)floorf(y));\n"
    "    const float left = floorf(x - 0.5f), top = floorf(y - 0.5f), a = rintf((x - 0.5f - left) * 256) / 256;\n"
    "    const float b = rintf((y - 0.5f - top) * 256) / 256;\n"
    "    E v[sizeof(T) / sizeof(E)] = {}, at[sizeof(T) / sizeof(E)];\n    T result;\n"
    "    for (int c = 0; c < 4; c++) {\n"
    "        const T one = gpu__cuda_texel<T>(t, (long)left + c % 2, (long)top + c / 2);\n"
    "        memcpy(at, &one, sizeof at);\n        for (size_t k = 0; k < sizeof(T) / sizeof(E); k++)\n"
    "            v[k] += (E)((c % 2 ? a : 1 - a) * (c / 2 ? b : 1 - b) * (float)at[k]);\n    }\n"
    "    memcpy(&result, v, sizeof result);\n    return result;\n}\n"
    "template <class T> static inline T tex1D(cudaTextureObject_t object, float x) { return tex2D<T>(object, x, "
    "0.5f); }\n"
    "template <class T> static inline T tex1Dfetch(cudaTextureObject_t object, int k)\n{\n"
    "    const gpu__cuda_texture &t = *(const gpu__cuda_texture *)(uintptr_t)object;\n"
    "    return k < 0 || (size_t)k >= t.of.width ? T() : gpu__cuda_texel<T>(t, k, 0);\n}\n";
/* assert.h may be included again after NDEBUG was defined or undefined, and then means something else. */
static const char assert_text[] =
    "#include <assert.h>\n#undef assert\n#ifdef NDEBUG\n#define assert(...) ((void)0)\n#else\n"
    "#define assert(...) ((__VA_ARGS__) ? (void)0 : gpu__cuda_assert(#__VA_ARGS__, __FILE__, __LINE__, "
    "__func__))\n#endif\n";
static const char timer_text[] =
    "static inline double gpu__cuda_now()\n"
    "{\n    timespec t;\n    clock_gettime(CLOCK_MONOTONIC, &t);\n    return 1e3 * (double)t.tv_sec + 1e-6 * "
    "(double)t.tv_nsec;\n}\n"
    "static inline bool sdkCreateTimer(StopWatchInterface **t) { return *t = new StopWatchInterface(); }\n"
    "static inline bool sdkDeleteTimer(StopWatchInterface **t) { return delete *t, *t = NULL, true; }\n"
    "static inline bool sdkStartTimer(StopWatchInterface **t) { return (*t)->began = gpu__cuda_now(), (*t)->running = "
    "1; }\n"
    "static inline bool sdkStopTimer(StopWatchInterface **t)\n"
    "{\n    (*t)->total += gpu__cuda_now() - (*t)->began;\n    (*t)->runs++;\n    (*t)->running = 0;\n    return "
    "true;\n}\n"
    "static inline bool sdkResetTimer(StopWatchInterface **t)\n"
    "{\n    (*t)->total = 0;\n    (*t)->runs = 0;\n    (*t)->began = gpu__cuda_now();\n    return true;\n}\n"
    "static inline float sdkGetTimerValue(StopWatchInterface **t)\n"
    "{\n    return (float)((*t)->total + ((*t)->running ? gpu__cuda_now() - (*t)->began : 0));\n}\n"
    "static inline float sdkGetAverageTimerValue(StopWatchInterface **t)\n"
    "{\n    return (float)((*t)->runs ? (*t)->total / (*t)->runs : 0);\n}\n"
    "static inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned n, float epsilon)\n"
    "{\n    double error = 0, of = 0;\n"
    "    for (unsigned k = 0; k < n; k++) {\n        const double d = (double)reference[k] - data[k];\n"
    "        error += d * d;\n        of += (double)reference[k] * reference[k];\n    }\n"
    "    return of > 0 && sqrt(error / of) < epsilon;\n}\n"
    "template <class T, class S>\n"
    "static inline bool sdkWriteFile(const char *name, const T *data, unsigned n, const S, bool, bool = false)\n"
    "{\n    FILE *f = fopen(name, \"w\");\n    for (unsigned k = 0; f && k < n; k++) fprintf(f, \"%g \", "
    "(double)data[k]);\n    return f && !fclose(f);\n}\n"
    "template <class T, class S>\n"
    "static inline bool compareData(const T *reference, const T *data, unsigned n, S epsilon, float threshold)\n"
    "{\n    unsigned wrong = 0;\n"
    "    for (unsigned k = 0; k < n; k++) wrong += !(fabs((double)reference[k] - (double)data[k]) <= "
    "(double)epsilon);\n    return threshold == 0 ? !wrong : n * threshold > wrong;\n}\n";

/* A function of the program that has a name of gpu.h gets another one. */
static char *own_names(const source *s)
{
    const char *const c = s->code;
    char *text = format("");
    size_t k, end, before;
    for (k = 1; k < s->n; k++) {
        if (c[k] != 'g' || is_word(c[k - 1]) || strncmp(c + k, "gpu_", 4) || c[k + 4] == '_') continue;
        for (end = k; is_word(c[end]);) end++;
        before = back_space(c, k);
        if (c[skip_space(c, end)] != '(' || !before || !(is_word(c[before - 1]) || strchr("*&>", c[before - 1])) ||
            is_keyword(c, word_start(c, before), before) ||
            !strchr("{;", c[skip_space(c, closing(c, skip_space(c, end)) + 1)]))
            continue;
        text = format("%s#undef %.*s\n#define %.*s own_%.*s\n", text, (int)(end - k), c + k, (int)(end - k), c + k,
                      (int)(end - k), c + k);
    }
    return text;
}
/* What there is no help for, and the reason: the beginning of a header's name, whose include becomes an #error, or a
   word of the code, which is named if the compiler fails. */
static const struct {
    const char *what, *why;
} missing[] = {
    {"<thrust/", "Thrust is not in gpu.h; gpu_sort, GPU_REDUCE and GPU_SCAN do the same"},
    {"<cub/", "CUB is not in gpu.h; gpu_block_sum, GPU_REDUCE and GPU_SCAN do the same"},
    {"<cublas", "cuBLAS needs a GPU; gpu_gemm does the same"},
    {"<cufft", "cuFFT needs a GPU; gpu_fft does the same"},
    {"curandStateMRG32k3a", "of curand_kernel.h, gpu.h has XORWOW and Philox"},
    {"curandStateMRG32k3a_t", "of curand_kernel.h, gpu.h has XORWOW and Philox"},
    {"curandStateSobol32", "of curand_kernel.h, gpu.h has XORWOW and Philox"},
    {"<cusparse", "cuSPARSE needs a GPU"},
    {"<cusolver", "cuSOLVER needs a GPU; gpu_solve and others do the same"},
    {"<cudnn", "cuDNN needs a GPU"},
    {"<nccl", "NCCL needs GPUs; gpu_each_allreduce does the same"},
    {"<nvml", "NVML asks for GPUs, and there are none"},
    {"<mma", "tensor cores are not simulated"},
    {"<cuda/", "libcu++ is not in gpu.h"},
    {"<cuda_gl_interop", "buffers of OpenGL need a GPU"},
    {"<cuda_fp16", "16-bit floats are not simulated"},
    {"<cuda_bf16", "16-bit floats are not simulated"},
    {"texture", "CUDA 12 has no texture references; use a cudaTextureObject_t"},
    {"tex3D", "textures have one or two dimensions here; use an array"},
    {"cudaMalloc3D", "three-dimensional copies are not simulated; use cudaMemcpy2D"},
    {"surf2Dwrite", "the CPU has no surfaces; use an array"},
    {"asm", "PTX is the language of GPUs; write it as C"},
    {"__half", "16-bit floats are not simulated"},
    {"wmma", "tensor cores are not simulated"},
    {"cuLaunchKernel", "the driver API needs a GPU; gpu_compile compiles kernels from a string"},
    {"CUdevice", "the driver API needs a GPU; gpu_compile compiles kernels from a string"},
    {"cudaGraphAddKernelNode", "graphs are captured: cudaStreamBeginCapture"},
    {"cudaIpcGetMemHandle", "other processes cannot open this memory"},
};
static list reasons;
static void note_missing(const source *s)
{
    size_t k, m;
    for (m = 0; m < sizeof missing / sizeof *missing; m++) {
        const char *const what = missing[m].what;
        for (k = 0; k < s->n; k++) {
            if (s->code[k] != *what || !word_at(s->code, k, what)) continue;
            add(&reasons, format("%s:%d: %s: %s", s->path, line_of(s, k), what, missing[m].why));
            break;
        }
    }
}
static char *translate(const char *path, int compiled);
static void write_file(const char *path, const char *text, size_t n)
{
    FILE *const f = fopen(path, "wb");
    if (!f || fwrite(text, 1, n, f) != n || fclose(f)) fail("%s cannot be written: %s", path, strerror(errno));
}
/* A header beside the translations, as an include line names it. */
static char *made_header(const char *name, const char *text, const char *more)
{
    char *const path = format("%s/gpu_cuda_%s.h", work, name), *const all = format("%s%s", text, more);
    write_file(path, all, strlen(all));
    return format("\"%s\"", path);
}
/* k is the offset behind `include`. A header of CUDA is replaced, and one of the program is translated too. */
static int translate_include(source *s, size_t k, size_t end)
{
    const size_t from = skip_space(s->text, k), to = from + 1 + strcspn(s->text + from + 1, ">\"\n");
    char *const name = piece(s->text, from + 1, to), *path = NULL, *put = NULL;
    int n;
    if (to >= end || !strchr("<\"", s->text[from])) return 0;
    if (s->text[from] == '"') path = format("%s/%s", folder_of(s->path), name);
    for (n = 0; !(path && is_file(path)) && n < folders.n; n++) path = format("%s/%s", folders.at[n], name);
    if (path && is_file(path)) put = format("\"%s\"", translate(path, 0));
    else if (is_in(name, "curand.h curand_kernel.h")) put = made_header("random", random_text, generator_text);
    else if (is_in(name, "assert.h cassert")) put = made_header("assert", assert_text, "");
    else if (!strcmp(name, "cuComplex.h")) put = made_header("complex", complex_text, "");
    else if (is_in(name, own_headers) || begins_with(name, "cooperative_groups/ sm_")) put = format("<stddef.h>");
    else if (is_in(name_of(name), helpers)) put = made_header("helpers", helper_text, timer_text);
    else {
        size_t m;
        for (m = 0; m < sizeof missing / sizeof *missing; m++)
            if (!strncmp(name, missing[m].what + 1, strlen(missing[m].what + 1)) && *missing[m].what == '<')
                replace(s, k - 7, to + 1 - (k - 7), format("error <%s>: %s", name, missing[m].why));
        return 0;
    }
    replace(s, from, to + 1 - from, put);
    return 1;
}

/* ----------------------------------------------------------------------------------------------- the translation -- */

static char *translation_of(const char *path)
{
    char *const real = realpath(path, NULL);
    int k;
    for (k = 0; k < read_from.n; k++)
        if (!strcmp(read_from.at[k], real)) return made.at[k];
    add(&read_from, real);
    add(&made, format("%s/%d_%s", work, made.n, name_of(path)));
    return NULL;
}
/* Writes the text with its edits. */
static void write_translation(source *s, const char *to, const char *head)
{
    FILE *const f = fopen(to, "wb");
    size_t at = 0;
    int k;
    if (!f) fail("%s cannot be written: %s", to, strerror(errno));
    if (s->count) qsort(s->edits, (size_t)s->count, sizeof *s->edits, compare);
    fprintf(f, "%s#line 1 \"%s\"\n", head, s->path);
    for (k = 0; k < s->count; k++) {
        const edit *const e = &s->edits[k];
        if (e->at > at) at += fwrite(s->text + at, 1, e->at - at, f);
        fputs(e->put, f);
        if (e->at + e->drop > at) at = e->at + e->drop;
    }
    fwrite(s->text + at, 1, s->n - at, f);
    fputs("\n", f);
    if (fclose(f)) fail("%s cannot be written: %s", to, strerror(errno));
}
/* In front of a file that is compiled, unless the precompiled header has it. A file that another includes has nothing
   in front. */
static const char head[] =
    "#ifndef GPU__CUDA_FILE\n#define GPU_CUDA_RUNTIME\n#define GPU_COOPERATIVE_GROUPS\n#define GPU__CUDA_FILE\n"
    "#include \"gpu.h\"\n#include <cmath>\n#include <new>\n#include <time.h>\n#include <utility>\n#define __CUDACC__ "
    "1\n#define __NVCC__ 1\n"
    "#define __CUDACC_VER_MAJOR__ 12\n#define __CUDACC_VER_MINOR__ 0\n#define __CUDA_ARCH__ 800\n"
    /* functions of warps that CUDA had before version 9 */
    "#define __shfl(...) __shfl_sync(__activemask(), __VA_ARGS__)\n"
    "#define __shfl_up(...) __shfl_up_sync(__activemask(), __VA_ARGS__)\n"
    "#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)\n"
    "#define __shfl_xor(...) __shfl_xor_sync(__activemask(), __VA_ARGS__)\n"
    "#define __ballot(predicate) __ballot_sync(__activemask(), predicate)\n"
    "#define __any(predicate) __any_sync(__activemask(), predicate)\n"
    "#define __all(predicate) __all_sync(__activemask(), predicate)\n"
    /* min and max of one type */
    "static inline unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }\n"
    "static inline unsigned umax(unsigned a, unsigned b) { return b > a ? b : a; }\n"
    "static inline long long llmin(long long a, long long b) { return b < a ? b : a; }\n"
    "static inline long long llmax(long long a, long long b) { return b > a ? b : a; }\n"
    "static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }\n"
    "static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return b > a ? b : a; }\n"
    "static inline int gpu__dp4a(char4 a, char4 b, int c)\n"
    "{ int x, y; return memcpy(&x, &a, 4), memcpy(&y, &b, 4), gpu__dp4a_i32(x, y, c); }\n"
    "static inline unsigned gpu__dp4a(uchar4 a, uchar4 b, unsigned c)\n"
    "{ unsigned x, y; return memcpy(&x, &a, 4), memcpy(&y, &b, 4), gpu__dp4a_u32(x, y, c); }\n"
    /* the sum of something and threadIdx.x, see fixed_value */
    "template <class Type> static GPU__ALWAYS_INLINE int gpu__cuda_index(Type base, unsigned x)\n"
    "{ return std::is_floating_point<Type>::value ? (int)(base + (Type)x) : (int)base + (int)x; }\n"
    /* copies that need not wait: here they are made at once */
    "static inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0)\n"
    "{\n    memcpy(to, from, bytes - zeros);\n    memset((char *)to + bytes - zeros, 0, zeros);\n}\n"
    "static inline void __pipeline_commit() {}\nstatic inline void __pipeline_wait_prior(size_t) {}\n"
    "#endif\n";
static const char implementation[] = "#define GPU_CUDA_RUNTIME\n#define GPU_COOPERATIVE_GROUPS\n"
                                     "#define GPU_IMPLEMENTATION\n#include \"gpu.h\"\n";
/* Translates a file, once, and returns the path of the translation. */
static char *translate(const char *path, int compiled)
{
    source s;
    char *to = translation_of(path), *textures = format("");
    if (to) return to;
    to = made.at[made.n - 1];
    if (compiled && !ends_with(to, ".cpp")) to = made.at[made.n - 1] = format("%s.cpp", to);
    memset(&s, 0, sizeof s);
    s.path = path;
    if (!(s.text = read_file(path, &s.n))) fail("%s cannot be read: %s", path, strerror(errno));
    if (strlen(s.text) != s.n) fail("%s has a byte that is zero; expected text in UTF-8: save it so", path);
    if (!strncmp(s.text, "\xef\xbb\xbf", 3)) blank(s.text, 0, 3); /* the mark of UTF-8 that editors put in front */
    blank_literals(&s);
    if (compiled) blocks = not_blocks = "";
    note_numbers(s.code);
    if (!is_plain(&s, compiled)) is_plain_text = 0;
    translate_declarations(&s);
    translate_launches(&s);
    note_missing(&s);
    if (has_any(s.code, 0, s.n, texture_words))
        textures = format("#include %s\n", made_header("textures", texture_text, object_text));
    write_translation(&s, to, format("%s%s%s", compiled ? head : "", textures, own_names(&s)));
    free(s.text);
    free(s.code);
    free(s.edits);
    return to;
}

/* -------------------------------------------------------------------------------------------------- the compiler -- */

static int run(char **argv, const char *says) /* says: the file for its output, or NULL */
{
    int status = 0;
    const pid_t child = fork();
    if (child < 0) fail("%s cannot be started: %s", argv[0], strerror(errno));
    if (!child) {
        if (says && (!freopen(says, "w", stdout) || dup2(1, 2) < 0)) _exit(126);
        execvp(argv[0], argv);
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
static list compiler(void)
{
    static const char *const names[] = {"c++", "g++", "clang++"};
    const char *const own = getenv("CXX");
    size_t k;
    list l = {NULL, 0};
    if (own && *own) {
        add_words(&l, own);
        return l;
    }
    for (k = 0; k < 3; k++) {
        list version = {NULL, 0};
        add(&version, format("%s", names[k]));
        add(&version, format("--version"));
        if (run(version.at, "/dev/null")) continue;
        add(&l, format("%s", names[k]));
        return l;
    }
    fail("there is no C++ compiler: install g++ or clang++, or name one by the environment variable CXX");
    return l;
}
static int has_openmp(const list *cxx)
{
    char *const text = format("%s/openmp.cpp", work),
                program[] = "#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n";
    list l = {NULL, 0};
    int k;
    for (k = 0; k < cxx->n; k++) add(&l, cxx->at[k]);
    write_file(text, program, strlen(program));
    add_words(&l, "-fopenmp");
    add(&l, text);
    add(&l, format("-o"));
    add(&l, format("%s/openmp", work));
    return !run(l.at, "/dev/null");
}
/* The folder of gpu.h: GPU_INCLUDE, or one above this program, or above its source. */
static char *header_folder(const char *program)
{
    const char *const own = getenv("GPU_INCLUDE");
    const char *const starts[] = {program, "./", __FILE__, "/usr/local/include/"};
    size_t k;
    int up;
    if (own && is_file(format("%s/gpu.h", own))) return format("%s", own);
    for (k = 0; k < 4; k++) {
        char *folder = folder_of(starts[k]);
        for (up = 0; up < 4; up++, folder = format("%s/..", folder))
            if (is_file(format("%s/gpu.h", folder))) return folder;
    }
    fail("gpu.h is not above this program; set the environment variable GPU_INCLUDE to the folder that has it");
    return NULL;
}

/* The command line: what goes to the compiler. Options of nvcc that it does not have are left out. */
typedef struct command {
    list sources, options;
    char *output;
    int optimised, standard;
} command;
static int is_source(const char *name)
{
    const char *const end = strrchr(name, '.');
    return end && is_in(end, ".cu .cpp .cc .cxx .C .c++");
}
/* Whether an option is nvcc's alone; *takes: the next word belongs to it. */
static int is_nvccs(const char *o, int *takes)
{
    static const char alone[] =
        "-arch= --gpu-architecture= -gencode= --generate-code= -code= -rdc --relocatable-device-code -dc -G "
        "--device-debug -lineinfo --generate-line-info -use_fast_math --use_fast_math --expt- -expt- "
        "--extended-lambda -extended-lambda --ptxas-options -Xptxas= -lcudart -lcuda -lcudadevrt --default-stream "
        "-maxrregcount= --maxrregcount= -cudart --cudart -ccbin= -m64 -diag-suppress --diag-suppress -keep";
    static const char with[] =
        "-arch -gencode -code -Xptxas -ccbin -maxrregcount -x --gpu-architecture --generate-code -Xnvlink -Xcudafe";
    *takes = is_in(o, with);
    return *takes || begins_with(o, alone);
}
static void read_command(command *c, int argc, char **argv)
{
    int k, takes;
    for (k = 1; k < argc; k++) {
        char *const o = argv[k];
        const int more = k + 1 < argc;
        if (!strcmp(o, "--keep")) keep = 1;
        else if (*o != '-' && is_source(o)) add(&c->sources, o);
        else if (!strcmp(o, "-o") && more) c->output = argv[++k];
        else if ((!strcmp(o, "-Xcompiler") || !strcmp(o, "--compiler-options")) && more)
            add_parts(&c->options, argv[++k], ",");
        else if (!strncmp(o, "-Xcompiler=", 11)) add_parts(&c->options, o + 11, ",");
        else if (!strncmp(o, "--std=", 6) || !strncmp(o, "-std=", 5)) {
            const char *const standard = strchr(o, '=') + 1;
            c->standard = 1;
            add(&c->options, format("-std=%s", strstr(standard, "11") || strstr(standard, "03") ? "c++14" : standard));
        } else if (is_nvccs(o, &takes)) k += takes;
        else if (!strncmp(o, "-I", 2)) {
            add(&folders, o[2] ? o + 2 : more ? argv[++k] : format("."));
            add(&c->options, format("-I%s", folders.at[folders.n - 1]));
        } else {
            c->optimised |= !strncmp(o, "-O", 2);
            add(&c->options, o);
        }
    }
}
/* Moves a file, perhaps to another disk, where it is whole once it is there. */
static int move_file(const char *from, const char *to)
{
    size_t n;
    char *const part = format("%s.%ld", to, (long)getpid()), *bytes;
    FILE *f;
    if (!rename(from, to)) return 1;
    f = fopen(part, "wb");
    bytes = read_file(from, &n);
    return f && bytes && fwrite(bytes, 1, n, f) == n && !fclose(f) && !rename(part, to);
}
/* gpu.h takes the compiler longer than most programs. What it makes of it, an object or a precompiled header (`end` is
   ".o" or ".gch"), is kept in a folder, GPU_CACHE in the environment or else ~/.cache/gpu.h, for all programs that are
   built with the same options and the same gpu.h. Returns its path, or NULL if it cannot be made. */
static char *prepared(const list *cxx, const command *c, const char *folder, const char *text, const char *end)
{
    const char *const own = getenv("GPU_CACHE"), *const home = getenv("HOME");
    char *const result = format("%s/prepared%s", work, end), *source = format("%s/prepared.h", work), *kept;
    char *cache = own ? format("%s", own) : home ? format("%s/.cache", home) : format("");
    unsigned long long hash = 14695981039346656037u;
    struct stat st;
    list call = {NULL, 0};
    int k;
    for (k = 0; k < cxx->n; k++) add(&call, cxx->at[k]);
    for (k = 0; k < c->options.n; k++)
        if (c->options.at[k][0] == '-' && !strchr("lLIW", c->options.at[k][1])) add(&call, c->options.at[k]);
    add(&call, format("-I%s", folder));
    if (!stat(format("%s/gpu.h", folder), &st))
        hash ^= (unsigned long long)st.st_mtime * 31 + (unsigned long long)st.st_size;
    for (k = -1; k < call.n; k++) {
        const char *p = k < 0 ? text : call.at[k];
        for (; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
        hash *= 31;
    }
    if (*cache) (void)mkdir(cache, 0700);
    if (!own && *cache) (void)mkdir(cache = format("%s/gpu.h", cache), 0700);
    if (*cache && (stat(cache, &st) || st.st_uid != geteuid() || st.st_mode & 022)) { /* it may have others' code */
        if (!strcmp(end, ".o"))
            fprintf(stderr,
                    "cuda: %s is not used: it cannot be made, belongs to another user or can be written by "
                    "others; set GPU_CACHE to a folder of your own\n",
                    cache);
        cache = format("");
    }
    kept = format("%s/cuda-%016llx.h%s", cache, hash, end);
    if (*cache && is_file(kept)) return kept;
    if (*cache) source = format("%s/cuda-%016llx.h", cache, hash); /* clang wants a header's source where it was */
    write_file(source, text, strlen(text));
    add_words(&call, !strcmp(end, ".o") ? "-c -x c++ -o" : "-w -x c++-header -o");
    add(&call, result);
    add(&call, source);
    if (run(call.at, strcmp(end, ".o") ? "/dev/null" : NULL)) return NULL;
    return *cache && move_file(result, kept) ? kept : !strcmp(end, ".o") ? result : NULL;
}
static void remove_work(void)
{
    list l = {NULL, 0};
    if (keep || !work) return;
    add_words(&l, "rm -rf");
    add(&l, work);
    (void)run(l.at, "/dev/null");
}
/* Calls the compiler. If it refuses what it is given, the reason may be a function for a block, so all is translated
   once more without: then its messages are about the program. */
static int build(char **call, const command *c)
{
    char *const says = format("%s/says", work), *text;
    size_t n;
    int k;
    if (has_blocks && !run(call, says)) {
        if ((text = read_file(says, &n))) fwrite(text, 1, n, stderr);
        return 0;
    }
    if (has_blocks) {
        by_block = 0;
        read_from.n = made.n = reasons.n = 0;
        for (k = 0; k < c->sources.n; k++) (void)translate(c->sources.at[k], 1);
    }
    return run(call, NULL);
}
int main(int argc, char **argv)
{
    command c;
    list cxx, call = {NULL, 0};
    char *folder, *object, *header;
    int k, status;
    memset(&c, 0, sizeof c);
    c.output = format("a.out");
    read_command(&c, argc, argv);
    if (!c.sources.n) fail("no .cu file is given; expected: cuda prog.cu [-O2 ...] [-o name] [--keep]");
    folder = header_folder(argv[0]);
    if (keep) {
        work = format("%s.translation", c.output);
        (void)mkdir(work, 0777);
        if (*work != '/') work = format("%s/%s", realpath(".", NULL), work);
    } else {
        work = format("%s/gpu_cuda_XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
        if (!mkdtemp(work)) fail("no folder can be made in %s: %s", folder_of(work), strerror(errno));
        atexit(remove_work);
    }
    call = cxx = compiler();
    if (has_openmp(&cxx)) add(&call, format("-fopenmp"));
    if (!c.standard) add(&call, format("-std=c++17"));
    if (!c.optimised) add_words(&call, "-O3 -fno-math-errno -fno-trapping-math -ffp-contract=off");
    object = prepared(&call, &c, folder, implementation, ".o");
    if (!object) fail("gpu.h does not compile; the compiler's message is above");
    header = prepared(&call, &c, folder, head, ".gch");
    add(&call, format("-I%s", folder));
    if (header) {
        add(&call, format("-include"));
        add(&call, format("%.*s", (int)strlen(header) - 4, header));
    }
    for (k = 0; k < c.sources.n; k++) {
        add(&call, format("-iquote%s", folder_of(c.sources.at[k])));
        add(&call, translate(c.sources.at[k], 1));
    }
    add(&call, object);
    for (k = 0; k < c.options.n; k++) add(&call, c.options.at[k]);
    add(&call, format("-o"));
    add(&call, c.output);
    add_words(&call, "-Wno-attributes -lm -lpthread");
    status = build(call.at, &c);
    for (k = 0; status && k < reasons.n; k++) fprintf(stderr, "%s\n", reasons.at[k]);
    return status;
}
