# ===- sparse.py - Sparse tensors of the device ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Sparse tensors of the device: indices and values that are tensors of it. torch's kernels
that put them together and take them apart are the host's, and ask nobody what device the
parts are of; those that compute get a sparse tensor with the host's views of the parts."""

import torch

from . import driver, memory, type_rules
from .values import overload_of, tensors_of

_set_of = torch._C.DispatchKeySet
_OF_HOST = _set_of(torch._C.DispatchKey.CPU)

#: The keys of the host and of the device for the layout of coordinates and for the others.
KEYS = {"SparseCPU": "SparseCUDA", "SparseCsrCPU": "SparseCsrCUDA"}

#: Operators whose kernels of the host touch no element, or touch them by other operators.
_OF_EVERY_DEVICE = {
    *("sparse_dim", "dense_dim", "_dimI", "_dimV", "_nnz", "is_coalesced", "_coalesced_"),
    *("_indices", "_values", "indices", "values"),
    *("crow_indices", "col_indices", "ccol_indices", "row_indices"),
    *("_sparse_coo_tensor_with_dims", "_sparse_coo_tensor_with_dims_and_tensors"),
    *("sparse_resize_", "sparse_resize_and_clear_", "resize_as_sparse_", "zero_"),
    *("copy_", "copy_sparse_to_sparse_", "empty.memory_format", "empty_like", "clone"),
}

#: Kernels that torch has for sparse tensors of the host alone.
_OF_HOST_ALONE = type_rules.OF_HOST | {"is_pinned", "_pin_memory"}

#: The operators that give the parts, and the others that name them, by layout.
_PARTS = {
    torch.sparse_coo: ("_indices", "_values"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
    torch.sparse_bsr: ("crow_indices", "col_indices", "values"),
    torch.sparse_csc: ("ccol_indices", "row_indices", "values"),
    torch.sparse_bsc: ("ccol_indices", "row_indices", "values"),
}


def is_sparse(value):
    return value.layout in _PARTS


def parts(tensor):
    """Returns the tensors that a sparse one is made of."""
    return [getattr(torch.ops.aten, name).default(tensor) for name in _PARTS[tensor.layout]]


def _made(tensor, pieces):
    """Returns a sparse tensor as `tensor` is, of these parts and their device."""
    form = {"dtype": tensor.dtype, "layout": tensor.layout, "device": pieces[-1].device}
    make = torch.ops.aten._sparse_compressed_tensor_unsafe.default
    if tensor.layout is torch.sparse_coo:
        make = torch.ops.aten._sparse_coo_tensor_unsafe.default
        form["is_coalesced"] = tensor.is_coalesced()
    return make(*pieces, tensor.shape, **form)


def to_host(tensor):
    """Returns a sparse tensor of the host for one of the device, of parts in the same memory."""
    return _made(tensor, [memory.to_host(part) for part in parts(tensor)])


def from_host(tensor, device):
    """Returns the sparse tensor of the device for one of the host that nobody else uses."""
    return _made(tensor, [memory.from_host(part, device) for part in parts(tensor)])


def write_back(argument, view):
    """Gives a sparse tensor of the device what an operator has left in a copy of it: in the same
    memory, unless it has another number of elements."""
    ours, theirs = parts(argument), parts(view)
    if argument.shape == view.shape and [x.shape for x in ours] == [x.shape for x in theirs]:
        for one, other in zip(ours, theirs):
            one.copy_(other)
    else:
        argument.resize_as_sparse_(view)
        argument.copy_(from_host(view, argument.device.index))
    if argument.layout is torch.sparse_coo:
        argument._coalesced_(view.is_coalesced())


def kernels(of_each_device):
    """Yields the name, the key and the kernel of each operator that the host has for sparse
    tensors; `of_each_device` makes a kernel that computes on the host's views."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    for host, device in KEYS.items():
        for full in torch._C._dispatch_get_all_op_names():
            name = full.removeprefix("aten::")
            if full.startswith("aten::") and has(full, host) and name not in _OF_HOST_ALONE:
                made = _redispatched(name, host) if name in _OF_EVERY_DEVICE else None
                yield name, device, made or of_each_device(full)


def _redispatched(name, key):
    """Returns a kernel that calls the host's with the tensors as they are."""
    found = overload_of(name)
    keys = _set_of(getattr(torch._C.DispatchKey, key))

    def run(*arguments, **options):
        # A new sparse tensor is of the current device, whatever its parts are of.
        with driver.on_device(_device_of(arguments, options)):
            return found.redispatch(keys, *arguments, **options)

    return run


def _device_of(arguments, options):
    of_tensors = [x.device for x in tensors_of(arguments, options) if x.is_cuda]
    return driver.device_index(options.get("device") or next(iter(of_tensors), None))
