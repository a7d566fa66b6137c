# ===- twins.py - Racy and deadlocking twins of correct kernels ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks one file of the folders here: a correct kernel of PTX, and twins of it that
are wrong by a small edit.

The file is a self-checking test: lines that begin with `//%` say what the kernel
runs on and what it must leave. Lines of the form

    //twin NAME KIND: remove
    //twin NAME KIND: TEXT

change the instruction above them in the twin NAME: it is removed, or replaced by TEXT.
All edits of one NAME make one twin. KIND is the report that it must cause: race, memory,
absent (lanes), sync, uniform, deadlock, group (of warps), registers, tensor (memory), or
any of several with bars between. With a question mark behind, some runs are correct by
luck, because the data that they read had been released in that run. It is enough that
other runs are reported.

The correct kernel passes all checks and gives the right values for 200 seeds of
random orders. Each twin is reported in every mode: for any time of copies, and for any
order of warps and blocks.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SEEDS = 200
#: No kernel here takes a second; one that spins ends at its step limit.
MOST_SECONDS = 60
#: The text of a report of each kind.
KINDS = {
    "race": r"race",
    "memory": r"nobody has written|never written",
    "absent": r"takes no part in the shuffle",
    "deadlock": r"deadlock|endless loop|did not finish|never reach|only a part of its warp",
    "sync": r"barrier|member mask",
    "uniform": r"aligned|uniform|\.uni",
    "tensor": r"tensor memory",
    "registers": r"registers for each thread",
    "group": r"in flight|wgmma\.fence|warp group|group execute",
}
TWIN = re.compile(r"\s*//twin (\S+) (\S+): (.*)")


class Twin:
    def __init__(self, name, kinds):
        self.name, self.edits, self.is_noticed = name, {}, False
        self.text, self.by_luck = kinds, kinds.endswith("?")
        self.kinds = kinds.removesuffix("?").split("|")
        for kind in self.kinds:
            if kind not in KINDS:
                sys.exit(f"twin {name}: there is no kind {kind}")

    def expected(self):
        return "|".join(KINDS[kind] for kind in self.kinds)


def read_twins(lines):
    """The twins by name, each with its edits by line."""
    twins, above = {}, None
    for number, line in enumerate(lines):
        found = TWIN.fullmatch(line)
        if not found:
            above = number
            continue
        name, kinds, edit = found.groups()
        twin = twins.setdefault(name, Twin(name, kinds))
        if twin.text != kinds:
            sys.exit(f"line {number + 1}: twin {name} has two kinds")
        twin.edits[above] = "" if edit == "remove" else edit
    return twins


def apply(lines, twin):
    """The text of a twin; lines keep their numbers."""
    return "\n".join(twin.edits.get(i, line) for i, line in enumerate(lines)) + "\n"


def run(file, options):
    """True if all cases of the file pass; and the output."""
    command = ["cuda-tile-run", "--self-check", file, "--engine=emulate"]
    command += ["--check=all", "--step-limit=1000000", *options]
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False, f"no end within {MOST_SECONDS} seconds\n"
    return done.returncode == 0, done.stdout


def modes(luck=False):
    for copies, warps, blocks in itertools.product(
        ("eager", "lazy", "random"), ("fair", "random"), ("fair", "random")
    ):
        mode = [f"--async={copies}", f"--warps={warps}", f"--blocks={blocks}"]
        seeds = 3 if "random" in (copies, warps, blocks) else 1
        for seed in range(seeds):
            yield [*mode, f"--seed={seed}"]
    for seed in range(20 if luck else 0):
        yield ["--warps=random", "--blocks=random", f"--seed={seed}"]


def check_correct(file):
    for mode in modes():
        yield file, mode, None
    for seed in range(SEEDS):
        mode = ["--async=random", "--warps=random", "--blocks=random"]
        yield file, [*mode, f"--seed={seed}"], None


def judge(job):
    """The fault of one run, or None."""
    file, mode, twin = job
    passed, said = run(file, mode)
    how = " ".join(mode)
    if twin is None:
        return None if passed else f"the correct kernel, {how}:\n{said}"
    if passed:
        if twin.by_luck:
            return None
        return f"twin {twin.name}, {how}: nothing is reported"
    twin.is_noticed = True
    if not re.search(twin.expected(), said):
        return f"twin {twin.name}, {how}: no {' or '.join(twin.kinds)} in\n{said}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--only", help="check this twin only")
    arguments = parser.parse_args()
    lines = arguments.file.read_text().splitlines()
    twins = read_twins(lines)
    if not twins:
        sys.exit(f"{arguments.file} has no twins")
    if arguments.only:
        twins = {arguments.only: twins[arguments.only]}
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        if not arguments.only:
            jobs += check_correct(str(arguments.file))
        for twin in twins.values():
            file = os.path.join(folder, twin.name + ".ptx")
            pathlib.Path(file).write_text(apply(lines, twin))
            jobs += [(file, mode, twin) for mode in modes(twin.by_luck)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = [said for said in pool.map(judge, jobs) if said]
    for twin in twins.values():
        if not twin.is_noticed:
            wrong.append(f"twin {twin.name}: no run is reported")
    for said in wrong[:10]:
        print(said)
    print(f"{len(twins)} twins, {len(jobs)} runs, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
