# ===- test_attention_tensor_memory.py - Attention by tcgen05.mma -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""On sm_100 attention multiplies in tensor memory. Scores are read in each iteration, and
what they give of values stays there: threads scale its rows, where a factor is not 1, and
the powers of 128 rows are stored to where the second product takes them. On the emulator,
with all checks, results are within their bounds for any time of copies and products;
each fence, commit and wait has to be there.
"""

import itertools
import re

import pytest
from all_cases import ATTENTION_TILES
from borders import compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks
from ptx_words import each_mutant

GPU = "sm_100"
OTHERS = (
    "flash_attention_bf16",
    "bounded_attention_f16",
    "late_attention_f16",
    "full_attention_f16",
)
#: Kernels whose loops count tiles themselves, or ask by keys which have a mask.
ASKING = ("counted_attention_f16", "late_scaled_attention_f16")
#: Kernels that store the largest score and the sum of each query, too.
TRAINED = ("trained_attention_f16", "late_trained_attention_f16")
#: Tiles with a warp for each 32 rows, of which a lane has one: an SM has columns for
#: several blocks.
ROWS_IN_LANES = ((128, 64, 64), (128, 64, 128), (128, 128, 64))
#: Tiles whose scores lead, and by how many iterations: there are columns for them.
LEADING = {
    (64, 64, 64): 2,
    (64, 64, 128): 2,
    (64, 64, 256): 2,
    (128, 64, 128): 1,
    (128, 64, 256): 2,
    (128, 128, 128): 2,
}
#: Tiles for which a warp of its own begins copies and products: registers have room for it,
#: beside four blocks where guards of powers give up some.
ISSUING = tuple(LEADING)
#: Tiles of which shared memory has no stage for copies beside those that products read.
FULL = ((64, 64, 256),)
#: Tiles of which the upper rows take turns with the lower: the powers of these lie in
#: tensor memory, and in shared memory where it has no columns for them.
IN_TURN = ((256, 64, 128), (256, 128, 128))
#: Numbers of queries and keys: an iteration and a part of one, two, and several.
LENGTHS = (48, 64, 80, 128, 144, 320)
#: Heads and queries: of two tiles and a part.
SIZE = (1, 144)
#: The same of larger tiles, of which all loops are executed.
SIZE_IN_TURN = (1, 400)
NAME = "flash_attention_f16"
#: Instructions taken out of a kernel, what stands in their place, and how the emulator
#: finds it.
MUTANTS = {
    "fence.proxy.async": ("", "a fence.proxy.async after the earlier access is missing"),
    "tcgen05.commit": ("", "deadlock|in flight"),
    "mbarrier.try_wait": (
        "setp.eq.u32 done, 0, 0;\n",
        "data race|tensor memory|no test or wait has seen",
    ),
    "tcgen05.wait::ld": ("", "tcgen05.wait::ld"),
    "cp.async.wait_group": ("", "data race"),
    "bar.sync": ("", "data race|use of memory|tensor memory|deadlock"),
}
#: Mutants of powers in tensor memory, whose stores all others are waited for with. One
#: barrier is for the mbarriers of copies.
MUTANTS_OF_POWERS = {
    "tcgen05.wait::st": ("", "tcgen05.wait::st"),
    "bar.sync": ("", MUTANTS["bar.sync"][1] + "|there is no mbarrier"),
}
#: Also of scores that lead by one iteration, in the place of those that are read, and which
#: another warp begins.
MUTANTS_OF_LEADING = (
    MUTANTS_OF_POWERS
    | {word: MUTANTS[word] for word in ("tcgen05.commit", "tcgen05.wait::ld")}
    | {word: ("", MUTANTS["bar.sync"][1]) for word in ("barrier.arrive", "barrier.sync")}
)
#: Where rows take turns, each with powers in shared memory.
MUTANTS_IN_TURN = {
    word: MUTANTS_OF_LEADING[word] for word in ("barrier.arrive", "barrier.sync", "tcgen05.commit")
} | {"fence.proxy.async": MUTANTS["fence.proxy.async"]}
#: Stores of powers, in words of two.
STORE_OF_POWERS = re.compile(r"tcgen05\.st\.sync\.aligned\.(16x128b|32x32b\.x32)\.")


def compile_ptx(tools, source, folder):
    return tools.compile(source, folder / "k.ptx", GPU, 3, "ptx").decode()


@pytest.mark.parametrize("tile", ATTENTION_TILES)
def test_products(tools, real_bytecode, tmp_path, tile):
    """No warp multiplies, none adds to a sum, 128 rows have a warp for each 16 of them
    where no lane has a row, beside one that may begin products, and nothing spills."""
    source = real_bytecode(make_case(NAME, tile), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""
    ptx = compile_ptx(tools, source, tmp_path)
    assert "tcgen05.mma" in ptx
    assert "mma.sync" not in ptx
    has_rows = tile in ROWS_IN_LANES
    issues = tile in ISSUING
    threads = (128 if has_rows else 2 * tile[0]) + 32 * issues
    assert f".reqntid {threads}, 1, 1" in ptx
    loop = ptx[ptx.index("ex2.approx") : ptx.rindex("ex2.approx")]
    assert ("tcgen05.st.sync.aligned.32x32b" in loop) == has_rows
    assert ("tcgen05.st.sync.aligned.16x256b" in loop) == (not has_rows)
    assert ("tcgen05.st.sync.aligned.16x128b" in ptx) == (tile[0] == 128 and not has_rows)
    assert ("shfl.sync" in loop) == (not has_rows)


@pytest.mark.rotated
@pytest.mark.parametrize("columns", (64, 128, 256))
@pytest.mark.parametrize("keys", (64, 128))
@pytest.mark.parametrize("name", (NAME, *OTHERS, *ASKING))
def test_nothing_spills(tools, real_bytecode, tmp_path, name, keys, columns):
    """Powers of 128 rows leave room beside them, whatever is masked."""
    source = real_bytecode(make_case(name, (128, keys, columns)), "13.3", ALL_ALIGNED)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@pytest.mark.parametrize("name", (NAME, *OTHERS))
def test_masks_leave_four_warps(tools, real_bytecode, tmp_path, name):
    """A mask of as many elements as the scores takes no registers beside them."""
    source = real_bytecode(make_case(name, (128, 128, 64)), "13.3", ALL_ALIGNED)
    assert ".reqntid 128, 1, 1" in compile_ptx(tools, source, tmp_path)


@pytest.mark.parametrize("order", ("eager", "lazy", "random"))
@pytest.mark.parametrize("tile", ATTENTION_TILES)
def test_results(launch, real_bytecode, tile, order):
    case, run = make_run(NAME, tile, SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), NAME, run, "--engine=emulate",
        f"--gpu-name={GPU}", f"--async={order}", "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("tile", ((64, 64, 64), (128, 128, 64)))
@pytest.mark.parametrize("name", (*OTHERS, *ASKING))
def test_others(launch, real_bytecode, name, tile):
    case, run = make_run(name, tile, SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        f"--gpu-name={GPU}", "--async=random", "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("tile", ATTENTION_TILES)
@pytest.mark.parametrize("name", ("persistent_attention_f16", "repeated_attention_f16"))
def test_tiles_in_turn(launch, real_bytecode, name, tile):
    """The loop over keys stands in one over tiles, of which blocks have unlike numbers, or
    behind another one, whose columns it takes when they have been read."""
    case, run = make_run(name, tile, (2, 144))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
        f"--gpu-name={GPU}", "--async=random", "--warps=random", "--check=all",
    )  # fmt: skip


def goes_round(block, *wanted):
    """True if these words follow one another in an iteration, whose text may begin anywhere
    in it; the same word may come several times in a row."""
    words = re.findall("|".join(map(re.escape, sorted(set(wanted)))), block)
    order = [word for word, _ in itertools.groupby(words)]
    if len(order) > 1 and order[0] == order[-1] and len(order) > len(wanted):
        order.pop()
    turns = [[*wanted[n:], *wanted[:n]] for n in range(len(wanted))]
    return order in turns


def check_programs(ptx, computing, tile):
    """Warps that compute arrive so often in an iteration, and another one waits there and
    begins products."""
    lead = LEADING[tile]
    arrives, waits = "barrier.arrive", "mbarrier.try_wait"
    order = ("ex2.approx", waits, arrives)
    if tile in FULL:
        order = ("ex2.approx", arrives, waits, arrives)
    for block in computing:
        assert goes_round(block, *order)
        assert block.count(arrives) == 1 + (lead == 1 or tile in FULL)
        assert "bar.sync" not in block
        assert "barrier.sync" not in block
    begun = product_blocks(ptx, re.compile(r"tcgen05\.(mma|commit)"))
    beginning = [block for block in begun if "barrier.sync" in block]
    assert beginning
    begins = ("barrier.sync", "tcgen05.mma")
    order = (*(begins if lead == 1 else ()), "tcgen05.commit", *begins)
    if tile in FULL:
        order = (*begins, "tcgen05.commit", "barrier.sync")
    for block in beginning:
        assert goes_round(block, *order)
        assert "bar.sync" not in block


@pytest.mark.parametrize("tile", LEADING)
@pytest.mark.parametrize("name", (NAME, *OTHERS, *ASKING))
def test_scores_lead(tools, real_bytecode, tmp_path, name, tile):
    """By two iterations: both products begin behind the barrier that powers need. By one:
    scores begin behind a barrier of their own, and powers behind them. Where another warp
    begins products, those that compute wait at none. Nothing spills."""
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    lead = LEADING[tile]
    assert f"RemarkScoresLead, Iterations: {lead}" in printed
    computing = product_blocks(ptx, re.compile(r"ex2\.approx"))
    computing = [block for block in computing if "tcgen05.ld" in block]
    assert computing
    if tile not in ISSUING:
        loops = [block for block in product_blocks(ptx) if "ex2.approx" in block]
        assert loops
        for block in loops:
            assert goes_round(block, "ex2.approx", "bar.sync", "tcgen05.mma")
    else:
        check_programs(ptx, computing, tile)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@pytest.mark.rotated
@pytest.mark.parametrize("tile", LEADING)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", (NAME, *OTHERS))
def test_leading_scores(launch, real_bytecode, name, tile, length):
    case, run = make_run(name, tile, (1, length))
    for order in ("eager", "lazy", "random"):
        launch(
            real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
            f"--gpu-name={GPU}", f"--async={order}", "--warps=random", "--check=all",
            f"--seed={length}",
        )  # fmt: skip


@pytest.mark.parametrize("tile", IN_TURN)
@pytest.mark.parametrize("name", (NAME, *OTHERS, *TRAINED))
def test_rows_take_turns(tools, real_bytecode, tmp_path, name, tile):
    """Each half of the rows has a product with the keys and one with the values in an
    iteration, scores lead, no warp that computes waits for another, and nothing spills; also
    where the largest scores are stored, in front of the result or behind it."""
    source = real_bytecode(make_case(name, tile), "13.3", ALL_ALIGNED)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", GPU)
    assert "RemarkScoresLead, Iterations: 1" in printed
    assert ".reqntid 288, 1, 1" in ptx
    blocks = product_blocks(ptx, re.compile(r"ex2\.approx"))
    computing = [block for block in blocks if "tcgen05.ld" in block]
    assert computing
    for block in computing:
        assert block.count("barrier.arrive") == 4
        assert "bar.sync" not in block
        assert "barrier.sync" not in block
        assert ("st.shared" in block) == (tile[1] == 128)
    assert tools.assemble(source, tmp_path / "k.cubin", GPU, 3) == ""


@pytest.mark.parametrize("tile", IN_TURN)
@pytest.mark.parametrize("length", (64, 320))
@pytest.mark.parametrize("name", (NAME, *OTHERS, *TRAINED))
def test_results_in_turn(launch, real_bytecode, name, tile, length):
    case, run = make_run(name, tile, (1, length))
    for order in ("eager", "lazy", "random"):
        launch(
            real_bytecode(case, "13.3", ALL_ALIGNED), name, run, "--engine=emulate",
            f"--gpu-name={GPU}", f"--async={order}", "--warps=random", "--check=all",
            f"--seed={length}",
        )  # fmt: skip


def test_fills_shared_memory(launch, real_bytecode):
    """Rings take all that mbarriers and the address of columns leave, and no more."""
    case, run = make_run("late_attention_f16", (256, 64, 128), (1, 300))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), "late_attention_f16", run,
        "--engine=emulate", f"--gpu-name={GPU}", "--tensor-maps=true", "--async=lazy",
        "--warps=random", "--check=all",
    )  # fmt: skip


@pytest.mark.parametrize("tile", ((64, 64, 64), (128, 128, 128), (256, 128, 128)))
def test_every_stage_means_the_same(launch, real_bytecode, tile):
    case, run = make_run(NAME, tile, SIZE)
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), NAME, run, f"--gpu-name={GPU}",
        "--verify-each-semantically", "--seed=1",
    )  # fmt: skip


@pytest.mark.rotated
@pytest.mark.parametrize("tile", (*ISSUING, *IN_TURN))
def test_every_change_is_proved(launch, real_bytecode, tile):
    """Also down to where agents have parts of one program, and of scores that are stored in
    the columns of others."""
    case, run = make_run(NAME, tile, SIZE)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    said = launch.messages(source, NAME, run, "--validate", f"--gpu-name={GPU}")
    assert "changes by passes proved" in said and "undecided" not in said


@pytest.mark.parametrize(
    ("tile", "word", "mutants"),
    [
        *(((64, 32, 64), word, MUTANTS) for word in MUTANTS),
        *(((128, 64, 64), word, MUTANTS_OF_POWERS) for word in MUTANTS_OF_POWERS),
        *(((128, 64, 128), word, MUTANTS_OF_LEADING) for word in MUTANTS_OF_LEADING),
        *(((256, 128, 128), word, MUTANTS_IN_TURN) for word in MUTANTS_IN_TURN),
    ],
)
def test_mutants(tools, launch, real_bytecode, tmp_path, tile, word, mutants):
    """One line at a time up to the last product. The lines behind it are there for a
    loop that does not run."""
    instead, finding = mutants[word]
    case = make_case(NAME, tile)
    run = case.make_run(case, SIZE_IN_TURN if tile in IN_TURN else SIZE, True)
    ptx = compile_ptx(tools, real_bytecode(case, "13.3", ALL_ALIGNED), tmp_path)
    lines = ptx.splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if "tcgen05.alloc" in line)
    last = "tcgen05.mma" if word == "bar.sync" else "tcgen05.commit"
    end = max(n for n, line in enumerate(lines) if last in line)
    places = [n for n, line in enumerate(lines) if word in line and start < n <= end]
    if word == "tcgen05.wait::st":
        places = [n for n in places if any(map(STORE_OF_POWERS.search, lines[n - 6 : n]))]
    if word == "bar.sync" and mutants is not MUTANTS:
        # Behind a wait for products it is for threads that copy, and here one does.
        wait = "tcgen05.fence::after_thread_sync"
        places = [n for n in places if not any(wait in line for line in lines[n - 3 : n])]
    if word == "fence.proxy.async":
        # Behind the beginning of mbarriers it is for copies, before which another one stands.
        places = [n for n in places if "mbarrier_init" not in "".join(lines[n - 4 : n])]
    if word == "bar.sync":
        # Each thread has waited for the product that has read what it stores now.
        places = [n for n in places if "st.shared" not in "".join(lines[n + 1 : n + 4])]
    assert places
    for place, mutant in each_mutant(tmp_path, lines, places, lambda _: instead):
        complaint = launch.complaint(
            mutant, NAME, run, "--engine=emulate", "--check=all", "--async=lazy"
        )  # fmt: skip
        assert re.search(finding, complaint), place
