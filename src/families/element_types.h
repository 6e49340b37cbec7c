/* ====================================================================================== >>prewritten functions == */

/* Through pointers to these types, elements of any type of 4 or 8 bytes are read and written. */
typedef uint32_t gpu__any_32 GPU__MAY_ALIAS;
typedef uint64_t gpu__any_64 GPU__MAY_ALIAS;
#define GPU__IS_REAL(T) ((T)0.5 > 0)
