"""Prints which devices of the machine there are for this process: their buses, which NVML
says of all."""

import ctypes

from api import call

result = call("cuInit", 0)
if result != "CUDA_SUCCESS":
    print(result)
else:
    count, nvml = ctypes.c_int(), ctypes.CDLL("libnvidia-ml.so.1")
    call("cuDeviceGetCount", ctypes.byref(count))
    seen = []
    for device in range(count.value):
        bus, uuid = ctypes.create_string_buffer(13), ctypes.create_string_buffer(16)
        number = ctypes.c_int()
        call("cuDeviceGetPCIBusId", bus, 13, device)
        call("cuDeviceGetUuid_v2", uuid, device)
        call("cuDeviceGetAttribute", ctypes.byref(number), 33, device)
        assert bus.value.decode() == f"0000:{number.value:02x}:00.0"
        assert uuid.raw[15] == number.value
        seen.append(number.value)
    nvml.nvmlInit_v2()
    nvml.nvmlDeviceGetCount_v2(ctypes.byref(count))
    print("sees", *seen, "of", count.value)
