# ===- driver.py - The CUDA driver, as far as it is used here --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Calls of the CUDA driver through ctypes, on the first GPU."""

import ctypes

NO_GPU = "there is no GPU: the CUDA driver (libcuda.so.1) was not found, or has no device"


class Failure(Exception):
    """An error of the driver."""


class Driver:
    """The primary context of the first GPU, which becomes current."""

    LOG_BUFFER, LOG_SIZE = 5, 6  # CU_JIT_ERROR_LOG_BUFFER and its size
    STACK, MAX_SHARED = 0, 8  # CU_LIMIT_STACK_SIZE; the attribute of functions
    MULTIPROCESSORS, L2_BYTES, MAJOR, MINOR = 16, 38, 75, 76  # attributes of the device
    NON_BLOCKING, RELAXED = 1, 2  # a stream beside the default one; a capture

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise Failure(NO_GPU) from None
        count = ctypes.c_int()
        if self.library.cuInit(0) or self.library.cuDeviceGetCount(ctypes.byref(count)):
            raise Failure(NO_GPU)
        if not count.value:
            raise Failure(NO_GPU)
        self.device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.device)
        self.call("cuCtxSetCurrent", self.context)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(status, ctypes.byref(text))
            said = text.value.decode() if text.value else "unknown"
            raise Failure(f"{name}: {said} ({status})")

    def set_stack(self, count):
        """Bytes of a thread."""
        self.call("cuCtxSetLimit", self.STACK, ctypes.c_size_t(count))

    def device_attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return value.value

    def describe(self):
        name, version = ctypes.create_string_buffer(100), ctypes.c_int()
        self.call("cuDeviceGetName", name, 100, self.device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        major, minor = self.device_attribute(self.MAJOR), self.device_attribute(self.MINOR)
        return {
            "gpu": name.value.decode(),
            "capability": major * 10 + minor,
            "driver": f"{version.value // 1000}.{version.value % 1000 // 10}",
        }

    # ===--------------------------------------------------------------------===#
    # Programs and memory
    # ===--------------------------------------------------------------------===#

    def load(self, image):
        """A module of PTX (text) or machine code (bytes)."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(self.LOG_BUFFER, self.LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), 4096)
        if isinstance(image, str):
            image = image.encode() + b"\0"
        try:
            self.call("cuModuleLoadDataEx", ctypes.byref(module), image, 2, options, values)
        except Failure as failure:
            raise Failure(f"{failure} {log.value.decode().strip()}".strip()) from None
        return module

    def function(self, module, name):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def attribute(self, function, number):
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), number, function)
        return value.value

    def allocate(self, count):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(count, 1)))
        return pointer

    def free(self, pointer):
        self.call("cuMemFree_v2", pointer)

    def upload(self, array):
        array = array.copy(order="C")
        pointer = self.allocate(array.nbytes)
        self.call(
            "cuMemcpyHtoD_v2", pointer, array.ctypes.data_as(ctypes.c_void_p), array_bytes(array)
        )
        return pointer

    def download(self, pointer, array):
        result = array.copy(order="C")
        self.call(
            "cuMemcpyDtoH_v2", result.ctypes.data_as(ctypes.c_void_p), pointer, array_bytes(array)
        )
        return result

    # ===--------------------------------------------------------------------===#
    # Work
    # ===--------------------------------------------------------------------===#

    def launch(self, function, grid, block, shared, arguments, stream=None):
        if shared > 48 << 10:
            self.call("cuFuncSetAttribute", function, self.MAX_SHARED, shared)
        places = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
        self.call(
            "cuLaunchKernel", function, *three(grid), *three(block), shared, stream, places, None
        )

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def fill(self, pointer, byte, count, stream=None):
        self.call("cuMemsetD8Async", pointer, ctypes.c_ubyte(byte), ctypes.c_size_t(count), stream)

    def copy(self, into, source, count, stream=None):
        self.call("cuMemcpyDtoDAsync_v2", into, source, ctypes.c_size_t(count), stream)

    def stream(self):
        stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(stream), self.NON_BLOCKING)
        return stream

    def captured(self, stream, work):
        """Captures all that `work` puts into the stream as an executable graph."""
        graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuStreamBeginCapture_v2", stream, self.RELAXED)
        try:
            work()
        finally:
            self.call("cuStreamEndCapture", stream, ctypes.byref(graph))
        self.call(
            "cuGraphInstantiateWithFlags", ctypes.byref(executable), graph, ctypes.c_uint64(0)
        )
        self.call("cuGraphDestroy", graph)
        return executable

    def replay(self, executable, stream):
        self.call("cuGraphLaunch", executable, stream)

    def event(self):
        event = ctypes.c_void_p()
        self.call("cuEventCreate", ctypes.byref(event), 0)
        return event

    def record(self, event, stream):
        self.call("cuEventRecord", event, stream)

    def elapsed(self, begin, end):
        """Seconds between two events, for whose end this waits."""
        milliseconds = ctypes.c_float()
        self.call("cuEventSynchronize", end)
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), begin, end)
        return milliseconds.value / 1e3


def array_bytes(array):
    return ctypes.c_size_t(array.nbytes)


def three(value):
    value = list(value) if isinstance(value, (list, tuple)) else [value]
    return value + [1] * (3 - len(value))
