# ===- assembling.py - What is said while PTX becomes machine code ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

#: The compiler's word on an assembler older than 13.2.
LACKS_MARK = "warning: clients that launch tile kernels"


def of_the_program(said):
    """The lines of what was SAID that are about the program: an assembler without the mark of
    tile kernels does for tests."""
    lines = said.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(LACKS_MARK))
