/* What test_order checks of the functions of each type. */

static void N(fill)(T *x, size_t n, int kind)
{
    size_t i;
    for (i = 0; i < n; i++) {
        const uint64_t bits = element_bits(kind, i, n, sizeof(T));
        const uint32_t half = (uint32_t)bits;
        const uint8_t byte = (uint8_t)bits;
        memcpy(x + i, sizeof(T) == 8 ? (const void *)&bits : sizeof(T) == 4 ? (const void *)&half : &byte, sizeof(T));
    }
}
/* index = where the elements in order come from. */
static void N(order)(int64_t *index, const T *x, size_t n, int descending)
{
    int64_t *const other = (int64_t *)malloc((n + 1) * sizeof *other);
    size_t i, run, a, b, end, middle, to;
    for (i = 0; i < n; i++) index[i] = (int64_t)i;
    for (run = 1; run < n; run *= 2) {
        for (i = 0; i < n; i = end) {
            middle = n - i < run ? n : i + run, end = n - middle < run ? n : middle + run;
            for (a = to = i, b = middle; to < end; to++) {
                const int second =
                    a == middle ||
                    (b < end && (descending ? BELOW(x[index[a]], x[index[b]]) : BELOW(x[index[b]], x[index[a]])));
                other[to] = second ? index[b++] : index[a++];
            }
        }
        memcpy(index, other, n * sizeof *index);
    }
    free(other);
}
static void N(sorts)(size_t n, int kind, gpu_order order, size_t shift)
{
    static T x[LONGEST], want[LONGEST], got[LONGEST + 1];
    T *dx, *out = (T *)on_device(NULL, n + 1, sizeof(T), shift);
    int64_t *index = (int64_t *)on_device(NULL, n + 1, 8, shift);
    uint32_t *small = (uint32_t *)on_device(NULL, n + 1, 4, shift), *dv;
    uint64_t *dw;
    size_t i;
    test_row("kind %d, %zu elements, order %d, shift %zu", kind, n, (int)order, shift);
    N(fill)(x, n, kind);
    N(order)(want_index, x, n, order == GPU_DESCENDING);
    for (i = 0; i < n; i++) {
        values[i] = random_bits(), short_values[i] = (uint32_t)values[i];
        want[i] = x[want_index[i]];
    }
    for (i = 0; i < n; i++) want_values[i] = values[want_index[i]], want_short[i] = (uint32_t)want_index[i];
    dx = (T *)on_device(x, n, sizeof(T), shift);
    dv = (uint32_t *)on_device(short_values, n, 4, shift), dw = (uint64_t *)on_device(values, n, 8, shift);
    CHECK_SUFFIXED(N(gpu_sort)(out, dx, n, order), GPU_OK, "");
    to_host(got, out, (n + 1) * sizeof(T));
    CHECK_SAME("gpu_sort", got, want, n, N(type));
    UNTOUCHED(got + n);
    to_host(got, dx, n * sizeof(T));
    CHECK_SAME("the input of gpu_sort", got, x, n, N(type));
    CHECK_SUFFIXED(N(gpu_argsort)(index, dx, n, order), GPU_OK, "");
    to_host(got_index, index, (n + 1) * 8);
    CHECK_SAME("gpu_argsort", got_index, want_index, n, GPU_I64);
    UNTOUCHED(got_index + n);
    CHECK_SUFFIXED(N(gpu_argsort_short)(small, dx, n, order), GPU_OK, "");
    to_host(got_short, small, (n + 1) * 4);
    CHECK_SAME("gpu_argsort_short", got_short, want_short, n, GPU_U32);
    UNTOUCHED(got_short + n);
    GPU_CHECK(gpu_set(out, 0xa5, (n + 1) * sizeof(T)));
    CHECK_SUFFIXED(N(gpu_sort_pairs)(out, small, dx, dv, 4, n, order), GPU_OK, "");
    to_host(got, out, (n + 1) * sizeof(T));
    to_host(got_short, small, (n + 1) * 4);
    for (i = 0; i < n; i++) want_short[i] = short_values[want_index[i]];
    CHECK_SAME("keys of gpu_sort_pairs of 4 bytes", got, want, n, N(type));
    CHECK_SAME("values of gpu_sort_pairs of 4 bytes", got_short, want_short, n, GPU_U32);
    UNTOUCHED(got + n);
    UNTOUCHED(got_short + n);
    CHECK_SUFFIXED(N(gpu_sort_pairs)(dx, dw, dx, dw, 8, n, order), GPU_OK, "");
    to_host(got, dx, n * sizeof(T));
    to_host(got_values, dw, n * 8);
    CHECK_SAME("keys of gpu_sort_pairs in place", got, want, n, N(type));
    CHECK_SAME("values of gpu_sort_pairs in place", got_values, want_values, n, GPU_U64);
    if (n) GPU_CHECK(gpu_copy(dx, x, n * sizeof(T)));
    CHECK_SUFFIXED(N(gpu_sort)(dx, dx, n, order), GPU_OK, "");
    to_host(got, dx, n * sizeof(T));
    CHECK_SAME("gpu_sort in place", got, want, n, N(type));
    release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(index, 8, shift);
    release(small, 4, shift), release(dv, 4, shift), release(dw, 8, shift);
}
/* The first of the order, and quantiles, for which only a part is sorted. */
static void N(parts)(size_t n, int kind, gpu_order order, size_t shift)
{
    static const double shares[] = {0, 0.37, 0.5, 1};
    static T x[LONGEST], want[LONGEST], got[LONGEST + 1];
    const size_t few[] = {n, (n + 19) / 20, n < 300 ? n : 300}, k = 1 + (size_t)random_bits() % few[random_bits() % 3];
    T *dx, *out = (T *)on_device(NULL, k + 1, sizeof(T), shift);
    int64_t *index = (int64_t *)on_device(NULL, k + 1, 8, shift);
    size_t i, q;
    test_row("the first %zu, kind %d, %zu elements, order %d, shift %zu", k, kind, n, (int)order, shift);
    N(fill)(x, n, kind);
    dx = (T *)on_device(x, n, sizeof(T), shift);
    N(order)(want_index, x, n, order == GPU_DESCENDING);
    if (order == GPU_DESCENDING)
        CHECK_SUFFIXED(N(gpu_top)(out, index, k, dx, n), GPU_OK, "");
    else
        CHECK_SUFFIXED(N(gpu_bottom)(out, index, k, dx, n), GPU_OK, "");
    to_host(got, out, (k + 1) * sizeof(T));
    to_host(got_index, index, (k + 1) * 8);
    for (i = 0; i < k; i++) want[i] = x[want_index[i]];
    CHECK_SAME("the first k", got, want, k, N(type));
    CHECK_SAME("the index of the first k", got_index, want_index, k, GPU_I64);
    UNTOUCHED(got + k);
    UNTOUCHED(got_index + k);
    if (order == GPU_DESCENDING) N(order)(want_index, x, n, 0);
    for (q = 0; q < 4; q++) {
        const volatile double product = (double)(n - 1) * shares[q]; /* rounded before floor() is subtracted */
        const double at = product, value = N(gpu_quantile)(dx, n, shares[q]);
        const T *const a = x + want_index[(size_t)at];
        const T *const b = x + want_index[at < (double)(n - 1) ? (size_t)at + 1 : n - 1];
        const double middle =
            isnan((double)x[want_index[n - 1]]) ? NAN : between((double)*a, (double)*b, at - floor(at));
        if (!isnan(value) || !isnan(middle)) CHECK_SAME("gpu_quantile", &value, &middle, 1, GPU_F64);
    }
    release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(index, 8, shift);
}
TEST(N(sizes))
{
    size_t k, n;
    for (k = 0; k < 120; k++) {
        const int kind = (int)(random_bits() % KINDS);
        const gpu_order order = random_bits() % 2 ? GPU_DESCENDING : GPU_ASCENDING;
        n = k % 3 ? (size_t)(random_bits() % 5001) : ((size_t)1 << k % 13) + (size_t)(random_bits() % 3) - 1;
        if (k % 30 == 29) n = 131072 + (size_t)(random_bits() % 60000); /* all threads sort together */
        N(sorts)(n, kind, order, k % 2);
        if (k % 8 == 7) n += 30000; /* the first few of a long array are found without sorting it */
        if (n) N(parts)(n, kind, order, k % 2);
    }
}
TEST(N(sorts))
{
    size_t k;
    int kind;
    for (k = 0; k < LENGTHS; k++)
        for (kind = 0; kind < KINDS; kind++)
            if (lengths[k] < 5000 || (k + (size_t)kind) % 4 == 0)
                N(sorts)(lengths[k], kind, (k + (size_t)kind) % 2 ? GPU_DESCENDING : GPU_ASCENDING, k % 2);
}

