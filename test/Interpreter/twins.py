# ===- twins.py - Programs of tileas and wrong twins of them ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks a program, and twins of it that are wrong by a small edit.

    twins.py FILE [ARGUMENT...]
    //twin NAME (MESSAGE): remove
    //twin NAME (MESSAGE): TEXT

change the line above them in the twin NAME: it is removed, or replaced by TEXT.
MESSAGE is a regular expression for the report that it must cause.

Without arguments, the program checks itself on the interpreter. It is right for 200
seeds, each with another order of agents and of the ends of copies. A twin is reported
in the plain order, in which no agent yields and copies end as late as possible, and
for at least a tenth of 12 seeds, always with its message. With a question mark behind
its name the plain order may miss it.

Arguments are those of cuda-tile-run. Then the interpreter and the emulator run the
program, with all checks, for 8 seeds, and report a twin for at least one of 4. MESSAGE
has a part for each engine, "INTERPRETER / EMULATOR", or "-" for an engine that sees no
mistake or hardly ever meets the order in which it shows.

A command with its arguments takes the program as it is, and reports each twin.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

TWIN = re.compile(r"\s*//twin (\S+?)(\??) \((.*?)\): (.*)")


class SelfCheck:
    """The interpreter, as cuda-tile-run --self-check has it."""

    arguments = ["--self-check"]
    seeds, twin_seeds = 200, 12
    most_missed = twin_seeds * 9 // 10
    has_plain_order = True


class Engine:
    seeds, twin_seeds = 8, 4
    most_missed = twin_seeds - 1
    has_plain_order = False

    def __init__(self, arguments, name, *others):
        self.arguments = arguments + [f"--engine={name}", "--check=all", *others]


class Command:
    seeds, twin_seeds = 1, 1
    most_missed = 0
    has_plain_order = True

    def __init__(self, arguments):
        self.arguments = arguments


def run(engine, file, seed):
    """True if the program passes; and its output."""
    if isinstance(engine, Command):
        command = [*engine.arguments, file]
    else:
        command = ["cuda-tile-run", file, f"--seed={seed}", *engine.arguments]
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


def check_twin(engine, file, name, message, by_luck):
    reported = 0
    for seed in range(engine.twin_seeds):
        passes, said = run(engine, file, seed)
        if not passes and not re.search(message, said):
            sys.exit(f"twin {name}, seed {seed}: expected '{message}'\n{said}")
        if passes and seed == 0 and engine.has_plain_order and not by_luck:
            sys.exit(f"twin {name} is not found out in the plain order")
        reported += not passes
    if engine.twin_seeds - reported > engine.most_missed:
        sys.exit(f"twin {name} is found out in {reported} of {engine.twin_seeds} seeds")
    print(f"{name}: {reported} of {engine.twin_seeds}")


def main():
    program, *arguments = sys.argv[1:]
    engines = [SelfCheck()]
    if arguments and not arguments[0].startswith("--"):
        engines = [Command(arguments)]
    elif arguments:
        engines = [
            Engine(arguments, "interpret"),
            Engine(arguments, "emulate", "--async=random", "--warps=random"),
        ]
    for engine in engines:
        for seed in range(engine.seeds):
            passes, said = run(engine, program, seed)
            if not passes:
                sys.exit(f"seed {seed}:\n{said}")
    lines = pathlib.Path(program).read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        for name, (message, by_luck, edits) in read_twins(lines).items():
            file = pathlib.Path(folder, f"{name}.mlir")
            text = (edits.get(i, line) for i, line in enumerate(lines))
            file.write_text("\n".join(text) + "\n")
            for engine, part in zip(engines, message.split(" / ")):
                if part != "-":
                    check_twin(engine, file, name, part, by_luck)


main()
