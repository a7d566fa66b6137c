# ===- tile_ir.py - Kernels of cuTile Python, by compilers of Tile IR ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Our compiler and NVIDIA's, on the same bytecode.

usage: tile_ir.py FOLDER [options] [KERNEL...]

Compiles the kernels whose names contain one of the words KERNEL, or all, into FOLDER,
where speed.py looks for them; no GPU is needed. Our compiler makes machine code for the
GPU itself, and from its PTX for sm_80. Needs the environment of the tests (build/venv).
"""

import argparse
import ctypes
import dataclasses
import os
import pathlib
import subprocess
import sys

from rows import Missing, chosen

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
BIN_DIR = pathlib.Path(os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin"))
GPUS = "sm_80,sm_90,sm_100,sm_120"
OURS, OURS_80, NVIDIAS = "ours", "ours, for sm_80", "NVIDIA's"


def cubin_of(folder, row, compiler, gpu):
    name = "".join(c if c.isalnum() else "-" for c in f"{row.name} {compiler} {gpu}")
    return pathlib.Path(folder) / f"{name}.cubin"


# ===------------------------------------------------------------------------===#
# Compiling, on the machine with the compilers
# ===------------------------------------------------------------------------===#


def variant_name(options):
    return f"{OURS}, {options}"


def compilations(gpu, nvidias, variants):
    """The command of each compiler for a GPU."""
    ours = [BIN_DIR / "tileiras"]
    yield OURS, [*ours, f"--gpu-name={gpu}"]
    for options in variants:
        yield variant_name(options), [*ours, f"--gpu-name={gpu}", *options.split()]
    if gpu != "sm_80":
        # ptxas takes PTX of an earlier GPU, with the shared memory of the later.
        assembled = f"{gpu}a" if int(gpu[3:]) >= 90 else gpu
        yield OURS_80, [*ours, "--gpu-name=sm_80", f"--ptxas-options=-arch={assembled}"]
    if nvidias:
        yield NVIDIAS, [nvidias, "--gpu-name", gpu]


def compile_all(folder, gpus, nvidias, variants, words):
    """Fills `folder`. If machine code cannot be made, a file there has the reason."""
    sys.path.insert(0, str(SOURCE_DIR / "benchmarks"))
    import tensor_share

    cases, export, all_aligned = tensor_share.import_cases()
    folder.mkdir(parents=True, exist_ok=True)
    for row in chosen(words):
        source = folder / "kernel.tileirbc"
        case = dataclasses.replace(cases[row.case], constants=row.tile)
        export(case, "13.3", all_aligned, source)
        for gpu in gpus:
            for compiler, command in compilations(gpu, nvidias, variants):
                cubin = cubin_of(folder, row, compiler, gpu)
                command = [*map(str, command), str(source), "-o", str(cubin)]
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode:
                    cubin.unlink(missing_ok=True)
                    why = done.stderr.strip() or f"exit status {done.returncode}"
                    cubin.with_suffix(".txt").write_text(why)
                    print(f"{row.name}: {compiler} fails for {gpu}: {why}")
        source.unlink()


# ===------------------------------------------------------------------------===#
# Launching, on the machine with the GPU
# ===------------------------------------------------------------------------===#


def array_arguments(pointer, shape):
    """An array in the form of cuTile Python: address, lengths, and strides in elements."""
    strides = [1]
    for length in reversed(shape[1:]):
        strides.insert(0, strides[0] * length)
    return [pointer, *map(ctypes.c_int32, [*shape, *strides])]


class Compiler:
    """One of the compilers with machine code in a folder."""

    def __init__(self, name, driver, folder):
        self.name, self.driver, self.folder = name, driver, folder
        self.gpu = f"sm_{driver.describe()['capability']}"
        self.multiprocessors = driver.device_attribute(driver.MULTIPROCESSORS)

    def prepare(self, row, arguments):
        """A function that launches the kernel in a stream."""
        cubin = cubin_of(self.folder, row, self.name, self.gpu)
        if not cubin.exists():
            why = cubin.with_suffix(".txt")
            raise Missing(why.read_text() if why.exists() else f"{cubin.name} does not exist")
        function = self.driver.function(self.driver.load(cubin.read_bytes()), row.case)
        values = []
        arrays = [*arguments.inputs, arguments.output]
        for pointer, shape in zip(arrays, row.shapes(arguments.size)):
            values += array_arguments(pointer, shape)
        values += map(ctypes.c_float, row.scalars)
        grid = row.grid_on(self.multiprocessors, arguments.size)
        return lambda stream: self.driver.launch(function, grid, 1, 0, values, stream)


def add_variants(parser):
    parser.add_argument(
        "--variant", action="append", default=[], metavar="OPTIONS",
        help="compare our compiler with these options, too; may be repeated",
    )  # fmt: skip


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--gpus", default=GPUS, help="default: %(default)s")
    parser.add_argument("--beside", help="NVIDIA's tileiras")
    add_variants(parser)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_intermixed_args()
    gpus = options.gpus.split(",")
    compile_all(options.folder, gpus, options.beside, options.variant, options.kernels)


if __name__ == "__main__":
    main()
