# ===- coverage.py - Lines and branches that tests reach, by file -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads a report of llvm-cov in the form of lcov.

usage: coverage.py REPORT SOURCE_DIR FLOORS PART

Prints for each file the shares of lines and of branches that were reached, and the lines
that were not, or of which a branch was not; then the sums. FLOORS has a table for PART with
the least share of each, in percent ("lines = 95.0"). Exits 1 if a sum is below its floor, or if nothing was
measured. As the floor only rises, it also exits 1 if a floor lags behind by more than half
a point, and says what to write there; so nobody can lower one unless coverage falls.
"""

import itertools
import pathlib
import sys
import tomllib

LAG = 0.5


def read(report):
    """For each file: the counts of lines, and by line those of branches."""
    files, lines, branches = {}, {}, {}
    for line in pathlib.Path(report).read_text().splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            lines, branches = files.setdefault(rest, ({}, {}))
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            lines[int(number)] = int(count)
        elif kind == "BRDA":
            number, block, branch, count = rest.split(",")
            # A template has its branches once for each instance: one that any takes counts.
            taken = branches.setdefault(int(number), {})
            key = block, branch
            taken[key] = taken.get(key, 0) + (0 if count == "-" else int(count))
    return files


def ranges(numbers):
    """The numbers as text, neighbours joined: 3-5, 9."""
    parts = []
    for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in run]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def share(reached, total):
    return 100 * reached / total if total else 100.0


def judge(sums, floors):
    """The complaints about the sums."""
    for name, (reached, total) in sums.items():
        found, floor = share(reached, total), floors.get(name)
        if not total:
            yield f"no {name} were measured"
        elif floor is None:
            yield f"there is no floor for {name}: {name} = {found - LAG / 2:.1f}"
        elif found < floor:
            yield f"{found:.2f} % of {name} are reached, and {floor} % have been before"
        elif found > floor + LAG:
            yield f"the floor for {name} lags behind: {name} = {found - LAG / 2:.1f}"


def main(report, source, floors, part):
    sums = {"lines": [0, 0], "branches": [0, 0]}
    for file, (lines, branches) in sorted(read(report).items()):
        ways = [count for taken in branches.values() for count in taken.values()]
        counts = {"lines": list(lines.values()), "branches": ways}
        shares = []
        for name, values in counts.items():
            reached = sum(count > 0 for count in values)
            sums[name][0] += reached
            sums[name][1] += len(values)
            shares.append(f"{share(reached, len(values)):6.1f} % of {len(values):4}")
        missed = sorted(number for number, count in lines.items() if not count)
        halves = sorted(
            number
            for number, taken in branches.items()
            if lines.get(number) and not all(taken.values())
        )
        name = pathlib.Path(file).relative_to(source)
        print(f"{' '.join(shares)}  {name}  {ranges(missed)}".rstrip())
        if halves:
            print(f"{'':40}branches: {ranges(halves)}")
    for name, (reached, total) in sums.items():
        print(f"{share(reached, total):6.2f} % of {total} {name}")
    known = tomllib.loads(pathlib.Path(floors).read_text())
    complaints = list(judge(sums, known.get(part, {})))
    for complaint in complaints:
        print(f"error: {complaint}")
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
