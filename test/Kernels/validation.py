# ===- validation.py - Prove the compilation of the test kernels ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: validation.py [--gpu-name=GPU] [-O0..3] [--jobs=N] [NAME...]

Validates the compilation of all test kernels, or of those whose names begin so, and prints a
table: for each kernel how many changes by passes are proved, how many are not, and the time.
Fails if a pass or the PTX is refuted, or if more than 2 % of the changes, or of the
kernels' PTX, are undecided.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import conftest
import export_kernels
import kernels
import real_cases
from all_cases import CASES

CODE = re.compile(
    r"PTX: (\d+) of (\d+) launches store each element .* \(\d+ elements\), and (\d+) leave numbers"
)
FOUND = re.compile(r"(\d+) of (\d+) changes by passes proved \((\d+) elements")


def runs(folder, names):
    """The name and the command of each kernel."""
    launcher = conftest.Launcher(None, folder)

    def command(name, kernel, entry, run):
        place = folder / name
        place.mkdir()
        launcher.folder = place
        line, _ = launcher.command_line(kernel, entry, run)
        return name, [part for part in map(str, line) if not re.match("--(out|expect)=", part)]

    def is_named(name):
        return not names or any(name.startswith(each) for each in names)

    for name in kernels.CASES:
        for element in kernels.ELEMENTS:
            if is_named(f"{name}-{element}"):
                file = export_kernels.export(folder, name, element, kernels.VERSIONS[-1], True)
                case = kernels.CASES[name]
                run = case.make_run(kernels.ELEMENTS[element], case.sizes[1], case.constants)
                yield command(f"{name}-{element}", file, name, run)
    for case in CASES.values():
        if is_named(case.name):
            file = folder / f"{case.name}.tileirbc"
            real_cases.export(case, "13.3", True, file)
            run = case.make_run(case, case.sizes[1], False)
            yield command(f"real-{case.name}", file, case.name, run)


def validate(name, command, options):
    tool = conftest.BIN_DIR / "cuda-tile-run"
    begin = time.monotonic()
    try:
        done = subprocess.run(
            [tool, *command, "--validate", *options], capture_output=True, text=True, timeout=280
        )
        said, code = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        said, code = "timeout", 1
    return name, said, code, time.monotonic() - begin


def main(*arguments):
    options = [each for each in arguments if re.match("--gpu-name=|-O", each)]
    jobs = next((int(each[7:]) for each in arguments if each.startswith("--jobs=")), 1)
    names = [each for each in arguments if not each.startswith("-")]
    proved = changes = elements = refuted = code = codes = numbers = 0
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            work = [
                pool.submit(validate, name, command, options)
                for name, command in runs(pathlib.Path(folder), names)
            ]
            for done in work:
                name, said, status, seconds = done.result()
                found = FOUND.search(said)
                if found:
                    proved += int(found[1])
                    changes += int(found[2])
                    elements += int(found[3])
                of_code = CODE.search(said)
                if of_code:
                    code += int(of_code[1])
                    codes += int(of_code[2])
                    numbers += int(of_code[3])
                counts = f"{found[1]} of {found[2]}" if found else "-"
                print(f"{name:44} {counts:>10} {seconds:6.1f} s", flush=True)
                refuted += status != 0
                wholly = found and found[1] == found[2] and of_code and of_code[1] == of_code[2]
                if status or not wholly:
                    print(said, flush=True)
    undecided = changes - proved
    print(
        f"{len(work)} kernels, {proved} of {changes} changes proved, {undecided} undecided, "
        f"{code} of {codes} PTX proved, {numbers} on numbers, "
        f"{refuted} failed, {elements} elements, {time.monotonic() - begin:.0f} s"
    )
    return int(refuted > 0 or undecided * 50 > changes or (codes - code) * 50 > codes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
