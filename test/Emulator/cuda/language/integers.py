# ===- integers.py - Inputs and answers of integers.cu ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Integers of all widths, bits, hashes, random numbers: the answers come from
Python's own integers, hashlib, zlib and base64."""

import base64
import hashlib
import math
import zlib

import numpy as np
from suite import Out, program

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def divided(a, b):
    """C's quotient and remainder."""
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - b * quotient


def edges(random, bits, count):
    """Pairs of numbers near powers of two, and random ones; no zero divisor, and
    no quotient that does not fit."""
    special = [0, 1, 2, 3, 5, 7, 10]
    special += [1 << i for i in range(2, bits - 1, 3)]
    special += [(1 << i) - 1 for i in range(2, bits, 3)]
    special += [-value for value in special] + [-(1 << (bits - 1)), (1 << (bits - 1)) - 1]
    pairs = []
    while len(pairs) < count:
        a, b = (
            special[random.integers(len(special))]
            if random.random() < 0.7
            else signed(int(random.integers(0, 1 << 62)) * 5, bits)
            >> int(random.integers(0, bits - 1))
            for _ in range(2)
        )
        if b and not (a == -(1 << (bits - 1)) and b == -1):
            pairs.append((a, b))
    return pairs


def quotients(pairs, bits):
    unsigned = (1 << bits) - 1
    rows = []
    for a, b in pairs:
        rest = divmod(a & unsigned, b & unsigned)
        rows.append([*divided(a, b), *(signed(value, bits) for value in rest)])
    return np.array(rows, f"i{bits // 8}")


def division(random, bits, count):
    pairs = edges(random, bits, count)
    columns = [np.array(column, f"i{bits // 8}") for column in zip(*pairs)]
    return [*columns, Out(quotients(pairs, bits))]


@program(grid=2, block=128)
def divide_32(random):
    return [*division(random, 32, 600), np.int32(600)]


@program(grid=2, block=128)
def divide_64(random):
    return [*division(random, 64, 600), np.int32(600)]


@program(grid=2, block=128)
def divide_8_16(random):
    return [*division(random, 8, 600), *division(random, 16, 600), np.int32(600)]


