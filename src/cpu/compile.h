
/* -- kernels from a string: a shared library by the C compiler -- */

#ifdef GPU_COMPILE
#ifdef _WIN32
static gpu_status gpu__cpu_compile(gpu_kernel c, const gpu__source *s, const char *call)
{
    (void)s;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "on Windows %s can be compiled for a GPU only; gpu_use(0) first",
                     c->name);
}
static void gpu__cpu_compiled_end(gpu_kernel c) { (void)c; }
#else
static gpu__cpu_thread *gpu__program_thread(void) { return &gpu__simulated; }
static gpu__trace_of_threads *gpu__program_trace(void) { return &gpu__trace; }
#define GPU__RUNTIME_ENTRY(R, name, parameters, arguments) gpu__##name,
static const gpu__runtime gpu__runtime_of_program = {GPU__RUNTIME(GPU__RUNTIME_ENTRY)};

/* The text between the include of gpu.h and the caller's source. Its functions forward to those of the program, through
   a table that the program passes to the library; its macros describe the kernel's parameters. */
static const char gpu__library_text[] =
    "static const gpu__runtime *gpu__program;\n"
    "#define GPU__RUNTIME_FN(R, name, parameters, arguments) \\\n"
    "    R gpu__##name parameters { return gpu__program->call_##name arguments; }\n"
    "GPU__RUNTIME(GPU__RUNTIME_FN)\n"
    "#define GPU__KIND_OF(T) (unsigned char)GPU__KIND_OF_(__builtin_classify_type(*(T *)0), T), (unsigned "
    "char)sizeof(T)\n"
    "#define GPU__KIND_OF_(is, T) ((is) == 5 ? 'p' : (is) == 8 ? 'f' : (is) > 8 ? 's' : GPU__UNSIGNED(T) ? 'u' : 'i')\n"
    "#define GPU__UNSIGNED(T) _Generic(*(T *)0, _Bool : 1, unsigned char : 1, unsigned short : 1, unsigned : 1, \\\n"
    "    unsigned long : 1, unsigned long long : 1, default : 0)\n"
    "#define GPU__LIBRARY(name) \\\n"
    "    __attribute__((visibility(\"default\"))) gpu__library_open_fn gpu__library_open; \\\n"
    "    const gpu__library *gpu__library_open(const gpu__runtime *program) \\\n"
    "    { \\\n"
    "        static const gpu__library it = {GPU__ABI, &name##__kernel, gpu__signature}; \\\n"
    "        gpu__program = program; \\\n"
    "        return &it; \\\n"
    "    }\n"
    "#undef __global__\n"
    "#define __global__ static GPU__UNUSED\n"
    "#define __grid_constant__\n";

/* Translates what a C compiler rejects: leaves out `extern "C"`, and replaces `extern __shared__ T s[]` by
   GPU_SHARED_DYNAMIC(T, s). If offset k has one of the two, returns 1 and sets *end to the offset after it. Line
   numbers do not change. */
static int gpu__put_for_c(const gpu__source *s, gpu__text *out, size_t k, size_t *end)
{
    char *const code = s->code;
    size_t at, name, type;
    if (!gpu__word_at(code, k, "extern")) return 0;
    at = gpu__skip_space(code, k + 6);
    if (!strncmp(s->text + gpu__skip_space(s->text, k + 6), "\"C\"", 3)) {
        if (code[at] == '{') {
            code[gpu__closing(code, at)] = GPU__LEFT_OUT;
            code[at++] = ' ';
        }
        for (*end = at; k < at; k++) gpu__text_put(out, code[k] == '\n' ? "\n" : " ", 1);
        return 1;
    }
    if (!gpu__word_at(code, at, "__shared__")) return 0;
    type = gpu__skip_space(code, at + 10);
    if (gpu__word_at(code, type, "__align__")) {
        type = gpu__skip_space(code, type + 9);
        type = gpu__skip_space(code, gpu__closing(code, type) + 1);
    }
    for (at = type; code[at] && !strchr("[;{", code[at]);) at++;
    if (code[at] != '[') return 0;
    *end = gpu__closing(code, at) + 1;
    while (at > type && gpu__is_space(code[at - 1])) at--;
    for (name = at; name > type && gpu__is_word(code[name - 1]);) name--;
    gpu__text_add(out, "GPU_SHARED_DYNAMIC(%.*s, %.*s)", (int)(name - type), code + type, (int)(at - name),
                  code + name);
    return 1;
}
/* Writes a parameter as its type and its name: "const float *" and "x". Returns 0 if it has no name, or is a pointer to
   a function. */
