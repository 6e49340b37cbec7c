GPU__CLASS_ENDS;
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
