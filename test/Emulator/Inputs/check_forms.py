# ===- check_forms.py - Holds the table of instruction forms to ptxas ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""check_forms.py PTXAS PREFIX VERSION TABLE: assembles every form of TABLE, up to this
version of PTX, for targets of all kinds, and compares which are taken; files begin with
PREFIX."""

import itertools
import re
import subprocess
import sys

#: Bits of the types whose name does not say them.
WIDTHS = {"pred": 1, "tf32": 32, "f32x2": 64, "e2m1x2": 8}
WIDTHS |= dict.fromkeys(("f16x2", "bf16x2", "u16x2", "s16x2"), 32)
WIDTHS |= dict.fromkeys(("e4m3x2", "e5m2x2", "e3m2x2", "e2m3x2", "ue8m0x2", "s2f6x2"), 16)
TARGETS = (
    "75", "80", "86", "89", "90", "90a", "100", "100a", "100f", "103a", "103f", "110a",
    "120", "120a", "121f",
)  # fmt: skip


def expand(pattern):
    """All mnemonics that a pattern of <.a/.b> and {.a/.b} stands for."""
    choices = []
    for piece in re.findall(r"<[^>]*>|\{[^}]*\}|[^<{]+", pattern):
        names = piece[1:-1].split("/") if piece[0] in "<{" else [piece]
        choices.append(["", *names] if piece[0] == "{" else names)
    return ["".join(choice) for choice in itertools.product(*choices)]


def read(path):
    """Each form as its mnemonic, operands, targets and version of PTX."""
    lists, forms = {}, []
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line.startswith("$"):
            name, value = line.split("=")
            lists[name.strip()] = value.strip()
        elif line:
            pattern, operands, *rest = (field.strip() for field in line.split("|"))
            for name in sorted(lists, key=len, reverse=True):
                pattern = pattern.replace(name, lists[name])
            targets, version, *_ = [*"".join(rest).split(), "", ""]
            forms += [
                (m, operands.split(), targets, float(version or 0))
                for m in expand(pattern)
            ]
    return forms


def takes(targets, target):
    """Whether sm_`target` is one of those that a form names: 90, 100f, 100a..119-103,
    100a/103a or none, as small-float-forms.txt explains them."""
    if "/" in targets or targets == "none":
        return target in targets.split("/")
    pattern = r"(\d*)([af]?)(?:\.\.(\d+))?(?:-(\d+))?"
    least, variant, last, without = re.fullmatch(pattern, targets).groups()
    number, actual = re.fullmatch(r"(\d+)([af]?)", target).groups()
    is_between = int(least or 0) <= int(number) <= int(last or 999)
    variants = {"": ("", "a", "f"), "f": ("a", "f"), "a": ("a",)}[variant]
    return is_between and number != without and actual in variants


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
        # Integers of 8 bits stand in registers of 16.
        bits = 16 if kind in ("u8", "s8") else width(kind)
        register = {8: "%b", 16: "%h", 32: "%r", 64: "%d"}[bits]
        texts.append(f"{register}{i + 1}")
    return f"{mnemonic} {', '.join(texts)};"


def with_other_registers(forms):
    """Forms of which one operand is a register of another type, one for each list of
    types: those that are wrong, and those that are right as the operand is of bits."""
    wrong, right, seen = [], [], set()
    for mnemonic, operands, *_ in forms:
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


def find_refused(ptxas, prefix, version, target, instructions):
    """Lines with errors; one that has been said of another line may be missing."""
    header = [
        f".version {version}",
        f".target sm_{target}",
        ".address_size 64",
        ".visible .entry k() { .reg .pred %p<9>; .reg .b8 %b<9>; .reg .b16 %h<9>;",
        ".reg .b32 %r<9>; .reg .b64 %d<9>;",
        *(f".reg .{t}{w} %{t}{w}_<9>;" for t in "fu" for w in (16, 32, 64)),
    ]
    path = f"{prefix}.{target}.ptx"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*header, *instructions, "ret; }", ""]))
    command = [ptxas, "-O0", f"-arch=sm_{target}", path, "-o", f"{prefix}.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    lines = set(re.findall(r"line (\d+); error", done.stderr + done.stdout))
    bad = {instructions[int(line) - 1 - len(header)] for line in lines}
    if bool(bad) != (done.returncode != 0):
        sys.exit(f"ptxas says nothing of a line: {done.stderr}")
    return bad


def refused(*arguments, instructions):
    """The instructions that ptxas refuses for a target."""
    taken, bad = instructions, set()
    while more := find_refused(*arguments, taken):
        bad |= more
        taken = [text for text in taken if text not in bad]
    return bad


def main():
    *assembler, version, table = sys.argv[1:]
    assembler.append(version)
    forms = [form for form in read(table) if form[3] <= float(version)]
    texts = {instruction(m, operands): targets for m, operands, targets, _ in forms}
    for target in TARGETS:
        bad = refused(*assembler, target, instructions=list(texts))
        for text, targets in texts.items():
            if takes(targets, target) == (text in bad):
                verb = "refuses" if text in bad else "takes"
                sys.exit(f"ptxas {verb} for sm_{target}: {text}")
    wrong, right = with_other_registers(forms)
    for text in sorted(set(wrong) - refused(*assembler, "100a", instructions=wrong)):
        sys.exit(f"ptxas takes a register of another type: {text}")
    for text in sorted(refused(*assembler, "100a", instructions=right)):
        sys.exit(f"ptxas refuses a register for bits: {text}")
    print(len(wrong), "registers of other types refused,", len(right), "taken for bits")
    print(len(forms), "forms as ptxas has them")


if __name__ == "__main__":
    main()
