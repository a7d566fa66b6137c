# ===- test_torch_one_device.py - Tensors that a program forgot to move ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators with a tensor of the device and one of the host: errors of torch on a GPU, except
where torch itself moves one."""

import pathlib

import pytest
import torch
import torch.nn.functional as F
from tessera_torch import one_device

MIXED = {
    "labels": lambda x, c, i: F.cross_entropy(x, i.cpu()),
    "weights": lambda x, c, i: F.cross_entropy(x, i, weight=c[0]),
    "tokens": lambda x, c, i: F.embedding(i.cpu(), x),
    "table": lambda x, c, i: F.embedding(i, c),
    "targets": lambda x, c, i: F.mse_loss(x, c),
    "probabilities": lambda x, c, i: F.binary_cross_entropy(x, c),
    "norm": lambda x, c, i: F.layer_norm(x, (3,), c[0]),
    "statistics": lambda x, c, i: F.batch_norm(x, c[0], c[0]),
    "activation": lambda x, c, i: F.prelu(x, c[0]),
    "vector": lambda x, c, i: x @ c[0],
    "stack": lambda x, c, i: torch.stack([x, c]),
    "select": lambda x, c, i: torch.index_select(c, 0, i),
    "gather": lambda x, c, i: x.gather(0, i.cpu()[None]),
    "add": lambda x, c, i: x.index_add(0, i.cpu(), x),
    "search": lambda x, c, i: torch.searchsorted(c[0], x),
    "distances": lambda x, c, i: torch.cdist(x, c),
    "repeats": lambda x, c, i: x.repeat_interleave(i.cpu(), dim=0),
    "solve": lambda x, c, i: torch.linalg.solve(x, c),
    "put": lambda x, c, i: x.index_put_((i,), c),
    "put_into": lambda x, c, i: c.index_put_((i.cpu(),), x),
}


@pytest.fixture
def tensors():
    """Two matrices, of which the second is on the host, and labels."""
    x = torch.eye(3, device="cuda")
    return x, x.cpu(), torch.tensor([0, 1, 2], device="cuda")


@pytest.mark.parametrize("name", MIXED)
def test_mixed_tensors(name, tensors):
    with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
        MIXED[name](*tensors)


def test_tensors_that_torch_moves(tensors):
    x, c, i = tensors
    assert torch.equal(x[i.cpu()], x) and x[c > 0].is_cuda
    x[i.cpu()] = torch.tensor(2.0)
    x[0] = c[1]
    assert x.tolist() == [[0, 1, 0], [2, 2, 2], [2, 2, 2]]
    assert (x * torch.tensor(2.0)).is_cuda and torch.where(x > 1, torch.tensor(0.0), x).is_cuda
    ones = torch.ones(1, 3, 2, device="cuda").log_softmax(2).transpose(0, 1)
    lengths = torch.tensor([3]), torch.tensor([1])
    assert F.ctc_loss(ones, torch.tensor([[1]]), *lengths).is_cuda


def test_torch_without_its_table_of_operators(tensors, monkeypatch):
    """It is read for the first operator that it decides about, and need not be there."""
    x, c, i = tensors
    monkeypatch.setattr(pathlib.Path, "read_text", pathlib.Path("not/there").open)
    one_device._checked_by_torch.cache_clear()
    try:
        assert (x + torch.tensor(2.0)).is_cuda
        with pytest.raises(RuntimeError, match="same device"):
            x + c
        assert not one_device._checked_by_torch.cache_info().currsize
        assert F.cross_entropy(x, i.cpu()).is_cuda
    finally:
        one_device._checked_by_torch.cache_clear()


def test_index_of_the_device_for_the_host(tensors):
    _, c, i = tensors
    for index in (lambda: c[i], lambda: c.index_put_((i,), c)):
        with pytest.raises(RuntimeError, match="indices should be either on cpu or on the same"):
            index()


def test_results_on_the_other_side(tensors):
    x, c, _ = tensors
    expected = "Expected out tensor to have device {}, but got {} instead".format
    with pytest.raises(RuntimeError, match=expected("cuda:0", "cpu")):
        torch.sum(x, 0, out=torch.empty(3))
    with pytest.raises(RuntimeError, match=expected("cpu", "cuda:0")):
        torch.sum(c, 0, out=torch.empty(3, device="cuda"))
    with pytest.raises(RuntimeError, match="same device|out tensor"):
        torch.add(x, x, out=torch.empty(3, 3))
    number = torch.tensor(2.0)
    assert torch.add(number, number, out=torch.empty((), device="cuda")).item() == 4


def test_generators_of_the_host():
    other, own = torch.Generator(), torch.Generator("cuda")
    for draw in (
        lambda g: torch.randn(3, device="cuda", generator=g),
        lambda g: torch.ones(3, device="cuda").multinomial(1, generator=g),
        lambda g: torch.randperm(4, device="cuda", generator=g),
    ):
        with pytest.raises(RuntimeError, match="Expected a 'cuda' device type for generator"):
            draw(other)
        assert draw(own).is_cuda and draw(own.clone_state()).is_cuda
        assert draw(torch.cuda.default_generators[0]).is_cuda
