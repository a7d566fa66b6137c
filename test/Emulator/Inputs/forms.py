# ===- forms.py - Files of instruction forms, and what ptxas says of them -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The common part of the checkers of such files."""

import itertools
import re
import subprocess
import sys


def expand(pattern):
    """All mnemonics that a pattern of <.a/.b> and {.a/.b} stands for."""
    choices = []
    for piece in re.findall(r"<[^>]*>|\{[^}]*\}|[^<{]+", pattern):
        names = piece[1:-1].split("/") if piece[0] in "<{" else [piece]
        choices.append(["", *names] if piece[0] == "{" else names)
    return ["".join(choice) for choice in itertools.product(*choices)]


def read(path):
    """Each form: its mnemonic and the fields behind it."""
    lists, forms = {}, []
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line.startswith("$"):
            name, value = line.split("=")
            lists[name.strip()] = value.strip()
        elif line:
            pattern, *fields = (field.strip() for field in line.split("|"))
            for name in sorted(lists, key=len, reverse=True):
                pattern = pattern.replace(name, lists[name])
            forms += [(mnemonic, *fields) for mnemonic in expand(pattern)]
    return forms


def takes(targets, target):
    """True if sm_`target` is one of those that a form names: 90, 100f, 100a..119-103,
    100a/103a or none, as small-float-forms.txt explains them."""
    if "/" in targets or targets == "none":
        return target in targets.split("/")
    pattern = r"(\d*)([af]?)(?:\.\.(\d+))?(?:-(\d+))?"
    least, variant, last, without = re.fullmatch(pattern, targets).groups()
    number, actual = re.fullmatch(r"(\d+)([af]?)", target).groups()
    is_between = int(least or 0) <= int(number) <= int(last or 999)
    variants = {"": ("", "a", "f"), "f": ("a", "f"), "a": ("a",)}[variant]
    return is_between and number != without and actual in variants


class Assembler:
    """A ptxas, for programs of one version of PTX with these registers."""

    def __init__(self, ptxas, prefix, version, declarations):
        self.ptxas, self.prefix, self.version = ptxas, prefix, version
        self.declarations = declarations

    def refused(self, target, instructions):
        """The instructions that it refuses for a target."""
        taken, bad = instructions, set()
        while more := self._find_refused(target, taken):
            bad |= more
            taken = [text for text in taken if text not in bad]
        return bad

    def _find_refused(self, target, instructions):
        """Lines with errors. A line may be missing if another one has the same error."""
        header = [
            f".version {self.version}",
            f".target sm_{target}",
            ".address_size 64",
            f".visible .entry k() {{ {self.declarations}",
        ]
        # One kernel has no registers for the accumulators of many products.
        lines = [
            f"ret; }} .visible .entry k{i}() {{ {self.declarations} {text}"
            if text.startswith(("wgmma.mma", "tcgen05"))
            else text
            for i, text in enumerate(instructions)
        ]
        path = f"{self.prefix}.{target}.ptx"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*header, *lines, "ret; }", ""]))
        output = ["-o", f"{self.prefix}.cubin"]
        command = [self.ptxas, "-O0", f"-arch=sm_{target}", path, *output]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        numbers = set(re.findall(r"line (\d+); error", done.stderr + done.stdout))
        bad = {instructions[int(number) - 1 - len(header)] for number in numbers}
        if bool(bad) != (done.returncode != 0):
            sys.exit(f"ptxas says nothing of a line: {done.stderr}")
        return bad

    def check(self, targets, forms):
        """Ends the program if ptxas takes an instruction for a target that `forms`
        does not give it, or refuses it for one that it does."""
        for target in targets:
            bad = self.refused(target, list(forms))
            for text, having in forms.items():
                if takes(having, target) == (text in bad):
                    verb = "refuses" if text in bad else "takes"
                    sys.exit(f"ptxas {verb} for sm_{target}: {text}")
        print(len(forms), "forms as ptxas has them")
