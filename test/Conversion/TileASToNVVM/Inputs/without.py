# ===- without.py - Text without some of its lines -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Copies a text without the lines that hold a word.

usage: without.py FROM TO WORD

Fails if no line holds it.
"""

import pathlib
import sys


def main(source, target, word):
    lines = pathlib.Path(source).read_text().splitlines(keepends=True)
    kept = [line for line in lines if word not in line]
    pathlib.Path(target).write_text("".join(kept))
    return None if len(kept) < len(lines) else f"no line holds {word}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
