# ===- test_overlapped_products.py - Products under powers ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Attention on sm_90 with 128 columns, whose product with the values goes on while the
powers of the next iteration are computed, and of which two groups of warps begin products
in turn. On the emulator, with all checks, results are
within their bounds for any time of copies and products, on the borders of arrays and
with a single iteration; each wait for a product has to be there.
"""

import dataclasses
import re

import pytest
from all_cases import CASES
from borders import HOSTILE, compile_with_remarks
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks
from ptx_words import each_mutant
from test_attention import KERNELS

GPU = "sm_90"
#: Arrivals of groups that take turns; those for copies expect bytes.
ARRIVAL = "mbarrier.arrive.shared"
TILES = ((64, 64, 128), (128, 64, 128))
#: Numbers of queries and keys: one iteration, several, and a part of one at the end.
LENGTHS = (48, 64, 320, 336)

each_kernel = pytest.mark.parametrize("name", KERNELS)
each_tile = pytest.mark.parametrize("tile", TILES)
#: Where guards of powers get what the order leaves of a thread's 255 registers.
CROWDED = ((128, 64, 256), (256, 64, 64))
#: Kernels whose products overlap: the model has no shorter interval for one.
OVERLAPPED = [
    (name, tile)
    for name in KERNELS
    for tile in (*TILES, (128, 128, 128), *CROWDED)
    if (name, tile) != ("bounded_attention_f16", CROWDED[1])
]
#: Two blocks of an SM, so that a thread has 128 registers.
OF_TWO_BLOCKS = (128, 64, 64)
#: With 256 rows, too, where threads hold more of the sum, and with 128 keys, whose copies lead.
each_height = pytest.mark.parametrize(
    "tile", (*TILES, (128, 128, 128), (256, 64, 128), *CROWDED, OF_TWO_BLOCKS)
)


def make(name, tile, length):
    case = dataclasses.replace(CASES[name], constants=tile)
    return case, case.make_run(case, (1, length), False)


def find_loops(ptx):
    """The loops that multiply twice; scores of the first iteration are computed in front."""
    blocks = product_blocks(ptx, re.compile(r"wgmma\.mma_async"))
    loops = [block for block in blocks if block.count("wgmma.commit_group") == 2]
    assert loops
    return loops


def find_steps(block):
    """Begins of products, powers and waits for products of a loop, in order."""
    words = r"wgmma\.commit_group|ex2\.approx|wgmma\.wait_group\.sync\.aligned \d"
    steps = re.findall(words, block)
    return [step for number, step in enumerate(steps) if step != steps[number - 1]]


@pytest.mark.parametrize("name,tile", OVERLAPPED)
def test_order(tools, real_bytecode, tmp_path, name, tile):
    """Two products begin, of which the second is waited for behind the powers; ptxas has no
    advice, and nothing spills."""
    case, _ = make(name, tile, LENGTHS[0])
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    assert "RemarkProductsOverlap" in printed
    wait = "wgmma.wait_group.sync.aligned"
    for block in find_loops(ptx):
        steps = find_steps(block)
        first, second = steps.index(f"{wait} 1"), steps.index(f"{wait} 0")
        assert "ex2.approx" not in steps[:first]
        assert "ex2.approx" in steps[first:second]
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@each_kernel
def test_blocks_are_as_many(tools, real_bytecode, tmp_path, name):
    """Where ptxas is told of two blocks it has no choice but to make both parts of a loop
    with the registers that these leave. Nothing spills. With a bound, of which each
    iteration has a mask, the model has no shorter interval."""
    case, _ = make(name, OF_TWO_BLOCKS, LENGTHS[0])
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    assert ".minnctapersm 2" in ptx
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""
    leads = "RemarkProductsOverlap" in printed
    assert leads == (name != "bounded_attention_f16")


@pytest.mark.rotated
@each_height
@each_kernel
@pytest.mark.parametrize("length", LENGTHS)
def test_results(launch, real_bytecode, name, tile, length):
    case, run = make(name, tile, length)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for when in ("eager", "lazy", "random"):
        launch(
            source, name, run, *HOSTILE, f"--gpu-name={GPU}", f"--async={when}",
            f"--seed={length}",
        )  # fmt: skip


@each_kernel
def test_groups_take_turns(tools, real_bytecode, tmp_path, name):
    """Both products of an iteration begin between a group's arrival where it waits for the
    other one and that which lets the other go on, in front of all powers."""
    case, _ = make(name, TILES[1], LENGTHS[0])
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, _ = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    words = r"mbarrier\.arrive\.shared|wgmma\.commit_group|ex2\.approx"
    turn = [ARRIVAL, "wgmma.commit_group", "wgmma.commit_group", ARRIVAL]
    for block in find_loops(ptx):
        steps = re.findall(words, block)
        assert [step for step in steps if step != "ex2.approx"] == turn
        assert "ex2.approx" not in steps[: len(turn)]


@each_tile
def test_every_stage_means_the_same(launch, real_bytecode, tile):
    case, run = make(KERNELS[0], tile, 144)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), case.name, run, "--seed=1",
        "--verify-each-semantically", f"--gpu-name={GPU}",
    )  # fmt: skip


def test_mutants(tools, launch, real_bytecode, tmp_path):
    """Without a wait for a product of the loop, or for a tile, or an announcement of one."""
    name = "full_attention_f16"
    case, run = make(name, TILES[0], 320)
    ptx = tools.compile(
        real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx", GPU, 3, "ptx"
    ).decode()
    lines = ptx.splitlines(keepends=True)
    words = ("wgmma.wait_group", "mbarrier.arrive")
    places = [number for number, line in enumerate(lines) if any(word in line for word in words)]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places):
        launch.complaint(mutant, name, run, *HOSTILE, "--async=lazy")


def test_turns_that_are_not_passed(tools, launch, real_bytecode, tmp_path):
    """Without an arrival the other group waits for ever, and without a wait the first group
    has copies begun where the other one reads."""
    name = "full_attention_f16"
    case, run = make(name, TILES[1], 640)
    ptx = tools.compile(
        real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx", GPU, 3, "ptx"
    ).decode()
    lines = ptx.splitlines(keepends=True)
    arrivals = [n for n, line in enumerate(lines) if ARRIVAL in line]
    # A group that has arrived at its own mbarrier asks for the end of the phase at once.
    ends = [n for n, line in enumerate(lines) if "bra WAIT;" in line]
    waits = [n for n in ends if any(0 < n - arrival < 10 for arrival in arrivals)]
    assert len(arrivals) == 3 * len(waits) > 0
    for place, mutant in each_mutant(tmp_path, lines, arrivals + waits):
        complaint = launch.complaint(mutant, name, run, *HOSTILE, "--async=lazy")
        assert place in waits or "deadlock" in complaint