@program(grid=2, block=64)
def divide_constants(random):
    values = [0, 1, -1, 6, 7, -7, 640, 641, M32 >> 1, -(1 << 31), 1000000007]
    values += [int(v) for v in random.integers(-(1 << 31), 1 << 31, 100)]
    rows = []
    for v in values:
        u, wide = v & M32, v * 0x12345678
        row = [*divided(v, 7), divided(v, -1000)[0], divided(v, 641)[1], *divided(v, 16)]
        row += [u // 3, u % 1000000007, u // 0x80000001]
        row += [*divided(wide, 1000003), (wide & M64) % 10]
        rows.append([signed(value, 32) for value in row])
    return [np.array(values, np.int32), Out(np.array(rows, np.int32)), np.int32(len(values))]


def words64(random, count):
    """Random words of random widths, among them all ones and zeros."""
    values = [int(v) for v in random.integers(0, 1 << 64, count, np.uint64)]
    values = [v >> int(random.integers(0, 64)) for v in values]
    values[:6] = [0, M64, 1, 1 << 63, M64, M32]
    return values


@program(grid=2, block=64)
def multiply_high(random):
    a, b = words64(random, 100), words64(random, 100)[::-1]
    rows = []
    for x, y in zip(a, b):
        low = [signed(v, 24) * signed(w, 24) for v, w in [(x, y)]][0]
        low24 = (x & 0xFFFFFF) * (y & 0xFFFFFF) & M32
        rows.append(
            [
                x * y >> 64,
                (signed(x, 64) * signed(y, 64) >> 64) & M64,
                (x & M32) * (y & M32) >> 32,
                (signed(x, 32) * signed(y, 32) >> 32) & M32,
                (x & M32) * (y >> 32),
                (low & M32) + (low24 << 32),
            ]
        )
    arrays = [np.array(a, np.uint64), np.array(b, np.uint64)]
    return [*arrays, Out(np.array(rows, np.uint64)), np.int32(100)]


@program(grid=1, block=64)
def wide_integers(random):
    rows, words = [], words64(random, 4 * 50)
    full = (1 << 128) - 1
    for i in range(50):
        quad = words[4 * i : 4 * i + 4]
        if quad[2] == 0 and quad[3] == 0:
            quad[3] = words[4 * i + 3] = 3
        if i % 3 == 0:
            # Divisors of one word.
            quad[2] = words[4 * i + 2] = 0
            quad[3] = words[4 * i + 3] = quad[3] | 1
        a, b = quad[0] << 64 | quad[1], quad[2] << 64 | quad[3]
        sa, sb, shift = signed(a, 128), signed(b, 128), quad[0] % 128
        results = [a + b, a - b, a * b, a // b, a % b, a << shift, a >> shift]
        results += [sa >> shift, divided(sa, sb)[0]]
        row = []
        for value in results:
            row += [(value & full) >> 64, value & M64]
        row += [(a < b) | (a == b) << 1 | (sa < sb) << 2, (a ^ b) >> 60 & M64]
        rows.append(row)
    return [np.array(words, np.uint64), Out(np.array(rows, np.uint64)), np.int32(50)]


def permuted(a, b, selector):
    """prmt in its default mode: bit 3 of a selector repeats the sign."""
    bytes = (b << 32 | a).to_bytes(8, "little")
    result = 0
    for i in range(4):
        digit = selector >> 4 * i & 15
        byte = bytes[digit & 7]
        if digit & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * i
    return result


def first_set(value):
    return (value & -value).bit_length()


@program(grid=2, block=64)
def bit_tricks(random):
    values = [word & M32 for word in words64(random, 120)]
    others = [word & M32 for word in words64(random, 120)[::-1]]
    rows = []
    for i, (v, o) in enumerate(zip(values, others)):
        wide, pair = v << 32 | o, o << 32 | v
        sv, so = signed(v, 32), signed(o, 32)
        reversed64 = int(f"{wide:064b}"[::-1], 2)
        capped, shift = min(o & 63, 32), o & 31
        position, length = o & 31, o >> 5 & 31
        # bfe.s32: bits from the position on, the sign that of the last of them.
        field = signed((sv >> position) & ((1 << length) - 1), length) if length else 0
        if position + length > 32:
            field = sv >> position
        mask = ((1 << 9) - 1) << position & M32
        inserted = (o & ~mask) | (field << position & mask)
        row = [
            v.bit_count(),
            32 - v.bit_length(),
            int(f"{v:032b}"[::-1], 2),
            first_set(v),
            wide.bit_count(),
            64 - wide.bit_length(),
            reversed64 >> 32,
            first_set(wide),
            pair << i % 32 >> 32,
            pair >> i % 32,
            pair << capped >> 32,
            pair >> capped,
            # The intrinsic looks at three bits of each selector only.
            permuted(v, o, v >> 7 & 0x7777),
            permuted(v, o, 0x0123),
            sv + so + 1 >> 1,
            sv + so >> 1,
            v + o >> 1,
            v + o + 1 >> 1,
            abs(sv - so) + 5,
            abs(v - o) + 7,
            v << shift | sv >> shift,
            (v & o) ^ (~v | o) ^ (v & ~i),
            abs(sv) + min(sv, so) + max(v, o),
            inserted,
        ]
        rows.append([value & M32 for value in row])
    arrays = [np.array(values, np.uint32), np.array(others, np.uint32)]
    return [*arrays, Out(np.array(rows, np.uint32)), np.int32(120)]


@program(grid=2, block=64)
def dot_products(random):
    a = random.integers(-(1 << 31), 1 << 31, 128).astype(np.int32)
    b = random.integers(-(1 << 31), 1 << 31, 128).astype(np.int32)
    view = lambda x, kind: x.view(kind).reshape(128, -1).astype(np.int64)
    sBytes, uBytes = view(b, "i1"), view(b, "u1")
    sShorts, uShorts = view(a, "i2"), view(a, "u2")
    rows = [
        (view(a, "i1") * sBytes).sum(1) + 1000,
        (view(a, "u1") * uBytes).sum(1) + 1000,
        (sShorts * sBytes[:, :2]).sum(1) - 5,
        (sShorts * sBytes[:, 2:]).sum(1) - 5,
        (uShorts * uBytes[:, :2]).sum(1) + 9,
        (uShorts * uBytes[:, 2:]).sum(1) + 9,
    ]
    return [a, b, Out(np.stack(rows, 1).astype(np.int32)), np.int32(128)]


@program(grid=2, block=64)
def packed_bytes(random):
    a = random.integers(0, 1 << 32, 128).astype(np.uint32)
    b = random.integers(0, 1 << 32, 128).astype(np.uint32)
    b[::5] = a[::5] ^ 0x00FF0100
    a[0], b[0] = 0x80007FFF, 0x80FF7F01
    view = lambda x, kind: x.view(kind).reshape(128, -1).astype(np.int64)
    u, v, s, t = view(a, "u1"), view(b, "u1"), view(a, "i1"), view(b, "i1")
    u2, v2, s2, t2 = view(a, "u2"), view(b, "u2"), view(a, "i2"), view(b, "i2")

    def packed(values, kind):
        return np.ascontiguousarray(values.astype(kind)).view("u4").ravel()

    bytes = [
        u + v,
        u - v,
        np.clip(u + v, 0, 255),
        np.clip(u - v, 0, 255),
        np.clip(s + t, -128, 127),
        np.clip(s - t, -128, 127),
        np.abs(s),
        np.maximum(s, t),
        np.minimum(u, v),
        -(u == v).astype(np.int64),
        -(u > v).astype(np.int64),
        -(s <= t).astype(np.int64),
        (u + v + 1) // 2,
        None,
        np.abs(s - t),
    ]
    rows = [
        np.abs(u - v).sum(1).astype("u4") if part is None else packed(part, "u1")
        for part in bytes
    ]
    rows += [packed(u2 + v2, "u2"), packed(np.clip(s2 + t2, -(1 << 15), (1 << 15) - 1), "u2")]
    rows += [packed(np.maximum(s2, t2), "u2"), np.abs(u2 - v2).sum(1).astype("u4")]
    rows += [packed(-(u2 < v2).astype(np.int64), "u2")]
    return [a, b, Out(np.stack(rows, 1)), np.int32(128)]


TEXT = b"In the beginning was the word, and the word had thirty-two bits."


@program(block=64)
def checksum_crc32(random):
    text = np.frombuffer(TEXT, np.uint8)
    right = [zlib.crc32(TEXT[i:]) for i in range(64)]
    return [text, np.int32(len(TEXT)), Out(np.array(right, np.uint32))]


@program(block=55)
def hash_sha256(random):
    text = np.frombuffer(TEXT, np.uint8)
    right = [np.frombuffer(hashlib.sha256(TEXT[:i]).digest(), ">u4") for i in range(55)]
    return [text, Out(np.array(right).astype(np.uint32))]


def murmur(text, seed):
    """MurmurHash3_x86_32."""
    rotate = lambda x, r: (x << r | x >> (32 - r)) & M32
    mixed = lambda k: rotate(k * 0xCC9E2D51 & M32, 15) * 0x1B873593 & M32
    h = seed
    for at in range(0, len(text) // 4 * 4, 4):
        h ^= mixed(int.from_bytes(text[at : at + 4], "little"))
        h = (rotate(h, 13) * 5 + 0xE6546B64) & M32
    h ^= mixed(int.from_bytes(text[len(text) // 4 * 4 :], "little")) ^ len(text)
    h = (h ^ h >> 16) * 0x85EBCA6B & M32
    h = (h ^ h >> 13) * 0xC2B2AE35 & M32
    return h ^ h >> 16


# A known value, so that both are not wrong in the same way.
assert murmur(b"hello", 0) == 0x248BFA47


@program(block=60)
def hash_murmur(random):
    text = np.frombuffer(TEXT, np.uint8)
    return [text, Out(np.array([murmur(TEXT[:i], 42) for i in range(60)], np.uint32))]


@program(grid=2, block=32)
def random_xorshift(random):
    right = []
    for thread in range(64):
        a = thread + 1
        b = 0x9E3779B97F4A7C15 * a & M64
        for _ in range(20):
            x, y = a, b
            x ^= x << 23 & M64
            a, b = y, x ^ y ^ x >> 17 ^ y >> 26
        right.append((a + b) & M64)
    return [Out(np.array(right, np.uint64)), np.int32(20)]


@program(grid=2, block=32)
def random_philox(random):
    right = []
    for thread in range(64):
        c = [thread, thread // 32, 7, ~(thread % 32) & M32]
        key = [0x12345678, 0x9ABCDEF0]
        for _ in range(10):
            p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [q >> 32 ^ c[1] ^ key[0], q & M32, p >> 32 ^ c[3] ^ key[1], p & M32]
            key = [key[0] + 0x9E3779B9 & M32, key[1] + 0xBB67AE85 & M32]
        right.append(c)
    return [Out(np.array(right, np.uint32)), np.uint32(0x12345678), np.uint32(0x9ABCDEF0)]


@program(grid=2, block=32)
def base64_encode(random):
    data = random.integers(0, 256, 131).astype(np.uint8)
    right = np.frombuffer(base64.b64encode(data.tobytes()), np.int8)
    return [data, Out(right), np.int32(131)]


@program(block=48)
def number_theory(random):
    values = words64(random, 96)
    rows = []
    for a, b in zip(values[::2], values[1::2]):
        root = math.isqrt(a)
        power = pow(a % 0xFFFFFFFF00000001, b, 0xFFFFFFFF00000001)
        rows.append([math.gcd(a, b), power, root])
    return [np.array(values, np.uint64), Out(np.array(rows, np.uint64)), np.int32(48)]
