# ===- tensor_types.py - torch.cuda.FloatTensor and its kin ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The types of tensors by which programs named the device before there was `device=`. In a
torch for the host they refuse to do anything."""

import torch

_NAMES = {
    "ByteTensor": torch.uint8,
    "CharTensor": torch.int8,
    "ShortTensor": torch.int16,
    "IntTensor": torch.int32,
    "LongTensor": torch.int64,
    "HalfTensor": torch.float16,
    "BFloat16Tensor": torch.bfloat16,
    "FloatTensor": torch.float32,
    "DoubleTensor": torch.float64,
    "BoolTensor": torch.bool,
}


class _TensorType(type):
    """A type that makes tensors of the device, and whose instances they are."""

    is_cuda, is_sparse, layout = True, False, torch.strided

    def __call__(cls, *arguments, device=None):
        with torch.device("cpu"):
            made = getattr(torch, cls.__name__)(*map(_on_host, arguments))
        return made.to(device or "cuda")

    def __instancecheck__(cls, value):
        return isinstance(value, torch.Tensor) and value.is_cuda and value.dtype == cls.dtype

    def __repr__(cls):
        return f"<class 'torch.cuda.{cls.__name__}'>"


def _on_host(value):
    return value.cpu() if isinstance(value, torch.Tensor) else value


_types = {
    f"torch.cuda.{name}": _TensorType(name, (), {"dtype": dtype, "__module__": "torch.cuda"})
    for name, dtype in _NAMES.items()
}


def _of(kind):
    """The type of the device that a class or a name is, or None."""
    return kind if isinstance(kind, _TensorType) else _types.get(str(kind))


def _set_default_tensor_type(before):
    is_ours = False

    def set_default_tensor_type(kind):
        nonlocal is_ours
        ours = _of(kind)
        # A device that the program has set by itself stays the default.
        if ours is None and is_ours:
            torch.set_default_device(None)
        is_ours = ours is not None
        if ours is None:
            return before(kind)
        torch.set_default_dtype(ours.dtype)
        torch.set_default_device("cuda")

    return set_default_tensor_type


def _type(before):
    def type_(tensor, dtype=None, non_blocking=False, **options):
        if dtype is not None and (ours := _of(dtype)) is not None:
            return tensor.to("cuda", ours.dtype, non_blocking)
        return before(tensor, dtype, non_blocking, **options)

    return type_


def start(torch):
    for name, kind in _types.items():
        setattr(torch.cuda, name.rpartition(".")[2], kind)
    torch.set_default_tensor_type = _set_default_tensor_type(torch.set_default_tensor_type)
    torch.Tensor.type = _type(torch.Tensor.type)
