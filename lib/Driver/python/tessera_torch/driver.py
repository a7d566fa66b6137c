# ===- driver.py - Calls of the driver ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The driver's functions by name, each of which raises torch's error for a result that is
no success."""

import contextlib
import ctypes
import functools
import itertools
import os

_cuda = ctypes.CDLL("libcuda.so.1")

#: The process that has imported torch: in a fork of it, the driver can be used if nobody has
#: used it before.
_process = os.getpid()


def _text(function, result):
    text = ctypes.c_char_p()
    function(result, ctypes.byref(text))
    return (text.value or b"unknown").decode()


def raise_error(result):
    """Raises torch's error for a result, if it is one."""
    import torch

    if not result:
        return
    name = _text(_cuda.cuGetErrorName, result)
    if name == "CUDA_ERROR_NOT_INITIALIZED" and os.getpid() != _process:
        raise RuntimeError(
            "Cannot re-initialize CUDA in forked subprocess. To use CUDA with"
            " multiprocessing, you must use the 'spawn' start method"
        )
    error = getattr(torch, "AcceleratorError", RuntimeError)
    if name == "CUDA_ERROR_OUT_OF_MEMORY":
        error = torch.OutOfMemoryError
    raise error(f"CUDA error: {error_text(result)} ({name})")


def typed_call(function, *arguments):
    """Calls a function of torch's C++, whose errors of the driver get their types."""
    import torch

    try:
        return function(*arguments)
    except RuntimeError as error:
        text = str(error)
        if not text.startswith("CUDA error: "):
            raise
        kind = getattr(torch, "AcceleratorError", RuntimeError)
        if "(CUDA_ERROR_OUT_OF_MEMORY)" in text:
            kind = torch.OutOfMemoryError
        raise kind(text) from None


def call(name, *arguments):
    """Calls the driver's function `name`."""
    result = getattr(_cuda, name)(*arguments)
    if result:
        raise_error(result)


def result(name, *arguments):
    """Calls the driver's function `name` where a context is current, and returns its result."""
    require_context()
    return getattr(_cuda, name)(*arguments)


def error_text(result):
    return _text(_cuda.cuGetErrorString, result)


def succeeds(name, *arguments):
    """Returns True if the driver's function `name` does; such as a query."""
    return getattr(_cuda, name)(*arguments) == 0


def function(name):
    """Returns a function of the library that the driver is linked with."""
    return getattr(_cuda, name)


class Device(ctypes.Structure):
    """A device of torch's C++."""

    _fields_ = [("type", ctypes.c_int8), ("index", ctypes.c_int8)]


class Stream(ctypes.Structure):
    """A stream of torch's C++."""

    _fields_ = [("device", Device), ("id", ctypes.c_int64)]


class _Row(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("function", ctypes.c_void_p)]


class Figure(ctypes.Structure):
    """A figure of torch.cuda.host_memory_stats."""

    _fields_ = [(name, ctypes.c_int64) for name in ("current", "peak", "allocated", "freed")]


class _PinnedUsage(ctypes.Structure):
    _fields_ = [("allocations", Figure), ("bytes", Figure)]


#: The types of those functions that Python calls, too, which throw nothing.
_TYPES = {
    "deviceCount": ctypes.CFUNCTYPE(ctypes.c_int8, ctypes.c_void_p),
    "getStream": ctypes.CFUNCTYPE(Stream, ctypes.c_void_p, Device),
    "exchangeStream": ctypes.CFUNCTYPE(Stream, ctypes.c_void_p, Stream),
    "pinnedUsage": ctypes.CFUNCTYPE(ctypes.POINTER(_PinnedUsage)),
}


def _functions_of_host():
    """Returns what the functions of the guard use: the lock of Python, which they let go of
    while they wait, and the function of torch's library of C++ that throws an error."""
    import torch

    python = ctypes.pythonapi
    throws = ctypes.CDLL(f"{torch.__path__[0]}/lib/libc10.so")._ZSt21__throw_runtime_errorPKc
    functions = [python.PyGILState_Check, python.PyEval_SaveThread, python.PyEval_RestoreThread]
    return (ctypes.c_void_p * 4)(
        *(ctypes.cast(function, ctypes.c_void_p) for function in [*functions, throws])
    )


