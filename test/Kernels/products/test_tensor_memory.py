# ===- test_tensor_memory.py - Products by tcgen05.mma ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""On sm_100 one thread multiplies tiles of 64 rows and more into tensor memory, where
a sum stays as long as a loop adds to it. Nothing spills. On the emulator, with all
checks, results are exact on the borders of arrays, for any time of copies and products;
each fence, commit and wait has to be there, and all columns are freed. Beside warps
that copy, products are told of by mbarriers alone: several are in flight. The plan has
such warps where an SM holds one block. A tile of 256 rows and columns fills tensor
memory; a loop adds up its halves side by side. The sums of smaller ones take turns in a
loop over tiles, and a warp of its own begins their products.
"""

import re

import pytest
from borders import SIZE, compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_loops import PRODUCT, product_blocks
from ptx_words import each_mutant, end_question, miss_each

GPU = "sm_100"
#: The tile, and columns of an instruction.
PRODUCTS = (
    ("matmul_f16_f32", (128, 64, 32), 64),
    ("matmul_f16_f32", (128, 128, 64), 128),
    ("matmul_f16_f32", (128, 256, 64), 256),
    ("matmul_bf16_f32", (256, 128, 64), 128),
    ("matmul_transposed_f16", (128, 128, 64), 128),
    ("matmul_persistent", (128, 128, 64), 128),
    ("matmul_persistent", (128, 256, 64), 256),
    ("experts", (128, 128, 64), 128),
    ("matmul_batched", (1, 128, 128, 64), 128),
    ("matmul_batched", (2, 128, 64, 32), 64),
    ("matmul_i8_i32", (128, 128, 64), 128),
    ("matmul_i8_i32", (128, 256, 64), 256),
    ("matmul_transposed_i8", (128, 128, 64), 128),
    ("matmul_f16_f32", (256, 256, 64), 256),
    ("matmul_i8_i32", (256, 256, 64), 256),
    ("matmul_persistent", (256, 256, 64), 256),
    ("matmul_batched", (1, 256, 256, 64), 256),
    ("matmul_transposed_f16", (256, 256, 64), 256),
    ("experts", (256, 256, 64), 256),
    ("matmul_f16_f32", (128, 512, 32), 256),
    ("matmul_f16_f32", (512, 128, 32), 128),
    ("matmul_f16_f32", (64, 64, 32), 64),
    ("matmul_bf16_f32", (64, 256, 64), 256),
    ("matmul_batched", (2, 64, 64, 32), 64),
    ("matmul_i8_i32", (64, 64, 64), 64),
    ("matmul_tf32", (128, 128, 64), 128),
    ("matmul_tf32", (64, 64, 32), 64),
    ("matmul_tf32", (256, 256, 64), 256),
    # Two sums that are read together, side by side.
    ("matmul_gated", (128, 128, 64), 128),
    ("matmul_gated", (128, 256, 64), 128),
    ("matmul_gated", (256, 128, 64), 128),
)
#: Warps that copy for those that multiply.
WITH_AGENTS = "--copy-warps=4"
BOXES = re.compile(r"\bcp\.async\.bulk\.tensor\b")
#: Rows, columns and K, of more turns than a ring has stages.
MANY_TURNS = (144, 80, 336)
#: Arrays of which each of three blocks has five tiles of TILE, or more, without and with
#: iterations.
TILE = (128, 128, 64)
MANY_TILES = ((400, 400, 0), (400, 400, 144))
#: Instructions taken out of a product, what stands in their place, and how the emulator
#: finds it.
MUTANTS = {
    "fence.proxy.async": ("", "a fence.proxy.async after the earlier access is missing"),
    "tcgen05.commit": ("", "deadlock|in flight"),
    "mbarrier.try_wait": ("setp.eq.u32 done, 0, 0;\n", "tensor memory|no test or wait has seen"),
    "tcgen05.wait::ld": ("", "tcgen05.wait::ld"),
    "tcgen05.dealloc": ("", "tensor memory"),
    "cp.async.wait_group": ("", "data race"),
    "bar.sync": ("", "data race|use of memory|of tensor memory"),
}


def compile_ptx(tools, source, folder, level=3, *options):
    return tools.compile(source, folder / "k.ptx", GPU, level, "ptx", *options).decode()


@pytest.mark.parametrize("name,tile,width", PRODUCTS)
def test_products(tools, real_bytecode, tmp_path, name, tile, width):
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""
    ptx = compile_ptx(tools, source, tmp_path)
    assert "mma.sync" not in ptx
    descriptors = re.findall(r"tcgen05\.mma\S+ \[%r\d+\], %rd\d+, %rd\d+, (\d+)", ptx)
    assert {(int(bits) >> 17 & 63) * 8 for bits in descriptors} == {width}


@pytest.mark.parametrize("level", (0, 1))
def test_levels(tools, real_bytecode, tmp_path, level):
    """Without optimisation, warps multiply."""
    case = make_case("matmul_f16_f32", (128, 64, 32))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    assert "tcgen05" not in compile_ptx(tools, source, tmp_path, level)


@pytest.mark.parametrize(
    "name,tile,copy_warps",
    (
        ("matmul_f16_f32", (128, 128, 64), 0),
        ("matmul_f16_f32", (128, 256, 64), 4),
        ("matmul_bf16_f32", (256, 128, 64), 4),
        # One block of a persistent kernel runs on an SM.
        ("matmul_persistent", (128, 128, 64), 4),
        ("matmul_persistent", (128, 256, 64), 4),
        ("matmul_i8_i32", (128, 256, 64), 4),
        ("matmul_f16_f32", (256, 256, 64), 4),
        # Stores come after the loads, or in the loop around them.
        ("split_k_counter", (128, 128, 64, 4), 4),
        ("matmul_persistent", (256, 256, 64), 4),
        ("matmul_tf32", (128, 256, 64), 4),
        # Half of a tile's depth at a time, as shared memory has no room for more twice.
        ("matmul_tf32", (256, 256, 64), 4),
    ),
)
def test_plan(tools, real_bytecode, tmp_path, name, tile, copy_warps):
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    _, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    assert f"RemarkCopyWarps, CopyWarps: {copy_warps}," in printed
    assert "RemarkAgentsNotSplit" not in printed


@pytest.mark.parametrize("name,tile", [(name, tile) for name, tile, _ in PRODUCTS])
def test_results(launch, real_bytecode, name, tile):
    case, run = make_run(name, tile, SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        f"--gpu-name={GPU}", "--async=random", "--warps=random", "--check=all",
    )  # fmt: skip


AGENTS = [PRODUCTS[n][:2] for n in (0, 2, 5, 8, 11, 21, 13, 15)]


@pytest.mark.parametrize("warps", (1, 4))
@pytest.mark.parametrize("name,tile", AGENTS)
def test_agents(launch, real_bytecode, name, tile, warps):
    """Warps beside those that multiply copy for them."""
    case, run = make_run(name, tile, SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed in range(3):
        launch(
            source, name, run, "--engine=emulate", f"--gpu-name={GPU}",
            f"--copy-warps={warps}", "--async=random", "--warps=random",
            f"--seed={seed}", "--check=all",
        )  # fmt: skip


@pytest.mark.parametrize("name,tile", AGENTS[:2])
def test_late_warps(launch, real_bytecode, name, tile):
    """Warps around a product may come late, by more turns than its ring has stages."""
    case, run = make_run(name, tile, (*MANY_TURNS[:2], 12 * tile[2]))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed in range(4):
        launch(
            source, name, run, "--engine=emulate", f"--gpu-name={GPU}",
            "--copy-warps=1", "--async=lazy", "--warps=random", f"--seed={seed}",
            "--check=all",
        )  # fmt: skip


@pytest.mark.rotated
@pytest.mark.parametrize("name,tile", [*AGENTS[:2], *AGENTS[-3:]])
def test_every_stage_means_the_same(launch, real_bytecode, name, tile):
    case, run = make_run(name, tile, SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, f"--gpu-name={GPU}",
        WITH_AGENTS, "--verify-each-semantically", "--seed=1",
    )  # fmt: skip


@pytest.mark.parametrize("tile,factors", (((128, 64, 32), 2), ((256, 256, 64), 3)))
def test_in_flight(tools, real_bytecode, tmp_path, tile, factors):
    """The loop of products has one wait for both factors of its first product, and one for
    the left factor of each other; warps tell who copies of each factor behind the product
    that they have begun, and wait for none. Threads read one half of a tile in two when
    they have stored the other."""
    source = real_bytecode(make_case("matmul_f16_f32", tile), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run(
        "tileiras", source, "-o", file, f"--gpu-name={GPU}", "--emit=tileas", WITH_AGENTS
    )  # fmt: skip
    text = file.read_text()
    loop = text[text.index("scf.for") : text.index("scf.yield")]
    waits = re.findall(r"tileas\.(wait_phase|await_products|barrier|mbarrier_arrive)\b", loop)
    assert sorted(waits) == ["mbarrier_arrive"] * factors + ["wait_phase"] * (factors - 1)
    assert re.search(r"wait_phase %\d+, %\d+ in_turn for", loop)
    assert loop.index("tcgen05_mma") < loop.index("mbarrier_arrive")
    assert len(re.findall(r"tcgen05_mma .* on %.*\] pending", loop)) == factors - 1
    rest = text[text.index("scf.yield") :]
    reads = re.findall(r"tileas\.(await_products|tmem_load|store)\b", rest)
    assert reads == ["await_products"] + ["tmem_load", "store"] * (factors - 1)


@pytest.mark.parametrize("size", MANY_TILES)
@pytest.mark.parametrize("when", ("eager", "lazy", "random"))
@pytest.mark.parametrize("agents", ("--copy-warps=1", WITH_AGENTS))
def test_sums_take_turns(launch, real_bytecode, size, when, agents):
    """The products of a tile begin while the sum before is read, in any order, by one
    agent that copies both factors and by one for each."""
    name = "matmul_persistent"
    case, run = make_run(name, TILE, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for seed in range(6):
        launch(
            source, name, run, "--engine=emulate", f"--gpu-name={GPU}",
            agents, f"--async={when}", "--warps=random", f"--seed={seed}",
            "--check=all",
        )  # fmt: skip


def test_one_thread_for_a_ring(tools, real_bytecode, tmp_path):
    """One thread copies each factor, and one begins the products, in loops in which no
    warp meets: a copy has a wait and an arrival, a product two of each."""
    source = real_bytecode(make_case("matmul_persistent", TILE), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.ptx"
    ptx, _ = compile_with_remarks(tools, source, file, GPU, WITH_AGENTS)
    for word, threads, rings in ((BOXES, 2, 1), (PRODUCT, 1, 2)):
        loops = product_blocks(ptx, word)
        assert len(loops) == threads
        for loop in loops:
            assert not re.search(r"bar\.warp\.sync|elect\.sync|bar\.sync", loop)
            assert loop.count("mbarrier.arrive") == rings
            assert len(re.findall(r"bra WAIT\d?;", loop)) == rings


def test_sums_take_turns_in_every_stage(launch, real_bytecode):
    """Agents hand sums on in each stage as in the last one."""
    name = "matmul_persistent"
    case, run = make_run(name, TILE, MANY_TILES[1])
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, f"--gpu-name={GPU}",
        "--copy-warps=1", "--verify-each-semantically", "--seed=1",
    )  # fmt: skip


@pytest.mark.parametrize(
    "word", ("tcgen05.commit", "mbarrier.try_wait", "mbarrier.arrive.shared.b64 _")
)
def test_mutants_of_sums_in_turn(tools, launch, real_bytecode, tmp_path, word):
    """Each commit, wait and arrival: those of both places, and of the factors."""
    name = "matmul_persistent"
    case, run = make_run(name, TILE, MANY_TILES[1])
    source, file = real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx"
    _, printed = compile_with_remarks(tools, source, file, GPU, "--copy-warps=1")
    assert "Passed: RemarkSumsTakeTurns" in printed
    assert miss_each(launch, file, word, name, run) >= 3


@pytest.mark.parametrize("tile", ((128, 64, 32), (256, 256, 32)))
@pytest.mark.parametrize(
    "word",
    ("tcgen05.commit", "mbarrier.try_wait", "mbarrier.arrive.shared.b64 _", "fence.proxy"),
)
def test_agent_mutants(tools, launch, real_bytecode, tmp_path, word, tile):
    """Each commit of a product, each wait, arrival and fence behind the waits, where a
    block has one tile (test_launch_control.py has several)."""
    name = "matmul_f16_f32"
    case, run = make_run(name, tile, MANY_TURNS)
    source, file = real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path / "k.ptx"
    tools.run(
        "tileiras", source, "-o", file, f"--gpu-name={GPU}", "--emit=ptx",
        WITH_AGENTS, "--launch-control=false",
    )  # fmt: skip
    lines = file.read_text().splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if "mbarrier.try_wait" in line)
    places = [n for n, line in enumerate(lines) if word in line and n >= start]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places, end_question):
        launch.complaint(
            mutant, name, run, "--engine=emulate", "--check=all", "--async=lazy"
        )  # fmt: skip


@pytest.mark.parametrize("tile", ((128, 64, 32), (64, 64, 32)))
@pytest.mark.parametrize("word", MUTANTS)
def test_mutants(tools, launch, real_bytecode, tmp_path, word, tile):
    """One line at a time, wherever it stands: what does not matter in a place would not
    be there. Threads copy (test_tensor_maps.py has the words of maps)."""
    instead, finding = MUTANTS[word]
    name = "matmul_f16_f32"
    case, run = make_run(name, tile, SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = compile_ptx(tools, source, tmp_path, 3, "--tensor-maps=false")
    lines = ptx.splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if "tcgen05.alloc" in line)
    places = [n for n, line in enumerate(lines) if word in line and n > start]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places, lambda _: instead):
        complaint = launch.complaint(mutant, name, run, "--engine=emulate", "--check=all")
        assert re.search(finding, complaint)
