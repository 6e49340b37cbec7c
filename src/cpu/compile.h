/* -- kernels from a string: a shared library by the C compiler -- */

#ifdef GPU_COMPILE
#ifdef _WIN32
static gpu_status gpu__cpu_compile(gpu_kernel c, GPU__UNUSED const gpu__source *s, const char *call)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "on Windows %s can be compiled for a GPU only; gpu_use(0) first",
                     c->name);
}
static void gpu__cpu_compiled_end(gpu_kernel c) { (void)c; }
#else
static gpu__{cpu_thread|trace_of_threads} *gpu__program_{thread|trace}(void) { return &gpu__{simulated|trace}; }
#define GPU__RUNTIME_ENTRY(R, name, parameters, arguments) gpu__##name,
static const gpu__runtime gpu__runtime_of_program = {GPU__RUNTIME(GPU__RUNTIME_ENTRY)};

/* The text in front of the caller's source when it is preprocessed. `__global__` and `__shared__` stay in it, which say
   what is to be translated. */
static const char gpu__preprocessed_text[] = "#define GPU__COMPILED\n#define GPU_CUDA_MIN_MAX\n#include \"%s\"\n"
                                             "#undef __global__\n#undef __shared__\n#define __grid_constant__\n"
                                             "#line 1 \"source of %s\"\n";
/* The text between the include of gpu.h and the preprocessed source when that is compiled. Its functions forward to
   those of the program, through a table that the program passes to the library; its macros describe the kernel's
   parameters. */
static const char gpu__library_text[] =
    "static const gpu__runtime *gpu__program;\n"
    "#define GPU__RUNTIME_FN(R, name, parameters, arguments) \\\n"
    "    R gpu__##name parameters { return gpu__program->call_##name arguments; }\n"
    "GPU__RUNTIME(GPU__RUNTIME_FN)\n"
    "#define GPU__KIND_OF(T) (unsigned char)GPU__KIND_OF_(__builtin_classify_type(*(T *)0), T), (unsigned "
    "char)sizeof(T)\n"
    "#define GPU__KIND_OF_(is, T) ((is) == 5 ? 'p' : (is) == 8 ? 'f' : (is) > 8 ? 's' : GPU__WHOLE_KIND(T))\n"
    "#define GPU__WHOLE_KIND(T) _Generic(*(T *)0, _Bool : 'b', unsigned char : 'u', unsigned short : 'u', \\\n"
    "    unsigned : 'u', unsigned long : 'u', unsigned long long : 'u', default : 'i')\n"
    "#define GPU__LIBRARY(name) \\\n"
    "    __attribute__((visibility(\"default\"))) gpu__library_open_fn gpu__library_open; \\\n"
    "    const gpu__library *gpu__library_open(const gpu__runtime *program) \\\n"
    "    { \\\n"
    "        static const gpu__library it = {GPU__ABI, &name##__kernel, gpu__signature}; \\\n"
    "        gpu__program = program; \\\n"
    "        return &it; \\\n"
    "    }\n"
    "#undef __shared__\n"
    "#ifdef GPU__SHARED_SECTION\n"
    "#define __shared__ GPU__TLS GPU__SHARED_SECTION\n"
    "#else\n"
    "#define __shared__ GPU__TLS\n"
    "#endif\n";

/* -- the preprocessed source as C -- */

/* What of the source has been translated. */
typedef struct gpu__to_c {
    const gpu__source *s;
    gpu__text *out;
    int depth, is_static, dynamic_arrays; /* of brackets; this declaration has `static`; of the file */
    size_t array[8][3];                   /* of each such array: where its type, its name, and its [ are in the code */
} gpu__to_c;

/* Writes the directive at offset k, a line, and returns the offset of its end. A macro has been expanded: it is not
   defined again. */
