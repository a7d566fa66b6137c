#!/usr/bin/env python3
# ===- compatibility.py - What two compilers of Tile IR take ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
#   scripts/pages/compatibility.py BIN OTHER
#
# Writes the second half of docs/compatibility.md: the same bytecode goes to
# BIN/tileiras and to OTHER, NVIDIA's tileiras. BIN is the folder of the built
# tools; Python must have the packages of test/Kernels/requirements.txt, as that
# of build/venv has.
#
# ===------------------------------------------------------------------------===#

import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path[:0] = [
    os.path.join(ROOT, "test/Kernels"),
    os.path.join(ROOT, "test/Errors/Inputs"),
]
import check_messages  # noqa: E402
import real_cases  # noqa: E402
import status  # noqa: E402  (whose tools are in BIN, too)
from all_cases import CASES  # noqa: E402

PAGE = os.path.join(ROOT, "docs/compatibility.md")
MARK = "<!-- From here on written by scripts/pages/compatibility.py -->\n"
FILES = sorted(glob.glob(os.path.join(ROOT, "test/Bytecode/Inputs/*.tile")))
GPUS = ["sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]
CHANGES = 60


def whole_programs(folder):
    """(kind, name, file) of valid programs."""
    for name, case in CASES.items():
        path = os.path.join(folder, f"{name}.tile")
        real_cases.export(case, "13.3", True, path)
        yield "kernels", name, path
    for name, text in status.split_programs(folder):
        path = f"{text}.tile"
        # The newest version holds all operations.
        options = ["--mlir-to-cudatilebc", "--bytecode-version=13.5"]
        status.tool("cuda-tile-translate", *options, text, "-o", path).check_returncode()
        yield "operations", name, path
    for path in FILES:
        yield "files", os.path.basename(path), path


def changed_programs(folder):
    """The same for files with one changed byte."""
    for source in FILES:
        for number, (name, program) in enumerate(check_messages.parts(source, CHANGES)):
            path = os.path.join(folder, f"{os.path.basename(source)}-{number}")
            with open(path, "wb") as file:
                file.write(program)
            yield "changed files", name, path


def compile_by(tool, path, gpu):
    """(True, "") if `tool` compiles a program, else False and its first error."""
    with tempfile.NamedTemporaryFile() as output:
        run = subprocess.run(
            [tool, path, "--gpu-name", gpu, "-o", output.name],
            capture_output=True,
            text=True,
            errors="replace",
            env={**os.environ, "TESSERA_CRASH_DIR": os.path.dirname(path)},
        )
    if run.returncode == 0:
        return True, ""
    if run.returncode < 0:
        return False, f"ends by signal {-run.returncode}"
    said = re.search(r"error: (.*)", run.stderr)
    return False, said.group(1) if said else f"status {run.returncode}"


def compare(case):
    kind, name, path, gpu = case
    ours = compile_by(os.path.join(sys.argv[1], "tileiras"), path, gpu)
    return case, ours, compile_by(sys.argv[2], path, gpu)


def generalised(message):
    """A message without the numbers and names of one program."""
    message = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", message)
    return re.sub(r"0x[0-9a-f]+|\d+", "N", message).split("; ")[0][:100]


def version_of(tool):
    said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    return re.search(r", (V[\d.]+)", said).group(1)


def print_verdicts(results, write):
    counts = collections.Counter()
    for (kind, _, _, gpu), ours, other in results:
        counts[kind, gpu, ours[0], other[0]] += 1
    write(
        "| programs | GPU | both take | both refuse | only ours | only NVIDIA's |\n"
    )
    write("|---|---|---|---|---|---|\n")
    for kind, gpu in dict.fromkeys(key[:2] for key in counts):
        taken = ((True, True), (False, False), (True, False), (False, True))
        row = [counts[kind, gpu, *both] for both in taken]
        write(f"| {kind} | {gpu} | " + " | ".join(map(str, row)) + " |\n")


def print_differences(results, write, is_ours, title):
    """Prints the programs that one compiler refuses, by its message."""
    groups = collections.defaultdict(set)
    for (kind, name, _, gpu), ours, other in results:
        refuser, taker = (ours, other) if is_ours else (other, ours)
        if taker[0] and not refuser[0]:
            groups[generalised(refuser[1])].add((kind, name))
    write(f"\n{title}\n\n")
    if not groups:
        write("None.\n")
        return
    write("| it says | programs |\n|---|---|\n")
    for message, found in sorted(groups.items()):
        names = sorted({name for _, name in found})
        shown = ", ".join(f"`{name}`" for name in names[:6])
        more = f" and {len(names) - 6} more" if len(names) > 6 else ""
        write("| " + message.replace("|", "\\|") + f" | {shown}{more} |\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        whole = list(whole_programs(folder))
        cases = [(*program, gpu) for program in whole for gpu in GPUS]
        cases += [(*program, "sm_100") for program in changed_programs(folder)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(compare, cases))
    with open(PAGE) as file:
        head = file.read().partition(MARK)[0]
    with open(PAGE, "w") as file:
        file.write(head + MARK)
        file.write(
            f"\nCompared with {version_of(sys.argv[2])} of NVIDIA's `tileiras`, at -O3:"
            " the kernels of `test/Kernels/all_cases.py`, the program of each operation in"
            " `test/Status`, the files of `test/Bytecode/Inputs`, and those files with one"
            f" byte changed, at {CHANGES} places each.\n\n"
        )
        print_verdicts(results, file.write)
        print_differences(results, file.write, True,
                          "What only NVIDIA's takes, and what ours says:")
        print_differences(results, file.write, False,
                          "What only ours takes, and what NVIDIA's says:")


if __name__ == "__main__":
    main()
