#!/usr/bin/env python3
# ===- driver-returns.py - The errors that the reference names ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes lib/Driver/Returns.def: for each function of Api.def, the errors that the
reference manual lists for it. The toolkit's headers, cuda.h and cudaProfiler.h beside
it, have the manual in their comments.

usage: driver-returns.py [--check] RETURNS API [CUDA_H]

Without CUDA_H it is the header of the nvcc on the PATH. --check ignores a header of
another version than the table's.
"""

import pathlib
import re
import subprocess
import sys

import made_part

FUNCTION = re.compile(r"^CU_(?:\w+_)?FUNCTION\((\w+), (\w+),", re.MULTILINE)
# A comment, and the function that is declared right behind it.
DOCUMENTED = re.compile(
    r"/\*\*((?:(?!\*/).)*?)\*/\s*(?:#[^\n]*\s*)*(?:__CUDA_DEPRECATED\s+)?"
    r"CUresult\s+CUDAAPI\s+(\w+)\(",
    re.DOTALL,
)
RENAMED = re.compile(r"^\s*#define (cu\w+)\s+(cu\w+)$", re.MULTILINE)
# Errors that every function may return.
ANY = {"CUDA_SUCCESS", "CUDA_ERROR_DEINITIALIZED", "CUDA_ERROR_NOT_INITIALIZED"}
WIDTH = 80
VERSION = 13000


def errors_of(comment):
    listed = re.split(r"\\(?!return)\w+", comment.partition("\\return")[2])[0]
    found = re.findall(r"CUDA_(?:SUCCESS|ERROR_\w+)", listed)
    return [name for name in dict.fromkeys(found) if name not in ANY]


def row(symbol, errors):
    line = f"CU_RETURNS({symbol}"
    for error in errors:
        last = line.rpartition("\n")[2]
        if len(last) + len(error) + 3 > WIDTH:
            line += ",\n   "
        else:
            line += ","
        line += f" {error}"
    return line + ")"


def table(api, header):
    named = {name: errors_of(comment) for comment, name in DOCUMENTED.findall(header)}
    for old, new in RENAMED.findall(header):
        if old in named:
            named.setdefault(new, named[old])
    for symbol, name in FUNCTION.findall(api):
        errors = named.get(symbol, named.get(name))
        if errors is None:
            raise SystemExit(f"{symbol} has no comment in the header")
        yield row(symbol, errors)


def read_header(path=None):
    if not path:
        says = ["nvcc", "--dryrun", "-x", "cu", "-c", "/dev/null"]
        said = subprocess.run(says, check=True, capture_output=True, text=True).stderr
        folder = re.search(r'INCLUDES="-I(.*?)"', said).group(1)
        path = pathlib.Path(folder.strip()) / "cuda.h"
    profiler = pathlib.Path(path).with_name("cudaProfiler.h")
    return pathlib.Path(path).read_text() + profiler.read_text()


def main(arguments):
    check = arguments[0] == "--check"
    returns, api, *header = arguments[check:]
    header = read_header(*header)
    if check and not re.search(rf"#define CUDA_VERSION {VERSION}\b", header):
        return 0
    with open(api) as file:
        made = "\n".join(table(file.read(), header))
    return made_part.update(returns, r".*?\n(?P<made>CU_RETURNS.*\))\n\n#undef.*", made, check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