static size_t gpu__put_directive(gpu__to_c *t, size_t k)
{
    const char *const line = t->s->text + k;
    const size_t n = strcspn(line, "\n");
    if (strncmp(line, "#define ", 8)) gpu__text_put(t->out, line, n);
    return k + n;
}
static int gpu__is_directive(const gpu__source *s, size_t k)
{
    return s->text[k] == '#' && (!k || s->text[k - 1] == '\n');
}
/* Writes the line breaks and directives between two offsets, so that the lines behind them keep their numbers. */
static void gpu__put_lines(gpu__to_c *t, size_t k, size_t end)
{
    for (; k < end; k++) {
        if (gpu__is_directive(t->s, k)) k = gpu__put_directive(t, k);
        if (t->s->text[k] == '\n') gpu__text_put(t->out, "\n", 1);
    }
}
/* `extern "C"` is left out, with its brackets. If it is at offset k, returns the offset behind it, else 0. */
static size_t gpu__skip_linkage(const gpu__source *s, size_t k)
{
    if (!gpu__word_at(s->code, k, "extern") || strncmp(s->text + gpu__skip_space(s->text, k + 6), "\"C\"", 3)) return 0;
    const size_t at = gpu__skip_space(s->code, k + 6);
    if (s->code[at] != '{') return at;
    const size_t end = gpu__closing(s->code, at);
    if (!s->code[end]) return 0; /* which the compiler reports */
    s->code[end] = GPU__LEFT_OUT;
    return at + 1;
}
/* Translates a declaration of dynamic shared memory, `extern __shared__ T s[]` with its words in any order, to
   GPU_SHARED_DYNAMIC(T, s); one outside of functions is noted, for the functions that use it. If it is at offset k,
   returns the offset behind its bracket, else 0. */
static size_t gpu__put_dynamic(gpu__to_c *t, size_t k)
{
    static const char *const words[] = {"extern", "__shared__", "__attribute__"};
    char *const code = t->s->code;
    size_t at, end, name, w, found = 0;
    for (end = k; code[end] && !strchr("[;={}", code[end]); end++) {
        for (w = 0; w < 3 && !gpu__word_at(code, end, words[w]);) w++;
        if (w < 2) found |= (size_t)1 << w;
        if (code[end] == '(') end = gpu__closing(code, end);
        if (!code[end]) return 0;
    }
    if (found != 3 || code[end] != '[' || !code[gpu__closing(code, end)]) return 0;
    for (at = k; at < end; at++) {
        for (w = 0; w < 3 && !gpu__word_at(code, at, words[w]);) w++;
        if (w == 3) continue;
        memset(code + at, ' ', strlen(words[w]));
        if (w == 2) { /* its brackets too */
            const size_t open = gpu__skip_space(code, at), close = gpu__closing(code, open);
            for (; at <= close && at < end; at++)
                if (code[at] != '\n') code[at] = ' ';
        }
    }
    for (name = end; name > k && gpu__is_space(code[name - 1]);) name--;
    for (at = name; at > k && gpu__is_word(code[at - 1]);) at--;
    if (t->depth)
        gpu__text_add(t->out, "GPU_SHARED_DYNAMIC(%.*s, %.*s)", (int)(at - k), code + k, (int)(name - at), code + at);
    else if (t->dynamic_arrays < 8) {
        size_t *const array = t->array[t->dynamic_arrays++];
        array[0] = k, array[1] = at, array[2] = name;
    }
    end = gpu__closing(code, end) + 1;
    gpu__put_lines(t, k, end);
    return end;
}
/* At the { of a function: declares in front of its body the dynamic shared memory of the file that it uses. */
static void gpu__put_arrays(gpu__to_c *t, size_t k)
{
    char *const code = t->s->code;
    const size_t close = gpu__closing(code, k);
    size_t open = k, a, n = 0;
    int depth = 0;
    while (open && gpu__is_space(code[open - 1])) open--;
    if (!open || code[open - 1] != ')' || !code[close]) return;
    do {
        open--;
        depth += (code[open] == ')') - (code[open] == '(');
    } while (open && depth);
    for (a = 0; a < (size_t)t->dynamic_arrays; a++) {
        const size_t type = t->array[a][0], name = t->array[a][1], length = t->array[a][2] - name;
        if (!gpu__has_word(code, k, close, code + name, length) || gpu__has_word(code, open, k, code + name, length))
            continue;
        gpu__text_add(t->out, "GPU_SHARED_DYNAMIC(%.*s, %.*s);", (int)(name - type), code + type, (int)length,
                      code + name);
        n++;
    }
    if (!n) return;
    gpu__text_put(t->out, "{", 1); /* the function may have a variable of that name */
    code[close] = GPU__TWICE;
}
/* Whether a parameter is declared as T (*x)...; then *last is the offset behind x. */
static int gpu__declarator(const char *code, size_t begin, size_t *last)
{
    for (size_t k = begin; k < *last; k++) {
        if (code[k] != '(') continue;
        if (code[gpu__skip_space(code, k + 1)] == '*') return *last = gpu__closing(code, k), 1;
        k = gpu__closing(code, k);
    }
    return 0;
}
/* Writes a parameter as its type and its name: "const float *" and "x". Returns 0 if it has no name. */
static int gpu__put_parameter(const gpu__source *s, int k, gpu__text *out, const char *format)
{
    const size_t begin = s->parameter[k].begin, end = s->parameter[k].end;
    size_t last = end, name, i, n = 0;
    char type[1024];
    const int pointer = gpu__declarator(s->code, begin, &last); /* to an array or a function */
    if (!pointer)
        for (last = begin; last < end && s->code[last] != '[';) last++;
    while (last > begin && gpu__is_space(s->code[last - 1])) last--;
    for (name = last; name > begin && gpu__is_word(s->code[name - 1]);) name--;
    if (name == last || name == begin || last > end || end - begin >= sizeof type - 32) return 0;
    n = (size_t)snprintf(type, sizeof type, "%s", pointer || last < end ? "GPU__TYPEOF(" : "");
    for (i = begin; i < name; i++) type[n++] = gpu__is_space(s->code[i]) ? ' ' : s->code[i];
    i = last;
    if (!pointer && last < end) { /* an array is a pointer to its element */
        memcpy(type + n, "(*)", 3), n += 3;
        i = gpu__closing(s->code, gpu__skip_space(s->code, last)) + 1;
    }
    for (; i < end; i++) type[n++] = gpu__is_space(s->code[i]) ? ' ' : s->code[i];
    if (pointer || last < end) type[n++] = ')';
    type[n] = 0;
    gpu__text_add(out, format, type, (int)(last - name), s->code + name);
    return 1;
}
/* `static`, and CUDA's words that mean it too; C takes it once in a declaration. If one is at offset k, returns the
   offset behind it, else 0. */
