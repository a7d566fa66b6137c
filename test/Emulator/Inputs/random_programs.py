# ===- random_programs.py - Compiled random programs, emulated ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the small programs of the seeds FIRST to LAST with cuda-tile-smith in
FOLDER, and runs them on the emulator, with all its checks.
They are free of races, so that a finding is a defect of the compiler or of a
check. Fails at the first program that leaves other values than it must.
"""

import argparse
import pathlib
import subprocess
import sys

RANDOM = ["--async=random", "--warps=random", "--blocks=random"]
#: Options of the runs; the seed of the program fixes their random choices.
RUNS = (
    ["-O3"],
    ["-O0", "--gpu-name=sm_75", *RANDOM],
    ["-O3", "--gpu-name=sm_80", *RANDOM],
    ["-O0", "--gpu-name=sm_90", "--async=lazy", "--warps=random"],
    ["-O3", "--gpu-name=sm_120", *RANDOM],
)


def run_once(program, seed, options):
    command = ["cuda-tile-run", "--self-check", program, "--engine=emulate"]
    command += ["--check=all", f"--seed={seed}", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def judge(folder, seed):
    """Makes and runs a program; False if its text has no cases."""
    program = folder / f"{seed}.mlir"
    size = [f"--ops={1 + seed % 2}", "--size=small"]
    subprocess.run(
        ["cuda-tile-smith", f"--seed={seed}", *size, "-o", program], check=True
    )
    text = program.read_text()
    # Arrays of half bytes cannot be given, and the emulator has no memory of several
    # GPUs: the smith's own oracles judge those.
    if "//% - entry" not in text or "multimem" in text:
        return False
    for options in RUNS:
        done = run_once(program, seed, options)
        if done.returncode != 0:
            sys.exit(f"{program} {' '.join(options)}:\n{done.stderr}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(arguments.first, arguments.last + 1)
    count = sum(judge(arguments.folder, seed) for seed in seeds)
    print(f"{count} programs ran")


if __name__ == "__main__":
    main()
