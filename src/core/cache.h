/* ---------------------------------------------------------------------- kernels from a string: the cache of code -- */

#ifdef GPU_COMPILE
/* A file of the cache is the compiled code, then a list of the files that it was made from, then this. A library is
   loaded where it is: the loader does not look behind the sections. */
typedef struct gpu__cache_entry {
    uint64_t key[2], code_bytes, list_bytes, sum[2]; /* sum: of the code and the list */
} gpu__cache_entry;

/* Adds bytes that the compiled code depends on to the key, which consists of two hashes. */
static void gpu__key_bytes(uint64_t *key, const void *p, size_t bytes)
{
    const char *at = (const char *)p;
    uint64_t word = bytes;
    for (;;) {
        key[0] = (key[0] ^ word) * 0x100000001b3u;
        key[0] ^= key[0] >> 32;
        key[1] = (key[1] + word + 1) * 0x9e3779b97f4a7c15u;
        key[1] ^= key[1] >> 29;
        if (!bytes) return;
        word = 0;
        if (bytes >= sizeof word) memcpy(&word, at, sizeof word);
        else memcpy(&word, at, bytes);
        at += bytes >= sizeof word ? sizeof word : bytes;
        bytes -= bytes >= sizeof word ? sizeof word : bytes;
    }
}
static void gpu__key_add(uint64_t *key, const char *text) { gpu__key_bytes(key, text, strlen(text)); }

#ifdef _WIN32 /* there is no cache */
#define gpu__own_environment(name) getenv(name)
#define gpu__key_place(key, options, compiler) ((void)0)
#define gpu__cache_path(folder, path, size, key, suffix) ((void)(folder), (void)(path), 0)
#define gpu__cache_read(path, key, tools, bytes) ((void)(bytes), NULL)
#else
/* A program that runs with more rights than its user has takes neither files nor programs that its user names. */
static int gpu__privileged(void)
{
#ifdef __linux__
    return getauxval(AT_SECURE) != 0;
#else
    return getuid() != geteuid() || getgid() != getegid();
#endif
}
/* The variable's value, or NULL if it is not set, empty, or the user of a privileged program set it. */
static const char *gpu__own_environment(const char *name)
{
    const char *v = getenv(name);
    return v && *v && !gpu__privileged() ? v : NULL;
}
/* Sets `path` to folder/name; 0 if it is too long. A relative folder counts from the current one: no path begins with a
   '-', which compilers would take for an option. */
static int gpu__path_of(char *path, size_t size, const char *folder, const char *name)
{
    char here[GPU__NAME_BYTES];
    int n;
    if (*folder == '/') n = snprintf(path, size, "%s/%s", folder, name);
    else if (getcwd(here, sizeof here)) n = snprintf(path, size, "%s/%s/%s", here, folder, name);
    else return 0;
    return n > 0 && (size_t)n < size;
}

/* -- what code was made from: a line for each file, with a hash of what it holds -- */

static char *gpu__read_file(const char *path, size_t *bytes) /* NULL if there is none; zero-terminated */
{
    FILE *f = fopen(path, "rb");
    long size = -1;
    char *p = NULL;
    if (f && !fseek(f, 0, SEEK_END)) size = ftell(f);
    if (size >= 0 && size < LONG_MAX && !fseek(f, 0, SEEK_SET)) p = (char *)gpu__host((size_t)size + 1, 0);
    if (p && fread(p, 1, (size_t)size, f) != (size_t)size) {
        GPU_HOST_FREE(p);
        p = NULL;
    }
    if (f) fclose(f);
    if (p) p[ *bytes = (size_t)size] = 0;
    return p;
}
/* 0 if there is no such file. Of a large one, which only a compiler is, size and time stand for what it holds. */
static uint64_t gpu__file_stamp(const char *path)
{
    uint64_t key[2] = {1, 2}, large[2];
    size_t bytes = 0;
    struct stat st;
    char *p;
    if (stat(path, &st) || !S_ISREG(st.st_mode)) return 0;
    if (st.st_size > 1 << 24) {
        large[0] = (uint64_t)st.st_size;
        large[1] = (uint64_t)st.st_mtime;
        gpu__key_bytes(key, large, sizeof large);
        return key[1] | 1;
    }
    if (!(p = gpu__read_file(path, &bytes))) return 0;
    gpu__key_bytes(key, p, bytes);
    GPU_HOST_FREE(p);
    return key[1] | 1;
}
enum { GPU__MADE_FROM = 'F', GPU__MADE_BY = 'L' }; /* a compiler may be gone: then it is not asked for */
/* A line: the kind, the hash, the time of the last change and the size, the path. A file that is changed after the time
   gets a later one, so that it need not be read as long as both are the same; where it may not, the time is 0. */
