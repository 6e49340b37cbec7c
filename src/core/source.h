
/* ----------------------------------------------------------------------- kernels from a string: text and cache -- */

#ifdef GPU_COMPILE
enum { GPU__PARAMETERS = 16, GPU__NAME_BYTES = 1024, GPU__SAID_BYTES = 16384 };
enum { GPU__LEFT_OUT = 1 }; /* in gpu__source.code: a character that the C compiler must not see */
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
    if (!t->failed && t->size - t->used <= n) {
        const size_t size = 2 * (t->size + n + 1);
        char *more = (char *)gpu__host(size, 0);
        t->failed = !more;
        if (more && t->used) memcpy(more, t->p, t->used);
        if (more && t->p) GPU_HOST_FREE(t->p);
        if (more) {
            t->p = more;
            t->size = size;
        }
    }
    if (t->failed) return;
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
    char *code;         /* a copy in which comments and literals are blank */
    size_t head, close; /* of the definition: the offset of __global__, and of the ) behind the parameters */
    int count, line;
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
/* Replaces comments and literals in the code by blanks, except for line breaks. */
static void gpu__blank(char *code)
{
    size_t k = 0;
    while (code[k]) {
        const char quote = code[k];
        size_t end = k;
        if (quote == '/' && code[k + 1] == '/')
            while (code[end] && code[end] != '\n') end++;
        else if (quote == '/' && code[k + 1] == '*') {
            end += 2;
            while (code[end] && (code[end] != '*' || code[end + 1] != '/')) end++;
            if (code[end]) end += 2;
        } else if (quote == '"' || quote == '\'') {
            for (end++; code[end] && code[end] != quote && code[end] != '\n'; end++)
                if (code[end] == '\\' && code[end + 1]) end++;
            if (code[end] == quote) end++;
        }
        if (end == k) k++;
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
/* Finds the definition: __global__, then the name in front of a bracket. A name with <...> is an instance of a
   template, which only NVRTC supports. */
static gpu_status gpu__source_find(gpu__source *s, const char *call)
{
    const size_t length = strcspn(s->name, "<");
    const char *wrong = NULL, *c;
    size_t k, open, end = 0, name = 0;
    for (k = 0; s->code[k]; k++) {
        if (!gpu__word_at(s->code, k, "__global__")) continue;
        for (open = k; s->code[open] && !strchr(";{}", s->code[open]); open++) {
            if (s->code[open] != '(') continue;
            for (end = open; end > k && gpu__is_space(s->code[end - 1]);) end--;
            for (name = end; name > k && gpu__is_word(s->code[name - 1]);) name--;
            if (!gpu__word_at(s->code, name, "__launch_bounds__")) break;
            open = gpu__closing(s->code, open);
        }
        if (s->code[open] != '(' || end - name != length || strncmp(s->code + name, s->name, length)) continue;
        s->close = gpu__closing(s->code, open);
        if (!s->code[s->close]) continue;
        if (s->code[gpu__skip_space(s->code, s->close + 1)] != '{') { /* declared only */
            for (name = k; name <= s->close; name++)
                if (s->code[name] != '\n') s->code[name] = GPU__LEFT_OUT;
            continue;
        }
        s->head = k;
        for (s->line = 1, c = s->text; c < s->text + k; c++) s->line += *c == '\n';
        wrong = gpu__source_parameters(s, open, s->close);
        return wrong ? gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "the kernel %s %s", s->name, wrong) : GPU_OK;
    }
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                     "the source has no kernel named %s; expected __global__ void %s(...) { ... }", s->name, s->name);
}
static gpu_status gpu__source_open(gpu__source *s, const char *call)
{
    const size_t bytes = strlen(s->text) + 1;
    if (!(s->code = (char *)gpu__host(bytes, 0))) return gpu__no_host_memory(call);
    memcpy(s->code, s->text, bytes);
    gpu__blank(s->code);
    return gpu__source_find(s, call);
}

