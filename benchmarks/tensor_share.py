#!/usr/bin/env python3
# ===- tensor_share.py - What limits the loops of matrix products ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Counts the machine code of matrix products and attention, without a GPU.

usage: build/venv/bin/python benchmarks/tensor_share.py [options] [KERNEL...]

Compiles each kernel of ALL_ROWS whose name holds one of the words KERNEL, or all, and
prints a line of a table: for each GPU the tensor pipe's share in the cycles of the
hot loop's busiest pipe, in percent; instructions of that loop for each 1000
operations of products; accesses to local memory in the whole kernel, which are
spills. The hot loop is the innermost one with the most products. --beside names
another compiler, whose figures follow each of these: "ours / its".

Needs ptxas, as the compiler does, and nvdisasm of a CUDA toolkit, or of pip's
nvidia-cuda-nvdisasm.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
BUILD_DIR = SOURCE_DIR / "build"

#: Products of two matrices: the name of their elements, and their case.
PLAIN = {
    "f16": "matmul_f16_f32",
    "bf16": "matmul_bf16_f32",
    "tf32": "matmul_tf32",
    "i8": "matmul_i8_i32",
    "e4m3": "matmul_f8E4M3FN_f32",
}
#: Rows, columns and depth of their tiles.
TILES = ((64, 64, 32), (128, 128, 32), (128, 128, 64), (128, 256, 64), (256, 128, 64), (256, 256, 64))
#: The name of each row, with its case in test/Kernels/all_cases.py and the tile sizes.
ROWS = {
    **{
        f"{element} {'x'.join(map(str, tile))}": (case, tile)
        for element, case in PLAIN.items()
        for tile in TILES
    },
    "persistent f16 128x128x64": ("matmul_persistent", (128, 128, 64)),
    "persistent f16 128x256x64": ("matmul_persistent", (128, 256, 64)),
    "batched bf16 128x128x64": ("matmul_batched", (1, 128, 128, 64)),
    "batched bf16 128x256x64": ("matmul_batched", (1, 128, 256, 64)),
    "transposed f16 128x128x64": ("matmul_transposed_f16", (128, 128, 64)),
    "transposed i8 128x128x64": ("matmul_transposed_i8", (128, 128, 64)),
    "experts (gathered rows) f16 128x128x64": ("experts", (128, 128, 64)),
    "groups of rows bf16 128x128x64": ("grouped_matmul", (128, 128, 64)),
    "split-K f16 128x128x64": ("split_k_counter", (128, 128, 64, 4)),
    "transposed i8 64x64x32": ("matmul_transposed_i8", (64, 64, 32)),
    "attention 64x64, d64": ("flash_attention_f16", (64, 64, 64)),
    "attention 64x64, d128": ("flash_attention_f16", (64, 64, 128)),
    "attention 128x64, d64": ("flash_attention_f16", (128, 64, 64)),
    "attention 128x64, d128": ("flash_attention_f16", (128, 64, 128)),
    "attention 64x64, d256": ("flash_attention_f16", (64, 64, 256)),
    "attention 128x64, d256": ("flash_attention_f16", (128, 64, 256)),
    "bounded attention 64x64, d64": ("bounded_attention_f16", (64, 64, 64)),
    "bounded attention 64x64, d128": ("bounded_attention_f16", (64, 64, 128)),
    "bounded attention 128x64, d128": ("bounded_attention_f16", (128, 64, 128)),
    "late attention 64x64, d64": ("late_attention_f16", (64, 64, 64)),
    "late attention 64x64, d128": ("late_attention_f16", (64, 64, 128)),
    "late attention 128x64, d128": ("late_attention_f16", (128, 64, 128)),
    "full attention 64x64, d64": ("full_attention_f16", (64, 64, 64)),
    "full attention 64x64, d128": ("full_attention_f16", (64, 64, 128)),
    "full attention 128x64, d64": ("full_attention_f16", (128, 64, 64)),
    "full attention 128x64, d128": ("full_attention_f16", (128, 64, 128)),
}
#: Rows that are planned by what ptxas spills, where it spills much by the first plan
#: (docs/rationale/lowering/registers.md).
CROWDED_ROWS = {
    f"{name} attention {m}x{n}, d{d}": (f"{name}_attention", (m, n, d))
    for name in ("gathered", "dropping")
    for m, n, d in ((64, 64, 64), (64, 64, 128), (128, 64, 64), (128, 64, 128))
}
#: Attention with a column for each query, whose products are transposed.
TRANSPOSED_ROWS = {
    f"turned attention {m}x{n}, d{d}": ("turned_attention", (m, n, d))
    for m, n, d in ((64, 64, 64), (64, 64, 128), (128, 64, 64), (128, 64, 128), (128, 128, 128))
}
#: The gradients of attention, whose products read what is loaded twice.
BACKWARD_ROWS = {
    f"backward of {name} {m}x{n}, d{d}": (f"attention_{name}_backward", (m, n, d))
    for name in ("keys", "queries")
    for m, n, d in ((64, 64, 64), (64, 64, 128), (128, 64, 64), (128, 128, 64), (128, 128, 128))
}
#: Products of which threads compute a factor: weights of few bits, rows of a norm.
COMPUTED_ROWS = {
    f"{name} {'x'.join(map(str, tile))}": (case, tile)
    for name, case in (
        ("bytes to f16", "matmul_of_bytes_f16"),
        ("bytes to bf16", "matmul_of_bytes_bf16"),
        ("nibbles to bf16", "matmul_of_nibbles_i8"),
        ("nibbles with zero points to bf16", "matmul_of_nibbles_u8"),
        ("nibbles with scales to bf16", "matmul_of_groups"),
        ("norm f16", "matmul_of_norm"),
    )
    for tile in TILES[2:5]
}
#: Two products of one factor, whose sums are read together.
GATED_ROWS = {f"gated bf16 {'x'.join(map(str, tile))}": ("matmul_gated", tile) for tile in TILES[2:5]}
ALL_ROWS = ROWS | CROWDED_ROWS | TRANSPOSED_ROWS | BACKWARD_ROWS | COMPUTED_ROWS | GATED_ROWS

