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
    says "the changelog has the version" "## $version" cat examples/CHANGELOG.md
    says "the README has the version" "version $version." cat README.md
    says "so has its citation" "version = {$version}" cat README.md
    for text in gpu.h gpu_kernels.cuh; do
        same "$text begins with its licence" "/* SPDX-License-Identifier: MIT OR Unlicense */" head -1 $text
    done
}

staged_install() { # section
    local files
    I=$(cd "$X" && pwd)/staged
    rm -rf "$I" && mkdir -p "$I"
    check "make install DESTDIR" env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s install PREFIX=/opt/some DESTDIR="$I"
    files="include/gpu.h include/gpu_kernels.cuh share/gpu/gpu-config-version.cmake share/gpu/gpu-config.cmake"
    files="$files share/pkgconfig/gpu.pc"
    same "what it installs" "$files" \
        bash -c "cd '$I' && find . -type f | sed 's|^./opt/some/||' | LC_ALL=C sort | paste -sd' '"
    same "gpu.pc names the prefix without DESTDIR" "prefix=/opt/some" head -1 "$I/opt/some/share/pkgconfig/gpu.pc"
    same "every name is substituted" "" grep -r '@[A-Z]*@' "$I"
    have cmake "cmake --install" || return
    check "cmake for cmake --install" cmake -S . -B "$X/by_cmake" -DCMAKE_INSTALL_PREFIX=/opt/some
    check "cmake --install" env DESTDIR="$X/from_cmake" cmake --install "$X/by_cmake"
    check "cmake --install writes what make install does" diff -r "$I" "$X/from_cmake"
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
    local major
    major=$(version_in_header)
    major=${major%%.*}
    cmake_project C "find_package(gpu $major REQUIRED)"
    check "find_package without OpenMP" cmake_builds -DGPU_OPENMP=OFF
    refuse "the option leaves OpenMP out" "" runs_parallel "$I/out/prog_C"
    for v in $((major + 1)) $((major - 1)) "$major.99"; do
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

# The projects of examples/CMAKE.md, with and without nvcc. The first line of each file is a comment with its name.
snippets() { # snippets NAME
    install_into "$1"
    awk -v folder="$I/" '/^```/ {if (file) close(file); file = ""; inside = $0 != "```"; next}
        inside && !file {file = folder $2; printf "" >file}
        inside {print >file}' examples/CMAKE.md
}
with_nvcc() { CUDACXX=$NVCC "$@"; }
without_nvcc() { # every program on PATH but nvcc
    local folder
    if [ ! -d "$I/bin" ]; then
        mkdir "$I/bin"
        while read -rd : folder; do ln -s "$folder"/* "$I/bin"; done <<<"$PATH:" 2>/dev/null
        rm -f "$I/bin/nvcc"
    fi
    (unset CUDACXX NVCC && PATH=$I/bin && "$@")
}
# both_ways 'name' PROGRAM COMMAND...: the command builds out/PROGRAM, by nvcc where there is one and by the C compiler
both_ways() {
    local name=$1 program=$2 by
    shift 2
    has_kernels() { readelf -S "$1" | grep -q nv_fatbin; }
    for by in with_nvcc without_nvcc; do
        if [ $by = with_nvcc ] && [ -z "$NVCC" ]; then skip "$name, with nvcc" "no nvcc"; continue; fi
        check "$name, $by" $by "$@"
        check "$name, $by, run" runs_parallel "$I/out/$program"
        says "$name, $by, output" ": 1 2 3" "$I/out/$program"
        if [ $by = with_nvcc ]; then
            check "$name, $by, kernels for the GPU" has_kernels "$I/out/$program"
        else refuse "$name, $by, kernels for the GPU" "" has_kernels "$I/out/$program"; fi
    done
}
cmake_quick() { cmake_builds -G "$1" -DCMAKE_C_FLAGS_RELEASE=-O0 -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
    -DCMAKE_CUDA_FLAGS_RELEASE=-O0; }
by_cmake_sources() { # section
    have cmake "gpu_sources" || return
    snippets "gpu sources"
    both_ways "examples/CMAKE.md by CMake" app cmake_quick "Unix Makefiles"
    mv "$I/CMakeLists.txt" "$I/right"
    wrong_use() { # wrong_use ARGUMENTS MESSAGE
        sed "s/^gpu_sources.*/gpu_sources($1)/" "$I/right" >"$I/CMakeLists.txt"
        refuse "gpu_sources($1)" "gpu_sources: $2" without_nvcc cmake_builds
    }
    wrong_use "" 'no target ""; expected'
    wrong_use "ap kernels.cu" 'no target "ap"; expected'
    wrong_use "app" 'no files for app; expected'
    wrong_use "app kernel.cu" 'no file "kernel.cu"; expected'
}
# A static library in one folder, linked in another and in the one above; the project has its own OpenMP, and links by
# the signature that has no keyword.
by_cmake_folders() { # section
    have cmake "gpu_sources in folders" || return
    have ninja "gpu_sources in folders" || return
    snippets "in folders"
    mkdir "$I/the kernels" "$I/beside"
    mv "$I"/kernels.* "$I/the kernels"
    cp "$I/app.c" "$I/app.cpp"
    in_folders() { # in_folders LANGUAGE SUFFIX HOW
        cat >"$I/CMakeLists.txt" <<M
cmake_minimum_required(VERSION 3.18)
project(app $1)
find_package(OpenMP REQUIRED)
$3
add_subdirectory("the kernels" kernels)
add_subdirectory(beside)
add_executable(above app.$2)
target_link_libraries(above kernels)
M
        cat >"$I/the kernels/CMakeLists.txt" <<'M'
add_library(kernels STATIC)
target_link_libraries(kernels m)
target_include_directories(kernels PUBLIC .)
gpu_sources(kernels kernels.cu)
M
        printf 'add_executable(beside ../app.%s)\ntarget_link_libraries(beside kernels)\n' "$2" \
            >"$I/beside/CMakeLists.txt"
    }
    in_folders C c "include(FetchContent)
FetchContent_Declare(gpu SOURCE_DIR \"$PWD\")
FetchContent_MakeAvailable(gpu)"
    both_ways "gpu_sources in a folder" above cmake_quick Ninja
    says "gpu_sources in a folder, a program beside it" ": 1 2 3" "$I/out/beside/beside"
    in_folders CXX cpp "add_subdirectory(\"$PWD\" gpu)"
    check "gpu_sources without C" without_nvcc cmake_quick Ninja
    says "gpu_sources without C, run" ": 1 2 3" "$I/out/above"
}
by_meson_sources() { # section
    have meson "examples/CMAKE.md by Meson" || return
    have ninja "examples/CMAKE.md by Meson" || return
    snippets meson_sources
    export PKG_CONFIG_PATH=$I/prefix/share/pkgconfig
    meson_quick() { rm -rf "$I/out" && meson setup -Dbuildtype=plain "$I/out" "$I" && ninja -C "$I/out"; }
    both_ways "examples/CMAKE.md by Meson" app meson_quick
}
# The port, with functions in the place of vcpkg's.
by_vcpkg() { # section
    have cmake "the port for vcpkg" || return
    I=$(cd "$X" && pwd)/vcpkg
    rm -rf "$I" && mkdir -p "$I"
    says "the port has the version" "\"version\": \"$(version_in_header)\"" cat src/install/vcpkg/vcpkg.json
    cat >"$I/port.cmake" <<'M'
function(run)
    execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} RESULT_VARIABLE result)
    if(result)
        message(FATAL_ERROR "${result}")
    endif()
