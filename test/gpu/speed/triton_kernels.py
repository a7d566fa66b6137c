# ===- triton_kernels.py - The same kernels in Triton ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Triton, on the programs of test/Kernels/real_kernels.py written in it: the same
tiles, grids and orders."""

import triton
import triton.language as tl
from rows import Attention, Missing, PersistentProduct, Rows

#: Triton's names of types.
INPUTS = {"f16": "fp16", "bf16": "bf16", "tf32": "fp32", "i8": "i8", "e4m3": "fp8e4nv"}
WARPS, STAGES = 8, 3


@triton.jit
def matmul(a, b, c, n, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = tl.program_id(1) * N + tl.arange(0, N)
    total = tl.zeros([M, N], c.dtype.element_ty)
    for start in range(0, n, K):
        k = start + tl.arange(0, K)
        x = tl.load(a + i[:, None] * n + k[None, :])
        y = tl.load(b + k[:, None] * n + j[None, :])
        total = tl.dot(x, y, total, input_precision="tf32", out_dtype=c.dtype.element_ty)
    tl.store(c + i[:, None] * n + j[None, :], total)


@triton.jit
def attention(q, k, v, o, n, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1) * n * D
    i = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    queries = tl.load(q + head + i[:, None] * D + d[None, :])
    high = tl.full([M], float("-inf"), tl.float32)
    total = tl.zeros([M], tl.float32)
    result = tl.zeros([M, D], tl.float32)
    end = n
    if CAUSAL:
        end = tl.minimum((tl.program_id(0) + 1) * M, n)
    for start in range(0, end, N):
        j = start + tl.arange(0, N)
        keys = tl.load(k + head + j[:, None] * D + d[None, :])
        score = tl.dot(queries, tl.trans(keys))
        if CAUSAL:
            score = tl.where(j[None, :] <= i[:, None], score, float("-inf"))
        higher = tl.maximum(high, tl.max(score, 1))
        power = tl.exp2(score - higher[:, None])
        factor = tl.exp2(high - higher)
        total = total * factor + tl.sum(power, 1)
        values = tl.load(v + head + j[:, None] * D + d[None, :])
        result = tl.dot(power.to(tl.float16), values, result * factor[:, None])
        high = higher
    result = tl.div_rn(result, tl.broadcast_to(total[:, None], [M, D]))
    tl.store(o + head + i[:, None] * D + d[None, :], result.to(tl.float16))


class Array:
    """An object that Triton treats as a tensor."""

    def __init__(self, pointer, dtype):
        self.pointer, self.dtype = pointer, dtype

    def data_ptr(self):
        return self.pointer.value


class Compiler:
    name = f"Triton {triton.__version__}"

    def prepare(self, row, arguments):
        if isinstance(row, (Rows, PersistentProduct)):
            raise Missing("there is no such kernel of Triton's")
        size, (rows, columns, depth) = arguments.size, row.tile
        if size % rows or size % columns or size % depth and not isinstance(row, Attention):
            raise Missing(f"{size} is no multiple of the tile")
        arrays = [Array(pointer, INPUTS[row.element]) for pointer in arguments.inputs]
        if isinstance(row, Attention):
            kernel, into, constants = attention, "fp16", {"D": depth, "CAUSAL": row.is_causal}
        else:
            kernel, into, constants = matmul, "i32" if row.element == "i8" else "fp32", {"K": depth}
        arrays.append(Array(arguments.output, into))

        def launch(stream):
            triton.runtime.driver.active.get_current_stream = lambda device: stream.value
            kernel[row.grid(size)](
                *arrays, size, M=rows, N=columns, **constants, num_warps=WARPS, num_stages=STAGES
            )  # fmt: skip

        return launch
