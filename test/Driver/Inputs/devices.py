"""Uses two devices by the API of the driver, and prints what each call returns."""

import ctypes
import sys

from api import call

PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry put(.param .u64 to)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  st.global.u32 [%rd1], 5;
  ret;
}
.visible .entry put_there(.param .u64 list)
{
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [list];
  ld.global.u64 %rd2, [%rd1];
  st.global.u32 [%rd2], 6;
  ret;
}
"""
DEVICE_ORDINAL = 9


def integer(name, *arguments):
    value = ctypes.c_int(-1)
    call(name, ctypes.byref(value), *arguments)
    return value.value


def retain(device):
    context = ctypes.c_void_p()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    return context


def allocate(context):
    address = ctypes.c_uint64()
    call("cuCtxSetCurrent", context)
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(4096))
    return address


def used(context):
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuCtxSetCurrent", context)
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return total.value - free.value


def ordinal(address):
    return integer("cuPointerGetAttribute", DEVICE_ORDINAL, address)


def word(address):
    value = ctypes.c_uint32()
    call("cuMemcpyDtoH_v2", ctypes.byref(value), address, ctypes.c_size_t(4))
    return value.value


def launch(address, function=None):
    parameters = (ctypes.c_void_p * 1)(ctypes.addressof(address))
    call("cuLaunchKernel", function or put, *[1] * 6, 0, None, parameters, None)
    return call("cuCtxSynchronize")


if call("cuInit", 0) != "CUDA_SUCCESS":
    sys.exit()
print("devices", integer("cuDeviceGetCount"))
print("device 2", call("cuDeviceGet", ctypes.byref(ctypes.c_int()), 2))
access = [integer("cuDeviceCanAccessPeer", 0, peer) for peer in (0, 1)]
print("can access", *access)
contexts = [retain(0), retain(1)]
current = []
for context in contexts:
    call("cuCtxSetCurrent", context)
    current.append(integer("cuCtxGetDevice"))
print("context of device", *current)

far = allocate(contexts[1])
near = allocate(contexts[0])
print("pointer of device", ordinal(near), ordinal(far))
call("cuMemFree_v2", near)
print("used", used(contexts[0]), used(contexts[1]))
call("cuCtxSetCurrent", contexts[1])
pooled = ctypes.c_uint64()
call("cuMemAllocAsync", ctypes.byref(pooled), ctypes.c_size_t(64), None)
print("pool of device", ordinal(pooled))

near = allocate(contexts[0])
call("cuMemsetD32_v2", near, 7, ctypes.c_size_t(1))
size = ctypes.c_size_t(4)
result = call("cuMemcpyPeer", far, contexts[1], near, contexts[0], size)
print("copy", result, word(far))

other = ctypes.c_void_p()
call("cuCtxCreate_v2", ctypes.byref(other), 0, 0)
call("cuCtxSetCurrent", contexts[0])
print("itself", call("cuCtxEnablePeerAccess", contexts[0], 0))
print("own device", call("cuCtxEnablePeerAccess", other, 0))
print("flags", call("cuCtxEnablePeerAccess", contexts[1], 1))
print("not enabled", call("cuCtxDisablePeerAccess", contexts[1]))
print("enable", call("cuCtxEnablePeerAccess", contexts[1], 0))
print("twice", call("cuCtxEnablePeerAccess", contexts[1], 0))
module, put = ctypes.c_void_p(), ctypes.c_void_p()
call("cuModuleLoadData", ctypes.byref(module), PROGRAM)
call("cuModuleGetFunction", ctypes.byref(put), module, b"put")
print("launch", launch(far), word(far))
put_there, pointers = ctypes.c_void_p(), allocate(contexts[0])
call("cuModuleGetFunction", ctypes.byref(put_there), module, b"put_there")
call("cuMemcpyHtoD_v2", pointers, ctypes.byref(far), ctypes.c_size_t(8))
print("through a list", launch(pointers, put_there), word(far))
print("disable", call("cuCtxDisablePeerAccess", contexts[1]))
# This launch hides memory of the other device from itself, and from nothing else.
print("launch nearby", launch(near), word(near))
print("copy", call("cuMemcpyDtoD_v2", near, far, size), word(near))
print("launch nearby", launch(near), word(near))
print("enable", call("cuCtxEnablePeerAccess", contexts[1], 0))
print("through a list", launch(pointers, put_there), word(far))
print("disable", call("cuCtxDisablePeerAccess", contexts[1]))
call("cuCtxSetCurrent", contexts[1])
call("cuMemFree_v2", far)
far = allocate(contexts[1])
call("cuCtxSetCurrent", contexts[0])
call("cuMemcpyHtoD_v2", pointers, ctypes.byref(far), ctypes.c_size_t(8))
if sys.argv[1:] == ["list"]:
    print("through a list", launch(pointers, put_there))
elif sys.argv[1:] == ["overlap"]:
    results = []
    for function, address in ((put, near), (put_there, pointers)):
        stream, values = ctypes.c_void_p(), (ctypes.c_void_p * 1)(ctypes.addressof(address))
        call("cuStreamCreate", ctypes.byref(stream), 1)
        results.append(call("cuLaunchKernel", function, *[1] * 6, 0, stream, values, None))
    print("overlap", *results, call("cuCtxSynchronize"))
else:
    print("launch", launch(far))
