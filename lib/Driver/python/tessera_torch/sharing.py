# ===- sharing.py - Tensors of the device for other processes -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The part of torch.multiprocessing for storages of the device, by the driver's handles for
memory (cuIpcGetMemHandle): both processes see one memory, as with CUDA. The sender keeps it
until each message has been received and its tensor has died, of which a byte in memory that
both see tells."""

import ctypes
import mmap
import os
import weakref
from multiprocessing.reduction import ForkingPickler

import torch

from . import driver, memory, streams


class _Handle(ctypes.Structure):
    """CUipcMemHandle."""

    _fields_ = [("reserved", ctypes.c_char * 64)]


#: The addresses of the memory that this process has got from others.
_received = set()


class _Flags:
    """A byte for each message, which the receiver clears, in a file without a name."""

    _count = 1 << 16

    def __init__(self):
        self.file = os.memfd_create("tessera-torch")
        os.ftruncate(self.file, self._count)
        self.bytes = mmap.mmap(self.file, self._count)
        #: The memory that is kept for each flag that is set.
        self.kept = {}
        self.next = 0

    @property
    def path(self):
        return f"/proc/{os.getpid()}/fd/{self.file}"

    def set(self, kept):
        self.collect()
        if len(self.kept) == self._count:
            raise RuntimeError(
                f"{self._count} tensors of the device are on their way to other processes,"
                " which have to receive some first"
            )
        while self.next in self.kept:
            self.next = (self.next + 1) % self._count
        self.bytes[self.next] = 1
        self.kept[self.next] = kept
        return self.next

    def collect(self):
        """Lets go of what all receivers have let go of."""
        for flag in [flag for flag in self.kept if not self.bytes[flag]]:
            del self.kept[flag]


_flags = None


def _clear(path, flag, device=None):
    """Tells the sender that the tensor of a message has died. It may have ended."""
    try:
        file = os.open(path, os.O_WRONLY)
    except OSError:
        return
    os.pwrite(file, b"\0", flag)
    os.close(file)


def _base_of(address):
    """Returns the address of the allocation that an address lies in."""
    base, size = ctypes.c_uint64(), ctypes.c_size_t()
    there = ctypes.c_uint64(address)
    driver.call("cuMemGetAddressRange_v2", ctypes.byref(base), ctypes.byref(size), there)
    return base.value


def _handle_of(storage):
    """Returns the driver's handle, and how far behind its start the storage begins."""
    address = storage.data_ptr()
    if address in _received:
        raise RuntimeError(
            "Attempted to send CUDA tensor received from another process; this is not"
            " currently supported. Consider cloning before sending."
        )
    handle, base = _Handle(), ctypes.c_uint64(_base_of(address))
    # A result of the host's operators lies in memory that has no handle.
    if not driver.succeeds("cuIpcGetMemHandle", ctypes.byref(handle), base):
        memory.move(storage)
        address = base.value = storage.data_ptr()
        driver.call("cuIpcGetMemHandle", ctypes.byref(handle), base)
    return bytes(handle), address - base.value


def _share(storage):
    global _flags
    device = storage.device.index
    if not storage.nbytes():
        return device, None, 0, 0, b"", 0, b"", False
    with driver.on_device(device):
        # Nothing of this process is on its way then, and the receiver waits for no event.
        driver.call("cuCtxSynchronize")
        handle, offset = _handle_of(storage)
    if _flags is None:
        _flags = _Flags()
    flag = _flags.set(memory.of_storage(storage))
    size = storage.nbytes()
    return device, handle, size, offset, _flags.path.encode(), flag, b"", False


def _receive(cls, device, handle, size, offset, flags, flag, event, waits):
    address, lazily = ctypes.c_uint64(), 1
    with driver.on_device(driver.device_index(device)):
        handle = _Handle.from_buffer_copy(handle)
        driver.call("cuIpcOpenMemHandle_v2", ctypes.byref(address), handle, lazily)
    base, place = address.value, address.value + offset
    held = memory.hold(place, size, device, "cuIpcCloseMemHandle", base=base)
    _received.add(place)
    weakref.finalize(held, _received.discard, place).atexit = False
    weakref.finalize(held, _clear, flags, flag)
    return memory.storage_on(held, device)


def start(torch):
    storage = torch.UntypedStorage
    storage._share_cuda_ = lambda self, *_, **__: _share(self)
    storage._new_shared_cuda = classmethod(_receive)
    storage._release_ipc_counter_cuda = classmethod(lambda cls, *place, **_: _clear(*place))
    torch._C._cuda_ipc_collect = lambda: _flags and _flags.collect()
    # The one of torch was registered where torch.multiprocessing was imported.
    for event in (streams.Event, streams.SharedEvent):
        ForkingPickler.register(event, torch.multiprocessing.reductions.reduce_event)
