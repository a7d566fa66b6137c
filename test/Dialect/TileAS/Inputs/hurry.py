# ===- hurry.py - Plants a fault in the schedule of a loop --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lets an op of a loop start with an earlier one, and what stands between, too.

    hurry.py IN OUT KERNEL LOOP FIRST LATER

LOOP is the number of the loop among those of the kernel that have a schedule, by where
they end. FIRST and LATER are words of the lines of the two ops: the last line of the
loop with LATER, and the last before it with FIRST.
"""

import re
import sys

CYCLE = re.compile(r"(#tileas\.slot<stage = \d+, cycle = )(\d+)")


def main(source, target, kernel, loop, first, later):
    with open(source) as file:
        lines = file.read().splitlines()
    begin = next(n for n, line in enumerate(lines) if f"@{kernel}(" in line)
    ends = [n for n in range(begin, len(lines)) if "tileas.schedule<" in lines[n]]
    end = ends[int(loop)]
    indent = len(lines[end]) - len(lines[end].lstrip())
    start = max(
        n
        for n in range(begin, end)
        if "scf.for" in lines[n] and len(lines[n]) - len(lines[n].lstrip()) == indent
    )
    op = max(n for n in range(start, end) if later in lines[n])
    before = max(n for n in range(start, op) if first in lines[n])
    cycle = CYCLE.search(lines[before]).group(2)
    for n in range(before + 1, op + 1):
        lines[n] = CYCLE.sub(rf"\g<1>{cycle}", lines[n])
    with open(target, "w") as file:
        file.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
