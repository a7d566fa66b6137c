# ===- test_passes.py - Kernels after passes that stay in cuda_tile ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A pass inside cuda_tile leaves the results of every kernel as they are.

Each kernel, exported or written by hand, goes through one pass or the whole of
cuda-tile-optimize, and is then judged as the kernel itself is. So does every
self-checking program of test/. The exception is fuse-fma, whose results are those
of a fused multiply-add.
"""

import re
import sys

import conftest
import kernels
import numpy as np
import pytest
import real_cases
import reference
import test_kernels
import test_text

sys.path.append(str(conftest.SOURCE_DIR / "test" / "Interpreter" / "cases"))
from generate import THEMES  # noqa: E402

PASSES = {
    "canonicalize": ("cuda-tile-opt", "--canonicalize"),
    "cse": ("cuda-tile-opt", "--cse"),
    "inline": ("cuda-tile-opt", "--inline"),
    "licm": ("cuda-tile-opt", "--cuda-tile-licm"),
    "loop-split": ("cuda-tile-opt", "--loop-split"),
    "peel": ("cuda-tile-opt", "--loop-split=peel-equalities"),
    "scopes": ("cuda-tile-opt", "--synthesize-debug-info-scopes"),
    "optimize-1": ("cuda-tile-optimize", "-O1"),
    "optimize": ("cuda-tile-optimize", "-O3"),
}
INTERPRETER = ("interpret", "sm_90", 3)
EMULATOR = ("emulate", "sm_90", 3)


class PassLauncher(conftest.Launcher):
    """Changes each kernel by a pass before it runs it."""

    def __init__(self, tools, folder, command):
        super().__init__(tools, folder)
        self.command = command

    def __call__(self, kernel, *arguments, **options):
        changed = self.folder / "changed"
        self.tools.run(*self.command, kernel, "-o", changed)
        return super().__call__(changed, *arguments, **options)


@pytest.fixture(params=PASSES.values(), ids=PASSES.keys())
def launch(request, tools, tmp_path):
    return PassLauncher(tools, tmp_path, request.param)


@test_kernels.one_version
@pytest.mark.parametrize("size", range(3))
def test_exported(launch, exported, variant, size):
    run = test_kernels.make_run(variant, size)
    launch(exported(*variant), variant[0], run, "--engine=interpret")


@pytest.mark.parametrize("case", real_cases.CASES.values(), ids=lambda c: c.name)
def test_real(launch, real_bytecode, case):
    run = case.make_run(case, case.sizes[1], True)
    launch(real_bytecode(case, "13.3", True), case.name, run, "--engine=interpret")


CALLS = {
    "masked": (test_text.test_masked, 257),
    "casts": (test_text.test_casts,),
    "collatz": (
        test_text.test_control,
        "collatz",
        lambda x: test_text.collatz_steps(x + 1),
    ),
    "doubling": (test_text.test_doubling,),
    "shapes": (test_text.test_shapes, 33, 70),
    "tail": (test_text.test_tail, 300),
    "exact": (test_text.test_tail, 64),
    "empty": (test_text.test_tail, 0),
    "print": (test_text.test_print,),
}


@pytest.mark.parametrize("engine", (INTERPRETER, EMULATOR), ids=("interpret", "emulate"))
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_written_by_hand(launch, engine, call):
    test, *arguments = call
    test(launch, engine, *arguments)


# The lines with the inputs and expected results of a self-checking program.
CASE_LINES = re.compile(r"^ *//% .*\n", re.MULTILINE)


def is_well_defined(text):
    """False for programs that must fail: a pass may remove the error, such as an unused
    load."""
    cases = CASE_LINES.findall(text)
    return cases and not any(re.match(r" *//% +error:", case) for case in cases)


SELF_CHECKING = {
    file.name: file
    for file in sorted((conftest.SOURCE_DIR / "test").rglob("*.mlir"))
    if "Inputs" not in file.parts and is_well_defined(file.read_text())
}
# The first level is two of the passes, and these programs are many.
SINGLE_PASSES = [name for name in PASSES if name != "optimize-1"]


@pytest.fixture(scope="session")
def self_checking(tools, tmp_path_factory):
    """A function from the name of a self-checking program to its file, its cases, and
    its text as printed by a tool that does not change it."""
    folder = tmp_path_factory.mktemp("cases")
    programs = {}

    def get(name):
        if name not in programs:
            file = SELF_CHECKING.get(name)
            if not file:
                file = folder / f"{name}.mlir"
                file.write_text(THEMES[name]().text())
            cases = "".join(CASE_LINES.findall(file.read_text()))
            programs[name] = file, cases, tools.run("cuda-tile-opt", file)
        return programs[name]

    return get


@pytest.mark.rotated
@pytest.mark.parametrize("name", (*THEMES, *SELF_CHECKING))
@pytest.mark.parametrize("change", SINGLE_PASSES)
def test_self_checking(tools, self_checking, tmp_path, change, name):
    """A program that a pass does not change needs no run."""
    file, cases, unchanged = self_checking(name)
    text = tools.run(*PASSES[change], file)
    if text.split() == unchanged.split():
        return
    changed = tmp_path / "changed.mlir"
    changed.write_text(text + cases)
    assert " 0 failed" in tools.run("cuda-tile-run", "--self-check", changed)


@pytest.mark.parametrize("engine", (INTERPRETER, EMULATOR), ids=("interpret", "emulate"))
def test_fuse_fma(tools, tmp_path, engine):
    """Rounds once, so that the result differs from the kernel's."""
    f32 = kernels.ELEMENTS["f32"]
    x, y = kernels.numbers(f32, 256, 1), kernels.numbers(f32, 256, 2)
    fused = reference.fused_multiply_add(np.float32(3), x, y, "f32")
    with np.errstate(all="ignore"):
        rounded_twice = np.float32(3) * x + y
    assert not np.array_equal(fused, rounded_twice, equal_nan=True)
    kernel = test_text.TEXT_DIR / "products.mlir"
    for expected, launcher in (
        (rounded_twice, conftest.Launcher(tools, tmp_path)),
        (fused, PassLauncher(tools, tmp_path, ("cuda-tile-opt", "--fuse-fma"))),
        (fused, PassLauncher(tools, tmp_path, ("cuda-tile-optimize", "--fuse-fma"))),
    ):
        run = kernels.Run([x, y], [expected, None], (1,))
        launcher(kernel, "axpy", run, *test_text.options(engine), kind="ptr")
