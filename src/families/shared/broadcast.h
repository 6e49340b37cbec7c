/* Maps with an operand that is smaller than the result: a row or a column of a matrix, or one number in memory. Each is
   a job that runs the loops of the map; where necessary, the CPU expands the operand into a buffer for them. */
enum { GPU__BROADCAST_TASK = 2048 /* elements: a buffer of this size stays in the first-level cache */ };

/* to[k] = the operand of element begin + k, for k < count. */
static inline void gpu__broadcast_row(char *to, const char *v, size_t begin, size_t count, size_t cols, size_t size)
{
    const size_t c = begin % cols, behind = gpu__least(cols - c, count);
    size_t done = gpu__least(cols, count);
    memcpy(to, v + c * size, behind * size);
    memcpy(to + behind * size, v, (done - behind) * size);
    while (done < count) { /* the buffer holds whole rows from column c on, so it repeats */
        const size_t more = gpu__least(done, count - done);
        memcpy(to + done * size, to, more * size);
        done += more;
    }
}
static inline void gpu__broadcast_column(char *to, const char *v, size_t begin, size_t count, size_t cols, size_t size)
{
    size_t r = begin / cols, stop = (r + 1) * cols - begin, k = 0;
    for (; k < count; r++, stop += cols) {
        const size_t end = gpu__least(stop, count);
        if (size == 4)
            for (; k < end; k++) ((gpu__any_32 *)(void *)to)[k] = ((const gpu__any_32 *)(const void *)v)[r];
        else
            for (; k < end; k++) ((gpu__any_64 *)(void *)to)[k] = ((const gpu__any_64 *)(const void *)v)[r];
    }
}
/* The job's detail is whether the operand is a column. Tasks begin at multiples of GPU__BROADCAST_TASK elements,
   whatever cols is, so that non-temporal stores find out aligned. If a row is longer than the buffer, the loop reads
   the operand in place. */
GPU__JOB_PART(gpu__broadcast_part)
{
    enum { task = GPU__BROADCAST_TASK };
    const size_t cols = j->cols, size = j->out_size, end = gpu__least(last * task, j->n);
    const char *const v = (const char *)j->in[1].p;
    const int by_column = *(const int *)j->detail;
    uint64_t buffer[task];
    size_t begin = first * task, count;
    gpu__call c = *j;
    c.op = &j->map->f;
    const int staged = gpu__map_staged(&c);
    for (; begin < end; begin += count) {
        const size_t left = cols - begin % cols;
        const char *operand = (const char *)buffer;
        count = gpu__least(end - begin, task);
        if (!by_column && left >= count) {
            operand = v + begin % cols * size;
            if (left < end - begin && left > task) count = left / task * task;
            if (left >= end - begin) count = end - begin;
        } else (by_column ? gpu__broadcast_column : gpu__broadcast_row)((char *)buffer, v, begin, count, cols, size);
        c.in[1].p = (const void *)((uintptr_t)operand - begin * size);
        gpu__map_range(&c, begin, begin + count, staged);
    }
}
static inline gpu_status gpu__broadcast_call(const gpu__map *map, void *out, const void *m, const void *v, size_t rows,
                                             size_t cols, int by_column, gpu__job_device *device)
{
    const gpu_status s = gpu__shape(map->f.name, rows, cols);
    const size_t n = rows * cols, size = map->f.out_size;
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, map->f.name, out, n, size, n);
    gpu__job_in(&j, 0, "m", m, n, size);
    gpu__job_in(&j, 1, by_column ? "col" : "row", v, by_column ? rows : cols, size);
    j.map = map;
    j.cols = cols;
    gpu__job_detail(&j, &by_column, sizeof by_column);
    j.in_place = 1;
    j.tasks = gpu__ceil_div(n, GPU__BROADCAST_TASK);
    j.part[0] = j.part[1] = j.part[2] = gpu__broadcast_part;
    j.device = device;
    return gpu__job_call(&j);
}

/* The map over the elements of x and, if there is one, y; its first parameter is the number at in[1] or in[2]. */
GPU__JOB_PART(gpu__from_part)
{
    const size_t end = gpu__least(last * GPU__GRAIN, j->n);
    const int a = j->inputs - 1;
    uint64_t number = 0; /* a copy: out may hold it */
    gpu__call c = *j;
    c.op = &j->map->f;
    for (int k = 0; k < a; k++) c.in[k + 1] = j->in[k];
    c.in[0] = j->in[a];
    memcpy(&number, j->in[a].p, j->out_size);
    c.in[0].p = &number;
    gpu__map_range(&c, first * GPU__GRAIN, end, gpu__map_staged(&c));
}
static inline gpu_status gpu__from_call(const gpu__map *map, void *out, const void *a, const void *x, const void *y,
                                        size_t n, gpu__job_device *device)
{
    const size_t size = map->f.out_size;
    gpu__job j;
    gpu__job_of(&j, map->f.name, out, n, size, n);
    j.inputs = map->f.count;
    gpu__job_in(&j, 0, "x", x, n, size);
    gpu__job_in(&j, 1, "y", y, n, size);
    gpu__job_in(&j, j.inputs - 1, "a", a, n ? 1 : 0, size);
    j.map = map;
    j.in_place = GPU__JOB_ELEMENTWISE;
    j.tasks = gpu__ceil_div(n, GPU__GRAIN);
    j.part[0] = j.part[1] = j.part[2] = gpu__from_part;
    j.device = device;
    return gpu__job_call(&j);
}

/* gpu_OP_row or gpu_OP_col, of the row gpu_OP of x and y. */
#define GPU__BROADCAST(label, name, op, T, by_column)                                                                  \
    GPU__ON_DEVICE(name, gpu__broadcast<op##_scalar, by_column>(context, (T *)out, (const T *)in[0], (const T *)in[1], \
                                                                j->n, j->cols))                                        \
    GPU__PRE gpu_status name(T *out, const T *m, const T *v, size_t rows, size_t cols)                                 \
    {                                                                                                                  \
        static const gpu__map map = GPU__LOOPS_OF(T, label, op, T, of_xy);                                             \
        GPU__BY_RULE(name) return gpu__broadcast_call(&map, out, m, v, rows, cols, by_column, GPU__DEVICE_CODE(name)); \
    }

/* gpu_scale_from, from the loops of a function of a number and an array; the number is read from memory. */
#define GPU__SCALE_FROM(name, op, T)                                                                                   \
    GPU__ON_DEVICE(name, gpu__map_launch<op##_scalar, T, gpu__pointed<T>, gpu__array<T>>(                              \
                             context, (T *)out, j->n, (const T *)in[1], (const T *)in[0]))                             \
    GPU__PRE gpu_status name(T *out, const T *a, const T *x, size_t n)                                                 \
    {                                                                                                                  \
        static const gpu__map map = GPU__LOOPS_OF(T, "gpu_scale_from", op, T, of_ax);                                  \
        GPU__BY_RULE(name) return gpu__from_call(&map, out, a, x, NULL, n, GPU__DEVICE_CODE(name));                    \
    }
