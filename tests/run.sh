#!/usr/bin/env bash
# Runs all tests and adds up what they say. `make test` calls it; alone it takes the same settings from the environment.
# TEST_STRICT=1: a tool that could be installed and is not there is a failure (nvcc and a GPU aside).
set -u
cd "$(dirname "$0")/.." || exit 1
export CC=${CC:-cc} CXX=${CXX:-c++} NVCC=${NVCC-$(command -v nvcc)} BUILD=${BUILD:-build/tests} MAKE=${MAKE:-make}
OPENMP=${OPENMP--fopenmp}
GENCODE=${GENCODE:--gencode arch=compute_75,code=[sm_75,compute_75]}
export GPU_QUIET=1 # the note about a missing GPU would repeat for every program
unset GPU_DEVICE GPU_THREADS GPU_SYNC GPU_DEBUG
passed=0 failed=0 skipped=0
mkdir -p "$BUILD"
started=$SECONDS

pass() { passed=$((passed + 1)); [ -z "${VERBOSE:-}" ] || echo "ok      $1"; }
fail() { failed=$((failed + 1)); echo "FAILED  $1"; [ -z "${2:-}" ] || printf '%s\n' "$2" | tail -n 12 | sed 's/^/        /'; }
skip() { skipped=$((skipped + 1)); echo "skipped $1: $2"; }
# A tool of the system: without it a test is skipped, or fails where everything was to be installed.
have() { # have TOOL 'what is not tested'
    command -v "$1" >/dev/null && return 0
    if [ -n "${TEST_STRICT:-}" ]; then fail "$2" "$1 is not installed"; else skip "$2" "$1 is not installed"; fi
    return 1
}
check() { # check 'name' command...: exit code 0
    local name=$1 out
    shift
    if out=$("$@" 2>&1); then pass "$name"; else fail "$name" "$out"; fi
}
refuse() { # refuse 'name' 'part of the message' command...: another exit code, and the message
    local name=$1 part=$2 out
    shift 2
    if out=$("$@" 2>&1); then
        fail "$name" "it should fail and did not"
    elif [[ $out == *"$part"* ]]; then pass "$name"; else fail "$name" "expected \"$part\", got: $out"; fi
}
says() { # says 'name' 'part of the output' command...: exit code 0, and the text
    local name=$1 part=$2 out
    shift 2
    if out=$("$@" 2>&1) && [[ $out == *"$part"* ]]; then pass "$name"; else fail "$name" "expected \"$part\", got: $out"; fi
}
program() { # program 'name' command...: a program of test.h; its own counts are added
    local name=$1 out code last
    shift
    out=$("$@" 2>&1)
    code=$?
    out=${out//$'\r'/} # Windows ends lines with it
    last=$(printf '%s\n' "$out" | grep -E '^[^ ]+: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' | tail -n 1)
    if [[ $last =~ :\ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + BASH_REMATCH[3]))
        if [ "$code" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then
            fail "$name" "$out"$'\n'"exit code $code after the tests had passed"
        else
            echo "$name: ${last#*: }"
            [ "$code" = 0 ] && printf '%s\n' "$out" | grep '^skipped ' || [ "$code" = 0 ] || printf '%s\n' "$out" | tail -n 30 | sed 's/^/        /'
        fi
    else fail "$name" "$out"$'\n'"exit code $code and no closing line"; fi
}

WARN="-Wall -Wextra -Wpedantic -Werror"
openmp() { # openmp COMPILER: what switches OpenMP on, if it links there
    printf '#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' >"$BUILD/openmp.c"
    "$1" -fopenmp "$BUILD/openmp.c" -o "$BUILD/openmp" >/dev/null 2>&1 && echo -fopenmp
}
sources() { # the files of a test program
    if [ "$1" = test_launch ]; then echo "tests/test_launch.cu tests/test_launch_other.cu"; else echo "tests/$1.cu"; fi
}
# build OUTPUT TEST COMPILER flags...; -x c holds for what follows it, so the library comes after -x none
build() {
    local out=$BUILD/$1 test=$2 language=c log
    shift 2
    [[ $1 == *++* ]] && language=c++
    # shellcheck disable=SC2046
    if log=$("$@" $WARN -I. -x $language $(sources "$test") -x none -o "$out" -lm -lpthread 2>&1); then return 0; fi
    fail "build $*: $test" "$log"
    return 1
}
build_nvcc() {
    local out=$BUILD/$1 test=$2 log
    shift 2
    # shellcheck disable=SC2046,SC2086
    if log=$("$NVCC" -std=c++17 -O3 -Xcompiler -O3 $GENCODE "$@" -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I. $(sources "$test") -o "$out" 2>&1); then return 0; fi
    fail "build nvcc $*: $test" "$log"
    return 1
}

# ------------------------------------------------------------------------------- the same texts by every compiler --
TESTS="test_core test_launch test_simulator test_alloc test_random test_memory test_streams test_errors"
for t in $TESTS; do
    # The first build is run with several numbers of threads, the others once: the standard cannot change those.
    if build "$t.first" "$t" "$CC" -std=c99 -O3 $OPENMP; then
        program "$CC -std=c99, $t" "$BUILD/$t.first"
        for n in 2 7; do program "$CC -std=c99, GPU_THREADS=$n, $t" env GPU_THREADS=$n "$BUILD/$t.first"; done # 1: the build without OpenMP
        program "$CC -std=c99, GPU_SYNC=1 GPU_DEVICE=cpu, $t" env GPU_SYNC=1 GPU_DEVICE=cpu "$BUILD/$t.first"
    fi
    build "$t.serial" "$t" "$CC" -std=c99 -O2 && program "$CC -std=c99 without OpenMP, $t" "$BUILD/$t.serial"
    for compiler in gcc clang; do
        have $compiler "$compiler, $t" || continue
        omp=$(openmp $compiler)
        case $t in # every standard by every compiler for the tests of the core, one by each for the others; c99 came first
        test_core | test_launch) stds="c99 c11 c17" ;;
        *) if [ $compiler = gcc ]; then stds=c11; else stds=c17; fi ;;
        esac
        for std in $stds; do
            [ "$compiler-$std-$CC" = gcc-c99-gcc ] && continue
            build "$t.$compiler.$std" "$t" $compiler -std=$std -O2 $omp && program "$compiler -std=$std $omp, $t" "$BUILD/$t.$compiler.$std"
        done
    done
    if have g++ "g++, $t"; then
        for std in c++11 c++17; do
            case $t-$std in test_core-* | test_launch-* | *-c++17) ;; *) continue ;; esac
            build "$t.g++.$std" "$t" g++ -std=$std -O2 "$(openmp gcc)" && program "g++ -std=$std, $t" "$BUILD/$t.g++.$std"
        done
    fi
    # Sanitizers: everything that is undefined is fatal; without OpenMP, whose own pools they do not know.
    if echo 'int main(void){return 0;}' | gcc -fsanitize=address,undefined -x c - -o "$BUILD/probe" 2>/dev/null; then
        build "$t.asan" "$t" gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all &&
            program "address and undefined-behaviour sanitizer, $t" env ASAN_OPTIONS=allocator_may_return_null=1 "$BUILD/$t.asan"
    elif have gcc-asan "sanitizers, $t"; then :; fi
    if echo 'int main(void){return 0;}' | gcc -fsanitize=thread -x c - -o "$BUILD/probe" 2>/dev/null; then
        build "$t.tsan" "$t" gcc -std=c11 -g -O1 -fsanitize=thread &&
            program "thread sanitizer, $t" env TSAN_OPTIONS=allocator_may_return_null=1:halt_on_error=1 "$BUILD/$t.tsan"
    elif have gcc-tsan "thread sanitizer, $t"; then :; fi
    if [ -n "$NVCC" ]; then
        if build_nvcc "$t.nvcc" "$t" -Xcompiler "${OPENMP:--O3}"; then
            program "nvcc, $t" "$BUILD/$t.nvcc"
            program "nvcc, GPU_THREADS=7, $t" env GPU_THREADS=7 "$BUILD/$t.nvcc"
            program "nvcc, GPU_DEVICE=cpu, $t" env GPU_DEVICE=cpu "$BUILD/$t.nvcc"
        fi
        case $t in # as nvcc takes the minutes of a run
        test_core | test_launch) build_nvcc "$t.nvcc.serial" "$t" && program "nvcc without OpenMP, $t" "$BUILD/$t.nvcc.serial" ;;
        esac
    fi
