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
import subprocess
import sys

from check_forms import expand, takes

TARGETS = ("86", "89", "90a", "100", "100a", "103f", "110a", "120", "120a", "121f")
REGISTERS = {"f": "%f", "r": "%r", "h": "%h", "b": "%b", "d": "%d", "p": "%p"}
DECLARATIONS = (
    ".reg .b8 %b<40>; .reg .b16 %h<40>; .reg .b32 %r<150>; .reg .f32 %f<150>; "
    ".reg .b64 %d<150>; .reg .pred %p<150>;"
)


def read(path):
    """Each instruction with the targets that have it."""
    lists, forms = {}, {}
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line.startswith("$"):
            name, value = line.split("=")
            lists[name.strip()] = value.strip()
        elif line:
            pattern, operands, targets = (field.strip() for field in line.split("|"))
            for name in sorted(lists, key=len, reverse=True):
                pattern = pattern.replace(name, lists[name])
            for mnemonic in expand(pattern):
                forms.setdefault(instruction(mnemonic, operands), targets)
    return forms


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
            texts.append(re.sub(r"\b[frhbdp]\b", replace, operand))
        number += count
    return f"{mnemonic} {', '.join(texts)}".rstrip() + ";"


def find_refused(ptxas, prefix, version, target, instructions):
    """Lines with errors; one that has been said of another line may be missing."""
    header = [
        f".version {version}", f".target sm_{target}", ".address_size 64",
        f".visible .entry k() {{ {DECLARATIONS}",
    ]  # fmt: skip
    # Accumulators of many products would not fit in the registers of one kernel.
    lines = [
        f"ret; }} .visible .entry k{i}() {{ {DECLARATIONS} {text}"
        if text.startswith(("wgmma.mma", "tcgen05"))
        else text
        for i, text in enumerate(instructions)
    ]
    path = f"{prefix}.{target}.ptx"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*header, *lines, "ret; }", ""]))
    command = [ptxas, "-O0", f"-arch=sm_{target}", path, "-o", f"{prefix}.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    lines = set(re.findall(r"line (\d+); error", done.stderr + done.stdout))
    bad = {instructions[int(line) - 1 - len(header)] for line in lines}
    if bool(bad) != (done.returncode != 0):
        sys.exit(f"ptxas says nothing of a line: {done.stderr}")
    return bad


def refused(ptxas, prefix, version, target, instructions):
    """The instructions that ptxas refuses for a target."""
    taken, bad = instructions, set()
    while more := find_refused(ptxas, prefix, version, target, taken):
        bad |= more
        taken = [text for text in taken if text not in bad]
    return bad


def main():
    ptxas, prefix, table = sys.argv[1:4]
    version = sys.argv[4] if len(sys.argv) > 4 else "9.0"
    forms = read(table)
    for target in TARGETS:
        bad = refused(ptxas, prefix, version, target, list(forms))
        for text, targets in forms.items():
            if takes(targets, target) == (text in bad):
                verb = "refuses" if text in bad else "takes"
                sys.exit(f"ptxas {verb} for sm_{target}: {text}")
    print(len(forms), "forms as ptxas has them")


if __name__ == "__main__":
    main()
