#!/usr/bin/env python3
# ===- lint_ptx.py - What no PTX of the compiler may contain ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks PTX text against the rules that hold for all output of the compiler.

  rounding  no float add, sub, mul or fma without an explicit rounding
  nc        no load through the non-coherent path, which misses an acquire
  atomic    no atomic without ordering and scope
  local     no local memory, where a thread's registers spill (see --allow-local)
  generic   no access through a generic address where the space is known

PTX ISA, chapter "Instruction set". Reads the named files, or standard input, and
exits with 1 if a rule is broken. The arguments of a print lie in local memory:
--allow-local permits that, and at -O0 accesses to it through generic addresses.

An entry that names a table of libdevice (__cudart_...) reduces large angles as
libdevice does it: the digits of 2/pi are constant, which makes .nc right, and the
product with them is an array in local memory.
"""

import argparse
import re
import sys

ROUNDINGS = {"rn", "rz", "rm", "rp", "rna", "rs"}
SPACES = {"global", "shared", "local", "param", "const", "tex"}
ORDERINGS = {"relaxed", "acquire", "release", "acq_rel"}
SCOPES = {"cta", "cluster", "gpu", "sys"}
FLOATS = re.compile(r"(f|bf)(16|32|64)(x2)?$")


def instructions(text):
    """Yields (line number, opcode, modifiers) of each instruction.

    Several may share a line, after a guard each, as inline assembly has them.
    """
    text = re.sub(r"/\*.*?\*/", lambda c: re.sub(r"[^\n]", " ", c[0]), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("//")[0]
        for statement in re.split(r"[;{}]", line):
            match = re.match(
                r"\s*(?:[\w$]+:\s*)?(?:@!?%\w+\s+)?([a-z]\w*)((?:\.[\w:]+)*)(?:\s|$)",
                statement,
            )
            if match:
                modifiers = match[2].replace("::", ".").split(".")[1:]
                yield number, match[1], modifiers


def lines_of_libdevice(text):
    """The numbers of the lines of entries that name a table of libdevice."""
    entries, uses = [[]], set()
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(\.visible\s+)?\.entry\b", line):
            entries.append([])
        entries[-1].append(number)
        # The tables themselves stand before the first entry.
        if "__cudart_" in line and len(entries) > 1:
            uses.add(len(entries) - 1)
    return {number for use in uses for number in entries[use]}


def check(text, allow_local=False):
    """Yields (line number, rule, message) for each broken rule."""
    libdevice = lines_of_libdevice(text)
    for number, rule, message in check_all(text, allow_local):
        if rule not in ("nc", "local", "generic") or number not in libdevice:
            yield number, rule, message


def check_all(text, allow_local):
    """The same, with allowances for entries that use libdevice's tables."""
    for number, opcode, modifiers in instructions(text):
        words = set(modifiers)
        name = ".".join([opcode, *modifiers])
        is_float = bool(modifiers) and FLOATS.match(modifiers[-1])
        if opcode in ("add", "sub", "mul", "fma", "mad") and is_float:
            if not words & ROUNDINGS:
                yield number, "rounding", f"{name} does not say how it rounds"
        if opcode in ("ld", "ldu") and ("nc" in words or opcode == "ldu"):
            yield number, "nc", f"{name} may miss what an acquire orders"
        if opcode in ("atom", "red"):
            if not words & ORDERINGS or not words & SCOPES:
                yield number, "atomic", f"{name} has no ordering and scope"
        if "local" in words and not allow_local:
            yield number, "local", f"{name} uses local memory"
        if opcode in ("ld", "st", "atom", "red", "cp", "prefetch"):
            touches_none = words & {"commit_group", "wait_group"}
            is_local = opcode == "st" and allow_local
            if not words & SPACES and not touches_none and not is_local:
                yield number, "generic", f"{name} names no state space"
    if not allow_local:
        for number, line in enumerate(text.splitlines(), 1):
            # LLVM keeps the frame of a value that is in registers in the end.
            variable = re.match(r"\s*\.local\b.*?([\w$]+)(\[\d*\])?\s*;", line)
            if variable and len(re.findall(rf"{re.escape(variable[1])}\b", text)) > 1:
                yield number, "local", "a variable in local memory"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", default=["-"])
    parser.add_argument("--allow-local", action="store_true")
    parser.add_argument(
        "--expect-instructions",
        action="store_true",
        help="fail on text that holds no instruction",
    )
    arguments = parser.parse_args()
    failed = False
    for name in arguments.files:
        with (sys.stdin if name == "-" else open(name, encoding="utf-8")) as file:
            text = file.read()
        if arguments.expect_instructions and not any(instructions(text)):
            print(f"{name}: no instruction in it")
            failed = True
        for number, rule, message in check(text, arguments.allow_local):
            print(f"{name}:{number}: [{rule}] {message}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
