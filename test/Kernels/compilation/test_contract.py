# ===- test_contract.py - Results do not depend on the launch -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A kernel gives the same results with any number of warps and any cluster.

The front end's contract goes around the text of kernels whose right answers are
known; docs/frontend-contract.md says what the attributes mean.
"""

import export_kernels
import pytest
import test_text as hand_written
from test_kernels import make_run, name_of

VARIANTS = [v for v in export_kernels.variants() if v[2] == "13.1" and not v[3]]


def wrap(text, warps, cluster):
    """The module in `text` with the contract around it."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if "cuda_tile.module" in line)
    contract = (
        "module attributes {nv_tileaa.compute_capability = 90 : i32, "
        f"tt.num_warps = {warps} : i32, tt.cluster_dim = array<i32: {cluster}>}} {{"
    )
    return "\n".join([*lines[:start], contract, *lines[start:], "}"])


launches = [
    pytest.mark.parametrize("warps", (1, 2, 8, 32), ids="{}-warps".format),
    pytest.mark.parametrize("cluster", ("1, 1, 1", "2, 1, 2"), ids=("cta", "cluster")),
]


def with_launches(test):
    for mark in launches:
        test = mark(test)
    return test


@with_launches
@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_exported(tools, launch, exported, tmp_path, variant, warps, cluster):
    text = tmp_path / "kernel.mlir"
    bytecode = exported(*variant)
    tools.run("cuda-tile-translate", "--cudatilebc-to-mlir", bytecode, "-o", text)
    text.write_text(wrap(text.read_text(), warps, cluster))
    launch(text, variant[0], make_run(variant, 1), "--engine=emulate")


@with_launches
@pytest.mark.parametrize(
    "test,arguments",
    [
        (hand_written.test_masked, [257]),
        (hand_written.test_tail, [65]),
        (hand_written.test_shapes, [33, 70]),
    ],
    ids=("masked", "tail", "shapes"),
)
def test_text(launch, tmp_path, test, arguments, warps, cluster):
    def launch_wrapped(kernel, entry, run, *options, **more):
        text = tmp_path / kernel.name
        text.write_text(wrap(kernel.read_text(), warps, cluster))
        return launch(text, entry, run, *options, **more)

    test(launch_wrapped, ("emulate", "sm_90", 3), *arguments)
