#!/usr/bin/env python3
# ===- functions.py - Every function of the C API, thrice -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares the declarations in the headers of the C API with the library's exports.

usage: functions.py HEADERS LIBRARY TESTS READELF

Each function that a header in the folder HEADERS declares has a comment that begins
with `///`, is exported by LIBRARY and called by a C program in the folder TESTS. LIBRARY
exports these functions and those of MLIR's C API, and nothing else.
"""

import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))

from exported_symbols import exported_symbols  # noqa: E402

DECLARED = re.compile(r"^MLIR_CAPI_EXPORTED\s[^;]*?\b(tessera\w+)\(", re.MULTILINE)


def read(pattern):
    texts = {}
    for path in sorted(glob.glob(pattern)):
        with open(path) as file:
            texts[path] = file.read()
    return texts


def declared(headers):
    """The functions, and problems with their declarations."""
    functions, problems = [], []
    for path, text in read(os.path.join(headers, "*.h")).items():
        found = list(DECLARED.finditer(text))
        functions += [match[1] for match in found]
        for match in found:
            above = text[: match.start()].splitlines()
            if not above or not above[-1].startswith("///"):
                problems.append(f"{path}: {match[1]} has no comment")
        if len(found) != len(re.findall(r"^MLIR_CAPI_EXPORTED", text, re.MULTILINE)):
            problems.append(f"{path}: declares what is named otherwise than tessera…")
    return functions, problems


def main(headers, library, tests, readelf):
    functions, problems = declared(headers)
    called = "\n".join(read(os.path.join(tests, "*.c")).values())
    problems += [
        f"{name} is called by no test"
        for name in functions
        if not re.search(rf"\b{name}\(", called)
    ]
    symbols = set(exported_symbols(library, readelf))
    problems += [f"{name} is not exported" for name in functions if name not in symbols]
    problems += [
        f"{name} is exported, but is no part of the API"
        for name in sorted(symbols - set(functions))
        if not re.match(r"mlir[A-Z]|TESSERA_\d+$", name)
    ]
    for problem in problems:
        print(problem)
    print(f"{len(functions)} functions, {len(problems)} problems")
    return bool(problems) or not functions


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
