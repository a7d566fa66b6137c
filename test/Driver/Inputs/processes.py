"""Two processes with one allocation, by the API of the driver and nothing else.

usage: processes.py [CASE HANDLE]

The parent exports memory, and starts this program again with the handle. Both print
the results of their calls."""

import ctypes
import subprocess
import sys

from api import Handle, call

BYTES = 5000


def start():
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)


def allocate():
    address = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(BYTES))
    return address


def read(address):
    host = ctypes.create_string_buffer(BYTES)
    call("cuMemcpyDtoH_v2", host, address, ctypes.c_size_t(BYTES))
    return (host[0][0], host[BYTES - 1][0])


def fill(address, value):
    call("cuMemsetD8_v2", address, value, ctypes.c_size_t(BYTES))


def export(address):
    handle = Handle()
    print("export", call("cuIpcGetMemHandle", ctypes.byref(handle), address))
    return bytes(handle)


def open_(handle, flags=1):
    address = ctypes.c_uint64()
    made = Handle.from_buffer_copy(handle)
    result = call("cuIpcOpenMemHandle_v2", ctypes.byref(address), made, flags)
    return result, address


def child(handle):
    result, address = open_(handle)
    print("child opens", result, *read(address))
    again, same = open_(handle)
    print("once more", again, same.value == address.value)
    fill(address, 2)
    print("free", call("cuMemFree_v2", address))
    print("close", call("cuIpcCloseMemHandle", address))
    print("close", call("cuIpcCloseMemHandle", address))
    print("close", call("cuIpcCloseMemHandle", address))


def late(handle):
    print("late", open_(handle)[0])


def run(case, handle):
    print(end="", flush=True)
    subprocess.run([sys.executable, __file__, case, handle.hex()], check=True)


start()
if len(sys.argv) > 2:
    globals()[sys.argv[1]](bytes.fromhex(sys.argv[2]))
    sys.exit()
memory = allocate()
fill(memory, 1)
handle = export(memory)
run("child", handle)
print("parent", *read(memory))
print("own", open_(handle)[0])
print("flags", open_(handle, 0)[0])
print("bytes", open_(b"luck" + handle[4:])[0])
inside = ctypes.c_uint64(memory.value + 8)
print("inside", call("cuIpcGetMemHandle", ctypes.byref(Handle()), inside))
print("free", call("cuMemFree_v2", memory))
run("late", handle)
