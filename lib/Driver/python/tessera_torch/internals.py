# ===- internals.py - What torch's C++ asks of a device -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch's C++ asks two objects about CUDA: the guard, which the engine of autograd uses,
and the hooks. torch makes guards in Python for its key PrivateUse1; such a one takes the
place of CUDA's, and knows one device. The hooks of a torch for the host answer "no" and
throw. The entries of their virtual tables that matter are replaced, at the places that
torch's own headers, which each wheel has, say. The engine's threads end before the
interpreter that they call."""

import atexit
import ctypes
import glob
import os
import re
import time

from . import driver

#: The numbers of DeviceType.
_CUDA, _PRIVATE_USE = 1, 20

#: Functions of the guard that a torch whose header lacks them does not ask for.
_OF_NEW_TORCHES = {"isStreamCapturing", "getStreamNativeHandle", "getDefaultStream"}

#: The virtual table of the allocator for pinned memory (TorchMemory.cpp), and what comes
#: behind it in its header.
_ALLOCATOR = [
    *("~Allocator", "~Allocator", "allocate", "is_simple_data_ptr"),
    *("raw_deleter", "copy_data", "reportMemoryUsage"),
]

#: C++ uses these objects until the process ends.
_kept = []


def _library(torch, name):
    return ctypes.CDLL(os.path.join(torch.__path__[0], "lib", name))


def _virtual_functions(torch, *headers):
    """Returns the names in the order of the virtual table. A destructor has two places."""
    names = []
    for header in headers:
        path = os.path.join(torch.__path__[0], "include", header)
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*|/\*.*?\*/", "", file.read(), flags=re.DOTALL)
        for name in re.findall(r"virtual [^(;{]*?(~?\w+)\(", text):
            names += [name, name] if name.startswith("~") else [name]
    return names


def _replace_functions(address, names, functions):
    """Gives the object of C++ at `address` a virtual table with these functions, each of which
    must be among the names."""
    assert functions.keys() <= set(names), (functions.keys(), names)
    # The first word of an object leads to its table, before which are two words more.
    table = ctypes.c_void_p.from_address(address)
    entries = ctypes.c_void_p * (2 + len(names))
    copy = entries(*entries.from_address(table.value - 16))
    for name, function in functions.items():
        copy[2 + names.index(name)] = ctypes.cast(function, ctypes.c_void_p).value
    table.value = ctypes.addressof(copy) + 16
    _kept.extend([copy, *functions.values()])


def _guard_functions():
    """The functions of the guard, which get a device, and return one, as two bytes: its type
    and its number."""
    device = ctypes.c_uint16
    nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p, device)

    def set_device(this, to):
        driver.exchange_device(to >> 8)

    return {
        "exchangeDevice": ctypes.CFUNCTYPE(device, ctypes.c_void_p, device)(
            lambda this, to: _CUDA | driver.exchange_device(to >> 8) << 8
        ),
        "getDevice": ctypes.CFUNCTYPE(device, ctypes.c_void_p)(
            lambda this: _CUDA | driver.current_device() << 8
        ),
        "setDevice": nothing(set_device),
        "uncheckedSetDevice": nothing(set_device),
        **driver.GUARD,
    }


def _replace_guard(torch):
    class Guard(torch._C._acc.DeviceGuard):
        def type_(self):
            return torch._C._autograd.DeviceType.CUDA

    guard = Guard()
    guards = (ctypes.c_void_p * (_PRIVATE_USE + 1)).in_dll(
        _library(torch, "libc10.so"), "_ZN3c104impl26device_guard_impl_registryE"
    )
    torch._C._acc.register_python_privateuseone_device_guard(guard)
    guards[_CUDA], guards[_PRIVATE_USE] = guards[_PRIVATE_USE], None
    names = _virtual_functions(torch, "c10/core/impl/DeviceGuardImplInterface.h")
    assert names[0] == "type", names
    functions = _guard_functions()
    for name in _OF_NEW_TORCHES - {*names}:
        del functions[name]
    _replace_functions(guards[_CUDA], names, functions)
    _kept.append(guard)


def _plans_of_fft():
    """The hooks for torch.backends.cuda.cufft_plan_cache, in which no plan is kept."""
    sizes = {}
    arguments = ctypes.c_void_p, ctypes.c_int8
    read = ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)
    return {
        "cuFFTGetPlanCacheMaxSize": read(lambda this, device: sizes.get(device, 4096)),
        "cuFFTGetPlanCacheSize": read(lambda this, device: 0),
        "cuFFTSetPlanCacheMaxSize": ctypes.CFUNCTYPE(None, *arguments, ctypes.c_int64)(
            lambda this, device, size: sizes.update({device: size})
        ),
        "cuFFTClearPlanCache": ctypes.CFUNCTYPE(None, *arguments)(lambda this, device: None),
    }


def _replace_hooks(torch):
    get = _library(torch, "libtorch_cpu.so")._ZN2at6detail12getCUDAHooksEv
    get.restype = ctypes.c_void_p

    answer = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
    one, zero = answer(lambda this: 1), answer(lambda this: 0)
    exchange = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int8)(
        lambda this, device: driver.exchange_device(device) if device >= 0 else -1
    )
    # For tensors in memory that another library has made, such as numba. A device of torch's
    # C++ is two bytes, as in the functions of the guard.
    device_of = ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_void_p, ctypes.c_void_p)(
        lambda this, place: _CUDA | driver.device_of(place) << 8
    )
    answers = {
        "init": zero,
        "isBuilt": one,
        "isAvailable": answer(lambda this: driver.device_count() > 0),
        "hasCUDA": one,
        "hasPrimaryContext": one,
        "deviceCount": answer(lambda this: driver.device_count()),
        "getCurrentDevice": answer(lambda this: driver.current_device()),
        "setCurrentDevice": exchange,
        "exchangeDevice": exchange,
        "maybeExchangeDevice": exchange,
        "getDeviceFromPtr": device_of,
        **driver.HOOKS,
        **_plans_of_fft(),
    }
    allocator = _virtual_functions(torch, "c10/core/Allocator.h")
    assert allocator[: len(_ALLOCATOR)] == _ALLOCATOR, allocator
    headers = (f"ATen/detail/{name}HooksInterface.h" for name in ("Accelerator", "CUDA"))
    names = _virtual_functions(torch, *headers)
    assert names[0] == "~AcceleratorHooksInterface", names
    # A torch whose header lacks one does not ask for it.
    answers = {name: function for name, function in answers.items() if name in names}
    _replace_functions(get(), names, answers)


def _has_threads_of_engine():
    """Returns True if the engine of autograd has threads in this process."""
    for path in glob.glob("/proc/self/task/*/comm"):
        try:
            with open(path, encoding="utf-8") as file:
                if file.read().startswith("pt_autograd"):
                    return True
        except OSError:
            pass  # The thread has ended since.
    return False


def _end_engine(torch):
    """Ends the engine's threads while there is an interpreter. They let go of a graph after
    they have told `backward` that it is done, and for that take the GIL: of an interpreter
    that ends, Python ends the thread instead, through functions of C++ that throw nothing,
    which ends the process (std::terminate)."""
    if not _has_threads_of_engine():
        return
    library = _library(torch, "libtorch_cpu.so")
    engine = library._ZN5torch8autograd6Engine18get_default_engineEv
    engine.restype = ctypes.c_void_p
    library._ZN5torch8autograd6Engine4stopEv(ctypes.c_void_p(engine()))
    # It waits until each has left its loop, after which each takes the GIL once more. One
    # that is in a `backward` of another thread does not end.
    deadline = time.monotonic() + 1
    while _has_threads_of_engine() and time.monotonic() < deadline:
        time.sleep(0.001)


def start(torch):
    _replace_guard(torch)
    _replace_hooks(torch)
    atexit.register(_end_engine, torch)
