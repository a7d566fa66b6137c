# ===- check_targets.py - Holds a table of forms and targets to ptxas ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""check_targets.py PTXAS PREFIX TABLE [VERSION]: assembles every form of TABLE, of PTX
9.0 or VERSION, for targets of all kinds, and compares which are taken; files begin
with PREFIX."""

import re
import sys

from forms import Assembler, read

TARGETS = ("86", "89", "90a", "100", "100a", "103f", "110a", "120", "120a", "121f")
REGISTERS = {"f": "%f", "r": "%r", "h": "%h", "b": "%b", "d": "%d", "p": "%p", "q": "%q"}
DECLARATIONS = (
    ".reg .b8 %b<40>; .reg .b16 %h<40>; .reg .b32 %r<150>; .reg .f32 %f<150>; "
    ".reg .b64 %d<150>; .reg .pred %p<150>; .reg .b128 %q<40>;"
)


def instruction(mnemonic, operands):
    texts, number = [], 0
    for operand in operands.split():
        if match := re.fullmatch(r"(\d+)([frd])", operand):
            count = int(match[1])
            names = [f"{REGISTERS[match[2]]}{number + i}" for i in range(count)]
            texts.append("{" + ", ".join(names) + "}")
        else:
            count = 1
            replace = lambda m, at=number: f"{REGISTERS[m[0]]}{at}"
            texts.append(re.sub(r"\b[frhbdpq]\b", replace, operand))
        number += count
    return f"{mnemonic} {', '.join(texts)}".rstrip() + ";"


def main():
    ptxas, prefix, table, *version = sys.argv[1:]
    forms = {}
    for mnemonic, operands, targets in read(table):
        forms.setdefault(instruction(mnemonic, operands), targets)
    Assembler(ptxas, prefix, *(version or ["9.0"]), DECLARATIONS).check(TARGETS, forms)


if __name__ == "__main__":
    main()