/* Reports the lines of a compiler's output that contain an error, or the whole output if no line does. */
static GPU__UNUSED gpu_status gpu__source_refused(const gpu__source *s, const char *compiler, char *said,
                                                  const char *call)
{
    char *from = said, *to = said;
    if (strstr(said, "error"))
        while (*from) {
            char *next = from + strcspn(from, "\n");
            const char kept = *next;
            *next = 0;
            if (strstr(from, "error")) {
                const size_t n = strlen(from);
                memmove(to, from, n);
                to[n] = '\n';
                to += n + (kept != 0);
            }
            from = next + (kept != 0);
        }
    if (to != said) *to = 0;
    for (to = said + strlen(said); to > said && gpu__is_space(to[-1]);) *--to = 0;
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s does not compile %s:\n%s", compiler, s->name,
                     *said ? said : "the compiler printed no message");
}

/* Adds a text that the compiled code depends on to the key, which consists of two hashes. */
static void gpu__key_add(uint64_t *key, const char *text)
{
    do {
        key[0] = (key[0] ^ (unsigned char)*text) * 0x100000001b3u;
        key[1] = (key[1] + (unsigned char)*text + 1) * 0x9e3779b97f4a7c15u;
        key[1] ^= key[1] >> 29;
    } while (*text++);
}
/* Sets the type sizes of the kernel from the signature; refuses structures. */
static GPU__UNUSED gpu_status gpu__compiled_signature(gpu_kernel c, const unsigned char *signature, const char *call)
{
    int k;
    for (k = 0; k < c->kernel->count; k++) {
        c->kind[k] = signature[2 * k];
        c->size[k] = signature[2 * k + 1];
        if (c->kind[k] == 's' || (c->kind[k] == 'f' && c->size[k] != 4 && c->size[k] != 8))
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

/* -- files -- */

#ifdef _WIN32 /* there is no cache */
static GPU__UNUSED int gpu__cache_folder(char *path, size_t size) { return (void)path, (void)size, 0; }
static GPU__UNUSED int gpu__file_is_ours(const char *path) { return (void)path, 0; }
#else
/* Whether the file or folder exists, belongs to this user, and cannot be written by others. */
static int gpu__ours(const char *path, int folder)
{
    struct stat st;
    return !stat(path, &st) && (folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode)) && st.st_uid == geteuid() &&
           !(st.st_mode & 022);
}
static GPU__UNUSED int gpu__file_is_ours(const char *path) { return gpu__ours(path, 0); }
/* Makes the folder and its missing parents. */
static void gpu__make_folders(char *path)
{
    char *at;
    for (at = path + 1; *at; at++) {
        const char kept = *at;
        if (kept != '/') continue;
        *at = 0;
        (void)mkdir(path, 0700);
        *at = kept;
    }
    (void)mkdir(path, 0700);
}
/* Sets `path` to the folder of the cache. Returns 0 if there is none, or if other users could write to it. */
static GPU__UNUSED int gpu__cache_folder(char *path, size_t size)
{
    static int noted;
    const char *own = getenv("GPU_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && !*own) return 0;
    if (own)
        snprintf(path, size, "%s", own);
    else if (xdg && *xdg)
        snprintf(path, size, "%s/gpu.h", xdg);
    else if (home && *home)
        snprintf(path, size, "%s/.cache/gpu.h", home);
    else
        return 0;
    gpu__make_folders(path);
    if (gpu__ours(path, 1)) return 1;
    if (!gpu__global.quiet && !GPU__ADD(int, &noted, 1))
        fprintf(
            stderr,
            "gpu.h: compiled kernels are not cached: the folder %s cannot be made, belongs to another user or can be "
            "written by others; set GPU_CACHE to a folder of your own\n",
            path);
    return 0;
}
#endif
/* A file name that no other process and no other call uses. */
static GPU__UNUSED void gpu__unique_path(char *path, size_t size, const char *folder, const uint64_t *key,
                                         const char *suffix)
{
    static unsigned calls;
    snprintf(path, size, "%s/%08lx-%ld-%u%s", folder, (unsigned long)(key[0] >> 32), gpu__process(),
             GPU__ADD(unsigned, &calls, 1), suffix);
}
static GPU__UNUSED void gpu__cache_path(char *path, size_t size, const char *folder, const uint64_t *key,
                                        const char *suffix)
{
    snprintf(path, size, "%s/%016llx%016llx%s", folder, (unsigned long long)key[0], (unsigned long long)key[1], suffix);
}
static GPU__UNUSED int gpu__write_file(const char *path, const void *p, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    int ok = f != NULL;
    if (f && fwrite(p, 1, bytes, f) != bytes) ok = 0;
    if (f && fclose(f)) ok = 0;
    return ok;
}
#endif
