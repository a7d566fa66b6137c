# ===- torch_functions.py - A function of torch that looks about in backward ---===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The common part of the tests of torch's autograd."""

import torch


class Double(torch.autograd.Function):
    """Twice a tensor; its backward calls a function of the caller."""

    @staticmethod
    def forward(context, x, during):
        context.during = during
        return 2 * x

    @staticmethod
    def backward(context, gradient):
        context.during(gradient)
        return 2 * gradient, None


def backward_through(during, device="cuda"):
    x = torch.ones(3, device=device, requires_grad=True)
    Double.apply(x, during).sum().backward()
    return x.grad