static int gpu__put_parameter(const gpu__source *s, int k, gpu__text *out, const char *format)
{
    const size_t begin = s->parameter[k].begin;
    size_t end = s->parameter[k].end, name, i;
    int array = 0;
    char type[512];
    while (end > begin && s->code[end - 1] == ']') {
        for (; end > begin && s->code[end - 1] != '[';) end--;
        for (end--; end > begin && gpu__is_space(s->code[end - 1]);) end--;
        if (array++) return 0;
    }
    for (name = end; name > begin && gpu__is_word(s->code[name - 1]);) name--;
    if (name == end || name == begin || name - begin >= sizeof type - 3 || memchr(s->code + begin, '(', end - begin))
        return 0;
    for (i = begin; i < name; i++) type[i - begin] = gpu__is_space(s->code[i]) ? ' ' : s->code[i];
    type[i - begin] = 0;
    if (array) strcat(type, "*");
    gpu__text_add(out, format, type, (int)(end - name), s->code + name);
    return 1;
}
/* Writes the text of the library: the text in front, the caller's source translated to C, and the description of the
   kernel. */
static gpu_status gpu__source_for_c(const gpu__source *s, const char *header, gpu__text *out, const char *call)
{
    size_t k = 0, end;
    int p, named = 1;
    gpu__text_add(out, "#define GPU__COMPILED\n#define GPU_CUDA_MIN_MAX\n#include \"%s\"\n", header);
    gpu__text_put(out, gpu__library_text, strlen(gpu__library_text));
    gpu__text_add(out, "#line 1 \"source of %s\"\n", s->name);
    while (s->text[k]) {
        if (k == s->head) {
            gpu__text_add(out, "GPU_KERNEL(%s", s->name);
            for (p = 0; p < s->count; p++) named &= gpu__put_parameter(s, p, out, ", (%s, %.*s)");
            gpu__text_add(out, ")");
            for (; k <= s->close; k++)
                if (s->text[k] == '\n') gpu__text_add(out, "\n");
        } else if (gpu__put_for_c(s, out, k, &end))
            k = end;
        else {
            gpu__text_put(out, s->code[k] == GPU__LEFT_OUT ? " " : s->text + k, 1);
            k++;
        }
    }
    gpu__text_add(out, "\n#line 1 \"gpu_compile\"\nstatic const unsigned char gpu__signature[] = {");
    for (p = 0; p < s->count; p++) named &= gpu__put_parameter(s, p, out, "GPU__KIND_OF(%s), ");
    gpu__text_add(out, "0, 0};\nGPU__LIBRARY(%s)\n", s->name);
    if (!named)
        return gpu__fail(
            GPU_ERROR_INVALID_ARGUMENT, call,
            "a parameter of %s is not understood: expected a type and a name, as in const float *x or float x[]",
            s->name);
    return out->failed ? gpu__no_host_memory(call) : GPU_OK;
}

/* -- the compiler -- */

/* Runs the command and collects its output. Returns its exit status, or -1 if it cannot be started. */
static int gpu__run_command(char **argv, char *said, size_t size)
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
    failed = posix_spawnp(&child, argv[0], &actions, NULL, argv, GPU__ENVIRON);
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
    if (failed) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0; /* SIGCHLD is ignored, so there is no status: the library's existence decides */
    return WIFEXITED(status) ? (WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status)) : 1;
}
enum { GPU__COMMAND_WORDS = 128, GPU__COMMAND_BYTES = 4096 };
/* Runs the C compiler, and reports its errors. */
static gpu_status gpu__run_cc(const gpu__source *s, const char *in, const char *out, const char *call)
{
    static const char *const ours[] = {"-std=gnu11", "-O3", "-fPIC", "-shared", "-fvisibility=hidden", "-w"};
    const char *cc = getenv("CC"), *argv[GPU__COMMAND_WORDS + 16];
    char words[GPU__COMMAND_BYTES], options[GPU__COMMAND_BYTES], *said;
    int n, status;
    size_t k;
    gpu_status r = GPU_OK;
    if (!cc || !*cc) cc = "cc";
    if (strlen(cc) >= sizeof words || strlen(s->options) >= sizeof options)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "CC or the options are longer than %d bytes",
                         GPU__COMMAND_BYTES - 1);
    if (!(said = (char *)gpu__host(GPU__SAID_BYTES, 0))) return gpu__no_host_memory(call);
    strcpy(words, cc);
    strcpy(options, s->options);
    n = gpu__add_words(words, argv, 0, GPU__COMMAND_WORDS / 2);
    for (k = 0; k < sizeof ours / sizeof *ours; k++) argv[n++] = ours[k];
    n = gpu__add_words(options, argv, n, GPU__COMMAND_WORDS);
    argv[n++] = "-x";
    argv[n++] = "c";
    argv[n++] = in;
    argv[n++] = "-x";
    argv[n++] = "none";
    argv[n++] = "-o";
    argv[n++] = out;
    argv[n++] = "-lm";
    argv[n] = NULL;
    status = gpu__run_command((char **)(uintptr_t)argv, said, GPU__SAID_BYTES);
    if (status < 0)
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                      "the C compiler \"%s\" cannot be started; install one (Debian and Ubuntu: apt install gcc), or "
                      "name it in the environment variable CC",
                      cc);
    else if (status)
        r = gpu__source_refused(s, argv[0], said, call);
    GPU_HOST_FREE(said);
    return r;
}

