# ===- parallel.py - torch.nn.DataParallel on one device ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The functions of torch._C under torch.cuda.comm, which cut up tensors for devices and put
them together. There is one device."""

import torch

from .device import replace


def _places(devices):
    return [torch.device("cuda", device) for device in devices]


def _broadcast(tensor, devices):
    # Torch copies to each device but the one where the tensor is.
    return [tensor.to(place) for place in _places(devices)]


def _broadcast_coalesced(tensors, devices, buffer_size):
    return [[tensor.to(place) for tensor in tensors] for place in _places(devices)]


def _scatter(tensor, devices, chunk_sizes=None, dim=0, streams=None):
    pieces = tensor.split(chunk_sizes, dim) if chunk_sizes else tensor.chunk(len(devices), dim)
    return tuple(piece.to(place) for piece, place in zip(pieces, _places(devices)))


def _gather(tensors, dim, destination=None):
    place = "cpu" if destination == -1 else "cuda"
    return torch.cat([tensor.to(place) for tensor in tensors], dim)


def _into(function):
    """The function with tensors for its results in place of devices."""

    def fill(value, out, *arguments):
        for place, piece in zip(out, function(value, [0] * len(out), *arguments)):
            place.copy_(piece)
        return tuple(out)

    return fill


def start(torch):
    functions = {
        "broadcast": _broadcast,
        "broadcast_coalesced": _broadcast_coalesced,
        "broadcast_out": _into(_broadcast),
        "scatter": _scatter,
        "gather": _gather,
    }
    replace(torch._C, functions, "_")
