# ===- test_real_kernels.py - Kernels of real size, interpreted ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of real_kernels.py give what numpy does, and nothing objects.

With exact data every array is compared bit for bit, whatever the interpreter
chooses where the specification leaves it open. All its checks are on.
"""

import pytest
import real_cases

SIZES = 3
# 0 chooses everything in order.
SEEDS = range(4)


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory):
    """A function from a case to its bytecode file, exported when first asked."""
    folder = tmp_path_factory.mktemp("real")
    files = {}

    def get(case):
        if case not in files:
            files[case] = folder / f"{case.name}.tileirbc"
            real_cases.export(case, files[case])
        return files[case]

    return get


every_case = pytest.mark.parametrize(
    "case", real_cases.CASES.values(), ids=real_cases.CASES.keys()
)
every_size = pytest.mark.parametrize("size", range(SIZES))


@every_case
@every_size
@pytest.mark.parametrize("seed", SEEDS)
def test_exact(launch, bytecode, case, size, seed):
    run = case.make_run(case, case.sizes[size], True)
    launch(bytecode(case), case.name, run, "--engine=interpret", f"--seed={seed}")
