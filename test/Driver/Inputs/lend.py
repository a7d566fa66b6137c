"""Lends tensors to the device as launches do, and counts the records that are kept. The
tensors are a stand-in for torch's, with the methods that lending uses."""

import ctypes
import sys
import weakref

sys.path.insert(0, sys.argv[1])
import tessera_torch


class Storage:
    def __init__(self, memory):
        self.memory = memory

    def data_ptr(self):
        return ctypes.addressof(self.memory)

    def nbytes(self):
        return len(self.memory)


class Tensor:
    def __init__(self, memory):
        self.memory = memory

    def untyped_storage(self):
        return Storage(self.memory)


def kept():
    return len(weakref.finalize._registry)


before = kept()
memory = ctypes.create_string_buffer(4096)
tensor, view = Tensor(memory), Tensor(memory)
for _ in range(1000):
    tessera_torch._lend(tensor)
    tessera_torch._lend(view)
print("of 2 tensors", kept() - before)
del tensor
print("holders", len(tessera_torch._holders), "of 1 tensor", kept() - before)
del view
print("holders", len(tessera_torch._holders), "of none", kept() - before)
for _ in range(1000):
    tessera_torch._lend(Tensor(memory))
print("holders", len(tessera_torch._holders), "of none", kept() - before)
