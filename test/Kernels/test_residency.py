# ===- test_residency.py - Blocks that are planned, and blocks that run ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The schedule of a loop counts on so many blocks of an SM as its estimate of registers
allows; how many run is decided by the registers that ptxas takes. No loop of products
is planned for fewer, and none for more, but for those of residency.json, which has by
how many. An estimate that gets better has to be written there:

    TESSERA_BIN=$PWD/build/release/bin build/venv/bin/python test/Kernels/test_residency.py
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

GPUS = ("sm_80", "sm_90", "sm_120")
PINS = pathlib.Path(__file__).with_name("residency.json")
#: Sums of larger tiles leave an SM room for one block in any case.
ROWS = [row for row in tensor_share.ROWS if "256" not in row]


def measure(row, gpu, folder):
    """How many blocks more than run each loop of a kernel is planned for."""
    case, constants = tensor_share.ROWS[row]
    source, report = folder / "k.tileirbc", folder / "k.json"
    case = dataclasses.replace(CASES[case], constants=constants)
    real_cases.export(case, "13.3", kernels.ALL_ALIGNED, source)
    conftest.Tools().run(
        "tileiras", source, "-o", folder / "k.cubin", f"--gpu-name={gpu}", f"--report={report}"
    )
    (kernel,) = json.loads(report.read_text())["kernels"]
    resident = kernel["resident_warps"] // kernel["warps"]
    schedules = [loop["schedule"] for loop in kernel["loops"] if loop.get("schedule")]
    return [schedule["blocks"] - resident for schedule in schedules] or [0]


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("row", ROWS)
def test_planned_blocks_run(tmp_path, row, gpu):
    pinned = json.loads(PINS.read_text()).get(row, {}).get(gpu, 0)
    excess = measure(row, gpu, tmp_path)
    assert min(excess) >= 0, "planned for fewer blocks than run"
    assert max(excess) <= pinned, "planned for more blocks than run"
    assert max(excess) == pinned, f"better than before: rewrite {PINS.name}"


def main():
    pins = {}
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            for gpu in GPUS:
                if excess := max(measure(row, gpu, pathlib.Path(folder))):
                    pins.setdefault(row, {})[gpu] = excess
    lines = [f"  {json.dumps(row)}: {json.dumps(pin)}" for row, pin in pins.items()]
    PINS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
