GPU__CLASS_ENDS;
#define GPU__SHORT_OPENS template <class Type> struct gpu__short {
GPU__SHORT_OPENS
