#!/usr/bin/env python3
# ===- tile_times.py - Cycles from tile to tile of persistent products --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Times whole tiles of persistent products, without a GPU.

usage: build/venv/bin/python benchmarks/tile_times.py [options] [KERNEL...]

The player of machine code counts an iteration along K, and not what lies between two
tiles. So one block alone on an SM works off three tiles of each persistent kernel of
tensor_share.py, or of those whose name holds one of the words KERNEL, and then five, in
the emulator, whose log `cuda-tile-run --timeline` plays on the machine model: half of the
difference is a tile. --tileiras names another compiler, beside whose tessera is found;
all other options are for the compiler.
"""

import argparse
import dataclasses
import json
import pathlib
import subprocess
import tempfile

import tensor_share

FEW, MANY = 3, 5


def arguments(tile, k, tiles):
    """Makes those of a product of so many rows of tiles, of which no element counts."""
    rows, columns = tile[0] * tiles, tile[1]
    for kind, shape in (("f16", (rows, k)), ("f16", (k, columns)), ("f32", (rows, columns))):
        yield f"ptr:new:{kind}[{shape[0] * shape[1]}]"
        yield from (f"i32:{number}" for number in (*shape, shape[1], 1))


def count_cycles(run, ptx, tile, k, tiles):
    """The cycles of a launch of one block."""
    timeline = ptx.with_suffix(".json")
    subprocess.run(
        [run, ptx, "--entry=matmul_persistent", "--grid=1", "--engine=emulate",
         "--check=none", f"--timeline={timeline}",
         *(f"--arg={each}" for each in arguments(tile, k, tiles))],
        check=True, capture_output=True,
    )  # fmt: skip
    return json.loads(timeline.read_text())["otherData"]["cycles"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tileiras", type=pathlib.Path,
        default=tensor_share.BUILD_DIR / "release" / "bin" / "tileiras",
        help="the compiler (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--gpu", default="sm_100")
    parser.add_argument("--k", default="1024,4096", help="extents of K (default: %(default)s)")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options, of_compiler = parser.parse_known_args()
    extents = [int(extent) for extent in options.k.split(",")]
    cases, export, all_aligned = tensor_share.import_cases()
    print("| kernel |", " | ".join(f"K = {k}" for k in extents), "|")
    print("|---" * (len(extents) + 1) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        source, ptx = pathlib.Path(scratch) / "k.tileirbc", pathlib.Path(scratch) / "k.ptx"
        for name, (case, tile) in tensor_share.ALL_ROWS.items():
            named = not options.kernels or any(word in name for word in options.kernels)
            if case != "matmul_persistent" or not named:
                continue
            export(dataclasses.replace(cases[case], constants=tile), "13.3", all_aligned, source)
            subprocess.run(
                [options.tileiras, source, "-o", ptx, f"--gpu-name={options.gpu}",
                 "--emit=ptx", *of_compiler],
                check=True,
            )  # fmt: skip
            run = options.tileiras.parent / "cuda-tile-run"
            cells = [
                (count_cycles(run, ptx, tile, k, MANY) - count_cycles(run, ptx, tile, k, FEW))
                / (MANY - FEW)
                for k in extents
            ]
            print(f"| {name} |", " | ".join(f"{cell:,.0f}" for cell in cells), "|", flush=True)


if __name__ == "__main__":
    main()
