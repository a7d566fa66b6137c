# ===- test_launch_control.py - Blocks that go on with others' tiles ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Where an SM of sm_100 holds one block of a product, a block goes on with the tiles of
blocks that have not begun. The emulator, with all checks, and the interpreter behind each
pass hand out such blocks, as many as their orders leave: results are exact with one tile
and with many, on the borders of arrays, with no iteration of a tile, with one, and with
more than a ring has stages. Each wait, arrival and question has to be there. Programs that
wait for other blocks, and those that are persistent already, stay as they are.
"""

import json
import re

import pytest
from borders import HOSTILE, compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_words import each_mutant, miss_each

GPU = "sm_100"
TILE = (128, 256, 64)
#: Rows, columns and K: one tile, and twelve of TILE without and with iterations, or with
#: more of them than a ring has stages.
ONE = (112, 208, 80)
MANY = ((400, 608, 0), (400, 608, 48), (304, 608, 336))
#: Products of which an SM holds one block: sums that take turns, and sums that fill tensor
#: memory.
PRODUCTS = (
    ("matmul_f16_f32", TILE),
    ("matmul_bf16_f32", (256, 128, 64)),
    ("matmul_f16_f32", (256, 256, 64)),
    ("matmul_tf32", TILE),
    ("matmul_i8_i32", TILE),
    ("matmul_f8E4M3FN_f32", TILE),
    ("matmul_batched", (1, *TILE)),
    ("matmul_gated", (256, 128, 64)),
)
#: sm_103 multiplies no integers in tensor memory.
TAKEN = [
    (name, tile, gpu)
    for name, tile in PRODUCTS
    for gpu in (GPU, "sm_103", "sm_110")
    if not (gpu == "sm_103" and "i8" in name)
]
ASK, TAKE = "clusterlaunchcontrol.try_cancel", "query_cancel.get_first_ctaid"


def export(real_bytecode, name, tile):
    return real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)


@pytest.mark.parametrize("name,tile,gpu", TAKEN)
def test_takes_blocks(tools, real_bytecode, tmp_path, name, tile, gpu):
    """One thread asks, and each agent reads the answers. The assembler spills nothing."""
    source, file = export(real_bytecode, name, tile), tmp_path / "k.ptx"
    ptx, printed = compile_with_remarks(tools, source, file, gpu)
    assert "Passed: RemarkTakesBlocks" in printed
    assert ptx.count(ASK) == 1
    assert ptx.count(TAKE) == ptx.count("query_cancel.is_canceled") >= 3
    assert tools.assemble(source, tmp_path / "k.cubin", gpu, 3) == ""
    ptx, printed = compile_with_remarks(tools, source, file, gpu, "--launch-control=false")
    assert "clusterlaunchcontrol" not in ptx and "RemarkTakesBlocks" not in printed


@pytest.mark.parametrize(
    "name,tile,gpu,reason",
    (
        ("matmul_persistent", TILE, GPU, "knows how many tile blocks there are"),
        ("split_k_counter", (128, 128, 64, 4), GPU, "an access is not weak"),
        ("matmul_f16_f32", TILE, "sm_120", "registers hold the sums"),
        ("matmul_of_layer", (128, 128, 64), GPU, "threads load tiles beside"),
        ("matmul_f16_f32", (128, 64, 32), GPU, None),
        ("matmul_f16_f32", TILE, "sm_90", None),
    ),
)
def test_stays(tools, real_bytecode, tmp_path, name, tile, gpu, reason):
    source, file = export(real_bytecode, name, tile), tmp_path / "k.ptx"
    ptx, printed = compile_with_remarks(tools, source, file, gpu)
    assert "clusterlaunchcontrol" not in ptx
    assert "Passed: RemarkTakesBlocks" not in printed
    assert reason is None or re.search(f"Missed: RemarkTakesBlocks, .*{reason}", printed)


def test_report(tools, real_bytecode, tmp_path):
    """The verdict is on all agents that share the loop: the L2 cache limits them, with the
    tensor cores behind it."""
    source, file = export(real_bytecode, "matmul_f16_f32", TILE), tmp_path / "k.json"
    tools.run(
        "tileiras", source, "-o", tmp_path / "k.ptx", f"--gpu-name={GPU}", "--emit=ptx",
        f"--report={file}",
    )  # fmt: skip
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["verdict"]["limit"] == "L2"
    assert kernel["verdict"]["roof"] == "tensor"


@pytest.mark.parametrize("when", ("eager", "lazy", "random"))
@pytest.mark.parametrize("size", (ONE, *MANY))
def test_results(launch, real_bytecode, size, when):
    name = "matmul_f16_f32"
    case, run = make_run(name, TILE, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed in range(4):
        launch(
            source, name, run, *HOSTILE, f"--gpu-name={GPU}", f"--async={when}",
            f"--seed={seed}",
        )  # fmt: skip


@pytest.mark.rotated
@pytest.mark.parametrize("size", (ONE, *MANY))
@pytest.mark.parametrize("name,tile", PRODUCTS[1:])
def test_results_of_others(launch, real_bytecode, name, tile, size):
    case, run = make_run(name, tile, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for blocks in ((), ("--blocks=random", "--seed=1"), ("--blocks=random", "--seed=2")):
        launch(
            source, name, run, "--engine=emulate", "--check=all", f"--gpu-name={GPU}",
            "--async=random", "--warps=random", *blocks,
        )  # fmt: skip


@pytest.mark.parametrize("warps", (1, 4))
def test_copies_by_threads(launch, real_bytecode, warps):
    """An agent of several warps asks once, and all of its warps read the answers."""
    name = "matmul_f16_f32"
    case, run = make_run(name, TILE, MANY[1])
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed in range(3):
        launch(
            source, name, run, *HOSTILE, f"--gpu-name={GPU}", "--tensor-maps=false",
            f"--copy-warps={warps}", "--async=random", f"--seed={seed}",
        )  # fmt: skip


@pytest.mark.rotated
@pytest.mark.parametrize("seed", (0, 1, 2))
@pytest.mark.parametrize("name,tile", (PRODUCTS[0], PRODUCTS[2]))
def test_every_stage_means_the_same(launch, real_bytecode, name, tile, seed):
    """The interpreter hands out blocks behind the pass and behind each later one."""
    case, run = make_run(name, tile, (304, 304, 144))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, f"--gpu-name={GPU}",
        "--verify-each-semantically", f"--seed={seed}",
    )  # fmt: skip


def is_wrong(launch, *command):
    try:
        launch(*command, "--engine=emulate", "--check=all")
    except (AssertionError, pytest.fail.Exception):
        return True
    return False


def test_blocks_are_taken(tools, launch, real_bytecode, tmp_path):
    """Where the agent that stores, or one that copies, takes each answer for the first
    tile, results are wrong. The one that begins products only asks if there is another."""
    name = "matmul_f16_f32"
    case, run = make_run(name, TILE, MANY[1])
    file = tmp_path / "k.ptx"
    compile_with_remarks(tools, real_bytecode(case, "13.3", ALL_ALIGNED), file, GPU)
    lines = file.read_text().splitlines(keepends=True)
    places = [n for n, line in enumerate(lines) if TAKE in line]
    mutants = each_mutant(tmp_path, lines, places)
    assert sum(is_wrong(launch, mutant, name, run) for _, mutant in mutants) == 3


@pytest.mark.parametrize("word", ("mbarrier.try_wait", "mbarrier.arrive.shared.b64 _"))
def test_mutants(tools, launch, real_bytecode, tmp_path, word):
    """Each wait and arrival, with one iteration of a tile: agents that copy are as far
    ahead as answers let them."""
    name = "matmul_f16_f32"
    case, run = make_run(name, TILE, MANY[1])
    file = tmp_path / "k.ptx"
    compile_with_remarks(tools, real_bytecode(case, "13.3", ALL_ALIGNED), file, GPU)
    assert miss_each(launch, file, word, name, run) >= 7


@pytest.mark.rotated
@pytest.mark.parametrize("name,tile", (PRODUCTS[0], PRODUCTS[2]))
def test_every_change_is_proved(launch, real_bytecode, name, tile):
    """Also of tiles that a block takes."""
    case, run = make_run(name, tile, (160, 272, 80))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    said = launch.messages(source, name, run, "--validate", f"--gpu-name={GPU}")
    assert "changes by passes proved" in said and "undecided" not in said
