# ===- test_torch_memory.py - Memory that torch shares with others -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Memory of the host that the device may use, and tensors in memory of other libraries."""

import gc
import types

import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def add_one(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(out + at, tl.load(x + at) + 1)


def test_views_of_pinned_memory():
    """They are in it, as the storage is, and a copy is not."""
    x = torch.arange(6.0).pin_memory()
    for y in (x[2:], x.view(2, 3).t(), x[:0], x.detach(), x.untyped_storage()):
        assert y.is_pinned()
    assert x[2:].pin_memory().data_ptr() == x[2:].data_ptr()
    for y in (x.clone(), x + 1, x.cuda(), x.to_sparse(), x.clone().untyped_storage()):
        assert not y.is_pinned()
    pinned = torch.ones(3).untyped_storage().pin_memory()
    assert pinned.is_pinned() and torch.empty(0).set_(pinned).tolist() == [1, 1, 1]


MAKERS = {
    "arange": lambda **o: torch.arange(4, **o),
    "empty": lambda **o: torch.empty(3, **o),
    "empty_like": lambda **o: torch.empty_like(torch.ones(3), **o),
    "empty_strided": lambda **o: torch.empty_strided((2, 3), (1, 2), **o),
    "full": lambda **o: torch.full((2,), 3.0, **o),
    "new_empty": lambda **o: torch.ones(1).new_empty(3, **o),
    "rand_like": lambda **o: torch.rand_like(torch.ones(3), **o),
    "randn": lambda **o: torch.randn(3, **o),
    "tensor": lambda **o: torch.tensor([1, 2], **o),
    "zeros": lambda **o: torch.zeros(2, 2, **o),
}


@pytest.mark.parametrize("name", MAKERS)
def test_factories_of_pinned_memory(name):
    x = MAKERS[name](pin_memory=True)
    assert x.is_cpu and x.is_pinned() and not MAKERS[name]().is_pinned()
    y = x.to("cuda", non_blocking=True)
    assert torch.equal(y.cpu(), x)


def test_pinned_memory_that_kernels_use():
    """On one without elements nothing is allocated."""
    x, y = torch.ones(32, pin_memory=True), torch.empty(32, pin_memory=True)
    assert not torch.empty(0, pin_memory=True).is_pinned()
    add_one[(1,)](x, y, N=32, num_warps=1)
    torch.cuda.synchronize()
    assert y.tolist() == [2] * 32


def test_pinned_memory_in_a_capture():
    x, graph = torch.zeros(4, device="cuda"), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = torch.empty(4, pin_memory=True)
        y.copy_(x, non_blocking=True)
    x.fill_(3)
    graph.replay()
    torch.cuda.synchronize()
    assert y.is_pinned() and y.tolist() == [3] * 4


@pytest.mark.parametrize("workers", [0, 2])
def test_loaders_of_pinned_batches(workers):
    data = torch.utils.data.TensorDataset(torch.arange(6.0))
    loader = torch.utils.data.DataLoader(
        data, batch_size=3, pin_memory=True, num_workers=workers
    )
    batches = [batch for (batch,) in loader]
    assert all(batch.is_pinned() for batch in batches)
    assert [batch.cuda().sum().item() for batch in batches] == [3, 12]


def test_figures_of_pinned_memory():
    gc.collect()
    torch.cuda.reset_peak_host_memory_stats()
    torch.cuda.reset_accumulated_host_memory_stats()
    before = torch.cuda.host_memory_stats()["allocated_bytes.current"]
    x = torch.zeros(1000, pin_memory=True)
    told = torch.cuda.host_memory_stats()
    assert told["allocated_bytes.current"] == told["allocated_bytes.peak"] == before + 4000
    del x
    told = torch.cuda.host_memory_stats()
    assert told["active_bytes.current"] == before and told["active_bytes.peak"] == before + 4000
    assert told["num_host_alloc"] == told["num_host_free"] == told["allocations.freed"] == 1


@pytest.mark.parametrize("make", [torch.empty, torch.zeros, torch.rand])
def test_memory_of_the_device_cannot_be_pinned(make):
    with pytest.raises(RuntimeError, match="Only dense CPU tensors can be pinned"):
        make(3, device="cuda", pin_memory=True)


def tensor_of(interface):
    """A tensor of torch in memory that another library tells it of."""
    other = types.SimpleNamespace(__cuda_array_interface__=interface)
    return torch.as_tensor(other, device="cuda")


def test_tensors_in_memory_of_others():
    """torch.as_tensor takes what numba, cupy and others make."""
    x = torch.arange(6.0, device="cuda").reshape(2, 3)
    y = tensor_of(x[1].__cuda_array_interface__)
    assert y.device == x.device and y.data_ptr() == x[1].data_ptr()
    y += 1
    assert x.tolist() == [[0, 1, 2], [4, 5, 6]]


def test_memory_of_others_that_torch_writes_first():
    """A kernel may read it then: the driver has been told that it is written."""
    address = torch.cuda.caching_allocator_alloc(128)
    told = {"data": (address, False), "shape": (32,), "typestr": "<f4", "version": 3}
    x = tensor_of(told)
    y = torch.empty_like(x)
    x.fill_(2)
    add_one[(1,)](x, y, N=32, num_warps=1)
    assert y.tolist() == [3] * 32
    torch.cuda.caching_allocator_delete(address)


def test_storages_that_are_resized():
    """All tensors in one see its new memory: layers that are sharded give theirs back so."""
    x = torch.arange(6.0, device="cuda")
    tail = x[4:]
    gc.collect()
    before = torch.cuda.memory_allocated()
    x.untyped_storage().resize_(0)
    assert x.untyped_storage().nbytes() == 0 and torch.cuda.memory_allocated() == before - 512
    x.untyped_storage().resize_(48)
    x.copy_(torch.arange(1.0, 7, device="cuda"))
    assert tail.tolist() == [5, 6] and x.untyped_storage().nbytes() == 48
    x.untyped_storage().resize_(24)
    assert x.tolist() == [1, 2, 3, 4, 5, 6]


def test_a_tensor_that_is_too_large():
    with pytest.raises(torch.OutOfMemoryError, match="CUDA out of memory. Tried to allocate"):
        torch.empty(1 << 50, device="cuda")


def test_memory_of_the_accelerator():
    assert torch.accelerator.memory_allocated() == torch.cuda.memory_allocated()
    torch.accelerator.reset_peak_memory_stats()
    assert torch.accelerator.max_memory_allocated() == torch.cuda.max_memory_allocated()
    assert torch.accelerator.get_memory_info() == torch.cuda.mem_get_info()
    torch.accelerator.empty_cache()