endfunction()
function(vcpkg_cmake_configure name path)
    run(-S ${path} -B ${build} -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR})
endfunction()
function(vcpkg_cmake_install)
    run(--install ${build})
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright name file)
    configure_file("${file}" "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" COPYONLY)
endfunction()
include("${CURRENT_PORT_DIR}/portfile.cmake")
M
    check "the port for vcpkg" cmake -DPORT=gpu -DCURRENT_PORT_DIR="$PWD/src/install/vcpkg" \
        -DCURRENT_PACKAGES_DIR="$I/gpu" -Dbuild="$I/build" -P "$I/port.cmake"
    install_into vcpkg/as_make
    cp LICENSE "$I/prefix/share/gpu/copyright"
    cp src/install/vcpkg/usage "$I/prefix/share/gpu/"
    check "the port installs what make install does" diff -r -x gpu.pc "$I/prefix" "$I/../gpu"
}
by_conan() { # section
    command -v conan >/dev/null || { skip "examples/CMAKE.md by Conan" "conan is not installed" && return; }
    snippets conan
    export CONAN_HOME=$I/home
    check "conan create" eval "conan profile detect && conan create src/install/conan"
    conan_builds() {
        cd "$I" && conan install . --output-folder=out && cmake -S . -B out -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_TOOLCHAIN_FILE=conan_toolchain.cmake -DCMAKE_C_FLAGS_RELEASE=-O0 && cmake --build out
    }
    rm -rf "$I/prefix"
    check "examples/CMAKE.md by Conan" without_nvcc conan_builds
    says "examples/CMAKE.md by Conan, run" ": 1 2 3" "$I/out/app"
}

by_meson() { # section
    have meson "a program by Meson" || return
    have ninja "a program by Meson" || return
    install_into meson
    cat >"$I/meson.build" <<'M'
project('user', 'c', 'cpp', default_options: ['buildtype=plain'])
needs = [dependency('gpu', version: '>=1.0'), dependency('openmp')]
executable('prog_c', 'prog.c', dependencies: needs)
executable('prog_cpp', 'prog.cpp', dependencies: needs)
M
    meson_builds() { meson setup "$I/out" "$I" && ninja -C "$I/out"; }
    check "Meson" env PKG_CONFIG_PATH="$I/prefix/share/pkgconfig" bash \
        -c "$(declare -f meson_builds); I='$I'; meson_builds"
    for l in c cpp; do check "Meson, $l, run" runs_parallel "$I/out/prog_$l"; done
}
