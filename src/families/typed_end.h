#if defined(GPU__GNU)
#pragma GCC diagnostic pop
#endif
#endif
