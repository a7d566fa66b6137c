# ===- kernels.py - The operators of torch for the device -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Gives the operators of the dispatch key CUDA their kernels: that of the host's operator
(operators.py), or one of the functions here, where the host has none, or another one."""

import os
import warnings

import torch

from . import memory, nested, of_cuda, sparse, streams, type_rules
from .driver import device_index
from .operators import Kernel, fallback

#: Operators that torch has for every device, beside those that change a tensor's shape: the
#: last two make a view whose elements count as conjugate, or negated.
_OF_EVERY_DEVICE = {
    *("aten::detach", "aten::alias", "aten::view.dtype"),
    *("aten::_conj", "aten::_neg_view"),
}

#: Keys whose kernels the host uses.
_KEYS = ("CPU", "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional")

#: Kernels are registered as long as these exist.
_libraries = []


def _contiguous(size):
    stride, step = [], 1
    for extent in reversed(size):
        stride.insert(0, step)
        step *= max(extent, 1)
    return tuple(stride)


def _stride_for(size, memory_format):
    if memory_format in (torch.channels_last, torch.channels_last_3d):
        return torch.empty(size, memory_format=memory_format, device="meta").stride()
    return _contiguous(size)


def _refuse_to_pin(pin_memory):
    if pin_memory:
        raise RuntimeError("Only dense CPU tensors can be pinned")


def _empty(
    size, *, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None
):
    _refuse_to_pin(pin_memory)
    dtype = dtype or torch.get_default_dtype()
    stride = _stride_for(size, memory_format)
    with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
        return memory.empty(device_index(device), tuple(size), stride, dtype)


def _empty_strided(size, stride, *, dtype=None, layout=None, device=None, pin_memory=None):
    _refuse_to_pin(pin_memory)
    dtype = dtype or torch.get_default_dtype()
    with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
        return memory.empty(device_index(device), tuple(size), tuple(stride), dtype)


def _zeros(size, **options):
    """The gradient of what another does not depend on, which torch's own has no memory for."""
    return _empty(size, **options).zero_()


def _resize_(tensor, size, *, memory_format=None):
    size = tuple(size)
    stride = _stride_for(size, memory_format)
    extent = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride))
    needed = (tensor.storage_offset() + extent) * tensor.element_size()
    if extent and needed > tensor.untyped_storage().nbytes():
        grown = _empty_strided(size, stride, dtype=tensor.dtype, device=tensor.device)
        kept = min(tensor.numel(), grown.numel())
        if kept:
            grown.as_strided((kept,), (1,)).copy_(tensor.reshape(-1)[:kept])
        tensor.data = grown
        return tensor
    return tensor.as_strided_(size, stride)


def _set_storage(tensor, storage, offset, size, stride=()):
    stride = tuple(stride) or _contiguous(tuple(size))
    with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
        tensor.data = memory.on_storage(storage, tensor.dtype, tuple(size), stride, offset)
    return tensor


