# ===- borders.py - Products with tiles of their own ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels of all_cases with another tile, on arrays on whose borders tiles lie."""

import dataclasses

from all_cases import CASES

#: Arrays on whose borders tiles lie.
SIZE = (144, 160, 208)
#: All checks, in random orders.
HOSTILE = ("--engine=emulate", "--check=all", "--warps=random", "--blocks=random")


def make_case(name, tile=None):
    return dataclasses.replace(CASES[name], constants=tile) if tile else CASES[name]


def make_run(name, tile, size):
    """A case, and a run of it: of attention on arbitrary data, else on exact ones."""
    case = make_case(name, tile)
    return case, case.make_run(case, size, not name.startswith("flash"))


def compile_with_remarks(tools, source, file, gpu, *options):
    """The PTX, and what the compiler remarks."""
    printed = tools.run(
        "tileiras", source, "-o", file, f"--gpu-name={gpu}", "--emit=ptx",
        "--remarks=all", *options,
    )  # fmt: skip
    return file.read_text(), printed
