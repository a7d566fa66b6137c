#!/usr/bin/env python3
# ===- driver-page.py - The functions of the driver, as a table --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the table of functions in docs/driver-functions.md, from lib/Driver/Api.def.

usage: driver-page.py [--check] PAGE API
"""

import re
import sys

import made_part

ROW = re.compile(
    r"^CU_(\w*FUNCTION|MISSING)\((\w+), (\w+), (\d+)(?:, (\w+))?(?:,\n    \((.*)\),\n    \((.*)\))?\)$",
    re.MULTILINE,
)
MARK = "<!-- made by scripts/pages/driver-page.py -->\n"


def version(number):
    return f"{number // 1000}.{number % 1000 // 10}"


def table(text):
    there, missing = [], []
    for kind, symbol, _, since, _, parameters, _ in ROW.findall(text):
        if kind == "MISSING":
            missing.append(f"`{symbol}`")
        else:
            there.append(f"| `{symbol}` | {version(int(since))} | `{parameters}` |")
    yield f"{len(there)} functions are there:\n"
    yield "| symbol | since CUDA | parameters |"
    yield "|---|---|---|"
    yield from there
    yield f"\n{len(missing)} are not, and return `CUDA_ERROR_NOT_SUPPORTED`:\n"
    yield ", ".join(missing) + "."


def main(arguments):
    check = arguments[0] == "--check"
    page, api = arguments[check:]
    with open(api) as file:
        made = "\n".join(table(file.read())) + "\n"
    return made_part.update(page, f".*?{MARK}(?P<made>.*)", made, check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
