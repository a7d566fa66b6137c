# ===- judges.py - The judges that find a fault of the compiler ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: judges.py [--jobs=N] [NAME...]

Lets each judge of cuda-tile-run look at the compilation of the test kernels, or of those
whose names begin so, and prints a line for each judge that finds something, with the first
kernel in which it does. With a right compiler it prints nothing; scripts/mutate.py runs it
with each planted fault.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import conftest
import validation

GPUS = ("sm_80", "sm_90", "sm_100")
# The judge's name, its options, and a pattern of what it says when it finds something. A
# compiler that refuses a kernel, and a run without an end, are found by no judge.
JUDGES = (
    ("stages", ("--verify-each-semantically",), "changes what the program does"),
    ("terms", ("--validate",), "changes what the program does"),
    ("sources", ("--validate",), "error: the PTX (takes|does not run)"),
    ("numbers", ("--validate",), "error: the PTX computes"),
    ("data", ("--engine=emulate", "--check=none", "--compare=interpret"), r"elements differ(?!, and it is not decidable)"),
    ("checks", ("--engine=emulate",), r"\n  instruction: |error: deadlock in"),
)


def run(command, options):
    """The message of a run that fails; "" if it does not."""
    tool = conftest.BIN_DIR / "cuda-tile-run"
    try:
        done = subprocess.run([tool, *command, *options], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end in 60 s"
    return (done.stdout + done.stderr) if done.returncode else ""


def judge(command):
    """The names of the judges that find something in a kernel."""
    found = set()
    for gpu in GPUS:
        said = {}
        for name, options, sign in JUDGES:
            if options not in said:
                said[options] = run(command, (*options, f"--gpu-name={gpu}"))
            if re.search(sign, said[options]):
                found.add(name)
    return found


def main(*arguments):
    names = [each for each in arguments if not each.startswith("-")]
    jobs = next((int(each[7:]) for each in arguments if each.startswith("--jobs=")), 1)
    first = {}
    with tempfile.TemporaryDirectory() as folder:
        work = list(validation.runs(pathlib.Path(folder), names))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found = pool.map(judge, [command for _, command in work])
            for (name, _), judges in zip(work, found):
                for each in judges:
                    first.setdefault(each, name)
    for name, _, _ in JUDGES:
        if name in first:
            print(f"{name}: {first[name]}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
