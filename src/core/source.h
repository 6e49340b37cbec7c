/* ----------------------------------------------------------------------- kernels from a string: text and cache -- */

#ifdef GPU_COMPILE
enum { GPU__PARAMETERS = 16, GPU__NAME_BYTES = 1024, GPU__SAID_BYTES = 16384 };
/* In gpu__source.code: a character that the C compiler must not see, and a } that it sees twice. */
enum { GPU__LEFT_OUT = 1, GPU__TWICE = 2 };
struct gpu__compiled {
    gpu__kernel *kernel; /* in the library, or `own` */
    gpu__kernel own;
    unsigned char kind[GPU__PARAMETERS], size[GPU__PARAMETERS]; /* of each parameter; see gpu__value */
    void *library;                                              /* of dlopen, or a cudaLibrary_t */
    int device, users;
    uint64_t key[2];
    char name[128], file[144]; /* "source of NAME" */
    struct gpu__compiled *next;
};

/* (On Windows without CUDA there is nothing to compile with, and much of this is not used.) */

/* -- a text that grows -- */

typedef struct gpu__text {
    char *p;
    size_t used, size;
    int failed; /* memory was exhausted */
} gpu__text;
static GPU__UNUSED void gpu__text_put(gpu__text *t, const char *p, size_t n)
{
    if (t->failed) return;
    if (t->size - t->used <= n) {
        const size_t size = 2 * (t->size + n + 1);
        char *const more = (char *)gpu__host(size, 0);
        if ((t->failed = !more)) return;
        if (t->used) memcpy(more, t->p, t->used);
        gpu__host_free(t->p);
        t->p = more;
        t->size = size;
    }
    memcpy(t->p + t->used, p, n);
    t->p[t->used += n] = 0;
}
GPU__PRINTF(2, 3)
static GPU__UNUSED void gpu__text_add(gpu__text *t, const char *format, ...) /* up to 4 KB at once */
{
    char line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    gpu__text_put(t, line, strlen(line));
}
static GPU__UNUSED void gpu__text_end(gpu__text *t)
{
    gpu__host_free(t->p);
    memset(t, 0, sizeof *t);
}

/* Splits a text into words, in place, and appends them to a list, of at most `most`. Returns their new number. */
static GPU__UNUSED int gpu__add_words(char *text, const char **list, int n, int most)
{
    char *word = text;
    for (;;) {
        word += strspn(word, " \t\n");
        if (!*word || n == most) return n;
        list[n++] = word;
        word += strcspn(word, " \t\n");
        if (*word) *word++ = 0;
    }
}

/* -- the text of the caller: where the kernel is in it, and its parameters -- */

struct gpu__source {
    const char *text, *name, *options;
    char *code;         /* a copy in which comments, literals and directives are blank */
    size_t head, close; /* of the definition: its offset, and that of the ) behind the parameters */
    int count, line;    /* line: that of __global__; 0 if a macro hides it */
    struct {
        size_t begin, end;
    } parameter[GPU__PARAMETERS];
};