#: Cycles of a 16x8x16 product of f16 with sums of f32 in a quarter of an SM (white
#: papers of the architectures).
PRODUCT_CYCLES = {
    "sm_75": 16, "sm_80": 8, "sm_86": 16, "sm_87": 16, "sm_88": 16, "sm_89": 32,
    "sm_120": 32, "sm_121": 32,
}  # fmt: skip

PRODUCT = re.compile(r"([HIQ])MMA\.(\d+)")
#: Rows, columns and depth, in the notation of the machine code.
SHAPES = {
    "1684": (16, 8, 4), "1688": (16, 8, 8), "16816": (16, 8, 16),
    "16832": (16, 8, 32), "16864": (16, 8, 64), "8816": (8, 8, 16),
    "8832": (8, 8, 32),
}  # fmt: skip
#: Instructions that are predicated off (@!PT), such as the loads that ptxas puts before
#: some copies, have no pipe.
INSTRUCTION = re.compile(
    r"/\*[0-9a-f]{4,}\*/\s+(@!PT\s)?\s*(?:@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*);"
)
LABEL = re.compile(r"(\.L\w*):")
TARGET = re.compile(r"`\((\.L\w*)\)")


def operations(op):
    """The number of operations of a product; 0 for other instructions."""
    match = PRODUCT.match(op)
    if not match:
        return 0
    rows, columns, depth = SHAPES[match.group(2)]
    return 2 * rows * columns * depth


def product_cycles(op, gpu):
    """Products of words take twice as long as those of 16 bits, of bytes half."""
    is_byte = not op.startswith("HMMA") or "E4M3" in op or "E5M2" in op
    pace = 2 if "TF32" in op else 0.5 if is_byte else 1
    return pace * operations(op) / 4096 * PRODUCT_CYCLES[gpu]


def other_cycles(op, gpu):
    """The pipe of an instruction and its cycles there for one warp of a quarter, by
    the table of throughputs of the CUDA programming guide. Pipes that only one kind of
    instruction uses are left out; spills are counted separately."""
    if op.startswith(("MUFU", "I2F", "F2I")):
        return "mufu", 8
    if op.startswith(("U", "BRA", "BAR", "BS", "S2", "EXIT", "WARPSYNC", "LDC")):
        return None, 0
    if op.startswith(("SYNCS", "DEPBAR", "LDGDEPBAR", "LDL", "STL", "NOP")):
        return None, 0
    if op.startswith(("LD", "ST", "ATOM", "RED", "SHFL")):
        # Four quarters share 128 bytes a cycle.
        wide = re.search(r"\.(64|128|2|4)$|\.(64|128)\.", op)
        width = next(filter(None, wide.groups())) if wide else "32"
        return "lsu", 4 * {"64": 2, "2": 2, "128": 4, "4": 4}.get(width, 1)
    if op.startswith("IMAD"):
        return "fma", 2
    if op.startswith(("FFMA", "FADD", "FMUL", "HFMA2", "HADD2", "HMUL2")):
        return "fma", 2 if gpu in ("sm_75", "sm_80") else 1
    return "alu", 2


