# ===- test_torch_liger.py - A package of kernels in Triton, unmodified --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators of Liger-Kernel, forward and backward, beside those of torch."""

import subprocess
import sys

import liger_kernel.ops as liger
import pytest
import torch
from torch.nn import functional

OPERATORS = {
    "rms_norm": (
        lambda x, w: liger.LigerRMSNormFunction.apply(x, w, 1e-6),
        lambda x, w: functional.rms_norm(x, (256,), w, 1e-6),
        [(8, 256), (256,)],
    ),
    "layer_norm": (
        lambda x, w, b: liger.LigerLayerNormFunction.apply(x, w, b, 1e-6),
        lambda x, w, b: functional.layer_norm(x, (256,), w, b, 1e-6),
        [(8, 256), (256,), (256,)],
    ),
    "swiglu": (
        liger.LigerSiLUMulFunction.apply,
        lambda a, b: functional.silu(a) * b,
        [(8, 256), (8, 256)],
    ),
    "geglu": (
        liger.LigerGELUMulFunction.apply,
        lambda a, b: functional.gelu(a, approximate="tanh") * b,
        [(8, 256), (8, 256)],
    ),
    "softmax": (
        liger.LigerSoftmaxFunction.apply,
        lambda x: torch.softmax(x, -1),
        [(8, 256)],
    ),
}


def results(operator, inputs, weight):
    """The output and the gradients of all inputs."""
    inputs = [x.clone().requires_grad_() for x in inputs]
    output = operator(*inputs)
    # Some kernels write gradients in place of what they get.
    output.backward(weight.clone())
    return [output.detach(), *(x.grad for x in inputs)]


@pytest.mark.parametrize("name", OPERATORS)
def test_operator(name):
    ours, torchs, shapes = OPERATORS[name]
    torch.manual_seed(0)
    inputs = [torch.randn(shape, device="cuda") for shape in shapes]
    weight = torch.randn(8, 256, device="cuda")
    for got, expected in zip(
        results(ours, inputs, weight), results(torchs, inputs, weight), strict=True
    ):
        torch.testing.assert_close(got, expected, rtol=1e-5, atol=1e-5)


RACE = """
import torch, liger_kernel.ops as liger
logits = torch.randn(8, 512, device="cuda").requires_grad_()
labels = torch.randint(0, 512, (8,), device="cuda")
liger.LigerCrossEntropyFunction.apply(logits, labels, None)
"""


def test_gradient_in_place_of_a_logit_is_a_race():
    """32 warps have each of 512 elements twice, and nothing orders the copy that stores
    behind the one that loads."""
    command = [sys.executable, "-c", RACE]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0
    assert "data race on global address" in done.stderr
    assert "entry 'liger_cross_entropy_kernel'" in done.stderr
    assert "liger_kernel/ops/cross_entropy.py:" in done.stderr
