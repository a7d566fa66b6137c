# ===- test_clusters.py - Tile blocks that several CTAs work off ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels whose front end advises clusters: each CTA of a tile block computes a part
of its tile, and the factor that all need is copied once, each CTA a part of it to all.
They give what numpy does, whenever copies and warps run and in whatever order CTAs
begin, on the borders of arrays and for loops shorter and longer than rings. Each wait,
arrival, barrier and fence of it has to be there.
"""

import re

import pytest
from borders import HOSTILE, compile_with_remarks, make_run
from kernels import ALL_ALIGNED

#: Kernels, tiles, sizes of arrays, CTAs, and how many factors are copied to all of them:
#: none whose bytes threads put into another order.
KERNELS = (
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 336), 2, 1),
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 64), 2, 1),
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 0), 2, 1),
    ("matmul_f16_f32", (256, 128, 64), (272, 144, 400), 2, 1),
    ("matmul_f16_f32", (128, 256, 64), (144, 272, 208), 2, 1),
    ("matmul_f16_f32", (256, 64, 64), (272, 64, 336), 4, 1),
    ("matmul_tf32", (128, 64, 32), (144, 64, 112), 2, 0),
    ("matmul_i8_i32", (128, 64, 64), (144, 64, 112), 2, 0),
    ("flash_attention_f16", (128, 64, 64), (1, 208), 2, 2),
)  # fmt: skip
MULTICAST = "multicast::cluster"
#: The model would copy such small tiles by threads.
BY_MAPS = ("--gpu-name=sm_90", "--tensor-maps=true")
#: What one CTA says to others, and waits for.
HANDOVER = re.compile(
    r"mbarrier\.(?:arrive\.release|try_wait\.parity\.acquire)\.cluster"
    r"|\tbarrier\.cluster\.wait"
)

each_kernel = pytest.mark.parametrize("name,tile,size,ctas,shared", KERNELS)


@pytest.fixture
def spread(tools, real_bytecode, tmp_path):
    """A function to the program of a kernel with the hint, and arrays for it."""

    def make(name, tile, size, ctas):
        case, arrays = make_run(name, tile, size)
        text = tools.run(
            "cuda-tile-translate", "--cudatilebc-to-mlir",
            real_bytecode(case, "13.3", ALL_ALIGNED),
        )  # fmt: skip
        text = re.sub(
            r"^( *entry @.*?)( optimization_hints ?= ?<[^{]*\{\}>)?(?= \{$)",
            rf"\1 optimization_hints=<default = {{num_cta_in_cga = {ctas}}}>",
            text, flags=re.M,
        )  # fmt: skip
        source = tmp_path / "k.mlir"
        source.write_text(text)
        return source, arrays

    return make


@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@each_kernel
def test_whenever_copies_take_place(launch, spread, name, tile, size, ctas, shared, gpu):
    source, arrays = spread(name, tile, size, ctas)
    by_maps = (f"--gpu-name={gpu}", "--tensor-maps=true")
    for when in ("eager", "lazy", "random"):
        launch(source, name, arrays, *by_maps, *HOSTILE, f"--async={when}")


@pytest.mark.parametrize("name,tile,size,ctas,shared", (KERNELS[0], KERNELS[5], KERNELS[-1]))
def test_whatever_the_seed(launch, spread, name, tile, size, ctas, shared):
    source, arrays = spread(name, tile, size, ctas)
    for seed in range(10):
        launch(
            source, name, arrays, *BY_MAPS, *HOSTILE, "--async=random",
            f"--seed={seed}",
        )  # fmt: skip


@each_kernel
def test_every_stage_means_the_same(launch, spread, name, tile, size, ctas, shared):
    source, arrays = spread(name, tile, size, ctas)
    launch(source, name, arrays, *BY_MAPS, "--verify-each-semantically")


@each_kernel
def test_shared_factors(tools, spread, tmp_path, name, tile, size, ctas, shared):
    """Each factor that all CTAs need is copied to all; ptxas takes it, and nothing
    spills."""
    source, _ = spread(name, tile, size, ctas)
    file = tmp_path / "k.tileas"
    said = tools.run(
        "tileiras", source, "-o", file, *BY_MAPS, "--emit=tileas", "--remarks=all"
    )
    assert f"CTAs: {ctas}," in said
    text = file.read_text()
    assert len(re.findall(rf"tensor_map .*ctas = {ctas}>", text)) == shared
    said = tools.run(
        "tileiras", source, "-o", tmp_path / "k.cubin", *BY_MAPS, "--remarks-missed=all"
    )
    assert "RemarkRegistersSpilled" not in said


def test_not_spread(tools, spread, tmp_path):
    """Without parts of 64 rows or columns, the kernel is that without the hint."""
    source, _ = spread("matmul_f16_f32", (64, 64, 32), (64, 64, 64), 2)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", "sm_90")
    assert "RemarkSpread, Reason: the tile block is not spread over CTAs" in printed
    source.write_text(re.sub(r"num_cta_in_cga = 2", "", source.read_text()))
    assert ptx == compile_with_remarks(tools, source, tmp_path / "n.ptx", "sm_90")[0]


def test_mutants(tools, launch, spread, tmp_path):
    """One word at a time, wherever it stands."""
    name, tile, size, ctas, _ = KERNELS[0]
    source, arrays = spread(name, tile, size, ctas)
    ptx, _ = compile_with_remarks(
        tools, source, tmp_path / "k.ptx", "sm_90", "--tensor-maps=true"
    )
    lines = ptx.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if HANDOVER.search(line)]
    copies = [place for place, line in enumerate(lines) if MULTICAST in line]
    assert len(places) == 4 and copies
    for place in places + copies:
        mutant = tmp_path / "mutant.ptx"
        line = lines[place]
        if "try_wait" in line:
            line = re.sub(r"mbarrier\.try_wait\S* (\w+),.*", r"setp.eq.u32 \1, 0, 0;", line)
        elif MULTICAST in line:
            line = re.sub(r"\.multicast::cluster(.*), %\w+;", r"\1;", line)
        else:
            line = ""
        mutant.write_text("".join([*lines[:place], line, *lines[place + 1 :]]))
        launch.complaint(mutant, name, arrays, *HOSTILE, "--async=lazy")
