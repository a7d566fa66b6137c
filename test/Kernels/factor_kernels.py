# ===- factor_kernels.py - Products of computed factors, in cuTile Python --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of which a factor is computed in the loop that multiplies, weights of few bits
and rows of a norm, or with which more is computed: scales of blocks, what a layer makes of
its sum. factor_cases.py has their inputs and answers.
"""

import cuda.tile as ct

ConstInt = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO


@ct.kernel
def matmul_of_bytes(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(x, y.astype(x.dtype), total)
    ct.store(c, index=(i, j), tile=total)


@ct.function
def signed_low(pairs):
    return (pairs << 4) >> 4


@ct.function
def signed_high(pairs):
    return pairs >> 4


@ct.function
def unsigned_low(pairs):
    return (pairs & 15).astype(ct.int8) - 8


@ct.function
def unsigned_high(pairs):
    return (pairs >> 4).astype(ct.int8) - 8


def matmul_of_nibbles_by(low_of, high_of):
    """Neighbours along K share a byte, the first in its lower half. Without a sign their
    zero is 8."""

    @ct.kernel
    def matmul_of_nibbles(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
        i, j = ct.bid(0), ct.bid(1)
        total = ct.full((M, N), 0, dtype=ct.float32)
        for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
            x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
            pairs = ct.load(b, index=(k, j), shape=(K // 2, N), padding_mode=ZERO)
            low = ct.reshape(low_of(pairs), (K // 2, 1, N))
            high = ct.reshape(high_of(pairs), (K // 2, 1, N))
            y = ct.reshape(ct.cat((low, high), 1), (K, N))
            total = ct.mma(x, y.astype(x.dtype), total)
        ct.store(c, index=(i, j), tile=total)

    return matmul_of_nibbles


@ct.kernel
def matmul_of_groups(a, b, s, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Weights of four bits, in pairs along K, of which K in a column have a scale."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        pairs = ct.load(b, index=(k, j), shape=(K // 2, N), padding_mode=ZERO)
        scale = ct.load(s, index=(k, j), shape=(1, N), padding_mode=ZERO)
        low = ct.reshape(unsigned_low(pairs), (K // 2, 1, N))
        high = ct.reshape(unsigned_high(pairs), (K // 2, 1, N))
        y = ct.reshape(ct.cat((low, high), 1), (K, N))
        total = ct.mma(x, y.astype(x.dtype) * scale, total)
    ct.store(c, index=(i, j), tile=total)


@ct.kernel
def matmul_of_norm(a, w, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """The rows' squares are summed up beside the product of the rows with weights."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    square = ct.full((M, 1), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        weight = ct.load(w, index=(0, k), shape=(1, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        wide = x.astype(ct.float32)
        square += ct.sum(wide * wide, axis=1, keepdims=True)
        total = ct.mma(x * weight, y, total)
    factor = ct.rsqrt(ct.maximum(square, 2.0**-20) / a.shape[1])
    ct.store(c, index=(i, j), tile=total * factor)


