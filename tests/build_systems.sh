# shellcheck shell=bash
# What `make install` writes, as build systems find it, and a checkout as CMake's FetchContent takes it: a project of
# some ten lines for each; read by run.sh.

# I: the folder of the test, with a prefix that was installed into and a program.
install_into() { # install_into NAME
    I=$(cd "$X" && pwd)/$1
    rm -rf "$I" && mkdir -p "$I"
    env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s install PREFIX="$I/prefix" >/dev/null || fail "make install" "it failed"
    cp "$X/whole.cu" "$I/prog.cu"
    for text in c cpp; do cp "$X/whole.cu" "$I/prog.$text"; done
}
# The program ends with 0, and OpenMP is in it.
runs_parallel() { "$1" && nm -D "$1" | grep -q GOMP_parallel; }
version_in_header() { sed -n 's/^#define GPU_VERSION_[MP][A-Z]* //p' gpu.h | paste -sd.; }

versions() { # section
    local version
    version=$(version_in_header)
    says "the version in the manual" "v$version" sed -n '/^\/\* gpu\.h - v/p' gpu.h
    says "the changelog has the version" "$version" sed -n '/>>changelog/,/licence/p' gpu.h
    for text in gpu.h gpu_kernels.cuh; do
        same "$text begins with its licence" "/* SPDX-License-Identifier: MIT OR Unlicense */" head -1 $text
    done
}

staged_install() { # section
    local files
    I=$(cd "$X" && pwd)/staged
    rm -rf "$I" && mkdir -p "$I"
    check "make install DESTDIR" env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s install PREFIX=/opt/some DESTDIR="$I"
    files="include/gpu.h include/gpu_kernels.cuh share/cmake/gpu/gpu-config-version.cmake"
    files="$files share/cmake/gpu/gpu-config.cmake share/pkgconfig/gpu.pc"
    same "what it installs" "$files" \
        bash -c "cd '$I' && find . -type f | sed 's|^./opt/some/||' | LC_ALL=C sort | paste -sd' '"
    same "gpu.pc names the prefix without DESTDIR" "prefix=/opt/some" head -1 "$I/opt/some/share/pkgconfig/gpu.pc"
    same "every name is substituted" "" grep -r '@[A-Z]*@' "$I"
}

# Prefixes that a shell, make, sed or pkg-config takes apart.
odd_prefixes() { # section
    local at prefix
    I=$(cd "$X" && pwd)/odd
    for prefix in "my dir" "a&b" "a|b" "it's" 'back\slash' "a  b" "50%"; do
        rm -rf "$I" && mkdir -p "$I"
        at=$I/$prefix
        check "make install PREFIX=\".../$prefix\"" env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s install PREFIX="$at"
        same "gpu.pc in $prefix" "prefix=$at" head -1 "$at/share/pkgconfig/gpu.pc"
        for text in gpu.h gpu_kernels.cuh; do check "$text in $prefix" cmp $text "$at/include/$text"; done
        if [[ $prefix != *["'"\\]* ]] && have pkg-config "pkg-config of $prefix"; then
            compiles() {
                eval "gcc -fsyntax-only $(PKG_CONFIG_PATH="$at/share/pkgconfig" pkg-config --cflags \
                    gpu) -x c '$X/program.c'"
            }
            check "pkg-config's options of $prefix" compiles
        fi
    done
    check "make install with DESTDIR" env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s install PREFIX="/my dir" \
        DESTDIR="$I/stage & more"
    same "gpu.pc of a stage" "prefix=/my dir" head -1 "$I/stage & more/my dir/share/pkgconfig/gpu.pc"
}

by_pkg_config() { # section
    have pkg-config "a program by pkg-config" || return
    install_into pkg-config
    export PKG_CONFIG_PATH=$I/prefix/share/pkgconfig
    same "pkg-config knows the version" "$(version_in_header)" pkg-config --modversion gpu
    check "pkg-config takes gpu.pc as valid" pkg-config --validate gpu
    # shellcheck disable=SC2046
    check "a program by pkg-config" gcc -O1 -fopenmp "$I/prog.c" -o "$I/prog" $(pkg-config --cflags --libs gpu)
    check "a program by pkg-config, run" runs_parallel "$I/prog"
}

