#!/usr/bin/env python3
# ===- lint_kernels.py - The PTX lint over compiled kernels -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles files for GPUs of every generation at every level and lints the PTX.

With --assemble=FILE, machine code goes to that file instead, and nothing may be
said on the way: ptxas warns of what it had to slow down.
"""

import argparse
import subprocess
import sys

import assembling
import lint_ptx

GPUS = ("sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120")


def lint(command):
    """Compiles, and returns the faults of the PTX, one per line."""
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0 or ".entry" not in run.stdout:
        return ["no PTX", *run.stderr.splitlines()]
    broken = lint_ptx.check(run.stdout, allow_local="vprintf" in run.stdout)
    return [f"line {line}: [{rule}] {message}" for line, rule, message in broken]


def assemble(command):
    """Compiles, and returns the messages."""
    run = subprocess.run(command, capture_output=True, text=True)
    said = (run.stdout + assembling.of_the_program(run.stderr)).splitlines()
    return said if run.returncode == 0 else ["no machine code", *said]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--assemble", metavar="FILE")
    arguments = parser.parse_args()
    failed = False
    for name in arguments.files:
        for gpu in GPUS:
            for level in range(4):
                command = ["tileiras", name, f"--gpu-name={gpu}", f"-O{level}"]
                if arguments.assemble:
                    found = assemble([*command, "-o", arguments.assemble])
                else:
                    found = lint([*command, "--emit=ptx"])
                for line in found:
                    print(f"{' '.join(command)}: {line}")
                    failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
