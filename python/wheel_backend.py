# ===- wheel_backend.py - The built tools as a wheel ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Packs the program that is all tools, a launcher for each of them, the package `tessera`,
its library and the CUDA driver without a GPU (PEP 517, PEP 427).

The program is built by bootstrap.sh; TESSERA_BIN names its folder if that is not
build/release/bin. The same program gives the same wheel, byte for byte.
"""

import base64
import functools
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
#: All tools and, if they are linked statically, the program that calls the CUDA driver.
PROGRAMS = ("tessera", "tessera-cuda")
#: The library that the package `tessera` and the driver call, under the name that they look
#: for. It is in the folder `lib` beside the programs' folder in a build, in an installation
#: and in an environment of Python.
LIBRARY = "libTessera.so.1"
DRIVER = "tessera/libcuda.so.1"
#: The other files of the driver.
DRIVER_FILES = ("ptxas", "python/sitecustomize.py", "python/tessera_torch.py")
#: The mode of a file in a wheel: executable, or not.
PROGRAM, PLAIN = 0o755, 0o644
#: The launcher of a tool; a link would do, but a wheel cannot hold one.
LAUNCHER = '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/tessera" {} "$@"\n'


def bin_folder():
    folder = pathlib.Path(os.environ.get("TESSERA_BIN", HERE / "../build/release/bin"))
    if not (folder / "tessera").exists():
        raise SystemExit(
            f"there is no program 'tessera' in {folder}: './bootstrap.sh build' makes it, "
            "and TESSERA_BIN names another folder"
        )
    return folder.resolve()


def load_third_party():
    """scripts/third_party.py, which knows the version and the licences."""
    path = HERE / "../scripts/third_party.py"
    spec = importlib.util.spec_from_file_location("third_party", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


third_party = load_third_party()
VERSION = third_party.project_version()


@functools.cache
def names():
    """The beginning of names in the wheel, and the platform of its file's name: the oldest
    glibc with which all programs and libraries start (PEP 600)."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    system, _, machine = platform.partition("_")
    needed = [glibc_of(path) for path in binaries() if path.exists()]
    if system == "linux" and any(needed):
        platform = f"manylinux_2_{max(needed)}_{machine}"
    return f"tessera_tile-{VERSION}", platform


def binaries():
    folder = bin_folder()
    for program in PROGRAMS:
        yield folder / program
    for library in (LIBRARY, DRIVER):
        yield folder.parent / "lib" / library


def glibc_of(binary):
    """N of the youngest version 2.N of a function of glibc that a program or library asks
    for; 0 without a dynamic linker."""
    contents = binary.read_bytes()
    if b"libc.so.6\0" not in contents:
        return 0
    return max((int(n) for n in re.findall(rb"\0GLIBC_2\.(\d+)", contents)), default=0)


def stripped(program):
    """The bytes of a program without its symbols, if there is a tool to strip them.
    GNU's `strip` would break the output of scripts/lay-out.sh."""
    tool = shutil.which("llvm-strip-22") or shutil.which("strip")
    if not tool:
        return program.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, program.name)
        subprocess.run([tool, "-o", copy, program], check=True)
        return copy.read_bytes()


#: What `pip install tessera-tile[...]` brings besides.
EXTRAS = {
    "python": "numpy>=1.24",  # the package `tessera`
    "cutile": "cuda-tile",
    "ptxas": "nvidia-cuda-nvcc>=13",
}


def metadata():
    extras = "".join(
        f"Provides-Extra: {extra}\nRequires-Dist: {package}; extra == '{extra}'\n"
        for extra, package in EXTRAS.items()
    )
    return (
        f"Metadata-Version: 2.4\nName: tessera-tile\nVersion: {VERSION}\n"
        "Summary: An open compiler for CUDA Tile IR: tileiras and its companions\n"
        "License-Expression: Apache-2.0 WITH LLVM-exception\n"
        + "".join(f"License-File: {name}\n" for name, _ in licenses())
        + f"Requires-Python: >=3.9\n{extras}"
    )


@functools.cache
def licenses():
    """Ours, and those of what the programs hold, where the packages that say so are: names
    and contents."""
    found = [("LICENSE", (HERE / "../LICENSE").read_bytes())]
    try:
        found.append(("NOTICES.txt", third_party.notices().encode()))
    except (OSError, SystemExit) as missing:
        print(f"no NOTICES.txt in the wheel: {missing}", file=sys.stderr)
    return found


def package():
    """The Python package."""
    for source in sorted((HERE / "tessera").iterdir()):
        if source.suffix == ".py" or source.name == "py.typed":
            yield f"tessera/{source.name}", source.read_bytes(), PLAIN


def libraries(folder):
    """The library, and the driver if there is one, from the folder of the build."""
    for library in (LIBRARY, DRIVER):
        if (folder / library).exists():
            yield library, stripped((folder / library).resolve()), PROGRAM
    if (folder / DRIVER).exists():
        for file in DRIVER_FILES:
            source = folder / "tessera" / file
            yield f"tessera/{file}", source.read_bytes(), PLAIN if source.suffix else PROGRAM


def files():
    """(path in the wheel, contents, mode), all but the record."""
    folder = bin_folder()
    name, platform = names()
    scripts, info = f"{name}.data/scripts", f"{name}.dist-info"
    for program in PROGRAMS:
        if (folder / program).exists():
            yield f"{scripts}/{program}", stripped(folder / program), PROGRAM
    for tool in sorted(folder.iterdir()):
        if tool.is_symlink() and os.readlink(tool) == "tessera":
            yield f"{scripts}/{tool.name}", LAUNCHER.format(tool.name).encode(), PROGRAM
    yield from package()
    for path, contents, mode in libraries(folder.parent / "lib"):
        yield f"{name}.data/data/lib/{path}", contents, mode
    yield "tessera_tile/__init__.py", (HERE / "tessera_tile/__init__.py").read_bytes(), PLAIN
    yield "tessera_tile.pth", (HERE / "tessera_tile.pth").read_bytes(), PLAIN
    yield f"{info}/METADATA", metadata().encode(), PLAIN
    yield f"{info}/WHEEL", (
        "Wheel-Version: 1.0\nGenerator: tessera\nRoot-Is-Purelib: false\n"
        f"Tag: py3-none-{platform}\n"
    ).encode(), PLAIN
    for license, contents in licenses():
        yield f"{info}/licenses/{license}", contents, PLAIN


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name, platform = names()
    wheel = f"{name}-py3-none-{platform}.whl"
    record_path = f"{name}.dist-info/RECORD"
    record = []
    with zipfile.ZipFile(
        pathlib.Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED
    ) as archive:

        def add(path, contents, mode):
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, contents)

        for path, contents, mode in files():
            digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest())
            record.append(
                f"{path},sha256={digest.rstrip(b'=').decode()},{len(contents)}\n"
            )
            add(path, contents, mode)
        add(record_path, "".join(record) + f"{record_path},,\n", PLAIN)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("the wheel is built from a clone; there is no source package")
