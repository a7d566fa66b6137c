# ===- check_forms.py - Holds the table of instruction forms to ptxas ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""check_forms.py PTXAS PREFIX TABLE: assembles every form of TABLE for the targets
that it names; files begin with PREFIX."""

import itertools
import re
import subprocess
import sys

PACKED = {"f16x2", "bf16x2", "u16x2", "s16x2"}
# The GPU before the first one that has a form.
BEFORE = {80: 75, 86: 80, 90: 89}


def expand(pattern):
    """All mnemonics that a pattern of <.a/.b> and {.a/.b} stands for."""
    choices = []
    for piece in re.findall(r"<[^>]*>|\{[^}]*\}|[^<{]+", pattern):
        names = piece[1:-1].split("/") if piece[0] in "<{" else [piece]
        choices.append(["", *names] if piece[0] == "{" else names)
    return ["".join(choice) for choice in itertools.product(*choices)]


def read(path):
    lists, forms = {}, []
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line.startswith("$"):
            name, value = line.split("=")
            lists[name.strip()] = value.strip()
        elif line:
            pattern, operands, *target = (field.strip() for field in line.split("|"))
            for name in sorted(lists, key=len, reverse=True):
                pattern = pattern.replace(name, lists[name])
            least = int(target[0]) if target else 75
            forms += [(m, operands.split(), least) for m in expand(pattern)]
    return forms


def width(kind):
    return 32 if kind in PACKED else int(kind.strip("busf"))


def instruction(mnemonic, operands):
    """The form with registers of the widths that it needs."""
    types = [
        modifier
        for modifier in mnemonic.split(".")[1:]
        if modifier in PACKED or re.fullmatch(r"[busf]+(16|32|64)", modifier)
    ]
    last, registers = width(types[-1]), {16: "%h", 32: "%r", 64: "%d"}
    texts = []
    for i, operand in enumerate(operands):
        widths = {"t": last, "w": 2 * last, "d": width(types[0])}
        fixed = {"p": "%p1", "q": "%p2", "pq": "%p1|%p3", "dp": "%r1|%p3", "i": "77"}
        bits = widths.get(operand) or (operand.isdigit() and int(operand))
        texts.append(fixed.get(operand) or f"{registers[bits]}{i + 1}")
    return f"{mnemonic} {', '.join(texts)};"


def refused(ptxas, prefix, target, instructions):
    """The instructions that ptxas refuses for a target."""
    target = f"sm_{target}"
    header = [
        ".version 9.0",
        f".target {target}",
        ".address_size 64",
        ".visible .entry k() { .reg .pred %p<9>; .reg .b16 %h<9>;",
        ".reg .b32 %r<9>; .reg .b64 %d<9>;",
    ]
    text = "\n".join([*header, *instructions, "ret; }", ""])
    path = f"{prefix}.{target}.ptx"
    open(path, "w", encoding="utf-8").write(text)
    command = [ptxas, "-O0", f"-arch={target}", path, "-o", f"{prefix}.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    lines = set(re.findall(r"line (\d+); error", done.stderr + done.stdout))
    bad = {instructions[int(line) - 1 - len(header)] for line in lines}
    if bool(bad) != (done.returncode != 0):
        sys.exit(f"ptxas says nothing of a line: {done.stderr}")
    return bad


def main():
    ptxas, prefix, table = sys.argv[1:]
    forms = read(table)
    for least in sorted({form[2] for form in forms}):
        known = [instruction(m, o) for m, o, needs in forms if needs <= least]
        for text in sorted(refused(ptxas, prefix, least, known)):
            sys.exit(f"ptxas refuses for sm_{least}: {text}")
        if least in BEFORE:
            new = [instruction(m, o) for m, o, needs in forms if needs == least]
            early = set(new) - refused(ptxas, prefix, BEFORE[least], new)
            for text in sorted(early):
                sys.exit(f"ptxas takes for sm_{BEFORE[least]}: {text}")
    print(len(forms), "forms as ptxas has them")


if __name__ == "__main__":
    main()
