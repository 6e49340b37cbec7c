/* What test_order_choose checks of each type. */

TEST(N(chooses))
{
    static T x[LONGEST], y[LONGEST], want[LONGEST + 1], got[LONGEST + 1];
    size_t k, i, found;
    int kind;
    int64_t count, *const dc = (int64_t *)on_device(NULL, 1, 8, 0);
    for (k = 0; k < LENGTHS; k++)
        for (kind = 0; kind < 5; kind++) {
            const size_t n = lengths[k], shift = k % 2;
            T *dx, *dy, *out = (T *)on_device(NULL, n + 1, sizeof(T), shift);
            uint8_t *dm;
            int64_t *di = (int64_t *)on_device(NULL, n + 1, 8, shift), *places;
            test_row("%zu elements, kind %d", n, kind);
            fill_mask(n, kind);
            for (i = 0; i < n; i++)
                x[i] = (T)(mask[i] ? 1 + fabs(uniform()) * 100 : 0), y[i] = (T)(fabs(uniform()) * 100);
            dx = (T *)on_device(x, n, sizeof(T), shift), dy = (T *)on_device(y, n, sizeof(T), shift);
            dm = (uint8_t *)on_device(mask, n, 1, shift);
            memset(want, 0xa5, (n + 1) * sizeof(T));
            for (i = found = 0; i < n; i++)
                if (mask[i]) index_of[found] = (int64_t)i, want[found++] = y[i];
            count = -7;
            CHECK_SUFFIXED(N(gpu_compress)(out, &count, dy, dm, n), GPU_OK, "");
            CHECK_INT(count, found);
            to_host(got, out, (n + 1) * sizeof(T));
            CHECK_SAME("gpu_compress", got, want, n + 1, N(type));
            CHECK_SUFFIXED(N(gpu_nonzero)(di, dc, dx, n), GPU_OK, "");
            to_host(&count, dc, 8);
            CHECK_INT(count, found);
            to_host(got_index, di, (n + 1) * 8);
            CHECK_SAME("gpu_nonzero", got_index, index_of, found, GPU_I64);
            CHECK(*(const unsigned char *)(got_index + found) == 0xa5);
            CHECK_SUFFIXED(N(gpu_where)(out, dm, dx, dy, n), GPU_OK, "");
            to_host(got, out, n * sizeof(T));
            for (i = 0; i < n; i++) want[i] = mask[i] ? x[i] : y[i];
            CHECK_SAME("gpu_where", got, want, n, N(type));
            /* indices on both sides of the array, and outside of it; several to one place */
            for (i = 0; i < n; i++) index_of[i] = (int64_t)(uniform() * 1.2 * (double)n / (kind + 1));
            places = (int64_t *)on_device(index_of, n, 8, 0);
            CHECK_SUFFIXED(N(gpu_gather)(out, dy, n, places, n), GPU_OK, "");
            to_host(got, out, (n + 1) * sizeof(T));
            for (i = 0; i < n; i++) {
                const int64_t at = index_of[i] < 0 ? index_of[i] + (int64_t)n : index_of[i];
                want[i] = at >= 0 && at < (int64_t)n ? y[at] : (T)0;
            }
            CHECK_SAME("gpu_gather", got, want, n, N(type));
            CHECK(*(const unsigned char *)(got + n) == 0xa5);
            memcpy(want, x, n * sizeof(T));
            for (i = 0; i < n; i++) {
                const int64_t at = index_of[i] < 0 ? index_of[i] + (int64_t)n : index_of[i];
                if (at >= 0 && at < (int64_t)n) want[at] = y[i];
            }
            CHECK_SUFFIXED(N(gpu_scatter)(dx, n, dy, places, n), GPU_OK, "");
            to_host(got, dx, n * sizeof(T));
            CHECK_SAME("gpu_scatter", got, want, n, N(type));
            release(dx, sizeof(T), shift), release(dy, sizeof(T), shift), release(out, sizeof(T), shift);
            release(dm, 1, shift), release(di, 8, shift), release(places, 8, 0);
        }
    release(dc, 8, 0);
}