static int gpu__is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
static int gpu__is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* Whether the code has this word at offset k. */
static int gpu__word_at(const char *code, size_t k, const char *word)
{
    const size_t n = strlen(word);
    return !strncmp(code + k, word, n) && !gpu__is_word(code[k + n]) && (!k || !gpu__is_word(code[k - 1]));
}
static size_t gpu__skip_space(const char *code, size_t k)
{
    while (gpu__is_space(code[k])) k++;
    return k;
}
/* The offset of the bracket that closes the one at k, or of the end of the text. */
static size_t gpu__closing(const char *code, size_t k)
{
    int depth = 0;
    for (; code[k]; k++) {
        depth += (strchr("([{", code[k]) != NULL) - (strchr(")]}", code[k]) != NULL);
        if (!depth) break;
    }
    return k;
}
/* The offset of the end of a line, or of the last of those that a backslash at its end continues. */
static size_t gpu__line_end(const char *code, size_t k)
{
    for (; code[k] && code[k] != '\n'; k++)
        if (code[k] == '\\' && code[k + 1] == '\r' && code[k + 2] == '\n') k += 2;
        else if (code[k] == '\\' && code[k + 1]) k++;
    return k;
}
/* Replaces comments, literals and directives in the code by blanks, except for line breaks. */
static void gpu__blank(char *code)
{
    size_t k = 0, begin = 0; /* of the line, behind its spaces */
    while (code[k]) {
        const char quote = code[k];
        size_t end = k;
        if ((quote == '/' && code[k + 1] == '/') || (quote == '#' && k == begin)) end = gpu__line_end(code, k);
        else if (quote == '/' && code[k + 1] == '*') {
            end += 2;
            while (code[end] && (code[end] != '*' || code[end + 1] != '/')) end++;
            if (code[end]) end += 2;
        } else if (quote == '"' || quote == '\'') {
            for (end++; code[end] && code[end] != quote && code[end] != '\n'; end++)
                if (code[end] == '\\' && code[end + 1]) end++;
            if (code[end] == quote) end++;
        }
        if (end == k) {
            if (k == begin && gpu__is_space(quote)) begin = k + 1;
            if (quote == '\n') begin = k + 1;
            k++;
        }
        for (; k < end; k++)
            if (code[k] != '\n') code[k] = ' ';
    }
}
/* Finds the parameters between the brackets at `open` and `close`. Returns a description of the error, or NULL. */
static const char *gpu__source_parameters(gpu__source *s, size_t open, size_t close)
{
    size_t begin = open + 1, k, end;
    s->count = 0;
    k = gpu__skip_space(s->code, begin);
    if (k == close) return NULL;
    if (gpu__word_at(s->code, k, "void") && gpu__skip_space(s->code, k + 4) == close) return NULL;
    for (k = begin; k <= close; k++) {
        if (k < close && strchr("([{", s->code[k])) k = gpu__closing(s->code, k);
        if (k < close && s->code[k] != ',') continue;
        if (s->count == GPU__PARAMETERS) return "has more than 16 parameters; pass an array of them";
        begin = gpu__skip_space(s->code, begin);
        for (end = k; end > begin && gpu__is_space(s->code[end - 1]);) end--;
        if (begin == end) return "has a parameter that is empty";
        s->parameter[s->count].begin = begin;
        s->parameter[s->count++].end = end;
        begin = k + 1;
    }
    return NULL;
}
/* Whether a word is in the code between two offsets. */
static GPU__UNUSED int gpu__has_word(const char *code, size_t k, size_t end, const char *word, size_t length)
{
    for (; k + length <= end; k++)
        if (!strncmp(code + k, word, length) && !gpu__is_word(code[k + length]) && (!k || !gpu__is_word(code[k - 1])))
            return 1;
    return 0;
}
/* The offset of the declaration that holds offset k. */
static size_t gpu__declaration(const char *code, size_t k)
{
    while (k && !strchr(";{}", code[k - 1]) && code[k - 1] != GPU__LEFT_OUT) k--;
    return gpu__skip_space(code, k);
}
/* From __global__ at k on: the offset of the ( in front of the parameters, if `name` is in front of it; else 0. */
static size_t gpu__source_head(const char *code, size_t k, const char *name, size_t length)
{
    size_t open, end, word;
    for (open = k; code[open] && !strchr(";{}", code[open]); open++) {
        if (code[open] != '(') continue;
        for (end = open; end > k && gpu__is_space(code[end - 1]);) end--;
        for (word = end; word > k && gpu__is_word(code[word - 1]);) word--;
        if (end - word == length && !strncmp(code + word, name, length)) return open;
        if (!gpu__word_at(code, word, "__launch_bounds__") && !gpu__word_at(code, word, "__attribute__")) return 0;
        if (!code[open = gpu__closing(code, open)]) return 0;
    }
    return 0;
}
/* Finds the definition: __global__, then the name in front of a bracket; returns what is wrong, or NULL. A name with
   <...> is an instance of a template, which only NVRTC supports. */
