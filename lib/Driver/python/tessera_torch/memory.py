# ===- memory.py - Memory of tensors of the device ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each storage of the device lies in memory that the driver knows from the storage's
creation to its death: either allocated by the driver, which then tells unwritten bytes
from others, or the host's, lent to the device, where a kernel of the host has made it."""

import collections
import ctypes
import functools
import weakref

import torch

from . import streams
from .driver import (
    allowed_in_captures,
    call,
    device_count,
    on_device,
    require_context,
    succeeds,
)

_pythonapi = ctypes.pythonapi
_pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
_pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

#: DLDeviceType of DLPack.
_HOST, _DEVICE = 1, 2

#: torch's allocator rounds sizes up to multiples of this, all of which a kernel may read.
_ALIGNMENT = 512

#: The memory of each living storage, by address.
_memory = weakref.WeakValueDictionary()

#: The sizes of those storages, by address, of which no operator of torch has written.
_unwritten = {}


class Figures:
    """A figure of torch.cuda.memory_stats."""

    def __init__(self):
        self.current = self.peak = self.allocated = self.freed = 0

    def add(self, amount):
        self.current += amount
        self.allocated += amount
        self.peak = max(self.peak, self.current)

    def subtract(self, amount):
        self.current -= amount
        self.freed += amount


class Usage:
    """The figures of a device."""

    def __init__(self):
        self.allocations, self.allocated_bytes = Figures(), Figures()
        #: The part of the device's memory that the program allows itself.
        self.fraction = 1.0

    def figures(self):
        return self.allocations, self.allocated_bytes

    def add(self, size):
        self.allocations.add(1)
        self.allocated_bytes.add(_rounded(size))

    def subtract(self, size):
        self.allocations.subtract(1)
        self.allocated_bytes.subtract(_rounded(size))


#: By the number of the device.
usage = collections.defaultdict(Usage)


def _rounded(size):
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _die(address, size, device, give_back, base, _owner):
    """Called when a storage has died; the memory's owner is let go of after that."""
    _unwritten.pop(address, None)
    usage[device].subtract(size)
    require_context()
    # After an error of the context nothing can be given back.
    with allowed_in_captures():
        succeeds(give_back, ctypes.c_void_p(base))


def hold(address, size, device, give_back, owner=None, base=None):
    """Returns an object for a storage to hold as long as it lives. The driver's function
    `give_back` gets `base`, where that is another address."""
    memory = (ctypes.c_char * size).from_address(address)
    last = weakref.finalize(
        memory, _die, address, size, device, give_back, base or address, owner
    )
    last.atexit = False
    _memory[address] = memory
    # A graph uses on each launch what its capture has used.
    if capture := streams.capture_under_way(device):
        capture.kept.append(memory)
    usage[device].add(size)
    return memory


def _describe_lack(size, device):
    """Returns the words by which programs know that a tensor was too large."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    size, free, total = (f"{x / 2**30:.2f} GiB" for x in (size, free.value, total.value))
    return (
        f"CUDA out of memory. Tried to allocate {size}. GPU {device} has a total capacity of"
        f" {total} of which {free} is free."
    )


def _exceeds_fraction(size, device):
    """Returns True if the program has said that it wants less memory than it would have."""
    used = usage[device]
    if used.fraction == 1:
        return False
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return used.allocated_bytes.current + size > used.fraction * total.value


def _allocate(size, device):
    address = ctypes.c_uint64()
    with on_device(device):
        if _exceeds_fraction(_rounded(size), device):
            raise torch.OutOfMemoryError(_describe_lack(size, device))
        try:
            call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(_rounded(size)))
        except torch.OutOfMemoryError as error:
            raise torch.OutOfMemoryError(_describe_lack(size, device)) from error
    _unwritten[address.value] = _rounded(size)
    return hold(address.value, size, device, "cuMemFree_v2")


def mark_written(tensor):
    """Tells the driver that the host writes the storage of a tensor, of which it knows single
    bytes only from kernels and copies: a copy of all onto itself. Done once for a storage of
    torch, and each time for another library's, whose end nobody tells."""
    storage = tensor.untyped_storage()
    address = storage.data_ptr()
    size = _unwritten.pop(address, None)
    if not size and address not in _memory:
        size = storage.nbytes()
    if size:
        require_context()
        there = ctypes.c_uint64(address)
        # Memory that the driver does not know has no such bytes.
        succeeds("cuMemcpyDtoD_v2", there, there, ctypes.c_size_t(size))


def _renamed(tensor, side, device=0):
    """Returns the tensor with the same memory on the other side."""
    capsule = torch._C._to_dlpack(tensor)
    managed = _pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    # The address of the data comes first, then the type of the device and its number.
    ctypes.c_int32.from_address(managed + 8).value = side
    ctypes.c_int32.from_address(managed + 12).value = device
    return torch._C._from_dlpack(capsule)


def _on_device(device, memory, dtype, size, stride, offset=0):
    """Returns a tensor of the device in `memory`."""
    count = len(memory) // dtype.itemsize * dtype.itemsize
    bytes_of_host = torch.frombuffer(memory, dtype=torch.uint8, count=count)
    tensor = _renamed(bytes_of_host, _DEVICE, device)
    if dtype is not torch.uint8:
        tensor = tensor.view(dtype)
    return tensor.as_strided_(size, stride, offset)


