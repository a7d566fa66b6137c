# ===- test_agents.py - Warps that copy for those that multiply ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels that are made to have warps that only copy give what numpy does, whenever
copies and warps run, on the borders of arrays, for loops shorter and longer than
rings, and for several tiles of a block. Each wait and arrival has to be there. The
plan chooses such warps where groups multiply and an SM holds one block; other kernels
stay whole, and say why.
"""

import re

import pytest
from borders import HOSTILE, compile_with_remarks, make_case, make_run
from kernels import ALL_ALIGNED
from ptx_words import each_mutant, is_spared, take_out

#: Kernels, their tiles if other than those of the case, and sizes of their arrays.
KERNELS = (
    ("matmul_f16_f32", None, (20, 64, 112)),
    ("matmul_f16_f32", (64, 64, 32), (144, 80, 208)),
    ("matmul_f16_f32", (64, 64, 32), (20, 64, 0)),
    ("matmul_i8_i32", None, (16, 48, 112)),
    ("matmul_tf32", None, (16, 48, 112)),
    ("matmul_relu", None, (80, 48, 112)),
    ("matmul_batched", None, (16, 48, 80)),
    ("matmul_persistent", None, (48, 48, 48)),
    ("matmul_persistent", (64, 64, 32), (144, 160, 80)),
    ("flash_attention_f16", None, (1, 160)),
    ("flash_attention_f16", (64, 64, 64), (1, 176)),
    # On sm_120 with rings that are shorter than those of no agent.
    ("flash_attention_f16", (64, 64, 128), (1, 176)),
    # Sums that registers cannot hold are ordered after the copies.
    ("matmul_f16_f32", (256, 256, 32), (16, 16, 80)),
)  # fmt: skip
GPUS = ("sm_80", "sm_90", "sm_120")
WITH_AGENTS = "--copy-warps=1"
#: Bytes that spill with an agent that nobody gets unasked: a ninth warp leaves the others
#: 168 registers, of which two are short for the coordinates of boxes, and a fifth those of
#: three blocks of attention 128. On sm_120 so is the predicate that one thread has,
#: until the agent begins.
SPILLED = {
    ("sm_80", "flash_attention_f16", (64, 64, 64)): ["8"],
    ("sm_120", "matmul_f16_f32", (256, 256, 32)): ["24"],
}
#: Words of the machine between agents.
HANDOVER = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?mbarrier\.(?:arrive|init)\b[^;]*;"
)
COPIES, BOXES = "cp.async.mbarrier.arrive", "cp.async.bulk.tensor"

each_kernel = pytest.mark.parametrize("name,tile,size", KERNELS)


@pytest.fixture
def run_agents(launch, real_bytecode):
    """A function that runs a kernel with an agent that copies, on one engine."""

    def run(name, tile, size, gpu, *options):
        case, arrays = make_run(name, tile, size)
        source = real_bytecode(case, "13.3", ALL_ALIGNED)
        launch(source, name, arrays, f"--gpu-name={gpu}", WITH_AGENTS, *options)

    return run


def compile_agents(tools, source, file, gpu, *options):
    """The PTX, and the remarks on the agents."""
    ptx, printed = compile_with_remarks(tools, source, file, gpu, *options)
    remarks = re.findall(r"Remark(AgentsNotSplit|CopyWarps), (.*)", printed)
    return ptx, remarks


@pytest.mark.rotated
@each_kernel
@pytest.mark.parametrize("gpu", GPUS)
def test_whenever_copies_take_place(run_agents, name, tile, size, gpu):
    for when in ("eager", "lazy", "random"):
        run_agents(name, tile, size, gpu, *HOSTILE, f"--async={when}")


@pytest.mark.parametrize("name,tile,size", (KERNELS[0], KERNELS[7], KERNELS[9], KERNELS[-1]))
@pytest.mark.parametrize("gpu", ("sm_80", "sm_90"))
def test_whatever_the_seed(run_agents, name, tile, size, gpu):
    for seed in range(20):
        run_agents(name, tile, size, gpu, *HOSTILE, "--async=random", f"--seed={seed}")


@pytest.mark.rotated
@each_kernel
def test_every_stage_means_the_same(run_agents, name, tile, size):
    run_agents(name, tile, size, "sm_90", "--verify-each-semantically", "--seed=1")


@each_kernel
@pytest.mark.parametrize("gpu", GPUS)
def test_assembled(tools, real_bytecode, tmp_path, name, tile, size, gpu):
    """Each kernel has the agent, and ptxas takes it; nothing spills but what is known."""
    case, _ = make_run(name, tile, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    spilled = tools.find_spills(source, tmp_path / "k.cubin", f"--gpu-name={gpu}", WITH_AGENTS)
    assert spilled == SPILLED.get((gpu, name, tile), [])
    ptx, remarks = compile_agents(tools, source, tmp_path / "k.ptx", gpu, WITH_AGENTS)
    assert COPIES in ptx or BOXES in ptx
    assert [kind for kind, _ in remarks] == ["CopyWarps"]


@pytest.mark.parametrize(
    "gpu,name,tile,size", (("sm_80", *KERNELS[0]), ("sm_90", *KERNELS[1]))
)
def test_mutants(tools, launch, real_bytecode, tmp_path, gpu, name, tile, size):
    """One word at a time, wherever it stands; the emulator stops warps that wait for
    ever. Fences come behind the waits: those of the mbarriers are for bulk copies.
    `cp.async.mbarrier.arrive` names all copies of a thread so far, so that one would do
    where both factors are copied and waited for together."""
    case, arrays = make_run(name, tile, size)
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, _ = compile_agents(tools, source, tmp_path / "k.ptx", gpu, WITH_AGENTS)
    lines = ptx.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if HANDOVER.match(line)]
    waits = [
        place for place, line in enumerate(lines)
        if "mbarrier.t" in line and not is_spared(lines, place)
    ]  # fmt: skip
    fences = [
        place
        for place, line in enumerate(lines)
        if "fence.proxy.async" in line and place > waits[0]
    ]
    copies = [place for place, line in enumerate(lines) if COPIES in line]
    assert len(places) >= 10 and len(waits) == 4 and len(fences) == (gpu == "sm_90")
    assert len(copies) == 2
    places = [*places, *fences, *waits, copies]
    for _, mutant in each_mutant(tmp_path, lines, places, take_out):
        launch.complaint(mutant, name, arrays, *HOSTILE, "--async=lazy")


@pytest.mark.parametrize("name", ("experts", "grouped_matmul"))
def test_planned_without(tools, real_bytecode, tmp_path, name):
    """Rows are gathered, or end where a mask does: the plan has no agent, and the kernel
    is that of a compiler that nobody has asked for one."""
    source = real_bytecode(make_case(name, None), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.ptx"
    ptx, [(kind, text)] = compile_agents(tools, source, file, "sm_80", WITH_AGENTS)
    assert kind == "CopyWarps" and text.startswith("CopyWarps: 0,")
    assert "copies take tiles" in text
    assert ptx == compile_agents(tools, source, file, "sm_80")[0]


def test_planned_without_room(tools, real_bytecode, tmp_path):
    """Rings of keys and values for each of two loops, all live from the begin, and queries:
    the schedule drops the agent before it counts on its warps."""
    source = real_bytecode(make_case("late_attention_f16", (128, 64, 128)), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.ptx"
    ptx, remarks = compile_agents(tools, source, file, "sm_86", WITH_AGENTS)
    assert "shared memory has no room" in dict(remarks)["AgentsNotSplit"]
    assert ptx == compile_agents(tools, source, file, "sm_86")[0]


def test_planned_beside_the_result(tools, real_bytecode, tmp_path):
    """Rings of two stages take 128 of 163 KiB, and the sums 64 where they are stored: these
    lie where the rings have been read by then."""
    source = real_bytecode(make_case("matmul_tf32", (128, 128, 64)), "13.3", ALL_ALIGNED)
    ptx, remarks = compile_agents(tools, source, tmp_path / "k.ptx", "sm_80", WITH_AGENTS)
    assert COPIES in ptx
    assert dict(remarks).keys() == {"CopyWarps"}


@pytest.mark.parametrize("gpu,copy_warps", (("sm_80", 0), ("sm_86", 4)))
def test_planned_beside_what_is_rounded(tools, real_bytecode, tmp_path, gpu, copy_warps):
    """Where the tensor cores take four times as long, threads round factors meanwhile."""
    source = real_bytecode(make_case("matmul_tf32", (128, 256, 64)), "13.3", ALL_ALIGNED)
    _, [(_, text)] = compile_agents(tools, source, tmp_path / "k.ptx", gpu)
    assert text.startswith(f"CopyWarps: {copy_warps},")


@pytest.mark.parametrize("name,stages", (("matmul_of_layer", 2), ("matmul_f16_f32", 3)))
def test_stages_beside_full_registers(tools, real_bytecode, tmp_path, name, stages):
    """The sums of a layer are 64 of the 96 registers of a thread, which are all with its
    addresses: none is left for the number of a stage in three."""
    source = real_bytecode(make_case(name, (128, 256, 64)), "13.3", ALL_ALIGNED)
    file = tmp_path / "k.mlir"
    tools.run("tileiras", source, "-o", file, "--gpu-name=sm_80", "--emit=tileas")
    text = file.read_text()
    assert "tileas.agents" in text
    assert re.search(rf"buffer<128x64xf16, [^>]*stages = {stages}>", text)


@pytest.mark.parametrize(
    "gpu,tile,copy_warps",
    (
        ("sm_80", (128, 128, 64), 0),
        ("sm_80", (128, 256, 64), 4),
        ("sm_90", (128, 128, 64), 0),
        ("sm_90", (128, 256, 64), 0),
        ("sm_120", (128, 128, 64), 4),
        ("sm_120", (128, 256, 64), 4),
    ),
)
def test_plan(tools, real_bytecode, tmp_path, gpu, tile, copy_warps):
    case, _ = make_run("matmul_f16_f32", tile, (16, 16, 16))
    source = real_bytecode(case, "13.3", ALL_ALIGNED)
    ptx, remarks = compile_agents(tools, source, tmp_path / "k.ptx", gpu)
    if copy_warps:
        assert COPIES in ptx or BOXES in ptx
    else:
        assert COPIES not in ptx
    [(kind, text)] = remarks
    assert kind == "CopyWarps" and text.startswith(f"CopyWarps: {copy_warps},")
