# ===- lit.cfg.py - How the lit tests of Tessera run ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
# Substitutions:  %ptxas      the PTX assembler of the CUDA toolkit, which the
#                             compiler uses in all tests; --param ptxas=PATH names
#                             another
#                 %tessera_ptxas
#                             the program tessera-ptxas, and
#                 %same_ptxas a ptxas of its version
#                 %marking_ptxas
#                             a ptxas that knows the mark of tile kernels
#                 %tools      the folder of the built programs
#                 %build      the build folder
#                 %source     the folder of the sources
#                 %cc, %cxx   the compilers of the build, and
#                 %ldflags    the options for its linker
#                 %docs       the folder of the pages that the build makes
#                 %python     the Python that runs lit
# Features:       ptxas, nvcc the CUDA toolkit's programs were found
#                 same-ptxas  tessera-ptxas and a ptxas of its version were found
#                 marking-ptxas
#                             a ptxas that knows the mark of tile kernels was found
#                 ptx94       the newer one of the two assembles PTX 9.4
#                 cuda        the CUDA driver is there
#                 venv        the Python environment of the tests is there
#                 pkg-config  the program is there
#                 dpkg        the programs that make packages of Debian are there
#                 sanitized   the build is one of TESSERA_SANITIZE
#                             (programs that are not ours cannot load its libraries, and
#                             its memory is more than what a test may limit)
#                 static      the tools are linked with no shared library
#                 chroot      a program can be run in another root folder
#                 root        the tests run as root, which file permissions do not bind
#
# ===------------------------------------------------------------------------===#

import os
import re
import shutil
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config

sys.path.append(os.path.join(os.path.dirname(__file__), "Shared"))
import rotation  # noqa: E402

config.name = "Tessera"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ptx", ".test"]
config.excludes = ["Inputs", "Kernels", "Unit"]
config.excludes += [name for name in rotation.LIT_TESTS if not rotation.is_due(name)]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tessera_binary_dir, "test")

llvm_config.use_default_substitutions()
# Tools are found by their plain names: ours first, then those of LLVM.
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.tessera_tools_dir, append_path=True)
# Each test compiles what it runs.
config.environment["TESSERA_CACHE"] = "off"
# The fault that scripts/mutate.py chooses.
if "TESSERA_MUTANT" in os.environ:
    config.environment["TESSERA_MUTANT"] = os.environ["TESSERA_MUTANT"]
config.substitutions.append(("%tools", config.tessera_tools_dir))
config.substitutions.append(("%build", config.tessera_binary_dir))
config.substitutions.append(("%source", config.tessera_source_dir))
config.substitutions.append(("%cc", config.cc))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%ldflags", f"-fuse-ld={config.lld}" if config.lld else '""'))
config.substitutions.append(("%docs", os.path.join(config.tessera_binary_dir, "docs")))
config.substitutions.append(("%python", f'"{sys.executable}"'))



def assembler_version(ptxas):
    said = subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout
    return [int(number) for number in re.search(r", V([\d.]+)", said)[1].split(".")]


config.ptxas = lit_config.params.get("ptxas", config.ptxas)
if config.ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", config.ptxas))
    # Messages and figures of ptxas differ from one version to the next.
    config.environment["TESSERA_PTXAS_PATH"] = config.ptxas
    # The compiler looks for the toolkit through these variables.
    toolkit = os.path.dirname(os.path.dirname(os.path.realpath(config.ptxas)))
    for variable in ("CUDA_HOME", "CUDA_ROOT"):
        if variable in os.environ:
            config.environment[variable] = os.environ[variable]
    config.environment.setdefault("CUDA_HOME", toolkit)
    version = assembler_version(config.ptxas)
    own = os.path.join(config.tessera_binary_dir, "libexec/tessera-ptxas")
    own_version = assembler_version(own) if os.path.exists(own) else []
    twin = os.path.join(config.tessera_binary_dir, "newest-cuda/bin/ptxas")
    for same in (config.ptxas, twin):
        if os.path.exists(same) and assembler_version(same) == own_version:
            config.available_features.add("same-ptxas")
            config.substitutions.insert(0, ("%tessera_ptxas", own))
            config.substitutions.insert(0, ("%same_ptxas", same))
            break
    if max(version, own_version) >= [13, 2]:
        config.available_features.add("marking-ptxas")
        newest = own if own_version > version else config.ptxas
        config.substitutions.append(("%marking_ptxas", newest))
    if max(version, own_version) >= [13, 4]:
        config.available_features.add("ptx94")
if config.sanitize:
    config.available_features.add("sanitized")
if config.static:
    config.available_features.add("static")
if shutil.which("localedef") and os.path.exists("/usr/share/i18n/locales/de_DE"):
    config.available_features.add("locales")
if shutil.which("pkg-config"):
    config.available_features.add("pkg-config")
if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
    config.available_features.add("dpkg")
if config.nvcc:
    config.available_features.add("nvcc")
if os.path.exists(os.path.join(config.tessera_binary_dir, "../venv/bin/python")):
    config.available_features.add("venv")
namespace = ["unshare", "--mount"]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    config.available_features.add("root")
else:
    namespace.append("--map-root-user")
try:
    mount = [*namespace, "mount", "--rbind", "/proc", "/proc"]
    subprocess.run(mount, check=True, capture_output=True)
    config.available_features.add("chroot")
except (OSError, subprocess.CalledProcessError):
    pass