def empty(device, size, stride, dtype):
    """Returns a tensor of the device in new memory."""
    extent = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride))
    if not extent or streams.capture_under_way(device):
        return from_host(torch.empty_strided(size, stride, dtype=dtype, device="cpu"), device)
    memory = _allocate(extent * dtype.itemsize, device)
    return _on_device(device, memory, dtype, size, stride)


def _lend(address, size, device):
    """Lends the device memory of the host. Returns False if it cannot be lent: if it is
    another's, too, or the context has an error, which allocating tells. Where there are
    several devices it is not, except in captures, which may not allocate: the host's memory
    is all devices', and a kernel of another one that has no access would not be told."""
    if device_count() > 1 and not streams.capture_under_way(device):
        return False
    there = ctypes.c_void_p(address), ctypes.c_size_t(size)
    with on_device(device), allowed_in_captures():
        return succeeds("cuMemHostRegister_v2", *there, 0)


def with_bits_of(tensor, view):
    """Gives a view of a tensor what is said of its elements: that they count as conjugate, or
    as negated."""
    if tensor.is_conj():
        torch._C._set_conj(view, True)
    if tensor.is_neg():
        torch._C._set_neg(view, True)
    return view


def from_host(tensor, device):
    """Returns the tensor of the device for one of the host that nobody else uses."""
    tensor = tensor.resolve_conj().resolve_neg()
    storage = tensor.untyped_storage()
    address, size = storage.data_ptr(), storage.nbytes()
    if not size or not tensor.numel():
        return _renamed(tensor, _DEVICE, device)
    form = tensor.dtype, tensor.shape, tensor.stride(), tensor.storage_offset()
    if not _lend(address, size, device):
        copy = empty(device, (size,), (1,), torch.uint8)
        ctypes.memmove(copy.data_ptr(), address, size)
        mark_written(copy)
        return _on_device(device, _memory[copy.data_ptr()], *form)
    memory = hold(address, size, device, "cuMemHostUnregister", storage)
    return _on_device(device, memory, *form)


def storage_on(memory, device):
    """Returns a storage of the device in `memory`."""
    return _on_device(device, memory, torch.uint8, (len(memory),), (1,)).untyped_storage()


def of_storage(storage):
    """Returns what keeps the memory of a storage, or None for memory of another library."""
    return _memory.get(storage.data_ptr())


#: The words of a StorageImpl behind what counts its owners: c10's DataPtr and the bytes.
_WORDS_OF_STORAGE = 5


def move(storage, size=None):
    """Moves a storage into new memory, with all tensors in it: into some of the driver's, and
    of another size if one is given."""
    device, before = storage.device.index, storage.nbytes()
    size = before if size is None else size
    other = empty(device, (size,), (1,), torch.uint8)
    if kept := min(size, before):
        mark_written(other)
        ctypes.memmove(other.data_ptr(), storage.data_ptr(), kept)
    words = ctypes.c_uint64 * (_WORDS_OF_STORAGE + 4)
    other = other.untyped_storage()
    ours, theirs = (words.from_address(x._cdata) for x in (storage, other))
    first = _first_word(torch)
    for i in range(first, first + _WORDS_OF_STORAGE):
        ours[i], theirs[i] = theirs[i], ours[i]


@functools.cache
def _first_word(torch):
    """Returns where these words begin: behind the table and the counts of owners."""
    storage = torch.ones(3, dtype=torch.uint8, device="cpu").untyped_storage()
    words = (ctypes.c_uint64 * (_WORDS_OF_STORAGE + 4)).from_address(storage._cdata)
    first = list(words).index(storage.data_ptr())
    assert words[first + _WORDS_OF_STORAGE - 1] == storage.nbytes(), list(words)
    return first


def on_storage(storage, dtype, size, stride, offset):
    """Returns a tensor of the device on a storage of it."""
    memory, device = _memory.get(storage.data_ptr()), storage.device.index
    if memory is None:
        return _renamed(torch.empty_strided(size, stride, dtype=dtype), _DEVICE, device)
    return _on_device(device, memory, dtype, size, stride, offset)


def to_host(tensor):
    """Returns a tensor of the host for one of the device, in the same memory."""
    address = tensor.untyped_storage().data_ptr()
    size, stride, offset = tensor.shape, tensor.stride(), tensor.storage_offset()
    if not address:
        return torch.empty_strided(size, stride, dtype=tensor.dtype, device="cpu")
    memory = _memory.get(address)
    if memory is None:
        # A tensor that another library has made.
        view = _renamed(_without_bits(tensor.detach()), _HOST)
    else:
        storage = torch.frombuffer(memory, dtype=torch.uint8).untyped_storage()
        view = torch.empty(0, dtype=tensor.dtype, device="cpu")
        view.set_(storage, offset, size, stride)
    return with_bits_of(tensor, view)


def _without_bits(tensor):
    torch._C._set_conj(tensor, False)
    torch._C._set_neg(tensor, False)
    return tensor
