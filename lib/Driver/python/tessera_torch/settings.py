# ===- settings.py - What programs set of CUDA's libraries, and read ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The functions of torch._C for CUDA's libraries, which a torch for the host lacks. Settings
of libraries that nothing here uses keep what a program sets. Any other name of CUDA's is an
attribute that is not there, as without CUDA, so that programs may ask for it; who uses it is
told what to do without it."""

import re

import torch

from . import driver, streams
from .device import replace
from .driver import attribute, device_index

#: The first values of settings, by their two functions in torch._C: one reads, one sets.
_SETTINGS = {
    "tunableop_is_enabled tunableop_enable": False,
    "tunableop_tuning_is_enabled tunableop_tuning_enable": True,
    "record_untuned_is_enabled record_untuned_enable": False,
    "tunableop_get_max_tuning_duration tunableop_set_max_tuning_duration": 30,
    "tunableop_get_max_tuning_iterations tunableop_set_max_tuning_iterations": 100,
    "tunableop_get_filename tunableop_set_filename": "tunableop_results.csv",
    "getMemoryMetadata setMemoryMetadata": "",
    "get_sync_debug_mode set_sync_debug_mode": 0,
    "get_cudnn_benchmark_limit set_cudnn_benchmark_limit": 10,
    # Bytes, the first as the cache of level 2.
    "tunableop_get_rotating_buffer_size tunableop_set_rotating_buffer_size": (
        lambda: attribute(38)
    ),
    "getCublasWorkspaceSize setCublasWorkspaceSize": lambda: _workspace(),
    "getCublasLtWorkspaceSize setCublasLtWorkspaceSize": lambda: _workspace(),
}

#: The same of names without `_cuda_`, whose functions a torch for the host has for the host.
_PREFERENCES = (
    "_get_blas_preferred_backend _set_blas_preferred_backend",
    "_get_linalg_preferred_backend _set_linalg_preferred_backend",
)

#: Functions that tell whether a kernel of CUDA's computes an attention, which none does here.
_KERNELS_OF_ATTENTION = (
    "_can_use_flash_attention",
    "_can_use_mem_efficient_attention",
    "_can_use_cudnn_attention",
)

#: The words on a lack, and on what there is instead, by the begin of names in torch._C.
_WAYS_OUT = {
    "_nccl_": "no NCCL: torch.distributed takes tensors of the device with the back end gloo",
    "_cuda_jiterator": (
        "no jiterator, whose C++ needs a torch for CUDA: write the function with operators of"
        " torch, or as a kernel of cuTile or Triton"
    ),
    "_cuda_customAllocator": (
        "no allocators of programs: torch's own gives memory, also with a pool"
        " (torch.cuda.MemPool())"
    ),
    "_cudnn": "no cuDNN: torch computes by its kernels for the host",
    "_cuda_": "no such function, which only a torch for CUDA has",
}


def _workspace():
    """Torch's sizes for cuBLAS."""
    return 32 << 20 if driver.capability() >= (9, 0) else (8 << 20) + (128 << 10)


def _kept(initial):
    """Returns a function that reads a setting and one that sets it."""
    value = []

    def read():
        return value[0] if value else initial() if callable(initial) else initial

    def set_(new, *_):
        value[:] = [new]

    return read, set_


def _functions_of_settings():
    functions = {}
    for names, initial in _SETTINGS.items():
        functions |= zip(names.split(), _kept(initial))
    set_file = functions["tunableop_set_filename"]

    def set_filename(name, with_device=False):
        base, dot, end = name.rpartition(".")
        number = str(driver.current_device()) if with_device else ""
        set_file(f"{base}{number}{dot}{end}" if dot else name + number)

    return functions | {"tunableop_set_filename": set_filename}


def _stream(handle, device):
    """The words by which torch._C names a stream: its number, and its device's with the type."""
    return handle, device_index(device), 1


def _set_stream(stream_id, device_index, device_type):
    streams.set_stream(streams.Stream(device_index, cuda_stream=stream_id))


#: Functions of torch._C by their names without `_cuda_`.
_CORE = {
    "clearCublasWorkspaces": lambda: None,
    "cudaCachingAllocator_enable": lambda enabled: None,
    "getArchFlags": lambda: "sm_%d%d" % driver.capability(),
    "getCompiledVersion": lambda: 13000,
    "getCurrentSolverHandle": lambda: 0,
    "getCurrentStream": lambda device: _stream(
        streams.current_stream(device).cuda_stream, device
    ),
    "getDefaultStream": lambda device: _stream(0, device),
    "getStreamFromExternal": _stream,
    "hasPrimaryContext": driver.has_primary_context,
    "isHistoryEnabled": lambda: False,
    "setStream": _set_stream,
    # Nothing is tuned.
    "tunableop_get_results": tuple,
    "tunableop_get_validators": lambda: (("PT_VERSION", torch.__version__.partition("+")[0]),),
    "tunableop_read_file": lambda name=None: False,
    "tunableop_set_numerical_check_tolerances": lambda enable, atol=1e-5, rtol=1e-5: None,
}


def _absent(name):
    """torch._C's `__getattr__`, which Python calls for a name that is not there."""
    way = next((way for begin, way in _WAYS_OUT.items() if name.startswith(begin)), None)
    reason = f": `tessera run` has {way}" if way else ""
    raise AttributeError(f"module 'torch._C' has no attribute '{name}'{reason}")


def _types():
    """The types that tensors of the device may have."""
    found = {value for value in vars(torch).values() if isinstance(value, torch.dtype)}
    return {x for x in found if not re.search("q[ui]|bits", str(x))}


def start(torch):
    replace(torch._C, _functions_of_settings() | _CORE, "_cuda_")
    for names in _PREFERENCES:
        read, _ = names.split()
        replace(torch._C, dict(zip(names.split(), _kept(getattr(torch._C, read)))))
    replace(torch._C, dict.fromkeys(_KERNELS_OF_ATTENTION, lambda *_, **__: False))
    torch._C._accelerator_getDeviceCapability = lambda device: {"supported_dtypes": _types()}
    torch._C.__getattr__ = _absent