static void gpu__list_file(gpu__text *list, int kind, const char *path)
{
    const unsigned long long stamp = gpu__file_stamp(path);
    unsigned long long changed = 0, bytes = 0;
    struct stat st;
    if (stamp && !stat(path, &st)) {
        changed = st.st_ctime < time(NULL) - 2 ? (unsigned long long)st.st_ctime : 0;
        bytes = (unsigned long long)st.st_size;
    }
    gpu__text_add(list, "%c %llx %llx %llx %s\n", kind, stamp, changed, bytes, path);
}
/* Whether the files are what they were. (The list is zero-terminated, and is split.) */
static int gpu__list_holds(char *list)
{
    char *line, *next, *at;
    for (line = list; *line; line = next) {
        const unsigned long long stamp = strtoull(line + 1, &at, 16), changed = strtoull(at, &at, 16),
                                 bytes = strtoull(at, &at, 16);
        struct stat st;
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        if (*at++ != ' ') return 0;
        if (changed && !stat(at, &st) && (unsigned long long)st.st_ctime == changed &&
            (unsigned long long)st.st_size == bytes)
            continue;
        const uint64_t now = gpu__file_stamp(at);
        if (now != stamp && (now || *line != GPU__MADE_BY)) return 0;
    }
    return 1;
}

/* Adds the files that a text includes from a folder of -I in the options, and those that these include. Those that are
   not there are added too, since they would be taken if they were. Returns 0 if a macro says what is included. */
static int gpu__list_includes(gpu__text *list, const char *text, const char *from, const char *options)
{
    char path[2 * GPU__NAME_BYTES], folder[GPU__NAME_BYTES], *code;
    const char *line, *name, *at;
    size_t bytes;
    int all = 1;
    for (line = text; line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\r\n");
        name = line + 1 + strspn(line + (*line == '#'), " \t");
        if (*line != '#' || strncmp(name, "include", 7)) continue;
        name += 7 + strspn(name + 7, " \t");
        if (*name != '"' && *name != '<') return 0;
        snprintf(folder, sizeof folder, "%s", from);
        for (at = options, name++; at;) {
            snprintf(path, sizeof path, "%s/%.*s\n", folder, (int)strcspn(name, "\">\n"), name);
            if (*folder && !(list->used && strstr(list->p, path))) {
                path[strlen(path) - 1] = 0;
                gpu__list_file(list, GPU__MADE_FROM, path);
                code = gpu__read_file(path, &bytes);
                *strrchr(path, '/') = 0;
                all &= !code || gpu__list_includes(list, code, path, options);
                gpu__host_free(code);
            }
            if (!(at = strstr(at, "-I"))) break;
            at += 2 + strspn(at + 2, " ");
            snprintf(folder, sizeof folder, "%.*s", (int)strcspn(at, " \t\n"), at);
        }
    }
    return all;
}
/* Adds the files that options name, such as an object or @FILE. */
static void gpu__list_options(gpu__text *list, const char *options)
{
    char words[4096], path[sizeof words], *next = words;
    snprintf(words, sizeof words, "%s", options);
    while (*(next += strspn(next, " \t\n"))) {
        const size_t n = strcspn(next, " \t\n");
        struct stat st;
        snprintf(path, sizeof path, "%.*s", (int)n - (*next == '@'), next + (*next == '@'));
        if (*next != '-' && !stat(path, &st) && S_ISREG(st.st_mode)) gpu__list_file(list, GPU__MADE_FROM, path);
        next += n;
    }
}

