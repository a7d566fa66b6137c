# ===- check_messages.py - The quality of every message ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
# check_messages.py --at-least N [--announced] --command "TOOL OPTION..."...
#     FILE...
#
# A FILE of text holds wrong programs, split at lines of `// -----`; those that
# announce an `expected-error` are run through each command. A FILE of bytecode is
# made wrong by changing one byte of it, at as many places as --changes says; changes
# without an error are ignored. All messages must be worth reading:
#
#   - the command fails, with an exit code of its own and not of a signal;
#   - every line is a message with its kind, every error names a place;
#   - an error from a verifier names the operation;
#   - with --announced, the command reports the errors that the program announces;
#   - no message speaks of how the compiler is made: of C++ classes and
#     namespaces, of MLIR's casts and generic forms, of assertions.
#
# Prints each failure, and the number of programs checked, which must be at least N.
#
# ===------------------------------------------------------------------------===#

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile

#: A line of the source below a message, and the mark below it.
EXCERPT = re.compile(r" *\d+ \| | {6}\| ")
PLACED = re.compile(r"^(?:(?!loc\().+?:\d+:\d+|[^:]+): (error|note|warning): (.+)$")
# Messages that the tools add after those about the program.
UNPLACED = ("error: failed to compile Tile IR program",)
IMPLEMENTATION = re.compile(
    r"""\w+::\w+                      # C++ scopes
      | \b[A-Z]\w*[a-z]\w*(?:Attr|Op|Type|Interface|Trait)\b
      | unrealized_conversion_cast
      | [Aa]ssertion\ .*failed | LLVM\ ERROR | PLEASE\ submit | Stack\ dump
      | llvm_unreachable | UNREACHABLE | nullptr | <<UNKNOWN | <NULL
      | 0x[0-9a-f]{8,}
    """,
    re.VERBOSE,
)
# The first words of messages from MLIR's verifiers.
VERIFIER = re.compile(r"^(?:op |requires |failed to verify|operand #|result #)")


MAGIC = b"\x7fTileIR\0"


def changed(name, whole, changes):
    """A file of bytecode with one byte changed, at evenly spread places."""
    for number in range(changes):
        position = len(MAGIC) + number * (len(whole) - len(MAGIC)) // changes
        program = bytearray(whole)
        program[position] ^= (0xFF, 0x01, 0x10)[number % 3]
        yield f"{name} with byte {position} changed", bytes(program)


def parts(path, changes):
    """The wrong programs of a file: the name of each, and its bytes."""
    with open(path, "rb") as file:
        whole = file.read()
    if whole.startswith(MAGIC):
        yield from changed(os.path.basename(path), whole, changes)
        return
    line, part = 1, []
    for text in whole.split(b"\n") + [b"// -----"]:
        if text.startswith(b"// -----"):
            if b"expected-error" in b"\n".join(part):
                name = f"{os.path.basename(path)}, line {line - len(part)}"
                yield name, b"\n" * (line - len(part) - 1) + b"\n".join(part)
            part = []
        else:
            part.append(text)
        line += 1


def complaints(returncode, stderr):
    """The faults of a command's failure."""
    if returncode == 0:
        yield "accepted"
    if returncode < 0 or returncode > 100:
        yield f"ended with status {returncode}"
    placed = 0
    for line in stderr.splitlines():
        if line in UNPLACED or EXCERPT.match(line):
            continue
        match = PLACED.match(line)
        if not match:
            yield f"has a line without a place or a kind: {line}"
            continue
        placed += match.group(1) == "error"
        message = match.group(2)
        if found := IMPLEMENTATION.search(message):
            yield f"speaks of '{found.group()}': {line}"
        if VERIFIER.match(message):
            yield f"names no operation: {line}"
    if returncode and not placed:
        yield "says nothing of what is wrong"


def unsaid(program, stderr):
    """The messages that a program announces, but the command does not print."""
    for text in re.findall(rb"expected-error[^{]*\{\{(.*?)\}\}", program):
        if text.decode() not in stderr:
            yield f"does not say: {text.decode()}"


def check(case):
    command, announced, name, program = case
    may_be_right = program.startswith(MAGIC)
    suffix = ".tile" if may_be_right else ".mlir"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program" + suffix)
        with open(path, "wb") as file:
            file.write(program)
        output = os.path.join(folder, "output")
        run = subprocess.run(
            shlex.split(command) + [path, "-o", output],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            stdin=subprocess.DEVNULL,
        )
        if may_be_right and run.returncode == 0:
            return None
        found = list(complaints(run.returncode, run.stderr))
        if announced:
            found += unsaid(program, run.stderr)
        if os.path.exists(output):
            found.append("left a file behind")
        return [f"{name}: {command.split()[0]} {text}" for text in found]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--at-least", type=int, required=True)
    parser.add_argument("--command", action="append", required=True)
    parser.add_argument("--announced", action="store_true")
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    programs = [
        part for path in arguments.files for part in parts(path, arguments.changes)
    ]
    cases = [
        (command, arguments.announced, name, program)
        for command in arguments.command
        for name, program in programs
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = [texts for texts in pool.map(check, cases) if texts is not None]
    found = [text for texts in results for text in texts]
    wrong = len(results) // len(arguments.command)
    print("\n".join(found))
    print(f"{wrong} wrong programs, {len(found)} complaints")
    return bool(found) or wrong < arguments.at_least


if __name__ == "__main__":
    sys.exit(main())
