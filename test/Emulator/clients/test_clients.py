# ===- test_clients.py - Kernels of other compilers on the emulator --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every program, for every GPU: right results and no finding of any checker, in
the usual order of warps and in another one."""

import re
import zlib

import clients
import cutlass_kernels
import pytest

CASES = [
    pytest.param(
        entry,
        gpu,
        id=f"{entry.topic}.{entry.name}-sm_{gpu}",
        marks=pytest.mark.rotated(entry.key(gpu)),
    )
    for entry in clients.load().values()
    for gpu in clients.variants(entry)
]

POLICIES = [
    ("--async=lazy", "--warps=random", "--blocks=random"),
    ("--async=random", "--warps=random", "--blocks=fair"),
    ("--async=random", "--warps=random", "--blocks=random"),
]


@pytest.mark.parametrize("entry, gpu", CASES)
def test_client(entry, gpu, compiler, emulator, tmp_path):
    made = compiler.compile(entry, gpu)
    checks = entry.checks.get(gpu, "all")
    seed = zlib.crc32(f"{entry.name} {gpu}".encode())
    for order in ([], [*POLICIES[seed % len(POLICIES)], f"--seed={seed}"]):
        outcome = clients.emulate(emulator, made, made.path, tmp_path, [f"--check={checks}", *order])
        complaint = clients.verdict(made, outcome)
        if complaint:
            pytest.fail(f"{outcome.command}\n{outcome.said}{complaint}", pytrace=False)


def with_program(name, gpu):
    """Marks a test that takes the PTX of a program of CUTLASS."""
    entry = clients.load().get(name)
    return pytest.mark.rotated(entry.key(gpu) if entry else name)


@with_program("cutlass_2_blocks", 100)
@pytest.mark.skipif(not clients.find_nvcc(), reason="CUTLASS needs nvcc, which was not found")
def test_missing_fence_of_cutlass(compiler, emulator, tmp_path):
    """As it is, the product of two blocks has the race that cutlass_kernels.py names."""
    made = compiler.compile(clients.load()["cutlass_2_blocks"], 100)
    file = tmp_path / "as_it_is.ptx"
    file.write_text(made.text.replace(cutlass_kernels.MISSING_FENCE, ""))
    outcome = clients.emulate(emulator, made, file, tmp_path, ["--check=all"])
    assert "data race" in outcome.said and "mbarrier.init" in outcome.said, outcome.said


#: Instructions taken out of a product of CUTLASS for a GPU, and the finding about the rest.
BROKEN = [
    ("cutlass_stream_k", 90, r"fence\.acq_rel\.gpu;", "data race on global address"),
    ("cutlass_stream_k", 90, r"fence\.proxy\.async\.shared::cta;", "through another proxy"),
    ("cutlass_stream_k", 90, r"cp\.async\.bulk\.wait_group\.read \d;", "may still be running"),
    ("cutlass_grouped", 90, r"fence\.proxy\.tensormap::generic\.acquire[^;]*;", "proxy of its own"),
    ("cutlass_grouped", 90, r"cp\.async\.bulk\.wait_group\.read 0;", "may still be running"),
    ("cutlass_nvf4", 100, r"tcgen05\.wait::ld\.sync\.aligned;", "tcgen05.wait::ld has to come first"),
    ("cutlass_geforce", 120, r"fence\.proxy\.async\.shared::cta;", "through another proxy"),
]


@pytest.mark.skipif(not clients.find_nvcc(), reason="CUTLASS needs nvcc, which was not found")
@pytest.mark.parametrize(
    "name, gpu, pattern, words",
    [pytest.param(*case, marks=with_program(*case[:2])) for case in BROKEN],
)
def test_broken_products(name, gpu, pattern, words, compiler, emulator, tmp_path):
    made = compiler.compile(clients.load()[name], gpu)
    file = tmp_path / "broken.ptx"
    text, count = re.subn(pattern, "", made.text)
    file.write_text(text)
    assert count, "the kernel has none of it"
    for order in ([], [*POLICIES[2], "--seed=7"]):
        outcome = clients.emulate(emulator, made, file, tmp_path, ["--check=all", *order])
        assert words in outcome.said, outcome.said
