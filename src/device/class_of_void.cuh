GPU__CLASS_ENDS;
/* The functions of elements of any type, whose size is a parameter. */
#define GPU__CLASS_OF_VOID_OPENS template <int gpu__k> struct gpu__all<void, gpu__k> {
GPU__CLASS_OF_VOID_OPENS
