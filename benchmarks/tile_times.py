#!/usr/bin/env python3
# ===- tile_times.py - Cycles from tile to tile of persistent products --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Times whole tiles of products, without a GPU.

usage: build/venv/bin/python benchmarks/tile_times.py [options] [KERNEL...]

The player of machine code counts an iteration along K, and not what lies between two
tiles. So one block alone on an SM works in the emulator, whose log `cuda-tile-run
--timeline` plays on the machine model: of each persistent kernel of tensor_share.py, or of
those whose name holds one of the words KERNEL, three tiles and then five, where half of the
difference is a tile; of a plain product of f16 that is named one tile, with the cycles in
front of its first product and behind its last, and, where the block takes the tiles of
blocks that have not begun, a tile of these. --tileiras names another compiler, beside
whose tessera is found; all other options, as --launch-control=false, are for the compiler.
"""

import dataclasses
import json
import pathlib
import subprocess
import tempfile

import tensor_share

FEW, MANY = 3, 5
CASES = ("matmul_persistent", "matmul_f16_f32")


def arguments(tile, k, tiles):
    """Makes those of a product of so many rows of tiles, of which no element counts."""
    rows, columns = tile[0] * tiles, tile[1]
    for kind, shape in (("f16", (rows, k)), ("f16", (k, columns)), ("f32", (rows, columns))):
        yield f"ptr:new:{kind}[{shape[0] * shape[1]}]"
        yield from (f"i32:{number}" for number in (*shape, shape[1], 1))


def play(run, ptx, case, *sizes, grid=1):
    """Plays a launch of one block, or of more whose tiles one takes. Returns its cycles, and
    when products begin and end."""
    timeline = ptx.with_suffix(".json")
    subprocess.run(
        [run, ptx, f"--entry={case}", f"--grid={grid}", "--engine=emulate", "--check=none",
         f"--timeline={timeline}", *(f"--arg={each}" for each in arguments(*sizes))],
        check=True, capture_output=True,
    )  # fmt: skip
    played = json.loads(timeline.read_text())
    products = [
        each["args"]["cycle"] + end * each["dur"] / 1000
        for each in played["traceEvents"]
        if each["name"].startswith("tcgen05.mma")
        for end in (0, 1)
    ]
    return played["otherData"]["cycles"], min(products), max(products)


def describe(run, ptx, case, tile, k):
    """The cycles of a tile, or of a block that has one."""
    is_persistent = case == "matmul_persistent"
    few, many = (
        play(run, ptx, case, tile, k, tiles, grid=1 if is_persistent else tiles)[0]
        for tiles in (FEW, MANY)
    )
    of_tile = f"{(many - few) / (MANY - FEW):,.0f}"
    if is_persistent:
        return of_tile
    cycles, begin, end = play(run, ptx, case, tile, k, 1)
    of_block = f"{cycles:,.0f}: {begin:,.0f} before, {cycles - end:,.0f} behind"
    takes_blocks = "clusterlaunchcontrol" in ptx.read_text()
    return of_block + (f"; {of_tile} a tile" if takes_blocks else "")


def main():
    parser = tensor_share.make_parser(__doc__)
    parser.add_argument("--gpu", default="sm_100")
    parser.add_argument("--k", default="1024,4096", help="extents of K (default: %(default)s)")
    options, of_compiler = parser.parse_known_args()
    extents = [int(extent) for extent in options.k.split(",")]
    cases, export, all_aligned = tensor_share.import_cases()
    print("| kernel |", " | ".join(f"K = {k}" for k in extents), "|")
    print("|---" * (len(extents) + 1) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        source, ptx = pathlib.Path(scratch) / "k.tileirbc", pathlib.Path(scratch) / "k.ptx"
        for name, (case, tile) in tensor_share.ALL_ROWS.items():
            named = any(word in name for word in options.kernels)
            if case not in CASES or not (named or case == CASES[0] and not options.kernels):
                continue
            export(dataclasses.replace(cases[case], constants=tile), "13.3", all_aligned, source)
            subprocess.run(
                [options.tileiras, source, "-o", ptx, f"--gpu-name={options.gpu}",
                 "--emit=ptx", *of_compiler],
                check=True,
            )  # fmt: skip
            run = options.tileiras.parent / "cuda-tile-run"
            cells = [describe(run, ptx, case, tile, k) for k in extents]
            print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
