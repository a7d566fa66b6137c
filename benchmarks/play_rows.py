#!/usr/bin/env python3
# ===- play_rows.py - Machine code of products beside another compiler's -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Plays the machine code of matrix products and attention, without a GPU.

usage: build/venv/bin/python benchmarks/play_rows.py [options] [KERNEL...]

Compiles each kernel of tensor_share.py whose name holds one of the words KERNEL, or
all, and prints for each GPU the percent of its peak that `tessera diff` finds by
playing the machine code on the machine model, and what limits it. --beside names
another compiler, whose figures follow: "ours / its"; a line for each GPU then has the
geometric mean of how many times as fast ours is, and the rows in which it is slower.
--ctas has each tile block worked off by several CTAs, as the program's hint.

Needs ptxas, as the compiler does, and nvdisasm of a CUDA toolkit, or of pip's
nvidia-cuda-nvdisasm.
"""

import dataclasses
import json
import pathlib
import statistics
import subprocess
import tempfile

import tensor_share

SPILLS = ("load.local", "store.local")


def measures(diff, side):
    """The figures of a kernel of one side of a comparison, by group and name."""
    (kernel,) = diff["kernels"]
    return {
        (each["group"], each["name"]): each[side]
        for each in kernel["figures"]
        if each.get(side) is not None
    }


def compare(ours, its):
    """The speed of ours as a multiple of its, by the first figure that both have: the
    time of a block where neither loops; operations of the tensor cores; bytes of global
    memory."""
    for name in ("block_cycles", "operations_per_cycle", "bytes_per_cycle"):
        a, b = (side.get(("played", name)) for side in (ours, its))
        if a and b:
            return b / a if name == "block_cycles" else a / b
    return None


def describe(found):
    """Percent of the peak, resident blocks, and accesses to local memory."""
    percent = found.get(("played", "percent_of_peak"))
    if percent is None:
        return "?"
    spills = sum(found.get(("machine code", name), 0) for name in SPILLS)
    blocks = found[("played", "resident_blocks")]
    return f"{percent:.1f} x{blocks:.0f}" + (f" spills {spills:.0f}" if spills else "")


def compile_kernel(compiler, source, gpu, cubin):
    command = [compiler, source, "-o", cubin, f"--gpu-name={gpu}"]
    return subprocess.run(command, capture_output=True).returncode == 0


def make_cell(options, source, gpu, folder):
    """The figures of one kernel, or "—" for one that a compiler refuses, and how many times
    as fast ours is where there are two."""
    compilers = list(filter(None, [options.tileiras, options.beside]))
    cubins = [folder / f"{number}.cubin" for number in range(len(compilers))]
    made = [
        compile_kernel(compiler, source, gpu, cubin)
        for compiler, cubin in zip(compilers, cubins)
    ]
    known = [cubin for cubin, is_made in zip(cubins, made) if is_made]
    if not known:
        return "—", None
    out = folder / "diff.json"
    command = [options.tileiras.parent / "tessera", "diff", known[0], known[-1]]
    command += [f"--json={out}"]
    if options.nvdisasm:
        command.append(f"--nvdisasm-path={options.nvdisasm}")
    subprocess.run(command, capture_output=True, check=True)
    diff = json.loads(out.read_text())
    sides = [measures(diff, side) for side in ("a", "b")]
    texts = [describe(side) for side in sides]
    if not all(made):
        return " / ".join("—" if not is_made else texts[0] for is_made in made), None
    return " / ".join(texts[: len(made)]), compare(*sides)


def make_sources(options, folder):
    """Each kernel's name and file."""
    files = [pathlib.Path(word) for word in options.kernels if pathlib.Path(word).is_file()]
    for file in files:
        yield file.stem, file
    words = [word for word in options.kernels if not pathlib.Path(word).is_file()]
    if files and not words:
        return
    cases, export, all_aligned = tensor_share.import_cases()
    for name, (case, constants) in tensor_share.ALL_ROWS.items():
        if words and not any(word in name for word in words):
            continue
        case = dataclasses.replace(cases[case], constants=constants)
        if options.ctas > 1:
            kernel = case.kernel.replace_hints(num_ctas=options.ctas)
            case = dataclasses.replace(case, kernel=kernel)
        source = folder / "k.tileirbc"
        export(case, "13.3", all_aligned, source)
        yield name, source


def summarise(gpu, ratios):
    """The line of a GPU: `ratios` by the name of the kernel."""
    below = [name for name, ratio in ratios.items() if round(ratio, 2) < 1]
    return (
        f"{gpu}: {statistics.geometric_mean(ratios.values()):.2f} times its, "
        f"{len(ratios)} kernels; below it: {', '.join(below) or 'none'}"
    )


def main():
    parser = tensor_share.make_parser(__doc__)
    parser.add_argument("--nvdisasm", help="the disassembler (default: as for tessera)")
    parser.add_argument("--beside", help="another compiler with the same options")
    parser.add_argument("--gpus", default="sm_80,sm_90,sm_100,sm_120")
    parser.add_argument("--ctas", type=int, default=1, help="CTAs of a tile block")
    options = parser.parse_args()
    gpus = options.gpus.split(",")
    ratios = {gpu: {} for gpu in gpus}
    print("| kernel |", " | ".join(gpus), "|")
    print("|---" * (len(gpus) + 1) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, source in make_sources(options, folder):
            cells = [make_cell(options, source, gpu, folder) for gpu in gpus]
            print(f"| {name} |", " | ".join(text for text, _ in cells), "|", flush=True)
            for gpu, (_, ratio) in zip(gpus, cells):
                if ratio and options.beside:
                    ratios[gpu][name] = ratio
    for gpu, found in ratios.items():
        if found:
            print(f"\n{summarise(gpu, found)}")


if __name__ == "__main__":
    main()