done
# The prewritten functions: one build a compiler, as their text is stamped for every type.
t=test_prewritten
if build "$t.first" "$t" "$CC" -std=c99 -O2 $OPENMP; then
    program "$CC -std=c99, $t" "$BUILD/$t.first"
    program "$CC -std=c99, GPU_THREADS=7, $t" env GPU_THREADS=7 OMP_WAIT_POLICY=passive "$BUILD/$t.first"
fi
if have clang "clang, $t"; then build "$t.clang" "$t" clang -std=c11 -O2 "$(openmp clang)" && program "clang, $t" "$BUILD/$t.clang"; fi
if have g++ "g++, $t"; then build "$t.g++" "$t" g++ -std=c++17 -O1 && program "g++, $t" "$BUILD/$t.g++"; fi
if echo 'int main(void){return 0;}' | gcc -fsanitize=address,undefined -x c - -o "$BUILD/probe" 2>/dev/null; then
    build "$t.asan" "$t" gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all &&
        program "address and undefined-behaviour sanitizer, $t" "$BUILD/$t.asan"
fi
if [ -n "$NVCC" ]; then build_nvcc "$t.nvcc" "$t" -Xcompiler "${OPENMP:--O3}" && program "nvcc, $t" "$BUILD/$t.nvcc"; fi
# And against NumPy itself.
if python3 -c 'import numpy' 2>/dev/null; then
    printf '#define GPU_IMPLEMENTATION\n#define GPU_KERNELS_FOR_C\n#include "gpu.h"\n' >"$BUILD/library.c"
    # shellcheck disable=SC2086
    check "a shared library of the prewritten functions" "$CC" -std=c99 -O1 $OPENMP -shared -fPIC $WARN -I. "$BUILD/library.c" -o "$BUILD/library.so" -lm &&
        program "NumPy" python3 tests/numpy_check.py "$BUILD/library.so"
