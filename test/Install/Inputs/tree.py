#!/usr/bin/env python3
# ===- tree.py - Whether an installed tree is whole and can be moved --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks a tree that `cmake --install` made and somebody moved.

usage: tree.py TREE READELF FOLDER...

No text in it names one of the FOLDERs that it was built from or installed to, no
binary looks for libraries in a folder of its own, no link is broken, and all files that
users rely on exist.
"""

import glob
import os
import re
import subprocess
import sys

NEEDED = """
bin/tileiras bin/cuda-tile-run include/tessera-c/Runtime.h include/tessera-mlir/mlir-c/IR.h
include/tessera/Compiler/Compiler.h include/tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h.inc
lib*/libTessera.so lib*/libTessera.so.1 lib*/libTesseraCompiler.a
lib*/cmake/Tessera/TesseraConfig.cmake lib*/cmake/Tessera/TesseraConfigVersion.cmake
lib*/pkgconfig/tessera.pc share/doc/tessera/LICENSE share/doc/tessera/docs/library.md
share/doc/tessera/examples/dsl/CMakeLists.txt
""".split()


def check_file(path, readelf, folders):
    if not os.path.exists(path):
        return f"{path} leads nowhere"
    with open(path, "rb") as file:
        contents = file.read()
    if contents.startswith(b"\x7fELF"):
        shown = subprocess.run([readelf, "-d", path], capture_output=True, text=True)
        paths = re.findall(r"R(?:UN)?PATH\W.*\[(.*)\]", shown.stdout)
        # The driver finds libTessera relative to itself, and the runtimes the driver.
        known = {"libcuda": ["$ORIGIN/.."], "libcudart": ["$ORIGIN"]}
        if paths and paths != known.get(os.path.basename(path).split(".")[0]):
            return f"{path} has a path to look for libraries"
        return None
    if contents.startswith(b"!<arch>"):
        return None
    for folder in folders:
        if folder.encode() in contents:
            return f"{path} names {folder}"
    return None


def main(tree, readelf, *folders):
    problems = [
        f"{name} is missing"
        for name in NEEDED
        if not glob.glob(os.path.join(tree, name))
    ]
    count = 0
    for folder, _, names in os.walk(tree):
        if not names and not os.listdir(folder):
            problems.append(f"{folder} is empty")
        for name in names:
            count += 1
            problems.append(check_file(os.path.join(folder, name), readelf, folders))
    problems = [problem for problem in problems if problem]
    print("\n".join(problems + [f"{count} files, {len(problems)} problems"]))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
