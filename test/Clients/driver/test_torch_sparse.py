# ===- test_torch_sparse.py - Sparse tensors of device "cuda" -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Sparse tensors of the device are held against those of the host."""

import copy
import io

import pytest
import torch

pytestmark = pytest.mark.filterwarnings("ignore:Sparse")

PLACES = torch.tensor([[0, 1, 1], [2, 0, 2]])
VALUES = torch.tensor([3.0, 4.0, 5.0])
LAYOUTS = [torch.sparse_coo, torch.sparse_csr, torch.sparse_csc]


def on_host(layout=torch.sparse_coo):
    x = torch.sparse_coo_tensor(PLACES, VALUES, (2, 3))
    return x if layout is torch.sparse_coo else x.to_dense().to_sparse(layout=layout)


def dense(x):
    return x if x.layout is torch.strided else x.to_dense()


def same(result, expected):
    assert result.is_cuda and result.layout is expected.layout
    torch.testing.assert_close(dense(result.cpu()), dense(expected))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_ways_to_the_device_and_back(layout):
    x = on_host(layout)
    for y in (x.cuda(), x.to("cuda"), x.to_dense().cuda().to_sparse(layout=layout)):
        same(y, x)
        assert y.to_dense().is_cuda and "device='cuda:0'" in repr(y)
        assert y.cpu().device.type == "cpu"


def test_tensors_of_indices_and_values():
    same(copy.deepcopy(on_host().cuda()), on_host())
    same(torch.sparse_coo_tensor(PLACES, VALUES, (2, 3), device="cuda"), on_host())
    same(torch.sparse_coo_tensor(PLACES.cuda(), VALUES.cuda(), (2, 3)), on_host())
    rows = [0, 1, 3], [2, 0, 2], [3.0, 4.0, 5.0]
    same(torch.sparse_csr_tensor(*rows, device="cuda"), torch.sparse_csr_tensor(*rows))
    none = torch.sparse_coo_tensor(size=(2, 3), device="cuda")
    same(none + on_host().cuda(), on_host())
    with pytest.raises(RuntimeError, match="found index 5"):
        torch.sparse_coo_tensor([[0, 5]], [1.0, 1], (3,), device="cuda", check_invariants=True)


OPERATORS = {
    "add": lambda x, y: x + x,
    "cat": lambda x, y: torch.cat([x, x]),
    "coalesce": lambda x, y: (x + x).coalesce(),
    "mm": lambda x, y: torch.sparse.mm(x, y),
    "mm of two": lambda x, y: torch.sparse.mm(x, x.t()),
    "addmm": lambda x, y: torch.sparse.addmm(torch.ones_like(y[:2]), x, y),
    "out": lambda x, y: torch.mm(x, y, out=torch.empty_like(y[:2])),
    "row": lambda x, y: x[1],
    "softmax": lambda x, y: torch.sparse.softmax(x, 1),
    "sqrt": lambda x, y: x.sqrt(),
    "sum": lambda x, y: torch.sparse.sum(x, 0),
    "times": lambda x, y: x * 2,
    "to_sparse_csr": lambda x, y: x.to_sparse_csr(),
    "transposed": lambda x, y: x.t(),
    "values": lambda x, y: x.coalesce().values(),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name):
    x, y = on_host(), torch.arange(12.0).reshape(3, 4)
    same(OPERATORS[name](x.cuda(), y.cuda()), OPERATORS[name](x, y))


@pytest.mark.parametrize("layout", LAYOUTS[:2])
def test_changes_in_place(layout):
    x, expected = on_host(layout).cuda(), on_host(layout)
    for change in (
        lambda y: y.mul_(2),
        lambda y: y.add_(y),
        lambda y: y.neg_() if layout is torch.sparse_csr else y.sub_(y * 3),
        lambda y: y.add_(torch.eye(3)[:2].to_sparse(layout=layout).to(y.device)),
    ):
        assert change(x) is x
        same(x, change(expected))
    assert x.zero_().to_dense().sum() == 0


def test_values_that_are_changed_in_their_memory():
    x = on_host(torch.sparse_csr).cuda()
    values = x.values()
    x.mul_(2)
    assert values.tolist() == [6, 8, 10]
    values.zero_()
    assert x.to_dense().sum() == 0


def test_gradients():
    def gradients(device):
        x = on_host().to(device).requires_grad_()
        y = torch.arange(12.0, device=device).reshape(3, 4).requires_grad_()
        torch.sparse.mm(x, y).pow(2).sum().backward()
        return x.grad, y.grad

    for result, expected in zip(gradients("cuda"), gradients("cpu")):
        same(result, expected)


def test_gradients_of_embeddings():
    def steps(device):
        torch.manual_seed(1)
        layer = torch.nn.Embedding(10, 3, sparse=True).to(device)
        optimizer = torch.optim.SparseAdam(layer.parameters(), 0.1)
        for _ in range(2):
            optimizer.zero_grad()
            layer(torch.tensor([1, 1, 4], device=device)).pow(2).sum().backward()
            assert layer.weight.grad.is_sparse
            optimizer.step()
        return layer.weight.detach()

    same(steps("cuda"), steps("cpu"))


def test_saved_tensors():
    file = io.BytesIO()
    torch.save(on_host().cuda(), file)
    for place in ("cuda", "cpu"):
        file.seek(0)
        assert torch.load(file, map_location=place).device.type == place


def test_tensors_of_the_host_beside_them():
    for call in (
        lambda: on_host().cuda() @ torch.ones(3, 2),
        lambda: on_host().cuda() + on_host(),
    ):
        with pytest.raises(RuntimeError, match="on the same device"):
            call()


def test_operators_of_the_host_alone():
    """A GPU has no kernel for them either."""
    x = on_host(torch.sparse_csr).cuda()
    with pytest.raises(NotImplementedError, match="_sparse_mm_reduce_impl.*SparseCsrCUDA"):
        torch.sparse.mm(x, torch.ones(3, 2, device="cuda"), "amax")


def test_captures():
    x, y = on_host().cuda(), torch.ones(3, 2, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        product = torch.sparse.mm(x, y)
    y.mul_(3)
    graph.replay()
    same(product, on_host() @ y.cpu())
    with pytest.raises(NotImplementedError, match="captures no operator that makes a sparse"):
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            y.to_sparse()
