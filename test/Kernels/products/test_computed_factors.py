# ===- test_computed_factors.py - Factors that threads compute -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Weights of few bits, and rows of a norm, are computed in the loop that multiplies them.
On sm_100, where an SM holds one block, two buffers of what is computed take turns, and
the product of an iteration goes on while threads store for the next one. On the emulator,
with all checks, results are exact for any time of copies and products, and each fence,
barrier and wait has to be there.
"""

import re

import pytest
from borders import compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_words import each_mutant, end_question

#: Rows, columns and K, of more turns than there are buffers.
SIZE = (144, 160, 336)
TILES = ((128, 128, 64), (128, 256, 64), (256, 128, 64))
NAMES = (
    "matmul_of_bytes_f16",
    "matmul_of_bytes_bf16",
    "matmul_of_nibbles_i8",
    "matmul_of_nibbles_u8",
    "matmul_of_norm",
    "matmul_of_groups",
)
OF_NIBBLES = [name for name in NAMES if "nibbles" in name]
#: Kernels whose waits are taken away: those of all others are these.
MUTATED = ("matmul_of_bytes_bf16", "matmul_of_norm")


def compile_loop(tools, source, folder, *options):
    """The loop of products as text, and what the compiler remarks."""
    file = folder / "k.mlir"
    printed = tools.run(
        "tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=tileas",
        "--remarks=all", *options,
    )  # fmt: skip
    text = file.read_text()
    return text[text.index("scf.for") : text.index("scf.yield")], printed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
def test_results(launch, real_bytecode, name, tile, gpu):
    case, run = make_run(name, tile, SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed, time in enumerate(("eager", "lazy", "random", "random")):
        launch(
            source, name, run, "--engine=emulate", f"--gpu-name={gpu}", "--check=all",
            f"--async={time}", "--warps=random", f"--seed={seed}",
        )  # fmt: skip


@pytest.mark.rotated
@pytest.mark.parametrize("name", NAMES)
def test_every_stage_means_the_same(launch, real_bytecode, name):
    case, run = make_run(name, TILES[2], SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--gpu-name=sm_100",
        "--verify-each-semantically", "--seed=1",
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_tensor_memory(tools, real_bytecode, tmp_path, name):
    for tile in TILES:
        source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
        assert tools.assemble(source, tmp_path / "k.cubin", "sm_100", 3) == ""
        ptx, _ = compile_with_remarks(tools, source, tmp_path / "k.ptx", "sm_100")
        assert "tcgen05.mma" in ptx and "mma.sync" not in ptx


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("maps", ("false", "true"))
def test_order(tools, real_bytecode, tmp_path, name, maps):
    """One barrier in an iteration, behind the wait for the product before, which stands
    behind what is stored and in front of all copies."""
    source = real_bytecode(make_case(name, TILES[2]), "13.3", ALL_ALIGNED)
    loop, _ = compile_loop(
        tools, source, tmp_path, "--copy-warps=0", f"--tensor-maps={maps}"
    )  # fmt: skip
    order = re.findall(
        r"tileas\.(shared_store|await_products|barrier|tcgen05_mma|async_copy|tensor_copy)\b",
        loop,
    )
    first = order.index("await_products")
    copies = {"tensor_copy" if maps == "true" else "async_copy"}
    assert "shared_store" in order[:first] and not copies & set(order[:first])
    assert order[first : first + 2] == ["await_products", "barrier"]
    behind = order[first + 2 :]
    assert copies | {"tcgen05_mma"} == set(behind)


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("name", NAMES)
def test_maps(tools, real_bytecode, tmp_path, name, tile):
    """One thread begins the copies of the other factor: to begin them takes the others as
    long as they have for the factor that they compute."""
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    loop, _ = compile_loop(tools, source, tmp_path)
    assert "tensor_copy" in loop and "async_copy" not in loop


@pytest.mark.parametrize("name", NAMES)
def test_turns(tools, real_bytecode, tmp_path, name):
    """Two buffers take turns where an SM holds one block; several overlap by themselves."""
    for tile in (TILES[0], TILES[2]):
        source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
        _, printed = compile_loop(tools, source, tmp_path)
        assert ("RemarkBuffersAlternate" in printed) == (tile == TILES[2])


@pytest.mark.parametrize("tile", TILES)
def test_scales(tools, real_bytecode, tmp_path, tile):
    """Each thread loads the scales of its weights: through shared memory threads would meet,
    and wait for the product that is under way."""
    source = real_bytecode(make_case("matmul_of_groups", tile), "13.3", ALL_ALIGNED)
    loop, _ = compile_loop(tools, source, tmp_path)
    assert loop.count("tileas.shared_store") == 1 and "shared_load" not in loop


@pytest.mark.parametrize("name", OF_NIBBLES)
@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
def test_nibbles(tools, real_bytecode, tmp_path, name, gpu):
    """Nothing but the store to the factor's buffer goes through shared memory, and no
    instruction converts."""
    source = real_bytecode(make_case(name, TILES[0]), "13.3", ALL_ALIGNED)
    loop, _ = compile_loop(tools, source, tmp_path)
    assert loop.count("tileas.shared_store") == 1 and "shared_load" not in loop
    ptx, _ = compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu)
    assert "bf16x2" in ptx and not re.search(r"cvt\.r\w\.f32\.[su]", ptx)


@pytest.mark.parametrize("name", MUTATED)
@pytest.mark.parametrize("maps", ("false", "true"))
@pytest.mark.parametrize("word", ("fence.proxy.async", "bar.sync", "mbarrier.try_wait"))
def test_mutants(tools, launch, real_bytecode, tmp_path, name, word, maps):
    """In the loop alone where maps copy: around it stand barriers of those who look for a
    map, and of those who give it back, beside others."""
    case, run = make_run(name, TILES[2], SIZE)
    source, file = real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx"
    tools.run(
        "tileiras", source, "-o", file, "--gpu-name=sm_100", "--emit=ptx", "--copy-warps=0",
        f"--tensor-maps={maps}",
    )  # fmt: skip
    lines = file.read_text().splitlines(keepends=True)
    ends = ("mbarrier.try_wait", "tcgen05.ld") if maps == "true" else ("tcgen05.alloc", "ret;")
    first, last = (next(n for n, line in enumerate(lines) if end in line) for end in ends)
    places = [n for n, line in enumerate(lines) if word in line and first <= n <= last]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places, end_question):
        launch.complaint(
            mutant, name, run, "--engine=emulate", "--check=all", "--async=lazy"
        )  # fmt: skip


@pytest.mark.parametrize("gpu", ("sm_90", "sm_120"))
def test_loads_ahead_beyond_the_estimate(tools, real_bytecode, tmp_path, gpu):
    """By the estimate rows of the norm have no registers one iteration ahead, but ptxas
    spills none."""
    source = real_bytecode(make_case("matmul_of_norm", TILES[0]), "13.3", ALL_ALIGNED)
    text = tools.compile(source, tmp_path / "k.mlir", gpu, 3, "tileas").decode()
    assert "crowded = true" in text
    assert tools.assemble(source, tmp_path / "k.cubin", gpu, 3) == ""


def test_loads_stay_where_ptxas_spills(tools, real_bytecode, tmp_path):
    source = real_bytecode(make_case("matmul_of_norm", TILES[2]), "13.3", ALL_ALIGNED)
    printed = tools.run(
        "tileiras", source, "-o", tmp_path / "k.cubin", "--gpu-name=sm_80", "--remarks=all"
    )  # fmt: skip
    assert "ptxas has spilled where loads ran ahead" in printed
    assert "RemarkRegistersSpilled" not in printed
