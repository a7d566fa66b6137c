# ===- test_pairs.py - Products of two CTAs together --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""On sm_100 the two CTAs of a tile block multiply as a pair: each has its rows of the
left factor and of the sum, and copies one half of the right factor. They give what numpy
does, whenever copies, products and warps run and in whatever order CTAs begin, on the
borders of arrays, for loops shorter and longer than rings, and where tensor memory and
buffers have been those of another loop, with warps that copy and without. Each wait,
arrival, commit and barrier of it has to be there. Where one product cannot be that of a
pair, none is.
"""

import re

import numpy as np
import pytest
from borders import HOSTILE
from kernels import Run
from ptx_words import each_mutant, is_spared, take_out
from test_clusters import SHARED_BYTES

#: Kernels, tiles, and sizes of arrays.
PAIRS = (
    ("matmul_f16_f32", (256, 128, 64), (272, 144, 400)),
    ("matmul_f16_f32", (256, 128, 64), (272, 144, 64)),
    ("matmul_f16_f32", (256, 128, 64), (272, 144, 0)),
    ("matmul_bf16_f32", (256, 256, 64), (272, 272, 336)),
    ("matmul_transposed_f16", (256, 128, 64), (272, 144, 208)),
    ("matmul_transposed_f16", (256, 128, 128), (272, 144, 336)),
    ("matmul_i8_i32", (256, 256, 64), (144, 272, 208)),
    ("matmul_i8_i32", (256, 256, 256), (144, 272, 400)),
    ("matmul_transposed_i8", (256, 128, 128), (272, 144, 400)),
    ("matmul_f8E4M3FN_f32", (256, 256, 256), (272, 272, 400)),
    ("matmul_tf32", (256, 128, 32), (272, 144, 208)),
    ("matmul_tf32", (256, 256, 64), (144, 272, 80)),
    ("matmul_gated_trained", (256, 128, 64), (272, 144, 208)),
)  # fmt: skip
#: A half would have rows in place of columns, or both CTAs share the left factor.
OTHERS = (
    ("matmul_i8_i32", (256, 128, 64)),
    ("matmul_f16_f32", (128, 256, 64)),
)
BY_MAPS = ("--gpu-name=sm_100", "--tensor-maps=true", "--copy-warps=0")
#: The same warps multiply and copy, or others copy.
WITH_AGENTS = (*BY_MAPS[:2], "--copy-warps=4")
WAYS = (BY_MAPS, WITH_AGENTS)
PAIR = "cta_group::2"
#: Signals of one CTA to the other, waits for phases, the last ones of those who copy among
#: them, and what both execute together. The
#: barrier before tensor memory is freed is none of them: PTX does not say if a CTA that
#: frees waits for the other one, and in the emulator it does.
HANDOVER = re.compile(
    r"mbarrier\.(?:arrive\.release|try_wait\.parity\.(?:acquire\.cluster\.)?shared)"
    r"|mbarrier\.arrive\.(?:expect_tx\.)?shared\.b64|tcgen05\.(?:alloc|commit|dealloc)"
)
#: A copy that tells the mbarrier of the first CTA.
COPY = re.compile(r"cp\.async\.bulk\.tensor\S*\.cta_group::2")
LOOPS = SHARED_BYTES / "pairs.mlir"

each_pair = pytest.mark.parametrize("name,tile,size", PAIRS)
each_way = pytest.mark.parametrize("way", WAYS, ids=("whole", "agents"))


@pytest.mark.rotated
@each_way
@each_pair
def test_whenever_copies_take_place(spreads, name, tile, size, way):
    spreads.run_whenever_copies_take_place(name, tile, size, 2, *way)


@each_way
@pytest.mark.parametrize("name,tile,size", (PAIRS[0], PAIRS[4]))
def test_whatever_the_seed(spreads, name, tile, size, way):
    spreads.run_whatever_the_seed(name, tile, size, 2, *way)


@pytest.mark.rotated
@each_way
@each_pair
def test_every_stage_means_the_same(spreads, name, tile, size, way):
    spreads.run_every_stage(name, tile, size, 2, *way)


@each_way
@pytest.mark.parametrize(
    "gpu,name,tile,size",
    [
        (gpu, *pair)
        for gpu in ("sm_100", "sm_103")
        for pair in PAIRS
        # The tensor cores of sm_103 multiply no integers.
        if gpu == "sm_100" or "i8" not in pair[0]
    ],
)
def test_halves(tools, spreads, tmp_path, gpu, name, tile, size, way):
    """All that multiplies is of the pair, each CTA copies half of the columns, and no
    copy is for both; ptxas takes it, and nothing spills."""
    source, _ = spreads.make(name, tile, size, 2)
    options = (f"--gpu-name={gpu}", *way[1:])
    tools.run("tileiras", source, "-o", tmp_path / "k.ptx", *options, "--emit=ptx")
    ptx = (tmp_path / "k.ptx").read_text()
    assert PAIR in ptx and "cta_group::1" not in ptx and "multicast" not in re.sub(
        r"tcgen05\.commit.*", "", ptx
    )
    assert not tools.find_spills(source, tmp_path / "k.cubin", *options)


@pytest.mark.parametrize("name,tile", OTHERS)
def test_apart(tools, spreads, tmp_path, name, tile):
    source, _ = spreads.make(name, tile, (tile[0], tile[1], 128), 2)
    tools.run("tileiras", source, "-o", tmp_path / "k.ptx", *BY_MAPS, "--emit=ptx")
    assert PAIR not in (tmp_path / "k.ptx").read_text()


@pytest.mark.parametrize("gpu", ("sm_90", "sm_120"))
def test_other_gpus(tools, spreads, tmp_path, gpu):
    source, _ = spreads.make(*PAIRS[0], 2)
    options = (f"--gpu-name={gpu}", *BY_MAPS[1:])
    tools.run("tileiras", source, "-o", tmp_path / "k.ptx", *options, "--emit=ptx")
    assert PAIR not in (tmp_path / "k.ptx").read_text()


def make_loops(count):
    """A run of clusters/pairs.mlir with COUNT iterations of its inner loops."""
    random = np.random.default_rng(count)
    a, b = (
        random.integers(-2, 3, shape).astype(np.float16) for shape in ((512, 640), (640, 256))
    )
    c = a[:, : 64 * count].astype(np.float32) @ b[: 64 * count].astype(np.float32)
    return Run([np.int32(count), a, b, np.zeros_like(c)], [None, None, None, c], (1, 1, 1))


@each_way
@pytest.mark.parametrize("count", (0, 1, 2, 3, 5))
def test_loops_in_turn(launch, count, way):
    """Sums of one loop are read while the next one begins, or has none to begin."""
    run = make_loops(count)
    for seed, when in enumerate(("eager", "lazy", "random", "random")):
        launch(
            LOOPS, "k", run, *way, *HOSTILE, f"--async={when}", f"--seed={seed}",
            kind="ptr",
        )  # fmt: skip


@each_way
def test_every_stage_of_loops(launch, way):
    launch(LOOPS, "k", make_loops(2), *way, "--verify-each-semantically", kind="ptr")


def is_found(launch, mutant, run):
    """True if one of a few orders shows that a word is missing."""
    return any(
        launch.end(
            mutant, "k", run, *HOSTILE, f"--async={when}", f"--seed={seed}", kind="ptr"
        ).returncode
        for seed, when in enumerate(("lazy", "random") * 6)
    )


def is_implied(lines, place):
    """True for a wait of warps that copy, behind their first copy: products free the
    stages of both factors together, so that the wait for the first one's is enough; and
    the emulator ends what the last waits are for before the CTAs meet in the end."""
    return "try_wait" in lines[place] and any(COPY.search(line) for line in lines[:place])


@each_way
def test_mutants(tools, launch, tmp_path, way):
    """One word at a time, wherever it stands: those of both CTAs where they begin, then
    three for each product and four for each wait, in two loops. Where phases are asked
    for side by side, the question alone: without it there is no wait either."""
    tools.run("tileiras", LOOPS, "-o", tmp_path / "k.ptx", *way, "--emit=ptx")
    lines = (tmp_path / "k.ptx").read_text().splitlines(keepends=True)
    assert any(PAIR in line for line in lines)
    signalled = any(COPY.search(line) for line in lines)
    assert signalled == (way == WITH_AGENTS)
    places = [
        n for n, line in enumerate(lines)
        if HANDOVER.search(line) and not is_spared(lines, n)
    ]  # fmt: skip
    meetings = [n for n, line in enumerate(lines) if "barrier.cluster.wait" in line]
    run = make_loops(5)
    places = meetings[: 1 + signalled] + places
    for place, mutant in each_mutant(tmp_path, lines, places, take_out):
        assert is_found(launch, mutant, run) or is_implied(lines, place), lines[place]
