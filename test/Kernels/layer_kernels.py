# ===- layer_kernels.py - Layers of models, in cuTile Python --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Norms, attention, convolutions and products of many sizes, forwards and backwards.
layer_cases.py has their inputs and answers.
"""

import math

import cuda.tile as ct
from real_kernels import online_powers

ConstInt = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO
ACQUIRE, RELEASE = ct.MemoryOrder.ACQUIRE, ct.MemoryOrder.RELEASE


@ct.kernel
def two_pass_softmax(x, y, M: ConstInt, N: ConstInt):
    """Powers of two, M rows at a time: the maximum first, then the sum."""
    i = ct.bid(0)
    tiles = ct.num_tiles(x, axis=1, shape=(M, N))
    high = ct.full((M, 1), -math.inf, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(
            x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.NEG_INF
        ).astype(ct.float32)
        high = ct.maximum(high, ct.max(part, axis=1, keepdims=True))
    total = ct.full((M, 1), 0, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(
            x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.NEG_INF
        ).astype(ct.float32)
        total += ct.sum(ct.exp2(part - high), axis=1, keepdims=True)
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        share = ct.exp2(part.astype(ct.float32) - high) / total
        ct.store(y, index=(i, k), tile=share.astype(y.dtype))


@ct.kernel
def rms_norm(x, weight, y, epsilon, M: ConstInt, N: ConstInt):
    i = ct.bid(0)
    tiles = ct.num_tiles(x, axis=1, shape=(M, N))
    square = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        wide = part.astype(ct.float32)
        square += wide * wide
    mean = ct.sum(square, axis=1, keepdims=True) / x.shape[1]
    factor = ct.rsqrt(mean + epsilon)
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        w = ct.load(weight, index=(k,), shape=(N,), padding_mode=ZERO)
        result = part.astype(ct.float32) * factor * w.astype(ct.float32)
        ct.store(y, index=(i, k), tile=result.astype(y.dtype))


@ct.kernel
def layer_norm_persistent(x, weight, bias, y, epsilon, M: ConstInt, N: ConstInt):
    """Rows that fit a tile of N columns; each block works off its share, and
    loads weight and bias once."""
    columns = x.shape[1]
    inside = ct.arange(N, dtype=ct.int32)[None, :] < columns
    w = ct.load(weight, index=(0,), shape=(N,), padding_mode=ZERO).astype(ct.float32)
    b = ct.load(bias, index=(0,), shape=(N,), padding_mode=ZERO).astype(ct.float32)
    tiles = ct.num_tiles(x, axis=0, shape=(M, N))
    for i in range(ct.bid(0), tiles, ct.num_blocks(0)):
        part = ct.load(x, index=(i, 0), shape=(M, N), padding_mode=ZERO)
        wide = part.astype(ct.float32)
        center = ct.sum(wide, axis=1, keepdims=True) / columns
        offset = ct.where(inside, wide - center, 0.0)
        variance = ct.sum(offset * offset, axis=1, keepdims=True) / columns
        result = offset * ct.rsqrt(variance + epsilon) * w + b
        ct.store(y, index=(i, 0), tile=result.astype(y.dtype))


@ct.kernel
def layer_norm_backward(
    x, dy, weight, mean, scale, dx, dweight, dbias, lock, M: ConstInt, N: ConstInt
):
    """Each block has M rows, and adds to the gradients of weight and bias while it
    holds the lock."""
    i = ct.bid(0)
    columns = x.shape[1]
    inside = ct.arange(N, dtype=ct.int32)[None, :] < columns
    part = ct.load(x, index=(i, 0), shape=(M, N), padding_mode=ZERO)
    center = ct.load(mean, index=(i,), shape=(M,), padding_mode=ZERO)[:, None]
    factor = ct.load(scale, index=(i,), shape=(M,), padding_mode=ZERO)[:, None]
    slope = ct.load(dy, index=(i, 0), shape=(M, N), padding_mode=ZERO)
    slope = slope.astype(ct.float32)
    w = ct.load(weight, index=(0,), shape=(N,), padding_mode=ZERO).astype(ct.float32)
    normal = ct.where(inside, (part.astype(ct.float32) - center) * factor, 0.0)
    inner = slope * w
    along = ct.sum(normal * inner, axis=1, keepdims=True) / columns
    level = ct.sum(inner, axis=1, keepdims=True) / columns
    result = (inner - (normal * along + level)) * factor
    ct.store(dx, index=(i, 0), tile=result.astype(dx.dtype))
    weights, biases = ct.sum(slope * normal, axis=0), ct.sum(slope, axis=0)
    while ct.atomic_cas(lock, 0, 0, 1, memory_order=ACQUIRE) != 0:
        pass
    before = ct.load(dweight, index=(0,), shape=(N,), padding_mode=ZERO)
    ct.store(dweight, index=(0,), tile=before + weights)
    before = ct.load(dbias, index=(0,), shape=(N,), padding_mode=ZERO)
    ct.store(dbias, index=(0,), tile=before + biases)
    ct.atomic_xchg(lock, 0, 0, memory_order=RELEASE)


@ct.kernel
def stream_k(a, b, c, lock, M: ConstInt, N: ConstInt, K: ConstInt):
    """All steps along K of all tiles of the result, shared out evenly: a block may end
    one tile, do others and begin another. It adds its part of each under a lock."""
    steps = ct.num_tiles(a, axis=1, shape=(M, K))
    columns = ct.num_tiles(c, axis=1, shape=(M, N))
    total_steps = steps * columns * ct.num_tiles(c, axis=0, shape=(M, N))
    share = ct.cdiv(total_steps, ct.num_blocks(0))
    step = ct.bid(0) * share
    end = min(step + share, total_steps)
    while step < end:
        tile = step // steps
        i, j = tile // columns, tile % columns
        last = min(end, (tile + 1) * steps)
        total = ct.full((M, N), 0, dtype=ct.float32)
        for k in range(step - tile * steps, last - tile * steps):
            x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
            y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
            total = ct.mma(x, y, total)
        while ct.atomic_cas(lock, (i, j), 0, 1, memory_order=ACQUIRE) != 0:
            pass
        before = ct.load(c, index=(i, j), shape=(M, N), padding_mode=ZERO)
        ct.store(c, index=(i, j), tile=before + total)
        ct.atomic_xchg(lock, (i, j), 0, memory_order=RELEASE)
        step = last


@ct.kernel
def grouped_matmul(a, b, ends, c, M: ConstInt, N: ConstInt, K: ConstInt):
    """Products of many heights: the rows of a from ends[g - 1] to ends[g] with b[g].
    Each block works off its share of the tiles."""
    columns = ct.num_tiles(c, axis=1, shape=(M, N))
    done, low = 0, 0
    for g in range(ends.shape[0]):
        high = ct.load(ends, (g,), (1,)).item()
        tiles = ct.cdiv(high - low, M) * columns
        # The first tile of this group whose number, over all groups, is the block's.
        first = (ct.bid(0) - done) % ct.num_blocks(0)
        for tile in range(first, tiles, ct.num_blocks(0)):
            row = low + tile // columns * M + ct.arange(M, dtype=ct.int32)
            mine = (row < high)[:, None]
            j = tile % columns
            total = ct.full((M, N), 0, dtype=ct.float32)
            for k in range(ct.num_tiles(b, axis=1, shape=(1, K, N))):
                column = k * K + ct.arange(K, dtype=ct.int32)
                x = ct.gather(a, (row[:, None], column[None, :]), mask=mine)
                y = ct.load(b, index=(g, k, j), shape=(1, K, N), padding_mode=ZERO)
                total = ct.mma(x, ct.reshape(y, (K, N)), total)
            column = j * N + ct.arange(N, dtype=ct.int32)
            result = total.astype(c.dtype)
            ct.scatter(c, (row[:, None], column[None, :]), result, mask=mine)
        done += tiles
        low = high


@ct.kernel
def sink_attention(
    q, k, v, sinks, o, scale, G: ConstInt, M: ConstInt, N: ConstInt, D: ConstInt
):
    """Every query sees every key; G heads share the keys of one; what goes to a head's
    sink counts in the sum alone."""
    i, head = ct.bid(0), ct.bid(1)
    queries = ct.load(q, index=(head, i, 0), shape=(1, M, D), padding_mode=ZERO)
    queries = ct.reshape(queries, (M, D))
    length = k.shape[1]
    sink = ct.load(sinks, (head,), (1,)).item()
    high = ct.full((M, 1), 0, dtype=ct.float32) + sink
    total = ct.full((M, 1), 1, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    for j in range(ct.num_tiles(k, axis=1, shape=(1, N, D))):
        place = (head // G, j, 0)
        keys = ct.load(k, index=place, shape=(1, N, D), padding_mode=ZERO)
        keys = ct.transpose(ct.reshape(keys, (N, D)))
        score = ct.mma(queries, keys, ct.full((M, N), 0, dtype=ct.float32)) * scale
        columns = j * N + ct.arange(N, dtype=ct.int32)[None, :]
        score = ct.where(columns < length, score, -math.inf)
        power, factor, high, total = online_powers(score, high, total)
        values = ct.load(v, index=place, shape=(1, N, D), padding_mode=ZERO)
        values = ct.reshape(values, (N, D))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
    result = (result / total).astype(o.dtype)
    ct.store(o, index=(head, i, 0), tile=ct.reshape(result, (1, M, D)))


@ct.kernel
def align_experts(chosen, rows, expert, T: ConstInt, E: ConstInt, M: ConstInt):
    """Which tokens each expert of a mixture gets, M of one expert at a time, and whose
    they are: a token's place is its rank among those of its expert, behind the tiles
    of the experts before. One block has all tokens."""
    token = ct.arange(T, dtype=ct.int32)
    mine = ct.gather(chosen, token, padding_value=E)
    number = ct.arange(E, dtype=ct.int32)
    is_mine = (mine[:, None] == number[None, :]).astype(ct.int32)
    rank = ct.cumsum(is_mine, axis=0) - is_mine
    tiles = ct.cdiv(ct.sum(is_mine, axis=0), M)
    ends = ct.cumsum(tiles)
    first = (ends - tiles) * M
    place = ct.sum(is_mine * (rank + first[None, :]), axis=1)
    ct.scatter(rows, place, token, mask=mine < E)
    tile = ct.arange(T, dtype=ct.int32)
    before = (ends[None, :] <= tile[:, None]).astype(ct.int32)
    ct.scatter(expert, tile, ct.sum(before, axis=1))


@ct.kernel
def convolution_3d(x, w, y, M: ConstInt, N: ConstInt, C: ConstInt):
    """3 x 3 x 3, as a product: M voxels of the result at a time, gathered."""
    i, j = ct.bid(0), ct.bid(1)
    depth, height, width = x.shape[0], x.shape[1], x.shape[2]
    voxel = i * M + ct.arange(M, dtype=ct.int32)
    plane, row = voxel // (height * width), voxel // width % height
    column = voxel % width
    channel = ct.arange(C, dtype=ct.int32)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for t in range(27):
        z = plane + t // 9 - 1
        part = ct.gather(
            x,
            (
                z[:, None],
                (row + t // 3 % 3 - 1)[:, None],
                (column + t % 3 - 1)[:, None],
                channel[None, :],
            ),
            mask=(z < depth)[:, None],
        )
        weight = ct.load(w, index=(t, 0, j), shape=(1, C, N), padding_mode=ZERO)
        total = ct.mma(part, ct.reshape(weight, (C, N)), total)
    ct.store(y, index=(i, j), tile=total)


@ct.kernel
def quantise_fp4(x, y, scale, B: ConstInt):
    """Each block of B elements of a row by the power of two that brings its largest
    near the format's; two elements share a byte."""
    i, j = ct.bid(0), ct.bid(1)
    part = ct.load(x, index=(i, j), shape=(1, B), padding_mode=ZERO)
    largest = ct.max(ct.abs(part), axis=1, keepdims=True)
    factor = ct.exp2(ct.ceil(ct.log2(ct.maximum(largest, 2.0**-100)) - 2))
    ct.store(scale, index=(i, j), tile=factor)
    small = (part / factor).astype(ct.float4_e2m1fn)
    ct.store(y, index=(i, j), tile=ct.reshape(ct.pack_to_bytes(small), (1, B // 2)))
