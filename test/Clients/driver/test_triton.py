# ===- test_triton.py - Kernels of Triton, launched by Triton -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Triton's own compiler, cache and launcher, with the ptxas of `tessera run`. Triton asks
torch for the current device and stream, and treats any object with an address as a
tensor."""

import ctypes
import importlib.util
import inspect
import os
import subprocess
import sys
import types

import numpy as np
import pytest
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


def modules():
    """A stand-in for the part of torch that Triton uses."""
    if importlib.util.find_spec("torch"):
        return {}
    torch = types.ModuleType("torch")
    torch.Tensor, torch.dtype = type("Tensor", (), {}), type("dtype", (), {})
    torch.version = types.SimpleNamespace(hip=None, cuda=None)
    torch.cuda = types.ModuleType("torch.cuda")
    torch.cuda.is_available = lambda: True
    torch.cuda.current_device = lambda: 0
    torch.cuda.set_device = lambda device: None
    torch.cuda.current_stream = lambda device=None: types.SimpleNamespace(cuda_stream=0)
    torch.cuda.get_device_capability = lambda device=None: (9, 0)
    return {"torch": torch, "torch.cuda": torch.cuda}


@pytest.fixture(autouse=True)
def torch(monkeypatch):
    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    make_context()


_cuda = ctypes.CDLL("libcuda.so.1")


def _check(result):
    assert result == 0, result


def make_context():
    """Makes the context, which Triton leaves to torch."""
    handle = ctypes.c_void_p()
    _check(_cuda.cuInit(0))
    _check(_cuda.cuDevicePrimaryCtxRetain(ctypes.byref(handle), 0))
    _check(_cuda.cuCtxSetCurrent(handle))


class Type(str):
    """Triton's name of a type of numpy, with the size that a descriptor needs."""

    def __new__(cls, dtype):
        kind = "fp" if dtype.kind == "f" else dtype.kind
        self = super().__new__(cls, f"{kind}{8 * dtype.itemsize}")
        self.itemsize = dtype.itemsize
        return self


class Array:
    """An array of the device in the form that Triton takes."""

    def __init__(self, values):
        self.shape, self.dtype_of_host = values.shape, values.dtype
        self.bytes = ctypes.c_size_t(values.nbytes)
        self.dtype = Type(values.dtype)
        self.address = ctypes.c_uint64()
        _check(_cuda.cuMemAlloc_v2(ctypes.byref(self.address), self.bytes))
        source = np.ascontiguousarray(values).ctypes.data_as(ctypes.c_void_p)
        _check(_cuda.cuMemcpyHtoD_v2(self.address, source, self.bytes))

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        values = np.empty(self.shape, self.dtype_of_host)
        target = values.ctypes.data_as(ctypes.c_void_p)
        _check(_cuda.cuMemcpyDtoH_v2(target, self.address, self.bytes))
        return values


def random(*shape, dtype=np.float32):
    """Small integers: sums and products of them are exact."""
    return np.random.default_rng(len(shape)).integers(-4, 5, shape).astype(dtype)


@triton.jit
def _add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


def test_add():
    x, y = random(1000), random(1000)[::-1]
    out = Array(np.zeros_like(x))
    _add[(4,)](Array(x), Array(y), out, x.size, BLOCK=256)
    assert (out.numpy() == x + y).all()


@triton.jit
def _softmax(x, out, columns, COLUMNS: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, COLUMNS)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    e = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * columns + at, e / tl.sum(e, 0), mask=at < columns)


def test_softmax():
    x = random(8, 200)
    out = Array(np.zeros_like(x))
    _softmax[(8,)](Array(x), out, 200, COLUMNS=256)
    e = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    # In units of 2**-24, for an element and for the sum: 12 * ln(2) of the argument of
    # exp2 (half a unit of up to 12) and 4 of exp2 itself; 8 of the sum, 4 of the quotient.
    bound = (2 * (12 * np.log(2) + 4) + 8 + 4) * 2**-24
    assert np.abs(out.numpy() * e.sum(1, keepdims=True) / e - 1).max() < bound


@triton.jit
def _product(a, b, c, N: tl.constexpr, K: tl.constexpr, SIZE: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    n = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    k = tl.arange(0, BK)
    total = tl.zeros((SIZE, SIZE), tl.float32)
    for first in range(0, K, BK):
        x = tl.load(a + m[:, None] * K + (first + k)[None, :])
        y = tl.load(b + (first + k)[:, None] * N + n[None, :])
        total += tl.dot(x, y)
    tl.store(c + m[:, None] * N + n[None, :], total)


def test_product():
    a, b = random(128, 64, dtype=np.float16), random(64, 128, dtype=np.float16)
    c = Array(np.zeros((128, 128), np.float32))
    _product[(2, 2)](Array(a), Array(b), c, 128, 64, 64, 32, num_warps=4)
    assert (c.numpy() == a.astype(np.float32) @ b.astype(np.float32)).all()


@triton.jit
def _persistent(a, b, c, N, BLOCKS: tl.constexpr, SIZE: tl.constexpr, AGENTS: tl.constexpr):
    columns = N // SIZE
    tiles = columns * columns
    for tile in tl.range(tl.program_id(0), tiles, BLOCKS, flatten=True, warp_specialize=AGENTS):
        m, n = tile // columns * SIZE, tile % columns * SIZE
        total = tl.zeros((SIZE, SIZE), tl.float32)
        for k in range(0, N, SIZE):
            total = tl.dot(a.load([m, k]), b.load([k, n]), total)
        c.store([m, n], total.to(tl.float16))


@pytest.mark.parametrize("agents", (False, True))
def test_persistent_product(agents):
    """By tensor copies, products of warp groups and, with agents, warps of one task each."""
    a, b = random(128, 128, dtype=np.float16), random(128, 128, dtype=np.float16)
    c = Array(np.zeros((128, 128), np.float16))
    of = [128, 128], [128, 1], [64, 64]
    maps = [TensorDescriptor(x, *of) for x in (Array(a), Array(b), c)]
    _persistent[(2,)](*maps, 128, 2, 64, agents, num_warps=4, num_stages=3)
    assert (c.numpy() == (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)).all()


@triton.jit
def _histogram(x, counts, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.atomic_add(counts + tl.load(x + at, mask=mask), 1, mask=mask)


def test_histogram():
    x = (random(1000) + 4).astype(np.int32)
    counts = Array(np.zeros(9, np.int32))
    _histogram[(4,)](Array(x), counts, x.size, BLOCK=256)
    assert (counts.numpy() == np.bincount(x, minlength=9)).all()


def go_out_of_bounds():
    make_context()
    x, out = Array(random(100)), Array(np.zeros(100, np.float32))
    _add[(1,)](x, x, out, 128, BLOCK=128)


def test_access_out_of_bounds(tmp_path):
    """In a process of its own, since no context survives the error. Triton's cache finds a
    kernel by its text: an entry from another folder would name that folder's file.
    """
    code = "import sys, test_triton as t; sys.modules.update(t.modules()); t.go_out_of_bounds()"
    child = subprocess.run(
        [sys.executable, "-c", code],
        cwd=os.path.dirname(__file__), env={**os.environ, "TRITON_CACHE_DIR": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert child.returncode != 0 and "illegal memory access" in child.stderr
    assert "out of bounds" in child.stderr
    line = inspect.getsourcelines(_add.fn)[1] + 4
    assert f"{__file__}:{line}" in child.stderr
