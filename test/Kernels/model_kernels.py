# ===- model_kernels.py - What models are made of, in cuTile Python -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels around matrix products and beside them, as libraries for models have them.
model_cases.py has their inputs and answers.
"""

import cuda.tile as ct
from real_kernels import online_powers

ConstInt = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO


@ct.kernel
def matmul_persistent(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Each block works off its share of the tiles of the result."""
    columns = ct.num_tiles(c, axis=1, shape=(M, N))
    tiles = ct.num_tiles(c, axis=0, shape=(M, N)) * columns
    for tile in range(ct.bid(0), tiles, ct.num_blocks(0)):
        i, j = tile // columns, tile % columns
        total = ct.full((M, N), 0, dtype=ct.float32)
        for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
            x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
            y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
            total = ct.mma(x, y, total)
        ct.store(c, index=(i, j), tile=total.astype(c.dtype))


@ct.kernel
def matmul_transposed(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """A batch of products of factors that lie by columns, both."""
    i, j, batch = ct.bid(0), ct.bid(1), ct.bid(2)
    total = ct.full((M, N), 0, dtype=c.dtype)
    for k in range(ct.num_tiles(a, axis=1, shape=(1, K, M))):
        x = ct.load(a, index=(batch, k, i), shape=(1, K, M), padding_mode=ZERO)
        y = ct.load(b, index=(batch, j, k), shape=(1, N, K), padding_mode=ZERO)
        x = ct.transpose(ct.reshape(x, (K, M)))
        y = ct.transpose(ct.reshape(y, (N, K)))
        total = ct.mma(x, y, total)
    ct.store(c, index=(batch, i, j), tile=ct.reshape(total, (1, M, N)))


@ct.kernel
def matmul_batched(a, b, c, B: ConstInt, M: ConstInt, N: ConstInt, K: ConstInt):
    """A tile is a batch of products."""
    i, j, batch = ct.bid(0), ct.bid(1), ct.bid(2)
    total = ct.full((B, M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=2, shape=(B, M, K))):
        x = ct.load(a, index=(batch, i, k), shape=(B, M, K), padding_mode=ZERO)
        y = ct.load(b, index=(batch, k, j), shape=(B, K, N), padding_mode=ZERO)
        total = ct.mma(x, y, total)
    ct.store(c, index=(batch, i, j), tile=total)


@ct.kernel
def matmul_relu(a, b, bias, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """A layer: bias and activation before the result is rounded."""
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(x, y, total)
    shift = ct.load(bias, index=(j,), shape=(N,), padding_mode=ZERO)
    total = ct.maximum(total + shift.astype(ct.float32), 0.0)
    ct.store(c, index=(i, j), tile=total.astype(c.dtype))


@ct.function
def multiply_both(a, b, d, i, j, M: ConstInt, N: ConstInt, K: ConstInt):
    """Two products of one factor."""
    gate = ct.full((M, N), 0, dtype=ct.float32)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        z = ct.load(d, index=(k, j), shape=(K, N), padding_mode=ZERO)
        gate = ct.mma(x, y, gate)
        total = ct.mma(x, z, total)
    return gate, total


@ct.kernel
def matmul_gated(a, b, d, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """A gated linear unit: two products of one factor, of which one gates the other."""
    i, j = ct.bid(0), ct.bid(1)
    gate, total = multiply_both(a, b, d, i, j, M, N, K)
    ct.store(c, index=(i, j), tile=ct.maximum(gate, 0.0) * total)


@ct.kernel
def matmul_gated_trained(a, b, d, g, t, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """The same for gradients, which need both products."""
    i, j = ct.bid(0), ct.bid(1)
    gate, total = multiply_both(a, b, d, i, j, M, N, K)
    ct.store(g, index=(i, j), tile=ct.maximum(gate, 0.0))
    ct.store(t, index=(i, j), tile=total)
    ct.store(c, index=(i, j), tile=ct.maximum(gate, 0.0) * total)


@ct.kernel
def experts(x, w, rows, expert, y, M: ConstInt, N: ConstInt, K: ConstInt):
    """A mixture of experts: M gathered rows at a time, all of one expert."""
    i, j = ct.bid(0), ct.bid(1)
    row = ct.load(rows, index=(i,), shape=(M,), padding_mode=ZERO)
    which = ct.load(expert, (i,), ())
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(w, axis=1, shape=(1, K, N))):
        column = k * K + ct.arange(K, dtype=ct.int32)
        part = ct.gather(x, (row[:, None], column[None, :]))
        weight = ct.load(w, index=(which, k, j), shape=(1, K, N), padding_mode=ZERO)
        total = ct.mma(part, ct.reshape(weight, (K, N)), total)
    ct.store(y, index=(i, j), tile=total.astype(y.dtype))


@ct.kernel
def paged_attention(q, k, v, pages, o, scale, G: ConstInt, P: ConstInt, D: ConstInt):
    """Decodes: G heads share the keys of one, whose pages of P lie anywhere."""
    head = ct.bid(0)
    queries = ct.load(q, index=(head, 0), shape=(G, D), padding_mode=ZERO)
    high = ct.full((G, 1), -1.0e30, dtype=ct.float32)
    total = ct.full((G, 1), 0, dtype=ct.float32)
    result = ct.full((G, D), 0, dtype=ct.float32)
    for page in range(ct.num_tiles(pages, axis=1, shape=(1, 1))):
        number = ct.load(pages, (head, page), (1, 1)).item()
        keys = ct.reshape(ct.load(k, index=(number, 0, 0), shape=(1, P, D)), (P, D))
        zero = ct.full((G, P), 0, dtype=ct.float32)
        score = ct.mma(queries, ct.transpose(keys), zero) * scale
        power, factor, high, total = online_powers(score, high, total)
        values = ct.reshape(ct.load(v, index=(number, 0, 0), shape=(1, P, D)), (P, D))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
    ct.store(o, index=(head, 0), tile=(result / total).astype(o.dtype))


@ct.kernel
def gathered_attention(q, k, v, places, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
    """Attention to tokens whose keys and values lie anywhere, N at a time."""
    i = ct.bid(0)
    queries = ct.load(q, index=(i, 0), shape=(M, D), padding_mode=ZERO)
    column = ct.arange(D, dtype=ct.int32)[None, :]
    high = ct.full((M, 1), -1.0e30, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(places, axis=0, shape=(N,))):
        place = ct.load(places, (j,), (N,), padding_mode=ZERO)[:, None]
        zero = ct.full((M, N), 0, dtype=ct.float32)
        score = ct.mma(queries, ct.transpose(ct.gather(k, (place, column))), zero) * scale
        power, factor, high, total = online_powers(score, high, total)
        values = ct.gather(v, (place, column))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
    ct.store(o, index=(i, 0), tile=(result / total).astype(o.dtype))


@ct.kernel
def dropping_attention(q, k, v, o, seed, scale, M: ConstInt, N: ConstInt, D: ConstInt):
    """Attention as it is trained: drops half of the powers, by a hash of their places."""
    i = ct.bid(0)
    queries = ct.load(q, index=(i, 0), shape=(M, D), padding_mode=ZERO)
    rows = (i * M + ct.arange(M, dtype=ct.int32))[:, None]
    high = ct.full((M, 1), -1.0e30, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(k, axis=0, shape=(N, D))):
        keys = ct.transpose(ct.load(k, index=(j, 0), shape=(N, D), padding_mode=ZERO))
        zero = ct.full((M, N), 0, dtype=ct.float32)
        score = ct.mma(queries, keys, zero) * scale
        columns = (j * N + ct.arange(N, dtype=ct.int32))[None, :]
        score = ct.where(columns < k.shape[0], score, -1.0e30)
        power, factor, high, total = online_powers(score, high, total)
        number = (rows * 4096 + columns + seed).astype(ct.uint32)
        number = (number ^ (number >> 16)) * 0x7FEB352D
        number = (number ^ (number >> 15)) * 0x846CA68B
        power = ct.where(((number >> 16) & 1) != 0, power * 2.0, 0.0)
        values = ct.load(v, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        result = ct.mma(power.astype(v.dtype), values, result * factor)
    ct.store(o, index=(i, 0), tile=(result / total).astype(o.dtype))


@ct.kernel
def turned_attention(q, k, v, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
    """Attention with a column for each query, as backward passes have it."""
    i = ct.bid(0)
    queries = ct.load(q, index=(i, 0), shape=(M, D), padding_mode=ZERO)
    high = ct.full((1, M), -1.0e30, dtype=ct.float32)
    total = ct.full((1, M), 0, dtype=ct.float32)
    result = ct.full((D, M), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(k, axis=0, shape=(N, D))):
        keys = ct.load(k, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        zero = ct.full((N, M), 0, dtype=ct.float32)
        score = ct.mma(keys, ct.transpose(queries), zero) * scale
        seen = (j * N + ct.arange(N, dtype=ct.int32))[:, None] < k.shape[0]
        score = ct.where(seen, score, -1.0e30)
        higher = ct.maximum(high, ct.max(score, axis=0, keepdims=True))
        power = ct.exp2(score - higher)
        factor = ct.exp2(high - higher)
        total = total * factor + ct.sum(power, axis=0, keepdims=True)
        high = higher
        values = ct.load(v, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        result = ct.mma(ct.transpose(values), power.astype(v.dtype), result * factor)
    ct.store(o, index=(i, 0), tile=ct.transpose(result / total).astype(o.dtype))


@ct.kernel
def attention_keys_backward(
    q, k, v, do, low, delta, dk, dv, scale, M: ConstInt, N: ConstInt, D: ConstInt
):
    """The gradients of N keys and values: of each query M at a time, LOW says below what
    its scores are, and DELTA how much of its gradient its result has."""
    j = ct.bid(0)
    keys = ct.load(k, index=(j, 0), shape=(N, D), padding_mode=ZERO)
    values = ct.load(v, index=(j, 0), shape=(N, D), padding_mode=ZERO)
    of_keys = ct.full((N, D), 0, dtype=ct.float32)
    of_values = ct.full((N, D), 0, dtype=ct.float32)
    columns = (j * N + ct.arange(N, dtype=ct.int32))[:, None]
    zero = ct.full((N, M), 0, dtype=ct.float32)
    for i in range(j * N // M, ct.num_tiles(q, axis=0, shape=(M, D))):
        queries = ct.load(q, index=(i, 0), shape=(M, D), padding_mode=ZERO)
        gradient = ct.load(do, index=(i, 0), shape=(M, D), padding_mode=ZERO)
        least = ct.load(low, index=(0, i), shape=(1, M), padding_mode=ZERO)
        of_result = ct.load(delta, index=(0, i), shape=(1, M), padding_mode=ZERO)
        score = ct.mma(keys, ct.transpose(queries), zero) * scale
        rows = (i * M + ct.arange(M, dtype=ct.int32))[None, :]
        power = ct.where(columns <= rows, ct.exp2(score - least), 0.0)
        of_values = ct.mma(power.astype(do.dtype), gradient, of_values)
        of_power = ct.mma(values, ct.transpose(gradient), zero)
        of_score = (power * (of_power - of_result)).astype(q.dtype)
        of_keys = ct.mma(of_score, queries, of_keys)
    ct.store(dk, index=(j, 0), tile=(of_keys * scale).astype(dk.dtype))
    ct.store(dv, index=(j, 0), tile=of_values.astype(dv.dtype))


@ct.kernel
def attention_queries_backward(
    q, k, v, do, low, delta, dq, scale, M: ConstInt, N: ConstInt, D: ConstInt
):
    """The gradients of M queries, for N keys at a time."""
    i = ct.bid(0)
    queries = ct.load(q, index=(i, 0), shape=(M, D), padding_mode=ZERO)
    gradient = ct.load(do, index=(i, 0), shape=(M, D), padding_mode=ZERO)
    least = ct.load(low, index=(i, 0), shape=(M, 1), padding_mode=ZERO)
    of_result = ct.load(delta, index=(i, 0), shape=(M, 1), padding_mode=ZERO)
    total = ct.full((M, D), 0, dtype=ct.float32)
    rows = (i * M + ct.arange(M, dtype=ct.int32))[:, None]
    zero = ct.full((M, N), 0, dtype=ct.float32)
    for j in range(min(ct.cdiv((i + 1) * M, N), ct.num_tiles(k, axis=0, shape=(N, D)))):
        keys = ct.load(k, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        values = ct.load(v, index=(j, 0), shape=(N, D), padding_mode=ZERO)
        score = ct.mma(queries, ct.transpose(keys), zero) * scale
        columns = (j * N + ct.arange(N, dtype=ct.int32))[None, :]
        power = ct.where(columns <= rows, ct.exp2(score - least), 0.0)
        of_power = ct.mma(gradient, ct.transpose(values), zero)
        of_score = (power * (of_power - of_result)).astype(q.dtype)
        total = ct.mma(of_score, keys, total)
    ct.store(dq, index=(i, 0), tile=(total * scale).astype(dq.dtype))


@ct.kernel
def rope(x, cosine, sine, y, M: ConstInt, H: ConstInt):
    """Turns the halves of each row."""
    i = ct.bid(0)
    left = ct.load(x, index=(i, 0), shape=(M, H), padding_mode=ZERO)
    right = ct.load(x, index=(i, 1), shape=(M, H), padding_mode=ZERO)
    c = ct.load(cosine, index=(i, 0), shape=(M, H), padding_mode=ZERO)
    s = ct.load(sine, index=(i, 0), shape=(M, H), padding_mode=ZERO)
    ct.store(y, index=(i, 0), tile=left * c - right * s)
    ct.store(y, index=(i, 1), tile=right * c + left * s)


@ct.kernel
def convolution(x, w, y, M: ConstInt, N: ConstInt, C: ConstInt):
    """3 x 3, as a product: M pixels of the result at a time, gathered."""
    i, j = ct.bid(0), ct.bid(1)
    height, width = x.shape[0], x.shape[1]
    pixel = i * M + ct.arange(M, dtype=ct.int32)
    row, column = pixel // width, pixel % width
    channel = ct.arange(C, dtype=ct.int32)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for r in range(3):
        for s in range(3):
            inside = row + r - 1 < height
            part = ct.gather(
                x,
                (
                    (row + r - 1)[:, None],
                    (column + s - 1)[:, None],
                    channel[None, :],
                ),
                mask=inside[:, None],
            )
            weight = ct.load(w, index=(r, s, 0, j), shape=(1, 1, C, N), padding_mode=ZERO)
            total = ct.mma(part, ct.reshape(weight, (C, N)), total)
    ct.store(y, index=(i, j), tile=total)


@ct.kernel
def max_pool(x, y, N: ConstInt):
    """A pool of 2 x 2."""
    i, j = ct.bid(0), ct.bid(1)
    column = j * N + ct.arange(N, dtype=ct.int32)
    result = ct.gather(x, (2 * i, 2 * column), padding_value=-(2**31))
    for place in ct.static_iter(((0, 1), (1, 0), (1, 1))):
        other = ct.gather(
            x, (2 * i + place[0], 2 * column + place[1]), padding_value=-(2**31)
        )
        result = ct.maximum(result, other)
    ct.scatter(y, (i, column), result)


@ct.kernel
def quantise(x, y, scale, N: ConstInt):
    """Each row by the power of two that brings its largest near the format's."""
    i = ct.bid(0)
    row = ct.load(x, index=(i, 0), shape=(1, N), padding_mode=ZERO).astype(ct.float32)
    largest = ct.max(ct.abs(row), axis=1, keepdims=True)
    factor = ct.exp2(ct.ceil(ct.log2(ct.maximum(largest, 2.0**-100)) - 8))
    ct.store(scale, index=(i,), tile=ct.reshape(factor, (1,)))
    ct.store(y, index=(i, 0), tile=(row / factor).astype(y.dtype))


@ct.kernel
def dropout(x, y, seed, T: ConstInt):
    """Drops half, by bits of a hash of place and seed."""
    i = ct.bid(0)
    place = i * T + ct.arange(T, dtype=ct.int32)
    mixed = (place ^ seed) * 0x45D9F3B
    mixed = (mixed ^ (mixed >> 16)) * 0x45D9F3B
    part = ct.load(x, index=(i,), shape=(T,), padding_mode=ZERO)
    ct.store(y, index=(i,), tile=ct.where(((mixed >> 9) & 1) == 0, part * 2, 0.0))


@ct.kernel
def sort_by_ranks(x, y, T: ConstInt):
    """Each element goes to the place of its rank; equal ones keep their order."""
    i = ct.bid(0)
    row = ct.load(x, index=(i, 0), shape=(1, T))
    column = ct.transpose(row)
    place = ct.arange(T, dtype=ct.int32)
    before = place[:, None] < place[None, :]
    smaller = (column < row) | ((column == row) & before)
    rank = ct.sum(smaller.astype(ct.int32), axis=0)
    ct.scatter(y, (i, rank), ct.reshape(row, (T,)))


@ct.kernel
def fourier(real, imaginary, cosine, sine, yr, yi, M: ConstInt, N: ConstInt):
    """A transform of N points, M rows at a time, as products with the matrix of the transform."""
    i = ct.bid(0)
    x = ct.load(real, index=(i, 0), shape=(M, N), padding_mode=ZERO)
    z = ct.load(imaginary, index=(i, 0), shape=(M, N), padding_mode=ZERO)
    c = ct.load(cosine, index=(0, 0), shape=(N, N))
    s = ct.load(sine, index=(0, 0), shape=(N, N))
    zero = ct.full((M, N), 0, dtype=ct.float32)
    ct.store(yr, index=(i, 0), tile=ct.mma(x, c, zero) + ct.mma(z, s, zero))
    ct.store(yi, index=(i, 0), tile=ct.mma(z, c, zero) - ct.mma(x, s, zero))


@ct.kernel
def turn(x, y, A: ConstInt, B: ConstInt, C: ConstInt):
    """A tile of three dimensions, the first of which becomes the last."""
    i, j, k = ct.bid(0), ct.bid(1), ct.bid(2)
    part = ct.load(x, index=(i, j, k), shape=(A, B, C), padding_mode=ZERO)
    ct.store(y, index=(j, k, i), tile=ct.permute(part, (1, 2, 0)))


@ct.kernel
def best(x, place, M: ConstInt, N: ConstInt):
    """The column of each row's largest, the first of equal ones."""
    i = ct.bid(0)
    part = ct.load(
        x, index=(i, 0), shape=(M, N), padding_mode=ct.PaddingMode.NEG_INF
    )
    ct.store(place, index=(i,), tile=ct.argmax(part, axis=1).astype(ct.int32))