@ct.kernel
def matmul_of_blocks(a, b, of_a, of_b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Blocks of K have scales, one for a row of A and one for N rows of B, which lies as
    weights do."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.transpose(ct.load(b, index=(j, k), shape=(N, K), padding_mode=ZERO))
        of_x = ct.load(of_a, index=(i, k), shape=(M, 1), padding_mode=ZERO)
        of_y = ct.load(of_b, index=(j, k), shape=(1, 1), padding_mode=ZERO)
        total = total + ct.mma(x, y, ct.full((M, N), 0, dtype=ct.float32)) * (of_x * of_y)
    ct.store(c, index=(i, j), tile=total)


@ct.kernel
def matmul_of_layer(a, b, bias, x, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """A product as layers have it: z * sigmoid(z) of the sum and a row, added to X."""
    i, j = ct.bid(0), ct.bid(1)
    z = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        left = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        z = ct.mma(left, ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO), z)
    z = z + ct.load(bias, index=(0, j), shape=(1, N), padding_mode=ZERO).astype(z.dtype)
    z = z * (1 / (1 + ct.exp(-z)))
    z = z + ct.load(x, index=(i, j), shape=(M, N), padding_mode=ZERO).astype(z.dtype)
    ct.store(c, index=(i, j), tile=z.astype(c.dtype))


@ct.kernel
def matmul_of_adapter(a, b, u, v, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """A product with B + U * V, of which U has 16 columns."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    few = ct.full((M, 16), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        total = ct.mma(x, ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO), total)
        few = ct.mma(x, ct.load(u, index=(k, 0), shape=(K, 16), padding_mode=ZERO), few)
    rows = ct.load(v, index=(0, j), shape=(16, N), padding_mode=ZERO)
    ct.store(c, index=(i, j), tile=ct.mma(few.astype(a.dtype), rows, total))


@ct.kernel
def matmul_of_hidden(a, b, d, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Two products in a row, the second of what is positive of the first. K columns of A
    and D are all."""
    i = ct.bid(0)
    x = ct.load(a, index=(i, 0), shape=(M, K), padding_mode=ZERO)
    total = ct.full((M, K), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(b, axis=1, shape=(K, N))):
        y = ct.load(b, index=(0, j), shape=(K, N), padding_mode=ZERO)
        hidden = ct.mma(x, y, ct.full((M, N), 0, dtype=ct.float32))
        z = ct.load(d, index=(j, 0), shape=(N, K), padding_mode=ZERO)
        total = ct.mma(ct.maximum(hidden, 0.0).astype(x.dtype), z, total)
    ct.store(c, index=(i, 0), tile=total)


@ct.kernel
def matmul_of_chunks(a, b, d, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Attention without a norm, M rows at a time: to those before them by a state of K x N,
    of which half is left behind each. K columns of A and B are all."""
    state = ct.full((K, N), 0, dtype=ct.float32)
    for i in range(ct.num_tiles(a, axis=0, shape=(M, K))):
        x = ct.load(a, index=(i, 0), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(i, 0), shape=(M, K), padding_mode=ZERO)
        z = ct.load(d, index=(i, ct.bid(0)), shape=(M, N), padding_mode=ZERO)
        scores = ct.mma(x, ct.transpose(y), ct.full((M, M), 0, dtype=ct.float32))
        near = ct.mma(scores.astype(x.dtype), z, ct.full((M, N), 0, dtype=ct.float32))
        far = ct.mma(x, state.astype(x.dtype), ct.full((M, N), 0, dtype=ct.float32))
        ct.store(c, index=(i, ct.bid(0)), tile=near + far * 0.5)
        scaled = (y.astype(ct.float32) * 2.0).astype(x.dtype)
        state = ct.mma(ct.transpose(scaled), z, state * 0.5)


@ct.function
def product_of_tf32(x, y):
    zero = ct.full((x.shape[0], y.shape[1]), 0, dtype=ct.float32)
    return ct.mma(x.astype(ct.tfloat32), y.astype(ct.tfloat32), zero)


@ct.kernel
def matmul_of_wide_chunks(a, b, d, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """The same in f32: what is loaded is widened, and products are those of tf32. That of
    two tiles as they were loaded rounds nothing."""
    state = ct.full((K, N), 0, dtype=ct.float32)
    for i in range(ct.num_tiles(a, axis=0, shape=(M, K))):
        x = ct.load(a, index=(i, 0), shape=(M, K), padding_mode=ZERO).astype(ct.float32)
        y = ct.load(b, index=(i, 0), shape=(M, K), padding_mode=ZERO).astype(ct.float32)
        z = ct.load(d, index=(i, ct.bid(0)), shape=(M, N), padding_mode=ZERO).astype(ct.float32)
        near = product_of_tf32(product_of_tf32(x, ct.transpose(y)), z)
        far = product_of_tf32(x * 0.5, state)
        ct.store(c, index=(i, ct.bid(0)), tile=near + far)
        state = state * 0.5 + product_of_tf32(ct.transpose(y * 2.0), z)