cmake_project() { # cmake_project LANGUAGES HOW: a project with one program for each language
    {
        printf 'cmake_minimum_required(VERSION 3.18)\nproject(user %s)\n%s\n' "LANGUAGES $1" "$2"
        for l in $1; do
            case $l in C) f=prog.c ;; CXX) f=prog.cpp ;; CUDA) f=prog.cu ;; esac
            printf 'add_executable(prog_%s %s)\ntarget_link_libraries(prog_%s PRIVATE gpu::gpu)\n' "$l" "$f" "$l"
        done
    } >"$I/CMakeLists.txt"
}
cmake_builds() { # cmake_builds OPTION...
    rm -rf "$I/out"
    cmake -S "$I" -B "$I/out" -DCMAKE_PREFIX_PATH="$I/prefix" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 \
        -DCMAKE_CXX_FLAGS_RELEASE=-O1 "$@" && cmake --build "$I/out" -j2
}
by_cmake() { # section
    have cmake "a program by CMake" || return
    install_into cmake
    cmake_project "C CXX" "find_package(gpu $(version_in_header) EXACT REQUIRED CONFIG)"
    check "find_package, C and C++" cmake_builds
    for l in C CXX; do check "find_package, $l, run" runs_parallel "$I/out/prog_$l"; done
    cmake_project C "find_package(gpu 0.2 REQUIRED)"
    check "find_package without OpenMP" cmake_builds -DGPU_OPENMP=OFF
    refuse "the option leaves OpenMP out" "" runs_parallel "$I/out/prog_C"
    for v in 99.0 0.1 1; do
        cmake_project C "find_package(gpu $v REQUIRED)"
        refuse "find_package(gpu $v)" "$(version_in_header)" cmake_builds
    done
}
by_cmake_fetch() { # section
    have cmake "a program by CMake's FetchContent" || return
    install_into fetch
    rm -rf "$I/prefix"
    cmake_project "C CXX" "include(FetchContent)
FetchContent_Declare(gpu SOURCE_DIR \"$PWD\")
FetchContent_MakeAvailable(gpu)"
    check "FetchContent, C and C++" cmake_builds
    for l in C CXX; do check "FetchContent, $l, run" runs_parallel "$I/out/prog_$l"; done
    check "FetchContent leaves the checkout alone" bash -c "! ls CMakeCache.txt CMakeFiles"
}
# OpenMP's targets belong to the folder in which the project has called find_package(OpenMP): above gpu.h's, in it, or
# beside it.
by_cmake_with_openmp() { # section
    have cmake "a project that has found OpenMP" || return
    install_into openmp
    mkdir -p "$I/sub" "$I/own" "$I/beside"
    echo "find_package(gpu REQUIRED)" >"$I/sub/CMakeLists.txt"
    printf 'find_package(OpenMP REQUIRED)\nfind_package(gpu REQUIRED)\n' >"$I/own/CMakeLists.txt"
    printf 'find_package(OpenMP REQUIRED)\n' >"$I/beside/CMakeLists.txt"
    local own="find_package(OpenMP REQUIRED)" fetch="include(FetchContent)
FetchContent_Declare(gpu SOURCE_DIR \"$PWD\")
FetchContent_MakeAvailable(gpu)" how
    for how in "$own
find_package(gpu REQUIRED)" "$own
$fetch" "$own
add_subdirectory(\"$PWD\" gpu)" "$own
add_subdirectory(sub)" "$own
add_subdirectory(own)" "add_subdirectory(own)" "add_subdirectory(sub)
$own" "add_subdirectory(beside)
$fetch
$own" "$fetch
find_package(gpu REQUIRED)
add_subdirectory(own)"; do
        cmake_project C "$how"
        check "CMake: ${how//$'\n'/; }" cmake_builds -DCMAKE_C_FLAGS_RELEASE=-O0
        check "CMake: ${how//$'\n'/; }, run" runs_parallel "$I/out/prog_C"
    done
}
by_cmake_cuda() { # section
    if [ -z "$NVCC" ]; then skip "a program in CMake's language CUDA" "no nvcc"; return; fi
    have cmake "a program in CMake's language CUDA" || return
    install_into cuda
    cmake_project "C CUDA" "set(CMAKE_CUDA_ARCHITECTURES 75)
set(CMAKE_CUDA_STANDARD 17)
find_package(OpenMP REQUIRED)
find_package(gpu REQUIRED)"
    check "find_package, CUDA" cmake_builds -DCMAKE_CUDA_COMPILER="$NVCC" -DCMAKE_CUDA_FLAGS_RELEASE=-O1
    check "find_package, CUDA, run" runs_parallel "$I/out/prog_CUDA"
}

by_meson() { # section
    have meson "a program by Meson" || return
    have ninja "a program by Meson" || return
    install_into meson
    cat >"$I/meson.build" <<'M'
project('user', 'c', 'cpp', default_options: ['buildtype=plain'])
needs = [dependency('gpu', version: '>=0.2'), dependency('openmp')]
executable('prog_c', 'prog.c', dependencies: needs)
executable('prog_cpp', 'prog.cpp', dependencies: needs)
M
    meson_builds() { meson setup "$I/out" "$I" && ninja -C "$I/out"; }
    check "Meson" env PKG_CONFIG_PATH="$I/prefix/share/pkgconfig" bash \
        -c "$(declare -f meson_builds); I='$I'; meson_builds"
    for l in c cpp; do check "Meson, $l, run" runs_parallel "$I/out/prog_$l"; done
}
