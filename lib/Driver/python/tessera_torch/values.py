# ===- values.py - The arguments and results of torch's operators ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators of torch take tensors, lists of them, and others."""

import torch


def overload_of(name):
    """Returns the operator of a name such as "aten::add.Tensor", in which "aten::" may be left out."""
    base, _, overload = name.removeprefix("aten::").partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def is_list(value):
    """Returns True for a list of tensors or numbers, and for the numbers in one tensor."""
    return isinstance(value, (list, tuple)) or is_tensor(value) and value.dim() == 1


def map_each(function, value):
    """Applies `function` to a value, or to each in a list of them."""
    if isinstance(value, (list, tuple)):
        return type(value)(map_each(function, item) for item in value)
    return function(value)


def flat(values):
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flat(value)
        else:
            yield value


def tensors_of(arguments, options):
    return [x for x in flat((*arguments, *options.values())) if is_tensor(x)]


def tensors_at(places, arguments, options):
    """Returns the tensors that are arguments at pairs of a place and its argument in the
    schema."""
    values = [
        arguments[place] if place < len(arguments) else options.get(argument.name)
        for place, argument in places
    ]
    return [value for value in flat(values) if is_tensor(value)]