/* Sets `path` to the file that holds the code or data at an address: the program or a library. */
static int gpu__module_path(char *path, size_t size, const void *address)
{
#ifdef __APPLE__
    Dl_info info;
    return dladdr(address, &info) && snprintf(path, size, "%s", info.dli_fname) < (int)size;
#else
    char line[2 * GPU__NAME_BYTES];
    FILE *maps = fopen("/proc/self/maps", "r");
    int found = 0;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        unsigned long begin = 0, end = 0;
        const char *name = strchr(line, '/');
        if (!name || sscanf(line, "%lx-%lx", &begin, &end) != 2) continue;
        if ((uintptr_t)address < begin || (uintptr_t)address >= end) continue;
        found = snprintf(path, size, "%.*s", (int)strcspn(name, "\n"), name) < (int)size;
    }
    if (maps) fclose(maps);
    return found;
#endif
}

/* -- folders -- */

/* Whether the file or folder exists, belongs to this user, and cannot be written by others. */
static int gpu__ours(const char *path, int folder)
{
    struct stat st;
    return !stat(path, &st) && (folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode)) && st.st_uid == geteuid() &&
           !(st.st_mode & 022);
}
/* Whether no other user can put a folder of his own in the place of this one: none above it, nor above a link to it,
   lets every user write, unless its sticky bit keeps what is in it. (A group or another owner above is trusted.) */
static int gpu__stays(const char *folder)
{
    char path[4 * GPU__NAME_BYTES];
    struct stat st, below;
    size_t n;
    for (n = 1; folder[n]; n++) { /* as the path is written */
        snprintf(path, sizeof path, "%.*s", (int)n, folder);
        if (folder[n] == '/' && (stat(path, &st) || (st.st_mode & 01002) == 2)) return 0;
    }
    snprintf(path, sizeof path, "%s", folder);
    if (stat(path, &st)) return 0;
    do { /* as the folders are, up to the one that is above itself */
        below = st;
        if (n + 4 > sizeof path) return 0;
        memcpy(path + n, "/..", 4), n += 3;
        if (stat(path, &st) || (st.st_mode & 01002) == 2) return 0;
    } while (st.st_ino != below.st_ino || st.st_dev != below.st_dev);
    return 1;
}
static void gpu__not_cached(const char *path, const char *why)
{
    static int noted;
    if (gpu__global.quiet || GPU__ADD(int, &noted, 1)) return;
    fprintf(stderr, "gpu.h: compiled kernels are not cached: %s %s; set GPU_CACHE to a folder of your own\n", path,
            why);
}
/* Makes the folder and its missing parents, down from the first `from` characters. */
static void gpu__make_folders(char *path, size_t from)
{
    for (char *at = path + from; *at; at++) {
        const char kept = *at;
        if (kept != '/' || at == path) continue;
        *at = 0;
        (void)mkdir(path, 0700);
        *at = kept;
    }
    (void)mkdir(path, 0700);
}
/* Sets `path` to the folder of the cache. Returns 0 if there is none, or if other users could write to it or put one in
   its place. */
static int gpu__cache_folder(char *path, size_t size)
{
    const char *cache = getenv("GPU_CACHE"), *root = gpu__own_environment("XDG_CACHE_HOME"), *below = "gpu.h";
    const int own = cache && !gpu__privileged();
    struct stat st;
    if (own && !*cache) return 0;
    if (own) root = cache, below = "";
    else if (!root) {
        root = gpu__own_environment("HOME"), below = ".cache/gpu.h";
        if (!root) return 0;
        if (stat(root, &st)) return gpu__not_cached(root, "(HOME) does not exist"), 0;
    }
    if (!gpu__path_of(path, size, root, below)) return gpu__not_cached(root, "is too long a path"), 0;
    gpu__make_folders(path, *below == '.' ? strlen(path) - strlen(below) : 0);
    const int ours = gpu__ours(path, 1);
    if (ours && gpu__stays(path)) return 1;
    gpu__not_cached(path, ours ? "is below a folder that every user can write to"
                               : "cannot be made, belongs to another user or can be written by others");
    return 0;
}
/* Sets `folder` to that of the cache and `path` to the kernel's file in it; 0 if nothing is cached. */
static int gpu__cache_path(char *folder, char *path, size_t size, const uint64_t *key, const char *suffix)
{
    if (!gpu__cache_folder(folder, size)) return 0;
    snprintf(path, size, "%.*s/%016llx%016llx%s", (int)size - 48, folder, (unsigned long long)key[0],
             (unsigned long long)key[1], suffix);
    return 1;
}

