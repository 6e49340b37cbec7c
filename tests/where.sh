#!/usr/bin/env bash
# Where the library runs: each row builds a few programs of the tests by one compiler for one target, runs them, and
# prints a row of the table in examples/WHERE.md. A row takes minutes; what it said is in build/where/ROW/log.
#     tests/where.sh                  the rows of all compilers that are there
#     tests/where.sh musl clang-13    these
#     PROGRAMS='core bits' tests/where.sh gcc-11    with two of the programs
#     tests/where.sh bullseye/gcc-9 trixie/nvcc     in another Debian, as root: debootstrap makes it in ROOTS
# But for nvcc they are packages of Debian: gcc-11, clang-13 and so on, musl-tools, gcc-aarch64-linux-gnu with
# libc6-dev-arm64-cross and qemu-user, gcc-mingw-w64-x86-64 with wine.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck disable=SC2086
tests=$(printf 'cc/test_%s ' ${PROGRAMS:-core launch bits order matmul linalg})

enter=() # what a command is started by, where it is not to run on this system
row() { # row NAME COMPILER TARGET MAKE'S VARIABLE...
    local log=build/where/$1/log target=$3
    mkdir -p "${log%/*}"
    "${enter[@]}" make -j1 test-one NVCC= T="$tests" BUILD="build/where/$1" "${@:4}" >"$log" 2>&1
    if grep -q "fopenmp does not link" "$log"; then target+=", one thread"; fi
    echo "| $2 | $target | $(sed -E 's/[^ ]*test_([a-z]*)[^ ]*/\1/g' <<<"$tests")| $(tail -n 3 "$log" |
        grep '^[0-9]* passed') | $(date -u +%F) |"
}
version() {
    "${enter[@]}" "$@" --version | sed -nE '1s/.*(\)|version) ([0-9][^ ]*).*/\2/p; s/.*release ([0-9.]*).*/\1/p'
}
needs() { command -v "$1" >/dev/null || { echo "$1 is not here" >&2 && false; }; }
# A compiler of programs that another program runs: each becomes a script that starts it, so that it can start itself.
run_by() { # run_by NAME RUNNER COMPILER
    local cc=build/where/$1/cc
    mkdir -p "${cc%/*}"
    cat >"$cc" <<END
#!/bin/sh
out=\$(printf '%s\n' "\$@" | grep -A1 -x -e -o | tail -n 1)
case \$out in '' | *.o) exec $3 "\$@" ;; esac
rm -f "\$out"
$3 "\$@" || exit
[ ! -f "\$out" ] || mv "\$out" "\$out.exe"
printf '%s\n' '#!/bin/sh' 'exec $2 "\$0.exe" "\$@"' >"\$out" && chmod +x "\$out"
END
    chmod +x "$cc"
    echo "CC=$cc"
}

# ---------------------------------------------------------------------------------------------------------- the rows --
native() { needs "$1" && row "$1" "${1%%-*} $(version "$1")" "Linux, x86-64" CC="$1"; }
simd() { GPU_SIMD=$1 row gcc "gcc $(version gcc)" "Linux, x86-64, vectors of $1 bits" CC=gcc; }
musl() { needs musl-gcc && row musl "gcc $(version musl-gcc)" "Linux with musl, x86-64" CC=musl-gcc OPENMP=; }
aarch64() { # aarch64 NAME COMPILER
    local qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu -0 \"\$0\""
    needs qemu-aarch64 && needs aarch64-linux-gnu-gcc && needs "${2%% *}" &&
        row "$1" "${2%% *} $(version "${2%% *}")" "Linux, AArch64 by qemu" "$(run_by "$1" "$qemu" "$2")"
}
mingw() {
    needs wine && needs x86_64-w64-mingw32-gcc && row mingw "MinGW gcc $(version x86_64-w64-mingw32-gcc)" \
        "Windows by Wine, x86-64" "$(run_by mingw "env WINEDEBUG=-all wine" "x86_64-w64-mingw32-gcc -static")"
}
# In a Debian of its own, which debootstrap makes once: for compilers that this one has not.
declare -A packages=(
    [bullseye]="gcc,g++,gcc-9,gcc-10,clang-9,clang-11,libomp-11-dev"
    [sid]="gcc,g++,gcc-14,gcc-15,gcc-16,clang-22,libomp-22-dev"
    [trixie]="gcc,g++")
debian() { # debian SUITE COMPILER
    local suite=$1 compiler=$2 root=${ROOTS:-$PWD/build/where/roots}/$1
    needs debootstrap || return
    if [ ! -e "$root/made" ]; then
        mkdir -p "$root"
        debootstrap --variant=minbase --components=main,contrib,non-free \
            --include="make,python3-minimal,binutils,libc6-dev,${packages[$suite]}" "$suite" "$root" >&2 || return
        touch "$root/made"
    fi
    [ "$compiler" != nvcc ] || [ -x "$root/usr/bin/nvcc" ] ||
        chroot "$root" apt-get install -y --no-install-recommends nvidia-cuda-toolkit >&2 || return
    rm -rf "$root/src" && mkdir -p "$root/src" || return
    cp -r Makefile gpu.h gpu_kernels.cuh src tests examples "$root/src" || return
    mountpoint -q "$root/proc" || mount --bind /proc "$root/proc" || return # the tests ask how much memory is free
    enter=(chroot "$root" env -C /src PATH=/usr/sbin:/usr/bin:/sbin:/bin)
    # Before glibc 2.34 dlopen is in a library of its own.
    local cc="$compiler -Wl,--no-as-needed -ldl" target="Linux, x86-64"
    [[ $compiler == gcc* ]] || cc+=" -Wno-unused-command-line-argument"
    if [ "$compiler" = nvcc ]; then
        cuda "$suite-nvcc"
    else
        row "$suite-$compiler" "${compiler%%-*} $(version "$compiler")" "$target" CC="$cc"
    fi
    enter=()
}
cuda() { # device code for every major architecture is compiled; without a GPU the programs run on the CPU
    tests="nvcc.O3/test_core.cpu nvcc.O3/test_launch.cpu "
    [ ${#enter[@]} -gt 0 ] || needs nvcc || return
    row "${1:-nvcc}" "nvcc $(version nvcc)" "Linux, x86-64, \`-arch=all-major\`, run on the CPU" NVCC=nvcc \
        GENCODE=-arch=all-major
}

# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(compgen -c | grep -xE '(gcc|clang)-[0-9]+' | sort -Vu) simd128 simd256 simd512 musl aarch64 \
    aarch64-clang mingw nvcc
for name; do
    case $name in
        gcc* | clang*) native "$name" ;;
        simd*) simd "${name#simd}" ;;
        aarch64) aarch64 "$name" aarch64-linux-gnu-gcc ;;
        aarch64-clang) aarch64 "$name" "clang --target=aarch64-linux-gnu" ;;
        nvcc) cuda ;;
        */*) debian "${name%%/*}" "${name#*/}" ;;
        *) "$name" ;;
    esac
done
