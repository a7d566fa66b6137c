# ===- test_compositions.py - Kernels that are two in one ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels put together of two by compositions.py: what each pass leaves behind, and what
they compute. `compositions.py --count=N` draws others."""

import compositions
import pytest

#: Each took a fault that no kernel of the tables shows: how it is made, the size, and the
#: kernels with their tiles.
FOUND = {
    # A copy whose address comes late began an interval behind the other of its turn.
    "late_address": (
        compositions.behind, 2,
        ("matmul_f32_f32", (128, 64, 64)), ("convolution_3d", (128, 128, 64)),
    ),
    # An outer loop over tiles was replaced, and an inner one in it looked at then.
    "loops_over_tiles": (
        compositions.loop_of_both, 2,
        (
            compositions.in_turns,
            ("late_attention_f16", (128, 64, 64)), ("matmul_f8E4M3FN_f32", (32, 64, 32)),
        ),
        ("persistent_attention_f16", (32, 64, 64)),
    ),
}  # fmt: skip


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return compositions.Library(tmp_path_factory.mktemp("parts"))


@pytest.mark.parametrize("gpu", compositions.GPUS)
@pytest.mark.parametrize("name", FOUND)
def test_found(launch, library, name, gpu):
    compositions.judge(launch, compositions.compose(library, *FOUND[name]), gpu)


@pytest.mark.rotated
@pytest.mark.parametrize("seed", range(60))
def test_drawn(launch, library, seed):
    made = compositions.draw(library, seed)
    for gpu in compositions.GPUS:
        compositions.judge(launch, made, gpu)


@pytest.mark.parametrize("kind", compositions.KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_is_judged(launch, library, kind):
    """A composition of these runs, and one that computes something else is found."""
    kernels = ("online_softmax_f32", (8, 64)), ("max_pool", (32,))
    made = compositions.compose(library, kind, 1, *kernels)
    assert made.runs
    compositions.judge(launch, made, "sm_90")
    made.text = made.text.replace(" = exp2 ", " = negf ")
    with pytest.raises(pytest.fail.Exception, match="differ"):
        compositions.judge(launch, made, "sm_90")