/* -- temporary folders: of a random name, so that no other process has it, also one of another machine -- */

static const char gpu__temporary[] = "gpu.h-compiles-"; /* then 16 digits */
static void gpu__temporary_end(const char *path)
{
    char file[2 * GPU__NAME_BYTES];
    struct dirent *e;
    if (!rmdir(path) || (errno != ENOTEMPTY && errno != EEXIST)) return; /* nor is it a link to a folder */
    DIR *const d = opendir(path);
    while (d && (e = readdir(d)))
        if (*e->d_name != '.' && gpu__path_of(file, sizeof file, path, e->d_name)) (void)remove(file);
    if (d) closedir(d);
    (void)rmdir(path);
}
/* Removes those that processes left here that were killed, a day ago or earlier. */
static void gpu__temporary_sweep(const char *folder)
{
    const size_t begin = sizeof gpu__temporary - 1;
    const time_t now = time(NULL);
    char path[2 * GPU__NAME_BYTES];
    struct dirent *e;
    struct stat st;
    DIR *d = opendir(folder);
    while (d && (e = readdir(d)))
        if (!strncmp(e->d_name, gpu__temporary, begin) && strspn(e->d_name + begin, "0123456789abcdef") == 16 &&
            !e->d_name[begin + 16] && gpu__path_of(path, sizeof path, folder, e->d_name) && !stat(path, &st) &&
            S_ISDIR(st.st_mode) && st.st_uid == geteuid() && now - st.st_mtime > 24 * 3600)
            gpu__temporary_end(path);
    if (d) closedir(d);
}
/* Makes a folder that only this user can enter; 0 if that fails. */
static int gpu__temporary_open(char *path, size_t size, const char *folder)
{
    if (gpu__ours(folder, 1)) gpu__temporary_sweep(folder); /* where others write, a name may change as it is read */
    for (int tries = 0; tries < 16; tries++) {
        uint64_t key[2] = {1, 2}, random[4] = {0, 0, 0, 0};
        char name[64];
        FILE *f = fopen("/dev/urandom", "rb");
        if (f && fread(random, 8, 1, f) != 1) random[0] = 0;
        if (f) fclose(f);
        random[1] = (uint64_t)time(NULL) + (uint64_t)tries;
        random[2] = (uint64_t)gpu__process();
        random[3] = (uint64_t)(uintptr_t)path;
        gpu__key_bytes(key, random, sizeof random);
        snprintf(name, sizeof name, "%s%016llx", gpu__temporary, (unsigned long long)key[1]);
        if (gpu__path_of(path, size, folder, name) && !mkdir(path, 0700)) return 1;
    }
    return 0;
}
static int gpu__write_file(const char *path, const void *p, size_t bytes) /* a new one, which others cannot write */
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    const char *at = (const char *)p;
    int ok = file >= 0;
    while (ok && bytes) {
        const long n = (long)write(file, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        ok = n > 0;
        at += ok ? n : 0;
        bytes -= ok ? (size_t)n : 0;
    }
    if (file >= 0 && close(file)) ok = 0;
    return ok;
}

/* -- entries -- */

/* Reads the code from the cache: NULL if there is none, it is damaged, or what it was made from has changed; `tools`
   are paths, each a line, that its list must have. */
