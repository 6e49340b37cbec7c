#if defined(GPU__GCC) && defined(__OPTIMIZE__)
#pragma GCC pop_options
#endif
