template <int Size> static int gpu__transpose_device(const gpu__job *j, const gpu__launch_context *context, void *out,
                                                     const void *const *in)
{
    return (int)gpu__transpose<Size>(context, out, in[0], j->rows, j->cols);
}
