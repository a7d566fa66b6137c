# ===- distributed.py - Collectives of torch on tensors of the device -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The collectives of torch.distributed. Torch calls gloo for tensors of the device, too, and
gloo of a torch for the host ends the process at them. So it gets the host's views, in the
same memory; torch.nn.parallel.DistributedDataParallel is made of that."""

import sys

import torch

from . import memory, streams
from .values import is_tensor, map_each

#: The operators of torch's C++ under torch.distributed that take tensors.
_OPERATORS = (
    "_allgather_base_",
    "_reduce_scatter_base_",
    "allgather_",
    "allgather_coalesced_",
    "allgather_into_tensor_coalesced_",
    "allreduce_",
    "allreduce_coalesced_",
    "alltoall_",
    "alltoall_base_",
    "broadcast_",
    "gather_",
    "recv_",
    "recv_any_source_",
    "reduce_",
    "reduce_scatter_",
    "reduce_scatter_tensor_coalesced_",
    "scatter_",
    "send",
)

#: Kernels are registered as long as this exists.
_libraries = []


def _on_host(name):
    """The kernel of the device for a collective. It may go on after the call has returned:
    the work that torch returns holds the views, and these the memory."""

    def run(*arguments, **options):
        views = []

        def view(value):
            if not is_tensor(value) or not value.is_cuda:
                return value
            streams.wait_for_current(value.device.index)
            # The schemas do not say which tensors are written.
            memory.mark_written(value)
            views.append((value, memory.to_host(value)))
            return views[-1][1]

        def back(value):
            return next((given for given, host in views if host is value), value)

        with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
            collective = getattr(torch.ops.c10d, name)
            options = {key: map_each(view, value) for key, value in options.items()}
            values = collective(*map_each(view, arguments), **options)
            return map_each(back, values)

    return run


def _log_without_times(core):
    """DistributedDataParallel logs how long its parts take, of which torch's C++ measures those
    on a device by events of a torch for CUDA: without one it fails, for a model of the host
    it does not."""
    log = core.Logger.set_runtime_stats_and_log

    def set_runtime_stats_and_log(self):
        try:
            log(self)
        except RuntimeError as error:
            if "timer_" not in str(error):
                raise

    core.Logger.set_runtime_stats_and_log = set_runtime_stats_and_log


def _play_nccl(core):
    """Lets gloo take the place of NCCL, which needs GPUs: programs name it for the device, or
    torch does by itself."""
    backend = core.Backend
    look_up = backend.__new__
    told = []

    def look_up_other(cls, name):
        found = look_up(cls, name)
        if backend.NCCL not in found.split(":") and f":{backend.NCCL}" not in found:
            return found
        if not told:
            told.append(True)
            print(
                "tessera: note: torch.distributed uses gloo where the program names NCCL,"
                " which needs GPUs",
                file=sys.stderr,
            )
        return found.replace(backend.NCCL, backend.GLOO)

    backend.__new__ = look_up_other
    backend.default_device_backend_map["cuda"] = backend.GLOO


def start(torch):
    if torch.distributed.is_available():
        _log_without_times(torch._C._distributed_c10d)
        if torch.distributed.is_gloo_available():
            _play_nccl(torch.distributed.distributed_c10d)
    library = torch.library.Library("c10d", "IMPL")
    _libraries.append(library)
    for name in _OPERATORS:
        # A torch may be built without them, and another release lack one.
        known = torch._C._dispatch_has_kernel(f"c10d::{name}")
        if known and torch._C._dispatch_has_kernel_for_dispatch_key(f"c10d::{name}", "CUDA"):
            library.m.impl(name, "CUDA", _on_host(name), False)
