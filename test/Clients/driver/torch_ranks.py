# ===- torch_ranks.py - Two processes with collectives of torch -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs for each of two processes, which test_torch_distributed.py starts."""

import torch
import torch.distributed as dist
from torch.distributed import _functional_collectives as functional


def each(rank):
    return torch.full((2,), float(rank + 1), device="cuda")


def collect(rank):
    x = each(rank)
    work = dist.all_reduce(x, async_op=True)
    work.wait()
    assert x.is_cuda and x.tolist() == [3, 3]
    x = each(rank)
    dist.broadcast(x, 1)
    assert x.tolist() == [2, 2]
    parts = [torch.empty(2, device="cuda") for _ in range(2)]
    dist.all_gather(parts, each(rank))
    assert torch.stack(parts).tolist() == [[1, 1], [2, 2]]
    whole = torch.empty(4, device="cuda")
    dist.all_gather_into_tensor(whole, each(rank))
    assert whole.tolist() == [1, 1, 2, 2]
    dist.scatter(x, [each(0), each(1)] if rank == 0 else None)
    assert x.tolist() == each(rank).tolist()
    dist.all_to_all_single(whole, torch.cat([each(rank), each(rank + 2)]))
    assert whole.tolist() == [1 + 2 * rank] * 2 + [2 + 2 * rank] * 2
    y = functional.all_reduce(each(rank), "sum", [0, 1])
    assert y.is_cuda and y.tolist() == [3, 3]
    dist.barrier()


def send(rank):
    x = each(rank)
    dist.send(x, 1) if rank == 0 else dist.recv(x, 0)
    assert x.tolist() == [1, 1]


def train(rank):
    """Gradients are the means of both processes."""
    layer = torch.nn.Linear(2, 1).cuda()
    model = torch.nn.parallel.DistributedDataParallel(layer, device_ids=[0])
    for _ in range(3):
        layer.zero_grad()
        model(each(rank)[None]).sum().backward()
        assert layer.weight.grad.tolist() == [[1.5, 1.5]] and layer.weight.grad.is_cuda


def shard(rank):
    """Layers whose parameters are gathered for each use, and given back."""
    layer = torch.nn.Linear(2, 2, bias=False).cuda()
    torch.nn.init.ones_(layer.weight)
    torch.distributed.fsdp.fully_shard(layer)
    layer(each(rank)[None]).sum().backward()
    assert layer.weight.grad.full_tensor().tolist() == [[1.5, 1.5]] * 2


def name_nccl(rank):
    """Programs for GPUs name it for their device, and hand it device numbers."""
    assert dist.get_backend() == "gloo"
    group = dist.new_group([0, 1], backend="cpu:gloo,cuda:nccl")
    x = each(rank)
    dist.all_reduce(x, group=group)
    assert x.tolist() == [3, 3]
    dist.barrier(device_ids=[0])


def run(rank, file, backend):
    dist.init_process_group(backend, init_method=f"file://{file}", rank=rank, world_size=2)
    collect(rank)
    send(rank)
    train(rank)
    shard(rank)
    if backend == "nccl":
        name_nccl(rank)
    dist.destroy_process_group()
