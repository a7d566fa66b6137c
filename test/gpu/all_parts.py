# ===- all_parts.py - Everything that a GPU is asked, in one archive ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the kernels of the tests, random programs, and the programs of the emulator on the
first GPU, within a time, and packs what they say. The archive is whole after each part, as
a borrowed machine may be taken away.

usage: all_parts.py OUTPUT --tools=FILE --tiles=FILE --package=FILE [options]

OUTPUT (tar.xz) has a folder `gpu-results`: summary.json with the GPU and each part's
outcome, seconds and last line; PART.txt with all that it printed; programs.json, which
hardware.py writes, with checkers where time is left; findings of random programs. Fails if a
part does, does not end in time, or has no file to run.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

from driver import Driver, Failure

FOLDER = pathlib.Path(__file__).resolve().parent
#: The parts in their order: what runs all of our own code comes first.
PARTS = ["tiles", "random", "programs"]
#: The share of the time left in which random programs may begin, so that they end by
#: themselves, with their count, and the part behind them has time.
RANDOM_SHARE = 0.6


def part_of(name, options, seconds):
    """The files and the command of a part, for which so many seconds are left."""
    tools, tiles, package = (
        pathlib.Path(file).resolve() for file in (options.tools, options.tiles, options.package)
    )
    if name == "tiles":
        return [tools, tiles], ["tile_programs.py", "run", tools, tiles]
    if name == "programs":
        return [package], ["hardware.py", package, "programs.json"]
    limits = [f"--programs={options.programs}", f"--seconds={max(1, int(RANDOM_SHARE * seconds))}"]
    return [tools], ["random_programs.py", "run", tools, *limits]


def stop(process):
    """Ends a part and what it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def run_part(folder, name, files, command, deadline):
    """The outcome of a part: passed, failed, or why it did not end."""
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        return f"there is no {' and no '.join(missing)}"
    script, *arguments = map(str, command)
    with open(folder / f"{name}.txt", "w") as said:
        process = subprocess.Popen(
            [sys.executable, FOLDER / script, *arguments],
            cwd=folder, stdout=said, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            status = process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            stop(process)
            return "did not end in time"
        except BaseException:
            stop(process)
            raise
    return "passed" if status == 0 else f"failed ({status})"


def last_line(file):
    lines = file.read_text(errors="replace").split("\n") if file.exists() else []
    return next((line for line in reversed(lines) if line.strip()), "")


def pack(folder, output):
    """Writes the archive beside its place first, where a full disk harms none."""
    unfinished = output.with_name(output.name + ".part")
    with tarfile.open(unfinished, "w:xz", preset=3) as archive:
        archive.add(folder, "gpu-results")
    os.replace(unfinished, output)


def run(folder, options):
    """True if all parts pass."""
    deadline = time.monotonic() + 60 * options.minutes
    summary = {"about": Driver().describe(), "parts": {}}
    for name in [name for name in PARTS if name in options.parts.split(",")]:
        start = time.monotonic()
        files, command = part_of(name, options, deadline - start)
        outcome = run_part(folder, name, files, command, deadline)
        seconds = round(time.monotonic() - start, 1)
        line = last_line(folder / f"{name}.txt")
        summary["parts"][name] = {"outcome": outcome, "seconds": seconds, "said": line}
        (folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
        pack(folder, pathlib.Path(options.output))
        print(f"{name}: {outcome}, {seconds} s: {line}", flush=True)
    return all(part["outcome"] == "passed" for part in summary["parts"].values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--tools", required=True)
    parser.add_argument("--tiles", required=True)
    parser.add_argument("--package", required=True)
    parser.add_argument("--minutes", type=float, default=20, help="for all (%(default)s)")
    parser.add_argument("--programs", type=int, default=10000, help="random ones (%(default)s)")
    parser.add_argument("--parts", default=",".join(PARTS), help="some of %(default)s")
    options = parser.parse_args()
    unknown = set(options.parts.split(",")) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {sorted(unknown)[0]!r}; there are {', '.join(PARTS)}")
    if options.programs < 1:
        parser.error("--programs is a number above 0")
    try:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(not run(pathlib.Path(folder), options))
    except Failure as failure:
        sys.exit(f"error: {failure}")


if __name__ == "__main__":
    main()
