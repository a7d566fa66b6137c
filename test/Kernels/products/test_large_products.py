# ===- test_large_products.py - Loops of products of large tiles --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of tiles with which tensor cores could be busy all the time. No thread has
more values than registers, and in the loop nothing but copies of 16 bytes that pass the
registers comes from memory, with at most as many instructions for each of the tensor
cores as are counted here, of which some more follow in machine code. Attention is such
a product, too, whose results are the factors of another one.
"""

import dataclasses
import json
import re

import pytest
from all_cases import CASES
from kernels import ALL_ALIGNED
from ptx_loops import product_blocks
from real_cases import F16, F32

#: The tile, and the most instructions that the loop may have for each product on sm_80
#: and sm_120.
TILES = {
    "matmul_bf16_f32": ((128, 128, 64), 2.3, 2.4),
    "matmul_f16_f32": ((256, 128, 64), 2.3, 2.1),
    "matmul_i8_i32": ((256, 128, 64), 3.2, 3.2),
    "matmul_f8E4M3FN_f32": ((128, 128, 64), None, 3.4),
    # A block has an SM to itself, and eight warps.
    "matmul_tf32": ((128, 128, 64), 11.3, 4.1),
    "matmul_persistent": ((128, 128, 64), 2.5, 2.5),
    "matmul_batched": ((1, 128, 128, 64), 2.6, 2.6),
    "matmul_transposed_f16": ((128, 128, 64), 2.5, 2.5),
    # On sm_120 the ring has three stages, as two blocks run and not three.
    "matmul_transposed_i8": ((128, 128, 64), 3.5, 3.4),
    "experts": ((128, 128, 64), 2.7, 2.7),
}
#: The same for sums twice as large as the registers: the loop runs once for each half.
HALVES = {
    "matmul_f16_f32": ((256, 256, 64), 2.4, 2.3),
    "matmul_i8_i32": ((256, 256, 64), 3.3, 3.3),
    "matmul_f8E4M3FN_f32": ((256, 256, 64), None, 3.3),
    "matmul_tf32": ((256, 256, 64), 8.2, 4.2),
    "matmul_persistent": ((256, 256, 64), 2.4, 2.3),
    "matmul_batched": ((1, 128, 512, 64), 2.4, 2.3),
    "matmul_transposed_f16": ((512, 128, 64), 2.4, 2.3),
    "experts": ((256, 256, 64), 2.4, 2.3),
}
#: Queries, keys and columns of attention, and the same of its first loop, which has no
#: mask.
ATTENTION = {
    (64, 64, 64): (6.3, 5.9),
    (64, 64, 128): (4.4, 4.6),
    (128, 64, 128): (4.2, 4.4),
    (64, 64, 256): (3.7, 3.7),
    (128, 64, 256): (3.4, 3.5),
    # Halves of the queries, with which sums and scores fit.
    (256, 128, 128): (None, 4.6),
    (128, 128, 256): (None, 3.6),
}
#: The number of `ldmatrix` in an iteration. On sm_80, where reads from shared memory
#: set the pace, 8 of the queries' 16 steps are read before the loop; with 128 keys all,
#: as 8 warps share the sums, and on sm_120, too, whose shared memory has no room. With 64
#: keys each warp reads all values, as shared memory has no room for powers beside copies.
MATRICES = {
    (64, 64, 256): (136, 144),
    (64, 128, 256): (80, 80),
    (128, 64, 256): (88, 144),
}
#: Arrays on whose borders tiles lie, of each of which a block has two and more.
SIZE = (144, 160, 208)


#: The instructions of copies by threads, and by tensor maps.
COPIES = ("cp.async.cg", "cp.async.bulk.tensor")
#: Waits for those that the machine or other warps begin.
WAITS = ("mbarrier.try_wait", "mbarrier.test_wait")


def rows(table):
    """The value of each key for each GPU that has one."""
    return [
        (key, gpu, most)
        for key, figures in table.items()
        for gpu, most in zip(("sm_80", "sm_120"), figures)
        if most
    ]


#: Bytes that spill in loops around others, where warps that only copy leave the others
#: 168 registers.
SPILLED = {
    ("matmul_i8_i32", (256, 256, 64), "sm_80"): "24",
    ("matmul_transposed_f16", (512, 128, 64), "sm_80"): "28",
}


def compile_loops(tools, source, folder, gpu, spilled=None):
    """The instructions of these loops of a kernel of which nothing spills but what is
    known, and how many there are for each product."""
    said = tools.assemble(source, folder / "k.cubin", gpu, 3)
    assert re.findall(r"no room for (\d+) bytes", said) == ([spilled] if spilled else [])
    assert spilled or said == ""
    ptx = tools.compile(source, folder / "k.ptx", gpu, 3, "ptx").decode()
    loops = [
        re.findall(r"^\s+(?:@!?%p\d+ )?([a-z][\w.:]*)[^;]*;", block, re.MULTILINE)
        for block in product_blocks(ptx)
    ]
    for loop in loops:
        assert not [op for op in loop if op.startswith("ld.global")]
        # Copies by the machine stand behind a branch, those of other warps in a program of
        # theirs, and a wait for them here.
        assert [op for op in loop if op.startswith((*COPIES, *WAITS))]
    products = [sum(op.startswith("mma.sync") for op in loop) for loop in loops]
    return [(loop, len(loop) / count) for loop, count in zip(loops, products)]


def launch_without_conflicts(launch, source, name, run, folder, gpu):
    """Runs a kernel that must have no bank conflicts."""
    file = folder / "counters.json"
    launch(
        source, name, run, "--engine=emulate", f"--gpu-name={gpu}", "--async=random",
        "--warps=random", f"--counters={file}",
    )  # fmt: skip
    totals = json.loads(file.read_text())["totals"]
    for access in ("load", "store"):
        wavefronts = totals[f"shared_{access}_wavefronts"]
        assert wavefronts == totals[f"shared_{access}_wavefronts_ideal"], access


@pytest.mark.parametrize(
    "kernel,gpu,most",
    rows(
        {
            (name, tile): figures
            for table in (TILES, HALVES)
            for name, (tile, *figures) in table.items()
        }
    ),
)
def test_loops(tools, real_bytecode, tmp_path, kernel, gpu, most):
    name, tile = kernel
    case = dataclasses.replace(CASES[name], constants=tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    spilled = SPILLED.get((name, tile, gpu))
    ((loop, cost),) = compile_loops(tools, source, tmp_path, gpu, spilled)
    assert not [op for op in loop if op.startswith("st.")]
    assert cost <= most


#: Products of which shared memory has no room for the factors of two iterations, on
#: some GPU not even for those of one: loops over slices along K add them up.
SLICED = (
    ("matmul_bf16_f32", (128, 128, 512), "sm_80"),
    ("matmul_i8_i32", (64, 256, 1024), "sm_89"),
    ("split_k_counter", (128, 128, 256, 4), "sm_86"),
)
#: Kernels and GPUs with a ring of several stages. Factors of 8-bit floats come through
#: registers where no instruction multiplies them.
FEWER_GPUS = {"matmul_f8E4M3FN_f32": ("sm_89", "sm_120")}
RINGS = [
    (name, tile, gpu)
    for table in (TILES, HALVES)
    for name, (tile, *_) in table.items()
    for gpu in FEWER_GPUS.get(name, ("sm_80", "sm_86", "sm_89", "sm_120"))
]


#: Attention whose ring has two stages, which both of its loops use.
RINGS += [
    ("flash_attention_f16", (64, 64, 64), "sm_80"),
    *(("flash_attention_f16", (128, 64, 128), gpu) for gpu in ("sm_86", "sm_89", "sm_120")),
]


@pytest.mark.parametrize("name,tile,gpu", (*RINGS, *SLICED))
def test_copies_in_flight(tools, real_bytecode, tmp_path, name, tile, gpu):
    """With a ring of N stages, the copies of N - 1 iterations are under way whenever a
    product is computed: N - 2 groups go on behind the wait, and one more begins. There
    is one barrier an iteration, and none beside warps that only copy, and no shorter
    interval between iterations; the two loops of attention, with masks and without, have the order of one search and times of their own.
    """
    case = dataclasses.replace(CASES[name], constants=tile)
    report = tmp_path / "report.json"
    tools.run(
        "tileiras", real_bytecode(case, "13.3", ALL_ALIGNED), "-o", tmp_path / "k.ptx",
        f"--gpu-name={gpu}", "--emit=ptx", f"--report={report}",
    )  # fmt: skip
    (kernel,) = json.loads(report.read_text())["kernels"]
    loops = [
        loop for loop in kernel["loops"]
        if "schedule" in loop and any(op["op"] == "mma" for op in loop["ops"])
    ]  # fmt: skip
    ptx = (tmp_path / "k.ptx").read_text()
    (warps,) = (each["warps"] for each in kernel["warp_candidates"] if each["chosen"])
    copiers = int(re.search(r"\.reqntid (\d+)", ptx)[1]) > 32 * warps
    blocks = product_blocks(ptx)
    assert len(loops) == len(blocks) == (2 if name.startswith("flash") else 1)
    for loop, block in zip(loops, blocks):
        schedule = loop["schedule"]
        assert schedule["minimal"] or len(loops) == 2
        assert schedule["stages"] >= 2 or copiers
        assert loop["barriers"] == (not copiers)
        waits = re.findall(r"cp\.async\.wait_group\s+(\d+)", block)
        if any(wait in block for wait in WAITS):
            assert not waits
        else:
            assert waits == [str(schedule["stages"] - 2)]


@pytest.mark.parametrize("tile,gpu,most", rows(ATTENTION))
def test_attention_loops(tools, real_bytecode, tmp_path, tile, gpu, most):
    case = dataclasses.replace(CASES["flash_attention_f16"], constants=tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    *unmasked, (masked, cost) = compile_loops(tools, source, tmp_path, gpu)
    assert len(unmasked) == 1
    assert [op for op in masked if op.startswith("selp")]
    for loop, cost in unmasked:
        assert not [op for op in loop if op.startswith("selp")]
    assert cost <= most


@pytest.mark.parametrize("tile,gpu,matrices", rows(MATRICES))
def test_queries_held(tools, real_bytecode, tmp_path, tile, gpu, matrices):
    case = dataclasses.replace(CASES["flash_attention_f16"], constants=tile)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    for loop, _ in compile_loops(tools, source, tmp_path, gpu):
        assert sum(op.startswith("ldmatrix") for op in loop) == matrices


@pytest.mark.parametrize("gpu", ("sm_80", "sm_120"))
@pytest.mark.parametrize(
    "tile",
    (
        (64, 64, 128), (128, 64, 128), (64, 64, 256), (64, 128, 256), (128, 64, 256),
        (256, 64, 128),
    ),
)
def test_attention_results(launch, real_bytecode, tmp_path, tile, gpu):
    """Two tiles of queries and three of keys, or three and three, none of the last ones
    full."""
    name = "flash_attention_f16"
    case = dataclasses.replace(CASES[name], constants=tile)
    launch_without_conflicts(
        launch, real_bytecode(case, "13.3", ALL_ALIGNED), name,
        case.make_run(case, (1, 176), False), tmp_path, gpu,
    )  # fmt: skip


@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_86", "sm_120"))
@pytest.mark.parametrize("result,widths", ((F16, {"v4"}), (F32, {"v2", "v4"})))
def test_stores(tools, real_bytecode, tmp_path, gpu, result, widths):
    """Sums of f32 leave their threads as they lie there, two neighbours at once, of which
    four threads fill a sector. Two of f16 would be half of that: they go through shared
    memory and are stored 16 bytes at a time."""
    case = CASES["matmul_f16_f32"]
    parameters = (*case.parameters[:2], (result, 2))
    case = dataclasses.replace(case, constants=(128, 128, 64), parameters=parameters)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(source, tmp_path / "k.ptx", gpu, 3, "ptx").decode()
    stores = re.findall(r"st\.(?:\w+\.)*global\.(?:L\w+::\w+\.)*(\w+)", ptx)
    assert stores and set(stores) <= widths


@pytest.mark.parametrize("gpu,result", (("sm_80", F32), ("sm_86", F16), ("sm_120", F16)))
def test_tiles_overlap(tools, real_bytecode, tmp_path, gpu, result):
    """A tile is stored, through shared memory too, while the next one's first copies
    are under way, where the warps that multiply begin them."""
    case = CASES["matmul_persistent"]
    parameters = (*case.parameters[:2], (result, 2))
    case = dataclasses.replace(case, constants=(128, 128, 64), parameters=parameters)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx = tools.compile(
        source, tmp_path / "k.ptx", gpu, 3, "ptx", "--copy-warps=0"
    ).decode()
    behind = ptx[ptx.rindex("mma.sync") :]
    order = re.findall(r"(cp\.async\.(?:cg|bulk\.tensor)|st\.global)", behind)
    assert order[0].startswith(COPIES) and "st.global" in order


RESULTS = [
    (name, tile, gpu)
    for table in (TILES, HALVES)
    for name, (tile, *_) in table.items()
    for gpu in ("sm_80", "sm_89", "sm_120")
]


@pytest.mark.parametrize("name,tile,gpu", (*RESULTS, *SLICED))
def test_results(launch, real_bytecode, tmp_path, name, tile, gpu):
    """Exact results for any time of copies."""
    case = dataclasses.replace(CASES[name], constants=tile)
    launch_without_conflicts(
        launch, real_bytecode(case, "13.3", ALL_ALIGNED), name,
        case.make_run(case, SIZE, True), tmp_path, gpu,
    )  # fmt: skip


def test_widened_factors(launch, real_bytecode):
    """sm_75 multiplies bf16 as f32, which fill all of its shared memory, where the mask
    of the rows goes through it, too: products of halves along K are added up."""
    case = dataclasses.replace(CASES["grouped_matmul"], constants=(128, 128, 64))
    launch(
        real_bytecode(case, "13.3", ALL_ALIGNED), "grouped_matmul",
        case.make_run(case, ((5, 0, 140, 17), 48, 80), True), "--engine=emulate",
        "--gpu-name=sm_75", "--check=all",
    )  # fmt: skip