static char *gpu__cache_read(const char *path, const uint64_t *key, const char *tools, size_t *bytes)
{
    uint64_t sum[2] = {1, 2};
    size_t all = 0, n;
    gpu__cache_entry e;
    char *p = gpu__ours(path, 0) ? gpu__read_file(path, &all) : NULL, line[2 * GPU__NAME_BYTES];
    int holds = p && all >= sizeof e;
    if (holds) {
        memcpy(&e, p + all - sizeof e, sizeof e);
        all -= sizeof e;
        holds = e.key[0] == key[0] && e.key[1] == key[1] && e.code_bytes <= all && e.list_bytes == all - e.code_bytes;
    }
    if (holds) gpu__key_bytes(sum, p, all);
    holds = holds && sum[0] == e.sum[0] && sum[1] == e.sum[1];
    if (holds) p[all] = 0;
    for (; holds && *tools; tools += n) {
        n = strcspn(tools, "\n") + 1;
        holds = snprintf(line, sizeof line, " %.*s", (int)n, tools) == (int)n + 1 && strstr(p + e.code_bytes, line);
    }
    if (holds && gpu__list_holds(p + e.code_bytes)) return *bytes = (size_t)e.code_bytes, p;
    gpu__host_free(p);
    return NULL;
}
/* Keeps code under that path. Other processes see the whole file or none. */
static void gpu__cache_keep(const char *path, const uint64_t *key, const void *code, size_t bytes,
                            const gpu__text *list)
{
    char folder[2 * GPU__NAME_BYTES], temporary[2 * GPU__NAME_BYTES], file[2 * GPU__NAME_BYTES];
    gpu__text all;
    gpu__cache_entry e;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    memset(&all, 0, sizeof all);
    gpu__text_put(&all, (const char *)code, bytes);
    if (list->used) gpu__text_put(&all, list->p, list->used);
    e.key[0] = key[0], e.key[1] = key[1];
    e.code_bytes = bytes, e.list_bytes = list->used;
    e.sum[0] = 1, e.sum[1] = 2;
    if (!all.failed) gpu__key_bytes(e.sum, all.p, all.used);
    gpu__text_put(&all, (const char *)&e, sizeof e);
    if (all.failed || list->failed || !gpu__temporary_open(temporary, sizeof temporary, folder)) {
        gpu__text_end(&all);
        return;
    }
    if (!gpu__path_of(file, sizeof file, temporary, "entry") || !gpu__write_file(file, all.p, all.used) ||
        rename(file, path))
        gpu__not_cached(folder, "cannot be written, or has no free space");
    gpu__text_end(&all);
    gpu__temporary_end(temporary);
}

/* -- the rest of the key -- */

/* Adds what a compiler reads besides the text: variables of the environment, the folder that relative paths in the
   options count from, and the processor that it asks for `native`. */
static void gpu__key_place(uint64_t *key, const char *options, const char *compiler)
{
    static const char *const names[] = {"CPATH",           "C_INCLUDE_PATH", "COMPILER_PATH",
                                        "GCC_EXEC_PREFIX", "LIBRARY_PATH",   "SDKROOT"};
    char here[GPU__NAME_BYTES], line[GPU__NAME_BYTES];
    const char *word, *v;
    int relative = 0;
    FILE *f;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if ((v = gpu__own_environment(names[k]))) relative = 1, gpu__key_add(key, v);
    for (word = options + strspn(options, " \t\n"); *word; word += strspn(word, " \t\n")) {
        if (strncmp(word, "-I/", 3) && (*word != '-' || !strchr("DUOm", word[1]))) relative = 1;
        word += strcspn(word, " \t\n");
    }
    if (relative && getcwd(here, sizeof here)) gpu__key_add(key, here);
    if (!strstr(options, "native") && !strstr(compiler, "native")) return;
    if (!(f = fopen(GPU__PROCESSOR_FILE, "r"))) return;
    while (fgets(line, sizeof line, f) && *line != '\n') /* of the first processor, what does not change as it runs */
        if (!strstr(line, "MHz") && !strstr(line, "ogo")) gpu__key_add(key, line);
    fclose(f);
}
#endif
#endif
