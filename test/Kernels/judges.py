# ===- judges.py - The judges that find a fault of the compiler ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: judges.py [--jobs=N] [--most=N] [--gpu-name=GPU] FAULT...

Shows faults of the compiler to the judges of cuda-tile-run. The tools are those that
scripts/mutate.py builds with all faults. Prints a line for each judge that finds a fault,
with a kernel and a GPU in whose compilation it does, and one at the end of each fault.

No judge can find a fault where the PTX is that of the right compiler. So each kernel of the
validation is compiled for sm_80, sm_90 and sm_100, or for the GPU, without faults, which also
tells what faults it meets, and with the fault if it meets that. The judges look at those
compilations whose PTX differs or that fail, the shortest PTX first, until all have found the
fault or, with --most, until they have looked at so many. A compilation at which a judge cries
without any fault is none of them.
"""

import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import conftest
import validation

GPUS = ("sm_80", "sm_90", "sm_100")
# The judge's name, its options, and a pattern of what it says when it finds something. A run
# without an end is found by no judge.
JUDGES = (
    ("stages", ("--verify-each-semantically",), "changes what the program does"),
    ("terms", ("--validate",), "changes what the program does"),
    ("sources", ("--validate",), "error: the PTX (takes|does not run)"),
    ("numbers", ("--validate",), "error: the PTX computes"),
    (
        "data",
        ("--engine=emulate", "--check=none", "--compare=interpret"),
        r"elements differ(?!, and it is not decidable)",
    ),
    ("checks", ("--engine=emulate",), r"\n  instruction: |error: deadlock in"),
)


LATE = "no end in 60 s"
# Names the finder of a fault by which the compiler refuses a right kernel, or ends.
ERRORS = "errors"


def run(tool, words, fault, more=None):
    """The status and the message of a tool that has a fault."""
    environment = os.environ | {"TESSERA_MUTANT": fault} | (more or {})
    try:
        done = subprocess.run(
            [conftest.BIN_DIR / tool, *words],
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
        )
    except subprocess.TimeoutExpired:
        return 1, LATE
    return done.returncode, done.stdout + done.stderr


def judge(command, gpu, fault):
    """The names of the judges that find something in the compilation of a kernel."""
    found, said = set(), {}
    for name, options, sign in JUDGES:
        if options not in said:
            status, text = run("cuda-tile-run", (*command, *options, f"--gpu-name={gpu}"), fault)
            said[options] = text if status else ""
        if re.search(sign, said[options]):
            found.add(name)
    return frozenset(found)


def compile_to_ptx(kernel, gpu, fault, more=None):
    """The PTX; none if the compiler fails, LATE if it does not end."""
    words = (kernel, f"--gpu-name={gpu}", "--emit=ptx", "-o", "-")
    status, text = run("tileiras", words, fault, more)
    return text if status == 0 or text == LATE else None


class Compilation:
    """A compilation of a kernel for a GPU, without faults."""

    def __init__(self, name, command, gpu, folder):
        self.name, self.command, self.gpu = f"{name}, {gpu}", tuple(command), gpu
        self.kernel = next(word for word in command if word.endswith(".tileirbc"))
        place = pathlib.Path(folder) / f"{name}-{gpu}.met"
        place.touch()
        self.ptx = compile_to_ptx(self.kernel, gpu, "", {"TESSERA_MUTANT_REACH": str(place)})
        self.met = set(place.read_text().split())

    def has(self, fault):
        """True if the fault changes the PTX; ERRORS if the compiler refuses the kernel."""
        if fault not in self.met:
            return False
        ptx = compile_to_ptx(self.kernel, self.gpu, fault)
        return ERRORS if ptx is None else ptx not in (self.ptx, LATE)

    @functools.cached_property
    def falsely_found(self):
        """The judges that cry at a right compilation, which is nothing to go by."""
        return judge(self.command, self.gpu, "")

    def judge(self, fault):
        found = judge(self.command, self.gpu, fault)
        return found - self.falsely_found if found else found


def find(fault, compilations, most):
    """The judges that find a fault, each with a compilation that shows it."""
    first, looked = {}, 0
    for compilation in compilations:
        if looked == most or len(first.keys() - {ERRORS}) == len(JUDGES):
            break
        has = compilation.has(fault)
        looked += bool(has)
        found = {ERRORS} if has == ERRORS else compilation.judge(fault) if has else ()
        for name in found:
            first.setdefault(name, compilation.name)
    return first


def value(arguments, option, otherwise):
    start = f"--{option}="
    return next((each[len(start) :] for each in arguments if each.startswith(start)), otherwise)


def main(*arguments):
    faults = [each for each in arguments if not each.startswith("--")]
    jobs, most = int(value(arguments, "jobs", 1)), value(arguments, "most", None)
    most = most and int(most)
    gpu = value(arguments, "gpu-name", None)
    with tempfile.TemporaryDirectory() as folder:
        runs = list(validation.runs(pathlib.Path(folder), []))
        pairs = [(run, each) for run in runs for each in ([gpu] if gpu else GPUS)]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            made = pool.map(lambda pair: Compilation(*pair[0], pair[1], folder), pairs)
            whole = [each for each in made if each.ptx not in (None, LATE)]
            compilations = sorted(whole, key=lambda each: len(each.ptx))
            found = pool.map(lambda fault: find(fault, compilations, most), faults)
            for fault, first in zip(faults, found):
                for name in (*(name for name, _, _ in JUDGES), ERRORS):
                    if name in first:
                        print(f"{fault}: {name}: {first[name]}", flush=True)
                print(f"{fault}: end", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
