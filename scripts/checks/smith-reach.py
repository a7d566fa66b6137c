#!/usr/bin/env python3
# ===- smith-reach.py - What random programs make the compiler do -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Counts the random programs, half of them large or all of other sizes, that make
each pass change something, lead to each remark and contain each PTX instruction, and compares with
a list of the least numbers. Fails where a number is smaller.

Each line of the list has a number and a pattern of marks, as `cuda-tile-smith
--reach` prints them; `*` stands for anything. A program counts once for a
pattern, however often it meets it. Lines that begin with # are comments.
"""

import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

#: The share of today's counts that the list demands. Each rule of the generator draws
#: numbers of its own, so that most programs stay where another one changes.
DEMANDED = 0.5


def read_list(path):
    """Pairs of a number and a pattern."""
    lines = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    return [(int(line[0]), line[1]) for line in lines if line]


def find_marks(tool, size, first, count):
    """The marks of each program. One that cannot be compiled meets nothing here, even where it
    ends the compiler: the oracles find it."""
    programs, crashes = [], 0
    while len(programs) < count:
        begin, left = first + len(programs), count - len(programs)
        command = [tool, "--reach", f"--size={size}", f"--seed={begin}"]
        command.append(f"--count={left}")
        done = subprocess.run(command, capture_output=True, text=True)
        programs += [line.split()[1:] for line in done.stdout.splitlines()]
        if len(programs) < count:
            crashes += 1
            if crashes > 1 + count // 20:
                sys.exit(f"{tool} ends by itself too often:\n{done.stderr[-2000:]}")
            programs.append([])
    return programs


def count_programs(programs, pattern):
    matches = re.compile(fnmatch.translate(pattern)).match
    return sum(any(map(matches, marks)) for marks in programs)


def update(path, counts, scale):
    """Raises the numbers in the list if more programs have a mark."""
    text = path.read_text()
    for number, pattern, met in counts:
        larger = max(number, int(met * scale * DEMANDED))
        line = re.compile(rf"^ *{number} {re.escape(pattern)}$", re.MULTILINE)
        text = line.sub(lambda _: f"{larger:5} {pattern}", text)
    path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="cuda-tile-smith")
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=400, help="of the list (400)")
    parser.add_argument(
        "--size", action="append", help="of programs, as many of each (small, large)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first one (0)")
    parser.add_argument("--count", type=int, help="so many instead, in proportion")
    parser.add_argument("--update", action="store_true", help="write larger numbers")
    parser.add_argument("--all", action="store_true", help="print all marks")
    arguments = parser.parse_args()
    count = arguments.count or arguments.programs
    sizes = arguments.size or ["small", "large"]
    programs = []
    for number, size in enumerate(reversed(sizes)):
        share = (count + number) // len(sizes)
        programs += find_marks(arguments.tool, size, arguments.seed, share)
    scale = arguments.programs / count
    counts = [
        (number, pattern, count_programs(programs, pattern))
        for number, pattern in read_list(arguments.list)
    ]
    if arguments.update:
        update(arguments.list, counts, scale)
    if arguments.all:
        for mark in sorted(set().union(*programs)):
            print(f"{sum(mark in marks for marks in programs):5} {mark}")
        return
    short = [count for count in counts if count[2] * scale < count[0]]
    for number, pattern, met in counts:
        print(f"{met:5} of {count} meet {pattern} ({number} of {arguments.programs} wanted)")
    for number, pattern, met in short:
        print(f"too few: {met} of {count} meet {pattern}")
    sys.exit(1 if short else 0)


if __name__ == "__main__":
    main()
