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

from check_forms import expand

TARGETS = (
    "sm_86", "sm_89", "sm_90a", "sm_100", "sm_100a", "sm_103f", "sm_110a", "sm_120",
    "sm_120a", "sm_121f",
)  # fmt: skip
#: The least target of a class, whether it must be a variant, and the first target
#: behind it.
CLASSES = {
    "89": (89, False, 999),
    "90": (90, False, 999),
    "100": (100, False, 999),
    "variants": (90, True, 999),
    "blackwell": (100, True, 999),
    "server": (100, True, 120),
    "rtx": (120, True, 999),
}
REGISTERS = {"f": "%f", "r": "%r", "h": "%h", "b": "%b", "d": "%d", "p": "%p"}
DECLARATIONS = (
    ".reg .b8 %b<40>; .reg .b16 %h<40>; .reg .b32 %r<150>; .reg .f32 %f<150>; "
    ".reg .b64 %d<150>; .reg .pred %p<150>;"
)


def read(path):
    """Each instruction with the name of its class."""
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


def takes(target, name):
    if name == "none":
        return False
    if name == "random":
        return target in ("sm_100a", "sm_103a")
    if name == "hopper":
        return target == "sm_90a"
    if name == "specific":
        return int(target[3:].rstrip("af")) >= 100 and target[-1] == "a"
    if target[:6] == {"integers": "sm_103", "scaling": "sm_110"}.get(name):
        return False
    if name in ("tensor", "integers", "scaling"):
        return 100 <= int(target[3:].rstrip("af")) < 120 and target[-1] in "af"
    if name == "exact":
        return 100 <= int(target[3:].rstrip("af")) < 120 and target[-1] == "a"
    if name == "reducing":
        return 103 <= int(target[3:].rstrip("af")) < 120 and target[-1] in "af"
    if name == "setmax":
        return int(target[3:].rstrip("af")) >= 90 and target[-1] in "af"
    least, is_variant, end = CLASSES[name]
    number, variant = re.fullmatch(r"sm_(\d+)([af]?)", target).groups()
    return least <= int(number) < end and (bool(variant) or not is_variant)


def find_refused(ptxas, prefix, version, target, instructions):
    """Lines with errors; one that has been said of another line may be missing."""
    header = [
        f".version {version}", f".target {target}", ".address_size 64",
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
    command = [ptxas, "-O0", f"-arch={target}", path, "-o", f"{prefix}.cubin"]
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
        for text, name in forms.items():
            if takes(target, name) == (text in bad):
                verb = "refuses" if text in bad else "takes"
                sys.exit(f"ptxas {verb} for {target}: {text}")
    print(len(forms), "forms as ptxas has them")


if __name__ == "__main__":
    main()