static size_t gpu__put_static(gpu__to_c *t, size_t k)
{
    static const char *const words[] = {"static", "__global__", "__shared__"};
    size_t w;
    for (w = 0; w < 3 && !gpu__word_at(t->s->code, k, words[w]);) w++;
    if (w == 3) return 0;
    gpu__text_add(t->out, "%s%s", t->is_static ? "" : "static ", w == 2 ? words[w] : "");
    t->is_static = 1;
    return k + strlen(words[w]);
}
/* Writes the preprocessed source as C: the kernel becomes a GPU_KERNEL, and what a C compiler rejects is translated.
   Returns 0 if a parameter is not understood. */
static int gpu__put_source(gpu__to_c *t)
{
    const gpu__source *const s = t->s;
    size_t k = 0, end;
    int p, named = 1, begins = 1; /* a declaration */
    for (; s->text[k]; k = end) {
        const char c = s->code[k];
        if (k == s->head) {
            end = s->close + 1;
            gpu__text_add(t->out, "GPU_KERNEL(%s", s->name);
            for (p = 0; p < s->count; p++) named &= gpu__put_parameter(s, p, t->out, ", (%s, %.*s)");
            gpu__text_add(t->out, ")");
            gpu__put_lines(t, k, end);
        } else if (gpu__is_directive(s, k)) end = gpu__put_directive(t, k);
        else if ((end = gpu__skip_linkage(s, k))) {
            gpu__put_lines(t, k, end);
            begins = 1;
            continue;
        } else if (begins && gpu__is_word(c) && (end = gpu__put_dynamic(t, k))) {
        } else if ((end = gpu__put_static(t, k))) {
        } else {
            end = k + 1;
            gpu__text_put(t->out,
                          c == GPU__LEFT_OUT ? " "
                          : c == GPU__TWICE  ? "}}"
                                             : s->text + k,
                          c == GPU__TWICE ? 2 : 1);
            if (c == '{' && !t->depth) gpu__put_arrays(t, k);
            t->depth += (c == '{') - (c == '}' || c == GPU__TWICE);
        }
        if (c == GPU__LEFT_OUT || c == GPU__TWICE || strchr(";{}", c)) begins = 1, t->is_static = 0;
        else if (!gpu__is_space(c)) begins = 0;
    }
    return named;
}
/* Writes the text of the library: the text in front, the source translated to C, and the description of the kernel. */
static gpu_status gpu__source_for_c(const gpu__source *s, const char *header, gpu__text *out, const char *call)
{
    gpu__to_c t;
    memset(&t, 0, sizeof t);
    t.s = s, t.out = out;
    gpu__text_add(out, "#define GPU__COMPILED\n#define GPU_CUDA_MIN_MAX\n#include \"%s\"\n", header);
    gpu__text_put(out, gpu__library_text, strlen(gpu__library_text));
    int named = gpu__put_source(&t);
    gpu__text_add(out, "\n#line 1 \"gpu_compile\"\nstatic const unsigned char gpu__signature[] = {");
    for (int p = 0; p < s->count; p++) named &= gpu__put_parameter(s, p, out, "GPU__KIND_OF(%s), ");
    gpu__text_add(out, "0, 0};\nGPU__LIBRARY(%s)\n", s->name);
    if (!named)
        return gpu__wrong(
            call, "a parameter of %s is not understood: expected a type and a name, as in const float *x or float x[]",
            s->name);
    return out->failed ? gpu__no_host_memory(call) : GPU_OK;
}

