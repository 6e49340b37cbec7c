/* What test_order_sorted checks of each type. */

static T N(x)[LONGEST], N(want)[LONGEST], N(got)[LONGEST + 1];
static int N(below)(const void *a, const void *b)
{
    const int64_t i = *(const int64_t *)a, j = *(const int64_t *)b;
    const T u = N(x)[i], v = N(x)[j];
    return BELOW(u, v) ? -1 : BELOW(v, u) ? 1 : i < j ? -1 : i > j;
}
/* Random, of few values, constant; with NaN and both zeros where there are such. All are exact as doubles. */
static void N(make)(size_t n, int kind)
{
    size_t i;
    for (i = 0; i < n; i++) {
        const double u = uniform();
        const double v = kind == 0 ? fabs(u) * 1e6 : kind == 1 ? floor(fabs(u) * 7) : kind == 2 ? 3 : fabs(u) * 50;
        N(x)[i] = NUMBER_OF(T, v);
        if (kind == 3 && i % 5 == 0) N(x)[i] = i % 2 ? NAN_OF(T) : u < 0 ? (T)-0.0 : (T)0;
        index_of[i] = (int64_t)i;
    }
    qsort(index_of, n, sizeof *index_of, N(below));
}
TEST(N(top_and_bottom))
{
    size_t l, i, k;
    int kind, up;
    for (l = 0; l < LENGTHS; l++)
        for (kind = 0; kind < 4; kind++)
            for (up = 0; up < 2; up++) {
                const size_t n = lengths[l], shift = l % 2, most = l % 3 == 0 ? n : (n + 9) / 10;
                T *dx, *out = (T *)on_device(NULL, most + 1, sizeof(T), shift);
                int64_t *di = (int64_t *)on_device(NULL, most + 1, 8, shift);
                test_row("gpu_%s of %zu of %zu elements, kind %d", up ? "bottom" : "top", most, n, kind);
                N(make)(n, kind);
                dx = (T *)on_device(N(x), n, sizeof(T), shift);
                if (up)
                    CHECK_SUFFIXED(N(gpu_bottom)(out, di, most, dx, n), GPU_OK, "");
                else
                    CHECK_SUFFIXED(N(gpu_top)(out, di, most, dx, n), GPU_OK, "");
                to_host(N(got), out, (most + 1) * sizeof(T)), to_host(got_index, di, (most + 1) * 8);
                for (i = n, k = 0; k < most && up; k++) index_wanted[k] = index_of[k];
                while (k < most) { /* the largest: runs of equal ones from behind, each in its order */
                    size_t at, begin = i - 1;
                    while (begin && SAME_KEY(N(x)[index_of[begin - 1]], N(x)[index_of[i - 1]])) begin--;
                    for (at = begin; at < i && k < most; at++, k++) index_wanted[k] = index_of[at];
                    i = begin;
                }
                for (k = 0; k < most; k++) N(want)[k] = N(x)[index_wanted[k]];
                CHECK_SAME("the index", got_index, index_wanted, most, GPU_I64);
                CHECK_SAME("the values", N(got), N(want), most, N(type));
                CHECK(*(const unsigned char *)(N(got) + most) == 0xa5 &&
                      *(const unsigned char *)(got_index + most) == 0xa5);
                if (!up) CHECK_SUFFIXED(N(gpu_top)(out, NULL, most, dx, n), GPU_OK, "");
                release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(di, 8, shift);
            }
}
TEST(N(unique))
{
    size_t l, i, found;
    int kind;
    for (l = 0; l < LENGTHS; l++)
        for (kind = 0; kind < 4; kind++) {
            const size_t n = lengths[l];
            T *dx, *out = (T *)on_device(NULL, n, sizeof(T), 1);
            int64_t *dc = (int64_t *)on_device(NULL, n, 8, 0), *di = (int64_t *)on_device(NULL, n, 8, 0), count = -1;
            test_row("%zu elements, kind %d", n, kind);
            N(make)(n, kind);
            dx = (T *)on_device(N(x), n, sizeof(T), 1);
            for (i = found = 0; i < n; i++) {
                if (!i || !SAME_KEY(N(x)[index_of[i]], N(x)[index_of[i - 1]]))
                    counts[found] = 0, N(want)[found++] = N(x)[index_of[i]];
                counts[found - 1]++, inverse[index_of[i]] = (int64_t)found - 1;
            }
            CHECK_SUFFIXED(N(gpu_unique)(out, &count, dc, di, dx, n), GPU_OK, "");
            CHECK_INT(count, found);
            to_host(N(got), out, n * sizeof(T)), to_host(got_counts, dc, n * 8), to_host(got_index, di, n * 8);
            CHECK_SAME("gpu_unique", N(got), N(want), found, N(type));
            CHECK_SAME("counts of gpu_unique", got_counts, counts, found, GPU_I64);
            CHECK_SAME("inverse of gpu_unique", got_index, inverse, n, GPU_I64);
            if (found < n) CHECK(*(const unsigned char *)(N(got) + found) == 0xa5);
            GPU_CHECK(gpu_set(out, 0xa5, n * sizeof(T)));
            CHECK_SUFFIXED(N(gpu_unique)(out, dc, NULL, NULL, dx, n), GPU_OK, "");
            to_host(N(got), out, n * sizeof(T)), to_host(&count, dc, 8);
            CHECK_INT(count, found);
            CHECK_SAME("gpu_unique alone", N(got), N(want), found, N(type));
            release(dx, sizeof(T), 1), release(out, sizeof(T), 1), release(dc, 8, 0), release(di, 8, 0);
        }
}
TEST(N(searchsorted))
{
    size_t i, j;
    int kind, right;
    for (kind = 0; kind < 4; kind++)
        for (right = 0; right < 2; right++) {
            const size_t m = 300, n = 1000;
            T *ds, *dx;
            int64_t *di = (int64_t *)on_device(NULL, n, 8, 0);
            test_row("kind %d, %s", kind, right ? "right" : "left");
            N(make)(m, kind);
            for (i = 0; i < m; i++) N(want)[i] = N(x)[index_of[i]];
            N(make)(n, kind);
            ds = (T *)on_device(N(want), m, sizeof(T), 1), dx = (T *)on_device(N(x), n, sizeof(T), 1);
            CHECK_SUFFIXED(N(gpu_searchsorted)(di, ds, m, dx, n, right ? GPU_RIGHT : GPU_LEFT), GPU_OK, "");
            to_host(got_index, di, n * 8);
            for (i = 0; i < n; i++) {
                for (j = 0; j < m && (right ? !BELOW(N(x)[i], N(want)[j]) : BELOW(N(want)[j], N(x)[i])); j++) {
                }
                CHECK_AT(i, got_index[i], j, got_index[i] == (int64_t)j);
            }
            release(ds, sizeof(T), 1), release(dx, sizeof(T), 1), release(di, 8, 0);
        }
}
