# ===- spreads.py - Kernels with tile blocks of several CTAs --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels whose front end advises clusters, on the borders of arrays: as programs, and
run in every order, with the answers of numpy."""

import re

import pytest
from borders import HOSTILE, make_run
from kernels import ALL_ALIGNED


class Spreads:
    """Each takes a kernel's name, its tile, the sizes of its arrays, and the CTAs of a tile
    block; runs take options, such as the GPU, besides."""

    def __init__(self, tools, launch, real_bytecode, folder):
        self.tools, self.launch = tools, launch
        self.real_bytecode, self.folder = real_bytecode, folder

    def make(self, name, tile, size, ctas):
        """The program of a kernel with the hint, and arrays for it."""
        case, arrays = make_run(name, tile, size)
        text = self.tools.run(
            "cuda-tile-translate", "--cudatilebc-to-mlir",
            self.real_bytecode(case, "13.3", ALL_ALIGNED),
        )  # fmt: skip
        text = re.sub(
            r"^( *entry @.*?)( optimization_hints ?= ?<[^{]*\{\}>)?(?= \{$)",
            rf"\1 optimization_hints=<default = {{num_cta_in_cga = {ctas}}}>",
            text, flags=re.M,
        )  # fmt: skip
        source = self.folder / "k.mlir"
        source.write_text(text)
        return source, arrays

    def run_whenever_copies_take_place(self, name, tile, size, ctas, *options):
        source, arrays = self.make(name, tile, size, ctas)
        for when in ("eager", "lazy", "random"):
            self.launch(source, name, arrays, *options, *HOSTILE, f"--async={when}")

    def run_whatever_the_seed(self, name, tile, size, ctas, *options):
        source, arrays = self.make(name, tile, size, ctas)
        for seed in range(10):
            self.launch(
                source, name, arrays, *options, *HOSTILE, "--async=random",
                f"--seed={seed}",
            )  # fmt: skip

    def run_every_stage(self, name, tile, size, ctas, *options):
        source, arrays = self.make(name, tile, size, ctas)
        self.launch(source, name, arrays, *options, "--verify-each-semantically")


@pytest.fixture
def spreads(tools, launch, real_bytecode, tmp_path):
    return Spreads(tools, launch, real_bytecode, tmp_path)