/* -- where the compiler and gpu.h are -- */

/* Sets `path` to the program that a command's first word means; 0 if there is none. */
static int gpu__program_path(char *path, size_t size, const char *word)
{
    const char *folders = gpu__privileged() ? NULL : getenv("PATH"), *next;
    char folder[GPU__NAME_BYTES];
    struct stat st;
    if (strchr(word, '/')) return snprintf(path, size, "%s", word) < (int)size && !stat(path, &st);
    for (next = folders ? folders : "/usr/bin:/bin"; *next; next += *next == ':') {
        const int n = (int)strcspn(next, ":");
        snprintf(folder, sizeof folder, "%.*s", n ? n : 1, n ? next : ".");
        next += n;
        if (gpu__path_of(path, size, folder, word) && !access(path, X_OK) && !stat(path, &st) && S_ISREG(st.st_mode))
            return 1;
    }
    return 0;
}
/* The C compiler's command, in words. */
enum { GPU__COMMAND_BYTES = 4096, GPU__COMMAND_WORDS = GPU__COMMAND_BYTES / 2 + 1 };
typedef struct gpu__cc {
    const char *command;
    char text[GPU__COMMAND_BYTES], path[2 * GPU__NAME_BYTES]; /* path: of the first word's program */
    const char *word[GPU__COMMAND_WORDS];
    int words;
    gpu__text tools; /* the programs of all words, a line each */
} gpu__cc;
static gpu_status gpu__find_cc(gpu__cc *cc, const gpu__source *s, const char *call)
{
    char path[2 * GPU__NAME_BYTES];
    cc->command = gpu__own_environment("CC");
    if (!cc->command) cc->command = "cc";
    if (strlen(cc->command) >= sizeof cc->text || strlen(s->options) >= GPU__COMMAND_BYTES)
        return gpu__wrong(call, "CC or the options are longer than %d bytes", GPU__COMMAND_BYTES - 1);
    strcpy(cc->text, cc->command);
    cc->words = gpu__add_words(cc->text, cc->word, 0, GPU__COMMAND_WORDS);
    for (int k = 0; k < cc->words; k++) {
        if (*cc->word[k] == '-' || !gpu__program_path(path, sizeof path, cc->word[k])) continue;
        gpu__text_add(&cc->tools, "%s\n", path);
        if (!k) snprintf(cc->path, sizeof cc->path, "%s", path);
    }
    return cc->tools.failed ? gpu__no_host_memory(call) : GPU_OK;
}
/* Whether folder/known is there; a privileged program takes none that another user could have written. */
static int gpu__is_header(char *path, size_t size, const char *folder, const char *known)
{
    struct stat st;
    if (!gpu__path_of(path, size, *folder ? folder : "/", known) || stat(path, &st)) return 0;
    return !gpu__privileged() || ((!st.st_uid || st.st_uid == geteuid()) && !(st.st_mode & 022));
}
/* Sets `path` to the absolute path of gpu.h: in GPU_INCLUDE, or where it was when the program was compiled. If that is
   a relative path, it counts from the program's folder or one above it, where a program is built, or the current one.
   */
