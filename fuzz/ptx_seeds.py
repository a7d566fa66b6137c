#===- ptx_seeds.py - Seeds for the fuzz target of the PTX parser -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""usage: ptx_seeds.py OUTPUT TESTS

Writes small files of PTX to the folder OUTPUT: the texts in the emulator's unit
tests in the folder TESTS, and each kind of line in the PTX files of its Inputs.
Registers get the names that PtxFuzzer.cpp declares around a text without
.version.
"""

import hashlib
import pathlib
import re
import sys

LONGEST = 1500
REGISTERS = [
    (r"%(?:rd|d)(\d+)", "d", 8),
    (r"%(?:r|f)(\d+)", "r", 16),
    (r"%(?:rs|h)(\d+)", "h", 8),
    (r"%p(\d+)", "p", 4),
]


def rename(text):
    for pattern, name, count in REGISTERS:
        text = re.sub(pattern, lambda m: name + str(int(m[1]) % count), text)
    return text


def texts(tests):
    """The texts that look like PTX in the tests' strings and in their inputs."""
    for path in sorted(tests.glob("*.cpp")):
        source = path.read_text()
        yield from re.findall(r'R"\((.*?)\)"', source, re.S)
        for string in re.findall(r'"((?:[^"\\\n]|\\.)*;)"', source):
            yield string.replace("\\n", "\n")
    kinds = set()
    for path in sorted(tests.glob("Inputs/*.ptx")):
        for line in path.read_text().splitlines():
            kind = re.sub(r"\d+", "0", line.strip())
            if kind not in kinds:
                kinds.add(kind)
                head = ".version 9.0\n.target sm_90\n" if line.startswith(".") else ""
                yield head + line.strip()


def main():
    output, tests = map(pathlib.Path, sys.argv[1:])
    for text in texts(tests):
        text = rename(text.strip())
        if 3 < len(text) <= LONGEST:
            name = hashlib.sha256(text.encode()).hexdigest()[:16]
            (output / name).write_text(text)


if __name__ == "__main__":
    main()
