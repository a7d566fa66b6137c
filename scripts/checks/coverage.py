# ===- coverage.py - Lines that tests reach, by file --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads a report of llvm-cov in the form of lcov.

usage: coverage.py REPORT SOURCE_DIR PERCENT

Prints for each file the number of lines that were reached, and the lines that were not;
then the sum. Exits 1 if the sum is below PERCENT, or if nothing was measured.
"""

import itertools
import pathlib
import sys


def read(report):
    """The counts of lines, by file."""
    counts, lines = {}, {}
    for line in pathlib.Path(report).read_text().splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            lines = counts.setdefault(rest, {})
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            lines[int(number)] = int(count)
    return counts


def ranges(numbers):
    """The numbers as text, neighbours joined: 3-5, 9."""
    parts = []
    for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in run]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def main(report, source, percent):
    reached = total = 0
    for file, lines in sorted(read(report).items()):
        missed = sorted(number for number, count in lines.items() if not count)
        reached += len(lines) - len(missed)
        total += len(lines)
        name = pathlib.Path(file).relative_to(source)
        share = 100 * (len(lines) - len(missed)) / len(lines)
        print(f"{share:6.1f} % of {len(lines):4}  {name}  {ranges(missed)}".rstrip())
    if not total:
        print("error: no line was measured")
        return 1
    print(f"{100 * reached / total:6.2f} % of {total} lines")
    if 100 * reached < float(percent) * total:
        print(f"error: {percent} % are asked for")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
