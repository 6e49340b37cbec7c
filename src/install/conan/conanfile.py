"""Packages the checkout that this folder is part of, by its CMake install: conan create src/install/conan"""
from os.path import join
from re import findall

from conan import ConanFile
from conan.tools.cmake import CMake
from conan.tools.files import copy, load, rmdir


class Gpu(ConanFile):
    name = "gpu"
    description = "One C header that gives a C program the GPU"
    license = "MIT OR Unlicense"
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeToolchain"

    def set_version(self):
        header = load(self, join(self.recipe_folder, "..", "..", "..", "gpu.h"))
        self.version = ".".join(findall(r"#define GPU_VERSION_[MP]\w+ (\d+)", header))

    def export_sources(self):
        for files in "CMakeLists.txt", "LICENSE", "gpu.h", "gpu_kernels.cuh", "src/install/*":
            copy(self, files, join(self.recipe_folder, "..", "..", ".."), self.export_sources_folder)

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install()
        rmdir(self, join(self.package_folder, "share", "pkgconfig"))  # Conan writes gpu.pc itself
        copy(self, "LICENSE", self.source_folder, join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):  # find_package reads the installed gpu-config.cmake, not one that Conan writes
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [join("share", "gpu")]
        self.cpp_info.bindirs = self.cpp_info.libdirs = []
        if self.settings.get_safe("os") in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
