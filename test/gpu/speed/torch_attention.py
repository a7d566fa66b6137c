# ===- torch_attention.py - Attention by the libraries that PyTorch has ----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Attention by cuDNN, through PyTorch, on the same arrays."""

import math

import torch
from rows import HEADS, Attention, Missing
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention


class Array:
    """Memory of the driver's as an array that PyTorch takes without a copy."""

    def __init__(self, pointer, shape):
        self.__cuda_array_interface__ = {
            "data": (pointer.value, False), "shape": shape, "typestr": "<f2", "version": 3,
        }  # fmt: skip


class Compiler:
    """Its results are not judged: its powers are those of e, which are rounded, and they
    stay in memory of its own."""

    name = "cuDNN"
    is_judged = False

    def prepare(self, row, arguments):
        if not isinstance(row, Attention):
            raise Missing("it has only attention")
        shape = (1, HEADS, arguments.size, row.tile[2])
        q, k, v = (
            torch.as_tensor(Array(pointer, shape), device="cuda") for pointer in arguments.inputs
        )

        def launch(stream):
            with torch.cuda.stream(torch.cuda.ExternalStream(stream.value)):
                with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
                    scaled_dot_product_attention(q, k, v, is_causal=row.is_causal, scale=math.log(2))

        return launch
