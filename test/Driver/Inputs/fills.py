"""Fills most of an allocation, and tells whether that took a fault for each page."""

import ctypes
import pathlib
import resource
import sys

cuda = ctypes.CDLL("libcuda.so.1")
BYTES, MARGIN = 64 << 20, 100
HUGE = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result:
        sys.exit(f"{name}: {result}")


call("cuInit", 0)
context = ctypes.c_void_p()
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
memory = ctypes.c_void_p()
call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(BYTES))
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
call("cuMemsetD8_v2", ctypes.c_void_p(memory.value + MARGIN), 0x5A, ctypes.c_size_t(BYTES - 2 * MARGIN))
faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

bytes_of = (ctypes.c_uint8 * BYTES).from_address(memory.value)
inside = [bytes_of[at] for at in (MARGIN, BYTES - MARGIN - 1)]
outside = [bytes_of[at] for at in (MARGIN - 1, BYTES - MARGIN)]
print("bytes {:02x} {:02x}, outside {:02x} {:02x}".format(*inside, *outside))
has_huge = HUGE.exists() and "[never]" not in HUGE.read_text()
print("few faults" if faults < BYTES / 4096 / 2 or not has_huge else f"{faults} faults")
