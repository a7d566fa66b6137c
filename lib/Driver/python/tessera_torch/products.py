# ===- products.py - Products with the sums of tensor cores ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch's products of f16, bf16 and fp8 on the host, to the bit as tensor cores of the GPU
add them up: programs compare kernels with them, as closely as products of one GPU agree.
Each function takes the arguments of an operator and returns its result, or None where the
host's operator is to compute it, or to say why the arguments are wrong."""

import concurrent.futures
import ctypes
import functools

import torch

from . import driver

#: Formats of factors by the operators that a GPU has for them.
_HALVES = {torch.float16: b"f16", torch.bfloat16: b"bf16"}
_BYTES = {torch.float8_e4m3fn: b"e4m3", torch.float8_e5m2: b"e5m2"}
_FORMATS = _HALVES | _BYTES

#: Products of fp8 that sm_90 adds up with few bits, before it adds the sums in f32.
_SLOW_DEPTH = 128

#: Rows that a thread multiplies at least.
_ROWS = 64

#: The formats of sums, once they are complete.
_RESULTS = (torch.float32, torch.float16, torch.bfloat16)


class _Text(ctypes.Structure):
    """MlirStringRef."""

    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class _Result(ctypes.Structure):
    """MlirLogicalResult."""

    _fields_ = [("value", ctypes.c_int8)]


def _text(value):
    return _Text(value, len(value))


def _multiply_function():
    function = driver.function("tesseraMultiply")
    size, address = ctypes.c_size_t, ctypes.c_void_p
    function.argtypes = [_Text, _Text, size, size, size, address, address, address]
    function.restype = _Result
    return function


def _multiply_matrices(a, b):
    """The product of two matrices in f32, by as many threads as torch takes."""
    a, b = a.contiguous(), b.contiguous()
    (m, k), n = a.shape, b.shape[1]
    c = torch.empty((m, n), dtype=torch.float32)
    multiply = _multiply_function()
    gpu = _text(b"sm_%d%d" % driver.capability())
    format_ = _text(_FORMATS[a.dtype])

    def multiply_rows(first):
        rows = min(each, m - first)
        left = a.data_ptr() + first * k * a.element_size()
        sums = c.data_ptr() + first * n * c.element_size()
        return multiply(gpu, format_, rows, n, k, left, b.data_ptr(), sums).value

    threads = torch.get_num_threads()
    each = max(_ROWS, -(-m // threads // _ROWS) * _ROWS)
    if m <= each:
        done = [multiply_rows(0)]
    else:
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            done = list(pool.map(multiply_rows, range(0, m, each)))
    assert all(done), (a.dtype, gpu.data)
    return c


def _fit(rank, formats, a, b):
    """Returns True if tensor cores have a product of these two matrices (a `rank` of 2) or
    batches of them (3)."""
    return (
        a.dim() == b.dim() == rank
        and a.shape[:-2] == b.shape[:-2]
        and a.shape[-1] == b.shape[-2]
        and a.dtype == b.dtype
        and a.dtype in formats
    )


def _is_result(out_dtype, a):
    """Returns True if a product of halves can be stored in this format."""
    return out_dtype in (None, a.dtype, torch.float32)


def _can_be_added(value, dtypes, a, b):
    """Returns True if `value` broadcasts to the product of `a` and `b`, and has a format
    that is added to it."""
    shape = (*a.shape[:-1], b.shape[-1])
    extents = zip(reversed(value.shape), reversed(shape))
    is_small = value.dim() <= len(shape) and all(x in (1, to) for x, to in extents)
    return is_small and value.dtype in dtypes


def _multiply(a, b):
    """The product of two matrices, or of each in two batches, in f32."""
    if a.dim() == 2:
        return _multiply_matrices(a, b)
    result = torch.empty((a.shape[0], a.shape[1], b.shape[2]), dtype=torch.float32)
    for to, left, right in zip(result, a, b):
        to.copy_(_multiply_matrices(left, right))
    return result


def _product(rank, a, b, out_dtype=None, *, out=None):
    if not _fit(rank, _HALVES, a, b) or not _is_result(out_dtype, a):
        return None
    return _multiply(a, b).to(out_dtype or a.dtype)


def _sum(rank, value, a, b, out_dtype=None, *, beta=1, alpha=1, use_gelu=None, out=None):
    """A product that is scaled and added before it is rounded."""
    if not _fit(rank, _HALVES, a, b) or not _is_result(out_dtype, a):
        return None
    if not _can_be_added(value, (a.dtype, out_dtype), a, b):
        return None
    result = _multiply(a, b)
    if alpha != 1:
        result *= alpha
    # A factor of zero leaves out a NaN.
    if beta != 0:
        result += value.float() * beta
    if use_gelu is not None:
        activation = torch.nn.functional.gelu if use_gelu else torch.relu
        result = activation(result)
    return result.to(out_dtype or a.dtype)


def _scaled(
    a,
    b,
    scale_a,
    scale_b,
    bias=None,
    scale_result=None,
    out_dtype=None,
    use_fast_accum=False,
    *,
    out=None,
):
    """A product of fp8 whose factors have a scale, or a scale for each row and column."""
    format_ = out_dtype or a.dtype
    if not _fit(2, _BYTES, a, b):
        return None
    if format_ not in _RESULTS or {scale_a.dtype, scale_b.dtype} != {torch.float32}:
        return None
    if scale_a.numel() not in (1, a.shape[0]) or scale_b.numel() not in (1, b.shape[1]):
        return None
    is_slow = not use_fast_accum and driver.capability() == (9, 0)
    depth = _SLOW_DEPTH if is_slow else max(1, a.shape[1])
    result = _multiply(a[:, :depth], b[:depth])
    for first in range(depth, a.shape[1], depth):
        result += _multiply(a[:, first : first + depth], b[first : first + depth])
    result *= scale_a.reshape(-1, 1) * scale_b.reshape(1, -1)
    if bias is not None:
        result += bias.float()
    return result.to(format_)


#: The functions by the names of operators.
KERNELS = {
    "mm": functools.partial(_product, 2),
    "bmm": functools.partial(_product, 3),
    "addmm": functools.partial(_sum, 2),
    "baddbmm": functools.partial(_sum, 3),
    "_addmm_activation": lambda *arguments, use_gelu=False, **options: _sum(
        2, *arguments, use_gelu=use_gelu, **options
    ),
    "_scaled_mm": _scaled,
}