static gpu_status gpu__header_path(char *path, size_t size, const char *call)
{
    const char *own = gpu__own_environment("GPU_INCLUDE"), *known = __FILE__;
    const int one = own || *known == '/';
    char folder[2 * GPU__NAME_BYTES], *slash;
    int found = 0;
    if (one) found = gpu__is_header(path, size, own ? own : "/", own ? "gpu.h" : known + 1);
    else {
        if (!gpu__module_path(folder, sizeof folder, gpu__library_text)) *folder = 0;
        while (!found && (slash = strrchr(folder, '/'))) {
            *slash = 0;
            found = gpu__is_header(path, size, folder, known);
        }
        if (!found && !gpu__privileged()) found = gpu__is_header(path, size, ".", known);
    }
    if (found && !strpbrk(path, "\"\n\\")) return GPU_OK;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "gpu.h, which the C compiler needs for the kernel, is not at %s%s; set the environment variable "
                     "GPU_INCLUDE to the folder that has it",
                     path, one ? "" : ", nor in the program's folder or one above it");
}

/* -- the compiler -- */

/* Runs the command and collects its output. Returns its exit status, or -1, with errno, if it cannot be started. */
static int gpu__run_command(char **argv, char **environment, char *said, size_t size)
{
    posix_spawn_file_actions_t actions;
    size_t used = 0;
    int ends[2], status = -1, failed;
    pid_t child;
    *said = 0;
    if (pipe(ends)) return -1;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    if (posix_spawn_file_actions_init(&actions)) {
        (void)close(ends[0]);
        (void)close(ends[1]);
        return -1;
    }
    (void)posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    failed = posix_spawnp(&child, argv[0], &actions, NULL, argv, environment);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    while (!failed) {
        char rest[512];
        const int full = used + 1 >= size;
        const long n = (long)read(ends[0], full ? rest : said + used, full ? sizeof rest : size - 1 - used);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        if (!full) used += (size_t)n;
    }
    said[used] = 0;
    (void)close(ends[0]);
    if (failed) return errno = failed, -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0; /* SIGCHLD is ignored, so there is no status: the output's existence decides */
    return WIFEXITED(status) ? (WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status)) : 1;
}
/* The environment of the compiler, to be freed: its temporary files are in the folder too. A privileged program hands
   on nothing else that its user set. */
static char **gpu__cc_environment(char *tmpdir)
{
    static char path[] = "PATH=/usr/bin:/bin";
    char **const ours = GPU__ENVIRON, **all;
    size_t n = 0, k = 0;
    while (ours && ours[n]) n++;
    if (!(all = (char **)gpu__host((n + 3) * sizeof *all, 1))) return NULL;
    if (gpu__privileged()) all[k++] = path;
    else
        for (n = 0; ours && ours[n]; n++)
            if (strncmp(ours[n], "TMPDIR=", 7)) all[k++] = ours[n];
    all[k] = tmpdir;
    return all;
}
/* Runs the C compiler in `folder`, to preprocess kernel.c to kernel.i or to compile it to kernel.so, and reports its
   errors. */
static gpu_status gpu__run_cc(const gpu__cc *cc, const gpu__source *s, const char *folder, int preprocess,
                              const char *call)
{
    static const char *const ours[] = {"-std=gnu11", "-O3", "-fPIC", "-fvisibility=hidden", "-w"};
    const char *argv[2 * GPU__COMMAND_WORDS + 24];
    char options[GPU__COMMAND_BYTES], in[2 * GPU__NAME_BYTES], out[2 * GPU__NAME_BYTES];
    char tmpdir[2 * GPU__NAME_BYTES + 8], **environment, *said;
    struct stat st;
    int n, status = -1;
    gpu_status r = GPU_OK;
    snprintf(tmpdir, sizeof tmpdir, "TMPDIR=%s", folder);
    snprintf(in, sizeof in, "%.2000s/kernel.c", folder);
    snprintf(out, sizeof out, "%.2000s/kernel.%s", folder, preprocess ? "i" : "so");
    environment = gpu__cc_environment(tmpdir);
    if (!environment || !(said = (char *)gpu__host(GPU__SAID_BYTES, 0))) {
        gpu__host_free(environment);
        return gpu__no_host_memory(call);
    }
    strcpy(options, s->options);
    for (n = 0; n < cc->words; n++) argv[n] = n ? cc->word[n] : cc->path;
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) argv[n++] = ours[k];
    n = gpu__add_words(options, argv, n, n + GPU__COMMAND_WORDS);
    const char *const last[] = {preprocess ? "-E" : "-shared", "-x", "c", in, "-x", "none", "-o", out,
                                preprocess ? "-dD" : "-lm",    NULL};
    memcpy(argv + n, last, sizeof last);
    errno = ENOENT;
    if (*cc->path) status = gpu__run_command((char **)(uintptr_t)argv, environment, said, GPU__SAID_BYTES);
    if (status < 0)
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                      "the C compiler \"%s\" cannot be started (%s); install one (Debian and Ubuntu: apt install gcc), "
                      "or name it in the environment variable CC",
                      cc->command, strerror(errno));
    else if (status || stat(out, &st)) /* (where SIGCHLD is ignored there is no status) */
        r = gpu__source_refused(s, cc->word[0], said, call);
    GPU_HOST_FREE(environment);
    GPU_HOST_FREE(said);
    return r;
}

