#!/usr/bin/env python3
# ===- symbols.py - What the driver exports, beside its table ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fails unless the library exports exactly the rows of the table and OTHERS.

usage: symbols.py LIBRARY API READELF OTHERS...
"""

import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))

from exported_symbols import exported_symbols  # noqa: E402


def rows(text):
    pattern = r"^CU_(\w+)\((\w+), \w+, \d+(?:, (pt\w\w))?"
    for kind, symbol, suffix in re.findall(pattern, text, re.MULTILINE):
        yield symbol
        if kind == "STREAM_FUNCTION":
            yield f"{symbol}_{suffix}"


def main(library, api, readelf, *others):
    with open(api) as file:
        expected = {*rows(file.read()), *others}
    symbols = set(exported_symbols(library, readelf))
    for name in sorted(symbols ^ expected):
        print(f"{name} is only {'exported' if name in symbols else 'in the table'}")
    return symbols != expected or len(symbols) < 500


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
