# ===- test_residency.py - Blocks that are planned, and blocks that run ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
r"""Schedules count on as many blocks of an SM as the registers allow that a thread needs by
an estimate. The plan of the kernel has these blocks, and the registers that ptxas takes by
another one, told to make room for them. For each kernel of benchmarks/tensor_share.py, on
each GPU,

- no more blocks are planned than run, or than the plan of warps has registers for,
- no fewer are, unless ptxas takes a twentieth less than the estimate,
- ptxas takes no more than a tenth beyond the estimate, and no less than a tenth below it, but
  for the kernels of residency.json, which has by how many percent it may on a GPU: less is
  better, and passes.

This prints estimate and truth of all of them, or of those whose name holds a word:

    TESSERA_BIN=$PWD/build/release/bin PYTHONPATH=test/Kernels \
        build/venv/bin/python test/Kernels/products/test_residency.py [WORD...]
"""

import dataclasses
import json
import pathlib
import sys
import tempfile

import conftest
import kernels
import pytest
import real_cases
from all_cases import CASES

sys.path.append(str(conftest.SOURCE_DIR / "benchmarks"))
import tensor_share  # noqa: E402

#: All but sm_121, for which ptxas takes what it takes for sm_120.
GPUS = (
    "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89",
    "sm_90", "sm_100", "sm_103", "sm_110", "sm_120",
)  # fmt: skip
#: Blocks of an SM of sm_90 and stages of a ring, as measured best on an H200
#: (docs/rationale/lowering/loop-schedules.md, "Few blocks").
STAGES = {
    "f16 128x128x64": (2, 3),
    "f16 128x256x64": (1, 4),
    "i8 128x128x64": (2, 4),
    "full attention 128x64, d64": (2, 2),
    "full attention 128x64, d128": (1, 4),
}
#: Percent of the estimate by which the registers of a row on a GPU may be below or above
#: it, where that is more than 10; blocks that are planned and do not run.
ALLOWED = json.loads(pathlib.Path(__file__).with_name("residency.json").read_text())


@dataclasses.dataclass
class Residency:
    """The plan for a kernel, and what became of it."""

    estimated: int
    registers: int
    planned: int
    resident: int
    spilled: int
    #: The most blocks by the warps that were chosen, before there were layouts.
    bound: int


def export(row, folder):
    """The file of the kernel of a row."""
    case, constants = tensor_share.ROWS[row]
    source = folder / "k.tileirbc"
    case = dataclasses.replace(CASES[case], constants=constants)
    real_cases.export(case, "13.3", kernels.ALL_ALIGNED, source)
    return source


def report(row, gpu, folder):
    """The compiler's account of the kernel of a row."""
    source, told = export(row, folder), folder / "k.json"
    conftest.Tools().run(
        "tileiras", source, "-o", folder / "k.cubin", f"--gpu-name={gpu}", f"--report={told}"
    )
    (kernel,) = json.loads(told.read_text())["kernels"]
    return kernel


def measure(row, gpu, folder):
    """None of a kernel without schedules."""
    kernel = report(row, gpu, folder)
    if "plan" not in kernel:
        return None
    return Residency(
        kernel["plan"]["registers"],
        kernel["registers"],
        kernel["plan"]["blocks"],
        kernel["resident_warps"] // kernel["warps"],
        kernel["spill_bytes"],
        next(each["blocks"] for each in kernel["warp_candidates"] if each["chosen"]),
    )


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("row", tensor_share.ROWS)
def test_planned_blocks_run(tmp_path, row, gpu):
    found = measure(row, gpu, tmp_path)
    if found is None:
        return
    most = found.resident + ALLOWED["blocks"].get(f"{row}, {gpu}", 0)
    assert found.planned <= most, "planned for more blocks than run"
    assert found.planned <= found.bound, "planned for more blocks than there are registers"
    above = max(10, ALLOWED["above"].get(f"{row}, {gpu}", 0))
    assert 100 * found.registers <= (100 + above) * found.estimated
    below = max(10, ALLOWED["below"].get(f"{row}, {gpu}", 0))
    assert 100 * found.registers >= (100 - below) * found.estimated
    if 20 * found.registers >= 19 * found.estimated:
        assert found.planned >= found.resident, "planned for fewer blocks than run"


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@pytest.mark.parametrize("row", tensor_share.ROWS)
def test_nothing_is_advised(tools, tmp_path, row, gpu):
    """Products by groups of warps, and in tensor memory, go on as they were scheduled: ptxas
    advises of those that wait for each other, or for what it has put between them."""
    source = export(row, tmp_path)
    said = tools.assemble(source, tmp_path / "k.cubin", gpu, 3)
    assert "ptxas: (C" not in said


@pytest.mark.parametrize("row", STAGES)
def test_stages(tmp_path, row):
    candidates = report(row, "sm_90", tmp_path)["stage_candidates"]
    assert [(each["blocks"], each["stages"]) for each in candidates if each["chosen"]] == [
        STAGES[row]
    ]


def main(words):
    print("| kernel | GPU | estimated | registers | planned | run | spilled |")
    print("|---" * 7 + "|")
    with tempfile.TemporaryDirectory() as folder:
        for row in tensor_share.ROWS:
            for gpu in GPUS:
                if words and not any(word in row for word in words):
                    continue
                if found := measure(row, gpu, pathlib.Path(folder)):
                    print(
                        f"| {row} | {gpu} | {found.estimated} | {found.registers} "
                        f"| {found.planned} | {found.resident} "
                        f"| {found.spilled} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main(sys.argv[1:])
