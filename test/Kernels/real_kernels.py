# ===- real_kernels.py - Kernels of real size, in cuTile Python ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs that people write tile kernels for, as they write them.

Some blocks wait for others here: no kernel of this file depends on the order in
which blocks begin, run and end. Where memory orders make that so, a function gives
the kernel for any orders: real_cases.py has the weakest that do, and weaker ones.
"""

import math

import cuda.tile as ct

ConstInt = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO
RELAXED = ct.MemoryOrder.RELAXED
DEVICE = ct.MemoryScope.DEVICE


@ct.kernel
def softmax(x, y, N: ConstInt):
    """A row at a time: it fits a tile of N columns."""
    i = ct.bid(0)
    row = ct.load(
        x, index=(i, 0), shape=(1, N), padding_mode=ct.PaddingMode.NEG_INF
    ).astype(ct.float32)
    power = ct.exp(row - ct.max(row, axis=1, keepdims=True))
    share = power / ct.sum(power, axis=1, keepdims=True)
    ct.store(y, index=(i, 0), tile=share.astype(y.dtype))


@ct.kernel
def online_softmax(x, y, M: ConstInt, N: ConstInt):
    """Powers of two, M rows at a time; one pass finds maximum and sum."""
    i = ct.bid(0)
    tiles = ct.num_tiles(x, axis=1, shape=(M, N))
    high = ct.full((M, 1), -math.inf, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(
            x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.NEG_INF
        ).astype(ct.float32)
        higher = ct.maximum(high, ct.max(part, axis=1, keepdims=True))
        power = ct.exp2(part - higher)
        total = total * ct.exp2(high - higher) + ct.sum(power, axis=1, keepdims=True)
        high = higher
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        share = ct.exp2(part.astype(ct.float32) - high) / total
        ct.store(y, index=(i, k), tile=share.astype(y.dtype))


@ct.kernel
def layer_norm(x, weight, bias, y, mean, scale, epsilon, M: ConstInt, N: ConstInt):
    i = ct.bid(0)
    columns = x.shape[1]
    tiles = ct.num_tiles(x, axis=1, shape=(M, N))
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        total += part.astype(ct.float32)
    center = ct.sum(total, axis=1, keepdims=True) / columns
    square = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        inside = k * N + ct.arange(N, dtype=ct.int32) < columns
        offset = ct.where(inside, part.astype(ct.float32) - center, 0.0)
        square += offset * offset
    variance = ct.sum(square, axis=1, keepdims=True) / columns
    factor = ct.rsqrt(variance + epsilon)
    ct.store(mean, index=(i,), tile=ct.reshape(center, (M,)))
    ct.store(scale, index=(i,), tile=ct.reshape(factor, (M,)))
    for k in range(tiles):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        w = ct.load(weight, index=(k,), shape=(N,), padding_mode=ZERO)
        b = ct.load(bias, index=(k,), shape=(N,), padding_mode=ZERO)
        normal = (part.astype(ct.float32) - center) * factor
        result = normal * w.astype(ct.float32) + b.astype(ct.float32)
        ct.store(y, index=(i, k), tile=result.astype(y.dtype))


@ct.kernel
def matmul(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=c.dtype)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(x, y, total)
    ct.store(c, index=(i, j), tile=total)


@ct.kernel
def matmul_tf32(a, b, c, M: ConstInt, N: ConstInt, K: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(x.astype(ct.tfloat32), y.astype(ct.tfloat32), total)
    ct.store(c, index=(i, j), tile=total)


@ct.function
def online_powers(score, high, total):
    """The powers of two of a part of each row below the maximum so far; the factor
    for what has been summed up below the maximum before; the new maximum and sum."""
    higher = ct.maximum(high, ct.max(score, axis=1, keepdims=True))
    power = ct.exp2(score - higher)
    factor = ct.exp2(high - higher)
    total = total * factor + ct.sum(power, axis=1, keepdims=True)
    return power, factor, higher, total


def attend_by(is_causal, is_bounded, is_late, is_scaled_behind=False):
    """M queries at a time against N keys at a time, of which each query sees those up to
    its own place, those that there are, or those that are both. Late: a mask is made for
    the last keys alone, of which not all are seen. Behind: scores are scaled behind their
    mask, and keys tell which have one. The powers are those of two; SCALE makes them those
    of e."""

    @ct.function
    def attend(q, k, v, scale, i, head, M, N, D):
        queries = ct.load(q, index=(head, i, 0), shape=(1, M, D), padding_mode=ZERO)
        queries = ct.reshape(queries, (M, D))
        rows = i * M + ct.arange(M, dtype=ct.int32)[:, None]
        high = ct.full((M, 1), -math.inf, dtype=ct.float32)
        total = ct.full((M, 1), 0, dtype=ct.float32)
        result = ct.full((M, D), 0, dtype=ct.float32)
        length = k.shape[1]
        tiles = ct.num_tiles(k, axis=1, shape=(1, N, D))
        whole = length // N
        if is_causal:
            tiles = min(ct.cdiv((i + 1) * M, N), tiles)
            whole = min(i * M // N, whole)
        for j in range(tiles):
            keys = ct.load(k, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
            keys = ct.transpose(ct.reshape(keys, (N, D)))
            zero = ct.full((M, N), 0, dtype=ct.float32)
            score = ct.mma(queries, keys, zero)
            if not is_scaled_behind:
                score = score * scale
            if not is_late or (j * N + N > whole * N if is_scaled_behind else j >= whole):
                columns = j * N + ct.arange(N, dtype=ct.int32)[None, :]
                if is_causal and is_bounded:
                    seen = (columns < length) & (columns <= rows)
                elif is_causal:
                    seen = columns <= rows
                else:
                    seen = columns < length
                score = ct.where(seen, score, -math.inf)
            if is_scaled_behind:
                score = score * scale
            power, factor, high, total = online_powers(score, high, total)
            values = ct.load(v, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
            values = ct.reshape(values, (N, D))
            result = ct.mma(power.astype(v.dtype), values, result * factor)
        return result, high, total

    return attend


@ct.function
def store_attended(o, result, total, i, head, M, D):
    result = (result / total).astype(o.dtype)
    ct.store(o, index=(head, i, 0), tile=ct.reshape(result, (1, M, D)))


def flash_attention_by(is_causal, is_bounded, is_late=False, is_scaled_behind=False):
    """A tile of queries for each block."""
    attend = attend_by(is_causal, is_bounded, is_late, is_scaled_behind)

    @ct.kernel
    def flash_attention(q, k, v, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
        i, head = ct.bid(0), ct.bid(1)
        result, _, total = attend(q, k, v, scale, i, head, M, N, D)
        store_attended(o, result, total, i, head, M, D)

    return flash_attention


@ct.kernel
def counted_attention(q, k, v, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
    """Keys that all queries see, and then others. The loops count tiles themselves, beside
    the keys in front of them, and the second one goes on from where the first one ends."""
    i, head = ct.bid(0), ct.bid(1)
    queries = ct.load(q, index=(head, i, 0), shape=(1, M, D), padding_mode=ZERO)
    queries = ct.reshape(queries, (M, D))
    rows = i * M + ct.arange(M, dtype=ct.int32)[:, None]
    high = ct.full((M, 1), -math.inf, dtype=ct.float32)
    total = ct.full((M, 1), 0, dtype=ct.float32)
    result = ct.full((M, D), 0, dtype=ct.float32)
    zero = ct.full((M, N), 0, dtype=ct.float32)
    whole = i * M // N * N
    j = 0
    for _ in range(0, whole, N):
        keys = ct.load(k, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        keys = ct.transpose(ct.reshape(keys, (N, D)))
        score = ct.mma(queries, keys, zero) * scale
        power, factor, high, total = online_powers(score, high, total)
        values = ct.load(v, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        values = ct.reshape(values, (N, D))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
        j += 1
    for start in range(whole, min((i + 1) * M, k.shape[1]), N):
        keys = ct.load(k, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        keys = ct.transpose(ct.reshape(keys, (N, D)))
        columns = start + ct.arange(N, dtype=ct.int32)[None, :]
        score = ct.mma(queries, keys, zero) * scale
        score = ct.where(columns <= rows, score, -math.inf)
        power, factor, high, total = online_powers(score, high, total)
        values = ct.load(v, index=(head, j, 0), shape=(1, N, D), padding_mode=ZERO)
        values = ct.reshape(values, (N, D))
        result = ct.mma(power.astype(v.dtype), values, result * factor)
        j += 1
    store_attended(o, result, total, i, head, M, D)


def trained_attention_by(is_causal, is_bounded, is_late, is_behind):
    """The same for gradients, which need the largest score and the sum of each query.
    Behind: these are stored behind the result."""
    attend = attend_by(is_causal, is_bounded, is_late)

    @ct.kernel
    def trained_attention(q, k, v, o, highs, totals, scale, M: ConstInt, N: ConstInt, D: ConstInt):
        i, head = ct.bid(0), ct.bid(1)
        result, high, total = attend(q, k, v, scale, i, head, M, N, D)
        if is_behind:
            store_attended(o, result, total, i, head, M, D)
        ct.store(highs, index=(head, i), tile=ct.reshape(high, (1, M)))
        ct.store(totals, index=(head, i, 0), tile=ct.reshape(total, (1, M, 1)))
        if not is_behind:
            store_attended(o, result, total, i, head, M, D)

    return trained_attention


def attention_in_turn_by(is_persistent):
    """Tiles of both heads one after the other: in a loop, or written twice."""
    attend = attend_by(is_causal=True, is_bounded=True, is_late=False)

    @ct.kernel
    def persistent_attention(q, k, v, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
        tiles = ct.cdiv(q.shape[1], M)
        for tile in range(ct.bid(0), tiles * q.shape[0], ct.num_blocks(0)):
            i, head = tile % tiles, tile // tiles
            result, _, total = attend(q, k, v, scale, i, head, M, N, D)
            store_attended(o, result, total, i, head, M, D)

    @ct.kernel
    def repeated_attention(q, k, v, o, scale, M: ConstInt, N: ConstInt, D: ConstInt):
        result, _, total = attend(q, k, v, scale, ct.bid(0), 0, M, N, D)
        store_attended(o, result, total, ct.bid(0), 0, M, D)
        result, _, total = attend(q, k, v, scale, ct.bid(0), 1, M, N, D)
        store_attended(o, result, total, ct.bid(0), 1, M, D)

    return persistent_attention if is_persistent else repeated_attention


@ct.kernel
def scan_rows(x, y, M: ConstInt, N: ConstInt):
    """Sums of the beginnings of rows, carried from tile to tile."""
    i = ct.bid(0)
    carry = ct.full((M, 1), 0, dtype=x.dtype)
    for k in range(ct.num_tiles(x, axis=1, shape=(M, N))):
        part = ct.load(x, index=(i, k), shape=(M, N), padding_mode=ZERO)
        ct.store(y, index=(i, k), tile=ct.cumsum(part, axis=1) + carry)
        carry = carry + ct.sum(part, axis=1, keepdims=True)


def scan_chained_by(release, acquire):
    """Sums of the beginnings of one array in one pass: a block takes the next part,
    and waits for the sum of all before from the block that took those."""

    @ct.kernel
    def scan_chained(x, y, ticket, prefix, flag, T: ConstInt):
        i = ct.atomic_add(ticket, 0, 1, memory_order=RELAXED)
        part = ct.load(x, index=(i,), shape=(T,), padding_mode=ZERO)
        before = ct.full((), 0, dtype=x.dtype)
        if i > 0:
            place = (i - 1,)
            while 0 == ct.load(
                flag, place, (), memory_order=acquire, memory_scope=DEVICE
            ):
                pass
            before = ct.load(prefix, place, ())
        ct.store(prefix, (i,), before + ct.sum(part))
        ct.store(flag, (i,), 1, memory_order=release, memory_scope=DEVICE)
        ct.store(y, index=(i,), tile=ct.cumsum(part) + before)

    return scan_chained


@ct.kernel
def histogram(x, bins, T: ConstInt):
    i = ct.bid(0)
    place = i * T + ct.arange(T, dtype=ct.int32)
    bin = ct.gather(x, place, padding_value=-1)
    ct.atomic_add(bins, bin, 1, memory_order=RELAXED)


@ct.kernel
def histogram_without_atomics(x, bins, T: ConstInt):
    i = ct.bid(0)
    place = i * T + ct.arange(T, dtype=ct.int32)
    bin = ct.gather(x, place, padding_value=-1)
    ct.scatter(bins, bin, ct.gather(bins, bin) + 1)


@ct.function
def share_of_product(a, b, i, j, s, M, N, K, S):
    """Every S-th tile from the s-th on of the sums over k."""
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(s, ct.num_tiles(a, axis=1, shape=(M, K)), S):
        x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ZERO)
        y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ZERO)
        total = ct.mma(x, y, total)
    return total


def split_k_counter_by(order):
    """A matrix product whose sums S blocks share. The last to come adds up."""

    @ct.kernel
    def split_k_counter(
        a, b, c, partial, counter, M: ConstInt, N: ConstInt, K: ConstInt, S: ConstInt
    ):
        i, j, s = ct.bid(0), ct.bid(1), ct.bid(2)
        total = share_of_product(a, b, i, j, s, M, N, K, S)
        ct.store(partial, index=(s, i, j), tile=ct.reshape(total, (1, M, N)))
        if ct.atomic_add(counter, (i, j), 1, memory_order=order) == S - 1:
            total = ct.full((M, N), 0, dtype=ct.float32)
            for t in range(S):
                part = ct.load(
                    partial, index=(t, i, j), shape=(1, M, N), padding_mode=ZERO
                )
                total = total + ct.reshape(part, (M, N))
            ct.store(c, index=(i, j), tile=total)

    return split_k_counter


def split_k_lock_by(acquire, release):
    """The same, but each block adds to the result while it holds a lock."""

    @ct.kernel
    def split_k_lock(
        a, b, c, lock, M: ConstInt, N: ConstInt, K: ConstInt, S: ConstInt
    ):
        i, j, s = ct.bid(0), ct.bid(1), ct.bid(2)
        total = share_of_product(a, b, i, j, s, M, N, K, S)
        while ct.atomic_cas(lock, (i, j), 0, 1, memory_order=acquire) != 0:
            pass
        before = ct.load(c, index=(i, j), shape=(M, N), padding_mode=ZERO)
        ct.store(c, index=(i, j), tile=before + total)
        ct.atomic_xchg(lock, (i, j), 0, memory_order=release)

    return split_k_lock


def message_passing_by(release, acquire, scope=DEVICE):
    """Even blocks write into a channel, the odd block next to each reads it when
    a flag says so. The result has the flag in it: cuTile drops a loop of relaxed
    loads that nobody uses."""

    @ct.kernel
    def message_passing(x, channel, flag, y, T: ConstInt):
        i = ct.bid(0) // 2
        place = (i,)
        if ct.bid(0) % 2 == 0:
            message = ct.load(x, index=(i,), shape=(T,), padding_mode=ZERO)
            ct.store(channel, index=(i,), tile=message * 2)
            ct.store(flag, place, 1, memory_order=release, memory_scope=scope)
        else:
            ready = 0
            while ready == 0:
                ready = ct.load(
                    flag, place, (), memory_order=acquire, memory_scope=scope
                )
            message = ct.load(channel, index=(i,), shape=(T,), padding_mode=ZERO)
            ct.store(y, index=(i,), tile=message + ready)

    return message_passing
