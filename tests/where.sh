#!/usr/bin/env bash
# Where the library runs: each row builds a few programs of the tests by one compiler for one target, runs them, and
# prints a row of the table in examples/WHERE.md. A row takes minutes; what it said is in build/where/ROW/log.
#     tests/where.sh                  the rows of all compilers that are there
#     tests/where.sh musl clang-13    these
#     PROGRAMS='core bits' tests/where.sh gcc-11    with two of the programs
# But for nvcc they are packages of Debian: gcc-11, clang-13 and so on, musl-tools, gcc-aarch64-linux-gnu with
# libc6-dev-arm64-cross and qemu-user, gcc-mingw-w64-x86-64 with wine.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck disable=SC2086
tests=$(printf 'cc/test_%s ' ${PROGRAMS:-core launch bits order matmul linalg})

row() { # row NAME COMPILER TARGET MAKE'S VARIABLE...
    local log=build/where/$1/log target=$3
    mkdir -p "${log%/*}"
    make -j1 test-one NVCC= T="$tests" BUILD="${log%/*}" "${@:4}" >"$log" 2>&1
    if grep -q "fopenmp does not link" "$log"; then target+=", one thread"; fi
    echo "| $2 | $target | $(sed -E 's/[^ ]*test_([a-z]*)[^ ]*/\1/g' <<<"$tests")| $(tail -n 3 "$log" |
        grep '^[0-9]* passed') | $(date -u +%F) |"
}
version() { "$@" --version | sed -nE '1s/.* ([0-9][^ ]*).*/\1/p; s/.*release ([0-9.]*).*/\1/p'; }
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
cuda() { # device code for every major architecture is compiled; without a GPU the programs run on the CPU
    tests="nvcc.O3/test_core.cpu nvcc.O3/test_launch.cpu "
    needs nvcc && row nvcc "nvcc $(version nvcc)" "Linux, x86-64, \`-arch=all-major\`, run on the CPU" NVCC=nvcc \
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
        *) "$name" ;;
    esac
done