def _set_to_storage(tensor, storage):
    return _set_storage(tensor, storage, 0, (storage.nbytes() // tensor.element_size(),))


def _set_to_tensor(tensor, source):
    tensor.data = source.detach()
    return tensor


def _choose_attention(*_, **__):
    """The choice of one that is made of other operators."""
    return 0


#: The formats whose sums are of f32 on a GPU, and of their own in some of the host's kernels.
_NARROW = (torch.float16, torch.bfloat16)

_host_norm = Kernel("native_layer_norm")
_host_norm_backward = Kernel("native_layer_norm_backward")


def _widened(*values):
    return (None if x is None else x.float() for x in values)


def _layer_norm(values, shape, weight, bias, epsilon):
    if values.dtype not in _NARROW:
        return _host_norm(values, shape, weight, bias, epsilon)
    norm, *statistics = _host_norm(values.float(), shape, *_widened(weight, bias), epsilon)
    return norm.to(values.dtype), *statistics


def _layer_norm_backward(gradient, values, shape, mean, rstd, weight, bias, mask):
    given = (values, weight, bias)
    formats = [None if x is None else x.dtype for x in given]
    if not set(_NARROW) & set(formats):
        return _host_norm_backward(gradient, values, shape, mean, rstd, weight, bias, mask)
    gradient, values, mean, rstd, *others = _widened(gradient, values, mean, rstd, weight, bias)
    results = _host_norm_backward(gradient, values, shape, mean, rstd, *others, mask)
    return tuple(
        None if result is None or format_ is None else result.to(format_)
        for result, format_ in zip(results, formats)
    )


def _softmax(name):
    """A softmax of f16 that gives f32, which the host has for no type."""
    kernel = Kernel(name)

    def softmax(values, dim, half_to_float):
        return kernel(values.float() if half_to_float else values, dim, False)

    return softmax


def _softmax_backward(name):
    kernel = Kernel(name)

    def softmax_backward(gradient, output, dim, input_dtype):
        return kernel(gradient, output, dim, gradient.dtype).to(input_dtype)

    return softmax_backward


def _pack_padded_sequence(values, lengths, batch_first):
    """The sizes of batches stay on the host."""
    with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
        device = values.device.index
        streams.wait_for_current(device)
        view = memory.to_host(values)
        packed, sizes = torch.ops.aten._pack_padded_sequence(view, lengths, batch_first)
        return memory.from_host(packed.clone(), device), sizes


_OWN = {
    "empty.memory_format": _empty,
    "empty_strided": _empty_strided,
    "_efficientzerotensor": _zeros,
    "resize_": _resize_,
    "set_.source_Storage": _set_to_storage,
    "set_.source_Storage_storage_offset": _set_storage,
    "set_.source_Tensor": _set_to_tensor,
    "_fused_sdp_choice": _choose_attention,
    "_pack_padded_sequence": _pack_padded_sequence,
    # Memory is given back to the driver, which waits for launches that use it.
    "record_stream": lambda tensor, stream: None,
    "native_layer_norm": _layer_norm,
    "native_layer_norm_backward": _layer_norm_backward,
    "_softmax": _softmax("_softmax"),
    "_log_softmax": _softmax("_log_softmax"),
    "_softmax_backward_data": _softmax_backward("_softmax_backward_data"),
    "_log_softmax_backward_data": _softmax_backward("_log_softmax_backward_data"),
}
for _library in ("cudnn", "miopen"):
    for _overload in ("", ".Tensor"):
        _OWN[f"_use_{_library}_ctc_loss{_overload}"] = lambda *_, **__: False


def _has_kernel(name):
    """Returns True if an operator gets the kernel of the device that calls the host's."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    if name.removeprefix("aten::") in type_rules.OF_HOST:
        return False
    if name in _OF_EVERY_DEVICE:
        return False
    if has(name, "CompositeImplicitAutograd") and not (has(name, "CUDA") and has(name, "CPU")):
        return False
    if not any(has(name, key) for key in _KEYS):
        return False
    base, _, overload = name.partition(".")
    if torch.Tag.inplace_view in torch._C._get_operation_overload(base, overload)[2]:
        return False
    schema = torch._C._get_schema(base, overload)
    # Operators that make tensors out of nothing are made of `empty` and others, if they can be.
    makes = any(argument.name == "device" for argument in schema.arguments)
    return has(name, "CPU") or not makes


def _serve_compiled_code(torch):
    """Replaces the functions of C++ that compiled code calls: one allocates, and one
    launches Triton's kernels, which Triton does as well."""
    core = torch._C._dynamo.guards
    core._empty_strided_cuda = lambda size, stride, dtype: _empty_strided(
        size, stride, dtype=dtype
    )
    os.environ.setdefault("TORCHINDUCTOR_USE_STATIC_CUDA_LAUNCHER", "0")


def _kernels():
    """Yields the name, the key and the kernel of each operator that gets one."""
    names = [n for n in torch._C._dispatch_get_all_op_names() if n.startswith("aten::")]
    ours = {name.removeprefix("aten::"): Kernel(name) for name in names if _has_kernel(name)}
    ours |= _OWN
    for name, kernel in ours.items():
        yield name, "CUDA", kernel
    yield from of_cuda.kernels([n for n in names if n.removeprefix("aten::") not in ours])
    for name in filter(nested.has_kernel, names):
        yield name.removeprefix("aten::"), "NestedTensorCUDA", Kernel(name)
    yield from sparse.kernels(Kernel)


def start(torch):
    _serve_compiled_code(torch)
    library = torch.library.Library("aten", "IMPL")
    everywhere = torch.library.Library("_", "IMPL", "CUDA")
    _libraries.extend([library, everywhere])
    # Torch is asked for its own kernels before there are any of ours.
    kernels = list(_kernels())
    with warnings.catch_warnings():
        # One of torch for CUDA has kernels of its own.
        warnings.simplefilter("ignore")
        for name, key, kernel in kernels:
            library.m.impl(name, key, kernel, False)
        everywhere.fallback(fallback, "CUDA")
