# ===- pools.py - Pools of memory of torch.cuda ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.cuda's pools. Memory is given back when its tensor dies, so that none is kept for a
pool, and all that is left of one is who it is and how many use it."""

import collections
import itertools

import torch

_numbers = itertools.count(1)

#: The number of users of each pool, by its identity.
_users = collections.Counter()


def handle():
    """Returns the identity of a pool that only graphs use."""
    return 0, next(_numbers)


class MemPool:
    """A pool that a program has made."""

    def __init__(self, allocator=None, use_on_oom=False, no_split=False):
        if allocator is not None:
            raise NotImplementedError(
                "`tessera run` has no allocators of programs: torch's own gives memory, also"
                " with a pool (torch.cuda.MemPool())"
            )
        self.allocator, self.id = None, (next(_numbers), 0)
        _users[self.id] = 1

    def use_count(self):
        return _users[self.id]

    def snapshot(self, include_traces=True):
        return torch.cuda.memory_snapshot(self.id)

    def __del__(self):
        _users.pop(getattr(self, "id", None), None)


def _begin(device, identity):
    _users[identity] += 1


def _end(device, identity):
    pass


def _release(device, identity):
    if identity in _users:
        _users[identity] -= 1


_CORE = {
    "beginAllocateToPool": _begin,
    "beginAllocateCurrentThreadToPool": _begin,
    "beginAllocateCurrentStreamToPool": _begin,
    "endAllocateToPool": _end,
    "releasePool": _release,
}


def start(torch):
    cuda = torch.cuda
    torch._C._MemPool = cuda.MemPool = cuda.memory.MemPool = MemPool
    for name, function in _CORE.items():
        # torch.cuda.memory has names of its own for some.
        for module in (torch._C, cuda.memory):
            setattr(module, f"_cuda_{name}", function)
    cuda.graph_pool_handle = cuda.graphs.graph_pool_handle = lambda: handle()
    torch._C._graph_pool_handle = lambda: handle()
