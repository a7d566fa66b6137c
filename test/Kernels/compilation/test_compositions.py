# ===- test_compositions.py - Kernels that are two in one ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels put together of two by compositions.py: what each pass leaves behind, and what
they compute. `compositions.py --count=N` draws others."""

import json
import re

import compositions
import pytest

#: Each took a fault that no kernel of the tables shows: how it is made, the size, and the
#: kernels with their tiles.
FOUND = {
    # A copy whose address comes late began an interval behind the other of its turn.
    "late_address": (
        compositions.behind, 2,
        ("matmul_f32_f32", (128, 64, 64)), ("convolution_3d", (128, 128, 64)),
    ),
    # An outer loop over tiles was replaced, and an inner one in it looked at then.
    "loops_over_tiles": (
        compositions.loop_of_both, 2,
        (
            compositions.in_turns,
            ("late_attention_f16", (128, 64, 64)), ("matmul_f8E4M3FN_f32", (32, 64, 32)),
        ),
        ("persistent_attention_f16", (32, 64, 64)),
    ),
}  # fmt: skip

#: Each had lost an engine that a kernel of it has alone: a GPU, and how it is made.
ENGINES = {
    # Sums of loops that do not run together were given columns beside one another.
    "columns": (
        "sm_100", compositions.loop_of_both, 2,
        ("experts", (256, 128, 32)), ("persistent_attention_f16", (128, 64, 256)),
    ),
    # Sums of 128 rows were counted as if instructions of 64 made them.
    "heights": (
        "sm_100", compositions.behind, 2,
        ("persistent_attention_f16", (128, 64, 256)), ("flash_attention_f16", (64, 64, 128)),
    ),
    # Slices are of 16 warps, whose groups have too few columns of the other product.
    "slices": (
        "sm_90", compositions.branches, 2,
        ("grouped_matmul", (256, 128, 32)), ("matmul_transposed_i8", (64, 64, 64)),
    ),
    # Multiply-adds have 64 registers of a thread for their sum, or 128.
    "multiply_adds": (
        "sm_90", compositions.in_turns, 2,
        ("bounded_attention_f16", (128, 64, 64)), ("matmul_transposed_f32", (128, 256, 64)),
    ),
    # A batch of 64 rows has one group, where attention has two for 128.
    "groups": (
        "sm_90", compositions.behind, 2,
        ("repeated_attention_f16", (128, 64, 64)), ("matmul_batched", (4, 64, 64, 64)),
    ),
    # Views that a branch makes had no maps, and threads rounded what maps would have.
    "views": (
        "sm_90", compositions.behind, 2,
        ("matmul_tf32", (128, 64, 64)), ("bounded_attention_f16", (128, 64, 64)),
    ),
}  # fmt: skip


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return compositions.Library(tmp_path_factory.mktemp("parts"))


@pytest.mark.parametrize("gpu", compositions.GPUS)
@pytest.mark.parametrize("name", FOUND)
def test_found(launch, library, name, gpu):
    compositions.judge(launch, compositions.compose(library, *FOUND[name]), gpu)


def engines(launch, text, gpu):
    """The instructions that multiply matrices in the PTX of a kernel."""
    source, ptx = launch.folder / "engines.mlir", launch.folder / "engines.ptx"
    source.write_text(text)
    launch.tools.run("tileiras", source, f"--gpu-name={gpu}", "--emit=ptx", "-o", ptx)
    return set(re.findall(r"mma\.sync|wgmma\.mma_async|tcgen05\.mma", ptx.read_text()))


@pytest.mark.parametrize("name", ENGINES)
def test_engines(launch, library, name):
    """Kernels have their engines together as alone, and compute what they compute alone."""
    gpu, kind, size, *kernels = ENGINES[name]
    made = compositions.compose(library, kind, size, *kernels)
    alone = set()
    for case, tile in kernels:
        part = library.part(case, size, tile)
        part = part.without_ids("%a_", compositions.ids_of("id_"))
        alone |= engines(launch, compositions.entry(part.parameters, part.lines), gpu)
    assert engines(launch, made.text, gpu) == alone
    compositions.judge(launch, made, gpu)


def test_blocks_of_several_loops(launch, library):
    """An SM has the second block of a loop that needs it, though another would be faster
    alone."""
    _, *views = ENGINES["views"]
    made = compositions.compose(library, *views)
    source, told = launch.folder / "blocks.mlir", launch.folder / "blocks.json"
    source.write_text(made.text)
    launch.tools.run(
        "tileiras", source, "--gpu-name=sm_90", "-o", launch.folder / "k.cubin", f"--report={told}"
    )
    (kernel,) = json.loads(told.read_text())["kernels"]
    assert kernel["plan"]["blocks"] == 2


def test_multiply_adds_spill_nothing(launch, library):
    """Views of a loop over tiles have no maps where multiply-adds read what is copied."""
    kernels = [(f"matmul_{name}", (128, 64, 64)) for name in ("f32_f32", "transposed_f32")]
    made = compositions.compose(library, compositions.loop_of_both, 2, *kernels)
    source = launch.folder / "spills.mlir"
    source.write_text(made.text)
    assert launch.tools.assemble(source, launch.folder / "k.cubin", "sm_120", 3) == ""


@pytest.mark.rotated
@pytest.mark.parametrize("seed", range(60))
def test_drawn(launch, library, seed):
    made = compositions.draw(library, seed)
    for gpu in compositions.GPUS:
        compositions.judge(launch, made, gpu)


@pytest.mark.parametrize("kind", compositions.KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_is_judged(launch, library, kind):
    """A composition of these runs, and one that computes something else is found."""
    kernels = ("online_softmax_f32", (8, 64)), ("max_pool", (32,))
    made = compositions.compose(library, kind, 1, *kernels)
    assert made.runs
    compositions.judge(launch, made, "sm_90")
    made.text = made.text.replace(" = exp2 ", " = negf ")
    with pytest.raises(pytest.fail.Exception, match="differ"):
        compositions.judge(launch, made, "sm_90")
