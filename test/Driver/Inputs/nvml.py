# Questions that programs ask NVML about devices before they use them.

import ctypes
import os

nvml = ctypes.CDLL("libnvidia-ml.so.1")
count, device, number = ctypes.c_uint(), ctypes.c_void_p(), ctypes.c_uint()
print("before nvmlInit:", nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)))
print("init:", nvml.nvmlInit_v2())


def text(function, *arguments):
    buffer = ctypes.create_string_buffer(96)
    result = function(*arguments, buffer, ctypes.c_uint(96))
    return buffer.value.decode() if result == 0 else f"error {result}"


print("driver:", text(nvml.nvmlSystemGetDriverVersion))
nvml.nvmlDeviceGetCount_v2(ctypes.byref(count))
for index in range(count.value):
    nvml.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(device))
    uuid = text(nvml.nvmlDeviceGetUUID, device)
    print(text(nvml.nvmlDeviceGetName, device), uuid)
    found = ctypes.c_void_p()
    nvml.nvmlDeviceGetHandleByUUID(uuid.encode(), ctypes.byref(found))
    by_uuid = found.value
    bus = f"0000:{index:02x}:00.0".encode()
    nvml.nvmlDeviceGetHandleByPciBusId_v2(bus, ctypes.byref(found))
    print("found again:", by_uuid == found.value == device.value)

major, minor = ctypes.c_int(), ctypes.c_int()
nvml.nvmlDeviceGetCudaComputeCapability(device, ctypes.byref(major), ctypes.byref(minor))
memory = (ctypes.c_ulonglong * 3)()
nvml.nvmlDeviceGetMemoryInfo(device, memory)
rates = (ctypes.c_uint * 2)(7, 7)
nvml.nvmlDeviceGetUtilizationRates(device, rates)
print(f"{major.value}.{minor.value}", memory[0] > 0 and memory[2] == 0, list(rates))
print("temperature:", nvml.nvmlDeviceGetTemperature(device, 0, ctypes.byref(number)))
print("no device:", nvml.nvmlDeviceGetHandleByIndex_v2(9, ctypes.byref(found)))
print("no handle:", nvml.nvmlDeviceGetIndex(ctypes.c_void_p(99), ctypes.byref(number)))

# NVML does not wake the driver: a child after fork may still use it.
if child := os.fork():
    os.waitpid(child, 0)
    nvml.nvmlShutdown()
    print("after nvmlShutdown:", nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)))
else:
    cuda, uuid = ctypes.CDLL("libcuda.so.1"), ctypes.create_string_buffer(16)
    print("child: cuInit", cuda.cuInit(0))
    cuda.cuDeviceGetUuid_v2(uuid, 0)
    nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(device))
    told = text(nvml.nvmlDeviceGetUUID, device)
    print("child: same UUID", told.replace("-", "")[3:] == uuid.raw.hex(), flush=True)
    os._exit(0)