#if OF(F32 | I64 | U8)
TEST(N(rows))
{
    static const size_t shapes[][2] = {{1, 1},   {1, 500},   {500, 1},  {129, 2},  {1000, 7}, {100, 33},
                                       {65, 64}, {33, 1000}, {9, 2049}, {3, 4097}, {5, 9000}, {2, 140000}};
    static T x[LONGEST], want[LONGEST], got[LONGEST];
    size_t k, r, i;
    int kind;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (kind = (int)k % 2; kind < KINDS; kind += 2) {
            const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;
            const gpu_order order = kind % 4 < 2 ? GPU_ASCENDING : GPU_DESCENDING;
            T *dx;
            int64_t *index = (int64_t *)on_device(NULL, n, 8, 0);
            test_row("kind %d, %zu rows of %zu, order %d", kind, rows, cols, (int)order);
            N(fill)(x, n, kind);
            for (r = 0; r < rows; r++) {
                N(order)(want_index + r * cols, x + r * cols, cols, order == GPU_DESCENDING);
                for (i = 0; i < cols; i++) want[r * cols + i] = x[r * cols + (size_t)want_index[r * cols + i]];
            }
            dx = (T *)on_device(x, n, sizeof(T), 1);
            CHECK_SUFFIXED(N(gpu_argsort_rows)(index, dx, rows, cols, order), GPU_OK, "");
            CHECK_SUFFIXED(N(gpu_sort_rows)(dx, dx, rows, cols, order), GPU_OK, "");
            to_host(got, dx, n * sizeof(T));
            to_host(got_index, index, n * 8);
            CHECK_SAME("gpu_sort_rows", got, want, n, N(type));
            CHECK_SAME("gpu_argsort_rows", got_index, want_index, n, GPU_I64);
            release(dx, sizeof(T), 1), release(index, 8, 0);
        }
}
#endif

