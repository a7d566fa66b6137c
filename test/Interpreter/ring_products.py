# ===- ring_products.py - Random programs of rings that products read ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs random programs in which four warps multiply what agents copy.

    ring_products.py [FIRST [COUNT]] [--seconds=N] [--keep=FOLDER]

They are those of ring_programs.py, with conditions, for sm_100: the slices are matrices,
products in tensor memory add them up, as their other factor is 1, and a release names
the product, waits for it, or comes of threads that read the stage, alone or too.
"""

import argparse
import random

from ring_programs import SLICES, Program, Ring, Writer, run, run_all, run_programs

PASSES = (
    "builtin.module(tileas.kernel(tileas-lower-rings,tileas-place-sums,"
    "tileas-allocate-shared,tileas-place-barriers,cse,tileas-defer-products,"
    "tileas-freeze-kernel-spec))"
)


class FactorRing(Ring):
    """A ring of factors, which agent 0 multiplies."""

    tile = "128x64xf16, #factor"

    def choose(self, rng, agents, copies):
        self.stages = rng.randint(1, 3)
        self.filler, self.readers = rng.randrange(1, agents), [0]
        self.filling = "async"


class ProductProgram(Program):
    """A program of fewer loops, as a product takes its time."""

    def __init__(self, seed):
        rng = self.rng = random.Random(f"products of {seed}")
        self.choices, self.empties = rng, None
        self.name, self.gpu = f"k{seed}", "sm_100"
        self.warps = [4, *(rng.choice([1, 2]) for _ in range(rng.randint(1, 2)))]
        numbers = range(rng.randint(1, 2))
        self.rings = [FactorRing(rng, len(self.warps), n, []) for n in numbers]
        self.body = self.make_body(1, 0)


class ProductWriter(Writer):
    """The program of an agent that multiplies, or copies for the one that does."""

    slice_size = 128

    def __init__(self, program, agent, lines):
        super().__init__(program, agent, lines)
        # An agent that copies carries a tile without use, as all run the same loops.
        if agent == 0:
            self.tile = "tensor<128x64xf32, #sum>"
        self.reads = random.Random(f"reads of {program.name}")

    def fill_by_async(self, start, to, condition):
        warps = self.program.warps[self.agent]
        return self.op(
            f"tileas.async_copy %base[{start}, %zero] extents [%all, %columns] strides "
            f"[%columns, %one] {condition} to {to} {{tile = tensor<128x64xf16, "
            f"#copy{warps}>, width = 8 : i64}} : !tileaa.ptr, "
            f"!tileas.buffer<{FactorRing.tile}>"
        )

    def multiply(self, stage, total):
        result, end = self.new(), self.new()
        self.emit(
            f"{result}, {end} = tileas.tcgen05_mma {stage} as<f16>, %ones as<f16>, "
            f"{total} by [128, 64, 16] : !tileas.buffer<{FactorRing.tile}>, "
            f"!tileas.buffer<64x64xf16, #ones>, {self.tile}"
        )
        return result, end

    def load(self, stage):
        half = "tensor<128x64xf16, #sum>"
        tile = self.op(
            f"tileas.shared_load {stage} : <{FactorRing.tile}> -> {half}"
        )
        convert = f"tileaa.convert_float {tile} from <f16> to <f32>"
        return self.op(f"{convert} : {half} -> {self.tile}")

    def arithmetic(self, name, lhs, rhs):
        return self.op(
            f"tileaa.{name} {lhs}, {rhs} rounding<nearest_even> : {self.tile}"
        )

    def read(self, ring, turn, total, releases=True):
        kind = self.reads.choice(["told", "told", "waited", "threads", "both"])
        stage = self.op(f"tileas.wait {ring.name}[{turn}] : {ring.type}")
        end = None
        if kind == "threads":
            total = self.arithmetic("addf", total, self.load(stage))
        else:
            total, end = self.multiply(stage, total)
        if kind == "both":
            tile = self.load(stage)
            total = self.arithmetic("addf", total, tile)
            total = self.arithmetic("subf", total, tile)
        if releases and kind in ("told", "both"):
            self.emit(
                f"tileas.release {ring.name}[{turn}] after {end} : "
                f"!tileas.completion<product> : {ring.type}"
            )
        elif releases:
            self.release(ring, turn)
        return total

    def agent_program(self):
        zero = "0.0" if self.agent == 0 else "0"
        none = self.op(f"arith.constant dense<{zero}> : {self.tile}")
        if self.agent == 0:
            tile, token = self.new(), self.new()
            self.emit(
                f"{tile}, {token} = tileas.load %other[%zero, %zero] extents [%columns, "
                "%columns] strides [%columns, %one] {width = 8 : i64} : !tileaa.ptr -> "
                "tensor<64x64xf16, #copied>"
            )
            self.emit(
                f"tileas.shared_store {tile} to %ones : tensor<64x64xf16, #copied>, "
                "<64x64xf16, #ones>"
            )
        total = self.write(self.program.body, [], none)
        if self.agent == 0:
            self.emit(
                f"{self.new()} = tileas.store {total} to %q[%zero, %zero] extents "
                "[%rows, %columns] strides [%columns, %one] by<owner> {width = 2 : i64} : "
                f"{self.tile}, !tileaa.ptr"
            )


LAYOUTS = [
    "#l1 = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>",
    "#l2 = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>",
    "#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], "
    "lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>",
    "#copy1 = #tileas.layout<register = [[0, 1 to 4], [4 to 16, 0], [64, 0], [32, 0]], "
    "lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = []>",
    "#copy2 = #tileas.layout<register = [[0, 1 to 4], [4 to 16, 0], [64, 0]], "
    "lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[32, 0]]>",
    "#copied = #tileas.layout<register = [[0, 1 to 4], [4, 0], [8, 0]], "
    "lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[32, 0], [16, 0]]>",
    "#factor = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>",
    "#ones = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>",
]


def write_kernel(program):
    """The kernel of a program of products: %p has the factors, %r the other one."""
    lines = [
        f"tileas.kernel @{program.name}(%p: !tileaa.ptr, %r: !tileaa.ptr, "
        "%q: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "
        f'"sm_100", warps = {sum(program.warps)}, shared = 0, frozen = false>}} {{',
        "%base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr",
        "%other = tileaa.assume %r {div_by = 16 : i64} : !tileaa.ptr",
        "%zero = arith.constant 0 : i64",
        "%one = arith.constant 1 : i64",
        "%columns = arith.constant 64 : i64",
        "%rows = arith.constant 128 : i64",
        f"%all = arith.constant {128 * SLICES} : i64",
    ]
    for ring in program.rings:
        inner = ring.type[len("<!tileas.buffer") : -1]
        lines.append(f"{ring.name}b = tileas.alloc_shared : {inner}")
        lines.append(f"{ring.name} = tileas.ring {ring.name}b : {ring.type}")
    lines.append("tileas.agents")
    for agent, warps in enumerate(program.warps):
        lines.append(f'agent "a{agent}" warps {warps} {{')
        if agent == 0:
            lines.append("%ones = tileas.alloc_shared : <64x64xf16, #ones>")
        ProductWriter(program, agent, lines).agent_program()
        lines.append("}")
    return lines + ["tileas.return", "}"]


def factor(number, row, column):
    """An element of a slice, small enough for exact sums."""
    return (row * 7 + column * 5 + number * 11 + row * column) % 13 - 6


def expect(program):
    reads = []
    run(program.body, 0, [], reads)
    counts = [reads.count(number) for number in range(SLICES)]
    cells = [(row, column) for row in range(128) for column in range(64)]
    given = [factor(n, *cell) for n in range(SLICES) for cell in cells]
    found = [
        sum(count * factor(n, *cell) for n, count in enumerate(counts) if count)
        for cell in cells
    ]
    ones = [int(row == column) for row in range(64) for column in range(64)]
    return [
        f"//% - entry: {program.name}",
        "//%   args:",
        f"//%     - ptr: f16[{len(given)}]",
        "//%       in: " + " ".join(map(str, given)),
        f"//%     - ptr: f16[{len(ones)}]",
        "//%       in: " + " ".join(map(str, ones)),
        f"//%     - ptr: f32[{len(found)}]",
        "//%       out: " + " ".join(map(str, found)),
    ]


def check(folder, first, count, arguments):
    """Runs programs, each by itself: its data are long."""
    for number in range(first, first + count):
        program = ProductProgram(number)
        lines = LAYOUTS + write_kernel(program)
        run_all(folder, number, program.gpu, lines, expect(program), PASSES)


if __name__ == "__main__":
    run_programs(check, argparse.ArgumentParser(description=__doc__))
