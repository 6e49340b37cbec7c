# shellcheck shell=bash
# The Makefile itself: what it detects, with an nvidia-smi and an nvcc of the test's own; read by run.sh.

# F: where the fakes are.
fake_smi() {
    printf '#!/bin/sh\n[ "$1" = --query-gpu=compute_cap ] || exit 2\n%s\n' "$1" >"$F/smi/nvidia-smi"
    chmod +x "$F/smi/nvidia-smi"
}
fake_nvcc() {
    printf '#!/bin/sh\n[ "$1" = --list-gpu-arch ] && printf "compute_%%s\\n" %s\nexit 0\n' "$1" >"$F/nvcc/nvcc"
    chmod +x "$F/nvcc/nvcc"
}
# The fakes come first on PATH, and no ARCH or NVCC of the caller is passed on.
config() {
    env -u ARCH -u NVCC -u MAKEFLAGS -u MAKELEVEL -u OPENMP -u GENCODE -u CC -u BUILD PATH="$F/smi:$F/nvcc:$PATH" \
        "$MAKE" -s config "$@"
}
line() { local what=$1; shift; config "$@" | sed -n "s/^$what: *//p"; }
# has no OpenMP
bare_cc() {
    printf '#!/bin/sh\ncase "$*" in *-fopenmp*) exit 1;; esac\nexec gcc "$@"\n' >"$F/nvcc/bare-cc"
    chmod +x "$F/nvcc/bare-cc"
}
sass() { local a out=; for a in "$@"; do out="$out -gencode arch=compute_$a,code=sm_$a"; done; echo "${out# }"; }

makefile_detects() { # section
    local F
    F=$(cd "$X" && pwd)/fake
    rm -rf "$F" && mkdir -p "$F/smi" "$F/nvcc"
    KNOWN13="75 80 86 87 88 89 90 100 110 103 120 121"
    fake_nvcc "$KNOWN13"
    fake_smi 'echo 9.0'
    same "one card" "$(sass 90)" line "device code"
    same "the nvcc on PATH is used" "$F/nvcc/nvcc" line nvcc
    fake_smi 'printf "9.0\n9.0\n8.6\n7.5\n9.0\n"'
    same "several cards, each once" "$(sass 75 86 90)" line "device code"
    fake_smi 'printf "12.0 \n 10.0\n"'
    same "capabilities of three digits" "$(sass 100 120)" line "device code"
    fake_smi 'echo "NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver 5.15"; exit 9'
    same "no driver" "none found" line cards
    same "no driver: the oldest and its PTX" "$(sass 75) -gencode arch=compute_75,code=compute_75" line "device code"
    [ -e /dev/nvidia0 ] || [ -e /dev/dxg ] || same "no driver: the C compiler builds the examples" gcc line \
        "examples by" CC=gcc
    same "ARCH: nvcc builds the examples" "$F/nvcc/nvcc" line "examples by" ARCH=90
    fake_smi 'echo 9.0'
    same "a card: nvcc builds the examples" "$F/nvcc/nvcc" line "examples by"
    fake_nvcc "50 52 60 70 75 80 86"
    same "a card newer than nvcc: the newest PTX" "-gencode arch=compute_86,code=compute_86" line "device code"
    fake_smi 'exit 1'
    same "an old nvcc: from 75 on" "$(sass 75) -gencode arch=compute_75,code=compute_75" line "device code"
    fake_smi 'echo 8.6'
    same "ARCH overrides the card" "$(sass 90)" line "device code" ARCH=90
    same "ARCH with two" "$(sass 75 86)" line "device code" ARCH="75 86"
    same "NVCC= is no nvcc" "none" line nvcc NVCC=
    same "NVCC= needs no device code" "" line "device code" NVCC=
    says "OpenMP where it links" "gcc -fopenmp" config CC=gcc
    bare_cc
    says "a compiler without OpenMP" "bare-cc (without OpenMP)" config CC=bare-cc
    says "a compiler without OpenMP is said so" "bare-cc -fopenmp does not link here" env PATH="$F/nvcc:$PATH" "$MAKE" \
        -n say-openmp CC=bare-cc NVCC= OPENMP=
}

makefile_rules() { # section
    local F
    F=$(cd "$X" && pwd)/fake
    rm -rf "$F" && mkdir -p "$F/smi" "$F/nvcc"
    bare_cc
    # The rules, in a copy that may be built and cleaned.
    rm -rf "$F/copy" && mkdir -p "$F/copy/examples" && cp gpu.h gpu_kernels.cuh Makefile "$F/copy/"
    cp "$X/whole.cu" "$F/copy/examples/01_first.cu"
    sed 's/return last - 1;/puts("second runs"); return last - 1;/' "$X/whole.cu" >"$F/copy/examples/02_second.cu"
    in_copy() { env -u MAKEFLAGS -u MAKELEVEL -u BUILD -u OPENMP -u CC "$MAKE" -s -C "$F/copy" "$@"; }
    says "make without a goal is the help" "make test" in_copy
    says "make run by cc" "second runs" in_copy run NVCC=
    says "make run with a compiler without OpenMP" "second runs" env PATH="$F/nvcc:$PATH" bash \
        -c "$(declare -f in_copy); F=$F MAKE=$MAKE; in_copy clean; in_copy run NVCC= CC=bare-cc"
    in_copy clean
    if [ -d "$F/copy/build" ]; then fail "make clean" "build is still there"; else pass "make clean"; fi
    [ -z "$NVCC" ] || says "make run by nvcc" "second runs" in_copy run NVCC="$NVCC" ARCH=75
    sed 's/return last - 1;/return 3;/' "$X/whole.cu" >"$F/copy/examples/03_fails.cu"
    refuse "an example that fails makes make run fail" "03_fails" in_copy run NVCC=
    cp examples/cuda.c "$F/copy/examples/" && cp tests/cuda/vector_add.cu "$F/copy/sum.cu"
    check "make cuda/sum" in_copy cuda/sum
    says "what it has built" "$(sed -n 's|^// prints: ||p' tests/cuda/vector_add.cu)" "$F/copy/build/cuda/sum"
    refuse "make cuda/none" "none.cu cannot be read" in_copy cuda/none
    check "make install" in_copy install PREFIX=prefix
    same "make install copies two files" "gpu.h gpu_kernels.cuh" bash -c "cd '$F/copy/prefix/include' && echo *"
}
