#!/usr/bin/env python3
# ===- runtime_symbols.py - What our runtime exports, beside NVIDIA's --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints the functions that only one of two libraries has.

usage: runtime_symbols.py OURS THEIRS READELF
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))

from exported_symbols import exported_symbols  # noqa: E402


def functions(library, readelf):
    """Some linkers add a symbol for the version of the symbols."""
    return {name for name in exported_symbols(library, readelf) if "cuda" in name[:6]}


def main(ours, theirs, readelf):
    ours, theirs = (functions(library, readelf) for library in (ours, theirs))
    for name in sorted(ours ^ theirs):
        print(f"{name} is only in {'ours' if name in ours else 'theirs'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