/* Loads the library if it was made for this version of gpu.h; returns why not, or NULL. */
static const char *gpu__load_compiled(gpu_kernel c, const char *path, const unsigned char **signature)
{
    gpu__library_open_fn *open_library = NULL;
    const gpu__library *library;
    if (!(c->library = gpu__library_load(path))) return gpu__library_error();
    gpu__library_find(c->library, "gpu__library_open", &open_library);
    library = open_library ? open_library(&gpu__runtime_of_program) : NULL;
    if (!library || library->abi != GPU__ABI) {
        gpu__library_unload(c->library);
        c->library = NULL;
        return "gpu.h has changed since the program was compiled; compile the program again, or set GPU_INCLUDE to "
               "the folder with the gpu.h that it was compiled with";
    }
    c->kernel = library->kernel;
    *signature = library->signature;
    return NULL;
}
/* Reads what the preprocessor wrote: what it makes of the caller's text, and a list of the files that it read. */
static char *gpu__read_preprocessed(const char *folder, const gpu__source *s, gpu__text *list)
{
    char path[2 * GPU__NAME_BYTES], first[192], *text, *line, *next, *ours = NULL;
    size_t bytes = 0, n;
    if (!gpu__path_of(path, sizeof path, folder, "kernel.i") || !(text = gpu__read_file(path, &bytes))) return NULL;
    n = (size_t)snprintf(first, sizeof first, "# 1 \"source of %s\"", s->name);
    for (line = text; *line; line = next) {
        size_t from, end;
        next = line + strcspn(line, "\n");
        next += *next != 0;
        if (line[0] != '#' || line[1] != ' ') continue;
        if (!ours && !strncmp(line, first, n)) ours = line;
        from = 2 + strspn(line + 2, "0123456789");
        if (strncmp(line + from, " \"", 2)) continue;
        for (end = from += 2; line[end] != '"' && line[end] != '\n' && line[end];) end++;
        if (strncmp(line + end, "\" 1", 3) || line[from] == '<') continue; /* 1: a file begins */
        snprintf(path, sizeof path, "%.*s", (int)(end - from), line + from);
        gpu__list_file(list, GPU__MADE_FROM, path);
    }
    if (ours) memmove(text, ours, strlen(ours) + 1);
    return text;
}
static gpu_status gpu__write_source(const char *folder, const gpu__text *text, const char *call)
{
    char path[2 * GPU__NAME_BYTES];
    if (text->failed) return gpu__no_host_memory(call);
    if (gpu__path_of(path, sizeof path, folder, "kernel.c")) {
        (void)remove(path);
        if (gpu__write_file(path, text->p, text->used)) return GPU_OK;
    }
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "%s cannot be written; set GPU_CACHE to a folder with free space",
                     path);
}
/* Makes kernel.so in the folder. The text is preprocessed first: which of its lines count, what its macros hide, and
   where its brackets close is the preprocessor's to say. */
