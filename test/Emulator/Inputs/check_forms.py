# ===- check_forms.py - Holds the table of instruction forms to ptxas ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""check_forms.py PTXAS PREFIX VERSION TABLE: assembles every form of TABLE, up to this
version of PTX, for targets of all kinds, and compares which are taken; files begin with
PREFIX."""

import re
import sys

from forms import Assembler, read

#: Bits of the types whose name does not contain them.
WIDTHS = {"pred": 1, "tf32": 32, "f32x2": 64, "e2m1x2": 8}
WIDTHS |= dict.fromkeys(("f16x2", "bf16x2", "u16x2", "s16x2", "u8x4", "s8x4"), 32)
WIDTHS |= dict.fromkeys(("e4m3x2", "e5m2x2", "e3m2x2", "e2m3x2", "ue8m0x2", "s2f6x2"), 16)
TARGETS = (
    "75", "80", "86", "89", "90", "90a", "100", "100a", "100f", "103a", "103f", "110a",
    "120", "120a", "121f",
)  # fmt: skip
DECLARATIONS = (
    ".reg .pred %p<9>; .reg .b8 %b<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; "
    + " ".join(f".reg .{t}{w} %{t}{w}_<9>;" for t in "fu" for w in (16, 32, 64))
)


def width(kind):
    return WIDTHS.get(kind) or int(kind.strip("busf"))


def types_of(mnemonic):
    return [
        modifier
        for modifier in mnemonic.split(".")[1:]
        if modifier in WIDTHS or re.fullmatch(r"[busf]+(8|16|32|64)", modifier)
    ]


def type_of(operand, types, is_written):
    """The type of an operand that is one register."""
    named = {"t": types[-1], "d": types[0], "x": types[0 if is_written else -1]}
    if operand == "w":
        return types[-1][0] + str(2 * width(types[-1]))
    return named.get(operand, operand)


def instruction(mnemonic, operands):
    """The form with registers of the widths that it needs."""
    types = types_of(mnemonic)
    fixed = {
        "p": "%p1", "q": "!%p2", "pq": "%p1|%p3", "dp": "%r1|%p3", "i": "77",
        "m": "%r1.h1", "4t": "{%r1,%r2,%r3,%r4}",
    }  # fmt: skip
    texts = []
    for i, operand in enumerate(operands):
        if text := fixed.get(operand):
            texts.append(text)
            continue
        kind = type_of(operand, types, i == 0)
        # Integers of 8 bits use registers of 16.
        bits = 16 if kind in ("u8", "s8") else width(kind)
        register = {8: "%b", 16: "%h", 32: "%r", 64: "%d"}[bits]
        texts.append(f"{register}{i + 1}")
    return f"{mnemonic} {', '.join(texts)};"


def with_other_registers(forms):
    """Forms in which one operand is a register of another type, one for each list of
    types: the wrong ones, and those that are right because the operand is untyped bits."""
    wrong, right, seen = [], [], set()
    for mnemonic, operands in forms:
        types = types_of(mnemonic)
        key = (mnemonic.split(".")[0], *types, *operands)
        if key in seen:
            continue
        seen.add(key)
        texts = instruction(mnemonic, operands).rstrip(";").split(", ")
        for i, operand in enumerate(operands):
            kind = type_of(operand, types, i == 0)
            match = re.fullmatch(r"([busf])(16|32|64)", kind)
            if not match or operand == "x":
                continue
            other = "%u" if match[1] == "f" else "%f"
            changed = texts.copy()
            changed[i] = re.sub(r"%\w", other + match[2] + "_", changed[i])
            (right if match[1] == "b" else wrong).append(", ".join(changed) + ";")
    return wrong, right


def main():
    ptxas, prefix, version, table = sys.argv[1:]
    forms, texts = [], {}
    for mnemonic, operands, *rest in read(table):
        targets, since, *_ = [*"".join(rest).split(), "", ""]
        if float(since or 0) <= float(version):
            forms.append((mnemonic, operands.split()))
            texts[instruction(*forms[-1])] = targets
    assembler = Assembler(ptxas, prefix, version, DECLARATIONS)
    wrong, right = with_other_registers(forms)
    for text in sorted(set(wrong) - assembler.refused("100a", wrong)):
        sys.exit(f"ptxas takes a register of another type: {text}")
    for text in sorted(assembler.refused("100a", right)):
        sys.exit(f"ptxas refuses a register for bits: {text}")
    print(len(wrong), "registers of other types refused,", len(right), "taken for bits")
    assembler.check(TARGETS, texts)


if __name__ == "__main__":
    main()