def _functions():
    table = _cuda.tesseraTorchFunctions
    table.restype = ctypes.POINTER(_Row)
    rows = itertools.takewhile(lambda row: row.name, table(_functions_of_host()))
    addresses = {row.name.decode(): row.function for row in rows}
    other = ctypes.CFUNCTYPE(None)
    return {name: _TYPES.get(name, other)(address) for name, address in addresses.items()}


_all = _functions()

#: The figures of pinned memory.
pinned_usage = _all.pop("pinnedUsage")().contents

#: The functions of the hooks that are in the library, by their names in torch's C++.
HOOKS = {
    name: _all.pop(name) for name in ("isPinnedPtr", "getPinnedMemoryAllocator", "showConfig")
}

#: The functions of the guard, likewise.
GUARD = _all


def device_count():
    """Returns how many devices there are. A program that asks may fork before it uses one."""
    return GUARD["deviceCount"](None)


#: The primary contexts that are retained, by device.
_retained = {}


def _primary_context(device):
    """Returns the primary context of a device. It is retained once, and again after a program
    has destroyed it."""
    context, version = _retained.get(device), ctypes.c_uint()
    if context and succeeds("cuCtxGetApiVersion", context, ctypes.byref(version)):
        return context
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    _retained[device] = context
    return context


def require_device():
    """Raises torch's error where there is no device. A child of fork has another one."""
    if not device_count() and os.getpid() == _process:
        raise RuntimeError("No CUDA GPUs are available")


def has_primary_context(device):
    """Returns True if the primary context of a device has been used."""
    return device in _retained


def require_context():
    """Makes the first device's primary context current in a thread that has none."""
    current = ctypes.c_void_p()
    if _cuda.cuCtxGetCurrent(ctypes.byref(current)) != 0 or not current:
        call("cuCtxSetCurrent", _primary_context(0))


def current_device():
    """Returns the number of the device whose context is current in this thread."""
    require_context()
    device = ctypes.c_int()
    call("cuCtxGetDevice", ctypes.byref(device))
    return device.value


def exchange_device(device):
    """Makes a device current in this thread, and returns the one that was."""
    before = current_device()
    if device != before:
        call("cuCtxSetCurrent", _primary_context(device))
    return before


def device_index(device=None):
    """Returns the number of a device, of the current one where none is named. Raises torch's
    error for one that is not there."""
    import torch

    if isinstance(device, str):
        device = torch.device(device)
    index = getattr(device, "index", device)
    if index is None or index == -1:
        return current_device()
    if not 0 <= index < device_count():
        raise torch.AcceleratorError("CUDA error: invalid device ordinal")
    return index


@contextlib.contextmanager
def on_device(device):
    """Makes a device current in a block."""
    before = exchange_device(device)
    try:
        yield
    finally:
        exchange_device(before)


@functools.cache
def enable_peer_access(device, peer):
    """Lets kernels of a device reach memory of another one."""
    with on_device(device):
        # A program may have done it.
        succeeds("cuCtxEnablePeerAccess", _primary_context(peer), 0)


def device_of(address):
    """Returns the number of the device that memory belongs to: the current one for memory
    that the driver does not know, which it tells the first kernel that uses it."""
    number, there = ctypes.c_int(), ctypes.c_uint64(address)
    # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    known = succeeds("cuPointerGetAttribute", ctypes.byref(number), 9, there)
    return number.value if known else current_device()


@functools.cache
def attribute(number, device=0):
    """Returns the attribute of a device with this number of CUdevice_attribute. Asked once:
    a host function of a graph, which the driver lets call nothing of it, needs some."""
    value = ctypes.c_int()
    call("cuInit", 0)
    call("cuDeviceGetAttribute", ctypes.byref(value), number, device)
    return value.value


def capability(device=0):
    """Returns the compute capability: all devices are of one kind."""
    return attribute(75, device), attribute(76, device)


@contextlib.contextmanager
def allowed_in_captures():
    """Lets this thread call what a capture under way would refuse, such as allocations."""
    mode = ctypes.c_int(2)
    call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
    try:
        yield
    finally:
        call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