/* gpu_top_rows and gpu_bottom_rows; x may be misaligned. */
TEST(N(top_of_rows))
{
    static const size_t lengths_of[] = {1, 2, 31, 33, 255, 256, 257, 1000, 1024, 1025, 4097, 9001};
    static T x[LONGEST], want[LONGEST], got[LONGEST + 1];
    size_t c, r, i;
    int kind;
    for (c = 0; c < sizeof lengths_of / sizeof *lengths_of; c++)
        for (kind = 0; kind < KINDS; kind++) {
            const size_t cols = lengths_of[c], rows = cols > 4000 ? 2 : 5, n = rows * cols;
            const size_t shift = (c + (size_t)kind) % 2;
            const size_t counts[] = {1, 8, 31, 32, 33, cols}, m = counts[(c + (size_t)kind) % 6];
            const size_t k = m < cols ? m : cols;
            const gpu_order order = kind % 4 < 2 ? GPU_ASCENDING : GPU_DESCENDING;
            T *dx, *out = (T *)on_device(NULL, rows * k + 1, sizeof(T), 1);
            int64_t *index = (int64_t *)on_device(NULL, rows * k + 1, 8, 0);
            test_row("kind %d, the first %zu of %zu rows of %zu, order %d", kind, k, rows, cols, (int)order);
            N(fill)(x, n, kind);
            for (r = 0; r < rows; r++) {
                N(order)(got_index, x + r * cols, cols, order == GPU_DESCENDING);
                for (i = 0; i < k; i++)
                    want_index[r * k + i] = got_index[i], want[r * k + i] = x[r * cols + (size_t)got_index[i]];
            }
            dx = (T *)on_device(x, n, sizeof(T), shift);
            if (order == GPU_DESCENDING)
                CHECK_SUFFIXED(N(gpu_top_rows)(out, index, k, dx, rows, cols), GPU_OK, "");
            else
                CHECK_SUFFIXED(N(gpu_bottom_rows)(out, index, k, dx, rows, cols), GPU_OK, "");
            to_host(got, out, (rows * k + 1) * sizeof(T));
            to_host(got_index, index, (rows * k + 1) * 8);
            CHECK_SAME("the values of gpu_top_rows", got, want, rows * k, N(type));
            CHECK_SAME("the index of gpu_top_rows", got_index, want_index, rows * k, GPU_I64);
            UNTOUCHED(got + rows * k);
            UNTOUCHED(got_index + rows * k);
            release(dx, sizeof(T), shift), release(out, sizeof(T), 1), release(index, 8, 0);
        }
}

#if OF(REAL | I32 | U8 | U64)
/* Quantiles of arrays around the length from which a GPU does not sort them; kind 9 is of ordinary numbers. */
static void N(quantile)(size_t n, int kind, double q, size_t shift)
{
    static T x[LONGEST];
    const double at = (double)(n - 1) * q;
    const size_t low = (size_t)at, high = low + 1 < n ? low + 1 : low;
    double *out = (double *)on_device(NULL, 2, 8, 0), want, got[2];
    T *dx, a, b, last;
    size_t i;
    if (kind < KINDS) N(fill)(x, n, kind);
    for (i = 0; i < n && kind == KINDS; i++) x[i] = (T)(fabs(uniform()) * 250);
    N(order)(want_index, x, n, 0);
    a = x[want_index[low]], b = x[want_index[high]], last = x[want_index[n - 1]];
    want = isnan((double)last) ? (double)last : between((double)a, (double)b, at - (double)low);
    dx = (T *)on_device(x, n, sizeof(T), shift);
    CHECK_SUFFIXED(N(gpu_quantile_to)(out, dx, n, q), GPU_OK, "");
    to_host(got, out, sizeof got);
    if (isnan(want) && sizeof(T) < 8 ? !isnan(got[0]) : !same_bits(got, &want, 8))
        test__fail(__FILE__, __LINE__, "kind %d, %zu elements, q %g: %.17g, expected %.17g", kind, n, q, got[0], want);
    UNTOUCHED(got + 1);
    release(dx, sizeof(T), shift), release(out, 8, 0);
}
TEST(N(long_quantiles))
{
    static const double shares[] = {0.5, 0, 0.3, 0.75, 1};
    static const int kinds[] = {KINDS, 7, 6, 1, 0, 7, 8, 2};
    static const size_t longer[] = {262144, 262145, 262143, 300007};
    size_t k;
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) N(quantile)(longer[k % 4], kinds[k], shares[k % 5], k % 2);
    for (k = 2; k < 6 && isnan((double)NAN_OF(T)); k++)
        N(quantile)(262145, 7, 0.15 * (double)k, 0); /* zeros of both signs */
}
#endif
