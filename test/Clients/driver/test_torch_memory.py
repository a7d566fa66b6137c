# ===- test_torch_memory.py - Memory that torch shares with others -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Memory of the host that the device may use, and tensors in memory of other libraries."""

import types

import torch


def test_tensors_in_memory_of_others():
    """torch.as_tensor takes what numba, cupy and others make."""
    x = torch.arange(6.0, device="cuda").reshape(2, 3)
    other = types.SimpleNamespace(__cuda_array_interface__=x[1].__cuda_array_interface__)
    y = torch.as_tensor(other, device="cuda")
    assert y.device == x.device and y.data_ptr() == x[1].data_ptr()
    y += 1
    assert x.tolist() == [[0, 1, 2], [4, 5, 6]]
