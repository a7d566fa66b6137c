# ===- test_cuda_python.py - cuda-bindings and cuda-core ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified cuda-bindings and cuda-core under `tessera run`: the driver's functions, and
programs that NVRTC compiles to PTX, are linked, launched and measured."""

import ctypes

import numpy as np
import pytest
from cuda.bindings import driver
from cuda.core import (
    Device,
    DeviceMemoryResource,
    DeviceMemoryResourceOptions,
    EventOptions,
    LaunchConfig,
    LegacyPinnedMemoryResource,
    Linker,
    LinkerOptions,
    ObjectCode,
    Program,
    ProgramOptions,
    launch,
)

SAXPY = """
template <typename T>
__global__ void saxpy(T a, const T *x, T *y, size_t n) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}
"""
CALLER = """
extern __device__ int twice(int x);
__constant__ int offset;
extern "C" __global__ void run(int *out) { out[threadIdx.x] = twice(threadIdx.x) + offset; }
"""
CALLEE = "static __device__ int factor = 2; __device__ int twice(int x) { return factor * x; }"


@pytest.fixture(scope="module")
def device():
    device = Device()
    device.set_current()
    return device


@pytest.fixture
def stream(device):
    return device.create_stream()


def compiled(source, to="ptx", kind="c++", expressions=(), **options):
    program = Program(source, kind, ProgramOptions(arch="sm_90", **options))
    return program.compile(to, name_expressions=tuple(expressions))


def on(buffer, dtype, count):
    """The memory of a buffer as an array: an address of the device is one of the host."""
    made = (ctypes.c_char * buffer.size).from_address(int(buffer.handle))
    return np.frombuffer(made, dtype, count)


# ===------------------------------------------------------------------------===#
# cuda-bindings
# ===------------------------------------------------------------------------===#


def call(function, *arguments):
    error, *results = function(*arguments)
    assert error == driver.CUresult.CUDA_SUCCESS, error
    return results[0] if len(results) == 1 else results


def test_a_launch_of_the_driver(device):
    ptx = compiled(SAXPY, expressions=["saxpy<float>"])
    library = call(driver.cuLibraryLoadData, ptx.code, [], [], 0, [], [], 0)
    kernel = call(driver.cuLibraryEnumerateKernels, 1, library)[0]
    x = np.arange(64, dtype=np.float32)
    addresses = [call(driver.cuMemAlloc, x.nbytes) for _ in range(2)]
    for address in addresses:
        call(driver.cuMemcpyHtoD, address, x.ctypes.data, x.nbytes)
    values = (np.float32(3), *addresses, 64)
    types = (ctypes.c_float, None, None, ctypes.c_size_t)
    call(driver.cuLaunchKernel, kernel, 2, 1, 1, 32, 1, 1, 0, 0, (values, types), 0)
    call(driver.cuCtxSynchronize)
    out = np.empty_like(x)
    call(driver.cuMemcpyDtoH, out.ctypes.data, addresses[1], x.nbytes)
    np.testing.assert_array_equal(out, 4 * x)
    for address in addresses:
        call(driver.cuMemFree, address)
    call(driver.cuLibraryUnload, library)


def test_errors_have_names(device):
    error, _ = driver.cuMemAlloc(0)
    assert error == driver.CUresult.CUDA_ERROR_INVALID_VALUE
    assert call(driver.cuGetErrorName, error) == b"CUDA_ERROR_INVALID_VALUE"
    (error,) = driver.cuMemFree(0x1234)
    assert error == driver.CUresult.CUDA_ERROR_INVALID_VALUE


# ===------------------------------------------------------------------------===#
# Programs
# ===------------------------------------------------------------------------===#


def run_saxpy(device, stream, kernel, dtype):
    x = np.arange(100, dtype=dtype)
    buffers = [device.allocate(x.nbytes, stream=stream) for _ in range(2)]
    stream.sync()
    for buffer in buffers:
        pinned = LegacyPinnedMemoryResource().allocate(x.nbytes)
        on(pinned, dtype, 100)[:] = x
        buffer.copy_from(pinned, stream=stream)
    config = LaunchConfig(grid=4, block=32)
    scalar = ctypes.c_float(3) if dtype == np.float32 else ctypes.c_double(3)
    launch(stream, config, kernel, scalar, *buffers, ctypes.c_size_t(100))
    back = LegacyPinnedMemoryResource().allocate(x.nbytes)
    buffers[1].copy_to(back, stream=stream)
    stream.sync()
    np.testing.assert_array_equal(on(back, dtype, 100), 4 * x)


@pytest.mark.parametrize("dtype,name", [(np.float32, "float"), (np.float64, "double")])
def test_templates(device, stream, dtype, name):
    program = compiled(SAXPY, expressions=[f"saxpy<{name}>"])
    run_saxpy(device, stream, program.get_kernel(f"saxpy<{name}>"), dtype)


def test_a_program_of_ptx(device, stream):
    ptx = compiled(SAXPY, expressions=["saxpy<float>"])
    program = Program(ptx.code.decode(), "ptx", ProgramOptions(arch="sm_90"))
    assert program.backend in ("driver", "Driver", "nvJitLink") and "riv" in program.backend
    name = next(iter(ptx.symbol_mapping.values()))
    run_saxpy(device, stream, program.compile("cubin").get_kernel(name), np.float32)


def test_an_object_from_ptx(device, stream):
    ptx = compiled(SAXPY, expressions=["saxpy<float>"])
    same = ObjectCode.from_ptx(ptx.code, symbol_mapping=ptx.symbol_mapping)
    run_saxpy(device, stream, same.get_kernel("saxpy<float>"), np.float32)


def test_machine_code_is_refused(device, capfd):
    """NVRTC makes it without the driver; the message says which forms can run."""
    code = compiled('extern "C" __global__ void k() {}', to="cubin")
    with pytest.raises(Exception, match="CUDA_ERROR_NO_BINARY_FOR_GPU"):
        code.get_kernel("k")
    assert "machine code, which only a GPU runs" in capfd.readouterr().err


def test_linker(device, stream):
    objects = [
        compiled(source, relocatable_device_code=True) for source in (CALLER, CALLEE)
    ]
    linked = Linker(*objects, options=LinkerOptions(arch="sm_90")).link("cubin")
    out = device.allocate(32 * 4, stream=stream)
    launch(stream, LaunchConfig(grid=1, block=32), linked.get_kernel("run"), out)
    stream.sync()
    np.testing.assert_array_equal(on(out, np.int32, 32), 2 * np.arange(32))


# ===------------------------------------------------------------------------===#
# Launches
# ===------------------------------------------------------------------------===#


def test_dynamic_shared_memory(device, stream):
    kernel = compiled("""
    extern "C" __global__ void reverse(int *a) {
      extern __shared__ int block[];
      block[threadIdx.x] = a[threadIdx.x];
      __syncthreads();
      a[threadIdx.x] = block[blockDim.x - 1 - threadIdx.x];
    }""").get_kernel("reverse")
    a = device.allocate(64 * 4, stream=stream)
    stream.sync()
    on(a, np.int32, 64)[:] = np.arange(64)
    a.fill(b"\x01\x02\x03\x04", stream=stream)
    launch(stream, LaunchConfig(grid=1, block=64, shmem_size=256), kernel, a)
    stream.sync()
    np.testing.assert_array_equal(on(a, np.uint32, 64), 0x04030201)


def test_clusters(device, stream):
    kernel = compiled("""
    extern "C" __global__ void ranks(unsigned *out) {
      unsigned rank, size;
      asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
      asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
      out[blockIdx.x] = 10 * size + rank;
    }""").get_kernel("ranks")
    out = device.allocate(8 * 4, stream=stream)
    # The grid counts clusters.
    launch(stream, LaunchConfig(grid=4, cluster=2, block=1), kernel, out)
    stream.sync()
    np.testing.assert_array_equal(on(out, np.uint32, 8), 20 + np.arange(8) % 2)


def test_cooperative_launch(device, stream):
    kernel = compiled("""
    extern "C" __global__ void count(int *out) { atomicAdd(out, 1); }
    """).get_kernel("count")
    out = device.allocate(4, stream=stream)
    out.fill(0, stream=stream)
    config = LaunchConfig(grid=3, block=2, is_cooperative=True)
    launch(stream, config, kernel, out)
    stream.sync()
    assert on(out, np.int32, 1)[0] == 6


def test_attributes_and_occupancy(device):
    kernel = compiled("""
    extern "C" __global__ void __launch_bounds__(128) k(int *out, char c, double d) {
      __shared__ int block[50];
      block[threadIdx.x % 50] = c;
      __syncthreads();
      *out = block[0] + d;
    }""").get_kernel("k")
    assert kernel.attributes.max_threads_per_block == 128
    assert kernel.attributes.shared_size_bytes == 200
    assert kernel.num_arguments == 3
    assert [(p.offset, p.size) for p in kernel.arguments_info] == [(0, 8), (8, 1), (16, 8)]
    assert kernel.occupancy.max_active_blocks_per_multiprocessor(128, 0) == 16


# ===------------------------------------------------------------------------===#
# Memory, streams, events
# ===------------------------------------------------------------------------===#


def test_pools(device, stream):
    options = DeviceMemoryResourceOptions(max_size=1 << 20)
    pool = DeviceMemoryResource(device, options)
    buffer = pool.allocate(1 << 16, stream=stream)
    assert pool.attributes.used_mem_current == 1 << 16
    with pytest.raises(Exception, match="CUDA_ERROR_OUT_OF_MEMORY"):
        pool.allocate(1 << 20, stream=stream)
    buffer.close(stream)
    stream.sync()
    assert pool.attributes.used_mem_current == 0
    assert pool.attributes.used_mem_high == 1 << 16
    pool.close()


def test_events(device, stream):
    other = device.create_stream()
    begin, end = (device.create_event(EventOptions(timing_enabled=True)) for _ in range(2))
    stream.record(begin)
    buffer = device.allocate(1000, stream=stream)
    buffer.fill(7, stream=stream)
    stream.record(end)
    other.wait(end)
    other.sync()
    assert end.is_done and end - begin > 0
    np.testing.assert_array_equal(on(buffer, np.uint8, 1000), 7)


def test_device(device):
    assert device.name == "Tessera sm_90"
    assert tuple(device.compute_capability) == (9, 0)
    properties = device.properties
    assert properties.warp_size == 32 and properties.max_threads_per_block == 1024
    assert properties.cooperative_launch and properties.cluster_launch


def test_buffers_are_arrays(device, stream):
    buffer = device.allocate(256, stream=stream)
    buffer.fill(1, stream=stream)
    stream.sync()
    assert buffer.is_device_accessible and not buffer.is_host_accessible
    assert buffer.__dlpack_device__() == (2, 0)
    assert buffer.device_id == 0
