# ===- random_programs.py - Random programs on a GPU ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Judges random programs of cuda-tile-smith on the first GPU: each is interpreted,
compiled for that GPU and run there, on every processor at once.

usage: random_programs.py make FILE        packs the tools, which need no other file
                                           than ptxas and libdevice
       random_programs.py run TOOLS [--seconds=N] [--programs=N] [--seed=N]
                                           TOOLS: such a file, or a folder of tools.
                                           Findings go to the folder gpu-findings
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ["tessera", "tessera-cuda"]

#: The sorts of programs; processes take them in turn.
SORTS = [
    ["--size=small", "--data=exact"],
    ["--size=large", "--data=exact"],
    ["--size=drawn", "--data=arbitrary"],
    ["--size=large", "--data=arbitrary"],
]


def make(output):
    folder = pathlib.Path(os.environ.get("TESSERA_BIN", ROOT / "build" / "release" / "bin"))
    with tempfile.TemporaryDirectory() as scratch:
        for name in TOOLS:
            stripped = pathlib.Path(scratch) / name
            subprocess.run(["strip", "-o", stripped, folder / name], check=True)
        os.symlink("tessera", pathlib.Path(scratch) / "cuda-tile-smith")
        with tarfile.open(output, "w:xz") as archive:
            archive.add(scratch, "tools")
    print(f"{output}: {pathlib.Path(output).stat().st_size >> 10} KiB")


def start(tools, findings, number, options):
    """One process; its seeds are its own."""
    most = -(-options.programs // options.processes)
    count = len(range(number, options.programs, options.processes))
    command = [
        str(tools / "cuda-tile-smith"),
        "--oracles",
        "--oracle=hardware-O3",
        "--oracle=hardware-O0",
        *SORTS[number % len(SORTS)],
        f"--seed={options.seed + number * most}",
        f"--count={count}",
        f"--seconds={options.seconds}",
        f"--findings={findings}",
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def count(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def run(tools, options):
    """True if no process had a finding and each judged some programs."""
    findings = pathlib.Path("gpu-findings")
    findings.mkdir(exist_ok=True)
    numbers = range(min(options.processes, options.programs))
    processes = [start(tools, findings, number, options) for number in numbers]
    programs = runs = 0
    isGood = True
    for number, process in enumerate(processes):
        said = process.communicate()[0]
        lines = [line for line in said.splitlines() if ": oracle " in line]
        print(*lines, sep="\n", end="\n" if lines else "")
        judged = count(r"(\d+) programs from seed", said)
        if not judged:
            print(f"process {number} ended with {process.returncode}: {said[-500:]}")
        isGood &= process.returncode == 0 and judged > 0
        programs += judged
        runs += count(r"on the GPU: (\d+) runs", said)
    print(f"{programs} random programs, {runs} runs on the GPU, findings in {findings}/")
    return isGood


def unpacked(file, scratch, name):
    """The folder of this name in an archive; `file` if it is a folder itself."""
    if pathlib.Path(file).is_dir():
        return pathlib.Path(file).resolve()
    shutil.unpack_archive(file, scratch)
    return pathlib.Path(scratch) / name


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["make", "run"])
    parser.add_argument("file")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--programs", type=int, default=10**7, help="of all processes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.command == "make":
        return make(options.file)
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(not run(unpacked(options.file, scratch, "tools"), options))


if __name__ == "__main__":
    main()
