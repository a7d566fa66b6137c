# ===- of_cuda.py - The operators that torch has for CUDA alone -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators of which the host has no kernel, since it computes them by others. A torch for CUDA
has kernels of theirs, which would call NVIDIA's libraries: each gets another one, so that both
kinds of torch compute the same."""

import torch

from .operators import fallback
from .values import overload_of


def _lstm_cell(from_input, from_hidden, cell, input_bias=None, hidden_bias=None):
    gates = from_input + from_hidden
    if input_bias is not None:
        gates = gates + input_bias + hidden_bias
    into, forget, new, out = gates.chunk(4, 1)
    cell = forget.sigmoid() * cell + into.sigmoid() * new.tanh()
    return out.sigmoid() * cell.tanh(), cell, gates


def _gru_cell(from_input, from_hidden, hidden, input_bias=None, hidden_bias=None):
    if input_bias is not None:
        from_input, from_hidden = from_input + input_bias, from_hidden + hidden_bias
    ours, theirs = from_input.chunk(3, 1), from_hidden.chunk(3, 1)
    reset, update = ((x + y).sigmoid() for x, y in zip(ours[:2], theirs[:2]))
    new = (ours[2] + reset * theirs[2]).tanh()
    return (hidden - new) * update + new, from_input


def _attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, **options
):
    """A torch for CUDA asks its libraries which of them computes attention, and the settings
    of that are the host's as well."""
    return torch._scaled_dot_product_attention_math(
        query, key, value, attn_mask, dropout_p, is_causal, scale=scale, **options
    )[0]


#: Operators that are made of others, by which they are differentiated, too.
_COMPOSED = {"_thnn_fused_lstm_cell": _lstm_cell, "_thnn_fused_gru_cell": _gru_cell}
if torch._C._has_cuda:
    _COMPOSED["scaled_dot_product_attention"] = _attention

#: The keys of what is made of others: autograd has a formula for some of the first.
_KEYS = ("CUDA", "AutogradCUDA")


class _Late:
    """The kernel of an operator that is looked up when it is called first."""

    def __init__(self, name, call):
        self.name, self.call = name, call

    def __call__(self, *arguments, **options):
        return self.call(overload_of(self.name), *arguments, **options)


def _decompose(operator, *arguments, **options):
    return operator.decompose(*arguments, **options)


def kernels(others):
    """Yields the name, the key and the kernel of each operator of `others`, which have none of
    ours, that a torch for CUDA has a kernel for, and of those that only CUDA has."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    for name, function in _COMPOSED.items():
        for key in _KEYS:
            yield name, key, function
    for full in others:
        name = full.removeprefix("aten::")
        if name in _COMPOSED or not has(full, "CUDA"):
            continue
        if has(full, "CompositeImplicitAutograd"):
            for key in _KEYS:
                yield name, key, _Late(name, _decompose)
        else:
            yield name, "CUDA", _Late(name, fallback)
