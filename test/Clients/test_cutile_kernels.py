# ===- test_cutile_kernels.py - Our kernels through cuTile's own driver ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified releases of cuTile Python compile every kernel of test/Kernels, for every
GPU and at every level, with line information, remarks and the disk cache; and show
the errors of broken kernels.
"""

import itertools
import json
import pathlib
import re
import sqlite3
import struct
import subprocess
import sys

import broken_kernels
import pytest
from test_cutile import (
    BIN_DIR,
    PTXAS,
    RELEASES,
    SOURCE_DIR,
    client,
    ptxas_unless_kernel,
)

sys.path.append(str(SOURCE_DIR / "test" / "Kernels"))
import all_cases  # noqa: E402
import kernels  # noqa: E402

KERNELS = (*kernels.CASES, *all_cases.CASES)
LEVELS = range(4)


def said_by_tileiras(option, pattern):
    done = subprocess.run([BIN_DIR / "tileiras", option], capture_output=True, text=True)
    return re.findall(pattern, done.stdout, re.MULTILINE)


# cuTile takes the number out of the name of a GPU, so it cannot name one with a suffix.
GPUS = said_by_tileiras("--help", r"^ *=(sm_\d+) ")
if said_by_tileiras("--version", r"^Assembler 13\.[0-3]\."):
    GPUS.remove("sm_107")
WITH_REMARKS = [
    release for release in RELEASES if [int(n) for n in release.split(".")] >= [1, 6]
]


def jobs_of(release):
    """Every kernel for every GPU, while levels and releases rotate."""
    rotation = RELEASES.index(release)
    for (k, kernel), (g, gpu) in itertools.product(enumerate(KERNELS), enumerate(GPUS)):
        if (g * len(RELEASES) // len(GPUS) + k // len(LEVELS)) % len(RELEASES) == rotation:
            yield kernel, gpu, (g + k) % len(LEVELS)


def sections(cubin):
    """The GPU that machine code is for, and the names of its sections."""
    assert cubin.startswith(b"\x7fELF\x02\x01")
    (table,) = struct.unpack_from("<Q", cubin, 0x28)
    (flags,) = struct.unpack_from("<I", cubin, 0x30)
    size, number, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", cubin, table + size * i) for i in range(number)
    ]
    start = headers[names][4]
    found = {
        cubin[start + header[0] : cubin.index(b"\0", start + header[0])].decode()
        for header in headers
    }
    return f"sm_{flags >> 8 & 0xFF if cubin[8] >= 8 else flags & 0xFF}", found


def check(job, ended, file, debug):
    """Checks the result of `job`: machine code with all that was asked for, or an error
    of cuTile about a number format that no kernel may use on that GPU."""
    kernel, gpu, _ = job
    if ended:
        error, text = ended
        assert error.endswith("UnsupportedFeatureError"), (job, text)
        assert re.match(r"(float|bfloat)\S* is not supported", text)
        return
    target, names = sections(file.read_bytes())
    assert target == gpu
    assert {f".text.{kernel}", ".debug_line"} <= names
    assert (".debug_info" in names) == debug


def test_rotation():
    """Each kernel is compiled for every GPU, level and release, and each release at every
    level and GPU."""
    jobs = [(release, *job) for release in RELEASES for job in jobs_of(release)]
    assert len(KERNELS) >= 40 and len(GPUS) >= 10
    columns = enumerate((RELEASES, KERNELS, GPUS, LEVELS))
    for (a, first), (b, second) in itertools.combinations(columns, 2):
        met = {(job[a], job[b]) for job in jobs}
        assert met == set(itertools.product(first, second))


@pytest.mark.rotated
@pytest.mark.parametrize("release", RELEASES)
def test_compiles(release, tmp_path):
    """Compiles twice, the second time from the cache."""
    jobs = list(jobs_of(release))
    cubins = {}
    # Both report one version, which is part of the cache's key.
    for ptxas in (PTXAS, ptxas_unless_kernel(tmp_path, "exit 1")):
        folder = tmp_path / f"by-{pathlib.Path(ptxas).parent.name}"
        folder.mkdir()
        ended = client(
            release,
            "compile",
            str(folder),
            given=jobs,
            CUDA_TILE_CACHE_DIR=str(tmp_path),
            TESSERA_PTXAS_PATH=ptxas,
        )
        for number, (job, end) in enumerate(zip(jobs, ended, strict=True)):
            file = folder / f"{number}.cubin"
            check(job, end, file, debug=False)
            if not end:
                cubins.setdefault(job, set()).add(file.read_bytes())
    assert len(cubins) > len(jobs) * 0.9
    assert all(len(same) == 1 for same in cubins.values())
    with sqlite3.connect(tmp_path / "cache.db") as cache:
        assert cache.execute("select count(*) from cache").fetchone() == (len(cubins),)
        if release not in WITH_REMARKS:
            return
        entries = cache.execute("select metadata from cache").fetchall()
    for metadata in (json.loads(entry) for (entry,) in entries):
        documents = metadata["remarks"].split("--- ")[1:]
        assert all("{ File: " in d and "kernels.py" in d for d in documents)
        assert any("Name:            RemarkKernelResources\n" in d for d in documents)
        (kernel,) = metadata["kernel_names"]
        assert all(f"\nFunction:        {kernel}\n" in d for d in documents)


@pytest.mark.rotated
@pytest.mark.parametrize("release", RELEASES)
def test_debug_builds(release, tmp_path):
    """The setting of cuTile for debuggers, and the one that turns its cache off."""
    rotation = RELEASES.index(release)
    jobs = [
        (kernel, GPUS[(k + rotation * len(GPUS) // len(RELEASES)) % len(GPUS)], 3)
        for k, kernel in enumerate(KERNELS)
    ]
    ended = client(
        release,
        "compile",
        str(tmp_path),
        given=jobs,
        CUDA_TILE_CACHE_DIR="0",
        EXPERIMENTAL_CUDA_TILE_DEBUG_BUILD="1",
    )
    for number, (job, end) in enumerate(zip(jobs, ended, strict=True)):
        check(job, end, tmp_path / f"{number}.cubin", debug=True)


@pytest.mark.parametrize("release", WITH_REMARKS)
def test_remarks_are_shown(release, tmp_path):
    """Uses the command that cuTile has for it."""
    settings = {"CUDA_TILE_CACHE_DIR": str(tmp_path)}
    jobs = [("matmul_f32_f32", "sm_90", 3)]
    assert client(release, "compile", str(tmp_path), given=jobs, **settings) == [None]
    shown = client(release, "log", given=None, **settings)
    assert "RemarkTensorCoreMMA" in shown
    assert re.search("Reason: +tensor cores of this GPU have no products of f32", shown)


MESSAGES = {
    "many_registers": "more than the 1048576 elements that 1024 threads can hold in "
    "registers; use a smaller tile",
    "registers_of_a_helper": "more than the 1048576 elements that 1024 threads can hold in "
    "registers; use a smaller tile",
    "many_elements": "a tile has at most 16777216 elements; split the computation into "
    "smaller tiles",
}


def marked_line(kernel):
    """The line that broken_kernels.py marks for a kernel, from 1."""
    lines = pathlib.Path(broken_kernels.__file__).read_text().splitlines()
    (number,) = (n for n, line in enumerate(lines, 1) if line.endswith(f"# HERE {kernel}"))
    return number


@pytest.mark.parametrize("release", RELEASES)
def test_broken_kernels(release, tmp_path):
    """A user of cuTile reads the error, its place, and what to do."""
    jobs = [(kernel, "sm_90", 3) for kernel in MESSAGES] + [("add", "sm_70", 3)]
    ended = client(release, "compile", str(tmp_path), given=jobs, CUDA_TILE_CACHE_DIR="0")
    assert not list(tmp_path.iterdir())
    for (kernel, _, _), (error, text) in zip(jobs[:-1], ended):
        assert error.endswith("CompilerExecutionError")
        assert MESSAGES[kernel] in text
        assert f"broken_kernels.py:{marked_line(kernel)}:" in text
    error, text = ended[-1]
    assert error.endswith("CompilerExecutionError")
    assert "for the --gpu-name option: Cannot find option named 'sm_70'!" in text
