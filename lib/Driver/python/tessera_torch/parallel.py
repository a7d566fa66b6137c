# ===- parallel.py - Tensors cut up for several devices -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The functions of torch._C under torch.cuda.comm, which cut up tensors for devices and put
them together: torch.nn.DataParallel is made of them."""

import itertools

import torch

from .device import replace


def _places(devices):
    return [torch.device("cuda", device) for device in devices]


def _broadcast(tensor, devices):
    # Torch copies to each device but the one where the tensor is.
    return [tensor.to(place) for place in _places(devices)]


def _broadcast_out(tensor, out):
    _require_device(out, "output")
    for place in out:
        _require(
            place.shape == tensor.shape,
            f"Expected all output tensors to have shape {list(tensor.shape)}, but got"
            f" {list(place.shape)}",
        )
        place.copy_(tensor)
    return out


def _broadcast_coalesced(tensors, devices, buffer_size):
    return [[tensor.to(place) for tensor in tensors] for place in _places(devices)]


def _in_streams(function, pieces, places, streams):
    """Calls a function for each piece and its place, in the stream for them, if there is one."""
    results = []
    streams = itertools.chain(streams or (), itertools.repeat(None))
    for (piece, place), stream in zip(zip(pieces, places, strict=True), streams):
        with torch.cuda.stream(stream):
            results.append(function(piece, place))
    return tuple(results)


def _scatter(tensor, devices, chunk_sizes=None, dim=0, streams=None):
    places = _places(devices)
    if chunk_sizes is None:
        # Fewer pieces than devices, where the tensor is short.
        pieces = tensor.chunk(len(places), dim)
        return _in_streams(torch.Tensor.to, pieces, places[: len(pieces)], streams)
    _require(
        len(chunk_sizes) == len(places),
        "Expected devices and chunk_sizes to be of same length, but got"
        f" {len(places)} devices and {len(chunk_sizes)} sizes",
    )
    return _in_streams(torch.Tensor.to, tensor.split(chunk_sizes, dim), places, streams)


def _scatter_out(tensor, out, dim=0, streams=None):
    _require_device(out, "output")
    _require_extent(tensor, out, dim, "output")
    pieces = tensor.split([place.shape[dim] for place in out], dim)
    return _in_streams(lambda piece, place: place.copy_(piece), pieces, out, streams)


def _gather(tensors, dim, destination=None):
    _require_device(tensors, "input")
    place = torch.device("cpu") if destination == -1 else torch.device("cuda", destination)
    return torch.cat([tensor.to(place) for tensor in tensors], dim)


def _gather_out(tensors, out, dim):
    _require_device(tensors, "input")
    _require_extent(out, tensors, dim, "input")
    for place, tensor in zip(out.split([x.shape[dim] for x in tensors], dim), tensors):
        place.copy_(tensor)
    return out


def _require(holds, message):
    if not holds:
        raise RuntimeError(message)


def _require_device(tensors, kind):
    for i, tensor in enumerate(tensors):
        _require(
            tensor.is_cuda,
            f"Expected all {kind} tensors to be CUDA tensors, but {kind} tensor at index {i}"
            f" has device '{tensor.device}'",
        )


def _require_extent(whole, parts, dim, kind):
    """Raises an error unless the parts, one after another along `dim`, are as the whole."""
    for i, part in enumerate(parts):
        expected = list(whole.shape)
        _require(
            part.dim() == whole.dim(),
            f"Expected {kind} tensor at index {i} to have {whole.dim()} dimensions, but got"
            f" {part.dim()}",
        )
        expected[dim] = part.shape[dim]
        _require(
            list(part.shape) == expected,
            f"Expected {kind} tensor at index {i} to have shape {expected}, but got"
            f" {list(part.shape)}",
        )
    total = sum(part.shape[dim] for part in parts)
    _require(
        total == whole.shape[dim],
        f"Expected the {kind} tensors to have {whole.shape[dim]} elements along dimension"
        f" {dim} together, but got {total}",
    )


def start(torch):
    functions = {
        "broadcast": _broadcast,
        "broadcast_coalesced": _broadcast_coalesced,
        "broadcast_out": _broadcast_out,
        "scatter": _scatter,
        "scatter_out": _scatter_out,
        "gather": _gather,
        "gather_out": _gather_out,
    }
    replace(torch._C, functions, "_")
    # Sums over devices are then made of copies and additions.
    torch.cuda.nccl.is_available = lambda tensors: False
