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

_cuda = ctypes.CDLL("libcuda.so.1")


def _text(function, result):
    text = ctypes.c_char_p()
    function(result, ctypes.byref(text))
    return (text.value or b"unknown").decode()


def _raise(result):
    import torch

    name = _text(_cuda.cuGetErrorName, result)
    error = getattr(torch, "AcceleratorError", RuntimeError)
    if name == "CUDA_ERROR_OUT_OF_MEMORY":
        error = torch.OutOfMemoryError
    raise error(f"CUDA error: {_text(_cuda.cuGetErrorString, result)} ({name})")


def call(name, *arguments):
    """Calls the driver's function `name`."""
    result = getattr(_cuda, name)(*arguments)
    if result:
        _raise(result)


def succeeds(name, *arguments):
    """Returns True if the driver's function `name` does; such as a query."""
    return getattr(_cuda, name)(*arguments) == 0


def function(name):
    """Returns a function of the library that the driver is linked with."""
    return getattr(_cuda, name)


def require_context():
    """Makes the device's primary context current in a thread that has none."""
    current = ctypes.c_void_p()
    if _cuda.cuCtxGetCurrent(ctypes.byref(current)) == 0 and current:
        return
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(current), 0)
    call("cuCtxSetCurrent", current)


@functools.cache
def attribute(number):
    """Returns the attribute of the device with this number of CUdevice_attribute. Asked once:
    a host function of a graph, which the driver lets call nothing of it, needs some."""
    value = ctypes.c_int()
    call("cuInit", 0)
    call("cuDeviceGetAttribute", ctypes.byref(value), number, 0)
    return value.value


@contextlib.contextmanager
def allowed_in_captures():
    """Lets this thread call what a capture under way would refuse, such as allocations."""
    mode = ctypes.c_int(2)
    call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
    try:
        yield
    finally:
        call("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
