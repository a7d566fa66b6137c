# ===- hatch_build.py - The built tools as a wheel ------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Puts what `cmake --install` installs into the wheel (hooks of hatchling).

./bootstrap.sh build makes it; TESSERA_BIN names the folder of the tools if that is not
build/release/bin. The same build gives the same wheel, byte for byte.
"""

import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = pathlib.Path(__file__).resolve().parent
#: The components of cmake/Install.cmake that the wheel holds.
COMPONENTS = ("tools", "library")
#: The launcher of a tool; a link would do, but a wheel cannot hold one.
LAUNCHER = '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/{}" {} "$@"\n'


#: The machines that a program or library can be for, by their numbers in its header (ELF).
MACHINES = {62: "x86_64", 183: "aarch64"}


def build_folder():
    return pathlib.Path(os.environ.get("TESSERA_BIN", HERE / "../build/release/bin")).parent


class Notices(MetadataHookInterface):
    """Writes NOTICES.txt, the licences of what the programs hold, where the packages that
    say so are installed; pyproject.toml names it."""

    def update(self, metadata):
        made = subprocess.run(
            [sys.executable, HERE / "../scripts/packaging/third_party.py", "notices", build_folder()],
            capture_output=True,
            text=True,
        )
        if made.returncode == 0:
            (HERE / "NOTICES.txt").write_text(made.stdout)
        else:
            (HERE / "NOTICES.txt").unlink(missing_ok=True)
            print(f"no NOTICES.txt in the wheel: {made.stderr.strip()}", file=sys.stderr)


class Installation(BuildHookInterface):
    """Installs the tools and libraries into a folder that lives as long as the hook, and has
    hatchling take them from there."""

    def initialize(self, version, build_data):
        self.folder = tempfile.TemporaryDirectory()
        prefix = pathlib.Path(self.folder.name).resolve()
        install(prefix)
        libraries = dict(wheel_libraries(prefix / "lib"))
        scripts = dict(wheel_scripts(prefix / "bin"))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform([*libraries, *scripts])}"
        build_data["shared_scripts"] = scripts
        build_data["shared_data"] = libraries

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()


def install(prefix):
    """Installs the build, without symbols."""
    build = build_folder()
    if not (build / "cmake_install.cmake").exists():
        raise SystemExit(
            f"nothing is built in {build}: './bootstrap.sh build' does it, and TESSERA_BIN "
            "names the folder 'bin' of another build"
        )
    for component in COMPONENTS:
        command = ["cmake", "--install", build, "--prefix", prefix, "--component", component]
        subprocess.run([*command, "--strip"], check=True, stdout=subprocess.DEVNULL)


def wheel_scripts(folder):
    """Each program with its name; a launcher takes the place of a link."""
    for path in sorted(folder.iterdir()):
        if path.is_symlink():
            program = os.readlink(path)
            path.unlink()
            path.write_text(LAUNCHER.format(program, path.name))
            path.chmod(0o755)
        yield str(path), path.name


def wheel_libraries(folder):
    """Each file with its place below the environment. A library to which a link leads is
    there once, under the name by which it is loaded."""
    targets = {path.resolve() for path in folder.rglob("*") if path.is_symlink()}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in targets:
            yield str(path), str(path.relative_to(folder.parent))


def platform(files):
    """The machine, and the oldest glibc with which all programs and libraries start (PEP 600)."""
    binaries = [pathlib.Path(file).read_bytes() for file in files]
    (machine,) = {machine_of(binary) for binary in binaries if binary.startswith(b"\x7fELF")}
    needed = max(map(glibc_of, binaries))
    return f"manylinux_2_{needed}_{machine}" if needed else f"linux_{machine}"


def machine_of(binary):
    """Not that on which the wheel is made: the build may be for another."""
    number = int.from_bytes(binary[18:20], sys.byteorder)
    return MACHINES.get(number) or sysconfig.get_platform().rpartition("-")[2]


def glibc_of(binary):
    """N of the youngest version 2.N of a function of glibc that a program or library asks
    for; 0 without a dynamic linker."""
    if b"libc.so.6\0" not in binary:
        return 0
    return max((int(n) for n in re.findall(rb"\0GLIBC_2\.(\d+)", binary)), default=0)
