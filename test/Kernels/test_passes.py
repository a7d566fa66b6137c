# ===- test_passes.py - Kernels after passes that stay in cuda_tile ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A pass inside cuda_tile leaves the results of every kernel as they are.

Each kernel, exported or written by hand, goes through one pass or the whole of
cuda-tile-optimize, and is then judged as the kernel itself is. The exception is
fuse-fma, whose results are those of a fused multiply-add.
"""

import conftest
import kernels
import numpy as np
import pytest
import real_cases
import reference
import test_kernels
import test_text

PASSES = {
    "canonicalize": ("cuda-tile-opt", "--canonicalize"),
    "cse": ("cuda-tile-opt", "--cse"),
    "inline": ("cuda-tile-opt", "--inline"),
    "licm": ("cuda-tile-opt", "--cuda-tile-licm"),
    "loop-split": ("cuda-tile-opt", "--loop-split"),
    "peel": ("cuda-tile-opt", "--loop-split=peel-equalities"),
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


@pytest.mark.parametrize("engine", (INTERPRETER, EMULATOR), ids=("interpret", "emulate"))
def test_fuse_fma(tools, tmp_path, engine):
    """Rounded once, which is not what the kernel itself gives."""
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
