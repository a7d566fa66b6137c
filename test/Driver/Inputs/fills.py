"""Fills most of an allocation, and tells whether huge pages were asked for it."""

import ctypes
import pathlib
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
call("cuMemsetD8_v2", ctypes.c_void_p(memory.value + MARGIN), 0x5A, ctypes.c_size_t(BYTES - 2 * MARGIN))

bytes_of = (ctypes.c_uint8 * BYTES).from_address(memory.value)
inside = [bytes_of[at] for at in (MARGIN, BYTES - MARGIN - 1)]
outside = [bytes_of[at] for at in (MARGIN - 1, BYTES - MARGIN)]
print("bytes {:02x} {:02x}, outside {:02x} {:02x}".format(*inside, *outside))


def flags_at(address):
    """The flags of the mapping that holds an address (proc(5), smaps)."""
    inside = False
    for line in pathlib.Path("/proc/self/smaps").read_text().splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            first, last = (int(each, 16) for each in words[0].split("-"))
            inside = first <= address < last
        elif inside and words[0] == "VmFlags:":
            return words[1:]
    return []


# A host that was built without huge pages has no such flag.
asked = "hg" in flags_at(memory.value + BYTES // 2) or not HUGE.exists()
print("huge pages" if asked else "small pages")
