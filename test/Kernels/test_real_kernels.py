# ===- test_real_kernels.py - Kernels of real size, interpreted ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of real_kernels.py give what numpy does, and nothing objects.

With exact data every array is compared bit for bit, whatever the interpreter
chooses where the specification leaves it open. All checks of the interpreter are
on; where two blocks race, it says so.
"""

import subprocess

import conftest
import kernels
import pytest
import real_cases

SIZES = 3
# 0 chooses everything in order.
SEEDS = range(4)


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory):
    """A function from a case, a version and whether arrays are known to be aligned
    to its bytecode file, exported when first asked."""
    folder = tmp_path_factory.mktemp("real")
    files = {}

    def get(*variant):
        if variant not in files:
            files[variant] = folder / f"{len(files)}.tileirbc"
            real_cases.export(*variant, files[variant])
        return files[variant]

    return get


def name_of(case):
    return case.name


every_case = pytest.mark.parametrize("case", real_cases.CASES.values(), ids=name_of)
every_size = pytest.mark.parametrize("size", range(SIZES))


@every_case
@every_size
@pytest.mark.parametrize("seed", SEEDS)
def test_exact(launch, bytecode, case, size, seed):
    run = case.make_run(case, case.sizes[size], True)
    kernel = bytecode(case, "13.3", True)
    launch(kernel, case.name, run, "--engine=interpret", f"--seed={seed}")


@every_case
@pytest.mark.parametrize("version", kernels.VERSIONS)
def test_versions(launch, bytecode, case, version):
    run = case.make_run(case, case.sizes[1], True)
    kernel = bytecode(case, version, False)
    launch(kernel, case.name, run, "--engine=interpret")


@pytest.mark.parametrize(
    "case", real_cases.RACES.values(), ids=real_cases.RACES.keys()
)
@pytest.mark.parametrize("seed", SEEDS)
def test_races_are_found(tools, tmp_path, bytecode, case, seed):
    run = case.make_run(case, case.sizes[1], True)
    launcher = conftest.Launcher(tools, tmp_path)
    arguments = launcher.arguments(run, "array")
    command = [conftest.BIN_DIR / "cuda-tile-run", bytecode(case, "13.3", True)]
    command += [*arguments, f"--seed={seed}"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode != 0
    assert "data race" in done.stderr, done.stderr
