"""Conan 2 recipe that packages this checkout: conan create packaging/conan

setpoint's dependencies are packages of the system (Debian 12 or 13), not of Conan. The recipe checks that they are installed; with
-c tools.system.package_manager:mode=install it installs them.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version
from conan.tools.system.package_manager import Apt

BOOST = ["libboost{}-dev", "libboost-json{}-dev", "libboost-url{}-dev", "libboost-system{}-dev"]
LIBRARIES = ["libssl-dev", "prometheus-cpp-dev", "libyaml-dev", "libcctz-dev", "libcli11-dev", "libfmt-dev", "libre2-dev", "libsqlite3-dev"]


class Setpoint(ConanFile):
    name = "setpoint"
    description = "Kubernetes operator framework in C++20"
    license = "Apache-2.0"
    url = homepage = "https://github.com/setpoint/setpoint"
    topics = ("kubernetes", "operator", "coroutines")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"command": [True, False]}  # the program `setpoint`
    default_options = {"command": True}

    def _checkout(self):
        return os.path.abspath(os.path.join(self.recipe_folder, "..", ".."))

    def set_version(self):
        text = load(self, os.path.join(self._checkout(), "CMakeLists.txt"))
        self.version = re.search(r"project\(setpoint VERSION ([\d.]+)", text).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "cmake/*", "include/*", "src/*", "share/*", "manifests/monitoring/*"):
            copy(self, pattern, src=self._checkout(), dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("setpoint runs on Linux only")
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 20)
        if self.settings.compiler == "gcc" and Version(str(self.settings.compiler.version)) < 13:
            raise ConanInvalidConfiguration("GCC before 13 silently miscompiles coroutines: use clang 19, or GCC 13 or later")

    def system_requirements(self):
        apt = Apt(self)
        apt.install_substitutes(*[[name.format(version) for name in BOOST] for version in ("1.81", "1.83")], update=True)
        apt.install(LIBRARIES, check=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["SETPOINT_BUILD_TESTS"] = False
        toolchain.variables["SETPOINT_BUILD_OPERATORS"] = False
        toolchain.variables["SETPOINT_GROUP_SOURCES"] = True  # a third of the time
        toolchain.variables["SETPOINT_BUILD_COMMAND"] = bool(self.options.command)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # find_package(setpoint) finds the project's own files, which find the system's packages.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "setpoint")]
        self.cpp_info.includedirs, self.cpp_info.libdirs, self.cpp_info.bindirs = ["include"], ["lib"], ["bin"]
        self.cpp_info.set_property("pkg_config_name", "none")  # setpoint.pc and setpoint-testing.pc are installed
