# ===- made_part.py - A part of a file that is made from other files ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A part of a file that a script makes from other files."""

import re
import sys


def update(path, pattern, made, check):
    """Replaces the group `made` of `pattern`, which matches the file's whole text, by
    `made`. With `check` the file is only compared. Returns the exit status: 1 if a check
    finds a difference.
    """
    with open(path) as file:
        text = file.read()
    match = re.fullmatch(pattern, text, re.DOTALL)
    if not match:
        raise SystemExit(f"{path} has no part that {sys.argv[0]} makes")
    start, end = match.span("made")
    if check:
        if text[start:end] != made:
            print(f"{path} is out of date: {sys.argv[0]} without --check makes it anew")
        return text[start:end] != made
    with open(path, "w") as file:
        file.write(text[:start] + made + text[end:])
    return 0