static const char *gpu__source_find(gpu__source *s)
{
    const char *c;
    size_t k, open, at;
    for (k = 0; s->code[k]; k++) {
        if (!gpu__word_at(s->code, k, "__global__")) continue;
        if (!(open = gpu__source_head(s->code, k, s->name, strcspn(s->name, "<")))) continue;
        s->close = gpu__closing(s->code, open);
        if (!s->code[s->close]) continue;
        s->head = gpu__declaration(s->code, k);
        if (s->code[gpu__skip_space(s->code, s->close + 1)] != '{') { /* declared only */
            for (at = s->head; at <= s->close; at++)
                if (s->code[at] != '\n') s->code[at] = GPU__LEFT_OUT;
            continue;
        }
        for (s->line = 1, c = s->text; c < s->text + k; c++) s->line += *c == '\n';
        return gpu__source_parameters(s, open, s->close);
    }
    return "is not in the source";
}
/* Refuses a text without the kernel. Of one that is not preprocessed, unless a macro or a line that is continued can
   hide it: then the compilers look for it. */
static gpu_status gpu__source_open(gpu__source *s, int preprocessed, const char *call)
{
    const size_t bytes = strlen(s->text) + 1;
    const int certain = preprocessed || (!*s->options && !strpbrk(s->text, "#\\"));
    if (!(s->code = (char *)gpu__host(bytes, 0))) return gpu__no_host_memory(call);
    memcpy(s->code, s->text, bytes);
    gpu__blank(s->code);
    s->line = 0;
    const char *const wrong = gpu__source_find(s);
    if (!wrong || !certain) return GPU_OK;
    if (s->line) return gpu__wrong(call, "the kernel %s %s", s->name, wrong);
    return gpu__wrong(call, "the source has no kernel named %s; expected __global__ void %s(...) { ... }", s->name,
                      s->name);
}

/* Reports the lines of a compiler's output that contain an error of the source. What fails without one, as where a disk
   is full, is reported with the whole output. */
static GPU__UNUSED gpu_status gpu__source_refused(const gpu__source *s, const char *compiler, char *said,
                                                  const char *call)
{
    const int ours = (strstr(said, "source of ") || strstr(said, "gpu_compile")) && strstr(said, "error");
    char *from = said, *to = said;
    while (ours && *from) {
        char *next = from + strcspn(from, "\n");
        const char kept = *next;
        *next = 0;
        if (strstr(from, "error")) {
            const size_t n = strlen(from);
            memmove(to, from, n);
            to += n;
            if (kept) *to++ = kept;
        }
        from = next + (kept != 0);
    }
    if (ours) *to = 0;
    for (to = said + strlen(said); to > said && gpu__is_space(to[-1]);) *--to = 0;
    if (ours) return gpu__wrong(call, "%s does not compile %s:\n%s", compiler, s->name, said);
    return gpu__wrong(call, "%s fails for %s, and finds no error in its text; it says:\n%s", compiler, s->name,
                      *said ? said : "(the compiler printed no message)");
}

/* Sets the type sizes of the kernel from the signature; refuses structures. */
static GPU__UNUSED gpu_status gpu__compiled_signature(gpu_kernel c, const unsigned char *signature, const char *call)
{
    for (int k = 0; k < c->kernel->count; k++) {
        c->kind[k] = signature[2 * k];
        c->size[k] = signature[2 * k + 1];
        if (c->kind[k] == 's' || c->size[k] > 8 || (c->kind[k] == 'f' && c->size[k] < 4))
            return gpu__fail(
                GPU_ERROR_NOT_SUPPORTED, call,
                "parameter %d of %s is neither a pointer nor a number of one of C's types; pass a pointer to it, "
                "or its members",
                k + 1, c->name);
    }
    return GPU_OK;
}

/* -- libraries that are loaded while the program runs -- */

#ifdef _WIN32
static GPU__UNUSED void *gpu__library_load(const char *path) { return (void *)LoadLibraryA(path); }
static GPU__UNUSED void gpu__library_unload(void *library) { (void)FreeLibrary((HMODULE)library); }
static GPU__UNUSED void gpu__library_find(void *library, const char *name,
                                          void *function) /* sets a pointer to function */
{
    FARPROC found = GetProcAddress((HMODULE)library, name);
    memcpy(function, &found, sizeof found);
}
static GPU__UNUSED const char *gpu__library_error(void) { return "LoadLibrary failed"; }
#else
static GPU__UNUSED void *gpu__library_load(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
static GPU__UNUSED void gpu__library_unload(void *library) { (void)dlclose(library); }
static GPU__UNUSED void gpu__library_find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
}
static GPU__UNUSED const char *gpu__library_error(void)
{
    const char *why = dlerror();
    return why ? why : "dlopen failed";
}
#endif
#endif