static gpu_status gpu__compile_in(const gpu__cc *cc, const gpu__source *s, const char *header, const char *folder,
                                  gpu__text *list, const char *call)
{
    gpu__source own = *s;
    gpu__text text;
    char *preprocessed = NULL;
    own.code = NULL;
    memset(&text, 0, sizeof text);
    gpu__text_add(&text, gpu__preprocessed_text, header, s->name);
    gpu__text_put(&text, s->text, strlen(s->text));
    gpu__text_put(&text, "\n", 1);
    gpu_status r = gpu__write_source(folder, &text, call);
    gpu__text_end(&text);
    if (!r) r = gpu__run_cc(cc, s, folder, 1, call);
    errno = 0;
    if (!r && (!(own.text = preprocessed = gpu__read_preprocessed(folder, s, list)) || list->failed))
        r = !errno || errno == ENOMEM
                ? gpu__no_host_memory(call)
                : gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "what the C compiler wrote in %s cannot be read (%s)",
                            folder, strerror(errno));
    if (!r) r = gpu__source_open(&own, 1, call);
    if (!r) r = gpu__source_for_c(&own, header, &text, call);
    if (!r) r = gpu__write_source(folder, &text, call);
    gpu__text_end(&text);
    gpu__host_free(own.code);
    gpu__host_free(preprocessed);
    return r ? r : gpu__run_cc(cc, s, folder, 0, call);
}
/* Compiles the kernel, loads it, and keeps it under `path` in the cache, if that is not empty. */
static gpu_status gpu__compile_new(gpu_kernel c, const gpu__cc *cc, const gpu__source *s, const char *header,
                                   const char *folder, const char *path, const unsigned char **signature,
                                   const char *call)
{
    char library[2 * GPU__NAME_BYTES], *code;
    const char *why, *tool;
    gpu__text list;
    size_t bytes = 0;
    memset(&list, 0, sizeof list);
    gpu_status r = gpu__compile_in(cc, s, header, folder, &list, call);
    if (!r && !gpu__path_of(library, sizeof library, folder, "kernel.so")) r = gpu__no_host_memory(call);
    if (!r && (why = gpu__load_compiled(c, library, signature)))
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "the compiled kernel cannot be loaded: %s", why);
    if (!r && *path && (code = gpu__read_file(library, &bytes))) {
        gpu__list_options(&list, s->options);
        (void)gpu__list_includes(&list, s->text, "", s->options);
        for (tool = cc->tools.p; tool && *tool; tool += strlen(library) + 1) {
            snprintf(library, sizeof library, "%.*s", (int)strcspn(tool, "\n"), tool);
            gpu__list_file(&list, GPU__MADE_BY, library);
        }
        gpu__cache_keep(path, c->key, code, bytes, &list);
        GPU_HOST_FREE(code);
    }
    gpu__text_end(&list);
    return r;
}
/* Loads the library of a kernel from the cache, or compiles it. */
static gpu_status gpu__cpu_load(gpu_kernel c, const gpu__source *s, const gpu__cc *cc, const char *header,
                                const unsigned char **signature, const char *call)
{
    char folder[2 * GPU__NAME_BYTES], path[2 * GPU__NAME_BYTES], temporary[2 * GPU__NAME_BYTES], *code;
    const char *tmp = gpu__own_environment("TMPDIR");
    size_t bytes;
    const int cached = gpu__cache_path(folder, path, sizeof path, c->key, ".so");
    if (cached && (code = gpu__cache_read(path, c->key, cc->tools.used ? cc->tools.p : "", &bytes))) {
        GPU_HOST_FREE(code);
        if (!gpu__load_compiled(c, path, signature)) return GPU_OK;
    }
    if ((!cached || !gpu__temporary_open(temporary, sizeof temporary, folder)) &&
        !gpu__temporary_open(temporary, sizeof temporary, tmp ? tmp : "/tmp"))
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "there is no folder for the compiled kernel: set GPU_CACHE or TMPDIR to one that can be "
                         "written");
    const gpu_status r = gpu__compile_new(c, cc, s, header, temporary, cached ? path : "", signature, call);
    gpu__temporary_end(temporary); /* a library that is loaded stays usable */
    return r;
}
static gpu_status gpu__cpu_compile(gpu_kernel c, const gpu__source *s, const char *call)
{
    char header[2 * GPU__NAME_BYTES];
    const unsigned char *signature = NULL;
    gpu__cc *cc;
    gpu_status r = gpu__header_path(header, sizeof header, call);
    if (r) return r;
    if (!(cc = (gpu__cc *)gpu__host(sizeof *cc, 1))) return gpu__no_host_memory(call);
    if (!(r = gpu__find_cc(cc, s, call))) {
        gpu__key_add(c->key, header);
        gpu__key_add(c->key, cc->command);
        gpu__key_place(c->key, s->options, cc->command);
        r = gpu__cpu_load(c, s, cc, header, &signature, call);
    }
    gpu__text_end(&cc->tools);
    GPU_HOST_FREE(cc);
    return r ? r : gpu__compiled_signature(c, signature, call);
}
static void gpu__cpu_compiled_end(gpu_kernel c) { gpu__library_unload(c->library); }
#endif
#endif
