# ===- nested.py - Nested tensors of the device ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Nested tensors of the strided layout, which layers of transformers make of padded batches:
tensors of several shapes in one buffer. torch's kernels that describe and make one are the
host's, and take a buffer of any device; those that compute get one in the host's memory."""

import torch

from . import memory

_set_of = torch._C.DispatchKeySet
_OF_NESTED = _set_of(torch._C.DispatchKey.NestedTensorCPU)
_OF_HOST = _set_of(torch._C.DispatchKey.CPU)


def is_nested(value):
    return value.is_nested and value.layout is torch.strided


def has_kernel(name):
    """Returns True if the host has a kernel of an operator for nested tensors alone."""
    return torch._C._dispatch_has_kernel_for_dispatch_key(name, "NestedTensorCPU")


def _places(tensor):
    """Returns the sizes, strides and offsets of the tensors in the buffer, which are tensors
    of the host."""
    return [
        getattr(torch.ops.aten, f"_nested_tensor_{what}").default.redispatch(_OF_NESTED, tensor)
        for what in ("size", "strides", "storage_offsets")
    ]


def _made(buffer, places):
    make = torch.ops.aten._nested_view_from_buffer.default
    return make.redispatch(_OF_HOST, buffer, *places)


def _buffer_of_host(tensor):
    """Returns all of a host's storage as one tensor."""
    return torch.empty(0, dtype=tensor.dtype, device="cpu").set_(tensor.untyped_storage())


def to_host(tensor):
    """Returns a nested tensor of the host for one of the device, in the same memory."""
    storage = tensor.untyped_storage()
    count = storage.nbytes() // tensor.dtype.itemsize
    buffer = memory.on_storage(storage, tensor.dtype, (count,), (1,), 0)
    return _made(memory.to_host(buffer), _places(tensor))


def from_host(tensor, device):
    """Returns the nested tensor of the device for one of the host that nobody else uses."""
    return _made(memory.from_host(_buffer_of_host(tensor), device), _places(tensor))


def view_of(argument, value):
    """Returns what is in the storage of a tensor of the device as `value` is in that of the
    host's view of it."""
    storage = argument.untyped_storage()
    if not is_nested(value):
        form = value.shape, value.stride(), value.storage_offset()
        return memory.on_storage(storage, value.dtype, *form)
    count = storage.nbytes() // value.dtype.itemsize
    return _made(memory.on_storage(storage, value.dtype, (count,), (1,), 0), _places(value))
