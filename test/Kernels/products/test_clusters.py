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
arrival, barrier and fence of it has to be there. So do kernels of clusters/, in which
buffers that are copied to have the bytes of others.
"""

import pathlib
import re

import numpy as np
import pytest
from borders import HOSTILE, compile_with_remarks
from kernels import Run
from ptx_words import each_mutant, take_out

SHARED_BYTES = pathlib.Path(__file__).parent / "clusters"

#: Kernels, tiles, sizes of arrays, CTAs, and how many factors are copied to all of
#: them.
KERNELS = (
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 336), 2, 1),
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 64), 2, 1),
    ("matmul_f16_f32", (128, 128, 64), (144, 64, 0), 2, 1),
    ("matmul_f16_f32", (256, 128, 64), (272, 144, 400), 2, 1),
    ("matmul_f16_f32", (128, 256, 64), (144, 272, 208), 2, 1),
    ("matmul_f16_f32", (256, 64, 64), (272, 64, 336), 4, 1),
    ("matmul_tf32", (128, 64, 32), (144, 64, 112), 2, 1),
    ("matmul_i8_i32", (128, 64, 64), (144, 64, 112), 2, 1),
    ("flash_attention_f16", (128, 64, 64), (1, 208), 2, 2),
    ("matmul_gated_trained", (128, 64, 64), (144, 64, 208), 2, 2),
)  # fmt: skip
MULTICAST = "multicast::cluster"
#: The model would copy such small tiles by threads.
BY_MAPS = ("--gpu-name=sm_90", "--tensor-maps=true")
#: Signals of one CTA to others and to itself, and waits for them.
HANDOVER = re.compile(
    r"mbarrier\.(?:arrive\.release|try_wait\.parity\.acquire)\.cluster"
    r"|mbarrier\.arrive\.shared\.b64|\tbarrier\.cluster\.wait"
)

each_kernel = pytest.mark.parametrize("name,tile,size,ctas,shared", KERNELS)


def make_shared_bytes(name, count):
    """A program of clusters/, and a run of COUNT iterations of its inner loops."""
    random = np.random.default_rng(count)
    a, b = (
        random.integers(-2, 3, shape).astype(np.float16) for shape in ((256, 512), (512, 256))
    )
    c = np.zeros((256, 256), np.float32)
    depth, keys = 64 * count, 32 * count
    wide_a, wide_b = a.astype(np.float32), b.astype(np.float32)
    product = wide_a[:, :depth] @ wide_b[:depth]
    if name == "outer":
        c[:] = product
    elif name == "branch":
        c[:128, :128], c[128:, 128:] = product[:128, :128], product[128:, 128:]
    else:
        scores = np.maximum(wide_a[:, :64] @ wide_b[:64, :keys], 0)
        largest = scores.max(axis=1, initial=0, keepdims=True)
        c[:, :64] = scores @ wide_b[:keys, 64:128] + largest
    run = Run([np.int32(count), a, b, np.zeros_like(c)], [None, None, None, c], (1, 1, 1))
    return SHARED_BYTES / f"{name}.mlir", run


@pytest.mark.parametrize(
    "name,gpu",
    [(name, gpu) for name in ("outer", "branch") for gpu in ("sm_90", "sm_100")]
    + [("staged", "sm_90")],
)
def test_bytes_of_other_buffers(launch, name, gpu):
    """Loops shorter than a ring have all their turns in the first round, while another
    CTA may still use the bytes as those of another buffer."""
    by_maps = (f"--gpu-name={gpu}", "--tensor-maps=true")
    for count in (0, 1, 2, 3, 5):
        source, run = make_shared_bytes(name, count)
        for seed, when in enumerate(("eager", "lazy", "random", "random")):
            launch(
                source, "k", run, *by_maps, *HOSTILE, f"--async={when}",
                f"--seed={seed}", kind="ptr",
            )  # fmt: skip


@pytest.mark.parametrize("name", ("outer", "branch", "staged"))
def test_every_stage_of_other_buffers(launch, name):
    source, run = make_shared_bytes(name, 2)
    launch(source, "k", run, *BY_MAPS, "--verify-each-semantically", kind="ptr")


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@each_kernel
def test_whenever_copies_take_place(spreads, name, tile, size, ctas, shared, gpu):
    by_maps = (f"--gpu-name={gpu}", "--tensor-maps=true")
    spreads.run_whenever_copies_take_place(name, tile, size, ctas, *by_maps)


@pytest.mark.parametrize("name,tile,size,ctas,shared", (KERNELS[0], KERNELS[5], KERNELS[-1]))
def test_whatever_the_seed(spreads, name, tile, size, ctas, shared):
    spreads.run_whatever_the_seed(name, tile, size, ctas, *BY_MAPS)


@pytest.mark.rotated
@each_kernel
def test_every_stage_means_the_same(spreads, name, tile, size, ctas, shared):
    spreads.run_every_stage(name, tile, size, ctas, *BY_MAPS)


@each_kernel
def test_shared_factors(tools, spreads, tmp_path, name, tile, size, ctas, shared):
    """Each factor that all CTAs need is copied to all; ptxas takes it, and nothing
    spills."""
    source, _ = spreads.make(name, tile, size, ctas)
    file = tmp_path / "k.tileas"
    said = tools.run(
        "tileiras", source, "-o", file, *BY_MAPS, "--emit=tileas", "--remarks=all"
    )
    assert f"CTAs: {ctas}," in said
    text = file.read_text()
    assert len(re.findall(rf"tensor_map .*ctas = {ctas}>", text)) == shared
    assert not tools.find_spills(source, tmp_path / "k.cubin", *BY_MAPS)


@pytest.mark.parametrize("when", ("eager", "lazy"))
def test_parts_in_turn(launch, spreads, when):
    """A CTA whose part of the tile is too large for its registers makes it in two turns,
    of which the second one's copies begin before the first one's sum is stored, under the
    condition of their turn of the ring, for which all CTAs meet."""
    tile, size = (512, 256, 64), (528, 256, 144)
    source, run = spreads.make("matmul_f16_f32", tile, size, 2)
    launch(source, "matmul_f16_f32", run, *BY_MAPS, *HOSTILE, f"--async={when}")


def test_not_spread(tools, spreads, tmp_path):
    """Without parts of 64 rows or columns, the kernel is that without the hint."""
    source, _ = spreads.make("matmul_f16_f32", (64, 64, 32), (64, 64, 64), 2)
    ptx, printed = compile_with_remarks(tools, source, tmp_path / "k.ptx", "sm_90")
    assert "RemarkSpread, Reason: the tile block is not spread over CTAs" in printed
    source.write_text(re.sub(r"num_cta_in_cga = 2", "", source.read_text()))
    assert ptx == compile_with_remarks(tools, source, tmp_path / "n.ptx", "sm_90")[0]


def test_mutants(tools, launch, tmp_path):
    """One word at a time, wherever it stands: three turns of two loops before they
    begin and one in each, for which each CTA arrives at two and copies two boxes."""
    source, run = make_shared_bytes("outer", 5)
    ptx, _ = compile_with_remarks(
        tools, source, tmp_path / "k.ptx", "sm_90", "--tensor-maps=true"
    )
    lines = ptx.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if HANDOVER.search(line)]
    copies = [place for place, line in enumerate(lines) if MULTICAST in line]
    assert len(places) == 8 * 3 + 1 and len(copies) == 8 * 2
    for _, mutant in each_mutant(tmp_path, lines, places + copies, take_out):
        launch.complaint(mutant, "k", run, *HOSTILE, "--async=lazy", kind="ptr")