else have python3-numpy "the comparison with NumPy"; fi
# Vectorised functions: a build takes long, so each compiler builds them once; and the bits of all builds are compared.
t=test_vectorize all_bits=
bits() { # bits 'name' BINARY: its line of bits is that of the builds before it
    local name=$1 line
    shift
    line=$(env OMP_WAIT_POLICY=passive "$@" --child bits 2>/dev/null | grep -E '^bits [0-9a-f]{16} [0-9a-f]{16}$')
    all_bits=${all_bits:-$line}
    if [ -n "$line" ] && [ "$line" = "$all_bits" ]; then pass "$name"; else fail "$name" "expected \"$all_bits\", got \"$line\""; fi
}
vectorised() { # vectorised SUFFIX COMPILER flags...
    local suffix=$1
    shift
    build "$t.$suffix" "$t" "$@" || return 1
    program "$*, $t" "$BUILD/$t.$suffix"
    bits "the bits of $*" "$BUILD/$t.$suffix"
}
# shellcheck disable=SC2046,SC2086
if vectorised first "$CC" -std=c99 -O3 $OPENMP; then program "$CC -std=c99, GPU_THREADS=7, $t" env GPU_THREADS=7 "$BUILD/$t.first"; fi
if have gcc "gcc, $t"; then
    vectorised asan gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
    vectorised tsan gcc -std=c11 -g -O1 -fsanitize=thread
fi
# shellcheck disable=SC2046
have clang "clang, $t" && vectorised clang clang -std=c11 -O2 $(openmp clang)
have g++ "g++, $t" && vectorised g++ g++ -std=c++17 -O2 "$(openmp gcc)"
if [ -n "$NVCC" ] && build_nvcc "$t.nvcc" "$t" -Xcompiler "${OPENMP:--O3}"; then
    program "nvcc, $t" "$BUILD/$t.nvcc"
    program "nvcc, GPU_DEVICE=cpu, $t" env GPU_DEVICE=cpu "$BUILD/$t.nvcc"
    bits "the bits of nvcc" "$BUILD/$t.nvcc"
    bits "the bits of nvcc, GPU_DEVICE=cpu" env GPU_DEVICE=cpu "$BUILD/$t.nvcc"
fi
# Windows: by MinGW, run by Wine. The simulator switches stacks by its own code, and by Windows' fibers.
if have x86_64-w64-mingw32-gcc "Windows" && have wine "Windows"; then
    WINEPREFIX=$(cd "$BUILD" && pwd)/wine WINEDEBUG=-all
    export WINEPREFIX WINEDEBUG
    wine wineboot --init >/dev/null 2>&1 </dev/null
    for t in test_core test_launch test_simulator test_alloc test_errors; do
        build "$t.exe" "$t" x86_64-w64-mingw32-gcc -std=c11 -O2 -static && program "Windows, $t" timeout 300 wine "$BUILD/$t.exe"
    done
    t=test_simulator
    build "$t.fibers.exe" "$t" x86_64-w64-mingw32-gcc -std=c11 -O2 -static -DGPU__TEST_UCONTEXT -Wno-array-bounds &&
        program "Windows fibers, $t" timeout 300 wine "$BUILD/$t.fibers.exe"
    unset WINEPREFIX WINEDEBUG
fi
if have valgrind "valgrind"; then
    for t in test_alloc test_launch; do
        build "$t.valgrind" "$t" gcc -std=c11 -g -O1 && program "valgrind, $t" valgrind -q --error-exitcode=9 --leak-check=full --trace-children=no "$BUILD/$t.valgrind"
    done
fi
[ -n "$NVCC" ] || skip "everything that nvcc builds" "no nvcc on PATH or in /usr/local/cuda/bin"
if [ -n "$NVCC" ] && ! nvidia-smi -L >/dev/null 2>&1; then skip "the nvcc-built programs on a GPU" "no GPU in this machine; they ran on the fallback"; fi

# shellcheck source=tests/compile.sh
. tests/compile.sh
# shellcheck source=tests/makefile.sh
. tests/makefile.sh

echo "$((SECONDS - started)) seconds"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
