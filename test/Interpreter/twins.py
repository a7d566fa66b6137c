# ===- twins.py - Programs of tileas and wrong twins of them ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks a self-checking program, and twins of it that are wrong by a small edit.

    //twin NAME (MESSAGE): remove
    //twin NAME (MESSAGE): TEXT

change the line above them in the twin NAME: it is removed, or replaced by TEXT.
MESSAGE is a regular expression for the report that it must cause.

The program is right for 200 seeds, each with another order of agents and of the ends
of copies. A twin is reported in the plain order, in which no agent yields and copies
end as late as possible, and for at least a tenth of 12 seeds, always with its message.
With a question mark behind its name the plain order may miss it.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

SEEDS = 200
TWIN_SEEDS = 12
TWIN = re.compile(r"\s*//twin (\S+?)(\??) \((.*?)\): (.*)")


def run(file, seed):
    """True if the program passes; and its output."""
    command = ["cuda-tile-run", "--self-check", file, f"--seed={seed}"]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.returncode == 0, done.stdout


def read_twins(lines):
    """By name: the message, True if luck counts, and the edits by line."""
    twins, above = {}, None
    for number, line in enumerate(lines):
        found = TWIN.fullmatch(line)
        if not found:
            above = number
            continue
        name, luck, message, edit = found.groups()
        twin = twins.setdefault(name, (message, bool(luck), {}))
        twin[2][above] = "" if edit == "remove" else edit
    return twins


def check_twin(file, name, message, by_luck):
    reported = 0
    for seed in range(TWIN_SEEDS):
        passes, said = run(file, seed)
        if not passes and not re.search(message, said):
            sys.exit(f"twin {name}, seed {seed}: expected '{message}'\n{said}")
        if passes and seed == 0 and not by_luck:
            sys.exit(f"twin {name} is not found out in the plain order")
        reported += not passes
    if reported * 10 < TWIN_SEEDS:
        sys.exit(f"twin {name} is found out in {reported} of {TWIN_SEEDS} seeds")
    print(f"{name}: {reported} of {TWIN_SEEDS}")


def main():
    program = sys.argv[1]
    for seed in range(SEEDS):
        passes, said = run(program, seed)
        if not passes:
            sys.exit(f"seed {seed}:\n{said}")
    lines = pathlib.Path(program).read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        for name, (message, by_luck, edits) in read_twins(lines).items():
            file = pathlib.Path(folder, f"{name}.mlir")
            text = (edits.get(i, line) for i, line in enumerate(lines))
            file.write_text("\n".join(text) + "\n")
            check_twin(file, name, message, by_luck)


main()
