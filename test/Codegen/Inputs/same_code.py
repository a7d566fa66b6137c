# ===- same_code.py - Holds two assemblers to each other ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""same_code.py PTXAS PTXAS FOLDER INPUT...: tileiras has the same messages, exit codes and
machine code with both assemblers, for each input, several GPUs and sets of options. Only
the cubin's note about the build of ptxas may differ."""

import re
import struct
import subprocess
import sys

OPTIONS = [
    ["-O3"],
    ["-O0"],
    ["-O3", "--lineinfo"],
    ["-O0", "-g"],
    ["-O3", "--ptxas-options=-maxrregcount 24 --warn-on-spills"],
    ["-O3", "--ptxas-options=--no-such-option"],
]
GPUS = ["sm_80", "sm_120"]


def sections(cubin):
    """The bytes of each section with its header, except for its offset; a name that
    occurs twice keeps both."""
    at, size, count, names = struct.unpack_from("<Q10xHHH", cubin, 40)
    headers = [struct.unpack_from("<IIQQQQIIQQ", cubin, at + i * size) for i in range(count)]
    result = []
    for name, kind, flags, address, offset, length, *others in headers:
        begin = headers[names][4] + name
        text = cubin[begin : cubin.index(0, begin)].decode()
        held = b"" if kind == 8 else cubin[offset : offset + length]  # 8: no bits
        if text != ".note.nv.tkinfo":
            result.append((text, kind, flags, length, held, others))
    return result


def compile_with(ptxas, output, command):
    open(output, "wb").close()
    run = subprocess.run(
        ["tileiras", *command, "--resource-usage", f"--ptxas-path={ptxas}", "-o", output],
        capture_output=True,
        text=True,
    )
    with open(output, "rb") as file:
        cubin = file.read()
    # Messages about ptxas name its path.
    said = re.sub(re.escape(ptxas), "ptxas", run.stderr)
    return run.returncode, said, sections(cubin) if cubin else []


def main():
    first, second, folder, *inputs = sys.argv[1:]
    made = refused = 0
    for path in inputs:
        for gpu in GPUS:
            for options in OPTIONS:
                command = [path, f"--gpu-name={gpu}", *options]
                one = compile_with(first, f"{folder}/1.cubin", command)
                other = compile_with(second, f"{folder}/2.cubin", command)
                for what, a, b in zip(("exit codes", "messages", "sections"), one, other):
                    if a != b:
                        if what == "sections":
                            a, b = ([s[:4] for s in x if s not in y] for x, y in ((a, b), (b, a)))
                        sys.exit(f"{' '.join(command)}: other {what}:\n{a}\n{b}")
                made += one[0] == 0
                refused += one[0] != 0
    print(f"{made} cubins, {refused} refused: the same")


main()
