# ===- program.py - Running one operation on arrays ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs that load arrays, run operations on them and store arrays, each in one tile
or in equal parts by several tile blocks. Elements are words that hold their bits."""

import subprocess

import numpy as np
from test_conversions import BIN_DIR, width


def bits_of(kind):
    """The width of a type: iN, or a float format."""
    return int(kind[1:]) if kind.startswith("i") else width(kind)


def stored(kind, bits):
    """Elements in the form of memory; those of 4 bits are packed into bytes."""
    if bits_of(kind) == 4:
        return (bits[0::2] | bits[1::2] << np.uint64(4)).astype(np.uint8)
    size = max(bits_of(kind), 8) // 8
    return bits.astype(f"u{size}")


def loaded(kind, array):
    if bits_of(kind) == 4:
        return np.stack([array & 15, array >> 4], axis=1).ravel().astype(np.uint64)
    return array.astype(np.uint64)


class Program:
    """An entry that loads arrays, runs operations and stores a result. Elements of 4 bits
    are i8 in memory."""

    def __init__(self, blocks=1):
        self.blocks = blocks
        self.parameters = []
        self.lines = [
            "%zero = constant <i32: 0> : tile<i32>",
            "%block, %block_y, %block_z = get_tile_block_id : tile<i32>",
        ]

    def view(self, name, kind, count):
        self.parameters.append(f"%p_{name}: tile<ptr<{kind}>>")
        tensor = f"tensor_view<{count}x{kind}, strides=[1]>"
        partition = f"partition_view<tile=({count // self.blocks}), {tensor}>"
        self.lines += [
            f"%t_{name} = make_tensor_view %p_{name}, shape = [{count}], "
            f"strides = [1] : {tensor}",
            f"%v_{name} = make_partition_view %t_{name} : {partition}",
        ]
        return partition

    def load(self, name, kind, count):
        packed = bits_of(kind) == 4
        memory, length = ("i8", count // 2) if packed else (kind, count)
        tile = f"tile<{length // self.blocks}x{memory}>"
        partition = self.view(name, memory, length)
        self.lines.append(
            f"%{name}{'_packed' * packed}, %o_{name} = load_view_tko weak "
            f"%v_{name}[%block] : {partition}, tile<i32> -> {tile}, token"
        )
        if packed:
            self.lines.append(
                f"%{name} = unpack %{name}_packed : {tile} -> "
                f"tile<{count // self.blocks}x{kind}>"
            )

    def store(self, name, kind, count):
        source = name
        if bits_of(kind) == 4:
            source = f"{name}_packed"
            self.lines.append(
                f"%{source} = pack %{name} : tile<{count // self.blocks}x{kind}>"
                f" -> tile<{count // 2 // self.blocks}xi8>"
            )
            kind, count = "i8", count // 2
        partition = self.view(name, kind, count)
        self.lines.append(
            f"%o_{name} = store_view_tko weak %{source}, %v_{name}[%block] : "
            f"tile<{count // self.blocks}x{kind}>, {partition}, tile<i32> -> token"
        )

    def text(self):
        parameters, lines = ", ".join(self.parameters), "\n    ".join(self.lines)
        return (
            f"cuda_tile.module @m {{\n  entry @apply({parameters}) {{\n"
            f"    {lines}\n    return\n  }}\n}}\n"
        )


def interpret(folder, operands, body, kind, count):
    """Runs `body`, which computes %r, `count` elements of `kind`, from the `operands`,
    given by name as types and bits. Returns the bits."""
    program = Program()
    command = []
    for name, (operand, bits) in operands.items():
        program.load(name, operand, bits.size)
        array = stored(operand, bits)
        np.save(folder / f"{name}.npy", array.view(f"V{array.itemsize}"))
        command.append(f"--arg=ptr:{folder / name}.npy")
    program.lines += body
    program.store("r", kind, count)
    result = stored(kind, np.zeros(count, np.uint64))
    np.save(folder / "zeros.npy", result.view(f"V{result.itemsize}"))
    (folder / "kernel.mlir").write_text(program.text())
    command += [
        f"--arg=ptr:{folder / 'zeros.npy'}",
        f"--out={len(operands)}={folder / 'r.npy'}",
    ]
    program = str(BIN_DIR / "cuda-tile-run")
    done = subprocess.run(
        [program, str(folder / "kernel.mlir"), "--engine=interpret", *command],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return loaded(kind, np.load(folder / "r.npy").view(result.dtype))
