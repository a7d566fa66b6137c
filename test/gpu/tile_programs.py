# ===- tile_programs.py - Kernels of cuTile Python on a GPU ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles the kernels of the tests on a machine with a GPU, runs them there, and
compares what they leave in memory with numpy's answers, by error bounds.

usage: tile_programs.py make FILE [options]       packs kernels, inputs and answers; needs
                                                  build/venv/bin/python
       tile_programs.py run TOOLS FILE [options]  TOOLS: what random_programs.py packs, or
                                                  a folder of tools; FILE: such a file
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import numpy as np
from random_programs import unpacked

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: Tile sizes for which tensor cores, tensor maps and warps of a trade are chosen, with
#: sizes that are no multiples of a tile.
PRODUCTS = [
    ((64, 64, 32), (144, 272, 208)),
    ((128, 128, 64), (144, 272, 208)),
    ((128, 256, 64), (144, 272, 208)),
    ((128, 128, 128), (144, 272, 336)),
]
ATTENTIONS = [((64, 64, 64), (2, 208)), ((128, 64, 64), (2, 208)), ((128, 64, 128), (2, 208))]
#: Runs with more elements are left out, so that the archive stays small.
MOST_ELEMENTS = 1 << 18
#: Seconds for a run.
TIMEOUT = 300


def is_chosen(name, words):
    return not words or any(word in name for word in words)


def all_runs(cases):
    """A name, a case and the sizes of each run."""
    for case in cases.values():
        for number, sizes in enumerate(case.sizes):
            yield f"{case.name}-{number}", case, sizes
        larger = []
        if case.name.startswith("matmul_") and len(case.constants) == 3:
            larger = PRODUCTS
        elif "_attention_" in case.name:
            larger = ATTENTIONS
        for tile, sizes in larger:
            tiled = dataclasses.replace(case, constants=tile)
            yield f"{case.name}-{'x'.join(map(str, tile))}", tiled, sizes


def make(output, words):
    """True if `words` chooses some."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    import tensor_share

    cases, export, _ = tensor_share.import_cases()
    import conftest

    programs = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, case, sizes in all_runs(cases):
            if not is_chosen(name, words):
                continue
            kernel = pathlib.Path(scratch) / f"{name}.tileirbc"
            export(case, case.since, True, kernel)
            for exact in (True, False)[: 1 + case.rounds]:
                folder = kernel.with_suffix("") / ("exact" if exact else "any")
                folder.mkdir(parents=True)
                launcher = conftest.Launcher(None, folder)
                run = case.make_run(case, sizes, exact)
                if sum(np.size(value) for value in run.arguments) > MOST_ELEMENTS:
                    continue
                command, outputs = launcher.command_line(kernel, case.name, run)
                command = [part for part in map(str, command) if not part.startswith("--out=")]
                for file, expected in outputs.items():
                    np.save(file, expected)
                    command.append(f"--expect={file.stem.removeprefix('out')}={file}")
                command = [part.replace(f"{scratch}/", "") for part in command]
                programs.append({"name": f"{name}, {folder.name}", "command": command})
        (pathlib.Path(scratch) / "programs.json").write_text(json.dumps(programs))
        with tarfile.open(output, "w:xz", preset=3) as archive:
            archive.add(scratch, "programs")
    size = pathlib.Path(output).stat().st_size
    print(f"{output}: {len(programs)} programs, {size >> 10} KiB")
    return bool(programs)


def run_one(tools, folder, program, level):
    """None, or what is wrong."""
    command = [tools / "tessera", "cuda-tile-run", *program["command"], "--engine=cuda", level]
    try:
        done = subprocess.run(
            list(map(str, command)), capture_output=True, text=True, cwd=folder, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return f"took more than {TIMEOUT} seconds"
    return None if done.returncode == 0 else (done.stdout + done.stderr).strip()


def run(tools, folder, options):
    """True if all are right."""
    programs = json.loads((folder / "programs.json").read_text())
    chosen = [program for program in programs if is_chosen(program["name"], options.words)]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        jobs = {
            pool.submit(run_one, tools, folder, program, level): f"{program['name']} at {level}"
            for program in chosen
            for level in options.levels.split(",")
        }
        for job in concurrent.futures.as_completed(jobs):
            if job.result():
                wrong += 1
                print(f"{jobs[job]}: {job.result()}", flush=True)
    print(f"{len(jobs)} runs of {len(chosen)} programs on the GPU, {wrong} wrong")
    return bool(jobs) and not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["make", "run"])
    parser.add_argument("files", nargs="+", help="of run: TOOLS FILE")
    parser.add_argument("--words", nargs="*", help="those whose names hold one of these")
    parser.add_argument("--levels", default="-O3,-O0", help="default: %(default)s")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if len(options.files) != (1 if options.command == "make" else 2):
        parser.error("make takes FILE, run takes TOOLS and FILE")
    if options.command == "make":
        sys.exit(not make(options.files[0], options.words))
    with tempfile.TemporaryDirectory() as scratch:
        tools, programs = options.files
        isRight = run(
            unpacked(tools, scratch, "tools"), unpacked(programs, scratch, "programs"), options
        )
        sys.exit(not isRight)


if __name__ == "__main__":
    main()
