# ===- aarch64.py - lib/ compiles for aarch64 -------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles every file of lib/ for aarch64, syntax only.

usage: aarch64.py BUILD_DIR [JOBS]

Takes the commands of BUILD_DIR/compile_commands.json (a configured and built
clang tree: generated headers are needed), changes their target to aarch64 and
makes one precompiled header for that target, as the build does for its own.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

TARGET = ["--target=aarch64-linux-gnu"]


def library_commands(build_dir, source_dir):
    """The (file, arguments) pairs of the sources of lib/, generated ones included."""
    with open(build_dir / "compile_commands.json") as file:
        commands = json.load(file)
    library = tuple(str(folder / "lib") + os.sep for folder in (source_dir, build_dir))
    for entry in commands:
        if entry["file"].startswith(library):
            yield entry["file"], shlex.split(entry["command"])


def strip(arguments):
    """The command without launcher, output, input and precompiled header."""
    start = next(
        i for i, a in enumerate(arguments) if "clang++" in os.path.basename(a)
    )
    kept, uses_header = [], False
    rest = iter(arguments[start:])
    for argument in rest:
        if argument in ("-o", "-c", "-MF", "-MT"):
            next(rest)
        elif argument == "-Xclang":
            value = next(rest)
            if value in ("-include-pch", "-include"):
                uses_header = True
                next(rest)
                next(rest)
            elif value != "-emit-pch":
                kept += ["-Xclang", value]
        elif argument in ("-Winvalid-pch", "-fdiagnostics-color"):
            continue
        else:
            kept.append(argument)
    return kept, uses_header


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stderr


def main(build, jobs=os.cpu_count()):
    build_dir = pathlib.Path(build).resolve()
    source_dir = pathlib.Path(__file__).resolve().parents[2]
    files = [
        (name, *strip(arguments))
        for name, arguments in library_commands(build_dir, source_dir)
        if not name.endswith(("PCH.cpp", "cmake_pch.hxx.cxx"))
    ]
    if not files:
        sys.exit(f"error: {build_dir} holds no commands for lib/; build there first")
    with tempfile.TemporaryDirectory() as scratch:
        header = os.path.join(scratch, "PCH.pch")
        flags = next((f for _, f, uses_header in files if uses_header), None)
        if flags:
            code, errors = run(
                flags
                + TARGET
                + ["-x", "c++-header", str(source_dir / "lib/PCH/PCH.h"), "-o", header]
            )
            if code:
                sys.exit(errors)

        def check(item):
            name, flags, uses_header = item
            use = ["-include-pch", header] if uses_header else []
            return name, run(flags + TARGET + use + ["-fsyntax-only", name])

        failed = 0
        with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
            for name, (code, errors) in pool.map(check, files):
                if code:
                    failed += 1
                    print(f"error: {name} does not compile for aarch64\n{errors}")
    print(f"    {len(files) - failed} of {len(files)} files of lib/ compile for aarch64")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