/* Sets `path` to the absolute path of gpu.h. */
static gpu_status gpu__header_path(char *path, size_t size, const char *call)
{
    const char *folder = getenv("GPU_INCLUDE"), *known = __FILE__;
    char here[GPU__NAME_BYTES];
    struct stat st;
    if (folder && *folder) known = "gpu.h";
    if (!folder || !*folder) folder = *known == '/' ? "" : ".";
    if (*folder && *folder != '/' && getcwd(here, sizeof here))
        snprintf(path, size, "%s/%s/%s", here, folder, known);
    else
        snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", known);
    if (!stat(path, &st) && !strpbrk(path, "\"\n\\")) return GPU_OK;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "gpu.h, which the C compiler needs for the kernel, is not at %s; set the environment variable "
                     "GPU_INCLUDE to the folder that has it",
                     path);
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
/* Makes a folder that only this user can enter, for a library that is not cached. */
static int gpu__private_folder(char *path, size_t size, const uint64_t *key)
{
    const char *tmp = getenv("TMPDIR");
    int tries;
    if (!tmp || !*tmp) tmp = "/tmp";
    for (tries = 0; tries < 16; tries++) {
        gpu__unique_path(path, size, tmp, key, ".gpu.h");
        if (!mkdir(path, 0700)) return 1;
    }
    return 0;
}
/* Compiles to a temporary file in the folder, and renames that, so that other processes never see half a library. */
static gpu_status gpu__compile_into(gpu_kernel c, const gpu__source *s, const char *header, const char *folder,
                                    const char *to, const char *call)
{
    char in[2 * GPU__NAME_BYTES], out[2 * GPU__NAME_BYTES];
    gpu__text text;
    gpu_status r;
    memset(&text, 0, sizeof text);
    gpu__unique_path(in, sizeof in, folder, c->key, ".c");
    gpu__unique_path(out, sizeof out, folder, c->key, ".so");
    r = gpu__source_for_c(s, header, &text, call);
    if (!r && !gpu__write_file(in, text.p, text.used))
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "%s cannot be written; set GPU_CACHE to a folder with free space",
                      in);
    gpu__text_end(&text);
    if (!r) r = gpu__run_cc(s, in, out, call);
    if (!r && rename(out, to))
        r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "the compiler reported success but wrote no %s", out);
    (void)remove(in);
    if (r) (void)remove(out);
    return r;
}
/* Loads the library of a kernel from the cache, or compiles it. */
static gpu_status gpu__cpu_compile(gpu_kernel c, const gpu__source *s, const char *call)
{
    char header[2 * GPU__NAME_BYTES], folder[GPU__NAME_BYTES], path[2 * GPU__NAME_BYTES], when[64];
    const unsigned char *signature = NULL;
    const char *why = NULL;
    struct stat st;
    int cached;
    gpu_status r = gpu__header_path(header, sizeof header, call);
    if (r) return r;
    memset(&st, 0, sizeof st);
    (void)stat(header, &st);
    snprintf(when, sizeof when, "%lld %lld", (long long)st.st_mtime, (long long)st.st_size);
    gpu__key_add(c->key, header);
    gpu__key_add(c->key, when);
    gpu__key_add(c->key, getenv("CC") ? getenv("CC") : "cc");
    cached = gpu__cache_folder(folder, sizeof folder);
    if (!cached && !gpu__private_folder(folder, sizeof folder, c->key))
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "there is no folder for the compiled kernel: set GPU_CACHE or TMPDIR to one that can be "
                         "written");
    gpu__cache_path(path, sizeof path, folder, c->key, ".so");
    if (!cached || !gpu__file_is_ours(path) || gpu__load_compiled(c, path, &signature)) {
        r = gpu__compile_into(c, s, header, folder, path, call);
        if (!r && (why = gpu__load_compiled(c, path, &signature)))
            r = gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "the compiled kernel cannot be loaded: %s", why);
    }
    if (!cached) (void)remove(path), (void)rmdir(folder); /* a library that is loaded stays usable */
    return r ? r : gpu__compiled_signature(c, signature, call);
}
static void gpu__cpu_compiled_end(gpu_kernel c) { gpu__library_unload(c->library); }
#endif
#endif
