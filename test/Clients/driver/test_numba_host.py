# ===- test_numba_host.py - What hosts of numba do with a device --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: array functions, memory, streams, events,
linking, and queries of the device."""

import concurrent.futures
import gc
import importlib

import numba
import numpy as np
import pytest
from numba import cuda

from on_device import run, sample

# ===------------------------------------------------------------------------===#
# Functions of arrays
# ===------------------------------------------------------------------------===#


def test_vectorize():
    @numba.vectorize(["float32(float32, float32)", "int64(int64, int64)"], target="cuda")
    def function(a, b):
        return a * 2 + b

    for dtype in "f4", "i8":
        a, b = sample(100, dtype), sample((100,), dtype)
        out = function(a, b)
        assert out.dtype == dtype
        np.testing.assert_array_equal(out, a * 2 + b)


def test_vectorize_broadcasts():
    @numba.vectorize(["float64(float64, float64)"], target="cuda")
    def function(a, b):
        return a - b

    a, b = sample((5, 1), "f8"), sample((1, 6), "f8")
    np.testing.assert_array_equal(function(a, b), a - b)
    np.testing.assert_array_equal(function(a, 3.0), a - 3)


def test_vectorize_on_the_device():
    @numba.vectorize(["float32(float32)"], target="cuda")
    def function(a):
        return -a

    a = sample(64, "f4")
    on_device = function(function(cuda.to_device(a)))
    assert isinstance(on_device, cuda.cudadrv.devicearray.DeviceNDArray)
    np.testing.assert_array_equal(on_device.copy_to_host(), a)


def test_reduction_of_a_ufunc():
    @numba.vectorize(["int64(int64, int64)"], target="cuda")
    def add(a, b):
        return a + b

    a = sample(257, "i8")
    assert add.reduce(a) == a.sum()


def test_guvectorize():
    @numba.guvectorize(["float64[:,:], float64[:], float64[:]"], "(m,n),(n)->(m)", target="cuda")
    def product(a, x, out):
        for i in range(a.shape[0]):
            total = 0.0
            for j in range(a.shape[1]):
                total += a[i, j] * x[j]
            out[i] = total

    a, x = sample((3, 4, 5), "f8"), sample((3, 5), "f8")
    np.testing.assert_array_equal(product(a, x), np.einsum("bmn,bn->bm", a, x))


def test_guvectorize_to_a_scalar():
    @numba.guvectorize(["int32[:], int32[:]"], "(n)->()", target="cuda")
    def largest(a, out):
        best = a[0]
        for value in a:
            best = max(best, value)
        out[0] = best

    a = sample((7, 9), "i4")
    np.testing.assert_array_equal(largest(a), a.max(axis=1))


@pytest.mark.parametrize("size", [1, 5, 32, 1000, 2049])
def test_reduce(size):
    total = cuda.reduce(lambda a, b: a + b)
    a = sample(size, "f8")
    assert total(a) == a.sum()
    assert total(a, init=10) == a.sum() + 10


def test_reduce_into_an_array_of_the_device():
    largest = cuda.reduce(lambda a, b: max(a, b))
    a, out = sample(300, "i4"), cuda.to_device(np.zeros(1, np.int32))
    largest(cuda.to_device(a), res=out)
    assert out.copy_to_host()[0] == a.max()


def test_forall():
    @cuda.jit
    def kernel(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += 1

    a = cuda.to_device(sample(333, "i4"))
    before = a.copy_to_host()
    kernel.forall(a.size)(a)
    np.testing.assert_array_equal(a.copy_to_host(), before + 1)


@pytest.mark.parametrize(
    "name", ["sin", "log2", "arctan2", "hypot", "maximum", "logical_and", "left_shift"]
)
def test_ufunc_of_numpy_in_a_kernel(name):
    function = getattr(np, name)
    dtype = "i8" if name == "left_shift" else "f8"

    @cuda.jit
    def one(a, b, out):
        function(a, out)

    @cuda.jit
    def two(a, b, out):
        function(a, b, out)

    a, b = np.abs(sample(8, dtype)), np.abs(sample((8,), dtype))
    expected = function(*(a, b)[: function.nin])
    *_, out = run([one, two][function.nin - 1], a, b, np.zeros_like(expected), block=1)
    np.testing.assert_allclose(out, expected, rtol=1e-15)


# ===------------------------------------------------------------------------===#
# Memory
# ===------------------------------------------------------------------------===#


@cuda.jit
def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


def test_arrays_of_the_host_are_copied():
    a = sample(64, "f4")
    expected = a * 2
    double[2, 32](a)
    np.testing.assert_array_equal(a, expected)


def test_in_out_and_inout():
    @cuda.jit
    def kernel(a, b, c):
        i = cuda.grid(1)
        b[i] = a[i]
        c[i] += a[i]

    a, b, c = sample(32, "i4"), np.zeros(32, np.int32), sample((32,), "i4")
    expected = a + c
    kernel[1, 32](cuda.In(a), cuda.Out(b), cuda.InOut(c))
    np.testing.assert_array_equal(b, a)
    np.testing.assert_array_equal(c, expected)


def test_device_array_like():
    a = cuda.device_array_like(sample((4, 6), "c8"))
    assert (a.shape, a.dtype) == ((4, 6), np.complex64)
    a[:] = sample((4, 6), "c8")
    np.testing.assert_array_equal(a.copy_to_host(), sample((4, 6), "c8"))


def test_slices_of_the_device():
    host = sample(64, "i4")
    a = cuda.to_device(host)
    np.testing.assert_array_equal(a[10:20].copy_to_host(), host[10:20])
    np.testing.assert_array_equal(a[::3].copy_to_host(), host[::3])
    a[5:9] = np.arange(4, dtype=np.int32)
    host[5:9] = np.arange(4)
    np.testing.assert_array_equal(a.copy_to_host(), host)
    assert a[7] == 2


def test_reshape_ravel_transpose_and_view():
    host = sample((6, 4), "f4")
    a = cuda.to_device(host)
    np.testing.assert_array_equal(a.reshape(4, 6).copy_to_host(), host.reshape(4, 6))
    np.testing.assert_array_equal(a.ravel().copy_to_host(), host.ravel())
    np.testing.assert_array_equal(a.T.copy_to_host(), host.T)
    np.testing.assert_array_equal(a.view(np.int32).copy_to_host(), host.view(np.int32))


def test_split():
    host = sample(40, "i4")
    parts = cuda.to_device(host).split(16)
    np.testing.assert_array_equal(np.concatenate([p.copy_to_host() for p in parts]), host)


def test_copies_between_arrays_of_the_device():
    a, b = cuda.to_device(sample(32, "i4")), cuda.device_array(32, np.int32)
    b.copy_to_device(a)
    np.testing.assert_array_equal(b.copy_to_host(), a.copy_to_host())


def test_pinned_memory():
    a = cuda.pinned_array(64, np.float32)
    a[:] = sample(64, "f4")
    stream = cuda.stream()
    on_device = cuda.to_device(a, stream=stream)
    double[2, 32, stream](on_device)
    on_device.copy_to_host(a, stream=stream)
    stream.synchronize()
    np.testing.assert_array_equal(a, 2 * sample(64, "f4"))
    with cuda.pinned(np.zeros(8)) as _:
        pass


def test_mapped_memory():
    a = cuda.mapped_array(64, np.int32)
    a[:] = sample(64, "i4")
    double[2, 32](a)
    cuda.synchronize()
    np.testing.assert_array_equal(a, 2 * sample(64, "i4"))


def test_managed_memory():
    a = cuda.managed_array((8, 8), np.float64)
    a[:] = sample((8, 8), "f8")

    @cuda.jit
    def kernel(a):
        i, j = cuda.grid(2)
        a[i, j] += i

    kernel[1, (8, 8)](a)
    cuda.synchronize()
    np.testing.assert_array_equal(a, sample((8, 8), "f8") + np.arange(8)[:, None])


def test_memory_comes_back():
    context = cuda.current_context()
    deallocations = context.memory_manager.deallocations
    gc.collect()
    deallocations.clear()
    free, total = context.get_memory_info()
    a = cuda.device_array(1 << 20, np.uint8)
    assert context.get_memory_info().free == free - (1 << 20)
    del a
    gc.collect()
    deallocations.clear()
    assert context.get_memory_info() == (free, total)


def test_deferred_cleanup():
    with cuda.defer_cleanup():
        for _ in range(3):
            cuda.to_device(sample(8, "i4"))
    np.testing.assert_array_equal(cuda.to_device(sample(8, "i4")).copy_to_host(), sample(8, "i4"))


def test_interface_of_arrays():
    class Borrowed:
        def __init__(self, array):
            self.array = array
            self.__cuda_array_interface__ = array.__cuda_array_interface__

    a = cuda.to_device(sample(64, "i4"))
    same = cuda.as_cuda_array(Borrowed(a))
    double[2, 32](same)
    double[2, 32](Borrowed(a))
    np.testing.assert_array_equal(a.copy_to_host(), 4 * sample(64, "i4"))
    assert cuda.is_cuda_array(Borrowed(a)) and not cuda.is_cuda_array(3)


# ===------------------------------------------------------------------------===#
# Streams and events
# ===------------------------------------------------------------------------===#


def test_streams():
    streams = [cuda.stream() for _ in range(3)]
    arrays = [cuda.to_device(sample(64, "i4"), stream=s) for s in streams]
    for _ in range(4):
        for array, stream in zip(arrays, streams):
            double[2, 32, stream](array)
    hosts = [a.copy_to_host(stream=s) for a, s in zip(arrays, streams)]
    cuda.synchronize()
    for host in hosts:
        np.testing.assert_array_equal(host, 16 * sample(64, "i4"))


def test_auto_synchronize():
    stream = cuda.stream()
    with stream.auto_synchronize():
        a = cuda.to_device(sample(64, "i4"), stream=stream)
        double[2, 32, stream](a)
        host = a.copy_to_host(stream=stream)
    np.testing.assert_array_equal(host, 2 * sample(64, "i4"))


@pytest.mark.parametrize(
    "name", ["default_stream", "legacy_default_stream", "per_thread_default_stream"]
)
def test_default_streams(name):
    stream = getattr(cuda, name)()
    a = cuda.to_device(sample(64, "i4"), stream=stream)
    double[2, 32, stream](a)
    stream.synchronize()
    np.testing.assert_array_equal(a.copy_to_host(), 2 * sample(64, "i4"))


def test_events_order_streams():
    first, second, event = cuda.stream(), cuda.stream(), cuda.event(timing=False)
    a = cuda.to_device(sample(64, "i4"), stream=first)
    double[2, 32, first](a)
    event.record(first)
    event.wait(second)
    double[2, 32, second](a)
    second.synchronize()
    assert event.query()
    np.testing.assert_array_equal(a.copy_to_host(), 4 * sample(64, "i4"))


def test_events_tell_the_time():
    begin, end = cuda.event(), cuda.event()
    begin.record()
    double[2, 32](cuda.to_device(sample(64, "i4")))
    end.record()
    end.synchronize()
    assert begin.elapsed_time(end) > 0


def test_threads_of_the_host():
    def work(number):
        a = cuda.to_device(sample(64, "i4") + number)
        for _ in range(3):
            double[2, 32](a)
        return a.copy_to_host()

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(8)))
    for number, result in enumerate(results):
        np.testing.assert_array_equal(result, 8 * (sample(64, "i4") + number))


# ===------------------------------------------------------------------------===#
# The device
# ===------------------------------------------------------------------------===#


def test_device():
    device = cuda.get_current_device()
    assert device.name == b"Tessera sm_90" or device.name == "Tessera sm_90"
    assert device.compute_capability[:2] == (9, 0)
    assert device.WARP_SIZE == 32
    assert device.MAX_THREADS_PER_BLOCK == 1024
    assert len(cuda.gpus) == 1
    assert cuda.is_available() and cuda.detect()


def test_attributes_of_a_kernel():
    @cuda.jit("void(float32[:])", max_registers=40)
    def kernel(a):
        block = cuda.shared.array(100, numba.float32)
        block[cuda.threadIdx.x] = a[0]
        cuda.syncthreads()
        a[0] = block[1]

    (signature,) = kernel.nopython_signatures
    assert kernel.get_shared_mem_per_block(signature) == 400
    assert kernel.get_max_threads_per_block(signature) == 1024
    assert kernel.get_const_mem_size(signature) == 0
    assert ".visible .entry" in kernel.inspect_asm(signature.args)


def test_occupancy():
    @cuda.jit("void(float32[:])")
    def kernel(a):
        a[0] = 1

    context = cuda.current_context()
    function = kernel.overloads[kernel.signatures[0]]._codelibrary.get_cufunc()
    assert context.get_active_blocks_per_multiprocessor(function, 256, 0) == 8


def test_cache_of_functions(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.cuda.core.config.CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "cached_kernels.py").write_text(
        "from numba import cuda\n\n\n@cuda.jit(cache=True)\ndef kernel(a):\n"
        "    a[cuda.threadIdx.x] += 5\n"
    )
    import cached_kernels

    for hits in 0, 1:
        module = importlib.reload(cached_kernels)
        (out,) = run(module.kernel, np.zeros(4, np.int32), block=4)
        np.testing.assert_array_equal(out, 5)
        assert sum(module.kernel.stats.cache_hits.values()) == hits


# ===------------------------------------------------------------------------===#
# Linking
# ===------------------------------------------------------------------------===#

SQUARE = """
.version 7.0
.target sm_70
.address_size 64
.visible .func (.param .b32 result) square(.param .b64 out, .param .b32 x)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.b64 %rd1, [out];
  ld.param.b32 %r1, [x];
  mul.lo.s32 %r2, %r1, %r1;
  st.b32 [%rd1], %r2;
  mov.b32 %r1, 0;
  st.param.b32 [result], %r1;
  ret;
}
"""


@pytest.mark.parametrize("times", [1, 2])
def test_functions_in_ptx(times):
    square = cuda.declare_device("square", "int32(int32)", link=cuda.PTXSource(SQUARE.encode()))

    @cuda.jit
    def kernel(a):
        i = cuda.threadIdx.x
        for _ in range(times):
            a[i] = square(a[i])

    a = sample(32, "i4")
    (out,) = run(kernel, a.copy())
    np.testing.assert_array_equal(out, a ** (2**times))


def test_functions_in_cuda_cpp():
    source = """
    static __device__ int scale = 3;
    extern "C" __device__ int multiply(int *result, int x, int y) {
      *result = x * scale + y;
      return 0;
    }
    """
    multiply = cuda.declare_device(
        "multiply", "int32(int32, int32)", link=cuda.CUSource(source)
    )

    def kernel(a):
        i = cuda.threadIdx.x
        a[i] = multiply(a[i], i)

    a = sample(32, "i4")
    (out,) = run(kernel, a.copy())
    np.testing.assert_array_equal(out, 3 * a + np.arange(32))