def hot_loop(listing):
    """All instructions, and those of the innermost loop with the most products."""
    code, labels, loops = [], {}, []
    for line in listing.splitlines():
        if match := LABEL.match(line.strip()):
            labels[match.group(1)] = len(code)
        elif (match := INSTRUCTION.search(line)) and match.group(2) != "NOP":
            target = TARGET.search(match.group(3))
            code.append("NOP" if match.group(1) else match.group(2))
            # A branch back to a known label is a loop; one to itself ends the text.
            begin = labels.get(target.group(1)) if target else None
            if code[-1].startswith("BRA") and begin not in (None, len(code) - 1):
                loops.append(range(begin, len(code)))
    inner = [
        loop for loop in loops
        if not any(o != loop and loop[0] <= o[0] and o[-1] <= loop[-1] for o in loops)
    ]  # fmt: skip
    bodies = [[code[at] for at in loop] for loop in inner] or [code]
    return code, max(bodies, key=lambda body: sum(map(bool, map(operations, body))))


def count(listing, gpu):
    """Share of the tensor pipe, instructions for each 1000 operations, spills, all
    as texts; and the busiest pipe."""
    code, loop = hot_loop(listing)
    cycles = collections.Counter(issue=len(loop))
    for op in loop:
        if operations(op):
            cycles["tensor"] += product_cycles(op, gpu)
        else:
            pipe, number = other_cycles(op, gpu)
            cycles[pipe] += number
    work = sum(map(operations, loop)) / 1000
    del cycles[None]
    limit = max(cycles, key=cycles.get)
    spills = str(sum(op.startswith(("LDL", "STL")) for op in code))
    if not work:
        return "?", "?", spills, limit
    share = round(100 * cycles["tensor"] / cycles[limit])
    return str(share), f"{len(loop) / work:.2f}", spills, limit


def measure(compiler, nvdisasm, source, gpu, folder):
    """The result of `count` for the code that a compiler makes of `source`."""
    cubin = folder / "k.cubin"
    command = [compiler, source, "-o", cubin, f"--gpu-name={gpu}"]
    if subprocess.run(command, capture_output=True).returncode:
        return "—", "—", "—", "—"
    listing = subprocess.run(
        [nvdisasm, "-c", cubin], capture_output=True, text=True, check=True
    )
    return count(listing.stdout, gpu)


def make_cell(compilers, *where):
    """Each figure of one compiler beside that of the other; for the first also the pipe
    that limits the loop, if it is not the tensor pipe."""
    *figures, limits = zip(*(measure(compiler, *where) for compiler in compilers))
    share, *others = (" / ".join(each) for each in figures)
    if limits[0] not in ("tensor", "—"):
        share += f" ({limits[0]})"
    return " · ".join([share, *others])


def import_cases():
    """The kernels of the tests, with the newest front end that the build has."""
    front_ends = sorted(
        (BUILD_DIR / "venv" / "cutile").glob("*"),
        key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)],
    )
    sys.path[:0] = map(str, [SOURCE_DIR / "test" / "Kernels", *front_ends[-1:]])
    import all_cases
    import kernels
    import real_cases

    return all_cases.CASES, real_cases.export, kernels.ALL_ALIGNED


def make_parser(description):
    """Makes the parser of a script that compiles rows: the compiler, and words of their
    names."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tileiras", type=pathlib.Path,
        default=BUILD_DIR / "release" / "bin" / "tileiras",
        help="the compiler, with its other tools beside it (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    return parser


def main():
    parser = make_parser(__doc__)
    parser.add_argument(
        "--nvdisasm", default=shutil.which("nvdisasm"),
        help="the disassembler (default: that of CUDA_HOME or on PATH)",
    )  # fmt: skip
    parser.add_argument("--beside", help="another compiler with the same options")
    parser.add_argument("--gpus", default="sm_80,sm_86,sm_89,sm_120")
    options = parser.parse_args()
    of_toolkit = pathlib.Path(os.environ.get("CUDA_HOME", "/")) / "bin" / "nvdisasm"
    nvdisasm = options.nvdisasm or (of_toolkit if of_toolkit.exists() else None)
    if not nvdisasm:
        parser.error("no nvdisasm was found; --nvdisasm names one")
    gpus = options.gpus.split(",")
    compilers = list(filter(None, [options.tileiras, options.beside]))
    cases, export, all_aligned = import_cases()
    print("| kernel |", " | ".join(gpus), "|")
    print("|---" * (len(gpus) + 1) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, (case, constants) in ALL_ROWS.items():
            if options.kernels and not any(word in name for word in options.kernels):
                continue
            source = folder / "k.tileirbc"
            case = dataclasses.replace(cases[case], constants=constants)
            export(case, "13.3", all_aligned, source)
            cells = [
                make_cell(compilers, nvdisasm, source, gpu, folder) for gpu in gpus
            ]
            print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
